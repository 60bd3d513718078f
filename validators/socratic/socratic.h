/*
 * Format `socratic`: two participants, one floor, at most six turns, then a conclusion.
 *
 * tables.c has all words, rules and phases; judge.c what no table says; facts.c what the record says as a whole: the
 * stance of each seat, what blocks, and the statement as it now stands; show.c what prompts, `status` and files show of
 * that. The rest is the kit's (kit/debate.h).
 */
#ifndef VALIDATORS_SOCRATIC_SOCRATIC_H
#define VALIDATORS_SOCRATIC_SOCRATIC_H

#include "validators/kit/debate.h"

enum socratic_kind { KIND_TURN, KIND_CONCLUSION, SOCRATIC_KINDS };

enum socratic_phase {
	PHASE_START = 1,
	PHASE_SEALED,
	PHASE_SEALED_ENDED, /* by its clock */
	PHASE_DEBATING,
	PHASE_TURN_IS_IN,
	PHASE_ALONE,        /* the other seat is missing, and was waited for long enough */
	PHASE_CLOSING,
	PHASE_CONCLUDED,
	PHASE_CLOCK_ENDED,
	/* ends */
	PHASE_ACCEPTED,
	PHASE_DISSENT,
	PHASE_FULL,
	PHASE_TIMEOUT,
	PHASE_INVALIDATED,
};

enum stance { OPEN_TO_DEBATE, CONVERGING, ACCEPTING_CONSENSUS, DISSENTING, REVISING, STANCES };
extern const char *const stance_words[STANCES + 1];
static inline bool
stance_comes_closer(enum stance stance)
{
	return stance == CONVERGING || stance == ACCEPTING_CONSENSUS;
}

enum outcome { ACCEPTED_CONSENSUS, DISSENT, MAX_TURNS, TIMEOUT, INVALIDATED, OUTCOMES };
extern const char *const outcome_words[OUTCOMES + 1];

enum socratic_rule {
	RULE_TURN_ONE,
	RULE_TURN_NUMBER,
	RULE_TURN_LIMIT,
	RULE_TURN_PARTICIPANT,
	RULE_TURN_IDENTITY,
	RULE_TURN_ALTERNATION,
	RULE_TURN_STANCE,
	RULE_COUNTERPOINT_NONE,
	RULE_COUNTERPOINT_ADDRESSES,
	RULE_COUNTERPOINT_CLAIM,
	RULE_COUNTERPOINT_SUPPORT,
	RULE_SUPPORT_KIND,
	RULE_SUPPORT_SOURCE,
	RULE_SUPPORT_FILE,
	RULE_NOVEL_SUPPORT,
	RULE_NOVEL_REPEAT,
	RULE_UNRESOLVED_FLAG,
	RULE_STANCE_REVISION,
	RULE_CONSENSUS_BLOCKING,
	RULE_CONSENSUS_ACCEPTS,
	RULE_CONSENSUS_TEXT,
	RULE_CONCLUSION_FORM,
	RULE_CONCLUSION_UNEARNED,
	SOCRATIC_RULES
};
extern const struct rule socratic_rule_rows[SOCRATIC_RULES];

/* tables.c */
extern const struct format socratic_format;
extern const struct ref_kind socratic_refs[];
enum { REF_TURN, REF_POINT, REF_ITEM };

/* facts.c: what the turns so far say, as the debate keeps it (debate.own). A seat is 1 or 2. */
enum listed { LISTED_NOT, LISTED_OPEN, LISTED_BLOCKING };

/* An unresolved item, as the seats' turns list it. */
struct socratic_item {
	size_t point;           /* its place in the ledger */
	uint64_t hash;          /* of its words without the flag; 0: it has none */
	enum listed now[3];     /* by each seat's latest turn */
	unsigned turn[3];       /* the seat's latest turn that lists it; 0: none does */
	struct reader words[3]; /* that it lists it in, behind its id; empty: without an id */
	unsigned let_go[3];     /* the first one behind that; 0: there is none, or it never listed the item */
};

/* A turn whose stance is not that of its seat's turn before. */
struct stance_change {
	unsigned turn, seat;
	enum stance from, to;
	struct reader support;  /* the body of Stance Revision Support */
};

struct socratic_facts {
	bool spoke[3];
	enum stance stance[3];  /* of each seat's latest turn */
	unsigned blocking[3];   /* items that its latest turn lists as blocking */
	unsigned last;          /* the seat that spoke last; 0: nobody has */
	UT_string statement;    /* as it now stands; empty: there is none */
	unsigned turn, by;      /* that put it forward: the turn and the seat */
	unsigned accepted;      /* the turn in which the other seat accepted it without amendment; 0: none */
	struct socratic_item *items; /* in the order of their ids */
	size_t n_items;
	unsigned *answered;     /* of each point of the ledger: the turn of the other side that addresses it */
	size_t n_answered;
	struct stance_change *changes;
	size_t n_changes;
};
static inline const struct socratic_facts *
socratic_facts(const struct debate *d)
{
	return d->own;
}
/* A turn that was accepted: its points get their ids. */
void socratic_apply_turn(struct debate *d, const struct parsed *p, const struct mover *by);
void *socratic_facts_new(const struct context *ctx);
void *socratic_facts_copy(const void *facts);
void socratic_facts_drop(void *facts);
/* The stance that a turn gives itself; -1: none; STANCES: a word that is none. */
int socratic_stance(const struct parsed *p);
/* For words of a section: what stands before its support. */
struct reader socratic_unsupported(const struct parsed *p, struct reader words);
/* Is it an unresolved item (U-2), and no point of a turn (P2.1)? */
static inline bool
socratic_is_item(const struct point *point)
{
	return point->id.kind == &socratic_refs[REF_ITEM];
}
/* Does an item block; is it listed by any latest turn? */
static inline bool
socratic_item_blocks(const struct socratic_item *item)
{
	return item->now[1] == LISTED_BLOCKING || item->now[2] == LISTED_BLOCKING;
}
static inline bool
socratic_item_is_open(const struct socratic_item *item)
{
	return item->now[1] || item->now[2];
}
/* Does an unresolved item say that it blocks? -1: it has no flag. `words` is the item without it. */
int socratic_flag(const struct item *item, struct reader *words);
/* The conclusion in the last text; OUTCOMES: it is none, or says none. */
enum outcome socratic_outcome(const struct debate *d);
/* The move of a section Consensus on the statement; false: an amendment's old words do not stand there exactly once. */
bool socratic_amend(const struct parsed *p, const struct section *consensus, UT_string *statement);

/*
 * support.c: an entry has support if it contains, anywhere in it, an `http(s)` URL, a reference, a file name (with a
 * slash, or in backticks with an extension), or `Principle:` with words behind it. An entry that has only the source's
 * name says where in it: `:12`, `:12-20`, `#L12`, `#heading`, `line 12`, `lines 12-20`, `l. 12`, `§ heading`, the words
 * of a heading, or a quotation; and what it gives is there.
 */
enum support {
	SUPPORT_NONE,
	SUPPORT_HOLDS,
	SUPPORT_FILE,     /* holds, too; with an evidence root it is looked up */
	SUPPORT_BARE,     /* the source alone */
	SUPPORT_NO_PLACE, /* a place in the source that is not there */
};
enum support socratic_support(const struct judging *j, struct reader entry);
/* The next entry of a label, from line *at on (0 at first): a list line with all that is deeper, or what stands before
 * the list. */
bool socratic_next_entry(const struct parsed *p, const struct field *f, size_t *at, struct passage *entry);

/* judge.c */
const struct rule *socratic_misheaded(struct reader heading, const char *due);
void socratic_judge_turn(const struct judging *j);
/* The outcomes that the record earns for that seat, a bit each; is there one? */
unsigned socratic_earned(const struct debate *d, unsigned seat);
/* Is ACCEPTED_CONSENSUS? */
bool socratic_consensus_is_earned(const struct debate *d);
bool socratic_may_conclude(const struct debate *d, unsigned seat);
void socratic_judge_conclusion(const struct judging *j);
struct printset *socratic_said(const struct parsed *p);

/* show.c: what a mount shows. */
extern const struct status_row socratic_status[];
extern const struct format_row socratic_rows[];
extern const struct template_name socratic_told[];
debate_tells socratic_turn_label, socratic_brief, socratic_fates;
debate_shows socratic_head, socratic_result, socratic_behind;
bool socratic_came_to(const struct debate *d, UT_string *out);
void socratic_headed(const struct debate *d, unsigned seat, struct reader *text, UT_string *out);
void socratic_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out);
const char *socratic_updated(const struct debate *d, struct json_t *members);

#endif
