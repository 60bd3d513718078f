/* Log lines: see log.h. */
#include "fs/mount/log.h"

#include <errno.h>
#include <fcntl.h>
#include <fuse_log.h>
#include <paths.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#define LINE_BYTES 2048

static atomic_bool in_syslog;

void
log_detach(void)
{
	struct sockaddr_un log = {.sun_family = AF_UNIX, .sun_path = _PATH_LOG};
	struct stat st;
	bool known = fstat(STDERR_FILENO, &st) == 0;
	if (known && S_ISREG(st.st_mode))
		return;
	if (known && !S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode)) { /* those are read to their end */
		int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
		/* a socket of another kind than ours is one as well */
		bool heard = fd >= 0 && (!connect(fd, (struct sockaddr *)&log, sizeof log) || errno == EPROTOTYPE);
		if (fd >= 0)
			close(fd);
		if (!heard)
			return;
	}
	openlog("duelfs", LOG_PID, LOG_DAEMON);
	atomic_store(&in_syslog, true);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0)
		return;
	dup2(null, STDERR_FILENO);
	close(null);
}

void
log_line(int level, const char *line)
{
	if (atomic_load(&in_syslog)) {
		syslog(level, "%s", line);
		return;
	}
	const char *prefix = level <= LOG_ERR ? "error: " : level == LOG_WARNING ? "warning: " : "";
	struct iovec parts[] = {
		{(void *)"duelfs: ", strlen("duelfs: ")},
		{(void *)prefix, strlen(prefix)},
		{(void *)line, strlen(line)},
		{(void *)"\n", 1},
	};
	/* By one call, so that lines of different threads do not mix. */
	if (writev(STDERR_FILENO, parts, sizeof parts / sizeof parts[0]) < 0)
		return;
}

/* The first line of it. libfuse's levels are syslog's. Its debug lines come only where -d asks for them. */
static void __attribute__((format(printf, 2, 0)))
log_args(enum fuse_log_level level, const char *format, va_list args)
{
	char line[LINE_BYTES];
	vsnprintf(line, sizeof line, format, args);
	line[strcspn(line, "\n")] = '\0';
	log_line((int)level, line);
}

void
log_text(int level, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	log_args((enum fuse_log_level)level, format, args);
	va_end(args);
}

void
log_take_libfuse(void)
{
	fuse_set_log_func(log_args);
}
