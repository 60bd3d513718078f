/* The written record, debate.md: whoever has the floor hands in here (text.c). */
#include <ctype.h>
#include <string.h>

#include "fs/intake/intake_text.h"
#include "fs/intake/intake_inner.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static void
record_base(struct intake *w, const char **bytes, size_t *len)
{
	record_whole(w->d->fold, bytes, len);
}

static struct intake_text
staged_text(struct intake *w)
{
	const char *base, *image = w->stage.bytes ? w->stage.bytes : "";
	size_t base_len, len = w->stage.len;
	if (!w->stage.rewriting)
		return intake_text_of_text(image, len);
	record_whole(w->d->fold, &base, &base_len);
	size_t at = stage_same(image, len, base, base_len), words = 0;
	while (words < base_len && !isalnum((unsigned char)base[words]))
		words++;
	const char *newline = memchr(base + words, '\n', base_len - words); /* after the first line with a word */
	struct intake_text c = {.kind = INTAKE_TEXT_NOTHING,
		.changed_line = 1 + stage_lines(image, at),
		.elsewhere = at < (newline ? (size_t)(newline - base) : base_len)};
	if (at < base_len || (len > base_len && w->d->fold->format->front)) {
		c.kind = at == len ? INTAKE_TEXT_SHORTER : INTAKE_TEXT_CHANGED;
	} else if (len > base_len) {
		c = intake_text_of_text(image + at, len - at);
		c.line0 = stage_lines(image, at);
		c.written_len = len - at;
		c.written = mem_copy(image + at, c.written_len);
	}
	return c;
}

#define OF_RECORD(of) \
	{.kind = of, .name = "debate.md", .bases = 2, .base = record_base, .text = staged_text, \
		.refuse = intake_refuse, .decide = intake_text_decide}
const struct intake_type intake_record = OF_RECORD(INTAKE_RECORD);

/*
 * A scratch file that is to become the record: its first write is held against the record and its rules, as a rewrite
 * of it, and told. Nothing is decided here: that is the rename's (intake_replace). A refusal counts for the lease that
 * is held.
 */
const struct intake_type intake_draft = OF_RECORD(INTAKE_DRAFT);
