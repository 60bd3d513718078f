#include "tests/fault/lib/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"

const char *const journal_names[2] = {"alice", "bob"};

static void
take_in(struct journal *j, const char *line)
{
	unsigned long long n;
	if (!strcmp(line, "made"))
		j->made = true;
	else if (!strcmp(line, "concluded"))
		j->concluded = true;
	else if (sscanf(line, "joined %llu", &n) == 1 && n < 2)
		j->joined[n] = true;
	else if (sscanf(line, "turn %llu", &n) == 1)
		j->turns = (unsigned)n;
	else if (sscanf(line, "lease %llu", &n) == 1)
		j->lease_most = n > j->lease_most ? n : j->lease_most;
}

bool
journal_open(struct journal *j, const char *root, const char *duel, bool create)
{
	*j = (struct journal){0};
	snprintf(j->dir, sizeof j->dir, "%s/%s", root, duel);
	if (create && mkdir(j->dir, 0700) < 0 && errno != EEXIST)
		measure_die("mkdir", j->dir);
	if (access(j->dir, X_OK) < 0)
		return false;
	size_t len;
	char *log = journal_kept(j, "log", &len), *rest = log;
	for (char *line; rest && (line = strsep(&rest, "\n"));)
		take_in(j, line);
	free(log);
	return true;
}

static void
file_path(const struct journal *j, const char *name, char out[JOURNAL_PATH_BYTES + 32])
{
	snprintf(out, JOURNAL_PATH_BYTES + 32, "%s/%s", j->dir, name);
}

void
journal_note(struct journal *j, const char *format, ...)
{
	char path[JOURNAL_PATH_BYTES + 32], line[128];
	va_list ap;
	va_start(ap, format);
	int len = vsnprintf(line, sizeof line - 1, format, ap);
	va_end(ap);
	take_in(j, line);
	line[len++] = '\n';
	file_path(j, "log", path);
	errno = -file_put(path, O_WRONLY | O_CREAT | O_APPEND, line, (size_t)len);
	if (errno)
		measure_die("write", path);
}

void
journal_keep(const struct journal *j, const char *name, const char *bytes, size_t len)
{
	char path[JOURNAL_PATH_BYTES + 32];
	file_path(j, name, path);
	errno = -file_put(path, O_WRONLY | O_CREAT | O_TRUNC, bytes, len);
	if (errno)
		measure_die("write", path);
}

char *
journal_kept(const struct journal *j, const char *name, size_t *len)
{
	char path[JOURNAL_PATH_BYTES + 32];
	file_path(j, name, path);
	return file_whole(path, len);
}

char *
file_whole(const char *path, size_t *len)
{
	char *bytes = malloc(JOURNAL_FILE_BYTES);
	if (!bytes)
		abort();
	ssize_t n = file_get(path, bytes, JOURNAL_FILE_BYTES);
	if (n >= 0) {
		*len = (size_t)n;
		return bytes;
	}
	free(bytes);
	errno = (int)-n;
	return NULL;
}

const char *
status_value(const char *status, const char *key)
{
	static char value[256];
	size_t len = strlen(key);
	value[0] = '\0';
	for (const char *line = status; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (!strncmp(line, key, len) && !strncmp(line + len, " = ", 3)) {
			const char *from = line + len + 3;
			from += *from == '"';
			snprintf(value, sizeof value, "%.*s", (int)strcspn(from, "\"\n"), from);
			break;
		}
	}
	return value;
}
