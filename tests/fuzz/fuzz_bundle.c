/*
 * Any bytes as a bundle: the files that are read lie in them, and are read alike when they are written again.
 */
#include "tests/fuzz/fuzz.h"
#include "fs/util/bundle.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t head = sizeof BUNDLE_HEAD - 1;
	size_t n, again_n, again_len, len = head + size;
	struct source_file *files, *again_files;
	char *bytes = mem_check(malloc(len + 1)); /* most inputs would fail at the head alone */
	memcpy(bytes, BUNDLE_HEAD, head);
	if (size)
		memcpy(bytes + head, data, size);
	bytes[len] = '\0';
	if (bundle_read(bytes, len, &files, &n)) {
		char *again = bundle_write(files, n, &again_len);
		assert(bundle_read(again, again_len, &again_files, &again_n) && again_n == n);
		for (size_t i = 0; i < n; i++) {
			const struct source_file *f = &files[i], *g = &again_files[i];
			assert(f->path > bytes && f->text > f->path && f->text + f->len < bytes + len);
			assert(!strcmp(f->path, g->path) && f->len == g->len && !memcmp(f->text, g->text, f->len));
		}
		free(again_files);
		free(again);
	} else {
		assert(!files && !n);
	}
	free(files);
	free(bytes);
	return 0;
}
