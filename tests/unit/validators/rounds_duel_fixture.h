/*
 * A debate in rounds in memory, for the tests of its rules: alice proposes for claude, bob challenges for gemini, olga orchestrates. A
 * clock stands still until it is moved. Texts are accepted as the core does it: judged, and what they become folded in.
 */
#ifndef TESTS_UNIT_VALIDATORS_ROUNDS_DUEL_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_ROUNDS_DUEL_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/rounds/rounds.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

enum { ALICE = 1, BOB, OLGA };

struct duel {
	struct terms terms;
	struct seat seats[3];
	const struct seat *seat_list[3];
	struct context ctx;
	struct fstate *state;
	uint64_t seq;
	UT_string record;
	UT_string printed; /* the newest verdict, as compilers print it */
	struct entry *log[128];
	size_t n_log;
};

/* Fold one entry in; data and body are borrowed, facts are taken. */
static inline void
duel_fold(struct duel *d, enum entry_kind kind, unsigned seat, const char *data, const char *body, size_t len, void *facts)
{
	struct entry *e = entry_new(kind, seat, d->seq, data, body, len);
	struct fstate *next;

	e->seq = ++d->seq;
	e->time_ms = d->ctx.now_ms;
	e->clock_ms = d->ctx.clock_ms;
	next = format_apply(&format_rounds, d->state, &d->ctx, e, utstring_len(&d->record), facts);
	assert_non_null(next);
	format_rounds.drop(d->state);
	d->state = next;
	if (entry_kinds[kind].record)
		utstring_bincpy(&d->record, body, len);
	assert_true(d->n_log < N(d->log));
	d->log[d->n_log++] = e;
}

/* NULL, or the id of the rule that refuses; who joins has the next number. */
static inline const char *
duel_join(struct duel *d, const char *name, const char *role, const char *harness, const char *model)
{
	unsigned n = d->ctx.n_seats;
	struct join_ask ask = { .name = name, .harness = harness, .model = model, .role = role };
	char *sentence = NULL;
	const struct rule *rule = format_rounds.join(d->state, &d->ctx, &ask, &sentence);

	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", sentence ? sentence : "");
	assert_int_equal(rule != NULL, sentence != NULL);
	free(sentence);
	if (rule)
		return rule->id;
	d->seats[n] = (struct seat){ .number = n + 1, .name = name, .key = name, .harness = harness, .model = model, .role = role,
		.joined_ms = d->ctx.now_ms };
	d->seat_list[n] = &d->seats[n];
	d->ctx.n_seats = n + 1;
	duel_fold(d, ENTRY_JOIN, n + 1, NULL, NULL, 0, NULL);
	return NULL;
}

static inline void
duel_join_all(struct duel *d)
{
	assert_null(duel_join(d, "alice", "proposer", "claude", "opus"));
	assert_null(duel_join(d, "bob", "challenger", "gemini", "gemini-3-pro"));
	assert_null(duel_join(d, "olga", "orchestrator", "claude", "opus"));
}

static inline void
duel_tick(struct duel *d, int64_t seconds)
{
	d->ctx.now_ms += seconds * 1000;
	d->ctx.clock_ms += seconds * 1000;
}

static inline void
duel_init(struct duel *d, int64_t rounds)
{
	*d = (struct duel){
		.terms = { .topic = "Is the cache worth it", .topic_slug = "is-the-cache-worth-it", .max_turn_bytes = 65536, .wait_seconds = 1200,
			.lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8, .rounds = rounds, .turn_seconds = 240,
			.effort = "high" },
	};
	d->ctx = (struct context){ .name = "d", .id = "7", .created_ms = 1795213800000, .terms = &d->terms, .seats = d->seat_list,
		.now_ms = 1795213800000, .clock_ms = 5000000 };
	utstring_init(&d->record);
	utstring_init(&d->printed);
	d->state = format_rounds.start();
	duel_fold(d, ENTRY_RULES, 0, NULL, NULL, 0, NULL);
}

static inline void
duel_done(struct duel *d)
{
	format_rounds.drop(d->state);
	utstring_done(&d->record);
	utstring_done(&d->printed);
	for (size_t i = 0; i < d->n_log; i++)
		entry_free(d->log[i]);
}

/* Judge as the core does, text_check first: the errno. The findings are printed as of the file "t". */
static inline int
duel_judge(struct duel *d, const char *text, size_t len, bool prefix, struct verdict *v)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = len, .prefix = prefix };

	*v = (struct verdict){ .n = 0 };
	if (!text_check(text, len, (size_t)d->terms.max_turn_bytes, 0, prefix, &v->findings))
		format_rounds.judge(d->state, &d->ctx, &s, v);
	utstring_clear(&d->printed);
	findings_print(&v->findings, "t", &d->printed);
	return findings_errno(&v->findings);
}

static inline bool
duel_printed(const struct duel *d, const char *what)
{
	return utstring_len(&d->printed) && strstr(utstring_body(&d->printed), what);
}

static inline void
assert_printed(const struct duel *d, const char *what)
{
	if (!duel_printed(d, what))
		fail_msg("expected %s in:\n%s", what, utstring_len(&d->printed) ? utstring_body(&d->printed) : "nothing");
}

/* The errno alone; what was found stays in d->printed. */
static inline int
duel_try(struct duel *d, unsigned seat, const char *text, bool prefix)
{
	struct verdict v;
	int err;

	d->ctx.holder = seat;
	d->ctx.grant = seat ? GRANT_TURN : GRANT_NONE;
	err = duel_judge(d, text, strlen(text), prefix, &v);
	if (err || prefix)
		assert_int_equal(v.n, 0);
	verdict_free(&v);
	return err;
}

static inline void
duel_refuse(struct duel *d, unsigned seat, const char *text, const char *says)
{
	if (!duel_try(d, seat, text, false))
		fail_msg("not refused (%s):\n%s", says, text);
	assert_printed(d, says);
}

/* The drafts become entries: seat 0 is the filesystem's. */
static inline void
duel_take(struct duel *d, unsigned seat, struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		duel_fold(d, v->drafts[i].kind, v->drafts[i].kind == ENTRY_NOTE ? 0 : seat, v->drafts[i].data, v->drafts[i].body,
			v->drafts[i].body_len, v->drafts[i].facts);
		v->drafts[i].facts = NULL;
	}
	verdict_free(v);
}

/* Ask for the floor: NULL where it is granted, and taken; else the rule's id. */
static inline const char *
duel_claim(struct duel *d, unsigned seat, bool for_timeout)
{
	struct floor_ask ask = { .seat = seat, .for_timeout = for_timeout };
	struct floor_answer a = { .rule = NULL };

	format_rounds.floor(d->state, &d->ctx, &ask, &a);
	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", a.text ? a.text : "");
	free(a.text);
	if (a.rule)
		return a.rule->id;
	assert_int_equal(a.grant, GRANT_TURN);
	d->ctx.holder = seat;
	d->ctx.grant = a.grant;
	duel_fold(d, ENTRY_CLAIM, seat, "{\"seconds\":900}", NULL, 0, NULL);
	return NULL;
}

static inline void
duel_release(struct duel *d)
{
	duel_fold(d, ENTRY_RELEASE, d->ctx.holder, NULL, NULL, 0, NULL);
	d->ctx.holder = 0;
	d->ctx.grant = GRANT_NONE;
}

/* Claim, think for ten seconds, hand in, release. */
static inline void
duel_accept(struct duel *d, unsigned seat, const char *text)
{
	struct verdict v;
	const char *refused = duel_claim(d, seat, false);

	if (refused)
		fail_msg("no floor: %s: %s", refused, utstring_body(&d->printed));
	duel_tick(d, 10);
	if (duel_judge(d, text, strlen(text), false, &v))
		fail_msg("refused:\n%s\n%s", utstring_body(&d->printed), text);
	assert_int_equal(v.n, 1);
	duel_take(d, seat, &v);
	if (*format_rounds.outcome(d->state)) {
		d->ctx.holder = 0;
		return;
	}
	duel_release(d);
}

static inline const char *
state_of(const struct duel *d)
{
	return format_rounds.state_name(d->state, &d->ctx);
}

/* -- texts that are accepted ----------------------------------------------------------------------------------------------------- */

static const char opening[] =
	"## Round 1 — Proposer (claude / opus)\n\n"
	"The cache is worth its memory, because `lookup_price` is called 40000 times a second and `src/price.c:14` reads a disk.\n\n"
	"- A hit costs 2 ms less than a miss, as bench/hits.log shows.\n"
	"- Stale prices are marked by `mark_stale` before anybody reads them.\n";

static const char challenge[] =
	"## Round 1 — Challenger (gemini / gemini-3-pro)\n\n"
	"The argument misses what a stale entry costs, as `src/price.c:20` shows.\n\n"
	"- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.\n"
	"- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.\n"
	"- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.\n\n"
	"Instead, use a read-through table in `src/table.c` without any cache.\n";

static const char concession[] = "I concede C1.2: the keys are unescaped in `src/key.c:7`.";

static const char defense[] =
	"## Round 2 — Proposer (claude / opus)\n\n"
	"- C1.1 is wrong: `mark_stale` holds the lock that `src/price.c:31` takes, so no reader has a copy by then.\n"
	"- I concede C1.2: the keys are unescaped in `src/key.c:7`. They will be hashed.\n"
	"- C1.3 is a tradeoff: one tool more in docs/debug.md, but 2 ms less for each call by bench/hits.log.\n";

static const char followup[] =
	"## Round 2 — Challenger (gemini / gemini-3-pro)\n\n"
	"The defence leaves one hole, as `src/price.c:33` shows.\n\n"
	"- The lock in `src/price.c:31` is released before the copy is made, in `copy_price`.\n";

static const char third_defense[] =
	"## Round 3 — Proposer (claude / opus)\n\n"
	"- C2.1 is rebutted: `copy_price` is called with a reference held since `src/ref.c:3`, and nothing frees it before.\n";

static const char third_followup[] =
	"## Round 3 — Challenger (gemini / gemini-3-pro)\n\n"
	"I am convinced because `src/ref.c:3` takes the reference before `copy_price`: C2.1 is resolved.\n\n"
	"- A new weakness: the reference count in `src/ref.c:9` overflows after 65536 readers.\n";

static const char summary[] =
	"## Summary of rounds 1–1\n\n"
	"The proposer defends the cache by the cost of a disk read; the challenger names stale entries, keys and tools.\n";

#define VERDICT_HEAD(topic, proposer, challenger, rounds) \
	"## Debate Summary\n\n**Topic**: " topic "\n**Proposer**: " proposer "\n**Challenger**: " challenger "\n**Rounds**: " rounds \
	"\n**Rigor**: every turn was checked for evidence before it was accepted\n\n"
#define VERDICT_LINES(rounds) VERDICT_HEAD("Is the cache worth it", "claude (opus)", "gemini (gemini-3-pro)", rounds)
#define VERDICT_WORDS "claude had the stronger argument because it answered C1.1 with the lock in `src/price.c:31`.\n"
#define VERDICT_QUALITY \
	"- **Genuine disagreement**: high\n- **Evidence quality**: medium, with files\n- **Challenge depth**: low\n"
#define VERDICT_AGREED "- Keys have to be hashed (evidence: `src/key.c:7`)\n"
#define VERDICT_REST "### Key Disagreements\n\n- Copies: claude says they are safe, gemini that they are not\n\n" \
	"### Unresolved Questions\n\n- What a miss costs at night\n\n"
#define VERDICT_ADVICE "Keep the cache and hash its keys before the next release.\n"
#define VERDICT(lines, words, quality, agreed, rest, advice) \
	lines "### Verdict\n\n" words "\n### Debate Quality\n\n" quality "\n### Key Agreements\n\n" agreed "\n" rest \
	"### Recommendation\n\n" advice
#define VERDICT_OF(rounds) \
	VERDICT(VERDICT_LINES(rounds), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE)

/* -- replay ---------------------------------------------------------------------------------------------------------------------- */

static inline void
put_warning(void *arg, const char *text)
{
	utstring_printf((UT_string *)arg, "warning %s\n", text);
}

/* Everything that a state shows. */
static inline char *
duel_shown(const struct fstate *state, const struct context *ctx)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s %s %s %u %lld\n", format_rounds.state_name(state, ctx), format_rounds.outcome(state),
		format_rounds.reason(state), format_rounds.next_seat(state, ctx), (long long)format_rounds.deadline(state, ctx, NULL));
	for (unsigned i = 0; i < format_rounds.turns(state); i++) {
		struct turn_slice t = format_rounds.turn(state, i);
		utstring_printf(&out, "%u %u %zu %zu %lld\n", t.number, t.seat, t.offset, t.len, (long long)t.time_ms);
	}
	for (size_t i = 0; i < format_rounds.n_status; i++) {
		struct status_value v = format_rounds.status[i].value(state, ctx);
		utstring_printf(&out, "%s %s %lld\n", format_rounds.status[i].key, v.text ? v.text : "", (long long)v.integer);
		free(v.owned);
	}
	format_rounds.warnings(state, put_warning, &out);
	format_rounds.render(state, ctx, ROW_OWN, 0, &out);
	for (unsigned seat = 0; seat <= ctx->n_seats; seat++)
		format_rounds.brief(state, ctx, seat, &out);
	return utstring_body(&out);
}

/* Fold the log again, without facts: everything is as it was. */
static inline void
assert_replays(struct duel *d)
{
	struct fstate *again = format_rounds.start();
	size_t offset = 0;

	for (size_t i = 0; i < d->n_log; i++) {
		struct fstate *next = format_apply(&format_rounds, again, &d->ctx, d->log[i], offset, NULL);

		assert_non_null(next);
		format_rounds.drop(again);
		again = next;
		offset += entry_kinds[d->log[i]->kind].record ? d->log[i]->body_len : 0;
	}
	char *was = duel_shown(d->state, &d->ctx), *is = duel_shown(again, &d->ctx);
	assert_string_equal(was, is);
	free(was);
	free(is);
	format_rounds.drop(again);
}

#endif
