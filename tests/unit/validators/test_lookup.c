/* Which citations of a text are looked up, and what is said of what was found. */
#include "tests/unit/files.h"

#include <dirent.h>
#include <errno.h>
#include <utstring.h>
#include "validators/prose/lookup.h"

#define CORPUS "tests/corpus/lookup/"

static const struct lookup_terms plain = { .root = "/srv/repo", .duel = "leases" };

static void
print_one(const struct lookup *l, UT_string *out)
{
	utstring_printf(out, "%s%s%s", utstring_len(out) ? "; " : "", l->mention ? "~" : "", l->path);
	if (l->has_lines)
		utstring_printf(out, ":%u", l->first);
	if (l->last != l->first)
		utstring_printf(out, "-%u", l->last);
	if (l->quote)
		utstring_printf(out, " \"%s\"", l->quote);
	for (char *s = utstring_body(out); *s; s++)
		*s = *s == '\n' ? ' ' : *s;
}

static char *
found_in(const struct lookup_terms *t, const char *text)
{
	struct lookups l = { 0 };
	struct md md;
	UT_string out;

	utstring_init(&out);
	md_parse(&md, text, strlen(text));
	lookups_find(&l, t, &md, 0);
	for (size_t i = 0; i < l.n; i++)
		print_one(&l.v[i], &out);
	lookups_free(&l);
	md_free(&md);
	return utstring_body(&out);
}

static void
assert_found(const struct lookup_terms *t, const char *text, const char *want)
{
	char *found = found_in(t, text);

	if (strcmp(found, want))
		fail_msg("%s\nlooks up: %s\nnot:      %s", text, found, want);
	free(found);
}

TEST(every_text_of_the_corpus_looks_up_what_it_says)
{
	static const char begin[] = "<!-- looks up: ", end[] = " -->\n";
	DIR *dir = opendir(CORPUS);
	unsigned n = 0;

	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));) {
		char path[512], *text, *to, *want;
		size_t len;

		if (*e->d_name == '.')
			continue;
		snprintf(path, sizeof path, CORPUS "%s", e->d_name);
		text = read_whole(path, &len);
		to = strstr(text, end);
		assert_true(!strncmp(text, begin, sizeof begin - 1) && to);
		want = mem_copy(text + sizeof begin - 1, (size_t)(to - text) - (sizeof begin - 1));
		assert_found(&plain, to + sizeof end - 1, want);
		free(want);
		free(text);
		n++;
	}
	closedir(dir);
	assert_true(n >= 4);
}

TEST(a_path_with_a_line_is_cited_wherever_it_stands)
{
	static const struct {
		const char *text, *found;
	} rows[] = {
		{ "src/a.c:12 holds", "src/a.c:12" },
		{ "(src/a.c:12)", "src/a.c:12" },
		{ "`src/a.c:12`", "src/a.c:12" },
		{ "**src/a.c:12-20**", "src/a.c:12-20" },
		{ "src/a.c:12–20.", "src/a.c:12-20" },
		{ "src/a.c#L12", "src/a.c:12" },
		{ "src/a.c#L12-L20,", "src/a.c:12-20" },
		{ "src/a.c:12:5: error", "src/a.c:12" },
		{ "src/a.c:12, 30", "src/a.c:12" },
		{ "./src/a.c:12", "src/a.c:12" },
		{ "/srv/repo/src/a.c:12", "src/a.c:12" },
		{ "/etc/passwd:1", "/etc/passwd:1" },
		{ "../a.c:1", "../a.c:1" },
		{ "Makefile:3", "Makefile:3" },
		{ "- src/a.c:12", "src/a.c:12" },
		{ "# src/a.c:12\n", "src/a.c:12" },
		{ "# src/a.c\n", "" },
		{ "src/a.c:12ms", "~src/a.c" },
		{ "leases/turns/001-bob.md:3", "" },
		{ "    src/a.c:12\n", "" },
		{ "<div>src/a.c:12</div>\n", "" },
		{ "src/a.c", "~src/a.c" },
		{ "`src/a.c`", "" },
		{ "src/a.c \"as they say\"", "~src/a.c" },
		{ "src/a.c:12 \"int x\"", "src/a.c:12 \"int x\"" },
		{ "src/a.c:12, \"int x\"", "src/a.c:12" },
		{ "`src/a.c:12` («int x»)", "src/a.c:12 \"int x\"" },
		{ "src/a.c: „int x“", "src/a.c \"int x\"" },
		{ "Evidence: src/a.c", "src/a.c" },
		{ "Evidence: `src/a.c` - \"int x\"", "src/a.c \"int x\"" },
		{ "Support:\n\n1. src/a.c\n2. Principle: src/b.c\n\nsrc/c.c goes on\n\n- src/d.c", "src/a.c; ~src/b.c; ~src/c.c; ~src/d.c" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_found(&plain, rows[i].text, rows[i].found);
}

TEST(the_duels_source_is_no_file_beneath_the_root)
{
	static const struct source source = { .path = "/srv/docs/plan.md", .name = "plan.md", .text = "", .len = 0 };
	static const struct lookup_terms t = { .root = "/srv/repo", .source = &source, .duel = "leases" };

	assert_found(&t, "plan.md:12 and docs/plan.md:3 and other/plan.md:4", "other/plan.md:4");
}

TEST(a_name_alone_may_be_a_file_that_the_text_cites_by_its_path)
{
	static const char text[] = "fs/lock/claim.c:12, then claim.c:30";
	struct lookups l = { 0 };
	struct md md;

	md_parse(&md, text, strlen(text));
	lookups_find(&l, &plain, &md, 7);
	assert_int_equal(l.n, 2);
	assert_null(l.v[0].other);
	assert_string_equal(l.v[1].other, "fs/lock/claim.c");
	assert_int_equal(l.v[1].line, 8);
	lookups_free(&l);
	md_free(&md);
}

TEST(no_more_citations_are_looked_up_than_a_turn_may_have)
{
	UT_string text;
	struct lookups l = { 0 };
	struct md md;
	struct findings fs = { 0 };
	struct sight *seen = mem_calloc(LOOKUPS_MAX, sizeof *seen);

	utstring_init(&text);
	for (int i = 0; i < LOOKUPS_MAX + 3; i++)
		utstring_printf(&text, "src/a%d.c:1\n", i);
	md_parse(&md, utstring_body(&text), utstring_len(&text));
	lookups_find(&l, &plain, &md, 0);
	assert_int_equal(l.n, LOOKUPS_MAX);
	assert_int_equal(l.more, 3);
	for (size_t i = 0; i < l.n; i++)
		seen[i] = (struct sight){ .kind = SIGHT_FILE, .lines = 1 };
	lookups_judge(&l, seen, NULL, false, &fs);
	assert_int_equal(fs.n, 1);
	assert_ptr_equal(fs.v[0].rule, &lookup_rules[LOOKUP_HIDDEN]);
	findings_free(&fs);
	free(seen);
	lookups_free(&l);
	md_free(&md);
	utstring_done(&text);
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

/* What is said of a text whose every citation names that file; "": nothing. malloc'd. */
static char *
said_of(const char *text, enum sight_kind kind, bool sealed)
{
	struct lookups l = { 0 };
	struct md md;
	struct findings fs = { 0 };
	struct sight_file f;
	struct sight seen[8] = { { 0 } };
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", "");
	md_parse(&md, text, strlen(text));
	lookups_find(&l, &plain, &md, 0);
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
	findings_print_told(&fs, "t", &out);
	findings_free(&fs);
	for (size_t i = 0; i < l.n; i++)
		sight_free(&seen[i]);
	lookups_free(&l);
	md_free(&md);
	return utstring_body(&out);
}

static void
assert_said(const char *text, enum sight_kind kind, const char *want)
{
	char *said = said_of(text, kind, false);

	if (*want ? !strstr(said, want) : *said)
		fail_msg("%s\nis told: %s\nnot:     %s", text, said, want);
	free(said);
}

TEST(what_stands_there_is_taken)
{
	static const char *const texts[] = {
		"a.c:1",
		"a.c:24",
		"a.c:1-24",
		"a.c:2 \"#include <stdio.h>\"",
		"a.c:5: “main(int argc, char *argv[])”",
		"a.c:5 \"int main(int argc\"",
		"a.c:7 “printf(\"hello, %s\\n\", argv[0]);”",
		"a.c:7 “printf(\"hello … argv[0])”",
		"a.c:7 \"printf( ... return argc\"",
		"a.c:13 \"return argc - 1\"",
		"a.c:23 \"Let's end * here.\"",
		"ab.c: \"return argc - 1;\"",
		"a.c:8 \"}\"",
		"Evidence: a.c",
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
		{ "x\na.c:25", SIGHT_FILE, "t:2: error: [evidence.line] \"a.c\" has no line 25 (the file has 24 lines)" },
		{ "a.c:20-25", SIGHT_FILE, "[evidence.line] \"a.c\" has no lines 20-25" },
		{ "a.c:20-12", SIGHT_FILE, "[evidence.line] \"a.c\": lines 20-12 run backwards" },
		{ "a.c:0", SIGHT_FILE, "[evidence.line] \"a.c\" has no line 0" },
		{ "a.c:99999999999999", SIGHT_FILE, "[evidence.line]" },
		{ "a.c:8 \"return argc - 2\"", SIGHT_FILE, "[ref.quote] \"return argc - 2\" does not stand in \"a.c\" within 5 lines of line 8" },
		{ "a.c:8 \"return argc - 2\"", SIGHT_FILE, "(line 8 reads \"\\treturn argc - 1;\")" },
		{ "a.c:14 \"return argc - 1\"", SIGHT_FILE, "(it stands elsewhere in the file)" },
		{ "a.c:7 \"return argc … printf\"", SIGHT_FILE, "[ref.quote]" },
		{ "ab.c: \"nothing\"", SIGHT_FILE, "[ref.quote] \"nothing\" does not stand in \"ab.c\":" },
		{ "a.c:1", SIGHT_MISSING, "t:1: error: [evidence.missing] there is no file \"a.c\"" },
		{ "Evidence: a.c", SIGHT_MISSING, "error: [evidence.missing]" },
		{ "../a.c:1", SIGHT_OUTSIDE, "error: [evidence.missing] \"../a.c\" is not beneath the evidence root" },
		{ "src/a.c:1", SIGHT_DIRECTORY, "error: [evidence.missing] \"src/a.c\" is a directory" },
		{ "Evidence: src/a.c", SIGHT_DIRECTORY, "" },
		{ "src/a.c is", SIGHT_MISSING, "warning: [evidence.mention]" },
		{ "src/a.c is", SIGHT_HIDDEN, "" },
		{ "src/.a.c:1", SIGHT_MISSING, "warning: [evidence.skipped] \"src/.a.c\" was not looked up: a name in it begins with a dot" },
		{ ".git/config.c:1", SIGHT_FILE, "warning: [evidence.skipped]" },
		{ "a.c:1", SIGHT_HIDDEN, "warning: [evidence.skipped] \"a.c\" was not looked up: of a reason" },
		{ "a.c:1", SIGHT_NONE, "warning: [evidence.skipped] \"a.c\" was not looked up: of a reason" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_said(rows[i].text, rows[i].kind, rows[i].said);
}

TEST(nothing_is_told_to_others_of_what_was_found)
{
	struct findings fs = { 0 }, copy = { 0 };
	UT_string out;

	utstring_init(&out);
	findings_add(&fs, &lookup_rules[LOOKUP_LINE], 3, "no such line");
	findings_tell(&fs, &lookup_rules[LOOKUP_LINE], "it has %d", 4);
	findings_tell(&fs, &lookup_rules[LOOKUP_QUOTE], "of another");
	findings_copy(&copy, &fs);
	findings_print(&copy, "t", &out);
	assert_string_equal(utstring_body(&out), "t:3: error: [evidence.line] no such line\n");
	utstring_clear(&out);
	findings_print_told(&copy, "t", &out);
	assert_string_equal(utstring_body(&out), "t:3: error: [evidence.line] no such line (it has 4)\n");
	findings_free(&fs);
	findings_free(&copy);
	utstring_done(&out);
}

TEST(nobody_could_look_is_said_once)
{
	struct lookups l = { 0 };
	struct findings fs = { 0 };
	struct md md;

	md_parse(&md, "a.c:1 b.c:2", 11);
	lookups_find(&l, &plain, &md, 0);
	lookups_judge(&l, NULL, "the root is gone", false, &fs);
	assert_int_equal(fs.n, 1);
	assert_int_equal(findings_errno(&fs), 0);
	assert_non_null(strstr(fs.v[0].text, "the root is gone"));
	findings_free(&fs);
	lookups_free(&l);
	md_free(&md);
}

TEST(json_is_told_by_its_place_and_sealed_without_a_word)
{
	static const char text[] = "src/a.c:9 is \\\"it\\\"";
	struct lookups l = { 0 };
	struct findings fs = { 0 };
	struct sight seen[2] = { { .kind = SIGHT_MISSING }, { .kind = SIGHT_MISSING } };

	lookups_find_in(&l, &plain, text, strlen(text), "[1].claim", 4, false);
	lookups_find_in(&l, &plain, "src/b.c", 7, "[1].grounds[0].source", 5, true);
	assert_int_equal(l.n, 2);
	assert_false(l.v[1].mention);
	lookups_judge(&l, seen, NULL, true, &fs);
	assert_int_equal(fs.n, 2);
	assert_int_equal(findings_errno(&fs), -EINVAL);
	assert_string_equal(fs.v[0].path, "[1].claim");
	assert_int_equal(fs.v[0].line, 4);
	assert_null(strstr(fs.v[0].text, "src"));
	assert_null(strstr(fs.v[1].text, "src"));
	assert_null(fs.v[0].told);
	findings_free(&fs);
	lookups_free(&l);
}

TEST(of_each_citation_so_many_lines_are_kept_and_no_more)
{
	UT_string text;
	struct sight_file f;
	struct lookup l = { .path = (char *)"a", .has_lines = true, .first = 3, .last = 90 };
	struct sight s = { 0 };

	utstring_init(&text);
	for (int i = 1; i <= 100; i++)
		utstring_printf(&text, "line %d\n", i);
	sight_begin(&f, utstring_body(&text), utstring_len(&text));
	sight_read(&f, &l, &s);
	assert_int_equal(s.text_first, 3);
	assert_int_equal(s.text_last, 2 + LOOKUP_LINES_MAX);
	assert_int_equal(strncmp(s.text, "line 3\nline 4\n", 14), 0);
	assert_null(strstr(s.text, "line 23"));
	sight_free(&s);
	sight_end(&f);
	utstring_clear(&text);
	for (int i = 0; i < 30; i++)
		utstring_printf(&text, "%0500d\xff\n", i);
	sight_begin(&f, utstring_body(&text), utstring_len(&text));
	sight_read(&f, &l, &s);
	assert_true(strlen(s.text) <= LOOKUP_BYTES_MAX + 8);
	assert_true(s.text_last < 10);
	assert_non_null(strcasestr(s.text, "\\xff"));
	sight_free(&s);
	sight_end(&f);
	utstring_done(&text);
}
