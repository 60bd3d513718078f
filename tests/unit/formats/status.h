/* Keys of `status`, as tests look at them. */
#ifndef TESTS_UNIT_FORMATS_STATUS_H
#define TESTS_UNIT_FORMATS_STATUS_H

#include <jansson.h>
#include "validators/kit/debate.h"

/* The value of a key as text, until the next one is asked for: a number, a string, a boolean as 0 or 1, or of a list
 * its lines. */
static inline const char *
status_of(const struct debate *d, const struct status_row *row, const char *key)
{
	static char out[65536];
	size_t n = 0;

	while (strcmp(row->key, key))
		row++;
	json_t *v = row->value(d);
	snprintf(out, sizeof out, "%s", json_is_string(v) ? json_string_value(v) : "");
	if (json_is_number(v) || json_is_boolean(v))
		snprintf(out, sizeof out, "%g", json_is_number(v) ? json_number_value(v) : json_is_true(v));
	for (size_t i = 0; i < json_array_size(v); i++)
		n += (size_t)snprintf(out + n, sizeof out - n, "%s\n", json_string_value(json_array_get(v, i)));
	json_decref(v);
	return out;
}

#endif
