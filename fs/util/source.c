#include "fs/util/source.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/util/bundle.h"
#include "fs/util/folder.h"
#include "fs/util/rights.h"
#include "validators/kit/source.h"
#include "validators/text/limits.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

struct job {
	const char *path;
	const struct source_kind *kind;
	dev_t not_on;
	struct source_copy *out;
	char **why;
};

static int
refuse_errno(char **why, const char *path, int err, const char *what)
{
	char room[128];
	return path_refuse(why, path, err, "%s: %s", what, strerror_r(err, room, sizeof room));
}

static int
read_text(const struct job *j, int fd, const struct stat *st)
{
	if (st->st_size > LIMIT_SOURCE_BYTES)
		return path_refuse(j->why, j->path, EFBIG, "it has %lld bytes, a source at most %d",
			(long long)st->st_size, LIMIT_SOURCE_BYTES);
	size_t len;
	int err;
	char *text = folder_read_whole(fd, st, &len, &err);
	if (!text && err == -EAGAIN)
		return path_refuse(j->why, j->path, EAGAIN, "it changed while it was read; set it again");
	if (!text)
		return refuse_errno(j->why, j->path, -err, "it cannot be read");
	len = text_unix(text, len);
	/* Line by line: in a whole text, findings about long lines, fine here, could push out one that is not. */
	for (size_t at = 0, line = 0; at < len && !err; line++) {
		const char *newline = memchr(text + at, '\n', len - at);
		size_t n = newline ? (size_t)(newline - text) - at : len - at;
		struct findings found = {0};
		if (n)
			text_check(text + at, n, LIMIT_SOURCE_BYTES, LIMIT_LINE_BYTES, (int)line, &found);
		for (size_t i = 0; i < found.n && !err; i++)
			if (found.v[i].rule != &text_rules[TEXT_LINE])
				err = path_refuse(j->why, j->path, found.v[i].rule->err, "line %d: %s", found.v[i].line,
					found.v[i].text);
		findings_free(&found);
		at += n + 1;
	}
	if (err) {
		free(text);
		return err;
	}
	text[len] = '\0';
	*j->out = (struct source_copy){.path = mem_strdup(j->path), .text = text, .len = len};
	return 0;
}

/* The files of a part of it, with paths that begin with the part's name; they are the bundle's then. */
struct parts {
	struct source_file *files;
	size_t n;
};

/* The directory that was opened as a part of it; `fd` is closed. */
static void
read_part(const struct job *j, int fd, const char *part, struct parts *all)
{
	const struct format_folder *of = j->kind->format->folder;
	struct folder folder;
	struct folder_limits limits = {.files = of->files, .file_bytes = of->file_bytes, .bytes = of->bytes,
		.depth = of->depth, .not_on = j->not_on};
	if (fd < 0) {
		findings_add_path(&j->out->found, of->fault, 0, part, "%s", folder_open_fault(fd));
		return;
	}
	folder_read(fd, &limits, &folder);
	all->files = mem_resize(all->files, all->n + folder.n_files, sizeof *all->files);
	for (size_t i = 0; i < folder.n_files; i++) {
		const struct folder_file *file = &folder.files[i];
		all->files[all->n++] = (struct source_file){
			mem_format("%s/%s", part, file->path), mem_copy(file->text, file->len), file->len};
	}
	for (size_t i = 0; i < folder.n_faults; i++) {
		const char *path = folder.faults[i].path;
		char *whole = mem_format("%s%s%s", part, *path ? "/" : "", path);
		findings_add_path(&j->out->found, of->fault, 0, whole, "%s", folder.faults[i].why);
		free(whole);
	}
	folder_free(&folder);
	close(fd);
}

static int
file_by_path(const void *a, const void *b)
{
	return strcmp(((const struct source_file *)a)->path, ((const struct source_file *)b)->path);
}

static const char *
name_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash[1] ? slash + 1 : path;
}

static int
read_folder(const struct job *j, int fd)
{
	const struct format_folder *of = j->kind->format->folder;
	struct findings *found = &j->out->found;
	struct parts all = {0};
	bool itself;
	read_part(j, folder_open(fd, of->parts[0], &itself), of->parts[0], &all);
	for (const char *const *part = of->parts + 1; *part && !itself; part++) {
		int part_fd = folder_open(fd, *part, NULL);
		if (part_fd != -ENOENT)
			read_part(j, part_fd, *part, &all);
	}
	if (j->kind->judging)
		atomic_store(j->kind->judging, true);
	if (all.n)
		qsort(all.files, all.n, sizeof *all.files, file_by_path);
	struct source_folder folder = {.path = j->path, .name = name_of(j->path), .files = all.files, .n = all.n};
	if (of->judge && !findings_first_error(found))
		of->judge(&folder, j->kind->stable, found);
	int err = findings_errno(found);
	if (!err) {
		findings_free(found);
		j->out->text = bundle_write(all.files, all.n, &j->out->len);
		j->out->path = mem_strdup(j->path);
	}
	for (size_t i = 0; i < all.n; i++) {
		free((char *)all.files[i].path);
		free((char *)all.files[i].text);
	}
	free(all.files);
	return err;
}

int
source_read(const char *path, const struct source_kind *kind, const struct caller *who, dev_t not_on,
	struct source_copy *out, char **why)
{
	struct job j = {.path = path, .kind = kind, .not_on = not_on, .out = out, .why = why};
	bool folder = kind && kind->format && kind->format->folder;
	*out = (struct source_copy){0};
	*why = NULL;
	if (!folder && *path == '/' && fnmatch("*.md", path, 0) && fnmatch("*.markdown", path, 0))
		return path_refuse(why, path, EINVAL, "a source ends in .md or .markdown");
	int fd = rights_open(path, who, O_RDONLY, why);
	if (fd < 0)
		return fd;
	struct stat st;
	int err;
	if (fstat(fd, &st) < 0)
		err = refuse_errno(why, path, errno, "it cannot be read");
	else if (folder && !S_ISDIR(st.st_mode))
		err = path_refuse(why, path, ENOTDIR, "it is not a directory, which this format debates");
	else if (!folder && !S_ISREG(st.st_mode))
		err = path_refuse(why, path, EINVAL, "it is not a regular file");
	else if (not_on && st.st_dev == not_on)
		err = path_refuse(why, path, EINVAL, "it lies in this mount");
	else
		err = folder ? read_folder(&j, fd) : read_text(&j, fd, &st);
	close(fd);
	if (!err)
		sha256_hex(out->text, out->len, out->sum);
	return err;
}

void
source_copy_free(struct source_copy *c)
{
	free(c->path);
	free(c->text);
	free(c->topic);
	if (c->reading)
		c->read_for->reading->drop(c->reading);
	findings_free(&c->found);
	*c = (struct source_copy){0};
}

char *
source_fault(const struct source_copy *c, const char *path)
{
	const struct finding *first = findings_first_error(&c->found);
	if (!first)
		return NULL;
	return mem_format("%s%s%s: [%s] %s", path, first->path ? "/" : "", first->path ? first->path : "",
		first->rule->id, first->text);
}

/* Its files are freed by the caller. */
static struct source_folder
folder_of(const struct source_copy *c)
{
	struct source_file *files;
	struct source_folder folder = {.path = c->path, .name = name_of(c->path)};
	bundle_read(c->text, c->len, &files, &folder.n);
	folder.files = files;
	return folder;
}

char *
source_topic(const struct source_copy *c, const struct format *f)
{
	if (bundle_is(c->text, c->len)) {
		struct source_folder folder = folder_of(c);
		char *said = f && f->folder && f->folder->topic ? f->folder->topic(&folder) : NULL;
		free((struct source_file *)folder.files);
		return said ? said : mem_strdup(folder.name);
	}
	char *topic = first_heading(c->text, c->len);
	if (topic)
		return topic;
	const char *slash = strrchr(c->path, '/'), *name = slash ? slash + 1 : c->path, *dot = strrchr(name, '.');
	return mem_copy(name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

void
source_copy_read(struct source_copy *c, const struct format *f)
{
	assert(c->path && c->text && f);
	assert(!c->read_for || c->read_for == f);
	if (c->read_for)
		return;
	c->read_for = f;
	if (!*c->sum)
		sha256_hex(c->text, c->len, c->sum);
	c->topic = source_topic(c, f);
	c->reading = NULL;
	if (f->reading && bundle_is(c->text, c->len)) {
		struct source_folder folder = folder_of(c);
		c->reading = f->reading->make(NULL, &folder);
		free((struct source_file *)folder.files);
	} else if (f->reading) {
		struct source source = {.path = c->path, .name = name_of(c->path), .text = c->text, .len = c->len};
		c->reading = f->reading->make(&source, NULL);
	}
}
