/*
 * A debate in rounds in memory, for the tests of its rules: alice proposes for claude, bob challenges for gemini, olga orchestrates. A
 * clock stands still until it is moved.
 */
#ifndef TESTS_UNIT_VALIDATORS_ROUNDS_DUEL_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_ROUNDS_DUEL_FIXTURE_H

#include "tests/unit/validators/duel.h"

#include "validators/rounds/rounds.h"

enum { ALICE = 1, BOB, OLGA };

static inline void
duel_init(struct duel *d, int64_t rounds)
{
	duel_begin(d, &format_rounds,
		(struct terms){.topic = "Is the cache worth it", .topic_slug = "is-the-cache-worth-it", .wait_seconds = 1200, .lease_seconds = 900,
			.retry_after_seconds = 30, .novelty_threshold = 0.8, .rounds = rounds, .turn_seconds = 240, .effort = "high"},
		NULL);
}

static inline void
duel_join_all(struct duel *d)
{
	assert_null(duel_sit(d, "alice", "proposer", "claude", "opus"));
	assert_null(duel_sit(d, "bob", "challenger", "gemini", "gemini-3-pro"));
	assert_null(duel_sit(d, "olga", "orchestrator", "claude", "opus"));
}

/* Claim, think for ten seconds, hand in, release. */
static inline void
duel_accept(struct duel *d, unsigned seat, const char *text)
{
	const char *refused = duel_claim(d, seat, false);
	if (refused)
		fail_msg("no floor: %s: %s", refused, duel_said(d));
	duel_tick(d, 10);
	duel_hand_in(d, ROW_DEBATE, text, strlen(text));
	if (*fstate_outcome(d->state))
		duel_floor(d, 0, GRANT_NONE);
	else
		duel_release(d);
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

#endif
