#include "fs/mount/attr_cache.h"

#include <assert.h>
#include "fs/mount/ino.h"

struct attr_size *
attr_size_of(struct attr_cache *t, uint64_t ino)
{
	return &t->sizes[ino_bucket(ino_file(ino), ATTR_SLOTS)];
}

void
attr_size_set(struct attr_cache *t, uint64_t ino, off_t size)
{
	assert(ino);
	*attr_size_of(t, ino) = (struct attr_size){.ino = ino, .size = size};
}

void
attr_size_read(struct attr_cache *t, uint64_t ino, off_t size)
{
	struct attr_size *slot = attr_size_of(t, ino);
	if (slot->ino == ino && slot->size > size)
		slot->size = size;
}

bool
attr_size_holds(struct attr_cache *t, uint64_t ino, off_t size)
{
	const struct attr_size *slot = attr_size_of(t, ino);
	return !size || (slot->ino == ino && slot->size >= size);
}

static struct attr_thread *
thread_slot(struct attr_cache *t, pid_t thread)
{
	return &t->sent[(uint32_t)thread % ATTR_THREADS];
}

bool
stale_again(struct attr_cache *t, pid_t thread)
{
	t->opens++;
	return thread && thread_slot(t, thread)->thread == thread;
}

void
stale_came(struct attr_cache *t, pid_t thread)
{
	assert(thread);
	thread_slot(t, thread)->thread = 0;
}

/* A place that another thread has, who may still come again, is not taken from it: better a size of a moment before
 * than an error. */
bool
stale_send_back(struct attr_cache *t, pid_t thread)
{
	struct attr_thread *slot = thread_slot(t, thread);
	if (!thread || (slot->thread && t->opens - slot->at < ATTR_OPENS))
		return false;
	*slot = (struct attr_thread){.thread = thread, .at = t->opens};
	return true;
}

bool
stale_waits(struct attr_cache *t, pid_t thread)
{
	struct attr_thread *slot = thread_slot(t, thread);
	bool again = thread && slot->thread == thread;
	return !again && stale_send_back(t, thread);
}
