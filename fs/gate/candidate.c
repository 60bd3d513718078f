#include "fs/gate/candidate.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include "fs/registry/live.h"
#include "fs/util/token_line.h"
#include "validators/kit/record.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static size_t
newlines_before(const char *s, size_t len)
{
	size_t n = 0;
	while (n < len && s[n] == '\n')
		n++;
	return n;
}

void
candidate_trim(const struct format *f, const char **s, size_t *len)
{
	while (*len && memchr("\n \t", (*s)[*len - 1], 3))
		--*len;
	size_t n = f->separator ? record_heading(*s, *len) : newlines_before(*s, *len);
	*s += n;
	*len -= n;
}

bool
candidate_empty(const struct format *f, const char *s, size_t len)
{
	candidate_trim(f, &s, &len);
	return !len;
}

/* What stands in an image from `at` on. */
static void
take_text(struct candidate *c, const char *image, size_t len, size_t at)
{
	assert(at <= len);
	c->kind = CANDIDATE_TEXT;
	c->line0 = stage_lines(image, at);
	c->written_len = len - at;
	c->written = mem_copy(image + at, c->written_len);
	c->text = mem_copy(image + at, c->written_len);
	c->len = text_unix(c->text, c->written_len);
	c->text[c->len] = '\0';
}

/* So far goes the first line that says anything. */
static size_t
first_words(const char *s, size_t len)
{
	size_t at = 0;
	while (at < len && !isalnum((unsigned char)s[at]))
		at++;
	const char *newline = memchr(s + at, '\n', len - at);
	return newline ? (size_t)(newline - s) : len;
}

static void
candidate_of_image(struct duel *d, const char *image, size_t len, struct candidate *c)
{
	const char *base;
	size_t base_len;
	duel_record(d, &base, &base_len);
	size_t at = stage_same(image, len, base, base_len);
	c->changed_line = 1 + stage_lines(image, at);
	c->elsewhere = at < first_words(base, base_len);
	if (at < base_len || (len > base_len && d->fold->format->front))
		c->kind = at == len ? CANDIDATE_SHORTER : CANDIDATE_CHANGED;
	else if (len > base_len)
		take_text(c, image, len, at);
}

struct candidate
candidate_of_text(const char *bytes, size_t len)
{
	assert(bytes || !len);
	struct candidate c = {.text = mem_copy(bytes, len)};
	c.len = text_unix(c.text, len);
	c.text[c.len] = '\0';
	c.kind = c.len ? CANDIDATE_TEXT : CANDIDATE_NOTHING;
	return c;
}

struct candidate
candidate_make(struct duel *d, const struct stage *s)
{
	assert(registry_is_locked(d->registry));
	struct candidate c = {.kind = CANDIDATE_NOTHING};
	if (!s->rewriting)
		return candidate_of_text(s->bytes, s->len);
	candidate_of_image(d, s->bytes ? s->bytes : "", s->len, &c);
	return c;
}

void
candidate_free(struct candidate *c)
{
	free(c->text);
	free(c->written);
	c->text = c->written = NULL;
}

/* The token line, and how it comes off. */

/* Where a place in a text with LF line ends is in the same text as it was written. */
static size_t
written_at(const char *written, size_t len, size_t at)
{
	size_t i = 0;
	for (size_t n = 0; n < at && i < len; n++)
		i += i + 1 < len && written[i] == '\r' && written[i + 1] == '\n' ? 2 : 1;
	return i;
}

static void
cut(char *s, size_t *len, size_t from, size_t to)
{
	assert(from <= to && to <= *len);
	memmove(s + from, s + to, *len - to + 1);
	*len -= to - from;
}

/* `from` to `to` off the text as it was written, and all up to `to` off the text that is judged. */
static void
cut_lines(struct candidate *c, size_t from, size_t to)
{
	assert(to <= c->len);
	if (c->written)
		cut(c->written, &c->written_len, written_at(c->written, c->written_len, from),
			written_at(c->written, c->written_len, to));
	c->line0 += stage_lines(c->text, to);
	cut(c->text, &c->len, 0, to);
}

static bool
token_good(struct duel *d, unsigned seat, const char *token, size_t len)
{
	const struct seat_secret *s = &d->fold->secrets[seat - 1];
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!s->has_token)
		return true;
	token_hash(d->fold->secret, token, len, hash);
	return !sodium_memcmp(hash, s->hash, sizeof hash);
}

void
candidate_unsign(struct candidate *c)
{
	struct token_line t = token_line_read(c->text, c->len);
	if (!t.token)
		return;
	snprintf(c->came, sizeof c->came, "%.*s", (int)(t.token_len < sizeof c->came ? t.token_len : 0), t.token);
	cut_lines(c, (size_t)(t.line - c->text), (size_t)(t.line - c->text) + t.len + t.whole);
}

int
candidate_token(struct duel *d, unsigned seat, struct candidate *c, const char **why)
{
	assert(seat >= 1 && seat <= d->fold->n_seats && c->text);
	bool wanted = d->fold->secrets[seat - 1].has_token;
	struct token_line t = token_line_read(c->text, c->len);
	if (!t.whole && (wanted || t.maybe))
		return -EAGAIN;
	*why = "this seat has a token: its first line must be <!-- token: SECRET -->, and it must be the right one";
	if (!t.token)
		return wanted ? -EACCES : 0;
	if (!token_good(d, seat, t.token, t.token_len))
		return -EACCES;
	candidate_unsign(c);
	return 0;
}
