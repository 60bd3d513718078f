/*
 * Markdown as the rules read it: cmark-gfm's tree (core, no extensions), turned into a list of logical lines.
 *
 * A logical line is one line of a paragraph, or a whole heading, code block, HTML block or thematic break, in document
 * order, with its place in the lists round it. Its text is plain: marks of emphasis, links and code are gone, and what
 * of them matters to a rule (code, links) stands beside it as spans. What cmark takes for text, because it is fenced,
 * quoted or commented out, cannot look like structure here.
 *
 * Parsing is bounded before it is done: blocks nest at most LIMIT_NESTING deep, and what cmark's inline parser does in
 * the square of its length is counted before it runs. A text past a bound has a fault and no lines.
 *
 * Invariants: lines are in the order of their text; all their text stands in `text`, parted by newlines, so that a run
 * of lines is one slice of it; `text` has no control characters but those newlines; spans are in order of `off`. The
 * source text may go after md_parse.
 */
#ifndef VALIDATORS_TEXT_MARKDOWN_H
#define VALIDATORS_TEXT_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>

enum md_kind {
	MD_TEXT,    /* one line of a paragraph, or an empty list item */
	MD_HEADING, /* its text, on one line */
	MD_CODE,    /* a fenced or indented block, whole */
	MD_HTML,    /* an HTML block, whole; its comments left out */
	MD_BREAK,   /* a thematic break; no text */
};

struct md_line {
	enum md_kind kind;
	int line;         /* of the text that was parsed, from 1 */
	unsigned level;   /* of a heading */
	unsigned depth;   /* list items round it */
	unsigned item;    /* the outermost of them, counted from 1 through the text; 0: none */
	bool item_start;  /* the first line of a list item */
	bool block_start; /* the first line of its block */
	bool quoted;      /* inside a block quote */
	bool bold;        /* one bold run, without a link, and nothing else but a colon */
	size_t off, len;  /* in md.text */
};

enum md_span_kind { MD_SPAN_CODE, MD_SPAN_LINK };

struct md_span {
	enum md_span_kind kind;
	size_t off, len; /* in md.text */
	const char *url; /* of a link; not terminated */
	size_t url_len;
};

/* HTML as it stands there, a block or a tag: not terminated, of the arena's. */
struct md_html {
	int line; /* that it begins in */
	const char *s;
	size_t len;
};

enum md_fault {
	MD_FINE,
	MD_NESTING, /* lists and quotes nest too deep */
	MD_INLINES, /* emphasis and links nest too deep */
	MD_COST,    /* it would take too long to read */
	MD_FAULTS
};
extern const char *const md_fault_sentences[MD_FAULTS];

enum md_open { MD_CLOSED, MD_OPEN_FENCE, MD_OPEN_COMMENT, MD_OPEN_HTML };

struct md {
	enum md_fault fault;
	int fault_line;     /* 0: the text as a whole */
	enum md_open open;  /* what is still open at the end, and would swallow what is appended */
	int open_line;
	char *text;         /* terminated; "" where nothing was read */
	size_t len;
	struct md_line *lines;
	size_t n;
	struct md_span *spans;
	size_t n_spans;
	struct md_html *html; /* in order, comments too */
	size_t n_html;
	struct arena *arena; /* has the spans' urls and the HTML */
};

/* Fills *md, which md_free empties again, whatever the fault. */
void md_parse(struct md *md, const char *text, size_t len);
void md_free(struct md *md);

/* The span that begins at `off`, or NULL. */
const struct md_span *md_span_at(const struct md *md, size_t off);
/* The index of the first span that begins at `off` or behind it. */
size_t md_span_from(const struct md *md, size_t off);

/* Every heading of a text of any size and any bytes, quoted ones too, with its plain text; without parsing anything but
 * headings inline. Stops where blocks nest too deep, and where `each` returns false. */
void md_headings(const char *text, size_t len, bool (*each)(void *arg, const char *plain, size_t plain_len), void *arg);

/* A block that stands in no other: in a text that is too long to be read as one. */
enum md_block_kind { MD_BLOCK_PARAGRAPH, MD_BLOCK_HEADING, MD_BLOCK_BREAK, MD_BLOCK_QUOTE, MD_BLOCK_OTHER };
struct md_block {
	enum md_block_kind kind;
	unsigned level; /* of a heading */
	size_t offset;  /* of the line that it begins in */
	int line;       /* from 1 */
};
/* Every outermost block of a text of any size and any bytes, in order, without its inlines. Where blocks nest too deep
 * reading begins anew at the next line. */
void md_blocks(const char *text, size_t len, void (*each)(void *arg, const struct md_block *b), void *arg);

/* Append `s` so that it is plain text wherever a line of Markdown or a cell of a table goes on. */
void md_escape(UT_string *out, const char *s);
/* Append `s` as a paragraph of plain text, all on one line, that begins here: white space is folded, and nothing of it
 * begins a block. */
void md_escape_paragraph(UT_string *out, const char *s);
void md_escape_paragraph_read(UT_string *out, const char *s);
/* Append any text as a code block of its own lines, between fences that none of them can close. */
void md_fence(UT_string *out, const char *info, const char *s, size_t len);
/* Append `s` as the destination of a link. */
void md_escape_url(UT_string *out, const char *s);

#endif
