/*
 * What a text names: ids of points and answers, rounds, and concessions. An id or a round that is not there, and a
 * concession that nobody made, are told with what there is.
 *
 * A turn may name its own points and answers, which get their ids with it. What stands word for word in the topic or in
 * the source is no id. A concession that names no point may be one of any point: where there is one, nothing is told.
 */
#ifndef VALIDATORS_ROUNDS_NAMED_H
#define VALIDATORS_ROUNDS_NAMED_H

#include "validators/kit/hearing.h"
#include "validators/rounds/reading.h"
#include "validators/rounds/state.h"

/* Of each kind so many are told, at most. */
#define NAMED_TOLD 8

/* `role`: who writes; `round`: that its turn is of; 0: it is no turn. */
void
rounds_named_judge(struct hearing *h, const struct rounds_reading *r, enum rounds_role role, unsigned round);

#endif
