/*
 * view.html: a debate as one page, for a browser or a mail. It has everything in it, asks nothing of anybody (no
 * script, no picture from elsewhere, a Content-Security-Policy that says so), and refreshes itself while the debate is
 * open. Its template is config/page/page.html, whose names stand in page.c; Markdown of the record becomes HTML in
 * page_make.c: raw HTML stays text, a picture is a link to it, and cmark-gfm leaves out links that run something.
 *
 * index.html, beside the duels: the newest, each with the way to its page; those that are over stand below the others.
 */
#ifndef FS_SHOW_PAGE_H
#define FS_SHOW_PAGE_H

#include "fs/duels/live.h"
#include "validators/kit/debate.h"

/* A source up to so many bytes is shown; of a larger one its first. */
#define PAGE_SOURCE_BYTES (256 << 10)
/* A text that is longer is shown as it was written, for HTML that is made of it may be many times as long. */
#define PAGE_MARKDOWN_BYTES (256 << 10)
/* A text with more `|` than this has no tables: cmark-gfm takes the square of their number for some. */
#define PAGE_PIPES 1000
/* A paragraph whose `[` times its `*` and `_` are more is shown as it was written: cmark-gfm takes the square. */
#define PAGE_INLINES (4 << 20)
/* So many marks lead to lines of the source: each is counted out. */
#define PAGE_MARKS_LED 4000
/* index.html has so many duels, the newest. */
#define INDEX_DUELS 700
/* An open page asks for a new one after so many seconds. */
#define PAGE_REFRESH_SECONDS 15

/* A mark in the record: the beginning of a point, or a quotation that was found. */
struct mark {
	size_t at, end;       /* in the record; `end` 0: a point */
	struct printed_id id; /* of a point: "P2.1" */
	unsigned text;        /* that is quoted; 0: none of the record */
	size_t source;        /* where the quotation stands in the source; SIZE_MAX: not there */
};

/* The marks in the texts of a page, and the places they lead to. */
struct places {
	const char *record;
	size_t len;
	const struct source *source; /* NULL: there is none */
	unsigned last_turn;          /* the highest number of a text */
	bool headings;               /* `### ID: …` is a place: the format writes the texts of the record */
	struct mark *marks;          /* in their order */
	size_t n_marks;
	struct printed_id *ids;      /* what has a place in the page, sorted */
	size_t n_ids;
};
/* Fill in marks and ids; the caller frees both. */
void places_find(struct places *places, const struct debate *state);

/* Append a text of Markdown; a part of the record with its marks; the source. */
void page_markdown(const struct places *places, const char *text, size_t len, UT_string *out);
void page_record(const struct places *places, size_t from, size_t end, UT_string *out);
void page_source(const struct source *source, UT_string *out);

extern const char text_page_style_css[];
extern const size_t text_page_style_css_len;
/* Append a moment; nothing where it is not known (0), as that of the end of a damaged duel. */
void html_time(UT_string *out, int64_t ms);

/* A table of a template's names, NAMES(WORD, IS, EACH): `arg` is a struct page. */
#define PAGE_WORD(name, statement) TEMPLATE_PUT(put_##name, struct page, p, statement)
#define PAGE_FLAG(name, value) TEMPLATE_IS(flag_##name, const struct page, p, value)
#define PAGE_NONE(name)
#define PAGE_WORD_ROW(value, statement) {.name = #value, .put = put_##value},
#define PAGE_FLAG_ROW(value, expression) {.name = #value, .kind = TEMPLATE_FLAG, .is = flag_##value},
#define PAGE_LIST_ROW(value) {.name = #value, .kind = TEMPLATE_LIST, .at = at_##value},

#endif
