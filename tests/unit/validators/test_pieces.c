/* The chain of accepted texts: each is found by its number, at a cost that hardly grows. */
#include "tests/unit/test.h"

#include <stdlib.h>
#include <jansson.h>
#include "validators/kit/fstate.h"

#define PIECES 1000

/* So many texts, by seats 1 and 2 in turn. */
struct chain {
	struct fstate_common debate; /* the first member: what a state begins with */
	struct record_piece *v[PIECES];
};

static const struct fstate *
state_of(const struct chain *c)
{
	return (const struct fstate *)&c->debate;
}

static void
add_piece(struct chain *c, unsigned i)
{
	struct entry e = {.seat = 1 + i % 2, .time_ms = i + 1, .body = "## Turn\n", .body_len = 8};
	struct step st = {.s = (struct fstate *)&c->debate, .e = &e, .record_offset = 8 * (size_t)i};

	c->v[i] = step_add_piece(&st);
}

static void
chain_free(struct chain *c)
{
	for (unsigned i = 0; i < PIECES; i++) {
		free(c->v[i]->warnings);
		free(c->v[i]);
	}
}

TEST(each_piece_is_found_by_its_number_however_many_there_are)
{
	struct chain c = {.debate = {.last = NULL}};

	assert_null(fstate_piece(state_of(&c), 1));
	for (unsigned n = 1; n <= PIECES; n++) {
		add_piece(&c, n - 1);
		assert_null(fstate_piece(state_of(&c), 0));
		assert_null(fstate_piece(state_of(&c), n + 1));
		for (unsigned i = 1; i <= n; i += n < 40 ? 1 : 37)
			assert_ptr_equal(fstate_piece(state_of(&c), i), c.v[i - 1]);
		assert_int_equal(fstate_turn(state_of(&c), n - 1).offset, 8 * (n - 1));
	}
	chain_free(&c);
}

TEST(from_the_newest_of_a_thousand_pieces_to_the_first_there_are_few_leaps)
{
	struct chain c = {.debate = {.last = NULL}};
	unsigned leaps = 0;

	for (unsigned i = 0; i < PIECES; i++)
		add_piece(&c, i);
	for (const struct record_piece *p = c.debate.last; p->far; p = p->far)
		leaps++;
	assert_true(leaps <= 20); /* twice the logarithm */
	assert_ptr_equal(fstate_piece(state_of(&c), 1), c.v[0]);
	chain_free(&c);
}
