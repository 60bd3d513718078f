/*
 * Any text, and any file that it cites: what is wanted is bounded, what is seen of it is what is there, and what is
 * said has the form of findings. The text and the file are the two halves of the input.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/prose/lookup.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_one(const struct lookup *l, const struct sight *s)
{
	assert(l->path && l->line >= 0);
	assert(l->has_lines || (!l->first && !l->last));
	assert(!l->mention || (!l->has_lines && !l->quote));
	assert(!s->text || (l->has_lines && s->text_last < s->text_first + LOOKUP_LINES_MAX));
	assert(!s->text || strlen(s->text) <= LOOKUP_BYTES_MAX + 16);
	assert(!(s->quote_is_there && s->quote_is_far));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct lookup_terms terms = {.root = "/r", .duel = "d"};
	size_t half = size / 2;
	char *text = mem_copy(data, half), *file = mem_copy(data + half, size - half);
	struct lookups l = {0};
	struct findings fs = {0};
	struct sight_file f;
	struct md md;
	md_parse(&md, text, half);
	lookups_find(&l, &terms, &md, 0);
	lookups_find_in(&l, &terms, text, half, "[0].source", 0, size % 2);
	assert(l.n <= LOOKUPS_MAX && (!l.more || l.n == LOOKUPS_MAX));
	struct sight *seen = mem_calloc(l.n, sizeof *seen);
	sight_begin(&f, file, size - half);
	for (size_t i = 0; i < l.n; i++) {
		sight_read(&f, &l.v[i], &seen[i]);
		check_one(&l.v[i], &seen[i]);
	}
	sight_end(&f);
	lookups_judge(&l, seen, NULL, size % 3 == 0, &fs);
	for (size_t i = 0; i < fs.n; i++)
		assert(text_clean_line(fs.v[i].text, strlen(fs.v[i].text)));
	for (size_t i = 0; i < l.n; i++)
		sight_free(&seen[i]);
	free(seen);
	findings_free(&fs);
	lookups_free(&l);
	md_free(&md);
	free(text);
	free(file);
	return 0;
}
