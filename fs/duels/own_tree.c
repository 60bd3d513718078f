#include "fs/duels/own_tree.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "fs/duels/own.h"
#include "fs/duels/duels_inner.h"
#include "validators/text/mem.h"

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

static const char *
path_of(const struct forest *f, unsigned number)
{
	return f->of->tree->path(f->state, number);
}

/* The name of a node, in the path of the file that came first into it: *len bytes. */
static const char *
name_of(const struct forest *f, const struct own_node *n, size_t *len)
{
	const char *s = path_of(f, own_number(n->sub));
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

static int
by_place(const void *a, const void *b, void *nodes)
{
	const struct own_node *x = (struct own_node *)nodes + *(const unsigned *)a,
			      *y = (struct own_node *)nodes + *(const unsigned *)b;
	return x->up != y->up ? (x->up < y->up ? -1 : 1) : own_number(x->sub) < own_number(y->sub) ? -1 : 1;
}

static unsigned
add(struct own_tree *t, unsigned sub, unsigned up)
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
grow(struct forest *f, struct path *paths, unsigned n)
{
	struct own_tree *t = f->t;
	unsigned at[FORMAT_TREE_DEPTH + 2] = {add(t, own_sub(f->row, 0), 0)};
	const char *before = "";
	qsort(paths, n, sizeof *paths, by_path);
	for (unsigned i = 0; i < n; before = paths[i++].s) {
		const char *path = paths[i].s;
		unsigned number = paths[i].number, depth = 0;
		for (const char *slash = path; (slash = strchr(slash, '/')); slash++) {
			unsigned sub = own_folder(f->row, number, ++depth);
			assert(depth <= FORMAT_TREE_DEPTH);
			if (strncmp(path, before, (size_t)(slash + 1 - path)))
				at[depth] = add(t, sub, at[depth - 1]);
			if (sub < t->nodes[at[depth]].sub)
				t->nodes[at[depth]].sub = sub;
		}
		if (strcmp(path, before))
			at[depth + 1] = add(t, own_sub(f->row, number), at[depth]);
		int64_t ms = format_file_ms(f->state, f->of, number);
		for (unsigned d = 0; d <= depth + 1; d++)
			if (ms > t->nodes[at[d]].ms)
				t->nodes[at[d]].ms = ms;
	}
	t->inside = mem_resize(NULL, t->n, sizeof *t->inside);
	for (unsigned i = 1; i < t->n; i++)
		t->inside[i - 1] = i;
	qsort_r(t->inside, t->n - 1, sizeof *t->inside, by_place, t->nodes);
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
			paths[i] = (struct path){path_of(f, i + 1), i + 1};
		size_t before = own_tree_bytes(t);
		own_tree_free(t);
		grow(f, paths, n);
		live_grew(d, before, own_tree_bytes(t));
		free(paths);
		t->version = d->fold->version;
	}
	for (unsigned i = 0; i < t->n; i++)
		if (t->nodes[i].sub == sub)
			return &t->nodes[i];
	return NULL;
}

/* The place, among all that is inside, of the node of this directory with a number above `after`; t->n - 1: nowhere. */
static unsigned
place_after(const struct own_tree *t, const struct own_node *folder, unsigned after)
{
	unsigned up = (unsigned)(folder - t->nodes), from = 0, to = t->n - 1;
	while (from < to) {
		unsigned middle = from + (to - from) / 2;
		const struct own_node *n = &t->nodes[t->inside[middle]];
		if (n->up < up || (n->up == up && own_number(n->sub) <= after))
			from = middle + 1;
		else
			to = middle;
	}
	return from < t->n - 1 && t->nodes[t->inside[from]].up == up ? from : t->n - 1;
}

bool
own_tree_holds(struct duel *d, unsigned sub)
{
	struct forest f;
	return node_of(d, sub, &f);
}

void
own_tree_name(struct duel *d, unsigned sub, char *out, size_t size)
{
	struct forest f;
	const struct own_node *n = node_of(d, sub, &f);
	size_t len = 0;
	const char *name = n && own_number(sub) ? name_of(&f, n, &len) : "";
	assert(len < size);
	memcpy(out, name, len);
	out[len] = '\0';
}

int64_t
own_tree_ms(struct duel *d, unsigned sub)
{
	struct forest f;
	const struct own_node *n = node_of(d, sub, &f);
	return n ? n->ms : 0;
}

unsigned
own_tree_find(struct duel *d, unsigned folder, const char *name)
{
	struct forest f;
	const struct own_node *up = node_of(d, folder, &f);
	size_t len;
	for (unsigned i = up ? place_after(f.t, up, 0) : 0; up && i < f.t->n - 1; i++) {
		const struct own_node *n = &f.t->nodes[f.t->inside[i]];
		if (&f.t->nodes[n->up] != up)
			break;
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
	const struct own_node *n = node_of(d, folder, &f);
	unsigned at = n ? place_after(f.t, n, after) : 0;
	return n && at < f.t->n - 1 ? f.t->nodes[f.t->inside[at]].sub : 0;
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

void
own_tree_free(struct own_tree *t)
{
	free(t->nodes);
	free(t->inside);
	*t = (struct own_tree){0};
}
