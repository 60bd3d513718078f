/*
 * What no table of rounds says: a function or two a kind of text.
 */
#include "validators/next/rounds/rounds.h"

#include <stdlib.h>
#include "validators/next/kit/repeat.h"
#include "validators/text/quote.h"
#include "validators/text/wordcount.h"

#define CLOSING_WORDS 300
/* 500 to 800 tokens, of which four are about three words. */
#define SUMMARY_WORDS_LEAST 375
#define SUMMARY_WORDS_MOST 600
#define R(rule) (&rounds_rule_rows[RULE_##rule])

/* What is being judged. */
struct judging {
	const struct rounds *r;
	const struct parsed *p;
	struct mover by;
	struct findings *out;
};

static bool
is_of(const struct item *item, const char *title)
{
	return !strcmp(item->part->title, title);
}

/* Is it an item of Points that is no `none`? */
static bool
is_point(const struct item *item)
{
	return is_of(item, "Points") && !item->verb;
}

static void
judge_evidence(const struct judging *j)
{
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];

		if ((is_of(item, "Claims") || is_of(item, "Answers") || is_point(item)) &&
			!field_given(parts_label(j->p, NULL, item, "Evidence")))
			label_missing(j->p, item, item->part->labels, R(EVIDENCE_NONE), j->out);
	}
}

static void
judge_challenge(const struct judging *j)
{
	const struct section *points = parts_section(j->p, "Points");
	const struct part *part = &rounds_kinds[CHALLENGE].parts[0];
	unsigned tags = 0;
	bool flaw = false;

	if (!points)
		return;
	for (size_t i = 0; i < j->p->n_items; i++) {
		flaw |= is_point(&j->p->items[i]);
		tags |= is_of(&j->p->items[i], "Points") ? j->p->items[i].tags : 0;
	}
	if (points->n_items && !flaw)
		findings_add(j->out, R(CHALLENGE_FLAW), points->line,
			"below `**Points**` stands no item that is not `none`");
	for (size_t i = 1; &j->p->sections[i] < points; i++)
		findings_add(j->out, R(CHALLENGE_FLAW), j->p->sections[i].line, "`**Points**` comes first");
	for (unsigned i = 0; part->tags[i]; i++)
		if (!(tags >> i & 1))
			findings_add(j->out, R(CHALLENGE_CATEGORIES), points->end_line,
				"below `**Points**` the line `- [%s] …`, or `- [%s] none: …`, is missing",
				part->tags[i], part->tags[i]);
}

/* Each point that is due has an item below Answers. */
static void
judge_coverage(const struct judging *j, enum rounds_kind kind, const struct rule *rule)
{
	struct due_row due = rounds_due(j->r, kind);

	ledger_judge_due(&j->r->ledger, j->p, &j->by, &due, &rounds_kinds[kind].parts[0], rule, j->out);
}

static void
judge_defence(const struct judging *j)
{
	judge_coverage(j, DEFENCE, R(DEFENSE_COVERAGE));
}

static void
judge_followup(const struct judging *j)
{
	bool progress = false;

	judge_coverage(j, FOLLOWUP, R(FOLLOWUP_COVERAGE));
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];

		progress |= is_point(item) || (is_of(item, "Answers") && item->verb && item->verb->to != CONCEDED);
	}
	if (!progress)
		findings_add(j->out, R(FOLLOWUP_PROGRESS), 0,
			"there is neither an item below `**Points**` nor one below `**Answers**` that says resolved, "
			"stands, dodged or unsupported");
}

static size_t
words_of(const struct parsed *p)
{
	size_t words = 0;

	for (size_t i = 0; i < p->n_sections; i++)
		words += wordcount(p->sections[i].body.s, left(&p->sections[i].body));
	return words;
}

static void
judge_summary(const struct judging *j)
{
	size_t words = words_of(j->p);

	if (words < SUMMARY_WORDS_LEAST || words > SUMMARY_WORDS_MOST)
		findings_add(j->out, R(SUMMARY_LENGTH), 0, "it has %zu words; 500 to 800 tokens are about %d to %d",
			words, SUMMARY_WORDS_LEAST, SUMMARY_WORDS_MOST);
}

static void
judge_closing(const struct judging *j)
{
	struct due_row due = rounds_due(j->r, CLOSING);
	size_t words = words_of(j->p);

	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		const struct point *point = item->has_id ? ledger_find(&j->r->ledger, &item->id) : NULL;

		if (point && !point_is_due(point, &due, j->by.seat))
			findings_add(j->out, R(CLOSING_NEW), item->line,
				"`%s` was not raised or put back to open in the last round",
				quote(item->id.text.s, left(&item->id.text)).s);
	}
	if (words > CLOSING_WORDS)
		findings_add(j->out, R(CLOSING_WORDS), 0, "it has %zu words; %d are allowed", words, CLOSING_WORDS);
}

/* The seat whose tool a value names, or 0. */
static unsigned
tool_named(const struct rounds *r, struct reader value)
{
	for (unsigned seat = ROLE_PROPOSER; seat <= ROLE_CHALLENGER; seat++) {
		struct reader at = value;

		skip_emphasis(&at);
		if (!skip_words(&at, r->terms->seats[seat - 1].harness))
			continue;
		skip_emphasis(&at);
		if (without_white(at).s == at.end || *at.s == '\n' || *at.s == '(' || skip_sep(&at, true))
			return seat;
	}
	return 0;
}

static bool
names_something(const struct judging *j, struct reader value)
{
	struct reader at = value;
	struct said said = {0};
	struct ref ref;
	bool names = false;

	while (!names && ref_next(rounds_refs, j->r->terms->source, value.s, &at, &ref))
		names = ref.kind->find && ref.kind->find(j->r, &ref, &said) == FOUND;
	free(said.v);
	return names;
}

static void
judge_key_agreements(const struct judging *j)
{
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		const struct point *point = item->has_id ? ledger_find(&j->r->ledger, &item->id) : NULL;

		if (!is_of(item, "Key Agreements") || (item->has_id && !point))
			continue;
		if (!point)
			findings_add(j->out, R(VERDICT_AGREEMENTS), item->line,
				"this item begins with no id, as in `- C1.1: …`");
		else if (!(STATE(point->state) & (STATE(AGREED) | STATE(CONCEDED) | STATE(RESOLVED))))
			findings_add(j->out, R(VERDICT_AGREEMENTS), item->line,
				"`%s` is not agreed, conceded or resolved",
				quote(item->id.text.s, left(&item->id.text)).s);
	}
}

static void
judge_verdict(const struct judging *j)
{
	const struct section *head = parts_section(j->p, NULL);
	const struct field *winner = parts_label(j->p, head, NULL, "Winner");
	const struct field *because = parts_label(j->p, head, NULL, "Because");
	const struct field *direction = parts_label(j->p, head, NULL, "Direction");
	const struct rounds_seat *seats = j->r->terms->seats;
	unsigned won = winner ? tool_named(j->r, winner->value) : 0;

	if (winner && !won)
		findings_add(j->out, R(VERDICT_WINNER), winner->line, "`Winner:` is %s or %s", seats[0].harness,
			seats[1].harness);
	if (because && !names_something(j, because->value))
		findings_add(j->out, R(VERDICT_BECAUSE), because->line,
			"`Because:` names no claim, point or round, as in `C1.1` or `Round 1`");
	if (won && field_word(direction) >= 0 && (unsigned)field_word(direction) + 1 != won &&
		!field_given(parts_label(j->p, head, NULL, "Reason")))
		findings_add(j->out, R(VERDICT_REASON), direction->line,
			"the direction is not the winner's; a line `Reason: …` says why");
	judge_key_agreements(j);
}

/* No passage repeats an earlier text of the same seat. */
static void
judge_repeats(const struct judging *j)
{
	struct parsed *own = NULL;
	size_t n = 0;

	for (size_t i = 0; i < j->r->n; i++) {
		const struct rounds_text *t = &j->r->texts[i];
		struct grammar by = rounds_grammar(j->r, t->kind);

		if (t->seat == j->by.seat)
			parts_read(GROW(own, n), &by, t->text, t->len);
	}
	repeats_find(j->p, own, n, j->r->terms->novelty_threshold, R(RESTATE), j->out);
	while (n)
		parsed_free(&own[--n]);
	free(own);
}

static void
judge_heading(const struct judging *j)
{
	UT_string due;

	utstring_init(&due);
	rounds_heading(j->r, j->by.seat, &due);
	if (j->p->heading_line && !heading_is(j->p->heading, utstring_body(&due), NULL))
		findings_add(j->out, &kit_rules[KIT_TEXT_HEADING], j->p->heading_line,
			"the heading is `## %s`, or left out", utstring_body(&due));
	utstring_done(&due);
}

/* The texts of the record, in their order, and behind them the topic: the first number of `find` is theirs. */
static struct library
library_of(const struct rounds *r)
{
	struct quotable *v = mem_calloc(r->n + 1, sizeof *v);

	for (size_t i = 0; i < r->n; i++)
		v[i] = (struct quotable){between(r->texts[i].text, r->texts[i].text + r->texts[i].len), NULL};
	v[r->n] = (struct quotable){between(r->terms->topic, r->terms->topic + strlen(r->terms->topic)), NULL};
	return (struct library){v, r->n + 1};
}

void
rounds_judge_text(const struct rounds *r, unsigned seat, const char *text, size_t len, struct found_quotes *found,
	struct findings *out)
{
	static void (*const judges[ROUNDS_KINDS])(const struct judging *) = {
		[CHALLENGE] = judge_challenge, [DEFENCE] = judge_defence, [FOLLOWUP] = judge_followup,
		[SUMMARY] = judge_summary, [CLOSING] = judge_closing, [VERDICT] = judge_verdict};
	enum rounds_kind kind = rounds_due_kind(r, seat);
	struct grammar by = rounds_grammar(r, kind);
	struct library library = library_of(r);
	struct parsed p;
	struct judging j = {r, &p, {seat, (unsigned)r->n + 1, false}, out};

	parts_read(&p, &by, text, len);
	judge_heading(&j);
	parts_missing(&p, out);
	quotes_look_up(&p, &library, r, found, out);
	ledger_judge(&r->ledger, &p, &j.by, out);
	if (judges[kind])
		judges[kind](&j);
	if (kind == DEFENCE || kind == FOLLOWUP)
		judge_repeats(&j);
	if (r->terms->reject_evidence)
		judge_evidence(&j);
	parsed_free(&p);
	free((void *)(uintptr_t)library.v);
}
