/* A file of a base, read by itself. */
#include "validators/adversarial/kb_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

const char *
doc_piece(struct doc *d, size_t off, size_t len)
{
	if (!d->cut)
		d->cut = mem_copy(d->text, d->len);
	d->cut[off + len] = '\0';
	return d->cut + off;
}

void
doc_add_mention(struct doc *d, unsigned number, const char *source, int line)
{
	if (!(d->n_mentions & (d->n_mentions - 1)))
		d->mentions = mem_resize(d->mentions, d->n_mentions ? 2 * d->n_mentions : 1, sizeof *d->mentions);
	d->mentions[d->n_mentions++] = (struct doc_mention){number, source, line};
}

static int
by_number(const void *a, const void *b)
{
	const struct doc_mention *x = a, *y = b;

	return x->number != y->number ? (x->number < y->number ? -1 : 1) : x->line - y->line;
}

/* Sorted, and each once. */
static void
sort_mentions(struct doc *d, struct doc_item *item)
{
	struct doc_mention *v;
	size_t n = 0;

	if (!item->n_mentions)
		return;
	v = d->mentions + item->mention;
	qsort(v, item->n_mentions, sizeof *v, by_number);
	for (size_t i = 0; i < item->n_mentions; i++)
		if (!n || v[n - 1].number != v[i].number)
			v[n++] = v[i];
	item->n_mentions = n;
	d->n_mentions = item->mention + n;
}

void
doc_add_arguments(struct doc *d, struct doc_item *item, size_t off, size_t len, int line)
{
	const char *s = d->text + off, *end = s + len;
	bool inside = false; /* of a word */
	unsigned number;

	item->mention = d->n_mentions;
	for (; s < end; s++) {
		size_t n = inside ? 0 : argument_id_read(s, end, &number);

		if (n) {
			doc_add_mention(d, number, NULL, line);
			s += n - 1;
		}
		line += *s == '\n';
		inside = *s == '-' || *s == '_' || isalnum((unsigned char)*s);
	}
	item->n_mentions = d->n_mentions - item->mention;
	sort_mentions(d, item);
}

static bool
begins(const char *s, const char *with)
{
	return !strncmp(s, with, strlen(with));
}

static bool
ends(const char *s, size_t len, const char *in)
{
	return len >= strlen(in) && !strcmp(s + len - strlen(in), in);
}

/* Bytes of the id in the name of a file in arguments/, which ends in ".md"; 0: it says no argument. */
static size_t
name_id(const char *name, unsigned *number)
{
	const char *end = name + strlen(name) - strlen(".md");
	size_t n = argument_id_read(name, end, number);

	return !n || name[n] != '-' || name + n + 1 >= end || memchr(name, '/', (size_t)(end - name)) ? 0 : n;
}

bool
kb_names_argument(const char *path)
{
	unsigned number;

	return begins(path, "arguments/") && ends(path, strlen(path), ".md") &&
		name_id(path + strlen("arguments/"), &number);
}

bool
kb_names_source(const char *path)
{
	size_t len = strlen(path);

	return begins(path, "sources/") && ends(path, len, ".md") && !ends(path, len, "/index.md");
}

/* Does the name of a file in arguments/ say which argument it is? */
static bool
read_name(struct doc *d)
{
	const char *name = d->path + strlen("arguments/"), *end = name + strlen(name) - strlen(".md");
	size_t n = name_id(name, &d->argument.number);

	if (!n)
		return false;
	d->names = mem_copy(name, (size_t)(end - name));
	d->names[n] = '\0';
	d->argument.id = d->names;
	d->argument.slug = d->names + n + 1;
	d->argument.path = d->path;
	return true;
}

static void
read_source(const struct doc *d, struct findings *out)
{
	size_t end = front_end(d->text, d->len), at = 0;
	struct front_line line;
	int number = 0;

	if (!end)
		findings_add(out, &kb_rules[KB_RULE_SOURCE], 1,
			"a source begins with front matter, lines of `key: value` between two lines of `---`");
	while (front_next(d->text, end, &at, &number, &line))
		if (!line.key_len)
			findings_add(out, &kb_rules[KB_RULE_SOURCE], number, "no line `key: value`");
}

/* What the path says that a file is. */
static void
read_kind(struct doc *d, bool clean, struct findings *out)
{
	size_t len = strlen(d->path);
	bool markdown = ends(d->path, len, ".md"), index = ends(d->path, len, "/index.md");

	if (begins(d->path, "arguments/") && !index) {
		d->is_argument = markdown && read_name(d);
		if (!d->is_argument)
			findings_add(out, &kb_rules[KB_RULE_STRAY], 0,
				"it is no argument: those are arguments/arg-NNN-slug.md");
		else if (clean)
			kb_read_argument(d, out);
	} else if (kb_names_source(d->path)) {
		d->is_source = true;
		if (clean)
			read_source(d, out);
	} else if (!clean) {
		return;
	} else if (!strcmp(d->path, KB_EDGES_FILE)) {
		kb_read_edges(d, out);
	} else if (!strcmp(d->path, KB_CONTRADICTIONS_FILE)) {
		kb_read_contradictions(d, out);
	} else if (!strcmp(d->path, KB_SUMMARY_FILE)) {
		kb_read_questions(d, out);
	}
}

/* Is it a path below `kb/`, without dot-files? */
static const char *
path_fault(const char *path)
{
	unsigned depth = 0;

	if (!text_clean_line(path, strlen(path)))
		return "the path is no clean UTF-8";
	for (const char *s = path;; s++) {
		if (!*s || *s == '/')
			return "the path has an empty part";
		if (*s == '.')
			return "a dot-file is not part of a base";
		s = strchrnul(s, '/');
		if (!*s)
			return NULL;
		if (++depth > KB_DEPTH)
			return "it lies more than 8 directories deep";
	}
}

struct doc *
doc_new(const struct kb_file *file, struct findings *out)
{
	struct doc *d = mem_calloc(1, sizeof *d);
	const char *fault = path_fault(file->path);
	bool clean = !text_check_lines(file->text, file->len, KB_FILE_BYTES, KB_FILE_BYTES, 0, false, out);

	atomic_init(&d->refs, 1);
	d->path = mem_strdup(file->path);
	d->text = mem_copy(file->text, file->len);
	d->len = file->len;
	if (fault)
		findings_add(out, &kb_rules[KB_RULE_SOURCE], 0, "%s", fault);
	else
		read_kind(d, clean, out);
	return d;
}

struct doc *
doc_hold(struct doc *d)
{
	atomic_fetch_add(&d->refs, 1);
	return d;
}

void
doc_drop(struct doc *d)
{
	if (!d || atomic_fetch_sub(&d->refs, 1) > 1)
		return;
	free(d->path);
	free(d->text);
	free(d->cut);
	free(d->names);
	free(d->edges);
	free(d->items);
	free(d->mentions);
	free(d);
}
