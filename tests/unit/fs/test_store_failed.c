/* A store that fails under a running debate: whatever would change something is EIO until it is opened anew. */
#include "tests/unit/fs/fixture.h"
#include "tests/unit/store/faulty_vfs.h"

WHOLE_FILE(faulty_install, NULL);

static int
failing_teardown(void **state)
{
	faulty_mend();
	return bed_teardown(state);
}

EACH_TEST(bed_setup, failing_teardown);

/* Two have joined, alice has the floor, a second duel has nobody; then her turn finds that the disk cannot flush. */
static void
turn_fails(struct bed *b)
{
	two_join(b);
	assert_int_equal(make_duel(b, "free", 0), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(mount_status(b), "store_failed = false\n");
	faulty_plan((struct faulty_plan){.ops = FAULTY_SYNC, .files = FAULTY_WAL, .nth = 1, .err = EIO, .lost = true});
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	faulty_mend();
}

TEST(a_turn_that_the_store_fails_is_refused_and_not_shown)
{
	turn_fails(b);
	assert_holds(shown(b, "d", render_last_error, 0), "[store.failed]", ": EIO\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
	assert_lacks(record(b, "d"), "## Turn");
	assert_holds(mount_status(b), "store_failed = true\n");
}

/* The disk is well again, but nobody knows what it holds. */
TEST(everything_that_would_change_is_eio_from_then_on)
{
	static const char *const lines[] = {"claim alice", "refresh alice", "release alice force=yes", "alice"};
	turn_fails(b);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		assert_int_equal(say(b, lines[i]), -EIO);
		assert_holds(shown(b, "d", render_last_error, 0), "lock: error: [store.failed]");
	}
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	assert_int_equal(say_as(b, "free", 0, "join carol"), -EIO);
	assert_int_equal(append_to(b, "free", INTAKE_FILE_CONFIG, 0, "max_turns = 4\n"), -EIO);
	assert_holds(shown(b, "free", render_last_error, 0), "config.toml: error: [store.failed]");
	assert_int_equal(
		append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	assert_int_equal(make_duel(b, "another", 0), -EIO);
	assert_int_equal(remove_duel(b, "free"), -EIO);
	assert_holds(shown(b, "free", render_last_error, 0), ".: error: [store.failed]");
}

TEST(a_file_that_was_open_when_the_store_failed_is_eio_as_well)
{
	struct intake *w;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 0, false, &w), 0);
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 1, .err = EIO});
	assert_int_equal(make_duel(b, "another", 0), -EIO);
	faulty_mend();
	written(b, w, turn_text(1, "alice", "OPEN_TO_DEBATE"), -1);
	assert_int_equal(flushed(b, w, true), -EIO);
	assert_int_equal(synced(b, w), -EIO); /* told again to whoever asks again */
	closed(b, w);
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 0\n");
}

TEST(opened_anew_it_shows_what_is_true_and_goes_on)
{
	turn_fails(b);
	bed_reopen(b);
	assert_holds(mount_status(b), "store_failed = false\n");
	assert_lacks(record(b, "d"), "## Turn");
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_holds(record(b, "d"), "## Turn 1");
}

/* A store that finds its database damaged: the real one, but for what is asked of it from now on. */
static const struct store_ops *sound;
static struct store_ops damaged;

static void *
say_damaged(void *batch)
{
	struct store_batch *s = batch;
	s->done(s, -EUCLEAN);
	return NULL;
}

static void
submit_damaged(struct store *s, struct store_batch *batch)
{
	pthread_t thread;
	(void)s;
	assert_int_equal(pthread_create(&thread, NULL, say_damaged, batch), 0);
	pthread_detach(thread);
}

static int
duel_damaged(struct store *s, int64_t id, struct store_duel *out)
{
	(void)s, (void)id, (void)out;
	return -EUCLEAN;
}

static int
source_damaged(struct store *s, int64_t id, struct store_source *out)
{
	(void)s, (void)id, (void)out;
	return -EMFILE;
}

static void
damage(struct bed *b)
{
	sound = b->r->given.store->ops;
	damaged = *sound;
	b->r->given.store->ops = &damaged;
}

static char said[512];

static void
hear(int level, const char *line)
{
	(void)level;
	snprintf(said, sizeof said, "%s", line);
}

TEST(a_damaged_database_is_eio_to_mkdir_and_rmdir_with_its_reason)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	damage(b);
	damaged.submit = submit_damaged;
	b->r->given.log = hear;
	assert_int_equal(make_duel(b, "another", 7), -EIO);
	assert_non_null(strstr(said, "mkdir another by uid 7: [store.failed] what the store holds is damaged"));
	assert_int_equal(remove_duel(b, "d"), -EIO);
	assert_holds(shown(b, "d", render_last_error, 0), ".: error: [store.failed] what the store holds is damaged");
	b->r->given.store->ops = sound;
	assert_int_equal(make_duel(b, "another", 7), 0); /* nothing is broken by it */
	assert_int_equal(remove_duel(b, "d"), 0);
	b->r->given.store->ops = &damaged;
	assert_int_equal(say_as(b, "another", 0, "join alice"), -EIO);
	assert_holds(shown(b, "another", render_last_error, 0), "lock: error: [store.failed] what the store holds is damaged");
}

/* Every cause that keeps it from being read: whoever asks for a file of it gets none of the store's own errnos, and the
 * log has it once. */
TEST(a_duel_that_cannot_be_read_is_eio_and_said_in_the_log_once)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	bed_reopen(b);
	damage(b);
	b->r->given.log = hear;
	damaged.duel = duel_damaged;
	duels_lock(b->r);
	struct duel *d = duels_find(b->r, "d");
	assert_int_equal(duel_settle(d), -EIO);
	assert_string_equal(said, "d: it cannot be read from the store: Structure needs cleaning");
	*said = '\0';
	assert_int_equal(duel_settle(d), -EIO);
	assert_string_equal(said, "");
	damaged.duel = sound->duel;
	damaged.source = source_damaged;
	assert_int_equal(duel_settle(d), -EIO);
	b->r->given.store->ops = sound;
	assert_int_equal(duel_settle(d), 0);
	duels_unlock(b->r);
}
