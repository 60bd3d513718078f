/*
 * The fold of a debate's log: one entry, and the next state.
 *
 *     ENTRY_JOIN     a role is taken: the seat's
 *     ENTRY_HANDIN   a side's arguments: body the JSON as handed in, in one line; data side, exchange and warnings
 *     ENTRY_TURN     a judgement: body the exchange as the record shows it; data what took effect
 *     ENTRY_REPORT   body the report
 *     ENTRY_CLOSE    data outcome and reason
 *
 * With the facts of a judgement that has just been made, and without them on replay, it comes to the same state.
 */
#ifndef VALIDATORS_DIALECTIC_FOLD_H
#define VALIDATORS_DIALECTIC_FOLD_H

#include "validators/dialectic/state.h"
#include "validators/kit/format.h"

/* `facts`: of a HANDIN a struct handin, of a TURN a struct judgement; one reference, which passes. */
struct fstate *dialectic_apply(const struct fstate *state, const struct context *ctx, const struct entry *e,
	const struct json_t *data, size_t record_offset,
	void *facts);
void handin_facts_free(void *facts);
void judgement_facts_free(void *facts);

/* Bytes before the heading in a judged exchange's body. */
#define EXCHANGE_HEADING 1

#endif
