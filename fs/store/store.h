/*
 * The durable state of all duels, behind one struct of functions. SQLite is the embedded one (sqlite.c); tests have one
 * that fails on purpose. Nothing here knows what an entry means.
 *
 * All batches that wait are made one transaction (group commit, group.h): one flush carries them all. Reading is done
 * by whoever calls, on a connection of its own, and sees only what is committed.
 *
 * A batch is all or nothing and in order: batches of one duel take effect in the order they were submitted. `ready` is
 * called right before the transaction that is to hold the batch begins: the last moment to say no (lease ran out); it
 * may also fill the batch (put entries in order, compute hashes). `done` is called after the transaction is durable, or
 * has failed. Either by another thread, or by the one that submits before `submit` returns; neither with a lock of the
 * store held; both may submit.
 *
 * Errors: -ENOSPC: the disk or the database is full; the whole batch was rolled back and is as if never submitted.
 * -EIO: whether the batch took effect is unknown; the store is broken from then on and every further batch gets -EIO
 * until it is opened again. -EUCLEAN: the batch contradicts what is stored (its duel is not there, or its name or a seq
 * of it is there already): a mistake of whoever made it. It did not take effect, nor did later batches of that duel in
 * the same transaction; all others did. -EROFS: opened to verify. -EEXIST: another duel of the name that one was to be
 * made with is there; it was not made. -EAGAIN: overtaken. Something else was written about the duel since it was what
 * the batch was judged on (`on`); nothing of the batch took effect, and it is for whoever made it to read on (`duel`,
 * each_entry behind the last seq that is known) and to judge anew. Only of a batch that is about a duel that is there
 * already; never where this process alone writes (SQLite).
 *
 * -ETIMEDOUT: nobody was there to say whether it took effect, for too long. It may have, or may still do so; but the
 * store goes on: a later batch takes effect on top of whatever there is by then, or is overtaken by it. Only where
 * others write, too.
 *
 * A batch was judged on a head: how often the duel was written to (rev), its last entry and that one's hash.
 * Each batch that takes effect leaves rev one higher. A store that others write to, too (`shared`), takes a batch only
 * on the very head that it names; one that is this process's alone never asks.
 *
 * The writer thread does not survive a fork: open after going into the background.
 */
#ifndef FS_STORE_STORE_H
#define FS_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "fs/util/entry.h"

struct group;
struct store;

/* The entries of a duel, at one moment. */
struct store_head {
	uint64_t rev; /* 0 where only this process writes */
	uint64_t seq; /* of the last entry; 0: there is none */
	unsigned char hash[ENTRY_HASH_BYTES]; /* of the last entry; without one entry_chain_start's */
};

/* One row a duel: what is known of it without reading its log. */
struct store_duel {
	int64_t id;             /* never used twice in one store, from 1 */
	char *name;
	uid_t uid;              /* who made it */
	int64_t created_ms;     /* UTC */
	int64_t updated_ms;     /* UTC, of its newest durable change */
	char *state; /* the format's state name when it was last written: for `status` of the mount, never trusted for
			rules */
	char *rules;            /* its config.toml while it is not frozen; afterwards the first entry holds it too */
	/* When the clock of a move, or another deadline, ends: on CLOCK_BOOTTIME of the boot `ends_boot`, without the
	 * times in which nothing was mounted; ends_ms 0: never. It may be sooner than it truly is. ends_full_ms: what
	 * that clock has in all, for after a reboot. ends_boot 0: a program that knew no clocks wrote the row. */
	int64_t ends_ms, ends_full_ms, ends_boot;
	/* For its head; the store's, whatever a batch says. last_seq only where others write, too. */
	uint64_t rev, last_seq;
	bool archive_elsewhere; /* it is another host that owes its archive file (STORE_OWED) */
};

/* The other effects of a batch, besides appending entries. */
enum store_change {
	STORE_CREATE = 1,  /* a new row from `row` (row.id is given) */
	STORE_UPDATE = 2,  /* name stays; updated_ms, state, rules (where not NULL) and ends_* are written */
	STORE_REMOVE = 4,  /* the row, its entries, its source and its name in the archive */
	STORE_ARCHIVE = 64, /* `archive` is what its record is called in the archive */
	STORE_OWED = 128,  /* its archive file is for this host to write: for who else could write one, too */
	STORE_SOURCE = 8,  /* replace the source: source_path, source_text (NULL: remove) */
	STORE_MOUNT_BEGINS = 16, /* at `clock_ms`; of no duel, and nothing else */
	STORE_MOUNT_ENDS = 32,   /* the one that began last, likewise */
};

struct store_batch {
	struct store_batch *next;        /* the store's */
	int64_t since_ms;                /* the store's: where it is shared, when it was submitted */
	unsigned change;                 /* enum store_change, or'ed */
	struct store_duel row;           /* row.id always; borrowed strings, alive until done */
	const char *source_path;         /* borrowed */
	const char *source_text;
	size_t source_len;
	const char *archive;             /* borrowed */
	int64_t clock_ms;                /* CLOCK_BOOTTIME of this boot */
	struct store_head
		on; /* what it was judged on: filled in at the latest by `ready`; of a new duel only the hash */
	struct entry *const *entries; /* borrowed, in order; seq, times and hashes filled in at the latest by `ready` */
	size_t n_entries;
	int (*ready)(struct store_batch *b); /* may be NULL. Not 0: the batch is left out, and done gets that value */
	/* May be NULL. Asked likewise before each further try of a batch that may have taken effect already, or may
	 * still do so. Not 0: it is too late for one, and done gets -EAGAIN as soon as it is certain that none of the
	 * earlier ones takes effect any more; 0 where one did. */
	int (*again)(struct store_batch *b);
	bool once; /* where it is overtaken nobody comes back with what it was made for */
	void (*done)(struct store_batch *b, int err);
	void *arg;
};

struct store_source {
	char *path;
	char *text;
	size_t len;
};

/* The changes of duels by others, as far as `watch` was told. */
struct store_news {
	enum {
		STORE_MOVED,   /* `id` has another head: it is at least at `rev` */
		STORE_MADE,    /* `row`; perhaps by this process */
		STORE_REMOVED, /* `id`, likewise */
		STORE_LOOK,    /* now and then: something may not have been heard. Ask for heads */
		STORE_AWAY,    /* nobody is there, so that nothing is heard: until the next look */
	} what;
	int64_t id;
	uint64_t rev;
	int64_t as_of_ms; /* of a look: UTC up to which there is something to be seen by it; 0: up to now */
	const struct store_duel *row; /* borrowed */
};

struct store_ops {
	/* Both called under no lock of the caller's. `each` of each_duel must not read the store; that of each_entry
	 * may. */
	int (*each_duel)(struct store *s, int (*each)(void *arg, const struct store_duel *d), void *arg);
	/* One row; 0 and *out filled (store_duel_free), or -ENOENT. */
	int (*duel)(struct store *s, int64_t id, struct store_duel *out);
	/* Entries of one duel behind that seq (0: all), in order; *e is the callee's to keep or free. A non-zero return
	 * of `each` ends it and is returned. -EUCLEAN: the database's structure is damaged. */
	int (*each_entry)(struct store *s, int64_t duel, uint64_t after, int (*each)(void *arg, struct entry *e),
		void *arg);
	/* The heads of these duels, in one look; one that is not there is left out. In any order. */
	int (*heads)(struct store *s, const int64_t *ids, size_t n,
		void (*each)(void *arg, int64_t id, const struct store_head *h), void *arg);
	/* From now on `news` is called, on a thread of the store's and without a lock of its, for what others do;
	 * false: not now, tell it again later (of one made or removed). NULL: no more, and no call is under way when
	 * this returns. 0, or -EAGAIN: no thread can be had. Itself NULL where nobody else writes. */
	int (*watch)(struct store *s, bool (*news)(void *arg, const struct store_news *what), void *arg);
	/* 0 and *name (malloc'd), -ENOENT where nobody said so. */
	int (*archive)(struct store *s, int64_t duel, char **name);
	/* 0 and *out filled (caller frees), -ENOENT where the duel has none. */
	int (*source)(struct store *s, int64_t duel, struct store_source *out);
	/* The mounts of this boot, in order: when each began and ended on CLOCK_BOOTTIME. If a crash ended one, it
	 * was with its last entry. */
	int (*each_mount)(struct store *s, void (*each)(void *arg, int64_t began_ms, int64_t ended_ms), void *arg);
	/* An id that nobody else gives out, or -errno. NULL where nobody else writes: they follow last_id. */
	int64_t (*take_id)(struct store *s);
	void (*submit)(struct store *s, struct store_batch *b);
	/* For the whole store, not for one duel: rows that belong to no duel, and what else contradicts another row.
	 * Each is one sentence. NULL: the store has no such looks. 0 or -errno. */
	int (*contradictions)(struct store *s, void (*each)(void *arg, const char *what), void *arg);
	/* Wait until every batch that was submitted before this call is done; what a `done` submits meanwhile is not
	 * waited for. */
	void (*drain)(struct store *s);
	/* Drain, end the writer thread, checkpoint, close. */
	void (*close)(struct store *s);
};

#define STORE_SECRET_BYTES 32

struct store {
	const struct store_ops *ops;
	struct group *group; /* what carries out batches; NULL: it is only read */
	/* The row of this boot (its boot_id, /proc/sys/kernel/random/boot_id) in the table of boots: entries carry
	 * it. */
	int64_t boot;
	_Atomic int64_t last_id; /* the highest duel id ever given out */
	unsigned char secret[STORE_SECRET_BYTES]; /* never leaves the store: the key for token hashes */
	bool shared; /* other processes write to it, too */
	bool read_only; /* this one writes nothing to it: -EROFS */
	int64_t as_of_ms; /* UTC: all that is read of it is as it was then; 0: as it is */
	bool standby; /* that is what a server that follows another one has of it */
	bool half_made; /* of a copy that was not finished (store/copy.h): it is only read */
};

/* Free the strings of a row that was filled by ops->duel. */
void store_duel_free(struct store_duel *d);
/* Why a store is refused whose duels were copied to `place` (copy.h); "": it is half-made. malloc'd. */
char *store_mark_fault(const char *place);
#define STORE_HALF_MADE "it is half of a copy that was not finished: copy again, or empty it"

enum store_mode {
	STORE_OPEN_WRITE,  /* create where missing; takes the store's exclusive lock (a second daemon: -EBUSY) */
	STORE_OPEN_CHANGE, /* as to write, but it must exist */
	STORE_OPEN_VERIFY, /* must exist; read-only; takes the same lock (mounted: -EBUSY); creates and changes nothing
			    */
	STORE_OPEN_READ,   /* likewise, without a look at all of the database's structure */
};

/* Read a store that is not mounted (else -EBUSY), to verify or to read. The value that `read` returned; else -errno and
 * *why as of store_sqlite_open. */
int store_sqlite_read(const char *dir, enum store_mode mode, const char *boot_id,
	int (*read)(void *arg, struct store *s), void *arg, char **why);

/* Open STORE/duelfs.db. `boot_id` is text. On failure *why (malloc'd) holds one sentence. -EBUSY: in use. -EUCLEAN: the
 * database's structure is damaged (or it is no database of this program, or of a newer version of it). On success
 * *why is NULL. Directory mode 0700, database 0600. */
int store_sqlite_open(const char *dir, enum store_mode mode, const char *boot_id, struct store **out, char **why);

/* The lock of a STORE whose duels are in a database: a descriptor, which has it until it is closed; made where it is
 * missing. -errno and *why (malloc'd): -EBUSY: another daemon has it; -EEXIST: there are duels in it. */
int store_dir_lock(const char *dir, char **why);

#endif
