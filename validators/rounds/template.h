/*
 * The templates of `rounds`: what the next speaker is told, a file for each kind of text that is asked for (config/rounds/NAME.md), so
 * that a user can change it.
 *
 * A template is Markdown with placeholders, `{topic}`: a name of the table in braces, on one line. `{{` is a brace as text. A value is
 * data: it goes in as it is, and what looks like a placeholder in it is none. There are two kinds of placeholders. A word stands
 * anywhere in a line. A block is whole paragraphs, lists and fenced texts of its own: it stands alone on its line, and in no list,
 * quotation, code or HTML, so that what participants wrote cannot come out of the fence that it is shown in.
 *
 * Each template has some placeholders that it cannot do without: those of the material that its text is about.
 *
 * A struct rounds_template is made once (texts.h) and immutable from then on: any thread may render it. Time is in proportion to the
 * template and the values.
 */
#ifndef VALIDATORS_ROUNDS_TEMPLATE_H
#define VALIDATORS_ROUNDS_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/kit/texts.h"

/* What somebody is asked for. */
enum rounds_ask_kind {
	ROUNDS_OPENING,  /* the proposer in round 1 */
	ROUNDS_RESPONSE, /* the challenger in round 1 */
	ROUNDS_DEFENSE,  /* the proposer later */
	ROUNDS_FOLLOWUP, /* the challenger later */
	ROUNDS_SUMMARY,  /* the orchestrator between rounds */
	ROUNDS_VERDICT,  /* the orchestrator at the end */
	ROUNDS_ASKS
};

enum placeholder {
	HOLDER_TOPIC,
	HOLDER_ROUND,
	HOLDER_ROUNDS,
	HOLDER_PREVIOUS_ROUND,
	HOLDER_ROUNDS_COMPLETED,
	HOLDER_SUMMARIZED,
	HOLDER_PROPOSER_TOOL,
	HOLDER_PROPOSER_MODEL,
	HOLDER_CHALLENGER_TOOL,
	HOLDER_CHALLENGER_MODEL,
	HOLDER_EFFORT,
	HOLDER_PREVIOUS_EXCHANGES,
	HOLDER_POINTS,
	HOLDER_UNSUPPORTED,
	HOLDER_CONCESSIONS,
	HOLDER_INCOMPLETE,
	PLACEHOLDERS
};

struct placeholder_row {
	const char *name;
	bool block;
	const char *about; /* what stands in its place, a clause for the man page */
	const char *fault; /* of a template that lacks it and may not */
};
extern const struct placeholder_row placeholders[PLACEHOLDERS];

/* The files, in the order of enum rounds_ask_kind: F(KIND, symbol, "name"). */
#define ROUNDS_TEMPLATE_FILES(F) \
	F(OPENING, proposer_opening, "proposer-opening") \
	F(RESPONSE, challenger_response, "challenger-response") \
	F(DEFENSE, proposer_defense, "proposer-defense") \
	F(FOLLOWUP, challenger_followup, "challenger-followup") \
	F(SUMMARY, summary, "summary") \
	F(VERDICT, verdict, "verdict")
/* Each as a row of a format's texts; what it is read into is a struct rounds_template. */
#define ROUNDS_TEMPLATE_ROW(symbol, name) \
	{ TEXT_ROW("rounds/" name ".md", rounds_##symbol##_md), .make = rounds_make_##symbol, .drop = rounds_template_drop }
#define ROUNDS_TEMPLATE_DECLARE(kind, symbol, name) \
	TEXT_FILE(rounds_##symbol##_md); \
	void *rounds_make_##symbol(const char *bytes, size_t len, int *line, const char **fault);
ROUNDS_TEMPLATE_FILES(ROUNDS_TEMPLATE_DECLARE)
extern const struct text_row rounds_templates[ROUNDS_ASKS];
/* Bit n: it cannot do without placeholders[n]. */
extern const unsigned rounds_template_needs[ROUNDS_ASKS];

struct rounds_template;

/* NULL: it cannot be used, and *fault (static) says why; *line is where, or 0: the text as a whole. The bytes may go afterwards. */
struct rounds_template *rounds_template_new(enum rounds_ask_kind kind, const char *bytes, size_t len, int *line, const char **fault);
/* For a struct text_row. */
void rounds_template_drop(void *t);

/* Append it, with what `put` appends in place of each placeholder; a block ends in a newline. It ends in a newline. */
void rounds_template_render(const struct rounds_template *t, void (*put)(void *arg, enum placeholder p, UT_string *out), void *arg,
	UT_string *out);

#endif
