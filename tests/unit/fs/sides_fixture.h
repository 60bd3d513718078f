/* A dialectic with its three seats, and texts handed in at any of its doors. */
#ifndef TESTS_UNIT_FS_SIDES_FIXTURE_H
#define TESTS_UNIT_FS_SIDES_FIXTURE_H

#include "fixture.h"

#define ARGUMENT(claim) \
	"{\"title\": \"Five words make a title\", \"claim\": \"" claim "\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"}"
#define OPENING "[" ARGUMENT("Another one is this.") ", " ARGUMENT("What nobody claims yet.") ", " ARGUMENT("A fourth thing is so.") "]\n"
#define OTHERS "[" ARGUMENT("Quite another tune.") ", " ARGUMENT("Rivers flow down hills.") ", " ARGUMENT("Bread wants good flour.") "]\n"

/* Alice, bob and carol in the duel d, with `more` lines of configuration. */
static inline void
sides_join(struct bed *b, const char *more)
{
	char config[256];
	assert_int_equal(make_duel(b, "d", 0), 0);
	snprintf(config, sizeof config, "format = \"dialectic\"\n%s", more);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, config), 0);
	assert_int_equal(say(b, "join alice role=proposition"), 0);
	assert_int_equal(say(b, "join bob role=opposition"), 0);
	assert_int_equal(say(b, "join carol role=judge"), 0);
}

/* The whole text in one write, as a program writes a file. */
static inline int
put_by(struct bed *b, int door, const struct caller *who, const char *text)
{
	struct door *w;
	struct duel *d = the_duel(b, "d");
	duels_lock(b->r);
	int err = door_open(d, door, who, true, &w);
	duels_unlock(b->r);
	if (err)
		return err;
	err = written(b, w, text, 0);
	int flush = flushed(b, w, true);
	closed(b, w);
	return err ? err : flush;
}

static inline void
assert_says(char *got, const char *wanted)
{
	assert_string_equal(got, wanted);
	free(got);
}

#endif
