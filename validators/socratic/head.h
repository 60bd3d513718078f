/*
 * What the filesystem itself writes into a record: its head, and notes; and both read again.
 */
#ifndef VALIDATORS_SOCRATIC_HEAD_H
#define VALIDATORS_SOCRATIC_HEAD_H

#include "validators/kit/format.h"
#include "validators/kit/record.h"

/* format.head */
void head_render(const struct context *ctx, UT_string *out);

/* Does a heading with this plain text begin a head? */
bool head_begins(const char *s, size_t len);
/* format.head_read */
void head_read(const char *text, size_t len, struct head_facts *out);

/* The lines of the filesystem in a record: what each begins with, and whether a reason stands behind the name. NULL at the end. */
#define NOTE_TIMEOUT "Peer timeout:"
struct head_note {
	const char *begins;
	bool reason;
};
extern const struct head_note head_notes[];

#endif
