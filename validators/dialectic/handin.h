/*
 * What both kinds of hand-in have: they are JSON of this format's forms, and keep what was warned of.
 */
#ifndef VALIDATORS_DIALECTIC_HANDIN_H
#define VALIDATORS_DIALECTIC_HANDIN_H

#include <jansson.h>
#include "validators/dialectic/rules.h"
#include "validators/kit/jsonform.h"
#include "validators/kit/warnings.h"

/* Arguments and judgements. */
extern const struct jsonform dialectic_json;

/* JSON in one line, as the log has it; malloc'd. */
char *handin_line(const json_t *value);

/* Each text of a hand-in under a key that has a row, with where it stands. */
void handin_each_text(const json_t *value, void (*each)(void *arg, const char *path, const char *text, size_t len),
	void *arg);

/* Warnings as the findings that they were, out of the data of a hand-in's or a judgement's entry. */
void warnings_findings(const json_t *data, struct findings *out);

#endif
