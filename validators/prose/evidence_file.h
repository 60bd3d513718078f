/*
 * What an entry names in the source: headings, lines, excerpts. For evidence.c alone.
 */
#ifndef VALIDATORS_PROSE_EVIDENCE_FILE_H
#define VALIDATORS_PROSE_EVIDENCE_FILE_H

#include "validators/prose/evidence_path.h"

/* SUPPORT_FILE, or what the reference to the source is worth: everything that the entry names in it is looked up. */
enum support file_judge(struct evidence *ev, const struct md *md, const struct file *file, const struct reader *entry,
	char sentence[EVIDENCE_SENTENCE_BYTES]);

/* Is every part of the source that is named behind its name there? */
bool file_parts_are_there(const struct evidence *ev, const struct file *file);

/* The longest beginning of `s` that is a heading of the source: its length, or 0. */
size_t file_match_heading(const struct evidence *ev, const char *s, size_t len);

#endif
