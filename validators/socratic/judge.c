/*
 * The rules that no table of socratic says.
 */
#include "validators/socratic/socratic.h"

#include <stdlib.h>
#include "validators/kit/debate.h"
#include "validators/text/novelty.h"
#include "validators/text/text.h"

#define R(rule) (&socratic_rule_rows[RULE_##rule])

/* Up to which of its marks is a heading the one that is due? */
const struct rule *
socratic_misheaded(struct reader heading, const char *due)
{
	const char *number = strstr(due, " —"), *name = strstr(due, " (");
	char part[LIMIT_NAME_BYTES + 64];
	struct reader rest;

	if (!number || !name || !heading_is(heading, "Turn", &rest))
		return &kit_rules[KIT_TEXT_HEADING];
	snprintf(part, sizeof part, "%.*s —", (int)(number - due), due);
	if (!heading_is(heading, part, &rest))
		return R(TURN_NUMBER);
	snprintf(part, sizeof part, "%.*s (", (int)(name - due), due);
	return heading_is(heading, part, &rest) ? R(TURN_IDENTITY) : R(TURN_PARTICIPANT);
}

/* Each entry of a label, or of a section, rests on something; how many do. */
static unsigned
judge_support(const struct judging *j, const struct field *f)
{
	struct passage entry;
	unsigned held = 0;
	bool told = j->d->terms->evidence_root;

	for (size_t i = 0; i < j->out->n; i++) /* once of a text */
		told |= j->out->v[i].rule == R(SUPPORT_FILE);
	for (size_t at = 0; f && socratic_next_entry(j->p, f, &at, &entry);) {
		if (is_blank(entry.text.s, len_of(&entry.text)))
			continue;
		enum support support = socratic_support(j, entry.text);
		struct quote shown = quote(entry.text.s, len_of(&entry.text));

		held += support == SUPPORT_HOLDS || support == SUPPORT_FILE;
		if (support == SUPPORT_FILE && !told)
			findings_add(j->out, R(SUPPORT_FILE), entry.line,
				"nobody looks up the files of this text: config.toml sets no `evidence_root`");
		told |= support == SUPPORT_FILE;
		if (support == SUPPORT_NONE)
			findings_add(j->out, R(SUPPORT_KIND), entry.line,
				"`%s` has no URL, reference or file name (with a slash, or in backticks), nor the "
				"label `Principle:`, which stays English", shown.s);
		else if (support == SUPPORT_BARE)
			findings_add(j->out, R(SUPPORT_SOURCE), entry.line,
				"`%s` names the source and no line, heading or quotation (three words or more) of it",
				shown.s);
		else if (support == SUPPORT_NO_PLACE)
			findings_add(j->out, R(SUPPORT_SOURCE), entry.line, "the source has no such place: `%s`",
				shown.s);
	}
	return held;
}

/* The passages of a turn that another may not repeat: its position, its claims and its novel argument. */
struct printset *
socratic_said(const struct parsed *p)
{
	const struct section *sections[] = {parts_section(p, "Position"), parts_section(p, "Novel Argument")};
	struct printset *made;
	struct parsed alone;
	UT_string said;

	utstring_init(&said);
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
		struct reader body = sections[i] ? socratic_unsupported(p, sections[i]->body) : (struct reader){0};

		utstring_printf(&said, "%.*s\n\n", (int)len_of(&body), body.s ? body.s : "");
	}
	for (size_t i = 0; i < p->n_fields; i++)
		if (!strcmp(p->fields[i].label->word, "Claim"))
			utstring_printf(&said, "%.*s\n\n", (int)len_of(&p->fields[i].value), p->fields[i].value.s);
	parts_read(&alone, &p->by, utstring_body(&said), utstring_len(&said));
	made = repeats_read(&alone);
	parsed_free(&alone);
	utstring_done(&said);
	return made;
}

static void
judge_novel(const struct judging *j, enum stance stance)
{
	const struct section *s = parts_section(j->p, "Novel Argument");
	const struct field *support = parts_label(j->p, s, NULL, "Support");
	bool last = (int64_t)j->d->n + 1 >= j->d->terms->max_turns;

	if (!s || ((stance == ACCEPTING_CONSENSUS || last) && says_none(s->body)))
		return;
	struct reader words = socratic_unsupported(j->p, s->body);
	if (support && len_of(&words) && is_blank(words.s, len_of(&words)))
		findings_add(j->out, &kit_rules[KIT_SECTION_EMPTY], s->line,
			"nothing stands below `**Novel Argument**`");
	if (!field_given(support))
		findings_add(j->out, R(NOVEL_SUPPORT), s->end_line,
			"below `**Novel Argument**` the line `Support: …` is missing%s",
			stance == ACCEPTING_CONSENSUS || last ? "; if there is none, write `None.`" : "");
	judge_support(j, support);
	repeats_judge(j, s, false, R(NOVEL_REPEAT));
}

static void
judge_consensus(const struct judging *j, const struct socratic_facts *f, enum stance stance, unsigned blocking)
{
	const struct section *s = parts_section(j->p, "Consensus");
	const struct field *accepts = parts_label(j->p, s, NULL, "Accepts");
	const struct field *replace = parts_label(j->p, s, NULL, "Replace");
	int line = accepts ? accepts->line : 0; /* that begins with `Accepts Turn 3`, with a colon or without */
	bool none = !s || is_blank(s->body.s, len_of(&s->body)) || says_none(s->body);
	struct reader accepted = accepts ? accepts->value : (struct reader){0};
	UT_string amended;
	struct ref ref;

	if (stance == ACCEPTING_CONSENSUS && blocking)
		findings_add(j->out, R(CONSENSUS_BLOCKING), 0, "%u of its own items block", blocking);
	if (stance == ACCEPTING_CONSENSUS && none && !utstring_len(&f->statement))
		findings_add(j->out, R(CONSENSUS_TEXT), 0, "there is no statement below `**Consensus**`");
	for (int i = s ? s->line : 0; s && !line && i < s->end_line; i++) {
		struct reader r = j->p->lines.v[i].rest;

		skip_emphasis(&r);
		if (j->p->lines.v[i].kind != LINE_TEXT || !skip_words(&r, "Accepts"))
			continue;
		skip_emphasis(&r);
		skip_white(&r);
		skip_emphasis(&r);
		line = ref_read(socratic_refs, j->p->by.source, r.s, &r, &ref) ? i + 1 : 0;
	}
	accepted.end = paragraph_end(accepted); /* amendments stand behind it */
	utstring_init(&amended);
	utstring_concat(&amended, &f->statement);
	bool amends = s && socratic_amend(j->p, s, &amended);
	struct findings faults = {0};
	if (amends && accepts)
		safety_judge_made(j->p,
			reader_of(utstring_body(&amended), utstring_body(&amended) + utstring_len(&amended)), &faults);
	for (size_t i = 0; i < faults.n; i++)
		findings_add(j->out, faults.v[i].rule, accepts->line, "in the statement as it would be then: %s",
			faults.v[i].text);
	findings_free(&faults);
	utstring_done(&amended);
	if (!line && replace && amends) /* alone it would be the statement itself */
		line = replace->line;
	if (!line)
		return;
	if (f->turn && f->by == j->by.seat)
		findings_add(j->out, R(CONSENSUS_ACCEPTS), line,
			"the statement that stands is your own: leave this section out, or write another one whole");
	else if (!f->turn)
		findings_add(j->out, R(CONSENSUS_ACCEPTS), line, "nobody has put a statement forward");
	else if (!accepts || refs_only(socratic_refs, NULL, accepted, &ref) != 1 ||
		 ref.kind != &socratic_refs[REF_TURN] || ref.number[0] != f->turn)
		findings_add(j->out, R(CONSENSUS_ACCEPTS), line,
			"the line `Accepts: Turn %u`, with nothing else in it, accepts what the peer put "
			"forward", f->turn);
	else if (!amends)
		findings_add(j->out, R(CONSENSUS_ACCEPTS), accepts->line,
			"the old words of each `Replace:` stand once in the statement of Turn %u", f->turn);
}

void
socratic_judge_turn(const struct judging *j)
{
	const struct socratic_facts *f = socratic_facts(j->d);
	int said = socratic_stance(j->p);
	unsigned blocking = 0; /* its own items that do */
	struct reader rest;

	for (size_t i = 0; i < j->p->lines.n; i++) { /* the heading of a second turn is reserved besides */
		struct reader r = j->p->lines.v[i].rest;

		if (j->p->lines.v[i].kind == LINE_TEXT && skip_text(&r, "##") && skip_white(&r) &&
			skip_words(&r, "Turn"))
			findings_add(j->out, R(TURN_ONE), (int)i + 1, "a second turn begins here");
	}
	if (said == STANCES && heading_is(j->p->heading, "Turn", &rest) &&
		!parts_label(j->p, parts_section(j->p, NULL), NULL, "Stance"))
		findings_add(j->out, R(TURN_STANCE), j->p->heading_line,
			"the heading ends with OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, DISSENTING or "
			"REVISING");
	enum stance stance = said >= 0 && said < STANCES ? (enum stance)said : f->stance[j->by.seat];
	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		struct reader words;

		if (!strcmp(item->part->title, "Counterpoints"))
			judge_support(j, parts_label(j->p, NULL, item, "Support"));
		if (strcmp(item->part->title, "Unresolved Items") || says_none(item->prose) ||
			(item->verb && item->has_id)) /* settled */
			continue;
		int flag = socratic_flag(item, &words);
		blocking += flag == 1;
		if (flag < 0)
			findings_add(j->out, R(UNRESOLVED_FLAG), item->line,
				"this item has neither `(blocking)` nor `(non-blocking)`: `%s`",
				quote(item->all.s, len_of(&item->all)).s);
		else if (!item->has_id && is_blank(words.s, len_of(&words)))
			findings_add(j->out, &kit_rules[KIT_ITEM_MISSING], item->line, "this item says nothing");
	}
	judge_novel(j, stance);
	if (f->spoke[j->by.seat] && stance != f->stance[j->by.seat]) {
		const struct section *s = parts_section(j->p, "Stance Revision Support");

		if (!s || says_none(s->body) ||
			!judge_support(j, &(struct field){.line = s->line, .value = without_white(s->body)}))
			findings_add(j->out, R(STANCE_REVISION), s ? s->line : 0,
				"the stance was %s; below `**Stance Revision Support**` an item says what changed it",
				stance_words[f->stance[j->by.seat]]);
	}
	judge_consensus(j, f, stance, blocking);
}

bool
socratic_consensus_is_earned(const struct debate *d)
{
	const struct socratic_facts *f = socratic_facts(d);

	return f->spoke[1] && f->spoke[2] && f->stance[1] == ACCEPTING_CONSENSUS &&
	       f->stance[2] == ACCEPTING_CONSENSUS && !f->blocking[1] && !f->blocking[2] &&
	       (!utstring_len(&f->statement) || f->accepted);
}

/* When an outcome that is not earned would be; NULL: it is. */
static const char *
outcome_lacks(const struct debate *d, const struct socratic_facts *f, enum outcome outcome, unsigned seat)
{
	bool both = f->spoke[1] && f->spoke[2], blocks = f->blocking[1] || f->blocking[2];
	bool full = (int64_t)d->n >= d->terms->max_turns;
	bool dissents = f->stance[1] == DISSENTING && f->stance[2] == DISSENTING;
	bool apart = !stance_comes_closer(f->stance[1]) || !stance_comes_closer(f->stance[2]);

	switch (outcome) {
	case ACCEPTED_CONSENSUS:
		if (socratic_consensus_is_earned(d))
			return NULL;
		return !both || f->stance[1] != ACCEPTING_CONSENSUS || f->stance[2] != ACCEPTING_CONSENSUS
			? "both latest turns are ACCEPTING_CONSENSUS"
			: blocks ? "nothing blocks" : "the statement is accepted without amendment";
	case DISSENT:
		if (!both || !(blocks || apart))
			return !both ? "both have spoken" : "an item blocks, or a stance is apart";
		return f->last == seat && !full && !dissents ? "the other side has had a turn since, or none is left"
							      : NULL;
	case MAX_TURNS:
		return full && !socratic_consensus_is_earned(d) ? NULL
			: "the last turn is in, and consensus is not earned";
	case TIMEOUT:
		return d->order.phase == PHASE_ALONE || (f->last == seat && !d->order.last)
			? NULL : "it was claimed `for=timeout`, and the other side is missing or was silent";
	default:
		return "only the maker closes a debate so, by `close`";
	}
}

unsigned
socratic_earned(const struct debate *d, unsigned seat)
{
	const struct socratic_facts *f = socratic_facts(d);
	unsigned earned = 0;

	for (int outcome = 0; outcome < INVALIDATED; outcome++)
		earned |= outcome_lacks(d, f, (enum outcome)outcome, seat) ? 0 : 1u << outcome;
	return earned;
}

bool
socratic_may_conclude(const struct debate *d, unsigned seat)
{
	return socratic_earned(d, seat);
}

void
socratic_judge_conclusion(const struct judging *j)
{
	const struct section *s = parts_section(j->p, NULL);
	const struct field *outcome = parts_label(j->p, s, NULL, "Outcome");
	const struct field *reason = parts_label(j->p, s, NULL, "Reason");
	const struct socratic_facts *f = socratic_facts(j->d);
	const char *lacking;

	/* The lines behind the reason are the summary. */
	if (reason && field_first_end(reason) == reason->value.s)
		findings_add(j->out, R(CONCLUSION_FORM), reason->line, "`Reason:` has no words");
	else if (reason && field_first_end(reason) == reason->value.end)
		findings_add(j->out, R(CONCLUSION_FORM), reason->line, "no summary stands behind `Reason:`");
	if (!outcome) { /* it may be a turn where only a conclusion may be handed in */
		const struct lines *ls = &j->p->lines;
		const struct grammar by = {&j->d->format->kinds[KIND_TURN].kind, j->p->by.refs, j->p->by.source, NULL};
		struct parsed p;

		parts_read(&p, &by, ls->v[0].all.s, (size_t)(ls->v[ls->n - 1].all.end - ls->v[0].all.s));
		if (p.n_sections > 1 && (int64_t)j->d->n >= j->d->terms->max_turns)
			findings_add(j->out, R(TURN_LIMIT), 1, "turn %zu is the last; a conclusion is due", j->d->n);
		else if (p.n_sections > 1 && j->d->n)
			findings_add(j->out, R(TURN_ALTERNATION), 1,
				"turn %zu was yours, and the next is the other's", j->d->n);
		parsed_free(&p);
	}
	if (field_word(outcome) < 0)
		return;
	lacking = outcome_lacks(j->d, f, (enum outcome)field_word(outcome), j->by.seat);
	if (lacking)
		findings_add(j->out, R(CONCLUSION_UNEARNED), outcome->line, "%s is earned when %s",
			outcome_words[field_word(outcome)], lacking);
}
