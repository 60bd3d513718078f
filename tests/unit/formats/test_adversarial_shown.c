/* The files of a debate: files, prompts, status. */
#include "tests/unit/formats/adversarial.h"
#include "tests/unit/formats/status.h"

#include "validators/kit/show.h"

#define SHOWN "tests/corpus/adversarial/shown/"
#define C "**Claims**\n"
#define PAY "kb/sources/surveys/pay-survey-2017-spaces.md"
#define NODE "- new so-it-is\n```\n---\nlayer: meta\nstatus: contested\n---\n## Statement\nSo it is.\n```\n"

static UT_string shown;

static int
begin_shown(void **state)
{
	utstring_init(&shown);
	begin(state);
	duel.now_ms = 1767225600000; /* 2026-01-01 */
	return 0;
}

static int
end_shown(void **state)
{
	utstring_done(&shown);
	return free_duel(state);
}

EACH_TEST(begin_shown, end_shown);

static const char *
file(const char *path)
{
	utstring_clear(&shown);
	if (!show_file(path, &shown))
		fail_msg("%s is not there", path);
	return utstring_body(&shown);
}

static void
question(const struct debate *d, unsigned seat, UT_string *out)
{
	hand_in_told(d, seat, hand_in_next(d, seat, NULL), out);
}

static const char *
tell(debate_tells *tells, unsigned seat)
{
	utstring_clear(&shown);
	tells(&duel, seat, &shown);
	return utstring_body(&shown);
}

#define HAS(text) \
	do { \
		if (!strstr(utstring_body(&shown), text)) \
			fail_msg("%s\nis not in\n%s", text, utstring_body(&shown)); \
	} while (0)
#define HAS_NOT(text) \
	do { \
		if (strstr(utstring_body(&shown), text)) \
			fail_msg("%s\nis in\n%s", text, utstring_body(&shown)); \
	} while (0)

/* Tabs lose an argument and its claim; spaces lose nothing. */
static void
play(void)
{
	turn(TESS, C "- new — the width is the\n  reader's [arg-001: robust] [arg-009: contested]\n");
	turn(SAM, C "- new — code looks alike everywhere [arg-002: strong] [" PAY "]\n");
	turn(MOD, "Press: L-001 — whose choice?\nFinding: nobody counted readers of Braille lines.\n");
	turn(TESS, "**Answers**: L-001\n" C "- L-002: rebut — pay says nothing of that [arg-003: contested]\n"
		"**Mutations**\n- criticism " PAY " — its sample chose itself\n" NODE
		"- edge arg-010 addresses arg-002 \"in part\"\n");
	turn(SAM, C "- L-001: rebut — a choice is nothing owed [arg-002]\n"
		"**Mutations**\n- lower arg-009 to weak — nobody says so, Turn 1\n- source x.md — read for Turn 1\n```\n---\ntitle: x\n---\nx\n```\n"
		"- contradiction C-003 — of width\n  Type: of values\n  Involved arguments: arg-009\n  Involved sources: none\n"
		"  Description: d\n  What would resolve it: w\n  Status: open\n");
	turn(MOD, "Deflection: Position tabs has cited arg-003 (layer: ethical) across turns 4 to address arg-002 (…).\n"
		"**Mutations**\n- lower arg-009 to refuted — Turn 5\n- note arg-009 Traceback notes — not found\n");
	turn(TESS, C "- new — the narrower one [arg-009: refuted]\n  - **Status**: upheld\n- L-002: concede — in part\n");
	turn(MOD, "Ruling: claim L-003 \"the narrower one\" (arg-009) is CLOSED as refuted.\n"
		"Justification: nobody says so, Turn 5, " PAY ".\n");
	turn(TESS, C "- L-003: accept — it is refuted\n");
}

TEST(the_ledger_has_the_seeds_headings_and_fields)
{
	play();
	assert_is_file(SHOWN "claims-ledger.md", file("output/claims-ledger.md"));
}

TEST(revisions_have_the_seeds_headings_fields_and_types)
{
	file("kb/revisions.md");
	HAS("# KB Revisions Log\n");
	HAS_NOT("## R-");
	play();
	assert_is_file(SHOWN "revisions.md", file("kb/revisions.md"));
}

TEST(a_revision_is_triggered_by_the_claim_that_is_about_it)
{
	open_both();
	turn(TESS, C "- new — first [arg-008]\n- new — second [arg-002: weak] and [" PAY "]\n- new — third [arg-001]\n"
		"**Mutations**\n- lower arg-002 to weak — Turn 2\n- criticism " PAY " — it chose itself\n"
		"- edge arg-003 supports arg-001 \"x\"\n- note arg-007 Traceback notes — none\n");
	file("kb/revisions.md");
	HAS("strong → weak\n- **Justification**: Turn 2\n- **Triggered by**: turn 3: second");
	HAS("it chose itself\n- **Triggered by**: turn 3: second");
	HAS("\"x\"\n- **Triggered by**: turn 3: third");
	HAS(": none\n- **Triggered by**: turn 3\n");
	turn(MOD, "Finding: all.\nPress: L-001 — whose?\n**Mutations**\n- lower arg-009 to weak — Turn 1\n- edge arg-003 refutes arg-004\n");
	file("kb/revisions.md");
	HAS("→ weak\n- **Justification**: Turn 1\n- **Triggered by**: turn 4: L-001 — whose?\n");
	HAS("refutes arg-004\n- **Justification**: see turn 4\n- **Triggered by**: turn 4\n");
}

TEST(transcripts_are_of_all_and_of_each)
{
	play();
	assert_is_file(SHOWN "transcript.md", file("output/transcript.md"));
	assert_is_file(SHOWN "transcript-moderator.md", file("output/agents/moderator/transcript.md"));
	assert_is_file(SHOWN "transcript-spaces.md", file("output/agents/debater-spaces/transcript.md"));
}

static bool
is_listed(const struct files *files, const char *path)
{
	for (size_t i = 0; i < files->n; i++)
		if (!strcmp(files->v[i].path, path))
			return true;
	return false;
}

/* All files of the trees. */
static struct files *
all_files(void)
{
	struct files *files = files_new();

	for (const struct format_row *row = adv_rows; row->name; row++)
		for (unsigned i = 1; row->tree && i <= row->tree->count(&duel); i++) {
			char *path = mem_format("%s/%s", row->name, row->tree->path(&duel, i));

			assert_false(is_listed(files, path));
			file(path);
			files_add(files, path, utstring_body(&shown), utstring_len(&shown));
			free(path);
		}
	return files;
}

static struct files *
files_below(const struct files *files, const char *folder)
{
	struct files *below = files_new();

	for (size_t i = 0; i < files->n; i++)
		if (!strncmp(files->v[i].path, folder, strlen(folder)))
			files_add(below, files->v[i].path + strlen(folder), files->v[i].text, files->v[i].len);
	return below;
}

static struct adversarial *
read_folder(const struct files *files)
{
	struct source_folder folder = {.files = files->v, .n = files->n};
	FINDINGS found = {0};

	adv_folder.judge(&folder, false, &found);
	return found.errors ? NULL : adv_reading.make(NULL, &folder);
}

TEST(every_file_that_is_listed_is_there_and_a_next_debate_can_begin_with_the_base)
{
	struct files *all, *live, *was;

	play();
	all = all_files();
	for (const char *const *p = (const char *const[]){"kb/edges.md", "kb/revisions.md", "kb/arguments/index.md",
			"kb/sources/agents/debater-spaces/x.md", "kb/arguments/arg-010-so-it-is.md",
			"kb-snapshot-construction/edges.md", "kb-snapshot-construction/arguments/index.md",
			"output/claims-ledger.md", "output/synthesis.md",
			"output/transcript.md", "output/agents/debater-tabs/transcript.md",
			"output/agents/orchestrator/transcript.md", NULL}; *p; p++)
		if (!is_listed(all, *p))
			fail_msg("%s is not listed", *p);
	assert_false(show_file("kb/none.md", &shown));
	assert_false(show_file("output/agents/nobody/transcript.md", &shown));
	live = files_below(all, "kb/");
	was = files_below(all, "kb-snapshot-construction/");
	/* It is read as the folder of that next debate is. */
	struct adversarial *again = read_folder(all);
	assert_non_null(again);
	assert_int_equal(again->live->n_arguments, 10);
	assert_int_equal(again->snapshot->n_arguments, 9);
	adv_drop(again);
	files_change(all, "kb-snapshot-construction/edges.md", NULL, "arg-001 proves arg-002\n");
	assert_null(read_folder(all));
	all = files_new();
	for (size_t i = 0; i < live->n; i++) {
		char *path = mem_format("kb/%s", live->v[i].path);

		files_add(all, path, live->v[i].text, live->v[i].len);
		free(path);
	}
	again = read_folder(all);
	assert_int_equal(again->snapshot->n_arguments, 10);
	adv_drop(again);
	files_change(all, "kb/edges.md", NULL, "arg-001 proves arg-002\n");
	assert_null(read_folder(all));
	struct base *start = base_of(live), *snapshot = base_of(was);
	void *none = NULL;
	free_duel(&none);
	begin_with(snapshot, start, false);
	assert_int_equal(base_numbered(adv_of(&duel)->live, 9)->start, REFUTED);
	assert_int_equal(base_numbered(adv_of(&duel)->snapshot, 9)->status, CONTESTED);
	turn(TESS, C "- new — anew [arg-001]\n");
	turn(SAM, C "- new — anew, too [arg-002]\n");
	turn(TESS, C "- new — lowered [arg-008]\n**Mutations**\n- lower arg-001 to contested — Turn 2\n");
	file("kb/revisions.md");
	HAS("## R-008 — ");
	HAS("## R-009 — ");
	HAS_NOT("## R-010");
}

TEST(the_index_of_arguments_is_rendered_a_line_an_argument)
{
	play();
	file("kb/arguments/index.md");
	HAS("\n- arg-009 (tabs, ethical/metaphysical, refuted): How wide indentation is shown belongs to whoever reads.\n");
	HAS("\n- arg-010 (tabs, meta, contested): So it is.\n");
	file("kb-snapshot-construction/arguments/index.md");
	HAS_NOT("arg-010");
}

#define VERDICTS_OF(q3) "**Verdict**\n- Q-1: both engaged, evidence contested\n- Q-2: asymmetric engagement tabs\n- Q-3: " q3 "\n"
#define PROSE "**What was settled**\nThe width.\n**What was not**\nWho pays.\n**What to read next**\nThe survey.\nFinding: pay.\n"

TEST(a_synthesis_has_verdicts_and_prose_and_the_filesystem_writes_the_rest)
{
	play();
	turn(SAM, C "- new — anew [arg-008]\n**Argument**\nFinding: widths were not measured.\n"
		"**Mutations**\n- lower arg-010 to weak — Turn 4\n");
	assert_string_equal(verb_refused(1, NULL, NULL), "");
	end_crossing();
	assert_string_equal(judged(ORCH, VERDICTS_OF("better-grounded tabs") PROSE), "verdict.unearned");
	assert_non_null(strstr(said, "asymmetric engagement spaces"));
	assert_non_null(strstr(said, "spaces engages by arg-002 (L-002, turn 2)"));
	assert_string_equal(judged(ORCH, "**Verdict**\n- Q-1: asymmetric engagement tabs\n- Q-1: neither engaged\n" PROSE),
		"verdict.unearned+answer.twice+item.missing");
	assert_string_equal(judged(ORCH, VERDICTS_OF("asymmetric engagement spaces") "- Q-4: neither engaged\n" PROSE), "ref.unknown");
	assert_string_equal(judged(ORCH, VERDICTS_OF("asymmetric engagement spaces") "**What was settled**\nx\n"),
		"section.missing");
	assert_string_equal(judged(ORCH, "## Verdict of all\n\n" VERDICTS_OF("asymmetric engagement spaces") PROSE),
		"text.heading");
	assert_string_equal(judged(ORCH, "## Synthesis\n\n" VERDICTS_OF("asymmetric engagement spaces") PROSE), "");
	assert_string_equal(judged(ORCH, "**Verdict**\n- it is so\n" PROSE), "item.form+item.missing");
	assert_string_equal(file("output/synthesis.md"), "# Synthesis\n\nIt is not written yet.\n");
	duel.outcome = debate_state(&duel);
	assert_string_equal(file("output/synthesis.md"), "# Synthesis\n\nNo synthesis was written.\n");
	duel.outcome = NULL;
	turn(ORCH, VERDICTS_OF("**asymmetric engagement**: spaces — it alone") PROSE);
	assert_true(debate_is_over(&duel));
	assert_is_file(SHOWN "synthesis.md", file("output/synthesis.md"));
	file("output/transcript.md");
	HAS("\n## Synthesis\n\n**Verdict**\n");
}

TEST(a_position_whose_central_arguments_all_fell_is_named_as_held_against_the_evidence)
{
	open_both();
	turn(TESS, C "- new — so [arg-008]\n");
	turn(SAM, C "- new — ours fell [arg-002: refuted]\n**Mutations**\n- lower arg-002 to refuted — Turn 1\n");
	end_crossing();
	turn(ORCH, "**Verdict**\n- Q-1: better-grounded tabs\n- Q-2: asymmetric engagement tabs\n- Q-3: neither engaged\n" PROSE);
	file("output/synthesis.md");
	HAS("- spaces: all its central arguments are refuted or baseless. It is held against the weight of the evidence.\n");
	HAS_NOT("- tabs: all");
}

TEST(threads_are_claims_that_are_open)
{
	file("threads");
	HAS("None.\n");
	play();
	assert_is_file(SHOWN "threads.md", file("threads"));
}

TEST(threads_begin_with_turns_that_are_owed)
{
	open_both();
	turn(TESS, C "- L-002: rebut — no [arg-001]\n");
	turn(SAM, C "- new — quite another [arg-008]\n");
	turn(MOD, "Press: L-002, L-003 — why?\nRuling: claim L-001 is REBUTTED.\n");
	assert_is_file(SHOWN "threads-owed.md", file("threads"));
}

TEST(a_debaters_prompt_has_all_that_a_stateless_agent_needs)
{
	assert_is_file(SHOWN "asked-opening.md", tell(question, TESS));
	assert_is_file(SHOWN "brief-opening.md", tell(adv_brief, TESS));
	play();
	turn(SAM, C "- new — quite another [arg-008]\n");
	name(TESS);
	tell(question, TESS);
	HAS("The orchestrator asks: What of that?");
	/* Arguments cited in open claims, then those one edge from them, and no more. */
	assert_is_file(SHOWN "brief.md", tell(adv_brief, TESS));
}

TEST(a_debaters_prompt_tells_how_a_press_is_answered_and_what_the_verdict_counts)
{
	open_both();
	turn(MOD, "Press: L-001 — whose?\nFinding: so.\n");
	turn(SAM, C "- L-001: rebut — no [arg-002: strong]\n**Mutations**\n- lower arg-001 to weak — see arg-002\n");
	name(TESS);
	tell(question, TESS);
	HAS("The line `Answers: L-003, Turn 6` may say");
	HAS("Acknowledge each rating, in any language as `[arg-011: baseless]`");
	HAS("is `kb/sources/agents/debater-tabs/NAME.md` from this turn's claims on");
	HAS("which the verdict counts once the moderator lowered it, too");
	assert_is_file(SHOWN "brief-pressed.md", tell(adv_brief, TESS));
	turn(TESS, C "- L-001: withdraw — too much\n");
	name(SAM);
	tell(adv_brief, SAM);
	HAS("It falls to you alone once these are dead: arg-001 (weak; the verdict counts robust)");
	file("output/claims-ledger.md");
	HAS("- **Status**: rebutted (withdrawn)\n");
	adversarial_format.fates(&duel, 1, &shown);
	HAS("- L-001: rebutted (withdrawn)\n");
}

TEST(a_sealed_openings_prompt_tells_of_no_mutations_and_a_later_one_does)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *b = base_of(files);

	debate_free(&duel);
	begin_with(b, base_hold(b), true);
	for (unsigned seat = TESS; seat <= SAM; seat++) {
		tell(question, seat);
		HAS("Open: say what your case rests on");
		HAS("`rebut`, `defend` and `object` cite");
		HAS_NOT("Mutations");
		utstring_clear(&shown);
		debate_blank_as(&duel, seat, (unsigned)debate_due(&duel, seat), &shown);
		HAS("**Claims**\n- new — ");
		HAS_NOT("Mutations");
	}
	open_both();
	name(TESS);
	tell(question, TESS);
	HAS("Below `Mutations`");
	utstring_clear(&shown);
	debate_blank_as(&duel, TESS, (unsigned)debate_due(&duel, TESS), &shown);
	HAS("**Mutations**\n");
}

TEST(a_moderators_prompt_lists_claims_with_what_they_cite_and_what_to_call_out)
{
	play();
	turn(SAM, C "- L-001: rebut — pay decides [arg-004: weak]\n");
	name(MOD);
	assert_is_file(SHOWN "asked-moderator.md", tell(question, MOD));
	assert_is_file(SHOWN "brief-moderator.md", tell(adv_brief, MOD));
}

TEST(a_claim_that_meets_what_it_answers_by_relevance_alone_is_shown_to_the_moderator)
{
	turn(TESS, C "- new — who reads [arg-003: contested]\n");
	turn(SAM, C "- L-001: rebut — who pays [arg-004: weak]\n");
	turn(TESS, C "- new — another [arg-001]\n");
	tell(adv_brief, MOD);
	HAS("[arg-004: weak] — cites arg-004 (weak); it meets what it answers only through relevance edges\n");
	turn(SAM, C "- L-002: rebut — as seen [arg-002]\n");
	tell(adv_brief, MOD);
	HAS("; C-001 touches arg-002\n");
	tell(adv_brief, ORCH);
	HAS("### Who may be named\n\n4 of at most 40 turns are in; behind the last, a seat that is owed a turn may be named once.\n\n"
	    "- `moderator`, turns so far: 0\n- `debater-tabs`, turns so far: 2\n"
	    "- `debater-spaces`, turns so far: 2; it spoke last, and waits\n\nA turn is owed to the moderator after an objection, ");
	HAS("### Open threads, most pressing first");
}

TEST(the_synthesis_is_asked_for_with_the_verdicts_that_are_earned)
{
	play();
	turn(SAM, C "- new — anew [arg-008]\n");
	end_crossing();
	tell(question, ORCH);
	HAS("\n- Q-1: both engaged, evidence contested\n");
	HAS("at most 400 words");
}

TEST(prompts_are_short_beside_what_others_wrote)
{
	play();
	for (unsigned seat = TESS; seat >= MOD; seat--) {
		size_t words = 0;

		name(seat == TESS ? SAM : MOD);
		tell(question, seat == TESS ? SAM : MOD);
		for (const char *s = utstring_body(&shown); *s; s++)
			words += *s == ' ' || *s == '\n';
		assert_true(words < 450);
	}
}

TEST(the_graph_is_drawn_with_what_the_debate_changed)
{
	play();
	file("argument-graph.svg");
	HAS("<svg");
	HAS("arg-010");
	HAS("refuted, was contested");
}

static const char *
status(const char *key)
{
	return status_of(&duel, duel.format->status, key);
}

TEST(status_says_what_is_asked_open_owed_and_earned)
{
	play();
	name(SAM);
	assert_string_equal(status("asks"), "What of that?");
	assert_string_equal(status("claims_open"), "L-001\n");
	assert_string_equal(status("turns_owed"), "");
	assert_string_equal(status("verdicts"),
		"Q-1: both engaged, evidence contested\nQ-2: asymmetric engagement tabs\nQ-3: asymmetric engagement spaces\n");
	assert_string_equal(status("revisions"), "8");
}

static void
keep_warnings(void)
{
	json_t *list = format_warnings(&duel), *sentence;
	size_t i;

	json_array_foreach(list, i, sentence)
		if (*json_string_value(sentence) != '[')
			strcat(warned, json_string_value(sentence));
	json_decref(list);
}

TEST(verbs_are_judged_and_done_as_the_table_has_them)
{
	const struct debate_verb *next = &duel.format->verbs[0], *ends = &duel.format->verbs[1];
	struct verb_ask ask = {.seat = ORCH, .verb = "next", .to = "debater-tabs", .asks = "why \"*so*\"?"};
	struct fault f;

	open_both();
	utstring_clear(&shown);
	assert_null(next->judge(&duel, &ask, &shown).rule);
	assert_string_equal(utstring_body(&shown), "tess speaks next: \"why '\\*so\\*'?\"");
	next->apply(&duel, &ask);
	assert_int_equal(debate_due(&duel, TESS), KIND_TURN);
	ask.to = "nobody";
	f = next->judge(&duel, &ask, &shown);
	assert_non_null(f.rule);
	assert_non_null(strstr(test_owns(f.sentence), "nobody has the role `nobody`"));
	ask.reason = "it is said";
	f = ends->judge(&duel, &ask, &shown);
	assert_non_null(f.rule);
	free(f.sentence);
	turn(TESS, C "- new — so [arg-008]\n");
	turn(SAM, C "- new — so, too [arg-008]\n");
	utstring_clear(&shown);
	assert_null(ends->judge(&duel, &ask, &shown).rule);
	assert_string_equal(utstring_body(&shown), "the cross-examination has ended after 4 turns, fewer than 12: it is said");
	terms.min_turns = 4;
	utstring_clear(&shown);
	assert_null(ends->judge(&duel, &ask, &shown).rule);
	assert_string_equal(utstring_body(&shown), "the cross-examination has ended: it is said");
	keep_warnings();
	ends->apply(&duel, &ask);
	keep_warnings();
	assert_string_equal(warned, "");
	terms.min_turns = 12;
	debate_name(&duel, 0, PHASE_NAMING);
	ends->apply(&duel, &ask);
	keep_warnings();
	assert_string_equal(warned, "the cross-examination has ended after 4 turns, fewer than 12");
	assert_int_equal(debate_due(&duel, ORCH), KIND_SYNTHESIS);
}

TEST(the_record_says_whose_turn_did_not_come)
{
	utstring_clear(&shown);
	duel.seats[SAM - 1].name = "*sam*";
	duel.format->lapse(&duel, SAM, 0, NULL, &shown);
	assert_string_equal(utstring_body(&shown), "the turn of \\*sam\\* did not come");
	utstring_clear(&shown);
	duel.format->lapse(&duel, SAM, 0, "<b> | quota", &shown);
	assert_string_equal(utstring_body(&shown), "\\*sam\\* is given up: \\<b> \\| quota");
}
