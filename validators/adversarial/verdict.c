#include "validators/adversarial/verdict.h"

#include <stdlib.h>

const char *const verdict_words[VERDICTS + 1] = {"better-grounded", "asymmetric engagement",
	"both engaged, evidence contested", "neither engaged", "not settled by this corpus", NULL};

#define BIT(position) (UINT32_C(1) << (position))

struct fact *
fact_of(const struct facts *f, unsigned argument)
{
	const struct base *live = adv_of(f->d)->live;

	return &f->of[base_numbered(live, argument) - live->arguments];
}

/* The seat of a position's debater; 0: nobody took it. */
static unsigned
debater_of(const struct debate *d, unsigned position)
{
	return position == NO_POSITION ? 0 : debate_seat_of(d, ROLE_DEBATER + position);
}

/* -- two keys -- */

static void
read_ratings(struct facts *f)
{
	const struct adversarial *a = adv_of(f->d);

	for (size_t i = 0; i < a->live->n_arguments; i++)
		f->of[i].counted = a->live->arguments[i].start;
	EACH_OF(revision, r, a->revisions, a->n_revisions) {
		unsigned by = adv_position(f->d, r->seat);

		if (r->op == OP_LOWER && by != NO_POSITION && by != base_numbered(a->live, r->argument)->position)
			fact_of(f, r->argument)->lowered = true;
	}
	EACH_OF(revision, r, a->revisions, a->n_revisions) {
		unsigned by = adv_position(f->d, r->seat), its;

		if (r->op != OP_LOWER)
			continue;
		its = base_numbered(a->live, r->argument)->position;
		if (by != NO_POSITION ? by == its
			: fact_of(f, r->argument)->lowered && adv_had_turn(f->d, debater_of(f->d, its), r->text))
			fact_of(f, r->argument)->counted = r->after;
	}
	for (size_t i = 0; i < a->live->n_arguments; i++)
		f->of[i].dead = f->of[i].counted >= REFUTED;
	/* A closure as refuted or baseless rests on a rating, by which its argument is dead where that counts. */
	EACH_OF(claim, c, a->claims, a->n_claims) {
		const struct argument *its =
			c->state == CLAIM_CLOSED && c->as == AS_DEBUNKED ? base_numbered(a->live, c->argument) : NULL;

		if (its && adv_had_turn(f->d, debater_of(f->d, its->position), c->closed_in))
			fact_of(f, c->argument)->dead = true;
	}
}

/* -- of the question -- */

/* An edge that is not of the snapshot counts once the moderator has had a turn after it, unless a deflection names the
 * pair. */
static bool
edge_counts(const struct debate *d, const struct edge *e)
{
	const struct adversarial *a = adv_of(d);

	for (size_t i = 0; i < a->n_deflections; i++)
		if (a->deflections[i].cited == e->from && a->deflections[i].unaddressed == e->to)
			return false;
	return adv_had_turn(d, debate_seat_of(d, ROLE_MODERATOR), e->text);
}

static void
read_questions(struct facts *f)
{
	const struct adversarial *a = adv_of(f->d);
	unsigned moderator = debate_seat_of(f->d, ROLE_MODERATOR);

	for (size_t q = 0; q < f->n; q++)
		for (size_t i = 0; i < a->live->fixed->questions[q].n; i++)
			fact_of(f, a->live->fixed->questions[q].arguments[i])->stands_for |= UINT64_C(1) << q;
	for (size_t i = 0; i < a->live->n_arguments; i++)
		if (base_numbered(a->snapshot, a->live->arguments[i].number))
			f->of[i].central = f->of[i].stands_for;
	for (size_t i = 0; i < a->snapshot->n_edges; i++) {
		const struct edge *e = &a->snapshot->edges[i];

		/* An earlier debate removed nothing, but whoever has the folder may have. */
		if (e->type == ADDRESSES && e->to && base_numbered(a->live, e->from) && base_numbered(a->live, e->to))
			fact_of(f, e->from)->central |= fact_of(f, e->to)->stands_for;
	}
	for (size_t i = 0; i < a->live->n_arguments; i++) {
		bool seen = adv_had_turn(f->d, moderator, a->live->arguments[i].text);

		f->of[i].of = f->of[i].central | (seen ? f->of[i].stands_for : 0);
		f->of[i].engages = f->of[i].cited ? f->of[i].of : 0;
	}
	for (size_t i = 0; i < a->live->n_edges; i++) {
		const struct edge *e = &a->live->edges[i];
		struct fact *from = fact_of(f, e->from);
		uint64_t to = e->type == ADDRESSES && e->to ? fact_of(f, e->to)->stands_for : 0;
		bool later = from->cited && from->cited >= e->text;

		if (!(to & ~(later ? from->engages : from->of)) || !edge_counts(f->d, e))
			continue;
		from->of |= to;
		from->engages |= later ? to : 0;
	}
}

/* -- positions -- */

/* Does an item assert something by an argument of its own side? */
static bool
cites_for_its_side(const struct debate *d, const struct step *s, size_t citation)
{
	unsigned number = adv_of(d)->citations[citation].argument;
	const struct argument *argument = number ? base_numbered(adv_of(d)->live, number) : NULL;

	return argument && adv_asserts(s->move) && argument->position != NO_POSITION &&
		adv_position(d, s->seat) == argument->position;
}

bool
is_called_out(const struct facts *f, size_t question, unsigned position)
{
	const struct adversarial *a = adv_of(f->d);
	unsigned first = 0;

	for (size_t i = 0; i < a->n_deflections; i++) {
		const struct deflection *e = &a->deflections[i];

		if (e->position != position || e->text == first || !(fact_of(f, e->unaddressed)->of >> question & 1))
			continue;
		if (!adv_had_turn(f->d, debater_of(f->d, position), e->text))
			return false;
		if (first)
			return true;
		first = e->text;
	}
	return false;
}

/* The arguments of a position on one of these questions in the snapshot. */
struct central {
	bool any, alive;
	enum status best;
};

static struct central
central_of(const struct facts *f, uint64_t questions, unsigned position)
{
	const struct base *live = adv_of(f->d)->live;
	struct central c = {.best = BASELESS};

	for (size_t i = 0; i < live->n_arguments; i++) {
		const struct argument *a = &live->arguments[i];

		if (a->position != position || !(f->of[i].central & questions))
			continue;
		c.any = true;
		c.alive |= !f->of[i].dead;
		c.best = f->of[i].counted < c.best ? f->of[i].counted : c.best;
	}
	return c;
}

bool
is_held_against(const struct facts *f, unsigned position)
{
	struct central c = central_of(f, ~UINT64_C(0), position);

	return c.any && c.best >= REFUTED;
}

/* -- the table -- */

static void
read_standing(struct facts *f, size_t question)
{
	struct standing *s = &f->standing[question];
	unsigned n = adv_of(f->d)->live->fixed->n_positions;
	uint32_t alive = 0;
	bool good = false;

	for (unsigned p = 0; p < n; p++) {
		struct central c;

		if (!(f->positions & BIT(p)))
			continue;
		c = central_of(f, UINT64_C(1) << question, p);
		good |= c.best <= STRONG;
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
	const struct adversarial *a = adv_of(d);
	const struct base *live = a->live;

	*f = (struct facts){.d = d, .n = live->fixed->n_questions};
	f->of = mem_calloc(live->n_arguments, sizeof *f->of);
	read_ratings(f);
	EACH_OF(step, s, a->steps, a->n_steps)
		for (size_t i = s->cites; i < s->cites + s->n_cites; i++)
			if (cites_for_its_side(d, s, i))
				fact_of(f, a->citations[i].argument)->cited = s->text;
	read_questions(f);
	for (unsigned p = 0; p < live->fixed->n_positions; p++)
		if (debater_of(d, p) && adv_has_opened(d, debater_of(d, p)))
			f->positions |= BIT(p);
	for (size_t i = 0; i < live->n_arguments; i++)
		for (size_t q = 0; f->of[i].engages && q < f->n; q++)
			if (f->of[i].engages >> q & 1 && !f->of[i].dead)
				f->standing[q].engage |= BIT(live->arguments[i].position) & f->positions;
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
print_counted(const struct facts *f, size_t row, UT_string *out)
{
	enum status status = adv_of(f->d)->live->arguments[row].status;
	const struct fact *fact = &f->of[row];

	utstring_printf(out, " (%s", status_words[status]);
	if (fact->counted != status)
		utstring_printf(out, "; the verdict counts %s", status_words[fact->counted]);
	utstring_printf(out, "%s)", fact->dead && fact->counted < REFUTED ? ", closed" : "");
}

void
print_positions(const struct base *b, uint32_t positions, UT_string *out)
{
	bool any = false;

	for (unsigned p = 0; p < b->fixed->n_positions; p++) {
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

void
print_verdicts(const struct debate *d, const char *first, const char *between, const char *last, UT_string *out)
{
	struct facts f;

	facts_read(&f, d);
	for (size_t q = 0; q < f.n; q++) {
		utstring_printf(out, "%sQ-%zu: ", q ? between : first, q + 1);
		print_verdict(&f, q, out);
	}
	utstring_printf(out, "%s", last);
	facts_free(&f);
}

/* The first edge by which an argument is of a question; NULL: it stands for it. */
static const struct edge *
edge_to(const struct facts *f, size_t question, size_t row)
{
	const struct adversarial *a = adv_of(f->d);
	bool central = f->of[row].central >> question & 1;

	for (size_t i = 0; i < a->live->n_edges && !(f->of[row].stands_for >> question & 1); i++) {
		const struct edge *e = &a->live->edges[i];

		if (e->from == a->live->arguments[row].number && e->type == ADDRESSES && e->to &&
			fact_of(f, e->to)->stands_for >> question & 1 && e->text <= f->of[row].cited &&
			(central ? base_has_edge(a->snapshot, e->from, ADDRESSES, e->to, 0) : edge_counts(f->d, e)))
			return e;
	}
	return NULL;
}

/* The claim by which a position engages, and what its argument has to do with the question. */
static void
print_engagement(const struct facts *f, size_t question, unsigned position, UT_string *out)
{
	const struct adversarial *a = adv_of(f->d);
	const struct edge *edge;
	size_t row = 0;

	while (a->live->arguments[row].position != position || f->of[row].dead || !(f->of[row].engages >> question & 1))
		row++;
	unsigned argument = a->live->arguments[row].number;
	edge = edge_to(f, question, row);
	utstring_printf(out, " by arg-%03u", argument);
	if (f->of[row].counted != a->live->arguments[row].status)
		print_counted(f, row, out);
	if (edge)
		utstring_printf(out, ", which addresses arg-%03u", edge->to);
	for (const struct step *s = a->steps;; s++)
		for (size_t i = s->cites; i < s->cites + s->n_cites; i++)
			if (a->citations[i].argument == argument && cites_for_its_side(f->d, s, i) &&
				!(edge && s->text < edge->text)) {
				utstring_printf(out, " (L-%03u, turn %u)", s->claim, s->text);
				return;
			}
}

void
print_why(const struct facts *f, size_t question, UT_string *out)
{
	const struct base *live = adv_of(f->d)->live;
	const struct standing *s = &f->standing[question];
	bool first = true;

	for (unsigned p = 0; p < live->fixed->n_positions; p++) {
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
		for (size_t i = 0; i < live->n_arguments; i++) {
			const struct argument *a = &live->arguments[i];

			if (a->position != p || !(f->of[i].central >> question & 1))
				continue;
			utstring_printf(out, "%sarg-%03u", between, a->number);
			print_counted(f, i, out);
			between = ", ";
		}
	}
	utstring_printf(out, "%s", first ? "no opening is in the record" : "");
}
