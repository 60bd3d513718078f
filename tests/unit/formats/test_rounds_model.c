/*
 * Format rounds: random debates against a model. points.json and conclusion.md say of each point what its marks say.
 */
#include "tests/unit/formats/rounds_debate.h"

#include <jansson.h>

EACH_TEST(begin, free_duel);

static const char *
string_at(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

/* A point of the model: its id, how it stands, and the verbs that it was given. */
struct modelled {
	char id[16], verbs[128];
	char owner; /* 'P' or 'C' */
	const char *state;
};
static struct modelled model[128];
static size_t n_model;

static struct modelled *
raised(char kind, unsigned round, const char *state)
{
	struct modelled *m = &model[n_model++];
	unsigned n = 1;

	for (size_t i = 0; i + 1 < n_model; i++)
		n += model[i].owner == kind && (unsigned)atoi(model[i].id + 1) == round;
	*m = (struct modelled){.owner = kind, .state = state};
	snprintf(m->id, sizeof m->id, "%c%u.%u", kind, round, n);
	return m;
}

static void
said(struct modelled *m, const char *verb, const char *state)
{
	snprintf(m->verbs + strlen(m->verbs), sizeof m->verbs - strlen(m->verbs), "%s ", verb);
	m->state = state;
}

/* Words that no text has had before. */
static const char *
words(void)
{
	static char s[64];
	static unsigned n;

	n++;
	snprintf(s, sizeof s, "words%u about%u thing%u number%u here%u", n, n, n, n, n);
	return s;
}

static void
random_challenge(UT_string *out)
{
	static const char *const tags[] = {"[correctness] ", "[security] ", "[experience] "};

	utstring_printf(out, "**Points**\n");
	for (size_t i = 0; i < N(tags); i++) {
		bool none = i && rand() % 2;
		utstring_printf(out, "- %s%s%s\n  Evidence: a.c:1\n", tags[i], none ? "none: " : "", words());
		if (!none)
			raised('C', 1, "open");
	}
	utstring_printf(out, "**Alternative**\n%s\n**Agreements**\n", words());
	for (size_t i = 0; i < n_model; i++)
		if (model[i].owner == 'P' && rand() % 2) {
			utstring_printf(out, "- %s: %s\n  Evidence: b.c:2\n  Risk: some\n", model[i].id, words());
			said(&model[i], "agreed", "agreed");
		}
}

static void
random_defence(UT_string *out, unsigned round)
{
	static const char *const verbs[] = {"conceded", "rebutted", "tradeoff", "partly"};

	utstring_printf(out, "**Answers**\n");
	for (size_t i = 0; i < n_model; i++) {
		const char *verb = verbs[rand() % 4];
		if (model[i].owner != 'C')
			continue;
		if (!strcmp(model[i].state, "conceded") && rand() % 4 == 0)
			verb = "reopened";
		else if (strcmp(model[i].state, "open"))
			continue;
		utstring_printf(out, "- %s: %s — %s\n  Evidence: new%zu-%u.c:3\n  Now: so\n", model[i].id, verb,
			words(), i, round);
		said(&model[i], verb, strcmp(verb, "conceded") ? "answered" : "conceded");
	}
	if (rand() % 2) {
		utstring_printf(out, "**Claims**\n");
		utstring_printf(out, "- %s\n  Evidence: d.c:9\n", words());
		raised('P', round, "claimed");
	}
}

static void
random_followup(UT_string *out, unsigned round, const struct modelled *before)
{
	static const char *const verbs[] = {"resolved", "stands", "dodged", "unsupported", "held"};

	utstring_printf(out, "**Answers**\n");
	for (size_t i = 0; i < n_model; i++) {
		bool conceded = !strcmp(model[i].state, "conceded");
		const char *verb = verbs[rand() % (conceded ? 5 : 4)];
		bool stays = strcmp(model[i].state, "answered") && !conceded;
		if (model[i].owner != 'C' || stays || !strcmp(model[i].verbs, before[i].verbs))
			continue;
		utstring_printf(out, "- %s: %s — %s\n  Evidence: e.c:%zu\n", model[i].id, verb, words(), i + 1);
		said(&model[i], verb,
			!strcmp(verb, "resolved") ? "resolved" : !strcmp(verb, "held") ? "conceded" : "open");
	}
	utstring_printf(out, "**Points**\n");
	utstring_printf(out, "- %s\n  Evidence: f.c:4\n", words());
	raised('C', round, "open");
}

static void
check_against_model(bool over)
{
	static const char *const titles[][2] = {{"agreed", "## Agreed"}, {"conceded", "## Conceded"},
		{"resolved", "## Resolved"}, {"open", "## Unresolved"}, {"answered", "## Disputed"},
		{"claimed", "## Claimed, and not agreed"}};
	json_t *list = json_loads(shown(rounds_points_file), 0, NULL), *point, *verb;
	size_t number, n;

	assert_int_equal(json_array_size(list), n_model);
	json_array_foreach(list, number, point) {
		size_t i = 0;
		char verbs[128] = "";
		while (strcmp(model[i].id, string_at(point, "id")))
			assert_true(++i < n_model);
		json_array_foreach(json_object_get(point, "verbs"), n, verb) {
			strcat(verbs, string_at(verb, "verb"));
			strcat(verbs, " ");
		}
		assert_string_equal(verbs, model[i].verbs);
		const char *state = over && !strcmp(model[i].state, "open") ? "unresolved" :
			over && !strcmp(model[i].state, "answered") ? "disputed" : model[i].state;
		assert_string_equal(string_at(point, "state"), state);
	}
	json_decref(list);
	if (!over)
		return;
	const char *conclusion = shown(rounds_conclusion);
	for (size_t i = 0; i < n_model; i++)
		for (size_t k = 0; k < N(titles); k++) {
			char title[64], line[32];
			snprintf(title, sizeof title, "\n%s\n", titles[k][1]);
			snprintf(line, sizeof line, "\n- %s: ", model[i].id);
			const char *from = strstr(conclusion, title), *at = from ? strstr(from, line) : NULL;
			if ((at && at < strstr(from + 2, "\n## ")) != !strcmp(titles[k][0], model[i].state))
				fail_msg("%s is %s, and below %s:\n%s", model[i].id, model[i].state, titles[k][1],
					conclusion);
		}
}

static void
hand_in(UT_string *text)
{
	const char *sentence, *ids = handed_in(due_seat(), utstring_body(text), &sentence);

	if (*ids)
		fail_msg("%s (%s)\n%s", ids, sentence, utstring_body(text));
	utstring_clear(text);
}

TEST(what_is_said_of_each_point_is_what_its_marks_say)
{
	srand(23);
	for (int n = 0; n < 60; n++) {
		UT_string *text = test_string();
		restart();
		n_model = 0;
		terms.rounds = 1 + rand() % 5;
		utstring_printf(text, "**Stance**\n%s\n**Claims**\n", words());
		for (int i = 1 + rand() % 3; i > 0; i--) {
			utstring_printf(text, n_model ? "- %s\n  Evidence: a.c:7\n" : "- %s\n", words());
			raised('P', 1, "claimed");
		}
		hand_in(text);
		random_challenge(text);
		hand_in(text);
		for (unsigned round = 2; round <= (unsigned)terms.rounds; round++) {
			struct modelled before[N(model)];
			memcpy(before, model, sizeof model);
			if (round > 2)
				assert_string_equal(IN(SUMMARY_TEXT), "");
			random_defence(text, round);
			hand_in(text);
			check_against_model(false);
			if (rand() % 8 == 0 && round > 2) { /* it is broken off: the points stand as before it */
				memcpy(model, before, sizeof model);
				for (n_model = 0; *model[n_model].id;)
					n_model++;
				debate_silent(&duel);
				break;
			}
			random_followup(text, round, before);
			hand_in(text);
		}
		check_against_model(false);
		const char *bare = strstr(told(rounds_brief, 3), "\n### Said without evidence\n");
		assert_true(bare && strstr(bare, "P1.1: "));
		assert_string_equal(IN(VERDICT_TEXT), "");
		check_against_model(true);
		memset(model, 0, sizeof model);
	}
}
