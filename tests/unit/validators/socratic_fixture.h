/*
 * A socratic duel in memory, for the tests of its rules: two participants, a source, a clock that stands still until it is moved.
 */
#ifndef TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_SOCRATIC_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define CORPUS "tests/corpus/socratic/"
#define N(a) (sizeof(a) / sizeof(a)[0])

struct duel {
	struct terms terms;
	struct source source;
	struct seat seats[2];
	const struct seat *seat_list[2];
	struct context ctx;
	struct fstate *state;
	uint64_t seq;
	UT_string record;
	UT_string printed; /* the newest verdict, as compilers print it */
	struct entry *log[64];
	size_t n_log;
};

static inline char *
read_whole(const char *path, size_t *len)
{
	FILE *f = fopen(path, "r");
	char *s = NULL;
	size_t room = 0, n;

	assert_non_null(f);
	*len = 0;
	do {
		s = mem_resize(s, room += 65536, 1);
		n = fread(s + *len, 1, room - *len - 1, f);
		*len += n;
	} while (n);
	fclose(f);
	s[*len] = '\0';
	return s;
}

/* Fold one entry in; data and body are borrowed, facts are taken. */
static inline void
duel_fold(struct duel *d, enum entry_kind kind, unsigned seat, const char *data, const char *body, size_t len, void *facts)
{
	struct entry *e = entry_new(kind, seat, d->seq, data, body, len);
	struct fstate *next;

	e->seq = ++d->seq;
	e->time_ms = d->ctx.now_ms;
	e->clock_ms = d->ctx.clock_ms;
	next = format_apply(&format_socratic, d->state, &d->ctx, e, utstring_len(&d->record), facts);
	assert_non_null(next);
	format_socratic.drop(d->state);
	d->state = next;
	if (entry_kinds[kind].record)
		utstring_bincpy(&d->record, body, len);
	assert_true(d->n_log < N(d->log));
	d->log[d->n_log++] = e;
}

static inline void
duel_join(struct duel *d, const char *name, const char *harness, const char *model)
{
	unsigned n = d->ctx.n_seats;

	d->seats[n] = (struct seat){ .number = n + 1, .name = name, .key = name, .harness = harness, .model = model, .role = "",
		.joined_ms = d->ctx.now_ms };
	d->seat_list[n] = &d->seats[n];
	d->ctx.n_seats = n + 1;
	duel_fold(d, ENTRY_JOIN, n + 1, NULL, NULL, 0, NULL);
}

static inline void
duel_tick(struct duel *d, int64_t seconds)
{
	d->ctx.now_ms += seconds * 1000;
	d->ctx.clock_ms += seconds * 1000;
}

static inline void
duel_init(struct duel *d, const char *source)
{
	*d = (struct duel){
		.terms = { .topic = "Caching of results", .topic_slug = "caching-of-results", .max_turns = 6, .max_turn_bytes = 65536,
			.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8 },
		.source = { .path = "/srv/docs/plan.md", .name = "plan.md", .text = source, .len = source ? strlen(source) : 0 },
	};
	d->ctx = (struct context){ .name = "d", .id = "7", .created_ms = 1795213800000, .terms = &d->terms,
		.source = source ? &d->source : NULL, .seats = d->seat_list, .now_ms = 1795213800000, .clock_ms = 5000000 };
	utstring_init(&d->record);
	utstring_init(&d->printed);
	d->state = format_socratic.start();
	duel_fold(d, ENTRY_RULES, 0, NULL, NULL, 0, NULL);
}

static inline void
duel_done(struct duel *d)
{
	format_socratic.drop(d->state);
	utstring_done(&d->record);
	utstring_done(&d->printed);
	for (size_t i = 0; i < d->n_log; i++)
		entry_free(d->log[i]);
}

/* Judge as the core does, text_check first: the errno. The findings are printed as of the file "t". */
static inline int
duel_judge(struct duel *d, const char *text, size_t len, bool prefix, struct verdict *v)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = len, .prefix = prefix };

	*v = (struct verdict){ .n = 0 };
	if (!text_check(text, len, (size_t)d->terms.max_turn_bytes, 0, prefix, &v->findings))
		format_socratic.judge(d->state, &d->ctx, &s, v);
	utstring_clear(&d->printed);
	findings_print(&v->findings, "t", &d->printed);
	return findings_errno(&v->findings);
}

/* The errno alone; what was found stays in d->printed. */
static inline int
duel_try(struct duel *d, const char *text, size_t len, bool prefix)
{
	struct verdict v;
	int err = duel_judge(d, text, len, prefix, &v);

	if (err || prefix)
		assert_int_equal(v.n, 0);
	verdict_free(&v);
	return err;
}

static inline void
duel_floor(struct duel *d, unsigned seat, enum grant grant)
{
	d->ctx.holder = seat;
	d->ctx.grant = seat ? grant : GRANT_NONE;
}

/* Submit as `seat`; what is accepted is folded in, with judge's facts. */
static inline void
duel_accept(struct duel *d, unsigned seat, const char *text, size_t len)
{
	struct verdict v;

	if (d->ctx.holder != seat)
		duel_floor(d, seat, GRANT_TURN);
	if (duel_judge(d, text, len, false, &v))
		fail_msg("refused: %s", utstring_body(&d->printed));
	assert_true(v.n > 0);
	for (unsigned i = 0; i < v.n; i++) {
		duel_fold(d, v.drafts[i].kind, seat, v.drafts[i].data, v.drafts[i].body, v.drafts[i].body_len, v.drafts[i].facts);
		v.drafts[i].facts = NULL;
	}
	verdict_free(&v);
}

static inline bool
duel_printed(const struct duel *d, const char *what)
{
	return utstring_len(&d->printed) && strstr(utstring_body(&d->printed), what);
}

static inline void
assert_printed(const struct duel *d, const char *what)
{
	if (!duel_printed(d, what))
		fail_msg("expected %s in:\n%s", what, utstring_len(&d->printed) ? utstring_body(&d->printed) : "nothing");
}

#endif
