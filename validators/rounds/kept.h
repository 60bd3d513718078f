/*
 * What of an accepted text stands in its entry's data, because phrase lists decided it: later lists must not change
 * what has happened. All else of a turn is read from its text again.
 */
#ifndef VALIDATORS_ROUNDS_KEPT_H
#define VALIDATORS_ROUNDS_KEPT_H

#include <jansson.h>
#include "validators/rounds/state.h"

/* Add what `s` yields and leaves unsupported to an object. */
void kept_put_spoken(json_t *data, const struct spoken *s);
/* Put that in the place of what `s` has; a part that `data` has nothing of stays. false: it cannot be understood. */
bool kept_take_spoken(const json_t *data, struct spoken *s);

#endif
