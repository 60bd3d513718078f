/*
 * The argument graph on a page: arguments by position, each with its edges as links. Those that the debate touched come
 * first; those that an edge parts from these, and all others, are folded.
 */
#include "validators/adversarial/page.h"

#include <string.h>
#include "validators/adversarial/floor.h"
#include "validators/adversarial/since.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

/* Nearest first. */
enum reach { TOUCHED, BESIDE, FARTHER };

/* The rows of edges by the argument at one end: those of argument i are rows[from[i]] to rows[from[i + 1]]. */
struct ends {
	size_t *from, *rows;
};

struct graph_page {
	const struct page_ask *ask;
	UT_string *out;
	size_t n;
	enum reach *reach; /* of each argument */
	struct ends out_of, into;
	size_t shown;
};

static size_t
end_of(const struct kb_edge *e, bool into)
{
	return into ? e->to : e->from;
}

static struct ends
ends_of(const struct kb *kb, bool into)
{
	size_t n = kb_arguments(kb), m = kb_edges(kb);
	struct ends ends = {mem_calloc(n + 2, sizeof *ends.from), mem_calloc(m, sizeof *ends.rows)};

	/* How many there are, two places on; then where they begin, and in filling in where the next one goes. */
	for (size_t i = 0; i < m; i++)
		if (end_of(kb_edge(kb, i), into) != KB_NONE)
			ends.from[end_of(kb_edge(kb, i), into) + 2]++;
	for (size_t i = 1; i < n + 2; i++)
		ends.from[i] += ends.from[i - 1];
	for (size_t i = 0; i < m; i++)
		if (end_of(kb_edge(kb, i), into) != KB_NONE)
			ends.rows[ends.from[end_of(kb_edge(kb, i), into) + 1]++] = i;
	return ends;
}

static void
ends_free(struct ends *ends)
{
	free(ends->from);
	free(ends->rows);
}

/* -- what the debate touched -- */

static void
touch(struct graph_page *p, const char *ref)
{
	size_t row = kb_argument_find(p->ask->kb, ref, strlen(ref));

	if (row != KB_NONE)
		p->reach[row] = TOUCHED;
}

static void
touch_said(struct graph_page *p)
{
	const struct ledger *l = p->ask->ledger;

	for (unsigned i = 1; i <= ledger_claims(l); i++) {
		const struct claim *c = ledger_claim(l, i);

		for (size_t k = 0; k < c->n_cites; k++)
			touch(p, c->cites[k].ref);
		if (c->status == CLAIM_CLOSED)
			touch(p, c->argument);
	}
	for (size_t i = 0; i < ledger_deflections(l); i++) {
		touch(p, ledger_deflection(l, i)->cited);
		touch(p, ledger_deflection(l, i)->unaddressed);
	}
}

static void
touch_changed(struct graph_page *p)
{
	const struct kb *kb = p->ask->kb, *snapshot = p->ask->snapshot;

	for (size_t i = 0; i < p->n; i++) {
		const struct kb_argument *was = since_argument(snapshot, kb_argument(kb, i));

		if (!was || was->status != kb_argument(kb, i)->status)
			p->reach[i] = TOUCHED;
	}
	for (size_t i = 0; kb != snapshot && i < kb_edges(kb); i++)
		if (since_edge(snapshot, kb, kb_edge(kb, i)))
			p->reach[kb_edge(kb, i)->from] = p->reach[kb_edge(kb, i)->to] = TOUCHED;
}

/* Before anybody has said anything it is about what stands for a question. */
static void
touch_central(struct graph_page *p)
{
	for (size_t i = 0; i < kb_questions(p->ask->kb); i++)
		for (size_t k = 0; k < kb_question(p->ask->kb, i)->n; k++)
			p->reach[kb_question(p->ask->kb, i)->arguments[k]] = TOUCHED;
}

static size_t
count(const struct graph_page *p, enum reach reach)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		n += p->reach[i] == reach;
	return n;
}

static void
find_reach(struct graph_page *p)
{
	const struct kb *kb = p->ask->kb;

	for (size_t i = 0; i < p->n; i++)
		p->reach[i] = FARTHER;
	touch_said(p);
	touch_changed(p);
	if (!count(p, TOUCHED))
		touch_central(p);
	for (size_t i = 0; i < kb_edges(kb); i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (e->to == KB_NONE)
			continue;
		if (p->reach[e->from] == TOUCHED && p->reach[e->to] == FARTHER)
			p->reach[e->to] = BESIDE;
		if (p->reach[e->to] == TOUCHED && p->reach[e->from] == FARTHER)
			p->reach[e->from] = BESIDE;
	}
}

/* -- an argument -- */

static void
put_end(struct graph_page *p, const struct kb_edge *e, bool into)
{
	const struct kb *kb = p->ask->kb;
	const char *ref = into ? kb_argument(kb, e->from)->id : e->source ? e->source : kb_argument(kb, e->to)->id;

	page_put_ref(p->ask, ref, strlen(ref), p->out);
	if (since_edge(p->ask->snapshot, kb, e))
		utstring_printf(p->out, " <em>new</em>");
}

/* An item for each type of edge that it has, this way. */
static void
put_edges(struct graph_page *p, size_t row, bool into)
{
	const struct ends *ends = into ? &p->into : &p->out_of;
	size_t begin = ends->from[row], n = ends->from[row + 1] - begin, looked = n < PAGE_EDGES ? n : PAGE_EDGES;

	for (size_t type = 0; type < KB_EDGE_TYPES; type++) {
		const char *before = "";

		for (size_t i = begin; i < begin + looked; i++) {
			const struct kb_edge *e = kb_edge(p->ask->kb, ends->rows[i]);

			if (e->type != type)
				continue;
			if (!*before)
				utstring_printf(p->out, "<li>%s%s: ", kb_edge_names[type], into ? " it" : "");
			utstring_printf(p->out, "%s", before);
			put_end(p, e, into);
			before = ", ";
		}
		if (*before)
			utstring_printf(p->out, "</li>\n");
	}
	if (n > looked)
		utstring_printf(p->out, "<li class=\"meta\">and %zu more edges, in <code>kb/edges.md</code></li>\n",
			n - looked);
}

static void
put_argument(struct graph_page *p, size_t row)
{
	const struct kb_argument *a = kb_argument(p->ask->kb, row), *was = since_argument(p->ask->snapshot, a);

	utstring_printf(p->out, "<li id=\"%s\"><strong>%s</strong> ", a->id, a->id);
	if (was && was->status != a->status) {
		page_put_status(was->status, p->out);
		utstring_printf(p->out, " → ");
	}
	page_put_status(a->status, p->out);
	if (!was)
		utstring_printf(p->out, " <em>new</em>");
	utstring_printf(p->out, " <span class=\"meta\">%s</span> ", kb_layer_names[a->layer]);
	html_put_in(p->out, "", a->summary, "\n<ul class=\"edges\">\n");
	put_edges(p, row, false);
	put_edges(p, row, true);
	utstring_printf(p->out, "</ul></li>\n");
}

/* -- all of them -- */

/* Who speaks for it; NULL: nobody. */
static const struct seat *
speaker(const struct page_ask *ask, size_t side)
{
	for (unsigned i = 0; side != KB_NONE && i < ask->ctx->n_seats; i++) {
		const char *role = ask->ctx->seats[i]->role;
		size_t len = strlen(ADVERSARIAL_DEBATER);

		if (!strncmp(role, ADVERSARIAL_DEBATER, len) && !strcmp(role + len, kb_position(ask->kb, side)->slug))
			return ask->ctx->seats[i];
	}
	return NULL;
}

/* Those of a position that are so near. */
static void
put_position(struct graph_page *p, size_t side, enum reach reach)
{
	const struct seat *by = speaker(p->ask, side);
	bool any = false;

	for (size_t i = 0; i < p->n; i++) {
		if (kb_argument(p->ask->kb, i)->side != side || p->reach[i] != reach || p->shown == PAGE_ARGUMENTS)
			continue;
		if (!any) {
			html_put_in(p->out, "<h3>",
				side == KB_NONE ? "Of no position" : kb_position(p->ask->kb, side)->name, "");
			html_put_in(p->out, " <span class=\"meta\">", by ? by->name : "",
				"</span></h3>\n<ul class=\"graph\">\n");
		}
		any = true;
		put_argument(p, i);
		p->shown++;
	}
	if (any)
		utstring_printf(p->out, "</ul>\n");
}

static void
put_reach(struct graph_page *p, enum reach reach)
{
	for (size_t side = 0; side < kb_positions(p->ask->kb); side++)
		put_position(p, side, reach);
	put_position(p, KB_NONE, reach);
}

static void
put_questions(const struct page_ask *ask, UT_string *out)
{
	utstring_printf(out, "<ul class=\"ledger\">\n");
	for (size_t i = 0; i < kb_questions(ask->kb); i++) {
		const struct kb_question *q = kb_question(ask->kb, i);
		size_t shown = q->n < PAGE_CITES ? q->n : PAGE_CITES;

		utstring_printf(out, "<li><strong>Q-%zu</strong> ", i + 1);
		html_put_in(out, "", q->text, "<br>\n<span class=\"meta\">stands on ");
		for (size_t k = 0; k < shown; k++) {
			const char *id = kb_argument(ask->kb, q->arguments[k])->id;

			utstring_printf(out, "%s", k ? ", " : "");
			page_put_ref(ask, id, strlen(id), out);
		}
		if (q->n > shown)
			utstring_printf(out, " and %zu more", q->n - shown);
		utstring_printf(out, "</span></li>\n");
	}
	utstring_printf(out, "</ul>\n");
}

static void
put_folded(struct graph_page *p, enum reach reach, const char *which)
{
	size_t n = count(p, reach), before = p->shown;

	if (!n || before == PAGE_ARGUMENTS)
		return;
	utstring_printf(p->out, "<details>\n<summary>%zu %s</summary>\n", n, which);
	put_reach(p, reach);
	utstring_printf(p->out, "</details>\n");
}

void
page_put_graph(const struct page_ask *ask, UT_string *out)
{
	struct graph_page p = {.ask = ask,
		.out = out,
		.n = kb_arguments(ask->kb),
		.reach = mem_calloc(kb_arguments(ask->kb), sizeof *p.reach),
		.out_of = ends_of(ask->kb, false),
		.into = ends_of(ask->kb, true)};

	find_reach(&p);
	utstring_printf(out,
		"<details id=\"graph\">\n<summary>The argument graph: %zu arguments, %zu edges</summary>\n", p.n,
		kb_edges(ask->kb));
	put_questions(ask, out);
	put_reach(&p, TOUCHED);
	put_folded(&p, BESIDE, "more, an edge away from these");
	put_folded(&p, FARTHER, "more");
	if (p.n > p.shown)
		utstring_printf(
			out, "<p class=\"meta\">and %zu more, in <code>kb/arguments</code></p>\n", p.n - p.shown);
	utstring_printf(out, "</details>\n");
	free(p.reach);
	ends_free(&p.out_of);
	ends_free(&p.into);
}
