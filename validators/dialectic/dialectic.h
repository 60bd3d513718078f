/*
 * Format `dialectic`: proposition and opposition hand in arguments at the same time, and a judge scores them.
 *
 * Arguments and judgements are JSON (json.h), the report is Markdown. tables.c has all keys, rules and phases;
 * judge.c what no table says; scores.c what the debate has come to: its arguments, their scores, the totals.
 *
 * Exchanges count from 0. In each there is one text of each side, of three arguments in exchange 0 and of one later,
 * and one judgement. `order.round` is how many were judged.
 */
#ifndef VALIDATORS_DIALECTIC_DIALECTIC_H
#define VALIDATORS_DIALECTIC_DIALECTIC_H

#include "validators/dialectic/json.h"

enum dialectic_role { ROLE_PROPOSITION = 1, ROLE_OPPOSITION, ROLE_JUDGE };
enum { SIDES = 2 };

enum dialectic_kind { OPENING, ARGUMENT, JUDGEMENT, REPORT, DIALECTIC_KINDS };

enum dialectic_phase {
	PHASE_OPENINGS = 1,
	PHASE_FIRST_JUDGEMENT,
	PHASE_JUDGED,
	PHASE_ARGUMENTS,
	PHASE_JUDGEMENT,
	PHASE_REPORT,
	/* ends */
	PHASE_COMPLETED,
	PHASE_INVALIDATED,
};

enum dialectic_rule {
	RULE_HANDIN_JSON,
	RULE_HANDIN_TWICE,
	RULE_HANDIN_COUNT,
	RULE_HANDIN_MISSING,
	RULE_HANDIN_TYPE,
	RULE_HANDIN_BLANK,
	RULE_HANDIN_UNKNOWN,
	RULE_HANDIN_REPEAT,
	RULE_GROUND_COUNT,
	RULE_ATTACK_COUNT,
	RULE_ATTACK_TYPE,
	RULE_ATTACK_TARGET,
	RULE_ATTACK_TWICE,
	RULE_DEFENCE_COUNT,
	RULE_DEFENCE_TYPE,
	RULE_DEFENCE_TARGET,
	RULE_WORDS_TITLE,
	RULE_WORDS_CLAIM,
	RULE_WORDS_GROUND,
	RULE_WORDS_RELEVANCE,
	RULE_WORDS_WARRANT,
	RULE_WORDS_BACKING,
	RULE_WORDS_QUALIFIER,
	RULE_WORDS_ATTACK,
	RULE_WORDS_DEFENCE,
	RULE_WORDS_REASONING,
	RULE_JUDGEMENT_FORM,
	RULE_JUDGEMENT_MISSING,
	RULE_JUDGEMENT_OTHER,
	RULE_JUDGEMENT_TWICE,
	RULE_JUDGEMENT_RANGE,
	RULE_JUDGEMENT_SUM,
	RULE_JUDGEMENT_REASONING,
	RULE_RESCORE_INCOMPLETE,
	RULE_RESCORE_UNKNOWN,
	RULE_RESCORE_OLD,
	RULE_RESCORE_STEP,
	RULE_RESCORE_RANGE,
	RULE_REPORT_SECTION,
	RULE_REPORT_WORDS,
	RULE_REPORT_ARGUMENT,
	DIALECTIC_RULES
};
extern const struct rule dialectic_rule_rows[DIALECTIC_RULES];
#define RULE(name) (&dialectic_rule_rows[RULE_##name])

/* tables.c */
extern const struct format dialectic_format;
/* prop_000a and opp_000a: the kind of a side is its role less 1. */
extern const struct ref_kind dialectic_refs[];
/* The edges of an argument to others: `attacks` and `defends`. */
struct dialectic_link {
	const char *key, *type, *verb; /* of the list; of its items' type; "Attacking" */
	const char *const *types;
	bool own;                      /* its targets are the side's own, else the other side's */
	enum dialectic_rule target;
};
enum { ATTACKS, DEFENDS, LINKS };
extern const struct dialectic_link link_rows[LINKS];
/* At most so many of one kind. */
enum { LINKS_MOST = 3 };

/* -- scores.c: what the debate has come to -- */

struct argument {
	struct ref id;
	unsigned side, text;         /* 0 is the proposition; of debate.texts, from 0 */
	const struct json_value *v;
	const struct json_value *judged; /* its score in a judgement; NULL: it has none */
	unsigned judgement;          /* which text that is */
	struct number score;         /* as it stands */
};

/* A rescore that counts. */
struct rescore {
	unsigned judgement, argument; /* of debate.texts and of standing.v, from 0 */
	const struct json_value *v;
	struct number before;        /* as the argument stood */
};

struct total {
	struct number total;
	unsigned count;
};

/* The arguments that are shown: exchange by exchange, the proposition's first. It is debate.own, NULL before the first
 * text; borrows the texts. */
struct standing {
	struct argument *v;
	size_t n;
	struct rescore *rescores;    /* in their order */
	size_t n_rescores;
	struct total totals[SIDES];
};
const struct standing *standing_of(const struct debate *d);
/* Another of the same, which standing_drop frees; both take NULL. */
void *standing_copy(const void *own);
void standing_drop(void *own);
/* An accepted text adds its arguments, or moves how they stand. */
void add_arguments(struct debate *d, const struct parsed *p, const struct mover *by);
void add_judgement(struct debate *d, const struct parsed *p, const struct mover *by);
/* NULL: there is none. */
struct argument *standing_find(const struct standing *s, const struct ref *id);
/* The place where the arguments of the newest exchange begin, if that is this one; else where they end. */
size_t standing_newest(const struct standing *s, unsigned exchange);
/* The argument that a key names. */
struct argument *standing_named(const struct standing *s, const struct json_value *object, const char *key);
/* The scores of a judgement: a list, or the judgement itself, of which json_next gives each. */
const struct json_value *judgement_scores(const struct parsed *p);
/* Which rule a rescore breaks, so that it is skipped; NULL: it counts. *argument is what it is of. */
const struct rule *
rescore_fault(const struct standing *s, const struct json_value *rescore, struct argument **argument);
/* "proposition", "opposition", "tie"; NULL: it goes on, or was invalidated. */
const char *debate_winner(const struct debate *d);
/* The exchange that goes on, and what it waits for; is this one, from 0, the last that there may be? */
unsigned open_exchange(const struct debate *d);
const char *open_phase(const struct debate *d);
bool exchange_is_last(const struct debate *d, unsigned exchange);
/* To three decimals, as a decimal is rounded. */
struct number number_rounded(struct number n);
enum found dialectic_find(const void *debate, const struct ref *ref, struct said *said);

/* An attack or a defence of an argument: each attack, then each defence. It begins with {0}. */
struct link {
	unsigned kind; /* of link_rows */
	const struct json_value *v;
	struct printed_id target;
	const char *type;
};
/* The next one; false: there is none. */
bool link_next(const struct argument *a, struct link *l);

/* -- judge.c -- */
void dialectic_judge_arguments(const struct judging *j);
/* The passages of a side's text that it may not repeat. */
struct printset *dialectic_said(const struct parsed *p);
void dialectic_judge_judgement(const struct judging *j);
void dialectic_judge_report(const struct judging *j);

/* -- render.c -- */
extern const struct format_row dialectic_rows[];
/* Each definition of the motion: `lead`, the term, `behind`, its meaning, a newline. */
void dialectic_definitions(const struct terms *t, const char *lead, const char *behind, UT_string *out);
debate_shows dialectic_head, dialectic_front;
void dialectic_record(const struct debate *d, UT_string *out);
size_t dialectic_room(const struct parsed *p);
/* `0.35`; what an argument says, without id and title; `proposition 0.35 in 4 arguments, opposition …`. */
struct printed_id score_text(struct number n);
enum shown_in { IN_RECORD, IN_FILE };
void put_argument(const struct argument *a, enum shown_in in, UT_string *out);
void put_totals(const struct standing *s, UT_string *out);
bool dialectic_came_to(const struct debate *d, UT_string *out);
debate_shows dialectic_result;

/* -- told.c -- */
extern const struct status_row dialectic_status[];
extern const struct template_name dialectic_told[];
debate_tells dialectic_so_far, dialectic_label;
void dialectic_tell_terms(const struct terms *terms, UT_string *out);
void dialectic_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out);

#endif
