/*
 * A turn, blank and filled in. Every place of a blank says nothing to the rules, so that a text with one left open is
 * refused for what is missing there.
 */
#include "validators/adversarial/turn.h"

/* The best of its side's arguments; where it has none, the first there is. */
static const struct kb_argument *
best_argument(const struct turn_ask *ask)
{
	const struct kb_argument *best = NULL;

	for (size_t i = 0; i < kb_arguments(ask->kb); i++) {
		const struct kb_argument *a = kb_argument(ask->kb, i);

		if (a->side == ask->side && (!best || a->status < best->status))
			best = a;
	}
	return best ? best : kb_argument(ask->kb, 0);
}

/* Every five words of it have the number in them, so that it is no copy of the one before. */
#define EXAMPLE_CLAIM "what turn %u says in a sentence"

static void
put_debater(const struct turn_ask *ask, bool example, UT_string *out)
{
	const struct kb_argument *a = best_argument(ask);

	if (!ask->opening && example)
		utstring_printf(out, "\n**Answers**: Turn %u\n", ask->number - 1);
	else if (!ask->opening)
		utstring_printf(out, "\n**Answers**: " HAND_IN_PLACE "\n");
	utstring_printf(out, "\n**Claims**\n");
	if (example)
		utstring_printf(
			out, "- new: " EXAMPLE_CLAIM " [%s: %s]\n", ask->number, a->id, kb_status_names[a->status]);
	else
		utstring_printf(out, "- " HAND_IN_PLACE "\n");
	utstring_printf(out, "\n**Argument**\n%s\n",
		example ? "What the claims come to, in prose, and what they answer." : HAND_IN_PLACE);
}

/* Objections wait for nobody else. */
static void
put_moderator(const struct turn_ask *ask, bool example, UT_string *out)
{
	bool rules = false;

	for (unsigned i = 1; i <= ledger_claims(ask->ledger); i++) {
		if (!ledger_claim(ask->ledger, i)->unanswered)
			continue;
		utstring_printf(out, "%s- reaffirm L-%03u: %s\n", rules ? "" : "\n**Rulings**\n", i,
			example ? "the source that is brought changes nothing, since it says something else"
				: HAND_IN_PLACE);
		rules = true;
	}
	if (example && ledger_claims(ask->ledger))
		utstring_printf(out, "\n**Press**\n- press L-001: on which source does it rest in the end?\n");
	else if (example)
		utstring_printf(out, "\n**Findings**\n- finding: what this debate cannot settle, and what would\n");
	else
		utstring_printf(out, "%s\n**Press**\n- " HAND_IN_PLACE "\n",
			rules ? "" : "\n**Rulings**\n- " HAND_IN_PLACE "\n\n**Deflections**\n- " HAND_IN_PLACE "\n");
}

/* What an argument is lowered for is another. */
static const char *
ground_of(const struct turn_ask *ask, const char *target)
{
	const char *first = kb_argument(ask->kb, 0)->id;

	return strcmp(first, target) ? first : kb_argument(ask->kb, 1)->id;
}

void
turn_blank(const struct turn_ask *ask, const struct seat *seat, bool example, UT_string *out)
{
	heading_put(out, &adversarial_heading, ask->number, seat->name, seat->harness, seat->model, seat->role);
	utstring_printf(out, "\n");
	if (ask->side == KB_NONE)
		put_moderator(ask, example, out);
	else
		put_debater(ask, example, out);
	if (ask->n_targets)
		utstring_printf(out, "\n**Mutations**\n");
	for (size_t i = 0; i < ask->n_targets; i++)
		if (example)
			utstring_printf(out, "- %s: why it is changed, and what shows it, such as %s\n",
				ask->targets[i], ground_of(ask, ask->targets[i]));
		else
			utstring_printf(out, "- %s: " HAND_IN_PLACE "\n", ask->targets[i]);
}
