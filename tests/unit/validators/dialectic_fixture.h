/*
 * Hand-ins for the tests of format `dialectic`: valid ones, what a patch makes of them, and what is found in them.
 */
#ifndef TESTS_UNIT_VALIDATORS_DIALECTIC_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_DIALECTIC_FIXTURE_H

#include "tests/unit/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/dialectic/render.h"
#include "tests/unit/validators/dialectic_moves.h"
#include "validators/text/mem.h"

#define CORPUS "tests/corpus/dialectic/"

/* An argument of exchange 2 of the proposition without a fault. */
#define ARGUMENT \
	"{\"title\": \"Five words make a title\", \"claim\": \"A claim stands here.\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\", \"backing\": \"A backing of it.\", \"qualifier\": \"Mostly\", " \
	"\"attacks\": [{\"target_id\": \"opp_000a\", \"attack_type\": \"claim_attack\", \"content\": \"It is wrong throughout.\"}], " \
	"\"defends\": [{\"target_id\": \"prop_001\", \"defense_type\": \"clarify\", \"content\": \"It was meant so.\"}]}"

/* One of exchange 0. */
#define OPENING OPENING_AS("A claim stands here.")
#define OPENING_AS(claim) \
	"{\"title\": \"Five words make a title\", \"claim\": \"" claim "\", \"grounds\": [{\"source\": \"A book\", \"content\": \"It says so itself.\", " \
	"\"relevance\": \"It fits the claim.\"}], \"warrant\": \"A warrant of books.\"}"

#define OPENINGS "[" OPENING ", " OPENING_AS("Another claim is made.") ", " OPENING_AS("What nobody claims.") "]"

/* What the newest reading found, as compilers print it of the file "h". */
static UT_string found;

static inline const char *
found_text(void)
{
	return utstring_len(&found) ? utstring_body(&found) : "";
}

static inline void
print_found(struct findings *findings)
{
	if (!found.d)
		utstring_init(&found);
	utstring_clear(&found);
	findings_print(findings, "h", &found);
	findings_free(findings);
}

static inline void
assert_found(const char *what)
{
	if (!strstr(found_text(), what))
		fail_msg("expected %s in:\n%s", what, found_text());
}

/* The hand-in that a text is, NULL where it is refused; what was found is in `found`, the errno in *err. */
static inline struct handin *
hand_in(const char *text, enum side side, unsigned exchange, bool strict, int *err)
{
	struct findings findings = { .n = 0 };
	json_t *value = jsonform_parse(&dialectic_json, text, strlen(text), 0, false, &findings);
	struct handin *h = value ? handin_read(value, &(struct handin_ask){ .side = side, .exchange = exchange, .strict = strict }, &findings) : NULL;

	*err = findings_errno(&findings);
	assert_int_equal(h == NULL, *err != 0);
	json_decref(value);
	print_found(&findings);
	return h;
}

static inline struct judgement *
hand_in_judgement(const char *text, unsigned exchange, const struct scoreboard *board, bool strict, int *err)
{
	struct findings findings = { .n = 0 };
	json_t *value = jsonform_parse(&dialectic_json, text, strlen(text), 0, false, &findings);
	struct judgement *j = value ? judgement_read(value,
		&(struct judgement_ask){ .exchange = exchange, .board = board, .strict = strict }, &findings) : NULL;

	*err = findings_errno(&findings);
	assert_int_equal(j == NULL, *err != 0);
	json_decref(value);
	print_found(&findings);
	return j;
}

/* A base with each member of the patch set anew, and without those that the patch sets to "-". */
static inline char *
patched(const char *base, const char *patch)
{
	json_t *value = json_loads(base, 0, NULL), *changes = json_loads(patch, 0, NULL), *change;
	const char *key;
	char *text;

	assert_non_null(value);
	assert_non_null(changes);
	json_object_foreach(changes, key, change) {
		if (json_is_string(change) && !strcmp(json_string_value(change), "-"))
			json_object_del(value, key);
		else
			json_object_set(value, key, change);
	}
	text = json_dumps(value, 0);
	json_decref(value);
	json_decref(changes);
	return text;
}

/* "word word word …" */
static inline char *
words(unsigned n)
{
	UT_string s;

	utstring_init(&s);
	for (unsigned i = 0; i < n; i++)
		utstring_printf(&s, "%sword", i ? " " : "");
	return n ? utstring_body(&s) : mem_strdup("");
}

/* -- a whole debate -------------------------------------------------------------------------------------------------------------- */

static const struct debate_terms corpus_terms = { .id = "free-buses", .motion = "This house would make buses free", .sealed = true };

struct played {
	struct fstate *state;
	UT_string record; /* what stands below the head */
};

static inline void
debate_open(struct played *d)
{
	*d = (struct played){ .state = fstate_start(&format_dialectic) };
	utstring_init(&d->record);
}

static inline void
debate_done(struct played *d)
{
	fstate_drop(d->state);
	utstring_done(&d->record);
}

static inline void
debate_move(struct played *d, struct fstate *next)
{
	assert_non_null(next);
	fstate_drop(d->state);
	d->state = next;
}

#define CORPUS_START_MS INT64_C(1795213800000)

static inline void
debate_take(struct played *d, const char *text, enum side side)
{
	int err;
	struct handin *h = hand_in(text, side, d->state->exchange, false, &err);

	if (!h)
		fail_msg("refused: %s", found_text());
	h->time_ms = CORPUS_START_MS;
	debate_move(d, debate_hand_in(d->state, h));
	handin_drop(h);
}

static inline void
debate_take_judgement(struct played *d, const char *text)
{
	int err;
	struct judgement *j = hand_in_judgement(text, d->state->exchange, d->state->board, false, &err);

	if (!j)
		fail_msg("refused: %s", found_text());
	j->time_ms = CORPUS_START_MS + d->state->exchange * 1000 + 250;
	render_exchange(d->state->in, j, &d->record);
	debate_move(d, debate_judge(d->state, j));
	judgement_drop(j);
}

static inline char *
corpus_text(unsigned exchange, const char *who)
{
	char path[128];
	size_t len;

	snprintf(path, sizeof path, CORPUS "debate/%u-%s.json", exchange, who);
	return read_whole(path, &len);
}

#define CORPUS_EXCHANGES 5

/* One exchange of the corpus; the side that hands in first is `first`. */
static inline void
debate_play(struct played *d, enum side first)
{
	unsigned exchange = d->state->exchange;
	char *text;

	for (unsigned i = 0; i < SIDES; i++) {
		enum side side = (first + i) % SIDES;

		text = corpus_text(exchange, dialectic_sides[side].name);
		debate_take(d, text, side);
		free(text);
	}
	text = corpus_text(exchange, "judge");
	debate_take_judgement(d, text);
	free(text);
}

static inline void
debate_play_all(struct played *d, enum side first)
{
	debate_open(d);
	while (d->state->exchange < CORPUS_EXCHANGES)
		debate_play(d, first);
}

#endif
