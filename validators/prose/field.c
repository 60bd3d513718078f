#include "validators/prose/field.h"

#include <stdint.h>
#include <stdio.h>
#include <utf8proc.h>
#include "validators/text/quote.h"

/* Marks of emphasis that stand there as characters. */
static void
skip_marks(struct reader *r)
{
	while (r->s < r->end && (*r->s == '*' || *r->s == '_' || white_bytes(r->s, r->end)))
		if (!skip_white(r))
			r->s++;
}

/* In any width. */
static bool
skip_wide_words(struct reader *r, const char *words)
{
	for (; *words; words++) {
		char c;
		size_t n = left(r) ? ascii_form(r->s, r->end, &c) : 0;

		if (*words == ' ' ? !skip_white(r) : !n || tolower((unsigned char)c) != tolower((unsigned char)*words))
			return false;
		r->s += *words == ' ' ? 0 : n;
	}
	return true;
}

bool
field_skip_words(struct reader *r, const char *words)
{
	struct reader at = *r;

	if (!field_may_begin(r, words))
		return false;
	skip_marks(&at);
	if (!skip_word(&at, words) && !skip_wide_words(&at, words))
		return false;
	if (left(&at) && isalnum((unsigned char)*at.s))
		return false;
	skip_marks(&at);
	*r = at;
	return true;
}

bool
field_skip(struct reader *r, const char *words)
{
	struct reader at = *r;

	if (!field_skip_words(&at, words) || !skip_char(&at, ':'))
		return false;
	skip_marks(&at);
	*r = at;
	return true;
}

static size_t
next_char(const struct reader *r, int32_t *cp)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)r->s, r->end - r->s, cp);

	return n > 0 ? (size_t)n : 1;
}

/* A colon, or what is seen as one. */
static bool
is_colon(int32_t cp)
{
	static const int32_t colons[] = { ':', ';', 0x02d0, 0x0589, 0x05c3, 0x2236, 0xa789, 0xfe13, 0xfe30, 0xfe55,
		0xff1a, 0xff1b };

	for (size_t i = 0; i < sizeof colons / sizeof colons[0]; i++)
		if (cp == colons[i])
			return true;
	return false;
}

/* Longer beginnings are prose. */
#define LABEL_CHARS 40

/* What stands before the first colon, without the white space and marks round it; empty: there is no such thing. */
static struct reader
label_of(const char *s, size_t len)
{
	struct reader r = { s, s + len }, label;
	int32_t cp;

	skip_marks(&r);
	label = (struct reader){ r.s, r.s };
	for (unsigned i = 0; i < LABEL_CHARS && r.s < r.end; i++) {
		size_t n = next_char(&r, &cp);

		if (is_colon(cp)) {
			/* An address, or a line of a file. */
			if (r.s + n < r.end && (r.s[n] == '/' || isdigit((unsigned char)r.s[n])))
				return label;
			label.end = r.s;
			label = without_white(label);
			while (label.end > label.s && (label.end[-1] == '*' || label.end[-1] == '_'))
				label.end--;
			return label;
		}
		r.s += n;
	}
	return label;
}

bool
field_ends(const char *s, size_t len, const char *words)
{
	struct reader r = without_white((struct reader){ s, s + len });
	const char *last = r.end;
	int32_t cp;

	while (last > r.s && ((unsigned char)*--last & 0xc0) == 0x80)
		;
	if (left(&r) && next_char(&(struct reader){ last, r.end }, &cp) && is_colon(cp))
		return true;
	return field_skip_words(&r, words);
}

/* ` (U+0421)` for a character that may look like one of ASCII. */
static void
print_code(int32_t cp, char out[16])
{
	*out = '\0';
	if (cp >= 0x80)
		snprintf(out, 16, " (U+%04X)", (unsigned)cp);
}

/* The first character of `r` that is not the one of `words`, where all the others are: as Latin words with one letter
 * of another script. */
static int32_t
odd_character(struct reader r, const char *words)
{
	int32_t odd = 0, cp;
	unsigned differing = 0, n = 0;

	for (; r.s < r.end && *words; words++, n++) {
		r.s += next_char(&r, &cp);
		if (cp < 0x80 ? tolower(cp) == tolower((unsigned char)*words) : 0)
			continue;
		odd = odd ? odd : cp;
		differing++;
	}
	return r.s == r.end && !*words && 2 * differing < n && odd >= 0x80 ? odd : 0;
}

void
field_differs(const char *s, size_t len, const char *words, char out[FIELD_DIFFERS_BYTES])
{
	struct reader r = { s, s + len }, label = label_of(s, len);
	char code[16] = "";
	int32_t cp;

	if (field_skip(&(struct reader){ s, s + len }, words)) {
		snprintf(out, FIELD_DIFFERS_BYTES, "which is code or a link");
	} else if (field_skip_words(&r, words) && r.s == r.end) {
		snprintf(out, FIELD_DIFFERS_BYTES, "which has no colon behind `%s`", words);
	} else if (field_skip_words(&(struct reader){ s, s + len }, words)) {
		size_t n = next_char(&r, &cp);
		print_code(cp, code);
		snprintf(out, FIELD_DIFFERS_BYTES, "which has \"%.*s\"%s behind `%s`, where a colon belongs", (int)n,
			r.s, code, words);
	} else if (left(&label)) {
		cp = odd_character(label, words);
		print_code(cp, code);
		snprintf(out, FIELD_DIFFERS_BYTES, "which begins with \"%s\"%s where `%s` belongs",
			quote(label.s, left(&label)).s, code, words);
	} else {
		snprintf(out, FIELD_DIFFERS_BYTES, "which does not begin with `%s:`", words);
	}
}

void
attempts_add(struct attempts *a, const char *s, size_t len, int line, bool begins)
{
	if (a->n < sizeof a->v / sizeof a->v[0])
		a->v[a->n++] = (struct attempt){ .s = s, .len = len, .line = line, .begins = begins };
}

const struct attempt *
attempts_take(struct attempts *a, const char *words)
{
	struct attempt *next = NULL;

	for (unsigned i = a->n; i-- > 0;) {
		struct attempt *at = &a->v[i];
		struct reader label = label_of(at->s, at->len);

		if (at->told)
			continue;
		if (field_skip_words(&(struct reader){ at->s, at->s + at->len }, words)) {
			at->told = true;
			return at;
		}
		if (left(&label))
			next = at;
	}
	if (next)
		next->told = true;
	return next;
}
