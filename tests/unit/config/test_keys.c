/* keys.h: what a row can do. Ranges and defaults of the rows stand in duelfs.toml and its man page, against which test_config.c holds them. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <utf8proc.h>
#include "tests/unit/files.h"
#include "config/keys.h"

static const char *const formats[] = {"socratic", "other", NULL};

/* One of every struct a key may be in. */
struct bases {
	struct mount_config mount;
	struct duel_rules rules;
};

static void *
base(struct bases *b, const struct key *k)
{
	if (k->scope == SCOPE_MOUNT)
		return &b->mount;
	return &b->rules;
}

static struct bases b;

static int
begin(void **state)
{
	(void)state;
	memset(&b, 0, sizeof b);
	for (size_t i = 0; i < n_keys; i++)
		key_store(&keys[i], base(&b, &keys[i]), keys[i].initial);
	return 0;
}

static void
drop(struct bases *of)
{
	for (size_t i = 0; i < n_keys; i++)
		key_free(&keys[i], base(of, &keys[i]));
}

static int
end(void **state)
{
	(void)state;
	drop(&b);
	return 0;
}

EACH_TEST(begin, end);

static const struct key *
key(const char *section, const char *name)
{
	const struct key *k = key_find(section, name);
	if (!k)
		fail_msg("no key %s in [%s]", name, section);
	return k;
}

static struct toml_item
whole(int64_t value)
{
	return (struct toml_item){.line = 7, .type = TOML_INTEGER, .text = "", .integer = value};
}

static struct toml_item
real(double value)
{
	return (struct toml_item){.line = 7, .type = TOML_REAL, .text = "", .real = value};
}

static struct toml_item
text(const char *s)
{
	return (struct toml_item){.line = 7, .type = TOML_TEXT, .text = s, .len = strlen(s)};
}

static void
takes(const struct key *k, struct toml_item item)
{
	struct config_error error = {0};
	if (key_set(k, base(&b, k), &item, formats, &error))
		fail_msg("%s", error.text);
}

static void
refuses(const struct key *k, struct toml_item item, const char *want)
{
	struct config_error error = {0};
	UT_string *before = test_string();
	UT_string *after = test_string();
	key_print(k, base(&b, k), before);
	assert_int_equal(key_set(k, base(&b, k), &item, formats, &error), -EINVAL);
	key_print(k, base(&b, k), after);
	assert_string_equal(utstring_body(before), utstring_body(after));
	assert_string_equal(error.text, want);
	assert_string_equal(error.key, k->name);
	assert_int_equal(error.line, 7);
}

static void
prints(const struct key *k, const char *want)
{
	UT_string *out = test_string();
	key_print(k, base(&b, k), out);
	assert_string_equal(utstring_body(out), want);
}

/* For a loop over the rows that take text of their own, which a token is not. */
static bool
takes_text(const struct key *k)
{
	return (k->type == KEY_LINE || k->type == KEY_PATH || k->type == KEY_CHOICE || k->type == KEY_FORMAT) && !k->secret;
}
#define EACH_KEY(k, condition) \
	for (const struct key *k = keys; k < keys + n_keys; k++) \
		if (condition)

TEST(no_key_has_two_rows)
{
	EACH_KEY(k, true)
		assert_ptr_equal(key(k->section, k->name), k);
}

TEST(every_integer_key_takes_its_lowest_and_its_highest_value)
{
	EACH_KEY(k, k->type == KEY_INTEGER) {
		takes(k, whole(k->min.integer));
		assert_true(key_load(k, base(&b, k)).integer == k->min.integer);
		takes(k, whole(k->max.integer));
		assert_true(key_load(k, base(&b, k)).integer == k->max.integer);
	}
}

TEST(every_integer_key_refuses_what_is_below_and_above_and_says_the_range)
{
	EACH_KEY(k, k->type == KEY_INTEGER) {
		const int64_t past[] = {k->min.integer - 1, k->max.integer + 1, -1, INT64_MIN, INT64_MAX};
		for (size_t j = 0; j < N(past); j++)
			refuses(k, whole(past[j]), TEXT("%s: %" PRId64 " is not between %" PRId64 " and %" PRId64, k->name, past[j],
				k->min.integer, k->max.integer));
	}
}

TEST(a_clock_is_none_or_half_a_minute_at_least)
{
	const struct key *k = key("defaults", "move_seconds");
	refuses(k, whole(1), "move_seconds: 1 is neither 0 nor between 30 and 2592000");
	refuses(k, whole(29), "move_seconds: 29 is neither 0 nor between 30 and 2592000");
	takes(k, whole(30));
	takes(k, whole(0));
}

static const struct {
	enum toml_type type;
	const char *called;
} kinds[] = {
	{TOML_TEXT, "text"}, {TOML_INTEGER, "an integer"}, {TOML_REAL, "a floating-point number"}, {TOML_BOOLEAN, "true or false"},
	{TOML_TIME, "a date or time"}, {TOML_ARRAY, "an array"}, {TOML_TABLE, "a table"},
};

#define FITS(type) (1u << (type))

static void
refuses_kinds(const struct key *k, const char *belongs, unsigned fits)
{
	for (size_t i = 0; i < N(kinds); i++) {
		const struct toml_item item = {.line = 7, .type = kinds[i].type, .text = "", .real = 3, .integer = 3};
		if (fits & FITS(kinds[i].type))
			continue;
		refuses(k, item, TEXT("%s: %s stands where %s belongs", k->name, kinds[i].called, belongs));
	}
}

TEST(every_key_refuses_every_other_type_and_says_what_belongs_there)
{
	EACH_KEY(k, k->type == KEY_INTEGER)
		refuses_kinds(k, k->or_from ? TEXT("an integer, %" PRId64 " or between %" PRId64 " and %" PRId64, k->min.integer, k->or_from,
				k->max.integer) : TEXT("an integer between %" PRId64 " and %" PRId64, k->min.integer, k->max.integer),
			FITS(TOML_INTEGER));
	refuses_kinds(key("mount", "archive"), "an absolute path of at most 4095 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "secrets"), "one of refuse, warn, allow", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "format"), "one of socratic, other", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "topic"), "text of at most 1024 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "source"), "an absolute path of at most 4095 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "novelty_threshold"), "a number between 0 and 1", FITS(TOML_INTEGER) | FITS(TOML_REAL));
	refuses_kinds(key("defaults", "require_token"), "true or false", FITS(TOML_BOOLEAN));
	refuses_kinds(key("defaults", "participants"), "a list of at most 16 texts, NAME or NAME:UID", FITS(TOML_ARRAY));
}

TEST(every_text_key_takes_nothing_and_its_most_bytes_and_refuses_one_more)
{
	EACH_KEY(k, takes_text(k) && k->max.integer) {
		const size_t max = (size_t)k->max.integer;
		char value[5000] = "/";
		memset(value + 1, 'x', max);
		refuses(k, text(value), TEXT("%s: %zu bytes are more than %zu", k->name, max + 1, max));
		value[max] = '\0';
		takes(k, text(value));
		takes(k, text(""));
		assert_string_equal(key_load(k, base(&b, k)).text, "");
	}
}

TEST(a_path_is_absolute)
{
	refuses(key("defaults", "source"), text("a/b.md"), "source: \"a/b.md\" is not an absolute path of at most 4095 bytes");
	refuses(key("mount", "archive"), text("~/archive"), "archive: \"~/archive\" is not an absolute path of at most 4095 bytes");
	takes(key("defaults", "source"), text("/a b/ü.md"));
	assert_string_equal(b.rules.source, "/a b/ü.md");
}

TEST(a_choice_is_one_of_its_list_exactly)
{
	const char *choices[] = {"refuse", "warn", "allow"};
	for (size_t i = 0; i < N(choices); i++) {
		takes(key("defaults", "secrets"), text(choices[i]));
		assert_string_equal(b.rules.secrets, choices[i]);
	}
	refuses(key("defaults", "secrets"), text("Warn"), "secrets: \"Warn\" is not one of refuse, warn, allow");
	refuses(key("defaults", "secrets"), text(""), "secrets: \"\" is not one of refuse, warn, allow");
	takes(key("defaults", "format"), text("other"));
	refuses(key("defaults", "format"), text("socratik"), "format: \"socratik\" is not one of socratic, other");
}

TEST(a_float_key_takes_its_bounds_and_refuses_what_is_past_them)
{
	const struct key *k = key("defaults", "novelty_threshold");
	assert_true(b.rules.novelty_threshold == 0.8);
	takes(k, real(0));
	takes(k, real(1));
	takes(k, real(0.25));
	assert_true(b.rules.novelty_threshold == 0.25);
	refuses(k, real(-0.001), "novelty_threshold: -0.001 is not between 0 and 1");
	refuses(k, real(1.5), "novelty_threshold: 1.5 is not between 0 and 1");
	refuses(k, whole(2), "novelty_threshold: 2.0 is not between 0 and 1");
	refuses(k, whole(-1), "novelty_threshold: -1.0 is not between 0 and 1");
}

TEST(nan_inf_and_minus_zero_are_no_surprise_in_a_float_key)
{
	const struct key *k = key("defaults", "novelty_threshold");
	refuses(k, real((double)NAN), "novelty_threshold: nan is not between 0 and 1");
	refuses(k, real((double)INFINITY), "novelty_threshold: inf is not between 0 and 1");
	refuses(k, real(-(double)INFINITY), "novelty_threshold: -inf is not between 0 and 1");
	takes(k, real(-0.0));
	prints(k, "novelty_threshold = 0.0\n");
	refuses(k, real(nextafter(1, 2)), "novelty_threshold: 1.0000000000000002 is not between 0 and 1");
}

TEST(a_boolean_is_true_or_false)
{
	const struct key *k = key("defaults", "require_token");
	assert_false(b.rules.require_token);
	takes(k, (struct toml_item){.type = TOML_BOOLEAN, .boolean = true});
	assert_true(b.rules.require_token);
	prints(k, "require_token = true\n");
	takes(k, (struct toml_item){.type = TOML_BOOLEAN});
	prints(k, "require_token = false\n");
}

TEST(control_bidirectional_and_invisible_characters_are_refused_in_every_text)
{
	static const utf8proc_int32_t bad[] = {0, 1, '\t', '\n', '\r', 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9F,
		0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF, 0xE0000, 0xE007F};
	for (size_t i = 0; i < N(bad); i++) {
		char value[16] = "/a";
		const utf8proc_ssize_t n = utf8proc_encode_char(bad[i], (utf8proc_uint8_t *)value + 2);
		struct toml_item item = text(value);
		item.len = 2 + (size_t)n;
		EACH_KEY(k, takes_text(k))
			refuses(k, item, TEXT("%s: U+%04X stands in it; control, bidirectional and invisible characters may not", k->name,
				(unsigned)bad[i]));
	}
}

TEST(what_is_not_UTF_8_is_refused_in_text)
{
	const char *bad[] = {"\x80", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "a\xE2\x82", "\xFF"};
	for (size_t i = 0; i < N(bad); i++)
		refuses(key("defaults", "topic"), text(bad[i]), "topic: is not UTF-8");
}

TEST(text_of_every_script_is_taken_as_it_is)
{
	const char *good[] = {"Sokrates über Καλλίας", "日本語", "👍🏽", "a\u200Db", " \" \\ # '", "\u00A0", "\uFFFD"};
	for (size_t i = 0; i < N(good); i++) {
		takes(key("defaults", "topic"), text(good[i]));
		assert_string_equal(b.rules.topic, good[i]);
	}
}

TEST(printed_text_is_escaped_as_TOML_has_it)
{
	const struct key *k = key("defaults", "topic");
	key_replace(k, &b.rules, (union key_value){.text = "a \"b\" \\ \n\x7F \u202E ü \xFF."});
	prints(k, "topic = \"a \\\"b\\\" \\\\ \\u000A\\u007F \\u202E ü \\uFFFD.\"\n");
}

TEST(a_copy_is_equal_and_its_own)
{
	struct bases copy = {0};
	takes(key("defaults", "topic"), text("one"));
	takes(key("socratic", "max_turns"), whole(9));
	takes(key("defaults", "novelty_threshold"), real(0.5));
	for (size_t i = 0; i < n_keys; i++) {
		key_store(&keys[i], base(&copy, &keys[i]), key_load(&keys[i], base(&b, &keys[i])));
		assert_true(key_equal(&keys[i], base(&b, &keys[i]), base(&copy, &keys[i])));
	}
	assert_ptr_not_equal(b.rules.topic, copy.rules.topic);
	takes(key("defaults", "topic"), text("two"));
	assert_string_equal(copy.rules.topic, "one");
	drop(&copy);
}

TEST(a_key_is_found_by_section_and_flat_by_its_format)
{
	assert_null(key_find("mount", "max_turns"));
	assert_null(key_find("", "archive"));
	assert_null(key_find("socratic", "max_turn"));
	assert_ptr_equal(key_find_flat("max_turns", "socratic"), key("socratic", "max_turns"));
	assert_null(key_find_flat("max_turns", "other"));
	assert_ptr_equal(key_find_flat("topic", "other"), key("defaults", "topic"));
	assert_null(key_find_flat("archive", "socratic"));
	assert_null(key_find_flat("name", "socratic"));
	/* No format's name makes the sections that are none into its own. */
	assert_null(key_find_flat("archive", "mount"));
	assert_true(is_section("mount") && is_section("limits") && is_section("defaults") && is_section("socratic"));
	assert_false(is_section("") || is_section("other") || is_section("duel"));
}

TEST(the_nearest_name_is_at_most_two_edits_away)
{
	assert_string_equal(config_nearer("max_turn", "max_turns", NULL), "max_turns");
	assert_string_equal(config_nearer("mxa_turns", "max_turns", NULL), "max_turns");
	assert_string_equal(config_nearer("max-turns", "max_turns", NULL), "max_turns");
	assert_null(config_nearer("mxtrns", "max_turns", NULL));
	assert_null(config_nearer("turns_max", "max_turns", NULL));
	assert_null(config_nearer("", "max_turns", NULL));
	assert_string_equal(config_nearer("topi", "topic", "to"), "topic");
	assert_string_equal(config_nearer("topi", "tops", "topic"), "topic");
	char longest[500];
	memset(longest, 'm', 499);
	longest[499] = '\0';
	assert_null(config_nearer(longest, "max_turns", NULL));
}
