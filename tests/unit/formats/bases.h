/* Bases for tests of adversarial: the files of a folder, with one of them changed. */
#ifndef TESTS_UNIT_FORMATS_BASES_H
#define TESTS_UNIT_FORMATS_BASES_H

#include "tests/unit/files.h"

#include <dirent.h>
#include <sys/stat.h>
#include "validators/adversarial/base.h"

#define BASE_FOLDER "tests/corpus/adversarial/kb"

struct files {
	struct source_file v[BASE_FILES_MOST + 1];
	size_t n;
};

static inline void
files_add(struct files *files, const char *path, const char *text, size_t len)
{
	char *copy = mem_copy(text, len);

	files->v[files->n++] = (struct source_file){mem_strdup(path), copy, len};
}

static inline void
files_free(void *what)
{
	struct files *files = what;

	for (size_t i = 0; i < files->n; i++) {
		free((char *)(uintptr_t)files->v[i].path);
		free((char *)(uintptr_t)files->v[i].text);
	}
	free(files);
}

static inline void
files_walk(struct files *files, const char *root, const char *below)
{
	char path[1024];
	DIR *dir = opendir((snprintf(path, sizeof path, "%s/%s", root, below), path));
	struct dirent *d;

	assert_non_null(dir);
	while ((d = readdir(dir))) {
		char name[512], whole[1600];
		struct stat st;
		size_t len;

		if (*d->d_name == '.')
			continue;
		snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", d->d_name);
		snprintf(whole, sizeof whole, "%s/%s", root, name);
		if (!stat(whole, &st) && S_ISDIR(st.st_mode)) {
			files_walk(files, root, name);
		} else {
			char *text = read_whole(whole, &len);
			files_add(files, name, text, len);
			free(text);
		}
	}
	closedir(dir);
}

/* None yet, or those of a folder, until the test ends. */
static inline struct files *
files_new(void)
{
	return test_owns_by(mem_calloc(1, sizeof(struct files)), files_free);
}

static inline struct files *
files_of(const char *folder)
{
	struct files *files = files_new();

	files_walk(files, folder, "");
	return files;
}

/* The file at a path says `now` where it said `old` first; `old` NULL: now is all of it, and the file may be new. */
static inline void
files_change(struct files *files, const char *path, const char *old, const char *now)
{
	for (size_t i = 0; i < files->n; i++) {
		struct source_file *f = &files->v[i];
		const char *s = f->text, *hit = old ? strstr(s, old) : NULL;
		char *text;

		if (strcmp(f->path, path))
			continue;
		assert_true(!old || hit);
		text = old ? mem_format("%.*s%s%s", (int)(hit - s), s, now, hit + strlen(old)) : mem_strdup(now);
		free((char *)(uintptr_t)s);
		*f = (struct source_file){f->path, text, strlen(text)};
		return;
	}
	files_add(files, path, now, strlen(now));
}

static inline void
say_faults(void *arg, const char *path, const struct findings *found)
{
	findings_print(found, path, true, arg);
}

static inline struct base *
base_read(const struct files *files, const struct base_judge *judge)
{
	return base_make(&(struct source_folder){.files = files->v, .n = files->n}, "", judge);
}

/* A base that has no fault. */
static inline struct base *
base_of(const struct files *files)
{
	UT_string *said = test_string();
	struct base *b;

	b = base_read(files, &(struct base_judge){false, say_faults, said});
	if (!b)
		fail_msg("%s", utstring_body(said));
	return b;
}

#endif
