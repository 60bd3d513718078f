/* Who has a file's flock(2) lock, and who gets it next. */
#include "fs/mount/flock.h"

#include "tests/unit/test.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

enum { A, B, C, D, HOLDERS };

static struct flock_file file;
static struct flock_holder holders[HOLDERS];
static struct flock_request requests[16];
static struct flock_request *woken;

static int
start_anew(void **state)
{
	(void)state;
	memset(&file, 0, sizeof file);
	memset(holders, 0, sizeof holders);
	memset(requests, 0, sizeof requests);
	return 0;
}

EACH_TEST(start_anew, NULL);

/* It is told at once; nobody is woken. */
static int
take(int holder, int how)
{
	int err = flock_take(&file, &holders[holder], how, &woken);
	assert_null(woken);
	return err;
}

/* It waits, as this request. */
static void
waits(int request, int holder, int how)
{
	requests[request] = (struct flock_request){.holder = &holders[holder], .how = how};
	assert_int_equal(take(holder, how), -EWOULDBLOCK);
	assert_int_equal(flock_wait(&file, &requests[request]), 0);
}

/* It takes this, and so these have what they waited for, in this order; -1 is the end. */
static void
assert_wakes(int holder, int how, int first, ...)
{
	va_list more;
	assert_int_equal(flock_take(&file, &holders[holder], how, &woken), 0);
	va_start(more, first);
	for (int i = first; i >= 0; i = va_arg(more, int), woken = woken->next)
		assert_ptr_equal(woken, &requests[i]);
	va_end(more);
	assert_null(woken);
}

TEST(many_share_it_or_one_has_it_alone)
{
	assert_int_equal(take(A, LOCK_SH), 0);
	assert_int_equal(take(B, LOCK_SH), 0);
	assert_int_equal(take(C, LOCK_EX), -EWOULDBLOCK);
	assert_int_equal(take(A, LOCK_UN), 0);
	assert_int_equal(take(B, LOCK_UN), 0);
	assert_int_equal(take(C, LOCK_EX), 0);
	assert_int_equal(take(A, LOCK_SH), -EWOULDBLOCK);
	assert_int_equal(take(A, LOCK_EX), -EWOULDBLOCK);
	assert_int_equal(take(C, LOCK_EX), 0);
}

TEST(an_open_file_changes_what_it_has_where_no_other_is_in_its_way)
{
	assert_int_equal(take(A, LOCK_SH), 0);
	assert_int_equal(take(A, LOCK_EX), 0);
	assert_int_equal(take(B, LOCK_SH), -EWOULDBLOCK);
	assert_int_equal(take(A, LOCK_SH), 0);
	assert_int_equal(take(B, LOCK_SH), 0);
}

TEST(who_may_not_have_it_otherwise_has_nothing)
{
	assert_int_equal(take(A, LOCK_SH), 0);
	assert_int_equal(take(B, LOCK_SH), 0);
	assert_int_equal(take(A, LOCK_EX), -EWOULDBLOCK);
	assert_int_equal(holders[A].has, 0);
	assert_int_equal(take(B, LOCK_EX), 0);
}

TEST(those_who_wait_have_it_in_the_order_of_coming)
{
	assert_int_equal(take(A, LOCK_EX), 0);
	waits(0, B, LOCK_EX);
	waits(1, C, LOCK_SH);
	waits(2, D, LOCK_SH);
	assert_wakes(A, LOCK_UN, 0, -1);
	assert_int_equal(holders[B].has, LOCK_EX);
	waits(3, A, LOCK_EX);
	assert_wakes(B, LOCK_UN, 1, 2, -1);
	assert_wakes(C, LOCK_UN, -1);
	assert_wakes(D, LOCK_UN, 3, -1);
}

TEST(one_who_waits_for_it_alone_keeps_nobody_from_sharing)
{
	assert_int_equal(take(A, LOCK_EX), 0);
	waits(0, B, LOCK_SH);
	waits(1, C, LOCK_EX);
	waits(2, D, LOCK_SH);
	assert_wakes(A, LOCK_UN, 0, 2, -1);
	assert_int_equal(take(A, LOCK_SH), 0);
}

TEST(who_gives_a_part_of_it_up_lets_those_in_who_share)
{
	assert_int_equal(take(A, LOCK_EX), 0);
	waits(0, B, LOCK_EX);
	waits(1, C, LOCK_SH);
	assert_wakes(A, LOCK_SH, 1, -1);
}

/* Two threads of one open file: one waits, the other takes what is to be had at once. */
TEST(the_only_one_who_has_it_keeps_nobody_from_it_but_others)
{
	assert_int_equal(take(A, LOCK_SH), 0);
	waits(0, C, LOCK_EX);
	waits(1, B, LOCK_EX);
	assert_int_equal(take(B, LOCK_SH), 0);
	assert_wakes(A, LOCK_UN, 1, -1);
	assert_wakes(B, LOCK_UN, 0, -1);
}

/* The second of its threads makes of what the first was given what others can share, also one who came between the two. */
TEST(what_one_who_is_woken_makes_possible_is_had_too)
{
	assert_int_equal(take(A, LOCK_EX), 0);
	waits(0, B, LOCK_EX);
	waits(1, C, LOCK_SH);
	waits(2, B, LOCK_SH);
	assert_wakes(A, LOCK_UN, 0, 2, 1, -1);
	assert_int_equal(holders[B].has, LOCK_SH);
	assert_int_equal(holders[C].has, LOCK_SH);
}

TEST(who_waits_no_more_is_not_woken)
{
	assert_int_equal(take(A, LOCK_EX), 0);
	waits(0, B, LOCK_EX);
	waits(1, C, LOCK_EX);
	flock_leave(&file, &requests[0]);
	assert_wakes(A, LOCK_UN, 1, -1);
	assert_wakes(C, LOCK_UN, -1);
	assert_int_equal(file.n_waiting, 0);
}

TEST(as_many_wait_as_may_and_one_more_is_told_so)
{
	static struct flock_request many[FLOCK_WAITING_MAX + 1];
	assert_int_equal(take(A, LOCK_EX), 0);
	for (size_t i = 0; i <= FLOCK_WAITING_MAX; i++) {
		many[i] = (struct flock_request){.holder = &holders[B], .how = LOCK_SH};
		assert_int_equal(flock_wait(&file, &many[i]), i < FLOCK_WAITING_MAX ? 0 : -ENOLCK);
	}
	flock_leave(&file, &many[7]);
	assert_int_equal(flock_wait(&file, &many[7]), 0);
}

#define CROWD 64

/* The crowd stands in pages that nobody may look at meanwhile, but for the first and the last of each list, which are the others' neighbours. */
TEST(a_change_looks_at_nobody_who_cannot_have_it_now)
{
	struct name {
		struct flock_holder holder;
		struct flock_request request;
	} *p[CROWD];
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = mmap(NULL, CROWD * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(pages, MAP_FAILED);
	for (size_t i = 0; i < CROWD; i++) {
		p[i] = (struct name *)(pages + i * page);
		p[i]->request = (struct flock_request){.holder = &p[i]->holder, .how = LOCK_EX};
		assert_int_equal(flock_take(&file, &p[i]->holder, LOCK_SH, &woken), 0);
	}
	for (size_t i = CROWD / 2; i < CROWD; i++) {
		assert_int_equal(flock_take(&file, &p[i]->holder, LOCK_EX, &woken), -EWOULDBLOCK);
		assert_int_equal(flock_wait(&file, &p[i]->request), 0);
	}
	assert_int_equal(mprotect(pages + page, (CROWD / 2 - 2) * page, PROT_NONE), 0);
	assert_int_equal(mprotect(pages + (CROWD / 2 + 1) * page, (CROWD / 2 - 2) * page, PROT_NONE), 0);
	assert_int_equal(take(A, LOCK_SH), 0);
	assert_int_equal(take(B, LOCK_SH), 0);
	assert_int_equal(take(B, LOCK_UN), 0);
	assert_int_equal(take(B, LOCK_EX), -EWOULDBLOCK);
	requests[0] = (struct flock_request){.holder = &holders[B], .how = LOCK_EX};
	assert_int_equal(flock_wait(&file, &requests[0]), 0);
	flock_leave(&file, &requests[0]);
	assert_int_equal(take(A, LOCK_UN), 0);
	munmap(pages, CROWD * page);
}
