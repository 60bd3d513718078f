/*
 * Row 17: prompt.md of a record of nearly 4 MiB, which it has whole: how long an open of it takes, and what others' reads of a small duel's
 * status cost while one client opens it and reads it to its end again and again; the last of these is also told for the slowest of a hundred.
 *
 *     large MOUNT
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

#define TURNS 64
#define TURN_BYTES 60000
#define ROUNDS 10
#define READS 400
#define OPENS 100

static double
opens(const char *path)
{
	double from = measure_now_us();
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	double took = measure_now_us() - from;
	if (fd < 0)
		measure_die("open", path);
	close(fd);
	return took;
}

static void
read_to_its_end(const char *path)
{
	static char buf[1 << 17];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : 1;
	while (n > 0)
		n = read(fd, buf, sizeof buf);
	if (n < 0)
		measure_die("read", path);
	close(fd);
}

/* Until it is killed. */
static pid_t
reader(const char *path)
{
	pid_t parent = getpid(), pid = fork();
	while (pid == 0 && getppid() == parent)
		read_to_its_end(path);
	if (pid == 0)
		_exit(0);
	return pid;
}

#define ALL (ROUNDS * READS)

struct beside {
	double median, alone;
	double slow, slow_alone; /* the 99th of each hundred */
};

static struct beside
status_beside(struct pair *small, const char *path)
{
	static double beside[ALL], alone[ALL];
	for (int r = 0; r < ROUNDS; r++) {
		pid_t pid = reader(path);
		for (int i = 0; i < READS; i++)
			beside[r * READS + i] = pair_peer_reads(small);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		for (int i = 0; i < READS; i++)
			alone[r * READS + i] = pair_peer_reads(small);
	}
	struct beside b = {.median = measure_median(beside, ALL), .alone = measure_median(alone, ALL)};
	b.slow = beside[ALL * 99 / 100]; /* they are sorted by now */
	b.slow_alone = alone[ALL * 99 / 100];
	return b;
}

static void
status_rows(struct beside o)
{
	measure_print(&(struct line){"17", "another's status meanwhile", o.median / o.alone, 1.3, 1.1, false, "µs", o.median, o.alone});
	measure_print(&(struct line){"17", "the same, 99th of a hundred", o.slow / o.slow_alone, 1.3, 1.1, false, "µs", o.slow,
		o.slow_alone});
}

int
main(int argc, char **argv)
{
	struct pair large, small;
	double took[OPENS];
	char path[PAIR_PATH_BYTES];
	if (argc != 2) {
		fputs("usage: large MOUNT\n", stderr);
		return 2;
	}
	pair_make(&large, argv[1], "bench-large", TURN_BYTES);
	pair_make(&small, argv[1], "bench-beside", 2048);
	for (int i = 0; i < TURNS; i++) {
		pair_prepare(&large);
		pair_turn(&large);
	}
	snprintf(path, sizeof path, "%s/bench-large/prompt.md", argv[1]);
	for (int i = 0; i < OPENS; i++)
		took[i] = opens(path);
	double ms = measure_median(took, OPENS) / 1000;
	measure_print(&(struct line){"17", "prompt.md of a record of 4 MiB: open", ms, 2, 0.5, false, "ms", ms, 0});
	status_rows(status_beside(&small, path));
	return 0;
}
