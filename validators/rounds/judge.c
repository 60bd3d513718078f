#include "validators/rounds/judge.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/rounds/fold.h"
#include "validators/rounds/hand.h"
#include "validators/rounds/kept.h"
#include "validators/rounds/texts.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* -- what it becomes ------------------------------------------------------------------------------------------------------------- */

struct spoken *
rounds_read_body(const struct md *md, const char *body, size_t len, const struct phrases *phrases)
{
	struct opening o = opening_find(md, body, len);
	struct rounds_heading h = rounds_heading_read(o.text, o.heading ? o.len : 0);
	struct rounds_reading reading;
	struct spoken *spoken;

	if (md->fault != MD_FINE || h.begin != BEGIN_TURN || h.role >= ROLE_ORCHESTRATOR)
		return NULL;
	rounds_reading_make(&reading, md, o.index + 1, phrases, false);
	spoken = spoken_new(&reading, (enum speaker)h.role, h.round);
	rounds_reading_free(&reading);
	spoken_lines_from(spoken, o.line);
	return spoken;
}

/* Takes the object. */
static struct draft *
draft_text(struct hearing *h, enum entry_kind kind, json_t *data, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];

	kept_put_warnings(data, h->out);
	d->kind = kind;
	d->form = DRAFT_TEXT;
	d->body = record_text(h->s->text, h->s->len, h->opening.offset, &d->body_len);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	return d;
}

/* Bytes of the record that are left for what ends a debate: a verdict, and the notes of who failed. */
#define END_ROOM_BYTES (16 << 10)

static struct draft *
draft_said(struct hearing *h, json_t *data, struct verdict *out)
{
	struct draft *d = draft_text(h, ENTRY_TURN, data, out);

	d->record_room = END_ROOM_BYTES;
	return d;
}

/* What is kept is read from the text as the record has it, so that replay comes to the same, lines and all. */
static void
draft_turn(struct hearing *h, const struct phrases *phrases, struct verdict *out)
{
	size_t len;
	char *body = record_text(h->s->text, h->s->len, h->opening.offset, &len);
	json_t *data = json_object();
	struct spoken *spoken;
	struct md md;

	md_parse(&md, body, len);
	spoken = rounds_read_body(&md, body, len, phrases);
	md_free(&md);
	free(body);
	if (spoken)
		kept_put_spoken(data, spoken);
	draft_said(h, data, out)->facts = spoken;
	out->facts_free = rounds_facts_free;
}

/* -- by what it is --------------------------------------------------------------------------------------------------------------- */

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
		.prefix = h->s->prefix,
		.line0 = h->s->line0,
	};
	const struct spoken **before = rounds_spoken(h->state, &ask.n_before);

	ask.before = before;
	if (role < ROLE_ORCHESTRATOR && ask.round) {
		rounds_reading_make(&reading, h->md, h->opening.index + 1, phrases, h->s->prefix);
		rounds_judge_body(&ask, &reading, h->out);
		rounds_reading_free(&reading);
	}
	free(before);
}

static void
judge_begun(struct hearing *h, const struct phrases *phrases, struct verdict *out)
{
	bool whole = !h->s->prefix;
	json_t *data = NULL;

	if (h->heading.begin == BEGIN_TURN) {
		judge_turn(h, phrases);
		if (whole && !findings_first_error(h->out))
			draft_turn(h, phrases, out);
	} else if (h->heading.begin == BEGIN_SUMMARY) {
		rounds_summary_judge(h);
		if (whole && !findings_first_error(h->out))
			draft_said(h, json_object(), out);
	} else {
		rounds_verdict_judge(h, phrases, &data);
		if (whole && !findings_first_error(h->out))
			draft_text(h, ENTRY_CONCLUSION, json_incref(data), out);
		json_decref(data);
	}
}

/* -- the text -------------------------------------------------------------------------------------------------------------------- */

static void
judge_open(struct hearing *h)
{
	static const char *const what[] = {
		[MD_OPEN_FENCE] = "a code fence",
		[MD_OPEN_COMMENT] = "an HTML comment",
		[MD_OPEN_HTML] = "an HTML block",
	};

	if (h->md->open && !h->s->prefix)
		findings_add(h->out, &text_rules[TEXT_OPEN], h->md->open_line + h->s->line0, "%s is left open at the end of the text",
			what[h->md->open]);
}

/* False where the text cannot be read at all. Openers may yet find their end in a text that goes on. */
static bool
judge_fault(struct hearing *h)
{
	const struct md *md = h->md;

	if (md->fault != MD_FINE && (!h->s->prefix || md->fault == MD_NESTING))
		findings_add(h->out, &text_rules[TEXT_NESTING], md->fault_line ? md->fault_line + h->s->line0 : 0, "%s",
			md_fault_sentences[md->fault]);
	return md->fault == MD_FINE;
}

/* What no text could mend. */
static bool
judge_moment(struct hearing *h)
{
	if (rounds_is_closed(h->state))
		findings_add(h->out, &refusals[REFUSAL_DUEL_CLOSED], 0, "the debate is closed with %s",
			rounds_outcomes[h->state->outcome].name);
	else if (h->state->stage == STAGE_WAITING && !h->s->alone)
		findings_add(h->out, &refusals[REFUSAL_LEASE_WAIT], 0, "the debate has not begun: proposer and challenger have to join first");
	return !h->out->n;
}

/* Whole lines of a text that goes on: its last line may become anything. */
static size_t
whole_lines(const struct submission *s)
{
	const char *newline = s->prefix && s->len ? memrchr(s->text, '\n', s->len) : NULL;

	return newline ? (size_t)(newline + 1 - s->text) : s->prefix ? 0 : s->len;
}

void
rounds_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	struct submission whole = *s;
	struct rounds_words *words;
	struct md md;
	struct hearing h = { .state = state, .ctx = ctx, .s = &whole, .md = &md, .out = &out->findings };

	whole.text = s->text ? s->text : "";
	whole.len = whole_lines(s);
	if (!judge_moment(&h))
		return;
	words = state->words ? rounds_words_hold(state->words) : rounds_words_new(ctx);
	md_parse(&md, whole.text, whole.len);
	if (judge_fault(&h)) {
		rounds_hearing_begin(&h);
		judge_open(&h);
		if (rounds_heading_judge(&h))
			judge_begun(&h, words->phrases, out);
	}
	md_free(&md);
	rounds_words_drop(words);
}

void
rounds_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	struct opening o = opening_read(s->text, s->len);
	struct rounds_heading h = rounds_heading_read(o.text, o.heading ? o.len : 0);
	enum rounds_role role = h.begin == BEGIN_TURN ? h.role : ROLE_ORCHESTRATOR;

	(void)ctx;
	if (h.begin != BEGIN_TURN && h.begin != BEGIN_SUMMARY && h.begin != BEGIN_VERDICT)
		return;
	out->kind = &rounds_hand_ins[h.begin == BEGIN_TURN ? HAND_TURN : h.begin == BEGIN_SUMMARY ? HAND_SUMMARY : HAND_VERDICT];
	out->seat = role < ROLES ? state->seats[role] : 0;
	out->stranger = role < ROLES && !out->seat;
	out->tells = "the role in the heading";
}
