/*
 * What stands for a question is named in quality-summary.md; what addresses it does so by an edge. Both are found once
 * for the whole base; then each position's part of them says whether it engages, and what was decided against it.
 */
#include "validators/adversarial/settle.h"

#include <string.h>
#include "validators/text/mem.h"

/* clang-format off */
const char *const verdict_kind_names[VERDICT_KINDS] = {
	[VERDICT_BETTER_GROUNDED] = "better-grounded",
	[VERDICT_ASYMMETRIC] = "asymmetric engagement",
	[VERDICT_BOTH_ENGAGED] = "both engaged, evidence contested",
	[VERDICT_NEITHER] = "neither engaged",
	[VERDICT_NOT_SETTLED] = "not settled by this corpus",
};
/* clang-format on */

/* One position on one question. */
struct part {
	struct standing s;
	size_t *by, *central, *edges; /* edges: by which each of central addresses it; KB_NONE: it stands for it */
};

struct settlement {
	struct settle_ask ask;
	size_t questions, sides;
	struct part *parts; /* of each question, one a side */
	bool *counts;	    /* of each edge: does it say that one argument addresses another? */
	bool *closed;	    /* of each argument: is a claim closed for it? */
	size_t *engaging;   /* sides of each question, */
	size_t *n_engaging;
	size_t *winner;	       /* and whose it is; KB_NONE: nobody's */
	size_t *held, *n_held; /* of each side: all central arguments, where each is refuted or baseless */
};

static bool
is_dead(const struct kb_argument *a)
{
	return a->status >= KB_REFUTED;
}

/* An edge of the snapshot counts; one that the debate added where it leaves no layer, and its side has claimed so. */
static bool
edge_counts(const struct settle_ask *ask, const struct kb_edge *e)
{
	const struct kb_argument *from, *to;
	size_t was_from, was_to;

	if (e->type != KB_ADDRESSES || e->to == KB_NONE)
		return false;
	from = kb_argument(ask->kb, e->from);
	to = kb_argument(ask->kb, e->to);
	was_from = kb_argument_find(ask->snapshot, from->id, strlen(from->id));
	was_to = kb_argument_find(ask->snapshot, to->id, strlen(to->id));
	if (was_from != KB_NONE && was_to != KB_NONE &&
		kb_edge_find(ask->snapshot, was_from, KB_ADDRESSES, was_to) != KB_NONE)
		return true;
	return from->side != KB_NONE && from->layer == to->layer &&
		ledger_side_cites(ask->ledger, from->side, from->id, to->id);
}

static void
find_closed(struct settlement *s)
{
	for (unsigned n = 1; n <= ledger_claims(s->ask.ledger); n++) {
		const struct claim *c = ledger_claim(s->ask.ledger, n);
		size_t row = c->status == CLAIM_CLOSED ? kb_argument_find(s->ask.kb, c->argument, strlen(c->argument))
						       : KB_NONE;

		if (row != KB_NONE)
			s->closed[row] = true;
	}
}

static bool
is_of_question(const struct kb_question *q, size_t argument)
{
	for (size_t i = 0; i < q->n; i++)
		if (q->arguments[i] == argument)
			return true;
	return false;
}

static bool
persists_on(const struct settlement *s, size_t question, size_t side)
{
	for (size_t i = 0; i < ledger_deflections(s->ask.ledger); i++) {
		const struct deflection *d = ledger_deflection(s->ask.ledger, i);

		if (d->side == side && deflection_persists(d) &&
			is_of_question(kb_question(s->ask.kb, question),
				kb_argument_find(s->ask.kb, d->unaddressed, strlen(d->unaddressed))))
			return true;
	}
	return false;
}

/* An argument of a side's that stands for the question, or addresses it by an edge. */
static void
add_central(struct settlement *s, struct part *p, size_t argument, size_t edge)
{
	p->central[p->s.n_central] = argument;
	p->edges[p->s.n_central++] = edge;
	if (!is_dead(kb_argument(s->ask.kb, argument)))
		p->by[p->s.n_by++] = argument;
}

static void
find_central(struct settlement *s, size_t question)
{
	const struct kb *kb = s->ask.kb;
	const struct kb_question *q = kb_question(kb, question);
	enum { NOT, STANDS, ADDRESSES } *is = mem_calloc(kb_arguments(kb), sizeof *is);
	size_t *edge = mem_calloc(kb_arguments(kb), sizeof *edge), *n = mem_calloc(s->sides, sizeof *n);
	struct part *parts = &s->parts[question * s->sides];

	for (size_t i = 0; i < q->n; i++)
		is[q->arguments[i]] = STANDS;
	for (size_t i = 0; i < kb_edges(kb); i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (s->counts[i] && is[e->to] == STANDS && is[e->from] == NOT) {
			is[e->from] = ADDRESSES;
			edge[e->from] = i;
		}
	}
	for (size_t i = 0; i < kb_arguments(kb); i++)
		if (is[i] && kb_argument(kb, i)->side != KB_NONE)
			n[kb_argument(kb, i)->side]++;
	for (size_t side = 0; side < s->sides; side++) {
		parts[side].s.central = parts[side].central = mem_calloc(n[side], sizeof *parts->central);
		parts[side].s.by = parts[side].by = mem_calloc(n[side], sizeof *parts->by);
		parts[side].edges = mem_calloc(n[side], sizeof *parts->edges);
	}
	for (size_t i = 0; i < kb_arguments(kb); i++)
		if (is[i] && kb_argument(kb, i)->side != KB_NONE)
			add_central(s, &parts[kb_argument(kb, i)->side], i, is[i] == STANDS ? KB_NONE : edge[i]);
	free(is);
	free(edge);
	free(n);
}

/* Without central arguments a position is not thereby beaten. */
static bool
is_beaten(const struct settlement *s, size_t question, size_t side)
{
	const struct standing *at = settlement_standing(s, question, side);

	for (size_t i = 0; i < at->n_central; i++)
		if (!is_dead(kb_argument(s->ask.kb, at->central[i])) && !s->closed[at->central[i]])
			return !at->engages && persists_on(s, question, side);
	return at->n_central || persists_on(s, question, side);
}

/* The one that engages while every other one is beaten. Two that are beaten by each other: none is. */
static size_t
find_winner(const struct settlement *s, size_t question)
{
	size_t winner = KB_NONE;

	for (size_t side = 0; side < s->sides; side++) {
		bool wins = settlement_standing(s, question, side)->engages;

		for (size_t other = 0; other < s->sides; other++)
			wins = wins && (other == side || settlement_standing(s, question, other)->beaten);
		if (wins && winner != KB_NONE)
			return KB_NONE;
		winner = wins ? side : winner;
	}
	return winner;
}

static void
settle_question(struct settlement *s, size_t question)
{
	struct part *parts = &s->parts[question * s->sides];

	find_central(s, question);
	for (size_t side = 0; side < s->sides; side++)
		if ((parts[side].s.engages = parts[side].s.n_by))
			s->engaging[question * s->sides + s->n_engaging[question]++] = side;
	for (size_t side = 0; side < s->sides; side++)
		parts[side].s.beaten = is_beaten(s, question, side);
	s->winner[question] = find_winner(s, question);
}

/* All central arguments of a side, each once. */
static void
find_held(struct settlement *s, size_t side)
{
	size_t *held = &s->held[side * kb_arguments(s->ask.kb)], n = 0;
	bool *seen = mem_calloc(kb_arguments(s->ask.kb), sizeof *seen), alive = false;

	for (size_t q = 0; q < s->questions; q++) {
		const struct standing *at = settlement_standing(s, q, side);

		alive = alive || at->engages;
		for (size_t i = 0; i < at->n_central; i++)
			seen[at->central[i]] = true;
	}
	for (size_t i = 0; i < kb_arguments(s->ask.kb); i++)
		if (seen[i])
			held[n++] = i;
	s->n_held[side] = alive ? 0 : n;
	free(seen);
}

struct settlement *
settle(const struct settle_ask *ask)
{
	struct settlement *s = mem_calloc(1, sizeof *s);
	size_t arguments = kb_arguments(ask->kb);

	s->ask = *ask;
	s->questions = kb_questions(ask->kb);
	s->sides = kb_positions(ask->kb);
	s->parts = mem_calloc(s->questions * s->sides, sizeof *s->parts);
	s->counts = mem_calloc(kb_edges(ask->kb), sizeof *s->counts);
	s->closed = mem_calloc(arguments, sizeof *s->closed);
	s->engaging = mem_calloc(s->questions * s->sides, sizeof *s->engaging);
	s->n_engaging = mem_calloc(s->questions, sizeof *s->n_engaging);
	s->winner = mem_calloc(s->questions, sizeof *s->winner);
	s->held = mem_calloc(s->sides * arguments, sizeof *s->held);
	s->n_held = mem_calloc(s->sides, sizeof *s->n_held);
	for (size_t i = 0; i < kb_edges(ask->kb); i++)
		s->counts[i] = edge_counts(ask, kb_edge(ask->kb, i));
	find_closed(s);
	for (size_t q = 0; q < s->questions; q++)
		settle_question(s, q);
	for (size_t side = 0; side < s->sides; side++)
		find_held(s, side);
	return s;
}

void
settlement_free(struct settlement *s)
{
	for (size_t i = 0; i < s->questions * s->sides; i++) {
		free(s->parts[i].by);
		free(s->parts[i].central);
		free(s->parts[i].edges);
	}
	free(s->parts);
	free(s->counts);
	free(s->closed);
	free(s->engaging);
	free(s->n_engaging);
	free(s->winner);
	free(s->held);
	free(s->n_held);
	free(s);
}

const struct standing *
settlement_standing(const struct settlement *s, size_t question, size_t side)
{
	return &s->parts[question * s->sides + side].s;
}

const size_t *
settlement_held(const struct settlement *s, size_t side, size_t *n)
{
	*n = s->n_held[side];
	return &s->held[side * kb_arguments(s->ask.kb)];
}

/* -- verdicts -- */

/* All engage, by nothing that is better than contested. */
static bool
is_unsettled(const struct settlement *s, size_t question)
{
	for (size_t side = 0; side < s->sides; side++) {
		const struct standing *at = settlement_standing(s, question, side);

		for (size_t i = 0; i < at->n_central; i++)
			if (kb_argument(s->ask.kb, at->central[i])->status < KB_CONTESTED)
				return false;
	}
	return s->n_engaging[question] == s->sides;
}

struct question_verdict
settlement_verdict(const struct settlement *s, size_t question)
{
	size_t n = s->n_engaging[question];

	if (s->winner[question] != KB_NONE)
		return (struct question_verdict){VERDICT_BETTER_GROUNDED, &s->winner[question], 1};
	if (n && n < s->sides)
		return (struct question_verdict){VERDICT_ASYMMETRIC, &s->engaging[question * s->sides], n};
	return (struct question_verdict){!n	    ? VERDICT_NEITHER
			: is_unsettled(s, question) ? VERDICT_NOT_SETTLED
						    : VERDICT_BOTH_ENGAGED,
		NULL, 0};
}

static bool
names_side(const struct question_verdict *v, size_t side)
{
	for (size_t i = 0; i < v->n_sides; i++)
		if (v->sides[i] == side)
			return true;
	return false;
}

bool
settlement_earned(const struct settlement *s, size_t question, const struct question_verdict *v)
{
	struct question_verdict due = settlement_verdict(s, question);

	if (v->kind == VERDICT_BOTH_ENGAGED && due.kind == VERDICT_NOT_SETTLED)
		return true;
	if (v->kind != due.kind)
		return false;
	for (size_t side = 0; side < s->sides; side++)
		if (names_side(v, side) != names_side(&due, side))
			return false;
	return true;
}

/* -- why -- */

#define SHOWN 3

static void
put_central(const struct settlement *s, const struct part *p, size_t i, UT_string *out)
{
	const struct kb_argument *a = kb_argument(s->ask.kb, p->central[i]);
	const char *closed = s->closed[p->central[i]] ? ", closed" : "";

	if (p->edges[i] == KB_NONE)
		utstring_printf(out, "%s stands for it (%s%s)", a->id, kb_status_names[a->status], closed);
	else
		utstring_printf(out, "%s addresses %s (%s%s)", a->id,
			kb_argument(s->ask.kb, kb_edge(s->ask.kb, p->edges[i])->to)->id, kb_status_names[a->status],
			closed);
}

/* Edges by which a side only touches a question, or that do not count. */
static size_t
put_others(const struct settlement *s, size_t question, size_t side, UT_string *out)
{
	const struct kb *kb = s->ask.kb;
	size_t n = 0;

	for (size_t i = 0; i < kb_edges(kb) && n < SHOWN; i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (e->type < KB_ADDRESSES || s->counts[i] || e->to == KB_NONE ||
			kb_argument(kb, e->from)->side != side || !is_of_question(kb_question(kb, question), e->to))
			continue;
		utstring_printf(out, "%s%s %s %s", n++ ? ", " : "", kb_argument(kb, e->from)->id,
			kb_edge_names[e->type], kb_argument(kb, e->to)->id);
	}
	return n;
}

void
settlement_put_why(const struct settlement *s, size_t question, UT_string *out)
{
	for (size_t side = 0; side < s->sides; side++) {
		const struct part *p = &s->parts[question * s->sides + side];

		utstring_printf(out, "%s%s %s: ", side ? "; " : "", kb_position(s->ask.kb, side)->slug,
			p->s.engages ? "engages" : "does not engage");
		for (size_t i = 0; i < p->s.n_central && i < SHOWN; i++) {
			utstring_printf(out, i ? ", " : "");
			put_central(s, p, i, out);
		}
		if (p->s.n_central > SHOWN)
			utstring_printf(out, ", and %zu more", p->s.n_central - SHOWN);
		if (!p->s.n_central && !put_others(s, question, side, out))
			utstring_printf(out, "nothing of it stands for it or addresses it");
		if (persists_on(s, question, side))
			utstring_printf(out, ", and its non-engagement persists");
	}
}
