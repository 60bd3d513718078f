/*
 * A text is read once: references and quotations in order, each quotation with the reference that is beside it. Then
 * quotations are looked up. A text of the library is folded when something is first looked up in it, with the place
 * that each folded byte came from, so that a part of it is a range of the folded text.
 */
#include "validators/kit/quotes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <utf8proc.h>
#include "validators/kit/source.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* A piece says so much: a word counts twice, a letter of a dense script once. */
#define PIECE_LEAST 6
#define SHOWN_BYTES 60
/* `[words]` are so many bytes at most. */
#define GAP_BYTES 200
/* A word is looked up by so many bytes: the shortest piece has three letters and two spaces. */
#define WORD_BYTES 5
/* What it takes to look at one place where a piece may stand, and at a byte where words do not tell. */
#define PLACE_COST 64
#define BYTE_COST 4
/* Code spans of longer marks are read as text. */
#define BACKTICKS_MOST 16

/* -- folding -- */

static const char *const quote_marks[] = {"\"", "'", "“", "”", "„", "‟", "«", "»", "‹", "›", "「", "」", "『", "』",
	"‘", "’", "‚", "＂", "ʼ", "´", NULL};

static bool
skip_quote_mark(struct reader *r)
{
	for (const char *const *mark = quote_marks; *mark; mark++)
		if (skip_text(r, *mark))
			return true;
	return false;
}

struct folded {
	char *s;
	uint32_t *origin; /* of each byte, and of the end */
	size_t n;
	/* Where words begin, by what they begin with: those of a hash are places[first[hash]] up to first[hash + 1].
	 * NULL: nobody looks by words. */
	uint32_t *places, *first;
	unsigned bits;    /* of a hash */
};

static void
put_folded(struct folded *f, char c, size_t origin)
{
	f->s[f->n] = c;
	f->origin[f->n++] = (uint32_t)origin;
}

/* `begins`: a line begins where the text does; a `>` there is none of its characters. */
static struct folded
fold(struct reader text, bool begins)
{
	size_t room = left(&text) + 1;
	struct folded f = {.s = mem_calloc(room, 1), .origin = mem_calloc(room, sizeof *f.origin)};
	bool alone;

	for (struct reader r = text; r.s < r.end;) {
		size_t at = (size_t)(r.s - text.s);
		struct reader white = r;

		if (isalnum((unsigned char)*r.s)) { /* nearly all there is */
			put_folded(&f, *r.s++, at);
			begins = false;
		} else if (skip_white(&white)) {
			begins = memchr(r.s, '\n', (size_t)(white.s - r.s));
			if (f.n && f.s[f.n - 1] != ' ' && f.s[f.n - 1] != '-')
				put_folded(&f, ' ', at);
			r = white;
		} else if (*r.s == '\\' || (begins && *r.s == '>')) {
			r.s++;
		} else if (skip_emphasis(&r)) {
			continue;
		} else if (skip_quote_mark(&r)) {
			put_folded(&f, '\'', at);
		} else if (skip_dash(&r, &alone)) {
			if (f.n && f.s[f.n - 1] == ' ')
				f.n--;
			if (!f.n || f.s[f.n - 1] != '-')
				put_folded(&f, '-', at);
			begins = false;
		} else {
			for (size_t n = char_bytes(r.s, r.end); n; n--, r.s++)
				put_folded(&f, *r.s, at);
			begins = false;
		}
	}
	f.origin[f.n] = (uint32_t)left(&text);
	return f;
}

static void
folded_free(struct folded *f)
{
	free(f->s);
	free(f->origin);
	free(f->places);
	free(f->first);
	*f = (struct folded){0};
}

/* Does a word begin here, which is so long with what is behind it that it has a hash? */
static bool
begins_word(const char *s, size_t at, size_t n)
{
	if (at + WORD_BYTES > n)
		return false;
	return (unsigned char)s[at] >= 0xc0 ||
	       (isalnum((unsigned char)s[at]) && (!at || !isalnum((unsigned char)s[at - 1])));
}

/* Its upper bits are its place in a table. */
static uint64_t
hash_word(const char *s)
{
	uint64_t word = 0;

	memcpy(&word, s, WORD_BYTES);
	return word * UINT64_C(0x9e3779b97f4a7c15);
}

/* Sorted by hash, and by place where that is the same. */
static void
index_words(struct folded *f)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		n += begins_word(f->s, i, f->n);
	for (f->bits = 1; (size_t)1 << f->bits < n; f->bits++)
		;
	f->places = mem_calloc(n, sizeof *f->places);
	f->first = mem_calloc(((size_t)1 << f->bits) + 2, sizeof *f->first);
	for (size_t i = 0; i < f->n; i++)
		if (begins_word(f->s, i, f->n))
			f->first[(hash_word(f->s + i) >> (64 - f->bits)) + 2]++;
	for (size_t i = 2; i < ((size_t)1 << f->bits) + 2; i++)
		f->first[i] += f->first[i - 1];
	for (size_t i = 0; i < f->n; i++)
		if (begins_word(f->s, i, f->n))
			f->places[f->first[(hash_word(f->s + i) >> (64 - f->bits)) + 1]++] = (uint32_t)i;
}

void
folding_free(struct folding *folding)
{
	struct folded *f = atomic_load(&folding->made);

	if (f)
		folded_free(f);
	free(f);
}

/* The first folded byte that came from `offset` or from behind it. */
static size_t
folded_from(const struct folded *f, size_t offset)
{
	size_t low = 0, high = f->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (f->origin[middle] < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* -- pieces of a quotation -- */

struct piece {
	struct reader text;
	bool cut_before, cut_behind; /* within a word, by a bracket or dots */
};

static bool
skip_dots(struct reader *r)
{
	return skip_text(r, "…") || skip_text(r, "...");
}

/* `…`, `...` or `[words]`. */
static bool
skip_gap(struct reader *r)
{
	struct reader at = *r;
	const char *close = NULL;

	if (skip_dots(r))
		return true;
	if (skip_text(&at, "["))
		close = memchr(at.s, ']', left(&at) < GAP_BYTES ? left(&at) : GAP_BYTES);
	if (!close || memchr(at.s, '[', (size_t)(close - at.s)))
		return false;
	r->s = close + 1;
	return true;
}

static bool
is_letter(const char *s, const char *end)
{
	return s < end && !char_parts_words(s, end) && !char_is_dense(s, end);
}

/* The next piece of a quotation; false: there is none. */
static bool
next_piece(struct reader *r, struct piece *piece)
{
	const char *from = r->s;

	while (skip_gap(r))
		;
	if (r->s == r->end)
		return false;
	*piece = (struct piece){.text.s = r->s, .cut_before = r->s > from && is_letter(r->s, r->end)};
	for (struct reader gap = *r; r->s < r->end && !skip_gap(&gap); gap = *r)
		r->s += char_bytes(r->s, r->end);
	piece->text.end = r->s;
	piece->cut_behind = r->s < r->end && is_letter(char_before(piece->text.s, r->s), r->s);
	return true;
}

static bool
piece_counts(struct reader text)
{
	size_t says = 0;
	struct word w;

	while (says < PIECE_LEAST && word_next(&text, &w))
		says += script_is_dense(w.script) ? 1 : 2;
	return says >= PIECE_LEAST;
}

/* Without the punctuation at its end. */
static struct reader
without_stop(struct reader r)
{
	char c;

	size_t n;

	while (r = without_white(r), left(&r) && (n = ascii_form_before(r.s, r.end, &c)) && strchr(".,;:!?", c))
		r.end -= n;
	return r;
}

/* -- looking up -- */

struct search {
	const struct library *library;
	struct folded *folded; /* of each text of the library that nobody keeps; without bytes: not yet */
	size_t cost_left;
};

/* A piece that counts, folded; and where a quotation begins with it, with its first letter in the other case. */
struct needle {
	struct piece piece;
	struct form {
		char *s; /* NULL: there is no such */
		size_t len;
		struct form_word {
			uint64_t hash;
			size_t behind; /* so many bytes */
		} *words;
		size_t n;
	} forms[2];
};

struct needles {
	struct needle *v;
	size_t n;
};

/* Takes the string. */
static struct form
form_of(char *s, size_t len, bool cut_before)
{
	struct form form = {.s = s, .len = len};

	for (size_t i = cut_before; i < len; i++)
		if (begins_word(s, i, len))
			*GROW(form.words, form.n) = (struct form_word){hash_word(s + i), i};
	return form;
}

/* The same with its first letter in the other case; malloc'd, or NULL: it has none. */
static char *
other_case(const char *s, size_t len)
{
	int32_t cp = len ? char_at(s, s + len) : 0, lower = utf8proc_tolower(cp);
	int32_t instead = lower == cp ? utf8proc_toupper(cp) : lower;
	char *other = instead == cp ? NULL : mem_calloc(len + 5, 1);

	if (other)
		strcpy(other + utf8proc_encode_char(instead, (utf8proc_uint8_t *)other), s + char_bytes(s, s + len));
	return other;
}

/* Without needles: the quotation has no piece that counts. */
static struct needles
needles_of(struct reader quotation)
{
	struct needles needles = {0};
	struct piece piece;

	for (bool beginning = true; next_piece(&quotation, &piece); beginning = false) {
		struct folded folded;
		char *other;

		if (!piece_counts(piece.text))
			continue;
		folded = fold(without_stop(piece.text), false);
		free(folded.origin);
		other = beginning ? other_case(folded.s, folded.n) : NULL;
		*GROW(needles.v, needles.n) = (struct needle){piece,
			{form_of(folded.s, folded.n, piece.cut_before),
				form_of(other, other ? strlen(other) : 0, piece.cut_before)}};
	}
	return needles;
}

static void
needles_free(struct needles *needles)
{
	for (size_t i = 0; i < needles->n; i++)
		for (unsigned k = 0; k < 2; k++) {
			free(needles->v[i].forms[k].s);
			free(needles->v[i].forms[k].words);
		}
	free(needles->v);
}

static void
spend(struct search *search, size_t cost)
{
	search->cost_left -= cost < search->cost_left ? cost : search->cost_left;
}

static bool
stands_whole(const struct folded *f, const struct piece *piece, size_t at, size_t len)
{
	const char *s = f->s + at, *end = s + len, *last = f->s + f->n;

	if (!piece->cut_before && at && is_letter(s, last) && is_letter(char_before(f->s, s), s))
		return false;
	return piece->cut_behind || !is_letter(end, last) || !is_letter(char_before(f->s, end), end);
}

/* Places of a text at which a word begins that is `behind` bytes in a piece. */
struct places {
	const uint32_t *from, *to; /* NULL: no word of the piece tells */
	size_t behind;
};

/* Those of its rarest word. */
static struct places
rarest_word(const struct folded *f, const struct form *form)
{
	struct places rarest = {0};

	for (size_t i = 0; i < form->n && (!i || rarest.from < rarest.to); i++) {
		const uint32_t *first = &f->first[form->words[i].hash >> (64 - f->bits)];

		if (!i || first[1] - first[0] < rarest.to - rarest.from)
			rarest = (struct places){f->places + first[0], f->places + first[1], form->words[i].behind};
	}
	return rarest;
}

/* The first of these places that is not before `at`. */
static const uint32_t *
place_from(const uint32_t *from, const uint32_t *to, size_t at)
{
	while (from < to) {
		const uint32_t *middle = from + (to - from) / 2;

		if (*middle < at)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* Where a folded piece first stands from `at` to `to`; SIZE_MAX: nowhere. */
static size_t
find_by_word(struct search *search, const struct folded *f, const struct piece *piece, const struct form *form,
	const struct places *places, size_t at, size_t to)
{
	for (const uint32_t *place = place_from(places->from, places->to, at + places->behind); place < places->to;
		place++) {
		size_t from = *place - places->behind;

		if (from + form->len > to || !search->cost_left)
			break;
		spend(search, PLACE_COST + form->len);
		if (!memcmp(f->s + from, form->s, form->len) && stands_whole(f, piece, from, form->len))
			return from;
	}
	return SIZE_MAX;
}

static size_t
find_by_bytes(struct search *search, const struct folded *f, const struct piece *piece, const struct form *form,
	size_t at, size_t to)
{
	for (; form->len && at + form->len <= to && search->cost_left; at++) {
		const char *hit = memmem(f->s + at, to - at, form->s, form->len);
		size_t from = hit ? (size_t)(hit - f->s) : to;

		spend(search, BYTE_COST * (form->len + from - at));
		if (!hit)
			break;
		if (stands_whole(f, piece, from, form->len))
			return from;
		at = from;
	}
	return SIZE_MAX;
}

/* In either form, what stands first. *at: behind it. */
static size_t
find_needle(struct search *search, const struct folded *f, const struct needle *needle, size_t *at, size_t to)
{
	size_t found = SIZE_MAX, from = *at;

	for (const struct form *form = needle->forms; form < needle->forms + 2 && form->s; form++) {
		struct places places = f->first ? rarest_word(f, form) : (struct places){0};
		size_t place = places.from ? find_by_word(search, f, &needle->piece, form, &places, from, to)
					   : find_by_bytes(search, f, &needle->piece, form, from, to);

		if (place < found) {
			found = to = place;
			*at = place + form->len;
		}
	}
	return found;
}

/* Do the pieces of a quotation stand in [at, to) of a folded text, in their order? *offset: where the first does. */
static bool
needles_stand(struct search *search, const struct folded *f, const struct needles *needles, size_t at, size_t to,
	size_t *offset)
{
	for (size_t i = 0; i < needles->n; i++) {
		size_t found = find_needle(search, f, &needles->v[i], &at, to);

		if (found == SIZE_MAX)
			return false;
		if (!i)
			*offset = f->origin[found];
	}
	return needles->n;
}

/* A text of the library, folded: by whoever looks in it first, for all. */
static const struct folded *
folded_of(struct search *search, size_t which)
{
	struct folding *folding = search->library->kept ? search->library->kept[which] : NULL;
	struct folded *f = folding ? atomic_load(&folding->made) : &search->folded[which], *made = NULL;

	if (f && f->s)
		return f;
	if (folding)
		f = made = mem_calloc(1, sizeof *f);
	*f = fold(search->library->v[which], true);
	index_words(f);
	if (!folding || atomic_compare_exchange_strong(&folding->made, &(struct folded *){NULL}, made))
		return f;
	folded_free(made);
	free(made);
	return atomic_load(&folding->made);
}

static bool
stands_in(struct search *search, const struct needles *needles, size_t which, struct reader part, size_t *offset)
{
	if (!search->cost_left)
		return false;
	if (which == SAID_OUTSIDE) {
		struct folded alone = fold(part, true);

		spend(search, left(&part));
		bool stands = needles_stand(search, &alone, needles, 0, alone.n, offset);

		folded_free(&alone);
		return stands;
	}
	struct reader text = search->library->v[which];

	if (part.s < text.s || part.end > text.end)
		return false;
	const struct folded *f = folded_of(search, which);
	size_t from = part.s == text.s ? 0 : folded_from(f, (size_t)(part.s - text.s));
	size_t to = part.end == text.end ? f->n : folded_from(f, (size_t)(part.end - text.s));
	return needles_stand(search, f, needles, from, to, offset);
}

bool
quotation_stands(struct reader quotation, const struct library *library, size_t which, struct reader part)
{
	struct search search = {library, mem_calloc(library->n, sizeof *search.folded), QUOTES_COST};
	struct needles needles = needles_of(quotation);
	size_t offset;
	bool stands = !needles.n || stands_in(&search, &needles, which, part, &offset);

	needles_free(&needles);
	for (size_t i = 0; i < library->n; i++)
		folded_free(&search.folded[i]);
	free(search.folded);
	return stands;
}

/* -- reading the text -- */

struct quotation {
	struct reader all, text; /* with and without its marks */
	int line;
	size_t unit;
	bool beside;
	struct ref ref;          /* beside it */
	struct needles needles;
	bool found, anywhere;    /* it stands there; it may stand in any text of the library */
	size_t which, offset;
};

struct scan {
	const struct parsed *p;
	struct quotation *v;
	size_t n;
	bool *refers;            /* does each unit, an item or a paragraph, refer to a text? */
	size_t units;
	struct mark {
		struct ref ref;
		int line;
	} *marks;                /* references at the heads of entries */
	size_t n_marks;
	struct ref_scan refs;
};

/* A pair of marks, and whether one is known to open nothing in the rest of its passage. */
static const struct {
	const char *open, *close, *other;
} pairs[] = {{"\"", "\"", NULL}, {"“", "”", NULL}, {"„", "“", "”"}, {"«", "»", NULL}, {"「", "」", NULL},
	{"『", "』", NULL}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static const char *
find_text(const char *s, const char *end, const char *text)
{
	return text ? memmem(s, (size_t)(end - s), text, strlen(text)) : NULL;
}

/* The quotation that begins at r->s; moves past it. */
static bool
read_quotation(struct reader *r, const char *before, bool unclosed[PAIRS], struct quotation *q)
{
	for (unsigned i = 0; i < PAIRS; i++) {
		struct reader at = *r;
		const char *close, *other;

		if (unclosed[i] || !skip_text(&at, pairs[i].open))
			continue;
		if (!i && r->s > before && is_letter(char_before(before, r->s), r->s))
			continue;
		close = find_text(at.s, at.end, pairs[i].close);
		other = find_text(at.s, close ? close : at.end, pairs[i].other);
		if (!close && !other) {
			unclosed[i] = true;
			continue;
		}
		q->text = between(at.s, other ? other : close);
		at.s = q->text.end + strlen(other ? pairs[i].other : pairs[i].close);
		q->all = between(r->s, at.s);
		*r = at;
		return true;
	}
	return false;
}

bool
quotation_next(struct reader *r, struct reader *quotation)
{
	bool unclosed[PAIRS] = {0};
	struct quotation q;

	for (const char *before = r->s; r->s < r->end; r->s += char_bytes(r->s, r->end))
		if (read_quotation(r, before, unclosed, &q)) {
			*quotation = q.text;
			return true;
		}
	return false;
}

/* Move past a code span. */
static bool
skip_code(struct reader *r, bool unclosed[BACKTICKS_MOST + 1])
{
	size_t n = 0, run;

	while (r->s + n < r->end && r->s[n] == '`')
		n++;
	if (!n)
		return false;
	if (n <= BACKTICKS_MOST && !unclosed[n])
		for (const char *s = r->s + n; s < r->end; s += run ? run : 1) {
			for (run = 0; s + run < r->end && s[run] == '`'; run++)
				;
			if (run == n) {
				r->s = s + n;
				return true;
			}
		}
	if (n <= BACKTICKS_MOST)
		unclosed[n] = true;
	r->s += n;
	return true;
}

/* What may stand between a reference and the quotation behind it. */
static void
skip_to_quotation(struct reader *r)
{
	while (skip_emphasis(r) || skip_char(r, ')') || skip_char(r, ']'))
		;
	skip_white(r);
	if (skip_char(r, ':'))
		skip_emphasis(r);
	skip_white(r);
}

/* Does a quotation that begins at `quote` stand right behind a reference that ends at `at`? */
static bool
stands_behind(const char *at, const char *quote)
{
	struct reader r = between(at, quote);

	skip_to_quotation(&r);
	return r.s == quote;
}

bool
quotation_behind(struct reader r, struct reader *quotation)
{
	bool unclosed[PAIRS] = {0};
	const char *before = r.s;
	struct quotation q;

	skip_to_quotation(&r);
	if (!left(&r) || !read_quotation(&r, before, unclosed, &q))
		return false;
	*quotation = q.text;
	return true;
}

/* Is there a reference in brackets right behind a quotation? */
static bool
ref_behind(const struct grammar *by, struct reader r, struct ref *ref)
{
	skip_emphasis(&r);
	skip_white(&r);
	return skip_char(&r, '(') && ref_read(by->refs, by->source, r.s, &r, ref) && skip_char(&r, ')');
}

/* Does it begin with a reference, with a colon behind that? */
static bool
has_mark(const struct grammar *by, struct reader r, struct ref *ref)
{
	skip_emphasis(&r);
	if (!ref_read(by->refs, by->source, r.s, &r, ref))
		return false;
	skip_emphasis(&r);
	skip_white(&r);
	return skip_char(&r, ':');
}

/* `entry`: it is one of a list in an item or a label. */
static void
read_passage(struct scan *scan, const struct passage *passage, bool entry)
{
	const struct grammar *by = &scan->p->by;
	const struct item *item = passage->item ? &scan->p->items[passage->item - 1] : NULL;
	bool unclosed[PAIRS] = {0}, unclosed_code[BACKTICKS_MOST + 1] = {0};
	const char *counted = passage->text.s, *mark = NULL;
	int line = passage->line;
	size_t unit = item ? passage->item - 1 : scan->units++;
	struct ref last = {0}, ref;
	struct quotation q = {0};

	if (entry && has_mark(by, passage->text, &ref)) {
		*GROW(scan->marks, scan->n_marks) = (struct mark){ref, line};
		mark = ref.text.s;
	}
	for (struct reader r = passage->text; r.s = refs_pass(&scan->refs, r.s, r.end), r.s < r.end;) {
		const char *from = r.s;
		bool word = isalnum((unsigned char)*from);

		if (ref_read(by->refs, by->source, passage->text.s, &r, &ref)) {
			last = ref;
			bool own = item && item->has_id && item->id.text.s == ref.text.s;

			if (ref.kind->flags & (REF_TEXT | REF_SOURCE) && !own)
				scan->refers[unit] = true;
			continue;
		}
		if (!word && read_quotation(&r, passage->text.s, unclosed, &q)) {
			q.unit = unit;
			for (; counted < q.all.s; counted++)
				line += *counted == '\n';
			q.line = line;
			q.ref = last;
			q.beside = (last.kind && stands_behind(last.text.end, q.all.s)) || ref_behind(by, r, &q.ref);
			if (q.beside && q.ref.text.s == mark) /* judged with the quotation */
				mark = NULL, scan->n_marks--;
			*GROW(scan->v, scan->n) = q;
		} else if (word || !skip_code(&r, unclosed_code)) {
			r.s += char_bytes(r.s, r.end);
			while (word && r.s < r.end && isalnum((unsigned char)*r.s))
				r.s++;
		}
	}
}

/* Is it in a list that is no free prose: of an item, of a label, or below a title whose blank is one? `section` and
 * `field` are the last that begin before it, or NULL. */
static bool
is_entry(const struct parsed *p, const struct passage *passage, const struct section *section,
	const struct field *field)
{
	const struct line *l = &p->lines.v[passage->line - 1];
	const char *blank = section && section->part ? section->part->blank : NULL;

	return l->listed && !l->starts &&
	       (passage->item || (field && passage->text.s < field->value.end) ||
		       (blank && !strncmp(blank, "- ", 2)));
}

static void
read_all(struct scan *scan)
{
	const struct parsed *p = scan->p;
	struct passage passage;

	scan->refs = ref_scan_of(p->by.refs, p->by.source, p->lines.n ? p->lines.v[p->lines.n - 1].all.end : NULL);
	scan->units = p->n_items;
	scan->refers = mem_calloc(p->n_items + p->lines.n, sizeof *scan->refers);
	for (size_t at = 0, f = 0, s = 0; parts_passage(p, &at, &passage);) {
		while (f < p->n_fields && p->fields[f].line < passage.line)
			f++;
		while (s < p->n_sections && p->sections[s].line < passage.line)
			s++;
		bool unquoted = f < p->n_fields && p->fields[f].line == passage.line && p->fields[f].label->unquoted;

		if (!unquoted && (!passage.item || p->items[passage.item - 1].part->shape != OPERATIONS))
			read_passage(scan, &passage,
				is_entry(p, &passage, s ? &p->sections[s - 1] : NULL, f ? &p->fields[f - 1] : NULL));
	}
}

/* -- judging -- */

void
said_add(struct said *said, size_t which, struct reader part)
{
	*GROW(said->v, said->n) = (struct said_part){which, part};
}

void
found_quotes_free(struct found_quotes *found)
{
	free(found->v);
	*found = (struct found_quotes){0};
}

static void
add_found(struct found_quotes *found, const struct quotation *q)
{
	*GROW(found->v, found->n) = (struct found_quote){q->all, q->which, q->offset};
}

static struct quote
shown(struct reader r)
{
	return quote(r.s, text_cut(r.s, left(&r), SHOWN_BYTES));
}

/* With its marks, and dots where it is cut. */
static struct quote
shown_quotation(const struct quotation *q)
{
	size_t n = text_cut(q->text.s, left(&q->text), SHOWN_BYTES);
	char *s = mem_format("%.*s%s%.*s", (int)(q->text.s - q->all.s + n), q->all.s, n < left(&q->text) ? "…" : "",
		(int)(q->all.end - q->text.end), q->text.end);
	struct quote shown = quote(s, strlen(s));

	free(s);
	return shown;
}

/* A reference that is a mark: what it names. */
static enum found
find_mark(const struct ref *ref, int line, const void *state, struct said *said, struct findings *out)
{
	enum found found = ref->kind->find ? ref->kind->find(state, ref, said) : FOUND_UNASKED;

	if (found == FOUND_NOTHING)
		findings_add(out, &kit_rules[KIT_REF_UNKNOWN], line, "`%s` names nothing that is there",
			shown(ref->text).s);
	return found;
}

/* Those that may stand anywhere: one text after the other, which is fast to look in while it is at hand. The source
 * stands last: it is what others have quoted. */
static void
look_anywhere(struct search *search, struct scan *scan)
{
	for (size_t which = search->library->n; which-- > 0;) {
		const struct folded *f = NULL;

		for (size_t i = 0; i < scan->n && search->cost_left; i++) {
			struct quotation *q = &scan->v[i];

			if (!q->anywhere || q->found || !q->needles.n)
				continue;
			f = f ? f : folded_of(search, which);
			q->found = needles_stand(search, f, &q->needles, 0, f->n, &q->offset);
			q->which = which;
		}
	}
}

/* What nobody has said yet, and would be warned of. */
static bool
is_unfound(const struct scan *scan, const struct quotation *q)
{
	return !q->found && !q->beside && q->needles.n && scan->refers[q->unit];
}

static void
look_outside(struct search *search, struct scan *scan, const void *state)
{
	struct reader text;
	size_t left_over = 0;

	for (size_t i = 0; i < scan->n; i++)
		left_over += is_unfound(scan, &scan->v[i]);
	for (size_t place = 0; left_over && search->cost_left && search->library->outside &&
		search->library->outside(state, place, &text); place++) {
		struct folded f = fold(text, true);

		index_words(&f);
		spend(search, left(&text));
		for (size_t i = 0; i < scan->n; i++) {
			struct quotation *q = &scan->v[i];

			if (!is_unfound(scan, q))
				continue;
			q->which = SAID_OUTSIDE;
			q->found = needles_stand(search, &f, &q->needles, 0, f.n, &q->offset);
			left_over -= q->found;
		}
		folded_free(&f);
	}
}

/* Does it say what an operation of the same text does? Then it quotes nobody. */
static bool
is_of_operation(struct search *search, const struct parsed *p, const struct quotation *q)
{
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];

		if (item->part->shape != OPERATIONS)
			continue;
		spend(search, left(&item->all));
		if (memmem(item->all.s, left(&item->all), q->text.s, left(&q->text)))
			return true;
	}
	return false;
}

static void
judge_beside(struct search *search, const struct parsed *p, struct quotation *q, const void *state,
	struct findings *out)
{
	struct said said = {0};
	enum found named = find_mark(&q->ref, q->line, state, &said, out);

	q->anywhere = named == FOUND_UNASKED;
	for (size_t i = 0; named == FOUND && i < said.n && !q->found; i++) {
		q->which = said.v[i].which;
		q->found = stands_in(search, &q->needles, said.v[i].which, said.v[i].part, &q->offset);
	}
	if (named == FOUND && said.n && q->needles.n && !q->found && !is_of_operation(search, p, q) && search->cost_left)
		findings_add(out, &kit_rules[KIT_REF_QUOTE], q->line, "%s does not say %s", shown(q->ref.text).s,
			shown_quotation(q).s);
	free(said.v);
}

/* References that are marks without a quotation: at the heads of items and entries, and labels, or entries of them,
 * that are nothing but references. */
static void
judge_marks(const struct scan *scan, const void *state, struct findings *out)
{
	const struct parsed *p = scan->p;
	struct said said = {0};
	struct ref ref;

	for (size_t i = 0; i < p->n_items; i++)
		if (said.n = 0, p->items[i].has_id)
			find_mark(&p->items[i].id, p->items[i].line, state, &said, out);
	for (size_t i = 0; i < scan->n_marks; i++)
		said.n = 0, find_mark(&scan->marks[i].ref, scan->marks[i].line, state, &said, out);
	for (size_t i = 0; i < p->n_fields; i++) {
		struct passage entry;

		for (size_t at = 0; support_next(p, &p->fields[i], &at, &entry);) {
			struct reader r = entry.text;

			said.n = 0;
			if (refs_only(p->by.refs, p->by.source, r, &ref, 1))
				while (ref_next(p->by.refs, p->by.source, entry.text.s, &r, &ref))
					find_mark(&ref, entry.line, state, &said, out);
		}
	}
	free(said.v);
}

void
quotes_look_up(const struct parsed *p, const struct library *library, const void *state, struct found_quotes *found,
	struct findings *out)
{
	struct scan scan = {.p = p};
	struct search search = {library, mem_calloc(library->n, sizeof *search.folded), QUOTES_COST};

	read_all(&scan);
	judge_marks(&scan, state, out);
	for (size_t i = 0; i < scan.n; i++) {
		struct quotation *q = &scan.v[i];

		q->needles = needles_of(q->text);
		q->anywhere = !q->beside;
		if (q->beside)
			judge_beside(&search, p, q, state, out);
	}
	look_anywhere(&search, &scan);
	look_outside(&search, &scan, state);
	for (size_t i = 0; i < scan.n; i++) {
		const struct quotation *q = &scan.v[i];

		if (q->found)
			add_found(found, q);
		else if (is_unfound(&scan, q) && !is_of_operation(&search, p, q) && search.cost_left)
			findings_add(out, &kit_rules[KIT_QUOTE_UNFOUND], q->line,
				"%s stands in no text of this debate", shown_quotation(q).s);
		needles_free(&scan.v[i].needles);
	}
	for (size_t i = 0; i < library->n; i++)
		folded_free(&search.folded[i]);
	free(search.folded);
	free(scan.v);
	free(scan.refers);
	free(scan.marks);
}
