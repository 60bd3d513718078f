/*
 * Format `adversarial`: debaters argue from the nodes and sources of a knowledge base, a moderator rules, an
 * orchestrator names who speaks and writes the synthesis.
 *
 * base.h has the base; tables.c all words, rules and phases; operations.c what a turn changes in the base, revisions.c
 * what is written of that; claims.c the ledger's table and what a claim cites; rulings.c the moderator's lines; floor.c
 * who speaks next; verdict.c what the graph says of each question; synthesis.c, files.c and prompt.c what is shown. The
 * rest is the kit's (kit/debate.h).
 *
 * A text is played: its operations, then its claims or rulings, one after the other, each judged against what those
 * before it left. Judging plays it on a copy, with findings; applying plays it on the debate's own, without.
 */
#ifndef VALIDATORS_ADVERSARIAL_ADVERSARIAL_H
#define VALIDATORS_ADVERSARIAL_ADVERSARIAL_H

#include "validators/adversarial/base.h"
#include "validators/kit/debate.h"

enum adv_kind { KIND_TURN, KIND_RULINGS, KIND_SYNTHESIS, ADV_KINDS };

enum adv_phase {
	PHASE_GATHERING = 1,
	PHASE_BEGIN,
	PHASE_OPENING,
	PHASE_OPENING_SEALED,
	PHASE_NAMING,   /* the orchestrator names who speaks */
	PHASE_SPEAKING, /* somebody is named */
	PHASE_SPOKEN,
	PHASE_NOBODY_NAMED,
	PHASE_SYNTHESIS,
	/* ends */
	PHASE_COMPLETED,
	PHASE_ABORTED,
};

enum adv_rule {
	RULE_CLAIM_NONE,
	RULE_CLAIM_MANY,
	RULE_CLAIM_UNKNOWN,
	RULE_CLAIM_UNTRACED,
	RULE_CLAIM_RATING,
	RULE_CLAIM_UNRATED,
	RULE_CLAIM_REPEAT,
	RULE_CLAIM_MOVE,
	RULE_CLAIM_CLOSED,
	RULE_MODERATOR_ADVOCATES,
	RULE_MODERATOR_ALONE,
	RULE_RULING_GRAPH,
	RULE_RULING_GROUNDS,
	RULE_DEFLECTION_NONE,
	RULE_KB_PROMOTED,
	RULE_KB_CONCURRENCE,
	RULE_KB_FROZEN,
	RULE_MUTATION_UNTRACED,
	RULE_MUTATION_MANY,
	RULE_VERDICT_UNEARNED,
	ADV_RULES
};
extern const struct rule adv_rules[ADV_RULES];

/* For a turn. */
#define OPERATIONS_MOST 100
#define CLAIMS_MOST 100
#define LIVE "kb"
#define SNAPSHOT "kb-snapshot-construction"

/* -- what a debate has come to -- */

enum claim_state { CLAIM_OPEN, CLAIM_PARTLY, CLAIM_REBUTTED, CLAIM_CONCEDED, CLAIM_UNCLAIMABLE, CLAIM_CLOSED };
extern const char *const claim_state_words[];
enum closed_as { AS_REFUTED, AS_BASELESS, AS_DEBUNKED };
extern const char *const closed_as_words[];
enum claim_move {
	MOVE_NEW,
	MOVE_REBUT,
	MOVE_CONCEDE,
	MOVE_DEFEND,
	MOVE_WITHDRAW,
	MOVE_OBJECT,
	MOVE_ACCEPT,
	MOVES,
	MOVE_RULED = MOVES, /* by the moderator */
};

/* Does it assert something, so that it cites what that rests on? */
static inline bool
adv_asserts(enum claim_move move)
{
	return move == MOVE_NEW || move == MOVE_REBUT || move == MOVE_DEFEND || move == MOVE_OBJECT;
}

/* L-003 is claims[2]. */
struct claim {
	unsigned seat, text;
	enum claim_state state;
	struct reader words;  /* of its item, without marks and labels */
	size_t step;          /* that made it */
	unsigned moved, pressed; /* the last texts that did that; 0: none */
	uint64_t conceded;    /* seats that have conceded it, a bit each from seat 1 on */
	bool withdrawn;
	bool objected;        /* to its closure; */
	bool waits;           /* and that is not ruled on yet */
	bool final;           /* reaffirmed */
	bool accepted;        /* by its side */
	enum closed_as as;
	unsigned argument;    /* that it was closed over */
	unsigned closed_in;   /* text; 0: it is not closed */
	struct reader ruling; /* that closed it */
};

/* The move of an item of Claims, or of a ruling; it names so many of the citations, from this one on. */
struct step {
	unsigned claim, text, seat;
	enum claim_move move;
	struct reader words;
	size_t cites, n_cites;
};

/* An argument or a source, as an item of Claims names it: first its arguments, then its sources, each once. */
struct citation {
	unsigned argument;    /* 0: a source, */
	struct reader source; /* as it is written */
};

enum operation { OP_LOWER, OP_EDGE, OP_NOTE, OP_CRITICISM, OP_CONTRADICTION, OP_NEW, OP_SOURCE, OP_KINDS };

/* An operation that was done. */
struct revision {
	enum operation op;
	unsigned number;            /* of its R-NNN */
	unsigned text, seat;
	struct reader item, reason;
	unsigned argument;          /* lowered, noted, new, or where an edge begins; of a contradiction its number */
	struct edge edge;
	enum status before, after;  /* of lower */
	struct reader target;       /* of criticism the source as it is written, of a note the section */
	unsigned file;              /* the place of what was added */
};

enum ruling_word { RULED_CLOSED, RULED_REAFFIRMED, RULED_REOPENED, RULED_REBUTTED, RULED_UNCLAIMABLE, RULINGS };
struct deflection {
	unsigned text, position;    /* of the base */
	unsigned cited, unaddressed;
	struct reader words;
};

/* `Press:` and `Finding:`. */
struct remark {
	unsigned text;
	bool finds;
	struct reader words;
};

/* A turn that something in a text asks for, of whoever has the role. */
struct owed {
	unsigned role, text;
	unsigned claim;         /* as long as an objection to its closure waits; 0: until it comes */
	const char *what;       /* "an objection" */
};

struct adversarial {
	struct base *snapshot;  /* as construction left it */
	struct base *live;
	struct claim *claims;
	struct step *steps;
	struct citation *citations;
	struct revision *revisions;
	struct deflection *deflections;
	struct remark *remarks;
	struct owed *owed;
	size_t n_claims, n_steps, n_citations, n_revisions, n_deflections, n_remarks, n_owed;
	char *asks;             /* what the orchestrator asked of whom it named last */
	size_t opened, lapsed;  /* so many texts and lapses there were before somebody was named first; SIZE_MAX:
				   nobody was */
	size_t ended_after;     /* so many turns, by `end`; 0: it was not */
};

/* Each of a list, which is NULL as long as it is empty. */
#define EACH_OF(type, it, list, n) for (const struct type *it = (list); it && it < (list) + (n); it++)
/* The type of debate.own: takes both bases, which may be one; the second is how the debate begins. */
struct adversarial *adv_new(struct base *snapshot, struct base *start);
/* A mount reads a source with these (struct format). */
extern const struct format_folder adv_folder;
extern const struct format_reading adv_reading;
void *adv_own(const struct context *ctx);
void *adv_copy(const void *own);
void adv_drop(void *own);
static inline const struct adversarial *
adv_of(const struct debate *d)
{
	return d->own;
}

/* -- who is who -- */
/* The position of a debater's seat; NO_POSITION: it is no debater. */
unsigned adv_position(const struct debate *d, unsigned seat);
/* Its role as role= takes it: "moderator", "debater-SLUG". */
const char *adv_handle(const struct debate *d, unsigned seat);
/* With each position's debater, where there is a base. */
const struct debate_role *adv_sides(const struct debate *d);
bool adv_is_given_up(const struct debate *d, unsigned seat);
/* Has a seat had a turn since text `text`: handed one in, or let one that was given not come, or is given up? */
bool adv_had_turn(const struct debate *d, unsigned seat, unsigned text);
/* Was a turn of that seat given and did not come, and none came since? */
bool adv_is_late(const struct debate *d, unsigned seat);
/* Has a debater handed in its opening? */
bool adv_has_opened(const struct debate *d, unsigned seat);
/* Will its next turn be a sealed opening, which changes nothing in the base? */
bool adv_opens_sealed(const struct debate *d, unsigned seat);
/* Is a turn owed to that seat? *why: a clause, appended; NULL: nobody asks. */
bool adv_is_owed(const struct debate *d, unsigned seat, UT_string *why);

/* -- playing a text -- */
struct play {
	const struct debate *d;
	struct adversarial *a;   /* is changed */
	const struct parsed *p;
	struct mover by;
	unsigned position;       /* of who moves; NO_POSITION: the moderator */
	struct findings *out;    /* NULL: nothing is judged */
	bool base_is_own;        /* a->live was copied for this text */
};
/* Adds a finding; false. */
bool play_refuse(struct play *play, const struct rule *rule, int line, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* A turn is owed to whoever has the role, for what the text did. */
void play_owe(struct play *play, unsigned role, unsigned claim, const char *what);
#define REFUSE(play, rule, line, ...) play_refuse(play, &adv_rules[RULE_##rule], line, __VA_ARGS__)

/* operations.c */
extern const struct verb_row operation_verbs[OP_KINDS + 1];
void play_operations(struct play *play);
/* Puts a file, or lines behind one, with this between them; false, told at a line: there is no room. */
bool play_put(struct play *play, int line, const char *path, struct reader text);
bool play_put_behind(struct play *play, int line, const char *path, const char *between_lines, struct reader lines);

/* revisions.c: writes what a text's operations did into revisions.md, and the index anew. */
void play_revisions(struct play *play);
/* The number of the last R-NNN in a base; 0: there is none. */
unsigned revisions_last(const struct base *b);

/* claims.c */
extern const struct verb_row claim_verbs[MOVES + 1];
void play_claims(struct play *play);
bool same_words(struct reader a, struct reader b);
/* Does a claim rest on an argument: does its item cite it, and is it of its side or of none? */
bool adv_rests_on(const struct adversarial *a, const struct debate *d, unsigned claim, unsigned argument);

/* rulings.c */
void play_rulings(struct play *play);
/* Tells each line of a debater's that rules. */
void refuse_rulings(struct play *play);

/* floor.c */
extern const struct debate_verb adv_verbs[];
/* Why a seat is not given up (malloc'd); NULL: it may be (struct format). */
char *adv_fail_refused(const struct debate *d, unsigned seat);
/* That the debate ended after few turns (struct format). */
void adv_warn(const struct debate *d, UT_string *out);
/* Are there as many turns as there may be, and is none owed that may still be had? */
bool adv_is_all_said(const struct debate *d);

/* tables.c */
extern const struct format adversarial_format;
extern const struct ref_kind adv_refs[];
enum { REF_TURN, REF_CLAIM, REF_ARGUMENT, REF_CONTRADICTION, REF_REVISION, REF_QUESTION };

#endif
