/*
 * Any bytes, as what is due in a debate in rounds: the first byte says at which stage, the second where the text is cut. What is refused as
 * a beginning is refused as a whole, what is accepted can be folded in, and what stands in the record then reads as the same again. The
 * same bytes are also taken apart as a record.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/validators/apply.h"
#include "validators/rounds/rounds.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct terms terms = { .topic = "Is the cache worth it", .topic_slug = "is-the-cache-worth-it", .max_turn_bytes = 1 << 16,
	.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8, .rounds = 3, .turn_seconds = 240,
	.effort = "high" };
static const struct seat alice = { .number = 1, .name = "alice", .key = "alice", .harness = "claude", .model = "opus", .role = "proposer" };
static const struct seat bob = { .number = 2, .name = "bob", .key = "bob", .harness = "gemini", .model = "pro", .role = "challenger" };
static const struct seat olga = { .number = 3, .name = "olga", .key = "olga", .harness = "x", .model = "y", .role = "orchestrator" };
static const struct seat *const seats[] = { &alice, &bob, &olga };
static struct context ctx = { .name = "d", .id = "1", .terms = &terms, .seats = seats, .n_seats = 3, .grant = GRANT_TURN };

/* The state after; NULL where the entry was not understood. Facts are taken. */
static struct fstate *
fold(struct fstate *state, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts)
{
	struct entry *e = entry_new(kind, seat, 1, d->data, d->body, d->body_len);
	struct fstate *next = apply_entry(state, &ctx, e, 0, facts);

	entry_free(e);
	return next;
}

static int
judge(struct fstate *state, const char *text, size_t len, bool prefix, struct verdict *v)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = len, .prefix = prefix };

	*v = (struct verdict){ .n = 0 };
	ctx.holder = format_rounds.next_seat(state, &ctx);
	if (!text_check(text, len, 1 << 16, 0, prefix, &v->findings))
		format_rounds.judge(state, &ctx, &s, v);
	assert(v->findings.n <= LIMIT_FINDINGS);
	for (size_t i = 0; i < v->findings.n; i++)
		assert(text_clean_line(v->findings.v[i].text, strlen(v->findings.v[i].text)));
	assert((v->n > 0) == (!prefix && !findings_first_error(&v->findings)));
	return findings_errno(&v->findings);
}

static const struct hand_in *
due(const struct fstate *state)
{
	for (size_t i = 0; i < format_rounds.n_hand_ins; i++)
		if (format_rounds.hand_ins[i].when(state, &ctx, format_rounds.next_seat(state, &ctx)) == HAND_IN_DUE)
			return &format_rounds.hand_ins[i];
	return NULL;
}

/* Takes the state, and gives the one after the example of what is due. */
static struct fstate *
play(struct fstate *state)
{
	unsigned seat = format_rounds.next_seat(state, &ctx);
	struct fstate *next;
	UT_string text;
	struct verdict v;

	utstring_init(&text);
	due(state)->example(state, &ctx, seat, &text);
	assert(!judge(state, utstring_body(&text), utstring_len(&text), false, &v));
	next = fold(state, v.drafts[0].kind, seat, &v.drafts[0], v.drafts[0].facts);
	v.drafts[0].facts = NULL;
	assert(next);
	verdict_free(&v);
	utstring_done(&text);
	fstate_drop(state);
	return next;
}

/* After each of the texts of a debate of three rounds; the last is the one before the verdict. */
#define MOMENTS 8
static struct fstate *stages[MOMENTS];

static void
begin(void)
{
	struct fstate *state = fstate_start(&format_rounds), *next;

	state = (next = fold(state, ENTRY_RULES, 0, &(struct draft){ .body = NULL }, NULL), fstate_drop(state), next);
	for (unsigned i = 1; i <= 3; i++)
		state = (next = fold(state, ENTRY_JOIN, i, &(struct draft){ .body = NULL }, NULL), fstate_drop(state), next);
	for (unsigned i = 0; i < MOMENTS; i++) {
		stages[i] = fstate_hold(state);
		if (i + 1 < MOMENTS)
			state = play(state);
	}
}

/* With judge's facts, and without. */
static void
fold_both_ways(struct fstate *state, struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		struct fstate *read = fold(state, v->drafts[i].kind, ctx.holder, &v->drafts[i], NULL);
		struct fstate *told = fold(state, v->drafts[i].kind, ctx.holder, &v->drafts[i], v->drafts[i].facts);
		UT_string a, b;

		v->drafts[i].facts = NULL;
		assert(read && told);
		utstring_init(&a);
		utstring_init(&b);
		format_rounds.render(read, &ctx, ROW_OWN, 0, &a);
		format_rounds.render(told, &ctx, ROW_OWN, 0, &b);
		format_rounds.brief(read, &ctx, 0, SIZE_MAX, &a);
		format_rounds.brief(told, &ctx, 0, SIZE_MAX, &b);
		assert(!strcmp(utstring_body(&a), utstring_body(&b)));
		utstring_done(&a);
		utstring_done(&b);
		fstate_drop(read);
		fstate_drop(told);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct verdict whole, beginning;
	size_t len, cut;
	char *text, *part;

	if (size < 2)
		return 0;
	if (!stages[0])
		begin();
	struct fstate *state = stages[data[0] % MOMENTS];
	text = mem_copy(data + 2, size - 2);
	len = text_unix(text, size - 2);
	cut = len * data[1] / 255;
	part = mem_check(malloc(cut ? cut : 1));
	memcpy(part, text, cut);
	judge(state, text, len, false, &whole);
	if (judge(state, part, cut, true, &beginning))
		assert(findings_first_error(&whole.findings));
	fold_both_ways(state, &whole);
	verdict_free(&whole);
	verdict_free(&beginning);
	free(part);
	free(text);
	return 0;
}
