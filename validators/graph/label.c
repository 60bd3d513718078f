#include "validators/graph/label.h"

#include <stdbool.h>
#include <string.h>
#include <utstring.h>
#include "validators/text/chars.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* The bytes of the character at `s`; a mark has no column of its own. */
static size_t
take_char(const char *s, size_t len, unsigned *columns)
{
	int32_t cp;
	size_t n = next_char(s, len, &cp);

	*columns = cp < 0x80 ? 1 : (unsigned)utf8proc_charwidth(cp);
	return n;
}

struct wrapping {
	struct node_label *label;
	UT_string line;
	unsigned columns;
	bool full; /* something was left out */
};

static void
end_line(struct wrapping *w)
{
	if (!utstring_len(&w->line))
		return;
	if (w->label->n < LABEL_LINES)
		w->label->lines[w->label->n++] = mem_strdup(utstring_body(&w->line));
	else
		w->full = true;
	utstring_clear(&w->line);
	w->columns = 0;
}

/* One that is longer than a line begins behind what stands there, and goes on in the next line. */
static void
add_word(struct wrapping *w, const char *s, size_t len)
{
	unsigned columns = 0, wide;

	for (size_t at = 0; at < len && columns <= LABEL_COLUMNS; columns += wide)
		at += take_char(s + at, len - at, &wide);
	/* Of a longer one two columns are to be in the line, for no character has more. */
	if (w->columns && w->columns + 1 + (columns <= LABEL_COLUMNS ? columns : 2) > LABEL_COLUMNS)
		end_line(w);
	if (w->columns) {
		utstring_bincpy(&w->line, " ", 1);
		w->columns++;
	}
	for (size_t at = 0, n; at < len && !w->full; at += n) {
		n = take_char(s + at, len - at, &wide);
		if (w->columns + wide > LABEL_COLUMNS)
			end_line(w);
		utstring_bincpy(&w->line, s + at, n);
		w->columns += wide;
	}
}

void
label_free(struct node_label *label)
{
	for (size_t i = 0; i < label->n; i++)
		free(label->lines[i]);
	label->n = 0;
}

void
label_wrap(struct node_label *label, const char *title)
{
	struct wrapping w = {.label = label};
	char *text = text_fold_space(title, strlen(title));

	label->n = 0;
	utstring_init(&w.line);
	for (const char *s = text; *s && !w.full;) {
		size_t len = strcspn(s, " ");

		add_word(&w, s, len);
		s += len + (s[len] == ' ');
	}
	end_line(&w);
	utstring_done(&w.line);
	if (w.full) {
		char *last = label->lines[LABEL_LINES - 1];

		label->lines[LABEL_LINES - 1] = mem_format("%s…", last);
		free(last);
	}
	free(text);
}
