/*
 * What is handed in to a debate, blank and filled in: an opening, an argument, a judgement, the report.
 */
#ifndef VALIDATORS_DIALECTIC_BLANK_H
#define VALIDATORS_DIALECTIC_BLANK_H

#include "validators/kit/format.h"

enum dialectic_hand_in { HAND_IN_ARGUMENT, HAND_IN_OPENING, HAND_IN_JUDGEMENT, HAND_IN_REPORT, DIALECTIC_HAND_INS };
extern const struct hand_in dialectic_hand_ins[DIALECTIC_HAND_INS];

#endif
