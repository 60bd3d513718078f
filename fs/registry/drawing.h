/*
 * Pictures of a format's graphs (format_row.drawn): the format gives a graph as text, Graphviz lays it out, beside the
 * loop.
 *
 *     commit, or the first touch since the duel was loaded ──► is the graph another than the one shown? ──► a layout
 * begins it lands ──► is the graph another by now? ──► the next one begins
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

struct duel;
struct wait;

struct drawing {
	char *svg; /* NULL: none yet; owned */
	size_t len;
	int err; /* of the layout that gave it */
	int64_t landed_ms;
	uint64_t begun, landed; /* layouts of this file, by number from 1: the last one of each */
	uint64_t job; /* the registry's number of the one under way; 0: none */
	unsigned char of[crypto_generichash_BYTES], job_of[crypto_generichash_BYTES]; /* hashes of the graphs */
};

/* Begin what layouts the graphs want now. */
void drawings_update(struct duel *d);
/* Is a picture of the graph as it is now still to come? Then *w waits for it. */
bool drawing_wait(struct duel *d, unsigned row, struct wait *w);
bool drawing_has_landed(const struct duel *d, unsigned row, uint64_t layout);
/* When the picture that is there landed; 0: there is none. */
int64_t drawing_ms(const struct duel *d, unsigned row);
/* Append the graph as it is now, for whoever lays it out elsewhere. Also of a duel that was loaded offline. */
void drawing_graph(struct duel *d, unsigned row, UT_string *out);
/* Append what is there to read. */
void drawing_show(struct duel *d, unsigned row, UT_string *out);
size_t drawings_bytes(const struct duel *d);

#endif
