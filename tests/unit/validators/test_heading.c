/* Headings as rows: what is printed of a row is read as the same fields again, and what else stands there is taken apart. */
#include "tests/unit/test.h"

#include <string.h>

#include "validators/kit/heading.h"

enum { TURN, ROUND, SUMMARY, END, ROWS };

static const struct heading_row rows[ROWS] = {
	[TURN] = { .word = "Turn", .count = HEADING_NUMBER, .seat = true, .stance = true },
	[ROUND] = { .word = "Round", .count = HEADING_NUMBER, .seat = true, .strict = true },
	[SUMMARY] = { .word = "Summary of rounds", .count = HEADING_RANGE, .strict = true },
	[END] = { .word = "The End", .strict = true },
};

/* A name may hold what parts the fields of a heading. */
static const struct seat odd = { .name = "a — b", .harness = "h (2)", .model = "m/n)" };
static const struct seat plain = { .name = "a", .harness = "h", .model = "m" };

static struct heading
read_words(const char *words)
{
	return heading_read(rows, ROWS, words, strlen(words));
}

static void
assert_says(struct reader field, const char *words)
{
	assert_non_null(field.s);
	assert_int_equal(left(&field), strlen(words));
	assert_memory_equal(field.s, words, strlen(words));
}

TEST(what_a_row_prints_it_reads)
{
	for (size_t i = 0; i < ROWS; i++) {
		UT_string out;

		utstring_init(&out);
		heading_put(&out, &rows[i], 12, odd.name, odd.harness, odd.model, "YES");
		assert_memory_equal(utstring_body(&out), "## ", 3);
		struct heading h = read_words(utstring_body(&out) + 3);
		heading_expect(&h, &odd);
		assert_ptr_equal(h.row, &rows[i]);
		assert_int_equal(h.number, rows[i].count == HEADING_ALONE ? 0 : 12);
		assert_int_equal(h.from, rows[i].count == HEADING_RANGE);
		assert_int_equal(h.parted && h.is_name && h.is_identity, rows[i].seat);
		if (rows[i].stance)
			assert_says(without_white(h.stance), "YES");
		utstring_done(&out);
	}
}

TEST(a_heading_of_somebody_else_is_taken_apart)
{
	struct heading h = read_words("Turn 3 - bob (shell / gpt / 5) -- NO");

	heading_expect(&h, &odd);
	assert_false(h.is_name || h.is_identity);
	assert_says(h.name, "bob");
	assert_says(h.harness, "shell");
	assert_says(h.model, "gpt / 5");
	assert_says(without_white(h.stance), "NO");
	h = read_words("Turn 3 — bob — NO");
	assert_says(h.name, "bob");
	assert_null(h.harness.s);
	h = read_words("Turn 3 bob");
	assert_false(h.parted);
	assert_null(h.name.s);
	assert_string_equal(heading_quote(h.name).s, "");
	assert_string_equal(heading_quote(h.behind).s, "bob");
}

TEST(a_text_of_nothing_begins_with_no_words)
{
	struct opening o = opening_read("\n---\n\n", 6);

	assert_true(o.nothing && !o.heading && !o.len);
	assert_string_equal(o.text, "");
	assert_null(heading_open(rows, ROWS, &o).row);
}

TEST(a_strict_row_takes_nothing_else_for_its_heading)
{
	static const char *const none[] = { "Round", "Round x", "Round 2x — a (h / m)", "Round 2(", "Summary of rounds",
		"Summary of rounds x", "The End.", "The End of it", "Rounds 2", "" };

	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		assert_null(read_words(none[i]).row);
	assert_ptr_equal(read_words("Turn x").row, &rows[TURN]);
	assert_int_equal(read_words("Turn x").number, 0);
	assert_int_equal(read_words("Summary of rounds 1 to 3").number, 0);
	assert_int_equal(read_words("summary of rounds 2~3").from, 2);
}

TEST(an_identity_that_ends_a_heading_has_nothing_behind_it)
{
	struct heading h = read_words("Round 2 — a (h / m) x");

	heading_expect(&h, &plain);
	assert_false(h.is_identity);
	assert_null(h.harness.s);
	h = read_words("Round 2 — a （h／m）");
	heading_expect(&h, &plain);
	assert_true(h.is_identity);
}

TEST(the_longest_name_that_stands_there_is_meant)
{
	const struct seat *const seats[] = { &plain, &odd };
	struct context ctx = { .seats = seats, .n_seats = 2 };
	struct heading h = read_words("Turn 1 — a — b (x / y) — YES");

	assert_ptr_equal(heading_seat(&h, &ctx), &odd);
	h = read_words("Turn 1 — a (x / y) — YES");
	assert_ptr_equal(heading_seat(&h, &ctx), &plain);
	h = read_words("Turn 1 — ab (x / y) — YES");
	assert_null(heading_seat(&h, &ctx));
	h = read_words("Turn 1");
	assert_null(heading_seat(&h, &ctx));
}
