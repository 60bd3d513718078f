/* Reads that go through: what is asked of the store for whom, and who goes on when. The store is held, so that what happens
 * meanwhile is what the test does. */
#include "tests/unit/duel/shared_fixture.h"

#include <semaphore.h>
#include "fs/registry/through.h"

EACH_TEST(bed_setup, bed_teardown);

/* The real store does not count: where the duel is. And what was asked. */
static _Atomic uint64_t rev;
static _Atomic bool is_there;
static bool hold;
static _Atomic int heads_err, list_err;
static _Atomic unsigned looks, lists, rows;
static size_t asked_for;
static sem_t arrived, go;

static void
wait_for(sem_t *s)
{
	while (sem_wait(s))
		;
}

static int
heads(struct store *s, const int64_t *ids, size_t n, void (*each)(void *arg, int64_t id, const struct store_head *h),
	void *arg)
{
	struct store_head h = {.rev = rev};
	int err = heads_err;
	bool there = is_there;
	(void)s;
	looks++;
	asked_for = n;
	h.seq = UINT32_MAX; /* it is never behind */
	if (__atomic_exchange_n(&hold, false, __ATOMIC_ACQ_REL)) {
		sem_post(&arrived);
		wait_for(&go);
	}
	for (size_t i = 0; i < n && there && !err; i++)
		each(arg, ids[i], &h);
	return err;
}

static int
list(struct store *s)
{
	(void)s;
	lists++;
	int err = list_err;
	list_err = 0;
	return err;
}

static int
row_at_rev(struct store *s, int64_t id, struct store_duel *out)
{
	rows++;
	int err = sound->duel(s, id, out);
	out->rev = rev;
	return err;
}

/* One who waits. */
struct reader {
	struct through_wait wait; /* first: the one is the other's address */
	sem_t told;
};

static void
came(struct through_wait *w)
{
	sem_post(&((struct reader *)w)->told);
}

static void
ask(struct bed *b, struct reader *p, int64_t duel, bool row)
{
	*p = (struct reader){.wait = {.duel = duel, .row = row, .came = came}};
	sem_init(&p->told, 0, 0);
	registry_lock(b->r);
	through_await(b->r, &p->wait);
	registry_unlock(b->r);
}

static void
leave(struct bed *b, struct reader *p)
{
	registry_lock(b->r);
	through_leave(b->r, &p->wait);
	registry_unlock(b->r);
}

static bool
is_told(struct reader *p)
{
	return !sem_trywait(&p->told);
}

static struct duel *
through(struct bed *b)
{
	share(b);
	crowded.heads = heads;
	crowded.list = list;
	crowded.duel = row_at_rev;
	is_there = true;
	hold = false;
	looks = lists = rows = 0;
	heads_err = list_err = 0;
	sem_init(&arrived, 0, 0);
	sem_init(&go, 0, 0);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(say(b, "join alice"), 0);
	struct duel *d = the_duel(b, "d");
	rev = d->live->stored.rev;
	return d;
}

TEST(who_asks_while_a_look_is_under_way_is_in_the_next_and_all_of_them_in_one)
{
	struct bed *b = *state;
	int64_t id = through(b)->id;
	struct reader first, more[5];
	hold = true;
	ask(b, &first, id, false);
	wait_for(&arrived);
	for (int i = 0; i < 5; i++)
		ask(b, &more[i], id, false);
	rev++; /* behind what the first look saw */
	assert_false(is_told(&first));
	sem_post(&go);
	wait_for(&first.told);
	for (int i = 0; i < 5; i++)
		wait_for(&more[i].told);
	assert_int_equal(looks, 2);
	assert_int_equal(asked_for, 1);
	registry_lock(b->r);
	assert_int_equal(registry_by_id(b->r, id)->live->stored.rev, rev);
	registry_unlock(b->r);
}

TEST(what_another_host_wrote_is_read_before_anybody_goes_on)
{
	struct bed *b = *state;
	struct duel *d = through(b);
	struct reader p;
	mallory_joins(b->r->given.store, d);
	sound->drain(b->r->given.store);
	rev += 3;
	ask(b, &p, d->id, false);
	wait_for(&p.told);
	assert_int_equal(d->fold->n_seats, 2);
	assert_int_equal(lists, 0);
}

TEST(a_duel_that_is_busy_is_waited_for)
{
	struct bed *b = *state;
	struct duel *d = through(b);
	struct reader p;
	registry_lock(b->r);
	d->queue.busy = true;
	registry_unlock(b->r);
	hold = true;
	rev++;
	ask(b, &p, d->id, false);
	wait_for(&arrived);
	sem_post(&go);
	struct reader next; /* its look is behind that one */
	ask(b, &next, 0, false);
	wait_for(&next.told);
	assert_false(is_told(&p));
	registry_lock(b->r);
	assert_int_equal(d->live->behind, rev);
	duel_read_on(d);
	d->queue.busy = false;
	registry_unlock(b->r);
	wait_for(&p.told);
}

TEST(a_store_that_is_away_is_asked_again_until_it_is_there_or_nobody_waits)
{
	struct bed *b = *state;
	struct duel *d = through(b);
	struct reader p, q;
	heads_err = -EIO;
	ask(b, &p, d->id, false);
	ask(b, &q, d->id, false);
	while (looks < 3)
		sched_yield();
	leave(b, &q);
	registry_lock(b->r);
	assert_true(registry_is_cut_off(b->r));
	registry_unlock(b->r);
	assert_false(is_told(&p));
	heads_err = 0;
	wait_for(&p.told);
	assert_false(is_told(&q));
}

TEST(who_asks_for_the_list_waits_until_all_of_it_could_be_told)
{
	struct bed *b = *state;
	struct reader p;
	through(b);
	list_err = -EAGAIN;
	ask(b, &p, 0, false);
	wait_for(&p.told);
	assert_int_equal(lists, 2);
	assert_int_equal(looks, 0);
}

TEST(a_duel_that_is_not_there_any_more_is_hidden_and_nobody_waits)
{
	struct bed *b = *state;
	struct duel *d = through(b);
	struct reader p;
	is_there = false;
	ask(b, &p, d->id, false);
	wait_for(&p.told);
	assert_true(d->gone);
	registry_lock(b->r);
	assert_null(registry_find(b->r, "d"));
	registry_unlock(b->r);
}

TEST(of_a_duel_that_is_not_loaded_the_row_is_read_where_that_will_do)
{
	struct bed *b = *state;
	struct duel *d = through(b);
	struct reader p;
	registry_lock(b->r);
	let_go(b, d);
	registry_unlock(b->r);
	rows = 0;
	ask(b, &p, d->id, false);
	wait_for(&p.told);
	assert_int_equal(rows, 0);
	ask(b, &p, d->id, true);
	wait_for(&p.told);
	assert_int_equal(rows, 1);
	assert_null(d->live);
}

TEST(reads_go_through_where_others_write_and_it_is_said_so)
{
	struct bed *b = *state;
	assert_false(registry_reads_through(b->r));
	free(b->r->given.config.reads);
	b->r->given.config.reads = mem_strdup("through");
	assert_false(registry_reads_through(b->r));
	share(b);
	assert_true(registry_reads_through(b->r));
}
