/* What is open, most pressing first: for the orchestrator, who names the next speaker. */
#include "validators/adversarial/files.h"

#include <stdlib.h>

/* Turns that are owed, then claims: rebutted in part before those that nobody answered, and of these what rests on what
 * may yet fall. */
struct thread {
	unsigned weight, number; /* of a seat or a claim */
};
enum { WAITS = 300, PRESSED = 200, PARTLY = 100, OPEN = 50, SHAKY = 20 };

static bool
is_pressed(const struct debate *d, const struct claim *c)
{
	return c->pressed && !adv_had_turn(d, c->seat, c->pressed);
}

/* Does it cite what is contested or weak, where a traceback may shift the rating? */
static bool
is_shaky(const struct adversarial *a, const struct claim *c)
{
	struct reader r = c->words;
	unsigned number;

	while (next_argument(&r, &number)) {
		const struct argument *node = base_numbered(a->live, number);

		if (node && (node->status == CONTESTED || node->status == WEAK))
			return true;
	}
	return false;
}

static unsigned
weight_of(const struct debate *d, unsigned claim)
{
	const struct adversarial *a = adv_of(d);
	const struct claim *c = &a->claims[claim - 1];
	unsigned weight = c->waits ? WAITS : c->state == CLAIM_PARTLY ? PARTLY : c->state == CLAIM_OPEN ? OPEN : 0;

	if (weight && is_pressed(d, c))
		weight += PRESSED;
	return weight + (weight && is_shaky(a, c) ? SHAKY : 0);
}

static int
by_weight(const void *a, const void *b)
{
	const struct thread *x = a, *y = b;

	return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1)
				      : (x->number > y->number) - (x->number < y->number);
}

bool
print_threads(const struct debate *d, size_t most, UT_string *out)
{
	struct thread *v = NULL;
	UT_string why;
	size_t n = 0;
	bool any = false;

	utstring_init(&why);
	for (unsigned seat = 1; seat <= d->n_seats; seat++) {
		utstring_clear(&why);
		if (adv_is_given_up(d, seat) || !adv_is_owed(d, seat, &why))
			continue;
		utstring_printf(out, "- a turn is owed to %s: %s\n", adv_handle(d, seat), utstring_body(&why));
		any = true;
	}
	utstring_done(&why);
	for (unsigned i = 1; i <= adv_of(d)->n_claims; i++)
		if (weight_of(d, i))
			*GROW(v, n) = (struct thread){weight_of(d, i), i};
	if (n)
		qsort(v, n, sizeof *v, by_weight);
	for (size_t i = 0; i < n && i < most; i++) {
		const struct claim *c = &adv_of(d)->claims[v[i].number - 1];
		char moved[96];

		snprintf(moved, sizeof moved, ", last moved in turn %u%s", c->moved,
			is_pressed(d, c) ? ", pressed by the moderator" : "");
		print_claim(d, v[i].number, moved, false, out);
	}
	if (n > most)
		utstring_printf(out, "- and %zu more, in `threads`\n", n - most);
	free(v);
	return any || n;
}

void
adv_threads_file(const struct debate *d, UT_string *out)
{
	utstring_printf(out, "# Open threads, most pressing first\n\n");
	if (!print_threads(d, SIZE_MAX, out))
		utstring_printf(out, "None.\n");
}
