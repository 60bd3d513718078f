/*
 * Inside `lock`: a request on its way from a line to an act. A verb is a row beside its act, which says the keys that
 * it takes and who may (claim.c, release.c, format.c, maker.c, seat.c), and verbs.c lists the rows, reads the line and
 * asks what its row wants; seat.c proves who it is, and joins.
 */
#ifndef FS_LOCK_LOCK_INNER_H
#define FS_LOCK_LOCK_INNER_H

#include <errno.h>
#include "fs/lock/verbs.h"
#include "fs/duels/live.h"
#include "fs/util/words.h"

enum key {
	KEY_HARNESS,
	KEY_MODEL,
	KEY_ROLE,
	KEY_TOKEN,
	KEY_FOR,
	KEY_OUTCOME,
	KEY_REASON,
	KEY_FORCE,
	KEY_TO,
	KEY_WHO,
	KEY_ASKS,
	KEY_TEXT,
	KEYS
};
#define K(k) (1u << KEY_##k)
#define JOIN_KEYS (K(HARNESS) | K(MODEL) | K(ROLE) | K(TOKEN))

/* The keys of `lock`, by enum key: their names, and the one value they take (NULL: any clean text). */
extern const struct key_row {
	const char *name;
	const char *only;
} key_rows[KEYS];

struct request {
	struct duel *d;
	struct caller who;
	const struct verb *verb;
	bool implied; /* no verb was written */
	const char *name; /* of `words` */
	const char *values[KEYS]; /* NULL: not given */
	struct words words;
	unsigned seat; /* 0: not joined */
	bool binds; /* the token is to be bound */
	bool again; /* the seat joins anew, with another harness or model */
};

/* The demands of a verb, asked before it acts. */
enum verb_wants {
	WANTS_FORMAT = 1,   /* a format that lists it */
	WANTS_SEAT = 2,     /* one that has joined; else it joins first */
	WANTS_OPEN = 4,     /* a duel that is not closed */
	WANTS_FLOOR = 8,    /* the seat has it */
	WANTS_MAKER = 32,   /* whoever made the duel, and no seat */
	WANTS_NO_TOKEN = 16 /* none that would be bound now */
};

struct verb {
	const char *name;
	unsigned keys;  /* that it takes */
	unsigned wants; /* enum verb_wants */
	/* Nothing is left to do, whatever it wants: then *err is what it is told. NULL: there always is. */
	bool (*is_done)(struct request *q, int *err);
	/* The seat has joined and is proven: 0, or a negative errno. -EAGAIN: what it was decided by is not what there
	 * is any more. */
	int (*act)(struct request *q);
};
extern const struct verb verb_claim, verb_refresh, verb_join, verb_release, verb_fail, verb_next, verb_end,
	verb_say, verb_close;

/* verbs.c */
/* Whom nobody can join as: who made the duel (maker.c). */
#define MAKER "maker"
/* Keep a refusal under "lock"; returns the negative errno. */
int lock_refuse(struct request *q, enum refusal rule, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A format's rule and its sentence (NULL: the rule's gloss), which is freed. */
int lock_refuse_rule(struct request *q, const struct rule *rule, char *sentence);
int lock_store_refused(struct request *q, int err);
/* Append it, and keep the refusal where that fails; the same of one entry. */
static inline int
lock_append(struct request *q, struct commit *c)
{
	int err = duel_append(c);
	return err && err != -EAGAIN ? lock_store_refused(q, err) : err;
}
int lock_append_one(struct request *q, struct entry *e);

/* seat.c */
/* May this caller act as the seat: its uid, its token, and what it says it is. */
int lock_prove_seat(struct request *q);
/* A new seat, in an entry of its own. */
int lock_join(struct request *q);

#endif
