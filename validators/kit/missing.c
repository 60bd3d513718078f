/*
 * Missing lines of a text: which line is missing, and behind which line it belongs.
 */
#include "validators/kit/parts.h"

#include "validators/kit/ledger.h"
#include "validators/text/text.h"

static void
tell_missing(struct findings *out, const struct rule *rule, int behind, const char *what, const char *shown)
{
	findings_add(out, rule, behind ? behind : 1, "the line `%s` is missing%s; it belongs %s", shown, what,
		behind ? "behind this line" : "at the beginning");
}

static const struct rule *
rule_of(const struct rule *own, enum kit_rule shared)
{
	return own ? own : &kit_rules[shared];
}

static struct quote
quote_first_line(struct reader r)
{
	struct reader line = r;

	next_line(&r, &line);
	return quote(line.s, len_of(&line));
}

void
label_missing(const struct parsed *p, const struct section *s, const struct item *item, const struct label *label,
	const struct rule *rule, struct findings *out)
{
	const struct field *f = parts_label(p, s, item, label->word);
	const char *blank = label->blank ? label->blank : "…"; /* what is below its line is no part of it */
	char line[LIMIT_QUOTE_BYTES], what[3 * LIMIT_QUOTE_BYTES] = "";

	if (out->errors == LIMIT_FINDINGS) { /* nobody would read one more */
		out->dropped++;
		return;
	}
	if (item)
		snprintf(what, sizeof what, " in the item `%s`", quote_first_line(item->all).s);
	snprintf(line, sizeof line, "%s%s:%s%.*s", item ? "  " : "", label->word,
		*blank && *blank != '\n' ? " " : "", (int)strcspn(blank, "\n"), blank);
	if (f)
		findings_add(out, rule, f->line, "`%s:` says nothing%s", label->word,
			says_none(f->value) ? " but none" : "");
	else
		tell_missing(out, rule, item ? item->end_line : s->end_line, what, line);
}

/* The labels of an item, or (NULL) of a section. */
static void
labels_missing(const struct parsed *p, const struct section *s, const struct item *item, struct findings *out)
{
	for (const struct label *l = item ? item->part->labels : s->part->labels; l && l->word; l++) {
		const struct field *f = parts_label(p, s, item, l->word);
		bool filled = f && !is_blank(f->value.s, len_of(&f->value));

		if (l->need != OPTIONAL && !(l->need == GIVEN ? field_given(f) : filled))
			label_missing(p, s, item, l, rule_of(l->rule, KIT_LABEL_MISSING), out);
	}
}

/* A title as the blank shows it. */
static struct quote
title_of(const struct parsed *p, const struct part *part)
{
	struct quote title;

	snprintf(title.s, sizeof title.s, p->by.kind->parts->headed ? "## %s" : "**%s**", part->title);
	return title;
}

void
parts_missing(const struct parsed *p, struct findings *out)
{
	for (const struct part *part = p->by.kind->parts; !part_ends(part); part++) {
		const struct section *s = parts_section(p, part->title);
		int behind = p->heading_line; /* the last line of those parts before it that are there */

		if (part->need == OPTIONAL)
			continue;
		for (size_t i = 0; i < p->n_sections; i++)
			if (p->sections[i].part && p->sections[i].part < part && p->sections[i].end_line > behind)
				behind = p->sections[i].end_line;
		if (!s)
			tell_missing(out, rule_of(part->rule, KIT_SECTION_MISSING), behind, "", title_of(p, part).s);
		else if (is_blank(s->body.s, len_of(&s->body)))
			findings_add(out, rule_of(part->rule, KIT_SECTION_EMPTY), s->line, "nothing stands below `%s`",
				title_of(p, part).s);
		else if (part->need == ONE_ITEM && !s->n_items)
			findings_add(out, rule_of(part->rule, KIT_ITEM_MISSING), s->line,
				"below `%s` no item begins with `- `", title_of(p, part).s);
	}
	for (size_t i = 0; i < p->n_sections; i++) {
		const struct section *s = &p->sections[i];

		if (s->part && parts_section(p, s->part->title) != s)
			findings_add(out, &kit_rules[KIT_SECTION_TWICE], s->line, "`%s` stands twice",
				title_of(p, s->part).s);
		else if (s->part && s->part->shape == PROSE)
			labels_missing(p, s, NULL, out);
	}
	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		bool labelled = item->n_fields && p->fields[item->field].line == item->line;
		UT_string verbs;

		if (item->part->shape == OPERATIONS && !item->verb && !labelled && !says_none(item->prose)) {
			utstring_init(&verbs);
			for (const struct verb_row *v = item->part->verbs; v->word; v++)
				utstring_printf(&verbs, "%s%s", v == item->part->verbs ? "" : ", ", v->word);
			findings_add(out, rule_of(item->part->rule, KIT_ITEM_FORM), item->line,
				"`%s` begins with no verb of this section: %s", quote_first_line(item->all).s,
				utstring_body(&verbs));
			utstring_done(&verbs);
		} else if (!item->verb && !item->has_id && !labelled && is_blank(item->prose.s, len_of(&item->prose))) {
			findings_add(out, rule_of(item->part->rule, KIT_ITEM_MISSING), item->line,
				"this item says nothing");
		}
		labels_missing(p, NULL, item, out);
	}
	for (size_t i = 0; i < p->n_fields; i++) {
		const struct field *f = &p->fields[i];
		char words[4 * LIMIT_QUOTE_BYTES] = "";
		size_t used = 0;

		if (!f->label->words || field_word(f) >= 0 || is_blank(f->value.s, len_of(&f->value)))
			continue;
		for (const char *const *w = f->label->words; *w && used < sizeof words; w++)
			used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "", *w);
		findings_add(out, rule_of(f->label->rule, KIT_LABEL_WORD), f->line, "`%s:` is one of %s; it says `%s`",
			f->label->word, words, quote_first_line(f->value).s);
	}
}
