/*
 * The table of duels: every duel of a store, the one lock over them, and the threads that work beside the mount's loop.
 *
 * Threads. One receives requests; a pool runs those that may wait, does what the clock owes and wakes crowds; the timer
 * notices leases and waits that run out. All state in memory is under `lock`, which is held for microseconds: never
 * across a flush, a judgement, a page, or opening a file. Functions here, and in the rooms that use this one, expect it
 * to be held unless they say otherwise.
 *
 * A duel that nobody touches is one small struct (its row in the store); its log is read, checked and folded when it is
 * first wanted (duel_settle) and let go again when more than limits.loaded_bytes are loaded and nobody has it open.
 *
 * A function that may have to wait, for the disk, a source, another change of the duel, lets go of the lock meanwhile.
 */
#ifndef FS_DUELS_DUELS_H
#define FS_DUELS_DUELS_H

#include <pthread.h>
#include <stdint.h>
#include <sys/types.h>
#include "config/config.h"
#include "fs/store/store.h"
#include "fs/util/caller.h"
#include "fs/util/clock.h"
#include "validators/kit/format.h"

struct duel;
struct file_set;
struct duels;

struct duels_options {
	struct store *store;        /* owned from then on */
	struct mount_config config; /* owned from then on */
	struct clock clock;
	const char *store_dir;      /* absolute; "": none, and no archive but one that is configured */
	const char *database;       /* that the store is in, as it may be shown; NULL: none. Borrowed */
	const char *mountpoint;     /* absolute; what README.md's commands name */
	const char *version;
	pid_t pid; /* the daemon's */
	void (*log)(int level, const char *line); /* LOG_ERR or LOG_WARNING; one line without newline; any thread */
	/* Adds the files that the archive keeps of a duel beside its record, that among them as "debate.md"; by who has
	 * entered it, with the lock held, and lets go of that meanwhile. NULL: none. */
	void (*keep)(struct duel *d, struct file_set *out);
};

/* Read all rows, start the threads. 0 or a negative errno with *why (malloc'd). */
int duels_open(const struct duels_options *o, struct duels **out, char **why);
/* The mount answers now: learn its device, so that no source is taken from inside it. Called without the lock; does not
 * block. */
void duels_mounted(struct duels *r);
/* The mount is to end: nobody waits for what a path names (background.h), nor for the clock. With the lock. */
void duels_end(struct duels *r);
/* Make what is pending durable, stop the threads, free everything. Called without the lock, with no intake open. */
void duels_close(struct duels *r);

void duels_lock(struct duels *r);
void duels_unlock(struct duels *r);
/* Wait until no job is under way or waits for a thread. Without the lock. */
void duels_work_wait(struct duels *r);

struct duel *duels_find(struct duels *r, const char *name);
struct duel *duels_by_id(struct duels *r, int64_t id);
/* The duel with the lowest id above `after`; NULL at the end: the order of readdir. */
struct duel *duels_next(struct duels *r, int64_t after);
/* The one with the highest id below `id`; NULL at the end. */
struct duel *duels_before(struct duels *r, int64_t id);
size_t duels_count(const struct duels *r);
/* of the mount's status: started, or the duels by state changed */
int64_t duels_status_ms(const struct duels *r);

/* mkdir: a duel with the default rules. -EEXIST, -EINVAL (name), -ENOSPC (limits), store errors. */
int duels_create(struct duels *r, const char *name, const struct caller *who);
/* rmdir: -EACCES (not its maker), -EBUSY (somebody has joined, or has it open), -EPERM (it has a turn). */
int duels_remove(struct duels *r, struct duel *d, const struct caller *who);

/* The files of the mount itself. */
void duels_last_error(struct duels *r, UT_string *out);
/* A new name as a refusal may show it: by its shape, for it may be a token of any duel, or of none yet. */
const char *name_shown(const char *name);
/* Refuse something beside the duels: keeps it in the mount's last_error, and returns the negative errno. `name`: of
 * what; any bytes. */
int duels_refuse(struct duels *r, uid_t uid, const char *name, const struct rule *rule, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

#endif
