/*
 * Text and quotation are folded alike, and pieces are looked for from left to right, each behind the one before it: the
 * leftmost place of a piece leaves the most room to the others. What is nearest is told by words: the run of as many as
 * the quotation has that shares most of them.
 */
#include "validators/prose/quotable.h"

#include <stdint.h>
#include <utf8proc.h>
#include "validators/prose/quoting.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

struct quotable {
	struct reader plain;
	char *folded;
	size_t len;
	size_t read;
};

/* -- folding -- */

#define DASH '\x1f' /* between words; a hyphen stays one */

struct folded {
	char *s;
	size_t n;
	bool gap; /* there is white space before what comes */
};

/* Does white space beside this say nothing: a letter of a script without spaces, its punctuation, or a dash? */
static bool
needs_no_space(const char *s, const char *end)
{
	int32_t cp;

	if ((unsigned char)*s < 0xe0)
		return *s == DASH;
	cp = char_at(s, end);
	return (cp >= 0x3000 && cp <= 0x303f) || script_is_dense(script_of_letter(cp));
}

static void
put(struct folded *f, const char *s, size_t n)
{
	if (f->gap && f->n && !needs_no_space(s, s + n) && !needs_no_space(char_before(f->s, f->s + f->n), f->s + f->n))
		f->s[f->n++] = ' ';
	f->gap = false;
	memcpy(f->s + f->n, s, n);
	f->n += n;
}

/* Bytes of an apostrophe or of a mark of quotation of any kind. */
static size_t
mark_bytes(const char *s, const char *end)
{
	static const char *const single[] = {"'", "’", "‘", "‚", "‛", "ʼ", "′", "‟"};
	size_t n = quotation_mark(s, (size_t)(end - s));

	for (size_t i = 0; i < sizeof single / sizeof single[0] && !n; i++)
		if (skip_text(&(struct reader){s, end}, single[i]))
			n = strlen(single[i]);
	return n;
}

/* Bytes of dashes in a row; *wide: they part words, whatever stands round them. */
static size_t
dash_bytes(const char *s, const char *end, bool *wide)
{
	static const char *const narrow[] = {"–", "-", "‐", "‑", "‒", "−", "－"};
	struct reader r = {s, end};
	unsigned dashes = 0;
	bool any = true;

	*wide = false;
	while (any) {
		any = false;
		while (skip_text(&r, "—") || skip_text(&r, "―"))
			*wide = any = true;
		for (size_t i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
			while (skip_text(&r, narrow[i])) {
				dashes++;
				any = true;
			}
	}
	*wide = *wide || dashes > 1;
	return (size_t)(r.s - s);
}

/* One character, or a run of dashes. */
static size_t
fold_next(struct folded *f, const char *s, const char *end)
{
	bool wide;
	char c;
	size_t n = white_bytes(s, end);

	if (n) {
		f->gap = f->gap || !is_unseen_mark(char_at(s, end));
		return n;
	}
	if ((n = mark_bytes(s, end))) {
		put(f, "'", 1);
		return n;
	}
	if ((n = dash_bytes(s, end, &wide))) {
		wide = wide || f->gap || s + n == end || white_bytes(s + n, end);
		put(f, wide ? (char[]){DASH} : "-", 1);
		return n;
	}
	if (*s == '*' || *s == '`')
		return 1;
	if ((unsigned char)*s >= 0x80 && (n = wide_form(s, (size_t)(end - s), &c))) {
		put(f, &c, 1);
		f->gap = strchr(",;:.!?", c);
		return n;
	}
	n = char_bytes(s, end);
	put(f, s, n);
	return n;
}

static bool
is_ascii(const char *s, size_t len)
{
	unsigned char all = 0;

	for (size_t i = 0; i < len; i++)
		all |= (unsigned char)s[i];
	return all < 0x80;
}

/* Letters and their marks as one, where that is how they are written elsewhere. NULL: it is no UTF-8, or there are none
 * to compose. */
static char *
compose(const char *s, size_t len, size_t *composed_len)
{
	utf8proc_uint8_t *composed = NULL;
	utf8proc_ssize_t n;

	if (is_ascii(s, len))
		return NULL;
	n = utf8proc_map(
		(const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, &composed, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
	*composed_len = n < 0 ? 0 : (size_t)n;
	return n < 0 ? NULL : (char *)composed;
}

static struct folded
fold(const char *s, size_t len)
{
	size_t n = len;
	char *composed = compose(s, len, &n);
	const char *from = composed ? composed : s, *end = from + n;
	struct folded f = {.s = mem_resize(NULL, 2 * n + 1, 1)};

	while (from < end)
		from += fold_next(&f, from, end);
	f.s[f.n] = '\0';
	free(composed);
	return f;
}

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

/* `[any words]`, on one line. */
static size_t
bracket_bytes(const struct reader *r)
{
	const char *close = *r->s == '[' ? memchr(r->s, ']', left(r)) : NULL;

	return close ? (size_t)(close + 1 - r->s) : 0;
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
	const char *end = q->folded + q->len;

	return at == q->folded || at == end || !in_word(char_before(q->folded, at), at) || !in_word(at, end);
}

static int32_t
lower(const char *s, const char *end)
{
	return utf8proc_tolower(char_at(s, end));
}

/* Behind the first place of a folded piece from `from` on, which is read whole but for its first letter; NULL: none. */
static const char *
find_piece(struct quotable *q, const char *from, const struct folded *f, const struct piece *p)
{
	const char *end = q->folded + q->len, *piece_end = f->s + f->n;
	size_t first = char_bytes(f->s, piece_end), rest = f->n - first;

	for (const char *s = from + 1, *at, *letter; s <= end; s = at + 1) {
		at = memmem(s, (size_t)(end - s), f->s + first, rest);
		q->read += (size_t)((at ? at : end) - s) + f->n;
		if (!at || q->read > QUOTABLE_READ_BYTES)
			return NULL;
		letter = char_before(q->folded, at);
		if (letter >= from && lower(letter, end) == lower(f->s, piece_end) &&
			(p->joined || parts_at(q, letter)) && (p->joins || parts_at(q, at + rest)))
			return at + rest;
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

static bool
has_enough(struct reader words)
{
	struct piece p;

	while (next_piece(&words, &p))
		if (wordcount(p.text.s, left(&p.text)) >= QUOTING_WORDS)
			return true;
	return false;
}

enum quoted
quotable_find(struct quotable *q, struct reader words)
{
	const char *from = q->folded;
	struct piece p;

	if (!has_enough(words))
		return QUOTED_SCRAPS;
	while (from && next_piece(&words, &p)) {
		struct folded f = fold(p.text.s, left(&p.text));

		trim(&f);
		if (!is_blank(f.s, f.n))
			from = find_piece(q, from, &f, &p);
		free(f.s);
	}
	if (from)
		return QUOTED_THERE;
	return q->read > QUOTABLE_READ_BYTES ? QUOTED_TOO_MUCH : QUOTED_OTHERWISE;
}

struct quotable *
quotable_new(const char *plain, size_t len)
{
	struct quotable *q = mem_calloc(1, sizeof *q);
	struct folded f = fold(plain, len);

	*q = (struct quotable){.plain = {plain, plain + len}, .folded = f.s, .len = f.n};
	return q;
}

void
quotable_free(struct quotable *q)
{
	if (!q)
		return;
	free(q->folded);
	free(q);
}

/* -- the nearest -- */

struct nearest_word {
	struct reader text;
	uint64_t hash;
};

static uint64_t
hash_word(const struct word *w)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (const char *s = w->s, *end = s + w->len; s < end; s += char_bytes(s, end))
		h = (h ^ (uint32_t)lower(s, end)) * UINT64_C(0x100000001b3);
	return h ^ h >> 29;
}

static struct nearest_word *
split(struct reader r, size_t *n)
{
	struct nearest_word *v = mem_calloc(left(&r) + 1, sizeof *v);
	struct word w;

	*n = 0;
	while (word_next(&r, &w))
		v[(*n)++] = (struct nearest_word){{w.s, w.s + w.len}, hash_word(&w)};
	return v;
}

/* How often the words of a quotation may still be met in the run, by their hash. */
#define BUCKETS 4096

struct run {
	int room[BUCKETS]; /* below 0: there are more of it than are quoted */
	unsigned shared;
};

static void
run_add(struct run *run, uint64_t hash)
{
	run->shared += run->room[hash % BUCKETS]-- > 0;
}

static void
run_drop(struct run *run, uint64_t hash)
{
	run->shared -= run->room[hash % BUCKETS]++ >= 0;
}

static bool
has_word(const struct nearest_word *words, size_t n, uint64_t hash)
{
	for (size_t i = 0; i < n; i++)
		if (words[i].hash == hash)
			return true;
	return false;
}

/* The run of `n` words that shares most with those, of equals one that begins alike; where it begins, and how many that
 * are. */
static size_t
best_run(const struct nearest_word *all, size_t n_all, const struct nearest_word *words, size_t n, unsigned *shared)
{
	struct run *run = mem_calloc(1, sizeof *run);
	size_t best = 0;

	*shared = 0;
	for (size_t i = 0; i < n; i++)
		run->room[words[i].hash % BUCKETS]++;
	for (size_t i = 0; i < n_all; i++) {
		size_t first = i + 1 > n ? i + 1 - n : 0;

		if (i >= n)
			run_drop(run, all[i - n].hash);
		run_add(run, all[i].hash);
		if (run->shared > *shared ||
			(run->shared == *shared && n && all[best].hash != words[0].hash &&
				all[first].hash == words[0].hash)) {
			*shared = run->shared;
			best = first;
		}
	}
	free(run);
	return best;
}

#define FURTHER_WORDS 4

struct reader
quotable_nearest(const struct quotable *q, struct reader words)
{
	struct reader nearest = {q->plain.s, q->plain.s};
	size_t n_all, n;
	struct nearest_word *all = split(q->plain, &n_all), *quoted = split(words, &n);
	unsigned shared;
	size_t first = best_run(all, n_all, quoted, n, &shared), last = first + n < n_all ? first + n : n_all;

	/* Less than half is chance. Words before and behind those that are quoted are not what was meant; where the
	 * quotation leaves some out, its last word stands a little further on. */
	if (n && 2 * shared >= n) {
		for (size_t more = last; more < n_all && more < last + FURTHER_WORDS; more++)
			if (all[more].hash == quoted[n - 1].hash &&
				!has_word(all + first, last - first, quoted[n - 1].hash))
				last = more + 1;
		if (has_word(all + first, last - first, quoted[0].hash))
			while (!has_word(quoted, n, all[first].hash))
				first++;
		if (has_word(all + first, last - first, quoted[n - 1].hash))
			while (!has_word(quoted, n, all[last - 1].hash))
				last--;
		nearest = (struct reader){all[first].text.s, all[last - 1].text.end};
	}
	free(all);
	free(quoted);
	return nearest;
}

/* What is to be quoted instead stands there whole, as far as a sentence has room. */
#define NEAREST_BYTES 240
#define OTHERWISE                                                                                                      \
	"%s does not say \"%s\"; it says \"%s\": quote that (with … for what is left out), or say it without "        \
	"quotation marks"

char *
quotable_sentence(const struct quotable *q, struct reader words, enum quoted quoted, const char *where)
{
	struct reader nearest;
	struct quote said = quote(words.s, left(&words));
	char *copy, *sentence;

	if (quoted == QUOTED_THERE)
		return NULL;
	if (quoted == QUOTED_SCRAPS)
		return mem_format("\"%s\" has no three words in a row of %s: quote more of it, or none", said.s, where);
	if (quoted == QUOTED_TOO_MUCH)
		return mem_format("more is quoted of %s than can be looked up: quote less", where);
	nearest = quotable_nearest(q, words);
	if (!left(&nearest))
		return mem_format("%s says nothing like \"%s\": quote what stands there, or say it without quotation "
				  "marks",
			where, said.s);
	copy = text_fold_space(nearest.s, left(&nearest));
	said = quote_unlike(words.s, left(&words), copy);
	if (strlen(copy) > NEAREST_BYTES) {
		char *unlike = mem_copy(words.s, left(&words));

		sentence = mem_format(OTHERWISE, where, said.s, quote_unlike(copy, strlen(copy), unlike).s);
		free(unlike);
	} else {
		sentence = mem_format(OTHERWISE, where, said.s, copy);
	}
	free(copy);
	return sentence;
}

char *
quotable_fault(struct quotable *q, struct reader words, const char *where)
{
	return quotable_sentence(q, words, quotable_find(q, words), where);
}
