/* Lines that may not stand in a text, whatever it says (text.one, text.reserved, text.open, limit.nesting): each row is
 * a text and the rules that it breaks. */
#include "tests/unit/formats/fixture.h"

#include "validators/kit/parts.h"
#include "validators/text/text.h"

static const char *
judged(const char *text, size_t len)
{
	static char ids[512];
	FINDINGS fs = {0};
	struct parsed p;

	*ids = '\0';
	if (!text_check(text, len, 4096, LIMIT_LINE_BYTES, 0, &fs)) {
		parts_read(&p, &fixture_grammar, text, len);
		safety_judge_lines(&p, &fs);
		parsed_free(&p);
	}
	for (size_t i = 0; i < fs.n; i++)
		snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s:%d ", fs.v[i].rule->id, fs.v[i].line);
	return ids;
}

static void
assert_rows(const char *const (*rows)[2], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(judged(rows[i][0], strlen(rows[i][0])), rows[i][1]))
			fail_msg("%s\n  is told %s", rows[i][0], judged(rows[i][0], strlen(rows[i][0])));
}

TEST(nothing_looks_like_a_line_of_the_record)
{
	static const char *const rows[][2] = {
		{"## Round 1\n\nso\n", ""},
		{"## Round 1\n## Round 2\n", "text.one:2 "},
		{"so\n\n## Round 1\n- # One\n", "text.one:3 text.one:4 "},
		{"so\n> duelfs: points of round 1: C1.1\n", "text.reserved:2 "},
		{"so\n#hash and ### three\n### three\n> duelfs is a filesystem\nit says duelfs: so\n", ""},
		{"so\n>> DUELFS ： so\n\nduelfs: so\n- Duelfs: so\n", "text.reserved:2 text.reserved:4 text.reserved:5 "},
		{"* > 1. duelfs: so\n> + duelfs: so\n+duelfs: so\n", "text.reserved:1 text.reserved:2 "},
		{"Turn 3\n---\n\nTurn 3\n  ====\n\n- Turn 3\n  ---\n", "text.one:2 text.one:5 text.one:8 "},
		{"```\n# a\n> duelfs: a\n<!-- a\n```\n", ""},
		{"Turn 2\n\xc2\xa0\n---\n\n- - ## Turn 2\n\n\u2060## Turn 2\n", "text.one:3 text.one:5 text.one:7 "},
		{"> du\u2060elfs\u00ad: a\n\u2060> duelfs: a\n", "text.reserved:1 text.reserved:2 "},
		{"> so\n> duelfs\\: a\n> &#100;uelfs: a\n> **duelfs**: a\n", "text.reserved:2 text.reserved:3 text.reserved:4 "},
		{"so\n\n[P1.1]: https://a.example/\n", "text.reserved:3 "},
		{"[security]: it is so\n", ""}, {"so\n\n- > [Security]:\n  > https://a.example/\n", "text.reserved:3 "},
		{"[P1.1]: it is so\n\n[1]: https://a.example/\n", ""},
		{"Turn 3\n\n---\n***\n- \n\n- Turn 3\n---\n- **duelfs**: a filesystem\n> it says &#100;uelfs: so\n", ""},
	};
	assert_rows(rows, N(rows));
	char *stars = memset(test_owns(mem_calloc(4050, 1)), '*', 4040), *many = TEXT("> **duelfs**: a\n\n%s\n", stars);
	assert_string_equal(judged(many, strlen(many)), "text.reserved:1 ");
}

TEST(nothing_is_left_open)
{
	static const char *const rows[][2] = {
		{"so <!-- a note --> and\n<!-- two\nlines -->\n`<!--` is how one begins\nso <!-- not at the beginning\n", ""},
		{"so\n```c\nint x;\n", "text.open:2 "},
		{"so\n    ```\n> duelfs: a\n    ```\n", "text.open:3 "},
		{"- ```\n> duelfs: a\n```\n", "text.open:2 "},
		{"so\n~~~\nint x;\n    ~~~\n", "text.open:2 "},
		{"so\n```\nx\n    ```\n\n### End\n", "text.open:2 "},
		{"- ~~~\n~~~\n", "text.open:2 "},
		{"so\n    ```\n```\n", "text.open:3 "},
		{"so\n\n<pre>\n", "text.open:3 "}, {"so\n> <!-- nor\n", "text.open:2 "},
		{"> <!-- b -->\n\n- <div><!-- a --> <!-- c\n\nso\n", "text.open:3 "},
		{"- so\n\n  ```c\n  int x;\n\n  ```\n\nso\n\n    ```\n    # a\n    ```\n", ""},
		{"so\n<!-- closed -->\n<!-- open\nto the end\n", "text.open:3 "},
		{"so\n> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > so\n", "limit.nesting:2 "},
		{"so\n> > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > > so\n", ""},
		{"so\n\n- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - so\n", "limit.nesting:3 "},
		{"so\n\n- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - so\n\n- - - - - - - - - - - - "
		 "- - - - - - - - - - - - - - - - - - - - - - - -\n\n  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  "
		 "*  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  *  \n",
			""},
	};
	assert_rows(rows, N(rows));
}
