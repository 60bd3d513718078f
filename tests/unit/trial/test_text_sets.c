/* texts.h: the texts that a duel's format works with. */
#include <fcntl.h>
#include <sys/stat.h>
#include "tests/unit/trial/trial.h"
#include "fs/registry/registry_inner.h"
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"

EACH_TEST(bed_setup, bed_teardown);

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

TEST(a_format_finds_its_texts_with_what_it_makes_of_them)
{
	struct bed *b = *state;
	make_council(b, "d");
	greets(b, "d", "Welcome all\n", "Welcome");
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
