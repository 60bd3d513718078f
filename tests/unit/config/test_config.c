/* config.h: files and texts as a whole, from TOML to the structs and back. */
#include <errno.h>
#include <unistd.h>
#include "tests/unit/config/refused.h"
#include "tests/unit/files.h"
#include "config/config.h"
#include "config/keys.h"

static const char *const formats[] = {"socratic", "other", "dialectic", "rounds", "adversarial", NULL};

/* A file with this text; the name is good until the next call. */
static const char *
file_of(const char *text, size_t len)
{
	static char path[64];
	if (*path)
		unlink(path);
	strcpy(path, "/tmp/test_config.XXXXXX");
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	while (len) {
		const ssize_t n = write(fd, text, len);
		assert_true(n > 0);
		text += n;
		len -= (size_t)n;
	}
	close(fd);
	return path;
}

static int
remove_file(void **state)
{
	(void)state;
	unlink(file_of("", 0));
	return 0;
}

WHOLE_FILE(NULL, remove_file);

/* Freed where their block ends. */
#define CONFIG __attribute__((cleanup(config_free))) struct mount_config
#define RULES __attribute__((cleanup(rules_free))) struct duel_rules

static struct mount_config
loaded(const char *text)
{
	struct mount_config c;
	struct config_error error;
	if (config_load(file_of(text, strlen(text)), formats, &c, &error))
		fail_msg("line %d: %s", error.line, error.text);
	return c;
}

static char *
printed(const struct mount_config *c)
{
	UT_string *out = test_string();
	config_print(c, out);
	return utstring_body(out);
}

static char *
printed_rules(const struct duel_rules *r)
{
	UT_string *out = test_string();
	rules_print(r, false, out);
	return utstring_body(out);
}

static void
assert_defaults(struct mount_config *c)
{
	CONFIG d;
	config_default(&d);
	char *a = printed(c), *b = printed(&d);
	assert_string_equal(a, b);
	assert_true(rules_equal(&c->defaults, &d.defaults));
}

static struct duel_rules
base_rules(void)
{
	CONFIG c;
	struct duel_rules r;
	config_default(&c);
	rules_copy(&r, &c.defaults);
	return r;
}

static struct duel_rules
rules_of(const char *text)
{
	struct duel_rules base = base_rules(), out;
	struct config_error error;
	if (rules_parse(text, strlen(text), false, formats, &base, &out, &error))
		fail_msg("line %d: %s", error.line, error.text);
	rules_free(&base);
	return out;
}

static void
rules_refused_bytes(const char *text, size_t len, int line, const char *key, const char *want)
{
	struct duel_rules base = base_rules(), out, untouched;
	struct config_error error;
	memset(&out, 0x5A, sizeof out);
	untouched = out;
	assert_int_equal(rules_parse(text, len, false, formats, &base, &out, &error), -EINVAL);
	assert_string_equal(error.text, want);
	assert_string_equal(error.key, key);
	assert_int_equal(error.line, line);
	assert_memory_equal(&out, &untouched, sizeof out);
	rules_free(&base);
}

/* A duelfs.toml is refused with these words, and what is left are the defaults; or so is a duel's config.toml. */
static void
is_refused(const struct refused *r)
{
	struct config_error error;
	char key[256] = "";
	sscanf(strstr(r->words, ": ") ? r->words : "", "%255[^:]", key);
	if (!strcmp(r->file, "config.toml")) {
		rules_refused_bytes(r->text, r->len, r->line, key, r->words);
		return;
	}
	CONFIG c;
	assert_int_equal(config_load(file_of(r->text, r->len), formats, &c, &error), -EINVAL);
	assert_string_equal(error.text, r->words);
	assert_string_equal(error.key, key);
	assert_int_equal(error.line, r->line);
	assert_string_equal(c.path, "");
	assert_defaults(&c);
}

#define THESE_ARE_REFUSED() each_refused(__func__, is_refused)
#define TEST_REFUSED(sentence) TEST_ROW(sentence, THESE_ARE_REFUSED())

/* Files. */

TEST(an_empty_file_and_empty_sections_are_the_defaults)
{
	struct mount_config c = loaded("");
	assert_defaults(&c);
	assert_string_not_equal(c.path, "");
	config_free(&c);
	c = loaded("[mount]\n[limits]\n[defaults]\n[socratic]\n");
	assert_defaults(&c);
	config_free(&c);
}

TEST(a_file_sets_what_it_names_and_leaves_the_rest)
{
	CONFIG c = loaded("[mount]\narchive = '/srv/a'\n[limits]\nduels = 5\nloaded_bytes = 1_048_576\n"
				       "[defaults]\nlease_seconds = 0x10\nrequire_token = true\nnovelty_threshold = 0\n[socratic]\nmax_turns = 8\n");
	assert_string_equal(c.archive, "/srv/a");
	assert_int_equal(c.limits.duels, 5);
	assert_int_equal(c.limits.loaded_bytes, 1048576);
	assert_int_equal(c.limits.events, 100000);
	assert_int_equal(c.defaults.lease_seconds, 16);
	assert_true(c.defaults.require_token);
	assert_true(c.defaults.novelty_threshold == 0);
	assert_int_equal(c.defaults.max_turns, 8);
}

TEST(dotted_keys_and_inline_tables_mean_what_sections_mean)
{
	CONFIG c = loaded("mount.archive = '/srv/a'\nlimits = {duels = 7}\n");
	assert_string_equal(c.archive, "/srv/a");
	assert_int_equal(c.limits.duels, 7);
}

TEST(a_file_that_is_missing_or_a_directory_says_so_and_leaves_the_defaults)
{
	struct mount_config c;
	struct config_error error;
	assert_int_equal(config_load("/nonexistent/duelfs.toml", formats, &c, &error), -ENOENT);
	assert_string_equal(error.text, "cannot be read: No such file or directory");
	assert_int_equal(error.line, 0);
	assert_string_equal(error.key, "");
	assert_defaults(&c);
	config_free(&c);
	assert_int_equal(config_load("/tmp", formats, &c, &error), -EISDIR);
	assert_string_equal(error.text, "cannot be read: Is a directory");
	assert_defaults(&c);
	config_free(&c);
}

TEST(a_file_of_1_MiB_is_read_a_byte_more_is_refused)
{
	struct mount_config c;
	struct config_error error;
	const size_t most = 1 << 20;
	char *text = test_owns(malloc(most + 1));
	assert_non_null(text);
	memset(text, '\n', most + 1);
	assert_int_equal(config_load(file_of(text, most), formats, &c, &error), 0);
	config_free(&c);
	assert_int_equal(config_load(file_of(text, most + 1), formats, &c, &error), -EINVAL);
	assert_string_equal(error.text, "the file has more than 1048576 bytes");
	config_free(&c);
	assert_int_equal(config_load("/dev/zero", formats, &c, &error), -EINVAL);
	config_free(&c);
}

TEST_REFUSED(a_bad_value_is_refused_with_line_and_key)
TEST_REFUSED(an_unknown_or_misplaced_key_is_refused_with_line_and_help)
TEST_REFUSED(an_unknown_or_misspelled_section_is_refused_with_line_and_help)
TEST_REFUSED(an_error_of_syntax_names_the_key_it_stands_in)

/* The rules of one duel. */

TEST(rules_are_taken_on_top_of_those_that_were_there)
{
	struct duel_rules base = rules_of("topic = 'old'\nmax_turns = 9\n"), out;
	struct config_error error;
	const char *line = "max_turns = 4\n";
	assert_int_equal(rules_parse(line, strlen(line), false, formats, &base, &out, &error), 0);
	assert_string_equal(out.topic, "old");
	assert_int_equal(out.max_turns, 4);
	assert_int_equal(base.max_turns, 9);
	rules_free(&out);
	assert_int_equal(rules_parse("", 0, false, formats, &base, &out, &error), 0);
	assert_true(rules_equal(&base, &out));
	rules_free(&out);
	rules_free(&base);
}

static void
assert_rules_round_trip(const struct duel_rules *r)
{
	struct duel_rules base = base_rules(), back;
	struct config_error error = {0};
	char *s = printed_rules(r);
	if (rules_parse(s, strlen(s), false, formats, &base, &back, &error))
		fail_msg("line %d: %s", error.line, error.text);
	assert_true(rules_equal(r, &back));
	rules_free(&back);
	rules_free(&base);
}

/* A table of terms. */

TEST(a_table_of_terms_is_read_in_each_of_its_forms_and_kept_and_printed_in_the_order_it_was_written_in)
{
	const char *const forms[] = {
		"format = 'dialectic'\ndefinitions = { \"z last\" = 'one', a = 'two', \"\u00fc.b\" = \"th\\\"ree\" }\n",
		"format = 'dialectic'\ndefinitions.\"z last\" = 'one'\ndefinitions.a = 'two'\ndefinitions.\"\u00fc.b\" = \"th\\\"ree\"\n",
		"format = 'dialectic'\n[definitions]\n\"z last\" = 'one'\na = 'two'\n\"\u00fc.b\" = \"th\\\"ree\"\n",
	};
	for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		RULES r = rules_of(forms[i]);
		assert_string_equal(r.definitions, "z last\tone\na\ttwo\n\u00fc.b\tth\"ree");
		char *s = printed_rules(&r);
		assert_non_null(strstr(s, "\ndefinitions = { \"z last\" = \"one\", \"a\" = \"two\", \"\u00fc.b\" = \"th\\\"ree\" }\n"));
		assert_rules_round_trip(&r);
	}
}

/* On top of others a table is taken as a whole. */
TEST(a_table_that_is_written_anew_replaces_the_one_before_as_a_whole)
{
	struct duel_rules base = rules_of("format = 'dialectic'\ndefinitions = { a = 'one', b = 'two' }\n"), out;
	struct config_error error;
	const char *line = "definitions.c = 'three'\n";
	assert_int_equal(rules_parse(line, strlen(line), false, formats, &base, &out, &error), 0);
	assert_string_equal(out.definitions, "c\tthree");
	assert_string_equal(base.definitions, "a\tone\nb\ttwo");
	assert_false(rules_equal(&base, &out));
	rules_free(&out);
	line = "definitions = {}\n";
	assert_int_equal(rules_parse(line, strlen(line), false, formats, &base, &out, &error), 0);
	assert_string_equal(out.definitions, "");
	rules_free(&out);
	rules_free(&base);
}

TEST_REFUSED(a_table_with_a_term_or_a_meaning_that_is_none_is_refused_with_its_line)

/* Every format's own keys, flat, in any duel of it and in no other. */
TEST(each_formats_keys_are_read_printed_and_refused_in_anothers_duels)
{
	THESE_ARE_REFUSED();
	struct duel_rules r = rules_of("format = 'dialectic'\nscope = 's'\nexchanges = 3\nword_limits = 'reject'\n");
	assert_string_equal(r.scope, "s");
	assert_int_equal(r.exchanges, 3);
	assert_string_equal(r.word_limits, "reject");
	assert_rules_round_trip(&r);
	rules_free(&r);
	r = rules_of("format = 'rounds'\nrounds = 5\nevidence = 'reject'\nturn_seconds = 30\npositions = ['FUSE', 'NFS']\nclosing = true\neffort = 'max'\n");
	assert_int_equal(r.rounds, 5);
	assert_string_equal(r.evidence, "reject");
	assert_int_equal(r.turn_seconds, 30);
	assert_string_equal(r.positions, "FUSE\nNFS");
	assert_true(r.closing);
	assert_string_equal(r.effort, "max");
	assert_rules_round_trip(&r);
	rules_free(&r);
	r = rules_of("format = 'adversarial'\nmin_turns = 2\nmax_turns = 200\nturn_seconds = 30\nstable = true\n"
		     "max_turn_bytes = 2048\nopening = 'sealed'\n");
	assert_int_equal(rules_number(&r, "min_turns"), 2);
	assert_int_equal(rules_number(&r, "max_turns"), 200);
	assert_int_equal(rules_number(&r, "turn_seconds"), 30);
	assert_int_equal(rules_number(&r, "rounds"), 0);
	assert_int_equal(rules_number(&r, "max_turn_bytes"), 2048);
	assert_int_equal(r.max_turn_bytes, 64 << 10);
	assert_string_equal(rules_text(&r, "opening"), "sealed");
	assert_string_equal(rules_text(&r, "effort"), "");
	assert_string_equal(r.opening, "open");
	assert_true(r.stable);
	assert_int_equal(r.max_turns, 6);
	assert_int_equal(r.turn_seconds, 1200);
	assert_rules_round_trip(&r);
	rules_free(&r);
	CONFIG c = loaded("[rounds]\nrounds = 4\nturn_seconds = 35\n[dialectic]\nexchanges = "
			  "7\n[adversarial]\nturn_seconds = 50\nmax_turns = 9\n");
	assert_int_equal(c.defaults.turn_seconds, 35);
	assert_int_equal(c.defaults.debate_turn_seconds, 50);
	assert_int_equal(c.defaults.debate_turns, 9);
	assert_int_equal(c.defaults.max_turns, 6);
	assert_int_equal(c.defaults.rounds, 4);
	assert_int_equal(c.defaults.exchanges, 7);
}

TEST(positions_are_two_that_differ_or_none)
{
	THESE_ARE_REFUSED();
	RULES r = rules_of("format = 'rounds'\npositions = []\n");
	assert_string_equal(r.positions, "");
}

TEST(a_duel_has_the_keys_of_its_format_and_of_no_other_in_any_order)
{
	THESE_ARE_REFUSED();
	RULES r = rules_of("format = 'other'\ntopic = 'T'\n");
	char *s = printed_rules(&r);
	assert_null(strstr(s, "max_turns"));
	assert_non_null(strstr(s, "format = \"other\"\n"));
}

TEST(a_refused_config_toml_leaves_everything_as_it_was)
{
	THESE_ARE_REFUSED();
	rules_refused_bytes("topic = 'a'\n\0", 13, 2, "", "expected keys, tables, whitespace or comments, saw '\\u0000'");
}

TEST_REFUSED(a_section_in_a_config_toml_is_refused_in_every_form)

TEST(a_config_toml_of_64_KiB_is_read_a_byte_more_is_refused)
{
	const size_t most = 64 << 10;
	char *text = test_owns(malloc(most + 1));
	assert_non_null(text);
	memset(text, '\n', most + 1);
	struct duel_rules base = base_rules(), out;
	struct config_error error;
	assert_int_equal(rules_parse(text, most, false, formats, &base, &out, &error), 0);
	rules_free(&out);
	rules_free(&base);
	rules_refused_bytes(text, most + 1, 0, "", "the file has more than 65536 bytes");
}

TEST(rules_that_differ_in_any_key_are_not_equal)
{
	RULES a = base_rules();
	const char *changes[] = {"format = 'other'", "topic = 'T'", "source = '/s'", "lease_seconds = 5", "retry_after_seconds = 5",
		"wait_seconds = 5", "move_seconds = 0", "max_turn_bytes = 5000", "require_token = true", "participants = ['a']", "novelty_threshold = 0.81", "max_turns = 5"};
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
		RULES b = rules_of(changes[i]);
		assert_false(rules_equal(&a, &b));
		assert_true(rules_equal(&b, &b));
	}
}

/* There and back. */

TEST(printed_rules_have_every_key_below_its_meaning)
{
	RULES r = base_rules();
	char *s = printed_rules(&r);
	for (size_t i = 0; i < n_keys; i++) {
		UT_string *want = test_string();
		if (keys[i].kept)
			assert_null(strstr(s, keys[i].name));
		else if (key_of_format(&keys[i], r.format)) {
			key_explain(&keys[i], false, want);
			key_print(&keys[i], &r, want);
		}
		assert_non_null(strstr(s, utstring_body(want)));
	}
	for (char *line = s; *line; line = strchr(line, '\n') + 1)
		assert_true(*line == '#' || (*line >= 'a' && *line <= 'z'));
	assert_non_null(strstr(s, "novelty_threshold = 0.8\n"));
}

TEST(what_only_the_program_sets_stands_in_the_store_alone)
{
	THESE_ARE_REFUSED();
	struct duel_rules base = base_rules(), r;
	struct config_error error;
	rules_set_text(&base, "evidence_root", "/srv/repo");
	rules_set_text(&base, "evidence_as", "1000:100:4");
	UT_string *kept = test_string();
	rules_print(&base, true, kept);
	assert_non_null(strstr(utstring_body(kept), "evidence_as = \"1000:100:4\"\n"));
	RULES fresh = base_rules();
	assert_int_equal(rules_parse(utstring_body(kept), utstring_len(kept), true, formats, &fresh, &r, &error), 0);
	assert_true(rules_equal(&r, &base));
	rules_free(&r);
	rules_free(&base);
}

TEST(a_printed_configuration_reads_back_exactly)
{
	const char *texts[] = {"", "[mount]\narchive = '/x y'\n[limits]\nduels = 3\nevents = 100\n",
		"[defaults]\nformat = 'other'\ntopic = '\"\\'\nnovelty_threshold = 0.1\n[socratic]\nmax_turns = 2\n"};
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		CONFIG c = loaded(texts[i]);
		char *once = printed(&c);
		CONFIG back = loaded(once);
		char *twice = printed(&back);
		assert_string_equal(once, twice);
		assert_true(rules_equal(&c.defaults, &back.defaults));
	}
}

/* The pages that name every key. */

TEST(the_example_file_changes_nothing_as_it_is)
{
	char *text = test_owns(read_whole("config/duelfs.toml", &(size_t){0}));
	CONFIG c = loaded(text);
	assert_defaults(&c);
}

TEST(the_example_file_uncommented_is_the_defaults_with_every_key_and_its_meaning)
{
	char *text = test_owns(read_whole("config/duelfs.toml", &(size_t){0}));
	char *to = text;
	for (char *at = text; *at; at++) {
		const bool line_begins = at == text || at[-1] == '\n';
		if (line_begins && *at == '#' && at[1] != ' ' && at[1] != '\n')
			continue;
		*to++ = *at;
	}
	*to = '\0';
	struct mount_config c = loaded(text), d;
	config_default(&d);
	assert_defaults(&c);
	for (size_t i = 0; i < n_keys; i++) {
		if (keys[i].kept)
			continue;
		UT_string *want = test_string();
		key_explain(&keys[i], true, want);
		key_print(&keys[i], keys[i].scope == SCOPE_MOUNT ? (void *)&d : (void *)&d.defaults, want);
		if (!strstr(text, utstring_body(want)))
			fail_msg("not in config/duelfs.toml: %s", utstring_body(want));
	}
	config_free(&c);
	config_free(&d);
}

TEST(the_man_page_has_every_key_with_its_range_and_default)
{
	char *text = test_owns(read_whole("config/duelfs.toml.5", &(size_t){0}));
	for (size_t i = 0; i < n_keys; i++) {
		if (keys[i].kept)
			continue;
		UT_string *line = test_string();
		UT_string *want = test_string();
		key_explain(&keys[i], true, line);
		/* Range and default are what the last brackets of the comment hold. */
		utstring_printf(want, "\n.It Va %s\n%s", keys[i].name, strrchr(utstring_body(line), '('));
		utstring_body(want)[utstring_len(want) - 1] = '\0'; /* its meaning follows on that line */
		if (!strstr(text, utstring_body(want)))
			fail_msg("not in config/duelfs.toml.5:%s", utstring_body(want));
	}
}

TEST(participants_is_a_list_of_names_with_or_without_a_uid)
{
	THESE_ARE_REFUSED();
	struct duel_rules r = rules_of("participants = ['alice', \"bob:1001\"]\n");
	assert_string_equal(r.participants, "alice\nbob:1001");
	UT_string *s = test_string();
	rules_print(&r, false, s);
	assert_non_null(strstr(utstring_body(s), "\nparticipants = [\"alice\", \"bob:1001\"]\n"));
	rules_free(&r);
	r = rules_of("participants = []\n");
	assert_string_equal(r.participants, "");
	rules_free(&r);
}

TEST(a_makers_token_is_one_and_is_never_printed)
{
	THESE_ARE_REFUSED();
	char text[256];
	struct duel_rules r = rules_of("maker_token = 'correct-horse'\n");
	assert_string_equal(r.maker_token, "correct-horse"); /* whoever parsed it hashes it */
	char *s = printed_rules(&r);
	assert_non_null(strstr(s, "\nmaker_token = \"set\"\n"));
	assert_null(strstr(s, "correct-horse"));
	rules_free(&r);
	snprintf(text, sizeof text, "maker_token = '%0128d'\n", 0);
	r = rules_of(text);
	rules_free(&r);
	r = rules_of("maker_token = 'set'\n"); /* as it reads back: whoever has the rules of now says whether it is */
	rules_free(&r);
	CONFIG c = loaded("[defaults]\nmaker_token = 'correct-horse'\n");
	s = printed(&c);
	assert_null(strstr(s, "correct-horse"));
}
