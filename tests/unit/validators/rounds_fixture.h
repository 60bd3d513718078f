/*
 * What tests of `rounds` share: the lists of phrases as they are delivered, read from config/rounds, and files of the corpus.
 */
#ifndef TESTS_UNIT_ROUNDS_FIXTURE_H
#define TESTS_UNIT_ROUNDS_FIXTURE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/mem.h"
#include "validators/rounds_phrases.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* A whole file; malloc'd, terminated. */
static inline char *
read_whole(const char *path, size_t *len)
{
	FILE *f = fopen(path, "r");
	char *text;

	if (!f)
		fail_msg("%s cannot be opened", path);
	text = mem_calloc(1 << 20, 1);
	*len = fread(text, 1, (1 << 20) - 1, f);
	fclose(f);
	return text;
}

static inline struct phrases *
default_phrases(void)
{
	struct phrases *p = phrases_new();

	for (enum phrase_list list = 0; list < PHRASE_LISTS; list++) {
		char *path = mem_format("config/rounds/%s.txt", phrase_list_names[list]);
		size_t len;
		char *text = read_whole(path, &len);
		int line;
		const char *fault = phrases_parse(p, list, text, len, &line);

		if (fault)
			fail_msg("%s:%d: %s", path, line, fault);
		free(text);
		free(path);
	}
	return p;
}

#endif
