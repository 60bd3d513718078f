/* A debate without a mount, whose texts a test hands in, or a file has: parted by lines `=== WORD`. */
#ifndef TESTS_UNIT_FORMATS_PLAYED_H
#define TESTS_UNIT_FORMATS_PLAYED_H

#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"

static struct terms terms;
static int64_t step_ms; /* so long does each text take */

static inline const char *
blank_of(unsigned seat, unsigned kind)
{
	UT_string *blank = test_string();
	debate_blank_as(&duel, seat, kind, blank);
	return utstring_body(blank);
}

/* Hands in a text of a seat; the ids of its errors, each once, parted by `+`; "" and applied where there are none.
 * *sentence, which may be NULL: line and words of the last one. */
static inline const char *
handed_in(unsigned seat, const char *text, const char **sentence)
{
	static char ids[1024], said[1024];
	FINDINGS fs = {0};

	debate_judge(&duel, seat, text, strlen(text), &fs);
	*ids = *said = '\0';
	for (size_t i = 0; i < fs.n; i++) {
		if (fs.v[i].rule->severity == SEVERITY_WARNING || strstr(ids, fs.v[i].rule->id))
			continue;
		snprintf(said, sizeof said, "%d: %s", fs.v[i].line, fs.v[i].text);
		snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%s%s", *ids ? "+" : "", fs.v[i].rule->id);
	}
	if (!*ids)
		duel.now_ms += step_ms, debate_apply(&duel, seat, text, strlen(text));
	if (sentence)
		*sentence = said;
	return ids;
}

/* Is a text of a seat warned of under that rule? */
static inline bool
is_warned(unsigned seat, const char *text, const char *rule)
{
	FINDINGS fs = {0};
	bool warned = false;

	debate_judge(&duel, seat, text, strlen(text), &fs);
	for (size_t i = 0; i < fs.n; i++)
		warned |= fs.v[i].rule->severity == SEVERITY_WARNING && !strcmp(fs.v[i].rule->id, rule);
	return warned;
}

static inline void
put_bytes(const char *text, size_t len, UT_string *out)
{
	utstring_bincpy(out, text, len);
}

/* Appends what is handed in in place of a text of a file; NULL: it is that text. */
static void (*rewritten)(const char *text, size_t len, UT_string *out);

/* Hands in the first `most` texts of a file; how many there were. `seat_of`: whose the text below a word is; 0: there
 * is none, and whoever waits has waited for long enough. */
static inline size_t
play_by(const char *path, size_t most, unsigned (*seat_of)(const char *word))
{
	size_t len, n = 0;
	char *all = test_owns(read_whole(path, &len));
	const char *sentence;

	for (char *s = strstr(all, "=== "), *next; s && n < most; s = next, n++) {
		char *text = strchr(s, '\n') + 1;
		unsigned seat = seat_of(s + 4);
		next = strstr(text, "\n=== ");
		next = next ? next + 1 : NULL;
		if (!seat) {
			debate_lift(&duel);
			continue;
		}
		UT_string *handed = test_string();
		(rewritten ? rewritten : put_bytes)(text, next ? (size_t)(next - text) : strlen(text), handed);
		if (debate_kind_of(&duel, seat, (struct reader){0}) < 0)
			fail_msg("%s, text %zu: nothing is due of seat %u", path, n + 1, seat);
		const char *ids = handed_in(seat, utstring_body(handed), &sentence);
		if (*ids)
			fail_msg("%s, text %zu: %s (%s)\n%s", path, n + 1, ids, sentence, utstring_body(handed));
	}
	return n;
}

/* Its files, and a seat's prompt, until the test ends. */
static inline const char *
shown(debate_shows *shows)
{
	UT_string *out = test_string();
	shows(&duel, out);
	return utstring_body(out);
}

static inline const char *
told(debate_tells *tells, unsigned seat)
{
	UT_string *out = test_string();
	tells(&duel, seat, out);
	return utstring_body(out);
}

/* The question to a seat, for a text of that kind. */
static inline const char *
asked(unsigned seat, unsigned kind)
{
	UT_string *out = test_string();
	hand_in_told(&duel, seat, &duel.format->kinds[kind], out);
	return utstring_body(out);
}

static inline void
has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("`%s` is not in:\n%s", part, text);
}

static inline void
lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("`%s` is in:\n%s", part, text);
}

#endif
