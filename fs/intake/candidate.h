/*
 * From staged bytes to a submission: an append is the submission; of a rewrite, what stands behind the accepted bytes,
 * which must be there byte by byte. A first line `<!-- token: … -->` proves the seat and is taken off. Blank lines
 * around do not count. Expects the duels' lock.
 */
#ifndef FS_INTAKE_CANDIDATE_H
#define FS_INTAKE_CANDIDATE_H

#include "fs/duels/duel.h"
#include "fs/util/stage.h"
#include "validators/kit/format.h"
#include "validators/text/limits.h"

enum candidate_kind {
	CANDIDATE_NOTHING, /* nothing to decide: no text, the same bytes */
	CANDIDATE_SHORTER, /* a beginning of the accepted bytes */
	CANDIDATE_CHANGED, /* accepted bytes would change */
	CANDIDATE_TEXT,
};

struct candidate {
	enum candidate_kind kind;
	char *text; /* owned; what is new, LF line ends, NUL behind it */
	size_t len;
	char *written; /* owned; of a rewrite: the same as it was written, NUL behind it; NULL: an append */
	size_t written_len;
	int line0;        /* lines before it in what was written */
	int changed_line; /* where accepted bytes would change */
	/* and not even the first words of the file stand before it: a text of its own, and no rewrite */
	bool elsewhere;
	/* the token that stood before it, and is off (candidate_token); "": none */
	char came[LIMIT_TOKEN_MAX_BYTES + 1];
};

/* Of bytes that are the text. */
struct candidate candidate_of_text(const char *bytes, size_t len);
void candidate_free(struct candidate *c);

/* Take a token line off the text; what the token proves is checked. 0, or -EACCES (not kept yet: *why),
 * or -EAGAIN: not there whole yet. */
int candidate_token(struct duel *d, unsigned seat, struct candidate *c, const char **why);
/* Take it off, whatever it proves. */
void candidate_unsign(struct candidate *c);


/* Cut blank lines off both ends, and a rule before the text in a format that parts them by one: what is neither counted
 * nor recorded as it came, so that two texts of one turn are equal then. */
void candidate_trim(const struct format *f, const char **s, size_t *len);

/* Is nothing left when they are cut off? No file of any format takes that: TEXT_BLANK. */
bool candidate_empty(const struct format *f, const char *s, size_t len);
#define NO_TEXT "there is no text: nothing but blank lines, or a token line with nothing behind it"

#endif
