#include "validators/adversarial/state.h"

#include <assert.h>
#include <jansson.h>
#include <string.h>
#include "validators/adversarial/base.h"
#include "validators/adversarial/live.h"
#include "validators/adversarial/output.h"
#include "validators/adversarial/proposal.h"
#include "validators/kit/moves.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

const struct phase adversarial_phases[PHASES] = {
	[PHASE_PREPARING] = {"preparing", PHASE(PHASE_OPENING) | PHASE(PHASE_ABORTED)},
	[PHASE_OPENING] = {"opening", PHASE(PHASE_CROSS) | PHASE(PHASE_SYNTHESIS) | PHASE(PHASE_ABORTED)},
	[PHASE_CROSS] = {"cross_examination", PHASE(PHASE_SYNTHESIS) | PHASE(PHASE_ABORTED)},
	[PHASE_SYNTHESIS] = {"synthesis", PHASE(PHASE_COMPLETED) | PHASE(PHASE_ABORTED) | PHASE(PHASE_INVALIDATED)},
	[PHASE_COMPLETED] = {"completed", 0},
	[PHASE_ABORTED] = {"aborted", 0},
	[PHASE_INVALIDATED] = {"invalidated", 0},
};

const struct ending adversarial_endings[OUTCOMES] = {
	[OUTCOME_NONE] = {.name = ""},
	[OUTCOME_COMPLETED] = {"COMPLETED", "the orchestrator's synthesis is accepted"},
	[OUTCOME_ABORTED] = {"ABORTED",
		"fewer than two debaters are left, a seat that is needed stays free, or the orchestrator does not "
		"move"},
	[OUTCOME_INVALIDATED] = {OUTCOME_WANTS_REASON,
		"open to the orchestrator in place of the synthesis, with a reason: `release ORCHESTRATOR "
		"outcome=INVALIDATED reason=\"why\"`"},
};

/* -- roles -- */

#define ROLE_BIT(role) (1u << (role))

unsigned
adversarial_role_in(const struct kb *kb, const char *role)
{
	size_t len = strlen(ADVERSARIAL_DEBATER);

	if (!strcmp(role, ADVERSARIAL_ORCHESTRATOR))
		return ROLE_ORCHESTRATOR;
	if (!strcmp(role, ADVERSARIAL_MODERATOR))
		return ROLE_MODERATOR;
	for (size_t i = 0; kb && !strncmp(role, ADVERSARIAL_DEBATER, len) && i < kb_positions(kb); i++)
		if (!strcmp(role + len, kb_position(kb, i)->slug))
			return ROLE_DEBATER + (unsigned)i;
	return DEBATE_ROLES_MAX;
}

unsigned
adversarial_role_of(const struct fstate *state, const char *role)
{
	return adversarial_role_in(state->kb, role);
}

bool
adversarial_role_at(
	const struct fstate *state, const struct context *ctx, unsigned place, char out[FORMAT_ROLE_BYTES])
{
	struct kb *kb;
	bool found;

	if (place < ROLE_DEBATER) {
		snprintf(out, FORMAT_ROLE_BYTES, "%s", place ? ADVERSARIAL_MODERATOR : ADVERSARIAL_ORCHESTRATOR);
		return true;
	}
	place -= ROLE_DEBATER;
	kb = adversarial_kb(state, ctx);
	found = kb ? place < kb_positions(kb) : !place;
	snprintf(out, FORMAT_ROLE_BYTES, ADVERSARIAL_DEBATER "%s",
		!found ? "" : kb ? kb_position(kb, place)->slug : "SLUG");
	kb_drop(kb);
	return found;
}

struct kb *
adversarial_kb(const struct fstate *state, const struct context *ctx)
{
	struct base *base = state->kb ? NULL : base_of(ctx);
	struct kb *kb = state->kb ? kb_hold(state->kb) : base ? kb_hold(base->kb) : NULL;

	kb_base_drop(base);
	return kb;
}

size_t
adversarial_side(const struct fstate *state, unsigned seat)
{
	unsigned role = fstate_role(state, seat);

	return role >= ROLE_DEBATER && role < DEBATE_ROLES_MAX ? role - ROLE_DEBATER : KB_NONE;
}

bool
adversarial_has_failed(const struct fstate *state, unsigned seat)
{
	unsigned role = fstate_role(state, seat);

	return role < DEBATE_ROLES_MAX && state->failed & ROLE_BIT(role);
}

const struct mutations *
adversarial_changes(const struct fstate *state, unsigned turn)
{
	return &((const struct adversarial_piece *)fstate_piece(state, turn))->changes;
}

unsigned
adversarial_revisions(const struct fstate *state)
{
	size_t n = 0;

	for (const struct record_piece *p = state->debate.last; p; p = p->before)
		n += ((const struct adversarial_piece *)p)->changes.n;
	return (unsigned)n;
}

/* Debaters who sit there, by role. */
static unsigned
seated(const struct fstate *state)
{
	unsigned roles = 0;

	for (unsigned role = ROLE_DEBATER; role < DEBATE_ROLES_MAX; role++)
		roles |= state->debate.seats[role] ? ROLE_BIT(role) : 0;
	return roles & ~state->failed;
}

unsigned
adversarial_debaters(const struct fstate *state)
{
	return (unsigned)__builtin_popcount(seated(state));
}

unsigned
adversarial_unopened(const struct fstate *state)
{
	unsigned roles = seated(state) & ~state->opened;

	return roles ? state->debate.seats[__builtin_ctz(roles)] : 0;
}

/* -- of struct format -- */

void
adversarial_begin(struct fstate *state)
{
	state->ledger = ledger_start();
}

static char *
copy_string(const char *s)
{
	return s ? mem_strdup(s) : NULL;
}

void
adversarial_hold_own(struct fstate *copy)
{
	ledger_hold(copy->ledger);
	output_paths_hold(copy->paths);
	live_hold(copy->live);
	proposals_hold(copy->proposed);
	if (copy->kb) {
		kb_hold(copy->kb);
		kb_hold(copy->snapshot);
	}
	copy->asks = copy_string(copy->asks);
	copy->synthesis = copy_string(copy->synthesis);
}

void
adversarial_drop_own(struct fstate *state)
{
	ledger_drop(state->ledger);
	output_paths_drop(state->paths);
	live_drop(state->live);
	proposals_drop(state->proposed);
	if (state->kb) {
		kb_drop(state->kb);
		kb_drop(state->snapshot);
	}
	free(state->asks);
	free(state->synthesis);
}

void
adversarial_piece_empty(struct record_piece *p)
{
	free(((struct adversarial_piece *)p)->text);
	mutations_free(&((struct adversarial_piece *)p)->changes);
}

unsigned
adversarial_phase(const struct fstate *state)
{
	const struct fstate_common *d = &state->debate;

	if (d->outcome)
		return PHASE_COMPLETED + d->outcome - OUTCOME_COMPLETED;
	if (state->ended)
		return PHASE_SYNTHESIS;
	if (state->crossed)
		return PHASE_CROSS;
	/* Who has begun to debate goes on without a moderator that fell out. */
	return d->seats[ROLE_ORCHESTRATOR] && d->seats[ROLE_MODERATOR] && adversarial_debaters(state) >= DEBATERS_LEAST
		? PHASE_OPENING
		: d->phase == PHASE_OPENING ? PHASE_OPENING
					    : PHASE_PREPARING;
}

void
adversarial_check(const struct fstate *state)
{
	assert(!state->named || fstate_role(state, state->named) < DEBATE_ROLES_MAX);
	assert(!state->named || !state->ended);
	assert(ledger_turns(state->ledger) == fstate_pieces(state));
	assert(!state->kb == !state->live && !state->proposed);
}

/* -- entries -- */

static bool
step_rules(struct step *st)
{
	struct fstate *s = st->s;
	struct base *base = s->kb ? NULL : base_of(st->ctx);

	if (base) {
		s->kb = kb_hold(base->kb);
		s->snapshot = kb_hold(base->snapshot);
		s->paths = output_paths_new(s->kb);
		s->live = live_start(st->ctx->folder);
	}
	kb_base_drop(base);
	return true;
}

static void
name_nobody(struct fstate *s)
{
	s->named = 0;
	free(s->asks);
	s->asks = NULL;
}

static bool
step_claim(struct step *st)
{
	return st->e->seat == (st->s->ended ? st->s->debate.seats[ROLE_ORCHESTRATOR] : st->s->named);
}

/* The next, or nothing more but the synthesis. */
static bool
step_handin(struct step *st)
{
	struct fstate *s = st->s;
	const char *asks = json_string_value(json_object_get(st->data, "asks"));
	unsigned seat = (unsigned)json_integer_value(json_object_get(st->data, HANDED_NEXT));
	bool ends = json_object_get(st->data, HANDED_END);

	if (st->e->seat != s->debate.seats[ROLE_ORCHESTRATOR] || s->debate.phase < PHASE_OPENING ||
		s->debate.phase > PHASE_CROSS || (!ends && fstate_role(s, seat) >= DEBATE_ROLES_MAX))
		return false;
	name_nobody(s);
	s->ended = ends;
	s->early = ends && fstate_pieces(s) < st->ctx->terms->min_turns;
	s->named = ends ? 0 : seat;
	s->silent = 0;
	s->asks = ends ? NULL : copy_string(asks);
	s->debate.changed_ms = st->e->time_ms;
	return true;
}

static struct turn_text *
read_body(const struct entry *e)
{
	struct turn_text *t = mem_calloc(1, sizeof *t);
	char *text = mem_copy(e->body, e->body_len);
	bool good = turn_text_read(text, text_unix(text, e->body_len), t);

	free(text);
	if (good)
		return t;
	adversarial_facts_free(ENTRY_TURN, t);
	return NULL;
}

/* With LF line ends, whatever it came with. */
static void
keep_text(struct step *st, struct adversarial_piece *p)
{
	const char *text = st->e->body + st->e->body_len - p->piece.len;

	p->text = mem_copy(text, p->piece.len);
	p->text[text_unix(p->text, p->piece.len)] = '\0';
}

static bool
step_turn(struct step *st)
{
	struct fstate *s = st->s;
	struct turn_text *t = st->facts ? st->facts : read_body(st->e);
	unsigned role = fstate_role(s, st->e->seat);
	struct adversarial_piece *piece;
	struct ledger *after;
	bool good = t && s->kb && st->e->seat == s->named && t->turn.number == fstate_pieces(s) + 1 &&
		t->turn.by_moderator == (role == ROLE_MODERATOR);

	st->facts = NULL;
	if (good) {
		piece = (struct adversarial_piece *)step_add_piece(st, sizeof *piece);
		keep_text(st, piece);
		good = live_turn(st, &t->turn, piece);
	}
	if (good) {
		after = ledger_after(s->ledger, s->kb, &t->turn, st->e->seat, adversarial_side(s, st->e->seat));
		ledger_drop(s->ledger);
		s->ledger = after;
		s->opened |= ROLE_BIT(role);
		s->spoke = st->e->seat;
		s->silent = 0;
		name_nobody(s);
		s->crossed = s->crossed || !adversarial_unopened(s);
		s->ended = fstate_pieces(s) >= st->ctx->terms->max_turns;
	}
	if (t)
		adversarial_facts_free(ENTRY_TURN, t);
	return good;
}

static bool
step_failed(struct step *st)
{
	struct fstate *s = st->s;
	unsigned role = fstate_role(s, (unsigned)json_integer_value(json_object_get(st->data, "seat")));

	if (role >= DEBATE_ROLES_MAX || s->failed & ROLE_BIT(role))
		return false;
	if (s->named == s->debate.seats[role])
		name_nobody(s);
	s->failed |= ROLE_BIT(role);
	s->crossed = s->crossed || (s->opened && !adversarial_unopened(s));
	return true;
}

static bool
step_note(struct step *st)
{
	struct fstate *s = st->s;
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (note && !strcmp(note, NOTE_INVALIDATED))
		return s->debate.phase == PHASE_INVALIDATED;
	if (!note || fstate_is_closed(s))
		return false;
	memset(&s->debate.held, 0, sizeof s->debate.held);
	s->debate.changed_ms = st->e->time_ms;
	if (!strcmp(note, NOTE_FAILED))
		return step_failed(st);
	if (!strcmp(note, NOTE_SILENT)) {
		s->silent = s->named;
		name_nobody(s);
		s->spoke = 0;
		return true;
	}
	s->ended = s->ended || (s->debate.phase > PHASE_PREPARING && !strcmp(note, NOTE_TIME_UP));
	return !strcmp(note, NOTE_TIME_UP);
}

static bool
step_report(struct step *st)
{
	if (!st->s->ended || st->s->synthesis || st->e->seat != st->s->debate.seats[ROLE_ORCHESTRATOR])
		return false;
	st->s->synthesis = mem_copy(st->e->body, st->e->body_len);
	return true;
}

static bool
step_close(struct step *st)
{
	name_nobody(st->s);
	return st->s->debate.outcome != OUTCOME_COMPLETED || st->s->synthesis;
}

bool (*const adversarial_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = step_rules,
	[ENTRY_JOIN] = live_join,
	[ENTRY_CLAIM] = step_claim,
	[ENTRY_HANDIN] = step_handin,
	[ENTRY_TURN] = step_turn,
	[ENTRY_NOTE] = step_note,
	[ENTRY_REPORT] = step_report,
	[ENTRY_CLOSE] = step_close,
};

void
adversarial_facts_free(enum entry_kind kind, void *facts)
{
	(void)kind;
	turn_text_free(facts);
	free(facts);
}
