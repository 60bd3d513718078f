#include "validators/next/adversarial/adversarial.h"

#include <stdlib.h>

struct adversarial *
adv_new(struct base *snapshot, struct base *start)
{
	struct adversarial *a = mem_calloc(1, sizeof *a);

	a->snapshot = snapshot;
	a->start = start;
	a->live = base_hold(start);
	return a;
}

/* The base of the files below a folder; *any: there are some. */
static struct base *
base_below(const struct base_file *files, size_t n, const char *folder, bool stable, bool *any, UT_string *said)
{
	struct base_file *below = mem_calloc(n, sizeof *below);
	struct base *b = NULL;
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		if (!strncmp(files[i].path, folder, strlen(folder)))
			below[found++] = (struct base_file){files[i].path + strlen(folder), files[i].text};
	*any = found;
	if (found)
		b = base_make(below, found, stable, said);
	free(below);
	return b;
}

struct adversarial *
adv_of_folder(const struct base_file *files, size_t n, bool stable, UT_string *said)
{
	bool is_above, has_snapshot;
	struct base *start = base_below(files, n, "kb/", stable, &is_above, said), *snapshot;

	if (!is_above)
		start = base_make(files, n, stable, said);
	if (!start)
		return NULL;
	snapshot = base_below(files, is_above ? n : 0, SNAPSHOT, stable, &has_snapshot, said);
	if (has_snapshot && !snapshot) {
		base_free(start);
		return NULL;
	}
	return adv_new(snapshot ? snapshot : base_hold(start), start);
}

struct adversarial *
adv_copy(const struct adversarial *a)
{
	struct adversarial *copy = mem_calloc(1, sizeof *copy);

	*copy = *a;
	base_hold(a->snapshot);
	base_hold(a->start);
	base_hold(a->live);
	copy->claims = GROWN_COPY(a->claims, a->n_claims);
	copy->steps = GROWN_COPY(a->steps, a->n_steps);
	copy->citations = GROWN_COPY(a->citations, a->n_citations);
	copy->revisions = GROWN_COPY(a->revisions, a->n_revisions);
	copy->rulings = GROWN_COPY(a->rulings, a->n_rulings);
	copy->deflections = GROWN_COPY(a->deflections, a->n_deflections);
	copy->remarks = GROWN_COPY(a->remarks, a->n_remarks);
	copy->asks = a->asks ? mem_strdup(a->asks) : NULL;
	return copy;
}

void *
adv_copy_own(const void *own)
{
	return adv_copy(own);
}

void
adv_drop(void *own)
{
	struct adversarial *a = own;

	if (!a)
		return;
	base_free(a->snapshot);
	base_free(a->start);
	base_free(a->live);
	free(a->claims);
	free(a->steps);
	free(a->citations);
	free(a->revisions);
	free(a->rulings);
	free(a->deflections);
	free(a->remarks);
	free(a->asks);
	free(a);
}

/* -- who is who -- */

unsigned
adv_position(const struct debate *d, unsigned seat)
{
	unsigned role = d->seats[seat - 1].role;

	return role_place(role) == ROLE_DEBATER ? role >> 16 : NO_POSITION;
}

unsigned
adv_debater(const struct debate *d, unsigned position)
{
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (position != NO_POSITION && adv_position(d, seat) == position)
			return seat;
	return 0;
}

void
adv_print_role(const struct debate *d, unsigned seat, UT_string *out)
{
	unsigned position = adv_position(d, seat);

	if (position != NO_POSITION)
		utstring_printf(out, DEBATER "%s", base_position(adv_of(d)->live, position));
	else
		utstring_printf(out, "%s", d->seats[seat - 1].role == ROLE_MODERATOR ? "moderator" : "orchestrator");
}

bool
adv_is_given_up(const struct debate *d, unsigned seat)
{
	return seat && d->order.given_up >> (seat - 1) & 1;
}

bool
adv_had_turn(const struct debate *d, unsigned seat, unsigned text)
{
	if (!seat || adv_is_given_up(d, seat))
		return true;
	for (size_t i = d->n; i > text; i--)
		if (d->texts[i - 1].seat == seat)
			return true;
	for (size_t i = 0; i < d->n_lapses; i++)
		if (d->lapses[i].seat == seat && d->lapses[i].behind >= text)
			return true;
	return false;
}

bool
adv_is_late(const struct debate *d, unsigned seat)
{
	for (size_t i = d->n_lapses; i-- > 0;) {
		if (d->lapses[i].seat != seat)
			continue;
		for (size_t t = d->lapses[i].behind; t < d->n; t++)
			if (d->texts[t].seat == seat)
				return false;
		return true;
	}
	return false;
}

bool
adv_has_opened(const struct debate *d, unsigned seat)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].seat == seat)
			return true;
	return false;
}

/* -- turns that are owed -- */

/* Is it an added argument or `addresses` edge? */
static bool
is_for_moderator(const struct revision *r)
{
	return r->op == OP_NEW || (r->op == OP_EDGE && r->edge.type == ADDRESSES);
}

static bool
owe(UT_string *why, const char *what, unsigned text)
{
	if (why)
		utstring_printf(why, "%s in turn %u", what, text);
	return true;
}

static bool
is_owed_moderator(const struct debate *d, unsigned seat, UT_string *why)
{
	const struct adversarial *a = adv_of(d);

	for (size_t i = a->n_steps; i-- > 0;)
		if (a->steps[i].move == MOVE_OBJECT && a->claims[a->steps[i].claim - 1].waits &&
			!adv_had_turn(d, seat, a->steps[i].text))
			return owe(why, "an objection", a->steps[i].text);
	for (size_t i = 0; i < a->n_revisions; i++)
		if (is_for_moderator(&a->revisions[i]) && a->revisions[i].seat != seat &&
			!adv_had_turn(d, seat, a->revisions[i].text))
			return owe(why,
				a->revisions[i].op == OP_NEW ? "an added argument" : "an added `addresses` edge",
				a->revisions[i].text);
	return false;
}

bool
adv_is_owed(const struct debate *d, unsigned seat, UT_string *why)
{
	const struct adversarial *a = adv_of(d);
	unsigned position = adv_position(d, seat);

	if (d->seats[seat - 1].role == ROLE_MODERATOR)
		return is_owed_moderator(d, seat, why);
	if (position == NO_POSITION)
		return false;
	for (size_t i = 0; i < a->n_rulings; i++)
		if (a->rulings[i].word != RULED_REOPENED && a->claims[a->rulings[i].claim - 1].seat == seat &&
			!adv_had_turn(d, seat, a->rulings[i].text))
			return owe(why, "a ruling against it", a->rulings[i].text);
	for (size_t i = 0; i < a->n_deflections; i++)
		if (a->deflections[i].position == position && !adv_had_turn(d, seat, a->deflections[i].text))
			return owe(why, "a deflection of its side", a->deflections[i].text);
	for (size_t i = 0; i < a->n_revisions; i++) {
		const struct revision *r = &a->revisions[i];

		if (r->op == OP_LOWER && d->seats[r->seat - 1].role == ROLE_MODERATOR &&
			base_numbered(a->live, r->argument)->position == position && !adv_had_turn(d, seat, r->text))
			return owe(why, "a downgrade by the moderator", r->text);
	}
	return false;
}
