#include "fs/command.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fs/util/folder.h"
#include "validators/formats.h"
#include "validators/adversarial/base.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static const struct folder_limits limits = {
	.files = BASE_FILES_MOST, .file_bytes = BASE_FILE_BYTES, .bytes = BASE_BYTES, .depth = BASE_DEPTH_MOST};

/* A file that cannot be read is a fault of the base, as one that cannot be understood is. */
static void
say_folder(const struct folder *f, const char *before, UT_string *out)
{
	for (size_t i = 0; i < f->n_faults; i++) {
		struct findings found = {0};
		char *path = mem_format("%s%s", before, f->faults[i].path);
		findings_add(&found, &base_rules[KB_SOURCE], 0, "%s", f->faults[i].why);
		findings_print(&found, path, true, out);
		findings_free(&found);
		free(path);
	}
}

/* The findings in the files of a directory. */
struct said {
	const char *before; /* their paths */
	size_t errors;
	UT_string *out;
};

static void
say_file(void *arg, const char *path, const struct findings *found)
{
	struct said *said = arg;
	char *whole = mem_format("%s%s", said->before, path);
	findings_print(found, whole, true, said->out);
	said->errors += found->errors;
	free(whole);
}

/* The part that was opened; "" is the directory itself. `fd` is closed. How many errors it has. */
static size_t
judge_part(const char *name, int fd, const char *part, bool stable, UT_string *out)
{
	size_t len = strlen(name);
	while (len > 1 && name[len - 1] == '/')
		len--;
	/* The prefix of a path below it: `DIR/kb/`, and nothing for where one stands. */
	bool here = len == 1 && *name == '.', root = len == 1 && *name == '/';
	char *before = mem_format(
		"%.*s%s%s%s", here ? 0 : (int)len, name, here || root ? "" : "/", part, *part ? "/" : "");
	struct said said = {.before = before, .errors = 1, .out = out};
	if (fd < 0) {
		struct folder_fault fault = {.path = "", .why = (char *)folder_open_fault(fd)};
		say_folder(&(struct folder){.faults = &fault, .n_faults = 1}, before, out);
	} else {
		struct folder folder;
		folder_read(fd, &limits, &folder);
		said.errors = folder.n_faults;
		struct source_file *files = mem_calloc(folder.n_files, sizeof *files);
		for (size_t i = 0; i < folder.n_files; i++)
			files[i] = (struct source_file){
				folder.files[i].path, folder.files[i].text, folder.files[i].len};
		say_folder(&folder, before, out);
		base_free(base_make(&(struct source_folder){.files = files, .n = folder.n_files}, "",
			&(struct base_judge){stable, say_file, &said}));
		free(files);
		folder_free(&folder);
		close(fd);
	}
	free(before);
	return said.errors;
}

/* Append what is to be said of it, as compilers do, with `DIR: ok` or `DIR: N errors` as the last line. How many errors
 * it has; -1: it is no base. */
static int
judge_base(int dir, const char *name, UT_string *out)
{
	const struct format *format = format_find("adversarial");
	const char *const *parts = format->folder->parts;
	struct stat st;
	bool itself;
	int fd = folder_open(dir, parts[0], &itself);
	if (itself && fstatat(dir, "arguments", &st, AT_SYMLINK_NOFOLLOW) &&
		fstatat(dir, "quality-summary.md", &st, AT_SYMLINK_NOFOLLOW)) {
		if (fd >= 0)
			close(fd);
		return -1;
	}
	size_t errors = judge_part(name, fd, itself ? "" : parts[0], false, out);
	if (!itself && (fd = folder_open(dir, parts[1], NULL)) != -ENOENT)
		errors += judge_part(name, fd, parts[1], true, out);
	text_escape(out, name, strlen(name), SIZE_MAX);
	if (errors)
		utstring_printf(out, ": %zu error%s\n", errors, errors == 1 ? "" : "s");
	else
		utstring_printf(out, ": ok\n");
	return (int)errors;
}

int
check_run(const struct command_words *w)
{
	const char *name = w->v[0];
	UT_string said;
	int dir = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0 && errno == ENOTDIR)
		return command_fail("%s: it is no directory: a text is rehearsed in its debate, by writing it to "
				    "participants/NAME/check there",
			name);
	if (dir < 0)
		return command_fail("%s: %s", name, strerror(errno));
	utstring_init(&said);
	int errors = judge_base(dir, name, &said);
	int status = errors < 0
		? command_fail("%s: it has no kb/, as a run directory has, and neither arguments/ nor "
			       "quality-summary.md, as a knowledge base has",
			  name)
		: command_say(&said, errors ? EXIT_REFUSED : EXIT_SUCCESS);
	utstring_done(&said);
	close(dir);
	return status;
}
