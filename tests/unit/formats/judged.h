/* A text that is handed in to a debate without a mount: judged as its door does it, and applied. */
#ifndef TESTS_UNIT_FORMATS_JUDGED_H
#define TESTS_UNIT_FORMATS_JUDGED_H

#include "validators/kit/debate.h"
#include "validators/kit/quotes.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

static struct debate duel;

static inline int
free_duel(void **state)
{
	(void)state;
	debate_free(&duel);
	return 0;
}

static inline void
debate_judge(const struct debate *d, unsigned seat, const char *text, size_t len, struct findings *out)
{
	unsigned kind = (unsigned)debate_kind_of(d, seat, reader_of(text, text + len));
	bool json = d->format->kinds[kind].kind.parts->language;
	struct found_quotes found = {0};
	struct debate_text t;

	if (text_check(text, len, SIZE_MAX, json ? SIZE_MAX : LIMIT_LINE_BYTES, 0, out))
		return;
	t = debate_take(d, seat, kind, text, len);
	debate_judge_text(d, &t, &found, out);
	found_quotes_free(&found);
	debate_let_go(&t);
}

static inline void
debate_apply(struct debate *d, unsigned seat, const char *text, size_t len)
{
	struct debate_text t =
		debate_take(d, seat, (unsigned)debate_kind_of(d, seat, reader_of(text, text + len)), text, len);

	debate_apply_text(d, &t);
}

#endif
