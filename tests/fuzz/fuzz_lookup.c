/*
 * Any text, and any file that it cites: what is wanted is bounded, what is seen of it is what is there, and what is
 * said has the form of findings. The text and the file are the two halves of the input.
 */
#include "tests/fuzz/fuzz.h"
#include "validators/dialectic/dialectic.h"
#include "fs/util/sight.h"

static const struct label labels[] = {{.word = "Evidence"}, {0}};
static const struct part parts[] = {{.labels = labels}, {.title = "Points", .shape = ITEMS, .labels = labels}, {0}};
static const struct kind turn = {"turn", parts};
static const struct ref_kind refs[] = {{"Source", REF_SOURCE, NULL}, {.form = REF_PATH}, {0}};

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct grammar by = {size % 2 ? &dialectic_format.kinds[ARGUMENT].kind : &turn, refs, "plan.md", NULL};
	size_t half = size / 2;
	char *text = mem_copy(data, half), *file = mem_copy(data + half, size - half);
	struct lookups l;
	struct parsed p;
	struct findings fs = {0};
	struct sight_file f;
	parts_read(&p, &by, text, half);
	lookups_find(&p, 0, &l);
	parsed_free(&p);
	assert(l.n <= LOOKUPS_MAX && (!l.more || l.n == LOOKUPS_MAX));
	struct sight *seen = mem_calloc(l.n, sizeof *seen);
	sight_begin(&f, file, size - half);
	for (size_t i = 0; i < l.n; i++) {
		sight_read(&f, &l.v[i], &seen[i]);
		assert(l.v[i].path && l.v[i].line > 0 && l.v[i].first <= l.v[i].last);
		assert(!seen[i].text || (l.v[i].first && seen[i].text_last < l.v[i].first + LOOKUP_LINES_MAX));
		assert(!seen[i].text || strlen(seen[i].text) <= LOOKUP_BYTES_MAX + 16);
	}
	sight_end(&f);
	lookups_judge(&l, seen, NULL, size % 3 == 0, &fs);
	assert_said_clean(&fs);
	for (size_t i = 0; i < l.n; i++)
		sight_free(&seen[i]);
	free(seen);
	findings_free(&fs);
	lookups_free(&l);
	free(text);
	free(file);
	return 0;
}
