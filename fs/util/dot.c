#include "fs/util/dot.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "validators/text/svg.h"

const struct dot_limits dot_limits = {
	.time_ms = 10000,
	.memory_bytes = 512 << 20,
	.out_bytes = 8 << 20,
};

#define NOBODY 65534
/* Fonts and their lists are all that it opens. */
#define CHILD_FILES 64
/* What a child says that could not even begin. */
#define STATUS_NOT_READY 125
#define STATUS_NO_PROGRAM 127

/* The child: only what may be called between fork and exec. */

static bool
limit(int resource, rlim_t value)
{
	struct rlimit r = {.rlim_cur = value, .rlim_max = value};
	return !setrlimit((__rlimit_resource_t)resource, &r);
}

static bool
become_nobody(void)
{
	return geteuid() != 0 ||
		(!setgroups(0, NULL) && !setresgid(NOBODY, NOBODY, NOBODY) && !setresuid(NOBODY, NOBODY, NOBODY));
}

/* An ignored signal stays ignored over exec: a write past the limit is then an error and no death. */
static bool
reset_signals(void)
{
	sigset_t none;
	for (int s = 1; s < NSIG; s++)
		signal(s, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN);
	return !sigemptyset(&none) && !sigprocmask(SIG_SETMASK, &none, NULL);
}

_Noreturn static void
run_child(const char *program, int in, int out, pid_t parent, const struct dot_limits *limits)
{
	char *const argv[] = {"dot", "-Tsvg", NULL}, *const env[] = {NULL};
	int null = open("/dev/null", O_WRONLY);
	/* None of the three is below 3, so that no dup2 closes what the next one copies. */
	bool ready = setsid() >= 0 && !prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) && reset_signals() && null >= 0 &&
		(null == 2 || dup2(null, 2) == 2) && dup2(in, 0) == 0 && dup2(out, 1) == 1 && !close_range(3, ~0u, 0) &&
		!chdir("/") && become_nobody() && limit(RLIMIT_CPU, (rlim_t)(limits->time_ms / 1000 + 1)) &&
		limit(RLIMIT_AS, limits->memory_bytes) && limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0) &&
		limit(RLIMIT_NOFILE, CHILD_FILES);
	/* Behind the change of uid, which takes it away. */
	if (!ready || prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || getppid() != parent)
		_exit(STATUS_NOT_READY);
	execve(program, argv, env);
	_exit(errno == ENOENT ? STATUS_NO_PROGRAM : STATUS_NOT_READY);
}

/* The parent. */

static int64_t
now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void
close_open(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* A copy that is none of the standard three, whatever of those was closed in this process. */
static int
above_standard(int fd)
{
	int copy = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
	close_open(fd);
	return copy;
}

/* A file in memory that holds the graph, read from its beginning. */
static int
graph_file(const char *graph, size_t len)
{
	int fd = above_standard(memfd_create("graph", MFD_CLOEXEC));
	size_t done = 0;
	ssize_t n = 0;
	while (fd >= 0 && done < len && (n = pwrite(fd, graph + done, len - done, (off_t)done)) > 0)
		done += (size_t)n;
	if (fd >= 0 && done == len)
		return fd;
	close_open(fd);
	return -1;
}

static int
wait_ready(int fd, const int *stop, int64_t deadline)
{
	struct pollfd p[2] = {{.fd = fd, .events = POLLIN}, {.fd = stop ? *stop : -1, .events = POLLIN}};
	for (;;) {
		int64_t left = deadline - now_ms();
		int n = left > 0 ? poll(p, 2, (int)left) : 0;
		if (n > 0)
			return p[1].revents ? -ECANCELED : 0;
		if (n == 0)
			return -ETIMEDOUT;
		if (errno != EINTR)
			return -EIO;
	}
}

/* Up to its end. */
static int
read_all(int fd, const struct dot_limits *limits, int64_t deadline, UT_string *out)
{
	char piece[65536];
	ssize_t n;
	int err;
	while (!(err = wait_ready(fd, limits->stop, deadline))) {
		n = read(fd, piece, sizeof piece);
		if (n == 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -EIO;
		if (n > 0 && utstring_len(out) + (size_t)n > limits->out_bytes)
			return -EFBIG;
		if (n > 0)
			utstring_bincpy(out, piece, (size_t)n);
	}
	return err;
}

/* The child is gone when this returns, and everything that it may have started. */
static int
reap(pid_t pid, const int *stop, int64_t deadline)
{
	int pidfd = pidfd_open(pid, 0), err = pidfd < 0 ? -EIO : wait_ready(pidfd, stop, deadline), status;
	close_open(pidfd);
	kill(pid, SIGKILL);
	kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -EIO;
	if (err)
		return err;
	if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_PROGRAM)
		return -ENOENT;
	return WIFEXITED(status) && !WEXITSTATUS(status) ? 0 : -EIO;
}

int
dot_layout(const char *program, const char *graph, size_t len, const struct dot_limits *limits, UT_string *svg)
{
	assert(limits->time_ms > 0);
	int64_t deadline = now_ms() + limits->time_ms;
	int ends[2] = {-1, -1}, err = -EIO;
	pid_t self = getpid(), pid = -1;
	UT_string made;
	if (access(program, F_OK))
		return -ENOENT;
	utstring_init(&made);
	int in = graph_file(graph, len);
	bool piped = in >= 0 && !pipe2(ends, O_CLOEXEC);
	int from = above_standard(ends[0]), out = above_standard(ends[1]);
	if (piped && from >= 0 && out >= 0)
		pid = fork();
	if (pid == 0)
		run_child(program, in, out, self, limits);
	close_open(in);
	close_open(out);
	if (pid > 0) {
		err = read_all(from, limits, deadline, &made);
		/* One that says too much or takes too long is not waited for. */
		int ended = reap(pid, limits->stop, err ? 0 : deadline);
		err = err ? err : ended;
	}
	close_open(from);
	if (!err)
		utstring_concat(svg, &made);
	utstring_done(&made);
	return err;
}

int
dot_render(const char *program, const char *graph, size_t len, const struct dot_limits *limits, UT_string *svg)
{
	static const char mermaid[] = "argument-graph.mmd has the same graph as Mermaid.";
	static const struct {
		int err;
		const char *lines[2];
	} rows[] = {
		{-ENOENT, {"This graph is laid out by Graphviz, which is not installed on this machine.",
			"Install it (on Debian: apt install graphviz) and open this file again."}},
		{-ETIMEDOUT, {"Graphviz did not lay this graph out within its time.", mermaid}},
		{-EFBIG, {"This graph is too big to be shown.", mermaid}},
		{-EIO, {"Graphviz failed to lay this graph out.", mermaid}},
	};
	int err = dot_layout(program, graph, len, limits, svg);
	for (size_t i = 0; err && i < sizeof rows / sizeof rows[0]; i++)
		if (rows[i].err == err)
			svg_notice(rows[i].lines, sizeof rows[i].lines / sizeof rows[i].lines[0], svg);
	return err;
}
