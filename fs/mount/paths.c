/* Paths: see paths.h. */
#include "fs/mount/paths.h"

#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/mount/mountpoint.h"
#include "fs/store/pg/pg.h"
#include "validators/formats.h"
#include "validators/text/mem.h"

static int
report_path(UT_string *why, const char *path, int err)
{
	utstring_printf(why, "%s: %s", path, strerror(err));
	return -err;
}

/* A path by its parent, as path_resolve_new finds it, and its own last component. malloc'd; NULL and errno. */
static char *
path_by_parent(const char *given)
{
	char *path = NULL, *for_dir = mem_strdup(given), *for_base = mem_strdup(given);
	char *dir = path_resolve_new(dirname(for_dir));
	if (dir && asprintf(&path, "%s/%s", strcmp(dir, "/") ? dir : "", basename(for_base)) < 0)
		path = NULL;
	int err = errno;
	free(dir);
	free(for_dir);
	free(for_base);
	errno = err;
	return path;
}

char *
path_resolve_new(const char *given)
{
	char *path = realpath(given, NULL);
	return path || errno != ENOENT ? path : path_by_parent(given);
}

/* For a directory that is a store: a mount would cover it, and serve another one. */
static int
find_mountpoint(const char *given, char **out, UT_string *why)
{
	struct stat st, db_st;
	*out = realpath(given, NULL);
	if (!*out && (errno == ENOTCONN || errno == ECONNABORTED))
		*out = path_by_parent(given); /* a dead mount cannot be asked: its parent can */
	if (!*out)
		return report_path(why, given, errno);
	int err = mountpoint_clean(*out);
	if (err)
		return report_path(why, *out, -err);
	if (stat(*out, &st) < 0)
		return report_path(why, *out, errno);
	if (!S_ISDIR(st.st_mode))
		return report_path(why, *out, ENOTDIR);
	char *db = mem_format("%s/duelfs.db", *out);
	bool is_store = stat(db, &db_st) == 0 && S_ISREG(db_st.st_mode);
	free(db);
	if (!is_store)
		return 0;
	utstring_printf(why, "%s: this is a store, and no place to mount one on", *out);
	return -EINVAL;
}

static bool
is_inside(const char *path, const char *dir)
{
	size_t len = strlen(dir);
	if (!strcmp(dir, "/"))
		return true;
	return !strncmp(path, dir, len) && (path[len] == '/' || !path[len]);
}

/* Its own mount would cover it: what is inside the mountpoint is refused before it is made. */
static int
find_store(const char *given, const char *mountpoint, char **out, UT_string *why)
{
	struct stat st;
	*out = path_resolve_new(given);
	if (!*out)
		return report_path(why, given, errno);
	if (is_inside(*out, mountpoint)) {
		utstring_printf(why, "%s: the store may not be inside its own mountpoint %s", given, mountpoint);
		return -EINVAL;
	}
	if (mkdir(*out, 0700) < 0 && errno != EEXIST)
		return report_path(why, *out, errno);
	if (stat(*out, &st) < 0)
		return report_path(why, *out, errno);
	return S_ISDIR(st.st_mode) ? 0 : report_path(why, *out, ENOTDIR);
}

/* Its writers decide what the daemon does. A missing file is no fault. */
static int
check_owner(const char *path, UT_string *why)
{
	struct stat st;
	if (stat(path, &st) < 0)
		return errno == ENOENT ? 0 : report_path(why, path, errno);
	if (st.st_uid && st.st_uid != geteuid())
		utstring_printf(why, "%s: it belongs to uid %u: chown %u %s", path, (unsigned)st.st_uid,
			(unsigned)geteuid(), path);
	else if (st.st_mode & (S_IWGRP | S_IWOTH))
		utstring_printf(why, "%s: others may write it: chmod go-w %s", path, path);
	else
		return 0;
	return -EPERM;
}

int
paths_resolve(const char *store, const char *mountpoint, const char *config, struct paths *out, UT_string *why)
{
	static const char *const written[] = {"", "/duelfs.db", "/duelfs.db-wal"};
	assert(store && mountpoint);
	*out = (struct paths){.config_given = config};
	int err = find_mountpoint(mountpoint, &out->mountpoint, why);
	if (store_pg_names(store))
		out->database = mem_strdup(store);
	else if (!err)
		err = find_store(store, out->mountpoint, &out->store, why);
	if (err || (!config && !out->store))
		return err;
	out->config = config ? realpath(config, NULL) : mem_format("%s/duelfs.toml", out->store);
	if (!out->config)
		return report_path(why, config, errno);
	err = check_owner(out->config, why);
	for (size_t i = 0; out->store && !err && i < sizeof written / sizeof *written; i++) {
		char *path = mem_format("%s%s", out->store, written[i]);
		err = check_owner(path, why);
		free(path);
	}
	return err;
}

void
paths_free(struct paths *p)
{
	free(p->store);
	free(p->database);
	free(p->mountpoint);
	free(p->config);
}

int
paths_read_config(const struct paths *p, struct mount_config *c, UT_string *why)
{
	struct config_error error;
	memset(&error, 0, sizeof error);
	if (!p->config) {
		config_default(c);
		return 0;
	}
	int err = config_load(p->config, format_names(), c, &error);
	if (err == -ENOENT && !p->config_given)
		return 0;
	if (err) {
		utstring_printf(why, "%s:", p->config);
		if (error.line)
			utstring_printf(why, "%d:", error.line);
		utstring_printf(why, " %s", error.text);
		return err;
	}
	if (!*c->archive || !p->mountpoint)
		return 0;
	/* Records of closed duels do not go through the mount that writes them. */
	char *archive = path_resolve_new(c->archive);
	if (is_inside(archive ? archive : c->archive, p->mountpoint)) {
		utstring_printf(why, "%s: archive: %s is inside the mountpoint", p->config, c->archive);
		err = -EINVAL;
	}
	free(archive);
	return err;
}
