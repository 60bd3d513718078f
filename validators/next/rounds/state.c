#include "validators/next/rounds/rounds.h"

#include <assert.h>
#include <stdlib.h>
#include "validators/next/kit/blank.h"

void
rounds_open(struct rounds *r, const struct rounds_terms *terms)
{
	*r = (struct rounds){.terms = terms};
	struct order_by by = rounds_order(r);

	r->order = order_begin(&by, PHASE_OPENING);
}

void
rounds_free(struct rounds *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->texts[i].text);
	free(r->texts);
	ledger_free(&r->ledger);
	*r = (struct rounds){0};
}

enum rounds_kind
rounds_due_kind(const struct rounds *r, unsigned seat)
{
	struct order_by by = rounds_order(r);
	const struct order_row *row = order_due(&by, &r->order, seat);

	return row ? row->kind : ROUNDS_KINDS;
}

unsigned
rounds_round(const struct rounds *r)
{
	return r->order.round + 1;
}

void
rounds_heading(const struct rounds *r, unsigned seat, UT_string *out)
{
	static const char *const roles[] = {NULL, "Proposer", "Challenger"};
	enum rounds_kind kind = rounds_due_kind(r, seat);
	const struct rounds_seat *s = &r->terms->seats[seat - 1];

	if (kind == VERDICT)
		utstring_printf(out, "Debate Summary");
	else if (kind == SUMMARY)
		utstring_printf(out, "Summary of rounds 1–%u", rounds_round(r) - 2);
	else if (kind == CLOSING)
		utstring_printf(out, "Closing — Proposer (%s / %s)", s->harness, s->model);
	else if (kind != ROUNDS_KINDS)
		utstring_printf(out, "Round %u — %s (%s / %s)", rounds_round(r), roles[seat], s->harness, s->model);
}

void
rounds_blank(const struct rounds *r, unsigned seat, UT_string *out)
{
	enum rounds_kind kind = rounds_due_kind(r, seat);
	struct due_row due = rounds_due(r, kind);

	if (kind != ROUNDS_KINDS)
		blank_print(&rounds_kinds[kind], NULL,
			(struct blank_points[]){{"Answers", &r->ledger, &due, seat}, {0}}, out);
}

/* The claims and points that a text raises; a `none` item is none. */
static void
raise_points(struct rounds *r, const struct parsed *p, const struct mover *by)
{
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		const char *title = item->part->title;

		if (!strcmp(title, "Claims"))
			ledger_raise(&r->ledger, &rounds_refs[REF_CLAIM], rounds_round(r), p, item, by, CLAIMED);
		else if (!strcmp(title, "Points") && !item->verb)
			ledger_raise(&r->ledger, &rounds_refs[REF_POINT], rounds_round(r), p, item, by, OPEN);
	}
}

/* Agreements have no verb: the section says what happens to the claim. */
static void
agree(struct rounds *r, const struct parsed *p)
{
	for (size_t i = 0; i < p->n_items; i++) {
		struct point *point = p->items[i].has_id ? ledger_find(&r->ledger, &p->items[i].id) : NULL;

		if (point && point->state == CLAIMED && !strcmp(p->items[i].part->title, "Agreements"))
			point->state = AGREED;
	}
}

void
rounds_apply(struct rounds *r, unsigned seat, const char *text, size_t len)
{
	enum rounds_kind kind = rounds_due_kind(r, seat);
	struct order_by by = rounds_order(r);
	struct rounds_text *t = GROW(r->texts, r->n);
	const struct mover mover = {seat, (unsigned)r->n, false};
	struct parsed p;

	assert(kind != ROUNDS_KINDS);
	*t = (struct rounds_text){seat, rounds_round(r), kind, mem_copy(text, len), len};
	parts_read(&p, &(struct grammar){&rounds_kinds[kind], rounds_refs, r->terms->source}, t->text, len);
	ledger_apply(&r->ledger, &p, &mover);
	agree(r, &p);
	raise_points(r, &p, &mover);
	parsed_free(&p);
	order_done(&by, &r->order, seat);
}
