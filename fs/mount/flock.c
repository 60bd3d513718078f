#include "fs/mount/flock.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/file.h>
#include <utlist.h>

static bool
can_have(const struct flock_file *f, const struct flock_holder *h, int how)
{
	unsigned others = f->n_holders - (h->has != 0);
	return !others || (how == LOCK_SH && f->holders->has == LOCK_SH);
}

static void
set(struct flock_file *f, struct flock_holder *h, int how)
{
	if (h->has) {
		DL_DELETE(f->holders, h);
		f->n_holders--;
	}
	h->has = how == LOCK_UN ? 0 : how;
	if (h->has) {
		DL_PREPEND(f->holders, h);
		f->n_holders++;
	}
	assert(f->n_holders <= 1 || f->holders->has == LOCK_SH);
}

static struct flock_request *
older(struct flock_request *a, struct flock_request *b)
{
	return !a || (b && b->came < a->came) ? b : a;
}

/* Who is to have it next; NULL: nobody can. One who has it alone keeps nobody from it but others. */
static struct flock_request *
next_to_have(const struct flock_file *f)
{
	struct flock_request *r = NULL;
	if (!f->n_holders)
		return older(f->shared, f->exclusive);
	if (f->holders->has == LOCK_SH)
		r = f->shared;
	return f->n_holders == 1 ? older(r, f->holders->waiting) : r;
}

int
flock_take(struct flock_file *f, struct flock_holder *h, int how, struct flock_request **woken)
{
	bool has = how == LOCK_UN || can_have(f, h, how);
	struct flock_request **end = woken;
	assert(how == LOCK_SH || how == LOCK_EX || how == LOCK_UN);
	set(f, h, has ? how : LOCK_UN);
	for (struct flock_request *r; (r = next_to_have(f)); end = &r->next) {
		assert(can_have(f, r->holder, r->how));
		flock_leave(f, r);
		set(f, r->holder, r->how);
		*end = r;
	}
	*end = NULL;
	return has ? 0 : -EWOULDBLOCK;
}

static struct flock_request **
queue_of(struct flock_file *f, const struct flock_request *r)
{
	return r->how == LOCK_SH ? &f->shared : &f->exclusive;
}

int
flock_wait(struct flock_file *f, struct flock_request *r)
{
	assert(!can_have(f, r->holder, r->how));
	if (f->n_waiting == FLOCK_WAITING_MAX)
		return -ENOLCK;
	f->n_waiting++;
	r->came = f->came++;
	DL_APPEND(*queue_of(f, r), r);
	DL_APPEND2(r->holder->waiting, r, before, after);
	return 0;
}

void
flock_leave(struct flock_file *f, struct flock_request *r)
{
	assert(f->n_waiting);
	f->n_waiting--;
	DL_DELETE(*queue_of(f, r), r);
	DL_DELETE2(r->holder->waiting, r, before, after);
}
