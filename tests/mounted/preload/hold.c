/*
 * A store that takes long: preloaded into the daemon by test_loading.py. While the file $HOLD is there, a read of the
 * database, or a request to a server for a duel's entries, waits until it is gone. An empty file $HOLD.arrived says
 * that one waits. If $HOLD.fails is there then, the read fails, or the connection ends. While $HOLD.words is there,
 * the parsing of a text with the words of that file waits, too.
 */
#undef _FILE_OFFSET_BITS /* pread and pread64 are two functions here */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const struct timespec moment = {.tv_nsec = 2000000};

static bool
is_database(int fd)
{
	char link[64], path[4096];

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof(path) - 1);
	path[n < 0 ? 0 : n] = '\0';
	return strstr(path, "/duelfs.db");
}

static void
wait_while_there(const char *hold, const char *file)
{
	char path[4096];

	if (access(file, F_OK) == 0) {
		snprintf(path, sizeof(path), "%s.arrived", hold);
		close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
	}
	while (access(file, F_OK) == 0)
		nanosleep(&moment, NULL);
}

/* -1: it fails. */
static int
wait_here(bool is_read)
{
	const char *hold = getenv("HOLD");
	char path[4096];

	if (!hold || !is_read)
		return 0;
	wait_while_there(hold, hold);
	snprintf(path, sizeof(path), "%s.fails", hold);
	errno = EIO;
	return access(path, F_OK) == 0 ? -1 : 0;
}

ssize_t
pread(int fd, void *to, size_t size, off_t offset)
{
	ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread");

	return wait_here(is_database(fd)) ? -1 : next(fd, to, size, offset);
}

ssize_t
pread64(int fd, void *to, size_t size, off64_t offset)
{
	ssize_t (*next)(int, void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pread64");

	return wait_here(is_database(fd)) ? -1 : next(fd, to, size, offset);
}

/* As libpq asks. */
ssize_t
send(int fd, const void *from, size_t size, int flags)
{
	ssize_t (*next)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
	static const char asked[] = "SELECT seq, kind, seat, lease,";

	if (wait_here(memmem(from, size, asked, sizeof(asked) - 1)))
		shutdown(fd, SHUT_RDWR);
	return next(fd, from, size, flags);
}

static void
wait_for_words(const char *text, size_t len)
{
	const char *hold = getenv("HOLD");
	char path[4096], words[256];

	if (!hold)
		return;
	snprintf(path, sizeof(path), "%s.words", hold);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, words, sizeof(words));
	if (n > 0 && memmem(text, len, words, (size_t)n))
		wait_while_there(hold, path);
	if (fd >= 0)
		close(fd);
}

/* A page that is made. */
void cmark_parser_feed(void *parser, const char *text, size_t len);
void
cmark_parser_feed(void *parser, const char *text, size_t len)
{
	void (*next)(void *, const char *, size_t) = dlsym(RTLD_NEXT, "cmark_parser_feed");

	wait_for_words(text, len);
	next(parser, text, len);
}
