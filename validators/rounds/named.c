#include "validators/rounds/named.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/source.h"
#include "validators/rounds/answers.h"
#include "validators/rounds/rules.h"
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

/* What is judged, and of each rule what was told already. */
struct names {
	struct hearing *h;
	const struct rounds_reading *r;
	enum rounds_role role;
	unsigned round;
	uint64_t told[NAMED_TOLD];
	size_t n_told;
};

static void
begin(struct names *n)
{
	n->n_told = 0;
}

/* Is this to be told now? Once each, and not for ever. */
static bool
is_first(struct names *n, uint64_t key)
{
	for (size_t i = 0; i < n->n_told; i++)
		if (n->told[i] == key)
			return false;
	if (n->n_told == NAMED_TOLD)
		return false;
	n->told[n->n_told++] = key;
	return true;
}

/* -- ids -- */

/* Points of a challenge, answers of a defence, as far as they are there; the text's own are. */
static size_t
ids_there(const struct names *n, char letter, unsigned round)
{
	enum rounds_role role = letter == POINT_CHALLENGE ? ROLE_CHALLENGER : ROLE_PROPOSER;
	const struct rounds_piece *p = rounds_piece(n->h->state, role, round);

	if (p)
		return letter == POINT_CHALLENGE ? p->spoken->n_points : p->spoken->n_answers;
	if (n->role != role || n->round != round)
		return 0;
	return letter == POINT_CHALLENGE ? n->r->n_points : ids_there(n, POINT_CHALLENGE, round - 1);
}

static bool
stands_in(const char *text, size_t len, const char *id)
{
	return text && memmem(text, len, id, strlen(id));
}

static bool
is_material(const struct hearing *h, const struct rounds_name *name)
{
	char *id = mem_format("%c%u.%u", name->letter, name->round, name->n);
	const char *topic = h->ctx->terms->topic;
	const struct source *source = h->ctx->source;
	bool is =
		stands_in(topic, topic ? strlen(topic) : 0, id) || (source && stands_in(source->text, source->len, id));

	free(id);
	return is;
}

static void
tell_id(const struct names *n, const struct rounds_sentence *s, const struct rounds_name *name)
{
	size_t there = ids_there(n, name->letter, name->round);
	bool challenge = name->letter == POINT_CHALLENGE;
	const char *what = challenge ? "challenge" : "defence", *of = challenge ? "point" : "answer";

	if (there)
		HEARING_REPORT(n->h, &rounds_rules[ROUNDS_POINT_UNKNOWN], s->line,
			"there is no %c%u.%u: the %s of round %u has %zu %s%s; what is no id stands in backticks",
			name->letter, name->round, name->n, what, name->round, there, of, there == 1 ? "" : "s");
	else
		HEARING_REPORT(n->h, &rounds_rules[ROUNDS_POINT_UNKNOWN], s->line,
			"there is no %c%u.%u: no %s of round %u has an id so far; what is no id stands in backticks",
			name->letter, name->round, name->n, of, name->round);
}

static void
judge_ids(struct names *n)
{
	begin(n);
	for (size_t i = 0; i < n->r->n_sentences; i++) {
		struct run names = n->r->sentences[i].names;

		for (size_t k = names.first; k < names.first + names.n; k++) {
			const struct rounds_name *name = &n->r->names[k];

			if ((!name->n || name->n > ids_there(n, name->letter, name->round)) &&
				is_first(n, named_key(name->letter, name->round, name->n)) && !is_material(n->h, name))
				tell_id(n, &n->r->sentences[i], name);
		}
	}
}

/* -- rounds -- */

/* "Round 4", "rounds 4": the number; 0: this does not stand here. */
static unsigned
round_at(const char *begin, const char *s, const char *end)
{
	struct reader at = {s, end};
	unsigned number;

	if ((s > begin && (isalnum((unsigned char)s[-1]) || (unsigned char)s[-1] >= 0x80)) ||
		(!skip_word(&at, "rounds") && !skip_word(&at, "round")) || !skip_white(&at) ||
		!skip_number(&at, &number))
		return 0;
	return left(&at) && (isalnum((unsigned char)*at.s) || *at.s == '%') ? 0 : number;
}

static void
judge_rounds(struct names *n)
{
	unsigned rounds = (unsigned)n->h->ctx->terms->rounds;

	begin(n);
	for (size_t i = 0; i < n->r->n_sentences; i++) {
		const struct rounds_sentence *s = &n->r->sentences[i];
		const char *text = n->r->md->text + s->off, *end = text + s->len;

		for (const char *at = text; at < end; at++) {
			unsigned number = (*at | 0x20) == 'r' ? round_at(text, at, end) : 0;
			const struct md_span *span =
				number > rounds ? md_span_round(n->r->md, (size_t)(at - n->r->md->text)) : NULL;

			if (number > rounds && !(span && span->kind == MD_SPAN_CODE) && is_first(n, number))
				HEARING_REPORT(n->h, &rounds_rules[ROUNDS_ROUND_UNKNOWN], s->line,
					"there is no round %u: this debate has %u", number, rounds);
		}
	}
}

/* -- concessions -- */

/* Points that were conceded or certified, sorted. */
struct conceded {
	uint64_t *keys;
	size_t n;
	bool unnamed; /* something was, and no point is named */
};

static void
add_conceded(struct conceded *c, unsigned round, unsigned n)
{
	c->unnamed = c->unnamed || !n;
	c->keys = mem_resize(c->keys, c->n + 1, sizeof *c->keys);
	c->keys[c->n++] = named_key(POINT_CHALLENGE, round, n);
}

/* The point that a name is of, or that it is the answer to; round 0: there is none. */
static struct rounds_name
point_of(const struct fstate *state, const struct rounds_name *name)
{
	const struct spoken_answer *a =
		name->letter == POINT_ANSWER ? rounds_answer(state, name->round, name->n) : NULL;

	if (name->letter == POINT_CHALLENGE)
		return rounds_point(state, name->round, name->n) ? *name : (struct rounds_name){.round = 0};
	return (struct rounds_name){.letter = POINT_CHALLENGE, .round = a ? a->round : 0, .n = a ? a->n : 0};
}

/* In the record, and in this text before anything else of it is held against that. */
static struct conceded
conceded_make(const struct names *n)
{
	struct conceded c = {.n = 0};
	struct answers answers;
	size_t n_spoken;
	const struct spoken **spoken = rounds_spoken(n->h->state, &n_spoken);

	for (size_t i = 0; i < n_spoken; i++)
		for (size_t k = 0; k < spoken[i]->n_yields; k++)
			add_conceded(&c, spoken[i]->yields[k].round, spoken[i]->yields[k].n);
	free(spoken);
	answers_make(&answers, n->r);
	for (size_t i = 0; n->role < ROLE_ORCHESTRATOR && i < answers.n; i++) {
		struct run names = n->r->sentences[answers.v[i].sentences.first].names;

		for (size_t k = names.first; k < names.first + names.n; k++) {
			struct rounds_name point = point_of(n->h->state, &n->r->names[k]);
			if (point.round && (answers.v[i].concedes || answers.v[i].certifies))
				add_conceded(&c, point.round, point.n);
		}
	}
	answers_free(&answers);
	if (c.n)
		qsort(c.keys, c.n, sizeof *c.keys, hash_compare);
	return c;
}

static void
judge_conceded_of(struct names *n, const struct conceded *c, const struct rounds_sentence *s)
{
	for (size_t k = s->names.first; k < s->names.first + s->names.n; k++) {
		struct rounds_name point = point_of(n->h->state, &n->r->names[k]);
		uint64_t key = named_key(POINT_CHALLENGE, point.round, point.n);

		if (!point.round || (c->n && bsearch(&key, c->keys, c->n, sizeof key, hash_compare)) ||
			!is_first(n, key))
			continue;
		HEARING_REPORT(n->h, &rounds_rules[ROUNDS_CONCESSION_NONE], s->line,
			"no concession of C%u.%u stands in the record, as far as a program can tell: quote the "
			"sentence that concedes it, or say what was said",
			point.round, point.n);
	}
}

/* A side's own concession, made here, tells of none. */
static void
judge_conceded(struct names *n)
{
	struct conceded c = conceded_make(n);

	begin(n);
	for (size_t i = 0; i < n->r->n_sentences && !c.unnamed; i++) {
		const struct rounds_sentence *s = &n->r->sentences[i];
		bool own = n->role < ROLE_ORCHESTRATOR && wording_says(&s->wording, PHRASES_CONCEDE);

		if (wording_says(&s->wording, PHRASES_CONCEDED) && !own)
			judge_conceded_of(n, &c, s);
	}
	free(c.keys);
}

void
rounds_named_judge(struct hearing *h, const struct rounds_reading *r, enum rounds_role role, unsigned round)
{
	struct names n = {.h = h, .r = r, .role = role, .round = round};

	if (h->s.prefix || h->s.alone)
		return;
	/* A closing reply has its own rule about ids. */
	if (round || role == ROLE_ORCHESTRATOR)
		judge_ids(&n);
	judge_rounds(&n);
	judge_conceded(&n);
}
