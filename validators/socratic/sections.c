/*
 * A turn's sections: runs of lines, each under its title.
 *
 * A title is a bold line of a paragraph outside lists and quotes, or a heading of level 3. A known title counts in any line of its
 * paragraph, so that a blank line forgotten before it does no harm; an unknown one only where it begins a paragraph, because prose has
 * bold lines too. Behind an unknown title prose goes on, and what is made of items ends: its list is not a list of counterpoints.
 */
#include "validators/socratic/reading.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/quote.h"
#include "validators/text/wordcount.h"

static const struct section_row {
	const char *title;
	bool optional;
	bool prose; /* an unknown bold line in it is part of it */
} rows[SECTIONS] = {
	/* clang-format off */
	[SECTION_POSITION]      = { .title = "Position", .prose = true },
	[SECTION_COUNTERPOINTS] = { .title = "Counterpoints" },
	[SECTION_AGREEMENTS]    = { .title = "Agreements", .prose = true },
	[SECTION_NOVEL]         = { .title = "Novel Argument", .prose = true },
	[SECTION_UNRESOLVED]    = { .title = "Unresolved Items" },
	[SECTION_REVISION]      = { .title = "Stance Revision Support", .optional = true },
	/* clang-format on */
};

const char *
section_title(enum section_id id)
{
	return rows[id].title;
}

/* Bold lines that are no titles: labels of items. */
static const char *const labels[] = { "Addresses", "Claim", "Support" };

/* -- titles ---------------------------------------------------------------------------------------------------------------------- */

enum title { TITLE_NONE = -1, TITLE_UNKNOWN = SECTIONS };

/* The words of a title line without a colon at their end. */
static size_t
title_len(const struct md *md, const struct md_line *l, const char **s)
{
	struct reader title = without_white((struct reader){ md->text + l->off, md->text + l->off + l->len });

	for (const char *colon; (colon = ends_in_char(&title, ':'));)
		title = without_white((struct reader){ title.s, colon });
	*s = title.s;
	return left(&title);
}

static bool
is_word(const char *word, const char *s, size_t len)
{
	return strlen(word) == len && !strncasecmp(word, s, len);
}

/* Could this bold line be meant as a title? A sentence is none, nor is what a definition of a link could change. */
static bool
looks_like_title(const char *s, size_t len)
{
	char last;

	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
		if (is_word(labels[i], s, len))
			return false;
	if (!len || (ascii_form_before(s, s + len, &last) && strchr(".!?", last)))
		return false;
	return !memchr(s, '[', len) && !is_blank(s, len);
}

static int
find_title(const struct md *md, const struct md_line *l)
{
	bool heading = l->kind == MD_HEADING && l->level == 3;
	const char *s;
	size_t len;

	if (l->depth || l->quoted || !(heading || (l->kind == MD_TEXT && l->bold)))
		return TITLE_NONE;
	len = title_len(md, l, &s);
	for (int id = 0; id < SECTIONS; id++)
		if (is_word(rows[id].title, s, len))
			return id;
	return heading || (l->block_start && looks_like_title(s, len)) ? TITLE_UNKNOWN : TITLE_NONE;
}

/* -- sections -------------------------------------------------------------------------------------------------------------------- */

struct split {
	struct reading *r;
	struct section *current; /* NULL: lines of no section */
	enum section_id id;      /* of the current one */
	size_t last_block;       /* where the block begins that a prefix may still change */
};

static void
end_section(struct split *sp, size_t at)
{
	if (!sp->current)
		return;
	sp->current->end = at;
	sp->current->ended = true;
	sp->current = NULL;
}

static void
judge_order(struct split *sp, enum section_id id, int line)
{
	for (enum section_id later = id + 1; later < SECTIONS; later++) {
		if (!sp->r->sections[later].line)
			continue;
		REPORT(sp->r, RULE_SECTION_ORDER, line, "%s stands behind %s and belongs before it", rows[id].title, rows[later].title);
		return;
	}
}

static void
begin_section(struct split *sp, enum section_id id, size_t at)
{
	struct section *section = &sp->r->sections[id];
	int line = sp->r->md->lines[at].line;

	end_section(sp, at);
	if (section->line) {
		REPORT(sp->r, RULE_SECTION_TWICE, line, "%s stands here again; it began at line %d", rows[id].title,
			section->line + sp->r->s->line0);
		return;
	}
	judge_order(sp, id, line);
	*section = (struct section){ .line = line, .first = at + 1, .end = at + 1 };
	sp->current = section;
	sp->id = id;
}

static void
meet_unknown(struct split *sp, size_t at)
{
	const struct md_line *l = &sp->r->md->lines[at];
	const char *s;
	size_t len = title_len(sp->r->md, l, &s);

	REPORT(sp->r, RULE_SECTION_UNKNOWN, l->line, "\"%s\" is no section of a turn", quote(s, len).s);
	if (sp->current && !rows[sp->id].prose)
		end_section(sp, at);
}

/* No heading of level 1 or 2 may stand in a turn but its own; in a quote it is text. */
static void
judge_heading(struct reading *r, const struct md_line *l)
{
	if (l->kind == MD_HEADING && l->level <= 2 && !l->quoted)
		REPORT(r, RULE_TURN_ONE, l->line,
			"a second heading of level %u: a turn has only its own (a line of --- or === under text makes one too)", l->level);
}

static void
split_lines(struct split *sp)
{
	const struct md *md = sp->r->md;

	for (size_t i = sp->r->start.index + 1; i < md->n; i++) {
		const struct md_line *l = &md->lines[i];
		int title = find_title(md, l);

		judge_heading(sp->r, l);
		/* More text may yet take such a line into a span that began before it. */
		if (sp->r->s->prefix && !l->block_start && i >= sp->last_block)
			title = TITLE_NONE;
		if (title == TITLE_UNKNOWN)
			meet_unknown(sp, i);
		else if (title != TITLE_NONE)
			begin_section(sp, (enum section_id)title, i);
		if (sp->current)
			sp->current->end = i + 1;
	}
}

/* -- what is missing ------------------------------------------------------------------------------------------------------------- */

/* A line that was meant as the title: it begins with it. */
static const struct md_line *
find_attempt(const struct reading *r, const char *title)
{
	for (size_t i = r->start.index + 1; i < r->md->n; i++) {
		const struct md_line *l = &r->md->lines[i];

		if (l->kind <= MD_HEADING && field_skip_words(&(struct reader){ text_at(r, l->off), text_at(r, line_end(l)) }, title))
			return l;
	}
	return NULL;
}

/* A title that no section has, for the one that is missing: in order. */
static const struct md_line *
find_other(struct reading *r, size_t *from)
{
	for (; *from < r->md->n; ++*from)
		if (find_title(r->md, &r->md->lines[*from]) == TITLE_UNKNOWN)
			return &r->md->lines[(*from)++];
	return NULL;
}

static bool
is_later_there(const struct reading *r, enum section_id id)
{
	while (++id < SECTIONS)
		if (r->sections[id].line)
			return true;
	return false;
}

static void
judge_missing(struct reading *r, enum section_id id, size_t *others)
{
	const struct md_line *l;
	struct reader line;

	if (rows[id].optional || (r->s->prefix && !is_later_there(r, id)))
		return;
	l = find_attempt(r, rows[id].title);
	line = l ? reading_line(r, l->line) : (struct reader){ NULL, NULL };
	if (l) {
		REPORT(r, RULE_SECTION_MISSING, r->start.line, "the section %s is missing: line %d looks like its title, which is `**%s**` on a "
			"line of its own with a blank line before it, and says \"%s\"", rows[id].title, l->line + r->s->line0, rows[id].title,
			quote(line.s, left(&line)).s);
		return;
	}
	l = find_other(r, others);
	line = l ? reading_line(r, l->line) : (struct reader){ NULL, NULL };
	if (l)
		REPORT(r, RULE_SECTION_MISSING, r->start.line, "the section %s is missing: it begins with the line `**%s**`, and line %d, which no "
			"section has as its title, says \"%s\"", rows[id].title, rows[id].title, l->line + r->s->line0, quote(line.s, left(&line)).s);
	else
		REPORT(r, RULE_SECTION_MISSING, r->start.line, "the section %s is missing: it begins with the line `**%s**`", rows[id].title,
			rows[id].title);
}

static void
judge_empty(struct reading *r, enum section_id id)
{
	const struct section *section = &r->sections[id];

	if (rows[id].optional || (r->s->prefix && !section->ended))
		return;
	for (size_t i = section->first; i < section->end; i++)
		if (!is_blank(r->md->text + r->md->lines[i].off, r->md->lines[i].len))
			return;
	REPORT(r, RULE_SECTION_EMPTY, section->line, "the section %s says nothing", rows[id].title);
}

void
sections_read(struct reading *r)
{
	struct split sp = { .r = r };
	size_t others = r->start.index + 1;

	for (size_t i = 0; i < r->md->n; i++)
		if (r->md->lines[i].block_start)
			sp.last_block = i;
	split_lines(&sp);
	for (enum section_id id = 0; id < SECTIONS; id++)
		if (r->sections[id].line)
			judge_empty(r, id);
		else
			judge_missing(r, id, &others);
}
