/* edges.md and contradictions.md: what stands between arguments, and between them and sources. */
#include "validators/adversarial/kb_inner.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/mem.h"

const char *const kb_edge_names[KB_EDGE_TYPES] = {
	[KB_SUPPORTS] = "supports",
	[KB_CONTRADICTS] = "contradicts",
	[KB_REFUTES] = "refutes",
	[KB_DEPENDS_ON] = "depends-on",
	[KB_REFINES] = "refines",
	[KB_EXAGGERATES] = "exaggerates",
	[KB_CONFOUNDS] = "confounds",
	[KB_DERIVED_FROM_SOURCE] = "derived-from-source",
	[KB_ADDRESSES] = "addresses",
	[KB_TANGENTIAL_TO] = "tangential-to",
	[KB_SCOPE_MISMATCH_WITH] = "scope-mismatch-with",
	[KB_LAYER_SHIFT_FROM] = "layer-shift-from",
};

#define EDGE_FORM \
	"an edge is `arg-NNN type arg-NNN \"comment\"`, or a source's path, kb/sources/…, in place of the second"
#define EDGE_ERROR(out, line, ...) findings_add(out, &kb_rules[KB_RULE_EDGE], line, __VA_ARGS__)

/* The next column, up to a blank. */
static bool
column(const char *text, size_t end, size_t *at, size_t *off, size_t *len)
{
	while (*at < end && (text[*at] == ' ' || text[*at] == '\t'))
		++*at;
	for (*off = *at; *at < end && text[*at] != ' ' && text[*at] != '\t';)
		++*at;
	*len = *at - *off;
	return *len;
}

static bool
is_id(const char *s, size_t len, unsigned *number)
{
	return argument_id_read(s, s + len, number) == len;
}

static bool
read_type(struct doc *d, size_t off, size_t len, int line, enum kb_edge_type *type, struct findings *out)
{
	for (*type = 0; *type < KB_EDGE_TYPES; ++*type)
		if (strlen(kb_edge_names[*type]) == len && !memcmp(d->text + off, kb_edge_names[*type], len))
			return true;
	char *known = kb_names(kb_edge_names, KB_EDGE_TYPES);
	EDGE_ERROR(out, line, "the type of an edge is %s, not \"%s\"", known, quote(d->text + off, len).s);
	free(known);
	return false;
}

static bool
read_end(struct doc *d, size_t off, size_t len, struct doc_edge *e, struct findings *out)
{
	static const char kb[] = "kb/";
	struct kb_edge *edge = &e->edge;
	bool to_source = edge->type == KB_DERIVED_FROM_SOURCE;

	e->to = KB_NUMBER_NONE;
	if (is_id(d->text + off, len, &e->to) && !to_source)
		return true;
	if (e->to == KB_NUMBER_NONE && len > strlen(kb) && !memcmp(d->text + off, kb, strlen(kb))) {
		edge->source = doc_piece(d, off, len);
		return true;
	}
	EDGE_ERROR(out, edge->line, "%s leads to %s, not to \"%s\"", kb_edge_names[edge->type],
		to_source ? "the path of a source, kb/sources/…" : "arg-NNN, or to the path of a source, kb/sources/…",
		quote(d->text + off, len).s);
	return false;
}

/* The rest of the line: a comment between quotation marks. */
static bool
read_comment(struct doc *d, size_t at, size_t end, struct kb_edge *edge, struct findings *out)
{
	size_t off = at, len = end - at;

	text_trim(d->text, &off, &len);
	if (len >= 2 && d->text[off] == '"' && d->text[off + len - 1] == '"') {
		edge->comment = doc_piece(d, off + 1, len - 2);
		return true;
	}
	if (!len)
		EDGE_ERROR(out, edge->line, "the comment is missing, \"\" where there is none; " EDGE_FORM);
	else
		EDGE_ERROR(out, edge->line, "a comment stands between double quotes, not as \"%s\"",
			quote(d->text + off, len).s);
	return false;
}

/* Is this line meant to be one: does it begin with an id, or what looks like one? */
static bool
is_edge(const char *s, size_t len)
{
	return len > 4 && !memcmp(s, "arg-", 4) && isdigit((unsigned char)s[4]);
}

static bool
read_edge(struct doc *d, const struct line *line, struct doc_edge *e, struct findings *out)
{
	size_t at = line->off, end = at + line->len, off, len;

	*e = (struct doc_edge){.edge.line = line->number};
	column(d->text, end, &at, &off, &len);
	if (!is_id(d->text + off, len, &e->from)) {
		EDGE_ERROR(
			out, line->number, "\"%s\" is no id of an argument; " EDGE_FORM, quote(d->text + off, len).s);
		return false;
	}
	if (!column(d->text, end, &at, &off, &len)) {
		EDGE_ERROR(out, line->number, "the type is missing; " EDGE_FORM);
		return false;
	}
	if (!read_type(d, off, len, line->number, &e->edge.type, out))
		return false;
	if (!column(d->text, end, &at, &off, &len)) {
		EDGE_ERROR(out, line->number, "what it leads to is missing; " EDGE_FORM);
		return false;
	}
	if (!read_end(d, off, len, e, out) || !read_comment(d, at, end, &e->edge, out))
		return false;
	if (e->to == e->from)
		EDGE_ERROR(out, line->number, "it leads from an argument to itself");
	return e->to != e->from;
}

void
kb_read_edges(struct doc *d, struct findings *out)
{
	struct lines l;
	struct line line;
	size_t room = 0;

	lines_start(&l, d->text, d->len);
	while (line_next(&l, &line)) {
		size_t words = line.off, n = line.len;

		text_trim(d->text, &words, &n);
		if (!is_edge(d->text + words, n))
			continue;
		if (d->n_edges == room)
			d->edges = mem_resize(d->edges, room = room ? 2 * room : 64, sizeof *d->edges);
		if (read_edge(d, &line, &d->edges[d->n_edges], out))
			d->n_edges++;
	}
}

/* -- contradictions ---------------------------------------------------------------------------------------------- */

#define CONTRADICTION_ERROR(out, line, ...) findings_add(out, &kb_rules[KB_RULE_CONTRADICTION], line, __VA_ARGS__)

enum field { FIELD_TYPE, FIELD_ARGUMENTS, FIELD_SOURCES, FIELD_DESCRIPTION, FIELD_RESOLVE, FIELD_STATUS, FIELDS };
static const char *const fields[FIELDS] = {
	[FIELD_TYPE] = "Type",
	[FIELD_ARGUMENTS] = "Involved arguments",
	[FIELD_SOURCES] = "Involved sources",
	[FIELD_DESCRIPTION] = "Description",
	[FIELD_RESOLVE] = "What would resolve it",
	[FIELD_STATUS] = "Status",
};

/* Is this heading meant to be one: "C-" and a digit? */
static bool
is_contradiction(const char *text, const struct line *line)
{
	return line->level == 2 && line->n_words > 2 && !memcmp(text + line->words, "C-", 2) &&
		isdigit((unsigned char)text[line->words + 2]);
}

static void
read_title(struct doc *d, const struct line *line, struct doc_item *c, struct findings *out)
{
	const char *s = d->text + line->words, *end = s + line->n_words;
	size_t n = number_id_read(s, end, "C-", &c->number), off = line->words + n + 1, len;

	c->line = line->number;
	len = n && s + n < end && s[n] == ':' ? line->n_words - n - 1 : 0;
	text_trim(d->text, &off, &len);
	if (!len)
		CONTRADICTION_ERROR(
			out, line->number, "the heading is no `## C-NNN: title`: \"%s\"", quote(s, line->n_words).s);
	c->text = len ? doc_piece(d, off, len) : "";
}

/* Paths among what is said of sources: words that have a slash. */
static void
add_sources(struct doc *d, struct doc_item *c, size_t off, size_t len, struct findings *out)
{
	static const char parts[] = " \t\n,;()[]<>`\"'";

	for (size_t at = off, end = off + len; at < end; at++) {
		size_t from = at;

		while (at < end && !strchr(parts, d->text[at]))
			at++;
		if (!memchr(d->text + from, '/', at - from))
			continue;
		if (at - from > 3 && !memcmp(d->text + from, "kb/", 3)) {
			doc_add_mention(d, KB_NUMBER_NONE, doc_piece(d, from, at - from), c->line);
			c->n_mentions++;
		} else {
			CONTRADICTION_ERROR(out, c->line, "the path of a source begins with kb/sources/, not as \"%s\"",
				quote(d->text + from, at - from).s);
		}
	}
}

/* All of one, from behind its heading to `end`. */
static void
read_fields(struct doc *d, size_t begin, size_t end, struct doc_item *c, struct findings *out)
{
	const struct kb_file part = {d->path, d->text + begin, end - begin};

	c->mention = d->n_mentions;
	c->status = "";
	for (size_t f = 0; f < FIELDS; f++) {
		size_t off, len;

		if (!kb_section(&part, fields[f], &off, &len)) {
			CONTRADICTION_ERROR(out, c->line, "there is no `- **%s**: …`", fields[f]);
			continue;
		}
		off += begin;
		text_trim(d->text, &off, &len);
		if (!len && f != FIELD_SOURCES)
			CONTRADICTION_ERROR(out, c->line, "%s says nothing", fields[f]);
		if (f == FIELD_ARGUMENTS) {
			doc_add_arguments(d, c, off, len, c->line);
			if (len && !c->n_mentions)
				CONTRADICTION_ERROR(out, c->line, "%s names no arg-NNN", fields[f]);
		} else if (f == FIELD_SOURCES) {
			add_sources(d, c, off, len, out);
		} else if (f == FIELD_STATUS) {
			c->status = doc_piece(d, off, len);
		}
	}
}

void
kb_read_contradictions(struct doc *d, struct findings *out)
{
	struct doc_item *c = NULL;
	struct lines l;
	struct line line;
	size_t begin = 0, room = 0;

	lines_start(&l, d->text, d->len);
	while (line_next(&l, &line)) {
		if (!line.level || line.level > 2)
			continue;
		if (c)
			read_fields(d, begin, line.off, c, out);
		c = NULL;
		if (!is_contradiction(d->text, &line))
			continue;
		if (d->n_items == room)
			d->items = mem_resize(d->items, room = room ? 2 * room : 16, sizeof *d->items);
		c = &d->items[d->n_items++];
		*c = (struct doc_item){.n_mentions = 0};
		read_title(d, &line, c, out);
		begin = l.at < d->len ? l.at : d->len;
	}
	if (c)
		read_fields(d, begin, d->len, c, out);
}
