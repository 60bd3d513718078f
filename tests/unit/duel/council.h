/*
 * Format `council`, for tests alone: what the core does for a format with roles, verbs, deadlines and a text that users may change. All
 * else is `trial` (trial.h), of whose seats each has a role: first, second and chair.
 *
 * Nobody joins with another's harness, "unknown" aside. Debating waits for first and second. The chair may say `fail` of whoever is joined,
 * for reason=timeout, and `next` with asks=. A floor is held for turn_seconds; from the first hand-in on there is time for COUNCIL_SECONDS.
 */
#ifndef TESTS_UNIT_DUEL_COUNCIL_H
#define TESTS_UNIT_DUEL_COUNCIL_H

#include "fs/registry/live.h"
#include "validators/kit/format.h"

static const struct format format_council;
#define TRIAL_MORE &format_council,
#include "tests/unit/duel/trial.h"

#define COUNCIL_TURN_SECONDS 240
#define COUNCIL_SECONDS 5000

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
	if (who == council_seat(ctx, "first") && !s->exchange)
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
	bool turn = s->claimed_ms;
	if (s->outcome || (!turn && !s->began_ms))
		return 0;
	if (out && turn)
		trial_draft(out, ENTRY_NOTE, NULL, mem_format("> %s took too long.\n", ctx->seats[ctx->holder - 1]->name));
	else if (out)
		trial_draft(out, ENTRY_CLOSE, json_pack("{s:s}", "outcome", "ABORTED"), NULL);
	return turn ? s->claimed_ms + ctx->terms->turn_seconds * 1000 : s->began_ms + COUNCIL_SECONDS * 1000;
}

/* Its first word; a text that begins with a digit has none, as line 3 says. */
static void *
council_word(const char *bytes, size_t len, int *line, const char **fault)
{
	if (len && *bytes >= '0' && *bytes <= '9') {
		*line = 3;
		*fault = "no word leads";
		return NULL;
	}
	return mem_copy(bytes, strcspn(bytes, " \n"));
}

static const struct text_row council_texts[] = {{TEXT_ROW("council/greeting.txt", council_greeting_txt), .make = council_word, .drop = free}};

static const struct format format_council = {
	.name = "council",
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

/* -- a duel of it ---------------------------------------------------------------------------------------------------------------- */

/* "anna" is first, "boris" second, "cora" the chair; uids 0, 1000 and 1001. */
static inline void
council_begins(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\n"), 0);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "d", 1000, "join boris role=second", NULL), 0);
	assert_int_equal(say_as(b, "d", 1001, "join cora role=chair", NULL), 0);
}

/* Notes that the record has not got yet; malloc'd. */
static inline char *
owed(struct bed *b, const char *duel)
{
	struct duel *d = the_duel(b, duel);
	registry_lock(b->r);
	char *copy = strdup(utstring_body(&d->fold->owed));
	registry_unlock(b->r);
	return copy;
}

#endif
