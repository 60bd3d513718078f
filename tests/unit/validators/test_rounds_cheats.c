/*
 * What idle or dishonest agents hand in, by its name, each in a debate that goes on: refused, or warned about, under its
 * rule, and the honest text beside it is accepted.
 */
#include "tests/unit/validators/rounds_duel_fixture.h"

static int
begin(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, 2);
	duel_join_all(d);
	duel_accept(d, ALICE, opening);
	*state = d;
	return 0;
}

static int
end(void **state)
{
	duel_done(*state);
	free(*state);
	return 0;
}

EACH_TEST(begin, end);

#define DEFENSE(first, second, third) \
	"## Round 2 — Proposer (claude / opus)\n\n- " first "\n- " second "\n- " third "\n"
#define FIRST "C1.1 is wrong: `mark_stale` holds the lock that `src/price.c:31` takes."
#define SECOND "I concede C1.2: the keys are unescaped in `src/key.c:7`."
#define THIRD "C1.3 is a tradeoff: one tool more in docs/debug.md."
#define FOLLOWUP(text) "## Round 2 — Challenger (gemini / gemini-3-pro)\n\n" text "\n"

/* Hand in as the holder of the floor; refused under this rule, or warned about, with these words. */
static void
assert_caught(struct duel *d, unsigned seat, const char *text, const char *told)
{
	assert_null(duel_claim(d, seat, false));
	duel_try_row(d, ROW_DEBATE, text, strlen(text), false);
	if (!duel_printed(d, told))
		fail_msg("%s\n%s: %s", text, told, duel_said(d));
	duel_release(d);
}

TEST(a_defence_that_says_noted_answers_nothing)
{
	static const char *const idle[] = { "C1.1: noted.", "C1.1: noted, see `src/x.c`.", "C1.1: a fair remark about `src/price.c:20`, thank you.",
		"C1.1: I will look at it in `src/price.c:20` in the next iteration.", "C1.1: good to know, `src/price.c:20` is on my list.",
		"C1.1：已经注意到了，请看 `src/price.c:20` 这个文件。", "C1.1: Zur Kenntnis genommen, siehe `src/price.c:20`." };
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	for (size_t i = 0; i < N(idle); i++) {
		char *text = mem_format("## Round 2 — Proposer (claude / opus)\n\n- %s\n- " SECOND "\n- " THIRD "\n", idle[i]);
		assert_caught(d, ALICE, text, "error: [defense.coverage]");
		free(text);
	}
	duel_accept(d, ALICE, DEFENSE(FIRST, SECOND, THIRD));
}

TEST(one_answer_for_every_point_is_none)
{
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	assert_caught(d, ALICE, "## Round 2 — Proposer (claude / opus)\n\nC1.1, C1.2 and C1.3 are all wrong, see `src/price.c:20`.\n",
		"error: [defense.coverage] C1.2");
	assert_caught(d, ALICE,
		DEFENSE("C1.1: this is wrong about `src/a.c`.", "C1.2: this is wrong about `src/a.c`.", "C1.3: this is wrong about `src/a.c`."),
		"has the same answer as C1.1");
}

TEST(a_forged_quote_of_the_peer_is_told_what_stands_there)
{
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	assert_caught(d, ALICE, DEFENSE("C1.1: \"the cache is safe after all\", so I need not rebut it, see `src/price.c:31`, which is wrong.", SECOND, THIRD),
		"error: [quote.turn]");
	assert_caught(d, ALICE,
		DEFENSE(FIRST, SECOND, "C1.3 is a tradeoff; the challenger: \"debugging needs no tool at all\" in docs/debug.md."),
		"error: [quote.turn]");
}

TEST(a_quote_changed_by_one_word_is_told_what_stands_there)
{
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	assert_caught(d, ALICE,
		DEFENSE("C1.1: \"mark_stale runs before the reader has its copy\", which is wrong by `src/price.c:31`.", SECOND, THIRD),
		"runs after the reader has its copy");
	assert_caught(d, ALICE, DEFENSE(FIRST, SECOND, "C1.3: \"debugging needs three tools\" is a tradeoff, see docs/debug.md."), "needs two tools");
	duel_accept(d, ALICE,
		DEFENSE("C1.1: \"mark_stale runs after the reader has its copy\", which is wrong by `src/price.c:31`.", SECOND, THIRD));
}

TEST(a_quote_that_drops_a_negation_is_told_what_stands_there)
{
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, DEFENSE("C1.1 is wrong: no reader ever has a copy, by `src/price.c:31`.", SECOND, THIRD));
	assert_caught(d, BOB, FOLLOWUP("- D2.1: \"a reader ever has a copy\", and D2.3 forgets it, see `src/price.c:33`."), "error: [quote.turn]");
}

/* In other words: in another order, with other spaces and marks, as a list instead of prose. */
TEST(a_near_copy_reordered_or_respaced_is_one)
{
	static const char *const copies[] = {
		FOLLOWUP("Instead, use a read-through table in `src/table.c` without any cache.\n\n"
			 "- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.\n"
			 "- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.\n"
			 "- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.\n\n"
			 "The argument misses what a stale entry costs, as `src/price.c:20` shows."),
		FOLLOWUP("The  argument misses what a stale   entry costs; as src/price.c:20 shows!\n\n"
			 "1. CORRECTNESS - `mark_stale` runs after the reader has its copy: so a wrong result is shown\n"
			 "2. SECURITY - the cache keys in `src/key.c:7` are unescaped input: and an attacker can poison them\n"
			 "3. DEVELOPER EXPERIENCE - debugging needs two tools: as docs/debug.md section 2 says\n\n"
			 "Instead use a read-through table in `src/table.c`, without any cache!"),
		FOLLOWUP("D2.1 and D2.3 do not change this. The argument misses what a stale entry costs, as `src/price.c:20` shows.\n\n"
			 "- Correctness: `mark_stale` runs after the reader has its copy, so a wrong result is shown.\n"
			 "- Security: the cache keys in `src/key.c:7` are unescaped input, and an attacker can poison them.\n"
			 "- Developer experience: debugging needs two tools, as docs/debug.md section 2 says.\n\n"
			 "Instead, use a read-through table in `src/table.c` without any cache."),
	};
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	for (size_t i = 0; i < N(copies); i++)
		assert_caught(d, BOB, copies[i], "error: [followup.restate]");
}

#define ZH_LEAD "论证忽略了过期条目的代价，见 `src/price.c:20`。"
#define ZH_1 "- Correctness：`mark_stale` 在读者拿到副本之后才运行，所以会显示错误的价格。\n"
#define ZH_2 "- Security：`src/key.c:7` 里的缓存键是没有转义的输入，攻击者可以投毒。\n"
#define ZH_3 "- Developer experience：调试需要两个工具，见 docs/debug.md 的说明。\n"
#define ZH_4 "- Alternative：改用 `src/table.c` 里的直读表，不要任何缓存。\n"

TEST(a_near_copy_in_chinese_is_one)
{
	static const char *const copies[] = {
		FOLLOWUP(ZH_4 ZH_3 ZH_2 ZH_1 "\n" ZH_LEAD),
		FOLLOWUP("论证 忽略了 过期条目 的代价， 见 `src/price.c:20`。\n\n" ZH_1 ZH_2 ZH_3 ZH_4),
		FOLLOWUP("论证忽略了过期条目的价格，见 `src/price.c:20`。\n\n" ZH_1 ZH_2 ZH_3 ZH_4),
	};
	struct duel *d = *state;

	duel_accept(d, BOB, "## Round 1 — Challenger (gemini / gemini-3-pro)\n\n" ZH_LEAD "\n\n" ZH_1 ZH_2 ZH_3 ZH_4);
	duel_accept(d, ALICE,
		"## Round 2 — Proposer (claude / opus)\n\n- C1.1：rebutted，`src/price.c:31` 先加锁。\n- C1.2：conceded，见 `src/key.c:7`。\n"
		"- C1.3：trade-off，见 docs/debug.md。\n- C1.4：rebutted，`src/table.c` 更慢。\n");
	for (size_t i = 0; i < N(copies); i++)
		assert_caught(d, BOB, copies[i], "error: [followup.restate]");
}

TEST(evidence_beside_nothing_is_none)
{
	struct duel *d = *state;

	assert_caught(d, BOB, "## Round 1 — Challenger (gemini / gemini-3-pro)\n\n- Correctness: the `lease` is broken. It is 5 ms.\n",
		"error: [evidence.none]");
}

TEST(an_alternative_that_names_nothing_is_none)
{
	struct duel *d = *state;
	char *text = mem_copy(challenge, strlen(challenge)), *last = strstr(text, "Instead, use");

	strcpy(last, "There must be a better way.\n");
	assert_caught(d, BOB, text, "error: [challenge.alternative]");
	free(text);
}

TEST(who_passes_an_answer_over_is_told_of_it)
{
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	assert_caught(d, BOB, followup, "warning: [followup.coverage] D2.1");
}

TEST(a_verdict_that_picks_no_side_or_cites_what_nobody_did_is_refused)
{
	static const struct {
		const char *text, *told;
	} rows[] = {
		{ VERDICT(VERDICT_LINES("2"), "claude had the stronger argument in round 1, but the two were effectively tied.\n", VERDICT_QUALITY,
			  VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE), "error: [verdict.neither]" },
		{ VERDICT(VERDICT_LINES("2"), VERDICT_WORDS, VERDICT_QUALITY, "- Keys are hashed (evidence: `src/never.c:1`)\n", VERDICT_REST, VERDICT_ADVICE),
			"error: [verdict.agreements] \"src/never.c:1\" is cited in no turn" },
		{ VERDICT(VERDICT_LINES("2"), VERDICT_WORDS, VERDICT_QUALITY, VERDICT_AGREED, VERDICT_REST, "Do what gemini proposed.\n"),
			"warning: [verdict.direction]" },
		{ VERDICT(VERDICT_LINES("2"), "claude had the stronger argument: C1.1 \"is met by nothing that was said\" in round 2.\n", VERDICT_QUALITY,
			  VERDICT_AGREED, VERDICT_REST, VERDICT_ADVICE), "error: [quote.turn]" },
	};
	struct duel *d = *state;

	duel_accept(d, BOB, challenge);
	duel_accept(d, ALICE, defense);
	duel_accept(d, BOB, followup);
	for (size_t i = 0; i < N(rows); i++)
		assert_caught(d, OLGA, rows[i].text, rows[i].told);
	duel_accept(d, OLGA, VERDICT_OF("2"));
}
