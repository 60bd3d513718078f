/*
 * The ledger: what was claimed in an adversarial debate, and what has become of it (design page adversarial.md, A
 * turn).
 *
 * A fold over the turns that were accepted. Immutable and counted by reference; a turn gives the next one. Sides are
 * rows of the base's positions (kb.h); seats are numbers from 1 as everywhere.
 */
#ifndef VALIDATORS_ADVERSARIAL_LEDGER_H
#define VALIDATORS_ADVERSARIAL_LEDGER_H

#include "validators/adversarial/kb.h"
#include "validators/text/novelty.h"

enum claim_status {
	CLAIM_OPEN,
	CLAIM_PARTIALLY_REBUTTED,
	CLAIM_REBUTTED,
	CLAIM_UNCLAIMABLE,
	CLAIM_CONCEDED,
	CLAIM_CLOSED,
	CLAIM_STATUSES
};
extern const char *const claim_status_names[CLAIM_STATUSES];

/* What a turn does to claims: of a debater up to `accept`, then of the moderator. */
enum claim_move {
	MOVE_NEW,
	MOVE_REBUT,
	MOVE_CONCEDE,
	MOVE_DEFEND,
	MOVE_WITHDRAW,
	MOVE_OBJECT,
	MOVE_ACCEPT,
	MOVE_FIND_REBUTTED,
	MOVE_FIND_UNCLAIMABLE,
	MOVE_CLOSE,
	MOVE_REAFFIRM,
	MOVE_REOPEN,
	CLAIM_MOVES
};
extern const char *const claim_move_names[CLAIM_MOVES];

enum closed_as { CLOSED_REFUTED, CLOSED_BASELESS, CLOSED_SOURCE_DEBUNKED, CLOSED_AS };
extern const char *const closed_as_names[CLOSED_AS];

/* An argument or a source that a turn cites. */
struct claim_cite {
	const char *ref;        /* "arg-014", or a path with `kb/` before it */
	bool rated;             /* a rating was said */
	enum kb_status rating;
};

/* Is it a claim that cites and says something of its own: new, rebut, defend, object? */
bool move_argues(enum claim_move move);

/* One item of a turn, read. `line` counts from 1 in the turn. */
struct claim_item {
	enum claim_move move;
	unsigned claim;         /* L-NNN's number; 0: it is new */
	enum closed_as as;      /* of MOVE_CLOSE */
	const char *argument;   /* of MOVE_CLOSE: the argument that it is closed for */
	const char *words;      /* what is said, without its references */
	const struct claim_cite *cites;
	size_t n_cites;
	int line;
};

struct deflection_item {
	const char *side;        /* the position's slug */
	const char *cited, *unaddressed; /* arguments */
	const unsigned *turns;
	size_t n_turns;
	const char *words;
	int line;
};

struct mutation_item {
	const char *target;      /* "arg-014", "kb/edges.md" */
	const char *words;       /* the justification */
	const struct claim_cite *links; /* what it cites by links, whose words do not say where they lead */
	size_t n_links;
	int line;
};

/* A turn of an adversarial debate, taken apart. All of it lives as long as the turn. */
struct adversarial_turn {
	unsigned number;
	bool by_moderator;
	const unsigned *answers_claims, *answers_turns;
	size_t n_answers_claims, n_answers_turns;
	const struct claim_item *items;   /* claims, or rulings */
	size_t n_items;
	const struct deflection_item *deflections;
	size_t n_deflections;
	const struct claim_item *press;   /* only claim and words */
	size_t n_press;
	const char *const *findings;
	size_t n_findings;
	const struct mutation_item *mutations;
	size_t n_mutations;
};

struct ledger;

/* A claim as it stands. */
struct claim {
	unsigned number;
	enum claim_status status;
	unsigned seat;           /* who asserted it, and in which turn */
	size_t side;
	unsigned turn;
	const char *words;
	const struct claim_cite *cites; /* of all its thread, each once, in order: the first n_own are its side's (what
					   it was made, defended and objected with), then what others cited */
	size_t n_cites, n_own;
	const unsigned *thread;  /* turns that named it, in order */
	size_t n_thread;
	bool withdrawn;
	enum closed_as as;       /* where it is closed */
	const char *argument;    /* that it was closed for */
	unsigned closed_in;      /* the turn */
	const char *ruling;      /* its words */
	unsigned objected_in;    /* the turn of its objection; 0: none */
	bool unanswered;         /* an objection that is not ruled on */
	bool final;
	unsigned accepted_by;    /* seats; 0: nobody */
	unsigned conceded_by;
};

struct deflection {
	size_t side;
	const char *cited, *unaddressed;
	const unsigned *turns;  /* in which the one was cited, as the calls name them */
	size_t n_turns;
	const unsigned *called; /* the turns of the moderator that called it out */
	size_t n_called;
	bool answered;          /* by a claim that addresses the argument, later than the first call */
};

struct ledger *ledger_start(void);
struct ledger *ledger_hold(const struct ledger *l);
void ledger_drop(struct ledger *l);
/* The ledger after a turn that was judged; `kb` is the base as the turn leaves it. Copies what it keeps. */
struct ledger *ledger_after(const struct ledger *l, const struct kb *kb, const struct adversarial_turn *turn,
	unsigned seat, size_t side);

unsigned ledger_claims(const struct ledger *l);
const struct claim *ledger_claim(const struct ledger *l, unsigned number); /* NULL: there is none */
/* So many are rebutted since their side took them back. */
unsigned ledger_withdrawn(const struct ledger *l);
size_t ledger_deflections(const struct ledger *l);
const struct deflection *ledger_deflection(const struct ledger *l, size_t row);
/* Called out in two or more turns, and never answered. */
bool deflection_persists(const struct deflection *d);
/* Has any claim of this debate cited it? A ruling is none, but `rebut`, `defend` and the like are. */
bool ledger_has_cited(const struct ledger *l, const char *ref);
/* Has this side cited it in the turn of this number? */
bool ledger_turn_cites(const struct ledger *l, unsigned turn, size_t side, const char *ref);
/* Has a claim of this side cited both? */
bool ledger_side_cites(const struct ledger *l, size_t side, const char *a, const char *b);
/* How many turns there were. */
unsigned ledger_turns(const struct ledger *l);
/* The number of the first turn whose claims these words repeat, the newest first; 0: none. Of another side nothing but
 * the very same is a repetition, where `denies`: who denies a claim may do so in its words but one. */
unsigned ledger_repeats(
	const struct ledger *l, const struct wordprint *words, size_t side, bool denies, double threshold,
	enum novelty *how);
/* Findings beyond this debate, in order; and the turns they stand in. */
size_t ledger_findings(const struct ledger *l);
const char *ledger_finding(const struct ledger *l, size_t row, unsigned *turn);

/* May this side (KB_NONE: the moderator) make this move on this claim as it stands? NULL: yes; else a sentence without
 * a full stop, malloc'd, that says which move would be taken (design page, the table of moves). */
char *ledger_move_fault(const struct ledger *l, enum claim_move move, unsigned claim, size_t side);
/* The same of a claim that an earlier item of the turn has moved; and what a move makes of a claim: its status, its
 * closure and objection, with words that are the item's. */
char *claim_move_fault(const struct claim *c, enum claim_move move, size_t side);
void claim_make_move(struct claim *c, const struct claim_item *item, unsigned turn, unsigned seat);

/* output/claims-ledger.md. `seat_name` names a seat. */
void ledger_render(const struct ledger *l, const struct kb *kb, const char *(*seat_name)(void *arg, unsigned seat),
	void *arg, UT_string *out);

#endif
