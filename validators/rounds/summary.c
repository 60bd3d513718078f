/*
 * The gate before a round that goes by a summary: what somebody conceded must not be lost in it, nor what an agreement
 * rests on.
 */
#include "validators/rounds/judge.h"

#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/verbatim.h"
#include "validators/text/wordcount.h"

/* Four tokens for each three words: what tokenizers make of English prose, roughly. */
size_t
rounds_tokens(const char *s, size_t len)
{
	return wordcount(s, len) * 4 / 3;
}

/* Of the plain text, what follows the heading; and the addresses of links, which are no text. */
static struct verbatim *
read_summary(const struct hearing *h)
{
	const struct md *md = &h->md;
	size_t from = md->lines[h->opening.index].off + md->lines[h->opening.index].len;
	struct verbatim *v;
	UT_string text;

	utstring_init(&text);
	utstring_bincpy(&text, md->text + from, md->len - from);
	for (size_t i = 0; i < md->n_spans; i++)
		if (md->spans[i].url) {
			utstring_bincpy(&text, "\n", 1);
			utstring_bincpy(&text, md->spans[i].url, md->spans[i].url_len);
		}
	v = verbatim_new(utstring_body(&text), utstring_len(&text));
	utstring_done(&text);
	return v;
}

static void
judge_yield(struct hearing *h, const struct verbatim *v, const struct spoken *s, const struct spoken_yield *y)
{
	if (!y->certifies && !verbatim_has(v, y->sentence, strlen(y->sentence)))
		REPORT(h, ROUNDS_SUMMARY_CONCESSION, h->opening.line,
			"the %s of round %u conceded, and this is missing: \"%s\"", rounds_speakers[s->speaker].role,
			s->round, y->sentence);
	for (size_t i = 0; i < y->n_cited; i++)
		if (!verbatim_has(v, y->cited[i], strlen(y->cited[i])))
			REPORT(h, ROUNDS_SUMMARY_EVIDENCE, h->opening.line,
				"the %s of round %u agreed because of `%s`, and that is missing",
				rounds_speakers[s->speaker].role, s->round, y->cited[i]);
}

static void
judge_kept(struct hearing *h)
{
	struct verbatim *v = read_summary(h);
	size_t n;
	const struct spoken **spoken = rounds_spoken(h->state, &n);

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; spoken[i]->round <= h->heading.number && k < spoken[i]->n_yields; k++)
			if (rounds_yield_is_first(spoken[i], k))
				judge_yield(h, v, spoken[i], &spoken[i]->yields[k]);
	free(spoken);
	verbatim_free(v);
}

static void
judge_length(struct hearing *h)
{
	const struct md_line *heading = &h->md.lines[h->opening.index];
	size_t from = heading->off + heading->len, tokens = rounds_tokens(h->md.text + from, h->md.len - from);

	if (is_blank(h->md.text + from, h->md.len - from))
		REPORT(h, ROUNDS_SUMMARY_FORM, h->opening.line, "the summary says nothing");
	else if (tokens < SUMMARY_TOKENS_LEAST || tokens > SUMMARY_TOKENS_MOST)
		REPORT(h, ROUNDS_SUMMARY_LENGTH, h->opening.line,
			"the summary has about %zu tokens, and %d to %d are meant to be", tokens, SUMMARY_TOKENS_LEAST,
			SUMMARY_TOKENS_MOST);
}

/* A place of the blank that nobody filled in: all of a line, or behind a colon. In a quotation it is somebody's word.
 */
static void
judge_places(struct hearing *h)
{
	static const char behind_colon[] = ": " HAND_IN_PLACE;

	for (size_t i = h->opening.index + 1; i < h->md.n; i++) {
		const struct md_line *l = &h->md.lines[i];
		const char *end = h->md.text + l->off + l->len;
		size_t place = strlen(HAND_IN_PLACE), behind = sizeof behind_colon - 1;

		if (l->quoted || l->kind != MD_TEXT || l->len < place || memcmp(end - place, HAND_IN_PLACE, place))
			continue;
		if (l->len == place || (l->len >= behind && !memcmp(end - behind, behind_colon, behind)))
			REPORT(h, ROUNDS_SUMMARY_FORM, l->line, "this place is left open");
	}
}

void
rounds_summary_judge(struct hearing *h)
{
	unsigned due = rounds_summary_due(h->state->round);

	if (h->heading.from != 1 || !h->heading.number || (!h->s.alone && h->heading.number != due))
		REPORT(h, ROUNDS_SUMMARY_FORM, h->opening.line,
			"`## Summary of rounds 1–%u` is due, and the heading says \"%s\"", h->s.alone ? 1 : due,
			quote(h->opening.text, h->opening.len).s);
	else if (hearing_has(h, &rounds_rules[ROUNDS_SUMMARY_CONCESSION]))
		judge_kept(h);
	if (h->s.prefix)
		return;
	judge_length(h);
	judge_places(h);
}
