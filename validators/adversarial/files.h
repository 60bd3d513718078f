/*
 * The files of a debate: `kb/`, `kb-snapshot-construction/`, `output/`, `threads`, `argument-graph.svg`, prompts.
 * Pure: all of it is written anew from the debate each time.
 */
#ifndef VALIDATORS_ADVERSARIAL_FILES_H
#define VALIDATORS_ADVERSARIAL_FILES_H

#include "validators/adversarial/verdict.h"

/* `kb/`, `kb-snapshot-construction/`, `output/`. */
extern const struct format_row adv_rows[];

/* synthesis.c */
debate_shows adv_synthesis_file, adv_conclusion;
/* threads.c: what is open, most pressing first. */
debate_shows adv_threads_file;
/* Appends a list of it, at most so many entries; false: nothing is open. */
bool print_threads(const struct debate *d, size_t most, UT_string *out);
/* Was a claim pressed by the moderator, and its side had no turn since? */
bool is_pressed(const struct debate *d, const struct claim *c);
/* Items that are sorted by weight, the heaviest first, then by row. */
struct weighed {
	unsigned weight, row;
};
int by_weight(const void *a, const void *b);
/* draw.c */
debate_shows adv_graph_file;

/* prompt.c */
extern const struct template_name adv_told[];
debate_tells adv_brief;

/* Words of a writer's as one line of plain Markdown. */
void print_words(struct reader words, size_t most, UT_string *out);
/* A heading of a turn with that number, without its marks. */
void print_turn_heading(const struct debate *d, unsigned seat, size_t number, UT_string *out);
/* How a claim stands: `closed as refuted in turn 8 (arg-009), accepted`. */
void print_claim_state(const struct claim *c, UT_string *out);
/* The first paragraph of what an item says, up to a list in it. */
struct reader claim_title(struct reader words);
/* An item: how it stands, whose it is, `more`, its title and what it cites. In a fence they stand as they are. */
void print_claim(const struct debate *d, unsigned claim, const char *more, bool fenced, UT_string *out);
/* prompt.c: ` — cites arg-003 (strong), kb/sources/x.md; C-001 touches arg-003`. */
void print_cited(const struct debate *d, const struct step *s, UT_string *out);
/* The citations of a step, behind `lead`; `rated` stands before each rating. */
void print_citations(
	const struct adversarial *a, const struct step *s, const char *lead, const char *rated, UT_string *out);
#define WORDS_BYTES 300

#endif
