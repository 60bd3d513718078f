#include "fs/store/pg/pg_watch.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "fs/store/pg/pg_schema.h"
#include "fs/util/thread.h"
#include "validators/text/mem.h"

/* Between two tries to reach who is away, at most. */
#define RETRY_MS 1000

struct pg_watch {
	struct pg_db db;
	const char *me;
	int64_t listed;
	int64_t look_ms, seen_ms; /* on CLOCK_MONOTONIC: when the next is due; when somebody was there last */
	bool (*news)(void *arg, const struct store_news *what);
	void *arg;
	pthread_t thread;
	int stop;
};

static bool
tell_news(struct pg_watch *w, struct store_news n)
{
	return w->news(w->arg, &n);
}

/* The row of meta is locked by whoever makes or removes a duel, so that all up to its list_rev is there. A duel that is
 * gone, but open, is told again: nothing is lacking for that. */
static void
look_at_list(struct pg_watch *w)
{
	struct pg_result *r;
	int64_t to;
	bool all = true; /* nobody wants to hear of one of them once more */
	enum pg_end end = pg_numbers(&w->db, "SELECT list_rev FROM meta", NULL, 0, &to, 1);
	if (end != PG_DONE || to <= w->listed)
		return;
	const struct pg_param range[] = {pg_number_of(w->listed), pg_number_of(to)};
	/* a name that was removed may have been made again: first what is gone */
	end = pg_run(&w->db, "SELECT id FROM removed WHERE list_rev > $1 AND list_rev <= $2 ORDER BY list_rev", range,
		2, &r);
	if (end != PG_DONE)
		return;
	for (int i = 0; i < pg_rows(&w->db, r); i++)
		all &= tell_news(w, (struct store_news){.what = STORE_REMOVED, .id = pg_number(&w->db, r, i, 0)});
	pg_clear(&w->db, r);
	end = pg_run(&w->db, PG_DUELS " WHERE made > $1 AND made <= $2 ORDER BY made", range, 2, &r);
	if (end != PG_DONE)
		return;
	for (int i = 0; i < pg_rows(&w->db, r); i++) {
		struct store_duel row = pg_row_of(&w->db, r, i);
		all &= tell_news(w, (struct store_news){.what = STORE_MADE, .id = row.id, .row = &row});
		store_duel_free(&row);
	}
	pg_clear(&w->db, r);
	if (all)
		w->listed = to;
}

/* `me id:rev id:rev list` */
static void
hear_notices(struct pg_watch *w)
{
	char *said;
	for (; (said = pg_said(&w->db)); free(said)) {
		char *rest = said, *word = strsep(&rest, " ");
		if (!strcmp(word, w->me))
			continue;
		while ((word = strsep(&rest, " "))) {
			char *colon = strchr(word, ':');
			if (colon)
				tell_news(w, (struct store_news){.what = STORE_MOVED, .id = strtoll(word, NULL, 10),
					.rev = strtoull(colon + 1, NULL, 10)});
			else
				look_at_list(w);
		}
	}
}

/* -- the thread -- */

static bool
is_stopped(const struct pg_watch *w, int ms)
{
	struct pollfd p = {.fd = w->stop, .events = POLLIN};
	return poll(&p, 1, ms) > 0;
}

/* If nobody can listen, as on a standby, or if the server does not know how, the looks are all there is. */
static bool
reach_server(struct pg_watch *w)
{
	int64_t as_of_ms;
	bool standby = false;
	if (w->db.conn)
		return true;
	if (!pg_reopen(&w->db) || (w->db.any && pg_moment(&w->db, &as_of_ms, &standby) != PG_DONE))
		return false;
	if (!standby)
		pg_script(&w->db, "LISTEN " PG_CHANNEL);
	w->look_ms = 0;
	return w->db.conn;
}

static void *
watch_database(void *arg)
{
	struct pg_watch *w = arg;
	while (!is_stopped(w, 0)) {
		if (!reach_server(w)) {
			if (pg_now_ms() >= w->seen_ms + PG_STALE_MS)
				tell_news(w, (struct store_news){.what = STORE_AWAY});
			if (is_stopped(w, RETRY_MS))
				break;
			continue;
		}
		hear_notices(w);
		int64_t left = w->look_ms - pg_now_ms(), as_of_ms = 0;
		if (left > 0) {
			pg_listen(&w->db, w->stop, left);
			continue;
		}
		bool standby = false;
		w->look_ms = pg_now_ms() + PG_POLL_MS;
		if (w->db.any && pg_moment(&w->db, &as_of_ms, &standby) != PG_DONE)
			continue;
		look_at_list(w);
		if (!w->db.conn)
			continue;
		w->seen_ms = pg_now_ms();
		tell_news(w, (struct store_news){.what = STORE_LOOK, .as_of_ms = standby ? as_of_ms : 0});
	}
	return NULL;
}

struct pg_watch *
pg_watch_start(const struct pg_db *like, const char *me, int64_t listed,
	bool (*news)(void *arg, const struct store_news *what), void *arg)
{
	struct pg_watch *w = mem_calloc(1, sizeof *w);
	*w = (struct pg_watch){.me = me, .listed = listed, .news = news, .arg = arg,
		.stop = eventfd(0, EFD_CLOEXEC)};
	w->seen_ms = pg_now_ms();
	pg_prepare(&w->db, like);
	if (w->stop >= 0 && !thread_start(&w->thread, watch_database, w))
		return w;
	pg_close(&w->db);
	free(w);
	return NULL;
}

void
pg_watch_stop(struct pg_watch *w)
{
	eventfd_write(w->stop, 1);
	pthread_join(w->thread, NULL);
	pg_close(&w->db);
	close(w->stop);
	free(w);
}
