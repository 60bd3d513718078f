/*
 * Rows 3, 4 and 6: a claim, a durable turn at the desk and a whole cycle by one client, against appends to a file on the store's disk, each
 * with its fdatasync: of one line for a claim, of a turn's bytes for the others.
 * Leaves its plain files in DIRECTORY.
 *
 * The floor of 4 and 6 is the same by the bare server, which decides nothing: its messages, and the append with its flush; no server
 * of a mount comes below that. The second floor is the same with the text read by cmark-gfm and kept by SQLite, as a text must be that is
 * to be judged and stored so. The third is with the text judged, chained and folded besides, in one duel in one thread, without a lock:
 * what is above it is who may write, and what others see of it.
 *
 * On a store that many mounts share (`shared` in place of BARE) there is no bare server, and a claim is held against the append of a turn.
 *
 *     write MOUNT BARE|shared DIRECTORY [TURN_BYTES [TURNS_A_DUEL]]
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/bench/lib/client.h"
#include "tests/bench/lib/measure.h"
#include "tests/bench/lib/plain.h"

#define SAMPLES 51
#define CLAIMS 20 /* in a sample */

/* A sample is a run of the same, so that what one side leaves to be done behind its back (a flush that close began) falls on itself. */

/* What the bare server takes turns with, from the least it may do to the most. */
#define FLOORS 3
static const char *const floor_files[FLOORS] = {"durable.md", "stored.md", "judged.md"};
static const char *const turn_floors[FLOORS] = {"a turn that nothing judges or folds", "a turn read by cmark-gfm and kept by SQLite",
	"a turn that is judged and folded, and kept so"};
static const char *const cycle_floors[FLOORS] = {"a cycle whose turn nothing judges or folds", "a cycle whose turn is read and kept so",
	"a cycle whose turn is judged and folded, and kept so"};

/* The stage on which turns are taken: a new duel for each sample. */
struct stage {
	const char *mount;
	const char *prefix; /* of its duels; of the bare server, the file that takes the turns */
	size_t turn_bytes;
	unsigned turns; /* in a sample */
	unsigned made;
};

static void
stage_ready(struct stage *s, struct pair *p)
{
	char name[64];
	snprintf(name, sizeof name, "%s-%u", s->prefix, ++s->made);
	pair_make(p, s->mount, name, s->turn_bytes);
}

static double
claims(void *arg)
{
	double took = 0;
	for (int i = 0; i < CLAIMS; i++) {
		took += pair_claim(arg);
		pair_release(arg);
	}
	return took / CLAIMS;
}

static double
turns(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	stage_ready(s, &p);
	for (unsigned i = 0; i < s->turns; i++) {
		pair_prepare(&p);
		took += pair_turn(&p);
	}
	return took / s->turns;
}

static double
cycles(void *arg)
{
	struct stage *s = arg;
	struct pair p;
	double took = 0;
	stage_ready(s, &p);
	for (unsigned i = 0; i < s->turns; i++)
		took += pair_cycle(&p);
	return took / s->turns;
}

/* The bare server takes each. */
static double
bare_turns(void *arg)
{
	const struct stage *s = arg;
	struct pair p;
	double took = 0;
	pair_pretend(&p, s->mount, s->prefix, s->turn_bytes);
	snprintf(p.topic, sizeof p.topic, "judged");
	for (unsigned i = 0; i < s->turns; i++) {
		pair_prepare(&p);
		took += pair_turn(&p);
	}
	return took / s->turns;
}

static double
bare_cycles(void *arg)
{
	const struct stage *s = arg;
	struct pair p;
	double took = 0;
	pair_pretend(&p, s->mount, s->prefix, s->turn_bytes);
	snprintf(p.topic, sizeof p.topic, "judged");
	for (unsigned i = 0; i < s->turns; i++)
		took += pair_cycle(&p);
	return took / s->turns;
}

static void
row(const char *number, const char *what, struct versus v, double goal, double reach)
{
	measure_print(&(struct line){number, what, v.ours / v.reference, goal, reach, false, "µs", v.ours, v.reference});
}

/* A row with its floors, all side by side: else half of what they differ by is when they were measured. */
static void
row_with_floors(const char *number, const char *what, double goal, double reach, struct side ours, sample_fn bare, struct stage *stages,
	const char *const floors[FLOORS], struct plain *record)
{
	struct side sides[FLOORS + 2] = {ours, {.sample = plain_appends, .arg = record}};
	for (unsigned i = 0; i < FLOORS; i++)
		sides[i + 2] = (struct side){.sample = bare, .arg = &stages[i]};
	measure_sides(sides, FLOORS + 2, SAMPLES);
	double reference = sides[1].median;
	row(number, what, (struct versus){sides[0].median, reference}, goal, reach);
	for (unsigned i = 0; i < FLOORS; i++) {
		double floor = sides[i + 2].median;
		measure_print_floor(number, floors[i], floor / reference, "µs", floor, reference);
	}
}

int
main(int argc, char **argv)
{
	if (argc < 4 || argc > 6) {
		fputs("usage: write MOUNT BARE|shared DIRECTORY [TURN_BYTES [TURNS_A_DUEL]]\n", stderr);
		return 2;
	}
	size_t bytes = argc > 4 ? strtoul(argv[4], NULL, 10) : 2048;
	unsigned n = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 6;
	struct pair p;
	struct plain line, record;
	pair_make(&p, argv[1], "bench-claim", bytes);
	plain_open(&line, argv[3], "plain-line", sizeof "claim alice");
	line.appends = CLAIMS;
	plain_open(&record, argv[3], "plain-record", bytes);
	record.appends = n;
	struct stage s4 = {.mount = argv[1], .prefix = "bench-turn", .turn_bytes = bytes, .turns = n};
	struct stage s6 = {.mount = argv[1], .prefix = "bench-cycle", .turn_bytes = bytes, .turns = n};
	struct stage bare[FLOORS];
	for (unsigned i = 0; i < FLOORS; i++)
		bare[i] = (struct stage){.mount = argv[2], .prefix = floor_files[i], .turn_bytes = bytes, .turns = n};

	if (!strcmp(argv[2], "shared")) {
		row("3s", "claim, durable (echo > lock)", measure_versus(claims, &p, plain_appends, &record, SAMPLES), 1.5, 1.1);
		row("4s", "durable turn at the desk, one client", measure_versus(turns, &s4, plain_appends, &record, SAMPLES), 1.3, 1.1);
		row("6s", "cycle: wait, prompt.md, turn.md, peer's status", measure_versus(cycles, &s6, plain_appends, &record, SAMPLES), 4, 3.1);
		return 0;
	}
	row("3", "claim, durable (echo > lock)", measure_versus(claims, &p, plain_appends, &line, SAMPLES), 1.2, 1.0);
	row_with_floors("4", "durable turn at the desk, one client", 1.4, 1.25, (struct side){.sample = turns, .arg = &s4}, bare_turns, bare,
		turn_floors, &record);
	row_with_floors("6", "cycle: wait, prompt.md, turn.md, peer's status", 2.2, 1.7, (struct side){.sample = cycles, .arg = &s6},
		bare_cycles, bare, cycle_floors, &record);
	free(line.bytes);
	free(record.bytes);
	return 0;
}
