/* Apply an entry whose data is still a text, as every duel in memory does. */
#ifndef TESTS_UNIT_VALIDATORS_APPLY_H
#define TESTS_UNIT_VALIDATORS_APPLY_H

#include <jansson.h>
#include "validators/kit/debate.h"

static inline bool
apply_entry(struct debate *state, const struct context *ctx, const struct entry *e, size_t record_offset)
{
	json_t *data = e->data ? json_loadb(e->data, e->data_len, 0, NULL) : NULL;

	bool good = debate_fold(state, ctx, e, data, record_offset, &(struct debate_change){0});

	json_decref(data);
	return good;
}

/* From now on it is of a format that a test has made of its own. */
static inline const struct format *
state_is_of(const struct debate *state, const struct format *f)
{
	((struct debate *)(uintptr_t)state)->format = f;
	return f;
}

#endif
