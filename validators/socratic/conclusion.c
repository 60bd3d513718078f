/*
 * The conclusion: its lines, its summary, and whether the record has earned its outcome.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <jansson.h>
#include "validators/kit/record.h"
#include "validators/kit/warnings.h"
#include "validators/socratic/floor.h"
#include "validators/text/mem.h"
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
	int line;            /* 0: it is not there */
	struct reader value; /* without the white space round it and the punctuation behind it */
};

struct conclusion {
	struct reading *r;
	struct field fields[FIELDS];
	struct reader summary; /* s NULL: there is none */
	enum outcome outcome;
};

#define FORM(c, at, ...) REPORT((c)->r, RULE_CONCLUSION_FORM, at, __VA_ARGS__)

/* The field whose title a line begins with, and its value. */
static enum field_id
find_field(const struct reading *r, const struct md_line *l, struct reader *value)
{
	if (l->kind != MD_TEXT || l->quoted || md_span_round(&r->h.md, l->off))
		return FIELD_NONE;
	for (enum field_id id = 0; id < FIELDS; id++) {
		*value = line_text(r, l);
		if (field_skip(value, field_rows[id].title))
			return id;
	}
	return FIELD_NONE;
}

static void
read_lines(struct conclusion *c)
{
	struct reading *r = c->r;
	enum field_id current = FIELD_NONE; /* a reason may go on in the next line of its paragraph */

	for (size_t i = r->h.opening.index + 1; i < r->h.md.n; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		struct reader value;
		enum field_id id = find_field(r, l, &value);

		if (l->kind == MD_HEADING && l->level <= 2 && !l->quoted)
			FORM(c, l->line, "a second heading of level %u: a conclusion has only its own", l->level);
		if (id != FIELD_NONE && c->fields[id].line) {
			FORM(c, l->line, "the line %s stands here again", field_rows[id].title);
		} else if (id != FIELD_NONE) {
			c->fields[id] = (struct field){ .line = l->line, .value = value };
		} else if (current == FIELD_REASON && !l->block_start) {
			c->fields[FIELD_REASON].value.end = text_at(r, line_end(l));
			continue;
		} else {
			c->summary.s = c->summary.s ? c->summary.s : text_at(r, l->off);
			c->summary.end = text_at(r, line_end(l));
		}
		current = id;
	}
	for (enum field_id id = 0; id < FIELDS; id++) {
		struct reader *value = &c->fields[id].value;
		char last;
		size_t n;

		if (!c->fields[id].line)
			continue;
		*value = without_white(*value);
		while (id != FIELD_REASON && left(value) && (n = ascii_form_before(value->s, value->end, &last)) &&
			last && strchr(".,;", last))
			*value = without_white((struct reader){ value->s, value->end - n });
	}
}

/* Lines that look as if they were meant for a field: of the first paragraph, and those that begin with a field's title.
 */
static struct attempts
find_attempts(const struct reading *r)
{
	struct attempts a = { .n = 0 };
	size_t from = r->h.opening.index + 1;
	bool first = true;

	for (size_t i = from; i < r->h.md.n; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		struct reader value;
		bool meant;

		first = first && (!l->block_start || i == from);
		meant = first;
		for (enum field_id id = 0; id < FIELDS && !meant; id++)
			meant = field_skip_words(
				&(struct reader){ text_at(r, l->off), text_at(r, line_end(l)) }, field_rows[id].title);
		if (meant && l->kind == MD_TEXT && !l->quoted && find_field(r, l, &value) == FIELD_NONE)
			attempts_add(&a, text_at(r, l->off), l->len, l->line, l->block_start);
	}
	return a;
}

static void
judge_fields(struct conclusion *c)
{
	struct attempts attempts = find_attempts(c->r);

	for (enum field_id id = 0; id < FIELDS; id++) {
		const struct field *field = &c->fields[id];

		if (field_rows[id].optional)
			continue;
		if (!field->line)
			FORM(c, c->r->h.opening.line, "the line `**%s**: …` is missing%s", field_rows[id].title,
				outline_differs(&c->r->h, &attempts, field_rows[id].title).s);
		else if (is_blank(field->value.s, left(&field->value)))
			FORM(c, field->line, "the line %s says nothing", field_rows[id].title);
	}
}

static void
judge_outcome(struct conclusion *c)
{
	const struct field *field = &c->fields[FIELD_OUTCOME];

	c->outcome = outcome_find(field->value.s, left(&field->value));
	if (c->outcome == OUTCOME_NONE && left(&field->value))
		FORM(c, field->line,
			"\"%s\" is no outcome: ACCEPTED_CONSENSUS, DISSENT, MAX_TURNS, TIMEOUT or INVALIDATED",
			heading_quote(field->value).s);
}

static bool
is_one_of(const struct reader *r, const char *one, const char *other)
{
	return (strlen(one) == left(r) && !strncasecmp(r->s, one, left(r))) ||
		(strlen(other) == left(r) && !strncasecmp(r->s, other, left(r)));
}

static void
judge_convergence(struct conclusion *c)
{
	const struct field *field = &c->fields[FIELD_CONVERGENCE];
	bool converges = state_converges(c->r->h.state);
	bool yes = is_one_of(&field->value, "yes", "true"), no = is_one_of(&field->value, "no", "false");

	if (!left(&field->value))
		return;
	if (!yes && !no)
		FORM(c, field->line, "Candidate Convergence is yes or no, not \"%s\"", heading_quote(field->value).s);
	else if (yes != converges && !c->r->h.s.alone)
		FORM(c, field->line, "Candidate Convergence is %s: the latest stances of both %s",
			converges ? "yes" : "no", converges ? "converge or accept" : "do not converge");
}

#define DAY_MS INT64_C(86400000)

/* How far it is from when the duel was made and from now a text alone does not say. */
static void
judge_closed_at(struct conclusion *c)
{
	const struct context *ctx = c->r->h.ctx;
	const struct field *field = &c->fields[FIELD_CLOSED_AT];
	char said[RECORD_TIME_BYTES], bound[RECORD_TIME_BYTES];
	int64_t closed_ms;

	if (!field->line)
		return;
	if (!record_time_utc(field->value.s, left(&field->value), &closed_ms)) {
		FORM(c, field->line,
			"Closed At is a time of RFC 3339 in UTC, such as `2026-11-20T22:30:00Z`, and not \"%s\": it "
			"may be left out",
			heading_quote(field->value).s);
		return;
	}
	bool early = closed_ms<ctx->created_ms - ctx->created_ms % 1000, late = closed_ms> ctx->now_ms + DAY_MS;
	if (!c->r->h.s.alone && (early || late))
		FORM(c, field->line, "Closed At is %s, %s %s: leave the line out, or write when it is written",
			record_time(closed_ms, said),
			early ? "before this duel was made at" : "more than a day after now,",
			record_time(early ? ctx->created_ms : ctx->now_ms, bound));
}

/* In the summary's words or in the address of a link. */
static bool
names_source(const struct conclusion *c, const char *name)
{
	const struct md *md = &c->r->h.md;
	size_t from = (size_t)(c->summary.s - md->text), len = strlen(name);

	if (memmem(c->summary.s, left(&c->summary), name, len))
		return true;
	for (size_t i = 0; i < md->n_spans; i++)
		if (md->spans[i].url && md->spans[i].off >= from &&
			memmem(md->spans[i].url, md->spans[i].url_len, name, len))
			return true;
	return false;
}

/* What the blank begins a summary with, "TOPIC (SOURCE): ", says nothing yet. */
static bool
says_nothing(const struct context *ctx, struct reader summary)
{
	struct reader behind = without_white(summary);

	if (skip_text(&behind, ctx->terms->topic) &&
		(!ctx->source || (skip_text(&behind, " (") && skip_text(&behind, ctx->source->name) &&
					 skip_char(&behind, ')'))) &&
		skip_char(&behind, ':'))
		summary = behind;
	return is_blank(summary.s, left(&summary));
}

static void
judge_summary(struct conclusion *c)
{
	const struct context *ctx = c->r->h.ctx;
	int line = c->r->h.opening.line;

	if (!c->summary.s || says_nothing(ctx, c->summary)) {
		FORM(c, line, "there is no summary behind the lines");
		return;
	}
	if (ctx->source && !names_source(c, ctx->source->path) && !names_source(c, ctx->source->name))
		FORM(c, line, "the summary does not name the source, %s", ctx->source->name);
	if (!topic_is_named(ctx->terms->topic, c->summary.s, left(&c->summary)))
		FORM(c, line, "the summary does not name the topic, \"%s\": its words all stand there, in any order",
			ctx->terms->topic);
}

#define UNEARNED(c, ...) REPORT((c)->r, RULE_CONCLUSION_UNEARNED, (c)->fields[FIELD_OUTCOME].line, __VA_ARGS__)

static void
judge_unaccepted(struct conclusion *c)
{
	const struct fstate *state = c->r->h.state;

	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_statement_of(state, seat);
		if (t)
			UNEARNED(c,
				"ACCEPTED_CONSENSUS needs a statement that both sign: %s may accept that of turn %u in a "
				"turn, with `Accepts: Turn %u` under Consensus",
				context_seat_name(c->r->h.ctx, SOCRATIC_SEATS + 1 - seat), t->piece.number,
				t->piece.number);
	}
	if (!state_statement_of(state, 1) && !state_statement_of(state, 2))
		UNEARNED(c, "ACCEPTED_CONSENSUS needs a statement under Consensus in a turn of one, and a turn of the "
			    "other that accepts it");
}

static void
report_without(struct conclusion *c, const char *outcome, unsigned seat)
{
	const char *name = context_seat_name(c->r->h.ctx, seat);

	if (*name)
		UNEARNED(c, "%s needs a turn of both, and %s has taken none", outcome, name);
	else
		UNEARNED(c, "%s needs a turn of both, and the second participant has not joined", outcome);
}

static void
judge_consensus(struct conclusion *c)
{
	const struct fstate *state = c->r->h.state;
	const struct item *item;

	if (state_consensus(state))
		return;
	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++) {
		const struct turn *t = state_latest(state, seat);
		if (!t)
			report_without(c, "ACCEPTED_CONSENSUS", seat);
		else if (t->stance != STANCE_ACCEPTING)
			UNEARNED(c, "ACCEPTED_CONSENSUS needs both to accept, and %s's latest stance is %s",
				context_seat_name(c->r->h.ctx, seat), stances[t->stance].name);
	}
	if (!state_accepted(state))
		judge_unaccepted(c);
	for (size_t i = 0; (item = items_at(state->items, i)); i++)
		if (item->state == ITEM_BLOCKING)
			UNEARNED(c,
				"ACCEPTED_CONSENSUS leaves no blocking item, and U-%u, \"%s\", is open: it ends in a "
				"turn of %s (`- U-%u: settled, since …` under Agreements)",
				item->id, quote(item->words, strlen(item->words)).s,
				context_seat_name(c->r->h.ctx, item->seat), item->id);
}

static void
judge_dissent(struct conclusion *c)
{
	const struct fstate *state = c->r->h.state;
	const struct context *ctx = c->r->h.ctx;
	const char *peer = context_seat_name(ctx, SOCRATIC_SEATS + 1 - ctx->holder);

	for (unsigned seat = 1; seat <= SOCRATIC_SEATS; seat++)
		if (!state_latest(state, seat)) {
			report_without(c, "DISSENT", seat);
			return;
		}
	if (state_agrees(state))
		UNEARNED(c, "both latest stances converge or accept and nothing blocking is left: that is no DISSENT");
	else if (state_is_unanswered(state, ctx->holder))
		UNEARNED(c,
			"DISSENT is not for who has just spoken: turn %u is yours, and %s may answer it or conclude; "
			"at once only where both latest stances are DISSENTING",
			fstate_pieces(state), peer);
}

static void
judge_max_turns(struct conclusion *c)
{
	const struct fstate *state = c->r->h.state;

	if (!state->full)
		UNEARNED(c, "MAX_TURNS needs all %lld turns, and %u are taken",
			(long long)c->r->h.ctx->terms->max_turns, fstate_pieces(state));
	else if (state_consensus(state))
		UNEARNED(c, "the last turn was taken with consensus: the outcome is ACCEPTED_CONSENSUS");
}

static void
judge_timeout(struct conclusion *c)
{
	const struct context *ctx = c->r->h.ctx;

	if (c->r->h.state->expired || floor_is_timeout(c->r->h.state, ctx))
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
	/* INVALIDATED is open to whoever has the floor, with a reason. */
	static void (*const judges[OUTCOMES])(struct conclusion *c) = {
		[OUTCOME_CONSENSUS] = judge_consensus,
		[OUTCOME_DISSENT] = judge_dissent,
		[OUTCOME_MAX_TURNS] = judge_max_turns,
		[OUTCOME_TIMEOUT] = judge_timeout,
	};

	if (judges[c->outcome])
		judges[c->outcome](c);
}

/* -- its parts -- */

/* What parts a conclusion, beside its own lines. */
static const char *const titles[] = { "Consensus", "Decided", "Left open", "Why" };

/* Which of them a line is; N(titles): none. */
static size_t
find_title(const struct reading *r, const struct md_line *l)
{
	struct reader title = without_white(line_text(r, l));
	size_t i = sizeof titles / sizeof titles[0];

	for (const char *colon; (colon = ends_in_char(&title, ':'));)
		title = without_white((struct reader){ title.s, colon });
	if (l->depth || l->quoted || !(l->bold || (l->kind == MD_HEADING && l->level == 3)))
		return i;
	for (i = 0; i < sizeof titles / sizeof titles[0]; i++)
		if (strlen(titles[i]) == left(&title) && !strncasecmp(title.s, titles[i], left(&title)))
			break;
	return i;
}

/* The section under a title, by its place in the list: its line, 0 where there is none, and what stands there, up to a
 * title, behind as many others as are passed over. */
static int
find_part(const struct reading *r, size_t id, unsigned pass_over, struct reader *said)
{
	int line = 0;

	for (size_t i = r->h.opening.index + 1; i < r->h.md.n; i++) {
		const struct md_line *l = &r->h.md.lines[i];
		size_t title = find_title(r, l);

		if (line && title < sizeof titles / sizeof titles[0] && !pass_over--)
			break;
		if (line) {
			said->end = text_at(r, line_end(l));
		} else if (title == id) {
			line = l->line;
			*said = (struct reader){ text_at(r, line_end(l)), text_at(r, line_end(l)) };
		}
	}
	return line;
}

#define PART_CONSENSUS 0
#define PART_LEFT_OPEN 2

#define TITLES (sizeof titles / sizeof titles[0])

/* Where nothing was said, or what was is void, there is nothing to list. */
static void
judge_missing_lists(struct conclusion *c)
{
	struct reader said;
	UT_string missing;

	if (c->outcome == OUTCOME_INVALIDATED || (!c->r->h.s.alone && !fstate_pieces(c->r->h.state)))
		return;
	utstring_init(&missing);
	for (size_t id = PART_CONSENSUS + 1; id < TITLES; id++)
		if (!find_part(c->r, id, 0, &said))
			utstring_printf(&missing, "%s`**%s**`", utstring_len(&missing) ? ", " : "", titles[id]);
	if (utstring_len(&missing))
		REPORT(c->r, RULE_CONCLUSION_ALONE, c->r->h.opening.line,
			"lists of whole sentences are missing, for who reads nothing else: %s", utstring_body(&missing));
	utstring_done(&missing);
}

static void
judge_alone(struct conclusion *c)
{
	struct reader statement = { "", "" };

	judge_missing_lists(c);
	find_part(c->r, PART_CONSENSUS, 0, &statement);
	alone_judge(c->r, statement);
}

/* A list that is there was filled in. */
static void
judge_lists(struct conclusion *c)
{
	struct reader lead = c->summary;

	for (size_t i = c->r->h.md.n; c->summary.s && i-- > 0;)
		if (find_title(c->r, &c->r->h.md.lines[i]) < sizeof titles / sizeof titles[0] &&
			text_at(c->r, c->r->h.md.lines[i].off) >= lead.s)
			lead.end = text_at(c->r, c->r->h.md.lines[i].off);
	lead = without_white(lead);
	if (c->summary.s && left(&lead) && says_nothing(c->r->h.ctx, lead) && !says_nothing(c->r->h.ctx, c->summary))
		FORM(c, c->r->h.opening.line, "the summary says nothing before its lists");
	for (size_t id = PART_CONSENSUS + 1; id < sizeof titles / sizeof titles[0]; id++) {
		struct reader said = { "", "" };
		int line = find_part(c->r, id, 0, &said);

		if (line && is_blank(said.s, left(&said)))
			FORM(c, line, "the list %s says nothing: whole sentences, an item each, or leave it out",
				titles[id]);
	}
}

/* What blocks to the end stands under Left open as it was raised, to where the blank cuts it: the one list of a
 * conclusion that whoever writes it cannot word. Where it is void nothing has to be listed. */
static void
judge_left_open(struct conclusion *c)
{
	const struct item *item;
	struct reader said = { "", "" };
	int line = find_part(c->r, PART_LEFT_OPEN, 0, &said);
	char *folded = text_fold_words(said.s, left(&said));

	for (size_t i = 0; c->outcome != OUTCOME_INVALIDATED && (item = items_at(c->r->h.state->items, i)); i++) {
		size_t shown = text_cut(item->words, strlen(item->words), ITEM_SHOWN_BYTES);
		char *words = text_fold_words(item->words, shown);

		if (item->state == ITEM_BLOCKING && !strstr(folded, words))
			REPORT(c->r, RULE_CONCLUSION_OPEN, line ? line : c->fields[FIELD_OUTCOME].line,
				"U-%u blocks and is open, and does not stand under `**Left open**` as it was raised: "
				"\"%s\"",
				item->id, quote(item->words, strlen(item->words)).s);
		free(words);
	}
	free(folded);
}

#define STATEMENT(c, at, ...) REPORT((c)->r, RULE_CONCLUSION_CONSENSUS, at, __VA_ARGS__)

/* Its own bold lines may read as titles. Where it stands, it is what *said holds then. */
static bool
has_statement(const struct conclusion *c, const char *statement, struct reader *said)
{
	bool has = false;

	for (unsigned i = 0; i <= sizeof titles / sizeof titles[0] && !has; i++) {
		char *plain;

		*said = (struct reader){ "", "" };
		find_part(c->r, PART_CONSENSUS, i, said);
		plain = text_fold_space(said->s, left(said));
		has = !strcmp(plain, statement);
		free(plain);
	}
	return has;
}

/* Behind it: nobody accepted what another section of that name says. */
static void
judge_another(struct conclusion *c, const struct reader *statement)
{
	const struct reading *r = c->r;

	for (size_t i = r->h.opening.index + 1; i < r->h.md.n; i++) {
		const struct md_line *l = &r->h.md.lines[i];

		if (text_at(r, l->off) >= statement->end && find_title(r, l) == PART_CONSENSUS)
			STATEMENT(c, l->line,
				"a second section `**Consensus**`: there is one, and it has the accepted statement alone");
	}
}

static void
judge_statement(struct conclusion *c)
{
	const struct turn *accepted = state_accepted(c->r->h.state);
	struct reader said = { "", "" }, at_last;
	int line = find_part(c->r, PART_CONSENSUS, 0, &said), at = line ? line : c->fields[FIELD_OUTCOME].line;
	bool due = c->outcome == OUTCOME_CONSENSUS && state_consensus(c->r->h.state);
	char *plain = text_fold_space(said.s, left(&said));

	if (due && line && has_statement(c, accepted->consensus.plain, &at_last))
		judge_another(c, &at_last);
	else if (due && !line)
		STATEMENT(c, at,
			"the section `**Consensus**` is missing: it has the statement of turn %u as it stands there, "
			"\"%s\"",
			accepted->piece.number, quote(accepted->consensus.plain, strlen(accepted->consensus.plain)).s);
	else if (due)
		STATEMENT(c, at,
			"the Consensus is the statement of turn %u, word for word, and differs from it: \"%s\" stands here "
			"where it says \"%s\"",
			accepted->piece.number, quote_unlike(plain, strlen(plain), accepted->consensus.plain).s,
			quote_unlike(accepted->consensus.plain, strlen(accepted->consensus.plain), plain).s);
	else if (!due && line && c->outcome != OUTCOME_NONE && c->outcome != OUTCOME_CONSENSUS)
		STATEMENT(c, at,
			"there is no Consensus with this outcome: take the section out, or say in the summary who "
			"proposed what");
	free(plain);
}

static void
draft_conclusion(const struct conclusion *c, struct verdict *out)
{
	const struct reader *said = &c->fields[FIELD_REASON].value;
	char *reason = text_fold_space(said->s, left(said));

	hearing_draft(&c->r->h, ENTRY_CONCLUSION,
		json_pack("{s:s, s:s, s:o}", "outcome", outcomes[c->outcome].name, "reason", reason, "warnings",
			warnings_json(&out->findings)),
		out);
	/* Behind it: what was written stays as it was. */
	if (c->outcome == OUTCOME_INVALIDATED)
		verdict_add_invalidated(out, c->r->h.ctx, reason, NULL);
	free(reason);
}

/* Can nothing that still follows change this value? Its line is over, and no mark in it waits for its other end. */
static bool
is_final(const struct conclusion *c, enum field_id id)
{
	const struct md *md = &c->r->h.md;
	const struct field *field = &c->fields[id];

	if (!left(&field->value) || md->lines[md->n - 1].line <= field->line)
		return false;
	for (const char *s = field->value.s; s < field->value.end; s++) {
		bool inside = s > field->value.s && s + 1 < field->value.end && isalnum((unsigned char)s[-1]) &&
			isalnum((unsigned char)s[1]);

		if (!isalnum((unsigned char)*s) && *s != ' ' && !(*s == '_' && inside))
			return false;
	}
	return true;
}

void
conclusion_judge(struct reading *r, struct verdict *out)
{
	struct conclusion c = { .r = r };
	bool whole = !r->h.s.prefix;

	if (left(&r->h.heading.behind))
		FORM(&c, r->h.opening.line,
			"the heading of a conclusion is `## Terminal Conclusion`, and nothing else");
	read_lines(&c);
	quotes_judge(r);
	if (whole)
		judge_fields(&c);
	if (whole || is_final(&c, FIELD_OUTCOME))
		judge_outcome(&c);
	if (whole)
		judge_closed_at(&c);
	else
		judge_earned(&c);
	if (whole || is_final(&c, FIELD_CONVERGENCE))
		judge_convergence(&c);
	if (!whole)
		return;
	judge_summary(&c);
	judge_lists(&c);
	judge_left_open(&c);
	judge_earned(&c);
	judge_statement(&c);
	judge_alone(&c);
	if (!findings_first_error(&out->findings))
		draft_conclusion(&c, out);
}
