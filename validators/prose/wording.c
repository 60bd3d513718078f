/*
 * A sentence is folded and hashed once, then the trie is entered at each of its words: most words begin no phrase and
 * cost one look-up. No place is tried more than PHRASE_GAP_WORDS * PLACES_A_WORD + 1 times behind a gap.
 */
#include "validators/prose/phrases_inner.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* Places are what distances in a sentence are counted by: a letter of a script without spaces has one. */
#define PLACES_A_WORD 2
#define REACH_LETTERS 2

struct spot {
	uint64_t hash;
	uint32_t node;  /* to which it leads from the root; 0: nowhere */
	uint32_t place;
	bool dense;
	bool negation;
	bool ends;      /* PHRASE_BREAK: no phrase goes across it */
	bool begins;    /* it begins a clause */
	bool pauses;    /* PHRASE_PAUSE stands behind it */
};

struct sentence {
	const struct phrases *p;
	struct spot *spots;
	size_t n;
	struct wording *w;
};

/* Is a phrase that begins here under a negation? */
static bool
is_negated(const struct sentence *s, size_t from)
{
	uint32_t place = s->spots[from].place;

	for (size_t i = from;
		i-- > 0 && place - s->spots[i].place <= PHRASE_REACH_WORDS * PLACES_A_WORD && !s->spots[i].ends;)
		if (s->spots[i].negation && (!s->spots[i].dense || place - s->spots[i].place <= REACH_LETTERS))
			return true;
	return false;
}

static void
note(const struct sentence *s, uint32_t ends, size_t from, bool negated)
{
	uint32_t at = s->spots[from].place / PLACES_A_WORD;

	for (unsigned list = 0; ends >> list; list++) {
		if (!(ends >> list & 1))
			continue;
		if (negated)
			s->w->negated |= 1u << list;
		else if (s->w->at[list] == PHRASE_NOWHERE)
			s->w->at[list] = (uint16_t)(at < PHRASE_NOWHERE ? at : PHRASE_NOWHERE - 1);
	}
}

static void walk(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated);

static void
walk_gap(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated)
{
	for (size_t i = at; i < s->n && s->spots[i].place - s->spots[at].place <= PHRASE_GAP_WORDS * PLACES_A_WORD;
		i++) {
		if (!s->spots[i].ends)
			walk(s, node, i, from, negated);
		if (s->spots[i].ends || s->spots[i].negation)
			return;
	}
}

/* Does a sentence or a clause end before the word `at`, or is there a pause? */
static bool
is_closed(const struct sentence *s, size_t at)
{
	return at >= s->n || s->spots[at].ends || (at && s->spots[at - 1].pauses);
}

/* From a node on, with the words from `at` on. It calls itself once at most: behind a gap there is none. */
static void
walk(const struct sentence *s, uint32_t node, size_t at, size_t from, bool negated)
{
	for (;; at++) {
		if (s->p->nodes[node].ends)
			note(s, s->p->nodes[node].ends, from, negated);
		if (s->p->nodes[node].closes && is_closed(s, at))
			note(s, s->p->nodes[node].closes, from, negated);
		if (s->p->nodes[node].gap)
			walk_gap(s, s->p->nodes[node].gap, at, from, negated);
		if (at >= s->n || s->spots[at].ends || !(node = phrases_follow(s->p, node, s->spots[at].hash)))
			return;
	}
}

/* Every phrase that begins with this word. */
static void
walk_from(const struct sentence *s, size_t at)
{
	const struct spot *spot = &s->spots[at];
	uint32_t clause = spot->begins ? phrases_follow(s->p, ROOT_CLAUSE, spot->hash) : 0;

	if (spot->ends)
		return;
	if (spot->node)
		walk(s, spot->node, at + 1, at, is_negated(s, at));
	if (clause)
		walk(s, clause, at + 1, at, is_negated(s, at));
}

/* A letter or digit, of any script. */
static bool
is_said(const struct phrase_word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if ((w->s[i] >= 'a' && w->s[i] <= 'z') || (w->s[i] >= '0' && w->s[i] <= '9') ||
			(unsigned char)w->s[i] >= 0x80)
			return true;
	return false;
}

/* Is it in Latin letters, as far as it is worth knowing? */
static bool
is_latin(const struct phrase_word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if ((unsigned char)w->s[i] >= 0xcd && (unsigned char)w->s[i] != 0xe1)
			return false;
	return true;
}

/* Which languages a word is of: by all of it, or by the letter that it ends with. */
static void
count_tongues(struct tongues *t, const struct sentence *s, const struct phrase_word *w, uint32_t node)
{
	const char *last = char_before(w->s, w->s + w->len);
	uint64_t languages = node ? s->p->nodes[node].common : 0;

	if (!w->dense && last > w->s && (unsigned char)*last >= 0xe0) {
		uint32_t ending = phrases_follow(s->p, ROOT_ENDING, phrase_hash(last, (size_t)(w->s + w->len - last)));
		languages |= ending ? s->p->nodes[ending].common : 0;
	}
	t->words++;
	t->latin += is_latin(w);
	for (; languages; languages &= languages - 1)
		t->common[__builtin_ctzll(languages)]++;
}

#define SINGLE_WORDS (1u << PHRASES_NEGATION | 1u << PHRASES_FILLER)

/* Words and letters, as two letters are counted as one word. */
struct count {
	unsigned words, letters;
};

static void
count(struct count *c, bool dense)
{
	if (dense)
		c->letters++;
	else
		c->words++;
}

static unsigned
counted(const struct count *c)
{
	return c->words + (c->letters + 1) / 2;
}

static void
read_words(struct sentence *s, struct tongues *tongues, const char *folded)
{
	struct phrase_word word;
	struct count said = {0, 0}, named = {0, 0};
	unsigned place = 0;
	bool begins = true;

	while (phrase_word_next(&folded, &word)) {
		struct spot *spot = &s->spots[s->n];
		uint32_t alone;

		if (word.len == 1 && *word.s == PHRASE_PAUSE) {
			if (s->n)
				spot[-1].pauses = true;
			continue;
		}
		s->n++;
		*spot = (struct spot){.hash = word.hash,
			.place = place,
			.dense = word.dense,
			.ends = word.len == 1 && *word.s == PHRASE_BREAK,
			.begins = begins};
		place += word.dense ? 1 : PLACES_A_WORD;
		begins = spot->ends || (word.len == 1 && *word.s == PHRASE_ID);
		spot->node = phrases_follow(s->p, ROOT, word.hash);
		alone = spot->node ? s->p->nodes[spot->node].ends : 0;
		spot->negation = alone >> PHRASES_NEGATION & 1;
		if (!is_said(&word))
			continue;
		count(&said, word.dense);
		if (!(alone & SINGLE_WORDS))
			count(&named, word.dense);
		if (tongues)
			count_tongues(tongues, s, &word, spot->node);
		s->w->hash = hash_mix(s->w->hash * HASH_GOLDEN + word.hash);
	}
	s->w->words = counted(&said);
	s->w->named = counted(&named);
}

void
wording_read_told(struct wording *w, struct tongues *tongues, const struct phrases *p, const char *text, size_t len)
{
	char *folded = text_fold_words(text, len);
	struct sentence s = { .p = p, .w = w, .spots = mem_calloc(strlen(folded) / 2 + 1, sizeof *s.spots) };

	*w = (struct wording){ .words = 0 };
	for (unsigned i = 0; i < PHRASE_LISTS_MAX; i++)
		w->at[i] = PHRASE_NOWHERE;
	read_words(&s, tongues, folded);
	for (size_t i = 0; i < s.n; i++)
		walk_from(&s, i);
	free(s.spots);
	free(folded);
}

void
wording_read(struct wording *w, const struct phrases *p, const char *text, size_t len)
{
	wording_read_told(w, NULL, p, text, len);
}
