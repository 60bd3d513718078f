/*
 * prompt.md: what whoever moves next should be told, whole, so that an agent that is given nothing but this text can
 * make the move; the same for one seat, whoever moves next: what it should hand in, or that it waits and for what
 * (participants/NAME/prompt.md), since in some formats several may write at once; and its template.md, the blank of
 * what is to be handed in, alone. Pure: values in, text out.
 *
 * No text here depends on the clock, so that its size stays what it is while nothing happens, and none names a secret.
 * The record and the source are others' words: they stand between fences that none of their lines can close, behind a
 * sentence that says whose they are.
 */
#ifndef FS_SHOW_PROMPT_H
#define FS_SHOW_PROMPT_H

#include "fs/show/guide.h"
#include "validators/text/markdown.h"

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
void prompt_duel(const struct prompt_facts *p, UT_string *out);
void prompt_of_seat(const struct prompt_facts *p, unsigned seat, UT_string *out);

/* About the text that the seat hands in next: nothing once the duel is closed, but what is still taken. */
void prompt_template_of_seat(const struct guide_facts *f, unsigned seat, UT_string *out);

#endif
