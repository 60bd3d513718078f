/*
 * A format's own files: see own.h.
 *
 * The directories of a tree follow from the paths of what is in it. They are worked out when somebody asks, once for
 * each version of the duel: one walk over all paths. The result has numbers only, no strings, so nothing of it can
 * outlive the state that it was made of.
 */
#include "fs/duels/own.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/duels/duels_inner.h"
#include "validators/kit/debate.h"

const struct format_row *
own_row_at(const struct duel *d, unsigned row)
{
	const struct format_row *r = d->fold->format->rows;
	for (; r && r->name && row; row--)
		r++;
	return r && r->name ? r : NULL;
}

unsigned
own_count(struct duel *d, unsigned row)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, row);
	if (!r || (!r->many && !r->tree))
		return 0;
	assert(!r->many || !r->tree);
	unsigned n = r->tree ? r->tree->count(d->fold->state) : r->many->count(d->fold->state);
	return n < OWN_NUMBER_MAX ? n : OWN_NUMBER_MAX;
}

/* One tree of a duel as it is now. */
struct forest {
	struct own_tree *t;
	const struct format_row *of;
	const struct debate *state;
	unsigned row;
};

struct path {
	const char *s;
	unsigned number;
};

/* The name of a node, in the path of the file that came first into it: *len bytes. */
static const char *
name_of(const struct forest *f, const struct own_node *n, size_t *len)
{
	const char *s = f->of->tree->path(f->state, own_number(n->sub));
	unsigned depth = own_depth(n->sub) ? own_depth(n->sub) : own_depth(f->t->nodes[n->up].sub) + 1;
	while (--depth)
		s = strchr(s, '/') + 1;
	*len = strcspn(s, "/");
	assert(*len >= 1 && *len <= NAME_MAX);
	return s;
}

static int
by_path(const void *a, const void *b)
{
	const struct path *x = a, *y = b;
	int order = strcmp(x->s, y->s);
	return order ? order : x->number < y->number ? -1 : 1;
}

static unsigned
add_node(struct own_tree *t, unsigned sub, unsigned up)
{
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->nodes = mem_resize(t->nodes, t->room, sizeof *t->nodes);
	}
	t->nodes[t->n] = (struct own_node){.sub = sub, .up = up};
	if (t->n)
		t->nodes[up].folders += own_is_folder(sub);
	return t->n++;
}

/* The files of one directory stand together when paths are sorted: each is held against the one before it. */
static void
grow_tree(struct forest *f, struct path *paths, unsigned n)
{
	struct own_tree *t = f->t;
	unsigned at[FORMAT_TREE_DEPTH + 2] = {add_node(t, own_sub(f->row, 0), 0)};
	const char *before = "";
	qsort(paths, n, sizeof *paths, by_path);
	for (unsigned i = 0; i < n; before = paths[i++].s) {
		const char *path = paths[i].s;
		unsigned number = paths[i].number, depth = 0;
		for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
			unsigned sub = own_folder(f->row, number, ++depth);
			assert(depth <= FORMAT_TREE_DEPTH);
			if (strncmp(path, before, (size_t)(slash + 1 - path)))
				at[depth] = add_node(t, sub, at[depth - 1]);
			if (sub < t->nodes[at[depth]].sub)
				t->nodes[at[depth]].sub = sub;
		}
		if (strcmp(path, before))
			at[depth + 1] = add_node(t, own_sub(f->row, number), at[depth]);
		int64_t ms = f->of->tree->time_ms(f->state, number);
		for (unsigned d = 0; d <= depth + 1; d++)
			if (ms > t->nodes[at[d]].ms)
				t->nodes[at[d]].ms = ms;
	}
}

/* NULL: there is none. The tree of its row is worked out anew where the duel has changed. */
static const struct own_node *
node_of(struct duel *d, unsigned sub, struct forest *f)
{
	assert(d->fold && d->live);
	unsigned row = own_row(sub);
	const struct format_row *r = own_row_at(d, row);
	if (!r || !r->tree)
		return NULL;
	struct own_tree *t = &d->live->trees[row];
	*f = (struct forest){.t = t, .of = r, .state = d->fold->state, .row = row};
	if (t->version != d->fold->version) {
		unsigned n = own_count(d, row);
		struct path *paths = mem_calloc(n + 1, sizeof *paths);
		for (unsigned i = 0; i < n; i++)
			paths[i] = (struct path){r->tree->path(f->state, i + 1), i + 1};
		size_t before = t->room * sizeof *t->nodes;
		t->n = 0;
		grow_tree(f, paths, n);
		live_grew(d, before, t->room * sizeof *t->nodes);
		free(paths);
		t->version = d->fold->version;
	}
	for (unsigned i = 0; i < t->n; i++)
		if (t->nodes[i].sub == sub)
			return &t->nodes[i];
	return NULL;
}

bool
own_is_there(struct duel *d, unsigned sub)
{
	struct forest f;
	const struct format_row *r = own_row_at(d, own_row(sub));
	if (r && r->tree)
		return node_of(d, sub, &f);
	return r && !own_depth(sub) && (!own_number(sub) || own_number(sub) <= own_count(d, own_row(sub)));
}

void
own_name(struct duel *d, unsigned sub, char *out, size_t size)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	char name[FORMAT_NAME_BYTES] = "";
	if (r && r->tree && own_number(sub)) {
		struct forest f;
		size_t len = 0;
		const struct own_node *n = node_of(d, sub, &f);
		const char *s = n ? name_of(&f, n, &len) : "";
		assert(len < size);
		snprintf(out, size, "%.*s", (int)len, s);
		return;
	}
	if (r && own_number(sub))
		r->many->file(d->fold->state, own_number(sub), name);
	snprintf(out, size, "%s", r && own_number(sub) ? name : r ? r->name : "");
}

unsigned
own_find(struct duel *d, unsigned row, const char *name)
{
	assert(d->fold && name);
	const struct format_row *r = own_row_at(d, row);
	if (!r || !r->many)
		return 0;
	unsigned number = r->many->find(d->fold->state, name);
	return number <= OWN_NUMBER_MAX ? number : 0;
}

int64_t
own_ms(struct duel *d, unsigned sub)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	unsigned number = own_number(sub);
	int64_t ms = 0;
	if (r && r->tree) {
		struct forest f;
		const struct own_node *n = node_of(d, sub, &f);
		ms = n ? n->ms : 0;
	} else if (r && r->many) {
		/* their directory has the time of the newest, which is the last of them: there may be thousands */
		number = number ? number : own_count(d, own_row(sub));
		ms = number ? r->many->time_ms(d->fold->state, number) : 0;
	} else if (r) {
		ms = d->fold->state->changed_ms;
	}
	return ms > d->created_ms ? ms : d->created_ms;
}

void
render_own(struct duel *d, unsigned sub, UT_string *out)
{
	assert(d->fold);
	const struct format_row *r = own_row_at(d, own_row(sub));
	if (r && r->tree)
		r->tree->shows(d->fold->state, own_number(sub), out);
	else if (r && r->many)
		r->many->shows(d->fold->state, own_number(sub), out);
	else if (r)
		r->shows(d->fold->state, out);
}

unsigned
own_tree_find(struct duel *d, unsigned folder, const char *name)
{
	struct forest f;
	const struct own_node *up = node_of(d, folder, &f);
	size_t len;
	for (unsigned i = 1; up && i < f.t->n; i++) {
		const struct own_node *n = &f.t->nodes[i];
		if (&f.t->nodes[n->up] != up)
			continue;
		const char *s = name_of(&f, n, &len);
		if (!strncmp(s, name, len) && !name[len])
			return n->sub;
	}
	return 0;
}

unsigned
own_tree_next(struct duel *d, unsigned folder, unsigned after)
{
	struct forest f;
	const struct own_node *up = node_of(d, folder, &f), *next = NULL;
	for (unsigned i = 1; up && i < f.t->n; i++) {
		const struct own_node *n = &f.t->nodes[i];
		bool later = &f.t->nodes[n->up] == up && own_number(n->sub) > after;
		if (later && (!next || own_number(n->sub) < own_number(next->sub)))
			next = n;
	}
	return next ? next->sub : 0;
}

unsigned
own_tree_up(struct duel *d, unsigned sub)
{
	struct forest f;
	const struct own_node *n = node_of(d, sub, &f);
	return n ? f.t->nodes[n->up].sub : own_sub(own_row(sub), 0);
}

unsigned
own_tree_folders(struct duel *d, unsigned folder)
{
	struct forest f;
	const struct own_node *n = node_of(d, folder, &f);
	return n ? n->folders : 0;
}
