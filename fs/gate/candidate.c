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

bool
candidate_blank(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] != '\n' && s[i] != ' ' && s[i] != '\t')
			return false;
	return true;
}

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

/* A token line off the beginning, whoever's: what is there already is no secret, and putting it there again changes
 * nothing. */
static void
skip_token_line(const char **text, size_t *len)
{
	struct token_line t = token_line_read(*text, *len);
	size_t cut = t.token ? (size_t)(t.line - *text) + t.len + t.whole : 0;
	*text += cut;
	*len -= cut;
}

/*
 * Whoever did not hear the answer writes again, and soon: until the next lease of anybody. A text that is written
 * later, where it does not stand already, is a text like any other, and its format says what is wrong with it.
 */
static bool
is_retried_soon(const struct fold *fold, uint64_t taken_under)
{
	return taken_under == fold->lease.number;
}

/* The text that was recorded last, written again, with whatever blank lines, rule and line ends. */
static bool
is_last_text(const struct fold *fold, const char *text, size_t len)
{
	if (!fold->last.end || fold->format->repeats)
		return false;
	char *copy = mem_copy(utstring_body(&fold->record) + fold->last.body, fold->last.end - fold->last.body);
	size_t last_len = text_unix(copy, fold->last.end - fold->last.body);
	const char *last = copy;
	skip_token_line(&text, &len);
	candidate_trim(fold->format, &text, &len);
	candidate_trim(fold->format, &last, &last_len);
	bool same = len == last_len && !memcmp(text, last, len);
	free(copy);
	return same;
}

bool
candidate_empty(const struct format *f, const char *s, size_t len)
{
	candidate_trim(f, &s, &len);
	return !len;
}

static bool
repeats_last_text(const struct fold *fold, const char *bytes, size_t len)
{
	char *text = mem_copy(bytes, len);
	bool same = is_last_text(fold, text, text_unix(text, len));
	free(text);
	return same;
}

/* Does an image begin with so much of the record, front included, and go on? How far that goes in the image; 0: it does
 * not. */
static size_t
goes_on_behind(const char *image, size_t len, const char *whole, size_t before)
{
	size_t at;
	return stage_compare(image, len, whole, before, &at) == STAGE_APPENDS ? at : 0;
}

/* What stands in an image from `at` on. */
static void
take_text(struct candidate *c, enum candidate_kind kind, const char *image, size_t len, size_t at)
{
	assert(at <= len);
	c->kind = kind;
	c->line0 = stage_lines(image, at);
	c->written_len = len - at;
	c->written = mem_copy(image + at, c->written_len);
	c->text = mem_copy(image + at, c->written_len);
	c->len = text_unix(c->text, c->written_len);
	c->text[c->len] = '\0';
}

/* The accepted bytes before the last text, and then that text, written in another way: a retry by somebody who never
 * heard the answer. The lines of the filesystem's own before it may be there, or not yet. */
static bool
take_retry(struct duel *d, const char *image, size_t len, struct candidate *c)
{
	const struct fold *fold = d->fold;
	const char *whole;
	size_t whole_len, front = duel_front_len(d), at;
	duel_record(d, &whole, &whole_len);
	if (!fold->last.end)
		return false;
	at = goes_on_behind(image, len, whole, front + fold->last.at);
	if (at && fold->format->repeats)
		take_text(c, CANDIDATE_AGAIN, image, len, at);
	else if (at &&
		(repeats_last_text(fold, image + at, len - at) ||
			((at = goes_on_behind(image, len, whole, front + fold->last.body)) &&
				repeats_last_text(fold, image + at, len - at))))
		c->kind = CANDIDATE_NOTHING;
	else
		return false;
	return true;
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
	size_t base_len, at;
	duel_record(d, &base, &base_len);
	enum stage_change change = stage_compare(image, len, base, base_len, &at);
	c->changed_line = 1 + stage_lines(image, at < len ? at : len);
	c->in_front = at < duel_front_len(d);
	c->elsewhere = at < first_words(base, base_len);
	if (change == STAGE_SAME) {
		c->kind = CANDIDATE_NOTHING;
	} else if (change == STAGE_APPENDS) {
		take_text(c, CANDIDATE_TEXT, image, len, at);
		if (candidate_blank(c->text, c->len) ||
			(is_retried_soon(d->fold, d->fold->last.lease) && is_last_text(d->fold, c->text, c->len)))
			c->kind = CANDIDATE_NOTHING;
	} else if (!take_retry(d, image, len, c) || (change == STAGE_WITHIN && c->kind == CANDIDATE_AGAIN)) {
		c->kind = change == STAGE_WITHIN ? CANDIDATE_SHORTER : CANDIDATE_CHANGED;
	}
}

bool
candidate_repeats(struct duel *d, unsigned seat, const struct candidate *c)
{
	const struct format *f = d->fold->format;
	struct findings unclean = {0};
	struct context ctx;
	const char *text = c->text;
	size_t len = c->len;
	assert(c->text);
	candidate_trim(f, &text, &len);
	if (!f->repeats || len > (size_t)d->fold->terms.max_turn_bytes) /* no such text was accepted */
		return false;
	if (c->kind != CANDIDATE_AGAIN && !(seat && is_retried_soon(d->fold, d->fold->secrets[seat - 1].taken_under)))
		return false;
	bool clean = !text_check_lines(c->text, c->len, c->len, c->len, 0, false, &unclean);
	findings_free(&unclean);
	fold_context(d->fold, &ctx);
	return clean && f->repeats(d->fold->state, &ctx, seat, c->text, c->len);
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
candidate_make(struct duel *d, const struct stage *s, size_t len)
{
	assert(registry_is_locked(d->registry));
	assert(len <= s->len);
	struct candidate c = {0};
	if (!s->rewriting)
		return candidate_of_text(s->bytes, len);
	candidate_of_image(d, s->bytes ? s->bytes : "", len, &c);
	return c;
}

void
candidate_free(struct candidate *c)
{
	free(c->text);
	free(c->written);
	c->text = c->written = NULL;
}

/* Lines at its beginning, and how they come off. */

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
	fold_token_hash(d->fold, token, len, hash);
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

static int
take_token(struct duel *d, unsigned seat, struct candidate *c, const char **why)
{
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

/* The notes that stand before the next text in any case, where they stand before this one already, as blanks have them,
 * or the beginning of them where there is no more yet. */
static void
take_notes(const struct fold *fold, struct candidate *c)
{
	const char *notes = utstring_body(&fold->owed);
	size_t len = utstring_len(&fold->owed), skip = newlines_before(notes, len),
	       at = newlines_before(c->text, c->len);
	size_t n = len - skip < c->len - at ? len - skip : c->len - at;
	if (n && !memcmp(c->text + at, notes + skip, n))
		cut_lines(c, 0, at + n);
}

int
candidate_token(struct duel *d, unsigned seat, struct candidate *c, const char **why)
{
	assert(seat >= 1 && seat <= d->fold->n_seats && c->text);
	int err = take_token(d, seat, c, why);
	if (!err)
		take_notes(d->fold, c);
	return err;
}
