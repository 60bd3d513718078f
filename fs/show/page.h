/*
 * view.html: a debate as one page, for a browser or a mail. It has everything in it, asks nothing of anybody (no
 * script, no picture from elsewhere, a Content-Security-Policy that says so), and refreshes itself while the debate is
 * open.
 *
 * It is made in two steps. The plan is the page but for the texts of the record and the source, in whose places marks
 * stand: it is written with the registry's lock held. Then these are put there, without it. Markdown becomes HTML: raw
 * HTML is shown as code, a picture is a link to it, and cmark-gfm leaves out links that run something. A page is made
 * once for each version of its duel (struct page_cache).
 *
 * What a mark says: PAGE_RECORD, an offset and a length in the record; PAGE_SOURCE, nothing; PAGE_TEXT, 0 and the
 * length of the text that stands behind the end of its line. No other text of a plan has these bytes.
 *
 * index.html, beside the duels: the open ones and those that were closed last, each with the way to its page.
 */
#ifndef FS_SHOW_PAGE_H
#define FS_SHOW_PAGE_H

#include "fs/registry/live.h"

#define PAGE_RECORD '\x01'
#define PAGE_SOURCE '\x02'
#define PAGE_TEXT '\x03'

/* A source up to so many bytes is shown; of a larger one its first. */
#define PAGE_SOURCE_BYTES (256 << 10)
/* So many bytes of the record, its last, are made HTML; what is before them is shown as it was written. */
#define PAGE_MARKDOWN_BYTES (1 << 20)
/* A text with more `|` than this has no tables: cmark-gfm takes the square of their number for some. */
#define PAGE_PIPES 1000
/* A picture that is wider (pt) cannot be read in the width of a page: it is folded, and as large as it is. */
#define PAGE_PICTURE_WIDE 1200
/* index.html has so many duels that are open and that are closed, of the newest it looks at. */
#define INDEX_OPEN 500
#define INDEX_CLOSED 200
#define INDEX_LOOKED_AT 20000
/* An open page asks for a new one after so many seconds. */
#define PAGE_REFRESH_SECONDS 15

struct page_plan {
	UT_string text;
	const char *record;          /* its own; NULL: it needs none */
	size_t record_len;
	const struct source *source; /* held; NULL: likewise */
	unsigned last_turn;          /* the highest number of a text in it */
	UT_string ids;               /* what has a place in it, " U-1 P2.1 " */
	bool kept;                   /* it is a copy, and stays as it is */
};

/* Append the page of a plan. */
void page_make(const struct page_plan *plan, UT_string *out);

/* Append what every page begins with, up to its body; `refresh`: seconds, 0 for none. */
void html_begin(UT_string *out, const char *title, int refresh);
/* Append a moment; nothing where it is not known (0), as that of the end of a damaged duel. */
void html_time(UT_string *out, int64_t ms);

#endif
