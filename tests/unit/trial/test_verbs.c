/* Verbs that a format has for itself: who may say them, what becomes of them, and that they are all or nothing. */
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

static int
cora(struct bed *b, const char *line)
{
	return say_as(b, "d", 1001, line);
}

static void
is_refused(struct bed *b, int err, int want, const char *said)
{
	assert_int_equal(err, want);
	assert_holds(shown(b, "d", render_last_error, 0), said);
}

TEST(a_verb_is_the_formats_that_lists_it)
{
	two_join(b);
	is_refused(b, say(b, "steal alice"), -EINVAL,
		"[verb.unknown] there is no verb \"steal\"; there are claim, refresh, join, release, say, close (a name with spaces stands in double quotes)\n");
	is_refused(b, cora(b, "steal alice"), -EINVAL,
		"[verb.unknown] there is no verb \"steal\"; there are claim, refresh, join, release (a name with spaces stands in double quotes)\n");
	is_refused(b, say(b, "next alice"), -EINVAL, "[verb.unknown] format socratic has no verb \"next\"\n");
}

TEST(only_a_proven_seat_says_it)
{
	council_begins(b);
	is_refused(b, cora(b, "next dora asks=x"), -EACCES, "[lease.none] \"dora\" has not joined\n");
	is_refused(b, say_as(b, "d", 1000, "next cora asks=x"), -EACCES, "[seat.uid]");
	is_refused(b, cora(b, "next cora asks=x token=12345678"), -EACCES, "[lease.token] a token is brought with the join");
	assert_int_equal(make_duel(b, "e", 0), 0);
	assert_int_equal(append_to(b, "e", INTAKE_FILE_CONFIG, 0, COUNCIL), 0);
	assert_int_equal(say_as(b, "e", 0, "join cora role=chair token=12345678"), 0);
	assert_int_equal(say_as(b, "e", 0, "next cora asks=x"), -EACCES);
	assert_int_equal(say_as(b, "e", 0, "next cora asks=x token=12345678"), 0);
}

TEST(what_the_format_finds_is_kept_whole)
{
	council_begins(b);
	is_refused(b, say(b, "next anna asks=x"), -EACCES, " anna lock: EACCES\nlock: error: [seat.identity] this verb is another role's\n");
	is_refused(b, cora(b, "fail cora who=dora reason=boredom"), -EINVAL,
		" cora lock: EINVAL\nlock: error: [value.bad] nobody has joined as \"dora\"\n");
	is_refused(b, cora(b, "fail cora who=anna outcome=x"), -EINVAL, "[key.unknown]");
}

/* While somebody may be writing, the record does not grow by itself. */
TEST(a_note_is_durable_and_stands_in_the_record_from_the_next_text_on)
{
	council_begins(b);
	int64_t before_ms = the_duel(b, "d")->fold->record_ms;
	char *before = record(b, "d");
	assert_int_equal(cora(b, "next cora asks=\"why so?\""), 0);
	assert_int_equal(cora(b, "next cora asks=\"who says?\""), 0);
	assert_int_equal(the_duel(b, "d")->fold->record_ms, before_ms);
	char *after = record(b, "d");
	assert_string_equal(after, before);
	bed_reopen(b);
	assert_holds(owed(b, "d"), "\n> duelfs: asked: why so?, 20");
	council_hand_in(b, "anna", "apples\n");
	assert_holds(record(b, "d"), "# Council: d, 3 here\n\n> duelfs: asked: why so?, 20");
	assert_string_equal(owed(b, "d"), "");
	before = record(b, "d");
	bed_reopen(b);
	after = record(b, "d");
	assert_string_equal(after, before);
}

/* A seat that joins before the first text is in stands in the head. */
TEST(a_note_before_any_text_leaves_the_head_open)
{
	BEGUN(b, COUNCIL);
	assert_int_equal(say_as(b, "d", 1001, "join cora role=chair"), 0);
	assert_int_equal(cora(b, "next cora asks=\"who comes?\""), 0);
	assert_int_equal(say(b, "join anna role=first"), 0);
	assert_int_equal(say_as(b, "d", 1000, "join boris role=second"), 0);
	assert_int_equal(cora(b, "fail cora who=boris reason=timeout"), 0);
	assert_int_equal(cora(b, "fail cora who=anna reason=timeout"), 0);
	assert_holds(record(b, "d"), "# Council: d, 3 here\n\n> duelfs: asked: who comes?, 20");
}

TEST(it_may_take_the_floor_from_whoever_has_it)
{
	council_begins(b);
	assert_int_equal(say_as(b, "d", 1000, "claim boris"), 0);
	struct intake *w = staged(b, INTAKE_FILE_DEBATE, 1000, false, "berries\n", -1);
	assert_int_equal(cora(b, "fail cora who=dora reason=boredom"), -EINVAL);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"boris\"");
	assert_int_equal(cora(b, "fail cora who=boris reason=timeout"), 0);
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"");
	assert_int_equal(flushed(b, w, true), -ECANCELED);
	closed(b, w);
	assert_holds(events(b, "d"), "\"lock_expired\"");
	assert_holds(owed(b, "d"), "> duelfs: boris failed, 20");
	assert_int_equal(say(b, "claim anna"), 0);
}

TEST(it_closes_with_all_that_a_close_is)
{
	char command[160];
	council_begins(b);
	assert_int_equal(cora(b, "fail cora who=boris reason=timeout"), 0);
	assert_int_equal(say(b, "claim anna"), 0);
	assert_int_equal(cora(b, "fail cora who=anna reason=timeout"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
	assert_holds(shown(b, "d", render_lock, 0), "owner = \"\"");
	assert_holds(events(b, "d"), "\"lock_expired\"");
	is_refused(b, cora(b, "next cora asks=x"), -EROFS, "[duel.closed]");
	bed_close(b);
	snprintf(command, sizeof command, "grep -q 'anna failed' %s/archive/*-d.md", b->dir);
	assert_int_equal(system(command), 0);
	bed_open(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\noutcome = \"ABORTED\"\n");
}

TEST(a_record_that_is_full_takes_no_note)
{
	council_begins(b);
	struct fold *fold = the_duel(b, "d")->fold;
	char *bytes = test_owns(mem_calloc(1, LIMIT_RECORD_BYTES));
	utstring_bincpy(&fold->record, bytes, LIMIT_RECORD_BYTES - 10);
	crypto_hash_sha256_update(&fold->sha, (const unsigned char *)bytes, LIMIT_RECORD_BYTES - 10);
	is_refused(b, cora(b, "next cora asks=x"), -EFBIG, "[limit.record]");
}

TEST(a_name_is_the_same_as_an_input_method_writes_it)
{
	two_join(b);
	TAKEN(b, "claim　bob", "release　bob　", "claim \"bob\"");
}
