/*
 * Compare what a mount shows with what its writers were told: every duel of a journal, or those that are not settled yet.
 *
 *     audit MOUNT ARCHIVE JOURNAL [--all]
 *
 * A line on stdout for each thing that is not as it was acknowledged; ends with 1 where there is any. What it finds accepted it notes as
 * acknowledged: from then on it has to stay.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"
#include "tests/fault/lib/journal.h"

#define ARCHIVE_WAIT_S 10

struct audit {
	const char *mount, *archive;
	const char *duel;
	struct journal journal;
	unsigned faults;
	char *status, *record;
	size_t record_len;
	unsigned turns; /* as status says */
};

static void
fault(struct audit *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void
fault(struct audit *a, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	printf("%s: ", a->duel);
	vprintf(format, ap);
	putchar('\n');
	va_end(ap);
	a->faults++;
}

/* A file of the duel; where it cannot be read that is a fault, and NULL. */
static char *
shown(struct audit *a, const char *file, size_t *len)
{
	char path[PAIR_PATH_BYTES];
	snprintf(path, sizeof path, "%s/%s/%s", a->mount, a->duel, file);
	char *bytes = file_whole(path, len);
	if (!bytes)
		fault(a, "%s: %s", file, strerror(errno));
	return bytes;
}

static void
check_status(struct audit *a)
{
	unsigned char hash[crypto_hash_sha256_BYTES];
	char hex[2 * sizeof hash + 1];
	a->turns = (unsigned)strtoul(status_value(a->status, "turns"), NULL, 10);
	if (a->turns < a->journal.turns)
		fault(a, "%u turns are left of %u that were acknowledged", a->turns, a->journal.turns);
	if (a->turns > a->journal.turns + 1)
		fault(a, "%u turns, but only %u were acknowledged and one was under way", a->turns, a->journal.turns);
	if (strtoul(status_value(a->status, "record_bytes"), NULL, 10) != a->record_len)
		fault(a, "record_bytes is %s, debate.md has %zu", status_value(a->status, "record_bytes"), a->record_len);
	crypto_hash_sha256(hash, (const unsigned char *)a->record, a->record_len);
	sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	if (strcmp(status_value(a->status, "record_sha256"), hex))
		fault(a, "record_sha256 is %s, debate.md has %s", status_value(a->status, "record_sha256"), hex);
}

static void
check_seats(struct audit *a)
{
	for (int i = 0; i < 2; i++) {
		char file[64];
		size_t len;
		if (!a->journal.joined[i])
			continue;
		snprintf(file, sizeof file, "participants/%s/status", journal_names[i]);
		free(shown(a, file, &len));
	}
}

static unsigned
entries_in(struct audit *a, const char *dir)
{
	char path[PAIR_PATH_BYTES];
	unsigned n = 0;
	snprintf(path, sizeof path, "%s/%s/%s", a->mount, a->duel, dir);
	DIR *d = opendir(path);
	if (!d) {
		fault(a, "%s: %s", dir, strerror(errno));
		return 0;
	}
	for (struct dirent *e; (e = readdir(d));)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/* Where in the record `bytes` come next, with nothing but rules and blank lines before them; NULL: they do not. */
static const char *
follows(const char *at, const char *bytes, size_t len)
{
	at += strspn(at, "-\n");
	return strncmp(at, bytes, len) ? NULL : at + len;
}

/* The same of the line in which the filesystem says so: `> duelfs: ` and these words, up to its end. */
static const char *
told(const char *at, const char *words)
{
	char line[64];
	int len = snprintf(line, sizeof line, "> duelfs: %s", words);
	at = at ? follows(at, line, (size_t)len) : NULL;
	return at ? strchr(at, '\n') : NULL;
}

/* Every turn is in its file and in the record, as it was meant, in order, and nothing else is in the record behind the head. */
static void
check_turns(struct audit *a)
{
	const char *at = strstr(a->record, "\n## Turn 1 ");
	if (!at && a->turns)
		fault(a, "debate.md has no first turn");
	if (entries_in(a, "turns") != a->turns)
		fault(a, "turns/ has %u files, status says %u", entries_in(a, "turns"), a->turns);
	for (unsigned n = 1; n <= a->turns; n++) {
		char kept[32], file[64];
		size_t meant_len, shown_len;
		snprintf(kept, sizeof kept, "%03u.md", n);
		snprintf(file, sizeof file, "turns/%03u-%s.md", n, journal_names[(n - 1) % 2]);
		char *meant = journal_kept(&a->journal, kept, &meant_len), *now = shown(a, file, &shown_len);
		if (!meant)
			fault(a, "turn %u was never written", n);
		else if (now && (shown_len != meant_len || memcmp(now, meant, meant_len)))
			fault(a, "%s is not what was written: %zu bytes for %zu", file, shown_len, meant_len);
		if (at && !(at = meant ? follows(at, meant, meant_len) : NULL))
			fault(a, "turn %u is not in its place in debate.md", n);
		snprintf(kept, sizeof kept, "points of turn %u: P%u.1", n, n);
		if (at && !(at = told(at, kept)))
			fault(a, "the points of turn %u do not stand behind it", n);
		free(meant);
		free(now);
	}
	size_t len = 0;
	char *conclusion = journal_kept(&a->journal, "conclusion.md", &len);
	bool ended = at && *(at + strspn(at, "-\n"));
	if (ended && (!conclusion || !(at = told(follows(at, conclusion, len), "closed ")) || at[strspn(at, "-\n")]))
		fault(a, "debate.md has something that nobody wrote behind turn %u", a->turns);
	if (ended != !strcmp(status_value(a->status, "state"), "completed"))
		fault(a, "the record %s, the state is %s", ended ? "is concluded" : "has no conclusion", status_value(a->status, "state"));
	if (a->journal.concluded && !ended)
		fault(a, "a conclusion that was acknowledged is gone");
	free(conclusion);
}

/* Once a turn is in, the record only grows. */
static void
check_growth(struct audit *a)
{
	size_t len, turns_len;
	char *before = journal_kept(&a->journal, "debate.md", &len), *turns = journal_kept(&a->journal, "001.md", &turns_len);
	if (before && strstr(before, "\n## Turn 1 ") && (a->record_len < len || memcmp(a->record, before, len)))
		fault(a, "debate.md does not begin with the %zu bytes it had before", len);
	free(before);
	free(turns);
	journal_keep(&a->journal, "debate.md", a->record, a->record_len);
}

/* Bytes of `events` up to the end of the last line that was durable for sure: a turn's or a conclusion's. */
static size_t
durable_events(const char *events)
{
	size_t end = 0;
	for (const char *line = events, *next; (next = strchr(line, '\n')); line = next + 1) {
		const char *durable = strstr(line, "\"artifact_updated\"");
		if (durable && durable < next)
			end = (size_t)(next + 1 - events);
	}
	return end;
}

static void
check_events(struct audit *a)
{
	size_t len, before_len;
	char *events = shown(a, "events", &len), *before = journal_kept(&a->journal, "events", &before_len);
	json_int_t seq = 0;
	unsigned updates = 0;
	if (!events)
		goto out;
	for (const char *line = events, *next; *line; line = next + 1) {
		next = strchr(line, '\n');
		if (!next) {
			fault(a, "events ends in the middle of a line");
			break;
		}
		json_error_t error;
		json_t *event = json_loadb(line, (size_t)(next - line), JSON_REJECT_DUPLICATES, &error);
		json_int_t number = json_integer_value(json_object_get(event, "seq"));
		const char *name = json_string_value(json_object_get(event, "event"));
		if (!event || !name)
			fault(a, "events has a line that is no event: %.*s", (int)(next - line), line);
		else if (number != ++seq)
			fault(a, "events: seq %lld stands where %lld should", (long long)number, (long long)seq);
		updates += name && !strcmp(name, "artifact_updated");
		json_decref(event);
	}
	unsigned accepted = a->turns + (a->journal.concluded ? 1 : 0);
	if (updates < accepted)
		fault(a, "events tells of %u of %u accepted texts", updates, accepted);
	size_t durable = before ? durable_events(before) : 0;
	if (durable > len || (durable && memcmp(events, before, durable)))
		fault(a, "events does not begin with what it durably held before");
	journal_keep(&a->journal, "events", events, len);
out:
	free(events);
	free(before);
}

/* A closed duel takes nothing any more, and its record is a plain file in the archive, once. */
static unsigned
archived(struct audit *a)
{
	unsigned n = 0;
	DIR *d = opendir(a->archive);
	for (struct dirent *e; d && (e = readdir(d));) {
		char path[PAIR_PATH_BYTES];
		size_t len;
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof path, "%s/%s", a->archive, e->d_name);
		char *bytes = file_whole(path, &len);
		n += bytes && len == a->record_len && !memcmp(bytes, a->record, len);
		free(bytes);
	}
	if (d)
		closedir(d);
	return n;
}

static void
check_closed(struct audit *a)
{
	char path[PAIR_PATH_BYTES];
	if (strcmp(status_value(a->status, "state"), "completed"))
		return;
	snprintf(path, sizeof path, "%s/%s/debate.md", a->mount, a->duel);
	int fd = open(path, O_WRONLY | O_APPEND);
	if (fd >= 0 || errno != EROFS)
		fault(a, "a closed duel can be opened for writing (%s)", fd >= 0 ? "opened" : strerror(errno));
	if (fd >= 0)
		close(fd);
	double until = measure_now_us() + ARCHIVE_WAIT_S * 1e6;
	while (!archived(a) && measure_now_us() < until)
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
	if (archived(a) != 1)
		fault(a, "its record is %u times in the archive", archived(a));
	else
		journal_keep(&a->journal, "settled", "", 0);
}

static void
check_duel(struct audit *a)
{
	size_t len;
	char path[PAIR_PATH_BYTES];
	snprintf(path, sizeof path, "%s/%s", a->mount, a->duel);
	if (access(path, F_OK) < 0) {
		if (a->journal.made)
			fault(a, "the duel itself is gone");
		return;
	}
	a->status = shown(a, "status", &len);
	a->record = shown(a, "debate.md", &a->record_len);
	if (a->status && a->record) {
		check_status(a);
		check_seats(a);
		check_turns(a);
		check_growth(a);
		check_events(a);
		check_closed(a);
	}
	if (!a->faults && a->turns > a->journal.turns)
		journal_note(&a->journal, "turn %u", a->turns);
	free(a->status);
	free(a->record);
}

int
main(int argc, char **argv)
{
	if (argc < 4 || argc > 5 || sodium_init() < 0) {
		fputs("usage: audit MOUNT ARCHIVE JOURNAL [--all]\n", stderr);
		return 2;
	}
	unsigned faults = 0, duels = 0, turns = 0;
	DIR *d = opendir(argv[3]);
	if (!d)
		measure_die("open", argv[3]);
	for (struct dirent *e; (e = readdir(d));) {
		struct audit a = {.mount = argv[1], .archive = argv[2], .duel = e->d_name};
		size_t len;
		if (e->d_name[0] == '.' || !journal_open(&a.journal, argv[3], e->d_name, false))
			continue;
		char *settled = argc > 4 ? NULL : journal_kept(&a.journal, "settled", &len);
		if (!settled) {
			check_duel(&a);
			duels++;
			turns += a.turns;
			faults += a.faults;
		}
		free(settled);
	}
	closedir(d);
	fprintf(stderr, "%u turns in %u duels", turns, duels);
	return faults > 0;
}
