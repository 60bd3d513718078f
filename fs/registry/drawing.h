/*
 * Pictures of a format's graphs (format_row.drawn): the format gives a graph as text, Graphviz lays it out, beside the
 * loop.
 *
 *     somebody looks at the file, or at what shows it ──► is the graph another than the one shown? ──► a layout begins;
 * it lands ──► did somebody look meanwhile, and was the graph another? ──► the next one begins
 *
 * A commit draws nothing: what nobody looks at costs nothing, however large the graph is. A stat is a look, too.
 *
 * Of one file one layout is under way at a time, and the newest graph wins. What is there to read is the picture that
 * landed last; before the first one a picture that says so. Whoever opens the file waits (WAIT_DRAWN) for a picture of
 * the graph as it is at the open, for as long as one layout may take.
 *
 * A layout holds neither the lock nor its duel: a duel that is gone, or was loaded anew, when it lands takes no notice
 * of it. The end of the registry cuts it short. Where it failed since there is no such program, the next touch tries
 * again; else the reason stands in the picture.
 *
 * Expects the registry's lock, and duel_touch in the same critical section.
 */
#ifndef FS_REGISTRY_DRAWING_H
#define FS_REGISTRY_DRAWING_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <utstring.h>
#include "validators/kit/format.h"

struct duel;
struct kept;
struct wait;
struct lent;
struct source;

/* What a picture, or a page that is kept (below), is made of; without the lock. */
struct drawing_plan {
	UT_string text;
	const char *record;          /* NULL: it needs none */
	size_t record_len;
	struct lent *lent;           /* whose bytes these are; NULL: whoever makes it has them */
	const struct source *source; /* held; NULL: likewise */
	unsigned last_turn;          /* of a page: the highest number of a text in it */
	const char *const *anchors;  /* likewise: what else of it texts lead to (format.anchors) */
	bool kept;                   /* of a page: it is a copy, and stays as it is */
};
/* What the mount gives to those who make. */
struct drawing_means {
	const char *dot; /* the program */
	const int *stop; /* a descriptor: once there is something to read from it, it is given up */
};

struct drawing_kind {
	/* Into an empty one, with the lock held. */
	void (*plan)(struct duel *d, unsigned row, struct drawing_plan *out);
	/* Append what is to be read, or what says why there is none, and 0 or a negative errno; without the lock. */
	int (*make)(const struct drawing_plan *plan, const struct drawing_means *means, UT_string *out);
};

struct drawing {
	char *bytes; /* NULL: none yet; owned */
	size_t len;
	int err; /* of the layout that gave it */
	int64_t landed_ms;
	uint64_t begun, landed; /* layouts of this file, by number from 1: the last one of each */
	uint64_t wanted; /* the number of that which shows what was seen by the last look */
	uint64_t seen; /* fold_news at that; 0: none yet */
	uint64_t job; /* the registry's number of the one under way; 0: none */
	unsigned char of[crypto_generichash_BYTES], job_of[crypto_generichash_BYTES]; /* hashes of the plans */
};

/* Begin the layout that the graph of this row, if it is one, wants now. */
void drawing_look(struct duel *d, unsigned row);
/* Is what shows the duel as it is now still to come? Then *w waits for it. */
bool drawing_wait(struct duel *d, unsigned row, struct wait *w);
bool drawing_has_landed(const struct duel *d, unsigned row, uint64_t layout);
/* When the picture that is there landed; 0: there is none. */
int64_t drawing_ms(const struct duel *d, unsigned row);
/* Append the graph as it is now, for whoever lays it out elsewhere. Also of a duel that was loaded offline. */
void drawing_graph(struct duel *d, unsigned row, UT_string *out);
/* Borrowed until the lock is released; NULL: there is none yet. */
const char *drawing_bytes(const struct duel *d, unsigned row, size_t *len);
/* Append what is there to read; that is a look. */
void drawing_show(struct duel *d, unsigned row, UT_string *out);
size_t drawings_bytes(const struct duel *d);

/*
 * For whoever keeps all of a duel's files as they are at one moment (kept.h), which may be of one that was loaded
 * offline: its pictures, laid out by then of its graphs as they are still, are what there is to read from now on. Then
 * the page is planned (kept: as a copy, which does not look again), made without the lock, and its plan ended with it.
 */
#define DRAWING_PAGE_NAME "view.html"
void drawings_take(struct duel *d, const struct kept *pictures);
void drawing_plan_page(struct duel *d, const struct drawing_kind *page, bool kept, struct drawing_plan *out);
void drawing_make_page(const struct drawing_kind *page, const struct drawing_plan *plan, struct kept *out);
void drawing_plan_end(struct drawing_plan *plan);

#endif
