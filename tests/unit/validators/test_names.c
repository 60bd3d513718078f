#include "tests/unit/test.h"

#include "fs/util/names.h"
#include "validators/text/limits.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

static const char *
fault(const char *s, enum name_kind kind)
{
	return name_fault(s, strlen(s), kind);
}

static void
assert_all(const char *const *names, size_t n, enum name_kind kind, bool good)
{
	for (size_t i = 0; i < n; i++) {
		const char *f = fault(names[i], kind);

		if (good != !f)
			fail_msg("\"%s\": %s", names[i], f ? f : "taken");
	}
}

TEST(usual_names_may_stand)
{
	static const char *const names[] = {
		"alice", "a", "Alice Smith", "claude-code", "a-b", "- b", "a -", "a -b", "a- b",
		"gpt_5.2", "a—b", "a–b", "—", "...", ".hidden", "Ünal",
		"李雷", "محمد", "x=y", "\"quoted\"", "a>b", "C#", "a:b", "a：b", "a*b", "日 本", "🦊", "0",
	};

	assert_all(names, N(names), NAME_PARTICIPANT, true);
	assert_all(names, N(names), NAME_HARNESS, true);
	assert_all(names, N(names), NAME_MODEL, true);
}

TEST(names_that_break_a_heading_a_table_or_a_path_are_refused)
{
	static const char *const names[] = {
		"a(b", "a)b", "(", "a|b", "a<b", "`a`", "a - b", "a – b", "a — b", "a -– b", "a -- b", "a \u2015 b",
		"a\tb", "a\nb", "a\rb", ("a\x7f" "b"),
	};

	assert_all(names, N(names), NAME_PARTICIPANT, false);
	assert_all(names, N(names), NAME_HARNESS, false);
	assert_all(names, N(names), NAME_MODEL, false);
}

TEST(a_participant_is_called_by_no_beginning_of_a_line_of_the_filesystem_s)
{
	static const char *const names[] = {"> a", ">a", "#a", "＞a", "＃", "a: b", "a: ", "a： b", "> duelfs: a"};

	assert_all(names, N(names), NAME_PARTICIPANT, false);
}

TEST(a_slash_may_stand_in_a_model_alone)
{
	assert_null(fault("anthropic/opus", NAME_MODEL));
	assert_non_null(fault("anthropic/opus", NAME_HARNESS));
	assert_non_null(fault("a/b", NAME_PARTICIPANT));
	assert_non_null(fault("/", NAME_PARTICIPANT));
	assert_non_null(fault("a/b|c", NAME_MODEL));
}

TEST(a_name_has_letters_of_one_alphabet)
{
	static const char *const names[] = { "alice", "Ünal", "Боб", "Ελένη", "Zoë 2", "李雷", "alice 李雷", "あリス alice", "철수 kim", "محمد", "Боб 李", "µ Ελένη",
		"5 µm", "ＡＬＩＣＥ b", "🦊 Ωμ", "...", "ﬁn" };
	static const char *const mixed[] = {"\u0430lice", "alic\u0435", "Бo\u0431", "\u039flga", "Боб\u03bf",
		"alice Боб 李", "a\u0430", "oh\u2126m"};

	for (size_t i = 0; i < N(names); i++)
		assert_null(name_join_fault(names[i], strlen(names[i])));
	for (size_t i = 0; i < N(mixed); i++)
		assert_string_equal(name_join_fault(mixed[i], strlen(mixed[i])),
			"a name has letters of one alphabet: this one mixes Latin, Greek and Cyrillic, whose letters "
			"look alike");
}

TEST(dot_and_dot_dot_are_no_participants)
{
	assert_non_null(fault(".", NAME_PARTICIPANT));
	assert_non_null(fault("..", NAME_PARTICIPANT));
	assert_null(fault(".", NAME_HARNESS));
	assert_null(fault("..", NAME_MODEL));
	assert_null(fault(".a", NAME_PARTICIPANT));
}

TEST(a_name_has_one_to_sixty_four_bytes)
{
	char name[LIMIT_NAME_BYTES + 2];

	memset(name, 'a', sizeof name);
	assert_int_equal(LIMIT_NAME_BYTES, 64);
	assert_non_null(name_fault(name, 0, NAME_PARTICIPANT));
	assert_null(name_fault(name, 1, NAME_PARTICIPANT));
	assert_null(name_fault(name, LIMIT_NAME_BYTES, NAME_PARTICIPANT));
	assert_non_null(name_fault(name, LIMIT_NAME_BYTES + 1, NAME_PARTICIPANT));
}

TEST(outer_white_space_is_refused)
{
	static const char *const names[] = {
		" a", "a ", " ", "\u00a0a", "a\u00a0", "\u3000", "a\u2003", ("\u202f" "a"),
	};

	assert_all(names, N(names), NAME_PARTICIPANT, false);
}

TEST(hidden_characters_are_refused)
{
	static const char *const names[] = {
		"a\u00adb",                                        /* soft hyphen */
		"a\u200db", "a\u200cb", "a\u200bb", "a\u2060b",    /* joiners and spaces of no width */
		"a\u202eb", "a\u200eb", "a\u061cb", "a\u2066b",    /* bidirectional controls */
		"a\u2028b", "a\u2029b", "a\ufeffb", "a\u180eb",    /* separators, marks */
		"a\U000e0061b", "\U000e0001", "a\u0600b",          /* tags, an Arabic number sign */
		"a\ufe0f", "a\u034f", "a\u180b", "\u115fa", "a\u3164", "\U000e0100a", /* selectors, joiners, fillers */
		"a\xc2\x85" "b", "a\x01" "b",                    /* controls */
		"a\u00a0b", "a\u2003b", "李\u3000雷",             /* white space beside the space */
	};

	assert_all(names, N(names), NAME_PARTICIPANT, false);
	assert_all(names, N(names), NAME_MODEL, false);
}

TEST(bytes_that_are_not_utf8_and_nul_are_refused)
{
	static const char *const names[] = {
		"\xff", "a\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "caf\xe9"};

	assert_all(names, N(names), NAME_PARTICIPANT, false);
	assert_non_null(name_fault("a\0b", 3, NAME_PARTICIPANT));
}

TEST(each_fault_says_what_is_wrong)
{
	static const struct {
		const char *name, *word;
	} cases[] = {
		{"", "empty"},
		{"a/b", "'/'"},
		{"a(b", "'(', ')', '|', '<' or a backtick"},
		{"a — b", "dash with spaces"},
		{" a", "white space"},
		{"> a", "'>'"},
		{"a: b", "':'"},
		{".", "'.'"},
		{"a\u00adb", "invisible"},
		{"a\nb", "UTF-8 on one line"},
	};

	for (size_t i = 0; i < N(cases); i++) {
		const char *f = fault(cases[i].name, NAME_PARTICIPANT);

		assert_non_null(f);
		assert_true(text_clean_line(f, strlen(f)));
		if (!strstr(f, cases[i].word))
			fail_msg("\"%s\": %s", cases[i].name, f);
	}
}

static void
assert_same_seat(const char *a, const char *b, bool same)
{
	char *x = test_owns(name_key(a));
	char *y = test_owns(name_key(b));

	if (same)
		assert_string_equal(x, y);
	else
		assert_string_not_equal(x, y);
}

TEST(spellings_that_differ_in_case_or_composition_are_one_seat)
{
	assert_same_seat("Alice", "aLICE", true);
	assert_same_seat("é", "e\u0301", true);
	assert_same_seat("É", "e\u0301", true);
	assert_same_seat("STRASSE", "straße", true);
	assert_same_seat("ΣΑΣ", "σας", true);
	assert_same_seat("\u212b", "å", true);
	assert_same_seat("한", "\u1112\u1161\u11ab", true);
	assert_same_seat("\u1e9e", "ss", true);
	assert_same_seat("ΐ", "\u0390", true);
	assert_same_seat("\u0390", "\u1fd3", true);
}

TEST(other_names_are_other_seats)
{
	assert_same_seat("alice", "alicia", false);
	assert_same_seat("resume", "résumé", false);
	assert_same_seat("ﬁx", "f1x", false);
	assert_same_seat("a b", "ab", false);
	assert_same_seat("①", "1", false);
	assert_same_seat("\xff", "\xfe", false);
}

TEST(a_duels_name_is_plain)
{
	static const char *const good[] = {
		"a", "rust-vs-go", "0", "_", "a.b", "a-", "a.", "2026-11-20", "_-."};
	static const char *const bad[] = { "status", "last_error", "", ".", "..", ".a", "-a", "-", "A", "a b", "a/b", "ä",
		"a\n", "a:b", "aB", "a\xff"};

	for (size_t i = 0; i < N(good); i++)
		assert_null(duel_name_fault(good[i]));
	for (size_t i = 0; i < N(bad); i++) {
		const char *f = duel_name_fault(bad[i]);

		if (!f)
			fail_msg("\"%s\" was taken", bad[i]);
		assert_true(text_clean_line(f, strlen(f)));
	}
}

TEST(a_duels_name_has_at_most_a_hundred_bytes)
{
	char name[LIMIT_DUEL_NAME_BYTES + 2] = "";

	assert_int_equal(LIMIT_DUEL_NAME_BYTES, 100);
	memset(name, 'a', LIMIT_DUEL_NAME_BYTES);
	assert_null(duel_name_fault(name));
	name[LIMIT_DUEL_NAME_BYTES] = 'a';
	assert_non_null(duel_name_fault(name));
}
