/*
 * Bases of tests/corpus/adversarial/kb, as a run directory would have them: their files in memory, so that a test can
 * change some of them before they are read.
 */
#ifndef TESTS_UNIT_VALIDATORS_KB_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_KB_FIXTURE_H

#include "tests/unit/files.h"

#include <ftw.h>
#include <string.h>
#include "validators/adversarial/kb.h"
#include "validators/text/mem.h"

#define KB_CORPUS "tests/corpus/adversarial/kb/"

struct kb_set {
	struct kb_file v[KB_FILES_MAX + 8]; /* both strings are malloc'd */
	size_t n;
};

static inline struct kb_file *
kb_set_find(struct kb_set *set, const char *path)
{
	for (size_t i = 0; i < set->n; i++)
		if (!strcmp(set->v[i].path, path))
			return &set->v[i];
	return NULL;
}

static inline void
kb_set_remove(struct kb_set *set, const char *path)
{
	struct kb_file *f = kb_set_find(set, path);
	assert_non_null(f);
	free((char *)f->path);
	free((char *)f->text);
	*f = set->v[--set->n];
}

/* In place of what stands at this path, or more. */
static inline void
kb_set_put(struct kb_set *set, const char *path, const char *text, size_t len)
{
	if (kb_set_find(set, path))
		kb_set_remove(set, path);
	set->v[set->n++] = (struct kb_file){mem_strdup(path), mem_copy(text, len), len};
}

static inline void
kb_set_text(struct kb_set *set, const char *path, const char *text)
{
	kb_set_put(set, path, text, strlen(text));
}

/* Write `to` in place of the one place where `from` stands in a file. */
static inline void
kb_set_change(struct kb_set *set, const char *path, const char *from, const char *to)
{
	struct kb_file *f = kb_set_find(set, path);
	const char *at = f ? strstr(f->text, from) : NULL;
	char *text;
	if (!at || strstr(at + 1, from))
		fail_msg("%s has not once: %s", path, from);
	text = mem_format("%.*s%s%s", (int)(at - f->text), f->text, to, at + strlen(from));
	kb_set_text(set, path, text);
	free(text);
}

static inline void
kb_set_free(struct kb_set *set)
{
	for (size_t i = 0; i < set->n; i++) {
		free((char *)set->v[i].path);
		free((char *)set->v[i].text);
	}
	free(set);
}

static struct kb_set *kb_set_loading;
static size_t kb_set_root;

static inline int
kb_set_add(const char *path, const struct stat *st, int kind)
{
	(void)st;
	if (kind == FTW_F) {
		size_t len;
		char *text = read_whole(path, &len);
		kb_set_put(kb_set_loading, path + kb_set_root, text, len);
		free(text);
	}
	return 0;
}

/* Add all files of a folder to a set, below the corpus: "small". */
static inline void
kb_set_add_all(struct kb_set *set, const char *folder)
{
	char *root = mem_format(KB_CORPUS "%s", folder);
	kb_set_loading = set;
	kb_set_root = strlen(root) + 1;
	if (ftw(root, kb_set_add, 8))
		fail_msg("%s cannot be read", root);
	free(root);
}

static inline struct kb_set *
kb_set_load(const char *folder)
{
	struct kb_set *set = mem_calloc(1, sizeof *set);
	kb_set_add_all(set, folder);
	return set;
}

/* A base without errors: whoever drops it has no more to do. */
static inline struct kb *
kb_set_read(const struct kb_set *set)
{
	struct kb_faults faults;
	struct kb *kb = kb_read(set->v, set->n, NULL, &faults);
	if (!kb) {
		UT_string said;
		utstring_init(&said);
		kb_faults_print(&faults, "", &said);
		fail_msg("%s", utstring_body(&said));
	}
	kb_faults_free(&faults);
	return kb;
}

static inline struct kb *
kb_load(const char *folder)
{
	struct kb_set *set = kb_set_load(folder);
	struct kb *kb = kb_set_read(set);
	kb_set_free(set);
	return kb;
}

#endif
