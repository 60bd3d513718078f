/*
 * kill -9 in the middle of everything: what was acknowledged is there, whole, and nothing is there
 * by half.
 */
#include "tests/unit/store/crashed.h"

#include <pthread.h>
#include <stdatomic.h>

EACH_TEST(fixture_set_up, fixture_tear_down);

#define WRITERS 3
#define ROUNDS 6

/* What the child says when a batch is durable. One write of it to a pipe is never torn. */
struct acknowledged {
	int64_t duel;
	uint64_t seq;
};

struct writer {
	struct fixture *f;
	int64_t duel;
	uint64_t seq;
	int pipe;
};

/* Two entries a batch: never is only one of them there. */
static void *
write_for_ever(void *arg)
{
	struct writer *w = arg;

	for (;;) {
		struct acknowledged a = {w->duel, w->seq + 2};
		struct job *j =
			job_add(job_entry(w->duel, w->seq + 1), make_entry(w->duel, w->seq + 2));

		if (job_run(w->f, j) || write(w->pipe, &a, sizeof(a)) != sizeof(a))
			_exit(2);
		w->seq += 2;
	}
	return NULL;
}

static void
be_the_daemon(struct fixture *f, const uint64_t *seqs, int pipe)
{
	struct writer w[WRITERS];
	pthread_t threads[WRITERS];
	char *why;

	if (store_sqlite_open(f->store, STORE_OPEN_WRITE, "this-boot", &f->s, &why))
		_exit(1);
	for (int i = 0; i < WRITERS; i++) {
		w[i] = (struct writer){f, i + 1, seqs[i], pipe};
		if (pthread_create(&threads[i], NULL, write_for_ever, &w[i]))
			_exit(1);
	}
	for (;;)
		pause();
}

/* Listen until so many batches are acknowledged, kill, and hear what was still said. */
static void
kill_after(pid_t child, int pipe, int batches, uint64_t *seqs)
{
	struct acknowledged a;
	int status, n = 0;

	while (read(pipe, &a, sizeof(a)) == sizeof(a)) {
		seqs[a.duel - 1] = a.seq;
		if (++n == batches)
			kill(child, SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_true(n >= batches);
}

TEST(what_was_acknowledged_survives_kill_9)
{
	static const int batches[ROUNDS] = {
		1, 7, 150, 400, 40, 250}; /* within a log, and over its end */
	struct fixture *f = *state;
	uint64_t seqs[WRITERS] = {0};

	fixture_open(f, STORE_OPEN_WRITE);
	for (int64_t id = 1; id <= WRITERS; id++)
		assert_int_equal(create_duel(f, id), 0);
	fixture_close(f);
	for (int round = 0; round < ROUNDS; round++) {
		int ends[2];
		pid_t child;

		assert_int_equal(pipe(ends), 0);
		child = fork();
		if (!child) {
			close(ends[0]);
			be_the_daemon(f, seqs, ends[1]);
		}
		close(ends[1]);
		kill_after(child, ends[0], batches[round], seqs);
		close(ends[0]);
		/* by turns first seen by verify, and by the next daemon */
		fixture_open(f, round % 2 ? STORE_OPEN_VERIFY : STORE_OPEN_WRITE);
		for (int i = 0; i < WRITERS; i++) {
			uint64_t there = check_log(f, i + 1);

			assert_true(there == seqs[i] || there == seqs[i] + 2);
			seqs[i] = there;
		}
		fixture_close(f);
	}
}

static void
create_and_remove(struct fixture *f)
{
	for (int64_t id = 1; id <= 5; id++)
		create_duel(f, id);
	for (int64_t id = 4; id <= 5; id++)
		job_run(f, job_new(STORE_REMOVE, id));
}

TEST(ids_and_boots_survive_kill_9)
{
	struct fixture *f = *state;

	crash_after(f, create_and_remove);
	fixture_open(f, STORE_OPEN_WRITE);
	assert_int_equal(count_duels(f), 3);
	assert_int_equal(f->s->ops->last_id(f->s), 5);
	assert_int_equal(f->s->ops->boot(f->s), 1);
}

static void
do_nothing(struct fixture *f)
{
	(void)f;
}

TEST(a_store_that_was_only_made_survives_kill_9)
{
	struct fixture *f = *state;

	crash_after(f, do_nothing);
	fixture_open(f, STORE_OPEN_VERIFY);
	assert_int_equal(count_duels(f), 0);
	fixture_reopen(f);
	assert_int_equal(create_duel(f, 1), 0);
}

/* At any point of the log the power may go: a log that ends early is a store as it was earlier. */
static void
write_six_entries(struct fixture *f)
{
	create_duel(f, 1);
	for (uint64_t seq = 1; seq <= 6; seq++)
		append_entry(f, 1, seq);
}

static void
copy_file(const struct fixture *from, const struct fixture *to, const char *name, size_t bytes)
{
	char *source = fixture_path(from, name), *target = fixture_path(to, name),
	     *content = mem_calloc(8 << 20, 1);
	int in = open(source, O_RDONLY), out = open(target, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	ssize_t n = read(in, content, bytes < 8 << 20 ? bytes : 8 << 20);

	assert_true(n >= 0 && write(out, content, (size_t)n) == n);
	close(in);
	close(out);
	free(content);
	free(source);
	free(target);
}

TEST(a_log_that_ends_anywhere_is_an_earlier_store)
{
	struct fixture *f = *state, cut = *f;
	uint64_t last = 0;

	crash_after(f, write_six_entries);
	snprintf(cut.store, sizeof(cut.store), "%s/cut", cut.dir);
	assert_int_equal(mkdir(cut.store, 0700), 0);
	for (size_t bytes = 0; bytes < 64 * 4120; bytes += 2753) {
		uint64_t there;

		copy_file(f, &cut, "duelfs.db", SIZE_MAX);
		copy_file(f, &cut, "duelfs.db-wal", bytes);
		fixture_open(&cut, STORE_OPEN_VERIFY);
		there = check_log(&cut, 1);
		fixture_reopen(&cut);
		assert_int_equal(check_log(&cut, 1), there);
		assert_true(there >= last);
		last = there;
		if (count_duels(&cut))
			assert_int_equal(append_entry(&cut, 1, there + 1), 0);
		fixture_close(&cut);
	}
	assert_int_equal(last, 6);
}
