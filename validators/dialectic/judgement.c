#include "validators/dialectic/judgement.h"

#include <sodium.h>
#include <string.h>
#include "validators/dialectic/argument.h"
#include "validators/text/mem.h"

struct judgement *
judgement_new(unsigned exchange, size_t scores, size_t rescores)
{
	struct judgement *j = mem_calloc(1, sizeof *j);

	atomic_init(&j->refs, 1);
	j->exchange = exchange;
	j->scores = mem_calloc(scores, sizeof *j->scores);
	j->rescores = mem_calloc(rescores, sizeof *j->rescores);
	return j;
}

struct judgement *
judgement_hold(struct judgement *j)
{
	if (j)
		atomic_fetch_add(&j->refs, 1);
	return j;
}

void
judgement_drop(struct judgement *j)
{
	if (!j || atomic_fetch_sub(&j->refs, 1) != 1)
		return;
	for (unsigned i = 0; i < j->n_scores; i++)
		free(j->scores[i].reasoning);
	for (unsigned i = 0; i < j->n_rescores; i++)
		free(j->rescores[i].reasoning);
	for (size_t i = 0; i < j->n_warnings; i++)
		free(j->warnings[i]);
	free(j->scores);
	free(j->rescores);
	free(j->warnings);
	free(j);
}

/* -- how things stand -------------------------------------------------------------------------------------------------------------- */

struct scoreboard *
judgement_board(const struct judgement *j, const struct scoreboard *before)
{
	struct scoreboard *b = scoreboard_new(before, exchange_first(j->exchange + 1));

	for (unsigned i = 0; i < j->n_scores; i++)
		b->scores[argument_index(j->scores[i].id)] = j->scores[i].score;
	for (unsigned i = 0; i < j->n_rescores; i++)
		b->scores[argument_index(j->rescores[i].id)] = j->rescores[i].score;
	return b;
}

/* -- in the log ------------------------------------------------------------------------------------------------------------------ */

static json_t *
id_json(struct argument_id id)
{
	char text[ARGUMENT_ID_BYTES];

	return json_string(argument_id_print(id, text));
}

json_t *
judgement_json(const struct judgement *j)
{
	json_t *scores = json_array(), *rescores = json_array();
	char hex[2 * HANDIN_DIGEST_BYTES + 1];

	sodium_bin2hex(hex, sizeof hex, j->digest, sizeof j->digest);
	for (unsigned i = 0; i < j->n_scores; i++) {
		const struct scored *s = &j->scores[i];
		json_array_append_new(scores, json_pack("{s:o, s:o, s:s}", "argument_id", id_json(s->id), "score",
			number_json(s->score), "reasoning", s->reasoning));
	}
	for (unsigned i = 0; i < j->n_rescores; i++) {
		const struct rescored *r = &j->rescores[i];
		json_array_append_new(rescores, json_pack("{s:o, s:o, s:o, s:s}", "argument_id", id_json(r->id), "old_score",
			number_json(r->old_score), "new_score", number_json(r->score), "reasoning", r->reasoning));
	}
	return mem_check(json_pack("{s:i, s:o, s:o, s:o, s:s}", "exchange", (int)j->exchange, "scores", scores, "rescores", rescores,
		"warnings", warnings_json(j->warnings, j->n_warnings), "digest", hex));
}

/* Of a log without one, zeros: it is never known again. */
static void
restore_digest(struct judgement *j, const json_t *value)
{
	const char *hex = json_string_value(value);

	if (hex)
		sodium_hex2bin(j->digest, sizeof j->digest, hex, strlen(hex), NULL, NULL, NULL);
}

static bool
restore_id(const json_t *value, struct argument_id *id)
{
	const json_t *text = json_object_get(value, "argument_id");

	return json_is_string(text) && argument_id_parse(json_string_value(text), json_string_length(text), id);
}

static bool
restore_parts(const json_t *value, const char *key, struct argument_id *id, struct number *score, char **reasoning)
{
	const json_t *text = json_object_get(value, "reasoning"), *number = json_object_get(value, key);

	if (!restore_id(value, id) || !json_is_number(number) || !json_is_string(text))
		return false;
	*score = number_of(number);
	*reasoning = mem_strdup(json_string_value(text));
	return true;
}

/* Each argument of the exchange once. */
static bool
restore_scores(struct judgement *j, const json_t *list)
{
	unsigned first = exchange_first(j->exchange), n = exchange_first(j->exchange + 1) - first, seen = 0;

	if (json_array_size(list) != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		struct scored *s = &j->scores[j->n_scores];

		if (!restore_parts(json_array_get(list, i), "score", &s->id, &s->score, &s->reasoning))
			return false;
		j->n_scores++;
		if (s->id.exchange != j->exchange)
			return false;
		seen |= 1u << (argument_index(s->id) - first);
	}
	return seen == (1u << n) - 1;
}

static bool
restore_rescores(struct judgement *j, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		struct rescored *r = &j->rescores[j->n_rescores];

		if (!restore_parts(json_array_get(list, i), "new_score", &r->id, &r->score, &r->reasoning))
			return false;
		j->n_rescores++;
		r->old_score = number_of(json_object_get(json_array_get(list, i), "old_score"));
		if (r->id.exchange > j->exchange)
			return false;
	}
	return true;
}

struct judgement *
judgement_restore(const json_t *value, unsigned exchange)
{
	const json_t *scores = json_object_get(value, "scores"), *rescores = json_object_get(value, "rescores");
	struct judgement *j = judgement_new(exchange, json_array_size(scores), json_array_size(rescores));

	j->warnings = warnings_restore(json_object_get(value, "warnings"), &j->n_warnings);
	restore_digest(j, json_object_get(value, "digest"));
	if (json_integer_value(json_object_get(value, "exchange")) == exchange && restore_scores(j, scores) &&
		restore_rescores(j, rescores))
		return j;
	judgement_drop(j);
	return NULL;
}
