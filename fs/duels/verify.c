#include "fs/duels/verify.h"

#include <string.h>
#include "fs/duels/live.h"
#include "fs/duels/offline.h"

struct heads {
	const struct store_head *read;
	bool there, same;
};

static void
compare_head(void *arg, int64_t id, const struct store_head *h)
{
	struct heads *heads = arg;
	(void)id;
	heads->there = true;
	heads->same = h->seq == heads->read->seq && !memcmp(h->hash, heads->read->hash, sizeof h->hash);
}

/* The row says where the log ends, where a store has that: cut off behind an entry the log is sound by itself. */
static int
verify_head(struct store *s, const struct duel *d, UT_string *why)
{
	struct heads heads = {.read = offline_head(d)};
	int err = s->ops->heads(s, &d->id, 1, compare_head, &heads);
	if (err)
		return err;
	if (heads.there && heads.same)
		return 0;
	utstring_printf(why, "its log ends with entry %llu, and that is not the last one that was accepted",
		(unsigned long long)heads.read->seq);
	return 1;
}

int
verify_duel(struct store *s, const struct store_duel *row, UT_string *why)
{
	int err;
	struct duel *d = offline_load(s, row, &err);
	if (!d)
		return err;
	int res = d->fold->damage ? 1 : verify_head(s, d, why);
	if (d->fold->damage)
		utstring_printf(why, "byte %llu of %s: %s", (unsigned long long)d->fold->damage_at,
			d->fold->format->front ? "debate.md behind its front" : "debate.md", d->fold->damage);
	offline_free(d);
	return res;
}
