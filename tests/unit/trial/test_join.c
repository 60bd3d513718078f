/* Joining a format with roles: which are free, what its own rule says, and whom debating waits for. */
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

static void
council(struct bed *b)
{
	BEGUN(b, COUNCIL);
}

TEST(the_first_verb_wants_a_role_and_says_which_are_free)
{
	council(b);
	assert_int_equal(say(b, "join anna"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[value.bad] format council wants a role; free for you: role=first, role=second, role=chair\n");
	assert_int_equal(say(b, "claim anna role=fourth"), -EINVAL);
	assert_int_equal(say(b, "join anna role=frist"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[value.bad] format council has no role \"frist\"; free for you: role=first, role=second");
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say(b, "claim boris"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "free for you: role=second, role=chair\n");
	assert_int_equal(the_duel(b, "d")->fold->n_seats, 1);
}

TEST(a_role_that_is_taken_is_refused)
{
	council(b);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say(b, "claim boris role=first"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.taken] the first is \"anna\"\n");
	assert_int_equal(say(b, "claim boris role=second"), 0);
	assert_int_equal(say(b, "claim anna role=second"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.identity]");
}

TEST(the_formats_rule_sees_the_harness)
{
	council(b);
	assert_int_equal(say(b, "join anna role=first harness=codex"), 0);
	assert_int_equal(say(b, "join boris role=second harness=codex"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.taken] harness codex is here already\n");
	assert_int_equal(say(b, "join boris harness=codex"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.taken] format council wants a role, and none is free for you\n");
	TAKEN(b, "join boris role=second", "join chair role=chair harness=gemini");
	assert_int_equal(say(b, "join dora"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "[seat.taken] all 3 seats are taken\n");
}

/* Two who ask in the same moment: the second one's question comes when the first has joined. */
TEST(of_two_who_want_one_role_at_once_one_gets_it)
{
	struct meanwhile one, other;
	council(b);
	struct duel *d = the_duel(b, "d");
	enters(b, d);
	waits_its_turn(&one, d, 1, &(struct call){.b = b, .line = "join anna role=first"});
	waits_its_turn(&other, d, 2, &(struct call){.b = b, .line = "join boris role=first"});
	leaves_it(b, d);
	assert_int_equal(answer_of(&one), 0);
	assert_int_equal(answer_of(&other), -EACCES);
	assert_int_equal(d->fold->n_seats, 1);
}

TEST(roles_are_there_after_a_restart)
{
	council(b);
	assert_int_equal(say(b, "join anna role=first"), 0);
	bed_reopen(b);
	assert_string_equal(fold_seat(the_duel(b, "d")->fold, 1)->role, "first");
	assert_int_equal(say(b, "join boris role=first"), -EACCES);
}

TEST(debating_waits_for_whom_the_format_names)
{
	struct context ctx;
	council(b);
	TAKEN(b, "join anna role=first", "join chair role=chair");
	struct duel *d = the_duel(b, "d");
	fold_context(d->fold, &ctx);
	assert_string_equal(format_missing(d->fold->state), "somebody with role=second");
	assert_int_equal(say(b, "claim anna"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.wait] somebody with role=second has not joined\n");
	assert_holds(shown(b, "d", render_guide, 0), "The debate waits for somebody with role=second:");
	assert_int_equal(say(b, "join boris role=second"), 0);
	fold_context(d->fold, &ctx);
	assert_null(format_missing(d->fold->state));
	assert_int_equal(say(b, "claim anna"), 0);
}

TEST(a_format_without_a_word_of_its_own_waits_for_so_many)
{
	struct context ctx;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join anna role=first"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[value.bad] format socratic has no roles\n");
	assert_int_equal(say(b, "join anna"), 0);
	struct duel *d = the_duel(b, "d");
	fold_context(d->fold, &ctx);
	assert_string_equal(format_missing(d->fold->state), "another participant");
	assert_int_equal(say(b, "join boris"), 0);
	fold_context(d->fold, &ctx);
	assert_null(format_missing(d->fold->state));
}
