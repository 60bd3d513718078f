/*
 * Format `grove`, for tests alone: what the core does for a format with trees of files. Whoever has the floor hands in
 * lines, as often as it likes:
 *
 *	PATH = TEXT    the file has this text, and comes where it is not there
 *	PATH/          this directory is there
 *	* N            N files come, 64 a directory
 *
 * They stand in `wood`, as they are, behind those of its source, a folder; `rings` has a file for each, whose text is
 * rendered. A text with BAD is refused; so is a source in which one is ROTTEN.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/trial/grove.h"
#include "validators/kit/fstate.h"
#include "validators/kit/refusal.h"
#include "validators/text/mem.h"

struct fstate {
	struct fstate_common debate;
	struct grove *grove; /* NULL: nothing is there */
};

/* Shared by states, and never changed. */
struct grove {
	atomic_uint refs;
	unsigned n;
	struct {
		char *path, *text;
		int64_t ms;
	} v[];
};

static const struct rule grove_rules[] = {
	{"grove.bad", .err = EINVAL, .gloss = "no text is BAD"},
	{"grove.rotten", .err = EINVAL, .gloss = "no file is ROTTEN, and each can be read"},
	{"grove.dry", SEVERITY_WARNING, .gloss = "no file is DRY"},
};

void (*grove_judging)(void *arg);
void *grove_judging_arg;

static void
grove_judge_folder(const struct source_folder *folder, const struct text *const *texts, bool stable, struct findings *findings)
{
	(void)texts;
	(void)stable;
	if (grove_judging)
		grove_judging(grove_judging_arg);
	for (size_t i = 0; i < folder->n; i++) {
		const struct source_file *f = &folder->files[i];
		if (strstr(f->text, "ROTTEN"))
			findings_add_path(findings, &grove_rules[1], 0, f->path, "it is rotten");
		if (strstr(f->text, "DRY"))
			findings_add_path(findings, &grove_rules[2], 0, f->path, "it is dry");
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
	.fault = &grove_rules[1],
	.judge = grove_judge_folder,
	.topic = grove_topic};

static void
grove_drop(struct grove *g)
{
	if (!g || atomic_fetch_sub(&g->refs, 1) > 1)
		return;
	for (unsigned i = 0; i < g->n; i++) {
		free(g->v[i].path);
		free(g->v[i].text);
	}
	free(g);
}

static void
grove_hold_own(struct fstate *s)
{
	if (s->grove)
		atomic_fetch_add(&s->grove->refs, 1);
}

static void
grove_drop_own(struct fstate *s)
{
	grove_drop(s->grove);
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
grove_put(struct grove *g, unsigned at, char *path, char *text, int64_t ms)
{
	if (at < g->n) {
		free(g->v[at].path);
		free(g->v[at].text);
	}
	g->v[at].path = path;
	g->v[at].text = text;
	g->v[at].ms = ms;
	g->n += at == g->n;
}

static void
grove_line(struct grove *g, const char *line, size_t len, int64_t ms)
{
	const char *is = memmem(line, len, " = ", 3);
	size_t path = is ? (size_t)(is - line) : len;
	if (!len)
		return;
	if (*line != '*') {
		unsigned at = grove_find(g, line, path);
		grove_put(g, at, mem_copy(line, path), is ? mem_copy(is + 3, len - path - 3) : mem_strdup(""), ms);
		return;
	}
	unsigned many = (unsigned)strtoul(line + 1, NULL, 10);
	for (unsigned i = 0; i < many; i++)
		grove_put(g, g->n, mem_format("many/%02u/%04u.md", i / 64, i), mem_format("tree %u\n", i), ms);
}

static bool
grove_step(struct step *st)
{
	const struct entry *e = st->e;
	const struct grove *was = st->s->grove;
	unsigned n = was ? was->n : 0;
	struct grove *g = mem_calloc(1, sizeof *g + (n + GROVE_LINE_FILES + e->body_len) * sizeof *g->v);
	g->refs = 1;
	for (unsigned i = 0; i < n; i++)
		grove_put(g, i, mem_strdup(was->v[i].path), mem_strdup(was->v[i].text), was->v[i].ms);
	for (const char *s = e->body, *end = s + e->body_len; s < end;) {
		const char *newline = memchr(s, '\n', (size_t)(end - s));
		grove_line(g, s, (size_t)((newline ? newline : end) - s), e->time_ms);
		s = newline ? newline + 1 : end;
	}
	grove_drop(st->s->grove);
	st->s->grove = g;
	return true;
}

static bool (*const grove_steps[ENTRY_KINDS])(struct step *st) = {[ENTRY_HANDIN] = grove_step};

enum grove_phase { GROVE_GROWING, GROVE_COMPLETED, GROVE_PHASES };
static const struct phase grove_phases[GROVE_PHASES] = {
	[GROVE_GROWING] = {"growing", PHASE(GROVE_COMPLETED)},
	[GROVE_COMPLETED] = {"completed", 0},
};
static const struct ending grove_endings[] = {{"COMPLETED", "so"}, {"INVALIDATED", "so"}, {"ABORTED", "so"}};

static unsigned
grove_phase(const struct fstate *s)
{
	return fstate_is_closed(s) ? GROVE_COMPLETED : GROVE_GROWING;
}

static void
grove_head(const struct context *ctx, UT_string *out)
{
	utstring_printf(out, "# Grove: %s\n", ctx->terms->topic);
}

static void
grove_floor(const struct fstate *s, const struct context *ctx, const struct floor_ask *ask, struct floor_answer *a)
{
	(void)s, (void)ctx, (void)ask;
	*a = (struct floor_answer){.grant = GRANT_TURN};
}

static void
grove_judge(const struct fstate *s, const struct context *ctx, const struct submission *sub, struct verdict *out)
{
	(void)s, (void)ctx;
	if (strstr(sub->text, "BAD"))
		findings_add(&out->findings, &grove_rules[0], 0, "it is bad");
	else
		out->drafts[out->n++] = (struct draft){
			.kind = ENTRY_HANDIN, .body = mem_copy(sub->text, sub->len), .body_len = sub->len};
}

static const struct rule *
grove_close(const struct fstate *s, const struct context *ctx, const char *outcome, const char *reason, struct verdict *out,
	char **sentence)
{
	(void)s, (void)ctx, (void)reason, (void)sentence;
	out->drafts[out->n++] =
		(struct draft){.kind = ENTRY_CLOSE, .data = mem_format("{\"outcome\":\"%s\"}", outcome)};
	return NULL;
}

static enum next_step
grove_next(const struct fstate *s, const struct context *ctx, unsigned seat)
{
	(void)ctx, (void)seat;
	return fstate_is_closed(s) ? NEXT_CLOSED : NEXT_CLAIM_LOCK;
}

static unsigned
grove_next_seat(const struct fstate *s, const struct context *ctx)
{
	(void)s, (void)ctx;
	return 0;
}

static void
grove_warnings(const struct fstate *s, void (*each)(void *arg, const char *text), void *arg)
{
	(void)s, (void)each, (void)arg;
}

static void
grove_events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*emit)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	(void)before, (void)after, (void)ctx;
	if (e->kind == ENTRY_HANDIN)
		emit(arg, "planted", "grove", "");
}

unsigned grove_asked;

/* So many of the source's files have paths before this. */
static unsigned
before(const struct context *ctx, const char *path)
{
	unsigned from = 0, to = ctx->folder ? (unsigned)ctx->folder->n : 0;
	while (from < to) {
		unsigned middle = from + (to - from) / 2;
		if (strcmp(ctx->folder->files[middle].path, path) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

/* The source's file of this number; NULL: it was planted, with the number that is left. */
static const struct source_file *
given(const struct context *ctx, unsigned *number)
{
	unsigned from = before(ctx, "wood/"), n = before(ctx, "wood0") - from;
	if (*number <= n)
		return &ctx->folder->files[from + *number - 1];
	*number -= n;
	return NULL;
}

static unsigned
wood_count(const struct fstate *s, const struct context *ctx)
{
	return before(ctx, "wood0") - before(ctx, "wood/") + (s->grove ? s->grove->n : 0);
}

static const char *
wood_path(const struct fstate *s, const struct context *ctx, unsigned number)
{
	const struct source_file *f = given(ctx, &number);
	grove_asked++;
	return f ? f->path + strlen("wood/") : s->grove->v[number - 1].path;
}

static int64_t
wood_ms(const struct fstate *s, const struct context *ctx, unsigned number)
{
	return given(ctx, &number) ? 0 : s->grove->v[number - 1].ms;
}

static void
grove_render(const struct fstate *s, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	const char *path = wood_path(s, ctx, number);
	const struct source_file *f = given(ctx, &number);
	const char *bytes = f ? f->text : s->grove->v[number - 1].text;
	size_t len = f ? f->len : strlen(bytes);
	if (row == ROW_OWN + GROVE_WOOD)
		utstring_bincpy(out, bytes, len);
	else
		utstring_printf(out, "%s has %zu bytes\n", path, len);
}

static const struct format_tree wood = {.count = wood_count, .path = wood_path, .time_ms = wood_ms};
static const struct format_row grove_rows[] = {
	[GROVE_WOOD] = {.id = ROW_OWN + GROVE_WOOD, .name = "wood", .tree = &wood, .about = "what was planted"},
	[GROVE_RINGS] = {.id = ROW_OWN + GROVE_RINGS, .name = "rings", .tree = &wood, .about = "how it grew"},
};

const struct format format_grove = {
	.name = "grove",
	.about = "a grove, for tests.",
	.seats_begin = 1,
	.seats_max = 2,
	.rules = grove_rules,
	.n_rules = sizeof grove_rules / sizeof *grove_rules,
	.folder = &grove_folder,
	.rows = grove_rows,
	.n_rows = GROVE_ROWS,
	.endings = grove_endings,
	.n_endings = sizeof grove_endings / sizeof *grove_endings,
	.state_bytes = sizeof(struct fstate),
	.hold_own = grove_hold_own,
	.drop_own = grove_drop_own,
	.steps = grove_steps,
	.phases = grove_phases,
	.n_phases = GROVE_PHASES,
	.phase = grove_phase,
	.head = grove_head,
	.floor = grove_floor,
	.judge = grove_judge,
	.close = grove_close,
	.next = grove_next,
	.next_seat = grove_next_seat,
	.warnings = grove_warnings,
	.events = grove_events,
	.render = grove_render,
};
