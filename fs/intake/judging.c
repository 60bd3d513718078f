#include "fs/intake/judging.h"

#include <assert.h>

#include "fs/intake/intake_text.h"
#include "fs/intake/cited.h"
#include "fs/duels/background.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define UNTOUCHED "this is the blank as it was shown, with every " HAND_IN_PLACE " still to fill in"

/* Bytes that are recorded: without what stands around the text, as far as that is little, but with its last newline. */
static size_t
counted(const struct format *f, const char *text, size_t len)
{
	size_t n = len;
	intake_text_trim(f, &text, &n);
	n += len > n;
	return len - n > STAGE_SLACK_BYTES ? len - STAGE_SLACK_BYTES : n;
}

/* Is it the blank of what its seat may hand in, as it was shown? Each blank has a place to fill in. */
static bool
is_untouched(const struct format *f, const struct debate *state, const struct context *ctx, const struct submission *s)
{
	UT_string blank;
	bool has_place = memmem(s->text, s->len, HAND_IN_PLACE, strlen(HAND_IN_PLACE)) ||
			 memmem(s->text, s->len, "…", strlen("…"));
	const struct format_kind *h = ctx->holder && has_place ? hand_in_now(state, ctx->holder) : NULL;
	if (!h)
		return false;
	utstring_init(&blank);
	hand_in_blank(state, ctx->holder, h, &blank);
	const char *text = s->text, *as_shown = utstring_body(&blank);
	size_t len = s->len, shown_len = utstring_len(&blank);
	intake_text_trim(f, &text, &len);
	intake_text_trim(f, &as_shown, &shown_len);
	bool same = len == shown_len && !memcmp(text, as_shown, len);
	utstring_done(&blank);
	return same;
}

static void
keep_as_written(struct judging *j)
{
	for (unsigned i = 0; i < j->verdict.n; i++) {
		struct draft *t = &j->verdict.drafts[i];
		if (t->form != DRAFT_TEXT)
			continue;
		free(t->body);
		t->body = mem_copy(j->written, j->written_len);
		t->body_len = j->written_len;
		t->form = DRAFT_WRITTEN;
	}
}

/* By its size, its lines, as a blank, for its token, and then by its format, which also says what it cites. */
static void
judge(struct judging *j)
{
	const struct format *f = j->d->fold->format;
	const struct terms *terms = j->ctx.terms;
	struct submission s = {.row = j->row, .text = j->text, .len = j->len, .line0 = j->line0};
	struct findings *found = &j->verdict.findings;
	size_t len = counted(f, s.text, s.len);
	size_t longest = s.row == ROW_DEBATE && f->line_bytes ? f->line_bytes : LIMIT_LINE_BYTES;
	const char *token = *j->came ? token_find(j->came, s.text, s.len) : NULL;
	if (len > (size_t)terms->max_turn_bytes) {
		findings_add(found, &text_rules[TEXT_SIZE], 0,
			"the text has %zu bytes, at most %lld are allowed (max_turn_bytes)", len,
			(long long)terms->max_turn_bytes);
		return;
	}
	if (text_check(s.text, s.len, s.len, longest, s.line0, found))
		return;
	if (is_untouched(f, j->state, &j->ctx, &s)) {
		findings_add(found, &text_rules[TEXT_BLANK], 0, "%s", UNTOUCHED);
		return;
	}
	if (token) {
		findings_add(found, &refusals[REFUSAL_LEASE_TOKEN],
			s.line0 + 1 + stage_lines(s.text, (size_t)(token - s.text)),
			"a token stands in this line: it proves a seat as the very first line, <!-- token: SECRET -->, "
			"and stands nowhere else");
		return;
	}
	format_judge(j->state, &j->ctx, &s, &j->verdict);
	if (j->written)
		keep_as_written(j);
	if (terms->evidence_root && j->ctx.n_seats)
		format_cites(j->state, &j->ctx, &s, &j->wanted, &j->sealed);
}

/* The kind of a rehearsal, by its text; NULL: it cannot be told, or the text is not clean. */
static const struct format_kind *
kind_of(const struct judging *j)
{
	const struct format *f = j->d->fold->format;
	struct submission s = {.row = j->row, .text = j->text, .len = j->len, .line0 = j->line0};
	struct findings unclean = {0};
	if (j->late && format_kind_in(f, j->row))
		return format_kind_in(f, j->row);
	bool clean = !text_check(s.text, s.len, s.len, s.len, 0, &unclean);
	findings_free(&unclean);
	return clean && !j->late ? format_kind_of(j->state, &j->ctx, &s) : NULL;
}

static bool
says(const struct findings *fs, const struct rule *rule)
{
	for (size_t i = 0; i < fs->n; i++)
		if (fs->v[i].rule == rule)
			return true;
	return false;
}

/* Is something of this seat due in that file? Else that is the errno. */
static void
judge_moment(struct judging *j)
{
	struct fault fault = j->ctx.holder ? format_may_open(j->state, &j->ctx, j->row) : NO_FAULT;
	struct findings moment = {0};
	if (fault.rule && !says(&j->verdict.findings, fault.rule))
		findings_add(&moment, fault.rule, 0, "%s", fault.sentence);
	findings_put_first(&j->verdict.findings, &moment);
	free(fault.sentence);
}

void
judging_run(struct judging *j)
{
	struct duels *r = j->d->duels;
	const struct duel_rules *rules = &j->d->fold->rules;
	assert(duels_is_locked(r));
	assert(!j->text[j->len]);
	fold_context(j->d->fold, &j->ctx);
	j->ctx.holder = j->as ? j->as : j->ctx.holder;
	j->state = j->d->fold->state;
	j->changes = debate_changes(j->state);
	duels_unlock(r); /* nobody else changes a duel that somebody has entered */
	if (j->rehearsal) {
		j->kind = kind_of(j);
		j->row = j->kind ? format_kind_row(j->kind) : j->row;
	}
	judge(j);
	if (j->rehearsal)
		judge_moment(j);
	duels_lock(r);
	if (j->wanted.n)
		j->look = look_new(rules->evidence_root, rules->evidence_as, r->mount_dev, &j->wanted);
}

bool
judging_look(struct judging *j)
{
	bool looked = background_look(j->d->duels, j->uid, j->look);
	cited_judge(j->d->fold, j->look, j->line0, j->sealed, &j->verdict);
	return looked;
}

void
judging_done(struct judging *j)
{
	verdict_free(&j->verdict);
	lookups_free(&j->wanted);
	look_drop(j->look);
}
