/*
 * A text, line by line, as the rules read it.
 *
 * A line is blank, text, or opaque: inside a fence, or in a block quote. Nothing in an opaque line is a mark. A fence
 * may be indented and may stand in a list; a block quote is a line that begins with `>`. A line of text knows its list
 * marker (`- `, `* `, `+ `, `1. `, `1) `, `1、`) and how far it is indented, a tab going on to the next fourth column.
 *
 * Marks are read by the skip_ functions: each moves past what it found, or moves nothing and says false. A word of a
 * format is ASCII; in a text it may stand in any case and width, with any white space, and with any apostrophe.
 *
 * Pure; any bytes are taken. Lines borrow the text. Time is linear.
 */
#ifndef VALIDATORS_KIT_LINES_H
#define VALIDATORS_KIT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include "validators/text/mem.h"
#include "validators/text/reader.h"

enum line_kind {
	LINE_BLANK,
	LINE_TEXT,
	LINE_TITLE,  /* a title of the format's; so is its heading (parts.h) */
	LINE_FENCE,  /* opens or closes one */
	LINE_FENCED, /* inside of one */
	LINE_QUOTED,
};

struct line {
	struct reader all;   /* without its newline */
	struct reader rest;  /* behind white space and the list marker */
	enum line_kind kind;
	unsigned indent;     /* columns before its first character */
	bool listed;         /* it has a list marker */
	bool starts;         /* a section, an item or a label begins here (parts.h); no passage goes across it */
	unsigned item;       /* that it belongs to, from 1; 0: none (parts.h) */
	unsigned field;      /* the label whose value goes on in it, from 1; 0: none (parts.h) */
};

struct lines {
	struct line *v;
	size_t n;
	int open_fence;      /* the line, from 1, of a fence that nothing closes; 0: there is none */
};

/* Fills *ls, which lines_free empties again. */
void lines_read(struct lines *ls, const char *text, size_t len);
void lines_free(struct lines *ls);

/* The title of a line of its own: `**Title**`, `**Title:**`, `**Title**:` or `### Title`, without its marks. */
bool line_title(const struct line *l, struct reader *title);

/* `## Title`: 2, and *r is the title; 0: it is no heading. */
unsigned skip_heading(struct reader *r);
/* Words of a format: "Genuine disagreement". No letter and no digit begins behind them. */
bool skip_words(struct reader *r, const char *words);
/* The mark of an item: `-`, full-width too, `*`, `+`, `1.` or `1)`, and white space. */
bool skip_marker(struct reader *r);
/* Marks of emphasis and code. */
bool skip_emphasis(struct reader *r);
/* `—`, `–`, `--`, ` - ` or `:`, and with `stops` also `.` and `,`; and white space behind it. */
bool skip_sep(struct reader *r, bool stops);
/* Are these its only words, but for emphasis, a colon or a full stop? */
bool says_only(struct reader r, const char *words);
/* `None.`: it says so and nothing else, or goes on behind a SEP, as in `none: what was looked at`. */
bool says_none(struct reader r);

/* From one to the other. */
static inline struct reader
reader_of(const char *s, const char *end)
{
	return (struct reader){s, s < end ? end : s};
}

#endif
