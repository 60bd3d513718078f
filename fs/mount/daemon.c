/* Going to the background: see daemon.h. */
#include "fs/mount/daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <syslog.h>
#include <sys/wait.h>
#include <unistd.h>
#include "fs/mount/log.h"

/* One byte says that the mount answers; the end without one, that there will be none. */
static _Noreturn void
wait_for(int from)
{
	char byte;
	ssize_t n;
	do
		n = read(from, &byte, 1);
	while (n < 0 && errno == EINTR);
	_exit(n == 1 ? EXIT_SUCCESS : EXIT_FAILURE);
}

int
daemon_fork(struct daemon *d)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -errno;
	pid_t pid = fork();
	if (pid < 0) {
		int err = -errno;
		close(ends[0]);
		close(ends[1]);
		return err;
	}
	if (pid) {
		close(ends[1]);
		wait_for(ends[0]);
	}
	close(ends[0]);
	d->waiting = ends[1];
	setsid();
	return 0;
}

static void
drop_standard(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null < 0)
		return;
	dup2(null, STDIN_FILENO);
	dup2(null, STDOUT_FILENO);
	close(null);
}

void
daemon_ready(struct daemon *d)
{
	if (d->waiting < 0)
		return;
	drop_standard();
	log_detach();
	if (write(d->waiting, "", 1) < 0)
		log_text(LOG_WARNING, "whoever started this is gone");
	close(d->waiting);
	d->waiting = -1;
}
