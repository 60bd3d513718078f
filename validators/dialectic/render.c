#include "validators/dialectic/render.h"

#include <string.h>
#include "validators/dialectic/out.h"
#include "validators/kit/record.h"
#include "validators/text/markdown.h"

/* -- debate.md ------------------------------------------------------------------------------------------------------------------- */

static void
put_totals(UT_string *out, const struct fstate *state)
{
	out_key(out, 1, false, "cumulative_scores");
	out_put(out, "{");
	for (enum side side = 0; side < SIDES; side++) {
		out_key(out, 2, side == 0, dialectic_sides[side].name);
		out_put(out, "{");
		out_number_member(out, 3, true, "total", state->totals[side].total);
		out_key(out, 3, false, "count");
		utstring_printf(out, "%u", state->totals[side].count);
		out_end(out, 2, '}');
	}
	out_end(out, 1, '}');
}

/* A debate that was invalidated has no winner. */
static const char *
winner_of(const struct fstate *state)
{
	double lead = state->totals[SIDE_PROPOSITION].total.value - state->totals[SIDE_OPPOSITION].total.value;

	if (strcmp(state->outcome, DIALECTIC_COMPLETED))
		return NULL;
	return !(lead < 0) && !(lead > 0) ? "tie" : dialectic_sides[lead > 0 ? SIDE_PROPOSITION : SIDE_OPPOSITION].name;
}

static void
put_participants(UT_string *out, const struct debate_terms *terms, const struct fstate *state)
{
	bool first = true;

	out_key(out, 2, false, "participants");
	out_put(out, "{");
	for (enum role role = 0; role < ROLES; role++) {
		unsigned seat = state->seats[role];

		if (!seat || seat > terms->n_seats)
			continue;
		out_key(out, 3, first, dialectic_role_names[role]);
		out_put(out, "{");
		out_text_member(out, 4, true, "name", terms->seats[seat - 1]->name);
		out_text_member(out, 4, false, "harness", terms->seats[seat - 1]->harness);
		out_text_member(out, 4, false, "model", terms->seats[seat - 1]->model);
		out_end(out, 3, '}');
		first = false;
	}
	out_put(out, first ? "}" : "");
	if (!first)
		out_end(out, 2, '}');
}

static void
put_closed(UT_string *out, const struct debate_terms *terms, const struct fstate *state)
{
	char time[RECORD_TIME_BYTES];

	if (!state->closed)
		return;
	out_key(out, 1, false, "closed");
	out_put(out, "{");
	out_text_member(out, 2, true, "outcome", state->outcome);
	if (winner_of(state))
		out_text_member(out, 2, false, "winner", winner_of(state));
	out_text_member(out, 2, false, "at", record_time(state->closed_ms, time));
	put_participants(out, terms, state);
	out_end(out, 1, '}');
}

void
render_front(const struct debate_terms *terms, const struct fstate *state, UT_string *out)
{
	out_put(out, "{");
	out_text_member(out, 1, true, "debate_id", terms->id);
	out_key(out, 1, false, "current_exchange");
	utstring_printf(out, "%u", state->exchange);
	out_text_member(out, 1, false, "current_phase", dialectic_phase_names[debate_phase(state)]);
	put_totals(out, state);
	put_closed(out, terms, state);
	out_put(out, "\n}\n\n");
}

void
render_head(const struct debate_terms *terms, UT_string *out)
{
	out_put(out, "# Motion\n\n");
	md_escape_paragraph(out, terms->motion);
	out_put(out, "\n");
	if (terms->n_definitions)
		out_put(out, "\n## Definitions\n\n");
	for (size_t i = 0; i < terms->n_definitions; i++) {
		out_put(out, "- **");
		md_escape(out, terms->definitions[i].term);
		out_put(out, "**: ");
		md_escape(out, terms->definitions[i].text);
		out_put(out, "\n");
	}
	if (!terms->scope || !*terms->scope)
		return;
	out_put(out, "\n## Scope\n\n");
	md_escape_paragraph(out, terms->scope);
	out_put(out, "\n");
}

/* -- an argument ----------------------------------------------------------------------------------------------------------------- */

static void
put_links_member(UT_string *out, const struct argument *a, enum link_kind kind)
{
	out_key(out, 1, false, link_kinds[kind].key);
	out_put(out, "[");
	for (unsigned i = 0; i < a->n_links[kind]; i++) {
		out_put(out, i ? ",\n    {" : "\n    {");
		out_id_member(out, 3, true, "target_id", a->links[kind][i].target);
		out_text_member(out, 3, false, "type", link_type_names[a->links[kind][i].type]);
		out_end(out, 2, '}');
	}
	if (a->n_links[kind])
		out_end(out, 1, ']');
	else
		out_put(out, "]");
}

static void
put_front(UT_string *out, const struct argument *a)
{
	out_put(out, "{");
	out_id_member(out, 1, true, "id", a->id);
	out_text_member(out, 1, false, "side", dialectic_sides[a->id.side].abbr);
	out_key(out, 1, false, "exchange");
	utstring_printf(out, "%u", a->id.exchange);
	out_text_member(out, 1, false, "title", a->title);
	out_text_member(out, 1, false, "claim", a->claim);
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		put_links_member(out, a, kind);
	out_put(out, "\n}\n");
}

static void
put_section(UT_string *out, const char *heading, const char *text)
{
	if (!text)
		return;
	utstring_printf(out, "\n%s\n\n", heading);
	md_escape_paragraph(out, text);
	out_put(out, "\n");
}

/* `lead` is Markdown that the text goes on from. */
static void
put_after(UT_string *out, const char *lead, const char *text)
{
	utstring_printf(out, "\n%s", lead);
	md_escape_paragraph(out, text);
	out_put(out, "\n");
}

static void
put_links(UT_string *out, const struct argument *a, enum link_kind kind)
{
	if (a->n_links[kind])
		utstring_printf(out, "\n%s\n", link_kinds[kind].section);
	for (unsigned i = 0; i < a->n_links[kind]; i++) {
		const struct link *l = &a->links[kind][i];

		utstring_printf(out, "\n### %s ", link_kinds[kind].verb);
		out_id(out, l->target);
		utstring_printf(out, "\n\n**Type:** %s\n", link_type_names[l->type]);
		put_after(out, "", l->content);
	}
}

void
render_argument(const struct argument *a, UT_string *out)
{
	put_front(out, a);
	put_section(out, "## Claim", a->claim);
	out_put(out, "\n## Grounds\n");
	for (unsigned i = 0; i < a->n_grounds; i++) {
		utstring_printf(out, "\n### %u. ", i + 1);
		md_escape_paragraph(out, a->grounds[i].source);
		out_put(out, "\n");
		put_after(out, "> ", a->grounds[i].content);
		put_after(out, "**Relevance:** ", a->grounds[i].relevance);
	}
	put_section(out, "## Warrant", a->warrant);
	put_section(out, "## Backing", a->backing);
	put_section(out, "## Qualifier", a->qualifier);
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		put_links(out, a, kind);
}

/* -- an exchange in the record --------------------------------------------------------------------------------------------------- */

static void
put_heading(UT_string *out, const struct argument *a)
{
	out_put(out, "\n### ");
	out_id(out, a->id);
	out_put(out, ": ");
	md_escape_paragraph(out, a->title);
	out_put(out, "\n");
}

static void
put_body(UT_string *out, const struct argument *a)
{
	put_after(out, "**Claim:** ", a->claim);
	for (unsigned i = 0; i < a->n_grounds; i++) {
		utstring_printf(out, "\n**Ground %u:** ", i + 1);
		md_escape_paragraph(out, a->grounds[i].source);
		out_put(out, "\n");
		put_after(out, "> ", a->grounds[i].content);
		put_after(out, "**Relevance:** ", a->grounds[i].relevance);
	}
	put_after(out, "**Warrant:** ", a->warrant);
	if (a->backing)
		put_after(out, "**Backing:** ", a->backing);
	if (a->qualifier)
		put_after(out, "**Qualifier:** ", a->qualifier);
}

static void
put_link_lines(UT_string *out, const struct argument *a)
{
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++) {
			const struct link *l = &a->links[kind][i];

			utstring_printf(out, "\n**%s ", link_kinds[kind].verb);
			out_id(out, l->target);
			utstring_printf(out, "** (%s): ", link_type_names[l->type]);
			md_escape_paragraph(out, l->content);
			out_put(out, "\n");
		}
}

void
render_argument_words(const struct argument *a, UT_string *out)
{
	put_body(out, a);
	put_link_lines(out, a);
}

static void
put_score(UT_string *out, const struct judgement *j, struct argument_id id)
{
	for (unsigned i = 0; i < j->n_scores; i++) {
		if (!argument_id_equal(j->scores[i].id, id))
			continue;
		out_put(out, "\n**Score ");
		number_print(j->scores[i].score, out);
		out_put(out, ":** ");
		md_escape_paragraph(out, j->scores[i].reasoning);
		out_put(out, "\n");
	}
}

static void
put_rescores(UT_string *out, const struct judgement *j)
{
	if (j->n_rescores)
		out_put(out, "\n### Rescores\n");
	for (unsigned i = 0; i < j->n_rescores; i++) {
		const struct rescored *r = &j->rescores[i];

		out_put(out, "\n**");
		out_id(out, r->id);
		out_put(out, "** from ");
		number_print(r->old_score, out);
		out_put(out, " to ");
		number_print(r->score, out);
		out_put(out, ": ");
		md_escape_paragraph(out, r->reasoning);
		out_put(out, "\n");
	}
}

static void
put_scored(UT_string *out, const struct argument *a, const struct judgement *judgement)
{
	put_heading(out, a);
	utstring_bincpy(out, a->words, a->words_len);
	if (judgement)
		put_score(out, judgement, a->id);
}

void
render_handin(const struct handin *h, UT_string *out)
{
	for (unsigned i = 0; i < h->n; i++)
		put_scored(out, &h->arguments[i], NULL);
}

void
render_exchange(struct handin *const in[SIDES], const struct judgement *judgement, UT_string *out)
{
	utstring_printf(out, "\n## Exchange %u\n", judgement->exchange);
	for (enum side side = 0; side < SIDES; side++)
		for (unsigned i = 0; i < in[side]->n; i++)
			put_scored(out, &in[side]->arguments[i], judgement);
	put_rescores(out, judgement);
}
