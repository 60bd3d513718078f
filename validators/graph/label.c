#include "validators/graph/label.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <utf8proc.h>
#include <utstring.h>
#include "validators/text/mem.h"
#include "validators/text/script.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

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
	unsigned most;
	unsigned cuts; /* lines that end inside a piece */
	bool full;     /* something was left out */
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

/* -- where a word may end a line -- */

enum mark { MARK_NONE, MARK_OPENS, MARK_CLOSES };

static enum mark
mark_of(int32_t cp)
{
	if (cp > ' ' && cp < 0x80 && strchr(",.;:!?)]}", cp))
		return MARK_CLOSES;
	if (cp > ' ' && cp < 0x80 && strchr("([{", cp))
		return MARK_OPENS;
	if (cp < 0x80)
		return MARK_NONE;
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_PE:
	case UTF8PROC_CATEGORY_PF:
	case UTF8PROC_CATEGORY_PO:
		return MARK_CLOSES;
	case UTF8PROC_CATEGORY_PS:
	case UTF8PROC_CATEGORY_PI:
		return MARK_OPENS;
	default:
		return MARK_NONE;
	}
}

static bool
is_dense(int32_t cp)
{
	return script_is_dense(script_of_letter(cp));
}

static bool
is_spaced_letter(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO && !is_dense(cp);
}

/* Where no spaces are written a line ends behind a mark that closes something, before one that opens something, or
 * where another script begins, and nowhere before the one or behind the other. */
static bool
may_break(int32_t before, int32_t behind)
{
	if (before < 0x80 && behind < 0x80)
		return false;
	if (mark_of(behind) == MARK_CLOSES || mark_of(before) == MARK_OPENS)
		return false;
	if (mark_of(before) == MARK_CLOSES)
		return utf8proc_charwidth(before) > 1 || is_dense(behind);
	if (mark_of(behind) == MARK_OPENS)
		return utf8proc_charwidth(behind) > 1 || is_dense(before);
	return (is_dense(before) && is_spaced_letter(behind)) || (is_spaced_letter(before) && is_dense(behind));
}

/* How much of a word stands together. */
static size_t
piece_len(const char *s, size_t len)
{
	size_t at = 0, shown, n;
	unsigned wide;

	while (at < len) {
		n = take_grapheme(s + at, len - at, &shown, &wide);
		if (at + n < len && may_break(char_at(s + at, s + len), char_at(s + at + n, s + len)))
			return at + n;
		at += n;
	}
	return len;
}

/* Columns of the character at `s` and of the marks behind it that close something, which begin no line. */
static unsigned
columns_together(const char *s, size_t len)
{
	unsigned columns = 0, wide;
	size_t shown, at = 0;

	do {
		at += take_grapheme(s + at, len - at, &shown, &wide);
		columns += wide;
	} while (at < len && columns < LABEL_COLUMNS / 2 && (unsigned char)s[at] >= 0x80 &&
		mark_of(char_at(s + at, s + len)) == MARK_CLOSES);
	return columns;
}

/* A piece that is longer than a line goes on in the next one. */
static void
add_piece(struct wrapping *w, const char *s, size_t len, bool spaced)
{
	unsigned columns = 0, wide;
	size_t shown;

	for (size_t at = 0; at < len; columns += wide)
		at += take_grapheme(s + at, len - at, &shown, &wide);
	if (w->columns && w->columns + spaced + columns > w->most)
		end_line(w);
	if (w->columns && spaced) {
		utstring_bincpy(&w->line, " ", 1);
		w->columns++;
	}
	for (size_t at = 0, n; at < len && !w->full; at += n) {
		if (w->columns + columns_together(s + at, len - at) > w->most) {
			w->cuts += at > 0;
			end_line(w);
		}
		n = take_grapheme(s + at, len - at, &shown, &wide);
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

/* False where it does not go into the lines of a label; *cuts counts those that end inside a piece. */
static bool
wrap_within(struct node_label *label, const char *text, unsigned most, unsigned *cuts)
{
	struct wrapping w = { .label = label, .most = most };

	label->n = 0;
	utstring_init(&w.line);
	while (*text && !w.full) {
		size_t len = strcspn(text, " ");

		for (size_t at = 0, n; at < len && !w.full; at += n) {
			n = piece_len(text + at, len - at);
			add_piece(&w, text + at, n, !at);
		}
		text += len + (text[len] == ' ');
	}
	end_line(&w);
	utstring_done(&w.line);
	*cuts = w.cuts;
	return !w.full;
}

/* As narrow as it goes without another line, or one that ends inside a word, so that no line is left with one word. */
static void
narrow(struct node_label *label, const char *text, unsigned cuts)
{
	struct node_label narrower;
	unsigned more;

	for (unsigned most = LABEL_COLUMNS - 1; most > LABEL_COLUMNS / 2; most--) {
		if (!wrap_within(&narrower, text, most, &more) || narrower.n != label->n || more > cuts) {
			label_free(&narrower);
			return;
		}
		label_free(label);
		*label = narrower;
	}
}

/* So many characters never fit: each is a column at least, and a line swallows one space where it ends. */
#define LABEL_CHARACTERS (LABEL_LINES * (LABEL_COLUMNS + 1) + 1)

/* What may be seen of a title, as long as it may be: it is gone through many times. */
static char *
shown_of(const char *title)
{
	char *text = text_fold_space(title, strlen(title));
	size_t len = strlen(text), from = 0, to = 0, shown, n;
	unsigned wide;

	for (unsigned i = 0; i < LABEL_CHARACTERS && from < len; i++, from += n, to += shown) {
		n = take_grapheme(text + from, len - from, &shown, &wide);
		memmove(text + to, text + from, shown);
	}
	text[to] = '\0';
	return text;
}

void
label_wrap(struct node_label *label, const char *title)
{
	char *text = shown_of(title), *last;
	unsigned cuts;

	if (wrap_within(label, text, LABEL_COLUMNS, &cuts)) {
		narrow(label, text, cuts);
	} else {
		last = label->lines[label->n - 1];
		label->lines[label->n - 1] = mem_format("%s…", last);
		free(last);
	}
	free(text);
}
