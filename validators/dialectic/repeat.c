#include "validators/dialectic/repeat.h"

#include <string.h>
#include <utstring.h>
#include "validators/dialectic/thin.h"
#include "validators/text/mem.h"
#include "validators/text/wordcount.h"

/* -- arguments -- */

static void
put_line(UT_string *said, const char *text)
{
	if (text)
		utstring_bincpy(said, text, strlen(text));
	utstring_bincpy(said, "\n", 1);
}

static void
print_with(const struct argument *a, struct wordprint *print,
	void (*make)(struct wordprint *print, const char *text, size_t len))
{
	UT_string said;

	utstring_init(&said);
	put_line(&said, a->claim);
	for (unsigned i = 0; i < a->n_grounds; i++) {
		const struct ground *g = &a->grounds[i];

		put_line(&said, g->source);
		put_line(&said, g->content);
		put_line(&said, g->relevance);
	}
	make(print, utstring_body(&said), utstring_len(&said));
	utstring_done(&said);
}

void
argument_print(const struct argument *a, struct wordprint *print)
{
	print_with(a, print, wordprint_make);
}

static const char *
how(enum novelty novelty)
{
	return novelty == NOVELTY_EQUAL ? "the same as" : "nearly the same as";
}

/* Where an argument of the hand-in stands in it. */
static void
report(const struct handin *h, unsigned at, struct findings *out, char *sentence)
{
	char path[16];

	snprintf(path, sizeof path, "[%u]", at);
	findings_add_path(out, RULE(HANDIN_REPEAT), 0, h->n > 1 ? path : NULL, "%s", sentence);
	free(sentence);
}

/* Against one that its side made before; true where it is reported. */
static bool
judge_earlier(const struct handin *h, unsigned at, const struct wordprint *print, const struct handin_ask *ask,
	struct findings *out)
{
	enum novelty novelty = NOVELTY_NEW;
	unsigned i = 0;

	for (; i < ask->n_before; i++) {
		if (ask->before[i]->id.side != ask->side)
			continue;
		novelty = wordprint_compare(print, &ask->before[i]->print, ask->novelty_threshold);
		if (novelty != NOVELTY_NEW)
			break;
	}
	if (i == ask->n_before)
		return false;
	report(h, at, out,
		mem_format("the claim and its grounds are %s those of %s: make another argument; what was "
			   "said against that one is answered under `defends`",
			how(novelty), id_text(ask->before[i]->id).s));
	return true;
}

/* An attack in the words of what it attacks says nothing against it, nor a defence in those of what it defends anything
 * for it. Equal words alone: who denies a claim may do so in its words but one, and who clarifies one too. */
static void
judge_echo(enum link_kind kind, const struct link *link, const char *path, const struct handin_ask *ask,
	struct findings *out)
{
	static const char *const mend[LINK_KINDS] = {[LINK_ATTACK] = "say what is wrong with it",
		[LINK_DEFENCE] = "say why it stands after what was said against it"};
	const struct argument *target = NULL;
	struct wordprint said, claim;

	for (unsigned i = 0; i < ask->n_before && !target; i++)
		if (argument_id_equal(ask->before[i]->id, link->target))
			target = ask->before[i];
	if (!target || !target->claim || !link->content)
		return;
	wordprint_make_whole(&said, link->content, strlen(link->content));
	wordprint_make_whole(&claim, target->claim, strlen(target->claim));
	if (wordprint_compare(&said, &claim, 0) == NOVELTY_EQUAL)
		findings_add_path(out, RULE(HANDIN_REPEAT), 0, path,
			"these are the words of the claim of %s itself: %s", id_text(link->target).s, mend[kind]);
	wordprint_free(&said);
	wordprint_free(&claim);
}

static void
judge_echoes(const struct handin *h, const struct handin_ask *ask, struct findings *out)
{
	const struct argument *a = &h->arguments[0];

	for (enum link_kind kind = 0; h->exchange && kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++) {
			char path[32];

			snprintf(path, sizeof path, "%s[%u].content", link_kinds[kind].key, i);
			if (a->links[kind][i].found)
				judge_echo(kind, &a->links[kind][i], path, ask, out);
		}
}

static void
judge_copies(const struct handin *h, struct findings *out)
{
	for (unsigned i = 0; i < h->n; i++) {
		char within[16] = "";

		if (h->n > 1)
			snprintf(within, sizeof within, "[%u]", i);
		thin_judge_copies(&h->arguments[i], within, out);
	}
}

void
repeat_judge(struct handin *h, const struct handin_ask *ask, struct findings *out)
{
	for (unsigned i = 0; i < h->n; i++) {
		struct wordprint *print = &h->arguments[i].print;
		bool found;

		print_with(&h->arguments[i], print, wordprint_make_claim);
		found = judge_earlier(h, i, print, ask, out);
		for (unsigned k = 0; k < i && !found; k++) {
			enum novelty novelty =
				wordprint_compare(print, &h->arguments[k].print, ask->novelty_threshold);

			found = novelty != NOVELTY_NEW;
			if (found)
				report(h, i, out,
					mem_format("the claim and its grounds are %s those of [%u]: make "
						   "another claim on grounds of its own",
						how(novelty), k));
		}
	}
	judge_echoes(h, ask, out);
	judge_copies(h, out);
	for (unsigned i = 0; i < h->n; i++)
		wordprint_compared(&h->arguments[i].print);
}

/* -- reasonings -- */

struct reasoning {
	struct argument_id id;
	struct wordprint print;
};

static void
judge_copy(const struct reasonings *all, const struct place *at, const struct wordprint *print, double threshold)
{
	for (size_t i = 0; i < all->n; i++) {
		enum novelty novelty = wordprint_compare(print, &all->v[i].print, threshold);

		if (novelty == NOVELTY_NEW)
			continue;
		place_report(at, RULE(JUDGEMENT_REASONING),
			"this is %s the reasoning of %s: say what is so of this argument and not of that one",
			how(novelty), id_text(all->v[i].id).s);
		return;
	}
}

void
reasonings_judge(
	struct reasonings *all, const struct place *item, struct argument_id id, const char *text, double threshold)
{
	struct place at = place_key(item, "reasoning");
	size_t len = text ? strlen(text) : 0, words = text ? wordcount(text, len) : 0,
	       different = text ? words_different(text, len) : 0;
	struct wordprint print;

	if (!text)
		return;
	if (words < REASONING_WORDS) {
		place_report(&at, RULE(JUDGEMENT_REASONING),
			"this has %zu word%s: say in at least %d what carries this argument, and what it leaves open%s",
			words, words == 1 ? "" : "s", REASONING_WORDS,
			has_dense_letters(text, len) ? "; " DENSE_LETTERS_COUNT : "");
		return;
	}
	if (different < REASONING_WORDS) {
		place_report(&at, RULE(JUDGEMENT_REASONING),
			"only %zu different word%s %s here: say in at least %d what carries this argument, and what it "
			"leaves open%s",
			different, different == 1 ? "" : "s", different == 1 ? "is" : "are", REASONING_WORDS,
			has_dense_letters(text, len) ? "; of a script without spaces each different letter is one" :
			"");
		return;
	}
	wordprint_make_claim(&print, text, len);
	judge_copy(all, &at, &print, threshold);
	all->v = mem_resize(all->v, all->n + 1, sizeof *all->v);
	all->v[all->n++] = (struct reasoning){.id = id, .print = print};
}

void
reasonings_free(struct reasonings *all)
{
	for (size_t i = 0; i < all->n; i++)
		wordprint_free(&all->v[i].print);
	free(all->v);
	*all = (struct reasonings){.n = 0};
}
