/* Kinds of text that are handed in: when, how they are called, their blanks. */
#include "validators/kit/drafts.h"

#include "validators/kit/ledger.h"

/* -- kinds of text -- */

enum hand_in_when
hand_in_when(const struct debate *d, unsigned seat, const struct format_kind *k)
{
	/* seat 0 is whoever joins next */
	unsigned role = seat && seat <= d->n_seats ? d->seats[seat - 1].role : debate_free_role(d);
	unsigned kind = (unsigned)(k - d->format->kinds);
	bool ever = false, opens = false; /* in the present phase */

	if (debate_is_closed(d))
		return seat && debate_due(d, seat) == (int)kind ? HAND_IN_OPEN : HAND_IN_OVER;
	for (const struct order_row *row = d->format->phases; row->phase; row++) {
		unsigned its = order_role(row);
		bool fits = row->kind == kind &&
			(!its || its & (ROLE_ALL | ROLE_OTHER) || its == debate_place(d, role));

		ever |= fits && row->role;
		opens |= fits && row->phase == d->order.phase;
	}
	if (!ever || debate_is_over(d) || (k->over && k->over(d)))
		return HAND_IN_OVER;
	if (!seat)
		return (role || debate_waits_for(d)) && !k->offered && opens ? HAND_IN_DUE : HAND_IN_LATER;
	if (debate_waits_for(d))
		return HAND_IN_LATER;
	if (debate_due(d, seat) == (int)kind)
		return HAND_IN_DUE;
	return order_takes(d, seat, (int)kind) && (!k->offered || k->offered(d, seat)) ? HAND_IN_OPEN : HAND_IN_LATER;
}

void
debate_blank_as(const struct debate *d, unsigned seat, unsigned number, UT_string *out)
{
	const struct format_kind *kind = &d->format->kinds[number];
	const struct kind_due *due = debate_due(d, seat) == (int)number ? kind->due : NULL;
	struct due_row row = due ? debate_due_points(d, due) : (struct due_row){0};
	struct blank_points points = {due ? due->part->title : NULL, &d->ledger, &row, seat};

	if (kind->blank)
		kind->blank(d, seat, out);
	else
		blank_print(&kind->kind, due ? &points : NULL, out);
}

void
hand_in_told(const struct debate *d, unsigned seat, const struct format_kind *k, UT_string *out)
{
	struct told told = {d, seat, (unsigned)(k - d->format->kinds)};

	if (k->told)
		template_render(k->told, d->format->told, &told, out);
}

void
hand_in_label(const struct debate *d, unsigned seat, const struct format_kind *k, UT_string *out)
{
	if (k->label)
		k->label(d, seat, out);
	else if (d->format->counted)
		utstring_printf(out, "the %s of round %u", k->kind.name, debate_round(d));
	else
		utstring_printf(out, "the %s", k->kind.name);
}

void
hand_in_blank(const struct debate *d, unsigned seat, const struct format_kind *k, UT_string *out)
{
	unsigned kind = (unsigned)(k - d->format->kinds);
	UT_string heading;

	utstring_init(&heading);
	if (seat && debate_due(d, seat) == (int)kind && k->heading && (k->closes || debate_only_due(d) == seat))
		k->heading(d, seat, &heading);
	/* one that goes on with the writer's words, or whose number may move, is left to the filesystem */
	if (utstring_len(&heading) && strcmp(utstring_body(&heading) + utstring_len(&heading) - 3, "—"))
		utstring_printf(out, "## %s\n\n", utstring_body(&heading));
	debate_blank_as(d, seat, kind, out);
	utstring_done(&heading);
}

const struct format_kind *
hand_in_next(const struct debate *d, unsigned seat, enum hand_in_when *when)
{
	const struct format_kind *nearest = NULL;
	enum hand_in_when soonest = HAND_IN_OVER, its;

	for (const struct format_kind *k = d->format->kinds; k->kind.name; k++)
		if ((its = hand_in_when(d, seat, k)) > soonest) {
			nearest = k;
			soonest = its;
		}
	if (when)
		*when = soonest;
	return nearest;
}
