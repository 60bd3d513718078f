/*
 * A seat's desk, participants/NAME/turn.md: a whole text is handed in, with nothing before it. It reads back what the
 * seat handed in last (fs/duel/handed.c); the same bytes again change nothing, at any time and whoever has the floor.
 *
 *     the seat has the floor        it hands in under that lease, which ends with the text
 *     the floor is free, its move   claim, text and release are one commit, of one lease
 *     others move as well           (format.is_apart) the same where the floor is free; else the text has a number of
 *                                   its own, beside the lease that is held: it neither waits for that nor ends it
 *     else                          it is refused as a claim would be
 *
 * Which of these it is is looked at anew at each write and decision, and holds at the commit as long as the format's
 * state and the holder are the same (text.c).
 */
#include <assert.h>
#include <string.h>

#include "fs/intake/intake_inner.h"
#include "fs/util/token_line.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static void
desk_base(struct intake *w, const char **bytes, size_t *len)
{
	utstring_clear(&w->base_text);
	handed_print(w->d->fold, w->seat, &w->base_text);
	*bytes = utstring_body(&w->base_text);
	*len = utstring_len(&w->base_text);
}

char *
desk_masked(const char *bytes, size_t len)
{
	char *shown = mem_copy(bytes, len), *text = mem_copy(bytes, len);
	struct token_line t = token_line_read(text, text_unix(text, len));
	char *at = t.token && t.token_len ? memmem(shown, len, t.token, t.token_len) : NULL;
	if (at)
		memset(at, '*', t.token_len);
	free(text);
	return shown;
}

/* Is it what was handed in last: as it reads, or as it was written, with the token? */
static bool
is_same(struct intake *w, const char *bytes, size_t len)
{
	assert(w->type->kind & INTAKE_DESKS);
	const struct handed *h = &w->d->fold->secrets[w->seat - 1].handed;
	const char *why, *base;
	size_t base_len;
	if (!h->bytes)
		return false;
	desk_base(w, &base, &base_len);
	if (len == base_len && !memcmp(bytes, base, len))
		return true;
	if (len != h->len)
		return false;
	if (!memcmp(bytes, h->bytes, len))
		return true;
	char *shown = desk_masked(bytes, len);
	bool same = !memcmp(shown, h->bytes, len);
	free(shown);
	if (!same)
		return false;
	struct intake_text c = intake_text_of_text(bytes, len);
	same = !intake_text_token(w->d, w->seat, &c, &why);
	w->proved |= same;
	intake_text_free(&c);
	return same;
}

bool
desk_may_be_same(struct intake *w)
{
	const struct handed *h = &w->d->fold->secrets[w->seat - 1].handed;
	const char *bytes = w->stage.bytes ? w->stage.bytes : "";
	size_t len = w->stage.rewriting ? w->stage.covered : w->stage.len;
	if (is_same(w, bytes, len))
		return true;
	if (format_is_sealed(w->d->fold->state, w->seat))
		return len < h->len; /* whether its bytes are those of a sealed text is told of the whole text alone */
	char *shown = h->bytes && len < h->len ? desk_masked(bytes, len) : NULL;
	/* the end of a token line is not there yet: it is taken for one */
	struct token_line t = token_line_read(bytes, len), kept = token_line_read(h->bytes ? h->bytes : "", h->len);
	bool may = shown && (!memcmp(shown, h->bytes, len) || (kept.token && t.maybe && !t.whole));
	free(shown);
	return may;
}

static struct intake_text
desk_text(struct intake *w)
{
	const char *bytes = w->stage.bytes ? w->stage.bytes : "";
	size_t len = w->stage.len;
	if (is_same(w, bytes, len))
		return (struct intake_text){.kind = INTAKE_TEXT_NOTHING};
	struct intake_text c = intake_text_of_text(bytes, len);
	c.kind = INTAKE_TEXT_TEXT; /* also where it is empty: that is refused when it is decided on */
	return c;
}

int
desk_proof(struct intake *w, const char **why)
{
	const struct stage *stage = &w->stage;
	struct intake_text c;
	if (!w->d->fold->secrets[w->seat - 1].has_token)
		return 0;
	c = intake_text_of_text(stage->bytes ? stage->bytes : "", stage->rewriting ? stage->covered : stage->len);
	int err = intake_text_token(w->d, w->seat, &c, why);
	w->proved |= !err;
	intake_text_free(&c);
	return err;
}

/* The refusal is the opener's, not the seat's, if neither this text nor one before it proved to be the seat's. */
static int
desk_refuse(struct intake *w, int err, struct findings *findings)
{
	const char *why;
	return desk_proof(w, &why) && !w->proved ? refuse_keep(w->d, 0, &w->who, w->name, NULL, err, findings)
				   : intake_refuse(w, err, findings);
}

#define OF_DESK(of) \
	{.kind = of, .name = "turn.md", .bases = 1, .base = desk_base, .text = desk_text, .refuse = desk_refuse, \
		.decide = intake_text_decide}
const struct intake_type intake_desk = OF_DESK(INTAKE_DESK);
const struct intake_type intake_desk_draft = OF_DESK(INTAKE_DESK_DRAFT);
