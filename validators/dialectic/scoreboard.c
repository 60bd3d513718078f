#include "validators/dialectic/scoreboard.h"

#include <string.h>
#include "validators/text/mem.h"

struct scoreboard *
scoreboard_new(const struct scoreboard *before, unsigned n)
{
	struct scoreboard *b = mem_calloc(1, sizeof *b + n * sizeof b->scores[0]);

	atomic_init(&b->refs, 1);
	b->n = n;
	if (before)
		memcpy(b->scores, before->scores, before->n * sizeof b->scores[0]);
	return b;
}

struct scoreboard *
scoreboard_hold(struct scoreboard *b)
{
	if (b)
		atomic_fetch_add(&b->refs, 1);
	return b;
}

void
scoreboard_drop(struct scoreboard *b)
{
	if (b && atomic_fetch_sub(&b->refs, 1) == 1)
		free(b);
}

const struct number *
scoreboard_find(const struct scoreboard *b, struct argument_id id)
{
	return b && argument_index(id) < b->n ? &b->scores[argument_index(id)] : NULL;
}

struct total
scoreboard_total(const struct scoreboard *b, enum side side)
{
	/* A sum of nothing is a whole number. */
	struct total t = { .total = { .whole = true } };

	for (unsigned i = 0; b && i < b->n; i++) {
		if (argument_at(i).side != side)
			continue;
		number_add(&t.total, b->scores[i]);
		t.count++;
	}
	t.total = number_round(t.total);
	return t;
}
