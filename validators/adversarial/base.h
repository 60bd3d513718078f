/*
 * A knowledge base: the argument graph that an adversarial debate is held over.
 *
 * It is its files, by their paths below `kb/`, and what they say: arguments, edges, positions, questions. A base
 * that base_make or base_copy gave may be shared by counting; only whoever made a copy changes it, before anybody else
 * sees it. Copies share the bytes of files that are the same, so that one costs as much as its lists.
 *
 * Pure: whoever has a folder hands its files in. What a base hands out lives as long as that base does.
 */
#ifndef VALIDATORS_ADVERSARIAL_BASE_H
#define VALIDATORS_ADVERSARIAL_BASE_H

#include <stdint.h>
#include "validators/kit/lines.h"
#include "validators/text/findings.h"

enum base_rule {
	KB_ARGUMENT,
	KB_EDGE,
	KB_SOURCE,
	KB_CONTRADICTION,
	KB_QUESTION,
	KB_POSITION,
	KB_UNSTABLE,
	BASE_RULES
};
extern const struct rule base_rules[BASE_RULES];

/* Strongest first. */
enum status { ROBUST, STRONG, CONTESTED, WEAK, REFUTED, BASELESS, STATUSES };
extern const char *const status_words[STATUSES + 1];
enum layer { EMPIRICAL, METHODOLOGICAL, ETHICAL, CULTURAL, POLICY, META, LAYERS };
extern const char *const layer_words[LAYERS + 1];
/* The last three say that one argument has no bearing on another. */
enum edge_type {
	SUPPORTS,
	CONTRADICTS,
	REFUTES,
	DEPENDS_ON,
	REFINES,
	EXAGGERATES,
	CONFOUNDS,
	DERIVED_FROM_SOURCE,
	ADDRESSES,
	TANGENTIAL_TO,
	SCOPE_MISMATCH_WITH,
	LAYER_SHIFT_FROM,
	EDGE_TYPES
};
extern const char *const edge_words[EDGE_TYPES + 1];
/* The labels of a contradiction. */
enum { CONTRADICTION_LABELS = 6 };
extern const char *const contradiction_labels[CONTRADICTION_LABELS + 1];

/* Limits of a base. A position has a seat, and each question is asked of each position. */
#define BASE_FILES_MOST 4096
#define BASE_FILE_BYTES ((size_t)1 << 20)
#define BASE_BYTES ((size_t)64 << 20)
#define BASE_DEPTH_MOST 8
#define BASE_POSITIONS_MOST 16
#define BASE_QUESTIONS_MOST 64
#define BASE_NUMBER_MOST 999999

#define EDGES_FILE "edges.md"
#define CONTRADICTIONS_FILE "contradictions.md"
#define SUMMARY_FILE "quality-summary.md"
#define REVISIONS_FILE "revisions.md"
#define INDEX_FILE "arguments/index.md"

/* A file: its path below `kb/`. */
struct base_file {
	const char *path;
	struct reader text;
};

#define NO_POSITION UINT_MAX
struct argument {
	unsigned number;   /* 3 of arg-003 */
	unsigned position; /* of base_position; NO_POSITION: neutral, factual, meta */
	enum layer layer;
	enum status status;
	const char *path;
	unsigned text;     /* of a debate that added it; 0: it is as it was read */
};

struct edge {
	unsigned from, to;  /* numbers of arguments; to 0: a source */
	enum edge_type type;
	const char *source; /* its path below `kb/`; NULL: to an argument */
	unsigned text;      /* of a debate that added it; 0: it is as it was read */
};

struct question {
	struct reader text;
	const unsigned *arguments; /* numbers of those that stand for it, n of them */
	size_t n;
};

struct base;

/* What is wrong with the file at a path ("." : with all of them). */
typedef void base_fault(void *arg, const char *path, const struct findings *found);
/* Whom faults are told to; `stable`: quality-summary.md need not say that the graph is. */
struct base_judge {
	bool stable;
	base_fault *fault;
	void *arg;
};
/* Reads and judges files, in any order; NULL where there is a fault. `judge` NULL: files that were judged before, which
 * are always taken; none make a base without anything. */
struct base *base_make(const struct base_file *files, size_t n, const struct base_judge *judge);
struct base *base_hold(const struct base *b);
/* NULL is none. */
void base_free(struct base *b);

size_t base_bytes(const struct base *b); /* of all its files */
size_t base_files(const struct base *b); /* in the order of their paths */
struct base_file base_file(const struct base *b, size_t row);
/* The path of the file that came as this one, from 1; it stays that file's number. */
const char *base_path(const struct base *b, size_t number);
/* The text of a debate by which that file came or changed last; 0: it is as it was read. */
unsigned base_changed(const struct base *b, size_t number);
/* The file at a path; false: there is none. */
bool base_find(const struct base *b, const char *path, struct base_file *file);
/* The number of the argument that a path is of, `arguments/arg-003-slug.md`; 0: it is of none. */
unsigned base_argument_at(const char *path);
/* Is it the path of a source, and no index? */
bool base_is_source(const char *path);
/* The same of `kb/sources/…` as it is cited, with or without a place in it: no index. */
bool base_find_source(const struct base *b, struct reader cited, struct base_file *file);

size_t base_arguments(const struct base *b); /* in the order of their numbers */
const struct argument *base_argument(const struct base *b, size_t row);
const struct argument *base_numbered(const struct base *b, unsigned number);
unsigned base_next_number(const struct base *b);
size_t base_edges(const struct base *b); /* in the order in which they are written */
const struct edge *base_edge(const struct base *b, size_t row);
/* Is there this edge? `source` NULL: to an argument. */
bool base_has_edge(const struct base *b, unsigned from, enum edge_type type, unsigned to, const char *source);
unsigned base_positions(const struct base *b); /* at least two, in the order of their slugs */
/* Its slug, as in `debater-SLUG`. */
const char *base_position(const struct base *b, unsigned row);
/* The path of its debater's transcript below `output/`. */
const char *base_transcript(const struct base *b, unsigned row);
/* NO_POSITION: it is none of them. */
unsigned base_position_find(const struct base *b, struct reader slug);
size_t base_questions(const struct base *b); /* Q-1 is row 0 */
const struct question *base_question(const struct base *b, size_t row);
/* The contradictions in their order, from *at on (0 at first): the number, and what stands below its heading. */
bool base_contradiction(const struct base *b, size_t *at, unsigned *number, struct reader *title, struct reader *body);
unsigned base_next_contradiction(const struct base *b);
/* Appends arguments/index.md, a line an argument. */
void base_print_index(const struct base *b, UT_string *out);

/* -- changing a copy -- */
/* What is put in it is put by that text. */
struct base *base_copy(const struct base *b, unsigned text);
/* A file in place of the one at its path, or one more. */
void base_put(struct base *b, const char *path, struct reader text);
/* An argument whose file was put; its number is the next one. */
void base_add_argument(struct base *b, const struct argument *a);
void base_set_status(struct base *b, unsigned number, enum status status);
/* An edge whose line was put; of `source` a path that the base has. */
void base_add_edge(struct base *b, const struct edge *e);

/* -- what stands in a file -- */
/* Takes a line off, without its newline; false: there is none. */
bool next_line(struct reader *r, struct reader *line);
/* Appends words as one line, cut at so many bytes. */
void print_line(struct reader words, size_t most, UT_string *out);
/* `arg-003`: moves past it. */
bool skip_argument(struct reader *r, unsigned *number);
/* Which of these words it is, in any case; -1: none. */
int word_of(const char *const *words, struct reader value);
/* What stands between the first two lines of `---`; false: there is no front matter. */
bool base_front_of(struct reader file, struct reader *front);
/* A line of front matter, `key: value`; false: there is none. `whole` NULL, or the value's whole line. */
bool base_front(struct reader file, const char *key, struct reader *value, struct reader *whole);
/* What stands below a heading, or behind `- **Title**:`; false: it is not there. *behind: where its last line ends. */
bool base_section(struct reader file, const char *title, struct reader *body, const char **behind);
/* What stands behind a label in a text, up to the next of these labels; false: it is not there. */
bool base_label(struct reader text, const char *const *labels, const char *label, struct reader *value);
/* The next `arg-NNN` in *r; moves past it. */
bool next_argument(struct reader *r, unsigned *number);
/* The next `kb/sources/…` in *r; moves past it. */
bool next_source(struct reader *r, struct reader *cited);
/* Judges a file by itself: an argument's that is `number`, a source's, six labels. */
void base_judge_argument(struct reader file, unsigned number, struct argument *a, struct findings *out);
void base_judge_source(struct reader file, struct findings *out);
void base_judge_contradiction(const struct base *b, struct reader body, int line, struct findings *out);

#endif
