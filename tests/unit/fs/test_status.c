/* status and status.json: which keys are there, and how the values of a format are written. */
#include "own_fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define VALUE(name, value) \
	static json_t *name(const struct debate *d) \
	{ \
		(void)d; \
		return value; \
	}
VALUE(total, json_real(0.1 + 0.2))
VALUE(eighth, json_real(-0.125))
VALUE(whole, json_real(2))
VALUE(count, json_integer(3))
VALUE(claims, json_pack("[s, s]", "C1.1 says \"no\"", "C1.2"))
VALUE(nothing, json_array())
VALUE(phase, json_string("awaiting_arguments"))

static const struct status_row rows[] = {
	{ .key = "scores.proposition.total", .value = total },
	{ .key = "scores.proposition.count", .value = count },
	{ .key = "scores.opposition.total", .value = eighth },
	{ .key = "scores.opposition.count", .value = count },
	{ .key = "mean", .value = whole },
	{ .key = "unsupported", .value = claims },
	{ .key = "unanswered", .value = nothing },
	{ .key = "phase", .value = phase },
	{0},
};

static void
scored_duel(struct bed *b)
{
	own_duel(b);
	own.of.status = rows;
}

static json_t *
json_status(struct bed *b)
{
	json_t *o = json_loads(shown(b, "d", render_status_json, 0), 0, NULL);
	assert_non_null(o);
	return o;
}

TEST(a_real_number_reads_as_it_was_meant)
{
	scored_duel(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nscores.proposition.total = 0.3\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nscores.opposition.total = -0.125\n", "\nmean = 2.0\n");
	assert_holds(shown(b, "d", render_status_json, 0), "\"mean\":2.0");
}

TEST(a_key_with_dots_is_an_object_in_an_object)
{
	const char *side;
	double number;
	int n;
	scored_duel(b);
	json_t *o = json_status(b);
	assert_int_equal(json_unpack(o, "{s:{s:{s:f, s:i}, s:{s:i}}}", "scores", "proposition", "total", &number, "count", &n, "opposition", "count",
		&n), 0);
	assert_int_equal(json_object_size(json_object_get(o, "scores")), 2);
	assert_int_equal(json_unpack(o, "{s:s}", "phase", &side), 0);
	assert_string_equal(side, "awaiting_arguments");
	json_decref(o);
}

TEST(a_list_is_an_array_of_its_lines)
{
	scored_duel(b);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nunsupported = [\"C1.1 says \\\"no\\\"\",\"C1.2\"]\n");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nunanswered = []\n");
	json_t *o = json_status(b);
	assert_int_equal(json_array_size(json_object_get(o, "unsupported")), 2);
	json_decref(o);
}

TEST(turns_are_bounded_in_status_only_where_the_format_bounds_them)
{
	scored_duel(b);
	assert_lacks(shown(b, "d", render_status_toml, 0), "max_turns");
	assert_lacks(shown(b, "d", render_status_json, 0), "max_turns");
	assert_lacks(shown(b, "d", render_status_toml, 0), "candidate_convergence");
}

TEST(socratics_own_keys_stand_among_the_common_ones)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nturns = 0\nmax_turns = 6\nlock_owner = ");
	assert_holds(shown(b, "d", render_status_toml, 0), "\nwait_until = \"\"\nmove_due_at = \"\"\nmove_ends_at = \"\"\ncandidate_convergence = false\nquotations_found = 0\nmodel_families = 0\noutcome = ");
}
