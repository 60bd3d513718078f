/*
 * A judgement, read: the scores first, then the rescores one after another, each against how things stand after those
 * before it. What the log has is read by the same rows; what was skipped is not in it.
 */
#include "validators/dialectic/judgement.h"

#include <math.h>
#include <sodium.h>
#include <string.h>
#include "validators/dialectic/repeat.h"
#include "validators/text/mem.h"

#define SUM_TOLERANCE 0.01
#define RESCORE_STEP 0.5
/* Decimals are compared as they were written: what binary numbers make of their last digit is less than this. */
#define DECIMAL_NOISE 1e-9

#define IN_RANGE(x) ((x) >= -1 && (x) <= 1)

/* What the rules of rows work with. */
struct judging {
	const struct judgement_ask *ask;
	struct judgement *j;
	struct scoreboard *board; /* as it stands after what was read so far */
	bool *rescored;           /* arguments of the board that were met under `rescores` */
	struct reasonings said;   /* of what takes effect */
};

/* -- scores -- */

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
read_id(const struct form_row *row, const struct place *at)
{
	const struct judging *g = at->r->arg;
	struct argument_id *id = &((struct scored *)at->up->object)->id;
	unsigned exchange = g->j->exchange;

	(void)row;
	if (!argument_id_parse(json_string_value(at->value), json_string_length(at->value), id) ||
		id->exchange > exchange)
		place_report(at, RULE(JUDGEMENT_OTHER), "this is no argument of exchange %u", exchange);
	else if (id->exchange != exchange)
		place_report(at, RULE(JUDGEMENT_OTHER),
			"this is no argument of exchange %u: an earlier one is rescored, under `rescores`", exchange);
	else if (find_scored(g->j, *id))
		place_report(at, RULE(JUDGEMENT_TWICE), "this argument is scored already");
	else
		return true;
	return false;
}

static bool
judge_range(const struct form_row *row, const struct place *at)
{
	(void)row;
	if (!IN_RANGE(json_number_value(at->value)))
		place_report(at, RULE(JUDGEMENT_RANGE), "a score is from -1 to 1");
	return true;
}

static bool
take_score(const struct form_row *row, const struct place *at)
{
	struct judging *g = at->r->arg;
	const struct scored *scored = at->object;

	(void)row;
	if (at->r->out)
		reasonings_judge(&g->said, at, scored->id, scored->reasoning, g->ask->novelty_threshold);
	g->board->scores[argument_index(scored->id)] = scored->score;
	return true;
}

static void
judge_missing(const struct judgement *j, const struct place *at)
{
	for (unsigned i = exchange_first(j->exchange); i < exchange_first(j->exchange + 1); i++)
		if (!find_scored(j, argument_at(i)))
			place_report(at, RULE(JUDGEMENT_MISSING), "%s has no score", id_text(argument_at(i)).s);
}

/* All of them, once they are read. */
static bool
judge_scores(const struct form_row *row, const struct place *at)
{
	const struct judging *g = at->r->arg;
	const json_t *list = json_object_get(at->value, "scores");
	struct number sum = { .whole = true };

	(void)row;
	if (!at->r->out)
		return true;
	if (!list || json_is_array(list))
		judge_missing(g->j, at);
	for (unsigned i = 0; i < g->j->n_scores; i++)
		number_add(&sum, g->j->scores[i].score);
	if (!findings_first_error(at->r->out) && fabs(sum.value) > SUM_TOLERANCE + DECIMAL_NOISE)
		place_report(at, RULE(JUDGEMENT_SUM), "the scores sum to %.3f: they sum to 0, within 0.01, so what "
			"one argument gains others lose", sum.value);
	return true;
}

/* -- rescores -- */

/* Whatever became of the one before it. */
static bool
is_rescored_again(const struct judging *g, struct argument_id id)
{
	bool *met = scoreboard_find(g->board, id) ? &g->rescored[argument_index(id)] : NULL, again = met && *met;

	if (met)
		*met = true;
	return again;
}

/* The rule under which it is skipped, or NULL. */
static const struct rule *
rescore_fault(const struct number *now, const struct rescored *re)
{
	if (!now)
		return RULE(RESCORE_UNKNOWN);
	if (fabs(now->value - re->old_score.value) > DECIMAL_NOISE)
		return RULE(RESCORE_OLD);
	if (fabs(re->score.value - re->old_score.value) > RESCORE_STEP + DECIMAL_NOISE)
		return RULE(RESCORE_STEP);
	return IN_RANGE(re->score.value) ? NULL : RULE(RESCORE_RANGE);
}

static bool
reaches(const struct argument *a, struct argument_id id)
{
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			if (argument_id_equal(a->links[kind][i].target, id))
				return true;
	return false;
}

/* Does anything of this exchange bear on it? */
static bool
is_reached(const struct judgement_ask *ask, struct argument_id id)
{
	bool reached = !ask->in;

	for (enum side side = 0; ask->in && side < SIDES; side++)
		for (unsigned i = 0; ask->in[side] && i < ask->in[side]->n; i++)
			reached = reached || reaches(&ask->in[side]->arguments[i], id);
	return reached;
}

/* False where it is skipped. Of the wrong old score it is told which is the right one: to look it up is all that
 * there is to mend. */
static bool
judge_rescore(const struct form_row *row, const struct place *at)
{
	struct judging *g = at->r->arg;
	struct rescored *re = at->object;
	struct place named = place_key(at, "argument_id"), reasoning = place_key(at, "reasoning");
	bool parsed = argument_id_parse(json_string_value(named.value), json_string_length(named.value), &re->id);
	const struct number *now = parsed ? scoreboard_find(g->board, re->id) : NULL;
	const struct rule *fault = rescore_fault(now, re);

	if (!at->r->out)
		return parsed && re->id.exchange <= g->j->exchange;
	if (parsed && re->id.exchange == g->j->exchange) {
		place_report(&named, RULE(JUDGEMENT_TWICE),
			"%s has its first score in this judgement: score it there as "
			"it stands in the end, and rescore only arguments of earlier exchanges", id_text(re->id).s);
		return false;
	}
	if (parsed && is_rescored_again(g, re->id)) {
		place_report(&named, RULE(JUDGEMENT_TWICE), "this argument is rescored already");
		return false;
	}
	if (fault == RULE(RESCORE_OLD))
		place_report(at, fault, "%s: that is %s", fault->gloss, number_text(*now).s);
	else if (fault)
		place_report(at, fault, "%s", fault->gloss);
	if (fault)
		return false;
	place_count_words(&reasoning, row);
	reasonings_judge(&g->said, at, re->id, re->reasoning, g->ask->novelty_threshold);
	if (!is_reached(g->ask, re->id))
		place_report(at, RULE(RESCORE_REACH),
			"nothing of exchange %u attacks or defends %s: a rescore says what "
			"this exchange changed",
			g->j->exchange, id_text(re->id).s);
	g->board->scores[argument_index(re->id)] = re->score;
	return true;
}

/* -- the rows -- */

#define WORDS(rule, to) .limit = RULE(WORDS_##rule), .most = to

/* clang-format off */
static const struct form_row scored_rows[] = {
	{ "argument_id", FORM_WORD, .vital = true, .rule = read_id },
	{ "score", FORM_NUMBER, FORM_MEMBER(struct scored, score), .rule = judge_range },
	{ "reasoning", FORM_TEXT, FORM_MEMBER(struct scored, reasoning), WORDS(REASONING, 75),
		.missing = RULE(JUDGEMENT_REASONING), .says = "there is no reasoning",
		.examples = (const char *const[]){
			"What carries this argument, what it leaves open, and how it stands against the others.",
			"Which of its grounds bears the claim, and which is named without bearing anything.",
			"Where its step from what was seen to the motion is made, or only asserted.",
			"How far it answers what the other side said first, by name and number.",
			"What a reader who grants it still need not grant about the motion.",
			"Why so little of it is left once its own qualifier is taken seriously." } },
	{ .rule = take_score },
};
const struct form scored_form = FORM(scored_rows, struct scored);

/* Their words are counted of those that are not skipped. */
static const struct form_row rescored_rows[] = {
	{ "argument_id", FORM_WORD, .vital = true },
	{ "old_score", FORM_NUMBER, FORM_MEMBER(struct rescored, old_score), .vital = true, .late = true },
	{ "new_score", FORM_NUMBER, FORM_MEMBER(struct rescored, score), .vital = true, .late = true },
	{ "reasoning", FORM_TEXT, FORM_MEMBER(struct rescored, reasoning), .vital = true },
	{ .late = true, .vital = true, .rule = judge_rescore, WORDS(REASONING, 75) },
};
static const struct form rescored_form = { .rows = rescored_rows, .n = sizeof rescored_rows / sizeof rescored_rows[0],
	.size = sizeof(struct rescored), .incomplete = RULE(RESCORE_INCOMPLETE) };

#define RESCORES { "rescores", FORM_LIST, FORM_ITEMS(struct judgement, rescores, &rescored_form), .grows = true, \
	.optional = true }
static const struct form_row judgement_rows[] = {
	{ "scores", FORM_LIST, FORM_ITEMS(struct judgement, scores, &scored_form), .grows = true },
	{ .rule = judge_scores },
	RESCORES,
};
const struct form judgement_form = FORM(judgement_rows, struct judgement);

/* Of one argument, its score stands in the judgement itself. */
static const struct form_row single_rows[] = {
	{ .kind = FORM_HERE, FORM_ITEMS(struct judgement, scores, &scored_form), .grows = true },
	{ .rule = judge_scores },
	RESCORES,
};
static const struct form single_form = FORM(single_rows, struct judgement);
static const struct form_row rescores_row = RESCORES;
/* clang-format on */

/* -- blanks -- */

json_t *
judgement_rescores_blank(struct handin *const in[SIDES], const struct scoreboard *board)
{
	const struct judgement_ask ask = { .in = in };
	json_t *list = json_array();

	for (unsigned i = 0; board && i < board->n; i++) {
		json_t *blank;

		if (!is_reached(&ask, argument_at(i)))
			continue;
		blank = form_blank(&rescored_form, 0);
		json_object_set_new(blank, "argument_id", json_string(id_text(argument_at(i)).s));
		json_object_set_new(blank, "old_score", number_json(board->scores[i]));
		json_array_append_new(list, blank);
	}
	return mem_check(list);
}

/* -- a judgement -- */

struct judgement *
judgement_hold(struct judgement *j)
{
	if (j)
		atomic_fetch_add(&j->refs, 1);
	return j;
}

void
judgement_drop(struct judgement *j)
{
	if (!j || atomic_fetch_sub(&j->refs, 1) != 1)
		return;
	form_free(&judgement_form, j);
	strings_free(j->warnings, j->n_warnings);
	free(j);
}

struct scoreboard *
judgement_board(const struct judgement *j, const struct scoreboard *before)
{
	struct scoreboard *b = scoreboard_new(before, exchange_first(j->exchange + 1));

	for (unsigned i = 0; i < j->n_scores; i++)
		b->scores[argument_index(j->scores[i].id)] = j->scores[i].score;
	for (unsigned i = 0; i < j->n_rescores; i++)
		b->scores[argument_index(j->rescores[i].id)] = j->rescores[i].score;
	return b;
}

/* Both, or neither: rescores are told about all the same. */
static void
report_form(const struct place *root, bool list)
{
	place_report(root, RULE(JUDGEMENT_FORM), list ? "there are `scores` and a score beside them" :
		"there are no `scores`, and no score");
	form_read_row(&judgement_form, &rescores_row, root);
}

/* null is left out. */
static bool
has_key(const json_t *value, const char *key)
{
	const json_t *member = json_object_get(value, key);

	return member && !json_is_null(member);
}

static struct judgement *
read_judgement(struct reading *r, const json_t *value, const struct judgement_ask *ask)
{
	unsigned all = exchange_first(ask->exchange + 1);
	struct judging g = { .ask = ask, .j = mem_calloc(1, sizeof *g.j), .board = scoreboard_new(ask->board, all),
		.rescored = mem_calloc(all, sizeof *g.rescored) };
	struct place root = place_root(r, value, g.j);
	bool list = has_key(value, "scores"), one = has_key(value, "argument_id") || has_key(value, "score") ||
		has_key(value, "reasoning");

	atomic_init(&g.j->refs, 1);
	g.j->exchange = ask->exchange;
	r->arg = &g;
	if (place_is_object(&root) && list == one)
		report_form(&root, list);
	else if (json_is_object(value))
		form_read(list ? &judgement_form : &single_form, &root);
	scoreboard_drop(g.board);
	reasonings_free(&g.said);
	free(g.rescored);
	return g.j;
}

struct judgement *
judgement_read(const json_t *value, const struct judgement_ask *ask, struct findings *out)
{
	struct reading r = { .jf = &dialectic_json, .out = out, .strict = ask->strict, .named = true };
	struct judgement *j = read_judgement(&r, value, ask);

	if (!findings_first_error(out)) {
		j->warnings = warnings_of(out, &j->n_warnings);
		return j;
	}
	judgement_drop(j);
	return NULL;
}

/* -- in the log -- */

json_t *
judgement_json(const struct judgement *j)
{
	json_t *scores = json_array(), *rescores = json_array();
	for (unsigned i = 0; i < j->n_scores; i++) {
		const struct scored *s = &j->scores[i];
		json_array_append_new(scores, json_pack("{s:s, s:o, s:s}", "argument_id", id_text(s->id).s,
			"score", number_json(s->score), "reasoning", s->reasoning));
	}
	for (unsigned i = 0; i < j->n_rescores; i++) {
		const struct rescored *r = &j->rescores[i];
		json_array_append_new(rescores, json_pack("{s:s, s:o, s:o, s:s}", "argument_id", id_text(r->id).s,
			"old_score", number_json(r->old_score), "new_score", number_json(r->score),
			"reasoning", r->reasoning));
	}
	return mem_check(json_pack("{s:i, s:o, s:o, s:o}", "exchange", (int)j->exchange, "scores", scores,
		"rescores", rescores, "warnings", strings_json(j->warnings, j->n_warnings)));
}

/* Each argument of the exchange has its score once, and nothing was skipped. */
struct judgement *
judgement_restore(const json_t *value, unsigned exchange)
{
	struct reading r = { .jf = &dialectic_json };
	struct judgement *j = read_judgement(&r, value, &(struct judgement_ask){ .exchange = exchange });

	j->warnings = strings_take(json_object_get(value, "warnings"), &j->n_warnings);
	if (!r.lacking && json_integer_value(json_object_get(value, "exchange")) == exchange &&
		j->n_scores == exchange_first(exchange + 1) - exchange_first(exchange) &&
		j->n_scores == json_array_size(json_object_get(value, "scores")) &&
		j->n_rescores == json_array_size(json_object_get(value, "rescores")))
		return j;
	judgement_drop(j);
	return NULL;
}
