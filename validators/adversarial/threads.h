/*
 * What is open in an adversarial debate, for those who say what comes next: `threads`, which helps the orchestrator,
 * and lists for prompts. Pure functions of ledger and live graph.
 */
#ifndef VALIDATORS_ADVERSARIAL_THREADS_H
#define VALIDATORS_ADVERSARIAL_THREADS_H

#include "validators/adversarial/ledger.h"

/* Which claims a list has. */
enum claims_listed {
	CLAIMS_OBJECTED,  /* closed, objected to, and not ruled on */
	CLAIMS_OPEN,      /* open and partially rebutted ones; what was rebutted, and what waits longest, first */
	CLAIMS_THIN,      /* of these, what stands on nothing but arguments that are contested or worse */
	CLAIMS_CLOSED,
	CLAIMS_LISTS
};
/* Append an item a claim: its words, how it stands, its thread. The number of them. */
size_t claims_put(const struct ledger *l, const struct kb *kb, enum claims_listed which, UT_string *out);

/* One item of it; and one of an argument, with its sources: an edge that the snapshot has not is said to be new. */
void claim_put(const struct claim *c, const struct kb *kb, UT_string *out);
void argument_put(const struct kb *snapshot, const struct kb *kb, size_t row, UT_string *out);

/* The file: objections, open claims, arguments of doubtful rating that were cited, contradictions that touch them, and
 * central questions that nobody has addressed. */
void threads_render(const struct ledger *l, const struct kb *kb, UT_string *out);

#endif
