/* base.h: a base as a debate's source has it, and what of it is told when it is set. */
#include "tests/unit/validators/kb_fixture.h"

#include "validators/adversarial/base.h"
#include "validators/text/limits.h"

/* The small base under the name of a part, as a source; the set's paths are changed for it. */
static void
add_part(struct kb_set *to, const char *part, const struct kb_set *from)
{
	for (size_t i = 0; i < from->n; i++) {
		char *path = mem_format("%s/%s", part, from->v[i].path);
		kb_set_put(to, path, from->v[i].text, from->v[i].len);
		free(path);
	}
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct source_file *)a)->path, ((const struct source_file *)b)->path);
}

static struct source_folder
folder_of(const struct kb_set *set)
{
	struct source_file *files = mem_calloc(set->n, sizeof *files);
	for (size_t i = 0; i < set->n; i++)
		files[i] = (struct source_file){set->v[i].path, set->v[i].text, set->v[i].len};
	qsort(files, set->n, sizeof *files, by_path);
	return (struct source_folder){.path = "/run", .name = "run", .files = files, .n = set->n};
}

static void
says(const struct kb_set *set, const char *want)
{
	struct source_folder folder = folder_of(set);
	struct findings found = {0};
	UT_string said;
	utstring_init(&said);
	base_folder.judge(&folder, NULL, false, &found);
	findings_print(&found, "config.toml", &said);
	assert_string_equal(utstring_body(&said), want);
	utstring_done(&said);
	findings_free(&found);
	free((struct source_file *)folder.files);
}

TEST(a_source_is_taken_within_the_limits_of_a_base)
{
	assert_int_equal(base_folder.files, 4096);
	assert_int_equal(base_folder.file_bytes, 1048576);
	assert_int_equal(base_folder.bytes, 67108864);
	assert_int_equal(base_folder.depth, 8);
	assert_ptr_equal(base_folder.fault, &kb_rules[KB_RULE_SOURCE]);
}

TEST(a_base_alone_is_what_the_debate_begins_with)
{
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	add_part(set, "kb", small);
	says(set, "");
	struct source_folder folder = folder_of(set);
	struct base *base = kb_base_read(&folder);
	assert_non_null(base);
	assert_ptr_equal(base->kb, base->snapshot);
	assert_int_equal(kb_files(base->kb), small->n);
	char *topic = base_folder.topic(&folder);
	assert_string_equal(topic, "Tabs or spaces");
	free(topic);
	kb_base_drop(base);
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

TEST(what_an_earlier_debate_began_with_is_taken_as_it_is)
{
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	add_part(set, "kb-snapshot-construction", small);
	kb_set_change(small, "arguments/arg-001-tabs-adapt-to-readers.md", "status: robust", "status: weak");
	add_part(set, "kb", small);
	says(set, "");
	struct source_folder folder = folder_of(set);
	struct base *base = kb_base_read(&folder);
	assert_int_equal(kb_argument(base->kb, 0)->status, KB_WEAK);
	assert_int_equal(kb_argument(base->snapshot, 0)->status, KB_ROBUST);
	assert_int_equal(kb_files(base->kb), small->n);
	assert_int_equal(kb_files(base->snapshot), small->n);
	kb_base_drop(base);
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

TEST(what_is_wrong_is_told_with_its_place_in_either_part)
{
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	kb_set_change(small, "edges.md", "arg-001 refutes", "arg-111 refutes");
	kb_set_change(small, "quality-summary.md", ": the graph is stable", "");
	add_part(set, "kb", small);
	add_part(set, "kb-snapshot-construction", small);
	says(set,
		"config.toml:kb/edges.md:7: error: [kb.edge] there is no argument arg-111\n"
		"config.toml:kb/quality-summary.md: error: [kb.unstable] it does not say that the graph is stable "
		"(\"the "
		"graph is stable\"): finish the base, or set stable = true\n"
		"config.toml:kb-snapshot-construction/edges.md:7: error: [kb.edge] there is no argument arg-111\n");
	struct source_folder folder = folder_of(set);
	assert_null(kb_base_read(&folder));
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

TEST(whoever_answers_for_a_base_need_not_have_it_say_that_it_is_stable)
{
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	kb_set_change(small, "edges.md", "arg-001 refutes", "arg-111 refutes");
	kb_set_change(small, "quality-summary.md", ": the graph is stable", "");
	add_part(set, "kb", small);
	struct source_folder folder = folder_of(set);
	struct findings found = {0};
	base_folder.judge(&folder, NULL, true, &found);
	assert_int_equal(found.n, 1);
	assert_string_equal(found.v[0].rule->id, "kb.edge");
	findings_free(&found);
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

TEST(a_source_without_a_base_or_without_a_heading_is_told)
{
	struct kb_set *set = mem_calloc(1, sizeof *set);
	says(set,
		"config.toml:kb/arguments: error: [kb.argument] there is no argument, a file "
		"arguments/arg-NNN-slug.md\n"
		"config.toml:kb/edges.md: error: [kb.source] a base has this file, and it is missing\n"
		"config.toml:kb/quality-summary.md: error: [kb.source] a base has this file, and it is missing\n");
	kb_set_text(set, "kb/quality-summary.md", "no heading\n");
	struct source_folder folder = folder_of(set);
	assert_null(base_folder.topic(&folder));
	free((struct source_file *)folder.files);
	kb_set_free(set);
}

/* Without reading it as a base: the same files are arguments and sources. */
TEST(what_is_told_of_a_folder_is_how_many_a_base_of_it_has)
{
	static const char stray[] = "---\nposition: emacs\nstatus: weak\n---\n";
	static const char *const paths[] = {"kb/arguments/arg-12-x.md", "kb/arguments/arg-012.md", "kb/arguments/old/arg-012-x.md",
		"kb/arguments/arg-012-x.txt", "kb/sources/x.md", "kb/sources/x.txt", "kb/sources/deep/index.md", "kb/entities/arg-013-x.md",
		"kb-snapshot-construction/arguments/arg-014-x.md"};
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	UT_string told;
	add_part(set, "kb", small);
	for (size_t i = 0; i < N(paths); i++)
		kb_set_text(set, paths[i], stray);
	struct source_folder folder = folder_of(set);
	utstring_init(&told);
	base_folder.tell(&folder, &told);
	assert_string_equal(utstring_body(&told), "with 9 arguments and 6 sources, here as `kb-snapshot-construction/` and `kb/`");
	utstring_done(&told);
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

/* One who reads it before a debate, and one who has it read already, see the same base. */
TEST(what_was_read_of_a_folder_is_taken_and_what_was_not_is_read)
{
	struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
	add_part(set, "kb", small);
	struct source_folder folder = folder_of(set);
	struct context ctx = {.folder = &folder};
	struct base *read = base_reading.make(NULL, &folder);
	struct base *anew = base_of(&ctx);
	ctx.reading = read;
	struct base *taken = base_of(&ctx);
	assert_ptr_equal(taken, read);
	assert_ptr_not_equal(anew, read);
	assert_int_equal(kb_arguments(anew->kb), kb_arguments(read->kb));
	base_reading.drop(read);
	assert_int_equal(kb_files(taken->kb), small->n); /* it has its own reference */
	kb_base_drop(taken);
	kb_base_drop(anew);
	assert_null(base_of(&(struct context){.folder = NULL}));
	assert_null(base_reading.make(&(struct source){.text = ""}, NULL));
	free((struct source_file *)folder.files);
	kb_set_free(set);
	kb_set_free(small);
}

TEST(a_base_is_none_where_either_part_is_none)
{
	for (int bad = 0; bad < 2; bad++) {
		struct kb_set *small = kb_set_load("small"), *set = mem_calloc(1, sizeof *set);
		add_part(set, bad ? "kb" : "kb-snapshot-construction", small);
		kb_set_change(small, "edges.md", "arg-001 refutes", "arg-111 refutes");
		add_part(set, bad ? "kb-snapshot-construction" : "kb", small);
		struct source_folder folder = folder_of(set);
		assert_null(kb_base_read(&folder));
		free((struct source_file *)folder.files);
		kb_set_free(set);
		kb_set_free(small);
	}
}

TEST(the_topic_is_the_first_heading_that_may_be_one)
{
	enum { MOST = LIMIT_VALUE_BYTES };
	char *fits = mem_calloc(MOST + 1, 1);
	memset(fits, 'x', MOST);
	for (size_t over = 0; over < 2; over++) {
		char *text = mem_format("Words.\n\n#\n\n# %s%s\n\n## The *second*  one\n", fits, over ? "x" : "");
		struct kb_set *set = mem_calloc(1, sizeof *set);
		kb_set_text(set, "kb/quality-summary.md", text);
		struct source_folder folder = folder_of(set);
		char *topic = base_folder.topic(&folder);
		assert_string_equal(topic, over ? "The second one" : fits);
		free(topic);
		free((struct source_file *)folder.files);
		kb_set_free(set);
		free(text);
	}
	free(fits);
}
