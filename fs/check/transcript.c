#include "fs/check/transcript.h"

#include <string.h>
#include "fs/check/transcript_inner.h"
#include "fs/gate/judging.h"
#include "fs/lock/verbs.h"
#include "fs/registry/live.h"
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

/* -- what is said ---------------------------------------------------------------------------------------------------------------- */

static void
say_file(struct judged *j, int line)
{
	text_escape(j->out, j->t->file, strlen(j->t->file), SIZE_MAX);
	if (line)
		utstring_printf(j->out, ":%d", line);
	utstring_printf(j->out, ": ");
}

static void
say_findings(struct judged *j, const struct findings *fs)
{
	findings_print(fs, j->t->file, j->out);
	for (size_t i = 0; i < fs->n; i++)
		j->errors += fs->v[i].rule->severity == SEVERITY_ERROR;
	if (fs->dropped) {
		say_file(j, 0);
		utstring_printf(j->out, "note: %zu more are not shown\n", fs->dropped);
	}
}

static void
say_alone(struct judged *j, int line)
{
	say_file(j, line);
	utstring_printf(j->out, "note: %sjudged by itself; not applied: ", line ? "from here on " : "");
	for (const struct rule *const *r = j->format->of_record; *r; r++)
		utstring_printf(j->out, "%s%s", (*r)->id, r[1] ? ", " : "\n");
}

static void
say_source(struct judged *j)
{
	if (!j->head.source_path || j->t->source)
		return;
	say_file(j, 0);
	utstring_printf(j->out, "note: judged without its source, ");
	text_escape(j->out, j->head.source_path, strlen(j->head.source_path), LIMIT_VALUE_BYTES);
	utstring_printf(j->out, ": it is given with --source\n");
}

static void
say_end(struct judged *j)
{
	say_file(j, 0);
	if (j->errors)
		utstring_printf(j->out, "%zu error%s\n", j->errors, j->errors == 1 ? "" : "s");
	else
		utstring_printf(j->out, "ok\n");
}

/* -- one submission -------------------------------------------------------------------------------------------------------------- */

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
	const struct kept *k = j->parts;
	while (&k->part != p)
		k++;
	return k + 1 < j->parts + j->n ? &k[1].part : NULL;
}

/* The line that a conclusion brings along stands behind it, and says whose it is, and when. */
static unsigned
seat_concluding(struct judged *j, const struct part *p)
{
	const struct part *line = next_part(j, p);
	if (!line || line->kind != ENTRY_NOTE || line->data)
		return 0;
	j->replay.ctx.now_ms = line->time_ms;
	return replay_seat(&j->replay, line->name);
}

/* Does whoever wrote this have the floor, or get it? What is refused is added to `out`; false: no text could mend that. */
static bool
take_floor(struct judged *j, const struct part *p, struct findings *out)
{
	struct replay *r = &j->replay;
	struct floor_answer answer = {0};
	unsigned seat = p->name ? replay_seat(r, p->name) : 0;
	bool closed;
	if (p->kind == ENTRY_CONCLUSION) {
		unsigned by = seat_concluding(j, p);
		if (!r->ctx.holder || (by && by != r->ctx.holder))
			replay_claim_any(r, by, &answer);
		replay_wait(r);
	} else if (!seat) {
		if (p->name && !out->n)
			findings_add(out, &refusals[REFUSAL_SEAT_TAKEN], p->line, "all %u seats are taken, and none by \"%s\"",
				r->format->seats_max, p->name);
		r->ctx.holder = 0;
	} else if (!r->fresh || r->ctx.holder != seat) {
		replay_claim(r, &(struct floor_ask){.seat = seat}, false, &answer);
	}
	if (answer.rule)
		findings_add(out, answer.rule, p->line, "%s", answer.text);
	closed = answer.rule == &refusals[REFUSAL_DUEL_CLOSED];
	/* Judged as its own words all the same, whoever has the floor. */
	if (seat && !closed)
		r->ctx.holder = seat;
	floor_answer_free(&answer);
	return !closed;
}

static struct submission
submission_of(const struct judged *j, const struct part *p)
{
	return (struct submission){.row = ROW_DEBATE, .text = p->text, .len = p->len, .line0 = p->line0, .alone = j->alone};
}

static void
judge_alone(struct judged *j, const struct part *p, struct verdict *v)
{
	struct submission s = submission_of(j, p);
	struct context ctx = j->replay.ctx;
	ctx.n_seats = 0;
	ctx.holder = 0;
	ctx.grant = GRANT_NONE;
	judging_verdict(j->format, j->replay.empty, &ctx, &s, NULL, v);
}

static void
expect_line(struct judged *j, struct draft *note)
{
	free(j->line);
	j->line = note->body;
	note->body = NULL;
}

/* What was accepted goes on the record; what was refused too, where its format can read it. */
static bool
put_on_record(struct judged *j, const struct part *p, struct verdict *v)
{
	struct replay *r = &j->replay;
	bool good = true;
	if (!v->n)
		return replay_fold(r, p->kind, r->ctx.holder,
			&(struct draft){.data = "{}", .body = (char *)p->text, .body_len = p->len}, NULL);
	for (unsigned i = 0; i < v->n && good; i++) {
		good = replay_fold(r, v->drafts[i].kind, r->ctx.holder, &v->drafts[i], v->drafts[i].facts);
		v->drafts[i].facts = NULL;
		if (v->drafts[i].kind == ENTRY_NOTE)
			expect_line(j, &v->drafts[i]);
	}
	return good;
}

static void
judge_in_turn(struct judged *j, const struct part *p, struct verdict *v)
{
	struct replay *r = &j->replay;
	struct submission s = submission_of(j, p);
	if (!take_floor(j, p, &v->findings))
		return;
	bool readable = !judging_verdict(j->format, r->state, &r->ctx, &s, NULL, v);
	j->alone = !readable || !put_on_record(j, p, v);
	r->fresh = false;
	if (p->kind == ENTRY_CONCLUSION && !j->alone)
		r->ctx.holder = 0;
}

static void
meet_submission(struct judged *j, const struct part *p)
{
	struct verdict v = {0};
	bool draft = !j->begun && !j->headed && (p->kind == ENTRY_CONCLUSION || p->number > 1);
	if ((draft || j->alone) && !j->told)
		say_alone(j, draft ? 0 : p->line);
	j->told = j->alone |= draft;
	j->begun = true;
	if (p->kind == ENTRY_TURN)
		judge_identity(p, &v.findings);
	if (j->alone)
		judge_alone(j, p, &v);
	else
		judge_in_turn(j, p, &v);
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
		return replay_fold(&j->replay, p->kind, 0, &(struct draft){.data = (char *)p->data, .body = (char *)p->text, .body_len = p->len}, NULL);
	return replay_note(&j->replay, p->text, p->len, p->time_ms);
}

/* Is there a text behind it and behind other notes? A record may end in a note; a draft may not: nothing tells its last line from one. */
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
		reserved_judge(p->text, p->len, p->line0, false, &fs);
	say_findings(j, &fs);
	findings_free(&fs);
}

/* By what the part would be in a record. No row: nothing is judged. */
static void (*const meetings[ENTRY_KINDS])(struct judged *j, const struct part *p) = {
	[ENTRY_TURN] = meet_submission,
	[ENTRY_CONCLUSION] = meet_submission,
	[ENTRY_NOTE] = meet_note,
};

/* -- the whole ------------------------------------------------------------------------------------------------------------------- */

static char *
copy_of(const char *s)
{
	return s ? mem_strdup(s) : NULL;
}

static void
keep_part(void *arg, const struct part *p)
{
	struct judged *j = arg;
	if (j->n == j->room)
		j->parts = mem_resize(j->parts, j->room = j->room ? 2 * j->room : 16, sizeof *j->parts);
	struct kept *k = &j->parts[j->n++];
	*k = (struct kept){.part = *p, .name = copy_of(p->name), .harness = copy_of(p->harness), .model = copy_of(p->model),
		.data = copy_of(p->data)};
	k->part.name = k->name;
	k->part.harness = k->harness;
	k->part.model = k->model;
	k->part.data = k->data;
}

/* The filesystem writes a head, and may write longer lines than a participant: a source's path, as an address. */
static bool
is_clean_head(struct judged *j, const struct part *p)
{
	struct findings all = {0}, found = {0};
	text_check(p->text, p->len, HEAD_BYTES_MAX, p->line0, false, &all);
	for (size_t i = 0; i < all.n; i++)
		if (all.v[i].rule != &text_rules[TEXT_LINE])
			findings_add(&found, all.v[i].rule, all.v[i].line, "%s", all.v[i].text);
	bool clean = !found.n;
	say_findings(j, &found);
	findings_free(&found);
	findings_free(&all);
	return clean;
}

static void
read_head(struct judged *j)
{
	const struct part *p = &j->parts[0].part;
	j->headed = p->kind == ENTRY_HEAD;
	if (j->headed && is_clean_head(j, p))
		j->format->head_read(p->text, p->len, &j->head);
}

/* Without a head: as many as the turns that are there have. */
static int64_t
rounds_told(const struct judged *j)
{
	int64_t rounds = j->rules.rounds;
	for (size_t i = 0; i < j->n; i++)
		rounds = j->parts[i].part.rounds > rounds ? j->parts[i].part.rounds : rounds;
	return rounds;
}

/* The source is the one that the record was made with, wherever its copy is kept now. Without a head and a source there is no topic. */
static void
set_terms(struct judged *j)
{
	const struct source_copy *source = j->t->source;
	j->rules = *j->t->rules;
	j->rules.format = (char *)j->format->name;
	if (j->head.max_turns)
		j->rules.max_turns = j->head.max_turns;
	j->rules.rounds = j->head.rounds ? j->head.rounds : rounds_told(j);
	if (source) {
		const char *path = j->head.source_path ? j->head.source_path : source->path, *slash = strrchr(path, '/');
		j->source = (struct source){.path = path, .name = slash ? slash + 1 : path, .text = source->text, .len = source->len};
	}
	j->topic = j->head.topic ? mem_strdup(j->head.topic) : source ? source_topic(source) : mem_strdup("");
	j->slug = text_slug(j->topic, strlen(j->topic));
	j->terms = fold_terms(&j->rules, j->topic, j->slug, j->definitions);
}

static void
judge_parts(struct judged *j)
{
	/* When its duel was made a text does not say. */
	struct context ctx = {.name = j->t->file, .id = "", .created_ms = 0, .now_ms = j->t->now_ms, .terms = &j->terms,
		.texts = text_set_of(j->t->texts, j->format), .source = j->t->source ? &j->source : NULL};
	replay_begin(&j->replay, j->format, &ctx);
	transcript_seat_all(j);
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

/* LF line ends; a token line proves a seat, is never recorded and never shown: its place stays blank, so that lines keep their numbers. */
static char *
text_of(const char *text, size_t *len)
{
	char *copy = mem_copy(text, *len);
	*len = text_unix(copy, *len);
	struct token_line t = token_line_read(copy, *len);
	if (t.token)
		memset(copy + (t.line - copy), ' ', t.len);
	return copy;
}

static bool
choose_format(struct judged *j, const char *text, size_t len)
{
	UT_string why;
	utstring_init(&why);
	j->format = j->t->format;
	if (!j->format)
		j->format = transcript_format(text, len, &why);
	if (!j->format)
		j->format = j->t->otherwise;
	if (!j->format)
		utstring_concat(j->out, &why);
	utstring_done(&why);
	return j->format;
}

static void
judge_size(struct judged *j)
{
	struct findings big = {0};
	findings_add(&big, &refusals[REFUSAL_LIMIT_RECORD], 0, "a record has at most %d bytes", LIMIT_RECORD_BYTES);
	say_findings(j, &big);
	findings_free(&big);
}

static void
judge_mark(struct judged *j, const char *text, size_t mark)
{
	struct findings found = {0};
	text_check(text, mark, mark, 0, false, &found);
	say_findings(j, &found);
	findings_free(&found);
}

/* false: it cannot be judged, and j->out says why. */
static bool
judge_text(struct judged *j, const char *text, size_t len)
{
	size_t mark = len >= strlen(MARK) && !memcmp(text, MARK, strlen(MARK)) ? strlen(MARK) : 0;
	if (!choose_format(j, text + mark, len - mark))
		return false;
	j->format->split(text + mark, len - mark, keep_part, j);
	if (j->format->unread && j->parts[0].part.kind == ENTRY_HEAD) {
		utstring_printf(j->out, "a record of %s is not read back: %s", j->format->name, j->format->unread);
		return false;
	}
	judge_mark(j, text, mark);
	read_head(j);
	set_terms(j);
	say_source(j);
	judge_parts(j);
	return true;
}

int
transcript_judge(const struct transcript *t, const char *text, size_t len, UT_string *out)
{
	struct judged j = {.t = t, .out = out};
	char *copy = text_of(text, &len);
	bool judged = true;
	if (len > LIMIT_RECORD_BYTES)
		judge_size(&j);
	else
		judged = judge_text(&j, copy, len);
	if (judged)
		say_end(&j);
	for (size_t i = 0; i < j.n; i++) {
		free(j.parts[i].name);
		free(j.parts[i].harness);
		free(j.parts[i].model);
		free(j.parts[i].data);
	}
	free(j.parts);
	free(j.line);
	free(j.topic);
	free(j.slug);
	head_facts_free(&j.head);
	free(copy);
	return judged ? (int)j.errors : -1;
}
