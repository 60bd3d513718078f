/*
 * Names of participants, harnesses, models and duels (files.md, `lock` and Tree). Pure.
 */
#ifndef VALIDATORS_TEXT_NAMES_H
#define VALIDATORS_TEXT_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum name_kind {
	NAME_PARTICIPANT, /* also not "." or ".." (verbs are refused by whoever knows the verbs) */
	NAME_HARNESS,
	NAME_MODEL,       /* may hold '/' */
};

/* NULL where `s` may stand as a name, else a static sentence that says why not:
 * 1–64 bytes of clean UTF-8 (text_clean_line; no format or line-separating characters: Unicode Cf, Zl, Zp), no outer
 * white space, no '/', '(', ')', '|', '<', '`', no dash with spaces round it. */
const char *name_fault(const char *s, size_t len, enum name_kind kind);

/* NULL, or why nobody may join under a name that has no fault: it mixes letters of Latin, Greek and Cyrillic, which
 * look alike (UTS #39, "highly restrictive": Latin may stand with Han, Kana, Hangul and others). Static. */
const char *name_join_fault(const char *s, size_t len);

/* The key under which two spellings are one seat: its case is folded, and it is NFC. malloc'd. */
char *name_key(const char *s);

/* NULL, or why this is no duel's name: 1–100 of a-z 0-9 . _ -, not starting with '.' or '-'; nor a file's of the mount
 * itself. */
const char *duel_name_fault(const char *s);

#endif
