/*
 * The fold: one function a kind of entry, each from a copy of the state before to the state after.
 */
#include "validators/rounds/fold.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/rounds/heading.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

#define TO(stage) (1u << (stage))
#define TO_CLOSED_EARLY (TO(STAGE_UNCONTESTED) | TO(STAGE_ABORTED))

/* Which stages may follow which; every stage may stay as it is. */
static const unsigned exits[STAGES] = {
	[STAGE_WAITING] = TO(STAGE_DEBATING),
	[STAGE_DEBATING] = TO(STAGE_SUMMARIZING) | TO(STAGE_JUDGING) | TO_CLOSED_EARLY,
	[STAGE_SUMMARIZING] = TO(STAGE_DEBATING),
	[STAGE_JUDGING] = TO(STAGE_COMPLETED),
};

/* What an apply function works with; it returns false where the entry cannot be understood. */
struct step {
	struct fstate *s;
	const struct context *ctx;
	const struct entry *e;
	const json_t *data; /* NULL: none, or no JSON */
	size_t record_offset;
	struct spoken *facts; /* NULL: to be read from the body */
	char *text;           /* of a text, its body with LF line ends; owned */
	size_t text_len;
};

static bool
is_seat(const struct step *st)
{
	return rounds_role(st->s, st->e->seat) < ROLES;
}

static bool
apply_rules(struct step *st)
{
	if (!st->s->words)
		st->s->words = rounds_words_new(st->ctx);
	return true;
}

/* -- seats and the floor --------------------------------------------------------------------------------------------------------- */

/* A transcript names no roles: then they are taken in their order. */
static enum rounds_role
role_of(const struct step *st)
{
	const struct seat *seat = context_seat(st->ctx, st->e->seat);
	enum rounds_role role = 0;

	if (!seat || rounds_role(st->s, seat->number) < ROLES)
		return ROLES;
	while (role < ROLES && (seat->role && *seat->role ? strcmp(seat->role, rounds_role_names[role]) != 0 : st->s->seats[role] != 0))
		role++;
	return role;
}

static bool
apply_join(struct step *st)
{
	struct fstate *s = st->s;
	enum rounds_role role = role_of(st);

	if (role == ROLES || s->seats[role] || rounds_is_closed(s))
		return false;
	s->seats[role] = st->e->seat;
	s->changed_ms = st->e->time_ms;
	if (s->stage == STAGE_WAITING && s->seats[ROLE_PROPOSER] && s->seats[ROLE_CHALLENGER])
		s->stage = STAGE_DEBATING;
	return true;
}

/* Before it has begun nobody is granted the floor. */
static bool
apply_claim(struct step *st)
{
	if (!is_seat(st) || st->s->stage == STAGE_WAITING || rounds_is_closed(st->s))
		return false;
	st->s->held.seat = st->e->seat;
	st->s->held.time_ms = st->e->time_ms;
	st->s->held.clock_ms = st->e->clock_ms;
	return true;
}

/* A lease has ended, whoever ended it. */
static bool
apply_end(struct step *st)
{
	if (st->e->seat && !is_seat(st))
		return false;
	memset(&st->s->held, 0, sizeof st->s->held);
	return true;
}

/* -- what was said --------------------------------------------------------------------------------------------------------------- */

static int64_t
duration_of(const struct step *st)
{
	const struct fstate *s = st->s;

	return s->held.seat == st->e->seat && st->e->time_ms > s->held.time_ms ? st->e->time_ms - s->held.time_ms : 0;
}

/* The whole of a turn's text, read again. NULL where it cannot be. */
static struct spoken *
read_spoken(const struct step *st, const struct md *md, const struct opening *o, const struct rounds_heading *h)
{
	struct rounds_reading reading;
	struct spoken *spoken;

	rounds_reading_make(&reading, md, o->index + 1, st->s->words->phrases, false);
	spoken = spoken_new(&reading, (enum speaker)h->role, h->round);
	rounds_reading_free(&reading);
	spoken_lines_from(spoken, o->line);
	return spoken;
}

/* Takes `spoken`. */
static void
put_piece(struct step *st, const struct opening *o, enum rounds_role role, unsigned round, struct spoken *spoken)
{
	const struct entry *e = st->e;
	size_t heading = record_heading(e->body, e->body_len), len = st->text_len - o->offset;
	const char *text = st->text + o->offset, *newline = memchr(text, '\n', len);
	struct rounds_piece p = {
		.before = st->s->last,
		.number = rounds_pieces(st->s) + 1,
		.role = role,
		.round = round,
		.seat = e->seat,
		.offset = st->record_offset + heading,
		.len = e->body_len - heading,
		.time_ms = e->time_ms,
		.duration_ms = duration_of(st),
		.text = mem_copy(text, len),
		.text_len = len,
		.body = newline ? (size_t)(newline + 1 - text) : len,
		.spoken = spoken,
	};
	p.warnings = kept_take_warnings(st->data, &p.n_warnings);
	st->s->last = rounds_piece_new(&p);
	st->s->changed_ms = e->time_ms;
}

static void
begin_round(struct step *st)
{
	struct fstate *s = st->s;

	s->completed = s->round;
	if (s->round >= st->ctx->terms->rounds) {
		s->stage = STAGE_JUDGING;
		return;
	}
	s->round++;
	s->speaker = SPEAKER_PROPOSER;
	if (rounds_summary_due(s->round))
		s->stage = STAGE_SUMMARIZING;
}

/* `md` is of the body, where there are no facts. */
static bool
apply_spoken(struct step *st, const struct md *md, const struct opening *o, const struct rounds_heading *h)
{
	struct fstate *s = st->s;
	struct spoken *spoken;

	if (s->stage != STAGE_DEBATING || h->round != s->round || h->role != rounds_mover(s) || st->e->seat != s->seats[h->role])
		return false;
	spoken = st->facts ? st->facts : read_spoken(st, md, o, h);
	st->facts = NULL;
	if (!spoken || !kept_take_spoken(st->data, spoken)) {
		spoken_free(spoken);
		return false;
	}
	put_piece(st, o, h->role, h->round, spoken);
	if (s->speaker == SPEAKER_PROPOSER)
		s->speaker = SPEAKER_CHALLENGER;
	else
		begin_round(st);
	return true;
}

static bool
apply_summary(struct step *st, const struct opening *o, const struct rounds_heading *h)
{
	struct fstate *s = st->s;

	if (s->stage != STAGE_SUMMARIZING || h->from != 1 || h->round != rounds_summary_due(s->round) ||
		st->e->seat != s->seats[ROLE_ORCHESTRATOR])
		return false;
	put_piece(st, o, ROLE_ORCHESTRATOR, h->round, NULL);
	s->stage = STAGE_DEBATING;
	return true;
}

static bool
apply_text(struct step *st, const struct md *md, const struct opening *o)
{
	struct rounds_heading h = rounds_heading_read(o->text, o->heading ? o->len : 0);

	if (h.begin == BEGIN_TURN)
		return apply_spoken(st, md, o, &h);
	return h.begin == BEGIN_SUMMARY && apply_summary(st, o, &h);
}

/* What judge has just read is not read again. */
static bool
apply_turn(struct step *st)
{
	const struct entry *e = st->e;
	struct opening o = { .offset = 0 };
	struct md md;
	bool good = false;

	if (!is_seat(st) || !st->data || !e->body || !st->s->words)
		return false;
	st->text = mem_copy(e->body, e->body_len);
	st->text_len = text_unix(st->text, e->body_len);
	if (st->facts) {
		o.offset = record_heading(st->text, st->text_len);
		o.heading = opening_heading(st->text + o.offset, st->text + st->text_len, &o);
		return apply_text(st, NULL, &o);
	}
	md_parse(&md, st->text, st->text_len);
	if (md.fault == MD_FINE) {
		o = opening_find(&md, st->text, st->text_len);
		good = apply_text(st, &md, &o);
	}
	md_free(&md);
	return good;
}

/* -- how it ends ----------------------------------------------------------------------------------------------------------------- */

/* Somebody did not speak. In round 1 a CLOSE follows; later the rounds before are judged. */
static bool
apply_failure(struct step *st)
{
	struct fstate *s = st->s;
	const char *reason = json_string_value(json_object_get(st->data, "reason"));
	const char *name = json_string_value(json_object_get(st->data, "role"));
	enum rounds_role role = rounds_mover(s);

	if (s->stage != STAGE_DEBATING || !name || strcmp(name, rounds_role_names[role]) || !reason || s->failure.seat ||
		json_integer_value(json_object_get(st->data, "round")) != s->round)
		return false;
	s->failure = (struct rounds_failure){ .seat = s->seats[role], .role = role, .round = s->round, .reason = mem_strdup(reason) };
	memset(&s->held, 0, sizeof s->held);
	s->changed_ms = st->e->time_ms;
	if (s->round > 1)
		s->stage = STAGE_JUDGING;
	return true;
}

static bool
apply_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (!note || rounds_is_closed(st->s))
		return false;
	return strcmp(note, NOTE_FAILED) || apply_failure(st);
}

static const enum rounds_stage stage_after[OUTCOMES] = {
	[OUTCOME_COMPLETED] = STAGE_COMPLETED,
	[OUTCOME_UNCONTESTED] = STAGE_UNCONTESTED,
	[OUTCOME_ABORTED] = STAGE_ABORTED,
};

static enum rounds_outcome
outcome_of(const json_t *data)
{
	const char *name = json_string_value(json_object_get(data, "outcome"));
	enum rounds_outcome outcome = OUTCOME_NONE + 1;

	while (outcome < OUTCOMES && (!name || strcmp(rounds_outcomes[outcome].name, name)))
		outcome++;
	return outcome;
}

static char *
copy_member(const json_t *data, const char *key)
{
	const char *s = json_string_value(json_object_get(data, key));

	return mem_strdup(s ? s : "");
}

static bool
take_conclusion(struct step *st)
{
	const json_t *v = json_object_get(st->data, "verdict");
	const char *winner = json_string_value(json_object_get(v, "winner"));
	struct rounds_conclusion *c;
	enum speaker speaker = 0;

	while (speaker < SPEAKERS && (!winner || strcmp(rounds_speakers[speaker].role, winner)))
		speaker++;
	if (speaker == SPEAKERS)
		return false;
	c = mem_calloc(1, sizeof *c);
	atomic_init(&c->refs, 1);
	c->winner = speaker;
	c->reasoning = copy_member(v, "reasoning");
	c->recommendation = copy_member(v, "recommendation");
	c->agreements = kept_strings(json_object_get(v, "agreements"), &c->n_agreements);
	c->disagreements = kept_strings(json_object_get(v, "disagreements"), &c->n_disagreements);
	c->warnings = kept_take_warnings(st->data, &c->n_warnings);
	st->s->conclusion = c;
	return true;
}

static bool
apply_close(struct step *st)
{
	struct fstate *s = st->s;
	enum rounds_outcome outcome = outcome_of(st->data);

	if (outcome == OUTCOMES || !(exits[s->stage] & TO(stage_after[outcome])))
		return false;
	if ((st->e->kind == ENTRY_CONCLUSION) != (outcome == OUTCOME_COMPLETED))
		return false;
	if (outcome == OUTCOME_COMPLETED && (st->e->seat != s->seats[ROLE_ORCHESTRATOR] || !take_conclusion(st)))
		return false;
	s->outcome = outcome;
	s->stage = stage_after[outcome];
	free(s->reason);
	s->reason = copy_member(st->data, "reason");
	memset(&s->held, 0, sizeof s->held);
	s->changed_ms = st->e->time_ms;
	return true;
}

/* No row: the entry changes nothing here. */
static bool (*const appliers[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = apply_rules,
	[ENTRY_JOIN] = apply_join,
	[ENTRY_CLAIM] = apply_claim,
	[ENTRY_RELEASE] = apply_end,
	[ENTRY_EXPIRE] = apply_end,
	[ENTRY_TURN] = apply_turn,
	[ENTRY_NOTE] = apply_note,
	[ENTRY_CONCLUSION] = apply_close,
	[ENTRY_CLOSE] = apply_close,
};

static void
check_invariant(const struct fstate *before, const struct fstate *s)
{
	bool seated = s->seats[ROLE_PROPOSER] && s->seats[ROLE_CHALLENGER];

	assert(s->stage == before->stage || (exits[before->stage] & TO(s->stage)));
	assert(seated == (s->stage != STAGE_WAITING));
	assert(rounds_is_closed(s) == (exits[s->stage] == 0));
	assert(s->round >= 1 && s->completed <= s->round && s->round - s->completed <= 1);
	assert(s->stage != STAGE_JUDGING || s->completed == s->round || s->failure.seat);
	assert((s->stage == STAGE_COMPLETED) == (s->conclusion != NULL));
	assert(!rounds_is_closed(s) || !s->held.seat);
	assert(!s->last || s->last->number == (s->last->before ? s->last->before->number + 1 : 1));
}

void
rounds_facts_free(void *facts)
{
	spoken_free(facts);
}

static bool
is_known(const struct entry *e)
{
	return e->kind > 0 && e->kind < ENTRY_KINDS;
}

struct fstate *
rounds_apply(const struct fstate *state, const struct context *ctx, const struct entry *e, const json_t *data, size_t record_offset,
	void *facts)
{
	struct step st = { .ctx = ctx, .e = e, .data = data, .record_offset = record_offset, .facts = facts };
	bool good = is_known(e);

	if (good && appliers[e->kind]) {
		st.s = rounds_copy(state);
		good = appliers[e->kind](&st);
		if (good)
			check_invariant(state, st.s);
	} else if (good) {
		/* The same state, once more: only its count changes. */
		st.s = rounds_hold((struct fstate *)state);
	}
	rounds_facts_free(st.facts);
	free(st.text);
	if (good)
		return st.s;
	rounds_drop(st.s);
	return NULL;
}
