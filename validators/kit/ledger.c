#include "validators/kit/ledger.h"

#include <assert.h>
#include <stdlib.h>
#include "validators/text/text.h"

/* Their numbers are `from` and those behind it; of a kind with two numbers, the second ones. */
struct point_run {
	const struct ref_kind *kind;
	unsigned first, from;
	size_t point, n;
};

void
ledger_free(struct ledger *l)
{
	free(l->points);
	free(l->moves);
	free(l->runs);
	*l = (struct ledger){0};
}

void
ledger_copy(struct ledger *l)
{
	l->points = GROWN_COPY(l->points, l->n);
	l->moves = GROWN_COPY(l->moves, l->n_moves);
	l->runs = GROWN_COPY(l->runs, l->n_runs);
}

static bool
has_two_numbers(const struct ref_kind *kind)
{
	const char *mark = strchr(kind->form, '#');

	return mark && strchr(mark + strspn(mark, "#"), '#');
}

/* The label that says what an item rests on. */
static const struct field *
evidence_of(const struct parsed *p, const struct item *item)
{
	return item->part->labels ? parts_label(p, NULL, item, item->part->labels[0].word) : NULL;
}

const struct point *
ledger_raise(struct ledger *l, const struct ref_kind *kind, unsigned first, const struct parsed *p,
	const struct item *item, const struct mover *by, unsigned state)
{
	bool two = has_two_numbers(kind);
	struct point_run *run = l->n_runs ? &l->runs[l->n_runs - 1] : NULL;
	unsigned number = 1;

	first = two ? first : 0;
	for (size_t i = 0; i < l->n_runs; i++)
		if (l->runs[i].kind == kind && l->runs[i].first == first)
			number = l->runs[i].from + (unsigned)l->runs[i].n;
	/* It goes on with the last run, or begins one. */
	if (!run || run->kind != kind || run->first != first) {
		run = GROW(l->runs, l->n_runs);
		*run = (struct point_run){.kind = kind, .first = first, .from = number, .point = l->n};
	}
	run->n++;
	struct point *point = GROW(l->points, l->n);
	*point = (struct point){.id = {.kind = kind, .number = {two ? first : number, two ? number : 0}},
		.seat = by->seat, .text = by->text, .moved = by->text, .state = state, .words = item->all};
	point->bare = !field_given(evidence_of(p, item));
	return point;
}

struct point *
ledger_find(const struct ledger *l, const struct ref *ref)
{
	bool two = has_two_numbers(ref->kind);
	unsigned first = two ? ref->number[0] : 0, number = ref->number[two];

	for (size_t i = 0; i < l->n_runs; i++) {
		const struct point_run *run = &l->runs[i];

		if (run->kind == ref->kind && run->first == first && number >= run->from && number - run->from < run->n)
			return &l->points[run->point + (number - run->from)];
	}
	return NULL;
}

static bool
is_by(enum by by, const struct point *point, unsigned seat)
{
	return by == BY_OWNER ? point->seat == seat : by == BY_OTHER ? point->seat != seat : true;
}

bool
point_is_due(const struct point *point, const struct due_row *due, unsigned seat)
{
	return due->states & STATE(point->state) && point->moved >= due->since && is_by(due->by, point, seat);
}

/* -- judging -- */

/* The point of an item that may move it, by a section with verbs that move points. */
static struct point *
point_of(const struct ledger *l, const struct item *item)
{
	bool moves = false;

	for (const struct verb_row *v = item->part->verbs; v && v->word; v++)
		moves |= v->from != 0;
	return item->has_id && moves ? ledger_find(l, &item->id) : NULL;
}

/* Has the thread of a point, which is its own item and its moves, this reference, or (NULL) these folded words? */
static bool
thread_has(const struct ledger *l, const struct point *point, const struct parsed *p, const struct ref *ref,
	const char *words)
{
	bool has = words && !*words;

	for (size_t i = 0; i <= l->n_moves && !has; i++) {
		struct reader said = i ? l->moves[i - 1].words : point->words, r = said;
		char *folded = NULL;
		struct ref there;

		if (i && &l->points[l->moves[i - 1].point] != point)
			continue;
		while (ref && !has && ref_next(p->by.refs, p->by.source, said.s, &r, &there))
			has = ref_equal(ref, &there);
		if (words)
			has = strstr(folded = text_fold_words(said.s, len_of(&said)), words);
		free(folded);
	}
	return has;
}

/* Has an item evidence or a reference that the thread of its point does not have? */
static bool
brings_news(const struct ledger *l, const struct point *point, const struct parsed *p, const struct item *item)
{
	const struct field *evidence = evidence_of(p, item);
	struct reader r = item->all;
	bool news = false;
	struct ref ref;

	if (field_given(evidence)) {
		char *words = text_fold_words(evidence->value.s, len_of(&evidence->value));

		news = !thread_has(l, point, p, NULL, words);
		free(words);
	}
	while (!news && ref_next(p->by.refs, p->by.source, item->all.s, &r, &ref))
		news = ledger_find(l, &ref) != point && !thread_has(l, point, p, &ref, NULL);
	return news;
}

static bool
may_move(const struct verb_row *v, const struct point *point, const struct mover *by)
{
	return v->from & STATE(point->state) && is_by(v->by, point, by->seat) &&
		!(v->needs & NEEDS_BARE && !point->bare);
}

static void
judge_item(const struct ledger *l, const struct parsed *p, const struct item *item, const struct point *point,
	const struct mover *by, struct findings *out)
{
	const struct verb_row *v = item->verb;
	struct quote id = quote(item->id.text.s, len_of(&item->id.text));
	char verbs[LIMIT_VALUE_BYTES] = "";
	bool noted = false;

	if (!v || !may_move(v, point, by)) {
		size_t used = 0;

		for (size_t i = point->noted; i; i = l->moves[i - 1].before)
			noted |= !l->moves[i - 1].verb;
		if (!v && point->seat == by->seat && noted)
			return; /* who raised it answers to that */
		for (v = item->part->verbs; v->word && used < sizeof verbs; v++)
			if (may_move(v, point, by))
				used += (size_t)snprintf(verbs + used, sizeof verbs - used, "%s%s", used ? ", " : "",
					v->word);
		findings_add(out, &kit_rules[KIT_ANSWER_VERB], item->line,
			*verbs ? "behind `%s:` stands one of %s" : "%s takes no answer now", id.s, verbs);
		return;
	}
	for (unsigned i = 0; item->part->labels && item->part->labels[i].word; i++)
		if (v->needs & NEEDS_LABEL(i) && !field_given(parts_label(p, NULL, item, item->part->labels[i].word)))
			label_missing(p, NULL, item, &item->part->labels[i], &kit_rules[KIT_ANSWER_NEEDS], out);
	if (v->needs & NEEDS_NEW && !brings_news(l, point, p, item))
		findings_add(out, &kit_rules[KIT_ANSWER_NEEDS], item->line,
			"`%s: %s` has a reference or evidence that nobody brought to %s before", id.s, v->word, id.s);
}

void
ledger_judge(const struct ledger *l, const struct parsed *p, const struct mover *by, const struct due_row *due,
	struct findings *out)
{
	bool *named = mem_calloc(l->n, sizeof *named);
	const struct section *s = due->rule ? parts_section(p, due->part->title) : NULL;

	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		const struct point *point = point_of(l, item);

		if (!point)
			continue;
		if (named[point - l->points])
			findings_add(out, &kit_rules[KIT_ANSWER_TWICE], item->line, "this is the second item for %s",
				quote(item->id.text.s, len_of(&item->id.text)).s);
		named[point - l->points] = true;
		judge_item(l, p, item, point, by, out);
	}
	for (size_t i = 0; due->rule && i < l->n; i++) {
		if (named[i] || !point_is_due(&l->points[i], due, by->seat))
			continue;
		struct printed_id id = printed_id(&l->points[i].id);
		findings_add(out, due->rule, s ? s->end_line : 0,
			"%s is due: below `**%s**` the line `- %s: …` is missing", id.s, due->part->title, id.s);
	}
	free(named);
}

void
ledger_note(struct ledger *l, struct point *point, const struct item *item, const struct mover *by)
{
	*GROW(l->moves, l->n_moves) =
		(struct point_move){(size_t)(point - l->points), by->seat, by->text, NULL, item->all, point->noted};
	point->moved = by->text;
	point->noted = l->n_moves;
}

void
ledger_apply(struct ledger *l, const struct parsed *p, const struct mover *by)
{
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		struct point *point = point_of(l, item);

		if (!point || !item->verb || !item->verb->from)
			continue;
		ledger_note(l, point, item, by);
		l->moves[l->n_moves - 1].verb = item->verb;
		assert(item->verb->to < 32);
		point->state = item->verb->to;
	}
}

bool
ledger_print_raised(const struct ledger *l, unsigned text, UT_string *out)
{
	bool any = false;

	for (size_t i = 0; i < l->n; i++) {
		if (l->points[i].text != text)
			continue;
		utstring_printf(out, "%s%s", any ? ", " : "", printed_id(&l->points[i].id).s);
		any = true;
	}
	return any;
}
