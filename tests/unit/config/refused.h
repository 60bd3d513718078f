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

static inline void
each_refused(const char *sentence, void (*is_refused)(const struct refused *r))
{
	char path[256];
	size_t len;
	snprintf(path, sizeof path, "tests/corpus/config/%s.txt", sentence);
	char *all = read_whole(path, &len), *at = all;
	while (at < all + len) {
		struct refused r = {.len = 0};
		if (sscanf(at, "==== %15[^:]:%d: %1023[^\n]", r.file, &r.line, r.words) != 3)
			fail_msg("%s: no text begins with %.40s", path, at);
		r.text = strchr(at, '\n') + 1;
		at = memmem(r.text, (size_t)(all + len - r.text), "\n==== ", 6);
		at = at ? at + 1 : all + len;
		r.len = (size_t)(at - r.text);
		is_refused(&r);
	}
	free(all);
}

#endif
