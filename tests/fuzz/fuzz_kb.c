/*
 * Any bytes, as each kind of file of a knowledge base in turn, in place of one of tests/corpus/adversarial/kb: an argument,
 * edges, contradictions, the summary, a source. The files of the bases there are the seeds. A refusal has a reason that
 * can be printed; of a base that is taken, and of one that was taken before (no rule is asked), whatever is asked has
 * its answer.
 */
#include "tests/fuzz/fuzz.h"
#include <ftw.h>
#include "validators/adversarial/base.h"

static const char *const paths[] = {
	"arguments/arg-003-low-vision-readers-need-tabs.md",
	"edges.md",
	"contradictions.md",
	"quality-summary.md",
	"sources/manuals/make-4-3-recipes.md",
};
#define PATHS (sizeof paths / sizeof *paths)
#define FILES 64

static struct source_file files[FILES];
static size_t n_files, root_len;

static int
add_file(const char *path, const struct stat *st, int kind)
{
	FILE *file;
	char *text;

	if (kind != FTW_F)
		return 0;
	file = fopen(path, "r");
	text = mem_calloc((size_t)st->st_size + 1, 1);
	assert(n_files < FILES && file && fread(text, 1, (size_t)st->st_size, file) == (size_t)st->st_size);
	fclose(file);
	files[n_files++] = (struct source_file){mem_strdup(path + root_len), text, (size_t)st->st_size};
	return 0;
}

/* Wherever below the sources it runs. */
static void
begin(void)
{
	static const char up[] = "../../../tests/corpus/adversarial/kb/";

	for (const char *root = up; !n_files; root += 3) {
		assert(*root == '.' || root == up + 9);
		root_len = strlen(root);
		if (!access(root, R_OK))
			assert(!ftw(root, add_file, 8));
	}
}

static void
check_pieces(struct reader text)
{
	static const char *const titles[] = {"Statement", "Criticism", "Traceback notes", "Status", "id", "title"};

	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
		struct reader body, line;
		const char *behind;

		if (base_section(text, titles[i], &body, &behind))
			assert(body.s >= text.s && body.end <= text.end && behind <= text.end);
		if (base_front(text, titles[i], &body, &line))
			assert(body.s >= text.s && body.end <= text.end && line.end <= text.end);
	}
}

static void
check_base(const struct base *b, bool judged)
{
	struct reader title, body;
	unsigned number;
	UT_string out;

	for (size_t i = 0; i < b->n_arguments; i++) {
		const struct argument *a = &b->arguments[i];

		assert(base_numbered(b, a->number)->number == a->number &&
			(!i || b->arguments[i - 1].number <= a->number));
		assert(a->position == NO_POSITION || a->position < b->fixed->n_positions);
		assert(a->layer < LAYERS && a->status < STATUSES &&
			base_argument_at(base_file(b, a->file)->path) == a->number);
	}
	for (size_t i = 0; i < b->n_edges; i++) {
		const struct edge *e = &b->edges[i];

		assert(base_numbered(b, e->from) && e->type < EDGE_TYPES);
		assert(e->to ? base_numbered(b, e->to) != NULL : base_is_source(base_file(b, e->source)->path));
		assert(base_has_edge(b, e->from, e->type, e->to, e->source));
	}
	assert(b->fixed->n_positions <= BASE_POSITIONS_MOST && b->fixed->n_questions <= BASE_QUESTIONS_MOST);
	assert(!judged || (b->fixed->n_positions >= 2 && b->fixed->n_questions));
	for (unsigned i = 1; i < b->fixed->n_positions; i++)
		assert(strcmp(base_position(b, i - 1), base_position(b, i)) < 0);
	for (size_t i = 0; i < b->fixed->n_questions; i++)
		for (size_t k = 0; k < b->fixed->questions[i].n; k++)
			assert(base_numbered(b, b->fixed->questions[i].arguments[k]));
	for (size_t at = 0; base_contradiction(b, &at, &number, &title, &body);)
		assert(number < base_next_contradiction(b));
	for (unsigned i = 1; i <= b->n_files; i++)
		assert(base_find(b, base_file(b, i)->path) == i && !base_file(b, i)->text);
	utstring_init(&out);
	base_print_index(b, &out);
	utstring_done(&out);
}

static void
tell(void *arg, const char *path, const struct findings *found)
{
	UT_string said;

	*(bool *)arg = true;
	utstring_init(&said);
	findings_print(found, path, true, &said);
	for (const char *s = utstring_body(&said), *end; *s; s = end + 1) {
		end = strchr(s, '\n');
		assert(text_clean_line(s, (size_t)(end - s)));
	}
	utstring_done(&said);
}

static void
try_at(const char *path, struct reader text)
{
	struct source_file all[FILES];
	struct source_folder folder = {.files = all, .n = n_files};
	bool told = false;
	struct base *b;

	memcpy(all, files, sizeof all);
	for (size_t i = 0; i < n_files; i++)
		if (!strcmp(all[i].path, path))
			all[i] = (struct source_file){path, text.s, len_of(&text)};
	b = base_make(&folder, "", &(struct base_judge){false, tell, &told});
	assert(!b == told);
	if (b)
		check_base(b, true);
	base_free(b);
	b = base_make(&folder, "", NULL);
	check_base(b, false);
	base_free(b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = mem_check(malloc(size ? size : 1)); /* no NUL behind it: none may be asked for */

	if (!n_files)
		begin();
	if (size)
		memcpy(text, data, size);
	check_pieces((struct reader){text, text + size});
	for (size_t i = 0; i < PATHS; i++)
		try_at(paths[i], (struct reader){text, text + size});
	free(text);
	return 0;
}
