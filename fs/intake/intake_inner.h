/*
 * Inside the intakes: one row of functions for each kind of written file (record.c, desk.c, config.c,
 * rehearsal.c), and what they share.
 */
#ifndef FS_INTAKE_INTAKE_INNER_H
#define FS_INTAKE_INTAKE_INNER_H

#include "fs/intake/intake_text.h"
#include "fs/intake/intake.h"
#include "fs/intake/judging.h"
#include "fs/duels/live.h"
#include "fs/util/stage.h"

enum intake_kind {
	INTAKE_RECORD = 1,
	INTAKE_CONFIG = 2,
	INTAKE_DRAFT = 8,
	INTAKE_DESK = 32,
	INTAKE_DESK_DRAFT = 64,
	INTAKE_SEAT_CHECK = 128
};
#define INTAKE_HANDS (INTAKE_RECORD | INTAKE_DESK) /* what comes in is handed in, under a lease */
#define INTAKE_DESKS (INTAKE_DESK | INTAKE_DESK_DRAFT) /* the intake has the lease of the moment, if any */
#define INTAKE_DRAFTS (INTAKE_DRAFT | INTAKE_DESK_DRAFT)
#define INTAKE_OF_SEAT (INTAKE_DESKS | INTAKE_SEAT_CHECK) /* of one seat */

struct intake_type {
	enum intake_kind kind;
	const char *name; /* of the file, of a seat's without its directory */
	/* How much may be staged: so many bytes, 0: of a turn, and beside them the accepted bytes so often. */
	size_t limit;
	unsigned bases;
	const char *too_big; /* the sentence for more; NULL: of a text */
	/* The accepted bytes as a reader sees them now; borrowed. */
	void (*base)(struct intake *w, const char **bytes, size_t *len);
	/* The staged text, held against them; for text.c. */
	struct intake_text (*text)(struct intake *w);
	/* Keep a refusal: takes the findings, returns err. */
	int (*refuse)(struct intake *w, int err, struct findings *findings);
	/* Something was staged: what is wrong with it already? NULL: it is decided on at once where it is a whole
	 * text. */
	int (*written)(struct intake *w);
	/* Decide on what is staged. -EAGAIN: do so anew, as long as it is undecided. */
	int (*decide)(struct intake *w);
};
extern const struct intake_type intake_record, intake_config, intake_draft, intake_desk, intake_desk_draft,
	intake_seat_check;

struct intake {
	struct duel *d;
	const struct intake_type *type;
	const char *name; /* of the file */
	char *path;       /* the same, where it is of a seat; owned */
	struct caller who; /* its groups are the open file's */
	struct usage *usage; /* of that uid */
	/* debate.md has the holder at the open, and its lease; its scratch text the holder, a seat's file that seat,
	 * and the lease, as of the last intake_may. No lease: it has not the floor, or the duel is closed. */
	unsigned seat;
	uint64_t lease;
	struct stage stage;
	size_t counted;   /* of it, in its uid's usage */
	/* the accepted bytes, where they are rendered to compare with what is written; anew each time */
	UT_string base_text;
	int dead;           /* something was refused: its errno, from then on */
	bool used;          /* something was written through it */
	bool redirected;    /* a shell's output (intake_redirect) */
	bool waits;         /* what would be accepted waits for a flush or the close: more may come */
	bool proved;        /* of a desk: a text that came through it had its seat's token */
	int took;           /* lines of the write that was taken for the whole text; 0: none was */

	/* The config: a copy of the source that the staged text names. */
	struct source_copy source;
	const struct format *source_for; /* the format that wanted it so */
	bool source_again; /* what was read of the staged text last is appended, and sets it */
	/* and the evidence root that it names, where it may be that, and with whose rights; NULL: none */
	char *root, *root_rights;

	struct intake *next, *prev;
};

void intake_clear(struct intake *w);
/* Keep a refusal of a text under its lease, and one by one rule; return the negative errno. As all below for a thread
 * that has entered the duel. */
int intake_refuse(struct intake *w, int err, struct findings *findings);
int intake_refuse_rule(struct intake *w, const struct rule *rule, const char *sentence);
/* Nobody decided on what is staged. `signal`: which ended its writer; 0: the mount ended. */
int intake_refuse_dropped(struct intake *w, int signal);

/* may.c: may it, now? 0, or a negative errno whose reason is kept. */
enum intake_moment { MAY_OPEN = 1, MAY_WRITE = 2 };
int intake_may(struct intake *w, enum intake_moment when);
/* clock_ms up to which it may: the end of its lease, or of the move's clock; 0: for good. */
int64_t intake_until(const struct intake *w);

/* desk.c: is what is there so far what was handed in last, or may it become that with what still follows? */
bool desk_may_be_same(struct intake *w);
/* Does what is staged prove its seat's token, if that has one? As intake_text_token. */
int desk_proof(struct intake *w, const char **why);
/* A text as the desk shows it: a token reads back as so many stars. malloc'd. */
char *desk_masked(const char *bytes, size_t len);

/* text.c: what is judged by the format. The same for all such files. */
int intake_text_decide(struct intake *w);
/* Judge a text of it. The files that it cites are read outside of the duel: they may lie in this mount, and reading one
 * would wait for us. 0, -EAGAIN: judge anew, for the debate has moved on meanwhile or more was written, or -ECANCELED:
 * the mount ends. */
int intake_judge(struct intake *w, struct text_judging *j);

#endif
