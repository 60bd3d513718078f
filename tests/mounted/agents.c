/*
 * The calls that agents make when their users let them write a file, one by one, each with the errno it gave:
 *
 *     $ agents claude-code debate.md whole.md
 *     open read stat (close) lstat create write fchmod (fsync) (close) rename verify
 *     done
 *
 * A call whose result the agent does not look at stands in parentheses. The second line is what the agent tells its user: `done`, the
 * errno of the call that it gave up at, or `stale`: the file was changed since it was read, nothing was tried; or `unverified`: all worked,
 * and then the file is not what it wrote. TEXT is a file with what
 * the target is to hold; under `edit` it is what comes behind the bytes that were read.
 *
 *     agents AGENT TARGET TEXT [edit] [as UID] [before CALL REACHED GO]      AGENT is a row of the table at the end
 *
 * With `before` the agent is slow there: when it first comes to CALL it makes the file REACHED and waits for the file GO. `again` stands
 * for the first call of another try.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define WAIT_SECONDS 20
#define AIDER_TRIES 5

struct bytes {
	char *p;
	size_t len;
};

struct replay {
	const char *target;
	const char *slow_before, *reached, *go; /* NULL: never slow */
	bool edit, said;
	bool new;    /* the target was not there */
	bool opened; /* it was, for writing, in place */
	struct bytes text, whole; /* what is to come in; all that the target is to hold */
	struct stat seen;         /* the target, as it was read */
};

static void
give_up(const char *what, const char *name)
{
	fprintf(stderr, "agents: %s: %s: %s\n", what, name, strerror(errno));
	exit(2);
}

static void
append(struct bytes *b, const char *p, size_t len)
{
	b->p = realloc(b->p, b->len + len + 1);
	if (!b->p)
		abort();
	memcpy(b->p + b->len, p, len);
	b->len += len;
}

/* All that is left to read; 0 or -1. */
static int
read_all(int fd, struct bytes *b)
{
	static char buffer[1 << 16];
	ssize_t got;
	while ((got = read(fd, buffer, sizeof buffer)) > 0)
		append(b, buffer, (size_t)got);
	return (int)got;
}

/* --- a call and what is said of it */

static void
wait_for(const char *path)
{
	struct timespec nap = { .tv_nsec = 5 * 1000 * 1000 };
	for (int i = 0; i < WAIT_SECONDS * 200; i++) {
		if (!access(path, F_OK))
			return;
		nanosleep(&nap, NULL);
	}
	give_up("nobody made", path);
}

static void
come_to(struct replay *r, const char *call)
{
	if (!r->slow_before || strcmp(call, r->slow_before))
		return;
	r->slow_before = NULL;
	int made = open(r->reached, O_WRONLY | O_CREAT, 0644);
	if (made < 0)
		give_up("open", r->reached);
	close(made);
	wait_for(r->go);
}

static int
tell(struct replay *r, const char *call, long result, bool heard)
{
	int err = result < 0 ? errno : 0;
	printf("%s%s%s%s%s%s", r->said ? " " : "", heard ? "" : "(", call, err ? ":" : "", err ? strerrorname_np(err) : "", heard ? "" : ")");
	r->said = true;
	return err;
}

/* Both are the call's errno, 0 where it worked. */
#define HEARD(r, call, expression) (come_to(r, call), tell(r, call, (expression), true))
#define UNHEARD(r, call, expression) (come_to(r, call), (void)tell(r, call, (expression), false))

/* One write takes everything, or it failed. */
static long
all_of(const struct bytes *b, ssize_t n)
{
	if (n >= 0 && (size_t)n < b->len) {
		errno = ENODATA;
		return -1;
	}
	return n;
}

/* --- what they have in common: first they read; what is not there yet they make */

static int
look(struct replay *r)
{
	struct bytes now = {0};
	int fd, err = HEARD(r, "open", fd = open(r->target, O_RDONLY | O_CLOEXEC));
	if (!err) {
		err = HEARD(r, "read", read_all(fd, &now));
		if (!err)
			err = HEARD(r, "stat", fstat(fd, &r->seen));
		UNHEARD(r, "close", close(fd));
	}
	r->new = err == ENOENT;
	if (r->edit)
		append(&r->whole, now.p, now.len);
	append(&r->whole, r->text.p, r->text.len);
	free(now.p);
	return r->new ? 0 : err;
}

/* Truncated at open, written in one piece; `close_heard`: does the agent look at what close says? */
static int
overwrite(struct replay *r, bool close_heard)
{
	int fd, err = HEARD(r, "open-trunc", fd = open(r->target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
	r->opened = !err;
	if (err)
		return err;
	err = HEARD(r, "write", all_of(&r->whole, write(fd, r->whole.p, r->whole.len)));
	if (err || !close_heard)
		UNHEARD(r, "close", close(fd));
	else
		err = HEARD(r, "close", close(fd));
	return err;
}

/* --- Claude Code: a temporary file beside the target, renamed over it; then a look at its size and bytes */

static int
is_as_written(const struct replay *r)
{
	struct bytes now = {0};
	struct stat st;
	int fd = open(r->target, O_RDONLY | O_CLOEXEC);
	int same = fd >= 0 && !fstat(fd, &st) && (size_t)st.st_size == r->whole.len && !read_all(fd, &now) && now.len == r->whole.len &&
		!memcmp(now.p, r->whole.p, now.len);
	if (fd >= 0)
		close(fd);
	free(now.p);
	errno = EBADMSG;
	return same ? 0 : -1;
}

static int
claude_in_place(struct replay *r)
{
	int err = overwrite(r, false);
	if (err && r->opened)
		UNHEARD(r, "unlink-target", unlink(r->target));
	return err ? err : HEARD(r, "verify", is_as_written(r));
}

/* Fill the temporary file; 0, or the errno at which nothing more is tried. */
static int
claude_fill(struct replay *r, int fd)
{
	int err = HEARD(r, "write", all_of(&r->whole, write(fd, r->whole.p, r->whole.len)));
	if (!err && !r->new)
		err = HEARD(r, "fchmod", fchmod(fd, r->seen.st_mode & 07777));
	if (!err)
		UNHEARD(r, "fsync", fsync(fd));
	UNHEARD(r, "close", close(fd));
	return err;
}

static int
claude_code(struct replay *r)
{
	char temporary[PATH_MAX];
	struct stat now;
	int fd, err = HEARD(r, "lstat", lstat(r->target, &now));
	if (err && !r->new)
		return err;
	if (!err && memcmp(&now.st_mtim, &r->seen.st_mtim, sizeof now.st_mtim))
		return ESTALE;
	snprintf(temporary, sizeof temporary, "%s.tmp.%d.%08lx", r->target, (int)getpid(), (unsigned long)r->whole.len * 2654435761);
	err = HEARD(r, "create", fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
	if (err)
		return err == EACCES ? claude_in_place(r) : err;
	err = claude_fill(r, fd);
	if (!err && !HEARD(r, "rename", rename(temporary, r->target)))
		return HEARD(r, "verify", is_as_written(r));
	UNHEARD(r, "unlink", unlink(temporary));
	return err ? err : claude_in_place(r);
}

/* --- the others: in place */

static int
codex(struct replay *r)
{
	return overwrite(r, false);
}

/* Never truncated first; cut to its length afterwards, and to nothing where the write failed. */
static int
bun(struct replay *r)
{
	int fd, err = HEARD(r, "open-write", fd = open(r->target, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
	if (err)
		return err;
	err = HEARD(r, "pwrite", all_of(&r->whole, pwrite(fd, r->whole.p, r->whole.len, 0)));
	UNHEARD(r, "ftruncate", ftruncate(fd, err ? 0 : (off_t)r->whole.len));
	UNHEARD(r, "close", close(fd));
	return err;
}

static int
gemini_cli(struct replay *r)
{
	return overwrite(r, true);
}

/* Python's PermissionError is tried again for some seconds: EACCES, and EPERM as well. */
static int
aider(struct replay *r)
{
	int err = overwrite(r, true);
	for (int tries = 1; tries < AIDER_TRIES && (err == EACCES || err == EPERM); tries++) {
		come_to(r, "again");
		err = overwrite(r, true);
	}
	return err;
}

static const struct {
	const char *name;
	int (*write)(struct replay *r); /* 0, or the errno that its user is told; ESTALE: it finds the file changed */
} agents[] = {
	/* clang-format off */
	{ "claude-code", claude_code },
	{ "codex",       codex },
	{ "bun",         bun },        /* opencode */
	{ "gemini-cli",  gemini_cli },
	{ "aider",       aider },
	/* clang-format on */
};

static void
become(const char *word)
{
	uid_t uid = (uid_t)strtoul(word, NULL, 10);
	if (setresgid(uid, uid, uid) || setresuid(uid, uid, uid))
		give_up("become", word);
}

static void
options(struct replay *r, char **words)
{
	while (*words) {
		if (!strcmp(*words, "edit")) {
			r->edit = true;
		} else if (!strcmp(*words, "as") && words[1]) {
			become(*++words);
		} else if (!strcmp(*words, "before") && words[1] && words[2] && words[3]) {
			r->slow_before = *++words;
			r->reached = *++words;
			r->go = *++words;
		} else {
			fprintf(stderr, "agents: what is %s?\n", *words);
			exit(2);
		}
		words++;
	}
}

static struct bytes
load(const char *path)
{
	struct bytes b = {0};
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || read_all(fd, &b) < 0)
		give_up("read", path);
	close(fd);
	return b;
}

int
main(int argc, char **argv)
{
	size_t i = 0, n = sizeof agents / sizeof agents[0];
	while (argc >= 4 && i < n && strcmp(agents[i].name, argv[1]))
		i++;
	if (argc < 4 || i == n) {
		fputs("usage: agents AGENT TARGET TEXT [edit] [as UID] [before CALL REACHED GO]\n", stderr);
		return 2;
	}
	struct replay r = { .target = argv[2], .text = load(argv[3]) };
	options(&r, argv + 4);
	int err = look(&r);
	if (!err)
		err = agents[i].write(&r);
	printf("\n%s\n", !err ? "done" : err == ESTALE ? "stale" : err == EBADMSG ? "unverified" : strerrorname_np(err));
	free(r.text.p);
	free(r.whole.p);
	return err != 0;
}
