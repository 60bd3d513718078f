#include "validators/kit/parts.h"

#include <stdlib.h>
#include "validators/kit/ledger.h"
#include "validators/kit/record.h"
#include "validators/text/chars.h"

/* An item's list marker may stand so much further right than the first one's. */
#define SAME_DEPTH_COLUMNS 1

/* -- reading -- */

/* The position of reading. */
struct reading_at {
	struct parsed *p;
	struct section *section; /* the last one */
	unsigned depth;    /* columns before the markers of this section's items */
	unsigned item;     /* that lines belong to, from 1; 0: none */
	unsigned field;    /* whose value goes on, from 1; 0: none */
	bool was_blank;    /* the line before was */
	bool in_block;     /* a fence is open, and it is its item's first */
};

const struct part *
part_titled(const struct kind *kind, struct reader title)
{
	for (const struct part *part = kind->parts; !part_ends(part); part++)
		if (part->title && says_only(title, part->title))
			return part;
	return NULL;
}

/* `body` is where its body begins, behind line `line`. */
static void
begin_section(struct reading_at *at, const struct part *part, size_t line, const char *body)
{
	struct parsed *p = at->p;

	at->section = GROW(p->sections, p->n_sections);
	*at->section = (struct section){.part = part, .line = (int)line, .end_line = (int)line, .item = p->n_items};
	at->section->body = reader_of(body, body);
	at->item = 0, at->field = 0, at->depth = 0;
}

/* The label that a line begins with, and where its value begins. */
static const struct label *
label_of(const struct part *part, struct reader r, const char **value)
{
	bool bold;

	skip_white(&r);
	bold = skip_emphasis(&r);
	if (r.s == r.end)
		return NULL;
	for (const struct label *label = part ? part->labels : NULL; label && label->word; label++) {
		struct reader at = r;

		if (((unsigned char)*r.s < 0x80 && (*r.s | 0x20) != (*label->word | 0x20)) ||
			!skip_words(&at, label->word))
			continue;
		bool closed = skip_emphasis(&at);
		skip_white(&at);
		if (!skip_char(&at, ':'))
			continue;
		if (bold && !closed)
			skip_emphasis(&at);
		*value = at.s;
		return label;
	}
	return NULL;
}

static unsigned
read_tags(const struct part *part, struct reader *r)
{
	unsigned tags = 0;
	char open = 0; /* the mark of emphasis that nothing has closed */

	for (struct reader at = *r;; *r = at) {
		unsigned i = 0;

		skip_white(&at);
		const char *mark = at.s;
		open = skip_emphasis(&at) ? *mark : open;
		if (!part->tags || !skip_char(&at, '['))
			return tags;
		skip_white(&at);
		while (part->tags[i] && !skip_words(&at, part->tags[i]))
			i++;
		skip_white(&at);
		if (!part->tags[i] || !skip_char(&at, ']'))
			return tags;
		open = open && skip_emphasis(&at) ? 0 : open;
		skip_char(&at, ':');
		while (open && at.s < at.end && *at.s == open)
			at.s++;
		skip_white(&at);
		tags |= 1u << i;
	}
}

/* The verb that an item begins with: behind it stands a SEP or the end of its line; of an operation, or white space. If
 * verbs begin alike, it is the longest. */
static void
read_verb(struct item *item, struct reader *r)
{
	bool operation = item->part->shape == OPERATIONS;
	struct reader best = *r;

	for (const struct verb_row *v = item->part->verbs; v && v->word; v++) {
		struct reader at = *r, behind;

		skip_emphasis(&at);
		if (!skip_words(&at, v->word) || (item->verb && strlen(item->verb->word) > strlen(v->word)))
			continue;
		skip_emphasis(&at);
		behind = at;
		if (!skip_sep(&behind, true) && without_white(at).s < at.end && !(operation && skip_white(&behind)))
			continue;
		item->verb = v;
		best = at;
	}
	if (item->verb && !operation)
		*r = skip_sep(&best, true) ? best : without_white(best);
	if (!item->verb || !operation)
		return;
	/* Operands end at a SEP outside of double quotes. */
	struct reader at = best;
	bool quoted = false, white = true;

	*r = reader_of(at.end, at.end);
	for (size_t n; at.s < at.end; at.s += n ? n : char_bytes(at.s, at.end)) {
		struct reader behind = at;

		n = white_bytes(at.s, at.end);
		quoted ^= *at.s == '"';
		if (!n && !quoted && (white || *at.s != '-') && skip_sep(&behind, false) &&
			(*at.s != ':' || behind.s - at.s > 1 || behind.s == at.end)) {
			*r = behind;
			break;
		}
		white = n;
	}
	item->operands = without_white(reader_of(best.s, at.s));
}

/* An item of `part` begins in this line, with its marks. */
static void
begin_item(struct reading_at *at, const struct part *part, size_t line)
{
	struct parsed *p = at->p;
	struct line *l = &p->lines.v[line];
	struct item *item = GROW(p->items, p->n_items);
	struct reader r = l->rest, behind = r;
	char open = skip_emphasis(&behind) ? *r.s : 0;

	*item = (struct item){.part = part, .line = (int)line + 1, .prose = l->rest, .all = l->rest};
	at->item = (unsigned)p->n_items;
	at->field = 0;
	at->section->n_items++;
	l->starts = true;
	if (ref_read(p->by.refs, p->by.source, behind.s, &behind, &item->id)) {
		open = skip_emphasis(&behind) ? 0 : open;
		skip_white(&behind);
		item->has_id = skip_char(&behind, ':') || is_blank(behind.s, len_of(&behind));
	}
	if (item->has_id) {
		while (open && behind.s < behind.end && *behind.s == open)
			behind.s++;
		skip_white(&behind);
		r = behind;
	}
	item->tags = read_tags(part, &r);
	read_verb(item, &r);
	if (item->verb)
		item->tags |= read_tags(part, &r);
	item->prose.s = r.s;
}

/* A line that is neither a title nor opaque: an item, a label, or both may begin in it. */
static void
read_text_line(struct reading_at *at, size_t line)
{
	struct parsed *p = at->p;
	struct line *l = &p->lines.v[line];
	const struct section *section = at->section;
	const char *value = NULL;
	const struct label *label = label_of(section->part, l->rest, &value);
	bool none = (l->listed || (at->item && !l->indent)) && says_only(l->rest, "none"), known = false;

	if (section->part && section->part->shape != PROSE && l->listed && !none &&
		(!section->n_items || l->indent <= at->depth + SAME_DEPTH_COLUMNS) &&
		!is_blank(l->rest.s, len_of(&l->rest))) {
		at->depth = l->indent;
		for (size_t i = p->n_fields; label && i-- && p->fields[i].item == at->item;)
			known |= p->fields[i].label == label;
		if (!label || !at->item || known)
			begin_item(at, section->part, line);
	} else if (at->item && !l->indent && (none || (at->was_blank && !l->listed && !label))) {
		at->item = 0, at->field = 0;
	}
	if (!label)
		return;
	struct field *f = GROW(p->fields, p->n_fields);

	*f = (struct field){.label = label, .line = (int)line + 1, .item = at->item};
	f->value = reader_of(value, l->all.end);
	l->starts = true;
	at->field = (unsigned)p->n_fields;
	if (at->item && !p->items[at->item - 1].n_fields++) {
		struct item *item = &p->items[at->item - 1];

		item->field = p->n_fields - 1;
		item->prose = reader_of(item->prose.s, f->line == item->line ? item->prose.s : l->all.s);
	}
}

/* The heading, behind nothing but blank lines and one `---`: the first line that is of no section. */
static size_t
find_heading(struct parsed *p)
{
	size_t i = 0;

	for (bool broken = false; i < p->lines.n; i++) {
		struct reader r = without_white(p->lines.v[i].all);

		if (p->lines.v[i].kind == LINE_BLANK)
			continue;
		if (!broken && len_of(&r) == 3 && !memcmp(r.s, "---", 3)) {
			broken = true;
			continue;
		}
		if (p->lines.v[i].kind != LINE_TEXT || !skip_text(&r, p->by.kind->parts->headed ? "#" : "##") ||
			!skip_white(&r))
			return broken ? i : 0;
		p->heading = r;
		p->heading_line = (int)i + 1;
		p->lines.v[i].kind = LINE_TITLE;
		return i + 1;
	}
	return i;
}

void
parts_read(struct parsed *p, const struct grammar *by, const char *text, size_t len)
{
	struct reading_at at = {.p = p};
	const struct part *part = by->kind->parts;

	*p = (struct parsed){.by = *by};
	if (by->kind->parts->language) {
		by->kind->parts->language->read(p, text, len);
		return;
	}
	lines_read(&p->lines, text, len);
	size_t i = find_heading(p);
	while (!part_ends(part) && part->title)
		part++;
	begin_section(&at, part_ends(part) ? NULL : part, i, i < p->lines.n ? p->lines.v[i].all.s : text + len);
	for (; i < p->lines.n; i++) {
		struct line *l = &p->lines.v[i];
		struct reader title;

		if (l->kind == LINE_TEXT) {
			bool titled = line_title(l, &title) || (by->kind->parts->headed && !l->listed &&
				(title = l->rest, skip_heading(&title) == 2));

			part = titled ? part_titled(by->kind, title) : NULL;
			if (part) {
				begin_section(&at, part, i + 1, l->all.end);
				l->kind = LINE_TITLE;
				continue;
			}
			read_text_line(&at, i);
		}
		at.was_blank = l->kind == LINE_BLANK;
		if (at.was_blank)
			continue;

		/* It belongs to the section, the item and the label that go on. The lines in an item's first fence are
		 * its block. */
		struct item *item = at.item ? &p->items[at.item - 1] : NULL;

		at.section->body.end = l->all.end;
		at.section->end_line = (int)i + 1;
		l->item = at.item;
		l->field = at.field;
		if (at.field)
			p->fields[at.field - 1].value.end = l->all.end;
		if (l->kind == LINE_FENCE) {
			at.in_block = !at.in_block && item && !item->block.s;
			if (at.in_block)
				item->block = reader_of(l->all.end + 1, l->all.end + 1);
		}
		if (!item)
			continue;
		if (l->kind == LINE_FENCED && at.in_block)
			item->block.end = l->all.end + 1;
		item->all.end = l->all.end;
		item->end_line = (int)i + 1;
		if (!item->n_fields)
			item->prose.end = l->all.end;
	}
	for (size_t f = 0; f < p->n_fields; f++)
		p->fields[f].value = without_white(p->fields[f].value);
	for (size_t n = 0; n < p->n_items; n++) {
		p->items[n].prose = without_white(p->items[n].prose);
		p->items[n].all = without_white(p->items[n].all);
	}
}

void
parsed_free(struct parsed *p)
{
	if (!p->borrowed) {
		if (p->own)
			p->by.kind->parts->language->free(p->own);
		lines_free(&p->lines);
		free(p->sections);
		free(p->items);
		free(p->fields);
	}
	*p = (struct parsed){0};
}

/* -- asking -- */

bool
heading_is(struct reader heading, const char *expected, struct reader *rest)
{
	struct reader want = without_white(reader_of(expected, expected + strlen(expected)));
	struct reader r = without_white(heading);
	bool wide = false, alone;

	while (want.s < want.end) {
		char is, other;

		if (r.s < r.end && *r.s == *want.s && isalnum((unsigned char)*r.s)) {
			r.s++;
			want.s++;
			wide = false;
			continue;
		}
		size_t n = r.s < r.end ? ascii_form(r.s, r.end, &is) : 0, m = ascii_form(want.s, want.end, &other);

		/* A full-width bracket or slash has its space in it, and one type of dash needs none. */
		if (skip_white(&want)) {
			if (!skip_white(&r) && r.s < r.end && n <= 1 && !wide && !char_parts_words(r.s, r.end))
				return false;
			continue;
		}
		wide = n > 1;
		if (skip_dash(&want, &alone)) {
			if (!skip_dash(&r, &alone))
				return false;
			continue;
		}
		if (!n || !m || tolower((unsigned char)is) != tolower((unsigned char)other)) {
			n = m = char_bytes(want.s, want.end);
			if (len_of(&r) < n || memcmp(r.s, want.s, n))
				return false;
		}
		r.s += n;
		want.s += m;
	}
	r = without_white(r);
	if (rest)
		*rest = r;
	return rest || r.s == r.end;
}

const struct section *
parts_section(const struct parsed *p, const char *title)
{
	for (size_t i = 0; i < p->n_sections; i++) {
		const struct part *part = p->sections[i].part;

		if (part && (title ? part->title && !strcmp(part->title, title) : !part->title))
			return &p->sections[i];
	}
	return NULL;
}

const struct field *
parts_label(const struct parsed *p, const struct section *s, const struct item *item, const char *word)
{
	size_t from = item ? item->field : 0, to = item ? item->field + item->n_fields : p->n_fields;

	for (size_t i = from; i < to; i++) {
		const struct field *f = &p->fields[i];

		if (!item && (f->item || !s || f->line < s->line || f->line > s->end_line))
			continue;
		if (!strcmp(f->label->word, word))
			return f;
	}
	return NULL;
}

bool
begins_with_word(struct reader r, const char *word)
{
	skip_emphasis(&r);
	if (!skip_words(&r, word))
		return false;
	skip_emphasis(&r);
	if (skip_sep(&r, true))
		return true;
	skip_white(&r);
	return r.s == r.end || !strchr("/|-", *r.s);
}

const char *
paragraph_end(struct reader r)
{
	for (struct reader line; next_line(&r, &line);) {
		struct reader marks = without_white(line);

		if (record_line_is_blank(&line) || skip_text(&marks, "```") || skip_text(&marks, "~~~"))
			return line.s;
	}
	return r.end;
}

const char *
field_first_end(const struct field *f)
{
	const char *end = paragraph_end(f->value), *line = memchr(f->value.s, '\n', len_of(&f->value));

	return end < f->value.end || !line ? end : line;
}

int
field_word(const struct field *f)
{
	for (int i = 0; f && f->label->words && f->label->words[i]; i++)
		if (begins_with_word(f->value, f->label->words[i]))
			return i;
	return -1;
}

bool
field_given(const struct field *f)
{
	return f && !is_blank(f->value.s, len_of(&f->value)) && !says_none(f->value);
}

bool
parts_passage(const struct parsed *p, size_t *at, struct passage *out)
{
	const struct line *v = p->lines.v;
	size_t i = *at;

	while (i < p->lines.n && v[i].kind != LINE_TEXT)
		i++;
	if (i == p->lines.n)
		return false;
	*out = (struct passage){.text = v[i].rest, .line = (int)i + 1, .item = v[i].item};
	out->field = v[i].field ? &p->fields[v[i].field - 1] : NULL;
	for (*at = i + 1; *at < p->lines.n; ++*at) {
		const struct line *l = &v[*at];

		if (l->kind != LINE_TEXT || l->starts || l->item != out->item || l->listed)
			break;
		out->text.end = l->all.end;
	}
	return true;
}
