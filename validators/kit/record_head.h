/*
 * The head of a record, as rows: a title, the source where the format shows it, when the duel was made, a table of
 * keys, and a table of those who had joined. It is written once and for good.
 */
#ifndef VALIDATORS_KIT_RECORD_HEAD_H
#define VALIDATORS_KIT_RECORD_HEAD_H

#include "validators/kit/format.h"

/* A key that not every format has; what all have (the duel's id, source, topic, slug) stands before these. */
struct head_row {
	const char *key;
	/* Its value: a number, or where there is no such function a text; NULL: this record has no such row. */
	int64_t (*number)(const struct context *ctx);
	const char *(*text)(const struct context *ctx);
};

struct head_form {
	const char *title; /* "Debate: ", before the topic */
	bool source;       /* it is shown before the tables, too */
	const char *seats; /* the first line of the participants' table */
	bool roles;        /* it has a column of roles */
	const struct head_row *rows;
	size_t n_rows;
};

/* format.head */
void head_put(const struct head_form *form, const struct context *ctx, UT_string *out);

#endif
