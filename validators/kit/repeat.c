#include "validators/kit/repeat.h"

#include <stdlib.h>
#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* How much of the earlier texts is looked at for one text (novelty.h). */
#define RUNS_MOST 4000000

struct passages {
	struct printset *set;
	int *lines;
	struct reader *texts;
	size_t n;
};

static void
add_print(struct passages *passages, struct reader text, int line)
{
	size_t n = passages->n;

	printset_add(passages->set, text.s, left(&text));
	*GROW(passages->lines, n) = line;
	*GROW(passages->texts, passages->n) = text;
}

/* Of an earlier text all passages; of a new one (`claims`) those that are no value of a label. */
static struct passages
passages_of(const struct parsed *p, const struct section *only, bool claims)
{
	struct passages passages = {.set = printset_new()};
	const struct field *f = p->fields, *end = p->fields + p->n_fields;
	struct passage passage;

	for (size_t i = 0; i < p->n_items; i++)
		if (!only || (i >= only->item && i < only->item + only->n_items))
			add_print(&passages, p->items[i].prose, p->items[i].line);
	for (size_t at = 0; parts_passage(p, &at, &passage);) {
		while (f < end && (f->item || f->value.end <= passage.text.s))
			f++;
		bool value = f < end && f->value.s <= passage.text.s;

		if (claims && (value || passage.item || p->lines.v[passage.line - 1].starts))
			continue;
		if (!only || (passage.line > only->line && passage.line <= only->end_line))
			add_print(&passages, passage.text, passage.line);
	}
	return passages;
}

/* But for the set. */
static void
passages_free(struct passages *passages)
{
	free(passages->lines);
	free(passages->texts);
}

struct printset *
repeats_read(const struct parsed *text)
{
	struct passages passages = passages_of(text, NULL, false);

	passages_free(&passages);
	return passages.set;
}

void
repeats_judge(const struct judging *j, const struct section *only, bool own, const struct rule *rule)
{
	struct passages new = passages_of(j->p, only, true);
	bool *repeats = mem_calloc(new.n, sizeof *repeats);
	size_t runs = RUNS_MOST;

	/* One earlier text after the other, which is fast to look in while it is at hand. */
	for (size_t k = 0; k < j->d->n; k++) {
		const struct printset *said = own && j->d->texts[k].seat != j->by.seat ? NULL : debate_said(j->d, k);

		for (size_t i = 0; said && i < new.n; i++)
			repeats[i] = repeats[i] || (printset_print(new.set, i)->n &&
				printset_compare(said, new.set, i, j->d->novelty_threshold, &runs) != NOVELTY_NEW);
	}
	for (size_t i = 0; i < new.n; i++)
		if (repeats[i])
			findings_add(j->out, rule, new.lines[i], "this repeats an earlier text: `%s`",
				quote(new.texts[i].s, left(&new.texts[i])).s);
	free(repeats);
	printset_free(new.set);
	passages_free(&new);
}
