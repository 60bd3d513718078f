#include "fs/check/transcript.h"

#include <string.h>
#include "fs/check/transcript_inner.h"
#include "fs/gate/judging.h"
#include "fs/lock/verbs.h"
#include "fs/util/token_line.h"
#include "validators/kit/refusal.h"
#include "validators/kit/reserved.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

/* Bytes of a head: a topic three times, a source's path five times, a row for each participant. */
#define HEAD_BYTES_MAX (64 << 10)

/* What some editors put before a text, and no text may have. */
#define MARK "\ufeff"

/* what is said */

static void
say_file(struct judged *j, int line)
{
	text_escape(j->out, j->t->file, strlen(j->t->file), SIZE_MAX);
	if (line)
		utstring_printf(j->out, ":%d", line);
	utstring_printf(j->out, ": ");
}

/* Takes them. */
static void
say_findings(struct judged *j, struct findings *fs)
{
	findings_print(fs, j->t->file, j->out);
	for (size_t i = 0; i < fs->n; i++)
		j->errors += fs->v[i].rule->severity == SEVERITY_ERROR;
	if (fs->dropped) {
		say_file(j, 0);
		utstring_printf(j->out, "note: %zu more are not shown\n", fs->dropped);
	}
	findings_free(fs);
}

static void
say_alone(struct judged *j, int line)
{
	size_t n = 0;

	say_file(j, line);
	utstring_printf(j->out, "note: %sjudged by itself; not applied: ", line ? "from here on " : "");
	for (size_t i = 0; i < j->format->n_rules; i++)
		if (j->format->rules[i].needs & NEEDS_RECORD)
			utstring_printf(j->out, "%s%s", n++ ? ", " : "", j->format->rules[i].id);
	utstring_printf(j->out, "\n");
}

/* one submission */

/* Why nobody could have joined like this. */
static void
judge_identity(const struct part *p, struct findings *out)
{
	const char *fault = p->name ? verb_name_fault(p->name) : NULL;
	if (fault)
		findings_add(out, &refusals[REFUSAL_SEAT_NAME], p->line, "%s", fault);
	fault = p->harness ? name_fault(p->harness, strlen(p->harness), NAME_HARNESS) : NULL;
	if (fault)
		findings_add(out, &refusals[REFUSAL_VALUE_BAD], p->line, "harness: %s", fault);
	fault = p->model ? name_fault(p->model, strlen(p->model), NAME_MODEL) : NULL;
	if (fault)
		findings_add(out, &refusals[REFUSAL_VALUE_BAD], p->line, "model: %s", fault);
}

/* What stands directly behind it; NULL: it is at the end. */
static const struct part *
next_part(const struct judged *j, const struct part *p)
{
	const struct named_part *next = (const struct named_part *)p + 1;
	return next < j->parts + j->n ? &next->part : NULL;
}

static unsigned
seat_named(const struct judged *j, const char *name)
{
	const struct seat *s = name ? fold_seat_named(j->replay.fold, name) : NULL;
	return s ? s->number : 0;
}

/* Whoever concludes has the floor, or claims it. The line that a conclusion brings along stands behind it, and says
 * whose it is, and when. */
static void
take_floor_to_conclude(struct judged *j, const struct part *p, struct floor_answer *answer)
{
	const struct lease *lease = &j->replay.fold->lease;
	const struct part *line = next_part(j, p);
	unsigned by = 0;
	if (line && line->kind == ENTRY_NOTE && !line->data) {
		replay_at(&j->replay, line->time_ms);
		by = seat_named(j, line->name);
	}
	if (!lease->holder || (by && by != lease->holder))
		replay_claim_any(&j->replay, by, answer);
	replay_wait(&j->replay);
}

/* Does whoever wrote this have the floor, or get it? What is refused is added to `out`; false: no text could mend
 * that. */
static bool
take_floor(struct judged *j, const struct part *p, struct findings *out)
{
	struct replay *r = &j->replay;
	struct lease *lease = &r->fold->lease;
	struct floor_answer answer = {0};
	unsigned seat = seat_named(j, p->name);
	if (p->kind == ENTRY_CONCLUSION) {
		take_floor_to_conclude(j, p, &answer);
	} else if (!seat) {
		if (p->name && !out->n)
			findings_add(out, &refusals[REFUSAL_SEAT_TAKEN], p->line,
				"all %u seats are taken, and none by \"%s\"", j->format->seats_max, p->name);
		lease->holder = 0;
	} else if (!r->fresh || lease->holder != seat) {
		replay_claim(r, &(struct floor_ask){.seat = seat}, false, &answer);
	}
	if (answer.rule)
		findings_add(out, answer.rule, p->line, "%s", answer.text);
	bool closed = answer.rule == &refusals[REFUSAL_DUEL_CLOSED];
	/* Judged as its own words all the same, whoever has the floor. */
	if (seat && !closed)
		lease->holder = seat;
	floor_answer_free(&answer);
	return !closed;
}

/* What was accepted goes on the record; what was refused too, where its format can read it. */
static bool
put_on_record(struct judged *j, const struct part *p, struct verdict *v)
{
	unsigned seat = j->replay.fold->lease.holder;
	bool good = true;
	if (!v->n)
		return replay_fold(&j->replay, p->kind, seat,
			&(struct draft){.data = "{}", .body = (char *)p->text, .body_len = p->len}, NULL);
	for (struct draft *d = v->drafts; d < v->drafts + v->n && good; d++) {
		good = replay_fold(&j->replay, d->kind, seat, d, d->facts);
		d->facts = NULL;
		if (d->kind != ENTRY_NOTE)
			continue;
		free(j->line);
		j->line = d->body;
		d->body = NULL;
	}
	return good;
}

/* A line that no claim would write, and that says nothing of itself, is one that the text before it brought along: it
 * was taken when the line says. */
static void
go_to_line_behind(struct judged *j, const struct part *p)
{
	const struct part *line = next_part(j, p);
	if (p->kind == ENTRY_TURN && line && line->kind == ENTRY_NOTE && !line->data && !(line->name && *line->name))
		replay_at(&j->replay, line->time_ms);
}

/* Could it be read? */
static bool
judge_by_holder(struct judged *j, const struct submission *s, struct verdict *v)
{
	struct context ctx;
	fold_context(j->replay.fold, &ctx);
	return !judging_verdict(j->format, j->replay.fold->state, &ctx, s, NULL, v);
}

/* A conclusion does not say whose it is: what is not for who has just spoken may be the other's. */
static bool
may_be_anothers(struct judged *j, const struct part *p, const struct verdict *v)
{
	struct floor_answer answer;
	if (p->kind != ENTRY_CONCLUSION || j->replay.fresh || !findings_first_error(&v->findings))
		return false;
	bool granted = replay_claim_any(&j->replay, 0, &answer);
	floor_answer_free(&answer);
	return granted;
}

static void
judge_in_turn(struct judged *j, const struct part *p, const struct submission *s, struct verdict *v)
{
	go_to_line_behind(j, p);
	if (!take_floor(j, p, &v->findings))
		return;
	bool readable = judge_by_holder(j, s, v);
	if (may_be_anothers(j, p, v)) {
		verdict_free(v);
		*v = (struct verdict){0};
		readable = judge_by_holder(j, s, v);
	}
	j->alone = !readable || !put_on_record(j, p, v);
	j->replay.fresh = false;
}

static void
meet_submission(struct judged *j, const struct part *p)
{
	struct verdict v = {0};
	struct context ctx;
	bool draft = !j->begun && !j->headed && (p->kind == ENTRY_CONCLUSION || p->number > 1);
	if ((draft || j->alone) && !j->told)
		say_alone(j, draft ? 0 : p->line);
	j->told = j->alone |= draft;
	j->begun = true;
	if (p->kind == ENTRY_TURN)
		judge_identity(p, &v.findings);
	struct submission s = {.row = ROW_DEBATE, .text = p->text, .len = p->len, .line0 = p->line0};
	fold_context(j->replay.fold, &ctx);
	if (j->alone)
		judging_alone(j->format, j->replay.empty, &ctx, &s, NULL, &v);
	else
		judge_in_turn(j, p, &s, &v);
	say_findings(j, &v.findings);
	verdict_free(&v);
}

/* Would the filesystem have written it there? What the text before it brought along is on the record already. */
static bool
play_note(struct judged *j, const struct part *p)
{
	char *line = j->line;
	j->line = NULL;
	bool brought = line && strlen(line) == p->len + 1 && !memcmp(line, p->text, p->len);
	free(line);
	if (brought)
		return true;
	if (p->data)
		return replay_fold(&j->replay, p->kind, 0,
			&(struct draft){.data = (char *)p->data, .body = (char *)p->text, .body_len = p->len}, NULL);
	return replay_note(&j->replay, p->text, p->len, p->time_ms);
}

/* Is there a text behind it and behind other notes? A record may end in a note; a draft may not: nothing tells its last
 * line from one. */
static bool
may_stand(const struct judged *j, const struct part *p)
{
	while (p && p->kind == ENTRY_NOTE)
		p = next_part(j, p);
	return p || j->headed;
}

static void
meet_note(struct judged *j, const struct part *p)
{
	struct findings fs = {0};
	bool played = j->alone || play_note(j, p);
	if (!played || !may_stand(j, p))
		reserved_judge(p->text, p->len, p->line0, false, NULL, &fs);
	say_findings(j, &fs);
}

/* By what the part would be in a record. No row: nothing is judged. */
static void (*const meetings[ENTRY_KINDS])(struct judged *j, const struct part *p) = {
	[ENTRY_TURN] = meet_submission,
	[ENTRY_CONCLUSION] = meet_submission,
	[ENTRY_NOTE] = meet_note,
};

/* the whole */

static void
keep_part(void *arg, const struct part *p)
{
	struct judged *j = arg;
	if (j->n == j->room)
		j->parts = mem_resize(j->parts, j->room = j->room ? 2 * j->room : 16, sizeof *j->parts);
	struct named_part *k = &j->parts[j->n++];
	const char **texts[] = {&k->part.name, &k->part.harness, &k->part.model, &k->part.data};
	k->part = *p;
	for (size_t i = 0; i < PART_TEXTS; i++)
		*texts[i] = k->owned[i] = *texts[i] ? mem_strdup(*texts[i]) : NULL;
}

/* The filesystem writes a head, and may write longer lines than a participant: a source's path, as an address. */
static void
read_head(struct judged *j)
{
	const struct part *p = &j->parts[0].part;
	struct findings all = {0}, found = {0};
	j->headed = p->kind == ENTRY_HEAD;
	if (!j->headed)
		return;
	text_check(p->text, p->len, HEAD_BYTES_MAX, p->line0, false, &all);
	for (size_t i = 0; i < all.n; i++)
		if (all.v[i].rule != &text_rules[TEXT_LINE])
			findings_add(&found, all.v[i].rule, all.v[i].line, "%s", all.v[i].text);
	if (!found.n)
		j->format->head_read(p->text, p->len, &j->head);
	say_findings(j, &found);
	findings_free(&all);
}

/* The rules are those that the head tells. Without one there are as many rounds as the turns that are there have. */
static void
rules_of(const struct judged *j, struct duel_rules *out)
{
	rules_copy(out, j->t->rules);
	rules_set_text(out, "format", j->format->name);
	rules_set_text(out, "topic", j->head.topic ? j->head.topic : "");
	if (j->head.max_turns)
		out->max_turns = j->head.max_turns;
	for (size_t i = 0; i < j->n && !j->head.rounds; i++)
		if (j->parts[i].part.rounds > out->rounds)
			out->rounds = j->parts[i].part.rounds;
	if (j->head.rounds)
		out->rounds = j->head.rounds;
	for (size_t i = 0; i < j->n; i++)
		out->closing |= j->parts[i].part.closing;
}

/* The source is the one that the record was made with, wherever its copy is kept now. */
static void
begin_replay(struct judged *j)
{
	struct duel_rules rules;
	struct source_copy source = {0};
	const struct source_copy *given = j->t->source;
	rules_of(j, &rules);
	if (given)
		source = (struct source_copy){
			.path = mem_strdup(j->head.source_path ? j->head.source_path : given->path),
			.text = mem_copy(given->text, given->len),
			.len = given->len};
	replay_begin(&j->replay, j->t->file, &rules, &source, j->t->now_ms);
	transcript_seat_all(j);
	if (!j->head.source_path || given)
		return;
	say_file(j, 0);
	utstring_printf(j->out, "note: judged without its source, ");
	text_escape(j->out, j->head.source_path, strlen(j->head.source_path), LIMIT_VALUE_BYTES);
	utstring_printf(j->out, ": it is given with --source\n");
}

static void
judge_parts(struct judged *j)
{
	begin_replay(j);
	for (size_t i = 0; i < j->n; i++) {
		const struct part *p = &j->parts[i].part;
		if (j->errors >= TRANSCRIPT_ERRORS_MAX) {
			say_file(j, p->line);
			utstring_printf(j->out, "note: too many errors: nothing from here on was judged\n");
			break;
		}
		if (meetings[p->kind])
			meetings[p->kind](j, p);
	}
	replay_end(&j->replay);
}

/* false: it cannot be judged, and j->out says why. */
static bool
judge_text(struct judged *j, const char *text, size_t len)
{
	size_t mark = len >= strlen(MARK) && !memcmp(text, MARK, strlen(MARK)) ? strlen(MARK) : 0;
	struct findings found = {0};
	if (len > LIMIT_RECORD_BYTES) {
		findings_add(&found, &refusals[REFUSAL_LIMIT_RECORD], 0, "a record has at most %d bytes",
			LIMIT_RECORD_BYTES);
		say_findings(j, &found);
		return true;
	}
	j->format = j->t->format ? j->t->format : transcript_format(text + mark, len - mark, j->t->otherwise, j->out);
	if (!j->format)
		return false;
	j->format->split(text + mark, len - mark, keep_part, j);
	if (j->format->unread && j->parts[0].part.kind == ENTRY_HEAD) {
		utstring_printf(j->out, "a record of %s is not read back: %s", j->format->name, j->format->unread);
		return false;
	}
	text_check(text, mark, mark, 0, false, &found);
	say_findings(j, &found);
	read_head(j);
	judge_parts(j);
	return true;
}

int
transcript_judge(const struct transcript *t, const char *text, size_t len, UT_string *out)
{
	struct judged j = {.t = t, .out = out};
	/* LF line ends; a token line proves a seat, is never recorded and never shown: its place stays blank, so that
	 * lines keep their numbers. */
	char *copy = mem_copy(text, len);
	len = text_unix(copy, len);
	struct token_line token = token_line_read(copy, len);
	if (token.token)
		memset(copy + (token.line - copy), ' ', token.len);
	bool judged = judge_text(&j, copy, len);
	if (judged) {
		say_file(&j, 0);
		if (j.errors)
			utstring_printf(out, "%zu error%s\n", j.errors, j.errors == 1 ? "" : "s");
		else
			utstring_printf(out, "ok\n");
	}
	for (size_t i = 0; i < j.n; i++)
		for (size_t k = 0; k < PART_TEXTS; k++)
			free(j.parts[i].owned[k]);
	free(j.parts);
	free(j.line);
	head_facts_free(&j.head);
	free(copy);
	return judged ? (int)j.errors : -1;
}
