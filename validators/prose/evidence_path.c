#include "validators/prose/evidence_path.h"

#include <stdio.h>
#include <stdlib.h>
#include "validators/text/mem.h"
#include "validators/text/reader.h"

/* As the duel's directory shows the source. */
#define SOURCE_COPY "source.md"

/* -- paths -- */

/*
 * In place: empty parts and `.` are left out, `..` takes the part before it along, and one that has none before it is
 * left out as well: from where such a path goes up nobody knows. The new length.
 */
static size_t
path_normalise(char *path, size_t len)
{
	bool absolute = len && *path == '/';
	size_t n = 0;

	for (size_t i = 0, from; i < len; i++) {
		for (from = i; i < len && path[i] != '/'; i++)
			;
		if (i == from || (i == from + 1 && path[from] == '.'))
			continue;
		if (i == from + 2 && path[from] == '.' && path[from + 1] == '.') {
			while (n && path[--n] != '/')
				;
			continue;
		}
		if (n || absolute)
			path[n++] = '/';
		memmove(path + n, path + from, i - from);
		n += i - from;
	}
	path[n] = '\0';
	return n;
}

/* `docs/plan.md` for `/srv/docs/plan.md`. */
static bool
ends_path(const char *path, size_t path_len, const char *s, size_t len)
{
	return len && len <= path_len && !memcmp(path + path_len - len, s, len) &&
		(len == path_len || *s == '/' || path[path_len - len - 1] == '/');
}

/* `source.md` alone, or in the directory of this duel. */
static bool
is_copy(const char *duel, const char *path, size_t len)
{
	bool named = duel && *duel;
	char *shown = mem_format("%s/" SOURCE_COPY, named ? duel : "");
	bool copy = !strcmp(path, SOURCE_COPY) || (named && ends_path(path, len, shown, strlen(shown)));

	free(shown);
	return copy;
}

/* Most files are told by their last part. */
static bool
may_be_source(const struct source *source, const char *s, size_t len)
{
	const char *slash = memrchr(s, '/', len), *name = slash ? slash + 1 : s;
	size_t name_len = (size_t)(s + len - name);

	return (name_len == strlen(source->name) && !memcmp(name, source->name, name_len)) ||
		(name_len == sizeof SOURCE_COPY - 1 && !memcmp(name, SOURCE_COPY, name_len));
}

bool
file_is_source(const struct source *source, const char *duel, const char *s, size_t len)
{
	char *cited, *path;
	bool is;

	if (!source || !may_be_source(source, s, len))
		return false;
	cited = mem_copy(s, len);
	len = path_normalise(cited, len);
	path = mem_strdup(source->path);
	is = ends_path(path, path_normalise(path, strlen(path)), cited, len) || is_copy(duel, cited, len);
	free(cited);
	free(path);
	return is;
}

/* -- addresses -- */

bool
evidence_is_url(const char *s, size_t len)
{
	struct reader r = { s, s + len };

	if (!skip_word(&r, "https://") && !skip_word(&r, "http://"))
		return false;
	return r.s < r.end && (isalnum((unsigned char)*r.s) || *r.s == '[' || (unsigned char)*r.s >= 0x80);
}

size_t
file_decode_url(char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		unsigned byte;
		if (s[i] == '%' && i + 2 < len && isxdigit((unsigned char)s[i + 1]) &&
			isxdigit((unsigned char)s[i + 2]) &&
			sscanf((char[]){s[i + 1], s[i + 2], '\0'}, "%x", &byte) == 1) {
			s[n++] = (char)byte;
			i += 2;
		} else {
			s[n++] = s[i];
		}
	}
	return n;
}
