/*
 * Format rounds on the new kit: what is shown of a debate. Its files, conclusion.md, the facts behind a summary, prompts,
 * lines of failures, `status`.
 */
#include "tests/unit/formats/rounds_debate.h"
#include "tests/unit/formats/status.h"

#include <ctype.h>

EACH_TEST(begin, end);

/* The text that was shown or told last. */
static const char *last;

#define show(shows) (last = shown(shows))
#define tell(tells, seat) (last = told(tells, seat))
#define HAS(part) has(last, part)
#define HAS_NOT(part) lacks(last, part)

static json_t *
json_of(debate_shows *shows)
{
	json_error_t error;
	json_t *o = json_loads(show(shows), 0, &error);

	if (!o)
		fail_msg("%s: %s", error.text, last);
	return o;
}

static const char *
string_at(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

/* The point of that id. */
static const json_t *
point_of(const json_t *list, const char *id)
{
	size_t i;
	json_t *o;

	json_array_foreach((json_t *)(uintptr_t)list, i, o)
		if (!strcmp(string_at(o, "id"), id))
			return o;
	fail_msg("there is no %s", id);
	return NULL;
}

/* -- points.json -- */

TEST(points_json_lists_claims_and_points_with_what_was_said_to_them)
{
	play(CORPUS "accepted/en.md", 4);
	assert_is_file(CORPUS "shown/points.json", show(rounds_points_file));
}

TEST(the_proposer_answers_to_a_claim_that_was_called_unsupported_by_its_id_and_without_a_verb)
{
	assert_string_equal(IN("**Stance**\nWe keep it.\n**Claims**\n- One is true\n  Evidence: a.c:1\n- Two is true\n"), "");
	assert_string_equal(IN("**Points**\n- [correctness] one is false\n  Evidence: b.c:1\n- [security] none: a.c\n- [experience] none: a.c\n"
			       "**Alternative**\nAnother.\n**Unsupported**\n- P1.2: nothing is shown\n"), "");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.2: rebutted — it is shown\n  Evidence: d.c:2\n"),
		"answer.verb");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.1: it is shown\n  Evidence: d.c:2\n"), "answer.verb");
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — no\n  Evidence: c.c:1\n- P1.2: it is shown\n  Evidence: d.c:2\n"), "");
	json_t *list = json_of(rounds_points_file);
	const json_t *verbs = json_object_get(point_of(list, "P1.2"), "verbs");
	assert_int_equal(json_array_size(verbs), 2);
	assert_string_equal(string_at(json_array_get(verbs, 0), "verb"), "unsupported");
	assert_string_equal(string_at(json_array_get(verbs, 1), "verb"), "answered");
	assert_string_equal(string_at(json_array_get(verbs, 1), "evidence"), "d.c:2");
	assert_string_equal(string_at(point_of(list, "P1.2"), "state"), "claimed");
	json_decref(list);
}

TEST(at_the_end_an_open_point_is_unresolved_and_an_answered_one_disputed)
{
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(IN("**Answers**\n- C1.2: rebutted — they are archived\n  Evidence: src/archive.c:4\n"), "");
	play(CORPUS "accepted/en.md", 0);
	assert_string_equal(IN("Winner: codex\nBecause: C1.1\nGenuine disagreement: high\nEvidence quality: low\nChallenge depth: low\n"
			       "Direction: proposer\n**Key Agreements**\nNone.\n**Key Disagreements**\nNone.\n**Unresolved Questions**\nNone.\n"
			       "**Recommendation**\nDo it.\n"), "");
	json_t *list = json_of(rounds_points_file);
	assert_string_equal(string_at(point_of(list, "C1.2"), "state"), "disputed");
	assert_string_equal(string_at(point_of(list, "C2.1"), "state"), "unresolved");
	json_decref(list);
	show(rounds_conclusion);
	HAS("\n## Unresolved\n\n- C2.1: NFS.");
	HAS("\n## Disputed\n\n- C1.2: [experience] The log grows");
}

/* -- last-debate.json -- */

TEST(last_debate_json_has_the_keys_of_the_seed_and_then_its_own)
{
	play(CORPUS "accepted/en.md", SIZE_MAX);
	assert_is_file(CORPUS "shown/last-debate.json", show(rounds_report_file));
}

TEST(last_debate_json_says_how_far_a_debate_has_come)
{
	terms.positions = "a file\na database\n";
	assert_is_file(CORPUS "shown/last-debate-begun.json", show(rounds_report_file));
}

/* -- what points.json and conclusion.md say of each point is what its marks say -- */

/* A point of the model: its id, how it stands, and the verbs that it was given. */
struct modelled {
	char id[16], verbs[128];
	char owner; /* 'P' or 'C' */
	const char *state;
};
static struct modelled model[128];
static size_t n_model;

static struct modelled *
raised(char kind, unsigned round, const char *state)
{
	struct modelled *m = &model[n_model++];
	unsigned n = 1;

	for (size_t i = 0; i + 1 < n_model; i++)
		n += model[i].owner == kind && (unsigned)atoi(model[i].id + 1) == round;
	*m = (struct modelled){.owner = kind, .state = state};
	snprintf(m->id, sizeof m->id, "%c%u.%u", kind, round, n);
	return m;
}

static void
said(struct modelled *m, const char *verb, const char *state)
{
	snprintf(m->verbs + strlen(m->verbs), sizeof m->verbs - strlen(m->verbs), "%s ", verb);
	m->state = state;
}

/* Words that no text has had before. */
static const char *
words(void)
{
	static char s[64];
	static unsigned n;

	n++;
	snprintf(s, sizeof s, "words%u about%u thing%u number%u here%u", n, n, n, n, n);
	return s;
}

static void
put_items(UT_string *out, const char *tag, const char *evidence)
{
	utstring_printf(out, "- %s%s\n  Evidence: %s\n", tag, words(), evidence);
}

static void
random_challenge(UT_string *out)
{
	static const char *const tags[] = {"[correctness] ", "[security] ", "[experience] "};

	utstring_printf(out, "**Points**\n");
	for (size_t i = 0; i < N(tags); i++) {
		bool none = i && rand() % 2;
		put_items(out, i && none ? (i == 1 ? "[security] none: " : "[experience] none: ") : tags[i], "a.c:1");
		if (!none)
			raised('C', 1, "open");
	}
	utstring_printf(out, "**Alternative**\n%s\n**Agreements**\n", words());
	for (size_t i = 0; i < n_model; i++)
		if (model[i].owner == 'P' && rand() % 2) {
			utstring_printf(out, "- %s: %s\n  Evidence: b.c:2\n  Risk: %s\n", model[i].id, words(), "some");
			said(&model[i], "agreed", "agreed");
		}
}

static void
random_defence(UT_string *out, unsigned round)
{
	static const char *const verbs[] = {"conceded", "rebutted", "tradeoff", "partly"};

	utstring_printf(out, "**Answers**\n");
	for (size_t i = 0; i < n_model; i++) {
		const char *verb = verbs[rand() % 4];
		if (model[i].owner != 'C')
			continue;
		if (!strcmp(model[i].state, "conceded") && rand() % 4 == 0)
			verb = "reopened";
		else if (strcmp(model[i].state, "open"))
			continue;
		utstring_printf(out, "- %s: %s — %s\n  Evidence: new%zu-%u.c:3\n  Now: so\n", model[i].id, verb, words(), i, round);
		said(&model[i], verb, strcmp(verb, "conceded") ? "answered" : "conceded");
	}
	if (rand() % 2) {
		utstring_printf(out, "**Claims**\n");
		put_items(out, "", "d.c:9");
		raised('P', round, "claimed");
	}
}

static void
random_followup(UT_string *out, unsigned round, const struct modelled *before)
{
	static const char *const verbs[] = {"resolved", "stands", "dodged", "unsupported", "held"};

	utstring_printf(out, "**Answers**\n");
	for (size_t i = 0; i < n_model; i++) {
		bool conceded = !strcmp(model[i].state, "conceded");
		const char *verb = verbs[rand() % (conceded ? 5 : 4)];
		if (model[i].owner != 'C' || (strcmp(model[i].state, "answered") && !conceded) || !strcmp(model[i].verbs, before[i].verbs))
			continue;
		utstring_printf(out, "- %s: %s — %s\n  Evidence: e.c:%zu\n", model[i].id, verb, words(), i + 1);
		said(&model[i], verb, !strcmp(verb, "resolved") ? "resolved" : !strcmp(verb, "held") ? "conceded" : "open");
	}
	utstring_printf(out, "**Points**\n");
	put_items(out, "", "f.c:4");
	raised('C', round, "open");
}

static void
check_against_model(bool over)
{
	static const char *const titles[][2] = {{"agreed", "## Agreed"}, {"conceded", "## Conceded"}, {"resolved", "## Resolved"},
		{"open", "## Unresolved"}, {"answered", "## Disputed"}, {"claimed", "## Claimed, and not agreed"}};
	json_t *list = json_of(rounds_points_file);

	assert_int_equal(json_array_size(list), n_model);
	for (size_t i = 0; i < n_model; i++) {
		const json_t *point = point_of(list, model[i].id);
		char verbs[128] = "";
		json_t *verb;
		size_t k;
		json_array_foreach(json_object_get(point, "verbs"), k, verb) {
			strcat(verbs, string_at(verb, "verb"));
			strcat(verbs, " ");
		}
		assert_string_equal(verbs, model[i].verbs);
		const char *state = over && !strcmp(model[i].state, "open") ? "unresolved" :
			over && !strcmp(model[i].state, "answered") ? "disputed" : model[i].state;
		assert_string_equal(string_at(point, "state"), state);
	}
	json_decref(list);
	if (!over)
		return;
	const char *conclusion = show(rounds_conclusion);
	for (size_t i = 0; i < n_model; i++)
		for (size_t k = 0; k < N(titles); k++) {
			char title[64], line[32];
			snprintf(title, sizeof title, "\n%s\n", titles[k][1]);
			snprintf(line, sizeof line, "\n- %s: ", model[i].id);
			const char *from = strstr(conclusion, title), *to = from ? strstr(from + 2, "\n## ") : NULL;
			const char *at = from ? strstr(from, line) : NULL;
			if ((at && at < to) != !strcmp(titles[k][0], model[i].state))
				fail_msg("%s is %s, and below %s:\n%s", model[i].id, model[i].state, titles[k][1], conclusion);
		}
}

static void
hand_in(UT_string *text)
{
	const char *sentence, *ids = handed_in(due_seat(), utstring_body(text), &sentence);

	if (*ids)
		fail_msg("%s (%s)\n%s", ids, sentence, utstring_body(text));
	utstring_clear(text);
}

#define SUMMARY_TEXT "**Proposer's position**\nA.\n**Challenger's position**\nB.\n**Contradictions**\nNone.\n"
#define VERDICT_TEXT "Winner: codex\nBecause: Round 1\nGenuine disagreement: high\nEvidence quality: low\nChallenge depth: low\n" \
	"Direction: proposer\n**Key Agreements**\nNone.\n**Key Disagreements**\nNone.\n**Unresolved Questions**\nNone.\n" \
	"**Recommendation**\nDo it.\n"

TEST(what_is_said_of_each_point_is_what_its_marks_say)
{
	srand(23);
	for (int n = 0; n < 60; n++) {
		UT_string *text = test_string();
		restart();
		n_model = 0;
		terms.rounds = 1 + rand() % 5;
		utstring_printf(text, "**Stance**\n%s\n**Claims**\n", words());
		for (int i = 1 + rand() % 3; i > 0; i--) {
			put_items(text, "", "a.c:7");
			raised('P', 1, "claimed");
		}
		hand_in(text);
		random_challenge(text);
		hand_in(text);
		for (unsigned round = 2; round <= (unsigned)terms.rounds; round++) {
			struct modelled before[N(model)];
			memcpy(before, model, sizeof model);
			if (round > 2)
				assert_string_equal(IN(SUMMARY_TEXT), "");
			random_defence(text, round);
			hand_in(text);
			check_against_model(false);
			if (rand() % 8 == 0 && round > 2) { /* it is broken off: the points stand as before it */
				memcpy(model, before, sizeof model);
				for (n_model = 0; *model[n_model].id;)
					n_model++;
				debate_silent(&duel);
				break;
			}
			random_followup(text, round, before);
			hand_in(text);
		}
		check_against_model(false);
		assert_string_equal(IN(VERDICT_TEXT), "");
		check_against_model(true);
		memset(model, 0, sizeof model);
	}
}

/* -- conclusion.md -- */

TEST(conclusion_md_says_first_what_to_do)
{
	play(CORPUS "accepted/en.md", SIZE_MAX);
	duel.end.time_ms = 400000;
	show(rounds_conclusion);
	assert_true(!strncmp(last,
		"# Is it right?\n\n**codex had the stronger argument**\n\n"
		"## What to do\n\nWrite the log with checksums", 96));
	HAS("\n## Verdict\n\n- Winner: codex\n- Because: the recovery question");
	HAS("\n- Genuine disagreement: high — both kept");
	HAS("\n- Direction: proposer\n");
	HAS("\n## Key agreements\n\n- C1.1: a checksum per entry");
	HAS("\n## Key disagreements\n\n- C1.2: codex holds");
	HAS("\n## Unresolved questions\n\n- What happens on NFS?");
	HAS("\n## The challenger's alternative\n\nKeep SQLite, set `journal_mode=WAL`");
	HAS("\n## Agreed\n\n- P1.1: A single writer per duel");
	HAS("\n  - round 1, challenger, agreed: yes, there is one writer per duel.\n    Evidence: src/lock.c:88 refuses a second lease\n"
	    "    Risk: the nightly archiver");
	HAS("\n## Conceded\n\n- C1.3: [other] Tooling: backup scripts");
	HAS("\n## Resolved\n\n- C1.1: [correctness] **Torn writes.**");
	HAS("\n## Unresolved\n\n- C1.2: [experience] The log grows");
	HAS("\n## Said without evidence\n\n- round 1, challenger, C1.2: [experience] The log grows");
	HAS("\n- ended: 1970-01-01T00:06:40");
	HAS("\n- proposer: ann (codex / gpt-5)\n- challenger: bob (gemini / gemini-3-pro)\n- orchestrator: cid (claude / opus)\n");
	HAS("\n- rounds: 2 of 2 are complete\n");
	HAS("quotations were found");
	HAS("`debate.md`");
	HAS_NOT("Caution");
}

TEST(an_uncontested_position_is_shown_with_a_note)
{
	play(CORPUS "accepted/en.md", 1);
	debate_failed(&duel, 2, "quota");
	show(rounds_conclusion);
	HAS("Caution: bob was given up.\n\n# Is it right?\n\n"
	    "**The challenger did not come; the position is uncontested**\n\n"
	    "Nobody challenged the proposer's position");
	HAS("\n## The uncontested position\n\nWe should keep the turn log");
	HAS("\n## Its claims\n\n- A single writer");
	HAS("\n- the challenger failed (quota); the position is uncontested\n");
	HAS_NOT("## Verdict");
}

TEST(a_debate_without_an_opening_has_decided_nothing)
{
	debate_silent(&duel);
	show(rounds_conclusion);
	HAS("# Is it right?\n\n**Stopped**\n\nThere is no verdict: nothing was decided.\n");
	HAS("\n- the proposer failed (timeout); there is no position, and the debate is aborted\n");
}

TEST(a_conclusion_says_which_round_is_incomplete)
{
	play(CORPUS "accepted/en.md", 3);
	debate_silent(&duel);
	assert_string_equal(IN(VERDICT_TEXT), "");
	show(rounds_conclusion);
	HAS("\n- rounds: 1 of 2 are complete\n");
	HAS("\n- the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it\n");
}

/* The conclusion of a debate of these, which came to nothing. */
static void
concluded(const struct debate_seat *three)
{
	debate_free(&duel);
	duel = (struct debate){.format = &rounds_format, .terms = &terms, .topic = "T"};
	debate_open(&duel);
	for (int i = 0; i < 3; i++)
		debate_join(&duel, &three[i]);
	debate_silent(&duel);
	show(rounds_conclusion);
}

TEST(one_family_and_a_judge_who_is_a_side_are_told_in_the_first_line)
{
	concluded((struct debate_seat[]){
		{"ann", "codex", "gpt-5", 1, 0}, {"bob", "copilot", "GPT-4.1", 2, 0}, {"cid", "codex", "gpt-5", 3, 0}});
	HAS("Caution: all models are of one family, gpt; cid decides, and has the model of ann.\n");
	concluded((struct debate_seat[]){
		{"ann", "codex", "gpt-5", 1, 0}, {"bob", "gemini", "gemini-3", 2, 0}, {"cid", "gemini", "opus", 3, 0}});
	HAS("Caution: cid decides, and has the harness of bob.\n");
	concluded((struct debate_seat[]){
		{"ann", "a", "unknown", 1, 0}, {"bob", "b", "gpt-5", 2, 0}, {"cid", "unknown", "unknown", 3, 0}});
	HAS_NOT("Caution");
}

/* -- the record -- */

TEST(a_summary_has_the_facts_behind_it)
{
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(show(rounds_behind), "");
	assert_string_equal(IN(SUMMARY_TEXT), "");
	show(rounds_behind);
	assert_true(!strncmp(last, "> duelfs: points of rounds 1–1 as they stand, 1970", 50));
	HAS("\n**Agreed**\n\n- P1.1: A single writer");
	HAS("\n  - round 1, challenger, agreed: yes, there is one writer per duel.\n    Evidence: src/lock.c:88");
	HAS("\n**Conceded**\n\n- C1.3: [other] Tooling: backup scripts call `sqlite3 .backup` today.\n  Evidence: scripts/backup.sh:7\n"
	    "  - round 2, proposer, conceded: The backup script has to change.\n    Now: we ship");
	HAS("\n  - round 2, challenger, held\n");
	HAS("\n**Resolved**\n\n- C1.1: [correctness]");
	HAS("\n**Open**\n\n- C1.2: [experience]");
	HAS_NOT("C2.1");
}

static const char *
lapse(unsigned role, const char *reason)
{
	unsigned seat = debate_seat_of(&duel, role);

	UT_string *out = test_string();
	rounds_lapse(&duel, seat, seat ? ROLE_NONE : role, reason, out);
	return utstring_body(out);
}

TEST(the_record_says_who_failed_and_what_follows)
{
	assert_string_equal(lapse(ROLE_PROPOSER, NULL), "the proposer failed (timeout); there is no position, and the debate is aborted");
	duel.n_seats = 1;
	assert_string_equal(lapse(ROLE_CHALLENGER, NULL), "the challenger failed (timeout); the position is uncontested");
	assert_string_equal(rounds_state_name(&duel), "waiting_for_participant");
	duel.n_seats = 3;
	assert_string_equal(rounds_state_name(&duel), "debating");
	play(CORPUS "accepted/en.md", 1);
	assert_string_equal(lapse(ROLE_CHALLENGER, "quota"), "the challenger failed (quota); the position is uncontested");
	restart();
	play(CORPUS "accepted/en.md", 3);
	assert_string_equal(lapse(ROLE_CHALLENGER, NULL), "the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it");
	restart();
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(lapse(ROLE_ORCHESTRATOR, NULL), "the orchestrator failed (timeout); the next turn goes without a summary");
	restart();
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(lapse(ROLE_PROPOSER, NULL), "the proposer failed (timeout); there is no closing reply");
	debate_silent(&duel);
	assert_string_equal(lapse(ROLE_ORCHESTRATOR, NULL), "the orchestrator failed (timeout); there is no verdict, and the debate is aborted");
}

TEST(a_summary_or_a_closing_reply_that_is_not_in_is_passed_over)
{
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 1), DEFENCE);
	restart();
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_int_equal(debate_due(&duel, 1), CLOSING);
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 3), VERDICT);
	assert_int_equal(duel.order.round, 2);
	debate_silent(&duel);
	assert_int_equal(duel.order.phase, PHASE_ABORTED);
}

TEST(a_closing_reply_is_due_where_the_last_round_left_something_open)
{
	terms.closing = true;
	play(CORPUS "accepted/en.md", 3);
	assert_string_equal(IN("**Answers**\n- C1.1: resolved — it is\n  Evidence: a.c:1\n- C1.2: resolved — it is\n  Evidence: a.c:2\n- C1.3: held\n"), "");
	assert_int_equal(debate_due(&duel, 3), VERDICT);
}

TEST(proposer_and_challenger_are_different_tools)
{
	const struct debate_seat same = {"dan", "Codex", "gpt-5", ROLE_CHALLENGER, 0},
				 other = {"dan", "gemini", "gpt-5", ROLE_CHALLENGER, 0},
				 judge = {"eve", "codex", "gpt-5", ROLE_ORCHESTRATOR, 0};

	duel.n_seats = 1;
	assert_null(rounds_joins(&duel, &other).rule);
	assert_null(rounds_joins(&duel, &judge).rule);
	struct fault fault = rounds_joins(&duel, &same);
	assert_string_equal(fault.rule->id, "seat.identity");
	assert_string_equal(
		fault.sentence, "the proposer speaks for codex already: proposer and challenger are different tools");
	free(fault.sentence);
	const struct debate_seat nobody = {"dan", "unknown", "gpt-5", ROLE_CHALLENGER, 0};
	fault = rounds_joins(&duel, &nobody);
	assert_string_equal(fault.rule->id, "seat.identity");
	free(fault.sentence);
	duel.n_seats = 3;
}

/* -- status -- */

TEST(status_says_rounds_open_points_and_the_winner)
{
	play(CORPUS "accepted/en.md", 4);
	assert_string_equal(status_of(&duel, rounds_status, "rounds"), "2");
	assert_string_equal(status_of(&duel, rounds_status, "rounds_completed"), "2");
	assert_string_equal(status_of(&duel, rounds_status, "points_open"), "C1.2\nC2.1\n");
	assert_string_equal(status_of(&duel, rounds_status, "winner"), "");
	assert_string_equal(IN(VERDICT_TEXT), "");
	assert_string_equal(status_of(&duel, rounds_status, "winner"), "codex");
	assert_string_equal(debate_state(&duel)->name, "completed");
	assert_string_equal(debate_state(&duel)->outcome, "COMPLETED");
}

/* -- prompts -- */

static size_t
words_in(const char *s)
{
	size_t n = 0;

	for (bool in = false; *s; s++) {
		n += !in && !isspace((unsigned char)*s);
		in = !isspace((unsigned char)*s);
	}
	return n;
}

/* Each kind of text that is due in a debate of three rounds with a closing reply, and its seat. */
static unsigned
come_to(enum rounds_kind kind)
{
	restart();
	terms.rounds = 3;
	terms.closing = true;
	for (unsigned n = 0; n < 9; n++) {
		for (unsigned s = 1; s <= 3; s++)
			if (debate_due(&duel, s) == (int)kind)
				return s;
		restart();
		terms.rounds = 3;
		terms.closing = true;
		play(CORPUS "natural/en.md", n + 1);
	}
	fail_msg("%u is never due", kind);
	return 0;
}

TEST(a_prompt_asks_for_what_its_text_needs_in_few_words)
{
	static const struct {
		enum rounds_kind kind;
		const char *words[7];
	} asked_of[] = {
		{OPENING, {"clear position", "its own evidence"}},
		{CHALLENGE, {"wrong or missing", "praise nothing before it", "correctness, security and experience", "`Alternative`", "`Risk:`", "You have no position of your own"}},
		{DEFENCE, {"`conceded`", "`rebutted`", "`tradeoff`", "`partly`", "below `Unsupported`", "repeat an earlier one"}},
		{FOLLOWUP, {"`resolved`", "`stands`", "`dodged`", "`held`", "Default to suspicion", "reframed as an agreement"}},
		{SUMMARY, {"rounds 1 to 1", "500 to 800 tokens", "contradictions"}},
		{CLOSING, {"at most 300 words"}},
		{VERDICT, {"pick a side", "`Winner:` is codex or gemini", "says first what to do", "at most 400 words"}},
	};

	for (size_t i = 0; i < N(asked_of); i++) {
		unsigned s = come_to(asked_of[i].kind);
		last = asked(s, asked_of[i].kind);
		for (size_t k = 0; k < N(asked_of[i].words) && asked_of[i].words[k]; k++)
			HAS(asked_of[i].words[k]);
		for (size_t k = 0; k < ROUNDS_RULES; k++)
			HAS_NOT(rounds_rule_rows[k].id);
		HAS_NOT("duelfs");
		HAS_NOT("reopened"); /* nothing was conceded yet */
		if (words_in(last) > 320)
			fail_msg("%zu words: %s", words_in(last), last);
	}
}

TEST(a_prompt_says_what_each_side_stands_for)
{
	terms.positions = "FUSE\nNFS\n";
	for (unsigned s = 0; s <= 3; s++) {
		tell(rounds_brief, s);
		HAS("The proposer stands for **FUSE**, the challenger for **NFS**.");
	}
	play(CORPUS "accepted/en.md", 1);
	last = asked(2, CHALLENGE);
	HAS("Argue for your own position");
	HAS_NOT("no position of your own");
	terms.strict_evidence = true;
	restart();
	terms.strict_evidence = true;
	last = asked(1, OPENING);
	HAS("A claim without is refused.");
}

TEST(a_prompt_has_rounds_1_and_2_whole_and_later_the_summary_and_the_last_round)
{
	unsigned s = come_to(DEFENCE);
	tell(rounds_brief, s);
	HAS("\nRound 1, proposer, with P1.1, P1.2");
	HAS("Move the monolith's billing module");
	HAS("\nRound 1, challenger, with C1.1, C1.2");
	HAS("The same CSV has a column");
	HAS("### Points that you answer");
	HAS("- C1.1: [correctness] P1.1 counts rollbacks");
	HAS("- C1.5: [other] No date is given");
	HAS_NOT("Summary of");
	restart();
	terms.rounds = 3;
	play(CORPUS "natural/en.md", 5);
	assert_int_equal(debate_due(&duel, 1), DEFENCE);
	tell(rounds_brief, 1);
	HAS("\nSummary of rounds 1–1, with the points of these rounds:\n");
	HAS("**Conceded**");
	HAS("Earlier texts are in `turns/`.");
	HAS("\nRound 2, proposer");
	HAS("\nRound 2, challenger");
	HAS_NOT("\nRound 1, proposer");
	HAS("- C2.1: If step one is the alternative");
	HAS("### Said without evidence");
	HAS_NOT("gemini");
}

TEST(a_prompt_says_which_round_is_incomplete)
{
	play(CORPUS "accepted/en.md", 3);
	debate_silent(&duel);
	tell(rounds_brief, 3);
	HAS("\n- the challenger failed (timeout); round 2 is incomplete, and the verdict is on those before it\n");
	const char *once = strstr(last, "the challenger failed");
	assert_null(strstr(once + 1, "the challenger failed"));
}

TEST(a_prompt_lists_what_the_other_side_said_without_evidence)
{
	play(CORPUS "accepted/de.md", 1);
	tell(rounds_brief, 2);
	HAS("### Said without evidence");
	HAS("P1.3: Ich halte den Ruf");
	HAS_NOT("P1.2: Die Moderation");
}
