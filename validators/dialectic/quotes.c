#include "validators/dialectic/quotes.h"

#include <ctype.h>
#include <string.h>
#include "validators/prose/quotable.h"
#include "validators/prose/quoting.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/words.h"

/* Other arguments of a text that are asked whether they have what is quoted: who names more lists them. */
#define NAMED_MAX 16

/* Made when it is asked for first. */
struct saying {
	struct quotable *text;
	char *plain; /* what that is made of */
};

struct quotes {
	const struct fstate *state;
	bool told;
	struct findings *out;
	const struct argument **said; /* what may be quoted, by argument_index */
	unsigned n;
	struct saying *arguments, *judges; /* by argument_index: what it says, and what the judge wrote on it */
};

/* One text, and where it stands. */
struct passage {
	struct quotes *q;
	struct reader text;
	const char *path; /* NULL: it is of a report, at `line` */
	int line;
};

/* -- what arguments say -- */

static char *
plain_of(const struct argument *a)
{
	UT_string s;

	utstring_init(&s);
	utstring_printf(&s, "%s\n\n%s\n\n", a->title, a->claim);
	for (unsigned i = 0; i < a->n_grounds; i++)
		utstring_printf(
			&s, "%s\n\n%s\n\n%s\n\n", a->grounds[i].source, a->grounds[i].content, a->grounds[i].relevance);
	utstring_printf(
		&s, "%s\n\n%s\n\n%s\n\n", a->warrant, a->backing ? a->backing : "", a->qualifier ? a->qualifier : "");
	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		for (unsigned i = 0; i < a->n_links[kind]; i++)
			utstring_printf(&s, "%s\n\n", a->links[kind][i].content);
	return utstring_body(&s);
}

static struct quotable *
quotable_of(struct quotes *q, unsigned index)
{
	struct saying *said = &q->arguments[index];

	if (!said->text) {
		said->plain = plain_of(q->said[index]);
		said->text = quotable_new(said->plain, strlen(said->plain));
	}
	return said->text;
}

static void
add_reasonings(const struct judgement *j, struct argument_id id, UT_string *out)
{
	for (unsigned i = 0; i < j->n_scores; i++)
		if (argument_id_equal(j->scores[i].id, id))
			utstring_printf(out, "%s\n\n", j->scores[i].reasoning);
	for (unsigned i = 0; i < j->n_rescores; i++)
		if (argument_id_equal(j->rescores[i].id, id))
			utstring_printf(out, "%s\n\n", j->rescores[i].reasoning);
}

/* Does the judge say so of the argument? */
static bool
is_the_judges(struct quotes *q, unsigned index, struct reader words)
{
	struct saying *judge = &q->judges[index];
	UT_string s;

	if (!judge->text) {
		utstring_init(&s);
		for (const struct record_piece *p = q->state->debate.last; p; p = p->before)
			add_reasonings(((const struct exchange *)p)->judgement, argument_at(index), &s);
		judge->plain = utstring_body(&s);
		judge->text = quotable_new(judge->plain, utstring_len(&s));
	}
	return quotable_find(judge->text, words) == QUOTED_THERE;
}

/* -- a quotation -- */

/* The id of an argument that is there: others are none of anybody's. */
static size_t
refer_argument(void *arg, const char *s, const char *end, unsigned *cited)
{
	const struct quotes *q = arg;
	char word[ARGUMENT_ID_BYTES];
	struct argument_id id;
	size_t n = 0;

	while (s + n < end && n < sizeof word && (isalnum((unsigned char)s[n]) || s[n] == '_')) {
		word[n] = (char)tolower((unsigned char)s[n]);
		n++;
	}
	if (n == sizeof word || !argument_id_parse(word, n, &id) || argument_index(id) >= q->n)
		return 0;
	*cited = argument_index(id);
	return n;
}

static bool
is_elsewhere(const struct passage *p, unsigned cited, struct reader words)
{
	unsigned others[NAMED_MAX], n = 0, index;

	for (const char *s = p->text.s; s < p->text.end && n < NAMED_MAX; s++) {
		bool known = (*s | 0x20) != 'p' && (*s | 0x20) != 'o';

		if (known || !refer_argument(p->q, s, p->text.end, &index))
			continue;
		for (unsigned i = 0; i < n; i++)
			known = known || others[i] == index;
		if (!known && index != cited)
			others[n++] = index;
	}
	for (unsigned i = 0; i < n; i++)
		if (quotable_find(quotable_of(p->q, others[i]), words) == QUOTED_THERE)
			return true;
	return is_the_judges(p->q, cited, words);
}

/* Of a text that is sealed: "what is quoted of prop_000a here …". */
static const char *
untold(enum quoted quoted)
{
	switch (quoted) {
	case QUOTED_CUT:
		return "leaves out a negation beside it, which turns it round: quote it with that, or say it without "
		       "quotation marks";
	case QUOTED_PUT_IN:
		return "has more in brackets than they may put in: quote what stands there, and say the rest outside "
		       "of the quotation marks";
	case QUOTED_SCRAPS:
		return "has no three words in a row of it: quote more, or nothing";
	case QUOTED_TOO_MUCH:
		return "is more than can be looked up: quote less";
	default:
		return "does not stand there: quote what does (with … for what is left out), or say it without "
		       "quotation marks";
	}
}

#define WHOSE "; words of another argument have its id in the same text"

static void
judge_quoted(const struct passage *p, unsigned cited, struct reader words)
{
	struct quotes *q = p->q;
	struct quotable *text = quotable_of(q, cited);
	struct id_text id = id_text(argument_at(cited));
	enum quoted quoted = quotable_find(text, words);
	char *sentence;

	if (quoted == QUOTED_THERE ||
		((quoted == QUOTED_OTHERWISE || quoted == QUOTED_CUT) && is_elsewhere(p, cited, words)))
		return;
	sentence = q->told ? quotable_sentence(text, words, quoted, id.s)
			   : mem_format("what is quoted of %s here %s", id.s, untold(quoted));
	findings_add_path(q->out, RULE(QUOTE_ARGUMENT), p->line, p->path, "%s%s", sentence,
		quoted == QUOTED_OTHERWISE ? WHOSE : "");
	free(sentence);
}

static void
judge_passage(const struct passage *p)
{
	struct quoting quoting = quoting_begin(p->text.s, p->text.end, refer_argument, p->q);
	struct reader words;
	unsigned cited;

	while (p->q->out->n < LIMIT_FINDINGS && quoting_next(&quoting, &cited, &words))
		judge_quoted(p, cited, words);
	quoting_end(&quoting);
}

/* -- texts -- */

static void
judge_text(void *arg, const char *path, const char *text, size_t len)
{
	struct passage p = {.q = arg, .text = {text, text + len}, .path = path};

	judge_passage(&p);
}

/* A ground whose source is an argument's id quotes that one. */
static void
judge_ground(struct quotes *q, const json_t *ground, const char *path)
{
	const char *source = json_string_value(json_object_get(ground, "source")),
		   *content = json_string_value(json_object_get(ground, "content"));
	unsigned cited;
	char *text;

	if (!source || !content || refer_argument(q, source, source + strlen(source), &cited) != strlen(source))
		return;
	text = mem_format("%s: %s", source, content);
	judge_text(q, path, text, strlen(text));
	free(text);
}

static void
judge_grounds(struct quotes *q, const json_t *argument, const char *within)
{
	const json_t *list = json_object_get(argument, "grounds");

	for (size_t i = 0; i < json_array_size(list); i++) {
		char *path = mem_format("%s%sgrounds[%zu].content", within, *within ? "." : "", i);

		judge_ground(q, json_array_get(list, i), path);
		free(path);
	}
}

static struct quotes
begin(const struct fstate *state, bool sealed, bool told, struct findings *out)
{
	struct quotes q = {.state = state, .told = told, .out = out};

	q.said = debate_arguments(state, sealed, &q.n);
	/* Of an exchange in which only one side is shown those of the other would stand in their places. */
	if (q.n > exchange_first(state->exchange) && q.n < exchange_first(state->exchange + 1))
		q.n = exchange_first(state->exchange);
	q.arguments = mem_calloc(q.n, sizeof *q.arguments);
	q.judges = mem_calloc(q.n, sizeof *q.judges);
	return q;
}

static void
free_sayings(struct saying *v, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		quotable_free(v[i].text);
		free(v[i].plain);
	}
	free(v);
}

static void
end(struct quotes *q)
{
	free_sayings(q->arguments, q->n);
	free_sayings(q->judges, q->n);
	free(q->said);
}

void
said_judge(const struct fstate *state, bool sealed, bool told, const json_t *value, struct findings *out)
{
	struct quotes q = begin(state, sealed, told, out);

	if (q.n) {
		handin_each_text(value, judge_text, &q);
		judge_grounds(&q, value, "");
	}
	end(&q);
}

/* A list is passages of its own, and so is each paragraph. */
void
said_judge_report(const struct fstate *state, const struct md *md, int line0, struct findings *out)
{
	struct quotes q = begin(state, true, true, out);

	for (size_t i = 0, next; i < md->n && q.n; i = next) {
		const struct md_line *first = &md->lines[i], *last;
		struct passage p = {.q = &q, .line = first->line + line0};

		for (next = i + 1; next < md->n && !md->lines[next].block_start && !md->lines[next].item_start;)
			next++;
		last = &md->lines[next - 1];
		p.text = (struct reader){md->text + first->off, md->text + last->off + last->len};
		judge_passage(&p);
	}
	end(&q);
}
