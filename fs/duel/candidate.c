#include "fs/duel/candidate.h"

#include <errno.h>
#include <stdio.h>
#include "fs/duel/live.h"
#include "fs/duel/token_line.h"
#include "validators/mem.h"
#include "validators/text.h"

bool
candidate_blank(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (s[i] != '\n' && s[i] != ' ' && s[i] != '\t')
			return false;
	return true;
}

/* A line that the format sets texts apart by, where the text begins with it and goes on. */
static size_t
separator_len(const struct format *f, const char *s, size_t len)
{
	size_t n = f->separator ? strlen(f->separator) : 0;
	return n && len > n + 1 && !memcmp(s, f->separator, n) && s[n] == '\n' ? n + 1 : 0;
}

static void
trim_before(const char **s, size_t *len)
{
	while (*len && **s == '\n')
		++*s, --*len;
}

void
candidate_trim(const struct format *f, const char **s, size_t *len)
{
	while (*len && memchr("\n \t", (*s)[*len - 1], 3))
		--*len;
	trim_before(s, len);
	size_t n = separator_len(f, *s, *len);
	if (n) {
		*s += n, *len -= n;
		trim_before(s, len);
	}
}

bool
candidate_empty(const struct format *f, const char *s, size_t len)
{
	candidate_trim(f, &s, &len);
	return !len || (f->separator && len == strlen(f->separator) && !memcmp(s, f->separator, len));
}

static bool
is_last_turn(struct duel *d, const char *text, size_t len)
{
	unsigned n = duel_turns(d);
	if (!n || d->live->format->repeats)
		return false;
	struct turn_slice t = duel_turn(d, n);
	const char *last = utstring_body(&d->live->record) + t.offset;
	size_t last_len = t.len;
	candidate_trim(d->live->format, &text, &len);
	candidate_trim(d->live->format, &last, &last_len);
	return len == last_len && !memcmp(text, last, len);
}

static size_t
back_over_newlines(const char *record, size_t at)
{
	while (at && record[at - 1] == '\n')
		at--;
	return at;
}

/* Where what stands before a turn ends, with its newline. */
static size_t
end_before(const struct format *f, const char *record, size_t offset)
{
	size_t n = f->separator ? strlen(f->separator) : 0, at = back_over_newlines(record, offset);
	if (n && at > n && record[at - n - 1] == '\n' && !memcmp(record + at - n, f->separator, n))
		at = back_over_newlines(record, at - n);
	return at + (at > 0);
}

/* How many bytes of an image are the accepted ones before the last turn; 0: it is not so, or nothing is behind them. */
static size_t
before_last_turn(struct duel *d, const char *image, size_t len)
{
	unsigned n = duel_turns(d);
	const char *whole;
	size_t whole_len;
	if (!n)
		return 0;
	duel_record(d, &whole, &whole_len);
	size_t before = duel_front_len(d) + end_before(d->live->format, utstring_body(&d->live->record), duel_turn(d, n).offset);
	return len > before && !memcmp(image, whole, before) ? before : 0;
}

/* What stands in an image from `at` on. */
static void
take_text(struct candidate *c, enum candidate_kind kind, const char *image, size_t len, size_t at)
{
	c->kind = kind;
	c->line0 = stage_lines(image, at);
	c->len = len - at;
	c->text = mem_copy(image + at, c->len);
}

/* The accepted bytes before the last turn, and then that turn, written in another way: a retry by somebody who never heard the answer. */
static bool
take_retry(struct duel *d, const char *image, size_t len, struct candidate *c)
{
	size_t before = before_last_turn(d, image, len);
	if (before && d->live->format->repeats)
		take_text(c, CANDIDATE_AGAIN, image, len, before);
	else if (before && is_last_turn(d, image + before, len - before))
		c->kind = CANDIDATE_NOTHING;
	else
		return false;
	return true;
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
	if (change == STAGE_SAME) {
		c->kind = CANDIDATE_NOTHING;
	} else if (change == STAGE_APPENDS) {
		take_text(c, CANDIDATE_TEXT, image, len, base_len);
		if (candidate_blank(c->text, c->len) || is_last_turn(d, c->text, c->len))
			c->kind = CANDIDATE_NOTHING;
	} else if (!take_retry(d, image, len, c) || (change == STAGE_WITHIN && c->kind == CANDIDATE_AGAIN)) {
		c->kind = change == STAGE_WITHIN ? CANDIDATE_SHORTER : CANDIDATE_CHANGED;
	}
}

bool
candidate_repeats(struct duel *d, unsigned seat, const struct candidate *c)
{
	const struct format *f = d->live->format;
	struct findings unclean = {0};
	struct context ctx;
	const char *text = c->text;
	size_t len = c->len;
	candidate_trim(f, &text, &len);
	if (!f->repeats || len > (size_t)d->live->terms.max_turn_bytes) /* no such text was accepted */
		return false;
	bool clean = !text_check_lines(c->text, c->len, c->len, c->len, 0, false, &unclean);
	findings_free(&unclean);
	live_context(d, &ctx);
	return clean && f->repeats(d->live->state, &ctx, seat, c->text, c->len);
}

struct candidate
candidate_of_text(const char *bytes, size_t len)
{
	struct candidate c = {.text = mem_copy(bytes, len)};
	c.len = text_unix(c.text, len);
	c.kind = c.len ? CANDIDATE_TEXT : CANDIDATE_NOTHING;
	return c;
}

struct candidate
candidate_make(struct duel *d, const struct stage *s, size_t len)
{
	struct candidate c = candidate_of_text(s->bytes, len);
	if (!s->rewriting)
		return c;
	char *image = c.text;
	c.text = NULL;
	candidate_of_image(d, image, c.len, &c);
	free(image);
	return c;
}

/* The token line. */

static bool
token_good(struct duel *d, unsigned seat, const char *token, size_t len)
{
	const struct seat_secret *s = &d->live->secrets[seat - 1];
	unsigned char hash[TOKEN_HASH_BYTES];
	if (!s->has_token)
		return true;
	live_token_hash(d, token, len, hash);
	return !sodium_memcmp(hash, s->hash, sizeof hash);
}

void
candidate_unsign(struct candidate *c)
{
	struct token_line t = token_line_read(c->text, c->len);
	if (!t.token)
		return;
	snprintf(c->came, sizeof c->came, "%.*s", (int)(t.token_len < sizeof c->came ? t.token_len : 0), t.token);
	size_t cut = (size_t)(t.line - c->text) + t.len + t.whole;
	c->line0 += stage_lines(c->text, cut);
	c->len -= cut;
	memmove(c->text, c->text + cut, c->len + 1);
}

int
candidate_token(struct duel *d, unsigned seat, struct candidate *c, const char **why)
{
	bool wanted = d->live->secrets[seat - 1].has_token;
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

uint64_t
candidate_wants(const struct duel *d)
{
	uint64_t seats = 0;
	for (unsigned seat = 1; seat <= d->live->n_seats; seat++)
		seats |= d->live->secrets[seat - 1].has_token ? seat_bit(seat) : 0;
	return seats;
}

uint64_t
candidate_proves(struct duel *d, uint64_t seats, const struct candidate *c)
{
	struct token_line t = token_line_read(c->text, c->len);
	uint64_t proven = 0;
	for (unsigned seat = 1; t.token && seat <= d->live->n_seats; seat++)
		if (seats & candidate_wants(d) & seat_bit(seat) && token_good(d, seat, t.token, t.token_len))
			proven |= seat_bit(seat);
	return proven;
}
