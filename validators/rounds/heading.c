#include "validators/rounds/heading.h"
#include "validators/kit/record.h"

#include <string.h>
#include "validators/text/quote.h"

/* clang-format off */
const struct heading_row rounds_headings[BEGINS] = {
	[BEGIN_TURN]    = { .word = RECORD_ROUND_HEADING, .count = HEADING_NUMBER, .seat = true, .strict = true },
	[BEGIN_CLOSING] = { .word = RECORD_CLOSING_HEADING, .seat = true, .strict = true },
	[BEGIN_SUMMARY] = { .word = RECORD_SUMMARY_HEADING, .count = HEADING_RANGE, .strict = true },
	[BEGIN_VERDICT] = { .word = RECORD_VERDICT_HEADING, .strict = true },
};
/* clang-format on */

enum rounds_begin
rounds_begins(const struct heading *h)
{
	return h->row ? (enum rounds_begin)(h->row - rounds_headings) : BEGINS;
}

enum rounds_role
rounds_heading_role(const struct heading *h)
{
	enum rounds_role role = h->parted ? 0 : ROLES;

	while (role < ROLES &&
		(strlen(rounds_role_titles[role]) != left(&h->name) ||
			strncasecmp(rounds_role_titles[role], h->name.s, left(&h->name))))
		role++;
	return role;
}

struct heading
rounds_heading_open(const struct opening *o)
{
	return heading_open(rounds_headings, BEGINS, o);
}

/* What may begin a text in each stage; in another nothing may. */
static const enum rounds_begin begins[STAGES] = {
	[STAGE_WAITING] = BEGIN_TURN,
	[STAGE_DEBATING] = BEGIN_TURN,
	[STAGE_SUMMARIZING] = BEGIN_SUMMARY,
	[STAGE_CLOSING] = BEGIN_CLOSING,
	[STAGE_JUDGING] = BEGIN_VERDICT,
};

/* Nothing of what is due begins here. */
static void
report_other(struct hearing *h)
{
	const struct seat *seat = rounds_seat_of(h->state, h->ctx, rounds_mover(h->state));
	enum rounds_stage stage = h->state->debate.phase;
	enum rounds_role role = stage == STAGE_DEBATING ? (enum rounds_role)h->state->speaker : ROLE_PROPOSER;
	struct quote said = quote(h->opening.text, h->opening.len);
	UT_string due;

	utstring_init(&due);
	heading_put(&due, &rounds_headings[begins[stage]],
		stage == STAGE_SUMMARIZING ? rounds_summary_due(h->state->round) : h->state->round,
		rounds_role_titles[role], seat ? seat->harness : "TOOL", seat ? seat->model : "MODEL", NULL);
	if (h->s.alone)
		REPORT(h, ROUNDS_ORDER, h->opening.line,
			"a text begins with `## Round N — Proposer|Challenger (TOOL / MODEL)`, `## Summary of rounds "
			"1–K`, `## Closing — Proposer (TOOL / MODEL)` or `## Debate Summary`, and this one with \"%s\"",
			said.s);
	else
		REPORT(h, ROUNDS_ORDER, h->opening.line, "`%s` is due, and this text begins with \"%s\"",
			utstring_body(&due), said.s);
	utstring_done(&due);
}

static bool
is_own_role(const struct hearing *h)
{
	enum rounds_role role = rounds_heading_role(&h->heading);

	return h->s.alone || (role < ROLE_ORCHESTRATOR && role == rounds_role(h->state, h->ctx->holder));
}

enum rounds_role
rounds_judged_role(const struct hearing *h)
{
	return is_own_role(h) ? rounds_heading_role(&h->heading) : rounds_mover(h->state);
}

unsigned
rounds_judged_round(const struct hearing *h)
{
	bool own = is_own_role(h) && (h->s.alone || rounds_heading_role(&h->heading) != rounds_mover(h->state));

	return own && h->heading.number <= h->ctx->terms->rounds ? h->heading.number : h->state->round;
}

static void
judge_order(struct hearing *h)
{
	int64_t rounds = h->ctx->terms->rounds;
	unsigned round = h->heading.number;

	if (!round || round > rounds)
		REPORT(h, ROUNDS_ORDER, h->opening.line,
			"this debate has rounds 1 to %lld, and the heading says \"%s\"", (long long)rounds,
			quote(h->opening.text, h->opening.len).s);
	else if (!h->s.alone && round != h->state->round)
		REPORT(h, ROUNDS_ORDER, h->opening.line, "round %u is under way, and the heading says round %u",
			h->state->round, round);
}

static void
judge_role(struct hearing *h)
{
	enum rounds_role due = rounds_mover(h->state), role = rounds_heading_role(&h->heading);

	if (role >= ROLE_ORCHESTRATOR)
		REPORT(h, ROUNDS_ROLE, h->opening.line,
			"behind the %s stands ` — ` and Proposer%s, and the heading says \"%s\"",
			rounds_begins(&h->heading) == BEGIN_TURN ? "number" : "word",
			rounds_begins(&h->heading) == BEGIN_TURN ? " or Challenger" : "",
			heading_quote(h->heading.name).s);
	else if (h->s.alone && rounds_begins(&h->heading) == BEGIN_CLOSING && role != ROLE_PROPOSER)
		REPORT(h, ROUNDS_ROLE, h->opening.line, "a closing reply is the proposer's, and the heading says %s",
			rounds_role_titles[role]);
	else if (!h->s.alone && role != due)
		REPORT(h, ROUNDS_ROLE, h->opening.line, "it is the move of the %s, and the heading says %s",
			rounds_role_names[due], rounds_role_titles[role]);
}

static void
judge_identity(struct hearing *h)
{
	struct heading *at = &h->heading;
	const struct seat *seat = h->s.alone ? NULL : rounds_seat_of(h->state, h->ctx, rounds_judged_role(h));
	char want[2 * LIMIT_NAME_BYTES + sizeof "( / )"] = "";

	heading_expect(at, seat);
	if (seat)
		snprintf(want, sizeof want, "(%s / %s)", seat->harness, seat->model);
	if (!at->harness.s || !left(&at->harness) || !left(&at->model))
		REPORT(h, ROUNDS_IDENTITY, h->opening.line,
			"the heading ends with `(TOOL / MODEL)`, and it says \"%s\"", heading_quote(at->identity).s);
	else if (seat && !at->is_identity)
		REPORT(h, ROUNDS_IDENTITY, h->opening.line, "\"%s\" joined as %s, and the heading says \"%s\"",
			seat->name, want, quote_unlike(at->identity.s, left(&at->identity), want).s);
}

bool
rounds_heading_judge(struct hearing *h)
{
	enum rounds_begin begin = rounds_begins(&h->heading);
	enum rounds_role due = rounds_mover(h->state), own = rounds_role(h->state, h->ctx->holder);
	const struct md *md = &h->md;

	if (begin == BEGINS || (!h->s.alone && begin != begins[h->state->debate.phase])) {
		if (!h->opening.nothing || !h->s.prefix)
			report_other(h);
		return false;
	}
	/* Who has spoken may have the floor still. */
	if (!h->s.alone && h->ctx->holder && own != due &&
		(begin > BEGIN_CLOSING || rounds_heading_role(&h->heading) != own))
		REPORT(h, ROUNDS_ROLE, h->opening.line, "it is the move of the %s, and this is written by %s%s",
			rounds_role_names[due], own < ROLES ? "the " : "nobody who takes part",
			own < ROLES ? rounds_role_names[own] : "");
	if (begin == BEGIN_TURN)
		judge_order(h);
	if (begin <= BEGIN_CLOSING) {
		judge_role(h);
		judge_identity(h);
	}
	/* A second submission in the same text would be one in the record, too. */
	for (size_t i = h->opening.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		const char *words = md->text + l->off;

		if (l->kind == MD_HEADING && l->level == 2 && !l->quoted && !l->depth &&
			heading_read(rounds_headings, BEGINS, words, l->len).row)
			REPORT(h, ROUNDS_ORDER, l->line, "one text at a time: a second one begins here with \"%s\"",
				quote(words, l->len).s);
	}
	return true;
}
