/*
 * The report of a debate, report.md: a title and four sections, 500 to 600 words, at least one argument by its id,
 * and the totals as they are.
 */
#ifndef VALIDATORS_DIALECTIC_REPORT_H
#define VALIDATORS_DIALECTIC_REPORT_H

#include "validators/dialectic/state.h"

/* Judge it against the state; adds to *out. With `prefix` the text may go on: only what nothing that follows could
 * mend is reported. */
void report_judge(const struct fstate *state, const char *text, size_t len, int line0, bool prefix,
	struct findings *out);

/* The line that says the totals, which a report keeps: no newline. */
void report_put_totals(const struct fstate *state, UT_string *out);

/* Its title and sections, with nothing in them. */
void report_put_blank(UT_string *out);

#endif
