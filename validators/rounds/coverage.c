/*
 * An answer is a point's own where no other point has it: one that names several points is the answer to one of them,
 * the first that has none yet, and two points with the same words have one answer between them. Concessions alone may
 * be alike.
 */
#include "validators/rounds/coverage.h"

#include <stdlib.h>
#include "validators/rounds/answers.h"
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"
#include "validators/text/quote.h"

/* A point that is to be answered. */
struct due {
	int line;                    /* where it is named first; 0: nowhere */
	const struct answer *answer; /* NULL: it has none */
	const struct answer *empty;  /* one that says something and decides nothing; NULL: there is none */
	unsigned same_as;            /* n of the point that has the same one; 0: none */
};

struct dues {
	const struct spoken *challenge;
	const struct phrases *phrases;
	struct due *v; /* by n - 1 */
};

/* The point that a name is one of; NULL: of another round, or none. */
static struct due *
due_find(const struct dues *dues, const struct rounds_name *name)
{
	bool is_one = name->letter == POINT_CHALLENGE && name->round == dues->challenge->round &&
		name->n <= dues->challenge->n_points;

	return is_one ? &dues->v[name->n - 1] : NULL;
}

/* The points a sentence names: *first the first of them that has no answer yet; are they more than one? */
static bool
names_several(
	const struct dues *dues, const struct rounds_reading *r, const struct rounds_sentence *s, struct due **first)
{
	const struct due *one = NULL;
	bool several = false;

	*first = NULL;
	for (size_t i = s->names.first; i < s->names.first + s->names.n; i++) {
		struct due *due = due_find(dues, &r->names[i]);
		if (!due)
			continue;
		if (!due->line)
			due->line = s->line;
		several = several || (one && one != due);
		one = due;
		if (!*first && !due->answer)
			*first = due;
	}
	return several;
}

static void
assign(const struct dues *dues, const struct rounds_reading *r, const struct answers *answers, bool several)
{
	for (size_t i = 0; i < answers->n; i++) {
		const struct answer *a = &answers->v[i];
		struct due *due;

		if (names_several(dues, r, &r->sentences[a->sentences.first], &due) != several || !due)
			continue;
		if (answer_answers(a, dues->phrases, r->language))
			due->answer = a;
		else if (is_said(a->words, a->citations.n))
			due->empty = a;
	}
}

struct answered {
	uint64_t hash;
	unsigned n;
};

static int
compare_answered(const void *a, const void *b)
{
	const struct answered *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->n < y->n ? -1 : x->n > y->n;
}

/* Of points with the same answer the first keeps it. */
static void
part_equals(const struct dues *dues)
{
	struct answered *list = mem_calloc(dues->challenge->n_points, sizeof *list);
	size_t n = 0;

	for (unsigned i = 0; i < dues->challenge->n_points; i++)
		if (dues->v[i].answer && !dues->v[i].answer->concedes)
			list[n++] = (struct answered){ dues->v[i].answer->hash, i + 1 };
	qsort(list, n, sizeof *list, compare_answered);
	for (size_t i = 1; i < n; i++)
		if (list[i].hash == list[i - 1].hash)
			dues->v[list[i].n - 1].same_as = list[i - 1].n;
	free(list);
}

#define HOW "concede it, rebut it with evidence, or say why the trade-off is worth it"
#define WORDS \
	"write \"I concede C%u.%u: …\", \"C%u.%u is wrong, because …\" or \"C%u.%u is a trade-off: …\", with " \
	"evidence"

static void
report_due(const struct rounds_ask *ask, const struct dues *dues, unsigned n, struct findings *out)
{
	const struct due *due = &dues->v[n - 1];
	const struct rule *rule = &rounds_rules[ROUNDS_DEFENSE_COVERAGE];
	const struct spoken_point *point = &dues->challenge->points[n - 1];
	unsigned round = dues->challenge->round;
	int line = due->line + ask->line0;
	struct quote q = quote(point->text, strlen(point->text));

	if (!due->line)
		findings_add(out, rule, 0, "C%u.%u (\"%s\") is not answered: name it in prose, not in code, and " HOW,
			round, n, q.s);
	else if (!due->answer && due->empty)
		findings_add(out, rule, line,
			"what is said of C%u.%u (\"%s\") neither concedes it nor rebuts it nor names a "
			"trade-off: " WORDS, round, n, q.s, round, n, round, n, round, n);
	else if (!due->answer)
		findings_add(
			out, rule, line, "C%u.%u (\"%s\") is named but has no answer of its own: " HOW, round, n, q.s);
	else if (due->same_as)
		findings_add(out, rule, line, "C%u.%u (\"%s\") has the same answer as C%u.%u: " HOW, round, n, q.s,
			round, due->same_as);
}

void
judge_coverage(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	struct dues dues = { .phrases = ask->phrases };
	struct answers answers;

	for (size_t i = ask->n_before; i-- > 0 && !dues.challenge;)
		if (ask->before[i]->speaker == SPEAKER_CHALLENGER)
			dues.challenge = ask->before[i];
	if (!dues.challenge)
		return;
	dues.v = mem_calloc(dues.challenge->n_points, sizeof *dues.v);
	answers_make(&answers, r);
	assign(&dues, r, &answers, false);
	assign(&dues, r, &answers, true);
	part_equals(&dues);
	for (unsigned n = 1; n <= dues.challenge->n_points; n++)
		report_due(ask, &dues, n, out);
	answers_free(&answers);
	free(dues.v);
}

/* A point id as one number. */
static uint64_t
id_key(unsigned round, unsigned n)
{
	return named_key(POINT_CHALLENGE, round, n);
}

/* Is a key in a sorted list? */
static bool
has_key(const uint64_t *keys, size_t n, uint64_t key)
{
	return n && bsearch(&key, keys, n, sizeof key, hash_compare);
}

/* What is conceded whole in a turn, sorted; *n of them. */
static uint64_t *
yielded_keys(const struct spoken *s, size_t *n)
{
	uint64_t *keys = mem_calloc(s->n_yields, sizeof *keys);

	*n = 0;
	for (size_t i = 0; i < s->n_yields; i++)
		if (s->yields[i].n && !s->yields[i].partly)
			keys[(*n)++] = id_key(s->yields[i].round, s->yields[i].n);
	qsort(keys, *n, sizeof *keys, hash_compare);
	return keys;
}

size_t *
answers_passed_over(const struct spoken *defense, const uint64_t *named, size_t n_named, size_t *n)
{
	size_t *list = mem_calloc(defense->n_answers, sizeof *list), yielded;
	uint64_t *keys = yielded_keys(defense, &yielded);

	*n = 0;
	for (size_t i = 0; i < defense->n_answers; i++) {
		uint64_t point = id_key(defense->answers[i].round, defense->answers[i].n);

		if (!has_key(keys, yielded, point) && !has_key(named, n_named, point) &&
			!has_key(named, n_named, named_key(POINT_ANSWER, defense->round, (unsigned)i + 1)))
			list[(*n)++] = i;
	}
	free(keys);
	return list;
}

void
judge_followed(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	const struct spoken *defense = ask->n_before ? ask->before[ask->n_before - 1] : NULL;
	uint64_t *named;
	size_t *passed, n;

	if (!defense || defense->speaker != SPEAKER_PROPOSER || !defense->n_answers)
		return;
	named = names_keys(r);
	passed = answers_passed_over(defense, named, r->n_names, &n);
	for (size_t i = 0; i < n; i++) {
		const struct spoken_answer *a = &defense->answers[passed[i]];
		unsigned id = (unsigned)passed[i] + 1;

		findings_add(out, &rounds_rules[ROUNDS_FOLLOWUP_COVERAGE], 0,
			"D%u.%u (\"%s\"), the answer to C%u.%u, is passed over: say by its id whether it convinces "
			"you, and why (`D%u.%u: …`)",
			defense->round, id, quote(a->text, strlen(a->text)).s, a->round, a->n, defense->round, id);
	}
	free(passed);
	free(named);
}

/* What the speaker conceded, sorted. */
struct conceded {
	uint64_t *ids;
	size_t n;
};

static struct conceded
conceded_make(const struct rounds_ask *ask)
{
	struct conceded c = { .n = 0 };
	size_t room = 0;

	for (size_t i = 0; i < ask->n_before; i++)
		room += ask->before[i]->speaker == ask->speaker ? ask->before[i]->n_yields : 0;
	c.ids = mem_calloc(room, sizeof *c.ids);
	for (size_t i = 0; i < ask->n_before; i++)
		for (size_t k = 0; ask->before[i]->speaker == ask->speaker && k < ask->before[i]->n_yields; k++) {
			const struct spoken_yield *y = &ask->before[i]->yields[k];
			if (y->n && !y->partly)
				c.ids[c.n++] = id_key(y->round, y->n);
		}
	qsort(c.ids, c.n, sizeof *c.ids, hash_compare);
	return c;
}

/* Is there evidence that the speaker has not cited before? */
static bool
cites_new(const struct rounds_ask *ask, const struct rounds_reading *r, struct run citations)
{
	for (size_t i = citations.first; i < citations.first + citations.n; i++) {
		uint64_t hash = citation_hash(r, &r->citations.v[i]);
		bool known = false;

		for (size_t k = 0; k < ask->n_before && !known; k++)
			known = ask->before[k]->speaker == ask->speaker &&
				bsearch(&hash, ask->before[k]->cited, ask->before[k]->n_cited, sizeof hash,
					hash_compare);
		if (!known)
			return true;
	}
	return false;
}

/* The one point that an answer is to; NULL: it names several, or an answer. */
static const struct rounds_name *
only_name(const struct rounds_reading *r, const struct answer *a)
{
	struct run names = r->sentences[a->sentences.first].names;

	for (size_t i = names.first + 1; i < names.first + names.n; i++)
		if (r->names[i].round != r->names[names.first].round || r->names[i].n != r->names[names.first].n ||
			r->names[i].letter != r->names[names.first].letter)
			return NULL;
	return r->names[names.first].letter == POINT_CHALLENGE ? &r->names[names.first] : NULL;
}

void
judge_concessions(const struct rounds_ask *ask, const struct rounds_reading *r, struct findings *out)
{
	struct conceded conceded = conceded_make(ask);
	struct answers answers;

	answers_make(&answers, r);
	for (size_t i = 0; i < answers.n; i++) {
		const struct answer *a = &answers.v[i];
		const struct rounds_name *name = a->denies && !a->concedes ? only_name(r, a) : NULL;
		uint64_t key = name ? id_key(name->round, name->n) : 0;

		if (!name || !bsearch(&key, conceded.ids, conceded.n, sizeof key, hash_compare) ||
			cites_new(ask, r, a->citations))
			continue;
		findings_add(out, &rounds_rules[ROUNDS_CONCESSION_KEPT],
			r->sentences[a->sentences.first].line + ask->line0,
			"C%u.%u was conceded and is taken back here without new evidence: cite what has come to "
			"light since, or keep to it",
			name->round, name->n);
	}
	answers_free(&answers);
	free(conceded.ids);
}
