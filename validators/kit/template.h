/*
 * Templates: Markdown files of config/ that are part of the program, with placeholders. Only this program writes them:
 * the tests render each of them, and one that cannot be read is a fault of the program (assert).
 *
 * A name of the template stands in braces, `{topic}`, on one line, perhaps with a word behind it: `{path status}`. A
 * value is data: it goes in as it is, and what looks like a placeholder in it is none. Names are of four kinds:
 *
 *     word     stands anywhere in a line
 *     block    whole paragraphs, lists and fenced texts of its own: it stands alone on its line; a blank line parts it
 *              from what is round it
 *     flag     is or is not so: `{if flag}`
 *     list     `{each list}` … `{end}`: what stands between, once for each
 *
 * `{if name}` … `{else if name}` … `{else}` … `{end}` has one of its parts, `{if not name}` the other way round; a word
 * or a block is so where it is not empty. A line of nothing but these goes with its newline.
 */
#ifndef VALIDATORS_KIT_TEMPLATE_H
#define VALIDATORS_KIT_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <utstring.h>

/* The file config/FORMAT/NAME.md, which the Makefile makes a part of the program, with a NUL behind it. Its symbol is
 * the name with an underscore for every / . and -. */
#define TEXT_FILE(symbol) extern const char text_##symbol[]; extern const size_t text_##symbol##_len

enum template_kind { TEMPLATE_WORD, TEMPLATE_BLOCK, TEMPLATE_FLAG, TEMPLATE_LIST };

/* `word` is what stands behind the name, "" where nothing does; `arg` is of whoever renders. */
struct template_name {
	const char *name; /* NULL ends the list */
	enum template_kind kind;
	union {
		/* Append the value; of a block, with its newline. */
		void (*put)(void *arg, const char *word, UT_string *out);
		bool (*is)(void *arg, const char *word);
		/* From now on values are of the i-th of the list; false: there is none. */
		bool (*at)(void *arg, size_t i);
	};
};

/* The functions of a row, of a statement or a value that is told of `*p`. */
#define TEMPLATE_PUT(function, type, p, statement) \
	static void function(void *arg, const char *word, UT_string *out) \
	{ \
		type *p = arg; \
		(void)p, (void)word; \
		statement; \
	}
#define TEMPLATE_IS(function, type, p, value) \
	static bool function(void *arg, const char *word) \
	{ \
		type *p = arg; \
		(void)p, (void)word; \
		return value; \
	}
/* The rows of values and flags whose functions are put_NAME and is_NAME. */
#define TEMPLATE_WORD_ROW(word, statement) {.name = #word, .put = put_##word},
#define TEMPLATE_FLAG_ROW(flag, value) {.name = #flag, .kind = TEMPLATE_FLAG, .is = is_##flag},

/* The functions of a list of both, NAMES(WORD, FLAG), whose statements are told of `t`, a struct told (debate.h); and
 * the rows `names`, with more rows behind them. */
#define TOLD_WORD(name, statement) TEMPLATE_PUT(put_##name, const struct told, t, statement)
#define TOLD_FLAG(name, value) TEMPLATE_IS(is_##name, const struct told, t, value)
#define TOLD_NAMES(names, NAMES, ...) \
	NAMES(TOLD_WORD, TOLD_FLAG) \
	const struct template_name names[] = {NAMES(TEMPLATE_WORD_ROW, TEMPLATE_FLAG_ROW) __VA_ARGS__ {.name = NULL}};

/* Append `text` with the values of `arg`. It ends in a newline. */
void template_render(const char *text, const struct template_name *names, void *arg, UT_string *out);

#endif
