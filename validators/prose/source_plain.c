#include "validators/prose/source_plain.h"

#include <ctype.h>
#include <string.h>
#include "validators/text/mem.h"
#include "validators/text/quotation.h"
#include "validators/text/text.h"
#include "validators/text/words.h"

/* The bytes from the `]` at s[i] to the end of the link's destination; 0: there is none. *barren is where the last
 * search gave up: up to there none needs to be made again, so that all searches together read the text once. */
static size_t
destination_len(const char *s, size_t i, size_t len, size_t *barren)
{
	size_t end = i + 2;

	if (end > len || s[i + 1] != '(' || i < *barren)
		return 0;
	while (end < len && s[end] != ')' && s[end] != '\n')
		end++;
	if (end < len && s[end] == ')')
		return end - i;
	*barren = end;
	return 0;
}

static bool
is_mark(char c)
{
	return c == '*' || c == '_' || c == '`' || c == '\\' || c == '[';
}

/* The bytes of what stands at `s` and is not ASCII, and what is compared of it: *as. */
static size_t
fold_wide(const char *s, size_t len, const char **as, size_t *as_len)
{
	size_t n = wide_white(s, len);

	if (n) {
		*as = is_unseen_mark(char_at(s, s + len)) ? "" : " ";
		*as_len = strlen(*as);
		return n;
	}
	if (len >= 3 && (!memcmp(s, "‘", 3) || !memcmp(s, "’", 3))) {
		*as = "'";
		*as_len = 1;
		return 3;
	}
	n = quotation_mark(s, len);
	*as = n ? "\"" : s;
	*as_len = n ? 1 : (n = char_bytes(s, s + len));
	return n;
}

/* Does a line end, or a space, say nothing beside this: a letter of a script without spaces, or its punctuation? */
static bool
needs_no_space(const char *s, size_t len)
{
	int32_t cp = len && (unsigned char)*s >= 0xe0 ? char_at(s, s + len) : 0;

	return cp >= 0x0e00 &&
		((cp >= 0x3000 && cp <= 0x303f) || (cp >= 0xff00 && cp <= 0xff65) ||
			script_is_dense(script_of_letter(cp)));
}

struct plain {
	char *s;
	size_t n;
	bool gap, dense; /* there is white space before what comes, which would say nothing behind what is there */
};

static void
put(struct plain *p, const char *s, size_t n)
{
	bool dense = needs_no_space(s, n);

	if (p->gap && p->n && !p->dense && !dense)
		p->s[p->n++] = ' ';
	p->gap = false;
	p->dense = dense;
	memcpy(p->s + p->n, s, n);
	p->n += n;
}

char *
source_plain(const char *s, size_t len, size_t *plain_len)
{
	struct plain p = { .s = mem_resize(NULL, len + 1, 1) };
	size_t barren = 0;

	for (size_t i = 0, n, as_len; i < len; i += n) {
		const char *as = s + i;

		n = as_len = 1;
		if ((unsigned char)s[i] >= 0x80)
			n = fold_wide(s + i, len - i, &as, &as_len);
		if (as_len == 1 && isspace((unsigned char)*as))
			p.gap = true;
		else if (s[i] == ']')
			n += destination_len(s, i, len, &barren);
		else if (as_len && !is_mark(*as))
			put(&p, as, as_len);
	}
	p.s[p.n] = '\0';
	*plain_len = p.n;
	return mem_resize(p.s, p.n + 1, 1);
}

size_t
source_without_stops(const char *s, size_t len)
{
	char c;

	for (size_t n; len && (n = ascii_form_before(s, s + len, &c)) && c && strchr(".,;:!?", c);)
		len -= n;
	return len;
}
