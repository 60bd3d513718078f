/*
 * What a submission begins with, and whether it is what is due: `## Round 2 — Challenger (gemini / gemini-3-pro)`,
 * `## Closing — Proposer (claude / opus)`, `## Summary of rounds 1–1` or `## Debate Summary` (rounds.md, Turn heading).
 */
#ifndef VALIDATORS_ROUNDS_HEADING_H
#define VALIDATORS_ROUNDS_HEADING_H

#include "validators/kit/hearing.h"
#include "validators/rounds/state.h"

enum rounds_begin { BEGIN_TURN, BEGIN_CLOSING, BEGIN_SUMMARY, BEGIN_VERDICT, BEGINS };
extern const struct heading_row rounds_headings[BEGINS];

/* What a heading is; of one of a turn or a closing reply, which role it names, ROLES where that is none that there is.
 */
enum rounds_begin rounds_begins(const struct heading *h);
enum rounds_role rounds_heading_role(const struct heading *h);
/* The heading of a text: its number is a turn's round, or the last one that a summary covers; what it names is a role.
 */
struct heading rounds_heading_open(const struct opening *o);

/* A finding at a line of the parsed text; 0: the text as a whole. */
#define REPORT(h, rule, at, ...) HEARING_REPORT(h, &rounds_rules[rule], at, __VA_ARGS__)

/* As whose turn, and of which round, a turn's text is judged: of what is due, but alone as what it says it is, and
 * likewise where the role that it names is its writer's own, who is early or has spoken. */
enum rounds_role rounds_judged_role(const struct hearing *h);
unsigned rounds_judged_round(const struct hearing *h);
/* round.order, round.role and round.identity of a turn, and round.order of all else. false: it is nothing that could be
 * judged further. */
bool rounds_heading_judge(struct hearing *h);

#endif
