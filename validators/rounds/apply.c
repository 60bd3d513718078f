#include "validators/rounds/rounds.h"

#define SEAT(member) d->seats[seat - 1].member
TELLS(rounds_heading, "Round %u — %s (%s / %s)", debate_round(d),
	SEAT(role) == ROLE_PROPOSER ? "Proposer" : "Challenger", SEAT(harness), SEAT(model))
TELLS(rounds_heading_of_summary, "Summary of rounds 1–%u", debate_round(d) > 2 ? debate_round(d) - 2 : 1)
TELLS(rounds_heading_of_closing, "Closing — Proposer (%s / %s)", SEAT(harness), SEAT(model))
TELLS(rounds_heading_of_verdict, "Debate Summary")

/* Claims and points get their ids; a `none` item is no point. An agreement has no verb: its section says what it
 * does; nor has the answer to a claim that was called unsupported. */
void
rounds_apply(struct debate *d, const struct parsed *p, const struct mover *by)
{
	unsigned round = d->texts[by->text - 1].round;

	for (size_t i = 0; i < p->n_items; i++) {
		const struct item *item = &p->items[i];
		const char *title = item->part->title;
		struct point *claim = item->has_id ? ledger_find(&d->ledger, &item->id) : NULL;

		if (!strcmp(title, "Claims"))
			ledger_raise(&d->ledger, &rounds_refs[REF_CLAIM], round, p, item, by, CLAIMED);
		else if (!strcmp(title, "Points") && !item->verb)
			ledger_raise(&d->ledger, &rounds_refs[REF_POINT], round, p, item, by, OPEN);
		else if (claim && !item->verb)
			ledger_note(&d->ledger, claim, item, by);
		if (!strcmp(title, "Agreements") && claim && claim->state == CLAIMED) /* raising one moves them all */
			claim->state = AGREED;
	}
}
