/*
 * Run a program, and hold it at the moment before what it wrote is decided on:
 *
 *     hold FILE FOLDER PROGRAM ARGUMENT…
 *
 * That moment is the first close, fsync or exit after a write to FILE through a descriptor that does so, or a rename to FILE's name, in the
 * program or in whatever it starts. Then FOLDER/held is made, with the name of the system call in it, and nothing of the call has happened
 * yet; the program goes on once FOLDER/go is there. So any writer, whatever it is written in, can be stopped in the middle of its write.
 * The exit status is the program's; 125 where it could not be run or traced.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <linux/ptrace.h>

#define HELD_SECONDS 30
#define TROUBLE 125

enum what { WRITES, DECIDES, RENAMES, EXITS };

static const struct {
	unsigned long long number;
	enum what what;
	unsigned arg; /* the descriptor that is written to or closed, or the new name */
	const char *name;
} calls[] = {
	/* clang-format off */
	{ SYS_write,           WRITES,  0, "write" },
	{ SYS_pwrite64,        WRITES,  0, "pwrite" },
	{ SYS_writev,          WRITES,  0, "writev" },
	{ SYS_pwritev,         WRITES,  0, "pwritev" },
	{ SYS_pwritev2,        WRITES,  0, "pwritev2" },
	{ SYS_sendfile,        WRITES,  0, "sendfile" },
	{ SYS_splice,          WRITES,  2, "splice" },
	{ SYS_copy_file_range, WRITES,  2, "copy_file_range" },
	{ SYS_close,           DECIDES, 0, "close" },
	{ SYS_dup3,            DECIDES, 1, "dup3" },
	{ SYS_fsync,           DECIDES, 0, "fsync" },
	{ SYS_fdatasync,       DECIDES, 0, "fdatasync" },
	{ SYS_renameat,        RENAMES, 3, "renameat" },
	{ SYS_renameat2,       RENAMES, 3, "renameat2" },
	{ SYS_exit_group,      EXITS,   0, "exit" },
#ifdef SYS_rename /* architectures that began without the calls that take a folder's descriptor have these, too */
	{ SYS_dup2,            DECIDES, 1, "dup2" },
	{ SYS_rename,          RENAMES, 1, "rename" },
#endif
	/* clang-format on */
};
#define CALLS (sizeof calls / sizeof calls[0])
/* A descriptor number past which no writer here has FILE open. */
#define FDS 256

struct hold {
	const char *file, *folder;
	pid_t program;
	bool wrote, over;
};

static void
die(const char *what)
{
	perror(what);
	exit(TROUBLE);
}

/* Is this descriptor of the process FILE, open for writing? */
static bool
writes_to_file(const struct hold *h, pid_t pid, unsigned long long fd)
{
	char path[64], target[PATH_MAX], line[128];
	unsigned flags = 0;
	snprintf(path, sizeof path, "/proc/%d/fd/%llu", (int)pid, fd);
	ssize_t len = readlink(path, target, sizeof target - 1);
	if (len < 0)
		return false;
	target[len] = '\0';
	if (strcmp(target, h->file))
		return false;
	snprintf(path, sizeof path, "/proc/%d/fdinfo/%llu", (int)pid, fd);
	FILE *info = fopen(path, "r");
	if (!info)
		return false;
	while (fgets(line, sizeof line, info))
		if (sscanf(line, "flags: %o", &flags) == 1)
			break;
	fclose(info);
	return (flags & O_ACCMODE) != O_RDONLY;
}

static bool
has_file_open(const struct hold *h, pid_t pid)
{
	for (unsigned fd = 0; fd < FDS; fd++)
		if (writes_to_file(h, pid, fd))
			return true;
	return false;
}

static const char *
last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Is the string at this address of the process FILE's name? */
static bool
names_file(const struct hold *h, pid_t pid, unsigned long long address)
{
	char path[PATH_MAX] = "";
	snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
	int mem = open(path, O_RDONLY | O_CLOEXEC);
	if (mem < 0)
		return false;
	ssize_t got = pread(mem, path, sizeof path - 1, (off_t)address);
	close(mem);
	path[got > 0 ? got : 0] = '\0';
	return !strcmp(last_part(path), last_part(h->file));
}

static void
wait_here(struct hold *h, const char *call)
{
	char path[PATH_MAX];
	struct timespec nap = { .tv_nsec = 5 * 1000 * 1000 };
	snprintf(path, sizeof path, "%s/held.new", h->folder);
	FILE *held = fopen(path, "w");
	if (!held || fprintf(held, "%s\n", call) < 0 || fclose(held))
		die(path);
	char whole[PATH_MAX];
	snprintf(whole, sizeof whole, "%s/held", h->folder);
	if (rename(path, whole))
		die(whole);
	snprintf(path, sizeof path, "%s/go", h->folder);
	for (int i = 0; access(path, F_OK) && i < HELD_SECONDS * 200; i++)
		nanosleep(&nap, NULL);
	h->over = true;
}

/* A system call is about to be made. */
static void
called(struct hold *h, pid_t pid)
{
	struct ptrace_syscall_info info;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) <= 0 || info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return;
	size_t i = 0;
	while (i < CALLS && calls[i].number != info.entry.nr)
		i++;
	if (i == CALLS)
		return;
	unsigned long long arg = info.entry.args[calls[i].arg];
	bool now = false;
	switch (calls[i].what) {
	case WRITES:
		h->wrote |= writes_to_file(h, pid, arg);
		break;
	case DECIDES:
		now = h->wrote && writes_to_file(h, pid, arg);
		break;
	case RENAMES:
		now = names_file(h, pid, arg);
		break;
	case EXITS:
		now = h->wrote && has_file_open(h, pid);
		break;
	}
	if (now)
		wait_here(h, calls[i].name);
}

/* One stop of one process or thread: look, and let it go on. */
static void
stopped(struct hold *h, pid_t pid, int status)
{
	int signal = WSTOPSIG(status), event = status >> 16;
	long go_on = h->over ? PTRACE_CONT : PTRACE_SYSCALL;
	if (signal == (SIGTRAP | 0x80)) {
		if (!h->over)
			called(h, pid);
		signal = 0;
	} else if (event == PTRACE_EVENT_STOP && signal != SIGTRAP) {
		go_on = PTRACE_LISTEN; /* stopped by a signal, as by Ctrl-Z */
		signal = 0;
	} else if (event) {
		signal = 0;
	}
	if (ptrace(go_on, pid, NULL, (void *)(long)signal) < 0 && errno != ESRCH)
		die("ptrace");
}

/* The program, once it may go on. */
static void
become(char **words, int may_go)
{
	char byte;
	if (read(may_go, &byte, 1) != 1)
		_exit(TROUBLE);
	close(may_go);
	execvp(words[0], words);
	perror(words[0]);
	_exit(TROUBLE);
}

static void
start(struct hold *h, char **words)
{
	int go[2];
	if (pipe(go))
		die("pipe");
	h->program = fork();
	if (h->program < 0)
		die("fork");
	if (!h->program) {
		close(go[1]);
		become(words, go[0]);
	}
	close(go[0]);
	long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC;
	if (ptrace(PTRACE_SEIZE, h->program, NULL, (void *)options) < 0)
		die("ptrace");
	if (ptrace(PTRACE_INTERRUPT, h->program, NULL, NULL) < 0)
		die("ptrace");
	if (write(go[1], "", 1) != 1)
		die("pipe");
	close(go[1]);
}

int
main(int argc, char **argv)
{
	struct hold h = { .file = argv[1], .folder = argv[2] };
	int status;
	if (argc < 4) {
		fprintf(stderr, "usage: hold FILE FOLDER PROGRAM ARGUMENT…\n");
		return TROUBLE;
	}
	start(&h, argv + 3);
	for (pid_t pid; (pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR;) {
		if (pid > 0 && WIFSTOPPED(status))
			stopped(&h, pid, status);
		else if (pid == h.program)
			return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
	}
	return TROUBLE;
}
