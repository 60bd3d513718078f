#include "fs/mount/told.h"

static size_t
place_of(uint64_t ino)
{
	return (ino * UINT64_C(0x9e3779b97f4a7c15) >> 32) % TOLD_PLACES;
}

void
told_size(struct told *t, uint64_t ino, off_t size)
{
	t->sizes[place_of(ino)] = (struct told_size){.ino = ino, .size = size};
}

void
told_read(struct told *t, uint64_t ino, off_t size)
{
	struct told_size *place = &t->sizes[place_of(ino)];
	if (place->ino == ino && place->size > size)
		place->size = size;
}

bool
told_of(const struct told *t, uint64_t ino, off_t size)
{
	const struct told_size *place = &t->sizes[place_of(ino)];
	return !size || (place->ino == ino && place->size >= size);
}

/* A place that another thread has, who may still come again, is not taken from it: better a size of a moment before than an error. */
static bool
send_back(const struct told *t, struct told_thread *place, pid_t thread)
{
	if (!thread || (place->thread && t->opens - place->at < TOLD_OPENS))
		return false;
	*place = (struct told_thread){.thread = thread, .at = t->opens};
	return true;
}

static struct told_thread *
thread_place(struct told *t, pid_t thread)
{
	return &t->sent[(uint32_t)thread % TOLD_THREADS];
}

bool
told_waits(struct told *t, pid_t thread)
{
	struct told_thread *place = thread_place(t, thread);
	bool again = thread && place->thread == thread;
	return !again && send_back(t, place, thread);
}

bool
told_opens(struct told *t, uint64_t ino, off_t size, pid_t thread)
{
	struct told_thread *place = thread_place(t, thread);
	bool again = thread && place->thread == thread;
	t->opens++;
	if (again)
		place->thread = 0;
	return again || told_of(t, ino, size) || !send_back(t, place, thread);
}
