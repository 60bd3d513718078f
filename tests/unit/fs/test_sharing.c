/* Entries of other hosts in a store show here: news of it, and looks where there were none. */
#include "tests/unit/fs/shared_fixture.h"

#include "fs/duels/wait.h"

/* The store's answer about a duel's head; the real one does not count. */
static struct store_head head;
static bool head_is_there;

static int
heads(struct store *s, const int64_t *ids, size_t n, void (*each)(void *arg, int64_t id, const struct store_head *h),
	void *arg)
{
	(void)s;
	for (size_t i = 0; i < n && head_is_there; i++)
		each(arg, ids[i], &head);
	return 0;
}

static bool
told(struct bed *b, struct store_news n)
{
	return sharing_news(b->r, &n);
}

static int
setup(void **state)
{
	int err = shared_setup(state);
	crowded.heads = heads;
	head_is_there = false;
	return err;
}

EACH_TEST(setup, bed_teardown);
static const struct test_around alone = {bed_setup, bed_teardown};

static struct duel *
join_both(struct bed *b)
{
	two_join(b);
	return the_duel(b, "d");
}

/* By another host, and durable. */
static void
write_by_another(struct bed *b, void (*act)(struct store *s, struct duel *d))
{
	struct duel *d = the_duel(b, "d");
	act(b->r->given.store, d);
	sound->drain(b->r->given.store);
}

static struct written *
claim_written(struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	write_entry(d, w, fold_claim_new(d->fold, 2, false, NULL));
	return w;
}

static void
claim_of_bob(struct store *s, struct duel *d)
{
	sound->submit(s, &claim_written(d)->batch);
}

static char *
status(struct bed *b)
{
	return shown(b, "d", render_status_toml, 0);
}

TEST(what_another_host_wrote_shows_when_it_is_told_and_wakes_who_waits)
{
	struct duel *d = join_both(b);
	struct wait change;
	LOCKED(b, wait_begin(&change, d, WAIT_CHANGE, 0));
	write_by_another(b, claim_of_bob);
	assert_holds(status(b), "lock_owner = \"\"\n");
	assert_true(told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1}));
	assert_holds(status(b), "lock_owner = \"bob\"\n");
	LOCKED(b, assert_true(wait_over(&change)));
}

/* Its clock says nothing here: from when it was seen. */
TEST(another_hosts_lease_has_its_full_time_from_when_it_was_seen)
{
	struct duel *d = join_both(b);
	bed_pass(b, 5000);
	enters(b, d); /* for the clock, which nobody else does then */
	leaves_it(b, d);
	write_by_another(b, claim_of_bob);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_holds(status(b), "lease_seconds_left = 900 ");
	bed_pass(b, 100);
	assert_holds(status(b), "lease_seconds_left = 800 ");
}

static int (*sound_duel)(struct store *s, int64_t id, struct store_duel *out);

/* This host was stopped for so long while it asked, and another wrote meanwhile. */
static int
stopped_duel(struct store *s, int64_t id, struct store_duel *out)
{
	crowded.duel = sound_duel;
	bed_pass(bed, 5000);
	duels_lock(bed->r); /* whoever asks does not hold it */
	claim_of_bob(s, duels_by_id(bed->r, id));
	duels_unlock(bed->r);
	sound->drain(s);
	return sound_duel(s, id, out);
}

TEST(what_was_written_while_this_host_read_is_seen_when_it_has_been_read)
{
	struct duel *d = join_both(b);
	sound_duel = crowded.duel;
	crowded.duel = stopped_duel;
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_holds(status(b), "lease_seconds_left = 900 ");
	LOCKED(b, let_go(b, d));
	bed_pass(b, 400);
	assert_holds(status(b), "lease_seconds_left = 500 ");
}

static int (*sound_each)(
	struct store *s, int64_t id, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg);

/* The server is away before it has said that these are all. */
static int
each_cut_short(struct store *s, int64_t id, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg)
{
	crowded.each_entry = sound_each;
	sound_each(s, id, after, each, arg);
	return -EIO;
}

TEST(what_was_read_before_the_server_was_away_is_not_lost)
{
	struct duel *d = join_both(b);
	sound_each = crowded.each_entry;
	crowded.each_entry = each_cut_short;
	write_by_another(b, claim_of_bob);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_holds(mount_status(b), "store_state = \"cut off\"\n");
	assert_holds(status(b), "lock_owner = \"bob\"\n");
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_holds(mount_status(b), "lost_entries = 0\n");
	assert_holds(status(b), "lock_owner = \"bob\"\n");
	assert_false(d->live->lost);
}

TEST(a_host_that_mounts_later_gives_another_hosts_lease_its_full_time)
{
	join_both(b);
	write_by_another(b, claim_of_bob);
	bed_close(b);
	bed_pass(b, 5000);
	bed_open(b);
	share(b);
	bed_pass(b, 5000);
	assert_holds(status(b), "lease_seconds_left = 900 ");
	bed_pass(b, 400);
	LOCKED(b, let_go(b, duels_find(b->r, "d")));
	assert_holds(status(b), "lease_seconds_left = 500 ");
}

/* All that a touch began is on the disk. */
static char *
status_after(struct bed *b, int64_t seconds)
{
	bed_pass(b, seconds);
	status(b);
	sound->drain(b->r->given.store);
	return status(b);
}

static void
told_of_claim(struct bed *b)
{
	struct duel *d = join_both(b);
	write_by_another(b, claim_of_bob);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
}

TEST(a_lease_of_another_host_is_ended_here_only_where_that_one_has_not)
{
	told_of_claim(b);
	assert_holds(status_after(b, 901), "lock_owner = \"bob\"\nlease = 1\n");
	assert_holds(status(b), "lease_seconds_left = 0 ");
	assert_holds(status_after(b, 1), "lock_owner = \"\"\n");
}

TEST(a_lease_of_this_host_is_ended_when_it_is_over)
{
	join_both(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(status_after(b, 899), "lock_owner = \"alice\"\n");
	assert_holds(status_after(b, 1), "lock_owner = \"\"\n");
}

TEST(who_claims_after_a_lease_of_another_host_waits_for_nobody)
{
	told_of_claim(b);
	assert_int_equal(say(b, "claim alice"), -EBUSY);
	bed_pass(b, 900);
	assert_int_equal(say(b, "release bob"), -ECANCELED);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(status(b), "lock_owner = \"alice\"\nlease = 2\n");
}

static int
duel_with_last_seq(struct store *s, int64_t id, struct store_duel *out)
{
	int err = sound->duel(s, id, out);
	out->last_seq = 99;
	return err;
}

TEST(a_lease_of_another_host_is_seen_also_where_the_duel_is_not_loaded)
{
	struct duel *d = join_both(b);
	crowded.duel = duel_with_last_seq;
	write_by_another(b, claim_of_bob);
	LOCKED(b, let_go(b, d));
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = 99});
	assert_null(d->live);
	bed_pass(b, 400);
	assert_holds(status(b), "lease_seconds_left = 500 ");
}

TEST(what_a_mount_finds_was_seen_then)
{
	struct store_duel row = {.id = 77, .name = (char *)"e", .state = (char *)"preparing", .last_seq = 12};
	int64_t clock_ms = b->clock_ms;
	struct duel *d = LOCKED_VALUE(b, duels_add(b->r, &row));
	assert_int_equal(d->seen.seq, 12);
	assert_int_equal(d->seen.clock_ms, clock_ms);
}

/* As a program writes it that knows more kinds of entries. */
static void
something_new(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	struct entry *e = entry_new(ENTRY_NOTE, 0, 0, NULL, NULL, 0);
	e->kind = (enum entry_kind)(ENTRY_KINDS + 7);
	write_entry(d, w, e);
	sound->submit(s, &w->batch);
}

TEST(a_duel_that_a_newer_program_goes_on_with_is_only_read_and_never_damaged)
{
	struct duel *d = join_both(b);
	write_by_another(b, something_new);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_null(d->fold->damage);
	assert_int_equal(say(b, "claim alice"), -EIO);
	assert_holds(shown(b, "d", render_last_error, 0), "a newer duelfs writes here");
	LOCKED(b, let_go(b, d));
	assert_int_equal(say(b, "claim alice"), -EIO);
	assert_holds(status(b), "participants = 2\n", "outcome = \"\"\n");
}

static void
not_understood(struct store *s, struct duel *d)
{
	submit_entry(s, d, entry_new(ENTRY_TURN, 2, 2, "{}", "no turn\n", 8));
}

TEST(an_entry_that_is_not_understood_is_no_part_of_the_record)
{
	struct duel *d = join_both(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	const char *before = record(b, "d");
	write_by_another(b, not_understood);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_int_equal(d->fold->damage_at, strlen(before));
	assert_string_equal(record(b, "d"), before);
}

TEST(a_duel_says_up_to_when_nothing_of_others_is_missing)
{
	join_both(b);
	b->r->as_of_ms = b->r->started_ms;
	assert_holds(status(b), "as_of = \"2026-09-21T14:13:20Z\"\n");
	b->r->as_of_ms += 1000;
	assert_holds(status(b), "as_of = \"2026-09-21T14:13:21Z\"\n");
	b->r->as_of_ms = 0;
	assert_null(strstr(shown(b, "d", render_status_json, 0), "as_of"));
}

TEST(news_of_what_is_known_changes_nothing)
{
	struct duel *d = join_both(b);
	uint64_t version = d->fold->version;
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev});
	told(b, (struct store_news){.what = STORE_MOVED, .id = 4711, .rev = 1});
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_int_equal(d->fold->version, version);
}

TEST(a_look_finds_what_nobody_was_told_of)
{
	struct duel *d = join_both(b);
	write_by_another(b, claim_of_bob);
	head = d->live->stored;
	head.rev++;
	head.seq++;
	head_is_there = true;
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_holds(status(b), "lock_owner = \"bob\"\n");
}

/* A server that took over without the newest entries: nothing is written on top of it. */
TEST(a_store_that_lost_what_was_shown_is_said_so_and_read_anew)
{
	struct duel *d = join_both(b);
	struct store_head known = d->live->stored;
	LOCKED(b, duel_hold(d));
	head = known;
	head_is_there = true;
	head.hash[0] ^= 1;
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_holds(status(b), "state = \"invalidated\"\n");
	assert_holds(mount_status(b), "lost_entries = 1\n");
	assert_int_not_equal(say(b, "claim alice"), 0);
	head = known;
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_holds(status(b), "state = \"invalidated\"\n"); /* somebody has it open */
	LOCKED(b, duel_drop(d));
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_holds(status(b), "state = \"debating\"\n");
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(mount_status(b), "lost_entries = 1\n");
}

TEST(each_way_in_which_a_head_can_be_behind_is_a_loss)
{
	struct duel *d = join_both(b);
	struct store_head known = d->live->stored;
	head_is_there = true;
	for (int way = 0; way < 3; way++) {
		the_duel(b, "d");
		head = d->live->stored;
		head.rev -= way == 0;
		head.seq -= way == 1;
		head.hash[3] ^= way == 2;
		if (way == 0)
			d->live->stored.rev++, head.rev++;
		told(b, (struct store_news){.what = STORE_LOOK});
		LOCKED(b, assert_int_equal(b->r->lost_entries, way + 1));
		head = known;
		told(b, (struct store_news){.what = STORE_LOOK});
	}
}

/* The tail was lost, and written anew by another: seen where it is read on. */
TEST(a_log_that_does_not_go_on_from_what_was_shown_is_a_loss)
{
	struct duel *d = join_both(b);
	d->live->stored.hash[0] ^= 1;
	write_by_another(b, claim_of_bob);
	d->live->stored.hash[0] ^= 1;
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	assert_holds(mount_status(b), "lost_entries = 1\n");
	assert_holds(status(b), "state = \"invalidated\"\n");
}

/* -- made and removed -- */

static struct store_duel
row_of(int64_t id, const char *name)
{
	return (struct store_duel){.id = id, .name = (char *)name, .state = (char *)"preparing", .rules = (char *)""};
}

static struct duel *
found(struct bed *b, const char *name)
{
	struct duel *d = LOCKED_VALUE(b, duels_find(b->r, name));
	return d;
}

TEST(a_duel_that_another_host_makes_is_there_once)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct store_duel low = row_of(900, "low"), high = row_of(1000, "high"), own = row_of(1, "d");
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = 1000, .row = &high}));
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = 900, .row = &low}));
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = 900, .row = &low}));
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = 1, .row = &own}));
	duels_lock(b->r);
	assert_int_equal(duels_count(b->r), 3);
	assert_string_equal(duels_next(b->r, 1)->name, "low"); /* ids in order, whoever came first */
	assert_string_equal(duels_next(b->r, 900)->name, "high");
	duels_unlock(b->r);
}

TEST(a_duel_that_was_removed_here_does_not_come_back_by_what_was_read_before)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	int64_t id = the_duel(b, "d")->id;
	struct store_duel before = row_of(id, "d");
	assert_int_equal(remove_duel(b, "d"), 0);
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = id, .row = &before}));
	assert_null(found(b, "d"));
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_true(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	assert_non_null(found(b, "d"));
	assert_null(b->r->removed); /* which is not kept for longer */
	assert_int_equal(remove_duel(b, "d"), 0);
}

TEST_IN(alone, nothing_is_kept_of_a_duel_that_is_removed_from_a_store_of_this_host_alone)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(remove_duel(b, "d"), 0);
	assert_null(b->r->removed);
}

TEST(a_duel_that_another_host_removes_is_hidden_at_once_and_gone_when_nobody_has_it_open)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	struct store_duel again = row_of(77, "d");
	int64_t id = d->id;
	LOCKED(b, duel_hold(d));
	assert_false(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	assert_null(found(b, "d"));
	assert_true(told(b, (struct store_news){.what = STORE_MADE, .id = 77, .row = &again}));
	assert_int_equal(found(b, "d")->id, 77);
	assert_int_equal(make_duel(b, "d", 0), -EEXIST);
	LOCKED(b, duel_drop(d));
	assert_true(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	assert_true(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	assert_int_equal(found(b, "d")->id, 77);
}

TEST(a_duel_that_is_not_loaded_shows_the_state_that_another_host_wrote)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = found(b, "d");
	struct written *w = write_new(d, STORE_UPDATE);
	w->batch.row.state = (char *)"debating";
	sound->submit(b->r->given.store, &w->batch);
	sound->drain(b->r->given.store);
	assert_null(d->live);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = 1});
	assert_string_equal(d->state, "debating");
	assert_null(d->live);
	bed_pass(b, 60);
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = 2}); /* in the same state */
	assert_true(b->r->counted_ms < b->now_ms);
}

TEST(a_mount_that_hears_nothing_says_so_until_it_does)
{
	struct duel *d = join_both(b);
	b->r->as_of_ms = b->r->started_ms; /* as of a store that is shared from the start */
	assert_holds(mount_status(b), "store_state = \"in step\"\nas_of = \"2026-09-21T14:13:20Z\"\n");
	bed_pass(b, 60);
	told(b, (struct store_news){.what = STORE_AWAY});
	assert_holds(mount_status(b), "store_state = \"cut off\"\nas_of = \"2026-09-21T14:13:20Z\"\n");
	head = d->live->stored;
	head_is_there = true;
	told(b, (struct store_news){.what = STORE_LOOK});
	assert_holds(mount_status(b), "store_state = \"in step\"\nas_of = \"2026-09-21T14:14:20Z\"\n");
}

/* -- while the store is asked -- */

/* A reader of this duel's entries, or of its archive's name, waits: what happens meanwhile is what the test does. */
static int64_t held_id;
static bool hold_entries, hold_archive;
static unsigned reads;

static int
held_entries(struct store *s, int64_t id, uint64_t after, int (*each)(void *arg, struct entry *e), void *arg)
{
	int err = sound->each_entry(s, id, after, each, arg);
	if (id == held_id) {
		__atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
		hold_here(&hold_entries);
	}
	return err;
}

static int
held_archive(struct store *s, int64_t id, char **name)
{
	int err = sound->archive(s, id, name);
	if (id == held_id)
		hold_here(&hold_archive);
	return err;
}

static struct duel *
held_duel(struct bed *b)
{
	struct duel *d = join_both(b);
	assert_int_equal(make_duel(b, "other", 0), 0);
	crowded.each_entry = held_entries;
	crowded.archive = held_archive;
	held_id = d->id;
	hold_entries = hold_archive = false;
	reads = 0;
	hold_anew();
	return d;
}

static void *
tells(void *arg)
{
	struct bed *b = arg;
	struct duel *d = the_duel(b, "d");
	told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = d->live->stored.rev + 1});
	return NULL;
}

/* Bob's claim on another host: in a thread of its own, as the store tells it; and it waits for the store. */
static pthread_t
begin_to_read_on(struct bed *b)
{
	pthread_t thread;
	write_by_another(b, claim_of_bob);
	hold_entries = true;
	assert_int_equal(pthread_create(&thread, NULL, tells, b), 0);
	wait_for_held();
	return thread;
}

static void
end_reading(pthread_t thread)
{
	sem_post(&go);
	pthread_join(thread, NULL);
}

TEST(while_the_store_is_asked_what_others_wrote_other_duels_are_answered_and_its_own_readers)
{
	held_duel(b);
	pthread_t thread = begin_to_read_on(b);
	assert_holds(shown(b, "other", render_status_toml, 0), "\nstate = \"preparing\"\n");
	assert_int_equal(say_as(b, "other", 0, "join carl"), 0);
	assert_holds(status(b), "lock_owner = \"\"\n");
	end_reading(thread);
	assert_holds(status(b), "lock_owner = \"bob\"\n");
}

/* A change of it waits for what is there. */
TEST(whoever_wants_the_floor_while_the_store_is_asked_is_answered_by_what_it_says)
{
	struct duel *d = held_duel(b);
	struct meanwhile a;
	pthread_t thread = begin_to_read_on(b);
	waits_its_turn(&a, d, 1, &(struct call){.b = b, .line = "claim alice"});
	end_reading(thread);
	assert_int_equal(answer_of(&a), -EBUSY);
	assert_int_equal(overtakings, 0);
}

TEST(what_is_told_while_the_store_is_asked_is_asked_for_then)
{
	struct duel *d = held_duel(b);
	pthread_t thread = begin_to_read_on(b);
	uint64_t rev = LOCKED_VALUE(b, d->live->stored.rev);
	assert_true(told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = rev + 2}));
	assert_int_equal(reads, 1);
	end_reading(thread);
	assert_int_equal(reads, 2);
}

TEST(a_duel_that_another_host_removes_while_the_store_is_asked_is_hidden_at_once)
{
	struct duel *d = held_duel(b);
	int64_t id = d->id;
	pthread_t thread = begin_to_read_on(b);
	assert_false(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	LOCKED(b, assert_null(duels_find(b->r, "d")));
	end_reading(thread);
	assert_true(told(b, (struct store_news){.what = STORE_REMOVED, .id = id}));
	LOCKED(b, assert_null(duels_any(b->r, id)));
}

/* It was read up to what others had written then, and they went on. */
TEST(a_duel_that_has_moved_while_it_was_loaded_is_read_on_before_anybody_sees_it)
{
	struct duel *d = held_duel(b);
	others = NULL;
	struct written *claim = claim_written(d);
	duels_lock(b->r);
	let_go(b, d);
	hold_archive = true;
	clock_start(d);
	duels_unlock(b->r);
	wait_for_held();
	sound->submit(b->r->given.store, &claim->batch);
	sound->drain(b->r->given.store);
	assert_true(told(b, (struct store_news){.what = STORE_MOVED, .id = d->id, .rev = 1000}));
	sem_post(&go);
	LOCKED(b, assert_int_equal(duel_load(d), 0));
	LOCKED(b, assert_int_equal(d->fold->lease.holder, 2));
	assert_int_equal(reads, 2);
}
