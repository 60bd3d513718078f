/*
 * Row 12: what it takes to judge a turn, in this process, against cmark-gfm's bare parse of the same bytes; and the slowest of all
 * hostile texts of the full size, after few turns, after many, and with a large source.
 *
 *     judge [--all]      --all prints every hostile text that takes longer than a millisecond
 */
#include <cmark-gfm.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/bench/lib/hostile.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"
#include "tests/unit/validators/apply.h"
#include "validators/formats.h"
#include "fs/util/entry.h"
#include "fs/util/secret.h"
#include "validators/kit/format.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define SAMPLES 201
#define HOSTILE_REACH_MS 5
#define BOUT_BYTES 65536 /* of a text, at most */

/* A `socratic` duel of alice and bob without a lock, a store or a mount. */
struct bout {
	struct terms terms;
	struct seat seats[2];
	const struct seat *seat_list[2];
	struct source source;
	struct context ctx;
	struct debate *state;
	size_t record_bytes;
	uint64_t seq;
	unsigned char hash[ENTRY_HASH_BYTES]; /* of its last entry */
	unsigned turns;
};

/* Takes data and body. */
static void
fold(struct bout *b, enum entry_kind kind, unsigned seat, const struct draft *d)
{
	struct entry *e = entry_new(kind, seat, b->ctx.holder, d->data, d->body, d->body_len);
	e->seq = ++b->seq;
	e->time_ms = e->clock_ms = (int64_t)b->seq * 1000;
	entry_chain(e, b->hash);
	b->ctx.now_ms = b->ctx.clock_ms = e->time_ms;
	if (!apply_entry(b->state, &b->ctx, e, b->record_bytes)) {
		fprintf(stderr, "bench: the format does not take its own entry of kind %d\n", (int)kind);
		exit(1);
	}
	b->record_bytes += d->body_len;
	for (size_t i = 0; i < sizeof b->hash; i++)
		b->hash[i] = e->hash[i];
	entry_free(e);
}

/* Borrows both; a source of NULL: none. */
static void
bout_open(struct bout *b, const char *topic, const char *source, size_t source_len)
{
	static const char *const names[2] = {"alice", "bob"};
	*b = (struct bout){.terms = {.topic = topic, .topic_slug = topic, .max_turns = 100, .max_turn_bytes = BOUT_BYTES,
		.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8}};
	b->source = (struct source){"/tmp/source.md", "source.md", source, source_len};
	b->ctx = (struct context){.name = "bench", .id = "1", .created_ms = 1, .terms = &b->terms, .source = source ? &b->source : NULL,
		.seats = b->seat_list};
	b->ctx.reading = source ? socratic_format.reading->make(&b->source, NULL) : NULL;
	b->state = debate_new(&socratic_format, &b->ctx);
	entry_chain_start(b->hash, 1);
	fold(b, ENTRY_RULES, 0, &(struct draft){0});
	for (unsigned i = 0; i < 2; i++) {
		b->seats[i] = (struct seat){.number = i + 1, .name = names[i], .key = names[i], .harness = "unknown",
			.model = "unknown-model", .role = "", .joined_ms = 1};
		b->seat_list[i] = &b->seats[i];
		b->ctx.n_seats = i + 1;
		fold(b, ENTRY_JOIN, i + 1, &(struct draft){0});
	}
	b->ctx.holder = 1;
}

static void
bout_close(struct bout *b)
{
	debate_delete(b->state);
	if (b->ctx.reading)
		socratic_format.reading->drop(b->ctx.reading);
}

/* As a flush does from text_check on: the negative errno of what the verdict says, or 0. */
static int
bout_judge(const struct bout *b, const char *text, size_t len, struct verdict *out)
{
	struct submission s = {.text = text, .len = len};
	*out = (struct verdict){0};
	if (!text_check(text, len, (size_t)b->terms.max_turn_bytes, LIMIT_LINE_BYTES, 0, &out->findings))
		secrets_judge(text, len, 0, SECRETS_REFUSE, &out->findings);
	if (!findings_first_error(&out->findings))
		format_judge(b->state, &b->ctx, &s, out);
	return findings_errno(&out->findings);
}

/* The holder of the floor takes in a text that was judged and is good; the other has the floor next. */
static void
bout_take(struct bout *b, struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++)
		fold(b, v->drafts[i].kind, b->ctx.holder, &v->drafts[i]);
	b->turns++;
	b->ctx.holder = b->turns % 2 + 1;
}

struct sample {
	const struct bout *bout;
	const char *text;
	size_t len;
	int err; /* of the newest judgement */
};

static char *
next_turn(const struct bout *b, size_t bytes, unsigned points)
{
	return turn_make(&(struct turn_spec){.number = b->turns + 1,
		.name = b->seats[b->turns % 2].name,
		.topic = "rollback",
		.bytes = bytes,
		.points = points,
		.seed = b->turns});
}

static void
take_turns(struct bout *b, unsigned n, size_t bytes, unsigned points)
{
	for (unsigned i = 0; i < n; i++) {
		char *text = next_turn(b, bytes, points);
		struct verdict v;
		if (bout_judge(b, text, bytes, &v)) {
			fprintf(stderr, "bench: turn %u is refused: %s\n", b->turns + 1,
				findings_first_error(&v.findings)->text);
			exit(1);
		}
		bout_take(b, &v);
		verdict_free(&v);
		free(text);
	}
}

static double
judged(void *arg)
{
	struct sample *s = arg;
	struct verdict v;
	double from = measure_cpu_us();
	s->err = bout_judge(s->bout, s->text, s->len, &v);
	verdict_free(&v);
	return measure_cpu_us() - from;
}

static double
parsed(void *arg)
{
	struct sample *s = arg;
	double from = measure_cpu_us();
	cmark_node_free(cmark_parse_document(s->text, s->len, CMARK_OPT_DEFAULT));
	return measure_cpu_us() - from;
}

static void
row(const char *name, unsigned earlier, size_t bytes)
{
	struct bout b;
	bout_open(&b, "rollback", NULL, 0);
	take_turns(&b, earlier, bytes, 0);
	char *text = next_turn(&b, bytes, 0);
	struct sample s = {.bout = &b, .text = text, .len = bytes};
	measure_versus(name, judged, &s, parsed, &s, SAMPLES);
	if (s.err) {
		fprintf(stderr, "bench: the turn is refused: %s\n", strerror(-s.err));
		exit(1);
	}
	free(text);
	bout_close(&b);
}

struct worst {
	double ms;
	char what[HOSTILE_NAME_BYTES + 64];
};

static void
hostile(const struct bout *b, const char *where, bool all, struct worst *worst)
{
	for (size_t i = 0; i < hostile_fragments * hostile_places; i++) {
		char name[HOSTILE_NAME_BYTES];
		struct sample s = {.bout = b};
		char *text =
			hostile_make(i / hostile_places, i % hostile_places, b->turns + 1, BOUT_BYTES, &s.len, name);
		s.text = text;
		double ms = judged(&s) / 1000;
		/* The best of some, where it may have been the machine. */
		for (int again = 0; again < 4 && ms > HOSTILE_REACH_MS; again++)
			ms = fmin(ms, judged(&s) / 1000);
		if (all && ms > 1)
			fprintf(stderr, "%9.2f ms  %s, %s (%s)\n", ms, name, where,
				s.err ? strerrorname_np(-s.err) : "accepted");
		if (ms > worst->ms) {
			worst->ms = ms;
			snprintf(worst->what, sizeof worst->what, "%s, %s", name, where);
		}
		free(text);
	}
}

/* A source of the full size that is slow to search: one letter, and as many headings as lines. */
static char *
large_source(size_t len)
{
	char *text = mem_calloc(len + 1, 1);
	for (size_t i = 0; i < len; i++)
		text[i] = i % 32 == 0 ? '#' : i % 32 == 1 ? ' ' : i % 32 == 31 ? '\n' : 'a';
	return text;
}

static void
hostile_rows(bool all)
{
	struct worst worst = {0};
	struct bout b;
	char *source = large_source(4 << 20);
	bout_open(&b, "rollback", NULL, 0);
	take_turns(&b, 4, 2048, 0);
	hostile(&b, "after 4 turns", all, &worst);
	bout_close(&b);
	bout_open(&b, "rollback", source, 4 << 20);
	take_turns(&b, 2, 2048, 0);
	hostile(&b, "with a source of 4 MiB", all, &worst);
	bout_close(&b);
	free(source);
	bout_open(&b, "rollback", NULL, 0);
	take_turns(&b, 62, BOUT_BYTES, 220);
	hostile(&b, "after 62 turns of 220 claims", all, &worst);
	bout_close(&b);
	fprintf(stderr, "the worst hostile text: %s\n", worst.what);
	measure_say("judge-worst", worst.ms, 0);
}

int
main(int argc, char **argv)
{
	row("judge-first", 0, 2048);
	row("judge-2", 4, 2048);
	row("judge-64", 4, BOUT_BYTES);
	hostile_rows(argc > 1 && !strcmp(argv[1], "--all"));
	return 0;
}
