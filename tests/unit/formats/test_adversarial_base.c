/* A knowledge base: what it reads, what it refuses, and how it changes. */
#include "tests/unit/formats/bases.h"

#include <time.h>

#define A1 "arguments/arg-001-tabs-adapt-to-readers.md"
#define S1 "sources/manuals/make-4-3-recipes.md"
#define C "contradictions.md"
#define Q "quality-summary.md"

static const struct base_fault {
	const char *rule, *path, *old, *now;
} faults[] = {
	{"kb.argument", A1, "id: arg-001", "id: arg-002"},
	{"kb.argument", A1, "id: arg-001\n", ""},
	{"kb.argument", A1, "layer: empirical", "layer: practical"},
	{"kb.argument", A1, "layer: empirical\n", ""},
	{"kb.argument", A1, "status: robust", "status: proven"},
	{"kb.argument", A1, "status: robust", "status: robust\nstatus: strong"},
	{"kb.argument", A1, "status: robust", "status: robust\nid: arg-001"},
	{"kb.argument", A1, "status: robust", "status: robust\nposition: tabs"},
	{"kb.argument", A1, "status: robust", "status: robust\nlayer: meta"},
	{"kb.argument", A1, "status: robust", "status: |\n  robust"},
	{"kb.argument", A1, "position: tabs", "position:"},
	{"kb.argument", A1, "position: tabs\n", ""},
	{"kb.argument", A1, "## Statement", "## Claim"},
	{"kb.argument", A1, "## Statement", "## Statement\n\n## Words"},
	{"kb.argument", A1, "---\nid", "id"},
	{"kb.argument", "arguments/arg-002-to-have-another.md", NULL,
		"---\nid: arg-002\nposition: tabs\nlayer: meta\nstatus: weak\n---\n## Statement\nso\n"},
	{"kb.edge", "edges.md", "arg-001 supports", "arg-001 proves"},
	{"kb.edge", "edges.md", "arg-001 supports arg-003", "arg-001 supports arg-099"},
	{"kb.edge", "edges.md", "arg-001 supports arg-003", "arg-099 supports arg-003"},
	{"kb.edge", "edges.md", "arg-001 supports arg-003", "arg-001 supports"},
	{"kb.edge", "edges.md", "arg-001 supports arg-003", "arg-001 supports arg-001"},
	{"kb.edge", "edges.md", "\"section 8.3\"", "section 8.3"},
	{"kb.edge", "edges.md", S1, "sources/manuals/make-5.md"},
	{"kb.source", S1, "---\ntitle", "title"},
	{"kb.source", S1, "\n---\n", "\n"},
	{"kb.contradiction", C, "## C-002", "## C-001"},
	{"kb.contradiction", C, "- **Type**: of fact\n", ""},
	{"kb.contradiction", C, "- **Status**: open", "- **Status**:"},
	{"kb.contradiction", C, "Involved arguments", "Arguments"},
	{"kb.contradiction", C, "Involved sources", "Sources"},
	{"kb.contradiction", C, "Description", "Words"},
	{"kb.contradiction", C, "What would resolve it", "Way out"},
	{"kb.contradiction", C, "arg-001, arg-002", "arg-001, arg-099"},
	{"kb.contradiction", C, S1, "sources/manuals/make-5.md"},
	{"kb.contradiction", C, ": tabs in build files", ""},
	{"kb.question", Q, "Central questions", "Questions"},
	{"kb.question", Q, "(arg-003)", "(arg-099)"},
	{"kb.question", Q, " (arg-003)", ""},
	{"kb.unstable", Q, "stable: yes", "stable: no"},
	{"kb.unstable", Q, "stable: yes", "It is not stable: yes, it is not."},
	{"text.utf8", A1, "A tab is one", "A tab \xff is one"},
};

static char *
said_of(const struct files *files, bool stable)
{
	UT_string *said = test_string();
	struct base *b = base_read(files, &(struct base_judge){stable, say_faults, said});

	assert_true(!b == !!utstring_len(said));
	base_free(b);
	return utstring_body(said);
}

TEST(a_base_is_judged_file_by_file)
{
	for (size_t i = 0; i < N(faults); i++) {
		struct files *files = files_of(BASE_FOLDER);
		char want[64], *said;

		files_change(files, faults[i].path, faults[i].old, faults[i].now);
		said = said_of(files, false);
		snprintf(want, sizeof want, "error: [%s]", faults[i].rule);
		if (!strstr(said, want) || strncmp(said, faults[i].path, strlen(faults[i].path)))
			fail_msg("fault %zu, %s: %s", i, faults[i].rule, said);
	}
}

TEST(what_a_base_may_leave_open_is_read)
{
	struct files *files = files_of(BASE_FOLDER);
	static const struct base_fault fine[] = {
		{"", A1, "status: robust", "mood: good\n  deep: \"x\"\n- y\nstatus: 'Robust'"},
		{"", A1, "## Statement", "# Statement:"},
		{"", "arguments/notes.md", NULL, "nothing"},
		{"", "arguments/arg-none.txt", NULL, "nothing, \xff\xfe"},
		{"", "arguments/arg-of-none.md", NULL, "nothing, \xff\xfe"},
		{"", "edges.md", " \"section 8.3\"", ""},
		{"", "edges.md", "\"one reader\"", "“one reader”"},
		{"", C, "- **Type**: of fact", "Type: of fact"},
		{"", C, "## C-002", "## C-4294967295"},
		{"", Q, "stable: yes", "- **Stable**: yes."},
		{"", "sources/agents/index.md", NULL, "no front matter"},
		{"", "sources/scan.pdf", NULL, "\xff\xfe"},
	};

	for (size_t i = 0; i < N(fine); i++)
		files_change(files, fine[i].path, fine[i].old, fine[i].now);
	struct base *b = base_of(files);
	assert_int_equal(base_next_contradiction(b), 2); /* one with so large a number has no next */
	base_free(b);
}

/* Each word of the page, in a base of one argument more. */
TEST(arguments_and_edges_have_the_words_of_the_page_and_no_others)
{
	static const char *const layers[] = {"empirical", "methodological", "ethical/metaphysical",
		"cultural/religious", "policy/regulatory", "meta"},
				 *const statuses[] = {"robust", "strong", "contested", "weak", "refuted", "baseless"},
				 *const types[] = {"supports", "contradicts", "refutes", "depends-on", "refines",
					 "exaggerates", "confounds", "derived-from-source", "addresses",
					 "tangential-to", "scope-mismatch-with", "layer-shift-from"};

	assert_true(N(layers) == LAYERS && N(statuses) == STATUSES && N(types) == EDGE_TYPES);
	for (size_t i = 0; i < N(types); i++) {
		struct files *files = files_of(BASE_FOLDER);
		struct base *b;
		char *text = TEXT("---\nid: arg-010\nposition: factual\nlayer: %s\nstatus: %s\n---\n## Statement\nx\n",
			     layers[i % LAYERS], statuses[i % STATUSES]),
		     *edge = TEXT("# Edges\narg-010 %s arg-001\n", types[i]);

		files_change(files, "arguments/arg-010-x.md", NULL, text);
		files_change(files, "edges.md", "# Edges\n", edge);
		b = base_of(files);
		assert_int_equal(base_numbered(b, 10)->layer, i % LAYERS);
		assert_int_equal(base_numbered(b, 10)->status, i % STATUSES);
		assert_int_equal(b->edges[0].type, i);
		base_free(b);
	}
}

/* Nor is it told that its questions have no arguments, or that there are no positions. */
TEST(a_base_without_an_argument_and_a_summary_is_told_how_an_argument_is_named_and_that_it_is_not_stable)
{
	struct files *files = files_new();

	files_add(files, "arguments/a1.md", "x", 1);
	assert_string_equal(said_of(files, false), "arguments: error: [kb.argument] no file is named as an argument is, "
		"`arg-NNN-slug.md`: it has front matter with id (arg-NNN), position, layer and status, and a section `## Statement`\n"
		Q ": error: [kb.question] there is no heading with \"central question\" in it that has an item\n"
		Q ": error: [kb.unstable] nothing says that the graph is stable: a line `stable: yes` does here, or "
		"`stable = true` in the duel's configuration\n");
	files_change(files, Q, NULL, "# Central questions\n- Which?\n");
	assert_null(strstr(said_of(files, true), "[kb.question]"));
}

TEST(a_base_says_how_it_is_told_to_be_stable)
{
	struct files *files = files_of(BASE_FOLDER);

	files_change(files, Q, "stable: yes", "");
	assert_non_null(strstr(said_of(files, false), "a line `stable: yes` does here, or `stable = true`"));
	assert_string_equal(said_of(files, true), "");
}

TEST(two_positions_are_the_least)
{
	struct files *files = files_of(BASE_FOLDER);

	for (size_t i = 0; i < files->n; i++)
		if (strstr(files->v[i].text, "position: spaces"))
			files_change(files, files->v[i].path, "position: spaces", "position: Tabs!");
	assert_non_null(strstr(said_of(files, false), "[kb.position]"));
	/* these three are none */
	for (const char *const *none = (const char *const[]){"neutral", "factual", "meta", NULL}; *none; none++) {
		char *now = TEXT("position: %s", *none);

		files_change(files, "arguments/arg-007-a-formatter-ends-the-question.md", "position: neutral", now);
		assert_non_null(strstr(said_of(files, false), "[kb.position]"));
		files_change(files, "arguments/arg-007-a-formatter-ends-the-question.md", now, "position: neutral");
	}
}

TEST(a_base_is_its_arguments_edges_positions_and_questions)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *b = base_of(files);
	const struct argument *a = base_numbered(b, 3);
	struct reader title, body;
	unsigned number;
	size_t at = 0;

	assert_int_equal(b->n_arguments, 9);
	assert_int_equal(base_next_number(b), 10);
	assert_null(base_numbered(b, 10));
	assert_int_equal(b->fixed->n_positions, 2);
	assert_string_equal(base_position(b, 0), "spaces");
	assert_string_equal(base_position(b, a->position), "tabs");
	assert_int_equal(base_numbered(b, 7)->position, NO_POSITION);
	assert_int_equal(a->layer, ETHICAL);
	assert_int_equal(a->status, CONTESTED);
	assert_int_equal(b->n_edges, 18);
	assert_true(base_has_edge(b, 9, ADDRESSES, 3, 0));
	assert_false(base_has_edge(b, 3, ADDRESSES, 9, 0));
	assert_true(base_has_edge(b, 8, DERIVED_FROM_SOURCE, 0, base_find(b, S1)));
	assert_int_equal(b->fixed->n_questions, 3);
	assert_int_equal(b->fixed->questions[0].n, 2);
	assert_int_equal(b->fixed->questions[0].arguments[1], 9);
	assert_true(base_contradiction(b, &at, &number, &title, &body));
	assert_int_equal(number, 1);
	assert_true(base_contradiction(b, &at, &number, &title, &body));
	assert_memory_equal(title.s, "tabs in build files", len_of(&title));
	assert_false(base_contradiction(b, &at, &number, &title, &body));
	base_free(b);
}

TEST(a_copy_changes_and_what_it_was_made_of_does_not)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *b = base_of(files), *next = base_copy(b, 3);
	static const char text[] = "---\nid: arg-010\n---\n## Statement\nx\n", path[] = "arguments/arg-010-x.md";

	base_put(next, A1, reader_of("short", &"short"[5]));
	unsigned place = base_put(next, path, reader_of(text, text + sizeof text - 1)), source = base_find(b, S1);
	*GROW(next->arguments, next->n_arguments) = (struct argument){10, 0, META, WEAK, WEAK, place, 3};
	base_numbered(next, 1)->status = CONTESTED;
	*GROW(next->edges, next->n_edges) = (struct edge){10, 0, DERIVED_FROM_SOURCE, source, 3};
	assert_int_equal(base_numbered(b, 1)->status, ROBUST);
	assert_int_equal(base_numbered(next, 1)->status, CONTESTED);
	assert_int_equal(b->n_arguments, 9);
	assert_null(base_numbered(b, 10));
	assert_string_equal(base_file(next, place)->path, path);
	assert_int_equal(base_find(b, path), 0);
	assert_int_equal(base_find(next, path), place);
	assert_int_equal(len_of(&base_file(next, base_find(next, A1))->body), 5);
	assert_true(len_of(&base_file(b, base_find(b, A1))->body) > 5);
	assert_true(base_has_edge(next, 10, DERIVED_FROM_SOURCE, 0, source));
	assert_false(base_has_edge(b, 10, DERIVED_FROM_SOURCE, 0, source));
	assert_string_equal(base_file(next, next->n_files)->path, path);
	for (size_t i = 1; i <= b->n_files; i++) {
		assert_string_equal(base_file(next, i)->path, base_file(b, i)->path);
		assert_int_equal(base_file(b, i)->text, 0);
		assert_int_equal(base_file(next, i)->text, strcmp(base_file(b, i)->path, A1) ? 0 : 3);
	}
	assert_int_equal(base_file(next, next->n_files)->text, 3);
	base_free(b);
	assert_true(base_find(next, C));
	base_free(next);
}

TEST(four_thousand_files_of_64_mebibytes_are_judged_in_half_a_second)
{
	struct files *files = files_of(BASE_FOLDER);
	struct timespec from, to;
	size_t room = ((size_t)64 << 20) / BASE_FILES_MOST - 200, bytes = 0;
	char *words = mem_calloc(room + 512, 1);
	struct base *b;

	for (unsigned number = 10; files->n < BASE_FILES_MOST; number++) {
		char path[64];
		int n = snprintf(words, 512, "---\nid: arg-%03u\nposition: tabs\nlayer: meta\nstatus: weak\n---\n\n", number);

		for (size_t i = (size_t)n; i < room; i++)
			words[i] = i % 72 ? (i % 6 ? 'a' : ' ') : '\n';
		memcpy(words + room - 20, "\n## Statement\n\nSo.\n", 20);
		snprintf(path, sizeof path, "arguments/arg-%03u-so.md", number);
		files_add(files, path, words, strlen(words));
		bytes += strlen(words);
	}
	assert_true(bytes > (size_t)62 << 20);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	b = base_of(files);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	double took = (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9;
	if (took > 0.5 && !SANITIZED)
		fail_msg("it took %.2f s", took);
	base_free(b);
	free(words);
}

TEST(a_base_has_limits)
{
	struct files *files = files_of(BASE_FOLDER);
	char path[64], text[256];

	for (unsigned i = 10; i < 10 + BASE_POSITIONS_MOST; i++) {
		snprintf(path, sizeof path, "arguments/arg-%03u-x.md", i);
		snprintf(text, sizeof text, "---\nid: arg-%03u\nposition: p%u\nlayer: meta\nstatus: weak\n---\n## Statement\nx\n", i, i);
		files_add(files, path, text, strlen(text));
	}
	assert_non_null(strstr(said_of(files, false), "[kb.position] there are more than 16 positions"));
	files = files_of(BASE_FOLDER);
	UT_string *many = test_string();
	utstring_printf(many, "stable: yes\n\n# Central questions\n");
	for (unsigned i = 0; i <= BASE_QUESTIONS_MOST; i++)
		utstring_printf(many, "- arg-001?\n");
	files_change(files, Q, NULL, utstring_body(many));
	assert_non_null(strstr(said_of(files, false), "[kb.question] there are more than 64 questions"));
}
