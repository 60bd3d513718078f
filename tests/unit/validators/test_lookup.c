/* Which citations of a text are looked up, and what is said of what was found. */
#include "tests/unit/files.h"

#include <errno.h>
#include "validators/dialectic/dialectic.h"
#include "fs/util/sight.h"

static const struct label labels[] = { { .word = "Support" }, { .word = "Evidence" }, { 0 } };
static const struct part parts[] = { { .labels = labels }, { .title = "Points", .shape = ITEMS, .labels = labels }, { 0 } };
static const struct kind turn_kind = { "turn", parts };
static const struct ref_kind refs[] = { { "Source", REF_SOURCE, NULL }, { .form = REF_PATH }, { 0 } };
static const struct grammar plain = { &turn_kind, refs, NULL, NULL };

static void
find(struct lookups *l, const struct grammar *by, const char *text, int line0)
{
	struct parsed p;

	parts_read(&p, by, text, strlen(text));
	lookups_find(&p, line0, l);
	parsed_free(&p);
}

static void
assert_found(const struct grammar *by, const char *text, const char *want)
{
	struct lookups l;

	UT_string *out = test_string();
	find(&l, by, text, 0);
	for (size_t i = 0; i < l.n; i++) {
		utstring_printf(out, "%s%s", utstring_len(out) ? "; " : "", l.v[i].path);
		if (l.v[i].first)
			utstring_printf(out, ":%u", l.v[i].first);
		if (l.v[i].last != l.v[i].first)
			utstring_printf(out, "-%u", l.v[i].last);
		if (l.v[i].quote)
			utstring_printf(out, " \"%s\"", l.v[i].quote);
		for (char *s = utstring_body(out); *s; s++)
			*s = *s == '\n' ? ' ' : *s;
	}
	lookups_free(&l);
	if (strcmp(utstring_body(out) ?: "", want))
		fail_msg("%s\nlooks up: %s\nnot:      %s", text, utstring_body(out), want);
}

static void
find_row(const char *head, const char *text, size_t len)
{
	assert_found(&plain, test_owns(mem_copy(text, len - 1)), strcmp(head, "nothing") ? head : "");
}

TEST(a_path_is_cited_below_a_label_at_the_head_of_an_item_and_in_front_of_a_quotation)
{
	each_row(TEXT("tests/corpus/kit/%s.txt", __func__), find_row);
}

TEST(the_duels_source_is_no_file_beneath_the_root)
{
	static const struct grammar by = { &turn_kind, refs, "plan.md", NULL };

	assert_found(&by, "Evidence: plan.md:12 and source.md:3 and other/plan.md:4", "other/plan.md:4");
}

TEST(no_more_citations_are_looked_up_than_a_turn_may_have)
{
	struct lookups l;
	FINDINGS fs = { 0 };
	struct sight *seen = test_owns(mem_calloc(LOOKUPS_MAX, sizeof *seen));

	UT_string *text = test_string();
	for (int i = 0; i < LOOKUPS_MAX + 3; i++)
		utstring_printf(text, "%ssrc/a%d.c:1\n", i ? "" : "Evidence:\n", i);
	find(&l, &plain, utstring_body(text), 7);
	assert_int_equal(l.n, LOOKUPS_MAX);
	assert_int_equal(l.more, 3);
	assert_int_equal(l.v[0].line, 9);
	for (size_t i = 0; i < l.n; i++)
		seen[i] = (struct sight){ .kind = SIGHT_FILE, .lines = 1 };
	lookups_judge(&l, seen, NULL, false, &fs);
	assert_int_equal(fs.n, 1);
	assert_ptr_equal(fs.v[0].rule, &lookup_rules[LOOKUP_SKIPPED]);
	lookups_free(&l);
}

/* -- what was found -- */

static const char file[] = "/* One. */\n"
			   "#include <stdio.h>\n"
			   "\n"
			   "int\n"
			   "main(int argc, char *argv[])\n"
			   "{\n"
			   "\tprintf(\"hello, %s\\n\", argv[0]);\n"
			   "\treturn argc - 1;\n"
			   "}\n"
			   "\n\n\n\n\n\n\n\n\n\n\n\n\n"
			   "/* Let’s end\n"
			   " * here. */\n";
enum { FILE_LINES = 24 };

/* The findings about a text whose every citation names that file; "": nothing. malloc'd. */
static char *
said_of(const char *text, enum sight_kind kind, bool sealed)
{
	struct lookups l;
	FINDINGS fs = { 0 };
	struct sight_file f;
	struct sight seen[8] = { { 0 } };
	UT_string *out = test_string();

	find(&l, &plain, text, 0);
	assert_in_range(l.n, 1, N(seen));
	sight_begin(&f, file, strlen(file));
	assert_int_equal(f.lines, FILE_LINES);
	for (size_t i = 0; i < l.n; i++) {
		sight_read(&f, &l.v[i], &seen[i]);
		seen[i].kind = kind;
		seen[i].why = "of a reason";
	}
	sight_end(&f);
	lookups_judge(&l, seen, NULL, sealed, &fs);
	findings_print(&fs, "t", true, out);
	for (size_t i = 0; i < l.n; i++)
		sight_free(&seen[i]);
	lookups_free(&l);
	return utstring_body(out);
}

static void
assert_said(const char *text, enum sight_kind kind, const char *want)
{
	char *said = said_of(text, kind, false);

	if (*want ? !strstr(said, want) : *said)
		fail_msg("%s\nis told: %s\nnot:     %s", text, said, want);
}

TEST(what_stands_there_is_taken)
{
	static const char *const texts[] = {
		"Evidence: a.c:1",
		"Evidence: a.c:24",
		"Evidence: a.c:1-24",
		"Evidence: src/a.c",
		"a.c:2 \"#include <stdio.h> int\"",
		"a.c:5: “main(int argc, char *argv[])”",
		"a.c:5 \"int main(int argc\"",
		"a.c:7 “printf(\"hello, %s\\n\", argv[0]);”",
		"a.c:7 “hello, %s … return argc - 1”",
		"a.c:13 \"return argc - 1\"",
		"a.c:23 \"Let's end * here.\"",
		"src/a.c: \"return argc - 1;\"",
		"a.c:8 \"}\"", "a.c:8 \"argc - 1;\"", "a.c:9 \"1; }\"", "a.c:24 \"Let's END\"", "a.c:8 \"(int … x\"", "src/a.c: \"so\"",
	};

	for (size_t i = 0; i < N(texts); i++)
		assert_said(texts[i], SIGHT_FILE, "");
}

TEST(what_does_not_stand_there_is_refused)
{
	static const struct {
		const char *text;
		enum sight_kind kind;
		const char *said;
	} rows[] = {
		{ "Evidence: x\na.c:25", SIGHT_FILE, "t:2: error: [evidence.line] \"a.c\" has no line 25: it has 24" },
		{ "Evidence: a.c:20-25", SIGHT_FILE, "[evidence.line] \"a.c\" has no line 25" },
		{ "Evidence: a.c:0", SIGHT_FILE, "[evidence.line] \"a.c\" has no such line: they count from 1, and it has 24" },
		{ "a.c:8 \"return argc - 2\"", SIGHT_FILE, "[ref.quote] \"a.c\" does not say \"return argc - 2\" there" },
		{ "a.c:14 \"return argc - 1\"", SIGHT_FILE, "[ref.quote]" },
		{ "a.c:8 \"argc=3\"", SIGHT_FILE, "t:1: warning: [quote.unfound] \"a.c\" does not say \"argc=3\" there" },
		{ "a.c:7 \"return argc - 1 … int main(int argc\"", SIGHT_FILE, "[ref.quote]" },
		{ "src/a.c: \"nothing of this\"", SIGHT_FILE, "[ref.quote] \"src/a.c\" does not say \"nothing of this\"" },
		{ "Evidence: a.c:1", SIGHT_MISSING, "t:1: error: [evidence.missing] there is no file \"a.c\"" },
		{ "Evidence: src/a.c", SIGHT_MISSING, "error: [evidence.missing]" },
		{ "Evidence: ../a.c:1", SIGHT_MISSING, "error: [evidence.missing]" },
		{ "Evidence: a.c:1", SIGHT_NONE, "warning: [evidence.skipped] \"a.c\" was not looked up: of a reason" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_said(rows[i].text, rows[i].kind, rows[i].said);
}

TEST(a_name_in_a_path_that_begins_with_a_dot_hides_it)
{
	assert_non_null(lookup_path_hidden("src/.a.c"));
	assert_non_null(lookup_path_hidden(".git/config.c"));
	assert_null(lookup_path_hidden("./src/../a.c"));
}

TEST(nobody_could_look_is_said_once)
{
	struct lookups l;
	FINDINGS fs = { 0 };

	find(&l, &plain, "Evidence: a.c:1, b.c:2", 0);
	lookups_judge(&l, NULL, "the root is gone", false, &fs);
	assert_int_equal(fs.n, 1);
	assert_int_equal(findings_errno(&fs), 0);
	assert_non_null(strstr(fs.v[0].text, "the root is gone"));
	lookups_free(&l);
}

TEST(json_is_told_by_its_place_and_sealed_without_a_word)
{
	const struct grammar by = { &dialectic_format.kinds[OPENING].kind, refs, NULL, NULL };
	struct lookups l;
	FINDINGS fs = { 0 };
	struct sight seen[2] = { { .kind = SIGHT_MISSING }, { .kind = SIGHT_MISSING } };

	find(&l, &by, "[{\n\"claim\": \"src/a.c:9 is \\\"it\\\"\",\n\"warrant\": \"src/b.c\"}]\n", 4);
	assert_int_equal(l.n, 2);
	lookups_judge(&l, seen, NULL, true, &fs);
	assert_int_equal(fs.n, 2);
	assert_int_equal(findings_errno(&fs), -EINVAL);
	assert_string_equal(fs.v[0].path, "[0].claim");
	assert_int_equal(fs.v[0].line, 6);
	assert_string_equal(fs.v[1].path, "[0].warrant");
	assert_null(strstr(fs.v[0].text, "src"));
	assert_null(strstr(fs.v[1].text, "src"));
	lookups_free(&l);
}

TEST(of_each_citation_so_many_lines_are_kept_and_no_more)
{
	struct sight_file f;
	struct lookup l = { .path = (char *)"a", .first = 3, .last = 90 };
	struct sight s = { 0 };

	UT_string *text = test_string();
	for (int i = 1; i <= 100; i++)
		utstring_printf(text, "line %d\n", i);
	sight_begin(&f, utstring_body(text), utstring_len(text));
	sight_read(&f, &l, &s);
	assert_int_equal(s.text_last, 2 + LOOKUP_LINES_MAX);
	assert_int_equal(strncmp(s.text, "line 3\nline 4\n", 14), 0);
	assert_null(strstr(s.text, "line 23"));
	sight_free(&s);
	sight_end(&f);
	utstring_clear(text);
	for (int i = 0; i < 30; i++)
		utstring_printf(text, "%0500d\xff\n", i);
	sight_begin(&f, utstring_body(text), utstring_len(text));
	sight_read(&f, &l, &s);
	assert_true(strlen(s.text) <= LOOKUP_BYTES_MAX + 8);
	assert_true(s.text_last < 10);
	assert_non_null(strcasestr(s.text, "\\xff"));
	sight_free(&s);
	sight_end(&f);
}
