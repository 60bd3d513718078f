#include "validators/rounds/hand.h"

#include <string.h>
#include "validators/kit/shown.h"
#include "validators/rounds/blank.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"

struct asked {
	enum rounds_ask_kind kind;
	unsigned round; /* as in prompt.h */
};

/* Who joins next takes the first role that is free. */
static enum rounds_role
role_of(const struct fstate *state, unsigned seat)
{
	enum rounds_role role = 0;

	if (seat)
		return rounds_role(state, seat);
	while (role < ROLES && state->debate.seats[role])
		role++;
	return role;
}

/* The round that waits for the next summary. */
static unsigned
round_of_summary(const struct fstate *state)
{
	if (state->debate.phase == STAGE_SUMMARIZING)
		return state->round;
	return state->round < ROUNDS_FULL_TEXT ? ROUNDS_FULL_TEXT + 1 : state->round + 1;
}

static struct asked
hand_asked(const struct fstate *state, int hand, unsigned seat)
{
	enum rounds_role role = role_of(state, seat);

	if (hand == HAND_SUMMARY)
		return (struct asked){ ROUNDS_SUMMARY, round_of_summary(state) };
	if (hand == HAND_CLOSING)
		return (struct asked){ROUNDS_CLOSING, state->round + 1};
	if (hand == HAND_VERDICT)
		return (struct asked){ ROUNDS_VERDICT, state->round };
	enum speaker speaker = role < ROLE_ORCHESTRATOR ? (enum speaker)role : state->speaker;
	unsigned round = state->round + (speaker < state->speaker && state->round < ROUNDS_MAX);
	return (struct asked){rounds_turn_asked(speaker, round), round};
}

/* There is no turn to come. */
static bool
is_spoken_out(const struct fstate *state)
{
	return state->debate.phase == STAGE_CLOSING || state->debate.phase == STAGE_JUDGING;
}

static enum hand_in_when
turn_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum rounds_role role = role_of(state, seat);

	if (fstate_is_closed(state) || is_spoken_out(state) || role >= ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	if ((enum speaker)role < state->speaker && state->round == ctx->terms->rounds)
		return HAND_IN_OVER;
	if (!seat)
		return HAND_IN_DUE;
	return state->debate.phase == STAGE_DEBATING && role == rounds_mover(state) ? HAND_IN_DUE : HAND_IN_LATER;
}

static enum hand_in_when
closing_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (fstate_is_closed(state) || !ctx->terms->closing || role_of(state, seat) != ROLE_PROPOSER ||
		state->debate.phase == STAGE_JUDGING)
		return HAND_IN_OVER;
	return state->debate.phase == STAGE_CLOSING ? HAND_IN_DUE : HAND_IN_LATER;
}

static enum hand_in_when
summary_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (fstate_is_closed(state) || is_spoken_out(state) || role_of(state, seat) != ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	if (state->debate.phase == STAGE_SUMMARIZING)
		return HAND_IN_DUE;
	return round_of_summary(state) <= ctx->terms->rounds ? HAND_IN_LATER : HAND_IN_OVER;
}

static enum hand_in_when
verdict_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (fstate_is_closed(state) || role_of(state, seat) != ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	return state->debate.phase == STAGE_JUDGING ? HAND_IN_DUE : HAND_IN_LATER;
}

/* What never came, for the verdict. malloc'd; NULL: all did. */
static char *
incomplete_text(const struct fstate *state)
{
	const struct rounds_failure *f = &state->failure;

	if (f->seat)
		return mem_format(
			"Round %u is incomplete: the %s failed (%s).", f->round, rounds_role_names[f->role], f->reason);
	return state->passed_over ? mem_format("The proposer's closing reply never came (%s).", state->passed_over)
				  : NULL;
}

typedef void (*put_fn)(const struct rounds_prompt *p, UT_string *out);

static void
put_asked(const struct fstate *state, const struct context *ctx, struct asked asked, unsigned seat, size_t room,
	put_fn put, UT_string *out)
{
	char *incomplete = incomplete_text(state), *positions[SPEAKERS];
	unsigned speaks = asked.kind == ROUNDS_CLOSING ? state->round : asked.round;
	struct rounds_prompt p = {.kind = asked.kind,
		.topic = ctx->terms->topic,
		.newcomer = !seat,
		.template = ctx->texts ? ctx->texts[ROUNDS_TEXT_TEMPLATES + asked.kind] : NULL,
		.effort = ctx->terms->effort ? ctx->terms->effort : "",
		.round = asked.round,
		.rounds = (unsigned)ctx->terms->rounds,
		.completed = state->completed,
		.incomplete = incomplete,
		.passed_over = state->passed_over,
		.room = room,
		.summarized =
			asked.kind == ROUNDS_VERDICT || speaks == state->unsummarized ? 0 : rounds_summary_due(speaks)};
	const struct rounds_piece *summary = p.summarized && asked.kind != ROUNDS_SUMMARY
		? rounds_piece(state, ROLE_ORCHESTRATOR, p.summarized) : NULL;
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);
	struct prompt_turn *turns = mem_calloc(n, sizeof *turns);

	for (enum speaker side = 0; side < SPEAKERS; side++) {
		const struct seat *s = rounds_seat_of(state, ctx, (enum rounds_role)side);
		p.sides[side].position = positions[side] = rounds_position(ctx, side);
		if (s) {
			p.sides[side].tool = s->harness;
			p.sides[side].model = s->model;
		}
	}
	for (size_t i = 0; i < n; i++)
		if (all[i]->spoken)
			turns[p.n_turns++] = (struct prompt_turn){all[i]->spoken, all[i]->text, all[i]->text_len,
				all[i]->piece.number, context_seat_name(ctx, all[i]->piece.seat)};
	p.turns = turns;
	if (summary) {
		p.summary = summary->text;
		p.summary_len = summary->text_len;
		p.summary_number = summary->piece.number;
		p.summary_by = context_seat_name(ctx, summary->piece.seat);
	}
	put(&p, out);
	free(all);
	free(turns);
	free(incomplete);
	for (enum speaker side = 0; side < SPEAKERS; side++)
		free(positions[side]);
}

#define OF(name, hand) \
	static unsigned name(const struct fstate *state, const struct context *ctx, unsigned seat) \
	{ \
		(void)ctx; \
		return RULE_OF(hand_asked(state, hand, seat).kind); \
	}
OF(turn_of, HAND_TURN)
OF(closing_of, HAND_CLOSING)
OF(summary_of, HAND_SUMMARY)
OF(verdict_of, HAND_VERDICT)

/* Three texts for each kind of hand-in. */
#define SHOW(name, hand, what) \
	static void name(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out) \
	{ \
		put_asked(state, ctx, hand_asked(state, hand, seat), seat, SHOWN_ALL, what, out); \
	}
SHOW(turn_label, HAND_TURN, rounds_prompt_label)
SHOW(turn_blank, HAND_TURN, rounds_blank_put)
SHOW(turn_example, HAND_TURN, rounds_example_put)
SHOW(closing_label, HAND_CLOSING, rounds_prompt_label)
SHOW(closing_blank, HAND_CLOSING, rounds_blank_put)
SHOW(closing_example, HAND_CLOSING, rounds_example_put)
SHOW(summary_label, HAND_SUMMARY, rounds_prompt_label)
SHOW(summary_blank, HAND_SUMMARY, rounds_blank_put)
SHOW(summary_example, HAND_SUMMARY, rounds_example_put)
SHOW(verdict_label, HAND_VERDICT, rounds_prompt_label)
SHOW(verdict_blank, HAND_VERDICT, rounds_blank_put)
SHOW(verdict_example, HAND_VERDICT, rounds_example_put)

/* clang-format off */
const struct hand_in rounds_hand_ins[ROUNDS_HANDS] = {
	[HAND_TURN] = { .name = "turn", .title = "A turn", .row = ROW_DEBATE, .how = rounds_turn_how,
		.when = turn_when, .of = turn_of, .label = turn_label, .blank = turn_blank, .example = turn_example },
	[HAND_CLOSING] = { .name = "closing reply", .title = "The closing reply", .row = ROW_DEBATE,
		.how = rounds_closing_how, .when = closing_when, .of = closing_of, .label = closing_label,
		.blank = closing_blank, .example = closing_example },
	[HAND_SUMMARY] = { .name = "summary", .title = "A summary", .row = ROW_DEBATE, .how = rounds_summary_how,
		.when = summary_when, .of = summary_of, .label = summary_label,
		.blank = summary_blank, .example = summary_example },
	[HAND_VERDICT] = { .name = "verdict", .title = "The verdict", .row = ROW_DEBATE, .how = rounds_verdict_how,
		.closes = hand_in_always_closes,
		.when = verdict_when, .of = verdict_of, .label = verdict_label,
		.blank = verdict_blank, .example = verdict_example },
};
/* clang-format on */

void
rounds_brief(const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out)
{
	int hand = HAND_TURN;

	for (int i = 0; i < ROUNDS_HANDS; i++)
		if (rounds_hand_ins[i].when(state, ctx, seat) > rounds_hand_ins[hand].when(state, ctx, seat))
			hand = i;
	put_asked(state, ctx, hand_asked(state, hand, seat), seat, room, rounds_prompt_put, out);
}
