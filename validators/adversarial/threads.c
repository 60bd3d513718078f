#include "validators/adversarial/threads.h"

#include "validators/adversarial/since.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* -- claims -- */

static bool
is_open(const struct claim *c)
{
	return c->status == CLAIM_OPEN || c->status == CLAIM_PARTIALLY_REBUTTED;
}

/* A source carries what cites it, and so does an argument that is strong. */
static bool
is_thin(const struct claim *c, const struct kb *kb)
{
	for (size_t i = 0; i < c->n_own; i++) {
		size_t row = kb_argument_find(kb, c->cites[i].ref, strlen(c->cites[i].ref));

		if (row == KB_NONE || kb_argument(kb, row)->status < KB_CONTESTED)
			return false;
	}
	return is_open(c);
}

static bool
is_listed(const struct claim *c, const struct kb *kb, enum claims_listed which)
{
	switch (which) {
	case CLAIMS_OBJECTED:
		return c->unanswered;
	case CLAIMS_OPEN:
		return is_open(c);
	case CLAIMS_THIN:
		return is_thin(c, kb);
	default:
		return c->status == CLAIM_CLOSED;
	}
}

/* What was rebutted comes first, then what nobody has named for longest. */
static int
compare_pressing(const void *a, const void *b)
{
	const struct claim *x = *(const struct claim *const *)a, *y = *(const struct claim *const *)b;
	unsigned last_x = x->thread[x->n_thread - 1], last_y = y->thread[y->n_thread - 1];

	if (x->status != y->status)
		return x->status > y->status ? -1 : 1;
	if (last_x != last_y)
		return last_x < last_y ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

void
claim_put(const struct claim *c, const struct kb *kb, UT_string *out)
{
	utstring_printf(out, "- L-%03u (%s, %s%s): ", c->number, kb_position(kb, c->side)->slug,
		c->withdrawn ? "withdrawn, " : "", claim_status_names[c->status]);
	md_escape(out, c->words);
	utstring_printf(out, " — turn%s ", c->n_thread == 1 ? "" : "s");
	for (size_t i = 0; i < c->n_thread; i++)
		utstring_printf(out, "%s%u", i ? " → " : "", c->thread[i]);
	utstring_printf(out, "; ");
	for (size_t i = 0; i < c->n_own; i++) {
		size_t row = kb_argument_find(kb, c->cites[i].ref, strlen(c->cites[i].ref));

		utstring_printf(out, "%s[", i ? " " : "");
		md_escape(out, c->cites[i].ref);
		utstring_printf(out, row == KB_NONE ? "]" : ": %s]",
			row == KB_NONE ? "" : kb_status_names[kb_argument(kb, row)->status]);
	}
	utstring_printf(out, "\n");
}

size_t
claims_put(const struct ledger *l, const struct kb *kb, enum claims_listed which, UT_string *out)
{
	const struct claim **listed = mem_calloc(ledger_claims(l), sizeof *listed);
	size_t n = 0;

	for (unsigned i = 1; i <= ledger_claims(l); i++)
		if (is_listed(ledger_claim(l, i), kb, which))
			listed[n++] = ledger_claim(l, i);
	qsort(listed, n, sizeof *listed, compare_pressing);
	for (size_t i = 0; i < n; i++)
		claim_put(listed[i], kb, out);
	free(listed);
	return n;
}

void
argument_put(const struct kb *snapshot, const struct kb *kb, size_t row, UT_string *out)
{
	const struct kb_argument *a = kb_argument(kb, row);
	size_t n;
	const size_t *edges = kb_edges_from(kb, row, &n);

	utstring_printf(out, "- %s (%s; ", a->id, kb_status_names[a->status]);
	md_escape(out, a->position);
	utstring_printf(out, "; %s): ", kb_layer_names[a->layer]);
	md_escape(out, a->summary);
	utstring_printf(out, " — `kb/%s`\n", a->path);
	for (size_t i = 0; i < n; i++) {
		const struct kb_edge *e = kb_edge(kb, edges[i]);

		utstring_printf(out, "  - %s ", kb_edge_names[e->type]);
		if (e->source)
			md_escape(out, e->source);
		else
			utstring_printf(out, "%s", kb_argument(kb, e->to)->id);
		utstring_printf(out, "%s\n", since_edge(snapshot, kb, e) ? " (new)" : "");
	}
}

/* -- threads -- */

/* An argument that claims have cited, and how many did. */
struct doubtful {
	const struct kb_argument *argument;
	unsigned claims;
};

static int
compare_doubtful(const void *a, const void *b)
{
	const struct doubtful *x = a, *y = b;

	if (x->claims != y->claims)
		return x->claims > y->claims ? -1 : 1;
	return x->argument->number < y->argument->number ? -1 : 1;
}

/* By rows: claims that cite it, where it is contested or weak. */
static struct doubtful *
find_doubtful(const struct ledger *l, const struct kb *kb)
{
	struct doubtful *v = mem_calloc(kb_arguments(kb), sizeof *v);

	for (unsigned i = 1; i <= ledger_claims(l); i++) {
		const struct claim *c = ledger_claim(l, i);

		for (size_t k = 0; k < c->n_cites; k++) {
			size_t row = kb_argument_find(kb, c->cites[k].ref, strlen(c->cites[k].ref));
			const struct kb_argument *a = row == KB_NONE ? NULL : kb_argument(kb, row);

			if (a && (a->status == KB_CONTESTED || a->status == KB_WEAK))
				v[row] = (struct doubtful){.argument = a, .claims = v[row].claims + 1};
		}
	}
	return v;
}

static void
put_contradictions(const struct kb *kb, const struct doubtful *by_row, UT_string *out)
{
	for (size_t i = 0; i < kb_contradictions(kb); i++) {
		const struct kb_contradiction *c = kb_contradiction(kb, i);
		bool touches = false;

		for (size_t k = 0; k < c->n; k++)
			touches = touches || by_row[c->arguments[k]].argument;
		if (!touches)
			continue;
		utstring_printf(out, "- C-%03u: ", c->number);
		md_escape(out, c->title);
		for (size_t k = 0; k < c->n; k++)
			utstring_printf(out, "%s%s", k ? ", " : " (", kb_argument(kb, c->arguments[k])->id);
		utstring_printf(out, "%s\n", c->n ? ")" : "");
	}
}

static void
put_doubtful(const struct kb *kb, struct doubtful *by_row, UT_string *out)
{
	size_t n = 0;

	for (size_t i = 0; i < kb_arguments(kb); i++)
		if (by_row[i].argument)
			by_row[n++] = by_row[i];
	qsort(by_row, n, sizeof *by_row, compare_doubtful);
	for (size_t i = 0; i < n; i++) {
		utstring_printf(out, "- %s (%s), cited in %u claim%s: ", by_row[i].argument->id,
			kb_status_names[by_row[i].argument->status], by_row[i].claims,
			by_row[i].claims == 1 ? "" : "s");
		md_escape(out, by_row[i].argument->summary);
		utstring_printf(out, "\n");
	}
}

/* Its arguments, and those that address them. */
static void
put_questions(const struct ledger *l, const struct kb *kb, UT_string *out)
{
	size_t n = kb_arguments(kb);
	bool *cited = mem_calloc(n, sizeof *cited), *met = mem_calloc(n, sizeof *met);

	for (size_t i = 0; i < n; i++)
		met[i] = cited[i] = ledger_has_cited(l, kb_argument(kb, i)->id);
	for (size_t i = 0; i < kb_edges(kb); i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (e->type == KB_ADDRESSES && e->to != KB_NONE && cited[e->from])
			met[e->to] = true;
	}
	for (size_t i = 0; i < kb_questions(kb); i++) {
		const struct kb_question *q = kb_question(kb, i);
		bool any = false;

		for (size_t k = 0; k < q->n; k++)
			any = any || met[q->arguments[k]];
		if (any)
			continue;
		utstring_printf(out, "- Q-%zu: ", i + 1);
		md_escape(out, q->text);
		for (size_t k = 0; k < q->n; k++)
			utstring_printf(out, "%s%s", k ? ", " : " (", kb_argument(kb, q->arguments[k])->id);
		utstring_printf(out, ")\n");
	}
	free(cited);
	free(met);
}

/* The title of a section; and that there is nothing in it, where nothing was appended since. */
static size_t
begin(UT_string *out, const char *title)
{
	utstring_printf(out, "\n## %s\n\n", title);
	return utstring_len(out);
}

static void
end(UT_string *out, size_t begun)
{
	if (utstring_len(out) == begun)
		utstring_printf(out, "none\n");
}

void
threads_render(const struct ledger *l, const struct kb *kb, UT_string *out)
{
	struct doubtful *by_row = find_doubtful(l, kb);
	size_t begun;

	utstring_printf(out, "# Threads\n");
	begun = begin(out, "Objections to rule on");
	claims_put(l, kb, CLAIMS_OBJECTED, out);
	end(out, begun);
	begun = begin(out, "Open claims");
	claims_put(l, kb, CLAIMS_OPEN, out);
	end(out, begun);
	begun = begin(out, "Central questions that nobody has addressed");
	put_questions(l, kb, out);
	end(out, begun);
	begun = begin(out, "Contradictions that touch contested and weak arguments");
	put_contradictions(kb, by_row, out);
	end(out, begun);
	begun = begin(out, "Contested and weak arguments that were cited");
	put_doubtful(kb, by_row, out);
	end(out, begun);
	free(by_row);
}
