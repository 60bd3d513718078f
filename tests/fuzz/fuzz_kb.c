/*
 * Any bytes, as each kind of file of a knowledge base in turn, in place of one of tests/corpus/adversarial/kb/small: an
 * argument, edges, contradictions, the summary, a source. The files of all bases there are the seeds. A base that is
 * made of others' files is the one that is read anew, whatever is asked of it has its answer, and what is refused has
 * a reason that can be printed.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include "validators/adversarial/kb.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const paths[] = {
	"arguments/arg-003-low-vision-readers-need-tabs.md",
	"edges.md",
	"contradictions.md",
	"quality-summary.md",
	"sources/manuals/make-4-3-recipes.md",
};
#define PATHS (sizeof paths / sizeof *paths)
#define FILES 64

static struct kb_file files[FILES];
static size_t n_files, root_len;
static struct kb *small;
static struct phrases *phrases;

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
	files[n_files++] = (struct kb_file){mem_strdup(path + root_len), text, (size_t)st->st_size};
	return 0;
}

/* Wherever below the sources it runs. */
static void
begin(void)
{
	static const char up[] = "../../../tests/corpus/adversarial/kb/small/";
	struct kb_faults faults;

	for (const char *root = up; !n_files; root += 3) {
		assert(*root == '.' || root == up + 9);
		root_len = strlen(root);
		if (!access(root, R_OK))
			assert(!ftw(root, add_file, 8));
	}
	phrases = kb_phrases_new(NULL);
	small = kb_read(files, n_files, phrases, &faults);
	assert(small && !faults.n);
	kb_faults_free(&faults);
}

static void
check_pieces(const struct kb_file *f)
{
	static const char *const titles[] = {"Statement", "Criticism", "Traceback notes", "Status", "id", "title"};

	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
		size_t off, len;

		if (kb_section(f, titles[i], &off, &len))
			assert(off <= f->len && len <= f->len - off);
		if (kb_front(f, titles[i], &off, &len))
			assert(off <= f->len && len <= f->len - off);
	}
}

static void
check_rows(const struct kb *kb, const size_t *rows, size_t n, size_t at_least)
{
	assert(n >= at_least);
	for (size_t i = 0; i < n; i++)
		assert(rows[i] < kb_arguments(kb));
}

static void
check_arguments(const struct kb *kb)
{
	for (size_t i = 0; i < kb_arguments(kb); i++) {
		const struct kb_argument *a = kb_argument(kb, i);

		assert(kb_argument_find(kb, a->id, strlen(a->id)) == i &&
			(!i || kb_argument(kb, i - 1)->number < a->number));
		assert(a->side == KB_NONE || a->side < kb_positions(kb));
		assert(a->layer < KB_LAYERS && a->basis < KB_BASES && a->status < KB_STATUSES);
		assert(*a->position && *a->scope && *a->asserter && *a->summary && *a->statement);
		assert(kb_file_find(kb, a->path) != KB_NONE);
	}
}

static void
check_edges(const struct kb *kb)
{
	for (size_t i = 0; i < kb_edges(kb); i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		assert(e->from < kb_arguments(kb) && e->type < KB_EDGE_TYPES && e->line > 0 && e->comment);
		assert(!i || kb_edge(kb, i - 1)->line < e->line);
		if (e->source) {
			assert(e->to == KB_NONE && kb_source_is_there(kb, e->source, strlen(e->source)));
			continue;
		}
		assert(e->to < kb_arguments(kb) && e->to != e->from);
		/* One that is there twice is found as the first of them. */
		assert(kb_edge_find(kb, e->from, e->type, e->to) <= i);
	}
}

static void
check_base(const struct kb *kb)
{
	check_arguments(kb);
	check_edges(kb);
	assert(kb_positions(kb) >= 2 && kb_positions(kb) <= KB_POSITIONS_MAX);
	for (size_t i = 1; i < kb_positions(kb); i++)
		assert(strcmp(kb_position(kb, i - 1)->slug, kb_position(kb, i)->slug) < 0);
	assert(kb_questions(kb) >= 1 && kb_questions(kb) <= KB_QUESTIONS_MAX);
	for (size_t i = 0; i < kb_questions(kb); i++)
		check_rows(kb, kb_question(kb, i)->arguments, kb_question(kb, i)->n, 1);
	for (size_t i = 0; i < kb_contradictions(kb); i++)
		check_rows(kb, kb_contradiction(kb, i)->arguments, kb_contradiction(kb, i)->n, 1);
}

static void
check_faults(struct kb_faults *faults, const struct kb *kb)
{
	UT_string said;

	assert(!kb == !!kb_faults_first_error(faults));
	utstring_init(&said);
	kb_faults_print(faults, "", &said);
	for (const char *s = utstring_body(&said), *end; *s; s = end + 1) {
		end = strchr(s, '\n');
		assert(text_clean_line(s, (size_t)(end - s)));
	}
	utstring_done(&said);
	kb_faults_free(faults);
}

/* What the base is with one file in place of another, and what it is where all are read anew, in which it is asked
 * whether it is stable, too. */
static void
try_at(const char *path, const char *text, size_t len, bool again)
{
	struct kb_file all[FILES], file = {path, text, len};
	struct kb_faults faults;
	struct kb *shared = kb_with(small, &file, &faults), *anew;

	check_faults(&faults, shared);
	if (shared)
		check_base(shared);
	memcpy(all, files, sizeof all);
	for (size_t i = 0; again && i < n_files; i++)
		if (!strcmp(all[i].path, path))
			all[i] = file;
	anew = again ? kb_read(all, n_files, phrases, &faults) : NULL;
	if (again)
		check_faults(&faults, anew);
	assert(!anew ||
		(shared && kb_edges(shared) == kb_edges(anew) && kb_questions(shared) == kb_questions(anew) &&
			kb_contradictions(shared) == kb_contradictions(anew)));
	kb_drop(anew);
	kb_drop(shared);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = mem_check(malloc(size ? size : 1)); /* no NUL behind it: none may be asked for */
	struct kb_file file = {"x.md", text, size};

	if (!small)
		begin();
	if (size)
		memcpy(text, data, size);
	check_pieces(&file);
	for (size_t i = 0; i < PATHS; i++)
		try_at(paths[i], text, size, i == size % PATHS);
	free(text);
	return 0;
}
