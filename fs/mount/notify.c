/* Telling the kernel: see notify.h. */
#include "fs/mount/notify.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include "validators/text/mem.h"

/* One thing to do. `drop` is what is done instead where the end came first; NULL: nothing. */
struct item;
struct item_kind {
	void (*tell)(struct fuse_session *se, const struct item *i);
	void (*drop)(struct fuse_session *se, const struct item *i);
};

struct item {
	const struct item_kind *kind;
	struct fuse_pollhandle *poll;
	fuse_req_t req;
	int err;
	char *bytes; /* NULL: the errno alone */
	size_t len;
};

struct news {
	struct item *v;
	size_t n, room;
};

struct notify {
	struct fuse_session *se;
	pthread_t thread;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t more;
	struct news news;
	bool end;
};

static void
drop_poll(struct fuse_session *se, const struct item *i)
{
	(void)se;
	fuse_pollhandle_destroy(i->poll);
}

static void
tell_poll(struct fuse_session *se, const struct item *i)
{
	fuse_lowlevel_notify_poll(i->poll);
	drop_poll(se, i);
}

static void
reply(struct fuse_session *se, const struct item *i)
{
	(void)se;
	if (i->bytes)
		fuse_reply_buf(i->req, i->bytes, i->len);
	else
		fuse_reply_err(i->req, i->err);
	free(i->bytes);
}

static const struct item_kind poll_again = {tell_poll, drop_poll};
static const struct item_kind replies = {reply, reply};

static void
put(struct notify *n, struct item i)
{
	pthread_mutex_lock(&n->lock);
	struct news *w = &n->news;
	bool sleeps = !w->n; /* else it was woken for what is there */
	if (w->n == w->room) {
		w->room = w->room ? 2 * w->room : 16;
		w->v = mem_resize(w->v, w->room, sizeof *w->v);
	}
	w->v[w->n++] = i;
	pthread_mutex_unlock(&n->lock);
	if (sleeps) /* without the lock that it wants */
		pthread_cond_signal(&n->more);
}

static void *
tell(void *arg)
{
	struct notify *n = arg;
	pthread_mutex_lock(&n->lock);
	for (;;) {
		while (!n->news.n && !n->end)
			pthread_cond_wait(&n->more, &n->lock);
		if (n->end)
			break;
		struct news w = n->news;
		n->news = (struct news){0};
		pthread_mutex_unlock(&n->lock);
		for (size_t i = 0; i < w.n; i++)
			w.v[i].kind->tell(n->se, &w.v[i]);
		free(w.v);
		pthread_mutex_lock(&n->lock);
	}
	pthread_mutex_unlock(&n->lock);
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
	for (size_t i = 0; i < n->news.n; i++)
		if (n->news.v[i].kind->drop)
			n->news.v[i].kind->drop(n->se, &n->news.v[i]);
	free(n->news.v);
	pthread_mutex_destroy(&n->lock);
	pthread_cond_destroy(&n->more);
	free(n);
}

void
notify_poll(struct notify *n, struct fuse_pollhandle *ph)
{
	assert(ph);
	put(n, (struct item){.kind = &poll_again, .poll = ph});
}

void
notify_reply(struct notify *n, fuse_req_t req, int err, char *bytes, size_t len)
{
	assert(!err || !bytes);
	put(n, (struct item){.kind = &replies, .req = req, .err = err, .bytes = bytes, .len = len});
}
