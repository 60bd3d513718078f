/*
 * What a debate has come to is read from its texts each time: arguments get their ids by side and exchange, and each
 * judgement moves their scores.
 */
#include "validators/next/dialectic/dialectic.h"

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

struct printed_id
printed_id(const struct ref *id)
{
	struct printed_id text;
	UT_string out;

	utstring_init(&out);
	ref_print(id, &out);
	snprintf(text.s, sizeof text.s, "%s", utstring_body(&out));
	utstring_done(&out);
	return text;
}

/* -- arguments -- */

static void
add_arguments(struct standing *s, size_t text)
{
	const struct debate_text *t = &s->d->texts[text];
	unsigned side = s->d->seats[t->seat - 1].role - 1;
	const struct json_value *v = NULL;

	for (char letter = t->kind == OPENING ? 'a' : 0; (v = json_next(t->json, t->json->json->v, v)); letter++)
		*GROW(s->v, s->n) = (struct argument){.side = side, .text = (unsigned)text, .p = t->json, .v = v,
			.id = {.kind = &dialectic_refs[side], .number = {t->round - 1}, .letter = letter}};
}

struct argument *
standing_find(const struct standing *s, const struct ref *id)
{
	for (size_t i = 0; i < s->n; i++)
		if (ref_equal(&s->v[i].id, id))
			return &s->v[i];
	return NULL;
}

struct argument *
standing_named(const struct standing *s, const struct parsed *p, const struct json_value *object, const char *key)
{
	struct ref id;

	return json_ref(p, object, key, &id) ? standing_find(s, &id) : NULL;
}

/* -- judgements -- */

const struct json_value *
judgement_scores(const struct parsed *p)
{
	const struct json_value *scores = json_at(p, p->json->v, "scores");

	return scores ? scores : p->json->v;
}

const struct rule *
rescore_fault(const struct standing *s, const struct parsed *p, const struct json_value *rescore,
	struct argument **argument)
{
	struct number old = json_number(p, rescore, "old_score"), new = json_number(p, rescore, "new_score");

	*argument = standing_named(s, p, rescore, "argument_id");
	if (!json_at(p, rescore, "argument_id") || !json_at(p, rescore, "old_score") ||
		!json_at(p, rescore, "new_score") || !json_at(p, rescore, "reasoning"))
		return RULE(RESCORE_INCOMPLETE);
	if (!*argument || !(*argument)->judged)
		return RULE(RESCORE_UNKNOWN);
	if (fabs((*argument)->score.value - old.value) > SAME)
		return RULE(RESCORE_OLD);
	if (fabs(new.value - old.value) > STEP_MOST + SAME)
		return RULE(RESCORE_STEP);
	return fabs(new.value) > 1 ? RULE(RESCORE_RANGE) : NULL;
}

/* The scores of a judgement are known, and its rescores. */
static void
judge_standing(struct standing *s, const struct debate_text *t, rescored *each, void *arg)
{
	const struct parsed *p = t->json;
	const struct json_value *list = json_at(p, p->json->v, "rescores"), *v;
	struct argument *a;

	/* What has its first score here is not rescored here. */
	for (v = NULL; list && (v = json_next(p, list, v));)
		if (!rescore_fault(s, p, v, &a)) {
			if (each)
				each(arg, t, v, a);
			a->score = json_number(p, v, "new_score");
		}
	for (v = NULL; (v = json_next(p, judgement_scores(p), v));)
		if ((a = standing_named(s, p, v, "argument_id"))) {
			a->judged = true;
			a->score = json_number(p, v, "score");
		}
}

/* -- all of it -- */

struct number
number_rounded(struct number n)
{
	char digits[400];

	snprintf(digits, sizeof digits, "%.3f", n.value);
	return (struct number){strtod(digits, NULL) + 0.0, n.whole};
}

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
standing_read(struct standing *s, const struct debate *d, rescored *each, void *arg)
{
	*s = (struct standing){.d = d};
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].kind == OPENING || d->texts[i].kind == ARGUMENT)
			add_arguments(s, i);
	if (s->n)
		qsort(s->v, s->n, sizeof *s->v, by_exchange_and_side);
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].kind == JUDGEMENT) {
			judge_standing(s, &d->texts[i], each, arg);
			s->judged++;
		}
	for (unsigned side = 0; side < SIDES; side++)
		s->totals[side].total.whole = true;
	for (size_t i = 0; i < s->n; i++) {
		struct total *t = &s->totals[s->v[i].side];

		t->count += s->v[i].judged;
		t->total.value += s->v[i].score.value;
		t->total.whole &= s->v[i].score.whole || !s->v[i].judged;
	}
	for (unsigned side = 0; side < SIDES; side++)
		s->totals[side].total = number_rounded(s->totals[side].total);
}

void
standing_free(struct standing *s)
{
	free(s->v);
}

const char *
standing_winner(const struct standing *s)
{
	double lead = s->totals[0].total.value - s->totals[1].total.value;

	if (s->d->order.phase != PHASE_COMPLETED && s->d->order.phase != PHASE_REPORT)
		return NULL;
	return fabs(lead) < SAME ? "tie" : debate_side_names[lead < 0];
}

/* The argument that a reference names: its text, from 0, and its place in it. */
static const struct json_value *
argument_of(const struct debate *d, const struct ref *ref, size_t *text)
{
	unsigned role = ref->kind == &dialectic_refs[0] ? ROLE_PROPOSITION : ROLE_OPPOSITION;

	for (size_t i = 0; i < d->n; i++) {
		const struct debate_text *t = &d->texts[i];
		const struct json_value *v = NULL;

		if ((t->kind != OPENING && t->kind != ARGUMENT) || t->round - 1 != ref->number[0] ||
			d->seats[t->seat - 1].role != role || (t->kind == OPENING) != (ref->letter != 0))
			continue;
		for (char letter = 'a'; (v = json_next(t->json, t->json->json->v, v)); letter++)
			if (!ref->letter || letter == ref->letter) {
				*text = i;
				return v;
			}
	}
	return NULL;
}

enum found
dialectic_find(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	size_t text;
	const struct json_value *v = argument_of(d, ref, &text);

	if (v)
		said_add(said, text, json_said(d->texts[text].json, v));
	return v ? FOUND : FOUND_NOTHING;
}
