/*
 * Turns of an adversarial debate: one behind the other, blank and filled in, alone, and hostile.
 */
#include "tests/unit/validators/adversarial_fixture.h"

#include "tests/unit/validators/work.h"
#include "validators/adversarial/threads.h"

static struct adversarial d;

static int
begin(void **state)
{
	(void)state;
	adversarial_set_up(&d);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	adversarial_done(&d);
	return 0;
}

EACH_TEST(begin, end);

static void
assert_says(const char *what)
{
	if (!strstr(adversarial_said(&d), what))
		fail_msg("expected %s in:\n%s", what, adversarial_said(&d));
}

TEST(the_debate_of_the_corpus_is_accepted)
{
	adversarial_play(&d, 5);
	assert_int_equal(ledger_claims(d.ledger), 5);
	assert_int_equal(ledger_claim(d.ledger, 5)->status, CLAIM_CLOSED);
}

/* -- blanks -- */

static char *
blank_of(unsigned seat, bool example)
{
	UT_string out;
	unsigned n = ledger_turns(d.ledger);
	struct turn_ask ask = {.kb = d.kb, .snapshot = d.snapshot, .ledger = d.ledger, .number = n + 1,
		.side = adversarial_side_of(&d, seat), .opening = n < 2, .targets = d.targets, .n_targets = d.n_targets};
	utstring_init(&out);
	turn_blank(&ask, &adversarial_seats[seat - 1], example, &out);
	return utstring_body(&out);
}

static void
assert_blank_is_refused(unsigned seat)
{
	char *text = blank_of(seat, false);
	if (!adversarial_try(&d, seat, text, strlen(text), false, false))
		fail_msg("%s", text);
	free(text);
}

static void
take_example(unsigned seat)
{
	char *text = blank_of(seat, true);
	adversarial_take(&d, seat, text);
	if (*adversarial_said(&d))
		fail_msg("%s%s", text, adversarial_said(&d));
	free(text);
}

TEST(an_example_is_accepted_wherever_the_debate_stands_and_a_blank_is_not)
{
	static const unsigned seats[] = {MONA, TESS, SAM, TESS, MONA, SAM, TESS, MONA};
	for (size_t i = 0; i < N(seats); i++) {
		assert_blank_is_refused(seats[i]);
		take_example(seats[i]);
	}
}

TEST(a_blank_has_the_objections_that_wait_and_what_was_written)
{
	adversarial_play(&d, 5);
	adversarial_take(&d, SAM,
		"## Turn 6 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: Turn 4\n\n**Claims**\n"
		"- object L-005: the standard has no recipe [kb/sources/standards/ecma-48-1991-tabulation.md]\n\n**Argument**\nSo.\n");
	d.targets[d.n_targets++] = "kb/edges.md";
	char *text = blank_of(MONA, false);
	assert_non_null(strstr(text, "**Rulings**\n- reaffirm L-005: ...\n"));
	assert_non_null(strstr(text, "**Mutations**\n- kb/edges.md: ...\n"));
	free(text);
	take_example(MONA);
	assert_true(ledger_claim(d.ledger, 5)->final);
}

/* -- alone -- */

TEST(a_turn_alone_is_judged_by_its_form)
{
	static const char good[] = "## Turn 9 — tom (h / m) — debater-x\n\n**Answers**: L-9\n\n**Claims**\n- rebut L-9: no [arg-1]\n\n"
				   "**Argument**\nSo.\n",
			  bad[] = "## Turn 9 — tom (h / m) — moderator\n\n**Rulings**\n- rule L-9: no\n";
	d.ctx.n_seats = 0;
	assert_int_equal(adversarial_try(&d, TESS, good, strlen(good), false, true), 0);
	assert_int_not_equal(adversarial_try(&d, TESS, bad, strlen(bad), false, true), 0);
	assert_says("[item.form]");
}

/* -- moves of one turn -- */

/* What a thread has not cited is so once: twice in one turn it lifts a claim by one step. */
TEST(one_new_citation_defends_once)
{
	adversarial_play(&d, 2);
	adversarial_take(&d, MONA, "## Turn 3 — mona (gemini / pro) — moderator\n\n**Rulings**\n- find L-002 rebutted: one reader\n");
	static const char text[] = "## Turn 4 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: L-002\n\n**Claims**\n"
				   "- defend L-002: it is a matter of choice [arg-009: contested]\n"
				   "- defend L-002: and of who may make it [arg-009: contested]\n\n**Argument**\nSo.\n";
	assert_int_not_equal(adversarial_try(&d, TESS, text, strlen(text), false, false), 0);
	assert_says("t:7: error: [claim.move]");
	char *two = mem_strdup(text);
	memcpy(strrchr(two, '[') + 5, "01: robust]\n\n**Argument**\nSo.\n", 31);
	adversarial_take(&d, TESS, two);
	assert_int_equal(ledger_claim(d.ledger, 2)->status, CLAIM_OPEN);
	free(two);
}

/* A move that is refused has moved nothing: the next on the same claim is told nothing. */
TEST(what_is_refused_does_not_stand_before_the_next_item)
{
	static const char text[] = "## Turn 6 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: L-003\n\n**Claims**\n"
				   "- withdraw L-003: it was never ours\n"
				   "- rebut L-003: a guide that gives a reason has not looked for one [arg-009: contested]\n\n**Argument**\nSo.\n";
	adversarial_play(&d, 5);
	assert_int_not_equal(adversarial_try(&d, TESS, text, strlen(text), false, false), 0);
	assert_says("t:6: error: [claim.move]");
	assert_null(strstr(adversarial_said(&d), "t:7:"));
}

/* -- what is open -- */

static void
assert_threads(const char *file)
{
	char *path = mem_format(ADVERSARIAL_CORPUS "threads/%s", file);
	size_t len;
	char *want = read_whole(path, &len);
	UT_string out;
	utstring_init(&out);
	threads_render(d.ledger, d.kb, &out);
	if (strcmp(utstring_body(&out), want))
		fail_msg("%s, and not:\n%s", path, utstring_body(&out));
	utstring_done(&out);
	free(want);
	free(path);
}

TEST(threads_have_what_is_most_pressing_first)
{
	assert_threads("empty.md");
	adversarial_play(&d, 5);
	assert_threads("plain.md");
	adversarial_take(&d, SAM,
		"## Turn 6 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: L-001\n\n**Claims**\n"
		"- object L-005: the standard has no recipe [kb/sources/standards/ecma-48-1991-tabulation.md]\n"
		"- rebut L-001: what is gained is paid for in alignment [arg-002]\n\n**Argument**\nSo.\n");
	assert_threads("objected.md");
}

static size_t
count_listed(enum claims_listed which)
{
	UT_string out;
	utstring_init(&out);
	size_t n = claims_put(d.ledger, d.kb, which, &out);
	utstring_done(&out);
	return n;
}

TEST(a_claim_is_thin_that_stands_on_nothing_but_what_is_contested_or_worse)
{
	adversarial_play(&d, 5);
	assert_int_equal(count_listed(CLAIMS_THIN), 1);
	assert_int_equal(count_listed(CLAIMS_OPEN), 4);
	assert_int_equal(count_listed(CLAIMS_CLOSED), 1);
	assert_int_equal(count_listed(CLAIMS_OBJECTED), 0);
	adversarial_change(&d, "arguments/arg-001-tabs-adapt-to-readers.md", "status: robust", "status: contested");
	assert_int_equal(count_listed(CLAIMS_THIN), 2);
}

static bool
threads_have(const char *what)
{
	UT_string out;
	utstring_init(&out);
	threads_render(d.ledger, d.kb, &out);
	bool have = strstr(utstring_body(&out), what);
	utstring_done(&out);
	return have;
}

/* C-001 is between arg-001 and arg-002, C-002 between arg-005 and arg-008. */
TEST(contradictions_are_told_that_touch_what_is_contested_or_weak_and_was_cited)
{
	static const char one[] = "- C-001: what a width that can be set is worth (arg-001, arg-002)\n", two[] = "- C-002: ";
	static const char *const one_path = "arguments/arg-001-tabs-adapt-to-readers.md", *const eight = "arguments/arg-008-mixed-files-are-worst.md";
	adversarial_play(&d, 5);
	assert_false(threads_have(one));
	adversarial_change(&d, one_path, "status: robust", "status: contested");
	assert_true(threads_have(one));
	assert_true(threads_have("- arg-001 (contested), cited in 2 claims: "));
	adversarial_change(&d, one_path, "status: contested", "status: weak");
	assert_true(threads_have(one));
	adversarial_change(&d, one_path, "status: weak", "status: refuted");
	assert_false(threads_have(one));
	assert_false(threads_have("- arg-001 ("));
	/* Nobody has cited arg-008. */
	adversarial_change(&d, eight, "status: robust", "status: weak");
	assert_false(threads_have(two));
	assert_false(threads_have("- arg-008 ("));
}

/* arg-001 stands for Q-1 and supports arg-003, which stands for Q-2; arg-009 addresses arg-003. */
TEST(a_question_is_addressed_by_what_stands_for_it_and_by_what_addresses_that)
{
#define FIRST(cites) \
	"## Turn 1 — tess (claude-code / opus) — debater-tabs\n\n**Claims**\n- new: as it is shown [" cites "]\n\n**Argument**\nSo.\n"
	assert_true(threads_have("- Q-1: "));
	adversarial_take(&d, TESS, FIRST("arg-001"));
	assert_false(threads_have("- Q-1: "));
	assert_true(threads_have("- Q-2: "));
	adversarial_done(&d);
	adversarial_set_up(&d);
	adversarial_take(&d, TESS, FIRST("arg-009"));
	assert_false(threads_have("- Q-2: "));
	assert_true(threads_have("- Q-3: "));
}

TEST(a_deflection_on_one_layer_has_an_edge_of_bearing_in_one_direction_or_the_other)
{
	static const char text[] = "## Turn 6 — mona (gemini / pro) — moderator\n\n**Deflections**\n"
				   "- deflection spaces arg-004 → arg-001 (Turn 2): no answer\n";
	static const char first[] = "arg-001 supports arg-003 \"what can be set can be set to one\"";
	adversarial_play(&d, 5);
	for (enum kb_edge_type type = 0; type < KB_EDGE_TYPES; type++)
		for (int back = 0; back < 2; back++) {
			bool bearing = type == KB_TANGENTIAL_TO || type == KB_SCOPE_MISMATCH_WITH || type == KB_LAYER_SHIFT_FROM;
			char *with = mem_format("arg-00%d %s arg-00%d \"\"\n%s", back ? 1 : 4, kb_edge_names[type], back ? 4 : 1, first);
			if (type == KB_DERIVED_FROM_SOURCE) {
				free(with);
				continue;
			}
			adversarial_change(&d, "edges.md", first, with);
			int err = adversarial_try(&d, MONA, text, strlen(text), false, false);
			if ((err == 0) != bearing)
				fail_msg("%s: %d %s", with, err, adversarial_said(&d));
			adversarial_change(&d, "edges.md", with, first);
			free(with);
		}
}

/* sam answers arg-003 with arg-004. An edge of bearing alone is warned of, and any other beside it, there or back, reaches. */
TEST(a_claim_deflects_that_reaches_what_it_answers_by_edges_of_bearing_alone)
{
	static const char text[] = "## Turn 6 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: L-002\n\n**Claims**\n"
				   "- rebut L-002: those who write are paid, and ask for nothing [arg-004: weak]\n\n**Argument**\nSo.\n";
	static const char edge[] = "arg-004 tangential-to arg-003";
	adversarial_play(&d, 5);
	for (enum kb_edge_type type = 0; type < KB_EDGE_TYPES; type++)
		for (int way = 0; way < 3; way++) {
			bool bearing = type == KB_TANGENTIAL_TO || type == KB_SCOPE_MISMATCH_WITH || type == KB_LAYER_SHIFT_FROM;
			char *with = way == 0 ? mem_format("arg-004 %s arg-003", kb_edge_names[type])
				: mem_format("arg-00%d %s arg-00%d \"\"\n%s", way == 1 ? 3 : 4, kb_edge_names[type], way == 1 ? 4 : 3, edge);
			if (type == KB_DERIVED_FROM_SOURCE) {
				free(with);
				continue;
			}
			adversarial_change(&d, "edges.md", edge, with);
			assert_int_equal(adversarial_try(&d, SAM, text, strlen(text), false, false), 0);
			if (!strstr(adversarial_said(&d), "[claim.deflects]") == bearing)
				fail_msg("%s: %s", with, adversarial_said(&d));
			adversarial_change(&d, "edges.md", with, edge);
			free(with);
		}
}

/* arg-009 addresses what the claim itself stands on, and only touches what was said against it. */
TEST(a_defence_answers_what_was_said_against_the_claim_and_not_the_claim)
{
	static const char text[] = "## Turn 6 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: L-002\n\n**Claims**\n"
				   "- defend L-002: whose choice it is says who pays for it [arg-009]\n\n**Argument**\nSo.\n";
	static const char first[] = "arg-009 addresses arg-003";
	adversarial_play(&d, 5);
	assert_int_equal(adversarial_try(&d, TESS, text, strlen(text), false, false), 0);
	assert_null(strstr(adversarial_said(&d), "claim.deflects"));
	adversarial_change(&d, "edges.md", first, "arg-009 tangential-to arg-004 \"\"\narg-009 addresses arg-003");
	assert_int_equal(adversarial_try(&d, TESS, text, strlen(text), false, false), 0);
	assert_non_null(strstr(adversarial_said(&d), "[claim.deflects] arg-009 reaches arg-004, which is answered here, only by `tangential-to`"));
}

/* A source that came in the debate was not there before, and that is no Criticism of it. */
TEST(a_new_source_debunks_nothing_until_it_is_criticised)
{
	static const char ruling[] = "## Turn 7 — mona (gemini / pro) — moderator\n\n**Rulings**\n"
				     "- close L-006 (arg-004) as source-debunked: Turn 6 has no other [arg-004]\n";
	static const char path[] = "sources/reports/new.md", criticism[] = "\n- **Criticism**: it is a draft\n";
	char *text = mem_format("---\ntitle: New\njournal_or_source: j\nyear: 2001\nurl: https://a.org\ndate_accessed: 2024-01-01\n"
				"source_type: report\nkey_finding: k\n---\n\n- **Finding**: k\n%s", criticism);
	adversarial_play(&d, 5);
	for (int with = 0; with < 2; with++) {
		kb_set_put(d.set, path, text, strlen(text) - (with ? 0 : strlen(criticism)));
		kb_drop(d.kb);
		d.kb = kb_set_read(d.set);
		if (!with)
			adversarial_take(&d, SAM, "## Turn 6 — sam (codex / gpt-5) — debater-spaces\n\n**Answers**: L-002\n\n**Claims**\n"
				"- new: pay follows the habit [arg-004: weak] [kb/sources/reports/new.md]\n\n**Argument**\nSo.\n");
		int err = adversarial_try(&d, MONA, ruling, strlen(ruling), false, false);
		if ((err == 0) != with)
			fail_msg("%d: %s", err, adversarial_said(&d));
		assert_int_equal(!strstr(adversarial_said(&d), "no source that L-006 or arg-004 cites has Criticism"), with);
	}
	free(text);
}

/* -- hostile -- */

static char *
repeated(const char *before, const char *again, size_t times, const char *behind)
{
	UT_string s;
	utstring_init(&s);
	utstring_reserve(&s, times * strlen(again) + 4096);
	utstring_printf(&s, "%s", before);
	for (size_t i = 0; i < times; i++)
		utstring_bincpy(&s, again, strlen(again));
	utstring_printf(&s, "%s", behind);
	return utstring_body(&s);
}

static void
judge_work(void *arg, const char *text, size_t len)
{
	(void)arg;
	adversarial_try(&d, TESS, text, len, false, false);
}

TEST(judging_is_work_in_proportion_to_the_text)
{
#define HEAD "## Turn 6 — tess (claude-code / opus) — debater-tabs\n\n**Answers**: Turn 5"
#define CLAIMS HEAD "\n\n**Claims**\n- new: so it is "
#define TAIL "\n\n**Argument**\nSo.\n"
	static const struct {
		const char *before, *again, *behind;
	} texts[] = {
		{CLAIMS, "[", TAIL},
		{CLAIMS, "[\n", "]" TAIL},
		{CLAIMS, "[arg-001] ", TAIL},
		{CLAIMS, "[arg-001]\n", TAIL},
		{CLAIMS "[", "arg-001, ", "]" TAIL},
		{CLAIMS, "【arg-001：robust】", TAIL},
		{CLAIMS, "[a](kb/sources/x.md) ", TAIL},
		{CLAIMS "[arg-001]\n", "- rebut L-001: no [arg-002]\n", TAIL},
		{CLAIMS "[arg-001]\n", "- new: no\n", TAIL},
		{CLAIMS "[arg-001]\n\n", "- \n", TAIL},
		{CLAIMS "[arg-001]", " - L-001:", TAIL},
		{HEAD, ", L-001", TAIL},
		{HEAD, ", 7", TAIL},
		{HEAD "\n", "**Answers**: L-001\n", TAIL},
		{HEAD "\n\n**Mutations**\n", "- kb/edges.md: x\n", ""},
		{HEAD "\n\n", "**Claims**\n\n", TAIL},
	};
	adversarial_play(&d, 5);
	for (size_t i = 0; i < N(texts); i++) {
		size_t times = 6000 / strlen(texts[i].again);
		char *few = repeated(texts[i].before, texts[i].again, times, texts[i].behind),
		     *many = repeated(texts[i].before, texts[i].again, times * WORK_GROWTH, texts[i].behind);
		uint64_t small, large;
		if (!work_in_proportion(judge_work, NULL, few, strlen(few), many, strlen(many), &small, &large))
			fail_msg("%zu: %zu bytes are %.1f times the work of %zu", i, strlen(many), (double)large / (double)small,
				strlen(few));
		free(few);
		free(many);
	}
}

/* Four hundred numbers in six bytes: each is there already. */
TEST(a_range_of_turns_that_is_said_again_costs_a_few_steps_for_each_of_them)
{
	adversarial_play(&d, 5);
#define SECTION "## Turn 6 — tess (claude-code / opus) — debater-tabs\n\n**Answers**\nTurn 5"
	char *one = repeated(SECTION, ",\n    7", 4000, TAIL), *all = repeated(SECTION, ",\n1-399", 4000, TAIL);
	uint64_t small, large;
	assert_int_equal(strlen(one), strlen(all));
	if (!work_in_proportion(judge_work, NULL, one, strlen(one), all, strlen(all), &small, &large))
		fail_msg("a range is %.1f times the work of a number", (double)large / (double)small);
	free(one);
	free(all);
}
