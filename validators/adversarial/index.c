/*
 * Indexes that follow by themselves: an index.md that is a list or a table with a row an argument.
 *
 * A row is a line of a table, or a list item, in which an argument's id stands, and no other's before it; no id has two
 * rows. Of a row only its status changes: in a table the cell below the heading Status, in a list the one name of a
 * status that stands for itself, between marks. A new row goes behind the last one, and where rows stand below more
 * than one heading, behind the last one below that which names the argument's position.
 */
#include "validators/adversarial/mutation.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/grow.h"
#include "validators/text/mem.h"
#include "validators/text/reader.h"

#define COLUMNS_MAX 32

struct row {
	struct reader line; /* NULL: there is none */
	struct reader head; /* the first line of the table that it is in; NULL: it is in a list */
};

struct index {
	const struct kb_argument *argument;
	struct reader head, heading; /* of the line that is read: of the table, and of the section */
	const char *first_heading;   /* that of the first row */
	size_t rows;
	bool parts;		     /* rows stand below more than one heading */
	bool twice;		     /* an id has two rows */
	struct row own;		     /* the argument's */
	struct row last, last_named; /* of all, and below a heading that names its position */
	unsigned char seen[(1000000 >> 3) + 1];
};

static struct reader
trimmed(struct reader r)
{
	for (; left(&r) && isspace((unsigned char)*r.s); r.s++)
		;
	for (; left(&r) && isspace((unsigned char)r.end[-1]); r.end--)
		;
	return r;
}

static bool
is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

/* The first id of an argument in a line; KB_NONE: there is none. */
static size_t
id_in(struct reader line)
{
	for (const char *s = line.s; (s = memmem(s, (size_t)(line.end - s), "arg-", 4)); s += 4) {
		struct reader at = {s + 4, line.end};
		unsigned number;

		if ((s > line.s && is_word_char(s[-1])) || !skip_number(&at, &number) || number >= 1000000 ||
			(left(&at) && is_word_char(*at.s) && *at.s != '-'))
			continue;
		return number;
	}
	return KB_NONE;
}

/* The next cell of a table's line. */
static bool
next_cell(struct reader *line, struct reader *cell)
{
	struct reader rest;

	if (left(line) && *line->s == '|')
		line->s++;
	rest = trimmed(*line);
	for (cell->s = line->s; left(line) && (*line->s != '|' || line->s[-1] == '\\'); line->s++)
		;
	cell->end = line->s;
	*cell = trimmed(*cell);
	return left(&rest);
}

static bool
is_named(struct reader r, const char *name)
{
	return left(&r) == strlen(name) && !strncasecmp(r.s, name, left(&r));
}

/* -- rows -- */

static bool
has_words(struct reader r, const char *words)
{
	size_t n = strlen(words);

	for (; left(&r) >= n; r.s++)
		if (!strncasecmp(r.s, words, n))
			return true;
	return false;
}

static void
take_row(struct index *x, struct reader line, size_t number)
{
	unsigned char bit = (unsigned char)(1 << (number & 7));
	struct row row = {line, x->head};

	x->twice = x->twice || (x->seen[number >> 3] & bit);
	x->seen[number >> 3] |= bit;
	if (!x->rows++)
		x->first_heading = x->heading.s;
	x->parts = x->parts || x->heading.s != x->first_heading;
	x->last = row;
	if (number == x->argument->number)
		x->own = row;
	if (x->heading.s && has_words(x->heading, x->argument->position))
		x->last_named = row;
}

static bool
is_item(struct reader r)
{
	return left(&r) > 1 && strchr("-*+", *r.s) && isspace((unsigned char)r.s[1]);
}

static void
read_rows(struct index *x, const char *text, size_t len)
{
	const char *end = text + len;
	bool table = false;

	for (const char *s = text, *stop; s < end; s = stop + 1) {
		struct reader line, all;
		size_t number;

		stop = memchr(s, '\n', (size_t)(end - s));
		stop = stop ? stop : end;
		all = (struct reader){s, stop};
		line = trimmed(all);
		if (left(&line) && *line.s == '#')
			x->heading = line;
		if (!left(&line) || *line.s != '|')
			x->head = (struct reader){NULL, NULL};
		else if (!table)
			x->head = line;
		table = left(&line) && *line.s == '|';
		number = table || is_item(line) ? id_in(line) : KB_NONE;
		if (number != KB_NONE && line.s != x->head.s)
			take_row(x, all, number);
	}
}

/* -- what becomes of them -- */

static bool
is_dash(const char *s)
{
	return !strncmp(s, "—", strlen("—")) || !strncmp(s, "–", strlen("–"));
}

/* Is there no word directly before a place of a line? */
static bool
ends_words(const char *line, const char *at)
{
	return at == line || !is_word_char(at[-1]) || (at - line >= 3 && is_dash(at - 3));
}

/* The status that a row says: the cell below Status, or in a list what stands for itself. */
static bool
find_status(struct reader row, struct reader head, struct reader *found)
{
	struct reader cell, name;

	if (head.s) {
		while (next_cell(&head, &name) && next_cell(&row, found))
			if (is_named(name, "status"))
				return true;
		return false;
	}
	for (enum kb_status status = 0; status < KB_STATUSES; status++)
		for (cell = row; left(&cell) >= strlen(kb_status_names[status]); cell.s++) {
			const char *stop = cell.s + strlen(kb_status_names[status]), *before = cell.s, *behind = stop;

			if (strncmp(cell.s, kb_status_names[status], (size_t)(stop - cell.s)))
				continue;
			while (before > row.s && before[-1] == ' ')
				before--;
			while (behind < row.end && *behind == ' ')
				behind++;
			if (!ends_words(row.s, before) ||
				(behind < row.end && is_word_char(*behind) && !is_dash(behind)))
				continue;
			*found = (struct reader){cell.s, stop};
			return true;
		}
	return false;
}

/* What a column says of an argument, by its heading. */
static const char *
cell_of(const struct kb_argument *a, struct reader name)
{
	const struct {
		const char *name, *says;
	} columns[] = {{"id", a->id}, {"argument", a->id}, {"slug", a->slug}, {"position", a->position},
		{"layer", kb_layer_names[a->layer]}, {"scope", a->scope}, {"basis", kb_basis_names[a->basis]},
		{"basis_type", kb_basis_names[a->basis]}, {"basis type", kb_basis_names[a->basis]},
		{"status", kb_status_names[a->status]}, {"asserter", a->asserter}, {"summary", a->summary},
		{"file", a->path}};

	for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
		if (is_named(name, columns[i].name))
			return columns[i].says;
	return "";
}

/* In a cell a bar would end it. */
static void
put_cell(UT_string *out, const char *s)
{
	for (; *s; s++)
		utstring_printf(out, *s == '|' ? "\\|" : "%c", *s);
}

static void
put_row(const struct kb_argument *a, const struct row *behind, UT_string *out)
{
	struct reader head = behind->head, name;
	const char *mark = behind->line.s;

	if (!head.s) {
		for (; isspace((unsigned char)*mark); mark++)
			;
		utstring_bincpy(out, behind->line.s, (size_t)(mark - behind->line.s));
		utstring_printf(out, "%c %s (%s): %s\n", *mark, a->id, kb_status_names[a->status], a->summary);
		return;
	}
	for (size_t i = 0; i < COLUMNS_MAX && next_cell(&head, &name); i++) {
		utstring_printf(out, i ? " " : "| ");
		put_cell(out, i || *cell_of(a, name) ? cell_of(a, name) : a->id);
		utstring_printf(out, " |");
	}
	utstring_printf(out, "\n");
}

/* The text with something in place of a part of it. */
static void
put_text(UT_string *out, const char *text, size_t len, struct reader part, const char *with)
{
	utstring_bincpy(out, text, (size_t)(part.s - text));
	utstring_printf(out, "%s", with);
	utstring_bincpy(out, part.end, (size_t)(text + len - part.end));
}

char *
index_follow(const char *text, size_t len, const struct kb_argument *argument, size_t *out_len)
{
	struct index *x = mem_calloc(1, sizeof *x);
	const struct row *last = &x->last;
	struct reader at;
	UT_string out, row;

	x->argument = argument;
	read_rows(x, text, len);
	if (x->parts)
		last = &x->last_named;
	utstring_init(&out);
	utstring_init(&row);
	if (x->own.line.s && !x->twice) {
		if (find_status(trimmed(x->own.line), x->own.head, &at) &&
			!is_named(at, kb_status_names[argument->status]))
			put_text(&out, text, len, at, kb_status_names[argument->status]);
	} else if (last->line.s && !x->twice) {
		at.s = at.end = last->line.end < text + len ? last->line.end + 1 : last->line.end;
		utstring_printf(&row, "%s", at.s == last->line.end ? "\n" : "");
		put_row(argument, last, &row);
		put_text(&out, text, len, at, utstring_body(&row));
	}
	utstring_done(&row);
	free(x);
	*out_len = utstring_len(&out);
	if (*out_len)
		return utstring_body(&out);
	utstring_done(&out);
	return NULL;
}
