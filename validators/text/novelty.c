#include "validators/text/novelty.h"

#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/chars.h"

#define SPREAD UINT64_C(0xd6e8feb86659fd93)

/* Spreads a hash over all bits: nobody gains by a collision, it refuses one's own text. */
static inline uint64_t
spread_hash(uint64_t h)
{
	h ^= h >> 32;
	h *= SPREAD;
	return h ^ h >> 32;
}

/* Order counts: each word is multiplied by another power of an odd number. */
#define ODD UINT64_C(0x9e3779b97f4a7c15)

/* A run of a text of the set; or, as what it is looked up by, all words of one. */
struct row {
	uint64_t hash;
	uint32_t owner; /* which text */
	uint32_t next;  /* the row, from 1, of the same place in the table; 0: none. AGAIN: its text has it already */
};
#define AGAIN UINT32_MAX
/* A word has so many with what parts it from the next, or more, as a rule. */
#define WORD_BYTES 6

struct printset {
	struct print *prints;
	struct row *rows;
	uint32_t *table; /* of rows, from 1: as many places as there is room for rows */
	uint8_t *seen;   /* a bit for each eighth of a place: nearly all that is not there is known by it */
	size_t n, n_rows, room;
	unsigned bits;   /* of a place */
};

/* -- a table of rows -- */

/* A place, and an eighth of it. No two runs can be made to meet: nobody knows where the set is. */
static inline size_t
table_place(const struct printset *s, uint64_t hash)
{
	return ((hash ^ (uintptr_t)s) * ODD) >> (61 - s->bits);
}

/* Rows of a text stand before those of earlier ones. */
static void
link_row(struct printset *s, uint32_t number)
{
	struct row *row = &s->rows[number - 1], *at;
	size_t eighth = table_place(s, row->hash);
	uint32_t *place = &s->table[eighth / 8];

	for (uint32_t i = *place; i && (at = &s->rows[i - 1])->owner == row->owner; i = at->next)
		if (at->hash == row->hash) {
			row->next = AGAIN;
			return;
		}
	row->next = *place;
	*place = number;
	s->seen[eighth / 8] |= (uint8_t)(1 << eighth % 8);
}

/* Room for so many rows more. */
static void
make_room(struct printset *s, size_t n)
{
	if (s->n_rows + n <= s->room)
		return;
	while (s->n_rows + n > s->room)
		s->room = (size_t)1 << ++s->bits;
	s->rows = mem_resize(s->rows, s->room, sizeof *s->rows);
	free(s->table);
	s->table = mem_calloc(s->room, sizeof *s->table + sizeof *s->seen);
	s->seen = (uint8_t *)(s->table + s->room);
	for (uint32_t i = 1; i <= s->n_rows; i++)
		link_row(s, i);
}

static void
add_hash(struct printset *s, uint64_t hash)
{
	if (s->n_rows == s->room)
		make_room(s, 1);
	s->rows[s->n_rows++] = (struct row){.hash = hash, .owner = (uint32_t)s->n};
	link_row(s, (uint32_t)s->n_rows);
}

/* The next row from this number on that has this hash; 0: none. */
static inline uint32_t
row_like(const struct printset *s, uint32_t number, uint64_t hash)
{
	while (number && s->rows[number - 1].hash != hash)
		number = s->rows[number - 1].next;
	return number;
}

/* The last one of all. */
static inline uint32_t
find_row(const struct printset *s, uint64_t hash)
{
	size_t eighth = table_place(s, hash);

	return s->seen[eighth / 8] >> eighth % 8 & 1 ? row_like(s, s->table[eighth / 8], hash) : 0;
}

/* -- the words of a text -- */

struct words {
	struct printset *set; /* NULL: of runs nothing is kept */
	struct print print;
	uint64_t last[NOVELTY_RUN_WORDS], run;
};

/* The word that goes on, `word * SPREAD + byte` of each byte; spread_hash() ends it. */
#define NO_WORD UINT64_C(1)

static void
add_word(struct words *w, uint64_t word)
{
	uint64_t hash = spread_hash(word), *last = &w->last[w->print.words % NOVELTY_RUN_WORDS];

	w->print.all = w->print.all * ODD + hash;
	w->run = (w->run - *last * (ODD * ODD * ODD * ODD)) * ODD + hash;
	*last = hash;
	if (++w->print.words >= NOVELTY_RUN_WORDS && w->set)
		add_hash(w->set, spread_hash(w->run));
}

/* A character of ASCII as text_fold_words has it: itself, in lower case, or one of these. */
#define FOLDS_TO_GAP '\0'
#define FOLDS_AWAY '\1'
static const char ascii_folds[128 + 1] = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
	"\0\0\0\0$\0\0\1\0\0\0+\0\0\0\0"
	"0123456789\0\0<=>\0"
	"\0abcdefghijklmnopqrstuvwxyz\0\0\0\0\0"
	"\0abcdefghijklmnopqrstuvwxyz\0|\0~\0";

static void
add_words(struct words *w, const char *text, size_t len)
{
	bool ascii = text_is_ascii(text, len);
	char *folded = ascii ? NULL : text_fold_words(text, len);
	const char *s = ascii ? text : folded, *end = s + (ascii ? len : strlen(folded));
	uint64_t word = NO_WORD;

	/* Nearly all there is: this is what judging a long turn spends its time on. */
	for (; ascii && s < end; s++) {
		const char c = ascii_folds[(unsigned char)*s & 0x7f];

		if (c > FOLDS_AWAY)
			word = word * SPREAD + (unsigned char)c;
		else if (c == FOLDS_TO_GAP && word != NO_WORD)
			add_word(w, word), word = NO_WORD;
	}
	/* A folded text has single spaces between words; a dense letter is a word. */
	while (s < end) {
		bool dense = char_is_dense(s, end);
		size_t n = char_bytes(s, end);

		if ((dense || *s == ' ') && word != NO_WORD)
			add_word(w, word), word = NO_WORD;
		for (; n && *s != ' '; n--)
			word = word * SPREAD + (unsigned char)*s++;
		s += n;
		if (dense)
			add_word(w, word), word = NO_WORD;
	}
	if (word != NO_WORD)
		add_word(w, word);
	free(folded);
	w->print.all = spread_hash(w->print.all + w->print.words);
}

uint64_t
words_hash(const char *text, size_t len)
{
	struct words w = {.set = NULL};

	add_words(&w, text, len);
	return w.print.all;
}

/* -- sets -- */

struct printset *
printset_new(void)
{
	return mem_calloc(1, sizeof(struct printset));
}

void
printset_free(struct printset *s)
{
	if (!s)
		return;
	free(s->prints);
	free(s->rows);
	free(s->table);
	free(s);
}

size_t
printset_add(struct printset *s, const char *text, size_t len)
{
	struct words w = {.set = s, .print.row = s->n_rows};

	make_room(s, len / WORD_BYTES + 1);
	add_words(&w, text, len);
	w.print.n = s->n_rows - w.print.row;
	for (size_t i = w.print.row; i < s->n_rows; i++)
		w.print.distinct += s->rows[i].next != AGAIN;
	add_hash(s, w.print.all);
	*GROW(s->prints, s->n) = w.print;
	return s->n - 1;
}

const struct print *
printset_print(const struct printset *s, size_t which)
{
	return &s->prints[which];
}

enum novelty
printset_compare(const struct printset *s, const struct printset *claims, size_t claim, double threshold, size_t *runs)
{
	const struct print *p = &claims->prints[claim];
	const struct row *of = claims->rows + p->row;
	double share = threshold * (double)p->distinct;
	size_t until = s == claims ? claim : s->n, enough = (size_t)share + (share > (double)(size_t)share);
	size_t most = 0, open = p->distinct;
	uint32_t *held = NULL; /* how many runs each text has of the claim */
	uint32_t same = s->n_rows && p->words ? find_row(s, p->all) : 0;

	while (same && s->rows[same - 1].owner >= until)
		same = row_like(s, s->rows[same - 1].next, p->all);
	if (same)
		return NOVELTY_EQUAL;
	if (threshold <= 0 || !p->n || !s->n_rows)
		return NOVELTY_NEW;
	/* Has a text enough of its runs? Given up as soon as none can come to that. */
	for (uint32_t i = 0; i < p->n && most < enough && most + open >= enough; i++) {
		if (of[i].next == AGAIN)
			continue;
		open--;
		for (uint32_t at = find_row(s, of[i].hash); at && most < enough;
			at = row_like(s, s->rows[at - 1].next, of[i].hash)) {
			if (s->rows[at - 1].owner >= until)
				continue;
			if (!*runs) {
				free(held);
				return NOVELTY_NEW;
			}
			--*runs;
			held = held ? held : mem_calloc(s->n, sizeof *held);
			if (++held[s->rows[at - 1].owner] > most)
				most = held[s->rows[at - 1].owner];
		}
	}
	free(held);
	return most >= enough ? NOVELTY_NEAR : NOVELTY_NEW;
}
