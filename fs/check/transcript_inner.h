/*
 * Inside a transcript: the text in parts, and the duel that they are played in (transcript.c judges, transcript_seats.c
 * says who takes part).
 */
#ifndef FS_CHECK_TRANSCRIPT_INNER_H
#define FS_CHECK_TRANSCRIPT_INNER_H

#include "fs/check/replay.h"
#include "fs/check/transcript.h"

/* A part as it came, with texts of its own: name, harness, model, data. */
#define PART_TEXTS 4
struct named_part {
	struct part part; /* first: the one is the other's address */
	char *owned[PART_TEXTS];
};

struct judged {
	const struct transcript *t;
	const struct format *format;
	UT_string *out;
	struct named_part *parts;
	size_t n, room;
	struct head_facts head;
	bool headed;
	struct replay replay;
	bool begun;  /* a submission was judged */
	bool alone;  /* from here on the record is not known */
	bool told;   /* that it is so */
	char *line;  /* what the filesystem writes behind the text that was judged last; NULL: nothing */
	size_t errors;
};

/* Everybody joins: those of the head, whoever spoke, whoever was waited for, and where that is not enough for a debate,
 * somebody. */
void transcript_seat_all(struct judged *j);

/* The format that the text begins like, else `otherwise`; NULL: none, or it begins like more than one, and `why` gets a
 * clause that says so. Any bytes. */
const struct format *transcript_format(const char *text, size_t len, const struct format *otherwise, UT_string *why);

#endif
