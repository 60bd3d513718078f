/*
 * Everything that can be wrong with a base: each folder of tests/corpus/adversarial/kb/faults, RULE--what, has a file
 * of the small base as it should not be (or PATH.gone of one that should be there), and said.txt, all that is said of
 * it. And the limits, which no folder is kept for.
 */
#include "tests/unit/validators/kb_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>

#define FAULTS "faults/"

static char *
said_of(const struct kb_set *set, struct kb_faults *faults)
{
	struct phrases *phrases = kb_phrases_new(NULL);
	UT_string said;
	utstring_init(&said);
	kb_drop(kb_read(set->v, set->n, phrases, faults));
	kb_faults_print(faults, "", &said);
	phrases_free(phrases);
	return utstring_body(&said);
}

/* The small base with what a folder has in it; *want is what should be said. */
static struct kb_set *
load_fault(const char *folder, char **want)
{
	struct kb_set *set = kb_set_load("small");
	char *path = mem_format(FAULTS "%s", folder);
	kb_set_add_all(set, path);
	free(path);
	*want = mem_strdup(kb_set_find(set, "said.txt")->text);
	kb_set_remove(set, "said.txt");
	for (size_t i = 0; i < set->n; i++) {
		size_t len = strlen(set->v[i].path);
		if (len < 5 || strcmp(set->v[i].path + len - 5, ".gone") != 0)
			continue;
		path = mem_copy(set->v[i].path, len - 5);
		kb_set_remove(set, set->v[i].path);
		kb_set_remove(set, path);
		free(path);
		break;
	}
	return set;
}

static void
check_fault(const char *folder, bool seen[KB_RULES])
{
	struct kb_faults faults;
	char *want, *said;
	struct kb_set *set = load_fault(folder, &want);
	said = said_of(set, &faults);
	if (strcmp(said, want) != 0)
		fail_msg("%s: %s\nnot: %s", folder, said, want);
	assert_int_equal(faults.n, 1);
	for (size_t i = 0; i < faults.v[0].findings.n; i++) {
		const struct rule *rule = faults.v[0].findings.v[i].rule;
		assert_memory_equal(rule->id, folder, strcspn(folder, "-"));
		if (rule < kb_rules || rule >= kb_rules + KB_RULES)
			continue;
		seen[rule - kb_rules] = true;
		assert_int_equal(rule->err, rule->severity == SEVERITY_ERROR ? EINVAL : 0);
	}
	kb_faults_free(&faults);
	free(said);
	free(want);
	kb_set_free(set);
}

TEST(every_fault_of_the_corpus_is_told_as_it_stands_there_and_every_rule_has_one)
{
	bool seen[KB_RULES] = {0};
	DIR *dir = opendir(KB_CORPUS FAULTS);
	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));)
		if (*e->d_name != '.')
			check_fault(e->d_name, seen);
	closedir(dir);
	for (size_t i = 0; i < KB_RULES; i++)
		if (!seen[i])
			fail_msg("no fault shows %s", kb_rules[i].id);
}

/* What is said of a set with a change, which frees it. */
static void
says(struct kb_set *set, const char *want)
{
	struct kb_faults faults;
	char *said = said_of(set, &faults);
	if (!strstr(said, want))
		fail_msg("not said: %s\nbut: %s", want, said);
	assert_non_null(kb_faults_first_error(&faults));
	kb_faults_free(&faults);
	free(said);
	kb_set_free(set);
}

/* Each argument gets the position that `name` makes of its number. */
static void
set_positions(struct kb_set *set, char *(*name)(unsigned number))
{
	for (size_t i = 0; i < set->n; i++) {
		unsigned number;
		if (sscanf(set->v[i].path, "arguments/arg-%u", &number) != 1)
			continue;
		char *from = strstr(set->v[i].text, "\nposition: ") + 1, *end = strchr(from, '\n');
		char *position = name(number);
		char *text =
			mem_format("%.*sposition: %s%s", (int)(from - set->v[i].text), set->v[i].text, position, end);
		free((char *)set->v[i].text);
		set->v[i].text = text;
		set->v[i].len = strlen(text);
		free(position);
	}
}

static char *
all_tabs(unsigned number)
{
	return mem_strdup(number % 2 ? "tabs" : "Neutral");
}

static char *
all_factual(unsigned number)
{
	return mem_strdup(number % 2 ? "factual" : "meta");
}

TEST(a_debate_needs_two_positions)
{
	struct kb_set *set = kb_set_load("small");
	set_positions(set, all_tabs);
	says(set,
		"arguments: error: [kb.position] a debate needs arguments of two positions besides neutral, factual "
		"and "
		"meta; all are of \"tabs\"\n");
	set = kb_set_load("small");
	set_positions(set, all_factual);
	says(set, "and meta; there is none\n");
}

/* Arguments 10 to 10 + n - 1, each of a position of its own. */
static void
add_arguments(struct kb_set *set, unsigned n)
{
	for (unsigned i = 10; i < 10 + n; i++) {
		char *path = mem_format("arguments/arg-%03u-more.md", i);
		char *text =
			mem_format("---\nid: arg-%03u\nslug: more\nposition: side %u\nlayer: meta\nscope: x\n"
				   "basis_type: mixed\nstatus: weak\nasserter: x\nsummary: x\n---\n## Statement\nx\n",
				i, i);
		kb_set_text(set, path, text);
		free(path);
		free(text);
	}
}

TEST(sixteen_positions_may_be_there)
{
	struct kb_set *set = kb_set_load("small");
	add_arguments(set, KB_POSITIONS_MAX - 2);
	struct kb *kb = kb_set_read(set);
	assert_int_equal(kb_positions(kb), KB_POSITIONS_MAX);
	kb_drop(kb);
	kb_set_free(set);
	set = kb_set_load("small");
	add_arguments(set, KB_POSITIONS_MAX - 1);
	says(set, "is one position more than the 16 that may be there");
}

TEST(a_base_without_arguments_is_none)
{
	struct kb_set *set = mem_calloc(1, sizeof *set);
	kb_set_text(set, "edges.md", "");
	says(set, "arguments: error: [kb.argument] there is no argument, a file arguments/arg-NNN-slug.md\n");
	set = mem_calloc(1, sizeof *set);
	says(set, "[kb.argument]");
}

TEST(a_path_is_one_below_the_base)
{
	static const struct {
		const char *path, *want;
	} rows[] = {
		{"sources/.hidden.md", "a dot-file is not part of a base"},
		{"../x.md", "a dot-file is not part of a base"},
		{".", "a dot-file is not part of a base"},
		{"/x.md", "the path has an empty part"},
		{"a//x.md", "the path has an empty part"},
		{"a/", "the path has an empty part"},
		{"", "the path has an empty part"},
		{"a\nb", "the path is no clean UTF-8"},
		{"\xff", "the path is no clean UTF-8"},
		{"1/2/3/4/5/6/7/8/9/x.md", "it lies more than 8 directories deep"},
	};
	for (size_t i = 0; i < N(rows); i++) {
		struct kb_set *set = kb_set_load("small");
		kb_set_text(set, rows[i].path, "---\nk: v\n---\n");
		char *want = mem_format("error: [kb.source] %s\n", rows[i].want);
		says(set, want);
		free(want);
	}
	struct kb_set *set = kb_set_load("small");
	kb_set_text(set, "1/2/3/4/5/6/7/8/x.md", "");
	kb_drop(kb_set_read(set));
	set->v[set->n++] = (struct kb_file){mem_strdup("edges.md"), mem_strdup(""), 0};
	says(set, "edges.md: error: [kb.source] there are two files of this path\n");
}

TEST(a_base_has_4096_files_of_1_MiB_and_64_MiB_in_all)
{
	struct kb_set *set = kb_set_load("small");
	char *text = mem_calloc(KB_FILE_BYTES + 2, 1);
	memset(text, 'x', KB_FILE_BYTES + 1);
	for (unsigned i = 0; set->n < KB_FILES_MAX; i++) {
		char path[32];
		snprintf(path, sizeof path, "entities/%u", i);
		set->v[set->n++] = (struct kb_file){mem_strdup(path), mem_strdup("x"), 1};
	}
	kb_drop(kb_set_read(set));
	kb_set_text(set, "entities/x", "x");
	says(set, ": error: [kb.source] there are 4097 files, at most 4096 may be there\n");
	set = kb_set_load("small");
	kb_set_put(set, "entities/large.md", text, KB_FILE_BYTES);
	kb_drop(kb_set_read(set));
	kb_set_put(set, "entities/large.md", text, KB_FILE_BYTES + 1);
	says(set, "entities/large.md: error: [text.size] the text has 1048577 bytes, at most 1048576 are allowed\n");
	set = kb_set_load("small");
	for (unsigned i = 0; i < KB_BYTES / KB_FILE_BYTES; i++) {
		char path[32];
		snprintf(path, sizeof path, "entities/%u", i);
		kb_set_put(set, path, text, KB_FILE_BYTES);
	}
	size_t bytes = 0;
	for (size_t i = 0; i < set->n; i++)
		bytes += set->v[i].len;
	kb_set_put(set, "entities/0", text, KB_FILE_BYTES - (bytes - KB_BYTES));
	kb_drop(kb_set_read(set));
	kb_set_put(set, "entities/0", text, KB_FILE_BYTES - (bytes - KB_BYTES) + 1);
	says(set, "error: [kb.source] all files have 67108865 bytes, at most 67108864 may be there\n");
	free(text);
}

/* A text of `len` bytes of one line over and over. */
static char *
repeat(const char *line, size_t len)
{
	char *text = mem_calloc(len + 1, 1);
	size_t n = strlen(line);
	for (size_t i = 0; i + n <= len; i += n)
		memcpy(text + i, line, n);
	return text;
}

TEST(files_of_a_megabyte_are_judged_at_once)
{
	static const struct {
		const char *path, *line;
		bool fine;
	} rows[] = {
		{"edges.md", "arg-001 supports arg-002 \"\"\n", true},
		{"edges.md", "arg-001 supports arg-777 \"\"\n", false},
		{"edges.md", "arg-001 x", false},
		{"contradictions.md", "## C-001: x\n", false},
		{"contradictions.md",
			"## C-001: x\n- **Involved arguments**: arg-001\n- **Involved sources**: a/b c/d\n", false},
		{"contradictions.md", "arg-001 arg-002 ", true},
		{"quality-summary.md", "## Central questions\n- arg-001 arg-002\n", true},
		{"quality-summary.md", "- ", false},
		{"quality-summary.md", "not the graph is stable ", false},
		{"quality-summary.md", "```\n", false},
		{"arguments/arg-001-tabs-adapt-to-readers.md", "---\n", false},
		{"arguments/arg-001-tabs-adapt-to-readers.md", "## Statement\n", false},
		{"sources/manuals/make-4-3-recipes.md", "---\nkey: value\n", true},
	};
	struct phrases *phrases = kb_phrases_new(NULL);
	for (size_t i = 0; i < N(rows); i++) {
		struct kb_set *set = kb_set_load("small");
		struct kb_faults faults;
		char *text = repeat(rows[i].line, KB_FILE_BYTES);
		kb_set_text(set, rows[i].path, text);
		struct kb *kb = kb_read(set->v, set->n, i == 6 ? NULL : phrases, &faults);
		if ((kb != NULL) != rows[i].fine)
			fail_msg("%s", rows[i].line);
		kb_drop(kb);
		kb_faults_free(&faults);
		free(text);
		kb_set_free(set);
	}
	phrases_free(phrases);
}
