/*
 * Any bytes as a bundle: what is read lies in them, and written again it is these bytes.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "validators/kit/bundle.h"
#include "validators/text/mem.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t head = sizeof BUNDLE_HEAD - 1;
	size_t n, again_len, len = head + size;
	struct source_file *files;
	char *bytes = mem_check(malloc(len + 1)); /* most inputs would fail at the head alone */
	memcpy(bytes, BUNDLE_HEAD, head);
	if (size)
		memcpy(bytes + head, data, size);
	bytes[len] = '\0';
	if (bundle_read(bytes, len, &files, &n)) {
		char *again = bundle_write(files, n, &again_len);
		assert(again_len == len && !memcmp(again, bytes, len));
		for (size_t i = 0; i < n; i++)
			assert(files[i].text > files[i].path && files[i].text + files[i].len < bytes + len);
		free(again);
	} else {
		assert(!files && !n);
	}
	free(files);
	free(bytes);
	return 0;
}
