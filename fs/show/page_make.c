/* Markdown becomes HTML. cmark-gfm prints it; its tags are copied, and words lead to places of the page. */
#include "fs/show/page.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "validators/kit/lines.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

#define SMALL "abcdefghijklmnopqrstuvwxyz"
#define LETTERS SMALL "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* In a text where a mark begins, before its number and behind it; and where a quotation ends. No text of a record has
 * these bytes. */
#define MARK_BEGINS '\x04'
#define MARK_NAMED '\x05'
#define MARK_ENDS '\x06'
/* In place of a text's `<`: no HTML of a writer reaches a browser. In place of the `!` of `![`, which is a link then: a
 * picture would be asked for from elsewhere. */
#define LESS_THAN '\x07'
#define PICTURE '\x08'

/* The state of printing a page's HTML anew. */
struct pen {
	const struct places *places;
	UT_string *out;
	bool linked, code, quoting; /* in one */
	bool section;               /* one is open */
};

/* The length of the id that begins here, "P2.1" or "prop_000a"; 0: none does. */
static size_t
id_len(const char *s)
{
	size_t len = 0, most = sizeof ((struct printed_id *)NULL)->s;
	bool numbered = false;

	for (; len < most && (isalnum((unsigned char)s[len]) || (s[len] && strchr("_-.", s[len]))); len++)
		numbered |= isdigit((unsigned char)s[len]) != 0;
	if (len == most) /* no place has so long a one; each word of a page is asked */
		return 0;
	while (len && strchr("-.", s[len - 1]))
		len--;
	return numbered ? len : 0;
}

static int
id_order(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* The length of the id that begins here, if it has a place. */
static size_t
place_len(const struct places *places, const char *s)
{
	struct printed_id word;
	size_t len = places->n_ids ? id_len(s) : 0;

	snprintf(word.s, sizeof word.s, "%.*s", (int)len, s);
	return len && bsearch(&word, places->ids, places->n_ids, sizeof word, id_order) ? len : 0;
}

/* Those of the text of that number, which stands in its piece without the white space at its end. */
static void
add_marks(struct places *places, const struct debate *d, unsigned number)
{
	struct turn_slice piece = debate_turn(d, number - 1);
	const struct debate_text *t = number <= d->n ? &d->texts[number - 1] : NULL;
	struct reader text = t && !t->read ? without_white(reader_of(t->text, t->text + t->len)) : reader_of("", "");
	const char *record = places->record;
	const char *at = len_of(&text) ? memmem(record + piece.offset, piece.len, text.s, len_of(&text)) : NULL;
	const struct found_quotes *quotes = at ? debate_quotes(d, number - 1) : NULL;

	for (size_t i = 0; at && i < d->ledger.n; i++) {
		const struct point *p = &d->ledger.points[i];
		struct mark m = {.at = (size_t)(at - record + (p->words.s - text.s)), .source = SIZE_MAX};

		if (p->text != number || p->words.s < text.s || p->words.s >= text.end)
			continue;
		m.id = printed_id(&p->id);
		*GROW(places->marks, places->n_marks) = m;
		*GROW(places->ids, places->n_ids) = m.id;
	}
	for (size_t i = 0; quotes && i < quotes->n; i++) {
		const struct found_quote *q = &quotes->v[i];
		size_t begin = (size_t)(at - record + (q->text.s - text.s));

		*GROW(places->marks, places->n_marks) = (struct mark){.at = begin,
			.end = begin + len_of(&q->text),
			.text = q->which < number - 1 ? (unsigned)q->which + 1 : 0,
			.source = q->which == number ? q->offset : SIZE_MAX};
	}
}

static int
mark_order(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/* The marks in the texts, and the places they lead to. A heading `### prop_000a: …` of a format that writes the texts
 * is the place of that id. */
void
places_find(struct places *places, const struct debate *state)
{
	static const char heading[] = "\n### ";

	places->headings = state->format->kinds->kind.parts->language;
	for (unsigned n = 1; n <= places->last_turn; n++)
		add_marks(places, state, n);
	if (places->n_marks)
		qsort(places->marks, places->n_marks, sizeof *places->marks, mark_order);
	for (const char *s = places->record; places->headings && places->last_turn && (s = strstr(s, heading));) {
		size_t len = id_len(s += strlen(heading));

		if (len && s[len] == ':')
			snprintf(GROW(places->ids, places->n_ids)->s, sizeof places->ids->s, "%.*s", (int)len, s);
	}
	if (places->n_ids)
		qsort(places->ids, places->n_ids, sizeof *places->ids, id_order);
}

/* A point is the place of its id; a quotation leads to where it stands. */
static void
put_mark(struct pen *p, const struct mark *m)
{
	const struct source *source = m - p->places->marks < PAGE_MARKS_LED ? p->places->source : NULL;
	bool shown = source && m->source < PAGE_SOURCE_BYTES;
	size_t line = 1;

	if (!m->end) {
		utstring_printf(p->out, "<a class=\"id\" id=\"%s\" href=\"#%s\">%s</a> ", m->id.s, m->id.s, m->id.s);
		return;
	}
	for (size_t i = 0; shown && i < m->source; i++)
		line += source->text[i] == '\n';
	const char *words = p->places->record + m->at;
	bool cut = memmem(words, m->end - m->at, "…", strlen("…")) || memmem(words, m->end - m->at, "...", 3) ||
		(memchr(words, '[', m->end - m->at) && memchr(words, ']', m->end - m->at));
	p->quoting = true;
	utstring_printf(p->out, "<a class=\"quote%s\"", cut ? " cut" : "");
	if (shown)
		utstring_printf(p->out, " href=\"#L%zu\"", line);
	else if (m->text)
		utstring_printf(p->out, " href=\"#turn-%u\"", m->text);
	utstring_printf(p->out, ">");
}

/* Behind the mark of a point or a quotation; in a link and in code nothing is marked. */
static const char *
pass_mark(struct pen *p, const char *s)
{
	char *end = (char *)s + 1;
	size_t number = *s == MARK_BEGINS ? strtoul(s + 1, &end, 10) : 0;

	if (*s == MARK_BEGINS && !p->linked && !p->code && number < p->places->n_marks)
		put_mark(p, &p->places->marks[number]);
	if (*s == MARK_ENDS && p->quoting) {
		utstring_printf(p->out, "</a>");
		p->quoting = false;
	}
	return end + (*end == MARK_NAMED);
}

/* A line behind words in bold stays a line, and so does one that begins with these, a dash or a label. Other line ends
 * of a paragraph are where somebody wrapped it. */
static const char *
pass_newline(struct pen *p, const char *s)
{
	static const char bold[] = "</strong>", wide[] = "：";
	size_t len = utstring_len(p->out), label = strspn(s + 1, LETTERS " ");
	const char *behind = s + 1 + label;
	bool titled = len >= strlen(bold) && !strcmp(utstring_body(p->out) + len - strlen(bold), bold);
	bool labelled = label && label < 32 && (*behind == ':' || !strncmp(behind, wide, strlen(wide)));

	utstring_printf(p->out, titled || labelled || !strncmp(s + 1, "- ", 2) || !strncmp(s + 1, "<strong>", 8)
		? "<br />\n" : "\n");
	return s + 1;
}

static const char *
pass_tag(struct pen *p, const char *s)
{
	static const char bold_score[] = "<strong>Score ";
	size_t len = strcspn(s, ">") + 1 + !strncmp(s, "<br />\n", 7);

	p->linked = strncmp(s, "<a ", 3) ? p->linked && strncmp(s, "</a>", 4) : true;
	p->code = strncmp(s, "<code", 5) && strncmp(s, "<pre", 4) ? p->code && strncmp(s, "</code", 6) : true;
	/* A heading of the third level that is a place is a section, of the class that its id begins with. */
	if (s[1] == 'h' && isdigit((unsigned char)s[2])) {
		const char *id = s + strlen("<h3>");
		size_t named = s[2] == '3' && p->places->headings ? place_len(p->places, id) : 0;

		if (p->section)
			utstring_printf(p->out, "</section>\n");
		p->section = named && id[named] == ':';
		if (p->section)
			utstring_printf(p->out, "<section class=\"%.*s\" id=\"%.*s\">\n", (int)strspn(id, SMALL), id,
				(int)named, id);
	}
	/* A bar stands before a score in bold, from -1 to 1. */
	if (!strncmp(s, bold_score, strlen(bold_score))) {
		const char *score = s + strlen(bold_score);
		char *end;
		double value = strtod(score, &end);

		if (end != score && *end == ':' && value >= -1 && value <= 1)
			utstring_printf(p->out, "<span class=\"bar%s\" style=\"--v:%.2f\"></span>",
				value < 0 ? " below" : "", value < 0 ? -value : value);
	}
	utstring_bincpy(p->out, s, len);
	return s + len;
}

/* "Turn 3", or an id that has a place, becomes a link to it. Other words are passed up to the next that may be one. */
static const char *
pass_words(struct pen *p, const char *s)
{
	bool may_lead = !p->code && !p->linked && !p->quoting;
	size_t word = may_lead && (*s == 'T' || *s == 't') && !strncmp(s + 1, "urn ", 4) ? 5 : 0;
	size_t digits = word ? strspn(s + word, "0123456789") : 0;
	size_t len = digits ? word + digits : word || !may_lead ? 0 : place_len(p->places, s);

	if (len && digits <= 3 && (!digits || strtoul(s + word, NULL, 10) - 1 < p->places->last_turn)) {
		utstring_printf(p->out, "<a href=\"#%s%.*s\">%.*s</a>", digits ? "turn-" : "", (int)(len - word),
			s + word, (int)len, s);
		return s + len;
	}
	len = 1;
	while (isalnum((unsigned char)*s) && isalnum((unsigned char)s[len]))
		len++;
	utstring_bincpy(p->out, s, len);
	return s + len;
}

/* -- Markdown -- */

/* A row that is short is filled up with cells: there may be as many as the text has bytes. */
static bool
has_tables(const char *text, size_t len)
{
	size_t pipes = 0, lines = 1, row = 0, most = 0;

	for (const char *end = text + len; text < end; text++) {
		pipes += *text == '|';
		lines += *text == '\n';
		row = *text == '\n' ? 0 : row + (*text == '|');
		most = row > most ? row : most;
	}
	return pipes && pipes <= PAGE_PIPES && lines * most <= len;
}

/* Appends a text as it was written, if its Markdown may not be read. A paragraph ends at a blank line, and where an
 * item of a list begins that is not empty. */
static bool
put_as_written(const char *text, size_t len, UT_string *out)
{
	size_t brackets = 0, marks = 0;
	bool reads = len <= PAGE_MARKDOWN_BYTES;

	for (const char *s = text; reads && s < text + len; s++) {
		const char *line = s + 1 + (*s == '\n' ? strspn(s + 1, " ") : 0);

		bool item = line - s <= 4 && *line && strchr("-*+", *line) && line[1] == ' ' &&
			!strchr("\n", line[1 + strspn(line + 1, " \t\r")]);

		if (*s == '\n' && (*line == '\n' || item))
			brackets = marks = 0;
		brackets += *s == '[';
		marks += *s == '*' || *s == '_';
		reads = brackets * marks <= PAGE_INLINES;
		s += *s == '\\' && s[1];
	}
	if (reads)
		return false;
	utstring_printf(out, "<pre>");
	html_put(out, text, len);
	utstring_printf(out, "</pre>\n");
	return true;
}

static void
put_markdown(const struct places *places, const char *text, size_t len, UT_string *out)
{
	static pthread_once_t registered = PTHREAD_ONCE_INIT;
	cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	struct pen pen = {.places = places, .out = out};

	pthread_once(&registered, cmark_gfm_core_extensions_ensure_registered);
	if (has_tables(text, len))
		cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
	char *fed = mem_copy(text, len);
	for (char *c = fed; (c = strpbrk(c, "<!")); c++)
		*c = *c == '<' ? LESS_THAN : c[1] == '[' ? PICTURE : '!';
	cmark_parser_feed(parser, fed, len);
	free(fed);
	cmark_node *root = cmark_parser_finish(parser);
	char *html = cmark_render_html(root, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser));
	grow_for(out, strlen(html));
	for (const char *s = html; *s;)
		s = *s == '<' ? pass_tag(&pen, s)
			: *s == MARK_BEGINS || *s == MARK_ENDS ? pass_mark(&pen, s)
			: *s == '\n' && !pen.code ? pass_newline(&pen, s)
			: *s == LESS_THAN ? (utstring_printf(out, "&lt;"), s + 1)
			: *s == PICTURE ? (utstring_printf(out, strncmp(s + 1, "<a ", 3) ? "!" : "picture: "), s + 1)
			: pass_words(&pen, s);
	if (pen.section)
		utstring_printf(out, "</section>\n");
	free(html);
	cmark_node_free(root);
	cmark_parser_free(parser);
}

void
page_markdown(const struct places *places, const char *text, size_t len, UT_string *out)
{
	if (!put_as_written(text, len, out))
		put_markdown(places, text, len, out);
}

/* Does such a block of Markdown begin here, as a fence? */
static bool
begins_block(const char *s)
{
	return (*s && strchr(">#|", *s)) || !strncmp(s, "```", 3) || !strncmp(s, "~~~", 3);
}

/* A point's mark stands behind those of its list, and a block that begins there begins a line behind the mark. */
void
page_record(const struct places *places, size_t from, size_t end, UT_string *out)
{
	const char *record = places->record;
	UT_string marked;

	if (put_as_written(record + from, end - from, out))
		return;
	utstring_init(&marked);
	size_t done = from;
	for (size_t i = 0; i < places->n_marks && places->marks[i].at < end; i++) {
		const struct mark *m = &places->marks[i];
		struct reader words = reader_of(record + m->at, record + end);
		while (!m->end && (skip_white(&words) || skip_marker(&words)))
			;
		size_t at = (size_t)(words.s - record);

		if (m->at < done || at >= end || m->end > end)
			continue;
		utstring_bincpy(&marked, record + done, at - done);
		utstring_printf(&marked, "%c%zu%c", MARK_BEGINS, i, MARK_NAMED);
		const char *line = begins_block(record + at) ? memrchr(record, '\n', at) : NULL;
		utstring_printf(&marked, !m->end && line ? "\n" : "");
		for (; !m->end && line && line < record + at; line++)
			utstring_printf(&marked, strchr("\n\t", *line) ? "%c" : " ", *line);
		done = m->end ? m->end : at;
		if (m->end)
			utstring_printf(&marked, "%.*s%c", (int)(done - at), record + at, MARK_ENDS);
	}
	utstring_bincpy(&marked, record + done, end - done);
	put_markdown(places, utstring_body(&marked), utstring_len(&marked), out);
	utstring_done(&marked);
}

/* A line an element. */
void
page_source(const struct source *source, UT_string *out)
{
	const char *s = source->text, *end = s + (source->len < PAGE_SOURCE_BYTES ? source->len : PAGE_SOURCE_BYTES);

	utstring_printf(out, "<pre class=\"source\">");
	for (unsigned line = 1; s < end; line++) {
		const char *newline = memchr(s, '\n', (size_t)(end - s)), *next = newline ? newline + 1 : end;

		utstring_printf(out, "<span id=\"L%u\">", line);
		html_put(out, s, (size_t)(next - s));
		utstring_printf(out, "</span>");
		s = next;
	}
	utstring_printf(out, "</pre>\n");
	if (source->len > PAGE_SOURCE_BYTES)
		utstring_printf(out,
			"<p class=\"meta\">Its first %d KiB; all of it is <a href=\"source.md\">source.md</a>.</p>\n",
			PAGE_SOURCE_BYTES >> 10);
}
