/*
 * What does not count when a quotation is compared is taken out of both texts, and where each byte of what is left
 * stood is kept.
 */
#include "validators/prose/quotable_inner.h"

#include <stdlib.h>
#include <utf8proc.h>
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* Does white space beside this say nothing: a letter of a script without spaces, its punctuation, or a dash? */
static bool
needs_no_space(const char *s, const char *end)
{
	int32_t cp;

	if ((unsigned char)*s < 0xe0)
		return *s == DASH;
	cp = char_at(s, end);
	return (cp >= 0x3000 && cp <= 0x303f) || script_is_dense(script_of_letter(cp));
}

static void
put(struct folded *f, const char *s, size_t n)
{
	if (f->gap && f->n && !needs_no_space(s, s + n) && !needs_no_space(char_before(f->s, f->s + f->n), f->s + f->n))
		f->s[f->n++] = ' ';
	f->gap = false;
	memcpy(f->s + f->n, s, n);
	f->n += n;
}

/* Bytes of an apostrophe or of a mark of quotation of any kind. */
static size_t
mark_bytes(const char *s, const char *end)
{
	static const char *const single[] = {"'", "’", "‘", "‚", "‛", "ʼ", "′", "‟"};
	size_t n = quotation_mark(s, (size_t)(end - s));

	for (size_t i = 0; i < sizeof single / sizeof single[0] && !n; i++)
		if (skip_text(&(struct reader){s, end}, single[i]))
			n = strlen(single[i]);
	return n;
}

/* Bytes of dashes in a row; *wide: they part words, whatever stands round them. */
static size_t
dash_bytes(const char *s, const char *end, bool *wide)
{
	static const char *const narrow[] = {"–", "-", "‐", "‑", "‒", "−", "－"};
	struct reader r = {s, end};
	unsigned dashes = 0;
	bool any = true;

	*wide = false;
	while (any) {
		any = false;
		while (skip_text(&r, "—") || skip_text(&r, "―"))
			*wide = any = true;
		for (size_t i = 0; i < sizeof narrow / sizeof narrow[0]; i++)
			while (skip_text(&r, narrow[i])) {
				dashes++;
				any = true;
			}
	}
	*wide = *wide || dashes > 1;
	return (size_t)(r.s - s);
}

/* One character, or a run of dashes. */
static size_t
fold_next(struct folded *f, const char *s, const char *end)
{
	bool wide;
	char c;
	size_t n;

	if ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z')) {
		put(f, s, 1);
		return 1;
	}
	n = white_bytes(s, end);
	if (n) {
		f->gap = f->gap || !is_unseen_mark(char_at(s, end));
		return n;
	}
	if ((n = mark_bytes(s, end))) {
		put(f, "'", 1);
		return n;
	}
	if ((n = dash_bytes(s, end, &wide))) {
		wide = wide || f->gap || s + n == end || white_bytes(s + n, end);
		put(f, wide ? (char[]){DASH} : "-", 1);
		return n;
	}
	if (*s == '*' || *s == '`')
		return 1;
	if ((unsigned char)*s >= 0x80 && (n = wide_form(s, (size_t)(end - s), &c))) {
		put(f, &c, 1);
		f->gap = strchr(",;:.!?", c);
		return n;
	}
	n = char_bytes(s, end);
	put(f, s, n);
	return n;
}

/* Letters and their marks as one, where that is how they are written elsewhere. NULL: it is no UTF-8, or there are none
 * to compose. */
static char *
compose(const char *s, size_t len, size_t *composed_len)
{
	utf8proc_uint8_t *composed = NULL;
	utf8proc_ssize_t n;

	if (text_is_ascii(s, len))
		return NULL;
	n = utf8proc_map(
		(const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len, &composed, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
	*composed_len = n < 0 ? 0 : (size_t)n;
	return n < 0 ? NULL : (char *)composed;
}

struct folded
quotable_fold(const char *s, size_t len, char **composed)
{
	size_t n = len;
	const char *begin, *from, *end;
	struct folded f = {.n = 0};

	*composed = compose(s, len, &n);
	from = begin = *composed ? *composed : s;
	end = from + n;
	f.s = mem_resize(NULL, 2 * n + 1, 1);
	f.at = mem_resize(NULL, 2 * n + 1, sizeof *f.at);
	while (from < end) {
		size_t was = f.n, bytes = fold_next(&f, from, end);

		while (was < f.n)
			f.at[was++] = (uint32_t)(from - begin);
		from += bytes;
	}
	f.s[f.n] = '\0';
	f.at[f.n] = (uint32_t)n;
	return f;
}

void
folded_free(struct folded *f)
{
	free(f->s);
	free(f->at);
}

struct quotable *
quotable_new(const char *plain, size_t len)
{
	struct quotable *q = mem_calloc(1, sizeof *q);

	q->plain = (struct reader){plain, plain + len};
	q->folded = quotable_fold(plain, len, &q->composed);
	return q;
}

void
quotable_free(struct quotable *q)
{
	if (!q)
		return;
	folded_free(&q->folded);
	free(q->composed);
	free(q->words);
	free(q);
}

struct reader
quotable_shown(const struct quotable *q)
{
	const char *s = q->composed ? q->composed : q->plain.s;

	return (struct reader){s, s + q->folded.at[q->folded.n]};
}
