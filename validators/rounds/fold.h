/*
 * format.apply: what each entry makes of the state.
 *
 * What phrase lists decided of a turn comes from the entry's data, everything else from its text, whether judge has just read it or replay
 * reads it again: so both ways lead to the same state, whatever the lists say by then.
 */
#ifndef VALIDATORS_ROUNDS_FOLD_H
#define VALIDATORS_ROUNDS_FOLD_H

#include "validators/rounds/state.h"

struct fstate *rounds_apply(const struct fstate *state, const struct context *ctx, const struct entry *e,
	const struct json_t *data, size_t record_offset, void *facts);

/* Notes that the filesystem writes (their data's "note"). */
#define NOTE_FAILED "failed"

/* What of a text was read when it was judged, for apply: a struct spoken. */
void rounds_facts_free(void *facts);

#endif
