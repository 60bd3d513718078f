/* Refusals and rehearsals of a side, while others may not see its texts: rule and line are everybody's, and no word of
 * it. */
#include "sides_fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (INTAKE_FILE_DESK + 1)
#define BOB (INTAKE_FILE_DESK + 2)
#define BAD "[{\"title\": 1}]\n"
#define WORD "zwirbel"
#define BAD_WORD "[{\"title\": \"" WORD "\", \"" WORD "\": 1}]\n"
#define NO_JSON_WORD "[{\"title\": " WORD "}]\n"
#define QUOTED_WORD \
	"[" ARGUMENT("Source: \\\"" WORD " " WORD " " WORD "\\\"") ", " ARGUMENT("What nobody claims yet.") ", " ARGUMENT("A fourth thing is so.") "]\n"

/* By the beginning of a text nobody finds out, byte by byte, what is sealed. */
TEST(whether_a_piece_is_one_of_a_sealed_text_is_not_told)
{
	static const char *const pieces[] = {"[", "x", "[{\"title\": ", "{{{{{{{{{{"};
	struct intake *w;
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, OPENING), 0);
	for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
		w = staged(b, ALICE, 0, true, pieces[i], 0);
		assert_int_equal(flushed(b, w, true), -EBUSY);
		closed(b, w);
	}
}

TEST(no_word_is_told_of_what_is_refused_or_rehearsed)
{
	static const char *const texts[] = {BAD_WORD, NO_JSON_WORD, QUOTED_WORD};
	const char *path = TEXT("%s/plan.md", b->dir);
	FILE *f = fopen(path, "w");
	assert_true(fputs("# Plan\n\nOne claim only.\n", f) >= 0 && !fclose(f));
	sides_join(b, TEXT("source = \"%s\"\n", path));
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		assert_int_equal(put(b, INTAKE_FILE_SEAT_CHECK + 1, texts[i]), -EINVAL);
		assert_holds(shown(b, "d", render_seat_check, 1), ": error: [");
		assert_lacks(shown(b, "d", render_seat_check, 1), WORD);
		assert_int_equal(put(b, ALICE, texts[i]), -EINVAL);
		assert_holds(shown(b, "d", render_last_error, 0), ": error: [");
		assert_lacks(shown(b, "d", render_last_error, 0), WORD);
		assert_lacks(shown(b, "d", render_last_error, 1), WORD);
		assert_lacks(shown(b, "d", render_prompt, 1), WORD);
		assert_lacks(events(b, "d"), WORD);
	}
}

#define WORDY \
	"[" ARGUMENT("Another one is this.") ", " ARGUMENT("What nobody claims yet.") ", {\"title\": \"These are eight words and make a title\", " \
	"\"claim\": \"A fourth thing is so.\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"}]\n"

TEST(the_end_of_a_debate_shows_the_warnings_of_what_was_sealed)
{
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, WORDY), 0);
	assert_int_equal(say(b, "close maker reason=over"), 0);
	assert_holds(shown(b, "d", render_status_json, 0), "opening of alice: [words.title] [2].title: this has 8; ");
}

TEST(a_side_is_told_the_warnings_of_its_last_text_once_it_is_shown)
{
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, WORDY), 0);
	assert_lacks(shown(b, "d", render_prompt, 1), "your last text");
	assert_int_equal(put(b, BOB, OTHERS), 0);
	assert_holds(shown(b, "d", render_prompt, 1),
		"- your last text: \\[2\\].title: this has 8; a title has 5 to 7 words");
	assert_lacks(shown(b, "d", render_prompt, 2), "this has 8");
}

TEST(where_nothing_is_sealed_a_refusal_is_everybodys)
{
	two_join(b);
	assert_int_equal(put(b, ALICE, BAD), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), " alice participants/alice/turn.md: EINVAL");
	assert_holds(events(b, "d"), "turn_rejected");
	assert_holds(shown(b, "d", render_seat_status, 1), "refused = \"section.missing");
}

TEST(what_json_is_refused_for_is_known_after_a_mount)
{
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, NO_JSON_WORD), -EINVAL);
	bed_reopen(b);
	assert_holds(shown(b, "d", render_last_error, 0), "turn.md:1:[0].title: error: [handin.json] ");
}

TEST(what_the_judge_is_refused_is_everybodys)
{
	sides_join(b, "");
	assert_int_equal(put(b, INTAKE_FILE_DESK + 3, "{}\n"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "participants/carol/turn.md: error: [lease.order]");
	assert_holds(shown(b, "d", render_last_error, 3), "[lease.order]");
}
