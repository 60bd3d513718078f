/*
 * Bodies of the full size that are meant to be slow: each is read, judged as whoever may speak, whole and as a beginning, and kept. How long it
 * takes is no matter here; only that it ends, that what is told is bounded, and that no beginning is refused of what is accepted.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include "tests/unit/validators/rounds_hostile.h"
#include "validators/text/limits.h"

WHOLE_FILE(talk_open, talk_close);

/* By one of the speakers in the first round; where EACH is set, by each in each. */
static void
assert_judged(struct talk *t, const struct hostile_row *row, const char *text, size_t len)
{
	const bool each = sample_step() == 1;
	const unsigned rounds = each ? 2 : 1;
	const enum speaker first = each ? 0 : (row - hostile_rows) % SPEAKERS;
	for (enum speaker speaker = first; speaker < (each ? SPEAKERS : first + 1); speaker++)
		for (unsigned round = 1; round <= rounds; round++) {
			int err = talk_body(t, speaker, round, text, len, false, false), early;
			size_t lines = 0;

			for (const char *s = utstring_len(&t->printed) ? utstring_body(&t->printed) : ""; (s = strchr(s, '\n')); s++)
				lines++;
			early = talk_body(t, speaker, round, text, len / 2, true, false);
			if (lines > LIMIT_FINDINGS || (early && !err))
				fail_msg("\"%s\": %d as a whole, %d as a beginning, %zu findings", row->piece, err, early, lines);
		}
}

TEST(every_hostile_body_is_judged_against_every_other_like_it)
{
	struct talk *t = *state;

	for (size_t i = 0; i < HOSTILE_ROWS; i++) {
		size_t len;
		char *text = hostile_body(&hostile_rows[i], &len);
		struct md md;
		struct rounds_reading r;

		talk_clear(t);
		md_parse(&md, text, len);
		rounds_reading_make(&r, &md, 0, t->phrases, false);
		t->before[t->n++] = spoken_new(&r, SPEAKER_PROPOSER, 1, false);
		t->before[t->n++] = spoken_new(&r, SPEAKER_CHALLENGER, 1, false);
		rounds_reading_free(&r);
		md_free(&md);
		t->reject = i % 2;
		assert_judged(t, &hostile_rows[i], text, len);
		free(text);
	}
}
