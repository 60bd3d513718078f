/*
 * The proposer's reply behind the last round. Nobody can answer it: so it is short, and about what was raised last.
 */
#include "validators/rounds/judge.h"

#include "validators/text/wordcount.h"

static void
judge_words(struct hearing *h)
{
	const struct md_line *heading = &h->md.lines[h->opening.index];
	size_t from = heading->off + heading->len, words = wordcount(h->md.text + from, h->md.len - from);

	if (is_blank(h->md.text + from, h->md.len - from))
		REPORT(h, ROUNDS_CLOSING_WORDS, h->opening.line, "the closing reply says nothing yet");
	else if (words > CLOSING_WORDS)
		REPORT(h, ROUNDS_CLOSING_WORDS, h->opening.line,
			"the closing reply has %zu words, and at most %d are taken: leave out what was said before",
			words, CLOSING_WORDS);
}

/* Is it of the last round? A name of none that there is, is not. */
static bool
is_of_last(const struct fstate *state, const struct rounds_name *name)
{
	return name->round == state->round &&
		(name->letter == POINT_CHALLENGE ? rounds_point(state, name->round, name->n) != NULL
						 : rounds_answer(state, name->round, name->n) != NULL);
}

static void
judge_names(struct hearing *h, const struct rounds_reading *r)
{
	const struct fstate *state = h->state;
	const struct rounds_piece *last = rounds_piece(state, ROLE_CHALLENGER, state->round);
	size_t n = last ? last->spoken->n_points : 0, named = 0;

	for (size_t i = 0; i < r->n_sentences; i++) {
		const struct rounds_sentence *s = &r->sentences[i];

		for (size_t k = s->names.first; k < s->names.first + s->names.n; k++) {
			const struct rounds_name *name = &r->names[k];

			if (is_of_last(state, name))
				named += name->letter == POINT_CHALLENGE;
			else if (name->round == state->round)
				REPORT(h, ROUNDS_CLOSING_NEW, s->line,
					"there is no %c%u.%u: the last challenge has %zu point%s", name->letter,
					name->round, name->n, n, n == 1 ? "" : "s");
			else
				REPORT(h, ROUNDS_CLOSING_NEW, s->line,
					"%c%u.%u is not of round %u, the last: a closing reply is about what was "
					"raised there",
					name->letter, name->round, name->n, state->round);
		}
	}
	if (n && !named)
		REPORT(h, ROUNDS_CLOSING_NEW, h->opening.line,
			"no point of the last challenge is named: say by its id what each answer is to (C%u.1 to "
			"C%u.%zu)",
			state->round, state->round, n);
}

void
rounds_closing_judge(struct hearing *h, const struct rounds_reading *r)
{
	judge_words(h);
	if (hearing_has(h, &rounds_rules[ROUNDS_CLOSING_NEW]))
		judge_names(h, r);
}
