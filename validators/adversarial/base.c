#include "validators/adversarial/base.h"

#include <stdlib.h>

/* Bytes of an argument's words on a line. */
#define SAYS_BYTES 300

struct base_file *
base_file_new(const char *path, struct reader text, unsigned by)
{
	size_t len = len_of(&text), path_len = strlen(path);
	struct base_file *f = mem_check(malloc(sizeof *f + path_len + len + 2));

	*f = (struct base_file){1, by, f->bytes, reader_of(f->bytes + path_len + 1, f->bytes + path_len + 1 + len)};
	memcpy(f->bytes, path, path_len + 1);
	if (len)
		memcpy(f->bytes + path_len + 1, text.s, len);
	f->bytes[path_len + 1 + len] = '\0';
	return f;
}

static void
file_drop(struct base_file *f)
{
	if (!__atomic_sub_fetch(&f->refs, 1, __ATOMIC_ACQ_REL))
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
	for (size_t i = 0; i < b->n_files; i++)
		file_drop(b->files[i]);
	free(b->files);
	free(b->arguments);
	free(b->edges);
	struct fixed *f = b->fixed;
	free(b);
	if (__atomic_sub_fetch(&f->refs, 1, __ATOMIC_ACQ_REL))
		return;
	for (unsigned i = 0; i < f->n_positions; i++) {
		free(f->positions[i]);
		free((char *)f->roles[ROLE_DEBATER - 1 + i].wanted);
		free(f->transcripts[i]);
	}
	for (size_t i = 0; i < f->n_questions; i++)
		free(f->questions[i].arguments);
	free(f);
}

struct base *
base_copy(const struct base *b, unsigned text)
{
	struct base *copy = mem_calloc(1, sizeof *copy);

	*copy = *b;
	copy->refs = 1;
	copy->text = text;
	copy->files = GROWN_COPY(b->files, b->n_files);
	copy->arguments = GROWN_COPY(b->arguments, b->n_arguments);
	copy->edges = GROWN_COPY(b->edges, b->n_edges);
	for (size_t i = 0; i < b->n_files; i++)
		__atomic_add_fetch(&b->files[i]->refs, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&b->fixed->refs, 1, __ATOMIC_RELAXED);
	return copy;
}

/* -- files -- */

static int
compare_path(const void *path, const void *file)
{
	return strcmp(path, (*(struct base_file *const *)file)->path);
}

unsigned
base_find(const struct base *b, const char *path)
{
	struct base_file **read = b->n_read ? bsearch(path, b->files, b->n_read, sizeof *b->files, compare_path) : NULL;

	for (size_t i = b->n_read; !read && i < b->n_files; i++)
		if (!strcmp(b->files[i]->path, path))
			read = &b->files[i];
	return read ? (unsigned)(read - b->files) + 1 : 0;
}

struct reader
base_text_at(const struct base *b, const char *path)
{
	unsigned place = base_find(b, path);

	return place ? base_file(b, place)->body : reader_of("", "");
}

unsigned
base_argument_at(const char *path)
{
	struct reader r = reader_of(path, path + strlen(path));
	unsigned number;

	if (!skip_text(&r, "arguments/") || !skip_argument(&r, &number) || len_of(&r) < 5 || *r.s != '-' ||
		memchr(r.s, '/', len_of(&r)) || memcmp(r.end - 3, ".md", 3))
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

unsigned
base_find_source(const struct base *b, struct reader cited)
{
	struct reader r = cited, path;
	unsigned place;
	char *s;

	if (!next_source(&r, &path) || path.s != cited.s)
		return 0;
	s = mem_copy(path.s + 3, len_of(&path) - 3);
	place = base_is_source(s) ? base_find(b, s) : 0;
	free(s);
	return place;
}

unsigned
base_put(struct base *b, const char *path, struct reader text)
{
	struct base_file *f = base_file_new(path, text, b->text);
	unsigned place = base_find(b, path);

	b->bytes += len_of(&text);
	if (!place) {
		*GROW(b->files, b->n_files) = f;
		return (unsigned)b->n_files;
	}
	b->bytes -= len_of(&base_file(b, place)->body);
	file_drop(b->files[place - 1]);
	b->files[place - 1] = f;
	return place;
}

/* -- the graph -- */

struct argument *
base_numbered(const struct base *b, unsigned number)
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

unsigned
base_next_number(const struct base *b)
{
	return b->n_arguments ? b->arguments[b->n_arguments - 1].number + 1 : 1;
}

const char *
base_position(const struct base *b, unsigned position)
{
	return position == NO_POSITION ? "no position" : b->fixed->positions[position];
}

struct reader
base_says(const struct base *b, const struct argument *a)
{
	struct reader says = {"", ""}, file = base_file(b, a->file)->body;

	if (!base_front(file, "summary", &says, NULL))
		base_section(file, "Statement", &says, NULL);
	return says;
}

void
base_print_argument(const struct base *b, const struct argument *a, UT_string *out)
{
	utstring_printf(out, "- arg-%03u (%s, %s, %s): ", a->number, base_position(b, a->position),
		layer_words[a->layer], status_words[a->status]);
	print_line(base_says(b, a), SAYS_BYTES, out);
}

void
base_print_index(const struct base *b, UT_string *out)
{
	utstring_printf(out, "# Arguments\n\n");
	for (size_t i = 0; i < b->n_arguments; i++) {
		base_print_argument(b, &b->arguments[i], out);
		utstring_printf(out, "\n");
	}
}

bool
base_has_edge(const struct base *b, unsigned from, enum edge_type type, unsigned to, unsigned source)
{
	for (size_t i = 0; i < b->n_edges; i++) {
		const struct edge *e = &b->edges[i];

		if (e->from == from && e->type == type && e->to == to && e->source == source)
			return true;
	}
	return false;
}

unsigned
base_position_find(const struct base *b, struct reader slug)
{
	for (unsigned i = 0; i < b->fixed->n_positions; i++)
		if (len_of(&slug) == strlen(b->fixed->positions[i]) &&
			!strncasecmp(slug.s, b->fixed->positions[i], len_of(&slug)))
			return i;
	return NO_POSITION;
}

/* `## C-007: title`, and all up to the next heading of that level. */
bool
base_contradiction(const struct base *b, size_t *at, unsigned *number, struct reader *title, struct reader *body)
{
	struct reader file = base_text_at(b, CONTRADICTIONS_FILE), r, line;
	bool found = false;

	for (r = reader_of(file.s + *at, file.end); r.s < r.end;) {
		const char *from = r.s;

		next_line(&r, &line);
		if (skip_heading(&line) != 2)
			continue;
		if (found) {
			body->end = from;
			*at = (size_t)(from - file.s);
			return true;
		}
		skip_white(&line);
		if (!skip_text(&line, "C-") || !skip_number(&line, number) || *number > BASE_NUMBER_MOST)
			continue;
		found = true;
		skip_char(&line, ':');
		*title = without_white(line);
		*body = r;
	}
	*at = len_of(&file);
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
