/* The clocks of moves in a table of duels: over remounts, reboots and with nobody looking. */
#include <sqlite3.h>
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define DAY 86400

/* The timer's work, and what it begins is on the disk. */
static void
fires(struct bed *b)
{
	for (bool more = true; more;) {
		duels_work_wait(b->r);
		duels_lock(b->r);
		clock_fire(b->r);
		more = false;
		for (size_t i = 0; i < b->r->n_duels; i++)
			more |= b->r->by_id[i]->clocked;
		duels_unlock(b->r);
	}
}

static bool
is_loaded(struct bed *b, const char *name)
{
	return LOCKED_VALUE(b, duels_find(b->r, name)->live);
}

/* Whether the clock has ended it, without anybody having touched it. */
static bool
has_ended(struct bed *b, const char *name)
{
	fires(b);
	return LOCKED_VALUE(b, !strcmp(duels_find(b->r, name)->state, "completed"));
}

static void
ends_after(struct bed *b, int64_t seconds)
{
	bed_pass(b, seconds - 1);
	assert_false(has_ended(b, "d"));
	bed_pass(b, 1);
	assert_true(has_ended(b, "d"));
}

static void
reopens(struct bed *b, int64_t after_seconds)
{
	bed_close(b);
	bed_pass(b, after_seconds);
	bed_open(b);
	assert_false(is_loaded(b, "d"));
}

static void
reboots(struct bed *b, char digit, int64_t clock_ms)
{
	bed_close(b);
	memset(b->boot_id, digit, 8);
	__atomic_store_n(&b->clock_ms, clock_ms, __ATOMIC_RELAXED);
	bed_open(b);
}

TEST(a_duel_is_concluded_in_the_name_of_the_filesystem)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_holds(shown(b, "d", render_status_toml, 0),
		"\nmove_due_at = \"2026-09-21T14:13:20Z\"\nmove_ends_at = \"2026-09-22T14:13:20Z\"\n");
	ends_after(b, DAY);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"TIMEOUT\"\n"
		"reason = \"bob was silent for 86400 s\"\nclosed_by = \"duelfs\"\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nmove_due_at = \"\"\nmove_ends_at = \"\"\n");
	assert_holds(record(b, "d"), "\n> duelfs: bob was silent for 86400 s, 2026-09-22T14:13:20Z\n");
	assert_holds(events(b, "d"), "\"event\":\"move_expired\",\"duel\":\"d\",\"participant\":\"bob\",\"move\":\"turn 2\","
		"\"due_at\":\"2026-09-21T14:13:20Z\",\"seconds\":86400}");
	bed_reopen(b);
	assert_holds(record(b, "d"), "\n> duelfs: bob was silent for 86400 s, 2026-09-22T14:13:20Z\n");
}

TEST(a_floor_that_is_held_ends_with_the_move)
{
	two_join(b);
	bed_pass(b, DAY - 10);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_pass(b, 10);
	assert_true(has_ended(b, "d"));
	assert_holds(events(b, "d"), "\"lock_expired\"");
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EROFS);
}

static int
in_its_order(void *arg, struct entry *e)
{
	int64_t *before = arg;
	assert_true(e->clock_ms >= *before);
	*before = e->clock_ms;
	entry_free(e);
	return 0;
}

TEST(a_floor_that_ends_while_another_writes_ends_behind_what_he_wrote)
{
	two_join(b);
	for (int64_t left_ms = 1; left_ms < 12; left_ms++) {
		int64_t before = 0;
		assert_int_equal(say(b, "claim alice"), 0);
		b->clock_ms = the_duel(b, "d")->fold->lease.expires_clock_ms - left_ms;
		b->step_ms = 1;
		assert_int_equal(say(b, "say maker text=\"wait\""), 0);
		b->step_ms = 0;
		bed_pass(b, 1);
		fires(b);
		struct store *s = b->r->given.store;
		assert_int_equal(s->ops->each_entry(s, the_duel(b, "d")->id, 0, in_its_order, &before), 0);
	}
}

TEST(before_the_first_join_no_clock_runs)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	bed_pass(b, 100 * DAY);
	assert_int_equal(say(b, "join alice"), 0);
	ends_after(b, DAY);
}

TEST(what_the_maker_says_winds_up_no_clock)
{
	BEGUN(b, "wait_seconds = 30\n", "join alice");
	bed_pass(b, 40);
	TAKEN(b, "claim alice for=timeout", "say maker text=\"go on\"");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nmove_due_at = \"2026-09-21T14:13:20Z\"\n");
}

TEST(with_move_seconds_0_nothing_ends)
{
	BEGUN(b, "move_seconds = 0\n", "join alice");
	reopens(b, 0);
	bed_pass(b, 100 * DAY);
	assert_false(has_ended(b, "d"));
	assert_false(is_loaded(b, "d"));
}

TEST(a_duel_that_nobody_loads_ends_and_until_then_is_not_loaded)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	reopens(b, 0);
	bed_pass(b, DAY - 1);
	assert_false(has_ended(b, "d"));
	assert_false(is_loaded(b, "d"));
	bed_pass(b, 1);
	assert_true(has_ended(b, "d"));
}

TEST(while_nothing_is_mounted_the_clock_stands_still)
{
	two_join(b);
	bed_pass(b, DAY / 2);
	reopens(b, 30 * DAY);
	bed_pass(b, DAY / 4);
	reopens(b, 30 * DAY);
	ends_after(b, DAY / 4);
}

TEST(behind_a_mount_there_is_a_minute_left)
{
	two_join(b);
	bed_pass(b, DAY - 1);
	reopens(b, 5);
	ends_after(b, 60);
}

TEST(after_a_reboot_there_is_the_full_time_and_a_remount_does_not_wind_it_up)
{
	two_join(b);
	bed_pass(b, DAY - 1);
	reboots(b, '2', 7000);
	bed_pass(b, DAY / 2);
	assert_false(has_ended(b, "d"));
	reopens(b, DAY);
	ends_after(b, DAY / 2);
}

TEST(a_duel_that_was_let_go_of_ends_too)
{
	two_join(b);
	assert_int_equal(make_duel(b, "other", 0), 0);
	duels_lock(b->r);
	struct duel *d = duels_find(b->r, "d");
	assert_int_equal(duel_enter(d), 0);
	commit_row(d);
	duel_leave(d);
	b->r->given.config.limits.loaded_bytes = 0;
	assert_int_equal(duel_settle(duels_find(b->r, "other")), 0);
	duels_unlock(b->r);
	assert_false(is_loaded(b, "d"));
	ends_after(b, DAY);
}

TEST(a_mount_that_a_crash_ended_was_there_until_its_last_entry)
{
	two_join(b);
	bed_pass(b, 100);
	assert_int_equal(say(b, "claim alice"), 0);
	bed_close(b);
	char path[128];
	sqlite3 *db;
	snprintf(path, sizeof path, "%s/duelfs.db", b->dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "UPDATE mounts SET ended_ms = NULL", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	bed_pass(b, DAY);
	bed_open(b);
	ends_after(b, DAY - 100);
}

TEST(many_that_end_at_once_all_end)
{
	char name[16];
	two_join(b);
	for (unsigned i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "d%u", i);
		assert_int_equal(make_duel(b, name, 0), 0);
		assert_int_equal(say_as(b, name, 0, "join alice"), 0);
		bed_pass(b, i % 7);
	}
	reopens(b, 0);
	bed_pass(b, 2 * DAY);
	for (unsigned i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "d%u", i);
		assert_true(has_ended(b, name));
	}
}

/* The longest that a turn of a real debate took so far was 332 seconds. */
TEST(no_default_ends_a_debate_whose_turns_take_six_minutes)
{
	static const char *const names[] = {"alice", "bob"};
	two_join(b);
	for (unsigned n = 1; n <= 6; n++) {
		char line[32];
		snprintf(line, sizeof line, "claim %s", names[(n - 1) % 2]);
		bed_pass(b, 360);
		fires(b);
		assert_int_equal(say(b, line), 0);
		bed_pass(b, 360);
		fires(b);
		assert_int_equal(append(b, turn_text(n, names[(n - 1) % 2], "OPEN_TO_DEBATE")), 0);
		snprintf(line, sizeof line, "release %s", names[(n - 1) % 2]);
		assert_int_equal(say(b, line), 0);
	}
	assert_holds(shown(b, "d", render_status_toml, 0), "\nstate = \"closing\"\n");

	assert_int_equal(make_duel(b, "r", 0), 0);
	assert_int_equal(append_to(b, "r", INTAKE_FILE_CONFIG, 0, "format = \"rounds\"\n"), 0);
	assert_int_equal(say_as(b, "r", 0, "join alice role=proposer harness=claude"), 0);
	bed_pass(b, 360);
	fires(b);
	assert_int_equal(say_as(b, "r", 0, "join bob role=challenger harness=gemini"), 0);
	bed_pass(b, 360);
	fires(b);
	assert_int_equal(say_as(b, "r", 0, "claim alice"), 0);
	bed_pass(b, 360);
	fires(b);
	assert_holds(shown(b, "r", render_status_toml, 0), "\nstate = \"debating\"\n");
}
