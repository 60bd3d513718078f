/*
 * Entries (validators/kit/entry.h) as the filesystem makes and chains them.
 *
 * The hash of an entry covers the hash of the one before, so that no accepted byte can change unnoticed:
 *     hash = BLAKE2b-256(previous hash ‖ LE64(seq) ‖ LE64(kind) ‖ LE64(seat) ‖ LE64(lease) ‖ LE64(time_ms) ‖
 * LE64(clock_ms) ‖ LE64(boot) ‖ LE64(data_len) ‖ data ‖ LE64(body_len) ‖ body) with 32 zero bytes (the duel's id in the
 * first eight, LE) before the first entry.
 */
#ifndef FS_UTIL_ENTRY_H
#define FS_UTIL_ENTRY_H

#include <stdbool.h>
#include "validators/kit/entry.h"

struct entry_kind_row {
	const char *name;
	bool record; /* its body is a piece of debate.md, in order; a note's from the next text on */
};
extern const struct entry_kind_row entry_kinds[ENTRY_KINDS];

/* A new entry with copies of data and body; seq, time and hash are filled in when it is put in order. */
struct entry *
entry_new(enum entry_kind kind, unsigned seat, uint64_t lease, const char *data, const char *body, size_t body_len);
void entry_free(struct entry *e);

/* Compute e->hash from the hash before it. */
void entry_chain(struct entry *e, const unsigned char before[ENTRY_HASH_BYTES]);
/* The hash before the first entry of duel `id`. */
void entry_chain_start(unsigned char before[ENTRY_HASH_BYTES], int64_t id);

#endif
