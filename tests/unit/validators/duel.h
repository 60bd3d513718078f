/*
 * A duel of any format in memory, driven through the format's functions alone as the core does it: seats, a floor,
 * entries, a clock that stands still until it is moved.
 */
#ifndef TESTS_UNIT_VALIDATORS_DUEL_H
#define TESTS_UNIT_VALIDATORS_DUEL_H

#include "tests/unit/validators/apply.h"
#include "tests/unit/files.h"

#include "fs/util/entry.h"
#include "fs/util/secret.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

#define DUEL_START_MS INT64_C(1795213800000)

struct duel {
	const struct format *f;
	struct terms terms;
	enum secrets_mode secrets;
	struct source source;
	struct seat seats[6];
	const struct seat *seat_list[6];
	struct context ctx;
	struct debate *state;
	int64_t step_ms; /* so long does each entry take */
	UT_string record;
	UT_string printed; /* the newest verdict, as compilers print it of the file "t"; or the sentence of a refusal */
	UT_string events;
	struct entry *log[128];
	size_t n_log;
};

static inline void
duel_tick(struct duel *d, int64_t seconds)
{
	d->ctx.now_ms += seconds * 1000;
	d->ctx.clock_ms += seconds * 1000;
}

static inline void
duel_event(void *arg, const char *event, const char *unit, const char *members)
{
	utstring_printf((UT_string *)arg, "%s %s %s\n", event, unit, members);
}

/* Fold one entry in; data and body are borrowed. */
static inline void
duel_fold(struct duel *d, enum entry_kind kind, unsigned seat, const char *data, const char *body, size_t len)
{
	struct entry *e = entry_new(kind, seat, d->n_log, data, body, len);
	e->seq = d->n_log + 1;
	e->time_ms = d->ctx.now_ms;
	e->clock_ms = d->ctx.clock_ms;
	struct debate_change change;
	json_t *parsed = data ? json_loads(data, 0, NULL) : NULL;
	assert_true(debate_fold(d->state, &d->ctx, e, parsed, utstring_len(&d->record), &change));
	format_events(&change, d->state, seat, parsed, duel_event, &d->events);
	json_decref(parsed);
	if (entry_kinds[kind].record)
		utstring_bincpy(&d->record, body, len);
	assert_true(d->n_log < N(d->log));
	d->log[d->n_log++] = e;
	d->ctx.now_ms += d->step_ms;
	d->ctx.clock_ms += d->step_ms;
}

/* Duel "d", made at DUEL_START_MS under these rules; a turn has 64 KiB. `source` is the text of plan.md, NULL where
 * there is none. */
static inline void
duel_begin(struct duel *d, const struct format *f, struct terms terms, const char *source)
{
	*d = (struct duel){
		.f = f,
		.terms = terms,
		.source = {.path = "/srv/docs/plan.md",
			.name = "plan.md",
			.text = source,
			.len = source ? strlen(source) : 0},
	};
	d->terms.max_turn_bytes = 65536;
	d->ctx = (struct context){
		.name = "d",
		.id = "7",
		.created_ms = DUEL_START_MS,
		.terms = &d->terms,
		.source = source ? &d->source : NULL,
		.seats = d->seat_list,
		.now_ms = DUEL_START_MS,
		.clock_ms = 5000000,
	};
	utstring_init(&d->record);
	utstring_init(&d->printed);
	utstring_init(&d->events);
	if (source && f->reading)
		d->ctx.reading = f->reading->make(&d->source, NULL);
	d->state = debate_new(f, &d->ctx);
	duel_fold(d, ENTRY_RULES, 0, NULL, NULL, 0);
}

static inline void
duel_done(struct duel *d)
{
	debate_delete(d->state);
	if (d->ctx.reading)
		d->f->reading->drop(d->ctx.reading);
	utstring_done(&d->record);
	utstring_done(&d->printed);
	utstring_done(&d->events);
	for (size_t i = 0; i < d->n_log; i++)
		entry_free(d->log[i]);
}

static inline const char *
duel_said(const struct duel *d)
{
	return utstring_len(&d->printed) ? utstring_body(&d->printed) : "";
}

static inline void
assert_printed(const struct duel *d, const char *what)
{
	if (!strstr(duel_said(d), what))
		fail_msg("expected %s in:\n%s", what, duel_said(d));
}

static inline const char *
state_of(const struct duel *d)
{
	return debate_phase_name(d->state);
}

/* NULL, or the id of the rule that refuses; who joins has the next number. */
static inline const char *
duel_sit(struct duel *d, const char *name, const char *role, const char *harness, const char *model)
{
	unsigned n = d->ctx.n_seats;
	struct seat ask = {.name = name, .harness = harness, .model = model, .role = role};
	struct fault fault = format_join(d->state, &ask);
	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", fault.sentence ? fault.sentence : "");
	assert_int_equal(fault.rule != NULL, fault.sentence != NULL);
	test_owns(fault.sentence);
	if (fault.rule)
		return fault.rule->id;
	d->seats[n] = (struct seat){.number = n + 1,
		.name = name,
		.key = name,
		.harness = harness,
		.model = model,
		.role = role,
		.joined_ms = d->ctx.now_ms};
	d->seat_list[n] = &d->seats[n];
	d->ctx.n_seats = n + 1;
	duel_fold(d, ENTRY_JOIN, n + 1, NULL, NULL, 0);
	return NULL;
}

static inline void
duel_floor(struct duel *d, unsigned seat)
{
	d->ctx.holder = seat;
}

/* Ask for the floor: NULL where it is granted, and taken, a note going into the record before the claim; else the
 * rule's id. */
static inline const char *
duel_claim(struct duel *d, unsigned seat, bool for_timeout)
{
	struct verdict made = {.n = 0};
	struct fault f = format_floor(d->state, &d->ctx, seat, for_timeout, &made);
	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", f.rule ? f.sentence : "");
	const char *id = f.rule ? f.rule->id : NULL;
	if (!id) {
		if (made.n)
			duel_fold(d, ENTRY_NOTE, seat, made.drafts[0].data, made.drafts[0].body,
				made.drafts[0].body_len);
		duel_floor(d, seat);
		duel_fold(d, ENTRY_CLAIM, seat, "{\"seconds\":900}", NULL, 0);
	}
	verdict_free(&made);
	free(f.sentence);
	return id;
}

static inline void
duel_release(struct duel *d)
{
	duel_fold(d, ENTRY_RELEASE, d->ctx.holder, NULL, NULL, 0);
	duel_floor(d, 0);
}

/* Judge what whoever has the floor hands in, as the core does, text_check first (a format whose lines may be longer
 * reads them itself): the errno. */
static inline int
duel_judge(struct duel *d, const char *text, size_t len, struct verdict *v)
{
	struct submission s = {.text = text, .len = len};
	*v = (struct verdict){.n = 0};
	if (d->f->line_bytes > LIMIT_LINE_BYTES ||
		!text_check(text, len, (size_t)d->terms.max_turn_bytes, LIMIT_LINE_BYTES, 0, &v->findings))
		secrets_judge(text, len, 0, d->secrets, &v->findings);
	if (!findings_first_error(&v->findings))
		format_judge(d->state, &d->ctx, &s, v);
	utstring_clear(&d->printed);
	findings_print(&v->findings, "t", true, &d->printed);
	return findings_errno(&v->findings);
}

/* The errno alone; what was found stays in d->printed. */
static inline int
duel_try_bytes(struct duel *d, const char *text, size_t len)
{
	struct verdict v;
	int err = duel_judge(d, text, len, &v);
	if (err)
		assert_int_equal(v.n, 0);
	verdict_free(&v);
	return err;
}

/* The drafts become entries; a note is the filesystem's, and the first turn has the head of the record before it. */
static inline void
duel_take(struct duel *d, unsigned seat, struct verdict *v)
{
	if (v->drafts[0].kind == ENTRY_TURN && !utstring_len(&d->record)) {
		UT_string *head = test_string();
		d->f->head(d->state, head);
		duel_fold(d, ENTRY_HEAD, 0, NULL, utstring_body(head), utstring_len(head));
	}
	for (unsigned i = 0; i < v->n; i++) {
		struct draft *draft = &v->drafts[i];
		duel_fold(d, draft->kind, draft->kind == ENTRY_NOTE ? 0 : seat, draft->data, draft->body,
			draft->body_len);
	}
	verdict_free(v);
}

/* The holder hands it in, and it is accepted. */
static inline void
duel_hand_in(struct duel *d, const char *text, size_t len)
{
	struct verdict v;
	if (duel_judge(d, text, len, &v))
		fail_msg("refused: %s\n%s", duel_said(d), text);
	assert_true(v.n > 0);
	duel_take(d, d->ctx.holder, &v);
}

static inline void
print_many(const struct debate *state, const struct format_row *row, UT_string *out)
{
	unsigned n = row->many->count(state);
	for (unsigned i = 1; i <= n; i++) {
		char name[FORMAT_NAME_BYTES];
		row->many->file(state, i, name);
		assert_int_equal(row->many->find(state, name), i);
		utstring_printf(out, "--- %s/%s\n", row->name, name);
		row->many->shows(state, i, out);
	}
}

/* The moves of each seat now, and the prompts for them. */
static inline void
print_prompts(const struct duel *d, const struct debate *state, UT_string *out)
{
	const struct format *f = d->f;
	for (unsigned seat = 0; seat <= d->ctx.n_seats; seat++) {
		f->brief(state, seat, out);
		utstring_printf(out, "next %s\n", next_steps[format_next(state, &d->ctx, seat)].name);
		for (const struct format_kind *h = f->kinds; h->kind.name; h++) {
			utstring_printf(out, "%u %d ", seat, (int)hand_in_when(state, seat, h));
			hand_in_label(state, seat, h, out);
			if (hand_in_when(state, seat, h) < HAND_IN_OPEN)
				continue;
			hand_in_blank(state, seat, h, out);
		}
	}
}

/* The files: with `prompts` those too that say what may be done now, for every seat. */
static inline void
print_files(const struct duel *d, const struct debate *state, bool prompts, UT_string *out)
{
	const struct format *f = d->f;
	if (f->front)
		f->front(state, out);
	f->head(state, out);
	utstring_concat(out, &d->record);
	for (const struct format_row *row = f->rows; row && row->name; row++) {
		if (row->many) {
			print_many(state, row, out);
		} else {
			utstring_printf(out, "--- %s\n", row->name);
			row->shows(state, out);
		}
	}
	for (const struct status_row *row = f->status; row && row->key; row++) {
		json_t *v = row->value(state);
		char *text = test_owns(json_dumps(v, JSON_ENCODE_ANY));
		utstring_printf(out, "%s = %s\n", row->key, text);
		json_decref(v);
	}
	json_t *warnings = format_warnings(state);
	for (size_t i = 0; i < json_array_size(warnings); i++)
		utstring_printf(out, "warning %s\n", json_string_value(json_array_get(warnings, i)));
	json_decref(warnings);
	utstring_printf(out, "%s %s %s %u %ld %ld\n", debate_phase_name(state), debate_outcome(state),
		debate_reason(state), format_next_seat(state, &d->ctx), (long)format_wait_until(state, &d->ctx),
		(long)format_deadline(state, &d->ctx, NULL));
	for (unsigned i = 0; i < debate_pieces(state); i++) {
		struct turn_slice t = debate_turn(state, i);
		utstring_printf(out, "turn %u %u %zu %zu %ld\n", t.number, t.seat, t.offset, t.len, (long)t.time_ms);
	}
	if (prompts)
		print_prompts(d, state, out);
}

/* The log folded again. debate_delete. */
static inline struct debate *
duel_again(const struct duel *d)
{
	struct debate *again = debate_new(d->f, &d->ctx);
	size_t offset = 0;
	for (size_t i = 0; i < d->n_log; i++) {
		assert_true(apply_entry(again, &d->ctx, d->log[i], offset));
		offset += entry_kinds[d->log[i]->kind].record ? d->log[i]->body_len : 0;
	}
	return again;
}

/* Folded again every file and every answer is the same. The duel goes on from there. */
static inline void
assert_replays(struct duel *d)
{
	struct debate *again = duel_again(d);
	UT_string *files = test_string();
	UT_string *files_again = test_string();
	print_files(d, d->state, true, files);
	print_files(d, again, true, files_again);
	assert_string_equal(utstring_body(files), utstring_body(files_again));
	debate_delete(d->state);
	d->state = again;
}

/* The state that a file's set-up has left in *state. */
static inline int
close_duel(void **state)
{
	assert_replays(*state);
	duel_done(*state);
	free(*state);
	return 0;
}

#endif
