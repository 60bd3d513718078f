#include "fs/util/words.h"

#include <stdlib.h>
#include <string.h>
#include <utstring.h>
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

/* Longer words are near to nothing that anybody knows. */
#define NEAR_MAX 16

/* Between words: how long what parts them is here; 0: nothing does. */
static size_t
space_bytes(const char *p, const char *end)
{
	static const char ideographic[] = "\u3000";
	size_t len = sizeof ideographic - 1;
	if (p < end && (*p == ' ' || *p == '\t'))
		return 1;
	return (size_t)(end - p) >= len && !memcmp(p, ideographic, len) ? len : 0;
}

/* Read one bare or quoted piece up to a space (or, where `to_equals`, an '='). NULL: an open quote, or something right
 * behind a quote. */
static const char *
read_piece(const char *p, const char *end, bool to_equals, UT_string *out, bool *quoted)
{
	*quoted = p < end && *p == '"';
	if (!*quoted) {
		const char *begin = p;
		while (p < end && !space_bytes(p, end) && !(to_equals && *p == '='))
			p++;
		utstring_bincpy(out, begin, (size_t)(p - begin));
		return p;
	}
	for (p++; p < end && *p != '"'; p++) {
		if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\'))
			p++;
		utstring_bincpy(out, p, 1);
	}
	if (p == end || (p + 1 < end && !space_bytes(p + 1, end)))
		return NULL;
	return p + 1;
}

const char *
words_split(const char *line, size_t len, struct words *out)
{
	const char *p = line, *end = line + len, *fault = NULL;
	bool quoted;
	UT_string s;
	*out = (struct words){0};
	utstring_init(&s);
	while (!fault) {
		for (size_t n; (n = space_bytes(p, end)); p += n)
			;
		if (p == end)
			break;
		if (out->n == WORDS_MAX) {
			fault = "there are too many words in this line";
			break;
		}
		struct word *w = &out->v[out->n++];
		utstring_clear(&s);
		p = read_piece(p, end, true, &s, &w->quoted);
		if (p && !w->quoted && p < end && *p == '=') {
			w->key = mem_copy(utstring_body(&s), utstring_len(&s));
			utstring_printf(&s, "=");
			p = read_piece(p + 1, end, false, &s, &quoted);
			size_t at = strlen(w->key) + 1;
			w->value = mem_copy(utstring_body(&s) + at, utstring_len(&s) - at);
		}
		w->text = mem_copy(utstring_body(&s), utstring_len(&s));
		if (!p)
			fault = "a double quote is open at the end, or something stands right behind one";
	}
	utstring_done(&s);
	return fault;
}

bool
words_open(const char *line, size_t len)
{
	bool open = false, begins = true;
	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		n = open ? 0 : space_bytes(line + i, line + len);
		if (open && line[i] == '\\')
			i++;
		else if (line[i] == '"' && (open || begins))
			open = !open;
		begins = n || line[i] == '=';
	}
	return open;
}

void
words_free(struct words *w)
{
	for (size_t i = 0; i < w->n; i++) {
		free(w->v[i].text);
		free(w->v[i].key);
		free(w->v[i].value);
	}
	w->n = 0;
}

bool
words_near(const char *s, size_t len, const char *known)
{
	size_t n = strlen(known);
	return len <= NEAR_MAX && n <= NEAR_MAX && name_edits(s, len, known, n) <= (n < 5 ? 1 : 2);
}

bool
words_sign(const char *name)
{
	static const char parts[] = " =:\"'";
	for (const char *s = name; *s;) {
		size_t len = strcspn(s, parts);
		const char *next = s + len, *behind = next + strspn(next, parts);
		bool assigned = memchr(next, '=', (size_t)(behind - next)) ||
			memchr(next, ':', (size_t)(behind - next));
		if (len && *behind && words_near(s, len, "token") &&
			(assigned || strcspn(behind, " ") >= LIMIT_TOKEN_MIN_BYTES))
			return true;
		s = behind;
	}
	return false;
}
