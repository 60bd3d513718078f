/*
 * A source that somebody waits for. A thread of its own opens it (source.h), and the file system behind it may take
 * long, or never answer: then whoever waits is told so after SOURCING_SECONDS, and what comes later is thrown away.
 * What was read in time is judged to the end, however long that takes.
 *
 * A thread that hangs keeps its place; one uid has at most SOURCING_PER_UID of the SOURCE_THREADS_MAX, and those that
 * find no place wait for one, by turns, until their time is over. Expects the registry's lock.
 */
#ifndef FS_REGISTRY_SOURCING_H
#define FS_REGISTRY_SOURCING_H

#include "fs/util/source.h"

struct duel_rules;
struct registry;

#define SOURCING_SECONDS 5
#define SOURCING_PER_UID 4
/* What whoever waits is told then. */
#define SOURCING_LATE "the file system behind it did not answer within 5 seconds"
#define SOURCING_WAITED "there was no place to read it for 5 seconds, for others are being read: try again"

/* Called exactly once, with the lock held. *copy may be taken (and zeroed). `why`: a sentence, or NULL; borrowed.
 * -EBUSY: no answer in time. */
typedef void (*sourcing_fn)(void *arg, int err, struct source_copy *copy, const char *why);

struct format;

/* That of these rules, as this format wants it; `whole`: it is read for that (source_copy_read). */
void sourcing_start(struct registry *r, const struct duel_rules *rules, const struct format *format, bool whole,
	const struct caller *who, sourcing_fn then, void *arg);
/* Have a worker read one that is kept already for this format, too: that stays with it, whatever becomes of the duel
 * meanwhile. `then` is called once, with the lock held. */
void sourcing_kept(struct registry *r, const struct source *source, const struct format *format, uid_t uid,
	void (*then)(void *arg), void *arg);
/* Answer those whose time is over: the clock_ms at which the next one falls due, 0 for none. */
int64_t sourcing_tick(struct registry *r);

#endif
