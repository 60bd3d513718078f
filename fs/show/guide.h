/*
 * The README.md of a mount and of a duel: how to take part, for people and agents that know nothing else. Pure: values
 * in, text out.
 *
 * Their words and those of prompts stand in config/guide/, a template each (validators/kit/template.h);
 * what is here are the values of its placeholders, conditions and lists.
 *
 * Every command in a block marked `sh` works as printed: it names this mount's paths, quoted for a shell, and this
 * duel's participants, quoted for `lock`. No text depends on the clock, so that its size stays what it is while nothing
 * happens.
 */
#ifndef FS_SHOW_GUIDE_H
#define FS_SHOW_GUIDE_H

#include <stdbool.h>
#include <utstring.h>
#include "validators/kit/format.h"

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

/* One word for a shell: as it is where that is safe, else in single quotes. */
void guide_quote_shell(UT_string *out, const char *s);
/* One word of a line for `lock`: as it is where that is safe, else in double quotes. */
void guide_quote_verb(UT_string *out, const char *s);

#endif
