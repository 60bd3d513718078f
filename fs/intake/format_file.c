/*
 * A written file of a format's own (format_row.gated): one text that is handed in once. Before, the file is empty; what
 * `render` gives after is history: the same text again changes nothing, another is refused. With the floor; once the
 * duel is closed, without it, by the one seat that the row's after_close names.
 */
#include <stdio.h>

#include "fs/intake/intake_inner.h"
#include "fs/util/token_line.h"
#include "validators/text/mem.h"

static void
render(struct duel *d, int row, UT_string *out)
{
	utstring_clear(out);
	format_render(d->fold->state, &d->fold->format->rows[row - ROW_OWN], 0, out);
}

static void
own_base(struct intake *w, const char **bytes, size_t *len)
{
	render(w->d, w->row, &w->base_text);
	*bytes = utstring_body(&w->base_text);
	*len = utstring_len(&w->base_text);
}

bool
own_is_written(struct intake *w)
{
	const char *base;
	size_t base_len;
	own_base(w, &base, &base_len);
	return base_len;
}

static bool
is_same_text(const struct format *f, const char *text, size_t len, const char *base, size_t base_len)
{
	struct token_line t = token_line_read(text, len);
	if (t.token) {
		size_t cut = (size_t)(t.line - text) + t.len + t.whole;
		text += cut, len -= cut;
	}
	intake_text_trim(f, &text, &len);
	intake_text_trim(f, &base, &base_len);
	return len == base_len && !memcmp(text, base, len);
}

static struct intake_text
intake_text_of(const struct format *f, const UT_string *base, const char *bytes, size_t len)
{
	struct intake_text c = intake_text_of_text(bytes, len);
	size_t base_len = utstring_len(base);
	if (!base_len)
		return c;
	size_t at = stage_same(c.text, c.len, utstring_body(base), base_len);
	c.changed_line = 1 + stage_lines(c.text, at);
	c.kind = is_same_text(f, c.text, c.len, utstring_body(base), base_len) ? INTAKE_TEXT_NOTHING
		: at == c.len ? INTAKE_TEXT_SHORTER : INTAKE_TEXT_CHANGED;
	return c;
}

static struct intake_text
own_text(struct intake *w)
{
	render(w->d, w->row, &w->base_text);
	return intake_text_of(w->d->fold->format, &w->base_text, w->stage.bytes, w->stage.len);
}

static bool
own_same(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len)
{
	UT_string base;
	(void)who;
	utstring_init(&base);
	render(d, row, &base);
	struct intake_text c = intake_text_of(d->fold->format, &base, bytes, len);
	intake_text_free(&c);
	utstring_done(&base);
	return c.kind == INTAKE_TEXT_NOTHING;
}

const struct intake_type intake_own = {
	.kind = INTAKE_OWN,
	.bases = 1,
	.base = own_base,
	.text = own_text,
	.refuse = intake_refuse,
	.written = intake_text_written,
	.decide = intake_text_decide,
	.same = own_same,
};
