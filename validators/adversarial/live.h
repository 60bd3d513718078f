/*
 * `kb/` as it is shown: which files it has, in the order in which they came, and when each last changed. The bytes are
 * those of the state's base (kb.h), but for kb/revisions.md, which the filesystem alone writes: no limit of a base
 * holds for it, and no text of a debate is judged by it.
 */
#ifndef VALIDATORS_ADVERSARIAL_LIVE_H
#define VALIDATORS_ADVERSARIAL_LIVE_H

#include "validators/adversarial/state.h"

/* Immutable and counted by reference, once it is in a state. */
struct live {
	atomic_uint refs;
	struct live_file {
		char *path;      /* below kb/; where it ends in a slash a directory */
		int64_t time_ms; /* 0: as the debate was made */
	} *v;
	size_t n;
	char *revisions; /* NULL: nothing was revised, by no debate */
};

/* The live part of a folder. */
struct live *live_start(const struct source_folder *folder);
struct live *live_hold(struct live *live);
void live_drop(struct live *live);
/* Another, for nobody but the caller to change. */
struct live *live_copy(const struct live *live);
/* This file has changed, or come. */
void live_put(struct live *live, const char *path, int64_t time_ms);

/* As turns and folders name who has a seat: "debater-con", "moderator"; malloc'd. NULL: who writes nothing. */
char *live_handle(const struct fstate *state, unsigned seat);

/* What an entry does to it: who joins has a folder; a turn brings what was proposed for it. False: it cannot be
 * understood. */
bool live_join(struct step *st);
bool live_turn(struct step *st, const struct adversarial_turn *turn, struct adversarial_piece *piece);

extern const struct format_tree adversarial_live;

#endif
