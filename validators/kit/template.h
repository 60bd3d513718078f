/*
 * Templates: texts with placeholders, each a built-in text (texts.h).
 *
 * A template is Markdown in which a name of its form stands in braces, `{topic}`, on one line, with a word of its own
 * behind it where the name takes one: `{path status}`. `{{` is a brace as text. A value is data: it goes in as it is,
 * and what looks like a placeholder in it is none. Names are of four kinds:
 *
 *     word     stands anywhere in a line
 *     block    whole paragraphs, lists and fenced texts of its own: it stands alone on its line, and in no list,
 *              quotation, code or HTML, so
 *              that what participants wrote cannot come out of the fence that it is shown in; a blank line parts it
 *              from what is round it
 *     flag     is or is not so: `{if flag}`
 *     list     `{each list}` … `{end}`: what stands between, once for each
 *
 * `{if name}` … `{else if name}` … `{else}` … `{end}` has one of its parts, `{if not name}` the other way round; a word
 * or a block is so where it is not empty. A line of nothing but these goes with its newline.
 *
 * A struct template is made once and immutable from then on: any thread may render it. Time is in proportion to the
 * template and the values.
 */
#ifndef VALIDATORS_KIT_TEMPLATE_H
#define VALIDATORS_KIT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>
#include "validators/kit/texts.h"

/* Conditions and lists in each other. */
#define TEMPLATE_DEPTH 16

enum template_kind { TEMPLATE_WORD, TEMPLATE_BLOCK, TEMPLATE_FLAG, TEMPLATE_LIST };

/* `word` is what stands behind the name, "" where nothing does; `arg` is who renders. */
struct template_name {
	const char *name;
	enum template_kind kind;
	union {
		/* Append the value; of a block, with its newline. */
		void (*put)(void *arg, const char *word, UT_string *out);
		bool (*is)(void *arg, const char *word);
		/* From now on values are of the i-th of the list; false: there is none. */
		bool (*at)(void *arg, size_t i);
	};
	bool worded; /* a word may stand behind it */
};

/* What is the same for all templates of a kind. */
struct template_form {
	const struct template_name *names;
	size_t n;
};

/* A row of texts: the file config/NAME, whose symbol is SYMBOL. */
#define TEMPLATE_ROW(file, symbol, form) \
	{ TEXT_ROW(file, symbol), .make = template_make, .drop = template_drop, .of = (form) }

struct template;

/* For a struct text_row, whose `of` is the struct template_form. NULL: it cannot be used, and *fault (static) says why;
 * *line is where, or 0: the text as a whole. The bytes may go afterwards. */
void *template_make(const void *form, const char *bytes, size_t len, int *line, const char **fault);
void template_drop(void *t);

/* Append it, with the values of `arg`. It ends in a newline. */
void template_render(const struct template *t, void *arg, UT_string *out);
/* The same of a row's text as a user has it; NULL: of what is built in. */
void template_render_text(const struct text_row *row, const struct text *text, void *arg, UT_string *out);

#endif
