/*
 * What tests of `rounds` share: the lists of phrases as they are delivered, read from config/rounds, and a debate of turns' bodies.
 */
#ifndef TESTS_UNIT_ROUNDS_FIXTURE_H
#define TESTS_UNIT_ROUNDS_FIXTURE_H

#include "tests/unit/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "validators/rounds/texts.h"
#include "validators/rounds/turn.h"
#include "validators/text/mem.h"

static inline struct phrases *
default_phrases(void)
{
	struct phrases *p = phrases_new();

	for (unsigned list = 0; list < PHRASE_LISTS; list++) {
		char *path = mem_format("config/%s", rounds_texts[list].name);
		size_t len;
		char *text = read_whole(path, &len);
		int line;
		const char *fault = phrases_parse(p, list, text, len, &line);

		if (fault)
			fail_msg("%s:%d: %s", path, line, fault);
		free(text);
		free(path);
	}
	return p;
}

/* A debate so far, and what was said of the last body that was judged. */
struct talk {
	struct phrases *phrases;
	struct spoken *before[16];
	size_t n;
	double novelty_threshold;
	bool reject;
	UT_string printed;
};

static inline int
talk_open(void **state)
{
	struct talk *t = mem_calloc(1, sizeof *t);

	t->phrases = default_phrases();
	t->novelty_threshold = 0.8;
	utstring_init(&t->printed);
	*state = t;
	return 0;
}

/* Begin anew. */
static inline void
talk_clear(struct talk *t)
{
	while (t->n)
		spoken_free(t->before[--t->n]);
	t->reject = false;
	t->novelty_threshold = 0.8;
}

static inline int
talk_close(void **state)
{
	struct talk *t = *state;

	talk_clear(t);
	phrases_free(t->phrases);
	utstring_done(&t->printed);
	free(t);
	return 0;
}

/* Judge a body: 0 or the errno of a refusal; `keep`: it is accepted and kept. */
static inline int
talk_body(struct talk *t, enum speaker speaker, unsigned round, const char *text, size_t len, bool prefix, bool keep)
{
	struct findings findings = { .n = 0 };
	struct rounds_reading r;
	struct md md;
	struct rounds_ask ask = { .speaker = speaker, .round = round, .before = (const struct spoken *const *)t->before, .n_before = t->n,
		.phrases = t->phrases, .novelty_threshold = t->novelty_threshold, .reject_unsupported = t->reject, .prefix = prefix };
	int err;

	md_parse(&md, text, len);
	rounds_reading_make(&r, &md, 0, t->phrases, prefix);
	rounds_judge_body(&ask, &r, &findings);
	err = findings_errno(&findings);
	utstring_clear(&t->printed);
	findings_print(&findings, "debate.md", &t->printed);
	if (keep) {
		if (err)
			fail_msg("round %u: %s", round, utstring_body(&t->printed));
		t->before[t->n++] = spoken_new(&r, speaker, round, false);
	}
	rounds_reading_free(&r);
	md_free(&md);
	findings_free(&findings);
	return err;
}

static inline bool
talk_printed(const struct talk *t, const char *what)
{
	return utstring_len(&t->printed) && strstr(utstring_body(&t->printed), what);
}

static inline void
talk_speak(struct talk *t, enum speaker speaker, unsigned round, const char *text)
{
	talk_body(t, speaker, round, text, strlen(text), false, true);
}

#endif
