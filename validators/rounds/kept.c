#include "validators/rounds/kept.h"

#include "validators/kit/warnings.h"
#include "validators/text/mem.h"

/* -- what a turn yields -- */

static json_t *
yield_json(const struct spoken_yield *y)
{
	return mem_check(json_pack("{s:i, s:i, s:b, s:b, s:i, s:s, s:s, s:o}", "round", (int)y->round, "point",
		(int)y->n, "certifies", (int)y->certifies, "partly", (int)y->partly, "line", y->line, "sentence",
		y->sentence, "paragraph", y->paragraph, "cited", strings_json(y->cited, y->n_cited)));
}

static json_t *
claim_json(const struct spoken_claim *c)
{
	return mem_check(json_pack("{s:i, s:s}", "line", c->line, "text", c->text));
}

void
kept_put_spoken(json_t *data, const struct spoken *s)
{
	json_t *yields = json_array(), *claims = json_array();

	for (size_t i = 0; i < s->n_yields; i++)
		json_array_append_new(yields, yield_json(&s->yields[i]));
	for (size_t i = 0; i < s->n_unsupported; i++)
		json_array_append_new(claims, claim_json(&s->unsupported[i]));
	json_object_set_new(data, "yields", yields);
	json_object_set_new(data, "unsupported", claims);
}

static bool
take_yield(json_t *from, struct spoken_yield *y)
{
	/* Older entries have neither `partly` nor `paragraph`. */
	int round, n, certifies, line, partly = 0;
	const char *sentence, *paragraph = NULL;
	json_t *cited;

	if (json_unpack(from, "{s:i, s:i, s:b, s?b, s:i, s:s, s?s, s:o}", "round", &round, "point", &n, "certifies",
		    &certifies, "partly", &partly, "line", &line, "sentence", &sentence, "paragraph", &paragraph,
		    "cited", &cited) ||
		round < 0 || n < 0)
		return false;
	*y = (struct spoken_yield){ .round = (unsigned)round, .n = (unsigned)n, .certifies = certifies,
		.partly = partly, .line = line, .sentence = mem_strdup(sentence),
		.paragraph = mem_strdup(paragraph ? paragraph : sentence) };
	y->cited = strings_take(cited, &y->n_cited);
	return true;
}

static bool
take_claim(json_t *from, struct spoken_claim *c)
{
	const char *text;
	int line;

	if (json_unpack(from, "{s:i, s:s}", "line", &line, "text", &text))
		return false;
	*c = (struct spoken_claim){ .line = line, .text = mem_strdup(text) };
	return true;
}

static void
empty_yields(struct spoken *s)
{
	for (size_t i = 0; i < s->n_yields; i++) {
		free(s->yields[i].sentence);
		free(s->yields[i].paragraph);
		strings_free(s->yields[i].cited, s->yields[i].n_cited);
	}
	free(s->yields);
	s->yields = NULL;
	s->n_yields = 0;
}

static void
empty_claims(struct spoken *s)
{
	for (size_t i = 0; i < s->n_unsupported; i++)
		free(s->unsupported[i].text);
	free(s->unsupported);
	s->unsupported = NULL;
	s->n_unsupported = 0;
}

static bool
take_yields(const json_t *list, struct spoken *s)
{
	empty_yields(s);
	s->yields = mem_calloc(json_array_size(list), sizeof *s->yields);
	while (s->n_yields < json_array_size(list)) {
		if (!take_yield(json_array_get(list, s->n_yields), &s->yields[s->n_yields]))
			return false;
		s->n_yields++;
	}
	return true;
}

static bool
take_claims(const json_t *list, struct spoken *s)
{
	empty_claims(s);
	s->unsupported = mem_calloc(json_array_size(list), sizeof *s->unsupported);
	while (s->n_unsupported < json_array_size(list)) {
		if (!take_claim(json_array_get(list, s->n_unsupported), &s->unsupported[s->n_unsupported]))
			return false;
		s->n_unsupported++;
	}
	return true;
}

bool
kept_take_spoken(const json_t *data, struct spoken *s)
{
	const json_t *yields = json_object_get(data, "yields"), *claims = json_object_get(data, "unsupported");

	if ((yields && !json_is_array(yields)) || (claims && !json_is_array(claims)))
		return false;
	return (!yields || take_yields(yields, s)) && (!claims || take_claims(claims, s));
}
