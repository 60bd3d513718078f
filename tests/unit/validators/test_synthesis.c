/*
 * The synthesis: its blank, and what it may say. The texts of tests/corpus/adversarial/synthesis are of one debate; a
 * first line `<!-- corpus: told: words && words -->` is no part of a text, and says what is told of it.
 */
#include "tests/unit/validators/settle_fixture.h"
#include "tests/unit/validators/work.h"

#include <dirent.h>
#include "validators/kit/format.h"
#include "validators/text/text.h"

#define CORPUS "tests/corpus/adversarial/synthesis/"
#define HEADING "## Synthesis — olga (h / m)"

/* Of three positions: one is better grounded, one is silent on a question, and one is held against the evidence. */
static void
begin_corpus(struct fstate_common *d)
{
	const char *const finding = "A trial of the whole group would settle Q-4";
	debate_begin(d, "pro1 strong, pro2 robust, con3 strong, con4 contested, con5 strong, old7 baseless, neutral8 robust, "
		"5~2, Q 1 3 7, Q 2, Q 4 1, Q 8",
		"pro1 strong, pro2 strong, con3 refuted, con4 contested, con5 strong, old7 baseless, neutral8 robust, "
		"pro9 contested, 5~2, Q 1 3 7, Q 2, Q 4 1, Q 8, S");
	debate_claim(d, "con", "arg-003", "arg-005");
	debate_claim(d, "pro", "arg-001", NULL);
	debate_rule(d, MOVE_CLOSE, 1, CLOSED_REFUTED, "arg-003");
	debate_call(d, "con", "arg-005", "arg-002");
	debate_call(d, "con", "arg-005", "arg-002");
	debate_turn(d, NULL, (struct adversarial_turn){.findings = &finding, .n_findings = 1});
}

static char *
blank_of(const struct fstate_common *d)
{
	struct settle_ask ask = debate_ask(d);
	UT_string out;
	utstring_init(&out);
	synthesis_blank(&ask, HEADING, &out);
	return utstring_body(&out);
}

/* A text from its heading on, with the place of the blank filled in. */
static char *
filled(const char *blank)
{
	const char *place = strstr(blank, "\n" HAND_IN_PLACE "\n");
	assert_non_null(place);
	return mem_format("%.*s\nThat is where it landed.\n%s", (int)(place - blank), blank, place + strlen("\n" HAND_IN_PLACE "\n"));
}

/* What is told of a text. */
static char *
judged(const struct fstate_common *d, const char *text)
{
	struct settle_ask ask = debate_ask(d);
	struct findings out = {.n = 0};
	UT_string said;
	const char *body = strchr(text, '\n') + 1;
	utstring_init(&said);
	synthesis_judge(&ask, body, strlen(body), 1, &out);
	findings_print(&out, "it", &said);
	findings_free(&out);
	return utstring_body(&said);
}

static const char *const debates[] = {
	"pro1 strong, con2 strong, Q 1 2",
	"pro1 contested, con2 weak, Q 1 2",
	"pro1 strong, con2 refuted, Q 1 2, Q 1",
	"pro1 refuted, con2 refuted, Q 1 2",
	"pro1 strong, con2 strong, neutral3 robust, Q 3, 1>3, 2~3",
	"pro1 strong, con2 weak, other3 baseless, 3>1, 2>1, Q 1 2",
};

TEST(the_blank_is_accepted_once_its_place_is_filled_in)
{
	for (size_t i = 0; i < N(debates) + 3; i++) {
		struct findings unclean = {.n = 0};
		struct fstate_common d;
		char *blank, *text, *said;
		if (i < N(debates))
			debate_begin(&d, debates[i], NULL);
		else if (i == N(debates))
			begin_corpus(&d);
		else
			d = (struct fstate_common){kb_load(i & 1 ? "small" : "large"), kb_load(i & 1 ? "small" : "large"), ledger_start(), 0};
		blank = blank_of(&d);
		assert_int_equal(text_check(blank, strlen(blank), 64 << 10, 0, false, &unclean), 0);
		said = judged(&d, blank);
		if (!strstr(said, "[synthesis.section] this place of the template is not filled in") || strchr(said, '\n')[1])
			fail_msg("%zu: %s", i, said);
		free(said);
		text = filled(blank);
		said = judged(&d, text);
		if (*said)
			fail_msg("%zu: %s%s", i, said, text);
		free(said);
		free(text);
		free(blank);
		debate_end(&d);
	}
}

TEST(the_blank_has_all_that_the_graph_and_the_ledger_know)
{
	struct fstate_common d;
	size_t len;
	char *blank, *text, *due = read_whole(CORPUS "accepted/synthesis.graph--the-blank-filled-in.md", &len);
	begin_corpus(&d);
	blank = blank_of(&d);
	text = filled(blank);
	assert_string_equal(text, due);
	free(text);
	free(blank);
	free(due);
	debate_end(&d);
}

/* Behind its first line, where that says what is told. */
static const char *
read_told(const char *text, char *told, size_t room)
{
	static const char begin[] = "<!-- corpus: told: ", end[] = " -->\n";
	const char *stop = strstr(text, end);
	*told = '\0';
	if (strncmp(text, begin, strlen(begin)))
		return text;
	snprintf(told, room, "%.*s", (int)(stop - text - (ptrdiff_t)strlen(begin)), text + strlen(begin));
	return stop + strlen(end);
}

static void
assert_told(const char *name, const char *said, const char *told)
{
	char *rule = mem_format("[%.*s]", (int)(strstr(name, "--") - name), name), *copy = mem_strdup(told);
	bool good = strstr(said, rule);
	for (char *part = copy, *next; part && *part; part = next) {
		next = strstr(part, " && ");
		if (next) {
			*next = '\0';
			next += strlen(" && ");
		}
		good = good && strstr(said, part);
	}
	if (!good)
		fail_msg("%s: %s", name, said);
	free(rule);
	free(copy);
}

static unsigned
each_text(const char *folder, const char *rule, const struct fstate_common *d)
{
	char *path = mem_format(CORPUS "%s", folder), told[512];
	DIR *dir = opendir(path);
	unsigned n = 0;
	for (struct dirent *e; dir && (e = readdir(dir));) {
		char *file, *bytes, *said;
		size_t len;
		if (*e->d_name == '.' || (rule && (strncmp(e->d_name, rule, strlen(rule)) || strncmp(e->d_name + strlen(rule), "--", 2))))
			continue;
		n++;
		if (!d)
			continue;
		file = mem_format("%s/%s", path, e->d_name);
		bytes = read_whole(file, &len);
		said = judged(d, read_told(bytes, told, sizeof told));
		if (!strcmp(folder, "refused"))
			assert_told(e->d_name, said, told);
		else if (*said)
			fail_msg("%s: %s", e->d_name, said);
		free(said);
		free(bytes);
		free(file);
	}
	if (dir)
		closedir(dir);
	free(path);
	return n;
}

TEST(each_text_of_the_corpus_is_accepted_or_refused_under_its_rule)
{
	struct fstate_common d;
	begin_corpus(&d);
	assert_true(each_text("accepted", NULL, &d) >= 8);
	assert_true(each_text("refused", NULL, &d) >= 20);
	debate_end(&d);
}

TEST(each_rule_has_two_texts_that_break_it_and_two_that_keep_it)
{
	for (size_t i = 0; i < SYNTHESIS_RULES; i++) {
		unsigned broken = each_text("refused", synthesis_rules[i].id, NULL), kept = each_text("accepted", synthesis_rules[i].id, NULL);
		if (broken < 2 || kept < 2)
			fail_msg("%s: %u break it, %u keep it", synthesis_rules[i].id, broken, kept);
	}
}

static void
assert_verdict_told(const char *line, const char *from, const char *to, const char *told)
{
	struct fstate_common d;
	char *blank, *text, *other, *said;
	const char *at;
	debate_begin(&d, line, NULL);
	blank = blank_of(&d);
	text = filled(blank);
	at = strstr(text, from);
	if (!at)
		fail_msg("%s has not: %s", text, from);
	other = mem_format("%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	said = judged(&d, other);
	if (told ? !strstr(said, told) : *said)
		fail_msg("%s: %s", to, said);
	free(said);
	free(other);
	free(text);
	free(blank);
	debate_end(&d);
}

TEST(of_two_verdicts_that_are_earned_either_is_accepted)
{
	assert_verdict_told("pro1 contested, con2 weak, Q 1 2", "- Q-1: not settled by this corpus", "- Q-1: both engaged, evidence contested",
		NULL);
	assert_verdict_told("pro1 strong, con2 weak, Q 1 2", "- Q-1: both engaged, evidence contested", "- Q-1: not settled by this corpus",
		"[verdict.unearned] Q-1 earns `both engaged, evidence contested`: con engages: arg-002 stands for it (weak); pro engages: "
		"arg-001 stands for it (strong)");
}

TEST(behind_who_is_better_grounded_its_arguments_may_stand)
{
	assert_verdict_told("pro1 strong, con2 refuted, Q 1 2", "- Q-1: better-grounded pro", "- Q-1: better-grounded pro arg-001", NULL);
	assert_verdict_told("pro1 strong, con2 refuted, Q 1 2", "- Q-1: better-grounded pro", "- Q-1: better-grounded pro and con",
		"[verdict.line] behind `better-grounded` stands one position");
}

/* Facts are items; between them a person may speak of whom and which turn it likes. */
TEST(a_paragraph_names_positions_and_turns_freely)
{
	static const char *const sections[] = {"Central questions", "Persistent non-engagement", "Findings beyond this debate",
		"Snapshot and revisions", "Verdict"};
	struct fstate_common d;
	char *blank, *text;
	begin_corpus(&d);
	blank = blank_of(&d);
	text = filled(blank);
	for (size_t i = 0; i < N(sections); i++) {
		char *heading = mem_format("\n### %s\n\n", sections[i]), *said, *other;
		const char *at = strstr(text, heading);
		assert_non_null(at);
		at += strlen(heading);
		other = mem_format("%.*sTurn 1 and turn 99 were about Q-1.\n\npro was asked, and Q-9 is none.\n\n%s", (int)(at - text), text, at);
		said = judged(&d, other);
		if (*said)
			fail_msg("%s: %s", sections[i], said);
		free(said);
		free(other);
		free(heading);
	}
	free(text);
	free(blank);
	debate_end(&d);
}

TEST(a_question_that_speaks_of_engagement_is_no_answer)
{
	struct fstate_common d;
	char *blank, *text, *said;
	struct kb_set *set = mem_calloc(1, sizeof *set);
	debate_begin(&d, "pro1 strong, con2 strong, Q 1", NULL);
	for (size_t i = 0; i < kb_files(d.kb); i++)
		kb_set_put(set, kb_file_at(d.kb, i).path, kb_file_at(d.kb, i).text, kb_file_at(d.kb, i).len);
	kb_set_text(set, "quality-summary.md", "# x\n\n## Central questions\n\n- Is it *not* engaged by pro, and engaged by con? `x` (arg-001)\n");
	kb_drop(d.kb);
	d.kb = kb_set_read(set);
	kb_set_free(set);
	blank = blank_of(&d);
	text = filled(blank);
	said = judged(&d, text);
	assert_string_equal(said, "");
	free(said);
	free(text);
	free(blank);
	debate_end(&d);
}

TEST(a_synthesis_that_cannot_be_read_is_refused)
{
	struct fstate_common d;
	char text[200] = "x\n", *said;
	for (unsigned i = 0; i < 100; i++)
		strcat(text, ">");
	begin_corpus(&d);
	said = judged(&d, text);
	assert_non_null(strstr(said, "it:2: error: [synthesis.section]"));
	free(said);
	debate_end(&d);
}

static uint64_t seed = 88172645463325252u;

static size_t
any(size_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

/* A few cuts and insertions. */
static char *
edited(const char *text)
{
	static const char *const pieces[] = {"\n", "- ", "arg-003", "L-002", "x", "### Verdict\n", "- Q-1: ", "con", "not ", "`", "**",
		"engaged by ", ", ", "\n\n", "Q-9", "...", "asymmetric engagement ", "arg-", "q-", "Turn ", "\xe2\x80\x94", "\xe2"};
	char *is = mem_strdup(text);
	for (size_t i = 0; i <= any(3); i++) {
		size_t len = strlen(is), at = any(len + 1), cut = any(2) ? any(30) : 0;
		char *next;
		cut = cut > len - at ? len - at : cut;
		next = mem_format("%.*s%s%s", (int)at, is, pieces[any(N(pieces))], is + at + cut);
		free(is);
		is = next;
	}
	return is;
}

TEST(whatever_is_accepted_says_what_is_known)
{
	static const char *const known[] = {"L-001", "arg-002", "arg-003", "arg-005", "arg-007", "a-2021.md", "grounded", "neither",
		"asymmetric", "against", "evisions", "napshot"};
	struct fstate_common d;
	unsigned taken = 0;
	begin_corpus(&d);
	char *blank = blank_of(&d), *text = filled(blank), *body = strchr(text, '\n') + 1;
	for (unsigned i = 0; i < 5000; i++) {
		char *is = edited(body), *whole = mem_format("x\n%s", is), *said = judged(&d, whole);
		for (size_t k = 0; !*said && k < N(known); k++)
			if (!strstr(is, known[k]))
				fail_msg("without %s: %s", known[k], is);
		taken += !*said;
		free(said);
		free(whole);
		free(is);
	}
	assert_true(taken > 100);
	free(text);
	free(blank);
	debate_end(&d);
}

static char *
many_items(const char *title, const char *item, size_t bytes)
{
	UT_string text;
	utstring_init(&text);
	utstring_reserve(&text, bytes + 512);
	utstring_printf(&text, "x\n### %s\n\n", title);
	while (utstring_len(&text) < bytes)
		utstring_printf(&text, "%s", item);
	return utstring_body(&text);
}

static void
judge_items(void *arg, const char *text, size_t len)
{
	(void)len;
	free(judged(arg, text));
}

/* Many items of each kind, and many facts. */
TEST(a_large_synthesis_is_judged_in_linear_time)
{
	static const char *const items[] = {"- L-001 (arg-003): refuted\n", "- arg-003: x\n", "con: x arg-003\n", "- Q-1: better-grounded pro\n",
		"- Q-1: engaged by pro (arg-001); not engaged by con\n", "- Turn 6\n", "- kb/x\n", "### Verdict\n", "x ", "\n- x\n\n  x\n"};
	struct fstate_common d;
	begin_corpus(&d);
	for (size_t i = 0; i < N(items); i++)
		for (size_t in = 0; in < 2; in++) {
			const char *title = in ? "Central questions" : "Closed claims";
			char *few = many_items(title, items[i], 65536 / WORK_GROWTH), *many = many_items(title, items[i], 65536);
			uint64_t small, large;
			if (!work_in_proportion(judge_items, &d, few, strlen(few), many, strlen(many), &small, &large))
				fail_msg("\"%s\": %ju after %ju", items[i], (uintmax_t)large, (uintmax_t)small);
			free(few);
			free(many);
		}
	debate_end(&d);
}
