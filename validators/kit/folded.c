#include "validators/kit/folded.h"

#include <stdlib.h>
#include <utf8proc.h>
#include "validators/kit/lines.h"
#include "validators/text/mem.h"
#include "validators/text/chars.h"

/* A piece says so much (half_words). */
#define PIECE_LEAST 6
/* `[words]` are so many bytes at most. */
#define GAP_BYTES 200
/* A word is looked up by so many bytes behind its first letter, which may have another case: the shortest piece has
 * three letters and two spaces. */
#define WORD_BYTES 4
/* The cost of a look at one place where a piece may stand. */
#define PLACE_COST 64

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
	/* The places where words begin, by what they begin with: those of a hash are places[first[hash]] up to
	 * first[hash + 1]. */
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
make_folded(struct reader text, bool begins)
{
	size_t room = len_of(&text) + 1;
	struct folded f = {.s = mem_calloc(room, 1), .origin = mem_calloc(room, sizeof *f.origin)};
	bool alone, spaceless = false;

	for (struct reader r = text; r.s < r.end;) {
		size_t at = (size_t)(r.s - text.s);
		struct reader white = r;

		if (isalnum((unsigned char)*r.s)) { /* nearly all there is */
			put_folded(&f, *r.s++, at);
			begins = spaceless = false;
		} else if (skip_white(&white)) {
			begins = memchr(r.s, '\n', (size_t)(white.s - r.s));
			if (f.n && f.s[f.n - 1] != ' ' && f.s[f.n - 1] != '-' && !spaceless)
				put_folded(&f, ' ', at);
			r = white;
		} else if (*r.s == '\\' || (begins && *r.s == '>')) {
			r.s++;
		} else if (skip_emphasis(&r)) {
			continue;
		} else if (skip_quote_mark(&r)) {
			put_folded(&f, '\'', at);
			spaceless = false;
		} else if (skip_dash(&r, &alone)) {
			if (f.n && f.s[f.n - 1] == ' ')
				f.n--;
			if (!f.n || f.s[f.n - 1] != '-')
				put_folded(&f, '-', at);
			begins = spaceless = false;
		} else {
			int32_t cp;
			size_t n = next_char(r.s, len_of(&r), &cp);
			bool mark = is_between(utf8proc_category(cp), UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
			bool dense = (cp >= 0x3001 && cp <= 0x303f) || char_is_dense(r.s, r.end);
			char ascii;

			/* White space beside a letter or the punctuation of a dense script says nothing. */
			if (dense && f.n && f.s[f.n - 1] == ' ')
				f.n--;
			bool is_ascii = ascii_form(r.s, r.end, &ascii);

			for (size_t i = 0; i < (is_ascii ? 1 : n); i++)
				put_folded(&f, is_ascii ? ascii : r.s[i], at);
			r.s += n;
			spaceless = dense || (spaceless && mark);
			begins = false;
		}
	}
	f.origin[f.n] = (uint32_t)len_of(&text);
	return f;
}

void
folding_free(struct folding *folding)
{
	struct folded *f = atomic_load(&folding->made);

	if (!f)
		return;
	free(f->s);
	free(f->origin);
	free(f->places);
	free(f->first);
	free(f);
}

/* The bytes by which the word that begins at `at` is looked up; NULL: none begins there, or it is too short with what
 * is behind it. */
static const char *
word_bytes(const char *s, size_t at, size_t n)
{
	bool begins = isalnum((unsigned char)s[at]) && (!at || !isalnum((unsigned char)s[at - 1]));
	size_t behind;

	if (!begins && (unsigned char)s[at] < 0xc0)
		return NULL;
	behind = at + char_bytes(s + at, s + n);
	return behind + WORD_BYTES <= n ? s + behind : NULL;
}

/* Its upper bits are its place in a table. */
static uint64_t
hash_word(const char *s)
{
	uint32_t word;

	memcpy(&word, s, WORD_BYTES);
	return word * UINT64_C(0x9e3779b97f4a7c15);
}

const struct folded *
folding_of(struct folding *folding, struct reader text)
{
	struct folded *f = atomic_load(&folding->made), *other = NULL;
	const char *word;
	size_t n = 0;

	if (f)
		return f;
	f = mem_calloc(1, sizeof *f);
	*f = make_folded(text, true);
	for (size_t i = 0; i < f->n; i++)
		n += word_bytes(f->s, i, f->n) != NULL;
	for (f->bits = 1; (size_t)1 << f->bits < n; f->bits++)
		;
	f->places = mem_calloc(n, sizeof *f->places);
	f->first = mem_calloc(((size_t)1 << f->bits) + 2, sizeof *f->first);
	/* Words are sorted by hash, and by place where that is the same. */
	for (size_t i = 0; i < f->n; i++)
		if ((word = word_bytes(f->s, i, f->n)))
			f->first[(hash_word(word) >> (64 - f->bits)) + 2]++;
	for (size_t i = 2; i < ((size_t)1 << f->bits) + 2; i++)
		f->first[i] += f->first[i - 1];
	for (size_t i = 0; i < f->n; i++)
		if ((word = word_bytes(f->s, i, f->n)))
			f->places[f->first[(hash_word(word) >> (64 - f->bits)) + 1]++] = (uint32_t)i;
	if (atomic_compare_exchange_strong(&folding->made, &other, f))
		return f;
	folding_free(&(struct folding){f});
	return other;
}

/* In order: the first of them that is not below `least`. */
static const uint32_t *
lower_bound(const uint32_t *from, const uint32_t *to, size_t least)
{
	while (from < to) {
		const uint32_t *middle = from + (to - from) / 2;

		if (*middle < least)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* -- pieces of a quotation -- */

/* A piece that counts, folded. */
struct needle {
	bool cut_before, cut_behind; /* within a word, by a bracket or dots */
	bool beginning;              /* of the quotation: its first letter may have another case */
	char *s;
	size_t len;
	struct needle_word {
		uint64_t hash;
		size_t behind; /* so many bytes */
	} *words;
	size_t n;
};

/* `…`, `...` or `[words]`. */
static bool
skip_gap(struct reader *r)
{
	struct reader at = *r;
	const char *close = NULL;

	if (skip_text(r, "…") || skip_text(r, "..."))
		return true;
	if (skip_text(&at, "["))
		close = memchr(at.s, ']', len_of(&at) < GAP_BYTES ? len_of(&at) : GAP_BYTES);
	if (!close || memchr(at.s, '[', (size_t)(close - at.s)))
		return false;
	r->s = close + 1;
	return true;
}

/* Does a letter stand here, but one of a dense script? */
static bool
is_letter(const char *s, const char *end)
{
	return s < end && char_of_word(s, end);
}

/* Without needles: the quotation has no piece that counts. */
struct needles
needles_of(struct reader quotation)
{
	struct needles needles = {0};
	struct reader r = quotation;
	const char *word;

	for (bool beginning = true;; beginning = false) {
		const char *from = r.s;
		struct folded folded;
		size_t n;
		char c;

		while (skip_gap(&r))
			;
		if (r.s == r.end)
			return needles;
		struct needle needle = {.beginning = beginning,
			.cut_before = r.s > from && is_letter(r.s, r.end)};
		struct reader text = r;

		for (struct reader gap = r; r.s < r.end && !skip_gap(&gap); gap = r)
			r.s += char_bytes(r.s, r.end);
		text.end = r.s;
		needle.cut_behind = r.s < r.end && is_letter(char_before(text.s, r.s), r.s);
		if (half_words(text.s, len_of(&text)) < PIECE_LEAST)
			continue;
		/* Without the punctuation at its end. */
		while (text = without_white(text), len_of(&text) &&
			(n = ascii_form_before(text.s, text.end, &c)) && strchr(".,;:!?", c))
			text.end -= n;
		folded = make_folded(text, false);
		free(folded.origin);
		needle.s = folded.s;
		needle.len = folded.n;
		for (size_t i = needle.cut_before; i < needle.len; i++)
			if ((word = word_bytes(needle.s, i, needle.len)))
				*GROW(needle.words, needle.n) = (struct needle_word){hash_word(word), i};
		if (needle.n)
			*GROW(needles.v, needles.n) = needle;
		else /* and no words */
			free(needle.s);
	}
}

void
needles_free(struct needles *needles)
{
	for (size_t i = 0; i < needles->n; i++) {
		free(needles->v[i].s);
		free(needles->v[i].words);
	}
	free(needles->v);
}

/* Does it stand at `at`, whole, where it may but for the case of its first letter? */
static bool
stands_at(const struct folded *f, const struct needle *needle, size_t at)
{
	const char *s = f->s + at, *end = s + needle->len, *last = f->s + f->n;
	int32_t a, b;
	size_t n = 0;

	if (needle->beginning) {
		n = next_char(needle->s, needle->len, &a);
		if (next_char(s, needle->len, &b) != n || utf8proc_tolower(a) != utf8proc_tolower(b))
			return false;
	}
	if (memcmp(s + n, needle->s + n, needle->len - n))
		return false;
	if (!needle->cut_before && at && is_letter(s, last) && is_letter(char_before(f->s, s), s))
		return false;
	return needle->cut_behind || !is_letter(end, last) || !is_letter(char_before(f->s, end), end);
}

bool
needles_stand(const struct needles *needles, const struct folded *f, struct reader text, struct reader part,
	size_t *cost_left, size_t *offset)
{
	const uint32_t *origins = f->origin, *last = origins + f->n;
	size_t at = (size_t)(lower_bound(origins, last, (size_t)(part.s - text.s)) - origins);
	size_t end = part.end == text.end ? f->n
		: (size_t)(lower_bound(origins, last, (size_t)(part.end - text.s)) - origins);

	for (size_t i = 0; i < needles->n; i++) {
		const struct needle *needle = &needles->v[i];
		const uint32_t *place = NULL, *end_place = NULL;
		size_t behind = 0, from;

		/* The places of its rarest word. */
		for (size_t k = 0; k < needle->n && (!k || place < end_place); k++) {
			const uint32_t *first = &f->first[needle->words[k].hash >> (64 - f->bits)];

			if (k && first[1] - first[0] >= end_place - place)
				continue;
			place = f->places + first[0];
			end_place = f->places + first[1];
			behind = needle->words[k].behind;
		}
		/* The first of them that all of it stands at. */
		for (place = lower_bound(place, end_place, at + behind);; place++) {
			if (place == end_place || *place - behind + needle->len > end || !*cost_left)
				return false;
			from = *place - behind;
			take_cost(cost_left, PLACE_COST + needle->len);
			if (stands_at(f, needle, from))
				break;
		}
		at = from + needle->len;
		if (!i)
			*offset = f->origin[from];
	}
	return needles->n;
}
