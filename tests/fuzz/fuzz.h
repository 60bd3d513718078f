/* A fuzz target: a function of bytes, whose assertions hold in every build. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Each message has the form of findings. */
static inline void
assert_said_clean(const struct findings *fs)
{
	for (size_t i = 0; i < fs->n; i++)
		assert(text_clean_line(fs->v[i].text, strlen(fs->v[i].text)));
}

#endif
