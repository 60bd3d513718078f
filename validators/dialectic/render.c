#include "validators/dialectic/render.h"

#include <stdarg.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

void
render_paragraph(UT_string *out, const char *text, const char *format, ...)
{
	va_list args;

	if (!text)
		return;
	va_start(args, format);
	utstring_printf_va(out, format, args);
	va_end(args);
	md_escape_paragraph(out, text);
	utstring_bincpy(out, "\n", 1);
}

/* -- debate.md -- */

static json_t *
total_json(const struct total *t)
{
	return json_pack("{s:o, s:i}", "total", number_json(t->total), "count", (int)t->count);
}

const char *
dialectic_winner(const struct fstate *state)
{
	double lead = state->totals[SIDE_PROPOSITION].total.value - state->totals[SIDE_OPPOSITION].total.value;

	if (state->debate.outcome != OUTCOME_COMPLETED)
		return NULL;
	return !(lead < 0) && !(lead > 0) ? "tie" : dialectic_sides[lead > 0 ? SIDE_PROPOSITION : SIDE_OPPOSITION].name;
}

static void
put_total(const struct fstate *state, enum side side, UT_string *out)
{
	utstring_printf(out, "%s %.12g in %u arguments", dialectic_sides[side].name, state->totals[side].total.value,
		(unsigned)state->totals[side].count);
}

void
render_tally(const struct fstate *state, UT_string *out)
{
	const char *winner = dialectic_winner(state);

	put_total(state, SIDE_PROPOSITION, out);
	utstring_printf(out, ", ");
	put_total(state, SIDE_OPPOSITION, out);
	if (winner && !strcmp(winner, "tie"))
		utstring_printf(out, ": a tie");
	else if (winner)
		utstring_printf(out, ": the %s has won", winner);
}

static json_t *
closed_json(const struct debate_terms *terms, const struct fstate *state)
{
	char time[RECORD_TIME_BYTES];
	json_t *people = json_object();

	for (enum role role = 0; role < ROLES; role++) {
		const struct seat *seat = state->debate.seats[role] && state->debate.seats[role] <= terms->n_seats ?
			terms->seats[state->debate.seats[role] - 1] : NULL;

		if (seat)
			json_object_set_new(people, dialectic_role_names[role], json_pack("{s:s, s:s, s:s}",
				"name", seat->name, "harness", seat->harness, "model", seat->model));
	}
	return json_pack("{s:s, s:s*, s:s, s:o}", "outcome", fstate_outcome(state), "winner", dialectic_winner(state),
		"at", record_time(state->debate.closed_ms, time), "participants", people);
}

void
render_front(const struct debate_terms *terms, const struct fstate *state, UT_string *out)
{
	json_print_new(json_pack("{s:s, s:i, s:s, s:{s:o, s:o}, s:o*}",
		"debate_id", terms->id, "current_exchange", (int)state->exchange, "current_phase",
		dialectic_phase_names[debate_phase(state)],
		"cumulative_scores", dialectic_sides[SIDE_PROPOSITION].name,
		total_json(&state->totals[SIDE_PROPOSITION]),
		dialectic_sides[SIDE_OPPOSITION].name, total_json(&state->totals[SIDE_OPPOSITION]),
		"closed", fstate_is_closed(state) ? closed_json(terms, state) : NULL), out);
	utstring_printf(out, "\n\n");
}

void
render_head(const struct debate_terms *terms, UT_string *out)
{
	render_paragraph(out, terms->motion, "# Motion\n\n");
	if (terms->n_definitions)
		utstring_printf(out, "\n## Definitions\n\n");
	for (size_t i = 0; i < terms->n_definitions; i++) {
		utstring_printf(out, "- **");
		md_escape(out, terms->definitions[i].term);
		utstring_printf(out, "**: ");
		md_escape(out, terms->definitions[i].text);
		utstring_printf(out, "\n");
	}
	if (terms->scope && *terms->scope)
		render_paragraph(out, terms->scope, "\n## Scope\n\n");
}

/* -- an argument -- */

static json_t *
links_json(const struct argument *a, enum link_kind kind)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < a->n_links[kind]; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "target_id", id_text(a->links[kind][i].target).s,
			"type", link_type_names[a->links[kind][i].type]));
	return list;
}

/* What is said under a ground's heading. */
static void
put_ground(UT_string *out, const struct ground *ground)
{
	render_paragraph(out, ground->content, "\n> ");
	render_paragraph(out, ground->relevance, "\n**Relevance:** ");
}

void
render_argument(const struct argument *a, UT_string *out)
{
	json_print_new(json_pack("{s:s, s:s, s:i, s:s, s:s, s:o, s:o}", "id", id_text(a->id).s,
		"side", dialectic_sides[a->id.side].abbr, "exchange", (int)a->id.exchange, "title", a->title,
		"claim", a->claim, link_kinds[LINK_ATTACK].key, links_json(a, LINK_ATTACK),
		link_kinds[LINK_DEFENCE].key, links_json(a, LINK_DEFENCE)), out);
	render_paragraph(out, a->claim, "\n\n## Claim\n\n");
	utstring_printf(out, "\n## Grounds\n");
	for (unsigned i = 0; i < a->n_grounds; i++) {
		render_paragraph(out, a->grounds[i].source, "\n### %u. ", i + 1);
		put_ground(out, &a->grounds[i]);
	}
	render_paragraph(out, a->warrant, "\n## Warrant\n\n");
	render_paragraph(out, a->backing, "\n## Backing\n\n");
	render_paragraph(out, a->qualifier, "\n## Qualifier\n\n");
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
		if (a->n_links[kind])
			utstring_printf(out, "\n%s\n", link_kinds[kind].section);
		for (const struct link *l = a->links[kind]; l < a->links[kind] + a->n_links[kind]; l++)
			render_paragraph(out, l->content, "\n### %s %s\n\n**Type:** %s\n\n", link_kinds[kind].verb,
				id_text(l->target).s, link_type_names[l->type]);
	}
}

/* -- an exchange in the record -- */

void
render_argument_words(const struct argument *a, UT_string *out)
{
	render_paragraph(out, a->claim, "\n**Claim:** ");
	for (unsigned i = 0; i < a->n_grounds; i++) {
		render_paragraph(out, a->grounds[i].source, "\n**Ground %u:** ", i + 1);
		put_ground(out, &a->grounds[i]);
	}
	render_paragraph(out, a->warrant, "\n**Warrant:** ");
	render_paragraph(out, a->backing, "\n**Backing:** ");
	render_paragraph(out, a->qualifier, "\n**Qualifier:** ");
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (const struct link *l = a->links[kind]; l < a->links[kind] + a->n_links[kind]; l++)
			render_paragraph(out, l->content, "\n**%s %s** (%s): ", link_kinds[kind].verb,
				id_text(l->target).s, link_type_names[l->type]);
}

static void
put_argument(UT_string *out, const struct argument *a)
{
	render_paragraph(out, a->title, "\n### %s: ", id_text(a->id).s);
	utstring_bincpy(out, a->words, a->words_len);
}

void
render_handin(const struct handin *h, UT_string *out)
{
	for (unsigned i = 0; i < h->n; i++)
		put_argument(out, &h->arguments[i]);
}

void
render_exchange(struct handin *const in[SIDES], const struct judgement *judgement, UT_string *out)
{
	const struct scored *scores = judgement->scores;

	utstring_printf(out, "\n## Exchange %u\n", judgement->exchange);
	for (enum side side = 0; side < SIDES; side++)
		for (const struct argument *a = in[side]->arguments; a < in[side]->arguments + in[side]->n; a++) {
			put_argument(out, a);
			for (const struct scored *s = scores; s < scores + judgement->n_scores; s++)
				if (argument_id_equal(s->id, a->id))
					render_paragraph(out, s->reasoning, "\n**Score %s:** ",
						number_text(s->score).s);
		}
	if (judgement->n_rescores)
		utstring_printf(out, "\n### Rescores\n");
	for (unsigned i = 0; i < judgement->n_rescores; i++) {
		const struct rescored *r = &judgement->rescores[i];

		render_paragraph(out, r->reasoning, "\n**%s** from %s to %s: ", id_text(r->id).s,
			number_text(r->old_score).s, number_text(r->score).s);
	}
}
