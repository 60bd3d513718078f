#include "validators/rounds/points.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include "validators/text/mem.h"

/* Cut behind a word, or, where there is none, between two characters. */
void
rounds_title(const char *text, UT_string *out)
{
	size_t len = strnlen(text, TITLE_BYTES + 1), cut = TITLE_BYTES;

	if (len <= TITLE_BYTES) {
		utstring_bincpy(out, text, len);
		return;
	}
	while (cut && text[cut] != ' ')
		cut--;
	if (cut < TITLE_BYTES / 2)
		for (cut = TITLE_BYTES; cut && ((unsigned char)text[cut] & 0xc0) == 0x80;)
			cut--;
	while (cut && strchr(" ,;:", text[cut - 1]))
		cut--;
	utstring_printf(out, "%.*s …", (int)cut, text);
}

static json_t *
id_json(char letter, unsigned round, size_t n)
{
	return mem_check(json_sprintf("%c%u.%zu", letter, round, n));
}

/* -- what the verdict makes of a point -- */

/* Does a text name it? C1.1 is not C1.10, and no part of ABC1.1. */
static bool
names_id(const char *text, const char *id)
{
	for (const char *s = text; (s = strstr(s, id)); s++) {
		const char *behind = s + strlen(id);

		if (!(s > text && isalnum((unsigned char)s[-1])) && !isdigit((unsigned char)*behind) &&
			!(*behind == '.' && isdigit((unsigned char)behind[1])))
			return true;
	}
	return false;
}

static bool
one_names_id(char *const *list, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++)
		if (names_id(list[i], id))
			return true;
	return false;
}

const char *
rounds_point_fate(const struct fstate *state, unsigned round, unsigned n)
{
	const struct rounds_conclusion *c = state->conclusion;
	const char *fate = fstate_is_closed(state) ? "left open" : "open";
	char *id = mem_format("C%u.%u", round, n);

	if (c && one_names_id(c->agreements, c->n_agreements, id))
		fate = "agreed";
	else if (c && one_names_id(c->unresolved, c->n_unresolved, id))
		fate = "unresolved";
	else if (c && one_names_id(c->disagreements, c->n_disagreements, id))
		fate = "disputed";
	else if (c && (names_id(c->reasoning, id) || names_id(c->recommendation, id)))
		fate = "judged";
	free(id);
	return fate;
}

bool
rounds_fate_is_open(const char *fate)
{
	return strcmp(fate, "agreed") != 0 && strcmp(fate, "judged") != 0;
}

/* How a point of one challenge stands: what was said last of it, and by which answers. */
struct standing {
	const char *state;
	json_t *answers;
};

static void
take_said(struct standing *stands, const struct spoken *challenge, const struct spoken *s)
{
	for (size_t i = 0; i < s->n_yields; i++) {
		const struct spoken_yield *y = &s->yields[i];
		if (y->round == challenge->round && y->n && y->n <= challenge->n_points)
			stands[y->n - 1].state = y->certifies ? "certified"
				: y->partly		      ? "conceded in part"
							      : "conceded";
	}
	for (size_t i = 0; i < s->n_answers; i++) {
		const struct spoken_answer *a = &s->answers[i];
		if (a->round == challenge->round && a->n <= challenge->n_points)
			json_array_append_new(stands[a->n - 1].answers, id_json(POINT_ANSWER, s->round, i + 1));
	}
}

static void
add_points(
	json_t *list, const struct fstate *state, const struct spoken *const *spoken, size_t n, const struct spoken *s)
{
	struct standing *stands = mem_calloc(s->n_points, sizeof *stands);

	for (size_t i = 0; i < s->n_points; i++)
		stands[i] = (struct standing){
			s->speaker == SPEAKER_CHALLENGER ? rounds_point_fate(state, s->round, (unsigned)i + 1) : "open",
			json_array()};
	for (size_t i = 0; i < n; i++)
		take_said(stands, s, spoken[i]);
	for (size_t i = 0; i < s->n_points; i++)
		json_array_append_new(list,
			mem_check(json_pack("{s:o, s:i, s:i, s:s, s:s, s:o}", "id",
				id_json(POINT_CHALLENGE, s->round, i + 1), "round", (int)s->round, "line",
				s->points[i].line, "text", s->points[i].text, "state", stands[i].state, "answers",
				stands[i].answers)));
	free(stands);
}

static void
add_answers(json_t *list, const struct spoken *s)
{
	for (size_t i = 0; i < s->n_answers; i++) {
		const struct spoken_answer *a = &s->answers[i];

		json_array_append_new(list,
			mem_check(json_pack("{s:o, s:o, s:i, s:i, s:s}", "id", id_json(POINT_ANSWER, s->round, i + 1),
				"to", id_json(POINT_CHALLENGE, a->round, a->n), "round", (int)s->round, "line", a->line,
				"text", a->text)));
	}
}

json_t *
rounds_points_json(const struct fstate *state)
{
	json_t *points = json_array();
	size_t n;
	const struct spoken **spoken = rounds_spoken(state, &n);

	for (size_t i = 0; i < n; i++)
		add_points(points, state, spoken, n, spoken[i]);
	free(spoken);
	return points;
}

/* The round whose challenge has this number; 0: none has. */
static unsigned
round_of_challenge(const struct fstate *state, unsigned number)
{
	size_t n;
	const struct rounds_piece **pieces = rounds_all(state, &n);
	unsigned round = 0;

	for (size_t i = 0; i < n; i++)
		if (pieces[i]->piece.number == number && pieces[i]->role == ROLE_CHALLENGER)
			round = pieces[i]->round;
	free(pieces);
	return round;
}

void
rounds_points_fates(const struct fstate *state, const struct context *ctx, unsigned number, UT_string *out)
{
	unsigned round = round_of_challenge(state, number);
	json_t *points = rounds_points_json(state), *point, *answer;
	size_t i, k;

	(void)ctx;
	json_array_foreach(points, i, point) {
		if (json_integer_value(json_object_get(point, "round")) != (json_int_t)round)
			continue;
		utstring_printf(out, "%s is %s", json_string_value(json_object_get(point, "id")),
			json_string_value(json_object_get(point, "state")));
		json_array_foreach(json_object_get(point, "answers"), k, answer)
			utstring_printf(out, "%s%s", k ? ", " : ", answered by ", json_string_value(answer));
		utstring_printf(out, "\n");
	}
	json_decref(points);
}

void
rounds_points_render(const struct fstate *state, const struct context *ctx, UT_string *out)
{
	json_t *points = rounds_points_json(state), *answers = json_array(), *o;
	size_t n;
	const struct spoken **spoken = rounds_spoken(state, &n);
	char *text;

	(void)ctx;
	for (size_t i = 0; i < n; i++)
		add_answers(answers, spoken[i]);
	o = mem_check(json_pack("{s:o, s:o}", "points", points, "answers", answers));
	text = mem_check(json_dumps(o, JSON_INDENT(2)));
	utstring_printf(out, "%s\n", text);
	free(text);
	json_decref(o);
	free(spoken);
}
