/*
 * Format rounds on the new kit: whole debates as good agents write them, in eight languages, and texts that break one
 * rule each.
 *
 * tests/corpus/rounds/accepted/LANGUAGE.md is a debate of two rounds, its texts parted by `=== KIND`; so are those of
 * natural/, which were written from the seed and the blank, some in three rounds, with a closing reply. Each file of
 * tests/corpus/rounds/refused/ begins with a line `after: FILE N`, which is the accepted debate and how many of its
 * texts come before (and terms: `rounds=3`, `closing`, `reject`), and is refused by the rules that its name says, parted
 * by `+`.
 */
#include "tests/unit/formats/rounds_debate.h"

#include <ctype.h>
#include <utf8proc.h>

EACH_TEST(begin, free_duel);

/* The text with so many words behind it. */
static const char *
with_words(const char *text, int words)
{
	static char all[4096];
	size_t len = (size_t)snprintf(all, sizeof all, "%s", text);

	for (int i = 0; i < words; i++)
		len += (size_t)snprintf(all + len, sizeof all - len, "word ");
	return all;
}

/* Letters of another script in place of each word that is none of the format's; the same letter becomes the same. */
struct other_script {
	const char *name;
	uint32_t from, to;
};
static const struct other_script other_scripts[] = {
	{"Latin", 'a', 'z'}, {"Cyrillic", 0x430, 0x44f}, {"Arabic", 0x628, 0x63a}, {"Hangul", 0xac00, 0xd7a0}, {"Han", 0x4e00, 0x9f00}};
static const struct other_script *written_in;

static bool
is_of_the_format(const char *word, size_t len)
{
	static const char words[] = " stance claims points alternative unsupported agreements answers proposer s position challenger contradictions"
		" key disagreements unresolved questions recommendation evidence risk now winner because genuine disagreement quality"
		" challenge depth direction reason conceded rebutted tradeoff partly reopened resolved stands dodged held none high medium"
		" low other correctness security experience round source codex gemini debate summary p c ";
	char folded[32] = " ";

	if (len > sizeof folded - 3)
		return false;
	for (size_t i = 0; i < len; i++)
		folded[i + 1] = (char)tolower((unsigned char)word[i]);
	folded[len + 1] = ' ';
	return strstr(words, folded) != NULL;
}

static void
in_other_letters(const char *s, size_t len, UT_string *out)
{
	for (const char *end = s + len; s < end;) {
		utf8proc_uint8_t letter[4];
		utf8proc_int32_t cp;
		size_t word = 0;

		while (s + word < end && isalpha((unsigned char)s[word]))
			word++;
		if (word && is_of_the_format(s, word)) {
			utstring_bincpy(out, s, word);
			s += word;
			continue;
		}
		for (size_t done = 0; done < (word ? word : 1); ) {
			utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, end - s, &cp);
			utf8proc_category_t c = utf8proc_category(cp);
			if (c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO)
				utstring_bincpy(out, letter, (size_t)utf8proc_encode_char((utf8proc_int32_t)(written_in->from +
					(uint32_t)utf8proc_tolower(cp) * 2654435761u / 65536 % (written_in->to - written_in->from)), letter));
			else
				utstring_bincpy(out, s, (size_t)n);
			s += n;
			done += (size_t)n;
		}
	}
}

static void
accepted_debate(const char *path, const char *name)
{
	(void)name;
	restart();
	assert_int_equal(play(path, SIZE_MAX), 5);
	assert_int_equal(duel.order.phase, PHASE_COMPLETED);
}

TEST(a_debate_of_a_good_writer_is_accepted_in_every_language)
{
	each_file(CORPUS "accepted/", accepted_debate);
}

/* Plays a natural debate to its end; how each point stands then. */
static void
play_natural(const char *path, char states[256])
{
	char *all = test_owns(read_whole(path, &(size_t){0}));

	restart();
	terms.rounds = 1;
	for (char *s = all; (s = strstr(s, "=== defence")); s++)
		terms.rounds++;
	terms.closing = strstr(all, "=== closing") != NULL;
	play(path, SIZE_MAX);
	if (duel.order.phase != PHASE_COMPLETED)
		fail_msg("%s stops in phase %u", path, duel.order.phase);
	for (size_t i = 0; i < duel.ledger.n; i++)
		states[i] = (char)('0' + duel.ledger.points[i].state);
	states[duel.ledger.n] = '\0';
}

static void
natural_debate(const char *path, const char *name)
{
	char states[256], others[256];

	(void)name;
	play_natural(path, states);
	rewritten = in_other_letters;
	for (size_t i = 0; i < N(other_scripts); i++) {
		written_in = &other_scripts[i];
		play_natural(path, others);
		if (strcmp(states, others))
			fail_msg("%s: %s, in %s %s", path, states, other_scripts[i].name, others);
	}
	rewritten = NULL;
}

TEST(a_text_written_from_seed_and_blank_is_accepted_in_any_language_and_script)
{
	each_file(CORPUS "natural/", natural_debate);
}

static void
refused_text(const char *path, const char *name)
{
	char file[64], base[128], want[256];
	unsigned before;
	char *text = test_owns(read_whole(path, &(size_t){0}));
	const char *body = strchr(text, '\n') + 1, *sentence, *option;
	if (sscanf(text, "after: %63s %u", file, &before) != 2)
		fail_msg("%s does not say what it comes after", path);
	restart();
	option = memmem(text, (size_t)(body - text), "rounds=", 7);
	terms.rounds = option ? atoi(option + 7) : 2;
	terms.closing = memmem(text, (size_t)(body - text), "closing", 7);
	snprintf(base, sizeof base, CORPUS "accepted/%s", file);
	play(base, before);
	terms.strict_evidence = memmem(text, (size_t)(body - text), "reject", 6);
	snprintf(want, sizeof want, "%.*s", (int)(strrchr(name, '.') - name), name);
	if (strspn(strrchr(want, '.') + 1, "0123456789") == strlen(strrchr(want, '.') + 1))
		*strrchr(want, '.') = '\0';
	const char *ids = handed_in(due_seat(), body, &sentence);
	if (strcmp(ids, want))
		fail_msg("%s: %s (%s)", path, *ids ? ids : "accepted", sentence);
}

TEST(a_text_that_breaks_a_rule_is_refused_by_it)
{
	each_file(CORPUS "refused/", refused_text);
}

static unsigned
state_of(unsigned round, unsigned number)
{
	return ledger_find(&duel.ledger, &(struct ref){.kind = &rounds_refs[REF_POINT], .number = {round, number}})->state;
}

static char refused_names[8192];

static void
note_name(const char *path, const char *name)
{
	(void)path;
	strcat(strcat(refused_names, "+"), name);
}

TEST(each_rule_has_a_text_that_it_refuses)
{
	each_file(CORPUS "refused/", note_name);
	for (size_t i = 0; i < ROUNDS_RULES; i++)
		if (rounds_rule_rows[i].severity == SEVERITY_ERROR && !strstr(refused_names, rounds_rule_rows[i].id))
			fail_msg("%s", rounds_rule_rows[i].id);
}

TEST(a_follow_up_that_only_holds_is_no_progress)
{
	play(CORPUS "accepted/en.md", 2);
	assert_string_equal(IN("**Answers**\n- C1.1: conceded — yes\n  Now: a\n- C1.2: conceded — yes\n  Now: b\n- C1.3: conceded — yes\n"
			       "  Now: c\n"), "");
	assert_string_equal(IN("**Answers**\n- C1.1: held\n- C1.2: held\n- C1.3: held\n"), "followup.progress");
	assert_string_equal(IN("**Answers**\n- C1.1: held\n- C1.2: held\n- C1.3: held\n**Points**\nNo new weakness found.\n"),
		"followup.progress");
	assert_string_equal(IN("**Answers**\n- C1.1: held\n- C1.2: held\n- C1.3: resolved — seen\n  Evidence: a.c:1\n**Points**\n"
			       "No new weakness found.\n"), "");
}

TEST(a_conceded_point_is_reopened_with_something_new_alone)
{
	terms.rounds = 3;
	play(CORPUS "accepted/en.md", 4);
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 1), DEFENCE);
#define ELSE "- C1.2: conceded — yes\n  Now: a\n- C2.1: conceded — yes\n  Now: b\n"
	assert_string_equal(IN("**Answers**\n" ELSE "- C1.3: reopened — it may stay\n"), "answer.needs");
	assert_string_equal(IN("**Answers**\n" ELSE "- C1.3: reopened — it may stay\n  Evidence: scripts/backup.sh:7\n"), "answer.needs");
	assert_string_equal(IN("**Answers**\n" ELSE "- C1.3: reopened — it may stay\n  Evidence: scripts/backup.sh:40\n"), "");
	assert_int_equal(state_of(1, 3), ANSWERED);
}

TEST(errors_are_told_before_warnings)
{
	static const char text[] = "**Answers**\n- C1.1: rebutted — Round 1 says \"every word of it is wrong\"\n  Evidence: a.c:1\n"
		"- C1.2: conceded — yes\n- C9.9: conceded — yes\n";
	FINDINGS fs = {0};
	bool warned = false;

	play(CORPUS "accepted/en.md", 2);
	debate_judge(&duel, 1, text, strlen(text), &fs);
	assert_int_equal(fs.v[0].rule->severity, SEVERITY_ERROR);
	for (size_t i = 0; i < fs.n; i++) {
		assert_false(warned && fs.v[i].rule->severity == SEVERITY_ERROR);
		warned |= fs.v[i].rule->severity == SEVERITY_WARNING;
	}
	assert_true(warned);
	assert_int_equal(fs.errors, 3);
}

TEST(a_blank_that_is_filled_in_is_accepted)
{
	play(CORPUS "accepted/en.md", 2);
	assert_string_equal(blank_of(due_seat(), (unsigned)debate_due(&duel, due_seat())),
		"**Answers**\n- C1.1: conceded|rebutted|tradeoff|partly — …\n  Evidence: …\n  Now: …\n"
		"- C1.2: conceded|rebutted|tradeoff|partly|unsupported — …\n  Evidence: …\n  Now: …\n"
		"- C1.3: conceded|rebutted|tradeoff|partly — …\n  Evidence: …\n  Now: …\n\n**Claims**\n- …\n  Evidence: …\n");
}

TEST(headings_are_those_that_are_due)
{
	UT_string *heading = test_string();
	play(CORPUS "accepted/en.md", 3);
	rounds_format.kinds[FOLLOWUP].heading(&duel, due_seat(), heading);
	assert_string_equal(utstring_body(heading), "Round 2 — Challenger (gemini / gemini-3-pro)");
	assert_string_equal(IN("## Round 3 — Challenger (gemini / gemini-3-pro)\n\n**Answers**\n- C1.1: stands\n"
			       "- C1.2: stands\n- C1.3: held\n"), "text.heading");
	assert_string_equal(IN("## round 2 - challenger（gemini / gemini-3-pro）\n\n**Answers**\n- C1.1: stands\n"
			       "- C1.2: stands\n- C1.3: held\n"), "");
}

TEST(the_ledger_says_how_each_point_stands)
{
	play(CORPUS "accepted/en.md", 4);
	assert_int_equal(state_of(1, 1), RESOLVED);
	assert_int_equal(state_of(1, 2), OPEN);
	assert_int_equal(state_of(1, 3), CONCEDED);
	assert_int_equal(state_of(2, 1), OPEN);
	struct ref claim = {.kind = &rounds_refs[REF_CLAIM], .number = {1, 1}};
	assert_int_equal(ledger_find(&duel.ledger, &claim)->state, AGREED);
	claim.number[0] = 2;
	assert_int_equal(ledger_find(&duel.ledger, &claim)->state, CLAIMED);
}

TEST(each_verb_moves_a_point_to_its_state)
{
	static const struct {
		const char *verb;
		unsigned point, becomes; /* C1.2 alone is without evidence */
	} defences[] = {{"conceded", 1, CONCEDED}, {"rebutted", 1, ANSWERED}, {"tradeoff", 1, ANSWERED}, {"partly", 1, ANSWERED},
		{"unsupported", 2, ANSWERED}},
	  followups[] = {{"resolved", 0, RESOLVED}, {"stands", 0, OPEN}, {"dodged", 0, OPEN}, {"unsupported", 0, OPEN}, {"held", 0, CONCEDED}};

	for (size_t i = 0; i < N(defences) * N(followups); i++) {
		const unsigned becomes = defences[i / 5].becomes, then = followups[i % 5].becomes, point = defences[i / 5].point;
		const bool has = then != CONCEDED || becomes == CONCEDED;
		restart();
		play(CORPUS "accepted/en.md", 2);
		assert_string_equal(IN(TEXT("**Answers**\n- C1.%u: %s — no\n  Evidence: x.c:1\n  Now: so\n- C1.%u: conceded — yes\n  Now: a\n"
			"- C1.3: conceded — yes\n  Now: b\n", point, defences[i / 5].verb, 3 - point)), "");
		assert_int_equal(state_of(1, point), becomes);
		assert_string_equal(IN(TEXT("**Answers**\n- C1.%u: %s — it is\n  Evidence: e.c:2\n- C1.%u: held\n- C1.3: held\n**Points**\n"
			"- and there is more\n", point, followups[i % 5].verb, 3 - point)), has ? "" : "answer.verb");
		assert_int_equal(state_of(1, point), has ? then : becomes);
	}
}

TEST(three_rounds_have_a_summary_and_perhaps_a_closing_reply)
{
	terms.rounds = 3;
	terms.closing = true;
	play(CORPUS "accepted/en.md", 4);
	assert_int_equal(debate_due(&duel, 3), SUMMARY);
	assert_string_equal(IN("**Proposer's position**\nA file.\n\n**Challenger’s position**\nA database.\n"), "summary.form");
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(
			is_warned(due_seat(), with_words("**Proposer's position**\n", (int[]){374, 375, 600, 601}[i]),
				"summary.length"),
			i % 3 == 0);
	assert_string_equal(IN("**Proposer's position**\nA file.\n\n**Challenger’s position**\nA database.\n\n"
			       "**Contradictions**\nNone.\n"), "");
	assert_string_equal(IN("**Answers**\n- C1.2: rebutted — old ones are archived\n  Evidence: src/archive.c:4\n"
			       "- C2.1: conceded — true\n  Now: no NFS\n"), "");
	assert_string_equal(IN("**Answers**\n- C1.2: dodged — archived where?\n- C2.1: held\n**Points**\n- the archive is never read\n"), "");
	assert_int_equal(debate_due(&duel, 1), CLOSING);
	assert_string_equal(IN("**Answers**\n- C2.1: reopened — Round 1\n"), "closing.new");
	/* five words are there already */
	assert_string_equal(IN(with_words("**Answers**\n- C3.1: rebutted — x\n  Evidence: x\n", 296)), "closing.words");
	assert_string_equal(IN(with_words("**Answers**\n- C3.1: rebutted — x\n  Evidence: x\n", 295)), "");
	assert_int_equal(debate_due(&duel, 3), VERDICT);
	debate_silent(&duel);
	assert_int_equal(state_of(3, 1), ANSWERED);
}

TEST(evidence_is_asked_for_where_the_terms_say_so)
{
	terms.strict_evidence = true;
	assert_string_equal(IN("**Stance**\nSo it is.\n**Claims**\n- one\n- two\n  Evidence: none\n"), "evidence.none");
	assert_string_equal(IN("**Stance**\nSo it is.\n**Claims**\n- one\n  Evidence: x\n"), "");
}

TEST(a_verdict_is_on_the_complete_rounds)
{
	play(CORPUS "accepted/en.md", 3);
	assert_int_equal(state_of(1, 3), CONCEDED);
	debate_silent(&duel);
	assert_int_equal(debate_due(&duel, 3), VERDICT);
	assert_int_equal(state_of(1, 3), OPEN);
	assert_int_equal(duel.ledger.n, 6);
	assert_int_equal(duel.n, 3);
}

TEST(a_text_tells_which_points_it_raised)
{
	UT_string *ids = test_string();
	play(CORPUS "accepted/en.md", 2);
	assert_true(ledger_print_raised(&duel.ledger, 2, ids));
	assert_string_equal(utstring_body(ids), "C1.1, C1.2, C1.3");
	assert_false(ledger_print_raised(&duel.ledger, 3, ids));
}

TEST(a_point_that_begins_with_an_id_is_a_point_of_its_own)
{
#define ITEM "- P1.1: so it is said, and no file says it\n"
	size_t claims;

	play(CORPUS "natural/en.md", 1);
	claims = duel.ledger.n;
	assert_string_equal(IN("**Points**\n\n- [correctness] one\n- [security] two\n- [experience] three\n"
		ITEM ITEM ITEM ITEM ITEM ITEM ITEM ITEM ITEM ITEM ITEM ITEM
		"\n**Alternative**\n\nKeep it.\n\n**Unsupported**\n\nNone.\n\n**Agreements**\n\nNone.\n"), "");
	assert_int_equal(duel.ledger.n, claims + 15);
	assert_int_equal(duel.ledger.points[claims + 14].state, OPEN);
#undef ITEM
}

TEST(a_seat_that_fails_ends_the_debate_as_its_round_says)
{
	debate_silent(&duel);
	assert_int_equal(duel.order.phase, PHASE_ABORTED);
	restart();
	play(CORPUS "accepted/en.md", 1);
	debate_go_without(&duel, 2, ROLE_NONE, "timeout");
	assert_int_equal(duel.order.phase, PHASE_UNCONTESTED);
	assert_true(debate_is_over(&duel));
	assert_int_equal(duel.ledger.n, 3);
}

TEST(a_winner_is_one_of_the_two)
{
	static const char *const one[] = {"codex", "**Codex**", "codex (gpt-5)", "codex（gpt-5）", "codex — gemini came near", "codex, the proposer",
		"codex had the stronger argument", "codex. gemini was close"};
	static const char *const other[] = {"both", "codex and gemini", "codex, gemini", "codex / gemini", "codex|gemini", "claude", "codexes", "…"};
	char text[512];

	play(CORPUS "accepted/en.md", 4);
	for (size_t i = 0; i < N(one) + N(other); i++) {
		const char *value = i < N(one) ? one[i] : other[i - N(one)];
		snprintf(text, sizeof text, "Winner: %s\nBecause: C1.1\n", value);
		if (!strstr(IN(text), "verdict.winner") != (i < N(one)))
			fail_msg("Winner: %s", value);
	}
	duel.seats[1].harness = "codex-cli";
	assert_null(strstr(IN("Winner: codex-cli\nBecause: C1.1\n"), "verdict.winner"));
}

TEST(a_line_of_the_source_is_no_reason_for_a_verdict)
{
	struct source_places source;

	play(CORPUS "accepted/en.md", 4);
	source_places_read(&source, "x\n", 2);
	duel.places = &source;
	assert_non_null(strstr(IN("Winner: codex\nBecause: Source:1\n"), "verdict.because"));
	source_places_free(&source);
}

TEST(a_direction_against_the_winner_wants_a_reason)
{
	play(CORPUS "accepted/en.md", 4);
	assert_true(is_warned(due_seat(), "Winner: codex\nBecause: C1.1\nDirection: challenger\n", "verdict.reason"));
	assert_false(is_warned(due_seat(), "Winner: codex\nBecause: C1.1\nDirection: proposer\n", "verdict.reason"));
	assert_false(is_warned(
		due_seat(), "Winner: codex\nBecause: C1.1\nDirection: other\nReason: so\n", "verdict.reason"));
}

TEST(a_quotation_that_nobody_said_is_a_warning)
{
	play(CORPUS "accepted/en.md", 2);
	assert_true(is_warned(due_seat(),
		"**Answers**\n- C1.1: rebutted — Round 1 says \"every word of it is wrong\"\n", "quote.unfound"));
	assert_false(is_warned(due_seat(),
		"**Answers**\n- C1.1: rebutted — Round 1 says \"the proposal compacts it\"\n", "quote.unfound"));
}

TEST(what_a_writer_has_put_into_quotation_marks_is_found_by_nobody_but_others)
{
#define SAID "- C1.1: stands — Round 1 of codex has "
	play(CORPUS "accepted/en.md", 1);
	assert_string_equal(IN("**Points**\n"
			       "- [correctness] Round 1 says \"every word of it is wrong\", "
			       "which no test of mine supports.\n"
			       "- [security] none\n- [experience] none\n**Alternative**\nNo.\n"), "");
	assert_true(is_warned(due_seat(),
		"**Answers**\n- C1.1: rebutted — Round 1 says \"nobody ever said such words\"\n", "quote.unfound"));
	assert_false(is_warned(due_seat(),
		"**Answers**\n- C1.1: rebutted — Round 1 says \"every word of it is wrong\"\n", "quote.unfound"));
	assert_string_equal(IN("**Answers**\n- C1.1: rebutted — I never did\n  Evidence: x\n"), "");
	assert_true(is_warned(due_seat(), "**Answers**\n" SAID "\"every word of it is wrong\"\n", "quote.unfound"));
	assert_false(
		is_warned(due_seat(), "**Answers**\n" SAID "\"which no test of mine supports\"\n", "quote.unfound"));
	assert_string_equal(IN("**Answers**\n" SAID "\"every word of it is wrong\"\n"), "");
	assert_int_equal(duel.texts[3].quotes, 0);
#undef SAID
}

TEST(a_title_of_another_text_of_the_format_is_refused_and_a_bold_lead_is_not)
{
#define ANSWERED "**Answers**\n- C1.1: stands\n- C1.2: stands\n- C1.3: held\n"
	const char *sentence;
	static const char text[] = ANSWERED "**Points**\n- NFS is slow\n\n**Agreements**\n- P2.1\n  Evidence: x\n";

	play(CORPUS "accepted/en.md", 3);
	assert_string_equal(handed_in(due_seat(), text, &sentence), "section.foreign");
	assert_string_equal(sentence, "8: `**Agreements**` is a section of another text (challenge), "
		"and this one has none of that name");
	assert_string_equal(IN(ANSWERED "**Points**\n- NFS is slow\n### Unsupported:\n- P2.1\n"), "section.foreign");
	assert_string_equal(IN(ANSWERED "**Key Agreements** are few.\n> **Agreements**\n```\n**Agreements**\n```\n"
			       "**Summary**\nSo.\n"
			       "- **Alternative**\n"), "");
#undef ANSWERED
}

TEST(a_claim_is_called_unsupported_or_agreed_to_and_not_both)
{
#define POINTS "**Points**\n- [correctness] one\n- [security] none\n- [experience] none\n**Alternative**\nKeep it.\n"
#define AGREED "**Agreements**\n- P1.1: yes\n  Evidence: a.c:1\n  Risk: b\n"
	play(CORPUS "accepted/en.md", 1);
	assert_string_equal(IN(POINTS "**Unsupported**\n- P1.2: no\n- P1.1: no\n" AGREED), "answer.twice");
	assert_string_equal(IN(POINTS AGREED "**Unsupported**\n- P1.1\n"), "answer.twice");
	assert_string_equal(IN(POINTS "**Unsupported**\n- P1.2: no\n- P1.2: nor that\n- P1.3\n" AGREED), "");
#undef POINTS
#undef AGREED
}

TEST(categories_that_are_missing_are_named_together)
{
	const char *sentence;
	static const char text[] = "**Points**\n- [security] one\n**Alternative**\nKeep it.\n";

	play(CORPUS "accepted/en.md", 1);
	assert_string_equal(handed_in(due_seat(), text, &sentence), "challenge.categories");
	assert_string_equal(sentence, "2: below `**Points**` lines are missing: `- [correctness] …`, "
		"`- [experience] …`; `none: …` behind a tag says what was looked at");
}
