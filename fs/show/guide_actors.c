/* The names in the commands of a guide, and the texts they hand in. */
#include "fs/show/guide_inner.h"

#include <string.h>
#include "fs/util/token_line.h"

const struct actor guide_newcomer = {0, "NAME", "HARNESS", "MODEL", ""};
const struct actor guide_somebody = {0, "alice", "shell", "human", ""};

const struct seat *
guide_seat(const struct guide_facts *f, unsigned number)
{
	return number && number <= f->ctx->n_seats ? f->ctx->seats[number - 1] : NULL;
}

struct actor
guide_actor(const struct guide_facts *f, unsigned number, struct actor stand_in)
{
	const struct seat *seat = guide_seat(f, number);

	return seat ? (struct actor){seat->number, seat->name, seat->harness, seat->model, seat->role} : stand_in;
}

bool
guide_is_due(const struct guide_facts *f, unsigned seat)
{
	const struct format_kind *h = hand_in_next(f->fold, seat);

	return h && hand_in_when(f->fold, seat, h) == HAND_IN_DUE;
}

/* A holder that has just spoken does not move: next_seat is the other then. */
unsigned
guide_mover(const struct guide_facts *f)
{
	if (f->next_seat || f->ctx->holder)
		return f->next_seat ? f->next_seat : f->ctx->holder;
	for (unsigned seat = 1; seat <= f->ctx->n_seats; seat++)
		if (guide_is_due(f, seat))
			return seat;
	return f->ctx->n_seats ? 1 : 0;
}

/* In a format with roles it may be the move of one that nobody has taken. */
const char *
guide_missing(const struct guide_facts *f)
{
	const char *missing = format_missing(f->fold);

	if (missing || !f->format->roles || f->ctx->holder || f->ctx->n_seats == format_seats(f->format) ||
		!guide_is_due(f, 0))
		return missing;
	for (unsigned seat = 1; seat <= f->ctx->n_seats; seat++)
		if (!next_step_waits[format_next(f->fold, f->ctx, seat)])
			return NULL;
	return "somebody who takes a role that is free";
}

/* Does a text of the seat begin with its token? */
static bool
wants_token(const struct guide_facts *f, unsigned seat)
{
	return f->require_token || (seat && f->tokens >> (seat - 1) & 1);
}

bool
guide_is_taken(const struct guide_facts *f, const char *role)
{
	for (unsigned i = 0; i < f->ctx->n_seats; i++)
		if (!strcmp(f->ctx->seats[i]->role, role))
			return true;
	return false;
}

bool
guide_role_at(const struct guide_facts *f, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	return f->format->roles && format_role_at(f->fold, place, out);
}

/* The one that is missing, else the first that is free. */
bool
guide_free_role(const struct guide_facts *f, char out[FORMAT_ROLE_BYTES])
{
	const char *missing = guide_missing(f);
	char role[FORMAT_ROLE_BYTES];
	bool found = false;

	for (unsigned place = 0; guide_role_at(f, place, role); place++) {
		bool wanted = missing && strstr(missing, role);

		if (guide_is_taken(f, role) || (found && !wanted))
			continue;
		memcpy(out, role, sizeof role);
		found = true;
		if (wanted)
			break;
	}
	return found;
}

void
guide_put_join(const struct guide_facts *f, const struct actor *a, UT_string *out)
{
	char role[FORMAT_ROLE_BYTES];
	UT_string line;

	utstring_init(&line);
	utstring_printf(&line, "join ");
	guide_quote_verb(&line, a->name);
	utstring_printf(&line, " harness=%s model=%s", a->harness, a->model);
	if (guide_free_role(f, role))
		utstring_printf(&line, " role=%s", role);
	if (wants_token(f, a->seat))
		guide_put(&line, " token=SECRET");
	guide_put_lock(out, f->mountpoint, f->ctx->name, utstring_body(&line));
	utstring_done(&line);
}

void
guide_put_blank(const struct guide_facts *f, const struct format_kind *h, unsigned seat, UT_string *out)
{
	if (wants_token(f, seat))
		guide_put(out, TOKEN_LINE_BLANK);
	hand_in_blank(f->fold, seat, h, out);
}
