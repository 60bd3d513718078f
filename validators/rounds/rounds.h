/*
 * Format `rounds`: a proposer and a challenger in one to five rounds, an orchestrator who sums up and decides, evidence
 * in every turn, a verdict that picks a side. Source: design page rounds.md; after "debate" of agent-sh/agentsys.
 */
#ifndef VALIDATORS_ROUNDS_H
#define VALIDATORS_ROUNDS_H

#include "validators/kit/format.h"

extern const struct format format_rounds;

#endif
