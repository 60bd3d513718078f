/*
 * How a long UT_string grows: by itself it does by no more than what is appended, and a text that is put together of
 * very many pieces would be copied for each of them.
 */
#ifndef VALIDATORS_TEXT_GROW_H
#define VALIDATORS_TEXT_GROW_H

#include <stddef.h>
#include <utstring.h>

/* Make room for so many bytes more, and with them for as many as there are. */
static inline void
grow_for(UT_string *s, size_t bytes)
{
	if (s->n - s->i <= bytes)
		utstring_reserve(s, s->n + bytes + 1);
}

#endif
