/* Waiting, without a mount: what wakes whom, and when. The clock is the test's. */
#include "tests/unit/fs/fixture.h"

#include "fs/duels/wait.h"

/* One who sleeps, and how often it was woken. They stand here, so that a test that failed leaves none behind. */
struct sleeper {
	struct waiter waiter; /* the first member */
	struct wait wait;
	struct bed *b;
	bool open, asleep;
	unsigned woken, before;
	int err;
	unsigned told; /* without the lock */
};

#define SLEEPERS_MAX 160
static struct sleeper sleepers[SLEEPERS_MAX];
static size_t n_sleepers;

static unsigned n_woken;

static void
woken(struct waiter *w, int err)
{
	struct sleeper *s = (struct sleeper *)w;
	s->before = n_woken++;
	s->asleep = false;
	s->woken++;
	s->err = err;
}

/* Others may have the lock meanwhile. */
static void
told(struct waiter *w)
{
	struct sleeper *s = (struct sleeper *)w;
	LOCKED(s->b, s->told++);
}

/* As an open of a file that is waited on. */
static struct sleeper *
begin(struct bed *b, enum wait_for what, unsigned seat)
{
	struct duel *d = the_duel(b, "d");
	assert_true(n_sleepers < SLEEPERS_MAX);
	struct sleeper *s = &sleepers[n_sleepers++];
	*s = (struct sleeper){.b = b, .open = true, .waiter = {.wait = &s->wait, .wake = woken, .tell = told}};
	duels_lock(b->r);
	assert_int_equal(duel_settle(d), 0);
	duel_hold(d);
	wait_begin(&s->wait, d, what, seat);
	duels_unlock(b->r);
	return s;
}

static void
end(struct sleeper *s)
{
	LOCKED(s->b, duel_drop(s->wait.duel));
	LOCKED(s->b, s->open = false);
}

static int
setup(void **state)
{
	n_sleepers = n_woken = 0;
	return bed_setup(state);
}

static int
teardown(void **state)
{
	for (size_t i = 0; i < n_sleepers; i++) {
		if (sleepers[i].asleep)
			LOCKED(sleepers[i].b, waiter_leave(&sleepers[i].waiter));
		if (sleepers[i].open)
			end(&sleepers[i]);
	}
	return bed_teardown(state);
}

EACH_TEST(setup, teardown);

static bool
over(struct sleeper *s)
{
	LOCKED(s->b, assert_int_equal(duel_settle(s->wait.duel), 0));
	return LOCKED_VALUE(s->b, wait_over(&s->wait));
}

/* Open and park; closed with the test. */
static struct sleeper *
sleep_on(struct bed *b, enum wait_for what, unsigned seat)
{
	struct sleeper *s = begin(b, what, seat);
	assert_false(over(s));
	assert_true(LOCKED_VALUE(s->b, s->asleep = !waiter_park(&s->waiter, 1000)));
	return s;
}

static unsigned
times_woken(struct sleeper *s)
{
	return LOCKED_VALUE(s->b, s->woken);
}

/* So many of them. */
static void
crowd_sleeps(struct bed *b, size_t n, enum wait_for what, unsigned seat)
{
	for (size_t i = 0; i < n; i++)
		sleep_on(b, what, seat);
}

/* Let what has fallen due happen. */
static void
touch(struct bed *b)
{
	the_duel(b, "d");
}

/* An entry that falls due waits for a batch that is with the store. */
static unsigned
times_woken_soon(struct sleeper *s)
{
	for (int i = 0; i < 1000 && !times_woken(s); i++, usleep(10000))
		touch(s->b);
	return times_woken(s);
}

static void
crowd_is_woken(size_t n)
{
	for (size_t i = 0; i < n; i++)
		assert_int_equal(times_woken_soon(&sleepers[i]), 1);
}

TEST(a_rehearsal_that_goes_well_wakes_nobody)
{
	two_join(b);
	struct sleeper *s = sleep_on(b, WAIT_CHANGE, 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_false(over(s));
	assert_int_equal(times_woken(s), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, "## Turn 7\n"), -EINVAL);
	assert_int_equal(times_woken(s), 1);
}

TEST(reading_wakes_nobody)
{
	two_join(b);
	struct sleeper *s = sleep_on(b, WAIT_CHANGE, 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0");
	shown(b, "d", render_guide, 0);
	record(b, "d");
	bed_pass(b, 29);
	touch(b);
	assert_int_equal(times_woken(s), 0);
}

TEST(the_timer_wakes_without_a_touch)
{
	two_join(b);
	struct sleeper *s = sleep_on(b, WAIT_CHANGE, 0);
	bed_pass(b, 30);
	for (int i = 0; i < 1000 && !times_woken(s); i++)
		usleep(10000);
	assert_int_equal(times_woken(s), 1);
}

TEST(a_change_between_the_begin_and_the_look_is_not_lost)
{
	two_join(b);
	struct sleeper *s = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(s));
}

/* A wait for a move ends after retry_after_seconds. for=timeout breaks no lease: so the end of the time is told once. */
TEST(a_silent_peer_with_the_floor_is_told_of_once)
{
	struct sleeper *alice;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 600);
	assert_int_equal(say(b, "claim bob"), 0);
	for (int i = 0; i < 3; i++) {
		const int seconds[] = {30, 10, 30}; /* the second one ends with the peer's time */
		alice = sleep_on(b, WAIT_MOVE, 1);
		bed_pass(b, seconds[i] - 1);
		touch(b);
		assert_int_equal(times_woken(alice), 0);
		bed_pass(b, 1);
		touch(b);
		assert_int_equal(times_woken_soon(alice), 1);
		bed_pass(b, i ? 0 : 560);
	}
}

TEST(a_wait_that_is_over_stays_over)
{
	two_join(b);
	struct sleeper *bob = begin(b, WAIT_MOVE, 2);
	assert_true(over(bob));
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(bob));
}

TEST(who_watches_is_woken_by_the_next_change_also_where_the_wait_is_over)
{
	two_join(b);
	struct sleeper *s = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(s));
	assert_true(LOCKED_VALUE(s->b, s->asleep = !waiter_watch(&s->waiter)));
	touch(b);
	assert_int_equal(times_woken(s), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(times_woken(s), 1);
}

TEST(everybody_who_waits_is_woken_and_once)
{
	two_join(b);
	crowd_sleeps(b, 100, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	crowd_is_woken(100);
	for (size_t i = 0; i < 100; i++)
		assert_int_equal(sleepers[i].before, i);
	assert_int_equal(say(b, "release alice"), 0);
	crowd_is_woken(100);
}

/* So many are enough for a worker to have a part in it. */
#define CROWD 60

TEST(of_a_crowd_the_first_few_are_awake_when_the_change_is_made)
{
	unsigned woken = 0;
	two_join(b);
	crowd_sleeps(b, CROWD, WAIT_CHANGE, 0);
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r); /* which the worker wants */
	d->fold->version++;
	duel_changed(d);
	for (size_t i = 0; i < CROWD; i++)
		woken += sleepers[i].woken;
	assert_true(woken < CROWD);
	assert_int_equal(sleepers[0].woken, 1);
	duels_unlock(b->r);
	crowd_is_woken(CROWD);
}

static unsigned
times_told_soon(struct sleeper *s)
{
	unsigned n = 0;
	for (int i = 0; i < 1000 && !n; i++, usleep(10000)) {
		LOCKED(s->b, n = s->told);
	}
	return n;
}

/* More than one portion. */
TEST(of_a_crowd_those_behind_the_first_few_are_told_without_the_lock_and_once)
{
	two_join(b);
	crowd_sleeps(b, SLEEPERS_MAX, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	for (size_t i = 0; i < SLEEPERS_MAX; i++)
		assert_int_equal(times_told_soon(&sleepers[i]), 1);
	assert_int_equal(say(b, "release alice"), 0);
	crowd_is_woken(SLEEPERS_MAX);
	for (size_t i = 0; i < SLEEPERS_MAX; i++)
		assert_int_equal(sleepers[i].told, 1);
}

TEST(who_can_move_is_woken_before_the_crowd)
{
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim bob"), 0);
	crowd_sleeps(b, CROWD, WAIT_CHANGE, 0);
	struct sleeper *alice = sleep_on(b, WAIT_MOVE, 1);
	n_woken = 0;
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(times_woken(alice), 1);
	assert_int_equal(alice->before, 0);
	crowd_is_woken(CROWD);
}

static void
worker_is_at_it(struct bed *b, bool is)
{
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	d->live->wakes = is;
	d->fold->version++;
	duel_changed(d);
	duels_unlock(b->r);
}

TEST(a_move_that_is_over_when_its_portion_comes_was_there_all_the_same)
{
	struct sleeper *last = &sleepers[SLEEPERS_MAX - 1];
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim bob"), 0);
	crowd_sleeps(b, SLEEPERS_MAX, WAIT_MOVE, 1);
	worker_is_at_it(b, true);
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "release bob"), 0);
	take_turn(b, 3, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(times_woken(last), 0);
	assert_true(over(last));
	worker_is_at_it(b, false);
	crowd_is_woken(SLEEPERS_MAX);
}

TEST(a_crowd_may_leave_while_it_is_woken)
{
	two_join(b);
	crowd_sleeps(b, CROWD, WAIT_CHANGE, 0);
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	d->fold->version++;
	duel_changed(d);
	for (size_t i = 0; i < CROWD; i++) {
		if (sleepers[i].asleep)
			waiter_leave(&sleepers[i].waiter);
		sleepers[i].asleep = false;
	}
	duels_unlock(b->r);
}
