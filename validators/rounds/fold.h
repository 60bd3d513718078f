/*
 * format.steps: what each entry makes of the state.
 *
 * What phrase lists decided of a turn comes from the entry's data, everything else from its text, whether judge has
 * just read it or replay reads it again: so both ways lead to the same state, whatever the lists say by then.
 */
#ifndef VALIDATORS_ROUNDS_FOLD_H
#define VALIDATORS_ROUNDS_FOLD_H

#include "validators/rounds/state.h"

extern bool (*const rounds_steps[ENTRY_KINDS])(struct step *st);

/* Notes that the filesystem writes (their data's "note"). */
#define NOTE_FAILED "failed"
#define NOTE_POINTS "points"

/* Why somebody failed, where nobody says it otherwise. */
#define REASON_TIMEOUT "timeout"

/* What of a text was read when it was judged: a struct spoken. */
void rounds_facts_free(enum entry_kind kind, void *facts);

#endif
