/*
 * view.html: a debate as one page, for a browser or a mail. It has everything in it, asks nothing of anybody (no
 * script, no picture from elsewhere, a Content-Security-Policy that says so), and refreshes itself while the debate is
 * open.
 *
 * It is made in two steps. The plan is the page but for the texts of the record and the source, in whose places marks
 * stand; then these are put there. Markdown becomes HTML: raw HTML is shown as code, a picture is a link to it, and
 * cmark-gfm leaves out links that run something. A text of the record never changes, and so it is made HTML once, when
 * the page is first asked for after it came (struct page_cache): what is done with the lock held is a copy. Whoever
 * keeps the page outside makes it of the plan without the lock (fs/registry/drawing.h).
 *
 * What a mark says: PAGE_RECORD, an offset and a length in the record; PAGE_SOURCE, nothing; PAGE_TEXT, 0 and the
 * length of the text that stands behind the end of its line. No other text of a plan has these bytes.
 *
 * index.html, beside the duels: the open ones and those that were closed last, each with the way to its page.
 */
#ifndef FS_SHOW_PAGE_H
#define FS_SHOW_PAGE_H

#include "fs/registry/drawing.h"
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

void page_plan(struct duel *d, struct drawing_plan *out);
void page_make(const struct drawing_plan *plan, UT_string *out);
/* The same, with texts that are known already; `cache` NULL: none is. */
void page_put(const struct drawing_plan *plan, struct page_cache *cache, UT_string *out);

/* Append what every page begins with, up to its body; `refresh`: seconds, 0 for none. */
void html_begin(UT_string *out, const char *title, int refresh);
/* Append a moment; nothing where it is not known (0), as that of the end of a damaged duel. */
void html_time(UT_string *out, int64_t ms);

#endif
