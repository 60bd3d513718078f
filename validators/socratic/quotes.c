/*
 * What a text says that an earlier turn says: every quotation directly behind the name of a turn (turn_name.h) is
 * looked up there, wherever it stands, in a support or in prose; and so are a longer one of a sentence that names a
 * turn, and a block quote directly below it. What a side is said to have said, with no turn named, is looked up in all
 * of its turns: the other side in a turn, each of them in a conclusion.
 *
 * What is said to stand there beyond doubt (quoting.h) and does not is refused. The rest is looked for in the whole
 * record, the topic and the source, and where it stands nowhere it is a warning, which the other side's prompt and the
 * page show: it may be a saying, a supposition or a translation, which no list of words can tell from a lie in every
 * language, and an honest text is not held up for that. For the same reason nothing is refused that is quoted in
 * another script than its turn is written in.
 *
 * Who names more turns than one, an item of theirs, or the source too, may mean each of them: it is enough that one has
 * it. What only the sentence leads to may be the source's, whether it is named or not.
 */
#include "validators/socratic/reading.h"

#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/prose/turn_name.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

struct by_number {
	const char *begin;
	bool settled; /* it stands there, or was refused */
};

/* A paragraph or an item: md.lines[first .. end). */
struct passage {
	struct reading *r;
	struct reader text;
	int line;
	bool *named; /* turns, by number; NAMED_SOURCE: the source */
	struct by_number *judged; /* quotations that are a turn's by its number, in order */
	size_t n_judged;
	bool loose;  /* what is looked up is said to stand there by its sentence alone */
	unsigned side; /* whose name is read for */
};
#define NAMED_SOURCE 0

/* Beside a turn's number: the second turn may be turn 2, or the second of either side's. */
#define OF_ORDER (1U << 31)

/* The name of a turn that is there: others are refused as such. */
static size_t
refer_turn(void *arg, const char *s, const char *end, unsigned *cited)
{
	const struct reading *r = arg;
	unsigned turn;
	bool of_order;
	size_t n = turn_name(s, end, &turn, &of_order);

	if (!n || turn > r->n_quotables)
		return 0;
	*cited = turn | (of_order ? OF_ORDER : 0);
	return n;
}

/* "alice's “many writers”" is a way of speaking. */
static bool
owns_a_term(struct reader behind)
{
	static const char *const genitives[] = {"'s", "’s", "的", "の", "의"};

	bool owns = false;

	for (size_t i = 0; i < sizeof genitives / sizeof genitives[0] && !owns; i++)
		owns = skip_text(&behind, genitives[i]);
	skip_white(&behind);
	return owns && left(&behind) && quotation_mark(behind.s, left(&behind));
}

/* A side, by its name or as its opponent calls it. */
static size_t
refer_side(void *arg, const char *s, const char *end, unsigned *cited)
{
	static const char *const opponents[] = {"my opponent", "mein Gegenüber", "相手", "对方", "對方", "상대"};
	const struct passage *p = arg;
	const char *name = context_seat_name(p->r->h.ctx, p->side);
	struct reader at = {s, end};
	bool found = strlen(name) > 1 && skip_word(&at, name) &&
		!(left(&at) && (isalnum((unsigned char)*at.s) || strchr("-_", *at.s)));

	for (size_t i = 0; i < sizeof opponents / sizeof opponents[0] && !found && p->r->seat; i++) {
		at.s = s;
		found = skip_word(&at, opponents[i]);
	}
	*cited = 0;
	return found && !owns_a_term(at) ? (size_t)(at.s - s) : 0;
}

static struct quotable *
quotable_of(struct reading *r, unsigned turn)
{
	struct quotable **q = &r->quotables[turn - 1];

	for (const struct turn *t = state_last(r->h.state); t && !*q; t = turn_before(t))
		if (t->piece.number == turn)
			*q = quotable_new(t->heard->text, t->heard->text_len);
	return *q;
}

static void
name_turn(struct passage *p, unsigned cited)
{
	unsigned turn = cited & ~OF_ORDER;

	p->named[turn] = true;
	for (unsigned side = 0; cited & OF_ORDER && side < SOCRATIC_SEATS; side++) {
		unsigned other = SOCRATIC_SEATS * turn - side;

		if (other <= p->r->n_quotables)
			p->named[other] = true;
	}
}

static void
find_named(struct passage *p)
{
	const struct source *source = p->r->ev.source;
	unsigned turn;

	p->named = mem_calloc(p->r->n_quotables + 1, sizeof *p->named);
	for (const char *s = p->text.s; s < p->text.end; s += char_bytes(s, p->text.end)) {
		const struct item *item = NULL;
		unsigned id;

		if (refer_turn(p->r, s, p->text.end, &turn))
			name_turn(p, turn);
		if ((*s | 0x20) == 'u' && item_id_read(s, p->text.end, &id))
			item = items_find(p->r->h.state->items, id);
		if (item && item->turn <= p->r->n_quotables)
			p->named[item->turn] = true;
	}
	p->named[NAMED_SOURCE] = source &&
		(memmem(p->text.s, left(&p->text), source->name, strlen(source->name)) ||
			memmem(p->text.s, left(&p->text), "ource", strlen("ource")));
}

static bool
stands_in_topic(struct reading *r, struct reader words)
{
	const char *topic = r->h.ctx->terms->topic;

	if (topic && !r->quotable_topic)
		r->quotable_topic = quotable_new(topic, strlen(topic));
	return topic && quotable_find(r->quotable_topic, words) == QUOTED_THERE;
}

/* Another turn that the passage names, or the source, has it. */
static bool
is_elsewhere(struct passage *p, struct reader words)
{
	struct reading *r = p->r;

	if (!p->named)
		find_named(p);
	for (unsigned turn = 1; turn <= r->n_quotables; turn++)
		if (p->named[turn] && quotable_find(quotable_of(r, turn), words) == QUOTED_THERE)
			return true;
	if (p->loose && stands_in_topic(r, words))
		return true;
	return (p->named[NAMED_SOURCE] || (p->loose && r->ev.source)) &&
		source_index_excerpt(r->ev.index, words.s, left(&words), &r->ev.reading);
}

/* Bytes of turns that are read for one text in search of what somebody is said to have said: what more is quoted names
 * its turn. */
#define SAID_READ_BYTES (4 << 20)

static enum quoted
find_said(struct reading *r, const struct turn *t, struct reader words)
{
	r->said_read += t->heard->text_len;
	return r->said_read > SAID_READ_BYTES ? QUOTED_TOO_MUCH : quotable_find(quotable_of(r, t->piece.number), words);
}

/* Whoever said it, and in whatever turn; also where that is more than can be looked up. */
static bool
is_anywhere(struct passage *p, struct reader words)
{
	struct reading *r = p->r;

	for (const struct turn *t = state_last(r->h.state); t; t = turn_before(t)) {
		enum quoted here = find_said(r, t, words);

		if (here == QUOTED_THERE || here == QUOTED_TOO_MUCH)
			return true;
	}
	return stands_in_topic(r, words) ||
		(r->ev.source && source_index_excerpt(r->ev.index, words.s, left(&words), &r->ev.reading));
}

/* What is not refused: told to who reads it, where it stands nowhere. */
static void
report_unfound(struct passage *p, struct reader words)
{
	if (!is_anywhere(p, words))
		REPORT(p->r, RULE_QUOTE_UNFOUND, p->line,
			"\"%s\" stands in no turn, nor in the topic or the source" QUOTE_UNFOUND_MAY_STAY,
			quote(words.s, left(&words)).s);
}

/* Is it done with? `q`: how it was found, NULL: below. */
static bool
judge_quoted(struct passage *p, const struct quoting *q, unsigned cited, struct reader words)
{
	struct reading *r = p->r;
	unsigned turn = cited & ~OF_ORDER;
	struct quotable *text = quotable_of(r, turn);
	enum quoted quoted = quotable_find(text, words);
	char where[32], *sentence;

	if (quoted == QUOTED_THERE || (p->loose && quoted == QUOTED_SCRAPS) ||
		((quoted == QUOTED_OTHERWISE || quoted == QUOTED_CUT) && is_elsewhere(p, words)))
		return true;
	if (!q || !quoting_is_sure(q) || !quotable_is_of_script(text, words)) {
		report_unfound(p, words);
		return false;
	}
	snprintf(where, sizeof where, "turn %u", turn);
	sentence = quotable_sentence(text, words, quoted, where);
	REPORT(r, RULE_QUOTE_TURN, p->line, "%s", sentence);
	free(sentence);
	return true;
}

static void
judge_turns(struct passage *p)
{
	struct quoting q = quoting_begin(p->text.s, p->text.end, refer_turn, p->r);
	struct reader words;
	unsigned cited;

	q.by_sentence = true;
	while (p->r->h.out->n < LIMIT_FINDINGS && quoting_next(&q, &cited, &words)) {
		/* Doubled whenever the number is a power of two. */
		if (!(p->n_judged & (p->n_judged - 1)))
			p->judged = mem_resize(p->judged, p->n_judged ? 2 * p->n_judged : 1, sizeof *p->judged);
		p->loose = q.loose;
		p->judged[p->n_judged++] = (struct by_number){words.s, judge_quoted(p, &q, cited, words)};
	}
	quoting_end(&q);
}

/* The turn of the other's that is quoted wrongly; without one the last of its turns that has something like it. */
struct said_in {
	unsigned turn; /* 0: none has */
	enum quoted quoted;
};

/* Has that side said so, in any of its turns? */
static bool
is_said(const struct passage *p, struct reader words, struct said_in *in)
{
	*in = (struct said_in){.quoted = QUOTED_OTHERWISE};
	for (const struct turn *t = state_last(p->r->h.state); t; t = turn_before(t)) {
		enum quoted here;

		if (t->heard->seat != p->side)
			continue;
		here = find_said(p->r, t, words);
		if (here == QUOTED_THERE)
			return true;
		if (here != QUOTED_OTHERWISE && in->quoted == QUOTED_OTHERWISE)
			*in = (struct said_in){t->piece.number, here};
	}
	return false;
}

/* Of how many turns what is nearest is looked for, the last ones: it takes longer than anything else here. */
#define NEAREST_TURNS 2

static void
find_nearest(const struct passage *p, struct reader words, struct said_in *in)
{
	unsigned turns = 0;

	for (const struct turn *t = state_last(p->r->h.state); t && !in->turn && turns < NEAREST_TURNS;
		t = turn_before(t)) {
		struct reader like;

		if (t->heard->seat != p->side)
			continue;
		like = quotable_nearest(quotable_of(p->r, t->piece.number), words);
		in->turn = left(&like) ? t->piece.number : 0;
		turns++;
	}
}

static char *
said_sentence(const struct passage *p, struct reader words, const struct said_in *in)
{
	struct reading *r = p->r;
	const char *name = context_seat_name(r->h.ctx, p->side);
	char where[32];

	if (in->quoted == QUOTED_TOO_MUCH)
		return mem_format("more is quoted of %s than can be looked up in all of its turns: name the turn, as "
				  "in `Turn N: \"…\"`",
			name);
	if (!in->turn)
		return mem_format("%s says nothing like \"%s\" in any turn: quote what stands there, in its own "
				  "language, or say it without quotation marks",
			name, quote(words.s, left(&words)).s);
	snprintf(where, sizeof where, "turn %u", in->turn);
	return quotable_sentence(quotable_of(r, in->turn), words, in->quoted, where);
}

/* Is it in the script that this side writes in? Who has not spoken is quoted in none. */
static bool
is_of_side(const struct passage *p, struct reader words)
{
	for (const struct turn *t = state_last(p->r->h.state); t; t = turn_before(t))
		if (t->heard->seat == p->side)
			return quotable_is_of_script(quotable_of(p->r, t->piece.number), words);
	return true;
}

/* What a side is said to have said has to stand in one of its turns. */
static void
judge_said(struct passage *p, const struct quoting *q, bool seen, struct reader words)
{
	struct said_in in;
	char *sentence;

	p->loose = true;
	if (is_said(p, words, &in) || is_elsewhere(p, words))
		return;
	if (!quoting_is_sure(q) || !is_of_side(p, words)) {
		if (!seen)
			report_unfound(p, words);
		return;
	}
	if (in.quoted == QUOTED_OTHERWISE)
		find_nearest(p, words, &in);
	sentence = said_sentence(p, words, &in);
	REPORT(p->r, RULE_QUOTE_TURN, p->line, "%s", sentence);
	free(sentence);
}

static void
judge_side(struct passage *p)
{
	struct quoting q = quoting_begin(p->text.s, p->text.end, refer_side, p);
	struct reader words;
	unsigned cited;
	size_t at = 0;

	q.of_person = true;
	q.by_sentence = true;
	while (p->r->h.out->n < LIMIT_FINDINGS && quoting_next(&q, &cited, &words)) {
		while (at < p->n_judged && p->judged[at].begin < words.s)
			at++;
		bool seen = at < p->n_judged && p->judged[at].begin == words.s;
		if ((!seen || !p->judged[at].settled) && wordcount(words.s, left(&words)) > FREE_WORDS)
			judge_said(p, &q, seen, words);
	}
	quoting_end(&q);
}

/* In a turn the other side; a conclusion is written about both. */
static void
judge_sides(struct passage *p)
{
	for (p->side = 1; p->side <= SOCRATIC_SEATS; p->side++)
		if (p->side != p->r->seat)
			judge_side(p);
}

static void
passage_end(struct passage *p)
{
	free(p->named);
	free(p->judged);
}

/* Without the marks of quotation round it. */
static struct reader
without_marks(struct reader r)
{
	size_t n;

	r = without_white(r);
	if ((n = quotation_mark(r.s, left(&r))))
		r.s += n;
	if (left(&r)) {
		const char *last = char_before(r.s, r.end);

		r.end = quotation_mark(last, (size_t)(r.end - last)) ? last : r.end;
	}
	return r;
}

/* A paragraph of a block quote directly below a passage. */
static void
judge_below(struct passage *p, struct reader quote, int line)
{
	unsigned cited;

	quote = without_marks(quote);
	if (wordcount(quote.s, left(&quote)) <= FREE_WORDS ||
		!quoting_leads_below(p->text.s, p->text.end, refer_turn, p->r, &cited))
		return;
	p->line = line;
	p->loose = true;
	judge_quoted(p, NULL, cited, quote);
}

/* A list that is none to CommonMark, and what a label begins, are passages of their own. */
static bool
begins_passage(const struct reading *r, const struct md_line *l)
{
	size_t rest;

	return l->block_start || l->item_start || skip_bullet(text_at(r, l->off), l->len) ||
		label_read(r, l, &rest) != LABEL_NONE;
}

/* Where the words of a passage begin: behind a title's line, or a label. */
static size_t
words_from(const struct reading *r, size_t first, size_t end)
{
	const struct md_line *l = &r->h.md.lines[first];
	size_t rest;

	if (l->bold && first + 1 < end)
		return l[1].off;
	return label_read(r, l, &rest) == LABEL_NONE ? l->off : rest;
}

void
quotes_judge(struct reading *r)
{
	const struct md *md = &r->h.md;
	size_t n = md->n;
	struct passage p = {.r = r};

	/* A paragraph that may go on can still become anything. */
	while (r->h.s.prefix && n && !md->lines[--n].block_start)
		;
	r->n_quotables = hearing_has(&r->h, &socratic_rules[RULE_QUOTE_TURN]) ? fstate_pieces(r->h.state) : 0;
	r->quotables = mem_calloc(r->n_quotables, sizeof(struct quotable *));
	for (size_t i = r->h.opening.index + 1, end; i < n && r->n_quotables; i = end) {
		struct reader text;

		end = i + 1;
		while (end < n && !begins_passage(r, &md->lines[end]))
			end++;
		text = (struct reader){text_at(r, words_from(r, i, end)), text_at(r, line_end(&md->lines[end - 1]))};
		if (outline_is_unsure(&r->h, md->lines[i].off, line_end(&md->lines[end - 1])))
			continue;
		if (md->lines[i].quoted) {
			if (p.text.s)
				judge_below(&p, text, md->lines[i].line);
			continue;
		}
		passage_end(&p);
		p = (struct passage){.r = r, .line = md->lines[i].line, .text = text};
		if (quotations_until(text.s, text.end) == text.s)
			continue;
		judge_turns(&p);
		judge_sides(&p);
	}
	passage_end(&p);
	for (unsigned i = 0; i < r->n_quotables; i++)
		quotable_free(r->quotables[i]);
	free(r->quotables);
	quotable_free(r->quotable_topic);
	r->quotable_topic = NULL;
}
