/* Going to the background: see daemon.h. */
#include "fs/mount/daemon.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>
#include "fs/mount/log.h"
#include "fs/util/read_up_to.h"

/* One byte says that the mount answers; the end without one, that there will be none. */
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
		char byte;
		close(ends[1]);
		_exit(read_up_to(ends[0], &byte, 1) == 1 ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(ends[0]);
	d->waiting = ends[1];
	setsid();
	return 0;
}

void
daemon_ready(struct daemon *d)
{
	if (d->waiting < 0)
		return;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		close(null);
	}
	log_detach();
	if (write(d->waiting, "", 1) < 0)
		log_text(LOG_WARNING, "whoever started this is gone");
	close(d->waiting);
	d->waiting = -1;
}
