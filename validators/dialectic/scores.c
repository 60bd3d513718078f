/*
 * The scores of a debate are kept with it as its texts are applied: arguments get their ids by side and exchange, and
 * each judgement moves their scores.
 */
#include "validators/dialectic/dialectic.h"

#include <math.h>
#include <stdlib.h>

#define STEP_MOST 0.5
/* As far as numbers that were written down are the same. */
#define SAME 1e-9

unsigned
open_exchange(const struct debate *d)
{
	return d->order.round;
}

const char *
open_phase(const struct debate *d)
{
	bool judged = d->order.phase == PHASE_FIRST_JUDGEMENT || d->order.phase == PHASE_JUDGEMENT;

	return judged ? "awaiting_judgment" : "awaiting_arguments";
}

bool
exchange_is_last(const struct debate *d, unsigned exchange)
{
	return d->terms->exchanges > 0 && (int64_t)exchange + 1 >= d->terms->exchanges;
}

/* -- kept with the debate -- */

const struct standing *
standing_of(const struct debate *d)
{
	static const struct standing none;

	return d->own ? d->own : &none;
}

void *
standing_copy(const void *own)
{
	const struct standing *s = own;
	struct standing *copy = s ? mem_calloc(1, sizeof *copy) : NULL;

	if (!s)
		return NULL;
	*copy = *s;
	copy->v = GROWN_COPY(s->v, s->n);
	copy->rescores = GROWN_COPY(s->rescores, s->n_rescores);
	return copy;
}

void
standing_drop(void *own)
{
	struct standing *s = own;

	if (!s)
		return;
	free(s->v);
	free(s->rescores);
	free(s);
}

static struct standing *
make_standing(struct debate *d)
{
	if (!d->own)
		d->own = mem_calloc(1, sizeof(struct standing));
	return d->own;
}

/* -- arguments -- */

static int
by_exchange_and_side(const void *one, const void *other)
{
	const struct argument *a = one, *b = other;

	if (a->id.number[0] != b->id.number[0])
		return a->id.number[0] < b->id.number[0] ? -1 : 1;
	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	return a->id.letter - b->id.letter;
}

void
add_arguments(struct debate *d, const struct parsed *p, const struct mover *by)
{
	unsigned text = by->text - 1, side = d->seats[by->seat - 1].role - 1;
	const struct debate_text *t = &d->texts[text];
	struct standing *s = make_standing(d);
	const struct json_value *v = NULL;

	for (char letter = t->kind == OPENING ? 'a' : 0; (v = json_next(json_root(p), v)); letter++) {
		struct argument a = {.side = side, .text = text, .v = v,
			.id = {.kind = &dialectic_refs[side], .number = {t->round - 1}, .letter = letter}};
		size_t at = s->n;

		(void)GROW(s->v, s->n);
		for (; at && by_exchange_and_side(&a, &s->v[at - 1]) < 0; at--)
			s->v[at] = s->v[at - 1];
		s->v[at] = a;
	}
}

struct argument *
standing_find(const struct standing *s, const struct ref *id)
{
	struct argument key = {.id = *id, .side = (unsigned)(id->kind - dialectic_refs)}, *found;

	found = s->n ? bsearch(&key, s->v, s->n, sizeof key, by_exchange_and_side) : NULL;
	return found && ref_equal(&found->id, id) ? found : NULL;
}

size_t
standing_newest(const struct standing *s, unsigned exchange)
{
	size_t at = s->n;

	while (at && s->v[at - 1].id.number[0] == exchange)
		at--;
	return at;
}

struct argument *
standing_named(const struct standing *s, const struct json_value *object, const char *key)
{
	struct ref id;

	return json_ref(object, key, &id) ? standing_find(s, &id) : NULL;
}

/* -- judgements -- */

const struct json_value *
judgement_scores(const struct parsed *p)
{
	const struct json_value *scores = json_at(json_root(p), "scores");

	return scores ? scores : json_root(p);
}

const struct rule *
rescore_fault(const struct standing *s, const struct json_value *rescore, struct argument **argument)
{
	struct number old = json_number(rescore, "old_score"), new = json_number(rescore, "new_score");

	*argument = standing_named(s, rescore, "argument_id");
	if (!json_at(rescore, "argument_id") || !json_at(rescore, "old_score") ||
		!json_at(rescore, "new_score") || !json_at(rescore, "reasoning"))
		return RULE(RESCORE_INCOMPLETE);
	if (!*argument || !(*argument)->judged)
		return RULE(RESCORE_UNKNOWN);
	if (fabs((*argument)->score.value - old.value) > SAME)
		return RULE(RESCORE_OLD);
	if (fabs(new.value - old.value) > STEP_MOST + SAME)
		return RULE(RESCORE_STEP);
	return fabs(new.value) > 1 ? RULE(RESCORE_RANGE) : NULL;
}

struct number
number_rounded(struct number n)
{
	char digits[400];

	snprintf(digits, sizeof digits, "%.3f", n.value);
	return (struct number){strtod(digits, NULL) + 0.0, n.real};
}

/* The scores of a judgement, its rescores, and the totals anew. */
void
add_judgement(struct debate *d, const struct parsed *p, const struct mover *by)
{
	unsigned text = by->text - 1;
	const struct json_value *list = json_at(json_root(p), "rescores"), *v;
	struct standing *s = make_standing(d);
	struct argument *a;

	/* An argument that has its first score here is not rescored here. */
	for (v = NULL; (v = json_next(list, v));)
		if (!rescore_fault(s, v, &a)) {
			*GROW(s->rescores, s->n_rescores) = (struct rescore){.judgement = text, .v = v,
				.argument = (unsigned)(a - s->v), .before = a->score};
			a->score = json_number(v, "new_score");
		}
	for (v = NULL; (v = json_next(judgement_scores(p), v));)
		if ((a = standing_named(s, v, "argument_id"))) {
			a->judged = v;
			a->judgement = text;
			a->score = json_number(v, "score");
		}
	memset(s->totals, 0, sizeof s->totals);
	for (size_t i = 0; i < s->n; i++) {
		struct total *t = &s->totals[s->v[i].side];

		t->count += s->v[i].judged != NULL;
		t->total.value += s->v[i].score.value;
		t->total.real |= s->v[i].score.real;
	}
	for (unsigned side = 0; side < SIDES; side++)
		s->totals[side].total = number_rounded(s->totals[side].total);
}

/* -- all of it -- */

const char *
debate_winner(const struct debate *d)
{
	const struct total *t = standing_of(d)->totals;
	double lead = t[0].total.value - t[1].total.value;

	if (d->order.phase != PHASE_COMPLETED && d->order.phase != PHASE_REPORT)
		return NULL;
	return fabs(lead) < SAME ? "tie" : dialectic_format.roles[lead < 0].name;
}

bool
link_next(const struct argument *a, struct link *l)
{
	struct ref id;

	for (; l->kind < LINKS; l->kind++)
		while ((l->v = json_next(json_at(a->v, link_rows[l->kind].key), l->v))) {
			int type = json_word(l->v, link_rows[l->kind].type);

			if (type < 0 || !json_ref(l->v, "target_id", &id))
				continue;
			l->target = printed_id(&id);
			l->type = link_rows[l->kind].types[type];
			return true;
		}
	return false;
}

enum found
dialectic_find(const void *debate, const struct ref *ref, struct said *said)
{
	const struct argument *a = standing_find(standing_of(debate), ref);

	if (a)
		said_add(said, a->text, without_white(a->v->said));
	return a ? FOUND : FOUND_NOTHING;
}
