/* Snapshots of readers: see snapshot.h. */
#include "fs/duels/snapshot.h"

#include <assert.h>
#include <errno.h>
#include "fs/duels/duels_inner.h"

static void
count_reader(struct duels *r, uid_t uid, int64_t bytes)
{
	duels_usage(r, uid)->reader_bytes += bytes;
	r->reader_bytes += bytes;
	assert(r->reader_bytes >= 0);
}

int
snapshot_take(struct duels *r, uid_t uid, size_t over, char *bytes, size_t len, struct snapshot *out)
{
	assert(duels_is_locked(r));
	assert(!out->bytes);
	const struct mount_limits *l = &r->given.config.limits;
	int64_t cost = (int64_t)len + SNAPSHOT_COST, held = duels_usage(r, uid)->reader_bytes + cost;
	bool crowded = r->reader_bytes + cost > l->reader_bytes + (int64_t)over && held > SNAPSHOT_FLOOR;
	if (crowded || held > l->reader_bytes_per_uid + (int64_t)over) {
		free(bytes);
		return -ENOSPC;
	}
	count_reader(r, uid, cost);
	*out = (struct snapshot){.bytes = mem_resize(bytes, len + 1, 1), .len = len, .uid = uid};
	return 0;
}

void
snapshot_drop(struct duels *r, struct snapshot *g)
{
	assert(duels_is_locked(r));
	if (!g->bytes)
		return;
	count_reader(r, g->uid, -((int64_t)g->len + SNAPSHOT_COST));
	free(g->bytes);
	*g = (struct snapshot){0};
}
