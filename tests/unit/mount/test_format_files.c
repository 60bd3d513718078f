/* A format's own files in the tree of the mount. */
#define caller_of bed_caller_of /* the mount has one of this name, which is another */
#include "tests/unit/fs/own_fixture.h"
#undef caller_of

#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/tree.h"

EACH_TEST(bed_setup, bed_teardown);

struct name {
	struct bed *b;
	struct mount m;
	struct node dir;
};

static struct name *
the_place(struct bed *b)
{
	static struct name p;
	memset(&p, 0, sizeof p);
	p.b = b;
	p.m.duels = b->r;
	p.dir = (struct node){.mount = &p.m, .duel = own_duel(b), .row = TREE_DUEL};
	return &p;
}

/* Found by its name, and again by its number. */
static struct node
found(const struct name *p, const struct node *dir, const char *name)
{
	struct node n, again;
	char said[NAME_MAX + 1];
	duels_lock(p->b->r);
	if (!tree_find(dir, name, &n))
		fail_msg("no %s", name);
	assert_int_equal(node_find(dir->mount, node_ino(&n), 0, false, &again), 0);
	node_name(&again, said, sizeof said);
	duels_unlock(p->b->r);
	assert_int_equal(n.row, again.row);
	assert_int_equal(n.sub, again.sub);
	assert_string_equal(said, name);
	return n;
}

static void
assert_absent(const struct name *p, const struct node *dir, const char *name)
{
	struct node n;
	duels_lock(p->b->r);
	if (tree_find(dir, name, &n))
		fail_msg("%s is there", name);
	duels_unlock(p->b->r);
}

static int
looked_up(const struct name *p, uint64_t ino)
{
	struct node n;
	return LOCKED_VALUE(p->b, node_find((struct mount *)&p->m, ino, 0, false, &n));
}

/* "name name …" of what is listed. */
static void
listed(const struct name *p, const struct node *dir, char *out, size_t size)
{
	struct tree_entry e;
	size_t len = 0;
	out[0] = '\0';
	duels_lock(p->b->r);
	for (int64_t cookie = 2; tree_next(dir, cookie, &e); cookie = e.cookie)
		len += (size_t)snprintf(out + len, size - len, "%s ", e.name);
	duels_unlock(p->b->r);
}

static struct stat
stat_of(const struct name *p, const struct node *n)
{
	struct stat st;
	LOCKED(p->b, node_stat(n, &st));
	return st;
}

TEST(a_formats_own_file_is_found_by_its_name_and_its_number)
{
	struct name *p = the_place(b);
	struct node scores = found(p, &p->dir, "scores.json"), arguments_dir = found(p, &p->dir, "arguments"), third;
	own.n = 3;
	third = found(p, &arguments_dir, "prop_003.md");
	assert_true(tree_is_dir(arguments_dir.row));
	assert_int_not_equal(node_ino(&scores), node_ino(&third));
	assert_absent(p, &p->dir, "prop_003.md");
	assert_absent(p, &arguments_dir, "scores.json");
	assert_absent(p, &arguments_dir, "prop_004.md");
	assert_absent(p, &arguments_dir, "prop_000.md");
}

TEST(a_formats_own_files_are_listed_behind_those_of_every_duel)
{
	struct name *p = the_place(b);
	struct node arguments_dir = found(p, &p->dir, "arguments");
	char names[1024];
	own.n = 3;
	listed(p, &p->dir, names, sizeof names);
	assert_non_null(strstr(names, "status "));
	assert_non_null(strstr(names, "prompt.md view.html scores.json arguments graph.svg report.md "));
	listed(p, &arguments_dir, names, sizeof names);
	assert_string_equal(names, "prop_001.md prop_002.md prop_003.md ");
}

TEST(a_listing_that_has_begun_goes_on_with_what_came_since)
{
	struct name *p = the_place(b);
	struct node arguments_dir = found(p, &p->dir, "arguments");
	struct tree_entry e;
	own.n = 1;
	duels_lock(p->b->r);
	assert_true(tree_next(&arguments_dir, 2, &e));
	assert_false(tree_next(&arguments_dir, e.cookie, &e));
	own.n = 2;
	assert_true(tree_next(&arguments_dir, e.cookie, &e));
	duels_unlock(p->b->r);
	assert_string_equal(e.name, "prop_002.md");
}

TEST(a_format_without_such_files_has_none_of_their_names_and_numbers)
{
	struct name *p = the_place(b);
	own.n = 2;
	struct node scores = found(p, &p->dir, "scores.json"), arguments_dir = found(p, &p->dir, "arguments");
	struct node second = found(p, &arguments_dir, "prop_002.md");
	own.rows[OWN_ARGUMENTS].name = NULL;
	assert_int_equal(looked_up(p, node_ino(&scores)), 0);
	assert_absent(p, &p->dir, "arguments");
	assert_int_equal(looked_up(p, node_ino(&arguments_dir)), -ENOENT);
	assert_int_equal(looked_up(p, node_ino(&second)), -ENOENT);
	own.rows[OWN_ARGUMENTS].name = "arguments";
	own.n = 1;
	assert_int_equal(looked_up(p, node_ino(&second)), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(p->dir.duel->id, TREE_FORMAT_MANY, own_sub(OWN_ARGUMENTS, 0))), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(p->dir.duel->id, TREE_FORMAT_MANY, own_sub(OWN_SCORES, 1))), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(p->dir.duel->id, TREE_FORMAT_FILE, own_sub(OWN_ARGUMENTS, 0))), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(p->dir.duel->id, TREE_FORMAT_FILE, own_sub(OWN_ROWS, 0))), -ENOENT);
}

TEST(the_size_of_a_formats_own_file_is_that_of_its_text)
{
	struct name *p = the_place(b);
	own.n = 12;
	struct node scores = found(p, &p->dir, "scores.json"), arguments_dir = found(p, &p->dir, "arguments");
	struct node last = found(p, &arguments_dir, "prop_012.md");
	assert_int_equal(stat_of(p, &scores).st_size, strlen("row 0, number 0\n"));
	assert_int_equal(stat_of(p, &last).st_size, strlen("row 1, number 12\n"));
	char *text = shown(p->b, "d", render_own, last.sub);
	assert_string_equal(text, "row 1, number 12\n");
}

TEST(each_of_a_formats_own_files_has_the_time_of_its_own_change)
{
	struct name *p = the_place(b);
	int64_t made_ms = p->dir.duel->created_ms;
	own.n = 3;
	own.ms[1] = made_ms + 5000;
	own.ms[2] = made_ms + 7000;
	own.ms[3] = made_ms + 9000;
	p->dir.duel->fold->state->changed_ms = made_ms + 2000;
	struct node scores = found(p, &p->dir, "scores.json"), arguments_dir = found(p, &p->dir, "arguments");
	struct node first = found(p, &arguments_dir, "prop_001.md"), graph = found(p, &p->dir, "graph.svg");
	assert_int_equal(graph.row, TREE_FORMAT_FILE);
	assert_int_equal(stat_of(p, &scores).st_mtim.tv_sec, made_ms / 1000 + 2);
	assert_int_equal(stat_of(p, &first).st_mtim.tv_sec, made_ms / 1000 + 5);
	own.asked = 0;
	assert_int_equal(stat_of(p, &arguments_dir).st_mtim.tv_sec, made_ms / 1000 + 9);
	assert_true(own.asked <= 2); /* however many there are */
	assert_int_equal(stat_of(p, &graph).st_mtim.tv_sec, made_ms / 1000 + 2);
	own.n = 0;
	assert_int_equal(stat_of(p, &arguments_dir).st_mtim.tv_sec, made_ms / 1000);
}

TEST(the_path_of_a_formats_own_file_names_its_directory)
{
	struct name *p = the_place(b);
	char path[PATH_MAX];
	own.n = 2;
	struct node arguments_dir = found(p, &p->dir, "arguments"), second = found(p, &arguments_dir, "prop_002.md"), up;
	node_path(&second, path, sizeof path);
	assert_string_equal(path, "arguments/prop_002.md");
	up = node_parent(&second);
	assert_int_equal(node_ino(&up), node_ino(&arguments_dir));
	up = node_parent(&up);
	assert_int_equal(node_ino(&up), node_ino(&p->dir));
}
