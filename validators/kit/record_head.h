/*
 * The head of a record, as rows: a title, the source where the format shows it, when the duel was made, a table of
 * keys, and a table of those who had joined. The same rows write it, once and for good, and read it again.
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
	size_t fact; /* of a number: where in struct head_facts it is read back; 0: it is not */
	int64_t most;
};

struct head_form {
	const char *title; /* "Debate: ", before the topic */
	bool source;       /* it is shown before the tables, too */
	const char *seats; /* the first line of the participants' table */
	const char *const
		*roles; /* NULL-terminated, in the order in which seats are read back; NULL: there is no such column */
	const struct head_row *rows;
	size_t n_rows;
};

/* format.head and format.head_read. */
void head_put(const struct head_form *form, const struct context *ctx, UT_string *out);
void head_take(const struct head_form *form, const char *text, size_t len, struct head_facts *out);

#endif
