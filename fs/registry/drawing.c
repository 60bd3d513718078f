/* Pictures of a format's graphs: see drawing.h. */
#include "fs/registry/drawing.h"

#include <assert.h>
#include <errno.h>

#include "fs/registry/registry_inner.h"
#include "fs/registry/own.h"
#include "fs/util/dot.h"
#include "validators/text/mem.h"
#include "validators/text/svg.h"

struct layout {
	struct registry *registry;
	int64_t duel;
	unsigned row;
	uint64_t job;
	UT_string graph, svg;
	int err;
};

static void
layout_free(struct layout *l)
{
	utstring_done(&l->graph);
	utstring_done(&l->svg);
	free(l);
}

void
drawing_graph(struct duel *d, unsigned row, UT_string *out)
{
	struct context ctx;
	fold_context(d->fold, &ctx);
	d->fold->format->render(d->fold->state, &ctx, own_row_at(d, row)->id, 0, out);
}

static void
hash(const UT_string *graph, unsigned char out[crypto_generichash_BYTES])
{
	crypto_generichash(out, crypto_generichash_BYTES, (const unsigned char *)utstring_body(graph),
		utstring_len(graph), NULL, 0);
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

static void drawing_update(struct duel *d, unsigned row);

/* false: it is the one that is there. */
static bool
take_picture(struct drawing *g, const UT_string *svg)
{
	if (g->svg && g->len == utstring_len(svg) && !memcmp(g->svg, utstring_body(svg), g->len))
		return false;
	free(g->svg);
	g->len = utstring_len(svg);
	g->svg = mem_copy(utstring_body(svg), g->len);
	return true;
}

static void
land(struct layout *l)
{
	struct drawing *g = drawing_of(l);
	if (!g)
		return;
	struct duel *d = registry_by_id(l->registry, l->duel);
	int64_t now_ms = registry_moment(l->registry).now_ms;
	if (take_picture(g, &l->svg))
		g->landed_ms = now_ms > g->landed_ms ? now_ms : g->landed_ms + 1;
	g->err = l->err;
	g->landed = g->begun;
	g->job = 0;
	memcpy(g->of, g->job_of, sizeof g->of);
	d->fold->version++;
	d->fold->quiet++;
	live_recount(d);
	drawing_update(d, l->row);
	duel_changed(d);
}

static void
lay_out(void *arg)
{
	struct layout *l = arg;
	struct registry *r = l->registry;
	struct dot_limits limits = dot_limits;
	limits.stop = &r->stop_layouts;
	l->err = dot_render(r->dot, utstring_body(&l->graph), utstring_len(&l->graph), &limits, &l->svg);
	registry_lock(r);
	if (!r->closing)
		land(l);
	registry_job_end(r);
	registry_unlock(r);
	layout_free(l);
}

/* Takes the graph. */
static void
begin(struct duel *d, unsigned row, UT_string *graph)
{
	struct registry *r = d->registry;
	struct drawing *g = &d->live->drawings[row];
	struct layout *l = mem_calloc(1, sizeof *l);
	assert(!g->job && !r->closing);
	*l = (struct layout){.registry = r, .duel = d->id, .row = row, .job = ++r->layouts, .graph = *graph};
	utstring_init(&l->svg);
	utstring_init(graph);
	g->job = l->job;
	g->begun++;
	hash(&l->graph, g->job_of);
	registry_job_begin(r);
	workers_run(r->drawer, d->uid, lay_out, l);
}

/* Begin a layout where one is wanted and none is under way. The number of that which shows the graph as it is now. */
static uint64_t
wanted_layout(struct duel *d, unsigned row)
{
	struct drawing *g = &d->live->drawings[row];
	unsigned char now[crypto_generichash_BYTES];
	uint64_t wanted = g->landed;
	UT_string graph;
	utstring_init(&graph);
	drawing_graph(d, row, &graph);
	hash(&graph, now);
	if (g->job) {
		wanted = same(now, g->job_of) ? g->begun : g->begun + 1;
	} else if (!d->registry->closing && (!g->svg || g->err == -ENOENT || !same(now, g->of))) {
		begin(d, row, &graph);
		wanted = g->begun;
	}
	utstring_done(&graph);
	return wanted;
}

/* Without the program each attempt would be followed by the next. */
static void
drawing_update(struct duel *d, unsigned row)
{
	if (d->live->drawings[row].err != -ENOENT)
		wanted_layout(d, row);
}

static bool
is_drawn(const struct duel *d, unsigned row)
{
	const struct format_row *r = own_row_at(d, row);
	return r && r->drawn;
}

void
drawings_update(struct duel *d)
{
	assert(registry_is_locked(d->registry));
	for (unsigned row = 0; own_row_at(d, row); row++)
		if (is_drawn(d, row))
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
	if (!is_drawn(d, row))
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

void
drawing_show(struct duel *d, unsigned row, UT_string *out)
{
	assert(registry_is_locked(d->registry));
	assert(row < FORMAT_ROWS_MAX);
	static const char *const lines[] = {"This graph is being laid out.", "Open this file again."};
	const struct drawing *g = &d->live->drawings[row];
	if (!g->svg)
		drawing_update(d, row);
	if (g->svg)
		utstring_bincpy(out, g->svg, g->len);
	else
		svg_notice(lines, sizeof lines / sizeof *lines, out);
}

void
duel_undraw(struct duel *d)
{
	assert(d->live);
	for (struct drawing *g = d->live->drawings; g < d->live->drawings + FORMAT_ROWS_MAX; g++) {
		free(g->svg);
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
