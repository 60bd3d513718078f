/*
 * TOML as a flat list: the C face of toml++, whose C++ stays in toml.cc and whose exceptions never leave it.
 *
 * A document is a list of items in the order of their lines. A table, and each element of an array of tables, is an
 * item of its own, before the keys that stand in it; so an empty section is seen too. What one line of TOML may say in
 * several ways (a section, a dotted key, an inline table) is one list here. Duplicates and redefinitions are errors of
 * the parse.
 *
 * Size and nesting are bounded before toml++ sees the text: its depth limit counts values, but not the dots of a key,
 * and its destructors recurse over both.
 */
#ifndef CONFIG_TOML_H
#define CONFIG_TOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Levels of brackets around a value, and dots in one key. */
#define TOML_NESTING 32

enum toml_type { TOML_TEXT, TOML_INTEGER, TOML_REAL, TOML_BOOLEAN, TOML_TIME, TOML_ARRAY, TOML_TABLE };

/* A key directly in a table, as its value sees it: the table read as a list, in the order in which the keys were
 * written. */
struct toml_row {
	const char *name; /* as it is, of any characters; a NUL follows */
	size_t name_len;
	int line;
	enum toml_type type;
	const char *text; /* TOML_TEXT */
	size_t len;
};

struct toml_item {
	const char *section; /* "" at the top; "a.b" in [a.b]. A part that is no bare key stands as a quoted one */
	const char *key;     /* its own name, spelled likewise: never holds a NUL or a control character */
	int line;            /* from 1 */
	enum toml_type type;
	const char *text;    /* TOML_TEXT: UTF-8 that may hold any character, NUL too; a NUL follows */
	size_t len;
	int64_t integer;
	double real;
	bool boolean;
	/* Of a TOML_TABLE its keys, of a TOML_ARRAY its elements, without names; NULL: an element of an array of tables
	 */
	const struct toml_row *rows;
	size_t n_rows;
};

struct toml_fault {
	int line;       /* from 1 */
	char text[256]; /* quotes the document: not to be shown unescaped; may be cut within a character */
};

struct toml_doc;

/* 0 and a document, or -EINVAL and why. */
int toml_parse(const char *text, size_t len, struct toml_doc **doc, struct toml_fault *fault);
const struct toml_item *toml_items(const struct toml_doc *doc, size_t *n);
void toml_free(struct toml_doc *doc);

/* A finite float as TOML, in the fewest digits that read back as the same, in every locale. */
void toml_print_real(double value, char out[32]);

#ifdef __cplusplus
}
#endif

#endif
