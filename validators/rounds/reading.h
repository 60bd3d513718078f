/*
 * The body of one turn of `rounds`, read once: its blocks, sentences, citations and the point ids it names.
 *
 * Blocks stand in the order of the text: paragraphs, top-level list items (each with all that is in it), headings and
 * code blocks. A block quote is somebody else's words: it is no block, and what stands in one inside an item counts for
 * nothing. Sentences are those of prose alone. Sentences, citations and names are each one list in the order of the
 * text; whatever has some of them has a run of that list.
 *
 * Challenge points are the top-level list items and the headings of level 3 that say anything (a quotation, or a
 * point's id alone, says nothing), numbered from 1 in the order they stand in; the n-th of round R has the id `CR.n`,
 * whoever wrote it.
 *
 * A claim is a paragraph or a list item. It is supported by a citation in it that counts (weigh.h), or by a code block
 * that follows it at once; a paragraph by those of a list right behind it, too. What ends in a colon before a list or a
 * code block, a bold title, and what only asks, claims nothing.
 *
 * The reading borrows the md it is made of, and offsets are into md->text: both live until rounds_reading_free. Time
 * and room are in proportion to the text.
 */
#ifndef VALIDATORS_ROUNDS_READING_H
#define VALIDATORS_ROUNDS_READING_H

#include "validators/prose/citation.h"
#include "validators/rounds/phrases.h"
#include "validators/text/markdown.h"

enum rounds_block_kind { BLOCK_PARAGRAPH, BLOCK_ITEM, BLOCK_HEADING, BLOCK_CODE };

/* Some of a list, in a row. */
struct run {
	size_t first, n;
};

/* `C1.2` or `D2.1`, named in prose. */
struct rounds_name {
	char letter; /* POINT_CHALLENGE or POINT_ANSWER */
	unsigned round, n;
	size_t off;
};

struct rounds_sentence {
	size_t off, len;         /* in md.text, without outer white space; it may hold newlines */
	int line;                /* of the text that was parsed */
	size_t block;            /* index */
	struct run citations, names;
	struct wording wording;
};

struct rounds_block {
	enum rounds_block_kind kind;
	int line;
	size_t off, len;         /* in md.text, from its first line to its last */
	unsigned level;          /* of a heading */
	unsigned point;          /* n of its id; 0: it is no point */
	struct run sentences, citations;
	bool title;              /* one bold line, or a heading: it names what follows */
	bool wordless;           /* it has no words but point ids */
	bool opens_list;         /* it ends in a colon and a list or code follows */
	bool claim, supported;
	bool finished;           /* nothing that may still be written behind the text changes it */
};

struct rounds_reading {
	const struct md *md;
	struct rounds_block *blocks;
	size_t n_blocks;
	struct rounds_sentence *sentences;
	size_t n_sentences;
	struct rounds_name *names;
	size_t n_names;
	struct citations citations;
	unsigned n_points;
	struct tongues tongues;
	int language;            /* of its prose: of the lists of phrases (validators/prose/phrases.h) */
};

/* Read md->lines[first ..): what follows the turn's heading. With `prefix` the text may still go on. */
void
rounds_reading_make(
	struct rounds_reading *r, const struct md *md, size_t first, const struct phrases *phrases, bool prefix);
void rounds_reading_free(struct rounds_reading *r);

/* The first of some citations that counts, else the first at all; NULL: there is none. */
const struct citation *rounds_best_citation(const struct rounds_reading *r, struct run citations);
bool rounds_counts(const struct rounds_reading *r, struct run citations);

/* The first sentence that is no title and has a word; NULL: there is none. */
const struct rounds_sentence *rounds_lead(const struct rounds_reading *r);
/* A sentence, citation or block on one line, as a record's reader sees it: plain text, white space folded. malloc'd. */
char *rounds_text(const struct rounds_reading *r, size_t off, size_t len);
/* The same with backticks round what is code. */
char *rounds_text_marked(const struct rounds_reading *r, size_t off, size_t len);

#endif
