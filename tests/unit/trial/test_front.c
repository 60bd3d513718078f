/* debate.md of a format with a front that is always as it is now, and what is stored behind it (council.c). */
#include "fs/duels/offline.h"
#include "tests/unit/trial/trial.h"

EACH_TEST(bed_setup, bed_teardown);

static int64_t
record_ms(struct bed *b)
{
	struct duel *d = the_duel(b, "d");
	return LOCKED_VALUE(b, d->fold->record_ms);
}

TEST(debate_md_is_the_front_as_it_is_now_and_then_the_record)
{
	council_of_one(b);
	char *text = record(b, "d");
	assert_string_equal(text, "exchange: 0\nphase: arguments\n\n# Council: d, 3 here\n");
	council_hand_in(b, "anna", "apples\n");
	council_hand_in(b, "boris", "berries\n");
	text = record(b, "d");
	assert_string_equal(text, "exchange: 0\nphase: judgement\n\n# Council: d, 3 here\n\n---\n\napples\n\n---\n\nberries\n");
	council_hand_in(b, "cora", "judged\n");
	text = record(b, "d");
	assert_string_equal(text, "exchange: 1\nphase: arguments\n\n# Council: d, 3 here\n\n---\n\napples\n\n---\n\nberries\n\n## Exchange 1\n\njudged\n");
}

TEST(its_time_moves_with_its_bytes_and_with_nothing_else)
{
	struct intake *w;
	council_of_one(b);
	council_hand_in(b, "anna", "apples\n");
	int64_t before = record_ms(b);
	assert_int_equal(say(b, "claim boris"), 0);
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	assert_int_equal(opened(b, "d", INTAKE_FILE_DEBATE, 77, false, &w), -EACCES);
	assert_int_equal(record_ms(b), before);
	assert_int_equal(append(b, "berries\n"), 0);
	assert_true(record_ms(b) > before); /* although the clock stands still */
	before = record_ms(b);
	TAKEN(b, "release boris", "claim cora");
	assert_int_equal(record_ms(b), before);
	assert_int_equal(append(b, "judged\n"), 0);
	assert_true(record_ms(b) > before);
	before = record_ms(b);
	bed_reopen(b);
	assert_int_equal(record_ms(b), before);
}

#ifndef __SANITIZE_ADDRESS__ /* there it is rendered behind each entry, to be held against what was kept */
TEST(it_is_rendered_for_texts_and_not_where_only_the_floor_moves)
{
	council_of_one(b);
	council_hand_in(b, "boris", "berries\n");
	record(b, "d");
	unsigned before = council_fronts;
	TAKEN(b, "claim anna", "refresh anna");
	assert_int_equal(append(b, "BAD\n"), -EINVAL);
	record(b, "d");
	assert_int_equal(council_fronts, before);
	assert_int_equal(append(b, "apples\n"), 0);
	assert_int_equal(council_fronts, before + 1);
	assert_int_equal(say(b, "release anna"), 0);
	record(b, "d");
	assert_int_equal(council_fronts, before + 1);
}
#endif

TEST(status_tells_size_and_hash_of_the_record_behind_the_front)
{
	char want[256], hex[2 * crypto_hash_sha256_BYTES + 1];
	unsigned char sum[crypto_hash_sha256_BYTES];
	static const char *const steps[] = {"anna", "boris", "cora"};
	council_of_one(b);
	for (size_t i = 0; i < 3; i++) {
		council_hand_in(b, steps[i], "words\n");
		const char *behind = strstr(record(b, "d"), "# Council: ");
		crypto_hash_sha256(sum, (const unsigned char *)behind, strlen(behind));
		sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
		snprintf(want, sizeof want, "record_bytes = %zu\nrecord_sha256 = \"%s\"\n", strlen(behind), hex);
		assert_holds(shown(b, "d", render_status_toml, 0), want);
	}
}

TEST(a_turn_is_cut_out_of_what_stands_behind_the_front)
{
	const char *slice;
	size_t len;
	council_of_one(b);
	council_exchange(b);
	struct duel *d = the_duel(b, "d");
	LOCKED(b, bytes_turn(d, 3, &slice, &len));
	assert_int_equal(len, strlen("## Exchange 1\n\njudged so\n"));
	assert_memory_equal(slice, "## Exchange 1\n\njudged", 21);
}

TEST(behind_a_front_every_write_is_an_append_and_a_rewrite_is_refused)
{
	char image[4096];
	council_of_one(b);
	char *old = record(b, "d");
	assert_int_equal(say(b, "claim anna"), 0);
	snprintf(image, sizeof image, "%s\napples\n", old);
	assert_int_equal(put(b, INTAKE_FILE_DEBATE, image), -EPERM);
	assert_holds(shown(b, "d", render_last_error, 0), "[history.changed] nobody writes this file anew");
	assert_int_equal(put(b, INTAKE_FILE_DEBATE, "apples\nand apples\n"), -EPERM);
	assert_int_equal(put(b, INTAKE_FILE_DEBATE, old), 0); /* it changes nothing */
	struct intake *w = staged(b, INTAKE_FILE_DEBATE, 0, false, "apples\n", 0);
	assert_int_equal(flushed(b, w, true), 0);
	closed(b, w);
	assert_int_equal(say(b, "claim boris"), 0); /* anna's text is in */
}

/* As the mount gives it, so many bytes at a time. */
static void
read_on(struct bed *b, const char *front, size_t step, UT_string *out)
{
	struct duel *d = the_duel(b, "d");
	struct iovec pieces[2];
	unsigned n;
	duels_lock(b->r);
	do {
		size_t before = utstring_len(out);
		n = record_pieces(d->fold, front, strlen(front), before, step, pieces);
		for (unsigned i = 0; i < n; i++)
			utstring_bincpy(out, pieces[i].iov_base, pieces[i].iov_len);
		assert_true(utstring_len(out) - before <= step);
	} while (n);
	duels_unlock(b->r);
}

TEST(whoever_reads_in_pieces_goes_on_behind_the_front_it_began_with)
{
	static const char front[] = "exchange: 0\nphase: arguments\n\n";
	council_of_one(b);
	for (size_t step = 1; step < 200; step += 7) {
		UT_string *whole = test_string();
		read_on(b, front, step, whole);
		assert_string_equal(utstring_body(whole), "exchange: 0\nphase: arguments\n\n# Council: d, 3 here\n");
	}
	UT_string *text = test_string();
	read_on(b, front, 5, text);
	council_exchange(b);
	read_on(b, front, 5, text); /* what came since */
	assert_string_equal(utstring_body(text),
		"exchange: 0\nphase: arguments\n\n# Council: d, 3 here\n\n---\n\napples are good\n\n---\n\nberries are "
		"better\n\n"
		"## Exchange 1\n\njudged so\n");
	struct iovec pieces[2];
	struct duel *d = the_duel(b, "d");
	LOCKED(b, assert_int_equal(record_pieces(d->fold, front, strlen(front), UINT64_MAX, 10, pieces), 0));
}

/* A whole file of an archive; malloc'd. */
static char *
archived(struct bed *b)
{
	char command[128], text[4096];
	snprintf(command, sizeof command, "cat %s/archive/*.md", b->dir);
	FILE *f = popen(command, "r");
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	assert_int_equal(pclose(f), 0);
	return test_owns(strdup(text));
}

TEST(the_archive_has_the_front_as_it_was_at_the_close)
{
	council_of_one(b);
	council_exchange(b);
	council_hand_in(b, "anna", "apples again\n");
	council_hand_in(b, "boris", "berries again\n");
	assert_int_equal(say(b, "claim cora"), 0);
	assert_int_equal(append(b, "judged again\n"), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 3, 0, "# So\n"), 0); /* the last that is due */
	char *text = record(b, "d");
	bed_close(b); /* waits for the archive */
	char *file = archived(b);
	assert_string_equal(file, text);
	assert_memory_equal(file, "exchange: 2\n", 12);
	bed_open(b);
}

TEST(a_duel_closed_before_its_first_turn_is_archived_with_its_head)
{
	council_of_one(b);
	TAKEN(b, "claim anna", "close maker reason=over");
	bed_close(b);
	char *file = archived(b);
	static const char begins[] = "exchange: 0\nphase: arguments\n\n# Council: d, 3 here\n\n> duelfs: maker: closed with ABORTED: over, ";
	assert_memory_equal(file, begins, sizeof begins - 1);
	bed_open(b);
}

TEST(another_format_takes_the_front_away_again)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	char *plain = record(b, "d");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "format = \"council\"\n"), 0);
	int64_t before = record_ms(b);
	char *text = record(b, "d");
	assert_string_equal(text, "exchange: 0\nphase: arguments\n\n# Council: d, 0 here\n");
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, "format = \"socratic\"\n"), 0);
	text = record(b, "d");
	assert_string_equal(text, plain);
	assert_true(record_ms(b) > before);
}
