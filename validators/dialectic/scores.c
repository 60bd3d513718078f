/* scores.json: what each argument stands at and how it came to that, gathered from the judgements in their order. */
#include "validators/dialectic/render.h"

#include <time.h>

#define TIME_BYTES 40

/* UTC, RFC 3339, with microseconds where there are any. */
static const char *
print_time(int64_t time_ms, char out[TIME_BYTES])
{
	time_t seconds = (time_t)(time_ms / 1000);
	size_t len = 0;
	struct tm tm;

	if (gmtime_r(&seconds, &tm))
		len = strftime(out, TIME_BYTES, "%Y-%m-%dT%H:%M:%S", &tm);
	if (time_ms % 1000)
		len += (size_t)snprintf(out + len, TIME_BYTES - len, ".%03d000", (int)(time_ms % 1000));
	snprintf(out + len, TIME_BYTES - len, "+00:00");
	return out;
}

static json_t *
score_json(const struct judgement *j, struct number score, const char *reasoning)
{
	char time[TIME_BYTES];

	return json_pack("{s:o, s:s, s:s}", "score", number_json(score), "reasoning", reasoning, "scored_at",
		print_time(j->time_ms, time));
}

static void
add_judgement(const struct scoreboard *board, const struct judgement *j, json_t *arguments)
{
	for (unsigned i = 0; i < j->n_scores; i++) {
		const struct scored *s = &j->scores[i];

		json_object_set_new(arguments, id_text(s->id).s, json_pack("{s:o, s:[o]}",
			"current_score", number_json(board->scores[argument_index(s->id)]),
			"history", score_json(j, s->score, s->reasoning)));
	}
	for (unsigned i = 0; i < j->n_rescores; i++) {
		const struct rescored *r = &j->rescores[i];
		json_t *score = score_json(j, r->score, r->reasoning);

		json_object_set_new(score, "triggered_by", json_string(id_text(j->scores[0].id).s));
		json_object_set_new(score, "previous_score", number_json(r->old_score));
		json_object_set_new(score, "diff", number_json(number_difference(r->score, r->old_score)));
		json_array_append_new(json_object_get(json_object_get(arguments, id_text(r->id).s), "history"), score);
	}
}

void
render_scores(const struct fstate *state, UT_string *out)
{
	unsigned n;
	const struct exchange **exchanges = debate_exchanges(state, &n);
	json_t *arguments = json_object();

	for (unsigned i = 0; i < n; i++)
		add_judgement(state->board, exchanges[i]->judgement, arguments);
	free(exchanges);
	json_print_new(arguments, out);
	utstring_printf(out, "\n");
}
