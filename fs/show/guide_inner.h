/*
 * Inside the guides: what they and the prompt have in common.
 */
#ifndef FS_SHOW_GUIDE_INNER_H
#define FS_SHOW_GUIDE_INNER_H

#include <stdbool.h>
#include <utstring.h>
#include "fs/show/prompt.h"
#include "validators/kit/template.h"

TEXT_FILE(guide_mount_md);
TEXT_FILE(guide_taking_part_md); /* a duel's README.md */
TEXT_FILE(guide_move_md);        /* a prompt */
TEXT_FILE(guide_closed_md);      /* the same once nothing is asked of anybody any more */

/* The seat that a command names. */
struct actor {
	unsigned seat; /* 0: somebody who has not joined */
	const char *name;
	const char *harness;
	const char *model;
	const char *role; /* "": none, or not yet */
};

/* Seats that nobody has joined, under the names that stand for them in the formats' texts. */
extern const struct actor guide_newcomer;
/* The actor of an example for anybody, where nobody has joined. */
extern const struct actor guide_somebody;

/* The reader for whom a text about a duel is rendered. A template may ask for anything anywhere: what is looked at in a
 * list only is never NULL, and `h` alone may be. */
struct guide {
	const struct guide_facts *f;
	const struct prompt_facts *prompt; /* NULL where no prompt is written */
	struct actor asked;                /* whom the text is for, or who does what it tells of first */
	const struct format_kind *what;        /* what they are asked for, or would be; NULL: nothing */
	/* The current position: in no list, those above. */
	struct actor who;
	const struct format_kind *h;
	const struct format_row *row;
	const struct debate_phase *ending;
	char role[FORMAT_ROLE_BYTES]; /* that is free */
};

/* `who` is asked for `what`. */
struct guide guide_about(const struct guide_facts *f, struct actor who, const struct format_kind *what);
/* Append the template of that text, filled in for *g. */
void guide_render(const char *text, struct guide *g, UT_string *out);

/* guide.c: words, paths, commands; none ends in a newline. */
void guide_put(UT_string *out, const char *s);
/* For a shell: a file of a duel ("" and "": the mount itself). */
void guide_put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file);
void guide_put_lock(UT_string *out, const char *mountpoint, const char *duel, const char *line);
/* Every next step in which somebody may move, or all is over, with a bar between two. */
void guide_put_moves(UT_string *out);

/* guide_actors.c: who stands in a command, and what they hand in. */

/* NULL for 0, and where nobody sits. */
const struct seat *guide_seat(const struct guide_facts *f, unsigned number);
/* The name of the seat, else this stand-in. */
struct actor guide_actor(const struct guide_facts *f, unsigned number, struct actor stand_in);
/* Whose move it is, or, where it may be more than one's, the first of them; else the first that joined; 0: nobody has.
 */
unsigned guide_mover(const struct guide_facts *f);
/* Is there something to hand in now for this seat (0: for whoever joins next)? */
bool guide_is_due(const struct guide_facts *f, unsigned seat);
/* Whom the debate waits for to join, before anything else can happen; NULL: nobody. */
const char *guide_missing(const struct guide_facts *f);
/* Has somebody joined with this role? */
bool guide_is_taken(const struct guide_facts *f, const char *role);
/* The role of this place, from 0; false: there are no more, or the format has no roles. */
bool guide_role_at(const struct guide_facts *f, unsigned place, char out[FORMAT_ROLE_BYTES]);
/* A role that somebody may still take; false: none, or the format has no roles. */
bool guide_free_role(const struct guide_facts *f, char out[FORMAT_ROLE_BYTES]);
void guide_put_join(const struct guide_facts *f, const struct actor *a, UT_string *out);
/* The blank of such a text, with a line for the token, SECRET in its place, where this seat has one. */
void guide_put_blank(const struct guide_facts *f, const struct format_kind *h, unsigned seat, UT_string *out);

#endif
