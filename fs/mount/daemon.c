/* Going to the background: see mount.h. */
#include "fs/mount/mount.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <syslog.h>
#include <unistd.h>
#include "fs/mount/log.h"
#include "fs/util/read_up_to.h"

/* One byte says that the mount answers; the end without one, that there will be none. */
int
daemon_fork(int *waiting)
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
	*waiting = ends[1];
	setsid();
	return 0;
}

void
daemon_ready(int *waiting)
{
	if (*waiting < 0)
		return;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		close(null);
	}
	log_detach();
	if (write(*waiting, "", 1) < 0)
		log_text(LOG_WARNING, "whoever started this is gone");
	close(*waiting);
	*waiting = -1;
}
