/*
 * The conclusion: its lines, its summary, and whether the record has earned its outcome.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include <strings.h>
#include "validators/kit/record.h"
#include "validators/socratic/floor.h"
#include "validators/socratic/head.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

enum field_id { FIELD_OUTCOME, FIELD_CLOSED_AT, FIELD_CONVERGENCE, FIELD_REASON, FIELDS, FIELD_NONE };

static const struct field_row {
	const char *title;
	bool optional;
} field_rows[FIELDS] = {
	/* clang-format off */
	[FIELD_OUTCOME]     = { .title = "Outcome" },
	[FIELD_CLOSED_AT]   = { .title = "Closed At", .optional = true },
	[FIELD_CONVERGENCE] = { .title = "Candidate Convergence" },
	[FIELD_REASON]      = { .title = "Reason" },
	/* clang-format on */
};

struct field {
	int line; /* 0: it is not there */
	size_t off, end;
};

struct conclusion {
	struct reading *r;
	struct field fields[FIELDS];
	enum field_id current; /* a value may go on in the next line of its paragraph */
	bool summarized;
	size_t summary, summary_end;
	enum outcome outcome;
};

#define FORM(c, at, ...) REPORT((c)->r, RULE_CONCLUSION_FORM, at, __VA_ARGS__)

/* -- its lines ------------------------------------------------------------------------------------------------------------------- */

/* The field whose title a line begins with, and where its value begins. */
static enum field_id
find_field(const struct md *md, const struct md_line *l, size_t *value)
{
	if (l->kind != MD_TEXT || l->quoted || md_span_round(md, l->off))
		return FIELD_NONE;
	for (enum field_id id = 0; id < FIELDS; id++) {
		struct reader at = { md->text + l->off, md->text + l->off + l->len };

		if (!field_skip(&at, field_rows[id].title))
			continue;
		*value = (size_t)(at.s - md->text);
		return id;
	}
	return FIELD_NONE;
}

static void
begin_value(struct conclusion *c, enum field_id id, const struct md_line *l, size_t value)
{
	c->current = id;
	if (c->fields[id].line) {
		FORM(c, l->line, "the line %s stands here again", field_rows[id].title);
		return;
	}
	c->fields[id] = (struct field){ .line = l->line, .off = value, .end = l->off + l->len };
}

static void
read_line(struct conclusion *c, const struct md_line *l)
{
	size_t value;
	enum field_id id = find_field(c->r->md, l, &value);

	if (id != FIELD_NONE) {
		begin_value(c, id, l, value);
	} else if (c->current == FIELD_REASON && !l->block_start) {
		c->fields[FIELD_REASON].end = l->off + l->len;
	} else {
		c->current = FIELD_NONE;
		if (!c->summarized)
			c->summary = l->off;
		c->summarized = true;
		c->summary_end = l->off + l->len;
	}
}

static void
read_lines(struct conclusion *c)
{
	const struct reading *r = c->r;

	for (size_t i = r->start.index + 1; i < r->md->n; i++) {
		const struct md_line *l = &r->md->lines[i];
		if (l->kind == MD_HEADING && l->level <= 2 && !l->quoted)
			FORM(c, l->line, "a second heading of level %u: a conclusion has only its own", l->level);
		read_line(c, l);
	}
}

/* A value without the white space round it and the punctuation behind it. */
static const char *
value_of(const struct conclusion *c, enum field_id id, size_t *len)
{
	const struct field *field = &c->fields[id];
	struct reader value = without_white((struct reader){ c->r->md->text + field->off, c->r->md->text + field->end });
	char last;
	size_t n;

	while (id != FIELD_REASON && left(&value) && (n = ascii_form_before(value.s, value.end, &last)) && last && strchr(".,;", last))
		value = without_white((struct reader){ value.s, value.end - n });
	*len = left(&value);
	return value.s;
}

/* -- its form -------------------------------------------------------------------------------------------------------------------- */

static bool
begins_with_title(const struct reading *r, const struct md_line *l)
{
	for (enum field_id id = 0; id < FIELDS; id++)
		if (field_skip_words(&(struct reader){ text_at(r, l->off), text_at(r, line_end(l)) }, field_rows[id].title))
			return true;
	return false;
}

/* Lines that look as if they were meant for a field: of the first paragraph, and those that begin with a field's title. */
static struct attempts
find_attempts(const struct conclusion *c)
{
	const struct md *md = c->r->md;
	struct attempts a = { .n = 0 };
	bool first = true;
	size_t value;

	for (size_t i = c->r->start.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];

		first = first && (!l->block_start || i == c->r->start.index + 1);
		if (l->kind != MD_TEXT || l->quoted || find_field(md, l, &value) != FIELD_NONE)
			continue;
		if (first || begins_with_title(c->r, l))
			attempts_add(&a, text_at(c->r, l->off), l->len, l->line, l->block_start);
	}
	return a;
}

static void
judge_fields(struct conclusion *c)
{
	struct attempts attempts = find_attempts(c);

	for (enum field_id id = 0; id < FIELDS; id++) {
		size_t len;
		const char *s = value_of(c, id, &len);

		if (field_rows[id].optional)
			continue;
		if (!c->fields[id].line)
			FORM(c, c->r->start.line, "the line `**%s**: …` is missing%s", field_rows[id].title,
				reading_differs(c->r, &attempts, field_rows[id].title).s);
		else if (is_blank(s, len))
			FORM(c, c->fields[id].line, "the line %s says nothing", field_rows[id].title);
	}
}

static void
judge_outcome(struct conclusion *c)
{
	size_t len;
	const char *s = value_of(c, FIELD_OUTCOME, &len);

	c->outcome = outcome_find(s, len);
	if (c->outcome == OUTCOME_NONE && len)
		FORM(c, c->fields[FIELD_OUTCOME].line,
			"\"%s\" is no outcome: ACCEPTED_CONSENSUS, DISSENT, MAX_TURNS, TIMEOUT or INVALIDATED", quote(s, len).s);
}

static bool
is_one_of(const char *s, size_t len, const char *one, const char *other)
{
	return (strlen(one) == len && !strncasecmp(s, one, len)) || (strlen(other) == len && !strncasecmp(s, other, len));
}

static void
judge_convergence(struct conclusion *c)
{
	bool converges = state_converges(c->r->state);
	int line = c->fields[FIELD_CONVERGENCE].line;
	size_t len;
	const char *s = value_of(c, FIELD_CONVERGENCE, &len);
	bool yes = is_one_of(s, len, "yes", "true"), no = is_one_of(s, len, "no", "false");

	if (len && !yes && !no)
		FORM(c, line, "Candidate Convergence is yes or no, not \"%s\"", quote(s, len).s);
	else if (len && yes != converges && !c->r->s->alone)
		FORM(c, line, "Candidate Convergence is %s: the latest stances of both %s", converges ? "yes" : "no",
			converges ? "converge or accept" : "do not converge");
}

#define DAY_MS INT64_C(86400000)

/* How far its time is from when the duel was made and from now; what a text alone says of these is not known. */
static void
judge_closed_at_moment(struct conclusion *c, int64_t closed_ms)
{
	const struct context *ctx = c->r->ctx;
	char said[RECORD_TIME_BYTES], bound[RECORD_TIME_BYTES];
	bool early = closed_ms < ctx->created_ms - ctx->created_ms % 1000, late = closed_ms > ctx->now_ms + DAY_MS;

	if (!c->r->s->alone && (early || late))
		FORM(c, c->fields[FIELD_CLOSED_AT].line, "Closed At is %s, %s %s: leave the line out, or write when it is written",
			record_time(closed_ms, said), early ? "before this duel was made at" : "more than a day after now,",
			record_time(early ? ctx->created_ms : ctx->now_ms, bound));
}

static void
judge_closed_at(struct conclusion *c)
{
	size_t len;
	const char *s = value_of(c, FIELD_CLOSED_AT, &len);
	int64_t closed_ms;

	if (!c->fields[FIELD_CLOSED_AT].line)
		return;
	if (record_time_utc(s, len, &closed_ms))
		judge_closed_at_moment(c, closed_ms);
	else
		FORM(c, c->fields[FIELD_CLOSED_AT].line,
			"Closed At is a time of RFC 3339 in UTC, such as `2026-11-20T22:30:00Z`, and not \"%s\": it may be left out", quote(s, len).s);
}

/* In the summary's words or in the address of a link. */
static bool
names_source(const struct conclusion *c, const char *name)
{
	const struct md *md = c->r->md;
	size_t len = strlen(name);

	if (memmem(md->text + c->summary, c->summary_end - c->summary, name, len))
		return true;
	for (size_t i = 0; i < md->n_spans; i++)
		if (md->spans[i].url && md->spans[i].off >= c->summary && memmem(md->spans[i].url, md->spans[i].url_len, name, len))
			return true;
	return false;
}

static void
judge_summary(struct conclusion *c)
{
	const struct context *ctx = c->r->ctx;
	const char *s = c->r->md->text + c->summary;
	size_t len = c->summary_end - c->summary;

	if (!c->summarized || is_blank(s, len)) {
		FORM(c, c->r->start.line, "there is no summary behind the lines");
		return;
	}
	if (ctx->source && !names_source(c, ctx->source->path) && !names_source(c, ctx->source->name))
		FORM(c, c->r->start.line, "the summary does not name the source, %s", ctx->source->name);
	if (!topic_is_named(ctx->terms->topic, s, len))
		FORM(c, c->r->start.line,
			"the summary does not name the topic, \"%s\": its words all stand there, in any order", ctx->terms->topic);
}

/* -- is it earned? --------------------------------------------------------------------------------------------------------------- */

#define UNEARNED(c, ...) REPORT((c)->r, RULE_CONCLUSION_UNEARNED, (c)->fields[FIELD_OUTCOME].line, __VA_ARGS__)

/* The name of a seat for a sentence. */
static void
judge_consensus(struct conclusion *c)
{
	const struct fstate *state = c->r->state;

	if (state_consensus(state))
		return;
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_latest(state, seat);
		const char *name = context_seat_name(c->r->ctx, seat);
		if (!t)
			UNEARNED(c, "ACCEPTED_CONSENSUS needs a turn of both, and %s has taken none", name);
		else if (t->stance != STANCE_ACCEPTING)
			UNEARNED(c, "ACCEPTED_CONSENSUS needs both to accept, and %s's latest stance is %s", name, stances[t->stance].name);
		else if (t->blocking)
			UNEARNED(c, "ACCEPTED_CONSENSUS leaves no blocking item, and %s's latest turn does", name);
	}
}

static void
judge_dissent(struct conclusion *c)
{
	const struct fstate *state = c->r->state;

	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++)
		if (!state_latest(state, seat)) {
			UNEARNED(c, "DISSENT needs a turn of both, and %s has taken none", context_seat_name(c->r->ctx, seat));
			return;
		}
	if (state_agrees(state))
		UNEARNED(c, "both latest stances converge or accept and nothing blocking is left: that is no DISSENT");
}

static void
judge_max_turns(struct conclusion *c)
{
	const struct fstate *state = c->r->state;

	if (!state->full)
		UNEARNED(c, "MAX_TURNS needs all %lld turns, and %u are taken", (long long)c->r->ctx->terms->max_turns, state_turns(state));
	else if (state_consensus(state))
		UNEARNED(c, "the last turn was taken with consensus: the outcome is ACCEPTED_CONSENSUS");
}

static void
judge_timeout(struct conclusion *c)
{
	const struct context *ctx = c->r->ctx;

	if (floor_is_timeout(c->r->state, ctx))
		return;
	if (ctx->grant != GRANT_TIMEOUT_MISSING && ctx->grant != GRANT_TIMEOUT_SILENT)
		UNEARNED(c, "TIMEOUT needs a claim with for=timeout");
	else if (ctx->grant == GRANT_TIMEOUT_MISSING)
		UNEARNED(c, "the peer has joined after all: take an ordinary turn");
	else
		UNEARNED(c, "TIMEOUT needs the peer to have been silent for the whole bounded wait");
}

static void
judge_earned(struct conclusion *c)
{
	static void (*const judges[OUTCOMES])(struct conclusion *c) = {
		[OUTCOME_CONSENSUS] = judge_consensus,
		[OUTCOME_DISSENT] = judge_dissent,
		[OUTCOME_MAX_TURNS] = judge_max_turns,
		[OUTCOME_TIMEOUT] = judge_timeout,
	};

	/* INVALIDATED is open to whoever has the floor, with a reason. */
	if (judges[c->outcome])
		judges[c->outcome](c);
}

/* -- what it becomes ------------------------------------------------------------------------------------------------------------- */

static char *
reason_of(const struct conclusion *c)
{
	size_t len;
	const char *s = value_of(c, FIELD_REASON, &len);

	return text_fold_space(s, len);
}

static void
draft_conclusion(const struct conclusion *c, struct verdict *out)
{
	const struct reading *r = c->r;
	struct draft *d;
	char *reason = reason_of(c);
	json_t *data = json_pack("{s:s, s:s}", "outcome", outcomes[c->outcome].name, "reason", reason);

	d = &out->drafts[out->n++];
	d->kind = ENTRY_CONCLUSION;
	d->form = DRAFT_TEXT;
	d->body = record_text(r->s->text, r->s->len, r->start.offset, &d->body_len);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	/* Behind it: what was written stays as it was. */
	if (c->outcome == OUTCOME_INVALIDATED)
		verdict_add_invalidated(out, r->ctx, reason, NULL);
	free(reason);
}

/* Can nothing that still follows change this value? Its line is over, and no mark in it waits for its other end. */
static bool
is_final(const struct conclusion *c, enum field_id id)
{
	const struct md *md = c->r->md;
	size_t len;
	const char *s = value_of(c, id, &len);

	if (!c->fields[id].line || !len || md->lines[md->n - 1].line <= c->fields[id].line)
		return false;
	for (size_t i = 0; i < len; i++) {
		bool inside = i && i + 1 < len && isalnum((unsigned char)s[i - 1]) && isalnum((unsigned char)s[i + 1]);
		if (!isalnum((unsigned char)s[i]) && s[i] != ' ' && !(s[i] == '_' && inside))
			return false;
	}
	return true;
}

static void
judge_beginning(struct conclusion *c)
{
	if (is_final(c, FIELD_OUTCOME)) {
		judge_outcome(c);
		judge_earned(c);
	}
	if (is_final(c, FIELD_CONVERGENCE))
		judge_convergence(c);
}

void
conclusion_judge(struct reading *r, struct verdict *out)
{
	struct conclusion c = { .r = r, .current = FIELD_NONE };

	if (r->start.len != strlen("Terminal Conclusion"))
		FORM(&c, r->start.line, "the heading of a conclusion is `## Terminal Conclusion`, and nothing else");
	read_lines(&c);
	if (r->s->prefix) {
		judge_beginning(&c);
		return;
	}
	judge_fields(&c);
	judge_outcome(&c);
	judge_closed_at(&c);
	judge_convergence(&c);
	judge_summary(&c);
	if (!r->s->alone)
		judge_earned(&c);
	if (!findings_first_error(&out->findings))
		draft_conclusion(&c, out);
}
