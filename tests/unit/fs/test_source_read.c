/* A format's own form of a whole source is made beside the duels' lock, and is there when somebody joins. */
#include "tests/unit/fs/fixture.h"
#include "fs/duels/background.h"

/* A format whose reading the test holds. */
static sem_t arrived, go, told;
static unsigned made, dropped;
static bool nothing;

static void
wait_for(sem_t *s)
{
	while (sem_wait(s))
		;
}

static void *
slow_make(const struct source *source, const struct source_folder *folder)
{
	assert_non_null(source);
	assert_null(folder);
	made++;
	sem_post(&arrived);
	wait_for(&go);
	return nothing ? NULL : mem_strdup(source->text);
}

static void
slow_drop(void *reading)
{
	assert_non_null(reading);
	dropped++;
	free(reading);
}

static const struct format_reading slow_reading = {.make = slow_make, .drop = slow_drop};
static const struct format slow = {.name = "slow", .reading = &slow_reading};

/* As the user who writes config.toml. */
static void
configure(struct bed *b, const char *duel, const char *line)
{
	if (append_to(b, duel, INTAKE_FILE_CONFIG, 0, line))
		fail_msg("%s: %s", line, shown(b, duel, render_last_error, 0));
}

static void
name_source(struct bed *b, const char *duel, const char *name, const char *text)
{
	char *path = TEXT("%s/%s.md", b->dir, name), *line = TEXT("source = \"%s\"\n", path);
	FILE *f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
	configure(b, duel, line);
}

static int
a_duel_with_a_source(void **state)
{
	int err = bed_setup(state);
	if (err)
		return err;
	assert_int_equal(make_duel(*state, "d", 0), 0);
	assert_int_equal(make_duel(*state, "other", 0), 0);
	name_source(*state, "d", "one", "# One\n\nThe first text.\n");
	sem_init(&arrived, 0, 0);
	sem_init(&go, 0, 0);
	sem_init(&told, 0, 0);
	made = dropped = 0;
	nothing = false;
	return 0;
}

/* Also of a test that failed. */
static int
let_go(void **state)
{
	sem_post(&go);
	return bed_teardown(state);
}

EACH_TEST(a_duel_with_a_source, let_go);

static struct fold *
fold_of(struct bed *b, const char *duel)
{
	return the_duel(b, duel)->fold;
}

static const struct format *
format_of(struct bed *b)
{
	return fold_of(b, "d")->format;
}

struct kept_reading {
	struct bed *b;
	const struct source *source;
};

static void *
read_kept(void *arg)
{
	struct kept_reading *k = arg;
	struct source_copy copy = {.path = (char *)k->source->path, .text = (char *)k->source->text, .len = k->source->len};
	source_copy_read(&copy, &slow);
	LOCKED(k->b, source_keep(k->source, &copy));
	copy.path = copy.text = NULL;
	source_copy_free(&copy);
	free(k);
	sem_post(&told);
	return NULL;
}

/* Have a thread read what "d" has now, and wait until it is at it. */
static void
begin(struct bed *b)
{
	pthread_t thread;
	struct fold *fold = fold_of(b, "d");
	struct kept_reading *k = mem_calloc(1, sizeof *k);
	LOCKED(b, assert_false(source_is_read(fold->source, &slow)));
	*k = (struct kept_reading){b, fold->source};
	assert_int_equal(pthread_create(&thread, NULL, read_kept, k), 0);
	pthread_detach(thread);
	wait_for(&arrived);
}

static void
end(void)
{
	sem_post(&go);
	wait_for(&told);
}

TEST(others_are_answered_while_a_source_is_read_and_so_is_its_own_duel)
{
	begin(b);
	assert_holds(shown(b, "other", render_status_toml, 0), "\nstate = \"preparing\"\n");
	assert_int_equal(say_as(b, "other", 0, "join carl"), 0);
	assert_int_equal(say(b, "join alice"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nparticipants = 1\n");
	end();
	assert_string_equal(source_reading(fold_of(b, "d")->source, &slow), "# One\n\nThe first text.\n");
}

TEST(a_source_of_which_nothing_can_be_made_is_read_once)
{
	nothing = true;
	begin(b);
	end();
	assert_true(source_is_read(fold_of(b, "d")->source, &slow));
	assert_null(source_reading(fold_of(b, "d")->source, &slow));
	assert_int_equal(made, 1);
}

TEST(of_two_who_read_the_same_one_reading_stays)
{
	begin(b);
	begin(b);
	end();
	void *first = source_reading(fold_of(b, "d")->source, &slow);
	end();
	assert_ptr_equal(source_reading(fold_of(b, "d")->source, &slow), first);
	assert_int_equal(dropped, 1);
}

/* -- by the formats that there are -- */

static void
joins_with_what_was_read(struct bed *b)
{
	void *read = source_reading(fold_of(b, "d")->source, format_of(b));
	assert_non_null(read);
	assert_int_equal(say(b, "join alice"), 0);
	assert_ptr_equal(source_reading(fold_of(b, "d")->source, format_of(b)), read);
}

TEST(a_source_that_is_set_is_read_before_somebody_joins)
{
	joins_with_what_was_read(b);
}

TEST(so_is_one_that_is_set_anew)
{
	name_source(b, "d", "two", "# Two\n");
	joins_with_what_was_read(b);
}

TEST(a_duel_that_is_loaded_has_read_its_source)
{
	bed_reopen(b);
	joins_with_what_was_read(b);
	bed_reopen(b);
	struct fold *fold = fold_of(b, "d");
	assert_non_null(source_reading(fold->source, fold->format));
}

TEST(a_source_that_stays_is_not_read_again_for_another_format)
{
	assert_int_equal(make_duel(b, "e", 0), 0);
	configure(b, "d", "format = \"dialectic\"\n");
	name_source(b, "d", "two", "# Two\n\nThe second text.\n");
	assert_true(source_is_read(fold_of(b, "d")->source, format_of(b)));
	const struct source *before = fold_of(b, "d")->source;
	char *path = TEXT("%s/two.md", b->dir);
	assert_int_equal(unlink(path), 0); /* nobody reads it there again */
	configure(b, "d", "format = \"socratic\"\n");
	assert_ptr_equal(fold_of(b, "d")->source, before);
	joins_with_what_was_read(b);
}

/* Between a write and the decision about it the text may come to want another format. */
TEST(a_source_is_read_for_the_format_that_is_decided_on)
{
	char *line = TEXT("format = \"dialectic\"\nsource = \"%s/one.md\"\ntopic = \"x\"\n", b->dir);
	configure(b, "d", "source = \"\"\n");
	struct intake *w = staged(b, INTAKE_FILE_CONFIG, 0, true, line, -1);
	memcpy(line, "format = \"socratic\" \n", strlen("format = \"socratic\" \n"));
	assert_int_equal(written(b, w, line, 0), 0);
	assert_int_equal(flushed(b, w, true), 0);
	assert_int_equal(closed(b, w), 0);
	assert_string_equal(format_of(b)->name, "socratic");
	joins_with_what_was_read(b);
}

TEST(who_names_an_evidence_root_that_nobody_has_looked_at_is_not_told_of_its_file_system)
{
	char *rights, *why;
	LOCKED(b, b->r->closing = true);
	LOCKED(b, assert_int_equal(background_root(b->r, "/", NULL, &rights, &why), -EBUSY));
	LOCKED(b, b->r->closing = false);
	assert_string_equal(test_owns(why), SOURCE_ENDED);
}
