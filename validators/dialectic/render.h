/*
 * The files of a debate, as text: what its state and its terms come to, and nothing else.
 *
 * JSON stands in them as front matter and in scores.json. Whatever a hand-in said is plain text in Markdown: one
 * paragraph, in which nothing is a heading, a quote, a list, a link or HTML.
 */
#ifndef VALIDATORS_DIALECTIC_RENDER_H
#define VALIDATORS_DIALECTIC_RENDER_H

#include <utstring.h>
#include "validators/dialectic/state.h"
#include "validators/kit/format.h"

/* The frozen rules, as far as files show them. */
struct debate_terms {
	const char *id;     /* the duel's name */
	const char *motion;
	const struct definition *definitions;
	size_t n_definitions;
	const char *scope;  /* "" or NULL: none */
	bool sealed;
	const struct seat *const *seats; /* who has joined */
	unsigned n_seats;
};

/* Append a paragraph, `format` and behind it a text that somebody wrote, and end its line. NULL: there is none of
 * it. */
void render_paragraph(UT_string *out, const char *text, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Append what the scores come to: "proposition 0.6 in 4 arguments, …", and who has won, once it is completed. */
void render_tally(const struct fstate *state, UT_string *out);

/* debate.md is its front matter, which is live, then its head, which is frozen, then each exchange once it is
 * judged. */
void render_front(const struct debate_terms *terms, const struct fstate *state, UT_string *out);
/* A role, "tie", or NULL: it goes on, or was invalidated. */
const char *dialectic_winner(const struct fstate *state);
void render_head(const struct debate_terms *terms, UT_string *out);
/* What a hand-in comes to there, without its scores. */
void render_handin(const struct handin *h, UT_string *out);
void render_exchange(struct handin *const in[SIDES], const struct judgement *judgement, UT_string *out);

/* arguments/ID.md */
void render_argument(const struct argument *a, UT_string *out);
/* What an argument says, without its id and title, as it stands in the record: for argument.words, which keeps it. */
void render_argument_words(const struct argument *a, UT_string *out);
/* scores.json */
void render_scores(const struct fstate *state, UT_string *out);

#endif
