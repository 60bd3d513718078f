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

static uint64_t
hash_words(const uint64_t *words, size_t n)
{
	uint64_t h = FNV_START;

	for (size_t i = 0; i < n; i++)
		h = mix(h ^ words[i]) * FNV_PRIME;
	return h;
}

/* The hashes of words that single spaces part. */
static uint64_t *
split(const char *folded, size_t *n)
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

static int
compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static size_t
sort_unique(uint64_t *v, size_t n)
{
	size_t kept = 0;

	qsort(v, n, sizeof *v, compare_hashes);
	for (size_t i = 0; i < n; i++)
		if (!kept || v[i] != v[kept - 1])
			v[kept++] = v[i];
	return kept;
}

void
wordprint_make(struct wordprint *p, const char *text, size_t len)
{
	char *folded = text_fold_words(text, len);
	uint64_t *words = split(folded, &p->words);

	free(folded);
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

static size_t
count_common(const struct wordprint *a, const struct wordprint *b)
{
	size_t common = 0;

	for (size_t i = 0, j = 0; i < a->n && j < b->n;) {
		if (a->runs[i] == b->runs[j]) {
			common++;
			i++;
			j++;
		} else if (a->runs[i] < b->runs[j]) {
			i++;
		} else {
			j++;
		}
	}
	return common;
}

enum novelty
wordprint_compare(const struct wordprint *claim, const struct wordprint *earlier, double threshold)
{
	double enough = threshold * (double)claim->n;

	if (!claim->words)
		return NOVELTY_NEW;
	if (claim->all == earlier->all && claim->words == earlier->words)
		return NOVELTY_EQUAL;
	if (threshold <= 0 || !claim->n || (double)earlier->n < enough)
		return NOVELTY_NEW;
	return (double)count_common(claim, earlier) >= enough ? NOVELTY_NEAR : NOVELTY_NEW;
}
