/*
 * A text taken apart: a head, turns, the lines that the filesystem wrote between them, a conclusion.
 *
 * A turn and a conclusion begin with a heading of level 2 that stands in no other block, and at the thematic break before it. Whatever
 * else stands there belongs to the turn before: its judge knows what may stand in a turn. Quotes at the end of a turn that say what the
 * filesystem says in a note are notes; nothing tells them from a turn's own last words, but that they could stand there.
 */
#include "validators/socratic_split.h"

#include <string.h>
#include "validators/limits.h"
#include "validators/markdown.h"
#include "validators/mem.h"
#include "validators/record.h"
#include "validators/socratic_head.h"
#include "validators/socratic_reading.h"

/* A place in the text: where a line begins. */
struct place {
	size_t offset;
	int line;
};

struct note {
	struct place at;
	size_t len;
	char *name;
	int64_t time_ms;
};

struct splitter {
	const char *text;
	size_t len;
	void (*each)(void *arg, const struct part *part);
	void *arg;
	bool open;             /* a part has begun */
	struct part part;      /* what is known of it */
	struct place begins;
	struct heading_words words;
	bool broken;           /* the block before was a thematic break */
	struct place at_break;
	struct note *notes;    /* at the end of the part so far */
	size_t n_notes, room;
};

/* -- notes ----------------------------------------------------------------------------------------------------------------------- */

/* `> WHAT NAME, TIME` in one line of its own. */
static bool
read_note(const char *s, size_t len, struct note *note)
{
	struct reader at = { s, s + len };
	const char *comma;
	struct md md;

	if (!skip_text(&at, "> "))
		return false;
	for (const char *const *what = head_notes; *what; what++) {
		struct reader name = at;
		if (!skip_text(&name, *what) || !skip_text(&name, " ") || !(comma = memrchr(name.s, ',', left(&name))))
			continue;
		if (comma + 2 >= name.end || comma[1] != ' ' || !record_time_read(comma + 2, (size_t)(name.end - comma - 2), &note->time_ms))
			continue;
		md_parse(&md, name.s, (size_t)(comma - name.s));
		note->name = md.n ? mem_copy(md.text + md.lines[0].off, md.lines[0].len) : NULL;
		md_free(&md);
		return note->name;
	}
	return false;
}

static bool
take_note(struct splitter *sp, const struct md_block *b)
{
	const char *s = sp->text + b->offset, *end = sp->text + sp->len, *newline = memchr(s, '\n', (size_t)(end - s));
	struct note note = { .at = { b->offset, b->line }, .len = (size_t)((newline ? newline : end) - s) };

	/* A second line would be part of the quote. */
	if (b->kind != MD_BLOCK_QUOTE || (newline && newline + 1 < end && newline[1] != '\n'))
		return false;
	if (note.len > LIMIT_LINE_BYTES || !read_note(s, note.len, &note))
		return false;
	if (sp->n_notes == sp->room)
		sp->notes = mem_resize(sp->notes, sp->room = sp->room ? 2 * sp->room : 4, sizeof *sp->notes);
	sp->notes[sp->n_notes++] = note;
	return true;
}

static void
forget_notes(struct splitter *sp)
{
	while (sp->n_notes)
		free(sp->notes[--sp->n_notes].name);
}

static void
tell_notes(struct splitter *sp)
{
	for (size_t i = 0; i < sp->n_notes; i++) {
		const struct note *n = &sp->notes[i];
		sp->each(sp->arg, &(struct part){ .kind = ENTRY_NOTE, .text = sp->text + n->at.offset, .len = n->len,
			.line0 = n->at.line - 1, .line = n->at.line, .name = n->name, .time_ms = n->time_ms });
	}
	forget_notes(sp);
}

/* -- parts ----------------------------------------------------------------------------------------------------------------------- */

static char *
word_of(const struct reader *r)
{
	return r->s ? mem_copy(r->s, left(r)) : NULL;
}

/* The part that is open ends before `end`, or before its notes. */
static void
end_part(struct splitter *sp, size_t end)
{
	char *name = word_of(&sp->words.name), *harness = word_of(&sp->words.harness), *model = word_of(&sp->words.model);

	if (sp->open) {
		sp->part.text = sp->text + sp->begins.offset;
		sp->part.len = (sp->n_notes ? sp->notes[0].at.offset : end) - sp->begins.offset;
		sp->part.line0 = sp->begins.line - 1;
		sp->part.number = sp->words.number;
		sp->part.name = name;
		sp->part.harness = harness;
		sp->part.model = model;
		sp->each(sp->arg, &sp->part);
	}
	tell_notes(sp);
	sp->open = false;
	free(name);
	free(harness);
	free(model);
}

static void
begin_part(struct splitter *sp, enum entry_kind kind, struct place begins, int line)
{
	sp->open = true;
	sp->part = (struct part){ .kind = kind, .line = line };
	sp->begins = begins;
	sp->words = (struct heading_words){ .number = 0 };
}

/* A turn or a conclusion, from the break before its heading on. The first part of a text begins where the text does. */
static void
begin_submission(struct splitter *sp, enum start start, const struct start_line *heading, struct place at)
{
	struct place begins = sp->broken ? sp->at_break : at;

	if (!sp->open && !sp->n_notes)
		begins = (struct place){ 0, 1 };
	end_part(sp, begins.offset);
	begin_part(sp, start == START_TURN ? ENTRY_TURN : ENTRY_CONCLUSION, begins, at.line);
	if (start == START_TURN)
		sp->words = heading_take_apart(heading->text, heading->len);
}

static enum start
start_of(const struct splitter *sp, const struct md_block *b, struct start_line *heading)
{
	if (b->kind != MD_BLOCK_HEADING || b->level != 2)
		return START_OTHER;
	return heading_start(sp->text + b->offset, sp->text + sp->len, heading);
}

static bool
begins_head(const struct splitter *sp, const struct md_block *b)
{
	const char *s = sp->text + b->offset;
	size_t len = sp->len - b->offset;

	return !sp->open && !sp->broken && !sp->n_notes && b->kind == MD_BLOCK_HEADING && b->level == 1 && len > 2 && !memcmp(s, "# ", 2) &&
		head_begins(s + 2, len - 2);
}

/* A head is its heading and paragraphs; what else stands before the first turn is judged with it. */
static bool
is_head_still(const struct splitter *sp, const struct md_block *b)
{
	return sp->open && sp->part.kind == ENTRY_HEAD && b->kind == MD_BLOCK_PARAGRAPH && !sp->broken && !sp->n_notes;
}

static void
meet_words(struct splitter *sp, const struct md_block *b)
{
	struct place at = { b->offset, b->line };

	if (is_head_still(sp, b))
		return;
	if (sp->open && sp->part.kind == ENTRY_HEAD) {
		if (sp->broken)
			at = sp->at_break;
		if (sp->n_notes)
			at = sp->notes[0].at;
		forget_notes(sp);
		end_part(sp, at.offset);
		begin_part(sp, ENTRY_TURN, at, at.line);
	} else if (!sp->open) {
		begin_part(sp, ENTRY_TURN, (struct place){ 0, 1 }, b->line);
	}
	forget_notes(sp);
}

static void
meet_block(void *arg, const struct md_block *b)
{
	struct splitter *sp = arg;
	struct start_line heading = { .start = START_OTHER };
	enum start start = start_of(sp, b, &heading);
	struct place at = { b->offset, b->line };
	bool is_break = b->kind == MD_BLOCK_BREAK;

	if (start != START_OTHER) {
		begin_submission(sp, start, &heading, at);
	} else if (begins_head(sp, b)) {
		begin_part(sp, ENTRY_HEAD, (struct place){ 0, 1 }, b->line);
	} else {
		if (sp->broken)
			meet_words(sp, b);
		sp->broken = false;
		if (!is_break && !take_note(sp, b))
			meet_words(sp, b);
	}
	sp->broken = is_break;
	sp->at_break = at;
}

void
record_split(const char *text, size_t len, void (*each)(void *arg, const struct part *part), void *arg)
{
	struct splitter sp = { .text = text, .len = len, .each = each, .arg = arg };

	md_blocks(text, len, meet_block, &sp);
	if (!sp.open) {
		forget_notes(&sp);
		begin_part(&sp, ENTRY_TURN, (struct place){ 0, 1 }, 1);
	}
	end_part(&sp, len);
	free(sp.notes);
}
