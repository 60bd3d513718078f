#include "validators/kit/outline.h"

#include <assert.h>
#include <stdio.h>
#include "validators/text/wordcount.h"

enum { TITLE_NONE = -1 };

/* The words of a title line, without a colon at their end. */
static struct reader
title_of(const struct md *md, const struct md_line *l)
{
	struct reader title = without_white((struct reader){ md->text + l->off, md->text + l->off + l->len });

	for (const char *colon; (colon = ends_in_char(&title, ':'));)
		title = without_white((struct reader){ title.s, colon });
	return title;
}

static bool
is_word(const char *word, const struct reader *r)
{
	return strlen(word) == left(r) && !strncasecmp(word, r->s, left(r));
}

/* The section of which a line is the title; o->n: of none that there is. A bold line that ends as a sentence does is
 * none, nor is one that a definition of a link could change. */
static int
find_title(const struct md *md, const struct outline *o, const struct md_line *l)
{
	bool heading = l->kind == MD_HEADING && l->level == 3;
	struct reader title = title_of(md, l);
	char last;

	if (l->depth || l->quoted || !(heading || (l->kind == MD_TEXT && l->bold)))
		return TITLE_NONE;
	for (size_t i = 0; i < o->n; i++)
		if (is_word(o->rows[i].title, &title))
			return (int)i;
	if (heading)
		return (int)o->n;
	for (const char *const *label = o->labels; *label; label++)
		if (is_word(*label, &title))
			return TITLE_NONE;
	if (!l->block_start || !left(&title) || (ascii_form_before(title.s, title.end, &last) && strchr(".!?", last)))
		return TITLE_NONE;
	return memchr(title.s, '[', left(&title)) || is_blank(title.s, left(&title)) ? TITLE_NONE : (int)o->n;
}

/* Its title stands in line `at`. NULL: it has begun already. */
static struct section *
begin_section(struct hearing *h, const struct outline *o, struct section *sections, size_t id, size_t at)
{
	struct section *section = &sections[id];
	int line = h->md.lines[at].line;

	if (section->line) {
		HEARING_REPORT(h, o->twice, line, "%s stands here again; it began at line %d", o->rows[id].title,
			section->line + h->s.line0);
		return NULL;
	}
	for (size_t later = id + 1; later < o->n; later++)
		if (sections[later].line) {
			HEARING_REPORT(h, o->order, line, "%s stands behind %s and belongs before it",
				o->rows[id].title, o->rows[later].title);
			break;
		}
	*section = (struct section){ .line = line, .first = at + 1, .end = at + 1 };
	return section;
}

static void
find_sections(struct hearing *h, const struct outline *o, struct section *sections)
{
	const struct md *md = &h->md;
	struct section *current = NULL; /* NULL: lines of no section */
	size_t last_block = 0;

	for (size_t i = 0; i < md->n; i++)
		if (md->lines[i].block_start)
			last_block = i;
	for (size_t i = h->opening.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		int title = find_title(md, o, l);
		struct section *before = current;

		if (l->kind == MD_HEADING && l->level <= 2 && !l->quoted)
			HEARING_REPORT(h, o->one, l->line,
				"a second heading of level %u: %s has only its own (a line of --- or === under "
				"text makes one too)",
				l->level, o->of);
		/* More text may yet take such a line into a span that began before it. */
		if (h->s.prefix && !l->block_start && i >= last_block)
			title = TITLE_NONE;
		if (title == (int)o->n) {
			struct reader words = title_of(md, l);

			HEARING_REPORT(h, o->unknown, l->line, "\"%s\" is no section of %s",
				quote(words.s, left(&words)).s, o->of);
			if (current && !o->rows[current - sections].prose)
				current = NULL;
		} else if (title != TITLE_NONE) {
			current = begin_section(h, o, sections, (size_t)title, i);
		}
		if (before && before != current) {
			before->end = i;
			before->ended = true;
		}
		if (current)
			current->end = i + 1;
	}
}

/* A line that was meant as the title, since it begins with it, or a title that no section has: each of these for one
 * that is missing, in order. */
static void
judge_missing(struct hearing *h, const struct outline *o, size_t id, size_t *others)
{
	const struct md *md = &h->md;
	const char *title = o->rows[id].title;
	const struct md_line *meant = NULL, *other = NULL;
	struct reader line;

	for (size_t i = h->opening.index + 1; i < md->n && !meant; i++) {
		const struct md_line *l = &md->lines[i];

		if (l->kind <= MD_HEADING &&
			field_skip_words(&(struct reader){ md->text + l->off, md->text + l->off + l->len }, title))
			meant = l;
	}
	for (; *others < md->n && !meant && !other; ++*others)
		if (find_title(md, o, &md->lines[*others]) == (int)o->n)
			other = &md->lines[*others];
	line = meant || other ? outline_line(h, meant ? meant->line : other->line) : (struct reader){ "", "" };
	if (meant)
		HEARING_REPORT(h, o->missing, h->opening.line,
			"the section %s is missing: line %d looks like its title, which is `**%s**` on "
			"a line of its own with a blank line before it, and says \"%s\"",
			title, meant->line + h->s.line0, title, quote(line.s, left(&line)).s);
	else if (other)
		HEARING_REPORT(h, o->missing, h->opening.line,
			"the section %s is missing: it begins with the line `**%s**`, and line %d, which "
			"no section has as its title, says \"%s\"",
			title, title, other->line + h->s.line0, quote(line.s, left(&line)).s);
	else
		HEARING_REPORT(h, o->missing, h->opening.line,
			"the section %s is missing: it begins with the line `**%s**`", title, title);
}

static bool
says_nothing(const struct md *md, const struct section *section)
{
	for (size_t i = section->first; i < section->end; i++)
		if (!is_blank(md->text + md->lines[i].off, md->lines[i].len))
			return false;
	return true;
}

void
outline_read(struct hearing *h, const struct outline *o, struct section *sections)
{
	size_t others = h->opening.index + 1;

	assert(h->heading.row);
	find_sections(h, o, sections);
	for (size_t id = 0; id < o->n; id++) {
		const struct section *section = &sections[id];
		bool later = !h->s.prefix;

		for (size_t i = id + 1; i < o->n && !later; i++)
			later = sections[i].line;
		if (o->rows[id].optional)
			continue;
		if (!section->line && later)
			judge_missing(h, o, id, &others);
		else if (section->line && section_is_over(h, section) && says_nothing(&h->md, section))
			HEARING_REPORT(h, o->empty, section->line, "the section %s says nothing", o->rows[id].title);
	}
}

bool
section_is_over(const struct hearing *h, const struct section *section)
{
	return !h->s.prefix || section->ended;
}

struct reader
outline_line(const struct hearing *h, int line)
{
	struct reader at = { h->s.text, h->s.text + h->s.len }, found = at;

	for (int n = 0; n < line; n++) {
		const char *newline = memchr(at.s, '\n', left(&at));

		found = (struct reader){ at.s, newline ? newline : at.end };
		at.s = newline ? newline + 1 : at.end;
	}
	return without_white(found);
}
