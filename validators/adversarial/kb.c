/*
 * A base is made in two steps. Each file is read by itself (kb_doc.c), and is never read again as long as a base has
 * it. Then all of them are linked: rows of arguments in the order of their numbers, positions from what arguments say,
 * and the ends of edges, contradictions and questions looked up. What is wrong is found in either step, and stands with
 * the file that it is in.
 */
#include "validators/adversarial/kb_inner.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

struct kb {
	atomic_int refs;
	struct doc **docs; /* by path */
	size_t n_docs;
	struct kb_argument *arguments;
	struct doc **from; /* whose each of them is */
	size_t n_arguments;
	struct kb_edge *edges;
	size_t *edge_order; /* by their ends and type, and then as they are written */
	size_t n_edges;
	struct kb_position *positions;
	size_t n_positions;
	struct kb_contradiction *contradictions;
	size_t n_contradictions;
	struct kb_question *questions;
	size_t n_questions;
};

struct linking {
	struct kb *kb;
	struct findings *found; /* one a file */
	struct kb_faults more;	/* of what is no file */
};

#define FOUND(l, path, rule, line, ...) findings_add(found_of(l, path), &kb_rules[rule], line, __VA_ARGS__)

/* Where what is wrong with this path is put; it may be one that should be there. */
static struct findings *
found_of(struct linking *l, const char *path)
{
	size_t row = kb_file_find(l->kb, path);

	if (row != KB_NONE)
		return &l->found[row];
	for (size_t i = 0; i < l->more.n; i++)
		if (!strcmp(l->more.v[i].path, path))
			return &l->more.v[i].findings;
	l->more.v = mem_resize(l->more.v, l->more.n + 1, sizeof *l->more.v);
	l->more.v[l->more.n] = (struct kb_file_faults){.path = mem_strdup(path)};
	return &l->more.v[l->more.n++].findings;
}

static struct doc *
doc_find(const struct kb *kb, const char *path)
{
	size_t row = kb_file_find(kb, path);

	return row == KB_NONE ? NULL : kb->docs[row];
}

/* -- arguments ---------------------------------------------------------------------------------------------------- */

static int
by_argument(const void *a, const void *b)
{
	const struct doc *x = *(struct doc *const *)a, *y = *(struct doc *const *)b;

	if (x->argument.number != y->argument.number)
		return x->argument.number < y->argument.number ? -1 : 1;
	return strcmp(x->path, y->path);
}

static void
link_arguments(struct linking *l)
{
	struct kb *kb = l->kb;
	size_t n = 0;

	kb->from = mem_calloc(kb->n_docs, sizeof(struct doc *));
	for (size_t i = 0; i < kb->n_docs; i++)
		if (kb->docs[i]->is_argument)
			kb->from[n++] = kb->docs[i];
	qsort(kb->from, n, sizeof(struct doc *), by_argument);
	kb->arguments = mem_calloc(n, sizeof *kb->arguments);
	for (size_t i = 0; i < n; i++) {
		kb->arguments[i] = kb->from[i]->argument;
		kb->arguments[i].side = KB_NONE;
		if (i && kb->arguments[i].number == kb->arguments[i - 1].number)
			FOUND(l, kb->arguments[i].path, KB_RULE_ARGUMENT, 0, "%s is there already: %s",
				kb->arguments[i].id, kb->arguments[i - 1].path);
	}
	kb->n_arguments = n;
	if (!n)
		FOUND(l, "arguments", KB_RULE_ARGUMENT, 0, "there is no argument, a file arguments/arg-NNN-slug.md");
}

static size_t
argument_row(const struct kb *kb, unsigned number)
{
	size_t from = 0, end = kb->n_arguments;

	while (from < end) {
		size_t middle = from + (end - from) / 2;

		if (kb->arguments[middle].number < number)
			from = middle + 1;
		else
			end = middle;
	}
	return from < kb->n_arguments && kb->arguments[from].number == number ? from : KB_NONE;
}

/* -- positions ---------------------------------------------------------------------------------------------------- */

#define POSITION_BYTES 200

/* A position as one argument has it. */
struct held {
	size_t row; /* the argument's */
	const char *name;
	char *slug;
};

bool
kb_takes_no_side(const char *position, size_t len)
{
	static const char *const none[] = {"neutral", "factual", "meta"};

	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (len == strlen(none[i]) && !strncasecmp(position, none[i], len))
			return true;
	return false;
}

/* A slug makes a handle, debater-SLUG. */
static const char *
slug_fault(const char *name, const char *slug)
{
	struct reader r = {name, name + strlen(name)};
	char *handle = mem_format("debater-%s", slug);
	const char *fault = name_fault(handle, strlen(handle), NAME_PARTICIPANT);
	struct word word;

	free(handle);
	return word_next(&r, &word) ? fault : "it has neither letters nor digits";
}

static int
by_slug(const void *a, const void *b)
{
	const struct held *x = a, *y = b;
	int slugs = strcmp(x->slug, y->slug), names = strcmp(x->name, y->name);

	return slugs ? slugs : names ? names : x->row < y->row ? -1 : 1;
}

static struct held *
hold_positions(struct linking *l, size_t *n)
{
	struct kb *kb = l->kb;
	struct held *held = mem_calloc(kb->n_arguments, sizeof *held);

	*n = 0;
	for (size_t i = 0; i < kb->n_arguments; i++) {
		const char *name = kb->arguments[i].position, *fault = "it is longer than 200 bytes";
		struct held *h = &held[*n];

		if (!name || kb_takes_no_side(name, strlen(name)))
			continue;
		*h = (struct held){i, name, NULL};
		if (strlen(name) <= POSITION_BYTES) {
			h->slug = text_slug(name, strlen(name));
			fault = slug_fault(name, h->slug);
		}
		if (!fault) {
			++*n;
			continue;
		}
		free(h->slug);
		FOUND(l, kb->arguments[i].path, KB_RULE_POSITION, kb->from[i]->position_line,
			"the position \"%s\" makes no name of a seat, debater-SLUG: %s", QUOTED(name), fault);
	}
	qsort(held, *n, sizeof *held, by_slug);
	return held;
}

static void
link_positions(struct linking *l)
{
	struct kb *kb = l->kb;
	size_t n, faults = l->more.n;
	struct held *held = hold_positions(l, &n);

	for (size_t i = 0; i < n; i++) {
		struct kb_argument *a = &kb->arguments[held[i].row];
		bool same_slug = i && !strcmp(held[i].slug, held[i - 1].slug);

		if (!same_slug && kb->n_positions < KB_POSITIONS_MAX) {
			kb->positions = mem_resize(kb->positions, kb->n_positions + 1, sizeof *kb->positions);
			kb->positions[kb->n_positions++] =
				(struct kb_position){mem_strdup(held[i].name), mem_strdup(held[i].slug)};
		} else if (!same_slug) {
			FOUND(l, a->path, KB_RULE_POSITION, kb->from[held[i].row]->position_line,
				"\"%s\" is one position more than the %d that may be there", QUOTED(held[i].name),
				KB_POSITIONS_MAX);
		} else if (strcmp(held[i].name, held[i - 1].name)) {
			FOUND(l, a->path, KB_RULE_POSITION, kb->from[held[i].row]->position_line,
				"\"%s\" and \"%s\" are two positions of one slug, %s: write one of them", a->position,
				QUOTED(held[i - 1].name), held[i].slug);
		}
		a->side = kb->n_positions - 1;
	}
	if (kb->n_positions < 2 && kb->n_arguments && l->more.n == faults)
		FOUND(l, "arguments", KB_RULE_POSITION, 0,
			"a debate needs arguments of two positions besides neutral, factual and meta; %s%s%s",
			kb->n_positions ? "all are of \"" : "there is none",
			kb->n_positions ? kb->positions[0].name : "", kb->n_positions ? "\"" : "");
	for (size_t i = 0; i < n; i++)
		free(held[i].slug);
	free(held);
}

/* -- edges, contradictions, questions ------------------------------------------------------------------------------ */

static int
by_ends(const void *a, const void *b, void *edges)
{
	size_t i = *(const size_t *)a, j = *(const size_t *)b;
	const struct kb_edge *x = (struct kb_edge *)edges + i, *y = (struct kb_edge *)edges + j;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->to != y->to)
		return x->to < y->to ? -1 : 1;
	if (x->source && y->source && strcmp(x->source, y->source))
		return strcmp(x->source, y->source);
	return i < j ? -1 : i > j;
}

static bool
same_edge(const struct kb_edge *a, const struct kb_edge *b)
{
	return a->from == b->from && a->type == b->type && a->to == b->to &&
		(!a->source || !strcmp(a->source, b->source));
}

/* Sorted, so that what stands twice stands side by side. */
static void
order_edges(struct linking *l)
{
	struct kb *kb = l->kb;

	kb->edge_order = mem_calloc(kb->n_edges, sizeof *kb->edge_order);
	for (size_t i = 0; i < kb->n_edges; i++)
		kb->edge_order[i] = i;
	qsort_r(kb->edge_order, kb->n_edges, sizeof *kb->edge_order, by_ends, kb->edges);
	for (size_t i = 1; i < kb->n_edges; i++) {
		const struct kb_edge *e = &kb->edges[kb->edge_order[i]], *first = &kb->edges[kb->edge_order[i - 1]];

		if (same_edge(first, e))
			FOUND(l, KB_EDGES_FILE, KB_RULE_TWICE, e->line, "this edge is there already, in line %d",
				first->line);
	}
}

/* The row of an argument that is named; KB_NONE is told. */
static size_t
named_row(struct linking *l, unsigned number, const char *path, enum kb_rule rule, int line)
{
	size_t row = argument_row(l->kb, number);

	if (row == KB_NONE)
		FOUND(l, path, rule, line, "there is no argument arg-%03u", number);
	return row;
}

static bool
source_is_there(struct linking *l, const char *source, const char *path, enum kb_rule rule, int line)
{
	bool there = kb_source_is_there(l->kb, source, strlen(source));

	if (!there)
		FOUND(l, path, rule, line, "there is no source \"%s\"", QUOTED(source));
	return there;
}

static void
link_edges(struct linking *l)
{
	struct kb *kb = l->kb;
	const struct doc *d = doc_find(kb, KB_EDGES_FILE);

	if (!d) {
		FOUND(l, KB_EDGES_FILE, KB_RULE_SOURCE, 0, "a base has this file, and it is missing");
		return;
	}
	kb->edges = mem_calloc(d->n_edges, sizeof *kb->edges);
	for (size_t i = 0; i < d->n_edges; i++) {
		struct kb_edge e = d->edges[i].edge;
		bool to = true;

		e.from = named_row(l, d->edges[i].from, d->path, KB_RULE_EDGE, e.line);
		e.to = KB_NONE;
		if (e.source)
			to = source_is_there(l, e.source, d->path, KB_RULE_EDGE, e.line);
		else
			to = (e.to = named_row(l, d->edges[i].to, d->path, KB_RULE_EDGE, e.line)) != KB_NONE;
		if (to && e.from != KB_NONE)
			kb->edges[kb->n_edges++] = e;
	}
	order_edges(l);
}

/* Rows of the arguments that an item names, malloc'd. */
static size_t *
link_mentions(struct linking *l, const struct doc *d, const struct doc_item *item, enum kb_rule rule, size_t *n)
{
	size_t *rows = mem_calloc(item->n_mentions, sizeof *rows);

	*n = 0;
	for (size_t i = 0; i < item->n_mentions; i++) {
		const struct doc_mention *m = &d->mentions[item->mention + i];

		if (m->source)
			source_is_there(l, m->source, d->path, rule, m->line);
		else
			rows[(*n)++] = named_row(l, m->number, d->path, rule, m->line);
	}
	return rows;
}

static int
by_contradiction(const void *a, const void *b)
{
	const struct kb_contradiction *x = *(struct kb_contradiction *const *)a,
				      *y = *(struct kb_contradiction *const *)b;

	return x->number != y->number ? (x->number < y->number ? -1 : 1) : x->line - y->line;
}

static void
find_twice(struct linking *l, const char *path)
{
	struct kb *kb = l->kb;
	const struct kb_contradiction **order = mem_calloc(kb->n_contradictions, sizeof(struct kb_contradiction *));

	for (size_t i = 0; i < kb->n_contradictions; i++)
		order[i] = &kb->contradictions[i];
	qsort(order, kb->n_contradictions, sizeof(struct kb_contradiction *), by_contradiction);
	for (size_t i = 1; i < kb->n_contradictions; i++)
		if (order[i]->number == order[i - 1]->number)
			FOUND(l, path, KB_RULE_CONTRADICTION, order[i]->line, "C-%03u is there already, in line %d",
				order[i]->number, order[i - 1]->line);
	free(order);
}

static void
link_contradictions(struct linking *l)
{
	struct kb *kb = l->kb;
	const struct doc *d = doc_find(kb, KB_CONTRADICTIONS_FILE);

	if (!d)
		return;
	kb->contradictions = mem_calloc(d->n_items, sizeof *kb->contradictions);
	for (; kb->n_contradictions < d->n_items; kb->n_contradictions++) {
		const struct doc_item *item = &d->items[kb->n_contradictions];
		struct kb_contradiction *c = &kb->contradictions[kb->n_contradictions];

		*c = (struct kb_contradiction){
			.number = item->number, .title = item->text, .status = item->status, .line = item->line};
		c->arguments = link_mentions(l, d, item, KB_RULE_CONTRADICTION, &c->n);
	}
	find_twice(l, d->path);
}

static void
link_questions(struct linking *l)
{
	struct kb *kb = l->kb;
	const struct doc *d = doc_find(kb, KB_SUMMARY_FILE);

	if (!d) {
		FOUND(l, KB_SUMMARY_FILE, KB_RULE_SOURCE, 0, "a base has this file, and it is missing");
		return;
	}
	kb->questions = mem_calloc(d->n_items, sizeof *kb->questions);
	for (; kb->n_questions < d->n_items; kb->n_questions++) {
		const struct doc_item *item = &d->items[kb->n_questions];
		struct kb_question *q = &kb->questions[kb->n_questions];

		*q = (struct kb_question){.text = item->text, .line = item->line};
		q->arguments = link_mentions(l, d, item, KB_RULE_QUESTION, &q->n);
	}
}

/* -- a base as a whole --------------------------------------------------------------------------------------------- */

static void
judge_size(struct linking *l)
{
	const struct kb *kb = l->kb;
	size_t bytes = 0;

	for (size_t i = 0; i < kb->n_docs; i++) {
		bytes += kb->docs[i]->len;
		if (i && !strcmp(kb->docs[i]->path, kb->docs[i - 1]->path))
			FOUND(l, kb->docs[i]->path, KB_RULE_SOURCE, 0, "there are two files of this path");
	}
	if (kb->n_docs > KB_FILES_MAX)
		FOUND(l, "", KB_RULE_SOURCE, 0, "there are %zu files, at most %d may be there", kb->n_docs,
			KB_FILES_MAX);
	if (bytes > KB_BYTES)
		FOUND(l, "", KB_RULE_SOURCE, 0, "all files have %zu bytes, at most %d may be there", bytes, KB_BYTES);
}

/* Those of the files that are told, in their order, then of what is no file. `only`: of the others only where there is
 * an error. */
static void
collect(struct linking *l, const struct doc *only, struct kb_faults *faults)
{
	const struct kb *kb = l->kb;

	*faults = (struct kb_faults){.v = mem_calloc(kb->n_docs + l->more.n, sizeof *faults->v)};
	for (size_t i = 0; i < kb->n_docs; i++) {
		struct findings *f = &l->found[i];

		if (!f->n || (only && kb->docs[i] != only && !findings_first_error(f)))
			findings_free(f);
		else
			faults->v[faults->n++] = (struct kb_file_faults){mem_strdup(kb->docs[i]->path), *f};
	}
	for (size_t i = 0; i < l->more.n; i++)
		faults->v[faults->n++] = l->more.v[i];
	free(l->more.v);
	free(l->found);
}

/* Takes kb, whose files are there, and `found`, one for each. */
static struct kb *
link_all(struct kb *kb, struct findings *found, const struct doc *only, struct kb_faults *faults)
{
	struct linking l = {.kb = kb, .found = found};

	judge_size(&l);
	link_arguments(&l);
	link_positions(&l);
	link_edges(&l);
	link_contradictions(&l);
	link_questions(&l);
	collect(&l, only, faults);
	if (!kb_faults_first_error(faults))
		return kb;
	kb_drop(kb);
	return NULL;
}

static struct kb *
kb_new(size_t n)
{
	struct kb *kb = mem_calloc(1, sizeof *kb);

	atomic_init(&kb->refs, 1);
	kb->docs = mem_calloc(n, sizeof(struct doc *));
	kb->n_docs = n;
	return kb;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp((*(const struct kb_file *const *)a)->path, (*(const struct kb_file *const *)b)->path);
}

struct kb *
kb_read(const struct kb_file *files, size_t n, const struct phrases *phrases, struct kb_faults *faults)
{
	const struct kb_file **order = mem_calloc(n, sizeof(struct kb_file *));
	struct findings *found = mem_calloc(n, sizeof *found);
	struct kb *kb = kb_new(n);

	for (size_t i = 0; i < n; i++)
		order[i] = &files[i];
	qsort(order, n, sizeof(struct kb_file *), by_path);
	for (size_t i = 0; i < n; i++) {
		kb->docs[i] = doc_new(order[i], &found[i]);
		if (phrases && !strcmp(order[i]->path, KB_SUMMARY_FILE) && !findings_errno(&found[i]))
			kb_judge_stable(kb->docs[i], phrases, &found[i]);
	}
	free(order);
	return link_all(kb, found, NULL, faults);
}

/* In place of what stands at its path, or one more: its row. There is room for it. */
static size_t
put_doc(struct kb *kb, struct findings *found, const struct kb_file *file)
{
	size_t row = 0;

	while (row < kb->n_docs && strcmp(kb->docs[row]->path, file->path) < 0)
		row++;
	if (row < kb->n_docs && !strcmp(kb->docs[row]->path, file->path)) {
		doc_drop(kb->docs[row]);
		findings_free(&found[row]);
	} else {
		memmove(kb->docs + row + 1, kb->docs + row, (kb->n_docs - row) * sizeof(struct doc *));
		memmove(found + row + 1, found + row, (kb->n_docs - row) * sizeof *found);
		kb->n_docs++;
	}
	found[row] = (struct findings){.n = 0};
	kb->docs[row] = doc_new(file, &found[row]);
	return row;
}

static struct kb *
with_files(const struct kb *before, const struct kb_file *files, size_t n, bool tell_all, struct kb_faults *faults)
{
	struct kb *kb = kb_new(before->n_docs + n);
	struct findings *found = mem_calloc(kb->n_docs, sizeof *found);
	const struct doc *only = NULL;

	kb->n_docs = before->n_docs;
	for (size_t i = 0; i < before->n_docs; i++)
		kb->docs[i] = doc_hold(before->docs[i]);
	for (size_t i = 0; i < n; i++)
		only = kb->docs[put_doc(kb, found, &files[i])];
	return link_all(kb, found, tell_all ? NULL : only, faults);
}

struct kb *
kb_with(const struct kb *before, const struct kb_file *file, struct kb_faults *faults)
{
	return with_files(before, file, 1, false, faults);
}

struct kb *
kb_with_all(const struct kb *before, const struct kb_file *files, size_t n)
{
	struct kb_faults faults;
	struct kb *kb = with_files(before, files, n, true, &faults);

	kb_faults_free(&faults);
	return kb;
}

struct kb *
kb_hold(const struct kb *kb)
{
	struct kb *held = (struct kb *)kb;

	atomic_fetch_add(&held->refs, 1);
	return held;
}

void
kb_drop(struct kb *kb)
{
	if (!kb || atomic_fetch_sub(&kb->refs, 1) > 1)
		return;
	for (size_t i = 0; i < kb->n_docs; i++)
		doc_drop(kb->docs[i]);
	for (size_t i = 0; i < kb->n_positions; i++) {
		free((char *)kb->positions[i].name);
		free((char *)kb->positions[i].slug);
	}
	for (size_t i = 0; i < kb->n_contradictions; i++)
		free((size_t *)kb->contradictions[i].arguments);
	for (size_t i = 0; i < kb->n_questions; i++)
		free((size_t *)kb->questions[i].arguments);
	free(kb->docs);
	free(kb->from);
	free(kb->arguments);
	free(kb->edges);
	free(kb->edge_order);
	free(kb->positions);
	free(kb->contradictions);
	free(kb->questions);
	free(kb);
}

/* -- what is asked of it ------------------------------------------------------------------------------------------- */

size_t
kb_files(const struct kb *kb)
{
	return kb->n_docs;
}

struct kb_file
kb_file_at(const struct kb *kb, size_t row)
{
	const struct doc *d = kb->docs[row];

	assert(row < kb->n_docs);
	return (struct kb_file){d->path, d->text, d->len};
}

static size_t
file_find(const struct kb *kb, const char *path, size_t len)
{
	size_t from = 0, end = kb->n_docs;

	while (from < end) {
		size_t middle = from + (end - from) / 2;
		const char *here = kb->docs[middle]->path;
		int order = strncmp(here, path, len);

		if (!order && !here[len])
			return middle;
		if (order < 0)
			from = middle + 1;
		else
			end = middle;
	}
	return KB_NONE;
}

size_t
kb_file_find(const struct kb *kb, const char *path)
{
	return file_find(kb, path, strlen(path));
}

bool
kb_source_is_there(const struct kb *kb, const char *path, size_t len)
{
	static const char before[] = "kb/";
	size_t n = strlen(before), row;

	if (len <= n || memcmp(path, before, n))
		return false;
	row = file_find(kb, path + n, len - n);
	return row != KB_NONE && kb->docs[row]->is_source;
}

/* Does the one lie below the other? */
static bool
is_below(const char *path, const char *directory)
{
	size_t len = strlen(directory);

	return !strncmp(path, directory, len) && path[len] == '/';
}

bool
kb_has_room(const struct kb *kb, const char *path)
{
	size_t len = strlen(path);
	bool directory = len && path[len - 1] == '/';

	for (size_t i = 0; i < kb->n_docs; i++)
		if (is_below(path, kb->docs[i]->path) || (!directory && is_below(kb->docs[i]->path, path)))
			return false;
	return true;
}

size_t
kb_arguments(const struct kb *kb)
{
	return kb->n_arguments;
}

const struct kb_argument *
kb_argument(const struct kb *kb, size_t row)
{
	assert(row < kb->n_arguments);
	return &kb->arguments[row];
}

size_t
kb_argument_find(const struct kb *kb, const char *id, size_t len)
{
	unsigned number;

	return argument_id_read(id, id + len, &number) == len && len ? argument_row(kb, number) : KB_NONE;
}

size_t
kb_edges(const struct kb *kb)
{
	return kb->n_edges;
}

const struct kb_edge *
kb_edge(const struct kb *kb, size_t row)
{
	assert(row < kb->n_edges);
	return &kb->edges[row];
}

/* The first place in edge_order that is not before an edge with these ends. */
static size_t
edge_place(const struct kb *kb, size_t from, unsigned type, size_t to)
{
	size_t begin = 0, end = kb->n_edges;

	while (begin < end) {
		size_t middle = begin + (end - begin) / 2;
		const struct kb_edge *e = &kb->edges[kb->edge_order[middle]];

		if (e->from != from ? e->from < from : e->type != type ? e->type < type : e->to < to)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

size_t
kb_edge_find(const struct kb *kb, size_t from, enum kb_edge_type type, size_t to)
{
	size_t at = edge_place(kb, from, type, to);

	if (at == kb->n_edges)
		return KB_NONE;
	const struct kb_edge *e = &kb->edges[kb->edge_order[at]];
	return e->from == from && e->type == type && e->to == to ? kb->edge_order[at] : KB_NONE;
}

const size_t *
kb_edges_from(const struct kb *kb, size_t from, size_t *n)
{
	size_t at = edge_place(kb, from, 0, 0);

	*n = edge_place(kb, from, KB_EDGE_TYPES, 0) - at;
	return kb->edge_order + at;
}

size_t
kb_contradictions(const struct kb *kb)
{
	return kb->n_contradictions;
}

const struct kb_contradiction *
kb_contradiction(const struct kb *kb, size_t row)
{
	assert(row < kb->n_contradictions);
	return &kb->contradictions[row];
}

size_t
kb_positions(const struct kb *kb)
{
	return kb->n_positions;
}

const struct kb_position *
kb_position(const struct kb *kb, size_t row)
{
	assert(row < kb->n_positions);
	return &kb->positions[row];
}

size_t
kb_questions(const struct kb *kb)
{
	return kb->n_questions;
}

const struct kb_question *
kb_question(const struct kb *kb, size_t row)
{
	assert(row < kb->n_questions);
	return &kb->questions[row];
}
