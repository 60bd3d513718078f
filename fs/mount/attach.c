/* Mounting: see attach.h. */
#include "fs/mount/attach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define NAME "duelfs: "

/* Each line once, whoever it was that said it. */
static void
pass_on(char *said)
{
	for (char *line; (line = strsep(&said, "\n"));)
		if (*line)
			fprintf(stderr, "%s%s\n", strncmp(line, NAME, strlen(NAME)) ? NAME : "", line);
}

static void
end_listening(int kept, int from)
{
	char said[4096];
	dup2(kept, STDERR_FILENO);
	close(kept);
	/* Whoever still holds the other end, as with auto_unmount, has nothing more to say that anybody waits for. */
	ssize_t n = read(from, said, sizeof said - 1);
	close(from);
	if (n <= 0)
		return;
	said[n] = '\0';
	pass_on(said);
}

int
mount_attach(struct fuse_session *se, const char *mountpoint)
{
	int ends[2], kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	bool listens = kept >= 0 && pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0;
	if (listens) {
		dup2(ends[1], STDERR_FILENO);
		close(ends[1]);
	}
	int err = fuse_session_mount(se, mountpoint) ? -EPERM : 0;
	if (listens)
		end_listening(kept, ends[0]);
	else if (kept >= 0)
		close(kept);
	return err;
}
