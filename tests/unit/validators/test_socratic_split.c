/* A text taken apart into what a record is made of, its head read again, and a turn judged without its record. */
#include "tests/unit/validators/socratic_fixture.h"

#include "validators/formats.h"
#include "validators/kit/record.h"
#include "validators/socratic/head.h"

#define HEAD "# Socratic Duel: x\n\nThis duel has no source document.\n\nCreated: 2026-11-20T22:30:00Z\n\n| Field | Value |\n|---|---|\n"
#define ONE "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE\n\nWords.\n"
#define TWO "## Turn 2 — bob (codex / gpt/5.1) — REVISING\n\nWords.\n"
#define END "## Terminal Conclusion\n\nWords.\n"
#define RULE "\n---\n\n"
#define NOTE "\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n"

struct told {
	const char *text;
	size_t next; /* where the next part may begin */
	UT_string said;
};

static const char *
or_none(const char *s)
{
	return s ? s : "-";
}

static void
tell(void *arg, const struct part *p)
{
	struct told *t = arg;
	size_t from = (size_t)(p->text - t->text);
	int lines = 0;

	assert_true(from >= t->next);
	for (size_t i = 0; i < from; i++)
		lines += t->text[i] == '\n';
	assert_int_equal(p->line0, lines);
	t->next = from + p->len;
	utstring_printf(&t->said, "%s %zu+%zu line %d", entry_kinds[p->kind].name, from, p->len, p->line);
	if (p->kind == ENTRY_TURN)
		utstring_printf(&t->said, " %u %s (%s / %s)", p->number, or_none(p->name), or_none(p->harness), or_none(p->model));
	if (p->kind == ENTRY_NOTE)
		utstring_printf(&t->said, " %s %lld", p->name, (long long)p->time_ms);
	utstring_printf(&t->said, "\n");
}

static void
assert_parts(const char *text, const char *want)
{
	struct told t = { .text = text };

	utstring_init(&t.said);
	record_split(text, strlen(text), tell, &t);
	assert_true(t.next <= strlen(text));
	assert_string_equal(utstring_body(&t.said), want);
	utstring_done(&t.said);
}

__attribute__((format(printf, 1, 2))) static char *
expect(const char *format, ...)
{
	static char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return text;
}

TEST(one_turn_is_one_part)
{
	assert_parts(ONE, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\n", strlen(ONE)));
	assert_parts(RULE ONE, expect("turn 0+%zu line 4 1 alice (claude-code / opus)\n", strlen(RULE ONE)));
	assert_parts("\n\n" TWO, expect("turn 0+%zu line 3 2 bob (codex / gpt/5.1)\n", strlen("\n\n" TWO)));
	assert_parts("## turn 3 - Al Ice(h/m) - X", "turn 0+27 line 1 3 Al Ice (h / m)\n");
}

TEST(a_record_is_a_head_turns_and_a_conclusion)
{
	size_t a = strlen(HEAD "\n"), b = a + strlen("---\n\n" ONE "\n"), c = b + strlen("---\n\n" TWO "\n");

	assert_parts(HEAD RULE ONE RULE TWO RULE END,
		expect("head 0+%zu line 1\nturn %zu+%zu line 12 1 alice (claude-code / opus)\nturn %zu+%zu line 18 2 bob (codex / gpt/5.1)\n"
			"conclusion %zu+%zu line 24\n", a, a, b - a, b, c - b, c, strlen("---\n\n" END)));
	assert_parts(HEAD, expect("head 0+%zu line 1\n", strlen(HEAD)));
	assert_parts(HEAD "\n\n", expect("head 0+%zu line 1\n", strlen(HEAD "\n\n")));
}

TEST(turns_need_no_line_between_them)
{
	assert_parts(ONE TWO, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\nturn %zu+%zu line 4 2 bob (codex / gpt/5.1)\n",
		strlen(ONE), strlen(ONE), strlen(TWO)));
}

TEST(the_last_break_before_a_heading_is_its_own)
{
	size_t own = strlen(ONE "\n***\n\n---\n\n");

	assert_parts(ONE "\n***\n\n---\n" RULE TWO, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\n"
		"turn %zu+%zu line 11 2 bob (codex / gpt/5.1)\n", own, own, strlen("---\n\n" TWO)));
}

TEST(a_note_stands_between_parts)
{
	size_t note = strlen(ONE "\n"), two = strlen(ONE NOTE "\n");

	assert_parts(ONE NOTE RULE TWO, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\nnote %zu+%zu line 5 bob 1795213800000\n"
		"turn %zu+%zu line 9 2 bob (codex / gpt/5.1)\n", note, note, strlen(NOTE) - 2, two, strlen("---\n\n" TWO)));
	assert_parts(ONE "\n---\n" NOTE, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\nnote %zu+%zu line 7 bob 1795213800000\n",
		strlen(ONE "\n---\n\n"), strlen(ONE "\n---\n\n"), strlen(NOTE) - 2));
	assert_parts(NOTE RULE TWO, expect("note 1+%zu line 2 bob 1795213800000\nturn 44+%zu line 6 2 bob (codex / gpt/5.1)\n",
		strlen(NOTE) - 2, strlen("---\n\n" TWO)));
}

#define T "2026-11-20T22:30:00Z"

/* What the filesystem writes, with whatever name and reason, is read again behind the conclusion. */
TEST(who_invalidated_the_duel_stands_behind_the_conclusion)
{
	static const struct {
		const char *name, *reason;
	} rows[] = {
		{ "alice", "the source was withdrawn" }, { "a: b", "c: d, e" }, { "1. a*b_ #", "*x* `y` <!-- [z](w) \\" }, { "bob", "over, " T },
		{ "愛麗絲", "來源：已撤回，" T }, { "- a", "Invalidated by bob: no, " T }, { "a:", ": b" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		char *line = record_invalidated(rows[i].name, rows[i].reason, NULL, INT64_C(1795213800000));
		char *text = mem_format("%s%s%s\n%s", ONE, RULE, END, line);
		size_t end = strlen(ONE "\n"), note = strlen(text) - strlen(line);

		assert_parts(text, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\nconclusion %zu+%zu line 7\nnote %zu+%zu line 11 %s 1795213800000\n",
			end, end, note - end, note, strlen(line) - 1, rows[i].name));
		free(text);
		free(line);
	}
}

TEST(a_note_between_words_is_words)
{
	static const char *const not_notes[] = {
		NOTE "\nWords.\n",
		"\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n> and more\n",
		"\n> Peer timeout: bob, 2026-11-20T22:30:00Z\nand more\n",
		"\n> Peer timeout: bob, 2026-11-31T22:30:00Z\n",
		"\n> Peer timeout: bob, 2026-11-20T22:30:00\n",
		"\n> Peer timeout: bob\n",
		"\n> Peer timeout: , 2026-11-20T22:30:00Z\n",
		"\n>Peer timeout: bob, 2026-11-20T22:30:00Z\n",
		"\n> Timeout: bob, 2026-11-20T22:30:00Z\n",
		"\n> Invalidated by bob, 2026-11-20T22:30:00Z\n",
		"\n> Invalidated by bob:, 2026-11-20T22:30:00Z\n",
		"\n> Invalidated by bob\\: why, 2026-11-20T22:30:00Z\n",
		"\n> Invalidated by : why, 2026-11-20T22:30:00Z\n",
		"\n> Invalidated by bob: why\n",
		"\n> Invalidated by bob: why,\n> 2026-11-20T22:30:00Z\n",
		"\n- > Peer timeout: bob, 2026-11-20T22:30:00Z\n",
		"\n```\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n```\n",
		"\n---\n" NOTE "\n# Heading\n",
	};

	for (size_t i = 0; i < N(not_notes); i++) {
		char *text = mem_format("%s%s", ONE, not_notes[i]);
		assert_parts(text, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\n", strlen(text)));
		free(text);
	}
}

TEST(headings_that_are_text_begin_nothing)
{
	static const char *const inside[] = { "```\n" TWO "```\n", "    " TWO, "<!--\n" TWO "-->\n", "> " TWO, "- " TWO, "# Turn 2\n",
		"### Turn 2\n", "Turn 2\n------\n", "## Turning\n", "## Terminal\n", "\\" TWO };

	for (size_t i = 0; i < N(inside); i++) {
		char *text = mem_format("%s\n%s", ONE, inside[i]);
		assert_parts(text, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\n", strlen(text)));
		free(text);
	}
}

TEST(what_is_no_turn_is_a_part_all_the_same)
{
	assert_parts("", "turn 0+0 line 1 0 - (- / -)\n");
	assert_parts("\n\n", "turn 0+2 line 1 0 - (- / -)\n");
	assert_parts("Words.\n", "turn 0+7 line 1 0 - (- / -)\n");
	assert_parts("[a]: b\n", "turn 0+7 line 1 0 - (- / -)\n");
	assert_parts("---\n", "turn 0+4 line 1 0 - (- / -)\n");
	assert_parts("# Duel\n\n" ONE, expect("turn 0+8 line 1 0 - (- / -)\nturn 8+%zu line 3 1 alice (claude-code / opus)\n", strlen(ONE)));
	assert_parts(NOTE, expect("turn 0+%zu line 1 0 - (- / -)\n", strlen(NOTE)));
}

TEST(words_between_a_head_and_its_first_turn_are_a_part)
{
	static const char *const words[] = { "- a\n", "## Other\n", "> b\n", "---\n\nc\n", "# Socratic Duel: y\n" };

	for (size_t i = 0; i < N(words); i++) {
		char *text = mem_format("%s\n%s\n%s", HEAD, words[i], ONE);
		size_t at = strlen(HEAD "\n"), one = at + strlen(words[i]) + 1;

		assert_parts(text, expect("head 0+%zu line 1\nturn %zu+%zu line 10 0 - (- / -)\nturn %zu+%zu line %d 1 alice (claude-code / opus)\n",
			at, at, one - at, one, strlen(ONE), i == 3 ? 14 : 12));
		free(text);
	}
}

TEST(headings_say_what_they_say)
{
	static const struct {
		const char *heading, *says;
	} rows[] = {
		{ "## Turn x — a (b / c) — X", "0 a (b / c)" },
		{ "## Turn 01 — a (b / c) — X", "0 a (b / c)" },
		{ "## Turn 2 a (b / c) — X", "2 - (- / -)" },
		{ "## Turn 2 — a — X", "2 a (- / -)" },
		{ "## Turn 2 — a (b) — X", "2 a (- / -)" },
		{ "## Turn 2 — a (b / c", "2 a (- / -)" },
		{ "## Turn 2 — a (b - d / c) — X", "2 a (b - d / c)" },
		{ "## Turn 2 —  ( / ) — X", "2  ( / )" },
		{ "## Turn 2 —", "2 - (- / -)" },
		{ "## Turn", "0 - (- / -)" },
		{ "   ##   Turn 4  –  a b  (b/c)  --  X  ##  ", "4 a b (b / c)" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_parts(rows[i].heading, expect("turn 0+%zu line 1 %s\n", strlen(rows[i].heading), rows[i].says));
}

TEST(reading_begins_anew_behind_what_nests_too_deep)
{
	char *text = mem_format("%s\n>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> deep\n\n%s", ONE, TWO);
	size_t two = strlen(text) - strlen(TWO);

	assert_parts(text, expect("turn 0+%zu line 1 1 alice (claude-code / opus)\nturn %zu+%zu line 7 2 bob (codex / gpt/5.1)\n", two, two,
		strlen(TWO)));
	free(text);
}

TEST(odd_bytes_move_no_line)
{
	static const char text[] = "## Turn 1 — a (b / c) — X\n\0\r\r\xff\n" TWO;
	struct told t = { .text = text };

	utstring_init(&t.said);
	record_split(text, sizeof text - 1, tell, &t);
	assert_string_equal(utstring_body(&t.said),
		expect("turn 0+35 line 1 1 a (b / c)\nturn 35+%zu line 3 2 bob (codex / gpt/5.1)\n", strlen(TWO)));
	utstring_done(&t.said);
}

/* -- heads ----------------------------------------------------------------------------------------------------------------------- */

TEST(a_head_reads_as_it_was_written)
{
	static const char *const topics[] = { "Caching", "a * [b](c) _d_ | e", "`x` <b> & &amp; ~~f~~ \\ \\| #", "Ünïcode — “x”  twice", "# a #",
		"![i](j) *k* **l** http://m <n@o> \\", "| Topic | x |", "1. a" };
	struct duel d;

	for (size_t i = 0; i < N(topics); i++) {
		struct head_facts h;
		UT_string head;

		duel_init(&d, "# x\n");
		d.terms.topic = topics[i];
		d.terms.max_turns = 17;
		d.source.path = "/srv/a_b/*c* [d]/plan #1.md";
		duel_join(&d, "Al *x* [y]_", "claude-code", "m/1.5 & more");
		duel_join(&d, "bo_b#", "a ~ b", "\\c");
		utstring_init(&head);
		head_render(&d.ctx, &head);
		head_read(utstring_body(&head), utstring_len(&head), &h);
		assert_string_equal(h.topic, topics[i]);
		assert_string_equal(h.source_path, "/srv/a_b/*c* [d]/plan #1.md");
		assert_int_equal(h.max_turns, 17);
		assert_int_equal(h.n_seats, 2);
		assert_string_equal(h.seats[0].name, "Al *x* [y]_");
		assert_string_equal(h.seats[0].harness, "claude-code");
		assert_string_equal(h.seats[0].model, "m/1.5 & more");
		assert_string_equal(h.seats[1].name, "bo_b#");
		assert_string_equal(h.seats[1].harness, "a ~ b");
		assert_string_equal(h.seats[1].model, "\\c");
		head_facts_free(&h);
		utstring_done(&head);
		duel_done(&d);
	}
}

TEST(a_head_without_a_source_names_none)
{
	struct head_facts h;
	UT_string head;
	struct duel d;

	duel_init(&d, NULL);
	utstring_init(&head);
	head_render(&d.ctx, &head);
	head_read(utstring_body(&head), utstring_len(&head), &h);
	assert_null(h.source_path);
	assert_int_equal(h.n_seats, 0);
	head_facts_free(&h);
	head_read("# Socratic Duel: x\n", 19, &h);
	assert_true(!h.topic && !h.max_turns);
	head_facts_free(&h);
	utstring_done(&head);
	duel_done(&d);
}

/* -- by itself ------------------------------------------------------------------------------------------------------------------- */

static const char third[] = "## Turn 3 — alice (claude-code / opus) — REVISING\n\n**Position**\nCaching.\n\n**Counterpoints**\n"
			    "- Addresses: Turn %u\n  Claim: so it is\n  Support:\n    - Turn %u\n\n**Agreements**\n- a\n\n**Novel Argument**\nNew.\n\n"
			    "Support:\n    - Turn 2\n\n**Unresolved Items**\n- b (blocking)\n";

static int
judge_alone_as(struct duel *d, const char *text, bool prefix)
{
	struct submission s = { .row = ROW_DEBATE, .text = text, .len = strlen(text), .alone = true, .prefix = prefix };
	struct verdict v = { .n = 0 };
	int err;

	format_socratic.judge(d->state, &d->ctx, &s, &v);
	utstring_clear(&d->printed);
	findings_print(&v.findings, "t", &d->printed);
	err = findings_errno(&v.findings);
	verdict_free(&v);
	return err;
}

static int
judge_alone(struct duel *d, const char *text)
{
	return judge_alone_as(d, text, false);
}

TEST(a_turn_by_itself_is_the_one_it_says)
{
	struct duel d;
	char *text;

	duel_init(&d, NULL);
	text = mem_format(third, 2, 1);
	assert_int_equal(judge_alone(&d, text), 0);
	free(text);
	text = mem_format(third, 3, 1);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "t:7: error: [counterpoint.addresses]");
	free(text);
	text = mem_format(third, 2, 3);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "t:10: error: [support.turn]");
	memcpy(strstr(text, "Turn 3"), "Turn x", 6);
	assert_true(judge_alone(&d, text));
	assert_printed(&d, "[turn.number] a turn has a number");
	assert_false(duel_printed(&d, "counterpoint.addresses"));
	free(text);
	duel_done(&d);
}

TEST(a_conclusion_by_itself_is_judged_by_its_form)
{
	struct duel d;

	duel_init(&d, NULL);
	assert_int_equal(judge_alone(&d, "## Terminal Conclusion\n\n**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes\n"
		"**Reason**: r\n\nCaching of results.\n"), 0);
	assert_true(judge_alone(&d, "## Terminal Conclusion\n\n**Outcome**: NONE\n**Candidate Convergence**: maybe\n**Reason**: r\n\n"
		"Caching of results.\n"));
	assert_printed(&d, "t:3: error: [conclusion.form]");
	assert_printed(&d, "t:4: error: [conclusion.form]");
	assert_int_equal(judge_alone_as(&d, "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: no\n", true), 0);
	duel_done(&d);
}

/* What an unread record leaves out is said: in each format there is such a rule. */
TEST(every_format_takes_texts_apart)
{
	for (size_t i = 0; formats[i]; i++) {
		bool of_record = false;

		for (size_t k = 0; k < formats[i]->n_rules; k++)
			of_record = of_record || (formats[i]->rules[k].needs & NEEDS_RECORD);
		assert_true(formats[i]->split && formats[i]->head_read && of_record);
	}
}
