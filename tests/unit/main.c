/*
 * The program of a room's unit tests.
 *
 *	PROGRAM [PART]               run them all in this process, or those that have PART in their file or their name
 *	PROGRAM --file FILE [PART]   those of one file, which is util/test_clock for tests/unit/util/test_clock.c
 *	PROGRAM --list [PART]        a line for each: its file, its name
 */
#include "tests/unit/test.h"

#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

static struct test *registered;
static int n_registered;

void
test_add(struct test *t)
{
	t->next = registered;
	registered = t;
	n_registered++;
}

/* The name of a test's file: without the folder that all are in, and without .c. */
static const char *
file_of(const struct test *t)
{
	static char name[256];
	const char *in = strstr(t->file, "tests/unit/");
	in = in ? in + strlen("tests/unit/") : t->file;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(in, "."), in);
	return name;
}

static int
as_they_stand(const void *a, const void *b)
{
	const struct test *one = *(struct test *const *)a, *other = *(struct test *const *)b;
	const int files = strcmp(one->file, other->file);
	return files ? files : one->line - other->line;
}

/* All tests by file and line; the caller frees it. */
static struct test **
in_order(void)
{
	struct test **all = calloc((size_t)n_registered + 1, sizeof(*all));
	if (!all)
		abort();
	int n = 0;
	for (struct test *t = registered; t; t = t->next)
		all[n++] = t;
	qsort(all, (size_t)n, sizeof(*all), as_they_stand);
	return all;
}

static bool
wanted(const struct test *t, const char *file, const char *part)
{
	if (file && strcmp(file_of(t), file) != 0)
		return false;
	return !part || strstr(file_of(t), part) || strstr(t->name, part);
}

/* Those of one file among `all`, which begins with the first of them: how many failed. *n: how many of `all` are in
 * that file. */
static int
run_file(struct test *const *all, const char *file, const char *part, int *n)
{
	struct CMUnitTest *chosen = calloc((size_t)n_registered, sizeof(*chosen));
	if (!chosen)
		abort();
	int chosen_n = 0;
	for (*n = 0; all[*n] && strcmp(all[*n]->file, all[0]->file) == 0; ++*n) {
		const struct test *t = all[*n];
		if (wanted(t, file, part))
			chosen[chosen_n++] =
				(struct CMUnitTest){t->name, t->run, t->each->setup, t->each->teardown, NULL};
	}
	int failed = 0;
	if (chosen_n > 0) {
		const struct test_around *whole = all[0]->whole;
		failed = _cmocka_run_group_tests(
			file_of(all[0]), chosen, (size_t)chosen_n, whole->setup, whole->teardown);
	}
	free(chosen);
	return failed;
}

/* A timer goes off at once, whatever it is set to: the clock of a test is ahead of that of a machine that has just been
 * booted. */
int
timerfd_settime(int fd, int flags, const struct itimerspec *when, struct itimerspec *before)
{
	static const struct itimerspec soon = {.it_value.tv_nsec = 1000000};
	(void)flags;
	return (int)syscall(SYS_timerfd_settime, fd, 0, when ? &soon : when, before);
}

int
main(int argc, char **argv)
{
	const bool list = argc > 1 && strcmp(argv[1], "--list") == 0, one = argc > 2 && strcmp(argv[1], "--file") == 0;
	const char *file = one ? argv[2] : NULL;
	const int next = one ? 3 : list ? 2 : 1;
	const char *part = argc > next ? argv[next] : NULL;
	struct test **all = in_order();
	int failed = 0;
	if (list) {
		for (int i = 0; all[i]; i++) {
			if (wanted(all[i], file, part))
				printf("%s %s\n", file_of(all[i]), all[i]->name);
		}
	} else {
		for (int i = 0, n; all[i]; i += n)
			failed += run_file(all + i, file, part, &n);
	}
	free(all);
	return failed != 0;
}
