/* output/claims-ledger.md: the ledger as people read it. */
#include "validators/adversarial/ledger.h"

#include "validators/text/markdown.h"

static void
put_escaped(UT_string *out, const char *before, const char *words, const char *behind)
{
	utstring_printf(out, "%s", before);
	md_escape(out, words);
	utstring_printf(out, "%s", behind);
}

static const struct kb_argument *
argument_of(const struct kb *kb, const char *ref)
{
	size_t row = kb_argument_find(kb, ref, strlen(ref));

	return row == KB_NONE ? NULL : kb_argument(kb, row);
}

static void
put_references(UT_string *out, const struct claim *c, const struct kb *kb)
{
	utstring_printf(out, "- **References**: ");
	for (size_t i = 0; i < c->n_own; i++) {
		const struct kb_argument *a = argument_of(kb, c->cites[i].ref);

		put_escaped(out, i ? ", " : "", c->cites[i].ref, "");
		if (a)
			utstring_printf(out, " (KB-rated %s)", kb_status_names[a->status]);
	}
	utstring_printf(out, "%s\n", c->n_own ? "" : "none");
}

static void
put_closure(UT_string *out, const struct claim *c)
{
	if (c->status != CLAIM_CLOSED)
		return;
	utstring_printf(
		out, "- **Closure**: ruled by moderator at turn %u as %s", c->closed_in, closed_as_names[c->as]);
	put_escaped(out, " (", c->argument, "): \"");
	put_escaped(out, "", c->ruling, "\"");
	if (c->objected_in)
		utstring_printf(out, "; objected to at turn %u, %s", c->objected_in,
			c->final		? "and reaffirmed: final"
				: c->unanswered ? "not ruled on yet"
						: "then accepted");
	utstring_printf(out, "\n");
}

/* What carries the claim, or fails it: the weakest of the arguments that it stands on, as they are rated now. */
static void
put_notes(UT_string *out, const struct claim *c, const struct kb *kb, const char *conceded, const char *accepted)
{
	const struct kb_argument *weakest = NULL;

	utstring_printf(out, "- **Notes**: %s", c->withdrawn ? "withdrawn by its side; " : "");
	if (conceded)
		put_escaped(out, "granted by ", conceded, "; ");
	if (accepted)
		put_escaped(out, "its closure accepted by ", accepted, "; ");
	for (size_t i = 0; i < c->n_own; i++) {
		const struct kb_argument *a = argument_of(kb, c->cites[i].ref);

		if (a && (!weakest || a->status > weakest->status))
			weakest = a;
	}
	if (weakest)
		utstring_printf(
			out, "its weakest argument is %s, rated %s\n", weakest->id, kb_status_names[weakest->status]);
	else
		utstring_printf(out, "it stands on no argument of the graph\n");
}

static void
put_numbers(UT_string *out, const unsigned *v, size_t n, const char *between)
{
	for (size_t i = 0; i < n; i++)
		utstring_printf(out, "%s%u", i ? between : "", v[i]);
}

static void
put_argument(UT_string *out, const struct kb *kb, const char *id)
{
	const struct kb_argument *a = argument_of(kb, id);

	utstring_printf(out, "%s", id);
	if (!a)
		return;
	utstring_printf(out, " (layer: %s, scope: ", kb_layer_names[a->layer]);
	put_escaped(out, "", a->scope, ", status: ");
	utstring_printf(out, "%s)", kb_status_names[a->status]);
}

static void
put_deflection(UT_string *out, const struct kb *kb, const struct deflection *d)
{
	utstring_printf(out, "- **%s** cited ", kb_position(kb, d->side)->slug);
	put_argument(out, kb, d->cited);
	utstring_printf(out, " in turn%s ", d->n_turns == 1 ? "" : "s");
	put_numbers(out, d->turns, d->n_turns, ", ");
	utstring_printf(out, " where it had ");
	put_argument(out, kb, d->unaddressed);
	utstring_printf(out, " to address; called out in turn%s ", d->n_called == 1 ? "" : "s");
	put_numbers(out, d->called, d->n_called, ", ");
	utstring_printf(out, "; %s\n",
		d->answered			 ? "addressed since"
			: deflection_persists(d) ? "never addressed: persistent non-engagement"
						 : "not addressed yet");
}

void
ledger_render(const struct ledger *l, const struct kb *kb, const char *(*seat_name)(void *arg, unsigned seat),
	void *arg, UT_string *out)
{
	utstring_printf(out, "# Claim Ledger\n");
	for (unsigned i = 1; i <= ledger_claims(l); i++) {
		const struct claim *c = ledger_claim(l, i);

		utstring_printf(out, "\n## L-%03u: ", c->number);
		put_escaped(out, "", c->words, "\n\n- **Asserted by**: ");
		put_escaped(out, "", seat_name(arg, c->seat), "");
		utstring_printf(out, " (debate turn %u)\n", c->turn);
		put_references(out, c, kb);
		utstring_printf(out, c->status == CLAIM_CLOSED ? "- **Status**: **%s**\n" : "- **Status**: %s\n",
			claim_status_names[c->status]);
		put_closure(out, c);
		utstring_printf(out, "- **Thread**: turn%s ", c->n_thread == 1 ? "" : "s");
		put_numbers(out, c->thread, c->n_thread, " → ");
		utstring_printf(out, "\n");
		put_notes(out, c, kb, c->conceded_by ? seat_name(arg, c->conceded_by) : NULL,
			c->accepted_by ? seat_name(arg, c->accepted_by) : NULL);
	}
	if (ledger_deflections(l))
		utstring_printf(out, "\n## Deflections\n\n");
	for (size_t i = 0; i < ledger_deflections(l); i++)
		put_deflection(out, kb, ledger_deflection(l, i));
	if (ledger_findings(l))
		utstring_printf(out, "\n## Findings\n\n");
	for (size_t i = 0; i < ledger_findings(l); i++) {
		unsigned turn;
		const char *finding = ledger_finding(l, i, &turn);

		utstring_printf(out, "- Turn %u: ", turn);
		put_escaped(out, "", finding, "\n");
	}
}
