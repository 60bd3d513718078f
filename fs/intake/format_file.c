/*
 * A written file of a format's own (format_row.gated): one text that is handed in once. Before, the file is empty; what
 * `render` gives after is history: the same text again changes nothing, another is refused. With the floor; once the
 * duel is closed, without it, by the one seat that the row's after_close names.
 */

#include "fs/intake/intake_inner.h"
#include "fs/util/token_line.h"

static void
own_base(struct intake *w, const char **bytes, size_t *len)
{
	const struct fold *fold = w->d->fold;
	utstring_clear(&w->base_text);
	format_render(fold->state, &fold->format->rows[w->row - ROW_OWN], 0, &w->base_text);
	*bytes = utstring_body(&w->base_text);
	*len = utstring_len(&w->base_text);
}

static struct intake_text
own_text(struct intake *w)
{
	const struct format *f = w->d->fold->format;
	const char *base;
	size_t base_len;
	own_base(w, &base, &base_len);
	struct intake_text c = intake_text_of_text(w->stage.bytes, w->stage.len);
	if (!base_len)
		return c;
	size_t at = stage_same(c.text, c.len, base, base_len);
	c.changed_line = 1 + stage_lines(c.text, at);
	c.kind = at == c.len ? INTAKE_TEXT_SHORTER : INTAKE_TEXT_CHANGED;
	/* the same text, whatever token line and blank lines are around it? */
	struct token_line t = token_line_read(c.text, c.len);
	size_t off = t.token ? (size_t)(t.line - c.text) + t.len + t.whole : 0, len = c.len - off;
	const char *text = c.text + off;
	intake_text_trim(f, &text, &len);
	intake_text_trim(f, &base, &base_len);
	if (len == base_len && !memcmp(text, base, len))
		c.kind = INTAKE_TEXT_NOTHING;
	return c;
}

const struct intake_type intake_own = {
	.kind = INTAKE_OWN,
	.bases = 1,
	.base = own_base,
	.text = own_text,
	.refuse = intake_refuse,
	.decide = intake_text_decide,
};
