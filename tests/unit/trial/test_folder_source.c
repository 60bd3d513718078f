/* A source that is a folder, as format grove takes it: its parts, topic and limits, and its sum. */
#include "tests/unit/trial/trial.h"
#include "tests/unit/files.h"

#include <sys/syscall.h>
#include <time.h>

#include "fs/duels/background.h"

static int
bed_with_a_duel(void **state)
{
	return bed_setup(state) || make_duel(*state, "d", 0);
}

EACH_TEST(bed_with_a_duel, bed_teardown);

#define FILES(...) ((const char *const[][2]){__VA_ARGS__, {NULL, NULL}})

/* A path of each, and what is in it. */
static char *
folder_with(const struct bed *b, const char *const files[][2])
{
	char *root = TEXT("%s/folder", b->dir);
	for (size_t i = 0; files[i][0]; i++) {
		char *path = TEXT("%s/%s", root, files[i][0]);
		assert_int_equal(shell("mkdir -p \"$(dirname '%s')\"", path), 0);
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
	return append_to(b, "d", INTAKE_FILE_CONFIG, 0, TEXT("%ssource = \"%s\"\n", rules, path));
}

#define GROVE "format = \"grove\"\n"

TEST(a_folder_without_its_first_part_is_that_part)
{
	char *folder = folder_with(b, FILES({"a", "1"}, {"cut/b", "2"}, {"topic", "Trees\nand more"}));
	assert_int_equal(set_source(b, GROVE, folder), 0);
	const struct fold *fold = the_duel(b, "d")->fold;
	assert_string_equal(fold->topic, "Trees");
	assert_int_equal(fold->folder->n, 3); /* of the one part alone */
	static const char *const paths[] = {"wood/a", "wood/cut/b", "wood/topic"};
	for (size_t i = 0; i < 3; i++)
		assert_string_equal(fold->folder->files[i].path, paths[i]);
}

TEST(a_further_part_that_is_no_directory_is_told)
{
	assert_int_equal(set_source(b, GROVE, folder_with(b, FILES({"wood/a", "1"}, {"cut", "2"}))), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "cut: error: [council.bad] it is no directory\n");
}

static bool is_soon;

/* In place of libc's: a deadline that is made out while it is soon is a second away. */
int
clock_gettime(clockid_t clock, struct timespec *now)
{
	int err = (int)syscall(SYS_clock_gettime, clock, now);
	now->tv_sec -= is_soon && clock == CLOCK_REALTIME ? BACKGROUND_SECONDS - 1 : 0;
	return err;
}

static void
time_runs_out(void)
{
	nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
}

/* After that time a caller is told that the file system did not answer. Here it has answered. */
TEST(a_folder_that_was_read_in_time_is_judged_however_long_that_takes)
{
	char *folder = folder_with(b, FILES({"wood/a", "1"}));
	grove_judging = time_runs_out;
	is_soon = true;
	assert_int_equal(set_source(b, GROVE, folder), 0);
	is_soon = false;
	grove_judging = NULL;
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 1);
}

/* By whoever reads it, without a lock: 64 MiB take a while. */
TEST(the_sum_of_a_source_is_taken_when_it_is_read_and_is_what_a_join_records)
{
	char *folder = folder_with(b, FILES({"wood/a", "1"})), sum[SHA256_HEX_BYTES];
	assert_int_equal(set_source(b, GROVE, folder), 0);
	const struct source *source = the_duel(b, "d")->fold->source;
	char *text = (char *)source->text;
	sha256_hex(text, source->len, sum);
	text[source->len - 2] = '2';
	assert_string_equal(source_sum(source), sum);
	text[source->len - 2] = '1';
	assert_int_equal(say(b, "join anna role=first harness=one"), 0);
	bed_reopen(b);
	assert_string_equal(source_sum(the_duel(b, "d")->fold->source), sum);
	assert_null(the_duel(b, "d")->fold->damage);
}

/* A whole text that names it as it was leaves it, whatever became of the folder. */
TEST(a_folder_that_a_line_sets_again_is_copied_and_judged_again)
{
	char *folder = folder_with(b, FILES({"wood/a", "1"})), *whole = TEXT(GROVE "source = \"%s\"\n", folder);
	assert_int_equal(set_source(b, GROVE, folder), 0);
	folder_with(b, FILES({"wood/a", "one"}, {"wood/b", "2"}));
	assert_int_equal(put(b, INTAKE_FILE_CONFIG, whole), 0);
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 1);
	assert_int_equal(set_source(b, "", folder), 0);
	bed_reopen(b);
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 2);
	assert_string_equal(the_duel(b, "d")->fold->folder->files[0].text, "one");
	assert_int_equal(rename(folder, TEXT("%s.gone", folder)), 0);
	assert_int_equal(put(b, INTAKE_FILE_CONFIG, whole), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "topic = \"x\"\n"), 0);
	assert_int_equal(set_source(b, "", folder), -EINVAL);
}

TEST(a_folder_without_a_topic_gives_its_name)
{
	assert_int_equal(set_source(b, GROVE, folder_with(b, FILES({"wood/a", "1"}))), 0);
	assert_string_equal(the_duel(b, "d")->fold->topic, "folder");
}

TEST(a_warning_of_a_folder_does_not_refuse_it)
{
	assert_int_equal(set_source(b, GROVE, folder_with(b, FILES({"wood/a", "DRY"}))), 0);
	assert_int_equal(the_duel(b, "d")->fold->folder->n, 1);
}

TEST(a_folders_limits_hold_for_each_of_its_parts)
{
	char *big = test_owns(calloc(1, (1 << 20) + 2));
	memset(big, 'x', 1 << 20);
	char *folder = folder_with(b, FILES({"wood/a", big}, {"wood/b", big}, {"cut/c", big}));
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "source = \"\"\n"), 0);
	assert_int_equal(set_source(b, "", folder_with(b, FILES({"wood/c", "1"}))), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0),
		"wood: error: [council.bad] all files have more than 2097152 bytes\n");
	big[1 << 20] = 'x';
	assert_int_equal(set_source(b, "", folder_with(b, FILES({"wood/a", big}, {"wood/b", ""}))), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0),
		"wood/a: error: [council.bad] it has 1048577 bytes, a file at most 1048576\n");
	folder_with(b, FILES({"wood/a", ""}, {"wood/1/2/3/4/5/6/7/8/9/x", ""}));
	assert_int_equal(set_source(b, "", folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0),
		"wood/1/2/3/4/5/6/7/8/9: error: [council.bad] it lies more than 8 directories deep\n");
	folder_with(b, FILES({"wood/d", ""}, {"wood/e", ""}, {"wood/f", ""}, {"wood/g", ""},
		{"wood/h", ""}, {"wood/i", ""}, {"wood/j", ""}, {"wood/k", ""}));
	assert_int_equal(set_source(b, "", folder), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), "there are more than 10 files\n");
}

TEST(a_changed_byte_of_a_stored_folder_is_found)
{
	char *folder = folder_with(b, FILES({"wood/a", "one"}));
	assert_int_equal(set_source(b, GROVE, folder), 0);
	assert_int_equal(say(b, "join anna role=first harness=one"), 0);
	bed_close(b);
	assert_int_equal(shell("LC_ALL=C sed -i -z 's/^3\\none$/3\\ntwo/' %s/duelfs.db", b->dir), 0);
	bed_open(b);
	assert_non_null(the_duel(b, "d")->fold->damage);
}
