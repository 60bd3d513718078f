/*
 * Any bytes, as a third turn or a conclusion of a duel with a source. The first byte says where the text is cut: what is refused as a
 * beginning is refused as a whole, what is accepted can be folded in, and what stands in the record then reads as the same turn again.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/validators/apply.h"
#include "validators/socratic/socratic.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char plan[] = "# Caching of results\n\nResults are kept for an hour.\n\n## Rollout\n\nFailures are rare, and each of them is logged\n"
			   "with its cause.\n\n## Costs & Limits\n\n### Who pays?\n\nThe platform team.\n";

#define TURN(number, who, addresses, novel) \
	"## Turn " number " — " who " (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\nCaching, says " who ", helps.\n\n" \
	"**Counterpoints**\n- Addresses: " addresses "\n  Claim: nobody clears what " who " left\n  Support:\n    - Principle: x\n\n" \
	"**Agreements**\n- Some.\n\n**Novel Argument**\n" novel "\n\nSupport:\n    - Principle: x\n\n**Unresolved Items**\n- y (blocking)\n"

static const char *const turns[] = {
	TURN("1", "alice", "Source", "Every replica that serves an old price loses the trust of one customer for good."),
	TURN("2", "bob", "Turn 1", "A cache that is cleared by hand is cleared by nobody on a public holiday."),
};

static const struct terms terms = { .topic = "Caching of results", .topic_slug = "caching-of-results", .max_turns = 6,
	.max_turn_bytes = 1 << 16, .wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8 };
static const struct source source = { .path = "/srv/plan.md", .name = "plan.md", .text = plan, .len = sizeof plan - 1 };
static const struct seat alice = { .number = 1, .name = "alice", .key = "alice", .harness = "claude-code", .model = "opus", .role = "" };
static const struct seat bob = { .number = 2, .name = "bob", .key = "bob", .harness = "claude-code", .model = "opus", .role = "" };
static const struct seat *const seats[] = { &alice, &bob };
static struct context ctx = { .name = "d", .id = "1", .terms = &terms, .source = &source, .seats = seats, .n_seats = 2,
	.grant = GRANT_TURN };

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
	if (!text_check(text, len, 1 << 16, 0, prefix, &v->findings))
		format_socratic.judge(state, &ctx, &s, v);
	assert(v->findings.n <= LIMIT_FINDINGS);
	for (size_t i = 0; i < v->findings.n; i++)
		assert(text_clean_line(v->findings.v[i].text, strlen(v->findings.v[i].text)));
	assert((v->n > 0) == (!prefix && !findings_first_error(&v->findings)));
	return findings_errno(&v->findings);
}

static struct fstate *
begin(void)
{
	struct fstate *state = fstate_start(&format_socratic), *next;

	state = (next = fold(state, ENTRY_RULES, 0, &(struct draft){ .body = NULL }, NULL), fstate_drop(state), next);
	for (unsigned i = 1; i <= 2; i++)
		state = (next = fold(state, ENTRY_JOIN, i, &(struct draft){ .body = NULL }, NULL), fstate_drop(state), next);
	for (unsigned i = 0; i < 2; i++) {
		struct verdict v;

		ctx.holder = i + 1;
		assert(!judge(state, turns[i], strlen(turns[i]), false, &v));
		next = fold(state, v.drafts[0].kind, i + 1, &v.drafts[0], v.drafts[0].facts);
		v.drafts[0].facts = NULL;
		verdict_free(&v);
		assert(next);
		fstate_drop(state);
		state = next;
	}
	ctx.holder = 1;
	return state;
}

/* With judge's facts, and without. */
static void
fold_both_ways(struct fstate *state, struct verdict *v)
{
	for (unsigned i = 0; i < v->n; i++) {
		struct fstate *read = fold(state, v->drafts[i].kind, 1, &v->drafts[i], NULL);
		struct fstate *told = fold(state, v->drafts[i].kind, 1, &v->drafts[i], v->drafts[i].facts);

		v->drafts[i].facts = NULL;
		assert(read && told);
		assert(fstate_pieces(read) == fstate_pieces(told));
		assert(!strcmp(fstate_outcome(read), fstate_outcome(told)));
		fstate_drop(read);
		fstate_drop(told);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct fstate *state;
	struct verdict whole, beginning;
	size_t len, cut;
	char *text, *part;

	if (size < 1)
		return 0;
	if (!state)
		state = begin();
	text = mem_copy(data + 1, size - 1);
	len = text_unix(text, size - 1);
	cut = len * data[0] / 255;
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
