/*
 * Does one text repeat others word for word? Many passages are looked for in one text, each in time in proportion to
 * the passage.
 *
 * Texts are compared by their tokens: a run of ASCII letters, digits and underscores, or any other character but white
 * space. So quotation marks may stand round a passage and line ends in it, and nothing else may differ.
 */
#ifndef VALIDATORS_TEXT_VERBATIM_H
#define VALIDATORS_TEXT_VERBATIM_H

#include <stdbool.h>
#include <stddef.h>

struct verbatim;

/* Nothing of the text is kept. Room and time are in proportion to it. */
struct verbatim *verbatim_new(const char *text, size_t len);
void verbatim_free(struct verbatim *v);

/* A passage without a token stands in every text. */
bool verbatim_has(const struct verbatim *v, const char *passage, size_t len);

#endif
