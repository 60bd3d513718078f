/* Whether two requests come from one process. */
#include "fs/mount/process.h"

#include "tests/unit/test.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
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

TEST(a_process_is_itself)
{
	assert_int_equal(process_of(getpid()), getpid());
	assert_true(process_is(getpid(), process_of(getpid())));
}

TEST(threads_of_one_process_are_that_process)
{
	pid_t id;
	pthread_t thread = thread_start(&id);
	assert_int_equal(process_of(id), getpid());
	assert_true(process_is(getpid(), process_of(id)));
	thread_end(thread);
}

TEST(a_child_is_another_process)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (!child) {
		char byte;
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) < 0);
	}
	assert_false(process_is(getpid(), process_of(child)));
	close(ends[0]);
	close(ends[1]);
	waitpid(child, NULL, 0);
}

TEST(who_is_outside_our_namespace_counts_as_the_opener)
{
	assert_true(process_is(getpid(), process_of(0)));
	assert_true(process_is(process_of(0), getpid()));
}

/* A child that ends so; it is left as a zombie, which stays in /proc as it was. */
static pid_t
child_that(void (*act)(void))
{
	siginfo_t info;
	pid_t child = fork();
	if (!child) {
		prctl(PR_SET_NAME, ") R 1 1 (");
		act();
		pause();
	}
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
	return child;
}

static void
leave(void)
{
	_exit(11);
}

static void
leave_well(void)
{
	_exit(0);
}

static void
be_killed(void)
{
	raise(SIGKILL);
}

static void
be_terminated(void)
{
	raise(SIGTERM);
}

static void
fault(void)
{
	signal(SIGSEGV, SIG_DFL); /* cmocka has a handler */
	raise(SIGSEGV);
}

static void
assert_ends_by(void (*act)(void), int signal)
{
	pid_t child = child_that(act);
	assert_int_equal(process_signal(child), signal);
	waitpid(child, NULL, 0);
	assert_int_equal(process_signal(child), 0);
}

TEST(a_process_that_a_signal_ends_is_told_from_one_that_exits)
{
	assert_ends_by(leave, 0);
	assert_ends_by(leave_well, 0);
	assert_ends_by(be_killed, SIGKILL);
	assert_ends_by(be_terminated, SIGTERM);
	assert_ends_by(fault, SIGSEGV); /* with or without a core */
	assert_int_equal(process_signal(getpid()), 0);
	assert_int_equal(process_signal(0), 0);
}

/* A stop is no end, although /proc shows its signal in the same field. */
TEST(a_process_that_is_stopped_lives_on)
{
	siginfo_t info;
	pid_t child = fork();
	if (!child) {
		raise(SIGSTOP);
		_exit(0);
	}
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WSTOPPED | WNOWAIT), 0);
	assert_int_equal(process_signal(child), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

TEST(a_process_that_did_something_is_known_by_each_of_its_threads)
{
	struct processes ps = {0};
	pid_t id;
	pthread_t thread = thread_start(&id);
	assert_false(processes_have(&ps, getpid()));
	assert_false(processes_have(&ps, 0));
	processes_add(&ps, 0);
	assert_false(processes_have(&ps, getpid()));
	processes_add(&ps, id);
	assert_true(processes_have(&ps, process_of(id)));
	assert_true(processes_have(&ps, getpid()));
	assert_true(processes_have(&ps, 0)); /* it cannot be told */
	assert_false(processes_have(&ps, getppid()));
	processes_add(&ps, getpid());
	assert_int_equal(ps.n, 1);
	thread_end(thread);
}

/* The oldest makes place. */
TEST(the_newest_processes_are_known)
{
	struct processes ps = {0};
	processes_add(&ps, getpid());
	for (int i = 1; i < PROCESSES_MAX; i++)
		ps.tgid[ps.n++] = getpid() + i;
	assert_true(processes_have(&ps, getpid()));
	processes_add(&ps, getppid());
	assert_true(processes_have(&ps, getppid()));
	assert_false(processes_have(&ps, getpid()));
}
