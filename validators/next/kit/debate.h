/*
 * A debate of any format: the texts that were accepted, whose move it is, the points and how each stands.
 *
 * A format is tables: its kinds of text, its references, its phases. For each kind of text it may have three functions:
 * the heading, what it judges beyond its tables, and what an accepted text does beyond moving points (as a rule, raise
 * some). Everything else happens here, once for all formats:
 *
 *	debate_judge    bytes, lines, heading, parts, references, ledger, due points, near copies, kind.judge
 *	debate_apply    the same reader reads the text again; points move, kind.apply, the next phase
 *
 * A text of a sealed phase is no part of the debate until the phase ends. Then all of them are read in the order of
 * their seats, and get their ids.
 *
 * No rule is asked when a text is applied, so that a corrected rule never makes an accepted record invalid. Pure: a
 * debate is changed by debate_apply, debate_silent, debate_failed and debate_reveal alone, and nothing here does I/O or
 * knows a clock.
 */
#ifndef VALIDATORS_NEXT_KIT_DEBATE_H
#define VALIDATORS_NEXT_KIT_DEBATE_H

#include "validators/next/kit/ledger.h"
#include "validators/next/kit/order.h"
#include "validators/next/kit/source.h"

struct debate;

/* What is judged, for a kind's own function. */
struct judging {
	const struct debate *d;
	const struct parsed *p;
	struct mover by;
	struct support_by support;
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
	void (*heading)(const struct debate *d, unsigned seat, UT_string *out);
	void (*judge)(const struct judging *j); /* NULL: its tables say all */
	void (*apply)(struct debate *d, const struct parsed *p, const struct mover *by); /* NULL: nothing more */
};

struct debate_format {
	const char *name;
	const struct format_kind *kinds;
	const struct ref_kind *refs;     /* their `find` is given the debate */
	const struct order_row *phases;
	unsigned first, counted;         /* the phase it begins in; the one that begins a round */
	/* Which kind a text is, where more than one may be handed in; NULL: the first that is due. */
	unsigned (*kind_of)(struct reader text, unsigned due);
};

/* Who takes part, from seat 1 on. `harness` is the tool that a seat speaks for. */
struct debate_seat {
	const char *name, *harness, *model;
	unsigned role;
};

struct debate_text {
	unsigned seat, round, kind;
	char *text;
	size_t len;
};

struct debate {
	const struct debate_format *format;
	const void *terms;               /* the format's own */
	const char *topic;
	const char *source;              /* its file name; NULL: there is none */
	const struct source_places *places; /* of the source */
	double novelty_threshold;
	size_t max_bytes;                /* of a text */
	struct debate_seat *seats;       /* owned; their strings are not */
	unsigned n_seats;
	struct debate_text *texts;       /* of the record, in its order; owned */
	size_t n;
	struct debate_text *sealed;      /* those that are in, in a sealed phase; owned */
	size_t n_sealed;
	struct ledger ledger;
	struct order order;
};

/* All members above `seats` are filled in before. */
void debate_open(struct debate *d);
void debate_free(struct debate *d);
void debate_join(struct debate *d, const struct debate_seat *seat);

/* The kind of text that is due of a seat, as a number of format.kinds; -1: none. */
int debate_due(const struct debate *d, unsigned seat);
/* Which points that text must move. */
struct due_row debate_due_points(const struct debate *d, const struct kind_due *due);
/* The round that goes on, from 1. */
unsigned debate_round(const struct debate *d);
/* The debate is over: nothing is due of anybody, whatever happens. */
bool debate_is_over(const struct debate *d);

/* Appends the blank of the text that is due of a seat, without a heading; nothing where none is due. */
void debate_blank(const struct debate *d, unsigned seat, UT_string *out);
/* Reads a text of the record again. */
void debate_read(const struct debate *d, size_t text, struct parsed *p);
/* Judges a text of a seat of which one is due. */
void
debate_judge(const struct debate *d, unsigned seat, const char *text, size_t len, struct found_quotes *found,
	struct findings *out);
/* An accepted text of such a seat; its bytes are copied. true: its phase has ended. */
bool debate_apply(struct debate *d, unsigned seat, const char *text, size_t len);
/* The clock of the phase has ended; a seat is given up. Where rounds are counted, points then stand as the complete
 * ones have left them. */
void debate_silent(struct debate *d);
void debate_failed(struct debate *d, unsigned seat);
/* Reads sealed texts now: the debate is closed before their phase ended. */
void debate_reveal(struct debate *d);

/* -- for tables of references: what a reference names in a debate -- */
enum found debate_find_point(const void *debate, const struct ref *ref, struct said *said);
/* `Turn 3`: the third text; `Round 2`: all texts of that round. */
enum found debate_find_text(const void *debate, const struct ref *ref, struct said *said);
enum found debate_find_round(const void *debate, const struct ref *ref, struct said *said);
enum found debate_find_source(const void *debate, const struct ref *ref, struct said *said);

#endif
