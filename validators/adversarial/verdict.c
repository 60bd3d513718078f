#include "validators/adversarial/verdict.h"

#include <stdlib.h>

const char *const verdict_words[VERDICTS + 1] = {"better-grounded", "asymmetric engagement",
	"both engaged, evidence contested", "neither engaged", "not settled by this corpus", NULL};

#define BIT(position) (UINT32_C(1) << (position))

static size_t
row_of(const struct base *b, const struct argument *a)
{
	return (size_t)(a - base_argument(b, 0));
}

static struct fact *
fact(struct facts *f, unsigned argument)
{
	const struct base *live = adv_of(f->d)->live;

	return &f->of[row_of(live, base_numbered(live, argument))];
}

const struct fact *
fact_of(const struct facts *f, unsigned argument)
{
	return fact((struct facts *)(uintptr_t)f, argument);
}

/* -- two keys -- */

/* Has a debater of another side than the argument's lowered it? */
static bool
is_lowered_by_another(const struct debate *d, const struct argument *argument)
{
	const struct adversarial *a = adv_of(d);

	for (size_t i = 0; i < a->n_revisions; i++) {
		unsigned position = adv_position(d, a->revisions[i].seat);

		if (a->revisions[i].op == OP_LOWER && a->revisions[i].argument == argument->number &&
			position != NO_POSITION && position != argument->position)
			return true;
	}
	return false;
}

static bool
downgrade_counts(const struct debate *d, const struct revision *r, const struct argument *argument)
{
	unsigned by = adv_position(d, r->seat);

	if (by != NO_POSITION)
		return by == argument->position;
	return is_lowered_by_another(d, argument) && adv_had_turn(d, adv_debater(d, argument->position), r->text);
}

static void
read_arguments(struct facts *f)
{
	const struct adversarial *a = adv_of(f->d);
	bool *lowered = mem_calloc(base_arguments(a->live), sizeof *lowered);

	for (size_t i = 0; i < base_arguments(a->live); i++) {
		const struct argument *was = base_numbered(a->start, base_argument(a->live, i)->number);

		f->of[i].counted = was ? was->status : base_argument(a->live, i)->status;
	}
	for (size_t i = 0; i < a->n_revisions; i++) {
		const struct revision *r = &a->revisions[i];

		if (r->op != OP_LOWER)
			continue;
		const struct argument *argument = base_numbered(a->live, r->argument);
		struct fact *fact = &f->of[row_of(a->live, argument)];

		if (!lowered[fact - f->of])
			fact->counted = r->before;
		lowered[fact - f->of] = true;
		if (downgrade_counts(f->d, r, argument))
			fact->counted = r->after;
	}
	free(lowered);
	for (size_t i = 0; i < base_arguments(a->live); i++)
		f->of[i].dead = f->of[i].counted >= REFUTED;
	/* A closure as refuted or baseless rests on a rating, by which its argument is dead where that counts. */
	for (size_t i = 0; i < a->n_claims; i++) {
		const struct claim *c = &a->claims[i];
		const struct argument *argument =
			c->state == CLAIM_CLOSED && c->as == AS_DEBUNKED ? base_numbered(a->live, c->argument) : NULL;

		if (argument && adv_had_turn(f->d, adv_debater(f->d, argument->position), c->closed_in))
			f->of[row_of(a->live, argument)].dead = true;
	}
}

/* -- of the question -- */

static unsigned
moderator_of(const struct debate *d)
{
	return debate_seat_of(d, ROLE_MODERATOR);
}

/* The text that an argument or an edge was added in; 0: an earlier debate did. */
static unsigned
added_in(const struct adversarial *a, enum operation op, unsigned argument, const struct edge *e)
{
	for (size_t i = 0; i < a->n_revisions; i++) {
		const struct revision *r = &a->revisions[i];

		if (r->op == op && r->argument == argument && (!e || (r->edge.type == e->type && r->edge.to == e->to)))
			return r->text;
	}
	return 0;
}

/* An added edge, or one from an added argument, counts once the moderator has had a turn after it, unless a deflection
 * names the pair. */
static bool
edge_counts(const struct debate *d, const struct edge *e)
{
	const struct adversarial *a = adv_of(d);
	unsigned moderator = moderator_of(d);

	if (base_has_edge(a->snapshot, e->from, e->type, e->to, NULL))
		return true;
	for (size_t i = 0; i < a->n_deflections; i++)
		if (a->deflections[i].cited == e->from && a->deflections[i].unaddressed == e->to)
			return false;
	return adv_had_turn(d, moderator, added_in(a, OP_EDGE, e->from, e)) &&
		(base_numbered(a->snapshot, e->from) || adv_had_turn(d, moderator, added_in(a, OP_NEW, e->from, NULL)));
}

static void
read_questions(struct facts *f)
{
	const struct adversarial *a = adv_of(f->d);

	for (size_t q = 0; q < f->n; q++)
		for (size_t i = 0; i < base_question(a->live, q)->n; i++)
			fact(f, base_question(a->live, q)->arguments[i])->stands_for |= UINT64_C(1) << q;
	for (size_t i = 0; i < base_arguments(a->live); i++)
		if (base_numbered(a->snapshot, base_argument(a->live, i)->number))
			f->of[i].central = f->of[i].of = f->of[i].stands_for;
	for (size_t i = 0; i < base_edges(a->snapshot); i++) {
		const struct edge *e = base_edge(a->snapshot, i);

		/* An earlier debate removed nothing, but whoever has the folder may have. */
		if (e->type == ADDRESSES && e->to && base_numbered(a->live, e->from) && base_numbered(a->live, e->to)) {
			fact(f, e->from)->central |= fact(f, e->to)->stands_for;
			fact(f, e->from)->of = fact(f, e->from)->central;
		}
	}
	for (size_t i = 0; i < base_edges(a->live); i++) {
		const struct edge *e = base_edge(a->live, i);
		uint64_t more = e->type == ADDRESSES && e->to ? fact(f, e->to)->stands_for : 0;

		if (more & ~fact(f, e->from)->of && edge_counts(f->d, e))
			fact(f, e->from)->of |= more;
	}
}

/* -- positions -- */

/* Does an item engage what its argument is of? */
static bool
engages(const struct facts *f, const struct citation *c)
{
	const struct argument *a = c->argument ? base_numbered(adv_of(f->d)->live, c->argument) : NULL;

	return a && adv_asserts(c->move) && a->position != NO_POSITION && adv_position(f->d, c->seat) == a->position &&
		!fact_of(f, a->number)->dead;
}

static void
read_engagement(struct facts *f)
{
	const struct adversarial *a = adv_of(f->d);

	for (size_t i = 0; i < a->n_citations; i++) {
		const struct citation *c = &a->citations[i];

		for (size_t q = 0; engages(f, c) && q < f->n; q++)
			if (fact_of(f, c->argument)->of >> q & 1)
				f->standing[q].engage |= BIT(adv_position(f->d, c->seat)) & f->positions;
	}
}

bool
is_called_out(const struct facts *f, size_t question, unsigned position)
{
	const struct adversarial *a = adv_of(f->d);
	unsigned first = 0;

	for (size_t i = 0; i < a->n_deflections; i++) {
		const struct deflection *e = &a->deflections[i];

		if (e->position != position || !(fact_of(f, e->unaddressed)->of >> question & 1) ||
			!adv_had_turn(f->d, adv_debater(f->d, position), e->text))
			continue;
		if (first && first != e->text)
			return true;
		first = e->text;
	}
	return false;
}

/* What a position has on a question in the snapshot. */
struct central {
	bool any, alive;
	bool good; /* one that is robust or strong */
};

static struct central
central_of(const struct facts *f, size_t question, unsigned position)
{
	const struct base *live = adv_of(f->d)->live;
	struct central c = {0};

	for (size_t i = 0; i < base_arguments(live); i++) {
		const struct argument *a = base_argument(live, i);

		if (a->position != position || !(f->of[i].central >> question & 1))
			continue;
		c.any = true;
		c.alive |= !f->of[i].dead;
		c.good |= f->of[i].counted <= STRONG;
	}
	return c;
}

bool
is_held_against(const struct facts *f, unsigned position)
{
	const struct base *live = adv_of(f->d)->live;
	bool any = false;

	for (size_t i = 0; i < base_arguments(live); i++) {
		const struct argument *a = base_argument(live, i);

		if (a->position != position || !f->of[i].central)
			continue;
		if (f->of[i].counted < REFUTED)
			return false;
		any = true;
	}
	return any;
}

/* -- the table -- */

static void
read_standing(struct facts *f, size_t question)
{
	struct standing *s = &f->standing[question];
	unsigned n = base_positions(adv_of(f->d)->live);
	uint32_t alive = 0;
	bool good = false;

	for (unsigned p = 0; p < n; p++) {
		struct central c;

		if (!(f->positions & BIT(p)))
			continue;
		c = central_of(f, question, p);
		good |= c.good;
		alive |= c.alive ? BIT(p) : 0;
		if ((c.any && !c.alive) || (!(s->engage & BIT(p)) && is_called_out(f, question, p)))
			s->beaten |= BIT(p);
	}
	s->verdict = s->engage != f->positions ? ASYMMETRIC : good ? BOTH_ENGAGED : NOT_SETTLED;
	s->named = s->verdict == ASYMMETRIC ? s->engage : 0;
	for (unsigned p = 0; p < n; p++)
		if (s->engage & alive & BIT(p) && !(f->positions & ~s->beaten & ~BIT(p))) {
			s->verdict = BETTER_GROUNDED;
			s->named = BIT(p);
		}
	if (!s->engage) {
		s->verdict = NEITHER_ENGAGED;
		s->named = 0;
	}
}

void
facts_read(struct facts *f, const struct debate *d)
{
	const struct base *live = adv_of(d)->live;

	*f = (struct facts){.d = d, .n = base_questions(live)};
	f->of = mem_calloc(base_arguments(live), sizeof *f->of);
	read_arguments(f);
	read_questions(f);
	for (unsigned p = 0; p < base_positions(live); p++)
		if (adv_debater(d, p) && adv_has_opened(d, adv_debater(d, p)))
			f->positions |= BIT(p);
	read_engagement(f);
	for (size_t q = 0; q < f->n; q++)
		read_standing(f, q);
}

void
facts_free(struct facts *f)
{
	free(f->of);
	*f = (struct facts){0};
}

/* -- words -- */

void
print_positions(const struct base *b, uint32_t positions, UT_string *out)
{
	bool any = false;

	for (unsigned p = 0; p < base_positions(b); p++) {
		if (!(positions & BIT(p)))
			continue;
		utstring_printf(out, "%s%s", any ? ", " : "", base_position(b, p));
		any = true;
	}
}

void
print_verdict(const struct facts *f, size_t question, UT_string *out)
{
	const struct standing *s = &f->standing[question];

	utstring_printf(out, "%s%s", verdict_words[s->verdict], s->named ? " " : "");
	print_positions(adv_of(f->d)->live, s->named, out);
}

/* The claim by which a position engages, and what its argument has to do with the question. */
static void
print_engagement(const struct facts *f, size_t question, unsigned position, UT_string *out)
{
	const struct adversarial *a = adv_of(f->d);

	for (size_t i = 0; i < a->n_citations; i++) {
		const struct citation *c = &a->citations[i];

		if (adv_position(f->d, c->seat) != position || !engages(f, c) ||
			!(fact_of(f, c->argument)->of >> question & 1))
			continue;
		utstring_printf(out, " by arg-%03u", c->argument);
		for (size_t k = 0; k < base_edges(a->live) && !(fact_of(f, c->argument)->stands_for >> question & 1);
			k++) {
			const struct edge *e = base_edge(a->live, k);

			if (e->from == c->argument && e->type == ADDRESSES && e->to &&
				fact_of(f, e->to)->stands_for >> question & 1) {
				utstring_printf(out, ", which addresses arg-%03u", e->to);
				break;
			}
		}
		utstring_printf(out, " (L-%03u, turn %u)", c->claim, c->text);
		return;
	}
}

void
print_why(const struct facts *f, size_t question, UT_string *out)
{
	const struct base *live = adv_of(f->d)->live;
	const struct standing *s = &f->standing[question];
	bool first = true;

	for (unsigned p = 0; p < base_positions(live); p++) {
		const char *between = ": central ";

		if (!(f->positions & BIT(p)))
			continue;
		utstring_printf(out, "%s%s ", first ? "" : "; ", base_position(live, p));
		first = false;
		if (s->engage & BIT(p)) {
			utstring_printf(out, "engages");
			print_engagement(f, question, p, out);
		} else {
			utstring_printf(out, "does not engage%s",
				is_called_out(f, question, p) ? ", and was called out for that twice" : "");
		}
		for (size_t i = 0; i < base_arguments(live); i++) {
			const struct argument *a = base_argument(live, i);

			if (a->position != p || !(f->of[i].central >> question & 1))
				continue;
			utstring_printf(out, "%sarg-%03u (%s%s)", between, a->number, status_words[f->of[i].counted],
				f->of[i].dead && f->of[i].counted < REFUTED ? ", closed" : "");
			between = ", ";
		}
	}
}
