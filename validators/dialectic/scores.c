/* scores.json: the history of each argument, gathered from the judgements in their order. */
#include "validators/dialectic/render.h"

#include <time.h>
#include "validators/dialectic/out.h"
#include "validators/text/mem.h"

/* One line of an argument's history. */
struct mark {
	const struct judgement *judgement;
	const struct rescored *rescore; /* NULL: the first score */
	struct number score;
	const char *reasoning;
	struct mark *next;
};

/* One argument's history, in order. */
struct history {
	struct mark *first, **last;
};

/* UTC, RFC 3339, with microseconds where there are any. */
static void
put_time(UT_string *out, int64_t time_ms)
{
	time_t seconds = (time_t)(time_ms / 1000);
	struct tm tm;
	char text[32] = "";

	if (gmtime_r(&seconds, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	out_put(out, text);
	if (time_ms % 1000)
		utstring_printf(out, ".%03d000", (int)(time_ms % 1000));
	out_put(out, "+00:00");
}

static void
history_add(struct history *h, struct mark *mark)
{
	*(h->last ? h->last : &h->first) = mark;
	h->last = &mark->next;
}

static void
put_mark(UT_string *out, const struct mark *m)
{
	out_number_member(out, 4, true, "score", m->score);
	out_text_member(out, 4, false, "reasoning", m->reasoning);
	out_key(out, 4, false, "scored_at");
	out_put(out, "\"");
	put_time(out, m->judgement->time_ms);
	out_put(out, "\"");
	if (!m->rescore)
		return;
	out_id_member(out, 4, false, "triggered_by", m->judgement->scores[0].id);
	out_number_member(out, 4, false, "previous_score", m->rescore->old_score);
	out_number_member(out, 4, false, "diff", number_difference(m->rescore->score, m->rescore->old_score));
}

static void
put_history(UT_string *out, const struct history *h)
{
	out_key(out, 2, false, "history");
	out_put(out, "[");
	for (const struct mark *m = h->first; m; m = m->next) {
		out_put(out, m == h->first ? "\n      {" : ",\n      {");
		put_mark(out, m);
		out_end(out, 3, '}');
	}
	out_end(out, 2, ']');
}

/* Every mark of every argument, by argument_index; `order` is the order in which arguments were first scored. Returns the
 * marks. */
static struct mark *
collect(const struct fstate *state, struct history *histories, unsigned *order)
{
	const struct exchange **exchanges;
	struct mark *marks, *m;
	size_t room = 0;
	unsigned n, ordered = 0;

	exchanges = debate_exchanges(state, &n);
	for (unsigned i = 0; i < n; i++)
		room += exchanges[i]->judgement->n_scores + exchanges[i]->judgement->n_rescores;
	m = marks = mem_calloc(room, sizeof *marks);
	for (unsigned i = 0; i < n; i++) {
		const struct judgement *j = exchanges[i]->judgement;

		for (unsigned k = 0; k < j->n_scores; k++, m++) {
			const struct scored *s = &j->scores[k];
			*m = (struct mark){ .judgement = j, .score = s->score, .reasoning = s->reasoning };
			history_add(&histories[argument_index(s->id)], m);
			order[ordered++] = argument_index(s->id);
		}
		for (unsigned k = 0; k < j->n_rescores; k++, m++) {
			const struct rescored *r = &j->rescores[k];
			*m = (struct mark){ .judgement = j, .rescore = r, .score = r->score, .reasoning = r->reasoning };
			history_add(&histories[argument_index(r->id)], m);
		}
	}
	free(exchanges);
	return marks;
}

void
render_scores(const struct fstate *state, UT_string *out)
{
	unsigned n = exchange_first(state->exchange);
	struct history *histories = mem_calloc(n, sizeof *histories);
	unsigned *order = mem_calloc(n, sizeof *order);
	struct mark *marks = collect(state, histories, order);

	out_put(out, "{");
	for (unsigned i = 0; i < n; i++) {
		char id[ARGUMENT_ID_BYTES];

		out_key(out, 1, i == 0, argument_id_print(argument_at(order[i]), id));
		out_put(out, "{");
		out_number_member(out, 2, true, "current_score", state->board->scores[order[i]]);
		put_history(out, &histories[order[i]]);
		out_end(out, 1, '}');
	}
	out_put(out, n ? "\n}\n" : "}\n");
	free(marks);
	free(order);
	free(histories);
}
