/*
 * A writer that does not listen: it puts what it reads on its stdin into FILE, and says that it did.
 *
 *     deaf append|rewrite call|stream FILE
 *
 * `call`: one write(2), whose error it hears; what close says it ignores, as programs in Go, Rust and C do. `stream`: through C's stdio, of
 * which it hears nothing but a failed open.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM (4 << 20)

static size_t
read_all(char *text)
{
	size_t len = 0;
	for (ssize_t got = 1; got > 0 && len < ROOM; len += (size_t)got) {
		got = read(STDIN_FILENO, text + len, ROOM - len);
		if (got < 0) {
			perror("stdin");
			exit(1);
		}
	}
	return len;
}

static int
write_by_call(const char *file, bool append, const char *text, size_t len)
{
	int fd = open(file, O_WRONLY | (append ? O_APPEND : O_TRUNC));
	if (fd < 0 || (len && write(fd, text, len) != (ssize_t)len)) {
		perror(file);
		return 1;
	}
	close(fd);
	return 0;
}

static int
write_by_stream(const char *file, bool append, const char *text, size_t len)
{
	FILE *f = fopen(file, append ? "a" : "w");
	if (!f) {
		perror(file);
		return 1;
	}
	fwrite(text, 1, len, f);
	fclose(f);
	return 0;
}

int
main(int argc, char **argv)
{
	static char text[ROOM];
	if (argc != 4) {
		fprintf(stderr, "usage: deaf append|rewrite call|stream FILE\n");
		return 2;
	}
	bool append = !strcmp(argv[1], "append");
	size_t len = read_all(text);
	return (!strcmp(argv[2], "call") ? write_by_call : write_by_stream)(argv[3], append, text, len);
}
