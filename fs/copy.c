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
	return command_read(store, STORE_OPEN_READ, "", look_at_all, l);
}

/* The failure of this side, and the status that says so. */
static int
fail(const struct command_store *store, const struct copy_side *s, int err)
{
	return command_fail("%s: %s", store->shown, s->why ? s->why : strerror(-err));
}

static int
open_side(const struct command_store *store, const char *to, struct copy_side **out)
{
	*out = store->database ? copy_pg(store->database) : copy_sqlite(store->dir);
	int err = (*out)->ops->open(*out, to);
	if (err)
		fail(store, *out, err);
	return !err ? EXIT_SUCCESS : err == -EIO || err == -ENOSPC ? EXIT_UNKNOWN : EXIT_REFUSED;
}

/* TO now holds what FROM holds; nobody writes to FROM meanwhile. */
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
	struct copy_side *from = c->source, *to = c->target, *failed;
	int err = copy_rows(from, to, &failed);
	if (err)
		return fail(failed == from ? c->from : &c->to, failed, err);
	if ((err = to->ops->finish(to)))
		return fail(&c->to, to, err);
	int status = compare(c->from, &c->to);
	if (status)
		return status;
	if ((err = from->ops->mark(from, c->place)))
		return fail(c->from, from, err);
	if ((err = to->ops->mark(to, NULL)))
		return fail(&c->to, to, err);
	return EXIT_SUCCESS;
}

static int
open_and_copy(struct copying *c)
{
	int status = open_side(c->from, c->place, &c->source);
	if (!status) {
		status = open_side(&c->to, NULL, &c->target);
		if (!status)
			status = copy_all(c);
		copy_close(c->target);
	}
	copy_close(c->source);
	return status;
}

/* The same wherever it is read. */
static char *
place_of(const struct command_store *s)
{
	return s->database ? mem_strdup(s->shown) : path_resolve_new(s->dir);
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
