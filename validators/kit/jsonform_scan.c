#include "validators/kit/jsonform_inner.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/words.h"

bool
token_is_empty(const struct token *t)
{
	return t->s == t->end;
}

bool
token_in_word(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_+-.", c));
}

struct token
token_next(const char *s, const char *end)
{
	struct token t;

	while (s < end && *s && strchr(" \t\n\r", *s))
		s++;
	t = (struct token){ .s = s, .end = s };
	if (s == end)
		return t;
	t.end += char_bytes(s, end);
	t.text = *s == '"';
	if (t.text) {
		while (t.end < end && *t.end != '"')
			t.end += *t.end == '\\' && t.end + 1 < end ? 2 : 1;
		t.closed = t.end < end;
		t.end += t.closed;
	} else if (token_in_word(*s)) {
		while (t.end < end && token_in_word(*t.end))
			t.end++;
	}
	return t;
}

/* -- where it is -- */

static void
meet(struct scan *sc, const struct token *t)
{
	struct level *top = sc->depth ? &sc->levels[sc->depth - 1] : NULL;

	sc->json.s = t->end;
	if (t->text && sc->wants_key && top) {
		top->key = t->s + 1;
		top->key_len = t->end - t->s >= 2 ? (size_t)(t->end - t->s) - 2 : 0;
	} else if (*t->s == '{' || *t->s == '[') {
		if (sc->depth < LIMIT_NESTING)
			sc->levels[sc->depth] = (struct level){ .array = *t->s == '[' };
		sc->depth++;
		sc->wants_key = *t->s == '{';
	} else if ((*t->s == '}' || *t->s == ']') && top) {
		sc->depth--;
		sc->wants_key = false;
	} else if (*t->s == ',' && top) {
		top->index++;
		top->key = NULL;
		sc->wants_key = !top->array;
	} else if (*t->s == ':') {
		sc->wants_key = false;
	}
}

bool
scan_to(struct scan *sc, const char *end)
{
	while (sc->depth <= LIMIT_NESTING) {
		struct token t = token_next(sc->json.s, sc->json.end);

		if (token_is_empty(&t) || t.s >= end)
			return true;
		meet(sc, &t);
	}
	return false;
}

void
scan_print(const struct scan *sc, const struct jsonform *jf, UT_string *out)
{
	for (unsigned i = 0; i < sc->depth && i < LIMIT_NESTING; i++) {
		const struct level *l = &sc->levels[i];

		if (l->array)
			utstring_printf(out, "[%zu]", l->index);
		else if (l->key)
			path_add_key(jf, l->key, l->key_len, out);
	}
}

/* -- numbers -- */

static bool
skip_digits(struct reader *r)
{
	const char *from = r->s;

	while (left(r) && isdigit((unsigned char)*r->s))
		r->s++;
	return r->s > from;
}

/* How long the number is that begins here, as JSON writes them; 0: none does. */
static size_t
number_len(const struct token *t)
{
	struct reader r = { t->s, t->end };

	skip_text(&r, "-");
	if (!skip_text(&r, "0") && !skip_digits(&r))
		return 0;
	if (left(&r) && isdigit((unsigned char)*r.s))
		return 0;
	if (skip_text(&r, ".") && !skip_digits(&r))
		return 0;
	if (skip_word(&r, "e")) {
		if (!skip_text(&r, "+"))
			skip_text(&r, "-");
		if (!skip_digits(&r))
			return 0;
	}
	return (size_t)(r.s - t->s);
}

/* More than 64 bits, or more than a double. */
static bool
is_too_big(const char *s, size_t len)
{
	char *number = mem_copy(s, len);
	bool big;

	errno = 0;
	if (strpbrk(number, ".eE"))
		big = fabs(strtod(number, NULL)) == HUGE_VAL;
	else
		big = strtoll(number, NULL, 10) && errno == ERANGE;
	free(number);
	return big;
}

/* Does it stand where a row wants a number, below keys that all have one? */
static bool
is_wanted(const struct scan *sc, const struct jsonform *jf)
{
	const struct form_row *row = NULL;

	for (unsigned i = 0; i < sc->depth; i++) {
		const struct level *l = &sc->levels[i];

		row = l->key ? jsonform_row(jf, l->key, l->key_len) : NULL;
		if (!l->array && !row)
			return false;
	}
	return row && row->kind == FORM_NUMBER;
}

void
scan_tame(struct reader json, const struct jsonform *jf, UT_string *out)
{
	struct scan sc = { .json = json };

	for (;;) {
		const char *from = sc.json.s;
		struct token t = token_next(from, json.end);
		size_t n = token_is_empty(&t) ? 0 : number_len(&t);

		utstring_bincpy(out, from, (size_t)(t.s - from));
		if (token_is_empty(&t))
			return;
		if (n && is_too_big(t.s, n) && !is_wanted(&sc, jf)) {
			utstring_printf(out, "{\"number\":\"%.*s\"}", (int)n, t.s);
			sc.json.s = t.s + n;
			continue;
		}
		meet(&sc, &t);
		utstring_bincpy(out, t.s, (size_t)(t.end - t.s));
	}
}
