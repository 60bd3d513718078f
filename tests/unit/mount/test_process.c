/* Whether two requests come from one process. */
#include "fs/mount/process.h"

#include "tests/unit/test.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
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
	struct process p;
	process_take(&p, getpid());
	assert_int_equal(p.tgid, getpid());
	assert_true(process_is(&p, getpid()));
	process_drop(&p);
}

TEST(threads_of_one_process_are_that_process)
{
	struct process p;
	pid_t id;
	pthread_t thread = thread_start(&id);
	process_take(&p, id);
	assert_int_equal(p.tgid, getpid());
	assert_true(process_is(&p, getpid()));
	assert_true(process_is(&p, id));
	process_drop(&p);
	thread_end(thread);
}

TEST(two_threads_are_of_one_process_or_not)
{
	pid_t id;
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

TEST(a_child_is_another_process)
{
	struct process p;
	int ends[2];
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

TEST(a_number_whose_process_has_gone_is_nobodys)
{
	struct process p;
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

TEST(who_is_outside_our_namespace_counts_as_the_opener)
{
	struct process p;
	process_take(&p, getpid());
	assert_true(process_is(&p, 0));
	process_drop(&p);
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
	struct process p;
	int by = -1;
	process_take(&p, child);
	assert_int_equal(process_signal(child), signal);
	assert_true(process_is_ended(&p, child, &by));
	assert_int_equal(by, signal);
	waitpid(child, NULL, 0);
	assert_int_equal(process_signal(child), 0);
	assert_false(process_is_ended(&p, child, &by));
	assert_int_equal(by, 0);
	process_drop(&p);
}

/* Of another process than the one that was taken, too. */
TEST(the_signal_is_that_of_who_asks)
{
	pid_t child = child_that(be_killed);
	struct process p;
	int by = -1;
	process_take(&p, getpid());
	assert_false(process_is_ended(&p, child, &by));
	assert_int_equal(by, SIGKILL);
	assert_true(process_is_ended(&p, getpid(), &by));
	assert_int_equal(by, 0);
	process_drop(&p);
	waitpid(child, NULL, 0);
}

static bool
proc_is_hidden(void)
{
	bool alone = !unshare(CLONE_NEWNS) || !unshare(CLONE_NEWUSER | CLONE_NEWNS);
	return alone && !mount("", "/", NULL, MS_REC | MS_PRIVATE, NULL) && !mount("none", "/proc", "tmpfs", 0, NULL);
}

/* As where /proc shows other users' processes to nobody: what has no stat there is told by a pidfd. */
TEST(a_process_that_proc_does_not_show_is_told_all_the_same)
{
	int status;
	pid_t child = child_that(leave), other = fork();
	if (!other) {
		struct process p;
		if (!proc_is_hidden())
			_exit(1);
		process_take(&p, getpid());
		bool good = p.tgid == getpid() && p.status < 0 && p.pidfd >= 0 && process_is(&p, getpid());
		process_drop(&p);
		process_take(&p, child);
		good = good && p.tgid == child && !process_is(&p, child);
		process_drop(&p);
		_exit(good ? 0 : 2);
	}
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(status, 0);
	waitpid(child, NULL, 0);
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
	struct process none = PROCESS_NONE;
	pid_t id;
	pthread_t thread = thread_start(&id);
	assert_false(processes_have(&ps, getpid()));
	assert_false(processes_have(&ps, 0));
	processes_add(&ps, &none, 0);
	assert_false(processes_have(&ps, getpid()));
	processes_add(&ps, &none, id);
	assert_true(processes_have(&ps, id));
	assert_true(processes_have(&ps, getpid()));
	assert_true(processes_have(&ps, 0)); /* it cannot be told */
	assert_false(processes_have(&ps, getppid()));
	processes_add(&ps, &none, getpid());
	assert_int_equal(ps.n, 1);
	thread_end(thread);
}

/* The oldest makes place. */
TEST(the_newest_processes_are_known)
{
	struct processes ps = {0};
	struct process none = PROCESS_NONE;
	processes_add(&ps, &none, getpid());
	for (int i = 1; i < PROCESSES_MAX; i++)
		ps.tgid[ps.n++] = getpid() + i;
	assert_true(processes_have(&ps, getpid()));
	processes_add(&ps, &none, getppid());
	assert_true(processes_have(&ps, getppid()));
	assert_false(processes_have(&ps, getpid()));
}
