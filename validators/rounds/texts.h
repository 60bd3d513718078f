/*
 * The texts of `rounds`, a row each: a phrase list for each enum phrase_list, and then a template
 * for each enum rounds_ask_kind, in that order.
 */
#ifndef VALIDATORS_ROUNDS_TEXTS_H
#define VALIDATORS_ROUNDS_TEXTS_H

#include "validators/rounds/phrases.h"
#include "validators/rounds/prompt.h"
#include "validators/rounds/state.h"

#define ROUNDS_TEXT_TEMPLATES PHRASE_LISTS
#define ROUNDS_TEXTS (ROUNDS_TEXT_TEMPLATES + ROUNDS_ASKS)
extern const struct text_row rounds_texts[ROUNDS_TEXTS];

/* All lists as one, of ctx->texts, or of what is built in where it has none. One reference. */
struct rounds_words *rounds_words_new(const struct context *ctx);

#endif
