#include "validators/rounds/winner.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>
#include "validators/text/reader.h"
#include "validators/text/words.h"

/* Of ASCII, or of another script with spaces between words, but for Hangul, whose endings hang on every name. */
static bool
in_word(const char *s, const char *end)
{
	if ((unsigned char)*s < 0x80)
		return isalnum((unsigned char)*s) || *s == '_';
	return !char_parts_words(s, end) && char_script(s, end) < SCRIPT_HANGUL;
}

/* Does a name go on at `s`, as in claude-code or gpt-4.1? */
static bool
goes_on(const char *s, const char *end)
{
	return s < end && (in_word(s, end) || (strchr("-./", *s) && s + 1 < end && in_word(s + 1, end)));
}

/* And behind one, as at the end of not-claude? */
static bool
goes_before(const char *begin, const char *s)
{
	const char *last = s > begin ? char_before(begin, s) : s;

	return s > begin &&
		(in_word(last, s) || (strchr("-./", *last) && last > begin && in_word(char_before(begin, last), last)));
}

/* Is this a word of its own at `s`, in any case? */
static bool
is_word(const struct reader *in, const char *s, const char *word)
{
	size_t len = strlen(word);

	return len && (size_t)(in->end - s) >= len && !strncasecmp(s, word, len) && !goes_on(s + len, in->end) &&
		!goes_before(in->s, s);
}

static bool
is_one_of(const struct reader *in, const char *s, const char *const *words)
{
	while (*words && !is_word(in, s, *words))
		words++;
	return *words;
}

/* The tool that is named here, the longer name first; SPEAKERS: none. */
static enum speaker
tool_at(const struct reader *in, const char *s, const char *const tools[SPEAKERS])
{
	enum speaker found = SPEAKERS;

	for (enum speaker i = 0; i < SPEAKERS; i++)
		if (is_word(in, s, tools[i]) && (found == SPEAKERS || strlen(tools[i]) > strlen(tools[found])))
			found = i;
	return found;
}

#define STRONGER "stronger"

/* -- clauses -- */

static const char *const parting[] = { "but", "while", "whereas", "although", "though", "yet", NULL };
static const char *const ending[] = { STRONGER, "than", "over", "because", "since", "as", NULL };
static const char *const negating[] = {"not", "no", "never", "neither", "nor", "hardly", "cannot", "rather than", NULL};

static bool
is_parted(const struct reader *in, const char *s)
{
	static const char *const dashes[] = { "—", "–", NULL };

	if (strchr(",;:()", *s))
		return true;
	for (const char *const *dash = dashes; *dash; dash++)
		if ((size_t)(in->end - s) >= strlen(*dash) && !memcmp(s, *dash, strlen(*dash)))
			return true;
	return is_one_of(in, s, parting);
}

static bool
is_negated(const struct reader *in, const char *s)
{
	if (is_one_of(in, s, negating))
		return true;
	return in->end - s >= 3 && (!strncasecmp(s, "n't", 3) || !strncasecmp(s, "n’t", strlen("n’t"))) && s > in->s &&
		in_word(char_before(in->s, s), s);
}

struct clause {
	unsigned named;
	bool negated;
};

/* The nearest clause before `at` that names a tool. A negation behind it counts as its own. */
static struct clause
clause_before(const struct reader *in, const char *at, const char *const tools[SPEAKERS])
{
	struct clause now = { 0, false };
	bool parted = false, negated = false; /* a clause has begun that names nobody so far, with a negation */

	for (const char *s = in->s; s < at;) {
		enum speaker tool = tool_at(in, s, tools);

		if (tool < SPEAKERS) {
			if (parted)
				now = (struct clause){ 0, negated };
			parted = negated = false;
			now.named |= 1u << tool;
		} else if (is_parted(in, s)) {
			parted = true;
			negated = false;
		} else if (is_negated(in, s)) {
			*(parted ? &negated : &now.negated) = true;
		}
		s += tool < SPEAKERS ? strlen(tools[tool]) : 1;
	}
	now.negated = now.negated || negated;
	return now;
}

static struct clause
clause_behind(const struct reader *in, const char *at, const char *const tools[SPEAKERS])
{
	struct clause now = { 0, false };

	for (const char *s = at; s < in->end && !is_parted(in, s) && !is_one_of(in, s, ending);) {
		enum speaker tool = tool_at(in, s, tools);

		if (tool < SPEAKERS)
			now.named |= 1u << tool;
		now.negated = now.negated || is_negated(in, s);
		s += tool < SPEAKERS ? strlen(tools[tool]) : 1;
	}
	return now;
}

unsigned
winner_named(const struct reader *in, const char *const names[SPEAKERS])
{
	unsigned named = 0;

	for (const char *s = in->s; s < in->end; s++) {
		enum speaker found = names[0] && names[1] ? tool_at(in, s, names) : SPEAKERS;
		if (found < SPEAKERS)
			named |= 1u << found;
	}
	return named;
}

/* Bytes of a sentence that are looked at round the word: one that goes on for longer says nothing clearly. */
#define REACH_BYTES 1024

void
winner_read(struct winner *w, const char *const tools[SPEAKERS], const char *sentence, size_t len)
{
	const char *end = sentence + len, *done = sentence;

	if (len && memrchr(sentence, '?', len) == end - 1)
		return;
	for (const char *s = sentence; s < end; s++) {
		struct reader near;
		struct clause c;

		if (!is_word(&(struct reader){ sentence, end }, s, STRONGER))
			continue;
		near.s = s - done > REACH_BYTES ? s - REACH_BYTES : done;
		near.end = end - s > REACH_BYTES ? s + REACH_BYTES : end;
		c = clause_before(&near, s, tools);
		done = s + strlen(STRONGER);
		if (!c.named)
			c = clause_behind(&near, done, tools);
		if (c.named && (c.negated || c.named == (1u << SPEAKERS) - 1))
			w->unclear++;
		else
			w->named |= c.named;
	}
}
