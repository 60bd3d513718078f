/*
 * The verdict: what the graph says of each central question, by the table of the page.
 *
 * Facts are what a debate has come to, asked once for all questions; they borrow the debate. Pure.
 */
#ifndef VALIDATORS_ADVERSARIAL_VERDICT_H
#define VALIDATORS_ADVERSARIAL_VERDICT_H

#include "validators/adversarial/adversarial.h"

enum adv_verdict { BETTER_GROUNDED, ASYMMETRIC, BOTH_ENGAGED, NEITHER_ENGAGED, NOT_SETTLED, VERDICTS };
extern const char *const verdict_words[VERDICTS + 1];

/* The standing of a question; a bit for each position of the base. */
struct standing {
	enum adv_verdict verdict;
	uint32_t engage, beaten;
	uint32_t named; /* in the verdict */
};

/* For each argument of the live base, by its row. */
struct fact {
	enum status counted; /* by which a verdict is given: of this debate's downgrades only those that count */
	bool lowered;        /* in this debate, by a debater of another side */
	bool dead;           /* refuted, baseless, or named by a closure that stands */
	uint64_t stands_for; /* questions, a bit each, */
	uint64_t of;         /* and those that it stands for or addresses, as things are, */
	uint64_t central;    /* or as the snapshot has it */
	unsigned cited;      /* the last text in which its side asserted something by it; 0: none */
	uint64_t engages;    /* questions that its side engages by that */
};

struct facts {
	const struct debate *d;
	struct fact *of;
	uint32_t positions;  /* whose debater has opened */
	size_t n;            /* questions */
	struct standing standing[BASE_QUESTIONS_MOST];
};
void facts_read(struct facts *f, const struct debate *d);
void facts_free(struct facts *f);

struct fact *fact_of(const struct facts *f, unsigned argument);
/* Has a position central arguments, all of them refuted or baseless? */
bool is_held_against(const struct facts *f, unsigned position);
/* Was it called out for non-engagement in two turns of the moderator, each before a turn of its own? */
bool is_called_out(const struct facts *f, size_t question, unsigned position);

/* Appends ` (weak; the verdict counts robust)`, of the argument in a row of the base. */
void print_counted(const struct facts *f, size_t row, UT_string *out);
/* Append the slugs of positions, with commas; a verdict as its line has it; a clause that says why. */
void print_positions(const struct base *b, uint32_t positions, UT_string *out);
void print_verdict(const struct facts *f, size_t question, UT_string *out);
/* `Q-1: …` of each question, with these before, between and behind them. */
void print_verdicts(const struct debate *d, const char *first, const char *between, const char *last, UT_string *out);
void print_why(const struct facts *f, size_t question, UT_string *out);

/* synthesis.c */
void judge_synthesis(const struct judging *j);

#endif
