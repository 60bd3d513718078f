/*
 * The README.md of a mount and of a duel: how to take part, for people and agents that know nothing else. Pure: values
 * in, text out. And prompt.md: what whoever moves next should be told, whole, so that an agent that is given nothing
 * but this text can make the move; the same for one seat, whoever moves next: what it should hand in, or that it waits
 * and for what (participants/NAME/prompt.md), since in some formats several may write at once; and its template.md, the
 * blank of what is to be handed in, alone.
 *
 * Their words and those of prompts stand in config/guide/, a template each (validators/kit/template.h);
 * what is here are the values of its placeholders, conditions and lists.
 *
 * Every command in a block marked `sh` works as printed: it names this mount's paths, quoted for a shell, and this
 * duel's participants, quoted for `lock`. No text depends on the clock, so that its size stays what it is while nothing
 * happens, and none names a secret. The record and the source are others' words: they stand between fences that none of
 * their lines can close, behind a sentence that says whose they are.
 */
#ifndef FS_SHOW_GUIDE_H
#define FS_SHOW_GUIDE_H

#include <stdbool.h>
#include <utstring.h>
#include "validators/kit/debate.h"
#include "validators/kit/template.h"

TEXT_FILE(guide_mount_md);
TEXT_FILE(guide_taking_part_md); /* a duel's README.md */
TEXT_FILE(guide_move_md);        /* a prompt */
TEXT_FILE(guide_closed_md);      /* the same once nothing is asked of anybody any more */

/* The facts for the guide of one duel, its prompt and its template. Everything is borrowed while the call runs. */
struct guide_facts {
	const char *mountpoint;       /* absolute */
	const struct format *format;
	const struct context *ctx;    /* name, terms, source, seats, holder */
	const struct debate
		*fold; /* what is handed in is asked only while the duel is open, or by what a row still takes */
	const char *state;            /* the format's name of it */
	enum next_step next;          /* seen from the whole duel */
	unsigned next_seat;           /* whose move; 0: nobody's or anybody's */
	unsigned turns;               /* accepted so far */
	const char *outcome;          /* "" while open */
	const char *invalidated_by;   /* NULL: nobody did */
	const char *reason;
	const char *closed_by;        /* who closed it; NULL: the filesystem did, or it is open */
	const char *said;             /* lines of the maker; "": none */
	bool in_words;                /* the reason is theirs, word for word */
	bool require_token;
	uint64_t tokens;              /* bit n: seat n + 1 has a token */
};

void guide_mount(const char *mountpoint, const char *version, UT_string *out);
void guide_duel(const struct guide_facts *f, UT_string *out);

struct prompt_facts {
	const struct guide_facts *duel;
	const char
		*refusal; /* the last text of the seat that is asked was refused: why, as last_error has it; else "" */
	const char *waits_for; /* of a seat's own: why it could not take the floor now; else "" */
	const char *move_ends; /* when the clock ends of the move that it waits for, or when the debate may go on
				  without its own; else "" */
};

/* The one who is asked; 0: whoever joins next. */
unsigned prompt_seat(const struct guide_facts *f);
void prompt_of_seat(const struct prompt_facts *p, unsigned seat, UT_string *out);

/* About the text that the seat hands in next: nothing once the duel is closed, but what is still taken. */
void prompt_template_of_seat(const struct guide_facts *f, unsigned seat, UT_string *out);

/* Words, paths, commands; none ends in a newline. */
void guide_put(UT_string *out, const char *s);
/* For a shell: a file of a duel ("" and "": the mount itself). */
void guide_put_path(UT_string *out, const char *mountpoint, const char *duel, const char *file);
void guide_put_lock(UT_string *out, const char *mountpoint, const char *duel, const char *line);

/* One word for a shell: as it is where that is safe, else in single quotes. */
void guide_quote_shell(UT_string *out, const char *s);
/* One word of a line for `lock`: as it is where that is safe, else in double quotes. */
void guide_quote_verb(UT_string *out, const char *s);

#endif
