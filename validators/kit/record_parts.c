#include "validators/kit/record_parts.h"

#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/text/limits.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* A place in the text: where a line begins. */
struct place {
	size_t offset;
	int line;
};

struct note {
	struct place at;
	size_t len;
	struct part_note says;
};

struct splitter {
	const struct record_grammar *g;
	const char *text;
	size_t len;
	void (*each)(void *arg, const struct part *part);
	void *arg;
	bool open;        /* a part has begun */
	struct part part; /* what is known of it */
	struct place begins;
	struct part_words words;
	bool broken; /* the block before was a thematic break */
	struct place at_break;
	struct note *notes; /* at the end of the part so far */
	size_t n_notes, room;
};

static bool
take_note(struct splitter *sp, const struct md_block *b)
{
	const char *s = sp->text + b->offset, *end = sp->text + sp->len, *newline = memchr(s, '\n', (size_t)(end - s));
	struct note note = { .at = { b->offset, b->line }, .len = (size_t)((newline ? newline : end) - s) };

	/* A second line would be part of the quote. */
	if (b->kind != MD_BLOCK_QUOTE || (newline && newline + 1 < end && newline[1] != '\n'))
		return false;
	if (note.len > LIMIT_LINE_BYTES || !sp->g->note(s, note.len, &note.says))
		return false;
	if (sp->n_notes == sp->room)
		sp->notes = mem_resize(sp->notes, sp->room = sp->room ? 2 * sp->room : 4, sizeof *sp->notes);
	sp->notes[sp->n_notes++] = note;
	return true;
}

static void
forget_notes(struct splitter *sp)
{
	while (sp->n_notes) {
		struct note *n = &sp->notes[--sp->n_notes];
		free(n->says.name);
		free(n->says.data);
	}
}

static void
tell_notes(struct splitter *sp)
{
	for (size_t i = 0; i < sp->n_notes; i++) {
		const struct note *n = &sp->notes[i];
		sp->each(sp->arg,
			&(struct part){ .kind = ENTRY_NOTE,
				.own = true,
				.text = sp->text + n->at.offset,
				.len = n->len,
				.line0 = n->at.line - 1,
				.line = n->at.line,
				.name = n->says.name,
				.data = n->says.data,
				.time_ms = n->says.time_ms });
	}
	forget_notes(sp);
}

static char *
word_of(const struct reader *r)
{
	return r->s ? mem_copy(r->s, left(r)) : NULL;
}

/* The part that is open ends before `end`, or before its notes. */
static void
end_part(struct splitter *sp, size_t end)
{
	char *name = word_of(&sp->words.name), *harness = word_of(&sp->words.harness),
	     *model = word_of(&sp->words.model);

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
	sp->part = (struct part){ .kind = kind, .line = line, .own = kind == ENTRY_HEAD };
	sp->begins = begins;
	sp->words = (struct part_words){ .number = 0 };
}

/* A text, from the break before its heading on. The first part of all begins where the text does. */
static void
begin_submission(struct splitter *sp, enum entry_kind kind, const struct part_words *words, struct place at)
{
	struct place begins = sp->broken ? sp->at_break : at;

	if (!sp->open && !sp->n_notes)
		begins = (struct place){ 0, 1 };
	end_part(sp, begins.offset);
	begin_part(sp, kind, begins, at.line);
	sp->part.own = true;
	sp->words = *words;
}

static enum entry_kind
kind_of(const struct splitter *sp, const struct md_block *b, struct part_words *words)
{
	if (b->kind != MD_BLOCK_HEADING || b->level != 2)
		return 0;
	return sp->g->begins(sp->text + b->offset, sp->text + sp->len, words);
}

static bool
begins_head(const struct splitter *sp, const struct md_block *b)
{
	struct reader at = { sp->text + b->offset, sp->text + sp->len };

	return !sp->open && !sp->broken && !sp->n_notes && b->kind == MD_BLOCK_HEADING && b->level == 1 &&
		skip_text(&at, "# ") && skip_text(&at, sp->g->head);
}

/* A head is its heading and paragraphs; what else stands before the first text is judged with it. */
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
	struct part_words words = { .number = 0 };
	enum entry_kind kind = kind_of(sp, b, &words);
	struct place at = { b->offset, b->line };
	bool is_break = b->kind == MD_BLOCK_BREAK;

	if (kind) {
		begin_submission(sp, kind, &words, at);
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
record_parts(const struct record_grammar *g, const char *text, size_t len,
	void (*each)(void *arg, const struct part *part), void *arg)
{
	struct splitter sp = { .g = g, .text = text, .len = len, .each = each, .arg = arg };

	md_blocks(text, len, meet_block, &sp);
	if (!sp.open) {
		forget_notes(&sp);
		begin_part(&sp, ENTRY_TURN, (struct place){ 0, 1 }, 1);
	}
	end_part(&sp, len);
	free(sp.notes);
}

bool
part_note_common(const char *s, size_t len, struct part_note *note)
{
	static const struct {
		const char *begins, *data;
	} lines[] = {
		{ RECORD_TIME_UP, "{\"note\":\"" NOTE_TIME_UP "\"}" },
		{ RECORD_MAKER, "{\"note\":\"" NOTE_MAKER "\"}" },
	};

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (record_line_read(s, len, lines[i].begins, &note->time_ms)) {
			note->name = mem_strdup("");
			note->data = mem_strdup(lines[i].data);
			return true;
		}
	return false;
}
