/*
 * The participants of a debate together (formats.md): one model family for all, and whether whoever decides shares its
 * model or harness with a side.
 */
#ifndef VALIDATORS_KIT_CAUTIONS_H
#define VALIDATORS_KIT_CAUTIONS_H

#include "validators/kit/debate.h"

/* Each sentence that says why what comes of it is worth less: all models are of one family, a seat was given up, a
 * decider is not independent (with the rule's id before it), and the format's. */
void debate_warnings(const struct debate *d, void (*each)(void *arg, const char *sentence), void *arg);
/* Does this seat decide between the others? */
bool debate_decides(const struct debate *d, unsigned seat);
/* All of them as the first paragraph of conclusion.md, appended; nothing where there are none. */
void debate_print_cautions(const struct debate *d, UT_string *out);
/* Appends the topic and what the debate came to. They stand behind the cautions. */
void debate_print_end(const struct debate *d, UT_string *out);

#endif
