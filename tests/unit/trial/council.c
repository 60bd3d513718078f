/*
 * Format `council`, for tests alone: what the core does for a format with roles, verbs, deadlines and a text that users may change. All
 * else is `trial` (trial_inner.h), of whose seats each has a role: first, second and chair.
 *
 * Nobody joins with another's harness, "unknown" aside. Debating waits for first and second. The chair may say `fail` of whoever is joined,
 * for reason=timeout, and `next` with asks=. A floor is held for COUNCIL_TURN_SECONDS; from the first hand-in on there is time for COUNCIL_SECONDS.
 */
#include "tests/unit/trial/trial_inner.h"

#include "tests/unit/trial/grove.h"
#include "validators/formats.h"
#include "validators/kit/bridge.h"

TEXT_FILE(council_greeting_txt);

static const char *const council_roles[] = {"first", "second", "chair", NULL};
static const char *const council_verbs[] = {"fail", "next", NULL};

static unsigned
council_seat(const struct context *ctx, const char *role)
{
	for (unsigned i = 0; i < ctx->n_seats; i++)
		if (!strcmp(ctx->seats[i]->role, role))
			return i + 1;
	return 0;
}

static const struct rule *
council_join(const struct fstate *s, const struct context *ctx, const struct join_ask *ask, char **sentence)
{
	unsigned seat = council_seat(ctx, ask->role);
	(void)s;
	if (seat)
		*sentence = mem_format("%s is \"%s\"", ask->role, ctx->seats[seat - 1]->name);
	for (unsigned i = 0; i < ctx->n_seats && !*sentence; i++)
		if (!strcmp(ctx->seats[i]->harness, ask->harness) && strcmp(ask->harness, "unknown"))
			*sentence = mem_format("harness %s is here already", ask->harness);
	return *sentence ? &refusals[REFUSAL_SEAT_TAKEN] : NULL;
}

static const char *
council_missing(const struct fstate *s, const struct context *ctx)
{
	(void)s;
	return !council_seat(ctx, "first") ? "somebody with role=first" : !council_seat(ctx, "second") ? "somebody with role=second" : NULL;
}

static void
council_floor(const struct fstate *s, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *a)
{
	const char *missing = council_missing(s, ctx);
	(void)ask;
	*a = (struct floor_answer){.grant = GRANT_TURN};
	if (missing) {
		a->rule = &refusals[REFUSAL_LEASE_WAIT];
		a->text = mem_format("%s is not there yet", missing);
	}
}

static unsigned
council_named(const struct context *ctx, const char *name)
{
	for (unsigned i = 0; i < ctx->n_seats; i++)
		if (!strcmp(ctx->seats[i]->name, name))
			return i + 1;
	return 0;
}

static void
council_fail(const struct fstate *s, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	unsigned who = ask->who ? council_named(ctx, ask->who) : 0;
	if (!who)
		findings_add(&out->findings, &refusals[REFUSAL_VALUE_BAD], 0, "who= names nobody");
	if (!ask->reason || strcmp(ask->reason, "timeout"))
		findings_add(&out->findings, &refusals[REFUSAL_VALUE_BAD], 0, "the reason is timeout");
	if (findings_first_error(&out->findings))
		return;
	trial_draft(out, ENTRY_NOTE, NULL, mem_format("> %s failed.\n", ask->who));
	if (who == council_seat(ctx, "first") && !fstate_pieces(s))
		trial_draft(out, ENTRY_CLOSE, json_pack("{s:s}", "outcome", "ABORTED"), NULL);
	else if (ctx->holder == who)
		trial_draft(out, ENTRY_EXPIRE, NULL, NULL);
}

static void
council_verb(const struct fstate *s, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	if (ask->seat != council_seat(ctx, "chair"))
		findings_add(&out->findings, &refusals[REFUSAL_LEASE_ORDER], 0, "%s is for the chair", ask->verb);
	else if (!strcmp(ask->verb, "fail"))
		council_fail(s, ctx, ask, out);
	else if (ask->asks)
		trial_draft(out, ENTRY_NOTE, NULL, mem_format("> Asked: %s\n", ask->asks));
}

static int64_t
council_deadline(const struct fstate *s, const struct context *ctx, struct verdict *out)
{
	bool turn = s->debate.held.clock_ms;
	if (fstate_is_closed(s) || (!turn && !s->began_ms))
		return 0;
	if (out && turn)
		trial_draft(out, ENTRY_NOTE, NULL, mem_format("> %s took too long.\n", ctx->seats[ctx->holder - 1]->name));
	else if (out)
		trial_draft(out, ENTRY_CLOSE, json_pack("{s:s}", "outcome", "ABORTED"), NULL);
	return turn ? s->debate.held.clock_ms + COUNCIL_TURN_SECONDS * 1000 : s->began_ms + COUNCIL_SECONDS * 1000;
}

/* Its first word; a text that begins with a digit has none, as line 3 says. */
static void *
council_word(const void *of, const char *bytes, size_t len, int *line, const char **fault)
{
	(void)of;
	if (len && *bytes >= '0' && *bytes <= '9') {
		*line = 3;
		*fault = "no word leads";
		return NULL;
	}
	return mem_copy(bytes, strcspn(bytes, " \n"));
}

static const struct text_row council_texts[] = {{TEXT_ROW("council/greeting.txt", council_greeting_txt), .make = council_word, .drop = free}};

const struct format format_council = {
	.name = "council",
	.about = "a council, for tests.",
	TRIAL_MEMBERS,
	.floor = council_floor,
	.roles = council_roles,
	.verbs = council_verbs,
	.texts = council_texts,
	.n_texts = 1,
	.join = council_join,
	.missing = council_missing,
	.verb = council_verb,
	.deadline = council_deadline,
};

extern const struct debate_format socratic_format;
BRIDGED(format_socratic, socratic_format)

const struct format *const formats[] = {&format_socratic.format, &format_trial, &format_council, &format_grove, NULL};
