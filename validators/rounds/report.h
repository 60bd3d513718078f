/*
 * `last-debate.json`: the debate so far as one JSON object, with the keys and types of the seed's state file
 * (debate.md, State File Schema), rendered from the state. It changes when somebody joins, speaks or fails, and when
 * the debate ends; it is final then.
 *
 *     id          "debate-{when the duel was made}-{4 hex digits of its own}"
 *     status      as the state is called; "uncontested" and "aborted" are the other ends
 *     exchanges   the turns of proposer and challenger; `response` is what stands under the heading, as it was written
 *     verdict     null until there is one; `winner` is a tool
 *     timestamp   when it last changed
 *
 * Behind them:
 *
 *     judge, names         who decides, by tool and model; all seats by name; null where nobody has joined
 *     positions            what each side stands for, by role; null where that is not said
 *     quality, rigor,
 *     unresolved           what the verdict says of the debate; null until there is one
 *     points, concessions  as in points.json; each sentence that concedes, with its whole paragraph,
 *                          and where it is of the closing reply, `closing`
 *     seconds              how long each turn took, in the order of the exchanges
 *     closing              what the proposer replied behind the last round; null where it did not
 */
#ifndef VALIDATORS_ROUNDS_REPORT_H
#define VALIDATORS_ROUNDS_REPORT_H

#include "validators/rounds/state.h"

#define ROUNDS_REPORT_NAME "last-debate.json"

void rounds_report_render(const struct fstate *state, const struct context *ctx, UT_string *out);
int64_t rounds_report_time(const struct fstate *state, const struct context *ctx);

#endif
