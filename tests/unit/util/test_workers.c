/* Workers: users take turns. */
#include "tests/unit/test.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>
#include "fs/util/workers.h"

struct job_of {
	char name;
	sem_t *begun, *go_on; /* NULL: goes on at once */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char order[64];

static void
work(void *arg)
{
	struct job_of *j = arg;
	pthread_mutex_lock(&lock);
	strncat(order, &j->name, 1);
	pthread_mutex_unlock(&lock);
	if (!j->go_on)
		return;
	sem_post(j->begun);
	sem_wait(j->go_on);
}

static void
wait_for(size_t jobs)
{
	while (pthread_mutex_lock(&lock), strlen(order) < jobs) {
		pthread_mutex_unlock(&lock);
		sched_yield();
	}
	pthread_mutex_unlock(&lock);
}

TEST(users_take_turns_however_many_jobs_each_has)
{
	static const struct {
		char name;
		uid_t uid;
	} waiting[] = {{'a', 1000}, {'b', 1000}, {'c', 1000}, {'d', 1000}, {'x', 1001}, {'y', 1001}, {'m', 1002}};
	enum { WAITING = sizeof waiting / sizeof *waiting };
	struct job_of jobs[WAITING];
	sem_t begun, goes_on;
	struct job_of first = {'1', &begun, &goes_on};
	struct workers *w = workers_start(1);

	*order = '\0';
	sem_init(&begun, 0, 0);
	sem_init(&goes_on, 0, 0);
	workers_run(w, 1003, work, &first);
	sem_wait(&begun);
	for (size_t i = 0; i < WAITING; i++) {
		jobs[i] = (struct job_of){.name = waiting[i].name};
		workers_run(w, waiting[i].uid, work, &jobs[i]);
	}
	sem_post(&goes_on);
	wait_for(1 + WAITING);
	assert_string_equal(order, "1axmbycd");
	workers_stop(w);
}

TEST(a_user_with_a_job_under_way_comes_after_those_who_have_none)
{
	enum { HELD = 3 };
	sem_t begun, goes_on[HELD];
	struct job_of held[HELD], a = {'a', NULL, NULL}, b = {'b', NULL, NULL}, c = {'c', NULL, NULL};
	struct workers *w = workers_start(HELD);
	*order = '\0';
	sem_init(&begun, 0, 0);
	for (unsigned i = 0; i < HELD; i++) {
		sem_init(&goes_on[i], 0, 0);
		held[i] = (struct job_of){(char)('1' + i), &begun, &goes_on[i]};
		workers_run(w, 1000 + i, work, &held[i]);
		sem_wait(&begun);
	}
	workers_run(w, 1000, work, &a);
	workers_run(w, 1000, work, &b);
	workers_run(w, 1003, work, &c);
	sem_post(&goes_on[1]);
	wait_for(4);
	sem_post(&goes_on[2]);
	wait_for(6); /* while the first job of 1000 is still under way */
	assert_string_equal(order, "123cab");
	sem_post(&goes_on[0]);
	workers_stop(w);
}

/* Whether no more jobs begin for a while. */
static bool
none_begins(sem_t *begun)
{
	struct timespec soon;
	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_nsec += 200000000;
	soon.tv_sec += soon.tv_nsec / 1000000000;
	soon.tv_nsec %= 1000000000;
	return sem_timedwait(begun, &soon);
}

TEST(users_whose_jobs_hang_leave_threads_to_others_and_go_on_with_all_of_them)
{
	static const unsigned has[] = {4, 2, 1, 1}; /* of eight threads, as many as are free */
	enum { ROOM = 8, USERS = sizeof has / sizeof *has };
	sem_t begun, goes_on;
	struct job_of hangs = {'h', &begun, &goes_on};
	struct workers *w = workers_start(ROOM);
	*order = '\0';
	sem_init(&begun, 0, 0);
	sem_init(&goes_on, 0, 0);
	for (unsigned user = 0; user < USERS; user++) {
		for (unsigned i = 0; i < ROOM; i++)
			workers_run(w, user, work, &hangs);
		for (unsigned i = 0; i < has[user]; i++)
			sem_wait(&begun);
		assert_true(none_begins(&begun));
	}
	for (unsigned i = 0; i < USERS * ROOM; i++)
		sem_post(&goes_on);
	workers_stop(w);
	assert_int_equal(strlen(order), USERS * ROOM);
}

/* The memory of this process. */
static long
resident_mib(void)
{
	long pages;
	FILE *f = fopen("/proc/self/statm", "r");

	assert_non_null(f);
	assert_int_equal(fscanf(f, "%*d %ld", &pages), 1);
	fclose(f);
	return pages * sysconf(_SC_PAGESIZE) >> 20;
}

#define PIECE_BYTES 4096
#define PIECES (96 << 20) / PIECE_BYTES

/* Many pieces that are freed, below one that stays. */
static void
take_much(void *arg)
{
	static void *pieces[PIECES];

	for (size_t i = 0; i < PIECES; i++)
		memset(pieces[i] = malloc(PIECE_BYTES), 1, PIECE_BYTES);
	*(void **)arg = malloc(PIECE_BYTES);
	for (size_t i = 0; i < PIECES; i++)
		free(pieces[i]);
}

TEST(workers_that_have_nothing_to_do_give_memory_back)
{
	struct workers *w;
	void *stays = NULL;
	long before = resident_mib();

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	skip(); /* its malloc keeps what is freed */
#endif
	w = workers_start(2);
	workers_run(w, 1000, take_much, &stays);
	workers_stop(w);
	if (resident_mib() > before + 16)
		fail_msg("%ld MiB, and %ld before", resident_mib(), before);
	free(stays);
}
