#include "fs/gate/author.h"

#include <assert.h>

#include "validators/kit/refusal.h"

static bool
is_one(uint64_t seats)
{
	return seats && !(seats & (seats - 1));
}

/* Those who could hand in such a text: now, else later. 0: none ever could. */
static uint64_t
who_could(const struct hand_in *kind, const struct fstate *state, const struct context *ctx, uint64_t seats)
{
	uint64_t now = 0, later = 0;
	for (unsigned seat = 1; seat <= ctx->n_seats; seat++) {
		enum hand_in_when when = seats & seat_bit(seat) ? kind->when(state, ctx, seat) : HAND_IN_OVER;
		now |= when >= HAND_IN_OPEN ? seat_bit(seat) : 0;
		later |= when == HAND_IN_LATER ? seat_bit(seat) : 0;
	}
	return now ? now : later;
}

struct author
author_find(const struct format *f, const struct fstate *state, const struct context *ctx, const struct submission *s,
	const struct author_ask *ask)
{
	assert(ask->may);
	assert(!(ask->own & ~ask->may));
	struct whose says = {0};
	if (f->whose && s)
		f->whose(state, ctx, s, &says);
	struct author a = {.kind = says.kind, .tells = says.tells};
	uint64_t own = ask->own, could = says.kind ? who_could(says.kind, state, ctx, own) : own;
	could = could & ~ask->unproven ? could & ~ask->unproven : could;
	if (ask->may & seat_bit(says.seat))
		a.seat = says.seat;
	else if (is_one(own))
		a.seat = seat_first(own);
	else if (!says.kind && could & seat_bit(ctx->holder))
		a.seat = ctx->holder;
	else if (!says.stranger && is_one(could))
		a.seat = seat_first(could);
	else if (!says.stranger)
		a.could = could;
	a.judged_as = a.seat ? a.seat : says.stranger ? 0 : seat_first(could ? could : own);
	return a;
}

struct author
author_of_row(const struct format *f, unsigned seat, int row)
{
	assert(seat);
	struct author a = {.seat = seat, .judged_as = seat};
	for (size_t i = 0; i < f->n_hand_ins; i++) {
		const struct hand_in *h = &f->hand_ins[i];
		if (h->row == row && !a.kind)
			a.kind = h;
	}
	return a;
}

/* `"alice"`, or with its role; and its chair's check. */
static void
put_seat(const struct seat *s, UT_string *out)
{
	utstring_printf(out, "\"%s\"", s->name);
	if (*s->role)
		utstring_printf(out, " (%s)", s->role);
}

static void
put_check(const struct seat *s, UT_string *out)
{
	utstring_printf(out, "participants/%s/check", s->name);
}

/* "this, that or the other". */
static void
put_seats(uint64_t seats, const struct context *ctx, void (*put)(const struct seat *s, UT_string *out), UT_string *out)
{
	for (uint64_t left = seats; left; left &= left - 1) {
		utstring_printf(out, "%s", left == seats ? "" : is_one(left) ? " or " : ", ");
		put(ctx->seats[seat_first(left) - 1], out);
	}
}

void
author_refuse(const struct author *a, const struct context *ctx, struct findings *out)
{
	assert(!a->seat);
	UT_string names, checks;
	if (!a->could) {
		findings_add(out, &refusals[REFUSAL_CHECK_SEAT], 0,
			"whose text this is cannot be told: it names nobody who has joined");
		return;
	}
	utstring_init(&names);
	utstring_init(&checks);
	put_seats(a->could, ctx, put_seat, &names);
	put_seats(a->could, ctx, put_check, &checks);
	findings_add(out, &refusals[REFUSAL_CHECK_SEAT], 0,
		"whose text this is cannot be told: it could be of %s, all of one user; rehearse it in %s; here what "
		"tells is %s%sthe token line of a seat that has one",
		utstring_body(&names), utstring_body(&checks), a->tells ? a->tells : "", a->tells ? ", or " : "");
	utstring_done(&names);
	utstring_done(&checks);
}

void
author_print(const struct author *a, const struct fstate *state, const struct context *ctx, UT_string *out)
{
	assert(a->seat <= ctx->n_seats);
	if (!a->seat)
		return;
	if (a->kind && a->kind->label)
		a->kind->label(state, ctx, a->seat, out);
	else
		utstring_printf(out, "a text");
	utstring_printf(out, " of %s", ctx->seats[a->seat - 1]->name);
}
