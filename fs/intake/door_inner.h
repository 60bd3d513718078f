/*
 * Inside the doors: one row of functions for each kind of gated file (door_record.c, door_own.c, door_config.c,
 * door_check.c), and what they share.
 */
#ifndef FS_INTAKE_DOOR_INNER_H
#define FS_INTAKE_DOOR_INNER_H

#include "fs/intake/candidate.h"
#include "fs/intake/door.h"
#include "fs/intake/judging.h"
#include "fs/duels/live.h"
#include "fs/util/stage.h"

enum intake_kind {
	GATE_RECORD = 1,
	GATE_CONFIG = 2,
	GATE_DRAFT = 8,
	GATE_OWN = 16,
	GATE_DESK = 32,
	GATE_DESK_DRAFT = 64,
	GATE_CHAIR_CHECK = 128
};
/* what comes in needs the floor: the door remembers whose it was */
#define GATE_FLOOR (GATE_RECORD | GATE_OWN)
#define GATE_HANDS (GATE_RECORD | GATE_OWN | GATE_DESK) /* what comes in is handed in, under a lease */
#define GATE_DESKS (GATE_DESK | GATE_DESK_DRAFT) /* the door has the lease of the moment, if any */
#define GATE_DRAFTS (GATE_DRAFT | GATE_DESK_DRAFT)
#define GATE_CHAIR (GATE_DESKS | GATE_CHAIR_CHECK) /* of one seat */

struct gate {
	enum intake_kind kind;
	const char *name; /* of the file, of a chair's without its directory; NULL: the row's */
	/* How much may be staged: so many bytes, 0: of a turn, and beside them the accepted bytes so often. */
	size_t limit;
	unsigned bases;
	const char *too_big; /* the sentence for more; NULL: of a text */
	/* The accepted bytes as a reader sees them now; borrowed. */
	void (*base)(struct door *w, const char **bytes, size_t *len);
	/* What is staged, held against them; for door_text.c. */
	struct candidate (*candidate)(struct door *w);
	/* Keep a refusal: takes the findings, returns err. */
	int (*refuse)(struct door *w, int err, struct findings *findings);
	/* It was opened to be written anew; may be NULL. */
	void (*begun)(struct door *w);
	/* Something was staged: decide on it at once, or not. */
	int (*written)(struct door *w);
	/* Decide on what is staged. */
	int (*decide)(struct door *w);
	/* Would this, written anew as the whole file, change nothing? NULL: never asked. */
	bool (*same)(struct duel *d, const struct caller *who, int row, const char *bytes, size_t len);
};
extern const struct gate intake_record, intake_config, intake_draft, intake_own, intake_desk, intake_desk_draft,
	intake_chair_check;

struct door {
	struct duel *d;
	const struct gate *gate;
	const char *name; /* of the file */
	char *path;       /* the same, where it is of a seat; owned */
	int row;          /* enum format_row_id; of a desk that of what is due */
	struct caller who;
	/* the holder when it was opened, and its lease; without a lease whoever may hand in after the close */
	unsigned seat;
	uint64_t lease;
	struct stage stage;
	size_t counted;   /* of it, in its uid's usage */
	/* the accepted bytes, where they are rendered to compare with what is written; anew each time */
	UT_string base_text;
	int dead;           /* something was refused: its errno, from then on */
	bool proved;        /* of a desk: a text that came through it had its seat's token */
	int took;           /* lines of the write that was taken for the whole text; 0: none was */

	/* The config: a copy of the source that the staged text names. */
	struct source_copy source;
	const struct format *source_for; /* the format that wanted it so */
	/* and the evidence root that it names, where it may be that, and with whose rights; NULL: none */
	char *root, *root_rights;

	struct door *next, *prev;
};

/* Bytes that may be staged: CRLF may double a text of newlines. */
size_t door_limit(const struct door *w, bool rewriting, size_t base_len);
void door_clear(struct door *w);
/* Was the first write the whole text? Then what is staged is that, and it is decided on there and then. */
bool door_takes_whole(struct door *w);
bool door_same(struct duel *d, int file, const struct caller *who, const char *bytes, size_t len);
/* Keep a refusal of a text under its lease, and one by one rule; return the negative errno. */
int door_refuse(struct door *w, int err, struct findings *findings);
int door_refuse_rule(struct door *w, const struct rule *rule, const char *sentence);
/* Nobody decided on what is staged. `signal`: which ended its writer; 0: the mount ended. */
int door_refuse_dropped(struct door *w, int signal);
/* More was written than the file takes. */
int door_too_big(struct door *w);

/* may.c: may it, now? 0, or a negative errno whose reason is kept. `more` is what is to be staged, at MAY_STAGE. */
enum intake_moment { MAY_OPEN = 1, MAY_STAGE = 2, MAY_WRITE = 4 };
int intake_may(struct door *w, unsigned when, size_t more);
/* clock_ms up to which it may: the end of its lease, or of the move's clock; 0: for good. */
int64_t intake_until(const struct door *w);
/* Whose hand-in is taken from its opener although the duel is closed; 0: nobody's. Of a rehearsal *row is the file's
 * then. */
unsigned intake_late_seat(const struct door *w, int *row);

/* door_own.c: is there a text already? */
bool own_is_written(struct door *w);

/* door_desk.c: under which lease it comes in, if its seat has one, and what for, as things are now. */
void desk_look(struct door *w);
/* Is what is there so far what was handed in last, or may it become that with what still follows? */
bool desk_may_be_same(struct door *w);
/* Does what is staged prove its seat's token, if that has one? As candidate_token. */
int desk_proof(struct door *w, const char **why);
/* What is staged as the desk shows it once it is accepted: malloc'd. */
char *desk_shown(const struct door *w);
/* What stands in a commit before a text that is accepted: the claim of a lease, where its seat has none. Its number. */
uint64_t desk_begin(const struct door *w, struct commit *c);

/* door_text.c: what is judged by the format. The same for all such files. */
int door_text_written(struct door *w);
int door_text_decide(struct door *w);

#endif
