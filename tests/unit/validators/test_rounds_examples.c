/*
 * The example of a turn that a participant is shown breaks no rule, in five rounds of nothing but examples;
 * and a blank that is handed in as it is, is refused.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include <errno.h>
#include "validators/rounds/blank.h"

WHOLE_FILE(talk_open, talk_close);

#define ROUNDS 5

struct examples {
	struct talk *t;
	struct prompt_turn turns[2 * ROUNDS];
};

/* What is shown for the next turn, behind its heading; malloc'd. */
static char *
shown(const struct examples *e, enum speaker speaker, unsigned round, void (*put)(const struct rounds_prompt *p, UT_string *out))
{
	struct rounds_prompt p = { .kind = rounds_turn_asked(speaker, round), .topic = "x", .effort = "medium", .round = round, .rounds = ROUNDS,
		.completed = round - 1, .turns = e->turns, .n_turns = e->t->n };
	UT_string out;
	char *body;

	utstring_init(&out);
	put(&p, &out);
	body = mem_strdup(strchr(utstring_body(&out), '\n'));
	utstring_done(&out);
	return body;
}

TEST(every_example_is_accepted_without_a_warning_and_no_blank_is)
{
	struct examples e = { .t = *state };

	talk_clear(e.t);
	for (unsigned round = 1; round <= ROUNDS; round++)
		for (enum speaker speaker = 0; speaker < SPEAKERS; speaker++) {
			char *blank = shown(&e, speaker, round, rounds_blank_put), *example = shown(&e, speaker, round, rounds_example_put);

			assert_int_equal(talk_body(e.t, speaker, round, blank, strlen(blank), false, false), -EINVAL);
			talk_speak(e.t, speaker, round, example);
			if (utstring_len(&e.t->printed))
				fail_msg("round %u: %s\n%s", round, utstring_body(&e.t->printed), example);
			e.turns[e.t->n - 1].spoken = e.t->before[e.t->n - 1];
			free(blank);
			free(example);
		}
}
