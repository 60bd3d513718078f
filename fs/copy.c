#include "fs/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/paths.h"
#include "fs/duels/verify.h"
#include "fs/store/copy.h"
#include "fs/store/pg/pg_copy.h"
#include "validators/text/mem.h"

/* Each duel as it is: its name, where its log ends, and what is wrong with it. */
struct look {
	UT_string lines;
};

static void
add_head(void *arg, int64_t id, const struct store_head *h)
{
	struct look *l = arg;
	utstring_printf(&l->lines, "%lld %llu ", (long long)id, (unsigned long long)h->seq);
	for (size_t i = 0; i < sizeof h->hash; i++)
		utstring_printf(&l->lines, "%02x", h->hash[i]);
}

static int
look_at_duel(void *arg, struct store *s, const struct store_duel *row)
{
	struct look *l = arg;
	int err = s->ops->heads(s, &row->id, 1, add_head, l);
	if (err)
		return err;
	utstring_printf(&l->lines, " %s ", row->name);
	err = verify_duel(s, row, &l->lines);
	utstring_printf(&l->lines, "\n");
	return err < 0 ? err : 0;
}

/* Perhaps once more: then it begins anew. */
static int
look_at_all(void *arg, struct store *s)
{
	struct look *l = arg;
	utstring_clear(&l->lines);
	return command_each_duel(s, look_at_duel, l);
}

static int
look_at(const struct command_store *store, struct look *l)
{
	char *why = NULL;
	int err = command_read(store, "", look_at_all, l, &why);
	if (err || why)
		command_fail("%s", why ? why : strerror(-err));
	free(why);
	return err ? err : why ? -EUCLEAN : 0;
}

static int
open_side(const struct command_store *store, const char *to, struct copy_side **out)
{
	char *why = NULL;
	int err = store->database
		? (to ? copy_pg_from(store->database, to, out, &why)
		      : copy_pg_to(store->database, out, &why))
		: to ? copy_sqlite_from(store->dir, to, out, &why)
		     : copy_sqlite_to(store->dir, out, &why);
	if (err)
		command_fail("%s: %s", store->shown, why ? why : strerror(-err));
	free(why);
	if (!err)
		return EXIT_SUCCESS;
	return err == -EIO || err == -ENOSPC ? EXIT_UNKNOWN : EXIT_REFUSED;
}

static int
fail(const struct command_store *store, char *why)
{
	command_fail("%s: %s", store->shown, why);
	free(why);
	return EXIT_UNKNOWN;
}

/* What is in TO now is what is in FROM, to which nobody writes meanwhile. */
static int
compare(const struct command_store *from, const struct command_store *to)
{
	struct look was, is;
	utstring_init(&was.lines);
	utstring_init(&is.lines);
	int err = look_at(from, &was);
	if (!err)
		err = look_at(to, &is);
	bool same = !err && !strcmp(utstring_body(&was.lines), utstring_body(&is.lines));
	if (!err && !same)
		command_fail("%s: what is there is not what was copied from %s, which stays as it is", to->shown,
			from->shown);
	utstring_done(&was.lines);
	utstring_done(&is.lines);
	return same ? EXIT_SUCCESS : err ? EXIT_UNKNOWN : EXIT_REFUSED;
}

struct copying {
	const struct command_store *from;
	struct command_store to;
	char *place; /* what FROM says of where its duels are */
	struct copy_side *source, *target;
};

/* In the order that copy.h has. */
static int
copy_all(struct copying *c)
{
	char *why = NULL;
	int err = copy_rows(c->source, c->target, &why);
	if (err)
		return fail(c->from, why);
	if (copy_finish(c->target, &why))
		return fail(&c->to, why);
	int status = compare(c->from, &c->to);
	if (status)
		return status;
	if (copy_mark(c->source, c->place, &why))
		return fail(c->from, why);
	if (copy_mark(c->target, NULL, &why))
		return fail(&c->to, why);
	return EXIT_SUCCESS;
}

static int
open_and_copy(struct copying *c)
{
	int status = open_side(c->from, c->place, &c->source);
	if (status)
		return status;
	status = open_side(&c->to, NULL, &c->target);
	if (!status) {
		status = copy_all(c);
		copy_close(c->target);
	}
	copy_close(c->source);
	return status;
}

static char *
resolve_there(const char *dir)
{
	return realpath(dir, NULL);
}

/* The same wherever it is read. */
static char *
place_of(const struct command_store *s)
{
	char *path = s->database ? mem_strdup(s->shown) : realpath(s->dir, NULL);
	return path || errno != ENOENT ? path : path_by_parent(s->dir, resolve_there);
}

static int
copy_found(struct copying *c)
{
	c->place = place_of(&c->to);
	if (!c->place)
		return command_fail("%s: %s", c->to.shown, strerror(errno));
	int status = open_and_copy(c);
	if (!status)
		printf("%s: its duels are at %s now\n", c->from->shown, c->place);
	free(c->place);
	return status;
}

int
copy_run(const struct command_words *w)
{
	struct copying c = {.from = w->store};
	if (command_find(w->v[1], &c.to))
		return EXIT_UNKNOWN;
	int status = copy_found(&c);
	command_store_free(&c.to);
	return status;
}
