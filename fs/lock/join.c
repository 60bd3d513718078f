/* join: a seat, and nothing else. */
#include "fs/lock/lock_inner.h"

/* Joining again as the same changes nothing, with another harness or model these; a token that would be bound now is
 * bound by the first claim. */
static int
join(struct request *q)
{
	if (q->binds)
		return lock_refuse(q, REFUSAL_LEASE_TOKEN,
			"\"%s\" has joined without a token; bring it with the first claim", q->name);
	return q->again ? lock_join_again(q) : 0;
}

const struct verb verb_join = {
	.name = "join",
	.keys = JOIN_KEYS,
	.act = join,
};
