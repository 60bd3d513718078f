/*
 * TOML as a tree of items: the C face of toml++, whose C++ stays in toml.cc and whose exceptions never leave it. TOML
 * says one thing in several ways (a section, a dotted key, an inline table); here it is one tree. Duplicates and
 * redefinitions are errors of the parse.
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

/* TOML_TABLES: an array of tables and of nothing else. */
enum toml_type {
	TOML_TEXT,
	TOML_INTEGER,
	TOML_REAL,
	TOML_BOOLEAN,
	TOML_TIME,
	TOML_ARRAY,
	TOML_TABLE,
	TOML_TABLES,
};

struct toml_item {
	const char *name; /* as it is, of any characters; a NUL follows. In an element of an array "" */
	size_t name_len;
	const char *key; /* the same as a bare or a quoted key: never holds a NUL or a control character */
	int line;        /* from 1 */
	enum toml_type type;
	const char *text; /* TOML_TEXT: UTF-8 that may hold any character, NUL too; a NUL follows. Else "" */
	size_t len;
	int64_t integer;
	double real;
	bool boolean;
	/* of a table its keys, in the order they were written in; of an array its elements */
	const struct toml_item *rows;
	size_t n_rows;
};

struct toml_fault {
	int line;       /* from 1 */
	char text[256]; /* quotes the document: not to be shown unescaped; may be cut within a character */
};

struct toml_doc;

/* 0 and a document, or -EINVAL and why. */
int toml_parse(const char *text, size_t len, struct toml_doc **doc, struct toml_fault *fault);
/* The table that the whole document is. */
const struct toml_item *toml_root(const struct toml_doc *doc);
void toml_free(struct toml_doc *doc);

/* A finite float as TOML, in the fewest digits that read back as the same, in every locale. */
void toml_print_real(double value, char out[32]);

#ifdef __cplusplus
}
#endif

#endif
