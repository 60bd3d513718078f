/*
 * Names of files in a text: whether one is that of the duel's source, and addresses. For lookup.c and cite_words.c.
 *
 * The source is cited by its path, by an end of that path or by its name, and as the copy of it that the duel shows,
 * `source.md`. Paths are compared by their words alone: `docs/../docs//plan.md` and `file:///srv/docs/plan.md` are
 * /srv/docs/plan.md.
 */
#ifndef VALIDATORS_PROSE_EVIDENCE_PATH_H
#define VALIDATORS_PROSE_EVIDENCE_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/prose/source.h"

/* Is this the source's name? `duel`: its directory's name; NULL or "": unknown. */
bool file_is_source(const struct source *source, const char *duel, const char *s, size_t len);
/* Does `s` begin with an http(s) address? */
bool evidence_is_url(const char *s, size_t len);
/* %41 is A. In place; what is no such escape stays. The new length; nothing is put behind it. */
size_t file_decode_url(char *s, size_t len);

#endif
