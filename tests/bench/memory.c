/*
 * Row 10: how much the daemon grows by an idle duel, and by a file that was looked up. Slopes, not totals: caches of a fixed size are
 * filled before, and a duel's first file, which loads the duel, is told apart from all its others.
 *
 *     memory PID MOUNT N
 */
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/process.h"

#define THREADS 8

struct maker {
	pthread_t thread;
	const char *mount;
	unsigned from, to;
};

static void *
make(void *arg)
{
	struct maker *m = arg;
	char path[PAIR_PATH_BYTES];
	for (unsigned i = m->from; i < m->to; i++) {
		snprintf(path, sizeof path, "%s/duel-%06u", m->mount, i);
		if (mkdir(path, 0755) < 0)
			measure_die("mkdir", path);
	}
	return NULL;
}

static void
make_duels(const char *mount, unsigned from, unsigned to)
{
	struct maker makers[THREADS];
	for (unsigned i = 0; i < THREADS; i++) {
		makers[i] = (struct maker){
			.mount = mount, .from = from + (to - from) * i / THREADS, .to = from + (to - from) * (i + 1) / THREADS};
		if ((errno = pthread_create(&makers[i].thread, NULL, make, &makers[i])))
			measure_die("thread", "");
	}
	for (unsigned i = 0; i < THREADS; i++)
		pthread_join(makers[i].thread, NULL);
}

/* The names in a duel's directory, `status` first. */
struct names {
	char v[64][64];
	unsigned n;
};

static void
read_names(struct names *names, const char *mount)
{
	char path[PAIR_PATH_BYTES];
	snprintf(path, sizeof path, "%s/duel-%06u", mount, 0);
	DIR *d = opendir(path);
	if (!d)
		measure_die("list", path);
	snprintf(names->v[names->n++], sizeof names->v[0], "status");
	for (struct dirent *e; (e = readdir(d)) && names->n < 64;)
		if (e->d_name[0] != '.' && strcmp(e->d_name, "status"))
			snprintf(names->v[names->n++], sizeof names->v[0], "%.63s", e->d_name);
	closedir(d);
}

static void
look_up(const char *mount, unsigned from, unsigned to, const struct names *names, unsigned n_names)
{
	char path[PAIR_PATH_BYTES];
	struct stat st;
	for (unsigned i = from; i < to; i++)
		for (unsigned j = 0; j < n_names; j++) {
			snprintf(path, sizeof path, "%s/duel-%06u/%s", mount, i, names->v[j]);
			if (lstat(path, &st) < 0)
				measure_die("stat", path);
		}
}

static void
row(const char *what, double bytes, double goal, double reach)
{
	measure_print(&(struct line){"10", what, bytes, goal, reach, false, "B", bytes, 0});
}

int
main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: memory PID MOUNT N\n", stderr);
		return 2;
	}
	pid_t pid = (pid_t)strtol(argv[1], NULL, 10);
	const char *mount = argv[2];
	unsigned n = (unsigned)strtoul(argv[3], NULL, 10);
	make_duels(mount, 0, n / 4);
	double before = process_bytes(pid);
	make_duels(mount, n / 4, n);
	double made = process_bytes(pid);
	row("memory: bytes an idle duel, just made", (made - before) / (n - n / 4), 1024, 512);

	struct names names = {0};
	unsigned some = n / 8;
	read_names(&names, mount);
	look_up(mount, 0, some, &names, names.n); /* caches */
	double warm = process_bytes(pid);
	look_up(mount, some, 2 * some, &names, 1);
	double one = process_bytes(pid);
	look_up(mount, some, 2 * some, &names, names.n);
	double all = process_bytes(pid);
	double loaded = (one - warm) / some, slope = (all - one) / some / (names.n - 1);
	printf("     (a duel that was touched and is still loaded: %.0f B)\n", loaded);
	/* Nothing that could be remembered of a file is smaller than a pointer: less is the allocator's rounding. */
	row("memory: bytes a looked-up file", slope < (double)sizeof(void *) ? 0 : slope, 0, 0);
	return 0;
}
