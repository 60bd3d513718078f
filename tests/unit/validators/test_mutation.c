/*
 * Writes to a live knowledge base: what each would change, and what a debate may not.
 */
#include "tests/unit/validators/kb_fixture.h"
#include "tests/unit/validators/work.h"

#include <errno.h>
#include "validators/adversarial/mutation.h"

#define ARG_1 "arguments/arg-001-tabs-adapt-to-readers.md"
#define ARG_3 "arguments/arg-003-low-vision-readers-need-tabs.md"
#define ARG_2 "arguments/arg-002-spaces-look-the-same-everywhere.md"
#define ARG_4 "arguments/arg-004-spaces-earn-more.md"
#define ARG_5 "arguments/arg-005-tabs-break-builds.md"
#define ARG_7 "arguments/arg-007-a-formatter-ends-the-question.md"
#define ARG_8 "arguments/arg-008-mixed-files-are-worst.md"
#define ARG_10 "arguments/arg-010-three-readers-are-enough.md"
#define BRAILLE "sources/reports/braille-line-2020-notes.md"
#define PAY "sources/surveys/pay-survey-2017-spaces.md"
#define OWN "sources/agents/debater-tabs/new-2021-count.md"
#define NOTES "Traced to what is named above on the last pass."
#define RATED "Rated robust at construction."

static const struct mutator tabs = {.handle = "debater-tabs", .side = 1},
	moderator = {.handle = "moderator", .moderator = true, .side = KB_NONE};

static struct kb *kb;

static int
begin(void **state)
{
	(void)state;
	kb = kb_load("small");
	assert_string_equal(kb_position(kb, tabs.side)->slug, "tabs");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	kb_drop(kb);
	return 0;
}

EACH_TEST(begin, end);

/* What is said of a write: each change on a line, or each finding; malloc'd. *next is the base after it, or NULL. */
static char *
judge(const struct kb *base, const struct mutator *by, const char *path, const char *text, size_t len, struct kb **next)
{
	struct findings out;
	struct mutations changes;
	UT_string said;
	utstring_init(&said);
	*next = mutation_judge(base, by, &(struct kb_file){path, text, len}, &out, &changes);
	findings_print(&out, "it", &said);
	for (size_t i = 0; i < changes.n; i++)
		utstring_printf(&said, "%s %s: %s\n", mutation_type_names[changes.v[i].type], changes.v[i].target,
			changes.v[i].change);
	assert_int_equal(*next != NULL, !findings_first_error(&out));
	assert_true(*next || !changes.n);
	/* What a debate may not do is EPERM; what is wrong in itself is EINVAL. */
	if (!*next)
		assert_int_equal(findings_errno(&out), findings_first_error(&out)->rule >= mutation_rules &&
			findings_first_error(&out)->rule < mutation_rules + MUTATION_RULES ? -EPERM : -EINVAL);
	findings_free(&out);
	mutations_free(&changes);
	return utstring_body(&said);
}

static struct kb_file
file_of(const struct kb *base, const char *path)
{
	size_t row = kb_file_find(base, path);
	return row == KB_NONE ? (struct kb_file){path, "", 0} : kb_file_at(base, row);
}

static char *
changed(const struct kb *base, const char *path, const char *from, const char *to)
{
	const char *text = file_of(base, path).text, *at = from ? strstr(text, from) : text + strlen(text);
	if (!at)
		fail_msg("%s has not: %s", path, from);
	return mem_format("%.*s%s%s", (int)(at - text), text, to, at + (from ? strlen(from) : 0));
}

/* One write: `to` in place of `from`, or, where that is NULL, behind the end. */
struct row {
	const struct mutator *by;
	const char *path, *from, *to, *says;
};
#define TABS(...) { &tabs, __VA_ARGS__ }
#define MODERATOR(...) { &moderator, __VA_ARGS__ }

#define NODE(status, asserter, position) "---\nid: arg-010\nslug: three-readers-are-enough\nposition: " position \
	"\nlayer: empirical\nscope: readers\nbasis_type: reasoning\nstatus: " status "\nasserter: " asserter \
	"\nsummary: Three readers show that it is possible.\n---\n\n## Statement\n\nThree readers did it.\n"
#define DERIVED "derived-during-debate-by-debater-tabs"
#define SOURCE "---\ntitle: A count\njournal_or_source: a letter\nyear: 2021\nurl: none\ndate_accessed: 2026-11-22\n" \
	"source_type: letter\nkey_finding: Three.\n---\n\n# A count\n"
#define CONTRADICTION(id) "\n## " id ": who is counted\n\n- **Type**: of fact\n- **Involved arguments**: arg-003, arg-004\n" \
	"- **Involved sources**: none\n- **Description**: Each counts others.\n- **What would resolve it**: A count.\n" \
	"- **Status**: open\n"

static const struct row allowed[] = {
	TABS(ARG_1, "status: robust", "status: weak", "status-downgrade arg-001: robust → weak\n"),
	MODERATOR(ARG_1, "status: robust", "status: strong", "status-downgrade arg-001: robust → strong\n"),
	TABS(ARG_1, "status: robust", "status: baseless", "status-downgrade arg-001: robust → baseless\n"),
	TABS(ARG_2, "status: strong", "status: weak", "status-downgrade arg-002: strong → weak\n"),
	TABS(ARG_7, "status: strong", "status: weak", "status-downgrade arg-007: strong → weak\n"),
	TABS(ARG_5, NULL, "Its manual wants tabs.\n", "notes-append arg-005: Strength assessment: Its manual wants tabs.\n"),
	MODERATOR(ARG_2, "status: strong", "status: refuted", "status-downgrade arg-002: strong → refuted\n"),
	MODERATOR(ARG_5, "status: refuted", "status: baseless", "status-downgrade arg-005: refuted → baseless\n"),
	TABS(ARG_1, "status: robust", "status: \"weak\"", "status-downgrade arg-001: robust → weak\n"),
	TABS(ARG_1, NOTES, NOTES "\n\nThe standard has\nno such section.",
		"notes-append arg-001: Traceback notes: The standard has no such section.\n"),
	TABS(ARG_1, NOTES, NOTES " Not so any more.", "notes-append arg-001: Traceback notes: Not so any more.\n"),
	TABS(ARG_1, NOTES "\n", NOTES "\n- a list\n", "notes-append arg-001: Traceback notes: - a list\n"),
	TABS(ARG_1, NULL, "Lowered.\n", "notes-append arg-001: Strength assessment: Lowered.\n"),
	TABS(ARG_1, RATED, RATED "\n\n### A heading of level 3\n\nWhy.\n",
		"notes-append arg-001: Strength assessment: ### A heading of level 3 Why.\n"),
	TABS("edges.md", NULL, "arg-003 refutes arg-004 \"who reads earns\"\n",
		"new-edge kb/edges.md: arg-003 refutes arg-004 \"who reads earns\"\n"),
	TABS("edges.md", NULL, "\n## Turn 5\n\narg-003 refutes arg-004 \"\"\narg-003 exaggerates arg-005 \"\"",
		"new-edge kb/edges.md: arg-003 refutes arg-004 \"\"\nnew-edge kb/edges.md: arg-003 exaggerates arg-005 \"\"\n"),
	MODERATOR("edges.md", NULL, "arg-003 derived-from-source kb/" PAY " \"x\"\n",
		"new-edge kb/edges.md: arg-003 derived-from-source kb/" PAY " \"x\"\n"),
	TABS(BRAILLE, "One reader.", "One reader. Of whom nothing is known.",
		"criticism-append kb/" BRAILLE ": Of whom nothing is known.\n"),
	MODERATOR(BRAILLE, NULL, "  And of one line.\n", "criticism-append kb/" BRAILLE ": And of one line.\n"),
	TABS(OWN, NULL, SOURCE, "new-source kb/" OWN ": A count\n"),
	MODERATOR("sources/agents/moderator/a.md", NULL, SOURCE, "new-source kb/sources/agents/moderator/a.md: A count\n"),
	TABS("contradictions.md", NULL, CONTRADICTION("C-003"),
		"contradiction-added kb/contradictions.md: C-003: who is counted\n"),
	MODERATOR("contradictions.md", NULL, CONTRADICTION("C-003") CONTRADICTION("C-004"),
		"contradiction-added kb/contradictions.md: C-003: who is counted\n"
		"contradiction-added kb/contradictions.md: C-004: who is counted\n"),
	TABS(ARG_10, NULL, NODE("contested", DERIVED, "tabs"), "new-node arg-010: Three readers show that it is possible.\n"),
	TABS(ARG_10, NULL, NODE("baseless", DERIVED, "neutral"), "new-node arg-010: Three readers show that it is possible.\n"),
	/* What editors do. */
	TABS(ARG_1, RATED "\n", RATED, ""),
	TABS(ARG_1, RATED "\n", RATED "\n\n\n", ""),
	TABS(ARG_1, NOTES "\n", NOTES "   \n", ""),
	TABS(ARG_1, "\n\n## Traceback notes\n\n", "\n## Traceback notes\n", ""),
	TABS("edges.md", "# Edges\n", "# Edges\r\n", ""),
	TABS("edges.md", NULL, "arg-003 refutes arg-004 \"\"\r\n", "new-edge kb/edges.md: arg-003 refutes arg-004 \"\"\n"),
};

TEST(what_a_debate_may_change_is_taken_and_said)
{
	for (size_t i = 0; i < N(allowed); i++) {
		const struct row *r = &allowed[i];
		char *text = changed(kb, r->path, r->from, r->to), *said;
		struct kb *next;
		said = judge(kb, r->by, r->path, text, strlen(text), &next);
		if (strcmp(said, r->says) && !(strstr(r->path, "arg-010") && strstr(said, r->says)))
			fail_msg("%zu, %s: %s", i, r->to, said);
		/* What it is then is the same change once more. */
		if (*said) {
			struct kb_file is = file_of(next, r->path);
			struct kb *after;
			char *again = judge(kb, r->by, r->path, is.text, is.len, &after);
			assert_string_equal(again, said);
			assert_string_equal(file_of(after, r->path).text, is.text);
			kb_drop(after);
			free(again);
		}
		kb_drop(next);
		free(said);
		free(text);
	}
}

static const struct row refused[] = {
	TABS(ARG_4, "status: weak", "status: contested", "[kb.promoted] arg-004 would go from weak to contested"),
	TABS(ARG_10, NULL, NODE("strong", DERIVED, "tabs"), "[kb.promoted] arg-010 would come in as strong"),
	TABS(ARG_2, "status: strong", "status: refuted", "it: error: [kb.concurrence] arg-002 would go from strong to refuted, and it is "
		"neither of your position nor derived by you: lower it to weak at most, and ask the moderator"),
	TABS(ARG_2, "status: strong", "status: baseless", "[kb.concurrence] arg-002 would go from strong to baseless"),
	TABS(ARG_4, "status: weak", "status: refuted", "derived by you: leave it as it is, and ask the moderator"),
	TABS(ARG_5, "status: refuted", "status: baseless", "[kb.concurrence] arg-005 would go from refuted to baseless"),
	TABS(ARG_7, "status: strong", "status: refuted", "[kb.concurrence] arg-007 would go from strong to refuted"),
	TABS(ARG_8, "status: robust", "status: baseless", "[kb.concurrence] arg-008 would go from robust to baseless"),
	TABS(ARG_10, NULL, NODE("robust", DERIVED, "tabs"), "[kb.promoted] arg-010 would come in as robust"),
	MODERATOR(ARG_4, "status: weak", "status: contested", "[kb.promoted] arg-004 would go from weak to contested"),
	MODERATOR(ARG_4, "layer: empirical", "layer: meta", "[kb.frozen] \"layer: empirical\" would become \"layer: meta\""),
	MODERATOR(BRAILLE, "year: 2020", "year: 2021", "[kb.frozen] \"year: 2020\" would become \"year: 2021\""),
	MODERATOR("edges.md", "# Edges\n", "", "[kb.frozen] \"# Edges\" would be gone"),
	MODERATOR("contradictions.md", "- **Status**: open", "- **Status**: closed", "[kb.frozen] \"- **Status**: open\""),
	MODERATOR("sources/agents/moderator/a.md", NULL, "# A\n", "[kb.source]"),
	MODERATOR(OWN, NULL, SOURCE, "[kb.owner] kb/" OWN " is in another's folder; yours is kb/sources/agents/moderator/"),
	TABS(ARG_1, "A tab is one character", "A tab is a character", "[kb.frozen] \"A tab is one character"),
	TABS(ARG_1, "A tab is one character", "A tab is a character", " in \"Statement\" would become \"A tab is a character"),
	TABS(ARG_1, "layer: empirical", "layer: meta", "it:5: error: [kb.frozen] \"layer: empirical\" would become \"layer: meta\""),
	TABS(ARG_1, "status: robust", "Status: weak", "[kb.frozen] \"status: robust\" would become \"Status: weak\""),
	TABS(ARG_1, "status: robust", "status: bad", "[kb.argument] status is robust, strong"),
	TABS(ARG_1, "status: robust\n", "", "[kb.frozen] \"status: robust\" would be gone"),
	TABS(ARG_1, "status: robust\n", "status: weak\nstatus: weak\n", "[kb.frozen] \"status: weak\" would be added"),
	TABS(ARG_1, "\n- arg-002 (contradicts)", "", "[kb.frozen] \"- arg-002 (contradicts)\" in \"Attacking arguments\" would be gone"),
	TABS(ARG_1, "- arg-002 (contradicts)", "- arg-002 (contradicts)\n- arg-004 (refutes)",
		"[kb.frozen] \"- arg-004 (refutes)\" would be added in \"Attacking arguments\""),
	TABS(ARG_1, NOTES, "Traced.", "[kb.frozen] \"" NOTES "\" in \"Traceback notes\" would become \"Traced.\""),
	TABS(ARG_1, NOTES, "Before. " NOTES, "[kb.frozen]"),
	TABS(ARG_1, "last pass.", "last passage.", "[kb.frozen]"),
	TABS(ARG_1, NOTES, NOTES "\n\n## Statement\n\nNothing.", "[kb.frozen] \"## Statement\" would be added in \"Traceback notes\""),
	TABS(ARG_1, NOTES, NOTES "\n\n# Nothing\n", "[kb.frozen]"),
	TABS(ARG_1, NOTES, NOTES "\n---\n", "[kb.frozen] \"---\" cannot be added: it begins another section"),
	TABS(ARG_1, NOTES, NOTES "\n\n```\n", "[kb.frozen]"),
	TABS(ARG_1, NULL, "\n```\nit\n", "cannot be added: it leaves a code fence"),
	TABS(ARG_1, NULL, "\n<!-- it\n", "cannot be added: it leaves a code fence, a comment"),
	TABS(ARG_1, NULL, "\n## Findings\n\nx\n", "[kb.frozen] \"## Findings\" would be added"),
	TABS(ARG_1, NOTES, NOTES "\n\n- **Strength assessment**: none\n", "[kb.frozen]"),
	MODERATOR(ARG_1, NOTES, NOTES " It is so.", "[kb.owner] the moderator adds nothing to Traceback notes"),
	TABS("edges.md", "arg-004 tangential-to arg-003 \"pay says nothing of who can read\"\n", "",
		"[kb.frozen] \"arg-004 tangential-to arg-003 \"pay says nothing of who can read\"\" would be gone"),
	TABS("edges.md", "# Edges\n", "# Edges\n\narg-003 refutes arg-004 \"\"\n", "[kb.frozen]"),
	TABS("edges.md", "arg-001 refutes arg-006 \"a", "arg-001 refutes arg-006 \"A", "[kb.frozen]"),
	TABS("edges.md", NULL, "arg-003 refuted arg-004 \"\"\n", "[kb.edge]"),
	TABS("edges.md", NULL, "arg-003 refutes arg-444 \"\"\n", "[kb.edge]"),
	TABS("edges.md", NULL, "- arg-003 refutes arg-004 \"\"\n", "it:23: error: [kb.edge] \"- arg-003 refutes arg-004 \"\"\" is no edge"),
	TABS("edges.md", NULL, "Nothing holds.\n", "it:23: error: [kb.edge] nothing of what is added is an edge"),
	TABS(BRAILLE, "One reader.", "Many readers.", "[kb.frozen] \"One reader.\" would become \"Many readers.\""),
	TABS(BRAILLE, NULL, "- **Rating**: bad\n", "[kb.frozen] \"- **Rating**: bad\" would be added"),
	TABS(BRAILLE, "year: 2020", "year: 2021", "[kb.frozen] \"year: 2020\" would become \"year: 2021\": to a source"),
	TABS("contradictions.md", NULL, "More words.\n", "[kb.frozen] \"More words.\" would become part of what stands before it"),
	TABS("contradictions.md", NULL, "\n## Others\n\nwords\n", "[kb.frozen]"),
	TABS("contradictions.md", NULL, CONTRADICTION("C-002"), "[kb.contradiction]"),
	TABS("contradictions.md", NULL, CONTRADICTION("C-003") "\n## Others\n", "contradictions alone"),
	TABS("contradictions.md", NULL, "\n## C-003: who\n", "[kb.contradiction]"),
	TABS("contradictions.md", NULL, CONTRADICTION("C-003") "\n```\n", "cannot be added: it leaves a code fence"),
	TABS("contradictions.md", "- **Status**: open", "- **Status**: closed", "[kb.frozen] \"- **Status**: open\""),
	TABS("quality-summary.md", "is stable", "was stable", "[kb.frozen]"),
	TABS("quality-summary.md", NULL, "More.\n", "[kb.frozen] \"More.\" would be added in \"Gaps\": a debate does not change"),
	TABS("arguments/index.md", NULL, "| arg-010 | x |\n", "[kb.frozen] \"| arg-010 | x |\" would be added: the filesystem alone writes"),
	TABS("entities/formatters.md", NULL, "x\n", "[kb.frozen]"),
	TABS("revisions.md", NULL, "x\n", "[kb.frozen] kb/revisions.md would be new: the filesystem alone writes"),
	TABS("arguments/new.md", NULL, NODE("weak", DERIVED, "tabs"), "[kb.frozen] kb/arguments/new.md would be new"),
	TABS("sources/reports/new.md", NULL, SOURCE, "[kb.frozen] kb/sources/reports/new.md would be new"),
	TABS("sources/agents/debater-spaces/a.md", NULL, SOURCE, "[kb.owner] kb/sources/agents/debater-spaces/a.md is in another's"),
	TABS("sources/agents/debater-tabs2/a.md", NULL, SOURCE, "[kb.owner]"),
	TABS("sources/agents/debater-tabs/in/a.md", NULL, SOURCE, "[kb.frozen] no other directories"),
	TABS("sources/agents/debater-tabs", NULL, SOURCE, "[kb.owner]"),
	TABS("sources/agents/debater-tabs/index.md", NULL, SOURCE, "would be new: the filesystem alone writes this file"),
	TABS("sources/agents/debater-tabs/my note.md", NULL, SOURCE, "[kb.source] \"my note.md\" has a character that no turn"),
	TABS("sources/agents/debater-tabs/a:b.md", NULL, SOURCE, "[kb.source] \"a:b.md\" has a character"),
	TABS("sources/agents/debater-tabs/.a.md", NULL, SOURCE, "[kb.source] kb/sources/agents/debater-tabs/.a.md cannot be there: a dot-file"),
	TABS("sources/agents/debater-tabs/a\nb.md", NULL, SOURCE, "cannot be there: the path is no clean UTF-8"),
	TABS("edges.md/a.md", NULL, SOURCE, "[kb.source] kb/edges.md/a.md cannot be there: a file is where it wants a directory"),
	TABS("sources/reports", NULL, SOURCE, "or a directory where it wants to be"),
	TABS("sources/agents/debater-tabs/a.txt", NULL, SOURCE, "[kb.source]"),
	TABS("sources/agents/debater-tabs/.md", NULL, SOURCE, "[kb.source]"),
	TABS(OWN, NULL, "no front matter\n", "[kb.source]"),
	TABS(OWN, NULL, "---\ntitle: A count\n---\n", "[kb.source] the front matter of a new source says its key_finding"),
	TABS(OWN, NULL, "---\ntitle: A count\nyear:\n---\n", "[kb.source] the front matter of a new source says its year"),
	TABS(ARG_10, NULL, NODE("contested", "derived-during-debate-by-debater-spaces", "tabs"), "[kb.owner] asserter is"),
	TABS(ARG_10, NULL, NODE("contested", "advocates", "tabs"), "[kb.owner] asserter is \"advocates\": yours is " DERIVED),
	TABS(ARG_10, NULL, NODE("contested", DERIVED, "spaces"),
		"[kb.owner] position is \"spaces\": what you add is of your own position, or of none"),
	MODERATOR(ARG_10, NULL, NODE("contested", "derived-during-debate-by-moderator", "tabs"),
		"[kb.owner] arg-010 would be new: the moderator adds no argument"),
	TABS(ARG_10, NULL, NODE("contested", DERIVED, "both"), "[kb.position] \"both\" is no position of this debate"),
	TABS(ARG_10, NULL, NODE("", DERIVED, "tabs"), "[kb.argument] status is empty"),
	TABS("arguments/arg-010.md", NULL, NODE("weak", DERIVED, "tabs"), "[kb.argument] kb/arguments/arg-010.md would be new: a new argument is kb/arguments/arg-NNN"),
	TABS("arguments/arg-001-other.md", NULL, NODE("weak", DERIVED, "tabs"), "[kb.argument] arg-001 is there already: kb/arguments/arg-001-tabs"),
};

TEST(everything_else_is_refused_with_what_it_would_have_changed)
{
	for (size_t i = 0; i < N(refused); i++) {
		const struct row *r = &refused[i];
		char *text = changed(kb, r->path, r->from, r->to), *said;
		struct kb *next;
		said = judge(kb, r->by, r->path, text, strlen(text), &next);
		if (next || !strstr(said, r->says))
			fail_msg("%zu, %s, %s: %s", i, r->path, r->to, said);
		free(said);
		free(text);
	}
}

static const char *const keys[] = {"title", "journal_or_source", "year", "url", "date_accessed", "source_type", "key_finding"};

/* Without each of them, and with each of them empty. */
TEST(a_new_source_says_each_of_its_keys)
{
	for (size_t i = 0; i < 2 * N(keys); i++) {
		const char *key = keys[i / 2];
		char *line = mem_format("\n%s: ", key), *text, *said,
		     *says = mem_format("[kb.source] the front matter of a new source says its %s\n", key);
		const char *at = strstr(SOURCE, line) + 1, *end = strchr(at, '\n') + 1;
		struct kb *next;
		text = mem_format("%.*s%s%s%s", (int)(at - SOURCE), SOURCE, i & 1 ? key : "", i & 1 ? ":\n" : "", end);
		said = judge(kb, &tabs, OWN, text, strlen(text), &next);
		if (next || !strstr(said, says))
			fail_msg("%s: %s", text, said);
		free(said);
		free(text);
		free(says);
		free(line);
	}
}

TEST(an_emptied_file_is_refused)
{
	struct kb *next;
	char *said = judge(kb, &tabs, ARG_1, "", 0, &next);
	assert_null(next);
	assert_non_null(strstr(said, "[kb.frozen] \"---\" would be gone"));
	free(said);
}

/* The base after a write that is taken. */
static struct kb *
after(struct kb *base, const char *path, const char *from, const char *to, const char *says)
{
	char *text = changed(base, path, from, to), *said;
	struct kb *next;
	said = judge(base, &tabs, path, text, strlen(text), &next);
	if (!next || !strstr(said, says))
		fail_msg("%s: %s", to, said);
	free(said);
	free(text);
	kb_drop(base);
	return next;
}

TEST(one_write_may_hold_several_changes_in_their_order)
{
	static const char says[] = "status-downgrade arg-001: robust → contested\nnotes-append arg-001: Traceback notes: A.\n"
		"notes-append arg-001: Strength assessment: B.\n";
	char *lowered = changed(kb, ARG_1, "status: robust", "status: contested"), *noted, *text, *said;
	const char *at = strstr(lowered, NOTES) + strlen(NOTES);
	struct kb *next;
	noted = mem_format("%.*s A.%s", (int)(at - lowered), lowered, at);
	text = mem_format("%sB.\n", noted);
	said = judge(kb, &tabs, ARG_1, text, strlen(text), &next);
	assert_string_equal(said, says);
	assert_string_equal(file_of(next, ARG_1).text, text);
	assert_int_equal(kb_argument(next, 0)->status, KB_CONTESTED);
	kb_drop(next);
	free(said);
	free(text);
	free(noted);
	free(lowered);
}

TEST(what_is_not_changed_keeps_its_bytes)
{
	char *lowered = changed(kb, ARG_1, "status: robust", "status: weak"), *said;
	UT_string text;
	struct kb *next;
	utstring_init(&text);
	for (const char *s = lowered; *s; s++)
		utstring_printf(&text, *s == '\n' ? " \r\n" : "%c", *s);
	said = judge(kb, &tabs, ARG_1, utstring_body(&text), utstring_len(&text), &next);
	assert_string_equal(said, "status-downgrade arg-001: robust → weak\n");
	assert_string_equal(file_of(next, ARG_1).text, lowered);
	kb_drop(next);
	utstring_done(&text);
	free(said);
	free(lowered);
}

TEST(the_same_bytes_change_nothing)
{
	for (size_t i = 0; i < kb_files(kb); i++) {
		struct kb_file f = kb_file_at(kb, i);
		struct kb *next;
		char *said = judge(kb, &tabs, f.path, f.text, f.len, &next);
		assert_string_equal(said, "");
		assert_string_equal(file_of(next, f.path).text, f.text);
		kb_drop(next);
		free(said);
	}
}

static void
chop_newline(struct kb_set *set, const char *path)
{
	struct kb_file *f = kb_set_find(set, path);
	((char *)f->text)[--f->len] = '\0';
}

TEST(what_is_appended_to_a_line_without_its_newline_begins_another)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *base;
	chop_newline(set, "edges.md");
	chop_newline(set, ARG_1);
	base = kb_set_read(set);
	kb_set_free(set);
	base = after(base, "edges.md", NULL, "arg-003 refutes arg-004 \"\"", "new-edge");
	assert_non_null(strstr(file_of(base, "edges.md").text, "custom\"\narg-003 refutes arg-004 \"\"\n"));
	base = after(base, ARG_1, NULL, "More.\n", "notes-append");
	assert_non_null(strstr(file_of(base, ARG_1).text, RATED "\nMore.\n"));
	kb_drop(base);
}

TEST(a_section_that_is_missing_may_be_added_at_the_end)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *base;
	kb_set_change(set, ARG_1, "\n## Traceback notes\n\n" NOTES "\n\n## Strength assessment\n\n" RATED "\n", "");
	kb_set_change(set, BRAILLE, "- **Criticism**: One reader.\n", "");
	base = kb_set_read(set);
	kb_set_free(set);
	base = after(base, ARG_1, NULL, "\n## Traceback notes\n\nA.\n\n## Strength assessment\n\nB.\n",
		"notes-append arg-001: Traceback notes: ## Traceback notes A.\n"
		"notes-append arg-001: Strength assessment: ## Strength assessment B.\n");
	assert_non_null(strstr(file_of(base, ARG_1).text, "\n\n## Traceback notes\n\nA.\n\n## Strength assessment\n\nB.\n"));
	base = after(base, BRAILLE, NULL, "\n## Criticism\n\nOne reader.\n", "criticism-append kb/" BRAILLE);
	base = after(base, BRAILLE, NULL, "And one line.\n", "criticism-append kb/" BRAILLE ": And one line.\n");
	kb_drop(base);
}

TEST(contradictions_may_begin_a_file)
{
	struct kb_set *set = kb_set_load("small");
	struct kb *base;
	kb_set_remove(set, "contradictions.md");
	base = kb_set_read(set);
	kb_set_free(set);
	base = after(base, "contradictions.md", NULL, CONTRADICTION("C-001"), "contradiction-added kb/contradictions.md: C-001");
	kb_drop(base);
}

/* Whose it is says who derived it, whatever position it is of. */
TEST(what_is_derived_is_refuted_by_whoever_has_derived_it)
{
	static const struct derived {
		const char *asserter, *position;
		bool may;
	} rows[] = {
		{DERIVED, "tabs", true}, {DERIVED, "spaces", true}, {DERIVED, "neutral", true},
		{"derived-during-debate-by-debater-spaces", "spaces", false},
		{"derived-during-debate-by-debater-spaces", "tabs", false},
		{"derived-during-debate-by-debater-tabs2", "tabs", false},
		{"those who read", "tabs", true}, {"those who read", "factual", false},
	};
	for (size_t i = 0; i < N(rows); i++) {
		struct kb_set *set = kb_set_load("small");
		char *node = mem_format("---\nid: arg-010\nslug: three-readers-are-enough\nposition: %s\nlayer: empirical\nscope: readers\n"
			"basis_type: reasoning\nstatus: weak\nasserter: %s\nsummary: S.\n---\n\n## Statement\n\nThree readers did it.\n",
			rows[i].position, rows[i].asserter);
		kb_set_text(set, ARG_10, node);
		struct kb *base = kb_set_read(set), *next;
		char *text = changed(base, ARG_10, "status: weak", "status: refuted"), *said = judge(base, &tabs, ARG_10, text, strlen(text), &next);
		if (!next == rows[i].may || (!rows[i].may && !strstr(said, "[kb.concurrence] arg-010 would go from weak to refuted")))
			fail_msg("%zu: %s", i, said);
		free(said);
		kb_drop(next);
		said = judge(base, &moderator, ARG_10, text, strlen(text), &next);
		assert_non_null(next);
		kb_drop(next);
		kb_drop(base);
		kb_set_free(set);
		free(said);
		free(text);
		free(node);
	}
}

/* A new argument and what it refines. */
TEST(what_is_derived_refines_nothing_that_is_weaker)
{
	struct kb *base = after(kb_hold(kb), ARG_10, NULL, NODE("contested", DERIVED, "tabs"), "new-node arg-010"), *next;
	char *text = changed(base, "edges.md", NULL, "arg-010 refines arg-004 \"\"\n"),
	     *said = judge(base, &tabs, "edges.md", text, strlen(text), &next);
	assert_null(next);
	assert_non_null(strstr(said, "it:23: error: [kb.promoted] arg-010, which this debate has derived, is contested, and "
		"arg-004, which it would refine, is only weak: lower it first"));
	free(said);
	free(text);
	base = after(base, "edges.md", NULL, "arg-010 refines arg-003 \"\"\n", "new-edge");
	base = after(base, ARG_10, "status: contested", "status: weak", "status-downgrade arg-010: contested → weak");
	base = after(base, "edges.md", NULL, "arg-010 refines arg-004 \"\"\n", "new-edge");
	/* What was there before may be above what it is now said to refine. */
	base = after(base, "edges.md", NULL, "arg-001 refines arg-004 \"\"\n", "new-edge");
	kb_drop(base);
}

/* -- random edits -- */

static uint64_t seed;

static unsigned
any(size_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return n ? (unsigned)(seed % n) : 0;
}

static const char *const pieces[] = {"\n", "a", " ", "status: weak\n", "\n## Statement\n", "```\n", "## Criticism\n",
	"\n\n", "- **Criticism**: x\n", "arg-003 refutes arg-004 \"\"\n", "---\n", "robust", "weak", "\n## Traceback notes\n",
	"# x\n", "<!--", "\r\n", "\n- **Traceback notes**: x\n", CONTRADICTION("C-003"), "\n## Strength assessment\n", "  "};

/* A few cuts and insertions; half of them at the end or behind a section. */
static char *
edited(const struct kb_file *f)
{
	char *text = mem_copy(f->text, f->len);
	for (unsigned i = 0; i <= any(3); i++) {
		size_t len = strlen(text), at = any(3) ? any(len + 1) : len, cut = any(2) ? any(12) : 0;
		const char *piece = pieces[any(N(pieces))], *notes = strstr(text, NOTES), *status = strstr(text, "status: ");
		char *next;
		if (notes && !any(4))
			at = (size_t)(notes - text) + strlen(NOTES);
		if (status && !any(6)) {
			at = (size_t)(status - text) + strlen("status: ");
			cut = strcspn(text + at, "\n");
			piece = kb_status_names[any(KB_STATUSES)];
		}
		cut = cut > len - at ? len - at : cut;
		next = mem_format("%.*s%s%s", (int)at, text, piece, text + at + cut);
		free(text);
		text = next;
	}
	return text;
}

/* Do the lines of one text stand in another one in their order, but for its status? */
static bool
keeps_lines(const char *was, const char *is)
{
	while (*was) {
		size_t n = strcspn(was, "\n");
		bool status = n > 8 && !strncmp(was, "status: ", 8);
		for (; n; is += strcspn(is, "\n") + 1) {
			if (status ? !strncmp(is, "status: ", 8) : !strncmp(is, was, n))
				break;
			if (!is[strcspn(is, "\n")])
				return false;
		}
		is += n ? strcspn(is, "\n") : 0;
		is += n && *is == '\n';
		was += n + (was[n] == '\n');
	}
	return true;
}

/* All but what may change. */
static void
assert_kept(const struct kb *next, const char *path, const char *text)
{
	assert_int_equal(kb_files(next), kb_files(kb));
	for (size_t i = 0; i < kb_files(kb); i++) {
		struct kb_file was = kb_file_at(kb, i), is = kb_file_at(next, i);
		if (strcmp(was.path, path) ? strcmp(was.text, is.text) : !keeps_lines(was.text, is.text))
			fail_msg("%s is changed by:\n%s\nto:\n%s", was.path, text, is.text);
	}
	assert_int_equal(kb_arguments(next), kb_arguments(kb));
	for (size_t i = 0; i < kb_arguments(kb); i++) {
		const struct kb_argument *a = kb_argument(kb, i), *b = kb_argument(next, i);
		assert_true(b->status >= a->status);
		assert_string_equal(a->statement, b->statement);
		assert_string_equal(a->summary, b->summary);
		assert_string_equal(a->position, b->position);
		assert_int_equal(a->layer, b->layer);
	}
	for (size_t i = 0; i < kb_edges(kb); i++)
		assert_true(kb_edge(kb, i)->from == kb_edge(next, i)->from && kb_edge(kb, i)->type == kb_edge(next, i)->type);
}

static void
assert_sections_kept(const struct kb *next, const char *path)
{
	static const char *const kept[] = {"Statement", "Evidentiary basis", "Supporting arguments", "Attacking arguments",
		"Depends on", "Engagement", "Key finding", "Description", "Gaps", "Central questions"};
	struct kb_file was = file_of(kb, path), is = file_of(next, path);
	for (size_t i = 0; i < N(kept); i++) {
		size_t a, a_len, b, b_len;
		if (!kb_section(&was, kept[i], &a, &a_len))
			continue;
		assert_true(kb_section(&is, kept[i], &b, &b_len));
		assert_true(a_len == b_len && !memcmp(was.text + a, is.text + b, a_len));
	}
}

static unsigned
edit_at_random(unsigned edits)
{
	unsigned taken = 0;
	for (unsigned i = 0; i < edits; i++) {
		struct kb_file f = kb_file_at(kb, any(kb_files(kb)));
		char *text = edited(&f), *said;
		struct kb *next;
		said = judge(kb, any(2) ? &tabs : &moderator, f.path, text, strlen(text), &next);
		if (next) {
			taken += *said != '\0';
			assert_kept(next, f.path, text);
			assert_sections_kept(next, f.path);
			kb_drop(next);
		}
		free(said);
		free(text);
	}
	return taken;
}

TEST(whatever_is_accepted_changes_nothing_but_what_may_change)
{
	seed = 88172645463325252u;
	assert_true(edit_at_random(20000) > 300);
	kb_drop(kb);
	kb = kb_load("large");
	edit_at_random(1000);
}

static void
judge_work(void *arg, const char *text, size_t len)
{
	struct kb *next;
	(void)arg;
	char *said = judge(kb, &tabs, ARG_1, text, len, &next);
	kb_drop(next);
	free(said);
}

/* A file of each kind of line that costs something, grown and not. */
TEST(a_large_file_is_judged_in_linear_time)
{
	static const char *const lines[] = {"x\n", "\n", "## Statement\n", "- a\n", "## Traceback notes\n", "  \n", "**"};
	for (size_t i = 0; i < N(lines); i++) {
		char *texts[2];
		for (size_t k = 0; k < 2; k++) {
			size_t bytes = k ? 800000 : 800000 / WORK_GROWTH;
			UT_string text;
			utstring_init(&text);
			utstring_reserve(&text, bytes + 4096);
			utstring_printf(&text, "%s", file_of(kb, ARG_1).text);
			while (utstring_len(&text) < bytes)
				utstring_printf(&text, "%s", lines[i]);
			texts[k] = utstring_body(&text);
		}
		uint64_t small, large;
		if (!work_in_proportion(
			    judge_work, NULL, texts[0], strlen(texts[0]), texts[1], strlen(texts[1]), &small, &large))
			fail_msg("\"%s\": %ju after %ju", lines[i], (uintmax_t)large, (uintmax_t)small);
		free(texts[0]);
		free(texts[1]);
	}
}

/* -- paths -- */

static const struct {
	const struct mutator *by;
	const char *path, *rule, *says; /* NULL: it could be written */
} paths[] = {
	{&tabs, ARG_1, NULL, NULL}, {&moderator, ARG_1, NULL, NULL}, {&tabs, ARG_10, NULL, NULL}, {&tabs, "edges.md", NULL, NULL},
	{&moderator, "contradictions.md", NULL, NULL}, {&tabs, BRAILLE, NULL, NULL}, {&tabs, OWN, NULL, NULL},
	{&moderator, "sources/agents/moderator/a.md", NULL, NULL},
	{&moderator, ARG_10, "kb.owner", "arg-010 would be new: the moderator adds no argument"},
	{&moderator, OWN, "kb.owner", "is in another's folder; yours is kb/sources/agents/moderator/"},
	{&tabs, "arguments/arg-001-other.md", "kb.argument", "arg-001 is there already: kb/" ARG_1},
	{&tabs, "arguments/arg-010.md", "kb.argument", "a new argument is kb/arguments/arg-NNN-slug.md"},
	{&tabs, "arguments/arg-010-a/b.md", "kb.argument", "a new argument is"},
	{&tabs, "arguments/new.md", "kb.frozen", "would be new: a debate adds arguments"},
	{&tabs, "arguments/index.md", "kb.frozen", "kb/arguments/index.md stays as it is: the filesystem alone writes this file"},
	{&tabs, "revisions.md", "kb.frozen", "kb/revisions.md would be new: the filesystem alone"},
	{&tabs, "quality-summary.md", "kb.frozen", "kb/quality-summary.md stays as it is: a debate does not change this file"},
	{&tabs, "entities/formatters.md", "kb.frozen", "stays as it is"}, {&tabs, "", "kb.source", "a name has 1 to 255 bytes"},
	{&tabs, "sources/agents/debater-tabs/in/a.md", "kb.frozen", "no other directories"},
	{&tabs, "sources/agents/debater-tabs/a.txt", "kb.source", "NAME.md"},
	{&tabs, "sources/agents/debater-tabs/.a.md.swp", "kb.source", "a dot-file"},
};

TEST(a_path_alone_tells_what_could_not_be_written_whatever_it_is)
{
	for (size_t i = 0; i < N(paths); i++) {
		char *sentence;
		const struct rule *rule = mutation_path_fault(kb, paths[i].by, paths[i].path, &sentence);
		assert_int_equal(rule != NULL, sentence != NULL);
		if (!rule != !paths[i].rule || (rule && (strcmp(rule->id, paths[i].rule) || !strstr(sentence, paths[i].says))))
			fail_msg("%s: %s", paths[i].path, sentence);
		free(sentence);
	}
}

/* -- revisions -- */

TEST(a_revision_says_what_was_changed_by_whom_and_why)
{
	struct mutation m = {MUTATION_STATUS_DOWNGRADE, "arg-014", "strong → weak"};
	struct revision r = {.number = 7, .time_ms = 1795366800000, .handle = "debater-pro", .turn = 5, .mutation = &m,
		.justification = "Table 2\nhas no such group", .trigger = "rebut L-003"};
	UT_string out;
	utstring_init(&out);
	revision_put(&out, &r);
	assert_string_equal(utstring_body(&out), "\n## R-007 — 2026-11-22 — debater-pro, debate turn 5\n\n"
		"- **Type**: status-downgrade\n- **Target**: arg-014\n- **Change**: strong → weak\n"
		"- **Justification**: Table 2 has no such group\n- **Triggered by**: rebut L-003\n");
	assert_int_equal(revisions_last(utstring_body(&out), utstring_len(&out)), 7);
	utstring_done(&out);
}

TEST(of_a_justification_that_is_long_the_beginning_is_there)
{
	struct mutation m = {MUTATION_STATUS_DOWNGRADE, "arg-014", "strong → weak"};
	char words[6001];
	struct revision r = {.number = 1, .handle = "h", .turn = 1, .mutation = &m, .justification = words, .trigger = "Turn 1"};
	UT_string out;
	for (size_t i = 0; i < sizeof words - 1; i++)
		words[i] = "ä"[i % 2];
	words[sizeof words - 1] = '\0';
	utstring_init(&out);
	revision_put(&out, &r);
	assert_true(utstring_len(&out) < REVISION_WORDS_BYTES + 300);
	assert_non_null(strstr(utstring_body(&out), "ä…\n- **Triggered by**: Turn 1\n"));
	utstring_done(&out);
}

TEST(the_last_revision_is_the_highest)
{
	static const struct {
		const char *text;
		unsigned last;
	} rows[] = {{"", 0}, {"# KB Revisions Log\n", 0}, {"## R-001 — x\n\n## R-012 — y\n## R-3", 12}, {"x ## R-009\n", 0},
		{"## R-\n", 0}, {"## R-99999999999999999999\n## R-002 —", 2}, {"## R-1234 — x", 1234}};
	for (size_t i = 0; i < N(rows); i++)
		assert_int_equal(revisions_last(rows[i].text, strlen(rows[i].text)), rows[i].last);
}

static void
put_said(void *arg, const struct revision_said *r)
{
	utstring_printf(arg, "%u|%u|%.*s|%.*s|%.*s|%.*s|%.*s\n", r->number, r->turn, (int)r->handle.len, r->handle.s, (int)r->type.len,
		r->type.s, (int)r->target.len, r->target.s, (int)r->change.len, r->change.s, (int)r->justification.len, r->justification.s);
}

static const struct {
	const char *text, *said;
} entries[] = {
	{"", ""},
	{"# KB Revisions Log\n\n- **Type**: new-node\n", ""},
	{"## R-000 — x — y, debate turn 1\n", ""},
	{"## R-001 — x — debater-pro, debate turn 5\n\n- **Type**: new-edge\n- **Target**: kb/edges.md\n- **Change**: a\n- **Justification**: b\n"
		"- **Triggered by**: c\n", "1|5|debater-pro|new-edge|kb/edges.md|a|b\n"},
	/* An entry has nothing of the one before it. */
	{"## R-001 — x — y, debate turn 5\n- **Type**: a\n- **Target**: b\n- **Change**: c\n- **Justification**: d\n## R-002 — x\n",
		"1|5|y|a|b|c|d\n2|0|||||\n"},
	{"## R-003 — x — whoever it was", "3|0|whoever it was||||\n"},
	{"## R-004 — x — y, debate turn many\n- **Type**: \n", "4|0|y||||\n"},
};

TEST(what_an_entry_says_is_read_back_and_nothing_of_another)
{
	for (size_t i = 0; i < N(entries); i++) {
		UT_string out;
		utstring_init(&out);
		utstring_printf(&out, "%s", "");
		revisions_each(entries[i].text, strlen(entries[i].text), put_said, &out);
		if (strcmp(utstring_body(&out), entries[i].said))
			fail_msg("%zu: %s", i, utstring_body(&out));
		utstring_done(&out);
	}
}

/* -- indexes -- */

static const struct kb_argument lowered = {.id = "arg-003", .number = 3, .slug = "s", .position = "tabs", .layer = KB_META,
	.status = KB_REFUTED, .scope = "all", .asserter = "x", .summary = "One | two", .path = "arguments/arg-003-s.md"};

static const struct {
	const char *text, *becomes; /* NULL: it stays */
} indexes[] = {
	{"# Arguments\n\n| id | status |\n|---|---|\n| arg-002 | weak |\n| arg-003 | contested |\n",
		"# Arguments\n\n| id | status |\n|---|---|\n| arg-002 | weak |\n| arg-003 | refuted |\n"},
	{"| Status | Argument |\n|---|---|\n| strong | [arg-003](arg-003-s.md) |", "| Status | Argument |\n|---|---|\n| refuted | [arg-003](arg-003-s.md) |"},
	{"| id | status |\n|---|---|\n| arg-003 | refuted |\n", NULL},
	{"| id | summary |\n|---|---|\n| arg-003 | a strong one |\n", NULL},
	{"| id | layer | Status | summary |\n|---|---|---|---|\n| arg-002 | meta | weak | x |\n\nEnd.\n",
		"| id | layer | Status | summary |\n|---|---|---|---|\n| arg-002 | meta | weak | x |\n"
		"| arg-003 | meta | refuted | One \\| two |\n\nEnd.\n"},
	{"- arg-003 (strong): a weak point\n- arg-004 (weak): y\n", "- arg-003 (refuted): a weak point\n- arg-004 (weak): y\n"},
	{"- **arg-003** — contested — x\n", "- **arg-003** — refuted — x\n"},
	{"- arg-003: a strong point\n", NULL},
	{"* arg-001 (weak): x\n  more\n", "* arg-001 (weak): x\n* arg-003 (refuted): One | two\n  more\n"},
	{"- arg-001 (weak): x", "- arg-001 (weak): x\n- arg-003 (refuted): One | two\n"},
	{"- arg-003 (weak)\n- arg-003 (weak)\n", NULL},
	{"Nothing but words on arg-003.\n", NULL},
	{"", NULL},
	{"## tabs\n- arg-001 (weak)\n## spaces\n- arg-002 (weak)\n",
		"## tabs\n- arg-001 (weak)\n- arg-003 (refuted): One | two\n## spaces\n- arg-002 (weak)\n"},
	{"## pro\n- arg-001 (weak)\n## con\n- arg-002 (weak)\n", NULL},
	/* An id is a word, and may have its slug behind it. */
	{"- arg-003-s: weak\n", "- arg-003-s: refuted\n"},
	{"- arg-003s (weak)\n", NULL},
	{"- xarg-003 (weak)\n", NULL},
	{"- arg-0031 (weak)\n", "- arg-0031 (weak)\n- arg-003 (refuted): One | two\n"},
};

TEST(an_index_with_a_row_an_argument_follows)
{
	for (size_t i = 0; i < N(indexes); i++) {
		size_t len;
		char *text = index_follow(indexes[i].text, strlen(indexes[i].text), &lowered, &len);
		if (!text != !indexes[i].becomes || (text && strcmp(text, indexes[i].becomes)))
			fail_msg("%zu: %s", i, text ? text : "it stays");
		assert_int_equal(len, text ? strlen(text) : 0);
		free(text);
	}
}
