/*
 * References and quotations: what is looked up, what is told, and what is left alone. Each row is a text and the rules
 * that it breaks.
 */
#include "tests/unit/formats/fixture.h"

#include <ctype.h>
#include "validators/kit/quotes.h"
#include "validators/text/chars.h"
#include "validators/text/text.h"

static const char turn_1[] = "**Position**\nThe cache is shared by all workers — and nobody _locks_ it.\nWe don't measure "
			     "“cold starts” at all, and failures are rare.\n\n缓存由所有进程共享，没有任何锁保护它。\n";
static const char turn_2[] = "The log grows without any bound, unless the old records are removed by hand.\n"
			     "Кэш общий для всех процессов, и его никто не блокирует.\n"
			     "サーバー 12 台の費用は月 **210** 万円から月 90 万円に下がり、\n5 年で元が取れる（ＡＢＣ案）。\n";

static const struct reader texts[] = {
	{turn_1, turn_1 + sizeof turn_1 - 1}, {turn_2, turn_2 + sizeof turn_2 - 1}};
static struct folding folded[N(texts)], *kept[] = {&folded[0], &folded[1]};
static const struct library library = {.v = texts, .n = N(texts), .kept = kept};

static enum found
find_turn(const void *state, const struct ref *ref, struct said *said)
{
	(void)state;
	if (ref->number[0] < 1 || ref->number[0] > N(texts))
		return FOUND_NOTHING;
	said_add(said, ref->number[0] - 1, texts[ref->number[0] - 1]);
	return FOUND;
}

static enum found
find_item(const void *state, const struct ref *ref, struct said *said)
{
	(void)state;
	(void)said;
	return ref->number[0] == 1 ? FOUND : FOUND_NOTHING;
}

static const struct ref_kind kinds[] = {{.form = "Turn #", .flags = REF_TEXT, .find = find_turn},
	{.form = "U-#", .find = find_item}, {.form = "P#.#", .flags = REF_TEXT, .find = find_turn},
	{.form = "Source", .flags = REF_SOURCE}, {.form = REF_PATH}, {0}};
static const struct grammar grammar = {&fixture_kind, kinds, "plan.md", NULL};

static char told[512]; /* the last finding's sentence */
static struct found_quote found_first;

/* The ids of the rules that a text breaks, with a space between, and how many quotations were found. */
static const char *
judged(const char *text, size_t *found)
{
	static char ids[512];
	struct found_quotes quotes = {0};
	FINDINGS fs = {0};
	struct parsed p;

	parts_read(&p, &grammar, text, strlen(text));
	quotes_look_up(&p, &library, NULL, &quotes, &fs);
	*ids = '\0';
	for (size_t i = 0; i < fs.n; i++)
		strcat(strcat(ids, *ids ? " " : ""), fs.v[i].rule->id), strcpy(told, fs.v[i].text);
	if (found)
		*found = quotes.n, found_first = quotes.n ? *quotes.v : (struct found_quote){0};
	found_quotes_free(&quotes);
	parsed_free(&p);
	return ids;
}

static void
judge_row(const char *head, const char *text, size_t len)
{
	const char *row = test_owns(mem_copy(text, len - 1));

	if (strcmp(judged(row, NULL), strcmp(head, "taken") ? head : ""))
		fail_msg("%s\n  is told %s, not %s", row, judged(row, NULL), head);
}

/* For a table of tests: texts of the corpus, and what each is told. */
#define TEST_TEXTS(sentence) TEST_ROW(sentence, each_row("tests/corpus/kit/" #sentence ".txt", judge_row))

#define UNFOUND "quote.unfound"

TEST_TEXTS(a_quotation_beside_a_reference_stands_in_what_that_names)
TEST_TEXTS(white_space_beside_a_script_without_spaces_and_full_width_forms_are_folded)

TEST(a_long_quotation_is_shown_cut_with_its_closing_mark)
{
	assert_string_equal(judged("As Turn 1 has it, “nobody has ever measured how many of the workers wait for the lock at noon”.", NULL),
		UNFOUND);
	assert_string_equal(told, "“nobody has ever measured how many of the workers wait for th…” stands in no text of this debate");
}

TEST_TEXTS(a_short_quotation_is_a_term)
TEST_TEXTS(a_reference_is_judged_where_it_is_a_mark)
TEST_TEXTS(a_reference_at_the_head_of_an_entry_is_a_mark)
TEST_TEXTS(a_quotation_that_stands_nowhere_is_told_where_its_passage_refers_to_a_text)
TEST_TEXTS(nothing_is_read_in_code_block_quotes_fences_and_operations)

TEST(what_was_found_is_counted)
{
	size_t found;

	judged("Turn 1: \"failures are rare.\" And \"the log grows without any bound\"; \"nothing of the sort stands\".", &found);
	assert_int_equal(found, 2);
	judged("**Answers**\n- Turn 1: \"failures are rare.\" And \"the log grows without any bound\" (Turn 2), so U-1 \"cold starts\"."
		"\n  - \"nobody _locks_ it\" (Turn 1)\n\n**Reasons**\n- why\n  - Turn 1: \"没有任何锁保护\"", &found);
	assert_int_equal(found, 4);
}

TEST(a_quotation_is_found_at_its_place)
{
	size_t found;

	judged("It says \"failures are rare\".", &found);
	assert_int_equal(found, 1);
	assert_int_equal(found_first.which, 0);
	assert_int_equal(found_first.offset, strstr(turn_1, "failures") - turn_1);
	assert_string_equal(text_of(found_first.text), "\"failures are rare\"");
}

static void
assert_ref(const char *text, const char *is)
{
	struct reader r = {text, text + strlen(text)};
	struct ref ref;
	bool found = ref_next(fixture_refs, "plan.md", text, &r, &ref);

	if (found != (is != NULL) || (is && strcmp(text_of(ref.text), is)))
		fail_msg("%s: %s", text, found ? text_of(ref.text) : "no reference");
}

static bool
read_own(const void *own, unsigned writer, size_t which, struct parsed *p)
{
	(void)writer, (void)which;
	parts_read(p, &grammar, own, strlen(own));
	return true;
}

TEST(what_its_writer_said_has_its_place_there_though_the_writer_quoted_how_it_begins)
{
	static const char own[] = "**Position**\nSo \"one two three four\" they say, and five six seven eight.\n";
	static const char text[] = "**Position**\n\"one two three four … five six seven eight\"\n";
	struct reader said = {own, own + sizeof own - 1};
	struct folding folding = {.made = NULL}, *one = &folding;
	struct found_quotes quotes = {0};
	FINDINGS fs = {0};
	struct parsed p;

	parts_read(&p, &grammar, text, sizeof text - 1);
	quotes_look_up(&p, &(struct library){.v = &said, .n = 1, .kept = &one, .read_own = read_own}, own, &quotes, &fs);
	assert_int_equal(quotes.n, 1);
	assert_int_equal(quotes.v[0].offset, strstr(own, "one two") - own);
	found_quotes_free(&quotes);
	folding_free(&folding);
	parsed_free(&p);
}

TEST(references_are_found_in_any_text)
{
	assert_ref("see Turn 3, where", "Turn 3");
	assert_ref("see P2.10.", "P2.10");
	assert_ref("见P2.1的说法", "P2.1");
	assert_ref("siehe Turn ３", "Turn ３");
	assert_ref("prop_000a is", "prop_000a");
	assert_ref("L-003: no", "L-003");
	assert_ref("Source:12-20 has", "Source:12-20");
	assert_ref("Source#roll-out!", "Source#roll-out");
	assert_ref("plan.md#L12 has", "plan.md#L12");
	assert_ref("in src/store.c:41 it", "src/store.c:41");
	assert_ref("in store.c:41-44, it", "store.c:41-44");
	assert_ref("docs/übersicht.md", "docs/übersicht.md");
	assert_ref("turn 3 of u-2", NULL);
	assert_ref("the P2.1.3 release, MP2.1, xTurn 3, A-U-2 and C4.1a", NULL);
	assert_ref("https://example.org/a.html:3", NULL);
	assert_ref("e.g. this. and that", NULL);
	assert_ref("Turning 3", NULL);
}

/* ref_next looks near rare bytes only; this at each word. */
static bool
next_at_each_word(const char *source, const char *before, struct reader *r, struct ref *ref)
{
	while (len_of(r) && !ref_read(fixture_refs, source, before, r, ref)) {
		bool word = isalnum((unsigned char)*r->s) || *r->s == '_';
		r->s += char_bytes(r->s, r->end);
		while (word && len_of(r) && (isalnum((unsigned char)*r->s) || *r->s == '_'))
			r->s++;
	}
	return ref->text.end == r->s && ref->text.s;
}

TEST(a_reference_is_found_wherever_it_stands)
{
	static const char *const pieces[] = {"Turn", " ", "\n", "\t ", "\u00a0", "3", "３", "Source", "source.md", "my plan.md", ":12-20", "#a", "x", "words ",
		"words ", "a.b/c", ".", ". ", "é", "见", "U-", "P2.1", "prop_001a", "-", "/", "(", "“"};
	static const char *const sources[] = {NULL, "plan.md", "my plan.md", "Plan", "9"};
	unsigned found = 0;
	srand(5);
	for (unsigned round = 0; round < 20000; round++) {
		char text[512] = "";
		const char *source = sources[round % N(sources)];
		for (unsigned i = 0; i < 30; i++)
			strcat(text, pieces[(unsigned)rand() % (round % 2 ? N(pieces) : 15)]);
		struct reader r = {text, text + strlen(text)}, other = r;
		for (bool any = true; any;) {
			struct ref a = {0}, b = {0};
			any = ref_next(fixture_refs, source, text, &r, &a);
			if (any != next_at_each_word(source, text, &other, &b) || (any && (!ref_equal(&a, &b) || a.text.s != b.text.s)))
				fail_msg("%s: %s, %s", text, any ? text_of(a.text) : "none", text_of(b.text));
			found += any;
		}
	}
	assert_true(found > 10000);
}

TEST(a_number_may_be_padded)
{
	const char *text = "L-3 L-003";
	struct reader r = {text, text + strlen(text)};
	struct ref a, b;

	assert_true(ref_next(fixture_refs, NULL, text, &r, &a) && ref_next(fixture_refs, NULL, text, &r, &b));
	assert_true(ref_equal(&a, &b));
}
