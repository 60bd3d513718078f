/* Guides and prompts of a format with roles, files of its own and texts that are no turns; and the prompt of one seat. */
#include "guide_fixture.h"

#include "validators/formats.h"

EACH_TEST(telling_setup, telling_teardown);

static const char *const roles[] = {"proposition", "opposition", "judge", NULL};

static const char *
missing_opposition(const struct fstate *state, const struct context *ctx)
{
	(void)state;
	return ctx->n_seats < 2 ? "somebody with role=opposition" : NULL;
}

static void
brief(const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out)
{
	(void)state, (void)ctx, (void)room;
	utstring_printf(out, "## The debate so far\n\nTold to seat %u.\n", seat);
}

static unsigned
of_first_seat(const struct fstate *state, const struct context *ctx)
{
	(void)state, (void)ctx;
	return 1;
}

static const struct format_many many;
static const struct format_row rows[] = {
	{.id = ROW_OWN, .name = "arguments", .many = &many, .about = "each argument, once both sides are in"},
	{.id = ROW_OWN + 1, .name = "report.md", .gated = true, .about = "the judge's report", .after_close = of_first_seat},
};

/* Socratic's states under other names. */
static struct {
	struct bridged of;
	struct hand_in hand_ins[3];
} told;

static void
tell_roles(struct telling *t)
{
	told.of = format_socratic;
	memcpy(told.hand_ins, format_socratic.format.hand_ins, 2 * sizeof told.hand_ins[0]);
	told.hand_ins[0].name = "argument";
	told.hand_ins[2] = told.hand_ins[1];
	told.hand_ins[2].row = ROW_OWN + 1;
	told.of.format.hand_ins = told.hand_ins;
	told.of.format.n_hand_ins = 3;
	told.of.format.roles = roles;
	told.of.format.seats_max = 3;
	told.of.format.missing = missing_opposition;
	told.of.format.brief = brief;
	told.of.format.rows = rows;
	told.of.format.n_rows = sizeof rows / sizeof *rows;
	told.of.format.n_status = 0;
	t->facts.format = state_is_of(t->duel.state, &told.of.format);
}

static void
joins(struct telling *t, const char *name, const char *role)
{
	duel_join(&t->duel, name, "shell", "human");
	t->duel.seats[t->duel.ctx.n_seats - 1].role = role;
	telling_look(t);
	tell_roles(t);
}

static const char *
guide(struct telling *t)
{
	utstring_clear(&t->out);
	guide_duel(&t->facts, &t->out);
	assert_shell_reads(utstring_body(&t->out));
	return utstring_body(&t->out);
}

static const char *
prompt(struct telling *t, unsigned seat)
{
	utstring_clear(&t->out);
	if (seat)
		prompt_of_seat(&t->prompt, seat, &t->out);
	else
		prompt_duel(&t->prompt, &t->out);
	assert_shell_reads(utstring_body(&t->out));
	return utstring_body(&t->out);
}

TEST(it_says_whom_the_debate_waits_for)
{
	struct telling *t = *state;
	joins(t, "alice", "judge");
	assert_in(guide(t), "The debate waits for somebody with role=opposition:\n");
	assert_in(guide(t), "echo 'join bob harness=shell model=human role=opposition' > ");
	assert_not_in(guide(t), "Whose move it is");
}

TEST(each_role_is_listed_with_who_sits_there)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	joins(t, "bob", "opposition");
	assert_in(guide(t), "\n- `proposition`: alice (shell / human)\n");
	assert_in(guide(t), "\n- `opposition`: bob (shell / human)\n");
	assert_in(guide(t), "\n- `judge`: nobody yet\n");
	is_closed(t, "COMPLETED", "done");
	assert_not_in(guide(t), "nobody yet");
}

TEST(where_several_may_move_they_are_named)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	joins(t, "bob", "opposition");
	assert_in(guide(t), "Whose move it is, and what they are told:\n\n```sh\ncat '/mnt/a b/d/participants/alice/prompt.md'\n"
		"cat '/mnt/a b/d/participants/bob/prompt.md'\n```\n");
}

TEST(a_format_whose_texts_are_no_turns_speaks_of_none)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	joins(t, "bob", "opposition");
	assert_in(guide(t), "\n- each text that is handed in of at most ");
	assert_not_in(guide(t), "at most 4 turns");
}

TEST(the_formats_own_files_are_listed_with_what_they_show)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	assert_in(guide(t), "\n- `arguments/`: each argument, once both sides are in\n- `report.md`: the judge's report\n");
}

static enum hand_in_when
open_for_the_first(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)state, (void)ctx;
	return seat == 1 ? HAND_IN_OPEN : HAND_IN_OVER;
}

static void
closes_but_for_the_report(struct telling *t)
{
	is_closed(t, "COMPLETED", "done");
	t->facts.next_seat = 1;
	told.hand_ins[2].when = open_for_the_first;
}

TEST(what_is_taken_after_the_close_is_told_then)
{
	struct telling *t = *state;
	joins(t, "alice", "judge");
	closes_but_for_the_report(t);
	assert_in(guide(t), "One text is still due from alice, once and without the floor:\n\n```sh\ncat '/mnt/a b/d/participants/alice/prompt.md'\n```\n");
	assert_in(prompt(t, 0), "You are **alice**, judge. You are asked for **the conclusion**");
	assert_in(prompt(t, 1), "You are **alice**, judge. You are asked for **the conclusion**");
	joins(t, "bob", "opposition");
	closes_but_for_the_report(t);
	assert_not_in(prompt(t, 2), "You are asked for");
}

TEST(a_prompt_tells_what_the_format_tells_of_the_debate)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	joins(t, "bob", "opposition");
	assert_in(prompt(t, 2), "\n## The debate so far\n\nTold to seat 2.\n");
}

/* -- one seat, also of socratic -------------------------------------------------------------------------------------------------- */

TEST(a_seat_whose_move_it_is_is_asked_for_it)
{
	struct telling *t = *state;
	two_joined(t);
	turns_are_taken(t, 1);
	assert_in(prompt(t, 2), "You are **bob**. You are asked for **turn 2**.");
	assert_in(prompt(t, 2), "\n## The blank\n");
}

TEST(who_may_hand_in_after_the_close_is_not_told_that_all_is_over)
{
	struct telling *t = *state;
	joins(t, "alice", "judge");
	joins(t, "bob", "opposition");
	closes_but_for_the_report(t);
	assert_in(prompt(t, 1), "You are asked for **the conclusion**");
	assert_not_in(prompt(t, 1), "Nobody is asked");
	assert_in(prompt(t, 2), "Nobody is asked for anything any more.");
}

TEST(two_seats_that_may_write_at_once_are_each_asked)
{
	struct telling *t = *state;
	two_joined(t);
	assert_in(prompt(t, 1), "You are asked for **turn 1**.");
	assert_in(prompt(t, 2), "You are asked for **turn 1**.");
}

/* -- each format's own ------------------------------------------------------------------------------------------------------------- */

static void
assert_terms(struct telling *t, const struct format *format, const char *words)
{
	utstring_clear(&t->out);
	format->terms(&t->duel.terms, &t->out);
	assert_in(utstring_body(&t->out), words);
}

TEST(the_terms_of_each_format_are_told)
{
	struct telling *t = *state;
	struct terms *terms = &t->duel.terms;

	assert_in(guide(t), "\n- a participant that is missing or silent is waited for 1200 seconds; then the other may claim with `for=timeout`\n");
	assert_terms(t, &format_dialectic.format, "- there are as many exchanges as the judge lets there be\n- what one side hands in is sealed");
	terms->exchanges = 3, terms->strict_words = true;
	assert_terms(t, &format_dialectic.format, "after 3 judged exchanges\n");
	assert_terms(t, &format_dialectic.format, "words is refused\n");
	terms->rounds = 3, terms->turn_seconds = 77;
	const struct format *rounds = format_find("rounds");
	assert_terms(t, rounds, "- 3 rounds; ");
	assert_terms(t, rounds, "a text that is not in 77 seconds after it fell due has failed");
	assert_terms(t, rounds, "a claim without evidence is listed as unsupported\n");
	terms->strict_evidence = true;
	assert_terms(t, rounds, "a claim without evidence is refused\n");
}

static const struct rule *
one_harness_a_seat(const struct fstate *state, const struct context *ctx, const struct join_ask *ask, char **sentence)
{
	(void)state;
	*sentence = mem_strdup("another one has it");
	for (unsigned i = 0; i < ctx->n_seats; i++)
		if (!strcmp(ctx->seats[i]->harness, ask->harness))
			return &format_socratic.format.rules[0];
	return NULL;
}

TEST(the_command_to_join_is_one_that_the_format_takes)
{
	struct telling *t = *state;
	joins(t, "alice", "proposition");
	told.of.format.join = one_harness_a_seat;
	assert_in(guide(t), "The debate waits for somebody with role=opposition:\n");
	assert_in(guide(t), "echo 'join bob harness=editor model=human role=opposition' > ");
}
