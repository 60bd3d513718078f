#include "validators/kit/repeat.h"

#include <stdlib.h>
#include "validators/text/novelty.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"

/* How much of the earlier texts is looked at for one text (novelty.h). */
#define RUNS_MOST 4000000
#define SHOWN_BYTES 60

struct prints {
	struct wordprint *v;
	int *lines;
	struct reader *texts;
	size_t n;
};

static void
add_print(struct prints *prints, struct reader text, int line, bool claim)
{
	struct wordprint print;
	size_t n_lines = prints->n, n_texts = prints->n;

	(claim ? wordprint_make_claim : wordprint_make)(&print, text.s, left(&text));
	if (print.words < NOVELTY_RUN_WORDS) {
		wordprint_free(&print);
		return;
	}
	*GROW(prints->lines, n_lines) = line;
	*GROW(prints->texts, n_texts) = text;
	*GROW(prints->v, prints->n) = print;
}

/* Does a passage stand in the value of a section's label? *field goes on from the passage before. */
static bool
is_value(const struct parsed *p, const struct passage *passage, size_t *field)
{
	while (*field < p->n_fields && (p->fields[*field].item || p->fields[*field].value.end <= passage->text.s))
		++*field;
	return *field < p->n_fields && p->fields[*field].value.s <= passage->text.s;
}

/* Of an earlier text all passages; of a new one (`claims`) those that are no value of a label. */
static void
add_passages(struct prints *prints, const struct parsed *p, const struct section *only, bool claims)
{
	struct passage passage;
	size_t field = 0;

	for (size_t i = 0; i < p->n_items; i++)
		if (!only || (i >= only->item && i < only->item + only->n_items))
			add_print(prints, p->items[i].prose, p->items[i].line, claims);
	for (size_t at = 0; parts_passage(p, &at, &passage);)
		if ((!claims || (!passage.item && !p->lines.v[passage.line - 1].starts &&
			!is_value(p, &passage, &field))) &&
			(!only || (passage.line > only->line && passage.line <= only->end_line)))
			add_print(prints, passage.text, passage.line, claims);
}

static void
prints_free(struct prints *prints)
{
	for (size_t i = 0; i < prints->n; i++)
		wordprint_free(&prints->v[i]);
	free(prints->v);
	free(prints->lines);
	free(prints->texts);
}

struct printset *
repeats_read(const struct parsed *text)
{
	struct prints prints = {0};
	struct printset *set;

	add_passages(&prints, text, NULL, false);
	set = printset_new(prints.v, prints.n);
	prints_free(&prints);
	return set;
}

void
repeats_find_in(const struct parsed *p, const struct section *only, const struct printset *const *earlier, size_t n,
	double threshold, const struct rule *rule, struct findings *out)
{
	struct prints new = {0};
	size_t runs = RUNS_MOST;

	add_passages(&new, p, only, true);
	bool *repeats = mem_calloc(new.n, sizeof *repeats);
	/* One earlier text after the other, which is fast to compare with while it is at hand. */
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; earlier[k] && i < new.n; i++)
			repeats[i] = repeats[i] ||
				printset_compare(earlier[k], &new.v[i], threshold, &runs) != NOVELTY_NEW;
	for (size_t i = 0; i < new.n; i++) {
		size_t shown = text_cut(new.texts[i].s, left(&new.texts[i]), SHOWN_BYTES);

		if (repeats[i])
			findings_add(out, rule, new.lines[i], "this repeats an earlier text: `%s`",
				quote(new.texts[i].s, shown).s);
	}
	free(repeats);
	prints_free(&new);
}

void
repeats_find(const struct parsed *p, const struct section *only, const struct parsed *earlier, size_t n,
	double threshold, const struct rule *rule, struct findings *out)
{
	struct printset **said = mem_calloc(n, sizeof *said);

	for (size_t i = 0; i < n; i++)
		said[i] = repeats_read(&earlier[i]);
	repeats_find_in(p, only, (const struct printset *const *)said, n, threshold, rule, out);
	for (size_t i = 0; i < n; i++)
		printset_free(said[i]);
	free(said);
}
