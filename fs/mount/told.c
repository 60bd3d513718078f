#include "fs/mount/told.h"

static struct told_size *
place_of(struct told *t, uint64_t ino)
{
	return &t->sizes[(ino * UINT64_C(0x9e3779b97f4a7c15) >> 32) % TOLD_PLACES];
}

void
told_size(struct told *t, uint64_t ino, off_t size)
{
	*place_of(t, ino) = (struct told_size){.ino = ino, .size = size};
}

void
told_unknown(struct told *t, uint64_t ino)
{
	struct told_size *place = place_of(t, ino);
	if (place->ino == ino)
		place->ino = 0;
}

bool
told_is(struct told *t, uint64_t ino, off_t size)
{
	const struct told_size *place = place_of(t, ino);
	return place->ino == ino && place->size == size;
}

/* A place that another thread has, who may still come again, is not taken from it: better a size of a moment before than an error. */
static bool
send_back(struct told *t, struct told_thread *place, pid_t thread)
{
	if (!thread || (place->thread && t->opens - place->at < TOLD_OPENS))
		return false;
	*place = (struct told_thread){.thread = thread, .at = t->opens};
	return true;
}

bool
told_opens(struct told *t, uint64_t ino, off_t size, pid_t thread)
{
	struct told_thread *place = &t->sent[(uint32_t)thread % TOLD_THREADS];
	bool again = thread && place->thread == thread;
	t->opens++;
	if (again)
		place->thread = 0;
	return again || told_is(t, ino, size) || !send_back(t, place, thread);
}
