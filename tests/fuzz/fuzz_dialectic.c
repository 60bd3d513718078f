/*
 * Any bytes, as an opening, an argument, a judgement or the report of a debate. The first byte says which, the second where the text is
 * cut: what is refused as a beginning is refused as a whole, what is accepted can be folded in, with judge's facts and without, and every
 * file is the same then.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/validators/apply.h"
#include "validators/dialectic/dialectic.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct format *const f = &format_dialectic;

static const struct terms terms = { .topic = "Caching of results", .topic_slug = "caching-of-results", .scope = "", .sealed = true,
	.max_turn_bytes = 1 << 16, .wait_seconds = 1200 };
static const struct seat people[] = {
	{ .number = 1, .name = "alice", .key = "alice", .harness = "h", .model = "m", .role = "proposition" },
	{ .number = 2, .name = "bob", .key = "bob", .harness = "h", .model = "m", .role = "opposition" },
	{ .number = 3, .name = "carol", .key = "carol", .harness = "h", .model = "m", .role = "judge" },
};
static const struct seat *const seats[] = { &people[0], &people[1], &people[2] };
static struct context ctx = { .name = "d", .id = "1", .terms = &terms, .seats = seats, .n_seats = 3, .grant = GRANT_TURN };

/* States in which something is due: by whom, and into which file. */
enum { OPENING_DUE, OPENING_JUDGED, ARGUMENT_DUE, ARGUMENT_JUDGED, REPORT_DUE, STAGES };
static struct stage {
	struct fstate *state;
	unsigned seat;
	int row;
} stages[STAGES];

/* The state after; NULL where the entry was not understood. Facts are taken. */
static struct fstate *
fold(const struct fstate *state, enum entry_kind kind, unsigned seat, const struct draft *d, void *facts)
{
	struct entry *e = entry_new(kind, seat, 1, d->data, d->body, d->body_len);
	struct fstate *next = apply_entry(state, &ctx, e, 0, facts);

	entry_free(e);
	return next;
}

static int
judge(const struct stage *at, const char *text, size_t len, bool prefix, struct verdict *v)
{
	struct submission s = { .row = at->row, .text = text, .len = len, .prefix = prefix };

	*v = (struct verdict){ .n = 0 };
	ctx.holder = at->seat;
	f->judge(at->state, &ctx, &s, v);
	assert(v->findings.n <= LIMIT_FINDINGS);
	for (size_t i = 0; i < v->findings.n; i++)
		assert(text_clean_line(v->findings.v[i].text, strlen(v->findings.v[i].text)));
	assert((v->n > 0) == (!prefix && !findings_first_error(&v->findings)));
	return findings_errno(&v->findings);
}

/* The stage moves on: takes the state. */
static void
move(struct stage *at, struct fstate *next)
{
	assert(next);
	fstate_drop(at->state);
	at->state = next;
}

/* What one hands in that is accepted. */
static void
hand_in(struct stage *at, const char *name)
{
	struct fstate *next;
	struct verdict v;
	UT_string text;

	utstring_init(&text);
	for (const struct hand_in *h = f->hand_ins; h < f->hand_ins + f->n_hand_ins; h++)
		if (!strcmp(h->name, name))
			h->example(at->state, &ctx, at->seat, &text);
	assert(!judge(at, utstring_body(&text), utstring_len(&text), false, &v));
	next = fold(at->state, v.drafts[0].kind, at->seat, &v.drafts[0], v.drafts[0].facts);
	v.drafts[0].facts = NULL;
	verdict_free(&v);
	utstring_done(&text);
	move(at, next);
}

static struct stage
kept(const struct stage *at)
{
	fstate_hold(at->state);
	return *at;
}

static void
begin(void)
{
	struct stage at = { .state = fstate_start(f), .row = ROW_DEBATE };

	for (at.seat = 1; at.seat <= 3; at.seat++)
		move(&at, fold(at.state, ENTRY_JOIN, at.seat, &(struct draft){ .body = NULL }, NULL));
	for (unsigned exchange = 0; exchange < 2; exchange++) {
		at.seat = 2;
		hand_in(&at, exchange ? "argument" : "opening");
		at.seat = 1;
		stages[2 * exchange] = kept(&at);
		hand_in(&at, exchange ? "argument" : "opening");
		at.seat = 3;
		stages[2 * exchange + 1] = kept(&at);
		hand_in(&at, "judgement");
	}
	at.row = f->hand_ins[f->n_hand_ins - 1].row;
	stages[REPORT_DUE] = at;
}

static void
print_files(const struct fstate *state, UT_string *out)
{
	f->front(state, &ctx, out);
	for (size_t i = 0; i < f->n_rows; i++) {
		const struct format_row *row = &f->rows[i];
		unsigned n = row->many ? row->many->count(state, &ctx) : 0;

		if (!row->many)
			f->render(state, &ctx, row->id, 0, out);
		for (unsigned k = 1; k <= n; k++)
			f->render(state, &ctx, row->id, k, out);
	}
	for (unsigned seat = 0; seat <= 3; seat++)
		f->brief(state, &ctx, seat, SIZE_MAX, out);
}

/* With judge's facts, and without. */
static void
fold_both_ways(const struct stage *at, struct verdict *v)
{
	struct draft *d = &v->drafts[0];
	struct fstate *read, *told;
	UT_string files[2];

	if (!v->n)
		return;
	read = fold(at->state, d->kind, at->seat, d, NULL);
	told = fold(at->state, d->kind, at->seat, d, d->facts);
	d->facts = NULL;
	assert(read && told);
	utstring_init(&files[0]);
	utstring_init(&files[1]);
	print_files(read, &files[0]);
	print_files(told, &files[1]);
	assert(!strcmp(utstring_body(&files[0]), utstring_body(&files[1])));
	assert(text_hidden(utstring_body(&files[0]), utstring_len(&files[0])) == NULL);
	utstring_done(&files[0]);
	utstring_done(&files[1]);
	fstate_drop(read);
	fstate_drop(told);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct verdict whole = { .n = 0 }, beginning = { .n = 0 };
	struct findings unclean = { .n = 0 };
	const struct stage *at;
	size_t len, cut;
	char *text, *part;

	if (size < 2)
		return 0;
	if (!stages[0].state)
		begin();
	at = &stages[data[0] % STAGES];
	text = mem_copy(data + 2, size - 2);
	len = text_unix(text, size - 2);
	/* Others are refused before a format sees them. */
	if (!text_check_lines(text, len, 1 << 16, f->line_bytes, 0, false, &unclean)) {
		cut = len * data[1] / 255;
		part = mem_check(malloc(cut ? cut : 1));
		memcpy(part, text, cut);
		judge(at, text, len, false, &whole);
		if (judge(at, part, cut, true, &beginning))
			assert(findings_first_error(&whole.findings));
		fold_both_ways(at, &whole);
		verdict_free(&whole);
		verdict_free(&beginning);
		free(part);
	}
	findings_free(&unclean);
	free(text);
	return 0;
}
