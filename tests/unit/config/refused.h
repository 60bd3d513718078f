/* Texts that are refused: tests/corpus/config/SENTENCE.txt has them, each below a line `==== FILE:LINE: WORDS`. */
#ifndef TESTS_UNIT_CONFIG_REFUSED_H
#define TESTS_UNIT_CONFIG_REFUSED_H

#include "tests/unit/files.h"

/* FILE is which of the files it is a text of, LINE where the error stands, and WORDS are what is said of it. */
struct refused {
	char file[16], words[1024];
	int line;
	const char *text;
	size_t len;
};

static void (*refused_row)(const struct refused *r);

static inline void
read_refused(const char *head, const char *text, size_t len)
{
	struct refused r = {.text = text, .len = len};
	if (sscanf(head, "%15[^:]:%d: %1023[^\n]", r.file, &r.line, r.words) != 3)
		fail_msg("no text is refused with %s", head);
	refused_row(&r);
}

static inline void
each_refused(const char *sentence, void (*is_refused)(const struct refused *r))
{
	refused_row = is_refused;
	each_row(TEXT("tests/corpus/config/%s.txt", sentence), read_refused);
}

#endif
