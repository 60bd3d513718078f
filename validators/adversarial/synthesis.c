/* The synthesis: its verdict lines are those that the graph earns; what else the graph knows is written round it. */
#include "validators/adversarial/files.h"

#include <stdlib.h>
#include "validators/kit/show.h"
#include "validators/kit/record.h"
#include "validators/text/markdown.h"
#include "validators/text/text.h"

/* -- judging -- */

/* Does a line say the verdict of a question, and whom that names? */
static bool
says_verdict(const struct base *b, struct reader r, const struct standing *s)
{
	uint32_t named = 0;

	skip_emphasis(&r);
	if (!skip_words(&r, verdict_words[s->verdict]))
		return false;
	while (s->named) {
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
		named |= UINT32_C(1) << position;
	}
	return named == s->named;
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
		if (says_verdict(adv_of(j->d)->live, item->prose, &f.standing[number - 1]))
			continue;
		UT_string due, why;

		utstring_init(&due);
		utstring_init(&why);
		print_verdict(&f, number - 1, &due);
		print_why(&f, number - 1, &why);
		findings_add(j->out, &adv_rules[RULE_VERDICT_UNEARNED], item->line, "the graph earns `Q-%u: %s`: %s",
			number, utstring_body(&due), utstring_body(&why));
		utstring_done(&due);
		utstring_done(&why);
	}
	for (size_t q = 0; s && q < f.n; q++)
		if (!(seen >> q & 1))
			findings_add(j->out, &kit_rules[KIT_ITEM_MISSING], s->end_line,
				"below `**Verdict**` the line `- Q-%zu: …` is missing", q + 1);
	facts_free(&f);
}

/* -- output/synthesis.md -- */

/* The synthesis of the record, read; false: there is none yet. */
static bool
read_synthesis(const struct debate *d, struct parsed *p)
{
	if (!d->n || d->texts[d->n - 1].kind != KIND_SYNTHESIS)
		return false;
	debate_read(d, &d->texts[d->n - 1], p);
	return true;
}

static void
print_question_sections(const struct facts *f, UT_string *out)
{
	const struct base *live = adv_of(f->d)->live;

	for (size_t q = 0; q < f->n; q++) {
		const struct standing *s = &f->standing[q];

		utstring_printf(out, "\n### Q-%zu: ", q + 1);
		print_words(live->fixed->questions[q].text, WORDS_BYTES, out);
		utstring_printf(out, "\n\n- **Verdict**: ");
		print_verdict(f, q, out);
		utstring_printf(out, "\n- **Engaged by**: ");
		print_positions(live, s->engage, out);
		utstring_printf(out, "%s\n- **Not engaged by**: ", s->engage ? "" : "nobody");
		print_positions(live, f->positions & ~s->engage, out);
		utstring_printf(out, "%s\n- **Why**: ", f->positions & ~s->engage ? "" : "nobody");
		print_why(f, q, out);
		utstring_printf(out, "\n");
		for (unsigned p = 0; p < live->fixed->n_positions; p++)
			if (f->positions >> p & 1 && !(s->engage >> p & 1) && is_called_out(f, q, p))
				utstring_printf(out, "- **Persistent non-engagement**: %s\n", base_position(live, p));
	}
}

/* A section with a list, if there is something in the list. */
static void
put_list_section(const char *title, UT_string *list, UT_string *out)
{
	if (utstring_len(list))
		utstring_printf(out, "\n## %s\n\n%s", title, utstring_body(list));
	utstring_clear(list);
}

/* Each list of what the graph knows is a section. */
static void
print_lists(const struct facts *f, UT_string *out)
{
	const struct adversarial *a = adv_of(f->d);
	const struct base *live = a->live;
	UT_string list;

	utstring_init(&list);
	for (unsigned p = 0; p < live->fixed->n_positions; p++)
		if (f->positions >> p & 1 && is_held_against(f, p))
			utstring_printf(&list, "- %s: all its central arguments are refuted or baseless. It is held "
				"against the weight of the evidence.\n", base_position(live, p));
	put_list_section("Held against the weight of the evidence", &list, out);
	for (unsigned i = 1; i <= a->n_claims; i++)
		if (a->claims[i - 1].state == CLAIM_CLOSED)
			print_claim(f->d, i, "", false, &list);
	put_list_section("Closed claims", &list, out);
	for (size_t i = 0; i < live->n_arguments; i++) {
		const struct argument *is = &live->arguments[i];

		if (is->start == is->status)
			continue;
		utstring_printf(&list, "- arg-%03u: %s → %s", is->number, status_words[is->start],
			status_words[is->status]);
		if (f->of[i].counted != is->status)
			utstring_printf(&list, ", of which the verdict counts %s", status_words[f->of[i].counted]);
		const char *lead = "; lowered";
		EACH_OF(revision, r, a->revisions, a->n_revisions) {
			if (r->op != OP_LOWER || r->argument != is->number)
				continue;
			if (r->before == r->after)
				utstring_printf(&list, ", confirmed");
			else
				utstring_printf(&list, "%s to %s", lead, status_words[r->after]);
			utstring_printf(&list, " by %s in turn %u", adv_handle(f->d, r->seat), r->text);
			lead = ",";
		}
		utstring_printf(&list, "\n");
	}
	put_list_section("Downgrades", &list, out);
	EACH_OF(argument, is, live->arguments, live->n_arguments)
		if (is->status == BASELESS)
			utstring_printf(&list, "- arg-%03u, of %s: kb/%s\n", is->number,
				base_position(live, is->position), base_file(live, is->file)->path);
	put_list_section("Baseless", &list, out);
	EACH_OF(deflection, e, a->deflections, a->n_deflections)
		utstring_printf(&list,
			"- %s cited arg-%03u (%s) where arg-%03u (%s) was to be addressed; called out in turn %u\n",
			base_position(live, e->position), e->cited,
			status_words[base_numbered(live, e->cited)->status], e->unaddressed,
			status_words[base_numbered(live, e->unaddressed)->status], e->text);
	put_list_section("Non-engagement that was called out", &list, out);
	EACH_OF(revision, r, a->revisions, a->n_revisions)
		if (r->file)
			utstring_printf(&list, "- kb/%s, turn %u\n", base_file(live, r->file)->path, r->text);
	put_list_section("Arguments and sources added", &list, out);
	EACH_OF(remark, r, a->remarks, a->n_remarks) {
		if (!r->finds)
			continue;
		utstring_printf(&list, "- %s, turn %u: ", adv_handle(f->d, f->d->texts[r->text - 1].seat), r->text);
		print_words(r->words, WORDS_BYTES, &list);
		utstring_printf(&list, "\n");
	}
	put_list_section("Findings for a rerun of the construction", &list, out);
	utstring_done(&list);
}

/* The verdicts, what the orchestrator wrote (NULL: nothing), and what the graph knows. */
static void
print_synthesis(const struct debate *d, const struct parsed *p, UT_string *out)
{
	static const char *const sections[] = {"What was settled", "What was not", "What to read next"};
	struct facts f;

	facts_read(&f, d);
	utstring_printf(out, "\n## Verdict\n\n");
	print_verdicts(d, "- ", "\n- ", "\n", out);
	for (size_t i = 0; p && i < sizeof sections / sizeof *sections; i++) {
		const struct section *s = parts_section(p, sections[i]);
		struct reader body = s ? without_white(s->body) : (struct reader){"", ""};

		utstring_printf(out, "\n## %s\n\n%.*s\n", sections[i], (int)len_of(&body), body.s);
	}
	utstring_printf(out, "\n## Central questions\n");
	print_question_sections(&f, out);
	print_lists(&f, out);
	utstring_printf(out,
		"\nAll %zu revisions are in `kb/revisions.md`; `kb-snapshot-construction/` is the base before this "
		"debate.\n",
		adv_of(d)->n_revisions);
	facts_free(&f);
}

void
adv_synthesis_file(const struct debate *d, UT_string *out)
{
	struct parsed p;

	utstring_printf(out, "# Synthesis\n");
	if (!read_synthesis(d, &p)) {
		utstring_printf(out, "\n%s\n",
			debate_is_closed(d) ? "No synthesis was written." : "It is not written yet.");
		return;
	}
	print_synthesis(d, &p, out);
	parsed_free(&p);
}

/* -- conclusion.md -- */

void
adv_conclusion(const struct debate *d, UT_string *out)
{
	char time[RECORD_TIME_BYTES];
	struct parsed p;
	bool is_written = read_synthesis(d, &p);

	debate_print_cautions(d, out);
	debate_print_end(d, out);
	if (!is_written)
		utstring_printf(out, "\nNo synthesis was written; this is how the graph stands.\n");
	print_synthesis(d, is_written ? &p : NULL, out);
	if (is_written)
		parsed_free(&p);
	utstring_printf(out, "\n## The debate\n\n- ended: %s\n", record_time(d->end.time_ms, time));
	if (is_written && d->end.reason && *d->end.reason) {
		utstring_printf(out, "- why: ");
		md_escape(out, d->end.reason);
		utstring_printf(out, "\n");
	}
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		utstring_printf(out, "- %s: ", adv_handle(d, seat));
		brief_seat(d, seat, out);
		utstring_printf(out, "\n");
	}
	utstring_printf(out, "- %zu turns; the whole of it: `debate.md`; as a page: `view.html`\n",
		d->n - is_written);
}
