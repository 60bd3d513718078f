/* Format `grove` (grove.c), as tests use it. */
#ifndef TESTS_UNIT_TRIAL_GROVE_H
#define TESTS_UNIT_TRIAL_GROVE_H

#include "validators/kit/debate.h"

enum { GROVE_WOOD, GROVE_RINGS, GROVE_ROWS };
/* So many files come by one hand-in at most, beside one a byte of it. */
#define GROVE_LINE_FILES 20000

extern const struct format council_format, grove_format;
/* For so many paths it was asked. */
extern unsigned grove_asked;
/* Called while a folder is judged, in the thread that does; NULL: nothing is. */
extern void (*grove_judging)(void *arg);
extern void *grove_judging_arg;

#endif
