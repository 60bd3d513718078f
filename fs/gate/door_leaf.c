/*
 * Files below a tree that takes proposals (struct format_tree): what whoever has the floor makes of one of them is
 * judged as the whole file, and is proposed from then on (fs/registry/proposed.h). Nothing is recorded; the text of the
 * lease brings it along.
 *
 * It is decided as a text is, and by its removal.
 *
 * Judging may take its time and is done by a worker; what was proposed meanwhile through another door is judged
 * together with it, once more. It comes to be between two changes of the duel, never while one is on its way to the
 * disk: what is written as the text is accepted is too late, and is told so.
 */
#include <assert.h>
#include <string.h>
#include <utlist.h>

#include "fs/gate/door_inner.h"
#include "fs/registry/own.h"
#include "fs/registry/scratch.h"
#include "validators/text/mem.h"

static const struct format_row *
row_of(const struct door *w)
{
	return &w->d->fold->format->rows[w->row - ROW_OWN];
}

/* Below the row's directory. */
static const char *
path_of(const struct door *w)
{
	return w->path + strlen(row_of(w)->name) + 1;
}

int
leaf_row(const struct duel *d, const char *path)
{
	const struct format *f = d->fold->format;
	for (size_t i = 0; i < f->n_rows; i++) {
		size_t len = strlen(f->rows[i].name);
		if (own_is_live(d, (unsigned)i) && !strncmp(path, f->rows[i].name, len) && path[len] == '/')
			return f->rows[i].id;
	}
	assert(!"the path of a file in a tree that takes proposals");
	return ROW_DEBATE;
}

const struct rule *
leaf_fault(const struct door *w, char **sentence)
{
	struct context ctx;
	fold_context(w->d->fold, &ctx);
	ctx.holder = w->seat;
	return row_of(w)->tree->may_write(duel_state_for(w->d, w->seat), &ctx, path_of(w), sentence);
}

/* The file as its writer sees it; nothing where it is new. */
static void
leaf_base(struct door *w, const char **bytes, size_t *len)
{
	unsigned root = own_sub((unsigned)(w->row - ROW_OWN), 0) | (duel_proposed(w->d) ? OWN_PROPOSED : 0);
	unsigned sub = own_tree_at(w->d, root, path_of(w));
	*bytes = "";
	*len = 0;
	if (sub)
		own_bytes(w->d, sub, bytes, len);
}

static int
leaf_refuse(struct door *w, int err, struct findings *findings)
{
	return refuse_keep(w->d, w->seat, &w->who, w->name, err, findings);
}

/* A judgement. */
struct proposing {
	struct door_op *op;
	char *text; /* owned, NUL behind it; NULL: the file is to be gone */
	size_t len;
	struct context ctx;
	struct fstate *on, *next; /* held; next NULL: refused */
	struct findings findings;
	void (*then)(struct proposing *p); /* with the lock held; frees it */
};

static void
proposing_free(struct proposing *p)
{
	findings_free(&p->findings);
	fstate_drop(p->on);
	if (p->next)
		fstate_drop(p->next);
	free(p->text);
	free(p);
}

static void
judge(void *arg)
{
	struct proposing *p = arg;
	struct door *w = p->op->door;
	struct registry *r = w->d->registry;
	p->next = row_of(w)->tree->propose(p->on, &p->ctx, path_of(w), p->text, p->len, &p->findings);
	assert(!p->next == (findings_first_error(&p->findings) != NULL));
	registry_lock(r);
	p->then(p);
	registry_work_end(r);
}

/* What the file would be: all of it that was written, or what was appended behind what is there. */
static char *
whole_text(struct door *w, size_t *len)
{
	const char *base;
	size_t base_len;
	const struct stage *s = &w->stage;
	leaf_base(w, &base, &base_len);
	if (s->rewriting)
		base_len = 0;
	char *text = mem_calloc(base_len + s->len + 1, 1);
	memcpy(text, base, base_len);
	if (s->len)
		memcpy(text + base_len, s->bytes, s->len);
	*len = base_len + s->len;
	return text;
}

static void
propose(struct door_op *op, void (*then)(struct proposing *p))
{
	struct door *w = op->door;
	struct proposing *p = mem_calloc(1, sizeof *p);
	*p = (struct proposing){.op = op,
		.on = fstate_hold(duel_state_for(w->d, w->seat)),
		.then = then};
	if (!w->removes)
		p->text = whole_text(w, &p->len);
	fold_context(w->d->fold, &p->ctx);
	registry_work(w->d->registry, w->who.uid, judge, p);
}

static int
refuse(struct proposing *p)
{
	struct door *w = p->op->door;
	return w->gate->refuse(w, findings_errno(&p->findings), &p->findings);
}

/* The decision. */

static void leaf_decide(struct door_op *op);

struct accepting {
	struct door_op *op;
	struct fstate *on, *next; /* held */
};

/* Nothing of the duel is on its way to the disk. */
static void
put(void *arg)
{
	struct accepting *a = arg;
	struct door_op *op = a->op;
	struct door *w = op->door;
	int err = gate_may(w, MAY_WRITE, 0);
	bool again = !err && duel_state_for(w->d, w->seat) != a->on;
	if (!err && !again && a->next != a->on)
		duel_propose(w->d, fstate_hold(a->next));
	fstate_drop(a->on);
	fstate_drop(a->next);
	free(a);
	if (again) {
		leaf_decide(op);
		return;
	}
	if (!err)
		door_clear(w);
	leaf_end(w);
	door_finish(op, err);
}

static void
accept_it(struct door_op *op, struct fstate *on, struct fstate *next)
{
	struct accepting *a = mem_calloc(1, sizeof *a);
	*a = (struct accepting){.op = op, .on = fstate_hold(on), .next = fstate_hold(next)};
	queue_run(&op->door->d->queue, put, a);
}

static void
decided(struct proposing *p)
{
	struct door_op *op = p->op;
	if (p->next) {
		accept_it(op, p->on, p->next);
	} else {
		door_finish(op, refuse(p));
	}
	proposing_free(p);
}

static void
leaf_written(struct door_op *op)
{
	if (door_takes_whole(op->door))
		leaf_decide(op);
	else
		door_finish(op, gate_may(op->door, MAY_WRITE, 0));
}

static void
leaf_decide(struct door_op *op)
{
	struct door *w = op->door;
	int err = gate_may(w, MAY_WRITE, 0);
	assert(w->stage.written || w->removes);
	w->deciding = true;
	if (err)
		door_finish(op, err);
	else
		propose(op, decided);
}

/* What was made for a file that was to come is needed no more: it has come, or was refused. */
void
leaf_end(struct door *w)
{
	struct scratch *s, *next;
	if (w->gate->kind != GATE_LEAF || !w->wrote)
		return;
	DL_FOREACH_SAFE(w->d->scratch, s, next)
		if (s->coming && s->name && s->uid == w->who.uid && !strcmp(s->coming, w->path))
			scratch_unlink(s);
}

/* Removing a file. */

struct removing {
	struct door *door;
	done_fn done;
	void *arg;
};

static void
removed(void *arg, int err)
{
	struct removing *r = arg;
	r->done(r->arg, err);
	door_close(r->door, NULL, NULL);
	free(r);
}

void
door_remove(struct duel *d, const char *path, const struct caller *who, done_fn done, void *arg)
{
	struct door *w;
	int err = door_open_leaf(d, path, who, true, &w);
	if (err) {
		done(arg, err);
		return;
	}
	struct removing *r = mem_calloc(1, sizeof *r);
	*r = (struct removing){.door = w, .done = done, .arg = arg};
	w->removes = true;
	w->stage.written = true;
	door_fsync(w, removed, r);
}

const struct gate gate_leaf = {
	.kind = GATE_LEAF,
	.limit = 1 << 20,
	.too_big = "a file below this directory is at most 1 MiB",
	.base = leaf_base,
	.refuse = leaf_refuse,
	.written = leaf_written,
	.decide = leaf_decide,
};
