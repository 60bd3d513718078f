#include "tests/bench/bout/bout.h"

#include <stdio.h>
#include <stdlib.h>
#include "tests/unit/validators/apply.h"
#include "validators/formats.h"
#include "validators/text/text.h"

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

void
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

void
bout_close(struct bout *b)
{
	debate_delete(b->state);
	if (b->ctx.reading)
		socratic_format.reading->drop(b->ctx.reading);
}

int
bout_judge(const struct bout *b, const char *text, size_t len, struct verdict *out)
{
	struct submission s = {.row = ROW_DEBATE, .text = text, .len = len};
	*out = (struct verdict){0};
	if (!text_check(text, len, (size_t)b->terms.max_turn_bytes, LIMIT_LINE_BYTES, 0, &out->findings))
		format_judge(b->state, &b->ctx, &s, out);
	return findings_errno(&out->findings);
}

void
bout_take(struct bout *b, struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++)
		fold(b, v->drafts[i].kind, b->ctx.holder, &v->drafts[i]);
	b->turns++;
	b->ctx.holder = b->turns % 2 + 1;
}
