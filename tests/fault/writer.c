/*
 * One of the writers that a killed daemon is told off by: takes turns in a duel of its own, as alice and as bob, through the mount, in
 * every way a turn can come, until the daemon is gone. What was acknowledged is in the journal before it goes on, and a byte on stdout.
 *
 *     writer MOUNT JOURNAL CHAIR SEED MAX_TURNS
 *
 * Duels are CHAIR-1, CHAIR-2 …: the next begins when the last is concluded. Ends with 0 once the daemon is gone, with 1 where anything
 * else goes wrong, and says so on stderr.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"
#include "tests/fault/lib/journal.h"

struct writer {
	const char *mount, *root, *chair;
	uint64_t random;
	unsigned max_turns;
	unsigned generation;
	char name[64];
	struct journal journal;
};

static void
path_of(const struct writer *w, const char *file, char out[PAIR_PATH_BYTES])
{
	snprintf(out, PAIR_PATH_BYTES, "%s/%s%s%s", w->mount, w->name, *file ? "/" : "", file);
}

/*
 * Is the daemon gone? A request that it was just taking up when it was killed ends with EIO by the kernel itself (fuse_dev_do_read could
 * not copy it out), the others with one of the first two: then the mount answers nobody else either.
 */
static bool
daemon_gone(const struct writer *w, int err)
{
	struct stat st;
	if (err == ENOTCONN || err == ECONNABORTED)
		return true;
	return err == EIO && stat(w->mount, &st) < 0 && (errno == ENOTCONN || errno == ECONNABORTED);
}

/* Where the daemon is gone this writer is done. Anything else is a fault of the mount. */
static void
failed(const struct writer *w, const char *what, int err)
{
	char path[PAIR_PATH_BYTES], why[8192] = "";
	if (daemon_gone(w, err))
		exit(0);
	path_of(w, "last_error", path);
	file_get(path, why, sizeof why);
	fprintf(stderr, "%s: %s: %s\n%s", w->name, what, strerror(err), why);
	exit(1);
}

static void
acknowledged(void)
{
	if (write(STDOUT_FILENO, ".", 1) != 1)
		exit(1);
}

static void
verb(const struct writer *w, const char *word, const char *name)
{
	char path[PAIR_PATH_BYTES], line[128];
	path_of(w, "lock", path);
	int len = snprintf(line, sizeof line, "%s %s\n", word, name);
	int err = file_put(path, O_WRONLY | O_TRUNC, line, (size_t)len);
	if (err)
		failed(w, line, -err);
	acknowledged();
}

static char *
status(const struct writer *w)
{
	char path[PAIR_PATH_BYTES];
	size_t len;
	path_of(w, "status", path);
	char *text = file_whole(path, &len);
	if (!text)
		failed(w, "status", errno);
	return text;
}

/* How a turn may come. Each returns 0 or the negative errno that its writer would see; 0 is the acknowledgement. */

static int
by_append(const struct writer *w, const char *record, const char *text, size_t len)
{
	(void)w;
	return file_put(record, O_WRONLY | O_APPEND, text, len);
}

/* Line by line, as bash does it, and an fsync. */
static int
by_lines(const struct writer *w, const char *record, const char *text, size_t len)
{
	(void)w;
	int err = 0, fd = open(record, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	for (const char *at = text; !err && at < text + len;) {
		size_t n = strcspn(at, "\n") + 1;
		err = write(fd, at, n) < 0 ? -errno : 0;
		at += n;
	}
	if (!err && fsync(fd) < 0)
		err = -errno;
	if (close(fd) < 0 && !err)
		err = -errno;
	return err;
}

/* The old bytes and the new ones behind them; malloc'd. */
static char *
rewritten(const char *record, const char *text, size_t len, size_t *out)
{
	char *whole = file_whole(record, out);
	if (!whole)
		return NULL;
	whole = realloc(whole, *out + len + 2);
	if (!whole)
		abort();
	whole[(*out)++] = '\n';
	memcpy(whole + *out, text, len);
	*out += len;
	return whole;
}

static int
by_rewrite(const struct writer *w, const char *record, const char *text, size_t len)
{
	(void)w;
	size_t all;
	char *whole = rewritten(record, text, len, &all);
	if (!whole)
		return -errno;
	int err = file_put(record, O_WRONLY | O_TRUNC, whole, all);
	free(whole);
	return err;
}

static int
by_rename(const struct writer *w, const char *record, const char *text, size_t len)
{
	char scratch[PAIR_PATH_BYTES], name[64];
	size_t all;
	char *whole = rewritten(record, text, len, &all);
	if (!whole)
		return -errno;
	snprintf(name, sizeof name, "debate.md.tmp.%d", getpid());
	path_of(w, name, scratch);
	int err = file_put(scratch, O_WRONLY | O_CREAT | O_EXCL, whole, all);
	if (!err && rename(scratch, record) < 0)
		err = -errno;
	free(whole);
	return err;
}

static int (*const ways[])(const struct writer *w, const char *record, const char *text, size_t len) = {
	by_append, by_lines, by_rewrite, by_rename};

static void
submit(struct writer *w, const char *kept_as, const char *text, size_t len)
{
	char record[PAIR_PATH_BYTES];
	path_of(w, "debate.md", record);
	journal_keep(&w->journal, kept_as, text, len);
	unsigned way = (unsigned)(turn_random(&w->random) % (sizeof ways / sizeof ways[0]));
	int err = ways[way](w, record, text, len);
	if (err) {
		char what[64];
		snprintf(what, sizeof what, "%s in way %u", kept_as, way);
		failed(w, what, -err);
	}
}

static void
take_turn(struct writer *w, unsigned number)
{
	char name[32];
	struct turn_spec spec = {
		.number = number,
		.name = journal_names[(number - 1) % 2],
		.harness = "unknown",
		.model = "unknown-model",
		.bytes = 1024 + turn_random(&w->random) % 5000,
		.seed = turn_random(&w->random),
	};
	char *text = turn_make(&spec);
	snprintf(name, sizeof name, "%03u.md", number);
	submit(w, name, text, spec.bytes);
	journal_note(&w->journal, "turn %u", number);
	acknowledged();
	free(text);
}

static void
conclude(struct writer *w)
{
	char text[512];
	int len = snprintf(text, sizeof text,
		"## Terminal Conclusion\n\n**Outcome**: MAX_TURNS\n**Candidate Convergence**: no\n**Reason**: every turn is taken\n\n"
		"Nothing was settled on %s; the source of this duel is none.\n", w->name);
	submit(w, "conclusion.md", text, (size_t)len);
	journal_note(&w->journal, "concluded");
	acknowledged();
}

/* A number that is granted anew is higher than any before it, whatever was lost. */
static void
note_lease(struct writer *w, bool fresh)
{
	char *text = status(w);
	unsigned long long lease = strtoull(status_value(text, "lease"), NULL, 10);
	if (lease == 0 || (fresh && lease <= w->journal.lease_most)) {
		fprintf(stderr, "%s: lease %llu was granted after %llu\n", w->name, lease, (unsigned long long)w->journal.lease_most);
		exit(1);
	}
	journal_note(&w->journal, "lease %llu", lease);
	free(text);
}

static void
step(struct writer *w)
{
	char *text = status(w);
	unsigned turns = (unsigned)strtoul(status_value(text, "turns"), NULL, 10);
	const char *speaker = journal_names[turns % 2];
	char owner[64];
	snprintf(owner, sizeof owner, "%s", status_value(text, "lock_owner"));
	free(text);
	if (*owner && strcmp(owner, speaker)) {
		verb(w, "release", owner);
		*owner = '\0';
	}
	verb(w, "claim", speaker);
	note_lease(w, !*owner);
	if (turns == w->max_turns) {
		conclude(w);
		return;
	}
	take_turn(w, turns + 1);
	verb(w, "release", speaker);
}

static void
begin(struct writer *w)
{
	char dir[PAIR_PATH_BYTES];
	path_of(w, "", dir);
	if (!w->journal.made) {
		if (mkdir(dir, 0755) < 0 && errno != EEXIST)
			failed(w, "mkdir", errno);
		journal_note(&w->journal, "made");
		acknowledged();
	}
	for (int i = 0; i < 2; i++)
		if (!w->journal.joined[i]) {
			verb(w, "join", journal_names[i]);
			journal_note(&w->journal, "joined %d", i);
		}
}

static bool
concluded(const struct writer *w)
{
	if (w->journal.concluded)
		return true;
	char *text = status(w);
	bool yes = !strcmp(status_value(text, "state"), "completed");
	free(text);
	return yes;
}

int
main(int argc, char **argv)
{
	if (argc != 6) {
		fputs("usage: writer MOUNT JOURNAL CHAIR SEED MAX_TURNS\n", stderr);
		return 2;
	}
	struct writer w = {.mount = argv[1], .root = argv[2], .chair = argv[3], .random = strtoull(argv[4], NULL, 10),
		.max_turns = (unsigned)strtoul(argv[5], NULL, 10)};
	for (;;) {
		bool there;
		do {
			snprintf(w.name, sizeof w.name, "%s-%u", w.chair, ++w.generation);
			there = journal_open(&w.journal, w.root, w.name, false);
		} while (there && w.journal.concluded);
		journal_open(&w.journal, w.root, w.name, true);
		begin(&w);
		while (!concluded(&w))
			step(&w);
		if (!w.journal.concluded)
			journal_note(&w.journal, "concluded");
	}
}
