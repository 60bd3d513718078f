/*
 * The rules that no table of dialectic says.
 */
#include "validators/dialectic/dialectic.h"

#include <math.h>
#include <stdlib.h>
#include "validators/text/novelty.h"

#define SUM_MOST 0.01
#define REPORT_WORDS_LEAST 500
#define REPORT_WORDS_MOST 600
/* How much of the earlier arguments is looked at for one text (novelty.h). */
#define RUNS_MOST 4000000
/* So many arguments are due at once. */
#define COMPARED_MOST 3

/* -- what is said twice -- */

/* An argument is known again by its claim and its grounds, not by what is built on them. */
static void
add_said(const struct json_value *argument, struct printset *said)
{
	const struct json_value *list = json_at(argument, "grounds"), *v = NULL;
	UT_string words;

	utstring_init(&words);
	utstring_printf(&words, "%s", json_text(argument, "claim"));
	while ((v = json_next(list, v)))
		utstring_printf(&words, "\n%s", json_text(v, "content"));
	printset_add(said, utstring_body(&words), utstring_len(&words));
	utstring_done(&words);
}

struct printset *
dialectic_said(const struct parsed *p)
{
	const struct json_value *v = NULL;
	struct printset *said = printset_new();

	while ((v = json_next(json_root(p), v)))
		add_said(v, said);
	return said;
}

/* An attack or a defence that says no more than its target's claim. */
static void
judge_link_repeats(const struct judging *j, const struct json_value *link, const struct argument *target)
{
	const char *content = json_text(link, "content"), *claim = json_text(target->v, "claim");
	struct printset *said = printset_new();
	size_t runs = RUNS_MOST, says;

	printset_add(said, claim, strlen(claim));
	says = printset_add(said, content, strlen(content));
	if (printset_print(said, says)->n && printset_compare(said, said, says, j->d->novelty_threshold, &runs))
		json_tell(json_at(link, "content"), RULE(HANDIN_REPEAT), j->out, "this is its target's claim again");
	printset_free(said);
}

/* -- arguments -- */

static void
judge_links(const struct judging *j, const struct standing *s, const struct json_value *argument,
	const struct dialectic_link *kind)
{
	const struct json_value *list = json_at(argument, kind->key), *link = NULL;
	unsigned side = j->d->seats[j->by.seat - 1].role - 1;
	struct {
		const struct argument *target;
		int type;
	} met[LINKS_MOST];
	size_t n = 0;

	while ((link = json_next(list, link))) {
		const struct json_value *id = json_at(link, "target_id");
		int type = json_word(link, kind->type);
		const struct argument *target = standing_named(s, link, "target_id");

		if (!id)
			continue;
		if (!target || (target->side == side) != kind->own) {
			json_tell(id, &dialectic_rule_rows[kind->target], j->out, "%s",
				!target      ? "there is no such argument of an earlier exchange"
				: kind->own ? "this is the opponent's; only your own are defended"
					    : "this is your own; only the opponent's are attacked");
			continue;
		}
		judge_link_repeats(j, link, target);
		for (size_t i = 0; i < n; i++)
			if (!kind->own && met[i].target == target && met[i].type == type && type >= 0)
				json_tell(link, RULE(ATTACK_TWICE), j->out, "its target is attacked this way already");
		if (n < LINKS_MOST) {
			met[n].target = target;
			met[n++].type = type;
		}
	}
}

void
dialectic_judge_arguments(const struct judging *j)
{
	const struct debate *d = j->d;
	const struct json_value *v = NULL;
	size_t runs = RUNS_MOST;

	if (!json_judge(j))
		return;
	while ((v = json_next(json_root(j->p), v)))
		for (unsigned i = 0; i < LINKS; i++)
			judge_links(j, standing_of(d), v, &link_rows[i]);
	/* Each is compared with the passages of its side in earlier texts, and in this one before. Arguments beyond
	 * those that are due are not. */
	struct printset *own = printset_new();
	for (size_t n = 0; n < COMPARED_MOST && (v = json_next(json_root(j->p), v)); n++) {
		add_said(v, own);
		bool said = printset_compare(own, own, n, d->novelty_threshold, &runs) != NOVELTY_NEW;
		for (size_t i = 0; i < d->n && !said; i++)
			said = d->texts[i].seat == j->by.seat && debate_said(d, i) &&
				printset_compare(debate_said(d, i), own, n, d->novelty_threshold, &runs) != NOVELTY_NEW;
		if (said && printset_print(own, n)->n)
			json_tell(v, RULE(HANDIN_REPEAT), j->out,
				"claim and grounds repeat another argument of your own");
	}
	printset_free(own);
}

/* -- judgements -- */

/* The scores in `scores`, or the one that is on its own. Their sum is told of where each argument of this exchange has
 * one. */
static void
judge_scores(const struct judging *j, const struct standing *s)
{
	const struct json_value *list = judgement_scores(j->p), *v = NULL;
	unsigned exchange = open_exchange(j->d);
	double sum = 0;
	bool all = true;

	while ((v = json_next(list, v))) {
		const struct json_value *id = json_at(v, "argument_id"), *number = json_at(v, "score");
		struct argument *a = standing_named(s, v, "argument_id");
		double score = json_number(v, "score").value;
		bool its = a && a->id.number[0] == exchange;

		if (id && !its)
			json_tell(id, RULE(JUDGEMENT_OTHER), j->out, "this is no argument of exchange %u", exchange);
		if (its && a->judged)
			json_tell(id, RULE(JUDGEMENT_TWICE), j->out, "%s has a score already",
				printed_id(&a->id).s);
		if (number && fabs(score) > 1)
			json_tell(number, RULE(JUDGEMENT_RANGE), j->out, "a score is from -1 to 1");
		if (!json_at(v, "reasoning"))
			json_tell(v, RULE(JUDGEMENT_REASONING), j->out, "this score has no reasoning");
		if (its)
			a->judged = v;
		all &= its && number;
		sum += score;
	}
	for (size_t i = standing_newest(s, exchange); i < s->n; i++)
		if (!s->v[i].judged) {
			json_tell(list, RULE(JUDGEMENT_MISSING), j->out, "%s has no score",
				printed_id(&s->v[i].id).s);
			all = false;
		}
	if (all && !(fabs(sum) <= SUM_MOST + 1e-9))
		json_tell(list, RULE(JUDGEMENT_SUM), j->out, "the scores sum to %.3f, and not to 0", sum);
}

void
dialectic_judge_judgement(const struct judging *j)
{
	const struct json_value *all = json_root(j->p), *list = json_at(all, "rescores"), *v = NULL;
	bool id = json_at(all, "argument_id"), score = json_at(all, "score"), many = json_at(all, "scores");
	struct standing *s;

	if (!json_judge(j))
		return;
	if (many ? id || score : !id || !score)
		json_tell(all, RULE(JUDGEMENT_FORM), j->out, "%s", RULE(JUDGEMENT_FORM)->gloss);
	if (many == (id || score))
		return;
	s = standing_copy(standing_of(j->d));
	/* A rescore is told by how things stand behind those before it. */
	while ((v = json_next(list, v))) {
		struct argument *a;
		const struct rule *rule = rescore_fault(s, v, &a);

		if (!rule)
			a->score = json_number(v, "new_score");
		else if (rule == RULE(RESCORE_OLD))
			json_tell(v, rule, j->out, "skipped: %s stands at %g", printed_id(&a->id).s,
				a->score.value);
		else
			json_tell(v, rule, j->out, "skipped: %s", rule->gloss);
	}
	judge_scores(j, s);
	standing_drop(s);
}

/* -- the report -- */

void
dialectic_judge_report(const struct judging *j)
{
	const struct parsed *p = j->p;
	size_t words = 0;
	bool named = false;

	if (!p->heading_line || is_blank(p->heading.s, len_of(&p->heading)))
		findings_add(j->out, RULE(REPORT_SECTION), 1, "the first line is `# ` and a title");
	for (size_t i = 0; i < p->lines.n; i++) {
		const struct line *l = &p->lines.v[i];
		struct reader r = l->all;
		struct ref ref;

		if (l->kind == LINE_BLANK || l->kind == LINE_TITLE || l->kind == LINE_FENCE)
			continue;
		words += count_words(l->all.s, len_of(&l->all));
		while (l->kind == LINE_TEXT && ref_next(dialectic_refs, NULL, l->all.s, &r, &ref)) {
			struct said said = {0};
			bool argument = ref.kind->find == dialectic_find;

			if (argument && dialectic_find(j->d, &ref, &said) == FOUND)
				named = true;
			else if (argument)
				findings_add(j->out, RULE(REPORT_ARGUMENT), (int)i + 1, "there is no argument %s",
					printed_id(&ref).s);
			free(said.v);
		}
	}
	if (!named)
		findings_add(j->out, RULE(REPORT_ARGUMENT), 0, "no argument is named by its id, as in `%s`",
			"prop_000a");
	if (words < REPORT_WORDS_LEAST || words > REPORT_WORDS_MOST)
		findings_add(j->out, RULE(REPORT_WORDS), 0, "it has %zu words without its headings; 500 to 600 are due",
			words);
}
