/* Whether two requests come from one process. */
#include "fs/mount/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void *
thread_id(void *arg)
{
	*(pid_t *)arg = gettid();
	pause();
	return NULL;
}

/* A thread that stays until it is cancelled. */
static pthread_t
thread_start(pid_t *id)
{
	pthread_t thread;
	*id = 0;
	assert_int_equal(pthread_create(&thread, NULL, thread_id, id), 0);
	while (!*(volatile pid_t *)id)
		sched_yield();
	return thread;
}

static void
thread_end(pthread_t thread)
{
	pthread_cancel(thread);
	pthread_join(thread, NULL);
}

static void
a_process_is_itself(void **state)
{
	struct process p;
	(void)state;
	process_take(&p, getpid());
	assert_int_equal(p.tgid, getpid());
	assert_true(process_is(&p, getpid()));
	process_drop(&p);
}

static void
threads_of_one_process_are_that_process(void **state)
{
	struct process p;
	pid_t id;
	(void)state;
	pthread_t thread = thread_start(&id);
	process_take(&p, id);
	assert_int_equal(p.tgid, getpid());
	assert_true(process_is(&p, getpid()));
	assert_true(process_is(&p, id));
	process_drop(&p);
	thread_end(thread);
}

static void
two_threads_are_of_one_process_or_not(void **state)
{
	pid_t id;
	(void)state;
	pthread_t thread = thread_start(&id);
	assert_true(process_same(id, id));
	assert_true(process_same(id, getpid()));
	assert_false(process_same(id, getppid()));
	assert_false(process_same(0, 0));
	assert_false(process_same(id, 0));
	thread_end(thread);
	while (!tgkill(getpid(), id, 0)) /* whoever joined it may be told a moment before its number is free */
		sched_yield();
	assert_false(process_same(id, getpid()));
}

static void
a_child_is_another_process(void **state)
{
	struct process p;
	int ends[2];
	(void)state;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (!child) {
		char byte;
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) < 0);
	}
	process_take(&p, getpid());
	assert_false(process_is(&p, child));
	process_drop(&p);
	close(ends[0]);
	close(ends[1]);
	waitpid(child, NULL, 0);
}

static void
a_number_whose_process_has_gone_is_nobodys(void **state)
{
	struct process p;
	(void)state;
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (!child) {
		char byte;
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) < 0);
	}
	process_take(&p, child);
	assert_true(process_is(&p, child));
	close(ends[0]);
	close(ends[1]);
	waitpid(child, NULL, 0);
	assert_false(process_is(&p, child));
	process_drop(&p);
}

static void
who_is_outside_our_namespace_counts_as_the_opener(void **state)
{
	struct process p;
	(void)state;
	process_take(&p, getpid());
	assert_true(process_is(&p, 0));
	process_drop(&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_is_itself),
		cmocka_unit_test(threads_of_one_process_are_that_process),
		cmocka_unit_test(two_threads_are_of_one_process_or_not),
		cmocka_unit_test(a_child_is_another_process),
		cmocka_unit_test(a_number_whose_process_has_gone_is_nobodys),
		cmocka_unit_test(who_is_outside_our_namespace_counts_as_the_opener),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
