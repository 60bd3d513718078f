/*
 * Credentials: what looks like one does not belong into a record that never forgets (`text.secret`; files.md, Limits).
 *
 * What they look like is a built-in text (config/secrets.txt says how it is written): for each kind the
 * bytes that it begins with, all of which are looked for in one pass, and an expression for what follows them in that
 * line. A credential begins where a word does, so that expressions do not go over the same bytes again and again, and
 * none sees more than SECRET_WINDOW_BYTES. What is said of one names its kind and its line, and never a word of the
 * line.
 *
 * A text is also read as it would be without its backslashes (`\n`, `\u0067`, `\_`, `\/`): JSON and Markdown have them
 * where the reader sees none. Pure.
 */
#ifndef VALIDATORS_KIT_SECRET_H
#define VALIDATORS_KIT_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/kit/texts.h"
#include "validators/kit/bundle.h"
#include "validators/text/findings.h"

/* Of what follows the first bytes: none of the kinds that are built in is told apart later. */
#define SECRET_WINDOW_BYTES 1024

/* What a duel does about them (`secrets`). */
enum secrets_mode { SECRETS_REFUSE, SECRETS_WARN, SECRETS_ALLOW, SECRETS_MODES };
extern const char *const secrets_mode_names[SECRETS_MODES + 1]; /* NULL-terminated */
/* One that is there. */
enum secrets_mode
secrets_mode_named(const char *name);

/* Kinds of credentials, in the order of the file. Immutable. */
struct secrets;
extern const struct text_row secrets_text; /* `made` is a struct secrets */

/* `text.secret` of a duel that only warns. */
extern const struct rule secret_warned;

/* Does the text hold one that is not in the source (NULL: there is none)? */
bool
secrets_has(const struct secrets *kinds, const char *text, size_t len, const struct source *source);
/* Each line of the text that has one is told: as an error, or with `warns` as a warning. */
void
secrets_judge(const struct secrets *kinds, const char *text, size_t len, int line0, const struct source *source,
	bool warns, struct findings *out);
/* What was found of a text, without its credentials: where they are only warned of, sentences quote lines. */
void
secrets_mask(const struct secrets *kinds, const char *text, size_t len, int line0, const struct source *source,
	struct findings *out);

#endif
