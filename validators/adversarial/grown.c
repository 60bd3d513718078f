#include "validators/adversarial/grown.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/grow.h"
#include "validators/text/markdown.h"

static bool
is_white(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* -- lines that say something -- */

struct cursor {
	const char *s, *end;
};

/* The next one, without the white space at its end; false: there is no other. */
static bool
next_line(struct cursor *at, const char **line, size_t *len)
{
	while (at->s < at->end) {
		const char *newline = memchr(at->s, '\n', (size_t)(at->end - at->s)),
			   *stop = newline ? newline : at->end;

		*line = at->s;
		at->s = newline ? newline + 1 : at->end;
		while (stop > *line && is_white(stop[-1]))
			stop--;
		*len = (size_t)(stop - *line);
		if (*len)
			return true;
	}
	return false;
}

static int
line_number(const char *text, const char *at)
{
	int line = 1;

	while ((text = memchr(text, '\n', (size_t)(at - text)))) {
		text++;
		line++;
	}
	return line;
}

/* The last heading of level 2 before `at`. */
static void
find_heading(const char *text, const char *at, struct difference *d)
{
	struct cursor lines = {text, at};
	const char *line;
	size_t len;

	while (next_line(&lines, &line, &len))
		if (len > 3 && !memcmp(line, "## ", 3)) {
			d->where = line + 3;
			d->where_len = len - 3;
		}
}

static bool
same_line(const char *a, size_t a_len, const char *b, size_t b_len)
{
	return a_len == b_len && !memcmp(a, b, a_len);
}

/* So far is looked for where a text goes on. */
#define LINES_AHEAD 64

static bool
stands_soon(struct cursor at, const char *line, size_t len)
{
	const char *other;
	size_t other_len;

	for (unsigned i = 0; i < LINES_AHEAD && next_line(&at, &other, &other_len); i++)
		if (same_line(line, len, other, other_len))
			return true;
	return false;
}

/* Say how the next two lines differ: the one was added, or removed, if the other stands behind it. */
static bool
differ(const struct kb_file *was, const struct kb_file *is, struct cursor old, struct cursor new, struct difference *d)
{
	const char *at = old.s;
	bool has_old = next_line(&old, &d->was, &d->was_len), has_new = next_line(&new, &d->is, &d->is_len);

	if (has_old && has_new && stands_soon(new, d->was, d->was_len))
		has_old = false;
	else if (has_old && has_new && stands_soon(old, d->is, d->is_len))
		has_new = false;
	d->line = has_new ? line_number(is->text, d->is) : has_old ? line_number(was->text, d->was) : 0;
	find_heading(was->text, at, d);
	for (; has_old && is_white(*d->was); d->was++, d->was_len--)
		;
	for (; has_new && is_white(*d->is); d->is++, d->is_len--)
		;
	d->was = has_old ? d->was : NULL;
	d->is = has_new ? d->is : NULL;
	return false;
}

static bool
same_lines(
	const struct kb_file *was, const struct kb_file *is, struct cursor old, struct cursor new, struct difference *d)
{
	for (;;) {
		struct cursor o = old, n = new;
		const char *a, *b;
		size_t a_len, b_len;
		bool has_old = next_line(&old, &a, &a_len), has_new = next_line(&new, &b, &b_len);

		if (!has_old && !has_new)
			return true;
		if (has_old != has_new || !same_line(a, a_len, b, b_len))
			return differ(was, is, o, n, d);
	}
}

/* -- places -- */

static size_t
back_over_white(const char *text, size_t at)
{
	while (at && is_white(text[at - 1]))
		at--;
	return at;
}

static size_t
over_white(const char *text, size_t len, size_t at)
{
	while (at < len && is_white(text[at]))
		at++;
	return at;
}

/* From behind the heading, or label, to what comes next. */
static bool
find_section(const struct kb_file *file, const char *title, size_t *from, size_t *to)
{
	size_t len;

	if (!kb_section(file, title, from, &len))
		return false;
	*to = over_white(file->text, file->len, *from + len);
	*from = back_over_white(file->text, *from);
	return true;
}

/* The whole line. */
static bool
find_key(const struct kb_file *file, const char *key, size_t *from, size_t *to)
{
	size_t len;
	const char *newline;

	if (!kb_front(file, key, from, &len))
		return false;
	newline = memchr(file->text + *from + len, '\n', file->len - *from - len);
	*to = newline ? (size_t)(newline - file->text) : file->len;
	while (*from && file->text[*from - 1] != '\n')
		--*from;
	return true;
}

#define NOWHERE SIZE_MAX

static void
find_place(const struct kb_file *was, const struct kb_file *is, struct place *p)
{
	bool (*find)(const struct kb_file *, const char *, size_t *, size_t *) =
		p->kind == PLACE_KEY ? find_key : find_section;

	*p = (struct place){.kind = p->kind, .title = p->title, .was_end = was->len, .is_end = is->len};
	if (p->kind == PLACE_END ||
		(find(is, p->title, &p->is, &p->is_end) && find(was, p->title, &p->was, &p->was_end)))
		return;
	if (p->kind == PLACE_SECTION && p->is && !find(was, p->title, &p->was, &p->was_end)) {
		/* It begins with its heading, at the end of what was there. */
		p->missing = true;
		p->was = p->was_end = was->len;
		while (p->is && is->text[p->is - 1] != '\n')
			p->is--;
		return;
	}
	p->is = NOWHERE;
}

/* Can it stand at the end of a section: does it begin no other, and leave nothing open that swallows what follows? */
static const char *
fault_of(const char *added, size_t len, bool follows, bool headings)
{
	const char *fault = NULL;
	UT_string text;
	struct md md;

	utstring_init(&text);
	grow_for(&text, len + 2);
	utstring_printf(&text, "%s", follows ? "x" : "");
	utstring_bincpy(&text, added, len);
	md_parse(&md, utstring_body(&text), utstring_len(&text));
	if (md.fault != MD_FINE)
		fault = md_fault_sentences[md.fault];
	else if (md.open != MD_CLOSED)
		fault = "it leaves a code fence, a comment or other HTML open, which would hide what comes after it";
	for (size_t i = 0; i < md.n && !fault && !headings; i++)
		if (md.lines[i].kind == MD_HEADING && md.lines[i].level <= 2 && !md.lines[i].depth &&
			!md.lines[i].quoted)
			fault = "it begins another section";
	md_free(&md);
	utstring_done(&text);
	return fault;
}

/* Does a line of words go on in another word? */
static bool
parts_word(char before, char after)
{
	return (isalnum((unsigned char)before) || before == '_') && (isalnum((unsigned char)after) || after == '_');
}

/* What stood in it, and then more: where that begins in the new text; NULL: not all of it stands there. */
static const char *
added_from(const struct kb_file *was, const struct kb_file *is, const struct place *p, struct difference *d)
{
	struct cursor old = {was->text + p->was, was->text + p->was_end},
		      new = {is->text + p->is, is->text + p->is_end};
	const char *a, *b, *from = new.s;
	size_t a_len, b_len;

	for (struct cursor o = old, n = new; next_line(&old, &a, &a_len); o = old, n = new) {
		bool last = !next_line(&(struct cursor){old.s, old.end}, &(const char *){NULL}, &(size_t){0}),
		     more = next_line(&new, &b, &b_len);

		if (more && same_line(a, a_len, b, b_len)) {
			from = b + b_len;
			continue;
		}
		if (last && more && p->kind == PLACE_SECTION && b_len > a_len && !memcmp(a, b, a_len) &&
			!parts_word(a[a_len - 1], b[a_len]))
			return b + a_len;
		differ(was, is, o, n, d);
		return NULL;
	}
	return from;
}

static bool
read_section(const struct kb_file *was, const struct kb_file *is, struct place *p, struct difference *d)
{
	const char *from = added_from(was, is, p, d), *end = is->text + back_over_white(is->text, p->is_end),
		   *body = from;
	size_t off, len;

	if (!from)
		return false;
	p->added = is->text + over_white(is->text, p->is_end, (size_t)(from - is->text));
	p->added_len = end > p->added ? (size_t)(end - p->added) : 0;
	p->grown = p->added_len;
	if (!p->grown)
		return true;
	/* The heading of one that was missing is its own. */
	if (p->missing && kb_section(is, p->title, &off, &len))
		body = is->text + off;
	d->fault = body < end
		? fault_of(body, (size_t)(end - body), !p->missing && from > is->text + p->is, p->kind == PLACE_END)
		: NULL;
	d->is = p->added;
	d->is_len = p->added_len;
	d->line = line_number(is->text, p->added);
	return !d->fault;
}

static bool
value_of(const struct kb_file *file, const char *key, const char **value, size_t *len)
{
	size_t off;
	bool there = kb_front(file, key, &off, len);

	*value = file->text + off;
	return there;
}

static void
read_key(const struct kb_file *was, const struct kb_file *is, struct place *p)
{
	const char *value;
	size_t len;

	p->grown = value_of(is, p->title, &p->added, &p->added_len) && value_of(was, p->title, &value, &len) &&
		!same_line(value, len, p->added, p->added_len);
}

/* The old line, with the new value. */
static void
put_key(const struct kb_file *was, const struct place *p, UT_string *out)
{
	const char *value;
	size_t len;

	value_of(was, p->title, &value, &len);
	utstring_bincpy(out, was->text + p->was, (size_t)(value - was->text) - p->was);
	utstring_bincpy(out, p->added, p->added_len);
	utstring_bincpy(out, value + len, p->was_end - (size_t)(value - was->text) - len);
}

/* What stood in it, as it stood, and what was added, with the blank lines round it. */
static void
put_section(const struct kb_file *was, const struct kb_file *is, const struct place *p, UT_string *out)
{
	size_t kept = back_over_white(was->text, p->was_end), from = (size_t)(p->added - is->text);
	bool in_line;

	kept = kept > p->was ? kept : p->was;
	for (; from > p->is && is_white(is->text[from - 1]); from--)
		;
	in_line = !memchr(is->text + from, '\n', (size_t)(p->added - is->text) - from);
	for (; !in_line && kept > p->was && kept < p->was_end && was->text[kept] != '\n'; kept++)
		;
	for (; !in_line && is->text[from] != '\n'; from++)
		;
	utstring_bincpy(out, was->text + p->was, kept - p->was);
	while (p->missing && utstring_len(out) > 1 && strcmp(utstring_body(out) + utstring_len(out) - 2, "\n\n"))
		utstring_bincpy(out, "\n", 1);
	utstring_bincpy(out, is->text + from, p->is_end - from);
	if (utstring_body(out)[utstring_len(out) - 1] != '\n')
		utstring_bincpy(out, "\n", 1);
}

static int
by_place(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	return x->is != y->is ? (x->is < y->is ? -1 : 1) : 0;
}

/* How many of them are there, which then come first, in order; 0: in another order than they were. */
static size_t
order_places(const struct kb_file *was, const struct kb_file *is, struct place *places, size_t n)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++) {
		find_place(was, is, &places[i]);
		found += places[i].is != NOWHERE;
	}
	qsort(places, n, sizeof *places, by_place);
	for (size_t i = 1; i < found; i++)
		if (places[i].was < places[i - 1].was_end || places[i].is < places[i - 1].is_end)
			return 0;
	return found;
}

bool
grown_read(const struct kb_file *was, const struct kb_file *is, struct place *places, size_t n, UT_string *out,
	struct difference *d)
{
	size_t found = order_places(was, is, places, n), old = 0, new = 0;

	*d = (struct difference){.line = 0};
	grow_for(out, was->len + is->len + 2);
	for (struct place *p = places;; p++) {
		size_t old_end = found ? p->was : was->len, new_end = found ? p->is : is->len;

		if (!same_lines(was, is, (struct cursor){was->text + old, was->text + old_end},
			    (struct cursor){is->text + new, is->text + new_end}, d))
			return false;
		utstring_bincpy(out, was->text + old, old_end - old);
		if (!found--)
			return true;
		if (p->kind == PLACE_KEY)
			read_key(was, is, p);
		else if (!read_section(was, is, p, d))
			return false;
		if (!p->grown)
			utstring_bincpy(out, was->text + p->was, p->was_end - p->was);
		else
			(p->kind == PLACE_KEY ? put_key(was, p, out) : put_section(was, is, p, out));
		old = p->was_end;
		new = p->is_end;
	}
}
