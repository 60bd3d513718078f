/*
 * System calls that a shell cannot make, several in one process, each with the errno it gave:
 *
 *     $ sys open debate.md append write @turn.md close
 *     open write:EINVAL close:EINVAL
 *
 * Every step is a word with a fixed number of words behind it (the table at the end); DATA is text, or @FILE for a
 * file's bytes. A step that worked is printed as its name, another as NAME:ERRNO. A failed `open` ends the run: what
 * follows has nothing to work on. The exit status is 0 where every step worked.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct run {
	char **words; /* what is still to do */
	int fd;
	bool failed, over, said;
	char *loaded; /* the bytes of the last @FILE */
};

static void
say(struct run *r, const char *what)
{
	printf("%s%s", r->said ? " " : "", what);
	r->said = true;
}

static char *
next_word(struct run *r)
{
	if (!*r->words) {
		fprintf(stderr, "sys: a step wants another word\n");
		exit(2);
	}
	return *r->words++;
}

static long
next_number(struct run *r)
{
	char *word = next_word(r), *end;
	long n = strtol(word, &end, 0);
	if (*end || end == word) {
		fprintf(stderr, "sys: %s is not a number\n", word);
		exit(2);
	}
	return n;
}

struct bytes {
	char *p;
	size_t len;
};

static struct bytes
next_data(struct run *r)
{
	char *word = next_word(r);
	struct bytes b = { .p = word, .len = strlen(word) };

	if (*word != '@')
		return b;
	FILE *f = fopen(word + 1, "rb");
	if (!f) {
		perror(word + 1);
		exit(2);
	}
	b.len = 0;
	for (size_t got = 1; got > 0; b.len += got) {
		r->loaded = realloc(r->loaded, b.len + 65536);
		if (!r->loaded)
			abort();
		got = fread(r->loaded + b.len, 1, 65536, f);
	}
	fclose(f);
	b.p = r->loaded;
	return b;
}

static int
result(long value)
{
	return value < 0 ? errno : 0;
}

static int
keep(struct run *r, int opened)
{
	if (opened < 0) {
		r->over = true;
		return errno;
	}
	r->fd = opened;
	return 0;
}

static int
step_open(struct run *r)
{
	static const struct {
		const char *name;
		int flag;
	} flags[] = { { "r", O_RDONLY }, { "w", O_WRONLY }, { "rw", O_RDWR }, { "append", O_WRONLY | O_APPEND }, { "trunc", O_TRUNC },
		{ "creat", O_CREAT }, { "excl", O_EXCL } };
	char *path = next_word(r), *list = next_word(r);
	int value = 0;

	for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
		size_t i = 0;
		while (i < sizeof flags / sizeof flags[0] && strcmp(flags[i].name, name))
			i++;
		if (i == sizeof flags / sizeof flags[0]) {
			fprintf(stderr, "sys: no such flag: %s\n", name);
			exit(2);
		}
		value |= flags[i].flag;
	}
	return keep(r, open(path, value, 0644));
}

/* A descriptor that this process was started with. */
static int
step_fd(struct run *r)
{
	return keep(r, (int)next_number(r));
}

static int
put(int to, const char *p, size_t len)
{
	ssize_t put = write(to, p, len);
	return put < 0 ? errno : (size_t)put == len ? 0 : ENODATA;
}

static int
step_write(struct run *r)
{
	struct bytes b = next_data(r);
	return put(r->fd, b.p, b.len);
}

/* A write for each line, as shells do, going on after a failure as they do; the first errno is told. */
static int
step_lines(struct run *r)
{
	struct bytes b = next_data(r);
	int first = 0;
	for (size_t at = 0, len; at < b.len; at += len) {
		char *newline = memchr(b.p + at, '\n', b.len - at);
		len = newline ? (size_t)(newline - (b.p + at)) + 1 : b.len - at;
		int err = put(r->fd, b.p + at, len);
		if (!first)
			first = err;
	}
	return first;
}

static int
step_close(struct run *r)
{
	return result(close(r->fd));
}

static int
step_rename(struct run *r)
{
	char *from = next_word(r), *to = next_word(r), *how = next_word(r);
	unsigned flags = !strcmp(how, "exchange") ? RENAME_EXCHANGE : 0;
	return result(renameat2(AT_FDCWD, from, AT_FDCWD, to, flags));
}

static int
step_unlink(struct run *r)
{
	return result(unlink(next_word(r)));
}

static int
step_link(struct run *r)
{
	char *from = next_word(r);
	return result(link(from, next_word(r)));
}

static int
step_symlink(struct run *r)
{
	char *text = next_word(r);
	return result(symlink(text, next_word(r)));
}

static int
step_mknod(struct run *r)
{
	return result(mknod(next_word(r), S_IFREG | 0644, 0));
}

static int
step_mkdir(struct run *r)
{
	return result(mkdir(next_word(r), 0755));
}

/* Become another user for the rest of the run. */
static int
step_as(struct run *r)
{
	uid_t uid = (uid_t)next_number(r);
	return setresgid(uid, uid, uid) || setresuid(uid, uid, uid) ? errno : 0;
}

static const struct {
	const char *name;
	int (*run)(struct run *r);
	bool silent; /* prints nothing of its own where it worked */
} steps[] = {
	/* clang-format off */
	{ "open", step_open, false },            /* PATH FLAG,… */
	{ "fd", step_fd, true },                 /* NUMBER */
	{ "write", step_write, false },          /* DATA */
	{ "lines", step_lines, false },          /* DATA */
	{ "close", step_close, false },
	{ "rename", step_rename, false },        /* FROM TO none|exchange */
	{ "unlink", step_unlink, false },        /* PATH */
	{ "link", step_link, false },            /* FROM TO */
	{ "symlink", step_symlink, false },      /* TEXT PATH */
	{ "mknod", step_mknod, false },          /* PATH */
	{ "mkdir", step_mkdir, false },          /* PATH */
	{ "as", step_as, true },                 /* UID */
	/* clang-format on */
};

static void
run_steps(struct run *r)
{
	while (*r->words && !r->over) {
		char *name = next_word(r);
		size_t i = 0;
		while (i < sizeof steps / sizeof steps[0] && strcmp(steps[i].name, name))
			i++;
		if (i == sizeof steps / sizeof steps[0]) {
			fprintf(stderr, "sys: no such step: %s\n", name);
			exit(2);
		}
		int err = steps[i].run(r);
		r->failed |= err != 0;
		if (err || !steps[i].silent)
			say(r, name);
		if (err)
			printf(":%s", strerrorname_np(err));
	}
}

int
main(int argc, char **argv)
{
	struct run r = { .words = argv + 1, .fd = -1 };
	(void)argc;
	run_steps(&r);
	printf("\n");
	free(r.loaded);
	return r.failed;
}
