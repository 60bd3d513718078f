/*
 * What an adversarial debate is held over, as its source has it (design page adversarial.md, Starting): `kb/`, and of
 * an earlier debate what that one began with, `kb-snapshot-construction/`.
 */
#ifndef VALIDATORS_ADVERSARIAL_BASE_H
#define VALIDATORS_ADVERSARIAL_BASE_H

#include "validators/adversarial/kb.h"
#include "validators/kit/format.h"

#define BASE_LIVE "kb"
#define BASE_SNAPSHOT "kb-snapshot-construction"

/* Its texts begin with those of kb_texts. Both parts are judged, and only of the first is it asked whether it is
 * stable. Without a topic a debate is about the first heading of its quality-summary.md. */
extern const struct format_folder base_folder;

/* The slug of this position, in the order of a base's, of a folder that was judged, without reading all of it;
 * malloc'd. NULL: there are no more. */
char *base_slug_at(const struct source_folder *folder, size_t place);
/* So many of its arguments have each status, likewise. */
void base_count_statuses(const struct source_folder *folder, unsigned counts[KB_STATUSES]);
/* The base as it is copied, and in *snapshot what the debate began with, the same where no earlier one left any; each
 * is the caller's to drop. NULL, and no snapshot: it is none, which is never so of one that was judged. */
struct kb *base_read(const struct source_folder *folder, struct kb **snapshot);

#endif
