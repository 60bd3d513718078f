/* The page of a debate: what it changed, and what became of what was claimed. */
#include "validators/adversarial/page.h"

#include <string.h>
#include "validators/adversarial/mutation.h"
#include "validators/adversarial/since.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"

void
page_put_status(enum kb_status status, UT_string *out)
{
	utstring_printf(out, "<span class=\"rating %s\">%s</span>", kb_status_names[status], kb_status_names[status]);
}

void
page_put_ref(const struct page_ask *ask, const char *ref, size_t len, UT_string *out)
{
	size_t row = kb_argument_find(ask->kb, ref, len);

	if (row == KB_NONE) {
		utstring_printf(out, "<code>");
		html_put(out, ref, len);
		utstring_printf(out, "</code>");
		return;
	}
	utstring_printf(out, "<a href=\"#%s\">%s</a> ", kb_argument(ask->kb, row)->id, kb_argument(ask->kb, row)->id);
	page_put_status(kb_argument(ask->kb, row)->status, out);
}

static void
put_words(UT_string *out, struct revision_words words)
{
	html_put(out, words.s, words.len);
}

static void
put_turn(UT_string *out, unsigned turn)
{
	utstring_printf(out, "<a href=\"#turn-%u\">%u</a>", turn, turn);
}

/* "turn 3", "turns 3 → 5". */
static void
put_turns(UT_string *out, const unsigned *turns, size_t n)
{
	utstring_printf(out, "turn%s ", n == 1 ? "" : "s");
	for (size_t i = 0; i < n; i++) {
		utstring_printf(out, "%s", i ? " → " : "");
		put_turn(out, turns[i]);
	}
}

/* -- what the debate changed -- */

struct revisions {
	const struct page_ask *ask;
	UT_string *out;
	unsigned shown, n;
};

static void
put_revision(void *arg, const struct revision_said *r)
{
	struct revisions *v = arg;

	if (v->n++ >= PAGE_REVISIONS)
		return;
	v->shown++;
	utstring_printf(v->out, "<tr><td>R-%03u</td><td>", r->number);
	page_put_ref(v->ask, r->target.s, r->target.len, v->out);
	utstring_printf(v->out, "</td><td>");
	put_words(v->out, r->type);
	utstring_printf(v->out, "<br>");
	put_words(v->out, r->change);
	utstring_printf(v->out, "</td><td>");
	if (r->number <= v->ask->earlier)
		utstring_printf(v->out, "an earlier debate");
	else if (r->turn)
		put_turns(v->out, &r->turn, 1);
	utstring_printf(v->out, "<br><span class=\"meta\">");
	put_words(v->out, r->handle);
	utstring_printf(v->out, "</span></td><td>");
	put_words(v->out, r->justification);
	utstring_printf(v->out, "</td></tr>\n");
}

/* Every argument that is not as it was, whether or not a revision says who lowered it. */
static size_t
put_changed(const struct page_ask *ask, UT_string *out)
{
	size_t n = 0;

	for (size_t i = 0; i < kb_arguments(ask->kb); i++) {
		const struct kb_argument *a = kb_argument(ask->kb, i), *was = since_argument(ask->snapshot, a);

		if ((was && was->status == a->status) || n++ >= PAGE_REVISIONS)
			continue;
		utstring_printf(out, "<li>");
		if (was)
			page_put_status(was->status, out);
		else
			utstring_printf(out, "<em>new</em>");
		utstring_printf(out, " → ");
		page_put_ref(ask, a->id, strlen(a->id), out);
		html_put_in(out, ": ", a->summary, "</li>\n");
	}
	return n;
}

static void
put_more(UT_string *out, const char *tag, size_t all, size_t shown, const char *where)
{
	if (all > shown)
		utstring_printf(out, "<%s class=\"meta\">and %zu more, in <code>%s</code></%s>\n", tag, all - shown,
			where, tag);
}

static void
put_revisions(const struct page_ask *ask, UT_string *out)
{
	struct revisions v = {.ask = ask, .out = out};

	utstring_printf(out,
		"<table>\n<thead><tr><th></th><th>What</th><th>Before → "
		"after</th><th>By</th><th>Why</th></tr></thead>\n"
		"<tbody>\n");
	revisions_each(ask->revisions, strlen(ask->revisions), put_revision, &v);
	utstring_printf(out, "</tbody>\n</table>\n");
	put_more(out, "p", v.n, v.shown, "kb/revisions.md");
}

static void
put_changes(const struct page_ask *ask, UT_string *out)
{
	bool revised = ask->revisions && revisions_last(ask->revisions, strlen(ask->revisions));
	UT_string list;
	size_t n;

	utstring_init(&list);
	utstring_printf(&list, "%s", "");
	n = put_changed(ask, &list);
	if (n || revised) {
		utstring_printf(out,
			"<details open id=\"changes\">\n<summary>What changed in the knowledge base: "
			"%zu argument%s</summary>\n",
			n, n == 1 ? "" : "s");
		if (n)
			utstring_printf(out, "<ul>\n%s</ul>\n", utstring_body(&list));
		put_more(out, "p", n, PAGE_REVISIONS, "kb/arguments");
		if (revised)
			put_revisions(ask, out);
		utstring_printf(out, "</details>\n");
	}
	utstring_done(&list);
}

/* -- claims -- */

static const char *const claim_looks[CLAIM_STATUSES] = {
	[CLAIM_OPEN] = "stands",
	[CLAIM_PARTIALLY_REBUTTED] = "shaken",
	[CLAIM_REBUTTED] = "falls",
	[CLAIM_UNCLAIMABLE] = "falls",
	[CLAIM_CONCEDED] = "stands",
	[CLAIM_CLOSED] = "falls",
};

static void
put_closure(const struct page_ask *ask, const struct claim *c, UT_string *out)
{
	utstring_printf(out, "<br>Closed as %s in ", closed_as_names[c->as]);
	put_turns(out, &c->closed_in, 1);
	utstring_printf(out, ", for ");
	page_put_ref(ask, c->argument, strlen(c->argument), out);
	html_put_in(out, ": “", c->ruling, "”");
	if (c->objected_in) {
		utstring_printf(out, "; objected to in ");
		put_turns(out, &c->objected_in, 1);
		utstring_printf(out, "%s",
			c->final		? ", reaffirmed: final"
				: c->unanswered ? ", not ruled on yet"
						: "");
	}
}

static void
put_claim(const struct page_ask *ask, const struct claim *c, UT_string *out)
{
	size_t cites = c->n_own < PAGE_CITES ? c->n_own : PAGE_CITES;

	utstring_printf(out,
		"<li id=\"" PAGE_CLAIM "%03u\"><strong>" PAGE_CLAIM
		"%03u</strong> <span class=\"rating %s\">%s%s</span> ",
		c->number, c->number, claim_looks[c->status], c->withdrawn ? "withdrawn, " : "",
		claim_status_names[c->status]);
	html_put_in(out, "", c->words, "<br>\n<span class=\"meta\">");
	html_put_in(out, "", context_seat_name(ask->ctx, c->seat), ", ");
	put_turns(out, c->thread, c->n_thread);
	for (size_t i = 0; i < cites; i++) {
		utstring_printf(out, "%s", i ? ", " : "; on ");
		page_put_ref(ask, c->cites[i].ref, strlen(c->cites[i].ref), out);
	}
	if (c->n_own > cites)
		utstring_printf(out, " and %zu more", c->n_own - cites);
	if (c->conceded_by)
		html_put_in(out, "<br>Conceded by ", context_seat_name(ask->ctx, c->conceded_by), "");
	if (c->status == CLAIM_CLOSED)
		put_closure(ask, c, out);
	if (c->accepted_by)
		html_put_in(out, "; accepted by ", context_seat_name(ask->ctx, c->accepted_by), "");
	utstring_printf(out, "</span></li>\n");
}

static void
put_claims(const struct page_ask *ask, UT_string *out)
{
	unsigned n = ledger_claims(ask->ledger), shown = n < PAGE_CLAIMS ? n : PAGE_CLAIMS,
		 counts[CLAIM_STATUSES] = {0};
	const char *before = "";

	if (!n)
		return;
	for (unsigned i = 1; i <= n; i++)
		counts[ledger_claim(ask->ledger, i)->status]++;
	utstring_printf(out, "<details open id=\"claims\">\n<summary>Claims: ");
	for (size_t i = 0; i < CLAIM_STATUSES; i++)
		if (counts[i]) {
			utstring_printf(out, "%s%u %s", before, counts[i], claim_status_names[i]);
			before = ", ";
		}
	utstring_printf(out, "</summary>\n<ul class=\"ledger\">\n");
	for (unsigned i = 1; i <= shown; i++)
		put_claim(ask, ledger_claim(ask->ledger, i), out);
	put_more(out, "li", n, shown, "output/claims-ledger.md");
	utstring_printf(out, "</ul>\n</details>\n");
}

/* Bytes of a scope; the argument's file has it whole. */
#define SCOPE_BYTES 200

/* An argument, its layer and its scope: what a deflection is told by. */
static void
put_placed(const struct page_ask *ask, const char *id, UT_string *out)
{
	size_t row = kb_argument_find(ask->kb, id, strlen(id)), len, cut;
	const struct kb_argument *a = row == KB_NONE ? NULL : kb_argument(ask->kb, row);

	page_put_ref(ask, id, strlen(id), out);
	if (!a)
		return;
	len = strlen(a->scope);
	cut = text_cut(a->scope, len, SCOPE_BYTES);
	utstring_printf(out, " <span class=\"meta\">%s; ", kb_layer_names[a->layer]);
	html_put(out, a->scope, cut);
	utstring_printf(out, "%s</span>", cut < len ? QUOTE_MORE : "");
}

static void
put_deflections(const struct page_ask *ask, UT_string *out)
{
	size_t n = ledger_deflections(ask->ledger), shown = n < PAGE_CLAIMS ? n : PAGE_CLAIMS;

	if (!n)
		return;
	utstring_printf(out, "<details open>\n<summary>Deflections: %zu</summary>\n<ul class=\"ledger\">\n", n);
	for (size_t i = 0; i < shown; i++) {
		const struct deflection *d = ledger_deflection(ask->ledger, i);

		utstring_printf(out, "<li>%s cited ", kb_position(ask->kb, d->side)->slug);
		put_placed(ask, d->cited, out);
		utstring_printf(out, " where it had ");
		put_placed(ask, d->unaddressed, out);
		utstring_printf(out, " to address: called out in ");
		put_turns(out, d->called, d->n_called);
		utstring_printf(out, "; %s</li>\n",
			d->answered			 ? "addressed since"
				: deflection_persists(d) ? "never addressed"
							 : "not addressed yet");
	}
	put_more(out, "li", n, shown, "output/claims-ledger.md");
	utstring_printf(out, "</ul>\n</details>\n");
}

static void
put_findings(const struct page_ask *ask, UT_string *out)
{
	size_t n = ledger_findings(ask->ledger), shown = n < PAGE_CLAIMS ? n : PAGE_CLAIMS;

	if (!n)
		return;
	utstring_printf(out, "<details open>\n<summary>Findings: %zu</summary>\n<ul class=\"ledger\">\n", n);
	for (size_t i = 0; i < shown; i++) {
		unsigned turn;
		const char *finding = ledger_finding(ask->ledger, i, &turn);

		html_put_in(out, "<li>", finding, " <span class=\"meta\">");
		put_turns(out, &turn, 1);
		utstring_printf(out, "</span></li>\n");
	}
	put_more(out, "li", n, shown, "output/claims-ledger.md");
	utstring_printf(out, "</ul>\n</details>\n");
}

void
adversarial_page(const struct page_ask *ask, UT_string *out)
{
	put_changes(ask, out);
	put_claims(ask, out);
	put_deflections(ask, out);
	put_findings(ask, out);
	page_put_graph(ask, out);
}
