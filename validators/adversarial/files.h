/*
 * What is shown of a debate: `kb/`, `kb-snapshot-construction/`, `output/`, `threads`, `argument-graph.svg`, prompts.
 * Pure: all of it is written anew from the debate each time.
 */
#ifndef VALIDATORS_ADVERSARIAL_FILES_H
#define VALIDATORS_ADVERSARIAL_FILES_H

#include "validators/adversarial/verdict.h"

/* `kb/`, `kb-snapshot-construction/`, `output/`. */
extern const struct format_row adv_rows[];

/* files.c */
debate_shows adv_ledger_file;
/* synthesis.c */
debate_shows adv_synthesis_file, adv_conclusion;
/* threads.c: what is open, most pressing first. */
debate_shows adv_threads_file;
/* Appends a list of it, at most so many entries; false: nothing is open. */
bool print_threads(const struct debate *d, size_t most, UT_string *out);
/* draw.c */
debate_shows adv_graph_file;

/* prompt.c */
debate_tells adv_told, adv_brief;

/* Words of a writer's as one line of plain Markdown. */
void print_words(struct reader words, size_t most, UT_string *out);
/* `arg-003 (strong)`. */
void print_rated(const struct base *b, unsigned argument, UT_string *out);
#define WORDS_BYTES 300

#endif
