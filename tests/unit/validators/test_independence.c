/* Who decides between sides, and what it has in common with them. */
#include "tests/unit/validators/duel.h"

#include "validators/formats.h"
#include "validators/kit/independence.h"

/* What is told of a debate of these three, "harness/model" each: a line each, warnings with their id. */
static char *
told(const char *format, const char *const roles[3], const char *const who[3])
{
	static const char *const names[] = {"alice", "bob", "carol"};
	const struct format *f = format_find(format);
	char *harness[3] = {NULL};
	struct duel d;
	UT_string out;
	utstring_init(&out);
	duel_begin(&d, f, (struct terms){.topic = "Buses", .topic_slug = "buses", .scope = "", .rounds = 2, .turn_seconds = 240, .effort = "high"},
		NULL);
	for (unsigned i = 0; i < 3 && who[i]; i++) {
		harness[i] = mem_strdup(who[i]);
		char *slash = strchr(harness[i], '/');
		*slash = '\0';
		assert_null(duel_sit(&d, names[i], roles ? roles[i] : "", harness[i], slash + 1));
	}
	independence_warnings(f, &d.ctx, print_warning, &out);
	independence_put(f, &d.ctx, &out);
	duel_done(&d);
	for (unsigned i = 0; i < 3; i++)
		free(harness[i]);
	return utstring_body(&out);
}

static void
says(const char *const who[3], const char *want)
{
	static const char *const roles[] = {"proposition", "opposition", "judge"};
	char *got = told("dialectic", roles, who);
	assert_string_equal(got, want);
	free(got);
}

#define WHO(...) ((const char *const[3]){__VA_ARGS__})

TEST(a_judge_with_the_model_of_a_side_is_warned_of)
{
	says(WHO("claude-code/opus", "codex/gpt-6", "opencode/opus"),
		"warning [seat.independence] carol, the judge, has the model of alice, the proposition (opus)\n"
		"\n**Not independent:** carol, the judge, has the model of alice, the proposition (opus): weigh what is decided with that in mind.\n");
	says(WHO("claude-code/opus", "codex/GPT-6", "codex/gpt-6"),
		"warning [seat.independence] carol, the judge, has the model of bob, the opposition (GPT-6)\n"
		"\n**Not independent:** carol, the judge, has the model of bob, the opposition (GPT-6): weigh what is decided with that in mind.\n");
}

TEST(the_same_harness_with_another_model_is_shown)
{
	says(WHO("claude-code/opus", "codex/gpt-6", "claude-code/haiku"),
		"\ncarol, the judge, has the harness of alice, the proposition (claude-code), with another model.\n");
}

TEST(the_same_harness_with_a_model_that_nobody_knows_is_warned_of)
{
	says(WHO("claude-code/opus", "codex/gpt-6", "codex/unknown-model"),
		"warning [seat.independence] carol, the judge, has the harness of bob, the opposition (codex)\n"
		"\n**Not independent:** carol, the judge, has the harness of bob, the opposition (codex): weigh what is decided with that in mind.\n");
}

TEST(what_is_unknown_is_like_nothing)
{
	says(WHO("unknown/unknown-model", "unknown/unknown-model", "unknown/unknown-model"), "");
	says(WHO("claude-code/opus", "codex/gpt-6", "unknown/unknown-model"), "");
	says(WHO("claude-code/opus", "codex/gpt-6", "gemini/pro"), "");
	says(WHO("claude-code/opus", "claude-code/opus", "gemini/pro"), "");
	says(WHO("claude-code/opus", "claude-code/opus", NULL), "");
	says(WHO("shell/human", "shell/human", "shell/human"), "");
}

TEST(an_orchestrator_decides_and_in_a_debate_of_two_nobody_does)
{
	static const char *const roles[] = {"proposer", "challenger", "orchestrator"};
	char *got = told("rounds", roles, WHO("claude/opus", "gemini/pro", "claude/opus"));
	assert_non_null(strstr(got, "warning [seat.independence] carol, the orchestrator, has the model of alice, the proposer (opus)\n"));
	free(got);
	got = told("socratic", NULL, WHO("claude/opus", "claude/opus", NULL));
	assert_string_equal(got, "");
	free(got);
}
