/* A record of rounds taken apart, and what the filesystem writes into it read again. */
#include "tests/unit/validators/rounds_duel_fixture.h"

#include "validators/rounds/head.h"

static void
put_part(void *arg, const struct part *p)
{
	static const char *const kinds[ENTRY_KINDS] = { [ENTRY_HEAD] = "head", [ENTRY_TURN] = "turn", [ENTRY_NOTE] = "note",
		[ENTRY_CONCLUSION] = "conclusion" };

	utstring_printf((UT_string *)arg, "%s %u %s %s %s at %d%s%s\n", kinds[p->kind], p->number, p->name ? p->name : "-",
		p->harness ? p->harness : "-", p->model ? p->model : "-", p->line, p->data ? " " : "", p->data ? p->data : "");
}

static void
assert_parts(const char *text, const char *parts)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	format_rounds.split(text, strlen(text), put_part, &out);
	assert_string_equal(utstring_body(&out), parts);
	utstring_done(&out);
}

TEST(texts_without_a_head_are_their_roles)
{
	assert_parts("## Round 1 — Proposer (claude / opus)\n\nx\n\n## Round 1 — Challenger (gemini / a/b)\n\ny\n",
		"turn 1 proposer claude opus at 1\nturn 2 challenger gemini a/b at 5\n");
	assert_parts("---\n\n## Summary of rounds 1-2\n\nx\n\n---\n\n## Debate Summary\n\ny\n",
		"turn 9 orchestrator - - at 3\nconclusion 0 orchestrator - - at 9\n");
	assert_parts("no debate\n", "turn 0 - - - at 1\n");
	assert_parts("", "turn 0 - - - at 1\n");
	assert_parts("## Round 1 — Judge (a / b)\n\n```\n## Debate Summary\n```\n\n> ## Debate Summary\n", "turn 1 - a b at 1\n");
}

TEST(the_line_with_the_points_of_a_challenge_is_told_from_its_text)
{
	assert_parts("## Round 1 — Challenger (gemini / b)\n\n- y\n\n> Points of round 1: C1.1, C1.2, 2026-11-20T22:30:00Z\n\n---\n\n"
		     "## Round 2 — Proposer (claude / opus)\n\nx\n",
		"turn 2 challenger gemini b at 1\nnote 0  - - at 5\nturn 4 proposer claude opus at 9\n");
	assert_parts("## Round 1 — Challenger (gemini / b)\n\n> Points of round 1: C1.1, of no day\n", "turn 2 challenger gemini b at 1\n");
}

TEST(a_record_names_who_has_a_role_by_its_head)
{
	struct duel d;
	UT_string record;

	duel_init(&d, 3);
	d.terms.topic = "a | b *c* (d)";
	assert_null(duel_sit(&d, "Bo_b*", "challenger", "gemini", "g/3"));
	assert_null(duel_sit(&d, "al ice", "proposer", "claude", "opus"));
	utstring_init(&record);
	format_rounds.head(&d.ctx, &record);
	utstring_printf(&record, "\n---\n\n## Round 1 — Proposer (claude / opus)\n\nx\n"
		"\n> Round 1: Challenger Bo\\_b\\* failed (it \\*broke\\* (twice)). Warning: the proposer's position stands uncontested. "
		"2026-11-20T22:30:00Z\n");
	assert_parts(utstring_body(&record), "head 0 - - - at 1\nturn 1 al ice claude opus at 22\nnote 0 Bo_b* - - at 26 "
		"{\"note\":\"failed\",\"role\":\"challenger\",\"round\":1,\"reason\":\"it *broke* (twice)\"}\n");
	struct head_facts h;
	format_rounds.head_read(utstring_body(&record), utstring_len(&record), &h);
	assert_string_equal(h.topic, "a | b *c* (d)");
	assert_int_equal(h.rounds, 3);
	assert_int_equal(h.n_seats, 2);
	assert_string_equal(h.seats[0].name, "al ice");
	assert_string_equal(h.seats[1].model, "g/3");
	head_facts_free(&h);
	utstring_done(&record);
	duel_done(&d);
}

TEST(what_the_filesystem_writes_of_a_failure_reads_again_and_nothing_like_it)
{
	static const char *const bad[] = {
		"> Round 1: Challenger bob failed (x). 2026-11-20T22:30:00Z",
		"> Round 2: Challenger bob failed (x). Warning: the proposer's position stands uncontested. 2026-11-20T22:30:00Z",
		"> Round 2: Orchestrator bob failed (x). This round is incomplete, and the verdict is on those before it. 2026-11-20T22:30:00Z",
		"> Round 2: Challenger bob failed (x). This round is incomplete, and the verdict is on those before it. yesterday",
		"> Round 2: Challenger bob failed (). This", "> Round", ">", "",
		"Round 2: Challenger bob failed (x). This round is incomplete, and the verdict is on those before it. 2026-11-20T22:30:00Z",
	};
	struct rounds_failure_line line;

	for (enum rounds_role role = 0; role < ROLE_ORCHESTRATOR; role++)
		for (unsigned round = 1; round <= 2; round++) {
			char *note = rounds_head_failure(role, round, "b_*o*", "no. (way)", 1795213800000);
			assert_memory_equal(note, "> ", 2);
			assert_true(rounds_head_failure_read(note, strlen(note) - 1, &line));
			assert_int_equal(line.role, role);
			assert_int_equal(line.round, round);
			assert_string_equal(line.name, "b_*o*");
			assert_string_equal(line.reason, "no. (way)");
			assert_int_equal(line.time_ms, 1795213800000);
			free(line.name);
			free(line.reason);
			free(note);
		}
	for (size_t i = 0; i < N(bad); i++)
		if (rounds_head_failure_read(bad[i], strlen(bad[i]), &line))
			fail_msg("%s", bad[i]);
}
