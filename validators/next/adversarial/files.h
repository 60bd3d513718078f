/*
 * What is shown of a debate: `kb/`, `kb-snapshot-construction/`, `output/`, `threads`, `argument-graph.svg`, prompts.
 * Pure: all of it is written anew from the debate each time.
 */
#ifndef VALIDATORS_NEXT_ADVERSARIAL_FILES_H
#define VALIDATORS_NEXT_ADVERSARIAL_FILES_H

#include "validators/next/adversarial/verdict.h"

/* The paths of all files, in order, each malloc'd; the list is the caller's. How many there are. */
size_t adv_paths(const struct debate *d, char ***paths);
/* Appends the file at a path; false: there is none. */
bool adv_show_file(const struct debate *d, const char *path, UT_string *out);

/* files.c */
debate_shows adv_ledger_file, adv_revisions_file, adv_transcript_file;
/* synthesis.c */
debate_shows adv_synthesis_file;
/* threads.c: what is open, most pressing first. */
debate_shows adv_threads_file;
/* Appends a list of it, at most so many entries; false: nothing is open. */
bool print_threads(const struct debate *d, size_t most, UT_string *out);
/* draw.c */
debate_shows adv_graph_file;

/* prompt.c */
debate_shows adv_told, adv_brief;

/* Words of a writer's as one line of plain Markdown. */
void print_words(struct reader words, size_t most, UT_string *out);
/* `arg-003 (strong)`. */
void print_rated(const struct base *b, unsigned argument, UT_string *out);
#define WORDS_BYTES 300

#endif
