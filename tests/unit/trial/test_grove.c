/* Trees of a format's own files in the mount: found, listed, numbered and measured, by the format `grove` (grove.c). */
#define caller_of bed_caller_of /* the mount has one of this name, which is another */
#include "tests/unit/trial/trial.h"
#undef caller_of

#include <time.h>
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/mount/tree.h"
#include "fs/registry/errand.h"
#include "tests/unit/trial/grove.h"

EACH_TEST(bed_setup, bed_teardown);

struct place {
	struct bed *b;
	struct mount m;
	struct node dir; /* wood */
};

static struct node
child_of(const struct place *p, const struct node *dir, const char *path)
{
	struct node at = *dir, child;
	char name[NAME_MAX + 1];
	registry_lock(p->b->r);
	assert_int_equal(duel_settle(dir->duel), 0);
	for (const char *s = path; *s; at = child) {
		size_t len = strcspn(s, "/");
		memcpy(name, s, len);
		name[len] = '\0';
		s += len + (s[len] == '/');
		if (!tree_find(&at, name, &child))
			fail_msg("no %s of %s", name, path);
	}
	registry_unlock(p->b->r);
	return at;
}

static void
plant(struct bed *b, const char *text)
{
	assert_int_equal(say(b, "claim anna"), 0);
	int err = append(b, text);
	if (err)
		fail_msg("%d\n%s", err, shown(b, "d", render_last_error, 0));
	assert_int_equal(say(b, "release anna"), 0);
}

static struct place *
planted(struct bed *b, const char *text)
{
	static struct place p;
	memset(&p, 0, sizeof p);
	p.b = b;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"grove\"\n"), 0);
	assert_int_equal(say(b, "join anna"), 0);
	if (*text)
		plant(b, text);
	p.m.registry = b->r;
	struct node duel = {.mount = &p.m, .duel = the_duel(b, "d"), .row = TREE_DUEL};
	p.dir = child_of(&p, &duel, "wood");
	return &p;
}

static void
assert_absent(const struct place *p, const struct node *dir, const char *name)
{
	struct node n;
	registry_lock(p->b->r);
	if (tree_find(dir, name, &n))
		fail_msg("%s is there", name);
	registry_unlock(p->b->r);
}

static int
looked_up(const struct place *p, uint64_t ino, struct node *n)
{
	registry_lock(p->b->r);
	int err = node_find((struct mount *)&p->m, ino, 0, n);
	registry_unlock(p->b->r);
	return err;
}

/* "path|path|…" of all that is below, directories with a slash, as `find` would say it: each checked by its number. */
static void
walk(const struct place *p, const struct node *dir, UT_string *out)
{
	struct tree_entry e;
	char path[PATH_MAX];
	struct node again, up;
	for (int64_t cookie = 2; tree_next(dir, cookie, &e); cookie = e.cookie) {
		assert_true(e.cookie > cookie);
		assert_int_equal(node_find((struct mount *)&p->m, node_ino(&e.node), 0, &again), 0);
		assert_int_equal(again.row, e.node.row);
		assert_int_equal(again.sub, e.node.sub);
		assert_true(tree_find(dir, e.name, &again));
		assert_int_equal(node_ino(&again), node_ino(&e.node));
		up = node_parent(&again);
		assert_int_equal(node_ino(&up), node_ino(dir));
		node_path(&again, path, sizeof path);
		utstring_printf(out, "%s%s|", path, tree_is_dir(e.node.row) ? "/" : "");
		if (tree_is_dir(e.node.row))
			walk(p, &e.node, out);
	}
}

static void
assert_walk(const struct place *p, const char *want)
{
	UT_string out;
	utstring_init(&out);
	registry_lock(p->b->r);
	walk(p, &p->dir, &out);
	registry_unlock(p->b->r);
	assert_string_equal(utstring_body(&out), want);
	utstring_done(&out);
}

static struct stat
stat_of(const struct place *p, const struct node *n)
{
	struct stat st;
	registry_lock(p->b->r);
	node_stat(n, &st);
	registry_unlock(p->b->r);
	return st;
}

TEST(an_empty_tree_is_a_directory_with_nothing_in_it)
{
	struct place *p = planted(b, "");
	assert_walk(p, "");
	assert_true(tree_is_dir(p->dir.row));
	assert_int_equal(stat_of(p, &p->dir).st_nlink, 2);
	assert_int_equal(stat_of(p, &p->dir).st_mtim.tv_sec, p->dir.duel->created_ms / 1000);
	assert_absent(p, &p->dir, "a");
}

TEST(a_directory_that_is_there_by_itself_is_empty_until_something_comes)
{
	struct place *p = planted(b, "x/\nx/y/\n");
	assert_walk(p, "wood/x/|wood/x/y/|");
	struct node y = child_of(p, &p->dir, "x/y"), again;
	plant(b, "x/y/leaf = 1\nx/y/\n");
	assert_walk(p, "wood/x/|wood/x/y/|wood/x/y/leaf|");
	again = child_of(p, &p->dir, "x/y");
	assert_int_equal(node_ino(&y), node_ino(&again));
}

TEST(numbers_that_name_nothing_in_a_tree_are_not_there)
{
	struct place *p = planted(b, "x/a = 1\nx/b = 2\ny/ = \nz/\n");
	struct node a = child_of(p, &p->dir, "x/a"), n;
	int64_t id = p->dir.duel->id;
#define INO(depth, row, number) ino_pack(id, INO_ROW_TREE + (depth) * INO_ROWS_TREE + (row), number)
	assert_int_equal(node_ino(&a), INO(0, GROVE_WOOD, 1));
	assert_int_equal(looked_up(p, INO(1, GROVE_WOOD, 1), &n), 0);
	assert_int_equal(looked_up(p, INO(0, GROVE_WOOD, 0), &n), -ENOENT);
	assert_int_equal(looked_up(p, INO(1, GROVE_WOOD, 0), &n), -ENOENT);
	assert_int_equal(looked_up(p, INO(1, GROVE_WOOD, 2), &n), -ENOENT); /* the directory is 1's */
	assert_int_equal(looked_up(p, INO(2, GROVE_WOOD, 1), &n), -ENOENT); /* a file */
	assert_int_equal(looked_up(p, INO(0, GROVE_WOOD, 4), &n), -ENOENT); /* a directory */
	assert_int_equal(looked_up(p, INO(0, GROVE_WOOD, 5), &n), -ENOENT);
	assert_int_equal(looked_up(p, INO(8, GROVE_WOOD, 1), &n), -ENOENT);
	assert_int_equal(looked_up(p, INO(0, GROVE_ROWS, 1), &n), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(id, INO_ROW_MANY + GROVE_WOOD, 1), &n), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(id, TREE_FORMAT_DIR, GROVE_WOOD), &n), -ENOENT);
	assert_int_equal(looked_up(p, ino_pack(id, TREE_FORMAT_TREE, GROVE_WOOD), &n), 0);
}

TEST(a_listing_of_a_tree_that_has_begun_goes_on_with_what_came_since)
{
	struct place *p = planted(b, "x/a = 1\nx/y/b = 2\nx/c = 3\n");
	struct node x = child_of(p, &p->dir, "x");
	struct tree_entry e;
	registry_lock(b->r);
	assert_true(tree_next(&x, 2, &e));
	assert_string_equal(e.name, "a");
	registry_unlock(b->r);
	plant(b, "x/d = 4\nx/y/e = 5\nf = 6\n");
	static const char *const rest[] = {"y", "c", "d"};
	registry_lock(b->r);
	assert_int_equal(duel_settle(x.duel), 0);
	for (size_t i = 0; i < 3; i++) {
		assert_true(tree_next(&x, e.cookie, &e));
		assert_string_equal(e.name, rest[i]);
	}
	assert_false(tree_next(&x, e.cookie, &e));
	assert_false(tree_next(&x, INT64_MAX, &e));
	registry_unlock(b->r);
}

TEST(a_directory_counts_those_in_it_and_has_the_time_of_its_newest)
{
	struct place *p = planted(b, "x/a = 1\ny/z/b = 2\ny/w/c = 3\n");
	struct node x = child_of(p, &p->dir, "x"), y = child_of(p, &p->dir, "y"), b2 = child_of(p, &p->dir, "y/z/b");
	assert_int_equal(stat_of(p, &p->dir).st_nlink, 4);
	assert_int_equal(stat_of(p, &x).st_nlink, 2);
	assert_int_equal(stat_of(p, &y).st_nlink, 4);
	assert_int_equal(stat_of(p, &b2).st_nlink, 1);
	assert_int_equal(stat_of(p, &y).st_mode, S_IFDIR | 0755);
	time_t before = stat_of(p, &x).st_mtim.tv_sec;
	bed_pass(b, 100);
	plant(b, "y/z/b = again\n");
	assert_int_equal(stat_of(p, &x).st_mtim.tv_sec, before);
	assert_int_equal(stat_of(p, &b2).st_mtim.tv_sec, before + 100);
	assert_int_equal(stat_of(p, &y).st_mtim.tv_sec, before + 100);
	assert_int_equal(stat_of(p, &p->dir).st_mtim.tv_sec, before + 100);
}

/* Asking for a path counts, not time: about a constant number of times for each file, however many there are. */
TEST(listing_and_finding_many_files_is_work_in_proportion_to_them)
{
	struct place *p = planted(b, "* 4096\n");
	struct node duel = p->dir;
	duel.row = TREE_DUEL;
	duel.sub = 0;
	grove_asked = 0;
	UT_string out;
	utstring_init(&out);
	registry_lock(b->r);
	assert_int_equal(duel_settle(duel.duel), 0);
	walk(p, &p->dir, &out);
	registry_unlock(b->r);
	utstring_done(&out);
	assert_true(grove_asked >= 4096);
	assert_in_range(grove_asked, 4096, 200 * 4096);
}

TEST(many_files_of_one_directory_are_found_each)
{
	UT_string text, want;
	utstring_init(&text);
	utstring_init(&want);
	for (unsigned i = 0; i < 4096; i++) {
		utstring_printf(&text, "%u = \n", i);
		utstring_printf(&want, "wood/%u|", i);
	}
	struct place *p = planted(b, utstring_body(&text));
	assert_walk(p, utstring_body(&want));
	utstring_done(&text);
	utstring_done(&want);
}

TEST(another_format_takes_its_tree_along)
{
	struct node duel, n;
	struct mount m = {.registry = b->r};
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"grove\"\n"), 0);
	duel = (struct node){.mount = &m, .duel = the_duel(b, "d"), .row = TREE_DUEL};
	registry_lock(b->r);
	assert_true(tree_find(&duel, "wood", &n));
	registry_unlock(b->r);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\n"), 0);
	registry_lock(b->r);
	assert_int_equal(duel_settle(duel.duel), 0);
	assert_false(tree_find(&duel, "wood", &n));
	assert_int_equal(node_find(&m, ino_pack(duel.duel->id, TREE_FORMAT_TREE, GROVE_WOOD), 0, &n), -ENOENT);
	registry_unlock(b->r);
}

/* A source that is a folder. */

static char *
folder_with(const struct bed *b, const char *const files[][2])
{
	static char root[PATH_MAX];
	char path[2 * PATH_MAX], command[2 * PATH_MAX + 32];
	snprintf(root, sizeof root, "%s/folder", b->dir);
	for (size_t i = 0; files[i][0]; i++) {
		snprintf(path, sizeof path, "%s/%s", root, files[i][0]);
		snprintf(command, sizeof command, "mkdir -p \"$(dirname '%s')\"", path);
		assert_int_equal(system(command), 0);
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(files[i][1], f);
		fclose(f);
	}
	return root;
}

static int
set_source(struct bed *b, const char *rules, const char *path)
{
	char text[PATH_MAX + 128];
	snprintf(text, sizeof text, "%ssource = \"%s\"\n", rules, path);
	return append_to(b, "d", DOOR_CONFIG, 0, text);
}

static struct node
wood_of(struct place *p, struct bed *b)
{
	*p = (struct place){.b = b, .m = {.registry = b->r}};
	struct node duel = {.mount = &p->m, .duel = the_duel(b, "d"), .row = TREE_DUEL};
	return p->dir = child_of(p, &duel, "wood");
}

#define GROVE "format = \"grove\"\n"

TEST(a_folder_without_its_first_part_is_that_part)
{
	struct place p;
	char *folder = folder_with(b, (const char *const[][2]){{"a", "1"}, {"cut/b", "2"}, {"topic", "Trees\nand more"}, {NULL, NULL}});
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	wood_of(&p, b);
	assert_walk(&p, "wood/a|wood/cut/|wood/cut/b|wood/topic|");
	assert_string_equal(p.dir.duel->fold->topic, "Trees");
	assert_int_equal(p.dir.duel->fold->folder->n, 3); /* of the one part alone */
}

TEST(a_further_part_that_is_no_directory_is_told)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "1"}, {"cut", "2"}, {NULL, NULL}});
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "cut: error: [grove.rotten] it is no directory\n");
}

static void
time_runs_out(void *arg)
{
	(void)arg;
	sleep(ERRAND_SECONDS + 1);
}

/* What is told after that time is that the file system did not answer, and it has. */
TEST(a_folder_that_was_read_in_time_is_judged_however_long_that_takes)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "1"}, {NULL, NULL}});
	assert_int_equal(make_duel(b, "d", 0), 0);
	grove_judging = time_runs_out;
	grove_judging_arg = b;
	assert_int_equal(set_source(b, GROVE, folder), 0);
	grove_judging = NULL;
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 1);
}

/* By whoever reads it, without a lock: 64 MiB take a while. */
TEST(the_sum_of_a_source_is_taken_when_it_is_read_and_is_what_a_join_records)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "1"}, {NULL, NULL}}), sum[SHA256_HEX_BYTES];
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	const struct source *source = the_duel(b, "d")->fold->source;
	char *text = (char *)source->text;
	sha256_hex(text, source->len, sum);
	text[source->len - 2] = '2';
	assert_string_equal(source_sum(source), sum);
	text[source->len - 2] = '1';
	assert_int_equal(say(b, "join anna"), 0);
	bed_close(b);
	bed_open(b);
	assert_string_equal(source_sum(the_duel(b, "d")->fold->source), sum);
	assert_null(the_duel(b, "d")->fold->damage);
}

TEST(a_folder_without_a_topic_gives_its_name)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "1"}, {NULL, NULL}});
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_string_equal(the_duel(b, "d")->fold->topic, "folder");
}

TEST(a_warning_of_a_folder_does_not_refuse_it)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "DRY"}, {NULL, NULL}});
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 1);
}

TEST(a_folders_limits_hold_for_each_of_its_parts)
{
	char *big = calloc(1, (1 << 20) + 2);
	memset(big, 'x', 1 << 20);
	assert_int_equal(make_duel(b, "d", 0), 0);
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", big}, {"wood/b", big}, {"cut/c", big}, {NULL, NULL}});
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "source = \"\"\n"), 0);
	folder_with(b, (const char *const[][2]){{"wood/c", "1"}, {NULL, NULL}});
	assert_int_equal(set_source(b, "", folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "wood: error: [grove.rotten] all files have more than 2097152 bytes\n");
	big[1 << 20] = 'x';
	folder_with(b, (const char *const[][2]){{"wood/a", big}, {"wood/b", ""}, {NULL, NULL}});
	assert_int_equal(set_source(b, "", folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "wood/a: error: [grove.rotten] it has 1048577 bytes, a file at most 1048576\n");
	folder_with(b, (const char *const[][2]){{"wood/a", ""}, {"wood/1/2/3/4/5/6/7/8/9/x", ""}, {NULL, NULL}});
	assert_int_equal(set_source(b, "", folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "wood/1/2/3/4/5/6/7/8/9: error: [grove.rotten] it lies more than 8 directories deep\n");
	free(big);
}

TEST(a_source_is_taken_anew_where_another_format_wants_another_kind)
{
	char *folder = folder_with(b, (const char *const[][2]){{"plan.md", "# A plan\n"}, {NULL, NULL}}), file[PATH_MAX];
	snprintf(file, sizeof file, "%s/plan.md", folder);
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, "", file), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, GROVE), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "it is not a directory, which this format debates");
	assert_true(the_duel(b, "d")->fold->source);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\n"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "a source ends in .md or .markdown");
	assert_non_null(the_duel(b, "d")->fold->folder);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"council\"\nsource = \"\"\n"), 0);
	assert_null(the_duel(b, "d")->fold->source);
	assert_null(the_duel(b, "d")->fold->folder);
}

TEST(a_folder_that_is_not_there_or_relative_is_refused_as_a_source_is)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, "folder"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "source: \"folder\" is not an absolute path");
	assert_int_equal(set_source(b, GROVE, "/nowhere/at/all"), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "[config.bad] source: /nowhere/at/all: there is no such file");
}

TEST(a_changed_byte_of_a_stored_folder_is_found)
{
	char *folder = folder_with(b, (const char *const[][2]){{"wood/a", "one"}, {NULL, NULL}}), command[256];
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(say(b, "join anna"), 0);
	bed_close(b);
	snprintf(command, sizeof command, "LC_ALL=C sed -i -z 's/^3\\none$/3\\ntwo/' %s/duelfs.db", b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
	assert_non_null(the_duel(b, "d")->fold->damage);
}
