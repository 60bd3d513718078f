/* The names of the smallest format's texts and phases (test_smallest.c has it), and a debate of it. */
#ifndef TESTS_UNIT_FORMATS_SMALLEST_H
#define TESTS_UNIT_FORMATS_SMALLEST_H

#include "tests/unit/files.h"
#include "validators/kit/debate.h"

enum { ROLE_ONE = 1, ROLE_TWO, ROLE_JUDGE };
enum { TEXT_OPENING, TEXT_ANSWER, TEXT_VERDICT };
enum { PHASE_OPENING = 1, PHASE_ANSWERS, PHASE_REPLIES, PHASE_NEXT, PHASE_VERDICT, PHASE_OVER };
enum { OPEN, REBUTTED, GRANTED };
extern const struct format smallest_format;

/* With so many seats; debate_free. */
static inline struct debate
debate_of(unsigned n)
{
	static const struct debate_seat seats[] = {
		{"ann", "a", "m", ROLE_ONE, 0}, {"bob", "b", "m", ROLE_TWO, 0}, {"cid", "c", "m", ROLE_JUDGE, 0}};
	struct debate d = {.format = &smallest_format, .topic = "tabs"};

	debate_open(&d);
	for (unsigned i = 0; i < n; i++)
		debate_join(&d, &seats[i]);
	return d;
}

#endif
