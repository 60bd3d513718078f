#include "validators/kit/fstate.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/text/grow.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static void
begin(struct fstate *s, const struct format *f, const struct context *ctx)
{
	s->debate = (struct debate){.format = f,
		.terms = ctx->terms,
		.name = ctx->name,
		.id = ctx->id,
		.topic = ctx->terms->topic,
		.created_ms = ctx->created_ms,
		.path = ctx->source ? ctx->source->path : ctx->folder ? ctx->folder->path : NULL,
		.source = ctx->source ? ctx->source->name : NULL,
		.places = ctx->source ? ctx->reading : NULL,
		.novelty_threshold = ctx->terms->novelty_threshold,
		.own = f->own ? f->own(ctx) : NULL};
	debate_open(&s->debate);
}

static unsigned
sides_taken(const struct debate *d, unsigned role)
{
	unsigned taken = 0;

	for (unsigned i = 0; i < d->n_seats; i++)
		taken += role_place(d->seats[i].role) == role;
	return taken;
}

unsigned
fstate_missing(const struct fstate *s)
{
	const struct debate *d = &s->debate;
	const struct format *f = d->format;

	/* Somebody was waited for long enough. */
	if (f->alone && d->order.phase == f->alone)
		return ROLE_NONE;
	if (!f->roles)
		return d->n_seats < f->begins ? ROLE_ANY : ROLE_NONE;
	for (unsigned role = 1; f->roles[role - 1].name; role++)
		if (f->side && !f->roles[role].name)
			return sides_taken(d, role) < f->begins ? role : ROLE_NONE;
		else if (!f->roles[role - 1].late && !debate_seat_of(d, role))
			return role;
	return ROLE_NONE;
}

static const struct debate_phase *
row_of(const struct format *f, unsigned phase)
{
	const struct debate_phase *row = f->states;

	while (row->phase && row->phase != phase)
		row++;
	return row->phase ? row : NULL;
}

/* The end of a debate is told by its close alone, which follows in the same commit. */
static void
enter_phase(struct fstate *s)
{
	const struct format *f = s->debate.format;
	const struct debate_phase *row = s->debate.n_seats ? NULL : row_of(f, PHASE_PREPARING);

	if (!row && fstate_missing(s))
		row = row_of(f, PHASE_WAITING);
	row = row ? row : row_of(f, s->debate.order.phase);
	if (s->outcome)
		for (row = f->states; !row->outcome || strcmp(row->outcome, s->outcome->outcome);)
			row++;
	else if (!row || row->outcome)
		return;
	s->phase = row;
}

struct fstate *
fstate_start(const struct format *f, const struct context *ctx)
{
	struct fstate *s = mem_calloc(1, sizeof *s);

	begin(s, f, ctx);
	enter_phase(s);
	return s;
}

void
fstate_free(struct fstate *s)
{
	if (!s)
		return;
	debate_free(&s->debate);
	free(s->pieces);
	free(s->reason);
	free(s);
}

/* -- questions -- */

unsigned
fstate_changes(const struct fstate *s)
{
	return s->changes;
}

const struct debate *
fstate_debate(const struct fstate *s)
{
	return &s->debate;
}

bool
fstate_is_closed(const struct fstate *s)
{
	return s->outcome;
}

const char *
fstate_outcome(const struct fstate *s)
{
	return s->outcome ? s->outcome->outcome : "";
}

const char *
fstate_reason(const struct fstate *s)
{
	return s->reason ? s->reason : "";
}

const char *
fstate_phase_name(const struct fstate *s)
{
	return s->phase->name;
}

unsigned
fstate_pieces(const struct fstate *s)
{
	return (unsigned)s->n_pieces;
}

struct turn_slice
fstate_turn(const struct fstate *s, unsigned index)
{
	const struct record_piece *p = &s->pieces[index];

	if (index >= s->n_pieces)
		return (struct turn_slice){.number = 0};
	return (struct turn_slice){index + 1, s->debate.texts[p->text].seat, p->offset, p->len, p->time_ms};
}

size_t
fstate_piece_of(const struct fstate *s, size_t text)
{
	size_t n = s->n_pieces;

	while (n && s->pieces[n - 1].text != text)
		n--;
	return n;
}

unsigned
fstate_wants(const struct fstate *s)
{
	unsigned role = fstate_missing(s);

	return fstate_is_closed(s) ? ROLE_NONE : role ? role : debate_wanted(&s->debate);
}

const char *
format_missing(const struct fstate *s)
{
	unsigned role = fstate_wants(s);

	return role == ROLE_ANY ? "another participant" : role ? s->debate.format->roles[role - 1].wanted : NULL;
}

/* -- entries -- */

static const char *
said(const json_t *data, const char *key)
{
	return json_string_value(json_object_get(data, key));
}

static unsigned
number(const json_t *data, const char *key)
{
	return (unsigned)json_integer_value(json_object_get(data, key));
}

static bool
apply_rules(struct step *st)
{
	const struct format *f = st->s->debate.format;

	debate_free(&st->s->debate);
	begin(st->s, f, st->ctx);
	return true;
}

/* The role that is free; where none is named they are taken in their order. ROLE_NONE: it is not. */
static unsigned
role_joined(const struct debate *d, const char *word)
{
	unsigned role = *word ? debate_role_named(d, word) : 1;

	while (!*word && d->format->roles[role - 1].name && debate_seat_of(d, role))
		role++;
	return role && d->format->roles[role_place(role) - 1].name && !debate_seat_of(d, role) ? role : ROLE_NONE;
}

static bool
apply_join(struct step *st)
{
	const struct seat *seat = context_seat(st->ctx, st->e->seat);
	struct debate *d = &st->s->debate;
	unsigned role = ROLE_NONE;

	if (!seat || fstate_is_closed(st->s))
		return false;
	if (seat->number <= d->n_seats) { /* again, with another harness or model */
		d->seats[seat->number - 1].harness = seat->harness;
		d->seats[seat->number - 1].model = seat->model;
		return seat->before;
	}
	if (d->format->roles)
		role = role_joined(d, seat->role ? seat->role : "");
	if (d->format->roles ? !role : d->n_seats >= d->format->begins)
		return false;
	debate_join(d, &(struct debate_seat){seat->name, seat->harness, seat->model, role, seat->joined_ms});
	st->s->changed_ms = st->e->time_ms;
	return true;
}

static bool
has_joined(const struct step *st)
{
	return st->e->seat && st->e->seat <= st->s->debate.n_seats;
}

/* Before the debate has begun nothing is claimed but for=timeout. */
static bool
apply_claim(struct step *st)
{
	if (!has_joined(st) || fstate_is_closed(st->s))
		return false;
	if (fstate_missing(st->s)) {
		debate_lift(&st->s->debate);
		enter_phase(st->s);
	}
	return true;
}

/* A lease has ended, whoever ended it. */
static bool
apply_end(struct step *st)
{
	return !st->e->seat || has_joined(st);
}

static bool
apply_close(struct step *st)
{
	struct debate *d = &st->s->debate;
	const char *reason = said(st->data, "reason"), *outcome = said(st->data, "outcome");

	if (fstate_is_closed(st->s) || !outcome || !(st->s->outcome = format_ending(d->format, outcome)))
		return false;
	st->s->reason = mem_strdup(reason ? reason : "");
	st->s->changed_ms = st->e->time_ms;
	for (const struct debate_phase *row = d->format->states; row->phase && !debate_has_ended(d); row++)
		if (row->outcome && !strcmp(row->outcome, st->s->outcome->outcome))
			debate_go(d, row->phase);
	d->end.seat = st->e->seat;
	d->end.time_ms = st->e->time_ms;
	d->end.maker = said(st->data, "by") && !strcmp(said(st->data, "by"), "maker");
	free(d->end.reason);
	d->end.reason = mem_strdup(st->s->reason);
	return true;
}

/* The text that was handed in: the body, or the data's `text` if the record has something else of it; malloc'd. */
static char *
text_of(const struct step *st, size_t *len)
{
	const char *text = said(st->data, "text");
	bool bare = st->e->kind == ENTRY_HANDIN || st->e->kind == ENTRY_REPORT;
	char *copy = text ? mem_strdup(text)
		: record_text(st->e->body, st->e->body_len,
			bare ? 0 : record_heading(st->e->body, st->e->body_len), len);

	*len = text_unix(copy, text ? strlen(copy) : *len);
	return copy;
}

/* As which kind it was accepted; -1: it cannot have been. */
static int
kind_accepted(const struct debate *d, const struct step *st)
{
	const char *name = said(st->data, "kind");
	const struct format_kind *kinds = d->format->kinds;

	for (unsigned i = 0; name && kinds[i].kind.name; i++)
		if (!strcmp(kinds[i].kind.name, name) && order_takes(d, st->e->seat, i))
			return (int)i;
	return -1;
}

static void
add_piece(struct step *st, size_t text, size_t at, size_t len)
{
	*GROW(st->s->pieces, st->s->n_pieces) =
		(struct record_piece){text, st->record_offset + at, len, st->e->time_ms};
	st->s->changed_ms = st->e->time_ms;
}

static bool
apply_text(struct step *st)
{
	struct debate *d = &st->s->debate;
	const struct entry *e = st->e;
	bool last = e->kind == ENTRY_CONCLUSION;
	int kind = has_joined(st) && e->body ? kind_accepted(d, st) : -1;
	struct debate_text t;
	size_t len, heading;
	char *text;

	if (kind < 0)
		return false;
	text = text_of(st, &len);
	t = debate_take(d, e->seat, (unsigned)kind, text, len);
	t.warnings = json_incref(json_object_get(st->data, "warnings"));
	st->goes_on = !debate_apply_text(d, &t);
	debate_let_go(&t);
	free(text);
	if (debate_is_over(d) != last && e->kind != ENTRY_REPORT)
		return false;
	heading = record_heading(e->body, e->body_len);
	if (e->kind == ENTRY_TURN || (last && d->format->counted))
		add_piece(st, d->n - 1, heading, e->body_len - heading);
	return !last || apply_close(st);
}

/* The clock of a text that was due of a debate that is closed: it is left out. */
static bool
apply_lapse(struct step *st)
{
	if (fstate_is_closed(st->s))
		debate_silent(&st->s->debate);
	return true;
}

void
fstate_lapse(struct debate *d, unsigned seat, unsigned role, const char *reason)
{
	if (reason && seat)
		debate_failed(d, seat, reason);
	else if (!seat && role && role != ROLE_ANY)
		debate_missing(d, role);
	else
		debate_silent(d);
}

/* The texts of a sealed phase become pieces of the record. */
static bool
apply_reveal(struct step *st)
{
	struct debate *d = &st->s->debate;
	const json_t *list = json_object_get(st->data, "texts");
	size_t n = json_array_size(list);

	if (json_is_true(json_object_get(st->data, NOTE_LIFT)))
		debate_lift(d);
	debate_reveal(d);
	if (!n || n > d->n)
		return false;
	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(list, i);

		add_piece(st, d->n - n + i, strspn(st->e->body, "\n") + number(one, "at"), number(one, "len"));
	}
	return true;
}

static bool
apply_verb(struct step *st)
{
	const struct debate_verb *v = st->s->debate.format->verbs;
	const char *word = said(st->data, "verb");
	struct verb_ask ask = {.seat = number(st->data, "seat"),
		.verb = word,
		.to = said(st->data, "to"),
		.asks = said(st->data, "asks"),
		.reason = said(st->data, "reason")};

	while (v && v->word && word && strcmp(v->word, word))
		v++;
	if (!v || !v->word || !word)
		return false;
	v->apply(&st->s->debate, &ask);
	return true;
}

static bool
apply_note(struct step *st)
{
	struct debate *d = &st->s->debate;
	const char *note = said(st->data, "note");

	if (!note)
		return false;
	if (!strcmp(note, NOTE_REVEAL))
		return apply_reveal(st);
	if (!strcmp(note, NOTE_VERB))
		return apply_verb(st);
	if (!strcmp(note, NOTE_LIFT))
		return debate_lift(d), true;
	if (strcmp(note, NOTE_LAPSE))
		return true;
	if (number(st->data, "seat") > d->n_seats)
		return false;
	fstate_lapse(d, number(st->data, "seat"), number(st->data, "role"), said(st->data, "reason"));
	st->s->changed_ms = st->e->time_ms;
	return true;
}

static bool
apply_maker(struct step *st)
{
	return said(st->data, "verb") && !fstate_is_closed(st->s);
}

static const struct {
	bool (*apply)(struct step *st); /* NULL: entries of this kind change nothing */
	bool moves_on; /* other moves may be due than before, in another phase; the floor's are none of them */
} kinds[ENTRY_KINDS] = {
	[ENTRY_RULES] = {apply_rules, false},
	[ENTRY_JOIN] = {apply_join, true},
	[ENTRY_CLAIM] = {apply_claim, false},
	[ENTRY_RELEASE] = {apply_end, false},
	[ENTRY_EXPIRE] = {apply_end, false},
	[ENTRY_TURN] = {apply_text, true},
	[ENTRY_HANDIN] = {apply_text, true},
	[ENTRY_REPORT] = {apply_text, true},
	[ENTRY_CONCLUSION] = {apply_text, true},
	[ENTRY_LAPSE] = {apply_lapse, true},
	[ENTRY_CLOSE] = {apply_close, true},
	[ENTRY_NOTE] = {apply_note, true},
	[ENTRY_MAKER] = {apply_maker, false},
};

struct fstate_mark
fstate_mark(const struct fstate *s)
{
	return (struct fstate_mark){s->phase->name, s->debate.n, s->debate.n_lapses, fstate_is_closed(s)};
}

bool
fstate_apply(struct fstate *state, const struct context *ctx, const struct entry *e, const json_t *data,
	size_t record_offset)
{
	struct step st = {.s = state, .ctx = ctx, .e = e, .data = data, .record_offset = record_offset};

	if (e->kind <= 0 || e->kind >= ENTRY_KINDS)
		return false;
	if (!kinds[e->kind].apply)
		return true;
	state->changes++;
	state->debate.now_ms = e->time_ms;
	if (!kinds[e->kind].apply(&st))
		return false;
	if (kinds[e->kind].moves_on) {
		enter_phase(state);
		moves_renew(&st);
	}
	return true;
}
