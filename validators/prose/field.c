#include "validators/prose/field.h"

#include "validators/text/quote.h"

/* Marks of emphasis that stand there as characters. */
static void
skip_marks(struct reader *r)
{
	while (r->s < r->end && (*r->s == '*' || *r->s == '_' || white_bytes(r->s, r->end)))
		if (!skip_white(r))
			r->s++;
}

/* In any width. */
static bool
skip_wide_words(struct reader *r, const char *words)
{
	for (; *words; words++) {
		char c;
		size_t n = left(r) ? ascii_form(r->s, r->end, &c) : 0;

		if (*words == ' ' ? !skip_white(r) : !n || tolower((unsigned char)c) != tolower((unsigned char)*words))
			return false;
		r->s += *words == ' ' ? 0 : n;
	}
	return true;
}

/* The words alone, whole: moves behind them and what white space follows. */
static bool
skip_words_of(struct reader *r, const char *words)
{
	struct reader at = *r;

	if (!field_may_begin(r, words))
		return false;
	skip_marks(&at);
	if (!skip_word(&at, words) && !skip_wide_words(&at, words))
		return false;
	if (left(&at) && isalnum((unsigned char)*at.s))
		return false;
	skip_marks(&at);
	*r = at;
	return true;
}

bool
field_skip(struct reader *r, const char *words)
{
	struct reader at = *r;

	if (!skip_words_of(&at, words) || !skip_char(&at, ':'))
		return false;
	skip_marks(&at);
	*r = at;
	return true;
}
