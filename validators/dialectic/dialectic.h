/*
 * The format `dialectic`: a proposition, an opposition and a judge (design page dialectic.md).
 *
 * Each exchange has two hand-ins, one of each side in any order, and then a judgement. Hand-ins are JSON; the record,
 * the files of the arguments, the scores and the graph are made of it. A piece of the record is an exchange that was
 * judged.
 */
#ifndef VALIDATORS_DIALECTIC_H
#define VALIDATORS_DIALECTIC_H

#include "validators/kit/format.h"

extern const struct format format_dialectic;

#endif
