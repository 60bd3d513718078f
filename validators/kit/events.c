/* Events that an entry becomes. */
#include "validators/kit/drafts.h"

#include <jansson.h>
#include "validators/text/mem.h"

/* One call of format_events: all borrowed. */
struct emitter {
	struct debate is; /* up to one of the texts that the entry has added */
	void (*emit)(void *arg, const char *event, const char *unit, const char *members);
	void *arg;
	char unit[64]; /* "turn:3" */
};

/* One event of em->unit. Takes the object. */
static void
emit_event(const struct emitter *em, const char *event, json_t *members)
{
	char *text = mem_check(json_dumps(mem_check(members), JSON_COMPACT | JSON_REAL_PRECISION(15)));

	text[strlen(text) - 1] = '\0'; /* its braces are the core's */
	em->emit(em->arg, event, em->unit, text + 1);
	free(text);
	json_decref(members);
}

/* NULL: it is none. */
static const char *
role_name(const struct debate *d, unsigned role)
{
	return d->roles && role && role < ROLE_OTHER ? d->roles[role - 1].name : NULL;
}

/* "turn:3", of a text that ends the debate "conclusion:DISSENT"; where rounds count "text:3". */
static void
put_unit(struct emitter *em)
{
	const struct debate *d = &em->is;
	const struct format_kind *kind = &d->format->kinds[d->texts[d->n - 1].kind];

	if (d->format->counted)
		snprintf(em->unit, sizeof em->unit, "text:%zu", d->n);
	else if (kind->closes)
		snprintf(em->unit, sizeof em->unit, "%s:%s", kind->kind.name, debate_outcome(d));
	else
		snprintf(em->unit, sizeof em->unit, "%s:%zu", kind->kind.name, d->n);
}

void
format_events(const struct debate_change *change, const struct debate *after, unsigned seat, const json_t *data,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = {.is = *after, .emit = to, .arg = arg};
	const struct debate *d = &em.is;
	const struct debate_verb *v =
		format_verb_named(d->format, json_string_value(json_object_get(data, "verb")));
	unsigned by = (unsigned)json_integer_value(json_object_get(data, "seat"));

	if (d->n)
		put_unit(&em);
	if (!change->texts && d->n)
		emit_event(&em, "artifact_registered",
			json_pack("{s:s, s:s, s:s, s:s}", "path", "debate.md", "type", "markdown", "source_path",
				d->source ? d->path : "", "topic", d->topic));
	em.is.n = change->texts;
	while (em.is.n < after->n) {
		const struct debate_text *t = &d->texts[em.is.n++];
		const struct format_kind *kind = &d->format->kinds[t->kind];
		int turns = (int)d->n - kind->closes; /* what concludes is no turn */
		json_t *members = json_pack("{s:i, s:s, s:s, s:s*}", "turn_number", turns, "participant",
			d->seats[t->seat - 1].name, "kind", kind->kind.name, "role",
			role_name(d, d->seats[t->seat - 1].role));
		const char *btw = NULL;

		put_unit(&em);
		if (d->format->counted)
			json_object_set_new(members, "round", json_integer(t->round));
		if (debate_is_closed(d))
			json_object_set_new(members, "terminal_outcome", json_string(debate_outcome(d)));
		if (d->format->updated)
			btw = d->format->updated(d, members);
		emit_event(&em, "artifact_updated", members);
		if (btw)
			emit_event(&em, "btw_update", json_pack("{s:s, s:i, s:b}", "message", btw, "turn_number", turns,
				"candidate_convergence", 1));
	}
	for (size_t i = change->lapses; i < d->n_lapses && d->roles; i++) {
		const struct debate_lapse *lapse = &d->lapses[i];

		emit_event(&em, "participant_failed",
			json_pack("{s:s, s:i, s:s, s:s*}", "participant",
				lapse->seat ? d->seats[lapse->seat - 1].name : "", "round", (int)lapse->round, "reason",
				lapse->reason ? lapse->reason : "timeout", "role", role_name(d, lapse->role)));
	}
	if (v && by && by <= d->n_seats)
		emit_event(&em, v->event, json_pack("{s:s*, s:s}", "participant",
			d->order.named ? d->seats[d->order.named - 1].name : NULL, "by", d->seats[by - 1].name));
	if (change->closed) {
		snprintf(em.unit, sizeof em.unit, "conclusion:%s", debate_outcome(d));
		emit_event(&em, d->phase->name,
			json_pack("{s:s, s:s, s:s}", "participant", seat ? d->seats[seat - 1].name : "", "outcome",
				debate_outcome(d), "reason", debate_reason(d)));
	}
}
