#include "fs/mount/told.h"

#include "fs/mount/ino.h"

struct told_size *
told_place(struct told *t, uint64_t ino)
{
	return &t->sizes[(ino_file(ino) * UINT64_C(0x9e3779b97f4a7c15) >> 32) % TOLD_PLACES];
}

void
told_size(struct told *t, uint64_t ino, off_t size)
{
	*told_place(t, ino) = (struct told_size){.ino = ino, .size = size};
}

void
told_read(struct told *t, uint64_t ino, off_t size)
{
	struct told_size *place = told_place(t, ino);
	if (place->ino == ino && place->size > size)
		place->size = size;
}

bool
told_of(struct told *t, uint64_t ino, off_t size)
{
	const struct told_size *place = told_place(t, ino);
	return !size || (place->ino == ino && place->size >= size);
}

static struct told_thread *
thread_place(struct told *t, pid_t thread)
{
	return &t->sent[(uint32_t)thread % TOLD_THREADS];
}

bool
told_again(struct told *t, pid_t thread)
{
	t->opens++;
	return thread && thread_place(t, thread)->thread == thread;
}

void
told_came(struct told *t, pid_t thread)
{
	thread_place(t, thread)->thread = 0;
}

/* A place that another thread has, who may still come again, is not taken from it: better a size of a moment before than an error. */
bool
told_send_back(struct told *t, pid_t thread)
{
	struct told_thread *place = thread_place(t, thread);
	if (!thread || (place->thread && t->opens - place->at < TOLD_OPENS))
		return false;
	*place = (struct told_thread){.thread = thread, .at = t->opens};
	return true;
}

bool
told_waits(struct told *t, pid_t thread)
{
	struct told_thread *place = thread_place(t, thread);
	bool again = thread && place->thread == thread;
	return !again && told_send_back(t, thread);
}
