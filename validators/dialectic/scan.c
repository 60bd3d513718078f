#include "validators/dialectic/scan.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "validators/dialectic/json.h"
#include "validators/dialectic/place.h"
#include "validators/text/mem.h"

/* The end of a string whose first quote is at `at`: behind the last one, or the end of the text. */
static size_t
string_end(const struct scan *sc, size_t at)
{
	for (at++; at < sc->len && sc->s[at] != '"'; at++)
		if (sc->s[at] == '\\')
			at++;
	return at < sc->len ? at + 1 : sc->len;
}

static void
scan_string(struct scan *sc)
{
	size_t end = string_end(sc, sc->at);

	if (sc->wants_key && sc->depth) {
		struct level *top = &sc->levels[sc->depth - 1];

		top->key = sc->s + sc->at + 1;
		top->key_len = end - sc->at >= 2 ? end - sc->at - 2 : 0;
	}
	sc->at = end;
}

static void
scan_mark(struct scan *sc)
{
	char c = sc->s[sc->at++];
	struct level *top = sc->depth ? &sc->levels[sc->depth - 1] : NULL;

	sc->line += c == '\n';
	if (c == '{' || c == '[') {
		if (sc->depth < LIMIT_NESTING)
			sc->levels[sc->depth] = (struct level){ .array = c == '[' };
		sc->depth++;
		sc->wants_key = c == '{';
	} else if ((c == '}' || c == ']') && top) {
		sc->depth--;
		sc->wants_key = false;
	} else if (c == ',' && top) {
		top->index++;
		top->key = NULL;
		sc->wants_key = !top->array;
	} else if (c == ':') {
		sc->wants_key = false;
	}
}

bool
scan_to(struct scan *sc, size_t end)
{
	while (sc->at < end && sc->depth <= LIMIT_NESTING) {
		if (sc->s[sc->at] == '"')
			scan_string(sc);
		else
			scan_mark(sc);
	}
	return sc->depth <= LIMIT_NESTING;
}

void
scan_print(const struct scan *sc, UT_string *out)
{
	for (unsigned i = 0; i < sc->depth && i < LIMIT_NESTING; i++) {
		const struct level *l = &sc->levels[i];

		if (l->array)
			path_add_item(out, l->index);
		else if (l->key)
			path_add_key(out, l->key, l->key_len);
	}
}

/* -- numbers --------------------------------------------------------------------------------------------------------------------- */

static size_t
digits(const char *s, const char *end)
{
	size_t n = 0;

	while (s + n < end && isdigit((unsigned char)s[n]))
		n++;
	return n;
}

/* How long the number is that begins here, as JSON writes them; 0: none does. */
static size_t
number_len(const char *s, const char *end)
{
	const char *at = s + (s < end && *s == '-');
	size_t n = digits(at, end);

	if (!n || (n > 1 && *at == '0'))
		return 0;
	at += n;
	if (at < end && *at == '.') {
		if (!(n = digits(at + 1, end)))
			return 0;
		at += 1 + n;
	}
	if (at < end && (*at == 'e' || *at == 'E')) {
		at += 1 + (at + 1 < end && (at[1] == '+' || at[1] == '-'));
		if (!(n = digits(at, end)))
			return 0;
		at += n;
	}
	return (size_t)(at - s);
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

/* Is it one that the format reads? */
static bool
is_score(const struct scan *sc)
{
	static const char *const scores[] = { "score", "old_score", "new_score" };
	const struct level *top = sc->depth ? &sc->levels[sc->depth - 1] : NULL;
	bool known = true, score = false;

	for (unsigned i = 0; i < sc->depth; i++)
		known = known && (sc->levels[i].array || (sc->levels[i].key && handin_key(sc->levels[i].key, sc->levels[i].key_len)));
	for (size_t i = 0; i < sizeof scores / sizeof scores[0] && top && top->key; i++)
		score = score || (top->key_len == strlen(scores[i]) && !memcmp(top->key, scores[i], top->key_len));
	return known && score;
}

void
scan_tame(const char *s, size_t len, UT_string *out)
{
	struct scan sc = { .s = s, .len = len };

	while (sc.at < len) {
		size_t from = sc.at, n = number_len(s + from, s + len);

		if (n && is_too_big(s + from, n) && !is_score(&sc)) {
			utstring_printf(out, "{\"number\":\"%.*s\"}", (int)n, s + from);
			sc.at += n;
			continue;
		}
		scan_to(&sc, from + (n ? n : 1));
		assert(sc.at > from);
		utstring_bincpy(out, s + from, sc.at - from);
	}
}
