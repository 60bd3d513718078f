/* keys.h: every key's default, range and type against a list of their own, and what a row can do. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <utf8proc.h>
#include "tests/unit/test.h"
#include "config/keys.h"

#define KIB INT64_C(1024)
#define MIB (KIB * KIB)
#define GIB (MIB * KIB)

static const char *const formats[] = {"socratic", "other", NULL};

/* The design's table, written down once more: a slip in keys.c must not confirm itself. */
struct whole {
	const char *section, *name;
	int64_t min, max, initial;
};
static const struct whole wholes[] = {
	{"limits", "duels", 1, 10000000, 1000000},
	{"limits", "duels_per_uid", 1, 1000000, 1000},
	{"limits", "handles_per_uid", 1, 65536, 256},
	{"limits", "staged_bytes_per_uid", 64 * KIB, 16 * GIB, 64 * MIB},
	{"limits", "reader_bytes_per_uid", 64 * KIB, 16 * GIB, 64 * MIB},
	{"limits", "reader_bytes", 64 * KIB, 64 * GIB, 512 * MIB},
	{"limits", "waits", 1, 65536, 1024},
	{"limits", "waits_per_uid", 1, 65536, 256},
	{"limits", "events", 100, 10000000, 100000},
	{"limits", "loaded_bytes", MIB, 64 * GIB, 256 * MIB},
	{"defaults", "lease_seconds", 1, 86400, 900},
	{"defaults", "retry_after_seconds", 1, 3600, 30},
	{"defaults", "wait_seconds", 1, 86400, 1200},
	{"defaults", "max_turn_bytes", KIB, MIB, 64 * KIB},
	{"socratic", "max_turns", 2, 100, 6},
	{"dialectic", "exchanges", 0, 1000, 0},
	{"rounds", "rounds", 1, 5, 2},
	{"defaults", "move_seconds", 0, 2592000, 86400},
	{"rounds", "turn_seconds", 30, 86400, 1200},
	{"adversarial", "min_turns", 2, 200, 12},
	{"adversarial", "max_turns", 2, 200, 40},
	{"adversarial", "turn_seconds", 30, 86400, 900},
	{"adversarial", "max_turn_bytes", KIB, MIB, 256 * KIB},
};
struct text {
	const char *section, *name, *initial;
	enum key_type type;
	size_t max_bytes;
};
static const struct text texts[] = {
	{"mount", "archive", "", KEY_PATH, 4095},
	{"mount", "database", "", KEY_LINE, 4095},
	{"defaults", "format", "socratic", KEY_FORMAT, 0},
	{"defaults", "topic", "", KEY_LINE, 1024},
	{"defaults", "source", "", KEY_PATH, 4095},
	{"defaults", "evidence_root", "", KEY_PATH, 4095},
	{"defaults", "evidence_as", "", KEY_LINE, 1024},
	{"defaults", "maker_hash", "", KEY_LINE, 1024},
	{"defaults", "secrets", "refuse", KEY_CHOICE, 0},
	{"dialectic", "scope", "", KEY_LINE, 1000},
	{"dialectic", "word_limits", "warn", KEY_CHOICE, 0},
	{"rounds", "evidence", "warn", KEY_CHOICE, 0},
	{"rounds", "effort", "medium", KEY_CHOICE, 0},
	{"socratic", "opening", "open", KEY_CHOICE, 0},
	{"adversarial", "opening", "open", KEY_CHOICE, 0},
};
#define LEN(a) (sizeof(a) / sizeof(a)[0])

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
		key_reset(&keys[i], base(&b, &keys[i]));
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

TEST(the_table_has_the_keys_of_the_design_and_no_others_each_once)
{
	/* Those that are neither integer nor text: require_token, closing, stable, positions, novelty_threshold, definitions and participants;
	 * and maker_token, which takes no text but a token. */
	assert_int_equal(n_keys, LEN(wholes) + LEN(texts) + 8);
	for (size_t i = 0; i < n_keys; i++)
		for (size_t j = 0; j < i; j++)
			assert_true(strcmp(keys[i].name, keys[j].name) || strcmp(keys[i].section, keys[j].section));
}

TEST(every_integer_key_has_its_default)
{
	for (size_t i = 0; i < LEN(wholes); i++) {
		const struct key *k = key(wholes[i].section, wholes[i].name);
		assert_int_equal(k->type, KEY_INTEGER);
		assert_true(*(int64_t *)((char *)base(&b, k) + k->offset) == wholes[i].initial);
	}
}

TEST(every_integer_key_takes_its_lowest_and_its_highest_value)
{
	for (size_t i = 0; i < LEN(wholes); i++) {
		const struct key *k = key(wholes[i].section, wholes[i].name);
		const int64_t *at = (int64_t *)((char *)base(&b, k) + k->offset);
		takes(k, whole(wholes[i].min));
		assert_true(*at == wholes[i].min);
		takes(k, whole(wholes[i].max));
		assert_true(*at == wholes[i].max);
	}
}

TEST(every_integer_key_refuses_what_is_below_and_above_and_says_the_range)
{
	for (size_t i = 0; i < LEN(wholes); i++) {
		const struct whole *w = &wholes[i];
		const int64_t past[] = {w->min - 1, w->max + 1, -1, INT64_MIN, INT64_MAX};
		for (size_t j = 0; j < LEN(past); j++) {
			char want[200];
			snprintf(want, sizeof want, "%s: %" PRId64 " is not between %" PRId64 " and %" PRId64, w->name, past[j], w->min,
				w->max);
			refuses(key(w->section, w->name), whole(past[j]), want);
		}
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
	for (size_t i = 0; i < LEN(kinds); i++) {
		char want[300];
		const struct toml_item item = {.line = 7, .type = kinds[i].type, .text = "", .real = 3, .integer = 3};
		if (fits & FITS(kinds[i].type))
			continue;
		snprintf(want, sizeof want, "%s: %s stands where %s belongs", k->name, kinds[i].called, belongs);
		refuses(k, item, want);
	}
}

TEST(every_key_refuses_every_other_type_and_says_what_belongs_there)
{
	for (size_t i = 0; i < LEN(wholes); i++) {
		char belongs[100];
		if (!strcmp(wholes[i].name, "move_seconds"))
			strcpy(belongs, "an integer, 0 or between 30 and 2592000");
		else
			snprintf(belongs, sizeof belongs, "an integer between %" PRId64 " and %" PRId64, wholes[i].min, wholes[i].max);
		refuses_kinds(key(wholes[i].section, wholes[i].name), belongs, FITS(TOML_INTEGER));
	}
	refuses_kinds(key("mount", "archive"), "an absolute path of at most 4095 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "secrets"), "one of refuse, warn, allow", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "format"), "one of socratic, other", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "topic"), "text of at most 1024 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "source"), "an absolute path of at most 4095 bytes", FITS(TOML_TEXT));
	refuses_kinds(key("defaults", "novelty_threshold"), "a number between 0 and 1", FITS(TOML_INTEGER) | FITS(TOML_REAL));
	refuses_kinds(key("defaults", "require_token"), "true or false", FITS(TOML_BOOLEAN));
	refuses_kinds(key("defaults", "participants"), "a list of at most 16 texts, NAME or NAME:UID", FITS(TOML_ARRAY));
}

TEST(every_text_key_has_its_default)
{
	for (size_t i = 0; i < LEN(texts); i++) {
		const struct key *k = key(texts[i].section, texts[i].name);
		assert_int_equal(k->type, texts[i].type);
		assert_string_equal(*(char **)((char *)base(&b, k) + k->offset), texts[i].initial);
	}
}

TEST(every_text_key_takes_nothing_and_its_most_bytes_and_refuses_one_more)
{
	for (size_t i = 0; i < LEN(texts); i++) {
		const size_t max = texts[i].max_bytes;
		const struct key *k = key(texts[i].section, texts[i].name);
		char value[5000] = "/", want[100];
		if (!max)
			continue;
		memset(value + 1, 'x', max);
		snprintf(want, sizeof want, "%s: %zu bytes are more than %zu", k->name, max + 1, max);
		refuses(k, text(value), want);
		value[max] = '\0';
		takes(k, text(value));
		takes(k, text(""));
		assert_string_equal(*(char **)((char *)base(&b, k) + k->offset), "");
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
	for (size_t i = 0; i < LEN(choices); i++) {
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
	for (size_t i = 0; i < LEN(bad); i++) {
		char value[16] = "/a", want[200];
		const utf8proc_ssize_t n = utf8proc_encode_char(bad[i], (utf8proc_uint8_t *)value + 2);
		struct toml_item item = text(value);
		item.len = 2 + (size_t)n;
		for (size_t j = 0; j < LEN(texts); j++) {
			snprintf(want, sizeof want, "%s: U+%04X stands in it; control, bidirectional and invisible characters may not",
				texts[j].name, (unsigned)bad[i]);
			refuses(key(texts[j].section, texts[j].name), item, want);
		}
	}
}

TEST(what_is_not_UTF_8_is_refused_in_text)
{
	const char *bad[] = {"\x80", "\xC0\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "a\xE2\x82", "\xFF"};
	for (size_t i = 0; i < LEN(bad); i++)
		refuses(key("defaults", "topic"), text(bad[i]), "topic: is not UTF-8");
}

TEST(text_of_every_script_is_taken_as_it_is)
{
	const char *good[] = {"Sokrates über Καλλίας", "日本語", "👍🏽", "a\u200Db", " \" \\ # '", "\u00A0", "\uFFFD"};
	for (size_t i = 0; i < LEN(good); i++) {
		takes(key("defaults", "topic"), text(good[i]));
		assert_string_equal(b.rules.topic, good[i]);
	}
}

TEST(printed_text_is_escaped_as_TOML_has_it)
{
	const struct key *k = key("defaults", "topic");
	key_set_text(k, &b.rules, "a \"b\" \\ \n\x7F \u202E ü \xFF.");
	prints(k, "topic = \"a \\\"b\\\" \\\\ \\u000A\\u007F \\u202E ü \\uFFFD.\"\n");
}

TEST(a_copy_is_equal_and_its_own)
{
	struct bases copy = {0};
	takes(key("defaults", "topic"), text("one"));
	takes(key("socratic", "max_turns"), whole(9));
	takes(key("defaults", "novelty_threshold"), real(0.5));
	for (size_t i = 0; i < n_keys; i++) {
		key_copy(&keys[i], base(&copy, &keys[i]), base(&b, &keys[i]));
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
	assert_null(config_nearer("max", "max_turns", NULL));
	assert_null(config_nearer("turns_max", "max_turns", NULL));
	assert_null(config_nearer("", "max_turns", NULL));
	assert_string_equal(config_nearer("topi", "topic", "to"), "topic");
	assert_string_equal(config_nearer("topi", "tops", "topic"), "topic");
	char longest[500];
	memset(longest, 'm', 499);
	longest[499] = '\0';
	assert_null(config_nearer(longest, "max_turns", NULL));
}
