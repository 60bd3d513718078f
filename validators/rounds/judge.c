/*
 * The rules that no table of rounds says: a function a kind of text.
 */
#include "validators/rounds/rounds.h"

#include <stdlib.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define CLOSING_WORDS 300
/* 500 to 800 tokens, of which four are about three words. */
#define SUMMARY_WORDS_LEAST 375
#define SUMMARY_WORDS_MOST 600
#define R(rule) (&rounds_rule_rows[RULE_##rule])

static bool
is_below(const struct item *item, const char *title)
{
	return !strcmp(item->part->title, title);
}

/* Is it an item of Points that is no `none`? */
static bool
is_point(const struct item *item)
{
	return is_below(item, "Points") && !item->verb;
}

/* evidence = "reject": each claim, point and concession has some; other answers have what their verb needs. */
void
rounds_judge_evidence(const struct judging *j)
{
	for (size_t i = 0; j->d->terms->strict_evidence && i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];

		if (rounds_is_unsupported(j->p, item))
			label_missing(j->p, NULL, item, item->part->labels, R(EVIDENCE_NONE), j->out);
	}
}

/* A claim is called unsupported, or agreed to. */
static void
judge_contradictions(const struct judging *j)
{
	const struct ledger *l = &j->d->ledger;
	const char **said = mem_calloc(l->n, sizeof *said); /* of each point, the section */

	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		const struct point *claim = item->has_id ? ledger_find(l, &item->id) : NULL;
		const char **other = claim ? &said[claim - l->points] : NULL;

		if (!claim || is_below(item, "Points"))
			continue;
		if (*other && *other != item->part->title)
			findings_add(j->out, &kit_rules[KIT_ANSWER_TWICE], item->line,
				"%s stands below `**%s**` and below `**%s**`: it is one of the two",
				quote(item->id.text.s, len_of(&item->id.text)).s, *other, item->part->title);
		*other = item->part->title;
	}
	free(said);
}

void
rounds_judge_challenge(const struct judging *j)
{
	const struct section *points = parts_section(j->p, "Points");
	unsigned tags = 0;
	bool flaw = false;
	UT_string missing;

	rounds_judge_evidence(j);
	judge_contradictions(j);
	if (!points)
		return;
	for (size_t i = 0; i < j->p->n_items; i++) {
		flaw |= is_point(&j->p->items[i]);
		tags |= is_below(&j->p->items[i], "Points") ? j->p->items[i].tags : 0;
	}
	if (points->n_items && !flaw)
		findings_add(j->out, R(CHALLENGE_FLAW), points->line,
			"below `**Points**` stands no item that is not `none`");
	for (size_t i = 1; &j->p->sections[i] < points; i++)
		findings_add(j->out, R(CHALLENGE_FLAW), j->p->sections[i].line, "`**Points**` comes first");
	utstring_init(&missing); /* tags that no item of Points has, in one finding */
	for (unsigned i = 0; points->part->tags[i]; i++)
		if (!(tags >> i & 1))
			utstring_printf(&missing, "%s`- [%s] …`", utstring_len(&missing) ? ", " : "",
				points->part->tags[i]);
	if (utstring_len(&missing))
		findings_add(j->out, R(CHALLENGE_CATEGORIES), points->end_line,
			"below `**Points**` lines are missing: %s; `none: …` behind a tag says what was looked at",
			utstring_body(&missing));
	utstring_done(&missing);
}

void
rounds_judge_followup(const struct judging *j)
{
	bool progress = false;

	rounds_judge_evidence(j);
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];

		progress |= is_point(item) || (is_below(item, "Answers") && item->verb && item->verb->to != CONCEDED);
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
		words += count_words(p->sections[i].body.s, len_of(&p->sections[i].body));
	return words;
}

void
rounds_judge_summary(const struct judging *j)
{
	size_t words = words_of(j->p);

	if (words < SUMMARY_WORDS_LEAST || words > SUMMARY_WORDS_MOST)
		findings_add(j->out, R(SUMMARY_LENGTH), 0, "it has %zu words; 500 to 800 tokens are about %d to %d",
			words, SUMMARY_WORDS_LEAST, SUMMARY_WORDS_MOST);
}

void
rounds_judge_closing(const struct judging *j)
{
	struct due_row due = debate_due_points(j->d, j->d->format->kinds[CLOSING].due);
	size_t words = words_of(j->p);

	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		const struct point *point = item->has_id ? ledger_find(&j->d->ledger, &item->id) : NULL;

		if (point && !point_is_due(point, &due, j->by.seat))
			findings_add(j->out, R(CLOSING_NEW), item->line,
				"`%s` was not raised or put back to open in the last round",
				quote(item->id.text.s, len_of(&item->id.text)).s);
	}
	if (words > CLOSING_WORDS)
		findings_add(j->out, R(CLOSING_WORDS), 0, "it has %zu words; %d are allowed", words, CLOSING_WORDS);
}

unsigned
rounds_winner(const struct debate *d, const struct parsed *verdict)
{
	const struct field *f = parts_label(verdict, parts_section(verdict, NULL), NULL, "Winner");

	for (unsigned role = ROLE_PROPOSER; f && role <= ROLE_CHALLENGER; role++) {
		const char *other = rounds_tool(d, ROLE_PROPOSER + ROLE_CHALLENGER - role);
		struct reader at = f->value;

		if (!begins_with_word(f->value, rounds_tool(d, role)))
			continue;
		skip_emphasis(&at);
		skip_words(&at, rounds_tool(d, role)); /* the other's name may be its beginning */
		for (; len_of(&at) && !strchr("\n.(", *at.s) && !skip_sep(&at, false); at.s++)
			if (skip_words(&at, other))
				return 0;
		return role;
	}
	return 0;
}

void
rounds_judge_verdict(const struct judging *j)
{
	const struct section *head = parts_section(j->p, NULL);
	const struct field *winner = parts_label(j->p, head, NULL, "Winner");
	const struct field *because = parts_label(j->p, head, NULL, "Because");
	const struct field *direction = parts_label(j->p, head, NULL, "Direction");
	unsigned won = rounds_winner(j->d, j->p);

	if (winner && !won)
		findings_add(j->out, R(VERDICT_WINNER), winner->line, "`Winner:` is %s or %s",
			rounds_tool(j->d, ROLE_PROPOSER), rounds_tool(j->d, ROLE_CHALLENGER));
	struct reader at = because ? because->value : (struct reader){0};
	struct said said = {0};
	struct ref ref;
	bool names = !because;

	while (!names && ref_next(rounds_refs, j->d->source, because->value.s, &at, &ref))
		names = ref.kind->flags & REF_TEXT && ref.kind->find(j->d, &ref, &said) == FOUND;
	free(said.v);
	if (!names)
		findings_add(j->out, R(VERDICT_BECAUSE), because->line,
			"`Because:` names no claim, point or round, as in `C1.1` or `Round 1`");
	if (won && field_word(direction) >= 0 && (unsigned)field_word(direction) + 1 != won &&
		!field_given(parts_label(j->p, head, NULL, "Reason")))
		findings_add(j->out, R(VERDICT_REASON), direction->line,
			"the direction is not the winner's; a line `Reason: …` says why");
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		const struct point *point = item->has_id ? ledger_find(&j->d->ledger, &item->id) : NULL;

		if (!is_below(item, "Key Agreements"))
			continue;
		if (!point)
			findings_add(j->out, R(VERDICT_AGREEMENTS), item->line,
				"this item does not begin with the id of a claim or point, as in `- C1.1: …`");
		else if (!(STATE(point->state) & (STATE(AGREED) | STATE(CONCEDED) | STATE(RESOLVED))))
			findings_add(j->out, R(VERDICT_AGREEMENTS), item->line,
				"`%s` is not agreed, conceded or resolved",
				quote(item->id.text.s, len_of(&item->id.text)).s);
	}
}
