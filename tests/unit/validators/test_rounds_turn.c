/*
 * The rules about a turn's body: each refuses and each accepts, in several wordings, and is not talked round.
 */
#include "tests/unit/validators/rounds_fixture.h"

#include <errno.h>

#define OPENING "The record should be one row a turn, as `fs/store/sqlite.c` writes it today.\n"

/* A first challenge that breaks no rule; what is tested stands before or in place of a part of it. */
#define LEAD "One row a turn loses what `fsync` would keep.\n\n"
#define CORRECTNESS "- Correctness: a crash between two rows leaves half a turn, see fs/store/sqlite.c:40.\n"
#define SECURITY "- Security: every reader of the `turn` table sees sealed text.\n"
#define EXPERIENCE "- Developer experience: nobody can read the record with `cat`.\n"
#define ALTERNATIVE "- Alternative: keep one file a turn and rename it, as rename(2) allows.\n"
#define CHALLENGE LEAD CORRECTNESS SECURITY EXPERIENCE ALTERNATIVE

#define DEFENSE \
	"C1.1: I concede the crash, `PRAGMA synchronous` must be FULL.\n\nC1.2 is wrong, since fs/mount/tree.h hides sealed rows.\n\n" \
	"C1.3 is a trade-off: `duelfs verify` prints the record anyway.\n\nC1.4 costs two directory syncs a turn, 4.2 ms more on our disk.\n"

struct row {
	const char *text;
	const char *says; /* what is printed for a refusal; NULL: it is accepted */
};

/* Judge each row by one rule alone: other refusals do not count. */
static void
assert_rows(struct talk *t, enum speaker speaker, unsigned round, enum rounds_rule rule, const struct row *rows, size_t n)
{
	char *id = mem_format("[%s]", rounds_rules[rule].id);

	for (size_t i = 0; i < n; i++) {
		int err = talk_body(t, speaker, round, rows[i].text, strlen(rows[i].text), false, false);
		bool told = talk_printed(t, id), refuses = rounds_rules[rule].severity == SEVERITY_ERROR;

		if (told != (rows[i].says != NULL) || (told && !talk_printed(t, rows[i].says)) || (told && refuses && err != -EINVAL))
			fail_msg("%s\n%s: %s", rows[i].text, id, utstring_len(&t->printed) ? utstring_body(&t->printed) : "nothing");
	}
	free(id);
}

static void
open_debate(struct talk *t)
{
	talk_clear(t);
	talk_speak(t, SPEAKER_PROPOSER, 1, OPENING);
}

static void
challenge(struct talk *t)
{
	open_debate(t);
	talk_speak(t, SPEAKER_CHALLENGER, 1, CHALLENGE);
}

static void
defend(struct talk *t)
{
	challenge(t);
	talk_speak(t, SPEAKER_PROPOSER, 2, DEFENSE);
}

/* -- evidence -------------------------------------------------------------------------------------------------------------------- */

static void
a_turn_without_evidence_is_refused(void **state)
{
	static const struct row rows[] = {
		{ "I think that one row a turn is best.", "cites no evidence" },
		{ "Generally speaking, databases and/or files do it 24/7.", "debate.md:1: error" },
		{ "", "debate.md: error" },
		{ "> `quoted` src/main.c:14 says so\n\nThat is all.", "debate.md:3" },
		{ "`C1.1` and `...` are no evidence.", "a URL" },
		{ "<!-- src/main.c -->\n\nSo it is.", "cites no evidence" },
		{ OPENING, NULL },
		{ "It is so:\n\n```\nwrite(fd, b, n);\n```\n", NULL },
		{ "Reading took 12 ms.", NULL },
		{ "See <https://sqlite.org/wal.html>.", NULL },
		{ "### RFC 7540 section 8.1\n\nsays so.", NULL },
	};
	struct talk *t = *state;

	talk_clear(t);
	assert_rows(t, SPEAKER_PROPOSER, 1, ROUNDS_EVIDENCE_NONE, rows, N(rows));
	assert_rows(t, SPEAKER_CHALLENGER, 1, ROUNDS_EVIDENCE_NONE, rows, N(rows));
}

static void
a_claim_without_evidence_warns(void **state)
{
	static const struct row rows[] = {
		{ OPENING "\nAnd it is faster.\n", "debate.md:3: warning: [evidence.item] \"And it is faster.\"" },
		{ OPENING "\n- It is faster.\n- It is `smaller`.\n", "\"It is faster.\" cites no evidence: add some to this list item" },
		{ OPENING "\nI concede nothing.\n", "add some to this paragraph" },
		{ OPENING, NULL },
		{ OPENING "\nIs it faster?\n\n**Locks**\n\n- In `lock` it is:\n", NULL },
		{ OPENING "\nIt is faster.\n\n```\n12 ms\n```\n", NULL },
	};
	struct talk *t = *state;

	talk_clear(t);
	assert_rows(t, SPEAKER_PROPOSER, 1, ROUNDS_EVIDENCE_ITEM, rows, N(rows));
	for (size_t i = 0; i < N(rows); i++) {
		t->reject = false;
		assert_int_equal(talk_body(t, SPEAKER_PROPOSER, 1, rows[i].text, strlen(rows[i].text), false, false), 0);
		t->reject = true;
		assert_int_equal(talk_body(t, SPEAKER_PROPOSER, 1, rows[i].text, strlen(rows[i].text), false, false), rows[i].says ? -EINVAL : 0);
		assert_true(talk_printed(t, "error: [evidence.item]") == (rows[i].says != NULL));
	}
}

/* -- the first challenge --------------------------------------------------------------------------------------------------------- */

static void
a_first_challenge_that_is_whole_breaks_no_rule(void **state)
{
	struct talk *t = *state;

	challenge(t);
	assert_int_equal(utstring_len(&t->printed), 0);
}

static void
a_first_challenge_has_a_point(void **state)
{
	static const struct row rows[] = {
		{ "The store is wrong about `fsync`.\n", "there is no challenge point" },
		{ "## Flaws\n\n#### Locks\n\nThey leak in `lease.c`.\n", "there is no challenge point" },
		{ "> - a flaw in `x` that is quoted\n", "there is no challenge point" },
		{ "```\n- a flaw in code\n```\n", "there is no challenge point" },
		{ "- I agree.\n- You are right about `fsync`.\n", "no challenge point says what is wrong" },
		{ "- none\n- ...\n", "no challenge point says what is wrong" },
		{ "- C1.1\n- `x`\n", "no challenge point says what is wrong" },
		{ "- The lock leaks memory.\n", NULL },
		{ "1. A reader sees half a turn\n", NULL },
		{ "### Locks\n\nThey leak in `lease.c`.\n", NULL },
		{ "- I agree on the table, but the journal is never synced.\n", NULL },
		{ "- Leaks `fd` twice\n", NULL },
	};
	struct talk *t = *state;

	open_debate(t);
	assert_rows(t, SPEAKER_CHALLENGER, 1, ROUNDS_CHALLENGE_FLAW, rows, N(rows));
}

static void
a_first_challenge_does_not_open_by_praising_or_agreeing(void **state)
{
	static const struct row rows[] = {
		{ "Great point about `fsync`.\n\n" CHALLENGE, "opens by praising (\"Great point about fsync.\")" },
		{ "This is a **strong argument**, but.\n\n" CHALLENGE, "opens by praising" },
		{ "Thanks for the thorough analysis!\n\n" CHALLENGE, "opens by praising" },
		{ "I agree with most of this.\n\n" CHALLENGE, "opens by agreeing" },
		{ "You’re right that `fsync` is slow.\n\n" CHALLENGE, "opens by agreeing" },
		{ "Yes, I fully agree.\n\n" CHALLENGE, "opens by agreeing" },
		{ "I concede the journal.\n\n" CHALLENGE, "opens by agreeing" },
		{ "### Great analysis\n\n" CHALLENGE, "opens by praising" },
		{ "Hello. Well argued!\n\n" CHALLENGE, "opens by praising" },
		{ "- Good point, this one.\n" CORRECTNESS SECURITY EXPERIENCE ALTERNATIVE, "opens by praising" },
		{ "The proposer presents a solid case.\n\n" CHALLENGE, "opens by praising" },
		{ "This is a reasonable proposal with a few gaps.\n\n" CHALLENGE, "opens by praising" },
		{ "The proposer correctly identifies the journal.\n\n" CHALLENGE, "opens by praising" },
		{ "There is a lot of merit in this.\n\n" CHALLENGE, "opens by praising" },
		{ "Yes, the journal is a problem.\n\n" CHALLENGE, "opens by agreeing" },
		{ "> I quote\n\nFair point, though.\n\n" CHALLENGE, "debate.md:3" },
		{ CHALLENGE, NULL },
		{ "> Great point!\n\n" CHALLENGE, NULL },
		{ "```\nGreat point!\n```\n\n" CHALLENGE, NULL },
		{ "`Great point` is what nobody should say here.\n\n" CHALLENGE, NULL },
		{ "I disagree with the table.\n\n" CHALLENGE, NULL },
		{ "A convincing case would measure writes; `bench` has none.\n\n" CHALLENGE, NULL },
		{ "The proposer makes a weak case for the table.\n\n" CHALLENGE, NULL },
		{ "Correct behaviour under failover is never established.\n\n" CHALLENGE, NULL },
		{ "True parallelism is not what `store.py` has.\n\n" CHALLENGE, NULL },
		{ "Absolutely no evidence is cited for the table.\n\n" CHALLENGE, NULL },
		{ "Nothing new is measured here.\n\n" CHALLENGE, NULL },
		{ "If you are right about reads, you are wrong about writes.\n\n" CHALLENGE, NULL },
		{ "A reasonable approach would measure writes first.\n\n" CHALLENGE, NULL },
		{ "What the store has is no more than a good start for it.\n\n" CHALLENGE, NULL },
		{ "One thing that I agree on is not enough.\n\n" CHALLENGE, NULL },
		{ "This is not a strong argument.\n\n" CHALLENGE, NULL },
		{ "I cannot agree with that.\n\n" CHALLENGE, NULL },
		{ CHALLENGE "\nThat said, good point about the journal.\n", NULL },
	};
	struct talk *t = *state;

	open_debate(t);
	assert_rows(t, SPEAKER_CHALLENGER, 1, ROUNDS_CHALLENGE_LEAD, rows, N(rows));
}

static void
a_first_challenge_addresses_three_categories(void **state)
{
	static const struct row rows[] = {
		{ LEAD CORRECTNESS SECURITY ALTERNATIVE, "does not address developer experience" },
		{ LEAD CORRECTNESS EXPERIENCE ALTERNATIVE, "does not address security" },
		{ "Rows are `slow`, I say.\n\n" SECURITY EXPERIENCE, "does not address correctness" },
		{ LEAD "- Correctness, security and developer experience suffer from `x`.\n", "named together only" },
		{ LEAD CORRECTNESS "- Security and developer experience suffer from `x`.\n", "named together only" },
		{ LEAD "`correctness` and `security` and `developer experience` stand in code only\n", "does not address security" },
		{ LEAD "```\nCorrectness: a\nSecurity: b\nDeveloper experience: c\n```\n", "does not address security" },
		{ LEAD "> Correctness is bad there.\n>\n> Security is bad there.\n>\n> Developer experience is bad.\n", "does not address correctness" },
		{ LEAD CORRECTNESS SECURITY "- DX.\n", "does not address developer experience" },
		{ LEAD CORRECTNESS EXPERIENCE "### Security\n\n### Other\n\nIt is `x`.\n", "does not address security" },
		{ LEAD CORRECTNESS EXPERIENCE "See https://a.org/security for more of it.\n", "does not address security" },
		{ CHALLENGE, NULL },
		{ LEAD "### Correctness\n\nHalf a turn stays in `t`.\n\n### Security\n\nRows are not sealed.\n\n### DX\n\nNo `cat` any more, sadly.\n", NULL },
		{ LEAD "**Correctness**\n\nHalf a turn stays in `t`.\n\n**Security**\n\n- Rows are not sealed.\n\n**Developer experience:**\n\n- No `cat` more.\n",
			NULL },
		{ LEAD "A race loses the last row. No permission is checked by the store. Maintainers cannot read it.\n", NULL },
		{ LEAD CORRECTNESS "- Security. The table is readable by all.\n" EXPERIENCE, NULL },
		{ LEAD CORRECTNESS "- I found no security problem in `fs/store`.\n" EXPERIENCE, NULL },
	};
	struct talk *t = *state;

	open_debate(t);
	assert_rows(t, SPEAKER_CHALLENGER, 1, ROUNDS_CHALLENGE_CATEGORIES, rows, N(rows));
}

static void
a_first_challenge_proposes_an_alternative(void **state)
{
	static const struct row rows[] = {
		{ LEAD CORRECTNESS SECURITY EXPERIENCE, "proposes no alternative" },
		{ LEAD "There is no alternative to the journal, it seems.\n", "proposes no alternative" },
		{ LEAD "Alternative?\n", "proposes no alternative" },
		{ LEAD "There is an alternative.\n", "proposes no alternative" },
		{ LEAD "> I propose one file a turn.\n", "proposes no alternative" },
		{ LEAD "`I propose one file a turn instead`\n", "proposes no alternative" },
		{ CHALLENGE, NULL },
		{ LEAD "I would rather keep one file a turn.\n", NULL },
		{ LEAD "### Alternative\n\nOne file a turn, renamed into place.\n", NULL },
		{ LEAD "Replace the table with one file a turn.\n", NULL },
		{ LEAD "A simpler design: one file a turn.\n", NULL },
	};
	struct talk *t = *state;

	open_debate(t);
	assert_rows(t, SPEAKER_CHALLENGER, 1, ROUNDS_CHALLENGE_ALTERNATIVE, rows, N(rows));
}

static void
a_rule_whose_list_is_empty_is_off(void **state)
{
	struct talk *t = *state;
	struct phrases *all = t->phrases;

	open_debate(t);
	t->phrases = phrases_new();
	assert_int_equal(talk_body(t, SPEAKER_CHALLENGER, 1, "- The lock leaks `memory` twice.", 32, false, false), 0);
	phrases_free(t->phrases);
	t->phrases = all;
}

/* -- the defence ----------------------------------------------------------------------------------------------------------------- */

#define REST "\n\nC1.2 is wrong, since `tree.h` hides sealed rows.\n\nC1.3 is a trade-off worth its price.\n\nC1.4 costs two syncs a turn.\n"

static void
a_defence_answers_every_point(void **state)
{
	static const struct row rows[] = {
		{ "C1.1 is rebutted by `fsync` here." "\n\nC1.2 is wrong about sealed rows.\n\nC1.3 is a fair trade-off here.\n", "C1.4 (\"Alternative: keep" },
		{ "All of your points are wrong because of `x`.", "C1.1 (\"Correctness: a crash" },
		{ "`C1.1` is wrong, since the journal is synced." REST, "C1.1 (\"Correctness: a crash between two rows leaves half a turn" },
		{ "https://a.org/C1.1 is wrong, since the journal is synced." REST, "is not answered: name it in prose" },
		{ "```\nC1.1 is wrong about the journal.\n```\n" REST, "is not answered" },
		{ "> C1.1 is wrong about the journal.\n" REST, "is not answered" },
		{ "C1.1" REST, "debate.md:1: error: [defense.coverage] C1.1 (\"Correctness: a crash between two rows leaves half a turn, see "
			"fs/store/sqlite.c:…\") is named but has no answer of its own" },
		{ "C1.1: noted." REST, "is named but has no answer" },
		{ "C1.1: see above." REST, "is named but has no answer" },
		{ "C1.1: ..." REST, "is named but has no answer" },
		{ "C1.1, C1.2, C1.3 and C1.4 are all wrong about the store.", "C1.2" },
		{ "- C1.1: this is wrong about it.\n- C1.2: this is wrong about it.\n- C1.3: this is wrong about it.\n- C1.4: this is wrong about it.\n",
			"C1.2 (\"Security: every reader of the turn table sees sealed text.\") has the same answer as C1.1" },
		{ "C2.1 is wrong, since the journal is synced." REST, "C1.1" },
		{ "C1.1: I do not\n\nsay anything of it here." REST, "is named but has no answer" },
		{ DEFENSE, NULL },
		{ "C1.1 is wrong, since the journal is synced." REST, NULL },
		{ "C1.1: conceded." REST, NULL },
		{ "I agree on C1.1." REST, NULL },
		{ "**C1.1**\n\nThe journal is synced before the reply." REST, NULL },
		{ "### C1.1 and its crash\n\nThe journal is synced before." REST, NULL },
		{ "C1.1:\n\n- The journal is synced before the reply." REST, NULL },
		{ "On C1.1:\n\n- The journal is synced before the reply." REST, NULL },
		{ "C1.1. The journal is synced before the reply." REST, NULL },
		{ "C1.1: `fsync` comes first." REST, NULL },
		{ "As with C1.2, what C1.1 says is wrong." REST, NULL },
		{ "- C1.1: conceded.\n- C1.2: conceded.\n- C1.3: conceded.\n- C1.4: conceded.\n", NULL },
		{ "- c1.1: the journal is synced.\n- C1.2: rows are hidden by then.\n- C1.3: `verify` prints them all.\n- C1.4: two syncs cost more.\n", NULL },
	};
	struct talk *t = *state;

	challenge(t);
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_COVERAGE, rows, N(rows));
}

static void
a_defence_is_no_copy_of_an_earlier_turn(void **state)
{
	static const char opening[] = "The record should be one row a turn, as `fs/store/sqlite.c` writes it today, because a row is read, written and "
				      "synced as one, and no reader ever sees half of it, whatever the disk does.\n";
	static const struct row rows[] = {
		{ opening, "repeats your turn of round 1" },
		{ "The record should be one row a turn, as `fs/store/sqlite.c` writes it today, because a row is read, written and "
		  "synced as one, and no reader ever sees half of it, whatever disks do.\n\nC1.1 stands.\n", "is nearly a copy of your turn of round 1" },
		{ "# The RECORD should be one row a turn; as fs/store/sqlite.c writes it today. Because a row is read, written and "
		  "synced as one. And no reader ever sees half of it. Whatever the disk does.\n", "repeats your turn" },
		{ DEFENSE, NULL },
		{ "One row a turn it should stay: `sqlite3_step` syncs it before the reply, as I said.", NULL },
		{ "> The record should be one row a turn, as `fs/store/sqlite.c` writes it today.\n\nThat I keep to, for `fsync`.", NULL },
	};
	struct talk *t = *state;

	talk_clear(t);
	talk_speak(t, SPEAKER_PROPOSER, 1, opening);
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, rows, N(rows));
	t->novelty_threshold = 0;
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, rows, 1);
	assert_rows(t, SPEAKER_PROPOSER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { rows[1].text, NULL } }, 1);
	assert_rows(t, SPEAKER_CHALLENGER, 2, ROUNDS_DEFENSE_RESTATE, (const struct row[]){ { opening, NULL } }, 1);
}

/* -- the follow-up --------------------------------------------------------------------------------------------------------------- */

static void
a_follow_up_makes_progress(void **state)
{
	static const struct row rows[] = {
		{ "I agree now.", "neither a new weakness nor a certification" },
		{ "I agree now. See `fsync` in fs/store/sqlite.c.", "neither a new weakness" },
		{ "I agree now.\n\nThe store is `sqlite`, by the way.", "neither a new weakness" },
		{ "I am convinced.", "neither a new weakness" },
		{ "I am convinced.\n\nThe store is `sqlite`, by the way.", "neither a new weakness" },
		{ "I am not convinced because `fsync` lies.", "neither a new weakness" },
		{ "- I agree with `fsync` as you describe it here.", "neither a new weakness" },
		{ "- No new weaknesses.\n- Nothing to add.", "neither a new weakness" },
		{ "`I am convinced because fsync`", "neither a new weakness" },
		{ "> I am convinced because of `fsync`.", "neither a new weakness" },
		{ LEAD CORRECTNESS, "every weakness here was raised before" },
		{ "- Correctness: a crash between two rows leaves half a turn; see fs/store/sqlite.c:40!\n", "every weakness here was raised before" },
		{ "I am convinced because `fsync` comes before the reply.", NULL },
		{ "C1.1 is resolved: fs/store/sqlite.c:40 syncs first.", NULL },
		{ "I'm satisfied. The call in fs/store/sqlite.c:40 syncs first.", NULL },
		{ "I withdraw C1.2, since `tree.h` hides the rows.", NULL },
		{ "- The defence of C1.1 names a pragma that `config.toml` cannot set.\n", NULL },
		{ "### The pragma\n\nIt is not set where the store is opened.\n", NULL },
		{ "- I agree on the pragma, but the journal still grows without bound.\n", NULL },
	};
	struct talk *t = *state;

	defend(t);
	assert_rows(t, SPEAKER_CHALLENGER, 2, ROUNDS_FOLLOWUP_PROGRESS, rows, N(rows));
}

/* -- concessions ----------------------------------------------------------------------------------------------------------------- */

static void
what_was_conceded_is_not_taken_back_without_new_evidence(void **state)
{
	static const struct row rows[] = {
		{ "C1.1 does not hold.", "C1.1 was conceded and is taken back here without new evidence" },
		{ "I take back what I said of C1.1.", "C1.1 was conceded" },
		{ "C1.1: I no longer concede this, `PRAGMA synchronous` is no matter.", "C1.1 was conceded" },
		{ "I do not concede C1.1.", "C1.1 was conceded" },
		{ "I withdraw my concession of C1.1.", "C1.1 was conceded" },
		{ "C1.1 was overstated, and I retract my concession.", "C1.1 was conceded" },
		{ "C1.1 never applied to a table.", "C1.1 was conceded" },
		{ "### C1.1\n\nOn reflection this is not a flaw.", "C1.1 was conceded" },
		{ "`x`\n\nC1.1 is wrong after all.", "debate.md:3: warning" },
		{ "C1.1 does not hold: fs/store/sqlite.c:77 syncs twice.", NULL },
		{ "C1.1 is wrong, it took 3 ms when I measured it.", NULL },
		{ "C1.1 stays conceded.", NULL },
		{ "I retract my claim about C1.1: it stays conceded.", NULL },
		{ "C1.2 does not hold.", NULL },
		{ "C1.1 was conceded, but C1.2 does not hold.", NULL },
		{ "`C1.1` does not hold.", NULL },
	};
	struct talk *t = *state;

	defend(t);
	talk_speak(t, SPEAKER_CHALLENGER, 2, "C1.2 is resolved: fs/mount/tree.h hides it.\n\n- The pragma is set by nobody.\n");
	assert_rows(t, SPEAKER_PROPOSER, 3, ROUNDS_CONCESSION_KEPT, rows, N(rows));
	assert_rows(t, SPEAKER_CHALLENGER, 3, ROUNDS_CONCESSION_KEPT,
		(const struct row[]){ { "C1.2 is not resolved.", "C1.2 was conceded" }, { "C1.2 is still open.", "C1.2 was conceded" },
			{ "C1.2 is still open: `ls -l` shows it.", NULL }, { "C1.1 is still open.", NULL } }, 4);
}

/* -- what is kept ---------------------------------------------------------------------------------------------------------------- */

static void
a_turn_is_kept_with_its_points_concessions_and_unsupported_claims(void **state)
{
	struct talk *t = *state;
	const struct spoken *s;

	open_debate(t);
	talk_speak(t, SPEAKER_CHALLENGER, 1, "Wrong.\n\n### Locks\n\nThey `leak`.\n\n" CORRECTNESS SECURITY EXPERIENCE ALTERNATIVE);
	s = t->before[1];
	assert_int_equal(s->round, 1);
	assert_int_equal(s->n_points, 5);
	assert_string_equal(s->points[0].text, "Locks");
	assert_string_equal(s->points[2].text, "Security: every reader of the turn table sees sealed text.");
	assert_int_equal(s->points[2].line, 8);
	assert_int_equal(s->n_unsupported, 1);
	assert_string_equal(s->unsupported[0].text, "Wrong.");
	assert_int_equal(s->unsupported[0].line, 1);
	talk_speak(t, SPEAKER_PROPOSER, 2,
		"C1.1: you name it well. I concede\nthe **leak**, `lease.c` has it.\n\nC1.2 is wrong, as sqlite.c shows.\n\nI concede C1.3 and C1.4. See\nfs/x.c and "
		"https://a.org.\n\nC1.4 stays a matter of taste.\n\nC1.5 costs two syncs a turn.\n");
	s = t->before[2];
	assert_int_equal(s->n_points, 0);
	assert_int_equal(s->n_yields, 3);
	assert_string_equal(s->yields[0].sentence, "I concede the leak, lease.c has it.");
	assert_false(s->yields[0].certifies);
	assert_int_equal(s->yields[0].line, 1);
	assert_int_equal(s->yields[0].round, 1);
	assert_int_equal(s->yields[0].n, 1);
	assert_int_equal(s->yields[0].n_cited, 1);
	assert_string_equal(s->yields[0].cited[0], "lease.c");
	assert_string_equal(s->yields[1].sentence, "I concede C1.3 and C1.4.");
	assert_int_equal(s->yields[1].n, 3);
	assert_int_equal(s->yields[2].n, 4);
	assert_string_equal(s->yields[2].sentence, "I concede C1.3 and C1.4.");
	assert_int_equal(s->yields[2].n_cited, 2);
	assert_string_equal(s->yields[2].cited[1], "https://a.org");
	talk_speak(t, SPEAKER_CHALLENGER, 2, "C1.2 is resolved: sqlite.c syncs.\n");
	s = t->before[3];
	assert_int_equal(s->n_yields, 1);
	assert_true(s->yields[0].certifies);
	assert_string_equal(s->yields[0].cited[0], "sqlite.c");
}

static void
a_sentence_yields_sixteen_points_at_most(void **state)
{
	struct talk *t = *state;
	UT_string text;

	open_debate(t);
	utstring_init(&text);
	utstring_printf(&text, "I concede, for `fsync`,");
	for (unsigned n = 1; n <= SPOKEN_YIELD_POINTS + 1; n++)
		utstring_printf(&text, " C1.%u C1.%u", n, n);
	talk_speak(t, SPEAKER_PROPOSER, 2, utstring_body(&text));
	assert_int_equal(t->before[1]->n_yields, SPOKEN_YIELD_POINTS);
	assert_int_equal(t->before[1]->yields[SPOKEN_YIELD_POINTS - 1].n, SPOKEN_YIELD_POINTS);
	utstring_done(&text);
}

/* -- beginnings ------------------------------------------------------------------------------------------------------------------ */

static void
of_a_beginning_only_what_nothing_can_mend_is_refused(void **state)
{
	static const struct {
		enum speaker speaker;
		unsigned round;
		bool reject;
		const char *text;
		const char *says;
	} rows[] = {
		{ SPEAKER_CHALLENGER, 1, false, "Great point.\n\nBut.\n\nOr", "opens by praising" },
		{ SPEAKER_CHALLENGER, 1, false, "Great point.\n\nBut", NULL },
		{ SPEAKER_CHALLENGER, 1, false, "[Great point].\n\nBut.\n\nOr", NULL },
		{ SPEAKER_CHALLENGER, 1, false, "Wrong.\n\nBut.\n\nOr", NULL },
		{ SPEAKER_CHALLENGER, 1, true, "Wrong it is.\n\nBut `x`.\n\nOr", "Wrong it is" },
		{ SPEAKER_PROPOSER, 1, true, "Right it is.\n\nBut `x`.\n\nOr", "Right it is" },
		{ SPEAKER_PROPOSER, 1, true, "Right it is.\n\nBut", NULL },
		{ SPEAKER_PROPOSER, 1, true, "Right it is [x].\n\nBut `x`.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 1, false, "Right it is.\n\nBut `x`.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 2, false, "C1.1 is wrong.\n\nBut.\n\nOr", NULL },
		{ SPEAKER_PROPOSER, 2, false, OPENING, NULL },
		{ SPEAKER_CHALLENGER, 2, false, "I agree now.\n\nBut.\n\nOr", NULL },
	};
	struct talk *t = *state;

	for (size_t i = 0; i < N(rows); i++) {
		int err;

		challenge(t);
		t->reject = rows[i].reject;
		err = talk_body(t, rows[i].speaker, rows[i].round, rows[i].text, strlen(rows[i].text), true, false);
		if ((err != 0) != (rows[i].says != NULL) || (err && !talk_printed(t, rows[i].says)) || (!err && utstring_len(&t->printed)))
			fail_msg("%s: %s", rows[i].text, utstring_len(&t->printed) ? utstring_body(&t->printed) : "nothing");
	}
}

static void
a_challenge_that_nobody_made_needs_no_defence(void **state)
{
	struct talk *t = *state;

	open_debate(t);
	assert_int_equal(talk_body(t, SPEAKER_PROPOSER, 2, "It is `so`, still and always.", 29, false, false), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_turn_without_evidence_is_refused),
		cmocka_unit_test(a_claim_without_evidence_warns),
		cmocka_unit_test(a_first_challenge_that_is_whole_breaks_no_rule),
		cmocka_unit_test(a_first_challenge_has_a_point),
		cmocka_unit_test(a_first_challenge_does_not_open_by_praising_or_agreeing),
		cmocka_unit_test(a_first_challenge_addresses_three_categories),
		cmocka_unit_test(a_first_challenge_proposes_an_alternative),
		cmocka_unit_test(a_rule_whose_list_is_empty_is_off),
		cmocka_unit_test(a_defence_answers_every_point),
		cmocka_unit_test(a_defence_is_no_copy_of_an_earlier_turn),
		cmocka_unit_test(a_follow_up_makes_progress),
		cmocka_unit_test(what_was_conceded_is_not_taken_back_without_new_evidence),
		cmocka_unit_test(a_turn_is_kept_with_its_points_concessions_and_unsupported_claims),
		cmocka_unit_test(a_sentence_yields_sixteen_points_at_most),
		cmocka_unit_test(of_a_beginning_only_what_nothing_can_mend_is_refused),
		cmocka_unit_test(a_challenge_that_nobody_made_needs_no_defence),
	};

	return cmocka_run_group_tests(tests, talk_open, talk_close);
}
