/*
 * What a text says that others said. A quotation directly beside `Round N`, a point's or an answer's id, or behind a
 * role and a colon, stands in what it names (quote.turn; quoting.h and quotable.h have how it is found and
 * compared). Any other of QUOTED_WORDS words or more stands somewhere: in the record, the topic or the source, or its
 * paragraph cites a file or an address that it may be of (quote.nowhere).
 */
#ifndef VALIDATORS_ROUNDS_QUOTES_H
#define VALIDATORS_ROUNDS_QUOTES_H

#include "validators/kit/hearing.h"
#include "validators/rounds/reading.h"
#include "validators/rounds/state.h"

/* Words of a quotation that is nobody's and is looked for all the same. */
#define QUOTED_WORDS 5

/* `role`: who writes. */
void
rounds_quotes_judge(struct hearing *h, const struct rounds_reading *r, enum rounds_role role);

#endif
