/* Blanks: what the table prints is read by the table. */
#include "tests/unit/formats/fixture.h"

#include "validators/kit/ledger.h"

static struct parsed p;
static UT_string out;

EACH_TEST_DOES(utstring_init(&out);, parsed_free(&p); utstring_done(&out););

TEST(a_blank_has_every_section_item_and_label)
{
	blank_print(&fixture_kind, NULL, &out);
	assert_string_equal(utstring_body(&out),
		"Winner: …\nGenuine disagreement: …\n\n**Stance**\n…\n\n**Answers**\n"
		"- [correctness] …\n  Evidence: …\n  Risk: …\n  Now: …\n- [security] …\n  Evidence: …\n  Risk: …\n  Now: …\n"
		"- [experience] …\n  Evidence: …\n  Risk: …\n  Now: …\n\n**Counterpoints**\n- Addresses: …\n  Claim: …\n"
		"  Support: …\n\n**Mutations**\n- …\n\n**Novel Argument**\n…\nSupport: …\n\n**Proposer's position**\n…\n\n**Reasons**\n- …\n");
}

TEST(a_blank_that_nobody_filled_in_is_refused)
{
	FINDINGS fs = {0};

	blank_print(&fixture_kind, NULL, &out);
	p = read_text(utstring_body(&out));
	parts_missing(&p, &fs);
	assert_true(fs.n > 5);
}

TEST(a_blank_that_is_filled_in_lacks_nothing)
{
	struct findings fs = {0};

	blank_print(&fixture_kind, NULL, &out);
	UT_string *filled = test_string();
	for (const char *s = utstring_body(&out), *dots; *s; s = dots) {
		dots = strstr(s, "…");
		utstring_bincpy(filled, s, dots ? (size_t)(dots - s) : strlen(s));
		if (!dots)
			break;
		utstring_printf(filled, "%s",
			!strncmp(dots - 2, "- ", 2) ? "lower arg-001"
			: strncmp(dots - 6, "ment: ", 6) ? "so it is" : "high");
		dots += strlen("…");
	}
	p = read_text(utstring_body(filled));
	parts_missing(&p, &fs);
	if (fs.n)
		fail_msg("%s: %s\n%s", fs.v[0].rule->id, fs.v[0].text, utstring_body(filled));
	assert_int_equal(p.n_sections, 8);
	assert_int_equal(p.n_items, 5);
}

TEST(a_blank_has_an_item_for_each_point_that_is_due)
{
	static const struct verb_row verbs[] = {{"conceded", STATE(0), 1, BY_OTHER, 0}, {"rebutted", STATE(0), 2, BY_OTHER, 0},
		{"unsupported", STATE(0), 2, BY_OTHER, NEEDS_BARE}, {"held", STATE(1), 1, BY_OTHER, 0}, {0}};
	static const struct part parts[] = {{.title = "Answers", .shape = ITEMS, .verbs = verbs, .labels = point_labels}, {0}};
	static const struct kind kind = {"answers", parts};
	static const struct due_row due = {STATE(0), BY_OTHER, .since = 0};
	struct ledger ledger = {0};

	p = read_text("**Answers**\n- a point\n- another\n  Evidence: x\n");
	for (size_t i = 0; i < p.n_items; i++)
		ledger_raise(&ledger, &fixture_refs[4], 1, &p, &p.items[i], &(struct mover){2, 1}, 0);
	blank_print(&kind, &(struct blank_points){"Answers", &ledger, &due, 1}, &out);
	assert_string_equal(utstring_body(&out),
		"**Answers**\n- C1.1: conceded|rebutted|unsupported — …\n  Evidence: …\n  Risk: …\n  Now: …\n"
		"- C1.2: conceded|rebutted — …\n  Evidence: …\n  Risk: …\n  Now: …\n");
	ledger_free(&ledger);
}
