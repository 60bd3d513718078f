/*
 * A submitted text, read: as a turn or as a conclusion, with findings; and what the record keeps of a turn.
 */
#ifndef VALIDATORS_SOCRATIC_TURN_H
#define VALIDATORS_SOCRATIC_TURN_H

#include "validators/socratic/state.h"

/* A piece of a turn's plain text that a later turn must not repeat. */
struct said {
	const char *what; /* "position", "claim", "novel argument"; static */
	size_t off, len;
};

/* What apply needs of a turn's text. */
struct turn_facts {
	unsigned number;
	enum stance stance;
	char *text; /* plain text of Markdown */
	size_t text_len;
	struct said *said;
	size_t n_said;
	struct item_said *items;
	size_t n_items;
	struct answer_said *answers;
	size_t n_answers;
	struct consensus consensus;
	struct raised *raised; /* what has been raised by then; NULL: read from a record. One reference */
};
void turn_facts_free(void *facts);
/* Read a body that stands in a record; NULL where it is no turn. */
struct turn_facts *turn_facts_read(const char *body, size_t len);

/* Judge a submission, turn or conclusion: format.judge. */
void submission_judge(
	const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out);
/* format.whose: a turn names its participant, a conclusion is of whoever has the floor. */
void
submission_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out);

#endif
