/* What a debate of the new kit shows: kinds of text, status, files, prompts, events. */
#include "validators/kit/bridge_inner.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/refusal.h"
#include "validators/kit/warnings.h"
#include "validators/kit/brief.h"
#include "validators/kit/cautions.h"
#include "validators/kit/json.h"
#include "validators/text/markdown.h"
#include "validators/text/names.h"

/* A text of JSON may be one line, of all that max_turn_bytes can allow. */
#define JSON_LINE_BYTES (1 << 20)

typedef const struct fstate *state_at;
typedef const struct context *ctx_at;

static const struct debate_format *
format_of(state_at s)
{
	return ((const struct bridged *)fstate_common(s)->format)->of;
}

/* -- kinds of text -- */

static unsigned
number_of(state_at s, const struct hand_in *kind)
{
	return (unsigned)(kind - fstate_common(s)->format->hand_ins);
}

/* The role of a seat, or of whoever joins next; ROLE_NONE: seats have none. */
static unsigned
role_of(const struct debate *d, unsigned seat)
{
	unsigned role = 1;

	if (seat && seat <= d->n_seats)
		return d->seats[seat - 1].role;
	while (d->format->roles && d->format->roles[role - 1].name && debate_seat_of(d, role))
		role++;
	role -= d->format->side && !d->format->roles[role - 1].name;
	return d->format->roles ? role : ROLE_NONE;
}

/* Does this role ever hand in that kind? */
static bool
has_row(const struct debate *d, unsigned role, unsigned kind)
{
	for (const struct order_row *row = d->format->phases; row->phase; row++)
		if (row->role && row->kind == kind &&
			(row->role & (ROLE_ALL | ROLE_OTHER) || order_role(row) == role_place(role)))
			return true;
	return false;
}

static bool
is_offered(const struct debate *d, unsigned seat, unsigned kind)
{
	const struct format_kind *k = &d->format->kinds[kind];

	return !k->offered || k->offered(d, seat);
}

static bool
is_over(const struct debate *d, unsigned kind)
{
	const struct format_kind *k = &d->format->kinds[kind];

	return debate_is_over(d) || (k->over && k->over(d));
}

enum hand_in_when
hand_in_when(state_at s, ctx_at ctx, unsigned seat, const struct hand_in *h)
{
	unsigned kind = number_of(s, h);
	struct bridge_look l;
	enum hand_in_when w = HAND_IN_OVER;

	bridge_look(&l, s, ctx, false);
	unsigned role = role_of(&l.d, seat);
	if (fstate_is_closed(s) && seat && debate_due(&l.d, seat) == (int)kind)
		w = HAND_IN_OPEN;
	else if (fstate_is_closed(s) || is_over(&l.d, kind) || !has_row(&l.d, role, kind))
		w = HAND_IN_OVER;
	else if (!seat)
		w = (role || bridge_missing(s)) && !l.d.format->kinds[kind].offered && debate_opens(&l.d, role, kind)
			? HAND_IN_DUE : HAND_IN_LATER;
	else if (bridge_missing(s))
		w = HAND_IN_LATER;
	else if (debate_due(&l.d, seat) == (int)kind)
		w = HAND_IN_DUE;
	else
		w = debate_takes(&l.d, seat, kind) && is_offered(&l.d, seat, kind) ? HAND_IN_OPEN : HAND_IN_LATER;
	bridge_look_end(&l);
	return w;
}

static void
show_blank(const struct debate *d, unsigned seat, unsigned kind, UT_string *out)
{
	const struct format_kind *k = &d->format->kinds[kind];
	bool due = seat && debate_due(d, seat) == (int)kind;
	UT_string heading;

	utstring_init(&heading);
	if (due && k->heading)
		k->heading(d, seat, &heading);
	/* one that goes on with the writer's words is left to the filesystem */
	if (utstring_len(&heading) && strcmp(utstring_body(&heading) + utstring_len(&heading) - 3, "—"))
		utstring_printf(out, "## %s\n\n", utstring_body(&heading));
	debate_blank_as(d, seat, kind, out);
	utstring_done(&heading);
}

void
hand_in_told(state_at s, ctx_at ctx, unsigned seat, const struct hand_in *h, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (l.d.format->kinds[number_of(s, h)].told)
		l.d.format->kinds[number_of(s, h)].told(&l.d, ctx, seat, out);
	bridge_look_end(&l);
}

void
hand_in_label(state_at s, ctx_at ctx, unsigned seat, const struct hand_in *h, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	bridge_label(&l.d, ctx, seat, number_of(s, h), out);
	bridge_look_end(&l);
}

void
hand_in_blank(state_at s, ctx_at ctx, unsigned seat, const struct hand_in *h, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	show_blank(&l.d, seat, number_of(s, h), out);
	bridge_look_end(&l);
}

/* -- status -- */

struct status_value
format_status(state_at s, ctx_at ctx, const struct status_row *row)
{
	struct bridge_look l;
	struct status_value v;

	bridge_look(&l, s, ctx, false);
	v = row->value(&l.d, ctx);
	bridge_look_end(&l);
	return v;
}

/* What every format says. */
static struct status_value
status_quotations(const struct debate *d, ctx_at ctx)
{
	int64_t found = 0;

	(void)ctx;
	for (size_t i = 0; i < d->n; i++)
		found += d->texts[i].quotes;
	return (struct status_value){.type = STATUS_INTEGER, .integer = found};
}

static struct status_value
status_families(const struct debate *d, ctx_at ctx)
{
	struct reader one;

	(void)ctx;
	return (struct status_value){.type = STATUS_INTEGER, .integer = debate_model_families(d, &one)};
}

/* -- files and prompts -- */

void
format_render(state_at s, ctx_at ctx, int row, unsigned number, UT_string *out)
{
	const struct format_row *r = &fstate_common(s)->format->rows[row - ROW_OWN];
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (number && r->tree)
		r->tree->shows(&l.d, number, out);
	else if (number)
		r->many->shows(&l.d, number, out);
	else
		r->shows(&l.d, ctx, 0, out);
	bridge_look_end(&l);
}

void
format_front(state_at s, ctx_at ctx, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	l.d.format->front(&l.d, ctx, 0, out);
	bridge_look_end(&l);
}

/* Before the rules are frozen its base is that of the reading, which outlives what is borrowed of it here. */
static bool
has_tree(state_at s, ctx_at ctx)
{
	return bridge_debate(s) || ctx->reading;
}

unsigned
format_file_count(state_at s, ctx_at ctx, const struct format_row *row)
{
	struct bridge_look l;
	unsigned n;

	if (row->tree && !has_tree(s, ctx))
		return 0;
	bridge_look(&l, s, ctx, false);
	n = row->tree ? row->tree->count(&l.d) : row->many->count(&l.d);
	bridge_look_end(&l);
	return n;
}

void
format_file_name(state_at s, ctx_at ctx, const struct format_row *row, unsigned number, char out[FORMAT_NAME_BYTES])
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	row->many->file(&l.d, number, out);
	bridge_look_end(&l);
}

unsigned
format_file_find(state_at s, ctx_at ctx, const struct format_row *row, const char *name)
{
	struct bridge_look l;
	unsigned number;

	bridge_look(&l, s, ctx, false);
	number = row->many->find(&l.d, name);
	bridge_look_end(&l);
	return number;
}

const char *
format_file_path(state_at s, ctx_at ctx, const struct format_row *row, unsigned number)
{
	struct bridge_look l;
	const char *path;

	bridge_look(&l, s, ctx, false);
	path = row->tree->path(&l.d, number);
	bridge_look_end(&l);
	return path;
}

static int64_t
tree_ms(const struct debate *d, ctx_at ctx, const struct debate_tree *tree, unsigned number)
{
	unsigned text = tree->changed(d, number);

	return text ? d->texts[text - 1].time_ms : ctx->created_ms;
}

int64_t
format_file_ms(state_at s, ctx_at ctx, const struct format_row *row, unsigned number)
{
	struct bridge_look l;
	int64_t ms;

	bridge_look(&l, s, ctx, false);
	ms = row->many ? row->many->time_ms(&l.d, number)
		: row->tree ? tree_ms(&l.d, ctx, row->tree, number)
		: fstate_common(s)->changed_ms;
	bridge_look_end(&l);
	return ms;
}

void
format_brief(state_at s, ctx_at ctx, unsigned seat, size_t room, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (l.d.format->brief)
		l.d.format->brief(&l.d, ctx, seat, out);
	else
		brief_print(&l.d, seat, room, out);
	bridge_look_end(&l);
}

void
format_fates(state_at s, ctx_at ctx, unsigned number, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (l.d.format->fates)
		l.d.format->fates(&l.d, ctx, number, out);
	for (size_t i = 0; i < l.d.ledger.n && l.d.format->points; i++) {
		const struct point *p = &l.d.ledger.points[i];

		if (p->text != number)
			continue;
		ref_print(&p->id, out);
		utstring_printf(out, " is %s\n", l.d.format->points[p->state]);
	}
	bridge_look_end(&l);
}

/* Of a text by this seat; *seen are those whose last text was looked at. One that decides is told of the others' all
 * that it is told of its own. */
static void
put_cautions(const struct debate *d, const struct context *ctx, unsigned by, char *const *warnings, size_t n,
	unsigned seat, uint64_t *seen, UT_string *out)
{
	bool all = by == seat || (d && debate_decides(d, seat));


	for (size_t i = 0; i < n && !(*seen >> by & 1); i++) {
		const char *sentence = strstr(warnings[i], "] ");

		if (!all && strncmp(warnings[i], "[quote.unfound]", strlen("[quote.unfound]")))
			continue;
		utstring_printf(out, "- ");
		if (by == seat)
			utstring_printf(out, "your last text");
		else
			md_escape(out, context_seat_name(ctx, by));
		utstring_printf(out, ": ");
		md_escape(out, sentence ? sentence + 2 : warnings[i]);
		utstring_printf(out, "\n");
	}
	*seen |= UINT64_C(1) << by;
}

/* Quotations that stand nowhere, of each text. */
static void
put_unfound(state_at s, const struct debate *d, ctx_at ctx, UT_string *out)
{
	UT_string list;

	utstring_init(&list);
	for (unsigned i = 1; i <= fstate_pieces(s); i++) {
		const struct record_piece *p = fstate_piece(s, i);

		put_cautions(d, ctx, p->seat, p->warnings, p->n_warnings, 0, &(uint64_t){0}, &list);
	}
	for (size_t i = 0; i < d->n; i++) {
		size_t n;
		char **warnings = strings_take(d->texts[i].warnings, &n);

		put_cautions(d, ctx, d->texts[i].seat, warnings, n, 0, &(uint64_t){0}, &list);
		strings_free(warnings, n);
	}
	if (utstring_len(&list))
		utstring_printf(out, "\n## Quotations that were not found\n\n%s", utstring_body(&list));
	utstring_done(&list);
}

void
format_result(state_at s, ctx_at ctx, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (l.d.format->result)
		l.d.format->result(&l.d, ctx, 0, out);
	else
		debate_print_end(&l.d, out);
	put_unfound(s, &l.d, ctx, out);
	bridge_look_end(&l);
}

bool
format_came_to(state_at s, UT_string *out)
{
	struct debate none = {.format = format_of(s)};
	const struct debate *d = bridge_debate(s);

	return debate_came_to(d ? d : &none, out);
}

/* The last text of each seat, in the record or beside it. */
void
format_cautions(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	const struct debate *d = bridge_debate(state);
	uint64_t seen = 0;

	for (unsigned n = fstate_pieces(state); n; n--) {
		const struct record_piece *p = fstate_piece(state, n);

		put_cautions(d, ctx, p->seat, p->warnings, p->n_warnings, seat, &seen, out);
	}
	for (size_t n = d ? d->n : 0; n; n--) {
		size_t n_warnings;
		char **warnings = strings_take(d->texts[n - 1].warnings, &n_warnings);

		put_cautions(d, ctx, d->texts[n - 1].seat, warnings, n_warnings, seat, &seen, out);
		strings_free(warnings, n_warnings);
	}
}

/* Of a text that is no piece of the record. */
static void
tell_warnings(const struct debate *d, const struct debate_text *t, void (*each)(void *arg, const char *text),
	void *arg)
{
	size_t n;
	char **warnings = strings_take(t->warnings, &n);
	char *what = mem_format("%s of %s", d->format->kinds[t->kind].kind.name, d->seats[t->seat - 1].name);

	warnings_tell(what, warnings, n, each, arg);
	strings_free(warnings, n);
	free(what);
}

void
format_warnings(state_at s, void (*each)(void *arg, const char *text), void *arg)
{
	for (unsigned i = 1; i <= fstate_pieces(s); i++) {
		const struct record_piece *p = fstate_piece(s, i);
		char what[32];

		snprintf(what, sizeof what, "text %u", i);
		warnings_tell(what, p->warnings, p->n_warnings, each, arg);
	}
	const struct debate *d = bridge_debate(s);
	for (size_t i = 0; d && i < d->n; i++)
		tell_warnings(d, &d->texts[i], each, arg);
	if (d)
		debate_warnings(d, each, arg);
}

/* -- whose move it is -- */

/* The kind that is due of a seat, else the first that is taken of it; -1: none. */
static int
kind_taken(const struct debate *d, unsigned seat)
{
	int due = debate_due(d, seat);

	for (unsigned kind = 0; due < 0 && d->format->kinds[kind].kind.name; kind++)
		if (debate_takes(d, seat, kind))
			return (int)kind;
	return due;
}

/* The only seat of which a text is due; 0: there is none, or there are several. */
unsigned
format_next_seat(state_at s, ctx_at ctx)
{
	struct bridge_look l;
	unsigned only = 0;

	bridge_look(&l, s, ctx, false);
	if (!bridge_missing(s))
		only = ctx->holder && kind_taken(&l.d, ctx->holder) >= 0 ? ctx->holder
			: debate_names(&l.d) ? debate_names(&l.d) : debate_only_due(&l.d);
	bridge_look_end(&l);
	return only;
}

static enum next_step
step_of(state_at s, const struct debate *d, ctx_at ctx, unsigned seat)
{
	int kind = kind_taken(d, seat);
	bool held = ctx->holder && ctx->holder != seat && !debate_is_sealed(d);
	enum next_step step = kind < 0 ? NEXT_WAIT_TURN : d->format->kinds[kind].step;

	if (kind < 0 && !ctx->holder && bridge_wait_is_over(s, ctx, d, seat))
		return NEXT_CLAIM_LOCK;
	if (kind < 0 && seat == debate_names(d))
		return NEXT_NAME_SPEAKER;
	if (kind < 0 || held)
		return NEXT_WAIT_TURN;
	if (step && (debate_due(d, seat) >= 0 || ctx->holder == seat))
		return step;
	return ctx->holder == seat || debate_is_sealed(d) ? NEXT_COMPOSE_TURN : NEXT_CLAIM_LOCK;
}

/* Once it is closed: a last text may still be due. */
static enum next_step
next_late(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	unsigned due;
	enum next_step step = NEXT_CLOSED;

	bridge_look(&l, s, ctx, false);
	due = debate_only_due(&l.d);
	if (due && (!seat || seat == due))
		step = l.d.format->kinds[debate_due(&l.d, due)].step;
	bridge_look_end(&l);
	return step;
}

unsigned
format_late_seat(state_at s, ctx_at ctx, const struct format_row *row)
{
	return row->gated && fstate_is_closed(s) ? format_next_seat(s, ctx) : 0;
}

enum next_step
format_next(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	enum next_step step = NEXT_WAIT_PEER;

	if (fstate_is_closed(s))
		return next_late(s, ctx, seat);
	bridge_look(&l, s, ctx, false);
	if (bridge_missing(s) && !ctx->holder && bridge_wait_is_over(s, ctx, &l.d, seat))
		step = NEXT_CLAIM_LOCK;
	if (format_missing(s, ctx))
		goto end;
	if (!seat)
		seat = ctx->holder ? ctx->holder : debate_names(&l.d) ? debate_names(&l.d) : debate_only_due(&l.d);
	step = seat && seat <= l.d.n_seats ? step_of(s, &l.d, ctx, seat) : NEXT_CLAIM_LOCK;
end:
	bridge_look_end(&l);
	return step;
}

bool
format_is_apart(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	bool apart;

	bridge_look(&l, s, ctx, false);
	apart = !fstate_is_closed(s) && !bridge_missing(s) && debate_is_sealed(&l.d) && debate_due(&l.d, seat) >= 0;
	bridge_look_end(&l);
	return apart;
}

bool
format_is_sealed(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	bool in = false;

	bridge_look(&l, s, ctx, false);
	for (size_t i = 0; i < l.d.n_sealed; i++)
		in |= l.d.sealed[i].seat == seat;
	bridge_look_end(&l);
	return in;
}

bool
format_is_sealing(state_at s, ctx_at ctx)
{
	struct bridge_look l;
	bool sealing;

	bridge_look(&l, s, ctx, false);
	sealing = !fstate_is_closed(s) && debate_is_sealed(&l.d);
	bridge_look_end(&l);
	return sealing;
}

/* -- who joins -- */

static bool
has_role_at(const struct debate *d, unsigned place)
{
	unsigned role = bridge_role(d->format, place);

	return role && (!d->format->side || d->format->roles[role_place(role)].name ||
		d->format->side(d, role_side_of(role)));
}

unsigned
bridge_place_named(state_at s, const char *word)
{
	const struct debate *d = bridge_debate(s);
	unsigned role = d ? debate_role_named(d, word) : ROLE_NONE;

	return role ? bridge_place(role) : DEBATE_ROLES_MAX;
}

/* Without a base nobody knows the sides. */
bool
format_role_at(state_at s, ctx_at ctx, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	const struct debate_format *f = format_of(s);
	struct bridge_look l;
	UT_string word;
	bool is = true;

	utstring_init(&word);
	bridge_look(&l, s, ctx, false);
	if (has_role_at(&l.d, place))
		debate_print_role(&l.d, bridge_role(f, place), &word);
	else if (bridge_role(f, place) && !role_side_of(bridge_role(f, place)))
		utstring_printf(&word, "%s-SLUG", f->roles[place].name);
	else
		is = false;
	snprintf(out, FORMAT_ROLE_BYTES, "%s", is ? utstring_body(&word) : "");
	bridge_look_end(&l);
	utstring_done(&word);
	return is;
}

static const struct rule *
role_fault(const struct debate *d, const struct join_ask *ask, unsigned role, char **sentence)
{
	unsigned seat = role ? debate_seat_of(d, role) : 0;
	UT_string left;

	if (seat && strcmp(d->seats[seat - 1].name, ask->name)) {
		*sentence = mem_format("the %s is \"%s\"", ask->role, d->seats[seat - 1].name);
		return &refusals[REFUSAL_SEAT_TAKEN];
	}
	if (role)
		return NULL;
	utstring_init(&left);
	for (unsigned place = 0; has_role_at(d, place); place++) {
		if (debate_seat_of(d, bridge_role(d->format, place)))
			continue;
		utstring_printf(&left, "%srole=", utstring_len(&left) ? " or " : "");
		debate_print_role(d, bridge_role(d->format, place), &left);
	}
	*sentence = *ask->role ? mem_format("there is no role \"%s\": join with %s", ask->role, utstring_body(&left))
			       : mem_format("say what you are: join with %s", utstring_body(&left));
	utstring_done(&left);
	return &refusals[REFUSAL_VALUE_BAD];
}

const struct rule *
format_join(state_at s, ctx_at ctx, const struct join_ask *ask, char **sentence)
{
	const struct rule *rule = NULL;
	struct bridge_look l;
	unsigned role;

	*sentence = NULL;
	if (!format_of(s)->roles)
		return NULL;
	if (format_of(s)->debates && !ctx->folder) {
		*sentence = mem_strdup("this debate has no source yet: set `source` in config.toml");
		return &refusals[REFUSAL_LEASE_WAIT];
	}
	bridge_look(&l, s, ctx, false);
	role = debate_role_named(&l.d, ask->role);
	rule = role_fault(&l.d, ask, role, sentence);
	if (!rule && l.d.format->joins)
		rule = l.d.format->joins(
			&l.d, &(struct debate_seat){ask->name, ask->harness, ask->model, role}, sentence);
	bridge_look_end(&l);
	return rule;
}

/* -- events -- */

static void
set_role(json_t *members, const struct debate *d, unsigned role)
{
	UT_string word;

	if (!d->format->roles || !role)
		return;
	utstring_init(&word);
	debate_print_role(d, role, &word);
	json_object_set_new(members, "role", json_string(utstring_body(&word)));
	utstring_done(&word);
}

static void
emit_text(const struct emitter *em, const struct debate *d)
{
	const struct debate_text *t = &d->texts[d->n - 1];
	int turns = (int)d->n - d->format->kinds[t->kind].closes; /* what concludes is no turn */
	json_t *members = json_pack("{s:i, s:s, s:s}", "turn_number", turns, "participant",
		d->seats[t->seat - 1].name, "kind", d->format->kinds[t->kind].kind.name);

	set_role(members, d, d->seats[t->seat - 1].role);
	if (d->format->counted)
		json_object_set_new(members, "round", json_integer(t->round));
	if (fstate_is_closed(em->after))
		json_object_set_new(members, "terminal_outcome", json_string(fstate_outcome(em->after)));
	if (d->format->updated)
		d->format->updated(d, em->ctx, members);
	emit(em, "artifact_updated", members);
	if (d->format->btw && d->format->btw(d))
		emit(em, "btw_update", json_pack("{s:s, s:i, s:b}", "message", d->format->btw(d), "turn_number",
			turns, "candidate_convergence", 1));
}

static void
emit_lapse(const struct emitter *em, const struct debate *d, const struct debate_lapse *lapse)
{
	json_t *members = json_pack("{s:s, s:i, s:s}", "participant", lapse->seat ? d->seats[lapse->seat - 1].name : "",
		"round", (int)lapse->round, "reason", lapse->reason ? lapse->reason : "timeout");

	if (lapse->seat || lapse->role < ROLE_OTHER)
		set_role(members, d, lapse->role);
	emit(em, "participant_failed", members);
}

static void
emit_verb(const struct emitter *em, const struct debate *d)
{
	json_t *data = em->e->kind == ENTRY_NOTE && em->e->data ? json_loads(em->e->data, 0, NULL) : NULL;
	const char *note = json_string_value(json_object_get(data, "note"));
	const char *word = json_string_value(json_object_get(data, "verb"));
	unsigned seat = (unsigned)json_integer_value(json_object_get(data, "seat"));

	for (const struct debate_verb *v = d->format->verbs; note && !strcmp(note, NOTE_VERB) && v && v->word; v++)
		if (word && !strcmp(v->word, word) && seat && seat <= d->n_seats)
			emit(em, v->event,
				json_pack("{s:s*, s:s}", "participant",
					d->order.named ? d->seats[d->order.named - 1].name : NULL, "by",
					d->seats[seat - 1].name));
	json_decref(data);
}

/* "turn:3", of a text that ends the debate "conclusion:DISSENT"; where rounds count "text:3". */
static void
put_unit(struct emitter *em, const struct debate *d)
{
	const struct format_kind *kind = &d->format->kinds[d->texts[d->n - 1].kind];

	if (d->format->counted)
		snprintf(em->unit, sizeof em->unit, "text:%zu", d->n);
	else if (kind->closes)
		snprintf(em->unit, sizeof em->unit, "%s:%s", kind->kind.name, fstate_outcome(em->after));
	else
		snprintf(em->unit, sizeof em->unit, "%s:%zu", kind->kind.name, d->n);
}

void
format_events(state_at before, state_at after, ctx_at ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = {.before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg};
	struct bridge_look was, is;

	bridge_look(&was, before, ctx, false);
	bridge_look(&is, after, ctx, false);
	if (is.d.n)
		put_unit(&em, &is.d);
	if (!was.d.n && is.d.n)
		emit_registered(&em);
	for (size_t n = is.d.n; was.d.n < n; was.d.n++) {
		is.d.n = was.d.n + 1;
		put_unit(&em, &is.d);
		emit_text(&em, &is.d);
	}
	for (size_t i = was.d.n_lapses; i < is.d.n_lapses && is.d.format->roles; i++)
		emit_lapse(&em, &is.d, &is.d.lapses[i]);
	emit_verb(&em, &is.d);
	if (fstate_is_closed(after) && !fstate_is_closed(before)) {
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", fstate_outcome(after));
		emit_closed(&em, fstate_phase_name(after), fstate_outcome(after), fstate_reason(after));
	}
	bridge_look_end(&was);
	bridge_look_end(&is);
}

/* -- tables -- */

static void
make_kinds(struct bridged *b)
{
	const struct format_kind *k = b->of->kinds;
	unsigned n = 0;

	for (; k[n].kind.name; n++) {
		assert(n < BRIDGED_KINDS);
		b->hand_ins[n].name = k[n].kind.name;
		b->hand_ins[n].row = ROW_DEBATE;
		if (k[n].kind.parts->json)
			b->format.line_bytes = JSON_LINE_BYTES;
	}
	b->format.hand_ins = b->hand_ins;
	b->format.n_hand_ins = n;
}

static void
make_states(struct bridged *b)
{
	const struct debate_phase *row = b->of->states;
	unsigned n = 0, ends = 0;

	for (; row[n].phase; n++) {
		assert(n < BRIDGED_STATES);
		b->phases[n] = (struct phase){row[n].name, row[n].outcome ? 0 : ~0U};
		if (row[n].outcome && row[n].earned)
			b->endings[ends++] = (struct ending){row[n].outcome, row[n].earned};
		if (row[n].outcome && b->of->releases && !b->format.free_outcome)
			b->format.free_outcome = row[n].outcome;
	}
	b->format.phases = b->phases;
	b->format.n_phases = n;
	b->format.endings = b->endings;
	b->format.n_endings = ends;
}

static void
make_roles(struct bridged *b)
{
	const struct debate_role *r = b->of->roles;
	unsigned n = 0;

	b->format.seats_max = b->of->begins;
	for (; r && r[n].name; n++) {
		bool sides = b->of->side && !r[n + 1].name;

		b->roles[n] = sides ? mem_format("%s-SLUG", r[n].name) : r[n].name;
		b->wanted[n] = mem_format("somebody with role=%s", b->roles[n]);
		if (r[n].decides)
			b->format.decides = r[n].name;
	}
	if (!r)
		return;
	b->format.roles = b->roles;
	b->format.seats_max = n;
	if (b->of->side)
		b->format.seats_max = DEBATE_ROLES_MAX;
}

/* Does any phase go on without a seat that is given up? */
static bool
gives_up(const struct debate_format *f)
{
	const struct order_row *row = f->phases;

	while (row->phase && !row->failed)
		row++;
	return row->phase;
}

static void
make_verbs(struct bridged *b)
{
	const struct debate_verb *v = b->of->verbs;
	unsigned n = 0;

	if (b->format.decides && gives_up(b->of))
		b->verbs[n++] = "fail";
	for (; v && v->word; v++)
		b->verbs[n++] = v->word;
	if (!n)
		return;
	b->format.verbs = b->verbs;
}

static void
make_rules(struct bridged *b)
{
	struct rule *rules = mem_calloc(b->of->n_rules + KIT_RULES + JSON_RULES, sizeof *rules);
	bool json = b->of->kinds[0].kind.parts->json;

	if (b->of->n_rules)
		memcpy(rules, b->of->rules, b->of->n_rules * sizeof *rules);
	memcpy(rules + b->of->n_rules, kit_rules, sizeof kit_rules);
	memcpy(rules + b->of->n_rules + KIT_RULES, json_rules, sizeof json_rules);
	b->format.rules = rules;
	b->format.n_rules = b->of->n_rules + KIT_RULES + (json ? JSON_RULES : 0);
}

/* A kind whose text stands in that file; NULL: none does. */
static struct hand_in *
kind_in(struct bridged *b, const char *file)
{
	for (unsigned i = 0; i < b->format.n_hand_ins; i++)
		if (b->of->kinds[i].file && !strcmp(b->of->kinds[i].file, file))
			return &b->hand_ins[i];
	return NULL;
}

static struct format_row *
add_row(struct bridged *b, const char *name, const char *about)
{
	unsigned n = (unsigned)b->format.n_rows++;

	assert(n < FORMAT_ROWS_MAX);
	b->rows[n] = (struct format_row){.id = ROW_OWN + (int)n, .name = name, .about = about};
	return &b->rows[n];
}

static void
make_rows(struct bridged *b)
{
	const struct debate_status *s = b->of->status;
	const struct debate_file *f = b->of->files;
	unsigned n;

	for (n = 0; s && s[n].key; n++) {
		assert(n < BRIDGED_STATUS);
		b->status[n] = (struct status_row){s[n].key, s[n].value};
	}
	b->status[n++] = (struct status_row){"quotations_found", status_quotations};
	b->status[n++] = (struct status_row){"model_families", status_families};
	b->format.status = b->status;
	b->format.n_status = n;
	b->format.rows = b->rows;
	for (; f && f->name; f++) {
		struct format_row *row = add_row(b, f->name, f->about);
		struct hand_in *h = kind_in(b, f->name);

		row->shows = f->shows;
		row->drawn = strstr(f->name, ".svg");
		if (!h)
			continue;
		h->row = row->id;
		row->gated = true;
	}
	for (n = 0; b->of->trees && b->of->trees[n].name; n++) {
		assert(n < BRIDGED_TREES);
		add_row(b, b->of->trees[n].name, b->of->trees[n].about)->tree = &b->of->trees[n];
	}
	if (b->of->folder)
		add_row(b, b->of->folder->name, b->of->folder->about)->many = b->of->folder;
}

void
bridge_tables(struct bridged *b)
{
	struct format *f = &b->format;

	make_kinds(b);
	make_states(b);
	make_roles(b);
	make_verbs(b);
	make_rules(b);
	make_rows(b);
	f->front = b->of->front;
	f->turn_seconds = b->of->turn_seconds;
	f->is_waited_for = b->of->alone;
}
