/* The README.md of a mount and of a duel: commands that a shell reads as they are meant. */
#include "tests/unit/fs/guide_fixture.h"

#include "fs/util/words.h"

EACH_TEST(telling_setup, telling_teardown);

static const char *
mounts_guide(const char *path)
{
	UT_string *out = test_string();
	guide_mount(path, "1.2.3", out);
	return utstring_body(out);
}

static const char *const odd_words[] = {
	"alice", "Al Ice", "o'hara", "say \"hi\"", "$HOME", "$(id)", "a;b", "a&b", "*", "~", "-n", "back\\slash", "a=b", "=", "Ünal", "a\\\"b",
	"#1", "!x", "{a,b}", "\\", "'", "\"", "a\tb", "花\u3000子",
};
#define N_ODD_WORDS (sizeof odd_words / sizeof odd_words[0])

TEST(a_word_quoted_for_a_shell_comes_out_as_it_was)
{
	for (size_t i = 0; i < N_ODD_WORDS; i++) {
		char got[256];

		UT_string *script = test_string();
		utstring_printf(script, "printf %%s ");
		guide_quote_shell(script, odd_words[i]);
		assert_int_equal(run_shell("", utstring_body(script), got, sizeof got), 0);
		assert_string_equal(got, odd_words[i]);
	}
	UT_string *path = test_string();
	guide_put_path(path, "/mnt", "d", "participants/花子/turn.md");
	assert_string_equal(utstring_body(path), "/mnt/d/participants/花子/turn.md");
}

TEST(a_word_quoted_for_the_lock_is_read_as_it_was)
{
	for (size_t i = 0; i < N_ODD_WORDS; i++) {
		struct words w;

		UT_string *line = test_string();
		utstring_printf(line, "claim ");
		guide_quote_verb(line, odd_words[i]);
		assert_null(words_split(utstring_body(line), utstring_len(line), &w));
		assert_int_equal(w.n, 2);
		assert_string_equal(w.v[1].text, odd_words[i]);
		words_free(&w);
	}
}

TEST(the_mounts_guide_is_read_by_a_shell_whatever_its_path)
{
	static const char *const paths[] = {"/mnt", "/mnt/a b", "/mnt/o'hara", "/mnt/$HOME;x", "/mnt/\"q\"", "/mnt/-n", "/mnt/ü"};

	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		assert_shell_reads(mounts_guide(paths[i]));
		assert_in(mounts_guide(paths[i]), "1.2.3");
	}
}

/* The words in braces that are no directive. */
TEST(the_templates_of_guides_have_at_most_sixty_names)
{
	static const char *const directives[] = {"if ", "else", "else if ", "each ", "end", "not "};
	char seen[4096] = " ", word[64];
	unsigned n = 0;

	const char *const texts[] = {
		text_guide_mount_md, text_guide_taking_part_md, text_guide_move_md, text_guide_closed_md};

	for (const char *const *text = texts; text < texts + sizeof texts / sizeof *texts; text++)
		for (const char *s = *text; (s = strchr(s, '{')); s++) {
			const char *name = s + 1;

			for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
				if (!strncmp(name, directives[i], strlen(directives[i])))
					name += strlen(directives[i]), i = (size_t)-1;
			snprintf(word, sizeof word, " %.*s ", (int)strspn(name, "abcdefghijklmnopqrstuvwxyz_"), name);
			if (strlen(word) > 2 && !strstr(seen, word))
				strcat(seen, word + 1), n++;
		}
	if (n > 60 || n < 40)
		fail_msg("%u names:%s", n, seen);
}

TEST(the_mounts_guide_quotes_its_path)
{
	const char *told = mounts_guide("/mnt/a b");

	assert_in(told, "\nmkdir '/mnt/a b/example'\n");
	assert_in(told, "\ncat draft.md > '/mnt/a b/example/participants/alice/turn.md'\n");
	assert_not_in(told, " /mnt/a b");
}

TEST(the_mounts_guide_says_that_a_claim_takes_a_seat)
{
	assert_in(mounts_guide("/mnt"), "A `claim` joins, too.");
}

TEST(the_mounts_guide_says_how_to_wait_and_to_rehearse)
{
	const char *told = mounts_guide("/mnt");

	assert_in(told, "\ntimeout 100 cat /mnt/example/participants/alice/wait\n");
	assert_in(told,
		"\nwhile [ -e /mnt/example/participants/bob/wait ] && ! timeout 100 cat "
		"/mnt/example/participants/bob/wait | grep -E "
		"'^next_step = "
		"\"(claim_lock|compose_turn|update_markdown|write_report|write_summary|write_verdict|write_synthesis|"
		"name_speaker|closed)\"'; do sleep 1; done\n");
	assert_in(told,
		"\ncat draft.md > /mnt/example/participants/alice/check; cat "
		"/mnt/example/participants/alice/check\ncat draft.md > /mnt/example/participants/alice/turn.md\n");
	assert_in(told, "`prompt.md`");
	assert_in(told, "`template.md`");
}

TEST(the_mounts_guide_says_how_a_duel_of_each_format_is_made)
{
	const char *told = mounts_guide("/mnt");

	for (const struct format *const *f = formats; *f; f++) {
		const char *words = test_owns(
			mem_format("\nmkdir /mnt/example-%s\necho 'format = \"%s\"' > /mnt/example-%s/config.toml\n",
				(*f)->name, (*f)->name, (*f)->name));

		assert_in(told, words);
		assert_in(told, (*f)->about);
	}
}

TEST(the_mounts_guide_names_every_errno_of_the_contract)
{
	static const char *const names[] = {"EACCES", "EBUSY", "EINVAL", "EPERM", "ECANCELED", "EROFS", "EFBIG", "EILSEQ", "ENOSPC", "EAGAIN",
		"EIO"};
	const char *told = mounts_guide("/mnt");

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_non_null(strstr(told, names[i]));
	assert_in(told, "\n- EBUSY, Device or resource busy: ");
	assert_in(told, "last_error");
}

/* -- a duel's guide --------------------------------------------------------------------------------------------------------------- */

static void
assert_says(struct telling *t, const char *words)
{
	assert_in(guide(t), words);
}

static void
assert_keeps_quiet(struct telling *t, const char *words)
{
	assert_not_in(guide(t), words);
}

TEST(a_closed_duel_gives_its_outcome_and_nothing_to_do)
{
	two_joined(t);
	is_closed(t, "DISSENT", "both stand by it");
	assert_says(t, "**DISSENT**, both stand by it");
	assert_keeps_quiet(t, "> '/mnt/a b/d/lock'");
	assert_keeps_quiet(t, ">> '/mnt/a b/d/debate.md'");
	assert_keeps_quiet(t, "/wait");
}

TEST(a_text_is_drafted_rehearsed_and_handed_in)
{
	two_joined(t);
	assert_says(t, "Read `participants/NAME/prompt.md`: all that the move needs, with the blank.");
	assert_says(t, "Write the text to `participants/NAME/turn.md`, with one write, as `cat FILE >` makes");
	assert_says(t, "To rehearse, write it to\n   `participants/NAME/check`, and read that.");
	assert_says(t, "\ncat '/mnt/a b/d/participants/Al $HOME o'\\''Hara/prompt.md'\n");
}

TEST(the_next_turn_is_not_that_of_a_holder_who_has_just_spoken)
{
	two_joined(t);
	speaks(t, 1, "OPEN_TO_DEBATE");
	assert_says(t, "\n```sh\ncat '/mnt/a b/d/participants/bob/prompt.md'\n```\n");
	assert_says(t, "\n- Al $HOME o'Hara (claude code / a/b\"c), has the floor\n");
}

TEST(every_ending_stands_in_it_with_what_earns_it)
{
	two_joined(t);
	for (const struct debate_phase *row = t->facts.format->states; row->phase; row++)
		if (row->earned)
			assert_says(t, test_owns(mem_format("\n- `%s`: %s\n", row->outcome, row->earned)));
}

TEST(a_seat_with_a_token_is_shown_where_it_stands)
{
	two_joined(t);
	turns_are_taken(t, 1);
	for (unsigned tokens = 0; tokens < 4; tokens++) {
		t->facts.tokens = tokens & 1 ? 1 : tokens; /* 1: the other's */
		t->facts.require_token = tokens == 3;
		utstring_clear(&t->out);
		prompt_template_of_seat(&t->facts, 2, &t->out);
		assert_int_equal(!strncmp(utstring_body(&t->out), "<!-- token: SECRET -->\n", 23), tokens > 1);
		assert_int_equal(strstr(prompt(t, 2), "\n```markdown\n<!-- token: SECRET -->\n") != NULL, tokens > 1);
	}
}

TEST(whoever_joins_is_told_of_the_desk_and_of_a_token_first)
{
	assert_says(t, "`participants/NAME/turn.md`, with one write, as `cat FILE >` makes; "
		"that takes the floor and gives it back");
	assert_says(t, "`echo 'join NAME harness=HARNESS model=MODEL' > lock`");
	assert_says(t, "With `token=SECRET` behind it, 8 to 128 bytes of your own");
	assert_says(t, "The debate waits for another participant:\n\n```sh\necho 'join alice harness=shell model=human' > ");
}

TEST(the_source_is_named)
{
	two_joined(t);
	assert_says(t, "- source: none\n");
	t->duel.ctx.source = &t->duel.source;
	t->duel.source.text = telling_source;
	t->duel.source.len = strlen(telling_source);
	assert_says(t, "- source: `/srv/docs/plan.md`, here as `source.md`\n");
}
