/* Scratch files: which names they have, how long they are kept, and what a copy takes the place of. */
#include "fixture.h"

#include "fs/duels/scratch.h"
#include "fs/util/scratch_names.h"

EACH_TEST(bed_setup, bed_teardown);

#define HOUR 3600 /* seconds that a scratch file is kept */

static const struct caller ada = {.uid = 1000};

/* 0, or what making a file gave. */
static int
made(struct bed *b, const struct caller *who, const char *name, struct scratch **out)
{
	struct duel *d = the_duel(b, "d");
	return LOCKED_VALUE(b, scratch_make(d, 0, who, name, NULL, out));
}

static struct scratch *
found(struct bed *b, uid_t uid, const char *name)
{
	struct duel *d = the_duel(b, "d");
	LOCKED(b, scratch_tick(b->r));
	return LOCKED_VALUE(b, scratch_find(d, 0, uid, name));
}

TEST(names_of_companions_are_allowed)
{
	static const char *const yes[] = {"4913", ".debate.md.swp", ".debate.md.swo", ".debate.md.swx", ".config.toml.swp", "debate.md~",
		"#debate.md#", ".#debate.md", "debate.md.tmp.4711.9f3a", "debate.tmp", "x.tmp", ".tmpAb12xY", "debate.md.new", "debate.md.bak",
		"debate.md.orig", "debate.md.part", "check.tmp.1.2", "sedAb3dXy"};
	static const char *const no[] = {"Debate.md", "debate.md2", "debate", "turn.md", "notes.txt", "123", "123456", "a4913", "", ".swp.md",
		"debate.md ", "README", "new", "bak", "turns", "position", "rebuttal", "Xy12abCD", "x\n.tmp", "x\x7f.tmp", "5036", "10078",
		"debate.md.save", "debate.md.1234567", "debate.md.old", "debate.md.rej", "XXwpL4tC", "tmpabcd_12e", "debate.md.Ab3dXy",
		"debate.mdAb3dXy", ".goutputstream-ABC123", ".debate.md.un~x", "sedation", "sedAb3dX"};
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
		if (!scratch_allowed(yes[i]))
			fail_msg("%s is refused", yes[i]);
	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (scratch_allowed(no[i]))
			fail_msg("%s is allowed", no[i]);
}

TEST(a_copy_takes_the_place_of_the_one_before_where_there_is_no_other)
{
	static char large[SCRATCH_BYTES + 1];
	struct scratch *s;
	char name[16];
	two_join(b);
	for (int i = 1; i < SCRATCH_FILES; i++) {
		snprintf(name, sizeof name, "%d.tmp", i);
		assert_int_equal(made(b, &ada, name, &s), 0);
	}
	assert_int_equal(made(b, &ada, "debate.md~", &s), 0);
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", "as it was", 9), 0);
	s = scratch_find(d, 0, 1000, "debate.md~");
	assert_memory_equal(s->bytes, "as it was", 9);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", large, sizeof large), -ENOSPC);
	assert_memory_equal(scratch_find(d, 0, 1000, "debate.md~")->bytes, "as it was", 9);
	s = scratch_find(d, 0, 1000, "debate.md~");
	scratch_hold(s);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", "again", 5), -ENOSPC);
	scratch_drop(s);
	duels_unlock(b->r);
}

TEST(an_hour_without_a_change_ends_a_file_that_nobody_has_open)
{
	struct scratch *old, *open, *young;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &old), 0);
	assert_int_equal(made(b, &ada, "open.tmp", &open), 0);
	LOCKED(b, scratch_hold(open));
	bed_pass(b, HOUR - 1);
	assert_non_null(found(b, 1000, "old.tmp"));
	assert_int_equal(made(b, &ada, "young.tmp", &young), 0);
	bed_pass(b, 1);
	assert_null(found(b, 1000, "old.tmp"));
	assert_non_null(found(b, 1000, "open.tmp"));
	assert_non_null(found(b, 1000, "young.tmp"));
	LOCKED(b, scratch_drop(open));
	assert_null(found(b, 1000, "open.tmp"));
}

TEST(the_timer_ends_a_file_that_nobody_looks_for)
{
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &s), 0);
	bed_pass(b, HOUR);
	LOCKED(b, assert_int_equal(scratch_tick(b->r), 0));
	LOCKED(b, assert_int_equal(duels_usage(b->r, 1000)->staged, 0));
}

TEST(looking_for_a_file_takes_none_from_whoever_found_it)
{
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &s), 0);
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	assert_ptr_equal(scratch_find(d, 0, 1000, "old.tmp"), s);
	bed_pass(b, HOUR);
	assert_null(scratch_find(d, 0, 1000, "new.tmp"));
	assert_null(scratch_next(d, 0, 1000, s->number));
	assert_ptr_equal(b->r->scratch, s);
	scratch_rename(s, "new.tmp");
	assert_ptr_equal(scratch_find(d, 0, 1000, "new.tmp"), s);
	duels_unlock(b->r);
}

TEST(numbers_go_round_past_those_in_use)
{
	struct scratch *first, *again;
	two_join(b);
	assert_int_equal(made(b, &ada, "a.tmp", &first), 0);
	b->r->scratch_serial += SCRATCH_NUMBER_MAX - 1;
	assert_int_equal(made(b, &ada, "b.tmp", &again), 0);
	assert_int_not_equal(again->number, first->number);
	assert_int_equal(again->generation, first->generation + 1);
}

/* Becoming the record. */
