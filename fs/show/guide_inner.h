/*
 * Inside the guides: what they and the prompt have in common.
 */
#ifndef FS_SHOW_GUIDE_INNER_H
#define FS_SHOW_GUIDE_INNER_H

#include <stdbool.h>
#include <utstring.h>
#include "fs/show/guide.h"

/* The heredoc's last line; no line of a turn is just this. */
#define TURN_END "TURN"
/* The file that commands keep a text in until it is handed in: in the folder that they are typed in, not in the mount. */
#define DRAFT "draft.md"
/* An agent's shell ends a command after two minutes or so. */
#define WAIT_SECONDS 100

/* In every guide, once. */
#define ANY_LANGUAGE "Write in any language: only the words that a blank has before it is filled in (headings, titles, labels, flags, keys) stay\n" \
	"the English words they are, and their colons, brackets, dashes and digits may be full-width where they are not JSON."

/* -- guide.c: words, paths, blocks ----------------------------------------------------------------------------------------------- */

void guide_put(UT_string *out, const char *s);
/* Nothing but ASCII letters, digits and `also`, and not empty. */
bool guide_is_plain(const char *s, const char *also);

/* For a shell: a file of a duel ("" and "": the mount itself). */
void guide_put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file);
/* Commands, each a line. */
void guide_put_lock(UT_string *out, const char *mountpoint, const char *duel, const char *line);
void guide_put_append(UT_string *out, const char *mountpoint, const char *duel, const char *text);
void guide_put_cat(UT_string *out, const char *mountpoint, const char *duel, const char *file);
/* A text into the draft; the draft into `check`, and its verdict; the draft behind a file. */
void guide_put_draft(UT_string *out, const char *text);
void guide_put_check(UT_string *out, const char *mountpoint, const char *duel);
void guide_put_hand_in(UT_string *out, const char *mountpoint, const char *duel, const char *file);
/* Wait for a participant's move: once, for as long as an agent's shell lets a command run; and until it comes. */
void guide_put_wait(UT_string *out, const char *mountpoint, const char *duel, const char *name);
void guide_put_wait_loop(UT_string *out, const char *mountpoint, const char *duel, const char *name);

/* Round commands that work as printed. */
void guide_sh_begin(UT_string *out);
void guide_sh_end(UT_string *out);
/* Any text between fences that none of its lines can close. */
void guide_put_fenced(UT_string *out, const char *info, const char *text, size_t len);

/* -- guide_actors.c: who stands in a command, and what they hand in ---------------------------------------------------------------- */

struct actor {
	unsigned seat; /* 0: somebody who has not joined */
	const char *name;
	const char *harness;
	const char *model;
};

/* Whoever has not joined, under the names that stand for them in the formats' texts. */
extern const struct actor guide_newcomer;
/* NULL for 0, and where nobody sits. */
const struct seat *guide_seat(const struct guide_facts *f, unsigned number);
/* Who sits there, else this stand-in. */
struct actor guide_actor(const struct guide_facts *f, unsigned number, struct actor stand_in);
/* Whose move it is, or, where it may be more than one's, the first of them; else the first that joined; 0: nobody has. */
unsigned guide_mover(const struct guide_facts *f);
/* Is there something to hand in now for this seat (0: for whoever joins next)? */
bool guide_is_due(const struct guide_facts *f, unsigned seat);

/* Whom the debate waits for to join, before anything else can happen; NULL: nobody. */
const char *guide_missing(const struct guide_facts *f);
/* "alice", "alice and bob", "alice, bob or carol": those for whom `which` holds, all where it is NULL. How many they are. */
unsigned guide_put_names(const struct guide_facts *f, bool (*which)(const struct guide_facts *f, unsigned seat), const char *last, UT_string *out);
/* Has somebody joined with this role? */
bool guide_is_taken(const struct guide_facts *f, const char *role);
/* A role that somebody may still take; NULL: none, or the format has no roles. */
const char *guide_free_role(const struct guide_facts *f);
/* Whose text of this kind is still taken, now that the duel is closed; 0: nobody's. */
unsigned guide_after_close(const struct guide_facts *f, const struct hand_in *h);
bool guide_wants_token(const struct guide_facts *f, unsigned seat);
/* A verb with a name, `keys` as they are ("" or " key=value"), and where the seat has a token a place for it. */
void guide_put_verb(const struct guide_facts *f, const char *verb, const struct actor *a, const char *keys, UT_string *out);
void guide_put_join(const struct guide_facts *f, const struct actor *a, UT_string *out);
/* A text of the format, behind the line with the token where this seat has one. */
void guide_put_text(const struct guide_facts *f, hand_in_text text, unsigned seat, UT_string *out);
/* The blank of such a text, beginning as the file needs it, so that it may be put behind its bytes. */
void guide_put_blank(const struct guide_facts *f, const struct hand_in *h, unsigned seat, UT_string *out);

/* Would `check` tell that such a text, as its example has it, is this seat's? Another one of the same user may write so, too. */
bool guide_can_rehearse(const struct guide_facts *f, const struct hand_in *h, unsigned seat);
#define CANNOT_REHEARSE \
	"`check` is left out here: another seat of the same user could hand in such a text, and nothing in it tells whose it is.\n"

/* -- guide_terms.c: sections that README.md and prompt.md share -------------------------------------------------------------------- */

/* "a" or "an". */
const char *guide_article(const char *noun);
/* Does the format have such rules: "novel."? */
bool guide_has_rules(const struct format *format, const char *prefix);
/* So many turns at most; 0: the format has no such bound. */
int64_t guide_max_turns(const struct guide_facts *f);
/* "turn" where that is what is handed in, else "text". */
const char *guide_text_word(const struct format *format);
/* Is it JSON, of all that a format's texts can be? */
bool guide_is_json(const char *text);
void guide_put_terms(const struct guide_facts *f, UT_string *out);
void guide_put_endings(const struct guide_facts *f, UT_string *out);
/* How it ended, with one full stop: the outcome, who closed it, and the reason, which may bring its own; whose words it is in, is said. */
void guide_put_outcome(const struct guide_facts *f, UT_string *out);
void guide_put_rules(const struct guide_facts *f, UT_string *out);

#endif
