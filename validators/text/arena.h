/*
 * Where cmark-gfm puts what it makes of one text: one piece behind another, and all of them go at once. Most of what it
 * takes is nodes, and a text's tree would otherwise be allocated and freed node by node.
 *
 * cmark's functions for memory are told nothing but sizes, so whose they are is a matter of the thread: between
 * arena_enter and arena_leave all that is allocated by `arena_memory` on it is this arena's, and lives until
 * arena_free, whatever is freed. An arena is entered once, and not inside another.
 */
#ifndef VALIDATORS_TEXT_ARENA_H
#define VALIDATORS_TEXT_ARENA_H

#include <cmark-gfm.h>
#include <stddef.h>

struct arena;

/* For the tree of a text of so many bytes. */
struct arena *arena_new(size_t text_bytes);
void arena_enter(struct arena *a);
void arena_leave(struct arena *a);
/* NULL is none. */
void arena_free(struct arena *a);

extern cmark_mem arena_memory;

#endif
