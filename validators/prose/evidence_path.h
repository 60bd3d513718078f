/*
 * Is the name of a file that a text cites that of the duel's source? For lookup.c.
 *
 * The source is cited by its path, by an end of that path or by its name, and as the copy of it that the duel shows,
 * `source.md`. Paths are compared by their words alone: `docs/../docs//plan.md` and `file:///srv/docs/plan.md` are
 * /srv/docs/plan.md.
 */
#ifndef VALIDATORS_PROSE_EVIDENCE_PATH_H
#define VALIDATORS_PROSE_EVIDENCE_PATH_H

#include "validators/prose/evidence.h"

/* Is this the source's name? */
bool file_is_source(const struct evidence *ev, const char *s, size_t len);

/* %41 is A. In place; what is no such escape stays. The new length; nothing is put behind it. */
size_t file_decode_url(char *s, size_t len);

#endif
