/*
 * The files that a debate has besides its record: arguments/ID.md, scores.json, argument-graph.mmd and .svg, report.md.
 *
 * A file is as old as the newest of what it shows: a hand-in that was sealed when it appeared, a judgement, the report.
 */
#ifndef VALIDATORS_DIALECTIC_FILES_H
#define VALIDATORS_DIALECTIC_FILES_H

#include "validators/dialectic/render.h"
#include "validators/dialectic/state.h"
#include "validators/kit/format.h"

enum dialectic_row { ROW_ARGUMENTS = ROW_OWN, ROW_SCORES, ROW_MERMAID, ROW_SVG, ROW_REPORT };
#define DIALECTIC_ROWS 5
extern const struct format_row dialectic_rows[DIALECTIC_ROWS];

void dialectic_render(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out);
/* What files show of the rules; borrowed from the context. */
struct debate_terms dialectic_terms(const struct context *ctx);

#endif
