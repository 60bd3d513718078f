#include "validators/rounds/judge.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/hand.h"
#include "validators/rounds/head.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/named.h"
#include "validators/rounds/quotes.h"
#include "validators/rounds/texts.h"
#include "validators/kit/warnings.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

struct spoken *
rounds_read_body(const struct md *md, const char *body, size_t len, unsigned round, const struct phrases *phrases)
{
	struct opening o = opening_find(md, body, len);
	struct heading h = rounds_heading_open(&o);
	enum rounds_role role = rounds_heading_role(&h);
	struct rounds_reading reading;
	struct spoken *spoken;

	bool closing = rounds_begins(&h) == BEGIN_CLOSING;

	if (md->fault != MD_FINE || (rounds_begins(&h) != BEGIN_TURN && !closing) || role >= ROLE_ORCHESTRATOR)
		return NULL;
	rounds_reading_make(&reading, md, o.index + 1, phrases, false);
	spoken = spoken_new(&reading, (enum speaker)role, round, closing);
	rounds_reading_free(&reading);
	spoken_lines_from(spoken, o.line);
	return spoken;
}

/* Bytes of the record that are left for what ends a debate: a verdict, and the notes of who failed. */
#define END_ROOM_BYTES (16 << 10)

/* Takes the object. */
static struct draft *
draft_text(const struct hearing *h, enum entry_kind kind, json_t *data, struct verdict *out)
{
	struct draft *d;

	json_object_set_new(data, "warnings", warnings_json(h->out));
	d = hearing_draft(h, kind, data, out);
	d->record_room = kind == ENTRY_TURN ? END_ROOM_BYTES : 0;
	return d;
}

/* The ids that nobody wrote, so that the record alone tells what answers them. */
static void
draft_points(const struct hearing *h, const struct spoken *s, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];

	d->kind = ENTRY_NOTE;
	d->data = mem_strdup("{\"note\":\"" NOTE_POINTS "\"}");
	d->body = rounds_head_points(s->round, s->n_points, h->ctx->now_ms);
	d->body_len = strlen(d->body);
}

/* What is kept is read from the text as the record has it, so that replay comes to the same, lines and all. */
static void
draft_turn(const struct hearing *h, const struct phrases *phrases, struct verdict *out)
{
	size_t len;
	char *body = record_text(h->s.text, h->s.len, h->opening.offset, &len);
	json_t *data = json_object();
	struct spoken *spoken;
	struct md md;

	md_parse(&md, body, len);
	spoken = rounds_read_body(&md, body, len, h->heading.number ? h->heading.number : h->state->round, phrases);
	md_free(&md);
	free(body);
	if (spoken) {
		const struct rounds_piece *defense = rounds_piece(h->state, ROLE_PROPOSER, spoken->round);

		spoken_resolve(spoken, defense ? defense->spoken : NULL);
		kept_put_spoken(data, spoken);
	}
	draft_text(h, ENTRY_TURN, data, out)->facts = spoken;
	if (spoken && spoken->n_points)
		draft_points(h, spoken, out);
	out->facts_free = rounds_facts_free;
}

/* A wrong heading is told once. */
static void
judge_turn(struct hearing *h, const struct phrases *phrases)
{
	enum rounds_role role = rounds_judged_role(h);
	struct rounds_reading reading;
	struct rounds_ask ask = {
		.speaker = (enum speaker)role,
		.round = rounds_judged_round(h),
		.phrases = phrases,
		.novelty_threshold = h->ctx->terms->novelty_threshold,
		.reject_unsupported = h->ctx->terms->strict_evidence,
		.prefix = h->s.prefix,
		.line0 = h->s.line0,
	};
	const struct spoken **before = rounds_spoken(h->state, &ask.n_before);

	ask.before = before;
	if (role < ROLE_ORCHESTRATOR && ask.round) {
		rounds_reading_make(&reading, &h->md, h->opening.index + 1, phrases, h->s.prefix);
		rounds_judge_body(&ask, &reading, h->out);
		rounds_quotes_judge(h, &reading, role);
		rounds_named_judge(h, &reading, role, ask.round);
		rounds_reading_free(&reading);
	}
	free(before);
}

static void
judge_summary(struct hearing *h, const struct phrases *phrases)
{
	struct rounds_reading reading;

	rounds_summary_judge(h);
	rounds_reading_make(&reading, &h->md, h->opening.index + 1, phrases, h->s.prefix);
	rounds_quotes_judge(h, &reading, ROLE_ORCHESTRATOR);
	rounds_named_judge(h, &reading, ROLE_ORCHESTRATOR, 0);
	rounds_reading_free(&reading);
}

static void
judge_closing(struct hearing *h, const struct phrases *phrases)
{
	struct rounds_reading reading;

	rounds_reading_make(&reading, &h->md, h->opening.index + 1, phrases, h->s.prefix);
	rounds_closing_judge(h, &reading);
	rounds_quotes_judge(h, &reading, ROLE_PROPOSER);
	rounds_named_judge(h, &reading, ROLE_PROPOSER, 0);
	rounds_reading_free(&reading);
}

static void
judge_begun(struct hearing *h, const struct phrases *phrases, struct verdict *out)
{
	enum rounds_begin begin = rounds_begins(&h->heading);
	json_t *data = NULL;
	bool good;

	if (begin == BEGIN_TURN)
		judge_turn(h, phrases);
	else if (begin == BEGIN_CLOSING)
		judge_closing(h, phrases);
	else if (begin == BEGIN_SUMMARY)
		judge_summary(h, phrases);
	else
		rounds_verdict_judge(h, phrases, &data);
	good = !h->s.prefix && !findings_first_error(h->out);
	if (good && begin <= BEGIN_CLOSING)
		draft_turn(h, phrases, out);
	else if (good)
		draft_text(h, begin == BEGIN_SUMMARY ? ENTRY_TURN : ENTRY_CONCLUSION,
			data ? json_incref(data) : json_object(), out);
	json_decref(data);
}

void
rounds_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	struct hearing h = { .state = state, .ctx = ctx, .s = *s, .out = &out->findings };
	struct rounds_words *words;

	/* What no text could mend. */
	if (fstate_is_closed(state))
		findings_add(h.out, &refusals[REFUSAL_DUEL_CLOSED], 0, "the debate is closed with %s",
			fstate_outcome(state));
	else if (state->debate.phase == STAGE_WAITING && !s->alone)
		findings_add(h.out, &refusals[REFUSAL_LEASE_WAIT], 0,
			"the debate has not begun: proposer and challenger have to join first");
	if (h.out->n)
		return;
	words = state->words ? rounds_words_hold(state->words) : rounds_words_new(ctx);
	if (hearing_begin(&h, rounds_headings, BEGINS, MD_FINE) && rounds_heading_judge(&h))
		judge_begun(&h, words->phrases, out);
	hearing_end(&h);
	rounds_words_drop(words);
}

void
rounds_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	static const int hands[BEGINS] = {[BEGIN_TURN] = HAND_TURN,
		[BEGIN_CLOSING] = HAND_CLOSING,
		[BEGIN_SUMMARY] = HAND_SUMMARY,
		[BEGIN_VERDICT] = HAND_VERDICT};
	struct opening o = opening_read(s->text, s->len);
	struct heading h = rounds_heading_open(&o);
	enum rounds_begin begin = rounds_begins(&h);
	enum rounds_role role = begin <= BEGIN_CLOSING ? rounds_heading_role(&h) : ROLE_ORCHESTRATOR;

	(void)ctx;
	if (begin == BEGINS)
		return;
	out->kind = &rounds_hand_ins[hands[begin]];
	out->seat = role < ROLES ? state->debate.seats[role] : 0;
	out->stranger = role < ROLES && !out->seat;
	out->tells = "the role in the heading";
}
