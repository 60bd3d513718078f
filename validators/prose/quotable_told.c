/*
 * What stands in a text in place of what is quoted of it, told by words (of a script without spaces, by each two
 * letters in a row): the run of as many as the quotation has that shares most of them.
 */
#include "validators/prose/quotable_inner.h"

#include <stdlib.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

struct nearest_word {
	struct reader text;
	uint64_t hash;
	bool dense;
};

static int32_t
lower(const char *s, const char *end)
{
	return utf8proc_tolower(char_at(s, end));
}

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
		v[(*n)++] = (struct nearest_word){{w.s, w.s + w.len}, hash_word(&w), script_is_dense(w.script)};
	/* One letter says nothing: it counts with the one behind it. */
	for (size_t i = 0; i < *n; i++)
		if (v[i].dense)
			v[i].hash = v[i].hash * 31 + (i + 1 < *n && v[i + 1].dense ? v[i + 1].hash : 0);
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

/* Is so little shared that it is chance: less than half of the words, of letters in a row less than a third? */
static bool
is_chance(unsigned shared, const struct nearest_word *quoted, size_t n)
{
	return !n || (quoted[n - 1].dense ? 3 : 2) * shared < n;
}

struct reader
quotable_nearest(struct quotable *q, struct reader words)
{
	struct reader nearest = {q->plain.s, q->plain.s};
	if (!q->words)
		q->words = split(q->plain, &q->n_words);
	const struct nearest_word *all = q->words;
	size_t n_all = q->n_words, n;
	struct nearest_word *quoted = split(words, &n);
	unsigned shared;
	size_t first = best_run(all, n_all, quoted, n, &shared), last = first + n < n_all ? first + n : n_all;

	/* Words before and behind those that are quoted are not what was meant; where the quotation leaves some
	 * out, its last word stands a little further on. */
	if (!is_chance(shared, quoted, n)) {
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
		/* Scraps tell nobody what stands there. */
		if (3 * (last - first) < 2 * n)
			last = first + n < n_all ? first + n : n_all;
		nearest = (struct reader){all[first].text.s, all[last - 1].text.end};
	}
	free(quoted);
	return nearest;
}

/* -- sentences -- */

/* What is to be quoted instead stands there whole, as far as a sentence has room. */
#define NEAREST_BYTES 240

/* The clauses round what is left out and what is quoted beside it. */
static struct reader
clauses_of(const struct quotable *q, const struct cut *cut)
{
	struct reader shown = quotable_shown(q), clauses = cut->quoted;
	char c;

	if (cut->negation.s < clauses.s)
		clauses.s = cut->negation.s;
	if (cut->negation.end > clauses.end)
		clauses.end = cut->negation.end;
	while (clauses.s > shown.s) {
		const char *before = char_before(shown.s, clauses.s);

		if (*before == '\n' || (ascii_form(before, shown.end, &c) && strchr(",;:.!?", c)))
			break;
		clauses.s = before;
	}
	while (clauses.end < shown.end && *clauses.end != '\n' &&
		!(ascii_form(clauses.end, shown.end, &c) && strchr(",;:.!?", c)))
		clauses.end += char_bytes(clauses.end, shown.end);
	return without_white(clauses);
}

static char *
cut_sentence(struct quotable *q, struct reader words, const char *where)
{
	struct cut cut;
	struct reader clauses;
	char *copy, *sentence;

	if (quotable_place(q, words, &cut) != QUOTED_CUT)
		return mem_format("more is quoted of %s than can be looked up: quote less", where);
	clauses = clauses_of(q, &cut);
	copy = text_fold_space(clauses.s, left(&clauses));
	if (strlen(copy) > NEAREST_BYTES) {
		struct quote beside = quote_at(clauses.s, left(&clauses), (size_t)(cut.negation.s - clauses.s));

		free(copy);
		copy = text_fold_space(beside.s, strlen(beside.s));
	}
	sentence = mem_format("%s says \"%s\", and what is quoted of it leaves out the \"%s\", which turns it round: "
			      "quote it with that, or say it without quotation marks",
		where, copy, quote(cut.negation.s, left(&cut.negation)).s);
	free(copy);
	return sentence;
}

static char *
put_in_sentence(struct reader words, const char *where)
{
	struct reader in = quotable_put_in(words);

	return mem_format("%s does not say what \"%s\" puts in: brackets may name what is meant, in up to %d words "
			  "(of a script without spaces %d letters), and say no \"not\"; quote what stands there, and "
			  "say the rest outside of the quotation marks",
		where, quote(in.s, left(&in)).s, PUT_IN_WORDS, 2 * PUT_IN_WORDS);
}

#define OTHERWISE                                                                                                      \
	"%s does not say \"%s\"; it says \"%s\": quote that (with … for what is left out), or say it without "        \
	"quotation marks"

static char *
otherwise_sentence(struct quotable *q, struct reader words, const char *where)
{
	struct reader nearest = quotable_nearest(q, words);
	struct quote said = quote(words.s, left(&words));
	char *copy, *sentence;

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
quotable_sentence(struct quotable *q, struct reader words, enum quoted quoted, const char *where)
{
	switch (quoted) {
	case QUOTED_THERE:
		break;
	case QUOTED_OTHERWISE:
		return otherwise_sentence(q, words, where);
	case QUOTED_CUT:
		return cut_sentence(q, words, where);
	case QUOTED_PUT_IN:
		return put_in_sentence(words, where);
	case QUOTED_SCRAPS:
		return mem_format("\"%s\" has no three words in a row of %s: quote more of it, or none",
			quote(words.s, left(&words)).s, where);
	case QUOTED_TOO_MUCH:
		return mem_format("more is quoted of %s than can be looked up: quote less", where);
	}
	return NULL;
}

char *
quotable_fault(struct quotable *q, struct reader words, const char *where)
{
	return quotable_sentence(q, words, quotable_find(q, words), where);
}
