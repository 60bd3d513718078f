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

static enum hand_in_when
when(state_at s, ctx_at ctx, unsigned seat, unsigned kind)
{
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

enum shown { SHOWS_LABEL, SHOWS_TOLD, SHOWS_BLANK };

static void
show_blank(const struct debate *d, ctx_at ctx, unsigned seat, unsigned kind, UT_string *out)
{
	const struct format_kind *k = &d->format->kinds[kind];
	bool due = seat && debate_due(d, seat) == (int)kind;
	UT_string heading;

	(void)ctx;
	utstring_init(&heading);
	if (due && k->heading)
		k->heading(d, seat, &heading);
	/* one that goes on with the writer's words is left to the filesystem */
	if (utstring_len(&heading) && strcmp(utstring_body(&heading) + utstring_len(&heading) - 3, "—"))
		utstring_printf(out, "## %s\n\n", utstring_body(&heading));
	debate_blank_as(d, seat, kind, out);
	utstring_done(&heading);
}

static void
show(state_at s, ctx_at ctx, unsigned seat, unsigned kind, enum shown what, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	const struct format_kind *k = &l.d.format->kinds[kind];
	if (what == SHOWS_LABEL)
		bridge_label(&l.d, ctx, seat, kind, out);
	else if (what == SHOWS_TOLD)
		k->told(&l.d, ctx, seat, out);
	else
		show_blank(&l.d, ctx, seat, kind, out);
	bridge_look_end(&l);
}

/* A row of struct hand_in has no place to say which kind it is: each kind has functions of its own. */
#define EACH_KIND(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define SHOWS(name, k, what) \
	static void name##k(state_at s, ctx_at ctx, unsigned seat, UT_string *out) { show(s, ctx, seat, k, what, out); }
#define KIND(k) \
	static enum hand_in_when when##k(state_at s, ctx_at ctx, unsigned seat) { return when(s, ctx, seat, k); } \
	SHOWS(label, k, SHOWS_LABEL) SHOWS(told, k, SHOWS_TOLD) SHOWS(blank, k, SHOWS_BLANK)
EACH_KIND(KIND)
#define HAND_IN(k) \
	{.when = when##k, .label = label##k, .told = told##k, .blank = blank##k},
static const struct hand_in hand_ins[BRIDGED_KINDS] = {EACH_KIND(HAND_IN)};

/* -- status -- */

static struct status_value
status_of(state_at s, ctx_at ctx, unsigned row)
{
	struct bridge_look l;
	struct status_value v;

	bridge_look(&l, s, ctx, false);
	v = l.d.format->status[row].value(&l.d, ctx);
	bridge_look_end(&l);
	return v;
}

#define EACH_ROW(X) EACH_KIND(X) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19)
#define STATUS(n) \
	static struct status_value status##n(state_at s, ctx_at ctx) { return status_of(s, ctx, n); }
EACH_ROW(STATUS)
/* What every format says. */
static struct status_value
status_quotations(state_at s, ctx_at ctx)
{
	const struct debate *d = bridge_debate(s);
	int64_t found = 0;

	(void)ctx;
	for (size_t i = 0; d && i < d->n; i++)
		found += d->texts[i].quotes;
	return (struct status_value){.type = STATUS_INTEGER, .integer = found};
}

static struct status_value
status_families(state_at s, ctx_at ctx)
{
	const struct debate *d = bridge_debate(s);
	struct reader one;

	(void)ctx;
	return (struct status_value){.type = STATUS_INTEGER, .integer = d ? debate_model_families(d, &one) : 0};
}

#define STATUS_ROW(n) status##n,
static struct status_value (*const statuses[BRIDGED_STATUS])(state_at, ctx_at) = {EACH_ROW(STATUS_ROW)};

/* -- files and prompts -- */

/* The tree of a row; NULL: it is none. */
static const struct debate_tree *
row_tree(const struct debate_format *f, int row)
{
	unsigned n = (unsigned)(row - ROW_OWN);

	for (const struct debate_file *file = f->files; file && file->name; file++)
		n--;
	return f->trees && n < BRIDGED_TREES ? &f->trees[n] : NULL;
}

static void
render(state_at s, ctx_at ctx, int row, unsigned number, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (number && row_tree(l.d.format, row))
		row_tree(l.d.format, row)->shows(&l.d, number, out);
	else if (number)
		l.d.format->folder->shows(&l.d, number, out);
	else
		l.d.format->files[row - ROW_OWN].shows(&l.d, ctx, 0, out);
	bridge_look_end(&l);
}

static void
front(state_at s, ctx_at ctx, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	l.d.format->front(&l.d, ctx, 0, out);
	bridge_look_end(&l);
}

static unsigned
count_files(state_at s, ctx_at ctx)
{
	struct bridge_look l;
	unsigned n;

	bridge_look(&l, s, ctx, false);
	n = l.d.format->folder->count(&l.d);
	bridge_look_end(&l);
	return n;
}

static void
name_file(state_at s, ctx_at ctx, unsigned number, char out[FORMAT_NAME_BYTES])
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	l.d.format->folder->file(&l.d, number, out);
	bridge_look_end(&l);
}

static unsigned
find_file(state_at s, ctx_at ctx, const char *name)
{
	struct bridge_look l;
	unsigned number;

	bridge_look(&l, s, ctx, false);
	number = l.d.format->folder->find(&l.d, name);
	bridge_look_end(&l);
	return number;
}

static int64_t
time_of_file(state_at s, ctx_at ctx, unsigned number)
{
	struct bridge_look l;
	int64_t time;

	bridge_look(&l, s, ctx, false);
	time = l.d.format->folder->time_ms(&l.d, number);
	bridge_look_end(&l);
	return time;
}
static const struct format_many folder = {count_files, name_file, find_file, time_of_file};

/* Before the rules are frozen its base is that of the reading, which outlives what is borrowed of it here. */
static bool
has_tree(state_at s, ctx_at ctx)
{
	return bridge_debate(s) || ctx->reading;
}

static unsigned
tree_count(state_at s, ctx_at ctx, unsigned tree)
{
	struct bridge_look l;
	unsigned n;

	if (!has_tree(s, ctx))
		return 0;
	bridge_look(&l, s, ctx, false);
	n = l.d.format->trees[tree].count(&l.d);
	bridge_look_end(&l);
	return n;
}

static const char *
tree_path(state_at s, ctx_at ctx, unsigned tree, unsigned number)
{
	struct bridge_look l;
	const char *path;

	bridge_look(&l, s, ctx, false);
	path = l.d.format->trees[tree].path(&l.d, number);
	bridge_look_end(&l);
	return path;
}

static int64_t
tree_time(state_at s, ctx_at ctx, unsigned tree, unsigned number)
{
	struct bridge_look l;
	unsigned text;
	int64_t time;

	bridge_look(&l, s, ctx, false);
	text = l.d.format->trees[tree].changed(&l.d, number);
	time = text ? l.d.texts[text - 1].time_ms : ctx->created_ms;
	bridge_look_end(&l);
	return time;
}
#define EACH_TREE(X) X(0) X(1) X(2)
#define TREE(n) \
	static unsigned tree_count##n(state_at s, ctx_at ctx) { return tree_count(s, ctx, n); } \
	static const char *tree_path##n(state_at s, ctx_at ctx, unsigned number) \
	{ \
		return tree_path(s, ctx, n, number); \
	} \
	static int64_t tree_time##n(state_at s, ctx_at ctx, unsigned number) { return tree_time(s, ctx, n, number); }
EACH_TREE(TREE)
#define TREE_ROW(n) {.count = tree_count##n, .path = tree_path##n, .time_ms = tree_time##n},
static const struct format_tree trees[BRIDGED_TREES] = {EACH_TREE(TREE_ROW)};

static int64_t
changed_ms(state_at s, ctx_at ctx)
{
	(void)ctx;
	return fstate_common(s)->changed_ms;
}

static void
brief(state_at s, ctx_at ctx, unsigned seat, size_t room, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	if (l.d.format->brief)
		l.d.format->brief(&l.d, ctx, seat, out);
	else
		brief_print(&l.d, seat, room, out);
	bridge_look_end(&l);
}

static void
fates(state_at s, ctx_at ctx, unsigned number, UT_string *out)
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

static void
result(state_at s, ctx_at ctx, UT_string *out)
{
	struct bridge_look l;

	bridge_look(&l, s, ctx, false);
	l.d.format->result(&l.d, ctx, 0, out);
	put_unfound(s, &l.d, ctx, out);
	bridge_look_end(&l);
}

static void
tally(state_at s, UT_string *out)
{
	struct debate none = {.format = format_of(s)};
	const struct debate *d = bridge_debate(s);

	none.format->tally(d ? d : &none, out);
}

/* The last text of each seat, in the record or beside it. */
static void
cautions(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
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

static void
each_warning(state_at s, void (*each)(void *arg, const char *text), void *arg)
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
static unsigned
next_seat(state_at s, ctx_at ctx)
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

static unsigned
late_seat(state_at s, ctx_at ctx)
{
	return fstate_is_closed(s) ? next_seat(s, ctx) : 0;
}

static enum next_step
next(state_at s, ctx_at ctx, unsigned seat)
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

static bool
is_apart(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	bool apart;

	bridge_look(&l, s, ctx, false);
	apart = !fstate_is_closed(s) && !bridge_missing(s) && debate_is_sealed(&l.d) && debate_due(&l.d, seat) >= 0;
	bridge_look_end(&l);
	return apart;
}

static bool
is_sealed(state_at s, ctx_at ctx, unsigned seat)
{
	struct bridge_look l;
	bool in = false;

	bridge_look(&l, s, ctx, false);
	for (size_t i = 0; i < l.d.n_sealed; i++)
		in |= l.d.sealed[i].seat == seat;
	bridge_look_end(&l);
	return in;
}

static bool
is_sealing(state_at s, ctx_at ctx)
{
	struct bridge_look l;
	bool sealing;

	bridge_look(&l, s, ctx, false);
	sealing = !fstate_is_closed(s) && debate_is_sealed(&l.d);
	bridge_look_end(&l);
	return sealing;
}

static int64_t
clock_of(state_at s, ctx_at ctx, const struct move *move)
{
	struct bridge_look l;
	bool on_moves;

	if (bridge_missing(s))
		return ctx->terms->wait_seconds;
	bridge_look(&l, s, ctx, false);
	on_moves = debate_clock(&l.d) == MOVE_CLOCK;
	bridge_look_end(&l);
	return on_moves ? ctx->terms->move_seconds
		: move->what ? ctx->terms->turn_seconds : ctx->terms->wait_seconds;
}

/* -- who joins -- */

static bool
has_role_at(const struct debate *d, unsigned place)
{
	unsigned role = bridge_role(d->format, place);

	return role && (!d->format->side || d->format->roles[role_place(role)].name ||
		d->format->side(d, role_side_of(role)));
}

static unsigned
place_of_role(state_at s, const char *word)
{
	const struct debate *d = bridge_debate(s);
	unsigned role = d ? debate_role_named(d, word) : ROLE_NONE;

	return role ? bridge_place(role) : DEBATE_ROLES_MAX;
}

/* Without a base nobody knows the sides. */
static bool
role_at_place(state_at s, ctx_at ctx, unsigned place, char out[FORMAT_ROLE_BYTES])
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

static const struct rule *
join(state_at s, ctx_at ctx, const struct join_ask *ask, char **sentence)
{
	const struct rule *rule = NULL;
	struct bridge_look l;
	unsigned role;

	*sentence = NULL;
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

static void
events(state_at before, state_at after, ctx_at ctx, const struct entry *e,
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
		b->hand_ins[n] = hand_ins[n];
		b->hand_ins[n].name = k[n].kind.name;
		b->hand_ins[n].row = ROW_DEBATE;
		if (k[n].kind.parts->json)
			b->format.line_bytes = JSON_LINE_BYTES;
		if (!k[n].told)
			b->hand_ins[n].told = NULL;
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
			b->endings[ends++] = (struct ending){row[n].outcome, row[n].earned, row[n].said};
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

	b->format.seats_max = b->format.seats_begin = b->of->begins;
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
	b->format.join = join;
	b->format.seats_max = n;
	for (unsigned i = b->format.seats_begin = 0; i < n; i++)
		b->format.seats_begin += !r[i].late;
	if (!b->of->side)
		return;
	b->format.role_of = place_of_role;
	b->format.role_at = role_at_place;
	b->format.seats_max = DEBATE_ROLES_MAX;
	b->format.seats_begin += b->of->begins - 1;
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
	b->format.verb = bridge_verb;
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
	b->rows[n] = (struct format_row){.id = ROW_OWN + (int)n, .name = name, .about = about, .time_ms = changed_ms};
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
		b->status[n] = (struct status_row){s[n].key, statuses[n], s[n].in_result};
	}
	b->status[n++] = (struct status_row){"quotations_found", status_quotations, NULL};
	b->status[n++] = (struct status_row){"model_families", status_families, NULL};
	b->format.status = b->status;
	b->format.n_status = n;
	b->format.rows = b->rows;
	for (; f && f->name; f++) {
		struct format_row *row = add_row(b, f->name, f->about);
		struct hand_in *h = kind_in(b, f->name);

		row->drawn = strstr(f->name, ".svg");
		if (!h)
			continue;
		h->row = row->id;
		row->gated = true;
		row->after_close = late_seat;
		b->format.may_open = bridge_may_open;
	}
	for (n = 0; b->of->trees && b->of->trees[n].name; n++) {
		assert(n < BRIDGED_TREES);
		add_row(b, b->of->trees[n].name, b->of->trees[n].about)->tree = &trees[n];
	}
	if (b->of->folder)
		add_row(b, b->of->folder->name, b->of->folder->about)->many = &folder;
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
	f->render = render;
	f->brief = brief;
	f->front = b->of->front ? front : NULL;
	f->result = b->of->result ? result : NULL;
	f->tally = b->of->tally ? tally : NULL;
	f->fates = b->of->points || b->of->fates ? fates : NULL;
	f->warnings = each_warning;
	f->cautions = cautions;
	f->next = next;
	f->next_seat = next_seat;
	f->is_apart = is_apart;
	f->is_sealed = is_sealed;
	f->is_sealing = is_sealing;
	f->clock = b->of->turn_seconds ? clock_of : NULL;
	f->events = events;
}
