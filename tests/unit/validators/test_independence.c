/* A seat that decides between sides, and what it has in common with them. */
#include "tests/unit/test.h"

#include "validators/kit/show.h"

static const struct debate_role sides_and_judge[] = {{.name = "proposition"}, {.name = "opposition"}, {"judge", .decides = true}, {0}};

/* The first lines of conclusion.md of a debate of alice, bob and carol. */
static void
says(const struct debate_role *roles, const char *const harness[3], const char *const model[3], const char *want)
{
	const struct format format = {.roles = roles};
	struct debate_seat seats[] = {{"alice", harness[0], model[0], 1, 0}, {"bob", harness[1], model[1], 2, 0},
		{"carol", harness[2], model[2], 3, 0}};
	struct debate d = {.format = &format, .roles = roles, .seats = seats, .n_seats = 3};

	UT_string *out = test_string();
	debate_print_cautions(&d, out);
	assert_string_equal(utstring_body(out), want);
}

#define WORDS(...) ((const char *const[3]){__VA_ARGS__})
static const char *const apart[] = {"claude-code", "codex", "opencode"};

TEST(a_judge_with_the_model_of_a_side_is_warned_of)
{
	says(sides_and_judge, apart, WORDS("opus", "gpt-6", "opus"), "Caution: carol decides, and has the model of alice.\n\n");
	says(sides_and_judge, apart, WORDS("opus", "GPT-6", "gpt-6"), "Caution: carol decides, and has the model of bob.\n\n");
}

TEST(what_is_shared_with_several_sides_is_one_clause)
{
	says(sides_and_judge, WORDS("a", "b", "b"), WORDS("opus", "gpt-6", "opus"),
		"Caution: carol decides, and has the model of alice and the harness of bob.\n\n");
	says(sides_and_judge, WORDS("a", "a", "a"), WORDS("opus", "gpt-6", "gemini"), "Caution: carol decides, and has the harness of alice and bob.\n\n");
}

TEST(the_same_harness_with_another_model_is_shown)
{
	says(sides_and_judge, WORDS("claude-code", "codex", "claude-code"), WORDS("opus", "gpt-6", "haiku"),
		"Caution: carol decides, and has the harness of alice.\n\n");
}

TEST(the_same_harness_with_a_model_that_nobody_knows_is_warned_of)
{
	says(sides_and_judge, WORDS("claude-code", "codex", "codex"), WORDS("opus", "gpt-6", "unknown-model"),
		"Caution: carol decides, and has the harness of bob.\n\n");
}

TEST(what_is_unknown_is_like_nothing)
{
	says(sides_and_judge, WORDS("unknown", "unknown", "unknown"), WORDS("unknown-model", "unknown-model", "unknown-model"), "");
	says(sides_and_judge, apart, WORDS("opus", "gpt-6", "unknown-model"), "");
	says(sides_and_judge, apart, WORDS("human", "human", "Human"), "");
	says(sides_and_judge, WORDS("a", "a", "gemini"), WORDS("opus", "gpt", "pro"), "");
}

TEST(an_orchestrator_decides_and_in_a_debate_of_two_nobody_does)
{
	static const struct debate_role roles[] = {{.name = "proposer"}, {.name = "challenger"}, {"orchestrator", .decides = true}, {0}};

	says(roles, apart, WORDS("opus", "pro", "opus"), "Caution: carol decides, and has the model of alice.\n\n");
	says(NULL, WORDS("claude", "claude", "claude"), WORDS("opus", "pro", "opus"), "");
}
