/* join: a seat, and nothing else. */
#include "fs/lock/lock_inner.h"

/* Joining again as the same changes nothing; a token that would be bound now is bound by the first claim. */
static int
join(struct request *q)
{
	return q->binds ? lock_refuse(q, REFUSAL_LEASE_TOKEN,
				  "\"%s\" has joined without a token; bring it with the first claim", q->name)
			: 0;
}

const struct verb verb_join = {
	.name = "join",
	.keys = JOIN_KEYS,
	.act = join,
};
