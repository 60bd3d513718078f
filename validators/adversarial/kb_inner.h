/*
 * How a base is made (kb.c): each file is read by itself into a struct doc, which bases share, and then all of them are
 * linked. Included by kb's own files alone.
 */
#ifndef VALIDATORS_ADVERSARIAL_KB_INNER_H
#define VALIDATORS_ADVERSARIAL_KB_INNER_H

#include <stdatomic.h>
#include "validators/adversarial/kb.h"
#include "validators/text/quote.h"

#define KB_SUMMARY_FILE "quality-summary.md"
/* An argument's number has three digits or more. */
#define KB_NUMBER_MAX 999999
/* Where no argument is meant. */
#define KB_NUMBER_NONE (KB_NUMBER_MAX + 1)

/* An argument, or a source, that a contradiction or a question names. */
struct doc_mention {
	unsigned number;    /* of an argument; KB_NUMBER_NONE: a source */
	const char *source; /* with `kb/` before it */
	int line;
};

/* A contradiction, or a central question. */
struct doc_item {
	unsigned number;
	const char *text, *status;
	int line;
	size_t mention, n_mentions; /* of the document's */
};

struct doc_edge {
	unsigned from, to; /* numbers; KB_NUMBER_NONE: to a source */
	struct kb_edge edge;
};

/* A file, and what was read of it. Immutable from then on, but for the count. */
struct doc {
	atomic_int refs;
	char *path, *text;
	size_t len;
	char *names;       /* id and slug of an argument */
	char *cut;         /* the text again, with a NUL behind each piece that is pointed to; NULL: none is */
	bool is_argument, is_source;
	struct kb_argument argument; /* without its side; what its file does not say is NULL */
	int position_line;
	struct doc_edge *edges;
	struct doc_item *items;
	struct doc_mention *mentions;
	size_t n_edges, n_items, n_mentions;
};

/* Read a file by itself, and say what is wrong with it. One reference. */
struct doc *doc_new(const struct kb_file *file, struct findings *out);
struct doc *doc_hold(struct doc *d);
void doc_drop(struct doc *d);

/* A piece of a sentence about it. */
#define QUOTED(string) (quote(string, strlen(string)).s)

/* "robust, strong or weak"; malloc'd. */
char *kb_names(const char *const *names, size_t n);

/* What each reads of its file. */
void kb_read_argument(struct doc *d, struct findings *out);
void kb_read_edges(struct doc *d, struct findings *out);
void kb_read_contradictions(struct doc *d, struct findings *out);
void kb_read_questions(struct doc *d, struct findings *out);
void kb_judge_stable(const struct doc *d, const struct phrases *phrases, struct findings *out);

/* A piece of the text, as a string that lives as long as the document. */
const char *doc_piece(struct doc *d, size_t off, size_t len);
void doc_add_mention(struct doc *d, unsigned number, const char *source, int line);
/* Add every argument that a piece of the text names, in order, each once; `line` is that of its beginning. */
void doc_add_arguments(struct doc *d, struct doc_item *item, size_t off, size_t len, int line);

/* -- lines of a text, behind its front matter -- */
struct line {
	size_t off, len;      /* without its newline */
	int number;
	unsigned indent;      /* blanks before it */
	unsigned level;       /* of a heading; 0: it is none */
	bool item;            /* a list item begins */
	bool code;            /* in a fenced block, or its fence */
	bool blank;
	size_t words, n_words; /* offset and length of what it says, without marks of a heading or an item */
};
struct lines {
	const char *text;
	size_t len, at;
	int number;
	char fence;
	size_t fence_n;
};
void lines_start(struct lines *l, const char *text, size_t len);
bool line_next(struct lines *l, struct line *line);
bool line_says(const char *text, const struct line *line, const char *words);
/* Where the front matter ends, and its first line stands at 4; 0: there is none. */
size_t front_end(const char *text, size_t len);
/* The next line of a front matter that says something, as key and value; false: there is none. A line that is neither
 * has an empty key. */
struct front_line {
	size_t key, key_len, value, value_len;
	int number;
};
bool front_next(const char *text, size_t end, size_t *at, int *number, struct front_line *line);
/* Without white space round it. */
void text_trim(const char *text, size_t *off, size_t *len);
/* The number of the argument id that stands here: its bytes; 0: none does. */
size_t argument_id_read(const char *s, const char *end, unsigned *number);
/* The same for any such number: "C-" and three digits or more. */
size_t number_id_read(const char *s, const char *end, const char *before, unsigned *number);

#endif
