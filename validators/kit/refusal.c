#include "validators/kit/refusal.h"

#include <errno.h>
#include <stdarg.h>
#include "validators/text/mem.h"

/* clang-format off */
const struct rule refusals[REFUSALS] = {
	[REFUSAL_LEASE_NONE]      = { "lease.none",      .err = EACCES,
		.gloss = "only a participant that has the floor may write: join, claim NAME through `lock`, then "
			"write again" },
	[REFUSAL_LEASE_BUSY]      = { "lease.busy",      .err = EBUSY,
		.gloss = "another participant has the floor: wait until it is released or expires, then claim again" },
	[REFUSAL_LEASE_WAIT]      = { "lease.wait",      .err = EBUSY,
		.gloss = "not enough participants have joined: you stay joined, so read `wait` and claim again once "
			"the others are there" },
	[REFUSAL_LEASE_ORDER]     = { "lease.order",     .err = EBUSY,
		.gloss = "it is not this participant's move: read `wait`, and claim again once the one whose move "
			"it is has moved" },
	[REFUSAL_LEASE_EXPIRED]   = { "lease.expired",   .err = ECANCELED,
		.gloss = "the lease ran out or was overtaken before the commit and nothing was recorded: claim "
			"again, look at the record, then write again" },
	[REFUSAL_LEASE_TOKEN]     = { "lease.token",     .err = EACCES,
		.gloss = "this seat wants its token: give token=SECRET with every verb, and `<!-- token: SECRET "
			"-->` as the first line of every append, and nowhere else" },
	[REFUSAL_SEAT_TAKEN]      = { "seat.taken",      .err = EACCES,
		.gloss = "there is no free seat: only those who have joined may act here, so take part in another "
			"duel or make one" },
	[REFUSAL_SEAT_UNINVITED]  = { "seat.uninvited",  .err = EACCES,
		.gloss = "the maker has said who may join, and as which uid: join under your name in `participants` "
			"of config.toml" },
	[REFUSAL_SEAT_UID]        = { "seat.uid",        .err = EACCES,
		.gloss = "this belongs to another user: act under a name that your own uid joined with, and set "
			"only what your own uid made" },
	[REFUSAL_SEAT_IDENTITY]   = { "seat.identity",   .err = EACCES,
		.gloss = "harness, model and role stay as they were at the join: give the same ones, leave them "
			"out, or change harness and model by another join until the first text" },
	[REFUSAL_SEAT_NAME]       = { "seat.name",       .err = EINVAL,
		.gloss = "a name is 1 to 64 bytes of UTF-8, is no verb, `maker` or `duelfs`, begins with no '>' or "
			"'#', mixes no Latin, Greek and Cyrillic, and holds no control or invisible characters, '/', "
			"'(', ')', '|', '<', backtick, colon before a space or dash between spaces: choose another, "
			"or spell it as at the join" },
	[REFUSAL_VERB_UNKNOWN]    = { "verb.unknown",    .err = EINVAL,
		.gloss = "a line for `lock` is [join|claim|refresh|release] NAME [key=value …]: use one of these "
			"verbs, or one that README.md gives for this format" },
	[REFUSAL_KEY_UNKNOWN]     = { "key.unknown",     .err = EINVAL,
		.gloss = "this verb does not take this key: leave it out, or look up in README.md which keys it "
			"takes" },
	[REFUSAL_VALUE_BAD]       = { "value.bad",       .err = EINVAL,
		.gloss = "a value must be one that its key takes, be given once, and stand in double quotes where "
			"it has spaces: correct the value and write the line again" },
	[REFUSAL_HISTORY_CHANGED] = { "history.changed", .err = EPERM,
		.gloss = "what was accepted never changes: append with >>, or write the record back byte for byte "
			"with one new turn at its end" },
	[REFUSAL_CONFIG_BAD]      = { "config.bad",      .err = EINVAL,
		.gloss = "the rules hold a key, a type or a value that does not exist, and nothing of them was "
			"taken: mend the line that is named and write them again" },
	[REFUSAL_CONFIG_FROZEN]   = { "config.frozen",   .err = EPERM,
		.gloss = "the rules are frozen once a participant has joined: take part under these, or make a new "
			"duel with other ones" },
	[REFUSAL_DUEL_CLOSED]     = { "duel.closed",     .err = EROFS,
		.gloss = "the duel is closed and its record read-only for good: read its outcome in `status`, and "
			"make a new duel to go on" },
	[REFUSAL_LIMIT_DUELS]     = { "limit.duels",     .err = ENOSPC,
		.gloss = "the mount holds as many duels as it may: take part in one that is there, or have unused "
			"ones removed with rmdir" },
	[REFUSAL_LIMIT_UID_DUELS] = { "limit.uid_duels", .err = ENOSPC,
		.gloss = "one user may make only so many duels: remove your unused ones with rmdir, or take part in "
			"one that is there" },
	[REFUSAL_LIMIT_RECORD]    = { "limit.record",    .err = EFBIG,
		.gloss = "the record would grow past its limit: write less, or go on in a new duel" },
	[REFUSAL_LIMIT_TURN]      = { "limit.turn",      .err = EFBIG,
		.gloss = "more was written than any valid turn can hold: write one turn of at most max_turn_bytes, "
			"in a file opened anew" },
	[REFUSAL_LIMIT_VERB]      = { "limit.verb",      .err = EINVAL,
		.gloss = "a write to `lock` is one line of at most 4096 bytes: shorten it, and give one verb in "
			"each write" },
	[REFUSAL_LIMIT_HANDLES]   = { "limit.handles",   .err = ENOSPC,
		.gloss = "one user may have only so many files open for writing, and only so many bytes in open "
			"files to be read: close some and open this one again" },
	[REFUSAL_LIMIT_STAGED]    = { "limit.staged",    .err = ENOSPC,
		.gloss = "one user may have only so many bytes written and not yet decided: close or remove what is "
			"open, then write again" },
	[REFUSAL_LIMIT_EVENTS]    = { "limit.events",    .err = ENOSPC,
		.gloss = "the duel has as many events as it may have, and a lease that no text comes of is in none "
			"any more: claim or refresh once more, and hand in what is due" },
	[REFUSAL_LIMIT_SCRATCH]   = { "limit.scratch",   .err = ENOSPC,
		.gloss = "temporary files beside a record are few and small: remove some, or write yours outside of "
			"the mount" },
	[REFUSAL_STORE_FULL]      = { "store.failed",    .err = ENOSPC,
		.gloss = "the store is full and nothing of this write was kept: make room on its disk, then write "
			"again" },
	[REFUSAL_STORE_FAILED]    = { "store.failed",    .err = EIO,
		.gloss = "the store failed, and whether this change took effect is open: mount anew, look at the "
			"record, and only then write again" },
	[REFUSAL_STORE_STOPPED]   = { "store.stopped",   .err = ECANCELED,
		.gloss = "the writer or the mount ended before this was closed or synced, and nothing of it was "
			"recorded: write it again" },
};
/* clang-format on */

struct fault
fault_of(enum refusal refusal, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	struct fault f = {&refusals[refusal], mem_vformat(format, args)};
	va_end(args);
	return f;
}
