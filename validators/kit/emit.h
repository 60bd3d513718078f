/*
 * What formats share of their events: one that is emitted, and those that mean the same in each of them (files.md,
 * `events`).
 */
#ifndef VALIDATORS_KIT_EMIT_H
#define VALIDATORS_KIT_EMIT_H

#include <jansson.h>
#include "validators/kit/format.h"

/* One call of a format's `events`: all borrowed. */
struct emitter {
	const struct fstate *after;
	const struct context *ctx;
	const struct entry *e;
	void (*emit)(void *arg, const char *event, const char *unit, const char *members);
	void *arg;
	char unit[64]; /* "turn:3" */
};

/* One event of em->unit. Takes the object. */
void emit(const struct emitter *em, const char *event, json_t *members);
/* The first piece of the record is there. */
void emit_registered(const struct emitter *em);
/* The duel is closed, and by whom: the event has the state's name. */
void emit_closed(const struct emitter *em, const char *state, const char *outcome, const char *reason);
/* Who the entry is by; "" for the filesystem. */
const char *emitter_seat(const struct emitter *em);

#endif
