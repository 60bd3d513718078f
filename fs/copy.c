#include "fs/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/paths.h"
#include "fs/duels/offline.h"
#include "fs/store/copy.h"
#include "fs/store/pg/pg_copy.h"
#include "validators/text/mem.h"

static void
add_head(void *arg, int64_t id, const struct store_head *h)
{
	UT_string *lines = arg;
	utstring_printf(lines, "%lld %llu ", (long long)id, (unsigned long long)h->seq);
	for (size_t i = 0; i < sizeof h->hash; i++)
		utstring_printf(lines, "%02x", h->hash[i]);
}

static int
look_at_duel(void *arg, struct store *s, const struct store_duel *row)
{
	UT_string *lines = arg;
	int err = s->ops->heads(s, &row->id, 1, add_head, lines);
	if (err)
		return err;
	utstring_printf(lines, " %s ", row->name);
	err = verify_duel(s, row, lines);
	utstring_printf(lines, "\n");
	return err < 0 ? err : 0;
}

/* Each duel: where its log ends, its name, and what is wrong with it. Perhaps once more: then it begins anew. */
static int
look_at_all(void *arg, struct store *s)
{
	utstring_clear((UT_string *)arg);
	return command_each_duel(s, look_at_duel, arg);
}

/* The failure of this side, and the status that says so. */
static int
fail_side(const struct command_store *store, const struct copy_side *s, int err)
{
	return command_fail("%s: %s", store->shown, s->why ? s->why : strerror(-err));
}

static int
open_side(const struct command_store *store, const char *to, struct copy_side **out)
{
	*out = store->database ? copy_pg(store->database) : copy_sqlite(store->dir);
	int err = (*out)->ops->open(*out, to);
	if (err)
		fail_side(store, *out, err);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSPC ? EXIT_UNKNOWN : EXIT_REFUSED;
}

/* TO now holds what FROM holds; nobody writes to FROM meanwhile. */
static int
compare_stores(const struct command_store *from, const struct command_store *to)
{
	UT_string was, is;
	utstring_init(&was);
	utstring_init(&is);
	int err = command_read(from, STORE_OPEN_READ, "", look_at_all, &was);
	if (!err)
		err = command_read(to, STORE_OPEN_READ, "", look_at_all, &is);
	bool same = !err && !strcmp(utstring_body(&was), utstring_body(&is));
	if (!err && !same)
		command_fail("%s: what is there is not what was copied from %s, which stays as it is", to->shown,
			from->shown);
	utstring_done(&was);
	utstring_done(&is);
	return same ? EXIT_SUCCESS : err ? EXIT_UNKNOWN : EXIT_REFUSED;
}

/* In the order that copy.h has. `place`: what FROM says of where its duels are. */
static int
copy_all(const struct command_store *from, struct copy_side *source, const struct command_store *to,
	struct copy_side *target, const char *place)
{
	struct copy_side *failed;
	int err = copy_rows(source, target, &failed);
	if (err)
		return fail_side(failed == source ? from : to, failed, err);
	if ((err = target->ops->finish(target)))
		return fail_side(to, target, err);
	int status = compare_stores(from, to);
	if (status)
		return status;
	if ((err = source->ops->mark(source, place)))
		return fail_side(from, source, err);
	if ((err = target->ops->mark(target, NULL)))
		return fail_side(to, target, err);
	printf("%s: its duels are at %s now\n", from->shown, place);
	return EXIT_SUCCESS;
}

int
copy_run(const struct command_words *w)
{
	const struct command_store *from = w->store;
	struct command_store to;
	struct copy_side *source = NULL, *target = NULL;
	if (command_find(w->v[1], &to))
		return EXIT_UNKNOWN;
	/* the same wherever it is read */
	char *place = to.database ? mem_strdup(to.shown) : path_resolve_new(to.dir);
	int status = place ? open_side(from, place, &source) : command_fail("%s: %s", to.shown, strerror(errno));
	if (!status)
		status = open_side(&to, NULL, &target);
	if (!status)
		status = copy_all(from, source, &to, target, place);
	if (target)
		copy_close(target);
	if (source)
		copy_close(source);
	free(place);
	command_store_free(&to);
	return status;
}
