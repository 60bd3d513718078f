/*
 * A format as fs/ knows it: a struct format, which has tables that are made of those of a struct debate_format. What is
 * asked of a debate are the functions of format.h; they stand in the files of this name.
 *
 * To use one, in formats.c:
 *	BRIDGED(format_rounds, rounds_format);
 * and `&format_rounds.format` in the list.
 */
#ifndef VALIDATORS_KIT_BRIDGE_H
#define VALIDATORS_KIT_BRIDGE_H

#include "validators/kit/fstate.h"
#include "validators/kit/debate.h"

/* Rows of each table of a format at most; kinds and status rows have a function each (bridge.c). */
#define BRIDGED_KINDS 8
#define BRIDGED_STATUS 20
#define BRIDGED_STATES 24
#define BRIDGED_VERBS 4
#define BRIDGED_TREES 3

/* What is made of a format's tables, once. */
struct bridged {
	struct format format; /* first: the one is the other's address */
	const struct debate_format *of;
	const char *roles[DEBATE_ROLES_MAX + 1], *wanted[DEBATE_ROLES_MAX]; /* "somebody with role=judge" */
	const char *verbs[BRIDGED_VERBS + 2];
	struct phase phases[BRIDGED_STATES];
	struct ending endings[BRIDGED_STATES];
	struct hand_in hand_ins[BRIDGED_KINDS];
	struct status_row status[BRIDGED_STATUS + 2]; /* its own, quotations_found, model_families */
	struct format_row rows[FORMAT_ROWS_MAX];
};
void bridge_make(struct bridged *b, const struct debate_format *of);

/* Such a format, made before main begins. */
#define BRIDGED(name, of) \
	struct bridged name; \
	__attribute__((constructor)) static void name##_make(void) { bridge_make(&name, &(of)); }

/* formats.c */
extern struct bridged format_dialectic, format_rounds, format_socratic, format_adversarial;

#endif
