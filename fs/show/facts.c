/* The facts of README.md, each prompt.md and each template.md, taken from a duel as it is now. */
#include "fs/duels/live.h"
#include "fs/show/guide.h"

#include <assert.h>
#include <stdlib.h>
#include "fs/show/show.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* `ctx` must live as long as the facts. */
static struct guide_facts
facts_of(struct duel *d, struct context *ctx)
{
	struct fold *fold = d->fold;
	uint64_t tokens = 0;
	assert(format_seats(fold->format) <= 64);
	for (unsigned i = 0; i < fold->n_seats; i++)
		tokens |= (uint64_t)fold->secrets[i].has_token << i;
	fold_context(fold, ctx);
	return (struct guide_facts){
		.mountpoint = d->duels->given.mountpoint,
		.format = fold->format,
		.ctx = ctx,
		.fold = fold->state,
		.state = fold_state_name(d->fold),
		.next = fold->damage ? NEXT_CLOSED : format_next(fold->state, ctx, 0),
		.next_seat = format_next_seat(fold->state, ctx),
		.turns = debate_pieces(fold->state),
		.outcome = fold->damage ? "INVALIDATED" : debate_outcome(fold->state),
		.invalidated_by = fold->damage ? "duelfs" : fold->invalidator,
		.reason = fold->damage ? fold->damage : debate_reason(fold->state),
		.said = fold_said(fold),
		.closed_by = fold->damage ? NULL
			: fold->by_maker  ? "maker"
			: fold->closed_by ? fold_seat(fold, fold->closed_by)->name
					  : NULL,
		.in_words = fold->in_words,
		.require_token = fold->rules.require_token,
		.tokens = tokens,
	};
}

void
render_guide(struct duel *d, unsigned sub, UT_string *out)
{
	struct context ctx;
	struct guide_facts f = facts_of(d, &ctx);
	(void)sub;
	guide_duel(&f, out);
}

void
render_seat_template(struct duel *d, unsigned sub, UT_string *out)
{
	struct context ctx;
	struct guide_facts f = facts_of(d, &ctx);
	prompt_template_of_seat(&f, sub, out);
}

void
render_prompt(struct duel *d, unsigned seat, UT_string *out)
{
	struct context ctx;
	UT_string refusal;
	struct guide_facts f = facts_of(d, &ctx);
	struct prompt_facts p = {.duel = &f};
	char *waits_for = seat ? seat_waits_for(d, seat) : mem_strdup("");
	char *move_ends = duel_goes_on(d, *waits_for);
	unsigned asked = seat ? seat : prompt_seat(&f);
	const struct refused *last = refused_last(d->fold, asked, true);
	utstring_init(&refusal);
	if (last && f.next != NEXT_CLOSED)
		refused_print(last, true, &refusal);
	p.refusal = utstring_body(&refusal);
	p.waits_for = waits_for;
	p.move_ends = move_ends;
	prompt_of_seat(&p, asked, out);
	utstring_done(&refusal);
	free(waits_for);
	free(move_ends);
}

void
render_mount_guide(struct duels *r, UT_string *out)
{
	const struct duels_options *given = &r->given;
	guide_mount(given->mountpoint, given->version, out);
}

void
render_conclusion(struct duel *d, unsigned sub, UT_string *out)
{
	const struct fold *fold = d->fold;

	(void)sub;
	if (!duel_is_closed(d))
		return;
	if (!fold->damage) {
		format_result(fold->state, out);
		return;
	}
	utstring_printf(out, "# ");
	md_escape(out, fold->topic);
	utstring_printf(out, "\n\n**Stopped by duelfs**: ");
	md_escape(out, fold->damage);
	utstring_printf(out, "\n\nThe whole of it: `debate.md`; as a page: `view.html`.\n");
}
