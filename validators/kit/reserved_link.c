/*
 * A definition of a link, `[label]: address "title"`, makes no line of the page: where nothing refers to it, what it says
 * is read by whoever reads the record, and seen by nobody who sees the page.
 *
 * Which lines are definitions only Markdown's parser knows, and it does not say; but where such a line is none it is
 * shown, and begins there as it is written. So a line that looks like one and is not among the lines that are shown is
 * one.
 */
#include "validators/kit/reserved_inner.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "validators/text/reader.h"
#include "validators/text/text.h"

/* Bytes that are read for one text in search of what refers to its definitions: what has more of them than that has
 * them for no reader. */
#define LOOKED_AT_BYTES (4 << 20)

struct links {
	const char *text;
	size_t len, looked_at;
	const struct md *md;
};

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

static bool
begins_with(struct reader r, struct reader label)
{
	size_t n = left(&label);

	return left(&r) > n && r.s[n] == ']' && !strncasecmp(r.s, label.s, n);
}

static bool
is_shown(struct links *l, struct reader label)
{
	for (size_t i = 0; i < l->md->n; i++) {
		const struct md_line *line = &l->md->lines[i];
		struct reader shown;

		l->looked_at += left(&label);
		if (read_label((struct reader){l->md->text + line->off, l->md->text + line->off + line->len}, &shown) &&
			left(&shown) == left(&label) && !memcmp(shown.s, label.s, left(&label)))
			return true;
	}
	return false;
}

/* `[label]`, and no colon behind it. */
static bool
is_referred_to(struct links *l, struct reader label)
{
	struct reader r = {l->text, l->text + l->len};

	while ((r.s = find_char(&r, '['))) {
		r.s++;
		l->looked_at += left(&label);
		if (begins_with(r, label) && (r.s + left(&label) + 1 == r.end || r.s[left(&label) + 1] != ':'))
			return true;
	}
	return false;
}

void
reserved_judge_links(const char *text, size_t len, int line0, const struct md *md, struct findings *out)
{
	struct links l = {.text = text, .len = len, .md = md};
	struct reader line = {text, text}, label;

	for (int at = 1; line.end < text + len; at++, line.s = line.end + 1) {
		line.end = memchr(line.s, '\n', (size_t)(text + len - line.s));
		line.end = line.end ? line.end : text + len;
		if (!read_label(line, &label))
			continue;
		if (l.looked_at <= LOOKED_AT_BYTES && (is_shown(&l, label) || is_referred_to(&l, label))) {
			l.looked_at += (size_t)(line.end - line.s);
			continue;
		}
		findings_add(out, &text_rules[TEXT_RESERVED], at + line0,
			"whoever sees the page does not see the definition of a link that nothing refers to: say it in the "
			"text, or leave it out");
		return;
	}
}
