#include "fs/mount/opened.h"

#include <stdlib.h>
#include "fs/registry/reading.h"
#include "validators/mem.h"

static size_t
place_of(uint64_t file)
{
	return (file * UINT64_C(0x9e3779b97f4a7c15) >> 32) % OPENED_PLACES;
}

struct opened *
opened_find(const struct opened_files *t, uint64_t file)
{
	struct opened *o = t->places[place_of(file)];
	while (o && o->file != file)
		o = o->next;
	return o;
}

struct opened *
opened_enter(struct opened_files *t, uint64_t file)
{
	struct opened *o = opened_find(t, file), **place = &t->places[place_of(file)];
	if (!o) {
		o = mem_calloc(1, sizeof *o);
		*o = (struct opened){.file = file, .next = *place};
		*place = o;
	}
	o->opens++;
	return o;
}

void
opened_leave(struct opened_files *t, struct opened *o)
{
	struct opened **at = &t->places[place_of(o->file)];
	if (--o->opens)
		return;
	if (o->newest)
		reading_watch(o->newest, NULL);
	while (*at != o)
		at = &(*at)->next;
	*at = o->next;
	free(o);
}
