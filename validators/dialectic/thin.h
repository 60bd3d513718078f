/*
 * Does a text of an argument say something that can be argued with? (dialectic.md, handin.thin)
 *
 * What is counted is its words (wordcount.h), as many as its row asks for, and one said over and over is none; what is
 * known by its words is a text that points elsewhere and stops there ("as said above"), and one whose words stand in
 * the same argument already. A hand-in may be sealed: no word of it is told.
 */
#ifndef VALIDATORS_DIALECTIC_THIN_H
#define VALIDATORS_DIALECTIC_THIN_H

#include "validators/dialectic/argument.h"

/* The rule of a row of a text, whose `of` is the words that it has at least, a size_t. */
bool
thin_judge(const struct form_row *row, const struct place *at);

/* Texts of one argument in the words of its title, of its claim or of each other. `within` is where it stands in its
 * hand-in, "" where it is all of it. */
void
thin_judge_copies(const struct argument *a, const char *within, struct findings *out);

#endif
