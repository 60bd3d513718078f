/*
 * What a submission begins with, and whether it is what is due: `## Round 2 — Challenger (gemini / gemini-3-pro)`,
 * `## Summary of rounds 1–1` or `## Debate Summary` (rounds.md, Turn heading).
 */
#ifndef VALIDATORS_ROUNDS_HEADING_H
#define VALIDATORS_ROUNDS_HEADING_H

#include "validators/rounds/state.h"
#include "validators/text/opening.h"
#include "validators/text/reader.h"

#define ROUNDS_WORD_TURN "Round"
#define ROUNDS_WORD_SUMMARY "Summary of rounds"
#define ROUNDS_WORD_VERDICT "Debate Summary"

enum rounds_begin { BEGIN_NOTHING, BEGIN_OTHER, BEGIN_TURN, BEGIN_SUMMARY, BEGIN_VERDICT };

/* A heading in its parts; empty where they are not there. A turn's and a summary's have a number, or they are no such headings. */
struct rounds_heading {
	enum rounds_begin begin;
	unsigned round;            /* of a summary: the last one that it covers */
	unsigned from;             /* of a summary: the first */
	enum rounds_role role;     /* ROLES: none that there is */
	struct reader role_word, identity, tool, model;
};
/* The words of a heading of level 2. */
struct rounds_heading rounds_heading_read(const char *text, size_t len);

/* A submission that is being judged: what judge.c and its neighbours share. */
struct hearing {
	const struct fstate *state;
	const struct context *ctx;
	const struct submission *s;
	const struct md *md;
	struct findings *out;
	struct opening opening;
	struct rounds_heading heading;
};
/* A finding at a line of the parsed text; 0: the text as a whole. */
#define REPORT(h, rule, at, ...) findings_add((h)->out, &rounds_rules[rule], (at) ? (at) + (h)->s->line0 : 0, __VA_ARGS__)

void rounds_hearing_begin(struct hearing *h);
/* As whose turn, and of which round, a turn's text is judged: of what is due, but alone as what it says it is, and likewise where the role
 * that it names is its writer's own, who is early or has spoken. */
enum rounds_role rounds_judged_role(const struct hearing *h);
unsigned rounds_judged_round(const struct hearing *h);
/* round.order, round.role and round.identity of a turn, and round.order of all else. false: it is nothing that could be judged further. */
bool rounds_heading_judge(struct hearing *h);

#endif
