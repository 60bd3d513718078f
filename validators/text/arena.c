#include "validators/text/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

#define ALIGNMENT alignof(max_align_t)
/* The first chunk has room for the tree of an ordinary text: a node has some 150 bytes, and stands for a line or a
 * part of one. Each further chunk is twice as large, up to the most. */
#define FIRST_BYTES 8192
#define TIMES_TEXT 4
#define MOST_BYTES (1 << 20)

struct chunk {
	struct chunk *before;
	size_t used, room;
	alignas(max_align_t) char bytes[];
};

struct arena {
	struct chunk *last;
	size_t next_bytes;
};

/* Stands before each piece, since cmark lets its strings grow. */
struct piece {
	size_t len; /* rounded up */
	alignas(max_align_t) char bytes[];
};

static _Thread_local struct arena *entered;

static struct chunk *
chunk_new(struct chunk *before, size_t room)
{
	struct chunk *c = mem_check(malloc(sizeof *c + room));

	c->before = before;
	c->used = 0;
	c->room = room;
	return c;
}

struct arena *
arena_new(size_t text_bytes)
{
	struct arena *a = mem_calloc(1, sizeof *a);

	a->next_bytes = text_bytes * TIMES_TEXT + FIRST_BYTES;
	if (a->next_bytes > MOST_BYTES)
		a->next_bytes = MOST_BYTES;
	return a;
}

void
arena_enter(struct arena *a)
{
	assert(!entered);
	entered = a;
}

void
arena_leave(struct arena *a)
{
	assert(entered == a);
	entered = NULL;
}

void
arena_free(struct arena *a)
{
	for (struct chunk *c = a ? a->last : NULL, *before; c; c = before) {
		before = c->before;
		free(c);
	}
	free(a);
}

/* `len` is rounded up. */
static struct piece *
piece_new(struct arena *a, size_t len)
{
	size_t whole = sizeof(struct piece) + len;
	struct piece *p;

	if (!a->last || a->last->room - a->last->used < whole) {
		a->last = chunk_new(a->last, whole > a->next_bytes ? whole : a->next_bytes);
		if (a->next_bytes < MOST_BYTES)
			a->next_bytes *= 2;
	}
	p = (struct piece *)(a->last->bytes + a->last->used);
	a->last->used += whole;
	p->len = len;
	return p;
}

static size_t
round_up(size_t len)
{
	if (len > SIZE_MAX / 2)
		abort();
	return (len + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

static void *
take_cleared(size_t n, size_t size)
{
	struct piece *p;
	size_t len;

	assert(entered);
	len = round_up(size && n > SIZE_MAX / size ? SIZE_MAX : n * size);
	p = piece_new(entered, len);
	return memset(p->bytes, 0, len);
}

static struct piece *
piece_of(void *bytes)
{
	return (struct piece *)((char *)bytes - offsetof(struct piece, bytes));
}

/* Does nothing stand behind it in its chunk? */
static bool
is_last(const struct arena *a, const struct piece *p)
{
	return p->bytes + p->len == a->last->bytes + a->last->used;
}

static void *
take_more(void *bytes, size_t size)
{
	struct piece *p, *old = bytes ? piece_of(bytes) : NULL;
	struct chunk *c;
	size_t len;

	assert(entered);
	len = round_up(size);
	c = entered->last;
	if (old && len <= old->len)
		return bytes;
	if (old && is_last(entered, old) && c->room - c->used >= len - old->len) {
		c->used += len - old->len;
		old->len = len;
		return bytes;
	}
	p = piece_new(entered, len);
	if (old)
		memcpy(p->bytes, old->bytes, old->len);
	return p->bytes;
}

/* What was taken last can be taken again. */
static void
give_back(void *bytes)
{
	struct piece *p = bytes ? piece_of(bytes) : NULL;

	assert(entered);
	if (p && is_last(entered, p))
		entered->last->used -= sizeof *p + p->len;
}

cmark_mem arena_memory = {take_cleared, take_more, give_back};
