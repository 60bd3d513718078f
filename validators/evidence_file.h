/*
 * A reference to a file: its name, and what it names in the source. For evidence.c alone.
 */
#ifndef VALIDATORS_EVIDENCE_FILE_H
#define VALIDATORS_EVIDENCE_FILE_H

#include "validators/evidence.h"
#include "validators/reader.h"

struct file {
	const char *name;
	size_t len;
	bool is_source;
	struct reader rest; /* where parts of it may be named */
};

/* Does a file's name stand here? */
bool file_read(const struct evidence *ev, const struct reader *r, struct file *file);

/* SUPPORT_FILE, or what the reference to the source is worth; `entry` is where excerpts may stand. */
enum support file_judge(struct evidence *ev, const struct file *file, const struct reader *entry, char sentence[EVIDENCE_SENTENCE_BYTES]);

/* Is every part of the source that is named behind its name there? */
bool file_parts_are_there(const struct evidence *ev, const struct file *file);

/* The longest beginning of `s` that is a heading of the source: its length, or 0. */
size_t file_match_heading(const struct evidence *ev, const char *s, size_t len);

#endif
