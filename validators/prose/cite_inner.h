/*
 * The words of one block in which evidence is sought. For lookup.c.
 *
 * A word is what stands between white space or dashes, a code span, or a link to a file or an address, without the
 * brackets, quotation marks and punctuation round it. Each function reads from one word on and looks a bounded number
 * of words ahead.
 */
#ifndef VALIDATORS_PROSE_CITE_INNER_H
#define VALIDATORS_PROSE_CITE_INNER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include "validators/text/markdown.h"

enum cite_word_kind { WORD_PLAIN, WORD_CODE, WORD_URL, WORD_PATH };

struct cite_word {
	enum cite_word_kind kind; /* of a span; WORD_PLAIN: what it is, is to be found out */
	const char *s;            /* not terminated */
	size_t len;
	bool quoted;              /* a quotation mark opens before it */
	bool comma;               /* a comma, a colon or a bracket stands between it and the next */
	bool stop;                /* a sentence or clause ends behind it */
};

/* Those of md->text[off .. end), in order. The caller frees `v`. */
struct cite_words {
	struct cite_word *v; /* room for one a byte */
	size_t n;
};
void cite_words_read(struct cite_words *words, const struct md *md, size_t off, size_t end);

static inline bool
word_is(const struct cite_word *w, const char *s)
{
	return strlen(s) == w->len && !strncasecmp(w->s, s, w->len);
}

/* Is it one of a NULL-terminated list, in any case? */
static inline bool
word_in(const struct cite_word *w, const char *const *list)
{
	for (; *list; list++)
		if (word_is(w, *list))
			return true;
	return false;
}

/* Does this look like a path? */
bool cite_path_looks(const char *s, size_t len);

#endif
