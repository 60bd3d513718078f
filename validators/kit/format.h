/*
 * A format: the rules of one kind of debate, as one struct of tables and pure functions; and what the filesystem asks
 * of a debate (debate.h). README.md tells how a format is made.
 *
 * No function here does I/O, knows a clock (times are handed in), FUSE or the store. Functions may run in any thread at
 * the same time: a debate, and everything a context points to, stays as it is while the call runs.
 */
#ifndef VALIDATORS_KIT_FORMAT_H
#define VALIDATORS_KIT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <utstring.h>
#include "validators/kit/entry.h"
#include "validators/kit/refusal.h"
#include "validators/text/findings.h"

/* The rules of one duel that formats read; a copy of the frozen config.toml's values. Times in seconds unless named. */
struct terms {
	const char *topic;
	const char *topic_slug;
	int64_t max_turns; /* 0: the format has no such rule */
	bool sealed_opening; /* of socratic turns 1 and 2, of adversarial the openings */
	int64_t max_turn_bytes;
	int64_t wait_seconds;
	int64_t move_seconds; /* 0: a move that is due has no clock */
	int64_t lease_seconds;
	int64_t retry_after_seconds;
	double novelty_threshold; /* 0 turns the near-copy rule off */
	const char *evidence_root; /* in which files that are cited are looked up; NULL: they are not */

	/* dialectic */
	const char *definitions; /* lines, TERM, tab, MEANING; "": none */
	const char *scope;      /* "": none */
	int64_t exchanges;      /* 0: no end */
	bool strict_words;      /* word_limits = "reject" */

	/* rounds */
	int64_t rounds;
	int64_t turn_seconds;
	bool strict_evidence;   /* evidence = "reject" */
	const char *positions;  /* what proposer and challenger stand for, a line each; "" or NULL: nothing is said */
	bool closing;           /* the proposer has a reply after the last round */
	const char *effort;     /* "low", "medium", "high", "max" */

	/* adversarial, with max_turns and turn_seconds */
	int64_t min_turns;
};

/* One participant. Immutable once it has joined. */
struct seat {
	unsigned number; /* from 1, in order of joining */
	const char *name;
	const char *key; /* name_key(name): equal keys are one seat */
	const char *harness;
	const char *model;
	const char *role; /* "" where the format has none */
	uid_t uid;
	int64_t joined_ms;
	struct seat *before; /* what it was until it joined again; NULL: nothing else */
};

/* A document that is debated, as it was copied into the store. */
struct source {
	const char *path; /* absolute, as set */
	const char *name; /* its last component */
	const char *text;
	size_t len;
};

/* A file of a folder: its path begins with that of the part that it is in (struct format_folder). */
struct source_file {
	const char *path, *text; /* with a NUL behind each; a text may have others in it */
	size_t len;
};

/* A folder that is. */
struct source_folder {
	const char *path, *name; /* as above */
	const struct source_file *files; /* in the order of their paths, by bytes */
	size_t n;
};

/* A time in which nothing was mounted, on CLOCK_BOOTTIME of this boot. */
struct downtime {
	int64_t from_ms, to_ms;
};

/* The facts that a judgement may know besides the state. Borrowed and immutable while a call runs. */
struct context {
	const char *name;               /* the duel's directory name */
	const char *id;                 /* its id as `status` shows it */
	int64_t created_ms;             /* UTC */
	const struct terms *terms;
	const struct source *source;    /* NULL: the duel has none */
	const struct source_folder *folder; /* where it is a folder; NULL likewise */
	void *reading;                  /* what format.reading made of it; NULL: nobody has, or there is nothing */
	const struct seat *const *seats;
	unsigned n_seats;
	unsigned holder;                /* seat that has the floor; 0: nobody */
	int64_t now_ms;                 /* UTC */
	int64_t clock_ms;               /* CLOCK_BOOTTIME */
	const struct downtime *downtime; /* in order; the last ends where this mount began */
	size_t n_downtime;
};
/* A participant as it joined; NULL for 0, and where nobody sits. And its name; "" likewise. */
static inline const struct seat *
context_seat(const struct context *ctx, unsigned number)
{
	return number >= 1 && number <= ctx->n_seats ? ctx->seats[number - 1] : NULL;
}
static inline const char *
context_seat_name(const struct context *ctx, unsigned number)
{
	const struct seat *s = context_seat(ctx, number);

	return s ? s->name : "";
}

struct json_t; /* jansson's */

struct debate; /* debate.h */
struct lookups;
struct format_kind;
struct debate_seat;
struct order_row;
struct ref_kind;
struct reader;
struct template_name;

/* A text that is handed in. */
struct submission {
	const char *text; /* clean by text_check, LF line ends, without the token line */
	size_t len;
	int line0; /* so many lines stood before it, an old record's or a token's: they count in line numbers */
};

/* How the body of an entry comes to be bytes of the record. A line of the filesystem's own (ENTRY_NOTE) stands behind a
 * blank line. */
enum draft_form {
	DRAFT_AS_IS,   /* it is those bytes */
	DRAFT_TEXT,    /* a text from its heading on (record_text), put into the form of the record, or kept as it was
			  written */
	DRAFT_MADE,    /* the same, and never as it was written: its heading is the filesystem's */
	DRAFT_WRITTEN, /* a text as it was written behind the record; judging makes these of DRAFT_TEXT */
};

/* An entry that an accepted submission becomes. */
struct draft {
	enum entry_kind kind;
	enum draft_form form;
	char *data; /* JSON object on one line, or NULL; malloc'd */
	char *body; /* of a note: its line */
	size_t body_len;
	size_t record_room; /* bytes that the record must have room for behind `body`, so that what this leads to can be
			       recorded; 0: none */
};
#define VERDICT_DRAFTS 8

struct verdict {
	struct findings findings; /* errors: refused; warnings alone: accepted */
	struct draft drafts[VERDICT_DRAFTS];
	unsigned n, quotes; /* quotes: quotations that were found */
};
void verdict_free(struct verdict *v);
/* The warnings among findings, as the data of a text's entry keeps them: a list of "[rule.id] path: sentence". */
struct json_t *warnings_json(const struct findings *findings);

/* A verb of `lock` that only this format has. All borrowed; NULL where the key was not given. */
struct verb_ask {
	unsigned seat; /* who acts; joined, and proven to be that seat's */
	const char *verb;
	const char *to, *who, *asks, *reason;
};

/* The next step of a seat: `next_step`. */
enum next_step {
	NEXT_JOIN, /* nobody has */
	NEXT_WAIT_PEER,
	NEXT_CLAIM_LOCK,
	NEXT_COMPOSE_TURN,
	NEXT_WAIT_TURN,
	NEXT_UPDATE_MARKDOWN,
	NEXT_WRITE_REPORT,
	NEXT_WRITE_SUMMARY,
	NEXT_WRITE_VERDICT,
	NEXT_WRITE_SYNTHESIS,
	NEXT_NAME_SPEAKER, /* by a verb of the format's: it hands in no text */
	NEXT_CLOSED,
	NEXT_STEPS
};
extern const struct next_step_row {
	const char *name;
	bool waits; /* there is nothing to do but to wait for somebody else */
	bool ended; /* the debate is over, whatever may still be written about it */
} next_steps[NEXT_STEPS];

/* Append something that is shown of a debate, to everybody or to one seat; 0: to somebody who has not joined. It
 * depends on what was handed in: no clock, no floor. */
typedef void debate_shows(const struct debate *d, UT_string *out);
typedef void debate_tells(const struct debate *d, unsigned seat, UT_string *out);
/* One that tells a seat this, as printf does. */
#define TELLS(name, ...) \
	void name(const struct debate *d, unsigned seat, UT_string *out) \
	{ \
		(void)d, (void)seat; \
		utstring_printf(out, __VA_ARGS__); \
	}

/* One key of `status` that is the format's own; common keys are the core's. A value is a number, a boolean, a string or
 * a list of strings. */
struct status_row {
	const char *key; /* a dot parts a table in a table from its key: "cumulative_scores.proposition.total" */
	struct json_t *(*value)(const struct debate *d);
};
/* The function of a row, of a value that is told of `d`. */
#define STATUS(name, value) \
	static json_t *status_##name(const struct debate *d) \
	{ \
		return value; \
	}
/* A list of these lines, each ended by a newline, which are freed. */
struct json_t *status_lines(UT_string *lines);

/* A role of those who take part. */
#define ROLE_WANTED "somebody with role="
#define ROLE(word) .name = word, .wanted = ROLE_WANTED word
struct debate_role {
	const char *name;  /* "proposer", as role= takes it; NULL ends the table */
	const char *wanted; /* whom debating waits for where nobody took it: ROLE says both */
	bool decides;      /* between the others */
	bool late;         /* the debate begins without it */
	unsigned missing;  /* the phase where nobody takes it in time; 0: the clock of the present one ends */
};

/* Not of the order: before the first seat is taken, and before the debate has begun. Both are PHASE_WAITING where a
 * format has no row for the former. */
enum { PHASE_PREPARING = 0x10000, PHASE_WAITING };

/* How a phase is called: `state` of status. Each phase that waits for somebody has a row, and each end. A phase may
 * wait for a last text and have an outcome: the debate is closed with that, whatever becomes of the text. */
struct debate_phase {
	unsigned phase;      /* 0 ends the table */
	const char *name;
	const char *outcome; /* of a phase that ends the debate: "COMPLETED"; else NULL */
	const char *earned;  /* when it is: a clause for guides; NULL: another row of that outcome says it */
};

/* When a kind of text is handed in by a seat; seat 0 is somebody who has not joined, for whom NAME, HARNESS and MODEL
 * stand. It depends on no clock, so that a file that shows it keeps its size while nothing happens. */
enum hand_in_when {
	HAND_IN_OVER,  /* it is never taken again */
	HAND_IN_LATER, /* not now, whoever has the floor */
	HAND_IN_OPEN,  /* with the floor it is taken, and may be left */
	HAND_IN_DUE,   /* it is what the next move of this seat consists of */
};

/* Rows of files that a format has at most. */
#define FORMAT_ROWS_MAX 8

/* Bytes of a name at most, with its end. */
#define FORMAT_NAME_BYTES 64
/* Directories between a tree's and a file in it. */
#define FORMAT_TREE_DEPTH 8

/* A directory of files, numbered from 1 as they appear: a number stays its file's, and a file stays as it is. */
struct debate_files {
	unsigned (*count)(const struct debate *d);
	void (*file)(const struct debate *d, unsigned number, char out[FORMAT_NAME_BYTES]);
	unsigned (*find)(const struct debate *d, const char *name); /* 0: there is none of that name */
	void (*shows)(const struct debate *d, unsigned number, UT_string *out);
	int64_t (*time_ms)(const struct debate *d, unsigned number); /* when it came or changed last */
};

/* A directory with a whole tree of files in it: a number stays its file's. */
struct debate_tree {
	unsigned (*count)(const struct debate *d);
	const char *(*path)(const struct debate *d, unsigned number);
	void (*shows)(const struct debate *d, unsigned number, UT_string *out);
	int64_t (*time_ms)(const struct debate *d, unsigned number);
};

/* A file of the duel's directory, many, or a tree. */
struct format_row {
	const char *name;  /* of many, and of a tree: the directory's that they are in; NULL ends the table */
	const char *about; /* what it shows: a clause for guides */
	debate_shows *shows; /* of one file */
	const struct debate_files *many; /* NULL: one file, or a tree */
	const struct debate_tree *tree;  /* NULL: one file, or many */
	bool drawn; /* it is a picture, SVG, which pages show too */
};

/* An accepted turn, as turns/NNN-NAME.md shows it: a slice of the record. */
struct turn_slice {
	unsigned number;
	unsigned seat;
	size_t offset; /* in the record */
	size_t len;
	int64_t time_ms;
};

/*
 * The source of a format that debates a folder, not a document. The copy that is made when it is set: directories of
 * these names, of which only the first must be there; where that is not there the folder is taken for it itself. Paths
 * have that name before them in either case.
 */
struct format_folder {
	const char *const *parts; /* NULL-terminated */
	/* For each part; no file is longer, and none lies deeper: at most FORMAT_TREE_DEPTH. */
	size_t files, file_bytes, bytes;
	unsigned depth;
	const struct rule *fault; /* what of it cannot be copied is this */
	/* Its faults, by findings_add_path with "PATH" or "PATH:LINE"; any error, and it is not set. It is
	 * judged when it is set, and never again. Without a lock, in a thread that may take its time. `stable`: whoever
	 * sets it answers for its being finished. NULL: nothing is. */
	void (*judge)(const struct source_folder *folder, bool stable, struct findings *findings);
	/* The topic of a debate of it, if its rules do not say: malloc'd, or NULL: the folder's name. */
	char *(*topic)(const struct source_folder *folder);
	/* Append what is in it, for guides: a clause. NULL: nothing is said. */
	void (*tell)(const struct source_folder *folder, UT_string *out);
};

/* The format's own form of a whole source, made once for all that read it: immutable, counted by reference, usable from
 * any thread. It lives longer than the source's bytes. */
struct format_reading {
	/* For one of the two. Without a lock, in a thread that may take its time. NULL: there is nothing to make. */
	void *(*make)(const struct source *source, const struct source_folder *folder);
	void (*drop)(void *reading);
};

/* A verb of `lock` that only some formats have. */
struct debate_verb {
	const char *word;  /* NULL ends the table */
	unsigned role;     /* whose it is; 0: anybody's */
	/* May it be done? Then the line for the record is in *line, without `> duelfs: ` and time. NULL: it is `fail`,
	 * by which whoever decides gives up a seat, and nothing else of the row is asked. */
	struct fault (*judge)(const struct debate *d, const struct verb_ask *ask, UT_string *line);
	/* It has been done: *ask is as then. */
	void (*apply)(struct debate *d, const struct verb_ask *ask);
	/* The event that it is, of whoever acts (`by`), and of whom it names (`participant`). */
	const char *event;
};

struct format {
	const char *name;
	const struct format_kind *kinds; /* a row without a name ends it */
	const struct ref_kind *refs;     /* their `find` is given the debate */
	const char *const *tags;         /* that items of some of its parts have, or NULL */
	const struct template_name *told; /* the names of its kinds' templates */
	/* The texts of a folder that is the source (struct library); NULL: none. */
	bool (*quoted)(const void *debate, size_t place, struct reader *text);
	const struct order_row *phases;  /* it begins in that of the first row */
	unsigned counted;                /* the phase that begins a round; 0: none does */
	/* Which kind a text is, where more than one may be handed in; NULL: the first that is due. */
	unsigned (*kind_of)(struct reader text, unsigned due);
	/* The format's own of a debate, debate.own, is made, copied and freed; NULL: it has none. */
	void *(*own)(const struct context *ctx);
	void *(*copy)(const void *own);
	void (*drop)(void *own);

	/* -- what a mount needs -- */
	const char *about;                  /* what kind of debate it is: a sentence of Markdown on one line */
	const struct debate_role *roles;    /* role 1 first; NULL: seats have none, and all have role 0 */
	/* The roles of a debate whose source says which sides there are: those of `roles`, but in place of the last,
	 * which stands for all of them, one a side. NULL: they are `roles`. */
	const struct debate_role *(*sides)(const struct debate *d);
	unsigned begins;                    /* so many seats, where seats have no roles; so many sides */
	unsigned naming;                    /* the phase in which role 1 names by a verb whose text is next; 0: none */
	/* May somebody take this role with this tool? NULL: yes. */
	struct fault (*joins)(const struct debate *d, const struct debate_seat *who);
	unsigned alone;                     /* the phase of a seat that claimed the floor for=timeout while others had
					       not joined; 0: such a claim is never granted */
	const struct debate_phase *states;
	const struct rule *rules;           /* its own */
	size_t n_rules;
	const struct status_row *status;    /* its own keys; NULL: none */
	const struct format_row *rows;      /* its files; NULL: none */
	const struct format_folder *folder; /* its source is such a folder; NULL: a document */
	const struct format_reading *reading; /* what of a source takes long where that is large; NULL: nothing does */
	size_t line_bytes;                  /* a text's longest line, in debate.md; 0: LIMIT_LINE_BYTES */
	const struct debate_verb *verbs;    /* NULL: none */
	const char *free_outcome;           /* which `releases` may give to whoever has no floor; NULL: none */
	/* Why a seat may not be given up by `fail` (malloc'd); NULL: it may. NULL: it may while a text of it is due. */
	char *(*fails)(const struct debate *d, unsigned seat);
	bool turn_seconds;                  /* is the clock of its moves, and wait_seconds of a seat that nobody took;
					       else move_seconds is that of both, as of `naming` and of a phase
					       whose rows have MOVE_CLOCK */
	const char *separator;              /* a line between texts; NULL: none */
	debate_shows *head;                 /* of the record (show.h) */
	debate_shows *front;                /* what debate.md begins with, as it is now: no part of the record; NULL:
					       nothing */
	/* May this seat end the debate, which is open, by `release NAME outcome=…`? NULL: nobody may. */
	struct fault (*releases)(const struct debate *d, unsigned seat, const char *outcome);
	void (*terms)(const struct terms *terms, UT_string *out); /* for guides: `- …` a line; NULL: nothing */
	/* The line that the record has where a clock has ended or a seat is given up, without `> duelfs: ` and time.
	 * `seat` 0: nobody took that role. `reason` is why it is given up; NULL: the clock. */
	void (*lapse)(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out);
	/* Appends a sentence that says why what comes of it is worth less, for `status` and readers; nothing where
	 * there is none. NULL: there never is. */
	debate_shows *warns;
	/* Prompts show this of the debate so far, in place of the record: what is new since the last text of this seat
	 * (0: whoever joins next), whole, and points that are open for it. */
	debate_tells *brief;
	/* The filesystem writes this into the record behind the text that was accepted last, and behind the line with
	 * the ids that its points got: paragraphs of Markdown. Nothing appended: nothing is written. NULL: nothing
	 * ever is. */
	debate_shows *behind;
	/* Appends what a debate that is over came to: a clause without markup, "Both agree". Does the reason of its end
	 * belong behind it? It is not called if the maker closed the debate. */
	bool (*came_to)(const struct debate *d, UT_string *out);
	/* All of conclusion.md but the quotations that were not found, of a debate that is over. */
	debate_shows *result;
	/* Pages show this of the points that the text of a number (`seat`) raised: an item of Markdown each, "- C1.1:
	 * resolved". NULL: nothing. */
	debate_tells *fates;
	/* Adds the format's members on the last text to the event `artifact_updated`; the message of an event
	 * `btw_update` behind that, or NULL. NULL: it has neither. */
	const char *(*updated)(const struct debate *d, struct json_t *members);
};

/* -- what is asked of a debate; pure, and in any thread -- */

/* May somebody join with this name, harness, model and role? */
struct fault format_join(const struct debate *d, const struct seat *who);
/* Whom debating waits for: "another participant", "somebody with role=opposition"; static; NULL: it has begun. */
const char *format_missing(const struct debate *d);
/* The kind of a clean text, as ctx->holder hands it in; NULL: nothing is taken of it any more. */
const struct format_kind *
format_kind_of(const struct debate *d, const struct context *ctx, const struct submission *s);
/* Does this seat hand in at its desk whoever has the floor, since others hand in at the same time? */
bool format_is_apart(const struct debate *d, unsigned seat);
/* Is what this seat handed in last not shown to anybody yet? */
bool format_is_sealed(const struct debate *d, unsigned seat);
/* May this seat take the floor? *out, if it is not NULL, then has the ENTRY_NOTE that stands before the claim, if one
 * does. */
struct fault
format_floor(const struct debate *d, const struct context *ctx, unsigned seat, bool for_timeout, struct verdict *out);
/* Judges a text of ctx->holder: by the format's own rules, and by those of every format. No draft where there is an
 * error. If *out has findings before, they are warnings of a credential, and no sentence has a word of the text. */
void format_judge(
	const struct debate *d, const struct context *ctx, const struct submission *s, struct verdict *out);
/* The files that a clean text cites (quotes.h). *sealed: no word of it may be shown yet. */
void format_cites(const struct debate *d, const struct context *ctx, const struct submission *s,
	struct lookups *out, bool *sealed);
/* The entries that a close brings to light: drafts that come before the line that says so; and of what stands in no
 * record " (revealed: …)", appended to that line. */
void format_reveals(const struct debate *d, const struct context *ctx, UT_string *line, struct verdict *out);
/* A verb of the format's own, with or without the floor: findings, or the entries that it becomes. An ENTRY_EXPIRE
 * among them takes the floor from whoever has it, before the others; so does a close that is not the holder's own. No
 * limit of events holds for them: each adds to the record, which is bounded, or closes. */
void format_verb(
	const struct debate *d, const struct context *ctx, const struct verb_ask *ask, struct verdict *out);
/* The next step, also once it is closed. `seat` 0: seen from the whole duel. */
enum next_step format_next(const struct debate *d, const struct context *ctx, unsigned seat);
/* The only seat of which a text is due, once the debate is closed too; 0: there is none, or there are several. */
unsigned debate_only_due(const struct debate *d);
/* Whose move it is; 0: nobody's or anybody's. */
unsigned format_next_seat(const struct debate *d, const struct context *ctx);
/* The clock_ms at which for=timeout is granted; 0: never as things stand. */
int64_t format_wait_until(const struct debate *d, const struct context *ctx);
/* So much of a clock is left behind a mount. */
#define MOVE_LEAST_MS 60000
/* A move that is due (moves.c). */
struct move {
	unsigned seat;                  /* 0: somebody who has not joined */
	const struct format_kind *what; /* NULL: likewise */
	unsigned others;                /* seats whose moves are due as well */
	int64_t due_ms;                 /* since when, UTC */
	int64_t seconds, ends_clock_ms; /* of its clock, and its end; 0: it has none */
};
/* The move, of those that are due, whose clock ends first; without clocks the first seat's. false: none is. */
bool move_first(const struct debate *d, const struct context *ctx, struct move *out);
/* The clock_ms at which something falls due by itself; 0: nothing. With `out` (it is due): the entries that it then
 * becomes, at least one; their seat is 0. The holder loses the floor with them, by an ENTRY_EXPIRE before. The state
 * after them has a later deadline or none. */
int64_t format_deadline(const struct debate *d, const struct context *ctx, struct verdict *out);
/* All of conclusion.md, of a format that has such, and of a debate that is over and not damaged. */
void format_result(const struct debate *d, UT_string *out);
/* Warnings of this seat's own last text, and quotations of the others' last ones that were not found (of all texts, for
 * a seat whose text ends the debate): `- …` a line, without ids of rules. */
void format_cautions(const struct debate *d, unsigned seat, UT_string *out);
/* Appends what a debate that is over came to: a clause without markup. Does its reason belong behind that? */
bool debate_came_to(const struct debate *d, UT_string *out);
/* Quotations of the texts so far that were found; *all: with those that were not. */
unsigned debate_quotations(const struct debate *d, unsigned *all);
/* A new list of the warnings on accepted texts, "text 2: [quote.unfound] …", and of the sentences that say why what
 * comes of the debate is worth less. */
struct json_t *format_warnings(const struct debate *d);
/* Members that an entry has changed. */
struct debate_change {
	const char *entered;  /* the name of the phase, where it is another; or NULL */
	size_t texts, lapses; /* so many there were before it */
	bool closed;          /* it has closed the debate */
};
/* The events that an entry of a record kind, HANDIN, REPORT or CLOSE becomes beyond the common ones: `emit` takes the
 * name of the event, the unit ("turn:3"), and a JSON object's members as they will stand in the line, without braces
 * and blanks ("" for none): none has a name that each event has. With what the entry has changed, the debate after it,
 * and the entry's seat and data. */
void format_events(const struct debate_change *change, const struct debate *after, unsigned seat,
	const struct json_t *data,
	void (*emit)(void *arg, const char *event, const char *unit, const char *members), void *arg);

/* A kind of text for a seat: when, its question, which one it is, its blank. */
enum hand_in_when
hand_in_when(const struct debate *d, unsigned seat, const struct format_kind *kind);
void hand_in_told(const struct debate *d, unsigned seat, const struct format_kind *kind, UT_string *out);
void hand_in_label(const struct debate *d, unsigned seat, const struct format_kind *kind, UT_string *out);
void hand_in_blank(const struct debate *d, unsigned seat, const struct format_kind *kind, UT_string *out);
/* The next text of a seat, and when (NULL: it does not matter): the kind whose time is nearest, the first of equals;
 * once the debate is closed, that which is still taken of it. NULL: nothing any more. */
const struct format_kind *hand_in_next(const struct debate *d, unsigned seat, enum hand_in_when *when);

/* -- a debate, as entries make it (debate.h) -- */

/* The state before any entry. It borrows what the context has of the duel: its terms, their topic, its
 * source and what was read of that, until the rules are frozen, and then that of the context it is frozen in. */
struct debate *debate_new(const struct format *f, const struct context *ctx);
void debate_delete(struct debate *d);
/* Another number once an entry has changed it. */
unsigned debate_changes(const struct debate *d);
/* The state becomes what it is after `e`. false: the entry cannot be understood: the log is damaged. */
bool debate_fold(struct debate *d, const struct context *ctx, const struct entry *e, const struct json_t *data,
	size_t record_offset, struct debate_change *change);
const char *debate_phase_name(const struct debate *d);

/* So many pieces are in the chain; and each of them as turns/NNN shows it, the first has 0. */
unsigned debate_pieces(const struct debate *d);
struct turn_slice debate_turn(const struct debate *d, unsigned index);

/* -- what follows from its tables -- */

/* So many seats at most. */
unsigned format_seats(const struct format *f);
/* The row that says when an outcome is earned; NULL: there is none of that name. */
const struct debate_phase *format_ending(const struct format *f, const char *outcome);
/* A verb of its own; NULL: it has none of that word (NULL: nor of none). */
const struct debate_verb *format_verb_named(const struct format *f, const char *word);

#endif
