/*
 * Format `rounds`: proposer and challenger in rounds, then the orchestrator's verdict.
 *
 * tables.c has all words, rules, verbs and phases, and what an accepted text does; judge.c what no table says. The
 * files of a debate: told.c a prompt, report.c the JSON files, result.c `status` and conclusion.md, threads.c points
 * with what was said to them. The rest is the kit's (kit/debate.h).
 */
#ifndef VALIDATORS_ROUNDS_ROUNDS_H
#define VALIDATORS_ROUNDS_ROUNDS_H

#include "validators/kit/debate.h"

enum rounds_role { ROLE_PROPOSER = 1, ROLE_CHALLENGER, ROLE_ORCHESTRATOR };

enum rounds_kind { OPENING, CHALLENGE, DEFENCE, FOLLOWUP, SUMMARY, CLOSING, VERDICT, ROUNDS_KINDS };

enum rounds_phase {
	PHASE_OPENING = 1,
	PHASE_CHALLENGE,
	PHASE_ROUND_IS_OVER,
	PHASE_SUMMARY,
	PHASE_DEFENCE,
	PHASE_FOLLOWUP,
	PHASE_CLOSING,
	PHASE_VERDICT,
	/* ends */
	PHASE_COMPLETED,
	PHASE_UNCONTESTED,
	PHASE_ABORTED,
};

/* For a claim of the proposer or a point of the challenger. */
enum rounds_point { CLAIMED, AGREED, OPEN, ANSWERED, CONCEDED, RESOLVED };

enum rounds_rule {
	RULE_STANCE_MISSING,
	RULE_CLAIMS_NONE,
	RULE_EVIDENCE_NONE,
	RULE_CHALLENGE_FLAW,
	RULE_CHALLENGE_CATEGORIES,
	RULE_CHALLENGE_ALTERNATIVE,
	RULE_AGREEMENT_EVIDENCE,
	RULE_AGREEMENT_RISK,
	RULE_DEFENSE_COVERAGE,
	RULE_RESTATE,
	RULE_FOLLOWUP_COVERAGE,
	RULE_FOLLOWUP_PROGRESS,
	RULE_SUMMARY_FORM,
	RULE_SUMMARY_LENGTH,
	RULE_CLOSING_NEW,
	RULE_CLOSING_WORDS,
	RULE_VERDICT_WINNER,
	RULE_VERDICT_BECAUSE,
	RULE_VERDICT_QUALITY,
	RULE_VERDICT_AGREEMENTS,
	RULE_VERDICT_DIRECTION,
	RULE_VERDICT_REASON,
	RULE_VERDICT_RECOMMENDATION,
	ROUNDS_RULES
};
extern const struct rule rounds_rule_rows[ROUNDS_RULES];

/* tables.c */
extern const struct format rounds_format;
enum { REF_CLAIM, REF_POINT, REF_ROUND };
extern const struct ref_kind rounds_refs[];
extern const struct debate_role rounds_roles[];
extern const char *const rounds_point_states[];

/* judge.c: what no table says, a function a kind of text. */
void rounds_judge_evidence(const struct judging *j);
void rounds_judge_challenge(const struct judging *j);
void rounds_judge_followup(const struct judging *j);
void rounds_judge_summary(const struct judging *j);
void rounds_judge_closing(const struct judging *j);
void rounds_judge_verdict(const struct judging *j);
/* The role whose tool a verdict begins `Winner:` with; 0: it names none, or both. */
unsigned rounds_winner(const struct debate *d, const struct parsed *verdict);

/* threads.c: all texts of the record, read again, until they are freed. */
struct rounds_texts {
	struct parsed *v;
	size_t n;
};
void rounds_read(const struct debate *d, struct rounds_texts *texts);
void rounds_texts_free(struct rounds_texts *texts);
/* A text without its heading; `text` from 0. */
struct reader rounds_response(const struct debate *d, const struct rounds_texts *texts, size_t text);
/* The item of a point or a move. */
const struct item *rounds_item(const struct rounds_texts *texts, unsigned text, struct reader words);
/* The move of an item on a point: "conceded", "agreed". */
const char *rounds_verb(const struct item *item);
/* Is it a claim, point or concession without evidence? */
bool rounds_is_unsupported(const struct parsed *p, const struct item *item);
/* The seat whose text it is: "proposer". */
const char *rounds_role_of(const struct debate *d, unsigned text);
/* Append words of a line of a text behind a lead, their other lines indented by so many columns. */
void rounds_put_words(const struct parsed *p, int line, struct reader words, unsigned columns, UT_string *out);
/* Append a point with its id; what texts up to `until` said to it; all points in these states that rounds up to `round`
 * raised, below a title (false: there is none); items of a text that have no evidence (likewise); Agreed, Conceded,
 * Resolved, Open. */
void rounds_put_point(const struct debate *d, const struct rounds_texts *texts, size_t point, UT_string *out);
void
rounds_put_moves(const struct debate *d, const struct rounds_texts *texts, size_t point, size_t until, UT_string *out);
bool
rounds_put_standing(const struct debate *d, const struct rounds_texts *texts, unsigned states, unsigned round,
	const char *title, UT_string *out);
bool
rounds_put_unsupported(const struct debate *d, const struct rounds_texts *texts, unsigned text, const char *title,
	UT_string *out);
void rounds_put_facts(const struct debate *d, const struct rounds_texts *texts, unsigned round, UT_string *out);
/* The lines of the record behind a summary. */
debate_shows rounds_behind;

/* told.c */
bool rounds_came_to(const struct debate *d, UT_string *out);
debate_tells rounds_brief, rounds_fates;
extern const struct template_name rounds_told[];
void rounds_put_plain(struct reader words, UT_string *out);
struct reader rounds_position(const struct debate *d, enum rounds_role role);
/* The tool that a side speaks for; "HARNESS": nobody took it. */
const char *rounds_tool(const struct debate *d, enum rounds_role role);

/* report.c */
debate_shows rounds_points_file, rounds_report_file;

/* result.c */
struct fault rounds_joins(const struct debate *d, const struct debate_seat *who);
debate_shows rounds_head, rounds_conclusion;
extern const struct status_row rounds_status[];
void rounds_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out);
/* Each text that did not come, as an item. */
void rounds_put_lapses(const struct debate *d, UT_string *out);
void rounds_tell_terms(const struct terms *terms, UT_string *out);

#endif
