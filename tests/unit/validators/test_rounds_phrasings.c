/*
 * Plain ways of saying a thing in a first challenge, one sentence each: openings that praise or agree are refused (challenge.lead), openings
 * that only sound like it are not; and another way is found however it is proposed (challenge.alternative).
 */
#include "tests/unit/validators/rounds_fixture.h"

WHOLE_FILE(talk_open, talk_close);

#define POINTS \
	"- Correctness: a crash between two rows leaves half a turn, see fs/store/sqlite.c:40.\n" \
	"- Security: every reader of the `turn` table sees sealed text in fs/store/sqlite.c.\n" \
	"- Developer experience: nobody can read the record with `cat debate.md`.\n"
#define OTHER_WAY "- Alternative: keep one file a turn and rename it, as rename(2) allows.\n"

static bool
refuses(struct talk *t, const char *lead, const char *other_way, const char *rule)
{
	char *body = mem_format("%s\n\nOne row a turn loses what `fsync` in fs/store/sqlite.c would keep.\n\n" POINTS "%s", lead, other_way);
	bool refused;

	talk_body(t, SPEAKER_CHALLENGER, 1, body, strlen(body), false, false);
	refused = talk_printed(t, rule);
	free(body);
	return refused;
}

TEST(a_challenge_that_opens_by_praising_or_agreeing_is_refused)
{
	static const char *const leads[] = {
		"Overall this is a well-thought-out design.", "I largely agree with the direction.", "The proposal is mostly right.",
		"The proposal is sound.", "You make a fair case for rows.", "I have no quarrel with the schema.", "There is a lot to like here.",
		"The reasoning holds up.", "The core idea is right.", "First of all, nice writeup.", "Broadly, I am on board.",
		"I find the argument persuasive.", "This looks like a solid plan.", "The design is elegant.", "The approach is reasonable.",
		"Good catch on the journal.", "I concur.", "I'm with the proposer on this.", "Can't argue with that.", "No complaints from me.",
		"Couldn't agree more.", "A well-written proposal.", "The proposal has real strengths.", "I am impressed by the rigor.",
		"The proposer deserves credit.", "Kudos for the measurements.", "Happy with most of this.", "The choice of SQLite is a good one.",
		"That is a sensible default.", "This is a strong opening.", "Point taken about the journal.", "Hard to disagree with any of this.",
		"The proposal gets a lot right.", "The proposal gets most things right.", "Your analysis is thorough.", "We are aligned on the goal.",
		"I see no major problem with this.", "The argument is convincing.", "This is broadly correct.", "Spot on.",
	};
	struct talk *t = *state;
	size_t missed = 0;

	for (size_t i = 0; i < N(leads); i++)
		if (!refuses(t, leads[i], OTHER_WAY, "[challenge.lead]")) {
			fprintf(stderr, "not refused: %s\n", leads[i]);
			missed++;
		}
	assert_int_equal(missed, 0);
}

TEST(a_challenge_that_only_sounds_like_praise_is_taken)
{
	static const char *const leads[] = {
		"The proposal is unsound as soon as somebody crashes.", "What is strong here is the disk, not the store.", "Agreement is not what `fsync` needs here.",
		"No solid plan survives a crash between two rows.", "It is hard to see why rows are kept.", "The design is not elegant but fragile.",
		"The reasoning does not hold up.", "Most of this is wrong.", "The proposal gets the journal wrong.", "Your analysis misses the journal.",
		"I cannot agree with the schema.", "The argument is far from convincing.", "The choice of SQLite is a bad one.", "This is not a sensible default.",
	};
	struct talk *t = *state;

	for (size_t i = 0; i < N(leads); i++)
		if (refuses(t, leads[i], OTHER_WAY, "[challenge.lead]"))
			fail_msg("%s: %s", leads[i], utstring_body(&t->printed));
}

TEST(another_way_is_found_however_it_is_proposed)
{
	static const char *const ways[] = {
		"Use one file a turn and rename it into place.", "Store each turn in a file of its own instead.", "It would suffice to write one file a turn and rename it.",
		"A plain file a turn with rename(2) would do.", "What would work is a file a turn, renamed into place.", "Go with one file a turn and rename(2).",
		"Consider a file a turn, renamed into place.", "Why not write one file a turn and rename it?", "How about one file a turn, renamed into place?",
		"One could write each turn to its own file.", "You could write each turn to its own file.", "The proposer should write each turn to its own file.",
		"Turns ought to be files that are renamed into place.", "The fix is a file a turn, renamed into place.", "A fix would be one file a turn, renamed into place.",
		"I would go for files that are renamed into place.", "I'd write each turn to a file and rename it.", "My counter-design: a file a turn, renamed into place.",
		"Files renamed into place would be more robust.", "Drop the table in favour of a file a turn.", "Swap the table for a directory of files.",
		"Move turns to files and keep the table as an index.", "A directory of files would avoid all three problems.", "The simplest thing is a directory of files.",
		"Plan B: a directory of files, one a turn.", "Keep the table, but write each turn to a file first.", "It is enough to append each turn to a log file.",
		"An append-only log with a checksum is safer.", "An append-only log with a checksum would serve better.", "Appending to one log file is simpler and safer.",
		"Try an append-only log with a checksum a line.", "The right design is an append-only log with a checksum.", "Substitute an append-only log for the table.",
		"As opposed to rows, files can be renamed into place.", "A log file in place of the table would keep order.", "Begin with an append-only log file and index it later.",
		"What I recommend: an append-only log file.", "Far better: an append-only log file with checksums.", "Just append each turn to a log file.",
		"Let each turn be a file, and rename it into place.", "We could keep one file a turn.",
	};
	struct talk *t = *state;
	size_t missed = 0;

	for (size_t i = 0; i < N(ways); i++) {
		char *item = mem_format("- %s\n", ways[i]);

		if (refuses(t, "One row a turn is wrong.", item, "[challenge.alternative]")) {
			fprintf(stderr, "not found: %s\n", ways[i]);
			missed++;
		}
		free(item);
	}
	assert_int_equal(missed, 0);
}

TEST(what_proposes_nothing_is_no_other_way)
{
	static const char *const ways[] = {
		"There must be a better way.", "This should be done better.", "One could do better than this.", "The table is slow on this disk, see fs/store/sqlite.c:41.",
		"A simpler solution would be better.", "I would do this differently.", "Readers have to wait for the table in fs/store/sqlite.c:41.",
	};
	struct talk *t = *state;

	for (size_t i = 0; i < N(ways); i++) {
		char *item = mem_format("- %s\n", ways[i]);

		if (!refuses(t, "One row a turn is wrong.", item, "[challenge.alternative]"))
			fail_msg("taken: %s", ways[i]);
		free(item);
	}
}
