/* Waiting, without a mount: what wakes whom, and when. The clock is the test's. */
#include "tests/unit/duel/fixture.h"

#include "fs/registry/registry_inner.h"
#include "fs/registry/wait.h"
#include "fs/show/show.h"

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

static void
woken(struct waiter *w, int err, unsigned before)
{
	struct sleeper *s = (struct sleeper *)w;
	s->before = before;
	s->asleep = false;
	s->woken++;
	s->err = err;
}

/* Others may have the lock meanwhile. */
static void
told(struct waiter *w)
{
	struct sleeper *s = (struct sleeper *)w;
	registry_lock(s->b->r);
	s->told++;
	registry_unlock(s->b->r);
}

/* As an open of a file that is waited on. */
static struct sleeper *
begin(struct bed *b, enum wait_for what, unsigned seat)
{
	struct duel *d = the_duel(b, "d");
	assert_true(n_sleepers < SLEEPERS_MAX);
	struct sleeper *s = &sleepers[n_sleepers++];
	*s = (struct sleeper){.b = b, .open = true, .waiter = {.wait = &s->wait, .wake = woken}};
	registry_lock(b->r);
	assert_int_equal(duel_touch(d), 0);
	duel_hold(d);
	wait_begin(&s->wait, d, what, seat);
	registry_unlock(b->r);
	return s;
}

static void
left(struct sleeper *s)
{
	registry_lock(s->b->r);
	waiter_leave(&s->waiter);
	s->asleep = false;
	registry_unlock(s->b->r);
}

static void
end(struct sleeper *s)
{
	registry_lock(s->b->r);
	duel_drop(s->wait.duel);
	s->open = false;
	registry_unlock(s->b->r);
}

static int
setup(void **state)
{
	n_sleepers = 0;
	return bed_setup(state);
}

static int
teardown(void **state)
{
	for (size_t i = 0; i < n_sleepers; i++) {
		if (sleepers[i].asleep)
			left(&sleepers[i]);
		if (sleepers[i].open)
			end(&sleepers[i]);
	}
	return bed_teardown(state);
}

EACH_TEST(setup, teardown);

static bool
over(struct sleeper *s)
{
	registry_lock(s->b->r);
	assert_int_equal(duel_touch(s->wait.duel), 0);
	bool is = wait_over(&s->wait);
	registry_unlock(s->b->r);
	return is;
}

static int
parked_as(struct sleeper *s, uid_t uid)
{
	registry_lock(s->b->r);
	int err = waiter_park(&s->waiter, uid);
	s->asleep = !err;
	registry_unlock(s->b->r);
	return err;
}

static int
watched(struct sleeper *s)
{
	registry_lock(s->b->r);
	int err = waiter_watch(&s->waiter);
	s->asleep = !err;
	registry_unlock(s->b->r);
	return err;
}

/* Open and park. */
static struct sleeper *
sleep_on(struct bed *b, enum wait_for what, unsigned seat)
{
	struct sleeper *s = begin(b, what, seat);
	assert_false(over(s));
	assert_int_equal(parked_as(s, 1000), 0);
	return s;
}

static unsigned
times_woken(struct sleeper *s)
{
	registry_lock(s->b->r);
	unsigned n = s->woken;
	registry_unlock(s->b->r);
	return n;
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

static const char conclusion[] = "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Closed At**: 2026-09-21T22:13:20Z\n"
	"**Candidate Convergence**: no\n**Reason**: what was said is said\n\nThe debate on d ends here, with its open points above.\n";

static void
play_out(struct bed *b)
{
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "DISSENTING");
	assert_int_equal(say(b, "claim alice"), 0);
	int err = append(b, conclusion);
	if (err)
		fail_msg("%s", shown(b, "d", render_last_error, 0));
}

/* Each kind of change, in an order in which one can follow the other. */

static void
set_config(struct bed *b)
{
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "lease_seconds = 60\n"), 0);
}

static void
refuse_verb(struct bed *b)
{
	assert_int_equal(say(b, "no such line"), -EINVAL);
}

static void
join_alice(struct bed *b)
{
	assert_int_equal(say(b, "join alice"), 0);
}

static void
claim_in_vain(struct bed *b)
{
	assert_int_equal(say(b, "claim alice"), -EBUSY);
}

static void
join_bob(struct bed *b)
{
	assert_int_equal(say(b, "join bob"), 0);
}

static void
claim(struct bed *b)
{
	assert_int_equal(say(b, "claim alice"), 0);
}

static void
refresh(struct bed *b)
{
	assert_int_equal(say(b, "refresh alice"), 0);
}

static void
be_refused(struct bed *b)
{
	assert_int_equal(append(b, "## Turn 7\n"), -EINVAL);
}

static void
write_turn(struct bed *b)
{
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
}

static void
claim_by_peer(struct bed *b)
{
	assert_int_equal(say(b, "claim bob"), 0);
}

static void
lease_runs_out(struct bed *b)
{
	bed_pass(b, 60);
	touch(b);
}

TEST(whatever_changes_wakes_who_waits_for_a_change)
{
	struct bed *b = *state;
	struct sleeper *s;
	static void (*const acts[])(struct bed *b) = {set_config, refuse_verb, join_alice, claim_in_vain, join_bob, claim, refresh, be_refused,
		write_turn, claim_by_peer, lease_runs_out};
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "retry_after_seconds = 3600\n"), 0);
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		s = sleep_on(b, WAIT_CHANGE, 0);
		acts[i](b);
		if (times_woken_soon(s) != 1 || s->err)
			fail_msg("act %zu: woken %u times, %d", i, s->woken, s->err);
		assert_true(over(s));
		end(s);
	}
}

TEST(a_rehearsal_that_goes_well_wakes_nobody)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = sleep_on(b, WAIT_CHANGE, 0);
	assert_int_equal(append_to(b, "d", DOOR_CHAIR_CHECK + 1, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_false(over(s));
	assert_int_equal(times_woken(s), 0);
	assert_int_equal(append_to(b, "d", DOOR_CHAIR_CHECK + 1, 0, "## Turn 7\n"), -EINVAL);
	assert_int_equal(times_woken(s), 1);
	end(s);
}

TEST(reading_wakes_nobody)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = sleep_on(b, WAIT_CHANGE, 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0");
	free(shown(b, "d", render_guide, 0));
	free(record(b, "d"));
	bed_pass(b, 29);
	touch(b);
	assert_int_equal(times_woken(s), 0);
	left(s);
	end(s);
}

TEST(a_wait_for_a_change_ends_after_retry_after_seconds_from_its_begin)
{
	struct bed *b = *state;
	struct sleeper *early, *late;
	two_join(b);
	early = sleep_on(b, WAIT_CHANGE, 0);
	bed_pass(b, 10);
	late = sleep_on(b, WAIT_CHANGE, 0);
	bed_pass(b, 20);
	touch(b);
	assert_int_equal(times_woken(early), 1);
	assert_int_equal(times_woken(late), 0);
	bed_pass(b, 10);
	touch(b);
	assert_int_equal(times_woken(late), 1);
	end(early);
	end(late);
}

TEST(the_timer_wakes_without_a_touch)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = sleep_on(b, WAIT_CHANGE, 0);
	bed_pass(b, 30);
	for (int i = 0; i < 1000 && !times_woken(s); i++)
		usleep(10000);
	assert_int_equal(times_woken(s), 1);
	end(s);
}

TEST(a_change_between_the_begin_and_the_look_is_not_lost)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(s));
	end(s);
}

TEST(a_closed_duel_is_not_waited_for)
{
	struct bed *b = *state;
	struct sleeper *s, *seat;
	two_join(b);
	play_out(b);
	s = begin(b, WAIT_CHANGE, 0);
	seat = begin(b, WAIT_MOVE, 2);
	assert_true(over(s));
	assert_true(over(seat));
	end(s);
	end(seat);
}

TEST(who_can_move_does_not_wait)
{
	struct bed *b = *state;
	struct sleeper *alice, *bob;
	two_join(b);
	alice = begin(b, WAIT_MOVE, 1);
	bob = begin(b, WAIT_MOVE, 2);
	assert_true(over(alice));
	assert_true(over(bob));
	end(bob);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(alice));
	end(alice);
	bob = begin(b, WAIT_MOVE, 2);
	assert_false(over(bob));
	end(bob);
}

TEST(who_cannot_move_is_woken_when_it_can_and_by_nothing_before)
{
	struct bed *b = *state;
	struct sleeper *alice;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	alice = sleep_on(b, WAIT_MOVE, 1);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(say(b, "refresh bob"), 0);
	assert_int_equal(append(b, "## Turn 9\n"), -EINVAL);
	assert_int_equal(times_woken(alice), 0);
	/* Nothing is due of bob any more, whether it releases the floor or not. */
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(times_woken(alice), 1);
	end(alice);
}

TEST(a_missing_peer_is_waited_for_until_it_joins)
{
	struct bed *b = *state;
	struct sleeper *alice;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	alice = sleep_on(b, WAIT_MOVE, 1);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(times_woken(alice), 1);
	end(alice);
}

TEST(the_close_wakes_everybody)
{
	struct bed *b = *state;
	struct sleeper *s, *bob;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	take_turn(b, 2, "bob", "DISSENTING");
	assert_int_equal(say(b, "claim alice"), 0);
	s = sleep_on(b, WAIT_CHANGE, 0);
	bob = sleep_on(b, WAIT_MOVE, 2);
	assert_int_equal(append(b, conclusion), 0);
	assert_int_equal(times_woken(s), 1);
	assert_int_equal(times_woken(bob), 1);
	end(s);
	end(bob);
}

TEST(the_end_of_a_lease_wakes_who_can_move_then)
{
	struct bed *b = *state;
	struct sleeper *bob;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	bob = sleep_on(b, WAIT_MOVE, 2);
	bed_pass(b, 900);
	assert_int_equal(times_woken_soon(bob), 1);
	assert_holds(shown(b, "d", render_seat_status, 2), "next_step = \"claim_lock\"");
	end(bob);
}

TEST(a_silent_peer_is_waited_for_until_its_time_is_over)
{
	struct bed *b = *state;
	struct sleeper *alice;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	alice = sleep_on(b, WAIT_MOVE, 1);
	bed_pass(b, 1199);
	touch(b);
	assert_int_equal(times_woken(alice), 0);
	bed_pass(b, 1);
	touch(b);
	assert_int_equal(times_woken(alice), 1);
	end(alice);
	alice = begin(b, WAIT_MOVE, 1);
	assert_true(over(alice));
	assert_int_equal(say(b, "claim alice for=timeout"), 0);
	end(alice);
}

/* for=timeout breaks no lease: so the end of the time is told once, and from then on the lease is the bound. */
TEST(a_silent_peer_with_the_floor_is_told_of_once)
{
	struct bed *b = *state;
	struct sleeper *alice;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	bed_pass(b, 600);
	assert_int_equal(say(b, "claim bob"), 0);
	alice = sleep_on(b, WAIT_MOVE, 1);
	bed_pass(b, 600);
	touch(b);
	assert_int_equal(times_woken(alice), 1);
	end(alice);
	alice = sleep_on(b, WAIT_MOVE, 1);
	bed_pass(b, 299);
	touch(b);
	assert_int_equal(times_woken(alice), 0);
	bed_pass(b, 1);
	assert_int_equal(times_woken_soon(alice), 1);
	end(alice);
}

TEST(a_wait_that_is_over_stays_over)
{
	struct bed *b = *state;
	struct sleeper *bob;
	two_join(b);
	bob = begin(b, WAIT_MOVE, 2);
	assert_true(over(bob));
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(bob));
	end(bob);
}

TEST(events_are_waited_for_again_and_again)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = begin(b, WAIT_EVENTS, 0);
	assert_true(over(s));
	char *text = events(b, "d");
	s->wait.seen = strlen(text);
	free(text);
	assert_false(over(s));
	assert_int_equal(watched(s), 0);
	assert_int_equal(say(b, "no such line"), -EINVAL); /* in last_error only */
	assert_int_equal(times_woken(s), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(times_woken(s), 1);
	assert_true(over(s));
	text = events(b, "d");
	s->wait.seen = strlen(text);
	free(text);
	assert_false(over(s));
	end(s);
}

TEST(who_watches_is_woken_by_the_next_change_also_where_the_wait_is_over)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_true(over(s));
	assert_int_equal(watched(s), 0);
	touch(b);
	assert_int_equal(times_woken(s), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(times_woken(s), 1);
	end(s);
}

TEST(everybody_who_waits_is_woken_and_once)
{
	struct bed *b = *state;
	struct sleeper *s[100];
	two_join(b);
	for (size_t i = 0; i < 100; i++)
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
	assert_int_equal(say(b, "claim alice"), 0);
	for (size_t i = 0; i < 100; i++) {
		assert_int_equal(times_woken_soon(s[i]), 1);
		assert_int_equal(s[i]->before, i);
	}
	assert_int_equal(say(b, "release alice"), 0);
	for (size_t i = 0; i < 100; i++) {
		assert_int_equal(times_woken(s[i]), 1);
		end(s[i]);
	}
}

/* So many are enough for a worker to have a part in it. */
#define CROWD 60

TEST(of_a_crowd_the_first_few_are_awake_when_the_change_is_made)
{
	struct bed *b = *state;
	struct sleeper *s[CROWD];
	two_join(b);
	for (size_t i = 0; i < CROWD; i++)
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r); /* which the worker wants */
	d->fold->version++;
	duel_changed(d);
	unsigned woken = 0;
	for (size_t i = 0; i < CROWD; i++)
		woken += s[i]->woken;
	assert_int_equal(woken, WAIT_AT_ONCE);
	assert_int_equal(s[0]->woken, 1);
	registry_unlock(b->r);
	for (size_t i = 0; i < CROWD; i++) {
		assert_int_equal(times_woken_soon(s[i]), 1);
		end(s[i]);
	}
}

static unsigned
times_told_soon(struct sleeper *s)
{
	unsigned n = 0;
	for (int i = 0; i < 1000 && !n; i++, usleep(10000)) {
		registry_lock(s->b->r);
		n = s->told;
		registry_unlock(s->b->r);
	}
	return n;
}

/* More than one portion. */
TEST(of_a_crowd_those_behind_the_first_few_are_told_without_the_lock_and_once)
{
	struct bed *b = *state;
	struct sleeper *s[SLEEPERS_MAX];
	two_join(b);
	for (size_t i = 0; i < SLEEPERS_MAX; i++) {
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
		s[i]->waiter.tell = told;
	}
	assert_int_equal(say(b, "claim alice"), 0);
	for (size_t i = WAIT_AT_ONCE; i < SLEEPERS_MAX; i++)
		assert_int_equal(times_told_soon(s[i]), 1);
	assert_int_equal(say(b, "release alice"), 0);
	for (size_t i = 0; i < SLEEPERS_MAX; i++) {
		assert_int_equal(times_woken(s[i]), 1);
		assert_int_equal(s[i]->told, i >= WAIT_AT_ONCE);
		end(s[i]);
	}
}

TEST(who_can_move_is_woken_before_the_crowd)
{
	struct bed *b = *state;
	struct sleeper *s[CROWD], *alice;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim bob"), 0);
	for (size_t i = 0; i < CROWD; i++)
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
	alice = sleep_on(b, WAIT_MOVE, 1);
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(times_woken(alice), 1);
	assert_int_equal(alice->before, 0);
	end(alice);
	for (size_t i = 0; i < CROWD; i++) {
		assert_int_equal(times_woken_soon(s[i]), 1);
		end(s[i]);
	}
}

static void
worker_is_at_it(struct bed *b, bool is)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	d->live->wakes = is;
	d->fold->version++;
	duel_changed(d);
	registry_unlock(b->r);
}

TEST(a_move_that_is_over_when_its_portion_comes_was_there_all_the_same)
{
	struct bed *b = *state;
	struct sleeper *s[SLEEPERS_MAX];
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(say(b, "claim bob"), 0);
	for (size_t i = 0; i < SLEEPERS_MAX; i++)
		s[i] = sleep_on(b, WAIT_MOVE, 1);
	worker_is_at_it(b, true);
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "release bob"), 0);
	take_turn(b, 3, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(times_woken(s[SLEEPERS_MAX - 1]), 0);
	assert_true(over(s[SLEEPERS_MAX - 1]));
	worker_is_at_it(b, false);
	for (size_t i = 0; i < SLEEPERS_MAX; i++) {
		assert_int_equal(times_woken_soon(s[i]), 1);
		end(s[i]);
	}
}

TEST(a_crowd_may_leave_while_it_is_woken)
{
	struct bed *b = *state;
	struct sleeper *s[CROWD];
	two_join(b);
	for (size_t i = 0; i < CROWD; i++)
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	d->fold->version++;
	duel_changed(d);
	for (size_t i = 0; i < CROWD; i++) {
		if (s[i]->asleep)
			waiter_leave(&s[i]->waiter);
		s[i]->asleep = false;
	}
	registry_unlock(b->r);
	for (size_t i = 0; i < CROWD; i++)
		end(s[i]);
}

TEST(another_duel_wakes_nobody)
{
	struct bed *b = *state;
	struct sleeper *s;
	two_join(b);
	s = sleep_on(b, WAIT_CHANGE, 0);
	assert_int_equal(make_duel(b, "other", 0), 0);
	assert_int_equal(say_as(b, "other", 0, "join alice"), 0);
	assert_int_equal(times_woken(s), 0);
	left(s);
	end(s);
}

TEST(parked_reads_are_bounded_for_a_uid_and_for_all)
{
	struct bed *b = *state;
	struct sleeper *s[4], *watcher;
	bed_close(b);
	b->waits_limit = 3;
	b->waits_per_uid_limit = 2;
	bed_open(b);
	two_join(b);
	for (int i = 0; i < 4; i++)
		s[i] = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(parked_as(s[0], 1000), 0);
	assert_int_equal(parked_as(s[1], 1000), 0);
	assert_int_equal(parked_as(s[2], 1000), -EAGAIN);
	assert_int_equal(parked_as(s[2], 1001), 0);
	assert_int_equal(parked_as(s[3], 1002), -EAGAIN);
	watcher = begin(b, WAIT_CHANGE, 0);
	assert_int_equal(watched(watcher), 0);
	left(s[0]);
	assert_int_equal(parked_as(s[3], 1000), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	for (int i = 1; i < 4; i++)
		assert_int_equal(times_woken(s[i]), 1);
	assert_int_equal(times_woken(s[0]), 0);
	assert_int_equal(times_woken(watcher), 1);
	for (int i = 0; i < 4; i++)
		end(s[i]);
	for (int i = 0; i < 3; i++) {
		s[i] = sleep_on(b, WAIT_CHANGE, 0);
		left(s[i]);
		end(s[i]);
	}
	end(watcher);
}

TEST(the_end_sends_everybody_away_and_nobody_waits_any_more)
{
	struct bed *b = *state;
	struct sleeper *s, *bob, *late;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	s = sleep_on(b, WAIT_CHANGE, 0);
	bob = sleep_on(b, WAIT_MOVE, 2);
	late = begin(b, WAIT_CHANGE, 0);
	registry_lock(b->r);
	waits_end(b->r);
	registry_unlock(b->r);
	assert_int_equal(s->err, -ECONNABORTED);
	assert_int_equal(bob->err, -ECONNABORTED);
	assert_int_equal(parked_as(late, 1000), -ECONNABORTED);
	assert_int_equal(watched(late), -ECONNABORTED);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(times_woken(s), 1);
	assert_int_equal(times_woken(bob), 1);
	assert_int_equal(times_woken(late), 0);
	end(s);
	end(bob);
	end(late);
}
