/* Pictures of a format's graphs: see drawing.h. */
#include "fs/registry/drawing.h"

#include <assert.h>
#include <errno.h>

#include "fs/registry/registry_inner.h"
#include "fs/registry/own.h"
#include "fs/util/dot.h"
#include "fs/util/kept.h"
#include "validators/text/mem.h"
#include "validators/text/svg.h"

struct layout {
	struct registry *registry;
	int64_t duel;
	unsigned row;
	uint64_t job;
	const struct drawing_kind *kind;
	struct drawing_plan plan;
	UT_string bytes;
	int err;
};

static void
plan_begin(struct drawing_plan *p)
{
	*p = (struct drawing_plan){.record = NULL};
	utstring_init(&p->text);
}

void
drawing_plan_end(struct drawing_plan *p)
{
	utstring_done(&p->text);
	if (p->lent)
		lent_leave(p->lent);
	if (p->source)
		source_drop(p->source);
}

void
drawing_graph(struct duel *d, unsigned row, UT_string *out)
{
	struct context ctx;
	fold_context(d->fold, &ctx);
	d->fold->format->render(d->fold->state, &ctx, own_row_at(d, row)->id, 0, out);
}

static void
graph_plan(struct duel *d, unsigned row, struct drawing_plan *out)
{
	drawing_graph(d, row, &out->text);
}

static int
graph_make(const struct drawing_plan *plan, const struct drawing_means *means, UT_string *out)
{
	struct dot_limits limits = dot_limits;
	limits.stop = means->stop;
	return dot_render(means->dot, utstring_body(&plan->text), utstring_len(&plan->text), &limits, out);
}

static void
graph_none(UT_string *out)
{
	static const char *const lines[] = {"This graph is being laid out.", "Open this file again."};
	svg_notice(lines, sizeof lines / sizeof *lines, out);
}

static const struct drawing_kind graph_kind = {graph_plan, graph_make};

static const struct drawing_kind *
kind_of(const struct duel *d, unsigned row)
{
	const struct format_row *r = own_row_at(d, row);
	return r && r->drawn ? &graph_kind : NULL;
}

static void
hash(const UT_string *plan, unsigned char out[crypto_generichash_BYTES])
{
	crypto_generichash(out, crypto_generichash_BYTES, (const unsigned char *)utstring_body(plan),
		utstring_len(plan), NULL, 0);
}

static bool
same(const unsigned char a[crypto_generichash_BYTES], const unsigned char b[crypto_generichash_BYTES])
{
	return !memcmp(a, b, crypto_generichash_BYTES);
}

/* The drawing that this layout is for; NULL: gone. */
static struct drawing *
drawing_of(const struct layout *l)
{
	struct duel *d = registry_by_id(l->registry, l->duel);
	struct drawing *g = d && d->live ? &d->live->drawings[l->row] : NULL;
	return g && g->job == l->job ? g : NULL;
}

static uint64_t wanted_layout(struct duel *d, unsigned row);

/* false: it is the one that is there. */
static bool
take(struct registry *r, struct drawing *g, const char *made, size_t len)
{
	int64_t now_ms = registry_moment(r).now_ms;
	if (g->bytes && g->len == len && !memcmp(g->bytes, made, len))
		return false;
	free(g->bytes);
	g->len = len;
	g->bytes = mem_copy(made, len);
	g->landed_ms = now_ms > g->landed_ms ? now_ms : g->landed_ms + 1;
	return true;
}

static void
land(struct layout *l)
{
	struct drawing *g = drawing_of(l);
	if (!g)
		return;
	struct duel *d = registry_by_id(l->registry, l->duel);
	take(l->registry, g, utstring_body(&l->bytes), utstring_len(&l->bytes));
	g->err = l->err;
	g->landed = g->begun;
	g->job = 0;
	memcpy(g->of, g->job_of, sizeof g->of);
	d->fold->version++;
	d->fold->quiet++;
	live_recount(d);
	if (g->wanted > g->landed) {
		g->seen = 0;
		wanted_layout(d, l->row);
	}
	duel_changed(d);
}

static void
lay_out(void *arg)
{
	struct layout *l = arg;
	struct registry *r = l->registry;
	struct drawing_means means = {r->dot, &r->stop_layouts};
	l->err = l->kind->make(&l->plan, &means, &l->bytes);
	registry_lock(r);
	if (!r->closing)
		land(l);
	drawing_plan_end(&l->plan);
	registry_job_end(r);
	registry_unlock(r);
	utstring_done(&l->bytes);
	free(l);
}

/* Takes the plan. */
static void
begin(struct duel *d, unsigned row, struct drawing_plan *plan)
{
	struct registry *r = d->registry;
	struct drawing *g = &d->live->drawings[row];
	struct layout *l = mem_calloc(1, sizeof *l);
	assert(!g->job && !r->closing);
	*l = (struct layout){
		.registry = r, .duel = d->id, .row = row, .job = ++r->layouts, .kind = kind_of(d, row), .plan = *plan};
	utstring_init(&l->bytes);
	plan_begin(plan);
	g->job = l->job;
	g->begun++;
	hash(&l->plan.text, g->job_of);
	registry_job_begin(r);
	workers_run(r->drawer, d->uid, lay_out, l);
}

/* Is there nothing newer than the graph that was looked at last? Without the program each look is a new attempt. */
static bool
is_seen(const struct duel *d, const struct drawing *g)
{
	return g->seen == fold_news(d->fold) && (g->job || g->err != -ENOENT);
}

/* Begin a layout where one is wanted and none is under way. The number of that which shows the duel as it is now. */
static uint64_t
wanted_layout(struct duel *d, unsigned row)
{
	struct drawing *g = &d->live->drawings[row];
	unsigned char now[crypto_generichash_BYTES];
	struct drawing_plan plan;
	if (d->registry->closing || is_seen(d, g))
		return d->registry->closing ? g->landed : g->wanted;
	plan_begin(&plan);
	kind_of(d, row)->plan(d, row, &plan);
	hash(&plan.text, now);
	g->seen = fold_news(d->fold);
	g->wanted = g->landed;
	if (g->job) {
		g->wanted = same(now, g->job_of) ? g->begun : g->begun + 1;
	} else if (!g->bytes || g->err == -ENOENT || !same(now, g->of)) {
		begin(d, row, &plan);
		g->wanted = g->begun;
	}
	drawing_plan_end(&plan);
	return g->wanted;
}

void
drawing_look(struct duel *d, unsigned row)
{
	assert(registry_is_locked(d->registry));
	assert(row < FORMAT_ROWS_MAX);
	/* Without the program a look whose layout has landed would be followed by the next. */
	if (kind_of(d, row) && d->live->drawings[row].err != -ENOENT)
		wanted_layout(d, row);
}

bool
drawing_has_landed(const struct duel *d, unsigned row, uint64_t layout)
{
	assert(row < FORMAT_ROWS_MAX);
	return d->live->drawings[row].landed >= layout;
}

bool
drawing_wait(struct duel *d, unsigned row, struct wait *w)
{
	assert(registry_is_locked(d->registry));
	if (!kind_of(d, row))
		return false;
	wait_begin(w, d, WAIT_DRAWN, row);
	w->layout = wanted_layout(d, row);
	return !wait_over(w);
}

int64_t
drawing_ms(const struct duel *d, unsigned row)
{
	assert(row < FORMAT_ROWS_MAX);
	return d->live->drawings[row].landed_ms;
}

const char *
drawing_bytes(const struct duel *d, unsigned row, size_t *len)
{
	assert(row < FORMAT_ROWS_MAX);
	*len = d->live->drawings[row].len;
	return d->live->drawings[row].bytes;
}

void
drawing_show(struct duel *d, unsigned row, UT_string *out)
{
	assert(registry_is_locked(d->registry));
	assert(row < FORMAT_ROWS_MAX);
	const struct drawing *g = &d->live->drawings[row];
	drawing_look(d, row);
	if (g->bytes)
		utstring_bincpy(out, g->bytes, g->len);
	else
		graph_none(out);
}

void
duel_undraw(struct duel *d)
{
	assert(d->live);
	for (struct drawing *g = d->live->drawings; g < d->live->drawings + FORMAT_ROWS_MAX; g++) {
		free(g->bytes);
		*g = (struct drawing){.begun = g->begun + 1, .landed = g->begun + 1};
	}
}

size_t
drawings_bytes(const struct duel *d)
{
	size_t bytes = 0;
	for (const struct drawing *g = d->live->drawings; g < d->live->drawings + FORMAT_ROWS_MAX; g++)
		bytes += g->len;
	return bytes;
}

void
drawings_take(struct duel *d, const struct kept *pictures)
{
	bool other = false;
	assert(registry_is_locked(d->registry));
	for (unsigned row = 0; own_row_at(d, row); row++) {
		const struct kept_file *f = kept_find(pictures, own_row_at(d, row)->name);
		if (f && own_row_at(d, row)->drawn)
			other |= take(d->registry, &d->live->drawings[row], f->bytes, f->len);
	}
	if (!other)
		return;
	d->fold->version++;
	d->fold->quiet++;
	live_recount(d);
	duel_changed(d);
}

void
drawing_plan_page(struct duel *d, const struct drawing_kind *page, bool kept, struct drawing_plan *out)
{
	assert(registry_is_locked(d->registry));
	plan_begin(out);
	out->kept = kept;
	page->plan(d, 0, out);
}

void
drawing_make_page(const struct drawing_kind *page, const struct drawing_plan *plan, struct kept *out)
{
	UT_string bytes;
	utstring_init(&bytes);
	page->make(plan, &(struct drawing_means){.dot = DOT_PROGRAM}, &bytes);
	kept_add(out, DRAWING_PAGE_NAME, utstring_body(&bytes), utstring_len(&bytes));
	utstring_done(&bytes);
}
