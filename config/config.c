/*
 * From a tree of TOML items to the structs, and back to text.
 *
 * In a duel's file `format` is taken before the other keys, because it decides which those may be.
 */
#include "config/config.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "config/keys.h"
#include "config/toml.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- what is told -- */

/* As much of `s` as fits, whole characters only. */
static void
copy_bounded(char *to, size_t size, const char *s)
{
	size_t len = text_cut(s, strlen(s), size - 1);
	memcpy(to, s, len);
	to[len] = '\0';
}

int
config_refuse(struct config_error *error, int line, const char *key, const char *format, ...)
{
	UT_string name, text;
	utstring_init(&name);
	utstring_init(&text);
	if (key)
		text_escape(&name, key, strlen(key), CONFIG_QUOTE_BYTES);
	if (key)
		utstring_printf(&text, "%s: ", utstring_body(&name));
	va_list args;
	va_start(args, format);
	utstring_printf_va(&text, format, args);
	va_end(args);
	error->line = line;
	copy_bounded(error->key, sizeof error->key, utstring_body(&name));
	copy_bounded(error->text, sizeof error->text, utstring_body(&text));
	utstring_done(&name);
	utstring_done(&text);
	return -EINVAL;
}

/* Levenshtein's distance, or 3 where it is more than 2. Names are short; what is longer is nobody's misspelling. */
static unsigned
distance(const char *a, const char *b)
{
	enum { LONGEST = 48 };
	const size_t n = strlen(a), m = strlen(b);
	if (n > LONGEST || m > LONGEST)
		return 3;
	unsigned row[LONGEST + 1];
	for (size_t j = 0; j <= m; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= n; i++) {
		unsigned corner = row[0];
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= m; j++) {
			const unsigned above = row[j], change = corner + (a[i - 1] != b[j - 1]);
			const unsigned gap = (above < row[j - 1] ? above : row[j - 1]) + 1;
			row[j] = change < gap ? change : gap;
			corner = above;
		}
	}
	return row[m] < 3 ? row[m] : 3;
}

const char *
config_nearer(const char *name, const char *known, const char *best)
{
	const unsigned limit = best ? distance(name, best) : 3;
	return distance(name, known) < limit ? known : best;
}

/* Rules. */

void
rules_copy(struct duel_rules *to, const struct duel_rules *from)
{
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_RULES)
			key_copy(&keys[i], to, from);
}

void
rules_free(struct duel_rules *r)
{
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_RULES)
			key_free(&keys[i], r);
}

bool
rules_equal(const struct duel_rules *a, const struct duel_rules *b)
{
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_RULES && !key_equal(&keys[i], a, b))
			return false;
	return true;
}

int64_t
rules_number(const struct duel_rules *r, const char *name)
{
	const struct key *k = key_find_flat(name, r->format);
	return k ? key_number(k, r) : 0;
}

const char *
rules_text(const struct duel_rules *r, const char *name)
{
	const struct key *k = key_find_flat(name, r->format);
	return k ? key_text(k, r) : "";
}

void
rules_set_text(struct duel_rules *r, const char *name, const char *value)
{
	const struct key *k = key_find(SECTION_DEFAULTS, name);
	assert(k);
	key_set_text(k, r, value);
}

static void
print_rules(const struct duel_rules *r, bool kept, UT_string *out)
{
	for (size_t i = 0; i < n_keys; i++) {
		if (!key_of_format(&keys[i], r->format) ||
			(keys[i].kept && (!kept || key_is_empty(&keys[i], r))))
			continue;
		key_explain(&keys[i], false, out);
		key_print(&keys[i], r, out);
	}
}

void
rules_print(const struct duel_rules *r, UT_string *out)
{
	print_rules(r, false, out);
}

void
rules_print_kept(const struct duel_rules *r, UT_string *out)
{
	print_rules(r, true, out);
}

/* Names that mean nothing where they stand. */

/* In which kind of text a rule stands. */
enum of { OF_DUEL, OF_STORE };

static void
append(UT_string *list, const char *between, const char *open, const char *name, const char *close)
{
	utstring_printf(list, "%s%s%s%s", utstring_len(list) ? between : "", open, name, close);
}

/* No key of this name may stand there: in a section of duelfs.toml, or, where that is NULL, in the file of a duel of
 * this format. */
static int
refuse_key(const struct toml_item *item, const char *section, const char *format, struct config_error *error)
{
	UT_string here, elsewhere;
	const char *near = NULL;
	utstring_init(&here);
	utstring_init(&elsewhere);
	for (const struct key *k = keys; k < keys + n_keys; k++) {
		if (k->kept)
			continue;
		if (section ? !strcmp(k->section, section) : key_of_format(k, format)) {
			near = config_nearer(item->key, k->name, near);
			append(&here, ", ", "", k->name, "");
		} else if (!strcmp(k->name, item->key) && (section || k->scope == SCOPE_RULES)) {
			append(&elsewhere, " or ", section ? "[" : "", k->section, section ? "]" : "");
		}
	}
	if (utstring_len(&elsewhere) && section)
		config_refuse(error, item->line, item->key, "belongs in %s", utstring_body(&elsewhere));
	else if (utstring_len(&elsewhere))
		config_refuse(error, item->line, item->key, "is a key of the format %s, and this duel's is %s",
			utstring_body(&elsewhere), format);
	else if (near)
		config_refuse(error, item->line, item->key, "unknown key; did you mean %s?", near);
	else
		config_refuse(error, item->line, item->key, "unknown key; known here are %s", utstring_body(&here));
	utstring_done(&here);
	utstring_done(&elsewhere);
	return -EINVAL;
}

/* Is there a section that a key of this name belongs in? */
static bool
has_section(const char *name)
{
	for (const struct key *k = keys; k < keys + n_keys; k++)
		if (!k->kept && !strcmp(k->name, name))
			return true;
	return false;
}

static int
refuse_section(const struct toml_item *item, const char *what, struct config_error *error)
{
	UT_string all;
	const char *near = NULL;
	utstring_init(&all);
	for (const struct key *k = keys; k < keys + n_keys; k++) {
		if (!key_begins_section(k))
			continue;
		near = config_nearer(item->key, k->section, near);
		append(&all, ", ", "[", k->section, "]");
	}
	if (near)
		config_refuse(error, item->line, item->key, "unknown %s; did you mean [%s]?", what, near);
	else
		config_refuse(error, item->line, item->key, "unknown %s; there are %s", what, utstring_body(&all));
	utstring_done(&all);
	return -EINVAL;
}

/* The rules of one duel, flat: a config.toml. */

static int
take_rule(struct duel_rules *r, const struct toml_item *item, enum of of, const char *const *formats,
	struct config_error *error)
{
	const struct key *k = key_find_flat(item->key, r->format);
	if (!k || (k->kept && of != OF_STORE))
		return refuse_key(item, NULL, r->format, error);
	return key_set(k, r, item, formats, error);
}

static bool
is_table(const struct toml_item *item)
{
	return item->type == TOML_TABLE || item->type == TOML_TABLES;
}

static int
take_flat(struct duel_rules *r, const struct toml_item *root, enum of of, const char *const *formats,
	struct config_error *error)
{
	const struct toml_item *end = root->rows + root->n_rows;
	int rc = 0;
	for (const struct toml_item *item = root->rows; item < end; item++)
		if (is_table(item) && !is_rules_table(item->key))
			return config_refuse(error, item->line, item->key,
				"a duel's config.toml has no sections; its keys stand without one");
	for (int pass = 0; pass < 2; pass++)
		for (const struct toml_item *item = root->rows; item < end && !rc; item++)
			if (!strcmp(item->key, "format") == !pass)
				rc = take_rule(r, item, of, formats, error);
	return rc;
}

/* duelfs.toml. */

static int
take_section_item(struct mount_config *c, const char *section, const struct toml_item *item, const char *const *formats,
	struct config_error *error)
{
	const struct key *k = key_find(section, item->key);
	if (!k || k->kept)
		return refuse_key(item, section, NULL, error);
	/* It is never written back: what reads so elsewhere is no value there. */
	if (k->secret && item->type == TOML_TEXT && !strcmp(item->text, CONFIG_SET))
		return config_refuse(error, item->line, item->key,
			"\"" CONFIG_SET "\" is how one reads that is set; write the token itself");
	return key_set(k, k->scope == SCOPE_MOUNT ? (void *)c : (void *)&c->defaults, item, formats, error);
}

/* At the top stand sections, and nothing else. */
static int
check_top(const struct toml_item *item, struct config_error *error)
{
	if (is_section(item->key) && item->type != TOML_TABLE)
		return config_refuse(error, item->line, item->key, "is a section, [%s]", item->key);
	if (is_section(item->key))
		return 0;
	if (!is_table(item) && has_section(item->key))
		return refuse_key(item, "", NULL, error);
	return refuse_section(item, is_table(item) ? "section" : "key", error);
}

static int
take_sections(
	struct mount_config *c, const struct toml_item *root, const char *const *formats, struct config_error *error)
{
	int rc = 0;
	for (size_t i = 0; i < root->n_rows && !rc; i++) {
		const struct toml_item *section = &root->rows[i];
		rc = check_top(section, error);
		for (size_t k = 0; k < section->n_rows && !rc; k++)
			rc = take_section_item(c, section->key, &section->rows[k], formats, error);
	}
	return rc;
}

/* Errors of syntax. */

static bool
is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* The key at the beginning of a line: toml++ says where it stopped, not in which key. Empty where there is none. */
static void
key_of_line(const char *text, size_t len, int line, char *key, size_t size)
{
	const char *at = text, *end = text + len;
	*key = '\0';
	for (; line > 1 && at; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	while (at && at < end && (*at == ' ' || *at == '\t'))
		at++;
	size_t n = 0;
	while (at && at + n < end && is_bare(at[n]))
		n++;
	if (n < size && n > 0) {
		memcpy(key, at, n);
		key[n] = '\0';
	}
}

/* Is that how toml++ describes the commonest slip, text without quotes? */
static bool
is_bare_text(const char *fault)
{
	static const char *const begins[] = {"could not determine value type", "expected 'true'", "expected 'false'",
		"expected 'inf'", "expected 'nan'"};
	for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
		if (!strncmp(fault, begins[i], strlen(begins[i])))
			return true;
	return false;
}

static int
refuse_syntax(const char *text, size_t len, const struct toml_fault *fault, struct config_error *error)
{
	char key[sizeof error->key];
	key_of_line(text, len, fault->line, key, sizeof key);
	if (*key && !strncmp(fault->text, "cannot redefine", 15))
		return config_refuse(error, fault->line, key, "stands twice");
	if (*key && is_bare_text(fault->text))
		return config_refuse(
			error, fault->line, key, "neither a number, nor true or false, nor text in double quotes");
	UT_string quoted;
	utstring_init(&quoted);
	text_escape(&quoted, fault->text, strlen(fault->text), sizeof fault->text);
	config_refuse(error, fault->line, *key ? key : NULL, "%s", utstring_body(&quoted));
	utstring_done(&quoted);
	return -EINVAL;
}

static int
parse_bounded(const char *text, size_t len, size_t max_bytes, struct toml_doc **doc, struct config_error *error)
{
	struct toml_fault fault;
	if (len > max_bytes)
		return config_refuse(error, 0, NULL, "the file has more than %zu bytes", max_bytes);
	if (toml_parse(text, len, doc, &fault))
		return refuse_syntax(text, len, &fault, error);
	return 0;
}

static int
parse_rules(const char *text, size_t len, enum of of, const char *const *formats, const struct duel_rules *base,
	struct duel_rules *out, struct config_error *error)
{
	struct toml_doc *doc;
	struct duel_rules taken;
	int rc = parse_bounded(text, len, CONFIG_RULES_BYTES, &doc, error);
	if (rc)
		return rc;
	rules_copy(&taken, base);
	rc = take_flat(&taken, toml_root(doc), of, formats, error);
	if (rc)
		rules_free(&taken);
	else
		*out = taken;
	toml_free(doc);
	return rc;
}

int
rules_parse(const char *text, size_t len, const char *const *formats, const struct duel_rules *base,
	struct duel_rules *out, struct config_error *error)
{
	return parse_rules(text, len, OF_DUEL, formats, base, out, error);
}

int
rules_parse_kept(const char *text, size_t len, const char *const *formats, const struct duel_rules *base,
	struct duel_rules *out, struct config_error *error)
{
	return parse_rules(text, len, OF_STORE, formats, base, out, error);
}

static int
parse_config(
	const char *text, size_t len, const char *const *formats, struct mount_config *c, struct config_error *error)
{
	struct toml_doc *doc;
	int rc = parse_bounded(text, len, CONFIG_FILE_BYTES, &doc, error);
	if (rc)
		return rc;
	rc = take_sections(c, toml_root(doc), formats, error);
	toml_free(doc);
	return rc;
}

/* Files. */

/* Up to CONFIG_FILE_BYTES and one more, so that a longer file is known from one of exactly that size. */
static int
read_file(const char *path, UT_string *out, struct config_error *error)
{
	char chunk[16384];
	size_t n;
	FILE *f = fopen(path, "re");
	int err = f ? 0 : errno;
	while (!err && utstring_len(out) <= CONFIG_FILE_BYTES && (n = fread(chunk, 1, sizeof chunk, f)))
		utstring_bincpy(out, chunk, n);
	if (f && ferror(f))
		err = errno;
	if (f)
		fclose(f);
	if (err)
		config_refuse(error, 0, NULL, "cannot be read: %s", strerrordesc_np(err));
	return -err;
}

void
config_default(struct mount_config *c)
{
	memset(c, 0, sizeof *c);
	c->path = mem_strdup("");
	for (size_t i = 0; i < n_keys; i++) {
		if (keys[i].scope == SCOPE_MOUNT)
			key_reset(&keys[i], c);
		if (keys[i].scope == SCOPE_RULES)
			key_reset(&keys[i], &c->defaults);
	}
}

void
config_free(struct mount_config *c)
{
	rules_free(&c->defaults);
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_MOUNT)
			key_free(&keys[i], c);
	free(c->path);
	memset(c, 0, sizeof *c);
}

int
config_load(const char *path, const char *const *formats, struct mount_config *c, struct config_error *error)
{
	UT_string text;
	utstring_init(&text);
	config_default(c);
	int rc = read_file(path, &text, error);
	if (!rc)
		rc = parse_config(utstring_body(&text), utstring_len(&text), formats, c, error);
	utstring_done(&text);
	if (rc) {
		config_free(c);
		config_default(c);
		return rc;
	}
	free(c->path);
	c->path = mem_strdup(path);
	return 0;
}

/* Printing. */

static void
print_section(const struct mount_config *c, const char *section, UT_string *out)
{
	utstring_printf(out, "%s[%s]\n", utstring_len(out) ? "\n" : "", section);
	for (size_t i = 0; i < n_keys; i++) {
		const struct key *k = &keys[i];
		if (strcmp(k->section, section) || k->kept)
			continue;
		key_explain(k, true, out);
		key_print(k, k->scope == SCOPE_MOUNT ? (const void *)c : (const void *)&c->defaults, out);
	}
}

void
config_print(const struct mount_config *c, UT_string *out)
{
	for (size_t i = 0; i < n_keys; i++)
		if (key_begins_section(&keys[i]))
			print_section(c, keys[i].section, out);
}
