/*
 * A transcript: Markdown of a debate outside any mount (a record, some turns, or one), judged as the mount would have
 * judged it
 * (`duelfs check`).
 *
 * The text is taken apart by its format and played again from its first turn on: whoever a heading names joins, takes
 * the floor and hands in. What was refused counts as accepted where it can be read, so that a mistake is told once;
 * where it cannot, and where a draft has no record before it, each turn is judged by itself, without the rules that
 * need the record.
 */
#ifndef FS_CHECK_TRANSCRIPT_H
#define FS_CHECK_TRANSCRIPT_H

#include <utstring.h>
#include "config/config.h"
#include "fs/util/source.h"
#include "validators/kit/format.h"

struct transcript {
	const char *file;                 /* as findings name it */
	const struct format *format;      /* NULL: the one that the text begins like */
	const struct format *otherwise;   /* where it begins like none; NULL: then it is not judged */
	const struct duel_rules *rules;
	const struct source_copy *source; /* NULL: none */
	int64_t now_ms;                   /* UTC */
};

/* After so many errors no more is judged. */
#define TRANSCRIPT_ERRORS_MAX 64

/* Append what is to be said of `text` (any bytes), as compilers do, with `FILE: ok` or `FILE: N errors` as the last
 * line; returns N. -1: it cannot be judged, and the last line, without an end, says why. */
int transcript_judge(const struct transcript *t, const char *text, size_t len, UT_string *out);

#endif
