/* The synthesis: its verdict lines are those that the graph earns; what else the graph knows is written round it. */
#include "validators/next/adversarial/verdict.h"

#include <stdlib.h>
#include "validators/text/quote.h"

/* -- judging -- */

/* What a line says: the verdict, and whom it names. false: it says none. */
static bool
read_verdict(const struct base *b, struct reader r, enum adv_verdict *verdict, uint32_t *named)
{
	int v = 0;

	skip_emphasis(&r);
	while (verdict_words[v] && !skip_words(&r, verdict_words[v]))
		v++;
	if (!verdict_words[v])
		return false;
	*verdict = (enum adv_verdict)v;
	*named = 0;
	while (*verdict == BETTER_GROUNDED || *verdict == ASYMMETRIC) {
		struct reader slug;
		unsigned position;

		skip_emphasis(&r);
		if (!skip_char(&r, ':') && !skip_char(&r, ','))
			skip_char(&r, '(');
		skip_white(&r);
		skip_emphasis(&r);
		for (slug = r;
			r.s < r.end && (isalnum((unsigned char)*r.s) || *r.s == '-' || (unsigned char)*r.s >= 0x80);)
			r.s++;
		slug.end = r.s;
		position = base_position_find(b, slug);
		if (position == NO_POSITION)
			break;
		*named |= UINT32_C(1) << position;
	}
	return true;
}

static void
judge_line(const struct judging *j, const struct facts *f, const struct item *item, size_t question)
{
	const struct standing *s = &f->standing[question];
	enum adv_verdict verdict;
	uint32_t named;
	UT_string due, why;

	if (read_verdict(adv_of(j->d)->live, item->prose, &verdict, &named) && verdict == s->verdict &&
		named == s->named)
		return;
	utstring_init(&due);
	utstring_init(&why);
	print_verdict(f, question, &due);
	print_why(f, question, &why);
	findings_add(j->out, &adv_rules[RULE_VERDICT_UNEARNED], item->line, "the graph earns `Q-%zu: %s`: %s",
		question + 1, utstring_body(&due), utstring_body(&why));
	utstring_done(&due);
	utstring_done(&why);
}

void
judge_synthesis(const struct judging *j)
{
	const struct section *s = parts_section(j->p, "Verdict");
	uint64_t seen = 0;
	struct facts f;

	facts_read(&f, j->d);
	for (size_t i = 0; s && i < s->n_items; i++) {
		const struct item *item = &j->p->items[s->item + i];
		unsigned number = item->has_id && item->id.kind == &adv_refs[REF_QUESTION] ? item->id.number[0] : 0;

		if (!item->has_id)
			findings_add(
				j->out, &kit_rules[KIT_ITEM_FORM], item->line, "a line is `- Q-1: ` and its verdict");
		if (!number || number > f.n)
			continue;
		if (seen >> (number - 1) & 1)
			findings_add(j->out, &kit_rules[KIT_ANSWER_TWICE], item->line,
				"this is the second line for Q-%u", number);
		seen |= UINT64_C(1) << (number - 1);
		judge_line(j, &f, item, number - 1);
	}
	for (size_t q = 0; s && q < f.n; q++)
		if (!(seen >> q & 1))
			findings_add(j->out, &kit_rules[KIT_ITEM_MISSING], s->end_line,
				"below `**Verdict**` the line `- Q-%zu: …` is missing", q + 1);
	facts_free(&f);
}
