/*
 * One mount, from start to end.
 *
 * Threads. The loop (the thread that called mount_run) receives requests; what never waits it answers itself, a pool
 * runs the others (pool.c). A request that waits for the disk holds a thread of the pool until the store is done, and
 * that thread answers; a read that waits is answered by the thread that made what it waits for. One thread waits for
 * signals, one looks whether the mount is still in the tree (mountpoint.h). The duels have their own.
 *
 * The end. SIGTERM, SIGINT, SIGHUP: whoever waits is sent away, the mount is taken out of the tree (lazily: nobody who
 * has a file open holds it up), what was asked before is answered, what is staged in open files is dropped (nobody has
 * closed them: intake_close), everything pending is made durable and answered, and only then the connection ends.
 * umount: the kernel ends the connection, then the same without leaving the tree and answering. umount -l: the kernel
 * ends the connection with the last open file, so whoever waits is sent away then, too.
 */
#ifndef FS_MOUNT_MOUNT_H
#define FS_MOUNT_MOUNT_H

#include <fuse_lowlevel.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>
#include "fs/mount/options.h"
#include "fs/mount/paths.h"
#include "fs/mount/mountpoint.h"
#include "fs/mount/service.h"
#include "fs/mount/sizes.h"
#include "fs/duels/duels.h"

struct handle;
struct parked;

#define OPENED_BUCKETS 1024
#define OPENED_AT(m, ino) (&(m)->opened[ino_bucket(ino, OPENED_BUCKETS)])
#define SENT_BACK 1024

struct mount {
	struct paths paths;
	const char *name; /* the STORE's, or the database's, as it may be shown */
	char *database;   /* that the store is in; NULL: none */
	char *shown;      /* it, as it may be shown */
	struct duels *duels;
	struct store *store; /* the table's */
	struct fuse_session *se;
	int waiting; /* where the parent waits to hear that the mount answers; -1: nobody does */
	struct service service;
	struct sizes sizes;     /* under the duels' lock */
	struct handle *handles; /* under the duels' lock */
	struct handle *opened[OPENED_BUCKETS]; /* by inode, the newest first; under the duels' lock */
	struct parked *parked; /* reads that wait, by request (node_wait.c); under the duels' lock */
	struct presence *presence;
	/* The thread, by its number, whose open got ESTALE; 0: none. Under the duels' lock. */
	pid_t sent_back[SENT_BACK];
	int64_t max_duels;
	uid_t uid;
	gid_t gid;
	pthread_t loop, signals;
	bool read_only;     /* -o ro */
	bool answers;       /* the kernel was answered what it asks first; the loop's */
	atomic_bool ending; /* a signal asked for the end */
	atomic_bool ended;  /* the loop has seen it, or had its end */
};

/* Mount, serve, unmount: the exit status. `o` is as parsed, with both places given. */
int mount_run(struct options *o);

/* Run this request, here or in the pool (pool.c). By the thread that receives. */
void pool_run(struct mount *m, const struct fuse_buf *buf);

/* The background (daemon.c). A fork is made before anything has threads; the parent waits, and exits 0 only once the
 * mount answers, else 1: what went wrong is on stderr by then.
 * In the child only: 0, and where the parent waits to hear, or a negative errno (then also in the parent). */
int daemon_fork(int *waiting);
/* The mount answers: let go of the parent, the terminal and, where log.h says so, of stderr. *waiting is -1 from
 * then on: nobody waits. */
void daemon_ready(int *waiting);

/* Signals (signals.c). Before any thread is started. */
void signals_block(void);
int signals_start(struct mount *m);
/* After m->ended. */
void signals_stop(struct mount *m);

#endif
