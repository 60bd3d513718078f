/*
 * A record taken apart: a head, texts, the lines that the filesystem wrote between them. What a heading, a note and a
 * head look like is the format's; where each begins and ends is the same for all.
 *
 * A text begins with a heading of level 2 that stands in no other block, and at the thematic break before it. Whatever
 * else stands there belongs to the text before: its judge knows what may stand in it. Quotes at the end of a text that
 * say what the filesystem says in a note are notes; nothing tells them from a text's own last words, but that they
 * could stand there.
 */
#ifndef VALIDATORS_KIT_RECORD_PARTS_H
#define VALIDATORS_KIT_RECORD_PARTS_H

#include "validators/kit/format.h"
#include "validators/text/reader.h"

/* What a heading says of who wrote under it; empty where it does not. */
struct part_words {
	unsigned number; /* 0: none */
	struct reader name, harness, model;
};

/* What a note says. */
struct part_note {
	char *name; /* malloc'd */
	char *data; /* malloc'd, or NULL: as struct part has it */
	int64_t time_ms;
};

/* The lines that every format may have: of the maker, and of a clock that ran out. A grammar's `note` asks here first.
 */
bool part_note_common(const char *s, size_t len, struct part_note *note);

struct record_grammar {
	/* What a heading of level 2 begins, of which `s` is the first byte of its line: ENTRY_TURN, ENTRY_CONCLUSION,
	 * or 0: nothing. */
	enum entry_kind (*begins)(const char *s, const char *end, struct part_words *words);
	/* A line of its own that begins with `>`: false where it is no note. */
	bool (*note)(const char *s, size_t len, struct part_note *note);
	const char *head; /* what the heading of level 1 that a head has begins with */
};

/* format.split by a grammar. */
void record_parts(const struct record_grammar *g, const char *text, size_t len,
	void (*each)(void *arg, const struct part *part), void *arg);

#endif
