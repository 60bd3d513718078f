/*
 * A child that opens a store, works in it, and is killed: what it leaves is what a crash of the
 * daemon leaves.
 */
#ifndef TESTS_UNIT_STORE_CRASHED_H
#define TESTS_UNIT_STORE_CRASHED_H

#include <signal.h>
#include <sys/wait.h>
#include "tests/unit/store/fixture.h"

/* `work` in a child with the store open; killed when it returns. */
static inline void
crash_after(struct fixture *f, void (*work)(struct fixture *f))
{
	int status;
	pid_t child = fork();

	assert_true(child >= 0);
	if (!child) {
		char *why;

		if (store_sqlite_open(f->store, STORE_OPEN_WRITE, "this-boot", &f->s, &why))
			_exit(1);
		work(f);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

#endif
