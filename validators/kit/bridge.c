#include "validators/kit/bridge.h"

#include <assert.h>
#include <jansson.h>
#include <stdatomic.h>
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/kit/warnings.h"
#include "validators/kit/bridge_inner.h"
#include "validators/text/text.h"

/* -- states -- */

/* A debate that states share. */
struct kept {
	atomic_uint refs;
	struct debate d;
	void *made; /* the source's places, where the context had none; NULL */
};

static const struct bridged *
bridged_of(const struct fstate *s)
{
	return (const struct bridged *)s->common.format;
}

void
bridge_hold(struct fstate *copy)
{
	if (copy->kept)
		atomic_fetch_add(&copy->kept->refs, 1);
}

static void *
reading_make(const struct source *source, const struct source_folder *folder)
{
	struct source_places *places = mem_calloc(1, sizeof *places);

	(void)folder;
	if (!source)
		return free(places), NULL;
	source_places_read(places, mem_copy(source->text, source->len), source->len);
	return places;
}

static void
reading_drop(void *reading)
{
	struct source_places *places = reading;

	free((char *)(uintptr_t)places->text.s);
	source_places_free(places);
	free(places);
}
static const struct format_reading reading = {reading_make, reading_drop};

void
bridge_drop(struct fstate *s)
{
	if (s->kept && atomic_fetch_sub(&s->kept->refs, 1) == 1) {
		debate_free(&s->kept->d);
		if (s->kept->made)
			reading_drop(s->kept->made);
		free(s->kept);
	}
}

/* What a debate borrows of the context it is seen in. */
static void
borrow(struct debate *d, const struct context *ctx)
{
	d->terms = ctx->terms;
	d->topic = ctx->terms->topic;
	d->source = ctx->source ? ctx->source->name : NULL;
	d->places = ctx->source ? ctx->reading : NULL;
	d->novelty_threshold = ctx->terms->novelty_threshold;
	d->now_ms = ctx->now_ms;
}

void
bridge_look(struct bridge_look *l, const struct fstate *s, const struct context *ctx, bool deeply)
{
	const struct debate_format *f = bridged_of(s)->of;

	l->d = s->kept ? s->kept->d : (struct debate){.format = f};
	l->made = NULL;
	l->own = !s->kept && f->own ? f->own(ctx) : NULL;
	l->d.own = l->own ? l->own : l->d.own;
	borrow(&l->d, ctx);
	if (deeply && ctx->source && !ctx->reading)
		l->d.places = l->made = reading_make(ctx->source, ctx->folder);
	if (!s->kept)
		debate_open(&l->d);
}

void
bridge_look_end(struct bridge_look *l)
{
	if (l->made)
		reading_drop(l->made);
	if (l->own)
		l->d.format->drop(l->own);
}

const struct debate *
bridge_debate(const struct fstate *s)
{
	return s->kept ? &s->kept->d : NULL;
}

/* The debate of the state that is made, which nobody shares. */
static struct debate *
own(struct step *st)
{
	struct bridge_look l;
	struct kept *k = mem_calloc(1, sizeof *k);

	bridge_look(&l, st->s, st->ctx, true);
	atomic_init(&k->refs, 1);
	debate_copy(&k->d, &l.d);
	k->made = l.made;
	k->d.now_ms = st->e->time_ms;
	if (l.own)
		k->d.format->drop(l.own);
	bridge_drop(st->s);
	st->s->kept = k;
	return &k->d;
}

/* -- phases -- */

static unsigned
state_row(const struct debate_format *f, unsigned phase)
{
	unsigned i = 0;

	while (f->states[i].phase && f->states[i].phase != phase)
		i++;
	return f->states[i].phase ? i : BRIDGED_STATES;
}

unsigned
bridge_place(unsigned role)
{
	return role_place(role) - 1 + role_side_of(role);
}

unsigned
bridge_role(const struct debate_format *f, unsigned place)
{
	unsigned n = 0;

	while (f->roles && f->roles[n].name)
		n++;
	if (f->side && place >= n - 1)
		return role_side(n, place - (n - 1));
	return place < n ? place + 1 : ROLE_NONE;
}

/* So many seats have this role. */
static unsigned
sides_taken(const struct fstate *s, unsigned role)
{
	unsigned taken = 0;

	for (unsigned place = role - 1; place < DEBATE_ROLES_MAX; place++)
		taken += s->common.seats[place] != 0;
	return taken;
}

unsigned
bridge_missing(const struct fstate *s)
{
	const struct debate_format *f = bridged_of(s)->of;

	/* Somebody was waited for long enough. */
	if (f->alone && s->kept && s->kept->d.order.phase == f->alone)
		return ROLE_NONE;
	if (!f->roles)
		return s->common.n_seats < f->begins ? ROLE_ANY : ROLE_NONE;
	for (unsigned role = 1; f->roles[role - 1].name; role++)
		if (f->side && !f->roles[role].name)
			return sides_taken(s, role) < f->begins ? role : ROLE_NONE;
		else if (!f->roles[role - 1].late && !s->common.seats[role - 1])
			return role;
	return ROLE_NONE;
}

/* The end of a debate is told by its close alone, which follows in the same commit. */
unsigned
bridge_phase(const struct fstate *s)
{
	const struct debate_format *f = bridged_of(s)->of;
	unsigned row = BRIDGED_STATES;

	if (s->common.outcome) {
		const char *outcome = bridged_of(s)->endings[s->common.outcome - 1].name;

		for (row = 0; !f->states[row].outcome || strcmp(f->states[row].outcome, outcome);)
			row++;
		return row;
	}
	if (!s->common.n_seats)
		row = state_row(f, PHASE_PREPARING);
	if (row == BRIDGED_STATES && bridge_missing(s))
		row = state_row(f, PHASE_WAITING);
	if (row == BRIDGED_STATES && s->kept)
		row = state_row(f, s->kept->d.order.phase);
	if (row == BRIDGED_STATES || f->states[row].outcome)
		return s->common.phase;
	return row;
}

/* Debating waits for nobody; else "somebody with role=judge". A role may be wanted no sooner than its text is due. */
const char *
format_missing(const struct fstate *s, const struct context *ctx)
{
	unsigned role = bridge_missing(s);
	struct bridge_look l;

	if (fstate_is_closed(s))
		return NULL;
	bridge_look(&l, s, ctx, false);
	if (!role)
		role = debate_wanted(&l.d);
	bridge_look_end(&l);
	return role == ROLE_ANY ? "another participant" : role ? bridged_of(s)->wanted[role - 1] : NULL;
}

/* -- entries -- */

static bool
step_rules(struct step *st)
{
	own(st);
	return true;
}

static bool
step_join(struct step *st)
{
	const struct seat *s = context_seat(st->ctx, st->e->seat);
	struct debate *d = own(st);

	if (s->number <= d->n_seats) {
		d->seats[s->number - 1].harness = s->harness;
		d->seats[s->number - 1].model = s->model;
		return true;
	}
	debate_join(d, &(struct debate_seat){s->name, s->harness, s->model,
		bridge_role(bridged_of(st->s)->of, fstate_role(st->s, s->number))});
	return true;
}

/* Before the debate has begun nothing is claimed but for=timeout. */
static bool
step_claim(struct step *st)
{
	if (bridge_missing(st->s))
		debate_lift(own(st));
	return true;
}

static const char *
said(const json_t *data, const char *key)
{
	return json_string_value(json_object_get(data, key));
}

static void
end(struct step *st, struct debate *d)
{
	const char *outcome = fstate_outcome(st->s);

	for (const struct debate_phase *row = d->format->states; row->phase && !debate_has_ended(d); row++)
		if (row->outcome && !strcmp(row->outcome, outcome))
			debate_go(d, row->phase);
	d->end.seat = st->e->seat;
	d->end.maker = said(st->data, "by") && !strcmp(said(st->data, "by"), "maker");
	d->end.time_ms = st->e->time_ms;
	free(d->end.reason);
	d->end.reason = mem_strdup(fstate_reason(st->s));
}

/* What was handed in: the body, or the data's `text` where the record has something else of it; malloc'd. */
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

/* Of a text that is no piece of the record. */
static void
keep_warnings(struct debate *d, unsigned seat, json_t *warnings)
{
	for (size_t i = 0; i < d->n + d->n_sealed; i++) {
		struct debate_text *t = i < d->n ? &d->texts[i] : &d->sealed[i - d->n];

		if (t->seat != seat || t->round != debate_round(d) || t->warnings || !json_array_size(warnings))
			continue;
		t->warnings = json_incref(warnings);
	}
}

/* As which kind it was accepted; -1: it cannot have been. */
static int
kind_accepted(const struct debate *d, const struct step *st)
{
	const char *name = said(st->data, "kind");
	const struct format_kind *kinds = d->format->kinds;

	for (unsigned i = 0; name && kinds[i].kind.name; i++)
		if (!strcmp(kinds[i].kind.name, name) && debate_takes(d, st->e->seat, i))
			return (int)i;
	return -1;
}

static bool
step_text(struct step *st)
{
	size_t len;
	char *text = text_of(st, &len);
	struct debate *d = own(st);
	int kind = kind_accepted(d, st);
	bool good = kind >= 0;

	if (good)
		st->goes_on = !debate_apply_as(d, st->e->seat, (unsigned)kind, text, len);
	good = good && (debate_is_over(d) == (st->e->kind == ENTRY_CONCLUSION) || st->e->kind == ENTRY_REPORT);
	bool last = st->e->kind == ENTRY_CONCLUSION;
	if (good && (st->e->kind == ENTRY_TURN || (last && d->format->counted)))
		step_add_piece(st);
	else if (good && last)
		d->texts[d->n - 1].warnings = json_incref(json_object_get(st->data, "warnings"));
	else if (good && d->format->kinds[kind].record)
		keep_warnings(d, st->e->seat, json_object_get(st->data, "warnings"));
	if (good && last)
		end(st, d);
	free(text);
	return good;
}

/* The clock of a text that was due of a debate that is closed: it is left out. */
static bool
step_lapse(struct step *st)
{
	if (fstate_is_closed(st->s))
		debate_silent(own(st));
	return true;
}

static bool
step_close(struct step *st)
{
	end(st, own(st));
	return true;
}

static unsigned
number(const json_t *data, const char *key)
{
	return (unsigned)json_integer_value(json_object_get(data, key));
}

void
bridge_lapse(struct debate *d, unsigned seat, unsigned role, const char *reason)
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
step_reveal(struct step *st)
{
	struct debate *d = own(st);
	const json_t *list = json_object_get(st->data, "texts");
	size_t n = json_array_size(list);

	if (json_is_true(json_object_get(st->data, NOTE_LIFT)))
		debate_lift(d);
	debate_reveal(d);
	for (size_t i = 0; i < n; i++) {
		const json_t *one = json_array_get(list, i);
		struct record_piece *p = step_add_piece(st);

		p->seat = number(one, "seat");
		p->offset = st->record_offset + strspn(st->e->body, "\n") + number(one, "at");
		p->len = number(one, "len");
		strings_free(p->warnings, p->n_warnings);
		p->warnings = strings_take(json_object_get(one, "warnings"), &p->n_warnings);
	}
	return n && n <= d->n;
}

static bool
step_verb(struct step *st)
{
	const struct debate_verb *v = bridged_of(st->s)->of->verbs;
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
	v->apply(own(st), &ask);
	return true;
}

static bool
step_note(struct step *st)
{
	const char *note = said(st->data, "note");

	if (!note)
		return false;
	if (!strcmp(note, NOTE_REVEAL))
		return step_reveal(st);
	if (!strcmp(note, NOTE_VERB))
		return step_verb(st);
	if (!strcmp(note, NOTE_LIFT))
		return debate_lift(own(st)), true;
	if (strcmp(note, NOTE_LAPSE))
		return true;
	if (number(st->data, "seat") > st->s->common.n_seats)
		return false;
	bridge_lapse(own(st), number(st->data, "seat"), number(st->data, "role"), said(st->data, "reason"));
	st->s->common.changed_ms = st->e->time_ms;
	return true;
}

bool (*const bridge_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = step_rules,
	[ENTRY_JOIN] = step_join,
	[ENTRY_CLAIM] = step_claim,
	[ENTRY_TURN] = step_text,
	[ENTRY_HANDIN] = step_text,
	[ENTRY_CONCLUSION] = step_text,
	[ENTRY_REPORT] = step_text,
	[ENTRY_LAPSE] = step_lapse,
	[ENTRY_CLOSE] = step_close,
	[ENTRY_NOTE] = step_note,
};

void
bridge_make(struct bridged *b, const struct debate_format *of)
{
	*b = (struct bridged){.of = of,
		.format = {.name = of->name,
			.about = of->about,
			.separator = of->separator,
			.head = of->head,
			.terms = of->terms,
			.reading = of->reading ? of->reading : &reading,
			.folder = of->debates}};
	bridge_tables(b);
}
