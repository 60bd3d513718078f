/*
 * Format `adversarial`: debaters argue from an argument graph that the debate may weaken and never strengthen, a
 * moderator rules, an orchestrator gives the floor and writes the synthesis (design page adversarial.md).
 */
#ifndef VALIDATORS_ADVERSARIAL_ADVERSARIAL_H
#define VALIDATORS_ADVERSARIAL_ADVERSARIAL_H

#include "validators/kit/format.h"

extern const struct format format_adversarial;

#endif
