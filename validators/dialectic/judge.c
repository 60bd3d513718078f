#include "validators/dialectic/judge.h"

#include <stdarg.h>
#include <string.h>
#include "validators/dialectic/files.h"
#include "validators/dialectic/floor.h"
#include "validators/dialectic/quotes.h"
#include "validators/dialectic/render.h"
#include "validators/dialectic/report.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

/* -- what it is -- */

bool
dialectic_is_judgement(const json_t *value)
{
	return json_object_get(value, "scores") || json_object_get(value, "rescores") ||
		json_object_get(value, "argument_id") || json_object_get(value, "score");
}

bool
dialectic_is_arguments(const json_t *value)
{
	return json_is_array(value) || json_object_get(value, "title") || json_object_get(value, "claim") ||
		json_object_get(value, "grounds") || json_object_get(value, "warrant");
}

/* Is it the other roles' kind of hand-in? Where it is no kind's, its own rules say what is wrong. */
static bool
judge_role(const json_t *value, enum role role, struct findings *out)
{
	bool judges = role == ROLE_JUDGE;

	if (dialectic_is_judgement(value) == dialectic_is_arguments(value) || dialectic_is_judgement(value) == judges)
		return true;
	if (judges && dialectic_is_judgement(json_array_get(value, 0))) {
		findings_add(out, RULE(JUDGEMENT_FORM), 0,
			"a judgement is an object: put this array into it as `scores`");
		return false;
	}
	findings_add(out, RULE(SEAT_ROLE), 0, "%s", judges ?
		"these are arguments, and this is the judge's seat: only a side argues" :
		"this is a judgement, and this is a side's seat: only the judge judges");
	return false;
}

/* -- drafts -- */

/* Takes the JSON. */
static char *
line_of(json_t *value)
{
	char *line = handin_line(mem_check(value));

	json_decref(value);
	return line;
}

/* Bytes of the record that are left to a judgement: enough to score every argument with its reasoning. */
#define JUDGEMENT_ROOM_BYTES (32 << 10)

/*
 * A hand-in stands in the record once it is judged, with the other side's. So each may take half of the room that is
 * left, and what one may take says nothing of what the other took; otherwise both could be in, and no judgement would
 * find room.
 */
static void
draft_handin(struct handin *h, const json_t *value, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];
	UT_string shown;

	utstring_init(&shown);
	render_handin(h, &shown);
	d->kind = ENTRY_HANDIN;
	d->data = line_of(handin_data(h));
	d->body = handin_line(value);
	d->body_len = strlen(d->body);
	d->record_room = SIDES * utstring_len(&shown) + JUDGEMENT_ROOM_BYTES;
	d->facts = h;
	out->facts_free = debate_facts_free;
	utstring_done(&shown);
}

static void
draft_judgement(const struct fstate *state, const struct context *ctx, struct judgement *j, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];
	int64_t exchanges = ctx->terms->exchanges;
	UT_string body;
	char *reason;

	utstring_init(&body);
	render_exchange(state->in, j, &body);
	d->kind = ENTRY_TURN;
	d->data = line_of(judgement_json(j));
	d->body = utstring_body(&body);
	d->body_len = utstring_len(&body);
	d->facts = j;
	out->facts_free = debate_facts_free;
	if (!exchanges || j->exchange + 1 < exchanges)
		return;
	reason = mem_format("exchange %u, the last, is judged", j->exchange);
	out->drafts[out->n++] = dialectic_end(DIALECTIC_COMPLETED, reason);
	free(reason);
}

static void
draft_report(const struct submission *s, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];

	d->kind = ENTRY_REPORT;
	d->body = mem_copy(s->text, s->len);
	d->body_len = s->len;
}

/* -- alone -- */

static void
keep_others(const struct findings *found, struct findings *out)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct finding *f = &found->v[i];

		if (!(f->rule->needs & NEEDS_RECORD))
			findings_add_path(out, f->rule, f->line, f->path, "%s", f->text);
	}
}

/* The exchange that a judgement is of: that of the first argument that it scores. */
static unsigned
exchange_scored(const json_t *value)
{
	const json_t *scores = json_object_get(value, "scores");
	const json_t *first = scores ? json_array_get(scores, 0) : value, *text = json_object_get(first, "argument_id");
	struct argument_id id;

	if (json_is_string(text) && argument_id_parse(json_string_value(text), json_string_length(text), &id))
		return id.exchange;
	return 0;
}

bool
dialectic_is_report(const struct submission *s)
{
	struct reader r = { s->text, s->text + s->len };

	skip_white(&r);
	return s->row == ROW_REPORT || (left(&r) && *r.s == '#');
}

static void
judge_alone(const struct fstate *state, const struct context *ctx, const struct submission *s, struct findings *out)
{
	const struct terms *terms = ctx->terms;
	struct findings found = { .n = 0 };
	json_t *value = NULL;

	if (dialectic_is_report(s))
		report_judge(state, s->text, s->len, s->line0, s->prefix, &found);
	else
		value = jsonform_parse(&dialectic_json, s->text, s->len, s->line0, s->prefix, &found);
	if (value && dialectic_is_judgement(value) && !dialectic_is_arguments(value))
		judgement_drop(judgement_read(value, &(struct judgement_ask){ .exchange = exchange_scored(value),
			.strict = terms->strict_words, .novelty_threshold = terms->novelty_threshold }, &found));
	else if (value)
		handin_drop(handin_read(value, &(struct handin_ask){ .exchange = json_is_array(value) ? 0 :
			EXCHANGES_MAX, .strict = terms->strict_words, .open = !terms->sealed,
			.novelty_threshold = terms->novelty_threshold }, &found));
	json_decref(value);
	keep_others(&found, out);
	findings_free(&found);
}

/* -- in the debate -- */

static struct handin *
read_arguments(const struct fstate *state, const struct terms *terms, enum side side, const json_t *value,
	struct findings *out)
{
	struct handin_ask ask = { .side = side, .exchange = state->exchange, .strict = terms->strict_words,
		.open = !terms->sealed, .novelty_threshold = terms->novelty_threshold };
	const struct argument **before = debate_arguments(state, true, &ask.n_before);
	struct handin *h;

	ask.before = before;
	h = handin_read(value, &ask, out);
	free(before);
	return h;
}

static void
judge_handin(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	json_t *value = jsonform_parse(&dialectic_json, s->text, s->len, s->line0, s->prefix, &out->findings);
	enum role role = debate_role(state, ctx->holder);
	bool its = value && judge_role(value, role, &out->findings);
	struct judgement *j = NULL;
	struct handin *h = NULL;

	if (its)
		said_judge(state, ctx->terms->sealed, role == ROLE_JUDGE || !ctx->terms->sealed, value,
			&out->findings);
	if (its && role == ROLE_JUDGE)
		j = judgement_read(value, &(struct judgement_ask){ .exchange = state->exchange,
			.board = state->board, .in = state->in, .strict = ctx->terms->strict_words,
			.novelty_threshold = ctx->terms->novelty_threshold }, &out->findings);
	else if (its)
		h = read_arguments(state, ctx->terms, (enum side)role, value, &out->findings);
	if (j && !s->prefix)
		draft_judgement(state, ctx, j, out);
	else
		judgement_drop(j);
	if (h && !s->prefix)
		draft_handin(h, value, out);
	else
		handin_drop(h);
	json_decref(value);
}

/* What no text could mend is said first: whether it is its move. */
void
dialectic_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	const struct rule *rule = NULL;
	struct submission any = *s;
	char *sentence = NULL;

	any.text = s->text ? s->text : "";
	if (!s->alone)
		rule = dialectic_may_open(state, ctx, s->row, &sentence);
	if (rule)
		findings_add(&out->findings, rule, 0, "%s", sentence);
	if (rule || s->alone) {
		judge_alone(state, ctx, &any, &out->findings);
	} else if (s->row == ROW_REPORT) {
		report_judge(state, any.text, s->len, s->line0, s->prefix, &out->findings);
		if (!s->prefix && !findings_first_error(&out->findings))
			draft_report(&any, out);
	} else {
		judge_handin(state, ctx, &any, out);
	}
	free(sentence);
}
