/*
 * Format `grove`, for tests alone: what the core does for a format with trees of files. Whoever has the floor hands in
 * lines, as often as it likes:
 *
 *	PATH = TEXT    the file has this text, and comes where it is not there
 *	PATH/          this directory is there
 *	* N            N files come, 64 a directory
 *
 * They stand in `wood`, as they are, behind those of its source, a folder; `rings` has a file for each, whose text is
 * rendered. A source in which one is ROTTEN is refused.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/trial/grove.h"
#include "validators/kit/debate.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

/* Shared by debates, and never changed. */
struct grove {
	atomic_uint refs;
	const struct source_folder *wood; /* its source's, by path; NULL: it has none */
	unsigned n;
	struct {
		char *path, *text;
		unsigned by; /* the text that it is of, from 1 */
	} v[];
};

static const struct rule grove_rules[] = {
	{"grove.rotten", .err = EINVAL, .gloss = "no file is ROTTEN, and each can be read"},
	{"grove.dry", SEVERITY_WARNING, .gloss = "no file is DRY"},
};

void (*grove_judging)(void *arg);
void *grove_judging_arg;

static void
grove_judge_folder(const struct source_folder *folder, bool stable, struct findings *findings)
{
	(void)stable;
	if (grove_judging)
		grove_judging(grove_judging_arg);
	for (size_t i = 0; i < folder->n; i++) {
		const struct source_file *f = &folder->files[i];
		if (strstr(f->text, "ROTTEN"))
			findings_add_path(findings, &grove_rules[0], 0, f->path, "it is rotten");
		if (strstr(f->text, "DRY"))
			findings_add_path(findings, &grove_rules[1], 0, f->path, "it is dry");
	}
}

static char *
grove_topic(const struct source_folder *folder)
{
	for (size_t i = 0; i < folder->n; i++)
		if (!strcmp(folder->files[i].path, "wood/topic"))
			return mem_copy(folder->files[i].text, strcspn(folder->files[i].text, "\n"));
	return NULL;
}

static const char *const grove_parts[] = {"wood", "cut", NULL};
static const struct format_folder grove_folder = {.parts = grove_parts,
	.files = 4096,
	.file_bytes = 1 << 20,
	.bytes = 2 << 20,
	.depth = FORMAT_TREE_DEPTH,
	.fault = &grove_rules[0],
	.judge = grove_judge_folder,
	.topic = grove_topic};

static void
grove_drop(void *own)
{
	struct grove *g = own;
	if (!g || atomic_fetch_sub(&g->refs, 1) > 1)
		return;
	for (unsigned i = 0; i < g->n; i++) {
		free(g->v[i].path);
		free(g->v[i].text);
	}
	free(g);
}

static void *
grove_hold(const void *own)
{
	struct grove *g = (struct grove *)(uintptr_t)own;
	if (g)
		atomic_fetch_add(&g->refs, 1);
	return g;
}

static struct grove *
grove_new(const struct source_folder *wood, size_t room)
{
	struct grove *g = mem_calloc(1, sizeof *g + room * sizeof *g->v);
	g->refs = 1;
	g->wood = wood;
	return g;
}

/* What is read of a folder is the folder, whose files outlive this. */
static void *
grove_read(const struct source *source, const struct source_folder *folder)
{
	(void)source;
	return (void *)(uintptr_t)folder;
}

static void
grove_forget(void *reading)
{
	(void)reading;
}

static void *
grove_own(const struct context *ctx)
{
	return grove_new(ctx->folder, 0);
}

static unsigned
grove_find(const struct grove *g, const char *path, size_t len)
{
	for (unsigned i = 0; i < g->n; i++)
		if (strlen(g->v[i].path) == len && !memcmp(g->v[i].path, path, len))
			return i;
	return g->n;
}

/* Takes both. */
static void
grove_put(struct grove *g, unsigned at, char *path, char *text, unsigned by)
{
	if (at < g->n) {
		free(g->v[at].path);
		free(g->v[at].text);
	}
	g->v[at].path = path;
	g->v[at].text = text;
	g->v[at].by = by;
	g->n += at == g->n;
}

static void
grove_line(struct grove *g, const char *line, size_t len, unsigned by)
{
	const char *is = memmem(line, len, " = ", 3);
	size_t path = is ? (size_t)(is - line) : len;
	if (!len)
		return;
	if (*line != '*') {
		unsigned at = grove_find(g, line, path);
		grove_put(g, at, mem_copy(line, path), is ? mem_copy(is + 3, len - path - 3) : mem_strdup(""), by);
		return;
	}
	unsigned many = (unsigned)strtoul(line + 1, NULL, 10);
	for (unsigned i = 0; i < many; i++)
		grove_put(g, g->n, mem_format("many/%02u/%04u.md", i / 64, i), mem_format("tree %u\n", i), by);
}

static void
grove_apply(struct debate *d, const struct parsed *p, const struct mover *mover)
{
	const struct grove *was = d->own;
	const struct debate_text *t = &d->texts[mover->text - 1];
	struct grove *g = grove_new(was->wood, was->n + GROVE_LINE_FILES + t->len);
	(void)p;
	for (unsigned i = 0; i < was->n; i++)
		grove_put(g, i, mem_strdup(was->v[i].path), mem_strdup(was->v[i].text), was->v[i].by);
	for (const char *line = t->text, *end = line + t->len; line < end;) {
		const char *newline = memchr(line, '\n', (size_t)(end - line));
		grove_line(g, line, (size_t)((newline ? newline : end) - line), mover->text);
		line = newline ? newline + 1 : end;
	}
	grove_drop(d->own);
	d->own = g;
}

static void
grove_head(const struct context *ctx, UT_string *out)
{
	utstring_printf(out, "# Grove: %s\n", ctx->terms->topic);
}

unsigned grove_asked;

/* So many of the source's files have paths before this. */
static unsigned
before(const struct grove *g, const char *path)
{
	unsigned from = 0, to = g->wood ? (unsigned)g->wood->n : 0;
	while (from < to) {
		unsigned middle = from + (to - from) / 2;
		if (strcmp(g->wood->files[middle].path, path) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* The source's file of this number; NULL: it was planted, with the number that is left. */
static const struct source_file *
given(const struct grove *g, unsigned *number)
{
	unsigned from = before(g, "wood/"), n = before(g, "wood0") - from;
	if (*number <= n)
		return &g->wood->files[from + *number - 1];
	*number -= n;
	return NULL;
}

static unsigned
wood_count(const struct debate *d)
{
	const struct grove *g = d->own;
	return before(g, "wood0") - before(g, "wood/") + g->n;
}

static const char *
wood_path(const struct debate *d, unsigned number)
{
	const struct grove *g = d->own;
	const struct source_file *f = given(g, &number);
	grove_asked++;
	return f ? f->path + strlen("wood/") : g->v[number - 1].path;
}

static unsigned
wood_changed(const struct debate *d, unsigned number)
{
	const struct grove *g = d->own;
	return given(g, &number) ? 0 : g->v[number - 1].by;
}

static void
wood_shows(const struct debate *d, unsigned number, UT_string *out)
{
	const struct grove *g = d->own;
	const struct source_file *f = given(g, &number);
	utstring_printf(out, "%s", f ? f->text : g->v[number - 1].text);
}

static void
rings_show(const struct debate *d, unsigned number, UT_string *out)
{
	UT_string text;
	utstring_init(&text);
	wood_shows(d, number, &text);
	utstring_printf(out, "%s has %zu bytes\n", wood_path(d, number), utstring_len(&text));
	utstring_done(&text);
}

enum { GROWING = 1, COMPLETED };
static const struct part parts[] = {{NULL, PROSE, FILLED, .rule = NULL}, {0}};
static const struct format_kind kinds[] = {{{"planting", parts}, .apply = grove_apply}, {.kind = {0}}};
static const struct ref_kind refs[] = {{0}};
static const struct order_row phases[] = {{.phase = GROWING, .role = ROLE_ALL}, {0}};
static const struct debate_phase states[] = {{.phase = GROWING, .name = "growing"}, {COMPLETED, "completed", "COMPLETED", "so"}, {0}};
static const struct debate_tree wood = {wood_count, wood_path, wood_shows, wood_changed}, rings = {wood_count, wood_path, rings_show, wood_changed};
static const struct format_row rows[] = {
	[GROVE_WOOD] = {"wood", "what was planted", .tree = &wood},
	[GROVE_RINGS] = {"rings", "how it grew", .tree = &rings},
	[GROVE_ROWS] = {0},
};
static const struct format_reading reading = {grove_read, grove_forget};

const struct format grove_format = {.name = "grove", .about = "a grove, for tests.", .kinds = kinds, .refs = refs, .phases = phases,
	.first = GROWING, .begins = 1, .states = states, .rules = grove_rules, .n_rules = sizeof grove_rules / sizeof *grove_rules,
	.folder = &grove_folder, .reading = &reading, .own = grove_own, .copy = grove_hold, .drop = grove_drop, .rows = rows,
	.head = grove_head};
