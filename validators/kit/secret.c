#include "validators/kit/secret.h"

#include <assert.h>
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
/* Base64 that follows the BEGIN line of a key: fewer characters are none. */
#define KEY_BASE64 40
/* Of it may stand between: lines such as `Proc-Type: 4,ENCRYPTED`. */
#define KEY_HEADER_LINES 8
#define KEY_BEGIN "-----BEGIN"

/* By so many of its first bytes a secret is known in a sentence, which may quote a part of it. */
#define MASK_BYTES 8

const char *const secrets_mode_names[SECRETS_MODES + 1] = {
	[SECRETS_REFUSE] = "refuse",
	[SECRETS_WARN] = "warn",
	[SECRETS_ALLOW] = "allow",
};

enum secrets_mode
secrets_mode_named(const char *name)
{
	enum secrets_mode mode = 0;

	while (mode < SECRETS_MODES && strcmp(secrets_mode_names[mode], name))
		mode++;
	assert(mode < SECRETS_MODES);
	return mode;
}

const struct rule secret_warned = {
	.id = "text.secret", .severity = SEVERITY_WARNING, .gloss = "no credential stands in a text"};

/* -- the file -- */

TEXT_FILE(config_secrets_txt);

static struct kind {
	char *id, *prefix;
	size_t prefix_len;
	regex_t follows; /* from where the prefix ends */
	unsigned distinct;
} kinds[KINDS_MOST];
static size_t n_kinds;
/* The first three bytes of each prefix, and of them, hashed, a bit: nearly everywhere else nothing begins. */
static uint32_t beginnings[KINDS_MOST];
static uint64_t hashed[1 << 8];

static uint32_t
three_at(const char *s)
{
	return (uint32_t)(unsigned char)s[0] << 16 | (uint32_t)(unsigned char)s[1] << 8 | (unsigned char)s[2];
}

static uint32_t
hash_of(uint32_t three)
{
	return three * 2654435769u >> 18;
}

/* The tests show that each line can be read. */
static void
read_kinds(void)
{
	for (const char *s = text_config_secrets_txt; *s; s += strcspn(s, "\n"), s += *s == '\n') {
		struct kind *k = &kinds[n_kinds];
		char *expression, *pattern;

		if (*s == '#' || *s == '\n')
			continue;
		if (n_kinds++ == KINDS_MOST ||
			sscanf(s, "%m[^\t]\t%m[^\t]\t%m[^\t]\t%u", &k->id, &k->prefix, &expression, &k->distinct) != 4)
			abort();
		pattern = mem_format("^(%s)", expression);
		if (regcomp(&k->follows, pattern, REG_EXTENDED))
			abort();
		k->prefix_len = strlen(k->prefix);
		if (k->prefix_len < 3)
			abort();
		beginnings[n_kinds - 1] = three_at(k->prefix);
		hashed[hash_of(three_at(k->prefix)) >> 6] |= UINT64_C(1) << (hash_of(three_at(k->prefix)) & 63);
		free(pattern);
		free(expression);
	}
}

/* -- one -- */

/* An escaped newline ends a line, too (without_backslashes). */
static const char *
line_end(const char *s, const char *end)
{
	const char *newline = memchr(s, '\n', (size_t)(end - s)), *to = newline ? newline : end;
	const char *escaped = memchr(s, '\r', (size_t)(to - s));

	return escaped ? escaped : to;
}

/* The end of the base64 that follows a BEGIN line, behind marks of quotes and lines with a colon; NULL: that is too
 * little. */
static const char *
key_end(const char *s, const char *end)
{
	unsigned n = 0, headers = 0;

	while (s < end && n < KEY_BASE64) {
		const char *to = line_end(s, end);

		if (memchr(s, ':', (size_t)(to - s)) && !n && headers++ < KEY_HEADER_LINES) {
			s = to + (to < end);
			continue;
		}
		for (; s < to && n < KEY_BASE64; s++)
			if (isalnum((unsigned char)*s) || strchr("+/=", *s))
				n++;
			else if (!strchr(" \t>\"'`,\\", *s))
				return NULL;
		s += n < KEY_BASE64 && s < end;
	}
	return n == KEY_BASE64 ? s : NULL;
}

static unsigned
distinct(const char *s)
{
	bool met[256] = {false};
	unsigned n = 0;

	for (; *s; s++) {
		n += !met[(unsigned char)*s];
		met[(unsigned char)*s] = true;
	}
	return n;
}

/* What stands in a text in place of one. */
static bool
is_placeholder(const char *s)
{
	const char *open = strchr(s, '<');

	return strcasestr(s, "EXAMPLE") || strcasestr(s, "xxxx") || strstr(s, "0000") || strstr(s, "...") ||
	       (open && strchr(open, '>'));
}

/* Does one of this kind stand at `s`? Its length; of a key block up to the base64 that counts; or 0. */
static size_t
length_at(const struct kind *k, const char *s, const char *end)
{
	const char *from = s + k->prefix_len, *to, *key;
	char window[SECRET_WINDOW_BYTES + 1];
	size_t n;
	regmatch_t m;

	if ((size_t)(end - s) < k->prefix_len || memcmp(s, k->prefix, k->prefix_len))
		return 0;
	to = line_end(from, end - from > SECRET_WINDOW_BYTES ? from + SECRET_WINDOW_BYTES : end);
	n = (size_t)(to - from);
	memcpy(window, from, n);
	window[n] = '\0';
	if (regexec(&k->follows, window, 1, &m, 0))
		return 0;
	window[n = (size_t)m.rm_eo] = '\0';
	if (distinct(window) < k->distinct || is_placeholder(window))
		return 0;
	if (strncmp(k->prefix, KEY_BEGIN, strlen(KEY_BEGIN)))
		return k->prefix_len + n;
	key = key_end(from + n, end);
	return key ? (size_t)(key - s) : 0;
}

/* -- a text -- */

struct secret {
	const struct kind *kind;
	const char *s;
	size_t len;
	int line; /* from 1 */
};

struct search {
	const char *at, *begin, *end, *counted;
	struct secret found;
};

/* Is it a word, or does it begin within one? */
static bool
begins_word(const char *begin, const char *s)
{
	return !isalnum((unsigned char)*s) || s == begin ||
	       !(isalnum((unsigned char)s[-1]) || s[-1] == '_' || s[-1] == '-');
}

/* The next credential in the text, of any kind. */
static bool
find_next(struct search *search)
{
	struct secret *found = &search->found;
	const char *end = search->end;

	for (const char *s = search->at; end - s > 2; s++) {
		uint32_t three = three_at(s), hash = hash_of(three);

		if (!(hashed[hash >> 6] >> (hash & 63) & 1) || !begins_word(search->begin, s))
			continue;
		for (size_t i = 0; i < n_kinds; i++) {
			const struct kind *k = &kinds[i];
			size_t len = beginnings[i] == three ? length_at(k, s, end) : 0;

			if (!len)
				continue;
			for (; search->counted < s; search->counted++)
				found->line += *search->counted == '\n';
			*found = (struct secret){k, s, len, found->line};
			search->at = s + len;
			return true;
		}
	}
	return false;
}

static struct search
search_in(const char *text, size_t len)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, read_kinds);
	text = len ? text : "";
	return (struct search){text, text, text + len, text, {.line = 1}};
}

/* *c is what the escape at `s` stands for; returns how many bytes the escape has. 0: it is no escape. */
static unsigned
read_escape(const char *s, size_t len, char *c)
{
	unsigned number = 0, digits = 0;

	if (len > 5 && s[1] == 'u')
		while (digits < 4 && isxdigit((unsigned char)s[2 + digits])) {
			char hex = s[2 + digits++];

			number = 16 * number + (unsigned)(isdigit((unsigned char)hex) ? hex - '0' : (hex & 15) + 9);
		}
	if (digits == 4) {
		*c = number == '\n' ? '\r' : number && number < 0x80 ? (char)number : '?';
		return 6;
	}
	if (len < 2 || !(ispunct((unsigned char)s[1]) || strchr("bfnrt", s[1])))
		return 0;
	*c = s[1] == 'n' || s[1] == 'r' ? '\r' : isalpha((unsigned char)s[1]) ? ' ' : s[1];
	return 2;
}

/* malloc'd; it has the lines of the text. */
static char *
without_backslashes(const char *text, size_t len, size_t *plain_len)
{
	char *plain = mem_copy(text, len), *to = plain;

	for (size_t i = 0, n; i < len; i += n ? n : 1, to++) {
		n = text[i] == '\\' ? read_escape(text + i, len - i, to) : 0;
		if (!n)
			*to = text[i];
	}
	*plain_len = (size_t)(to - plain);
	return plain;
}

/* Calls back with each until that returns false. */
static void
each_secret(const char *text, size_t len, bool (*each)(void *arg, const struct secret *secret), void *arg)
{
	size_t plain_len;
	char *plain = len && memchr(text, '\\', len) ? without_backslashes(text, len, &plain_len) : NULL;
	struct search search = search_in(text, len);
	bool more = true;

	while (more && find_next(&search))
		more = each(arg, &search.found);
	for (search = search_in(plain, plain ? plain_len : 0); more && find_next(&search);)
		more = each(arg, &search.found);
	free(plain);
}

static bool
note_found(void *arg, const struct secret *secret)
{
	(void)secret;
	return !(*(bool *)arg = true);
}

bool
secrets_has(const char *text, size_t len)
{
	bool found = false;

	each_secret(text, len, note_found, &found);
	return found;
}

struct telling {
	const struct rule *rule;
	int line0;
	struct findings *out;
};

static bool
tell(void *arg, const struct secret *secret)
{
	struct telling *t = arg;
	int line = t->line0 + secret->line;

	for (size_t i = 0; i < t->out->n; i++)
		if (t->out->v[i].line == line && t->out->v[i].rule == t->rule)
			return true;
	findings_add(t->out, t->rule, line,
		"this line holds what looks like a credential (%s), and a record never forgets: write <%s> in its "
		"place, and withdraw it where it is a real one",
		secret->kind->id, secret->kind->id);
	return true;
}

void
secrets_judge(const char *text, size_t len, int line0, bool warns, struct findings *out)
{
	each_secret(text, len, tell,
		&(struct telling){warns ? &secret_warned : &text_rules[TEXT_SECRET], line0, out});
}

static bool
mask(void *arg, const struct secret *secret)
{
	struct telling *t = arg;
	char *words = mem_copy(secret->s, secret->len < MASK_BYTES ? secret->len : MASK_BYTES);

	for (size_t i = 0; i < t->out->n; i++) {
		struct finding *f = &t->out->v[i];

		if (f->rule == &secret_warned || (f->line != t->line0 + secret->line && !strstr(f->text, words)))
			continue;
		free(f->text);
		f->text = mem_format("%s (what stands there is not shown)", f->rule->gloss);
	}
	free(words);
	return true;
}

void
secrets_mask(const char *text, size_t len, int line0, struct findings *out)
{
	each_secret(text, len, mask, &(struct telling){&secret_warned, line0, out});
}
