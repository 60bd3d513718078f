#include "validators/rounds/heading.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/quote.h"

/* -- its parts ------------------------------------------------------------------------------------------------------------------- */

static enum rounds_role
role_titled(struct reader word)
{
	enum rounds_role role = 0;

	while (role < ROLES && (strlen(rounds_role_titles[role]) != left(&word) ||
		strncasecmp(rounds_role_titles[role], word.s, left(&word))))
		role++;
	return role;
}

/* `(TOOL / MODEL)`: a tool has no slash in its name, and neither has a parenthesis. */
static void
read_identity(struct rounds_heading *h)
{
	struct reader in = h->identity, model;

	if (!skip_char(&in, '(') || !(model.end = ends_in_char(&in, ')')) || !(model.s = find_char(&in, '/')))
		return;
	h->tool = without_white((struct reader){ in.s, model.s });
	skip_char(&model, '/');
	h->model = without_white(model);
}

static void
read_turn(struct reader at, struct rounds_heading *h)
{
	const char *open;
	bool parted;

	if (!skip_white(&at) || !skip_number(&at, &h->round))
		return;
	parted = skip_separator(&at);
	if (left(&at) && !parted && !white_bytes(at.s, at.end))
		return;
	h->begin = BEGIN_TURN;
	if (!parted)
		return;
	open = find_char(&at, '(');
	h->role_word = without_white((struct reader){ at.s, open ? open : at.end });
	h->identity = without_white((struct reader){ open ? open : at.end, at.end });
	h->role = role_titled(h->role_word);
	read_identity(h);
}

/* `1–K`; who has no dash of that length on the keyboard writes a hyphen. */
static void
read_summary(struct reader at, struct rounds_heading *h)
{
	bool alone;

	if (!skip_white(&at) || !skip_number(&at, &h->from))
		return;
	h->begin = BEGIN_SUMMARY;
	skip_white(&at);
	if (!skip_dash(&at, &alone) && !skip_char(&at, '~') && !skip_text(&at, "〜"))
		return;
	skip_white(&at);
	if (!skip_number(&at, &h->round) || left(&at))
		h->round = 0;
}

struct rounds_heading
rounds_heading_read(const char *text, size_t len)
{
	struct opening o = { .text = text, .len = len };
	struct rounds_heading h = { .begin = BEGIN_OTHER, .role = ROLES };

	if (opening_says(&o, ROUNDS_WORD_TURN))
		read_turn((struct reader){ text + strlen(ROUNDS_WORD_TURN), text + len }, &h);
	else if (opening_says(&o, ROUNDS_WORD_SUMMARY))
		read_summary((struct reader){ text + strlen(ROUNDS_WORD_SUMMARY), text + len }, &h);
	else if (opening_says(&o, ROUNDS_WORD_VERDICT) && len == strlen(ROUNDS_WORD_VERDICT))
		h.begin = BEGIN_VERDICT;
	return h;
}

void
rounds_hearing_begin(struct hearing *h)
{
	h->opening = opening_find(h->md, h->s->text, h->s->len);
	h->heading = (struct rounds_heading){ .begin = BEGIN_OTHER, .role = ROLES };
	if (h->opening.heading)
		h->heading = rounds_heading_read(h->opening.text, h->opening.len);
	else if (h->opening.nothing)
		h->heading.begin = BEGIN_NOTHING;
}

/* -- is it what is due? ---------------------------------------------------------------------------------------------------------- */

static struct quote
quoted(struct reader r)
{
	return quote(r.s ? r.s : "", r.s ? left(&r) : 0);
}

/* What is due, as its heading says it. */
static void
print_due(const struct hearing *h, char *out, size_t size)
{
	const struct seat *seat = rounds_seat_of(h->state, h->ctx, rounds_mover(h->state));
	enum rounds_stage stage = h->state->stage;

	if (stage == STAGE_SUMMARIZING)
		snprintf(out, size, "## " ROUNDS_WORD_SUMMARY " 1–%u", rounds_summary_due(h->state->round));
	else if (stage == STAGE_JUDGING)
		snprintf(out, size, "## " ROUNDS_WORD_VERDICT);
	else
		snprintf(out, size, "## " ROUNDS_WORD_TURN " %u — %s (%s / %s)", h->state->round,
			rounds_role_titles[stage == STAGE_DEBATING ? (enum rounds_role)h->state->speaker : ROLE_PROPOSER],
			seat ? seat->harness : "TOOL", seat ? seat->model : "MODEL");
}

#define DUE_BYTES (3 * LIMIT_NAME_BYTES + 64)

static void
report_other(struct hearing *h)
{
	char due[DUE_BYTES];

	print_due(h, due, sizeof due);
	if (h->s->alone)
		REPORT(h, ROUNDS_ORDER, h->opening.line,
			"a text begins with `## Round N — Proposer|Challenger (TOOL / MODEL)`, `## Summary of rounds 1–K` or "
			"`## Debate Summary`, and this one with \"%s\"", quote(h->opening.text, h->opening.len).s);
	else
		REPORT(h, ROUNDS_ORDER, h->opening.line, "`%s` is due, and this text begins with \"%s\"", due,
			quote(h->opening.text, h->opening.len).s);
}

static bool
is_own_role(const struct hearing *h)
{
	return h->s->alone || (h->heading.role < ROLE_ORCHESTRATOR && h->heading.role == rounds_role(h->state, h->ctx->holder));
}

enum rounds_role
rounds_judged_role(const struct hearing *h)
{
	return is_own_role(h) ? h->heading.role : rounds_mover(h->state);
}

unsigned
rounds_judged_round(const struct hearing *h)
{
	bool own = is_own_role(h) && (h->s->alone || h->heading.role != rounds_mover(h->state));

	return own && h->heading.round <= h->ctx->terms->rounds ? h->heading.round : h->state->round;
}

static void
judge_order(struct hearing *h)
{
	int64_t rounds = h->ctx->terms->rounds;
	unsigned round = h->heading.round;

	if (!round || round > rounds)
		REPORT(h, ROUNDS_ORDER, h->opening.line, "this debate has rounds 1 to %lld, and the heading says \"%s\"", (long long)rounds,
			quote(h->opening.text, h->opening.len).s);
	else if (!h->s->alone && round != h->state->round)
		REPORT(h, ROUNDS_ORDER, h->opening.line, "round %u is under way, and the heading says round %u", h->state->round, round);
}

/* Who has spoken may have the floor still. */
static void
judge_holder(struct hearing *h)
{
	enum rounds_role due = rounds_mover(h->state), own = rounds_role(h->state, h->ctx->holder);

	if (!h->s->alone && h->ctx->holder && own != due && (h->heading.begin != BEGIN_TURN || h->heading.role != own))
		REPORT(h, ROUNDS_ROLE, h->opening.line, "it is the move of the %s, and this is written by %s%s", rounds_role_names[due],
			own < ROLES ? "the " : "nobody who takes part", own < ROLES ? rounds_role_names[own] : "");
}

static void
judge_role(struct hearing *h)
{
	const struct rounds_heading *at = &h->heading;
	enum rounds_role due = rounds_mover(h->state);

	if (at->role >= ROLE_ORCHESTRATOR)
		REPORT(h, ROUNDS_ROLE, h->opening.line, "behind the number stands ` — ` and Proposer or Challenger, and the heading says \"%s\"",
			quoted(at->role_word).s);
	else if (!h->s->alone && at->role != due)
		REPORT(h, ROUNDS_ROLE, h->opening.line, "it is the move of the %s, and the heading says %s", rounds_role_names[due],
			rounds_role_titles[at->role]);
}

static bool
is_word(struct reader r, const char *word)
{
	return r.s && strlen(word) == left(&r) && !memcmp(word, r.s, left(&r));
}

static void
judge_identity(struct hearing *h)
{
	const struct rounds_heading *at = &h->heading;
	const struct seat *seat = h->s->alone ? NULL : rounds_seat_of(h->state, h->ctx, rounds_judged_role(h));
	char want[2 * LIMIT_NAME_BYTES + sizeof "( / )"] = "";

	if (seat)
		snprintf(want, sizeof want, "(%s / %s)", seat->harness, seat->model);
	if (!at->tool.s || !left(&at->tool) || !left(&at->model))
		REPORT(h, ROUNDS_IDENTITY, h->opening.line, "the heading ends with `(TOOL / MODEL)`, and it says \"%s\"",
			quoted(at->identity).s);
	else if (seat && (!is_word(at->tool, seat->harness) || !is_word(at->model, seat->model)))
		REPORT(h, ROUNDS_IDENTITY, h->opening.line, "\"%s\" joined as %s, and the heading says \"%s\"", seat->name, want,
			quote_unlike(at->identity.s, left(&at->identity), want).s);
}

/* A second submission in the same text would be one in the record, too. */
static void
judge_single(struct hearing *h)
{
	for (size_t i = h->opening.index + 1; i < h->md->n; i++) {
		const struct md_line *l = &h->md->lines[i];
		const char *words = h->md->text + l->off;

		if (l->kind == MD_HEADING && l->level == 2 && !l->quoted && !l->depth &&
			rounds_heading_read(words, l->len).begin != BEGIN_OTHER)
			REPORT(h, ROUNDS_ORDER, l->line, "one text at a time: a second one begins here with \"%s\"", quote(words, l->len).s);
	}
}

/* What may begin a text in each stage. */
static const enum rounds_begin begins[STAGES] = {
	[STAGE_WAITING] = BEGIN_TURN,
	[STAGE_DEBATING] = BEGIN_TURN,
	[STAGE_SUMMARIZING] = BEGIN_SUMMARY,
	[STAGE_JUDGING] = BEGIN_VERDICT,
};

bool
rounds_heading_judge(struct hearing *h)
{
	bool known = h->heading.begin == BEGIN_TURN || h->heading.begin == BEGIN_SUMMARY || h->heading.begin == BEGIN_VERDICT;

	if (!known || (!h->s->alone && h->heading.begin != begins[h->state->stage])) {
		if (known || h->heading.begin == BEGIN_OTHER || !h->s->prefix)
			report_other(h);
		return false;
	}
	judge_holder(h);
	if (h->heading.begin == BEGIN_TURN) {
		judge_order(h);
		judge_role(h);
		judge_identity(h);
	}
	judge_single(h);
	return true;
}
