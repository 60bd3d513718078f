/*
 * System calls that a shell cannot make, several in one process, each with the errno it gave:
 *
 *     $ sys open debate.md append write @turn.md dup close
 *     open write:EINVAL dup:EINVAL close:EINVAL
 *
 * Every step is a word with a fixed number of words behind it (the table at the end); DATA is text, or @FILE for a
 * file's bytes. A step that worked is printed as its name, another as NAME:ERRNO; a child's steps stand in brackets. A
 * failed `open` ends the run: what follows has nothing to work on. The exit status is 0 where every step worked. Handles
 * count from 0; `on` goes back to an earlier one.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HANDLES_MAX 512
#define UNTIL_SECONDS 20

struct run {
	char **words; /* what is still to do */
	int handles[HANDLES_MAX];
	int n, current;
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
fd(struct run *r)
{
	return r->n ? r->handles[r->current] : -1;
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
	if (r->n == HANDLES_MAX)
		abort();
	r->current = r->n;
	r->handles[r->n++] = opened;
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
step_on(struct run *r)
{
	r->current = (int)next_number(r);
	return r->current < r->n ? 0 : EBADF;
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
	return put(fd(r), b.p, b.len);
}

static int
step_pwrite(struct run *r)
{
	off_t offset = next_number(r);
	struct bytes b = next_data(r);
	ssize_t put_now = pwrite(fd(r), b.p, b.len, offset);
	return put_now < 0 ? errno : (size_t)put_now == b.len ? 0 : ENODATA;
}

/* Pieces of SIZE bytes, each a write of its own; ends at the first that fails. */
static int
step_pieces(struct run *r)
{
	size_t size = (size_t)next_number(r);
	struct bytes b = next_data(r);
	int err = 0;
	for (size_t at = 0; at < b.len && !err; at += size)
		err = put(fd(r), b.p + at, b.len - at < size ? b.len - at : size);
	return err;
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
		int err = put(fd(r), b.p + at, len);
		if (!first)
			first = err;
	}
	return first;
}

/* The rest of the handle, or SIZE bytes from OFFSET, into a file. */
static int
copy_out(struct run *r, const char *to, off_t offset, size_t size)
{
	static char buffer[1 << 20];
	int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644), err = 0;
	for (ssize_t got = 1; got > 0 && size > 0; size -= (size_t)got) {
		size_t want = size < sizeof buffer ? size : sizeof buffer;
		got = offset < 0 ? read(fd(r), buffer, want) : pread(fd(r), buffer, want, offset);
		err = got < 0 ? errno : got > 0 ? put(out, buffer, (size_t)got) : 0;
		if (got < 0 || err)
			break;
		if (offset >= 0)
			offset += got;
	}
	close(out);
	return err;
}

static int
step_read(struct run *r)
{
	return copy_out(r, next_word(r), -1, SIZE_MAX);
}

static int
step_pread(struct run *r)
{
	off_t offset = next_number(r);
	size_t size = (size_t)next_number(r);
	return copy_out(r, next_word(r), offset, size);
}

/* The same through pages, and without asking how much there is. */
static int
step_paged(struct run *r)
{
	int to = open(next_word(r), O_WRONLY | O_CREAT | O_TRUNC, 0644);
	off_t at = 0;
	ssize_t got = 1;
	while (to >= 0 && got > 0)
		got = sendfile(to, fd(r), &at, 65536);
	if (to < 0 || got < 0)
		return errno;
	return result(close(to));
}

/* One number of what fstat says, as text, into a file. */
static int
put_number(struct run *r, long long (*number)(const struct stat *st))
{
	char *to = next_word(r);
	struct stat st;
	if (fstat(fd(r), &st) < 0)
		return errno;
	FILE *f = fopen(to, "w");
	return f && fprintf(f, "%lld\n", number(&st)) > 0 && !fclose(f) ? 0 : errno;
}

static long long
size_of(const struct stat *st)
{
	return st->st_size;
}

static int
step_size(struct run *r)
{
	return put_number(r, size_of);
}

static long long
inode_of(const struct stat *st)
{
	return (long long)st->st_ino;
}

static int
step_inode(struct run *r)
{
	return put_number(r, inode_of);
}

static int
step_truncate(struct run *r)
{
	return result(ftruncate(fd(r), next_number(r)));
}

static int
step_fsync(struct run *r)
{
	return result(fsync(fd(r)));
}

static int
step_fdatasync(struct run *r)
{
	return result(fdatasync(fd(r)));
}

static int
step_close(struct run *r)
{
	return result(close(fd(r)));
}

/* A flush that leaves the handle open. */
static int
step_dup(struct run *r)
{
	int copy = dup(fd(r));
	return copy < 0 ? errno : result(close(copy));
}

static int
step_mmap(struct run *r)
{
	int flags = strcmp(next_word(r), "shared") ? MAP_PRIVATE : MAP_SHARED;
	bool writing = (fcntl(fd(r), F_GETFL) & O_ACCMODE) == O_RDWR;
	void *p = mmap(NULL, 4096, writing ? PROT_READ | PROT_WRITE : PROT_READ, flags, fd(r), 0);
	return p == MAP_FAILED ? errno : result(munmap(p, 4096));
}

static int
step_rename(struct run *r)
{
	char *from = next_word(r), *to = next_word(r), *how = next_word(r);
	unsigned flags = !strcmp(how, "noreplace") ? RENAME_NOREPLACE : !strcmp(how, "exchange") ? RENAME_EXCHANGE : 0;
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
step_fifo(struct run *r)
{
	return result(mkfifo(next_word(r), 0644));
}

/* /dev/null's numbers, under another name. */
static int
step_device(struct run *r)
{
	return result(mknod(next_word(r), S_IFCHR | 0644, makedev(1, 3)));
}

static int
step_mkdir(struct run *r)
{
	return result(mkdir(next_word(r), 0755));
}

static int
step_rmdir(struct run *r)
{
	return result(rmdir(next_word(r)));
}

/* truncate(2), by path. */
static int
step_cut(struct run *r)
{
	char *path = next_word(r);
	return result(truncate(path, next_number(r)));
}

static int
step_chmod(struct run *r)
{
	char *path = next_word(r);
	return result(chmod(path, (mode_t)next_number(r)));
}

static int
step_chown(struct run *r)
{
	char *path = next_word(r);
	uid_t uid = (uid_t)next_number(r);
	return result(chown(path, uid, (gid_t)-1));
}

/* Become another user for the rest of the run. */
static int
step_as(struct run *r)
{
	uid_t uid = (uid_t)next_number(r);
	return setresgid(uid, uid, uid) || setresuid(uid, uid, uid) ? errno : 0;
}

static int
step_touch(struct run *r)
{
	int made = open(next_word(r), O_WRONLY | O_CREAT, 0644);
	return made < 0 ? errno : result(close(made));
}

/* Wait for the test: until a file is there. */
static int
step_until(struct run *r)
{
	char *path = next_word(r);
	struct timespec nap = { .tv_nsec = 5 * 1000 * 1000 };
	for (int i = 0; i < UNTIL_SECONDS * 200; i++) {
		if (!access(path, F_OK))
			return 0;
		nanosleep(&nap, NULL);
	}
	return ETIMEDOUT;
}

/* Be ended by this signal, as if somebody had sent it. */
static int
step_die(struct run *r)
{
	int sig = (int)next_number(r);
	fflush(stdout);
	signal(sig, SIG_DFL);
	return result(raise(sig));
}

static void run_steps(struct run *r);

/* `child STEP… end`: the steps in a child, which exits after them; the parent waits for it and goes on behind `end`. */
static int
step_child(struct run *r)
{
	say(r, "[");
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0) {
		r->said = false;
		run_steps(r);
		fflush(stdout);
		_exit(r->failed);
	}
	int status = 0;
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return errno;
	while (strcmp(next_word(r), "end"))
		;
	printf("]");
	r->failed |= status != 0;
	return 0;
}

static const struct {
	const char *name;
	int (*run)(struct run *r);
	bool silent; /* prints nothing of its own where it worked */
} steps[] = {
	/* clang-format off */
	{ "open", step_open, false },            /* PATH FLAG,… */
	{ "fd", step_fd, true },                 /* NUMBER */
	{ "on", step_on, true },                 /* HANDLE */
	{ "write", step_write, false },          /* DATA */
	{ "pwrite", step_pwrite, false },        /* OFFSET DATA */
	{ "pieces", step_pieces, false },        /* SIZE DATA */
	{ "lines", step_lines, false },          /* DATA */
	{ "read", step_read, false },            /* FILE */
	{ "pread", step_pread, false },          /* OFFSET SIZE FILE */
	{ "paged", step_paged, false },          /* FILE */
	{ "size", step_size, false },            /* FILE */
	{ "inode", step_inode, false },          /* FILE */
	{ "truncate", step_truncate, false },    /* SIZE */
	{ "fsync", step_fsync, false },
	{ "fdatasync", step_fdatasync, false },
	{ "close", step_close, false },
	{ "dup", step_dup, false },
	{ "mmap", step_mmap, false },            /* shared|private */
	{ "rename", step_rename, false },        /* FROM TO none|noreplace|exchange */
	{ "unlink", step_unlink, false },        /* PATH */
	{ "link", step_link, false },            /* FROM TO */
	{ "symlink", step_symlink, false },      /* TEXT PATH */
	{ "mknod", step_mknod, false },          /* PATH */
	{ "fifo", step_fifo, false },            /* PATH */
	{ "device", step_device, false },        /* PATH */
	{ "mkdir", step_mkdir, false },          /* PATH */
	{ "rmdir", step_rmdir, false },          /* PATH */
	{ "cut", step_cut, false },              /* PATH SIZE */
	{ "chmod", step_chmod, false },          /* PATH MODE */
	{ "chown", step_chown, false },          /* PATH UID */
	{ "as", step_as, true },                 /* UID */
	{ "touch", step_touch, true },           /* PATH */
	{ "until", step_until, true },           /* PATH */
	{ "die", step_die, true },               /* SIGNAL */
	{ "child", step_child, true },           /* STEP… end */
	/* clang-format on */
};

static void
run_steps(struct run *r)
{
	while (*r->words && !r->over) {
		char *name = next_word(r);
		if (!strcmp(name, "end"))
			return;
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
	struct run r = { .words = argv + 1 };
	(void)argc;
	run_steps(&r);
	printf("\n");
	free(r.loaded);
	return r.failed;
}
