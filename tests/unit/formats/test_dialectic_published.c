/*
 * The debates that the system behind the format has published, replayed: their arguments are handed in as JSON again, and
 * judged as they were, one exchange after the other; then scores.json, the totals and each argument's file are held against
 * theirs, field by field. DIALECTIC_GIT is a git directory with that repository; without it there is nothing to replay.
 */
#include "tests/unit/files.h"
#include "tests/unit/formats/judged.h"

#include <ctype.h>
#include "validators/dialectic/dialectic.h"
#include "validators/text/mem.h"

/* A file of the repository; malloc'd. NULL: it has none of that name. */
static char *
published(const char *debate, const char *path)
{
	char *command = mem_format("git --git-dir='%s' show 'HEAD:%s/%s' 2>/dev/null", getenv("DIALECTIC_GIT"), debate, path), buffer[4096];
	FILE *f = popen(command, "r");
	UT_string out;

	utstring_init(&out);
	for (size_t n; (n = fread(buffer, 1, sizeof buffer, f));)
		utstring_bincpy(&out, buffer, n);
	free(command);
	if (!pclose(f))
		return utstring_body(&out);
	utstring_done(&out);
	return NULL;
}

/* The JSON that a file begins with; *body is what stands behind it. */
static json_t *
front_of(const char *text, const char **body)
{
	json_error_t error;
	json_t *front = json_loads(text, JSON_DISABLE_EOF_CHECK, &error);

	assert_non_null(front);
	*body = text + error.position;
	return front;
}

/* The text from behind `from` up to `to`; moves *at there; NULL: `from` does not stand in it. malloc'd. */
static char *
between_marks(const char **at, const char *end, const char *from, const char *to)
{
	const char *s = memmem(*at, (size_t)(end - *at), from, strlen(from)), *e;

	if (!s)
		return NULL;
	s += strlen(from);
	e = memmem(s, (size_t)(end - s), to, strlen(to));
	e = e ? e : end;
	*at = e;
	while (e > s && isspace((unsigned char)e[-1]))
		e--;
	return mem_copy(s, (size_t)(e - s));
}

static void
set(json_t *object, const char *key, char *text)
{
	if (text)
		json_object_set_new(object, key, json_string(text));
	free(text);
}

static json_t *
links_of(const char *at, const char *end, const char *verb, const char *type)
{
	json_t *list = json_array();
	char *mark = mem_format("\n### %s ", verb), *id;

	while ((id = between_marks(&at, end, mark, "\n"))) {
		json_t *link = json_object();

		set(link, "target_id", id);
		set(link, type, between_marks(&at, end, "**Type:** ", "\n"));
		set(link, "content", between_marks(&at, end, "\n", "\n### "));
		json_array_append_new(list, link);
	}
	free(mark);
	return list;
}

/* The argument as its side handed it in. */
static json_t *
handed_in_then(const char *text)
{
	const char *body, *end = text + strlen(text), *at, *attacks, *defends, *grounds_end;
	json_t *front = front_of(text, &body), *argument = json_object(), *grounds = json_array();
	char *source;

	json_object_set(argument, "title", json_object_get(front, "title"));
	json_object_set(argument, "claim", json_object_get(front, "claim"));
	attacks = strstr(body, "\n## Attacks\n");
	defends = strstr(body, "\n## Defends\n");
	at = strstr(body, "\n## Grounds\n");
	grounds_end = strstr(at, "\n## Warrant\n");
	for (char mark[16], n = '1'; snprintf(mark, sizeof mark, "\n### %c. ", n), (source = between_marks(&at, grounds_end, mark, "\n")); n++) {
		json_t *ground = json_object();

		set(ground, "source", source);
		set(ground, "content", between_marks(&at, grounds_end, "\n> ", "\n\n**Relevance:** "));
		set(ground, "relevance", between_marks(&at, grounds_end, "**Relevance:** ", "\n### "));
		json_array_append_new(grounds, ground);
	}
	json_object_set_new(argument, "grounds", grounds);
	end = attacks ? attacks : defends ? defends : end;
	set(argument, "warrant", between_marks(&at, end, "\n## Warrant\n\n", "\n## "));
	set(argument, "backing", between_marks(&at, end, "\n## Backing\n\n", "\n## "));
	set(argument, "qualifier", between_marks(&at, end, "\n## Qualifier\n\n", "\n## "));
	end = text + strlen(text);
	if (attacks)
		json_object_set_new(argument, "attacks", links_of(attacks, defends ? defends : end, "Attacking", "attack_type"));
	if (defends)
		json_object_set_new(argument, "defends", links_of(defends, end, "Defending", "defense_type"));
	json_decref(front);
	return argument;
}

static void
hand_in(struct debate *d, unsigned seat, json_t *value)
{
	char *text = json_dumps(value, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	FINDINGS fs = {0};

	debate_judge(d, seat, text, strlen(text), &fs);
	if (findings_first_error(&fs))
		fail_msg("exchange %u, seat %u: %s at %s: %s", open_exchange(d), seat, findings_first_error(&fs)->rule->id,
			findings_first_error(&fs)->path, findings_first_error(&fs)->text);
	debate_apply(d, seat, text, strlen(text));
	json_decref(value);
	free(text);
}

/* The judge's text for an exchange, in its order, from what became of it. */
static json_t *
judged_then(const json_t *scores, unsigned exchange)
{
	json_t *first = json_array(), *again = json_array(), *one, *entry;
	const char *id, *side;
	size_t i;

	json_object_foreach((json_t *)scores, id, one) {
		json_array_foreach(json_object_get(one, "history"), i, entry) {
			const char *by = json_string_value(json_object_get(entry, "triggered_by"));

			side = strchr(by ? by : id, '_');
			if ((unsigned)atoi(side + 1) != exchange)
				continue;
			if (by)
				json_array_append_new(again, json_pack("{s:s, s:O, s:O, s:O}", "argument_id", id, "old_score",
					json_object_get(entry, "previous_score"), "new_score", json_object_get(entry, "score"), "reasoning",
					json_object_get(entry, "reasoning")));
			else
				json_array_append_new(first, json_pack("{s:s, s:O, s:O}", "argument_id", id, "score",
					json_object_get(entry, "score"), "reasoning", json_object_get(entry, "reasoning")));
		}
	}
	return json_pack("{s:o, s:o}", "scores", first, "rescores", again);
}

/* Numbers as Python has them, and no times. */
static void
assert_same_json(const json_t *a, const json_t *b, const char *where)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_number(a) && json_is_number(b)) {
		assert_true(json_number_value(a) == json_number_value(b));
		return;
	}
	if (json_typeof(a) != json_typeof(b) || json_object_size(a) != json_object_size(b) || json_array_size(a) != json_array_size(b))
		fail_msg("%s is another value", where);
	json_object_foreach((json_t *)a, key, value)
		if (strcmp(key, "scored_at"))
			assert_same_json(value, json_object_get(b, key), key);
	json_array_foreach(a, i, value)
		assert_same_json(value, json_array_get(b, i), where);
	if (json_is_string(a))
		assert_string_equal(json_string_value(a), json_string_value(b));
}

/* Words as a reader sees them: without marks that Markdown takes off, and white space as one space. */
static char *
as_read(const char *s)
{
	UT_string out;
	static const char *const entities[][2] = {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}};

	utstring_init(&out);
	for (; *s; s++) {
		size_t i = 0;

		while (i < N(entities) && strncmp(s, entities[i][0], strlen(entities[i][0])))
			i++;
		if (i < N(entities))
			utstring_printf(&out, "%s", entities[i][1]), s += strlen(entities[i][0]) - 1;
		else if (!strchr("\\", *s) && !(isspace((unsigned char)*s) && (!utstring_len(&out) || utstring_body(&out)[out.i - 1] == ' ')))
			utstring_printf(&out, "%c", isspace((unsigned char)*s) ? ' ' : *s);
	}
	while (utstring_len(&out) && utstring_body(&out)[out.i - 1] == ' ')
		utstring_body(&out)[--out.i] = '\0';
	return utstring_body(&out);
}

static void
assert_same_files(const struct debate *d, const char *debate)
{
	for (unsigned i = 1; i <= dialectic_rows[4].many->count(d); i++) {
		char name[FORMAT_NAME_BYTES];
		const char *body, *its_body;
		UT_string *out = test_string();

		dialectic_rows[4].many->file(d, i, name);
		char *path = mem_format("arguments/%s", name), *its = published(debate, path);
		dialectic_rows[4].many->shows(d, i, out);
		json_t *front = front_of(utstring_body(out), &body), *its_front = front_of(its, &its_body);
		assert_same_json(its_front, front, name);
		char *read = as_read(body), *its_read = as_read(its_body);
		assert_string_equal(read, its_read);
		free(read), free(its_read);
		json_decref(front), json_decref(its_front);
		free(path), free(its);
	}
}

static void
replay(const char *debate, size_t arguments)
{
	static const struct debate_seat seats[] = {{"ann", "x", "m", ROLE_PROPOSITION, 0},
		{"bob", "x", "m", ROLE_OPPOSITION, 0}, {"cid", "x", "m", ROLE_JUDGE, 0}};
	struct terms terms = {.topic = "This house would replay what was debated"};
	struct debate d = {.format = &dialectic_format, .name = debate, .terms = &terms, .topic = terms.topic,
		.novelty_threshold = 0.8};
	char *text = published(debate, "debate.md"), *scores_text = published(debate, "scores.json");
	const char *body;
	json_t *front = front_of(text, &body), *scores = json_loads(scores_text, 0, NULL);
	UT_string *out = test_string();

	debate_open(&d);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&d, &seats[i]);
	for (unsigned exchange = 0; exchange < json_integer_value(json_object_get(front, "current_exchange")); exchange++) {
		for (unsigned side = 0; side < SIDES; side++) {
			json_t *all = json_array();

			for (char letter = 'a'; letter <= (exchange ? 'a' : 'c'); letter++) {
				char *path = mem_format(exchange ? "arguments/%s_%03u.md" : "arguments/%s_%03u%c.md", side ? "opp" : "prop", exchange, letter);
				char *argument = published(debate, path);
				json_array_append_new(all, handed_in_then(argument));
				free(argument), free(path);
			}
			hand_in(&d, side + 1, exchange ? json_incref(json_array_get(all, 0)) : json_incref(all));
			json_decref(all);
		}
		hand_in(&d, 3, judged_then(scores, exchange));
	}
	assert_int_equal(dialectic_rows[4].many->count(&d), arguments);
	assert_same_files(&d, debate);
	dialectic_rows[0].shows(&d, out);
	json_t *ours = json_loads(utstring_body(out), 0, NULL);
	assert_same_json(scores, ours, "scores.json");
	json_decref(ours);
	utstring_clear(out);
	dialectic_front(&d, out);
	ours = front_of(utstring_body(out), &body);
	assert_same_json(front, ours, "debate.md");
	json_decref(ours), json_decref(front), json_decref(scores);
	free(text), free(scores_text);
	debate_free(&d);
}

TEST(the_published_debates_come_to_what_they_came_to)
{
	if (!getenv("DIALECTIC_GIT"))
		skip();
	replay("halt-ai-development", 14);
	replay("markov-blanket-brain-environment", 12);
	replay("phd-research-autonomy", 22);
}
