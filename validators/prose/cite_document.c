/*
 * A document is named by a standard's number (RFC 7540), or by a name and what kind of document it is (SQLite
 * documentation); the section is named behind it, or before it with `of` or `in` between. A manual page has its section
 * in its name: open(2).
 */
#include "validators/prose/cite_inner.h"

#include <ctype.h>

/* Words between a document and its section. */
#define SECTION_REACH 4
/* Words between the name of a document and its kind. */
#define NAME_REACH 3

static const char *const kinds[] = {"documentation", "docs", "manual", "handbook", "guide", "reference",
	"specification", "spec", "standard", "changelog", "book", "paper", "whitepaper", "wiki", "faq", "guidelines",
	"notes", "policy", "report", "datasheet", "manpage", NULL};

/* Named by a number behind them, or joined to it. */
static const char *const numbered[] = {"RFC", "ISO", "IEC", "ISO/IEC", "IEEE", "PEP", "ECMA", "NIST", "BCP", "ADR",
	"JEP", "KIP", "FIPS", "UAX", "UTS", NULL};

/* Documents by their name alone. */
static const char *const standards[] = {"POSIX", "POSIX.1", "POSIX.1-2008", "POSIX.1-2017", "POSIX.1-2024",
	"CommonMark", "C99", "C11", "C17", "C23", "C++17", "C++20", "C++23", "Unicode", "ASVS", NULL};

/* Words that name no document. */
static const char *const generic[] = {"the", "this", "that", "these", "those", "its", "their", "our", "your", "my",
	"his", "her", "a", "an", "some", "any", "no", "every", "each", "official", "upstream", "online", "project",
	"user", "full", "public", "good", "better", "more", "existing", "current", "internal", "written", "such", "and",
	"or", "of", "in", "per", "see", "which", "as", "by", "for", "to", "with", "on", "from", "but", "is", "are",
	"read", "only", "new", "old", "first", "release", "by", "we", "i", "it", "they", "says", "said", "if", "when",
	"because", "according", "relevant", NULL};

static const char *const sections[] = {"section", "sections", "sec", "sect", "chapter", "ch", "chap", "clause",
	"appendix", "annex", "page", "pages", "pp", "p", "table", "figure", "fig", "rule", "article", "art", "part",
	"heading", "entry", "question", NULL};

static const char *const fillers[] = {
	"in", "the", "on", "under", "at", "its", "see", "of", "from", "says", "and", "online", "official", NULL};

static bool
is_capital(const struct cite_word *w)
{
	return w->len > 1 && isupper((unsigned char)*w->s);
}

static bool
is_all_capitals(const struct cite_word *w)
{
	unsigned letters = 0;

	for (size_t i = 0; i < w->len; i++) {
		if (islower((unsigned char)w->s[i]))
			return false;
		letters += isupper((unsigned char)w->s[i]) != 0;
	}
	return letters > 1;
}

static bool
begins_digit(const struct cite_word *w)
{
	return w->len && isdigit((unsigned char)*w->s);
}

/* open(2), pthread_create(3p): a name, and in brackets a digit and perhaps a letter. */
static bool
is_manual_page(const struct cite_word *w)
{
	const char *bracket = memchr(w->s, '(', w->len);
	size_t name = bracket ? (size_t)(bracket - w->s) : 0, rest = w->len - name;

	if (name < 2 || rest < 3 || rest > 4 || w->s[w->len - 1] != ')' || !isdigit((unsigned char)bracket[1]) ||
		bracket[1] == '0' || (rest == 4 && !islower((unsigned char)bracket[2])))
		return false;
	for (size_t i = 0; i < name; i++)
		if (!isalnum((unsigned char)w->s[i]) && !strchr("_-.+", w->s[i]))
			return false;
	return true;
}

/* CVE-2021-44228, CWE-79 */
static bool
is_advisory(const struct cite_word *w)
{
	if (w->len < 6 || (memcmp(w->s, "CVE-", 4) && memcmp(w->s, "CWE-", 4)))
		return false;
	for (size_t i = 4; i < w->len; i++)
		if (!isdigit((unsigned char)w->s[i]) && w->s[i] != '-')
			return false;
	return isdigit((unsigned char)w->s[4]);
}

/* ISO-8601, RFC7540 */
static bool
is_joined(const struct cite_word *w)
{
	for (const char *const *name = numbered; *name; name++) {
		size_t len = strlen(*name);
		if (w->len > len && !memcmp(*name, w->s, len) &&
			isdigit((unsigned char)w->s[len + (w->s[len] == '-' && w->len > len + 1)]))
			return true;
	}
	return false;
}

/* Does a document's name end with w[i]? *first is where it begins. */
static bool
ends_document(const struct cite_word *w, size_t i, size_t *first)
{
	*first = i;
	if (is_joined(&w[i]) || (isupper((unsigned char)*w[i].s) && word_in(&w[i], standards)))
		return true;
	if (i && begins_digit(&w[i]) && !w[i - 1].stop && isupper((unsigned char)*w[i - 1].s) &&
		(word_in(&w[i - 1], numbered) || word_in(&w[i - 1], standards))) {
		*first = i - 1;
		return true;
	}
	if (!word_in(&w[i], kinds))
		return false;
	for (size_t k = i; k-- > 0 && i - k <= NAME_REACH && !w[k].stop && !w[k].comma;) {
		*first = k;
		if (!word_in(&w[k], generic) && isalpha((unsigned char)*w[k].s) && w[k].len > 1)
			return k + 1 == i || is_capital(&w[k]);
	}
	return false;
}

static bool
is_label(const struct cite_word *w)
{
	return begins_digit(w) || w->quoted || (w->len && isupper((unsigned char)*w->s) && !word_is(w, "I"));
}

/* A section from w[i] on: how many words name it; 0: none. */
static size_t
section_words(const struct cite_word *w, size_t n, size_t i)
{
	static const char mark[] = "§";
	size_t len = sizeof mark - 1;

	if (w[i].len >= len && !memcmp(w[i].s, mark, len)) {
		if (w[i].len > len && isalnum((unsigned char)w[i].s[w[i].len - 1]))
			return 1;
		return i + 1 < n && is_label(&w[i + 1]) ? 2 : 0;
	}
	return i + 1 < n && word_in(&w[i], sections) && is_label(&w[i + 1]) ? 2 : 0;
}

/* A title behind a comma: in quotes, in capitals, or words that begin with one, up to the next comma or stop. */
static size_t
title_words(const struct cite_word *w, size_t n, size_t i)
{
	size_t k = i;

	if (w[i].quoted || is_all_capitals(&w[i]))
		return 1;
	while (k < n && is_capital(&w[k]) && !word_in(&w[k], generic)) {
		if (w[k].comma || w[k].stop || k + 1 == n)
			return k + 1 - i;
		k++;
	}
	return 0;
}

/* C17 6.5.2.3: a clause alone, which has two dots, as a version has not; of the C standard one is enough. */
static bool
is_clause(const struct cite_word *document, const struct cite_word *w)
{
	bool is_c = document->len > 1 && *document->s == 'C' && isdigit((unsigned char)document->s[1]);
	size_t dots = 0;

	for (size_t i = 0; i < w->len; i++)
		dots += w->s[i] == '.';
	return begins_digit(w) && dots > !is_c;
}

/* The section behind a document that ends with w[i]: the word behind it; 0: none. */
static size_t
section_behind(const struct cite_word *w, size_t n, size_t i)
{
	for (size_t k = i; k + 1 < n && k - i < SECTION_REACH && !w[k].stop; k++) {
		size_t words = section_words(w, n, k + 1);

		if (!words && (w[k].comma || word_is(&w[k], "on") || word_is(&w[k], "under")))
			words = title_words(w, n, k + 1);
		if (!words && k == i && w[i + 1].quoted)
			words = 1;
		if (!words && k == i && !word_in(&w[i], kinds) && is_clause(&w[i], &w[k + 1]))
			words = 1;
		if (words)
			return k + 1 + words;
		if (!word_in(&w[k + 1], fillers))
			return 0;
	}
	return 0;
}

/* `section 8.1 of RFC 7540`: the word behind the document; 0: none. */
static size_t
document_behind(const struct cite_word *w, size_t n, size_t i, size_t section)
{
	size_t first;

	for (size_t k = i + section; k < n && k < i + section + SECTION_REACH + NAME_REACH && !w[k - 1].stop; k++)
		if (ends_document(w, k, &first) && first >= i + section)
			return k + 1;
	return 0;
}

size_t
cite_document_words(const struct cite_word *w, size_t n, size_t i, size_t *first)
{
	size_t section, end;

	*first = i;
	if (w[i].kind != WORD_PLAIN)
		return 0;
	if (is_manual_page(&w[i]) || is_advisory(&w[i]))
		return 1;
	if ((section = section_words(w, n, i)) && (end = document_behind(w, n, i, section)))
		return end - i;
	if (ends_document(w, i, first) && (end = section_behind(w, n, i)))
		return end - *first;
	return 0;
}
