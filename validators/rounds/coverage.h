/*
 * The rules about point ids: every one of the challenge before is answered (defense.coverage), and what was conceded is
 * kept (concession.kept), and the answers are taken up (followup.coverage). For turn.c alone.
 */
#ifndef VALIDATORS_ROUNDS_COVERAGE_H
#define VALIDATORS_ROUNDS_COVERAGE_H

#include "validators/rounds/turn.h"

void judge_coverage(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);
void judge_followed(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);
void judge_concessions(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);

#endif
