/* kb.h: what a base says of itself, and what bases that share files have in common. */
#include "tests/unit/validators/kb_fixture.h"

#include <stdbool.h>

static struct kb *small;

static int
load(void **state)
{
	(void)state;
	small = kb_load("small");
	return 0;
}

static int
unload(void **state)
{
	(void)state;
	kb_drop(small);
	return 0;
}

WHOLE_FILE(load, unload);

/* What is said of a set, with phrases as they are built in; malloc'd. */
static char *
said_of(const struct kb_set *set)
{
	struct phrases *phrases = kb_phrases_new(NULL);
	struct kb_faults faults;
	struct kb *kb = kb_read(set->v, set->n, phrases, &faults);
	UT_string said;
	utstring_init(&said);
	kb_faults_print(&faults, "", &said);
	assert_true((kb == NULL) == (kb_faults_first_error(&faults) != NULL));
	kb_faults_free(&faults);
	kb_drop(kb);
	phrases_free(phrases);
	return utstring_body(&said);
}

TEST(the_small_base_has_nothing_against_it)
{
	struct kb_set *set = kb_set_load("small");
	char *said = said_of(set);
	assert_string_equal(said, "");
	free(said);
	kb_set_free(set);
}

TEST(an_argument_is_what_its_front_matter_and_its_statement_say)
{
	assert_int_equal(kb_arguments(small), 9);
	const struct kb_argument *a = kb_argument(small, kb_argument_find(small, "arg-003", 7));
	assert_string_equal(a->id, "arg-003");
	assert_int_equal(a->number, 3);
	assert_string_equal(a->slug, "low-vision-readers-need-tabs");
	assert_string_equal(a->position, "tabs");
	assert_string_equal(kb_position(small, a->side)->slug, "tabs");
	assert_int_equal(a->layer, KB_ETHICAL);
	assert_int_equal(a->basis, KB_BASIS_MIXED);
	assert_int_equal(a->status, KB_CONTESTED);
	assert_string_equal(a->scope, "readers with low vision or a Braille display");
	assert_string_equal(a->asserter, "accessibility advocates");
	assert_string_equal(a->path, "arguments/arg-003-low-vision-readers-need-tabs.md");
	assert_memory_equal(a->statement, "A reader at a very large size", 29);
	assert_string_equal(a->statement + strlen(a->statement) - 9, "umn wide.");
}

TEST(the_small_base_has_every_status_layer_and_type_of_edge)
{
	bool status[KB_STATUSES] = {0}, layer[KB_LAYERS] = {0}, basis[KB_BASES] = {0}, type[KB_EDGE_TYPES] = {0};
	for (size_t i = 0; i < kb_arguments(small); i++) {
		status[kb_argument(small, i)->status] = true;
		layer[kb_argument(small, i)->layer] = true;
		basis[kb_argument(small, i)->basis] = true;
		assert_true(!i || kb_argument(small, i - 1)->number < kb_argument(small, i)->number);
	}
	for (size_t i = 0; i < kb_edges(small); i++)
		type[kb_edge(small, i)->type] = true;
	for (size_t i = 0; i < KB_STATUSES; i++)
		assert_true(status[i]);
	for (size_t i = 0; i < KB_LAYERS; i++)
		assert_true(layer[i]);
	for (size_t i = 0; i < KB_BASES; i++)
		assert_true(basis[i]);
	for (size_t i = 0; i < KB_EDGE_TYPES; i++)
		assert_true(type[i]);
}

TEST(an_id_that_is_none_or_is_not_there_has_no_row)
{
	static const char *const ids[] = {
		"", "arg-", "arg-1", "arg-0001", "arg-010", "arg-001x", "ARG-001", "arg-9999999"};
	for (size_t i = 0; i < N(ids); i++)
		assert_int_equal(kb_argument_find(small, ids[i], strlen(ids[i])), KB_NONE);
	assert_int_equal(kb_argument_find(small, "arg-001-tabs", 7), 0);
}

TEST(neutral_factual_and_meta_take_no_side)
{
	assert_int_equal(kb_positions(small), 2);
	assert_string_equal(kb_position(small, 0)->slug, "spaces");
	assert_string_equal(kb_position(small, 1)->name, "tabs");
	assert_int_equal(kb_argument(small, 6)->side, KB_NONE);
	assert_int_equal(kb_argument(small, 7)->side, KB_NONE);
	static const char *const none[] = {"neutral", "Factual", "META"}, *const sides[] = {"neut", "facts", "metaphysical", "met", "f"};
	for (size_t i = 0; i < N(none); i++)
		assert_true(kb_takes_no_side(none[i], strlen(none[i])));
	for (size_t i = 0; i < N(sides); i++)
		assert_false(kb_takes_no_side(sides[i], strlen(sides[i])));
}

TEST(an_edge_has_its_ends_its_comment_and_its_line)
{
	assert_int_equal(kb_edges(small), 18);
	const struct kb_edge *e = kb_edge(small, 1);
	assert_int_equal(e->from, 1);
	assert_int_equal(e->type, KB_CONTRADICTS);
	assert_int_equal(e->to, 0);
	assert_null(e->source);
	assert_string_equal(e->comment, "the same property, seen as a fault");
	assert_int_equal(e->line, 6);
	e = kb_edge(small, 8);
	assert_int_equal(e->to, KB_NONE);
	assert_string_equal(e->source, "kb/sources/surveys/pay-survey-2017-spaces.md");
	assert_string_equal(e->comment, "");
}

TEST(columns_of_an_edge_are_parted_by_any_blanks_and_other_lines_are_prose)
{
	static const char text[] = "# Edges of 2024\n\nNote1 of the last pass\narg- is how an id begins\narg-x is none\narg-\n"
				   "an argument, then arg-002 contradicts arg-001\n- arg-002 contradicts arg-001 \"\"\n"
				   "  \targ-001\tsupports \t arg-003\t \"a \"b\" c\" \t\n";
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "edges.md", text);
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_edges(kb), 1);
	assert_int_equal(kb_edge(kb, 0)->from, 0);
	assert_int_equal(kb_edge(kb, 0)->to, 2);
	assert_int_equal(kb_edge(kb, 0)->type, KB_SUPPORTS);
	assert_string_equal(kb_edge(kb, 0)->comment, "a \"b\" c");
	assert_int_equal(kb_edge(kb, 0)->line, 9);
	kb_drop(kb);
	kb_set_free(set);
}

/* A heading of level 2 that begins with C- and a digit is one; others part them, or stand in them. */
TEST(other_headings_are_no_contradictions)
{
	static const char fields[] = "- **Type**: of fact\n- **Involved arguments**: arg-001\n- **Involved sources**:\n"
				     "- **Description**: x\n\n### Aside\n\n- **What would resolve it**: x\n- **Status**: open\n";
	char *text = mem_format("# C-001: a title\n\n## C-notes\n\nWords.\n\n## C-\n\n## X-1: y\n\n### C-009: deeper\n\n## C-004: one\n\n%s\n"
				"## Gaps\n\n- **Type**: of another kind\n", fields);
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "contradictions.md", text);
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_contradictions(kb), 1);
	assert_int_equal(kb_contradiction(kb, 0)->number, 4);
	kb_drop(kb);
	kb_set_remove(set, "contradictions.md");
	kb = kb_set_read(set);
	assert_int_equal(kb_contradictions(kb), 0);
	kb_drop(kb);
	kb_set_free(set);
	free(text);
}

TEST(an_edge_is_found_by_its_ends_and_its_type)
{
	for (size_t i = 0; i < kb_edges(small); i++) {
		const struct kb_edge *e = kb_edge(small, i);
		if (e->source)
			continue;
		assert_int_equal(kb_edge_find(small, e->from, e->type, e->to), i);
		assert_int_equal(kb_edge_find(small, e->to, e->type, e->from), KB_NONE);
	}
	assert_int_equal(kb_edge_find(small, 0, KB_SUPPORTS, 1), KB_NONE);
	size_t all = 0;
	for (size_t row = 0; row < kb_arguments(small); row++) {
		size_t n;
		const size_t *from = kb_edges_from(small, row, &n);
		for (size_t i = 0; i < n; i++) {
			assert_int_equal(kb_edge(small, from[i])->from, row);
			assert_true(!i || kb_edge(small, from[i - 1])->type <= kb_edge(small, from[i])->type);
		}
		all += n;
	}
	assert_int_equal(all, kb_edges(small));
}

TEST(questions_are_numbered_in_their_order_and_know_what_stands_for_them)
{
	assert_int_equal(kb_questions(small), 3);
	const struct kb_question *q = kb_question(small, 0);
	assert_string_equal(q->text, "Who may decide how wide indentation is shown?");
	assert_int_equal(q->n, 2);
	assert_int_equal(q->arguments[0], 0);
	assert_int_equal(q->arguments[1], 8);
	assert_int_equal(q->line, 11);
}

TEST(questions_may_be_headings_with_arguments_below_them)
{
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "quality-summary.md",
		"# S\n\n### The Central Questions of it\n\n#### **Who** reads? — arg-003\n\nText.\n\n##### Deeper\n\n#### Who "
		"decides\n\n"
		"- arg-009, and arg-001\n- arg-009 again\n\n# Gaps\n\n- none\n");
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_questions(kb), 2);
	assert_string_equal(kb_question(kb, 0)->text, "Who** reads?");
	assert_string_equal(kb_question(kb, 1)->text, "Who decides");
	assert_int_equal(kb_question(kb, 1)->n, 2);
	kb_drop(kb);
	kb_set_free(set);
}

TEST(questions_are_the_outermost_items_under_the_first_heading_of_them)
{
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "quality-summary.md",
		"# central question\n\n  - Who? (arg-001)\n   - And who else? (arg-003)\n     - as arg-009\n  * Where? [arg-002]\n\n"
		"# Central questions of another base\n\n- What? (arg-777)\n");
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_questions(kb), 3);
	assert_string_equal(kb_question(kb, 1)->text, "And who else?");
	assert_int_equal(kb_question(kb, 1)->n, 2);
	assert_string_equal(kb_question(kb, 2)->text, "Where?");
	kb_drop(kb);
	kb_set_free(set);
}

TEST(edges_that_differ_in_an_end_or_in_their_type_are_not_there_twice)
{
	static const char text[] = "arg-001 supports arg-003 \"\"\narg-001 supports arg-009 \"\"\narg-001 refines arg-003 \"\"\n"
				   "arg-002 refines arg-003 \"\"\narg-002 supports kb/sources/manuals/make-4-3-recipes.md \"\"\n"
				   "arg-002 supports kb/sources/surveys/style-guides-2019-review.md \"\"\n"
				   "arg-003 supports kb/sources/surveys/style-guides-2019-review.md \"\"\n"
				   "arg-003 derived-from-source kb/sources/surveys/style-guides-2019-review.md \"\"\n";
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "edges.md", text);
	char *said = said_of(set);
	assert_string_equal(said, "");
	free(said);
	kb_set_free(set);
}

TEST(the_arguments_of_a_question_are_whole_words_in_any_of_its_lines)
{
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "quality-summary.md",
		"The graph is stable.\n\n## Central questions\n\n1. Who? xarg-002, not-arg-004, _arg-005, arg-006x,\n   as arg-0010 is none;\n"
		"   arg-003\n2) And (arg-001,arg-001)\n   - below it arg-009\n\n   And arg-002.\n");
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_questions(kb), 2);
	assert_int_equal(kb_question(kb, 0)->n, 1);
	assert_int_equal(kb_question(kb, 0)->arguments[0], 2);
	assert_int_equal(kb_question(kb, 1)->n, 3);
	kb_drop(kb);
	kb_set_change(set, "quality-summary.md", "   arg-003", "   arg-003, arg-777");
	char *said = said_of(set);
	assert_string_equal(said, "quality-summary.md:7: error: [kb.question] there is no argument arg-777\n");
	free(said);
	kb_set_free(set);
}

TEST(a_contradiction_has_its_title_its_arguments_and_its_status)
{
	assert_int_equal(kb_contradictions(small), 2);
	const struct kb_contradiction *c = kb_contradiction(small, 0);
	assert_int_equal(c->number, 1);
	assert_string_equal(c->title, "what a width that can be set is worth");
	assert_string_equal(c->status, "open");
	assert_int_equal(c->n, 2);
	assert_int_equal(c->arguments[0], 0);
	assert_int_equal(c->arguments[1], 1);
	assert_int_equal(c->line, 3);
	c = kb_contradiction(small, 1);
	assert_int_equal(c->number, 2);
	assert_string_equal(c->title, "tabs in build files");
	assert_string_equal(c->status, "resolved against arg-005");
	assert_int_equal(c->n, 2);
	assert_int_equal(c->arguments[0], 4);
	assert_int_equal(c->line, 13);
}

TEST(a_source_is_known_by_its_path)
{
	static const struct {
		const char *path;
		bool there;
	} rows[] = {
		{"kb/sources/manuals/make-4-3-recipes.md", true},
		{"kb/sources/manuals/make-4-3-recipes", false},
		{"sources/manuals/make-4-3-recipes.md", false},
		{"kb/sources/index.md", false},
		{"kb/edges.md", false},
		{"kb/", false},
		{"", false},
	};
	for (size_t i = 0; i < N(rows); i++)
		assert_int_equal(kb_source_is_there(small, rows[i].path, strlen(rows[i].path)), rows[i].there);
	assert_true(kb_source_is_there(small, "kb/sources/manuals/make-4-3-recipes.md\"", 38));
}

static void
check_slice(const struct kb_file *f, bool found, size_t off, size_t len, const char *want)
{
	assert_int_equal(found, want != NULL);
	if (want) {
		assert_int_equal(len, strlen(want));
		assert_memory_equal(f->text + off, want, len);
	}
}

TEST(a_section_is_a_heading_of_level_2_or_an_item_with_a_bold_title)
{
	static const char text[] =
		"---\nkey: v\n# no heading\n---\n# T\n\n## One ##\n\na\n\n### Deeper\n\n```\n## Two\n```\n\n"
		"## Two\n\n- **Type**: x\n  y\n- **Type two:** z\n\n  more\n\nout\n- **Last**:\n## End";
	static const struct {
		const char *title, *want;
	} rows[] = {
		{"One", "\na\n\n### Deeper\n\n```\n## Two\n```\n\n"},
		{"two", "\n- **Type**: x\n  y\n- **Type two:** z\n\n  more\n\nout\n- **Last**:\n"},
		{"Type", " x\n  y\n"},
		{"Type two", " z\n\n  more\n\n"},
		{"Last", "\n"},
		{"End", ""},
		{"Deeper", NULL},
		{"no heading", NULL},
		{"T", NULL},
	};
	const struct kb_file f = {"x.md", text, strlen(text)};
	for (size_t i = 0; i < N(rows); i++) {
		size_t off, len;
		bool found = kb_section(&f, rows[i].title, &off, &len);
		check_slice(&f, found, off, len, rows[i].want);
	}
}

TEST(front_matter_is_lines_of_key_and_value)
{
	static const char text[] =
		"---\n# a comment\na: x y \nb: \"q: r\"\n\nc:\n  - d: e\nurl: http://x\nf:g\n--- \nz: 1\n---\n";
	static const struct {
		const char *key, *want;
	} rows[] = {{"a", "x y"}, {"b", "q: r"}, {"c", ""}, {"url", "http://x"}, {"d", NULL}, {"f", NULL}, {"z", NULL}};
	const struct kb_file f = {"x.md", text, strlen(text)}, open = {"y.md", text, 20};
	size_t off, len;
	for (size_t i = 0; i < N(rows); i++) {
		bool found = kb_front(&f, rows[i].key, &off, &len);
		check_slice(&f, found, off, len, rows[i].want);
	}
	assert_false(kb_front(&open, "a", &off, &len));
}

TEST(a_base_with_another_file_shares_all_the_others)
{
	struct kb_set *set = kb_set_load("small");
	const char *path = "arguments/arg-001-tabs-adapt-to-readers.md";
	struct kb_faults faults;
	kb_set_change(set, path, "status: robust", "status: weak");
	struct kb *kb = kb_with(small, kb_set_find(set, path), &faults);
	assert_non_null(kb);
	assert_int_equal(faults.n, 0);
	assert_int_equal(kb_argument(kb, 0)->status, KB_WEAK);
	assert_int_equal(kb_argument(small, 0)->status, KB_ROBUST);
	assert_int_equal(kb_files(kb), kb_files(small));
	for (size_t i = 0; i < kb_files(kb); i++)
		assert_int_equal(
			kb_file_at(kb, i).text == kb_file_at(small, i).text, strcmp(kb_file_at(kb, i).path, path) != 0);
	kb_faults_free(&faults);
	kb_drop(kb);
	kb_set_free(set);
}

TEST(a_base_with_one_file_more_has_it_at_its_place)
{
	static const struct kb_file file = {"sources/agents/debater-tabs/a.md", "---\ntitle: a\n---\n", 17};
	struct kb_faults faults;
	struct kb *kb = kb_with(small, &file, &faults);
	assert_int_equal(kb_files(kb), kb_files(small) + 1);
	for (size_t i = 1; i < kb_files(kb); i++)
		assert_true(strcmp(kb_file_at(kb, i - 1).path, kb_file_at(kb, i).path) < 0);
	assert_true(kb_source_is_there(kb, "kb/sources/agents/debater-tabs/a.md", 35));
	assert_false(kb_source_is_there(small, "kb/sources/agents/debater-tabs/a.md", 35));
	kb_faults_free(&faults);
	kb_drop(kb);
}

TEST(a_base_with_a_bad_file_is_none_and_the_one_before_stands)
{
	static const struct kb_file file = {"edges.md", "arg-001 supports arg-777 \"\"\n", 28};
	struct kb_faults faults;
	assert_null(kb_with(small, &file, &faults));
	assert_int_equal(faults.n, 1);
	assert_string_equal(faults.v[0].path, "edges.md");
	assert_ptr_equal(kb_faults_first_error(&faults), &kb_rules[KB_RULE_EDGE]);
	kb_faults_free(&faults);
	assert_int_equal(kb_edges(small), 18);
}

TEST(what_is_wrong_in_several_files_is_told_of_each_in_the_order_of_their_paths)
{
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "arguments/notes.txt", "x\n");
	kb_set_change(set, "edges.md", "arg-003 depends-on arg-001 \"\"", "arg-003 depends-on arg-001");
	kb_set_remove(set, "quality-summary.md");
	char *said = said_of(set);
	assert_string_equal(said,
		"arguments/notes.txt: warning: [kb.stray] it is no argument: those are arguments/arg-NNN-slug.md\n"
		"edges.md:8: error: [kb.edge] the comment is missing, \"\" where there is none; an edge is `arg-NNN "
		"type "
		"arg-NNN \"comment\"`, or a source's path, kb/sources/…, in place of the second\n"
		"quality-summary.md: error: [kb.source] a base has this file, and it is missing\n");
	free(said);
	kb_set_free(set);
}

TEST(a_summary_says_in_many_ways_that_the_graph_is_stable)
{
	static const struct {
		const char *words;
		bool stable;
	} rows[] = {
		{"The graph is stable.", true},
		{"After three passes the graph has reached a stable state.", true},
		{"The argument graph reached a\nstable state", true},
		{"## Status: stable", true},
		{"- **Stable**: yes", true},
		{"No argument is new; the graph is stable", true},
		{"The last pass changed no rating: the graph is stable.", true},
		{"With no change, the graph is stable.", true},
		{"**State of the graph**: stable", true},
		{"Graph status: stable", true},
		{"- what is not\n- the graph is stable", true},
		{"What is not\n\nthe graph is stable", true},
		{"### What is not\nthe graph is stable", true},
		{"what is not\n### The graph is stable", true},
		{"The graph is stable.\n\nNo graph is stable.", false},
		{"- The graph is stable.\n- The graph is not stable.", false},
		{"The graph is not stable.", false},
		{"The graph is stable. But the graph is not yet stable in its second half.", false},
		{"The graph has not reached a stable state.", false},
		{"The graph is unstable. It reached a stable state once.", false},
		{"- **Stable**: no", false},
		{"Whether the graph is stable is open.", false},
		{"The sources are stable.", false},
		{"```\nThe graph is stable.\n```", false},
		{"", false},
	};
	for (size_t i = 0; i < N(rows); i++) {
		struct kb_set *set = kb_set_load("small");
		char *text = mem_format("# S\n\n%s\n\n## Central questions\n\n- Who? (arg-001)\n", rows[i].words);
		kb_set_text(set, "quality-summary.md", text);
		char *said = said_of(set);
		if (rows[i].stable ? *said : !strstr(said, "[kb.unstable]"))
			fail_msg("%s: %s", rows[i].words, said);
		free(said);
		free(text);
		kb_set_free(set);
	}
}

TEST(the_large_base_is_a_whole_debate_of_three_positions_with_nothing_against_it)
{
	struct kb_set *set = kb_set_load("large");
	char *said = said_of(set);
	struct kb *kb = kb_set_read(set);
	size_t sources = 0;
	assert_string_equal(said, "");
	for (size_t i = 0; i < kb_files(kb); i++) {
		char *path = mem_format("kb/%s", kb_file_at(kb, i).path);
		sources += kb_source_is_there(kb, path, strlen(path));
		free(path);
	}
	assert_int_equal(kb_arguments(kb), 66);
	assert_int_equal(sources, 42);
	assert_int_equal(kb_positions(kb), 3);
	assert_string_equal(kb_position(kb, 1)->slug, "gradual-typing");
	assert_int_equal(kb_questions(kb), 6);
	assert_int_equal(kb_contradictions(kb), 9);
	for (size_t i = 0; i < kb_arguments(kb); i++) {
		size_t touched = 0;
		for (size_t k = 0; k < kb_edges(kb); k++)
			touched += kb_edge(kb, k)->from == i || kb_edge(kb, k)->to == i;
		if (!touched)
			fail_msg("%s stands alone", kb_argument(kb, i)->id);
	}
	kb_drop(kb);
	free(said);
	kb_set_free(set);
}
