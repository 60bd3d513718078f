/*
 * One judgement of one text: by text_check, for tokens, by its format and for lines of the filesystem's own. For
 * whoever has entered the duel; works without the lock.
 *
 * A rehearsal is of one seat, for whatever file its text is.
 *
 * A text names the files that it cites, where the duel has an evidence root; they are looked up (background.h) outside
 * of the duel, and what is found is judged then. It goes into the log with the text: the cited lines and the hash of
 * each file, lines counted within the text, and the warnings among what is said.
 */
#ifndef FS_INTAKE_JUDGING_H
#define FS_INTAKE_JUDGING_H

#include "validators/kit/format.h"
#include "fs/duels/live.h"
#include "fs/util/look.h"

/* Beyond a turn's own bytes: separators, a token line, blank lines. */
#define STAGE_SLACK_BYTES 4096

struct text_judging {
	struct duel *d;
	const char *text; /* NUL behind it; until judging_done, as what follows */
	size_t len;
	const char *written; /* the same as it was written, where the record is to have it so; NULL: in its form */
	size_t written_len;
	uid_t uid; /* whose it is */
	int line0;
	unsigned as; /* judge it as this seat's, as if it had the floor; 0: the holder's */
	bool rehearsal; /* of that seat */
	const struct format_kind *kind; /* of a rehearsal: what it is; NULL: it cannot be told */
	char came[LIMIT_TOKEN_MAX_BYTES + 1]; /* a token that stood before it; "": none */
	struct context ctx; /* with the one as the holder whom it is judged as */
	const struct debate *state; /* that it is judged on */
	struct verdict verdict;
	struct lookups wanted; /* what it cites */
	struct look *look; /* into the files that it cites; NULL: there is nothing to look up */
	bool sealed;       /* and no word of it may be shown */
};

/* Fill in d, text, len, written, written_len, uid, line0, as, rehearsal, came; the rest is done
 * here. Expects the lock, and lets go of it meanwhile. If there is a `look` then, judging_look follows, outside of
 * any duel; false: the mount ended first. */
void judging_run(struct text_judging *j);
bool judging_look(struct text_judging *j);
void judging_done(struct text_judging *j);

#endif
