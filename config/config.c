/*
 * From a list of TOML items to the structs, and back to text.
 *
 * In a duel's file `format` is taken before the other keys, because it decides which those may be.
 */
#include "config/config.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config/keys.h"
#include "config/toml.h"
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

/* Where a key stands: a section of duelfs.toml; or, without one, a flat file of a duel of that format. */
struct place {
	const char *section;
	const char *format;
};
/* In which kind of text a rule stands. */
enum of { OF_DUEL, OF_STORE };

static bool
may_stand(const struct key *k, const struct place *at)
{
	if (k->kept)
		return false;
	if (at->section)
		return !strcmp(k->section, at->section);
	return key_of_format(k, at->format);
}

static int
refuse_unknown(const struct toml_item *item, const struct place *at, struct config_error *error)
{
	UT_string known;
	const char *best = NULL;
	utstring_init(&known);
	for (size_t i = 0; i < n_keys; i++) {
		if (!may_stand(&keys[i], at))
			continue;
		best = config_nearer(item->key, keys[i].name, best);
		utstring_printf(&known, "%s%s", utstring_len(&known) ? ", " : "", keys[i].name);
	}
	if (best)
		config_refuse(error, item->line, item->key, "unknown key; did you mean %s?", best);
	else
		config_refuse(error, item->line, item->key, "unknown key; known here are %s", utstring_body(&known));
	utstring_done(&known);
	return -EINVAL;
}

static bool
is_elsewhere(const struct key *k, const char *name, enum key_scope scope)
{
	return k->scope == scope && !k->kept && !strcmp(k->name, name);
}

/* Append the sections where else a key of this name stands, "[socratic] or [adversarial]"; so many are there. */
static unsigned
list_elsewhere(const char *name, enum key_scope scope, const char *open, const char *close, UT_string *out)
{
	unsigned n = 0;

	for (size_t i = 0; i < n_keys; i++)
		if (is_elsewhere(&keys[i], name, scope))
			utstring_printf(out, "%s%s%s%s", n++ ? " or " : "", open, keys[i].section, close);
	return n;
}

/* Is there a section that a key of this name belongs in? */
static bool
has_section(const char *name)
{
	for (size_t i = 0; i < n_keys; i++)
		if (is_elsewhere(&keys[i], name, SCOPE_RULES) || is_elsewhere(&keys[i], name, SCOPE_MOUNT))
			return true;
	return false;
}

static int
refuse_flat(const struct toml_item *item, const struct place *at, struct config_error *error)
{
	UT_string sections;

	utstring_init(&sections);
	if (list_elsewhere(item->key, SCOPE_RULES, "", "", &sections))
		config_refuse(error, item->line, item->key, "is a key of the format %s, and this duel's is %s",
			utstring_body(&sections), at->format);
	else
		refuse_unknown(item, at, error);
	utstring_done(&sections);
	return -EINVAL;
}

static int
refuse_in_section(const struct toml_item *item, struct config_error *error)
{
	UT_string sections;

	utstring_init(&sections);
	if (list_elsewhere(item->key, SCOPE_RULES, "[", "]", &sections) ||
		list_elsewhere(item->key, SCOPE_MOUNT, "[", "]", &sections))
		config_refuse(error, item->line, item->key, "belongs in %s", utstring_body(&sections));
	else
		refuse_unknown(item, &(struct place){.section = item->section}, error);
	utstring_done(&sections);
	return -EINVAL;
}

/* The sections that the table of keys names, each once. */
static void
list_sections(UT_string *out)
{
	for (size_t i = 0; i < n_keys; i++) {
		if (!key_begins_section(&keys[i]))
			continue;
		utstring_printf(out, "%s[%s]", i ? ", " : "", keys[i].section);
	}
}

static int
refuse_section(const struct toml_item *item, const char *what, struct config_error *error)
{
	UT_string known;
	const char *best = NULL;
	utstring_init(&known);
	for (size_t i = 0; i < n_keys; i++)
		best = config_nearer(item->key, keys[i].section, best);
	if (best)
		utstring_printf(&known, "[%s]", best);
	else
		list_sections(&known);
	config_refuse(error, item->line, item->key, best ? "unknown %s; did you mean %s?" : "unknown %s; there are %s",
		what, utstring_body(&known));
	utstring_done(&known);
	return -EINVAL;
}

/* A duelfs.toml is never written back: what reads so elsewhere is no value there. */
static int
refuse_set(const struct key *k, const struct toml_item *item, struct config_error *error)
{
	if (!k->secret || item->type != TOML_TEXT || strcmp(item->text, CONFIG_SET))
		return 0;
	return config_refuse(error, item->line, item->key,
		"\"" CONFIG_SET "\" is how one reads that is set; write the token itself");
}

/* The rules of one duel, flat: a config.toml. */

static int
take_rule(struct duel_rules *r, const struct toml_item *item, enum of of, const char *const *formats,
	struct config_error *error)
{
	const struct key *k = key_find_flat(item->key, r->format);
	if (!k || (k->kept && of != OF_STORE))
		return refuse_flat(item, &(struct place){.format = r->format}, error);
	return key_set(k, r, item, formats, error);
}

static bool
is_format(const struct toml_item *item)
{
	return !strcmp(item->key, "format");
}

static int
take_flat(struct duel_rules *r, const struct toml_item *items, size_t n, enum of of, const char *const *formats,
	struct config_error *error)
{
	int rc = 0;
	for (size_t i = 0; i < n; i++)
		if (items[i].type == TOML_TABLE && !*items[i].section && !is_rules_table(items[i].key))
			return config_refuse(error, items[i].line, items[i].key,
				"a duel's config.toml has no sections; its keys stand without one");
	/* What stands in a table comes with the key whose value the table is. */
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < n && !rc; i++)
			if (!*items[i].section && is_format(&items[i]) == !pass)
				rc = take_rule(r, &items[i], of, formats, error);
	return rc;
}

/* duelfs.toml. */

static int
take_section_item(
	struct mount_config *c, const struct toml_item *item, const char *const *formats, struct config_error *error)
{
	const struct key *k = key_find(item->section, item->key);
	if (!k || k->kept)
		return refuse_in_section(item, error);
	if (refuse_set(k, item, error))
		return -EINVAL;
	return key_set(k, k->scope == SCOPE_MOUNT ? (void *)c : (void *)&c->defaults, item, formats, error);
}

/* At the top stand sections, and nothing else. */
static int
check_top(const struct toml_item *item, struct config_error *error)
{
	if (item->type != TOML_TABLE && !is_section(item->key)) {
		if (has_section(item->key))
			return refuse_in_section(item, error);
		return refuse_section(item, "key", error);
	}
	if (!is_section(item->key))
		return refuse_section(item, "section", error);
	if (item->type != TOML_TABLE || !item->rows)
		return config_refuse(error, item->line, item->key, "is a section, [%s]", item->key);
	return 0;
}

static int
take_sections(struct mount_config *c, const struct toml_item *items, size_t n, const char *const *formats,
	struct config_error *error)
{
	int rc = 0;
	for (size_t i = 0; i < n && !rc; i++) {
		const struct toml_item *item = &items[i];
		/* What stands deeper than in a section stands in a table that is refused as the value of a key. */
		if (!*item->section)
			rc = check_top(item, error);
		else if (is_section(item->section))
			rc = take_section_item(c, item, formats, error);
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
	size_t n;
	int rc = parse_bounded(text, len, CONFIG_RULES_BYTES, &doc, error);
	if (rc)
		return rc;
	const struct toml_item *items = toml_items(doc, &n);
	rules_copy(&taken, base);
	rc = take_flat(&taken, items, n, of, formats, error);
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
config_parse(
	const char *text, size_t len, const char *const *formats, struct mount_config *c, struct config_error *error)
{
	struct toml_doc *doc;
	size_t n;
	int rc = parse_bounded(text, len, CONFIG_FILE_BYTES, &doc, error);
	if (rc)
		return rc;
	const struct toml_item *items = toml_items(doc, &n);
	rc = take_sections(c, items, n, formats, error);
	toml_free(doc);
	return rc;
}

/* Files. */

static int
refuse_errno(struct config_error *error, int err)
{
	config_refuse(error, 0, NULL, "cannot be read: %s", strerrordesc_np(err));
	return -err;
}

/* Up to CONFIG_FILE_BYTES and one more, so that a longer file is known from one of exactly that size. 0 or -errno. */
static int
read_text(int fd, UT_string *out)
{
	char chunk[16384];
	while (utstring_len(out) <= CONFIG_FILE_BYTES) {
		const ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return 0;
		utstring_bincpy(out, chunk, (size_t)n);
	}
	return 0;
}

static int
read_file(const char *path, UT_string *out, struct config_error *error)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return refuse_errno(error, errno);
	const int rc = read_text(fd, out);
	close(fd);
	return rc ? refuse_errno(error, -rc) : 0;
}

void
config_default(struct mount_config *c)
{
	memset(c, 0, sizeof *c);
	c->path = strdup("");
	if (!c->path)
		abort();
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
		rc = config_parse(utstring_body(&text), utstring_len(&text), formats, c, error);
	utstring_done(&text);
	if (rc) {
		config_free(c);
		config_default(c);
		return rc;
	}
	free(c->path);
	c->path = strdup(path);
	if (!c->path)
		abort();
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
