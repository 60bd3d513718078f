#include "validators/text/wordcount.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>
#include "validators/text/words.h"

/* Take one character off: its length, and -1 in *cp for a byte that begins none. */
static size_t
next_char(const char *s, size_t len, int32_t *cp)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, cp);

	return n > 0 ? (size_t)n : 1;
}

/* Letters that are drawn as nothing: the Hangul fillers. */
static bool
is_filler(int32_t cp)
{
	return cp == 0x115f || cp == 0x1160 || cp == 0x3164 || cp == 0xffa0;
}

static bool
is_letter_or_digit(int32_t cp)
{
	utf8proc_category_t category = utf8proc_category(cp);

	if (category == UTF8PROC_CATEGORY_CN) /* ideographs that are newer than utf8proc's tables */
		return script_of_letter(cp) != SCRIPT_OTHER;
	if (category > UTF8PROC_CATEGORY_LO && (category < UTF8PROC_CATEGORY_ND || category > UTF8PROC_CATEGORY_NO))
		return false;
	return !is_filler(cp);
}

size_t
wordcount(const char *s, size_t len)
{
	struct reader r = { s, s + len };
	struct word w;
	size_t words = 0, letters = 0;

	while (word_next(&r, &w))
		*(script_is_dense(w.script) ? &letters : &words) += 1;
	return words + (letters + 1) / 2;
}

/* Words of a kind, and how many of them are different, as far as that is asked. */
#define DIFFERENT_MAX 64
struct tally {
	size_t n, different;
	struct word known[DIFFERENT_MAX];
};

static void
add_word(struct tally *t, const struct word *w)
{
	t->n++;
	for (size_t i = 0; i < t->different; i++)
		if (t->known[i].len == w->len && !strncasecmp(t->known[i].s, w->s, w->len))
			return;
	if (t->different < DIFFERENT_MAX)
		t->known[t->different++] = *w;
}

static size_t
telling(const struct tally *t)
{
	return t->n < 2 * t->different ? t->n : 2 * t->different;
}

/* Only marks that nobody sees stand between. */
static bool
is_joined(const struct word *before, const struct word *w)
{
	const char *s = before->s ? before->s + before->len : w->s;
	int32_t cp;

	if (s == w->s || script_is_dense(w->script))
		return false;
	while (s < w->s) {
		s += next_char(s, (size_t)(w->s - s), &cp);
		if (!is_unseen_mark(cp))
			return false;
	}
	return true;
}

size_t
wordcount_telling(const char *s, size_t len, size_t enough)
{
	struct reader r = { s, s + len };
	struct tally words = { .n = 0 }, letters = { .n = 0 };
	struct word w, before = { .s = NULL };

	for (; telling(&words) + telling(&letters) / 2 < enough && word_next(&r, &w); before = w)
		if (!is_joined(&before, &w))
			add_word(script_is_dense(w.script) ? &letters : &words, &w);
	return telling(&words) + (telling(&letters) + 1) / 2;
}

size_t
wordcount_least(const char *s, size_t len, size_t least)
{
	for (const char *end = s + len; s < end; s += (unsigned char)*s < 0x80 ? 1 : char_bytes(s, end))
		if ((unsigned char)*s >= 0x80 && char_script(s, end) == SCRIPT_HANGUL)
			return least - least / 3;
	return least;
}

bool
has_dense_letters(const char *s, size_t len)
{
	struct reader r = { s, s + len };
	struct word w;

	while (word_next(&r, &w))
		if (script_is_dense(w.script))
			return true;
	return false;
}

bool
is_blank(const char *s, size_t len)
{
	int32_t cp;

	for (size_t at = 0; at < len;) {
		at += next_char(s + at, len - at, &cp);
		if (is_letter_or_digit(cp))
			return false;
	}
	return true;
}
