/* The written record, debate.md: whoever has the floor hands in here (text.c). */
#include <assert.h>
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

/* The text is the text of an image from `at` on. */
static void
take_text(struct intake_text *c, const char *image, size_t len, size_t at)
{
	assert(at <= len);
	c->kind = INTAKE_TEXT_TEXT;
	c->line0 = stage_lines(image, at);
	c->written_len = len - at;
	c->written = mem_copy(image + at, c->written_len);
	c->text = mem_copy(image + at, c->written_len);
	c->len = text_unix(c->text, c->written_len);
	c->text[c->len] = '\0';
}

/* So far goes the first line that says anything. */
static size_t
first_words(const char *s, size_t len)
{
	size_t at = 0;
	while (at < len && !isalnum((unsigned char)s[at]))
		at++;
	const char *newline = memchr(s + at, '\n', len - at);
	return newline ? (size_t)(newline - s) : len;
}

static struct intake_text
record_text(struct intake *w)
{
	const char *base, *image = w->stage.bytes ? w->stage.bytes : "";
	size_t base_len, len = w->stage.len;
	if (!w->stage.rewriting)
		return intake_text_of_text(image, len);
	record_whole(w->d->fold, &base, &base_len);
	size_t at = stage_same(image, len, base, base_len);
	struct intake_text c = {.kind = INTAKE_TEXT_NOTHING,
		.changed_line = 1 + stage_lines(image, at),
		.elsewhere = at < first_words(base, base_len)};
	if (at < base_len || (len > base_len && w->d->fold->format->front))
		c.kind = at == len ? INTAKE_TEXT_SHORTER : INTAKE_TEXT_CHANGED;
	else if (len > base_len)
		take_text(&c, image, len, at);
	return c;
}

static bool
record_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	const char *base;
	size_t base_len;
	(void)who, (void)row;
	record_whole(d->fold, &base, &base_len);
	return len == base_len && !memcmp(bytes, base, len);
}

const struct intake_type intake_record = {
	.kind = INTAKE_RECORD,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.text = record_text,
	.refuse = intake_refuse,
	.written = intake_text_written,
	.decide = intake_text_decide,
	.same = record_same,
};

/*
 * A scratch file that is to become the record: its first write is held against the record and its rules, as a rewrite
 * of it, and told. Nothing is decided here: that is the rename's (replace.h). A refusal counts for the lease that is
 * held.
 */
const struct intake_type intake_draft = {
	.kind = INTAKE_DRAFT,
	.name = "debate.md",
	.bases = 2,
	.base = record_base,
	.text = record_text,
	.refuse = intake_refuse,
	.written = intake_text_written,
	.decide = intake_text_decide,
};
