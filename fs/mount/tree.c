/* The rows of the mount, and how they are found, listed, named and kept. */
#include "fs/mount/tree.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/tree_many.h"
#include "fs/show/show.h"
#include "validators/text/mem.h"

/* When a file last changed: each has the time of what it shows, so that a reader who looks at that alone is never led
 * astray. */
#define TIME(name, expression) \
	static int64_t time_##name(const struct node *n) \
	{ \
		return expression; \
	}
TIME(mount, n->mount->duels->changed_ms)
TIME(started, n->mount->duels->started_ms)
TIME(counted, duels_status_ms(n->mount->duels))
TIME(beside, n->mount->duels->refused.n ? n->mount->duels->refused.changed_ms : n->mount->duels->started_ms)
TIME(updated, n->duel->updated_ms)
TIME(record, n->duel->fold->record_ms)
TIME(rules, n->duel->fold->rules_ms)
TIME(events, n->duel->fold->events_ms)
TIME(seat_check, seat_check_ms(n->duel->fold, n->sub))
TIME(refused, n->duel->fold->refused.changed_ms)
TIME(turn, debate_turn(n->duel->fold->state, n->sub - 1).time_ms)
TIME(joined, fold_seat(n->duel->fold, n->sub)->joined_ms)
TIME(desk, handed_ms(n->duel->fold, n->sub))
TIME(scratch, scratch_of(n)->changed_ms)
TIME(format_file, own_ms(n->duel, n->sub))
TIME(seats, n->duel->fold->n_seats ? fold_seat(n->duel->fold, n->duel->fold->n_seats)->joined_ms : n->duel->created_ms)
TIME(turns, debate_pieces(n->duel->fold->state) ?
	debate_turn(n->duel->fold->state, debate_pieces(n->duel->fold->state) - 1).time_ms : n->duel->created_ms)
#undef TIME

/* The time of its newest refusal, or of its join if that is later. */
static int64_t
time_seat_refused(const struct node *n)
{
	int64_t ms = n->duel->fold->secrets[n->sub - 1].refused_ms, joined_ms = time_joined(n);
	return ms > joined_ms ? ms : joined_ms;
}

static bool
has_source(const struct duel *d)
{
	return d->fold->source && !d->fold->folder;
}

static bool
has_evidence(const struct duel *d)
{
	return *d->fold->rules.evidence_root;
}

static size_t
count_duels(const struct node *n)
{
	return duels_count(n->mount->duels);
}

static size_t
count_folders(const struct node *n)
{
	return own_tree_folders(n->duel, n->sub);
}

static size_t
count_seats(const struct node *n)
{
	return n->duel->fold->n_seats;
}

/* clang-format off */
#define DIR(parent_, mode_, time_, links_, ...) \
	{.parent = parent_, .mode = S_IFDIR | mode_, .kind = &node_dir, .time_ms = time_, .links = links_, __VA_ARGS__}
#define FILE_(parent_, name_, mode_, kind_, time_, ...) \
	{.parent = parent_, .name = name_, .mode = S_IFREG | mode_, .kind = &kind_, .time_ms = time_, .links = 1, \
		__VA_ARGS__}

const struct tree_row tree[TREE_ROWS] = {
	[TREE_ROOT]         = DIR(TREE_ROOT, 0777, time_mount, 2, .holds = TREE_DUEL, .more_links = count_duels),
	[TREE_MOUNT_GUIDE]  = FILE_(TREE_ROOT, "README.md", 0444, node_text, time_started,
				.render_mount = render_mount_guide),
	[TREE_MOUNT_STATUS] = FILE_(TREE_ROOT, "status", 0444, node_text, time_counted,
				.render_mount = render_mount_status),
	[TREE_DUEL]         = DIR(TREE_ROOT, 0777, time_updated, 4, .holds = TREE_SCRATCH, .many = &tree_duels),
	[TREE_GUIDE]        = FILE_(TREE_DUEL, "README.md", 0444, node_text, time_updated, .render = render_guide),
	[TREE_CONFIG]       = FILE_(TREE_DUEL, "config.toml", 0644, node_config, time_rules, .render = render_config,
				.gated = true, .intake = INTAKE_FILE_CONFIG, .of_maker = true, .kept = true),
	[TREE_STATUS]       = FILE_(TREE_DUEL, "status", 0444, node_text, time_updated, .render = render_status_toml),
	[TREE_STATUS_JSON]  = FILE_(TREE_DUEL, "status.json", 0444, node_text, time_updated,
				.render = render_status_json, .kept = true),
	[TREE_LOCK]         = FILE_(TREE_DUEL, "lock", 0666, node_lock, time_updated, .render = render_lock,
				.gated = true),
	/* A rename moves the name in the kernel: only a fresh lookup finds the record again. */
	[TREE_DEBATE]       = FILE_(TREE_DUEL, "debate.md", 0666, node_debate, time_record, .bytes = bytes_record,
				.gated = true, .intake = INTAKE_FILE_DEBATE, .fresh = true, .kept = true),
	[TREE_LAST_ERROR]   = FILE_(TREE_DUEL, "last_error", 0444, node_text, time_refused,
				.render = render_last_error),
	[TREE_EVENTS]       = FILE_(TREE_DUEL, "events", 0444, node_live, time_events, .bytes = bytes_events,
				.wait = WAIT_EVENTS, .kept = true),
	/* Comes and goes with config.toml. */
	[TREE_SOURCE]       = FILE_(TREE_DUEL, "source.md", 0444, node_source, time_rules, .bytes = bytes_source,
				.exists = has_source, .fresh = true, .kept = true),
	[TREE_TURNS]        = DIR(TREE_DUEL, 0755, time_turns, 2, .holds = TREE_TURN, .name = "turns", .kept = true),
	[TREE_TURN]         = FILE_(TREE_TURNS, NULL, 0444, node_live, time_turn, .many = &tree_turns,
				.bytes = bytes_turn, .kept = true),
	[TREE_SEATS]        = DIR(TREE_DUEL, 0755, time_seats, 2, .holds = TREE_SEAT, .name = "participants",
				.more_links = count_seats),
	[TREE_SEAT]         = DIR(TREE_SEATS, 0755, time_joined, 2, .holds = TREE_SEAT_SCRATCH, .many = &tree_seats,
				.of_seat = true),
	[TREE_SEAT_STATUS]  = FILE_(TREE_SEAT, "status", 0444, node_text, time_updated, .render = render_seat_status),
	[TREE_SCRATCH]      = FILE_(TREE_DUEL, NULL, 0600, node_scratch, time_scratch, .many = &tree_scratches,
				.gated = true, .fresh = true),
	[TREE_PROMPT]       = FILE_(TREE_DUEL, "prompt.md", 0444, node_text, time_updated, .render = render_prompt),
	[TREE_WAIT]         = FILE_(TREE_DUEL, "wait", 0444, node_wait, time_updated, .render = render_status_toml,
				.wait = WAIT_CHANGE, .unlisted = true),
	[TREE_SEAT_WAIT]    = FILE_(TREE_SEAT, "wait", 0444, node_wait, time_updated, .render = render_seat_status,
				.wait = WAIT_MOVE, .unlisted = true),
	[TREE_SEAT_PROMPT]  = FILE_(TREE_SEAT, "prompt.md", 0444, node_text, time_updated, .render = render_prompt),
	[TREE_SEAT_LAST_ERROR] = FILE_(TREE_SEAT, "last_error", 0444, node_text, time_seat_refused,
				.render = render_last_error),
	[TREE_SEAT_CHECK] = FILE_(TREE_SEAT, "check", 0666, node_config, time_seat_check,
				.render = render_seat_check, .gated = true, .intake = INTAKE_FILE_SEAT_CHECK,
				.fresh = true, .of_seat = true),
	[TREE_SEAT_TEMPLATE] = FILE_(TREE_SEAT, "template.md", 0444, node_text, time_updated,
				.render = render_seat_template),
	/* They come and go with config.toml's format. */
	[TREE_FORMAT_FILE]  = FILE_(TREE_DUEL, NULL, 0444, node_text, time_format_file, .of_format = true,
				.render = render_own, .fresh = true, .kept = true),
	[TREE_FORMAT_DIR]   = DIR(TREE_DUEL, 0755, time_format_file, 2, .holds = TREE_FORMAT_MANY, .of_format = true,
				.fresh = true, .kept = true),
	[TREE_FORMAT_MANY]  = FILE_(TREE_FORMAT_DIR, NULL, 0444, node_text, time_format_file,
				.many = &tree_format_files, .render = render_own, .fresh = true, .kept = true),
	[TREE_MOUNT_LAST_ERROR] = FILE_(TREE_ROOT, "last_error", 0444, node_text, time_beside,
				.render_mount = duels_last_error),
	/* As debate.md: it is renamed over, and away. */
	[TREE_SEAT_TURN]    = FILE_(TREE_SEAT, "turn.md", 0666, node_config, time_desk, .render = render_desk,
				.gated = true, .intake = INTAKE_FILE_DESK, .fresh = true, .of_seat = true),
	[TREE_SEAT_SCRATCH] = FILE_(TREE_SEAT, NULL, 0600, node_scratch, time_scratch, .many = &tree_scratches,
				.gated = true, .fresh = true),
	/* Comes and goes with config.toml. */
	[TREE_EVIDENCE]     = FILE_(TREE_DUEL, "evidence.json", 0444, node_text, time_updated,
				.render = render_evidence, .exists = has_evidence, .fresh = true, .kept = true),
	[TREE_MOUNT_INDEX] = FILE_(TREE_ROOT, "index.html", 0444, node_text, time_counted,
				.render_mount = render_mount_index),
	/* There once the duel is closed. */
	[TREE_CONCLUSION] = FILE_(TREE_DUEL, "conclusion.md", 0444, node_text, time_updated,
				.render = render_conclusion, .exists = duel_is_closed, .fresh = true, .kept = true),
	[TREE_FORMAT_TREE] = DIR(TREE_DUEL, 0755, time_format_file, 2, .holds = TREE_FORMAT_LEAF,
				.more_links = count_folders, .of_format = true, .fresh = true, .kept = true),
	[TREE_FORMAT_LEAF] = FILE_(TREE_FORMAT_TREE, NULL, 0444, node_text, time_format_file,
				.many = &tree_format_tree, .render = render_own, .fresh = true, .kept = true),
	[TREE_PAGE] = FILE_(TREE_DUEL, "view.html", 0444, node_text, time_updated, .render = render_page),
};
/* clang-format on */

/* The row of the tree for the format's row at this place. */
static enum tree_id
format_row_kind(const struct format_row *r)
{
	return r->tree ? TREE_FORMAT_TREE : r->many ? TREE_FORMAT_DIR : TREE_FORMAT_FILE;
}

int
node_find(struct mount *m, uint64_t ino, uid_t viewer, bool inside, struct node *n)
{
	assert(duels_is_locked(m->duels));
	*n = (struct node){.mount = m, .row = ino_row(ino), .sub = ino_sub(ino), .viewer = viewer};
	if (!ino_duel(ino))
		return n->row < TREE_ROWS ? 0 : -ENOENT;
	n->duel = duels_by_id(m->duels, ino_duel(ino));
	if (!n->duel || n->row >= TREE_ROWS)
		return -ENOENT;
	int err = n->row == TREE_DUEL && !inside ? 0 : duel_settle(n->duel);
	if (err)
		return err;
	/* A damaged log has fewer turns and seats than there were, a scratch file is gone some time. */
	const struct tree_row *row = &tree[n->row];
	bool one_of_many = n->row == TREE_FORMAT_MANY || n->row == TREE_FORMAT_LEAF, there = true;
	if (n->row == TREE_TURN)
		there = n->sub >= 1 && n->sub <= debate_pieces(n->duel->fold->state);
	else if (n->row == TREE_SCRATCH || n->row == TREE_SEAT_SCRATCH)
		there = scratch_of(n);
	else if (n->row == TREE_SEAT || row->parent == TREE_SEAT)
		there = n->sub >= 1 && n->sub <= n->duel->fold->n_seats;
	else if (one_of_many || row->of_format)
		there = own_is_there(n->duel, n->sub) && (!one_of_many || own_number(n->sub)) &&
			format_row_kind(own_row_at(n->duel, own_row(n->sub))) == (one_of_many ? row->parent : n->row);
	return there ? 0 : -ENOENT;
}

/* Files in a participant's directory have its number, but for scratch files, which have their own. */
struct node
node_parent(const struct node *n)
{
	enum tree_id parent = tree[n->row].parent;
	if (n->row == TREE_FORMAT_LEAF || (n->row == TREE_FORMAT_TREE && own_number(n->sub)))
		return node_child(n, TREE_FORMAT_TREE, own_tree_up(n->duel, n->sub));
	const struct scratch *s = scratch_of(n);
	unsigned sub = n->row == TREE_FORMAT_MANY ? own_sub(own_row(n->sub), 0)
		: s ? s->place : parent == TREE_SEAT ? n->sub : 0;
	struct node up = node_child(n, parent, sub);
	if (up.row == TREE_ROOT)
		up.duel = NULL;
	return up;
}

/* The format's own file of this place, where this is the duel's directory. */
static bool
format_child(const struct node *dir, unsigned row, struct node *child)
{
	const struct format_row *r = dir->row == TREE_DUEL ? own_row_at(dir->duel, row) : NULL;
	if (r)
		*child = node_child(dir, format_row_kind(r), own_sub(row, 0));
	return r;
}

bool
tree_find(const struct node *dir, const char *name, struct node *child)
{
	assert(tree_is_dir(dir->row));
	for (enum tree_id row = 0; row < TREE_ROWS; row++) {
		const struct tree_row *t = &tree[row];
		if (t->parent != dir->row || !t->name || strcmp(t->name, name))
			continue;
		*child = node_child(dir, row, dir->sub);
		return !t->exists || t->exists(dir->duel);
	}
	for (unsigned row = 0; dir->row == TREE_DUEL && format_child(dir, row, child); row++) {
		char is[FORMAT_NAME_BYTES];
		tree_format_name(child, is, sizeof is);
		if (!strcmp(is, name))
			return true;
	}
	enum tree_id many = tree[dir->row].holds;
	return many && tree[many].many->find(dir, name, child);
}

/* Cookies: 1 after ".", 2 after "..", then 3 + the row, then COOKIE_FORMAT + the place of the format's row, then from
 * COOKIE_MANY on the number of one of many. */
#define COOKIE_ROWS 3
#define COOKIE_FORMAT (COOKIE_ROWS + INO_ROW_MAX + 1)
#define COOKIE_MANY (COOKIE_FORMAT + FORMAT_ROWS_MAX)

static bool
next_many(const struct node *dir, int64_t after, struct tree_entry *e)
{
	enum tree_id row = tree[dir->row].holds;
	const struct tree_many *many = tree[row].many;
	int64_t number = after + 1;
	if (!many || (many->count ? after >= many->count(dir) : !many->next(dir, after, &e->node, &number)))
		return false;
	if (many->count)
		e->node = node_child(dir, row,
			row == TREE_FORMAT_MANY ? own_sub(own_row(dir->sub), (unsigned)number) : (unsigned)number);
	e->cookie = COOKIE_MANY + number;
	many->name(&e->node, e->name, sizeof e->name);
	return true;
}

bool
tree_next(const struct node *dir, int64_t cookie, struct tree_entry *e)
{
	assert(tree_is_dir(dir->row));
	if (cookie < 2) {
		e->node = cookie ? node_parent(dir) : *dir;
		e->cookie = cookie + 1;
		strcpy(e->name, cookie ? ".." : ".");
		return true;
	}
	if (cookie >= COOKIE_MANY)
		return next_many(dir, cookie - COOKIE_MANY, e);
	for (unsigned row = cookie == 2 ? 0 : (unsigned)(cookie - COOKIE_ROWS) + 1; row < TREE_ROWS; row++) {
		const struct tree_row *t = &tree[row];
		e->node = node_child(dir, row, dir->sub);
		if (t->parent != dir->row || !t->name || t->unlisted || (t->exists && !t->exists(dir->duel)) ||
			node_is_removed(&e->node))
			continue;
		e->cookie = COOKIE_ROWS + row;
		strcpy(e->name, t->name);
		return true;
	}
	if (!format_child(dir, cookie < COOKIE_FORMAT ? 0 : (unsigned)(cookie - COOKIE_FORMAT) + 1, &e->node))
		return next_many(dir, 0, e);
	e->cookie = COOKIE_FORMAT + own_row(e->node.sub);
	tree_format_name(&e->node, e->name, sizeof e->name);
	return true;
}

void
node_name(const struct node *n, char *out, size_t size)
{
	const struct tree_row *row = &tree[n->row];
	if (row->of_format)
		tree_format_name(n, out, size);
	else if (row->many)
		row->many->name(n, out, size);
	else
		snprintf(out, size, "%s", row->name ? row->name : "");
}

void
node_path(const struct node *n, char *out, size_t size)
{
	out[0] = '\0';
	if (n->row == TREE_ROOT || n->row == TREE_DUEL)
		return;
	struct node up = node_parent(n);
	node_path(&up, out, size);
	size_t len = strlen(out);
	if (len && len + 1 < size)
		strcpy(out + len++, "/");
	node_name(n, out + len, size - len);
}

static void
keep_folder(const struct node *dir, const char *path, struct file_set *out)
{
	struct tree_entry e;
	UT_string text;
	const char *bytes;
	size_t len;
	for (int64_t cookie = 2; tree_next(dir, cookie, &e); cookie = e.cookie) {
		bool folder = tree_is_dir(e.node.row);
		if (!tree[e.node.row].kept)
			continue;
		char *child = mem_format("%s%s%s", path, e.name, folder ? "/" : "");
		if (folder) {
			file_set_add(out, child, "", 0);
			keep_folder(&e.node, child, out);
		} else {
			utstring_init(&text);
			node_content(&e.node, &text, &bytes, &len);
			file_set_add(out, child, bytes, len);
			utstring_done(&text);
		}
		free(child);
	}
}

/* The tree's functions ask the mount for its table of duels alone. */
void
keep_files(struct duel *d, struct file_set *out)
{
	struct mount m = {.duels = d->duels};
	struct node dir = {.mount = &m, .duel = d, .row = TREE_DUEL};
	UT_string page;
	keep_folder(&dir, "", out);
	utstring_init(&page);
	page_make(d, true, &page);
	file_set_add(out, "view.html", utstring_body(&page), utstring_len(&page));
	utstring_done(&page);
}
