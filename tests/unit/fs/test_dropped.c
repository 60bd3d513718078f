/* Bytes that are staged and decided by nobody: the end of the mount, and a writer that a signal ends, drop it, and that
 * is told. */
#include "tests/unit/fs/fixture.h"
#include <signal.h>

EACH_TEST(bed_setup, bed_teardown);

#define LONG_BYTES (JUDGE_INLINE_BYTES + 1000)

/* alice has the floor, and an open file that holds this. */
static struct intake *
writes(struct bed *b, const char *text)
{
	assert_int_equal(say(b, "claim alice"), 0);
	return staged(b, INTAKE_FILE_DEBATE, 0, false, text, -1);
}

static void
stop(struct bed *b, struct intake *w)
{
	LOCKED(b, intake_close(w, false));
}

static int
stopped(struct bed *b, struct intake *w)
{
	stop(b, w);
	return 0;
}

static int
cut(struct bed *b, struct intake *w, int signal)
{
	return LOCKED_VALUE(b, intake_cut(w, signal));
}

TEST(the_end_of_the_mount_drops_what_is_staged_and_the_next_release_says_so)
{
	two_join(b);
	stop(b, writes(b, turn_text(1, "alice", "OPEN_TO_DEBATE")));
	bed_reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
	assert_holds(shown(b, "d", render_last_error, 0), "alice debate.md: ECANCELED\ndebate.md: error: [store.stopped] the mount ended");
	assert_int_equal(times_in(events(b, "d"), "turn_rejected"), 1);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "alice lock: EINVAL\ndebate.md: error: [store.stopped]");
	assert_int_equal(say(b, "release alice"), 0);
}

/* The other open file's turn is on its way to the disk just then. */
TEST(what_is_dropped_while_the_duel_is_changed_is_told_after_the_next_mount_as_well)
{
	struct meanwhile a, c;
	struct intake *w;
	two_join(b);
	struct duel *d = the_duel(b, "d");
	struct intake *other = writes(b, turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	written(b, w, "## Turn 1 — alice", -1);
	enters(b, d);
	waits_its_turn(&a, d, 1, &(struct call){.b = b, .intake = other, .with = flushed_by_opener});
	waits_its_turn(&c, d, 2, &(struct call){.b = b, .intake = w, .with = stopped});
	leaves_it(b, d);
	assert_int_equal(answer_of(&a), 0);
	assert_int_equal(answer_of(&c), 0);
	stop(b, other);
	bed_reopen(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
	assert_int_equal(times_in(shown(b, "d", render_last_error, 0), "[store.stopped]"), 1);
	assert_int_equal(say(b, "release alice"), -EINVAL);
}

TEST(what_was_refused_already_is_not_refused_again)
{
	two_join(b);
	struct intake *w = writes(b, "## Turn 1 — alice (unknown / unknown-model) — OPEN_TO_DEBATE\n");
	assert_int_equal(flushed(b, w, true), -EINVAL);
	stop(b, w);
	w = staged(
		b, INTAKE_FILE_DEBATE, 0, false, "## Turn 7 — alice (unknown / unknown-model) — OPEN_TO_DEBATE\n", -1);
	assert_int_equal(synced(b, w), -EINVAL);
	assert_int_equal(cut(b, w, SIGKILL), -EINVAL);
	stop(b, w);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	stop(b, w);
	assert_lacks(shown(b, "d", render_last_error, 0), "store.stopped");
}

TEST(what_a_signal_cut_short_is_dropped_and_its_file_is_dead)
{
	two_join(b);
	const char *text = turn_text(1, "alice", "OPEN_TO_DEBATE");
	struct intake *w = writes(b, text);
	assert_int_equal(cut(b, w, SIGTERM), -ECANCELED);
	assert_holds(shown(b, "d", render_last_error, 0), "signal 15 (Terminated)");
	assert_int_equal(say(b, "release alice"), -EINVAL); /* nothing is left open under the lease, too */
	assert_int_equal(written(b, w, text, -1), -ECANCELED);
	assert_int_equal(synced(b, w), -ECANCELED);
	assert_int_equal(flushed(b, w, true), -ECANCELED);
	assert_int_equal(closed(b, w), -ECANCELED);
	assert_int_equal(append(b, text), 0);
	assert_int_equal(times_in(events(b, "d"), "turn_rejected"), 1);
}

TEST(a_signal_finds_nothing_to_cut_short_where_nothing_is_staged)
{
	two_join(b);
	struct intake *w = writes(b, "");
	assert_int_equal(cut(b, w, SIGTERM), 0);
	assert_int_equal(written(b, w, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1), 0);
	assert_int_equal(closed(b, w), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 1\n");
}

/* Equal refusals in a row are counted; but the lease that the second one was under has its own first release. */
TEST(a_lease_hears_of_its_refusal_after_a_restart_also_where_the_one_before_had_the_same)
{
	two_join(b);
	for (int i = 0; i < 2; i++) {
		struct intake *w = writes(b, "## Turn 1 — alice (unknown / unknown-model) — OPEN_TO_DEBATE\n");
		assert_int_equal(flushed(b, w, true), -EINVAL);
		assert_int_equal(synced(b, w), -EINVAL); /* counted */
		closed(b, w);
		if (i == 0)
			assert_int_equal(say(b, "release alice force=yes"), 0);
	}
	assert_int_equal(times_in(events(b, "d"), "turn_rejected"), 2);
	bed_reopen(b);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
}
