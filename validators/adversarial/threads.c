/* The open threads, most pressing first: for the orchestrator, who names the next speaker. */
#include "validators/adversarial/files.h"

#include <stdlib.h>

/* Turns that are owed, then claims: rebutted in part before those that nobody answered, and of these what rests on what
 * may yet fall. */
enum { WAITS = 300, PRESSED = 200, PARTLY = 100, OPEN = 50, SHAKY = 20 };

bool
is_pressed(const struct debate *d, const struct claim *c)
{
	return c->pressed && !adv_had_turn(d, c->seat, c->pressed);
}

static unsigned
weight_of(const struct debate *d, unsigned claim)
{
	const struct adversarial *a = adv_of(d);
	const struct claim *c = &a->claims[claim - 1];
	const struct step *s = &a->steps[c->step];
	unsigned weight = c->waits ? WAITS : c->state == CLAIM_PARTLY ? PARTLY : c->state == CLAIM_OPEN ? OPEN : 0;
	bool shaky = false; /* a traceback may shift the rating of what it cites */

	if (weight && is_pressed(d, c))
		weight += PRESSED;
	for (size_t i = s->cites; i < s->cites + s->n_cites && a->citations[i].argument; i++) {
		enum status status = base_numbered(a->live, a->citations[i].argument)->status;

		shaky |= status == CONTESTED || status == WEAK;
	}
	return weight + (weight && shaky ? SHAKY : 0);
}

int
by_weight(const void *a, const void *b)
{
	const struct weighed *x = a, *y = b;

	return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1) : (x->row > y->row) - (x->row < y->row);
}

bool
print_threads(const struct debate *d, size_t most, UT_string *out)
{
	struct weighed *v = NULL;
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
	for (unsigned i = 1; i <= adv_of(d)->n_claims; i++) {
		unsigned weight = weight_of(d, i);

		if (weight)
			*GROW(v, n) = (struct weighed){weight, i};
	}
	if (n)
		qsort(v, n, sizeof *v, by_weight);
	for (size_t i = 0; i < n && i < most; i++) {
		const struct claim *c = &adv_of(d)->claims[v[i].row - 1];
		char moved[96];

		snprintf(moved, sizeof moved, ", last moved in turn %u%s", c->moved,
			is_pressed(d, c) ? ", pressed by the moderator" : "");
		print_claim(d, v[i].row, moved, false, out);
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
