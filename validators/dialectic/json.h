/*
 * A hand-in as it is written: JSON, bare or in one fenced block, bounded before it is parsed.
 *
 * A hand-in may be sealed, so no finding about one repeats a word of it: sentences are fixed but for counts and marks, places are
 * lines, columns and paths, and a path has only keys that this format knows (any other is shown as `…`).
 */
#ifndef VALIDATORS_DIALECTIC_JSON_H
#define VALIDATORS_DIALECTIC_JSON_H

#include <jansson.h>
#include "validators/text/findings.h"

/* The value that stands in `text`, which the caller drops; NULL with an error in *out, or without one where `prefix` says that
 * the text may go on and what there is may yet become a hand-in. Whatever keys it has, each stands once in its object, it
 * nests at most LIMIT_NESTING deep, and neither its keys nor its texts have characters that text_check refuses. `line0` is
 * added to line numbers. */
json_t *handin_json(const char *text, size_t len, int line0, bool prefix, struct findings *out);

/* By which a hand-in is known again, whatever the white space and the fence round it; its keys stand in their order: to sort them
 * takes longer than everything else. It is kept in memory, and in the log for what was never sealed. */
#define HANDIN_DIGEST_BYTES 16
void handin_digest(const json_t *value, unsigned char out[HANDIN_DIGEST_BYTES]);

/* A key of this format, as the static string that a path may show; NULL for any other. */
const char *handin_key(const char *s, size_t len);

#endif
