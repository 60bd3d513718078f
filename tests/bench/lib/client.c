#include "tests/bench/lib/client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"

static const char *const names[2] = {"alice", "bob"};

void
file_read(const char *path, bool whole)
{
	char buf[1 << 16];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, buf, sizeof buf);
	if (n <= 0)
		measure_die("read", path);
	while (whole && n > 0)
		n = read(fd, buf, sizeof buf);
	close(fd);
}

/* One write over a file: how long it took. */
static double
put(const struct pair *p, const char *path, const char *bytes, size_t len)
{
	double from = measure_now_us();
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : write(fd, bytes, len);
	if (fd < 0 || close(fd) < 0 || n != (ssize_t)len) {
		char why[4096];
		FILE *f = fopen(p->last_error, "r");
		while (f && fgets(why, sizeof why, f))
			fputs(why, stderr);
		measure_die("write", path);
	}
	return measure_now_us() - from;
}

static double
verb(struct pair *p, const char *word, const char *name)
{
	char line[128];
	int len = snprintf(line, sizeof line, "%s %s\n", word, name);
	return put(p, p->lock, line, (size_t)len);
}

void
pair_make(struct pair *p, struct stage *s)
{
	char name[64], dir[PATH_BYTES - 64];
	snprintf(name, sizeof name, "%s-%u", s->prefix, ++s->made);
	snprintf(dir, sizeof dir, "%s/%s", s->mount, s->bare ? "" : name);
	*p = (struct pair){.topic = s->prefix, .turn_bytes = s->turn_bytes};
	snprintf(p->lock, sizeof p->lock, "%s/lock", dir);
	snprintf(p->status, sizeof p->status, "%s/status", dir);
	snprintf(p->last_error, sizeof p->last_error, "%s/last_error", dir);
	for (int i = 0; i < 2; i++) {
		snprintf(p->desk[i], sizeof p->desk[i], "%s/participants/%s/turn.md", dir, names[i]);
		snprintf(p->wait[i], sizeof p->wait[i], "%s/participants/%s/wait", dir, names[i]);
		snprintf(p->prompt[i], sizeof p->prompt[i], "%s/participants/%s/prompt.md", dir, names[i]);
	}
	for (int i = 0; s->bare && i < 2; i++) {
		snprintf(p->desk[i], sizeof p->desk[i], "%s/%s", dir, s->bare);
		memcpy(p->lock, p->desk[i], sizeof p->lock);
		memcpy(p->wait[i], p->status, sizeof p->status);
		memcpy(p->prompt[i], p->status, sizeof p->status);
	}
	if (s->bare)
		return;
	if (mkdir(dir, 0755) < 0)
		measure_die("mkdir", dir);
	verb(p, "join", names[0]);
	verb(p, "join", names[1]);
}

double
pair_claim(struct pair *p)
{
	return verb(p, "claim", names[p->turns % 2]);
}

double
pair_release(struct pair *p)
{
	return verb(p, "release", names[p->turns % 2]);
}

double
pair_peer_reads(struct pair *p)
{
	double from = measure_now_us();
	file_read(p->status, false);
	return measure_now_us() - from;
}

void
pair_prepare(struct pair *p)
{
	struct turn_spec spec = {
		.number = p->turns + 1, .name = names[p->turns % 2], .topic = p->topic, .bytes = p->turn_bytes};
	for (const char *c = p->status; *c; c++)
		spec.seed = spec.seed * 31 + (unsigned char)*c;
	p->next = turn_make(&spec);
}

double
pair_turn(struct pair *p)
{
	double took = put(p, p->desk[p->turns % 2], p->next, p->turn_bytes);
	p->turns++;
	free(p->next);
	p->next = NULL;
	return took;
}
