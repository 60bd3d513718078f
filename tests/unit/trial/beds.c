/*
 * The tree `beds` of the format `grove`, which takes proposals: any file with any text, but
 *
 *	BAD            is refused
 *	OPEN           is refused where no SHUT follows it
 *	stone          is a name that no file has
 *
 * A file that is in the debate stays in it. Once lines were handed in under a lease, nothing more is proposed under it.
 */
#include <errno.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "tests/unit/trial/grove_inner.h"
#include "validators/text/mem.h"

struct beds {
	atomic_uint refs;
	unsigned n;
	struct bed_file {
		char *path, *text;
		char *was; /* of one that is proposed: what the debate has; NULL: no such file */
		bool proposed;
		int64_t ms;
	} v[];
};

static const struct rule bad = {"beds.bad", .err = EINVAL, .gloss = "no text is BAD"},
	open_end = {"beds.open", .err = EINVAL, .needs = NEEDS_END, .gloss = "SHUT follows OPEN"},
	stone = {"beds.stone", .err = EPERM, .gloss = "nothing grows on stone"},
	late = {"beds.late", .err = EPERM, .gloss = "lines were handed in under this lease"},
	rooted = {"beds.rooted", .err = EPERM, .gloss = "what is in the debate stays in it"};

struct beds *
beds_hold(struct beds *b)
{
	if (b)
		atomic_fetch_add(&b->refs, 1);
	return b;
}

void
beds_drop(struct beds *b)
{
	if (!b || atomic_fetch_sub(&b->refs, 1) > 1)
		return;
	for (unsigned i = 0; i < b->n; i++) {
		free(b->v[i].path);
		free(b->v[i].text);
		free(b->v[i].was);
	}
	free(b);
}

/* With room for `more`. */
static struct beds *
copy_of(const struct beds *was, size_t more)
{
	unsigned n = was ? was->n : 0;
	struct beds *b = mem_calloc(1, sizeof *b + (n + more) * sizeof *b->v);
	b->refs = 1;
	for (b->n = 0; b->n < n; b->n++) {
		const struct bed_file *f = &was->v[b->n];
		b->v[b->n] = *f;
		b->v[b->n].path = mem_strdup(f->path);
		b->v[b->n].text = mem_strdup(f->text);
		b->v[b->n].was = f->was ? mem_strdup(f->was) : NULL;
	}
	return b;
}

/* A new one where there is none. */
static struct bed_file *
file_at(struct beds *b, const char *path)
{
	for (unsigned i = 0; i < b->n; i++)
		if (!strcmp(b->v[i].path, path))
			return &b->v[i];
	b->v[b->n] = (struct bed_file){.path = mem_strdup(path)};
	return &b->v[b->n++];
}

static void
put(struct bed_file *f, const char *text)
{
	if (!f->proposed) {
		f->was = f->text;
		f->text = NULL;
	}
	free(f->text);
	f->text = mem_strdup(text);
	f->proposed = true;
}

/* The debate's own text again, or none. */
static void
take_back(struct beds *b, struct bed_file *f)
{
	if (!f->proposed && f->text)
		return;
	free(f->text);
	f->text = f->was;
	f->was = NULL;
	f->proposed = false;
	if (f->text)
		return;
	free(f->path);
	memmove(f, f + 1, (size_t)(b->v + --b->n - f) * sizeof *f);
}

static const struct rule *
may_write(const struct fstate *state, const struct context *ctx, const char *path, char **sentence)
{
	(void)ctx, (void)sentence;
	return state->late ? &late : !strcmp(path, "stone") ? &stone : NULL;
}

static const struct rule *
fault(const struct bed_file *f, const char *text)
{
	const char *open = text ? strstr(text, "OPEN") : NULL;
	if (!text)
		return f->proposed ? f->was ? &rooted : NULL : f->text ? &rooted : NULL;
	return strstr(text, "BAD") ? &bad : open && !strstr(open, "SHUT") ? &open_end : NULL;
}

static struct fstate *
propose(const struct fstate *state, const struct context *ctx, const char *path, const char *text, size_t len,
	struct findings *out)
{
	(void)len;
	const struct rule *rule = may_write(state, ctx, path, NULL);
	struct beds *b = copy_of(state->beds, 1);
	struct bed_file *f = file_at(b, path);
	const char *own = f->proposed ? f->was : f->text;
	rule = rule ? rule : fault(f, text);
	if (rule) {
		findings_add(out, rule, 0, "%s", rule->gloss);
		beds_drop(b);
		return NULL;
	}
	if (!text || (own && !strcmp(own, text)))
		take_back(b, f);
	else
		put(f, text);
	struct fstate *next = fstate_copy(state);
	beds_drop(next->beds);
	next->beds = b;
	return next;
}

static struct fstate *
again(const struct fstate *state, const struct fstate *proposed)
{
	if (state->handed != proposed->handed)
		return NULL;
	struct fstate *next = fstate_copy(state);
	beds_drop(next->beds);
	next->beds = beds_hold(proposed->beds);
	return next;
}

char *
beds_data(const struct fstate *s)
{
	json_t *files = json_array();
	for (unsigned i = 0; s->beds && i < s->beds->n; i++)
		if (s->beds->v[i].proposed)
			json_array_append_new(files, json_pack("{s:s, s:s}", "path", s->beds->v[i].path, "text", s->beds->v[i].text));
	json_t *data = json_pack("{s:o}", "beds", files);
	char *text = json_array_size(files) ? json_dumps(data, JSON_COMPACT) : NULL;
	json_decref(data);
	return text;
}

void
beds_take(struct fstate *s, const struct json_t *data, int64_t ms)
{
	const json_t *files = json_object_get(data, "beds"), *file;
	size_t i;
	if (!files)
		return;
	struct beds *b = copy_of(s->beds, json_array_size(files));
	json_array_foreach(files, i, file) {
		struct bed_file *f = file_at(b, json_string_value(json_object_get(file, "path")));
		free(f->text);
		f->text = mem_strdup(json_string_value(json_object_get(file, "text")));
		f->ms = ms;
	}
	beds_drop(s->beds);
	s->beds = b;
}

static unsigned
count(const struct fstate *s, const struct context *ctx)
{
	(void)ctx;
	return s->beds ? s->beds->n : 0;
}

static const char *
path_of(const struct fstate *s, const struct context *ctx, unsigned number)
{
	(void)ctx;
	return s->beds->v[number - 1].path;
}

static void
bytes_of(const struct fstate *s, const struct context *ctx, unsigned number, const char **bytes, size_t *len)
{
	(void)ctx;
	*bytes = s->beds->v[number - 1].text;
	*len = strlen(*bytes);
}

static int64_t
ms_of(const struct fstate *s, const struct context *ctx, unsigned number)
{
	(void)ctx;
	return s->beds->v[number - 1].ms;
}

static bool
is_proposed(const struct fstate *s, unsigned number)
{
	return s->beds->v[number - 1].proposed;
}

const struct format_tree grove_beds_tree = {.count = count, .path = path_of, .bytes = bytes_of, .time_ms = ms_of,
	.propose = propose, .again = again, .may_write = may_write, .is_proposed = is_proposed};
