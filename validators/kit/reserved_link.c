/*
 * A definition of a link, `[label]: address "title"`, makes no line of the page: where nothing refers to it, what it
 * says is read by whoever reads the record, and seen by nobody who sees the page.
 *
 * Which lines are definitions only Markdown's parser knows, and it does not say; but where such a line is none it is
 * shown, and begins there as it is written. So a line that looks like one and is not among the lines that are shown is
 * one.
 */
#include "validators/kit/reserved_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/reader.h"
#include "validators/text/text.h"

/* Labels, sorted, so that a text of nothing else is read in no time. */
struct labels {
	struct reader *v;
	size_t n, room;
};

static int
compare_labels(const void *a, const void *b)
{
	const struct reader *x = a, *y = b;
	size_t n = left(x) < left(y) ? left(x) : left(y);
	int by_text = strncasecmp(x->s, y->s, n);

	return by_text ? by_text : (left(x) > left(y)) - (left(x) < left(y));
}

static void
add_label(struct labels *l, struct reader label)
{
	if (l->n == l->room)
		l->v = mem_resize(l->v, l->room = l->room ? 2 * l->room : 16, sizeof *l->v);
	l->v[l->n++] = label;
}

/* Behind the marks of lists and quotes: the label of what looks like a definition, on one line; false: it does not. */
static bool
read_label(struct reader line, struct reader *label)
{
	while (left(&line) && (isspace((unsigned char)*line.s) || strchr("->+*.)0123456789", *line.s)))
		line.s++;
	if (!skip_char(&line, '['))
		return false;
	label->s = line.s;
	label->end = memmem(line.s, left(&line), "]:", strlen("]:"));
	return label->end > label->s && !memchr(label->s, '[', left(label));
}

/* Those that lines begin with on the page, where they are none, and those that something refers to: `[label]`, and no
 * colon behind it. */
static struct labels
labels_of(const char *text, size_t len, const struct md *md)
{
	struct reader r = {text, text + len}, label;
	struct labels l = {.v = NULL};

	for (size_t i = 0; i < md->n; i++) {
		const struct md_line *line = &md->lines[i];

		if (read_label((struct reader){md->text + line->off, md->text + line->off + line->len}, &label))
			add_label(&l, label);
	}
	while ((r.s = find_char(&r, '['))) {
		const char *close = memchr(++r.s, ']', left(&r));

		if (!close)
			break;
		label = (struct reader){r.s, close};
		for (const char *inner; (inner = memrchr(label.s, '[', left(&label)));)
			label.s = inner + 1;
		if (close + 1 == r.end || close[1] != ':')
			add_label(&l, label);
		r.s = close;
	}
	if (l.n)
		qsort(l.v, l.n, sizeof *l.v, compare_labels);
	return l;
}

void
reserved_judge_links(const char *text, size_t len, int line0, const struct md *md, struct findings *out)
{
	struct reader line = {text, text}, label;
	struct labels l = labels_of(text, len, md);

	for (int at = 1; line.end < text + len; at++, line.s = line.end + 1) {
		line.end = memchr(line.s, '\n', (size_t)(text + len - line.s));
		line.end = line.end ? line.end : text + len;
		if (!read_label(line, &label) || (l.n && bsearch(&label, l.v, l.n, sizeof *l.v, compare_labels)))
			continue;
		findings_add(out, &text_rules[TEXT_RESERVED], at + line0,
			"whoever sees the page does not see the definition of a link that nothing refers to: say it in "
			"the text, or leave it out");
		break;
	}
	free(l.v);
}
