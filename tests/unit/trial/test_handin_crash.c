/* A judgement that closes in the same step, on a disk that fails anywhere: there is what was before, or what comes
 * after. */
#include "fs/duels/offline.h"
#include "tests/unit/trial/trial.h"
#include "tests/unit/store/faulty_vfs.h"

WHOLE_FILE(faulty_install, NULL);

/* More writes, or flushes, than one transaction has. */
#define FAULTS_MAX 40

static int
failing_teardown(void **state)
{
	faulty_mend();
	return bed_teardown(state);
}

/* The bed of the test, and of each try in it. */
static void *bed;

static int
begin(void **state)
{
	int err = bed_setup(&bed);
	*state = bed;
	return err;
}

static int
end(void **state)
{
	(void)state;
	return failing_teardown(&bed);
}

EACH_TEST(begin, end);

/* The judgement is due that closes. */
static void
second_exchange_is_in(struct bed *b)
{
	council_of_one(b);
	council_exchange(b);
	council_hand_in(b, "anna", "apples again\n");
	council_hand_in(b, "boris", "berries again\n");
	assert_int_equal(say(b, "claim cora"), 0);
}

/* A store's entries after everything that was under way: the duel, as a mount finds it. */
static struct duel *
opened_anew(struct bed *b)
{
	bed_close(b);
	faulty_mend();
	bed_open(b);
	struct duel *d = the_duel(b, "d");
	assert_null(d->fold->damage);
	return d;
}

static void
assert_verifies(struct bed *b)
{
	struct store *s;
	struct store_duel row;
	char *fault = NULL;
	UT_string *why = test_string();
	bed_close(b);
	assert_int_equal(store_sqlite_open(b->dir, STORE_OPEN_VERIFY, b->boot_id, &s, &fault), 0);
	assert_int_equal(s->ops->duel(s, 1, &row), 0);
	assert_int_equal(verify_duel(s, &row, why), 0);
	store_duel_free(&row);
	s->ops->close(s);
	bed_open(b);
}

/* Neither more nor less than before or after; true: after. */
static bool
judgement_taken(const struct duel *d)
{
	bool turn = debate_pieces(d->fold->state) == 6;
	assert_true(turn == (debate_is_closed(d->fold->state)));
	assert_true(turn == (d->fold->closed_ms != 0));
	assert_true(turn == (d->fold->lease.holder == 0));
	return turn;
}

/* Does it fail at all with this plan? */
static bool
try_step(struct bed *b, struct faulty_plan plan)
{
	second_exchange_is_in(b);
	faulty_plan(plan);
	int err = append(b, "judged again\n");
	int failed = faulty_failed();
	struct duel *d = opened_anew(b);
	bool taken = LOCKED_VALUE(b, judgement_taken(d));
	if (!err)
		assert_true(taken); /* what was told is there */
	assert_verifies(b);
	return failed;
}

static unsigned
try_all(struct faulty_plan plan)
{
	unsigned failures = 0;
	bool hit = true;
	for (plan.nth = 1; hit && plan.nth < FAULTS_MAX; plan.nth++) {
		hit = try_step(bed, plan);
		failures += hit;
		assert_int_equal(failing_teardown(&bed), 0);
		assert_int_equal(bed_setup(&bed), 0);
	}
	assert_false(hit); /* every place was tried */
	return failures;
}

TEST_ROW(a_flush_that_fails_leaves_before_or_after,
	assert_true(try_all((struct faulty_plan){.ops = FAULTY_SYNC, .files = FAULTY_WAL, .err = EIO, .lost = true})))
TEST_ROW(a_write_that_fails_leaves_before_or_after,
	assert_true(try_all((struct faulty_plan){
		.ops = FAULTY_WRITE, .files = FAULTY_WAL, .err = EIO, .lasting = true, .torn = true})))

TEST(a_full_disk_leaves_before_and_goes_on)
{
	second_exchange_is_in(b);
	faulty_plan((struct faulty_plan){.ops = FAULTY_WRITE, .files = FAULTY_WAL, .nth = 1, .err = ENOSPC});
	assert_int_equal(append(b, "judged again\n"), -ENOSPC);
	faulty_mend();
	assert_holds(shown(b, "d", render_status_toml, 0), "turns = 5\n", "outcome = \"\"\n");
	assert_int_equal(append(b, "judged again\n"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "outcome = \"COMPLETED\"\n");
}
