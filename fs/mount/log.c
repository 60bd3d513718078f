/* Log lines: see log.h. */
#include "fs/mount/log.h"

#include <errno.h>
#include <fcntl.h>
#include <fuse_log.h>
#include <paths.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#define LINE_BYTES 2048

/* clang-format off */
static const struct {
	const char *name;   /* [mount] log */
	const char *prefix; /* of a line on stderr */
} levels[] = {
	[LOG_EMERG]   = {"", "error: "},
	[LOG_ALERT]   = {"", "error: "},
	[LOG_CRIT]    = {"", "error: "},
	[LOG_ERR]     = {"error", "error: "},
	[LOG_WARNING] = {"warning", "warning: "},
	[LOG_NOTICE]  = {"", ""},
	[LOG_INFO]    = {"info", ""},
	[LOG_DEBUG]   = {"debug", "debug: "},
};

static const char *const categories[] = {
	"config", /* what was read, and when */
	"fuse",   /* every request, in libfuse's words */
	"lease",  /* claims, refreshes, releases, expiries */
	"mount",  /* what a service manager is told */
	"store",  /* transactions */
	"turn",   /* judgements and commits */
};
/* clang-format on */
#define LEVELS (sizeof levels / sizeof levels[0])
#define CATEGORIES (sizeof categories / sizeof categories[0])

static atomic_int shown = LOG_INFO;
static atomic_bool in_syslog;
static atomic_bool terse; /* on somebody's terminal, who has gone on to other things */
static bool in_journal; /* as whoever reads stderr takes lines with a priority */
static bool traced[CATEGORIES];

void
log_set_level(int level)
{
	atomic_store(&shown, level);
}

int
log_level(const char *name)
{
	for (size_t i = 0; i < LEVELS; i++)
		if (name[0] && !strcmp(levels[i].name, name))
			return (int)i;
	return -1;
}

/* The category of `len` bytes, or CATEGORIES. */
static size_t
category(const char *name, size_t len)
{
	size_t i = 0;
	while (i < CATEGORIES && (strlen(categories[i]) != len || memcmp(categories[i], name, len) != 0))
		i++;
	return i;
}

bool
log_trace(const char *names, const char **unknown)
{
	for (const char *at = names; *at; at += *at == ',') {
		size_t len = strcspn(at, ","), i = category(at, len);
		*unknown = at;
		if (len && i == CATEGORIES)
			return false;
		if (len)
			traced[i] = true;
		at += len;
	}
	return true;
}

bool
log_traced(const char *name)
{
	size_t i = category(name, strlen(name));
	return i < CATEGORIES && traced[i];
}

void
log_categories(UT_string *out)
{
	for (size_t i = 0; i < CATEGORIES; i++)
		utstring_printf(out, "%s%s", i ? ", " : "", categories[i]);
}

void
log_find_journal(void)
{
	struct stat st;
	unsigned long long device, inode;
	const char *stream = getenv("JOURNAL_STREAM");
	in_journal = stream && sscanf(stream, "%llu:%llu", &device, &inode) == 2 && !fstat(STDERR_FILENO, &st) &&
		st.st_dev == device && st.st_ino == inode;
}

/* A socket of another kind than ours is one as well. */
static bool
has_syslog(void)
{
	struct sockaddr_un log = {.sun_family = AF_UNIX, .sun_path = _PATH_LOG};
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	bool there = fd >= 0 && (!connect(fd, (struct sockaddr *)&log, sizeof log) || errno == EPROTOTYPE);
	if (fd >= 0)
		close(fd);
	return there;
}

static bool
is_read_to_its_end(mode_t mode)
{
	return S_ISFIFO(mode) || S_ISSOCK(mode);
}

void
log_detach(void)
{
	struct stat st;
	bool known = fstat(STDERR_FILENO, &st) == 0;
	if (in_journal || (known && S_ISREG(st.st_mode)))
		return;
	if (!has_syslog() && known && !is_read_to_its_end(st.st_mode)) {
		atomic_store(&terse, true);
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

/* By one call, so that lines of different threads do not mix. */
static void
put_stderr(int level, const char *prefix, const char *line)
{
	char priority[] = {'<', (char)('0' + level), '>', '\0'};
	struct iovec parts[] = {
		{(void *)(in_journal ? priority : "duelfs: "), in_journal ? strlen(priority) : strlen("duelfs: ")},
		{(void *)prefix, in_journal ? 0 : strlen(prefix)},
		{(void *)line, strlen(line)},
		{(void *)"\n", 1},
	};
	if (writev(STDERR_FILENO, parts, sizeof parts / sizeof parts[0]) < 0)
		return;
}

void
log_complain(const char *line)
{
	put_stderr(LOG_ERR, "", line);
}

void
log_line(int level, const char *line)
{
	if (level < 0 || (size_t)level >= LEVELS)
		return;
	if (level > atomic_load(&shown) || (level > LOG_WARNING && atomic_load(&terse))) {
		size_t i = category(line, strcspn(line, ": "));
		if (level != LOG_DEBUG || i == CATEGORIES || !traced[i])
			return;
	}
	if (atomic_load(&in_syslog))
		syslog(level, "%s", line);
	else
		put_stderr(level, levels[level].prefix, line);
}

/* The first line of it. */
static void __attribute__((format(printf, 3, 0)))
log_args(int level, const char *prefix, const char *format, va_list args)
{
	char line[LINE_BYTES];
	size_t len = (size_t)snprintf(line, sizeof line, "%s", prefix);
	vsnprintf(line + len, sizeof line - len, format, args);
	line[strcspn(line, "\n")] = '\0';
	log_line(level, line);
}

void
log_text(int level, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	log_args(level, "", format, args);
	va_end(args);
}

/* libfuse's levels are syslog's. Its debug lines come only where they were asked for. */
static void __attribute__((format(printf, 2, 0)))
from_libfuse(enum fuse_log_level level, const char *format, va_list args)
{
	log_args((int)level, level == FUSE_LOG_DEBUG ? "fuse: " : "", format, args);
}

void
log_take_libfuse(void)
{
	fuse_set_log_func(from_libfuse);
}
