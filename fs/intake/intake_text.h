/*
 * From staged bytes to a submission: an append is the submission; of a rewrite, what stands behind the accepted bytes,
 * which must be there byte by byte. A first line `<!-- token: … -->` proves the seat and is taken off. Blank lines
 * around do not count. Expects the duels' lock.
 */
#ifndef FS_INTAKE_INTAKE_TEXT_H
#define FS_INTAKE_INTAKE_TEXT_H

#include "fs/duels/duel.h"
#include "fs/util/stage.h"
#include "validators/kit/format.h"
#include "validators/text/limits.h"

enum intake_text_kind {
	INTAKE_TEXT_NOTHING, /* nothing to decide: no text, the same bytes */
	INTAKE_TEXT_SHORTER, /* a beginning of the accepted bytes */
	INTAKE_TEXT_CHANGED, /* accepted bytes would change */
	INTAKE_TEXT_TEXT,
};

struct intake_text {
	enum intake_text_kind kind;
	char *text; /* owned; what is new, LF line ends, NUL behind it */
	size_t len;
	char *written; /* owned; of a rewrite: the same as it was written, NUL behind it; NULL: an append */
	size_t written_len;
	int line0;        /* lines before it in what was written */
	int changed_line; /* where accepted bytes would change */
	/* and not even the first words of the file stand before it: a text of its own, and no rewrite */
	bool elsewhere;
	/* the token that stood before it, and is off (intake_text_token); "": none */
	char came[LIMIT_TOKEN_MAX_BYTES + 1];
};

/* For bytes that are the text. */
struct intake_text intake_text_of_text(const char *bytes, size_t len);
void intake_text_free(struct intake_text *c);

/* Take a token line off the text; what the token proves is checked. 0, or -EACCES (not kept yet: *why),
 * or -EAGAIN: not there whole yet. */
int intake_text_token(struct duel *d, unsigned seat, struct intake_text *c, const char **why);
/* Take it off, whatever it proves. */
void intake_text_unsign(struct intake_text *c);

/* Cut blank lines off both ends, and a rule before the text in a format that parts them by one: what is neither counted
 * nor recorded as it came, so that two texts of one turn are equal then. */
void intake_text_trim(const struct format *f, const char **s, size_t *len);

/* Is nothing left when they are cut off? No file of any format takes that: TEXT_BLANK. */
bool intake_text_empty(const struct format *f, const char *s, size_t len);
#define NO_TEXT "there is no text: nothing but blank lines, or a token line with nothing behind it"

#endif
