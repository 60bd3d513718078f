#include "validators/graph/label.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>
#include <utstring.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Marks that are shown on one character: as many as any script needs, and no tower over the whole graph. */
#define MARKS_SHOWN 4

/* Plain ASCII, with nothing behind it that could combine with it: most of what there is. */
static bool
stands_alone(const char *s, size_t len)
{
	return len && *s >= ' ' && *s < 0x7f && (len == 1 || (s[1] >= ' ' && s[1] < 0x7f));
}

/* A character as it is seen: one code point and what combines with it. Returns its bytes, and in *shown how many of
 * them are to be shown. It is at least one column wide. */
static size_t
take_grapheme(const char *s, size_t len, size_t *shown, unsigned *columns)
{
	int32_t before = 0, cp, state = 0;
	utf8proc_category_t category;
	utf8proc_ssize_t n;
	unsigned marks = 0;
	size_t at = 0;

	*columns = 1;
	*shown = 0;
	if (stands_alone(s, len))
		return *shown = 1;
	while (at < len) {
		n = utf8proc_iterate((const utf8proc_uint8_t *)s + at, (utf8proc_ssize_t)(len - at), &cp);
		if (n <= 0 || (at && utf8proc_grapheme_break_stateful(before, cp, &state)))
			break;
		if (utf8proc_charwidth(cp) > 1)
			*columns = 2;
		category = utf8proc_category(cp);
		marks += category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
		before = cp;
		at += (size_t)n;
		if (marks <= MARKS_SHOWN)
			*shown = at;
	}
	/* Clean text has no other bytes; whoever brings some gets them one by one. */
	if (!at)
		*shown = at = 1;
	return at;
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
	size_t shown;

	for (size_t at = 0; at < len && columns <= LABEL_COLUMNS; columns += wide)
		at += take_grapheme(s + at, len - at, &shown, &wide);
	/* Of a longer one two columns are to be in the line, for no character has more. */
	if (w->columns && w->columns + 1 + (columns <= LABEL_COLUMNS ? columns : 2) > LABEL_COLUMNS)
		end_line(w);
	if (w->columns) {
		utstring_bincpy(&w->line, " ", 1);
		w->columns++;
	}
	for (size_t at = 0, n; at < len && !w->full; at += n) {
		n = take_grapheme(s + at, len - at, &shown, &wide);
		if (w->columns + wide > LABEL_COLUMNS)
			end_line(w);
		utstring_bincpy(&w->line, s + at, shown);
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
