#include "validators/kit/debate.h"

#include <ctype.h>
#include <stdlib.h>
#include "validators/text/novelty.h"
#include "validators/text/text.h"

/* How much of the earlier texts is looked at for one text (novelty.h). */
#define RUNS_MOST 4000000

struct passages {
	struct printset *set; /* of each of them */
	struct passage *v;
	size_t n;
};

/* References are no words of a passage, nor is the rating of one, as in `[arg-001: robust]`. */
static void
add_passage(struct passages *passages, const struct grammar *by, const struct passage *passage)
{
	struct reader r = passage->text, last = r;
	UT_string words = {.d = NULL}; /* where there is a reference */
	struct ref ref;

	while (by->refs && ref_next(by->refs, by->source, passage->text.s, &r, &ref)) {
		struct reader rating = r;

		grow_for(&words, len_of(&last));
		utstring_bincpy(&words, last.s, (size_t)(ref.text.s - last.s));
		if (skip_char(&rating, ':') && skip_white(&rating))
			while (len_of(&rating) && (isalpha((unsigned char)*rating.s) || *rating.s == '-'))
				rating.s++;
		if (len_of(&rating) && (*rating.s == ',' || *rating.s == ']'))
			r.s = rating.s;
		last.s = r.s;
	}
	if (words.d) {
		utstring_bincpy(&words, last.s, len_of(&last));
		last = reader_of(utstring_body(&words), utstring_body(&words) + utstring_len(&words));
	}
	printset_add(passages->set, last.s, len_of(&last));
	free(words.d);
	*GROW(passages->v, passages->n) = *passage;
}

/* All passages of an earlier text; those of a new one (`claims`) that are no value of a label. */
static struct passages
passages_of(const struct parsed *p, const struct section *only, bool claims)
{
	struct passages passages = {.set = printset_new()};
	struct passage passage;

	for (size_t i = 0; i < p->n_items; i++)
		if (!only || (i >= only->item && i < only->item + only->n_items))
			add_passage(&passages, &p->by,
				&(struct passage){.text = p->items[i].prose, .line = p->items[i].line});
	for (size_t at = 0; parts_passage(p, &at, &passage);)
		if (!(claims && (passage.item || passage.field)) &&
			(!only || (passage.line > only->line && passage.line <= only->end_line)))
			add_passage(&passages, &p->by, &passage);
	return passages;
}

struct printset *
repeats_read(const struct parsed *text)
{
	struct passages passages = passages_of(text, NULL, false);

	free(passages.v);
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
			findings_add(j->out, rule, new.v[i].line, "`%s` repeats an earlier text",
				quote(new.v[i].text.s, len_of(&new.v[i].text)).s);
	free(repeats);
	printset_free(new.set);
	free(new.v);
}
