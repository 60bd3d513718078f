/* Inode numbers, the rows of the tree, remembered sizes. */
#include "fs/mount/node.h"
#include "fs/mount/tree.h"
#include "fs/mount/tree_many.h"

#include "tests/unit/test.h"

#include "fs/mount/ino.h"
#include "fs/mount/sizes.h"

TEST(an_inode_number_gives_back_what_was_packed)
{
	static const int64_t duels[] = {0, 1, 2, 1000000, LIMIT_DUEL_ID};
	static const unsigned subs[] = {0, 1, 100, INO_SUB_MAX};
	for (size_t d = 0; d < sizeof duels / sizeof duels[0]; d++)
		for (unsigned row = 0; row <= INO_ROW_MAX; row++)
			for (size_t s = 0; s < sizeof subs / sizeof subs[0]; s++) {
				uint64_t ino = ino_pack(duels[d], row, subs[s]);
				assert_int_equal(ino_duel(ino), duels[d]);
				assert_int_equal(ino_row(ino), row);
				assert_int_equal(ino_sub(ino), subs[s]);
			}
}

TEST(the_root_has_the_number_that_the_kernel_gives_it)
{
	struct node root = {.row = TREE_ROOT};
	assert_int_equal(node_ino(&root), FUSE_ROOT_ID);
}

TEST(no_row_of_the_root_has_number_0_or_1)
{
	for (enum tree_id row = 0; row < TREE_ROWS; row++) {
		struct node n = {.row = row};
		if (row != TREE_ROOT)
			assert_true(node_ino(&n) > FUSE_ROOT_ID);
	}
}

TEST(every_row_stands_in_a_directory)
{
	for (enum tree_id row = 0; row < TREE_ROWS; row++)
		assert_true(tree_is_dir(tree[row].parent));
}

TEST(names_in_a_directory_differ)
{
	for (enum tree_id a = 0; a < TREE_ROWS; a++)
		for (enum tree_id b = 0; b < a; b++)
			if (tree[a].name && tree[b].name && tree[a].parent == tree[b].parent)
				assert_string_not_equal(tree[a].name, tree[b].name);
}

TEST(a_row_has_a_name_or_is_one_of_many_or_the_formats)
{
	for (enum tree_id row = 1; row < TREE_ROWS; row++)
		assert_int_equal(!!tree[row].name + !!tree[row].many + tree[row].of_format, 1);
}

TEST(a_directory_holds_many_of_one_kind_at_most)
{
	for (enum tree_id row = 1; row < TREE_ROWS; row++) {
		enum tree_id holds = tree[row].holds;
		if (tree[row].many)
			assert_int_equal(tree[tree[row].parent].holds, row);
		if (holds)
			assert_true(tree[holds].many && tree[holds].parent == row);
	}
}

TEST(a_file_has_one_thing_to_read)
{
	for (enum tree_id row = 0; row < TREE_ROWS; row++) {
		const struct tree_row *t = &tree[row];
		bool own = t->many == &tree_scratches; /* each reader's own */
		assert_int_equal(!!t->render + !!t->render_mount + !!t->bytes, tree_is_dir(row) || own ? 0 : 1);
		assert_non_null(t->kind);
		assert_non_null(t->time_ms);
	}
}

TEST(only_what_is_gated_is_writable)
{
	for (enum tree_id row = 0; row < TREE_ROWS; row++)
		if (!tree_is_dir(row))
			assert_int_equal(!!(tree[row].mode & 0222), tree[row].gated);
}

TEST(what_holds_a_reader_up_is_not_listed)
{
	unsigned n = 0;
	for (enum tree_id row = 0; row < TREE_ROWS; row++) {
		bool waits = tree[row].kind == &node_wait;
		n += waits;
		assert_int_equal(tree[row].unlisted, waits);
		assert_true(!waits || tree[row].wait != WAIT_NONE);
	}
	assert_true(n > 0);
}

TEST(an_inode_number_has_room_for_every_row_and_for_each_file_of_a_format)
{
	unsigned deepest = own_folder(FORMAT_ROWS_MAX - 1, OWN_NUMBER_MAX, FORMAT_TREE_DEPTH);
	assert_true(TREE_ROWS - 1 <= INO_ROW_MAX);
	assert_true(deepest <= INO_SUB_MAX && SCRATCH_NUMBER_MAX <= INO_SUB_MAX);
	assert_int_equal(own_row(deepest), FORMAT_ROWS_MAX - 1);
	assert_int_equal(own_number(deepest), OWN_NUMBER_MAX);
	assert_int_equal(own_depth(deepest), FORMAT_TREE_DEPTH);
}

TEST(a_path_names_the_directories_on_the_way)
{
	char path[NAME_MAX];
	struct node status = {.row = TREE_STATUS}, turns = {.row = TREE_TURNS}, duel = {.row = TREE_DUEL};
	turns.duel = status.duel = (struct duel *)path; /* any: fixed names do not ask it */
	node_path(&status, path, sizeof path);
	assert_string_equal(path, "status");
	node_path(&turns, path, sizeof path);
	assert_string_equal(path, "turns");
	node_path(&duel, path, sizeof path);
	assert_string_equal(path, "");
}

TEST(a_size_is_remembered_under_its_version_only)
{
	static struct sizes sizes;
	off_t size;
	assert_false(sizes_get(&sizes, 17, 1, &size));
	sizes_put(&sizes, 17, 1, "four", 4, 1000);
	assert_true(sizes_get(&sizes, 17, 1, &size));
	assert_int_equal(size, 4);
	assert_false(sizes_get(&sizes, 17, 2, &size));
	assert_false(sizes_get(&sizes, 18, 1, &size));
}

TEST(a_time_moves_with_the_bytes_and_not_with_a_version_alone)
{
	static struct sizes sizes;
	static const char *const texts[] = {"", "a", "b", "a text of more than eight bytes", "a text of more than eight bytez"};
	int64_t now_ms = 1000;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (int again = 0; again < 3; again++) {
			sizes_put(&sizes, 17, (uint64_t)now_ms, texts[i], strlen(texts[i]), now_ms);
			assert_int_equal(sizes_slot(&sizes, 17)->since_ms, now_ms - again);
			now_ms++;
		}
}

TEST(many_inodes_have_a_place_each_and_one_more_takes_anothers)
{
	static struct sizes sizes;
	for (uint64_t ino = 1; ino <= SIZES_SLOTS / 16; ino++)
		sizes_slot(&sizes, ino)->told = (off_t)ino;
	for (uint64_t ino = 1; ino <= SIZES_SLOTS / 16; ino++)
		assert_int_equal(sizes_slot(&sizes, ino)->told, ino);
	for (uint64_t ino = 1; ino <= 3 * SIZES_SLOTS; ino++) {
		sizes_slot(&sizes, ino)->told = (off_t)ino;
		assert_int_equal(sizes_slot(&sizes, ino)->told, ino);
	}
}

TEST(what_is_kept_stands_in_a_duel_or_in_what_is_kept_and_can_be_shown)
{
	unsigned n = 0;
	for (enum tree_id row = 0; row < TREE_ROWS; row++) {
		const struct tree_row *t = &tree[row];
		if (!t->kept)
			continue;
		n++;
		assert_true(t->parent == TREE_DUEL || tree[t->parent].kept);
		assert_true(tree_is_dir(row) || t->render || t->bytes);
	}
	assert_true(n > 0);
}
