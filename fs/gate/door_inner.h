/*
 * Inside the doors: one row of functions for each kind of gated file (door_record.c, door_own.c, door_config.c, door_check.c), and what they
 * share.
 */
#ifndef FS_GATE_DOOR_INNER_H
#define FS_GATE_DOOR_INNER_H

#include "fs/gate/candidate.h"
#include "fs/gate/door.h"
#include "fs/gate/judging.h"
#include "fs/registry/live.h"
#include "fs/util/stage.h"

enum door_kind { DOOR_WRITE, DOOR_FLUSH, DOOR_FSYNC, DOOR_CUT, DOOR_CLOSE, DOOR_STOP };

struct door_op {
	enum door_kind kind;
	struct door *door;
	char *bytes; /* owned */
	size_t len;
	uint64_t offset;
	bool append;
	bool by_opener;
	int signal; /* of DOOR_CUT */
	done_fn done;
	void *arg;
};

struct gate {
	/* 0, or a refusal that is kept already. */
	int (*may_open)(struct duel *d, const struct caller *who, const char *name, int row);
	/* Whose hand-in is taken from this caller although the duel is closed; 0: nobody's. NULL: never. */
	unsigned (*late)(const struct duel *d, const struct caller *who, int row);
	int (*may_write)(struct door *w);
	bool (*stands)(const struct door *w); /* may_write without a refusal: asked at the moment of commit */
	/* The accepted bytes as a reader sees them now; borrowed. */
	void (*base)(struct door *w, const char **bytes, size_t *len);
	/* The first `len` staged bytes, held against them; for door_text.c. */
	struct candidate (*candidate)(struct door *w, size_t len);
	/* How much may be staged. */
	size_t (*limit)(struct door *w, bool rewriting, size_t base_len);
	const char *too_big; /* the sentence for more; NULL: of a text */
	/* Keep a refusal that no text was judged for; returns the negative errno. */
	int (*refuse)(struct door *w, const struct rule *rule, const char *sentence);
	/* It was opened to be written anew; may be NULL. */
	void (*begun)(struct duel *d, const struct caller *who);
	/* Something was staged: refuse at once, or not; ends in door_finish. */
	void (*written)(struct door_op *op);
	bool (*waits_for_sync)(struct door *w); /* no flush decides; NULL: each does */
	/* Decide on what is staged; ends in door_finish. */
	void (*decide)(struct door_op *op);
	/* Would this, written anew as the whole file, change nothing? NULL: never asked. */
	bool (*same)(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len);
	bool floor; /* what comes in needs the floor: the door remembers whose it was */
};
extern const struct gate gate_record, gate_config, gate_check, gate_draft, gate_own;

struct door {
	struct duel *d;
	const struct gate *gate;
	const char *name; /* of the file */
	int row;          /* enum format_row_id */
	struct caller who;
	unsigned seat;    /* the holder when it was opened, and its lease; without a lease whoever may hand in after the close */
	uint64_t lease;
	struct stage stage;
	size_t counted;   /* of it, in its uid's usage */
	struct queue queue;
	int dead;           /* a refused write decided for this file: its errno */
	bool flush_refused; /* the last decision refused what is staged, and nothing was written since */
	bool redirected;    /* a copy of it was closed before anything was written, as a shell does that makes it its output */

	/* The record: a verdict on exactly what is staged. */
	bool judged;
	struct verdict verdict;
	struct fstate *judged_state;
	size_t judged_bytes; /* by judgements at writes so far: bounded, or a stream of lines would cost their square */

	/* A check: its last verdict. */
	struct {
		char *text; /* NULL: none yet */
		int err;
		uint64_t changes; /* stage.changes of what it is on */
	} rehearsal;

	/* The config: a copy of the source that the staged text names. */
	struct source_copy source;

	struct door *next, *prev;
};

/* Bytes that one turn may be staged with: CRLF may double a text of newlines. */
size_t door_turn_limit(const struct door *w);

void door_finish(struct door_op *op, int err);
void door_clear(struct door *w);
void door_keep_verdict(struct door *w, struct verdict *v, struct fstate *state);
/* Has so little been judged at writes so far that these bytes may be as well? Counts them. */
bool door_may_judge(struct door *w, size_t len);
int door_refuse(struct door *w, int err, struct findings *findings);
bool door_same(struct duel *d, int file, const struct caller *who, const char *bytes, size_t len);
int door_refuse_rule(struct door *w, const struct rule *rule, const char *sentence);
/* More was written than the file takes. */
int door_too_big(struct door *w);

/* door_record.c: who has the floor. 0, or a refusal that is kept. */
int door_need_floor(struct duel *d, const struct caller *who, const char *name);
bool door_lease_good(const struct door *w);
int door_refuse_lease(struct door *w);

/* door_text.c: what is judged by the format. The same for all such files, at a write and at the decision. */
void door_text_written(struct door_op *op);
void door_text_decide(struct door_op *op);
/* Is something of this seat due in this file (format.may_open)? 0, or a refusal that is kept. */
int door_may_take(struct duel *d, unsigned seat, const struct caller *who, const char *name, int row);

#endif
