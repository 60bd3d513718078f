/* What a citation of a file may be of. */
#ifndef VALIDATORS_PROSE_EVIDENCE_H
#define VALIDATORS_PROSE_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/prose/source.h"

struct evidence {
	const struct source *source; /* NULL: none */
	const char *duel;            /* its directory's name; NULL or "": unknown */
};

/* Does `s` begin with an http(s) address? */
bool evidence_is_url(const char *s, size_t len);

#endif
