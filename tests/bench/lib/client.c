#include "tests/bench/lib/client.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"

static const char *const names[2] = {"alice", "bob"};

int
file_put(const char *path, int flags, const void *bytes, size_t len)
{
	int fd = open(path, flags | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	ssize_t n = write(fd, bytes, len);
	int err = n < 0 ? -errno : (size_t)n < len ? -EIO : 0;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

static ssize_t
get(const char *path, char *buf, size_t room, bool whole)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	size_t len = 0;
	ssize_t n;
	while ((n = read(fd, buf + len, room - 1 - len)) > 0) {
		len += (size_t)n;
		if (!whole)
			break;
	}
	int err = n < 0 ? -errno : 0;
	close(fd);
	buf[len] = '\0';
	return err ? err : (ssize_t)len;
}

ssize_t
file_get(const char *path, char *buf, size_t room)
{
	return get(path, buf, room, true);
}

ssize_t
file_peek(const char *path, char *buf, size_t room)
{
	return get(path, buf, room, false);
}

static void
refused(const struct pair *p, const char *what, int err)
{
	char why[4096];
	if (file_get(p->last_error, why, sizeof why) > 0)
		fputs(why, stderr);
	errno = -err;
	measure_die(what, p->lock);
}

static double
verb(struct pair *p, const char *word, const char *name)
{
	char line[128];
	int len = snprintf(line, sizeof line, "%s %s\n", word, name);
	double from = measure_now_us();
	int err = file_put(p->lock, O_WRONLY | O_TRUNC, line, (size_t)len);
	double took = measure_now_us() - from;
	if (err)
		refused(p, word, err);
	return took;
}

void
pair_pretend(struct pair *p, const char *dir, const char *desk, size_t turn_bytes)
{
	*p = (struct pair){.turn_bytes = turn_bytes};
	snprintf(p->lock, sizeof p->lock, "%s/lock", dir);
	snprintf(p->status, sizeof p->status, "%s/status", dir);
	snprintf(p->last_error, sizeof p->last_error, "%s/last_error", dir);
	for (int i = 0; i < 2; i++) {
		snprintf(p->desk[i], sizeof p->desk[i], "%s/%s", dir, desk);
		snprintf(p->wait[i], sizeof p->wait[i], "%s", p->status);
		snprintf(p->prompt[i], sizeof p->prompt[i], "%s", p->status);
	}
}

void
pair_make(struct pair *p, const char *mount, const char *name, size_t turn_bytes)
{
	char dir[PAIR_PATH_BYTES - 48];
	snprintf(dir, sizeof dir, "%s/%s", mount, name);
	pair_pretend(p, dir, "", turn_bytes);
	for (int i = 0; i < 2; i++) {
		snprintf(p->desk[i], sizeof p->desk[i], "%s/participants/%s/turn.md", dir, names[i]);
		snprintf(p->wait[i], sizeof p->wait[i], "%s/participants/%s/wait", dir, names[i]);
		snprintf(p->prompt[i], sizeof p->prompt[i], "%s/participants/%s/prompt.md", dir, names[i]);
	}
	snprintf(p->topic, sizeof p->topic, "%s", name);
	if (mkdir(dir, 0755) < 0)
		measure_die("mkdir", dir);
	verb(p, "join", names[0]);
	verb(p, "join", names[1]);
}

void
pair_free(struct pair *p)
{
	free(p->next);
	p->next = NULL;
}

const char *
pair_speaker(const struct pair *p)
{
	return names[p->turns % 2];
}

double
pair_claim(struct pair *p)
{
	return verb(p, "claim", pair_speaker(p));
}

double
pair_release(struct pair *p)
{
	return verb(p, "release", pair_speaker(p));
}

double
pair_peer_reads(struct pair *p)
{
	char buf[8192];
	double from = measure_now_us();
	ssize_t n = file_peek(p->status, buf, sizeof buf);
	double took = measure_now_us() - from;
	if (n <= 0)
		refused(p, "status", n < 0 ? (int)n : -ENODATA);
	return took;
}

void
pair_prepare(struct pair *p)
{
	uint64_t seed = 0;
	for (const char *c = p->topic; *c; c++)
		seed = seed * 31 + (unsigned char)*c;
	struct turn_spec spec = {
		.number = p->turns + 1,
		.name = pair_speaker(p),
		.harness = "unknown",
		.model = "unknown-model",
		.topic = p->topic,
		.bytes = p->turn_bytes,
		.seed = seed,
	};
	free(p->next);
	p->next = turn_make(&spec);
}

double
pair_turn(struct pair *p)
{
	double from = measure_now_us();
	int err = file_put(p->desk[p->turns % 2], O_WRONLY | O_TRUNC, p->next, p->turn_bytes);
	double took = measure_now_us() - from;
	if (err)
		refused(p, "turn", err);
	p->turns++;
	pair_free(p);
	return took;
}

double
pair_cycle(struct pair *p)
{
	char buf[65536];
	pair_prepare(p);
	double from = measure_now_us();
	if (file_peek(p->wait[p->turns % 2], buf, sizeof buf) <= 0)
		measure_die("read", p->wait[p->turns % 2]);
	if (file_get(p->prompt[p->turns % 2], buf, sizeof buf) <= 0)
		measure_die("read", p->prompt[p->turns % 2]);
	pair_turn(p);
	pair_peer_reads(p);
	return measure_now_us() - from;
}

double
pair_answer(struct pair *p)
{
	pair_prepare(p);
	double from = measure_now_us();
	pair_turn(p);
	pair_peer_reads(p);
	return measure_now_us() - from;
}
