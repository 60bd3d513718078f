/*
 * What is kept of a turn, from its reading.
 */
#include "validators/rounds/turn.h"

#include <stdlib.h>
#include "validators/rounds/answers.h"
#include "validators/rounds/spoken.h"
#include "validators/text/mem.h"

/* Room for one more in a list that is doubled whenever its number is a power of two. */
#define MORE(list, n) ((n) & ((n) - 1) ? (list) : mem_resize((list), (n) ? 2 * (n) : 1, sizeof *(list)))

static void
yield_free(struct spoken_yield *y)
{
	for (size_t i = 0; i < y->n_cited; i++)
		free(y->cited[i]);
	free(y->cited);
	free(y->sentence);
	free(y->paragraph);
}

void
spoken_free(struct spoken *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n_points; i++)
		free(s->points[i].text);
	for (size_t i = 0; i < s->n_answers; i++)
		free(s->answers[i].text);
	for (size_t i = 0; i < s->n_yields; i++)
		yield_free(&s->yields[i]);
	for (size_t i = 0; i < s->n_unsupported; i++)
		free(s->unsupported[i].text);
	wordprint_free(&s->print);
	free(s->points);
	free(s->answers);
	free(s->named);
	free(s->yields);
	free(s->unsupported);
	free(s->cited);
	free(s->sentences);
	free(s);
}

/* -- hashes -- */

int
hash_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Bytes, but for the case of ASCII letters and white space. */
uint64_t
citation_hash(const struct rounds_reading *r, const struct citation *c)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);
	const char *s = r->md->text + c->off;

	for (size_t i = 0; i < c->len; i++) {
		unsigned char byte = (unsigned char)s[i];
		if (byte == ' ' || byte == '\n')
			continue;
		h = (h ^ (byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte)) * UINT64_C(0x100000001b3);
	}
	return h ^ h >> 32;
}

uint64_t
sentences_hash(const struct rounds_reading *r, struct run sentences)
{
	uint64_t h = 0;

	for (size_t i = sentences.first; i < sentences.first + sentences.n; i++)
		if (r->sentences[i].wording.words)
			h = h * UINT64_C(0x9e3779b97f4a7c15) + r->sentences[i].wording.hash;
	return h;
}

void
sentences_print(const struct rounds_reading *r, struct run sentences, bool claim, struct wordprint *print)
{
	size_t len = 0, room = sentences.n + 1;
	char *text;

	for (size_t i = sentences.first; i < sentences.first + sentences.n; i++)
		room += r->sentences[i].len;
	text = mem_check(malloc(room));
	for (size_t i = sentences.first; i < sentences.first + sentences.n; i++) {
		memcpy(text + len, r->md->text + r->sentences[i].off, r->sentences[i].len);
		len += r->sentences[i].len;
		text[len++] = ' ';
	}
	(claim ? wordprint_make_claim : wordprint_make)(print, text, len);
	free(text);
}

uint64_t
sentence_hash(const struct rounds_reading *r, size_t i)
{
	struct wordprint print;
	uint64_t hash;

	sentences_print(r, (struct run){ i, 1 }, false, &print);
	hash = print.words ? print.all : 0;
	wordprint_free(&print);
	return hash;
}

/* -- points -- */

struct run
point_sentences(const struct rounds_reading *r, const struct rounds_block *b)
{
	struct run run = b->sentences;

	if (b->kind != BLOCK_HEADING)
		return run;
	for (size_t i = run.first + run.n; i < r->n_sentences; i++) {
		const struct rounds_block *under = &r->blocks[r->sentences[i].block];
		if (under->title || under->kind == BLOCK_ITEM)
			break;
		run.n++;
	}
	return run;
}

static void
add_point(struct spoken *s, const struct rounds_reading *r, const struct rounds_block *b)
{
	s->points = MORE(s->points, s->n_points);
	s->points[s->n_points++] = (struct spoken_point){ .line = b->line, .text = rounds_text(r, b->off, b->len),
		.said = sentences_hash(r, point_sentences(r, b)) };
}

/* -- answers -- */

uint64_t *
names_keys(const struct rounds_reading *r)
{
	uint64_t *keys = mem_calloc(r->n_names, sizeof *keys);

	for (size_t i = 0; i < r->n_names; i++)
		keys[i] = named_key(r->names[i].letter, r->names[i].round, r->names[i].n);
	qsort(keys, r->n_names, sizeof *keys, hash_compare);
	return keys;
}

/* An answer that could be the one to point n: rather one that names no other point, rather the first. */
struct candidate {
	unsigned n;
	bool several;
	size_t answer;
};

static int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	if (x->several != y->several)
		return x->several ? 1 : -1;
	return x->answer < y->answer ? -1 : x->answer > y->answer;
}

/* All that answers a point of the round before, by point; *n of them. */
static struct candidate *
candidates_make(const struct rounds_reading *r, const struct answers *answers, unsigned round, size_t *n)
{
	struct candidate *list = mem_calloc(r->n_names, sizeof *list);

	*n = 0;
	for (size_t i = 0; i < answers->n; i++) {
		struct run names = r->sentences[answers->v[i].sentences.first].names;
		size_t first = *n;

		for (size_t k = names.first; k < names.first + names.n; k++)
			if (r->names[k].letter == POINT_CHALLENGE && r->names[k].round + 1 == round &&
				answers->v[i].words)
				list[(*n)++] = (struct candidate){ .n = r->names[k].n, .answer = i };
		for (size_t k = first; k < *n; k++)
			list[k].several = list[first].n != list[*n - 1].n;
	}
	qsort(list, *n, sizeof *list, compare_candidates);
	return list;
}

/* Where an answer ends that begins with these sentences, as a reader takes it: a paragraph has those behind it, up to
 * one that names an id or is a title. That is shown; what is judged is what stands with the id. */
static size_t
answer_end(const struct rounds_reading *r, struct run run)
{
	const struct rounds_sentence *last = &r->sentences[run.first + run.n - 1];
	size_t block = last->block, end = last->off + last->len;

	if (r->blocks[block].kind != BLOCK_PARAGRAPH ||
		run.first + run.n < r->blocks[block].sentences.first + r->blocks[block].sentences.n)
		return end;
	while (++block < r->n_blocks && !r->blocks[block].title) {
		const struct rounds_block *b = &r->blocks[block];

		for (size_t i = b->sentences.first; i < b->sentences.first + b->sentences.n; i++)
			if (r->sentences[i].names.n)
				return end;
		end = b->off + b->len;
	}
	return end;
}

/* In the order of the text; each is one point's, and each point has one. */
static void
add_answers(struct spoken *s, const struct rounds_reading *r)
{
	struct answers answers;
	struct candidate *list;
	unsigned *to; /* by answer: its point; 0: none */
	size_t n;

	answers_make(&answers, r);
	list = candidates_make(r, &answers, s->round, &n);
	to = mem_calloc(answers.n, sizeof *to);
	for (size_t i = 0, done = 0; i < n; i++)
		if (list[i].n != done && !to[list[i].answer])
			to[list[i].answer] = (unsigned)(done = list[i].n);
	for (size_t i = 0; i < answers.n; i++) {
		struct run run = answers.v[i].sentences;
		const struct rounds_sentence *from = &r->sentences[run.first];

		if (!to[i])
			continue;
		s->answers = MORE(s->answers, s->n_answers);
		s->answers[s->n_answers++] = (struct spoken_answer){.round = s->round - 1,
			.n = to[i],
			.line = from->line,
			.text = rounds_text(r, from->off, answer_end(r, run) - from->off)};
	}
	free(to);
	free(list);
	answers_free(&answers);
}

void
spoken_resolve(struct spoken *s, const struct spoken *defense)
{
	for (size_t i = 0; i < s->n_yields; i++) {
		struct spoken_yield *y = &s->yields[i];
		bool there = defense && y->round == defense->round && y->n && y->n <= defense->n_answers;

		if (!y->of_answer)
			continue;
		y->of_answer = false;
		y->round = there ? defense->answers[y->n - 1].round : 0;
		y->n = there ? defense->answers[y->n - 1].n : 0;
	}
}

/* -- yields -- */

static void
add_yield(struct spoken *s, const struct rounds_reading *r, size_t i, const struct rounds_name *name, bool certifies)
{
	const struct rounds_sentence *at = &r->sentences[i];
	struct run backing = sentence_backing(r, i);
	struct spoken_yield *y;

	s->yields = MORE(s->yields, s->n_yields);
	y = &s->yields[s->n_yields++];
	*y = (struct spoken_yield){
		.certifies = certifies, .line = at->line, .sentence = rounds_text(r, at->off, at->len)};
	y->partly = wording_says(&at->wording, PHRASES_PARTLY);
	y->paragraph = rounds_text(r, r->blocks[at->block].off, r->blocks[at->block].len);
	if (name) {
		y->round = name->round;
		y->n = name->n;
		y->of_answer = name->letter == POINT_ANSWER;
	}
	y->cited = mem_calloc(backing.n, sizeof *y->cited);
	for (size_t k = backing.first; k < backing.first + backing.n; k++)
		y->cited[y->n_cited++] = rounds_text(r, r->citations.v[k].off, r->citations.v[k].len);
}

/* A row a point, each once. */
static void
add_yield_rows(struct spoken *s, const struct rounds_reading *r, size_t i, struct run names, bool certifies)
{
	size_t first = s->n_yields;

	if (!names.n)
		add_yield(s, r, i, NULL, certifies);
	for (size_t k = names.first; k < names.first + names.n && s->n_yields - first < SPOKEN_YIELD_POINTS; k++) {
		const struct rounds_name *name = &r->names[k];
		size_t twice = first;

		while (twice < s->n_yields && (s->yields[twice].round != name->round || s->yields[twice].n != name->n))
			twice++;
		if (twice == s->n_yields)
			add_yield(s, r, i, name, certifies);
	}
}

/* A sentence without an id of its own is about those of the answer it stands in, once: a long answer is not repeated.
 */
static void
add_yields(struct spoken *s, const struct rounds_reading *r)
{
	struct answers answers;
	size_t a = 0;
	const struct answer *told = NULL;

	answers_make(&answers, r);
	for (size_t i = 0; i < r->n_sentences; i++) {
		const struct rounds_sentence *at = &r->sentences[i];
		bool concedes = wording_concedes(&at->wording);
		bool certifies = s->speaker == SPEAKER_CHALLENGER && wording_says(&at->wording, PHRASES_CERTIFY);
		struct run names = at->names;

		while (a < answers.n && answers.v[a].sentences.first + answers.v[a].sentences.n <= i)
			a++;
		if (!concedes && !certifies)
			continue;
		if (!names.n && a < answers.n && answers.v[a].sentences.first <= i && told != &answers.v[a]) {
			names = r->sentences[answers.v[a].sentences.first].names;
			told = &answers.v[a];
		}
		add_yield_rows(s, r, i, names, !concedes);
	}
	answers_free(&answers);
}

/* -- the whole -- */

static void
add_cited(struct spoken *s, const struct rounds_reading *r)
{
	s->n_cited = r->citations.n;
	s->cited = mem_calloc(s->n_cited, sizeof *s->cited);
	for (size_t i = 0; i < s->n_cited; i++)
		s->cited[i] = citation_hash(r, &r->citations.v[i]);
	qsort(s->cited, s->n_cited, sizeof *s->cited, hash_compare);
}

static void
add_sentences(struct spoken *s, const struct rounds_reading *r)
{
	s->n_sentences = r->n_sentences;
	s->sentences = mem_calloc(s->n_sentences, sizeof *s->sentences);
	for (size_t i = 0; i < r->n_sentences; i++)
		s->sentences[i] = sentence_hash(r, i);
	qsort(s->sentences, s->n_sentences, sizeof *s->sentences, hash_compare);
}

struct spoken *
spoken_new(const struct rounds_reading *r, enum speaker speaker, unsigned round, bool closing)
{
	struct spoken *s = mem_calloc(1, sizeof *s);

	s->speaker = speaker;
	s->round = round;
	s->closing = closing;
	sentences_print(r, (struct run){ 0, r->n_sentences }, false, &s->print);
	add_cited(s, r);
	add_sentences(s, r);
	s->named = names_keys(r);
	s->n_named = r->n_names;
	if (speaker == SPEAKER_PROPOSER && round > 1 && !closing)
		add_answers(s, r);
	for (size_t i = 0; i < r->n_blocks; i++) {
		const struct rounds_block *b = &r->blocks[i];

		if (b->point && speaker == SPEAKER_CHALLENGER)
			add_point(s, r, b);
		if (b->claim && !b->supported && !closing) {
			s->unsupported = MORE(s->unsupported, s->n_unsupported);
			s->unsupported[s->n_unsupported++] =
				(struct spoken_claim){b->line, rounds_text(r, b->off, b->len)};
		}
	}
	add_yields(s, r);
	return s;
}

void
spoken_lines_from(struct spoken *s, int line)
{
	for (size_t i = 0; i < s->n_points; i++)
		s->points[i].line -= line - 1;
	for (size_t i = 0; i < s->n_answers; i++)
		s->answers[i].line -= line - 1;
	for (size_t i = 0; i < s->n_yields; i++)
		s->yields[i].line -= line - 1;
	for (size_t i = 0; i < s->n_unsupported; i++)
		s->unsupported[i].line -= line - 1;
}
