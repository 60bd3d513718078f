/*
 * A judgement: the score of each argument of one exchange, and rescores of others. Immutable and counted by reference.
 *
 * What the judge handed in and what of it took effect differ by the rescores that were skipped; a judgement holds
 * what took effect, and so does its JSON in the log. Nothing is decided again on replay.
 */
#ifndef VALIDATORS_DIALECTIC_JUDGEMENT_H
#define VALIDATORS_DIALECTIC_JUDGEMENT_H

#include <jansson.h>
#include <stdatomic.h>
#include <stdint.h>
#include "validators/dialectic/argument.h"
#include "validators/dialectic/scoreboard.h"
#include "validators/text/findings.h"

struct scored {
	struct argument_id id;
	struct number score;
	char *reasoning;
};

struct rescored {
	struct argument_id id;
	struct number old_score, score;
	char *reasoning;
};

struct judgement {
	atomic_uint refs;
	unsigned exchange;
	struct scored *scores;     /* in the judge's order; the first of them triggered the rescores */
	unsigned n_scores;
	struct rescored *rescores; /* in the judge's order */
	unsigned n_rescores;
	int64_t time_ms;
	char **warnings;
	size_t n_warnings;
};

/* As it is handed in, with `scores`, or with one score instead of them; and what `scores` has, with an example for each
 * argument of an exchange. */
extern const struct form judgement_form, scored_form;

/* What a judgement is held against. */
struct judgement_ask {
	unsigned exchange;
	const struct scoreboard *board; /* how things stand before it; NULL: nothing has been judged */
	struct handin *const *in;       /* of each side, what is judged; NULL: it is not known */
	bool strict;
	double novelty_threshold;
};

/* Read and check: NULL with an error in *out, else the judgement, with or without warnings there. */
struct judgement *judgement_read(const json_t *value, const struct judgement_ask *ask, struct findings *out);

/* Blanks of rescores: of each earlier argument that is attacked or defended in what the sides handed in, its score as
 * it stands in place. One reference. */
json_t *judgement_rescores_blank(struct handin *const in[SIDES], const struct scoreboard *board);

/* As the log keeps it, and back: NULL where that is no judgement of this exchange. */
json_t *judgement_json(const struct judgement *j);
struct judgement *judgement_restore(const json_t *value, unsigned exchange);

struct judgement *judgement_hold(struct judgement *j);
void judgement_drop(struct judgement *j);

/* How things stand after it. One reference. */
struct scoreboard *judgement_board(const struct judgement *j, const struct scoreboard *before);

#endif
