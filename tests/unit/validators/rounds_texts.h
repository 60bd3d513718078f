/* Texts of a debate in rounds, one a kind: each is accepted where it is due, as short as it may be. */
#ifndef TESTS_UNIT_VALIDATORS_ROUNDS_TEXTS_H
#define TESTS_UNIT_VALIDATORS_ROUNDS_TEXTS_H

#include <string.h>

#define ROUNDS_OPENING "**Stance**\nIt is right.\n\n**Claims**\n- It is fast.\n  Evidence: bench.txt:3\n"
#define ROUNDS_CHALLENGE \
	"**Points**\n- [correctness] A copy is read too late.\n  Evidence: src/a.c:1\n- [security] none: keys were looked at.\n" \
	"- [experience] none: nobody asked.\n\n**Alternative**\nA table without copies.\n"

/* The text of that kind, by its name. From round 2 on the challenger raises no point but once. */
static inline const char *
rounds_text(const char *kind, unsigned round)
{
	if (!strcmp(kind, "opening"))
		return ROUNDS_OPENING;
	if (!strcmp(kind, "challenge"))
		return ROUNDS_CHALLENGE;
	if (!strcmp(kind, "defence"))
		return round == 2 ? "**Answers**\n- C1.1: rebutted — the lock is held by then.\n  Evidence: src/a.c:9\n"
				  : "**Claims**\n- Nothing else is asked of it.\n";
	if (!strcmp(kind, "followup"))
		return round == 2 ? "**Answers**\n- C1.1: resolved — it is.\n  Evidence: src/a.c:9\n\n**Points**\nNone.\n"
				  : "**Answers**\nNone.\n\n**Points**\n- The table is as large as the memory.\n";
	if (!strcmp(kind, "summary"))
		return "**Proposer's position**\nIt is right.\n\n**Challenger's position**\nIt is not.\n\n**Contradictions**\nNone.\n";
	if (!strcmp(kind, "closing"))
		return "**Answers**\n- C1.1: conceded — so it is.\n  Now: it is read sooner.\n";
	return "Winner: claude\nBecause: Round 1 has the only measurement.\nGenuine disagreement: low\nEvidence quality: low\n"
	       "Challenge depth: low\nDirection: proposer\n\n**Key Agreements**\nNone.\n\n**Key Disagreements**\nNone.\n\n"
	       "**Unresolved Questions**\nNone.\n\n**Recommendation**\nDo it.\n";
}

#endif
