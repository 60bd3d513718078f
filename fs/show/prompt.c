/* prompt.md, of all and of one, and template.md of one: who is asked for what. */
#include "fs/show/prompt.h"

#include "fs/show/guide_inner.h"

unsigned
prompt_seat(const struct guide_facts *f)
{
	unsigned seat = guide_mover(f);

	return seat && !f->next_seat && !f->ctx->holder && !guide_is_due(f, seat) && guide_is_due(f, 0) ? 0 : seat;
}

/* Once the duel is closed, what is still taken of this seat. */
static const struct hand_in *
asked_of(const struct guide_facts *f, unsigned seat)
{
	return (next_step_ended[f->next] ? hand_in_late : hand_in_next)(f->format, f->fold, f->ctx, seat);
}

static struct guide
ask(const struct guide_facts *f, unsigned seat)
{
	return guide_about(f, guide_actor(f, seat, guide_newcomer), asked_of(f, seat));
}

/* Once the duel is closed `seat` 0 is everybody. */
static void
put(const struct prompt_facts *p, unsigned seat, bool alone, UT_string *out)
{
	bool short_prompts = p->duel->format->short_prompts;
	bool closed = next_step_ended[p->duel->next] && !(short_prompts && seat && asked_of(p->duel, seat));
	struct guide g =
		closed ? guide_about(p->duel, guide_actor(p->duel, seat, guide_newcomer), NULL) : ask(p->duel, seat);

	g.prompt = p;
	g.alone = alone;
	guide_render(closed ? GUIDE_CLOSED : short_prompts ? GUIDE_MOVE : GUIDE_PROMPT, &g, out);
}

void
prompt_duel(const struct prompt_facts *p, UT_string *out)
{
	put(p, next_step_ended[p->duel->next] ? 0 : prompt_seat(p->duel), false, out);
}

void
prompt_of_seat(const struct prompt_facts *p, unsigned seat, UT_string *out)
{
	put(p, seat, true, out);
}

void
prompt_unaided(const struct prompt_facts *p, unsigned seat, UT_string *out)
{
	const struct guide_facts *f = p->duel;
	struct guide g = guide_about(f, guide_actor(f, seat, guide_newcomer), asked_of(f, seat));

	g.prompt = p;
	g.alone = g.unaided = true;
	guide_render(!next_step_ended[f->next] && f->format->short_prompts ? GUIDE_MOVE : GUIDE_ASK, &g, out);
}

void
prompt_template_of_seat(const struct guide_facts *f, unsigned seat, UT_string *out)
{
	const struct hand_in *h = asked_of(f, seat);

	if (h)
		guide_put_blank(f, h, seat, out);
}
