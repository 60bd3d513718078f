#include "fs/command.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/mount/tree.h"
#include "fs/mount/paths.h"
#include "fs/duels/live.h"
#include "fs/duels/offline.h"
#include "fs/util/clock.h"
#include "validators/text/mem.h"

struct export {
	const char *duel;
	bool found;
	struct file_set files;
	char *damage; /* NULL: the duel is as it was accepted */
};

static int
refuse_export(const char *dir, const char *why)
{
	command_fail("%s: %s", dir, why);
	return EXIT_REFUSED;
}

static void
forget_export(struct export *x)
{
	file_set_free(&x->files);
	free(x->damage);
	x->damage = NULL;
	x->found = false;
}

static int
gather_duel(void *arg, struct store *s, const struct store_duel *row)
{
	struct export *x = arg;
	int err;
	if (strcmp(row->name, x->duel))
		return 0;
	struct duel *d = offline_load(s, row, &err);
	if (!d)
		return err;
	keep_files(d, &x->files);
	if (d->fold->damage)
		x->damage = mem_strdup(d->fold->damage);
	x->found = true;
	offline_free(d);
	return 1;
}

/* Perhaps once more: then it begins anew. */
static int
gather_export(void *arg, struct store *s)
{
	forget_export(arg);
	int res = command_each_duel(s, gather_duel, arg);
	return res < 0 ? res : 0;
}

/* NULL: nothing is wrong with it, and *st is of the empty directory that it is, where it is there. */
static const char *
look_at_target(const char *path, struct stat *st)
{
	const char *fault = NULL;
	DIR *d = opendir(path);
	if (!d)
		return errno == ENOENT ? NULL : strerror(errno);
	fstat(dirfd(d), st);
	for (struct dirent *e; !fault && (e = readdir(d));)
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			fault = "it is not empty; name a directory that is, or is not there";
	closedir(d);
	return fault;
}

static int
place_files(const struct file_set *files, const char *target, const struct stat *there, char **why)
{
	char *copy = mem_strdup(target), *slash = strrchr(copy, '/'),
	     *beside = mem_format(".duelfs-%d.tmp", (int)getpid());
	*slash = '\0';
	int dir = open(*copy ? copy : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = dir < 0 ? -errno : 0;
	if (!err) {
		file_set_remove(dir, beside);
		err = file_set_write(files, dir, beside, why);
	}
	/* the rights of the one that it replaces, as far as they may be given */
	if (!err && there->st_mode &&
		((fchownat(dir, beside, there->st_uid, there->st_gid, 0) && errno != EPERM) ||
			fchmodat(dir, beside, there->st_mode & 07777, 0)))
		err = -errno;
	if (!err && (renameat(dir, beside, dir, slash + 1) || fsync(dir)))
		err = -errno;
	if (err && dir >= 0)
		file_set_remove(dir, beside);
	if (dir >= 0)
		close(dir);
	free(beside);
	free(copy);
	return err;
}

static int
write_to(const struct export *x, const char *dir)
{
	struct stat there = {0};
	char *why = NULL, *target = path_resolve_new(dir);
	if (!target)
		return refuse_export(dir, strerror(errno));
	const char *fault = look_at_target(target, &there);
	int err = fault ? 0 : place_files(&x->files, target, &there, &why), status = EXIT_SUCCESS;
	if (fault || err)
		status = refuse_export(dir, fault ? fault : why ? why : strerror(-err));
	free(target);
	free(why);
	return status;
}

int
export_run(const struct command_words *w)
{
	const struct command_store *store = w->store;
	struct export x = {.duel = w->v[1]};
	struct stat there;
	char boot[CLOCK_BOOT_BYTES];
	const char *dir = w->v[2], *fault = look_at_target(dir, &there);
	if (fault)
		return refuse_export(dir, fault);
	clock_boot(boot);
	int status = command_read(store, STORE_OPEN_READ, boot, gather_export, &x);
	if (x.found) {
		int written = write_to(&x, dir);
		status = written ? written : status;
		if (!written && x.damage)
			status = refuse_export(x.duel, x.damage);
	} else if (!status) {
		command_fail("%s: there is no duel of this name in %s", x.duel, store->shown);
		status = EXIT_REFUSED;
	}
	forget_export(&x);
	return status;
}
