/*
 * Names of participants, harnesses, models and duels. Pure.
 */
#ifndef VALIDATORS_TEXT_NAMES_H
#define VALIDATORS_TEXT_NAMES_H

#include <stddef.h>

enum name_kind {
	NAME_PARTICIPANT, /* also not "." or "..", no '>' or '#' first, no ": " (verbs.c refuses reserved words) */
	NAME_HARNESS,
	NAME_MODEL,       /* may hold '/' */
};

/* NULL where `s` may stand as a name, else a static sentence that says why not:
 * 1–64 bytes of clean UTF-8 (text_clean_line; no format, default-ignorable or line-separating characters: Unicode Cf,
 * Zl, Zp), no outer white space, no '/', '(', ')', '|', '<', '`', no dash with spaces round it. */
const char *name_fault(const char *s, size_t len, enum name_kind kind);

/* The key under which two spellings are one seat: its case is folded, and it is NFC. malloc'd. */
char *name_key(const char *s);

/* How many bytes are missing, wrong or too many in one of two names, whatever the case of their ASCII letters
 * (Levenshtein); SIZE_MAX where one has more than NAME_EDITS_BYTES: that is nobody's slip. */
#define NAME_EDITS_BYTES 48
size_t name_edits(const char *a, size_t a_len, const char *b, size_t b_len);

#endif
