/* What is handed in to a debate of the new kit, and what a clock or a verb comes to, as entries. */
#include "validators/kit/bridge_inner.h"

#include <assert.h>
#include <jansson.h>
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/kit/cautions.h"
#include "validators/kit/warnings.h"
#include "validators/kit/lookup.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

/* Bytes of the record that are left for what ends a debate. */
#define END_ROOM_BYTES (16 << 10)

void
bridge_label(const struct debate *d, const struct context *ctx, unsigned seat, unsigned kind, UT_string *out)
{
	const struct format_kind *k = &d->format->kinds[kind];

	if (k->label)
		k->label(d, ctx, seat, out);
	else if (d->format->counted)
		utstring_printf(out, "the %s of round %u", k->kind.name, debate_round(d));
	else
		utstring_printf(out, "the %s", k->kind.name);
}

/* -- whose move it is -- */

struct fault {
	const struct rule *rule; /* NULL: none */
	char *sentence;
};

__attribute__((format(printf, 2, 3))) static struct fault
fault_of(enum refusal refusal, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	struct fault f = {&refusals[refusal], mem_vformat(format, args)};
	va_end(args);
	return f;
}

/* "alice: the challenge of round 1", of each that a text is due of. */
static char *
moves_told(const struct debate *d, const struct context *ctx)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	if (debate_names(d))
		utstring_printf(&out, "%s, who names whose text is next", d->seats[debate_names(d) - 1].name);
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		int kind = debate_due(d, seat);

		if (kind < 0)
			continue;
		utstring_printf(&out, "%s%s: ", utstring_len(&out) ? "; " : "", d->seats[seat - 1].name);
		bridge_label(d, ctx, seat, (unsigned)kind, &out);
	}
	return utstring_body(&out);
}

/* Is somebody waited for whom a claim for=timeout may go on without? Not by a seat of which a text is due itself;
 * seat 0: by any. */
static bool
waits(const struct fstate *s, const struct debate *d, unsigned seat)
{
	unsigned due = debate_only_due(d);

	if (!d->format->alone || fstate_is_closed(s) || !d->n_seats)
		return false;
	return fstate_missing(s) ? true : due && due != seat;
}

int64_t
format_wait_until(const struct fstate *s, const struct context *ctx)
{
	bool waiting = waits(s, &s->debate, 0);
	unsigned slot = waiting && !fstate_missing(s) ? debate_only_due(&s->debate) - 1 : DUE_MISSING;
	int64_t since = waiting ? s->due[slot].clock_ms : 0;

	/* A clock past the present one is of an earlier boot. */
	return waiting ? (since > ctx->clock_ms ? 0 : since) + ctx->terms->wait_seconds * 1000 : 0;
}

bool
bridge_wait_is_over(const struct fstate *s, const struct context *ctx, const struct debate *d, unsigned seat)
{
	return waits(s, d, seat) && ctx->clock_ms >= format_wait_until(s, ctx);
}

/* When a claim for=timeout is granted; "": it is now. */
static const char *
granted_from(const struct fstate *s, const struct context *ctx, char time[RECORD_TIME_BYTES])
{
	int64_t left = format_wait_until(s, ctx) - ctx->clock_ms;

	*time = '\0';
	return left > 0 ? record_time(ctx->now_ms + left, time) : time;
}

/* Why nothing of this seat is taken now. */
static struct fault
move_fault(const struct fstate *s, const struct debate *d, const struct context *ctx, unsigned seat)
{
	const char *missing = format_missing(s);
	char time[RECORD_TIME_BYTES], *moves;
	struct fault f;

	if (fstate_is_closed(s) && debate_due(d, seat) >= 0)
		return (struct fault){NULL, NULL};
	if (fstate_is_closed(s))
		return fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", fstate_outcome(s));
	if (!seat || seat > d->n_seats)
		return fault_of(REFUSAL_LEASE_WAIT, "only a participant may hand in");
	if (fstate_missing(s) && waits(s, d, seat) && !*granted_from(s, ctx, time))
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined, and the wait is over: claim with for=timeout to end the duel, for nothing "
			"but a conclusion can be written then, or wait on", missing);
	if (fstate_missing(s) && waits(s, d, seat))
		return fault_of(REFUSAL_LEASE_WAIT,
			"%s has not joined: wait, or claim with for=timeout from %s on", missing, time);
	if (fstate_missing(s))
		return fault_of(REFUSAL_LEASE_WAIT, "%s has not joined", missing);
	for (unsigned kind = 0; d->format->kinds[kind].kind.name; kind++)
		if (debate_takes(d, seat, kind))
			return (struct fault){NULL, NULL};
	if (missing)
		return fault_of(REFUSAL_LEASE_WAIT, "%s has not joined", missing);
	moves = moves_told(d, ctx);
	if (waits(s, d, seat) && !*granted_from(s, ctx, time))
		f = fault_of(REFUSAL_LEASE_ORDER,
			"it is the move of %s, who is silent: claim with for=timeout, the wait is over",
			d->seats[debate_only_due(d) - 1].name);
	else if (waits(s, d, seat))
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s; for=timeout is granted from %s on", moves,
			time);
	else
		f = fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s", *moves ? moves : "nobody");
	free(moves);
	return f;
}

/* Has it a file of its own to which a text is handed in? */
static bool
files_take_texts(const struct format *f)
{
	bool take = false;

	for (const struct format_row *row = f->rows; row && row->name; row++)
		take |= row->gated;
	return take;
}

/* Of a file of the format's own, only who hands in what stands there. */
const struct rule *
format_may_open(const struct fstate *s, const struct context *ctx, int row, char **sentence)
{
	const struct format *f = s->debate.format;
	struct fault fault;
	int kind;

	*sentence = NULL;
	if (!files_take_texts(f))
		return NULL;
	fault = move_fault(s, &s->debate, ctx, ctx->holder);
	kind = fault.rule ? -1 : debate_due(&s->debate, ctx->holder);
	if (!fault.rule && row != ROW_DEBATE && (kind < 0 || f->kinds[kind].row != row))
		fault = fault_of(REFUSAL_LEASE_ORDER, "what stands in this file is not due yet");
	*sentence = fault.sentence;
	return fault.rule;
}

/* -- drafts -- */

/* The debate as it would be behind what is drafted. */
static void
begin_draft(struct debate *after, const struct debate *d, const struct context *ctx)
{
	debate_copy(after, d);
	after->now_ms = ctx->now_ms;
	after->is_draft = true;
}

/* Takes both. */
static struct draft *
draft_of(struct verdict *out, enum entry_kind kind, char *data, UT_string *body)
{
	struct draft *d = &out->drafts[out->n++];

	assert(out->n <= VERDICT_DRAFTS);
	d->kind = kind;
	d->data = data;
	if (body) {
		d->body = utstring_body(body);
		d->body_len = utstring_len(body);
	}
	return d;
}

static struct draft *
draft(struct verdict *out, enum entry_kind kind, json_t *data, UT_string *body)
{
	char *dumped = mem_check(json_dumps(mem_check(data), JSON_COMPACT));

	json_decref(data);
	return draft_of(out, kind, dumped, body);
}

static void
end_line(const struct context *ctx, UT_string *out)
{
	char time[RECORD_TIME_BYTES];

	utstring_printf(out, ", %s\n", record_time(ctx->now_ms, time));
}

/* What stands behind the last text of *d: the ids of its points, and what its format says of it. */
static void
put_facts(const struct debate *d, const struct context *ctx, UT_string *out)
{
	const struct debate_text *t = &d->texts[d->n - 1];
	UT_string ids;

	utstring_init(&ids);
	if (ledger_print_raised(&d->ledger, (unsigned)d->n, &ids)) {
		utstring_printf(out, "> duelfs: points of %s %zu: %s", d->format->counted ? "round" : "turn",
			d->format->counted ? t->round : d->n, utstring_body(&ids));
		end_line(ctx, out);
	}
	utstring_done(&ids);
	if (d->format->behind)
		d->format->behind(d, out);
}

/* A text under the heading that is due: its own, else one that is written before it. true: it is its own. */
static bool
put_text(const struct debate *d, const struct debate_text *t, bool own, UT_string *out)
{
	const struct format_kind *kind = &d->format->kinds[t->kind];
	struct reader text = between(t->text, t->text + t->len);
	struct parsed p;
	size_t len;
	char *body;

	debate_read_text(d, t, &p);
	own = (own && p.heading_line) || !kind->heading;
	if (own)
		text.s += record_heading(t->text, t->len);
	if (!own) {
		utstring_printf(out, "## ");
		kind->heading(d, t->seat, out);
		if (kind->headed) {
			utstring_printf(out, " ");
			kind->headed(d, t->seat, &text, out);
		} else if (p.heading_line) {
			text.s = p.heading.end;
		}
		utstring_printf(out, "\n\n");
	}
	while (text.s < text.end && (*text.s == '\n' || *text.s == ' '))
		text.s++;
	body = record_text(text.s, left(&text), 0, &len);
	utstring_bincpy(out, body, len);
	free(body);
	parsed_free(&p);
	return own;
}

/* The texts of a sealed phase that has ended, from *d as it is now; before it had n texts. `line` is why it has,
 * behind a claim for=timeout; else "". */
static void
draft_reveal(const struct debate *d, size_t n, const struct context *ctx, const char *line, struct verdict *out)
{
	struct debate upto = *d;
	json_t *list = json_array();
	UT_string body;

	utstring_init(&body);
	utstring_printf(&body, "%s", line);
	if (n < d->n && d->format->kinds[d->texts[n].kind].record)
		n = d->n; /* it stands elsewhere */
	for (size_t i = n; i < d->n; i++) {
		if (d->format->separator)
			utstring_printf(&body, "%s" RECORD_RULE, utstring_len(&body) ? "\n" : "");
		size_t at = utstring_len(&body);
		upto.n = i;
		put_text(&upto, &d->texts[i], false, &body);
		json_array_append_new(list, json_pack("{s:i, s:i, s:i}", "seat", (int)d->texts[i].seat, "at", (int)at,
			"len", (int)(utstring_len(&body) - at)));
		upto.n = i + 1;
		utstring_printf(&body, "\n");
		at = utstring_len(&body);
		put_facts(&upto, ctx, &body);
		if (utstring_len(&body) == at)
			utstring_body(&body)[--body.i] = '\0';
	}
	if (n < d->n)
		draft(out, ENTRY_NOTE, json_pack("{s:s, s:o, s:b, s:b}", "note", NOTE_REVEAL, "texts", list,
			"directly", 1, NOTE_LIFT, *line != '\0'), &body);
	else {
		json_decref(list);
		utstring_done(&body);
	}
}

/* A claim for=timeout is granted: whoever was waited for was silent. */
static void
draft_lift(const struct debate *d, const struct context *ctx, struct floor_answer *answer)
{
	struct verdict made = {.n = 0};
	struct debate after;
	UT_string line;

	utstring_init(&line);
	utstring_printf(&line, "> duelfs: %s was silent for %lld s", d->seats[debate_only_due(d) - 1].name,
		(long long)ctx->terms->wait_seconds);
	end_line(ctx, &line);
	begin_draft(&after, d, ctx);
	debate_lift(&after);
	if (after.n > d->n) {
		draft_reveal(&after, d->n, ctx, utstring_body(&line), &made);
		utstring_done(&line);
	} else {
		draft(&made, ENTRY_NOTE, json_pack("{s:s}", "note", NOTE_LIFT), &line);
	}
	answer->has_note = true;
	answer->note = made.drafts[0];
	debate_free(&after);
}

/* Where that ends the debate. */
static void
draft_close(const struct debate *d, const char *reason, struct verdict *out)
{
	if (debate_has_ended(d))
		draft(out, ENTRY_CLOSE,
			json_pack("{s:s, s:s}", "outcome", debate_state(d)->outcome, "reason", reason), NULL);
}

/* -- the floor -- */

/* Why a claim for=timeout is not granted. */
static struct fault
timeout_fault(const struct fstate *s, const struct debate *d, const struct context *ctx, unsigned seat)
{
	char time[RECORD_TIME_BYTES];

	if (!d->format->alone)
		return fault_of(REFUSAL_LEASE_ORDER, "nobody takes another's turn here: claim without for=timeout");
	if (!fstate_missing(s) && debate_due(d, seat) >= 0)
		return fault_of(REFUSAL_LEASE_ORDER,
			"it is your own move, and no timeout: claim without for=timeout");
	if (!waits(s, d, seat))
		return fault_of(REFUSAL_LEASE_ORDER, "nobody is being waited for: claim without for=timeout");
	if (fstate_missing(s) && *granted_from(s, ctx, time))
		return move_fault(s, d, ctx, seat);
	if (*granted_from(s, ctx, time))
		return fault_of(REFUSAL_LEASE_ORDER, "it is the move of %s, who may be silent until %s",
			d->seats[debate_only_due(d) - 1].name, time);
	return (struct fault){NULL, NULL};
}

void
format_floor(
	const struct fstate *s, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *answer)
{
	bool joined = ask->seat && ask->seat <= s->debate.n_seats && !fstate_is_closed(s);
	bool silent = false;
	struct fault f;

	if (ask->for_timeout && joined) {
		f = timeout_fault(s, &s->debate, ctx, ask->seat);
		silent = !fstate_missing(s);
	} else {
		f = move_fault(s, &s->debate, ctx, ask->seat);
	}
	if (!f.rule && !ask->for_timeout && debate_is_sealed(&s->debate))
		f = fault_of(REFUSAL_LEASE_ORDER,
			"texts are sealed now and need no floor: write yours to your own turn.md");
	*answer = (struct floor_answer){.rule = f.rule, .text = f.sentence};
	if (!f.rule && silent)
		draft_lift(&s->debate, ctx, answer);
}

/* -- judging -- */

/* Why a text ends the debate, in its own words: the value of a label up to a blank line, or if it has none, to the
 * end of its line. malloc'd. */
static char *
reason_of(const struct debate *d, const struct debate_text *t)
{
	const char *word = d->format->kinds[t->kind].reason;
	const struct field *f;
	struct parsed p;
	char *reason;

	debate_read_text(d, t, &p);
	f = word ? parts_label(&p, parts_section(&p, NULL), NULL, word) : NULL;
	reason = f ? text_fold_space(f->value.s, (size_t)(field_first_end(f) - f->value.s)) : mem_strdup("");
	parsed_free(&p);
	return reason;
}

/* Of a kind that says itself what the record has of it. */
static void
draft_record(const struct debate *after, const struct debate_text *t, json_t *data, struct verdict *out)
{
	const struct format_kind *k = &after->format->kinds[t->kind];
	UT_string body;

	utstring_init(&body);
	if (k->row) {
		utstring_bincpy(&body, t->text, t->len);
		draft(out, ENTRY_REPORT, data, &body);
		return;
	}
	k->record(after, &body);
	json_object_set_new(data, "text", json_stringn(t->text, t->len));
	draft(out, ENTRY_TURN, data, &body)->record_room = END_ROOM_BYTES;
	draft_close(after, "all exchanges are judged", out);
}

/* Bytes of the record that are kept for all whose texts are sealed beside this one, and for what comes behind them:
 * each may take an equal share of those that are left, whatever the others took. */
static size_t
sealed_room(const struct debate *d, const struct debate_text *t)
{
	const struct format_kind *k = &d->format->kinds[t->kind];
	size_t n = d->n_sealed, room = t->len;
	struct parsed p;

	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		n += debate_due(d, seat) >= 0;
	if (k->room) {
		debate_read_text(d, t, &p);
		room = k->room(&p);
		parsed_free(&p);
	}
	return n * (room + END_ROOM_BYTES);
}

static void
draft_text(const struct debate *d, const struct context *ctx, const struct debate_text *t, struct verdict *out)
{
	const struct format_kind *kind = &d->format->kinds[t->kind];
	json_t *data = json_pack("{s:s, s:o}", "kind", kind->kind.name, "warnings", warnings_json(&out->findings));
	struct debate after;
	struct draft *made;
	bool sealed = debate_is_sealed(d), its_own;
	UT_string body, facts;

	utstring_init(&body);
	utstring_init(&facts);
	begin_draft(&after, d, ctx);
	debate_apply_text(&after, t);
	if (!sealed && d->format->effects) {
		UT_string effects;

		utstring_init(&effects);
		d->format->effects(&after, &effects);
		out->effects = utstring_body(&effects);
	}
	if (sealed) {
		utstring_bincpy(&body, t->text, t->len);
		made = draft(out, ENTRY_HANDIN, data, &body);
		made->record_room = sealed_room(d, t);
		draft_reveal(&after, d->n, ctx, "", out);
		draft_close(&after, "", out);
	} else if (kind->record) {
		draft_record(&after, t, data, out);
		utstring_done(&body);
	} else {
		its_own = put_text(d, t, true, &body);
		if (debate_is_over(&after)) {
			char *reason = reason_of(d, t);

			json_object_set_new(data, "outcome", json_string(debate_state(&after)->outcome));
			json_object_set_new(data, "reason", json_string(reason));
			free(reason);
		}
		made = draft(out, debate_is_over(&after) ? ENTRY_CONCLUSION : ENTRY_TURN, data, &body);
		made->form = its_own ? DRAFT_TEXT : DRAFT_MADE;
		made->record_room = debate_is_over(&after) ? 0 : END_ROOM_BYTES;
		put_facts(&after, ctx, &facts);
		if (utstring_len(&facts)) {
			draft_of(out, ENTRY_NOTE, mem_strdup("{\"note\":\"" NOTE_FACTS "\",\"directly\":true}"),
				&facts);
			utstring_init(&facts);
		}
	}
	utstring_done(&facts);
	debate_free(&after);
}

static void
judge_lines(const struct debate *d, const struct debate_text *t, int line0, struct verdict *out)
{
	struct found_quotes found = {0};
	struct findings fs = {0};

	debate_judge_text(d, t, &found, &fs);
	for (size_t i = 0; i < fs.n; i++)
		fs.v[i].line += fs.v[i].line ? line0 : 0;
	findings_move(&out->findings, &fs);
	findings_free(&fs);
	out->quotes = (unsigned)found.n;
	found_quotes_free(&found);
}

/* Of a sealed text rule and line are told, and no word. What is told of JSON has words of its keys alone, but for what
 * is looked up in its strings. */
static void
hide_words(const struct format_kind *kind, struct findings *fs, size_t from)
{
	for (size_t i = from; i < fs->n; i++) {
		const struct rule *rule = fs->v[i].rule;

		if (kind->kind.parts->json && (rule < kit_rules || rule >= kit_rules + KIT_RULES))
			continue;
		free(fs->v[i].text);
		fs->v[i].text = mem_format("this must hold: %s", rule->gloss);
	}
}

/* What is judged, of a seat: what is taken of it, else what comes next. */
static int
kind_judged(const struct fstate *s, const struct debate *d, const struct context *ctx, const struct submission *sub)
{
	const struct format *f = s->debate.format;
	unsigned seat = ctx->holder;
	struct reader text = between(sub->text, sub->text + sub->len);
	int kind = seat && seat <= d->n_seats ? debate_kind_of(d, seat, text) : -1;
	const struct format_kind *next = kind < 0 && seat ? hand_in_next(s, seat) : NULL;

	if (!next)
		return kind;
	kind = (int)(next - f->kinds);
	return d->format->kind_of ? (int)d->format->kind_of(text, (unsigned)kind) : kind;
}

void
bridge_judge(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	struct submission heard = *sub;
	size_t n;
	int kind;

	heard.text = sub->text ? sub->text : "";
	struct fault f = move_fault(s, &s->debate, ctx, ctx->holder);
	if (f.rule)
		findings_add(&out->findings, f.rule, 0, "%s", f.sentence);
	free(f.sentence);
	n = out->findings.n;
	kind = fstate_is_closed(s) && f.rule ? -1 : kind_judged(s, &s->debate, ctx, &heard);
	if (kind >= 0) {
		struct debate_text t = debate_take(&s->debate, ctx->holder, (unsigned)kind, heard.text, heard.len);

		judge_lines(&s->debate, &t, heard.line0, out);
		if (!findings_first_error(&out->findings))
			draft_text(&s->debate, ctx, &t, out);
		debate_let_go(&t);
	}
	if (kind >= 0 && debate_is_sealed(&s->debate))
		hide_words(&s->debate.format->kinds[kind], &out->findings, n);
}

const struct format_kind *
format_kind_of(const struct fstate *s, const struct context *ctx, const struct submission *sub)
{
	int kind;

	kind = fstate_is_closed(s) && debate_is_over(&s->debate) ? -1 : kind_judged(s, &s->debate, ctx, sub);
	return kind >= 0 ? &s->debate.format->kinds[kind] : NULL;
}

/* Of a sealed text no word may be shown yet. */
void
format_cites(const struct fstate *s, const struct context *ctx, const struct submission *sub,
	struct lookups *out, bool *sealed)
{
	int kind;

	*sealed = !fstate_is_closed(s) && debate_is_sealed(&s->debate);
	kind = kind_judged(s, &s->debate, ctx, sub);
	if (kind >= 0) {
		struct grammar by = {&s->debate.format->kinds[kind].kind, s->debate.format->refs, s->debate.source};
		struct parsed p;

		parts_read(&p, &by, sub->text, sub->len);
		lookups_find(&p, sub->line0, out);
		parsed_free(&p);
	}
}

/* -- clocks and verbs -- */

/* Whose sealed texts are shown now, which stand in no record. */
static void
put_revealed(const struct debate *d, UT_string *out)
{
	unsigned n = 0;

	for (size_t i = 0; i < d->n_sealed; i++)
		if (d->format->kinds[d->sealed[i].kind].record)
			utstring_printf(out, n++ ? " and %s" : " (revealed: what %s",
				d->seats[d->sealed[i].seat - 1].name);
	if (n)
		utstring_printf(out, " handed in)");
}

void
format_reveals(const struct fstate *s, const struct context *ctx, UT_string *line, struct verdict *out)
{
	const struct debate *d = &s->debate;
	struct debate after;

	if (!d->n_sealed)
		return;
	put_revealed(d, line);
	begin_draft(&after, d, ctx);
	debate_silent(&after);
	draft_reveal(&after, d->n, ctx, "", out);
	debate_free(&after);
}

static void
put_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	const char *name = seat ? d->seats[seat - 1].name
		: role && role != ROLE_ANY ? d->format->roles[role - 1].name : "nobody";

	if (d->format->lapse)
		d->format->lapse(d, seat, role, reason, out);
	else if (reason)
		utstring_printf(out, "%s failed (%s)", name, reason);
	else
		utstring_printf(out, seat ? "the text of %s did not come" : "%s did not come", name);
}

static void
draft_lapse(const struct debate *d, const struct context *ctx, unsigned seat, unsigned role, const char *reason,
	struct verdict *out)
{
	struct debate after;
	UT_string why, line;

	role = seat ? d->seats[seat - 1].role : role;
	utstring_init(&why);
	utstring_init(&line);
	put_lapse(d, seat, role, reason, &why);
	put_revealed(d, &why);
	utstring_printf(&line, "> duelfs: %s", utstring_body(&why));
	end_line(ctx, &line);
	draft(out, ENTRY_NOTE, json_pack("{s:s, s:i, s:i, s:s*}", "note", NOTE_LAPSE, "seat", (int)seat, "role",
		(int)role, "reason", reason), &line);
	begin_draft(&after, d, ctx);
	fstate_lapse(&after, seat, role, reason);
	draft_reveal(&after, d->n, ctx, "", out);
	draft_close(&after, utstring_body(&why), out);
	debate_free(&after);
	utstring_done(&why);
}

void
bridge_expire(const struct fstate *s, const struct context *ctx, const struct move *move, struct verdict *out)
{
	unsigned role;

	role = fstate_missing(s) ? fstate_missing(s) : debate_wanted(&s->debate);
	if (fstate_is_closed(s))
		; /* what was due is left out */
	else if (move->what)
		draft_lapse(&s->debate, ctx, move->others ? 0 : move->seat, ROLE_NONE, NULL, out);
	else
		draft_lapse(&s->debate, ctx, 0, role, NULL, out);
}

static unsigned
seat_named(const struct context *ctx, const char *name)
{
	char *key = name_key(name);
	unsigned seat = 0;

	for (unsigned i = 0; i < ctx->n_seats && !seat; i++)
		if (!strcmp(ctx->seats[i]->key, key))
			seat = ctx->seats[i]->number;
	free(key);
	return seat;
}

/* `fail NAME who= reason=`, by whoever decides. */
static void
fail(const struct fstate *s, const struct debate *d, const struct context *ctx, const struct verb_ask *ask,
	struct verdict *out)
{
	unsigned seat = ask->who ? seat_named(ctx, ask->who) : 0;
	struct fault f = {NULL, NULL};
	char *why = NULL;

	if (fstate_is_closed(s))
		f = fault_of(REFUSAL_DUEL_CLOSED, "the debate is closed with %s", fstate_outcome(s));
	else if (!debate_decides(d, ask->seat))
		f = fault_of(REFUSAL_SEAT_IDENTITY, "only whoever decides says who failed");
	else if (!ask->who)
		f = fault_of(REFUSAL_VALUE_BAD, "`fail` says of whom: who=NAME");
	else if (fstate_missing(s))
		f = fault_of(REFUSAL_LEASE_WAIT, "the debate has not begun: %s has not joined",
			format_missing(s));
	else if (!seat)
		f = fault_of(REFUSAL_VALUE_BAD, "nobody has joined as \"%s\"", ask->who);
	else if (debate_decides(d, seat))
		f = fault_of(REFUSAL_VALUE_BAD, "whoever decides cannot fail itself");
	else if (d->format->fails && (why = d->format->fails(d, seat)))
		f = fault_of(REFUSAL_LEASE_ORDER, "%s", why);
	else if (!d->format->fails && debate_due(d, seat) < 0)
		f = fault_of(REFUSAL_LEASE_ORDER, "nothing is due from %s now", d->seats[seat - 1].name);
	free(why);
	if (f.rule) {
		findings_add(&out->findings, f.rule, 0, "%s", f.sentence);
		free(f.sentence);
		return;
	}
	if (ctx->holder && ctx->holder != ask->seat)
		out->drafts[out->n++].kind = ENTRY_EXPIRE;
	draft_lapse(d, ctx, seat, ROLE_NONE, ask->reason && *ask->reason ? ask->reason : "timeout", out);
}

static void
verb_of_format(const struct debate *d, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{
	const struct debate_verb *v = d->format->verbs;
	const struct rule *rule;
	char *sentence = NULL;
	struct debate after;
	UT_string line, body;

	while (strcmp(v->word, ask->verb))
		v++;
	utstring_init(&line);
	utstring_init(&body);
	rule = v->role && d->seats[ask->seat - 1].role != v->role ? &refusals[REFUSAL_SEAT_IDENTITY]
		: v->judge(d, ask, &sentence, &line);
	if (rule) {
		findings_add(&out->findings, rule, 0, "%s", sentence ? sentence : "this verb is another role's");
		utstring_done(&body);
	} else {
		utstring_printf(&body, "> duelfs: %s", utstring_body(&line));
		end_line(ctx, &body);
		if (ctx->holder && ctx->holder != ask->seat)
			out->drafts[out->n++].kind = ENTRY_EXPIRE;
		draft(out, ENTRY_NOTE,
			json_pack("{s:s, s:s, s:i, s:s*, s:s*, s:s*}", "note", NOTE_VERB, "verb", ask->verb, "seat",
				(int)ask->seat, "to", ask->to, "asks", ask->asks, "reason", ask->reason),
			&body);
		begin_draft(&after, d, ctx);
		v->apply(&after, ask);
		draft_close(&after, utstring_body(&line), out);
		debate_free(&after);
	}
	free(sentence);
	utstring_done(&line);
}

void
format_verb(const struct fstate *s, const struct context *ctx, const struct verb_ask *ask, struct verdict *out)
{

	if (!strcmp(ask->verb, "fail"))
		fail(s, &s->debate, ctx, ask, out);
	else
		verb_of_format(&s->debate, ctx, ask, out);
}

/* A debate is closed by a text, by what does not come, or by whom its format lets end it. To say its outcome again
 * changes nothing. */
const struct rule *
format_close(const struct fstate *s, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	const struct format *f = s->debate.format;
	const struct rule *rule = &refusals[REFUSAL_VALUE_BAD];

	if (fstate_is_closed(s) && !strcmp(outcome, fstate_outcome(s)))
		return NULL;
	if (fstate_is_closed(s))
		*sentence = mem_format("it was closed with %s", fstate_outcome(s));
	else if (!f->releases)
		*sentence = mem_strdup("a debate is closed by its last text: hand that in when it is due");
	else if (f->releases(&s->debate, ctx->holder, outcome, &rule, sentence)) {
		draft(out, ENTRY_CLOSE, json_pack("{s:s, s:s}", "outcome", outcome, "reason", reason), NULL);
		return NULL;
	}
	return rule;
}
