#include "validators/next/kit/debate.h"

#include <assert.h>
#include <stdlib.h>
#include "validators/next/kit/blank.h"
#include "validators/next/kit/repeat.h"
#include "validators/next/kit/safety.h"
#include "validators/text/quote.h"

/* -- whose move it is -- */

/* Roles of seats as order.h wants them. */
struct roles {
	unsigned v[ORDER_SEATS];
};

static struct order_by
order_of(const struct debate *d, struct roles *roles)
{
	assert(d->n_seats <= ORDER_SEATS);
	for (unsigned i = 0; i < d->n_seats; i++)
		roles->v[i] = d->seats[i].role;
	return (struct order_by){d->format->phases, d->format->counted, roles->v, d->n_seats, d};
}

void
debate_open(struct debate *d)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);

	d->order = order_begin(&by, d->format->first);
}

void
debate_free(struct debate *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->texts[i].text);
	for (size_t i = 0; i < d->n_sealed; i++)
		free(d->sealed[i].text);
	free(d->texts);
	free(d->sealed);
	free(d->seats);
	ledger_free(&d->ledger);
	*d = (struct debate){0};
}

void
debate_join(struct debate *d, const struct debate_seat *seat)
{
	*GROW(d->seats, d->n_seats) = *seat;
}

int
debate_due(const struct debate *d, unsigned seat)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);
	const struct order_row *row = order_due(&by, &d->order, seat);

	return row ? (int)row->kind : -1;
}

unsigned
debate_round(const struct debate *d)
{
	return d->order.round + 1;
}

bool
debate_is_over(const struct debate *d)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);

	return !order_row(&by, &d->order);
}

const struct debate_phase *
debate_state(const struct debate *d)
{
	const struct debate_phase *row = d->format->states;

	while (row && row->phase && row->phase != d->order.phase)
		row++;
	return row && row->phase ? row : NULL;
}

unsigned
debate_seat_of(const struct debate *d, unsigned role)
{
	unsigned seat = 1;

	while (seat <= d->n_seats && d->seats[seat - 1].role != role)
		seat++;
	return seat <= d->n_seats ? seat : 0;
}

/* -- references -- */

static struct reader
text_of(const struct debate_text *t)
{
	return between(t->text, t->text + t->len);
}

enum found
debate_find_point(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	const struct point *point = ledger_find(&d->ledger, ref);

	if (!point)
		return FOUND_NOTHING;
	said_add(said, point->text - 1, point->words);
	for (size_t i = 0; i < d->ledger.n_moves; i++)
		if (&d->ledger.points[d->ledger.moves[i].point] == point && !d->ledger.moves[i].verb)
			said_add(said, d->ledger.moves[i].text - 1, d->ledger.moves[i].words);
	return FOUND;
}

enum found
debate_find_text(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;

	if (!ref->number[0] || ref->number[0] > d->n)
		return FOUND_NOTHING;
	said_add(said, ref->number[0] - 1, text_of(&d->texts[ref->number[0] - 1]));
	return FOUND;
}

enum found
debate_find_round(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	size_t before = said->n;

	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].round == ref->number[0])
			said_add(said, i, text_of(&d->texts[i]));
	return said->n > before ? FOUND : FOUND_NOTHING;
}

/* The source stands behind the texts and the topic in the library. */
enum found
debate_find_source(const void *debate, const struct ref *ref, struct said *said)
{
	const struct debate *d = debate;
	struct reader part;
	enum found found = d->places ? source_find(d->places, ref, &part) : FOUND_UNASKED;

	if (found == FOUND)
		said_add(said, d->n + 1, part);
	return found;
}

/* -- judging -- */

static struct grammar
grammar_of(const struct debate *d, unsigned kind)
{
	return (struct grammar){&d->format->kinds[kind].kind, d->format->refs, d->source};
}

void
debate_read(const struct debate *d, size_t text, struct parsed *p)
{
	struct grammar by = grammar_of(d, d->texts[text].kind);

	parts_read(p, &by, d->texts[text].text, d->texts[text].len);
}

struct due_row
debate_due_points(const struct debate *d, const struct kind_due *due)
{
	return (struct due_row){due->states, due->by, due->news ? (unsigned)d->n : 0};
}

void
debate_blank(const struct debate *d, unsigned seat, UT_string *out)
{
	int kind = debate_due(d, seat);
	const struct kind_due *due = kind < 0 ? NULL : d->format->kinds[kind].due;
	struct due_row row = due ? debate_due_points(d, due) : (struct due_row){0};

	if (kind >= 0)
		blank_print(&d->format->kinds[kind].kind, NULL,
			(struct blank_points[]){{due ? due->part->title : NULL, &d->ledger, &row, seat}, {0}}, out);
}

static void
judge_heading(const struct judging *j, const struct format_kind *kind)
{
	UT_string due;

	if (!j->p->heading_line || !kind->heading)
		return;
	utstring_init(&due);
	kind->heading(j->d, j->by.seat, &due);
	bool goes_on = utstring_len(&due) > 3 && !strcmp(utstring_body(&due) + utstring_len(&due) - 3, "—");
	struct reader rest;
	if (!heading_is(j->p->heading, utstring_body(&due), goes_on ? &rest : NULL))
		findings_add(j->out, &kit_rules[KIT_TEXT_HEADING], j->p->heading_line,
			"the heading is `## %s`, or left out", utstring_body(&due));
	utstring_done(&due);
}

/* The texts of the record, in their order, and behind them the topic and the source; as `find` counts them. */
static struct library
library_of(const struct debate *d)
{
	struct reader *v = mem_calloc(d->n + 2, sizeof *v);

	for (size_t i = 0; i < d->n; i++)
		v[i] = text_of(&d->texts[i]);
	v[d->n] = between(d->topic, d->topic + strlen(d->topic));
	if (d->places)
		v[d->n + 1] = d->places->text;
	return (struct library){v, d->n + 1 + (d->places != NULL)};
}

static void
judge_repeats(const struct judging *j, const struct rule *rule)
{
	struct parsed *own = NULL;
	size_t n = 0;

	for (size_t i = 0; i < j->d->n; i++) {
		const struct debate_text *t = &j->d->texts[i];

		if (t->seat == j->by.seat)
			debate_read(j->d, i, GROW(own, n));
	}
	repeats_find(j->p, NULL, own, n, j->d->novelty_threshold, rule, j->out);
	while (n)
		parsed_free(&own[--n]);
	free(own);
}

/* The kind of a text of a seat of which one is due. */
static unsigned
kind_of(const struct debate *d, unsigned seat, struct reader text)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);
	int due = debate_due(d, seat);

	assert(due >= 0);
	if (d->format->kind_of) {
		unsigned kind = d->format->kind_of(text, (unsigned)due);

		if (order_due_as(&by, &d->order, seat, kind))
			return kind;
	}
	return (unsigned)due;
}

void
debate_judge(const struct debate *d, unsigned seat, const char *text, size_t len, struct found_quotes *found,
	struct findings *out)
{
	if (safety_judge_bytes(text, len, d->max_bytes, out))
		return;
	unsigned number = kind_of(d, seat, between(text, text + len));
	const struct format_kind *kind = &d->format->kinds[number];
	struct grammar by = grammar_of(d, number);
	struct library library = library_of(d);
	struct parsed p;
	struct judging j = {d, &p, {seat, (unsigned)d->n + 1, false}, {&by, d->places, found, d->n + 1}, out};

	parts_read(&p, &by, text, len);
	safety_judge_lines(&p, out);
	judge_heading(&j, kind);
	parts_missing(&p, out);
	quotes_look_up(&p, &library, d, found, out);
	ledger_judge(&d->ledger, &p, &j.by, out);
	if (kind->due && kind->due->rule) {
		struct due_row row = debate_due_points(d, kind->due);

		ledger_judge_due(&d->ledger, &p, &j.by, &row, kind->due->part, kind->due->rule, out);
	}
	if (kind->repeats)
		judge_repeats(&j, kind->repeats);
	if (kind->judge)
		kind->judge(&j);
	parsed_free(&p);
	free((void *)(uintptr_t)library.v);
}

/* -- applying -- */

/* Points move by the text of that number, from 1. */
static void
apply_text(struct debate *d, unsigned number)
{
	const struct debate_text *t = &d->texts[number - 1];
	const struct format_kind *kind = &d->format->kinds[t->kind];
	const struct mover mover = {t->seat, number, false};
	struct parsed p;

	debate_read(d, number - 1, &p);
	ledger_apply(&d->ledger, &p, &mover);
	if (kind->apply)
		kind->apply(d, &p, &mover);
	parsed_free(&p);
}

/* A text becomes part of the record, which owns its bytes. */
static void
take_text(struct debate *d, const struct debate_text *text)
{
	*GROW(d->texts, d->n) = *text;
	apply_text(d, (unsigned)d->n);
}

/* A round was broken off: the points stand as the complete ones have left them, if there is one. */
static void
forget_broken_round(struct debate *d)
{
	bool broken = false;

	for (size_t i = 0; i < d->n; i++)
		broken |= d->texts[i].round > d->order.round;
	if (!broken || !d->format->counted || !d->order.round)
		return;
	ledger_free(&d->ledger);
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].round <= d->order.round)
			apply_text(d, (unsigned)i + 1);
}

void
debate_reveal(struct debate *d)
{
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		for (size_t i = 0; i < d->n_sealed; i++)
			if (d->sealed[i].seat == seat)
				take_text(d, &d->sealed[i]);
	d->n_sealed = 0;
}

bool
debate_apply(struct debate *d, unsigned seat, const char *text, size_t len)
{
	unsigned kind = kind_of(d, seat, between(text, text + len));
	struct roles roles;
	struct order_by by = order_of(d, &roles);
	const struct order_row *row = order_due_as(&by, &d->order, seat, kind);
	bool ended;

	const struct debate_text t = {.seat = seat, .round = debate_round(d), .kind = kind, .text = mem_copy(text, len),
		.len = len, .time_ms = d->now_ms};
	if (order_is_sealed(&by, &d->order))
		*GROW(d->sealed, d->n_sealed) = t;
	else
		take_text(d, &t);
	ended = order_done(&by, &d->order, seat, row);
	if (ended)
		debate_reveal(d);
	return ended;
}

/* A phase has ended without a text. */
static void
leave_phase(struct debate *d)
{
	debate_reveal(d);
	forget_broken_round(d);
}

void
debate_silent(struct debate *d)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);
	unsigned phase = d->order.phase;

	order_silent(&by, &d->order);
	if (d->order.phase != phase)
		leave_phase(d);
}

void
debate_failed(struct debate *d, unsigned seat)
{
	struct roles roles;
	struct order_by by = order_of(d, &roles);

	if (order_failed(&by, &d->order, seat))
		leave_phase(d);
}
