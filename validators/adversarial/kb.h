/*
 * A knowledge base: the argument graph that an adversarial debate is held over (design page adversarial.md, Starting).
 *
 * It is its files, by their paths below `kb/`, and what they say: arguments, edges between them and to sources,
 * positions, central questions. Immutable and counted by reference; one that differs from another in a file shares all
 * the others, and what was read of them. Pure: whoever has files hands them in. Indexes, `const char *` and pointers to
 * rows live as long as the base that they were asked of.
 */
#ifndef VALIDATORS_ADVERSARIAL_KB_H
#define VALIDATORS_ADVERSARIAL_KB_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/kit/texts.h"
#include "validators/prose/phrases.h"
#include "validators/text/findings.h"

#define KB_EDGES_FILE "edges.md"
#define KB_CONTRADICTIONS_FILE "contradictions.md"

/* What a base must keep; the last three are warnings. */
enum kb_rule {
	KB_RULE_ARGUMENT,
	KB_RULE_EDGE,
	KB_RULE_SOURCE,
	KB_RULE_CONTRADICTION,
	KB_RULE_QUESTION,
	KB_RULE_POSITION,
	KB_RULE_UNSTABLE,
	KB_RULE_SECTION,
	KB_RULE_STRAY,
	KB_RULE_TWICE,
	KB_RULES
};
extern const struct rule *const kb_rules; /* KB_RULES of them */

/* The lists of phrases, files of config/adversarial/, by which a summary says that the graph is stable, or that it is
 * not. */
enum kb_phrase_list { KB_PHRASES_STABLE = PHRASES_COMMON + 1, KB_PHRASES_UNSTABLE, KB_PHRASE_LISTS };
enum kb_text { KB_TEXT_STABLE, KB_TEXT_UNSTABLE, KB_TEXT_NEGATION, KB_TEXTS };
extern const struct text_row kb_texts[KB_TEXTS];
/* All of them as one, of a format's texts (KB_TEXTS of them), or, where that is NULL, of what is built in. */
struct phrases *kb_phrases_new(const struct text *const *texts);

/* Strongest first. */
enum kb_status { KB_ROBUST, KB_STRONG, KB_CONTESTED, KB_WEAK, KB_REFUTED, KB_BASELESS, KB_STATUSES };
extern const char *const kb_status_names[KB_STATUSES];

enum kb_layer {
	KB_EMPIRICAL,
	KB_METHODOLOGICAL,
	KB_ETHICAL,
	KB_CULTURAL,
	KB_POLICY,
	KB_META,
	KB_LAYERS
};
extern const char *const kb_layer_names[KB_LAYERS]; /* "ethical/metaphysical" */

enum kb_basis { KB_BASIS_EMPIRICAL, KB_BASIS_REASONING, KB_BASIS_METAPHYSICAL, KB_BASIS_MIXED, KB_BASES };
extern const char *const kb_basis_names[KB_BASES];

/* The last four say of what bearing one argument has on another. */
enum kb_edge_type {
	KB_SUPPORTS,
	KB_CONTRADICTS,
	KB_REFUTES,
	KB_DEPENDS_ON,
	KB_REFINES,
	KB_EXAGGERATES,
	KB_CONFOUNDS,
	KB_DERIVED_FROM_SOURCE,
	KB_ADDRESSES,
	KB_TANGENTIAL_TO,
	KB_SCOPE_MISMATCH_WITH,
	KB_LAYER_SHIFT_FROM,
	KB_EDGE_TYPES
};
extern const char *const kb_edge_names[KB_EDGE_TYPES];

/* Limits of a base as a whole, and of a file in it. */
#define KB_FILES_MAX 4096
#define KB_FILE_BYTES (1 << 20)
#define KB_BYTES (64 << 20)
#define KB_DEPTH 8 /* directories below `kb/` */
/* A position is a seat, and a question is asked of each position. */
#define KB_POSITIONS_MAX 16
#define KB_QUESTIONS_MAX 64

/* No such row. */
#define KB_NONE ((size_t)-1)

/* A file of a base: its path below `kb/` ("arguments/arg-003-slug.md"), and its bytes. */
struct kb_file {
	const char *path;
	const char *text;
	size_t len;
};

struct kb_argument {
	const char *id;       /* "arg-003" */
	unsigned number;      /* 3 */
	const char *slug;
	const char *position; /* as it is written */
	size_t side;          /* the row of kb_position that it is of; KB_NONE: neutral, factual, meta */
	enum kb_layer layer;
	enum kb_basis basis;
	enum kb_status status;
	const char *scope, *asserter, *summary;
	const char *path;     /* of its file */
	const char *statement; /* what stands under Statement */
};

struct kb_edge {
	size_t from;          /* an argument's row */
	enum kb_edge_type type;
	size_t to;            /* an argument's row; KB_NONE: to a source */
	const char *source;   /* its path, with `kb/` before it; NULL: to an argument */
	const char *comment;  /* without its quotes; may be empty */
	int line;             /* in edges.md */
};

struct kb_contradiction {
	unsigned number;         /* 7 of C-007 */
	const char *title, *status;
	const size_t *arguments; /* rows of those that are involved, n of them */
	size_t n;
	int line;                /* in contradictions.md */
};

struct kb_position {
	const char *name; /* as arguments have it */
	const char *slug; /* lower case, everything else than letters and digits to `-` */
};

struct kb_question {
	const char *text;
	const size_t *arguments; /* rows of those that stand for it, n of them, at least one */
	size_t n;
	int line;                /* in quality-summary.md */
};

struct kb;

/* What is wrong with a base, file by file. */
struct kb_faults {
	struct kb_file_faults {
		char *path;
		struct findings findings;
	} *v;
	size_t n;
};
void kb_faults_free(struct kb_faults *f);
/* NULL: nothing but warnings. */
const struct rule *kb_faults_first_error(const struct kb_faults *f);
/* A line each, with file and line, as compilers do (findings_print); every path has `before` in front of it. */
void kb_faults_print(const struct kb_faults *f, const char *before, UT_string *out);

/* Read and judge n files, in any order, copying what it needs. quality-summary.md must say by these phrases that the
 * graph is stable; NULL: it need not. NULL where there is an error; *faults is overwritten and has at least one then.
 */
struct kb *kb_read(const struct kb_file *files, size_t n, const struct phrases *phrases, struct kb_faults *faults);
struct kb *kb_hold(const struct kb *kb);
void kb_drop(struct kb *kb);
/* The same base with one file in place of what stood at its path, or one more; judged like kb_read, NULL likewise, but
 * for whether it is stable. Other files are in *faults only where there is an error. */
struct kb *kb_with(const struct kb *kb, const struct kb_file *file, struct kb_faults *faults);
/* The same with n files, which were judged one by one. */
struct kb *kb_with_all(const struct kb *kb, const struct kb_file *files, size_t n);

size_t kb_files(const struct kb *kb); /* in the order of their paths, by bytes */
struct kb_file kb_file_at(const struct kb *kb, size_t row);
size_t kb_file_find(const struct kb *kb, const char *path);

/* Is nothing in the way of a file of this path, or, where it ends in a slash, of a directory: no file where it needs a
 * directory, and no directory where it needs a file? */
bool kb_has_room(const struct kb *kb, const char *path);
/* Is this how the file of an argument is called, arguments/arg-NNN-slug.md? */
bool kb_names_argument(const char *path);
/* Is this how the file of a source is called, sources/….md, and no index? */
bool kb_names_source(const char *path);

size_t kb_arguments(const struct kb *kb); /* in the order of their numbers */
const struct kb_argument *kb_argument(const struct kb *kb, size_t row);
size_t kb_argument_find(const struct kb *kb, const char *id, size_t len);

size_t kb_edges(const struct kb *kb); /* in the order in which they are written */
const struct kb_edge *kb_edge(const struct kb *kb, size_t row);
/* Is there an edge of this type from one argument to another? Its row. */
size_t kb_edge_find(const struct kb *kb, size_t from, enum kb_edge_type type, size_t to);
/* The rows of all that lead from an argument, by their types, and how many they are. */
const size_t *kb_edges_from(const struct kb *kb, size_t from, size_t *n);

size_t kb_contradictions(const struct kb *kb); /* in the order in which they are written */
const struct kb_contradiction *kb_contradiction(const struct kb *kb, size_t row);

size_t kb_positions(const struct kb *kb); /* at least two, in the order of their slugs */
const struct kb_position *kb_position(const struct kb *kb, size_t row);
size_t kb_questions(const struct kb *kb); /* Q-1 is row 0 */
const struct kb_question *kb_question(const struct kb *kb, size_t row);
/* Is a position none that anybody argues for: neutral, factual, meta? */
bool kb_takes_no_side(const char *position, size_t len);
/* Is this the path of a source that is there, with `kb/` before it? */
bool kb_source_is_there(const struct kb *kb, const char *path, size_t len);

/* What stands under a heading of level 2 of a file, or in a list item `- **Title**: …`: a slice of its text, without
 * the heading. False: there is none. */
bool kb_section(const struct kb_file *file, const char *title, size_t *off, size_t *len);
/* What a key of a file's front matter says: a slice of its text, without white space and quotes round it. False: there
 * is no such key. */
bool kb_front(const struct kb_file *file, const char *key, size_t *off, size_t *len);

#endif
