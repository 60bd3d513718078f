/*
 * One duel as its readers see it. Everything here expects the duels' lock.
 *
 * Callers that have not entered the duel call duel_settle first: it loads the duel and lets happen what has fallen due
 * by the clock, such as the end of a lease, so that what is rendered then is true at that moment.
 */
#ifndef FS_DUELS_DUEL_H
#define FS_DUELS_DUEL_H

#include <stdbool.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <utstring.h>
#include "fs/duels/duels.h"
#include "fs/util/caller.h"
#include "validators/text/findings.h"

/* Wait until it is loaded: 0, or -EIO (the store cannot be read), -ENOENT (it is gone). A damaged log is no
 * error: such a duel is read-only and `invalidated`. Lets go of the lock meanwhile: what was borrowed is so no more. */
int duel_load(struct duel *d);
/* Both; and what the clock owes happens first, whose entries go to the disk: what is shown then is true. */
int duel_settle(struct duel *d);
/* Has anything that shows fallen due for which nobody has entered yet? It is loaded. */
bool duel_is_owed(struct duel *d);

/* May this uid do what is its maker's? Root may, as anybody. Nothing else holds the maker's uid against a
 * caller's. */
bool duel_may_make(const struct duel *d, uid_t uid);

size_t duel_record_len(struct duel *d);

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
void render_last_error(struct duel *d, unsigned seat, UT_string *out); /* all of them, or a seat's own */
void render_desk(struct duel *d, unsigned seat, UT_string *out);
void render_seat_check(struct duel *d, unsigned seat, UT_string *out);

/* Refuse something by one rule: keeps it in last_error, and returns the negative errno. `file` is the name in the
 * duel's directory; `seat` 0: nobody's, or it did not come through an intake or a verb. */
int refuse_rule(struct duel *d, unsigned seat, const struct caller *who, const char *file, const struct rule *rule,
	const char *format, ...) __attribute__((format(printf, 6, 7)));

/* A new name in its directory as a refusal may show it: not a seat's token, nor what ends in one behind a "=". */
const char *duel_name_shown(const struct duel *d, const char *name);

#endif
