/* Lines that only the filesystem writes. */
#include "tests/unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "validators/kit/record.h"
#include "validators/kit/reserved.h"
#include "validators/rounds/head.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define T "2026-11-20T22:30:00Z"

/* The lines that are refused: "3 7", "" for none. */
static char *
lines_of(const char *text, bool prefix)
{
	struct findings fs = {0};
	UT_string out;
	utstring_init(&out);
	reserved_judge(text, strlen(text), 0, prefix, &fs);
	for (size_t i = 0; i < fs.n; i++) {
		assert_ptr_equal(fs.v[i].rule, &text_rules[TEXT_RESERVED]);
		utstring_printf(&out, "%s%d", i ? " " : "", fs.v[i].line);
	}
	findings_free(&fs);
	return utstring_body(&out);
}

static void
says(const char *text, const char *want)
{
	char *got = lines_of(text, false);
	if (strcmp(got, want))
		fail_msg("\"%s\" in place of \"%s\" for:\n%s", got, want, text);
	free(got);
}

TEST(each_line_of_the_filesystem_is_refused)
{
	says("> Peer timeout: bob, " T "\n", "1");
	says("a\n\n> Round 2: Challenger bob failed (timeout). This round is incomplete. " T, "3");
	says("> Maker: please come to an end, " T "\n", "1");
	says("> Points of round 2: C2.1, C2.2, " T "\n", "1");
	says("> Invalidated by alice: no good, " T "\n", "1");
	says("> Invalidated by alice, " T "\n", "1");
	says("> Invalidated by alice: a \\*b\\* \\<c\\> \\`d\\` \\\\, " T "\n", "1");
	says("> Invalidated by a\\: b: c (revealed: opp_000a, opp_000b), " T "\n", "1");
	says("> Invalidated by 愛麗絲: 來源已撤回，無從查證, " T "\n", "1");
	says("> Invalidated by 愛麗絲：來源已撤回，" T "\n", "1");
}

TEST(it_is_refused_behind_any_marks)
{
	static const char *const marks[] = {">", ">  ", ">\t", "   > ", "> > ", "- > ", "* > ", "+ > ", "1. > ", "10) > ", "> - ", "> 1. ", "- - > > ", "> # "};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		char *text = mem_format("one\n\n%sMaker: stop, " T "\n\ntwo\n", marks[i]);
		says(text, "3");
		free(text);
	}
	says("> **Maker**: stop, " T "\n", "1");
	says("> *Maker: stop, " T "*\n", "1");
	says("> Ma\\ker\\: stop, 2026\\-11-20T22:30:00&#90;  \n", "");
	says("> Maker\\: stop, 2026\\-11-20T22:30:00&#90;  \n", "1");
	says("> maker: stop, " T "\n", "1");
	says("> before it\n> Maker: stop, " T "\n> behind it\n", "2");
	says("> Maker: stop, 2026-11-20T22:30:00.123Z\n", "1");
	says("> Maker: stop, 2026-11-20t22:30:00+00:00\n", "1");
	says("> Maker: stop," T "\n", "1");
	says("> Maker: stop (" T "\n", "1");
	says("- Maker: stop, " T "\n", "1");
	says("text\n\n1. Peer timeout: bob, " T "\n2. b\n", "3");
	says("- a\n  - Invalidated by bob: no, " T "\n", "2");
	says("> a\nMaker: stop, " T "\n", "2"); /* a quote goes on */
	says("\\> Maker: stop, " T "\n", "1");
	says("&gt; Maker: stop, " T "\n", "1");
}

TEST(what_looks_the_same_is_the_same)
{
	says("> Maker：stop，２０２６-11-20T22:30:00Z\n", "1");
	says("> Ｍaker: stop, 2026-11-20T22:30:00Ｚ\n", "1");
	says("> Ma\u200bker: stop, 2026-11-20T22:\u200d30:00Z\u200f\n", "1");
	says("> \u200ePeer\u00a0timeout: bob, " T "\n", "1");
	says("> Peer  timeout: bob, " T "\n", "1");
	says("＞ Maker: stop, " T "\n", "1");
}

TEST(what_is_no_quote_or_no_time_is_said_freely)
{
	says("Peer timeout: bob, " T "\n", "");
	says("> Peer timeout: bob\n", "");
	says("> Peer timeout: bob, 2026-11-20\n", "");
	says("> Peer timeout: bob, 2026-11-20T22:30:00+01:00\n", "");
	says("> Peer timeout: bob, " T " was the line\n", "");
	says("> The makers met on " T "\n", "");
	says("> Maker: version 12026-11-20T22:30:00Z\n", "");
	says("> Maker: 22:30:00Z\n", "");
	says("> Maker: .5Z\n", "");
	says("> Round 2: what was measured at " T "\n", "");
	says("> Rounds are counted, " T "\n", "");
	says("a > Maker: stop, " T "\n", "");
	says("", "");
	says(">", "");
	says("Maker: stop, " T "\n", "");
	says("- what was said\n\nMaker: stop, " T "\n", "");
	says("- what was said\n  Maker: stop, " T "\n", ""); /* the item goes on */
	says("- The maker: stop, " T "\n", "");
	says("## Maker: stop, " T "\n", "");
}

TEST(code_is_code)
{
	says("```\n> Maker: stop, " T "\n```\n", "");
	says("    > Maker: stop, " T "\n", "");
	says("> ```\n> Maker: stop, " T "\n> ```\n", "");
	says("> `Maker: stop, " T "`\n", "");
	says("`> Maker: stop, " T "`\n", "");
	says("- `Maker: stop, " T "`\n", "");
	says("> ```\n> a\n> ```\n> Maker: stop, " T "\n", "4");
}

TEST(of_a_beginning_whole_lines_count)
{
	char *got = lines_of("> Maker: stop, " T, true);
	assert_string_equal(got, "");
	free(got);
	got = lines_of("> Maker: stop, " T "\nand", true);
	assert_string_equal(got, "1");
	free(got);
}

/* What formats write is what is refused. */
TEST(lines_that_are_written_are_known)
{
	char *peer = record_note("Peer timeout:", "a `b` *c*", 1790000000000), *gone = record_invalidated("a: b", "*no* `more`\n> than <this>", "revealed: opp_000a", 1790000000000);
	char *failed = rounds_head_failure(ROLE_CHALLENGER, 1, "bob", "timeout", 1790000000000);
	says(peer, "1");
	says(gone, "1");
	says(failed, "1");
	free(peer);
	free(gone);
	free(failed);
}

TEST(words_that_will_stand_in_a_quote_are_held_against_it)
{
	assert_true(reserved_says("Maker: stop, " T, strlen("Maker: stop, " T)));
	assert_true(reserved_says("  > - Maker: stop, " T " ", strlen("  > - Maker: stop, " T " ")));
	assert_false(reserved_says("The maker: stop, " T, strlen("The maker: stop, " T)));
	assert_false(reserved_says("", 0));
}
