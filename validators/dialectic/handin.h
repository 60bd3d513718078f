/*
 * What both kinds of hand-in have: they are JSON of this format's forms, are known again by a digest, and keep what
 * was warned of.
 */
#ifndef VALIDATORS_DIALECTIC_HANDIN_H
#define VALIDATORS_DIALECTIC_HANDIN_H

#include <jansson.h>
#include "validators/dialectic/rules.h"
#include "validators/kit/jsonform.h"
#include "validators/kit/warnings.h"

/* Arguments and judgements. */
extern const struct jsonform dialectic_json;

/* By which a hand-in is known again, whatever the white space and the fence round it; its keys stand in their order:
 * to sort them takes longer than everything else. It is kept in memory, and in the log for what was never sealed. */
#define HANDIN_DIGEST_BYTES 16
void handin_digest(const json_t *value, unsigned char out[HANDIN_DIGEST_BYTES]);
/* JSON in one line, as the log has it; malloc'd. */
char *handin_line(const json_t *value);
/* The digest of a value that is such a line. */
void handin_line_digest(const char *line, size_t len, unsigned char out[HANDIN_DIGEST_BYTES]);

/* Each text of a hand-in under a key that has a row, with where it stands. */
void handin_each_text(const json_t *value, void (*each)(void *arg, const char *path, const char *text, size_t len),
	void *arg);

/* Warnings as the findings that they were, out of the data of a hand-in's or a judgement's entry. */
void warnings_findings(const json_t *data, struct findings *out);

#endif
