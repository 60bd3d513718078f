/* What README.md, each prompt.md and template.md are made of, taken from a duel as it is now. */
#include "fs/duel/guide.h"
#include "fs/duel/live.h"
#include "fs/duel/prompt.h"

#include <assert.h>
#include <stdlib.h>
#include "validators/mem.h"

static uint64_t
tokens(const struct live *v)
{
	uint64_t bits = 0;
	assert(v->format->seats_max <= 64);
	for (unsigned i = 0; i < v->n_seats; i++)
		bits |= (uint64_t)v->secrets[i].has_token << i;
	return bits;
}

/* `ctx` and `lead` must live as long as the facts. */
static struct guide_facts
facts_of(struct duel *d, struct context *ctx, UT_string *lead)
{
	struct live *v = d->live;
	live_context(d, ctx);
	record_lead(d, lead);
	return (struct guide_facts){
		.mountpoint = d->registry->mountpoint,
		.format = v->format,
		.ctx = ctx,
		.fold = v->state,
		.state = live_state_name(d),
		.next = v->damage ? NEXT_CLOSED : v->format->next(v->state, ctx, 0),
		.next_seat = v->format->next_seat(v->state, ctx),
		.turns = v->format->turns(v->state),
		.outcome = v->damage ? "INVALIDATED" : v->format->outcome(v->state),
		.reason = v->damage ? v->damage : v->format->reason(v->state),
		.lead = utstring_body(lead),
		.require_token = v->rules.require_token,
		.tokens = tokens(v),
	};
}

void
render_guide(struct duel *d, unsigned sub, UT_string *out)
{
	struct context ctx;
	UT_string lead;
	utstring_init(&lead);
	struct guide_facts f = facts_of(d, &ctx, &lead);
	(void)sub;
	guide_duel(&f, out);
	utstring_done(&lead);
}

void
render_template(struct duel *d, unsigned sub, UT_string *out)
{
	struct context ctx;
	UT_string lead;
	utstring_init(&lead);
	struct guide_facts f = facts_of(d, &ctx, &lead);
	(void)sub;
	prompt_template(&f, out);
	utstring_done(&lead);
}

/* `seat` 0: for whoever moves next. */
static void
print_prompt(struct duel *d, unsigned seat, UT_string *out)
{
	struct context ctx;
	UT_string lead, refusal;
	utstring_init(&lead);
	struct guide_facts f = facts_of(d, &ctx, &lead);
	struct prompt_facts p = {.duel = &f};
	char *waits_for = seat ? seat_waits_for(d, seat) : mem_strdup("");
	utstring_init(&refusal);
	if (f.next != NEXT_CLOSED)
		refuse_print_last(d->live, seat ? seat : prompt_seat(&f), &refusal);
	p.refusal = utstring_body(&refusal);
	p.waits_for = waits_for;
	duel_record(d, &p.record, &p.record_len);
	if (seat)
		prompt_of_seat(&p, seat, out);
	else
		prompt_duel(&p, out);
	utstring_done(&refusal);
	utstring_done(&lead);
	free(waits_for);
}

void
render_prompt(struct duel *d, unsigned sub, UT_string *out)
{
	(void)sub;
	print_prompt(d, 0, out);
}

void
render_seat_prompt(struct duel *d, unsigned sub, UT_string *out)
{
	print_prompt(d, sub, out);
}
