#include "tests/bench/lib/sides.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/turn.h"

#define OPENING 3 /* arguments of a side in exchange 0; then one in each */
#define GROUNDS 3
#define WORD 6 /* bytes of a word, with the blank behind it */

static const struct {
	const char *name, *role, *prefix;
} desks[DESKS] = {{"alice", "proposition", "prop"}, {"bob", "opposition", "opp"}, {"carol", "judge", NULL}};

static void
put(const struct sides *s, const char *file, int flags, const char *bytes, size_t len)
{
	char path[PAIR_PATH_BYTES + 64], last_error[PAIR_PATH_BYTES + 64], why[4096];
	snprintf(path, sizeof path, "%s/%s", s->dir, file);
	int err = file_put(path, O_WRONLY | flags, bytes, len);
	if (!err)
		return;
	snprintf(last_error, sizeof last_error, "%s/last_error", s->dir);
	if (file_get(last_error, why, sizeof why) > 0)
		fputs(why, stderr);
	errno = -err;
	measure_die("write", path);
}

void
sides_make(struct sides *s, const char *mount, const char *name, size_t ground_bytes)
{
	static const char config[] = "format = \"dialectic\"\n";
	*s = (struct sides){.ground_bytes = ground_bytes, .random = strlen(name) * 7919 + ground_bytes};
	snprintf(s->dir, sizeof s->dir, "%s/%s", mount, name);
	if (mkdir(s->dir, 0755) < 0)
		measure_die("mkdir", s->dir);
	put(s, "config.toml", O_APPEND, config, strlen(config));
	for (int i = 0; i < DESKS; i++) {
		char line[64];
		snprintf(line, sizeof line, "join %s role=%s\n", desks[i].name, desks[i].role);
		put(s, "lock", O_TRUNC, line, strlen(line));
	}
}

void
sides_free(struct sides *s)
{
	for (int i = 0; i < DESKS; i++) {
		free(s->next[i]);
		s->next[i] = NULL;
	}
}

/* Words of five letters, at least one, in about so many bytes. */
static void
words(struct sides *s, FILE *out, size_t bytes)
{
	for (size_t at = 0; !at || at + WORD <= bytes; at += WORD) {
		uint64_t r = turn_random(&s->random);
		fprintf(out, "%s%c%c%c%c%c", at ? " " : "", (char)('a' + r % 26), "aeiou"[r / 26 % 5], (char)('a' + r / 130 % 26),
			"aeiou"[r / 3380 % 5], (char)('a' + r / 16900 % 26));
	}
}

static void
member(struct sides *s, FILE *out, const char *name, size_t bytes)
{
	fprintf(out, "\"%s\": \"", name);
	words(s, out, bytes);
	fprintf(out, "\"");
}

static void
argument(struct sides *s, FILE *out, enum desk desk)
{
	fprintf(out, "{");
	member(s, out, "title", 6 * WORD);
	fprintf(out, ", ");
	member(s, out, "claim", 12 * WORD);
	fprintf(out, ", \"grounds\": [");
	for (int i = 0; i < GROUNDS; i++) {
		fprintf(out, "%s{", i ? ", " : "");
		member(s, out, "source", 4 * WORD);
		fprintf(out, ", ");
		member(s, out, "content", s->ground_bytes);
		fprintf(out, ", ");
		member(s, out, "relevance", 10 * WORD);
		fprintf(out, "}");
	}
	fprintf(out, "], ");
	member(s, out, "warrant", 12 * WORD);
	if (s->exchange) { /* it attacks the newest of the other side */
		char last[16] = "000a";
		if (s->exchange > 1)
			snprintf(last, sizeof last, "%03u", s->exchange - 1);
		fprintf(out, ", \"attacks\": [{\"target_id\": \"%s_%s\", \"attack_type\": \"claim_attack\", ",
			desks[!desk].prefix, last);
		member(s, out, "content", 12 * WORD);
		fprintf(out, "}]");
	}
	fprintf(out, "}");
}

static void
score(struct sides *s, FILE *out, enum desk desk, unsigned letter)
{
	fprintf(out, "%s{\"argument_id\": \"%s_%03u", desk || letter ? ", " : "", desks[desk].prefix, s->exchange);
	if (!s->exchange)
		fprintf(out, "%c", (char)('a' + letter));
	fprintf(out, "\", \"score\": %s, ", desk ? "-0.25" : "0.25");
	member(s, out, "reasoning", 12 * WORD);
	fprintf(out, "}");
}

static void
text(struct sides *s, FILE *out, enum desk desk)
{
	unsigned n = s->exchange ? 1 : OPENING;
	if (desk == DESK_JUDGE)
		fprintf(out, "{\"scores\": [");
	else if (!s->exchange)
		fprintf(out, "[");
	for (unsigned i = 0; desk != DESK_JUDGE && i < n; i++) {
		fputs(i ? ", " : "", out);
		argument(s, out, desk);
	}
	for (unsigned i = 0; desk == DESK_JUDGE && i < 2 * n; i++)
		score(s, out, (enum desk)(i / n), i % n);
	if (desk == DESK_JUDGE)
		fprintf(out, "]}");
	else if (!s->exchange)
		fprintf(out, "]");
	fprintf(out, "\n");
}

void
sides_prepare(struct sides *s)
{
	sides_free(s);
	for (int i = 0; i < DESKS; i++) {
		FILE *out = open_memstream(&s->next[i], &s->len[i]);
		if (!out)
			abort();
		text(s, out, (enum desk)i);
		if (fclose(out))
			abort();
	}
}

double
sides_hand_in(struct sides *s, enum desk desk)
{
	char file[64];
	snprintf(file, sizeof file, "participants/%s/turn.md", desks[desk].name);
	double from = measure_now_us();
	put(s, file, O_TRUNC, s->next[desk], s->len[desk]);
	double took = measure_now_us() - from;
	s->exchange += desk == DESK_JUDGE;
	return took;
}

double
sides_read_status(const struct sides *s)
{
	char path[PAIR_PATH_BYTES + 16], buf[8192];
	snprintf(path, sizeof path, "%s/status", s->dir);
	double from = measure_now_us();
	ssize_t n = file_peek(path, buf, sizeof buf);
	double took = measure_now_us() - from;
	if (n <= 0)
		measure_die("read", path);
	return took;
}

void
sides_debate(struct sides *s, unsigned exchanges)
{
	for (unsigned i = 0; i < exchanges; i++) {
		sides_prepare(s);
		for (int desk = 0; desk < DESKS; desk++)
			sides_hand_in(s, (enum desk)desk);
	}
	sides_free(s);
}
