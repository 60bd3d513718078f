/*
 * What of a debate a prompt shows where not all of it fits: the newest texts whole, as many as there is room for, and
 * of the others where they stand. For every format's prompts.
 */
#ifndef VALIDATORS_KIT_SHOWN_H
#define VALIDATORS_KIT_SHOWN_H

#include <stddef.h>
#include <utstring.h>

/* Of n texts, oldest first, of so many bytes each: the first that is shown. The newest is in any case, and none that is
 * older than one that is not. */
size_t shown_from(const size_t *bytes, size_t n, size_t room);

/* Append a sentence that says which of `what` ("turns") are left out and where they stand: n of them, more than one
 * line has room for by the first and the last. Nothing where there is none. */
void shown_put_left_out(UT_string *out, const char *what, size_t n,
	void (*put_name)(void *arg, size_t i, UT_string *out), void *arg);

#endif
