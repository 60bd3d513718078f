/*
 * A value inside a hand-in together with where it stands, so that whatever is wrong with it is reported with its path, as
 * `[1].grounds[0].source`. A place points to the place round it: it lives no longer than that one, and they live on the stack.
 *
 * Readers report what is wrong and then give something harmless, so that one reading finds every fault there is.
 */
#ifndef VALIDATORS_DIALECTIC_PLACE_H
#define VALIDATORS_DIALECTIC_PLACE_H

#include <jansson.h>
#include <stdbool.h>
#include "validators/dialectic/number.h"
#include "validators/text/findings.h"

struct place {
	const struct place *up; /* NULL: the whole hand-in */
	const char *key;        /* NULL: an item of an array */
	size_t index;
	const json_t *value;    /* NULL: there is none */
	struct findings *out;   /* NULL: it is of the log, where nothing is judged again */
};

/* Parts of a path; a key that is none of this format's is shown as `…`. */
void path_add_key(UT_string *path, const char *key, size_t len);
void path_add_item(UT_string *path, size_t index);

struct place place_root(const json_t *value, struct findings *out);
struct place place_key(const struct place *up, const char *key);
/* The same where it may be left out: null is left out. */
struct place place_optional(const struct place *up, const char *key);
struct place place_item(const struct place *up, size_t index);

void place_report(const struct place *p, const struct rule *rule, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Is there a value? If not, that is reported. */
bool place_exists(const struct place *p);

/* Each of these reports a value of another type, and none of them a missing one. */
bool place_is_object(const struct place *p);
size_t place_items(const struct place *p);                        /* 0 where it is no array */
const char *place_text(const struct place *p);                    /* NULL where it is no text, blank or not filled in; borrowed */
bool place_number(const struct place *p, struct number *number);  /* false where it is no number */

/* Report the keys of an object that are none of `known`, once for the object and without naming them. */
void place_warn_unknown(const struct place *p, const char *const *known, size_t n);

#endif
