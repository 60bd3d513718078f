/*
 * Marks: a short check value for every MARK_BLOCK_BYTES of a record entry's body, kept in its data as "marks". The hash
 * chain says that an entry is not what was accepted; the marks say where. Pure.
 */
#ifndef FS_DUELS_MARKS_H
#define FS_DUELS_MARKS_H

#include "fs/util/entry.h"

/* Put the marks of e->body into e->data (a JSON object, or NULL: it becomes one). */
void marks_set(struct entry *e);

/* The first byte of e->body that is not what was marked: exact where one byte of its block changed, else the block's
 * first. body_len where every block is as it was: the damage is not in the body, or there are no marks to tell by. */
size_t marks_first_damage(const struct entry *e);

#endif
