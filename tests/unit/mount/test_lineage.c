/* Who a process descends from. */
#include "fs/mount/process.h"

#include "tests/unit/test.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* A child that stays until it is told. */
static pid_t
child_start(void)
{
	pid_t child = fork();
	assert_true(child >= 0);
	if (!child) {
		pause();
		_exit(0);
	}
	return child;
}

static void
child_end(pid_t child)
{
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

TEST(the_nearest_comes_first_and_the_first_process_is_nobodys)
{
	struct lineage l;
	process_lineage(getpid(), &l);
	assert_true(l.n >= 1);
	assert_int_equal(l.v[0].pid, getpid());
	assert_true(l.v[0].began > 0);
	if (l.n > 1)
		assert_int_equal(l.v[1].pid, getppid());
	for (unsigned i = 0; i < l.n; i++)
		assert_true(l.v[i].pid > 1);
}

TEST(siblings_have_their_parent_in_common)
{
	struct lineage a, b, own;
	pid_t first = child_start(), second = child_start();
	process_lineage(first, &a);
	process_lineage(second, &b);
	process_lineage(getpid(), &own);
	child_end(first);
	child_end(second);
	assert_int_equal(lineage_distance(&a, &b), 1);
	assert_int_equal(lineage_distance(&own, &b), 0);
	assert_int_equal(lineage_distance(&a, &own), 1);
	own.v[0].began++;
	own.n = 1;
	assert_int_equal(lineage_distance(&a, &own), LINEAGE_MAX);
}

static void *
own_lineage(void *arg)
{
	process_lineage(gettid(), arg);
	return NULL;
}

TEST(a_thread_descends_as_its_process_does)
{
	struct lineage own, of_thread;
	pthread_t thread;
	process_lineage(getpid(), &own);
	assert_int_equal(pthread_create(&thread, NULL, own_lineage, &of_thread), 0);
	pthread_join(thread, NULL);
	assert_int_equal(of_thread.n, own.n);
	assert_int_equal(of_thread.v[0].pid, getpid());
	assert_int_equal(of_thread.v[0].began, own.v[0].began);
}

TEST(a_name_with_parentheses_and_spaces_misleads_nobody)
{
	struct lineage l;
	char before[16];
	prctl(PR_GET_NAME, before);
	prctl(PR_SET_NAME, "a ) R 7 7 (x");
	process_lineage(getpid(), &l);
	prctl(PR_SET_NAME, before);
	assert_true(l.n >= 1);
	if (l.n > 1)
		assert_int_equal(l.v[1].pid, getppid());
}

TEST(who_is_unknown_or_gone_descends_from_nobody)
{
	struct lineage l;
	pid_t child = child_start();
	child_end(child);
	process_lineage(child, &l);
	assert_int_equal(l.n, 0);
	process_lineage(0, &l);
	assert_int_equal(l.n, 0);
}

TEST(a_long_line_is_cut)
{
	int from[2];
	struct lineage l;
	assert_int_equal(pipe(from), 0);
	pid_t child = fork();
	if (!child) {
		for (int i = 0; i < LINEAGE_MAX + 4; i++) {
			pid_t next = fork();
			if (next) {
				waitpid(next, NULL, 0);
				_exit(0);
			}
		}
		process_lineage(getpid(), &l);
		_exit(write(from[1], &l, sizeof l) != sizeof l);
	}
	assert_int_equal(read(from[0], &l, sizeof l), sizeof l);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(l.n, LINEAGE_MAX);
	close(from[0]);
	close(from[1]);
}
