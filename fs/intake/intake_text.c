#include "fs/intake/intake_text.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include "fs/duels/live.h"
#include "fs/util/token_line.h"
#include "validators/kit/record.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
intake_text_trim(const struct format *f, const char **s, size_t *len)
{
	while (*len && memchr("\n \t", (*s)[*len - 1], 3))
		--*len;
	size_t n = f->separator ? record_heading(*s, *len) : 0;
	while (!f->separator && n < *len && (*s)[n] == '\n')
		n++;
	*s += n;
	*len -= n;
}

bool
intake_text_empty(const struct format *f, const char *s, size_t len)
{
	intake_text_trim(f, &s, &len);
	return !len;
}

struct intake_text
intake_text_of_text(const char *bytes, size_t len)
{
	assert(bytes || !len);
	struct intake_text c = {.text = mem_copy(bytes, len)};
	c.len = text_unix(c.text, len);
	c.text[c.len] = '\0';
	c.kind = c.len ? INTAKE_TEXT_TEXT : INTAKE_TEXT_NOTHING;
	return c;
}

void
intake_text_free(struct intake_text *c)
{
	free(c->text);
	free(c->written);
	c->text = c->written = NULL;
}

/* The token line, and how it comes off. */

/* Maps a place in a text with LF line ends to its place in the text as it was written. */
static size_t
written_at(const char *written, size_t len, size_t at)
{
	size_t i = 0;
	for (size_t n = 0; n < at && i < len; n++)
		i += i + 1 < len && written[i] == '\r' && written[i + 1] == '\n' ? 2 : 1;
	return i;
}

static void
cut_bytes(char *s, size_t *len, size_t from, size_t to)
{
	assert(from <= to && to <= *len);
	memmove(s + from, s + to, *len - to + 1);
	*len -= to - from;
}

void
intake_text_unsign(struct intake_text *c)
{
	struct token_line t = token_line_read(c->text, c->len);
	if (!t.token)
		return;
	snprintf(c->came, sizeof c->came, "%.*s", (int)(t.token_len < sizeof c->came ? t.token_len : 0), t.token);
	/* off the text as it was written, and with all before it off the text that is judged */
	size_t from = (size_t)(t.line - c->text), to = from + t.len + t.whole;
	if (c->written)
		cut_bytes(c->written, &c->written_len, written_at(c->written, c->written_len, from),
			written_at(c->written, c->written_len, to));
	c->line0 += stage_lines(c->text, to);
	cut_bytes(c->text, &c->len, 0, to);
}

int
intake_text_token(struct duel *d, unsigned seat, struct intake_text *c, const char **why)
{
	assert(seat >= 1 && seat <= d->fold->n_seats && c->text);
	const struct seat_secret *secret = &d->fold->secrets[seat - 1];
	unsigned char hash[TOKEN_HASH_BYTES];
	bool wanted = secret->has_token;
	struct token_line t = token_line_read(c->text, c->len);
	if (!t.whole && t.maybe)
		return -EAGAIN;
	*why = "this seat has a token: its first line must be <!-- token: SECRET -->, and it must be the right one";
	if (!t.token)
		return wanted ? -EACCES : 0;
	token_hash(d->fold->secret, t.token, t.token_len, hash);
	if (wanted && sodium_memcmp(hash, secret->hash, sizeof hash))
		return -EACCES;
	intake_text_unsign(c);
	return 0;
}
