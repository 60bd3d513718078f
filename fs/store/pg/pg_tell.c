#include "fs/store/pg/pg_tell.h"

#include <pthread.h>
#include <stdlib.h>
#include <utstring.h>
#include "fs/store/pg/pg_watch.h"
#include "validators/text/mem.h"

/* PostgreSQL takes payloads below 8,000 bytes. */
#define PAYLOAD_MAX 7900

struct pg_tell {
	struct pg_db db;
	const char *me;
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t more;
	UT_string *words; /* each with a space before it */
	bool end;
};

/* In what is left of them from `at` on: behind the last word that goes into one payload with the name before it. */
static size_t
payload_end(const struct pg_tell *t, const UT_string *words, size_t at)
{
	size_t len = utstring_len(words), end = at + PAYLOAD_MAX - strlen(t->me);
	if (end >= len)
		return len;
	while (utstring_body(words)[end] != ' ')
		end--;
	return end;
}

static bool
is_connected(struct pg_tell *t)
{
	return t->db.conn || (pg_reopen(&t->db) && pg_script(&t->db, "SET synchronous_commit = off") == PG_DONE);
}

/* Where nobody is there they are lost. */
static void
send_words(struct pg_tell *t, const UT_string *words)
{
	for (size_t at = 0, end; at < utstring_len(words) && is_connected(t); at = end) {
		end = payload_end(t, words, at);
		char *said = mem_format("%s%.*s", t->me, (int)(end - at), utstring_body(words) + at);
		pg_run(&t->db, "SELECT pg_notify('" PG_CHANNEL "', $1)", (struct pg_param[]){pg_text_of(said)}, 1,
			NULL);
		free(said);
	}
}

static void *
run(void *arg)
{
	struct pg_tell *t = arg;
	UT_string *words;
	utstring_new(words);
	pthread_mutex_lock(&t->lock);
	while (!t->end || utstring_len(t->words)) {
		if (!utstring_len(t->words)) {
			pthread_cond_wait(&t->more, &t->lock);
			continue;
		}
		UT_string *full = t->words;
		t->words = words;
		words = full;
		pthread_mutex_unlock(&t->lock);
		send_words(t, words);
		utstring_clear(words);
		pthread_mutex_lock(&t->lock);
	}
	pthread_mutex_unlock(&t->lock);
	utstring_free(words);
	return NULL;
}

static void
free_tell(struct pg_tell *t)
{
	pg_close(&t->db);
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->more);
	utstring_free(t->words);
	free(t);
}

struct pg_tell *
pg_tell_start(const struct pg_db *like, const char *me)
{
	struct pg_tell *t = mem_calloc(1, sizeof *t);
	t->me = me;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->more, NULL);
	utstring_new(t->words);
	pg_prepare(&t->db, like);
	if (!pthread_create(&t->thread, NULL, run, t))
		return t;
	free_tell(t);
	return NULL;
}

void
pg_tell_add(struct pg_tell *t, const char *word)
{
	pthread_mutex_lock(&t->lock);
	utstring_printf(t->words, " %s", word);
	pthread_mutex_unlock(&t->lock);
	pthread_cond_signal(&t->more);
}

void
pg_tell_stop(struct pg_tell *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&t->lock);
	t->end = true;
	pthread_mutex_unlock(&t->lock);
	pthread_cond_signal(&t->more);
	pthread_join(t->thread, NULL);
	free_tell(t);
}
