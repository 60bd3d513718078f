/* Telling the kernel: see notify.h. */
#include "fs/mount/notify.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include "fs/mount/ino.h"
#include "fs/mount/tree.h"
#include "validators/mem.h"

/* One bit for each duel, by its id: set while the kernel may have its attributes. */
#define WORD_BITS 64

struct news {
	int64_t *changed;
	size_t n, room;
	struct fuse_pollhandle **polls;
	size_t n_polls, polls_room;
};

struct notify {
	struct fuse_session *se;
	pthread_t thread;
	uint64_t *shown; /* under the registry's lock */
	size_t words;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t more;
	struct news news;
	bool end;
};

static void
news_free(struct news *w)
{
	for (size_t i = 0; i < w->n_polls; i++)
		fuse_pollhandle_destroy(w->polls[i]);
	free(w->polls);
	free(w->changed);
}

/* Wait for news, which the caller frees; false at the end. */
static bool
take(struct notify *n, struct news *out)
{
	pthread_mutex_lock(&n->lock);
	while (!n->news.n && !n->news.n_polls && !n->end)
		pthread_cond_wait(&n->more, &n->lock);
	bool go_on = !n->end;
	if (go_on) {
		*out = n->news;
		n->news = (struct news){0};
	}
	pthread_mutex_unlock(&n->lock);
	return go_on;
}

/* Polls first: somebody waits. An inode that the kernel does not know is no error. */
static void *
tell(void *arg)
{
	struct notify *n = arg;
	struct news w;
	while (take(n, &w)) {
		for (size_t i = 0; i < w.n_polls; i++)
			fuse_lowlevel_notify_poll(w.polls[i]);
		for (size_t i = 0; i < w.n; i++)
			fuse_lowlevel_notify_inval_inode(n->se, ino_pack(w.changed[i], TREE_DUEL, 0), -1, 0);
		news_free(&w);
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
	pthread_cond_signal(&n->more);
	pthread_mutex_unlock(&n->lock);
	pthread_join(n->thread, NULL);
	news_free(&n->news);
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
	struct news *w = &n->news;
	if (w->n == w->room) {
		w->room = w->room ? 2 * w->room : 16;
		w->changed = mem_resize(w->changed, w->room, sizeof *w->changed);
	}
	w->changed[w->n++] = duel;
	pthread_cond_signal(&n->more);
	pthread_mutex_unlock(&n->lock);
}

void
notify_poll(struct notify *n, struct fuse_pollhandle *ph)
{
	pthread_mutex_lock(&n->lock);
	struct news *w = &n->news;
	if (w->n_polls == w->polls_room) {
		w->polls_room = w->polls_room ? 2 * w->polls_room : 16;
		w->polls = mem_resize(w->polls, w->polls_room, sizeof *w->polls);
	}
	w->polls[w->n_polls++] = ph;
	pthread_cond_signal(&n->more);
	pthread_mutex_unlock(&n->lock);
}
