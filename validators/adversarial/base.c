#include "validators/adversarial/base.h"

#include <stdlib.h>
#include "validators/adversarial/base_inner.h"

struct held *
held_new(const char *s, size_t len)
{
	struct held *h = mem_check(malloc(sizeof *h + len + 1));

	*h = (struct held){1, len};
	if (len)
		memcpy(h->s, s, len);
	h->s[len] = '\0';
	return h;
}

static struct held *
held_hold(struct held *h)
{
	__atomic_add_fetch(&h->refs, 1, __ATOMIC_RELAXED);
	return h;
}

static void
held_drop(struct held *h)
{
	if (h && !__atomic_sub_fetch(&h->refs, 1, __ATOMIC_ACQ_REL))
		free(h);
}

static void
fixed_drop(struct fixed *f)
{
	if (!f || __atomic_sub_fetch(&f->refs, 1, __ATOMIC_ACQ_REL))
		return;
	for (unsigned i = 0; i < f->n_positions; i++) {
		free(f->positions[i]);
		free(f->transcripts[i]);
	}
	for (size_t i = 0; i < f->n_questions; i++)
		free(f->of_questions[i]);
	free(f);
}

struct base *
base_hold(const struct base *b)
{
	struct base *held = (struct base *)(uintptr_t)b;

	__atomic_add_fetch(&held->refs, 1, __ATOMIC_RELAXED);
	return held;
}

void
base_free(struct base *b)
{
	if (!b || __atomic_sub_fetch(&b->refs, 1, __ATOMIC_ACQ_REL))
		return;
	for (size_t i = 0; i < b->n_files; i++) {
		held_drop(b->files[i].path);
		held_drop(b->files[i].text);
	}
	free(b->files);
	free(b->came);
	free(b->arguments);
	free(b->edges);
	fixed_drop(b->fixed);
	free(b);
}

struct base *
base_copy(const struct base *b, unsigned text)
{
	struct base *copy = mem_calloc(1, sizeof *copy);

	*copy = *b;
	copy->refs = 1;
	copy->text = text;
	copy->files = GROWN_COPY(b->files, b->n_files);
	copy->came = GROWN_COPY(b->came, b->n_files);
	copy->arguments = GROWN_COPY(b->arguments, b->n_arguments);
	copy->edges = GROWN_COPY(b->edges, b->n_edges);
	for (size_t i = 0; i < b->n_files; i++) {
		held_hold(b->files[i].path);
		held_hold(b->files[i].text);
	}
	__atomic_add_fetch(&b->fixed->refs, 1, __ATOMIC_RELAXED);
	return copy;
}

/* -- files -- */

/* The row of a path, or where it would stand. */
static size_t
row_of(const struct base *b, const char *path, bool *there)
{
	size_t low = 0, high = b->n_files;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(b->files[middle].path->s, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	*there = low < b->n_files && !strcmp(b->files[low].path->s, path);
	return low;
}

size_t
base_bytes(const struct base *b)
{
	return b->bytes;
}

size_t
base_files(const struct base *b)
{
	return b->n_files;
}

struct base_file
base_file(const struct base *b, size_t row)
{
	const struct file_row *f = &b->files[row];

	return (struct base_file){f->path->s, between(f->text->s, f->text->s + f->text->len)};
}

const char *
base_path(const struct base *b, size_t number)
{
	return b->came[number - 1].path;
}

unsigned
base_changed(const struct base *b, size_t number)
{
	return b->came[number - 1].text;
}

bool
base_find(const struct base *b, const char *path, struct base_file *file)
{
	bool there;
	size_t row = row_of(b, path, &there);

	if (there)
		*file = base_file(b, row);
	return there;
}

unsigned
base_argument_at(const char *path)
{
	struct reader r = between(path, path + strlen(path));
	unsigned number;

	if (!skip_text(&r, "arguments/") || !skip_argument(&r, &number) || left(&r) < 5 || *r.s != '-' ||
		memchr(r.s, '/', left(&r)) || memcmp(r.end - 3, ".md", 3))
		return 0;
	return number;
}

bool
base_is_source(const char *path)
{
	size_t len = strlen(path);

	return !strncmp(path, "sources/", 8) && len > 11 && !strcmp(path + len - 3, ".md") &&
		strcmp(path + len - strlen("/index.md"), "/index.md");
}

bool
base_find_source(const struct base *b, struct reader cited, struct base_file *file)
{
	struct reader r = cited, path;
	char *s;
	bool found;

	if (!next_source(&r, &path) || path.s != cited.s)
		return false;
	s = mem_copy(path.s + 3, left(&path) - 3);
	found = base_find(b, s, file) && base_is_source(s);
	free(s);
	return found;
}

void
base_put(struct base *b, const char *path, struct reader text)
{
	bool there;
	size_t row = row_of(b, path, &there);
	struct held *held = held_new(text.s, left(&text));

	b->bytes += held->len;
	if (there) {
		b->bytes -= b->files[row].text->len;
		held_drop(b->files[row].text);
		b->files[row].text = held;
		b->came[b->files[row].came].text = b->text;
		return;
	}
	size_t n = b->n_files;
	struct came *came = GROW(b->came, n);
	GROW(b->files, b->n_files);
	memmove(&b->files[row + 1], &b->files[row], (b->n_files - 1 - row) * sizeof *b->files);
	b->files[row] = (struct file_row){held_new(path, strlen(path)), held, b->n_files - 1};
	*came = (struct came){b->files[row].path->s, b->text};
}

/* -- the graph -- */

size_t
base_arguments(const struct base *b)
{
	return b->n_arguments;
}

const struct argument *
base_argument(const struct base *b, size_t row)
{
	return &b->arguments[row];
}

static struct argument *
numbered(const struct base *b, unsigned number)
{
	size_t low = 0, high = b->n_arguments;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (b->arguments[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < b->n_arguments && b->arguments[low].number == number ? &b->arguments[low] : NULL;
}

const struct argument *
base_numbered(const struct base *b, unsigned number)
{
	return numbered(b, number);
}

unsigned
base_next_number(const struct base *b)
{
	return b->n_arguments ? b->arguments[b->n_arguments - 1].number + 1 : 1;
}

void
base_add_argument(struct base *b, const struct argument *a)
{
	struct argument *added = GROW(b->arguments, b->n_arguments);
	bool there;

	*added = *a;
	added->text = b->text;
	added->path = b->files[row_of(b, a->path, &there)].path->s;
}

void
base_set_status(struct base *b, unsigned number, enum status status)
{
	numbered(b, number)->status = status;
}

size_t
base_edges(const struct base *b)
{
	return b->n_edges;
}

const struct edge *
base_edge(const struct base *b, size_t row)
{
	return &b->edges[row];
}

bool
base_has_edge(const struct base *b, unsigned from, enum edge_type type, unsigned to, const char *source)
{
	for (size_t i = 0; i < b->n_edges; i++) {
		const struct edge *e = &b->edges[i];

		if (e->from == from && e->type == type && e->to == to && (to || !strcmp(e->source, source)))
			return true;
	}
	return false;
}

void
base_add_edge(struct base *b, const struct edge *e)
{
	struct edge *added = GROW(b->edges, b->n_edges);
	bool there;

	*added = *e;
	added->text = b->text;
	if (e->source)
		added->source = b->files[row_of(b, e->source, &there)].path->s;
}

unsigned
base_positions(const struct base *b)
{
	return b->fixed->n_positions;
}

const char *
base_position(const struct base *b, unsigned row)
{
	return b->fixed->positions[row];
}

const char *
base_transcript(const struct base *b, unsigned row)
{
	return b->fixed->transcripts[row];
}

unsigned
base_position_find(const struct base *b, struct reader slug)
{
	for (unsigned i = 0; i < b->fixed->n_positions; i++)
		if (left(&slug) == strlen(b->fixed->positions[i]) &&
			!strncasecmp(slug.s, b->fixed->positions[i], left(&slug)))
			return i;
	return NO_POSITION;
}

size_t
base_questions(const struct base *b)
{
	return b->fixed->n_questions;
}

const struct question *
base_question(const struct base *b, size_t row)
{
	return &b->fixed->questions[row];
}

/* `## C-007: title`, and all up to the next heading of that level. */
bool
base_contradiction(const struct base *b, size_t *at, unsigned *number, struct reader *title, struct reader *body)
{
	struct base_file file;
	struct reader r, line;
	bool found = false;

	if (!base_find(b, CONTRADICTIONS_FILE, &file))
		return false;
	for (r = between(file.text.s + *at, file.text.end); r.s < r.end;) {
		const char *from = r.s;

		next_line(&r, &line);
		if (heading_level(line) != 2)
			continue;
		if (found) {
			body->end = from;
			*at = (size_t)(from - file.text.s);
			return true;
		}
		line.s += 2;
		skip_white(&line);
		if (!skip_text(&line, "C-") || !skip_number(&line, number))
			continue;
		found = true;
		skip_char(&line, ':');
		*title = without_white(line);
		*body = r;
	}
	*at = left(&file.text);
	return found;
}

unsigned
base_next_contradiction(const struct base *b)
{
	struct reader title, body;
	unsigned number, next = 1;

	for (size_t at = 0; base_contradiction(b, &at, &number, &title, &body);)
		next = number >= next ? number + 1 : next;
	return next;
}

void
base_print_index(const struct base *b, UT_string *out)
{
	utstring_printf(out, "# Arguments\n\n");
	for (size_t i = 0; i < b->n_arguments; i++) {
		const struct argument *a = &b->arguments[i];
		struct reader says = {"", ""};
		struct base_file file;

		if (base_find(b, a->path, &file) && !base_front(file.text, "summary", &says, NULL))
			base_section(file.text, "Statement", &says, NULL);
		utstring_printf(out, "- arg-%03u (%s, %s, %s): ", a->number,
			a->position == NO_POSITION ? "no position" : base_position(b, a->position),
			layer_words[a->layer], status_words[a->status]);
		print_line(says, INDEX_WORDS_BYTES, out);
		utstring_printf(out, "\n");
	}
}
