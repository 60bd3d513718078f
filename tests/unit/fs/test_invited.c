/* participants = […]: who may join, and as which uid. */
#include "tests/unit/fs/fixture.h"

EACH_TEST(bed_setup, bed_teardown);

#define MAKER_UID 1000

static void
invites(struct bed *b, const char *list)
{
	char line[200];
	snprintf(line, sizeof line, "participants = %s\n", list);
	make_duel(b, "d", MAKER_UID); /* where it is not there yet */
	assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, MAKER_UID, line), 0);
}

static int
joins(struct bed *b, uid_t uid, const char *name)
{
	char line[100];
	snprintf(line, sizeof line, "claim %s", name);
	return say_as(b, "d", uid, line);
}

TEST(only_who_is_named_may_join_and_only_as_the_uid_that_is)
{
	invites(b, "[\"alice\", \"bob:1001\"]");
	assert_int_equal(joins(b, 1002, "carl"), -EACCES);
	assert_holds(shown(b, "d", render_last_error, 0),
		"[seat.uninvited] \"carl\" of uid 1002 is not among the `participants` of config.toml");
	assert_int_equal(joins(b, 1002, "bob"), -EACCES);
	assert_int_equal(joins(b, 0, "bob"), -EACCES);
	assert_int_equal(joins(b, 1002, "alice"), -EBUSY); /* joined, and the peer is missing */
	assert_int_equal(joins(b, 1001, "bob"), 0);
	assert_holds(shown(b, "d", render_status_toml, 0), "\nparticipants = 2\n");
}

TEST(an_empty_list_is_anybody)
{
	invites(b, "[\"alice\"]");
	invites(b, "[]");
	assert_int_equal(joins(b, 1002, "carl"), -EBUSY);
}

TEST(the_list_holds_after_a_restart)
{
	invites(b, "[\"alice\", \"bob:1001\"]");
	assert_int_equal(joins(b, 1002, "alice"), -EBUSY);
	bed_reopen(b);
	assert_int_equal(joins(b, 1002, "carl"), -EACCES);
	assert_int_equal(joins(b, 1001, "bob"), 0);
}
