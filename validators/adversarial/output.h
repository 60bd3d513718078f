/*
 * `output/`: what was said, whole and of each seat by itself. Beside these files stand those that are rows of their own
 * (the synthesis, the ledger).
 */
#ifndef VALIDATORS_ADVERSARIAL_OUTPUT_H
#define VALIDATORS_ADVERSARIAL_OUTPUT_H

#include "validators/adversarial/state.h"

#define OUTPUT "output"
extern const struct format_tree adversarial_output;
/* Append the bytes of the file of this number. */
void output_render(const struct fstate *state, unsigned number, UT_string *out);

/* The paths of each role's transcript, "agents/debater-con/transcript.md". */
struct output_paths *output_paths_new(const struct kb *kb);
struct output_paths *output_paths_hold(struct output_paths *p);
void output_paths_drop(struct output_paths *p);

#endif
