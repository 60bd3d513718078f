/* What entries do to a debate in rounds. */
#include "validators/rounds/fold.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/warnings.h"
#include "validators/rounds/heading.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

static bool
step_rules(struct step *st)
{
	if (!st->s->words)
		st->s->words = rounds_words_new(st->ctx);
	return true;
}

/* Before it has begun nobody is granted the floor. */
static bool
step_claim(struct step *st)
{
	return st->s->debate.phase != STAGE_WAITING;
}

/* -- what was said -- */

/* An entry's body as it is read: with LF line ends. */
struct body {
	char *text;
	size_t len;
};

/* The whole of a turn's text, read again. NULL where it cannot be. */
static struct spoken *
read_spoken(const struct step *st, const struct md *md, const struct opening *o, const struct heading *h)
{
	struct rounds_reading reading;
	const struct rounds_piece *defense;
	struct spoken *spoken;

	rounds_reading_make(&reading, md, o->index + 1, st->s->words->phrases, false);
	spoken = spoken_new(
		&reading, (enum speaker)rounds_heading_role(h), st->s->round, rounds_begins(h) == BEGIN_CLOSING);
	rounds_reading_free(&reading);
	spoken_lines_from(spoken, o->line);
	defense = rounds_piece(st->s, ROLE_PROPOSER, spoken->round);
	spoken_resolve(spoken, defense ? defense->spoken : NULL);
	return spoken;
}

/* Takes `spoken`. */
static void
put_piece(struct step *st, const struct body *b, const struct opening *o, enum rounds_role role, unsigned round,
	struct spoken *spoken)
{
	struct rounds_piece *p = (struct rounds_piece *)step_add_piece(st, sizeof *p);
	const char *text = b->text + o->offset;

	p->role = role;
	p->round = round;
	p->text_len = b->len - o->offset;
	p->text = mem_copy(text, p->text_len);
	const char *newline = memchr(text, '\n', p->text_len);
	p->body = newline ? (size_t)(newline + 1 - text) : p->text_len;
	p->spoken = spoken;
}

static void
begin_round(struct step *st)
{
	struct fstate *s = st->s;

	s->completed = s->round;
	if (s->round < st->ctx->terms->rounds) {
		s->round++;
		s->speaker = SPEAKER_PROPOSER;
	} else {
		s->closing = st->ctx->terms->closing;
	}
}

/* `md` is of the body, where there are no facts. A turn, or the reply behind the last one. */
static bool
step_spoken(
	struct step *st, const struct body *b, const struct md *md, const struct opening *o, const struct heading *h)
{
	enum rounds_role role = rounds_heading_role(h);
	struct fstate *s = st->s;
	struct spoken *spoken;
	bool closing = rounds_begins(h) == BEGIN_CLOSING;

	if (s->debate.phase != (closing ? STAGE_CLOSING : STAGE_DEBATING) || (!closing && h->number != s->round) ||
		role != rounds_mover(s) || st->e->seat != s->debate.seats[role])
		return false;
	spoken = st->facts ? st->facts : read_spoken(st, md, o, h);
	st->facts = NULL;
	if (!spoken || !kept_take_spoken(st->data, spoken)) {
		spoken_free(spoken);
		return false;
	}
	put_piece(st, b, o, role, s->round, spoken);
	if (closing)
		s->closing = false;
	else if (s->speaker == SPEAKER_PROPOSER)
		s->speaker = SPEAKER_CHALLENGER;
	else
		begin_round(st);
	return true;
}

static bool
step_summary(struct step *st, const struct body *b, const struct opening *o, const struct heading *h)
{
	struct fstate *s = st->s;

	if (s->debate.phase != STAGE_SUMMARIZING || h->from != 1 || h->number != rounds_summary_due(s->round) ||
		st->e->seat != s->debate.seats[ROLE_ORCHESTRATOR])
		return false;
	put_piece(st, b, o, ROLE_ORCHESTRATOR, h->number, NULL);
	return true;
}

static bool
step_text(struct step *st, const struct body *b, const struct md *md, const struct opening *o)
{
	struct heading h = rounds_heading_open(o);

	if (rounds_begins(&h) == BEGIN_TURN || rounds_begins(&h) == BEGIN_CLOSING)
		return step_spoken(st, b, md, o, &h);
	return rounds_begins(&h) == BEGIN_SUMMARY && step_summary(st, b, o, &h);
}

/* A text that judge has not just read. */
static bool
read_text(struct step *st, const struct body *b)
{
	struct md md;
	bool good = false;

	md_parse(&md, b->text, b->len);
	if (md.fault == MD_FINE) {
		struct opening o = opening_find(&md, b->text, b->len);
		good = step_text(st, b, &md, &o);
	}
	md_free(&md);
	return good;
}

static bool
step_turn(struct step *st)
{
	struct body b = { .text = mem_copy(st->e->body, st->e->body_len) };
	bool good = st->data && st->s->words;

	b.len = text_unix(b.text, st->e->body_len);
	if (good && st->facts) {
		struct opening o = { .offset = record_heading(b.text, b.len) };
		o.heading = opening_heading(b.text + o.offset, b.text + b.len, &o);
		good = step_text(st, &b, NULL, &o);
	} else if (good) {
		good = read_text(st, &b);
	}
	free(b.text);
	return good;
}

/* -- how it ends -- */

/* Somebody did not speak. In round 1 a CLOSE follows; later the rounds before are judged. */
static bool
step_failure(struct step *st)
{
	struct fstate *s = st->s;
	const char *reason = json_string_value(json_object_get(st->data, "reason"));
	const char *name = json_string_value(json_object_get(st->data, "role"));
	enum rounds_role role = rounds_mover(s);

	if (s->debate.phase != STAGE_DEBATING || !name || strcmp(name, rounds_role_names[role]) || !reason ||
		s->failure.seat || json_integer_value(json_object_get(st->data, "round")) != s->round)
		return false;
	s->failure = (struct rounds_failure){
		.seat = s->debate.seats[role], .role = role, .round = s->round, .reason = mem_strdup(reason)};
	memset(&s->debate.held, 0, sizeof s->debate.held);
	s->debate.changed_ms = st->e->time_ms;
	return true;
}

/* The closing reply is not waited for any longer. */
static void
step_pass_over(struct step *st)
{
	const char *reason = json_string_value(json_object_get(st->data, "reason"));

	st->s->closing = false;
	st->s->passed_over = mem_strdup(reason ? reason : REASON_TIMEOUT);
	memset(&st->s->debate.held, 0, sizeof st->s->debate.held);
	st->s->debate.changed_ms = st->e->time_ms;
}

static bool
step_note(struct step *st)
{
	const char *note = json_string_value(json_object_get(st->data, "note"));

	if (!note || fstate_is_closed(st->s))
		return false;
	if (!strcmp(note, NOTE_TIME_UP) && st->s->debate.phase == STAGE_SUMMARIZING)
		st->s->unsummarized = st->s->round;
	if (!strcmp(note, NOTE_TIME_UP) && st->s->debate.phase == STAGE_CLOSING)
		step_pass_over(st);
	return strcmp(note, NOTE_FAILED) || step_failure(st);
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
	c->agreements = strings_take(json_object_get(v, "agreements"), &c->n_agreements);
	c->disagreements = strings_take(json_object_get(v, "disagreements"), &c->n_disagreements);
	c->unresolved = strings_take(json_object_get(v, "unresolved"), &c->n_unresolved);
	c->rigor = copy_member(v, "rigor");
	for (enum quality i = 0; i < QUALITIES; i++)
		c->quality[i] = copy_member(json_object_get(v, "quality"), rounds_qualities[i].key);
	c->warnings = strings_take(json_object_get(st->data, "warnings"), &c->n_warnings);
	st->s->conclusion = c;
	return true;
}

static bool
step_close(struct step *st)
{
	bool concluded = st->s->debate.outcome == OUTCOME_COMPLETED;

	if ((st->e->kind == ENTRY_CONCLUSION) != concluded)
		return false;
	return !concluded || (st->e->seat == st->s->debate.seats[ROLE_ORCHESTRATOR] && take_conclusion(st));
}

bool (*const rounds_steps[ENTRY_KINDS])(struct step *st) = {
	[ENTRY_RULES] = step_rules,
	[ENTRY_CLAIM] = step_claim,
	[ENTRY_TURN] = step_turn,
	[ENTRY_NOTE] = step_note,
	[ENTRY_CONCLUSION] = step_close,
	[ENTRY_CLOSE] = step_close,
};

void
rounds_facts_free(enum entry_kind kind, void *facts)
{
	(void)kind;
	spoken_free(facts);
}
