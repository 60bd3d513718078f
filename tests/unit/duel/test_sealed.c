/* What a side is refused, or rehearses, while others may not see its texts: nowhere is it seen that there was anything. */
#include "sides_fixture.h"

#include "fs/registry/registry_inner.h"
#include "fs/show/page.h"
#include "fs/show/show.h"
#include "validators/text/mem.h"

EACH_TEST(bed_setup, bed_teardown);

#define ALICE (DOOR_DESK + 1)
#define BOB (DOOR_DESK + 2)
#define BAD "[{\"title\": 1}]\n"

static int
put(struct bed *b, int door, pid_t pid, const char *text)
{
	struct caller who = process(pid);
	return put_by(b, door, &who, text);
}

static char *
last_error_by(struct bed *b, unsigned seat, pid_t pid)
{
	struct ancestor a = {.pid = pid, .began = 1000};
	bool own = last_error_is_own(the_duel(b, "d"), seat, &a);
	return shown(b, "d", render_seat_last_error, seat | DESK_OWN | (own ? DESK_WRITER : 0));
}

/* Everything that others read, and when it changed. */
static char *
seen(struct bed *b)
{
	struct duel *d = the_duel(b, "d");
	UT_string s;
	utstring_init(&s);
	char *texts[] = {shown(b, "d", render_last_error, 0), last_error_by(b, 1, 9), last_error_by(b, 2, 9), events(b, "d"),
		shown(b, "d", render_seat_next, 1), shown(b, "d", render_seat_next, 2), shown(b, "d", render_seat_prompt, 1),
		shown(b, "d", render_seat_ask, 1), shown(b, "d", render_prompt, 0), shown(b, "d", render_guide, 0),
		shown(b, "d", render_status_json, 0), shown(b, "d", render_seat_status, 1), shown(b, "d", render_page, 0),
		shown(b, "d", render_seat_check, 1 | DESK_OWN), shown(b, "d", render_lock, 0)};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		utstring_printf(&s, "%s\n--\n", texts[i]);
		free(texts[i]);
	}
	registry_lock(b->r);
	int64_t times[] = {duel_updated_ms(d), duel_refused_ms(d), duel_events_ms(d), duel_seat_refused_ms(d, 1),
		duel_seat_check_ms(d, 1), page_ms(d), (int64_t)(d->fold->version - d->fold->quiet)};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		utstring_printf(&s, "%lld ", (long long)times[i]);
	registry_unlock(b->r);
	return utstring_body(&s);
}

static void
assert_unseen(struct bed *b, char *before)
{
	char *after = seen(b);
	assert_string_equal(after, before);
	free(after);
	free(before);
}

TEST(nobody_sees_that_a_side_was_refused_but_the_process_that_wrote)
{
	struct bed *b = *state;
	sides_join(b, "");
	char *before = seen(b);
	assert_int_equal(put(b, ALICE, 100, BAD), -EINVAL);
	assert_holds(last_error_by(b, 1, 100), " alice participants/alice/turn.md: EINVAL\n");
	assert_holds(last_error_by(b, 1, 100), "participants/alice/turn.md: error: [handin.count]");
	assert_says(last_error_by(b, 1, 101), "sealed\n");
	assert_int_equal(put(b, ALICE, 102, BAD), -EINVAL); /* the same by another process */
	assert_holds(last_error_by(b, 1, 102), "EINVAL (2 times)\n");
	assert_says(last_error_by(b, 1, 100), "sealed\n");
	assert_says(last_error_by(b, 2, 100), "sealed\n");
	assert_unseen(b, before);
	assert_lacks(shown(b, "d", render_page, 0), "Refused lately");
}

TEST(nobody_sees_that_a_side_rehearsed)
{
	struct bed *b = *state;
	sides_join(b, "");
	char *before = seen(b);
	assert_int_equal(put(b, DOOR_CHAIR_CHECK + 1, 100, BAD), -EINVAL);
	assert_int_equal(put(b, DOOR_CHAIR_CHECK + 2, 101, OPENING), 0);
	assert_int_equal(put(b, DOOR_CHAIR_CHECK + 1, 100, "no JSON\n"), -EINVAL);
	assert_unseen(b, before);
}

TEST(a_sides_refusals_of_another_user_are_not_seen_either)
{
	struct bed *b = *state;
	struct caller alice = {.uid = 1000};
	struct door *w;
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"dialectic\"\n"), 0);
	assert_int_equal(say_as(b, "d", 1000, "join alice role=proposition"), 0);
	assert_int_equal(say_as(b, "d", 1001, "join bob role=opposition"), 0);
	struct duel *d = the_duel(b, "d");
	char *before = seen(b);
	static const struct {
		int door;
		const char *text;
	} tries[] = {{ALICE, BAD}, {DOOR_CHAIR_CHECK + 1, BAD}, {DOOR_CHAIR_CHECK + 1, "no JSON\n"}};
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		registry_lock(b->r);
		assert_int_equal(door_open(d, tries[i].door, &alice, true, &w), 0);
		registry_unlock(b->r);
		int err = written(b, w, tries[i].text, 0);
		assert_int_equal(err ? err : flushed(b, w, true), -EINVAL);
		closed(b, w);
	}
	assert_unseen(b, before);
}

TEST(once_both_sides_are_in_it_stands_where_all_refusals_do_in_the_order_of_their_times)
{
	struct bed *b = *state;
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, 100, BAD), -EINVAL);
	bed_pass(b, 1);
	assert_int_equal(put(b, BOB, 101, "[]\n"), -EINVAL);
	bed_pass(b, 1);
	assert_int_equal(say(b, "claim carol"), -EBUSY); /* is nobody's secret */
	bed_pass(b, 1);
	assert_int_equal(put(b, ALICE, 100, OPENING), 0);
	assert_lacks(shown(b, "d", render_last_error, 0), "EINVAL");
	int64_t before_ms = duel_refused_ms(the_duel(b, "d"));
	assert_int_equal(put(b, BOB, 101, OTHERS), 0);
	assert_true(duel_refused_ms(the_duel(b, "d")) > before_ms);
	char *all = shown(b, "d", render_last_error, 0);
	char *carol = strstr(all, " carol lock: EBUSY"), *bob = strstr(all, " bob participants/bob/turn.md: EINVAL"),
	     *alice = strstr(all, " alice participants/alice/turn.md: EINVAL");
	assert_true(carol && bob && alice && carol < bob && bob < alice);
	free(all);
	assert_holds(last_error_by(b, 1, 9), " alice participants/alice/turn.md: EINVAL");
	assert_lacks(events(b, "d"), "turn_rejected");
}

#define WORDY \
	"[" ARGUMENT("Another one is this.") ", " ARGUMENT("What nobody claims yet.") ", {\"title\": \"These are eight words and make a title\", " \
	"\"claim\": \"A fourth thing is so.\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"}]\n"

TEST(the_warnings_of_a_sealed_text_appear_with_it)
{
	struct bed *b = *state;
	char *all;

	sides_join(b, "");
	assert_int_equal(put(b, ALICE, 100, WORDY), 0);
	for (int again = 0; again < 2; again++) {
		assert_lacks(seen(b), "[words.");
		if (!again) {
			bed_close(b);
			bed_open(b);
		}
	}
	assert_int_equal(put(b, BOB, 101, OTHERS), 0);
	all = seen(b);
	assert_non_null(strstr(all, "[words.title]"));
	assert_non_null(strstr(all, "exchange 0: proposition: [words.title] [2].title: this has 8 words"));
	free(all);
	assert_holds(shown(b, "d", render_last_error, 0), "[2].title: warning: [words.title] this has 8 words");
}

TEST(the_end_of_a_debate_shows_the_warnings_of_what_was_sealed)
{
	struct bed *b = *state;

	sides_join(b, "");
	assert_int_equal(put(b, ALICE, 100, WORDY), 0);
	assert_int_equal(say(b, "close maker reason=over"), 0);
	assert_holds(shown(b, "d", render_last_error, 0), "[words.title] this has 8 words");
	assert_holds(shown(b, "d", render_status_json, 0), "[words.title] [2].title: this has 8 words");
}

TEST(a_release_says_what_was_refused_under_its_lease_also_after_a_restart)
{
	struct bed *b = *state;
	for (int again = 0; again < 2; again++) {
		if (again) {
			bed_close(b);
			bed_open(b);
		} else {
			sides_join(b, "");
			assert_int_equal(say(b, "claim alice"), 0);
		}
		if (!again) {
			char *before = seen(b);
			assert_int_equal(put(b, DOOR_DEBATE, 100, BAD), -EPERM); /* no rewrite */
			assert_int_equal(append(b, BAD), -EINVAL);
			assert_unseen(b, before);
		}
	}
	char *before = seen(b);
	assert_int_equal(say(b, "release alice"), -EINVAL);
	assert_unseen(b, before);
	assert_int_equal(say(b, "release alice"), 0);
}

TEST(a_flood_of_sealed_refusals_is_no_flood_of_entries)
{
	struct bed *b = *state;
	char text[64];
	sides_join(b, "");
	assert_int_equal(say(b, "claim alice"), 0);
	uint64_t seq = the_duel(b, "d")->fold->last_seq;
	for (int i = 0; i < 200; i++) {
		snprintf(text, sizeof text, "[{\"title\": %d, \"k%d\": 1}]\n", i, i % 7);
		assert_int_equal(put(b, ALICE, 100, text), -EINVAL);
	}
	assert_true(the_duel(b, "d")->fold->last_seq <= seq + 1);
}

TEST(where_nothing_is_sealed_a_refusal_is_everybodys)
{
	struct bed *b = *state;
	sides_join(b, "sealed = false\n");
	assert_int_equal(put(b, ALICE, 100, BAD), -EINVAL);
	assert_holds(shown(b, "d", render_last_error, 0), " alice participants/alice/turn.md: EINVAL");
	assert_holds(events(b, "d"), "turn_rejected");
	assert_holds(shown(b, "d", render_seat_next, 1), "refused = ");
}

TEST(what_the_judge_is_refused_is_everybodys)
{
	struct bed *b = *state;
	sides_join(b, "");
	assert_int_equal(put(b, DOOR_DESK + 3, 100, "{}\n"), -EBUSY);
	assert_holds(shown(b, "d", render_last_error, 0), "participants/carol/turn.md: error: [lease.order]");
	assert_holds(last_error_by(b, 3, 9), "[lease.order]");
}

TEST(the_end_of_a_debate_shows_what_was_sealed)
{
	struct bed *b = *state;
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, 100, BAD), -EINVAL);
	assert_int_equal(say(b, "close maker reason=over"), 0);
	assert_holds(shown(b, "d", render_last_error, 0), " alice participants/alice/turn.md: EINVAL");
	assert_holds(last_error_by(b, 1, 9), " alice participants/alice/turn.md: EINVAL");
}

TEST(what_is_rehearsed_for_the_next_exchange_is_sealed_while_this_one_is_judged)
{
	struct bed *b = *state;
	sides_join(b, "");
	assert_int_equal(put(b, ALICE, 100, OPENING), 0);
	assert_int_equal(put(b, BOB, 101, OTHERS), 0);
	char *before = seen(b);
	assert_int_not_equal(put(b, DOOR_CHAIR_CHECK + 1, 100, BAD), 0);
	assert_unseen(b, before);
}
