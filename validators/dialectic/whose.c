/* Whose hand-in a text is, as far as it says: a judgement and a report are the judge's, and arguments tell their side
 * by what they attack and defend. */
#include "validators/dialectic/judge.h"

#include <string.h>
#include "validators/dialectic/blank.h"
#include "validators/dialectic/id.h"
#include "validators/dialectic/state.h"

/* Each link is of one side: it attacks the other's argument, or defends its own. SIDES where nothing says it, or not
 * all say the same. */
static enum side
side_of(const json_t *argument)
{
	enum side found = SIDES, side;
	struct argument_id id;
	json_t *link;
	size_t i;

	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++)
		json_array_foreach(json_object_get(argument, link_kinds[kind].key), i, link) {
			const char *target = json_string_value(json_object_get(link, "target_id"));

			if (!target || !argument_id_parse(target, strlen(target), &id))
				return SIDES;
			side = link_kinds[kind].own ? id.side : SIDES - 1 - id.side;
			if (found != SIDES && side != found)
				return SIDES;
			found = side;
		}
	return found;
}

static void
whose_value(const struct fstate *state, const json_t *value, struct whose *out)
{
	bool scores = dialectic_is_judgement(json_is_array(value) ? json_array_get(value, 0) : value);
	enum side side;

	if (scores && (json_is_array(value) || !dialectic_is_arguments(value))) {
		out->kind = &dialectic_hand_ins[HAND_IN_JUDGEMENT];
		return;
	}
	if (scores || !dialectic_is_arguments(value))
		return;
	side = side_of(value);
	out->kind = &dialectic_hand_ins[json_is_array(value) ? HAND_IN_OPENING : HAND_IN_ARGUMENT];
	out->seat = side < SIDES ? state->debate.seats[side] : 0;
	out->tells = "what it attacks or defends";
}

void
dialectic_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	struct findings ignored = { .n = 0 };
	json_t *value;

	(void)ctx;
	if (dialectic_is_report(s)) {
		out->kind = &dialectic_hand_ins[HAND_IN_REPORT];
		return;
	}
	value = jsonform_parse(&dialectic_json, s->text, s->len, 0, s->prefix, &ignored);
	if (value)
		whose_value(state, value, out);
	json_decref(value);
	findings_free(&ignored);
}
