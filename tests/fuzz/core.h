/*
 * The core of a mount for fuzz targets, without a kernel: a table of duels over a store in memory, of which each
 * input has a duel of its own. It compares what a refusal may not change, and what a duel looks like when its log is
 * folded anew.
 */
#ifndef TESTS_FUZZ_CORE_H
#define TESTS_FUZZ_CORE_H

#include <sodium.h>
#include "fs/duels/own.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/fs/fixture.h"

#define CORE_DUELS 500 /* until the store is begun anew */

static struct bed *core;
static unsigned core_duels;

/* All that is in the tree of this row of the format's; NULL: it is none. With the lock held. */
static inline char *
core_tree(struct duel *d, unsigned row)
{
	const struct format_row *r = own_row_at(d, row);
	UT_string s;
	if (!r->tree)
		return NULL;
	utstring_init(&s);
	for (unsigned n = 1; n <= r->tree->count(d->fold->state); n++) {
		utstring_printf(&s, "%s\n", r->tree->path(d->fold->state, n));
		r->tree->shows(d->fold->state, n, &s);
	}
	return test_owns(utstring_body(&s));
}

/* The accepted state, which nothing but an accepted entry changes: record, seats, and what is in trees. */
static inline char *
core_accepted(const char *duel)
{
	struct duel *d = the_duel(core, duel);
	const char *text = record(core, duel);
	duels_lock(core->r);
	char *all = TEXT("%u seats, %u pieces\n%s", d->fold->n_seats, debate_pieces(d->fold->state), text), *tree;
	for (unsigned row = 0; own_row_at(d, row); row++)
		if ((tree = core_tree(d, row)))
			all = TEXT("%s%s", all, tree);
	duels_unlock(core->r);
	return all;
}

static inline void
core_done(void)
{
	char command[128];
	bed_close(core);
	snprintf(command, sizeof command, "rm -rf %s", core->dir);
	if (system(command))
		abort();
	free(core);
	core = NULL;
}

/* When the run is over. A run that a finding ends leaves its store, to be looked at. */
static inline void
core_exit(void)
{
	if (core)
		core_done();
}

/* A duel for this input, named in `name`; `format`: its kind. */
static inline void
core_begin(char name[32], const char *format)
{
	char rules[128];
	if (core && core_duels >= CORE_DUELS)
		core_done();
	if (!core) {
		static bool met;
		assert(sodium_init() >= 0);
		assert(met || !atexit(core_exit));
		met = true;
		core = mem_calloc(1, sizeof *core);
		*core = (struct bed){.dir = "/dev/shm/duelfs-fuzz-XXXXXX", .boot_id = "11111111-1111-1111-1111-111111111111",
			.now_ms = 1790000000000, .clock_ms = 100000000000 /* no timer of this boot's */};
		assert(mkdtemp(core->dir));
		bed_open(core);
		core_duels = 0;
	}
	snprintf(name, 32, "d%u", ++core_duels);
	assert(!make_duel(core, name, 0));
	snprintf(rules, sizeof rules, "format = \"%s\"\ntopic = \"d\"\nlease_seconds = 5\n", format);
	assert(!append_to(core, name, INTAKE_FILE_CONFIG, 0, rules));
}

/* Is it the turn of this input to be folded anew? That takes as long as a hundred operations. */
static inline bool
core_chosen(const uint8_t *data, size_t size)
{
	unsigned sum = 0;
	for (size_t i = 0; i < size; i++)
		sum += data[i];
	return sum % 16 == 0;
}

/* Folded anew from what the store has, it is what it was, events too. No intake is open. */
static inline void
core_replays(const char *duel)
{
	const char *accepted = core_accepted(duel), *told = events(core, duel);
	bed_reopen(core);
	assert(!strcmp(accepted, core_accepted(duel)));
	/* a lease that ran out meanwhile may have its end told behind it */
	assert(!strncmp(told, events(core, duel), strlen(told)));
}

#endif
