#include "fs/command.h"

#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/duels/offline.h"
#include "fs/store/pg/pg.h"
#include "fs/util/clock.h"
#include "validators/text/mem.h"

struct removing {
	const char *name;
	int64_t id; /* 0: there is no such duel */
	struct store_head on; /* what was looked at */
	char *kept_by;
};

/* The duel of this name, and whether it may go. */
static int
look_at_named(void *arg, struct store *s, const struct store_duel *row)
{
	struct removing *r = arg;
	int err;
	if (strcmp(row->name, r->name))
		return 0;
	struct duel *d = offline_load(s, row, &err);
	if (!d)
		return err;
	r->id = row->id;
	r->on = *offline_head(d);
	r->kept_by = offline_kept_by(d, row, clock_system.read(NULL).now_ms);
	offline_free(d);
	return 1;
}

struct removal {
	struct store_batch batch;
	sem_t done;
	int err;
};

static void
removal_done(struct store_batch *b, int err)
{
	struct removal *r = b->arg;
	r->err = err;
	sem_post(&r->done);
}

/* Durable when it returns 0. -EAGAIN: it was written to since `on`. */
static int
remove_row(struct store *s, int64_t id, const struct store_head *on)
{
	struct removal r = {
		.batch = {.change = STORE_REMOVE, .row = {.id = id}, .on = *on, .done = removal_done, .arg = &r}};
	sem_init(&r.done, 0, 0);
	s->ops->submit(s, &r.batch);
	while (sem_wait(&r.done))
		;
	sem_destroy(&r.done);
	return r.err;
}

static int
remove_one(struct store *s, const char *store, const char *name)
{
	struct removing r = {.name = name};
	int res = command_each_duel(s, look_at_named, &r), status = EXIT_SUCCESS;
	if (res < 0) {
		status = command_fail("%s: %s: %s", store, name, strerror(-res));
	} else if (!r.id) {
		command_fail("%s: there is no duel of this name in %s", name, store);
		status = EXIT_REFUSED;
	} else if (r.kept_by) {
		command_fail("%s: %s", name, r.kept_by);
		status = EXIT_REFUSED;
	} else if ((res = remove_row(s, r.id, &r.on))) {
		/* the row that was looked at is taken out, or nothing is */
		status = command_fail("%s: %s: %s", store, name,
			res == -EAGAIN ? "it was written to meanwhile: ask again" : strerror(-res));
	} else {
		printf("%s: removed\n", name);
	}
	free(r.kept_by);
	return status;
}

static int
read_nothing(void *arg, struct store *s)
{
	(void)arg, (void)s;
	return 0;
}

int
remove_run(const struct command_words *w)
{
	const struct command_store *store = w->store;
	char boot[CLOCK_BOOT_BYTES], *why = NULL;
	struct store *s;
	int status = EXIT_SUCCESS;
	clock_boot(boot);
	/* One that has none is not made to have any. */
	if (store->database && command_read(store, STORE_OPEN_READ, boot, read_nothing, NULL))
		return EXIT_UNKNOWN;
	int err = store->database ? store_pg_open(store->database, boot, false, &s, &why)
				  : store_sqlite_open(store->dir, STORE_OPEN_CHANGE, boot, &s, &why);
	if (err && store->database)
		command_fail("%s: %s", store->shown, why);
	else if (err)
		command_fail("%s", why);
	free(why);
	if (err)
		return EXIT_UNKNOWN;
	for (int i = 1; i < w->n && status != EXIT_UNKNOWN; i++) {
		int one = remove_one(s, store->shown, w->v[i]);
		status = one ? one : status;
	}
	s->ops->close(s);
	return status;
}
