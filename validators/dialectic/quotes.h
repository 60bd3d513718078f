/*
 * What a text says that an argument says: every quotation directly behind an argument's id, or given with the id in
 * brackets behind it, is looked up there (quoting.h, quotable.h; dialectic.md, quote.argument).
 *
 * It is enough that it stands in another argument which the same text names, or in what the judge wrote on this one. A
 * hand-in may be sealed: no word of it is told then.
 */
#ifndef VALIDATORS_DIALECTIC_QUOTES_H
#define VALIDATORS_DIALECTIC_QUOTES_H

#include "validators/dialectic/state.h"
#include "validators/text/markdown.h"

/* Every text of a hand-in; `told`: what stands where may be said in words. */
void
said_judge(const struct fstate *state, bool sealed, bool told, const json_t *value, struct findings *out);
/* Every paragraph and item of a report. `line0` is added to line numbers. */
void
said_judge_report(const struct fstate *state, const struct md *md, int line0, struct findings *out);

#endif
