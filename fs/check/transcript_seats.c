/* Who takes part in a transcript: read off its head, its headings and its notes before anything is judged. */
#include <string.h>

#include "fs/check/transcript_inner.h"
#include "fs/lock/verbs.h"
#include "validators/text/names.h"

/* Who has to be there for a debate, and is not named in the text. No name that somebody may join under holds a
 * parenthesis. */
#define STAND_IN "(the peer)"

/* The first heading of this participant that says what acts under the name. */
static const struct part *
identity_of(const struct judged *j, size_t from)
{
	const struct part *found = &j->parts[from].part;
	char *key = name_key(found->name);
	for (size_t i = from; i < j->n && !found->harness; i++) {
		const struct part *p = &j->parts[i].part;
		char *other = name_key(p->name ? p->name : "");
		if (p->harness && !strcmp(key, other))
			found = p;
		free(other);
	}
	free(key);
	return found;
}

static void
seat_parts(struct judged *j, enum entry_kind kind)
{
	for (size_t i = 0; i < j->n && j->replay.fold->n_seats < j->format->seats_max; i++) {
		const struct part *p = &j->parts[i].part;
		if (p->kind != kind || !p->name || verb_name_fault(p->name) || fold_seat_named(j->replay.fold, p->name))
			continue;
		const struct part *who = identity_of(j, i);
		replay_join(&j->replay, p->name, who->harness, who->model);
	}
}

/* A record without a turn may be of one who waited alone. */
void
transcript_seat_all(struct judged *j)
{
	struct replay *r = &j->replay;
	bool turns = false;
	for (size_t i = 0; i < j->n; i++)
		turns |= j->parts[i].part.kind == ENTRY_TURN;
	for (unsigned i = 0; i < j->head.n_seats; i++)
		replay_join(r, j->head.seats[i].name, j->head.seats[i].harness, j->head.seats[i].model);
	seat_parts(j, ENTRY_TURN);
	seat_parts(j, ENTRY_CONCLUSION);
	seat_parts(j, ENTRY_NOTE);
	for (unsigned n = r->fold->n_seats; (turns || !j->head.n_seats) && n < j->format->seats_begin; n++)
		replay_join(r, STAND_IN, NULL, NULL);
}
