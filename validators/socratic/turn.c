/*
 * One submission, judged: parsed once, its start found, then read as a turn or as a conclusion. What is read of an accepted turn goes to
 * apply as facts; a turn from the record is read by the same code, with nothing to hold it against.
 */
#include "validators/socratic/turn.h"

#include <ctype.h>
#include <jansson.h>
#include <string.h>
#include "validators/kit/record.h"
#include "validators/kit/refusal.h"
#include "validators/socratic/blank.h"
#include "validators/socratic/reading.h"
#include "validators/text/mem.h"
#include "validators/text/text.h"

void
turn_facts_free(void *facts)
{
	struct turn_facts *f = facts;

	if (!f)
		return;
	free(f->text);
	free(f->said);
	free(f);
}

/* Takes the plain text and the slices out of the reading. */
static struct turn_facts *
take_facts(struct reading *r, struct md *md)
{
	struct turn_facts *f = mem_calloc(1, sizeof *f);

	*f = (struct turn_facts){
		.number = r->number,
		.stance = r->stance,
		.blocking = r->blocking > 0,
		.text = md->text,
		.said = r->said,
		.n_said = r->n_said,
	};
	md->text = NULL;
	r->said = NULL;
	return f;
}

/* -- rules about the whole turn -------------------------------------------------------------------------------------------------- */

static void
judge_alternation(struct reading *r)
{
	const struct turn *last = r->state->last;

	if (last && r->seat == last->seat && !r->state->lifted)
		REPORT(r, RULE_TURN_ALTERNATION, r->start.line, "turn %u was this participant's too: it is the peer's move", last->number);
}

static void
judge_revision(struct reading *r)
{
	const struct turn *before = r->seat ? state_latest(r->state, r->seat) : NULL;
	const struct section *section = &r->sections[SECTION_REVISION];

	if (!before || r->stance == STANCE_NONE || r->stance == before->stance || r->revisions || r->revisions_unsure)
		return;
	/* Nothing follows the section, so that only the end of the text ends it. */
	if (r->s->prefix && !section->ended)
		return;
	REPORT(r, RULE_STANCE_REVISION, section->line ? section->line : r->start.line,
		"the stance was %s in turn %u and is %s now: say why under `**Stance Revision Support**`, with a valid entry, "
		"such as `- Turn %u: what moved you`",
		stances[before->stance].name, before->number, stances[r->stance].name, state_turns(r->state));
}

static void
judge_consensus(struct reading *r)
{
	const struct section *section = &r->sections[SECTION_UNRESOLVED];

	if (r->stance != STANCE_ACCEPTING || r->s->prefix)
		return;
	if (r->blocking)
		REPORT(r, RULE_CONSENSUS_BLOCKING, section->line, "a turn that accepts consensus leaves no blocking item");
	if (!r->supported)
		REPORT(r, RULE_CONSENSUS_CRITIQUE, r->start.line, "a turn that accepts consensus still has a counterpoint with support");
	if (!r->open && !points_has_limitation(r))
		REPORT(r, RULE_CONSENSUS_CRITIQUE, section->line ? section->line : r->start.line,
			"a turn that accepts consensus still names a non-blocking item, or a `Limitation: …`");
}

static void
judge_topic(struct reading *r)
{
	size_t from = r->md->lines[r->start.index].off + r->md->lines[r->start.index].len;

	if (!r->s->prefix && !topic_is_met(r->ctx->terms->topic, r->md->text + from, r->md->len - from))
		REPORT(r, RULE_TOPIC_DRIFT, r->start.line, "no word of the topic \"%s\" occurs in this turn", r->ctx->terms->topic);
}

/* -- a turn ---------------------------------------------------------------------------------------------------------------------- */

static json_t *
warnings_json(const struct findings *findings)
{
	json_t *list = json_array();

	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *f = &findings->v[i];
		json_array_append_new(list, json_sprintf("[%s] %s", f->rule->id, f->text));
	}
	return list;
}

static void
draft_turn(struct reading *r, struct md *md, struct verdict *out)
{
	struct draft *d = &out->drafts[out->n++];
	json_t *data;

	d->kind = ENTRY_TURN;
	d->form = DRAFT_TEXT;
	d->body = record_text(r->s->text, r->s->len, r->start.offset, &d->body_len);
	data = json_pack("{s:i, s:s, s:o}", "number", (int)r->number, "stance", stances[r->stance].name, "warnings",
		warnings_json(&out->findings));
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	d->facts = take_facts(r, md);
	out->facts_free = turn_facts_free;
}

static void
judge_turn(struct reading *r)
{
	heading_read(r);
	judge_alternation(r);
	/* A wrong number is told once: all else is judged as the turn that is due. */
	if (!r->s->alone)
		r->number = state_turns(r->state) + 1;
	else if (!r->number)
		r->number = UINT_MAX;
	r->ev.turn = r->number;
	sections_read(r);
	points_read(r);
	judge_revision(r);
	judge_consensus(r);
	judge_topic(r);
}

/* -- the submission -------------------------------------------------------------------------------------------------------------- */

static void
judge_open(struct reading *r)
{
	static const char *const what[] = {
		[MD_OPEN_FENCE] = "a code fence",
		[MD_OPEN_COMMENT] = "an HTML comment",
		[MD_OPEN_HTML] = "an HTML block",
	};

	if (r->md->open && !r->s->prefix)
		findings_add(r->out, &text_rules[TEXT_OPEN], r->md->open_line + r->s->line0, "%s is left open at the end of the text",
			what[r->md->open]);
}

/* False where the text cannot be read at all. Openers may yet find their end in a text that goes on. */
static bool
judge_fault(struct reading *r)
{
	const struct md *md = r->md;

	if (md->fault == MD_FINE)
		return true;
	if (!r->s->prefix || md->fault == MD_NESTING)
		findings_add(r->out, &text_rules[TEXT_NESTING], md->fault_line ? md->fault_line + r->s->line0 : 0, "%s",
			md_fault_sentences[md->fault]);
	/* Emphasis is no danger to reading on. */
	return md->fault == MD_INLINES;
}

static void
judge_text(struct reading *r, struct md *md, struct verdict *out)
{
	if (!judge_fault(r))
		return;
	r->start = heading_find(md, r->s->text, r->s->len);
	judge_open(r);
	if (r->start.start == START_CONCLUSION)
		conclusion_judge(r, out);
	else if (r->start.start == START_TURN)
		judge_turn(r);
	else if (r->start.start == START_OTHER || !r->s->prefix)
		heading_report_start(r, RULE_TURN_ONE);
}

/* What no text could mend. */
static bool
judge_moment(struct reading *r)
{
	if (state_is_closed(r->state)) {
		findings_add(r->out, &refusals[REFUSAL_DUEL_CLOSED], 0, "the duel is closed with %s", outcomes[r->state->outcome].name);
		return false;
	}
	return true;
}

static void
judge_peer(struct reading *r)
{
	if (r->start.start == START_TURN && r->ctx->grant == GRANT_TIMEOUT_MISSING && r->ctx->n_seats < SOCRATIC_SEATS)
		findings_add(r->out, &refusals[REFUSAL_LEASE_WAIT], 0,
			"the peer has not joined: only a conclusion can be written now, or wait for the peer");
}

/* Whole lines of a text that goes on: its last line may become anything. */
static size_t
whole_lines(const struct submission *s)
{
	const char *newline = s->prefix && s->len ? memrchr(s->text, '\n', s->len) : NULL;

	return newline ? (size_t)(newline + 1 - s->text) : s->prefix ? 0 : s->len;
}

void
submission_judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	struct submission whole = *s;
	struct source_index *index = state->source ? source_index_hold(state->source) : source_index_new(ctx->source);
	struct md md;
	struct reading r = {
		.state = state,
		.ctx = ctx,
		.s = &whole,
		.md = &md,
		.out = &out->findings,
		.ev = { .source = index ? ctx->source : NULL, .duel = ctx ? ctx->name : NULL, .index = index },
	};

	whole.text = s->text ? s->text : "";
	whole.len = whole_lines(s);
	if (judge_moment(&r)) {
		md_parse(&md, whole.text, whole.len);
		judge_text(&r, &md, out);
		judge_peer(&r);
		if (r.start.start == START_TURN && !s->prefix && !findings_first_error(&out->findings))
			draft_turn(&r, &md, out);
		md_free(&md);
	}
	free(r.said);
	source_index_drop(index);
}

static void
whose_turn(const struct context *ctx, const struct start_line *start, struct whose *out)
{
	const struct seat *seat = heading_seat(ctx, start->text, start->len);
	struct reader name = heading_take_apart(start->text, start->len).name;

	out->kind = &socratic_hand_ins[HAND_IN_TURN];
	out->seat = seat ? seat->number : 0;
	out->stranger = !seat && name.s && left(&name);
	out->tells = "the name in the heading";
}

void
submission_whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	struct start_line start = heading_find_first(s->text, s->len);

	(void)state;
	if (start.start == START_TURN) {
		whose_turn(ctx, &start, out);
	} else if (start.start == START_CONCLUSION) {
		out->kind = &socratic_hand_ins[HAND_IN_CONCLUSION];
		out->seat = ctx->holder;
		out->tells = "the floor: a conclusion is of whoever has it";
	}
}

struct turn_facts *
turn_facts_read(const char *body, size_t len)
{
	char *text = mem_copy(body ? body : "", len);
	struct submission s = { .text = text, .len = text_unix(text, len) };
	struct findings findings = { .n = 0 };
	struct md md;
	struct reading r = { .s = &s, .md = &md, .out = &findings };
	struct turn_facts *facts = NULL;

	md_parse(&md, s.text, s.len);
	if (md.fault == MD_FINE)
		r.start = heading_find(&md, s.text, s.len);
	if (r.start.start == START_TURN) {
		heading_read(&r);
		sections_read(&r);
		points_read(&r);
		facts = take_facts(&r, &md);
	}
	md_free(&md);
	free(r.said);
	free(text);
	findings_free(&findings);
	return facts;
}
