#include "fs/fold/tokens.h"

#include <assert.h>
#include <ctype.h>
#include <utf8proc.h>
#include "fs/fold/fold.h"
#include "validators/text/mem.h"

/* So many slices of a run are remembered: nothing is hashed twice that is the same slice in two ways. */
#define TRIED_MAX 8

struct slice {
	const char *s;
	size_t len;
};

struct hunt {
	const struct tokens *t;
	struct slice tried[TRIED_MAX];
	unsigned n;
};

/* What may stand round a token, by what it may be there for; the first parts pieces of a run, too. */
enum around { PARTS = 1, SENTENCE = 2, EMPHASIS = 4, OTHER = 8, WHITE = 16 };

/* clang-format off */
static const unsigned char classes[128] = {
	[0x00 ... 0x20] = WHITE, [0x7f] = WHITE,
	['"'] = PARTS, ['\''] = PARTS, ['`'] = PARTS, ['('] = PARTS,
	[')'] = PARTS, ['['] = PARTS, [']'] = PARTS, ['{'] = PARTS, ['}'] = PARTS,
	['<'] = PARTS, ['>'] = PARTS, [','] = PARTS, [';'] = PARTS,
	[':'] = PARTS, ['='] = PARTS, ['&'] = PARTS, ['?'] = PARTS, ['|'] = PARTS,
	['.'] = SENTENCE, ['!'] = SENTENCE, ['*'] = EMPHASIS, ['~'] = EMPHASIS,
	['#'] = OTHER, ['$'] = OTHER, ['%'] = OTHER, ['+'] = OTHER,
	['-'] = OTHER, ['/'] = OTHER, ['@'] = OTHER, ['\\'] = OTHER, ['^'] = OTHER,
	['_'] = OTHER,
};
/* clang-format on */

/* hashes */

_Static_assert(CONFIG_TOKEN_MIN_BYTES == LIMIT_TOKEN_MIN_BYTES && CONFIG_TOKEN_MAX_BYTES == LIMIT_TOKEN_MAX_BYTES,
	"what config takes for a token is one");
_Static_assert(TOKEN_SHORT_BYTES == crypto_shorthash_BYTES, "a short hash is stored whole");

void
tokens_keys(const unsigned char secret[32], struct token_keys *out)
{
	assert(secret);
	static const unsigned char purpose[] = "short hashes of tokens";
	memcpy(out->secret, secret, sizeof out->secret);
	crypto_generichash(
		out->short_hash, sizeof out->short_hash, purpose, sizeof purpose, secret, sizeof out->secret);
}

static void
hash_short(const struct token_keys *k, struct slice a, unsigned char out[TOKEN_SHORT_BYTES])
{
	crypto_shorthash(out, (const unsigned char *)a.s, a.len, k->short_hash);
}

static void
hash_whole(const struct token_keys *k, struct slice a, unsigned char out[TOKEN_HASH_BYTES])
{
	hash_short(k, a, out);
	crypto_generichash(out + TOKEN_SHORT_BYTES, TOKEN_HASH_BYTES - TOKEN_SHORT_BYTES, (const unsigned char *)a.s,
		a.len, k->secret, sizeof k->secret);
}

void
token_hash(const unsigned char secret[32], const char *token, size_t len, unsigned char out[TOKEN_HASH_BYTES])
{
	assert(token);
	struct token_keys k;
	tokens_keys(secret, &k);
	hash_whole(&k, (struct slice){token, len}, out);
}

/* The maker's */

const char *
maker_token_hash(const unsigned char secret[32], struct duel_rules *r, const struct duel_rules *now)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	char hex[2 * TOKEN_HASH_BYTES + 1] = "";
	const char *token = r->maker_token;
	bool stays = !strcmp(token, CONFIG_SET);
	if (stays && !(now && *now->maker_hash))
		return "\"" CONFIG_SET "\" is how one reads that is set, and none is: write the token itself";
	if (*token && !stays && !token_is_shaped(token, strlen(token)))
		return "a token has 8 to 128 bytes and no white space";
	if (*token && !stays) {
		token_hash(secret, token, strlen(token), hash);
		sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	}
	rules_set_text(r, "maker_hash", stays ? now->maker_hash : hex);
	if (*token) {
		sodium_memzero(r->maker_token, strlen(r->maker_token));
		rules_set_text(r, "maker_token", CONFIG_SET);
	}
	return NULL;
}

static bool
maker_hash_of(const struct fold *fold, unsigned char out[TOKEN_HASH_BYTES])
{
	const char *hex = fold->rules.maker_hash;
	size_t len = 0;
	return *hex && !sodium_hex2bin(out, TOKEN_HASH_BYTES, hex, strlen(hex), NULL, &len, NULL) &&
		len == TOKEN_HASH_BYTES;
}

bool
maker_token_is(const struct fold *fold, const char *token)
{
	unsigned char want[TOKEN_HASH_BYTES], hash[TOKEN_HASH_BYTES];
	if (!*fold->rules.maker_hash)
		return !token;
	if (!token || !maker_hash_of(fold, want))
		return false;
	fold_token_hash(fold, token, strlen(token), hash);
	return !sodium_memcmp(hash, want, sizeof hash);
}

static void
add_hash(struct tokens *t, const struct fold *fold, const unsigned char hash[TOKEN_HASH_BYTES])
{
	if (!t->hashes)
		t->hashes = mem_calloc(fold->n_seats + 1, sizeof *t->hashes);
	memcpy(t->hashes[t->n++], hash, sizeof *t->hashes);
}

void
tokens_of(const struct fold *fold, const char *came, struct tokens *out)
{
	unsigned char makers[TOKEN_HASH_BYTES];
	*out = (struct tokens){0};
	tokens_keys(fold->secret, &out->keys);
	for (unsigned i = 0; i < fold->n_seats; i++)
		if (fold->secrets[i].has_token)
			add_hash(out, fold, fold->secrets[i].hash);
	if (maker_hash_of(fold, makers))
		add_hash(out, fold, makers);
	if (came && token_is_shaped(came, strlen(came)))
		out->came = mem_strdup(came);
}

void
tokens_free(struct tokens *t)
{
	if (t->came)
		sodium_memzero(t->came, strlen(t->came));
	free(t->came);
	free(t->hashes);
	*t = (struct tokens){0};
}

/* one run */

static bool
tried(struct hunt *h, struct slice a)
{
	for (unsigned i = 0; i < h->n && i < TRIED_MAX; i++)
		if (h->tried[i].s == a.s && h->tried[i].len == a.len)
			return true;
	h->tried[h->n++ % TRIED_MAX] = a;
	return false;
}

/* All of them are looked at, whichever it is. */
static bool
is_known(const struct tokens *t, const unsigned char *hash, size_t len)
{
	bool found = false;
	for (unsigned i = 0; i < t->n; i++)
		found |= !sodium_memcmp(hash, t->hashes[i], len);
	return found;
}

static bool
is_token(struct hunt *h, struct slice a)
{
	unsigned char hash[TOKEN_HASH_BYTES];
	if (a.len < LIMIT_TOKEN_MIN_BYTES || a.len > LIMIT_TOKEN_MAX_BYTES || tried(h, a))
		return false;
	hash_short(&h->t->keys, a, hash);
	if (!is_known(h->t, hash, TOKEN_SHORT_BYTES))
		return false;
	hash_whole(&h->t->keys, a, hash);
	return is_known(h->t, hash, sizeof hash);
}

/* Of the first character, whose length is *n; other scripts' punctuation is any. */
static unsigned
class_of(struct slice a, size_t *n)
{
	int32_t cp;
	*n = 1;
	if ((unsigned char)*a.s < 0x80)
		return classes[(unsigned char)*a.s];
	utf8proc_ssize_t len = utf8proc_iterate((const utf8proc_uint8_t *)a.s, (utf8proc_ssize_t)a.len, &cp);
	if (len < 1)
		return 0;
	*n = (size_t)len;
	utf8proc_category_t c = utf8proc_category(cp);
	return c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_SO	 ? PARTS
		: c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_CC ? WHITE
									 : 0;
}

static struct slice
behind(struct slice a, size_t n)
{
	return (struct slice){a.s + n, a.len - n};
}

/* How long it is without its last character, where that is of these classes; else as long as it is. */
static size_t
without_last(struct slice a, unsigned of)
{
	size_t last = a.len ? a.len - 1 : 0, n;
	while (last && ((unsigned char)a.s[last] & 0xc0) == 0x80)
		last--;
	return a.len && class_of(behind(a, last), &n) & of ? last : a.len;
}

/* Without characters of these classes at both ends. */
static struct slice
trimmed(struct slice a, unsigned of)
{
	size_t n;
	while (a.len && class_of(a, &n) & of)
		a = behind(a, n);
	while ((n = without_last(a, of)) != a.len)
		a.len = n;
	return a;
}

/* Marks at an end may be the token's own, or stand round it: so many at each are tried as both. */
#define EDGE_MARKS 4
#define MARKS (PARTS | SENTENCE | EMPHASIS | OTHER)

static bool
try_edges(struct hunt *h, struct slice a)
{
	size_t n = 0;
	for (unsigned i = 0; i <= EDGE_MARKS; i++) {
		struct slice part = a;
		for (unsigned j = 0; j <= EDGE_MARKS; j++) {
			if (is_token(h, part))
				return true;
			part.len = without_last(part, MARKS);
		}
		if (!a.len || !(class_of(a, &n) & MARKS))
			break;
		a = behind(a, n);
	}
	return false;
}

static bool
try_trimmed(struct hunt *h, struct slice a)
{
	static const unsigned of[] = {
		0, PARTS | SENTENCE, PARTS | SENTENCE | EMPHASIS, PARTS | SENTENCE | EMPHASIS | OTHER};
	for (size_t i = 0; i < sizeof of / sizeof *of && a.len >= LIMIT_TOKEN_MIN_BYTES; i++)
		if (is_token(h, a = trimmed(a, of[i])))
			return true;
	return false;
}

/* Up to the next character of these classes. */
static struct slice
up_to(struct slice a, unsigned of)
{
	size_t len = 0, n;
	for (; len < a.len && !(class_of(behind(a, len), &n) & of); len += n)
		;
	return (struct slice){a.s, len};
}

/* Whole, piece by piece, and what stands behind its first `=` or `:`. */
static bool
try_run(struct hunt *h, struct slice run)
{
	bool found = try_edges(h, run) || try_trimmed(h, run), assigned = false;
	for (struct slice rest = run; !found && rest.len >= LIMIT_TOKEN_MIN_BYTES;) {
		struct slice part = up_to(rest, PARTS);
		size_t n;
		found = try_trimmed(h, part);
		rest = behind(rest, part.len);
		if (!rest.len)
			break;
		char mark = *rest.s;
		class_of(rest, &n);
		rest = behind(rest, n);
		if (!assigned && (mark == '=' || mark == ':')) {
			assigned = true;
			found = found || try_edges(h, rest) || try_trimmed(h, rest);
		}
	}
	return found;
}

/* a text */

/* The next run: moves *a behind it. */
static struct slice
next_run(struct slice *a)
{
	size_t n;
	while (a->len && class_of(*a, &n) == WHITE)
		*a = behind(*a, n);
	struct slice run = up_to(*a, WHITE);
	*a = behind(*a, run.len);
	return run;
}

bool
token_is_shaped(const char *s, size_t len)
{
	return len >= LIMIT_TOKEN_MIN_BYTES && len <= LIMIT_TOKEN_MAX_BYTES &&
		up_to((struct slice){s, len}, WHITE).len == len;
}

static bool
holds(struct slice a, const char *word)
{
	return word && memmem(a.s, a.len, word, strlen(word));
}

/* Runs of a slice without escapes. */
static bool
try_runs(const struct tokens *t, struct slice a)
{
	bool found = holds(a, t->came);
	while (!found && a.len) {
		struct hunt h = {.t = t};
		found = try_run(&h, next_run(&a));
	}
	return found;
}

/* escapes of JSON */

static int32_t
hex4(struct slice a)
{
	char text[5] = "", *end;
	if (a.len < 4)
		return -1;
	memcpy(text, a.s, 4);
	long cp = strtol(text, &end, 16);
	return end == text + 4 && isxdigit((unsigned char)*text) ? (int32_t)cp : -1;
}

/* `\uXXXX`, two of them where they are one character: how long it is; 0: it is none. */
static size_t
escaped_character(struct slice a, int32_t *cp)
{
	if (a.len < 6 || a.s[1] != 'u' || (*cp = hex4(behind(a, 2))) < 0)
		return 0;
	int32_t low = a.len >= 12 && a.s[6] == '\\' && a.s[7] == 'u' ? hex4(behind(a, 8)) : -1;
	if ((*cp & 0xfc00) != 0xd800 || (low & 0xfc00) != 0xdc00)
		return 6;
	*cp = 0x10000 + ((*cp & 0x3ff) << 10) + (low & 0x3ff);
	return 12;
}

/* As JSON reads it, white space for what is a control character; as long as the run at most. */
static size_t
unescape(struct slice run, char *out)
{
	char *to = out;
	size_t n;
	int32_t cp;
	for (; run.len; run = behind(run, n)) {
		n = 1;
		if (*run.s != '\\' || run.len < 2)
			*to++ = *run.s;
		else if ((n = escaped_character(run, &cp)))
			to += utf8proc_encode_char(cp < ' ' ? ' ' : cp, (utf8proc_uint8_t *)to);
		else
			*to++ = strchr("bfnrt", run.s[1]) ? ' ' : run.s[1], n = 2;
	}
	return (size_t)(to - out);
}

static bool
try_unescaped(const struct tokens *t, struct slice run)
{
	if (!memchr(run.s, '\\', run.len))
		return false;
	char *text = mem_check(malloc(run.len + 1));
	bool found = try_runs(t, (struct slice){text, unescape(run, text)});
	free(text);
	return found;
}

bool
tokens_find(const struct tokens *t, const char *s, size_t len, size_t *at)
{
	assert(s || !len);
	struct slice rest = {s, len};
	if (!t->n && !t->came)
		return false;
	while (rest.len) {
		struct slice run = next_run(&rest);
		if (!try_runs(t, run) && !try_unescaped(t, run))
			continue;
		if (at)
			*at = (size_t)(run.s - s);
		return true;
	}
	return false;
}

/* what is said of it */

static bool
is_shown(const struct tokens *t, const char *s)
{
	return !s || !tokens_find(t, s, strlen(s), NULL);
}

void
tokens_mask(const struct fold *fold, struct findings *fs)
{
	struct tokens t;
	tokens_of(fold, NULL, &t);
	for (size_t i = 0; i < fs->n; i++) {
		struct finding *f = &fs->v[i];
		if (!is_shown(&t, f->told)) {
			free(f->told);
			f->told = NULL;
		}
		if (is_shown(&t, f->text) && is_shown(&t, f->path))
			continue;
		free(f->text);
		free(f->path);
		f->text = mem_strdup("what is wrong holds a token, and is not shown");
		f->path = NULL;
	}
	tokens_free(&t);
}

char *
tokens_mask_name(const struct fold *fold, const char *name)
{
	struct tokens t;
	tokens_of(fold, NULL, &t);
	char *shown = mem_strdup(is_shown(&t, name) ? name : "(a name that holds a token)");
	tokens_free(&t);
	return shown;
}
