#include "validators/socratic/raised.h"

#include <assert.h>
#include "validators/socratic/reading.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

struct place {
	struct point *point;
	bool taken_up;
};

/* Immutable, counted by reference. */
struct list {
	atomic_uint refs;
	size_t n, beyond;
	struct place *v;
};

struct raised {
	atomic_uint refs;
	struct list *base;            /* NULL: empty; one reference */
	struct heard *since;          /* the last turn that came behind it; one reference */
	_Atomic(struct list *) known; /* what comes of both; NULL: nobody has asked yet. One reference */
};

/* -- what a text is about -- */

/* Letters of a word that tell it from others, whatever its ending. */
#define STEM_LETTERS 4
#define STEM_SYLLABLES 2
#define WORD_LETTERS 3
/* Of a text: what is longer answers by its beginning. */
#define GIST_BYTES 4096

static uint32_t
hash(const char *s, const char *end)
{
	uint32_t h = 2166136261u;

	for (; s < end; s++)
		h = (h ^ (unsigned char)*s) * 16777619u;
	return h;
}

/* Characters up to `most`; *end is behind the last. */
static unsigned
count_letters(const struct word *w, unsigned most, const char **end)
{
	const char *s = w->s;
	unsigned n = 0;

	while (n < most && s < w->s + w->len) {
		s += char_bytes(s, w->s + w->len);
		n++;
	}
	*end = s;
	return n;
}

/* What has a digit in it has no ending. */
static bool
has_digit(const struct word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if (isdigit((unsigned char)w->s[i]))
			return true;
	return false;
}

/* Most points have few words. */
#define FEW 32

/* By their first eight bits. */
static void
sort_roughly(uint32_t *v, size_t n)
{
	uint32_t from[GIST_MAX];
	size_t at[257] = {0};

	assert(n <= GIST_MAX);
	memcpy(from, v, n * sizeof *v);
	for (size_t i = 0; i < n; i++)
		at[(from[i] >> 24) + 1]++;
	for (size_t k = 1; k < 257; k++)
		at[k] += at[k - 1];
	for (size_t i = 0; i < n; i++)
		v[at[from[i] >> 24]++] = from[i];
}

static void
sort_hashes(uint32_t *v, size_t n)
{
	if (n > FEW)
		sort_roughly(v, n);
	for (size_t i = 1, k; i < n; i++) {
		uint32_t x = v[i];

		for (k = i; k && v[k - 1] > x; k--)
			v[k] = v[k - 1];
		v[k] = x;
	}
}

/* Of a folded text, which has no letters but small ones. */
static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* The words of a folded text that is ASCII, as put_words takes them: there everything but letters and digits parts
 * words. */
static size_t
put_plain(const char *s, uint32_t v[GIST_MAX])
{
	size_t n = 0;

	while (*s && n < GIST_MAX) {
		const char *from = s;
		bool digit = false;

		for (; is_plain(*s); s++)
			digit = digit || *s <= '9';
		if (digit)
			v[n++] = hash(from, s);
		else if (s - from >= WORD_LETTERS && !topic_is_stop_word(from, (size_t)(s - from)))
			v[n++] = hash(from, s - from > STEM_LETTERS ? from + STEM_LETTERS : s);
		s += *s && !is_plain(*s);
	}
	return n;
}

/* A word by its first letters, of a dense script each pair of letters. */
static size_t
put_words(const char *folded, uint32_t v[GIST_MAX])
{
	struct reader r = {folded, folded + strlen(folded)};
	struct word w, before = {.s = NULL};
	size_t n = 0;

	while (n < GIST_MAX && word_next(&r, &w)) {
		bool dense = script_is_dense(w.script), hangul = char_script(w.s, r.end) == SCRIPT_HANGUL;
		unsigned stem = hangul ? STEM_SYLLABLES : STEM_LETTERS, least = hangul ? STEM_SYLLABLES : WORD_LETTERS;
		const char *end;

		if (dense && before.s && before.s + before.len == w.s)
			v[n++] = hash(before.s, w.s + w.len);
		else if (!dense && has_digit(&w))
			v[n++] = hash(w.s, w.s + w.len);
		else if (!dense && count_letters(&w, stem, &end) >= least && !topic_is_stop_word(w.s, w.len))
			v[n++] = hash(w.s, end);
		before = dense ? w : (struct word){.s = NULL};
	}
	return n;
}

/* The beginning of a text, folded. malloc'd. */
static char *
folded_of(const char *s, size_t len)
{
	return text_fold_words(s, len < GIST_BYTES ? len : GIST_BYTES);
}

static struct gist
gist_of(const char *folded)
{
	struct gist g = {.n = 0};
	uint32_t v[GIST_MAX];
	const size_t n = text_is_ascii(folded, strlen(folded)) ? put_plain(folded, v) : put_words(folded, v);

	sort_hashes(v, n);
	g.v = mem_calloc(n, sizeof *g.v);
	for (size_t i = 0; i < n; i++)
		if (!g.n || g.v[g.n - 1] != v[i])
			g.v[g.n++] = v[i];
	return g;
}

static struct gist
gist_of_text(const char *s, size_t len)
{
	char *folded = folded_of(s, len);
	struct gist gist = gist_of(folded);

	free(folded);
	return gist;
}

static size_t
common(const struct gist *a, const struct gist *b)
{
	size_t n = 0;

	for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
		n += a->v[i] == b->v[k];
		if (a->v[i] <= b->v[k])
			i++;
		else
			k++;
	}
	return n;
}

/* -- counted -- */

static bool
drops_last(atomic_uint *refs)
{
	return atomic_fetch_sub_explicit(refs, 1, memory_order_acq_rel) == 1;
}

static void
point_drop(struct point *p)
{
	if (!drops_last(&p->refs))
		return;
	free(p->words);
	free(p->gist.v);
	free(p);
}

static struct list *
list_hold(struct list *list)
{
	if (list)
		atomic_fetch_add_explicit(&list->refs, 1, memory_order_relaxed);
	return list;
}

static void
list_drop(struct list *list)
{
	if (!list || !drops_last(&list->refs))
		return;
	for (size_t i = 0; i < list->n; i++)
		point_drop(list->v[i].point);
	free(list->v);
	free(list);
}

static struct heard *
heard_hold(struct heard *heard)
{
	if (heard)
		atomic_fetch_add_explicit(&heard->refs, 1, memory_order_relaxed);
	return heard;
}

static void
prints_free(struct wordprint *prints, size_t n)
{
	for (size_t i = 0; prints && i < n; i++)
		wordprint_free(&prints[i]);
	free(prints);
}

/* Along the chain, as far as nobody else holds it. */
void
heard_drop(struct heard *heard)
{
	while (heard && drops_last(&heard->refs)) {
		struct heard *before = heard->before;
		prints_free(atomic_load_explicit(&heard->prints, memory_order_acquire), heard->n_said);
		free(heard->text);
		free(heard->said);
		free(heard->answers);
		free(heard);
		heard = before;
	}
}

struct raised *
raised_hold(struct raised *raised)
{
	if (raised)
		atomic_fetch_add_explicit(&raised->refs, 1, memory_order_relaxed);
	return raised;
}

void
raised_drop(struct raised *raised)
{
	if (!raised || !drops_last(&raised->refs))
		return;
	list_drop(raised->base);
	heard_drop(raised->since);
	list_drop(atomic_load_explicit(&raised->known, memory_order_acquire));
	free(raised);
}

/* With room for `more`. */
static struct list *
copy(const struct list *from, size_t more)
{
	struct list *to = mem_calloc(1, sizeof *to);

	atomic_init(&to->refs, 1);
	to->n = from ? from->n : 0;
	to->beyond = from ? from->beyond : 0;
	to->v = mem_calloc(to->n + more, sizeof *to->v);
	for (size_t i = 0; i < to->n; i++) {
		to->v[i] = from->v[i];
		atomic_fetch_add_explicit(&to->v[i].point->refs, 1, memory_order_relaxed);
	}
	return to;
}

/* -- what a turn does -- */

/* Every point of the other side that it speaks of; and of a turn that it names one at least, the nearest. */
static void
take_up(struct list *list, unsigned seat, const struct answer_said *said, const char *text)
{
	struct gist gist = {.n = 0};
	struct place *nearest = NULL;
	size_t most = 0, share = said->as == ANSWERS_POINTS ? 3 : 2;
	bool spoken = false, known = false;

	for (size_t i = 0; i < list->n; i++) {
		struct place *at = &list->v[i];
		const struct point *p = at->point;
		size_t n;
		bool speaks;

		if (p->seat == seat || (at->taken_up && p->turn != said->turn))
			continue;
		if (!known)
			gist = gist_of_text(text + said->off, said->len);
		known = true;
		n = common(&p->gist, &gist);
		speaks = n && share * n >= p->gist.n;
		at->taken_up = at->taken_up || speaks;
		spoken = spoken || (speaks && p->turn == said->turn);
		if (p->turn == said->turn && !at->taken_up && (!nearest || n > most)) {
			nearest = at;
			most = n;
		}
	}
	if (nearest && !spoken)
		nearest->taken_up = true;
	free(gist.v);
}

/* Has this side said it before? Then it is the point that is there. */
static bool
is_there(const struct list *list, unsigned seat, uint32_t whole)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct point *p = list->v[i].point;
		if (p->seat == seat && p->hash == whole)
			return true;
	}
	return false;
}

static void
raise(struct list *list, unsigned seat, unsigned turn, const struct said *said, const char *text)
{
	if (list->n == RAISED_POINTS_MAX) {
		list->beyond++;
		return;
	}
	char *folded = folded_of(text + said->off, said->len);
	const uint32_t whole = hash(folded, folded + strlen(folded));
	if (!is_there(list, seat, whole)) {
		struct point *p = mem_calloc(1, sizeof *p);
		*p = (struct point){.seat = seat,
			.turn = turn,
			.what = said->what,
			.words = text_fold_space(text + said->off, said->len),
			.gist = gist_of(folded),
			.hash = whole};
		atomic_init(&p->refs, 1);
		list->v[list->n++].point = p;
	}
	free(folded);
}

/* What is a turn's position is argued for by its points. */
static bool
is_point(const struct said *said)
{
	return strcmp(said->what, "position") != 0;
}

static void
hear(struct list *list, const struct heard *turn)
{
	for (size_t i = 0; i < turn->n_answers; i++)
		take_up(list, turn->seat, &turn->answers[i], turn->text);
	for (size_t i = 0; i < turn->n_said; i++)
		if (is_point(&turn->said[i]))
			raise(list, turn->seat, turn->turn, &turn->said[i], turn->text);
}

/* -- turns, and the list when somebody asks for it -- */

static void *
copy_of(const void *from, size_t n, size_t each)
{
	void *to = mem_calloc(n, each);

	if (n)
		memcpy(to, from, n * each);
	return to;
}

static struct heard *
heard_new(unsigned seat, const struct turn_facts *turn)
{
	struct heard *h = mem_calloc(1, sizeof *h);

	atomic_init(&h->refs, 1);
	atomic_init(&h->prints, NULL);
	h->seat = seat;
	h->turn = turn->number;
	h->text = mem_copy(turn->text, turn->text_len);
	h->text_len = turn->text_len;
	h->n_said = turn->n_said;
	h->said = copy_of(turn->said, h->n_said, sizeof *h->said);
	h->n_answers = turn->n_answers < RAISED_ANSWERS_MAX ? turn->n_answers : RAISED_ANSWERS_MAX;
	h->answers = copy_of(turn->answers, h->n_answers, sizeof *h->answers);
	return h;
}

struct raised *
raised_after(const struct raised *before, unsigned seat, const struct turn_facts *turn)
{
	struct raised *raised = mem_calloc(1, sizeof *raised);
	struct list *known = before ? atomic_load_explicit(&before->known, memory_order_acquire) : NULL;

	atomic_init(&raised->refs, 1);
	atomic_init(&raised->known, NULL);
	raised->since = heard_new(seat, turn);
	if (known) {
		raised->base = list_hold(known);
	} else if (before) {
		raised->base = list_hold(before->base);
		raised->since->before = heard_hold(before->since);
	}
	return raised;
}

/* All turns behind the list, the oldest first. */
static struct list *
hear_all(const struct raised *raised)
{
	const struct heard **turns;
	struct list *list;
	size_t n = 0, said = 0;

	for (const struct heard *h = raised->since; h; h = h->before) {
		said += h->n_said;
		n++;
	}
	turns = mem_calloc(n, sizeof *turns);
	for (const struct heard *h = raised->since; h; h = h->before)
		turns[--n] = h;
	list = copy(raised->base, said < RAISED_POINTS_MAX ? said : RAISED_POINTS_MAX);
	do
		hear(list, turns[n]);
	while (turns[n++] != raised->since);
	free(turns);
	return list;
}

/* Of two who ask at once for the first time both work, and the first to be done is believed. */
static const struct list *
list_of(const struct raised *raised)
{
	_Atomic(struct list *) *known = (_Atomic(struct list *) *)&raised->known;
	struct list *list = atomic_load_explicit(known, memory_order_acquire), *none = NULL;

	if (list)
		return list;
	list = hear_all(raised);
	if (atomic_compare_exchange_strong_explicit(known, &none, list, memory_order_acq_rel, memory_order_acquire))
		return list;
	list_drop(list);
	return none;
}

/* The same of prints. */
const struct wordprint *
heard_prints(const struct heard *heard)
{
	_Atomic(struct wordprint *) *known = (_Atomic(struct wordprint *) *)&heard->prints;
	struct wordprint *prints = atomic_load_explicit(known, memory_order_acquire), *none = NULL;

	if (prints || !heard->n_said)
		return prints;
	prints = mem_calloc(heard->n_said, sizeof *prints);
	for (size_t i = 0; i < heard->n_said; i++)
		wordprint_make(&prints[i], heard->text + heard->said[i].off, heard->said[i].len);
	if (atomic_compare_exchange_strong_explicit(known, &none, prints, memory_order_acq_rel, memory_order_acquire))
		return prints;
	prints_free(prints, heard->n_said);
	return none;
}

struct heard *
raised_last(const struct raised *raised)
{
	return heard_hold(raised->since);
}

void
raised_know(const struct raised *raised)
{
	if (!raised)
		return;
	list_of(raised);
	heard_prints(raised->since);
}

const struct point *
raised_unanswered(const struct raised *raised, size_t *at)
{
	const struct list *list = raised ? list_of(raised) : NULL;

	while (list && *at < list->n)
		if (!list->v[(*at)++].taken_up)
			return list->v[*at - 1].point;
	return NULL;
}

size_t
raised_beyond(const struct raised *raised)
{
	return raised ? list_of(raised)->beyond : 0;
}
