/* Helpers of tests for files and arrays. */
#ifndef TESTS_UNIT_FILES_H
#define TESTS_UNIT_FILES_H

#include "tests/unit/test.h"

#include <dirent.h>
#include <sys/stat.h>

/* Freed where their block ends. */
#define FINDINGS __attribute__((cleanup(findings_free))) struct findings

/* A directory of the test's own below /tmp, which others may look into; and away with what is in it. */
static inline void
dir_make(char dir[64])
{
	strcpy(dir, "/tmp/duelfs-unit-XXXXXX");
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chmod(dir, 0755), 0);
}

/* Runs a command, as printf has it: 0, or its status. */
__attribute__((format(printf, 1, 2))) static inline int
shell(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *command = mem_vformat(format, args);
	va_end(args);
	int status = system(command);
	free(command);
	return status;
}

static inline void
dir_remove(const char *dir)
{
	assert_int_equal(shell("rm -rf -- '%s'", dir), 0);
}

/* For a `struct fixture` with a directory in `dir`: what is done behind its set-up and before its end, `;` behind each. */
#define IN_A_DIRECTORY(before, after) \
	static int before_each(void **state) \
	{ \
		struct fixture *f = *state = mem_calloc(1, sizeof *f); \
		dir_make(f->dir); \
		before return 0; \
	} \
	static int after_each(void **state) \
	{ \
		struct fixture *f = *state; \
		after dir_remove(f->dir); \
		free(f); \
		return 0; \
	} \
	EACH_TEST(before_each, after_each)

/* A whole file; malloc'd, with a NUL behind its *len bytes. */
static inline char *
read_whole(const char *path, size_t *len)
{
	FILE *file = fopen(path, "r");
	char *s = NULL;
	size_t room = 0, n;
	if (!file)
		fail_msg("%s cannot be opened", path);
	*len = 0;
	do {
		s = mem_resize(s, room += 65536, 1);
		n = fread(s + *len, 1, room - *len - 1, file);
		*len += n;
	} while (n);
	fclose(file);
	s[*len] = '\0';
	return s;
}

/* Calls `each` with every row of a file: a line `==== HEAD`, and the text below it. */
static inline void
each_row(const char *path, void (*each)(const char *head, const char *text, size_t len))
{
	size_t len;
	char *at = test_owns(read_whole(path, &len)), *end = at + len;
	while (at < end) {
		char *text = strchr(at, '\n') + 1, *next = memmem(text - 1, (size_t)(end - text + 1), "\n==== ", 6);
		if (strncmp(at, "==== ", 5))
			fail_msg("%s: no row begins with %.40s", path, at);
		next = next ? next + 1 : end;
		each(TEXT("%.*s", (int)(text - at) - 6, at + 5), text, (size_t)(next - text));
		at = next;
	}
}

/* A file of the corpus has this text. */
static inline void
assert_is_file(const char *path, const char *text)
{
	char *whole = test_owns(read_whole(path, &(size_t){0}));
	assert_string_equal(text, whole);
}

/* Calls `each` with every file of a folder, in the order of their names: how many there are. */
static inline size_t
each_file(const char *folder, void (*each)(const char *path, const char *name))
{
	struct dirent **names;
	size_t files = 0;
	int n = scandir(folder, &names, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char path[512];
		snprintf(path, sizeof path, "%s%s", folder, names[i]->d_name);
		if (*names[i]->d_name != '.') {
			each(path, names[i]->d_name);
			files++;
		}
		free(names[i]);
	}
	assert_true(files > 0);
	free(names);
	return files;
}

#endif
