/* A mount's life: see mount.h. */
#include "fs/mount/mount.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <utlist.h>
#include "fs/mount/handle.h"
#include "fs/mount/log.h"
#include "fs/mount/ops.h"
#include "fs/duels/wait.h"
#include "fs/store/pg/pg.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Requests from before the end are answered; one who never stops asking must not hold it up. */
#define LAST_REQUESTS 1024

#define COMPLAINT_BYTES 8192

/* An error before the mount answers: one line, whatever is in a path. */
static int
report_failure(const struct mount *m, const char *why, int err)
{
	const char *said = why && *why ? why : strerror(-err);
	UT_string line;
	utstring_init(&line);
	text_escape(&line, said, strlen(said), COMPLAINT_BYTES);
	log_line(LOG_NOTICE, utstring_body(&line));
	char *word = mem_format("ERRNO=%d", -err);
	service_tell(&m->service, word, utstring_body(&line));
	free(word);
	utstring_done(&line);
	return EXIT_FAILURE;
}

/* Remarks about a database go to the one who runs the mount. A STORE is locked as long as this process lives. */
static int
open_store(struct mount *m, char **why)
{
	char boot[CLOCK_BOOT_BYTES];
	clock_boot(boot);
	if (!m->database)
		return store_sqlite_open(m->paths.store, STORE_OPEN_WRITE, boot, &m->store, why);
	int fd = m->paths.store ? store_dir_lock(m->paths.store, why) : 0;
	int err = fd < 0 ? fd : store_pg_open(m->database, boot, m->read_only, &m->store, why);
	if (err || !*why)
		return err;
	log_text(LOG_WARNING, "%s: %s", m->shown, *why);
	free(*why);
	*why = NULL;
	return 0;
}

/* The table's threads start here: signals are blocked by now. Store and configuration are the table's from here
 * on. */
static int
open_duels(struct mount *m, struct mount_config *config, char **why)
{
	struct duels_options o = {
		.store = m->store,
		.config = *config,
		.clock = clock_system,
		.store_dir = m->paths.store ? m->paths.store : "",
		.database = m->shown,
		.mountpoint = m->paths.mountpoint,
		.version = DUELFS_VERSION,
		.pid = getpid(),
		.log = log_line,
		.keep = keep_files,
	};
	m->max_duels = config->limits.duels;
	*config = (struct mount_config){0};
	int err = duels_open(&o, &m->duels, why);
	if (err)
		m->store = NULL;
	return err;
}

/* As root everybody is let in: without that nobody else could take part, and the daemon checks every operation
 * itself. */
static int
new_session(struct mount *m, struct options *o)
{
	char *words = NULL, *fsname = NULL;
	if (asprintf(&fsname, "fsname=%s", m->name) < 0)
		return -ENOMEM;
	fuse_opt_add_opt(&words, "nosuid,nodev,noexec,subtype=duelfs");
	fuse_opt_add_opt_escaped(&words, fsname);
	if (o->allow_other || geteuid() == 0)
		fuse_opt_add_opt(&words, "allow_other");
	if (o->debug)
		fuse_opt_add_opt(&words, "debug");
	fuse_opt_add_arg(&o->args, "-o");
	fuse_opt_add_arg(&o->args, words);
	free(words);
	free(fsname);
	m->se = fuse_session_new(&o->args, &mount_ops, sizeof mount_ops, m);
	return m->se ? 0 : -EINVAL;
}

/* true: the end was asked for, or has to be made; false: the mount is gone, or *err. */
static bool
serve_requests(struct mount *m, int *err)
{
	struct fuse_buf buf = {.mem = NULL};
	int res = -EINTR;
	while (!atomic_load(&m->ending) && (res > 0 || res == -EINTR || res == -EAGAIN)) {
		res = fuse_session_receive_buf(m->se, &buf);
		if (res > 0)
			pool_run(m, &buf);
		/* libfuse had no memory to answer what the kernel asks first, which refuses every call then. */
		if (res > 0 && !m->answers) {
			res = -ENOMEM;
			atomic_store(&m->ending, true);
		}
	}
	/* A connection that is aborted has ended as well: some kernels' way of a forced or a lazy unmount. */
	*err = res < 0 && res != -EINTR && res != -EAGAIN && res != -ECONNABORTED ? res : 0;
	free(buf.mem);
	return atomic_load(&m->ending) && !fuse_session_exited(m->se);
}

/* Those who wait get ECONNABORTED, as the kernel gives it when a daemon goes without a word. */
static void
end_waits(void *arg)
{
	struct mount *m = arg;
	duels_lock(m->duels);
	waits_end(m->duels);
	duels_unlock(m->duels);
}

/*
 * End the connection, and nothing else. fuse_session_unmount would unmount by path once more, which by now may be
 * someone else's mount; it leaves that be where its descriptor has an error, as a pipe that nobody reads has.
 */
static void
end_session(struct mount *m)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) == 0) {
		close(ends[0]);
		dup3(ends[1], fuse_session_fd(m->se), O_CLOEXEC);
		close(ends[1]);
		fuse_session_unmount(m->se);
	}
	fuse_session_destroy(m->se);
}

static int
run_mounted(struct mount *m)
{
	int err = 0;
	struct handle *h, *next;
	duels_mounted(m->duels);
	m->presence = presence_start(m->paths.mountpoint, end_waits, m);
	bool asked = serve_requests(m, &err);
	atomic_store(&m->ended, true);
	pg_ends_ms = pg_now_ms() + PG_PATIENCE_MS;
	service_tell(&m->service, "STOPPING=1", "making durable what is pending");
	end_waits(m);
	duels_lock(m->duels);
	duels_end(m->duels);
	duels_unlock(m->duels);
	if (asked) {
		/* Else it is another's mount, or none. */
		int left = presence_is_there(m->presence) ? mountpoint_detach(m->paths.mountpoint) : 0;
		err = err ? err : left;
		struct pollfd fd = {.fd = fuse_session_fd(m->se), .events = POLLIN};
		struct fuse_buf buf = {.mem = NULL};
		int res = 1;
		for (int i = 0; i < LAST_REQUESTS && res > 0 && poll(&fd, 1, 0) == 1 && fd.revents & POLLIN; i++)
			if ((res = fuse_session_receive_buf(m->se, &buf)) > 0)
				pool_run(m, &buf);
		free(buf.mem);
	}
	duels_work_wait(m->duels);
	if (err)
		log_text(LOG_ERR, "%s: %s", m->paths.mountpoint, strerror(-err));
	signals_stop(m);
	presence_stop(m->presence);
	duels_lock(m->duels);
	DL_FOREACH_SAFE(m->handles, h, next) {
		handle_shut(h, false);
		handle_free(h);
	}
	assert(!m->parked);
	duels_unlock(m->duels);
	duels_close(m->duels);
	end_session(m);
	return err ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* If it fails, nothing is mounted, but threads run. */
static int
start_mount(struct mount *m, struct options *o, struct mount_config *config)
{
	char *why = NULL;
	signals_block();
	int err = open_store(m, &why);
	if (err)
		goto failed;
	err = new_session(m, o);
	if (err)
		goto failed;
	err = open_duels(m, config, &why);
	if (err)
		goto failed;
	err = mountpoint_attach(m->se, m->paths.mountpoint);
	if (err) {
		why = mem_format("%s: not mounted", m->paths.mountpoint);
		goto failed;
	}
	err = chdir("/") ? -errno : signals_start(m);
	if (err) {
		mountpoint_detach(m->paths.mountpoint);
		goto failed;
	}
	free(why);
	return run_mounted(m);
failed:
	report_failure(m, why, err);
	free(why);
	if (m->duels)
		duels_close(m->duels);
	else if (m->store)
		m->store->ops->close(m->store);
	if (m->se)
		fuse_session_destroy(m->se);
	return EXIT_FAILURE;
}

/* Everything that can be said without a thread is said before the fork. A database is named in place of a STORE, or in
 * a STORE's configuration. */
static int
prepare_mount(struct mount *m, struct options *o, struct mount_config *config)
{
	UT_string why;
	char *fault = NULL;
	utstring_init(&why);
	int err = paths_resolve(o->store, o->mountpoint, o->config, &m->paths, &why);
	if (err)
		goto out;
	err = paths_read_config(&m->paths, config, &why);
	if (err)
		goto out;
	const char *named = m->paths.database;
	if (named || *config->database) {
		m->database = mem_strdup(named ? named : config->database);
		err = store_pg_check(m->database, &m->shown, &fault);
		if (err)
			utstring_printf(
				&why, "%s%s%s", named ? "" : m->paths.config, named ? "" : ": database: ", fault);
		free(fault);
	}
	m->name = m->paths.store ? m->paths.store : m->shown;
out:
	if (err)
		report_failure(m, utstring_body(&why), err);
	utstring_done(&why);
	return err;
}

int
mount_run(struct options *o)
{
	assert(o->store && o->mountpoint);
	struct mount_config config = {0};
	struct mount *m = mem_calloc(1, sizeof *m);
	int status = EXIT_FAILURE;
	signal(SIGCHLD, SIG_DFL); /* ignored by whoever started us, it would take the end of fusermount3 from us */
	*m = (struct mount){.waiting = -1, .uid = geteuid(), .gid = getegid(), .loop = pthread_self(),
		.read_only = o->read_only};
	service_find(&m->service);
	if (!o->foreground)
		m->service.len = 0;
	if (prepare_mount(m, o, &config) == 0) {
		int err = o->foreground ? 0 : daemon_fork(&m->waiting);
		m->loop = pthread_self();
		status = err ? report_failure(m, NULL, err) : start_mount(m, o, &config);
	}
	paths_free(&m->paths);
	free(m->database);
	free(m->shown);
	config_free(&config);
	free(m);
	return status;
}
