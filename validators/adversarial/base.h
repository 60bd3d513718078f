/*
 * A knowledge base: the argument graph that an adversarial debate is held over.
 *
 * It is its files, by their paths below `kb/`, and what they say: arguments, edges, positions, questions. A base
 * that base_make or base_copy gave may be shared by counting; only whoever made a copy changes it, before anybody else
 * sees it. Copies share the bytes of files that are the same, so that one costs as much as its lists.
 *
 * Pure: whoever has a folder hands its files in. Strings that a base hands out live as long as that base does.
 */
#ifndef VALIDATORS_ADVERSARIAL_BASE_H
#define VALIDATORS_ADVERSARIAL_BASE_H

#include <stdint.h>
#include "validators/kit/format.h"
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

/* A file as it was read or put: immutable, and shared by counting. */
struct base_file {
	unsigned refs;
	unsigned text;     /* of a debate that put it; 0: it is as it was read */
	const char *path;  /* below `kb/` */
	struct reader body;
	char bytes[];
};

/* The debaters' roles are numbered on from ROLE_DEBATER, in the order of their positions. */
enum adv_role { ROLE_ORCHESTRATOR = 1, ROLE_MODERATOR, ROLE_DEBATER };
extern const struct debate_role adv_roles[];

#define NO_POSITION UINT_MAX
struct argument {
	unsigned number;   /* 3 of arg-003 */
	unsigned position; /* of base.fixed; NO_POSITION: neutral, factual, meta */
	enum layer layer;
	enum status status, start; /* now, and as the debate began or added it */
	unsigned file;     /* its place */
	unsigned text;     /* of a debate that added it; 0: it is as it was read */
};

struct edge {
	unsigned from, to; /* numbers of arguments; to 0: a source */
	enum edge_type type;
	unsigned source;   /* its place; 0: to an argument */
	unsigned text;     /* of a debate that added it; 0: it is as it was read */
};

struct question {
	struct reader text;
	unsigned *arguments; /* numbers of those that stand for it, n of them */
	size_t n;
};

/* A caller that has a base reads its members, and changes none. */
struct base {
	unsigned refs;
	unsigned text;            /* by which files are put */
	struct base_file **files; /* in their places: those that were read, by their paths; then those that came */
	size_t n_files, n_read, bytes;
	struct argument *arguments; /* by their numbers */
	size_t n_arguments;
	struct edge *edges;       /* in the order in which they are written */
	size_t n_edges;
	struct fixed {            /* what no operation changes */
		unsigned refs;
		/* Slugs in their order, and the paths of their transcripts below `output/`. */
		char *positions[BASE_POSITIONS_MOST], *transcripts[BASE_POSITIONS_MOST];
		struct debate_role roles[ROLE_DEBATER + BASE_POSITIONS_MOST]; /* with `debater-SLUG` of each */
		unsigned n_positions;
		struct question questions[BASE_QUESTIONS_MOST]; /* Q-1 is the first */
		size_t n_questions;
	} *fixed;
};

/* The fault of the file at a path of the folder (its directory: with all of them). */
typedef void base_fault(void *arg, const char *path, const struct findings *found);
/* Whom faults are told to; `stable`: quality-summary.md need not say that the graph is. */
struct base_judge {
	bool stable;
	base_fault *fault;
	void *arg;
};
/* Reads and judges the files of a folder that lie below a part of it (`kb/`; "": all do); NULL where there is a fault.
 * `judge` NULL: files that were judged before, which are always taken; none make a base without anything. */
struct base *base_make(const struct source_folder *folder, const char *part, const struct base_judge *judge);
struct base *base_hold(const struct base *b);
/* NULL is none. */
void base_free(struct base *b);

/* The place of the file at a path, from 1, which it keeps; 0: there is none. */
unsigned base_find(const struct base *b, const char *path);
/* The file at a place. */
static inline const struct base_file *
base_file(const struct base *b, unsigned place)
{
	return b->files[place - 1];
}
/* The text of the file at a path; empty: there is none. */
struct reader base_text_at(const struct base *b, const char *path);
/* The number of the argument that a path is of, `arguments/arg-003-slug.md`; 0: it is of none. */
unsigned base_argument_at(const char *path);
/* Is it the path of a source, and no index? */
bool base_is_source(const char *path);
/* base_find of `kb/sources/…` as it is cited, with or without a place in it: no index. */
unsigned base_find_source(const struct base *b, struct reader cited);

/* NULL: there is none. */
struct argument *base_numbered(const struct base *b, unsigned number);
unsigned base_next_number(const struct base *b);
/* "no position" where it has none. */
const char *base_position(const struct base *b, unsigned position);
/* Its statement, or the summary of that. */
struct reader base_says(const struct base *b, const struct argument *a);
/* Appends a line of arguments/index.md, without its newline; all of it. */
void base_print_argument(const struct base *b, const struct argument *a, UT_string *out);
void base_print_index(const struct base *b, UT_string *out);
/* Is there such an edge? */
bool base_has_edge(const struct base *b, unsigned from, enum edge_type type, unsigned to, unsigned source);
/* NO_POSITION: it is none of them. */
unsigned base_position_find(const struct base *b, struct reader slug);
/* The contradictions in their order, from *at on (0 at first): the number, and what stands below its heading. */
bool base_contradiction(const struct base *b, size_t *at, unsigned *number, struct reader *title, struct reader *body);
unsigned base_next_contradiction(const struct base *b);

/* -- changing a copy -- */
/* That text puts the files that are put in it. */
struct base *base_copy(const struct base *b, unsigned text);
/* For base_put, and for whoever reads: one that nobody else has. */
struct base_file *base_file_new(const char *path, struct reader text, unsigned by);
/* A file in place of the one at its path, or one more: its place. */
unsigned base_put(struct base *b, const char *path, struct reader text);

/* -- what stands in a file -- */
/* The files that were printed so far. */
static inline struct reader
printed_text(const UT_string *s)
{
	return (struct reader){utstring_body(s), utstring_body(s) + utstring_len(s)};
}
/* Appends words as one line, cut at so many bytes. */
void print_line(struct reader words, size_t most, UT_string *out);
/* `arg-003`: moves past it. */
bool skip_argument(struct reader *r, unsigned *number);
/* Which of these words it is, in any case; -1: none. */
int word_of(const char *const *words, struct reader value);
/* All of them, with commas; malloc'd. */
char *words_listed(const char *const *words);
/* The lines between the first two lines of `---`; false: there is no front matter. */
bool base_front_of(struct reader file, struct reader *front);
/* A line of front matter, `key: value`; false: there is none. `whole` NULL, or the value's whole line. */
bool base_front(struct reader file, const char *key, struct reader *value, struct reader *whole);
/* Likewise in these lines of it, of which *front becomes those behind that line. */
bool base_front_next(struct reader *front, const char *key, struct reader *value, struct reader *whole);
/* The text below its highest heading, else behind `- **Title**:`; false: none. *behind: where its last line ends. */
bool base_section(struct reader file, const char *title, struct reader *body, const char **behind);
/* The words behind a label in a text, up to the next of these labels; false: it is not there. */
bool base_label(struct reader text, const char *const *labels, const char *label, struct reader *value);
/* The next `arg-NNN` in *r; moves past it. */
bool next_argument(struct reader *r, unsigned *number);
/* The next `kb/sources/…` in *r; moves past it. */
bool next_source(struct reader *r, struct reader *cited);
/* Judges a file by itself: an argument's that is `number` (0: id and position are not asked for), six labels. */
void base_judge_argument(struct reader file, unsigned number, struct argument *a, struct findings *out);
#define SOURCE_FORM "a source begins with front matter: lines `key: value` between two lines `---`"
#define EDGE_TO_ITSELF "the edge goes from arg-%03u to itself; it joins an argument with another one, or with a source"
void base_judge_contradiction(const struct base *b, struct reader body, int line, struct findings *out);

#endif
