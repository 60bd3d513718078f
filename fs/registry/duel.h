/*
 * One duel as its readers see it. Everything here expects the registry's lock.
 *
 * duel_settle comes first, but where it is held: it is loaded, and what has fallen due by the clock happens (a lease
 * that ran out), so that whatever is rendered then is true at that moment.
 */
#ifndef FS_REGISTRY_DUEL_H
#define FS_REGISTRY_DUEL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <utstring.h>
#include "fs/registry/registry.h"
#include "fs/util/caller.h"
#include "validators/text/findings.h"

/* Wait until it is loaded: 0, or -EIO (the store cannot be read), -ENOENT (it is gone). A damaged log is no
 * error: such a duel is read-only and `invalidated`. Lets go of the lock meanwhile: what was borrowed is so no more. */
int duel_load(struct duel *d);
/* Both; and what the clock owes happens first, whose entries go to the disk: what is shown then is true. */
int duel_settle(struct duel *d);
/* Has that nothing to wait for? */
bool duel_is_settled(struct duel *d);

/* Hold it loaded (an open file): every hold wants its drop. */
void duel_hold(struct duel *d);
void duel_drop(struct duel *d);

int64_t duel_id(const struct duel *d);
const char *duel_name(const struct duel *d);
uid_t duel_uid(const struct duel *d);         /* who made it */
uid_t duel_seat_uid(const struct duel *d, unsigned number); /* the same of a participant */
/* Its newest entry or change, or the end of a bounded wait, which changes what may be done: mtime of what shows the
 * whole. Works untouched. */
int64_t duel_updated_ms(const struct duel *d);
int64_t duel_created_ms(const struct duel *d);/* works untouched */

/* The rest wants duel_settle in the same critical section, or a hold. */
/* grows with every change that any file shows; sizes stay equal under one version */
uint64_t duel_version(const struct duel *d);
/* mtime of debate.md: its bytes grew, or its front or head changed; always later than before */
int64_t duel_record_ms(const struct duel *d);
int64_t duel_rules_ms(const struct duel *d);  /* of config.toml and source.md: when they were set */
int64_t duel_events_ms(const struct duel *d); /* of events: of its last line */
int64_t duel_refused_ms(const struct duel *d);/* of last_error: of its newest refusal; always later than before */
int64_t duel_seat_refused_ms(const struct duel *d, unsigned seat); /* of a seat's last_error */
bool duel_is_closed(const struct duel *d);
bool duel_has_source(const struct duel *d);
bool duel_has_evidence(const struct duel *d); /* an evidence root */
unsigned duel_turns(const struct duel *d);
unsigned duel_seats(const struct duel *d);
/* May this uid do what is its maker's? Root may, as anybody. Nothing else holds the maker's uid against a
 * caller's. */
bool duel_may_make(const struct duel *d, uid_t uid);
const struct seat *duel_seat(const struct duel *d, unsigned number);      /* from 1 */
bool duel_may_act(const struct duel *d, unsigned seat, uid_t uid);        /* fold_may_act */
const struct seat *duel_seat_named(const struct duel *d, const char *name);/* exact bytes; NULL */
struct turn_slice duel_turn(const struct duel *d, unsigned number);       /* from 1 */
/* "001-alice.md" */
void duel_turn_name(const struct duel *d, unsigned number, char *out, size_t size);

/* Its source as it is now, kept until source_drop; NULL: it has none, and nothing is to be dropped. */
const struct source *duel_source_hold(struct duel *d);

/* debate.md as it is now, borrowed until the lock is released: the front of a format that has one, which changes, then
 * the record, which only grows. Before its first entry the record is its head as it stands. */
void duel_record(struct duel *d, const char **bytes, size_t *len);
/* Bytes before the record; 0 where the format has no front. And of the record itself, or its head. */
size_t duel_front_len(struct duel *d);
size_t duel_record_len(struct duel *d);
/* debate.md to whoever has begun to read it with this front: that, then the record as it is now, so that no byte is
 * read twice or missed where the front changes meanwhile. The pieces from `offset` on, `size` bytes at most; how many
 * there are. Borrowed likewise. */
unsigned duel_record_pieces(
	struct duel *d, const char *front, size_t front_len, uint64_t offset, size_t size, struct iovec out[2]);

/* The same with one signature, for a table of files; `sub` is the turn's number in bytes_turn. */
typedef void (*bytes_fn)(struct duel *d, unsigned sub, const char **bytes, size_t *len);
void bytes_record(struct duel *d, unsigned sub, const char **bytes, size_t *len);
void bytes_events(struct duel *d, unsigned sub, const char **bytes, size_t *len);
void render_evidence(struct duel *d, unsigned sub, UT_string *out);
void bytes_source(struct duel *d, unsigned sub, const char **bytes, size_t *len);
void bytes_turn(struct duel *d, unsigned sub, const char **bytes, size_t *len);

/* One signature for everything that is rendered; `sub` is a turn's or a seat's number where the file has one. */
typedef void (*render_fn)(struct duel *d, unsigned sub, UT_string *out);
void render_config(struct duel *d, unsigned sub, UT_string *out);       /* config.toml */
void render_last_error(struct duel *d, unsigned sub, UT_string *out);
void render_seat_last_error(struct duel *d, unsigned seat, UT_string *out); /* its own */
void render_desk(struct duel *d, unsigned seat, UT_string *out);
int64_t duel_desk_ms(const struct duel *d, unsigned seat);
/* A seat may remove its turn.md: that hides the name, in memory, until it is made anew. */
bool desk_is_removed(const struct duel *d, unsigned seat);
void desk_set_removed(struct duel *d, unsigned seat, bool removed);
void render_seat_check(struct duel *d, unsigned seat, UT_string *out);
int64_t duel_seat_check_ms(const struct duel *d, unsigned seat);

/* Refuse something that did not come through a door or a verb (a new file, an unlink, a truncation by path): keeps it
 * in last_error and events, and returns the negative errno. `file` is the name in the duel's directory. */
int duel_refuse(struct duel *d, const struct caller *who, const char *file, const struct rule *rule, const char *format,
	...) __attribute__((format(printf, 5, 6)));

/* A new name in its directory as a refusal may show it: not a seat's token, nor what ends in one behind a "=". */
const char *duel_name_shown(const struct duel *d, const char *name);

#endif
