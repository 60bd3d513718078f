#include "validators/text/writing.h"

#include "validators/text/script.h"
#include "validators/text/words.h"

static enum writing
writing_of_letter(int32_t cp)
{
	static const enum writing of_alphabet[ALPHABETS] = {[ALPHABET_OTHER] = WRITING_OTHER,
		[ALPHABET_LATIN] = WRITING_LATIN,
		[ALPHABET_GREEK] = WRITING_GREEK,
		[ALPHABET_CYRILLIC] = WRITING_CYRILLIC};
	enum script script = script_of_letter(cp);

	return script == SCRIPT_OTHER ? of_alphabet[alphabet_of_letter(cp)]
				      : script == SCRIPT_HANGUL ? WRITING_HANGUL : WRITING_DENSE;
}

/* Of the character at `s`; WRITING_NONE: it is no letter. */
static enum writing
writing_at(const char *s, const char *end)
{
	int32_t cp = char_at(s, end);

	if ((cp | 0x20) >= 'a' && (cp | 0x20) <= 'z')
		return WRITING_LATIN;
	return cp < 0x80 || char_parts_words(s, end) ? WRITING_NONE : writing_of_letter(cp);
}

bool
text_has_writing(struct reader r, enum writing writing)
{
	for (; left(&r) && writing != WRITING_NONE; r.s += char_bytes(r.s, r.end))
		if (writing_at(r.s, r.end) == writing)
			return true;
	return writing == WRITING_NONE;
}

enum writing
text_writing(struct reader r)
{
	size_t n[WRITINGS] = {0}, all = 0;
	enum writing most = WRITING_GREEK;

	for (; left(&r); r.s += char_bytes(r.s, r.end)) {
		enum writing writing = writing_at(r.s, r.end);
		unsigned weight = writing == WRITING_NONE ? 0 : writing == WRITING_DENSE ? 2 : 1;

		n[writing] += weight;
		all += weight;
	}
	for (enum writing i = WRITING_GREEK; i < WRITINGS; i++)
		most = n[i] > n[most] ? i : most;
	return !all ? WRITING_NONE : 3 * n[most] >= all ? most : WRITING_LATIN;
}
