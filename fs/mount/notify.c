/* Taking attributes back from the kernel: see notify.h. */
#include "fs/mount/notify.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include "fs/mount/ino.h"
#include "fs/mount/tree.h"
#include "validators/mem.h"

/* One bit for each duel, by its id: set while the kernel may have its attributes. */
#define WORD_BITS 64

struct notify {
	struct fuse_session *se;
	pthread_t thread;
	uint64_t *shown; /* under the registry's lock */
	size_t words;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t more;
	int64_t *changed;
	size_t n, room;
	bool end;
};

/* Wait for what has changed: how many, in *ids, which the caller frees. */
static size_t
take(struct notify *n, int64_t **ids)
{
	pthread_mutex_lock(&n->lock);
	while (!n->n && !n->end)
		pthread_cond_wait(&n->more, &n->lock);
	size_t count = n->n;
	*ids = n->changed;
	n->changed = NULL;
	n->n = n->room = 0;
	pthread_mutex_unlock(&n->lock);
	return count;
}

/* An inode that the kernel does not know is no error. */
static void *
tell(void *arg)
{
	struct notify *n = arg;
	int64_t *ids;
	size_t count;
	while ((count = take(n, &ids))) {
		for (size_t i = 0; i < count; i++)
			fuse_lowlevel_notify_inval_inode(n->se, ino_pack(ids[i], TREE_DUEL, 0), -1, 0);
		free(ids);
	}
	return NULL;
}

struct notify *
notify_start(struct fuse_session *se)
{
	struct notify *n = mem_calloc(1, sizeof *n);
	n->se = se;
	pthread_mutex_init(&n->lock, NULL);
	pthread_cond_init(&n->more, NULL);
	if (pthread_create(&n->thread, NULL, tell, n))
		abort();
	return n;
}

void
notify_stop(struct notify *n)
{
	pthread_mutex_lock(&n->lock);
	n->end = true;
	n->n = 0;
	pthread_cond_signal(&n->more);
	pthread_mutex_unlock(&n->lock);
	pthread_join(n->thread, NULL);
	free(n->changed);
	free(n->shown);
	pthread_mutex_destroy(&n->lock);
	pthread_cond_destroy(&n->more);
	free(n);
}

void
notify_shown(struct notify *n, int64_t duel)
{
	size_t word = (size_t)duel / WORD_BITS;
	if (word >= n->words) {
		n->shown = mem_resize(n->shown, 2 * (word + 1), sizeof *n->shown);
		memset(n->shown + n->words, 0, (2 * (word + 1) - n->words) * sizeof *n->shown);
		n->words = 2 * (word + 1);
	}
	n->shown[word] |= UINT64_C(1) << duel % WORD_BITS;
}

void
notify_changed(struct notify *n, int64_t duel)
{
	size_t word = (size_t)duel / WORD_BITS;
	uint64_t bit = UINT64_C(1) << duel % WORD_BITS;
	if (word >= n->words || !(n->shown[word] & bit))
		return;
	n->shown[word] &= ~bit;
	pthread_mutex_lock(&n->lock);
	if (n->n == n->room) {
		n->room = n->room ? 2 * n->room : 16;
		n->changed = mem_resize(n->changed, n->room, sizeof *n->changed);
	}
	n->changed[n->n++] = duel;
	pthread_cond_signal(&n->more);
	pthread_mutex_unlock(&n->lock);
}
