/*
 * UAX 29, rules WB4 to WB13b, by general category: what it calls ALetter, Katakana and Hebrew_Letter are letters here,
 * and of the characters that stand inside words its tables have few enough to be listed. Emoji and flags are no words.
 */
#include "validators/text/words.h"

#include <utf8proc.h>

enum class {
	CLASS_NONE,
	CLASS_LETTER,
	CLASS_DENSE,
	CLASS_DIGIT,
	CLASS_CONNECTOR, /* ExtendNumLet: '_' */
	CLASS_EXTEND,    /* marks and format characters belong to what stands before them */
	/* between two letters, two digits, or two of either */
	CLASS_MID_LETTER,
	CLASS_MID_DIGIT,
	CLASS_MID_BOTH,
	CLASS_HYPHEN,
};

struct place {
	enum class class;
	enum script script;
	size_t len;
};

/* MidLetter, MidNum, MidNumLet and Single_Quote of WordBreakProperty.txt, Unicode 15.1; and the hyphens. Full-width
 * forms are left out: they stand between dense letters. */
static enum class
class_of_mid(int32_t cp)
{
	switch (cp) {
	case 0x00b7:
	case 0x0387:
	case 0x055f:
	case 0x05f4:
	case 0x2027:
		return CLASS_MID_LETTER;
	case ',':
	case ';':
	case 0x037e:
	case 0x0589:
	case 0x060c:
	case 0x060d:
	case 0x066c:
	case 0x07f8:
	case 0x2044:
		return CLASS_MID_DIGIT;
	case '.':
	case '\'':
	case 0x2018:
	case 0x2019:
	case 0x2024:
		return CLASS_MID_BOTH;
	case '-':
	case 0x058a:
	case 0x2010:
	case 0x2011:
		return CLASS_HYPHEN;
	default:
		return CLASS_NONE;
	}
}

static enum class
class_of(int32_t cp, enum script *script)
{
	*script = SCRIPT_OTHER;
	if (cp == 0xff9e || cp == 0xff9f) /* half-width voiced sound marks */
		return CLASS_EXTEND;
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LM:
	case UTF8PROC_CATEGORY_LO:
	case UTF8PROC_CATEGORY_NL:
	case UTF8PROC_CATEGORY_CN:
		*script = script_of_letter(cp);
		if (script_is_dense(*script))
			return CLASS_DENSE;
		*script = SCRIPT_OTHER;
		return utf8proc_category(cp) == UTF8PROC_CATEGORY_CN ? CLASS_NONE : CLASS_LETTER;
	case UTF8PROC_CATEGORY_ND:
	case UTF8PROC_CATEGORY_NO:
		return CLASS_DIGIT;
	case UTF8PROC_CATEGORY_PC:
		return CLASS_CONNECTOR;
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
	case UTF8PROC_CATEGORY_ME:
		return CLASS_EXTEND;
	case UTF8PROC_CATEGORY_CF:
		return cp == 0x200b ? CLASS_NONE : CLASS_EXTEND;
	default:
		return class_of_mid(cp);
	}
}

/* What stands at `s`, which is not the end. Of ASCII without asking a table. */
static struct place
place_at(const char *s, const char *end)
{
	unsigned char c = (unsigned char)*s;
	struct place p = { .len = 1 };
	utf8proc_ssize_t n;
	int32_t cp;

	if (isalpha(c)) {
		p.class = CLASS_LETTER;
	} else if (isdigit(c)) {
		p.class = CLASS_DIGIT;
	} else if (c < 0x80) {
		p.class = c == '_' ? CLASS_CONNECTOR : class_of_mid(c);
	} else if ((n = utf8proc_iterate((const utf8proc_uint8_t *)s, end - s, &cp)) > 0) {
		p.class = class_of(cp, &p.script);
		p.len = (size_t)n;
	}
	return p;
}

static const char *
skip_extends(const char *s, const char *end)
{
	while (s < end && (unsigned char)*s >= 0x80) {
		struct place p = place_at(s, end);

		if (p.class != CLASS_EXTEND)
			break;
		s += p.len;
	}
	return s;
}

static bool
goes_on(enum class class)
{
	return class == CLASS_LETTER || class == CLASS_DIGIT || class == CLASS_CONNECTOR;
}

/* Does a character of class `mid` join what stands before it to what stands behind it? */
static bool
joins(enum class before, enum class mid, enum class behind)
{
	switch (mid) {
	case CLASS_MID_LETTER:
		return before == CLASS_LETTER && behind == CLASS_LETTER;
	case CLASS_MID_DIGIT:
		return before == CLASS_DIGIT && behind == CLASS_DIGIT;
	case CLASS_MID_BOTH:
		return before == behind && before != CLASS_CONNECTOR;
	case CLASS_HYPHEN:
		return goes_on(behind);
	default:
		return false;
	}
}

/* Behind plain letters and digits, which most words have only; *last: the class of the last of them. */
static const char *
skip_plain(const char *s, const char *end, enum class *last)
{
	const char *from = s;

	while (s < end && isalnum((unsigned char)*s))
		s++;
	if (s > from)
		*last = isalpha((unsigned char)s[-1]) ? CLASS_LETTER : CLASS_DIGIT;
	return s;
}

/* Behind the word whose character of class `last` ends before `s`. */
static const char *
word_end(const char *s, const char *end, enum class last)
{
	for (;;) {
		struct place p, behind;
		const char *next;

		s = skip_extends(skip_plain(s, end, &last), end);
		if (s == end)
			return s;
		p = place_at(s, end);
		if (goes_on(p.class)) {
			last = p.class;
			s += p.len;
			continue;
		}
		next = skip_extends(s + p.len, end);
		if (p.class < CLASS_MID_LETTER || next == end)
			return s;
		behind = place_at(next, end);
		if (!joins(last, p.class, behind.class))
			return s;
		last = behind.class;
		s = next + behind.len;
	}
}

static bool
is_said(const char *s, const char *end)
{
	for (; s < end; s++)
		if (isalnum((unsigned char)*s) || (unsigned char)*s >= 0x80)
			return true;
	return false;
}

bool
word_next(struct reader *r, struct word *w)
{
	while (r->s < r->end) {
		struct place p = place_at(r->s, r->end);
		const char *from = r->s;

		r->s += p.len;
		if (p.class == CLASS_DENSE)
			r->s = skip_extends(r->s, r->end);
		else if (goes_on(p.class))
			r->s = word_end(r->s, r->end, p.class);
		else
			continue;
		if (p.class == CLASS_CONNECTOR && !is_said(from, r->s))
			continue;
		*w = (struct word){ .s = from, .len = (size_t)(r->s - from), .script = p.script };
		return true;
	}
	return false;
}

const char *
char_before(const char *s, const char *end)
{
	const char *p = end - 1;

	while (p > s && end - p < 4 && ((unsigned char)*p & 0xc0) == 0x80)
		p--;
	return p;
}

int32_t
char_at(const char *s, const char *end)
{
	int32_t cp;

	return utf8proc_iterate((const utf8proc_uint8_t *)s, end - s, &cp) > 0 ? cp : 0xfffd;
}

size_t
char_bytes(const char *s, const char *end)
{
	int32_t cp;
	utf8proc_ssize_t n = (unsigned char)*s < 0x80 ? 1 : utf8proc_iterate((const utf8proc_uint8_t *)s, end - s, &cp);

	return n > 0 ? (size_t)n : 1;
}

enum script
char_script(const char *s, const char *end)
{
	return (unsigned char)*s < 0x80 ? SCRIPT_OTHER : script_of_letter(char_at(s, end));
}

bool
char_is_dense(const char *s, const char *end)
{
	return script_is_dense(char_script(s, end));
}

bool
char_parts_words(const char *s, const char *end)
{
	utf8proc_category_t category = utf8proc_category(char_at(s, end));

	return white_bytes(s, end) || (category >= UTF8PROC_CATEGORY_PD && category <= UTF8PROC_CATEGORY_PO);
}
