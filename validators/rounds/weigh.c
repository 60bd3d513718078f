#include "validators/rounds/weigh.h"

#include <stdlib.h>

#include "validators/prose/cite_code.h"
#include "validators/rounds/answers.h"
#include "validators/text/mem.h"

/* Words that name something, besides the citation, in the sentence that it stands in. */
#define MEASURED_WORDS 2
#define CONTENT_WORDS 3

static enum cite_code
code_of(const struct rounds_reading *r, const struct citation *c)
{
	return cite_code_read(r->md->text + c->off, c->len);
}

/* Is a file cited, or an address that may be one? */
static bool
cites_file(const struct rounds_reading *r)
{
	for (size_t i = 0; i < r->citations.n; i++) {
		const struct citation *c = &r->citations.v[i];

		if (c->kind == CITED_PATH || c->kind == CITED_URL ||
			(c->kind == CITED_CODE && !c->block && code_of(r, c) == CODE_PATH))
			return true;
	}
	return false;
}

static unsigned
named_words(const struct rounds_reading *r, const struct phrases *phrases, const struct rounds_sentence *s)
{
	unsigned named = s->wording.named;

	for (size_t i = s->citations.first; i < s->citations.first + s->citations.n; i++) {
		const struct citation *c = &r->citations.v[i];
		struct wording w;

		if (c->kind != CITED_FIGURE && c->kind != CITED_DOCUMENT)
			continue;
		wording_read(&w, phrases, r->md->text + c->off, c->len);
		named -= w.named < named ? w.named : named;
	}
	return named;
}

/* Of each sentence, from its first; malloc'd. Once each: one may hold as many citations as a text has words. */
static unsigned *
name_words(const struct rounds_reading *r, const struct phrases *phrases)
{
	unsigned *named = mem_calloc(r->n_sentences + 1, sizeof *named);

	for (size_t i = 0; i < r->n_sentences; i++)
		named[i] = named_words(r, phrases, &r->sentences[i]);
	return named;
}

/* Does sentence `i` say what stands in a document: with the one before it where it has few words, or with those under
 * it where it is a title? */
static bool
tells_content(const struct rounds_reading *r, const unsigned *words, size_t i)
{
	const struct rounds_sentence *s = &r->sentences[i];
	struct run told = r->blocks[s->block].title ? sentences_with(r, i, false) : (struct run){i, 1};
	unsigned named = 0;

	if (i && s[-1].block == s->block && words[i] < CONTENT_WORDS)
		named = words[i - 1];
	for (size_t k = told.first; k < told.first + told.n && named < CONTENT_WORDS; k++)
		named += words[k];
	return named >= CONTENT_WORDS;
}

static enum cited_lack
code_lack(enum cite_code code, bool file)
{
	if (code == CODE_SYMBOL && !file)
		return LACKS_FILE;
	return code == CODE_WORDS ? LACKS_CODE : LACKS_NOTHING;
}

void
citations_weigh(struct rounds_reading *r, const struct phrases *phrases, bool prefix)
{
	bool file = prefix || cites_file(r);
	unsigned *words = name_words(r, phrases);

	for (size_t i = 0; i < r->citations.n; i++) {
		struct citation *c = &r->citations.v[i];

		if (c->kind == CITED_CODE && !c->block)
			c->lack = code_lack(code_of(r, c), file);
	}
	for (size_t i = 0; i < r->n_sentences; i++) {
		const struct rounds_sentence *s = &r->sentences[i];
		bool tells = s->citations.n && tells_content(r, words, i);

		for (size_t k = s->citations.first; k < s->citations.first + s->citations.n; k++) {
			struct citation *c = &r->citations.v[k];

			if (c->kind == CITED_FIGURE && words[i] < MEASURED_WORDS)
				c->lack = LACKS_MEASURE;
			if (c->kind == CITED_DOCUMENT && !tells)
				c->lack = LACKS_CONTENT;
		}
	}
	free(words);
}
