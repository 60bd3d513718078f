#include "fs/util/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

#define HEAD_BYTES (sizeof BUNDLE_HEAD - 1)
/* Room for the number of a file's bytes, with what stands behind it. */
#define NUMBER_BYTES 24

bool
bundle_is(const char *bytes, size_t len)
{
	return len >= HEAD_BYTES && !memcmp(bytes, BUNDLE_HEAD, HEAD_BYTES);
}

char *
bundle_write(const struct source_file *files, size_t n, size_t *len)
{
	size_t most = HEAD_BYTES + 1;
	for (size_t i = 0; i < n; i++)
		most += strlen(files[i].path) + 1 + NUMBER_BYTES + files[i].len + 1;
	char *out = mem_check(malloc(most)), *at = out + HEAD_BYTES;
	memcpy(out, BUNDLE_HEAD, HEAD_BYTES);
	for (size_t i = 0; i < n; i++) {
		at = stpcpy(at, files[i].path) + 1;
		at += sprintf(at, "%zu\n", files[i].len);
		if (files[i].len)
			memcpy(at, files[i].text, files[i].len);
		at += files[i].len;
		*at++ = '\0';
	}
	*at = '\0';
	*len = (size_t)(at - out);
	return out;
}

bool
bundle_read(const char *bytes, size_t len, struct source_file **files, size_t *n)
{
	*files = NULL;
	*n = 0;
	if (!bundle_is(bytes, len))
		return false;
	size_t room = 0;
	bool good = true;
	for (const char *at = bytes + HEAD_BYTES, *end = bytes + len; good && at < end; *n += good) {
		if (*n == room)
			*files = mem_resize(*files, room = room ? 2 * room : 64, sizeof **files);
		struct source_file *file = &(*files)[*n];
		const char *nul = memchr(at, '\0', (size_t)(end - at));
		char *text = NULL;

		file->path = at;
		file->len = nul ? strtoul(nul + 1, &text, 10) : 0;
		good = nul && text++ > nul + 1 && text <= end && text[-1] == '\n' && file->len < (size_t)(end - text) &&
			!text[file->len];
		file->text = text;
		at = good ? text + file->len + 1 : at;
	}
	if (good)
		return true;
	free(*files);
	*files = NULL;
	*n = 0;
	return false;
}
