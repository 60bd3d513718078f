/*
 * A judge's hand-in, read: the scores first, then the rescores one after another, each against how things stand after those
 * before it.
 */
#include "validators/dialectic/judgement.h"

#include <math.h>
#include <string.h>
#include <utstring.h>
#include "validators/dialectic/argument.h"
#include "validators/dialectic/place.h"
#include "validators/text/mem.h"

#define SUM_TOLERANCE 0.01
#define RESCORE_STEP 0.5
/* Decimals are compared as they were written: what binary numbers make of their last digit is less than this. */
#define DECIMAL_NOISE 1e-9

#define IN_RANGE(x) ((x) >= -1 && (x) <= 1)
#define WARN_UNKNOWN(p, known) place_warn_unknown(p, known, sizeof(known) / sizeof(known)[0])

/* -- scores ---------------------------------------------------------------------------------------------------------------------- */

struct reading {
	struct judgement *j;
	struct scoreboard *board; /* as it stands after what was read so far */
	bool *rescored;           /* arguments of the board that were met under `rescores` */
	struct findings *out;
	bool strict;
};

static const struct scored *
find_scored(const struct judgement *j, struct argument_id id)
{
	for (unsigned i = 0; i < j->n_scores; i++)
		if (argument_id_equal(j->scores[i].id, id))
			return &j->scores[i];
	return NULL;
}

/* False where it names nothing that may be scored. */
static bool
read_id(const struct reading *r, const struct place *p, struct argument_id *id)
{
	struct place at = place_key(p, "argument_id");
	const char *s = place_text(&at);

	if (!place_exists(&at) || !s)
		return false;
	if (!argument_id_parse(s, strlen(s), id) || id->exchange > r->j->exchange)
		place_report(&at, RULE(JUDGEMENT_OTHER), "this is no argument of exchange %u", r->j->exchange);
	else if (id->exchange != r->j->exchange)
		place_report(&at, RULE(JUDGEMENT_OTHER), "this is no argument of exchange %u: an earlier one is rescored, under `rescores`", r->j->exchange);
	else if (find_scored(r->j, *id))
		place_report(&at, RULE(JUDGEMENT_TWICE), "this argument is scored already");
	else
		return true;
	return false;
}

static void
read_score(const struct place *p, struct number *score)
{
	struct place at = place_key(p, "score");

	if (place_exists(&at) && place_number(&at, score) && !IN_RANGE(score->value))
		place_report(&at, RULE(JUDGEMENT_RANGE), "a score is from -1 to 1");
}

static char *
read_reasoning(const struct reading *r, const struct place *p)
{
	struct place at = place_key(p, "reasoning");
	const char *s = place_text(&at);

	if (!at.value)
		place_report(&at, RULE(JUDGEMENT_REASONING), "there is no reasoning");
	if (!s)
		return NULL;
	words_judge(&at, s, RULE_WORDS_REASONING, r->strict);
	return mem_strdup(s);
}

static void
read_scored(struct reading *r, const struct place *p)
{
	struct scored scored = { .reasoning = NULL };
	bool known = read_id(r, p, &scored.id);

	read_score(p, &scored.score);
	scored.reasoning = read_reasoning(r, p);
	if (!known) {
		free(scored.reasoning);
		return;
	}
	r->board->scores[argument_index(scored.id)] = scored.score;
	r->j->scores[r->j->n_scores++] = scored;
}

static void
judge_missing(const struct reading *r)
{
	unsigned end = exchange_first(r->j->exchange + 1);
	char text[ARGUMENT_ID_BYTES];

	for (unsigned i = exchange_first(r->j->exchange); i < end; i++)
		if (!find_scored(r->j, argument_at(i)))
			findings_add(r->out, RULE(JUDGEMENT_MISSING), 0, "%s has no score",
				argument_id_print(argument_at(i), text));
}

static void
judge_sum(const struct reading *r)
{
	struct number sum = { .whole = true };

	for (unsigned i = 0; i < r->j->n_scores; i++)
		number_add(&sum, r->j->scores[i].score);
	if (fabs(sum.value) > SUM_TOLERANCE + DECIMAL_NOISE)
		findings_add(r->out, RULE(JUDGEMENT_SUM), 0, "the scores sum to %.3f", sum.value);
}

static void
read_one(struct reading *r, const struct place *root)
{
	static const char *const known[] = { "argument_id", "score", "reasoning", "rescores" };

	WARN_UNKNOWN(root, known);
	read_scored(r, root);
}

static void
read_list(struct reading *r, const struct place *root)
{
	static const char *const known[] = { "scores", "rescores" };
	static const char *const known_inside[] = { "argument_id", "score", "reasoning" };
	struct place list = place_key(root, "scores");
	size_t n = place_items(&list);

	WARN_UNKNOWN(root, known);
	for (size_t i = 0; i < n; i++) {
		struct place item = place_item(&list, i);

		if (!place_is_object(&item))
			continue;
		WARN_UNKNOWN(&item, known_inside);
		read_scored(r, &item);
	}
}

static void
read_scores(struct reading *r, const struct place *root)
{
	bool list = json_object_get(root->value, "scores") != NULL;
	bool one = json_object_get(root->value, "argument_id") || json_object_get(root->value, "score") ||
		json_object_get(root->value, "reasoning");

	if (list == one) {
		place_report(root, RULE(JUDGEMENT_FORM), list ? "there are `scores` and a score beside them" :
			"there are no `scores`, and no score");
		return;
	}
	(list ? read_list : read_one)(r, root);
	if (one || json_is_array(json_object_get(root->value, "scores")))
		judge_missing(r);
	if (!findings_first_error(r->out))
		judge_sum(r);
}

/* -- rescores -------------------------------------------------------------------------------------------------------------------- */

/* Of the wrong old score it is told which is the right one: to look it up is all that there is to mend. */
static void
report_rescore(const struct reading *r, const struct place *p, const struct rescored *re, const struct rule *fault)
{
	UT_string now;

	if (fault != RULE(RESCORE_OLD)) {
		place_report(p, fault, "%s", fault->gloss);
		return;
	}
	utstring_init(&now);
	number_print(*scoreboard_find(r->board, re->id), &now);
	place_report(p, fault, "%s: that is %s", fault->gloss, utstring_body(&now));
	utstring_done(&now);
}

/* False where a part is missing, or of a wrong type or blank, which is an error and reported as that. */
static bool
read_parts(const struct place *p, const char **id, struct number *from, struct number *to, const char **reasoning)
{
	struct place at[] = { place_key(p, "argument_id"), place_key(p, "old_score"), place_key(p, "new_score"),
		place_key(p, "reasoning") };
	bool complete = true, usable;

	for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
		complete = complete && at[i].value;
	if (!complete)
		place_report(p, RULE(RESCORE_INCOMPLETE), "%s", dialectic_rules[RULE_RESCORE_INCOMPLETE].gloss);
	*id = place_text(&at[0]);
	*reasoning = place_text(&at[3]);
	usable = place_number(&at[1], from);
	usable = place_number(&at[2], to) && usable;
	return complete && usable && *id && *reasoning;
}

/* Whatever became of the one before it. */
static bool
is_rescored_again(struct reading *r, struct argument_id id)
{
	bool *met = scoreboard_find(r->board, id) ? &r->rescored[argument_index(id)] : NULL, again = met && *met;

	if (met)
		*met = true;
	return again;
}

/* The rule under which it is skipped, or NULL. */
static const struct rule *
rescore_fault(const struct reading *r, const struct rescored *re)
{
	const struct number *now = scoreboard_find(r->board, re->id);

	if (!now)
		return RULE(RESCORE_UNKNOWN);
	if (fabs(now->value - re->old_score.value) > DECIMAL_NOISE)
		return RULE(RESCORE_OLD);
	if (fabs(re->score.value - re->old_score.value) > RESCORE_STEP + DECIMAL_NOISE)
		return RULE(RESCORE_STEP);
	if (!IN_RANGE(re->score.value))
		return RULE(RESCORE_RANGE);
	return NULL;
}

static void
read_rescore(struct reading *r, const struct place *p)
{
	static const char *const known[] = { "argument_id", "old_score", "new_score", "reasoning" };
	struct place reasoning = place_key(p, "reasoning"), named = place_key(p, "argument_id");
	struct rescored re = { .reasoning = NULL };
	const char *id, *s;
	const struct rule *fault = RULE(RESCORE_UNKNOWN);

	if (!place_is_object(p))
		return;
	WARN_UNKNOWN(p, known);
	if (!read_parts(p, &id, &re.old_score, &re.score, &s))
		return;
	if (argument_id_parse(id, strlen(id), &re.id)) {
		if (is_rescored_again(r, re.id)) {
			place_report(&named, RULE(JUDGEMENT_TWICE), "this argument is rescored already");
			return;
		}
		fault = rescore_fault(r, &re);
	}
	if (fault) {
		report_rescore(r, p, &re, fault);
		return;
	}
	words_judge(&reasoning, s, RULE_WORDS_REASONING, r->strict);
	re.reasoning = mem_strdup(s);
	r->board->scores[argument_index(re.id)] = re.score;
	r->j->rescores[r->j->n_rescores++] = re;
}

static void
read_rescores(struct reading *r, const struct place *root)
{
	struct place list = place_optional(root, "rescores");
	size_t n = place_items(&list);

	for (size_t i = 0; i < n; i++) {
		struct place item = place_item(&list, i);
		read_rescore(r, &item);
	}
}

struct judgement *
judgement_read(const json_t *value, unsigned exchange, const struct scoreboard *board, bool strict, struct findings *out)
{
	struct place root = place_root(value, out);
	struct reading r = { .out = out, .strict = strict };

	if (!place_is_object(&root))
		return NULL;
	r.j = judgement_new(exchange, json_array_size(json_object_get(value, "scores")) + 1,
		json_array_size(json_object_get(value, "rescores")));
	r.board = scoreboard_new(board, exchange_first(exchange + 1));
	r.rescored = mem_calloc(exchange_first(exchange + 1), sizeof *r.rescored);
	read_scores(&r, &root);
	read_rescores(&r, &root);
	scoreboard_drop(r.board);
	free(r.rescored);
	if (!findings_first_error(out)) {
		handin_digest(value, r.j->digest);
		r.j->warnings = warnings_of(out, &r.j->n_warnings);
		return r.j;
	}
	judgement_drop(r.j);
	return NULL;
}
