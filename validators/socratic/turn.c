/*
 * One submission, judged: its heading says whether it is read as a turn or as a conclusion. What is read of an accepted
 * turn goes to apply as facts; a turn from the record is read by the same code, with nothing to hold it against.
 */
#include "validators/socratic/turn.h"

#include <jansson.h>
#include <string.h>
#include "validators/kit/refusal.h"
#include "validators/kit/warnings.h"
#include "validators/socratic/blank.h"
#include "validators/socratic/reading.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"
#include "validators/text/words.h"
#include "validators/text/writing.h"

void
turn_facts_free(void *facts)
{
	struct turn_facts *f = facts;

	if (!f)
		return;
	free(f->text);
	free(f->said);
	free(f->items);
	free(f->answers);
	consensus_free(&f->consensus);
	raised_drop(f->raised);
	free(f);
}

/* Takes the slices out of the reading, and a copy of the plain text. */
static struct turn_facts *
take_facts(struct reading *r)
{
	struct turn_facts *f = mem_calloc(1, sizeof *f);

	answers_read(r);
	*f = (struct turn_facts){
		.number = r->number,
		.stance = r->stance,
		.text = mem_copy(r->h.md.text, r->h.md.len),
		.text_len = r->h.md.len,
		.said = r->said,
		.n_said = r->n_said,
		.items = r->items,
		.n_items = r->n_items,
		.answers = r->answers,
		.n_answers = r->n_answers,
		.consensus = r->consensus,
	};
	r->said = NULL;
	r->items = NULL;
	r->answers = NULL;
	r->consensus = (struct consensus){ .accepts = 0 };
	return f;
}

static void
judge_alternation(struct reading *r)
{
	const struct turn *last = state_last(r->h.state);

	if (last && r->seat == last->piece.seat && !r->h.state->lifted)
		REPORT(r, RULE_TURN_ALTERNATION, r->h.opening.line,
			"turn %u was this participant's too: it is the peer's move", last->piece.number);
}

static void
judge_revision(struct reading *r)
{
	const struct turn *before = r->seat ? state_latest(r->h.state, r->seat) : NULL;
	const struct section *section = &r->sections[SECTION_REVISION];

	if (!before || r->stance == STANCE_NONE || r->stance == before->stance || r->revisions || r->revisions_unsure)
		return;
	/* Nothing follows the section, so that only the end of the text ends it. */
	if (section_is_over(&r->h, section))
		REPORT(r, RULE_STANCE_REVISION, section->line ? section->line : r->h.opening.line,
			"the stance was %s in turn %u and is %s now: say why under `**Stance Revision Support**`, with "
			"a valid entry, "
			"such as `- Turn %u: what moved you`",
			stances[before->stance].name, before->piece.number, stances[r->stance].name,
			fstate_pieces(r->h.state));
}

static void
judge_consensus(struct reading *r)
{
	int line = r->sections[SECTION_UNRESOLVED].line;

	if (r->stance != STANCE_ACCEPTING)
		return;
	if (r->blocking)
		REPORT(r, RULE_CONSENSUS_BLOCKING, line, "a turn that accepts consensus leaves no blocking item");
	if (!r->supported)
		REPORT(r, RULE_CONSENSUS_CRITIQUE, r->h.opening.line,
			"a turn that accepts consensus still has a counterpoint with support");
	if (!r->open && !points_has_limitation(r))
		REPORT(r, RULE_CONSENSUS_CRITIQUE, line ? line : r->h.opening.line,
			"a turn that accepts consensus still names a non-blocking item, or a `Limitation: …`");
}

/* Enough of a long text to tell its script. */
#define SCRIPT_BYTES 4096

/* A turn in another script than the topic has no word of it, whatever it is about. The labels of each are Latin. */
static bool
is_of_another_script(struct reader text, const char *topic)
{
	struct reader r = {topic, topic + strlen(topic)};
	enum writing writing = text_writing(r);

	if (left(&text) > SCRIPT_BYTES)
		text.end = char_before(text.s, text.s + SCRIPT_BYTES);
	return !text_has_writing(r, text_writing(text)) &&
		(writing == WRITING_LATIN || !text_has_writing(text, writing));
}

static void
judge_topic(struct reading *r)
{
	const struct md *md = &r->h.md;
	const char *topic = r->h.ctx->terms->topic;
	struct reader text = {md->text + line_end(&md->lines[r->h.opening.index]), md->text + md->len};

	if (hearing_has(&r->h, &socratic_rules[RULE_TOPIC_DRIFT]) && !topic_is_met(topic, text.s, left(&text)) &&
		!is_of_another_script(text, topic))
		REPORT(r, RULE_TOPIC_DRIFT, r->h.opening.line, "no word of the topic \"%s\" occurs in this turn",
			topic);
}

static void
judge_turn(struct reading *r)
{
	heading_judge(r);
	judge_alternation(r);
	/* A wrong number is told once: all else is judged as the turn that is due. */
	if (!r->h.s.alone)
		r->number = fstate_pieces(r->h.state) + 1;
	else if (!r->number)
		r->number = UINT_MAX;
	r->ev.turn = r->number;
	points_read(r);
	quotes_judge(r);
	open_judge(r);
	judge_revision(r);
	judge_consensus(r);
	consensus_judge(r);
	judge_topic(r);
}

static void
draft_turn(struct reading *r, struct verdict *out)
{
	json_t *data = json_pack("{s:i, s:s}", "number", (int)r->number, "stance", stances[r->stance].name);

	json_object_set_new(data, "warnings", warnings_json(&out->findings));
	struct turn_facts *facts = take_facts(r);
	facts->raised = raised_after(r->h.state->raised, r->seat, facts);
	hearing_draft(&r->h, ENTRY_TURN, data, out)->facts = facts;
	out->facts_free = state_facts_free;
}

static bool
is_turn(const struct hearing *h)
{
	return h->heading.row == &socratic_headings[HEADING_TURN];
}

static void
judge_text(struct reading *r, struct verdict *out)
{
	struct hearing *h = &r->h;

	/* Emphasis is no danger to reading on. */
	if (!hearing_begin(h, socratic_headings, SOCRATIC_HEADINGS, MD_INLINES))
		return;
	if (is_turn(h))
		judge_turn(r);
	else if (h->heading.row)
		conclusion_judge(r, out);
	else if (!h->opening.nothing || !h->s.prefix)
		heading_report_start(r);
	if (is_turn(h) && h->ctx->grant == GRANT_TIMEOUT_MISSING && h->ctx->n_seats < SOCRATIC_SEATS)
		findings_add(h->out, &refusals[REFUSAL_LEASE_WAIT], 0,
			"the peer has not joined: only a conclusion can be written now, or wait for the peer");
	if (is_turn(h) && !h->s.prefix && !findings_first_error(h->out))
		draft_turn(r, out);
}

void
submission_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	struct source_index *index;
	struct reading r = { .h = { .state = state, .ctx = ctx, .s = *s, .out = &out->findings } };

	if (fstate_is_closed(state)) {
		findings_add(r.h.out, &refusals[REFUSAL_DUEL_CLOSED], 0, "the duel is closed with %s",
			fstate_outcome(state));
		return;
	}
	index = state->source ? source_index_hold(state->source) : state_source(ctx);
	r.ev = (struct evidence){ .source = index ? ctx->source : NULL, .duel = ctx->name, .index = index,
		.looked_up = ctx->terms->evidence_root };
	judge_text(&r, out);
	hearing_end(&r.h);
	free(r.said);
	free(r.items);
	free(r.answers);
	consensus_free(&r.consensus);
	source_index_drop(index);
}

void
submission_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	struct opening o = opening_read(s->text, s->len);
	struct heading h = heading_open(socratic_headings, SOCRATIC_HEADINGS, &o);
	bool turn = h.row == &socratic_headings[HEADING_TURN];
	const struct seat *seat = heading_seat(&h, ctx);

	(void)state;
	if (!h.row)
		return;
	out->kind = &socratic_hand_ins[turn ? HAND_IN_TURN : HAND_IN_CONCLUSION];
	out->seat = !turn ? ctx->holder : seat ? seat->number : 0;
	out->stranger = turn && !seat && left(&h.name);
	out->tells = turn ? "the name in the heading" : "the floor: a conclusion is of whoever has it";
}

struct turn_facts *
turn_facts_read(const char *body, size_t len)
{
	char *text = mem_copy(body ? body : "", len);
	struct findings findings = { .n = 0 };
	struct reading r = { .h = { .s = { .text = text, .len = text_unix(text, len) }, .out = &findings } };
	struct turn_facts *facts = NULL;

	if (hearing_begin(&r.h, socratic_headings, SOCRATIC_HEADINGS, MD_FINE) && is_turn(&r.h)) {
		heading_judge(&r);
		points_read(&r);
		facts = take_facts(&r);
	}
	hearing_end(&r.h);
	free(r.said);
	free(r.items);
	free(r.answers);
	consensus_free(&r.consensus);
	free(text);
	findings_free(&findings);
	return facts;
}
