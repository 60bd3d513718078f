/* Workers: who has a job under way comes after those who have none. */
#include "tests/unit/test.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <string.h>
#include "fs/util/workers.h"

struct job_of {
	char name;
	sem_t *begun, *go_on; /* NULL: goes on at once */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char order[16];

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

TEST(a_user_with_a_job_under_way_comes_after_those_who_have_none)
{
	sem_t begun, first_goes_on, second_goes_on;
	struct job_of first = {'1', &begun, &first_goes_on}, second = {'2', &begun, &second_goes_on}, a = {'a', NULL, NULL}, b = {'b', NULL, NULL},
		      c = {'c', NULL, NULL};
	struct workers *w = workers_start(2);
	sem_init(&begun, 0, 0);
	sem_init(&first_goes_on, 0, 0);
	sem_init(&second_goes_on, 0, 0);
	workers_run(w, 1000, work, &first);
	sem_wait(&begun);
	workers_run(w, 1001, work, &second);
	sem_wait(&begun);
	workers_run(w, 1000, work, &a);
	workers_run(w, 1000, work, &b);
	workers_run(w, 1002, work, &c);
	sem_post(&second_goes_on); /* its thread takes them all, while the first job of 1000 is still under way */
	while (pthread_mutex_lock(&lock), strlen(order) < 5) {
		pthread_mutex_unlock(&lock);
		sched_yield();
	}
	pthread_mutex_unlock(&lock);
	assert_string_equal(order, "12cab");
	sem_post(&first_goes_on);
	workers_stop(w);
}
