/* The list of formats. */
#ifndef VALIDATORS_FORMATS_H
#define VALIDATORS_FORMATS_H

#include "validators/kit/format.h"

extern const struct format dialectic_format, rounds_format, socratic_format, adversarial_format;
/* NULL-terminated: formats.c, which holds nothing else, so that a test may link another list. */
extern const struct format *const formats[];
/* NULL where there is none of that name. */
const struct format *format_find(const char *name);
/* NULL-terminated names, for messages and config. Any thread. */
const char *const *format_names(void);

#endif
