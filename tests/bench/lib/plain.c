#include "tests/bench/lib/plain.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/lib/measure.h"

void
plain_open(struct plain *f, const char *dir, const char *name, size_t len)
{
	snprintf(f->path, sizeof f->path, "%s/%s", dir, name);
	f->len = len;
	f->bytes = malloc(len);
	if (!f->bytes)
		abort();
	memset(f->bytes, 't', len);
}

double
plain_appends(void *arg)
{
	struct plain *f = arg;
	double from = measure_now_us();
	for (unsigned i = 0; i < f->appends; i++) {
		int fd = open(f->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		if (fd < 0 || write(fd, f->bytes, f->len) != (ssize_t)f->len || fdatasync(fd) < 0 || close(fd) < 0)
			measure_die("append", f->path);
	}
	return (measure_now_us() - from) / f->appends;
}
