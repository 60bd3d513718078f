/*
 * Row 12: what it takes to judge a turn, in this process, against cmark-gfm's bare parse of the same bytes; and the slowest of all
 * hostile texts of the full size, judged as whole and as a beginning, after few turns, after many, and with a large source.
 *
 *     judge [--all]      --all prints every hostile text that takes longer than a millisecond
 */
#include <cmark-gfm.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/validators/apply.h"
#include "tests/bench/lib/hostile.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define FULL_BYTES 65536
#define SAMPLES 201
#define HOSTILE_GOAL_MS 50
#define HOSTILE_REACH_MS 10

/* A duel in this process, without a lock, a store or a mount. */
struct bench {
	struct terms terms;
	struct seat seats[2];
	const struct seat *seat_list[2];
	struct source source;
	struct context ctx;
	struct fstate *state;
	size_t record_bytes;
	uint64_t seq;
	unsigned turns;
};

struct sample {
	const struct bench *bench;
	const char *text;
	size_t len;
	bool prefix;
	int err; /* of the newest judgement */
};

/* Takes data, body and facts. */
static void
fold(struct bench *b, enum entry_kind kind, unsigned seat, const struct draft *d)
{
	struct entry *e = entry_new(kind, seat, b->ctx.holder, d->data, d->body, d->body_len);
	e->seq = ++b->seq;
	e->time_ms = e->clock_ms = (int64_t)b->seq * 1000;
	b->ctx.now_ms = b->ctx.clock_ms = e->time_ms;
	struct fstate *next = apply_entry(b->state, &b->ctx, e, b->record_bytes, d->facts);
	if (!next) {
		fprintf(stderr, "bench: the format does not take its own entry of kind %d\n", (int)kind);
		exit(1);
	}
	fstate_drop(b->state);
	b->state = next;
	b->record_bytes += d->body_len;
	entry_free(e);
}

static void
bench_open(struct bench *b, const char *source, size_t source_len)
{
	static const char *const names[2] = {"alice", "bob"};
	*b = (struct bench){.terms = {.topic = "rollback", .topic_slug = "rollback", .max_turns = 100, .max_turn_bytes = FULL_BYTES,
		.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8}};
	b->source = (struct source){"/tmp/source.md", "source.md", source, source_len};
	b->ctx = (struct context){.name = "bench", .id = "1", .created_ms = 1, .terms = &b->terms, .source = source ? &b->source : NULL,
		.seats = b->seat_list, .grant = GRANT_TURN};
	b->state = fstate_start(&format_socratic);
	fold(b, ENTRY_RULES, 0, &(struct draft){0});
	for (unsigned i = 0; i < 2; i++) {
		b->seats[i] = (struct seat){.number = i + 1, .name = names[i], .key = names[i], .harness = "unknown",
			.model = "unknown-model", .role = "", .joined_ms = 1};
		b->seat_list[i] = &b->seats[i];
		b->ctx.n_seats = i + 1;
		fold(b, ENTRY_JOIN, i + 1, &(struct draft){0});
	}
}

/* What a flush does with staged bytes, from text_check on. With `into`, what is accepted is folded in. */
static double
judge_into(const struct bench *b, const char *text, size_t len, bool prefix, struct verdict *out, int *err)
{
	struct submission s = {.row = ROW_DEBATE, .text = text, .len = len, .prefix = prefix};
	*out = (struct verdict){0};
	double from = measure_cpu_us();
	*err = text_check(text, len, (size_t)b->terms.max_turn_bytes, 0, prefix, &out->findings);
	if (!*err)
		format_judge(&format_socratic, b->state, &b->ctx, &s, out);
	*err = findings_errno(&out->findings);
	return measure_cpu_us() - from;
}

static void
bench_turn(struct bench *b, size_t bytes, unsigned points)
{
	struct turn_spec spec = {.number = b->turns + 1, .name = b->seats[b->turns % 2].name, .harness = "unknown",
		.model = "unknown-model", .topic = "rollback", .bytes = bytes, .points = points, .seed = b->turns};
	char *text = turn_make(&spec);
	struct verdict v;
	int err;
	b->ctx.holder = b->turns % 2 + 1;
	judge_into(b, text, bytes, false, &v, &err);
	if (err) {
		fprintf(stderr, "bench: turn %u is refused: %s\n", spec.number, findings_first_error(&v.findings)->text);
		exit(1);
	}
	for (unsigned i = 0; i < v.n; i++) {
		fold(b, v.drafts[i].kind, b->ctx.holder, &v.drafts[i]);
		v.drafts[i].facts = NULL;
	}
	b->turns++;
	verdict_free(&v);
	free(text);
}

static void
bench_turns(struct bench *b, unsigned n, size_t bytes, unsigned points)
{
	for (unsigned i = 0; i < n; i++)
		bench_turn(b, bytes, points);
	b->ctx.holder = b->turns % 2 + 1;
}

static void
bench_close(struct bench *b)
{
	fstate_drop(b->state);
}

static double
judged(void *arg)
{
	struct sample *s = arg;
	struct verdict v;
	double from = measure_cpu_us();
	judge_into(s->bench, s->text, s->len, s->prefix, &v, &s->err);
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
row(const char *what, unsigned earlier, size_t bytes)
{
	struct bench b;
	bench_open(&b, NULL, 0);
	bench_turns(&b, earlier, bytes, 0);
	struct turn_spec spec = {.number = earlier + 1, .name = b.seats[earlier % 2].name, .harness = "unknown",
		.model = "unknown-model", .topic = "rollback", .bytes = bytes, .seed = 4711};
	char *text = turn_make(&spec);
	struct sample s = {.bench = &b, .text = text, .len = bytes};
	struct versus v = measure_versus(judged, &s, parsed, &s, SAMPLES);
	if (s.err) {
		fprintf(stderr, "bench: the turn is refused: %s\n", strerror(-s.err));
		exit(1);
	}
	measure_print(&(struct line){"12", what, v.ours / v.reference, 2 + 30 / v.reference, 1.5 + 15 / v.reference, false, "µs", v.ours,
		v.reference});
	free(text);
	bench_close(&b);
}

struct worst {
	double ms;
	char what[128];
};

static void
hostile(const struct bench *b, const char *where, bool all, struct worst *worst)
{
	for (size_t i = 0; i < hostile_fragments * hostile_places * 2; i++) {
		size_t fragment = i / 2 / hostile_places, place = i / 2 % hostile_places, len;
		char *text = hostile_make(fragment, place, b->turns + 1, FULL_BYTES, &len);
		struct sample s = {.bench = b, .text = text, .len = len, .prefix = i % 2};
		double ms = judged(&s) / 1000;
		/* The best of some, where it may have been the machine. */
		for (int again = 0; again < 4 && ms > HOSTILE_REACH_MS; again++) {
			double took = judged(&s) / 1000;
			ms = took < ms ? took : ms;
		}
		if (all && ms > 1)
			printf("     %9.2f ms  %s as %s, %s%s (%s)\n", ms, hostile_fragment_name(fragment), hostile_place_name(place), where,
				s.prefix ? ", a beginning" : "", s.err ? strerrorname_np(-s.err) : "accepted");
		if (ms > worst->ms) {
			worst->ms = ms;
			snprintf(worst->what, sizeof worst->what, "%s as %s, %s%s", hostile_fragment_name(fragment),
				hostile_place_name(place), where, s.prefix ? ", a beginning" : "");
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
	struct bench b;
	char *source = large_source(4 << 20);
	bench_open(&b, NULL, 0);
	bench_turns(&b, 4, 2048, 0);
	hostile(&b, "after 4 turns", all, &worst);
	bench_close(&b);

	bench_open(&b, source, 4 << 20);
	bench_turns(&b, 2, 2048, 0);
	hostile(&b, "with a source of 4 MiB", all, &worst);
	bench_close(&b);
	free(source);

	bench_open(&b, NULL, 0);
	bench_turns(&b, 62, FULL_BYTES, 220);
	hostile(&b, "after 62 turns of 220 claims", all, &worst);
	bench_close(&b);
	measure_print(&(struct line){"12", "judging: worst hostile 64 KB (ms)", worst.ms, HOSTILE_GOAL_MS, HOSTILE_REACH_MS, false, "ms",
		worst.ms, 0});
	printf("     (%s)\n", worst.what);
}

int
main(int argc, char **argv)
{
	row("judging: 2 KB, the first turn", 0, 2048);
	row("judging: 2 KB, after 4 turns", 4, 2048);
	row("judging: 64 KB, after 4 turns", 4, FULL_BYTES);
	hostile_rows(argc > 1 && !strcmp(argv[1], "--all"));
	return 0;
}
