/*
 * Permissions for a written file: one table, asked from top to bottom, and the first row that refuses is what is
 * said. Two questions are asked elsewhere: what a text itself is refused for (judging.h), and how a write fits what was
 * accepted (intake_text.h).
 *
 * At an open there is no intake yet whose lease could have an entry: the refusal is kept for last_error, as the
 * opener's. Later it is refused as everything else of that file (type.refuse). Nobody changes a duel that somebody else
 * is in: at the moment of commit nothing but the time is looked at (intake_until), and where that is over the decision
 * is made again, and says it.
 */
#include "fs/intake/intake_inner.h"

#include <assert.h>
#include <errno.h>

#include "validators/text/mem.h"

struct asking {
	struct intake *w;
	const struct rule *rule; /* the row's; it may say another */
	char *text;          /* malloc'd; NULL: the row's sentence */
	unsigned seat;       /* whose refusal it is at an open; of a seat's file, that seat's */
};

int64_t
intake_until(const struct intake *w)
{
	const struct lease *l = &w->d->fold->lease;
	int64_t clock = duel_is_closed(w->d) ? 0 : w->d->ends_ms;
	int64_t end = w->lease && !duel_is_closed(w->d) ? l->expires_clock_ms : 0;
	return !end || (clock && clock < end) ? clock : end;
}

/* The rows. Each says whether it allows it. */

static bool
store_works(struct asking *a)
{
	return !a->w->d->duels->broken;
}

/* Something of one seat may still be taken at its desk, but where the log is damaged. */
static bool
is_open(struct asking *a)
{
	const struct fold *fold = a->w->d->fold;
	bool late = a->w->type->kind & INTAKE_OF_SEAT && !fold->damage && debate_only_due(fold->state) == a->w->seat;
	return !duel_is_closed(a->w->d) || (late && fold_may_act(fold, a->w->seat, a->w->who.uid));
}

static bool
has_handles_left(struct asking *a)
{
	int64_t intakes = a->w->usage->intakes;
	if (intakes < a->w->d->duels->given.config.limits.handles_per_uid)
		return true;
	a->text = mem_format("uid %u has %lld files open for writing already", (unsigned)a->w->who.uid,
		(long long)intakes);
	return false;
}

static bool
rules_may_change(struct asking *a)
{
	return !a->w->d->fold->frozen;
}

static bool
is_maker(struct asking *a)
{
	const struct duel *d = a->w->d;
	if (duel_may_make(d, a->w->who.uid))
		return true;
	a->text = mem_format("only uid %u, who made this duel, may set its rules", (unsigned)d->uid);
	return false;
}

/* Nobody has the floor: which seats of this uid's could claim it now, and what the others wait for. NULL: it has none.
 * Root's are all where none joined as root. malloc'd. */
static char *
who_could_claim(const struct duel *d, uid_t uid, bool has_seats)
{
	UT_string could, waits;
	utstring_init(&could);
	utstring_init(&waits);
	for (unsigned seat = 1; seat <= d->fold->n_seats; seat++) {
		const char *name = d->fold->seats[seat - 1]->name;
		if (!fold_is_own(d->fold, seat, uid) && (uid || has_seats || !fold_may_act(d->fold, seat, uid)))
			continue;
		struct fault fault = fold_floor(d->fold, seat, false, NULL);
		if (fault.rule)
			utstring_printf(&waits, "%s\"%s\" could not claim it now: %s",
				utstring_len(&waits) ? "; " : "", name, fault.sentence);
		else
			utstring_printf(&could, "%s\"%s\"", utstring_len(&could) ? " or " : "", name);
		free(fault.sentence);
	}
	bool any = utstring_len(&could), others = utstring_len(&waits);
	char *text = !any && !others ? NULL
		: mem_format("%snobody has the floor%s%s%s%s", d->fold->lease.ran_out ? "a lease ran out, and " : "",
			  any ? ": claim it first, as " : "", utstring_body(&could),
			  others ? any ? "; " : ", and " : "", utstring_body(&waits));
	utstring_done(&could);
	utstring_done(&waits);
	return text;
}

/* Once the duel is closed nobody has it, and that is said by another row. */
static bool
holds_floor(struct asking *a)
{
	const struct fold *fold = a->w->d->fold;
	const struct seat *holder = fold_seat(fold, fold->lease.holder);
	uid_t uid = a->w->who.uid;
	if (duel_is_closed(a->w->d) || (holder && fold_may_act(fold, holder->number, uid)))
		return true;
	unsigned own = 0; /* seats of this uid's, of which one alone is known to be the one that is refused */
	for (unsigned seat = 1; seat <= fold->n_seats; seat++) {
		if (!fold_is_own(fold, seat, uid))
			continue;
		a->seat = own++ ? 0 : seat;
	}
	if (holder)
		a->text = mem_format("\"%s\" has the floor, and uid %u is not its uid", holder->name, (unsigned)uid);
	else
		a->text = who_could_claim(a->w->d, uid, own);
	return false;
}

/* A deadline that has passed takes the floor, as soon as the disk has it. A desk may have no lease. */
static bool
lease_lasts(struct asking *a)
{
	struct duel *d = a->w->d;
	const struct lease *l = &d->fold->lease;
	int64_t until = intake_until(a->w);
	if (duel_is_closed(d) || !a->w->lease ||
		(l->number == a->w->lease && l->holder && duels_clock_ms(d->duels) < until))
		return true;
	const struct seat_secret *s = &d->fold->secrets[a->w->seat - 1];
	a->text = mem_format(l->number == a->w->lease
			? l->last_holder && !s->lease_unused
				? "lease %llu ended with the text that was accepted; nothing more was recorded"
				: "lease %llu is over; nothing was recorded: claim again and write again"
			: "lease %llu was overtaken by lease %llu; nothing was recorded: claim again and write again",
		(unsigned long long)a->w->lease, (unsigned long long)l->number);
	return false;
}

/* For the files of one seat. */

static bool
is_its_seat(struct asking *a)
{
	const struct seat *s = fold_seat(a->w->d->fold, a->w->seat);
	uid_t uid = a->w->who.uid;
	if (fold_may_act(a->w->d->fold, s->number, uid))
		return true;
	a->seat = 0; /* a stranger's */
	const char *name = a->w->type->name;
	a->text = mem_format("this is %s of \"%s\", and uid %u is not its uid", name, s->name, (unsigned)uid);
	return false;
}

static bool
proves_token(struct asking *a)
{
	const char *why;
	if (desk_proof(a->w, &why) != -EACCES)
		return true;
	a->text = mem_strdup(why);
	return false;
}

/* The result of a deadline that has passed is on its way to the disk. */
static bool
is_in_time(struct asking *a)
{
	int64_t until = a->w->lease ? 0 : intake_until(a->w);
	return !until || duels_clock_ms(a->w->d->duels) < until;
}

/* It has the floor, or could have it for as long as it takes to hand in. */
static bool
may_claim(struct asking *a)
{
	const struct fold *fold = a->w->d->fold;
	unsigned seat = a->w->seat;
	if (duel_is_closed(a->w->d) || fold->lease.holder == seat || format_is_apart(fold->state, seat))
		return true;
	struct fault fault = fold_floor(fold, seat, false, NULL);
	a->rule = fault.rule ? fault.rule : a->rule;
	a->text = fault.rule ? fault.sentence : a->text;
	return !a->text;
}

#define ANY (INTAKE_RECORD | INTAKE_CONFIG | INTAKE_SEAT_CHECK | INTAKE_DRAFT | INTAKE_DESKS)
#define NO_FLOOR "nobody has the floor: claim it first (echo claim NAME > lock)"

/* clang-format off */
static const struct may_row {
	unsigned when, of; /* enum intake_moment, enum intake_kind */
	enum refusal rule;
	bool (*allows)(struct asking *a);
	const char *sentence; /* where the row says none itself */
} rows[] = {
	{MAY_OPEN, ANY, REFUSAL_STORE_FAILED, store_works, "the store failed; it must be mounted again"},
	{MAY_OPEN, INTAKE_OF_SEAT, REFUSAL_SEAT_UID, is_its_seat, NULL},
	{MAY_OPEN, ANY & ~INTAKE_DESKS, REFUSAL_DUEL_CLOSED, is_open, RECORD_CLOSED},
	{MAY_WRITE, ANY & ~INTAKE_CONFIG, REFUSAL_DUEL_CLOSED, is_open, RECORD_CLOSED},
	{MAY_OPEN, ANY, REFUSAL_LIMIT_HANDLES, has_handles_left, NULL},
	{MAY_OPEN | MAY_WRITE, INTAKE_CONFIG, REFUSAL_CONFIG_FROZEN, rules_may_change,
		"somebody has joined; the rules are fixed now"},
	{MAY_OPEN, INTAKE_CONFIG, REFUSAL_SEAT_UID, is_maker, NULL},
	{MAY_OPEN, INTAKE_RECORD, REFUSAL_LEASE_NONE, holds_floor, NO_FLOOR},
	{MAY_WRITE, INTAKE_DRAFT, REFUSAL_LEASE_NONE, holds_floor, NO_FLOOR},
	{MAY_WRITE, INTAKE_DESKS, REFUSAL_LEASE_TOKEN, proves_token, NULL},
	{MAY_WRITE, INTAKE_DESKS, REFUSAL_LEASE_EXPIRED, is_in_time,
		"the time for this is over; nothing was recorded"},
	{MAY_WRITE, INTAKE_RECORD | INTAKE_DESKS, REFUSAL_LEASE_EXPIRED, lease_lasts, NULL},
	{MAY_WRITE, INTAKE_DESKS, REFUSAL_LEASE_ORDER, may_claim, NULL},
};
/* clang-format on */

int
intake_may(struct intake *w, enum intake_moment when)
{
	assert(duels_is_locked(w->d->duels));
	assert(w->type->kind);
	int err = 0;
	const struct lease *l = &w->d->fold->lease;
	/* under which lease it comes in, as things are now: at a desk none but its seat's */
	if (when == MAY_WRITE && w->type->kind == INTAKE_DRAFT)
		w->seat = l->holder;
	if (when == MAY_WRITE && w->type->kind & (INTAKE_DESKS | INTAKE_DRAFT))
		w->lease = l->holder == w->seat ? l->number : 0;
	for (const struct may_row *row = rows; row < rows + sizeof rows / sizeof *rows && !err; row++) {
		unsigned seat = w->type->kind & INTAKE_OF_SEAT ? w->seat : 0;
		struct asking a = {.w = w, .rule = &refusals[row->rule], .seat = seat};
		if (!(row->when & when && row->of & w->type->kind) || row->allows(&a))
			continue;
		const char *sentence = a.text ? a.text : row->sentence;
		err = when == MAY_OPEN || row->allows == holds_floor
			? refuse_rule(w->d, a.seat, &w->who, w->name, a.rule, "%s", sentence)
			: intake_refuse_rule(w, a.rule, sentence);
		free(a.text);
	}
	return err;
}
