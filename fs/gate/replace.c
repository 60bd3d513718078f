#include "fs/gate/replace.h"

#include <assert.h>

#include "fs/gate/door_inner.h"
#include "validators/text/mem.h"

struct replacing {
	struct scratch *scratch;
	struct door *door;
	done_fn done;
	void *arg;
};

/* The scratch file is the other one now, or what it was. */
static void
end(struct replacing *p, int err)
{
	struct scratch *s = p->scratch;
	assert(s->opens);
	s->taken = false;
	if (!err)
		scratch_take(s);
	scratch_drop(s);
	p->done(p->arg, err);
	if (p->door)
		door_close(p->door, NULL, NULL);
	free(p);
}

static void
decided(void *arg, int err)
{
	end(arg, err);
}

static void
put(void *arg, int err)
{
	struct replacing *p = arg;
	if (err)
		end(p, err);
	else
		door_fsync(p->door, decided, p);
}

void
replace_run(struct scratch *s, int file, const struct caller *who, done_fn done, void *arg)
{
	assert(registry_is_locked(s->duel->registry));
	assert(s->name && !s->taken);
	struct replacing *p = mem_calloc(1, sizeof *p);
	const char *base;
	size_t base_len;
	*p = (struct replacing){.scratch = s, .done = done, .arg = arg};
	scratch_hold(s);
	bool same = door_same(s->duel, file, who, s->bytes, s->len);
	int err = same ? 0 : door_open(s->duel, file, who, true, &p->door);
	if (same || err) {
		end(p, err);
		return;
	}
	p->door->gate->base(p->door, &base, &base_len);
	if (s->len > door_limit(p->door, true, base_len)) { /* before it is copied */
		end(p, door_too_big(p->door));
		return;
	}
	s->taken = true; /* what is written from here on would be in neither */
	p->door->stage.written = true; /* nothing, put in place of something, is a change, too */
	door_write(p->door, s->bytes, s->len, 0, false, put, p);
}
