/* The store that hosts share, over a server of its own on a socket of its own. */
#include "tests/unit/store/fixture.h"

#include <pthread.h>
#include <time.h>
#include "fs/store/pg/pg.h"
#include "fs/store/pg/pg_db.h"
#include "fs/store/pg/pg_schema.h"
#include "fs/store/pg/pg_watch.h"
#include "fs/store/pg/pg_write.h"

/* The server's programs are an ordinary user's; root runs them as nobody. */
#define SERVER "cd '%s' && export PATH=\"$PATH:$(echo /usr/lib/postgresql/*/bin)\" && "
#define AS_USER "$([ \"$(id -u)\" = 0 ] && echo setpriv --reuid=nobody --regid=nogroup --clear-groups) "

static char cluster[64];
static unsigned databases;

/* 0: the command did. */
__attribute__((format(printf, 1, 2))) static int
server(const char *format, ...)
{
	char command[1024], *what;
	va_list args;
	va_start(args, format);
	if (vasprintf(&what, format, args) < 0)
		abort();
	va_end(args);
	snprintf(command, sizeof command, SERVER AS_USER "%s >>%s/said 2>&1", cluster, what, cluster);
	free(what);
	return system(command);
}

static int
start_server(void)
{
	return server("pg_ctl -D %s/data -l %s/log -w -o '-k %s -c listen_addresses= -c fsync=off' start", cluster, cluster,
		cluster);
}

static int
cluster_set_up(void **state)
{
	char command[256];
	(void)state;
	strcpy(cluster, "/tmp/duelfs-pg-XXXXXX");
	if (!mkdtemp(cluster))
		return -1;
	snprintf(command, sizeof command, "touch %s/said && if [ \"$(id -u)\" = 0 ]; then chown -R nobody %s; fi", cluster,
		cluster);
	if (system(command) || server("initdb -D %s/data -A trust -U duelfs --no-sync", cluster) || start_server()) {
		snprintf(command, sizeof command, "cat %s/said %s/log >&2", cluster, cluster);
		return system(command) ? -1 : -2;
	}
	return 0;
}

static int
cluster_tear_down(void **state)
{
	char command[128];
	(void)state;
	server("pg_ctl -D %s/data -m immediate -w stop", cluster);
	snprintf(command, sizeof command, "rm -rf %s", cluster);
	return system(command);
}

WHOLE_FILE(cluster_set_up, cluster_tear_down);

static int
sql(const char *text)
{
	return server("psql -h %s -U duelfs -d t%u -v ON_ERROR_STOP=1 -qc \"%s\"", cluster, databases, text);
}

static const char *
where(void)
{
	return test_owns(mem_format("host=%s user=duelfs dbname=t%u", cluster, databases));
}

static struct store *
host(const char *boot_id)
{
	char *why = NULL;
	struct store *s = NULL;
	if (store_pg_open(where(), boot_id, false, &s, &why))
		fail_msg("%s", why);
	assert_non_null(strstr(test_owns(why), "fsync")); /* it is off here */
	return s;
}

/* Others, which are closed with the test. */
static struct fixture others[4];
static unsigned n_others;

static struct fixture *
another(const char *boot_id)
{
	struct fixture *g = &others[n_others++];
	*g = (struct fixture){.s = host(boot_id)};
	return g;
}

static void
begin_host(struct fixture *f)
{
	f->s = host("boot-a");
}

/* A database of its own, and the first host. */
static int
pg_set_up(void **state)
{
	struct fixture *f = mem_calloc(1, sizeof *f);
	databases++;
	assert_int_equal(server("psql -h %s -U duelfs -d postgres -qc 'CREATE DATABASE t%u'", cluster, databases), 0);
	f->open = begin_host;
	f->open(f);
	*state = f;
	return 0;
}

static int
pg_tear_down(void **state)
{
	while (n_others)
		fixture_close(&others[--n_others]);
	fixture_close(*state);
	free(*state);
	return 0;
}

EACH_TEST(pg_set_up, pg_tear_down);

#include "tests/unit/store/contract.h"

/* This is stored of a duel: its source's path and text, and its name in the archive; NULL: nothing. */
static void
assert_beside(struct fixture *f, int64_t id, const char *path, const char *text, size_t len, const char *archive)
{
	struct store_source source;
	char *name;
	assert_int_equal(f->s->ops->source(f->s, id, &source), path ? 0 : -ENOENT);
	if (path) {
		assert_string_equal(source.path, path);
		assert_same_bytes(source.text, source.len, text, len);
		free(source.path);
		free(source.text);
	}
	assert_int_equal(f->s->ops->archive(f->s, id, &name), archive ? 0 : -ENOENT);
	if (archive)
		assert_string_equal(test_owns(name), archive);
}

/* A job that brings this source along. */
static struct job *
with_source(struct job *j, const char *path, const char *text, size_t len)
{
	j->batch.change |= STORE_SOURCE;
	j->batch.source_path = path;
	j->batch.source_text = text;
	j->batch.source_len = len;
	return j;
}

TEST(a_host_has_the_boot_of_its_machine)
{
	int64_t boot = f->s->boot;
	assert_true(f->s->shared);
	fixture_reopen(f);
	assert_int_equal(f->s->boot, boot);
	assert_int_not_equal(another("boot-b")->s->boot, boot);
}

TEST(a_head_counts_every_write_and_names_the_last_entry)
{
	struct store_head h;
	struct job *j;

	assert_int_equal(create_duel(f, 1), 0);
	h = head_of(f->s, 1);
	assert_int_equal(h.rev + h.seq, 0);
	assert_int_equal(append_entry(f, 1, 1), 0);
	j = job_new(STORE_UPDATE, 1);
	j->batch.row.rules = "new";
	assert_int_equal(job_run(f, j), 0);
	h = head_of(f->s, 1);
	assert_int_equal(h.rev, 2);
	assert_int_equal(h.seq, 1);
	assert_int_equal(h.hash[0], 2);
	h.rev = 77;
	h = head_of(f->s, 99); /* none: as it was asked with */
	assert_int_equal(h.rev, 0);
}

TEST(of_two_hosts_on_one_head_the_second_is_overtaken_and_its_company_is_not)
{
	struct fixture *g = another("boot-b");
	struct job *late = NULL, *other = NULL;

	create_duels(f, 2);
	late = on_head(g->s, job_entry(1, 1));
	other = on_head(g->s, job_entry(2, 1));
	assert_int_equal(append_entry(f, 1, 1), 0);
	job_submit(g, late);
	job_submit(g, other);
	assert_int_equal(job_wait(late), -EAGAIN);
	assert_int_equal(job_wait(other), 0);
	assert_int_equal(check_log(f, 1), 1);
	assert_int_equal(check_log(f, 2), 1);
	assert_int_equal(append_entry(g, 1, 2), 0);
	assert_int_equal(check_log(f, 1), 2);
}

/* Two mounts of one host that see the same deadline pass at the same moment write the same bytes. */
TEST(of_two_hosts_that_write_the_very_same_the_second_is_overtaken_and_its_company_is_not)
{
	struct fixture *g = another("boot-a");
	struct job *first, *same, *other;

	create_duels(f, 2);
	first = job_add(on_head(f->s, job_entry(1, 1)), make_entry(1, 2));
	same = job_add(on_head(g->s, job_entry(1, 1)), make_entry(1, 2));
	other = job_add(on_head(g->s, job_entry(2, 1)), make_entry(2, 2));
	assert_int_equal(job_run(f, first), 0);
	job_submit(g, same);
	job_submit(g, other);
	assert_int_equal(job_wait(same), -EAGAIN);
	assert_int_equal(job_wait(other), 0);
	assert_int_equal(check_log(f, 1), 2);
	assert_int_equal(check_log(f, 2), 2);
	assert_int_equal(append_entry(g, 1, 3), 0);
}

/* The rows beside the rules change no hash: by rev and hash alone another's head looks like one's own. */
TEST(of_two_hosts_that_set_the_rules_the_second_changes_nothing_of_what_goes_with_them)
{
	struct fixture *g = another("boot-b");

	assert_int_equal(create_duel(f, 1), 0);
	struct job *first = on_head(f->s, with_source(job_new(STORE_UPDATE, 1), "/first.md", "first!", 6));
	struct job *second = on_head(f->s, with_source(job_new(STORE_UPDATE, 1), "/second.md", "second", 6));
	assert_int_equal(job_run(f, first), 0);
	assert_int_equal(job_run(g, second), -EAGAIN);
	assert_beside(f, 1, "/first.md", "first!", 6, NULL);
}

static bool
is_done(struct job *j)
{
	int n;
	sem_getvalue(&j->done, &n);
	return n;
}

/* From when that holds the server does not say: until a commit is seen to wait. */
static struct job *
wait_for_a_standby(struct fixture *f, int64_t id)
{
	uint64_t seq = 1;
	assert_int_equal(sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'"), 0);
	assert_int_equal(sql("SELECT pg_reload_conf()"), 0);
	struct job *j = job_submit(f, on_head(f->s, job_entry(id, seq)));
	while (sql("SELECT 1 / count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) {
		if (!is_done(j))
			continue;
		assert_int_equal(job_wait(j), 0);
		j = job_submit(f, on_head(f->s, job_entry(id, ++seq)));
	}
	return j;
}

static void
wait_no_more(struct job *j)
{
	while (!is_done(j))
		assert_int_equal(
			sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"), 0);
	assert_int_equal(job_wait(j), -EIO);
}

/* The server says of a commit that is no longer waited for that it may be lost: a batch of one statement, one of
 * several, and one that goes by steps. */
TEST(what_the_standby_was_not_waited_for_is_eio_and_so_is_all_that_follows)
{
	struct job *jobs[4];
	create_duels(f, 4);
	for (int i = 0; i < 4; i++)
		another("boot-b");
	for (int64_t i = 1; i < 4; i++)
		jobs[i] = on_head(f->s, i < 3 ? job_entry(i, 1) : job_new(STORE_REMOVE, i));
	job_add(jobs[2], make_entry(2, 2));
	jobs[0] = wait_for_a_standby(&others[0], 4);
	for (int i = 0; i < 4; i++)
		wait_no_more(i ? job_submit(&others[i], jobs[i]) : jobs[i]);
	assert_int_equal(sql("ALTER SYSTEM RESET synchronous_standby_names"), 0);
	assert_int_equal(sql("SELECT pg_reload_conf()"), 0);
	for (int i = 0; i < 4; i++)
		assert_int_equal(append_entry(&others[i], 1, 2), -EIO);
	assert_int_equal(check_log(f, 1), 1);
	assert_int_equal(check_log(f, 2), 2);
	assert_int_equal(append_entry(f, 1, 2), 0);
}

/* One whose statements are sent together: each by itself sees that it is not the batch's head that is there. */
TEST(of_a_batch_that_was_overtaken_nothing_is_there_and_of_one_that_was_not_all)
{
	struct fixture *g = another("boot-b");
	struct job *late[2];

	create_duels(f, 2);
	for (int i = 0; i < 2; i++) {
		late[i] = on_head(g->s, with_source(job_entry(1 + i, 1), "/a.md", "text", 4));
		late[i]->batch.change |= STORE_ARCHIVE;
		late[i]->batch.archive = "2026-a.md";
		job_add(job_add(late[i], make_entry(1 + i, 2)), make_entry(1 + i, 3));
	}
	assert_int_equal(append_entry(f, 1, 1), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(job_run(g, late[i]), i ? 0 : -EAGAIN);
	assert_int_equal(check_log(f, 1), 1);
	assert_int_equal(check_log(f, 2), 3);
	assert_int_equal(head_of(f->s, 2).rev, 1);
	assert_beside(f, 1, NULL, NULL, 0, NULL);
	assert_beside(f, 2, "/a.md", "text", 4, "2026-a.md");
	struct store_head before = head_of(f->s, 2);
	assert_int_equal(job_run(g, job_new(STORE_UPDATE | STORE_SOURCE, 2)), 0); /* it is taken away */
	assert_beside(f, 2, NULL, NULL, 0, "2026-a.md");
	assert_int_equal(job_run(g, with_source(job_new(STORE_UPDATE, 2), "/b.md", "more", 4)), 0);
	struct job *none = job_new(STORE_UPDATE | STORE_SOURCE, 2);
	none->batch.on = before;
	none->judged = true;
	assert_int_equal(job_run(g, none), -EAGAIN);
	assert_beside(f, 2, "/b.md", "more", 4, "2026-a.md");
}

TEST(rules_that_another_host_has_set_meanwhile_overtake_a_first_entry)
{
	struct fixture *g = another("boot-b");
	struct job *first, *rules = job_new(STORE_UPDATE, 1);

	assert_int_equal(create_duel(f, 1), 0);
	first = on_head(f->s, job_entry(1, 1));
	rules->batch.row.rules = "max_turns = 12\n";
	assert_int_equal(job_run(g, rules), 0);
	assert_int_equal(job_run(f, first), -EAGAIN);
	assert_int_equal(check_log(f, 1), 0);
}

TEST(a_log_that_lost_its_tail_and_was_refilled_is_another)
{
	struct job *j;

	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(append_entry(f, 1, 1), 0);
	j = on_head(f->s, job_entry(1, 2));
	assert_int_equal(sql("UPDATE duels SET last_hash = decode(repeat('ab', 32), 'hex')"), 0); /* and the same rev */
	assert_int_equal(job_run(f, j), -EAGAIN);
	assert_int_equal(check_log(f, 1), 1);
}

TEST(a_duel_is_removed_on_its_head_alone)
{
	struct job *removal, *entry;

	assert_int_equal(create_duel(f, 1), 0);
	removal = on_head(f->s, job_new(STORE_REMOVE, 1));
	assert_int_equal(append_entry(f, 1, 1), 0);
	assert_int_equal(job_run(f, removal), -EAGAIN);
	assert_int_equal(check_log(f, 1), 1);
	entry = on_head(f->s, job_entry(1, 2));
	assert_int_equal(job_run(f, job_new(STORE_REMOVE, 1)), 0);
	assert_int_equal(job_run(f, entry), -EAGAIN); /* there is nothing to read on */
}

TEST(a_batch_that_contradicts_the_log_fails_and_its_company_does_not)
{
	create_duels(f, 2);
	assert_int_equal(append_entry(f, 1, 1), 0);
	struct job *bad = job_submit(f, on_head(f->s, job_entry(1, 1)));
	struct job *good = job_submit(f, on_head(f->s, job_entry(2, 1)));
	assert_int_equal(job_wait(bad), -EUCLEAN);
	assert_int_equal(job_wait(good), 0);
	assert_int_equal(check_log(f, 1), 1);
	assert_int_equal(check_log(f, 2), 1);
}

static void
count_mount(void *arg, int64_t began_ms, int64_t ended_ms)
{
	int64_t *sum = arg;
	*sum = *sum * 10 + began_ms * 100 + ended_ms;
}

/* In the same boot: what they cover together, and what one that has crashed was there for. */
TEST(mounts_that_were_at_once_are_one)
{
	struct fixture *g = another("boot-a");
	int64_t sum = 0;
	static const struct {
		unsigned what;
		bool second;
		int64_t ms;
	} mounts[] = {{STORE_MOUNT_BEGINS, false, 1}, {STORE_MOUNT_BEGINS, true, 2}, {STORE_MOUNT_ENDS, true, 4},
		{STORE_MOUNT_ENDS, false, 5}, {STORE_MOUNT_BEGINS, true, 7}};

	for (size_t i = 0; i < sizeof mounts / sizeof *mounts; i++) {
		struct job *j = job_new(mounts[i].what, 0);
		j->batch.clock_ms = mounts[i].ms;
		assert_int_equal(job_run(mounts[i].second ? g : f, j), 0);
	}
	assert_int_equal(f->s->ops->each_mount(f->s, count_mount, &sum), 0);
	assert_int_equal(sum, 105 * 10 + 707);
}

/* The entries of others. */

struct heard {
	pthread_mutex_t lock;
	unsigned n[8]; /* of each kind */
	int64_t id, made, removed;
	uint64_t rev;
	bool refuses;
};

static bool
hear(void *arg, const struct store_news *n)
{
	struct heard *h = arg;
	pthread_mutex_lock(&h->lock);
	bool later = h->refuses && (n->what == STORE_MADE || n->what == STORE_REMOVED);
	h->n[n->what]++;
	if (n->what == STORE_MOVED)
		h->id = n->id, h->rev = n->rev;
	if (n->what == STORE_MADE)
		h->made = n->row->id;
	if (n->what == STORE_REMOVED)
		h->removed = n->id;
	pthread_mutex_unlock(&h->lock);
	return !later;
}

static unsigned
heard_of(struct heard *h, unsigned what)
{
	pthread_mutex_lock(&h->lock);
	unsigned n = h->n[what];
	pthread_mutex_unlock(&h->lock);
	return n;
}

/* More than that of a kind. */
static void
await_news(struct heard *h, unsigned what, unsigned above)
{
	for (int i = 0; heard_of(h, what) <= above; i++) {
		if (i > 3000)
			fail_msg("nothing was heard of kind %u", what);
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	}
}

TEST(a_host_is_told_what_another_writes_and_not_what_it_wrote_itself)
{
	struct fixture *g = another("boot-b");
	struct heard h = {.lock = PTHREAD_MUTEX_INITIALIZER};

	assert_int_equal(f->s->ops->watch(f->s, hear, &h), 0);
	await_news(&h, STORE_LOOK, 0);
	assert_int_equal(create_duel(g, 7), 0);
	await_news(&h, STORE_MADE, 0);
	assert_int_equal(h.made, 7);
	assert_int_equal(append_entry(g, 7, 1), 0);
	await_news(&h, STORE_MOVED, 0);
	assert_int_equal(h.id, 7);
	assert_int_equal(h.rev, 1);
	assert_int_equal(append_entry(f, 7, 2), 0);
	assert_int_equal(append_entry(g, 7, 3), 0);
	await_news(&h, STORE_MOVED, 1);
	assert_int_equal(h.rev, 3);
	assert_int_equal(heard_of(&h, STORE_MOVED), 2);
	assert_int_equal(job_run(g, job_new(STORE_REMOVE, 7)), 0);
	await_news(&h, STORE_REMOVED, 0);
	assert_int_equal(h.removed, 7);
	assert_int_equal(f->s->ops->watch(f->s, NULL, NULL), 0);
}

static struct pg_db
connection(void)
{
	char *why = NULL;
	struct pg_db db = {0};
	if (pg_open(&db, where(), false, &why))
		fail_msg("%s", why);
	return db;
}

TEST(what_cannot_be_taken_yet_is_told_again)
{
	struct fixture *g = another("boot-b");
	struct heard h = {.lock = PTHREAD_MUTEX_INITIALIZER, .refuses = true};

	assert_int_equal(f->s->ops->watch(f->s, hear, &h), 0);
	assert_int_equal(create_duel(g, 7), 0);
	await_news(&h, STORE_MADE, 1);
	pthread_mutex_lock(&h.lock);
	h.refuses = false;
	unsigned before = h.n[STORE_MADE];
	pthread_mutex_unlock(&h.lock);
	await_news(&h, STORE_LOOK, heard_of(&h, STORE_LOOK) + 2);
	assert_true(heard_of(&h, STORE_MADE) <= before + 1);
}

TEST(who_lost_the_connection_hears_of_what_came_meanwhile_and_of_what_comes)
{
	struct fixture *g = another("boot-b");
	struct heard h = {.lock = PTHREAD_MUTEX_INITIALIZER};

	assert_int_equal(create_duel(g, 7), 0);
	assert_int_equal(f->s->ops->watch(f->s, hear, &h), 0);
	await_news(&h, STORE_LOOK, 0);
	assert_int_equal(sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			     " WHERE pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query LIKE '%list_rev%')"), 0);
	unsigned before = heard_of(&h, STORE_MADE);
	assert_int_equal(create_duel(g, 8), 0);
	await_news(&h, STORE_MADE, before);
	await_news(&h, STORE_LOOK, heard_of(&h, STORE_LOOK));
	assert_int_equal(append_entry(g, 8, 1), 0);
	await_news(&h, STORE_MOVED, 0);
	assert_int_equal(h.id, 8);
}

TEST(no_two_hosts_take_one_id)
{
	struct fixture *g = another("boot-b");
	bool taken[1000] = {false};

	assert_int_equal(create_duel(f, 5), 0); /* as one that was copied here */
	for (int i = 0; i < 200; i++) {
		struct store *s = i % 3 ? f->s : g->s;
		int64_t id = s->ops->take_id(s);
		assert_in_range(id, 6, 999);
		assert_false(taken[id]);
		taken[id] = true;
	}
}

TEST(once_a_mount_is_to_end_all_changes_wait_together_for_a_server_that_is_away)
{
	int64_t from_ms = pg_now_ms();

	assert_int_equal(server("pg_ctl -D %s/data -m immediate -w stop", cluster), 0);
	pg_ends_ms = from_ms + 500;
	for (uint64_t seq = 1; seq < 4; seq++)
		assert_int_equal(job_wait(job_submit(f, job_entry(1, seq))), -ETIMEDOUT);
	pg_ends_ms = INT64_MAX;
	assert_true(pg_now_ms() - from_ms < 5000);
	start_server();
}

TEST(a_change_waits_for_a_server_that_is_away_no_longer_because_others_waited_before_it)
{
	enum { CHANGES = 4, PATIENCE_MS = 1000 };
	struct job *jobs[CHANGES];

	for (int64_t duel = 2; duel < 2 + CHANGES; duel++)
		assert_int_equal(create_duel(f, duel), 0);
	assert_int_equal(server("pg_ctl -D %s/data -m immediate -w stop", cluster), 0);
	pg_patience_ms = PATIENCE_MS;
	int64_t from_ms = pg_now_ms();
	for (int i = 0; i < CHANGES; i++) {
		jobs[i] = job_submit(f, job_entry(2 + i, 1));
		nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
	}
	for (int i = 0; i < CHANGES; i++) {
		assert_int_equal(job_wait(jobs[i]), -ETIMEDOUT);
		assert_true(pg_now_ms() - from_ms >= PATIENCE_MS + i * 100);
	}
	assert_true(pg_now_ms() - from_ms < PATIENCE_MS + CHANGES * 100 + PATIENCE_MS / 2);
	pg_patience_ms = PG_PATIENCE_MS;
	start_server();
}

/* As LISTEN is, of a server that does not know it. */
TEST(what_a_server_does_not_know_how_to_do_costs_the_statement_and_not_the_connection)
{
	struct pg_db db = connection();

	assert_int_equal(pg_script(&db, "DO 'BEGIN RAISE feature_not_supported; END'"), PG_WRONG);
	assert_non_null(db.conn);
	assert_int_equal(pg_script(&db, "DO 'BEGIN RAISE read_only_sql_transaction; END'"), PG_OPEN);
	pg_close(&db);
}

static void
assert_not_opened(const char *change, const char *sentence)
{
	struct store *s = NULL;
	char *why = NULL;
	assert_int_equal(sql(change), 0);
	assert_int_equal(store_pg_open(where(), "boot", false, &s, &why), -EUCLEAN);
	if (!strstr(test_owns(why), sentence))
		fail_msg("%s", why);
}

TEST(a_database_that_was_copied_elsewhere_or_is_as_none_is_any_more_is_refused)
{
	assert_not_opened("UPDATE meta SET level = 4", "the database was made by another version of duelfs");
	assert_not_opened("UPDATE meta SET level = 3, secret = decode(repeat('00', 64), 'hex')",
		"the database is not one of duelfs");
	assert_not_opened("UPDATE meta SET secret = decode(repeat('00', 32), 'hex'), level = 0",
		"the database is not one of duelfs");
	assert_not_opened("UPDATE meta SET level = 2", "the database was made by another version of duelfs");
	assert_not_opened("UPDATE meta SET level = 3, moved_to = 'postgresql://two/d'",
		"are at postgresql://two/d now");
}

/* A COMMIT that is answered late: its connection was given up by then. */
static void
commits_late(const char *table, const char *how)
{
	char text[512];
	snprintf(text, sizeof text, "CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS"
		" 'BEGIN PERFORM pg_sleep(1.5); %s RETURN NULL; END';"
		" CREATE CONSTRAINT TRIGGER late AFTER INSERT ON %s DEFERRABLE INITIALLY DEFERRED"
		" FOR EACH ROW EXECUTE FUNCTION late()", how, table);
	assert_int_equal(sql(text), 0);
	pg_answer_ms = 500;
}

static void
commits_at_once(const char *table)
{
	char text[128];
	pg_answer_ms = PG_ANSWER_MS;
	snprintf(text, sizeof text, "DROP TRIGGER late ON %s", table);
	assert_int_equal(sql(text), 0);
}

TEST(whose_a_duel_is_that_was_made_while_the_connection_was_lost_it_says_itself)
{
	commits_late("duels", "");
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(count_duels(f), 1);
	/* as where a backup gave out the same id twice */
	assert_int_equal(sql("CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS"
			     " 'BEGIN NEW.born = ''x''; RETURN NEW; END'; CREATE TRIGGER another BEFORE INSERT ON duels"
			     " FOR EACH ROW EXECUTE FUNCTION another()"), 0);
	assert_int_equal(create_duel(f, 2), -EEXIST);
	commits_at_once("duels");
}

static bool
archive_is_elsewhere(struct fixture *f)
{
	struct store_duel d;
	assert_int_equal(f->s->ops->duel(f->s, 1, &d), 0);
	bool is = d.archive_elsewhere;
	store_duel_free(&d);
	return is;
}

TEST(an_archive_file_is_owed_by_the_host_that_closed_the_duel)
{
	assert_int_equal(create_duel(f, 1), 0);
	assert_false(archive_is_elsewhere(f));
	assert_int_equal(job_run(f, job_new(STORE_UPDATE | STORE_OWED, 1)), 0);
	assert_int_equal(job_run(f, job_new(STORE_UPDATE, 1)), 0);
	assert_false(archive_is_elsewhere(f));
	assert_int_equal(sql("UPDATE boots SET host = 'another'"), 0);
	assert_true(archive_is_elsewhere(f));
}

/* A batch that may not be tried again, since its time is over. */

static int
too_late(struct store_batch *b)
{
	(void)b;
	return -ECANCELED;
}

/* The outcome, if its COMMIT was given up before it was answered. */
static int
run_once(struct fixture *f, const char *how, struct job *j)
{
	commits_late("entries", how);
	j->batch.again = too_late;
	int err = job_run(f, j);
	commits_at_once("entries");
	return err;
}

TEST(what_is_tried_no_more_is_said_to_be_there_where_it_is)
{
	assert_int_equal(create_duel(f, 1), 0);
	assert_int_equal(run_once(f, "", job_entry(1, 1)), 0);
	assert_int_equal(check_log(f, 1), 1);
	assert_int_equal(head_of(f->s, 1).rev, 1);
	assert_int_equal(append_entry(f, 1, 2), 0);
}

TEST(what_is_tried_no_more_and_was_not_committed_cannot_be_any_more)
{
	struct fixture *g = another("boot-b");
	struct job *same;

	assert_int_equal(create_duel(f, 1), 0);
	same = on_head(f->s, job_entry(1, 1)); /* as it comes when it was on its way for long */
	assert_int_equal(run_once(f, "RAISE ''no'';", job_entry(1, 1)), -EAGAIN);
	assert_int_equal(job_run(g, same), -EAGAIN);
	assert_int_equal(check_log(f, 1), 0);
	assert_int_equal(head_of(f->s, 1).rev, 1);
	assert_int_equal(append_entry(f, 1, 1), 0);
}

TEST(a_batch_of_which_nothing_is_open_is_not_asked_again)
{
	struct job *j = job_entry(1, 1);
	assert_int_equal(create_duel(f, 1), 0);
	j->batch.again = too_late;
	assert_int_equal(job_run(f, j), 0);
}

/* The writer that was overtaken. */

/* f has been overtaken by g, with whose entry the log begins. */
static void
overtake(struct fixture *f, struct fixture *g, bool once)
{
	struct job *late;
	assert_int_equal(create_duel(f, 1), 0);
	late = on_head(f->s, job_entry(1, 1));
	late->batch.once = once;
	assert_int_equal(append_entry(g, 1, 1), 0);
	assert_int_equal(job_run(f, late), -EAGAIN);
}

TEST(who_was_overtaken_comes_before_those_who_come_for_the_first_time)
{
	struct fixture *g = another("boot-b");
	struct job *first, *other = job_entry(1, 2);

	pg_hold_ms = 60000;
	overtake(f, g, false);
	first = on_head(g->s, job_entry(1, 2));
	on_head(f->s, other);
	job_submit(g, first);
	usleep(300000);
	assert_int_equal(job_run(f, other), 0);
	pg_hold_ms = 1; /* who is overtaken now does not come back */
	assert_int_equal(job_wait(first), -EAGAIN);
	assert_int_equal(append_entry(f, 1, 3), 0);
	pg_hold_ms = PG_HOLD_MS;
}

TEST(nobody_waits_for_long_for_who_was_overtaken_and_does_not_come_back)
{
	struct fixture *g = another("boot-b");
	overtake(f, g, false);
	assert_int_equal(append_entry(g, 1, 2), 0);
}

TEST(nobody_waits_for_who_said_that_it_does_not_come_back_nor_for_who_writes_something_else)
{
	struct fixture *g = another("boot-b");

	pg_hold_ms = 60000;
	overtake(f, g, true);
	assert_int_equal(append_entry(g, 1, 2), 0);
	struct job *late = on_head(f->s, job_entry(1, 3));
	assert_int_equal(append_entry(g, 1, 3), 0);
	assert_int_equal(job_run(f, late), -EAGAIN);
	assert_int_equal(create_duel(f, 2), 0);
	assert_int_equal(append_entry(g, 1, 4), 0);
	pg_hold_ms = PG_HOLD_MS;
}

TEST(a_connection_that_is_cut_while_it_holds_a_duel_costs_nothing)
{
	struct fixture *g = another("boot-b");
	pg_hold_ms = 60000;
	overtake(f, g, false);
	assert_int_equal(sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			     " WHERE pid <> pg_backend_pid() AND state = 'idle in transaction'"), 0);
	assert_int_equal(append_entry(f, 1, 2), 0);
	assert_int_equal(append_entry(g, 1, 3), 0);
	pg_hold_ms = PG_HOLD_MS;
}

/* Its place. */

TEST(a_database_is_named_as_libpq_has_it_and_shown_without_who_connects)
{
	static const struct {
		const char *where, *shown;
	} rows[] = {{"postgresql://alice@db.example.org:5433/duels?sslmode=require", "postgresql://db.example.org:5433/duels"},
		{"postgres:///d?host=/run/x&port=77&user=bob", "postgresql:///d?host=/run/x&port=77"},
		{"service=duels", "service=duels"},
		{"postgresql://one,two/d", "postgresql://one,two/d"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *shown, *why;
		assert_true(store_pg_names(rows[i].where));
		assert_int_equal(store_pg_check(rows[i].where, &shown, &why), 0);
		assert_string_equal(shown, rows[i].shown);
		free(shown);
	}
	assert_false(store_pg_names("/srv/duels"));
	assert_false(store_pg_names("postgresql:"));
	assert_false(store_pg_names("services=3"));
}

TEST(the_server_on_another_machine_must_prove_who_it_is)
{
	static const struct {
		const char *where;
		bool proof;
	} rows[] = {{"postgresql://db.example.org/d", true}, {"postgresql://localhost,db.example.org/d", true},
		{"postgresql://localhost/d?hostaddr=198.51.100.7", true}, {"postgresql://localhost/d", false},
		{"postgresql://127.0.0.1/d", false}, {"postgresql://[::1]/d", false}, {"postgresql:///d", false},
		{"postgresql:///d?host=/run/x", false}, {"postgresql://db.example.org/d?sslmode=require", false},
		{"service=d", false}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct pg_place p;
		char *why;
		assert_int_equal(pg_place_of(rows[i].where, &p, &why), 0);
		if (pg_wants_proof(&p) != rows[i].proof)
			fail_msg("%s", rows[i].where);
		pg_place_free(&p);
	}
}

TEST(a_server_whose_clock_is_another_is_refused)
{
	struct store *s = NULL;
	char *why = NULL;
	pg_apart_ms = -1;
	assert_int_equal(store_pg_open(where(), "boot", false, &s, &why), -EUCLEAN);
	pg_apart_ms = PG_APART_MS;
	assert_non_null(strstr(test_owns(why), "0 seconds apart (UTC): set them"));
	assert_null(s);
}
