/*
 * Bodies that are meant to be slow to read or to judge: a piece repeated to the full size of a turn.
 */
#ifndef TESTS_UNIT_ROUNDS_HOSTILE_H
#define TESTS_UNIT_ROUNDS_HOSTILE_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <utstring.h>

#define FULL_BYTES 65536

static const struct hostile_row {
	const char *piece; /* `%u` in it is the number of the piece */
	bool lines;        /* broken into lines that are as long as they may be; else it has its own */
} hostile_rows[] = {
	{ "a", true }, { "a ", true }, { ". ", true }, { "a. ", true }, { "A. ", true }, { "C1.%u ", true }, { "C1.1 ", true }, { "C1.%u. ", true },
	{ "\"", true }, { "\" a ", true }, { "“ ", true }, { "“a” ", true }, { "`a` ", true }, { "`a`", true }, { "`C1.%u` ", true },
	{ "i agree ", true }, { "i concede ", true }, { "i concede. ", true }, { "i concede C1.%u. ", true }, { "both have both have ", true },
	{ "no no i i ", true }, { "I ", true }, { "i accept i accept ", true }, { "12 ms ", true }, { "1 ", true }, { "12 ", true },
	{ "1 million ", true }, { "12ms", true }, { "1.", true }, { "a/b ", true }, { "a/", true }, { "a.b.c ", true }, { "x.c ", true }, { "/", true },
	{ "src/a.c:1 ", true }, { ":1", true }, { "RFC 1 ", true }, { "RFC 1 in the ", true }, { "section 1 of ", true }, { "section 1 of the RFC ", true },
	{ "A documentation, ", true }, { "docs ", true }, { "Docs, A ", true }, { "a(2) ", true }, { "open(2) ", true }, { "((((", true },
	{ "))) ", true }, { "http://a ", true }, { "https://", true }, { "[a](b.c) ", true }, { "[C1.%u](#a) ", true }, { "[a](https://a.org) ", true },
	{ "; ", true }, { ":", true }, { "—", true }, { " - ", true }, { "security. ", true }, { "bug. ... ... ", true }, { "e.g. ", true },
	{ "é ", true }, { "ﷺ ", true }, { "ａ ", true }, { "\u00a0", true }, { "|", true }, { "=", true }, { "~ ", true }, { "* a ", true }, { "&amp; ", true },
	{ "- a b c d e %u\n", false }, { "- a b c %u\n", false }, { "- C1.%u: a b c d\n", false }, { "- C1.%u: a b c d %u\n", false }, { "- C1.%u: conceded\n", false },
	{ "- i agree %u\n", false }, { "- `a`\n", false }, { "- a:\n", false }, { "C1.%u\n\n", false }, { "C1.%u:\n\n- a\n", false }, { "**C1.%u**\n\n", false },
	{ "### C1.%u\n\n", false }, { "### a b c d\n", false }, { "### a b c d\n\n> x\n\n", false }, { "**security**\n\n", false }, { "security\n\n...\n\n", false },
	{ "alternative\n\n", false }, { "a:\n\n```\nx\n```\n\n", false }, { "a\n\n", false }, { "> a\n\n", false }, { "- > a\n", false }, { "- a\n  - b. c\n", false },
	{ "1. C1.%u is resolved. `x`\n", false }, { "[a%u]: b\n", false }, { "\n", false }, { "C1.1 is wrong.\n\n", false }, { "-\n", false }, { "a\n===\n", false },
	{ "C1.%u does not hold. ", true }, { "a?\n\n", false }, { "<a b> ", true }, { "i am convinced. ", true }, { "I am * convinced ", true },
};
#define HOSTILE_ROWS (sizeof hostile_rows / sizeof hostile_rows[0])

/* The piece with its number in it. */
static inline size_t
hostile_piece(const char *piece, unsigned number, char *out, size_t room)
{
	size_t n = 0;

	for (const char *s = piece; *s && n + 1 < room; s++) {
		if (*s == '%') {
			n += (size_t)snprintf(out + n, room - n, "%u", number);
			s++;
		} else {
			out[n++] = *s;
		}
	}
	out[n] = '\0';
	return n;
}

static inline char *
hostile_body_of(const struct hostile_row *row, size_t bytes, size_t *len)
{
	size_t column = 0;
	unsigned number = 0;
	UT_string out;

	utstring_init(&out);
	utstring_reserve(&out, bytes + 1);
	for (;;) {
		char piece[128];
		size_t n;

		number++;
		n = hostile_piece(row->piece, number, piece, sizeof piece);
		if (utstring_len(&out) + n + 1 > bytes)
			break;
		if (row->lines && column + n > 8000) {
			utstring_bincpy(&out, "\n", 1);
			column = 0;
		}
		utstring_bincpy(&out, piece, n);
		column += n;
	}
	*len = utstring_len(&out);
	return utstring_body(&out);
}

static inline char *
hostile_body(const struct hostile_row *row, size_t *len)
{
	return hostile_body_of(row, FULL_BYTES, len);
}

#endif
