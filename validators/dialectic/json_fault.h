/*
 * Why a text is no JSON, as a sentence: the column, what stands there, and what to write instead.
 *
 * A hand-in may be sealed, so no word of it is repeated: what is named is a mark, or of what kind a word, a number or a text is.
 */
#ifndef VALIDATORS_DIALECTIC_JSON_FAULT_H
#define VALIDATORS_DIALECTIC_JSON_FAULT_H

#include <jansson.h>
#include "validators/text/reader.h"

/* `json` is what jansson found the error in. malloc'd, a clause; NULL where
 * the error alone says it. */
char *json_fault(struct reader json, const json_error_t *error);

#endif
