/*
 * Any bytes, as a debate on the new kit: socratic if the first byte is an `S`, dialectic if it is a `D`, else rounds. Texts
 * are parted by NUL, each judged for a seat that is due and applied where it is accepted; 0x01 alone is a clock that ends,
 * 0x02 a seat that is given up. What was accepted can be applied again to a debate of its own, which then stands as this
 * one does; and whatever it is, it can be shown.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/next/kit/debate.h"
#include "validators/next/rounds/rounds.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct terms terms = {.rounds = 3, .closing = true, .max_turns = 6, .exchanges = 3, .topic = "A topic"};
static const struct debate_seat seats[] = {{"ann", "codex", "gpt-5", ROLE_PROPOSER},
	{"bob", "gemini", "pro", ROLE_CHALLENGER}, {"cid", "claude", "opus", ROLE_ORCHESTRATOR}};

/* What socratic.h and dialectic.h say, of which the names of phases are rounds', too. Roles have the same numbers. */
extern const struct debate_format socratic_format, dialectic_format;

static const char plan[] = "# Plan\n\nFailures are rare in practice.\n\n## Rollout\n\nIn one night.\n";

static void
begin(struct debate *d, const struct debate_format *format, const struct source_places *places)
{
	*d = (struct debate){.format = format,
		.terms = &terms, .topic = "A topic", .source = "plan.md",
		.places = places, .novelty_threshold = 0.8, .max_bytes = 65536};
	debate_open(d);
	for (size_t i = 0; i < 3U - (format == &socratic_format); i++)
		debate_join(d, &seats[i]);
}

static unsigned
due_seat(const struct debate *d)
{
	unsigned seat = 1;

	while (seat <= d->n_seats && debate_due(d, seat) < 0)
		seat++;
	return seat <= d->n_seats ? seat : 0;
}

/* All that a debate of JSON shows. */
static void
show(const struct debate *d)
{
	const struct debate_format *f = d->format;
	const struct context ctx = {.name = "d", .terms = &terms};
	UT_string out;

	utstring_init(&out);
	for (unsigned seat = 0; seat <= d->n_seats && f->front; seat++) {
		f->front(d, &ctx, 0, &out);
		f->brief(d, &ctx, seat, &out);
		f->kinds[0].told(d, &ctx, seat, &out);
	}
	for (const struct debate_file *file = f->files; f->front && file && file->name; file++)
		file->shows(d, &ctx, 0, &out);
	for (unsigned i = 1; f->folder && i <= f->folder->count(d); i++)
		f->folder->shows(d, i, &out);
	if (d->n && f->kinds[d->texts[d->n - 1].kind].record)
		f->kinds[d->texts[d->n - 1].kind].record(d, &out);
	assert(!utstring_len(&out) || !text_hidden(utstring_body(&out), utstring_len(&out)));
	utstring_done(&out);
}

/* What happens to both debates: a text, a clock, a seat that is given up. */
static void
hand_in(struct debate *d, struct debate *again, const char *text, size_t len)
{
	unsigned seat = due_seat(d);
	struct found_quotes found = {0};
	struct findings fs = {0};
	UT_string blank;

	if (!seat)
		return;
	if (len == 1 && *text == 1) {
		debate_silent(d);
		debate_silent(again);
		return;
	}
	if (len == 1 && *text == 2) {
		debate_failed(d, seat, "gone");
		debate_failed(again, seat, "gone");
		return;
	}
	utstring_init(&blank);
	debate_blank(d, seat, &blank);
	debate_judge(d, seat, utstring_body(&blank), utstring_len(&blank), &found, &fs);
	assert(findings_errno(&fs));
	findings_free(&fs);
	utstring_done(&blank);
	debate_judge(d, seat, text, len, &found, &fs);
	for (size_t i = 0; i < fs.n; i++)
		assert(text_clean_line(fs.v[i].text, strlen(fs.v[i].text)));
	for (size_t i = 0; i < found.n; i++)
		assert(found.v[i].which <= d->n + 1);
	if (!findings_errno(&fs)) {
		debate_apply(d, seat, text, len);
		debate_apply(again, seat, text, len);
	}
	found_quotes_free(&found);
	findings_free(&fs);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct debate d, again;
	const uint8_t *end = data + size;

	const struct debate_format *format = !size ? &rounds_format : *data == 'S' ? &socratic_format
		: *data == 'D' ? &dialectic_format : &rounds_format;
	struct source_places places;

	source_places_read(&places, plan, sizeof plan - 1);
	begin(&d, format, &places);
	begin(&again, format, &places);
	for (const uint8_t *s = data + (format != &rounds_format), *to; s < end; s = to + 1) {
		to = memchr(s, 0, (size_t)(end - s));
		to = to ? to : end;
		char *text = mem_copy(s, (size_t)(to - s));
		hand_in(&d, &again, text, (size_t)(to - s));
		free(text);
	}
	show(&d);
	assert(d.order.phase == again.order.phase && d.n == again.n && d.ledger.n == again.ledger.n);
	for (size_t i = 0; i < d.ledger.n; i++) {
		assert(d.ledger.points[i].state == again.ledger.points[i].state);
		assert(ledger_find(&d.ledger, &d.ledger.points[i].id) == &d.ledger.points[i]);
	}
	debate_free(&d);
	debate_free(&again);
	source_places_free(&places);
	return 0;
}
