#include "validators/rounds/texts.h"

#include "validators/text/mem.h"

TEXT_FILE(rounds_praise_txt);
TEXT_FILE(rounds_agreement_txt);
TEXT_FILE(rounds_contrast_txt);
TEXT_FILE(rounds_concede_txt);
TEXT_FILE(rounds_certify_txt);
TEXT_FILE(rounds_retract_txt);
TEXT_FILE(rounds_alternative_txt);
TEXT_FILE(rounds_correctness_txt);
TEXT_FILE(rounds_security_txt);
TEXT_FILE(rounds_experience_txt);
TEXT_FILE(rounds_neither_txt);
TEXT_FILE(rounds_negation_txt);

/* A list that parses can be used. It is kept by itself here only to say that it does: a sentence is read once for all lists, so that a
 * duel makes one of them all. */
static void *
try_as(enum phrase_list list, const char *bytes, size_t len, int *line, const char **fault)
{
	struct phrases *p = phrases_new();

	*fault = phrases_parse(p, list, bytes, len, line);
	if (!*fault)
		return p;
	phrases_free(p);
	return NULL;
}

static void *
try_list(const char *bytes, size_t len, int *line, const char **fault)
{
	return try_as(PHRASES_PRAISE, bytes, len, line, fault);
}

/* Its phrases are shorter than those of the others. */
static void *
try_negation(const char *bytes, size_t len, int *line, const char **fault)
{
	return try_as(PHRASES_NEGATION, bytes, len, line, fault);
}

static void
drop_list(void *made)
{
	phrases_free(made);
}

/* clang-format off */
#define LIST_OF(name, try) { TEXT_ROW("rounds/" #name ".txt", rounds_##name##_txt), .make = try, .drop = drop_list }
#define LIST(name) LIST_OF(name, try_list)

const struct text_row rounds_texts[ROUNDS_TEXTS] = {
	[PHRASES_PRAISE]      = LIST(praise),
	[PHRASES_AGREEMENT]   = LIST(agreement),
	[PHRASES_CONTRAST]    = LIST(contrast),
	[PHRASES_CONCEDE]     = LIST(concede),
	[PHRASES_CERTIFY]     = LIST(certify),
	[PHRASES_RETRACT]     = LIST(retract),
	[PHRASES_ALTERNATIVE] = LIST(alternative),
	[PHRASES_CORRECTNESS] = LIST(correctness),
	[PHRASES_SECURITY]    = LIST(security),
	[PHRASES_EXPERIENCE]  = LIST(experience),
	[PHRASES_NEITHER]     = LIST(neither),
	[PHRASES_NEGATION]    = LIST_OF(negation, try_negation),
#define TEMPLATE(kind, symbol, name) [ROUNDS_TEXT_TEMPLATES + ROUNDS_##kind] = ROUNDS_TEMPLATE_ROW(symbol, name),
	ROUNDS_TEMPLATE_FILES(TEMPLATE)
};
/* clang-format on */

struct rounds_words *
rounds_words_new(const struct context *ctx)
{
	struct rounds_words *w = mem_calloc(1, sizeof *w);

	atomic_init(&w->refs, 1);
	w->phrases = phrases_new();
	for (enum phrase_list list = 0; list < PHRASE_LISTS; list++) {
		const struct text *text = ctx && ctx->texts ? ctx->texts[list] : NULL;
		int line;
		phrases_parse(w->phrases, list, text ? text->bytes : rounds_texts[list].bytes, text ? text->len : *rounds_texts[list].len, &line);
	}
	return w;
}
