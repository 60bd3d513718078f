#include "fs/intake/replace.h"

#include <assert.h>

#include "fs/intake/intake_inner.h"

/* Bytes that are written to the scratch file from here on would be in neither. Nothing, put in place of something, is a
 * change, too. */
static int
put(struct scratch *s, struct intake *w)
{
	const char *base;
	size_t base_len;
	w->type->base(w, &base, &base_len);
	if (s->len > intake_limit(w, true, base_len)) { /* before it is copied */
		duel_enter(w->d);
		int err = intake_too_big(w);
		duel_leave(w->d);
		return err;
	}
	s->taken = true;
	w->stage.written = true;
	int err = intake_write(w, s->bytes, s->len, 0, false);
	if (!err)
		err = intake_decide(w);
	s->taken = false;
	return err;
}

int
replace_run(struct scratch *s, int file, const struct caller *who)
{
	assert(duels_is_locked(s->duel->duels));
	assert(s->name && !s->taken);
	struct intake *w = NULL;
	scratch_hold(s);
	duel_hold(s->duel);
	int err = intake_same(s->duel, file, who, s->bytes, s->len) ? 0 : intake_open(s->duel, file, who, true, &w);
	if (!err && w)
		err = put(s, w);
	if (w)
		intake_close(w);
	if (!err)
		scratch_take(s);
	duel_drop(s->duel);
	scratch_drop(s);
	return err;
}
