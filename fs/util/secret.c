#include "fs/util/secret.h"

#include <ctype.h>
#include <pthread.h>
#include <regex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/kit/template.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define KINDS_MOST 64
#define WINDOW_BYTES 1024

enum secrets_mode
secrets_mode_named(const char *name)
{
	return !name ? SECRETS_REFUSE : !strcmp(name, "allow") ? SECRETS_ALLOW
		: !strcmp(name, "warn") ? SECRETS_WARN : SECRETS_REFUSE;
}

/* -- the file -- */

TEXT_FILE(config_secrets_txt);

static struct kind {
	char *id, *prefix;
	size_t prefix_len;
	size_t anchor;   /* the first of its bytes that prose seldom has (struct rare) */
	regex_t follows; /* from where the prefix ends */
	unsigned distinct;
} kinds[KINDS_MOST];
/* A bit for each kind whose anchor is this byte, and for each that has this byte before its anchor, or none. */
static uint64_t anchored[1 << 8], before[1 << 8];

/* The tests show that each line can be read. */
static void
read_kinds(void)
{
	size_t n = 0;

	for (const char *s = text_config_secrets_txt; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		struct kind *k = &kinds[n];
		char *expression, *pattern;

		if (*s == '#' || *s == '\n')
			continue;
		if (n == KINDS_MOST ||
			sscanf(s, "%m[^\t]\t%m[^\t]\t%m[^\t]\t%u", &k->id, &k->prefix, &expression, &k->distinct) != 4)
			abort();
		pattern = mem_format("^(%s)", expression);
		if (regcomp(&k->follows, pattern, REG_EXTENDED))
			abort();
		k->prefix_len = strlen(k->prefix);
		k->anchor = (size_t)(rare_next(&(struct rare){k->prefix, k->prefix + k->prefix_len, {0}}) - k->prefix);
		if (k->anchor == k->prefix_len)
			abort();
		anchored[(unsigned char)k->prefix[k->anchor]] |= UINT64_C(1) << n;
		for (unsigned c = 0; c < sizeof before / sizeof before[0]; c++)
			if (!k->anchor || (unsigned char)k->prefix[k->anchor - 1] == c)
				before[c] |= UINT64_C(1) << n;
		n++;
		free(pattern);
		free(expression);
	}
}

/* -- one -- */

/* Does one of this kind stand at `s`? Its length, or 0. */
static size_t
length_at(const struct kind *k, const char *s, const char *end)
{
	const char *from = s + k->prefix_len, *open;
	char window[WINDOW_BYTES + 1];
	unsigned distinct = 0;
	size_t n;
	regmatch_t m;

	if ((size_t)(end - s) < k->prefix_len || memcmp(s, k->prefix, k->prefix_len))
		return 0;
	n = end - from > WINDOW_BYTES ? WINDOW_BYTES : (size_t)(end - from);
	memcpy(window, from, n);
	window[n] = '\0';
	if (regexec(&k->follows, window, 1, &m, 0))
		return 0;
	window[n = (size_t)m.rm_eo] = '\0';
	bool met[256] = {false}; /* here, where few places of a text get to */
	for (const unsigned char *byte = (const unsigned char *)window; *byte; byte++) {
		distinct += !met[*byte];
		met[*byte] = true;
	}
	/* Words that stand in a text in place of one. */
	open = strchr(window, '<');
	if (distinct < k->distinct || strcasestr(window, "EXAMPLE") || strcasestr(window, "xxxx") ||
		strstr(window, "0000") || strstr(window, "...") || (open && strchr(open, '>')))
		return 0;
	return k->prefix_len + n;
}

/* -- a text -- */

/* A control character that is written as an escape is none of its line's words. malloc'd; it has the lines of the
 * text. */
static char *
without_backslashes(const char *text, size_t len, size_t *plain_len)
{
	char *plain = mem_copy(text, len), *to = plain;

	for (const char *s = text, *end = text + len; s < end; to++) {
		char behind = *s == '\\' && end - s > 1 ? s[1] : '\0', hex[5] = "";

		if (behind == 'u' && end - s > 5)
			memcpy(hex, s + 2, 4);
		if (strspn(hex, "0123456789abcdefABCDEF") == 4) {
			unsigned long number = strtoul(hex, NULL, 16);

			*to = number < ' ' ? '\r' : number < 0x80 ? (char)number : '?';
			s += 6;
		} else if (behind && (ispunct((unsigned char)behind) || strchr("bfnrt", behind))) {
			*to = isalpha((unsigned char)behind) ? '\r' : behind;
			s += 2;
		} else {
			*to = *s++;
		}
	}
	*plain_len = (size_t)(to - plain);
	return plain;
}

static void
judge_secrets(const char *text, size_t len, int line0, const struct rule *rule, struct findings *out)
{
	const char *at = text, *counted = text, *end = text + len;
	struct rare rare = {text, end, {0}};
	int line = line0 + 1;

	for (const char *s; (s = rare_next(&rare)) < end;) {
		uint64_t some = s < at ? 0 : anchored[(unsigned char)*s] & before[s > text ? (unsigned char)s[-1] : 0];

		for (; some; some &= some - 1) {
			const struct kind *k = &kinds[__builtin_ctzll(some)];
			const char *from = s - k->anchor;
			size_t length;

			if ((size_t)(s - at) < k->anchor)
				continue;
			/* It begins no word, or where one begins. */
			if (isalnum((unsigned char)*from) && from > text &&
				(isalnum((unsigned char)from[-1]) || from[-1] == '_' || from[-1] == '-'))
				continue;
			if (!(length = length_at(k, from, end)))
				continue;
			at = from + length;
			for (; counted < s; counted++)
				line += *counted == '\n';
			bool told = false; /* of this line */
			for (size_t i = 0; i < out->n; i++)
				told |= out->v[i].line == line && out->v[i].rule == rule;
			if (!told)
				findings_add(out, rule, line,
					"this line holds what looks like a credential (%s), and a record never "
					"forgets: write <%s> in its place, and withdraw it where it is a real one",
					k->id, k->id);
			break;
		}
	}
}

void
secrets_judge(const char *text, size_t len, int line0, enum secrets_mode mode, struct findings *out)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	const struct rule *rule = mode == SECRETS_WARN ? &text_secret_warned : &text_rules[TEXT_SECRET];

	if (mode == SECRETS_ALLOW)
		return;
	pthread_once(&once, read_kinds);
	judge_secrets(text, len, line0, rule, out);
	if (len && memchr(text, '\\', len)) {
		size_t plain_len;
		char *plain = without_backslashes(text, len, &plain_len);

		judge_secrets(plain, plain_len, line0, rule, out);
		free(plain);
	}
}

bool
secrets_has(const char *text, size_t len)
{
	struct findings found = {0};
	bool has;

	secrets_judge(text, len, 0, SECRETS_REFUSE, &found);
	has = found.n;
	findings_free(&found);
	return has;
}
