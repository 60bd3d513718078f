#include "validators/adversarial/adversarial.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include "validators/adversarial/base.h"
#include "validators/adversarial/floor.h"
#include "validators/adversarial/draw.h"
#include "validators/adversarial/folder.h"
#include "validators/adversarial/live.h"
#include "validators/adversarial/output.h"
#include "validators/adversarial/page.h"
#include "validators/adversarial/proposal.h"
#include "validators/adversarial/rules.h"
#include "validators/adversarial/settle.h"
#include "validators/adversarial/threads.h"
#include "validators/kit/emit.h"
#include "validators/kit/moves.h"
#include "validators/kit/record.h"
#include "validators/kit/record_head.h"
#include "validators/kit/refusal.h"
#include "validators/kit/warnings.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

enum adversarial_row { ROW_SYNTHESIS = ROW_OWN, ROW_LEDGER, ROW_THREADS, ROW_SNAPSHOT, ROW_KB, ROW_OUTPUT, ROW_GRAPH };

/* -- what is handed in -- */

/* Who has not joined is shown a debater's texts. */
static const struct seat somebody = {
	.name = "NAME", .harness = "HARNESS", .model = "MODEL", .role = ADVERSARIAL_DEBATER "SLUG"};

static struct turn_ask
ask_of(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	unsigned role = fstate_role(state, seat);

	return (struct turn_ask){.kb = state->kb,
		.before = state->proposed ? state->proposed->base : state->kb,
		.snapshot = state->snapshot,
		.ledger = state->ledger,
		.number = fstate_pieces(state) + 1,
		.side = seat ? adversarial_side(state, seat) : 0,
		.opening = role == DEBATE_ROLES_MAX || (role >= ROLE_DEBATER && !(state->opened & 1u << role)),
		.targets = state->proposed ? state->proposed->targets : NULL,
		.n_targets = state->proposed ? state->proposed->n_targets : 0,
		.novelty_threshold = ctx->terms->novelty_threshold};
}

static struct settle_ask
settle_of(const struct fstate *state)
{
	return (struct settle_ask){.snapshot = state->snapshot,
		.kb = state->kb,
		.ledger = state->ledger,
		.revisions = adversarial_revisions(state)};
}

static enum hand_in_when
turn_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (fstate_is_closed(state) || state->ended || fstate_role(state, seat) == ROLE_ORCHESTRATOR ||
		adversarial_has_failed(state, seat))
		return HAND_IN_OVER;
	return !seat || seat == state->named ? HAND_IN_DUE : HAND_IN_LATER;
}

static enum hand_in_when
synthesis_when(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	if (fstate_is_closed(state) || fstate_role(state, seat) != ROLE_ORCHESTRATOR)
		return HAND_IN_OVER;
	return state->ended ? HAND_IN_DUE : HAND_IN_LATER;
}

static unsigned
turn_of(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)ctx;
	return RULE_OF(fstate_role(state, seat) == ROLE_MODERATOR ? HAND_IN_RULINGS : HAND_IN_CLAIMS);
}

static unsigned
synthesis_of(const struct fstate *state, const struct context *ctx, unsigned seat)
{
	(void)state;
	(void)ctx;
	(void)seat;
	return RULE_OF(HAND_IN_SYNTHESIS);
}

static void
turn_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)ctx;
	(void)seat;
	utstring_printf(out, "turn %u", fstate_pieces(state) + 1);
}

static void
put_turn(const struct fstate *state, const struct context *ctx, unsigned seat, bool example, UT_string *out)
{
	const struct seat *by = context_seat(ctx, seat);
	struct turn_ask ask = ask_of(state, ctx, seat);

	if (state->kb)
		turn_blank(&ask, by ? by : &somebody, example, out);
}

static void
turn_blank_put(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	put_turn(state, ctx, seat, false, out);
}

static void
turn_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	put_turn(state, ctx, seat, true, out);
}

/* Of each role, as items of a list. */
static const char debater_forms[] =
	"An item of Claims is one of these; an argument or a source that it rests on stands in brackets, a rating "
	"behind it "
	"where one is said:\n\n"
	"- `new: WORDS [arg-014: contested]`\n"
	"- `rebut L-003: WORDS [kb/sources/…]`, of another side's claim; `concede L-003: WORDS` grants it\n"
	"- `defend L-002: WORDS [arg-021]`, of your own side's; `withdraw L-002: WORDS` gives it up\n"
	"- `accept L-004: WORDS`, or once `object L-004: WORDS [kb/sources/…]`, of your own side's that is closed\n";
static const char moderator_forms[] =
	"Of these sections there is at least one, and the others are left out; their items:\n\n"
	"- Rulings: `close L-003 (arg-014) as refuted: WORDS, as Turn 2 says [kb/sources/…]`, or as `baseless` or "
	"`source-debunked`; `find L-003 rebutted: WORDS`, or `unclaimable`; `reaffirm L-003: WORDS` or `reopen L-003: "
	"WORDS`, "
	"of a closure that was objected to\n"
	"- Deflections: `deflection SLUG arg-007 → arg-022 (Turns 3, 5): WORDS`, the position, what it cited, and what "
	"it "
	"left unaddressed\n"
	"- Press: `press L-003: WORDS`\n"
	"- Findings: `finding: WORDS`\n";

/* What it is asked, and of what form its items are: a blank has none that says something. */
static void
turn_told(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	bool moderates = fstate_role(state, seat) == ROLE_MODERATOR;

	(void)ctx;
	if (seat && seat == state->named && state->asks) {
		utstring_printf(out, "The orchestrator asks: ");
		md_escape(out, state->asks);
		utstring_printf(out, "\n\n");
	}
	utstring_printf(out, "%s", moderates ? moderator_forms : debater_forms);
}

#define SYNTHESIS_HEADING "Synthesis"

static void
synthesis_label(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	(void)state;
	(void)ctx;
	(void)seat;
	utstring_printf(out, "the synthesis");
}

static void
synthesis_blank_put(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	struct settle_ask ask = settle_of(state);

	(void)ctx;
	(void)seat;
	utstring_printf(out, "%s", "");
	if (state->kb)
		synthesis_blank(&ask, "## " SYNTHESIS_HEADING, out);
}

/* The blank, each place in it filled in. */
static void
synthesis_example(const struct fstate *state, const struct context *ctx, unsigned seat, UT_string *out)
{
	UT_string blank;
	const char *at, *place;

	utstring_init(&blank);
	synthesis_blank_put(state, ctx, seat, &blank);
	for (at = utstring_body(&blank); (place = strstr(at, HAND_IN_PLACE)); at = place + strlen(HAND_IN_PLACE))
		utstring_printf(
			out, "%.*swhat follows from that, as the turns and the graph have it", (int)(place - at), at);
	utstring_printf(out, "%s", at);
	utstring_done(&blank);
}

const struct hand_in adversarial_hand_ins[ADVERSARIAL_HANDS] = {
	[HAND_TURN] = {.name = "turn",
		.title = "A turn",
		.row = ROW_DEBATE,
		.how = "What is claimed, ruled or pressed is a list item; what it rests on stands behind it in "
		       "brackets. What a turn changes of the knowledge base is written below `kb/` first, with the "
		       "floor, which is claimed for it before: a status that is "
		       "lowered, what is added at the end of Traceback notes, Strength assessment, a source's "
		       "Criticism, `edges.md` and `contradictions.md`, new arguments of a debater, and new "
		       "sources in one's own folder. Each target then has an item under Mutations, with the reason: "
		       "`- arg-014: …`, `- kb/edges.md: …`, and `participants/NAME/template.md` has them once they "
		       "are written; of an argument that is lowered it names another one, a source, a contradiction, "
		       "a claim or an earlier turn, which shows it. To `refuted` or `baseless` a debater lowers its "
		       "own position's arguments and what it has derived itself, any other to `weak` at most, and a "
		       "claim asks the moderator for the rest. Whoever changes nothing leaves that section out.\n",
		.when = turn_when,
		.of = turn_of,
		.told = turn_told,
		.label = turn_label,
		.blank = turn_blank_put,
		.example = turn_example},
	[HAND_SYNTHESIS] = {.name = "synthesis",
		.title = "The synthesis",
		.row = ROW_SYNTHESIS,
		.closes = hand_in_always_closes,
		.how = "What the graph knows is filled in: it must be what the graph says, and the verdict what it has "
		       "earned.\n",
		.when = synthesis_when,
		.of = synthesis_of,
		.label = synthesis_label,
		.blank = synthesis_blank_put,
		.example = synthesis_example},
};

/* -- judging -- */

static void
judge_turn(struct hearing *h, struct verdict *out)
{
	struct turn_ask ask = ask_of(h->state, h->ctx, h->ctx->holder);
	struct turn_text *t = mem_calloc(1, sizeof *t);
	json_t *data;

	if (!hearing_begin(h, &adversarial_heading, 1, MD_INLINES))
		;
	else if (h->heading.row)
		turn_judge(h, &ask, t);
	else if (!h->opening.nothing || !h->s.prefix)
		turn_judge_start(h);
	if (!h->s.prefix && !h->s.alone && !findings_first_error(h->out)) {
		data = json_pack("{s:i, s:o}", "number", (int)ask.number, "warnings", warnings_json(h->out));
		if (ask.n_targets)
			json_object_set_new(data, "kb", proposals_json(h->state->proposed));
		hearing_draft(h, ENTRY_TURN, data, out)->facts = t;
		out->facts_free = adversarial_facts_free;
	} else {
		adversarial_facts_free(ENTRY_TURN, t);
	}
	hearing_end(h);
}

static void
judge_synthesis(const struct fstate *state, const struct submission *s, struct verdict *out)
{
	struct settle_ask ask = settle_of(state);
	struct opening o = opening_read(s->text, s->len);
	const char *body = memchr(s->text + o.offset, '\n', s->len - o.offset);
	size_t behind = body ? (size_t)(body - s->text) + 1 : s->len;
	struct draft *d;
	json_t *data;

	if (s->prefix)
		return;
	if (!o.heading || !opening_says(&o, SYNTHESIS_HEADING)) {
		findings_add(&out->findings, &synthesis_rules[SYNTHESIS_SECTION], o.line + s->line0,
			"a synthesis begins with `## " SYNTHESIS_HEADING "`, and this text begins with \"%s\"",
			quote(o.text, o.len).s);
		return;
	}
	synthesis_judge(&ask, s->text + behind, s->len - behind, s->line0 + o.line, &out->findings);
	if (findings_first_error(&out->findings))
		return;
	d = &out->drafts[out->n++];
	data = json_pack("{s:o}", "warnings", warnings_json(&out->findings));
	d->kind = ENTRY_REPORT;
	d->body = record_text(s->text, s->len, o.offset, &d->body_len);
	d->data = mem_check(json_dumps(data, JSON_COMPACT));
	json_decref(data);
	d = &out->drafts[out->n++];
	d->kind = ENTRY_CLOSE;
	d->data = mem_strdup("{\"outcome\":\"COMPLETED\",\"reason\":\"the synthesis is accepted\"}");
}

static void
judge(const struct fstate *state, const struct context *ctx, const struct submission *s, struct verdict *out)
{
	struct hearing h = {.state = state, .ctx = ctx, .s = *s, .out = &out->findings};
	bool due = s->row == ROW_SYNTHESIS ? state->ended : !state->ended;

	if (fstate_is_closed(state))
		findings_add(h.out, &refusals[REFUSAL_DUEL_CLOSED], 0, "the debate is closed with %s",
			fstate_outcome(state));
	else if (!s->alone && state->debate.phase == PHASE_PREPARING)
		findings_add(h.out, &refusals[REFUSAL_LEASE_WAIT], 0, "the debate has not begun: still missing: %s",
			adversarial_missing(state, ctx));
	else if (!state->kb)
		findings_add(h.out, &refusals[REFUSAL_LEASE_WAIT], 0,
			"a text of this format is judged over a knowledge base: rehearse it in its debate, in `check`");
	else if (!s->alone && !due)
		findings_add(h.out, &refusals[REFUSAL_LEASE_ORDER], 0,
			state->ended ? "nothing is due but the synthesis"
				     : "the synthesis comes when the debate has ended");
	else if (s->row == ROW_SYNTHESIS)
		judge_synthesis(state, s, out);
	else
		judge_turn(&h, out);
}

static void
whose(const struct fstate *state, const struct context *ctx, const struct submission *s, struct whose *out)
{
	struct opening o = opening_read(s->text, s->len);
	struct heading h = heading_open(&adversarial_heading, 1, &o);
	const struct seat *seat = heading_seat(&h, ctx);

	if (s->row == ROW_SYNTHESIS || (o.heading && opening_says(&o, SYNTHESIS_HEADING)))
		*out = (struct whose){.kind = &adversarial_hand_ins[HAND_SYNTHESIS],
			.seat = state->debate.seats[ROLE_ORCHESTRATOR],
			.tells = "the role: a synthesis is the orchestrator's"};
	else if (h.row)
		*out = (struct whose){.kind = &adversarial_hand_ins[HAND_TURN],
			.seat = seat ? seat->number : 0,
			.stranger = !seat && left(&h.name),
			.tells = "the name in the heading"};
}

/* Who must not speak now is told so before it writes. */
static const struct rule *
may_open(const struct fstate *state, const struct context *ctx, int row, char **sentence)
{
	bool synthesis = row == ROW_SYNTHESIS;

	(void)ctx;
	*sentence = NULL;
	if (synthesis == state->ended || fstate_is_closed(state))
		return NULL;
	*sentence = mem_strdup(synthesis ? "the synthesis comes when the debate has ended"
					 : "nothing more is said: the synthesis goes to its own file");
	return &refusals[REFUSAL_LEASE_ORDER];
}

/* -- files -- */

static const char *
name_of(void *arg, unsigned seat)
{
	return context_seat_name(arg, seat);
}

static void
render(const struct fstate *state, const struct context *ctx, int row, unsigned number, UT_string *out)
{
	if (row == ROW_OUTPUT)
		output_render(state, number, out);
	else if (row == ROW_SYNTHESIS)
		utstring_printf(out, "%s", state->synthesis ? state->synthesis : "");
	else if (state->kb && row == ROW_LEDGER)
		ledger_render(state->ledger, state->kb, name_of, (void *)ctx, out);
	else if (state->kb && row == ROW_GRAPH)
		adversarial_draw(state->snapshot, state->kb, graph_svg, out);
	else if (state->kb && row == ROW_THREADS)
		threads_render(state->ledger, state->kb, out);
}

static void
page(const struct fstate *state, const struct context *ctx, UT_string *out)
{
	struct page_ask ask = {.snapshot = state->snapshot,
		.kb = state->kb,
		.ledger = state->ledger,
		.ctx = ctx,
		.revisions = state->live ? state->live->revisions : NULL,
		.earlier = folder_revisions(ctx->folder)};

	if (state->kb)
		adversarial_page(&ask, out);
}

static const char *const anchors[] = {PAGE_CLAIM, PAGE_ARGUMENT, NULL};

static int64_t
changed(const struct fstate *state, const struct context *ctx)
{
	return state->debate.changed_ms ? state->debate.changed_ms : ctx->created_ms;
}

/* -- what the debate began with, as files -- */

static unsigned
snapshot_count(const struct fstate *state, const struct context *ctx)
{
	(void)state;
	return (unsigned)folder_snapshot(ctx->folder).n;
}

static const char *
snapshot_path(const struct fstate *state, const struct context *ctx, unsigned number)
{
	struct folder_part part = folder_snapshot(ctx->folder);

	(void)state;
	return part.files[number - 1].path + part.skip;
}

static void
snapshot_bytes(
	const struct fstate *state, const struct context *ctx, unsigned number, const char **bytes, size_t *len)
{
	const struct source_file *file = &folder_snapshot(ctx->folder).files[number - 1];

	(void)state;
	*bytes = file->text;
	*len = file->len;
}

static int64_t
snapshot_time(const struct fstate *state, const struct context *ctx, unsigned number)
{
	(void)state;
	(void)number;
	return ctx->created_ms;
}

static const struct format_tree snapshot_tree = {
	.count = snapshot_count, .path = snapshot_path, .bytes = snapshot_bytes, .time_ms = snapshot_time};

static const struct format_row rows[] = {
	{.id = ROW_SYNTHESIS,
		.name = OUTPUT "/synthesis.md",
		.gated = true,
		.about = "where the debate landed: what the graph says of each central question, and the verdict",
		.time_ms = changed},
	{.id = ROW_LEDGER,
		.name = OUTPUT "/claims-ledger.md",
		.about = "every claim with its references, how it stands, and the turns that named it",
		.time_ms = changed},
	{.id = ROW_THREADS,
		.name = "threads",
		.about = "what is open, most pressing first, for whoever says who speaks next",
		.time_ms = changed},
	{.id = ROW_SNAPSHOT,
		.name = BASE_SNAPSHOT,
		.tree = &snapshot_tree,
		.about = "the knowledge base, byte for byte as the debate began with it"},
	{.id = ROW_KB,
		.name = BASE_LIVE,
		.tree = &adversarial_live,
		.about = "the knowledge base as it is now; whoever has the floor may weaken it and add to it"},
	{.id = ROW_OUTPUT,
		.name = OUTPUT,
		.tree = &adversarial_output,
		.about = "what was said, whole and of each seat"},
	{.id = ROW_GRAPH,
		.name = "argument-graph.svg",
		.drawn = true,
		.about = "the argument graph as a picture",
		.time_ms = changed},
};

/* -- status -- */

static struct status_value
list_value(UT_string *list)
{
	utstring_printf(list, "%s", "");
	return (struct status_value){.type = STATUS_LIST, .text = utstring_body(list), .owned = utstring_body(list)};
}

/* Also before anybody has joined, from the folder that is there. */
static struct status_value
status_positions(const struct fstate *state, const struct context *ctx)
{
	char role[FORMAT_ROLE_BYTES];
	UT_string list;

	utstring_init(&list);
	for (unsigned place = ROLE_DEBATER;
		(state->kb || ctx->folder) && place < DEBATE_ROLES_MAX && adversarial_role_at(state, ctx, place, role);
		place++) {
		const char *name = context_seat_name(ctx, state->debate.seats[place]);

		utstring_printf(&list, "%s: %s\n", role + strlen(ADVERSARIAL_DEBATER), *name ? name : "nobody yet");
	}
	return list_value(&list);
}

static struct status_value
status_named(const struct fstate *state, const struct context *ctx)
{
	return (struct status_value){.type = STATUS_TEXT, .text = context_seat_name(ctx, state->named)};
}

static struct status_value
status_asks(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return (struct status_value){.type = STATUS_TEXT, .text = state->asks ? state->asks : ""};
}

static struct status_value
status_turns(const struct fstate *state, const struct context *ctx)
{
	UT_string list;

	utstring_init(&list);
	for (unsigned seat = 1; seat <= ctx->n_seats; seat++) {
		unsigned n = 0;

		for (const struct record_piece *p = state->debate.last; p; p = p->before)
			n += p->seat == seat;
		utstring_printf(&list, "%s: %u\n", context_seat_name(ctx, seat), n);
	}
	return list_value(&list);
}

static struct status_value
status_claims(const struct fstate *state, const struct context *ctx)
{
	unsigned counts[CLAIM_STATUSES] = {0}, withdrawn = ledger_withdrawn(state->ledger);
	UT_string list;

	(void)ctx;
	utstring_init(&list);
	for (unsigned i = 1; i <= ledger_claims(state->ledger); i++)
		counts[ledger_claim(state->ledger, i)->status]++;
	for (size_t i = 0; i < CLAIM_STATUSES; i++) {
		utstring_printf(&list, "%s: %u", claim_status_names[i], counts[i]);
		if (i == CLAIM_REBUTTED && withdrawn)
			utstring_printf(&list, " (%u withdrawn)", withdrawn);
		utstring_printf(&list, "\n");
	}
	return list_value(&list);
}

static struct status_value
status_arguments(const struct fstate *state, const struct context *ctx)
{
	unsigned counts[KB_STATUSES] = {0};
	struct kb *kb = adversarial_kb(state, ctx);
	UT_string list;

	utstring_init(&list);
	for (size_t i = 0; kb && i < kb_arguments(kb); i++)
		counts[kb_argument(kb, i)->status]++;
	kb_drop(kb);
	for (size_t i = 0; i < KB_STATUSES; i++)
		utstring_printf(&list, "%s: %u\n", kb_status_names[i], counts[i]);
	return list_value(&list);
}

/* Oldest first. */
static struct status_value
status_downgrades(const struct fstate *state, const struct context *ctx)
{
	UT_string list;

	(void)ctx;
	utstring_init(&list);
	for (unsigned turn = 1; turn <= fstate_pieces(state); turn++) {
		const struct mutations *m = adversarial_changes(state, turn);

		for (size_t i = 0; i < m->n; i++)
			if (m->v[i].type == MUTATION_STATUS_DOWNGRADE)
				utstring_printf(&list, "%s: %s, turn %u\n", m->v[i].target, m->v[i].change, turn);
	}
	return list_value(&list);
}

static struct status_value
status_revisions(const struct fstate *state, const struct context *ctx)
{
	(void)ctx;
	return (struct status_value){.type = STATUS_INTEGER, .integer = adversarial_revisions(state)};
}

static const struct status_row status_rows[] = {
	{.key = "positions", .value = status_positions},
	{.key = "speaks_next", .value = status_named},
	{.key = "is_asked", .value = status_asks},
	{.key = "turns_by_seat", .value = status_turns},
	{.key = "claims", .value = status_claims, .in_result = "Claims"},
	{.key = "arguments", .value = status_arguments, .in_result = "Arguments"},
	{.key = "downgrades", .value = status_downgrades},
	{.key = "revisions", .value = status_revisions, .in_result = "Revisions"},
};

/* -- the record -- */

static int64_t
max_turns(const struct context *ctx)
{
	return ctx->terms->max_turns;
}

static const struct head_row head_rows[] = {
	{"Max turns", .number = max_turns},
};
static const struct head_form head_form = {.title = "Adversarial Debate: ",
	.seats = "| Participant | Role | Harness | Model | Joined |",
	.roles = true,
	.rows = head_rows,
	.n_rows = sizeof head_rows / sizeof head_rows[0]};

static void
head(const struct context *ctx, UT_string *out)
{
	head_put(&head_form, ctx, out);
}

static void
each_warning(const struct fstate *state, void (*each)(void *arg, const char *text), void *arg)
{
	for (unsigned i = 1; i <= fstate_pieces(state); i++) {
		const struct record_piece *p = fstate_piece(state, i);
		char *what;

		if (!p->n_warnings)
			continue;
		what = mem_format("turn %u", i);
		warnings_tell(what, p->warnings, p->n_warnings, each, arg);
		free(what);
	}
	if (state->early)
		each(arg, "the debate was ended before it had min_turns turns");
}

static void
tell_terms(const struct terms *terms, UT_string *out)
{
	utstring_printf(out,
		"- the orchestrator names who speaks, `next ORCHESTRATOR to=NAME asks=…` in `lock`, and that seat "
		"has %lld seconds for its turn\n",
		(long long)terms->turn_seconds);
	utstring_printf(out,
		"- a seat that is needed and free is waited for %lld seconds from the first join on; then the debate "
		"ends\n",
		(long long)terms->wait_seconds);
	utstring_printf(out,
		"- there are at most %lld turns; the orchestrator ends the debate, `end ORCHESTRATOR reason=…`, with "
		"a warning below %lld\n",
		(long long)terms->max_turns, (long long)terms->min_turns);
	utstring_printf(out,
		"- whoever has the floor may write below `kb/`, with any tool: lower a status, add at the end of "
		"Traceback notes, Strength assessment, a source's Criticism, `edges.md` and `contradictions.md`, add a "
		"source in `kb/sources/agents/HANDLE/`, and a debater add an argument, of its own position or of none, "
		"with "
		"`asserter: derived-during-debate-by-HANDLE` and `status: contested` or lower; nothing is raised, "
		"reworded or "
		"removed, and the moderator writes no notes\n"
		"- to `refuted` or `baseless` the moderator lowers, and a debater what is its own position's, or "
		"derived by itself; any other argument a debater lowers to `weak` at most, and asks the moderator for "
		"the rest\n"
		"- what is written there is seen by who has the floor, and becomes part of the debate with its turn, "
		"whose section Mutations has an item for each target: `- arg-014: why`, `- kb/edges.md: why`; "
		"where an argument is lowered it names what shows it: another one, a source, a contradiction, a claim "
		"or an "
		"earlier turn; a release, or a lease that runs out, drops it\n");
}

static const struct rule *
close_debate(const struct fstate *state, const struct context *ctx, const char *outcome, const char *reason,
	struct verdict *out, char **sentence)
{
	const struct rule *fault;
	struct draft *d;
	json_t *data;

	if (!fstate_is_closed(state) && state->ended && !strcmp(outcome, OUTCOME_WANTS_REASON) &&
		ctx->holder == state->debate.seats[ROLE_ORCHESTRATOR]) {
		if ((fault = close_reason_fault(outcome, reason, sentence)))
			return fault;
		d = &out->drafts[out->n++];
		d->kind = ENTRY_CLOSE;
		data = json_pack("{s:s, s:s}", "outcome", outcome, "reason", reason);
		d->data = mem_check(json_dumps(data, JSON_COMPACT));
		json_decref(data);
		verdict_add_invalidated(out, ctx, reason, NULL);
		return NULL;
	}
	return close_by_text(fstate_is_closed(state) ? fstate_outcome(state) : NULL, outcome,
		&synthesis_rules[SYNTHESIS_SECTION],
		"a debate is closed by its synthesis: `end ORCHESTRATOR reason=…`, then append it to "
		"output/synthesis.md",
		sentence);
}

static void
emit_revisions(const struct emitter *em)
{
	const struct mutations *m = adversarial_changes(em->after, fstate_pieces(em->after));

	for (size_t i = 0; i < m->n; i++)
		emit(em, "kb_revised",
			json_pack("{s:i, s:s, s:s, s:s}", "turn_number", (int)fstate_pieces(em->after), "participant",
				emitter_seat(em), "type", mutation_type_names[m->v[i].type], "target", m->v[i].target));
}

static void
events(const struct fstate *before, const struct fstate *after, const struct context *ctx, const struct entry *e,
	void (*to)(void *arg, const char *event, const char *unit, const char *members), void *arg)
{
	struct emitter em = {.before = before, .after = after, .ctx = ctx, .e = e, .emit = to, .arg = arg};

	snprintf(em.unit, sizeof em.unit, "turn:%u", fstate_pieces(after) + (e->kind != ENTRY_TURN));
	if (!before->debate.last && after->debate.last)
		emit_registered(&em);
	if (e->kind == ENTRY_TURN)
		emit(&em, "artifact_updated",
			json_pack("{s:i, s:s, s:i}", "turn_number", (int)fstate_pieces(after), "participant",
				emitter_seat(&em), "claims", (int)ledger_claims(after->ledger)));
	if (e->kind == ENTRY_TURN)
		emit_revisions(&em);
	if (e->kind == ENTRY_HANDIN && after->named)
		emit(&em, "speaker_named", json_pack("{s:s}", "participant", context_seat_name(ctx, after->named)));
	if (before->failed != after->failed)
		emit(&em, "participant_failed",
			json_pack("{s:s}", "participant",
				context_seat_name(
					ctx, after->debate.seats[__builtin_ctz(before->failed ^ after->failed)])));
	if (fstate_is_closed(after) && !fstate_is_closed(before))
		emit_closed(&em, fstate_phase_name(after), fstate_outcome(after), fstate_reason(after));
}

const struct format format_adversarial = {
	.name = "adversarial",
	.about = "debaters argue from the nodes and sources of an argument graph, a moderator rules, and an "
		 "orchestrator gives the "
		 "floor and writes the synthesis.",
	.seats_begin = 4,
	.seats_max = DEBATE_ROLES_MAX,
	.roles = adversarial_roles,
	.role_of = adversarial_role_of,
	.role_at = adversarial_role_at,
	.decides = ADVERSARIAL_MODERATOR,
	.verbs = adversarial_verbs,
	.rules = adversarial_rules,
	.n_rules = ADVERSARIAL_ALL_RULES,
	.rows = rows,
	.n_rows = sizeof rows / sizeof rows[0],
	.status = status_rows,
	.n_status = sizeof status_rows / sizeof status_rows[0],
	.hand_ins = adversarial_hand_ins,
	.n_hand_ins = ADVERSARIAL_HANDS,
	.endings = adversarial_endings + 1,
	.n_endings = OUTCOMES - 1,
	.texts = kb_texts,
	.n_texts = KB_TEXTS,
	.folder = &base_folder,
	.reading = &base_reading,
	.separator = "---",
	.state_bytes = sizeof(struct fstate),
	.begin = adversarial_begin,
	.hold_own = adversarial_hold_own,
	.drop_own = adversarial_drop_own,
	.piece_empty = adversarial_piece_empty,
	.steps = adversarial_steps,
	.facts_free = adversarial_facts_free,
	.phases = adversarial_phases,
	.n_phases = PHASES,
	.phase = adversarial_phase,
	.check = adversarial_check,
	.head = head,
	.terms = tell_terms,
	.join = adversarial_join,
	.missing = adversarial_missing,
	.may_open = may_open,
	.whose = whose,
	.floor = adversarial_floor,
	.judge = judge,
	.close = close_debate,
	.verb = adversarial_verb,
	.next = adversarial_next,
	.next_seat = adversarial_next_seat,
	.deadline = move_deadline,
	.expire = adversarial_expire,
	.clock = adversarial_clock,
	.render = render,
	.brief = adversarial_brief,
	.page = page,
	.anchors = anchors,
	.warnings = each_warning,
	.events = events,
};
