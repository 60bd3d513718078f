#include "validators/kit/secret.h"

#include <assert.h>
#include <ctype.h>
#include <regex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Base64 that follows the BEGIN line of a key: fewer characters are none. */
#define KEY_BASE64 40
/* Of it may stand between: lines such as `Proc-Type: 4,ENCRYPTED`. */
#define KEY_HEADER_LINES 8
#define KEY_BEGIN "-----BEGIN"

/* By so many of its first bytes a secret is known in a sentence, which may quote a part of it. */
#define MASK_BYTES 8

#define FIELDS 4

const char *const secrets_mode_names[SECRETS_MODES + 1] = {
	[SECRETS_REFUSE] = "refuse",
	[SECRETS_WARN] = "warn",
	[SECRETS_ALLOW] = "allow",
};

enum secrets_mode
secrets_mode_named(const char *name)
{
	enum secrets_mode mode = 0;

	while (mode < SECRETS_MODES && strcmp(secrets_mode_names[mode], name))
		mode++;
	assert(mode < SECRETS_MODES);
	return mode;
}

const struct rule secret_warned = {
	.id = "text.secret", .severity = SEVERITY_WARNING, .gloss = "no credential stands in a text"};

struct kind {
	char *id, *prefix;
	size_t prefix_len;
	regex_t follows; /* from where the prefix ends */
	unsigned distinct;
	bool key; /* a key block */
};

struct secrets {
	struct kind *kinds;
	size_t n;
	uint64_t pairs[1 << 10]; /* of the first two bytes of each prefix, a bit: nearly everywhere else nothing begins
				  */
};

static unsigned
pair_at(const char *s)
{
	return (unsigned)(unsigned char)s[0] << 8 | (unsigned char)s[1];
}

static bool
has_pair(const struct secrets *all, const char *s)
{
	return all->pairs[pair_at(s) >> 6] >> (pair_at(s) & 63) & 1;
}

/* -- the file -- */

struct field {
	const char *s;
	size_t len;
};

/* The line's fields; how many there are. */
static unsigned
split(const char *s, const char *end, struct field fields[FIELDS])
{
	unsigned n = 0;

	for (const char *tab; s <= end; s = tab + 1) {
		tab = memchr(s, '\t', (size_t)(end - s));
		tab = tab ? tab : end;
		if (n < FIELDS)
			fields[n] = (struct field){s, (size_t)(tab - s)};
		n++;
	}
	return n;
}

static const char *
take_line(const char *s, const char *end, struct secrets *all)
{
	struct field f[FIELDS];
	struct kind k = {.id = NULL};

	if (split(s, end, f) != FIELDS || f[1].len < 2)
		return "a line is an id, a tab, a prefix, a tab, an expression, a tab and a number";
	char *expression = mem_format("^(%.*s)", (int)f[2].len, f[2].s);
	int err = regcomp(&k.follows, expression, REG_EXTENDED);

	free(expression);
	if (err)
		return "the expression is no POSIX extended expression";
	k.id = mem_copy(f[0].s, f[0].len);
	k.prefix = mem_copy(f[1].s, f[1].len);
	k.prefix_len = f[1].len;
	k.distinct = (unsigned)atoi(f[3].s);
	k.key = !strncmp(k.prefix, KEY_BEGIN, strlen(KEY_BEGIN));
	all->kinds = mem_resize(all->kinds, all->n + 1, sizeof *all->kinds);
	all->kinds[all->n++] = k;
	all->pairs[pair_at(k.prefix) >> 6] |= UINT64_C(1) << (pair_at(k.prefix) & 63);
	return NULL;
}

static void
secrets_free(void *made)
{
	struct secrets *all = made;

	for (size_t i = 0; i < all->n; i++) {
		regfree(&all->kinds[i].follows);
		free(all->kinds[i].id);
		free(all->kinds[i].prefix);
	}
	free(all->kinds);
	free(all);
}

static void *
secrets_make(const void *of, const char *bytes, size_t len, int *line, const char **fault)
{
	struct secrets *all = mem_calloc(1, sizeof *all);
	const char *end = bytes + len, *newline;

	(void)of;
	*fault = NULL;
	for (const char *s = bytes; s < end && !*fault; s = newline + 1) {
		newline = memchr(s, '\n', (size_t)(end - s));
		newline = newline ? newline : end;
		++*line;
		if (newline > s && *s != '#')
			*fault = take_line(s, newline, all);
	}
	if (!*fault)
		return all;
	secrets_free(all);
	return NULL;
}

TEXT_FILE(config_secrets_txt);
const struct text_row secrets_text = {
	TEXT_ROW("secrets.txt", config_secrets_txt), .make = secrets_make, .drop = secrets_free};

/* -- one -- */

/* From its prefix on; of a key block up to the base64 that counts. */
struct secret {
	const struct kind *kind;
	size_t at, len;
};

static bool
is_base64(char c)
{
	return isalnum((unsigned char)c) || c == '+' || c == '/' || c == '=';
}

/* Where the line ends that `s` stands in. */
static const char *
line_end(const char *s, const char *end)
{
	const char *newline = memchr(s, '\n', (size_t)(end - s));

	return newline ? newline : end;
}

/* The end of the base64 that follows a BEGIN line, behind marks of quotes and lines with a colon; NULL: that is too
 * little. */
static const char *
key_end(const char *s, const char *end)
{
	unsigned n = 0, headers = 0;

	while (s < end && n < KEY_BASE64) {
		const char *to = line_end(s, end);

		if (memchr(s, ':', (size_t)(to - s)) && !n && headers++ < KEY_HEADER_LINES) {
			s = to + (to < end);
			continue;
		}
		for (; s < to && n < KEY_BASE64; s++)
			if (is_base64(*s))
				n++;
			else if (!strchr(" \t>\"'`,\\", *s))
				return NULL;
		s += n < KEY_BASE64 && s < end;
	}
	return n == KEY_BASE64 ? s : NULL;
}

/* Is it a word, or does it begin within one? */
static bool
begins_word(const char *text, const char *s)
{
	return !isalnum((unsigned char)*s) || s == text ||
		!(isalnum((unsigned char)s[-1]) || s[-1] == '_' || s[-1] == '-');
}

static unsigned
distinct(const char *s, size_t len)
{
	bool met[256] = {false};
	unsigned n = 0;

	for (size_t i = 0; i < len; i++) {
		n += !met[(unsigned char)s[i]];
		met[(unsigned char)s[i]] = true;
	}
	return n;
}

static bool
has_word(const char *s, size_t len, const char *word)
{
	size_t n = strlen(word);

	for (; len >= n; s++, len--)
		if (!strncasecmp(s, word, n))
			return true;
	return false;
}

/* What stands in a text in place of one. */
static bool
is_placeholder(const char *s, size_t len)
{
	static const char *const words[] = {"EXAMPLE", "xxxx", "0000", "..."};
	const char *open = memchr(s, '<', len);

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (has_word(s, len, words[i]))
			return true;
	return open && memchr(open, '>', len - (size_t)(open - s));
}

/* Does one of this kind stand at `s`, where its prefix does? Its length, or 0. */
static size_t
length_at(const struct kind *k, const char *text, const char *s, const char *end)
{
	const char *from = s + k->prefix_len, *to = line_end(from, end), *key;
	char window[SECRET_WINDOW_BYTES + 1];
	size_t n = (size_t)(to - from) < SECRET_WINDOW_BYTES ? (size_t)(to - from) : SECRET_WINDOW_BYTES;
	regmatch_t m;

	if (!begins_word(text, s))
		return 0;
	memcpy(window, from, n);
	window[n] = '\0';
	if (regexec(&k->follows, window, 1, &m, 0) ||
		distinct(from, (size_t)m.rm_eo) < k->distinct || is_placeholder(s, k->prefix_len + (size_t)m.rm_eo))
		return 0;
	if (!k->key)
		return k->prefix_len + (size_t)m.rm_eo;
	key = key_end(from + m.rm_eo, end);
	return key ? (size_t)(key - s) : 0;
}

/* -- a text -- */

struct finds {
	struct secret *v;
	size_t n, room;
};

/* Of whichever kind stands at `s`, the first of them; its length, or 0. */
static size_t
find_at(const struct secrets *all, const char *text, const char *s, const char *end, const struct kind **kind)
{
	size_t n = 0;

	for (*kind = all->kinds; *kind < all->kinds + all->n; ++*kind)
		if (*s == *(*kind)->prefix && (size_t)(end - s) >= (*kind)->prefix_len &&
			!memcmp(s, (*kind)->prefix, (*kind)->prefix_len) && (n = length_at(*kind, text, s, end)))
			break;
	return n;
}

static void
find_all(const struct secrets *all, const char *text, size_t len, struct finds *out)
{
	const char *end = text + len;
	const struct kind *kind;
	size_t n;

	for (const char *s = text; end - s >= 2; s += n ? n : 1) {
		n = has_pair(all, s) ? find_at(all, text, s, end, &kind) : 0;
		if (!n)
			continue;
		if (out->n == out->room) {
			out->room = out->room ? 2 * out->room : 8;
			out->v = mem_resize(out->v, out->room, sizeof *out->v);
		}
		out->v[out->n++] = (struct secret){kind, (size_t)(s - text), n};
	}
}

struct word {
	const char *s;
	size_t len;
};

static int
compare_words(const void *a, const void *b)
{
	const struct word *x = a, *y = b;

	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->s, y->s, x->len);
}

static struct word *
words_of(const struct finds *f, const char *text)
{
	struct word *words = mem_calloc(f->n, sizeof *words);

	for (size_t i = 0; i < f->n; i++)
		words[i] = (struct word){text + f->v[i].at, f->v[i].len};
	qsort(words, f->n, sizeof *words, compare_words);
	return words;
}

/* Without those that the source has: whoever can read the duel has read them. */
static void
leave_out_known(const struct secrets *all, const char *text, struct finds *f, const struct source *source)
{
	struct finds known = {.n = 0};
	size_t kept = 0;
	struct word *words;

	if (!f->n || !source)
		return;
	find_all(all, source->text, source->len, &known);
	words = words_of(&known, source->text);
	for (size_t i = 0; i < f->n; i++) {
		struct word w = {text + f->v[i].at, f->v[i].len};

		if (!known.n || !bsearch(&w, words, known.n, sizeof *words, compare_words))
			f->v[kept++] = f->v[i];
	}
	f->n = kept;
	free(words);
	free(known.v);
}

/* -- without backslashes -- */

struct plain {
	char *text;
	size_t len;
	uint32_t *lines; /* for each of its own lines, that of the text: from 0 */
};

static int32_t
hex4(const char *s, const char *end)
{
	int32_t n = 0;

	if (end - s < 4)
		return -1;
	for (unsigned i = 0; i < 4; i++) {
		char c = s[i];
		int digit = isdigit((unsigned char)c) ? c - '0'
			: isxdigit((unsigned char)c)  ? (c | 0x20) - 'a' + 10
						      : -1;

		if (digit < 0)
			return -1;
		n = n << 4 | digit;
	}
	return n;
}

/* What a backslash stands for with what is behind it: its bytes, which are no fewer than those of *to, 0: none. */
static size_t
escape_at(const char *s, const char *end, char to[4], size_t *n)
{
	int32_t cp;

	*n = 1;
	if (end - s < 2)
		return 0;
	if (s[1] == 'u' && (cp = hex4(s + 2, end)) >= 0) {
		*n = (size_t)utf8proc_encode_char(cp >= 0xd800 && cp < 0xe000 ? '?' : cp, (utf8proc_uint8_t *)to);
		return 6;
	}
	*to = s[1] == 'n' || s[1] == 'r' ? '\n' : s[1] == 't' ? ' ' : s[1];
	return ispunct((unsigned char)s[1]) || strchr("nrt", s[1]) ? 2 : 0;
}

static struct plain
plain_of(const char *text, size_t len)
{
	struct plain p = {.text = mem_check(malloc(len + 1)), .lines = mem_calloc(len + 2, sizeof *p.lines)};
	const char *end = text + len;
	uint32_t line = 0, own = 0;

	for (const char *s = text; s < end;) {
		char to[4] = {*s};
		size_t n = 1, bytes = *s == '\\' ? escape_at(s, end, to, &n) : 0;

		line += *s == '\n';
		s += bytes ? bytes : 1;
		memcpy(p.text + p.len, to, n);
		p.len += n;
		if (*to == '\n')
			p.lines[++own] = line;
	}
	return p;
}

/* -- what is told -- */

struct telling {
	const struct secrets *kinds;
	const struct source *source;
	void (*each)(struct telling *t, const struct secret *s, int line);
	int line0;
	bool warns, found;
	const char *text; /* in which a secret stands */
	struct findings *out;
};

/* Each that stands in it, in its order; `lines` NULL: its lines are the text's own. */
static void
tell(struct telling *t, const char *text, size_t len, const uint32_t *lines)
{
	struct finds f = {.n = 0};
	size_t from = 0;
	uint32_t line = 0;

	t->text = text;
	find_all(t->kinds, text, len, &f);
	leave_out_known(t->kinds, text, &f, t->source);
	for (size_t i = 0; i < f.n; i++) {
		for (; from < f.v[i].at; from++)
			line += text[from] == '\n';
		t->each(t, &f.v[i], (int)(lines ? lines[line] : line) + 1);
	}
	free(f.v);
}

static void
tell_both(struct telling *t, const char *text, size_t len)
{
	struct plain p;

	tell(t, text, len, NULL);
	if (!len || !memchr(text, '\\', len))
		return;
	p = plain_of(text, len);
	tell(t, p.text, p.len, p.lines);
	free(p.text);
	free(p.lines);
}

static void
note_found(struct telling *t, const struct secret *s, int line)
{
	(void)s;
	(void)line;
	t->found = true;
}

bool
secrets_has(const struct secrets *kinds, const char *text, size_t len, const struct source *source)
{
	struct telling t = {.kinds = kinds, .source = source, .each = note_found};

	tell_both(&t, text, len);
	return t.found;
}

static bool
is_told(const struct findings *out, int line)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->v[i].line == line && !strcmp(out->v[i].rule->id, text_rules[TEXT_SECRET].id))
			return true;
	return false;
}

static void
report(struct telling *t, const struct secret *s, int line)
{
	line += t->line0;
	if (!is_told(t->out, line))
		findings_add(t->out, t->warns ? &secret_warned : &text_rules[TEXT_SECRET], line,
			"this line holds what looks like a credential (%s), and a record never forgets: write <%s> in "
			"its place, and withdraw it where it is a real one",
			s->kind->id, s->kind->id);
}

void
secrets_judge(const struct secrets *kinds, const char *text, size_t len, int line0, const struct source *source,
	bool warns, struct findings *out)
{
	struct telling t = {
		.kinds = kinds, .source = source, .each = report, .line0 = line0, .warns = warns, .out = out};

	tell_both(&t, text, len);
}

/* What is said of a line with one, or in words of one, is its rule's sentence. */
static void
mask(struct telling *t, const struct secret *s, int line)
{
	char *words = mem_copy(t->text + s->at, s->len < MASK_BYTES ? s->len : MASK_BYTES);

	for (size_t i = 0; i < t->out->n; i++) {
		struct finding *f = &t->out->v[i];

		if (!strcmp(f->rule->id, secret_warned.id) || (f->line != line + t->line0 && !strstr(f->text, words)))
			continue;
		free(f->text);
		f->text = mem_format("%s (what stands there is not shown)", f->rule->gloss);
	}
	free(words);
}

void
secrets_mask(const struct secrets *kinds, const char *text, size_t len, int line0, const struct source *source,
	struct findings *out)
{
	struct telling t = {.kinds = kinds, .source = source, .each = mask, .line0 = line0, .out = out};

	tell_both(&t, text, len);
}
