#include "validators/text/novelty.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/alike.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* FNV-1a, and a finish that spreads it over all bits: nobody gains by a collision, it refuses one's own text. */
#define FNV_START UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static uint64_t
mix(uint64_t h)
{
	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return h ^ h >> 32;
}

/* Order counts: each word is multiplied by another power of an odd number. */
static uint64_t
hash_words(const uint64_t *words, size_t n)
{
	uint64_t h = 0;

	for (size_t i = 0; i < n; i++)
		h = h * UINT64_C(0x9e3779b97f4a7c15) + words[i];
	return mix(h);
}

struct tokens {
	uint64_t *v;
	size_t n, letters; /* letters: those of dense scripts */
};

/* The next word of a folded text, which has single spaces between words: up to a space or a dense letter, or such a
 * letter with its marks. */
static const char *
folded_end(const char *s, const char *end, bool *dense)
{
	struct reader r = { s, end };
	struct word letter;

	*dense = char_is_dense(s, end);
	if (*dense && word_next(&r, &letter))
		return r.s;
	while (s < end && *s != ' ' && ((unsigned char)*s < 0xe0 || !char_is_dense(s, end)))
		s++;
	return s;
}

static struct tokens
hash_folded(const char *folded)
{
	const char *end = folded + strlen(folded);
	struct tokens t = { .v = mem_calloc((size_t)(end - folded) + 1, sizeof *t.v) };

	for (const char *s = folded; s < end; s += s < end && *s == ' ') {
		uint64_t h = FNV_START;
		bool dense;

		for (const char *to = folded_end(s, end, &dense); s < to; s++)
			h = (h ^ (unsigned char)*s) * FNV_PRIME;
		t.v[t.n++] = mix(h);
		t.letters += dense;
	}
	return t;
}

/* The same of plain ASCII, nearly all there is, in one pass: this is what judging a long turn spends its time on. */
static struct tokens
hash_ascii(const char *s, size_t len)
{
	struct tokens t = { .v = mem_calloc(len / 2 + 1, sizeof *t.v) };
	uint64_t h = FNV_START;

	for (size_t i = 0; i < len; i++) {
		const char c = text_fold_ascii(s[i]);

		if (c == FOLDS_AWAY)
			continue;
		if (c != FOLDS_TO_GAP) {
			h = (h ^ (unsigned char)c) * FNV_PRIME;
		} else if (h != FNV_START) {
			t.v[t.n++] = mix(h);
			h = FNV_START;
		}
	}
	if (h != FNV_START)
		t.v[t.n++] = mix(h);
	return t;
}

static struct tokens
hash_text(const char *s, size_t len)
{
	char *folded;
	struct tokens t;

	if (text_is_ascii(s, len))
		return hash_ascii(s, len);
	folded = text_fold_words(s, len);
	text_fold_alike(folded);
	t = hash_folded(folded);
	free(folded);
	return t;
}

/* -- sorted sets of hashes -- */

#define DIGIT_BITS 11
#define DIGIT_VALUES (1 << DIGIT_BITS)
#define DIGITS 3
#define FEW_BITS 7
#define FEW_VALUES (1 << FEW_BITS)

/* One pass of a radix sort: by a digit of `values`, a power of two, from `shift` on. */
static void
sort_digit(const uint64_t *from, uint64_t *to, size_t n, unsigned shift, size_t values)
{
	size_t at[DIGIT_VALUES], sum = 0;

	memset(at, 0, values * sizeof *at);
	for (size_t i = 0; i < n; i++)
		at[from[i] >> shift & (values - 1)]++;
	for (size_t i = 0; i < values; i++) {
		size_t count = at[i];
		at[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i] >> shift & (values - 1)]++] = from[i];
}

/* What a radix sort of the upper bits leaves is nearly sorted; so is what has few elements. */
static void
sort_nearly_sorted(uint64_t *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint64_t x = v[i];
		size_t j = i;

		for (; j && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

static void
sort_digits(uint64_t *v, size_t n)
{
	uint64_t *spare = mem_calloc(n, sizeof *v);

	for (unsigned digit = DIGITS; digit > 0; digit--) {
		sort_digit(v, spare, n, 64 - digit * DIGIT_BITS, DIGIT_VALUES);
		memcpy(v, spare, n * sizeof *v);
	}
	free(spare);
}

/* Hashes are spread over all bits, so that the upper ones part nearly all of them: of few one digit, and a shorter one
 * where its table would be most of the work. */
static void
sort(uint64_t *v, size_t n)
{
	uint64_t spare[DIGIT_VALUES / 4];

	if (n > DIGIT_VALUES / 4) {
		sort_digits(v, n);
	} else if (n > FEW_VALUES * 2) {
		sort_digit(v, spare, n, 64 - DIGIT_BITS, DIGIT_VALUES);
		memcpy(v, spare, n * sizeof *v);
	} else if (n >= FEW_VALUES / 4) {
		sort_digit(v, spare, n, 64 - FEW_BITS, FEW_VALUES);
		memcpy(v, spare, n * sizeof *v);
	}
	sort_nearly_sorted(v, n);
}

static size_t
sort_unique(uint64_t *v, size_t n)
{
	size_t kept = 0;

	sort(v, n);
	for (size_t i = 0; i < n; i++)
		if (!kept || v[i] != v[kept - 1])
			v[kept++] = v[i];
	return kept;
}

/* -- where the letters of a claim stand -- */

struct letters {
	uint32_t *at;     /* for each letter that a run begins with: the run, by its place in `runs` */
	size_t n;
	uint32_t *covers; /* for each run: how many letters stand in one like it */
	size_t *reach;    /* [k]: how many letters k runs can cover at most; one more than there are runs */
};

/* The first that is not before `hash`. */
static size_t
find_hash(const uint64_t *v, size_t n, uint64_t hash)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		if (v[mid] < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static int
compare_falling(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

static struct letters *
letters_new(const struct wordprint *p, const uint64_t *runs, size_t n)
{
	struct letters *l = mem_calloc(1, sizeof *l);
	uint32_t *ends = mem_calloc(p->n, sizeof *ends);

	l->at = mem_calloc(n, sizeof *l->at);
	l->covers = mem_calloc(p->n, sizeof *l->covers);
	l->reach = mem_calloc(p->n + 1, sizeof *l->reach);
	l->n = n;
	for (uint32_t i = 0; i < n; i++) {
		uint32_t run = l->at[i] = (uint32_t)find_hash(p->runs, p->n, runs[i]), end = i + NOVELTY_RUN_WORDS;

		l->covers[run] += end - (ends[run] > i ? ends[run] : i);
		ends[run] = end;
	}
	memcpy(ends, l->covers, p->n * sizeof *ends);
	qsort(ends, p->n, sizeof *ends, compare_falling);
	for (size_t k = 0; k < p->n; k++)
		l->reach[k + 1] = l->reach[k] + ends[k];
	free(ends);
	return l;
}

static void
letters_free(struct letters *l)
{
	if (!l)
		return;
	free(l->at);
	free(l->covers);
	free(l->reach);
	free(l);
}

/* Letters in runs that are known. */
static size_t
letters_covered(const struct letters *l, const bool *known)
{
	size_t covered = 0, until = 0;

	for (size_t i = 0; i < l->n; i++) {
		if (!known[l->at[i]])
			continue;
		covered += i + NOVELTY_RUN_WORDS - (until > i ? until : i);
		until = i + NOVELTY_RUN_WORDS;
	}
	return covered;
}

/* -- prints -- */

/* Without its runs. */
static struct wordprint
print_of(const struct tokens *t)
{
	return (struct wordprint){ .all = hash_words(t->v, t->n), .words = t->n, .dense = 2 * t->letters > t->n };
}

static void
make(struct wordprint *p, const char *text, size_t len, bool claim)
{
	struct tokens t = hash_text(text, len);
	uint64_t *in_order = NULL;
	size_t n = t.n < NOVELTY_RUN_WORDS ? 0 : t.n - NOVELTY_RUN_WORDS + 1;

	*p = print_of(&t);
	/* In place: a run's hash takes the place of its first word, which no later run needs. */
	for (size_t i = 0; i < n; i++)
		t.v[i] = hash_words(t.v + i, NOVELTY_RUN_WORDS);
	if (claim && p->dense && n) {
		in_order = mem_calloc(n, sizeof *in_order);
		memcpy(in_order, t.v, n * sizeof *in_order);
	}
	p->n = n ? sort_unique(t.v, n) : 0;
	p->runs = mem_resize(t.v, p->n, sizeof *t.v);
	if (in_order)
		p->letters = letters_new(p, in_order, n);
	free(in_order);
}

void
wordprint_make(struct wordprint *p, const char *text, size_t len)
{
	make(p, text, len, false);
}

void
wordprint_make_claim(struct wordprint *p, const char *text, size_t len)
{
	make(p, text, len, true);
}

void
wordprint_make_whole(struct wordprint *p, const char *text, size_t len)
{
	struct tokens t = hash_text(text, len);

	*p = print_of(&t);
	free(t.v);
}

void
wordprint_free(struct wordprint *p)
{
	free(p->runs);
	letters_free(p->letters);
	*p = (struct wordprint){ .runs = NULL };
}

/* The least whole number that is a share of `n`. */
static size_t
share_of(size_t n, double share)
{
	double exact = share * (double)n;
	size_t floor = (size_t)exact;

	return floor + (exact > (double)floor);
}

bool
wordprint_is_known(const struct wordprint *claim, const bool *known, double share)
{
	size_t n = 0;

	if (claim->letters)
		return letters_covered(claim->letters, known) >= share_of(claim->words, share);
	for (size_t i = 0; i < claim->n; i++)
		n += known[i];
	return n >= share_of(claim->n, share);
}

/* Are at least `enough` runs of `a` in `b`? Given up as soon as too many are not: of a text that is new, after a few.
 */
static bool
has_common(const struct wordprint *a, const struct wordprint *b, size_t enough)
{
	size_t may_miss = a->n - enough, j = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (j < b->n && b->runs[j] < a->runs[i])
			j++;
		if ((j == b->n || b->runs[j] != a->runs[i]) && !may_miss--)
			return false;
	}
	return true;
}

/* How many letters the runs of `a` that stand in `b` could cover, had they none in common; known[]: which these are. */
static size_t
mark_common(const struct wordprint *a, const struct wordprint *b, bool *known)
{
	size_t covers = 0, j = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (j < b->n && b->runs[j] < a->runs[i])
			j++;
		known[i] = j < b->n && b->runs[j] == a->runs[i];
		covers += known[i] ? a->letters->covers[i] : 0;
	}
	return covers;
}

static bool
is_near(const struct wordprint *claim, const struct wordprint *earlier, double threshold)
{
	size_t runs = claim->n < earlier->n ? claim->n : earlier->n, enough = share_of(claim->words, threshold);
	bool *known, near;

	if (claim->letters->reach[runs] < enough)
		return false;
	known = mem_calloc(claim->n, sizeof *known);
	near = mark_common(claim, earlier, known) >= enough && wordprint_is_known(claim, known, threshold);
	free(known);
	return near;
}

enum novelty
wordprint_compare(const struct wordprint *claim, const struct wordprint *earlier, double threshold)
{
	size_t enough = share_of(claim->n, threshold);

	if (!claim->words)
		return NOVELTY_NEW;
	if (claim->all == earlier->all && claim->words == earlier->words)
		return NOVELTY_EQUAL;
	if (threshold <= 0 || !claim->n)
		return NOVELTY_NEW;
	if (claim->letters)
		return is_near(claim, earlier, threshold) ? NOVELTY_NEAR : NOVELTY_NEW;
	if (enough > claim->n || earlier->n < enough)
		return NOVELTY_NEW;
	return has_common(claim, earlier, enough) ? NOVELTY_NEAR : NOVELTY_NEW;
}

/* -- many prints as one -- */

/* A run, and whose it is. */
struct owned {
	uint64_t run;
	uint32_t owner;
};

struct printset {
	struct owned *runs; /* by run, then by owner */
	size_t n_runs;
	uint64_t *wholes; /* wordprint.all of each print, sorted */
	size_t n;
};

static int
compare_owned(const void *a, const void *b)
{
	const struct owned *x = a, *y = b;

	if (x->run != y->run)
		return x->run < y->run ? -1 : 1;
	return x->owner < y->owner ? -1 : x->owner > y->owner;
}

struct printset *
printset_new(const struct wordprint *prints, size_t n)
{
	struct printset *s = mem_calloc(1, sizeof *s);
	size_t runs = 0;

	for (size_t i = 0; i < n; i++)
		runs += prints[i].n;
	s->runs = mem_calloc(runs, sizeof *s->runs);
	s->wholes = mem_calloc(n, sizeof *s->wholes);
	for (; s->n < n; s->n++) {
		const struct wordprint *p = &prints[s->n];

		s->wholes[s->n] = p->all;
		for (size_t i = 0; i < p->n; i++)
			s->runs[s->n_runs++] = (struct owned){p->runs[i], (uint32_t)s->n};
	}
	qsort(s->runs, s->n_runs, sizeof *s->runs, compare_owned);
	sort(s->wholes, s->n);
	return s;
}

void
printset_free(struct printset *s)
{
	if (!s)
		return;
	free(s->runs);
	free(s->wholes);
	free(s);
}

/* The first row from this one on that is not before `what`: near it as a rule. */
static size_t
find_owned(const struct printset *s, size_t from, const struct owned *what)
{
	size_t to = from, step = 1;

	while (to < s->n_runs && compare_owned(&s->runs[to], what) < 0) {
		from = to + 1;
		to += step;
		step *= 2;
	}
	to = to < s->n_runs ? to : s->n_runs;
	while (from < to) {
		size_t mid = from + (to - from) / 2;

		if (compare_owned(&s->runs[mid], what) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

/* A dense claim's runs that this print has cover enough: do they still where they are counted once? */
static bool
is_covered_by(const struct printset *s, uint32_t owner, const struct wordprint *claim, double threshold)
{
	bool *known = mem_calloc(claim->n, sizeof *known), near;
	size_t at = 0;

	for (size_t i = 0; i < claim->n; i++) {
		struct owned what = {claim->runs[i], owner};

		at = find_owned(s, at, &what);
		known[i] = at < s->n_runs && !compare_owned(&s->runs[at], &what);
	}
	near = wordprint_is_known(claim, known, threshold);
	free(known);
	return near;
}

/* So much does a run add to what a claim has in common with another. */
static size_t
weight_of(const struct wordprint *claim, size_t run)
{
	return claim->letters ? claim->letters->covers[run] : 1;
}

/* (*shared)[]: how much a claim has in common with each print; malloc'd, NULL: nothing. Given up as soon as nobody can
 * come to `enough`; true: somebody has. */
static bool
count_shared(const struct printset *s, const struct wordprint *claim, size_t enough, size_t *runs, size_t **shared)
{
	size_t most = 0, open = 0, at = 0;

	for (size_t i = 0; i < claim->n; i++)
		open += weight_of(claim, i);
	for (size_t i = 0; i < claim->n && most + open >= enough; i++) {
		open -= weight_of(claim, i);
		at = find_owned(s, at, &(struct owned){claim->runs[i], 0});
		for (; at < s->n_runs && s->runs[at].run == claim->runs[i]; at++) {
			if (!*runs)
				return false;
			*shared = *shared ? *shared : mem_calloc(s->n, sizeof **shared);
			size_t *sum = &(*shared)[s->runs[at].owner];
			--*runs;
			*sum += weight_of(claim, i);
			most = *sum > most ? *sum : most;
		}
	}
	return most >= enough;
}

enum novelty
printset_compare(const struct printset *s, const struct wordprint *claim, double threshold, size_t *runs)
{
	size_t enough = share_of(claim->letters ? claim->words : claim->n, threshold), *shared = NULL;
	bool near = false;

	if (!claim->words)
		return NOVELTY_NEW;
	size_t whole = find_hash(s->wholes, s->n, claim->all);
	if (whole < s->n && s->wholes[whole] == claim->all)
		return NOVELTY_EQUAL;
	if (threshold <= 0 || !claim->n)
		return NOVELTY_NEW;
	near = count_shared(s, claim, enough, runs, &shared);
	if (near && claim->letters) {
		near = false;
		for (uint32_t i = 0; i < s->n && !near && *runs; i++)
			if (shared[i] >= enough) {
				*runs -= *runs < claim->n ? *runs : claim->n;
				near = is_covered_by(s, i, claim, threshold);
			}
	}
	free(shared);
	return near ? NOVELTY_NEAR : NOVELTY_NEW;
}
