/*
 * Group commit. If nothing is under way, the submitter of a batch carries it out itself. Batches that come meanwhile
 * gather; a thread carries them out as one group, and so on until there is none. Nobody waits for company. The owner
 * says what a commit is.
 */
#ifndef FS_STORE_GROUP_H
#define FS_STORE_GROUP_H

#include <stdbool.h>
#include "fs/store/store.h"

/* Batches in one transaction, at most: bounds how long the first of them waits for the last. */
#define GROUP_BATCHES 64
/* Nothing was submitted for so long: time for chores. A caller that does one thing after another is back before. */
#define GROUP_IDLE_MS 1000

struct group_ops {
	/* Carry out `n` batches in their order and set results[i] of each: 0 or what its done is to
	 * be told. */
	void (*commit)(void *arg, struct store_batch **batches, int *results, size_t n);
	/* Chores, after the dones of a group, or when there was nothing else to do for so long as
	 * untidy says. */
	void (*tidy)(void *arg, bool idle);
	/* Are there chores that would be done when idle, and after how many ms is that? 0: none. */
	int64_t (*untidy)(void *arg);
};

/* The functions are called by one thread at a time, without the lock of the group; untidy with it. The new thread
 * carries out all batches of a shared store. false: no thread can be had. */
bool group_start(const struct group_ops *ops, void *arg, struct store *s);
/* A store's submit and drain: of one that is only read each batch is refused. */
void group_submit(struct store *s, struct store_batch *b);
/* Wait for what was submitted before this call: what a `done` submits meanwhile is not waited for.
 * Never on the group's thread. */
void group_drain(struct store *s);
/* Carry out all there is, and what the dones add to it; end the thread; free. */
void group_stop(struct store *s);

#endif
