/*
 * A turn and a conclusion, blank and filled in.
 *
 * A blank knows what the state knows: number, names, the stance of the seat's latest turn, the outcome that is earned
 * now. Its places say nothing to the rules, so that a text with one left open is refused for what is missing there.
 * Only the support of a new stance is no place: as long as the stance in place is kept, there is none to give.
 */
#include "validators/socratic/blank.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/socratic/floor.h"
#include "validators/socratic/reading.h"
#include "validators/socratic/told.h"
#include "validators/text/mem.h"

/* Stands for whoever has not joined. */
static const struct seat somebody = { .name = "NAME", .harness = "HARNESS", .model = "MODEL" };

static void
put(UT_string *out, const char *s)
{
	utstring_bincpy(out, s, strlen(s));
}

/* Who has not joined hands in what the next to join may; once all have, nothing. */
static enum hand_in_when
when_of_newcomer(const struct context *ctx, enum hand_in_when when)
{
	return ctx->n_seats < SOCRATIC_SEATS ? when : HAND_IN_OVER;
}

#define FLAG_CHOICE "(blocking|non-blocking)"
/* Turns that are for breadth, each side's first: a place for what is new stands beside what is open. */
#define BROAD_TURNS SOCRATIC_SEATS

struct shape {
	const struct fstate *state;
	const struct context *ctx;
	UT_string *out;
	unsigned number;
	const struct turn *before; /* the seat's latest turn, or NULL */
	enum stance stance;
	const struct turn *offered; /* the other side's latest statement, or NULL */
};

/* A name that no rule could read as something else. */
static bool
is_plain(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s >= 0x80 || (!isalnum((unsigned char)*s) && !strchr("_-.", *s)))
			return false;
	return true;
}

static void
fill_counterpoints(const struct shape *sh)
{
	const struct source *s = sh->ctx->source;

	put(sh->out, "- Addresses: ");
	if (sh->number > 1)
		utstring_printf(sh->out, "Turn %u", sh->number - 1);
	else
		put(sh->out, s ? "Source" : "the topic as it is put");
	utstring_printf(
		sh->out, "\n  Claim: One claim of turn %u against it, in a sentence.\n  Support:\n", sh->number);
	put(sh->out, "    - Principle: name the principle, and say why it decides this\n");
	if (sh->number > 1)
		utstring_printf(sh->out, "    - Turn %u: say what in it supports the claim\n", sh->number - 1);
	if (s && s->len && s->text[0] != '\n' && is_plain(s->name))
		utstring_printf(sh->out, "    - %s:1\n", s->name);
}

/* Each item that the turn has to account for. */
static unsigned
put_items(const struct shape *sh, const char *flag)
{
	const struct item *item;
	unsigned n = 0;

	for (size_t i = 0; (item = items_at(sh->state->items, i)); i++) {
		if (item->state != ITEM_BLOCKING)
			continue;
		utstring_printf(sh->out, "- U-%u: ", item->id);
		item_put(sh->out, item);
		utstring_printf(sh->out, " %s\n", flag);
		n++;
	}
	return n;
}

/* Who accepts signs the other's statement, or writes one. */
static void
put_consensus(const struct shape *sh, const char *statement)
{
	if (sh->offered)
		utstring_printf(sh->out, "Accepts: Turn %u\n", sh->offered->piece.number);
	else
		put(sh->out, statement);
}

static void
fill(const struct shape *sh, enum section_id id)
{
	switch (id) {
	case SECTION_POSITION:
		utstring_printf(sh->out, "Your position in turn %u, in prose that somebody could argue with, on the question of: ", sh->number);
		md_escape(sh->out, sh->ctx->terms->topic);
		put(sh->out, "\n");
		break;
	case SECTION_COUNTERPOINTS:
		fill_counterpoints(sh);
		break;
	case SECTION_AGREEMENTS:
		put(sh->out, "- What is granted to the other side; or none yet.\n");
		break;
	case SECTION_NOVEL:
		utstring_printf(
			sh->out, "What nobody has said before turn %u, and what follows from it.\n\n", sh->number);
		put(sh->out, "Support:\n    - Principle: what the new argument rests on\n");
		break;
	case SECTION_UNRESOLVED:
		put_items(sh, sh->stance == STANCE_ACCEPTING ? "(non-blocking)" : "(blocking)");
		if (sh->stance != STANCE_ACCEPTING)
			put(sh->out, "- a question that must be answered before anyone can agree (blocking)\n");
		put(sh->out, "- one that can wait (non-blocking)\n");
		break;
	case SECTION_CONSENSUS:
		put_consensus(sh, "We agree, word for word, on what both would sign here.\n");
		break;
	default:
		put(sh->out, socratic_outline.rows[id].blank);
	}
}

static void
put_places(const struct shape *sh, enum section_id id)
{
	bool listed = id == SECTION_UNRESOLVED && put_items(sh, FLAG_CHOICE);

	if (id == SECTION_CONSENSUS && sh->stance == STANCE_ACCEPTING)
		put_consensus(sh, HAND_IN_PLACE "\n");
	else if (id == SECTION_CONSENSUS && sh->offered)
		utstring_printf(sh->out, "none (who accepts signs what turn %u states, with the line `Accepts: Turn %u`, or "
					 "states what both would sign)\n",
			sh->offered->piece.number, sh->offered->piece.number);
	else if (!listed || sh->number <= BROAD_TURNS)
		put(sh->out, socratic_outline.rows[id].blank);
}

static struct shape
shape_of(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	const struct turn *before = seat ? state_latest(state, seat) : NULL;

	return (struct shape){
		.state = state,
		.ctx = ctx,
		.out = out,
		.number = fstate_pieces(state) + 1,
		.before = before,
		.stance = before ? before->stance : STANCE_OPEN,
		.offered = seat ? state_statement_of(state, SOCRATIC_SEATS + 1 - seat) : NULL,
	};
}

/* The optional ones only where they may have to be filled in. */
static bool
has_section(const struct shape *sh, enum section_id id, bool filled)
{
	if (id == SECTION_REVISION)
		return sh->before;
	if (id == SECTION_CONSENSUS)
		return sh->stance == STANCE_ACCEPTING || (!filled && (sh->number > BROAD_TURNS || sh->offered));
	return true;
}

static void
put_turn(const struct shape *sh, unsigned seat, bool filled)
{
	const struct seat *joined = context_seat(sh->ctx, seat), *who = joined ? joined : &somebody;

	heading_put(sh->out, &socratic_headings[HEADING_TURN], sh->number, who->name, who->harness, who->model,
		stances[sh->stance].name);
	put(sh->out, "\n");
	for (enum section_id id = 0; id < SECTIONS; id++) {
		if (!has_section(sh, id, filled))
			continue;
		outline_put(sh->out, &socratic_outline.rows[id], "");
		if (filled)
			fill(sh, id);
		else
			put_places(sh, id);
	}
}

static void
turn_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	utstring_printf(out, "turn %u", fstate_pieces(state) + 1);
}

static void
turn_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct shape sh = shape_of(state, ctx, seat, out);

	put_turn(&sh, seat, false);
}

static void
turn_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct shape sh = shape_of(state, ctx, seat, out);

	put_turn(&sh, seat, true);
}

static enum hand_in_when
turn_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (fstate_is_closed(state) || state->full)
		return HAND_IN_OVER;
	if (!seat)
		return when_of_newcomer(ctx, HAND_IN_DUE);
	if (!floor_may_speak(state, seat))
		return HAND_IN_LATER;
	return state_consensus(state) ? HAND_IN_OPEN : HAND_IN_DUE;
}

/* A claim for a timeout is granted only once the wait is over, and until the next turn that holds: no clock is asked
 * here. */
static bool
is_timeout(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (!seat || seat != ctx->holder)
		return false;
	if (ctx->grant == GRANT_TIMEOUT_MISSING)
		return ctx->n_seats < SOCRATIC_SEATS;
	return ctx->grant == GRANT_TIMEOUT_SILENT && state->lifted && state_last(state) &&
		state_last(state)->piece.seat == seat;
}

/* The outcome that the record earns now if this seat concludes, beside INVALIDATED; OUTCOME_NONE: none. */
static enum outcome
earned_outcome(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (is_timeout(state, ctx, seat))
		return OUTCOME_TIMEOUT;
	if (state_consensus(state))
		return OUTCOME_CONSENSUS;
	if (state->full)
		return OUTCOME_MAX_TURNS;
	if (!state_latest(state, 1) || !state_latest(state, 2) || state_agrees(state))
		return OUTCOME_NONE;
	if (state_is_unanswered(state, seat))
		return OUTCOME_NONE;
	return OUTCOME_DISSENT;
}

static void
put_conclusion(const struct fstate *state, const char *outcome, const char *reason, UT_string *out)
{
	utstring_printf(out,
		"## Terminal Conclusion\n\n**Outcome**: %s\n**Candidate Convergence**: %s\n**Reason**: %s\n\n", outcome,
		state_converges(state) ? "yes" : "no", reason);
}

/* As it was written, by one and signed by the other. */
static void
put_statement(const struct fstate *state, enum outcome outcome, UT_string *out)
{
	if (outcome == OUTCOME_CONSENSUS)
		utstring_printf(out, "\n**Consensus**\n%s\n", state_accepted(state)->consensus.raw);
}

/* For somebody who reads nothing else: what is open stands there in its own words. */
static void
put_lists(const struct fstate *state, const char *decided, const char *why, UT_string *out)
{
	const struct item *item;
	bool open = false;

	utstring_printf(out, "\n**Decided**\n- %s\n\n**Left open**\n", decided);
	for (size_t i = 0; (item = items_at(state->items, i)); i++) {
		if (item->state == ITEM_SETTLED)
			continue;
		put(out, "- ");
		item_put(out, item);
		put(out, "\n");
		open = true;
	}
	utstring_printf(out, "%s\n**Why**\n- %s\n", open ? "" : "- Nothing is left open.\n", why);
}

static void
conclusion_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	put(out, "the conclusion");
}

/* What the summary has to name, so that nobody has to find that out by a refusal. */
static void
put_subject(const struct context *ctx, UT_string *out)
{
	md_escape(out, ctx->terms->topic);
	if (ctx->source)
		utstring_printf(out, " (`%s`)", ctx->source->name);
}

static void
conclusion_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	enum outcome outcome = earned_outcome(state, ctx, seat);

	put_conclusion(state, outcome == OUTCOME_NONE ? HAND_IN_PLACE : outcomes[outcome].name, HAND_IN_PLACE, out);
	put_subject(ctx, out);
	put(out, ": " HAND_IN_PLACE "\n");
	put_statement(state, outcome, out);
	put_lists(state, HAND_IN_PLACE, HAND_IN_PLACE, out);
}

static void
conclusion_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	enum outcome outcome = earned_outcome(state, ctx, seat);

	put_conclusion(state, outcomes[outcome == OUTCOME_NONE ? OUTCOME_DISSENT : outcome].name,
		"say in a line what decided it", out);
	put(out, "A summary: what the topic was (");
	md_escape(out, ctx->terms->topic);
	put(out, ")");
	if (ctx->source)
		utstring_printf(out, ", what it was about (`%s`)", ctx->source->name);
	put(out, ",\nwhat is agreed, and what stays open.\n");
	put_statement(state, outcome, out);
	put_lists(state, "What holds from now on, each in a whole sentence.", "What decided it, each in a whole sentence.",
		out);
}

/* -- the filesystem's own -- */

static enum outcome
expired_outcome(const struct fstate *state)
{
	if (state_consensus(state))
		return OUTCOME_CONSENSUS;
	return state->full ? OUTCOME_MAX_TURNS : OUTCOME_TIMEOUT;
}

/* In the form that anybody's has, so that whoever reads records reads it. */
static void
put_expired(const struct fstate *state, const struct context *ctx, const char *reason, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out,
		"## Terminal Conclusion\n\n**Outcome**: %s\n**Closed At**: %s\n**Candidate Convergence**: %s\n"
		"**Reason**: ",
		outcomes[expired_outcome(state)].name, record_time(ctx->now_ms, time),
		state_converges(state) ? "yes" : "no");
	md_escape(out, reason);
	put(out, "\n\nThe filesystem (duelfs) wrote this conclusion, no participant did. The topic was: ");
	md_escape(out, ctx->terms->topic);
	if (ctx->source)
		utstring_printf(out, " (`%s`)", ctx->source->name);
	utstring_printf(out, ". Turns taken: %u.\n", fstate_pieces(state));
	put_statement(state, expired_outcome(state), out);
}

void
socratic_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out)
{
	char *reason = move_reason(state, ctx, move);
	json_t *data = json_pack("{s:s, s:s}", "outcome", outcomes[expired_outcome(state)].name, "reason", reason);
	UT_string text;

	utstring_init(&text);
	put_expired(state, ctx, reason, &text);
	move_add_note(out, state, ctx, move, NULL);
	out->drafts[out->n++] = (struct draft){ .kind = ENTRY_CONCLUSION,
		.form = DRAFT_TEXT,
		.data = mem_check(json_dumps(data, JSON_COMPACT)),
		.body = utstring_body(&text),
		.body_len = utstring_len(&text) };
	json_decref(data);
	free(reason);
}

static enum hand_in_when
conclusion_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (fstate_is_closed(state))
		return HAND_IN_OVER;
	if (!seat)
		return when_of_newcomer(ctx, HAND_IN_LATER);
	if (state->full || state->missing || state_consensus(state))
		return HAND_IN_DUE;
	return earned_outcome(state, ctx, seat) == OUTCOME_NONE ? HAND_IN_LATER : HAND_IN_OPEN;
}

/* clang-format off */
const struct hand_in socratic_hand_ins[SOCRATIC_HAND_INS] = {
	[HAND_IN_TURN] = { .name = "turn", .title = "A turn", .row = ROW_DEBATE,
		.when = turn_when, .told = turn_told, .label = turn_label, .blank = turn_blank, .example = turn_example,
		.how = "There may be more counterpoints, supports and items than the blank has.\n" },
	[HAND_IN_CONCLUSION] = { .name = "conclusion", .title = "Concluding", .row = ROW_DEBATE, .closes = hand_in_always_closes,
		.when = conclusion_when, .told = conclusion_told, .label = conclusion_label, .blank = conclusion_blank, .example = conclusion_example,
		.how = "The outcome in place is the one that the record has earned; `INVALIDATED`, with its reason, is open as well. It is for\n"
			"somebody who reads nothing else: whole sentences, no numbers of items without their words, and under **Left open**\n"
			"also each point that either side raised and that the other neither answered nor granted.\n" },
};
/* clang-format on */
