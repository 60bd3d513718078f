/*
 * Lists of phrases: what a file may hold, what matches, and that the delivered lists hold what they are there for.
 */
#include "tests/unit/validators/rounds_fixture.h"

static struct phrases *
with(enum phrase_list list, const char *text)
{
	struct phrases *p = phrases_new();
	int line;

	assert_null(phrases_parse(p, PHRASES_NEGATION, "not\nno\nnever\ndont\n", 18, &line));
	assert_null(phrases_parse(p, list, text, strlen(text), &line));
	return p;
}

struct row {
	const char *phrase, *sentence;
	uint16_t at; /* PHRASE_NOWHERE: it does not match */
};

TEST(a_phrase_matches_word_by_word)
{
	static const struct row rows[] = {
		{ "great point", "Great point.", 0 },
		{ "great point", "This is a GREAT, POINT!", 3 },
		{ "great point", "great points", PHRASE_NOWHERE },
		{ "great point", "ingreat point", PHRASE_NOWHERE },
		{ "great point", "great and point", PHRASE_NOWHERE },
		{ "great point", "great", PHRASE_NOWHERE },
		{ "great point", "", PHRASE_NOWHERE },
		{ "you're right", "You’re right", 0 },
		{ "you’re right", "youre  right", 0 },
		{ "Great   Point", "great\tpoint", 0 },
		{ "i agree", "I Agree", 0 },
		{ "fein", "ｆｅｉｎ", 0 },
		{ "grosses lob", "Großes Lob", 0 },
		{ "a b", "a a b", 1 },
		{ "a b c\na d", "a b d a d", 3 },
		{ "i concede", "I do not concede", PHRASE_NOWHERE },
		{ "great point", "great | point", PHRASE_NOWHERE },
		{ "great point", "great = point", PHRASE_NOWHERE },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_PRAISE, rows[i].phrase);
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_PRAISE] != rows[i].at)
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_PRAISE]);
		phrases_free(p);
	}
}

TEST(a_gap_takes_up_to_three_words_and_no_negation)
{
	static const struct row rows[] = {
		{ "both * merit", "both merit", 0 },
		{ "both * merit", "Both have merit", 0 },
		{ "both * merit", "both of them, merit", 0 },
		{ "both ... merit", "both a b c merit", 0 },
		{ "both … merit", "both a b c merit", 0 },
		{ "both * merit", "both a b c d merit", PHRASE_NOWHERE },
		{ "both * merit", "both have no merit", PHRASE_NOWHERE },
		{ "both * merit", "both | merit", PHRASE_NOWHERE },
		{ "both * merit", "both both a b c merit", 1 },
		{ "both * have merit", "both sides have have merit", 0 },
		{ "both*merit", "both have merit", 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_NEITHER, rows[i].phrase);
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_NEITHER] != rows[i].at)
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_NEITHER]);
		phrases_free(p);
	}
}

TEST(a_negation_within_three_words_before_turns_a_phrase_round)
{
	static const struct row rows[] = {
		{ "i concede", "I concede", 0 },
		{ "i concede", "not i concede", PHRASE_NOWHERE },
		{ "i concede", "never a b i concede", PHRASE_NOWHERE },
		{ "i concede", "never a b c i concede", 4 },
		{ "i concede", "no doubt | i concede", 3 },
		{ "i concede", "never i concede | i concede", 4 },
		{ "concede", "I don't concede", PHRASE_NOWHERE },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_CONCEDE, rows[i].phrase);
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_CONCEDE] != rows[i].at || (rows[i].at == PHRASE_NOWHERE && w.negated != 1u << PHRASES_CONCEDE))
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_CONCEDE]);
		phrases_free(p);
	}
}

TEST(a_caret_binds_a_phrase_to_the_beginning_of_a_clause)
{
	static const struct row rows[] = {
		{ "^ conceded", "Conceded.", 0 },
		{ "^conceded", "~ conceded", 1 },
		{ "^conceded", "~ | conceded", 2 },
		{ "^conceded", "the proposer conceded", PHRASE_NOWHERE },
		{ "^ that is right", "that is right", 0 },
		{ "^ that is right", "all that is right", PHRASE_NOWHERE },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_CONCEDE, rows[i].phrase);
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_CONCEDE] != rows[i].at)
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_CONCEDE]);
		phrases_free(p);
	}
}

TEST(a_dollar_binds_a_phrase_to_the_end_of_a_clause)
{
	static const struct row rows[] = {
		{ "true $", "True.", 0 },
		{ "true$", "it is true", 2 },
		{ "true $", "true | the lock leaks", 0 },
		{ "true $", "true < the lock leaks", 0 },
		{ "true $", "true parallelism < it is said", PHRASE_NOWHERE },
		{ "^ true $", "~ true < so it is", 1 },
		{ "^ true $", "~ | true", 2 },
		{ "^ true $", "that is true", PHRASE_NOWHERE },
		{ "both * true $", "both are true", 0 },
		{ "both * true $", "both are true stories", PHRASE_NOWHERE },
		{ "true $\ntrue parallelism", "true parallelism", 0 },
		{ "i concede", "I < too < concede", PHRASE_NOWHERE },
		{ "i too concede", "I < too < concede", 0 },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_CONCEDE, rows[i].phrase);
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_CONCEDE] != rows[i].at)
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_CONCEDE]);
		phrases_free(p);
	}
}

TEST(lists_do_not_mix)
{
	struct phrases *p = with(PHRASES_PRAISE, "well done\n");
	struct wording w;
	int line;

	assert_null(phrases_parse(p, PHRASES_AGREEMENT, "well\n", 5, &line));
	wording_read(&w, p, "so well done", 12);
	assert_int_equal(w.at[PHRASES_PRAISE], 1);
	assert_int_equal(w.at[PHRASES_AGREEMENT], 1);
	assert_false(wording_says(&w, PHRASES_CONCEDE));
	wording_read(&w, p, "well", 4);
	assert_false(wording_says(&w, PHRASES_PRAISE));
	assert_true(wording_says(&w, PHRASES_AGREEMENT));
	assert_int_equal(phrases_count(p, PHRASES_PRAISE), 1);
	assert_int_equal(phrases_count(p, PHRASES_CONCEDE), 0);
	phrases_free(p);
}

TEST(words_are_counted_and_hashed_without_marks)
{
	struct phrases *p = with(PHRASES_PRAISE, "x");
	struct wording a, b;

	wording_read(&a, p, "~ | the lock = holds", 20);
	wording_read(&b, p, "The lock, holds!", 16);
	assert_int_equal(a.words, 3);
	assert_true(a.hash == b.hash);
	wording_read(&b, p, "holds the lock", 14);
	assert_false(a.hash == b.hash);
	phrases_free(p);
}

TEST(comments_and_blank_lines_say_nothing)
{
	struct phrases *p = with(PHRASES_PRAISE, "# great point\n\n  \t\n   # x\r\n  nice work \r\nlast one");

	assert_int_equal(phrases_count(p, PHRASES_PRAISE), 2);
	phrases_free(p);
}

static void
assert_fault(const char *text, size_t len, int line, const char *says)
{
	struct phrases *p = phrases_new();
	int at = -1;
	const char *fault = phrases_parse(p, PHRASES_PRAISE, text, len, &at);

	if (!fault || !strstr(fault, says) || at != line)
		fail_msg("%d: %s", at, fault ? fault : "no fault");
	phrases_free(p);
}

TEST(a_bad_line_is_named)
{
	static const struct {
		const char *text;
		int line;
		const char *says;
	} rows[] = {
		{ "good\n* point\n", 2, "between two words" },
		{ "good *\n", 1, "between two words" },
		{ "\n\na * b * c\n", 3, "one gap" },
		{ "a\xff\n", 1, "UTF-8" },
		{ "a\x01z\n", 1, "control" },
		{ "!!!\n", 1, "has a word" },
		{ "$\n", 1, "has a word" },
		{ "good * $\n", 1, "between two words" },
		{ "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17", 1, "16 words" },
		{ "1 2 3 4 5 6 7 8 * 9 10 11 12 13 14 15 16 17", 1, "16 words" },
		{ "good\n[de\n", 2, "in brackets: `[de]`" },
		{ "[d]\n", 1, "in brackets" },
		{ "[d-e]\n", 1, "in brackets" },
		{ "[de fr]\n", 1, "in brackets" },
		{ "[de_AT]\n", 1, "in brackets" },
		{ "[de-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx]\n", 1, "in brackets" },
	};

	for (size_t i = 0; i < N(rows); i++)
		assert_fault(rows[i].text, strlen(rows[i].text), rows[i].line, rows[i].says);
}

TEST(a_negation_is_one_word)
{
	struct phrases *p = phrases_new();
	int line;

	assert_non_null(phrases_parse(p, PHRASES_NEGATION, "not\nfar from\n", 13, &line));
	assert_int_equal(line, 2);
	assert_string_equal(phrases_parse(p, PHRASES_FILLER, "way\nbetter way\n", 15, &line), "a filler is one word");
	assert_int_equal(line, 2);
	phrases_free(p);
}

TEST(a_letter_of_a_script_without_spaces_is_compared_as_a_word)
{
	static const struct row rows[] = {
		{ "我承认", "这一点我承认。", 1 },
		{ "我承认", "我 承认", 0 },
		{ "我承认", "我不承认", PHRASE_NOWHERE },
		{ "承认", "我不能承认", PHRASE_NOWHERE },
		{ "承认", "不过说实话承认", 2 },
		{ "i concede", "我说i concede吧", 1 },
		{ "两者 * 道理", "两者各有各的道理", 0 },
		{ "两者 * 道理", "两者一二三四五六七道理", PHRASE_NOWHERE },
		{ "素晴らしい", "とても素晴らしいです", 1 },
		{ "ดี", "ดี", 0 },
		{ "^ 承认", "~ | 承认", 2 },
		{ "成立 $", "成立于一年", PHRASE_NOWHERE },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct phrases *p = with(PHRASES_CONCEDE, rows[i].phrase);
		struct wording w;
		int line;

		assert_null(phrases_parse(p, PHRASES_NEGATION, "不", strlen("不"), &line));
		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (w.at[PHRASES_CONCEDE] != rows[i].at)
			fail_msg("%s in %s: %u", rows[i].phrase, rows[i].sentence, w.at[PHRASES_CONCEDE]);
		phrases_free(p);
	}
}

TEST(there_are_64_languages_at_most)
{
	UT_string text;

	utstring_init(&text);
	for (unsigned i = 1; i <= PHRASE_LANGUAGES; i++)
		utstring_printf(&text, "[%c%c]\nword\n", 'x' + (char)(i / 26), 'a' + (char)(i % 26));
	assert_fault(utstring_body(&text), utstring_len(&text), 2 * PHRASE_LANGUAGES - 1, "64 languages");
	utstring_done(&text);
}

static int
language_of(const struct phrases *p, const char *text)
{
	struct tongues t = { .words = 0 };
	struct wording w;

	wording_read_told(&w, &t, p, text, strlen(text));
	return phrases_language(p, &t);
}

TEST(the_language_of_a_text_is_told_by_its_commonest_words)
{
	struct phrases *p = phrases_new();
	static const char words[] = "the and\n-s\n[de]\nder und\n[ko]\n-은 -는";
	int line;

	assert_int_equal(language_of(p, "alles auf einmal in einem langen Satz ohne jedes bekannte Wort darin"), 0);
	assert_null(phrases_parse(p, PHRASES_COMMON, words, strlen(words), &line));
	assert_null(phrases_parse(p, PHRASES_PRAISE, "good\n[de]\ngut\n", strlen("good\n[de]\ngut\n"), &line));
	assert_int_equal(language_of(p, "der Hund und der Baum"), 1);
	assert_int_equal(language_of(p, "the dog and der Baum"), 0);
	assert_int_equal(language_of(p, "개는 집은"), 2);
	assert_int_equal(language_of(p, "a few words"), 0);
	assert_int_equal(language_of(p, "несколько слов"), PHRASES_UNTOLD);
	assert_int_equal(language_of(p, "one two three four five six seven eight nine ten eleven twelve"), PHRASES_UNTOLD);
	assert_int_equal(language_of(p, "one two three four five six seven und"), 1);
	assert_int_equal(language_of(p, "one two three four five six seven eight nine ten eleven und"), PHRASES_UNTOLD);
	assert_true(phrases_tell(p, PHRASES_PRAISE, 0));
	assert_true(phrases_tell(p, PHRASES_PRAISE, 1));
	assert_false(phrases_tell(p, PHRASES_PRAISE, 2));
	assert_false(phrases_tell(p, PHRASES_PRAISE, PHRASES_UNTOLD));
	assert_false(phrases_tell(p, PHRASES_CONCEDE, 0));
	phrases_free(p);
}

TEST(words_that_name_nothing_are_not_counted_as_named)
{
	struct phrases *p = default_phrases();
	struct wording w;

	wording_read(&w, p, "There must be a better way", 26);
	assert_int_equal(w.words, 6);
	assert_int_equal(w.named, 0);
	wording_read(&w, p, "keep one file a turn, not a row", 31);
	assert_int_equal(w.words, 8);
	assert_int_equal(w.named, 3);
	phrases_free(p);
}

TEST(a_file_a_phrase_and_their_number_have_limits)
{
	char *text = mem_calloc(PHRASES_FILE_BYTES + 2, 1);
	struct phrases *p;
	int line;

	memset(text, '\n', PHRASES_FILE_BYTES + 1);
	assert_fault(text, PHRASES_FILE_BYTES + 1, 0, "64 KiB");
	p = phrases_new();
	assert_null(phrases_parse(p, PHRASES_PRAISE, text, PHRASES_FILE_BYTES, &line));
	phrases_free(p);
	memset(text, 'a', PHRASE_BYTES + 1);
	assert_fault(text, PHRASE_BYTES + 1, 1, "200 bytes");
	p = phrases_new();
	assert_null(phrases_parse(p, PHRASES_PRAISE, text, PHRASE_BYTES, &line));
	phrases_free(p);
	for (unsigned i = 0; i <= PHRASES_MAX; i++)
		snprintf(text + 6 * i, 7, "w%04u\n", i);
	assert_fault(text, 6 * (PHRASES_MAX + 1), PHRASES_MAX + 1, "1000 phrases");
	p = phrases_new();
	assert_null(phrases_parse(p, PHRASES_PRAISE, text, 6 * PHRASES_MAX, &line));
	assert_int_equal(phrases_count(p, PHRASES_PRAISE), PHRASES_MAX);
	for (unsigned i = 0; i < PHRASES_MAX; i++) {
		struct wording w;
		wording_read(&w, p, text + 6 * i, 5);
		assert_int_equal(w.at[PHRASES_PRAISE], 0);
	}
	phrases_free(p);
	free(text);
}

TEST(the_delivered_lists_catch_what_they_are_there_for)
{
	static const struct {
		enum phrase_list list;
		const char *sentence;
		bool says;
	} rows[] = {
		{ PHRASES_PRAISE, "Great point about the lock", true },
		{ PHRASES_PRAISE, "Thanks for the thorough analysis", true },
		{ PHRASES_PRAISE, "The great lock points nowhere", false },
		{ PHRASES_AGREEMENT, "I agree now.", true },
		{ PHRASES_AGREEMENT, "You're right", true },
		{ PHRASES_AGREEMENT, "I disagree", false },
		{ PHRASES_AGREEMENT, "I do not agree with that", false },
		{ PHRASES_CONCEDE, "I concede that the journal grows", true },
		{ PHRASES_CONCEDE, "~ | conceded", true },
		{ PHRASES_CONCEDE, "I stand corrected", true },
		{ PHRASES_CONCEDE, "I will not concede this", false },
		{ PHRASES_CONCEDE, "I cannot say I concede it", false },
		{ PHRASES_CONCEDE, "If you are right, the lock is needed", false },
		{ PHRASES_CONCEDE, "The permission was granted", false },
		{ PHRASES_CONCEDE, "~ | True < the keys are open", true },
		{ PHRASES_CONCEDE, "~ | correct < see =", true },
		{ PHRASES_CONCEDE, "~ is right", true },
		{ PHRASES_CONCEDE, "~ | good catch < a failover empties the table", true },
		{ PHRASES_CONCEDE, "~ | gemini has a point here", true },
		{ PHRASES_CONCEDE, "~ | I had not considered the replica", true },
		{ PHRASES_CONCEDE, "~ | correct sizing makes this moot", false },
		{ PHRASES_CONCEDE, "~ | true replication is not needed", false },
		{ PHRASES_CONCEDE, "~ | accepted tokens are checked", false },
		{ PHRASES_CONCEDE, "~ | granted permissions stay the same", false },
		{ PHRASES_CONCEDE, "~ still stands", false },
		{ PHRASES_CONCEDE, "I withdraw ~", true },
		{ PHRASES_CONCEDE, "I retract the claim", true },
		{ PHRASES_CONCEDE, "I withdraw my concession of ~", false },
		{ PHRASES_CONCEDE, "I retract my concession", false },
		{ PHRASES_RETRACT, "I retract my concession of ~", true },
		{ PHRASES_RETRACT, "I retract my claim", false },
		{ PHRASES_RETRACT, "My concession of ~ went too far", true },
		{ PHRASES_CONCEDE, "the challenger has no point", false },
		{ PHRASES_AGREEMENT, "Absolutely < this is so", true },
		{ PHRASES_AGREEMENT, "Absolutely nothing here measures writes", false },
		{ PHRASES_AGREEMENT, "Correctness | no issues found here", true },
		{ PHRASES_AGREEMENT, "No issues are filed for it", false },
		{ PHRASES_AGREEMENT, "I share this view", true },
		{ PHRASES_PRAISE, "The proposer presents a solid case", true },
		{ PHRASES_PRAISE, "The position is sound", true },
		{ PHRASES_PRAISE, "The position is unsound", false },
		{ PHRASES_PRAISE, "I like its clarity", true },
		{ PHRASES_CERTIFY, "~ | resolved", true },
		{ PHRASES_CERTIFY, "All of my points were answered", true },
		{ PHRASES_CERTIFY, "None of them were answered", false },
		{ PHRASES_ALTERNATIVE, "Instead < I would keep the lock", true },
		{ PHRASES_ALTERNATIVE, "Instead of data there are adjectives", false },
		{ PHRASES_CORRECTNESS, "Results go wrong then", true },
		{ PHRASES_SECURITY, "A stolen token stays valid", true },
		{ PHRASES_EXPERIENCE, "Local development needs a server", true },
		{ PHRASES_CERTIFY, "I'm convinced because = syncs", true },
		{ PHRASES_CERTIFY, "~ is resolved", true },
		{ PHRASES_CERTIFY, "I am not convinced", false },
		{ PHRASES_CERTIFY, "I agree now", false },
		{ PHRASES_CERTIFY, "~ is not resolved", false },
		{ PHRASES_REBUT, "~ is already synced", true },
		{ PHRASES_REBUT, "~ | noted < see =", false },
		{ PHRASES_REBUT, "~ | a fair remark", false },
		{ PHRASES_REBUT, "I will look at it", false },
		{ PHRASES_TRADEOFF, "~ is a trade-off", true },
		{ PHRASES_TRADEOFF, "~ is worth its price", true },
		{ PHRASES_TRADEOFF, "~ | noted < see =", false },
		{ PHRASES_TRADEOFF, "I will look at it", false },
		{ PHRASES_RETRACT, "I take back my concession", true },
		{ PHRASES_RETRACT, "~ does not hold", true },
		{ PHRASES_RETRACT, "~ stays conceded", false },
		{ PHRASES_ALTERNATIVE, "Alternative | one file a turn", true },
		{ PHRASES_ALTERNATIVE, "Replace the single row with one file", true },
		{ PHRASES_ALTERNATIVE, "There is no alternative", false },
		{ PHRASES_NEITHER, "Both approaches have merit.", true },
		{ PHRASES_NEITHER, "both sides of it have their merits", true },
		{ PHRASES_NEITHER, "It's a tie", true },
		{ PHRASES_NEITHER, "This is not a tie", false },
		{ PHRASES_NEITHER, "Neither of the two wins", true },
		{ PHRASES_NEITHER, "Claude had the stronger argument", false },
		{ PHRASES_NEITHER, "neither side measured the latency", false },
		{ PHRASES_NEITHER, "Both sides cite the same file", false },
	};
	struct phrases *p = default_phrases();

	for (size_t i = 0; i < N(rows); i++) {
		struct wording w;

		wording_read(&w, p, rows[i].sentence, strlen(rows[i].sentence));
		if (wording_says(&w, rows[i].list) != rows[i].says)
			fail_msg("%s: %s", rounds_texts[rows[i].list].name, rows[i].sentence);
	}
	phrases_free(p);
}
