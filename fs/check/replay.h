/*
 * A duel that is played in memory alone: the fold (fs/fold) without a log, and a clock that stands still until time is
 * let pass. What the mount makes of verbs and appends is done here by whoever reads them off a text (transcript.c).
 *
 * Invariants: a refused claim changes nothing; an entry that the fold does not understand is the last that it is given.
 */
#ifndef FS_CHECK_REPLAY_H
#define FS_CHECK_REPLAY_H

#include "fs/fold/fold.h"

struct replay {
	struct fold *fold;
	struct clock clock;
	struct moment now;    /* what it shows */
	struct fstate *empty; /* before anybody has joined */
	bool fresh;           /* the holder has claimed, and has written nothing since */
};

/* Takes what rules and source own. It stays where it is until replay_end. */
void replay_begin(struct replay *r, const char *name, struct duel_rules *rules, struct source_copy *source,
	int64_t now_ms);
void replay_end(struct replay *r);
/* It is this time (UTC) now. */
void replay_at(struct replay *r, int64_t now_ms);
/* Let all the time pass for which anybody has to wait. */
void replay_wait(struct replay *r);

/* Fold one entry; facts are taken. false: it was not understood. */
bool replay_fold(struct replay *r, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts);
/* Take a free seat, where there is one. A text says nothing of roles: they are taken in their order. */
void replay_join(struct replay *r, const char *name, const char *harness, const char *model);
/* Ask for the floor for a seat, and take it where it is granted. *answer is the caller's to free; a grant that adds a
 * note to the record adds it only where `note` allows that. */
bool replay_claim(struct replay *r, const struct floor_ask *ask, bool note, struct floor_answer *answer);
/* The floor for this seat, or, 0, for somebody whom the text does not name, with for=timeout where nobody has it
 * otherwise. false: *answer says why. */
bool replay_claim_any(struct replay *r, unsigned seat, struct floor_answer *answer);
/* A line that the filesystem may have written because somebody claimed the floor: was it so? Then that one has it
 * now. */
bool replay_note(struct replay *r, const char *text, size_t len, int64_t time_ms);

#endif
