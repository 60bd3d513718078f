#include "fs/duel/words.h"

#include <stdlib.h>
#include <string.h>
#include <utstring.h>
#include "validators/mem.h"

/* Read one bare or quoted piece up to a space (or, where `to_equals`, an '='). NULL: an open quote, or something right behind a quote. */
static const char *
piece(const char *p, const char *end, bool to_equals, UT_string *out, bool *quoted)
{
	*quoted = p < end && *p == '"';
	if (!*quoted) {
		const char *begin = p;
		while (p < end && *p != ' ' && *p != '\t' && !(to_equals && *p == '='))
			p++;
		utstring_bincpy(out, begin, (size_t)(p - begin));
		return p;
	}
	for (p++; p < end && *p != '"'; p++) {
		if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\'))
			p++;
		utstring_bincpy(out, p, 1);
	}
	if (p == end || (p + 1 < end && p[1] != ' ' && p[1] != '\t'))
		return NULL;
	return p + 1;
}

static const char *
word(const char *p, const char *end, struct word *w)
{
	UT_string s;
	bool quoted;
	utstring_init(&s);
	p = piece(p, end, true, &s, &w->quoted);
	if (p && !w->quoted && p < end && *p == '=') {
		w->key = mem_copy(utstring_body(&s), utstring_len(&s));
		utstring_clear(&s);
		p = piece(p + 1, end, false, &s, &quoted);
		w->value = mem_copy(utstring_body(&s), utstring_len(&s));
	} else {
		w->text = mem_copy(utstring_body(&s), utstring_len(&s));
	}
	utstring_done(&s);
	return p;
}

const char *
words_split(const char *line, size_t len, struct words *out)
{
	const char *p = line, *end = line + len;
	*out = (struct words){0};
	for (;;) {
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
		if (p == end)
			return NULL;
		if (out->n == WORDS_MAX)
			return "there are too many words in this line";
		p = word(p, end, &out->v[out->n++]);
		if (!p)
			return "a double quote is open at the end, or something stands right behind one";
	}
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

char *
words_whole(const struct word *w)
{
	if (w->text)
		return mem_strdup(w->text);
	char *s = mem_check(malloc(strlen(w->key) + strlen(w->value) + 2));
	strcpy(s, w->key);
	strcat(s, "=");
	return strcat(s, w->value);
}
