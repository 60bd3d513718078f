/* prompt.md, of all and of one, and template.md of one: who is asked for what. */
#include "fs/show/prompt.h"

#include "fs/show/guide_inner.h"

unsigned
prompt_seat(const struct guide_facts *f)
{
	unsigned seat = guide_mover(f);

	return seat && !f->next_seat && !f->ctx->holder && !guide_is_due(f, seat) && guide_is_due(f, 0) ? 0 : seat;
}

/* A duel that has ended, and whose debate has not, is damaged: nothing is taken any more. */
static const struct format_kind *
asked_of(const struct guide_facts *f, unsigned seat)
{
	return next_step_ended[f->next] && !debate_is_closed(f->fold) ? NULL : hand_in_next(f->fold, seat);
}

void
prompt_of_seat(const struct prompt_facts *p, unsigned seat, UT_string *out)
{
	const struct format_kind *h = asked_of(p->duel, seat);
	struct guide g = guide_about(p->duel, guide_actor(p->duel, seat, guide_newcomer), h);

	g.prompt = p;
	guide_render(next_step_ended[p->duel->next] && !h ? text_guide_closed_md : text_guide_move_md, &g, out);
}

void
prompt_duel(const struct prompt_facts *p, UT_string *out)
{
	prompt_of_seat(p, prompt_seat(p->duel), out);
}

void
prompt_template_of_seat(const struct guide_facts *f, unsigned seat, UT_string *out)
{
	const struct format_kind *h = asked_of(f, seat);

	if (h)
		guide_put_blank(f, h, seat, out);
}
