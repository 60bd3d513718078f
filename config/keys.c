/* The table of keys, and what can be done with a row. */
#include "config/keys.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/chars.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"
#include "validators/text/text.h"

static const char *const strictness[] = {"warn", "reject", NULL};
static const char *const secrets[] = {"refuse", "warn", "allow", NULL};
static const char *const openings[] = {"open", "sealed", NULL};
static const char *const efforts[] = {"low", "medium", "high", "max", NULL};

#define MOUNT(section_, field) \
	.name = #field, .section = section_, .scope = SCOPE_MOUNT, .offset = offsetof(struct mount_config, field)
#define LIMIT(field) \
	.name = #field, .section = "limits", .scope = SCOPE_MOUNT, .offset = offsetof(struct mount_config, limits.field)
#define RULE(section_, field) \
	.name = #field, .section = section_, .scope = SCOPE_RULES, .offset = offsetof(struct duel_rules, field)
/* One that another format has under the same name. */
#define RULE_AS(section_, key, field) \
	.name = #key, .section = section_, .scope = SCOPE_RULES, .offset = offsetof(struct duel_rules, field)
/* The program's own. */
#define KEPT(field) RULE(SECTION_DEFAULTS, field), .kept = true

#define LINE(max_bytes) .type = KEY_LINE, .max.integer = max_bytes, .initial.text = ""
#define PATH .type = KEY_PATH, .max.integer = 4095, .initial.text = ""
#define CHOICE(list, value) .type = KEY_CHOICE, .choices = list, .initial.text = value
#define FORMAT(value) .type = KEY_FORMAT, .initial.text = value
#define INTEGER(from, to, value) .type = KEY_INTEGER, .min.integer = from, .max.integer = to, .initial.integer = value
#define INTEGER_OR(none, from, to, value) INTEGER(none, to, value), .or_from = from
#define REAL(from, to, value) .type = KEY_REAL, .min.real = from, .max.real = to, .initial.real = value
#define BOOLEAN(value) .type = KEY_BOOLEAN, .initial.integer = value
#define TOKEN .type = KEY_LINE, .max.integer = CONFIG_TOKEN_MAX_BYTES, .initial.text = "", .secret = true
#define NAMES(max_names) .type = KEY_NAMES, .max.integer = max_names, .initial.text = ""
#define PAIR(max_bytes) .type = KEY_PAIR, .max.integer = max_bytes, .initial.text = ""
#define TABLE(max_terms) .type = KEY_TABLE, .max.integer = max_terms, .initial.text = ""

#define KIB (INT64_C(1) << 10)
#define MIB (INT64_C(1) << 20)
#define GIB (INT64_C(1) << 30)

/* Sections, and keys within one, are printed in this order; nothing else depends on it. */
/* clang-format off */
const struct key keys[] = {
	{MOUNT("mount", archive), PATH,
	 .meaning = "Directory that the records of closed duels are written to as plain files; empty: archive/ in the store."},
	{MOUNT("mount", database), LINE(4095),
	 .meaning = "A PostgreSQL database that has the duels, in place of duelfs.db, and that several mounts may share: postgresql://HOST/NAME, without a password; empty: none."},

	{LIMIT(duels), INTEGER(1, 10000000, 1000000),
	 .meaning = "How many duels there may be in the mount."},
	{LIMIT(duels_per_uid), INTEGER(1, 1000000, 1000),
	 .meaning = "How many of them one user may have made."},
	{LIMIT(handles_per_uid), INTEGER(1, 65536, 256),
	 .meaning = "How many files one user may have open for writing at a time."},
	{LIMIT(staged_bytes_per_uid), INTEGER(64 * KIB, 16 * GIB, 64 * MIB),
	 .meaning = "How many bytes one user may have written that are not yet a turn: to open files, and in temporary files."},
	{LIMIT(reader_bytes_per_uid), INTEGER(64 * KIB, 16 * GIB, 64 * MIB),
	 .meaning = "How many bytes of text one user's open files may hold to be read, as it was when they were opened."},
	{LIMIT(reader_bytes), INTEGER(64 * KIB, 64 * GIB, 512 * MIB),
	 .meaning = "How many bytes all users' open files together may hold so."},
	{LIMIT(waits), INTEGER(1, 65536, 1024),
	 .meaning = "How many reads of wait files may be parked at a time."},
	{LIMIT(waits_per_uid), INTEGER(1, 65536, 256),
	 .meaning = "How many of them may be one user's."},
	{LIMIT(events), INTEGER(100, 10000000, 100000),
	 .meaning = "How many events one duel may have; past them refusals are in none, and a seat whose last lease brought no text claims "
	            "once in retry_after_seconds."},
	{LIMIT(loaded_bytes), INTEGER(1 * MIB, 64 * GIB, 256 * MIB),
	 .meaning = "How many bytes of records are kept in memory; the longest unused go first."},

	{RULE(SECTION_DEFAULTS, format), FORMAT("socratic"),
	 .meaning = "The kind of debate, which decides what a turn must hold and who moves when: one of those that the mount's README.md lists."},
	{RULE(SECTION_DEFAULTS, topic), LINE(1024),
	 .meaning = "The question or document that is debated; empty: the source's first heading, else its file name, else the duel's name."},
	{RULE(SECTION_DEFAULTS, source), PATH,
	 .meaning = "Absolute path of the .md or .markdown file that is debated, in adversarial of a directory with kb/ in it, copied into the store when it is set, and whenever a line is appended that sets it again; empty: none."},
	{RULE(SECTION_DEFAULTS, lease_seconds), INTEGER(1, 86400, 900),
	 .meaning = "Seconds that a claim or a refresh gives the floor for."},
	{RULE(SECTION_DEFAULTS, retry_after_seconds), INTEGER(1, 3600, 30),
	 .meaning = "Seconds after which whoever has to wait is told to look again."},
	{RULE(SECTION_DEFAULTS, wait_seconds), INTEGER(1, 86400, 1200),
	 .meaning = "Seconds that a missing or silent peer is waited for before a claim for=timeout is granted, "
		"or a role that nobody took has failed."},
	{RULE(SECTION_DEFAULTS, move_seconds), INTEGER_OR(0, 30, 2592000, 86400),
	 .meaning = "Seconds after which a move that is due and not made ends by itself, whether anybody has the floor or not; 0: it never does."},
	{RULE(SECTION_DEFAULTS, max_turn_bytes), INTEGER(1 * KIB, 1 * MIB, 64 * KIB),
	 .meaning = "How many bytes one turn may have."},
	{RULE(SECTION_DEFAULTS, require_token), BOOLEAN(false),
	 .meaning = "Whether every participant has to bring a token when it joins."},
	{RULE(SECTION_DEFAULTS, maker_token), TOKEN,
	 .meaning = "The token= that say and close want in this duel, 8 to 128 bytes without white space, read back as \"set\"; empty: nothing."},
	{KEPT(maker_hash), LINE(1024),
	 .meaning = "The hash of that token."},
	{RULE(SECTION_DEFAULTS, participants), NAMES(CONFIG_PARTICIPANTS),
	 .meaning = "The participants that may join, NAME or NAME:UID, where the uid must be theirs; empty: anybody."},
	{RULE(SECTION_DEFAULTS, novelty_threshold), REAL(0, 1, 0.8),
	 .meaning = "Share of a claim's word 5-grams (dialectic: of claim and grounds together) that makes it a "
		"near copy where one earlier text has them all; 0 turns the rule off."},
	{RULE(SECTION_DEFAULTS, evidence_root), PATH,
	 .meaning = "Absolute path of a directory in which the files that a text cites are looked up when it is handed in; empty: they are not."},
	{KEPT(evidence_as), LINE(1024),
	 .meaning = "With whose rights that directory is looked into: uid, gid and groups of whoever set it."},
	{RULE(SECTION_DEFAULTS, secrets), CHOICE(secrets, "refuse"),
	 .meaning = "Whether a text with what looks like a credential is refused, warned of, or taken."},

	{RULE("socratic", max_turns), INTEGER(2, 100, 6),
	 .meaning = "How many turns the whole debate may have; after the last one only a conclusion is accepted."},
	{RULE("socratic", opening), CHOICE(openings, "open"),
	 .meaning = "Whether either side's first turn is shown at once, or to nobody before the other's is in."},

	{RULE("dialectic", definitions), TABLE(CONFIG_TABLE_TERMS),
	 .meaning = "Meanings of words in this debate, { \"term\" = \"meaning\", … }: shown in the record in this order."},
	{RULE("dialectic", scope), LINE(1000),
	 .meaning = "The scope: what belongs to the debate and what does not, shown in the record; empty: nothing is said of it."},
	{RULE("dialectic", exchanges), INTEGER(0, 1000, 0),
	 .meaning = "After how many judged exchanges the debate is over; 0: when the judge closes it."},
	{RULE("dialectic", word_limits), CHOICE(strictness, "warn"),
	 .meaning = "Whether a part of a hand-in with too many or too few words is warned of or refused."},

	{RULE("rounds", rounds), INTEGER(1, 5, 2),
	 .meaning = "How many rounds there are, in each of which the proposer speaks and then the challenger."},
	{RULE("rounds", evidence), CHOICE(strictness, "warn"),
	 .meaning = "Whether a claim without any evidence is listed as unsupported or refused."},
	{RULE("rounds", turn_seconds), INTEGER(30, 86400, 1200),
	 .meaning = "Seconds after which whoever has not handed in the text that is due has failed, with the floor or without."},
	{RULE("rounds", positions), PAIR(100),
	 .meaning = "The position of the proposer, and that of the challenger; empty: the challenger tests the proposal only."},
	{RULE("rounds", closing), BOOLEAN(false),
	 .meaning = "Whether the proposer has one short reply after the last round, before the verdict."},
	{RULE("rounds", effort), CHOICE(efforts, "medium"),
	 .meaning = "How thoroughly the participants are asked to work, as their prompts say."},

	{RULE("adversarial", min_turns), INTEGER(2, 200, 12),
	 .meaning = "Below how many turns an end that the orchestrator says is warned of, and one that nobody says aborts."},
	{RULE_AS("adversarial", max_turns, debate_turns), INTEGER(2, 200, 40),
	 .meaning = "After how many turns the synthesis is due by itself."},
	{RULE_AS("adversarial", turn_seconds, debate_turn_seconds), INTEGER(30, 86400, 900),
	 .meaning = "Seconds that whoever is named has for its turn; then the orchestrator names again."},
	{RULE_AS("adversarial", max_turn_bytes, debate_turn_bytes), INTEGER(1 * KIB, 1 * MIB, 256 * KIB),
	 .meaning = "How many bytes one turn may have, with what it adds to the knowledge base."},
	{RULE_AS("adversarial", opening, debate_opening), CHOICE(openings, "open"),
	 .meaning = "Whether the openings are shown as they come, or to nobody before all are in."},
	{RULE("adversarial", stable), BOOLEAN(false),
	 .meaning = "Whether a source is taken although its quality-summary.md does not say that the graph is stable."},
};
/* clang-format on */
const size_t n_keys = sizeof keys / sizeof keys[0];

const struct key *
key_find(const char *section, const char *name)
{
	for (size_t i = 0; i < n_keys; i++)
		if (!strcmp(keys[i].section, section) && !strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

bool
key_of_format(const struct key *k, const char *format)
{
	if (k->scope != SCOPE_RULES || !strcmp(k->section, format))
		return k->scope == SCOPE_RULES;
	return !strcmp(k->section, SECTION_DEFAULTS) && !key_find(format, k->name);
}

const struct key *
key_find_flat(const char *name, const char *format)
{
	for (size_t i = 0; i < n_keys; i++)
		if (key_of_format(&keys[i], format) && !strcmp(keys[i].name, name))
			return &keys[i];
	return NULL;
}

bool
is_section(const char *name)
{
	for (size_t i = 0; i < n_keys; i++)
		if (!strcmp(keys[i].section, name))
			return true;
	return false;
}

bool
is_rules_table(const char *name)
{
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_RULES && keys[i].type == KEY_TABLE && !strcmp(keys[i].name, name))
			return true;
	return false;
}

bool
key_begins_section(const struct key *k)
{
	for (const struct key *before = keys; before < k; before++)
		if (!strcmp(before->section, k->section))
			return false;
	return true;
}

static bool
is_text(const struct key *k)
{
	return k->type >= KEY_LINE;
}

static size_t
value_bytes(const struct key *k)
{
	return is_text(k) ? sizeof(char *) : sizeof(int64_t);
}

union key_value
key_load(const struct key *k, const void *base)
{
	union key_value value = {0};
	memcpy(&value, (const char *)base + k->offset, value_bytes(k));
	return value;
}

void
key_store(const struct key *k, void *base, union key_value value)
{
	if (is_text(k))
		value.text = mem_strdup(value.text);
	memcpy((char *)base + k->offset, &value, value_bytes(k));
}

void
key_free(const struct key *k, void *base)
{
	if (!is_text(k))
		return;
	free((char *)key_load(k, base).text);
	memset((char *)base + k->offset, 0, value_bytes(k));
}

bool
key_equal(const struct key *k, const void *a, const void *b)
{
	const union key_value x = key_load(k, a), y = key_load(k, b);
	return is_text(k) ? !strcmp(x.text, y.text) : !memcmp(&x, &y, value_bytes(k));
}

void
key_replace(const struct key *k, void *base, union key_value value)
{
	const union key_value old = key_load(k, base);
	key_store(k, base, value);
	if (is_text(k))
		free((char *)old.text);
}

/* The values that may stand there, as the words follow "a date stands where … belongs". */
static void
print_wanted(const struct key *k, const char *const *formats, UT_string *out)
{
	static const char *const kinds[][2] = {
		[KEY_LINE] = {"text of at most", "bytes"},
		[KEY_PATH] = {"an absolute path of at most", "bytes"},
		[KEY_NAMES] = {"a list of at most", "texts, NAME or NAME:UID"},
		[KEY_PAIR] = {"a list of two texts of at most", "bytes each, or of none"},
		[KEY_TABLE] = {"a table of at most", "terms with their meanings"},
	};
	const char *const *choices = k->type == KEY_FORMAT ? formats : k->choices;
	if (choices) {
		for (size_t i = 0; choices[i]; i++)
			utstring_printf(out, "%s%s", i ? ", " : "one of ", choices[i]);
	} else if (k->type == KEY_INTEGER) {
		utstring_printf(out, "an integer");
		if (k->or_from)
			utstring_printf(out, ", %" PRId64 " or", k->min.integer);
		utstring_printf(out, " between %" PRId64 " and %" PRId64, k->or_from ?: k->min.integer, k->max.integer);
	} else if (k->type == KEY_REAL) {
		utstring_printf(out, "a number between %g and %g", k->min.real, k->max.real);
	} else if (k->type == KEY_BOOLEAN) {
		utstring_printf(out, "true or false");
	} else {
		utstring_printf(out, "%s %" PRId64 " %s", kinds[k->type][0], k->max.integer, kinds[k->type][1]);
	}
}

static const char *const type_names[] = {
	[TOML_TEXT] = "text",
	[TOML_INTEGER] = "an integer",
	[TOML_REAL] = "a floating-point number",
	[TOML_BOOLEAN] = "true or false",
	[TOML_TIME] = "a date or time",
	[TOML_ARRAY] = "an array",
	[TOML_TABLE] = "a table",
	[TOML_TABLES] = "a table",
};

/* A value that a key is to take, or a row of it. */
struct taking {
	const struct key *key;
	const struct toml_item *item;
	const char *const *formats;
	struct config_error *error;
};

#define REFUSE(t, ...) config_refuse((t)->error, (t)->item->line, (t)->key->name, __VA_ARGS__)

/* `value`: it is none of what is wanted there; NULL: its type is not. */
static int
refuse_unwanted(const struct taking *t, const char *value)
{
	UT_string want, quoted;
	utstring_init(&want);
	utstring_init(&quoted);
	print_wanted(t->key, t->formats, &want);
	if (value)
		text_escape(&quoted, value, strlen(value), CONFIG_QUOTE_BYTES);
	if (value)
		REFUSE(t, "\"%s\" is not %s", utstring_body(&quoted), utstring_body(&want));
	else
		REFUSE(t, "%s stands where %s belongs", type_names[t->item->type], utstring_body(&want));
	utstring_done(&want);
	utstring_done(&quoted);
	return -EINVAL;
}

/* A value is one line. */
static int
check_clean(const struct taking *t, const char *s, size_t len)
{
	int32_t c;
	for (size_t i = 0, n; i < len; i += n) {
		n = next_char(s + i, len - i, &c);
		if (c < 0)
			return REFUSE(t, "is not UTF-8");
		if (!text_clean_line(s + i, n))
			return REFUSE(t, "U+%04X stands in it; control, bidirectional and invisible characters may not",
				(unsigned)c);
	}
	return 0;
}

static int
take_text(const struct taking *t, union key_value *out)
{
	const struct key *k = t->key;
	const struct toml_item *item = t->item;
	const char *const *choices = k->type == KEY_FORMAT ? t->formats : k->choices, *const *chosen = choices;
	if (item->type != TOML_TEXT)
		return refuse_unwanted(t, NULL);
	if (check_clean(t, item->text, item->len))
		return -EINVAL;
	/* Clean text holds no NUL: from here on it is a C string. Nothing of a token is quoted. */
	if (k->secret && item->len && strcmp(item->text, CONFIG_SET)) {
		bool fits = item->len >= CONFIG_TOKEN_MIN_BYTES && item->len <= CONFIG_TOKEN_MAX_BYTES;
		for (const char *s = item->text, *end = s + item->len; s < end; s += char_bytes(s, end))
			fits &= !white_bytes(s, end);
		if (!fits)
			return REFUSE(t, "a token has %d to %d bytes and no white space", CONFIG_TOKEN_MIN_BYTES,
				CONFIG_TOKEN_MAX_BYTES);
	}
	while (chosen && *chosen && strcmp(*chosen, item->text))
		chosen++;
	if ((chosen && !*chosen) || (k->type == KEY_PATH && item->len && *item->text != '/'))
		return refuse_unwanted(t, item->text);
	if (!choices && item->len > (size_t)k->max.integer)
		return REFUSE(t, "%zu bytes are more than %" PRId64, item->len, k->max.integer);
	out->text = item->text;
	return 0;
}

/* The uid behind a name's last colon, if there are only digits; else SIZE_MAX and the whole length. */
size_t
participant_name_len(const char *s, size_t len, uint64_t *uid)
{
	size_t at = len;
	*uid = UINT64_MAX;
	while (at && isdigit((unsigned char)s[at - 1]))
		at--;
	if (at == len || at < 2 || s[at - 1] != ':' || len - at > 10)
		return len;
	*uid = strtoull(s + at, NULL, 10);
	return at - 1;
}

/* One who may join. */
static int
check_name(const struct taking *t)
{
	uint64_t uid;
	if (t->item->type != TOML_TEXT)
		return REFUSE(t, "%s stands where a text, NAME or NAME:UID, belongs", type_names[t->item->type]);
	size_t len = participant_name_len(t->item->text, t->item->len, &uid);
	const char *fault = name_fault(t->item->text, len, NAME_PARTICIPANT);
	if (!fault && uid != UINT64_MAX && uid >= UINT32_MAX)
		fault = "a uid is at most 4294967294";
	return fault ? REFUSE(t, "%s", fault) : 0;
}

/* One of two. */
static int
check_side(const struct taking *t)
{
	const struct toml_item *item = t->item;
	if (item->type != TOML_TEXT)
		return REFUSE(t, "%s stands where a text belongs", type_names[item->type]);
	if (check_clean(t, item->text, item->len))
		return -EINVAL;
	if (item->len > (size_t)t->key->max.integer || strspn(item->text, " ") == item->len)
		return REFUSE(t, "a text has 1 to %" PRId64 " bytes, and says something", t->key->max.integer);
	return 0;
}

/* A term or its meaning: one clean line of so many bytes. `what` names it in a refusal. */
static int
check_part(const struct taking *t, const char *what, const char *s, size_t len, size_t max_bytes)
{
	if (!len)
		return REFUSE(t, "%s is empty", what);
	if (len > max_bytes)
		return REFUSE(t, "%zu bytes of %s are more than %zu", len, what, max_bytes);
	return check_clean(t, s, len);
}

static int
check_term(const struct taking *t)
{
	const struct toml_item *item = t->item;
	UT_string what;
	if (check_part(t, "a term", item->name, item->name_len, CONFIG_TERM_BYTES))
		return -EINVAL;
	utstring_init(&what);
	utstring_printf(&what, "the meaning of \"");
	text_escape(&what, item->name, item->name_len, CONFIG_QUOTE_BYTES);
	utstring_printf(&what, "\"");
	int rc = item->type == TOML_TEXT
		? check_part(t, utstring_body(&what), item->text, item->len, CONFIG_MEANING_BYTES)
		: REFUSE(t, "%s stands where %s belongs, as text", type_names[item->type], utstring_body(&what));
	utstring_done(&what);
	return rc;
}

/* *lines is the caller's to free. */
static int
take_rows(const struct taking *t, UT_string *lines)
{
	const enum key_type type = t->key->type;
	const bool pair = type == KEY_PAIR, table = type == KEY_TABLE;
	const struct toml_item *first = t->item->rows;
	const size_t n = t->item->n_rows;
	if (table && t->item->type == TOML_TABLES)
		return REFUSE(t, "an array of tables stands where one table belongs");
	if (t->item->type != (table ? TOML_TABLE : TOML_ARRAY))
		return refuse_unwanted(t, NULL);
	if (pair && n && n != 2)
		return REFUSE(t, "two texts belong there, or none, and there %s %zu", n == 1 ? "is" : "are", n);
	if (!pair && n > (size_t)t->key->max.integer)
		return REFUSE(t, "%zu %s are more than %" PRId64, n, table ? "terms" : "names", t->key->max.integer);
	for (const struct toml_item *item = first; item < first + n; item++) {
		const struct taking row = {t->key, item, t->formats, t->error};
		if ((pair ? check_side : table ? check_term : check_name)(&row))
			return -EINVAL;
		if (pair && item > first && !strcmp(first->text, item->text))
			return REFUSE(&row, "both are \"%s\": they differ", item->text);
		/* Clean text holds neither NUL nor tab. */
		utstring_printf(lines, "%s%s%s%s", item > first ? "\n" : "", item->name, table ? "\t" : "", item->text);
	}
	return 0;
}

static int
take_integer(const struct taking *t, union key_value *out)
{
	const struct key *k = t->key;
	const int64_t value = t->item->integer;
	if (t->item->type != TOML_INTEGER)
		return refuse_unwanted(t, NULL);
	if (value < k->min.integer || value > k->max.integer)
		return REFUSE(t, "%" PRId64 " is not between %" PRId64 " and %" PRId64, value, k->min.integer,
			k->max.integer);
	if (value > k->min.integer && value < k->or_from)
		return REFUSE(t, "%" PRId64 " is neither %" PRId64 " nor between %" PRId64 " and %" PRId64, value,
			k->min.integer, k->or_from, k->max.integer);
	out->integer = value;
	return 0;
}

static int
take_real(const struct taking *t, union key_value *out)
{
	const struct toml_item *item = t->item;
	char digits[32];
	if (item->type != TOML_REAL && item->type != TOML_INTEGER)
		return refuse_unwanted(t, NULL);
	const double value = item->type == TOML_REAL ? item->real : (double)item->integer;
	out->real = value + 0.0; /* -0.0 becomes 0.0 */
	/* Not-a-number is in no range: the condition is written so that it fails. */
	if (value >= t->key->min.real && value <= t->key->max.real)
		return 0;
	/* In full: 1.0000000000000002 is not to be shown as 1. */
	if (isfinite(value))
		toml_print_real(value, digits);
	else
		snprintf(digits, sizeof digits, "%g", value);
	return REFUSE(t, "%s is not between %g and %g", digits, t->key->min.real, t->key->max.real);
}

int
key_set(const struct key *k, void *base, const struct toml_item *item, const char *const *formats,
	struct config_error *error)
{
	const struct taking t = {k, item, formats, error};
	union key_value value = {0};
	UT_string lines;
	int rc;
	utstring_init(&lines);
	switch (k->type) {
	case KEY_INTEGER:
		rc = take_integer(&t, &value);
		break;
	case KEY_REAL:
		rc = take_real(&t, &value);
		break;
	case KEY_BOOLEAN:
		rc = item->type == TOML_BOOLEAN ? 0 : refuse_unwanted(&t, NULL);
		value.integer = item->boolean;
		break;
	case KEY_TABLE:
	case KEY_NAMES:
	case KEY_PAIR:
		rc = take_rows(&t, &lines);
		value.text = utstring_body(&lines);
		break;
	default:
		rc = take_text(&t, &value);
	}
	if (!rc)
		key_replace(k, base, value);
	utstring_done(&lines);
	return rc;
}

/* A TOML basic string. Bytes that are not clean are escaped, so that the file can be shown and read back. */
static void
print_text(UT_string *out, const char *s)
{
	utstring_printf(out, "\"");
	for (size_t i = 0, len = strlen(s); i < len;) {
		int32_t c;
		const size_t n = next_char(s + i, len - i, &c);
		if (c == '"' || c == '\\')
			utstring_printf(out, "\\%c", (char)c);
		else if (c < 0 || !text_clean_line(s + i, n))
			utstring_printf(out, "\\u%04X", c < 0 ? 0xFFFDU : (unsigned)c);
		else
			utstring_bincpy(out, s + i, n);
		i += n;
	}
	utstring_printf(out, "\"");
}

/* [ "a line", "another" ], or { "a term" = "its meaning" }. */
static void
print_lines(UT_string *out, const char *lines, bool table)
{
	char *copy = mem_strdup(lines), *rest = copy, *line;
	const char *space = table && *lines ? " " : "";
	utstring_printf(out, "%s%s", table ? "{" : "[", space);
	for (size_t n = 0; *copy && (line = strsep(&rest, "\n")); n++) {
		utstring_printf(out, n ? ", " : "");
		print_text(out, strsep(&line, "\t"));
		if (table) {
			utstring_printf(out, " = ");
			print_text(out, line);
		}
	}
	utstring_printf(out, "%s%s", space, table ? "}" : "]");
	free(copy);
}

static void
print_value(const struct key *k, union key_value value, UT_string *out)
{
	char digits[32];
	switch (k->type) {
	case KEY_INTEGER:
		utstring_printf(out, "%" PRId64, value.integer);
		break;
	case KEY_REAL:
		toml_print_real(value.real, digits);
		utstring_printf(out, "%s", digits);
		break;
	case KEY_BOOLEAN:
		utstring_printf(out, "%s", value.integer ? "true" : "false");
		break;
	case KEY_NAMES:
	case KEY_PAIR:
	case KEY_TABLE:
		print_lines(out, value.text, k->type == KEY_TABLE);
		break;
	default:
		print_text(out, value.text);
	}
}

void
key_print(const struct key *k, const void *base, UT_string *out)
{
	union key_value value = key_load(k, base);
	if (k->secret && *value.text)
		value.text = CONFIG_SET;
	utstring_printf(out, "%s = ", k->name);
	print_value(k, value, out);
	utstring_printf(out, "\n");
}

void
key_explain(const struct key *k, bool with_default, UT_string *out)
{
	utstring_printf(out, "# %s", k->meaning);
	const bool ranged = k->type != KEY_FORMAT;
	if (ranged) {
		utstring_printf(out, " (");
		print_wanted(k, NULL, out);
	}
	if (with_default) {
		utstring_printf(out, ranged ? "; default " : " (default ");
		print_value(k, k->initial, out);
	}
	utstring_printf(out, ranged || with_default ? ")\n" : "\n");
}
