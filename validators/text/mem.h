/*
 * Allocation that cannot fail: out of memory ends the process, as uthash and cmark-gfm do too. That is safe by design:
 * what was acknowledged is in the store, what was not is as if it had never been written.
 */
#ifndef VALIDATORS_TEXT_MEM_H
#define VALIDATORS_TEXT_MEM_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utstring.h>

static inline void *
mem_check(void *p)
{
	if (!p)
		abort();
	return p;
}

static inline void *
mem_calloc(size_t n, size_t size)
{
	return mem_check(calloc(n ? n : 1, size ? size : 1));
}

static inline void *
mem_resize(void *p, size_t n, size_t size)
{
	return mem_check(reallocarray(p, n ? n : 1, size ? size : 1));
}

/* One more element of a list, all 0; there is room for eight, and then it doubles. */
#define GROW_FIRST 8
#define GROW(v, n) \
	((v) = (n) & ((n) - 1) || ((n) && (n) < GROW_FIRST) ? (v) \
		: mem_resize((v), (n) ? 2 * (n) : GROW_FIRST, sizeof *(v)), \
		memset(&(v)[n], 0, sizeof *(v)), &(v)[(n)++])

/* Another list of the same, with the room that GROW counts on. */
#define GROWN_COPY(v, n) (mem_copy_list((v), (n), sizeof *(v)))
static inline void *
mem_copy_list(const void *v, size_t n, size_t size)
{
	size_t room = GROW_FIRST;
	while (room < n)
		room *= 2;
	void *copy = mem_resize(NULL, room, size);
	return n ? memcpy(copy, v, n * size) : copy;
}

static inline char *
mem_strdup(const char *s)
{
	return mem_check(strdup(s));
}

/* Makes room in *s for so many bytes more, and with them for as many as there are: by itself it grows by no more than
 * what is appended, and a text of very many pieces would be copied for each of them. */
static inline void
grow_for(UT_string *s, size_t bytes)
{
	if (s->n - s->i <= bytes)
		utstring_reserve(s, s->n + bytes + 1);
}

/* A copy of `len` bytes with a NUL behind them. */
static inline char *
mem_copy(const void *s, size_t len)
{
	char *p = mem_check(malloc(len + 1));
	if (len)
		memcpy(p, s, len);
	p[len] = '\0';
	return p;
}

/* The output of printf; malloc'd. */
__attribute__((format(printf, 1, 0))) static inline char *
mem_vformat(const char *format, va_list args)
{
	char *s;
	return vasprintf(&s, format, args) < 0 ? mem_check(NULL) : s;
}

__attribute__((format(printf, 1, 2))) static inline char *
mem_format(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *s = mem_vformat(format, args);
	va_end(args);
	return s;
}

#endif
