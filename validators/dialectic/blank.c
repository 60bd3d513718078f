/*
 * A blank knows the ids: those of the arguments that a judgement scores, and of one that may be attacked or defended. Everything else is a
 * place; where a number belongs it stands bare, so that the blank becomes JSON only once it is filled in.
 */
#include "validators/dialectic/blank.h"

#include <string.h>
#include "validators/dialectic/files.h"
#include "validators/dialectic/floor.h"
#include "validators/dialectic/out.h"
#include "validators/text/wordcount.h"

/* -- who ------------------------------------------------------------------------------------------------------------------------- */

/* Who has not joined takes the first role that is free. */
static enum role
role_of(const struct fstate *state, unsigned seat)
{
	enum role role = 0;

	if (seat)
		return debate_role(state, seat);
	while (role < ROLES && state->seats[role])
		role++;
	return role;
}

static bool
is_side(enum role role)
{
	return role < ROLE_JUDGE;
}

/* What a seat may do now, and a newcomer as soon as it has joined. */
static enum hand_in_when
when_moving(const struct fstate *state, unsigned seat, enum role role)
{
	if (seat)
		return dialectic_may_move(state, role) ? HAND_IN_DUE : HAND_IN_LATER;
	return (role == ROLE_JUDGE) == (debate_phase(state) == PHASE_JUDGEMENT) ? HAND_IN_DUE : HAND_IN_LATER;
}

static bool
is_last_exchange(const struct fstate *state, const struct context *ctx)
{
	return ctx->terms->exchanges > 0 && state->exchange + 1 >= ctx->terms->exchanges;
}

/* -- arguments -------------------------------------------------------------------------------------------------------------------- */

/* What one argument says; each text is a place in a blank. */
struct wording {
	const char *title, *claim, *source, *content, *relevance, *warrant, *backing, *qualifier, *attack, *defence;
};

static const struct wording blank_words = { HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE,
	HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE };

/* clang-format off */
static const struct wording example_words[OPENING_ARGUMENTS] = {
	{ "A Title Of Five Words", "One sentence that can be true or false, and that decides something about the motion.",
		"Principle: what a claim rests on", "What the source says, in its words or in yours.", "Why this carries the claim.",
		"Why whoever grants the grounds has to grant the claim.", "What the warrant rests on in its turn.", "In most cases",
		"What is wrong with it, and why that matters for the motion.", "Why it stands after what was said against it." },
	{ "Another Reason With Its Title", "A second claim, which would stand if the first one fell.",
		"Observation: what anyone can see", "What was seen, where, and how often.", "Why what was seen bears on the claim.",
		"Why such observations decide such claims.", "How well they did so elsewhere.", "As far as was seen", "", "" },
	{ "The Third Leads Somewhere Else", "A third claim, about what follows rather than about what is.",
		"Document: who wrote what and when", "The passage that matters.", "Why this passage settles the point.",
		"Why a document of this kind is to be believed here.", "Who relies on it besides.", "Until it is revised", "", "" },
};
/* clang-format on */

static void
put_link(enum link_kind kind, struct argument_id target, const char *type, const char *content, UT_string *out)
{
	out_key(out, 1, false, link_kinds[kind].key);
	out_put(out, "[\n    {");
	out_id_member(out, 3, true, "target_id", target);
	out_text_member(out, 3, false, link_kinds[kind].type_key, type);
	out_text_member(out, 3, false, "content", content);
	out_end(out, 2, '}');
	out_end(out, 1, ']');
}

/* Later arguments have someone to attack and something to defend: those of the exchange before. */
static void
put_links(const struct fstate *state, enum side side, const struct wording *w, UT_string *out)
{
	struct argument_id own = { .side = side, .exchange = state->exchange - 1 }, other = own;

	other.side = SIDES - 1 - side;
	put_link(LINK_ATTACK, other, link_type_names[LINK_CLAIM], w->attack, out);
	put_link(LINK_DEFENCE, own, link_type_names[LINK_REINFORCE], w->defence, out);
}

/* `indent`: levels that are open round the object. */
static void
put_argument(const struct wording *w, unsigned indent, UT_string *out)
{
	out_put(out, "{");
	out_text_member(out, indent + 1, true, "title", w->title);
	out_text_member(out, indent + 1, false, "claim", w->claim);
	out_key(out, indent + 1, false, "grounds");
	utstring_printf(out, "[\n%*s{", (int)(indent + 2) * 2, "");
	out_text_member(out, indent + 3, true, "source", w->source);
	out_text_member(out, indent + 3, false, "content", w->content);
	out_text_member(out, indent + 3, false, "relevance", w->relevance);
	out_end(out, indent + 2, '}');
	out_end(out, indent + 1, ']');
	out_text_member(out, indent + 1, false, "warrant", w->warrant);
	out_text_member(out, indent + 1, false, "backing", w->backing);
	out_text_member(out, indent + 1, false, "qualifier", w->qualifier);
}

/* Three of them: `words` with `step` from one to the next. */
static void
put_opening(const struct wording *words, size_t step, UT_string *out)
{
	out_put(out, "[");
	for (size_t i = 0; i < OPENING_ARGUMENTS; i++) {
		out_put(out, i ? ",\n  " : "\n  ");
		put_argument(&words[i * step], 1, out);
		out_end(out, 1, '}');
	}
	out_put(out, "\n]\n");
}

static void
put_later(const struct fstate *state, unsigned seat, const struct wording *w, UT_string *out)
{
	enum role role = role_of(state, seat);

	put_argument(w, 0, out);
	if (state->exchange && is_side(role))
		put_links(state, (enum side)role, w, out);
	out_put(out, "\n}\n");
}

static void
put_whose(const struct fstate *state, unsigned seat, UT_string *out)
{
	enum role role = role_of(state, seat);

	utstring_printf(out, " of the %s", role < ROLES ? dialectic_role_names[role] : "side");
}

static enum hand_in_when
opening_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	(void)ctx;
	if (state->closed || !is_side(role) || state->exchange || state->in[role])
		return HAND_IN_OVER;
	return when_moving(state, seat, role);
}

static void
opening_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	out_put(out, "the three opening arguments");
	put_whose(state, seat, out);
}

static void
opening_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	put_opening(&blank_words, 0, out);
}

static void
opening_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	put_opening(example_words, 1, out);
}

static enum hand_in_when
argument_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	if (state->closed || !is_side(role))
		return HAND_IN_OVER;
	if (!state->exchange || state->in[role])
		return is_last_exchange(state, ctx) ? HAND_IN_OVER : HAND_IN_LATER;
	return when_moving(state, seat, role);
}

static void
argument_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	enum role role = role_of(state, seat);

	(void)ctx;
	out_put(out, "the argument");
	put_whose(state, seat, out);
	utstring_printf(out, " for exchange %u", is_side(role) && (!state->exchange || state->in[role]) ? state->exchange + 1 : state->exchange);
}

static void
argument_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	put_later(state, seat, &blank_words, out);
}

static void
argument_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	put_later(state, seat, &example_words[0], out);
}

/* -- a judgement ------------------------------------------------------------------------------------------------------------------ */

/* Scores come to 0: what the proposition's arguments get, the opposition's lose. NULL: a blank. */
static void
put_judgement(const struct fstate *state, const char *const *scores, const char *reasoning, UT_string *out)
{
	unsigned first = exchange_first(state->exchange), n = exchange_first(state->exchange + 1) - first;

	out_put(out, "{\n  \"scores\": [");
	for (unsigned i = 0; i < n; i++) {
		struct argument_id id = argument_at(first + i);

		out_put(out, i ? ",\n    {" : "\n    {");
		out_id_member(out, 3, true, "argument_id", id);
		out_key(out, 3, false, "score");
		out_put(out, scores ? scores[id.side] : HAND_IN_PLACE);
		out_text_member(out, 3, false, "reasoning", reasoning);
		out_end(out, 2, '}');
	}
	out_put(out, "\n  ]\n}\n");
}

static enum hand_in_when
judgement_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	enum role role = role_of(state, seat);

	(void)ctx;
	if (state->closed || role != ROLE_JUDGE)
		return HAND_IN_OVER;
	return when_moving(state, seat, role);
}

static void
judgement_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	utstring_printf(out, "the judgement of exchange %u", state->exchange);
}

static void
judgement_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	put_judgement(state, NULL, HAND_IN_PLACE, out);
}

static void
judgement_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	static const char *const scores[SIDES] = { "0.2", "-0.2" };

	(void)ctx;
	(void)seat;
	put_judgement(state, scores, "What carries this argument, what it leaves open, and how it stands against the others.", out);
}

/* -- the report ------------------------------------------------------------------------------------------------------------------- */

struct report_words {
	const char *title, *question, *clash, *turning, *verdict;
};

static const struct report_words report_blank_words = { HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE, HAND_IN_PLACE };

static const struct report_words report_example_words = {
	"What this debate has shown",
	"A report begins with what was asked. Put the motion into one sentence of your own, and then say what hangs on it: who would act\n"
	"differently if it were carried, and who if it fell. Name the definitions that turned out to matter, and those that nobody needed. If\n"
	"the two sides understood the question in different ways, say so here, because much of what follows may come from that alone. A reader\n"
	"who knows nothing of the matter should be able to stop after this section and tell a friend what the quarrel was about, without\n"
	"having to guess which side is yours. Keep judgement out of it: there is room for that at the end.",
	"Here the two cases stand side by side. Give each its strongest form, in words that its own side would sign, and then show where they\n"
	"really meet. Most of what is said in a debate passes the other side by; a clash is a place where both cannot be right. There are\n"
	"rarely more than three of them. For each one, say what the proposition holds, what the opposition answers, and on which ground or\n"
	"warrant the answer bears. Name arguments by their ids, so that a reader can look them up in the folder beside this report. Where an\n"
	"attack aimed at a claim although the weak spot was the warrant, say that as well: it tells the sides more than a number does. Leave\n"
	"out what was merely repeated, and whatever both sides granted from the beginning.",
	"A debate seldom moves evenly. Tell in order where it changed its direction, and by what: a fact that nobody had brought up, a\n"
	"concession, a comparison that did not hold, a question that stayed without an answer. Each rescore belongs here, with the reason why\n"
	"an earlier argument looked better or worse afterwards than on the day when it was made. If one side let the best argument of the other\n"
	"stand for two exchanges, that is a turning point too, even though nothing was said. Be fair to arguments that lost: some of them were\n"
	"sound and came too late, and some were good answers to a question that had already been left behind.",
	"Say who made the better case, how clearly, and on what it rested in the end. A verdict follows from the clashes and from the turning\n"
	"points above; it does not bring in anything new. Then say what would have changed it: which evidence, from which side, at which moment.\n"
	"Close with what remains open, for the motion will be debated again, and whoever does so should be able to begin where these two have\n"
	"stopped. The totals are what the scores come to. They measure this debate, its arguments and its answers, and not the truth of the\n"
	"motion itself: a good case can be made for a bad idea, and a poor one for the best idea there is.",
};

static void
put_section(const char *heading, const char *text, UT_string *out)
{
	utstring_printf(out, "\n## %s\n\n%s\n", heading, text);
}

static void
put_report(const struct fstate *state, const struct report_words *w, UT_string *out)
{
	utstring_printf(out, "# %s\n", w->title);
	put_section("The Question", w->question, out);
	put_section("The Clash", w->clash, out);
	put_section("Turning Points", w->turning, out);
	put_section("The Verdict", w->verdict, out);
	out_put(out, "\nIt began with ");
	out_id(out, argument_at(0));
	for (enum side side = 0; side < SIDES; side++) {
		utstring_printf(out, side ? ", the %s with " : "; in the end the %s stands with ", dialectic_sides[side].name);
		number_print(state->totals[side].total, out);
	}
	out_put(out, ".\n");
}

/* While the debate is open the judge writes it in the lease in which it judged: later it has no move. */
static enum hand_in_when
report_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	bool closed;
	const char *fault = debate_report_fault(state, &closed);

	if (role_of(state, seat) != ROLE_JUDGE || (fault && closed) || (state->closed && !seat))
		return HAND_IN_OVER;
	return !fault && (state->closed || (seat && seat == ctx->holder)) ? HAND_IN_OPEN : HAND_IN_LATER;
}

static void
report_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	out_put(out, "the report");
}

static void
report_blank(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	put_report(state, &report_blank_words, out);
}

static void
report_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	put_report(state, &report_example_words, out);
}

/* -- the rows ---------------------------------------------------------------------------------------------------------------------- */

#define ARGUMENT_SHAPE \
	"It is JSON, bare or in one fenced `json` block, and nothing else stands round it. `grounds` has one to three of them; `backing` and\n" \
	"`qualifier` may be left out. A title has 5 to 7 words, a claim up to 25, a ground's `content` 100 and its `relevance` 30, warrant and\n" \
	"backing 50, a qualifier 10: " DENSE_LETTERS_COUNT " word.\n"

/* clang-format off */
const struct hand_in dialectic_hand_ins[DIALECTIC_HAND_INS] = {
	[HAND_IN_ARGUMENT] = { .name = "argument", .title = "An argument", .row = ROW_DEBATE,
		.when = argument_when, .label = argument_label, .blank = argument_blank, .example = argument_example,
		.how = "From exchange 1 on each side hands in one argument.\n" ARGUMENT_SHAPE
			"`attacks` names up to three arguments of the opponent from earlier exchanges, by `claim_attack`, `grounds_attack`,\n"
			"`warrant_attack` or `backing_attack`; `defends` up to two of one's own, by `reinforce`, `clarify` or `concede_and_pivot`; each\n"
			"with up to 75 words. Both may be left out.\n" },
	[HAND_IN_OPENING] = { .name = "opening", .title = "An opening", .row = ROW_DEBATE,
		.when = opening_when, .label = opening_label, .blank = opening_blank, .example = opening_example,
		.how = "In exchange 0 each side hands in an array of exactly three arguments, which attack and defend nothing.\n" ARGUMENT_SHAPE },
	[HAND_IN_JUDGEMENT] = { .name = "judgement", .title = "A judgement", .row = ROW_DEBATE, .closes = is_last_exchange,
		.when = judgement_when, .label = judgement_label, .blank = judgement_blank, .example = judgement_example,
		.how = "The judge scores each argument of the exchange from -1 to 1, so that the scores sum to 0, each with a reasoning of up to 75\n"
			"words (" DENSE_LETTERS_COUNT " word). Besides `scores` there may be `rescores`, an array of `argument_id`, `old_score`,\n"
			"`new_score` and `reasoning`, which move arguments that have a score already by up to 0.5, each of them once.\n" },
	[HAND_IN_REPORT] = { .name = "report", .title = "The report", .row = ROW_REPORT, .closes = hand_in_always_closes,
		.when = report_when, .label = report_label, .blank = report_blank, .example = report_example,
		.how = "The judge writes it into `report.md`, once: when the debate has been closed as `COMPLETED`, or in the lease of a judgement, and\n"
			"then it closes the debate. It is Markdown of 500 to 600 words, names at least one argument by its id, and the total of each\n"
			"side as it stands in `debate.md`; digits, minus and point may be full-width.\n" },
};
/* clang-format on */
