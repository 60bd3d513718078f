#include "validators/novelty.h"

#include <string.h>
#include "validators/mem.h"
#include "validators/text.h"

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

/* The hashes of the words of a text. What is folded has single spaces between words. */
static uint64_t *
hash_folded(const char *folded, size_t *n)
{
	size_t room = 1;
	uint64_t *words;

	for (const char *s = folded; *s; s++)
		room += *s == ' ';
	words = mem_calloc(room, sizeof *words);
	*n = 0;
	for (const char *s = folded; *s; s += *s == ' ') {
		uint64_t h = FNV_START;
		for (; *s && *s != ' '; s++)
			h = (h ^ (unsigned char)*s) * FNV_PRIME;
		words[(*n)++] = mix(h);
	}
	return words;
}

/* How text_fold_words takes an ASCII character: as itself or in lower case; 0 parts words, 1 is left out. */
static unsigned char
fold_ascii(unsigned char c)
{
	if (c >= 'A' && c <= 'Z')
		return (unsigned char)(c - 'A' + 'a');
	if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c > ' ' && c < 0x7f && strchr("$+<=>|~", c)))
		return c;
	return c == '\'' ? 1 : 0;
}

/* The same of plain ASCII, nearly all there is, in one pass: this is what judging a long turn spends its time on. */
static uint64_t *
hash_ascii(const char *s, size_t len, size_t *n)
{
	unsigned char folds[128];
	uint64_t *words = mem_calloc(len / 2 + 1, sizeof *words), h = FNV_START;

	for (unsigned char c = 0; c < sizeof folds; c++)
		folds[c] = fold_ascii(c);
	*n = 0;
	for (size_t i = 0; i < len; i++) {
		unsigned char c = folds[(unsigned char)s[i]];

		if (c > 1)
			h = (h ^ c) * FNV_PRIME;
		else if (c == 0 && h != FNV_START) {
			words[(*n)++] = mix(h);
			h = FNV_START;
		}
	}
	if (h != FNV_START)
		words[(*n)++] = mix(h);
	return words;
}

static bool
is_ascii(const char *s, size_t len)
{
	unsigned char all = 0;

	for (size_t i = 0; i < len; i++)
		all |= (unsigned char)s[i];
	return all < 0x80;
}

static uint64_t *
hash_text(const char *s, size_t len, size_t *n)
{
	char *folded;
	uint64_t *words;

	if (is_ascii(s, len))
		return hash_ascii(s, len, n);
	folded = text_fold_words(s, len);
	words = hash_folded(folded, n);
	free(folded);
	return words;
}

/* -- sorted sets of hashes -------------------------------------------------------------------------------------------------------- */

#define DIGIT_BITS 11
#define DIGITS 3

/* One pass of a radix sort: by DIGIT_BITS bits from `shift` on. */
static void
sort_digit(const uint64_t *from, uint64_t *to, size_t n, unsigned shift)
{
	size_t at[1 << DIGIT_BITS] = { 0 }, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[from[i] >> shift & ((1 << DIGIT_BITS) - 1)]++;
	for (size_t i = 0; i < 1 << DIGIT_BITS; i++) {
		size_t count = at[i];
		at[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i] >> shift & ((1 << DIGIT_BITS) - 1)]++] = from[i];
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

/* Hashes are spread over all bits, so that the upper ones part nearly all of them. */
static void
sort(uint64_t *v, size_t n)
{
	uint64_t *spare;

	if (n >= 64) {
		spare = mem_calloc(n, sizeof *v);
		for (unsigned digit = DIGITS; digit > 0; digit--) {
			sort_digit(v, spare, n, 64 - digit * DIGIT_BITS);
			memcpy(v, spare, n * sizeof *v);
		}
		free(spare);
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

void
wordprint_make(struct wordprint *p, const char *text, size_t len)
{
	uint64_t *words = hash_text(text, len, &p->words);

	p->all = hash_words(words, p->words);
	p->n = p->words < NOVELTY_RUN_WORDS ? 0 : p->words - NOVELTY_RUN_WORDS + 1;
	/* In place: a run's hash takes the place of its first word, which no later run needs. */
	for (size_t i = 0; i < p->n; i++)
		words[i] = hash_words(words + i, NOVELTY_RUN_WORDS);
	p->n = p->n ? sort_unique(words, p->n) : 0;
	p->runs = mem_resize(words, p->n, sizeof *words);
}

void
wordprint_free(struct wordprint *p)
{
	free(p->runs);
	*p = (struct wordprint){ .runs = NULL };
}

/* Are at least `enough` runs of `a` in `b`? Given up as soon as too many are not: of a text that is new, after a few. */
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

enum novelty
wordprint_compare(const struct wordprint *claim, const struct wordprint *earlier, double threshold)
{
	double share = threshold * (double)claim->n;
	size_t enough = (size_t)share + (share > (double)(size_t)share);

	if (!claim->words)
		return NOVELTY_NEW;
	if (claim->all == earlier->all && claim->words == earlier->words)
		return NOVELTY_EQUAL;
	if (threshold <= 0 || !claim->n || enough > claim->n || earlier->n < enough)
		return NOVELTY_NEW;
	return has_common(claim, earlier, enough) ? NOVELTY_NEAR : NOVELTY_NEW;
}
