#include "fs/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "fs/mount/mountpoint.h"
#include "fs/mount/paths.h"
#include "fs/store/pg/pg.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
command_fail(const char *format, ...)
{
	UT_string clean;
	va_list args;
	va_start(args, format);
	char *text = mem_vformat(format, args);
	va_end(args);
	utstring_init(&clean);
	text_escape(&clean, text, strlen(text), SIZE_MAX);
	fprintf(stderr, "duelfs: %s\n", utstring_body(&clean));
	utstring_done(&clean);
	free(text);
	return EXIT_UNKNOWN;
}

int
command_say(const UT_string *said, int status)
{
	fwrite(utstring_body(said), 1, utstring_len(said), stdout);
	if (fflush(stdout) || ferror(stdout))
		return command_fail("the answer cannot be written: %s", strerror(errno));
	return status;
}

struct ids {
	int64_t *v;
	size_t n, room;
};

static int
keep_id(void *arg, const struct store_duel *d)
{
	struct ids *ids = arg;
	if (ids->n == ids->room) {
		ids->room = ids->room ? 2 * ids->room : 256;
		ids->v = mem_resize(ids->v, ids->room, sizeof *ids->v);
	}
	ids->v[ids->n++] = d->id;
	return 0;
}

/* The store must not be read while it lists its duels: first the list, then each. */
int
command_each_duel(struct store *s, int (*each)(void *arg, struct store *s, const struct store_duel *row), void *arg)
{
	struct ids ids = {0};
	int res = s->ops->each_duel(s, keep_id, &ids);
	for (size_t i = 0; !res && i < ids.n; i++) {
		struct store_duel row;
		res = s->ops->duel(s, ids.v[i], &row);
		if (res)
			break;
		res = each(arg, s, &row);
		store_duel_free(&row);
	}
	free(ids.v);
	return res;
}

/* The store that STORE/duelfs.toml names; NULL: nothing. A store with a duelfs.db has its duels there, whatever that
 * says. */
static int
configured_database(const char *dir, struct command_store *out)
{
	struct mount_config config;
	struct stat st;
	UT_string why;
	char *db = mem_format("%s/duelfs.db", dir), *path = mem_format("%s/duelfs.toml", dir);
	bool has = !stat(db, &st);
	int status = EXIT_SUCCESS;
	utstring_init(&why);
	if (!has && !stat(path, &st)) {
		if (paths_read_config(&(struct paths){.config = path}, &config, &why))
			status = command_fail("%s", utstring_body(&why));
		else if (*config.database)
			out->database = mem_strdup(config.database);
		config_free(&config);
	}
	utstring_done(&why);
	free(path);
	free(db);
	return status;
}

int
command_find(const char *word, struct command_store *out)
{
	char *why = NULL;
	bool named = store_pg_names(word);
	*out = (struct command_store){.dir = named ? NULL : word, .database = named ? mem_strdup(word) : NULL};
	if (!named && configured_database(word, out))
		return EXIT_UNKNOWN;
	if (!out->database) {
		out->shown = mem_strdup(word);
		return EXIT_SUCCESS;
	}
	int err = store_pg_check(out->database, &out->shown, &why);
	if (err && named)
		command_fail("%s", why);
	else if (err)
		command_fail("%s/duelfs.toml: database: %s", word, why);
	free(why);
	if (err)
		command_store_free(out);
	return err ? EXIT_UNKNOWN : EXIT_SUCCESS;
}

void
command_store_free(struct command_store *s)
{
	free(s->database);
	free(s->shown);
	*s = (struct command_store){0};
}

int
command_read(const struct command_store *s, enum store_mode mode, const char *boot_id,
	int (*read)(void *arg, struct store *s), void *arg)
{
	char *why = NULL;
	int res = s->database ? store_pg_read(s->database, boot_id, read, arg, &why)
			      : store_sqlite_read(s->dir, mode, boot_id, read, arg, &why);
	/* The daemon's lock says that a store is mounted, and the table of mounts says where. */
	char *mountpoint = !s->database && res == -EBUSY ? mountpoint_of_store(s->dir) : NULL;
	if (mountpoint)
		command_fail("%s is mounted at %s: read its duels there, or unmount it first", s->dir, mountpoint);
	else if (why && !s->database)
		command_fail("%s", why);
	else if (res)
		command_fail("%s: %s", s->shown, why ? why : strerror(-res));
	free(mountpoint);
	free(why);
	return res ? EXIT_UNKNOWN : EXIT_SUCCESS;
}
