/*
 * The wordings that a format's rules go by: lists of phrases, a data file each (config/FORMAT/NAME.txt), so that a user
 * can add to them.
 *
 * A file has one phrase a line; blank lines and lines that begin with `#` say nothing. A phrase is compared word by
 * word: both sides are folded (text_fold_words: NFKC, case, apostrophes, punctuation, white space). `*` or `...`
 * between two words, once in a phrase, stands for up to PHRASE_GAP_WORDS words, none of them a negation. Nothing goes
 * across PHRASE_BREAK; PHRASE_PAUSE stands in nobody's way.
 *
 * `^` in front of a phrase: it begins the sentence or a clause, behind PHRASE_BREAK, or follows PHRASE_ID at once. `$`
 * behind a phrase: it ends the sentence or a clause, before PHRASE_BREAK, or stands before PHRASE_PAUSE.
 *
 * Phrases are of a language. A line `[de]` begins those of one; those before the first such line are in English. All
 * count in every text, but a rule that refuses for want of a phrase asks first whether the list has phrases of the
 * text's language (phrases_tell). Which that is, is told by the words of the list `common`, any number a line: the
 * language that most words of the text are of, if those are one in COMMON_SHARE. `-` in front of one: a letter with
 * which words end. Of a few words in Latin letters it is the first language, and where that list is empty of every
 * text.
 *
 * In scripts without spaces each letter is compared as a word is; two are counted as one, and a negation turns round
 * what stands within two letters behind it.
 *
 * A phrase is negated where one of the PHRASE_REACH_WORDS words before it is in the list `negation`, whose phrases are
 * single words: "I do not concede" concedes nothing. Those of the list `filler`, single words too, name nothing by
 * themselves: "there must be a better way" has no other.
 *
 * All lists are kept as one trie, so that a sentence is read once for all of them. A struct phrases is filled by
 * phrases_parse and immutable from then on: any thread may read it. No I/O here: whoever calls has the bytes.
 */
#ifndef VALIDATORS_PROSE_PHRASES_H
#define VALIDATORS_PROSE_PHRASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A format's lists are numbers from 0, of which each has these. */
#define PHRASES_NEGATION 0
#define PHRASES_FILLER 1
#define PHRASES_COMMON 2
#define PHRASE_LISTS_MAX 24
/* Languages of one set of lists, and bytes of one's name. */
#define PHRASE_LANGUAGES 64
#define PHRASE_LANGUAGE_BYTES 35

/* Bytes of a file, phrases in it, bytes and words of a phrase. */
#define PHRASES_FILE_BYTES (64 << 10)
#define PHRASES_MAX 1000
#define PHRASE_BYTES 200
#define PHRASE_WORDS 16
#define PHRASE_GAP_WORDS 3
#define PHRASE_REACH_WORDS 3

struct phrases;

struct phrases *phrases_new(void);
void phrases_free(struct phrases *p);
/* Add a file's phrases to a list. NULL, or a static sentence that says what is wrong in line *line (0: the file as a
 * whole); what stands before that line is in the list then. */
const char *phrases_parse(struct phrases *p, unsigned list, const char *text, size_t len, int *line);

/* Words of a text, as far as they tell its language. */
struct tongues {
	size_t words, latin; /* with a letter; of those, in Latin letters */
	size_t common[PHRASE_LANGUAGES];
};
/* One word in so many is common, and a text of fewer words than these is a few words. */
#define COMMON_SHARE 8
#define COMMON_FEW 12

/* No language that is known. */
#define PHRASES_UNTOLD (-1)

/* What a sentence says by these lists. */
#define PHRASE_NOWHERE UINT16_MAX
struct wording {
	uint16_t at[PHRASE_LISTS_MAX]; /* the word, from 0, with which the first phrase begins that is not negated;
					  PHRASE_NOWHERE: none */
	uint32_t negated;          /* lists of which a phrase stands here under a negation: 1 << list */
	unsigned words;            /* words that say something: without point ids and what stands for code */
	unsigned named;            /* those of them that are in neither list of single words */
	uint64_t hash;             /* of those words, in order */
};

/* What must stand in a sentence instead of what is no prose (code, addresses), of point ids, of the marks that part
 * clauses, and of commas and brackets: words that say nothing. */
#define PHRASE_CODE '='
#define PHRASE_ID '~'
#define PHRASE_BREAK '|'
#define PHRASE_PAUSE '<'

/* Read one sentence. */
void wording_read(struct wording *w, const struct phrases *p, const char *s, size_t len);
/* And count its words in *tongues, which may be NULL. */
void wording_read_told(struct wording *w, struct tongues *tongues, const struct phrases *p, const char *s, size_t len);

static inline bool
wording_says(const struct wording *w, unsigned list)
{
	return w->at[list] != PHRASE_NOWHERE;
}

#endif
