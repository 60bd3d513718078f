/* Guides and prompts of a format with roles, files of its own and texts that are no turns; and the prompt of one seat. */
#include "guide_fixture.h"

EACH_TEST(telling_setup, telling_teardown);

static struct fault
one_harness_a_seat(const struct debate *d, const struct debate_seat *who)
{
	for (unsigned i = 0; i < d->n_seats; i++)
		if (!strcmp(d->seats[i].harness, who->harness))
			return fault_of(REFUSAL_SEAT_TAKEN, "another one has it");
	return NO_FAULT;
}

static void
brief(const struct debate *d, unsigned seat, UT_string *out)
{
	(void)d;
	utstring_printf(out, "## The debate so far\n\nTold to seat %u.\n", seat);
}

/* dialectic with another brief. */
static struct format told;

static void
begins_with_roles(struct telling *t)
{
	struct terms terms = t->duel.terms;

	told = dialectic_format;
	told.brief = brief;
	duel_done(&t->duel);
	duel_begin(&t->duel, &told, terms, NULL);
}

static void
joins(struct telling *t, const char *name, const char *role)
{
	if (t->duel.f != &told)
		begins_with_roles(t);
	assert_null(duel_sit(&t->duel, name, role, "shell", "human"));
	telling_look(t);
	t->facts.format = &told;
}

static void
sides_joined(struct telling *t)
{
	joins(t, "alice", "proposition");
	joins(t, "bob", "opposition");
}

TEST(it_says_whom_the_debate_waits_for)
{
	joins(t, "alice", "proposition");
	assert_in(guide(t), "The debate waits for somebody with role=opposition:\n");
	assert_in(guide(t), "echo 'join bob harness=shell model=human role=opposition' > ");
	assert_not_in(guide(t), "Whose move it is");
}

TEST(a_format_with_roles_is_joined_with_the_first_that_is_free)
{
	begins_with_roles(t);
	telling_look(t);
	t->facts.format = &told;
	assert_in(guide(t), "\necho 'join alice harness=shell model=human role=proposition' > ");
}

TEST(each_role_is_listed_with_who_sits_there)
{
	sides_joined(t);
	assert_in(guide(t), "\n- `proposition`: alice (shell / human)\n");
	assert_in(guide(t), "\n- `opposition`: bob (shell / human)\n");
	assert_in(guide(t), "\n- `judge`: nobody yet\n");
	is_closed(t, "COMPLETED", "done");
	assert_not_in(guide(t), "nobody yet");
}

TEST(where_several_may_move_they_are_named)
{
	sides_joined(t);
	assert_in(guide(t), "The seats that may move, and what they are told:\n\n```sh\ncat '/mnt/a b/d/participants/alice/prompt.md'\n"
		"cat '/mnt/a b/d/participants/bob/prompt.md'\n```\n");
}

TEST(a_format_whose_texts_are_no_turns_speaks_of_none)
{
	sides_joined(t);
	assert_in(guide(t), "\n- a text has at most ");
	assert_not_in(guide(t), "at most 4 turns");
}

TEST(the_formats_own_files_are_listed_with_what_they_show)
{
	joins(t, "alice", "proposition");
	assert_in(guide(t), "\n- `arguments/`: ");
}

TEST(a_prompt_tells_what_the_format_tells_of_the_debate)
{
	sides_joined(t);
	assert_in(prompt(t, 2), "\n## The debate so far\n\nTold to seat 2.\n");
}

/* -- one seat, also of socratic -------------------------------------------------------------------------------------------------- */

TEST(a_seat_whose_move_it_is_is_asked_for_it)
{
	two_joined(t);
	turns_are_taken(t, 1);
	assert_in(prompt(t, 2), "You are **bob**. You are asked for **turn 2**.");
	assert_in(prompt(t, 2), "\n## The blank\n");
}

TEST(two_seats_that_may_write_at_once_are_each_asked)
{
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
	struct terms *terms = &t->duel.terms;

	assert_in(guide(t), "\n- a participant that is missing or silent is waited for 1200 seconds; then the other may claim with `for=timeout`\n");
	assert_terms(t, &dialectic_format, "- there are as many exchanges as the judge lets there be\n"
		"- what one side hands in is sealed");
	terms->exchanges = 3, terms->strict_words = true;
	assert_terms(t, &dialectic_format, "after 3 judged exchanges\n");
	assert_terms(t, &dialectic_format, "words is refused\n");
	terms->rounds = 3, terms->turn_seconds = 77;
	const struct format *rounds = format_find("rounds");
	assert_terms(t, rounds, "- 3 rounds; ");
	assert_terms(t, rounds, "a text that is not in 77 seconds after it fell due has failed");
	assert_terms(t, rounds, "a claim without evidence is listed as unsupported\n");
	terms->strict_evidence = true;
	assert_terms(t, rounds, "a claim without evidence is refused\n");
	assert_terms(t, format_find("adversarial"), "- a role that nobody took 1200 seconds after the first join");
}

TEST(the_command_to_join_is_one_that_the_format_takes)
{
	joins(t, "alice", "proposition");
	told.joins = one_harness_a_seat;
	assert_in(guide(t), "The debate waits for somebody with role=opposition:\n");
	assert_in(guide(t), "echo 'join bob harness=editor model=human role=opposition' > ");
}
