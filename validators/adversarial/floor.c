#include "validators/adversarial/floor.h"

#include <jansson.h>
#include <string.h>
#include "validators/adversarial/base.h"
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/wordcount.h"

/* The last stands for as many as the base has positions. */
const char *const adversarial_roles[] = {
	ADVERSARIAL_ORCHESTRATOR, ADVERSARIAL_MODERATOR, ADVERSARIAL_DEBATER "SLUG", NULL};
const char *const adversarial_verbs[] = {"next", "fail", "end", NULL};

static unsigned
orchestrator(const struct fstate *state)
{
	return state->debate.seats[ROLE_ORCHESTRATOR];
}

static bool
is_debating(const struct fstate *state)
{
	return state->debate.phase == PHASE_OPENING || state->debate.phase == PHASE_CROSS;
}

/* -- who joins -- */

static const struct rule *
refuse_role(const struct kb *kb, char **sentence)
{
	UT_string list;

	utstring_init(&list);
	for (size_t i = 0; i < kb_positions(kb); i++)
		utstring_printf(&list, ", role=" ADVERSARIAL_DEBATER "%s", kb_position(kb, i)->slug);
	*sentence = mem_format("join with role=" ADVERSARIAL_ORCHESTRATOR ", role=" ADVERSARIAL_MODERATOR "%s",
		utstring_body(&list));
	utstring_done(&list);
	return &refusals[REFUSAL_VALUE_BAD];
}

const struct rule *
adversarial_join(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence)
{
	struct kb *kb = adversarial_kb(state, ctx);
	unsigned role = kb ? adversarial_role_in(kb, ask->role) : DEBATE_ROLES_MAX;
	const struct rule *refused = kb && role == DEBATE_ROLES_MAX ? refuse_role(kb, sentence) : NULL;
	bool there = kb;

	kb_drop(kb);
	if (refused)
		return refused;
	*sentence = NULL;
	if (!there) {
		*sentence = mem_strdup(
			"this debate has no knowledge base yet: `source` in config.toml is a folder with kb/ in it");
		return &refusals[REFUSAL_LEASE_WAIT];
	}
	if (state->debate.seats[role]) {
		*sentence =
			mem_format("the %s is \"%s\"", ask->role, context_seat_name(ctx, state->debate.seats[role]));
		return &refusals[REFUSAL_SEAT_TAKEN];
	}
	if (state->ended) {
		*sentence = mem_strdup("nobody joins a debate that has nothing before it but its synthesis");
		return &refusals[REFUSAL_LEASE_ORDER];
	}
	return NULL;
}

const char *
adversarial_missing(const struct fstate *state, const struct context *ctx)
{
	static const char *const missing[] = {NULL, "somebody with role=orchestrator", "somebody with role=moderator",
		"an orchestrator and a moderator", "two debaters, of positions of their own",
		"an orchestrator and two debaters", "a moderator and two debaters",
		"an orchestrator, a moderator and two debaters", "another debater, of another position",
		"an orchestrator and another debater", "a moderator and another debater",
		"an orchestrator, a moderator and another debater"};
	unsigned debaters = adversarial_debaters(state);
	unsigned which = (orchestrator(state) ? 0 : 1) | (state->debate.seats[ROLE_MODERATOR] ? 0 : 2) |
		(debaters >= DEBATERS_LEAST ? 0 : debaters ? 8 : 4);

	(void)ctx;
	if (state->debate.phase == PHASE_PREPARING)
		return missing[which];
	return is_debating(state) && !state->named ? "the orchestrator, who names whoever speaks next" : NULL;
}

/* -- the floor -- */

/* Whose text is due; 0: nobody's. */
static unsigned
mover(const struct fstate *state)
{
	return state->debate.phase == PHASE_SYNTHESIS ? orchestrator(state) : is_debating(state) ? state->named : 0;
}

static void
refuse(struct floor_answer *answer, enum refusal refusal, char *text)
{
	answer->rule = &refusals[refusal];
	answer->text = text;
}

void
adversarial_floor(
	const struct fstate *state, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	*answer = (struct floor_answer){.grant = GRANT_NONE};
	if (fstate_is_closed(state))
		refuse(answer, REFUSAL_DUEL_CLOSED, mem_format("the debate is closed with %s", fstate_outcome(state)));
	else if (fstate_role(state, ask->seat) == DEBATE_ROLES_MAX)
		refuse(answer, REFUSAL_LEASE_WAIT, mem_strdup("only a participant may take the floor"));
	else if (state->debate.phase == PHASE_PREPARING)
		refuse(answer, REFUSAL_LEASE_WAIT, mem_format("still missing: %s", adversarial_missing(state, ctx)));
	else if (ask->for_timeout)
		refuse(answer, REFUSAL_LEASE_ORDER,
			mem_strdup("nobody takes another's turn here: the orchestrator names who speaks, `next "
				   "ORCHESTRATOR to=NAME`"));
	else if (adversarial_has_failed(state, ask->seat))
		refuse(answer, REFUSAL_LEASE_ORDER, mem_strdup("this seat was taken out, since it had failed"));
	else if (ask->seat == mover(state))
		answer->grant = GRANT_TURN;
	else if (state->debate.phase == PHASE_SYNTHESIS)
		refuse(answer, REFUSAL_LEASE_ORDER, mem_strdup("nothing is due but the orchestrator's synthesis"));
	else
		refuse(answer, REFUSAL_LEASE_ORDER,
			state->named ? mem_format("the orchestrator has named %s to speak",
					       context_seat_name(ctx, state->named))
				     : mem_strdup("the orchestrator has named nobody yet: it says who speaks, `next "
						  "ORCHESTRATOR to=NAME`"));
}

enum next_step
adversarial_next(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	unsigned due = mover(state);

	if (fstate_is_closed(state))
		return NEXT_CLOSED;
	if (state->debate.phase == PHASE_PREPARING)
		return NEXT_WAIT_PEER;
	/* Nobody is named before the floor is free. */
	if (!due && !ctx->holder && (!seat || seat == orchestrator(state)))
		return NEXT_NAME_SPEAKER;
	if (!due || (seat && seat != due))
		return NEXT_WAIT_TURN;
	if (ctx->holder == due)
		return state->ended ? NEXT_UPDATE_MARKDOWN : NEXT_COMPOSE_TURN;
	return ctx->holder ? NEXT_WAIT_TURN : NEXT_CLAIM_LOCK;
}

unsigned
adversarial_next_seat(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return is_debating(state) && !state->named ? orchestrator(state) : mover(state);
}

/* -- what the orchestrator says -- */

#define REFUSE(out, refusal, ...) findings_add(&(out)->findings, &refusals[REFUSAL_##refusal], 0, __VA_ARGS__)

/* By its name, or by its role. */
static const struct seat *
find_seat(const struct context *ctx, const char *who)
{
	char *key = name_key(who);
	const struct seat *found = NULL;

	for (unsigned i = 0; i < ctx->n_seats && !found; i++)
		if (!strcmp(ctx->seats[i]->key, key))
			found = ctx->seats[i];
	for (unsigned i = 0; i < ctx->n_seats && !found; i++)
		if (!strcmp(ctx->seats[i]->role, who))
			found = ctx->seats[i];
	free(key);
	return found;
}

/* An entry without a text of the record. Takes `data`. */
static void
add_draft(struct verdict *out, enum entry_kind kind, json_t *data, char *body)
{
	struct draft *d = &out->drafts[out->n++];

	d->kind = kind;
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	d->body = body;
	d->body_len = body ? strlen(body) : 0;
	json_decref(data);
}

static void
add_close(struct verdict *out, enum adversarial_outcome outcome, const char *reason)
{
	add_draft(out, ENTRY_CLOSE,
		json_pack("{s:s, s:s}", "outcome", adversarial_endings[outcome].name, "reason", reason), NULL);
}

static void
name_next(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const struct seat *seat = ask->to ? find_seat(ctx, ask->to) : NULL;
	unsigned role = seat ? fstate_role(state, seat->number) : 0;
	const char *asks = ask->asks && *ask->asks ? ask->asks : NULL;

	if (ask->who || ask->reason)
		REFUSE(out, KEY_UNKNOWN, "`next` takes to= and asks=");
	else if (!ask->to)
		REFUSE(out, VALUE_BAD, "`next` says who speaks: to=NAME, or to=" ADVERSARIAL_DEBATER "SLUG");
	else if (!seat)
		REFUSE(out, VALUE_BAD, "nobody has joined as \"%s\", or with that role", ask->to);
	else if (role == ROLE_ORCHESTRATOR)
		REFUSE(out, VALUE_BAD, "the orchestrator names who speaks, and does not speak but in the synthesis");
	else if (adversarial_has_failed(state, seat->number))
		REFUSE(out, LEASE_ORDER, "%s was taken out, since it had failed", seat->name);
	else if (state->debate.phase == PHASE_OPENING && role == ROLE_MODERATOR)
		REFUSE(out, LEASE_ORDER, "the moderator speaks when each debater has opened, and %s has not",
			context_seat_name(ctx, adversarial_unopened(state)));
	else if (state->debate.phase == PHASE_OPENING && state->opened & 1u << role)
		REFUSE(out, LEASE_ORDER, "%s has opened, and %s has not", seat->name,
			context_seat_name(ctx, adversarial_unopened(state)));
	else if (seat->number == state->spoke)
		REFUSE(out, LEASE_ORDER, "%s spoke last, and nobody speaks twice in a row", seat->name);
	if (!findings_first_error(&out->findings))
		add_draft(out, ENTRY_HANDIN,
			json_pack("{s:i, s:s*}", HANDED_NEXT, (int)seat->number, "asks", asks),
			mem_format("next %s%s%s\n", seat->name, asks ? ": " : "", asks ? asks : ""));
}

/* `> NAME failed (REASON). T`, and what parts names from the sentence is the sentence's. */
static char *
note_line(
	const char *before, const char *name, const char *behind, const char *reason, const char *end, int64_t time_ms)
{
	char time[RECORD_TIME_BYTES];
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "> %s", before);
	md_escape(&out, name);
	utstring_printf(&out, "%s", behind);
	md_escape(&out, reason);
	utstring_printf(&out, "%s %s\n", end, record_time(time_ms, time));
	return utstring_body(&out);
}

static void
fail_seat(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const struct seat *seat = ask->who ? find_seat(ctx, ask->who) : NULL;
	const char *reason = ask->reason && *ask->reason ? ask->reason : "timeout";

	if (ask->to || ask->asks)
		REFUSE(out, KEY_UNKNOWN, "`fail` takes who= and reason=");
	else if (!ask->who)
		REFUSE(out, VALUE_BAD, "`fail` says of whom: who=NAME");
	else if (!seat)
		REFUSE(out, VALUE_BAD, "nobody has joined as \"%s\", or with that role", ask->who);
	else if (seat->number == orchestrator(state))
		REFUSE(out, VALUE_BAD, "the orchestrator does not fail: without it nobody is named");
	else if (adversarial_has_failed(state, seat->number))
		REFUSE(out, LEASE_ORDER, "%s was taken out already", seat->name);
	if (findings_first_error(&out->findings))
		return;
	if (ctx->holder == seat->number)
		out->drafts[out->n++].kind = ENTRY_EXPIRE;
	add_draft(out, ENTRY_NOTE,
		json_pack("{s:s, s:i, s:s}", "note", NOTE_FAILED, "seat", (int)seat->number, "reason", reason),
		note_line("", seat->name, RECORD_FAILED, reason, ").", ctx->now_ms));
	if (adversarial_side(state, seat->number) != KB_NONE && adversarial_debaters(state) <= DEBATERS_LEAST) {
		char *why = mem_format("%s failed (%s), and fewer than two debaters are left", seat->name, reason);

		add_close(out, OUTCOME_ABORTED, why);
		free(why);
	}
}

/* A claim that was objected to and not ruled on; 0: none, or nobody is there to rule. */
static unsigned
unruled(const struct fstate *state)
{
	for (unsigned i = 1; i <= ledger_claims(state->ledger) && !(state->failed & 1u << ROLE_MODERATOR); i++)
		if (ledger_claim(state->ledger, i)->unanswered)
			return i;
	return 0;
}

static void
end_debate(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	unsigned unopened = adversarial_unopened(state), claim = unruled(state);

	if (ask->to || ask->who || ask->asks)
		REFUSE(out, KEY_UNKNOWN, "`end` takes reason=");
	else if (!ask->reason || is_blank(ask->reason, strlen(ask->reason)))
		REFUSE(out, VALUE_BAD, "`end` says why: reason=\"…\"");
	else if (unopened)
		REFUSE(out, LEASE_ORDER, "%s has not opened", context_seat_name(ctx, unopened));
	else if (claim)
		REFUSE(out, LEASE_ORDER,
			"the closure of L-%03u was objected to, and the moderator has not ruled on that", claim);
	else
		add_draft(out, ENTRY_HANDIN, json_pack("{s:s}", HANDED_END, ask->reason),
			mem_format("end: %s\n", ask->reason));
}

void
adversarial_verb(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	static const struct {
		const char *verb;
		void (*say)(const struct fstate *state, const struct context *ctx, const struct verb_ask *ask,
			struct verdict *out);
		bool waits; /* for who has the floor */
	} rows[] = {{"next", name_next, true}, {"fail", fail_seat, false}, {"end", end_debate, true}};
	size_t i = 0;

	while (i < 2 && strcmp(rows[i].verb, ask->verb))
		i++;
	if (fstate_is_closed(state))
		REFUSE(out, DUEL_CLOSED, "the debate is closed with %s", fstate_outcome(state));
	else if (ask->seat != orchestrator(state))
		REFUSE(out, SEAT_IDENTITY, "only the orchestrator says `%s`", ask->verb);
	else if (state->debate.phase == PHASE_PREPARING)
		REFUSE(out, LEASE_WAIT, "the debate has not begun: still missing: %s", adversarial_missing(state, ctx));
	else if (state->debate.phase == PHASE_SYNTHESIS)
		REFUSE(out, LEASE_ORDER, "nothing is due but the synthesis");
	else if (rows[i].waits && ctx->holder)
		REFUSE(out, LEASE_ORDER, "%s has the floor", context_seat_name(ctx, ctx->holder));
	else
		rows[i].say(state, ctx, ask, out);
}

/* -- clocks -- */

int64_t
adversarial_clock(const struct fstate *state, const struct context *ctx, const struct move *move)
{
	if (!move->what && state->debate.phase == PHASE_PREPARING)
		return ctx->terms->wait_seconds;
	return move->what == &adversarial_hand_ins[HAND_TURN] ? ctx->terms->turn_seconds : ctx->terms->move_seconds;
}

/* The turn did not come: the orchestrator names again. Nobody was named: what was said is summed up, if it is enough.
 */
void
adversarial_expire(const struct fstate *state, const struct context *ctx, const struct move *move, struct verdict *out)
{
	bool enough = fstate_pieces(state) >= ctx->terms->min_turns && !adversarial_unopened(state);
	char *reason;

	if (move->what == &adversarial_hand_ins[HAND_TURN]) {
		add_draft(out, ENTRY_NOTE, json_pack("{s:s, s:i}", "note", NOTE_SILENT, "seat", (int)move->seat),
			note_line(RECORD_TURN_OF, context_seat_name(ctx, move->seat), RECORD_SILENT, "", ".",
				ctx->now_ms));
		return;
	}
	if (!move->what && is_debating(state) && enough) {
		move_add_note(out, state, ctx, move, "nobody was named: the synthesis is due");
		return;
	}
	reason = !move->what && is_debating(state)
		? mem_format("the orchestrator named nobody in %lld seconds", (long long)move_seconds(state, ctx, move))
		: move_reason(state, ctx, move);
	add_close(out, OUTCOME_ABORTED, reason);
	free(reason);
}
