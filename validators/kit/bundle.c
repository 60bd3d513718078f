#include "validators/kit/bundle.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "validators/kit/format.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define HEAD_BYTES (sizeof BUNDLE_HEAD - 1)
/* Of the number of a file's bytes, with what stands behind it. */
#define NUMBER_BYTES 24

bool
bundle_is(const char *bytes, size_t len)
{
	return len >= HEAD_BYTES && !memcmp(bytes, BUNDLE_HEAD, HEAD_BYTES);
}

/* Names with one slash between them, no more directories than a tree may have. */
static bool
is_path(const char *path)
{
	unsigned folders = 0;
	for (const char *s = path;; s++) {
		size_t len = strcspn(s, "/");
		if (!len || len > NAME_MAX || (len <= 2 && !memcmp(s, "..", len)))
			return false;
		s += len;
		if (!*s)
			return text_clean_line(path, strlen(path));
		if (++folders > FORMAT_TREE_DEPTH + 1)
			return false;
	}
}

static int
by_path(const void *path, const void *file)
{
	return strcmp(path, ((const struct source_file *)file)->path);
}

/* Is a directory on the way to this file a file itself? */
static bool
leads_through_file(const struct source_file *file, const struct source_file *files, size_t n)
{
	char *way = mem_strdup(file->path);
	bool found = false;
	for (char *slash = way; !found && (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		found = bsearch(way, files, n, sizeof *files, by_path);
	}
	free(way);
	return found;
}

static bool
are_files(const struct source_file *files, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!is_path(files[i].path) || (i && strcmp(files[i - 1].path, files[i].path) >= 0))
			return false;
	for (size_t i = 0; i < n; i++)
		if (leads_through_file(&files[i], files, n))
			return false;
	return true;
}

char *
bundle_write(const struct source_file *files, size_t n, size_t *len)
{
	assert(are_files(files, n));
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

/* A number as it is printed, and the newline behind it; *at goes on. */
static bool
read_number(const char **at, const char *end, size_t *out)
{
	const char *s = *at;
	size_t n = 0;
	if (s < end && *s == '0' && (s + 1 == end || s[1] != '\n'))
		return false;
	for (; s < end && *s >= '0' && *s <= '9'; s++)
		if ((n = 10 * n + (size_t)(*s - '0')) > (size_t)(end - s))
			return false;
	if (s == *at || s == end || *s != '\n')
		return false;
	*at = s + 1;
	*out = n;
	return true;
}

/* The file that begins here. */
static bool
read_file(const char **at, const char *end, struct source_file *out)
{
	const char *nul = memchr(*at, '\0', (size_t)(end - *at));
	out->path = *at;
	if (!nul)
		return false;
	*at = nul + 1;
	if (!read_number(at, end, &out->len) || out->len >= (size_t)(end - *at) || (*at)[out->len])
		return false;
	out->text = *at;
	*at += out->len + 1;
	return true;
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
		good = read_file(&at, end, &(*files)[*n]);
	}
	if (good && are_files(*files, *n))
		return true;
	free(*files);
	*files = NULL;
	*n = 0;
	return false;
}
