/* A dialectic with its three seats, and texts handed in at any of its intakes. */
#ifndef TESTS_UNIT_FS_SIDES_FIXTURE_H
#define TESTS_UNIT_FS_SIDES_FIXTURE_H

#include "fixture.h"

#define ARGUMENT(claim) ARGUMENT_WITH(claim, "")
#define ARGUMENT_WITH(claim, more) \
	"{\"title\": \"Five words make a title\", \"claim\": \"" claim "\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"" more "}"
#define OPENING "[" ARGUMENT("Another one is this.") ", " ARGUMENT("What nobody claims yet.") ", " ARGUMENT("A fourth thing is so.") "]\n"
#define OTHERS "[" ARGUMENT("Quite another tune.") ", " ARGUMENT("Rivers flow down hills.") ", " ARGUMENT("Bread wants good flour.") "]\n"
#define SCORE(id, n) "{\"argument_id\": \"" id "\", \"score\": " n ", \"reasoning\": \"What " id " says holds as far as it goes.\"}"
#define SCORES \
	"\"scores\": [" SCORE("prop_000a", "0.2") ", " SCORE("prop_000b", "0.2") ", " SCORE("prop_000c", "0.2") ", " SCORE("opp_000a", "-0.2") ", " \
	SCORE("opp_000b", "-0.2") ", " SCORE("opp_000c", "-0.2") "]}\n"
#define JUDGEMENT "{" SCORES
#define REPORT "# A report\n\nIt is short.\n"

/* Alice, bob and carol in the duel d, with `more` lines of configuration. */
static inline void
sides_join(struct bed *b, const char *more)
{
	char config[256];
	snprintf(config, sizeof config, "format = \"dialectic\"\n%s", more);
	BEGUN(b, config, "join alice role=proposition", "join bob role=opposition", "join carol role=judge");
}

/* And both sides have opened. */
static inline void
sides_open(struct bed *b, const char *more)
{
	sides_join(b, more);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 1, 0, OPENING), 0);
	assert_int_equal(append_to(b, "d", INTAKE_FILE_DESK + 2, 0, OPENING), 0);
}

#endif
