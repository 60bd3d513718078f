/*
 * Warnings with which a text was accepted, as its entry's data keeps them and `status` shows them: "[rule.id] path:
 * sentence".
 */
#ifndef VALIDATORS_KIT_WARNINGS_H
#define VALIDATORS_KIT_WARNINGS_H

#include <jansson.h>
#include "validators/text/findings.h"

/* The warnings among findings, a JSON array. */
json_t *warnings_json(const struct findings *findings);
/* For each: "WHAT: [rule.id] …". */
void
warnings_tell(const char *what, const json_t *warnings, void (*each)(void *arg, const char *text), void *arg);

#endif
