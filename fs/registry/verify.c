#include "fs/registry/verify.h"

#include "fs/registry/live.h"
#include "fs/registry/offline.h"

int
verify_duel(struct store *s, struct text_set *texts, const struct store_duel *row, UT_string *why)
{
	int err;
	struct duel *d = offline_load(s, texts, row, &err);
	if (!d)
		return err;
	bool damaged = d->fold->damage;
	if (damaged)
		utstring_printf(why, "byte %llu of %s: %s", (unsigned long long)d->fold->damage_at,
			d->fold->format->front ? "debate.md behind its front" : "debate.md", d->fold->damage);
	offline_free(d);
	return damaged;
}
