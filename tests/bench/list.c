/*
 * Row 9: `ls -l` of many duels, against the bare server's plain readdir of as many directories.
 *
 *     list MOUNT BARE N
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include "tests/bench/lib/measure.h"

#define SAMPLES 5

static double
list(void *path)
{
	static char *const environment[] = {"LC_ALL=C", "PATH=/usr/bin:/bin", NULL};
	char *const argv[] = {"ls", "-l", path, NULL};
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int status;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
	double from = measure_now_us();
	if ((errno = posix_spawnp(&pid, "ls", &actions, NULL, argv, environment)))
		measure_die("ls", path);
	if (waitpid(pid, &status, 0) < 0 || status != 0)
		measure_die("ls", path);
	double took = measure_now_us() - from;
	posix_spawn_file_actions_destroy(&actions);
	return took / 1000;
}

int
main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: list MOUNT BARE N\n", stderr);
		return 2;
	}
	char what[64];
	struct versus v = measure_versus(list, argv[1], list, argv[2], SAMPLES);
	snprintf(what, sizeof what, "ls -l of %s duels", argv[3]);
	measure_print(&(struct line){"9", what, v.ours / v.reference, 0.25, 0.18, false, "ms", v.ours, v.reference});
	return 0;
}
