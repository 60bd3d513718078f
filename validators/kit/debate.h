/*
 * A debate of any format: the texts that were accepted, whose move it is, the points and how each stands.
 *
 * A format is tables: its kinds of text, its references, its phases. For each kind of text it may have three functions:
 * the heading, what it judges beyond its tables, and what an accepted text does beyond moving points (as a rule, raise
 * some). Everything else happens here, once for all formats:
 *
 *	debate_judge_text    lines, heading, parts, references, ledger, due points, near copies, kind.judge
 *	debate_apply_text    points move, kind.apply, the next phase
 *
 * A text of a sealed phase is no part of the debate until the phase ends. Then all of them are read in the order of
 * their seats, and get their ids.
 *
 * No rule is asked when a text is applied, so that a corrected rule never makes an accepted record invalid. Entries
 * change a debate by their kind (fold.c):
 *
 *	TURN, CONCLUSION   a text, read again by the same reader; the latter ends the debate
 *	HANDIN             a text of a sealed phase
 *	NOTE "facts"       what the filesystem writes behind a text, ids first: in the text's own commit
 *	NOTE "lapse"       a clock has ended, or a seat is given up; data: seat, role, reason
 *	NOTE "reveal"      the texts of a sealed phase, under their headings; data: where each stands in the body
 *	NOTE "lift"        a claim for=timeout: who is silent is waited for no more
 *	NOTE "verb"        a verb of the format's own
 *	CLOSE              the debate has ended without a text
 *
 * Pure: nothing here does I/O or knows a clock. Clocks are CLOCK_BOOTTIME of the boot in which something happened, in
 * milliseconds; times are UTC.
 */
#ifndef VALIDATORS_KIT_DEBATE_H
#define VALIDATORS_KIT_DEBATE_H

#include "validators/kit/format.h"
#include "validators/kit/ledger.h"
#include "validators/kit/order.h"
#include "validators/kit/source.h"
#include "validators/kit/template.h"

struct printset; /* validators/text/novelty.h */

/* The judged text, for a kind's own function. */
struct judging {
	const struct debate *d;
	const struct parsed *p;
	struct mover by;
	const struct found_quotes *found;
	struct findings *out;
};

/* Points that a text of a kind must move, and under which rule they are missed. */
struct kind_due {
	unsigned states;
	enum by by;
	bool news;               /* only what the last text raised or moved */
	const struct part *part; /* the section of their items */
	const struct rule *rule; /* NULL: a text may leave them out, and may name no other */
};

struct format_kind {
	struct kind kind;              /* its name and parts */
	const struct kind_due *due;    /* NULL: none */
	const struct rule *repeats;    /* no passage repeats an earlier text of its seat; NULL: it may */
	/* Without `## `. One that ends with a dash goes on with the writer's words. */
	debate_tells *heading;
	void (*judge)(const struct judging *j); /* NULL: its tables say all */
	/* NULL: nothing more. In another language, what *p->own points to is there as long as the text is. */
	void (*apply)(struct debate *d, const struct parsed *p, const struct mover *by);
	/* Its passages that no later text may repeat (repeat.c); NULL: all of it. */
	struct printset *(*said)(const struct parsed *p);
	/* The part of the text, accepted last, that goes into the record; nothing: it stands elsewhere. NULL: its
	 * bytes. No part of a sealed text may, nor of one that is taken once the debate is closed. */
	debate_shows *record;
	/* For a sealed text that stands elsewhere: the bytes that it will have in the record; NULL: its own. */
	size_t (*room)(const struct parsed *p);

	/* -- what guides, prompts and `status` say of it -- */
	enum next_step step;           /* of the seat of which it is due; 0: claim_lock or compose_turn */
	bool closes;                   /* accepted, it ends the debate */
	debate_tells *label;           /* which one it is: "turn 3"; NULL: its name, and the round where those count */
	/* Its question: a template (template.h, config/FORMAT/KIND.md) of paragraphs without the open points (`brief`
	 * has those), with the format's names and a struct told. NULL: nothing. */
	const char *told;
	const char *reason;            /* the label whose value is why the debate ended; NULL: none */
	/* The words that the filesystem writes behind the dash of a heading, from the text that has none; moves
	 * past what that takes the place of. NULL: nothing. */
	void (*headed)(const struct debate *d, unsigned seat, struct reader *text, UT_string *out);
	/* Will it not be due of anybody any more? NULL: as long as a phase of that role has it. */
	bool (*over)(const struct debate *d);
	/* Is it offered to a seat of which it is allowed and not due? NULL: it is. */
	bool (*offered)(const struct debate *d, unsigned seat);
	/* Under which rule another heading than the one that is due is refused; NULL: text.heading. */
	const struct rule *(*misheaded)(struct reader heading, const char *due);
	/* Its blank, of another language, or where a seat need not see all that the tables have; NULL: these print
	 * it. */
	debate_tells *blank;
};

/* A seat is asked for a kind of text. */
struct told {
	const struct debate *d;
	unsigned seat; /* 0: somebody who has not joined */
	unsigned kind; /* a number of format.kinds */
};

/* The participants, from seat 1 on, in the order in which they joined. `harness` is the tool that a seat speaks for. */
struct debate_seat {
	const char *name, *harness, *model;
	unsigned role;    /* from 1: a place of debate.roles; 0: none has one */
	int64_t joined_ms;
};

/* A text of the record, or one that is sealed. */
struct debate_text {
	unsigned seat, round, kind;
	struct counted *held; /* what has its bytes, which copies share */
	const char *text;
	size_t len;
	const struct parsed *read; /* of one in another language, as it was read; shared as its bytes are; else NULL */
	int64_t time_ms;  /* of its acceptance */
	struct json_t *warnings; /* with which it was accepted, where it is no piece of the record; or NULL; counted */
	unsigned quotes;  /* quotations in it that were found, */
	unsigned unfound; /* and that stand nowhere */
	size_t seen;      /* so many texts of the record its writer could read */
	size_t offset, piece_len; /* in the record, from the heading on; piece_len 0: it is no piece of it */
	int64_t shown_ms; /* since when it stands there */
};

#define DEBATE_ROLES_MAX 18
/* Since when a move is due (moves.c). */
struct due {
	int64_t time_ms, clock_ms; /* time_ms 0: none is */
	const struct format_kind *what; /* NULL: to join */
};
#define DUE_MISSING DEBATE_ROLES_MAX

/* A text that did not come: a clock has ended, or somebody was given up. */
struct debate_lapse {
	size_t behind;              /* so many texts stand before it */
	unsigned seat;              /* of whom it was due; 0: nobody took that role, or of several */
	unsigned role, kind, round;
	char *reason;               /* why it is given up; NULL: the clock has ended */
	int64_t time_ms;
};

struct debate {
	const struct format *format;
	const struct terms *terms;       /* the duel's, as what follows */
	const char *name, *id, *topic;
	int64_t created_ms;
	const char *path;                /* of its source, a document or a folder; NULL: there is none */
	const char *source;              /* the document's file name; NULL: there is none */
	const struct source_places *places; /* of the source */
	const struct debate_role *roles; /* of this debate, from role 1 on (format.sides); NULL: seats have none */
	double novelty_threshold;
	struct debate_seat *seats;       /* owned; their strings are not */
	unsigned n_seats;
	struct debate_text *texts;       /* of the record, in its order; owned */
	size_t n;
	struct debate_text *sealed;      /* those that are in, in a sealed phase; owned */
	size_t n_sealed;
	struct debate_lapse *lapses;     /* in their order; owned */
	size_t n_lapses;
	struct ledger ledger;
	struct order order;
	void *own;                       /* the format's, set before debate_open; owned */
	int64_t now_ms;                  /* when that happens which is applied next */
	int64_t changed_ms;              /* when somebody last joined, handed in or failed, or it ended; 0: never */
	bool is_draft;                   /* a copy that a draft is made of: nobody asks it how many quotations it has */
	struct debate_end {
		unsigned seat;           /* by whose text or verb; 0: a clock's */
		bool maker;              /* whoever made it closed it */
		int64_t time_ms;
		char *reason;            /* owned; NULL: none was given */
	} end;                           /* of one that is over */

	/* -- what entries leave (fold.c) -- */
	unsigned changes;                   /* so many entries have changed it */
	const struct debate_phase *phase;   /* that it is said to be in: an end once it is closed */
	const struct debate_phase *outcome; /* the row that says when it is earned; NULL while it is open */
	struct due due[DEBATE_ROLES_MAX + 1]; /* by seat, that of seat 1 first; and DUE_MISSING */
};

/* A conclusion or a close is in its log. */
static inline bool
debate_is_closed(const struct debate *d)
{
	return d->outcome;
}
/* "" while it is open. */
static inline const char *
debate_outcome(const struct debate *d)
{
	return d->outcome ? d->outcome->outcome : "";
}
static inline const char *
debate_reason(const struct debate *d)
{
	return d->outcome ? d->end.reason : "";
}

/* All members above `seats` are filled in before. */
void debate_open(struct debate *d);
void debate_free(struct debate *d);
void debate_join(struct debate *d, const struct debate_seat *seat);

/* Another of the same at that time, for a draft; what it borrows is the other's. Bytes of texts are shared, by a count
 * that threads may change. debate_free frees it. */
void debate_copy(struct debate *copy, const struct debate *d, int64_t now_ms);

/* The kind of text that is due of a seat, as a number of format.kinds; -1: none. And that, else the first one that is
 * taken of it. */
static inline int
debate_due(const struct debate *d, unsigned seat)
{
	const struct order_row *row = order_takes(d, seat, KIND_DUE);

	return row ? (int)row->kind : -1;
}
static inline int
debate_taken(const struct debate *d, unsigned seat)
{
	const struct order_row *row = order_takes(d, seat, KIND_ANY);

	return row ? (int)row->kind : -1;
}
/* The passages of a text that no later one may repeat; or NULL. It is read for that when somebody first asks. Any
 * thread may. */
const struct printset *debate_said(const struct debate *d, size_t text);
/* Another participant, whatever its role. */
#define ROLE_ANY (~0u)
/* The role that the debate waits for before it begins; ROLE_NONE: it has begun. */
unsigned debate_waits_for(const struct debate *d);
/* The same, or once it has begun the role of which a text is due and that nobody took; ROLE_NONE: there is none. */
unsigned debate_wants(const struct debate *d);
/* The kind that a text is, of those that are taken of that seat; -1: none is. */
int debate_kind_of(const struct debate *d, unsigned seat, struct reader text);
/* It is in a sealed phase. */
static inline bool
debate_is_sealed(const struct debate *d)
{
	return d->order.row->role & SEALED;
}
/* Which points that text must move. */
struct due_row debate_due_points(const struct debate *d, const struct kind_due *due);
/* The round that goes on, from 1. */
static inline unsigned
debate_round(const struct debate *d)
{
	return d->order.round + 1;
}
/* The debate is over: nothing is due of anybody, whatever happens. */
static inline bool
debate_is_over(const struct debate *d)
{
	return !d->order.row->phase;
}
/* The phase that it is in has an outcome, closed or not; a last text may still be due. */
bool debate_has_ended(const struct debate *d);
/* The row of a phase, and of that which the debate is in; NULL: it has none. */
const struct debate_phase *format_phase(const struct format *f, unsigned phase);
const struct debate_phase *debate_state(const struct debate *d);
/* The role of a word as role= takes it; ROLE_NONE: there is none. */
unsigned debate_role_named(const struct debate *d, const char *word);
/* The place of a role in format.roles: its own, but that the last one stands for all sides. */
static inline unsigned
debate_place(const struct debate *d, unsigned role)
{
	unsigned place = 0;

	while (d->format->sides && place < role && d->format->roles[place].name)
		place++;
	return d->format->sides ? place : role;
}
/* The seat that has this role; 0: nobody took it. */
unsigned debate_seat_of(const struct debate *d, unsigned role);
/* The first role that nobody took; above all roles: there is none. ROLE_NONE: seats have no roles. */
unsigned debate_free_role(const struct debate *d);

/* How many families its seats' models are of (the part of a name before the first `-` or digit), as far as it is known;
 * *one is that of all where there is one and each seat says so, else empty. */
unsigned debate_model_families(const struct debate *d, struct reader *one);

/* Appends the blank of a text of that kind of a seat, due or not, without a heading. */
void debate_blank_as(const struct debate *d, unsigned seat, unsigned kind, UT_string *out);
/* The quotations of a text of the record that were found: in texts before it, counted from 0, behind these in the
 * topic, then in the source. */
const struct found_quotes *debate_quotes(const struct debate *d, size_t text);
/* A text as it is read, of the record or handed in. */
void debate_read(const struct debate *d, const struct debate_text *t, struct parsed *p);

/* A text that is handed in, of a seat, as that kind: its bytes are copied, and read once for judging it and for all
 * that comes of it. debate_apply_text takes it; else debate_let_go frees it. */
struct debate_text
debate_take(const struct debate *d, unsigned seat, unsigned kind, const char *text, size_t len);
void debate_let_go(struct debate_text *t);
/* Judges one that has clean bytes (text_check), as of its kind, which need not be taken now. */
void
debate_judge_text(const struct debate *d, const struct debate_text *t, struct found_quotes *found,
	struct findings *out);
/* Takes a text that was accepted as its kind (the heading that the record has may let it look like another). true: its
 * phase has ended. */
bool debate_apply_text(struct debate *d, const struct debate_text *t);
/* A claim for=timeout is granted: the debate goes on without whoever has not joined, or whose move it was. */
void debate_lift(struct debate *d);
/* The clock of the phase has ended. If rounds are counted, points then stand as the complete ones have left them. */
void debate_silent(struct debate *d);
/* The same, or a seat is given up, for a reason, or (seat 0) nobody took that role in time. */
void debate_go_without(struct debate *d, unsigned seat, unsigned role, const char *reason);
/* It goes to that phase and on through its choices, by a verb, a clock or a seat that is given up. */
void debate_go(struct debate *d, unsigned phase);
/* It is in that phase, where `seat` (0: nobody) alone may hand in by the rows with NAMED. */
void debate_name(struct debate *d, unsigned seat, unsigned phase);
/* Reads sealed texts now: the debate is closed before their phase ended. */
void debate_reveal(struct debate *d);

/* Makes a struct source_places of a document, for format.reading. */
extern const struct format_reading source_places_reading;

/* -- for tables of references: what a reference names in a debate -- */
enum found debate_find_point(const void *debate, const struct ref *ref, struct said *said);
/* `Turn 3`: the third text. */
enum found debate_find_text(const void *debate, const struct ref *ref, struct said *said);
enum found debate_find_source(const void *debate, const struct ref *ref, struct said *said);

/* -- near copies (repeat.c): the only comparison of words with words (text/novelty.h) -- */

/* Tells each passage of a text, an item's prose or a paragraph, that repeats an earlier one of its seat, or (not `own`)
 * of anybody; `only` NULL: in any section. References are no words of it, and values of labels repeat nothing. */
void repeats_judge(const struct judging *j, const struct section *only, bool own, const struct rule *rule);
/* All that a text says. printset_free (text/novelty.h). */
struct printset *repeats_read(const struct parsed *text);

#endif
