/*
 * `points.json`: each claim and point, what was said to it and how it stands. `last-debate.json`: the whole debate as
 * one object, the seed's keys first.
 */
#include "validators/rounds/rounds.h"

#include <jansson.h>
#include <stdlib.h>
#include "validators/kit/record.h"
#include "validators/kit/show.h"
#include "validators/text/mem.h"

static json_t *
words_json(struct reader r)
{
	r = without_white(r);
	return json_stringn(r.s, len_of(&r));
}

/* -- points -- */

static json_t *
evidence_json(const struct parsed *p, const struct item *item)
{
	const struct field *f = parts_label(p, NULL, item, "Evidence");

	return field_given(f) ? words_json(f->value) : json_null();
}

/* The label of an item, or (NULL) of the whole text. Null: its writer left it out. */
static json_t *
label_json(const struct parsed *p, const struct item *item, const char *word)
{
	const struct field *f = parts_label(p, item ? NULL : parts_section(p, NULL), item, word);

	return f ? words_json(f->value) : json_null();
}

static json_t *
verbs_json(const struct debate *d, const struct rounds_texts *texts, size_t point)
{
	json_t *list = json_array();

	for (size_t i = 0; i < d->ledger.n_moves; i++) {
		const struct point_move *move = &d->ledger.moves[i];

		if (move->point != point)
			continue;
		const struct parsed *p = &texts->v[move->text - 1];
		const struct item *item = rounds_item(texts, move->text, move->words);
		json_array_append_new(list,
			json_pack("{s:s, s:i, s:s, s:o, s:o, s:o, s:o}", "verb", rounds_verb(item), "round",
				(int)d->texts[move->text - 1].round, "role", rounds_role_of(d, move->text), "words",
				words_json(item->prose), "evidence", evidence_json(p, item), "now",
				label_json(p, item, "Now"), "risk", label_json(p, item, "Risk")));
	}
	return list;
}

static json_t *
points_json(const struct debate *d, const struct rounds_texts *texts)
{
	json_t *list = json_array();
	bool over = debate_is_over(d);

	for (size_t i = 0; i < d->ledger.n; i++) {
		const struct point *point = &d->ledger.points[i];
		const struct item *item = rounds_item(texts, point->text, point->words);
		const char *state = over && point->state == OPEN ? "unresolved"
			: over && point->state == ANSWERED ? "disputed" : rounds_point_states[point->state];

		json_array_append_new(list,
			json_pack("{s:s, s:o, s:o, s:o, s:s}", "id", printed_id(&point->id).s, "words",
				words_json(item->prose), "evidence", evidence_json(&texts->v[point->text - 1], item),
				"verbs", verbs_json(d, texts, i), "state", state));
	}
	return list;
}

void
rounds_points_file(const struct debate *d, UT_string *out)
{
	struct rounds_texts texts;

	rounds_read(d, &texts);
	show_json(points_json(d, &texts), out);
	rounds_texts_free(&texts);
}

/* -- the whole debate -- */

static json_t *
tool_json(const struct debate *d, enum rounds_role role)
{
	unsigned seat = debate_seat_of(d, role);

	return json_pack("{s:s, s:s}", "tool", seat ? d->seats[seat - 1].harness : "", "model",
		seat ? d->seats[seat - 1].model : "");
}

static json_t *
name_json(const struct debate *d, enum rounds_role role)
{
	unsigned seat = debate_seat_of(d, role);

	return seat ? json_string(d->seats[seat - 1].name) : json_null();
}

static void
add_exchanges(json_t *o, const struct debate *d, const struct rounds_texts *texts)
{
	json_t *exchanges = json_array(), *seconds = json_array();

	for (size_t i = 0; i < d->n; i++) {
		const struct debate_text *t = &d->texts[i];
		int64_t due_ms = i ? d->texts[i - 1].time_ms : 0, took;

		if (t->kind > FOLLOWUP)
			continue;
		/* It fell due with what happened before it. */
		for (size_t k = 0; k < d->n_lapses; k++)
			if (d->lapses[k].behind == i && d->lapses[k].time_ms > due_ms)
				due_ms = d->lapses[k].time_ms;
		for (unsigned k = 0; !i && k < d->n_seats; k++)
			if (d->seats[k].role != ROLE_ORCHESTRATOR && d->seats[k].joined_ms > due_ms)
				due_ms = d->seats[k].joined_ms;
		took = t->time_ms - due_ms;
		json_array_append_new(exchanges,
			json_pack("{s:i, s:s, s:s, s:o, s:I}", "round", (int)t->round, "role",
				rounds_role_of(d, (unsigned)i + 1), "tool", d->seats[t->seat - 1].harness, "response",
				words_json(rounds_response(d, texts, i)), "duration_ms", (json_int_t)took));
		json_array_append_new(seconds, json_integer(took / 1000));
	}
	json_object_set_new(o, "exchanges", exchanges);
	json_object_set_new(o, "seconds", seconds);
}

/* The items of a section of the verdict, each on a line of its own in one string. */
static json_t *
items_json(const struct parsed *p, const char *title)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->n_items; i++)
		if (!strcmp(p->items[i].part->title, title))
			json_array_append_new(list, words_json(p->items[i].all));
	return list;
}

/* Which of its words such a label of a verdict has: "high". */
static json_t *
label_word_json(const struct parsed *verdict, const char *label)
{
	const struct field *f = parts_label(verdict, parts_section(verdict, NULL), NULL, label);
	int word = f ? field_word(f) : -1;

	return word < 0 ? json_null() : json_string(f->label->words[word]);
}

static void
add_verdict(json_t *o, const struct debate *d, const struct parsed *p)
{
	unsigned winner = rounds_winner(d, p);

	json_object_set_new(o, "verdict",
		json_pack("{s:s, s:o, s:o, s:o, s:o}", "winner",
			winner ? rounds_tool(d, winner) : "", "reasoning",
			label_json(p, NULL, "Because"), "agreements", items_json(p, "Key Agreements"), "disagreements",
			items_json(p, "Key Disagreements"), "recommendation",
			words_json(parts_section(p, "Recommendation")->body)));
	json_object_set_new(o, "quality",
		json_pack("{s:o, s:o, s:o}", "genuine_disagreement", label_word_json(p, "Genuine disagreement"),
			"evidence_quality", label_word_json(p, "Evidence quality"), "challenge_depth",
			label_word_json(p, "Challenge depth")));
	json_object_set_new(o, "direction", label_word_json(p, "Direction"));
	json_object_set_new(o, "unresolved", items_json(p, "Unresolved Questions"));
}

void
rounds_report_file(const struct debate *d, UT_string *out)
{
	const struct parsed *verdict = NULL;
	bool begun = debate_seat_of(d, ROLE_PROPOSER) && debate_seat_of(d, ROLE_CHALLENGER);
	const char *state = begun || debate_is_over(d) ? debate_state(d)->name : "waiting_for_participant";
	struct reader proposer = rounds_position(d, ROLE_PROPOSER);
	char created[RECORD_TIME_BYTES], changed[RECORD_TIME_BYTES];
	char *id = mem_format("debate-%s-%.4s", record_time(d->created_ms, created), d->id);
	struct rounds_texts texts;
	json_t *o;

	rounds_read(d, &texts);
	if (d->n && d->texts[d->n - 1].kind == VERDICT)
		verdict = &texts.v[d->n - 1];
	o = json_pack("{s:s, s:s, s:o, s:o, s:s, s:i, s:I, s:s, s:n, s:n, s:s}", "id", id, "topic", d->topic,
		"proposer", tool_json(d, ROLE_PROPOSER), "challenger", tool_json(d, ROLE_CHALLENGER), "effort",
		d->terms->effort ? d->terms->effort : "", "rounds_completed", (int)d->order.round, "max_rounds",
		(json_int_t)d->terms->rounds, "status", state, "exchanges", "verdict", "timestamp",
		record_time(d->changed_ms ? d->changed_ms : d->created_ms, changed));
	mem_check(o);
	json_object_set_new(o, "judge",
		debate_seat_of(d, ROLE_ORCHESTRATOR) ? tool_json(d, ROLE_ORCHESTRATOR) : json_null());
	json_object_set_new(o, "names",
		json_pack("{s:o, s:o, s:o}", "proposer", name_json(d, ROLE_PROPOSER), "challenger",
			name_json(d, ROLE_CHALLENGER), "orchestrator", name_json(d, ROLE_ORCHESTRATOR)));
	json_object_set_new(o, "positions", !len_of(&proposer) ? json_null() : json_pack("{s:o, s:o}",
		"proposer", words_json(proposer), "challenger", words_json(rounds_position(d, ROLE_CHALLENGER))));
	for (const char *const *key = (const char *const[]){"quality", "direction", "unresolved", NULL}; *key; key++)
		json_object_set_new(o, *key, json_null());
	json_object_set_new(o, "points", points_json(d, &texts));
	add_exchanges(o, d, &texts);
	if (verdict)
		add_verdict(o, d, verdict);
	show_json(o, out);
	rounds_texts_free(&texts);
	free(id);
}
