/*
 * Points and answers, as `status` and `points.json` show them: what was raised, what was said to it, and how it stands.
 *
 * `points.json` is one object:
 *
 *     points   each challenge point: `id`, `round`, `line` of its turn, `text`, whole; `state` is "open", "conceded",
 *              "conceded in part" or "certified", the last that was said of it; `answers` has the ids of those to it.
 *              Of a point that is still open once the debate is closed it is where the verdict names it, "agreed",
 *              "disputed", "unresolved" (under Key Agreements, Key Disagreements, Unresolved Questions) or "judged"
 *              (elsewhere), and "left open" where nothing does
 *     answers  each answer of a defence: `id`, `to` a point's id, `round`, `line`, `text`, whole
 */
#ifndef VALIDATORS_ROUNDS_POINTS_H
#define VALIDATORS_ROUNDS_POINTS_H

#include "validators/rounds/state.h"

#define ROUNDS_POINTS_NAME "points.json"

/* Append a text's short title: its first words, on one line. */
#define TITLE_BYTES 72
void rounds_title(const char *text, UT_string *out);

/* What has become of an open point: "open", or, of a debate that is closed, what the verdict makes of it. */
const char *rounds_point_fate(const struct fstate *state, unsigned round, unsigned n);
/* Is this one of a point that nobody and no verdict has settled? */
bool rounds_fate_is_open(const char *fate);
/* The list `points`. */
struct json_t;
struct json_t *rounds_points_json(const struct fstate *state);
/* format.fates: "C1.2 is conceded", "C1.3 is open, answered by D2.1". */
void rounds_points_fates(const struct fstate *state, const struct context *ctx, unsigned number, UT_string *out);
void rounds_points_render(const struct fstate *state, const struct context *ctx, UT_string *out);

#endif
