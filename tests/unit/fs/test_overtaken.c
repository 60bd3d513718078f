/* A store that others write to: what was judged on a head that is not there any more is read on, and judged anew. */
#include "tests/unit/fs/shared_fixture.h"

EACH_TEST(shared_setup, bed_teardown);
static const struct test_around alone = {bed_setup, bed_teardown};

/* Everything that goes to the disk: rules, joins, claims, turns, a refused one, the maker's verbs, an expiry, a close. */
static void
debate(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(make_duel(b, "gone", 0), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "max_turns = 4\n"), 0);
	TAKEN(b, "join alice", "join bob", "claim alice");
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	TAKEN(b, "release alice", "claim bob");
	assert_int_equal(append(b, "## Turn 2 — bob\n"), -EINVAL);
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	TAKEN(b, "say maker text=\"it is late\"", "say maker text=\"wait\"", "say maker text=\"go on\"", "alice");
	bed_pass(b, 3600);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, turn_text(3, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "close maker reason=\"enough\""), 0);
	assert_int_equal(remove_duel(b, "gone"), 0);
}

static int
same_entries(void *arg, struct entry *e)
{
	UT_string *log = arg;
	utstring_printf(log, "%llu %d %u %llu %s\n", (unsigned long long)e->seq, e->kind, e->seat,
		(unsigned long long)e->lease, e->kind == ENTRY_TURN ? e->body : "");
	entry_free(e);
	return 0;
}

/* Its entries in the store, after a mount of its own found it whole. */
static char *
stored(struct bed *b)
{
	UT_string *log = test_string();
	bed_reopen(b);
	assert_null(the_duel(b, "d")->fold->damage);
	struct store *s = b->r->given.store;
	assert_int_equal(s->ops->each_entry(s, the_duel(b, "d")->id, 0, same_entries, log), 0);
	return utstring_body(log);
}

/* The client is told what is true. */

TEST(who_joins_behind_somebody_of_another_host_has_the_next_seat_or_none)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = mallory_joins;
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(overtakings, 1);
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 2\n");
	assert_holds(events(b, "d"), "\"mallory\"");
	assert_int_equal(say(b, "join bob"), -EACCES);
	stored(b);
}

TEST(the_last_seat_goes_to_whoever_the_store_took)
{
	BEGUN(b, NULL, "join alice");
	others = mallory_joins;
	assert_int_equal(say(b, "join bob"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "all 2 seats are taken");
	stored(b);
}

TEST(a_join_freezes_the_rules_that_another_host_has_set_meanwhile)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = twelve_turns;
	assert_int_equal(say(b, "join alice"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	stored(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
}

static void
alice_has_another_model(struct store *s, struct duel *d)
{
	submit_entry(s, d, entry_new(ENTRY_JOIN, 1, 0, "{\"harness\":\"h\",\"model\":\"newer\"}", NULL, 0));
}

TEST(a_join_anew_changes_what_it_names_and_nothing_that_another_host_has_changed_meanwhile)
{
	two_join(b);
	others = alice_has_another_model;
	assert_int_equal(say(b, "join alice harness=other"), 0);
	assert_string_equal(the_duel(b, "d")->fold->seats[0]->harness, "other");
	assert_string_equal(the_duel(b, "d")->fold->seats[0]->model, "newer");
}

/* Away and back again, by two hands: the rules are the same. */
static void
source_is_set_anew(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE | STORE_SOURCE);
	w->batch.source_path = "/source.md";
	w->batch.source_text = "# Anew\n";
	w->batch.source_len = strlen(w->batch.source_text);
	sound->submit(s, &w->batch);
}

TEST(a_join_freezes_the_source_that_another_host_has_set_anew_by_the_same_rules)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = source_is_set_anew;
	assert_int_equal(say(b, "join alice"), 0);
	stored(b);
}

TEST(a_config_that_comes_behind_a_join_changes_nothing)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = mallory_joins;
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "max_turns = 12\n"), -EPERM);
	assert_lacks(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	stored(b);
}

static void (*config_done)(struct store_batch *b, int err);
static struct store_batch *config_batch;

/* The one who set the rules is told of it when somebody has joined by them already, and that was heard of, too. */
static void
joined_by_them(struct store_batch *b, int err)
{
	was_written(b, err);
	LOCKED(bed, duels_find(bed->r, "d")->behind = 9);
	config_done(config_batch, 0);
}

static void
mallory_joins_by_them(struct store_batch *b, int err)
{
	struct duel_rules rules;
	assert_int_equal(err, 0);
	duels_lock(bed->r);
	struct duel *d = duels_find(bed->r, "d");
	rules_copy(&rules, &d->fold->rules);
	rules.max_turns = 12;
	struct written *w = join_written(d, &rules);
	rules_free(&rules);
	duels_unlock(bed->r);
	config_batch = b;
	w->batch.done = joined_by_them;
	sound->submit(bed->r->given.store, &w->batch);
}

static void
submit_before_mallory(struct store *s, struct store_batch *b)
{
	config_done = b->done;
	b->done = mallory_joins_by_them;
	crowded.submit = sound->submit;
	sound->submit(s, b);
}

TEST(a_config_that_somebody_joined_by_before_its_writer_was_answered_holds)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	crowded.submit = submit_before_mallory;
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "max_turns = 12\n"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n", "participants = 1\n");
	stored(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
}

TEST(a_config_on_top_of_another_hosts_keeps_both)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = twelve_turns;
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "lease_seconds = 77\n"), 0);
	stored(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	assert_int_equal(the_duel(b, "d")->fold->rules.lease_seconds, 77);
}

TEST(a_duel_that_somebody_joins_while_it_is_removed_stays)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	the_duel(b, "d");
	others = mallory_joins;
	assert_int_equal(remove_duel(b, "d"), -EBUSY);
	assert_holds(events(b, "d"), "\"mallory\"");
	assert_int_equal(say(b, "join alice"), 0);
	stored(b);
}

TEST(a_duel_that_was_removed_by_another_host_takes_nothing_and_is_gone_at_its_rmdir)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(make_duel(b, "two", 0), 0);
	assert_int_equal(make_duel(b, "three", 0), 0);
	the_duel(b, "two");
	others = is_removed;
	assert_int_equal(say(b, "join alice"), -ENOENT);
	others = is_removed;
	assert_int_equal(append_to(b, "three", INTAKE_FILE_CONFIG, 0, "max_turns = 4\n"), -ENOENT);
	others = is_removed;
	assert_int_equal(remove_duel(b, "two"), -ENOENT);
	LOCKED(b, assert_false(duels_find(b->r, "d") || duels_find(b->r, "two") || b->r->broken));
}

/* A database that is asked, for as long as it takes. */
static int64_t
id_of_the_database(struct store *s)
{
	(void)s;
	LOCKED(bed, assert_int_equal(duels_count(bed->r), 0));
	return 4712;
}

TEST(a_database_that_is_asked_for_an_id_holds_up_nobody)
{
	crowded.take_id = id_of_the_database;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(the_duel(b, "d")->id, 4712);
}

TEST(of_two_hosts_that_make_a_duel_of_one_name_the_second_is_told)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = is_made_there;
	assert_int_equal(make_duel(b, "e", 0), -EEXIST);
	bed_reopen(b);
	assert_int_equal(duels_count(b->r), 2);
}

/* A store that is shared. */

static int
count_entries(void *arg, struct entry *e)
{
	int *n = arg;
	n[e->kind]++;
	entry_free(e);
	return 0;
}

/* How many of a kind are durable now. */
static int
durable(struct bed *b, enum entry_kind kind)
{
	int n[ENTRY_KINDS] = {0};
	struct store *s = b->r->given.store;
	struct duel *d = the_duel(b, "d");
	bool busy = true;
	while (busy) { /* with what the timer began, too, and one that was overtaken and is tried again */
		s->ops->drain(s);
		LOCKED(b, busy = d->busy);
	}
	assert_int_equal(s->ops->each_entry(s, d->id, 0, count_entries, n), 0);
	return n[kind];
}

/* The next batch finds what this has done. */
static void
alice_claims(struct bed *b, void (*act)(struct store *s, struct duel *d))
{
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	others = act;
}

TEST(on_a_shared_store_every_entry_is_durable_when_it_is_answered)
{
	alice_claims(b, NULL);
	assert_int_equal(durable(b, ENTRY_CLAIM), 1);
	assert_int_equal(say(b, "refresh alice"), 0);
	assert_int_equal(durable(b, ENTRY_REFRESH), 1);
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_int_equal(durable(b, ENTRY_WAIT), 1);
	assert_int_equal(append(b, "## Turn 1 — alice\n"), -EINVAL);
	assert_int_equal(durable(b, ENTRY_REJECT), 1);
	assert_int_equal(say(b, "release alice force=yes"), 0);
	assert_int_equal(durable(b, ENTRY_RELEASE), 1);
	assert_int_equal(say(b, "claim bob"), 0);
	bed_pass(b, 3600);
	the_duel(b, "d");
	assert_int_equal(durable(b, ENTRY_EXPIRE), 1);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
}

TEST_IN(alone, a_debate_on_a_shared_store_is_the_same_debate_however_often_it_was_overtaken)
{
	void *other = NULL;
	debate(b);
	const char *there = stored(b), *ev = events(b, "d"), *text = record(b, "d");
	for (int round = 0; round < 2; round++) {
		assert_int_equal(bed_setup(&other), 0);
		struct bed *c = other;
		share(c);
		every = round;
		debate(c);
		assert_int_equal(overtakings >= 16, round);
		assert_string_equal(stored(c), there);
		assert_string_equal(
			strstr(record(c, "d"), "| Source path"), strstr(text, "| Source path")); /* behind its id */
		assert_int_equal(strlen(events(c, "d")), strlen(ev));
		bed_teardown(&other);
	}
}

/* The entries of others where this one is about to write. */

static void
mallory_claims(struct store *s, struct duel *d)
{
	submit_entry(s, d, fold_claim_new(d->fold, 2, false, NULL));
}

static void
its_lease_ends(struct store *s, struct duel *d)
{
	const struct lease *l = &d->fold->lease;
	submit_entry(s, d, entry_new(ENTRY_EXPIRE, l->holder, l->number, NULL, NULL, 0));
}

TEST(of_two_claims_on_two_hosts_one_has_the_floor)
{
	two_join(b);
	others = mallory_claims;
	assert_int_equal(say(b, "claim alice"), -EBUSY);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"bob\"\n");
	assert_int_equal(durable(b, ENTRY_CLAIM), 1);
	stored(b);
}

TEST(a_lease_that_another_host_has_ended_is_neither_refreshed_nor_released)
{
	alice_claims(b, its_lease_ends);
	assert_int_equal(say(b, "refresh alice"), -ECANCELED);
	assert_int_equal(say(b, "claim alice"), 0);
	others = its_lease_ends;
	assert_int_equal(say(b, "release alice"), -ECANCELED);
	assert_int_equal(durable(b, ENTRY_REFRESH) + durable(b, ENTRY_RELEASE), 0);
	stored(b);
}

TEST(a_turn_under_a_lease_that_another_host_has_ended_is_not_taken)
{
	alice_claims(b, its_lease_ends);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -ECANCELED);
	assert_int_equal(durable(b, ENTRY_TURN), 0);
	stored(b);
}

/* This host was stopped with a text on its way, and another refused one meanwhile. */
static void
stopped_past_its_lease(struct store *s, struct duel *d)
{
	submit_entry(s, d, entry_new(ENTRY_REJECT, 2, 0, "{\"errno\":\"EBUSY\",\"file\":\"lock\",\"findings\":[]}",
		NULL, 0));
	bed_pass(bed, 3600);
}

/* The text of whoever has the floor, through this file. */
static void
assert_too_late(struct bed *b, int file)
{
	alice_claims(b, stopped_past_its_lease);
	assert_int_equal(append_to(b, "d", file, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), -ECANCELED);
	assert_int_equal(overtakings, 1);
	assert_int_equal(durable(b, ENTRY_TURN), 0);
	stored(b);
}

TEST(a_text_whose_lease_is_over_when_it_is_judged_anew_is_not_taken)
{
	assert_too_late(b, INTAKE_FILE_DEBATE);
}

TEST(a_text_at_a_desk_whose_lease_is_over_when_it_is_judged_anew_is_not_taken)
{
	assert_too_late(b, INTAKE_FILE_DESK + 1);
}

TEST(a_lease_that_is_over_when_it_is_asked_for_anew_is_not_revived)
{
	alice_claims(b, stopped_past_its_lease);
	assert_int_equal(say(b, "refresh alice"), -ECANCELED);
	assert_int_equal(durable(b, ENTRY_REFRESH), 0);
	assert_int_equal(durable(b, ENTRY_EXPIRE), 1);
	assert_int_equal(say(b, "claim alice"), 0);
	others = stopped_past_its_lease;
	assert_int_equal(say(b, "claim alice"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"alice\"\nlease = 3\n");
	assert_int_equal(durable(b, ENTRY_REFRESH), 0);
	stored(b);
}

TEST(a_lease_that_ends_on_two_hosts_ends_once)
{
	alice_claims(b, its_lease_ends);
	bed_pass(b, 3600);
	the_duel(b, "d");
	assert_int_equal(durable(b, ENTRY_EXPIRE), 1);
	assert_int_equal(say(b, "claim alice"), 0);
	stored(b);
}

TEST(a_refused_text_is_told_once_wherever_it_was_overtaken)
{
	alice_claims(b, somebody_waits);
	assert_int_equal(append(b, "## Turn 1 — alice\n"), -EINVAL);
	assert_int_equal(durable(b, ENTRY_REJECT), 1);
	char *told = shown(b, "d", render_last_error, 0);
	assert_non_null(strstr(told, "debate.md: EINVAL\n"));
	assert_null(strstr(strstr(told, "debate.md: EINVAL") + 1, "debate.md: EINVAL"));
	assert_null(strstr(told, "times"));
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_int_equal(say(b, "release alice"), 0);
	stored(b);
}

/* A text of alice's is refused, with these words. Registry's lock held. */
static void
refuse_text(struct duel *d, const char *words)
{
	struct findings fs = {0};
	struct caller who = caller_of(0);
	findings_add(&fs, &refusals[REFUSAL_LEASE_NONE], 0, "%s", words);
	assert_int_equal(refuse_turn(d, 1, 0, &who, "debate.md", -EACCES, &fs), -EACCES);
}

/* One is refused, and before it is an event that happens. */
static struct duel *
refused_behind(struct bed *b, void (*what)(struct store *s, struct duel *d))
{
	two_join(b);
	struct duel *d = the_duel(b, "d");
	enters(b, d);
	others = what;
	LOCKED(b, refuse_text(d, "one"));
	leaves_it(b, d);
	assert_int_equal(overtakings, 1);
	return d;
}

static void
it_closes(struct store *s, struct duel *d)
{
	(void)s;
	d->fold->closed_ms = 1;
}

TEST(a_refusal_that_waited_until_the_duel_was_closed_is_no_event)
{
	refused_behind(b, it_closes)->fold->closed_ms = 0;
	assert_int_equal(durable(b, ENTRY_REJECT), 0);
}

static void
the_server_goes(struct store *s, struct duel *d)
{
	(void)s;
	d->duels->cut_off = true;
}

TEST(a_refusal_that_waited_until_the_server_was_away_is_no_event)
{
	refused_behind(b, the_server_goes);
	LOCKED(b, b->r->cut_off = false);
	assert_int_equal(durable(b, ENTRY_REJECT), 0);
}

static void
it_is_removed(struct store *s, struct duel *d)
{
	(void)s;
	duels_lock(d->duels);
	sharing_removed(d);
	duels_unlock(d->duels);
}

TEST(a_refusal_that_waited_until_another_host_had_removed_the_duel_is_no_event)
{
	struct duel *d = refused_behind(b, it_is_removed);
	duels_work_wait(b->r); /* one of the clock's may be in it */
	assert_false(d->busy || d->holds);
}

static void
too_much_happens(struct store *s, struct duel *d)
{
	(void)s;
	d->fold->n_events += 1 << 30;
}

TEST(a_refusal_that_waited_until_there_were_too_many_events_is_none)
{
	refused_behind(b, too_much_happens)->fold->n_events -= 1 << 30;
	assert_int_equal(durable(b, ENTRY_REJECT), 0);
}

static unsigned refusals_seen;

static int
newer_ones_have_it(struct store_batch *b)
{
	(void)b;
	refusals_seen++;
	return -EROFS;
}

static void
submit_outdated(struct store *s, struct store_batch *b)
{
	b->ready = newer_ones_have_it;
	sound->submit(s, b);
}

/* A row whose state is late is written when there is time for it, and again later where that is refused. */
TEST(a_row_that_only_newer_programs_may_write_is_not_tried_at_once_again)
{
	two_join(b);
	struct duel *d = the_duel(b, "d");
	refusals_seen = 0;
	duels_lock(b->r);
	crowded.submit = submit_outdated;
	d->live->row_stale = true;
	d->live->flush_clock_ms = duels_clock_ms(b->r);
	assert_int_equal(duel_enter(d), 0);
	assert_true(d->live->flush_clock_ms > duels_clock_ms(b->r));
	duel_leave(d);
	assert_int_equal(duel_enter(d), 0);
	duel_leave(d);
	duels_unlock(b->r);
	assert_int_equal(refusals_seen, 1);
	crowded.submit = submit_crowded;
}

TEST(past_the_limit_of_events_leases_of_a_shared_store_are_in_the_log_all_the_same)
{
	b->events_limit = 2;
	bed_reopen(b);
	share(b);
	two_join(b);
	for (int i = 0; i < 3; i++) {
		TAKEN(b, "claim alice", "release alice");
		assert_int_equal(say(b, "claim alice"), -ENOSPC);
		bed_pass(b, 30);
	}
	assert_int_equal(durable(b, ENTRY_CLAIM), 3);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, "## Turn 1 — alice\n"), -EINVAL);
	assert_int_equal(durable(b, ENTRY_REJECT), 0);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	stored(b);
}

TEST(past_the_limit_of_events_a_lease_of_a_shared_store_is_refreshed_only_where_that_is_of_use)
{
	b->events_limit = 2;
	bed_reopen(b);
	share(b);
	alice_claims(b, NULL);
	for (int i = 0; i < 3; i++)
		assert_int_equal(say(b, i % 2 ? "claim alice" : "refresh alice"), 0);
	assert_int_equal(durable(b, ENTRY_REFRESH), 0);
	bed_pass(b, 226);
	for (int i = 0; i < 3; i++)
		assert_int_equal(say(b, "refresh alice"), 0);
	assert_int_equal(durable(b, ENTRY_REFRESH), 1);
	assert_holds(shown(b, "d", render_status_toml, 0), "lease_seconds_left = 900 ");
	assert_int_equal(say(b, "refresh bob"), -EACCES);
	stored(b);
}

/* Neither shown nor half there. */
static int
is_full(struct store_batch *s)
{
	int err = asked ? asked(s) : 0;
	return err ? err : -ENOSPC;
}

static void
submit_to_full(struct store *s, struct store_batch *b)
{
	if (!(b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS))) {
		asked = b->ready;
		b->ready = is_full;
	}
	sound->submit(s, b);
}

TEST(a_claim_that_a_shared_store_has_no_room_for_is_refused_and_not_shown)
{
	two_join(b);
	crowded.submit = submit_to_full;
	assert_int_equal(say(b, "claim alice"), -ENOSPC);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
	crowded.submit = submit_crowded;
	assert_int_equal(say(b, "claim alice"), 0);
	crowded.submit = submit_to_full;
	assert_int_equal(say(b, "release alice"), -ENOSPC);
	bed_pass(b, 3600);
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"alice\"\n");
	sound->drain(b->r->given.store);
	crowded.submit = submit_crowded;
	bed_pass(b, 60);
	the_duel(b, "d");
	assert_int_equal(durable(b, ENTRY_EXPIRE), 1);
	assert_int_equal(durable(b, ENTRY_RELEASE), 0);
}

/* Nobody there for too long: whether it took effect is open, and the mount goes on. */

static bool takes_effect;

static void
gone_quiet(struct store_batch *b, int err)
{
	struct written *w = b->arg;
	struct store_batch *first = (struct store_batch *)w->rules;
	assert_int_equal(err, 0);
	free(w);
	first->done(first, -ETIMEDOUT);
}

static int
nobody_there(struct store_batch *b)
{
	int err = asked ? asked(b) : 0;
	return err ? err : -ETIMEDOUT;
}

/* The same entries, by a batch of their own: what became of the first nobody knows. */
static void
submit_unheard(struct store *s, struct store_batch *b)
{
	if (b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS)) {
		sound->submit(s, b);
	} else if (!takes_effect) {
		asked = b->ready;
		b->ready = nobody_there;
		sound->submit(s, b);
	} else {
		struct written *w = mem_calloc(1, sizeof *w);
		w->batch = *b;
		w->batch.ready = NULL;
		w->batch.done = gone_quiet;
		w->batch.arg = w;
		w->rules = (char *)b;
		sound->submit(s, &w->batch);
	}
}

TEST(what_nobody_answered_is_eio_and_the_mount_goes_on)
{
	two_join(b);
	takes_effect = false;
	crowded.submit = submit_unheard;
	assert_int_equal(say(b, "claim alice"), -EIO);
	assert_holds(shown(b, "d", render_last_error, 0), "the database cannot be reached");
	assert_holds(shown(b, "d", render_status_toml, 0), "lock_owner = \"\"\n");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_SEAT_CHECK + 1, 0, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(make_duel(b, "e", 0), -EIO);
	UT_string *said = test_string();
	duels_lock(b->r);
	duels_last_error(b->r, said);
	assert_holds(utstring_body(said),
		"[store.failed] the database cannot be reached; whether this was recorded shows when it is back");
	assert_true(b->r->cut_off);
	assert_false(b->r->broken);
	duels_unlock(b->r);
	crowded.submit = submit_crowded;
	assert_int_equal(say(b, "claim alice"), 0);
	crowded.submit = submit_unheard;
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	crowded.submit = submit_crowded;
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(make_duel(b, "e", 0), 0);
	stored(b);
}

TEST(what_nobody_answered_and_was_recorded_shows_when_the_store_is_back_and_is_there_once)
{
	alice_claims(b, NULL);
	takes_effect = true;
	crowded.submit = submit_unheard;
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	assert_lacks(record(b, "d"), "## Turn 1");
	crowded.submit = submit_crowded;
	sharing_news(b->r, &(struct store_news){.what = STORE_MOVED, .id = the_duel(b, "d")->id,
		.rev = the_duel(b, "d")->live->stored.rev + 1});
	assert_holds(record(b, "d"), "## Turn 1");
	assert_int_equal(durable(b, ENTRY_TURN), 1);
	assert_int_equal(say(b, "release alice"), 0);
	stored(b);
}

TEST(a_refusal_whose_entry_nobody_answered_is_told_once_whether_it_was_recorded_or_not)
{
	alice_claims(b, NULL);
	for (int i = 0; i < 2; i++) {
		takes_effect = i;
		crowded.submit = submit_unheard;
		assert_int_equal(append(b, i ? "## Turn 1 — alice\n" : "no heading\n"), -EINVAL);
		sound->drain(b->r->given.store);
		the_duel(b, "d");
		crowded.submit = submit_crowded;
		LOCKED(b, b->r->cut_off = false);
		sharing_news(b->r, &(struct store_news){.what = STORE_MOVED, .id = the_duel(b, "d")->id,
			.rev = the_duel(b, "d")->live->stored.rev + 1});
		assert_int_equal(durable(b, ENTRY_REJECT), i);
		assert_lacks(shown(b, "d", render_last_error, 0), "2 times");
	}
	assert_int_equal(append(b, "## Turn 1 — alice\n"), -EINVAL);
	stored(b);
}
