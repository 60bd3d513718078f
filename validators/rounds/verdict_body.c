/* Whom a verdict is for, what it rests on, and its other sections. */
#include "validators/rounds/finale.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/field.h"
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/quote.h"
#include "validators/text/text.h"
#include "validators/text/wordcount.h"

/* By the word "stronger", or by a phrase of the list beside one tool and no other. A question calls nobody anything. */
static void
read_winner(struct finale *f, const struct rounds_sentence *s)
{
	struct reader in = {text_at(f, s->off), text_at(f, s->off + s->len)};
	struct winner before = f->winner;
	unsigned named;

	winner_read(&f->winner, f->tools, in.s, s->len);
	if (f->winner.named != before.named || f->winner.unclear != before.unclear ||
		!wording_says(&s->wording, PHRASES_STRONGER) || ends_in_char(&in, '?'))
		return;
	named = winner_named(&in, f->tools);
	if (named != (1u << SPEAKERS) - 1)
		f->winner.named |= named;
}

static void
judge_winner(struct finale *f)
{
	struct winner *w = &f->winner;
	int line = f->sections[SECTION_VERDICT].line;

	if (!line || !f->tools[SPEAKER_PROPOSER] || !f->tools[SPEAKER_CHALLENGER])
		return;
	for (size_t i = 0; i < f->r.n_sentences; i++)
		if (is_within(f, SECTION_VERDICT, f->r.sentences[i].off))
			read_winner(f, &f->r.sentences[i]);
	if (w->unclear || w->named == (1u << SPEAKERS) - 1)
		REPORT(f->h, ROUNDS_VERDICT_WINNER, line,
			"this calls both %s and %s the stronger, or one of them under a negation: say of exactly "
			"one that it \"had the stronger argument because …\"",
			f->tools[SPEAKER_PROPOSER], f->tools[SPEAKER_CHALLENGER]);
	else if (!w->named)
		REPORT(f->h, ROUNDS_VERDICT_WINNER, line,
			"this calls neither %s nor %s the stronger: say that one of them \"had the stronger "
			"argument because …\"",
			f->tools[SPEAKER_PROPOSER], f->tools[SPEAKER_CHALLENGER]);
}

/* What is quoted is the half of the sentence in which the words stand. */
static void
judge_neither(struct finale *f)
{
	for (size_t i = 0; i < f->r.n_sentences; i++) {
		const struct rounds_sentence *s = &f->r.sentences[i];
		bool second = 2 * s->wording.at[PHRASES_NEITHER] >= s->wording.words;
		struct quote half = second ? quote_end(text_at(f, s->off), s->len) : quote(text_at(f, s->off), s->len);

		if ((is_within(f, SECTION_VERDICT, s->off) || is_within(f, SECTION_RECOMMENDATION, s->off)) &&
			wording_says(&s->wording, PHRASES_NEITHER))
			REPORT(f->h, ROUNDS_VERDICT_NEITHER, s->line, "\"%s\" picks no side: a verdict picks one",
				half.s);
	}
}

static bool
cites_point(const struct finale *f)
{
	for (size_t i = 0; i < f->r.n_names; i++) {
		const struct rounds_name *n = &f->r.names[i];
		if (is_within(f, SECTION_VERDICT, n->off) &&
			(f->h->s.alone ||
				(n->letter == POINT_CHALLENGE ? rounds_point(f->h->state, n->round, n->n) != NULL
							      : rounds_answer(f->h->state, n->round, n->n) != NULL)))
			return true;
	}
	return false;
}

static bool
cites_round(const struct finale *f, struct reader at)
{
	const char *begin = at.s;
	unsigned round;

	for (; at.s < at.end; at.s++) {
		struct reader word = at;
		if (at.s > begin && isalnum((unsigned char)at.s[-1]))
			continue;
		if (!skip_word(&word, "round") || (skip_word(&word, "s"), !skip_white(&word)) ||
			!skip_number(&word, &round))
			continue;
		if (round && (f->h->s.alone || rounds_piece(f->h->state, ROLE_PROPOSER, round)))
			return true;
	}
	return false;
}

/* So many words stand together in a turn by quotation, not by chance. */
#define QUOTE_WORDS NOVELTY_RUN_WORDS

static bool
is_quote(const struct finale *f, const char *s, size_t len)
{
	struct wordprint print;
	bool enough = wordcount(s, len) >= QUOTE_WORDS, found = false;

	wordprint_make_claim(&print, s, len);
	for (const struct rounds_piece *p = rounds_last(f->h->state); p && !found && enough; p = rounds_before(p))
		found = p->spoken && wordprint_compare(&print, &p->spoken->print, 1.0) != NOVELTY_NEW;
	found = found || (f->h->s.alone && enough);
	wordprint_free(&print);
	return found;
}

/* What stands between any two marks of quotation that follow one another. */
static bool
cites_quote(const struct finale *f, struct reader at)
{
	const char *from = NULL;

	for (size_t n; at.s < at.end; at.s += n ? n : 1) {
		n = quotation_mark(at.s, left(&at));
		if (n && from && is_quote(f, from, (size_t)(at.s - from)))
			return true;
		from = n ? at.s + n : from;
	}
	return false;
}

static void
judge_cites(struct finale *f)
{
	const struct place *p = &f->sections[SECTION_VERDICT];
	struct reader at = { text_at(f, p->off), text_at(f, p->end) };

	if (p->line && !cites_point(f) && !cites_round(f, at) && !cites_quote(f, at))
		REPORT(f->h, ROUNDS_VERDICT_CITES, p->line,
			"this cites nothing of the debate: name a round that was held, a point as C1.1, or "
			"quote at least %d words of a turn",
			QUOTE_WORDS);
}

/* NULL: it is none. */
static const char *
rating_of(struct reader at)
{
	static const char *const ratings[] = { "high", "medium", "low", NULL };

	skip_white(&at);
	for (const char *const *rating = ratings; *rating; rating++) {
		struct reader word = at;
		if (skip_word(&word, *rating) &&
			(word.s == word.end || !(isalnum((unsigned char)*word.s) || strchr("/-", *word.s))))
			return *rating;
	}
	return NULL;
}

static void
judge_dimension(struct finale *f, enum quality quality)
{
	const char *dimension = rounds_qualities[quality].title;
	const struct md *md = &f->h->md;
	const struct place *p = &f->sections[SECTION_QUALITY];

	for (size_t i = 0; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		struct reader at = { md->text + l->off, md->text + l->off + l->len };
		if (!is_within(f, SECTION_QUALITY, l->off) || l->kind != MD_TEXT || l->quoted ||
			!field_skip_words(&at, dimension))
			continue;
		f->quality[quality] = skip_char(&at, ':') ? rating_of(at) : NULL;
		if (!f->quality[quality])
			REPORT(f->h, ROUNDS_VERDICT_QUALITY, l->line, "behind \"%s:\" stands high, medium or low",
				dimension);
		return;
	}
	if (p->line)
		REPORT(f->h, ROUNDS_VERDICT_QUALITY, p->line, "\"%s: high|medium|low\" is missing", dimension);
}

bool
finale_is_none(const struct finale *f, const struct rounds_block *b)
{
	char *words = text_fold_words(text_at(f, b->off), b->len);
	bool none = !strcmp(words, "none");

	free(words);
	return none;
}

/* Where a path ends: before its line. */
static size_t
without_lines(const char *s, size_t len)
{
	const char *colon = memchr(s, ':', len);

	return colon && colon + 1 < s + len && isdigit((unsigned char)colon[1]) ? (size_t)(colon - s) : len;
}

/* Was this cited in a turn, or does it stand in one? */
static bool
stands_in_debate(const struct finale *f, const struct citation *c)
{
	uint64_t hash = citation_hash(&f->r, c);
	const char *s = text_at(f, c->off);
	size_t len = c->kind == CITED_URL ? c->len : without_lines(s, c->len);

	for (const struct rounds_piece *p = rounds_last(f->h->state); p; p = rounds_before(p))
		if (p->spoken && (bsearch(&hash, p->spoken->cited, p->spoken->n_cited, sizeof hash, hash_compare) ||
			memmem(p->text, p->text_len, s, len)))
			return true;
	return f->h->s.alone;
}

static void
judge_cited(struct finale *f, const struct rounds_block *b)
{
	for (size_t i = b->citations.first; i < b->citations.first + b->citations.n; i++) {
		const struct citation *c = &f->r.citations.v[i];

		if (!stands_in_debate(f, c))
			REPORT(f->h, ROUNDS_VERDICT_AGREEMENTS, b->line,
				"\"%s\" is cited in no turn: an agreement rests on evidence of this debate",
				quote(text_at(f, c->off), c->len).s);
	}
}

/* An item rests on evidence of a turn's kinds; `None.` alone, as a paragraph or an item, says that there is nothing. */
static void
judge_agreements(struct finale *f)
{
	unsigned items = 0, blocks = 0;
	bool none = false;

	for (size_t i = 0; i < f->r.n_blocks; i++) {
		const struct rounds_block *b = &f->r.blocks[i];
		if (!is_within(f, SECTION_AGREEMENTS, b->off))
			continue;
		blocks++;
		items += b->kind == BLOCK_ITEM;
		none = none || finale_is_none(f, b);
		if (b->kind == BLOCK_ITEM && !b->citations.n && !finale_is_none(f, b))
			REPORT(f->h, ROUNDS_VERDICT_AGREEMENTS, b->line, "this agreement has no evidence: cite %s",
				cited_any);
		else if (b->kind == BLOCK_ITEM)
			judge_cited(f, b);
	}
	if (blocks && (none ? blocks > 1 : !items))
		REPORT(f->h, ROUNDS_VERDICT_AGREEMENTS, f->sections[SECTION_AGREEMENTS].line,
			"agreements are list items, or `None.` stands here alone");
}

#define RECOMMENDATION_WORDS 3

static void
judge_recommendation(struct finale *f)
{
	const struct place *p = &f->sections[SECTION_RECOMMENDATION];

	for (size_t i = 0; i < f->r.n_sentences; i++) {
		const struct rounds_sentence *s = &f->r.sentences[i];
		struct reader said = { text_at(f, s->off), text_at(f, s->off + s->len) };
		if (is_within(f, SECTION_RECOMMENDATION, s->off) && s->wording.words >= RECOMMENDATION_WORDS &&
			!ends_in_char(&said, '?'))
			return;
	}
	if (p->line)
		REPORT(f->h, ROUNDS_VERDICT_RECOMMENDATION, p->line, "say in a sentence what to do");
}

/* -- which way the recommendation goes -- */

/* Sides that a sentence names by tool, role or position. */
static unsigned
sides_named(const struct finale *f, const struct rounds_sentence *s)
{
	struct reader in = { text_at(f, s->off), text_at(f, s->off + s->len) };
	const char *const roles[SPEAKERS] = {
		rounds_speakers[SPEAKER_PROPOSER].role, rounds_speakers[SPEAKER_CHALLENGER].role};

	char *positions[SPEAKERS] = {
		rounds_position(f->h->ctx, SPEAKER_PROPOSER), rounds_position(f->h->ctx, SPEAKER_CHALLENGER)};
	unsigned named = winner_named(&in, f->tools) | winner_named(&in, roles) |
		winner_named(&in, (const char *const[SPEAKERS]){positions[0], positions[1]});

	for (enum speaker side = 0; side < SPEAKERS; side++)
		free(positions[side]);
	return named;
}

/* Words by which a recommendation says why it goes the other way. */
static bool
gives_reason(const struct finale *f, const struct rounds_sentence *s)
{
	static const char *const reasons[] = { "because", "since", "why", "reason", "reasons" };
	char *words = text_fold_words(text_at(f, s->off), s->len);
	bool found = wording_says(&s->wording, PHRASES_CONTRAST);

	for (char *rest = words, *word; !found && (word = strsep(&rest, " "));)
		for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
			found = found || !strcmp(word, reasons[i]);
	free(words);
	return found;
}

static void
judge_direction(struct finale *f)
{
	unsigned named = 0, loser = ((1u << SPEAKERS) - 1) & ~f->winner.named;
	bool reason = false;

	if (f->winner.unclear || !f->winner.named || !loser)
		return;
	for (size_t i = 0; i < f->r.n_sentences; i++) {
		const struct rounds_sentence *s = &f->r.sentences[i];
		if (!is_within(f, SECTION_RECOMMENDATION, s->off))
			continue;
		named |= sides_named(f, s);
		reason = reason || gives_reason(f, s);
	}
	if (named == loser && !reason)
		REPORT(f->h, ROUNDS_VERDICT_DIRECTION, f->sections[SECTION_RECOMMENDATION].line,
			"the recommendation goes with %s, and the verdict calls %s the stronger: go with the stronger "
			"side, or say why not (\"although …, because …\")",
			f->tools[loser == 1u << SPEAKER_PROPOSER ? SPEAKER_PROPOSER : SPEAKER_CHALLENGER],
			f->tools[loser == 1u << SPEAKER_PROPOSER ? SPEAKER_CHALLENGER : SPEAKER_PROPOSER]);
}

void
finale_judge_body(struct finale *f)
{
	judge_winner(f);
	judge_neither(f);
	judge_cites(f);
	for (enum quality i = 0; i < QUALITIES; i++)
		judge_dimension(f, i);
	judge_agreements(f);
	judge_recommendation(f);
	judge_direction(f);
}
