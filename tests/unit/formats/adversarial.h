/* A debate of adversarial over the base of tests: seats, texts, names, clocks. */
#ifndef TESTS_UNIT_FORMATS_ADVERSARIAL_H
#define TESTS_UNIT_FORMATS_ADVERSARIAL_H

#include "tests/unit/formats/bases.h"
#include "tests/unit/formats/judged.h"
#include <errno.h>
#include "validators/adversarial/files.h"

enum { ORCH = 1, MOD, TESS, SAM }; /* TESS argues for tabs, SAM for spaces */
enum { SPACES, TABS };             /* positions of the base */

static struct terms terms;
static char warned[512], said[2048];

static inline void
begin_with(struct base *snapshot, struct base *start, bool sealed)
{
	static const struct debate_seat seats[] = {{"olga", "codex", "gpt-5", ROLE_ORCHESTRATOR, 0},
		{"mona", "gemini", "pro", ROLE_MODERATOR, 0}, {"tess", "claude", "opus", ROLE_DEBATER + TABS, 0},
		{"sam", "codex", "gpt-5", ROLE_DEBATER + SPACES, 0}};

	terms = (struct terms){.min_turns = 12, .max_turns = 40, .sealed_opening = sealed};
	duel = (struct debate){.format = &adversarial_format, .terms = &terms, .topic = "Tabs or spaces?",
		.novelty_threshold = 0.8, .own = adv_new(snapshot, start)};
	debate_open(&duel);
	for (size_t i = 0; i < N(seats); i++)
		debate_join(&duel, &seats[i]);
}

/* Appends the file at a path of the duel's directory; false: there is none. */
static inline bool
show_file(const char *path, UT_string *out)
{
	for (const struct format_row *row = adv_rows; row->name; row++) {
		const struct debate_tree *t = row->tree;
		size_t len = strlen(row->name);

		if (!t && !strcmp(row->name, path))
			return row->shows(&duel, out), true;
		for (unsigned i = 1;
			t && !strncmp(row->name, path, len) && path[len] == '/' && i <= t->count(&duel); i++)
			if (!strcmp(t->path(&duel, i), path + len + 1))
				return t->shows(&duel, i, out), true;
	}
	return false;
}

static inline int
begin(void **state)
{
	struct files *files = files_of(BASE_FOLDER);
	struct base *b = base_of(files);

	(void)state;
	begin_with(b, base_hold(b), false);
	return 0;
}

/* The ids of the errors of a text, with a `+` between, each once; "" where there are none. Its warnings are in `warned`,
 * the last sentence is in `said`. */
static inline const char *
judged(unsigned seat, const char *text)
{
	static char ids[1024];
	FINDINGS fs = {0};

	*ids = *warned = *said = '\0';
	if (debate_due(&duel, seat) < 0)
		return "not due";
	debate_judge(&duel, seat, text, strlen(text), &fs);
	for (size_t i = 0; i < fs.n; i++) {
		char *to = fs.v[i].rule->severity == SEVERITY_WARNING ? warned : ids;

		if (!strstr(to, fs.v[i].rule->id))
			strcat(strcat(to, *to ? "+" : ""), fs.v[i].rule->id);
		snprintf(said, sizeof said, "%d: %s", fs.v[i].line, fs.v[i].text);
	}
	return ids;
}

/* The same, and it is applied where there are no errors. */
static inline const char *
handed_in(unsigned seat, const char *text)
{
	const char *ids = judged(seat, text);

	if (!*ids)
		debate_apply(&duel, seat, text, strlen(text));
	return ids;
}

static inline void
name(unsigned seat)
{
	adv_verbs[0].apply(&duel, &(struct verb_ask){.to = adv_handle(&duel, seat), .asks = "What of that?"});
}

/* The ids, of a seat that is named before. */
static inline const char *
named_judged(unsigned seat, const char *text)
{
	name(seat);
	return judged(seat, text);
}

/* The reason why `next` (0) or `end` (1) is refused; "" where it is not, and nothing is done. */
static inline const char *
verb_refused(unsigned verb, const char *to, const char *asks)
{
	static char why[512];
	UT_string *line = test_string();

	struct fault f = adv_verbs[verb].judge(&duel, &(struct verb_ask){.to = to, .asks = asks}, line);
	snprintf(why, sizeof why, "%s%s", f.rule && f.rule->err == EINVAL ? "EINVAL " : "", f.rule ? f.sentence : "");
	free(f.sentence);
	return why;
}

static inline void
facts_drop(void *facts)
{
	facts_free(facts);
	free(facts);
}

/* As they are now, until the test ends. */
static inline const struct facts *
facts_now(void)
{
	struct facts *f = test_owns_by(mem_calloc(1, sizeof *f), facts_drop);
	facts_read(f, &duel);
	return f;
}

/* A row of the corpus: `SEAT: RULES`, or `SEAT, warned: RULES`, and behind `=>` what the last sentence has in it. */
static inline void
judge_row(const char *head, const char *text, size_t len)
{
	unsigned seat = *head == 'm' ? MOD : *head == 't' ? TESS : SAM;
	const char *rules = strchr(head, ':') + 1, *sentence = strstr(head, " => ");
	bool warns = strstr(head, ", warned:");
	char *want = TEXT("%.*s", (int)(sentence ? sentence - rules : (long)strlen(rules)), rules);

	name(seat);
	const char *ids = judged(seat, test_owns(mem_copy(text, len)));
	if (strcmp(*want ? want + 1 : want, warns ? warned : ids) || *(warns ? ids : warned) || (sentence && !strstr(said, sentence + 4)))
		fail_msg("%s: `%s`, warned `%s` (%s)\n%.*s", head, ids, warned, said, (int)len, text);
}

static inline void
end_crossing(void)
{
	adv_verbs[1].apply(&duel, &(struct verb_ask){.reason = ""});
}

/* Named, and it hands in what must be accepted. */
static inline void
turn(unsigned seat, const char *text)
{
	const char *ids;

	if (duel.order.phase == PHASE_NAMING || duel.order.phase == PHASE_SPEAKING)
		name(seat);
	ids = handed_in(seat, text);
	if (*ids)
		fail_msg("%s: %s (%s)", text, ids, said);
}

#define TAB_OPENING "**Claims**\n- new — width is the reader's [arg-001: robust] [arg-009: contested]\n"
#define SPACE_OPENING "**Claims**\n- new — spaces look alike everywhere [arg-002: strong]\n"

/* Both have opened: L-001 is tabs', L-002 is spaces'. */
static inline void
open_both(void)
{
	turn(TESS, TAB_OPENING);
	turn(SAM, SPACE_OPENING);
	assert_int_equal(duel.order.phase, PHASE_NAMING);
}

#endif
