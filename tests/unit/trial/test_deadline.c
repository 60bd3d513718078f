/* Deadlines of a format: what falls due by itself takes the floor, is recorded once, and closes where the format closes. */
#include "tests/unit/trial/trial.h"
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/store/faulty_vfs.h"

WHOLE_FILE(faulty_install, NULL);

static int
mended_teardown(void **state)
{
	faulty_mend();
	return bed_teardown(state);
}

EACH_TEST(bed_setup, mended_teardown);

/* Whatever is due now is on the disk when this returns: a verb that changes nothing waits for its turn. */
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

static unsigned
times(char *text, const char *part)
{
	unsigned n = 0;
	for (const char *at = text; (at = strstr(at, part)); at++)
		n++;
	free(text);
	return n;
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
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, COUNCIL_SECONDS - 1);
	settle(b);
	has_floor(b, "anna");
	assert_int_equal(times(owed(b, "d"), "took too long"), 0);
	bed_pass(b, 1);
	settle(b);
	has_floor(b, "");
	assert_holds(owed(b, "d"), "> duelfs: anna took too long, ");
	assert_int_equal(times(events(b, "d"), "\"lock_expired\""), 1);
	assert_int_equal(say_as(b, "d", 1001, "claim cora"), 0);
	bed_pass(b, 1);
	settle(b);
	has_floor(b, "cora");
	assert_int_equal(times(owed(b, "d"), "took too long"), 1);
}

TEST(it_is_noticed_without_anybody_asking)
{
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	bed_pass(b, COUNCIL_SECONDS);
	timer_at(b->r->timer, duel_due(d));
	while (d->fold->lease.holder) {
		registry_unlock(b->r);
		sched_yield();
		registry_lock(b->r);
	}
	registry_unlock(b->r);
	assert_holds(owed(b, "d"), "anna took too long");
}

TEST(a_text_of_an_open_file_comes_too_late)
{
	struct bed *b = *state;
	struct door *early, *late;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &early), 0);
	assert_int_equal(opened(b, "d", DOOR_DEBATE, 0, false, &late), 0);
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

TEST(what_comes_in_time_is_accepted)
{
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, COUNCIL_SECONDS - 1);
	assert_int_equal(append(b, "apples\n"), 0);
	assert_int_equal(say(b, "release anna"), 0);
	bed_pass(b, 2);
	settle(b);
	assert_lacks(owed(b, "d"), "took too long");
}

TEST(a_deadline_of_nobody_closes_and_archives)
{
	struct bed *b = *state;
	char command[160];
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	bed_pass(b, COUNCIL_SECONDS - 1);
	settle(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"\"\n");
	bed_pass(b, 1);
	settle(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nclosed_by = \"duelfs\"\n");
	assert_lacks(events(b, "d"), "\"lock_expired\"");
	bed_close(b);
	snprintf(command, sizeof command, "test -s %s/archive/*-d.md", b->dir);
	assert_int_equal(system(command), 0);
}

TEST(after_a_restart_it_happens_when_the_duel_is_touched)
{
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_close(b);
	bed_open(b);
	bed_pass(b, COUNCIL_SECONDS);
	settle(b);
	has_floor(b, "");
	assert_int_equal(times(owed(b, "d"), "anna took too long"), 1);
	bed_close(b);
	bed_open(b);
	settle(b);
	assert_int_equal(times(owed(b, "d"), "anna took too long"), 1);
}

/* What a reader sees who comes first. */
static char *
first_look(struct bed *b, render_fn render)
{
	UT_string s;
	utstring_init(&s);
	registry_lock(b->r);
	struct duel *d = registry_find(b->r, "d");
	assert_non_null(d);
	assert_int_equal(duel_settle(d), 0);
	render(d, 0, &s);
	registry_unlock(b->r);
	return utstring_body(&s);
}

TEST(the_first_look_after_a_restart_is_true)
{
	struct bed *b = *state;
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	bed_close(b);
	bed_open(b);
	bed_pass(b, COUNCIL_SECONDS);
	assert_holds(first_look(b, render_status_toml), "\noutcome = \"ABORTED\"\n");
	bed_close(b);
	bed_open(b);
	assert_holds(first_look(b, render_status_toml), "\noutcome = \"ABORTED\"\n");
}

TEST(the_first_look_at_a_floor_that_was_held_too_long_is_true)
{
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_close(b);
	bed_open(b);
	bed_pass(b, COUNCIL_SECONDS);
	assert_holds(first_look(b, render_lock), "owner = \"\"\n");
	assert_int_equal(times(owed(b, "d"), "anna took too long"), 1);
}

TEST(the_first_look_is_not_held_up_where_the_store_takes_nothing)
{
	struct bed *b = *state;
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	bed_close(b);
	bed_open(b);
	bed_pass(b, COUNCIL_SECONDS);
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 1, .err = ENOSPC, .lasting = true});
	assert_holds(first_look(b, render_status_toml), "\noutcome = \"\"\n");
	assert_true(faulty_failed() > 0);
	faulty_mend();
	bed_pass(b, 10);
	assert_holds(first_look(b, render_status_toml), "\noutcome = \"ABORTED\"\n");
}

TEST(after_a_reboot_it_has_its_full_time_again)
{
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_close(b);
	strcpy(b->boot_id, "22222222-2222-2222-2222-222222222222");
	b->clock_ms = 7000;
	bed_open(b);
	settle(b);
	bed_pass(b, COUNCIL_SECONDS - 1);
	settle(b);
	has_floor(b, "anna");
	assert_lacks(owed(b, "d"), "took too long");
	bed_pass(b, 1);
	settle(b);
	has_floor(b, "");
}

TEST(it_waits_for_what_is_under_way)
{
	struct bed *b = *state;
	struct meanwhile a;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, COUNCIL), 0);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say(b, "join boris role=second"), 0);
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
	struct bed *b = *state;
	anna_is_due(b);
	assert_int_equal(say(b, "claim anna"), 0);
	bed_pass(b, 2000); /* the lease has 900 seconds */
	settle(b);
	assert_int_equal(times(owed(b, "d"), "took too long"), 1);
	assert_int_equal(times(events(b, "d"), "\"lock_expired\""), 1);

	assert_int_equal(make_duel(b, "e", 0), 0);
	assert_int_equal(append_to(b, "e", DOOR_CONFIG, 0, "format = \"council\"\nlease_seconds = 60\nmove_seconds = 5000\n"), 0);
	assert_int_equal(say_as(b, "e", 0, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "e", 0, "join boris role=second"), 0);
	assert_int_equal(say_as(b, "e", 0, "claim anna"), 0);
	bed_pass(b, 2000);
	assert_int_equal(say_as(b, "e", 0, "join boris"), 0);
	assert_int_equal(times(owed(b, "e"), "took too long"), 0);
	assert_int_equal(times(events(b, "e"), "\"lock_expired\""), 1);
}

TEST(a_duel_that_has_one_is_let_go_of_and_ends_all_the_same)
{
	struct bed *b = *state;
	anna_is_due(b);
	council_hand_in(b, "anna", "apples\n");
	struct duel *d = the_duel(b, "d");
	enters(b, d);
	registry_lock(b->r);
	commit_row(d);
	registry_unlock(b->r);
	leaves_it(b, d);
	settle(b);
	assert_int_equal(make_duel(b, "other", 0), 0);
	registry_lock(b->r);
	b->r->given.config.limits.loaded_bytes = 0;
	assert_int_equal(duel_settle(registry_find(b->r, "other")), 0);
	live_trim(b->r);
	assert_null(d->live);
	bed_pass(b, COUNCIL_SECONDS);
	timer_at(b->r->timer, 1);
	while (strcmp(d->state, "completed")) {
		registry_unlock(b->r);
		sched_yield();
		registry_lock(b->r);
	}
	registry_unlock(b->r);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}

TEST(on_a_full_disk_it_is_tried_again_later)
{
	struct bed *b = *state;
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
