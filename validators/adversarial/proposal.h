/*
 * What is proposed below kb/ under a lease: files that the next turn of who has the floor brings along, each judged as
 * it was written (mutation.h). A state with proposals has the base with all of them, and shows it; the debate's own has
 * none, and its turn's entry is where they come into it.
 *
 * They stand on one another in the order in which they came: an edge may name an argument that was proposed before it.
 * A file is proposed once: written again, all are judged anew.
 */
#ifndef VALIDATORS_ADVERSARIAL_PROPOSAL_H
#define VALIDATORS_ADVERSARIAL_PROPOSAL_H

#include "validators/adversarial/state.h"

struct json_t;

/* One file; its text is that of the base with all of them. */
struct proposal {
	char *path;
	int64_t time_ms; /* when it was written */
	struct mutations changes;
};

/* Immutable and counted by reference. */
struct proposals {
	atomic_uint refs;
	unsigned turn;     /* for which they are */
	struct kb *base;   /* the debate's, on which they stand */
	struct live *live; /* and its files */
	struct kb *kb;     /* with all of them */
	struct proposal *v;
	size_t n;
	const char **targets; /* of all changes, each once, in order */
	size_t n_targets;
};
struct proposals *proposals_hold(struct proposals *p);
void proposals_drop(struct proposals *p);
bool proposals_has(const struct proposals *p, const char *path);
/* As the entry of their turn has them: `[{"path", "text", "changes": [{"type", "target", "change"}]}]`. */
struct json_t *proposals_json(const struct proposals *p);
/* Add the changes of one of these to *to; false: they cannot be understood. */
bool proposal_read(const struct json_t *file, struct mutations *to);

/* Of struct format_tree. */
struct fstate *proposal_make(const struct fstate *state, const struct context *ctx, const char *path, const char *text,
	size_t len, struct findings *out);
struct fstate *proposals_again(const struct fstate *state, const struct fstate *proposed);
const struct rule *
proposal_may_be(const struct fstate *state, const struct context *ctx, const char *path, char **sentence);

#endif
