/*
 * A list of refusals: the newest LIMIT_LAST_ERRORS of a duel, or of what stands beside the duels, newest first, as its
 * `last_error` shows them. Equal ones in a row are counted. It owns what its refusals hold.
 */
#ifndef FS_UTIL_REFUSED_H
#define FS_UTIL_REFUSED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <utstring.h>
#include "fs/util/caller.h"
#include "validators/text/findings.h"
#include "validators/text/limits.h"

struct refused {
	int64_t time_ms;
	unsigned seat; /* 0: nobody's */
	uid_t uid;     /* who was refused, where it is nobody's */
	char *who;     /* the seat's name, else "uid N" */
	char *file;
	char *about;   /* the file whose lines the findings name */
	int err;       /* negative; 0: accepted, with warnings that the format wants to stand here */
	unsigned count;
	unsigned taken; /* texts of this seat that were accepted before it */
	struct findings findings;
};

struct refused_list {
	struct refused v[LIMIT_LAST_ERRORS];
	unsigned n;
	int64_t changed_ms; /* of its newest; always later than before */
};

/* Is it equal to the newest one, but for its time? */
bool refused_again(const struct refused_list *l, const struct refused *r);
/* Takes what r owns. `out` makes place where the list is full. */
void refused_push(struct refused_list *l, struct refused *r, unsigned out);
/* Frees what it owns. */
void refused_free(struct refused *r);
void refused_clear(struct refused_list *l);

/* Without its `words`: who, when, what came of it, and what the rules ask for. */
void refused_print(const struct refused *r, bool words, UT_string *out);
void refused_print_all(const struct refused_list *l, UT_string *out);

#endif
