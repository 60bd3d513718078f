/* From a page's plan to the page: Markdown of the record becomes HTML, without any lock. */
#include "fs/show/page.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "fs/show/show.h"
#include "validators/kit/bundle.h"
#include "validators/text/html.h"
#include "validators/text/mem.h"

/* -- "Turn 3" in a sentence leads to that turn -- */

#define REFERENCE "Turn "
#define URL_BYTES 32

/* What texts lead to. */
struct targets {
	const struct source *source; /* NULL: there is none */
	unsigned last_turn;
	const char *ids;
	size_t searched; /* bytes of the source, for the quotations of one text */
};

static cmark_node *
text_node(const char *s, size_t len)
{
	cmark_node *node = cmark_node_new(CMARK_NODE_TEXT);
	char *copy = mem_copy(s, len);

	cmark_node_set_literal(node, copy);
	free(copy);
	return node;
}

/* The same of an id that has a place on the page. */
static size_t
id_at(const char *s, const struct targets *to, char url[URL_BYTES])
{
	size_t len = *s >= 'A' && *s <= 'Z' ? strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.") : 0;
	char word[URL_BYTES];

	while (len && (s[len - 1] == '.' || s[len - 1] == '-'))
		len--;
	if (len < 2 || len > URL_BYTES - 4)
		return 0;
	snprintf(word, sizeof word, " %.*s ", (int)len, s);
	snprintf(url, URL_BYTES, "#%.*s", (int)len, s);
	return strstr(to->ids, word) ? len : 0;
}

/* How long the word is that begins here, if it leads to a turn; its url. 0: it does not. */
static size_t
turn_at(const char *s, const struct targets *to, char url[URL_BYTES])
{
	size_t digits = strncmp(s, REFERENCE, strlen(REFERENCE)) ? 0 : strspn(s + strlen(REFERENCE), "0123456789");

	if (!digits)
		return id_at(s, to, url);
	if (digits > 3 || strtoul(s + strlen(REFERENCE), NULL, 10) > to->last_turn)
		return 0;
	snprintf(url, URL_BYTES, "#turn-%.*s", (int)digits, s + strlen(REFERENCE));
	return strlen(REFERENCE) + digits;
}

/* Put before `text` what it has from `from` on, and then the link that the bytes at `at` become. */
static void
link_piece(cmark_node *text, const char *from, const char *at, size_t len, const char *url)
{
	cmark_node *link = cmark_node_new(CMARK_NODE_LINK);

	cmark_node_set_url(link, url);
	cmark_node_append_child(link, text_node(at, len));
	cmark_node_insert_before(text, text_node(from, (size_t)(at - from)));
	cmark_node_insert_before(text, link);
}

static void
link_references(cmark_node *text, struct targets *to)
{
	char *all = mem_strdup(cmark_node_get_literal(text)), *from = all, url[URL_BYTES];
	size_t len;

	for (char *at = all; *at; at += len ? len : 1) {
		len = at > all && isalnum((unsigned char)at[-1]) ? 0 : turn_at(at, to, url);
		if (!len)
			continue;
		link_piece(text, from, at, len, url);
		from = at + len;
	}
	cmark_node_set_literal(text, from);
	free(all);
}

/* -- lines that are labelled stay lines -- */

static bool
begins_labelled(const char *s)
{
	size_t label = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ");

	return !strncmp(s, "- ", 2) || (label && label < 32 && (s[label] == ':' || !strncmp(s + label, "：", 3)));
}

/* Is the line that ends here, or the one that begins, one of those that a format has by its label? Other line ends of a
 * paragraph are where somebody wrapped it. */
static bool
parts_lines(cmark_node *softbreak)
{
	cmark_node *before = cmark_node_previous(softbreak), *next = cmark_node_next(softbreak);

	if (next && cmark_node_get_type(next) == CMARK_NODE_STRONG)
		return true;
	if (next && cmark_node_get_type(next) == CMARK_NODE_TEXT && begins_labelled(cmark_node_get_literal(next)))
		return true;
	return before && cmark_node_get_type(before) == CMARK_NODE_STRONG && !cmark_node_previous(before);
}

/* -- what a browser must not do is shown as it was written -- */

/* A picture would be asked for from elsewhere; whoever wants it follows a link. */
static void
link_in_place_of(cmark_node *image)
{
	cmark_node *link = cmark_node_new(CMARK_NODE_LINK), *child;

	cmark_node_set_url(link, cmark_node_get_url(image));
	cmark_node_set_title(link, cmark_node_get_title(image));
	if (!cmark_node_first_child(image))
		cmark_node_append_child(link, text_node("picture", strlen("picture")));
	while ((child = cmark_node_first_child(image)))
		cmark_node_append_child(link, child);
	cmark_node_replace(image, link);
	cmark_node_free(image);
}

static void
code_in_place_of(cmark_node *html, cmark_node_type type)
{
	cmark_node *code = cmark_node_new(type);

	cmark_node_set_literal(code, cmark_node_get_literal(html));
	cmark_node_replace(html, code);
	cmark_node_free(html);
}

static void
unwrap(cmark_node *image)
{
	for (cmark_node *child; (child = cmark_node_first_child(image));)
		cmark_node_insert_before(image, child);
	cmark_node_free(image);
}

static void
disarm(cmark_node *root)
{
	cmark_iter *iter = cmark_iter_new(root);
	unsigned inside = 0; /* of how many links, and pictures that become links: there is no link in a link */

	for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
		cmark_node *node = cmark_iter_get_node(iter);
		cmark_node_type type = cmark_node_get_type(node);

		if (type == CMARK_NODE_LINK || type == CMARK_NODE_IMAGE)
			inside += event == CMARK_EVENT_ENTER ? 1 : -1u;
		if (type == CMARK_NODE_IMAGE && event == CMARK_EVENT_EXIT && inside)
			unwrap(node);
		else if (type == CMARK_NODE_IMAGE && event == CMARK_EVENT_EXIT)
			link_in_place_of(node);
		else if (type == CMARK_NODE_HTML_BLOCK)
			code_in_place_of(node, CMARK_NODE_CODE_BLOCK);
		else if (type == CMARK_NODE_HTML_INLINE)
			code_in_place_of(node, CMARK_NODE_CODE);
	}
	cmark_iter_free(iter);
}

/* -- a score is a bar -- */

#define SCORE "Score "

/* Before a label in bold that gives one, from -1 to 1. */
static void
draw_score(cmark_node *strong)
{
	cmark_node *label = cmark_node_first_child(strong), *bar;
	const char *s = label && cmark_node_get_type(label) == CMARK_NODE_TEXT ? cmark_node_get_literal(label) : "";
	char html[96], *end;
	double score;

	if (strncmp(s, SCORE, strlen(SCORE)))
		return;
	score = strtod(s + strlen(SCORE), &end);
	if (end == s + strlen(SCORE) || *end != ':' || !(score >= -1 && score <= 1))
		return;
	snprintf(html, sizeof html, "<span class=\"bar%s\" style=\"--v:%.2f\"></span>", score < 0 ? " below" : "",
		score < 0 ? -score : score);
	bar = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
	cmark_node_set_on_enter(bar, html);
	cmark_node_insert_before(strong, bar);
}

/* -- a quotation of the source leads to its line -- */

/* Shorter ones would be found anywhere. */
#define QUOTE_BYTES 12
#define QUOTE_BYTES_MAX 400
/* So many bytes of source are searched for the quotations of one text; what comes after that leads nowhere. */
#define SEARCHED_BYTES (16 << 20)

static const struct marks {
	const char *open, *close;
} quote_marks[] = {{"\"", "\""}, {"“", "”"}, {"「", "」"}, {"«", "»"}};

/* What stands in the marks that open here, if they do; NULL: none do, or they stay open. */
static const char *
quote_at(const char *s, size_t *len)
{
	for (size_t i = 0; i < sizeof quote_marks / sizeof *quote_marks; i++) {
		size_t open = strlen(quote_marks[i].open);
		const char *close;

		if (strncmp(s, quote_marks[i].open, open))
			continue;
		close = memmem(s + open, strnlen(s + open, QUOTE_BYTES_MAX), quote_marks[i].close,
			strlen(quote_marks[i].close));
		if (!close)
			return NULL;
		*len = (size_t)(close - (s + open));
		return s + open;
	}
	return NULL;
}

/* The first quotation from `s` on; NULL: there is none. */
static const char *
next_quote(const char *s, size_t *len)
{
	for (const char *text; *(s += strcspn(s, "\"\xe2\xe3\xc2")); s++)
		if ((text = quote_at(s, len)))
			return text;
	return NULL;
}

/* The line of the source that has these bytes; 0: none that is shown has them. */
static unsigned
line_of(struct targets *to, const char *quote, size_t len)
{
	size_t shown = to->source->len < PAGE_SOURCE_BYTES ? to->source->len : PAGE_SOURCE_BYTES;
	const char *at;
	unsigned line = 1;

	if (len < QUOTE_BYTES || to->searched > SEARCHED_BYTES)
		return 0;
	to->searched += shown;
	at = memmem(to->source->text, shown, quote, len);
	for (const char *s = to->source->text; at && (s = memchr(s, '\n', (size_t)(at - s))); s++)
		line++;
	return at ? line : 0;
}

static void
link_quotes(cmark_node *text, struct targets *to)
{
	char *all = mem_strdup(cmark_node_get_literal(text)), *from = all;
	size_t len;

	for (const char *at = from; (at = next_quote(at, &len)); at += len + 1) {
		unsigned line = line_of(to, at, len);
		char url[32];

		if (!line)
			continue;
		snprintf(url, sizeof url, "#L%u", line);
		link_piece(text, from, at, len, url);
		from = (char *)at + len;
	}
	cmark_node_set_literal(text, from);
	free(all);
}

/* -- all of it -- */

/* Texts that stand in no link. */
static void
each_text(cmark_node *root, void (*fn)(cmark_node *text, struct targets *to), struct targets *to)
{
	cmark_iter *iter = cmark_iter_new(root);
	unsigned linked = 0;

	for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
		cmark_node *node = cmark_iter_get_node(iter);

		if (cmark_node_get_type(node) == CMARK_NODE_LINK)
			linked += event == CMARK_EVENT_ENTER ? 1 : -1u;
		if (cmark_node_get_type(node) == CMARK_NODE_TEXT && !linked)
			fn(node, to);
	}
	cmark_iter_free(iter);
}

static void
refine(cmark_node *root, struct targets *to)
{
	cmark_iter *iter = cmark_iter_new(root);

	for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
		cmark_node *node = cmark_iter_get_node(iter);
		cmark_node_type type = cmark_node_get_type(node);

		if (type == CMARK_NODE_STRONG && event == CMARK_EVENT_ENTER)
			draw_score(node);
		if (type == CMARK_NODE_SOFTBREAK && parts_lines(node)) {
			cmark_node_insert_before(node, cmark_node_new(CMARK_NODE_LINEBREAK));
			cmark_node_free(node);
		}
	}
	cmark_iter_free(iter);
	if (to->source)
		each_text(root, link_quotes, to);
	each_text(root, link_references, to);
}

/* -- Markdown -- */

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static bool
has_tables(const char *text, size_t len)
{
	size_t pipes = 0;

	for (const char *end = text + len; text < end; text++)
		pipes += *text == '|';
	return pipes && pipes <= PAGE_PIPES;
}

static void
put_html(UT_string *out, const char *text, size_t len, const struct page_plan *plan)
{
	struct targets to = {.source = plan->source, .last_turn = plan->last_turn, .ids = utstring_body(&plan->ids)};
	cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
	cmark_node *root;
	char *html;

	if (has_tables(text, len))
		cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
	cmark_parser_feed(parser, text, len);
	root = cmark_parser_finish(parser);
	cmark_consolidate_text_nodes(root);
	disarm(root);
	refine(root, &to);
	html = cmark_render_html(root, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser));
	utstring_bincpy(out, html, strlen(html));
	free(html);
	cmark_node_free(root);
	cmark_parser_free(parser);
}

static void
put_as_written(UT_string *out, const char *text, size_t len)
{
	utstring_printf(out, "<pre>");
	html_put(out, text, len);
	utstring_printf(out, "</pre>\n");
}

/* -- the source, a line an element -- */

static void
put_source(UT_string *out, const struct source *source)
{
	size_t left = source->len < PAGE_SOURCE_BYTES ? source->len : PAGE_SOURCE_BYTES;
	const char *s = source->text;

	utstring_printf(out, "<pre class=\"source\">");
	for (unsigned line = 1; left; line++) {
		const char *newline = memchr(s, '\n', left);
		size_t len = newline ? (size_t)(newline - s) + 1 : left;

		utstring_printf(out, "<span id=\"L%u\">", line);
		html_put(out, s, len);
		utstring_printf(out, "</span>");
		s += len;
		left -= len;
	}
	utstring_printf(out, "</pre>\n");
	if (source->len > PAGE_SOURCE_BYTES)
		utstring_printf(out,
			"<p class=\"meta\">Its first %d KiB; all of it is <a href=\"source.md\">source.md</a>.</p>\n",
			PAGE_SOURCE_BYTES >> 10);
}

/* -- the page -- */

void
page_make(const struct page_plan *plan, UT_string *out)
{
	static const char marks[] = {PAGE_RECORD, PAGE_SOURCE, PAGE_TEXT, 0};
	const char *s = utstring_body(&plan->text);

	pthread_once(&registered, cmark_gfm_core_extensions_ensure_registered);
	for (;;) {
		size_t plain = strcspn(s, marks), offset, len;
		char mark = s[plain], *end = (char *)s + plain + 1;

		utstring_bincpy(out, s, plain);
		if (!mark)
			return;
		if (mark == PAGE_SOURCE) {
			put_source(out, plan->source);
			s = end;
			continue;
		}
		offset = strtoul(end, &end, 10);
		len = strtoul(end, &end, 10);
		if (mark == PAGE_RECORD && plan->record_len - offset > PAGE_MARKDOWN_BYTES) {
			put_as_written(out, plan->record + offset, len);
		} else if (mark == PAGE_RECORD) {
			put_html(out, plan->record + offset, len, plan);
		} else {
			put_html(out, end + 1, len, plan);
			end += 1 + len;
		}
		s = end;
	}
}
