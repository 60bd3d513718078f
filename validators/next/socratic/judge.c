/*
 * What no table of socratic says.
 */
#include "validators/next/socratic/socratic.h"

#include <stdlib.h>
#include "validators/next/kit/repeat.h"
#include "validators/text/novelty.h"
#include "validators/text/quote.h"
#include "validators/text/wordcount.h"

#define R(rule) (&socratic_rule_rows[RULE_##rule])

/* Each entry of a label, or of a section, rests on something; how many do. */
static unsigned
judge_support(const struct judging *j, const struct field *f)
{
	struct passage entry;
	unsigned held = 0;

	for (size_t at = 0; f && support_next(j->p, f, &at, &entry);) {
		enum support support = support_of(&j->support, entry.text);
		struct quote shown = quote(entry.text.s, left(&entry.text));

		held += support_holds(support);
		if (support == SUPPORT_NONE)
			findings_add(j->out, R(SUPPORT_KIND), entry.line,
				"`%s` has no URL, reference, file name or `Principle: …`", shown.s);
		else if (support == SUPPORT_BARE)
			findings_add(j->out, R(SUPPORT_SOURCE), entry.line,
				"`%s` names the source and no line, heading or quotation of it", shown.s);
		else if (support == SUPPORT_NO_PLACE)
			findings_add(j->out, R(SUPPORT_SOURCE), entry.line, "the source has no such place: `%s`",
				shown.s);
	}
	return held;
}

static void
judge_counterpoints(const struct judging *j)
{
	for (size_t i = 0; i < j->p->n_items; i++)
		if (!strcmp(j->p->items[i].part->title, "Counterpoints"))
			judge_support(j, parts_label(j->p, NULL, &j->p->items[i], "Support"));
}

static void
judge_novel(const struct judging *j, enum stance stance)
{
	const struct section *s = parts_section(j->p, "Novel Argument");
	const struct field *support = parts_label(j->p, s, NULL, "Support");
	const struct terms *terms = j->d->terms;
	bool last = (int64_t)j->d->n + 1 >= terms->max_turns;

	if (!s || ((stance == ACCEPTING_CONSENSUS || last) && says_none(s->body)))
		return;
	if (!field_given(support))
		findings_add(j->out, R(NOVEL_SUPPORT), s->end_line,
			"below `**Novel Argument**` the line `Support: …` is missing");
	judge_support(j, support);
	struct parsed *earlier = mem_calloc(j->d->n, sizeof *earlier);
	for (size_t i = 0; i < j->d->n; i++)
		debate_read(j->d, i, &earlier[i]);
	repeats_find(j->p, s, earlier, j->d->n, j->d->novelty_threshold, R(NOVEL_REPEAT), j->out);
	for (size_t i = 0; i < j->d->n; i++)
		parsed_free(&earlier[i]);
	free(earlier);
}

/* Flags; how many items block. */
static unsigned
judge_unresolved(const struct judging *j)
{
	unsigned blocking = 0;

	for (size_t i = 0; i < j->p->n_items; i++) {
		const struct item *item = &j->p->items[i];
		struct reader words;

		if (strcmp(item->part->title, "Unresolved Items") || item->verb || says_none(item->prose))
			continue;
		int flag = socratic_flag(item, &words);
		blocking += flag == 1;
		if (flag < 0)
			findings_add(j->out, R(UNRESOLVED_FLAG), item->line,
				"this item has neither `(blocking)` nor `(non-blocking)`: `%s`",
				quote(item->all.s, left(&item->all)).s);
	}
	return blocking;
}

static void
judge_revision(const struct judging *j, const struct socratic_facts *f, enum stance stance)
{
	const struct section *s = parts_section(j->p, "Stance Revision Support");
	unsigned held = 0;

	if (s && !says_none(s->body))
		held = judge_support(j, &(struct field){.line = s->line, .value = without_white(s->body)});
	if (f->spoke[j->by.seat] && stance != f->stance[j->by.seat] && !held)
		findings_add(j->out, R(STANCE_REVISION), s ? s->line : 0,
			"the stance was %s; below `**Stance Revision Support**` an item says what changed it",
			stance_words[f->stance[j->by.seat]]);
}

static void
judge_consensus(const struct judging *j, struct socratic_facts *f, enum stance stance, unsigned blocking)
{
	const struct section *s = parts_section(j->p, "Consensus");
	const struct field *accepts = parts_label(j->p, s, NULL, "Accepts");
	struct ref ref;

	if (stance == ACCEPTING_CONSENSUS && blocking)
		findings_add(j->out, R(CONSENSUS_BLOCKING), 0, "%u of its own items block", blocking);
	if (stance == ACCEPTING_CONSENSUS && !s && !utstring_len(&f->statement))
		findings_add(j->out, R(CONSENSUS_TEXT), 0, "there is no section `**Consensus**`");
	if (!accepts)
		return;
	struct reader value = accepts->value;
	if (!ref_read(socratic_refs, NULL, value.s, &value, &ref) || ref.kind != &socratic_refs[REF_TURN] || !f->turn ||
		ref.number[0] != f->turn || f->by == j->by.seat)
		findings_add(j->out, R(CONSENSUS_ACCEPTS), accepts->line,
			"`Accepts:` names the turn in which the peer put the standing statement forward");
	else if (!socratic_amend(j->p, s, &f->statement))
		findings_add(j->out, R(CONSENSUS_ACCEPTS), accepts->line,
			"the old words of each `Replace:` stand once in the statement of Turn %u", f->turn);
}

void
socratic_judge_turn(const struct judging *j)
{
	struct socratic_facts f;
	int said = socratic_stance(j->p);

	socratic_facts_read(&f, j->d);
	if (said == STANCES && !parts_label(j->p, parts_section(j->p, NULL), NULL, "Stance"))
		findings_add(j->out, R(TURN_STANCE), j->p->heading_line,
			"the heading ends with OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, DISSENTING or "
			"REVISING");
	enum stance stance = said >= 0 && said < STANCES ? (enum stance)said : f.stance[j->by.seat];
	judge_counterpoints(j);
	judge_novel(j, stance);
	unsigned blocking = judge_unresolved(j);
	judge_revision(j, &f, stance);
	judge_consensus(j, &f, stance, blocking);
	socratic_facts_free(&f);
}

/* What is lacking for an outcome; NULL: it is earned. */
static const char *
lacks(const struct debate *d, const struct socratic_facts *f, enum outcome outcome, unsigned seat)
{
	const struct terms *terms = d->terms;
	bool both = f->spoke[1] && f->spoke[2], blocks = f->blocking[1] || f->blocking[2];
	bool full = (int64_t)d->n >= terms->max_turns;
	bool agree = f->stance[1] == ACCEPTING_CONSENSUS && f->stance[2] == ACCEPTING_CONSENSUS;
	bool consensus = both && agree && !blocks && (!utstring_len(&f->statement) || f->accepted);
	bool apart = false;

	for (unsigned s = 1; s <= 2; s++)
		apart |= f->stance[s] != CONVERGING && f->stance[s] != ACCEPTING_CONSENSUS;
	switch (outcome) {
	case ACCEPTED_CONSENSUS:
		return consensus ? NULL : !both || !agree ? "both latest turns are ACCEPTING_CONSENSUS"
			: blocks ? "nothing blocks" : "the statement is accepted without amendment";
	case DISSENT:
		return !both ? "both have spoken" : !blocks && !apart ? "an item blocks, or a stance is apart"
			: f->last == seat && !full && !(f->stance[1] == DISSENTING && f->stance[2] == DISSENTING)
			? "the other side has had a turn since, or none is left" : NULL;
	case MAX_TURNS:
		return full && !consensus ? NULL : "the last turn is in, and consensus is not earned";
	case TIMEOUT:
		return d->n_seats < 2 || f->silent ? NULL : "the other side is missing or silent";
	default:
		return "only the maker closes a debate so, by `close`";
	}
}

void
socratic_judge_conclusion(const struct judging *j)
{
	const struct section *s = parts_section(j->p, NULL);
	const struct field *outcome = parts_label(j->p, s, NULL, "Outcome");
	const struct field *reason = parts_label(j->p, s, NULL, "Reason");
	struct socratic_facts f;
	const char *lacking;

	/* The reason is one paragraph, and what stands behind it the summary. */
	if (reason && !memmem(reason->value.s, left(&reason->value), "\n\n", 2))
		findings_add(j->out, R(CONCLUSION_FORM), reason->line, "no summary stands behind `Reason:`");
	if (field_word(outcome) < 0)
		return;
	socratic_facts_read(&f, j->d);
	lacking = lacks(j->d, &f, (enum outcome)field_word(outcome), j->by.seat);
	if (lacking)
		findings_add(j->out, R(CONCLUSION_UNEARNED), outcome->line, "%s is earned when %s",
			outcome_words[field_word(outcome)], lacking);
	socratic_facts_free(&f);
}

/* -- applying -- */

/* What an item says without its flag, as one number: equal items have the same. 0: nothing. */
static uint64_t
words_hash(struct reader prose)
{
	struct wordprint print;
	struct reader words;

	socratic_flag(&(struct item){.prose = prose}, &words);
	wordprint_make_whole(&print, words.s, left(&words));
	uint64_t all = print.all;
	wordprint_free(&print);
	return all;
}

/* Items by their words: a table of places in the ledger, from 1, of which each is found in the time of one. */
struct worded {
	struct worded_item {
		uint64_t hash;
		size_t point; /* from 1; 0: none */
	} *v;
	size_t room; /* a power of two */
};

/* The one with these words, or a free place for it. */
static struct worded_item *
worded_find(const struct worded *w, uint64_t hash)
{
	size_t at = hash & (w->room - 1);

	while (w->v[at].point && w->v[at].hash != hash)
		at = (at + 1) & (w->room - 1);
	return &w->v[at];
}

static struct worded
worded_read(const struct ledger *l, size_t more)
{
	struct worded w = {.room = 1};

	while (w.room < 2 * (l->n + more))
		w.room *= 2;
	w.v = mem_calloc(w.room, sizeof *w.v);
	for (size_t i = 0; i < l->n; i++) {
		uint64_t hash = socratic_is_item(&l->points[i]) ? words_hash(l->points[i].words) : 0;

		if (hash && !worded_find(&w, hash)->point)
			*worded_find(&w, hash) = (struct worded_item){hash, i + 1};
	}
	return w;
}

/* An item is one that was there by its id or by its words; or it is new, and gets an id. */
static void
apply_unresolved(struct debate *d, const struct parsed *p, const struct mover *by)
{
	struct ledger *l = &d->ledger;
	struct worded worded = worded_read(l, p->n_items);

	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		struct point *point = item->has_id ? ledger_find(l, &item->id) : NULL;

		if (strcmp(item->part->title, "Unresolved Items") || (!item->has_id && says_none(item->prose)))
			continue;
		uint64_t hash = item->has_id ? 0 : words_hash(item->all);
		struct worded_item *same = hash ? worded_find(&worded, hash) : NULL;
		if (same && same->point)
			point = &l->points[same->point - 1];
		if (point)
			ledger_note(l, point, item, by);
		else if (!item->has_id)
			ledger_raise(l, &socratic_refs[REF_ITEM], 0, p, item, by, 0);
		if (same && !same->point)
			*same = (struct worded_item){hash, l->n};
	}
	free(worded.v);
}

void
socratic_apply_turn(struct debate *d, const struct parsed *p, const struct mover *by)
{
	const struct section *novel = parts_section(p, "Novel Argument");

	for (size_t i = 0; i < p->n_items; i++) {
		const char *title = p->items[i].part->title;

		if (!strcmp(title, "Counterpoints"))
			ledger_raise(&d->ledger, &socratic_refs[REF_POINT], by->text, p, &p->items[i], by, 0);
	}
	if (novel && !says_none(novel->body)) {
		const struct item item = {.part = novel->part, .all = without_white(novel->body)};

		ledger_raise(&d->ledger, &socratic_refs[REF_POINT], by->text, p, &item, by, 0);
	}
	apply_unresolved(d, p, by);
}
