/*
 * Mutations of a live knowledge base: what one write to a file of it would change, and whether a debate may change that
 * (design page adversarial.md, The live knowledge base). A debate weakens and adds; it never strengthens, rewrites or
 * removes. Pure.
 */
#ifndef VALIDATORS_ADVERSARIAL_MUTATION_H
#define VALIDATORS_ADVERSARIAL_MUTATION_H

#include <stdint.h>
#include "validators/adversarial/kb.h"

enum mutation_type {
	MUTATION_STATUS_DOWNGRADE,
	MUTATION_NEW_EDGE,
	MUTATION_NEW_NODE,
	MUTATION_NEW_SOURCE,
	MUTATION_CRITICISM_APPEND,
	MUTATION_CONTRADICTION_ADDED,
	MUTATION_NOTES_APPEND,
	MUTATION_TYPES
};
extern const char *const mutation_type_names[MUTATION_TYPES];

struct mutation {
	enum mutation_type type;
	char *target; /* "arg-045", or "kb/edges.md"; owned */
	char *change; /* before → after, or what was added, on one line; owned */
};

struct mutations {
	struct mutation *v;
	size_t n;
};
void mutations_free(struct mutations *m);

/* Who writes. */
struct mutator {
	const char *handle; /* "debater-pro", "moderator" */
	bool moderator;
	size_t side; /* the row of the position that it speaks for; KB_NONE: of none */
};

/* Judge what the file would be (its path below `kb/`, all its bytes, clean by text_check) against what is there. The
 * base as it would be, or NULL: refused, and *out has an error (kb.promoted, kb.concurrence, kb.frozen, kb.owner:
 * EPERM; kb.argument and the like: EINVAL). *changes are in the order in which they stand in the file; none where the
 * file is what it was (a base is given nevertheless). Both are overwritten.
 *
 * What was there stays to the byte: CRLF, blanks at the end of a line, blank lines and the newline at the end are no
 * difference, so that the file of the base given may differ from what was written in these (grown.h). */
struct kb *mutation_judge(const struct kb *kb, const struct mutator *by, const struct kb_file *file,
	struct findings *out, struct mutations *changes);

/* Could a file of this path be written, whatever is in it? The rule that it would break and a sentence (malloc'd), or
 * NULL. */
const struct rule *
mutation_path_fault(const struct kb *kb, const struct mutator *by, const char *path, char **sentence);

/* What the filesystem alone writes. */
#define KB_REVISIONS_FILE "revisions.md"
#define KB_INDEX_FILE "index.md" /* in any directory */

/* One entry of kb/revisions.md, with its heading and a blank line before it. `number` counts from 1; `time_ms` is
 * UTC. Of what is long the beginning is there. */
#define REVISION_WORDS_BYTES 2000
struct revision {
	unsigned number;
	int64_t time_ms;
	const char *handle;
	unsigned turn;
	const struct mutation *mutation;
	const char *justification;
	const char *trigger; /* what it was triggered by */
};
void revision_put(UT_string *out, const struct revision *r);
/* The last number in a revisions.md; 0: none. */
unsigned revisions_last(const char *text, size_t len);

/* An entry, read back: slices of the text, none where it does not say so. */
struct revision_words {
	const char *s;
	size_t len;
};
struct revision_said {
	unsigned number, turn;
	struct revision_words handle, type, target, change, justification;
};
void revisions_each(const char *text, size_t len, void (*each)(void *arg, const struct revision_said *r), void *arg);

/* Rows of indexes that follow by themselves: the text of an index.md with the row of `argument` changed or added, where
 * it is a list or table with a row an id; NULL: it stays as it is. malloc'd. */
char *index_follow(const char *text, size_t len, const struct kb_argument *argument, size_t *out_len);

/* Rules of kb/ (kb.promoted, kb.concurrence, kb.frozen, kb.owner). */
enum mutation_rule { MUTATION_PROMOTED, MUTATION_CONCURRENCE, MUTATION_FROZEN, MUTATION_OWNER, MUTATION_RULES };
extern const struct rule *const mutation_rules; /* MUTATION_RULES of them */

#endif
