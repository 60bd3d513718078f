/* A store that others write to: what was judged on a head that is not there any more is read on, and judged anew. */
#include "config/config.h"
#include "fs/registry/registry_inner.h"
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"
#include "validators/text/mem.h"

/* The real store, but that a batch about a duel that is there finds itself overtaken, and before that what others
 * write. Registry's lock held, so of one batch at a time. */
static const struct store_ops *sound;
static struct store_ops crowded;
static struct bed *bed;
static int (*asked)(struct store_batch *b);
static void (*others)(struct store *s, struct duel *d); /* once */
static bool every; /* each batch's first try */
static bool passes; /* the next one */
static unsigned overtakings;

static int
overtake(struct store_batch *b)
{
	b->ready = asked;
	int err = asked ? asked(b) : 0;
	passes = !err;
	return err ? err : -EAGAIN;
}

/* Also one that is being made or removed. */
static struct duel *
about_which(const struct store_batch *b)
{
	for (size_t i = 0; i < bed->r->n_duels; i++)
		if (bed->r->by_id[i]->id == b->row.id)
			return bed->r->by_id[i];
	return NULL;
}

static void
submit_crowded(struct store *s, struct store_batch *b)
{
	struct duel *d = about_which(b);
	void (*act)(struct store *s, struct duel *d) = others;
	bool about = !(b->change & (STORE_MOUNT_BEGINS | STORE_MOUNT_ENDS | STORE_CREATE));
	others = NULL;
	if (act)
		act(s, d);
	if (about && (act || (every && !passes))) {
		asked = b->ready;
		b->ready = overtake;
		overtakings++;
		passes = true;
	} else if (about) {
		passes = false;
	}
	sound->submit(s, b);
}

static void
crowd(struct bed *b)
{
	bed = b;
	overtakings = 0;
	every = passes = false;
	others = NULL;
	sound = b->r->given.store->ops;
	crowded = *sound;
	crowded.submit = submit_crowded;
	b->r->given.store->ops = &crowded;
}

EACH_TEST(bed_setup, bed_teardown);

/* What another host writes. */

struct written {
	struct store_batch batch;
	struct entry *entries[2];
	char *rules;
};

static void
was_written(struct store_batch *b, int err)
{
	struct written *w = b->arg;
	for (size_t i = 0; i < b->n_entries; i++)
		entry_free(w->entries[i]);
	free(w->rules);
	free(w);
	assert_int_equal(err, 0);
}

static struct written *
write_new(struct duel *d, unsigned change)
{
	struct written *w = mem_calloc(1, sizeof *w);
	w->batch = (struct store_batch){.change = change, .row = {.id = d->id, .updated_ms = d->updated_ms + 5},
		.entries = w->entries, .done = was_written, .arg = w};
	return w;
}

/* Behind what the store has: the clock is that of another host, hours away. */
static void
write_entry(struct duel *d, struct written *w, struct entry *e)
{
	size_t at = w->batch.n_entries++;
	e->seq = d->live->stored.seq + 1 + at;
	e->time_ms = d->fold->changed_ms + 1;
	e->clock_ms = 77000000;
	e->boot = 42;
	entry_chain(e, at ? w->entries[at - 1]->hash : d->live->stored.hash);
	w->entries[at] = e;
}

static struct entry *
join_of(const char *name)
{
	json_t *data = fold_join_data(name, NULL, NULL, NULL, 0);
	char *text = mem_check(json_dumps(data, JSON_COMPACT));
	struct entry *e = entry_new(ENTRY_JOIN, 0, 0, text, NULL, 0);
	json_decref(data);
	free(text);
	return e;
}

static void
mallory_joins(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	if (!d->fold->frozen) {
		UT_string rules;
		utstring_init(&rules);
		rules_print_kept(&d->fold->rules, &rules);
		write_entry(d, w,
			entry_new(ENTRY_RULES, 0, 0, "{\"source\":\"\",\"source_sha256\":\"\",\"set_ms\":1}",
				utstring_body(&rules), utstring_len(&rules)));
		utstring_done(&rules);
	}
	struct entry *e = join_of("mallory");
	e->seat = d->fold->n_seats + 1;
	write_entry(d, w, e);
	sound->submit(s, &w->batch);
}

static void
somebody_waits(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	write_entry(d, w, entry_new(ENTRY_WAIT, 2, 0, "{\"reason\":\"\",\"rule\":\"\",\"wait_until\":\"\"}", NULL, 0));
	sound->submit(s, &w->batch);
}

static void
twelve_turns(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_UPDATE);
	struct duel_rules rules;
	UT_string text;
	rules_copy(&rules, &d->fold->rules);
	rules.max_turns = 12;
	utstring_init(&text);
	rules_print_kept(&rules, &text);
	w->rules = w->batch.row.rules = utstring_body(&text);
	rules_free(&rules);
	sound->submit(s, &w->batch);
}

static void
is_removed(struct store *s, struct duel *d)
{
	sound->submit(s, &write_new(d, STORE_REMOVE)->batch);
}

static void
is_made_there(struct store *s, struct duel *d)
{
	struct written *w = write_new(d, STORE_CREATE);
	w->batch.row.id = 4711;
	w->batch.row.name = (char *)"e";
	w->batch.row.state = (char *)"preparing";
	w->batch.row.rules = (char *)"";
	sound->submit(s, &w->batch);
}

static int
removed(struct bed *b, const char *name)
{
	struct answer a = ANSWER;
	struct caller who = caller_of(0);
	struct duel *d = the_duel(b, name);
	registry_lock(b->r);
	registry_remove(b->r, d, &who, answered, &a);
	registry_unlock(b->r);
	return answer_wait(&a);
}

/* Nothing lost, nothing twice. */

/* Whatever goes to the disk: rules, joins, claims, turns, a refused one, the maker's verbs, an expiry, a close. */
static void
debate(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(make_duel(b, "gone", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "max_turns = 4\n"), 0);
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(say(b, "claim bob"), -EBUSY);
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "release alice"), 0);
	assert_int_equal(say(b, "claim bob"), 0);
	assert_int_equal(append(b, "## Turn 2 — bob\n"), -EINVAL);
	assert_int_equal(append(b, turn_text(2, "bob", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "pause maker reason=\"it is late\""), 0);
	assert_int_equal(say(b, "resume maker"), 0);
	assert_int_equal(say(b, "say maker text=\"go on\""), 0);
	assert_int_equal(say(b, "alice"), 0);
	bed_pass(b, 3600);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(append(b, turn_text(3, "alice", "OPEN_TO_DEBATE")), 0);
	assert_int_equal(say(b, "close maker reason=\"enough\""), 0);
	assert_int_equal(removed(b, "gone"), 0);
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

/* What the store holds of it, after a mount of its own found it whole. */
static char *
stored(struct bed *b)
{
	UT_string log;
	bed_close(b);
	bed_open(b);
	assert_null(the_duel(b, "d")->fold->damage);
	utstring_init(&log);
	struct store *s = b->r->given.store;
	assert_int_equal(s->ops->each_entry(s, the_duel(b, "d")->id, 0, same_entries, &log), 0);
	return utstring_body(&log);
}

TEST(a_debate_whose_every_write_was_overtaken_once_is_the_same_debate)
{
	struct bed *b = *state;
	void *other = NULL;
	debate(b);
	char *undisturbed = stored(b), *ev = events(b, "d"), *text = record(b, "d");
	assert_int_equal(bed_setup(&other), 0);
	struct bed *c = other;
	crowd(c);
	every = true;
	debate(c);
	assert_true(overtakings >= 12);
	char *disturbed = stored(c), *events_there = events(c, "d"), *text_there = record(c, "d");
	assert_string_equal(disturbed, undisturbed);
	assert_string_equal(strstr(text_there, "| Source path"), strstr(text, "| Source path")); /* behind its id */
	assert_int_equal(strlen(events_there), strlen(ev));
	bed_teardown(&other);
	free(disturbed);
	free(events_there);
	free(text_there);
	free(undisturbed);
	free(ev);
	free(text);
}

TEST(a_token_that_is_made_is_told_as_it_was_bound)
{
	struct bed *b = *state;
	struct verb_session alice = {.readable = true};
	char line[128];
	crowd(b);
	every = true;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say_as(b, "d", 0, "join alice token=new", &alice), 0);
	assert_int_equal(overtakings, 1);
	assert_int_equal(say(b, "join bob"), 0);
	snprintf(line, sizeof line, "claim alice token=%.32s", alice.answer + strlen("token = \""));
	assert_int_equal(say(b, line), 0);
	verb_session_free(&alice);
}

/* The client is told what is true. */

TEST(who_joins_behind_somebody_of_another_host_has_the_next_seat_or_none)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = mallory_joins;
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(overtakings, 1);
	assert_holds(shown(b, "d", render_status_toml, 0), "participants = 2\n");
	assert_holds(events(b, "d"), "\"mallory\"");
	assert_int_equal(say(b, "join bob"), -EACCES);
	free(stored(b));
}

TEST(the_last_seat_goes_to_whoever_the_store_took)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	others = mallory_joins;
	assert_int_equal(say(b, "join bob"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0), "all 2 seats are taken");
	free(stored(b));
}

TEST(a_join_freezes_the_rules_that_another_host_has_set_meanwhile)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = twelve_turns;
	assert_int_equal(say(b, "join alice"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	free(stored(b));
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
}

TEST(a_config_that_comes_behind_a_join_changes_nothing)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = mallory_joins;
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "max_turns = 12\n"), -EPERM);
	assert_lacks(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	free(stored(b));
}

TEST(a_config_on_top_of_another_hosts_keeps_both)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = twelve_turns;
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "lease_seconds = 77\n"), 0);
	free(stored(b));
	assert_holds(shown(b, "d", render_status_toml, 0), "max_turns = 12\n");
	assert_int_equal(the_duel(b, "d")->fold->rules.lease_seconds, 77);
}

TEST(a_duel_that_somebody_joins_while_it_is_removed_stays)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	the_duel(b, "d");
	others = mallory_joins;
	assert_int_equal(removed(b, "d"), -EBUSY);
	assert_holds(events(b, "d"), "\"mallory\"");
	assert_int_equal(say(b, "join alice"), 0);
	free(stored(b));
}

TEST(a_duel_that_was_removed_by_another_host_takes_nothing_and_is_gone_at_its_rmdir)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = is_removed;
	assert_int_equal(say(b, "join alice"), -EIO);
	assert_int_equal(make_duel(b, "two", 0), 0);
	the_duel(b, "two");
	others = is_removed;
	assert_int_equal(removed(b, "two"), -ENOENT);
	registry_lock(b->r);
	assert_null(registry_find(b->r, "two"));
	assert_false(b->r->broken);
	registry_unlock(b->r);
}

TEST(of_two_hosts_that_make_a_duel_of_one_name_the_second_is_told)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	others = is_made_there;
	assert_int_equal(make_duel(b, "e", 0), -EEXIST);
	bed_close(b);
	bed_open(b);
	assert_int_equal(registry_count(b->r), 2);
}

/* What only this process knew of stands against what is there: nothing is written behind it. */
TEST(a_lazy_claim_that_another_host_came_before_is_no_turn)
{
	struct bed *b = *state;
	crowd(b);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	assert_int_equal(say(b, "join bob"), 0);
	assert_int_equal(say(b, "claim alice"), 0);
	others = somebody_waits;
	assert_int_equal(append(b, turn_text(1, "alice", "OPEN_TO_DEBATE")), -EIO);
	assert_lacks(record(b, "d"), "## Turn 1");
	assert_holds(shown(b, "d", render_status_toml, 0), "state = \"invalidated\"\n");
	assert_int_not_equal(say(b, "claim bob"), 0);
	assert_holds(stored(b), "4 7 2 0");
}
