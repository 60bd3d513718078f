/*
 * What a prompt shows of a debate: the motion, how it is scored, and the arguments that this seat argues or judges
 * with, each with what the judge said of it: those of as many exchanges as there is room for, the newest first, and
 * the others by their files. Nothing of the open exchange but to the judge, once it may be seen by everybody: whoever
 * reads the file reads this.
 */
#ifndef VALIDATORS_DIALECTIC_BRIEF_H
#define VALIDATORS_DIALECTIC_BRIEF_H

#include "validators/kit/format.h"

void dialectic_brief(
	const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out);

#endif
