#include "validators/rounds/template.h"

#include <string.h>
#include "validators/text/grow.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

#define ROW(word, kind, text) \
	{ .name = word, .block = kind, .about = text, .fault = "there is no {" word "}, which this template cannot do without" }
#define WORD(name, about) ROW(name, false, about)
#define BLOCK(name, about) ROW(name, true, about)
#define NEEDS(p) (1u << HOLDER_##p)

/* clang-format off */
const struct placeholder_row placeholders[PLACEHOLDERS] = {
	[HOLDER_TOPIC]              = WORD("topic", "the question that is debated"),
	[HOLDER_ROUND]              = WORD("round", "the number of the round that the text is for; for a verdict, of the last one"),
	[HOLDER_ROUNDS]             = WORD("rounds", "how many rounds the debate has"),
	[HOLDER_PREVIOUS_ROUND]     = WORD("previous_round", "the number of the round before that one"),
	[HOLDER_ROUNDS_COMPLETED]   = WORD("rounds_completed", "how many rounds are complete"),
	[HOLDER_SUMMARIZED]         = WORD("summarized", "the last round that a summary is about; 0 where none is called for"),
	[HOLDER_PROPOSER_TOOL]      = WORD("proposer_tool", "the tool that the proposer speaks for"),
	[HOLDER_PROPOSER_MODEL]     = WORD("proposer_model", "its model"),
	[HOLDER_CHALLENGER_TOOL]    = WORD("challenger_tool", "the tool that the challenger speaks for"),
	[HOLDER_CHALLENGER_MODEL]   = WORD("challenger_model", "its model"),
	[HOLDER_EFFORT]             = WORD("effort", "the effort that is asked for: low, medium, high or max"),
	[HOLDER_PREVIOUS_EXCHANGES] = BLOCK("previous_exchanges", "what was said: for a turn of round 1 or 2 every turn before it; of a later "
		"one the summary, and in full the turns since; for a summary the turns that it is about; for a verdict all of them"),
	[HOLDER_POINTS]             = BLOCK("points", "the challenge points that the text is about, each with its id: for a turn those of the "
		"challenge before; for a summary or a verdict those of all rounds that it is about"),
	[HOLDER_UNSUPPORTED]        = BLOCK("unsupported", "claims that come without evidence: for a turn those of the other side's latest "
		"turn; for a summary or a verdict those of all rounds that it is about"),
	[HOLDER_CONCESSIONS]        = BLOCK("concessions", "what was conceded or certified so far, word for word, with the evidence; for a "
		"summary, in the rounds that it is about"),
	[HOLDER_INCOMPLETE]         = BLOCK("incomplete", "for a verdict, which turn never came and why; else that no turn is missing"),
};

const unsigned rounds_template_needs[ROUNDS_ASKS] = {
	[ROUNDS_OPENING]  = NEEDS(TOPIC),
	[ROUNDS_RESPONSE] = NEEDS(TOPIC) | NEEDS(PREVIOUS_EXCHANGES),
	[ROUNDS_DEFENSE]  = NEEDS(TOPIC) | NEEDS(PREVIOUS_EXCHANGES) | NEEDS(POINTS),
	[ROUNDS_FOLLOWUP] = NEEDS(TOPIC) | NEEDS(PREVIOUS_EXCHANGES),
	[ROUNDS_SUMMARY]  = NEEDS(TOPIC) | NEEDS(PREVIOUS_EXCHANGES) | NEEDS(CONCESSIONS),
	[ROUNDS_VERDICT]  = NEEDS(TOPIC) | NEEDS(PREVIOUS_EXCHANGES) | NEEDS(UNSUPPORTED) | NEEDS(INCOMPLETE),
};

#define ROW_OF(kind, symbol, name) [ROUNDS_##kind] = ROUNDS_TEMPLATE_ROW(symbol, name),
const struct text_row rounds_templates[ROUNDS_ASKS] = { ROUNDS_TEMPLATE_FILES(ROW_OF) };
/* clang-format on */

/* Text, and the placeholder behind it. */
struct piece {
	size_t off, len; /* in bytes */
	enum placeholder holder; /* PLACEHOLDERS: none */
};

struct rounds_template {
	char *bytes;
	struct piece *v;
	size_t n, room;
};

/* -- reading one ----------------------------------------------------------------------------------------------------------------- */

struct parser {
	struct rounds_template *t;
	size_t len;
	struct md md;        /* of the bytes */
	size_t seen;         /* of its lines that stand before `at` */
	size_t at;           /* read so far */
	size_t from;         /* of the text that is in no piece yet */
	int line;            /* of `at` */
	unsigned has;        /* bit n: placeholders[n] */
	const char *fault;
};

static bool
fail(struct parser *p, const char *fault)
{
	p->fault = fault;
	return false;
}

/* Go on reading at `to`. */
static void
advance(struct parser *p, size_t to)
{
	for (; p->at < to; p->at++)
		p->line += p->t->bytes[p->at] == '\n';
}

/* The text up to `end`, and what stands behind it, which goes up to `next`. */
static void
add_piece(struct parser *p, size_t end, enum placeholder holder, size_t next)
{
	struct rounds_template *t = p->t;

	if (t->n == t->room)
		t->v = mem_resize(t->v, t->room = t->room ? 2 * t->room : 16, sizeof *t->v);
	t->v[t->n++] = (struct piece){ .off = p->from, .len = end - p->from, .holder = holder };
	advance(p, next);
	p->from = next;
}

static enum placeholder
placeholder_find(const char *s, size_t len)
{
	enum placeholder h = 0;

	while (h < PLACEHOLDERS && (strlen(placeholders[h].name) != len || memcmp(placeholders[h].name, s, len)))
		h++;
	return h;
}

static bool
is_paragraph(struct parser *p)
{
	const struct md *md = &p->md;

	while (p->seen < md->n && md->lines[p->seen].line < p->line)
		p->seen++;
	return p->seen < md->n && md->lines[p->seen].line == p->line && md->lines[p->seen].kind == MD_TEXT && !md->lines[p->seen].depth &&
		!md->lines[p->seen].quoted;
}

/* A block from `at` to `end`: blank lines round it are made anew when it is rendered. */
static bool
read_block(struct parser *p, enum placeholder holder, size_t end)
{
	const char *bytes = p->t->bytes;
	size_t before = p->at;

	if ((p->at && bytes[p->at - 1] != '\n') || (end < p->len && bytes[end] != '\n'))
		return fail(p, "this placeholder stands for whole paragraphs: it has to be alone on its line");
	if (!is_paragraph(p))
		return fail(p, "this placeholder stands for whole paragraphs: it has to be in no list, quotation, code or HTML; leave a blank "
			"line before it");
	while (before > p->from && bytes[before - 1] == '\n')
		before--;
	while (end < p->len && bytes[end] == '\n')
		end++;
	add_piece(p, before, holder, end);
	return true;
}

/* What begins with the brace at `at`. */
static bool
read_brace(struct parser *p)
{
	const char *s = p->t->bytes + p->at;
	enum placeholder holder;
	size_t n;

	if (s[1] == '{') {
		add_piece(p, p->at + 1, PLACEHOLDERS, p->at + 2);
		return true;
	}
	n = strcspn(s, "}\n");
	if (s[n] != '}')
		return fail(p, "a brace is not closed on its line; a brace as text is written twice: {{");
	holder = placeholder_find(s + 1, n - 1);
	if (holder == PLACEHOLDERS)
		return fail(p, "there is no placeholder of this name; a brace as text is written twice: {{");
	p->has |= 1u << holder;
	if (placeholders[holder].block)
		return read_block(p, holder, p->at + n + 1);
	add_piece(p, p->at, holder, p->at + n + 1);
	return true;
}

static bool
is_well_formed(struct parser *p)
{
	p->line = p->md.fault ? p->md.fault_line : p->md.open_line;
	if (p->md.fault)
		return fail(p, md_fault_sentences[p->md.fault]);
	if (p->md.open)
		return fail(p, "a code fence, an HTML comment or other HTML that begins here is left open");
	p->line = 1;
	return true;
}

static bool
has_all(struct parser *p, unsigned needs)
{
	unsigned lacking = needs & ~p->has;
	enum placeholder h = 0;

	if (!lacking)
		return true;
	while (!(lacking & 1u << h))
		h++;
	p->line = 0;
	return fail(p, placeholders[h].fault);
}

static bool
read_all(struct parser *p, unsigned needs)
{
	const char *brace;

	if (!is_well_formed(p))
		return false;
	while ((brace = memchr(p->t->bytes + p->at, '{', p->len - p->at))) {
		advance(p, (size_t)(brace - p->t->bytes));
		if (!read_brace(p))
			return false;
	}
	add_piece(p, p->len, PLACEHOLDERS, p->len);
	return has_all(p, needs);
}

struct rounds_template *
rounds_template_new(enum rounds_ask_kind kind, const char *bytes, size_t len, int *line, const char **fault)
{
	struct rounds_template *t = mem_calloc(1, sizeof *t);
	struct parser p = { .t = t, .len = len };
	bool good;

	t->bytes = mem_copy(bytes, len);
	md_parse(&p.md, bytes, len);
	good = read_all(&p, rounds_template_needs[kind]);
	md_free(&p.md);
	if (good)
		return t;
	*line = p.line;
	*fault = p.fault;
	rounds_template_drop(t);
	return NULL;
}

/* A row of texts hands itself over to none: a function for each. */
#define MAKE(kind, symbol, name) \
	void * \
	rounds_make_##symbol(const char *bytes, size_t len, int *line, const char **fault) \
	{ \
		return rounds_template_new(ROUNDS_##kind, bytes, len, line, fault); \
	}
ROUNDS_TEMPLATE_FILES(MAKE)

void
rounds_template_drop(void *made)
{
	struct rounds_template *t = made;

	if (!t)
		return;
	free(t->bytes);
	free(t->v);
	free(t);
}

/* -- filling it in --------------------------------------------------------------------------------------------------------------- */

/* Of a value, mostly. */
#define WORD_BYTES 64

/* A blank line, where there is anything since `begin`. */
static void
set_apart(UT_string *out, size_t begin)
{
	size_t len;

	while ((len = utstring_len(out)) > begin && (len < begin + 2 || memcmp(utstring_body(out) + len - 2, "\n\n", 2)))
		utstring_bincpy(out, "\n", 1);
}

void
rounds_template_render(const struct rounds_template *t, void (*put)(void *arg, enum placeholder p, UT_string *out), void *arg,
	UT_string *out)
{
	size_t begin = utstring_len(out);
	bool block = false; /* what was put last */

	for (const struct piece *p = t->v; p < t->v + t->n; p++) {
		if (block && (p->len || p->holder != PLACEHOLDERS))
			set_apart(out, begin);
		grow_for(out, p->len + WORD_BYTES);
		utstring_bincpy(out, t->bytes + p->off, p->len);
		block = p->holder == PLACEHOLDERS ? block && !p->len : placeholders[p->holder].block;
		if (p->holder == PLACEHOLDERS)
			continue;
		if (block)
			set_apart(out, begin);
		put(arg, p->holder, out);
	}
	if (utstring_len(out) == begin || utstring_body(out)[utstring_len(out) - 1] != '\n')
		utstring_bincpy(out, "\n", 1);
}
