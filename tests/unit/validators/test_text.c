#include "tests/unit/test.h"

#include <errno.h>
#include <utf8proc.h>
#include "validators/text/chars.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

#define BIG (1 << 20)
/* A literal and its length, NUL bytes in it included. */
#define LIT(s) (s), sizeof(s) - 1

/* Nothing behind the last byte, so that a sanitizer sees who reads on. */
static char *
exact_copy(const char *s, size_t len)
{
	return memcpy(mem_check(malloc(len ? len : 1)), s, len);
}

static UT_string printed;
static struct findings fs;

EACH_TEST_DOES(utstring_init(&printed);, findings_free(&fs); utstring_done(&printed););

/* The form of the tests of one text: what is found, printed as a reader sees it. */
static int
check(const char *s, size_t len)
{
	char *exact = test_owns(exact_copy(s, len));
	int err = text_check(exact, len, BIG, LIMIT_LINE_BYTES, 0, &fs);

	utstring_clear(&printed);
	findings_print(&fs, "t", true, &printed);
	findings_free(&fs);
	return err;
}

static void
assert_check(const char *s, size_t len, int err, const char *expected)
{
	assert_int_equal(check(s, len), err);
	assert_string_equal(utstring_body(&printed), expected);
}

static void
assert_clean(const char *s, size_t len)
{
	assert_check(s, len, 0, "");
}

TEST(an_ordinary_text_is_clean)
{
	assert_clean(LIT(""));
	assert_clean(LIT("\n"));
	assert_clean(LIT("## Turn 1 — alice\n\n\t- one\n~ tilde, Grüße, 日本語, 🦊\n"));
	assert_clean(LIT("no newline at the end"));
	assert_clean(LIT("a paragraph that is longer than a word of the machine, so that all paths "
			 "run over it\n"));
}

TEST(emoji_keep_their_joiners_and_selectors_and_scripts_their_marks)
{
	assert_clean(LIT("👩\u200d💻 ⚠\ufe0f"));
	assert_clean(LIT("می\u200cخواهم \u200fעברית\u200e \u061c5 ភាសា\u200bខ្មែរ"));
	assert_clean(LIT("soft\u00adhyphen no\u00a0break non\u200cjoiner word\u2060joiner"));
}

TEST(crlf_becomes_lf)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{"", ""}, {"\r\n", "\n"}, {"a\r\nb\r\n", "a\nb\n"}, {"a\nb", "a\nb"},
		{"\r\n\r\n", "\n\n"}, {"x\r\n\n", "x\n\n"},
	};

	for (size_t i = 0; i < N(cases); i++) {
		char *s = test_owns(mem_strdup(cases[i].in));
		size_t n = text_unix(s, strlen(s));

		assert_int_equal(n, strlen(cases[i].out));
		assert_memory_equal(s, cases[i].out, n);
	}
}

TEST(a_lone_carriage_return_stays_and_is_refused)
{
	static const char *const texts[] = {"a\rb", "a\r", "a\r\r\nb"};
	static const char *const unix_texts[] = {"a\rb", "a\r", "a\r\nb"};

	for (size_t i = 0; i < N(texts); i++) {
		size_t len = strlen(texts[i]);
		char *exact = test_owns(exact_copy(texts[i], len));

		len = text_unix(exact, len);
		assert_int_equal(len, strlen(unix_texts[i]));
		assert_memory_equal(exact, unix_texts[i], len);
		assert_check(exact, len, -EINVAL,
			"t:1: error: [text.control] U+000D in column 2 is a carriage return "
			"without "
			"a newline\n");
	}
	assert_int_equal(text_unix(NULL, 0), 0);
}

/* The lists of text.h, said once more and independently of text.c's table. */
static bool
listed(int32_t cp)
{
	return (cp < 0x20 && cp != '\t' && cp != '\n') || (cp >= 0x7f && cp <= 0x9f) ||
	       cp == 0x2028 || cp == 0x2029 || (cp >= 0x202a && cp <= 0x202e) ||
	       (cp >= 0x2066 && cp <= 0x2069) || cp == 0xfeff || (cp >= 0xe0000 && cp <= 0xe007f);
}

static const char *
kind(int32_t cp)
{
	switch (cp) {
	case '\r':
		return "a carriage return without a newline";
	case 0x2028:
	case 0x2029:
		return "a line separator";
	case 0xfeff:
		return "a byte order mark";
	default:
		return cp < 0xa0      ? "a control character"
		       : cp > 0x10000 ? "a tag character"
				      : "a bidirectional control";
	}
}

static bool
surrogate(int32_t cp)
{
	return cp >= 0xd800 && cp <= 0xdfff;
}

static size_t
encode(int32_t cp, char *s)
{
	return (size_t)utf8proc_encode_char(cp, (utf8proc_uint8_t *)s);
}

/* Ideographs and what is for private use are alike: a share of them, unless EACH is set. The first planes and the tags are all tried. */
static int32_t
next_tried(int32_t cp)
{
	const bool alike = (cp >= 0x3400 && cp < 0xd800) || (cp >= 0xe000 && cp < 0xf800) || (cp >= 0x20000 && cp < 0xdff00) || cp >= 0xe0200;
	const int32_t next = cp + (alike ? (int32_t)sample_step() : 1);

	return cp < 0x10ffff && next > 0x10ffff ? 0x10ffff : next;
}

TEST(of_all_characters_exactly_the_listed_ones_are_refused)
{
	char s[16] = "ab";
	char expected[128];

	for (int32_t cp = 0; cp <= 0x10ffff; cp = next_tried(cp)) {
		size_t n;

		if (surrogate(cp))
			continue;
		n = 2 + encode(cp, s + 2);
		s[n++] = 'c';
		snprintf(expected, sizeof expected,
			"t:1: error: [text.control] U+%04X in column 3 is %s\n", (unsigned)cp,
			kind(cp));
		if (check(s, n) != (listed(cp) ? -EINVAL : 0) ||
			strcmp(utstring_body(&printed), listed(cp) ? expected : ""))
			fail_msg("U+%04X: %s", (unsigned)cp, utstring_body(&printed));
		if (text_clean_line(s, n) != (!listed(cp) && cp != '\t' && cp != '\n'))
			fail_msg("U+%04X", (unsigned)cp);
		if (listed(cp) ? !text_hidden(s, n) || strcmp(text_hidden(s, n), kind(cp)) : text_hidden(s, n) != NULL)
			fail_msg("U+%04X is %s", (unsigned)cp, text_hidden(s, n) ? text_hidden(s, n) : "clean");
	}
}

TEST(a_column_counts_bytes_from_one)
{
	assert_check(LIT("\0"), -EINVAL,
		"t:1: error: [text.control] U+0000 in column 1 is a control character\n");
	assert_check(LIT("a\né\u202e"), -EINVAL,
		"t:2: error: [text.control] U+202E in column 3 is a bidirectional control\n");
}

TEST(a_control_character_is_found_at_any_place_of_a_machine_word)
{
	static const char bad[] = "\x01\x0b\x1f\x7f\xff\x80";
	char s[40];

	for (size_t len = 1; len < sizeof s; len++) {
		for (size_t at = 0; at < len; at++) {
			for (size_t b = 0; b < sizeof bad - 1; b++) {
				memset(s, '~', sizeof s);
				s[at] = bad[b];
				assert_int_equal(check(s, len),
					bad[b] & 0x80 ? -EILSEQ : -EINVAL);
				assert_false(text_clean_line(s, len));
				s[at] = ' ';
				assert_int_equal(check(s, len), 0);
				assert_true(text_clean_line(s, len));
			}
		}
	}
}

TEST(bytes_that_are_not_utf8_are_refused)
{
	static const char *const bad[] = {
		"\x80", "\xbf", "\xc0\xaf", "\xc1\xbf", "\xc3", "\xc3(", "\xe0\x80\xaf",
		"\xe0\x9f\xbf", "\xe2\x82", "\xe2(\xa1",
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x80\x80\xaf", "\xf0\x8f\xbf\xbf",
		"\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
		"\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80", "\xfe", "\xff", "caf\xe9",
	};

	for (size_t i = 0; i < N(bad); i++) {
		assert_int_equal(check(bad[i], strlen(bad[i])), -EILSEQ);
		assert_non_null(strstr(utstring_body(&printed), "t:1: error: [text.utf8] byte 0x"));
		assert_false(text_clean_line(bad[i], strlen(bad[i])));
	}
	assert_check(LIT("one\ntw\xe9o\n"), -EILSEQ,
		"t:2: error: [text.utf8] byte 0xE9 in column 3 is not UTF-8\n");
}

TEST(the_ends_of_each_range_of_utf8_are_taken)
{
	assert_clean(LIT("\xc2\xa0 \xdf\xbf \xe0\xa0\x80 \xed\x9f\xbf \xee\x80\x80 \xef\xbf\xbd "
			 "\xef\xbf\xbf \xf0\x90\x80\x80 \xf4\x8f\xbf\xbf"));
}

TEST(a_line_gets_one_finding_a_rule)
{
	assert_check(LIT("\x01\x02\x80\x81\n\x03\x04\nfine\n\x82"), -EILSEQ,
		"t:1: error: [text.utf8] byte 0x80 in column 3 is not UTF-8\n"
		"t:4: error: [text.utf8] byte 0x82 in column 1 is not UTF-8\n"
		"t:1: error: [text.control] U+0001 in column 1 is a control character\n"
		"t:2: error: [text.control] U+0003 in column 1 is a control character\n");
}

TEST(what_is_not_utf8_decides_the_errno_wherever_it_stands)
{
	assert_int_equal(check(LIT("\x7f\x45LF\x02\n\n\xff")), -EILSEQ);
	assert_int_equal(check(LIT("\x7f\x45LF\x02\n\n")), -EINVAL);
}

TEST(hostile_text_yields_a_bounded_list)
{
	size_t len = 64 << 10;
	char *s = test_owns(mem_calloc(1, len));

	for (size_t i = 0; i < len; i += 2)
		s[i] = '\x01', s[i + 1] = '\n';
	assert_int_equal(text_check(s, len, len, LIMIT_LINE_BYTES, 0, &fs), -EINVAL);
	assert_int_equal(fs.n, LIMIT_FINDINGS);
	assert_int_equal(fs.v[LIMIT_FINDINGS - 1].line, LIMIT_FINDINGS);
	assert_int_equal(fs.dropped, len / 2 - LIMIT_FINDINGS);
}

TEST(a_text_over_max_bytes_is_too_big_and_told_both_sizes)
{
	assert_int_equal(text_check(LIT("12345678"), 8, LIMIT_LINE_BYTES, 0, &fs), 0);
	assert_int_equal(text_check(LIT("\xff_3456789"), 8, LIMIT_LINE_BYTES, 3, &fs), -EFBIG);
	assert_int_equal(fs.n, 1);
	assert_ptr_equal(fs.v[0].rule, &text_rules[TEXT_SIZE]);
	assert_int_equal(fs.v[0].line, 0);
	assert_string_equal(fs.v[0].text, "the text has 9 bytes, at most 8 are allowed");
	findings_free(&fs);
	assert_int_equal(text_check(LIT("123456789"), 8, LIMIT_LINE_BYTES, 0, &fs), -EFBIG);
}

TEST(a_line_over_the_limit_is_refused)
{
	char *s = test_owns(mem_calloc(1, LIMIT_LINE_BYTES + 4));

	memset(s, 'a', LIMIT_LINE_BYTES + 3);
	memcpy(s, "a\n", 2);
	s[LIMIT_LINE_BYTES + 2] = '\n';
	assert_clean(s, LIMIT_LINE_BYTES + 3);
	assert_clean(s, LIMIT_LINE_BYTES + 2);
	s[LIMIT_LINE_BYTES + 2] = 'a';
	assert_check(s, LIMIT_LINE_BYTES + 3, -EINVAL,
		"t:2: error: [limit.line] the line has 8193 bytes, at most 8192 are allowed\n");
}

TEST(a_caller_may_allow_longer_lines)
{
	size_t len = 3 * LIMIT_LINE_BYTES;
	char *s = test_owns(mem_calloc(1, len));

	memset(s, 'x', len);
	assert_int_equal(text_check(s, len, len, len, 0, &fs), 0);
	assert_int_equal(text_check(s, len, len, len - 1, 0, &fs), -EINVAL);
	assert_int_equal(fs.n, 1);
	assert_string_equal(fs.v[0].rule->id, "limit.line");
}

static char *
escape(const char *s, size_t len, size_t max_bytes)
{
	UT_string *out = test_string();

	text_escape(out, test_owns(exact_copy(s, len)), len, max_bytes);
	assert_int_equal(strlen(utstring_body(out)), utstring_len(out));
	return utstring_body(out);
}

static void
assert_escaped(const char *s, size_t len, size_t max_bytes, const char *expected)
{
	assert_string_equal(escape(s, len, max_bytes), expected);
}

TEST(what_is_refused_is_escaped_and_the_rest_is_kept)
{
	assert_escaped(LIT(""), 100, "");
	assert_escaped(LIT("plain \\ — 👩\u200d💻"), 100, "plain \\ — 👩\u200d💻");
	assert_escaped(LIT("a\nb\tc\rd"), 100, "a\\nb\\tc\\x0Dd");
	assert_escaped(LIT("\0\x1b\x7f"), 100, "\\x00\\x1B\\x7F");
	assert_escaped(LIT("\xc2\x85\u202e\u200b\u2028\ufeff"), 100,
		"\\u{0085}\\u{202E}\\u{200B}\\u{2028}\\u{FEFF}");
	assert_escaped(LIT("\xc2\x80\xc2\x9f\xc2\xa0"), 100, "\\u{0080}\\u{009F}\u00a0");
	assert_escaped(LIT("\xff\xc3(\xe2\x82"), 100, "\\xFF\\xC3(\\xE2\\x82");
}

TEST(an_escape_is_cut_between_pieces_and_ends_in_an_ellipsis)
{
	assert_escaped(LIT("abcdef"), 6, "abcdef");
	assert_escaped(LIT("abcdef"), 5, "abcde…");
	assert_escaped(LIT("abcdef"), 0, "…");
	assert_escaped(LIT(""), 0, "");
	assert_escaped(LIT("ab\u202e"), 10, "ab\\u{202E}");
	assert_escaped(LIT("ab\u202e"), 9, "ab…");
	assert_escaped(LIT("ab🦊"), 6, "ab🦊");
	assert_escaped(LIT("ab🦊"), 5, "ab…");
	assert_escaped(LIT("a\nb"), 2, "a…");
	assert_escaped(LIT("ab"), SIZE_MAX, "ab");
}

TEST(every_character_is_clean_once_escaped_and_stays_so)
{
	char s[4];

	for (int32_t cp = 0; cp <= 0x10ffff; cp = next_tried(cp)) {
		size_t n;
		char *once, *twice;

		if (surrogate(cp))
			continue;
		n = encode(cp, s);
		once = escape(s, n, 100);
		twice = escape(once, strlen(once), 100);
		assert_true(text_clean_line(once, strlen(once)));
		assert_string_equal(once, twice);
		if (!listed(cp) && cp != '\t' && cp != '\n' && cp != 0x61c && cp != 0x200b && cp != 0x200e && cp != 0x200f)
			assert_memory_equal(once, s, n);
	}
}

struct pair {
	const char *in, *out;
};

static void
assert_pairs(const struct pair *pairs, size_t n, char *(*fn)(const char *s, size_t len))
{
	for (size_t i = 0; i < n; i++)
		assert_string_equal(
			test_owns(fn(test_owns(exact_copy(pairs[i].in, strlen(pairs[i].in))), strlen(pairs[i].in))),
			pairs[i].out);
}

/* For a table of tests: what a function makes of texts. */
#define TEST_PAIRS(sentence, fn, ...) \
	TEST(sentence) \
	{ \
		static const struct pair pairs[] = {__VA_ARGS__}; \
		assert_pairs(pairs, N(pairs), fn); \
	}

TEST_PAIRS(words_are_folded_in_case_punctuation_and_white_space, text_fold_words,
	{"", ""}, {" \n.,;!? ", ""}, {"Leases ARE\n  hints.", "leases are hints"},
	{"\"Leases, are: hints!\"", "leases are hints"},
	{"fast—safe", "fast safe"}, {"fast — safe", "fast safe"}, {"and/or", "and or"},
	{"well-known", "well known"},
	{"don't", "dont"}, {"don’t", "dont"}, {"don\uff07t", "dont"}, {"ŉ", "n"},
	{"e’\u0301", "é"}, {"'quoted'", "quoted"}, {"**bold** `code`", "bold code"},
	{"a^b", "a b"},
	{"snake_case", "snake case"}, {"a < b", "a < b"}, {"AZ @[ az 09", "az az 09"}, {"1.5", "1 5"},
	{"a\x01" "b", "a b"})

TEST_PAIRS(words_are_folded_in_all_scripts, text_fold_words,
	{"Größe", "grösse"}, {"GRÖSSE", "grösse"}, {"e\u0301", "é"}, {"É", "é"},
	{"ﬁne", "fine"}, {"ＦＵＬＬ　ｗｉｄｔｈ", "full width"},
	{"x²", "x2"}, {"Σας", "σασ"}, {"日本、語。", "日本 語"},
	{"«Лизинг» — это", "лизинг это"}, {"so\u00adft", "soft"},
	{"so\u200bft wo\u200drd", "soft word"}, {"a\u00a0b\u2003c\u2028d", "a b c d"},
	{"≤ 5 µs →", "≤ 5 μs →"}, {"é ", "é"}, {"q\u0301\u0602\u0323", "q\u0323\u0301"},
	{"ｶ\uff9e", "ガ"}, {"“typographic”", "typographic"}, {"हिन्दी", "हिन्दी"})

/* utf8proc sorts a run of marks in the square of its length. */
TEST(a_run_of_marks_is_bounded_when_words_are_folded)
{
	static const char *const marks[] = {
		"\u0323\u0301", "\u0323\u200d\u0301", "\u0f73", "\uff9e\u0301"};

	for (size_t m = 0; m < N(marks); m++) {
		UT_string *in = test_string();

		utstring_printf(in, "q");
		for (size_t i = 0; i < 20000; i++)
			utstring_printf(in, "%s", marks[m]);
		utstring_printf(in, " end");
		char *out = test_owns(text_fold_words(utstring_body(in), utstring_len(in)));
		assert_in_range(strlen(out), 30, 2 * 30 * 3 + 8);
		assert_memory_equal(out, "q", 1);
		assert_string_equal(out + strlen(out) - 4, " end");
	}
}

TEST_PAIRS(white_space_is_folded_and_nothing_else, text_fold_space,
	{"", ""}, {" \t\r\n ", ""}, {"  a \n\n b\tc ", "a b c"}, {"A, b—C.", "A, b—C."},
	{"a\u00a0\u3000b\u2028c", "a b c"},
	{"a\xc2\x85" "b\v\fc", "a b c"}, {"e\u0301 \u200b", "e\u0301 \u200b"},
	{"\xff \xff", "\xff \xff"}, {"x", "x"})

TEST(a_nul_is_white_space)
{
	assert_string_equal(test_owns(text_fold_space(LIT("a\0b"))), "a b");
}

TEST_PAIRS(a_slug_is_made_as_documented, text_slug,
	{"Rust vs. Go", "rust-vs-go"},
	{"  --Is a lease -- a lock?--  ", "is-a-lease-a-lock"},
	{"Überprüfung", "überprüfung"},
	{"e\u0301tude", "étude"}, {"Straße", "straße"}, {"ﬁne ① x²", "fine-1-x2"},
	{"ＡＢＣ", "abc"}, {"a_b/c.d", "a-b-c-d"},
	{"İstanbul", "istanbul"}, {"\u212a", "k"}, {"日本語 2026", "日本語-2026"},
	{"co\u00adop", "co-op"}, {"A\nB\tC", "a-b-c"},
	{"a\xff" "b", "a-b"}, {"½", "1-2"}, {"Z", "z"}, {"{A@[`z}", "a-z"}, {"/09:", "09"},
	{"don't", "don-t"}, {"Łódź", "łódź"}, {"Nguyễn", "nguyễn"})

TEST_PAIRS(a_slug_keeps_letters_and_digits_of_every_script, text_slug,
	{"学校应该禁止手机吗？", "学校应该禁止手机吗"}, {"《围城》：读，还是不读", "围城-读-还是不读"},
	{"小学校でプログラミングを必修にすべきか", "小学校でプログラミングを必修にすべきか"}, {"ﾌﾟﾛ", "プロ"},
	{"โรงเรียนควรห้ามโทรศัพท์หรือไม่", "โรงเรียนควรห้ามโทรศัพท์หรือไม่"},
	{"학교에서 금지?", "학교에서-금지"}, {"\u1112\u1161\u11ab", "한"},
	{"Следует ли ЗАПРЕТИТЬ?", "следует-ли-запретить"}, {"Чай", "чай"}, {"Πρέπει;", "πρέπει"},
	{"هل يجب حظر الهواتف؟", "هل-يجب-حظر-الهواتف"}, {"مُدَرِّس", "مُدَرِّس"},
	{"क्या हिन्दी?", "क्या-हिन्दी"}, {"२०२६", "२०२६"}, {"Rust 与 Go：选谁", "rust-与-go-选谁"},
	{"می\u200cخواهم", "میخواهم"}, {"ភាសា\u200bខ្មែរ", "ភាសាខ្មែរ"}, {"é学", "é学"}, {"🚀 e\u0301", "é"})

TEST_PAIRS(a_topic_without_a_letter_becomes_debate, text_slug,
	{"", "debate"}, {"---", "debate"}, {"？！", "debate"}, {"\u0301", "debate"},
	{"\xff", "debate"}, {" ", "debate"}, {"🚀", "debate"}, {"\u200b\u200f", "debate"})

TEST(every_character_gives_a_slug_of_the_documented_form)
{
	char s[8] = "a";

	for (int32_t cp = 0; cp <= 0x10ffff; cp = next_tried(cp)) {
		size_t n;
		char *slug, *again;

		if (surrogate(cp))
			continue;
		n = 1 + encode(cp, s + 1);
		s[n++] = 'b';
		slug = text_slug(s, n);
		for (size_t at = 0, len = strlen(slug); at < len;) {
			int32_t c;
			at += (size_t)utf8proc_iterate((utf8proc_uint8_t *)slug + at, (utf8proc_ssize_t)(len - at), &c);
			utf8proc_category_t kind = utf8proc_category(c);
			if (c != '-' && (kind < UTF8PROC_CATEGORY_LU || kind > UTF8PROC_CATEGORY_NL))
				fail_msg("U+%04X stands in the slug of U+%04X", (unsigned)c, (unsigned)cp);
		}
		assert_null(strstr(slug, "--"));
		assert_true(slug[0] != '-');
		assert_int_equal(slug[strlen(slug) - 1], 'b');
		again = text_slug(slug, strlen(slug));
		if (strcmp(slug, again))
			fail_msg("U+%04X: %s becomes %s", (unsigned)cp, slug, again);
		free(again);
		free(slug);
	}
}

TEST(a_text_is_cut_between_characters)
{
	static const struct {
		const char *s;
		size_t max, cut;
	} rows[] = {
		{"abc", 3, 3}, {"abc", 4, 3}, {"abc", 2, 2}, {"学校", 6, 6}, {"学校", 5, 3}, {"学校", 3, 3}, {"学校", 2, 0},
		{"", 0, 0}, {"a", 0, 0},
	};

	for (size_t i = 0; i < N(rows); i++)
		if (text_cut(rows[i].s, strlen(rows[i].s), rows[i].max) != rows[i].cut)
			fail_msg("\"%s\" is cut at %zu, not %zu", rows[i].s, text_cut(rows[i].s, strlen(rows[i].s), rows[i].max), rows[i].cut);
}

/* As GitHub renders these headings. */
TEST_PAIRS(an_anchor_is_what_github_makes, text_anchor,
	{"Rollout", "rollout"}, {"Open Questions?", "open-questions"},
	{"What's new in 2.0!", "whats-new-in-20"},
	{"snake_case and kebab-case", "snake_case-and-kebab-case"}, {"A  &  B", "a----b"},
	{"C++ / Rust", "c--rust"},
	{"Über Größe", "über-größe"}, {"日本語 の見出し", "日本語-の見出し"},
	{"`code` — here", "code--here"}, {"👋 Hello", "-hello"},
	{"1. First", "1-first"}, {"x² ① Ⅷ", "x--ⅷ"}, {"हिन्दी", "हिन्दी"}, {"e\u0301", "e\u0301"},
	{"a\tb\nc", "abc"}, {"", ""}, {"!?", ""},
	{"a\xff" "b", "ab"}, {"ÀÉ ΣΩ Ж", "àé-σω-ж"}, {"a\u203f" "b", "a\u203f" "b"},
	{"a\u00a0b", "ab"})

TEST(the_rules_have_their_documented_ids_and_errnos)
{
	static const struct {
		const char *id;
		int err;
	} rows[TEXT_RULES] = {
		[TEXT_UTF8] = {"text.utf8", EILSEQ}, [TEXT_CONTROL] = {"text.control", EINVAL},
		[TEXT_SIZE] = {"text.size", EFBIG}, [TEXT_BLANK] = {"text.blank", EINVAL},
		[TEXT_OPEN] = {"text.open", EINVAL}, [TEXT_LINE] = {"limit.line", EINVAL},
		[TEXT_NESTING] = {"limit.nesting", EINVAL}, [TEXT_RESERVED] = {"text.reserved", EINVAL},
		[TEXT_ONE] = {"text.one", EINVAL},
		[TEXT_SECRET] = {"text.secret", EINVAL},
	};

	for (size_t i = 0; i < TEXT_RULES; i++) {
		assert_string_equal(text_rules[i].id, rows[i].id);
		assert_int_equal(text_rules[i].err, rows[i].err);
		assert_int_equal(text_rules[i].severity, SEVERITY_ERROR);
	}
	assert_non_null(strstr(text_rules[TEXT_LINE].gloss, "at most 8192 bytes"));
	assert_non_null(strstr(text_rules[TEXT_NESTING].gloss, "at most 32 deep"));
}

TEST(one_byte_that_is_not_ascii_is_seen_wherever_it_stands)
{
	char text[] = "abcdefghijklmnopqrstuvwxyz";

	for (size_t len = 0; len < sizeof text; len++)
		assert_true(text_is_ascii(text, len));
	for (size_t at = 0; at + 1 < sizeof text; at++) {
		char was = text[at];

		text[at] = (char)0x80;
		for (size_t len = 0; len < sizeof text; len++)
			assert_int_equal(text_is_ascii(text, len), len <= at);
		text[at] = was;
	}
}

/* How many words a text has, and whether it says anything. */

struct row {
	const char *text;
	size_t words;
};

static void
assert_counts(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (count_words(rows[i].text, strlen(rows[i].text)) != rows[i].words)
			fail_msg("\"%s\" has %zu words, not %zu", rows[i].text, rows[i].words,
				count_words(rows[i].text, strlen(rows[i].text)));
}

TEST(words_are_parted_by_white_space)
{
	static const struct row rows[] = {
		{"", 0},
		{" \n\t", 0},
		{"one", 1},
		{" one  two\tthree\nfour ", 4},
		{"# Title \u2014 x", 2},
		{"a\u00a0b\u2003c\u3000d\u2028e", 5},
		{"\xff \xfe", 0},
		{"a \xff b", 2},
		{"- ** ... \u2026 \u201c\u201d", 0},
		{"it's don\u2019t l\u2019heure", 3},
		{"snake_case __", 1},
		{"3.14 1,000 2;5", 3},
		{"well-known GPT-4 and/or", 3},
		{"so\u00adft e\u0301", 2},
		{"\U0001f680 \U0001f1e9\U0001f1ea", 0},
		{"a\u200bb", 2},
		{"Следует ли?", 2},
		{"πρέπει να", 2},
		{"هل يجب؟", 2},
		{"हिन्दी में", 2},
		{"학교에서 금지", 2},
		{"ŝtrümpfe", 1},
	};

	assert_counts(rows, N(rows));
	assert_int_equal(count_words("a b", 1), 1);
	assert_int_equal(count_words("a\0b c", 5), 2);
}

TEST(two_letters_of_a_script_without_spaces_are_a_word)
{
	static const struct row rows[] = {
		{ "日", 1 }, { "日本", 1 }, { "日本語", 2 }, { "学校应该禁止手机吗？", 5 }, { "学校 应该，禁止", 3 },
		{ "プログラミング", 4 }, { "ﾌﾟﾛ", 2 },
		{ "使用Rust重写", 3 }, { "Rust 与 Go", 3 }, { "第3章", 2 },
		{ "โรงเรียน", 4 },      /* seven letters; vowels and tones above and below are marks */
		{ "ห้ามใช้", 3 }, { "ສະບາຍດີ", 3 }, { "ភាសាខ្មែរ", 3 }, { "မြန်မာ", 2 },
	};

	assert_counts(rows, N(rows));
}

TEST(a_text_without_letter_or_digit_is_blank)
{
	static const char *const blank[] = {"", " ", "\t\n", "\u00a0\u2003\u3000", "\u200d\ufe0f\u00ad", "\u0301",
		"\u3164", "\u115f\u1160\uffa0", "\u2800", "\u2060 \u180e", "\u034f", ".", "...", "\u2026\u2026",
		"\u3002", " - ", "\uff01\uff1f", "_", "~~ **", "\U0001f680", "\u2192 =", "\ufffd", "\xff\x80"};
	static const char *const said[] = {"a", "0", "... a", "\u65e5", "\u3002\u662f", "\u0301a", "\uff11", "\u0663",
		"\u2163", "\u2460", "\u0e01", "\u0915", "\u05d0", "\u3005", "\U0002fffd"};

	for (size_t i = 0; i < N(blank); i++)
		assert_true(is_blank(blank[i], strlen(blank[i])));
	for (size_t i = 0; i < N(said); i++)
		assert_false(is_blank(said[i], strlen(said[i])));
}

/* The quoted piece of a refused text: the piece that the sentence is about. */

#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define EIGHTY FIFTY TEN TEN TEN

TEST(a_short_text_is_quoted_whole)
{
	assert_string_equal(quote("abc", 3).s, "abc");
	assert_string_equal(quote("", 0).s, "");
}

TEST(a_long_one_is_cut_between_characters)
{
	assert_string_equal(quote(EIGHTY "x", 81).s, EIGHTY "…");
	assert_string_equal(quote("a" FIFTY TEN TEN "12345678" "é" "x", 82).s, "a" FIFTY TEN TEN "12345678" "…");
}
