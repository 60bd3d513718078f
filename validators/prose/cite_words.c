/*
 * One pass over a block's words. A span decides for the words in it; the other kinds are tried in turn at each word.
 */
#include "validators/prose/cite_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include "validators/prose/evidence_path.h"
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/words.h"

/* Code that has a letter, a digit or two other marks, but is not three dots. */
static bool
says_code(const char *s, size_t len)
{
	size_t marks = 0;

	while (len && isspace((unsigned char)*s)) {
		s++;
		len--;
	}
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	for (size_t i = 0; i < len; i++) {
		if (isalnum((unsigned char)s[i]) || (unsigned char)s[i] >= 0x80)
			return true;
		marks += !isspace((unsigned char)s[i]) && s[i] != '.';
	}
	return marks > 1;
}

static enum cite_word_kind
span_kind(const struct md *md, const struct md_span *span)
{
	if (span->kind == MD_SPAN_CODE)
		return says_code(md->text + span->off, span->len) ? WORD_CODE : WORD_PLAIN;
	if (evidence_is_url(span->url, span->url_len))
		return WORD_URL;
	return cite_path_looks(span->url, span->url_len) ? WORD_PATH : WORD_PLAIN;
}

/* Bytes of white space or a dash here. */
static size_t
gap_bytes(const char *s, const char *end)
{
	size_t n = white_bytes(s, end);

	return n ? n : end - s >= 3 && !memcmp(s, "—", 3) ? 3 : 0;
}

/* Longer words have no brackets of their own. */
#define WORD_BYTES 256

/* Bytes of a quotation mark here. */
static size_t
quote_bytes(const char *s, size_t len)
{
	size_t n = quotation_mark(s, len);

	if (n || !len)
		return n;
	return *s == '\'' ? 1 : len >= 3 && (!memcmp(s, "‘", 3) || !memcmp(s, "’", 3)) ? 3 : 0;
}

/* open(2): the bracket is the word's own. */
static bool
is_own_bracket(const struct cite_word *w)
{
	int open = 0;

	for (size_t i = 0; i < w->len; i++)
		open += w->s[i] == '(' ? 1 : w->s[i] == ')' ? -1 : 0;
	return w->s[w->len - 1] == ')' && !open;
}

/* Cut brackets, quotation marks and punctuation off both ends, and note what stood there. */
static void
trim(struct cite_word *w)
{
	bool brackets = w->len <= WORD_BYTES && memchr(w->s, '(', w->len);

	char c;

	for (size_t n; w->len; w->s += n, w->len -= n) {
		n = quote_bytes(w->s, w->len);
		w->quoted = w->quoted || n;
		if (!n && !((n = ascii_form(w->s, w->s + w->len, &c)) && c && strchr("([{<*|", c)))
			break;
	}
	for (size_t n; w->len; w->len -= n) {
		const char *last = char_before(w->s, w->s + w->len);

		n = ascii_form(last, w->s + w->len, &c);
		if (quote_bytes(last, (size_t)(w->s + w->len - last)))
			n = (size_t)(w->s + w->len - last);
		else if (!n || !c || !strchr(".,;:!?)]}>*|", c) || (brackets && is_own_bracket(w)))
			break;
		w->stop = w->stop || (c && strchr(".;!?", c));
		w->comma = w->comma || (c && strchr(",:", c));
	}
}

static void
add_word(struct cite_words *words, struct cite_word w)
{
	bool bracket = w.kind == WORD_PLAIN && w.len && *w.s == '(';

	if (bracket && words->n)
		words->v[words->n - 1].comma = true;
	if (w.kind == WORD_PLAIN)
		trim(&w);
	if (w.len) {
		words->v[words->n++] = w;
	} else if (words->n) {
		words->v[words->n - 1].stop |= w.stop;
		words->v[words->n - 1].comma |= w.comma;
	}
}

/* A letter that may stand beside a word of ASCII without a space: of a script that has none, or of Hangul, whose
 * endings hang on every word. */
static bool
is_hanging(const char *s, const char *end)
{
	return char_script(s, end) >= SCRIPT_HANGUL;
}

/* Where the piece ends that begins at `s`: between such a letter and a letter, digit or bracket of ASCII, and behind
 * punctuation that is not ASCII. */
static const char *
piece_end(const char *s, const char *end)
{
	for (const char *next; s < end; s = next) {
		bool hanging = is_hanging(s, end);

		next = s + char_bytes(s, end);
		if ((unsigned char)*s >= 0x80 && char_parts_words(s, end))
			return next;
		if (next < end &&
			(hanging ? isalnum((unsigned char)*next)
				 : (isalnum((unsigned char)*s) || *s == ')') && is_hanging(next, end)))
			return next;
	}
	return end;
}

static bool
is_path(const char *s, const char *end)
{
	struct cite_word w = { .s = s, .len = (size_t)(end - s) };

	trim(&w);
	return w.len && cite_path_looks(w.s, w.len);
}

/* What stands between two spaces: one word, but where a script has no spaces of its own (`见src/main.c，第3行`). A path
 * that is one only with such letters in it is one. */
static void
add_run(struct cite_words *words, const char *s, size_t len)
{
	const char *end = s + len;
	bool whole = true;

	for (const char *p = s; p < end && whole; p++)
		whole = (unsigned char)*p < 0xe0;
	if (!whole && is_path(s, end)) {
		whole = true;
		for (const char *p = s, *to; p < end && whole; p = to) {
			to = piece_end(p, end);
			whole = !is_path(p, to);
		}
	}
	for (const char *to; s < end; s = to) {
		to = whole ? end : piece_end(s, end);
		add_word(words, (struct cite_word){ .s = s, .len = (size_t)(to - s) });
	}
}

/* The span of code or an address that begins here, or NULL; *next is moved to it, or to what comes behind this place.
 */
static const struct md_span *
span_at(const struct md *md, size_t *next, size_t off)
{
	for (; *next < md->n_spans; ++*next) {
		const struct md_span *span = &md->spans[*next];

		if (span->off > off || (span->off == off && span_kind(md, span) != WORD_PLAIN))
			return span->off == off ? span : NULL;
	}
	return NULL;
}

void
cite_words_read(struct cite_words *words, const struct md *md, size_t off, size_t end)
{
	size_t next = md_span_from(md, off), gap;

	*words = (struct cite_words){ .v = mem_calloc((end - off) + 1, sizeof *words->v) };
	while (off < end) {
		const char *s = md->text + off;
		const struct md_span *span = span_at(md, &next, off);
		size_t len = 0;

		if (span && span->len) {
			add_word(words, (struct cite_word){ .kind = span_kind(md, span), .s = s, .len = span->len });
			off += span->len;
			continue;
		}
		next += span != NULL;
		if ((gap = gap_bytes(s, md->text + end))) {
			off += gap;
			continue;
		}
		while (off + len < end && !gap_bytes(s + len, md->text + end) &&
			!(len && next < md->n_spans && md->spans[next].off == off + len))
			len++;
		add_run(words, s, len);
		off += len;
	}
}
