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
#include "validators/text/names.h"
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

const char *
config_nearer(const char *name, const char *known, const char *best)
{
	size_t len = strlen(name), limit = best ? name_edits(name, len, best, strlen(best)) : 3;
	return name_edits(name, len, known, strlen(known)) < limit ? known : best;
}

/* Rules. */

void
rules_copy(struct duel_rules *to, const struct duel_rules *from)
{
	for (size_t i = 0; i < n_keys; i++)
		if (keys[i].scope == SCOPE_RULES)
			key_store(&keys[i], to, key_load(&keys[i], from));
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
	return k ? key_load(k, r).integer : 0;
}

const char *
rules_text(const struct duel_rules *r, const char *name)
{
	const struct key *k = key_find_flat(name, r->format);
	return k ? key_load(k, r).text : "";
}

void
rules_set_text(struct duel_rules *r, const char *name, const char *value)
{
	const struct key *k = key_find(SECTION_DEFAULTS, name);
	assert(k);
	key_replace(k, r, (union key_value){.text = value});
}

void
rules_print(const struct duel_rules *r, bool kept, UT_string *out)
{
	for (const struct key *k = keys; k < keys + n_keys; k++) {
		if (!key_of_format(k, r->format) || (k->kept && (!kept || !*key_load(k, r).text)))
			continue;
		key_explain(k, false, out);
		key_print(k, r, out);
	}
}

/* Names that mean nothing where they stand. */

static void
append_name(UT_string *list, const char *between, const char *open, const char *name, const char *close)
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
			append_name(&here, ", ", "", k->name, "");
		} else if (!strcmp(k->name, item->key) && (section || k->scope == SCOPE_RULES)) {
			append_name(&elsewhere, " or ", section ? "[" : "", k->section, section ? "]" : "");
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

static bool
is_table(const struct toml_item *item)
{
	return item->type == TOML_TABLE || item->type == TOML_TABLES;
}

/* At the top of duelfs.toml stand sections, and nothing else. */
static int
refuse_at_top(const struct toml_item *item, struct config_error *error)
{
	const char *what = is_table(item) ? "section" : "key", *near = NULL;
	UT_string all;
	for (const struct key *k = keys; k < keys + n_keys; k++)
		if (!is_table(item) && !k->kept && !strcmp(k->name, item->key))
			return refuse_key(item, "", NULL, error);
	utstring_init(&all);
	for (const struct key *k = keys; k < keys + n_keys; k++) {
		if (!key_begins_section(k))
			continue;
		near = config_nearer(item->key, k->section, near);
		append_name(&all, ", ", "[", k->section, "]");
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
take_flat(struct duel_rules *r, const struct toml_item *root, bool kept, const char *const *formats,
	struct config_error *error)
{
	const struct toml_item *end = root->rows + root->n_rows;
	for (const struct toml_item *item = root->rows; item < end; item++)
		if (is_table(item) && !is_rules_table(item->key))
			return config_refuse(error, item->line, item->key,
				"a duel's config.toml has no sections; its keys stand without one");
	for (int pass = 0; pass < 2; pass++) {
		for (const struct toml_item *item = root->rows; item < end; item++) {
			bool is_format = !strcmp(item->key, "format");
			if (is_format != (pass == 0))
				continue;
			const struct key *k = key_find_flat(item->key, r->format);
			if (!k || (k->kept && !kept))
				return refuse_key(item, NULL, r->format, error);
			if (key_set(k, r, item, formats, error))
				return -EINVAL;
		}
	}
	return 0;
}

/* duelfs.toml. */

/* The struct that the key is in. */
static void *
base_of(const struct key *k, struct mount_config *c)
{
	return k->scope == SCOPE_MOUNT ? (void *)c : (void *)&c->defaults;
}

static int
take_sections(
	struct mount_config *c, const struct toml_item *root, const char *const *formats, struct config_error *error)
{
	for (size_t i = 0; i < root->n_rows; i++) {
		const struct toml_item *section = &root->rows[i];
		if (!is_section(section->key))
			return refuse_at_top(section, error);
		if (section->type != TOML_TABLE)
			return config_refuse(
				error, section->line, section->key, "is a section, [%s]", section->key);
		for (const struct toml_item *item = section->rows; item < section->rows + section->n_rows; item++) {
			const struct key *k = key_find(section->key, item->key);
			if (!k || k->kept)
				return refuse_key(item, section->key, NULL, error);
			/* It is never written back: what reads so elsewhere is no value there. */
			if (k->secret && item->type == TOML_TEXT && !strcmp(item->text, CONFIG_SET))
				return config_refuse(error, item->line, item->key,
					"\"" CONFIG_SET "\" is how one reads that is set; write the token itself");
			if (key_set(k, base_of(k, c), item, formats, error))
				return -EINVAL;
		}
	}
	return 0;
}

/* Errors of syntax. */

/* The key at the beginning of a line: toml++ says where it stopped, not in which key. Empty where there is none. */
static void
key_of_line(const char *text, size_t len, int line, char *key, size_t size)
{
	static const char bare[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
	const char *at = text, *end = text + len;
	*key = '\0';
	for (; line > 1 && at; line--) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	while (at && at < end && (*at == ' ' || *at == '\t'))
		at++;
	size_t n = 0;
	while (at && at + n < end && memchr(bare, at[n], sizeof bare - 1))
		n++;
	if (n < size && n > 0) {
		memcpy(key, at, n);
		key[n] = '\0';
	}
}

static int
refuse_syntax(const char *text, size_t len, const struct toml_fault *fault, struct config_error *error)
{
	/* how toml++ describes the commonest slip, text without quotes */
	static const char *const begins[] = {"could not determine value type", "expected 'true'", "expected 'false'",
		"expected 'inf'", "expected 'nan'"};
	char key[sizeof error->key];
	bool is_bare_text = false;
	for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
		is_bare_text |= !strncmp(fault->text, begins[i], strlen(begins[i]));
	key_of_line(text, len, fault->line, key, sizeof key);
	if (*key && !strncmp(fault->text, "cannot redefine", 15))
		return config_refuse(error, fault->line, key, "stands twice");
	if (*key && is_bare_text)
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

int
rules_parse(const char *text, size_t len, bool kept, const char *const *formats, const struct duel_rules *base,
	struct duel_rules *out, struct config_error *error)
{
	struct toml_doc *doc;
	struct duel_rules taken;
	int rc = parse_bounded(text, len, CONFIG_RULES_BYTES, &doc, error);
	if (rc)
		return rc;
	rules_copy(&taken, base);
	rc = take_flat(&taken, toml_root(doc), kept, formats, error);
	if (rc)
		rules_free(&taken);
	else
		*out = taken;
	toml_free(doc);
	return rc;
}

/* Files. */

void
config_default(struct mount_config *c)
{
	memset(c, 0, sizeof *c);
	c->path = mem_strdup("");
	for (const struct key *k = keys; k < keys + n_keys; k++)
		key_store(k, base_of(k, c), k->initial);
}

void
config_free(struct mount_config *c)
{
	for (const struct key *k = keys; k < keys + n_keys; k++)
		key_free(k, base_of(k, c));
	free(c->path);
	memset(c, 0, sizeof *c);
}

int
config_load(const char *path, const char *const *formats, struct mount_config *c, struct config_error *error)
{
	char chunk[16384];
	size_t n;
	UT_string text;
	struct toml_doc *doc = NULL;
	utstring_init(&text);
	config_default(c);
	FILE *f = fopen(path, "re");
	int rc = f ? 0 : -errno;
	/* up to CONFIG_FILE_BYTES and a chunk more, so that a longer file is known */
	while (!rc && utstring_len(&text) <= CONFIG_FILE_BYTES && (n = fread(chunk, 1, sizeof chunk, f)))
		utstring_bincpy(&text, chunk, n);
	if (f && ferror(f))
		rc = -errno;
	if (f)
		fclose(f);
	if (rc)
		config_refuse(error, 0, NULL, "cannot be read: %s", strerrordesc_np(-rc));
	else
		rc = parse_bounded(utstring_body(&text), utstring_len(&text), CONFIG_FILE_BYTES, &doc, error);
	if (!rc)
		rc = take_sections(c, toml_root(doc), formats, error);
	toml_free(doc);
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

void
config_print(const struct mount_config *c, UT_string *out)
{
	for (const struct key *k = keys; k < keys + n_keys; k++) {
		if (key_begins_section(k))
			utstring_printf(out, "%s[%s]\n", utstring_len(out) ? "\n" : "", k->section);
		if (k->kept)
			continue;
		key_explain(k, true, out);
		key_print(k, base_of(k, (struct mount_config *)c), out);
	}
}
