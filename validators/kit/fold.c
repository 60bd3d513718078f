/* The entries of a log, folded into a debate. */
#include "validators/kit/drafts.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The end of a debate is told by its close alone, which follows in the same commit. */
static void
enter_phase(struct debate *d)
{
	const struct format *f = d->format;
	const struct debate_phase *row = d->n_seats ? NULL : format_phase(f, PHASE_PREPARING);

	if (!row && !debate_has_ended(d) && debate_waits_for(d))
		row = format_phase(f, PHASE_WAITING);
	row = row ? row : format_phase(f, d->order.phase);
	if (d->outcome)
		for (row = f->states; !row->outcome || strcmp(row->outcome, d->outcome->outcome);)
			row++;
	else if (!row || row->outcome)
		return;
	d->phase = row;
}

static void
begin_debate(struct debate *d, const struct format *f, const struct context *ctx)
{
	*d = (struct debate){.format = f,
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
	debate_open(d);
	enter_phase(d);
}

struct debate *
debate_new(const struct format *f, const struct context *ctx)
{
	struct debate *d = mem_calloc(1, sizeof *d);

	begin_debate(d, f, ctx);
	return d;
}

void
debate_delete(struct debate *d)
{
	if (d)
		debate_free(d);
	free(d);
}

/* -- questions -- */

unsigned
debate_changes(const struct debate *d)
{
	return d->changes;
}

const char *
debate_phase_name(const struct debate *d)
{
	return d->phase->name;
}

unsigned
debate_pieces(const struct debate *d)
{
	unsigned pieces = 0;

	for (size_t i = 0; i < d->n; i++)
		pieces += d->texts[i].piece_len != 0;
	return pieces;
}

struct turn_slice
debate_turn(const struct debate *d, unsigned index)
{
	unsigned n = 0;

	for (const struct debate_text *t = d->texts; t < d->texts + d->n; t++)
		if (t->piece_len && n++ == index)
			return (struct turn_slice){n, t->seat, t->offset, t->piece_len, t->shown_ms};
	return (struct turn_slice){.number = 0};
}

const char *
format_missing(const struct debate *d)
{
	unsigned role = debate_wants(d);

	return role == ROLE_ANY ? "another participant" : role ? d->roles[role - 1].wanted : NULL;
}

/* -- entries -- */

/* An entry on its way into a debate. A function that takes it returns false where the entry cannot be understood. */
struct step {
	struct debate *d;
	const struct context *ctx;  /* its seats hold one that the entry joins */
	const struct entry *e;
	const struct json_t *data;  /* NULL: none, or no JSON */
	size_t record_offset;       /* where e->body begins in the record */
	bool goes_on;               /* whose move it was beside this one's, it still is */
	bool moves_nothing;         /* of the debate */
};

static const char *
member_text(const json_t *data, const char *key)
{
	return json_string_value(json_object_get(data, key));
}

static unsigned
member_number(const json_t *data, const char *key)
{
	return (unsigned)json_integer_value(json_object_get(data, key));
}

static bool
apply_join(struct step *st)
{
	const struct seat *seat = context_seat(st->ctx, st->e->seat);
	struct debate *d = st->d;
	const struct debate_role *roles = d->roles;
	unsigned role = ROLE_NONE;

	if (!seat || debate_is_closed(d))
		return false;
	if (seat->number <= d->n_seats) { /* again, with another harness or model */
		d->seats[seat->number - 1].harness = seat->harness;
		d->seats[seat->number - 1].model = seat->model;
		return seat->before;
	}
	if (!roles && d->n_seats >= d->format->begins)
		return false;
	if (roles) /* they are taken in their order */
		role = seat->role && *seat->role ? debate_role_named(d, seat->role) : debate_free_role(d);
	if (roles && (!role || !roles[role - 1].name || debate_seat_of(d, role)))
		return false;
	debate_join(d, &(struct debate_seat){seat->name, seat->harness, seat->model, role, seat->joined_ms});
	return true;
}

static bool
apply_close(struct step *st)
{
	struct debate *d = st->d;
	const char *reason = member_text(st->data, "reason"), *outcome = member_text(st->data, "outcome");
	const char *by = member_text(st->data, "by");

	if (d->outcome || !outcome || !(d->outcome = format_ending(d->format, outcome)))
		return false;
	for (const struct debate_phase *row = d->format->states; row->phase && !debate_has_ended(d); row++)
		if (row->outcome && !strcmp(row->outcome, outcome))
			debate_go(d, row->phase);
	d->end.seat = st->e->seat;
	d->end.time_ms = d->changed_ms = st->e->time_ms;
	d->end.maker = by && !strcmp(by, "maker");
	d->end.reason = mem_strdup(reason ? reason : "");
	return true;
}

/* A text stands in the entry's body, there. */
static void
set_piece(const struct step *st, struct debate_text *text, size_t at, size_t len)
{
	text->offset = st->record_offset + at;
	text->piece_len = len;
	text->shown_ms = st->e->time_ms;
}

static bool
apply_text(struct step *st)
{
	struct debate *d = st->d;
	const struct entry *e = st->e;
	const struct format_kind *kinds = d->format->kinds;
	const char *name = member_text(st->data, "kind"), *kept = member_text(st->data, "text");
	bool last = e->kind == ENTRY_CONCLUSION, bare = e->kind == ENTRY_HANDIN || e->kind == ENTRY_REPORT;
	unsigned kind = 0;
	struct debate_text t;
	size_t len, heading;
	char *text;

	while (name && kinds[kind].kind.name && strcmp(kinds[kind].kind.name, name))
		kind++;
	if (!name || !kinds[kind].kind.name || !e->seat || !e->body || !order_takes(d, e->seat, (int)kind))
		return false;
	heading = bare ? 0 : record_heading(e->body, e->body_len);
	/* the body, or the data's `text` if the record has something else of it */
	text = kept ? mem_strdup(kept) : record_text(e->body + heading, e->body_len - heading, &len);
	len = text_unix(text, kept ? strlen(kept) : len);
	t = debate_take(d, e->seat, kind, text, len);
	t.warnings = json_incref(json_object_get(st->data, "warnings"));
	st->goes_on = !debate_apply_text(d, &t);
	free(text);
	if (debate_is_over(d) != last && e->kind != ENTRY_REPORT)
		return false;
	if (e->kind == ENTRY_TURN || (last && d->format->counted))
		set_piece(st, &d->texts[d->n - 1], heading, e->body_len - heading);
	return !last || apply_close(st);
}

static bool
apply_note(struct step *st)
{
	struct debate *d = st->d;
	const json_t *texts = json_object_get(st->data, "texts");
	const char *note = member_text(st->data, "note"), *word = member_text(st->data, "verb");
	size_t n = json_array_size(texts);

	if (!note)
		return false;
	if (!strcmp(note, NOTE_LIFT)) {
		debate_lift(d);
	} else if (!strcmp(note, NOTE_LAPSE)) {
		unsigned seat = member_number(st->data, "seat"), role = member_number(st->data, "role");

		if (seat > d->n_seats)
			return false;
		debate_go_without(d, seat, role, member_text(st->data, "reason"));
	} else if (!strcmp(note, NOTE_REVEAL)) { /* the texts of a sealed phase become pieces of the record */
		if (json_is_true(json_object_get(st->data, NOTE_LIFT)))
			debate_lift(d);
		debate_reveal(d);
		if (!n || n > d->n)
			return false;
		for (size_t i = 0; i < n; i++) {
			const json_t *text = json_array_get(texts, i);

			set_piece(st, &d->texts[d->n - n + i], strspn(st->e->body, "\n") + member_number(text, "at"),
				member_number(text, "len"));
		}
	} else if (!strcmp(note, NOTE_VERB)) {
		const struct debate_verb *v = format_verb_named(d->format, word);
		struct verb_ask ask = {.seat = member_number(st->data, "seat"),
			.verb = word,
			.to = member_text(st->data, "to"),
			.asks = member_text(st->data, "asks"),
			.reason = member_text(st->data, "reason")};

		if (!v || !v->apply)
			return false;
		v->apply(d, &ask);
	} else {
		st->moves_nothing = true; /* it is the maker's, or the ids behind a text */
	}
	return true;
}

/* A move that is due after an entry is due from then on, unless others go on with what they had to do. */
static void
renew_moves(const struct step *st)
{
	const char *note = member_text(st->data, "note");
	enum entry_kind kind = st->e->kind;
	bool anew = (kind == ENTRY_TURN && !st->goes_on) || kind == ENTRY_CLOSE || kind == ENTRY_CONCLUSION ||
		(note && (!strcmp(note, NOTE_LAPSE) || !strcmp(note, NOTE_REVEAL)));
	struct debate *d = st->d;
	bool begun = debate_is_closed(d) || !debate_waits_for(d), any = false;

	for (unsigned slot = 0; slot <= DUE_MISSING; slot++) {
		int text = begun && slot < d->n_seats ? debate_due(d, slot + 1) : -1;
		bool missing = slot == DUE_MISSING && d->n_seats && !any && !debate_is_closed(d);
		struct due *due = &d->due[slot];

		any |= text >= 0;
		if (text < 0 && !missing)
			*due = (struct due){0};
		else if (!due->time_ms || anew)
			*due = (struct due){st->e->time_ms, st->e->clock_ms, NULL};
		due->what = text < 0 ? NULL : &d->format->kinds[text];
	}
}

bool
debate_fold(struct debate *d, const struct context *ctx, const struct entry *e, const json_t *data,
	size_t record_offset, struct debate_change *change)
{
	struct step st = {.d = d, .ctx = ctx, .e = e, .data = data, .record_offset = record_offset};
	const struct format *f = d->format;
	const char *phase = d->phase->name;
	bool closed = debate_is_closed(d), good = true;

	*change = (struct debate_change){.texts = d->n, .lapses = d->n_lapses};
	if (e->seat > d->n_seats && e->kind != ENTRY_JOIN)
		return false;
	d->now_ms = e->time_ms;
	switch (e->kind) {
	case ENTRY_RULES:
		debate_free(d);
		begin_debate(d, f, ctx);
		return true;
	case ENTRY_CLAIM: /* before the debate has begun nothing is claimed but for=timeout */
		if (!e->seat || closed)
			return false;
		if (debate_waits_for(d)) {
			debate_lift(d);
			enter_phase(d);
		}
		st.moves_nothing = true; /* but the floor, and what stands is due as before */
		break;
	case ENTRY_JOIN:
		good = apply_join(&st);
		break;
	case ENTRY_TURN:
	case ENTRY_HANDIN:
	case ENTRY_REPORT:
	case ENTRY_CONCLUSION:
		good = apply_text(&st);
		break;
	case ENTRY_LAPSE: /* the clock of a text that was due of a debate that is closed: it is left out */
		if (closed)
			debate_silent(d);
		break;
	case ENTRY_CLOSE:
		good = apply_close(&st);
		break;
	case ENTRY_NOTE:
		good = apply_note(&st);
		break;
	default:
		return e->kind > 0 && e->kind < ENTRY_KINDS;
	}
	d->changes++;
	if (good && !st.moves_nothing) {
		enter_phase(d);
		renew_moves(&st);
	}
	change->closed = debate_is_closed(d) && !closed;
	change->entered = strcmp(d->phase->name, phase) ? d->phase->name : NULL;
	return good;
}
