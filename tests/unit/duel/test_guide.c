/* The README.md of a mount and of a duel: commands that a shell reads as they are meant, and an example that the rules accept. */
#include "fs/duel/guide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fs/duel/words.h"
#include "validators/mem.h"

static const char *const odd_words[] = {
	"alice", "Al Ice", "o'hara", "say \"hi\"", "$HOME", "$(id)", "a;b", "a&b", "*", "~", "-n", "back\\slash", "a=b", "=", "Ünal", "a\\\"b",
	"#1", "!x", "{a,b}", "\\", "'", "\"", "a\tb",
};
#define N_ODD_WORDS (sizeof odd_words / sizeof odd_words[0])

/* What a shell makes of a script, fed to its standard input. */
static int
run_shell(const char *options, const char *script, char *out, size_t size)
{
	char path[] = "/tmp/duelfs-guide-XXXXXX";
	char command[128];
	int fd = mkstemp(path);
	FILE *p;
	size_t n;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, script, strlen(script)), strlen(script));
	close(fd);
	snprintf(command, sizeof command, "sh %s %s 2>&1", options, path);
	p = popen(command, "r");
	assert_non_null(p);
	n = fread(out, 1, size - 1, p);
	out[n] = '\0';
	unlink(path);
	return WEXITSTATUS(pclose(p));
}

static void
a_word_quoted_for_a_shell_comes_out_as_it_was(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_ODD_WORDS; i++) {
		UT_string script;
		char got[256];

		utstring_init(&script);
		utstring_printf(&script, "printf %%s ");
		guide_quote_shell(&script, odd_words[i]);
		assert_int_equal(run_shell("", utstring_body(&script), got, sizeof got), 0);
		assert_string_equal(got, odd_words[i]);
		utstring_done(&script);
	}
}

static void
a_word_quoted_for_the_lock_is_read_as_it_was(void **state)
{
	(void)state;
	for (size_t i = 0; i < N_ODD_WORDS; i++) {
		UT_string line;
		struct words w;

		utstring_init(&line);
		utstring_printf(&line, "claim ");
		guide_quote_verb(&line, odd_words[i]);
		assert_null(words_split(utstring_body(&line), utstring_len(&line), &w));
		assert_int_equal(w.n, 2);
		assert_string_equal(w.v[1].text, odd_words[i]);
		words_free(&w);
		utstring_done(&line);
	}
}

/* The blocks that are marked `sh`, one after the other; malloc'd. */
static char *
shell_blocks(const char *text)
{
	UT_string out;
	const char *at = text;

	utstring_init(&out);
	while ((at = strstr(at, "\n```sh\n"))) {
		const char *end = strstr(at + 7, "\n```\n");

		assert_non_null(end);
		utstring_bincpy(&out, at + 7, (size_t)(end + 1 - (at + 7)));
		at = end;
	}
	return utstring_body(&out);
}

/* What is between two texts; malloc'd. */
static char *
between(const char *text, const char *from, const char *to)
{
	const char *a = strstr(text, from);
	const char *b;

	assert_non_null(a);
	a += strlen(from);
	b = strstr(a, to);
	assert_non_null(b);
	return mem_copy(a, (size_t)(b - a));
}

static void
assert_shell_reads(const char *guide)
{
	char *script = shell_blocks(guide);
	char said[256];
	int status = run_shell("-n", script, said, sizeof said);

	if (status)
		print_error("%s\n%s\n", said, script);
	assert_int_equal(status, 0);
	free(script);
}

static void
the_mounts_guide_is_read_by_a_shell_whatever_its_path(void **state)
{
	static const char *const paths[] = {"/mnt", "/mnt/a b", "/mnt/o'hara", "/mnt/$HOME;x", "/mnt/\"q\"", "/mnt/-n", "/mnt/ü"};

	(void)state;
	for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
		UT_string out;

		utstring_init(&out);
		guide_mount(paths[i], "1.2.3", &out);
		assert_shell_reads(utstring_body(&out));
		assert_non_null(strstr(utstring_body(&out), "1.2.3"));
		utstring_done(&out);
	}
}

static void
the_mounts_guide_quotes_its_path(void **state)
{
	UT_string out;

	(void)state;
	utstring_init(&out);
	guide_mount("/mnt/a b", "1", &out);
	assert_non_null(strstr(utstring_body(&out), "\nmkdir '/mnt/a b/example'\n"));
	assert_non_null(strstr(utstring_body(&out), "\necho 'claim alice' > '/mnt/a b/example/lock'\n"));
	assert_null(strstr(utstring_body(&out), " /mnt/a b"));
	utstring_done(&out);
}

static void
the_mounts_guide_names_every_errno_of_the_contract(void **state)
{
	static const char *const names[] = {"EACCES", "EBUSY", "EINVAL", "EPERM", "ECANCELED", "EROFS", "EFBIG", "EILSEQ", "ENOSPC", "EIO"};
	UT_string out;

	(void)state;
	utstring_init(&out);
	guide_mount("/mnt", "1", &out);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		assert_non_null(strstr(utstring_body(&out), names[i]));
	assert_non_null(strstr(utstring_body(&out), "last_error"));
	utstring_done(&out);
}

/* A duel between two whose names are as odd as names may be. */
static const struct seat al = {.number = 1, .name = "Al $HOME o'Hara", .key = "al $home o'hara", .harness = "claude code", .model = "a/b\"c"};
static const struct seat bo = {.number = 2, .name = "bob", .key = "bob", .harness = "shell", .model = "human"};
static const struct seat *const seats[] = {&al, &bo};
static const struct terms terms = {.topic = "Who owns the roll-back?", .topic_slug = "who-owns-the-roll-back", .max_turns = 4,
	.max_turn_bytes = 65536, .wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30, .novelty_threshold = 0.8};
static const struct source source = {.path = "/srv/plan.md", .name = "plan.md", .text = "# Plan\n\nRoll back.\n", .len = 19};

struct fixture {
	struct context ctx;
	struct guide_facts facts;
	UT_string out;
};

static int
setup(void **state)
{
	struct fixture *f = mem_calloc(1, sizeof *f);

	f->ctx = (struct context){.name = "d", .id = "1", .terms = &terms, .seats = seats, .n_seats = 2};
	f->facts = (struct guide_facts){
		.mountpoint = "/mnt/a b",
		.format = format_find("socratic"),
		.ctx = &f->ctx,
		.state = "debating",
		.next = NEXT_CLAIM_LOCK,
		.outcome = "",
		.reason = "",
	};
	assert_non_null(f->facts.format);
	utstring_init(&f->out);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	utstring_done(&f->out);
	free(f);
	return 0;
}

static const char *
guide(struct fixture *f)
{
	utstring_clear(&f->out);
	guide_duel(&f->facts, &f->out);
	assert_shell_reads(utstring_body(&f->out));
	return utstring_body(&f->out);
}

static void
assert_says(struct fixture *f, const char *words)
{
	const char *text = guide(f);

	if (!strstr(text, words))
		print_error("not in it: %s\n%s\n", words, text);
	assert_non_null(strstr(text, words));
}

static void
assert_keeps_quiet(struct fixture *f, const char *words)
{
	assert_null(strstr(guide(f), words));
}

static void
before_anybody_joined_it_says_how_to_join(void **state)
{
	struct fixture *f = *state;

	f->ctx.n_seats = 0;
	f->facts.state = "preparing";
	f->facts.next = NEXT_WAIT_PEER;
	assert_says(f, "\necho 'join alice harness=shell model=human' > '/mnt/a b/d/lock'\n");
	assert_says(f, "Nobody yet.");
	assert_says(f, "State `preparing`, next step `wait_peer`, 0 of at most 4 turns.");
}

static void
the_second_is_asked_to_join_under_another_name(void **state)
{
	static const struct seat alice = {.number = 1, .name = "alice", .key = "alice", .harness = "shell", .model = "human"};
	static const struct seat *const one[] = {&alice};
	struct fixture *f = *state;

	f->ctx.seats = one;
	f->ctx.n_seats = 1;
	f->facts.next = NEXT_WAIT_PEER;
	assert_says(f, "echo 'join bob ");
	assert_says(f, "for=timeout");
}

static void
a_free_floor_is_claimed_by_whose_move_it_is(void **state)
{
	struct fixture *f = *state;

	f->facts.next_seat = 2;
	assert_says(f, "it is bob's move");
	assert_says(f, "\necho 'claim bob' > '/mnt/a b/d/lock'\n");
	f->facts.next_seat = 1;
	assert_says(f, "\necho 'claim \"Al $HOME o'\\''Hara\"' > '/mnt/a b/d/lock'\n");
	f->facts.next_seat = 0;
	assert_says(f, "any participant may claim it");
}

static void
a_held_floor_names_its_holder(void **state)
{
	struct fixture *f = *state;

	f->ctx.holder = 2;
	f->facts.next = NEXT_COMPOSE_TURN;
	assert_says(f, "bob has the floor and is to write a turn");
	assert_says(f, "\necho 'refresh bob' > '/mnt/a b/d/lock'\n");
	assert_says(f, "bob (shell / human), uid 0, has the floor");
	f->facts.next = NEXT_UPDATE_MARKDOWN;
	assert_says(f, "bob has the floor and is to conclude");
}

static void
a_closed_duel_gives_its_outcome_and_nothing_to_do(void **state)
{
	struct fixture *f = *state;

	f->facts.next = NEXT_CLOSED;
	f->facts.outcome = "DISSENT";
	f->facts.reason = "both stand by it";
	assert_says(f, "**DISSENT**, both stand by it");
	assert_keeps_quiet(f, "> '/mnt/a b/d/lock'");
	assert_keeps_quiet(f, ">> '/mnt/a b/d/debate.md'");
}

static void
after_the_last_turn_only_a_conclusion_is_shown(void **state)
{
	struct fixture *f = *state;

	f->facts.turns = 4;
	f->facts.next = NEXT_UPDATE_MARKDOWN;
	assert_keeps_quiet(f, "## Turn 5");
	assert_says(f, "**Outcome**: MAX_TURNS");
}

static void
a_conclusion_can_be_typed_once_both_have_spoken(void **state)
{
	struct fixture *f = *state;

	f->facts.turns = 1;
	assert_says(f, "\n```text\ncat >> '/mnt/a b/d/debate.md' <<'TURN'\n## Terminal Conclusion");
	f->facts.turns = 2;
	assert_says(f, "\n```sh\ncat >> '/mnt/a b/d/debate.md' <<'TURN'\n## Terminal Conclusion");
	assert_says(f, "**Outcome**: DISSENT\n**Candidate Convergence**: no");
}

static void
a_conclusion_has_the_outcome_that_is_due(void **state)
{
	struct fixture *f = *state;

	f->facts.turns = 2;
	f->ctx.holder = 1;
	f->facts.next = NEXT_UPDATE_MARKDOWN;
	assert_says(f, "**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes");
	f->ctx.grant = GRANT_TIMEOUT_SILENT;
	assert_says(f, "**Outcome**: TIMEOUT\n**Candidate Convergence**: no");
}

static void
the_next_turn_is_not_that_of_a_holder_who_has_just_spoken(void **state)
{
	struct fixture *f = *state;

	f->facts.turns = 1;
	f->facts.next = NEXT_WAIT_TURN;
	f->ctx.holder = 1;
	f->facts.next_seat = 2;
	assert_says(f, "\n## Turn 2 — bob (shell / human)");
	assert_says(f, "Al $HOME o'Hara has the floor.");
}

static void
every_rule_stands_in_it_once_with_its_errno(void **state)
{
	struct fixture *f = *state;
	const char *text = guide(f);

	for (size_t i = 0; i < f->facts.format->n_rules; i++) {
		const struct rule *r = &f->facts.format->rules[i];
		UT_string row;
		const char *at;

		utstring_init(&row);
		utstring_printf(&row, "\n| `%s` | %s", r->id, r->severity == SEVERITY_WARNING ? "W" : strerrorname_np(r->err) ? "E E" : "?");
		at = strstr(text, utstring_body(&row));
		assert_non_null(at);
		assert_null(strstr(at + 1, utstring_body(&row)));
		utstring_done(&row);
	}
	assert_non_null(strstr(text, "\n| `text.utf8` | E EILSEQ |"));
}

static void
a_seat_with_a_token_is_shown_where_it_stands(void **state)
{
	struct fixture *f = *state;

	f->facts.next_seat = 2;
	assert_keeps_quiet(f, "token=SECRET' >");
	f->facts.require_token = true;
	assert_says(f, "echo 'claim bob token=SECRET' >");
	assert_says(f, "<<'TURN'\n<!-- token: SECRET -->\n## Turn 1");
}

static void
who_joins_where_a_token_is_wanted_reads_it_back(void **state)
{
	struct fixture *f = *state;

	f->ctx.n_seats = 0;
	f->facts.next = NEXT_WAIT_PEER;
	f->facts.require_token = true;
	assert_says(f, "\nexec 3<>'/mnt/a b/d/lock'\necho 'join alice harness=shell model=human token=new' >&3\ncat <&3\n");
}

/* The turn of the guide, judged as the holder's. */
static void
assert_example_accepted(struct fixture *f)
{
	const struct format *format = f->facts.format;
	struct fstate *start = format->start();
	char *turn = between(guide(f), "<<'TURN'\n", "TURN\n");
	struct submission s = {.row = ROW_DEBATE, .text = turn, .len = strlen(turn)};
	struct verdict v = {0};
	UT_string findings;

	f->ctx.grant = GRANT_TURN;
	format->judge(start, &f->ctx, &s, &v);
	utstring_init(&findings);
	findings_print(&v.findings, "debate.md", &findings);
	assert_string_equal(utstring_len(&findings) ? utstring_body(&findings) : "", "");
	assert_true(v.n > 0);
	utstring_done(&findings);
	verdict_free(&v);
	format->drop(start);
	free(turn);
}

static void
the_example_turn_is_accepted_as_it_stands(void **state)
{
	struct fixture *f = *state;
	static const struct source odd = {.path = "/srv/my plan.md", .name = "my plan.md", .text = "x\n", .len = 2};
	static const struct source empty = {.path = "/srv/plan.md", .name = "plan.md", .text = "", .len = 0};
	const struct source *const sources[] = {NULL, &source, &odd, &empty};

	f->facts.next = NEXT_COMPOSE_TURN;
	for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
		f->ctx.source = sources[i];
		for (unsigned holder = 1; holder <= 2; holder++) {
			f->ctx.holder = holder;
			assert_example_accepted(f);
		}
	}
}

static void
the_source_is_named(void **state)
{
	struct fixture *f = *state;

	assert_says(f, "- source: none\n");
	f->ctx.source = &source;
	assert_says(f, "- source: `/srv/plan.md`, here as `source.md`\n");
	assert_says(f, "\n    - plan.md:1\n");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_quoted_for_a_shell_comes_out_as_it_was),
		cmocka_unit_test(a_word_quoted_for_the_lock_is_read_as_it_was),
		cmocka_unit_test(the_mounts_guide_is_read_by_a_shell_whatever_its_path),
		cmocka_unit_test(the_mounts_guide_quotes_its_path),
		cmocka_unit_test(the_mounts_guide_names_every_errno_of_the_contract),
		TEST(before_anybody_joined_it_says_how_to_join),
		TEST(the_second_is_asked_to_join_under_another_name),
		TEST(a_free_floor_is_claimed_by_whose_move_it_is),
		TEST(a_held_floor_names_its_holder),
		TEST(a_closed_duel_gives_its_outcome_and_nothing_to_do),
		TEST(after_the_last_turn_only_a_conclusion_is_shown),
		TEST(a_conclusion_can_be_typed_once_both_have_spoken),
		TEST(a_conclusion_has_the_outcome_that_is_due),
		TEST(the_next_turn_is_not_that_of_a_holder_who_has_just_spoken),
		TEST(every_rule_stands_in_it_once_with_its_errno),
		TEST(a_seat_with_a_token_is_shown_where_it_stands),
		TEST(who_joins_where_a_token_is_wanted_reads_it_back),
		TEST(the_example_turn_is_accepted_as_it_stands),
		TEST(the_source_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
