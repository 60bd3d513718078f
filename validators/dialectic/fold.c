#include "validators/dialectic/fold.h"

#include <jansson.h>
#include <string.h>

/* What a function of one kind works with. It returns the next state, or NULL where the entry cannot be understood. */
struct step {
	const struct fstate *state;
	const struct context *ctx;
	const struct entry *e;
	const json_t *data;
	size_t record_offset;
	void *facts; /* taken where it is used: then NULL */
};

void
handin_facts_free(void *facts)
{
	handin_drop(facts);
}

void
judgement_facts_free(void *facts)
{
	judgement_drop(facts);
}

static enum role
role_named(const char *name)
{
	enum role role = 0;

	while (role < ROLES && (!name || strcmp(dialectic_role_names[role], name)))
		role++;
	return role;
}

static struct fstate *
apply_join(struct step *st)
{
	for (unsigned i = 0; i < st->ctx->n_seats; i++)
		if (st->ctx->seats[i]->number == st->e->seat)
			return debate_seat(st->state, role_named(st->ctx->seats[i]->role), st->e->seat);
	return NULL;
}

static struct handin *
take_handin(struct step *st)
{
	struct handin *h = st->facts;
	json_t *value = NULL;

	st->facts = NULL;
	if (!h && st->e->body)
		value = json_loadb(st->e->body, st->e->body_len, JSON_DECODE_ANY, NULL);
	if (value)
		h = handin_restore(value, st->data);
	json_decref(value);
	return h;
}

static struct fstate *
apply_handin(struct step *st)
{
	struct handin *h = take_handin(st);
	struct fstate *s = NULL;

	if (!h)
		return NULL;
	h->time_ms = st->e->time_ms;
	h->second = st->state->in[SIDES - 1 - h->side] != NULL;
	if (st->state->seats[h->side] && st->state->seats[h->side] == st->e->seat)
		s = debate_hand_in(st->state, h);
	handin_drop(h);
	return s;
}

static struct fstate *
apply_judgement(struct step *st)
{
	struct judgement *j = st->facts;
	struct fstate *s = NULL;

	st->facts = NULL;
	if (!j)
		j = judgement_restore(st->data, st->state->exchange);
	if (!j)
		return NULL;
	j->time_ms = st->e->time_ms;
	j->seat = st->e->seat;
	j->offset = st->record_offset + EXCHANGE_HEADING;
	j->len = st->e->body_len - EXCHANGE_HEADING;
	if (st->e->body_len > EXCHANGE_HEADING && debate_role(st->state, st->e->seat) == ROLE_JUDGE)
		s = debate_judge(st->state, j);
	judgement_drop(j);
	return s;
}

static struct fstate *
apply_report(struct step *st)
{
	return st->e->body ? debate_report(st->state, st->e->body, st->e->body_len, st->e->time_ms) : NULL;
}

static struct fstate *
apply_close(struct step *st)
{
	const char *outcome = json_string_value(json_object_get(st->data, "outcome"));
	const char *reason = json_string_value(json_object_get(st->data, "reason"));

	if (!outcome || (strcmp(outcome, DIALECTIC_COMPLETED) && strcmp(outcome, DIALECTIC_INVALIDATED)))
		return NULL;
	return debate_close(st->state, outcome, reason, st->e->time_ms);
}

/* The line that says who invalidated the debate, before its close: it changes nothing else. */
static struct fstate *
apply_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (!note || strcmp(note, NOTE_INVALIDATED) || st->state->closed)
		return NULL;
	return debate_hold((struct fstate *)st->state);
}

/* No row: the entry changes nothing here. */
static struct fstate *(*const appliers[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_JOIN] = apply_join,
	[ENTRY_HANDIN] = apply_handin,
	[ENTRY_TURN] = apply_judgement,
	[ENTRY_REPORT] = apply_report,
	[ENTRY_NOTE] = apply_note,
	[ENTRY_CLOSE] = apply_close,
};

/* Kinds in which somebody moves, so that a wait for them begins anew. */
static const bool moves[ENTRY_KINDS] = {
	[ENTRY_JOIN] = true,
	[ENTRY_CLAIM] = true,
	[ENTRY_RELEASE] = true,
	[ENTRY_EXPIRE] = true,
	[ENTRY_HANDIN] = true,
	[ENTRY_TURN] = true,
};

/* Kinds that no debate has. */
static bool
is_foreign(enum entry_kind kind)
{
	return kind <= 0 || kind >= ENTRY_KINDS || kind == ENTRY_CONCLUSION;
}

struct fstate *
dialectic_apply(const struct fstate *state, const struct context *ctx, const struct entry *e, const json_t *data, size_t record_offset,
	void *facts)
{
	struct step st = { .state = state, .ctx = ctx, .e = e, .data = data, .record_offset = record_offset, .facts = facts };
	struct fstate *next = NULL;

	if (!is_foreign(e->kind))
		next = appliers[e->kind] ? appliers[e->kind](&st) : debate_hold((struct fstate *)state);
	return next && moves[e->kind] ? debate_moved(next, e->clock_ms) : next;
}
