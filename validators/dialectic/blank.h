/*
 * What is handed in to a debate, blank and filled in: an opening, an argument, a judgement, the report.
 */
#ifndef VALIDATORS_DIALECTIC_BLANK_H
#define VALIDATORS_DIALECTIC_BLANK_H

#include "validators/format.h"

#define DIALECTIC_HAND_INS 4
extern const struct hand_in dialectic_hand_ins[DIALECTIC_HAND_INS];

#endif
