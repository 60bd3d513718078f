/* Whose hand-in a text is, as far as it says: a judgement and a report are the judge's, and arguments tell their side by what they attack and
 * defend. */
#include "validators/dialectic/judge.h"

#include "validators/dialectic/blank.h"
#include "validators/dialectic/id.h"
#include "validators/dialectic/json.h"
#include "validators/dialectic/state.h"

/* The side that one link is of: it attacks the other's argument, or defends its own. SIDES: it does not say. */
static enum side
side_of_link(const json_t *link, enum link_kind kind)
{
	const json_t *target = json_object_get(link, "target_id");
	struct argument_id id;

	if (!json_is_string(target) || !argument_id_parse(json_string_value(target), json_string_length(target), &id))
		return SIDES;
	return link_kinds[kind].own ? id.side : SIDES - 1 - id.side;
}

/* SIDES where nothing says it, or not all say the same. */
static enum side
side_of(const json_t *argument)
{
	enum side found = SIDES;

	for (enum link_kind kind = 0; kind < LINK_KINDS; kind++) {
		const json_t *links = json_object_get(argument, link_kinds[kind].key);

		for (size_t i = 0; i < json_array_size(links); i++) {
			enum side side = side_of_link(json_array_get(links, i), kind);

			if (side == SIDES || (found != SIDES && side != found))
				return SIDES;
			found = side;
		}
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
	out->seat = side < SIDES ? state->seats[side] : 0;
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
	value = handin_json(s->text, s->len, 0, s->prefix, &ignored);
	if (value)
		whose_value(state, value, out);
	json_decref(value);
	findings_free(&ignored);
}
