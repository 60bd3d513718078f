/*
 * A duel that is played in memory alone: the format's state, its seats and who has the floor, without a store, a lock or a clock. What the
 * mount makes of verbs and appends is done here by whoever reads them off a text (transcript.c). Time stands still until it is let pass.
 *
 * Invariants: ctx.seats are the seats that have joined; a refused claim changes nothing; an entry that the format does not understand
 * changes nothing.
 */
#ifndef FS_CHECK_REPLAY_H
#define FS_CHECK_REPLAY_H

#include "validators/kit/format.h"

struct replay {
	const struct format *format;
	struct context ctx;    /* terms, source and texts are the caller's */
	struct seat **seats;   /* format->seats_max places */
	struct fstate *empty;  /* before anybody has joined */
	struct fstate *state;
	bool fresh;            /* the holder has claimed, and has written nothing since */
	uint64_t seq, lease;
	size_t record_len;
};

/* ctx: name, terms, source, texts, now_ms. */
void replay_begin(struct replay *r, const struct format *f, const struct context *ctx);
void replay_end(struct replay *r);

/* The seat of this name, or of another spelling of it; 0: none. */
unsigned replay_seat(const struct replay *r, const char *name);
/* Take a free seat: its number, or 0. */
unsigned replay_join(struct replay *r, const char *name, const char *harness, const char *model);

/* Ask for the floor for a seat, and take it where it is granted. *answer is the caller's to free; a grant that adds a note to the record
 * adds it only where `note` allows that. */
bool replay_claim(struct replay *r, const struct floor_ask *ask, bool note, struct floor_answer *answer);
/* A line that the filesystem may have written because somebody claimed the floor: was it so? Then that one has it now. */
bool replay_note(struct replay *r, const char *text, size_t len, int64_t time_ms);
/* The floor for this seat, or, 0, for somebody whom the text does not name, with for=timeout where nobody has it otherwise. false: *answer
 * says why. */
bool replay_claim_any(struct replay *r, unsigned seat, struct floor_answer *answer);
/* Let all the time pass for which anybody has to wait. */
void replay_wait(struct replay *r);

/* Fold one entry of `seat`; facts are taken. false: it was not understood. */
bool replay_fold(struct replay *r, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts);

#endif
