/* A duel that takes long to load: others go on, and whoever waits for it gets what is there when it comes. The store is
 * held, so that what happens meanwhile is what the test does. */
#include "tests/unit/fs/fixture.h"

/* The real store, but for its answers about one duel: the next look at its row, or at its name in the archive, which is
 * the last that a load looks at, is held. */
static const struct store_ops *sound;
static struct store_ops slow;
static int64_t held_id;
static bool hold_first, hold_last;
static unsigned rows_read;
static int fault;

static int
slow_duel(struct store *s, int64_t id, struct store_duel *out)
{
	if (id != held_id)
		return sound->duel(s, id, out);
	__atomic_add_fetch(&rows_read, 1, __ATOMIC_RELAXED);
	hold_here(&hold_first);
	int err = __atomic_load_n(&fault, __ATOMIC_RELAXED);
	return err ? err : sound->duel(s, id, out);
}

static int
slow_archive(struct store *s, int64_t id, char **name)
{
	int err = sound->archive(s, id, name);
	if (id == held_id)
		hold_here(&hold_last);
	return err;
}

/* Nothing is loaded, and whoever loads "d" first is held: at the beginning, or when it has read everything. */
static void
held(struct bed *b, bool *hold)
{
	bed_reopen(b);
	sound = b->r->given.store->ops;
	slow = *sound;
	slow.duel = slow_duel;
	slow.archive = slow_archive;
	LOCKED(b, held_id = duels_find(b->r, "d")->id);
	LOCKED(b, b->r->given.store->ops = &slow);
	hold_anew();
	rows_read = 0;
	fault = 0;
	hold_first = hold_last = false;
	*hold = true;
}

/* One who waits, in a thread of its own. */
struct waiting {
	struct bed *bed;
	struct duel *duel;
	pthread_t thread;
	bool waits;
	int err;
};

static void *
load(void *arg)
{
	struct waiting *p = arg;
	duels_lock(p->bed->r);
	p->waits = true;
	p->err = duel_load(p->duel);
	assert_true(p->err || p->duel->live);
	duels_unlock(p->bed->r);
	return NULL;
}

static void
await(struct bed *b, struct waiting *p)
{
	bool waits = false;
	*p = (struct waiting){.bed = b};
	LOCKED(b, p->duel = duels_by_id(b->r, held_id));
	LOCKED(b, assert_null(p->duel->live));
	assert_int_equal(pthread_create(&p->thread, NULL, load, p), 0);
	while (!waits) {
		LOCKED(b, waits = p->waits);
	}
}

static int
told(struct waiting *p)
{
	assert_int_equal(pthread_join(p->thread, NULL), 0);
	return p->err;
}

static bool
is_loaded(struct bed *b, const char *name)
{
	return LOCKED_VALUE(b, duels_find(b->r, name)->live);
}

static int
two_duels(void **state)
{
	int err = bed_setup(state);
	if (err)
		return err;
	two_join(*state);
	assert_int_equal(make_duel(*state, "other", 0), 0);
	return 0;
}

/* Also of a test that failed. */
static int
let_go(void **state)
{
	sem_post(&go);
	return bed_teardown(state);
}

EACH_TEST(two_duels, let_go);

TEST(whoever_comes_while_it_is_read_waits_for_that)
{
	struct waiting first, second;
	held(b, &hold_first);
	await(b, &first);
	wait_for_held();
	await(b, &second);
	sem_post(&go);
	assert_int_equal(told(&first), 0);
	assert_int_equal(told(&second), 0);
	assert_int_equal(rows_read, 1);
}

TEST(a_duel_that_came_stays_until_who_waited_has_looked)
{
	struct waiting p;
	held(b, &hold_first);
	await(b, &p);
	wait_for_held();
	sem_post(&go);
	assert_int_equal(told(&p), 0);
	duels_lock(b->r);
	b->r->given.config.limits.loaded_bytes = 1;
	struct duel *other = duels_find(b->r, "other");
	assert_int_equal(duel_settle(other), 0);
	duels_unlock(b->r);
	assert_false(is_loaded(b, "d"));
}

TEST(whoever_waits_for_a_duel_that_is_removed_is_told_and_finds_it_gone)
{
	struct waiting p;
	assert_int_equal(remove_duel(b, "other"), 0);
	bed_reopen(b);
	assert_int_equal(make_duel(b, "spare", 0), 0);
	held(b, &hold_last);
	LOCKED(b, held_id = duels_find(b->r, "spare")->id);
	await(b, &p);
	wait_for_held();
	sem_post(&go);
	assert_int_equal(remove_duel(b, "spare"), 0);
	told(&p); /* it may have come first */
	LOCKED(b, assert_null(duels_find(b->r, "spare")));
}

TEST(whoever_has_been_told_does_not_keep_a_duel_from_being_removed)
{
	struct waiting p;
	assert_int_equal(remove_duel(b, "other"), 0);
	bed_reopen(b);
	assert_int_equal(make_duel(b, "spare", 0), 0);
	held(b, &hold_last);
	hold_last = false;
	LOCKED(b, held_id = duels_find(b->r, "spare")->id);
	await(b, &p);
	assert_int_equal(told(&p), 0);
	assert_int_equal(remove_duel(b, "spare"), 0);
}

static void *
close_it(void *arg)
{
	bed_close(arg);
	return NULL;
}

TEST(the_end_waits_for_what_is_being_loaded)
{
	pthread_t closer;
	held(b, &hold_first);
	LOCKED(b, clock_start(duels_find(b->r, "d")));
	wait_for_held();
	assert_int_equal(pthread_create(&closer, NULL, close_it, b), 0);
	for (bool closing = false; !closing;) {
		LOCKED(b, closing = b->r->closing);
	}
	sem_post(&go);
	assert_int_equal(pthread_join(closer, NULL), 0);
	bed_open(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nparticipants = 2\n");
}

TEST(one_that_ends_by_the_clock_is_loaded_while_others_go_on)
{
	assert_int_equal(append_to(b, "other", INTAKE_FILE_CONFIG, 0, "move_seconds = 3600\n"), 0);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	held(b, &hold_first);
	bed_pass(b, 30 * 86400);
	LOCKED(b, ends_tick(b->r));
	wait_for_held();
	assert_holds(shown(b, "other", render_status_toml, 0), "\nstate = \"preparing\"\n");
	assert_false(is_loaded(b, "d"));
	sem_post(&go);
	duels_work_wait(b->r);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nstate = \"completed\"\n");
}

TEST(one_that_ends_by_the_clock_and_cannot_be_read_is_tried_again)
{
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	held(b, &hold_first);
	bed_pass(b, 30 * 86400);
	LOCKED(b, ends_tick(b->r));
	wait_for_held();
	fault = -EIO;
	sem_post(&go);
	duels_work_wait(b->r);
	fault = 0;
	assert_false(is_loaded(b, "d"));
	bed_pass(b, 60);
	LOCKED(b, ends_tick(b->r));
	duels_work_wait(b->r);
	assert_true(is_loaded(b, "d"));
	assert_holds(shown(b, "d", render_status_toml, 0), "\nstate = \"completed\"\n");
}
