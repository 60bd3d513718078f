/* What a debate of the new kit shows: kinds of text, status, files, prompts, events. */
#include "validators/kit/bridge_inner.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/moves.h"
#include "validators/kit/refusal.h"
#include "validators/kit/warnings.h"
#include "validators/kit/brief.h"
#include "validators/kit/cautions.h"
#include "validators/kit/json.h"
#include "validators/text/markdown.h"
#include "validators/text/names.h"

typedef const struct fstate *state_at;
typedef const struct context *ctx_at;

/* -- kinds of text -- */

static unsigned
number_of(state_at s, const struct format_kind *kind)
{
	return (unsigned)(kind - s->debate.format->kinds);
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
hand_in_when(state_at s, unsigned seat, const struct format_kind *h)
{
	const struct debate *d = &s->debate;
	unsigned kind = number_of(s, h), role = role_of(d, seat);

	if (fstate_is_closed(s) && seat && debate_due(d, seat) == (int)kind)
		return HAND_IN_OPEN;
	if (fstate_is_closed(s) || is_over(d, kind) || !has_row(d, role, kind))
		return HAND_IN_OVER;
	if (!seat)
		return (role || fstate_missing(s)) && !d->format->kinds[kind].offered && debate_opens(d, role, kind)
			? HAND_IN_DUE : HAND_IN_LATER;
	if (fstate_missing(s))
		return HAND_IN_LATER;
	if (debate_due(d, seat) == (int)kind)
		return HAND_IN_DUE;
	return debate_takes(d, seat, kind) && is_offered(d, seat, kind) ? HAND_IN_OPEN : HAND_IN_LATER;
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
hand_in_told(state_at s, ctx_at ctx, unsigned seat, const struct format_kind *h, UT_string *out)
{
	if (s->debate.format->kinds[number_of(s, h)].told)
		s->debate.format->kinds[number_of(s, h)].told(&s->debate, ctx, seat, out);
}

void
hand_in_label(state_at s, ctx_at ctx, unsigned seat, const struct format_kind *h, UT_string *out)
{
	bridge_label(&s->debate, ctx, seat, number_of(s, h), out);
}

void
hand_in_blank(state_at s, unsigned seat, const struct format_kind *h, UT_string *out)
{
	show_blank(&s->debate, seat, number_of(s, h), out);
}

/* -- files and prompts -- */

void
format_render(state_at s, ctx_at ctx, const struct format_row *r, unsigned number, UT_string *out)
{
	if (number && r->tree)
		r->tree->shows(&s->debate, number, out);
	else if (number)
		r->many->shows(&s->debate, number, out);
	else
		r->shows(&s->debate, ctx, 0, out);
}

unsigned
format_file_count(state_at s, const struct format_row *row)
{
	return row->tree ? row->tree->count(&s->debate) : row->many->count(&s->debate);
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
	return row->many ? row->many->time_ms(&s->debate, number)
		: row->tree ? tree_ms(&s->debate, ctx, row->tree, number)
		: s->changed_ms;
}

void
format_brief(state_at s, ctx_at ctx, unsigned seat, size_t room, UT_string *out)
{
	if (s->debate.format->brief)
		s->debate.format->brief(&s->debate, ctx, seat, out);
	else
		brief_print(&s->debate, seat, room, out);
}

/* How a point stands, and which text moved it how. */
static void
put_fate(const struct debate *d, size_t point, UT_string *out)
{
	const struct point *p = &d->ledger.points[point];

	utstring_printf(out, "- ");
	ref_print(&p->id, out);
	utstring_printf(out, ": %s", d->format->points[p->state]);
	for (size_t i = 0; i < d->ledger.n_moves; i++) {
		const struct point_move *m = &d->ledger.moves[i];

		if (m->point == point)
			utstring_printf(out, ", %s in Turn %u", m->verb ? m->verb->word : "named", m->text);
	}
	utstring_printf(out, "\n");
}

void
format_fates(state_at s, ctx_at ctx, unsigned number, UT_string *out)
{
	if (s->debate.format->fates)
		s->debate.format->fates(&s->debate, ctx, number, out);
	for (size_t i = 0; i < s->debate.ledger.n && s->debate.format->points; i++)
		if (s->debate.ledger.points[i].text == number)
			put_fate(&s->debate, i, out);
}

/* A text without the white space at its end stands in its piece as it is. */
void
format_marks(state_at s, const char *record, unsigned number, void (*each)(void *arg, const struct mark *m), void *arg)
{
	const struct debate *d = &s->debate;
	struct turn_slice piece = fstate_turn(s, number - 1);
	const struct debate_text *t = number <= d->n ? &d->texts[number - 1] : NULL;
	struct reader text = t && !t->json ? without_white(between(t->text, t->text + t->len)) : between("", "");
	const char *at = left(&text) ? memmem(record + piece.offset, piece.len, text.s, left(&text)) : NULL;
	struct mark m = {.source = SIZE_MAX};
	UT_string id;

	utstring_init(&id);
	for (size_t i = 0; at && i < d->ledger.n; i++) {
		const struct point *p = &d->ledger.points[i];

		if (p->text != number || p->words.s < text.s || p->words.s >= text.end)
			continue;
		utstring_clear(&id);
		ref_print(&p->id, &id);
		snprintf(m.id, sizeof m.id, "%s", utstring_body(&id));
		m.at = (size_t)(at - record + (p->words.s - text.s));
		each(arg, &m);
	}
	utstring_done(&id);
	for (size_t i = 0; at && i < debate_quotes(d, number - 1)->n; i++) {
		const struct found_quote *q = &debate_quotes(d, number - 1)->v[i];

		m.at = (size_t)(at - record + (q->text.s - text.s));
		m.end = m.at + left(&q->text);
		m.text = q->which < number - 1 ? (unsigned)q->which + 1 : 0;
		m.source = q->which == number ? q->offset : SIZE_MAX;
		each(arg, &m);
	}
}

void
format_quotations(state_at s, unsigned *found, unsigned *all)
{
	const struct debate *d = &s->debate;

	*found = *all = 0;
	for (size_t i = 0; i < d->n; i++) {
		*found += d->texts[i].quotes;
		*all += d->texts[i].quotes + d->texts[i].unfound;
	}
}

bool
format_concluded(state_at s)
{
	const struct debate *d = &s->debate;

	return fstate_is_closed(s) && d->n && d->n == fstate_pieces(s) && d->end.seat == d->texts[d->n - 1].seat &&
		!d->end.maker && debate_has_ended(d);
}

/* Of a text by this seat; *seen are those whose last text was looked at. One that decides is told of the others' all
 * that it is told of its own. */
static void
put_cautions(const struct debate *d, ctx_at ctx, const struct debate_text *t, unsigned seat, uint64_t *seen,
	UT_string *out)
{
	bool all = t->seat == seat || debate_decides(d, seat);

	for (size_t i = 0; i < json_array_size(t->warnings) && !(*seen >> t->seat & 1); i++) {
		const char *warning = json_string_value(json_array_get(t->warnings, i));
		const char *sentence = warning ? strstr(warning, "] ") : NULL;

		if (!warning)
			continue;
		if (!all && strncmp(warning, "[quote.unfound]", strlen("[quote.unfound]")))
			continue;
		utstring_printf(out, "- ");
		if (t->seat == seat)
			utstring_printf(out, "your last text");
		else
			md_escape(out, context_seat_name(ctx, t->seat));
		utstring_printf(out, ": ");
		md_escape(out, sentence ? sentence + 2 : warning);
		utstring_printf(out, "\n");
	}
	*seen |= UINT64_C(1) << t->seat;
}

void
format_result(state_at s, ctx_at ctx, UT_string *out)
{
	const struct debate *d = &s->debate;
	UT_string unfound;

	utstring_init(&unfound);
	if (d->format->result)
		d->format->result(d, ctx, 0, out);
	else
		debate_print_end(d, out);
	for (size_t i = 0; i < d->n; i++)
		put_cautions(d, ctx, &d->texts[i], 0, &(uint64_t){0}, &unfound);
	if (utstring_len(&unfound))
		utstring_printf(out, "\n## Quotations that were not found\n\n%s", utstring_body(&unfound));
	utstring_done(&unfound);
}

bool
format_came_to(state_at s, UT_string *out)
{
	return debate_came_to(&s->debate, out);
}

/* The last text of each seat; for one whose text ends the debate, all texts. */
void
format_cautions(state_at s, ctx_at ctx, unsigned seat, UT_string *out)
{
	const struct debate *d = &s->debate;
	int due = seat ? debate_due(d, seat) : -1;
	bool all = due >= 0 && d->format->kinds[due].closes;
	uint64_t seen = 0;

	for (size_t n = d->n; n; n--) {
		seen = all ? 0 : seen;
		put_cautions(d, ctx, &d->texts[n - 1], seat, &seen, out);
	}
}

void
format_warnings(state_at s, void (*each)(void *arg, const char *text), void *arg)
{
	const struct debate *d = &s->debate;

	for (size_t i = 0; i < d->n; i++) {
		const struct debate_text *t = &d->texts[i];
		size_t piece = fstate_piece_of(s, i);
		char *what = piece ? mem_format("text %zu", piece)
			: mem_format("%s of %s", d->format->kinds[t->kind].kind.name, d->seats[t->seat - 1].name);

		warnings_tell(what, t->warnings, each, arg);
		free(what);
	}
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
	unsigned only = 0;

	if (!fstate_missing(s))
		only = ctx->holder && kind_taken(&s->debate, ctx->holder) >= 0 ? ctx->holder
			: debate_names(&s->debate) ? debate_names(&s->debate) : debate_only_due(&s->debate);
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
next_late(state_at s, unsigned seat)
{
	unsigned due = debate_only_due(&s->debate);
	enum next_step step = NEXT_CLOSED;

	if (due && (!seat || seat == due))
		step = s->debate.format->kinds[debate_due(&s->debate, due)].step;
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
	const struct debate *d = &s->debate;
	enum next_step step = NEXT_WAIT_PEER;

	if (fstate_is_closed(s))
		return next_late(s, seat);
	if (fstate_missing(s) && !ctx->holder && bridge_wait_is_over(s, ctx, d, seat))
		step = NEXT_CLAIM_LOCK;
	if (fstate_wants(s))
		return step;
	if (!seat)
		seat = ctx->holder ? ctx->holder : debate_names(d) ? debate_names(d) : debate_only_due(d);
	return seat && seat <= d->n_seats ? step_of(s, d, ctx, seat) : NEXT_CLAIM_LOCK;
}

bool
format_is_apart(state_at s, unsigned seat)
{
	return !fstate_is_closed(s) && !fstate_missing(s) && debate_is_sealed(&s->debate) &&
		debate_due(&s->debate, seat) >= 0;
}

bool
format_is_sealed(state_at s, unsigned seat)
{
	bool in = false;

	for (size_t i = 0; i < s->debate.n_sealed; i++)
		in |= s->debate.sealed[i].seat == seat;
	return in;
}

bool
format_is_sealing(state_at s)
{
	return !fstate_is_closed(s) && debate_is_sealed(&s->debate);
}

/* -- who joins -- */

/* The role of a place: sides of the last one are numbered on. ROLE_NONE: none has that. */
static unsigned
role_at(const struct format *f, unsigned place)
{
	unsigned n = 0;

	while (f->roles && f->roles[n].name)
		n++;
	if (f->side && place >= n - 1)
		return role_side(n, place - (n - 1));
	return place < n ? place + 1 : ROLE_NONE;
}

static bool
has_role_at(const struct debate *d, unsigned place)
{
	unsigned role = role_at(d->format, place);

	return role && (!d->format->side || d->format->roles[role_place(role)].name ||
		d->format->side(d, role_side_of(role)));
}

/* Without a base nobody knows the sides. */
bool
format_role_at(state_at s, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	const struct format *f = s->debate.format;
	UT_string word;
	bool is = true;

	utstring_init(&word);
	if (has_role_at(&s->debate, place))
		debate_print_role(&s->debate, role_at(f, place), &word);
	else if (role_at(f, place) && !role_side_of(role_at(f, place)))
		utstring_printf(&word, "%s", strchr(f->roles[place].wanted, '=') + 1);
	else
		is = false;
	snprintf(out, FORMAT_ROLE_BYTES, "%s", is ? utstring_body(&word) : "");
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
		if (debate_seat_of(d, role_at(d->format, place)))
			continue;
		utstring_printf(&left, "%srole=", utstring_len(&left) ? " or " : "");
		debate_print_role(d, role_at(d->format, place), &left);
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
	unsigned role;

	*sentence = NULL;
	if (!s->debate.format->roles)
		return NULL;
	if (s->debate.format->folder && !ctx->folder) {
		*sentence = mem_strdup("this debate has no source yet: set `source` in config.toml");
		return &refusals[REFUSAL_LEASE_WAIT];
	}
	role = debate_role_named(&s->debate, ask->role);
	rule = role_fault(&s->debate, ask, role, sentence);
	if (!rule && s->debate.format->joins)
		rule = s->debate.format->joins(
			&s->debate, &(struct debate_seat){ask->name, ask->harness, ask->model, role}, sentence);
	return rule;
}

/* -- events -- */

/* One call of format_events: all borrowed. */
struct emitter {
	const struct fstate *after;
	const struct context *ctx;
	const struct entry *e;
	void (*emit)(void *arg, const char *event, const char *unit, const char *members);
	void *arg;
	char unit[64]; /* "turn:3" */
};

/* One event of em->unit. Takes the object. */
static void
emit(const struct emitter *em, const char *event, json_t *members)
{
	char *text = mem_check(json_dumps(mem_check(members), JSON_COMPACT | JSON_REAL_PRECISION(15)));

	text[strlen(text) - 1] = '\0'; /* its braces are the core's */
	em->emit(em->arg, event, em->unit, text + 1);
	free(text);
	json_decref(members);
}

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
format_events(const struct fstate_mark *was, state_at after, ctx_at ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = {.after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg};
	struct debate is = after->debate;

	if (is.n)
		put_unit(&em, &is);
	if (!was->texts && is.n)
		emit(&em, "artifact_registered",
			json_pack("{s:s, s:s, s:s, s:s}", "path", "debate.md", "type", "markdown", "source_path",
				ctx->source ? ctx->source->path : "", "topic", ctx->terms->topic));
	for (is.n = was->texts; is.n < after->debate.n;) {
		is.n++;
		put_unit(&em, &is);
		emit_text(&em, &is);
	}
	for (size_t i = was->lapses; i < is.n_lapses && is.format->roles; i++)
		emit_lapse(&em, &is, &is.lapses[i]);
	emit_verb(&em, &is);
	if (fstate_is_closed(after) && !was->closed) {
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", fstate_outcome(after));
		emit(&em, fstate_phase_name(after),
			json_pack("{s:s, s:s, s:s}", "participant", context_seat_name(ctx, e->seat), "outcome",
				fstate_outcome(after), "reason", fstate_reason(after)));
	}
}
