/*
 * An intake: one open file through which entries come in (debate.md, config.toml, a seat's desk). Written bytes are
 * staged in it and decided on as a whole: at the first write, if that is a whole text, else at an fsync, a flush by the
 * opener, or the last close; what a shell redirects is refused at the first write, and accepted only at the others.
 * Expects the duels' lock, and lets go of it meanwhile; 0, or a negative errno.
 *
 * An intake that decided against a write is dead: later writes and flushes give the same errno, and the first reason
 * stays in last_error.
 *
 * Everything goes by the rights of the opener, whoever writes through the open file. They are asked
 * for at the open, and again at writes and decisions (may.c).
 */
#ifndef FS_INTAKE_INTAKE_H
#define FS_INTAKE_INTAKE_H

#include "fs/duels/duels.h"
#include "validators/kit/format.h"

struct intake;
struct scratch;

#define INTAKE_FILES 128 /* of one kind at most: a seat each */

enum intake_file {
	INTAKE_FILE_DEBATE = 0 * INTAKE_FILES, /* the record */
	INTAKE_FILE_CONFIG = 1 * INTAKE_FILES, /* config.toml */
	/* a scratch file that is the record's next version: its first write is judged, and nothing is recorded */
	INTAKE_FILE_DRAFT = 2 * INTAKE_FILES,
	/* + a seat's number: its desk, to which it hands in whatever is due, with the floor or without (desk.c) */
	INTAKE_FILE_DESK = 3 * INTAKE_FILES,
	/* + a seat's number: a scratch file that is its desk's next text, as INTAKE_FILE_DRAFT */
	INTAKE_FILE_DESK_DRAFT = 4 * INTAKE_FILES,
	/* + a seat's number: a rehearsal, judged as that seat's */
	INTAKE_FILE_SEAT_CHECK = 5 * INTAKE_FILES,
};

/* Open for writing. `truncate`: O_TRUNC, staged and never applied. 0 and *out, or a negative errno whose reason is in
 * last_error: -EACCES without the floor or as not the maker, -EROFS once closed, -EPERM for a frozen config, -ENOSPC
 * past a limit. At a desk -EACCES for another uid than the seat's; what its seat may do is asked at its writes. */
int intake_open(struct duel *d, int file, const struct caller *who, bool truncate, struct intake **out);

/* One write. `append`: O_APPEND, the offset is ignored. */
int intake_write(struct intake *w, const char *bytes, size_t len, uint64_t offset, bool append);
/* ftruncate through this handle: staged. */
int intake_truncate(struct intake *w, uint64_t size);
/* Was nothing written through it yet? */
bool intake_is_unused(const struct intake *w);
/* The process that opened it closed a copy before anything was written, as a shell does that makes it its output. */
void intake_redirect(struct intake *w);
/* An fsync, or a flush by the process that opened the file; another's decides nothing. */
int intake_decide(struct intake *w);
/* The process that opened the file, or one that wrote to it, is being ended by this signal: what it left off in the
 * middle is dropped and refused, and the intake is dead. Nothing is staged: nothing happens. */
int intake_cut(struct intake *w, int signal);
/* The last decision; or (not `closed`) the mount ends, which decides nothing: what is staged is dropped, and counts as
 * a refused append of its lease. The intake is freed. */
int intake_close(struct intake *w, bool closed);
/* A scratch file renamed over the written file: a rewrite of the whole file in one step, decided at the rename and
 * durable when it returns 0. Then the scratch file has lost its name; else it stays as it was, and the
 * reason is in last_error. `file` is an enum intake_file. */
int intake_replace(struct scratch *s, int file, const struct caller *who);
/* Is something staged that nobody has decided on yet? */
bool intake_is_undecided(const struct intake *w);

/* Is there an open file under this lease with bytes that nobody has decided on yet? */
bool intakes_undecided(const struct duel *d, uint64_t lease);

#endif
