/*
 * Let four writers write, and kill the daemon at a random moment: after so many acknowledgements and so many microseconds more.
 *
 *     strike PID MOUNT JOURNAL SEED MAX_TURNS
 *
 * Prints what it did on one line. Ends with 1 where a writer met anything but the daemon's end.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"

#define WRITERS 4
#define ACKNOWLEDGED_MOST 120
#define DELAY_MOST_US 3000

extern char **environ;

static pid_t
start_writer(char **argv, const char *program, int index, uint64_t *random, int out)
{
	char chair[2] = {(char)('a' + index), '\0'}, seed[32];
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)turn_random(random));
	char *const args[] = {(char *)program, argv[2], argv[3], chair, seed, argv[5], NULL};
	posix_spawn_file_actions_t actions;
	pid_t pid;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	if ((errno = posix_spawn(&pid, program, &actions, NULL, args, environ)))
		measure_die("start", program);
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

/* Count acknowledgements, a byte each, until there are `most` or there is no writer left. */
static unsigned
count(int from, unsigned most)
{
	unsigned n = 0;
	char buf[512];
	ssize_t len;
	while (n < most && (len = read(from, buf, sizeof buf)) > 0)
		n += (unsigned)len;
	return n;
}

int
main(int argc, char **argv)
{
	if (argc != 6) {
		fputs("usage: strike PID MOUNT JOURNAL SEED MAX_TURNS\n", stderr);
		return 2;
	}
	char program[4096];
	snprintf(program, sizeof program, "%s", argv[0]);
	char *slash = strrchr(program, '/');
	snprintf(slash ? slash + 1 : program, 16, "writer");

	uint64_t random = strtoull(argv[4], NULL, 10);
	unsigned wanted = 1 + (unsigned)(turn_random(&random) % ACKNOWLEDGED_MOST);
	long delay_us = (long)(turn_random(&random) % DELAY_MOST_US);
	int ends[2], err = 0;
	if (pipe2(ends, O_CLOEXEC) < 0)
		measure_die("pipe", "");
	pid_t writers[WRITERS];
	for (int i = 0; i < WRITERS; i++)
		writers[i] = start_writer(argv, program, i, &random, ends[1]);
	close(ends[1]);

	unsigned seen = count(ends[0], wanted);
	nanosleep(&(struct timespec){.tv_nsec = delay_us * 1000}, NULL);
	if (kill((pid_t)strtol(argv[1], NULL, 10), SIGKILL) < 0)
		measure_die("kill", argv[1]);
	unsigned late = count(ends[0], ~0u);
	for (int i = 0; i < WRITERS; i++) {
		int status;
		if (waitpid(writers[i], &status, 0) < 0 || status != 0)
			err = 1;
	}
	printf("killed %ld µs after %u acknowledgements, %u more came", delay_us, seen, late);
	return err || seen < wanted;
}
