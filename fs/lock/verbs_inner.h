/*
 * Inside the verbs of `lock`: a request on its way from a line to an act (verbs.c reads it, verbs_seat.c says who it is and joins,
 * verbs_floor.c claims, refreshes and releases, verbs_format.c asks the format).
 */
#ifndef FS_LOCK_VERBS_INNER_H
#define FS_LOCK_VERBS_INNER_H

#include "fs/lock/verbs.h"
#include "fs/registry/live.h"
#include "fs/util/words.h"

enum key { KEY_HARNESS, KEY_MODEL, KEY_ROLE, KEY_TOKEN, KEY_PIECEWISE, KEY_FOR, KEY_OUTCOME, KEY_REASON, KEY_FORCE, KEY_TO, KEY_WHO, KEY_ASKS,
	KEYS };
#define K(k) (1u << KEY_##k)

struct request {
	struct duel *d;
	struct caller who;
	const struct verb *verb;
	bool implied; /* no verb was written */
	char *name;
	const char *values[KEYS]; /* NULL: not given */
	struct words words;
	unsigned seat; /* 0: not joined */
	char token[64]; /* made for token=new */
	bool binds;     /* the token is to be bound */
	enum grant grant; /* what for */
	struct verb_session *session;
	done_fn done;
	void *arg;
	struct commit *commit;
};

struct verb {
	const char *name;
	unsigned keys;  /* that it takes */
	bool joins;     /* joins first where that is still to do */
	bool format;    /* only in formats that list it */
	void (*act)(struct request *q); /* the seat has joined and is proven; ends in finish */
};

/* The keys of `lock`, by enum key: their names, and the one value they take (NULL: any clean text). */
extern const struct key_row {
	const char *name;
	const char *only;
} key_rows[KEYS];

/* May this word be shown in a refusal? What could be a token is not, unless it is near to a word that is known: one of `known`
 * (NULL-terminated; NULL: none), a verb or a key. */
bool may_quote(const char *word, const char *const *known);

/* The request is over: one answer, and it is freed. */
void finish(struct request *q, int err);
/* Keep a refusal under "lock"; returns the negative errno. */
int refuse(struct request *q, enum refusal rule, const char *format, ...) __attribute__((format(printf, 3, 4)));
int store_refused(struct request *q, int err);
/* An entry of this seat's; takes `data`. */
struct entry *entry_of(struct request *q, enum entry_kind kind, uint64_t lease, json_t *data);

/* Who is it: sets q->seat where the name has joined. */
int find_seat(struct request *q);
/* May this caller act as that seat: uid, token, identity. */
int prove_seat(struct request *q);
int may_join(struct request *q);
/* Join, then act. */
void join(struct request *q);
/* A token that this request binds: make the one that token=new asks for, put its hash into an entry's data, leave it for the open file. */
void token_make(struct request *q);
void token_member(struct request *q, json_t *data);
void token_tell(struct request *q);

void act_join(struct request *q);
void act_claim(struct request *q);
void act_refresh(struct request *q);
void act_release(struct request *q);
/* A verb of the format's: has it that one? */
bool format_has_verb(const struct request *q);
void act_format(struct request *q);

#endif
