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
#include "tests/bench/bout/bout.h"
#include "tests/bench/lib/hostile.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"
#include "validators/text/mem.h"

#define SAMPLES 201
#define HOSTILE_REACH_MS 5

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
