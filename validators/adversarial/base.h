/*
 * What an adversarial debate is held over, as its source has it (design page adversarial.md, Starting): `kb/`, and of
 * an earlier debate what that one began with, `kb-snapshot-construction/`.
 */
#ifndef VALIDATORS_ADVERSARIAL_BASE_H
#define VALIDATORS_ADVERSARIAL_BASE_H

#include <stdatomic.h>
#include "validators/adversarial/kb.h"
#include "validators/kit/format.h"

#define BASE_LIVE "kb"
#define BASE_SNAPSHOT "kb-snapshot-construction"

/* Its texts begin with those of kb_texts. Both parts are judged, and only of the first is it asked whether it is
 * stable. Without a topic a debate is about the first heading of its quality-summary.md. */
extern const struct format_folder base_folder;

/* What such a folder is read as, counted by reference: the base as it is copied, and what the debate began with, the
 * same where no earlier one left any. */
struct base {
	atomic_uint refs;
	struct kb *kb, *snapshot;
};
/* NULL: it is none, which is never so of one that was judged. */
struct base *kb_base_read(const struct source_folder *folder);
void kb_base_drop(struct base *base);
extern const struct format_reading base_reading;
/* What a debate is to be held over, read where it is not yet; one reference. NULL: there is none. */
struct base *base_of(const struct context *ctx);

#endif
