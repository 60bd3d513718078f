/*
 * A duty is a row: who has it, in which rounds, and whether it can be told of a beginning.
 */
#include "validators/rounds/turn.h"

#include <limits.h>
#include <stdlib.h>
#include "validators/rounds/answers.h"
#include "validators/rounds/coverage.h"
#include "validators/rounds/repeats.h"
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"

#define REPORT(ask, rule, line, ...) findings_add(out, rule, (line) ? (line) + (ask)->line0 : 0, __VA_ARGS__)

/* Words into a turn within which praise opens it, and an agreement. */
#define PRAISE_WORDS 6
#define AGREEMENT_WORDS 3
/* Words that propose something. */
#define PROPOSAL_WORDS 5
#define PROPOSAL_NAMED 2

/* A piece of the text, short enough for a sentence, on one line. */
static struct quote
quote_of(const struct rounds_reading *r, size_t off, size_t len)
{
	char *text = rounds_text(r, off, len < 4 * LIMIT_QUOTE_BYTES ? len : 4 * LIMIT_QUOTE_BYTES);
	struct quote q = quote(text, strlen(text));

	free(text);
	return q;
}

static int
first_line(const struct rounds_reading *r)
{
	return r->n_blocks ? r->blocks[0].line : 0;
}

/* Does a phrase of a list stand among the first words? */
static bool
opens(const struct wording *w, enum phrase_list list, unsigned words)
{
	return w->at[list] < words;
}

/* -- evidence -- */

static void
judge_evidence(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	const struct citation *best = rounds_best_citation(r, (struct run){ 0, r->citations.n });

	if (!best)
		REPORT(ask, &rounds_rules[ROUNDS_EVIDENCE_NONE], first_line(r),
			"the turn cites no evidence: add at least one of %s", cited_any);
	else if (best->lack)
		REPORT(ask, &rounds_rules[ROUNDS_EVIDENCE_NONE], first_line(r),
			"the turn cites no evidence that counts: \"%s\" %s", quote_of(r, best->off, best->len).s,
			cited_lacks[best->lack]);
}

static void
judge_claims(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	const struct rule *rule =
		ask->reject_unsupported ? &rounds_evidence_item_strict : &rounds_rules[ROUNDS_EVIDENCE_ITEM];

	for (size_t i = 0; i < r->n_blocks; i++) {
		const struct rounds_block *b = &r->blocks[i];
		const struct citation *best = rounds_best_citation(r, b->citations);

		if (!b->claim || b->supported || !b->finished)
			continue;
		if (best)
			REPORT(ask, rule, b->line, "\"%s\" cites no evidence that counts: \"%s\" %s",
				quote_of(r, b->off, b->len).s, quote_of(r, best->off, best->len).s,
				cited_lacks[best->lack]);
		else
			REPORT(ask, rule, b->line,
				"\"%s\" cites no evidence: add some to this %s, or a code block right behind it",
				quote_of(r, b->off, b->len).s, b->kind == BLOCK_ITEM ? "list item" : "paragraph");
	}
}

/* -- the first challenge -- */

/* Does it only agree, concede or certify? */
static bool
yields(const struct wording *w)
{
	if (wording_says(w, PHRASES_CONCEDE) || wording_says(w, PHRASES_CERTIFY) ||
		opens(w, PHRASES_AGREEMENT, AGREEMENT_WORDS))
		return !wording_says(w, PHRASES_CONTRAST);
	return false;
}

/* Does a point say what is wrong: enough words in sentences that do not yield? */
static bool
is_weakness(const struct rounds_reading *r, const struct rounds_block *b)
{
	struct run said = point_sentences(r, b);
	unsigned words = 0;
	size_t citations = 0;

	if (!b->point)
		return false;
	for (size_t i = said.first; i < said.first + said.n; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		if (yields(&s->wording))
			continue;
		words += s->wording.words;
		citations += s->citations.n;
	}
	return is_said(words, citations);
}

static void
judge_flaw(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	for (size_t i = 0; i < r->n_blocks; i++)
		if (is_weakness(r, &r->blocks[i]))
			return;
	REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_FLAW], first_line(r),
		r->n_points ? "no challenge point says what is wrong: they agree, or have too few words"
			    : "there is no challenge point: write each flaw as a list item (`- …`) or under a heading "
			      "of level 3 (`### …`)");
}

static void
judge_lead(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	const struct rounds_sentence *lead = rounds_lead(r);
	size_t last = lead ? (size_t)(lead - r->sentences) : 0;

	/* A greeting of a few words is not all of an opening. */
	if (lead && lead->wording.words < SAID_WORDS && last + 1 < r->n_sentences)
		last++;
	for (size_t i = 0; i < r->n_sentences && i <= last; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		bool praises = opens(&s->wording, PHRASES_PRAISE, PRAISE_WORDS);
		bool agrees = opens(&s->wording, PHRASES_AGREEMENT, AGREEMENT_WORDS) ||
			opens(&s->wording, PHRASES_CONCEDE, AGREEMENT_WORDS);

		if (!r->blocks[s->block].finished)
			return;
		if (praises || agrees) {
			REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_LEAD], s->line,
				"the challenge opens by %s (\"%s\"): lead with what is wrong or missing",
				praises ? "praising" : "agreeing", quote_of(r, s->off, s->len).s);
			return;
		}
	}
}

static const struct category {
	enum phrase_list list;
	const char *name, *label;
} categories[] = {
	{ PHRASES_CORRECTNESS, "correctness", "Correctness" },
	{ PHRASES_SECURITY, "security", "Security" },
	{ PHRASES_EXPERIENCE, "developer experience", "Developer experience" },
};
#define CATEGORIES (sizeof categories / sizeof categories[0])
#define CATEGORY_SETS (1u << CATEGORIES)

/* The categories that a sentence names, as a set; also those of which it says that there is nothing. */
static unsigned
sentence_categories(const struct rounds_ask *ask, const struct rounds_reading *r, const struct wording *w)
{
	unsigned set = 0;

	for (unsigned i = 0; i < CATEGORIES; i++)
		if (phrases_tell(ask->phrases, categories[i].list, r->language) &&
			(wording_says(w, categories[i].list) || (w->negated >> categories[i].list & 1)))
			set |= 1u << i;
	return set;
}

/* Has every category of a set a sentence of its own? `sentences` counts them by what they name: enough for each part of
 * it are enough. */
static bool
has_own(const size_t sentences[CATEGORY_SETS], unsigned wanted)
{
	for (unsigned part = 1; part < CATEGORY_SETS; part++) {
		size_t n = 0;

		for (unsigned set = 1; set < CATEGORY_SETS; set++)
			n += set & part ? sentences[set] : 0;
		if ((part & wanted) == part && n < (size_t)__builtin_popcount(part))
			return false;
	}
	return true;
}

static void
judge_categories(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	size_t sentences[CATEGORY_SETS] = { 0 };
	unsigned named = 0, wanted = 0;

	for (size_t i = 0; i < r->n_sentences; i++) {
		unsigned set = sentence_categories(ask, r, &r->sentences[i].wording);
		if (set && says_enough(r, i, SAID_WORDS)) {
			sentences[set]++;
			named |= set;
		}
	}
	for (unsigned i = 0; i < CATEGORIES; i++) {
		if (!phrases_tell(ask->phrases, categories[i].list, r->language))
			continue;
		wanted |= 1u << i;
		if (!(named >> i & 1))
			REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_CATEGORIES], 0,
				"the challenge does not address %s: name it by this word, and say what is wrong there "
				"or what you looked "
				"at (`%s: …`)",
				categories[i].name, categories[i].label);
	}
	if (named == wanted && !has_own(sentences, wanted))
		REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_CATEGORIES], 0,
			"correctness, security and developer experience are named together only: give each a sentence "
			"or a "
			"heading of its own");
}

/* Does a proposal name things: a "better approach to this" does not. */
static bool
names_enough(const struct rounds_reading *r, size_t i)
{
	struct run said = sentences_with(r, i, false);
	unsigned named = 0;

	for (size_t k = said.first; k < said.first + said.n; k++)
		named += r->sentences[k].wording.named + 2 * (unsigned)r->sentences[k].citations.n;
	return named >= PROPOSAL_NAMED;
}

static void
judge_alternative(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	const struct rounds_sentence *vague = NULL;

	if (!phrases_tell(ask->phrases, PHRASES_ALTERNATIVE, r->language))
		return;
	for (size_t i = 0; i < r->n_sentences; i++) {
		if (!wording_says(&r->sentences[i].wording, PHRASES_ALTERNATIVE))
			continue;
		if (says_enough(r, i, PROPOSAL_WORDS) && names_enough(r, i))
			return;
		vague = vague ? vague : &r->sentences[i];
	}
	if (vague)
		REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_ALTERNATIVE], vague->line,
			"\"%s\" names no alternative: say what it is made of, so that one could begin with it "
			"(`Alternative: keep one file a turn, written beside its place and renamed`)",
			quote_of(r, vague->off, vague->len).s);
	else
		REPORT(ask, &rounds_rules[ROUNDS_CHALLENGE_ALTERNATIVE], 0,
			"the challenge proposes no alternative: say what should be done instead (`Alternative: …`)");
}

/* -- later turns -- */

/* Are most of its words in sentences that stand in an earlier turn too, in whatever order? */
static bool
is_reordered(const struct rounds_ask *ask, const struct rounds_reading *r, const struct spoken *earlier)
{
	size_t words = 0, known = 0;

	for (size_t i = 0; i < r->n_sentences; i++) {
		uint64_t hash = sentence_hash(r, i);

		words += r->sentences[i].wording.words;
		if (hash && bsearch(&hash, earlier->sentences, earlier->n_sentences, sizeof hash, hash_compare))
			known += r->sentences[i].wording.words;
	}
	return ask->novelty_threshold > 0 && known && (double)known >= ask->novelty_threshold * (double)words;
}

static void
judge_restate(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	enum rounds_rule rule =
		ask->speaker == SPEAKER_PROPOSER ? ROUNDS_DEFENSE_RESTATE : ROUNDS_FOLLOWUP_RESTATE;
	struct wordprint print;
	enum novelty novelty = NOVELTY_NEW;

	sentences_print(r, (struct run){ 0, r->n_sentences }, true, &print);
	for (size_t i = 0; i < ask->n_before && novelty == NOVELTY_NEW; i++) {
		const struct spoken *s = ask->before[i];

		if (s->speaker != ask->speaker)
			continue;
		novelty = wordprint_compare(&print, &s->print, ask->novelty_threshold);
		if (novelty == NOVELTY_NEW && is_reordered(ask, r, s))
			novelty = NOVELTY_NEAR;
		if (novelty != NOVELTY_NEW)
			REPORT(ask, &rounds_rules[rule], first_line(r),
				"the turn %s your turn of round %u: answer what was said since",
				novelty == NOVELTY_EQUAL ? "repeats" : "is nearly a copy of", s->round);
	}
	wordprint_free(&print);
}

/* What the speaker's own earlier turns said. */
struct earlier {
	const struct rounds_ask *ask;
	uint64_t *points; /* sorted hashes */
	size_t n_points;
};

static struct earlier
earlier_make(const struct rounds_ask *ask)
{
	struct earlier e = { .ask = ask };

	for (size_t i = 0; i < ask->n_before; i++)
		e.n_points += ask->before[i]->speaker == ask->speaker ? ask->before[i]->n_points : 0;
	e.points = mem_calloc(e.n_points, sizeof *e.points);
	e.n_points = 0;
	for (size_t i = 0; i < ask->n_before; i++)
		for (size_t k = 0; ask->before[i]->speaker == ask->speaker && k < ask->before[i]->n_points; k++)
			e.points[e.n_points++] = ask->before[i]->points[k].said;
	qsort(e.points, e.n_points, sizeof *e.points, hash_compare);
	return e;
}

static bool
has_run(const struct rounds_ask *ask, const uint64_t *run)
{
	for (size_t i = 0; i < ask->n_before; i++)
		if (ask->before[i]->speaker == ask->speaker &&
			bsearch(run, ask->before[i]->print.runs, ask->before[i]->print.n, sizeof *run, hash_compare))
			return true;
	return false;
}

/* Was a point made before, or a near copy of it anywhere in an earlier turn? */
static bool
was_said(const struct earlier *e, const struct rounds_reading *r, const struct rounds_block *b)
{
	struct run said = point_sentences(r, b);
	uint64_t hash = sentences_hash(r, said);
	struct wordprint print;
	bool *known, near;

	if (bsearch(&hash, e->points, e->n_points, sizeof hash, hash_compare))
		return true;
	sentences_print(r, said, true, &print);
	known = mem_calloc(print.n, sizeof *known);
	for (size_t i = 0; i < print.n; i++)
		known[i] = has_run(e->ask, &print.runs[i]);
	near = e->ask->novelty_threshold > 0 && print.n && wordprint_is_known(&print, known, e->ask->novelty_threshold);
	free(known);
	wordprint_free(&print);
	return near;
}

/* Where the list has no phrases of its language, a paragraph with evidence may be a certification. */
static bool
certifies(const struct rounds_ask *ask, const struct rounds_reading *r)
{
	bool told = phrases_tell(ask->phrases, PHRASES_CERTIFY, r->language);

	for (size_t i = 0; i < r->n_sentences; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		bool may = told ? wording_says(&s->wording, PHRASES_CERTIFY) : !r->blocks[s->block].point;

		if (may && rounds_counts(r, sentence_backing(r, i)))
			return true;
	}
	return false;
}

static void
judge_progress(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	struct earlier earlier;
	bool progress = certifies(ask, r);
	size_t old = 0;

	if (progress)
		return;
	earlier = earlier_make(ask);
	for (size_t i = 0; i < r->n_blocks && !progress; i++) {
		if (!is_weakness(r, &r->blocks[i]))
			continue;
		progress = !was_said(&earlier, r, &r->blocks[i]);
		old += !progress;
	}
	free(earlier.points);
	if (!progress)
		REPORT(ask, &rounds_rules[ROUNDS_FOLLOWUP_PROGRESS], first_line(r),
			"%s: raise a new one as a list item or a heading of level 3, or certify that a concern is "
			"resolved, with evidence in "
			"the same sentence (\"I am convinced because `src/main.c:14` …\")",
			old ? "every weakness here was raised before"
			    : "there is neither a new weakness nor a certification with evidence");
}

/* -- all of them -- */

static const struct duty {
	enum rounds_rule rule;
	bool speaker[SPEAKERS];
	unsigned from, to; /* rounds */
	void (*judge)(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out);
} duties[] = {
	{ ROUNDS_EVIDENCE_NONE, { true, true }, 1, UINT_MAX, judge_evidence },
	{ ROUNDS_CHALLENGE_LEAD, { [SPEAKER_CHALLENGER] = true }, 1, 1, judge_lead },
	{ ROUNDS_CHALLENGE_FLAW, { [SPEAKER_CHALLENGER] = true }, 1, 1, judge_flaw },
	{ ROUNDS_CHALLENGE_CATEGORIES, { [SPEAKER_CHALLENGER] = true }, 1, 1, judge_categories },
	{ ROUNDS_CHALLENGE_ALTERNATIVE, { [SPEAKER_CHALLENGER] = true }, 1, 1, judge_alternative },
	{ ROUNDS_CHALLENGE_REPEAT, { [SPEAKER_CHALLENGER] = true }, 1, UINT_MAX, judge_repeats },
	{ ROUNDS_DEFENSE_COVERAGE, { [SPEAKER_PROPOSER] = true }, 2, UINT_MAX, judge_coverage },
	{ ROUNDS_DEFENSE_RESTATE, { [SPEAKER_PROPOSER] = true }, 2, UINT_MAX, judge_restate },
	{ ROUNDS_FOLLOWUP_COVERAGE, { [SPEAKER_CHALLENGER] = true }, 2, UINT_MAX, judge_followed },
	{ ROUNDS_FOLLOWUP_PROGRESS, { [SPEAKER_CHALLENGER] = true }, 2, UINT_MAX, judge_progress },
	{ ROUNDS_FOLLOWUP_RESTATE, { [SPEAKER_CHALLENGER] = true }, 2, UINT_MAX, judge_restate },
	{ ROUNDS_CONCESSION_KEPT, { true, true }, 2, UINT_MAX, judge_concessions },
	{ ROUNDS_EVIDENCE_ITEM, { true, true }, 1, UINT_MAX, judge_claims },
};

void
rounds_judge_body(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	for (size_t i = 0; i < sizeof duties / sizeof duties[0]; i++) {
		const struct duty *d = &duties[i];
		const struct rule *rule = &rounds_rules[d->rule];

		/* A warning that refuses here is one of the rule that does. */
		if (rule->strict && ask->reject_unsupported)
			rule = rule->strict;
		if (d->speaker[ask->speaker] && ask->round >= d->from && ask->round <= d->to &&
			!(ask->prefix && rule->needs & NEEDS_END))
			d->judge(ask, r, out);
	}
}
