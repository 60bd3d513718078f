/*
 * What whoever has the floor has written below a tree of the format's, and what is no part of the debate before the
 * text of that lease is accepted (struct format_tree, propose): one state beside the fold's, in memory only. It goes
 * with its lease, with the text that is accepted under it, and with the mount.
 *
 * Expects the registry's lock and duel_touch in the same critical section, as duel.h.
 */
#ifndef FS_REGISTRY_PROPOSED_H
#define FS_REGISTRY_PROPOSED_H

#include <stdbool.h>
#include <sys/types.h>
#include "fs/registry/duel.h"
#include "validators/kit/format.h"

/* The state of the debate with it in, borrowed until the lock is released; NULL: nothing is proposed. */
struct fstate *duel_proposed(struct duel *d);
/* Whoever has the floor sees it, which is known of a uid alone. */
bool duel_sees_proposed(struct duel *d, uid_t uid);
/* Does this uid see what this seat has proposed? */
bool duel_drafts(struct duel *d, unsigned seat, uid_t uid);
/* What a text of this seat is judged on: with what it has proposed. Borrowed likewise. */
struct fstate *duel_state_for(struct duel *d, unsigned seat);
/* From now on this is proposed; takes the reference. Somebody has the floor. */
void duel_propose(struct duel *d, struct fstate *state);

#endif
