#include "validators/kit/template.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include "validators/kit/lines.h"
#include "validators/text/grow.h"
#include "validators/text/mem.h"

enum piece_kind { PIECE_TEXT, PIECE_VALUE, PIECE_IF, PIECE_ELSE, PIECE_EACH, PIECE_END };

/* Text, and what is done behind it. */
struct piece {
	size_t off, len; /* in bytes */
	enum piece_kind kind;
	const struct template_name *name; /* of a value, a condition, a list */
	const char *word;
	bool not;
	size_t next; /* of a condition that is not so, an else that is come to, a list at its end: where it goes on */
};

struct template {
	char *bytes; /* a NUL ends each name and word */
	struct piece *v;
	size_t n, room;
};

/* An {if} or {each} whose {end} has not come. */
struct open {
	size_t piece; /* which goes on behind the part that is being read; SIZE_MAX: none, for this is the last part */
	size_t elses; /* the last {else} before that, each with the one before it as its `next`; SIZE_MAX: none */
	const struct template_name *list; /* NULL: an {if} */
	int line;
};

struct parser {
	struct template *t;
	const struct template_form *form;
	const char *bytes;   /* as they are */
	size_t len;
	struct lines lines;  /* of the bytes */
	size_t at;           /* read so far */
	size_t from;         /* of the text that is in no piece yet */
	int line;            /* of `at` */
	struct open open[TEMPLATE_DEPTH];
	size_t depth;
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
		p->line += p->bytes[p->at] == '\n';
}

/* The text up to `end`, and what stands behind it, which goes up to `next`. */
static bool
add_piece(struct parser *p, size_t end, struct piece piece, size_t next)
{
	struct template *t = p->t;

	if (t->n == t->room)
		t->v = mem_resize(t->v, t->room = t->room ? 2 * t->room : 16, sizeof *t->v);
	piece.off = p->from;
	piece.len = end - p->from;
	t->v[t->n++] = piece;
	advance(p, next);
	p->from = next;
	return true;
}

/* A list may be called as a value is. */
static const struct template_name *
find_name(const struct parser *p, const char *name, const char *word, bool list)
{
	for (const struct template_name *row = p->form->names; row < p->form->names + p->form->n; row++)
		if (!strcmp(row->name, name) && (row->kind == TEMPLATE_LIST) == list && (!word || row->worded))
			return row;
	return NULL;
}

static bool
is_paragraph(const struct parser *p)
{
	const struct line *l = &p->lines.v[p->line - 1];

	return l->kind == LINE_TEXT && !l->listed && !l->indent &&
	       (p->line == 1 || (l[-1].kind != LINE_QUOTED && !l[-1].listed && !l[-1].indent));
}

/* A block from `at` to `end`: blank lines round it are made anew when it is rendered. */
static bool
read_block(struct parser *p, struct piece piece, size_t end)
{
	size_t before = p->at;

	if ((p->at && p->bytes[p->at - 1] != '\n') || (end < p->len && p->bytes[end] != '\n'))
		return fail(p, "this placeholder stands for whole paragraphs: it has to be alone on its line");
	if (!is_paragraph(p))
		return fail(p, "this placeholder stands for whole paragraphs: it has to be in no list, quotation, "
			"code; leave a blank line before it");
	while (before > p->from && p->bytes[before - 1] == '\n')
		before--;
	return add_piece(p, before, piece, end);
}

/* The word at *rest ends with a NUL from now on, and *rest is behind the space after it; NULL: there is none. */
static const char *
take_word(char **rest)
{
	char *word = *rest, *end = word ? strchr(word, ' ') : NULL;

	*rest = end ? end + 1 : NULL;
	if (end)
		*end = '\0';
	return word ? word : "";
}

static bool
read_value(struct parser *p, const char *name, const char *word, size_t end)
{
	struct piece piece = {.kind = PIECE_VALUE, .name = find_name(p, name, word, false), .word = word ? word : ""};

	if (!piece.name || piece.name->kind > TEMPLATE_BLOCK)
		return fail(p, "there is no placeholder of this name; a brace as text is written twice: {{");
	if (piece.name->kind == TEMPLATE_BLOCK)
		return read_block(p, piece, end);
	return add_piece(p, p->at, piece, end);
}

/* "NAME WORD" or "not NAME WORD", of an {if} or an {else if}. */
static bool
read_condition(struct parser *p, char *rest, size_t next)
{
	struct piece piece = {.kind = PIECE_IF};
	const char *name = take_word(&rest);

	piece.not = !strcmp(name, "not");
	if (piece.not)
		name = take_word(&rest);
	piece.name = find_name(p, name, rest, false);
	piece.word = rest ? rest : "";
	if (!piece.name)
		return fail(p, "there is no condition and no word of this name");
	p->open[p->depth - 1].piece = p->t->n;
	return add_piece(p, p->at, piece, next);
}

static bool
read_each(struct parser *p, char *rest, size_t next)
{
	const char *name = take_word(&rest);
	struct piece piece = {.kind = PIECE_EACH, .name = find_name(p, name, rest, true)};

	if (!piece.name)
		return fail(p, "there is no list of this name");
	for (size_t i = 0; i < p->depth; i++)
		if (p->open[i].list == piece.name)
			return fail(p, "this list stands in itself");
	p->open[p->depth - 1].piece = p->t->n;
	p->open[p->depth - 1].list = piece.name;
	return add_piece(p, p->at, piece, next);
}

/* NULL or "if NAME". */
static bool
read_else(struct parser *p, char *rest, size_t next)
{
	struct open *o = p->depth ? &p->open[p->depth - 1] : NULL;

	if (!o || o->list || o->piece == SIZE_MAX)
		return fail(p, "there is no {if} that this belongs to");
	bool last = !rest;
	if (!last && strcmp(take_word(&rest), "if"))
		return fail(p, "behind {else there stands nothing, or an if");
	size_t at = p->t->n;
	add_piece(p, p->at, (struct piece){.kind = PIECE_ELSE, .next = o->elses}, last ? next : p->at);
	p->t->v[o->piece].next = at + 1;
	o->elses = at;
	o->piece = SIZE_MAX;
	return last || read_condition(p, rest, next);
}

static bool
read_end(struct parser *p, char *rest, size_t next)
{
	if (rest)
		return fail(p, "behind {end there stands nothing");
	if (!p->depth)
		return fail(p, "there is no {if} and no {each} that ends here");
	struct open *o = &p->open[--p->depth];
	add_piece(p, p->at, (struct piece){.kind = PIECE_END}, next);
	if (o->piece != SIZE_MAX)
		p->t->v[o->piece].next = p->t->n;
	for (size_t i = o->elses, before; i != SIZE_MAX; i = before) {
		before = p->t->v[i].next;
		p->t->v[i].next = p->t->n;
	}
	return true;
}

/* `rest` is what stands behind it in the braces, NULL where nothing does. */
struct directive {
	const char *name;
	bool (*read)(struct parser *p, char *rest, size_t next);
	bool opens;
};

static const struct directive directives[] = {
	{.name = "if", .read = read_condition, .opens = true},
	{.name = "each", .read = read_each, .opens = true},
	{.name = "else", .read = read_else},
	{.name = "end", .read = read_end},
};

/* Which of them these `n` bytes behind a brace are; NULL: none. */
static const struct directive *
directive_of(const char *s, size_t n)
{
	size_t len = strcspn(s, " }");

	for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
		if (len <= n && strlen(directives[i].name) == len && !memcmp(directives[i].name, s, len))
			return &directives[i];
	return NULL;
}

/* Is there nothing but conditions and lists on the line of `at`? */
static bool
is_of_directives(const struct parser *p)
{
	size_t i = p->at;

	while (i && p->bytes[i - 1] != '\n')
		i--;
	while (i < p->len && p->bytes[i] == '{') {
		size_t n = strcspn(p->bytes + i, "}\n");
		if (p->bytes[i + n] != '}' || !directive_of(p->bytes + i + 1, n - 1))
			return false;
		i += n + 1;
	}
	return i == p->len || p->bytes[i] == '\n';
}

/* What begins with the brace at `at`, and ends before `end`. */
static bool
read_directive(struct parser *p, const struct directive *directive, char *rest, size_t end)
{
	size_t next = end < p->len && p->bytes[end] == '\n' && is_of_directives(p) ? end + 1 : end;

	if (directive->opens && p->depth == TEMPLATE_DEPTH)
		return fail(p, "conditions and lists stand too deep in each other here");
	if (directive->opens)
		p->open[p->depth++] = (struct open){.piece = SIZE_MAX, .elses = SIZE_MAX, .line = p->line};
	return directive->read(p, rest, next);
}

static bool
read_brace(struct parser *p)
{
	const char *s = p->bytes + p->at;
	size_t n = strcspn(s, "}\n");
	const struct directive *directive = directive_of(s + 1, n - 1);

	if (s[1] == '{')
		return add_piece(p, p->at + 1, (struct piece){.kind = PIECE_TEXT}, p->at + 2);
	if (s[n] != '}')
		return fail(p, "a brace is not closed on its line; a brace as text is written twice: {{");
	char *rest = p->t->bytes + p->at + 1;
	rest[n - 1] = '\0';
	const char *name = take_word(&rest);
	size_t end = p->at + n + 1;
	return directive ? read_directive(p, directive, rest, end) : read_value(p, name, rest, end);
}

static bool
read_all(struct parser *p)
{
	const char *brace;

	p->line = p->lines.open_fence;
	if (p->line)
		return fail(p, "a code fence that begins here is left open");
	p->line = 1;
	while ((brace = memchr(p->bytes + p->at, '{', p->len - p->at))) {
		advance(p, (size_t)(brace - p->bytes));
		if (!read_brace(p))
			return false;
	}
	add_piece(p, p->len, (struct piece){.kind = PIECE_TEXT}, p->len);
	if (!p->depth)
		return true;
	p->line = p->open[p->depth - 1].line;
	return fail(p, "this {if} or {each} has no {end}");
}

void *
template_make(const void *form, const char *bytes, size_t len, int *line, const char **fault)
{
	struct template *t = mem_calloc(1, sizeof *t);
	struct parser p = {.t = t, .form = form, .bytes = bytes, .len = len};

	t->bytes = mem_copy(bytes, len);
	lines_read(&p.lines, bytes, len);
	bool good = read_all(&p);
	lines_free(&p.lines);
	if (good)
		return t;
	*line = p.line;
	*fault = p.fault;
	template_drop(t);
	return NULL;
}

void
template_drop(void *made)
{
	struct template *t = made;

	if (!t)
		return;
	free(t->bytes);
	free(t->v);
	free(t);
}

/* Of a value, mostly. */
#define WORD_BYTES 64

struct rendering {
	const struct template *t;
	void *arg;
	UT_string *out;
	size_t begin;
	bool block; /* was put last */
};

/* A blank line, where there is anything since `begin`. */
static void
set_apart(struct rendering *r)
{
	size_t len;

	while ((len = utstring_len(r->out)) > r->begin &&
		(len < r->begin + 2 || memcmp(utstring_body(r->out) + len - 2, "\n\n", 2)))
		utstring_bincpy(r->out, "\n", 1);
}

static bool
is_so(const struct rendering *r, const struct piece *p)
{
	UT_string value;

	if (p->name->kind == TEMPLATE_FLAG)
		return p->name->is(r->arg, p->word) != p->not;
	utstring_init(&value);
	p->name->put(r->arg, p->word, &value);
	bool so = utstring_len(&value) != 0;
	utstring_done(&value);
	return so != p->not;
}

/* Of the text behind a block, the newlines that it begins with are made anew. */
static void
put_piece(struct rendering *r, const struct piece *p)
{
	const char *text = r->t->bytes + p->off, *end = text + p->len;
	bool value = p->kind == PIECE_VALUE;

	while (r->block && text < end && *text == '\n')
		text++;
	if (r->block && (text < end || value))
		set_apart(r);
	grow_for(r->out, (size_t)(end - text) + WORD_BYTES);
	utstring_bincpy(r->out, text, (size_t)(end - text));
	r->block = value ? p->name->kind == TEMPLATE_BLOCK : r->block && text == end;
	if (value && r->block)
		set_apart(r);
	if (value)
		p->name->put(r->arg, p->word, r->out);
}

/* The pieces from `i` on, up to `end`. */
static void
render(struct rendering *r, size_t i, size_t end)
{
	while (i < end) {
		const struct piece *p = &r->t->v[i];

		put_piece(r, p);
		if (p->kind == PIECE_EACH)
			for (size_t n = 0; p->name->at(r->arg, n); n++)
				render(r, i + 1, p->next);
		bool jumps = p->kind == PIECE_ELSE || p->kind == PIECE_EACH || (p->kind == PIECE_IF && !is_so(r, p));
		i = jumps ? p->next : i + 1;
	}
}

void
template_render(const struct template *t, void *arg, UT_string *out)
{
	struct rendering r = {.t = t, .arg = arg, .out = out, .begin = utstring_len(out)};

	render(&r, 0, t->n);
	if (utstring_len(out) == r.begin || utstring_body(out)[utstring_len(out) - 1] != '\n')
		utstring_bincpy(out, "\n", 1);
}

/* What is built in can be used: the tests of texts say so. */
void
template_render_text(const struct text_row *row, const struct text *text, void *arg, UT_string *out)
{
	const char *fault;
	int line;
	const struct template *own = text ? text->made : NULL;
	struct template *built_in = own ? NULL : row->make(row->of, row->bytes, *row->len, &line, &fault);

	assert(own || built_in);
	template_render(own ? own : built_in, arg, out);
	template_drop(built_in);
}
