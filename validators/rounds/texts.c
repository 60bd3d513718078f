#include "validators/rounds/texts.h"

#include "validators/kit/phrase_texts.h"
#include "validators/text/mem.h"

TEXT_FILE(rounds_praise_txt);
TEXT_FILE(rounds_agreement_txt);
TEXT_FILE(rounds_contrast_txt);
TEXT_FILE(rounds_concede_txt);
TEXT_FILE(rounds_conceded_txt);
TEXT_FILE(rounds_partly_txt);
TEXT_FILE(rounds_certify_txt);
TEXT_FILE(rounds_retract_txt);
TEXT_FILE(rounds_rebut_txt);
TEXT_FILE(rounds_tradeoff_txt);
TEXT_FILE(rounds_alternative_txt);
TEXT_FILE(rounds_correctness_txt);
TEXT_FILE(rounds_security_txt);
TEXT_FILE(rounds_experience_txt);
TEXT_FILE(rounds_neither_txt);
TEXT_FILE(rounds_negation_txt);
TEXT_FILE(rounds_filler_txt);
TEXT_FILE(rounds_words_txt);
TEXT_FILE(rounds_stronger_txt);
TEXT_FILE(rounds_proposer_opening_md);
TEXT_FILE(rounds_challenger_response_md);
TEXT_FILE(rounds_proposer_defense_md);
TEXT_FILE(rounds_challenger_followup_md);
TEXT_FILE(rounds_closing_md);
TEXT_FILE(rounds_summary_md);
TEXT_FILE(rounds_verdict_md);

/* clang-format off */
#define LIST(list, file) [list] = PHRASE_TEXT_ROW(list, "rounds/" #file ".txt", rounds_##file##_txt)
#define TEMPLATE(kind, file, symbol) \
	[ROUNDS_TEXT_TEMPLATES + kind] = \
		TEMPLATE_ROW("rounds/" file ".md", rounds_##symbol##_md, &rounds_templates[kind])

const struct text_row rounds_texts[ROUNDS_TEXTS] = {
	LIST(PHRASES_PRAISE, praise),
	LIST(PHRASES_AGREEMENT, agreement),
	LIST(PHRASES_CONTRAST, contrast),
	LIST(PHRASES_CONCEDE, concede),
	LIST(PHRASES_CONCEDED, conceded),
	LIST(PHRASES_PARTLY, partly),
	LIST(PHRASES_CERTIFY, certify),
	LIST(PHRASES_RETRACT, retract),
	LIST(PHRASES_REBUT, rebut),
	LIST(PHRASES_TRADEOFF, tradeoff),
	LIST(PHRASES_ALTERNATIVE, alternative),
	LIST(PHRASES_CORRECTNESS, correctness),
	LIST(PHRASES_SECURITY, security),
	LIST(PHRASES_EXPERIENCE, experience),
	LIST(PHRASES_NEITHER, neither),
	LIST(PHRASES_NEGATION, negation),
	LIST(PHRASES_FILLER, filler),
	LIST(PHRASES_COMMON, words),
	LIST(PHRASES_STRONGER, stronger),
	TEMPLATE(ROUNDS_OPENING, "proposer-opening", proposer_opening),
	TEMPLATE(ROUNDS_RESPONSE, "challenger-response", challenger_response),
	TEMPLATE(ROUNDS_DEFENSE, "proposer-defense", proposer_defense),
	TEMPLATE(ROUNDS_FOLLOWUP, "challenger-followup", challenger_followup),
	TEMPLATE(ROUNDS_CLOSING, "closing", closing),
	TEMPLATE(ROUNDS_SUMMARY, "summary", summary),
	TEMPLATE(ROUNDS_VERDICT, "verdict", verdict),
};
/* clang-format on */

struct rounds_words *
rounds_words_new(const struct context *ctx)
{
	struct rounds_words *w = mem_calloc(1, sizeof *w);

	atomic_init(&w->refs, 1);
	w->phrases = phrase_texts_read(rounds_texts, ctx ? ctx->texts : NULL, PHRASE_LISTS);
	return w;
}
