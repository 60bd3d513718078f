/*
 * Format dialectic on the new kit: whole debates as good agents write them, in eight languages, and texts that break one
 * rule each.
 *
 * tests/corpus/dialectic/en.md is a debate of two exchanges, its texts parted by `=== ROLE`; so are those of natural/.
 * A rule has a row with the seed's sentence: one text of that debate with a few words in place of others, once so that it
 * is accepted, once so that it is not.
 */
#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"
#include "tests/unit/formats/status.h"

#include <errno.h>
#include "validators/dialectic/dialectic.h"
#include "validators/text/mem.h"

#define CORPUS "tests/corpus/dialectic/"

static struct terms terms;
static struct debate duel;
static struct source_places plan;

static int
begin(void **state)
{
	static const struct debate_seat seats[] = {{"ann", "codex", "gpt-5", ROLE_PROPOSITION, 0},
		{"bob", "gemini", "gemini-3-pro", ROLE_OPPOSITION, 0}, {"cid", "claude", "opus", ROLE_JUDGE, 0}};
	static const char text[] = "# Plan\n\nSettings are kept in plain files.\n";

	(void)state;
	terms = (struct terms){.exchanges = 2, .topic = "This house would keep settings in files"};
	source_places_read(&plan, text, strlen(text));
	duel = (struct debate){.format = &dialectic_format, .name = "files", .terms = &terms, .topic = terms.topic,
		.source = "plan.md", .places = &plan, .novelty_threshold = 0.8};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	debate_free(&duel);
	source_places_free(&plan);
	return 0;
}

EACH_TEST(begin, end);

static void
begin_again(void)
{
	void *none = NULL;

	end(&none);
	begin(&none);
}

/* The findings for a text of that seat, a line each: rule, line and path. It is applied if nothing refuses it. */
static const char *
handed_in(unsigned seat, const char *text, size_t len)
{
	static char told[4096];
	struct findings fs = {0};

	*told = '\0';
	debate_judge(&duel, seat, text, len, &fs);
	for (size_t i = 0; i < fs.n; i++)
		snprintf(told + strlen(told), sizeof told - strlen(told), "%s%s %d%s%s", i ? "; " : "", fs.v[i].rule->id,
			fs.v[i].line, fs.v[i].path ? " " : "", fs.v[i].path ? fs.v[i].path : "");
	if (!findings_errno(&fs))
		debate_apply(&duel, seat, text, len);
	findings_free(&fs);
	return told;
}

static unsigned
seat_named(const char *s)
{
	return *s == 'p' ? 1 : *s == 'o' ? 2 : 3;
}

/* The texts of a file one after the other; how many. A finding about one is a failure, but for these warnings; NULL:
 * for any warning. */
static size_t
play(const char *path, size_t most, const char *but)
{
	size_t len, n = 0;
	char *all = read_whole(path, &len);

	for (char *s = strstr(all, "=== "), *next; s && n < most; s = next, n++) {
		char *text = strchr(s, '\n') + 1;
		next = strstr(text, "\n=== ");
		next = next ? next + 1 : NULL;
		if (debate_due(&duel, seat_named(s + 4)) < 0)
			fail_msg("%s, text %zu: not due", path, n + 1);
		size_t before = duel.n + duel.n_sealed;
		const char *told = handed_in(seat_named(s + 4), text, next ? (size_t)(next - text) : strlen(text));
		if (*told && but ? !strstr(but, told) : duel.n + duel.n_sealed == before)
			fail_msg("%s, text %zu: %s", path, n + 1, told);
	}
	free(all);
	return n;
}

TEST(a_debate_is_scored_as_its_judge_says)
{
	const struct standing *s;

	assert_int_equal(play(CORPUS "en.md", SIZE_MAX, "rescore.old 8 rescores[1]"), 6);
	s = standing_of(&duel);
	assert_int_equal(s->n, 8);
	assert_int_equal(duel.order.round, 2);
	assert_int_equal(s->totals[0].count, 4);
	assert_true(s->totals[0].total.value == 0.7);
	assert_true(s->totals[1].total.value == -0.9);
	assert_string_equal(debate_winner(&duel), "proposition");
}

/* A text of en.md with other words in place of some, judged behind those before it. */
static const char *
judged(size_t before, const char *old, const char *new)
{
	size_t len;
	char *all = read_whole(CORPUS "en.md", &len), *s = all, *text, *next;
	UT_string changed;

	begin_again();
	play(CORPUS "en.md", before, "");
	for (size_t i = 0; i <= before; i++)
		s = strstr(i ? s + 1 : s, "=== ");
	text = strchr(s, '\n') + 1;
	next = strstr(text, "\n=== ");
	text = mem_copy(text, next ? (size_t)(next + 1 - text) : strlen(text));
	utstring_init(&changed);
	char *at = *old ? strstr(text, old) : text;
	if (!at)
		fail_msg("text %zu has no `%s`", before, old);
	utstring_bincpy(&changed, text, *old ? (size_t)(at - text) : 0);
	utstring_printf(&changed, "%s%s", new, *old ? at + strlen(old) : "");
	const char *told = handed_in(seat_named(s + 4), utstring_body(&changed), utstring_len(&changed));
	utstring_done(&changed);
	free(text);
	free(all);
	return told;
}

/* Words in place of others (of none: all of the text), and what is told then. */
struct change {
	const char *old, *new, *told;
};
struct rule_row {
	const char *rule, *seed; /* a sentence of the seed's */
	size_t text;             /* of en.md, from 0 */
	struct change taken, refused;
};

#define W5 "one two three four five "
#define W10 W5 W5
#define W25 W10 W10 W5
#define W50 W25 W25
#define TITLE0 "Plain Files Outlive Their Programs"
#define CLAIM0 "A setting in a plain file can be read after the program that wrote it is gone."
#define CONTENT0 "Files of the first edition are read by every editor of this year."
#define WARRANT0 "What needs no reader of its own is not lost with its reader."
#define ATTACK3 "The special interface does more: it refuses a value that no program can use."
#define DEFENCE3 "The list of outages is the operators' own, with dates."
#define LINK(id, type, key) "{\"target_id\": \"" id "\", \"" key "\": \"" type "\", \"content\": \"so\"}"
#define GROUND "{\"source\": \"s\", \"content\": \"c\", \"relevance\": \"r\"}"
#define ATTACK(id, type) LINK(id, type, "attack_type")
#define SCORE(id, n) "{\"argument_id\": \"" id "\", \"score\": " n ", \"reasoning\": \"so\"}"
#define RESCORE(id, old, new) "{\"argument_id\": \"" id "\", \"old_score\": " old ", \"new_score\": " new ", \"reasoning\": \"so\"}"
#define FIRST_RESCORE "{ \"argument_id\": \"opp_000c\", \"old_score\": -0.4, \"new_score\": -0.6, \"reasoning\": \"prop_001 shows that its case " \
	"does not arise.\" },"
#define SECOND "; rescore.old 8 rescores[1]"

static const struct rule_row rows[] = {
	{"handin.json", "You communicate through structured JSON. This is your complete output", 3,
		{"",
			"```json\n{\"title\": \"a b c d e\", \"claim\": \"c\", \"warrant\": \"w\", \"grounds\": "
			"[{\"source\": \"s\", \"content\": \"c\", "
			"\"relevance\": \"r\"}]}\n```\n",
			""},
		{"Review Comes Behind", "Review \"Comes\" Behind", "handin.json 2 title"}},
	{"handin.json", "Valid JSON only", 2, {"{\n", "{\n\n", ""}, {"{\n", "Here it is:\n{\n", "handin.json 1"}},
	{"handin.json", "Valid JSON only", 1, {"```\n", "```\n\n", ""},
		{"```\n", "```\nThat is all.\n", "handin.json 32"}},
	{"handin.json", "Valid JSON only", 1, {"```json", "``` JSON", ""}, {"]\n```", "]\n", "handin.json 32"}},
	{"handin.json", "Valid JSON only", 3, {"],\n  \"defends\"", "]\n,  \"defends\"", ""},
		{"],\n  \"defends\"", "],,\n  \"defends\"", "handin.json 11"}},
	{"handin.twice", "Valid JSON only", 3, {"\"warrant\"", "\"backing\": \"b\", \"warrant\"", ""},
		{"\"warrant\"", "\"title\": \"t\", \"warrant\"", "handin.twice 7"}},
	{"handin.count", "Produce exactly 3 arguments", 0, {"[\n", "[\n\n", ""},
		{"",
			"{\"title\": \"a b c d e\", \"claim\": \"c\", \"warrant\": \"w\", \"grounds\": [{\"source\": "
			"\"s\", \"content\": \"c\", "
			"\"relevance\": \"r\"}]}\n",
			"handin.count 1"}},
	{"handin.count", "Single argument object", 3, {"{\n", "\n{\n", ""},
		{"", "[\"so\"]", "handin.count 1; handin.type 1 [0]"}},
	{"handin.missing", "Title (Required)", 0, {"\"backing\"", "\"note\"", "handin.unknown 9 [0].…"},
		{"\"claim\": \"" CLAIM0 "\",", "", "handin.missing 2 [0]"}},
	{"handin.missing", "Each ground specifies: source, content, relevance", 0,
		{"\"source\": \"Unix", "\"source\" : \"Unix", ""},
		{"\"source\": \"Unix text files, 1971 to today\",", "", "handin.missing 6 [0].grounds[0]"}},
	{"handin.missing", "Each attack specifies: target_id, attack_type, content", 3,
		{"\"attack_type\": \"warrant_attack\",", "\"attack_type\": \"Warrant_Attack\",", ""},
		{"\"attack_type\": \"warrant_attack\",", "", "handin.missing 9 attacks[0]"}},
	{"handin.type", "Valid JSON only", 0, {WARRANT0, "12", ""},
		{"\"" WARRANT0 "\"", "12", "handin.type 8 [0].warrant"}},
	{"handin.type", "Valid JSON only", 2, {"0.35", "3.5e-1", ""},
		{"0.35", "\"0.35\"", "handin.type 4 scores[1].score"}},
	{"handin.type", "Valid JSON only", 3, {"\"defends\": [", "\"defends\": null, \"x\": [", "handin.unknown 12 …"},
		{"\"defends\": [", "\"defends\": {}, \"x\": [", "handin.type 12 defends; handin.unknown 12 …"}},
	{"handin.blank", "Title (Required)", 0,
		{"\"backing\": \"Archives prefer plain text for the same reason.\"", "\"backing\": \"\"", ""},
		{CLAIM0, "…", "handin.blank 4 [0].claim"}},
	{"handin.unknown", "Unrecognized keys (ignored)", 0, {WARRANT0, "so", ""},
		{"\"qualifier\"", "\"qualified\"", "handin.unknown 10 [0].…"}},
	{"handin.repeat", "Each explores different terrain (avoid overlap)", 4,
		{"If newpath already exists, it is replaced in one step.", CONTENT0, ""},
		{"A file that is written beside and renamed is the old one or the new one, never half.\",\n  "
		 "\"grounds\": [\n    { \"source\": \"rename(2)\", "
		 "\"content\": \"If newpath already exists, it is replaced in one step.",
			CLAIM0 "\",\n  \"grounds\": [\n    { \"source\": \"rename(2)\", \"content\": \"" CONTENT0,
			"handin.repeat 1"}},
	{"handin.repeat", "Repetition of previous positions with minor variations scores low", 3,
		{ATTACK3, "Editors work on nothing", ""},
		{ATTACK3, "Editors, version control and scripts work on files — without being taught!",
			"handin.repeat 9 attacks[0].content"}},
	{"handin.repeat", "Repetition of previous positions with minor variations scores low", 3,
		{DEFENCE3, "A plain file", ""},
		{DEFENCE3, "A plain file takes any value, and the fault is found when the program starts.",
			"handin.repeat 13 defends[0].content"}},
	{"ground.count", "Grounds (Required, 1-3)", 0,
		{"\"relevance\": \"Nothing but bytes has to survive.\" }",
			"\"relevance\": \"r\" }, {\"source\": \"s\", "
			"\"content\": \"c\", \"relevance\": \"r\"}, {\"source\": \"s\", \"content\": \"c\", "
			"\"relevance\": \"r\"}",
			""},
		{"\"grounds\": [", "\"grounds\": [], \"x\": [", "ground.count 5 [0].grounds; handin.unknown 5 [0].…"}},
	{"ground.count", "Grounds (Required, 1-3)", 0,
		{"\"relevance\": \"Nothing but bytes has to survive.\" }", "\"relevance\": \"r\" }, " GROUND, ""},
		{"\"relevance\": \"Nothing but bytes has to survive.\" }",
			"\"relevance\": \"r\" }, " GROUND ", " GROUND ", " GROUND, "ground.count 5 [0].grounds"}},
	{"attack.count", "May attack opponent arguments (0-3)", 3,
		{"\"attacks\": [", "\"attacks\": [" ATTACK("prop_000c", "claim_attack") ",", ""},
		{"\"attacks\": [",
			"\"attacks\": [" ATTACK("prop_000c", "claim_attack") "," ATTACK(
				"prop_000c", "backing_attack") ",",
			"attack.count 8 attacks"}},
	{"attack.count", "No attacks or defends (none exist yet)", 1, {"\"attacks\": []", "\"attacks\": null", ""},
		{"\"attacks\": []", "\"attacks\": [" ATTACK("prop_000a", "claim_attack") "]",
			"attack.count 18 [1].attacks; attack.target 18 [1].attacks[0].target_id"}},
	{"attack.type", "claim_attack, grounds_attack, warrant_attack, backing_attack", 3,
		{"warrant_attack", "backing_attack", ""},
		{"warrant_attack", "undercut", "attack.type 9 attacks[0].attack_type"}},
	{"attack.target", "target_id: Opponent argument identifier", 3,
		{"\"target_id\": \"prop_000b\"", "\"target_id\": \" prop_000a\"", ""},
		{"\"target_id\": \"prop_000b\"", "\"target_id\": \"opp_000b\"",
			"attack.target 9 attacks[0].target_id"}},
	{"attack.target", "Include only arguments where exchange < current_exchange", 3,
		{"\"target_id\": \"prop_000b\"", "\"target_id\": \"prop_000c\"", ""},
		{"\"target_id\": \"prop_000b\"", "\"target_id\": \"prop_001\"",
			"attack.target 9 attacks[0].target_id"}},
	{"attack.twice", "Choose engagements that matter", 3, {"grounds_attack", "backing_attack", ""},
		{"grounds_attack", "warrant_attack", "attack.twice 10 attacks[1]"}},
	{"attack.twice", "Choose engagements that matter", 3,
		{"\"defends\": [", "\"defends\": [" LINK("opp_000b", "reinforce", "defense_type") ",", ""},
		{"grounds_attack", "warrant_attack", "attack.twice 10 attacks[1]"}},
	{"defence.count", "May defend your arguments (0-2)", 3,
		{"\"defends\": [", "\"defends\": [" LINK("opp_000c", "clarify", "defense_type") ",", ""},
		{"\"defends\": [",
			"\"defends\": [" LINK("opp_000c", "clarify", "defense_type") "," LINK(
				"opp_000a", "clarify", "defense_type") ",",
			"defence.count 12 defends"}},
	{"defence.type", "reinforce, clarify, concede_and_pivot", 3, {"reinforce", "concede_and_pivot", ""},
		{"reinforce", "concede", "defence.type 13 defends[0].defense_type"}},
	{"defence.target", "target_id: Your argument identifier", 3,
		{"\"target_id\": \"opp_000b\"", "\"target_id\": \"opp_000a\"", ""},
		{"\"target_id\": \"opp_000b\"", "\"target_id\": \"prop_000b\"",
			"defence.target 13 defends[0].target_id"}},
	{"words.title", "Constraint: 5-7 words", 0, {TITLE0, W5 "six seven", ""},
		{TITLE0, "one two three four", "words.title 3 [0].title"}},
	{"words.title", "Constraint: 5-7 words", 0, {TITLE0, "one two three four five", ""},
		{TITLE0, W5 "six seven eight", "words.title 3 [0].title"}},
	{"words.claim", "Constraint: 25 words maximum", 0, {CLAIM0, W25, ""},
		{CLAIM0, W25 "more", "words.claim 4 [0].claim"}},
	{"words.ground", "Constraint: 100 words maximum per ground", 0, {CONTENT0, W50 W50, ""},
		{CONTENT0, W50 W50 "more", "words.ground 6 [0].grounds[0].content"}},
	{"words.relevance", "How this ground supports your claim (30 words maximum)", 0,
		{"Nothing but bytes has to survive.", W25 W5, ""},
		{"Nothing but bytes has to survive.", W25 W5 "more", "words.relevance 6 [0].grounds[0].relevance"}},
	{"words.warrant", "Constraint: 50 words maximum", 0, {WARRANT0, W50, ""},
		{WARRANT0, W50 "more", "words.warrant 8 [0].warrant"}},
	{"words.backing", "Constraint: 50 words maximum", 0,
		{"Archives prefer plain text for the same reason.", W50, ""},
		{"Archives prefer plain text for the same reason.", W50 "more", "words.backing 9 [0].backing"}},
	{"words.qualifier", "Constraint: 10 words maximum", 0, {"where the format is documented", W10, ""},
		{"where the format is documented", W10 "more", "words.qualifier 10 [0].qualifier"}},
	{"words.attack", "Your counterargument (75 words maximum)", 3, {ATTACK3, W50 W25, ""},
		{ATTACK3, W50 W25 "more", "words.attack 9 attacks[0].content"}},
	{"words.defence", "Your response (75 words maximum)", 3, {DEFENCE3, W50 W25, ""},
		{DEFENCE3, W50 W25 "more", "words.defence 13 defends[0].content"}},
	{"words.reasoning", "Justify your score in 75 words maximum per argument", 2,
		{"One incident is shown, and the claim is about all.", W50 W25, ""},
		{"One incident is shown, and the claim is about all.", W50 W25 "more",
			"words.reasoning 5 scores[2].reasoning"}},
	{"judgement.form", "Single argument: argument_id, score, reasoning; multiple arguments: scores", 5,
		{"\"scores\"", "\"scores\" ", "rescore.old 8 rescores[1]"},
		{"\"scores\"", "\"argument_id\": \"prop_001\", \"scores\"", "judgement.form 1"}},
	{"judgement.form", "'scores' must be non-empty list", 5,
		{"\"rescores\": [", "\"rescores\": [], \"x\": [", "handin.unknown 6 …"},
		{"\"scores\": [", "\"scores\": [], \"x\": [", "judgement.form 1; handin.unknown 2 …"}},
	{"judgement.missing", "Judge scores all 6 arguments", 2, {"{\n", "{\n\n", ""},
		{"{ \"argument_id\": \"prop_000a\", \"score\": 0.2, \"reasoning\": \"True and well grounded, but it "
		 "weighs little where programs are kept up.\" },",
			"", "judgement.missing 2 scores"}},
	{"judgement.missing", "Judge scores both new arguments", 5, {"{\n", "{ \n", "rescore.old 8 rescores[1]"},
		{"", SCORE("prop_001", "0"), "judgement.missing 1"}},
	{"judgement.other", "Judge scores both new arguments", 5, {"{\n", "{ \n", "rescore.old 8 rescores[1]"},
		{"\"scores\": [", "\"scores\": [" SCORE("prop_000a", "0") ",",
			"judgement.other 2 scores[0].argument_id; rescore.old 8 rescores[1]"}},
	{"judgement.twice", "Judge scores both new arguments", 5, {"{\n", "{ \n", "rescore.old 8 rescores[1]"},
		{"\"scores\": [", "\"scores\": [" SCORE("prop_001", "0") ",",
			"judgement.twice 3 scores[1].argument_id; rescore.old 8 rescores[1]"}},
	{"judgement.range", "Range: -1 to +1 for each argument", 2,
		{"0.35, \"reasoning\": \"Both", "0.355, \"reasoning\": \"Both", ""},
		{"0.35, \"reasoning\": \"Both", "1.35, \"reasoning\": \"Both",
			"judgement.sum 2 scores; judgement.range 4 scores[1].score"}},
	{"judgement.range", "Range: -1 to +1 for each argument", 2,
		{"0.35, \"reasoning\": \"Both", "0.345, \"reasoning\": \"Both", ""},
		{"0.35, \"reasoning\": \"Both", "-1.35, \"reasoning\": \"Both",
			"judgement.sum 2 scores; judgement.range 4 scores[1].score"}},
	{"judgement.sum", "You must distribute scores that sum to exactly 0 (tolerance 0.01)", 2,
		{"0.35, \"reasoning\": \"Both", "0.34, \"reasoning\": \"Both", ""},
		{"0.35, \"reasoning\": \"Both", "0.339, \"reasoning\": \"Both", "judgement.sum 2 scores"}},
	{"judgement.sum", "You must distribute scores that sum to exactly 0 (tolerance 0.01)", 2,
		{"0.35, \"reasoning\": \"Both", "0.36, \"reasoning\": \"Both", ""},
		{"0.35, \"reasoning\": \"Both", "0.361, \"reasoning\": \"Both", "judgement.sum 2 scores"}},
	{"judgement.reasoning", "Justify your score", 2,
		{"One incident is shown, and the claim is about all.", "One incident.", ""},
		{"One incident is shown, and the claim is about all.", " ", "judgement.reasoning 5 scores[2]"}},
	{"rescore.incomplete", "Incomplete rescore entry", 5,
		{FIRST_RESCORE, RESCORE("opp_000c", "-0.4", "-0.5") ",", "rescore.old 8 rescores[1]"},
		{"\"old_score\": -0.4,", "", "rescore.incomplete 7 rescores[0]" SECOND}},
	{"rescore.unknown", "When new arguments significantly affect existing arguments, rescore those", 5,
		{FIRST_RESCORE, RESCORE("prop_000a", "0.2", "0.3") ",", "rescore.old 8 rescores[1]"},
		{FIRST_RESCORE, RESCORE("opp_001", "-0.25", "-0.3") ",", "rescore.unknown 7 rescores[0]" SECOND}},
	{"rescore.old", "You're adjusting past scores based on new information", 5,
		{FIRST_RESCORE, RESCORE("opp_000a", "0.150", "0.1") ",", "rescore.old 8 rescores[1]"},
		{FIRST_RESCORE, RESCORE("opp_000a", "0.2", "0.1") ",", "rescore.old 7 rescores[0]" SECOND}},
	{"rescore.step", "Rescore range: -0.5 to +0.5", 5,
		{FIRST_RESCORE, RESCORE("opp_000a", "0.15", "-0.35") ",", "rescore.old 8 rescores[1]"},
		{FIRST_RESCORE, RESCORE("opp_000a", "0.15", "-0.36") ",", "rescore.step 7 rescores[0]" SECOND}},
	{"rescore.range", "Range: -1 to +1 for each argument", 5,
		{FIRST_RESCORE, RESCORE("opp_000c", "-0.4", "-0.9") ",", "rescore.old 8 rescores[1]"},
		{FIRST_RESCORE, RESCORE("opp_000c", "-0.4", "-0.6") "," RESCORE("opp_000c", "-0.6", "-1.01") ",",
			"rescore.range 7 rescores[1]; rescore.old 8 rescores[2]"}},
	{"ref.unknown", "formats.md", 4,
		{"It supposes that files are written in place.", "As arg_000a: opp_000b says", ""},
		{"It supposes that files are written in place.", "opp_004: \\\"files are written in place\\\"",
			"ref.unknown 9 attacks[0].content"}},
	{"ref.quote", "formats.md", 4,
		{"It supposes that files are written in place.",
			"opp_000c: \\\"a crash in the middle … neither old nor new\\\"", ""},
		{"It supposes that files are written in place.",
			"opp_000c: \\\"a crash at the beginning of a write\\\"", "ref.quote 9 attacks[0].content"}},
	{"quote.unfound", "formats.md", 4,
		{"It supposes that files", "It says \\\"a crash in the middle of a write\\\" and files", ""},
		{"It supposes that files", "It says \\\"a crash at the beginning of a write\\\" and files",
			"quote.unfound 9 attacks[0].content"}},
	{"text.reserved", "mount.md", 0, {CONTENT0, "It says: duelfs: so", ""},
		{CONTENT0, "> DUELFS： so, 2026-01-01", "text.reserved 6 [0].grounds[0].content"}},
	{"text.control", "mount.md", 0, {CONTENT0, "A \\u2014 B\\u200d", ""},
		{CONTENT0, "A \\u202e B", "text.control 6 [0].grounds[0].content"}},
	{"limit.nesting", "mount.md", 0, {"\"warrant\"", "\"x\": [[[[]]]], \"warrant\"", "handin.unknown 8 [0].…"},
		{"\"warrant\"", "\"x\": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]], \"warrant\"",
			"limit.nesting 8"}},
};

TEST(of_more_arguments_than_are_due_no_more_are_compared)
{
#define SAME "{\"title\": \"a b c d e\", \"claim\": \"" CLAIM0 "\", \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", " \
	"\"relevance\": \"r\"}]}"
	assert_string_equal(judged(0, "", "[" SAME "," SAME "," SAME "," SAME "," SAME "]"),
		"handin.count 1; handin.repeat 1 [1]; handin.repeat 1 [2]");
}

TEST(a_rule_takes_what_the_seed_asks_for_and_refuses_what_breaks_it)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < 2 * N(rows); i++) {
		const struct rule_row *row = &rows[i / 2];
		const struct change *change = i % 2 ? &row->refused : &row->taken;
		const char *told = judged(row->text, change->old, change->new);

		if (!strcmp(told, change->told) && (i % 2 == 0 || strstr(told, row->rule)))
			continue;
		print_error("row %zu of %s, %s: `%s` and not `%s`\n", i / 2, row->rule, i % 2 ? "refused" : "taken", told, change->told);
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

/* The shown text, for one assertion at a time. */
static UT_string *
nothing_shown(void)
{
	static UT_string out;

	utstring_done(&out);
	utstring_init(&out);
	return &out;
}

static const char *
shown(debate_shows *shows)
{
	UT_string *out = nothing_shown();

	shows(&duel, out);
	return utstring_body(out);
}

static const char *
told(debate_tells *tells, unsigned seat)
{
	UT_string *out = nothing_shown();

	tells(&duel, seat, out);
	return utstring_body(out);
}

static const char *
asked(unsigned seat, unsigned kind)
{
	UT_string *out = nothing_shown();

	hand_in_told(&duel, seat, &duel.format->kinds[kind], out);
	return utstring_body(out);
}

/* Do these stand in it, in this order? */
static void
assert_shows(const char *text, const char *const *parts)
{
	for (const char *at = text; *parts; parts++) {
		const char *found = strstr(at, *parts);

		if (!found)
			fail_msg("`%s` does not stand in\n%s", *parts, text);
		at = found + strlen(*parts);
	}
}
#define ASSERT_SHOWS(text, ...) assert_shows(text, (const char *const[]){__VA_ARGS__, NULL})
#define OLD "rescore.old 8 rescores[1]"

TEST(another_debate_of_our_own_comes_to_its_totals)
{
	const struct standing *s;

	play(CORPUS "natural/en.md", SIZE_MAX, NULL);
	s = standing_of(&duel);
	assert_true(s->totals[0].total.value == 0.7);
	assert_true(s->totals[1].total.value == -0.9);
	assert_true(standing_find(s, &s->v[3].id)->score.value == 0.2);
}

TEST(files_have_the_names_keys_and_numbers_of_the_seeds)
{
	char name[FORMAT_NAME_BYTES];
	UT_string out;

	play(CORPUS "en.md", SIZE_MAX, OLD);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 8);
	dialectic_rows[4].many->file(&duel, 1, name);
	assert_string_equal(name, "prop_000a.md");
	dialectic_rows[4].many->file(&duel, 8, name);
	assert_string_equal(name, "opp_001.md");
	utstring_init(&out);
	dialectic_rows[4].many->shows(&duel, 7, &out);
	ASSERT_SHOWS(utstring_body(&out), "{\n  \"id\": \"prop_001\",\n  \"side\": \"prop\",\n  \"exchange\": 1,\n  \"title\": \"Renaming",
		"\"attacks\": [\n    {\n      \"target_id\": \"opp_000c\",\n      \"type\": \"claim_attack\"\n    }\n  ],",
		"}\n\n## Claim\n\nA file", "\n\n## Grounds\n\n### 1. rename(2)\n\n> If newpath", "\n\n**Relevance:** A crash", "\n\n## Warrant\n\nWhat",
		"\n\n## Attacks\n\n### Attacking opp_000c\n\n**Type:** claim_attack\n\nIt supposes",
		"\n\n## Defends\n\n### Defending prop_000c\n\n**Type:** concede_and_pivot\n\nOne incident");
	utstring_clear(&out);
	dialectic_rows[4].many->shows(&duel, 1, &out);
	ASSERT_SHOWS(utstring_body(&out), "\"attacks\": [],\n  \"defends\": []\n}", "## Backing\n\nArchives", "## Qualifier\n\nwhere");
	utstring_done(&out);
	ASSERT_SHOWS(shown(dialectic_rows[0].shows),
		"{\n  \"prop_000a\": {\n    \"current_score\": 0.2,\n    \"history\": [", "\"score\": 0.2,",
		"\"reasoning\": \"True", "\"scored_at\": \"1970-01-01T00:00:00+00:00\"", "\"opp_000c\": {\n    \"current_score\": -0.6,",
		"\"score\": -0.6,", "\"triggered_by\": \"prop_001\",\n        \"previous_score\": -0.4,\n        \"diff\": -0.2\n");
	ASSERT_SHOWS(shown(dialectic_rows[1].shows),
		"prop_001[\"prop_001<br/>Renaming Makes A File<br/>Whole<br/>score +0.25\"]",
		"prop_001 -->|claim_attack| opp_000c\n", "prop_001 -.->|concede_and_pivot| prop_000c\n");
	ASSERT_SHOWS(shown(dialectic_rows[2].shows), "<svg", "prop_001 → opp_000c", "score -0.60");
	assert_string_equal(shown(dialectic_rows[3].shows), "");
}

TEST(the_record_is_the_motion_and_each_exchange_as_it_was_judged)
{
	UT_string out;

	terms.definitions = "file\tbytes with a *name*";
	terms.scope = "One machine\n# alone";
	utstring_init(&out);
	dialectic_head(&duel, &out);
	assert_string_equal(utstring_body(&out), "# Motion\n\nThis house would keep settings in files\n\n## Definitions\n\n- **file**: bytes with a "
		"\\*name\\*\n\n## Scope\n\nOne machine \\# alone\n");
	utstring_clear(&out);
	play(CORPUS "en.md", 5, "");
	dialectic_record(&duel, &out);
	assert_int_equal(utstring_len(&out), 0);
	begin_again();
	play(CORPUS "en.md", SIZE_MAX, OLD);
	dialectic_record(&duel, &out);
	ASSERT_SHOWS(utstring_body(&out), "\n## Exchange 1\n\n### prop_001: Renaming Makes A File Whole\n\n**Claim:** A file", "\n**Ground 1:** rename(2)\n\n> If",
		"\n**Attacking opp_000c** (claim_attack): It", "\n**Score 0.25:** It meets", "\n### opp_001: Review", "\n**Score -0.25:** ",
		"\n### Rescores\n\n**opp_000c** from -0.4 to -0.6: prop_001 shows");
	assert_null(strstr(utstring_body(&out), "narrower than it looked"));
	utstring_done(&out);
}

TEST(front_matter_says_how_the_debate_stands_and_ends)
{
	ASSERT_SHOWS(shown(dialectic_front),
		"{\n  \"debate_id\": \"files\",\n  \"current_exchange\": 0,\n  \"current_phase\": "
		"\"awaiting_arguments\",\n"
		"  \"cumulative_scores\": {\n    \"proposition\": {\n      \"total\": 0,\n      \"count\": 0\n");
	play(CORPUS "en.md", 2, "");
	ASSERT_SHOWS(shown(dialectic_front), "\"current_exchange\": 0", "awaiting_judgment",
		"\"total\": 0,\n      \"count\": 0\n");
	begin_again();
	play(CORPUS "en.md", 3, "");
	ASSERT_SHOWS(shown(dialectic_front), "\"current_exchange\": 1", "awaiting_arguments",
		"\"total\": 0.45,\n      \"count\": 3\n", "\"total\": -0.45,\n      \"count\": 3\n");
	assert_null(strstr(shown(dialectic_front), "closed"));
	begin_again();
	play(CORPUS "en.md", SIZE_MAX, OLD);
	ASSERT_SHOWS(shown(dialectic_front), "\"current_exchange\": 2",
		"\"closed\": {\n    \"outcome\": \"COMPLETED\",\n    \"winner\": \"proposition\",\n"
		"    \"at\": ",
		"\"opposition\": {\n        \"name\": \"bob\",\n        \"harness\": \"gemini\",\n        \"model\": "
		"\"gemini-3-pro\"");
}

TEST(status_has_a_key_for_each_thing_that_the_front_matter_has)
{
	static const char *const begun[] = {"0", "awaiting_arguments", "2", "0", "0", "0", "0", "0", "0", ""};
	static const char *const one_in[] = {"0", "awaiting_arguments", "2", "1", "0", "0", "0", "0", "0", ""};
	static const char *const over[] = {"1", "", "2", "0", "0", "0.7", "4", "-0.9", "4", "proposition"};
	static const struct {
		size_t texts;
		const char *const *values;
	} states[] = {{0, begun}, {1, one_in}, {6, over}};

	for (size_t i = 0; i < N(states); i++) {
		begin_again();
		play(CORPUS "en.md", states[i].texts, OLD);
		for (size_t k = 0; dialectic_status[k].key; k++) {
			const char *key = dialectic_status[k].key;

			assert_string_equal(status_of(&duel, dialectic_status, key), states[i].values[k]);
		}
	}
}

TEST(what_is_sealed_is_nowhere_until_both_sides_are_in)
{
	play(CORPUS "en.md", 4, "");
	assert_int_equal(duel.n_sealed, 1);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 6);
	for (unsigned seat = 0; seat <= 3; seat++)
		assert_null(strstr(told(dialectic_so_far, seat), "Review Comes"));
	assert_null(strstr(shown(dialectic_front), "Review"));
	assert_null(strstr(shown(dialectic_rows[1].shows), "Review"));
	assert_int_equal(debate_due(&duel, 2), -1);
	assert_int_equal(debate_due(&duel, 3), -1);
	debate_reveal(&duel);
	assert_int_equal(dialectic_rows[4].many->count(&duel), 7);
	ASSERT_SHOWS(shown(dialectic_rows[1].shows), "opp_001<br/>", "not judged");
}

/* After so many texts the clock ends: the phase that follows. */
TEST(a_clock_ends_the_debate_by_what_was_judged)
{
	static const struct {
		size_t texts;
		unsigned phase;
		const char *outcome;
	} ends[] = {{0, PHASE_INVALIDATED, "INVALIDATED"}, {1, PHASE_INVALIDATED, "INVALIDATED"}, {2, PHASE_INVALIDATED, "INVALIDATED"},
		{3, PHASE_COMPLETED, "COMPLETED"}, {4, PHASE_COMPLETED, "COMPLETED"}, {5, PHASE_COMPLETED, "COMPLETED"},
		{6, PHASE_COMPLETED, "COMPLETED"}};

	for (size_t i = 0; i < N(ends); i++) {
		begin_again();
		play(CORPUS "en.md", ends[i].texts, OLD);
		debate_silent(&duel);
		assert_int_equal(duel.order.phase, ends[i].phase);
		assert_string_equal(debate_state(&duel)->outcome, ends[i].outcome);
		assert_true(debate_is_over(&duel));
		assert_int_equal(duel.n, ends[i].texts);
	}
}

TEST(the_line_of_a_clock_says_of_whom_nothing_came)
{
	UT_string out;

	utstring_init(&out);
	dialectic_lapse(&duel, 2, 0, NULL, &out);
	assert_string_equal(utstring_body(&out), "bob, the opposition, handed in nothing in time");
	utstring_clear(&out);
	dialectic_lapse(&duel, 0, ROLE_JUDGE, NULL, &out);
	assert_string_equal(utstring_body(&out), "the judge handed in nothing in time");
	utstring_clear(&out);
	dialectic_lapse(&duel, 0, 0, NULL, &out);
	assert_string_equal(utstring_body(&out), "both sides handed in nothing in time");
	utstring_done(&out);
}

TEST(the_judge_ends_the_debate_after_a_judgement)
{
	static const struct {
		size_t texts;
		unsigned seat;
		const char *outcome;
		int err;
	} asks[] = {{3, 3, "COMPLETED", 0}, {3, 1, "COMPLETED", EACCES}, {3, 3, "INVALIDATED", EINVAL}, {2, 3, "COMPLETED", EBUSY},
		{4, 3, "COMPLETED", EBUSY}, {5, 3, "COMPLETED", EBUSY}, {0, 3, "COMPLETED", EBUSY}};

	for (size_t i = 0; i < N(asks); i++) {
		begin_again();
		terms.exchanges = 0;
		play(CORPUS "en.md", asks[i].texts, OLD);
		struct fault fault = dialectic_format.releases(&duel, asks[i].seat, asks[i].outcome);
		assert_int_equal(fault.rule ? fault.rule->err : 0, asks[i].err);
		assert_true(!fault.sentence == !asks[i].err);
		free(fault.sentence);
	}
}

TEST(without_a_limit_there_is_always_another_exchange)
{
	terms.exchanges = 0;
	play(CORPUS "en.md", SIZE_MAX, OLD);
	assert_int_equal(duel.order.phase, PHASE_ARGUMENTS);
	assert_null(strstr(told(dialectic_so_far, 1), "last one"));
}

/* A report with so many words in each section, behind the lines given. */
static const char *
reported(const char *title, const char *clash, const char *verdict, size_t words)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s\n\n## The Question\n\n%s\n", title, "What is asked?");
	utstring_printf(&out, "\n%s\n\n", clash);
	for (size_t i = 0; i < words; i++)
		utstring_printf(&out, "word%s", i % 12 == 11 ? ".\n" : " ");
	utstring_printf(&out, "\n\n## Turning Points\n\nNone.\n\n### Another\n\n## The Verdict\n\n%s\n", verdict);
	const char *told = handed_in(3, utstring_body(&out), utstring_len(&out));
	utstring_done(&out);
	return told;
}

TEST(a_report_has_its_title_its_sections_and_five_hundred_words)
{
	static const struct {
		const char *title, *clash, *verdict;
		size_t words;
		const char *told;
	} reports[] = {
		{"so", "## The Clash", "By prop_000a.", 494, "report.section 1"},
		{"# Files", "## The Clash", "By prop_000a.", 492, "report.words 0"},
		{"# Files", "## The Clash", "By prop_000a.", 595, "report.words 0"},
		{"# Files", "### Clash", "By prop_000a.", 500, "report.section 50"},
		{"# Files", "## The Clash", "By nobody.", 500, "report.argument 0"},
		{"# Files", "## The Clash", "By prop_000a and opp_007.", 500, "report.argument 60"},
		{"# Files", "**The Clash**", "By prop_000a: \"can be read after\".", 500, ""},
	};

	play(CORPUS "en.md", SIZE_MAX, OLD);
	assert_int_equal(debate_due(&duel, 3), REPORT);
	for (size_t i = 0; i < N(reports); i++) {
		const char *told = reported(reports[i].title, reports[i].clash, reports[i].verdict, reports[i].words);

		if (strcmp(told, reports[i].told))
			fail_msg("report %zu: %s", i, told);
	}
	assert_true(debate_is_over(&duel));
	ASSERT_SHOWS(shown(dialectic_rows[3].shows), "# Files", "By prop_000a",
		"\n\n**Totals:** proposition 0.7 in 4 arguments, opposition -0.9 in 4 arguments\n");
}

TEST(a_prompt_asks_in_plain_words_and_few)
{
	static const struct {
		size_t texts;
		unsigned seat;
		const char *asks[6];
	} prompts[] = {
		{0, 1, {"exactly three", "breadth", "5 to 7 words", "a warning", NULL}},
		{3, 2, {"with what is new", "claim_attack", "concede_and_pivot", "grant nothing", NULL}},
		{2, 3, {"how far it bears on the motion", "sum to 0", "lower it", "Length is no merit", NULL}},
		{5, 3, {"rescores", "each a step of\nat most 0.5", NULL}},
		{6, 3, {"500 to 600 words", "The Verdict", "totals are written below", NULL}},
	};

	for (size_t i = 0; i < N(prompts); i++) {
		begin_again();
		play(CORPUS "en.md", prompts[i].texts, OLD);
		const char *question = asked(prompts[i].seat, (unsigned)debate_due(&duel, prompts[i].seat));
		assert_shows(question, prompts[i].asks);
		assert_true(wordcount(question, strlen(question)) <= 330);
		assert_null(strstr(question, "words.title"));
		assert_true((strstr(question, "rescores") != NULL) == (i == 3));
	}
	terms.strict_words = true;
	begin_again();
	terms.strict_words = true;
	ASSERT_SHOWS(asked(1, OPENING), "What is longer is refused");
}

TEST(a_prompt_shows_what_is_new_and_what_the_judge_said)
{
	play(CORPUS "en.md", 3, "");
	ASSERT_SHOWS(told(dialectic_so_far, 1), "This is exchange 1.", "from -1 to 1: how far it bears on the motion",
		"sum to 0", "**It is the last one.** Nothing", "proposition 0.45 in 3 arguments",
		"### prop_000a: Plain", "**Judged in exchange 0:** True and", "### opp_000a: Files",
		"**Claim:** Two programs", "**Judged in exchange 0:** The loss");
	assert_null(strstr(told(dialectic_so_far, 1), "arguments/ID.md"));
	assert_null(strstr(told(dialectic_so_far, 1), CLAIM0));
	begin_again();
	play(CORPUS "en.md", 5, "");
	ASSERT_SHOWS(told(dialectic_so_far, 3), "Both sides wrote before either could read", "Then your report is due",
		"### prop_000b: Every", "**Judged in exchange 0:** Both grounds",
		"### opp_000c: ", "### prop_001: ", "**Claim:** A file", "### opp_001: ", "**Defending opp_000b**");
	assert_null(strstr(told(dialectic_so_far, 3), "### opp_000a"));
	ASSERT_SHOWS(told(dialectic_so_far, 3),
		"\n### Earlier arguments, whole in `arguments/ID.md`\n\n- prop_000a: Plain Files Outlive Their "
		"Programs (score 0.2)\n");
	assert_null(strstr(told(dialectic_so_far, 3), "- prop_001: "));
	begin_again();
	play(CORPUS "en.md", SIZE_MAX, OLD);
	ASSERT_SHOWS(told(dialectic_so_far, 3), "**Rescored in exchange 1:** prop_001 shows");
}

TEST(a_blank_has_every_key_and_the_ids_of_what_is_judged)
{
	UT_string blank;

	utstring_init(&blank);
	debate_blank_as(&duel, 1, (unsigned)debate_due(&duel, 1), &blank);
	ASSERT_SHOWS(utstring_body(&blank), "[{\n  \"title\": \"…\",", "\"grounds\": [{\n    \"source\": \"…\",", "}, {\n  \"title\"", "}, {\n  \"title\"", "\n}]\n");
	assert_null(strstr(utstring_body(&blank), "attacks"));
	ASSERT_SHOWS(handed_in(1, utstring_body(&blank), utstring_len(&blank)), "handin.blank 2 [0].title");
	utstring_clear(&blank);
	debate_blank_as(&duel, 3, JUDGEMENT, &blank);
	assert_string_equal(utstring_body(&blank), "{\n  \"scores\": [{\n    \"argument_id\": \"…\",\n    \"score\": …,\n    \"reasoning\": \"…\"\n  }]\n}\n");
	utstring_clear(&blank);
	play(CORPUS "en.md", 5, "");
	debate_blank_as(&duel, 3, (unsigned)debate_due(&duel, 3), &blank);
	assert_string_equal(utstring_body(&blank), "{\n  \"scores\": [{\n    \"argument_id\": \"prop_001\",\n    \"score\": …,\n    \"reasoning\": \"…\"\n  }, {\n"
		"    \"argument_id\": \"opp_001\",\n    \"score\": …,\n    \"reasoning\": \"…\"\n  }],\n  \"rescores\": []\n}\n");
	ASSERT_SHOWS(handed_in(3, utstring_body(&blank), utstring_len(&blank)), "handin.json 4");
	utstring_done(&blank);
	begin_again();
	play(CORPUS "en.md", 3, "");
	utstring_init(&blank);
	debate_blank_as(&duel, 1, (unsigned)debate_due(&duel, 1), &blank);
	ASSERT_SHOWS(utstring_body(&blank), "\"attack_type\": \"claim_attack|grounds_attack|warrant_attack|backing_attack\"", "\"defends\": [{");
	utstring_done(&blank);
}

TEST(a_limit_of_words_refuses_where_the_terms_say_so)
{
	struct findings fs = {0};
	static const char text[] = "{\"title\": \"so\", \"claim\": \"c\", \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", "
				   "\"relevance\": \"r\"}]}";

	play(CORPUS "en.md", 3, "");
	debate_judge(&duel, 1, text, strlen(text), &fs);
	assert_int_equal(findings_errno(&fs), 0);
	terms.strict_words = true;
	debate_judge(&duel, 1, text, strlen(text), &fs);
	assert_int_equal(findings_errno(&fs), -EINVAL);
	assert_string_equal(findings_first_error(&fs)->rule->id, "words.title");
	findings_free(&fs);
}

TEST(a_fault_is_told_with_line_column_and_path)
{
	struct findings fs = {0};
	static const char *const texts[][2] = {
		{"{\n  \"title\": \"ä\", \"claim\": 5,\n \"warrant\": \"w\", \"grounds\": [{\"source\": \"s\", \"content\": \"c\", \"relevance\": \"r\"}]}",
			"t:2:claim: error: [handin.type] column 26: `claim` is a text\n"},
		{"{\n  \"title\": \"so\",\n}", "t:3: error: [handin.json] column 1: string or '}' expected\n"},
		{"[{\"grounds\": [{}, {\"other\": {\"claim\": oops}}]}]", "t:1:[0].grounds[1].….…: error: [handin.json] column 42: invalid token\n"},
	};

	play(CORPUS "en.md", 3, "");
	for (size_t i = 0; i < N(texts); i++) {
		UT_string out;

		debate_judge(&duel, 1, texts[i][0], strlen(texts[i][0]), &fs);
		utstring_init(&out);
		findings_print(&fs, "t", true, &out);
		ASSERT_SHOWS(utstring_body(&out), texts[i][1]);
		utstring_done(&out);
		findings_free(&fs);
	}
}

TEST(quotations_of_arguments_are_counted)
{
	play(CORPUS "en.md", SIZE_MAX, OLD);
	assert_int_equal(duel.texts[4].quotes, 1);
	assert_int_equal(duel.texts[5].quotes, 0);
}

static size_t natural_texts;

static void
natural_debate(const char *path, const char *name)
{
	(void)name;
	natural_texts += play(path, SIZE_MAX, NULL);
	begin_again();
}

TEST(texts_as_agents_write_them_are_accepted_in_eight_languages)
{
	assert_true(each_file(CORPUS "natural/", natural_debate) >= 8 && natural_texts >= 32);
}
