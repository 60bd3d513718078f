/* Deadlines of a format: what falls due by itself takes the floor, is recorded once, and closes where the format closes. */
#include "tests/unit/trial/trial.h"
#include "tests/unit/store/faulty_vfs.h"

WHOLE_FILE(faulty_install, NULL);

static int
mended_teardown(void **state)
{
	faulty_mend();
	return bed_teardown(state);
}

EACH_TEST(bed_setup, mended_teardown);

/* All that is due now is on the disk when this returns: a verb that changes nothing waits for its turn. */
static void
settle(struct bed *b)
{
	assert_int_equal(say_as(b, "d", 1001, "join cora"), 0);
}

/* boris has spoken. */
static void
anna_is_due(struct bed *b)
{
	council_begins(b);
	council_hand_in(b, "boris", "berries\n");
}

static void
has_floor(struct bed *b, const char *name)
{
	char want[64];
	snprintf(want, sizeof want, "owner = \"%s\"\n", name);
	assert_holds(shown(b, "d", render_lock, 0), want);
}

TEST(a_floor_held_too_long_is_lost_and_noted)
{
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, COUNCIL_SECONDS - 1);
	settle(b);
	has_floor(b, "anna");
	assert_int_equal(times_in(owed(b, "d"), "took too long"), 0);
	bed_pass(b, 1);
	settle(b);
	has_floor(b, "");
	assert_holds(owed(b, "d"), "> duelfs: anna took too long, ");
	assert_int_equal(times_in(events(b, "d"), "\"lock_expired\""), 1);
	assert_int_equal(say_as(b, "d", 1001, "claim cora"), 0);
	bed_pass(b, 1);
	settle(b);
	has_floor(b, "cora");
	assert_int_equal(times_in(owed(b, "d"), "took too long"), 1);
}

TEST(a_text_of_an_open_file_comes_too_late)
{
	struct intake *early, *late;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &early), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &late), 0);
	assert_int_equal(written(b, early, "apples\n", -1), 0);
	bed_pass(b, COUNCIL_SECONDS);
	assert_int_equal(written(b, late, "apples\n", -1), -ECANCELED);
	assert_int_equal(flushed(b, early, true), -ECANCELED);
	closed(b, early);
	closed(b, late);
	assert_holds(shown(b, "d", render_last_error, 0), "[lease.expired]");
	assert_lacks(record(b, "d"), "apples");
	settle(b);
	has_floor(b, "");
}

TEST(the_first_look_is_not_held_up_where_the_store_takes_nothing)
{
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	bed_reopen(b);
	bed_pass(b, COUNCIL_SECONDS);
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 1, .err = ENOSPC, .lasting = true});
	assert_holds(first_look(b, "d", render_status_toml, 0), "\noutcome = \"\"\n");
	assert_true(faulty_failed() > 0);
	faulty_mend();
	bed_pass(b, 10);
	assert_holds(first_look(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}

TEST(it_waits_for_what_is_under_way)
{
	struct meanwhile a;
	BEGUN(b, COUNCIL, "join anna role=first", "join boris role=second");
	council_hand_in(b, "boris", "berries\n");
	assert_int_equal(say(b, "claim anna"), 0);
	struct duel *d = the_duel(b, "d");
	enters(b, d);
	meanwhile(&a, call, &(struct call){.b = b, .uid = 1001, .line = "join cora role=chair"});
	bed_pass(b, COUNCIL_SECONDS);
	turns_wait(b, d, 1);
	assert_int_equal(d->fold->lease.holder, 1);
	leaves_it(b, d);
	assert_int_equal(answer_of(&a), 0);
	settle(b);
	has_floor(b, "");
	assert_holds(owed(b, "d"), "> duelfs: anna took too long, ");
}

TEST(of_a_lease_and_a_deadline_the_earlier_one_comes_first)
{
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, 2000); /* the lease has 900 seconds */
	settle(b);
	assert_int_equal(times_in(owed(b, "d"), "took too long"), 1);
	assert_int_equal(times_in(events(b, "d"), "\"lock_expired\""), 1);

	assert_int_equal(make_duel(b, "e", 0), 0);
	assert_int_equal(append_to(b, "e", INTAKE_FILE_CONFIG, 0,
				 "format = \"council\"\nlease_seconds = 60\nmove_seconds = 5000\n"),
		0);
	TAKEN_AS(b, "e", 0, "join anna role=first", "join boris role=second", "claim anna");
	bed_pass(b, 2000);
	assert_int_equal(say_as(b, "e", 0, "join boris"), 0);
	assert_int_equal(times_in(owed(b, "e"), "took too long"), 0);
	assert_int_equal(times_in(events(b, "e"), "\"lock_expired\""), 1);
}

TEST(on_a_full_disk_it_is_tried_again_later)
{
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 1, .err = ENOSPC, .lasting = true});
	bed_pass(b, COUNCIL_SECONDS);
	settle(b);
	int failed = faulty_failed();
	assert_true(failed > 0);
	settle(b);
	assert_int_equal(faulty_failed(), failed);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"\"\n");
	faulty_mend();
	settle(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"\"\n");
	bed_pass(b, 10);
	settle(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}
