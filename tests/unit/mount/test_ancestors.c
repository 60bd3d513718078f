/* Who a process descends from. */
#include "fs/mount/ancestors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

static void
the_nearest_comes_first_and_the_first_process_is_nobodys(void **state)
{
	struct lineage l;
	(void)state;
	ancestors_of(getpid(), &l);
	assert_true(l.n >= 1);
	assert_int_equal(l.v[0].pid, getpid());
	assert_true(l.v[0].began > 0);
	if (l.n > 1)
		assert_int_equal(l.v[1].pid, getppid());
	for (unsigned i = 0; i < l.n; i++)
		assert_true(l.v[i].pid > 1);
}

static void
siblings_have_their_parent_in_common(void **state)
{
	struct lineage a, b, own;
	pid_t first = child_start(), second = child_start();
	(void)state;
	ancestors_of(first, &a);
	ancestors_of(second, &b);
	ancestors_of(getpid(), &own);
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
	ancestors_of(gettid(), arg);
	return NULL;
}

static void
a_thread_descends_as_its_process_does(void **state)
{
	struct lineage own, of_thread;
	pthread_t thread;
	(void)state;
	ancestors_of(getpid(), &own);
	assert_int_equal(pthread_create(&thread, NULL, own_lineage, &of_thread), 0);
	pthread_join(thread, NULL);
	assert_int_equal(of_thread.n, own.n);
	assert_int_equal(of_thread.v[0].pid, getpid());
	assert_int_equal(of_thread.v[0].began, own.v[0].began);
}

static void
a_name_with_parentheses_and_spaces_misleads_nobody(void **state)
{
	struct lineage l;
	char before[16];
	(void)state;
	prctl(PR_GET_NAME, before);
	prctl(PR_SET_NAME, "a ) R 7 7 (x");
	ancestors_of(getpid(), &l);
	prctl(PR_SET_NAME, before);
	assert_true(l.n >= 1);
	if (l.n > 1)
		assert_int_equal(l.v[1].pid, getppid());
}

static void
who_is_unknown_or_gone_descends_from_nobody(void **state)
{
	struct lineage l;
	pid_t child = child_start();
	(void)state;
	child_end(child);
	ancestors_of(child, &l);
	assert_int_equal(l.n, 0);
	ancestors_of(0, &l);
	assert_int_equal(l.n, 0);
}

static void
a_long_line_is_cut(void **state)
{
	int from[2];
	struct lineage l;
	(void)state;
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
		ancestors_of(getpid(), &l);
		_exit(write(from[1], &l, sizeof l) != sizeof l);
	}
	assert_int_equal(read(from[0], &l, sizeof l), sizeof l);
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(l.n, LINEAGE_MAX);
	close(from[0]);
	close(from[1]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_comes_first_and_the_first_process_is_nobodys),
		cmocka_unit_test(siblings_have_their_parent_in_common),
		cmocka_unit_test(a_thread_descends_as_its_process_does),
		cmocka_unit_test(a_name_with_parentheses_and_spaces_misleads_nobody),
		cmocka_unit_test(who_is_unknown_or_gone_descends_from_nobody),
		cmocka_unit_test(a_long_line_is_cut),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
