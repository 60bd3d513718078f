#include "validators/rounds/hand.h"

#include <string.h>
#include "validators/rounds/blank.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"

/* -- what is asked --------------------------------------------------------------------------------------------------------------- */

struct asked {
	enum rounds_ask_kind kind;
	unsigned round; /* of a turn; of a summary, the round that waits for it; of the verdict, the last one begun */
};

/* Who joins next takes the first role that is free. */
static enum rounds_role
role_of(const struct fstate *state, unsigned seat)
{
	enum rounds_role role = 0;

	if (seat)
		return rounds_role(state, seat);
	while (role < ROLES && state->seats[role])
		role++;
	return role;
}

/* The next turn of one who speaks. */
static struct asked
turn_of(const struct fstate *state, enum speaker speaker)
{
	bool spoken = speaker < state->speaker && state->round < ROUNDS_MAX;
	unsigned round = state->round + spoken;

	return (struct asked){ rounds_turn_asked(speaker, round), round };
}

/* The round that waits for the next summary. */
static unsigned
round_of_summary(const struct fstate *state)
{
	if (state->stage == STAGE_SUMMARIZING)
		return state->round;
	return state->round < ROUNDS_FULL_TEXT ? ROUNDS_FULL_TEXT + 1 : state->round + 1;
}

static struct asked
hand_asked(const struct fstate *state, int hand, unsigned seat)
{
	enum rounds_role role = role_of(state, seat);

	if (hand == HAND_SUMMARY)
		return (struct asked){ ROUNDS_SUMMARY, round_of_summary(state) };
	if (hand == HAND_VERDICT)
		return (struct asked){ ROUNDS_VERDICT, state->round };
	return turn_of(state, role == ROLE_CHALLENGER ? SPEAKER_CHALLENGER : role == ROLE_PROPOSER ? SPEAKER_PROPOSER : state->speaker);
}

/* -- when ------------------------------------------------------------------------------------------------------------------------ */

static enum hand_in_when
turn_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum rounds_role role = role_of(state, seat);

	if (rounds_is_closed(state) || state->stage == STAGE_JUDGING || role >= ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	if ((enum speaker)role < state->speaker && state->round == ctx->terms->rounds)
		return HAND_IN_OVER;
	if (!seat)
		return HAND_IN_DUE;
	return state->stage == STAGE_DEBATING && role == rounds_mover(state) ? HAND_IN_DUE : HAND_IN_LATER;
}

static enum hand_in_when
summary_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	if (rounds_is_closed(state) || state->stage == STAGE_JUDGING || role_of(state, seat) != ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	if (state->stage == STAGE_SUMMARIZING)
		return HAND_IN_DUE;
	return round_of_summary(state) <= ctx->terms->rounds ? HAND_IN_LATER : HAND_IN_OVER;
}

static enum hand_in_when
verdict_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (rounds_is_closed(state) || role_of(state, seat) != ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	return state->stage == STAGE_JUDGING ? HAND_IN_DUE : HAND_IN_LATER;
}

/* -- what is shown --------------------------------------------------------------------------------------------------------------- */

/* What a prompt is made of, and what was made for it alone. */
struct shown {
	struct rounds_prompt p;
	struct prompt_turn *turns;
	char *incomplete;
};

static void
show_turns(struct shown *sh, const struct fstate *state)
{
	size_t n;
	const struct rounds_piece **all = rounds_all(state, &n);

	sh->turns = mem_calloc(n, sizeof *sh->turns);
	for (size_t i = 0; i < n; i++)
		if (all[i]->spoken)
			sh->turns[sh->p.n_turns++] = (struct prompt_turn){ all[i]->spoken, all[i]->text, all[i]->text_len };
	sh->p.turns = sh->turns;
	free(all);
}

static void
show_summary(struct shown *sh, const struct fstate *state)
{
	const struct rounds_piece *summary;

	if (sh->p.kind == ROUNDS_VERDICT)
		return;
	sh->p.summarized = rounds_summary_due(sh->p.round);
	summary = sh->p.kind == ROUNDS_SUMMARY || !sh->p.summarized ? NULL : rounds_piece(state, ROLE_ORCHESTRATOR, sh->p.summarized);
	if (summary) {
		sh->p.summary = summary->text;
		sh->p.summary_len = summary->text_len;
	}
}

static void
show_failure(struct shown *sh, const struct fstate *state)
{
	const struct rounds_failure *f = &state->failure;

	if (f->seat)
		sh->incomplete = mem_format("Round %u is incomplete: the %s failed (%s).", f->round, rounds_role_names[f->role], f->reason);
	sh->p.incomplete = sh->incomplete;
}

static void
show(struct shown *sh, const struct fstate *state, const struct context *ctx, struct asked asked, unsigned seat)
{
	const struct text *text = ctx->texts ? ctx->texts[ROUNDS_TEXT_TEMPLATES + asked.kind] : NULL;

	*sh = (struct shown){ .p = { .kind = asked.kind, .template = text ? text->made : NULL, .topic = ctx->terms->topic,
		.effort = ctx->terms->effort ? ctx->terms->effort : "", .newcomer = !seat, .round = asked.round,
		.rounds = (unsigned)ctx->terms->rounds, .completed = state->completed } };
	for (enum speaker side = 0; side < SPEAKERS; side++) {
		const struct seat *s = rounds_seat_of(state, ctx, (enum rounds_role)side);
		if (s)
			sh->p.sides[side] = (struct prompt_side){ s->harness, s->model };
	}
	show_turns(sh, state);
	show_summary(sh, state);
	show_failure(sh, state);
}

static void
shown_free(struct shown *sh)
{
	free(sh->turns);
	free(sh->incomplete);
}

typedef void (*put_fn)(const struct rounds_prompt *p, UT_string *out);

static void
put_asked(const struct fstate *state, const struct context *ctx, struct asked asked, unsigned seat, put_fn put, UT_string *out)
{
	struct shown sh;

	show(&sh, state, ctx, asked, seat);
	put(&sh.p, out);
	shown_free(&sh);
}

/* Three texts of each kind of hand-in. */
#define SHOW(name, hand, what) \
	static void name(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out) \
	{ \
		put_asked(state, ctx, hand_asked(state, hand, seat), seat, what, out); \
	}
SHOW(turn_label, HAND_TURN, rounds_prompt_label)
SHOW(turn_blank, HAND_TURN, rounds_blank_put)
SHOW(turn_example, HAND_TURN, rounds_example_put)
SHOW(summary_label, HAND_SUMMARY, rounds_prompt_label)
SHOW(summary_blank, HAND_SUMMARY, rounds_blank_put)
SHOW(summary_example, HAND_SUMMARY, rounds_example_put)
SHOW(verdict_label, HAND_VERDICT, rounds_prompt_label)
SHOW(verdict_blank, HAND_VERDICT, rounds_blank_put)
SHOW(verdict_example, HAND_VERDICT, rounds_example_put)

/* clang-format off */
const struct hand_in rounds_hand_ins[ROUNDS_HANDS] = {
	[HAND_TURN] = { .name = "turn", .title = "A turn", .row = ROW_DEBATE, .how = rounds_turn_how,
		.when = turn_when, .label = turn_label, .blank = turn_blank, .example = turn_example },
	[HAND_SUMMARY] = { .name = "summary", .title = "A summary", .row = ROW_DEBATE, .how = rounds_summary_how,
		.when = summary_when, .label = summary_label, .blank = summary_blank, .example = summary_example },
	[HAND_VERDICT] = { .name = "verdict", .title = "The verdict", .row = ROW_DEBATE, .closes = hand_in_always_closes, .how = rounds_verdict_how,
		.when = verdict_when, .label = verdict_label, .blank = verdict_blank, .example = verdict_example },
};
/* clang-format on */

void
rounds_brief(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	int hand = HAND_TURN;

	for (int i = 0; i < ROUNDS_HANDS; i++)
		if (rounds_hand_ins[i].when(state, ctx, seat) > rounds_hand_ins[hand].when(state, ctx, seat))
			hand = i;
	put_asked(state, ctx, hand_asked(state, hand, seat), seat, rounds_prompt_put, out);
}
