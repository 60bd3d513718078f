#include "validators/prose/quoting.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/text.h"
#include "validators/text/wordcount.h"
#include "validators/text/words.h"

/* Bytes of punctuation between a reference and its quotation, at most. */
#define BETWEEN_BYTES 32

/* Does a sentence end at `s`? */
static bool
is_stop(const char *s, const char *end)
{
	char c;
	size_t n = ascii_form(s, end, &c);

	if (n && c && strchr(";!?", c))
		return true;
	return n && c == '.' && (n > 1 || s + 1 == end || isspace((unsigned char)s[1]));
}

bool
quoting_leads(struct reader between)
{
	char *folded;
	bool leads;

	if (left(&between) > BETWEEN_BYTES)
		return false;
	for (const char *s = between.s; s < between.end; s += char_bytes(s, between.end))
		if (is_stop(s, between.end))
			return false;
	folded = text_fold_words(between.s, left(&between));
	leads = !*folded;
	free(folded);
	return leads;
}

struct quoting
quoting_begin(const char *s, const char *end, quoting_refer refer, void *arg)
{
	return (struct quoting){.text = {s, end},
		.begin = s,
		.opens_until = quotations_until(s, end),
		.refer = refer,
		.arg = arg};
}

void
quoting_end(struct quoting *q)
{
	quotations_end(&q->quotations);
}

static bool
begins_word(const struct quoting *q, const char *s)
{
	const char *before;

	if (s == q->begin)
		return true;
	before = char_before(q->begin, s);
	if ((unsigned char)*before < 0x80)
		return !isalnum((unsigned char)*before) && *before != '_';
	return char_parts_words(before, s) || char_is_dense(before, s);
}

/* Bytes of the reference that begins at `s`; 0: none does. */
static size_t
refer_at(struct quoting *q, const char *s)
{
	return begins_word(q, s) ? q->refer(q->arg, s, q->text.end, &q->cited) : 0;
}

/* Past the reference that is given behind a quotation in brackets; NULL: none is. */
static const char *
skip_given(struct quoting *q, const char *behind)
{
	struct reader at = {behind, q->text.end};
	char c;
	size_t n;

	skip_white(&at);
	if (!(n = ascii_form(at.s, at.end, &c)) || c != '(')
		return NULL;
	at.s += n;
	skip_white(&at);
	n = left(&at) ? refer_at(q, at.s) : 0;
	return n ? at.s + n : NULL;
}

/* ASCII that goes on a word. */
static bool
is_in_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Past what is behind such a letter, where no word begins: the rest of the word, and what begins no quotation and ends
 * no sentence behind it. */
static const char *
skip_plain(const char *s, const char *end)
{
	if (!is_in_word(s[-1]))
		return s;
	while (s < end && is_in_word(*s))
		s++;
	return s < end && (*s == ' ' || *s == ',' || *s == '\n') ? s + 1 : s;
}

bool
quoting_next(struct quoting *q, unsigned *cited, struct reader *words)
{
	while (q->text.s < q->opens_until) {
		const char *at = q->text.s, *behind, *given;
		struct reader between = {q->behind, at};
		size_t n = refer_at(q, at);
		bool leads;

		if (n) {
			q->text.s = q->behind = at + n;
			q->leads_to = q->cited;
			continue;
		}
		behind = quotation_read(&q->quotations, at, q->text.end, &words->s, &words->end);
		if (!behind) {
			q->text.s = skip_plain(at + char_bytes(at, q->text.end), q->text.end);
			continue;
		}
		given = skip_given(q, behind);
		*cited = given ? q->cited : q->leads_to;
		leads = given || (q->behind && quoting_leads(between));
		q->behind = NULL;
		q->text.s = given ? given : behind;
		if (leads && wordcount(words->s, left(words)) >= QUOTING_WORDS)
			return true;
	}
	return false;
}
