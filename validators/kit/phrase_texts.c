#include "validators/kit/phrase_texts.h"

void *
phrase_text_make(const void *of, const char *bytes, size_t len, int *line, const char **fault)
{
	struct phrases *p = phrases_new();
	*fault = phrases_parse(p, *(const unsigned *)of, bytes, len, line);
	if (!*fault)
		return p;
	phrases_free(p);
	return NULL;
}

void
phrase_text_drop(void *made)
{
	phrases_free(made);
}

struct phrases *
phrase_texts_read(const struct text_row *rows, const struct text *const *texts, size_t n)
{
	struct phrases *p = phrases_new();
	for (size_t i = 0; i < n; i++) {
		const struct text *text = texts ? texts[i] : NULL;
		int line;
		phrases_parse(p, *(const unsigned *)rows[i].of, text ? text->bytes : rows[i].bytes,
			text ? text->len : *rows[i].len, &line);
	}
	return p;
}
