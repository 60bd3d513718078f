/*
 * Full-width punctuation and quotation marks of every kind (files.md, Any language): what is taken, and what is said of what is not.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <errno.h>

#define SOURCE "# 计划\n\n第一阶段只在初中试行，\n为期一个学期。他说“好”。\n\n## 部署步骤\n\n使用 Kubernetes 部署，failures are rare.\n"

static int
begin(void **state)
{
	static struct duel d;

	duel_init(&d, SOURCE);
	d.terms.topic = "试行";
	duel_join(&d, "alice", "claude-code", "opus");
	duel_join(&d, "王（小明）", "claude-code", "opus");
	duel_floor(&d, 1, GRANT_TURN);
	*state = &d;
	return 0;
}

static int
end(void **state)
{
	duel_done(*state);
	return 0;
}

WHOLE_FILE(begin, end);

/* Each NULL is the line as it should be. */
struct lines {
	const char *heading, *position, *addresses, *claim, *support, *entry, *item;
};

static int
try_lines(struct duel *d, const struct lines *l)
{
	char *text = mem_format("%s\n\n%s\n先试行。\n\n**Counterpoints**\n- %s\n  %s\n  %s\n    - %s\n\n**Agreements**\n- 无\n\n**Novel Argument**\n"
		"没有人说过的话在这里。\n\nSupport:\n    - Principle: 理由\n\n**Unresolved Items**\n- %s\n",
		l->heading ? l->heading : "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE", l->position ? l->position : "**Position**",
		l->addresses ? l->addresses : "Addresses: Source", l->claim ? l->claim : "Claim: 主张在此", l->support ? l->support : "Support:",
		l->entry ? l->entry : "Principle: 理由", l->item ? l->item : "待定 (blocking)");
	int err = try_short(d, text, strlen(text), false);

	for (size_t cut = 0; !err && cut <= strlen(text); cut++)
		if (try_short(d, text, cut, true))
			fail_msg("refused at %zu: %s", cut, utstring_body(&d->printed));
	if (!err)
		try_short(d, text, strlen(text), false);
	free(text);
	return err;
}

static void
accepts(struct duel *d, struct lines l)
{
	if (try_lines(d, &l) || utstring_len(&d->printed))
		fail_msg("%s %s %s %s %s %s %s: %s", l.heading ? l.heading : "", l.position ? l.position : "", l.addresses ? l.addresses : "",
			l.claim ? l.claim : "", l.support ? l.support : "", l.entry ? l.entry : "", l.item ? l.item : "", utstring_body(&d->printed));
}

static void
refuses(struct duel *d, struct lines l, const char *what)
{
	if (!try_lines(d, &l))
		fail_msg("accepted, and expected: %s", what);
	assert_printed(d, what);
}

TEST(a_heading_may_have_full_width_punctuation_and_digits)
{
	static const char *const headings[] = {
		/* clang-format off */
		"## Turn １ —— alice（claude-code／opus）—— OPEN_TO_DEBATE", "## Turn 1——alice (claude-code / opus)——OPEN_TO_DEBATE",
		"## Turn　１　—　alice　（claude-code　／　opus）　—　OPEN_TO_DEBATE　", "## Turn 1 ―― alice (claude-code / opus) ―― OPEN_TO_DEBATE",
		"## Turn 1 － alice (claude-code／opus） － OPEN_TO_DEBATE", "## Turn 1 — alice (claude-code / opus) — ＯＰＥＮ＿ＴＯ＿ＤＥＢＡＴＥ",
		"## Turn 1 — alice\u200f (claude-code / opus) — OPEN_TO_DEBATE\u200e",
		/* clang-format on */
	};

	for (size_t i = 0; i < N(headings); i++)
		accepts(*state, (struct lines){ .heading = headings[i] });
}

TEST(a_name_may_have_full_width_brackets_of_its_own)
{
	struct duel *d = *state;

	duel_floor(d, 2, GRANT_TURN);
	accepts(d, (struct lines){ .heading = "## Turn 1 — 王（小明） (claude-code / opus) — OPEN_TO_DEBATE" });
	accepts(d, (struct lines){ .heading = "## Turn １——王（小明）（claude-code／opus）——OPEN_TO_DEBATE" });
	duel_floor(d, 1, GRANT_TURN);
}

TEST(labels_may_have_a_full_width_colon)
{
	static const struct lines rows[] = {
		/* clang-format off */
		{ .addresses = "Addresses：Source", .claim = "Claim：主张", .support = "Support：" }, { .addresses = "Addresses ： Source" },
		{ .claim = "claim　：　主张" }, { .claim = "**Claim**：主张" }, { .claim = "**Claim：**主张" }, { .claim = "Ｃｌａｉｍ：主张" },
		{ .claim = "\u200fClaim\u200f:\u200f مطالبة" }, { .support = "**Support**" }, { .support = "**Support：**" },
		{ .position = "**Position**：" }, { .position = "**Position：**" }, { .position = "### Position：" },
		{ .addresses = "Addresses：「部署步骤」" }, { .addresses = "Addresses：＃部署步骤" }, { .addresses = "Addresses: “部署步骤”" },
		{ .entry = "Principle：理由" }, { .entry = "Source：plan.md:1" }, { .entry = "File： plan.md：１" },
		/* clang-format on */
	};

	for (size_t i = 0; i < N(rows); i++)
		accepts(*state, rows[i]);
}

TEST(a_flag_may_stand_in_full_width_brackets)
{
	static const char *const items[] = { "待定（blocking）", "待定（non-blocking）。", "待定(non‑blocking)！", "待定（ Blocking ）　", "待定（blocking)；",
		"待定（non－blocking）、", "مفتوح (blocking)\u200f" };

	for (size_t i = 0; i < N(items); i++)
		accepts(*state, (struct lines){ .item = items[i] });
}

TEST(a_refused_end_is_quoted)
{
	char item[512] = "";

	refuses(*state, (struct lines){ .item = "待定（阻断）" }, "\"待定（阻断）\" ends neither in `(blocking)` nor in `(non-blocking)`");
	refuses(*state, (struct lines){ .item = "待定（blocking" }, "\"待定（blocking\" ends neither");
	for (size_t i = 0; i < 40; i++)
		strcat(item, "长话");
	strcat(item, "（阻塞）");
	refuses(*state, (struct lines){ .item = item }, "长话（阻塞）\" ends neither");
	assert_printed(*state, "\"…");
	refuses(*state, (struct lines){ .heading = "## Turn 1 — alice (claude-code / opus) — 开放" }, "a stance, and \"开放\" is none of");
	refuses(*state, (struct lines){ .heading = "## Turn 1 — alice (claude-code / opus) OPEN_TO_DEBATE" },
		"behind the identity stands ` — STANCE`, and the heading says \"OPEN_TO_DEBATE\"");
}

TEST(a_refused_label_is_quoted_with_what_differs)
{
	struct duel *d = *state;

	refuses(d, (struct lines){ .addresses = "针对：Source" },
		"has no line `Addresses: …`: line 7 says \"- 针对：Source\", which begins with \"针对\" where `Addresses` belongs");
	refuses(d, (struct lines){ .claim = "主张：在此" }, "line 8 says \"主张：在此\", which begins with \"主张\" where `Claim` belongs");
	refuses(d, (struct lines){ .support = "依据：" }, "has no support: line 9 says \"依据：\", which begins with \"依据\" where `Support` belongs");
	refuses(d, (struct lines){ .claim = "Claim∶ 在此" }, "line 8 says \"Claim∶ 在此\", which has \"∶\" (U+2236) behind `Claim`, where a colon belongs");
	refuses(d, (struct lines){ .claim = "Claim - 在此" }, "which has \"-\" behind `Claim`, where a colon belongs");
	refuses(d, (struct lines){ .claim = "Claim" }, "line 8 says \"Claim\", which has no colon behind `Claim`");
	refuses(d, (struct lines){ .claim = "Сlaim: here" }, "which begins with \"Сlaim\" (U+0421) where `Claim` belongs");
	refuses(d, (struct lines){ .claim = "Claims: here" }, "which begins with \"Claims\" where `Claim` belongs");
	refuses(d, (struct lines){ .claim = "`Claim: here`" }, "which is code or a link");
	refuses(d, (struct lines){ .addresses = "针对：Source", .claim = "主张：在此", .support = "依据：" }, "\"针对\" where `Addresses` belongs");
	assert_printed(d, "\"主张\" where `Claim` belongs");
	assert_printed(d, "\"依据\" where `Support` belongs");
	refuses(d, (struct lines){ .position = "**立场**" },
		"the section Position is missing: it begins with the line `**Position**`, and line 3, which no section has as its title, says \"**立场**\"");
	refuses(d, (struct lines){ .position = "Position：" }, "line 3 looks like its title, which is `**Position**` on a line of its own with a blank "
		"line before it, and says \"Position：\"");
}

TEST(a_heading_that_only_looks_right_is_told_from_one)
{
	refuses(*state, (struct lines){ .heading = "＃＃ Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE" }, "full-width number sign (U+FF03)");
	refuses(*state, (struct lines){ .heading = "##　Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE" }, "no plain space (U+0020)");
	refuses(*state, (struct lines){ .heading = "\u200b## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE" }, "that nobody sees before `##`");
}

/* Of each pair of marks. */
TEST(an_excerpt_in_marks_of_every_kind_is_looked_up)
{
	static const char *const marks[][2] = { { "\"", "\"" }, { "“", "”" }, { "„", "“" }, { "„", "”" }, { "”", "”" }, { "«", "»" }, { "»", "«" },
		{ "»", "»" }, { "‹", "›" }, { "›", "‹" }, { "「", "」" }, { "『", "』" }, { "＂", "＂" } };
	static const char *const before[] = { "plan.md#部署步骤: ", "plan.md#部署步骤：", "plan.md：8，", "plan.md#部署步骤" };

	for (size_t i = 0; i < N(marks); i++)
		for (size_t k = 0; k < N(before); k++) {
			char good[128], bad[128];

			snprintf(good, sizeof good, "%s%sfailures are rare%s", before[k], marks[i][0], marks[i][1]);
			snprintf(bad, sizeof bad, "%s%sfailures are frequent%s 为证", before[k], marks[i][0], marks[i][1]);
			accepts(*state, (struct lines){ .entry = good });
			refuses(*state, (struct lines){ .entry = bad }, "[support.source] the source has no such words as \"failures are frequent\"");
		}
}

TEST(an_excerpt_is_compared_without_what_a_script_does_not_need)
{
	static const char *const there[] = { "「第一阶段只在初中试行，为期一个学期」", "「第一阶段只在初中试行，为期一个学期。」", "「使用Kubernetes部署」", "「使用 Kubernetes 部署」",
		"「他说『好』。」", "「他说\"好\"」", "「第一阶段只在\u200b初中试行」", "「试行，\n      为期」" };
	static const char *const not_there[] = { "「第一阶段只在高中试行」", "「failuresare rare」", "「他说不好」", "「。」" };

	for (size_t i = 0; i < N(there); i++) {
		char entry[256];
		snprintf(entry, sizeof entry, "plan.md：%s", there[i]);
		accepts(*state, (struct lines){ .entry = entry });
	}
	for (size_t i = 0; i < N(not_there); i++) {
		char entry[256];
		snprintf(entry, sizeof entry, "plan.md：%s", not_there[i]);
		refuses(*state, (struct lines){ .entry = entry }, "[support.source]");
	}
}

/* Without spaces between words a name stands where it stands. */
TEST(a_file_is_found_among_letters_of_a_script_without_spaces)
{
	struct duel *d = *state;

	accepts(d, (struct lines){ .entry = "plan.md：１－２" });
	accepts(d, (struct lines){ .entry = "plan.md：3的原文" });
	accepts(d, (struct lines){ .entry = "plan.md＃部署步骤，第二句" });
	accepts(d, (struct lines){ .entry = "plan.md的「第一阶段」一句" });
	refuses(d, (struct lines){ .entry = "plan.md：９９" }, "the source has no line \"９９\"");
	refuses(d, (struct lines){ .entry = "plan.md＃没有的标题：「第一阶段」" }, "the source has no heading \"没有的标题\"");
	refuses(d, (struct lines){ .entry = "plan.md:1，另见plan.md:99" }, "the source has no line \"99\"");
	refuses(d, (struct lines){ .entry = "plan.md:1，参照plan.md#没有" }, "the source has no heading \"没有\"");
	assert_int_equal(try_lines(d, &(struct lines){ .entry = "notes.md第三节" }), 0);
	assert_printed(d, "warning: [support.file] \"notes.md\" is another file");
	assert_int_equal(try_lines(d, &(struct lines){ .entry = "notes.md：第三节" }), 0);
	assert_printed(d, "warning: [support.file] \"notes.md\" is another file");
}

TEST(conclusion_lines_that_are_missing_are_quoted)
{
	struct duel *d = *state;
	static const char text[] = "## Terminal Conclusion\n\n**结果**：DISSENT\n**Candidate Convergence**－no\n理由：分歧\n\n试行 plan.md\n";

	assert_int_equal(duel_try_bytes(d, text, strlen(text), false), -EINVAL);
	assert_printed(d, "the line `**Outcome**: …` is missing: line 3 says \"**结果**：DISSENT\", which begins with \"结果\" where `Outcome` belongs");
	assert_printed(d, "is missing: line 4 says \"**Candidate Convergence**－no\", which has \"－\" (U+FF0D) behind `Candidate Convergence`");
	assert_printed(d, "the line `**Reason**: …` is missing: line 5 says \"理由：分歧\", which begins with \"理由\" where `Reason` belongs");
}
