/*
 * One turn at a time: each rule with texts that break it and texts that do not, and the line that is told. A text is the first turn of a
 * duel, with lines exchanged: what stands in each is seen at a glance, and the line of what is wrong is known.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <errno.h>

static const char source[] = "# Caching\n\n## Rollout\n\nFailures are rare.\n";

/* clang-format off */
static const char *const plain[] = {
	/* 1 */ "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE",
	/* 2 */ "",
	/* 3 */ "**Position**",
	/* 4 */ "Caching helps.",
	/* 5 */ "",
	/* 6 */ "**Counterpoints**",
	/* 7 */ "- Addresses: Source",
	/* 8 */ "  Claim: nobody clears what went bad",
	/* 9 */ "  Support:",
	/* 10 */ "    - https://example.org/log",
	/* 11 */ "",
	/* 12 */ "**Agreements**",
	/* 13 */ "- Caching saves money.",
	/* 14 */ "",
	/* 15 */ "**Novel Argument**",
	/* 16 */ "Old prices lose customers for good, and never win any.",
	/* 17 */ "",
	/* 18 */ "Support:",
	/* 19 */ "    - Principle: least surprise, since people act on it",
	/* 20 */ "",
	/* 21 */ "**Unresolved Items**",
	/* 22 */ "- how long an hour is (non-blocking)",
};
/* clang-format on */

/* Line `at` of the plain turn exchanged; 0: none. */
struct change {
	int at;
	const char *with;
};

static char *
make(const struct change *changes, size_t n)
{
	UT_string out;

	utstring_init(&out);
	for (size_t i = 0; i < N(plain); i++) {
		const char *line = plain[i];

		for (size_t c = 0; c < n; c++)
			if (changes[c].at == (int)i + 1)
				line = changes[c].with;
		if (line)
			utstring_printf(&out, "%s\n", line);
	}
	if (strstr(utstring_body(&out), "ACCEPTING_CONSENSUS\n"))
		utstring_printf(&out, "\n**Consensus**\nKeeping results pays off for reads.\n");
	return utstring_body(&out);
}

#define TURN(...) make((const struct change[]){ __VA_ARGS__ }, N(((const struct change[]){ __VA_ARGS__ })))

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, source);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob jr.", "codex", "x/y-5");
	duel_floor(d, 1, GRANT_TURN);
	*state = d;
	return 0;
}

EACH_TEST(open_duel, close_duel);

/* Refused, and says so; whatever of it is refused as a beginning, so that it may be told early. Takes the text. */
static void
refused(struct duel *d, char *text, const char *says)
{
	size_t len = strlen(text);

	if (!duel_try_bytes(d, text, len, false))
		fail_msg("accepted:\n%s", text);
	assert_printed(d, says);
	free(text);
}

/* Accepted at every cut, without a warning. Takes the text. */
static void
accepted(struct duel *d, char *text)
{
	size_t len = strlen(text);

	if (try_short(d, text, len, false) || duel_printed(d, "t:"))
		fail_msg("%s\n%s", utstring_body(&d->printed), text);
	for (size_t cut = 0; cut <= len; cut += sample_step())
		if (duel_try_bytes(d, text, cut, true))
			fail_msg("refused at %zu: %s\n%.*s", cut, utstring_body(&d->printed), (int)cut, text);
	free(text);
}

/* Accepted with a warning. Takes the text. */
static void
warned(struct duel *d, char *text, const char *says)
{
	if (try_short(d, text, strlen(text), false))
		fail_msg("%s\n%s", utstring_body(&d->printed), text);
	assert_printed(d, says);
	free(text);
}

/* A first part is refused before the rest is there, and the whole with it. */
static void
refused_early(struct duel *d, const char *begin, const char *says)
{
	assert_true(duel_try_bytes(d, begin, strlen(begin), true) < 0);
	assert_printed(d, says);
	assert_true(duel_try_bytes(d, begin, strlen(begin), false) < 0);
	assert_printed(d, says);
}

TEST(the_plain_turn_is_accepted)
{
	accepted(*state, TURN({ 0, NULL }));
}

/* -- turn.* ---------------------------------------------------------------------------------------------------------------------- */

#define HEADING "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE"

TEST(blank_lines_and_a_rule_may_stand_before_it)
{
	accepted(*state, TURN({ 1, "\n\n---\n\n" HEADING }));
	accepted(*state, TURN({ 1, "---\n" HEADING }));
	accepted(*state, TURN({ 1, " \t\n***\n" HEADING }));
	accepted(*state, TURN({ 22, "- how long an hour is (non-blocking)\n\n \n\n" }));
}

TEST(turn_one)
{
	struct duel *d = *state;

	refused(d, mem_strdup(""), "t:1: error: [turn.one] a turn begins with");
	refused(d, mem_strdup("\n\n---\n\n"), "[turn.one] a turn begins with");
	refused(d, TURN({ 1, "Hello.\n\n" HEADING }), "t:1: error: [turn.one]");
	refused(d, TURN({ 1, "---\n\nHello.\n\n" HEADING }), "t:3: error: [turn.one]");
	refused(d, TURN({ 1, "---\n---\n" HEADING }), "t:2: error: [turn.one]");
	refused(d, TURN({ 1, "[a]: b\n\n" HEADING }), "t:1: error: [turn.one]");
	refused(d, TURN({ 1, "<!-- a -->\n\n" HEADING }), "t:1: error: [turn.one]");
	refused(d, TURN({ 1, "# Turn 1" }), "t:1: error: [turn.one]");
	refused(d, TURN({ 1, "Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE\n---" }), "t:1: error: [turn.one]");
	refused(d, TURN({ 1, "## Turns" }), "t:1: error: [turn.one]");
	refused(d, TURN({ 4, "Caching helps.\n\n## Turn 2" }), "t:6: error: [turn.one] a second heading of level 2");
	refused(d, TURN({ 4, "Caching helps.\n---" }), "t:3: error: [turn.one]");
	refused(d, TURN({ 4, "Caching helps.\n===" }), "t:3: error: [turn.one] a second heading of level 1");
	refused(d, TURN({ 13, "- # It saves" }), "t:13: error: [turn.one]");
	refused(d, TURN({ 13, "- a\n  - b\n    ## c" }), "t:15: error: [turn.one]");
	refused(d, TURN({ 22, "- x (blocking)\n\n## Terminal Conclusion" }), "t:24: error: [turn.one]");
}

TEST(what_looks_like_a_heading_in_a_fence_is_text)
{
	struct duel *d = *state;

	accepted(d, TURN({ 4, "```\n## Turn 9\n```" }));
	accepted(d, TURN({ 4, "x\n\n> ## Turn 9\n> # Turn 8" }));
	refused(d, TURN({ 4, "<!-- a\n\n## Turn 9\n-->\nx" }), "t:4: error: [text.reserved] whoever reads the page");
	accepted(d, TURN({ 4, "    x\n    ## Turn 9" }));
	accepted(d, TURN({ 4, "Caching helps.\n\n---\n\nIt does." }));
	warned(d, TURN({ 4, "Caching helps.\n\n### Turn 9\n\nIt does." }), "t:6: warning: [section.unknown] \"Turn 9\"");
	accepted(d, TURN({ 4, "Caching helps.\n\n#### Turn 9\n\nIt does." }));
}

TEST(the_heading_may_be_written_in_other_ways)
{
	struct duel *d = *state;

	accepted(d, TURN({ 1, "## Turn 1 – alice (claude-code / opus) – OPEN_TO_DEBATE" }));
	accepted(d, TURN({ 1, "## Turn 1 -- alice (claude-code / opus) - OPEN_TO_DEBATE" }));
	accepted(d, TURN({ 1, "  ##  Turn  1  —  alice  (claude-code/opus)  —  OPEN_TO_DEBATE  ##  " }));
}

TEST(turn_number)
{
	struct duel *d = *state;

	refused(d, TURN({ 1, "## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE" }),
		"t:1: error: [turn.number] the next turn is number 1, and the heading says \"2\"");
	refused(d, TURN({ 1, "## Turn 0 — alice (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.number]");
	refused(d, TURN({ 1, "## Turn 01 — alice (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.number]");
	refused(d, TURN({ 1, "## Turn one — alice (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.number]");
	refused(d, TURN({ 1, "## Turn 99999999999999999999 — alice (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.number]");
	refused(d, TURN({ 1, "## Turn" }), "[turn.number]");
}

TEST(turn_limit)
{
	struct duel *d = *state;

	refused(d, TURN({ 1, "## Turn 7 — alice (claude-code / opus) — OPEN_TO_DEBATE" }),
		"t:1: error: [turn.limit] this duel has at most 6 turns");
	d->terms.max_turns = 2;
	refused(d, TURN({ 1, "## Turn 3 — alice (claude-code / opus) — OPEN_TO_DEBATE" }), "t:1: error: [turn.limit]");
}

TEST(turn_participant)
{
	struct duel *d = *state;

	refused(d, TURN({ 1, "## Turn 1 — bob jr. (codex / x/y-5) — OPEN_TO_DEBATE" }),
		"t:1: error: [turn.participant] this is written by \"alice\", and the heading names \"bob jr.\"");
	refused(d, TURN({ 1, "## Turn 1 — Alice (claude-code / opus) — OPEN_TO_DEBATE" }), "spells \"Alice\" otherwise than it joined");
	refused(d, TURN({ 1, "## Turn 1 — alice2 (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.participant]");
	refused(d, TURN({ 1, "## Turn 1" }), "[turn.participant]");
	refused(d, TURN({ 1, "## Turn 1 alice" }), "[turn.participant]");
	refused(d, TURN({ 1, "## Turn 1 —alice (claude-code / opus) — OPEN_TO_DEBATE" }), "[turn.participant]");
}

TEST(turn_identity)
{
	struct duel *d = *state;

	refused(d, TURN({ 1, "## Turn 1 — alice (codex / opus) — OPEN_TO_DEBATE" }),
		"t:1: error: [turn.identity] \"alice\" joined as (claude-code / opus), and the heading says \"(codex / opus)\"");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus-2) — OPEN_TO_DEBATE" }), "[turn.identity]");
	refused(d, TURN({ 1, "## Turn 1 — alice — OPEN_TO_DEBATE" }), "[turn.identity]");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code) — OPEN_TO_DEBATE" }), "[turn.identity]");
}

TEST(names_with_spaces_and_models_with_slashes_are_compared_whole)
{
	struct duel *d = *state;

	duel_floor(d, 2, GRANT_TURN);
	accepted(d, TURN({ 1, "## Turn 1 — bob jr. (codex / x/y-5) — OPEN_TO_DEBATE" }));
	refused(d, TURN({ 1, "## Turn 1 — bob (codex / x/y-5) — OPEN_TO_DEBATE" }), "[turn.participant]");
	refused(d, TURN({ 1, "## Turn 1 — bob jr. (codex / x) — OPEN_TO_DEBATE" }), "[turn.identity]");
}

TEST(turn_stance)
{
	struct duel *d = *state;
	static const char *const good[] = { "OPEN_TO_DEBATE", "CONVERGING", "ACCEPTING_CONSENSUS", "DISSENTING", "REVISING" };

	for (size_t i = 0; i < N(good); i++) {
		char heading[256];
		snprintf(heading, sizeof heading, "## Turn 1 — alice (claude-code / opus) — %s", good[i]);
		accepted(d, TURN({ 1, heading }));
	}
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus) — HAPPY" }), "t:1: error: [turn.stance] the heading ends with ` — ` and a stance, and "
		"\"HAPPY\" is none of OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, DISSENTING, REVISING");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus) — converging" }), "[turn.stance]");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus) — CONVERGING, really" }), "[turn.stance]");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus)" }), "[turn.stance]");
	refused(d, TURN({ 1, "## Turn 1 — alice (claude-code / opus) CONVERGING" }), "[turn.stance]");
}

TEST(a_rehearsal_without_the_floor_is_for_whom_it_names)
{
	struct duel *d = *state;

	duel_floor(d, 0, GRANT_NONE);
	accepted(d, TURN({ 0, NULL }));
	accepted(d, TURN({ 1, "## Turn 1 — bob jr. (codex / x/y-5) — OPEN_TO_DEBATE" }));
	refused(d, TURN({ 1, "## Turn 1 — bob jr. (codex / x) — OPEN_TO_DEBATE" }), "[turn.identity]");
	refused(d, TURN({ 1, "## Turn 1 — carol (codex / x) — OPEN_TO_DEBATE" }), "nobody of that name has joined");
	unsigned joined = d->ctx.n_seats;
	d->ctx.n_seats = 0;
	accepted(d, TURN({ 1, "## Turn 1 — carol (codex / x) — OPEN_TO_DEBATE" }));
	refused(d, TURN({ 1, "## Turn 1 — carol — OPEN_TO_DEBATE" }), "[turn.identity]");
	refused(d, TURN({ 1, "## Turn 1 — (codex / x) — OPEN_TO_DEBATE" }), "[turn.participant]");
	d->ctx.n_seats = joined;
}

/* -- section.* ------------------------------------------------------------------------------------------------------------------- */

TEST(sections_may_be_headings_of_level_3)
{
	struct duel *d = *state;

	accepted(d, TURN({ 3, "### Position" }, { 6, "### Counterpoints" }, { 12, "### agreements ###" }, { 15, "### Novel Argument" },
		{ 21, "### Unresolved Items" }));
	accepted(d, TURN({ 3, "__Position__" }, { 6, "**Counterpoints:**" }, { 12, "**Agreements**:" }, { 15, "**NOVEL ARGUMENT**" }));
	accepted(d, TURN({ 5, "**Counterpoints**" }, { 6, NULL }));
	accepted(d, TURN({ 3, "**Position**\n" }, { 6, "**Counterpoints**\n" }, { 21, "**Unresolved Items**\n" }));
}

TEST(section_missing)
{
	struct duel *d = *state;

	refused(d, TURN({ 3, NULL }), "t:1: error: [section.missing] the section Position is missing");
	refused(d, TURN({ 6, NULL }), "[section.missing] the section Counterpoints");
	refused(d, TURN({ 12, NULL }), "[section.missing] the section Agreements");
	refused(d, TURN({ 15, NULL }), "[section.missing] the section Novel Argument");
	refused(d, TURN({ 21, NULL }), "[section.missing] the section Unresolved Items");
	refused(d, TURN({ 3, "Position" }), "line 3 looks like its title");
	refused(d, TURN({ 3, "**Position:** Caching" }), "line 3 looks like its title");
	refused(d, TURN({ 14, NULL }), "line 14 looks like its title");
	refused(d, TURN({ 3, "#### Position" }), "[section.missing] the section Position");
	refused(d, TURN({ 3, "```\n**Position**\n```" }), "[section.missing] the section Position");
	refused(d, TURN({ 3, "> **Position**" }), "[section.missing] the section Position");
}

TEST(section_empty)
{
	struct duel *d = *state;

	refused(d, TURN({ 4, NULL }), "t:3: error: [section.empty] the section Position");
	refused(d, TURN({ 4, "..." }), "t:3: error: [section.empty]");
	refused(d, TURN({ 4, "…" }), "t:3: error: [section.empty]");
	refused(d, TURN({ 4, "<!-- to be written -->" }), "t:3: error: [section.empty]");
	refused(d, TURN({ 13, "\n-" }), "t:12: error: [section.empty] the section Agreements");
	refused(d, TURN({ 16, NULL }), "t:15: error: [section.empty] the novel argument states nothing");
	refused(d, TURN({ 22, NULL }), "t:21: error: [section.empty] the section Unresolved Items");
	accepted(d, TURN({ 4, "缓存有用 caching" }));
}

TEST(section_order)
{
	struct duel *d = *state;

	refused(d, TURN({ 3, "**Agreements**" }, { 12, "**Position**" }), "t:12: error: [section.order] Position stands behind");
	refused(d, TURN({ 15, "**Unresolved Items**" }, { 21, "**Novel Argument**" }), "t:21: error: [section.order]");
}

TEST(section_twice)
{
	struct duel *d = *state;

	refused(d, TURN({ 4, "Caching helps.\n\n**Position**\nIt does." }),
		"t:6: error: [section.twice] Position stands here again; it began at line 3");
	refused(d, TURN({ 22, "- x (blocking)\n\n### Position" }), "t:24: error: [section.twice]");
}

TEST(section_unknown)
{
	struct duel *d = *state;

	warned(d, TURN({ 4, "Caching helps.\n\n**Aside**\nIt does." }),
		"t:6: warning: [section.unknown] \"Aside\" is no section of a turn");
	warned(d, TURN({ 22, "- x (blocking)\n\n**Sources**\n- my own head" }), "t:24: warning: [section.unknown] \"Sources\"");
	accepted(d, TURN({ 4, "**In short**\nCaching helps." }));
	accepted(d, TURN({ 4, "Caching helps.\n\n**It really does.**\n\nIt does." }));
	accepted(d, TURN({ 4, "Caching helps\n**a lot**\nand often." }));
	accepted(d, TURN({ 18, "**Support**" }));
}

/* -- counterpoint.* --------------------------------------------------------------------------------------------------------------- */

TEST(counterpoint_none)
{
	struct duel *d = *state;

	refused(d, TURN({ 7, "Addresses: Source" }), "t:6: error: [counterpoint.none]");
	refused(d, TURN({ 7, "None." }, { 8, NULL }, { 9, NULL }, { 10, NULL }), "t:6: error: [counterpoint.none]");
	accepted(d, TURN({ 7, "Some remarks:\n\n- Addresses: Source" }));
	accepted(d, TURN({ 7, "1. Addresses: Source" }, { 8, "   Claim: it is" }, { 9, "   Support:" }, { 10, "   - https://a.org" }));
}

TEST(counterpoint_addresses)
{
	struct duel *d = *state;

	refused(d, TURN({ 7, "- Claim: a" }), "t:7: error: [counterpoint.addresses] the first counterpoint has no line `Addresses: …`");
	refused(d, TURN({ 7, "- Addresses:" }), "t:7: error: [counterpoint.addresses] the first counterpoint does not say what it addresses: "
		"`Turn M`, a heading of the source, or `Source`");
	refused(d, TURN({ 7, "- Addresses: Turn 1" }), "t:7: error: [counterpoint.addresses] the first counterpoint addresses turn 1");
	refused(d, TURN({ 7, "- Addresses: the weather" }), "t:7: error: [counterpoint.addresses]");
	refused(d, TURN({ 10, "    - https://a.org\n- Addresses: Turn 5\n  Claim: b\n  Support: https://b.org" }),
		"t:11: error: [counterpoint.addresses] the second counterpoint");
	accepted(d, TURN({ 7, "- **Addresses:** Rollout" }));
	accepted(d, TURN({ 7, "- **Addresses**: plan.md#rollout" }));
}

TEST(anything_may_be_addressed_without_a_source)
{
	struct duel *d = *state, bare;

	duel_init(&bare, NULL);
	duel_join(&bare, "alice", "claude-code", "opus");
	duel_join(&bare, "bob", "codex", "x");
	duel_floor(&bare, 1, GRANT_TURN);
	accepted(&bare, TURN({ 7, "- Addresses: the weather" }));
	refused(&bare, TURN({ 7, "- Addresses:" }), "does not say what it addresses: `Turn M`, or what of the topic");
	refused(&bare, TURN({ 10, "    - trust me" }), "a file reference (`notes.md:12`), `Turn M`");
	refused(&bare, TURN({ 7, "- Addresses: Turn 1" }), "[counterpoint.addresses]");
	duel_done(&bare);
	accepted(d, TURN({ 7, "- Addresses: Source" }));
}

TEST(counterpoint_claim)
{
	struct duel *d = *state;

	refused(d, TURN({ 8, NULL }), "t:7: error: [counterpoint.claim] the first counterpoint states no claim: a line `Claim: …`");
	refused(d, TURN({ 8, "  Claim:" }), "t:8: error: [counterpoint.claim]");
	refused(d, TURN({ 8, "  Claim: ..." }), "t:8: error: [counterpoint.claim]");
	refused(d, TURN({ 8, "  `Claim: a`" }), "t:7: error: [counterpoint.claim]");
	accepted(d, TURN({ 8, "  Claim:\n  nobody clears\n  what went bad" }));
	accepted(d, TURN({ 8, "  **Claim:** nobody clears" }));
	accepted(d, TURN({ 8, "\n  - Claim: nobody clears" }, { 9, "  - Support:" }, { 10, "    - Principle: x" }));
}

TEST(counterpoint_support)
{
	struct duel *d = *state;

	refused(d, TURN({ 9, NULL }, { 10, NULL }), "t:7: error: [counterpoint.support] the first counterpoint has no support");
	refused(d, TURN({ 10, NULL }), "t:7: error: [counterpoint.support] the first counterpoint has no valid support");
	refused(d, TURN({ 10, "    -" }), "t:7: error: [counterpoint.support]");
	refused(d, TURN({ 10, "    - https://a.org\n- Addresses: Source\n  Claim: b" }), "t:11: error: [counterpoint.support] the second");
	accepted(d, TURN({ 9, "  Support: https://example.org" }, { 10, NULL }));
	accepted(d, TURN({ 9, "  **Support:**" }));
	accepted(d, TURN({ 9, "  **Support**" }));
	accepted(d, TURN({ 9, "  Support:\n" }));
	accepted(d, TURN({ 10, "        - https://example.org\n        - Principle: x" }));
	accepted(d, TURN({ 10, "  https://example.org" }));
	accepted(d, TURN({ 10, "https://example.org" }));
}

/* -- support.* ------------------------------------------------------------------------------------------------------------------- */

TEST(support_kind)
{
	struct duel *d = *state;

	refused(d, TURN({ 10, "    - trust me" }), "t:10: error: [support.kind] a support is a URL, a file reference (`plan.md:12`), `Turn M` or "
		"`Principle: …`, and this one begins with \"trust me\"");
	refused(d, TURN({ 10, "    - https://a.org\n    - trust me" }), "t:11: error: [support.kind] ");
	refused(d, TURN({ 9, "  Support: trust me" }), "t:9: error: [support.kind] ");
	refused(d, TURN({ 19, "    - Principle: x\n    - trust me" }), "t:20: error: [support.kind] ");
	refused(d, TURN({ 19, "    - trust me" }), "t:19: error: [support.kind] ");
	refused(d, TURN({ 18, "Support:\n" }), "t:20: error: [support.kind] what stands under `Support:` here is code");
	accepted(d, TURN({ 10, "    - https://a.org and\n      trust me" }));
	accepted(d, TURN({ 10, "    - https://a.org\n      - trust me" }));
	accepted(d, TURN({ 10, "    - https://a.org\n\n      trust me" }));
	accepted(d, TURN({ 19, "- Principle: x" }));
	accepted(d, TURN({ 19, "Principle: x\nhttps://a.org" }));
	accepted(d, TURN({ 18, "Support: Principle: x" }, { 19, NULL }));
}

TEST(support_turn)
{
	struct duel *d = *state;

	refused(d, TURN({ 10, "    - Turn 1" }), "t:10: error: [support.turn] the support cites a turn, and there is none");
	refused(d, TURN({ 19, "    - Turn 2" }), "t:19: error: [support.turn] ");
}

TEST(support_source)
{
	struct duel *d = *state;

	refused(d, TURN({ 10, "    - plan.md" }), "t:10: error: [support.source] \"plan.md\" names nothing");
	refused(d, TURN({ 10, "    - plan.md#nowhere" }), "t:10: error: [support.source] the source has no heading \"nowhere\"");
	refused(d, TURN({ 19, "    - plan.md:6" }), "t:19: error: [support.source] the source has no line \"6\"");
	accepted(d, TURN({ 10, "    - plan.md:5" }));
	accepted(d, TURN({ 10, "    - plan.md#rollout: \"Failures are rare\"" }));
	accepted(d, TURN({ 10, "    - [the plan](plan.md#rollout)" }));
	accepted(d, TURN({ 10, "    - [the plan][p]" }, { 22, "- x (blocking)\n\n[p]: plan.md#rollout" }));
	accepted(d, TURN({ 10, "    - plan.md: \"Failures\n      are rare\"" }));
}

TEST(support_file)
{
	struct duel *d = *state;

	warned(d, TURN({ 10, "    - notes.md" }), "t:10: warning: [support.file] \"notes.md\" is another file than the source, which is cited as "
		"\"plan.md\", and was not looked into");
	warned(d, TURN({ 19, "    - `src/a.c:3`" }), "t:19: warning: [support.file] ");
}

/* -- novel.*, unresolved.flag ------------------------------------------------------------------------------------------------------ */

TEST(novel_support)
{
	struct duel *d = *state;

	refused(d, TURN({ 18, NULL }, { 19, NULL }), "t:15: error: [novel.support] the novel argument has no support");
	refused(d, TURN({ 19, NULL }), "t:15: error: [novel.support] the novel argument has no valid support");
	accepted(d, TURN({ 16, "- Claim: old prices lose customers" }, { 17, NULL }, { 18, "  Support:" }));
	accepted(d, TURN({ 19, "    - Principle: x\n\nAnd a \"word\" more." }));
}

TEST(unresolved_flag)
{
	struct duel *d = *state;

	refused(d, TURN({ 22, "- how long" }), "t:22: error: [unresolved.flag] \"how long\" ends neither");
	refused(d, TURN({ 22, "- a (blocking)\n- b (maybe)" }), "t:23: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- (blocking) how long" }), "t:22: error: [unresolved.flag]");
	refused(d, TURN({ 22, "None." }), "t:22: error: [unresolved.flag]");
	refused(d, TURN({ 22, "a (blocking)\n\nb" }), "t:24: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- \u00a0how long" }), "\u00a0how long\" ends neither");
	accepted(d, TURN({ 22, "- how long **(Blocking)**.\n- why\n  so (non-blocking)" }));
	accepted(d, TURN({ 22, "how long (blocking)" }));
	accepted(d, TURN({ 22, "how long\nan hour is (blocking)\n\nand why (non-blocking)" }));
	accepted(d, TURN({ 22, "- how long\nan hour is\n  here (blocking)\n\n- and why\n\n  it is that long (non-blocking)" }));
	accepted(d, TURN({ 22, "- how long (blocking)\n\n  It matters to whoever waits.\n- non-blocking I/O, blocking (once) or not (non-blocking)" }));
	accepted(d, TURN({ 22, "- None. (non-blocking)" }));
	accepted(d, TURN({ 22, "1. a (blocking)\n2. b (non-blocking)\n\n---" }));
}

#define ONE_FLAG "an item has exactly one flag, at its end: `(blocking)` or `(non-blocking)`"

TEST(an_unresolved_item_has_one_flag)
{
	struct duel *d = *state;
	static const char *const two[] = { "a (blocking) (non-blocking)", "~~a~~ (blocking) settled (non-blocking)", "a （blocking） b (non-blocking)",
		"a [blocking] b (non-blocking)", "a 【non-blocking】 b（blocking）", "a (non-blocking)\n  and b (non-blocking)", "(blocking) a (non-blocking)",
		"a ( Non‑Blocking ) (non-blocking)", "a (\n  blocking) (non-blocking)", "a (block​ing) (non-blocking)", "a (nonblocking) (non-blocking)",
		"a (ｂｌｏｃｋｉｎｇ) (non-blocking)", "a `(blocking)` (non-blocking)", "a (non-blocking)\n\n  b (blocking)", "a (blocking)\n\n  > b (non-blocking)" };

	for (size_t i = 0; i < N(two); i++) {
		char item[128];

		snprintf(item, sizeof item, "- x (blocking)\n- %s", two[i]);
		refused(d, TURN({ 22, item }), "t:23: error: [unresolved.flag] \"");
		assert_printed(d, "\" has two flags: " ONE_FLAG);
	}
	refused(d, TURN({ 22, "a (blocking) (non-blocking)" }), "t:22: error: [unresolved.flag] \"a (blocking) (non-blocking)\" has two flags");
}

TEST(a_list_in_an_unresolved_item_has_no_flag_of_its_own)
{
	struct duel *d = *state;

	refused(d, TURN({ 22, "- x (non-blocking)\n  - everything (blocking)" }), "has two flags: " ONE_FLAG);
	refused(d, TURN({ 22, "- x (non-blocking)\n  > - everything (blocking)" }), "has two flags");
	accepted(d, TURN({ 22, "- x (blocking)\n  - under load\n  - and at night" }));
}

TEST(no_flag_stands_beside_unresolved_items)
{
	struct duel *d = *state;

	refused(d, TURN({ 22, "- a (non-blocking)\n\nAll else\nis open (blocking)" }), "t:25: error: [unresolved.flag] \"is open (blocking)\" has a flag, and "
		"stands beside the items: make it one of the list; " ONE_FLAG);
	refused(d, TURN({ 22, "| all | (blocking) |\n|---|---|\n\n- a (non-blocking)" }), "t:22: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- a (non-blocking)\n\n> all (blocking)" }), "t:24: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- a (non-blocking)\n\n<p>all (blocking)</p>" }), "t:24: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- a (non-blocking)\n\n```\nall (blocking)\n```" }), "[unresolved.flag]");
	accepted(d, TURN({ 22, "Still open:\n- a (blocking)" }));
	accepted(d, TURN({ 22, "仍未解决：\n\n- a (blocking)" }));
	refused(d, TURN({ 22, "- a (blocking)\n\nBoth of us named it." }),
		"t:24: error: [unresolved.flag] \"Both of us named it.\" stands beside the items and is none: make it one of the list");
	refused(d, TURN({ 22, "Who pays is open.\n\n- a (blocking)" }), "t:22: error: [unresolved.flag]");
	refused(d, TURN({ 22, "- a (blocking)\n\nWer zahlt:\n\nist offen" }), "t:24: error: [unresolved.flag]");
	accepted(d, TURN({ 22, "- a (non-blocking)\n\n<!-- -->\n\n---\n\n- b (blocking)" }));
}

TEST(what_has_no_letter_and_no_digit_is_blank)
{
	struct duel *d = *state;
	static const char *const blanks[] = { "...", ".", "……", "。", "!?", "❓" };

	for (size_t i = 0; i < N(blanks); i++) {
		char item[64], entry[64], claim[64], addresses[64], says[128];

		snprintf(item, sizeof item, "- %s (non-blocking)", blanks[i]);
		snprintf(entry, sizeof entry, "    - Principle: %s", blanks[i]);
		snprintf(says, sizeof says, "t:19: error: [support.kind] the support names no principle: no letter or digit stands behind \"Principle: %s\"",
			blanks[i]);
		snprintf(claim, sizeof claim, "  Claim: %s", blanks[i]);
		snprintf(addresses, sizeof addresses, "- Addresses: %s", blanks[i]);
		refused(d, TURN({ 22, item }), "t:22: error: [unresolved.flag] the item says nothing before its flag");
		refused(d, TURN({ 19, entry }), says);
		refused(d, TURN({ 19, entry }), "t:15: error: [novel.support] the novel argument has no valid support");
		refused(d, TURN({ 8, claim }), "[counterpoint.claim]");
		refused(d, TURN({ 7, addresses }), "[counterpoint.addresses]");
		refused(d, TURN({ 4, blanks[i] }), "[section.empty] the section Position says nothing");
	}
	refused(d, TURN({ 22, "- (non-blocking)" }), "t:22: error: [unresolved.flag] the item says nothing before its flag");
	refused(d, TURN({ 22, "(blocking)" }), "t:22: error: [unresolved.flag] the item says nothing before its flag");
	refused(d, TURN({ 19, "    - Principle:" }), "[support.kind]");
	accepted(d, TURN({ 19, "    - Principle: ... 是" }, { 22, "- ... 是 (non-blocking)" }));
}

/* -- consensus.*, topic.drift, text.open, limits ------------------------------------------------------------------------------------ */

#define ACCEPTS "## Turn 1 — alice (claude-code / opus) — ACCEPTING_CONSENSUS"

TEST(consensus_blocking)
{
	struct duel *d = *state;

	refused(d, TURN({ 1, ACCEPTS }, { 22, "- a (blocking)\n- b (non-blocking)" }), "t:21: error: [consensus.blocking]");
	refused(d, TURN({ 1, ACCEPTS }, { 22, "- a (non-blocking)\n- b (blocking)" }), "t:21: error: [consensus.blocking]");
	accepted(d, TURN({ 22, "- a (blocking)\n- b (non-blocking)" }));
}

TEST(consensus_critique)
{
	struct duel *d = *state;

	accepted(d, TURN({ 1, ACCEPTS }));
	accepted(d, TURN({ 1, ACCEPTS }, { 22, "- no owner is named (non-blocking)" }));
	refused(d, TURN({ 1, ACCEPTS }, { 22, "- None (non-blocking)" }), "t:21: error: [consensus.critique]");
	refused(d, TURN({ 1, ACCEPTS }, { 22, "- n/a (non-blocking)" }), "t:21: error: [consensus.critique]");
	accepted(d, TURN({ 1, ACCEPTS }, { 13, "- Caching saves money.\n- Limitation: only for prices." }, { 22,
		"- None (non-blocking)" }));
	refused(d, TURN({ 1, ACCEPTS }, { 10, NULL }),
		"t:1: error: [consensus.critique] a turn that accepts consensus still has a counterpoint");
}

TEST(topic_drift)
{
	struct duel *d = *state;

	d->terms.topic = "The Königreich and its Weather";
	warned(d, TURN({ 0, NULL }), "t:1: warning: [topic.drift] no word of the topic");
	warned(d, TURN({ 4, "Weathering helps." }), "[topic.drift]");
	accepted(d, TURN({ 4, "The WEATHER helps." }));
	accepted(d, TURN({ 4, "Ein KÖNIGREICH hilft." }));
	d->terms.topic = "To be or not";
	accepted(d, TURN({ 0, NULL }));
	d->terms.topic = "缓存策略";
	accepted(d, TURN({ 4, "我们的缓存策略有用" }));
	d->terms.topic = "";
	accepted(d, TURN({ 0, NULL }));
}

TEST(text_open)
{
	struct duel *d = *state;

	refused(d, TURN({ 22, "- a (blocking)\n\n```\nb" }), "t:24: error: [text.open] a code fence");
	refused(d, TURN({ 22, "- a (blocking)\n\n<!-- b" }), "t:24: error: [text.open] an HTML comment");
	refused(d, TURN({ 22, "- a (blocking)\n\n<script>" }), "t:24: error: [text.open] an HTML block");
	refused(d, TURN({ 4, "~~~ x" }), "t:4: error: [text.open]");
	accepted(d, TURN({ 13, "- a\n\n```\nb\n```" }));
}

TEST(nesting)
{
	struct duel *d = *state;
	char deep[256];

	memset(deep, '>', 33);
	strcpy(deep + 33, "a");
	refused(d, TURN({ 4, deep }), "t:4: error: [limit.nesting]");
	refused_early(d, ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>\n", "[limit.nesting]");
	deep[32] = 'a';
	deep[33] = '\0';
	accepted(d, TURN({ 4, deep }));
}

/* -- beginnings ------------------------------------------------------------------------------------------------------------------- */

TEST(what_cannot_be_mended_is_refused_at_once)
{
	struct duel *d = *state;

	refused_early(d, "Hello\n", "t:1: error: [turn.one]");
	refused_early(d, "---\n\nHello\n", "t:3: error: [turn.one]");
	refused_early(d, "## Turn 2 — alice (claude-code / opus) — OPEN_TO_DEBATE\n", "[turn.number]");
	refused_early(d, "## Turn 1 — alice (claude-code / opus) — HAPPY\n", "[turn.stance]");
	refused_early(d, HEADING "\n\n# Again\n", "[turn.one]");
	refused_early(d, HEADING "\n\n**Position**\n\n**Counterpoints**\n", "[section.empty]");
	refused_early(d, HEADING "\n\n**Counterpoints**\n", "[section.missing]");
	refused_early(d, HEADING "\n\n**Position**\nx\n\n**Counterpoints**\nx\n\n**Agreements**\n", "[counterpoint.none]");
	refused_early(d, HEADING "\n\n**Position**\nx\n\n**Counterpoints**\n- Addresses: Source\n- Addresses: Source\n",
		"[counterpoint.claim]");
	refused_early(d,
		HEADING "\n\n**Position**\nx\n\n**Counterpoints**\n- Addresses: Source\n  Claim: a\n  Support: trust me\n- b\n", "[support.kind]");
	refused_early(d, HEADING "\n\n### Agreements\n\n### Position\n", "[section.order]");
}

TEST(what_may_yet_be_mended_is_not_refused)
{
	static const char *const begins[] = { "", "\n", "-", "---", "---\n", "#", "## Turn 2", "Hello",
		"## Turn 1 — alice (claude", HEADING, HEADING "\n\n**Position**\n",
		HEADING "\n\n**Position**\n\n**Counterpoints**", HEADING "\n\n**Position**\nx `\n**Counterpoints**\n",
			HEADING "\n\n**Position**\nx\n\n**Counterpoints**\n- a\n",
		HEADING "\n\n**Position**\nx\n\n**Counterpoints**\n- Addresses: Source\n  Claim: a\n  Support: [x]\n- b: [y]\n  Addresses: Source\n  Claim: z\n  Support: [y]\n",
		HEADING "\n\n```\n# a\n", HEADING "\n\n<!--\n# a\n", "## Terminal Conclusion\n\n**Outcome**: HAPPY\n", "## Terminal" };
	struct duel *d = *state;

	for (size_t i = 0; i < N(begins); i++)
		if (duel_try_bytes(d, begins[i], strlen(begins[i]), true))
			fail_msg("%s: %s", begins[i], utstring_body(&d->printed));
}

/* Line numbers are those of what was submitted: an old record, a token's line before it. */
TEST(lines_count_from_the_beginning_of_what_was_submitted)
{
	struct duel *d = *state;
	char *text = TURN({ 4, "Keeping results helps wherever  they are read far more often than written. \t" }, { 22, "- how long" });
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = strlen(text), .line0 = 100 };
	struct verdict v = { .n = 0 };

	format_socratic.judge(d->state, &d->ctx, &s, &v);
	assert_int_equal(v.findings.n, 1);
	assert_int_equal(v.findings.v[0].line, 122);
	verdict_free(&v);
	free(text);
}

/* -- what is drafted --------------------------------------------------------------------------------------------------------------- */

static void
assert_body(struct duel *d, const char *text, const char *turn)
{
	struct verdict v;

	assert_int_equal(duel_judge(d, ROW_DEBATE, text, strlen(text), false, &v), 0);
	assert_int_equal(v.n, 1);
	assert_int_equal(v.drafts[0].kind, ENTRY_TURN);
	assert_int_equal(v.drafts[0].form, DRAFT_TEXT);
	assert_int_equal(v.drafts[0].body_len, strlen(turn));
	assert_string_equal(v.drafts[0].body, turn);
	assert_string_equal(v.drafts[0].data, "{\"number\":1,\"stance\":\"OPEN_TO_DEBATE\",\"warnings\":[]}");
	verdict_free(&v);
}

TEST(the_record_keeps_the_writers_bytes_from_the_heading_on)
{
	struct duel *d = *state;
	char *turn = TURN({ 4, "Keeping results helps wherever  they are read far more often than written. \t" }), *framed = TURN({ 1, "\n\n---\n\n" HEADING }, { 4, "Keeping results helps wherever  they are read far more often than written. \t" },
		{ 22, "- how long an hour is (non-blocking)\n\n  \n" });

	assert_body(d, turn, turn);
	assert_body(d, framed, turn);
	framed[strlen(framed) - 5] = '\0';
	assert_body(d, framed, turn);
	free(framed);
	framed = mem_copy(turn, strlen(turn) - 1);
	assert_body(d, framed, turn);
	free(framed);
	free(turn);
}
