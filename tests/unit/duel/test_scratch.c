/* Scratch files: which names they have, whose they are, what bounds them, and how one becomes the record. */
#include "fixture.h"

#include "fs/gate/replace.h"
#include "fs/registry/registry_inner.h"
#include "fs/registry/scratch.h"
#include "fs/util/scratch_names.h"

EACH_TEST(bed_setup, bed_teardown);

#define HOUR 3600 /* seconds that a scratch file is kept */

static const struct caller root = {.uid = 0}, ada = {.uid = 1000}, ben = {.uid = 1001};

/* 0, or what making a file gave. */
static int
made(struct bed *b, const struct caller *who, const char *name, struct scratch **out)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	int err = scratch_make(d, 0, who, name, NULL, out);
	registry_unlock(b->r);
	return err;
}

static struct scratch *
found(struct bed *b, uid_t uid, const char *name)
{
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	scratch_tick(b->r);
	struct scratch *s = scratch_find(d, 0, uid, name);
	registry_unlock(b->r);
	return s;
}

static int
put_in(struct bed *b, struct scratch *s, const char *text, uint64_t offset)
{
	struct caller who = {.uid = s->uid};
	registry_lock(b->r);
	int err = scratch_write(s, &who, text, strlen(text), offset);
	registry_unlock(b->r);
	return err;
}

static int
replaced(struct bed *b, struct scratch *s, int file, const struct caller *who)
{
	struct answer a = ANSWER;
	registry_lock(b->r);
	replace_run(s, file, who, answered, &a);
	registry_unlock(b->r);
	return answer_wait(&a);
}

/* The record and this behind it, in a scratch file. */
static struct scratch *
next_version(struct bed *b, const char *name, const char *text)
{
	struct scratch *s;
	char *now = record(b, "d");
	assert_int_equal(made(b, &root, name, &s), 0);
	assert_int_equal(put_in(b, s, now, 0), 0);
	assert_int_equal(put_in(b, s, text, strlen(now)), 0);
	free(now);
	return s;
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

TEST(a_name_longer_than_a_listing_can_hold_is_refused)
{
	char name[NAME_MAX + 2];
	memset(name, 'a', sizeof name);
	strcpy(name + NAME_MAX - 4, ".tmp");
	assert_true(scratch_allowed(name));
	strcpy(name + NAME_MAX - 3, ".tmp");
	assert_false(scratch_allowed(name));
}

TEST(each_uid_has_its_own_files)
{
	struct bed *b = *state;
	struct scratch *mine, *theirs;
	two_join(b);
	assert_int_equal(made(b, &ada, "x.tmp", &mine), 0);
	assert_int_equal(made(b, &ben, "x.tmp", &theirs), 0);
	assert_ptr_not_equal(mine, theirs);
	assert_int_not_equal(mine->number, theirs->number);
	assert_ptr_equal(found(b, 1000, "x.tmp"), mine);
	assert_ptr_equal(found(b, 1001, "x.tmp"), theirs);
	assert_null(found(b, 0, "x.tmp"));
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	assert_ptr_equal(scratch_next(d, 0, 1001, 0), theirs);
	assert_null(scratch_next(d, 0, 1001, theirs->number));
	registry_unlock(b->r);
}

TEST(a_write_behind_the_end_leaves_zeros)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "x.tmp", &s), 0);
	assert_int_equal(put_in(b, s, "end", 5), 0);
	assert_int_equal(s->len, 8);
	assert_memory_equal(s->bytes, "\0\0\0\0\0end", 8);
	registry_lock(b->r);
	assert_int_equal(scratch_truncate(s, &ada, 6), 0);
	assert_int_equal(scratch_truncate(s, &ada, 8), 0);
	registry_unlock(b->r);
	assert_memory_equal(s->bytes, "\0\0\0\0\0e\0\0", 8);
}

TEST(the_room_of_a_file_that_was_cut_is_given_back)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "x.tmp", &s), 0);
	assert_int_equal(put_in(b, s, "end", (1 << 20) - 3), 0);
	assert_true(s->room >= 1 << 20);
	registry_lock(b->r);
	assert_int_equal(scratch_truncate(s, &ada, 2), 0);
	registry_unlock(b->r);
	assert_int_equal(s->room, SCRATCH_COST);
	assert_memory_equal(s->bytes, "\0\0", 2);
}

TEST(a_uid_has_sixteen_files_in_a_directory)
{
	struct bed *b = *state;
	struct scratch *s;
	char name[16];
	two_join(b);
	for (int i = 0; i < SCRATCH_FILES; i++) {
		snprintf(name, sizeof name, "%d.tmp", i);
		assert_int_equal(made(b, &ada, name, &s), 0);
	}
	assert_int_equal(made(b, &ada, "more.tmp", &s), -ENOSPC);
	assert_holds(shown(b, "d", render_last_error, 0), "more.tmp: error: [limit.scratch]");
	assert_int_equal(made(b, &ben, "more.tmp", &s), 0);
	registry_lock(b->r);
	scratch_unlink(scratch_find(registry_find(b->r, "d"), 0, 1000, "3.tmp"));
	registry_unlock(b->r);
	assert_int_equal(made(b, &ada, "more.tmp", &s), 0);
}

TEST(a_copy_takes_the_place_of_the_one_before_where_there_is_no_other)
{
	static char large[SCRATCH_BYTES + 1];
	struct bed *b = *state;
	struct scratch *s;
	char name[16];
	two_join(b);
	for (int i = 1; i < SCRATCH_FILES; i++) {
		snprintf(name, sizeof name, "%d.tmp", i);
		assert_int_equal(made(b, &ada, name, &s), 0);
	}
	assert_int_equal(made(b, &ada, "debate.md~", &s), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", "as it was", 9), 0);
	s = scratch_find(d, 0, 1000, "debate.md~");
	assert_memory_equal(s->bytes, "as it was", 9);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", large, sizeof large), -ENOSPC);
	assert_memory_equal(scratch_find(d, 0, 1000, "debate.md~")->bytes, "as it was", 9);
	s = scratch_find(d, 0, 1000, "debate.md~");
	scratch_hold(s);
	assert_int_equal(scratch_copy(d, 0, &ada, "debate.md~", "again", 5), -ENOSPC);
	scratch_drop(s);
	registry_unlock(b->r);
}

static int64_t
staged(struct bed *b, uid_t uid)
{
	registry_lock(b->r);
	int64_t bytes = registry_usage(b->r, uid)->staged;
	registry_unlock(b->r);
	return bytes;
}

TEST(bytes_are_bounded_for_a_file_and_counted_as_staged)
{
	struct bed *b = *state;
	struct scratch *s, *other;
	two_join(b);
	b->r->given.config.limits.staged_bytes_per_uid = SCRATCH_BYTES + SCRATCH_COST;
	assert_int_equal(made(b, &ada, "x.tmp", &s), 0);
	assert_int_equal(put_in(b, s, "x", SCRATCH_BYTES - 1), 0);
	assert_int_equal(put_in(b, s, "x", SCRATCH_BYTES), -ENOSPC);
	assert_int_equal(put_in(b, s, "x", UINT64_MAX), -ENOSPC);
	assert_int_equal(s->len, SCRATCH_BYTES);
	assert_int_equal(made(b, &ada, "y.tmp", &other), 0);
	assert_int_equal(made(b, &ada, "z.tmp", &other), -ENOSPC); /* an empty one counts, too */
	assert_holds(shown(b, "d", render_last_error, 0), "z.tmp: error: [limit.staged]");
	assert_int_equal(made(b, &ben, "z.tmp", &other), 0);
	registry_lock(b->r);
	scratch_unlink(s);
	registry_unlock(b->r);
	assert_int_equal(staged(b, 1000), SCRATCH_COST);
}

TEST(a_file_lives_while_it_is_open)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "x.tmp", &s), 0);
	registry_lock(b->r);
	scratch_hold(s);
	scratch_unlink(s);
	registry_unlock(b->r);
	assert_null(found(b, 1000, "x.tmp"));
	assert_int_equal(put_in(b, s, "still here", 0), 0);
	assert_int_equal(staged(b, 1000), SCRATCH_COST);
	registry_lock(b->r);
	scratch_drop(s);
	registry_unlock(b->r);
	assert_int_equal(staged(b, 1000), 0);
}

TEST(an_hour_without_a_change_ends_a_file_that_nobody_has_open)
{
	struct bed *b = *state;
	struct scratch *old, *open, *young;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &old), 0);
	assert_int_equal(made(b, &ada, "open.tmp", &open), 0);
	registry_lock(b->r);
	scratch_hold(open);
	registry_unlock(b->r);
	bed_pass(b, HOUR - 1);
	assert_non_null(found(b, 1000, "old.tmp"));
	assert_int_equal(made(b, &ada, "young.tmp", &young), 0);
	bed_pass(b, 1);
	assert_null(found(b, 1000, "old.tmp"));
	assert_non_null(found(b, 1000, "open.tmp"));
	assert_non_null(found(b, 1000, "young.tmp"));
	registry_lock(b->r);
	scratch_drop(open);
	registry_unlock(b->r);
	assert_null(found(b, 1000, "open.tmp"));
}

TEST(the_timer_ends_a_file_that_nobody_looks_for)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &s), 0);
	bed_pass(b, HOUR);
	registry_lock(b->r);
	assert_int_equal(scratch_tick(b->r), 0);
	assert_int_equal(registry_usage(b->r, 1000)->staged, 0);
	registry_unlock(b->r);
}

TEST(looking_for_a_file_takes_none_from_whoever_found_it)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(made(b, &ada, "old.tmp", &s), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	assert_ptr_equal(scratch_find(d, 0, 1000, "old.tmp"), s);
	bed_pass(b, HOUR);
	assert_null(scratch_find(d, 0, 1000, "new.tmp"));
	assert_null(scratch_next(d, 0, 1000, s->number));
	assert_ptr_equal(b->r->scratch, s);
	scratch_rename(s, "new.tmp");
	assert_ptr_equal(scratch_find(d, 0, 1000, "new.tmp"), s);
	registry_unlock(b->r);
}

TEST(numbers_go_round_past_those_in_use)
{
	struct bed *b = *state;
	struct scratch *first, *again;
	two_join(b);
	assert_int_equal(made(b, &ada, "a.tmp", &first), 0);
	b->r->scratch_serial += SCRATCH_NUMBER_MAX - 1;
	assert_int_equal(made(b, &ada, "b.tmp", &again), 0);
	assert_int_not_equal(again->number, first->number);
	assert_int_equal(again->generation, first->generation + 1);
}

TEST(a_removed_duel_takes_its_files_along)
{
	struct bed *b = *state;
	struct scratch *s;
	struct answer a = ANSWER;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(made(b, &ada, "x.tmp", &s), 0);
	struct duel *d = the_duel(b, "d");
	registry_lock(b->r);
	registry_remove(b->r, d, &root, answered, &a);
	registry_unlock(b->r);
	assert_int_equal(answer_wait(&a), 0);
	assert_int_equal(staged(b, 1000), 0);
	assert_null(b->r->scratch);
}

/* Becoming the record. */

TEST(a_version_with_one_more_turn_becomes_the_record)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	struct scratch *s = next_version(b, "x.tmp", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	assert_int_equal(replaced(b, s, DOOR_DEBATE, &root), 0);
	assert_holds(record(b, "d"), "## Turn 1 — alice");
	assert_null(found(b, 0, "x.tmp"));
	assert_int_equal(say(b, "release alice"), 0);
	bed_close(b);
	bed_open(b);
	assert_holds(record(b, "d"), "## Turn 1 — alice");
}

TEST(a_refused_version_stays_what_it_was)
{
	struct bed *b = *state;
	two_join(b);
	struct scratch *s = next_version(b, "x.tmp", "## Turn 1 — nobody\n\nnothing\n");
	char *before = record(b, "d");
	assert_int_equal(replaced(b, s, DOOR_DEBATE, &root), -EACCES);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(replaced(b, s, DOOR_DEBATE, &root), -EINVAL);
	assert_ptr_equal(found(b, 0, "x.tmp"), s);
	assert_int_equal(put_in(b, s, "more", s->len), 0);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	char *after = record(b, "d");
	assert_string_equal(before, after);
	free(before);
	free(after);
}

TEST(the_same_bytes_are_taken_without_the_floor)
{
	struct bed *b = *state;
	two_join(b);
	take_turn(b, 1, "alice", "OPEN_TO_DEBATE");
	assert_int_equal(replaced(b, next_version(b, "x.tmp", ""), DOOR_DEBATE, &root), 0);
	assert_null(found(b, 0, "x.tmp"));
	assert_int_equal(duel_turns(the_duel(b, "d")), 1);
}

TEST(an_empty_file_does_not_replace_the_record)
{
	struct bed *b = *state;
	struct scratch *s;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	assert_int_equal(made(b, &root, "x.tmp", &s), 0);
	assert_int_equal(replaced(b, s, DOOR_DEBATE, &root), -EPERM);
	assert_holds(shown(b, "d", render_last_error, 0), "[history.changed]");
}

TEST(what_is_written_after_the_rename_is_refused)
{
	struct bed *b = *state;
	two_join(b);
	assert_int_equal(say(b, "claim alice"), 0);
	struct scratch *s = next_version(b, "x.tmp", turn_text(1, "alice", "OPEN_TO_DEBATE"));
	registry_lock(b->r);
	scratch_hold(s);
	registry_unlock(b->r);
	assert_int_equal(replaced(b, s, DOOR_DEBATE, &root), 0);
	assert_int_equal(put_in(b, s, "one thing more", s->len), -EPERM);
	assert_holds(shown(b, "d", render_last_error, 0), "[history.changed]");
	registry_lock(b->r);
	scratch_drop(s);
	registry_unlock(b->r);
}

TEST(a_new_config_is_taken_whole)
{
	struct bed *b = *state;
	struct scratch *s;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(made(b, &root, "config.toml~", &s), 0);
	assert_int_equal(put_in(b, s, "max_turns = 4\n", 0), 0);
	assert_int_equal(replaced(b, s, DOOR_CONFIG, &root), 0);
	assert_holds(shown(b, "d", render_config, 0), "max_turns = 4");
	assert_int_equal(made(b, &root, "config.toml~", &s), 0);
	assert_int_equal(put_in(b, s, "max_turns = 1\n", 0), 0);
	assert_int_equal(replaced(b, s, DOOR_CONFIG, &root), -EINVAL);
	assert_holds(shown(b, "d", render_config, 0), "max_turns = 4");
}
