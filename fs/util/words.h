/* Splitting a line of `lock` into words: bare, or in double quotes with \" and \\; key=value, whose value may be
 * quoted. A space, a tab and the ideographic space U+3000 part them. Pure. */
#ifndef FS_UTIL_WORDS_H
#define FS_UTIL_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#define WORDS_MAX 32

struct word {
	char *text; /* as it stood, without quotes: also of key=value */
	char *key, *value; /* NULL: it is none */
	bool quoted; /* the word stood in quotes: never a verb */
};

struct words {
	struct word v[WORDS_MAX];
	size_t n;
};

/* NULL, or a static sentence that says what is wrong with the line; words_free in either case. A first word, and one
 * after a verb, is a name even if it holds '='. */
const char *words_split(const char *line, size_t len, struct words *out);
void words_free(struct words *w);
/* Is a double quote open at the end of these bytes? */
bool words_open(const char *line, size_t len);

/* Is it `known`, or one that is easily mistyped for it: in another case, or with a letter or two missing, wrong or too
 * many? */
bool words_near(const char *s, size_t len, const char *known);
/* Does the word `token` stand in it, or one that is near, and behind it what may be one? A name that does is a name and
 * a token. */
bool words_sign(const char *name);

#endif
