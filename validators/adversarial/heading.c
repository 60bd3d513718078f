/* The first line of a turn: `## Turn N — NAME (HARNESS / MODEL) — ROLE`. */
#include "validators/adversarial/turn_inner.h"

#include <stdio.h>
#include "validators/kit/record.h"
#include "validators/text/limits.h"
#include "validators/text/names.h"

const struct heading_row adversarial_heading = {
	.word = RECORD_TURN_HEADING, .count = HEADING_NUMBER, .seat = true, .stance = true};

bool
turn_heading_says(const struct heading *h, const char *role)
{
	struct reader at = h->stance.s ? without_white(h->stance) : (struct reader){"", ""};

	for (bool alone; *role; role++)
		if (*role == '-' ? !skip_dash(&at, &alone) : !skip_char(&at, *role))
			return false;
	return !left(&at);
}

static void
judge_number(struct turn_reading *r)
{
	const struct heading *at = &r->h->heading;
	int line = r->h->opening.line;

	if (r->h->s.alone && !at->number)
		findings_add(r->h->out, &adversarial_rules[RULE_TURN_NUMBER], line + r->h->s.line0,
			"a turn has a number, and the heading says \"%s\"", heading_quote(at->count).s);
	else if (!r->h->s.alone && at->number != r->ask->number)
		REPORT(r, RULE_TURN_NUMBER, line, "the next turn is number %u, and the heading says \"%s\"",
			r->ask->number, heading_quote(at->count).s);
}

/* Who is named joined otherwise, or not at all. */
static void
report_participant(struct turn_reading *r, const struct seat *seat)
{
	const struct heading *at = &r->h->heading;
	const struct context *ctx = r->h->ctx;
	struct quote found = heading_quote(at->name);
	char *name = mem_copy(at->name.s, left(&at->name)), *key = name_key(name);
	const struct seat *other = NULL;
	int line = r->h->opening.line;

	for (unsigned i = 0; i < ctx->n_seats && !other; i++)
		if (!strcmp(key, ctx->seats[i]->key))
			other = ctx->seats[i];
	free(key);
	free(name);
	if (other && (!seat || other == seat))
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading spells \"%s\" otherwise than it joined: \"%s\"",
			found.s, other->name);
	else if (!seat)
		REPORT(r, RULE_TURN_PARTICIPANT, line, "the heading names \"%s\", and nobody of that name has joined",
			found.s);
	else
		REPORT(r, RULE_TURN_PARTICIPANT, line, "this is written by \"%s\", and the heading names \"%s\"%s",
			seat->name, found.s, other ? "" : ", whom nobody has joined as");
}

static void
judge_identity(struct turn_reading *r, const struct seat *seat)
{
	const struct heading *at = &r->h->heading;
	char want[2 * LIMIT_NAME_BYTES + sizeof "( / )"];

	if (seat && !at->is_identity) {
		snprintf(want, sizeof want, "(%s / %s)", seat->harness, seat->model);
		REPORT(r, RULE_TURN_IDENTITY, r->h->opening.line, "\"%s\" joined as %s, and the heading says \"%s\"",
			seat->name, want, quote_unlike(at->identity.s, left(&at->identity), want).s);
	} else if (!at->harness.s) {
		REPORT(r, RULE_TURN_IDENTITY, r->h->opening.line,
			"behind the name stands `(HARNESS / MODEL)`, and the heading says \"%s\"",
			heading_quote(at->identity).s);
	}
}

static void
judge_role(struct turn_reading *r, const struct seat *seat)
{
	const struct heading *at = &r->h->heading;
	struct quote found = heading_quote(at->stance.s ? at->stance : at->rest);

	if (seat && !turn_heading_says(at, seat->role))
		REPORT(r, RULE_TURN_ROLE, r->h->opening.line,
			"\"%s\" joined as %s: the heading ends with ` — %s`, and this one with \"%s\"", seat->name,
			seat->role, seat->role, found.s);
	else if (!seat && !at->stance.s)
		REPORT(r, RULE_TURN_ROLE, r->h->opening.line,
			"behind the identity stands ` — ROLE`, as ` — debater-con`, and the heading says \"%s\"",
			found.s);
}

void
turn_heading_judge(struct turn_reading *r)
{
	struct heading *at = &r->h->heading;
	const struct context *ctx = r->h->ctx;
	const struct seat *seat;

	if (!ctx)
		return;
	seat = !at->parted ? NULL : ctx->holder ? context_seat(ctx, ctx->holder) : heading_seat(at, ctx);
	judge_number(r);
	if (!at->parted) {
		REPORT(r, RULE_TURN_PARTICIPANT, r->h->opening.line,
			"behind the number stands ` — NAME (HARNESS / MODEL) — ROLE`, and the heading says \"%s\"",
			heading_quote(at->behind).s);
		return;
	}
	heading_expect(at, seat);
	if (!at->is_name && (ctx->n_seats || ctx->holder || !left(&at->name)))
		report_participant(r, seat);
	judge_identity(r, seat);
	judge_role(r, seat);
}

void
turn_judge_start(struct hearing *h)
{
	HEARING_REPORT(h, &adversarial_rules[RULE_TURN_ONE], h->opening.line,
		"a turn begins with `## Turn N — NAME (HARNESS / MODEL) — ROLE`, and this text begins with \"%s\"",
		quote(h->opening.text, h->opening.len).s);
}
