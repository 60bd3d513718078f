#include "fs/duels/own_tree.h"

#include <assert.h>
#include <limits.h>
#include <string.h>
#include "fs/duels/own.h"
#include "fs/duels/duels_inner.h"
#include "validators/text/mem.h"

/* One tree of a duel as it is now. */
struct forest {
	struct own_tree *t;
	const struct format_row *of;
	const struct fstate *state;
	unsigned row;
	unsigned entries;
};

/* A name in a path: where it begins, and its bytes. */
struct name {
	const char *s;
	size_t len;
};

static struct name
name_at(const char *path)
{
	size_t len = strcspn(path, "/");
	assert(len >= 1 && len <= NAME_MAX);
	return (struct name){path, len};
}

/* The name that is so deep in the path of this entry, from 1; none: an empty one. */
static struct name
entry_name(const struct forest *f, unsigned number, unsigned depth)
{
	const char *path = f->of->tree->path(fstate_debate(f->state), number);
	while (--depth && path) {
		path = strchr(path, '/');
		path += path != NULL;
	}
	return path ? name_at(path) : (struct name){"", 0};
}

/* So many names are in the path of an entry. */
static unsigned
entry_depth(const struct forest *f, unsigned number)
{
	unsigned n = 1;
	const char *path = f->of->tree->path(fstate_debate(f->state), number);
	for (const char *slash; (slash = strchr(path, '/')); path = slash + 1)
		n++;
	return n;
}

/* Whoever names files does not know the key, and so cannot make them meet in one place. */
static uint64_t
hash(const struct own_tree *t, unsigned up, struct name name)
{
	uint64_t h;
	_Static_assert(sizeof h == crypto_shorthash_BYTES, "a short hash is a number");
	crypto_shorthash((unsigned char *)&h, (const unsigned char *)name.s, name.len, t->key);
	return h ^ up * UINT64_C(0x9e3779b97f4a7c15);
}

/* How deep the name stands by which a node is called. */
static unsigned
node_depth(const struct forest *f, const struct own_node *n)
{
	return own_depth(n->sub) ? own_depth(n->sub) : own_depth(f->t->nodes[n->up].sub) + 1;
}

/* Its place among the places: where it is, or where it would be. */
static size_t
place_of(const struct forest *f, unsigned up, struct name name, uint64_t h)
{
	const struct own_tree *t = f->t;
	size_t at = h & (t->n_places - 1);
	for (; t->places[at]; at = (at + 1) & (t->n_places - 1)) {
		const struct own_node *n = &t->nodes[t->places[at]];
		if (n->hash != h || n->up != up)
			continue;
		struct name is = entry_name(f, own_number(n->sub), node_depth(f, n));
		if (is.len == name.len && !memcmp(is.s, name.s, name.len))
			break;
	}
	return at;
}

static void
widen(struct own_tree *t)
{
	if (2 * ((size_t)t->n + 1) <= t->n_places)
		return;
	t->n_places = t->n_places ? 2 * t->n_places : 64;
	free(t->places);
	t->places = mem_calloc(t->n_places, sizeof *t->places);
	for (unsigned i = 1; i < t->n; i++) {
		size_t at = t->nodes[i].hash & (t->n_places - 1);
		while (t->places[at])
			at = (at + 1) & (t->n_places - 1);
		t->places[at] = i;
	}
}

/* What has this name in a directory: found there, or added as `sub`. */
static unsigned
enter(struct forest *f, unsigned up, struct name name, unsigned sub)
{
	struct own_tree *t = f->t;
	widen(t);
	uint64_t h = hash(t, up, name);
	size_t at = place_of(f, up, name, h);
	if (t->places[at])
		return t->places[at];
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->nodes = mem_resize(t->nodes, t->room, sizeof *t->nodes);
	}
	t->nodes[t->n] = (struct own_node){.sub = sub, .up = up, .hash = h};
	t->nodes[up].n++;
	t->nodes[up].folders += own_is_folder(sub);
	t->places[at] = t->n;
	return t->n++;
}

static void
note_time(struct own_node *n, int64_t ms)
{
	if (ms > n->ms)
		n->ms = ms;
}

/* The directories on the way to an entry, and it itself. */
static void
plant(struct forest *f, unsigned number)
{
	const char *rest = f->of->tree->path(fstate_debate(f->state), number);
	int64_t ms = format_file_ms(f->state, f->of, number);
	unsigned at = 0, depth = 0;
	for (const char *slash; (slash = strchr(rest, '/')); rest = slash + 1) {
		assert(depth < FORMAT_TREE_DEPTH);
		note_time(&f->t->nodes[at], ms);
		at = enter(f, at, name_at(rest), own_folder(f->row, number, ++depth));
		assert(own_is_folder(f->t->nodes[at].sub));
	}
	note_time(&f->t->nodes[at], ms);
	at = enter(f, at, name_at(rest), own_sub(f->row, number));
	note_time(&f->t->nodes[at], ms);
}

/* Nodes came in the order of their numbers, and so they stand in each directory. */
static void
sort(struct own_tree *t)
{
	t->inside = mem_resize(t->inside, t->n, sizeof *t->inside);
	for (unsigned i = 0, first = 0; i < t->n; first += t->nodes[i++].n)
		t->nodes[i].first = first;
	unsigned *filled = mem_calloc(t->n, sizeof *filled);
	for (unsigned i = 1; i < t->n; i++) {
		const struct own_node *up = &t->nodes[t->nodes[i].up];
		t->inside[up->first + filled[t->nodes[i].up]++] = i;
	}
	free(filled);
}

/* The tree of this row, worked out anew where the duel has changed; NULL: it has none. */
static struct own_tree *
tree_of(struct duel *d, unsigned sub, struct forest *f)
{
	assert(d->fold && d->live);
	unsigned row = own_row(sub);
	const struct format_row *r = own_row_at(d, row);
	if (!r || !r->tree)
		return NULL;
	const struct fstate *state = d->fold->state;
	struct own_tree *t = &d->live->trees[row];
	*f = (struct forest){.t = t, .of = r, .state = state, .row = row};
	f->entries = format_file_count(state, r);
	f->entries = f->entries < OWN_NUMBER_MAX ? f->entries : OWN_NUMBER_MAX;
	if (t->version == d->fold->version)
		return t;
	own_tree_free(t);
	randombytes_buf(t->key, sizeof t->key);
	t->nodes = mem_calloc(t->room = 64, sizeof *t->nodes);
	t->nodes[t->n++] = (struct own_node){.sub = own_sub(row, 0)};
	for (unsigned number = 1; number <= f->entries; number++)
		plant(f, number);
	sort(t);
	t->version = d->fold->version;
	live_recount(d);
	return t;
}

static unsigned
find(const struct forest *f, unsigned up, struct name name)
{
	return name.len && f->t->n_places ? f->t->places[place_of(f, up, name, hash(f->t, up, name))] : 0;
}

/* NULL: there is none. */
static const struct own_node *
node_of(struct duel *d, unsigned sub, struct forest *f)
{
	struct own_tree *t = tree_of(d, sub, f);
	unsigned number = own_number(sub), at = 0;
	if (!t || own_depth(sub) > FORMAT_TREE_DEPTH || number > f->entries || (!number && own_depth(sub)))
		return NULL;
	unsigned depth = !number ? 0 : own_depth(sub) ? own_depth(sub) : entry_depth(f, number);
	for (unsigned i = 1; i <= depth; i++)
		if (!(at = find(f, at, entry_name(f, number, i))))
			return NULL;
	const struct own_node *n = &t->nodes[at];
	return n->sub == sub ? n : NULL;
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
	struct name name = {"", 0};
	if (n && own_number(sub))
		name = entry_name(&f, own_number(sub), node_depth(&f, n));
	assert(name.len < size);
	memcpy(out, name.s, name.len);
	out[name.len] = '\0';
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
	const struct own_node *n = node_of(d, folder, &f);
	if (!n || !own_is_folder(n->sub))
		return 0;
	unsigned at = find(&f, (unsigned)(n - f.t->nodes), (struct name){name, strlen(name)});
	return at ? f.t->nodes[at].sub : 0;
}

unsigned
own_tree_next(struct duel *d, unsigned folder, unsigned after)
{
	struct forest f;
	const struct own_node *n = node_of(d, folder, &f);
	unsigned from = n ? n->first : 0, to = n ? n->first + n->n : 0, end = to;
	while (from < to) {
		unsigned middle = from + (to - from) / 2;
		if (own_number(f.t->nodes[f.t->inside[middle]].sub) > after)
			to = middle;
		else
			from = middle + 1;
	}
	return from < end ? f.t->nodes[f.t->inside[from]].sub : 0;
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
	free(t->places);
	*t = (struct own_tree){0};
}
