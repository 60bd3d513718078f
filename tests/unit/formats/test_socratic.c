/*
 * Format socratic on the new kit: whole debates as good agents write them, and texts that break one rule each.
 *
 * tests/corpus/socratic/accepted/LANGUAGE.md is a debate, its texts parted by `=== NAME`; refused/ as that of rounds.
 */
#include "tests/unit/formats/socratic_fixture.h"

static int
begin(void **state)
{
	(void)state;
	begin_with(CORPUS "plan.md");
	return 0;
}

EACH_TEST(begin, end);

TEST(a_consensus_is_reached_over_an_amendment)
{
	const struct socratic_facts *f;

	assert_int_equal(play(CORPUS "accepted/en.md", SIZE_MAX), 6);
	assert_int_equal(duel.order.phase, PHASE_ACCEPTED);
	f = socratic_facts(&duel);
	assert_string_equal(utstring_body(&f->statement),
		"Roll out in one night with the old store read-only and the archiver off.\nKeep the old store for one billing cycle."
		"\n\nThe person on call decides to stop.");
	assert_true(f->accepted);
	assert_int_equal(f->turn, 4);
}

static void
ends_in(const char *path, size_t texts, unsigned phase)
{
	assert_int_equal(play(path, SIZE_MAX), texts);
	assert_int_equal(duel.order.phase, phase);
}

TEST_ROW(a_dissent_is_a_debate_too_in_chinese, ends_in(CORPUS "accepted/zh.md", 4, PHASE_DISSENT))
/* Novel is what is no position, claim or novel argument before; a support or a question may come again. */
TEST_ROW(a_support_may_be_given_again_and_a_question_become_an_argument,
	ends_in(CORPUS "accepted/again.md", 2, PHASE_DEBATING))
TEST_ROW(two_who_dissent_may_both_conclude, ends_in(CORPUS "accepted/dissenting.md", 4, PHASE_DISSENT))
TEST_ROW(no_turn_follows_the_last_one, ends_in(CORPUS "accepted/full.md", 7, PHASE_FULL))

TEST(either_may_begin_and_nobody_speaks_twice_in_a_row)
{
	play(CORPUS "accepted/de.md", SIZE_MAX);
	assert_int_equal(debate_due(&duel, 2), KIND_TURN);
	assert_int_equal(debate_kind_of(&duel, 1, (struct reader){0}), -1);
	debate_lift(&duel);
	assert_int_equal(debate_due(&duel, 1), KIND_TURN);
}

TEST(an_acceptance_without_a_statement_is_warned_of)
{
	play(CORPUS "accepted/en-rich.md", SIZE_MAX);
	assert_true(is_warned(
		2, "Stance: ACCEPTING_CONSENSUS\n**Position**\nso\n**Counterpoints**\nNone.\n", "consensus.text"));
}

TEST(a_file_that_nobody_looks_up_is_warned_of)
{
	play(CORPUS "accepted/en-rich.md", SIZE_MAX);
	assert_true(is_warned(2, "**Novel Argument**\nso\nSupport: scripts/stop.sh\n", "support.file"));
}

TEST(rich_markdown_is_read_as_it_looks)
{
	const struct socratic_facts *f;

	assert_int_equal(play(CORPUS "accepted/en-rich.md", SIZE_MAX), 2);
	assert_int_equal(duel.ledger.n_moves, 3);
	f = socratic_facts(&duel);
	assert_int_equal(f->stance[1], REVISING);
	assert_int_equal(f->blocking[2], 2);
	assert_int_equal(f->blocking[1], 0);
}

TEST(items_and_points_have_ids)
{
	play(CORPUS "accepted/en.md", 2);
	struct ref ref = {.kind = &socratic_refs[REF_ITEM], .number = {3}};
	assert_non_null(ledger_find(&duel.ledger, &ref));
	ref.number[0] = 4;
	assert_null(ledger_find(&duel.ledger, &ref));
	ref = (struct ref){.kind = &socratic_refs[REF_POINT], .number = {2, 2}};
	assert_non_null(ledger_find(&duel.ledger, &ref));
	ref.number[1] = 3;
	assert_null(ledger_find(&duel.ledger, &ref));
}

TEST(a_sealed_opening_is_read_in_the_order_of_seats)
{
	static const char turn[] = "**Position**\nso\n**Counterpoints**\n- Addresses: Source\n  Claim: no\n  Support: Source:5\n"
				   "**Agreements**\nNone.\n**Novel Argument**\nx\nSupport: Source:5\n**Unresolved Items**\nNone.\n";

	terms.sealed_opening = true;
	debate_open(&duel);
	debate_apply(&duel, 2, turn, strlen(turn));
	assert_int_equal(duel.n, 0);
	assert_string_equal(handed_in(1, turn, NULL), "");
	assert_int_equal(duel.texts[0].seat, 1);
	assert_int_equal(duel.order.phase, PHASE_DEBATING);
	assert_int_equal(debate_due(&duel, 1), KIND_TURN);
}

static void
refused_text(const char *path, const char *name)
{
	char file[64], who[64], base[128];
	const char *sentence;
	unsigned before;
	char *text = test_owns(read_whole(path, &(size_t){0}));

	if (sscanf(text, "after: %63s %u %63s", file, &before, who) != 3)
		fail_msg("%s does not say what it comes after", path);
	end(NULL);
	begin(NULL);
	snprintf(base, sizeof base, CORPUS "accepted/%s", file);
	play(base, before);
	const char *body = strchr(text, '\n') + 1;
	if (debate_kind_of(&duel, *who == 'a' ? 1 : 2, (struct reader){0}) < 0)
		fail_msg("%s: it is not its move", path);
	const char *ids = handed_in(*who == 'a' ? 1 : 2, body, &sentence);
	if (strncmp(ids, name, strlen(ids)) || !*ids || strchr(".0123456789", name[strlen(ids)]) == NULL)
		fail_msg("%s: %s (%s)", path, *ids ? ids : "accepted", sentence);
}

TEST(a_text_that_breaks_a_rule_is_refused_by_it)
{
	each_file(CORPUS "refused/", refused_text);
}

/* A turn 1 that is accepted, with these in their places. */
#define TURN(head, position, addresses, claim, support, item) \
	head "**Position**\n" position "\n**Counterpoints**\n- Addresses: " addresses "\n  Claim: " claim "\n  Support:\n    - " support \
	"\n**Agreements**\nNone.\n**Novel Argument**\nSo it is.\nSupport: Principle: so\n**Unresolved Items**\n" item "\n"
#define PLAIN(head) TURN(head, "so", "the plan", "no", "Principle: so", "None.")

static void
is_told(const char *text, const char *ids)
{
	const char *sentence, *got = handed_in(1, text, &sentence);

	if (strcmp(got, ids))
		fail_msg("%s, not %s (%s):\n%s", got, ids, sentence, text);
	end(NULL);
	begin(NULL);
}

TEST(a_support_without_its_label_is_told_that_it_stays_english)
{
	static const char text[] = TURN("", "so", "the plan", "no", "Prinzip: so", "None.");
	const char *sentence;

	assert_string_equal(handed_in(1, text, &sentence), "support.kind");
	assert_non_null(strstr(sentence, "`Prinzip: so` has no URL, reference or file name (with a slash, or in backticks), nor the label `Principle:`, "));
}

TEST(the_heading_may_be_written_in_other_ways)
{
	is_told(PLAIN("## Turn 1 – alice (claude-code / opus) – OPEN_TO_DEBATE\n"), "");
	is_told(PLAIN("## Turn 1 -- alice (claude-code / opus) - open_to_debate\n"), "");
	is_told(PLAIN("##  Turn  1  —  alice  (claude-code / opus)  —  OPEN_TO_DEBATE\n"), "");
	is_told(PLAIN("## Turn １ —— alice（claude-code／opus）—— OPEN_TO_DEBATE\n"), "");
}

TEST(names_with_spaces_and_models_with_slashes_are_compared_whole)
{
	duel.seats[0] = (struct debate_seat){"bob jr.", "codex", "x/y-5", 0, 0};
	assert_string_equal(
		handed_in(1, PLAIN("## Turn 1 — bob (codex / x/y-5) — OPEN_TO_DEBATE\n"), NULL), "turn.participant");
	assert_string_equal(
		handed_in(1, PLAIN("## Turn 1 — bob jr. (codex / x) — OPEN_TO_DEBATE\n"), NULL), "turn.identity");
	is_told(PLAIN("## Turn 1 — bob jr. (codex / x/y-5) — OPEN_TO_DEBATE\n"), "");
}

TEST(what_has_no_letter_and_no_digit_is_blank)
{
	static const char *const blanks[] = {"...", ".", "……", "。", "!?", "❓"};

	is_told(PLAIN(""), "");
	for (size_t i = 0; i < N(blanks); i++) {
		const struct {
			const char *position, *addresses, *claim, *support, *item, *ids;
		} rows[] = {{blanks[i], "the plan", "no", "so", "None.", "section.empty"},
			{"so", blanks[i], "no", "so", "None.", "counterpoint.addresses"},
			{"so", "the plan", blanks[i], "so", "None.", "counterpoint.claim"},
			{"so", "the plan", "no", blanks[i], "None.", "support.kind"},
			{"so", "the plan", "no", "so", "", "item.missing"}};
		for (size_t k = 0; k < N(rows); k++) {
			char text[1024], item[64];
			snprintf(item, sizeof item, "- %s (non-blocking)", blanks[i]);
			snprintf(text, sizeof text, TURN("", "%s", "%s", "%s", "Principle: %s", "%s"), rows[k].position,
				rows[k].addresses, rows[k].claim, rows[k].support, *rows[k].item ? rows[k].item : item);
			is_told(text, rows[k].ids);
		}
	}
	is_told(TURN("", "so", "the plan", "no", "Principle: ... 是", "- ... 是 (non-blocking)"), "");
}

static size_t natural_texts;

/* It begins with `source: FILE`; `=== silence` is a clock that ends. */
static void
natural_debate(const char *path, const char *name)
{
	char source[64], source_path[512];
	char *text = test_owns(read_whole(path, &(size_t){0}));

	(void)name;
	if (sscanf(text, "source: %63s", source) == 1) {
		end(NULL);
		snprintf(source_path, sizeof source_path, CORPUS "natural/%s", source);
		begin_with(source_path);
		natural_texts += play(path, SIZE_MAX);
	}
}

TEST(a_natural_text_in_the_marks_of_the_blank_is_accepted)
{
	each_file(CORPUS "natural/", natural_debate);
	assert_true(natural_texts > 50);
}
