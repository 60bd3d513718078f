/* Who takes part in a transcript: read off its head, its headings and its notes before anything is judged. */
#include <string.h>

#include "fs/check/transcript_inner.h"
#include "fs/lock/verbs.h"
#include "fs/registry/live.h"
#include "validators/text/mem.h"
#include "validators/text/names.h"

/* Who has to be there for a debate, and is not named in the text. No name that somebody may join under holds a parenthesis. */
#define STAND_IN "(the peer)"

/* The first heading of this participant that says what acts under the name. */
static const struct part *
identity_of(const struct judged *j, size_t from)
{
	char *key = name_key(j->parts[from].name);
	const struct part *found = &j->parts[from].part;
	for (size_t i = from; i < j->n && !found->harness; i++) {
		char *other = j->parts[i].name ? name_key(j->parts[i].name) : NULL;
		if (other && !strcmp(key, other) && j->parts[i].harness)
			found = &j->parts[i].part;
		free(other);
	}
	free(key);
	return found;
}

static void
seat_author(struct judged *j, size_t i)
{
	const struct part *p = &j->parts[i].part;
	if (!p->name || verb_name_fault(p->name) || replay_seat(&j->replay, p->name))
		return;
	const struct part *who = identity_of(j, i);
	replay_join(&j->replay, p->name, who->harness ? who->harness : SEAT_HARNESS, who->model ? who->model : SEAT_MODEL);
}

static void
seat_parts(struct judged *j, enum entry_kind kind)
{
	for (size_t i = 0; i < j->n && j->replay.ctx.n_seats < j->format->seats_max; i++)
		if (j->parts[i].part.kind == kind)
			seat_author(j, i);
}

static bool
has_turns(const struct judged *j)
{
	for (size_t i = 0; i < j->n; i++)
		if (j->parts[i].part.kind == ENTRY_TURN)
			return true;
	return false;
}

/* A record without a turn may be of one who waited alone. */
void
transcript_seat_all(struct judged *j)
{
	struct replay *r = &j->replay;
	for (unsigned i = 0; i < j->head.n_seats; i++)
		replay_join(r, j->head.seats[i].name, j->head.seats[i].harness, j->head.seats[i].model);
	seat_parts(j, ENTRY_TURN);
	seat_parts(j, ENTRY_CONCLUSION);
	seat_parts(j, ENTRY_NOTE);
	while ((has_turns(j) || !j->head.n_seats) && r->ctx.n_seats < j->format->seats_begin)
		if (!replay_join(r, STAND_IN, SEAT_HARNESS, SEAT_MODEL))
			break;
}
