/*
 * Text as it may stand in a record: clean UTF-8, bounded, without characters that hide or reorder.
 *
 * Refused everywhere: invalid UTF-8 (overlong forms, surrogates, past U+10FFFF), NUL, C0 but tab and newline, DEL, C1
 * (U+0080–U+009F), bidirectional embeddings, overrides and isolates (U+202A–U+202E, U+2066–U+2069), line separators
 * U+2028 and U+2029, U+FEFF, tag characters (U+E0000–U+E007F). Marks that scripts need (U+061C, U+200B–U+200F) may
 * stand, and do not count when texts are compared.
 *
 * All functions here are pure, and take any bytes: what is not UTF-8 is told, escaped, or taken for white space.
 */
#ifndef VALIDATORS_TEXT_TEXT_H
#define VALIDATORS_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "validators/text/findings.h"

enum text_rule {
	TEXT_UTF8,    /* "text.utf8", EILSEQ */
	TEXT_CONTROL, /* "text.control", EINVAL */
	TEXT_SIZE,    /* "text.size", EFBIG */
	TEXT_BLANK,   /* "text.blank", EINVAL: nothing but white space, or the blank as it was shown */
	TEXT_OPEN,    /* "text.open", EINVAL: a fence or HTML is left open, or a fence is none to Markdown */
	TEXT_ONE,      /* "text.one", EINVAL: a heading of level 1 or 2 begins another text */
	TEXT_RESERVED, /* "text.reserved", EINVAL: a line like the filesystem's own */
	TEXT_SECRET,   /* "text.secret", EINVAL: what looks like a credential (fs/util/secret.h) */
	TEXT_LINE,    /* "limit.line", EINVAL: a line over LIMIT_LINE_BYTES */
	TEXT_NESTING, /* "limit.nesting", EINVAL: lists or quotes nested deeper than LIMIT_NESTING */
	TEXT_RULES
};
extern const struct rule text_rules[TEXT_RULES];
extern const struct rule text_secret_warned; /* where a duel only warns of credentials */

/* CRLF becomes LF, in place; returns the new length. A lone CR stays (and is refused as a control character). Once only
 * on the same bytes: a second pass would take the lone CR of CR CR LF. */
size_t text_unix(char *text, size_t len);

/* UTF-8, control characters, size, length of a line (mostly LIMIT_LINE_BYTES); one finding a line and rule. `line0` is
 * added to every line number. Adds to `out`; returns 0 or the negative errno of its first error. A text that is too big
 * is not looked into; what is not UTF-8 comes before everything else. */
int text_check(const char *text, size_t len, size_t max_bytes, size_t max_line, int line0, struct findings *out);

/* Is `len` bytes at `s` clean text by the rules above (names, topics, values: also no tab, no newline)? No bytes at all
 * are clean. */
bool text_clean_line(const char *s, size_t len);

/* The same for a value that may have tabs and newlines: NULL where it is clean, else what its first fault is, as "a
 * control character"; static. */
const char *text_hidden(const char *s, size_t len);

/* Append `s` with everything that text_check would refuse, and unseen marks but joiners, as \xNN (ASCII, bytes that are
 * not UTF-8) or \u{NNNN}, newlines as \n, tabs as \t: a clean line. At most max_bytes are appended, and "…" where that
 * is not all. Escaping twice changes nothing more. */
void text_escape(UT_string *out, const char *s, size_t len, size_t max_bytes);

/* Two texts as a rule compares them: NFKC case folded, apostrophes dropped, other punctuation and white space one space
 * between words, no outer space. Symbols stay words. malloc'd. */
char *text_fold_words(const char *s, size_t len);

/* White space (Unicode's, and NUL) runs to one space, outer space cut; nothing else changes. malloc'd. */
char *text_fold_space(const char *s, size_t len);

/* `topic_slug`: letters, marks and digits of every script, NFKC, in lower case; other characters to '-', no doubled or
 * outer '-'; "debate" if nothing is left. malloc'd. */
char *text_slug(const char *s, size_t len);

/* How many of at most `max_bytes` bytes of clean text are whole characters. */
size_t text_cut(const char *s, size_t len, size_t max_bytes);

/* A piece of refused text, short enough for a sentence, cut between characters, with an ellipsis where something was
 * cut: quote(s, len).s lives as long as the call it stands in. A sentence that says what is wrong with a text quotes
 * that part of it. */
#define QUOTE_MORE "…"
struct quote {
	char s[LIMIT_QUOTE_BYTES + sizeof QUOTE_MORE];
};
struct quote quote(const char *s, size_t len);

/* A search from `rest` on for the bytes that are no small letter, space, comma or newline. Nearly all of a text is
 * passed by it, sixteen bytes at once. */
struct rare {
	const char *rest, *end;
	uint64_t found[2]; /* of the sixteen bytes before `rest`, each that is one has all bits set */
};
bool rare_read(struct rare *r);
/* The next of them; `end`: there is none. */
static inline const char *
rare_next(struct rare *r)
{
	while (!(r->found[0] | r->found[1]))
		if (!rare_read(r))
			return r->end;
	unsigned half = !r->found[0], bit = (unsigned)__builtin_ctzll(r->found[half]);
	r->found[half] &= ~(UINT64_C(0xff) << bit);
	return r->rest - sizeof r->found + 8 * half + bit / 8;
}
/* Has it nothing but ASCII? */
bool text_is_ascii(const char *s, size_t len);

/* The anchor GitHub makes of a heading's plain text: lower case, everything but letters, marks, digits, '-' and
 * '_' dropped, spaces to '-'. malloc'd. */
char *text_anchor(const char *s, size_t len);

#endif
