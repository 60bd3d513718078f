/* texts.h: the texts of formats as a mount has them, and which of them a duel works with. */
#include <fcntl.h>
#include <sys/stat.h>
#include "tests/unit/trial/trial.h"
#include "fs/registry/registry_inner.h"
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"

EACH_TEST(bed_setup, bed_teardown);

/* DIR/council/greeting.txt, of the bed's folder; static. */
static const char *
greeting_path(struct bed *b)
{
	static char path[128];
	snprintf(path, sizeof path, "%s/council", b->dir);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/council/greeting.txt", b->dir);
	return path;
}

static void
greet(struct bed *b, const char *text, size_t len)
{
	FILE *f = fopen(greeting_path(b), "w");
	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void
make_council(struct bed *b, const char *name)
{
	assert_int_equal(make_duel(b, name, 0), 0);
	assert_int_equal(append_to(b, name, DOOR_CONFIG, 0, "format = \"council\"\n"), 0);
}

static void
greets(struct bed *b, const char *name, const char *bytes, const char *word)
{
	struct duel *d = the_duel(b, name);
	struct context ctx;
	registry_lock(b->r);
	fold_context(d->fold, &ctx);
	assert_string_equal(ctx.texts[0]->bytes, bytes);
	assert_int_equal(ctx.texts[0]->len, strlen(bytes));
	assert_string_equal(ctx.texts[0]->made, word);
	registry_unlock(b->r);
}

TEST(what_is_built_in_holds_where_there_is_no_file)
{
	struct bed *b = *state;
	make_council(b, "d");
	greets(b, "d", "Welcome all\n", "Welcome");
	bed_close(b);
	b->texts_dir = b->dir;
	bed_open(b);
	greets(b, "d", "Welcome all\n", "Welcome");
}

TEST(a_users_file_holds_in_its_place)
{
	struct bed *b = *state;
	char elsewhere[128];
	greet(b, "Hello you\r\nand you\r\n", 20);
	bed_close(b);
	b->texts_dir = b->dir;
	bed_open(b);
	make_council(b, "d");
	greets(b, "d", "Hello you\nand you\n", "Hello");
	bed_close(b);
	snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", b->dir);
	assert_int_equal(rename(greeting_path(b), elsewhere), 0);
	assert_int_equal(symlink(elsewhere, greeting_path(b)), 0);
	bed_open(b);
	greets(b, "d", "Hello you\nand you\n", "Hello");
}

static void
refused(struct bed *b, const char *want)
{
	struct text_set *s = NULL;
	UT_string why;
	utstring_init(&why);
	assert_true(text_set_read(b->dir, NULL, 0, &s, &why) < 0);
	assert_null(s);
	assert_memory_equal(utstring_body(&why), greeting_path(b), strlen(greeting_path(b)));
	assert_string_equal(utstring_body(&why) + strlen(greeting_path(b)), want);
	utstring_done(&why);
}

TEST(a_file_that_cannot_be_used_is_refused_with_its_line)
{
	struct bed *b = *state;
	struct text_set *s = NULL;
	UT_string why;
	char *large = mem_calloc(1, LIMIT_TEXT_FILE_BYTES + 1);
	for (size_t i = 0; i < LIMIT_TEXT_FILE_BYTES + 1; i++)
		large[i] = i % 64 == 63 ? '\n' : 'a';
	greet(b, "1\n", 2);
	refused(b, ":3: no word leads");
	greet(b, "a\nb\x07\n", 5);
	refused(b, ":2: U+0007 in column 2 is a control character");
	greet(b, large, LIMIT_TEXT_FILE_BYTES + 1);
	refused(b, ": the file has more than 65536 bytes");
	greet(b, large, LIMIT_TEXT_FILE_BYTES);
	utstring_init(&why);
	assert_int_equal(text_set_read(b->dir, NULL, 0, &s, &why), 0);
	utstring_done(&why);
	text_set_drop(s);
	unlink(greeting_path(b));
	assert_int_equal(mkdir(greeting_path(b), 0700), 0);
	refused(b, ": is no regular file");
	assert_int_equal(rmdir(greeting_path(b)), 0);
	assert_int_equal(mkfifo(greeting_path(b), 0600), 0);
	refused(b, ": is no regular file");
	unlink(greeting_path(b));
	assert_int_equal(symlink("greeting.txt", greeting_path(b)), 0);
	refused(b, ": cannot be read: Too many levels of symbolic links");
	free(large);
}

/* The same set whatever the format is: config.toml may name another until somebody joins. */
TEST(each_format_has_its_own_texts)
{
	struct bed *b = *state;
	struct context ctx;
	assert_int_equal(make_duel(b, "d", 0), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	fold_context(d->fold, &ctx);
	assert_non_null(ctx.texts);
	assert_string_equal(ctx.texts[0]->bytes, format_socratic.texts[0].bytes);
	registry_unlock(b->r);
}
