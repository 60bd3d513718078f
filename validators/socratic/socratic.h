/*
 * Format `socratic`: two participants, one floor, at most max_turns turns, one conclusion that must be earned.
 * Source: design page socratic.md; after "socratic-duel" of cloud-on-prem/rp1.
 */
#ifndef VALIDATORS_SOCRATIC_H
#define VALIDATORS_SOCRATIC_H

#include "validators/kit/format.h"

extern const struct format format_socratic;

#endif
