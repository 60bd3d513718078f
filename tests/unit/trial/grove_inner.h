/* Inside the format `grove`: its state, and what its tree `beds` (beds.c) is to the rest of it. */
#ifndef TESTS_UNIT_TRIAL_GROVE_INNER_H
#define TESTS_UNIT_TRIAL_GROVE_INNER_H

#include "tests/unit/trial/grove.h"
#include "validators/kit/fstate.h"

struct json_t;
/* What is in the tree: immutable and counted by reference. */
struct beds;

struct fstate {
	struct fstate_common debate;
	struct grove *grove; /* NULL: nothing is there */
	char *report; /* NULL: none yet */
	int64_t reported_ms;
	struct beds *beds; /* NULL: nothing is there */
	unsigned handed; /* so many texts were handed in */
	bool late; /* one of them under the lease of now, or of last */
};

extern const struct format_tree grove_beds_tree;

struct beds *beds_hold(struct beds *b);
void beds_drop(struct beds *b);
/* What is proposed, for an entry of the log; malloc'd, NULL: nothing is. */
char *beds_data(const struct fstate *s);
/* It comes into the debate; NULL: nothing does. */
void beds_take(struct fstate *s, const struct json_t *data, int64_t ms);

#endif
