/*
 * Rules and findings: what a judgement says of a text, line by line.
 *
 * A rule is a row of a table (a format's, text/text.c's, kit/rules.c's or kit/refusal.c's): its id is part of the
 * mount's interface, and its `err` is the errno that a refusal under it gives. A finding is one rule broken at one
 * line, with a sentence. A list of findings is a value: it is carried whole to `last_error` and `events`.
 *
 * Invariants: at most LIMIT_FINDINGS are kept, errors are never pushed out by warnings, `dropped` counts the rest;
 * `text` is valid UTF-8 without control characters (findings_add escapes what it is given).
 */
#ifndef VALIDATORS_TEXT_FINDINGS_H
#define VALIDATORS_TEXT_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/text/limits.h"

enum severity {
	SEVERITY_ERROR,   /* refuses the text */
	SEVERITY_WARNING, /* is shown, and refuses nothing */
};

struct rule {
	const char *id;         /* "turn.number" */
	enum severity severity;
	int err;                /* the errno of a refusal, positive; 0 for a warning */
	const char *gloss; /* what the rule asks for, one sentence without a full stop, for README.md, prompts and the
			      man page */
	const struct rule
		*strict; /* of a warning: the same rule where a duel's terms make it refuse; NULL: they never do */
};

struct finding {
	const struct rule *rule;
	int line;   /* of the submitted text, from 1; 0: the text as a whole */
	char *path; /* for JSON, such as "[1].grounds[0].source"; else NULL; owned */
	char *text; /* one sentence without a full stop; owned */
};

struct findings {
	struct finding *v;
	size_t n;
	size_t errors; /* of the n */
	size_t dropped;
};

void findings_free(struct findings *fs);

/* Add one. `line` is 0 or counts from 1; `path` is a place inside JSON, such as "[1].grounds[0].source", or NULL. The
 * formatted sentence and the path are escaped (text_escape) and cut with "…" after 512 bytes. */
void
findings_add_path(struct findings *fs, const struct rule *rule, int line, const char *path, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
#define findings_add(fs, rule, line, ...) findings_add_path(fs, rule, line, NULL, __VA_ARGS__)

/* The first error in order of addition, or NULL: then the text is accepted. */
const struct finding *findings_first_error(const struct findings *fs);

/* 0 or the negative errno of the first error. */
int findings_errno(const struct findings *fs);

/* Move all of `from` behind `to`, as far as there is room; `from` is empty afterwards. */
void findings_move(struct findings *to, struct findings *from);

/* As compilers do, a line each: `debate.md:14: error: [counterpoint.support] the second counterpoint has no support`.
 * Without a line number the form is `debate.md: error: …`; a path stands as `debate.md:[1].title: error: …`
 * (behind the line number where there is one). Without `words` the rule's gloss stands in place of the sentence. */
void findings_print(const struct findings *fs, const char *file, bool words, UT_string *out);

#endif
