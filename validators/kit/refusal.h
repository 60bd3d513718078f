/*
 * Rules that are not about a text: leases, seats, verbs, keys, limits. One row each in refusal.c; formats
 * and the filesystem refuse with them alike.
 */
#ifndef VALIDATORS_KIT_REFUSAL_H
#define VALIDATORS_KIT_REFUSAL_H

#include "validators/text/findings.h"

enum refusal {
	REFUSAL_LEASE_NONE,       /* EACCES  the writer does not have the floor */
	REFUSAL_LEASE_BUSY,       /* EBUSY   another has it */
	REFUSAL_LEASE_WAIT,       /* EBUSY   the peer is missing */
	REFUSAL_LEASE_ORDER,      /* EBUSY   it is not this one's move */
	REFUSAL_LEASE_EXPIRED,    /* ECANCELED */
	REFUSAL_LEASE_TOKEN,      /* EACCES */
	REFUSAL_SEAT_TAKEN,       /* EACCES  no free seat */
	REFUSAL_SEAT_UNINVITED,   /* EACCES  not among those who may join */
	REFUSAL_SEAT_UID,         /* EACCES  someone else's seat, or not the maker's config */
	REFUSAL_SEAT_IDENTITY,    /* EACCES  another harness, model or role than one joined with */
	REFUSAL_SEAT_NAME,        /* EINVAL  a name that is none, or a second spelling of one */
	REFUSAL_VERB_UNKNOWN,     /* EINVAL */
	REFUSAL_KEY_UNKNOWN,      /* EINVAL */
	REFUSAL_VALUE_BAD,        /* EINVAL */
	REFUSAL_HISTORY_CHANGED,  /* EPERM */
	REFUSAL_CONFIG_BAD,       /* EINVAL */
	REFUSAL_CONFIG_FROZEN,    /* EPERM */
	REFUSAL_DUEL_CLOSED,      /* EROFS */
	REFUSAL_LIMIT_DUELS,      /* ENOSPC  duels in the mount */
	REFUSAL_LIMIT_UID_DUELS,  /* ENOSPC  duels made by one uid */
	REFUSAL_LIMIT_RECORD,     /* EFBIG   bytes of the record */
	REFUSAL_LIMIT_TURN,       /* EFBIG   staged bytes of one submission past any that could be valid */
	REFUSAL_LIMIT_VERB,       /* EINVAL  bytes of a line for `lock` */
	REFUSAL_LIMIT_HANDLES,    /* ENOSPC  open handles of one uid */
	REFUSAL_LIMIT_STAGED,     /* ENOSPC  staged bytes of one uid */
	REFUSAL_LIMIT_EVENTS,     /* ENOSPC  events of one duel */
	REFUSAL_LIMIT_SCRATCH,    /* ENOSPC  temporary files of one uid in a directory */
	REFUSAL_STORE_FULL,       /* ENOSPC  "store.failed" */
	REFUSAL_STORE_FAILED,     /* EIO     "store.failed" */
	REFUSAL_STORE_STOPPED,    /* ECANCELED  the writer or the mount ended before anything was decided */
	REFUSALS
};

extern const struct rule refusals[REFUSALS];

/* Why something is refused. */
struct fault {
	const struct rule *rule; /* NULL: it is not */
	char *sentence;          /* malloc'd */
};
#define NO_FAULT ((struct fault){NULL, NULL})
__attribute__((format(printf, 2, 3))) struct fault fault_of(enum refusal refusal, const char *format, ...);

#endif
