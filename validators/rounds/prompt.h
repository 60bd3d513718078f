/*
 * The prompt of format `rounds`: what the next speaker is told of its task and of the debate so far, in place of the
 * record (rounds.md, prompt.md). The template of what is asked for, with what belongs to this round in its places:
 *
 *     a turn of round 1 or 2       every turn before it, in full: the newest first, then those before it, one's own
 *                                  last
 *     a turn of a later round N    likewise every turn since round N − 2, and behind the newest the summary up to it
 *     a summary of rounds 1 to K   their turns, in full
 *     the verdict                  every turn, in full: it is to cite them
 *
 * It has at most `room` bytes where that is enough for the newest text and what is to be answered: earlier turns are
 * whole as far as they fit, the newest first, and else named by their files; where they alone do not do it lists have
 * short titles, and then the newest rows alone of what need not be answered.
 *
 * Points, answers, claims without evidence and concessions are a line each, cut where they are long, to a short title
 * where their turn stands in the prompt itself; but concessions, which are to be repeated word for word, never. All of
 * it was written by others. Turns and summaries stand between fences that none of their lines can close, behind a
 * sentence that says so; anything else of theirs is escaped onto one line.
 *
 * Pure; time is in proportion to what is shown. Everything in a struct rounds_prompt is borrowed while a call runs, and
 * it has all that was accepted so far, whatever is asked for: what is shown of it is decided here.
 */
#ifndef VALIDATORS_ROUNDS_PROMPT_H
#define VALIDATORS_ROUNDS_PROMPT_H

#include <stddef.h>
#include <utstring.h>
#include "validators/kit/template.h"
#include "validators/rounds/turn.h"

/* What somebody is asked for. */
enum rounds_ask_kind {
	ROUNDS_OPENING,  /* the proposer in round 1 */
	ROUNDS_RESPONSE, /* the challenger in round 1 */
	ROUNDS_DEFENSE,  /* the proposer later */
	ROUNDS_FOLLOWUP, /* the challenger later */
	ROUNDS_CLOSING,  /* the proposer after the last round */
	ROUNDS_SUMMARY,  /* the orchestrator between rounds */
	ROUNDS_VERDICT,  /* the orchestrator at the end */
	ROUNDS_ASKS
};

/* Each has a template, a built-in text (texts.h). All have these names, whose values are of a struct
 * rounds_prompt; each has some that it cannot do without: those of the material that its text is about. */
#define ROUNDS_PLACEHOLDERS 18
extern const struct template_name rounds_placeholders[ROUNDS_PLACEHOLDERS];
extern const struct template_form rounds_templates[ROUNDS_ASKS];

/* Bytes of a point or a claim that a list shows; its whole text stands in its turn. */
#define ROUNDS_SHOWN_BYTES 400

/* Who speaks for what; NULL where nobody has joined, and where no position is said. */
struct prompt_side {
	const char *tool, *model;
	const char *position;
};

/* An accepted turn, from its heading on. */
struct prompt_turn {
	const struct spoken *spoken;
	const char *text;
	size_t len;
	unsigned number;     /* of its file */
	const char *by;      /* whose it is */
};

/* How short lists are. */
enum prompt_terse { TERSE_NOT, TERSE_TITLES, TERSE_NEWEST, TERSES };

struct rounds_prompt {
	enum rounds_ask_kind kind;
	const struct text *template;     /* NULL: the one that is built in */
	const char *topic;
	const char *effort;
	struct prompt_side sides[SPEAKERS];
	bool newcomer;                   /* whoever is asked has not joined */
	unsigned round; /* of the turn; of a closing reply, one more than the last; of a summary, the round that
			   waits for it; of the verdict, the last one begun */
	unsigned rounds;                 /* there are to be */
	unsigned completed;              /* rounds in which both have spoken */
	const struct prompt_turn *turns; /* all, in order */
	size_t n_turns;
	unsigned summarized; /* rounds that the summary covers which is asked for or, for a turn, is
				due before it; 0: none is */
	const char *summary;             /* for a turn: that one, from its heading on; NULL where none is due */
	size_t summary_len;
	unsigned summary_number;         /* of its file */
	const char *summary_by;
	size_t room;                     /* bytes that all of it may have, as far as that is possible (shown.h) */
	/* Of rounds_prompt_put alone. */
	enum prompt_terse terse;
	const bool *left_out;            /* by turn, and behind them the summary; NULL: nothing is */
	bool passed_over; /* the closing reply was due and never came */
	const char *incomplete;          /* which turn never came, and why: a sentence on one line; NULL: none */
};

/* What is asked of a speaker in a round. */
enum rounds_ask_kind rounds_turn_asked(enum speaker speaker, unsigned round);
/* Append a name for it: "the defense of round 2", "the summary of rounds 1–2". */
void rounds_prompt_label(const struct rounds_prompt *p, UT_string *out);
/* Append a side's tool or model, escaped; what stands for it where nobody has joined. */
void rounds_prompt_side(const struct rounds_prompt *p, enum speaker who, bool model, UT_string *out);
/* Append what was conceded or certified in what the text is about, an item of a list each; how many. */
size_t rounds_prompt_yields(const struct rounds_prompt *p, UT_string *out);
/* Append the prompt, a section with its heading, for format.brief. */
void rounds_prompt_put(const struct rounds_prompt *p, UT_string *out);

#endif
