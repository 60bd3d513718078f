/*
 * Text and quotation are folded alike, and pieces are looked for from left to right, each behind the one before it: the
 * leftmost place of a piece that leaves out no negation leaves the most room to the others.
 */
#include "validators/prose/quotable_inner.h"

#include <stdlib.h>
#include <utf8proc.h>
#include "validators/prose/quoting.h"
#include "validators/text/negation.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* -- pieces -- */

struct piece {
	struct reader text;
	bool joined, joins; /* a bracket in the same word stands before it, behind it */
};

static size_t
ellipsis_bytes(const struct reader *r)
{
	static const char *const dots[] = {"…", "⋯", "..."};
	struct reader at = *r;

	for (size_t i = 0; i < sizeof dots / sizeof dots[0]; i++)
		while (skip_text(&at, dots[i]))
			;
	while (at.s > r->s && skip_text(&at, "."))
		;
	return (size_t)(at.s - r->s);
}

/* `[any words]`, on one line; also with full-width brackets. */
struct bracket {
	const char *words, *close; /* close NULL: none begins here */
	size_t mark;
};

static struct bracket
bracket_at(const struct reader *r)
{
	static const char *const marks[][2] = {{"[", "]"}, {"［", "］"}};
	struct bracket b = {.close = NULL};

	for (size_t i = 0; i < sizeof marks / sizeof marks[0] && !b.close; i++) {
		struct reader at = *r;

		if (skip_text(&at, marks[i][0]))
			b = (struct bracket){at.s, memmem(at.s, left(&at), marks[i][1], strlen(marks[i][1])),
				strlen(marks[i][1])};
	}
	return b;
}

static size_t
bracket_bytes(const struct reader *r)
{
	struct bracket b = bracket_at(r);

	return b.close ? (size_t)(b.close + b.mark - r->s) : 0;
}

/* What is left out, or put in, here: its bytes. */
static size_t
gap_bytes(const struct reader *r, bool *bracket)
{
	size_t n = bracket_bytes(r);

	*bracket = n;
	return n ? n : ellipsis_bytes(r);
}

/* The next piece of a quotation: false at its end. */
static bool
next_piece(struct reader *r, struct piece *p)
{
	bool bracket;
	size_t n;

	p->joined = false;
	while (left(r) && ((n = gap_bytes(r, &bracket)) || (n = white_bytes(r->s, r->end)))) {
		p->joined = bracket && left(r) > n && !white_bytes(r->s + n, r->end);
		r->s += n;
	}
	p->text.s = r->s;
	while (left(r) && !gap_bytes(r, &bracket))
		r->s += char_bytes(r->s, r->end);
	p->text.end = r->s;
	p->joins = left(r) && bracket && r->s > p->text.s && !white_bytes_before(p->text.s, r->s);
	return left(&p->text);
}

static bool
in_word(const char *s, const char *end)
{
	if ((unsigned char)*s < 0x80)
		return isalnum((unsigned char)*s) || *s == '-' || *s == '_';
	return !char_parts_words(s, end) && !char_is_dense(s, end);
}

/* Is there an end of a word at `at`? */
static bool
parts_at(const struct quotable *q, const char *at)
{
	const char *begin = q->folded.s, *end = begin + q->folded.n;

	return at == begin || at == end || !in_word(char_before(begin, at), at) || !in_word(at, end);
}

/* -- where a piece stands -- */

static int32_t
lower(const char *s, const char *end)
{
	return utf8proc_tolower(char_at(s, end));
}

/* The first place of a folded piece from `from` on, which is read whole but for its first letter: its end, and in
 * *start where it begins; NULL: none. */
static const char *
find_piece(struct quotable *q, const char *from, const struct folded *f, const struct piece *p, const char **start)
{
	const char *begin = q->folded.s, *end = begin + q->folded.n, *piece_end = f->s + f->n;
	size_t first = char_bytes(f->s, piece_end), rest = f->n - first;

	for (const char *s = from + 1, *at, *letter; s <= end; s = at + 1) {
		at = memmem(s, (size_t)(end - s), f->s + first, rest);
		q->read += (size_t)((at ? at : end) - s) + f->n;
		if (!at || q->read > QUOTABLE_READ_BYTES)
			return NULL;
		letter = char_before(begin, at);
		if (letter >= from && lower(letter, end) == lower(f->s, piece_end) &&
			(p->joined || parts_at(q, letter)) && (p->joins || parts_at(q, at + rest))) {
			*start = letter;
			return at + rest;
		}
	}
	return NULL;
}

/* Without one mark of punctuation at its end, and what stands round it. */
static void
trim(struct folded *f)
{
	if (f->n && strchr(".,;:!?", f->s[f->n - 1]))
		f->n--;
	while (f->n && strchr(" \x1f", f->s[f->n - 1]))
		f->n--;
	f->s[f->n] = '\0';
}

/* Does nothing more that is quoted come? */
static bool
is_last(struct reader words)
{
	struct piece p;

	while (next_piece(&words, &p))
		if (!is_blank(p.text.s, left(&p.text)))
			return false;
	return true;
}

/* -- what is left out beside it -- */

/* So much of what is left out is looked at on either side. */
#define LEFT_OUT_BYTES 240
/* What it counts as read to look there. */
#define LEFT_OUT_READ 16384

/* A place in the folded text, in the one that is shown. */
static const char *
shown_at(const struct quotable *q, const char *folded)
{
	return quotable_shown(q).s + q->folded.at[folded - q->folded.s];
}

/* Behind what ends there. */
static const char *
shown_behind(const struct quotable *q, const char *folded)
{
	const char *last = shown_at(q, folded - 1), *end = quotable_shown(q).end;

	return last + char_bytes(last, end);
}

static size_t
clause_mark(const char *s, const char *end)
{
	struct reader r = {s, end};
	char c;
	size_t n = ascii_form(s, end, &c);

	if (n && strchr(",;:.!?()", c))
		return n;
	if (skip_text(&r, "—") || skip_text(&r, "–") || skip_text(&r, "、"))
		return (size_t)(r.s - s);
	return 0;
}

/* What is left out says "not" of what stands before it, or behind it: in a clause that is left out whole it is of
 * neither. */
static bool
denies_between(struct reader shown, struct reader out, struct reader *negation)
{
	struct reader before = out, behind = out;
	size_t n;

	for (const char *s = out.s; s < out.end; s += n ? n : char_bytes(s, out.end)) {
		if (!(n = clause_mark(s, out.end)))
			continue;
		if (before.end == out.end)
			before.end = s;
		behind.s = s + n;
	}
	if (left(&before) > LEFT_OUT_BYTES)
		before.end = char_before(before.s, before.s + LEFT_OUT_BYTES);
	if (left(&behind) > LEFT_OUT_BYTES)
		behind.s = char_before(behind.s, behind.end - LEFT_OUT_BYTES);
	return negation_within(shown, before, negation) || negation_within(shown, behind, negation);
}

/* A piece that stands at start .. end, the one before it up to `before` (NULL: it is the first), leaves out a negation
 * beside it. */
static bool
cuts(struct quotable *q, const char *before, const char *start, const char *end, bool last, struct cut *cut)
{
	struct reader shown = quotable_shown(q), out = {shown.s, shown_at(q, start)};
	struct reader behind = {shown_behind(q, end), shown.end};
	bool denied;

	q->read += LEFT_OUT_READ;
	cut->quoted = (struct reader){out.end, behind.s};
	if (before) {
		cut->quoted.s = out.s = shown_behind(q, before);
		denied = out.s < out.end && denies_between(shown, out, &cut->negation);
	} else {
		denied = negation_ends(shown, out, &cut->negation);
	}
	return denied || (last && negation_begins(behind, &cut->negation));
}

/* -- the whole -- */

/* Where the next piece stands from `from` on, best without *cut: behind it; NULL: nowhere. */
static const char *
place_piece(struct quotable *q, const char *from, const char *before, const struct piece *p, bool last, struct cut *cut)
{
	char *composed;
	struct folded f = quotable_fold(p->text.s, left(&p->text), &composed);
	const char *found = NULL, *start, *end;
	struct cut here = {.negation = {NULL, NULL}};
	bool more;

	trim(&f);
	more = !is_blank(f.s, f.n);
	if (!more)
		found = from;
	while (more && (end = find_piece(q, from, &f, p, &start))) {
		bool is_cut = cuts(q, before, start, end, last, &here);

		if (!found || !is_cut)
			found = end;
		if (!is_cut) {
			*cut = (struct cut){.negation = {NULL, NULL}};
			break;
		}
		if (found == end)
			*cut = here;
		from = start + char_bytes(start, q->folded.s + q->folded.n);
	}
	free(composed);
	folded_free(&f);
	return found;
}

static enum quoted
place_pieces(struct quotable *q, struct reader words, struct cut *cut)
{
	const char *from = q->folded.s, *before = NULL;
	enum quoted quoted = QUOTED_THERE;
	struct piece p;

	while (from && next_piece(&words, &p)) {
		struct cut here = {.negation = {NULL, NULL}};
		const char *was = from;

		from = place_piece(q, from, before, &p, is_last(words), &here);
		before = from > was ? from : before;
		if (here.negation.s && quoted == QUOTED_THERE) {
			quoted = QUOTED_CUT;
			*cut = here;
		}
	}
	if (q->read > QUOTABLE_READ_BYTES && (!from || quoted == QUOTED_CUT))
		return QUOTED_TOO_MUCH;
	return from ? quoted : QUOTED_OTHERWISE;
}

static bool
has_enough(struct reader words)
{
	struct piece p;

	while (next_piece(&words, &p))
		if (wordcount(p.text.s, left(&p.text)) >= QUOTING_WORDS)
			return true;
	return false;
}

struct reader
quotable_put_in(struct reader words)
{
	struct reader in = {words.s, words.s}, negation;
	size_t n, put_in = 0;
	bool bracket;

	for (; left(&words); words.s += n) {
		struct reader at;

		if (!(n = gap_bytes(&words, &bracket))) {
			if (!(n = white_bytes(words.s, words.end))) {
				n = char_bytes(words.s, words.end);
				put_in = 0;
			}
			continue;
		}
		if (!bracket)
			continue;
		at = (struct reader){bracket_at(&words).words, bracket_at(&words).close};
		in = (struct reader){put_in ? in.s : words.s, words.s + n};
		put_in += wordcount(at.s, left(&at));
		if (put_in > PUT_IN_WORDS || negation_within(at, at, &negation))
			return in;
	}
	return (struct reader){words.end, words.end};
}

/* The text may have brackets itself: then all of it stands there as it is. */
static enum quoted
place_whole(struct quotable *q, struct reader words, enum quoted otherwise, struct cut *cut)
{
	struct piece whole = {.text = words};

	if (wordcount(words.s, left(&words)) < QUOTING_WORDS ||
		!place_piece(q, q->folded.s, NULL, &whole, true, cut))
		return otherwise;
	return cut->negation.s ? QUOTED_CUT : QUOTED_THERE;
}

enum quoted
quotable_place(struct quotable *q, struct reader words, struct cut *cut)
{
	struct reader in = quotable_put_in(words);
	enum quoted quoted = QUOTED_SCRAPS;

	*cut = (struct cut){.negation = {NULL, NULL}};
	if (left(&in))
		quoted = QUOTED_PUT_IN;
	else if (has_enough(words))
		quoted = place_pieces(q, words, cut);
	if (quoted != QUOTED_THERE && quoted != QUOTED_CUT &&
		(memchr(words.s, '[', left(&words)) || memmem(words.s, left(&words), "［", strlen("［"))))
		quoted = place_whole(q, words, quoted, cut);
	return quoted;
}

enum quoted
quotable_find(struct quotable *q, struct reader words)
{
	struct cut cut;

	return quotable_place(q, words, &cut);
}
