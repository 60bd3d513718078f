/*
 * A debate in memory, driven through the format's functions alone as the core does it: seats, a floor, entries, a clock.
 */
#ifndef TESTS_UNIT_VALIDATORS_DIALECTIC_DUEL_H
#define TESTS_UNIT_VALIDATORS_DIALECTIC_DUEL_H

#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/dialectic/dialectic.h"
#include "validators/dialectic/files.h"
#include "validators/text/text.h"

enum { PROP = 1, OPP = 2, JUDGE = 3 };

struct duel {
	struct terms terms;
	struct seat seats[3];
	const struct seat *seat_list[3];
	struct context ctx;
	struct fstate *state;
	UT_string record;
	UT_string printed; /* the newest verdict, as compilers print it */
	UT_string events;
	struct entry *log[128];
	size_t n_log;
};

static const struct format *const f = &format_dialectic;

static inline void
collect_event(void *arg, const char *event, const char *unit, const char *members)
{
	utstring_printf((UT_string *)arg, "%s %s %s\n", event, unit, members);
}

/* Fold one entry in; data and body are borrowed, facts are taken. */
static inline void
duel_fold(struct duel *d, enum entry_kind kind, unsigned seat, const char *data, const char *body, size_t len, void *facts)
{
	struct entry *e = entry_new(kind, seat, 1, data, body, len);
	struct fstate *next;

	e->seq = d->n_log + 1;
	e->time_ms = d->ctx.now_ms;
	e->clock_ms = d->ctx.clock_ms;
	next = format_apply(f, d->state, &d->ctx, e, utstring_len(&d->record), facts);
	assert_non_null(next);
	f->events(d->state, next, &d->ctx, e, collect_event, &d->events);
	f->drop(d->state);
	d->state = next;
	if (entry_kinds[kind].record)
		utstring_bincpy(&d->record, body, len);
	assert_true(d->n_log < N(d->log));
	d->log[d->n_log++] = e;
	d->ctx.now_ms += 1000;
	d->ctx.clock_ms += 1000;
}

/* The refusal's id; NULL: it joined. */
static inline const char *
duel_join(struct duel *d, const char *name, const char *role)
{
	struct join_ask ask = { .name = name, .harness = "h", .model = "m", .role = role };
	unsigned n = d->ctx.n_seats;
	char *sentence = NULL;
	const struct rule *rule = f->join(d->state, &d->ctx, &ask, &sentence);

	utstring_clear(&d->printed);
	utstring_printf(&d->printed, "%s", sentence ? sentence : "");
	free(sentence);
	if (rule)
		return rule->id;
	d->seats[n] = (struct seat){ .number = n + 1, .name = name, .key = name, .harness = "h", .model = "m", .role = role };
	d->seat_list[n] = &d->seats[n];
	d->ctx.n_seats = n + 1;
	duel_fold(d, ENTRY_JOIN, n + 1, NULL, NULL, 0, NULL);
	return NULL;
}

static inline void
duel_join_all(struct duel *d)
{
	assert_null(duel_join(d, "alice", "proposition"));
	assert_null(duel_join(d, "bob", "opposition"));
	assert_null(duel_join(d, "carol", "judge"));
}

static inline void
duel_init(struct duel *d)
{
	*d = (struct duel){ .terms = { .topic = "This house would make buses free", .topic_slug = "buses", .max_turn_bytes = 65536, .scope = "",
		.wait_seconds = 1200, .sealed = true } };
	d->ctx = (struct context){ .name = "free-buses", .id = "7", .created_ms = CORPUS_START_MS, .terms = &d->terms,
		.seats = d->seat_list, .now_ms = CORPUS_START_MS, .clock_ms = 5000000 };
	utstring_init(&d->record);
	utstring_init(&d->printed);
	utstring_init(&d->events);
	d->state = f->start();
	duel_fold(d, ENTRY_RULES, 0, NULL, NULL, 0, NULL);
}

static inline void
duel_done(struct duel *d)
{
	f->drop(d->state);
	utstring_done(&d->record);
	utstring_done(&d->printed);
	utstring_done(&d->events);
	for (size_t i = 0; i < d->n_log; i++)
		entry_free(d->log[i]);
}

static inline const char *
duel_printed(const struct duel *d)
{
	return utstring_len(&d->printed) ? utstring_body(&d->printed) : "";
}

static inline void
assert_printed(const struct duel *d, const char *what)
{
	if (!strstr(duel_printed(d), what))
		fail_msg("expected %s in:\n%s", what, duel_printed(d));
}

/* Judge as the core does, text_check first (lines may be as long as the format says): the errno. */
static inline int
duel_judge(struct duel *d, unsigned seat, int row, const char *text, bool prefix, struct verdict *v)
{
	struct submission s = { .row = row, .text = text, .len = strlen(text), .prefix = prefix };

	d->ctx.holder = seat;
	d->ctx.grant = seat ? GRANT_TURN : GRANT_NONE;
	*v = (struct verdict){ .n = 0 };
	f->judge(d->state, &d->ctx, &s, v);
	utstring_clear(&d->printed);
	findings_print(&v->findings, "t", &d->printed);
	return findings_errno(&v->findings);
}

static inline int
duel_try(struct duel *d, unsigned seat, int row, const char *text, bool prefix)
{
	struct verdict v;
	int err = duel_judge(d, seat, row, text, prefix, &v);

	assert_true(!(err || prefix) || !v.n);
	verdict_free(&v);
	return err;
}

static inline void
duel_refuse(struct duel *d, unsigned seat, const char *text, int err, const char *says)
{
	int got = duel_try(d, seat, ROW_DEBATE, text, false);

	if (got != err)
		fail_msg("%d, not %d: %s\n%s", got, err, text, duel_printed(d));
	assert_printed(d, says);
}

/* What is accepted is folded in, with judge's facts. */
static inline void
duel_accept_row(struct duel *d, unsigned seat, int row, const char *text)
{
	struct verdict v;

	if (duel_judge(d, seat, row, text, false, &v))
		fail_msg("refused: %s", duel_printed(d));
	assert_true(v.n > 0);
	if (v.drafts[0].kind == ENTRY_TURN && !utstring_len(&d->record)) {
		UT_string head;

		utstring_init(&head);
		f->head(&d->ctx, &head);
		duel_fold(d, ENTRY_HEAD, 0, NULL, utstring_body(&head), utstring_len(&head), NULL);
		utstring_done(&head);
	}
	for (unsigned i = 0; i < v.n; i++) {
		duel_fold(d, v.drafts[i].kind, seat, v.drafts[i].data, v.drafts[i].body, v.drafts[i].body_len, v.drafts[i].facts);
		v.drafts[i].facts = NULL;
	}
	verdict_free(&v);
	d->ctx.holder = 0;
	d->ctx.grant = GRANT_NONE;
}

static inline void
duel_accept(struct duel *d, unsigned seat, const char *text)
{
	duel_accept_row(d, seat, ROW_DEBATE, text);
}

static inline void
duel_corpus(struct duel *d, unsigned seat)
{
	char *text = corpus_text(d->state->exchange, dialectic_role_names[seat - 1]);

	duel_accept(d, seat, text);
	free(text);
}

static inline void
duel_corpus_exchange(struct duel *d, unsigned first)
{
	duel_corpus(d, first);
	duel_corpus(d, PROP + OPP - first);
	duel_corpus(d, JUDGE);
}

/* -- what anybody may read --------------------------------------------------------------------------------------------------------- */

static inline void
print_warning(void *arg, const char *text)
{
	utstring_printf((UT_string *)arg, "warning %s\n", text);
}

static inline void
print_many(const struct duel *d, const struct fstate *state, const struct format_row *row, UT_string *out)
{
	unsigned n = row->many->count(state, &d->ctx);

	for (unsigned i = 1; i <= n; i++) {
		char name[FORMAT_NAME_BYTES];

		row->many->name(state, &d->ctx, i, name);
		assert_int_equal(row->many->find(state, &d->ctx, name), i);
		utstring_printf(out, "--- %s/%s\n", row->name, name);
		f->render(state, &d->ctx, row->id, i, out);
	}
}

/* The files: with `prompts` those too that say what may be done now, for every seat. */
static inline void
print_files(const struct duel *d, const struct fstate *state, bool prompts, UT_string *out)
{
	f->front(state, &d->ctx, out);
	f->head(&d->ctx, out);
	utstring_concat(out, &d->record);
	for (size_t i = 0; i < f->n_rows; i++) {
		if (f->rows[i].many) {
			print_many(d, state, &f->rows[i], out);
		} else {
			utstring_printf(out, "--- %s\n", f->rows[i].name);
			f->render(state, &d->ctx, f->rows[i].id, 0, out);
		}
	}
	for (size_t i = 0; i < f->n_status; i++) {
		struct status_value v = f->status[i].value(state, &d->ctx);

		utstring_printf(out, "%s = %s %ld %g\n", f->status[i].key, v.text ? v.text : "", (long)v.integer, v.real);
		free(v.owned);
	}
	f->warnings(state, print_warning, out);
	utstring_printf(out, "%s %s %s %u %u\n", f->state_name(state, &d->ctx), f->outcome(state), f->reason(state), f->turns(state),
		f->next_seat(state, &d->ctx));
	for (unsigned seat = 0; prompts && seat <= d->ctx.n_seats; seat++) {
		f->brief(state, &d->ctx, seat, out);
		utstring_printf(out, "next %s\n", next_step_names[f->next(state, &d->ctx, seat)]);
		for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++) {
			utstring_printf(out, "%u %d ", seat, (int)h->when(state, &d->ctx, seat));
			h->label(state, &d->ctx, seat, out);
			if (h->when(state, &d->ctx, seat) < HAND_IN_OPEN)
				continue;
			h->blank(state, &d->ctx, seat, out);
			h->example(state, &d->ctx, seat, out);
		}
	}
}

/* Fold the log again, without facts: every file and every answer is the same. */
static inline void
assert_replays(struct duel *d)
{
	struct fstate *again = f->start();
	UT_string files, files_again;
	size_t offset = 0;

	for (size_t i = 0; i < d->n_log; i++) {
		struct fstate *next = format_apply(f, again, &d->ctx, d->log[i], offset, NULL);

		assert_non_null(next);
		f->drop(again);
		again = next;
		offset += entry_kinds[d->log[i]->kind].record ? d->log[i]->body_len : 0;
	}
	utstring_init(&files);
	utstring_init(&files_again);
	print_files(d, d->state, true, &files);
	print_files(d, again, true, &files_again);
	assert_string_equal(utstring_body(&files), utstring_body(&files_again));
	for (unsigned i = 0; i < f->turns(again); i++) {
		struct turn_slice a = f->turn(again, i), b = f->turn(d->state, i);
		assert_memory_equal(&a, &b, sizeof a);
	}
	utstring_done(&files);
	utstring_done(&files_again);
	f->drop(d->state);
	d->state = again;
}

#endif
