/*
 * How a debate stands, and what has come of it: `status`, the line of a failure, conclusion.md.
 */
#include "validators/rounds/rounds.h"

#include <jansson.h>
#include <stdlib.h>
#include <strings.h>
#include "validators/kit/record.h"
#include "validators/kit/show.h"
#include "validators/kit/refusal.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

/* -- status -- */

static json_t *
status_points_open(const struct debate *d)
{
	UT_string ids;

	utstring_init(&ids);
	for (size_t i = 0; i < d->ledger.n; i++)
		if (STATE(d->ledger.points[i].state) & (STATE(OPEN) | STATE(ANSWERED)))
			utstring_printf(&ids, "%s\n", printed_id(&d->ledger.points[i].id).s);
	return status_lines(&ids);
}

/* The tool of the side that the verdict says won; "": there is no verdict. */
static const char *
find_winner(const struct debate *d)
{
	struct parsed p;

	if (!d->n || d->texts[d->n - 1].kind != VERDICT)
		return "";
	debate_read(d, &d->texts[d->n - 1], &p);
	unsigned winner = rounds_winner(d, &p);
	parsed_free(&p);
	return winner ? rounds_tool(d, winner) : "";
}

STATUS(rounds, json_integer(d->terms->rounds))
STATUS(completed, json_integer(d->order.round))
STATUS(winner, json_string(find_winner(d)))

const struct status_row rounds_status[] = {
	{"rounds", status_rounds},
	{"rounds_completed", status_completed},
	{"points_open", status_points_open},
	{"winner", status_winner},
	{0},
};

bool
rounds_came_to(const struct debate *d, UT_string *out)
{
	if (d->order.phase == PHASE_COMPLETED)
		utstring_printf(out, "%s had the stronger argument", find_winner(d));
	else if (d->order.phase == PHASE_UNCONTESTED)
		utstring_printf(out, "The challenger did not come; the position is uncontested");
	else
		utstring_printf(out, "Stopped");
	return d->order.phase == PHASE_ABORTED;
}

/* -- who may join -- */

/* A harness is the tool that a side speaks for: proposer and challenger differ in it. */
struct fault
rounds_joins(const struct debate *d, const struct debate_seat *who)
{
	unsigned other = debate_seat_of(d, ROLE_PROPOSER + ROLE_CHALLENGER - who->role);

	if (who->role == ROLE_ORCHESTRATOR || !other)
		return NO_FAULT;
	const char *role = rounds_roles[d->seats[other - 1].role - 1].name, *tool = d->seats[other - 1].harness;
	if (!strcasecmp(who->harness, "unknown"))
		return fault_of(REFUSAL_SEAT_IDENTITY, "the %s speaks for %s, and who speaks against it says for which "
			"tool: join with harness=…", role, tool);
	if (!strcasecmp(who->harness, tool))
		return fault_of(REFUSAL_SEAT_IDENTITY, "the %s speaks for %s already: proposer and challenger are "
			"different tools", role, tool);
	return NO_FAULT;
}

/* -- the head of the record, and terms -- */

void
rounds_head(const struct debate *d, UT_string *out)
{
	head_begin(d, "Debate: ", false, out);
	head_row(out, "Rounds", "%lld", (long long)d->terms->rounds);
	head_row(out, "A claim without evidence", "%s",
		d->terms->strict_evidence ? "is refused" : "is listed as unsupported");
	if (d->terms->closing)
		head_row(out, "Closing reply", "behind the last round, by the proposer");
	head_seats(d, "Tool", out);
}

void
rounds_tell_terms(const struct terms *terms, UT_string *out)
{
	utstring_printf(out, "- %lld %s; in each the proposer speaks, then the challenger; then the orchestrator gives "
		"the verdict\n", (long long)terms->rounds, terms->rounds == 1 ? "round" : "rounds");
	if (terms->closing)
		utstring_printf(out, "- behind the last round the proposer has one reply, of at most 300 words\n");
	utstring_printf(out, "- proposer and challenger join for two different tools, each with its own as `harness`\n"
		"- a text that is not in %lld seconds after it fell due has failed, claimed or not; the orchestrator "
		"may say so before: `fail ORCHESTRATOR who=NAME reason=…` in `lock`\n"
		"- a seat that nobody took %lld seconds after the first join has failed likewise\n"
		"- a claim without evidence is %s\n", (long long)terms->turn_seconds, (long long)terms->wait_seconds,
		terms->strict_evidence ? "refused" : "listed as unsupported");
}

/* -- a failure -- */

static const char *const follows[ROUNDS_KINDS] = {
	[OPENING] = "there is no position, and the debate is aborted",
	[CHALLENGE] = "the position is uncontested",
	[SUMMARY] = "the next turn goes without a summary",
	[CLOSING] = "there is no closing reply",
	[VERDICT] = "there is no verdict, and the debate is aborted",
};

static void
put_failure(unsigned role, unsigned kind, unsigned round, const char *reason, UT_string *out)
{
	if (kind == OPENING && role == ROLE_CHALLENGER) /* nobody took the seat */
		kind = CHALLENGE;
	utstring_printf(out, "the %s failed (", rounds_roles[role - 1].name);
	md_escape(out, reason ? reason : "timeout");
	utstring_printf(out, "); ");
	if (follows[kind])
		utstring_printf(out, "%s", follows[kind]);
	else
		utstring_printf(out, "round %u is incomplete, and the verdict is on those before it", round);
}

void
rounds_put_lapses(const struct debate *d, UT_string *out)
{
	for (size_t i = 0; i < d->n_lapses; i++) {
		const struct debate_lapse *lapse = &d->lapses[i];

		utstring_printf(out, "- ");
		put_failure(lapse->role, lapse->kind, lapse->round, lapse->reason, out);
		utstring_printf(out, "\n");
	}
}

void
rounds_lapse(const struct debate *d, unsigned seat, unsigned role, const char *reason, UT_string *out)
{
	put_failure(seat ? d->seats[seat - 1].role : role, d->order.row->kind, debate_round(d), reason, out);
}

/* -- conclusion.md -- */

/* As its writer wrote it, below a heading: of a side as a quotation, whatever headings it has; of who decided as it
 * is, but as code where something goes on behind it, as a comment in two sections. */
static void
put_section(const struct parsed *p, const char *title, const char *heading, bool side, UT_string *out)
{
	const struct section *s = parts_section(p, title);
	struct reader body = s ? without_white(s->body) : reader_of("", ""), line;
	struct findings open = {0};

	if (!len_of(&body))
		return;
	while (body.s > s->body.s && strchr(" \t", body.s[-1]))
		body.s--;
	utstring_printf(out, "\n## %s\n\n", heading);
	if (!side)
		safety_judge_made(p, body, &open);
	while (side && next_line(&body, &line))
		utstring_printf(out, ">%s%.*s\n", len_of(&line) ? " " : "", (int)len_of(&line), line.s);
	if (open.n)
		md_fence(out, "", body.s, len_of(&body));
	else if (!side)
		utstring_printf(out, "%.*s\n", (int)len_of(&body), body.s);
	findings_free(&open);
}

static void
put_verdict(const struct parsed *p, UT_string *out)
{
	static const char *const labels[] = {"Winner", "Because", "Genuine disagreement", "Evidence quality",
		"Challenge depth", "Direction", "Reason"};

	put_section(p, "Recommendation", "What to do", false, out);
	utstring_printf(out, "\n## Verdict\n\n");
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		const struct field *f = parts_label(p, parts_section(p, NULL), NULL, labels[i]);

		if (!f || !len_of(&f->value))
			continue;
		utstring_printf(out, "- %s: ", labels[i]);
		rounds_put_words(p, f->line, f->value, 2, out);
	}
	put_section(p, "Key Agreements", "Key agreements", false, out);
	put_section(p, "Key Disagreements", "Key disagreements", false, out);
	put_section(p, "Unresolved Questions", "Unresolved questions", false, out);
}

static void
put_seats(const struct debate *d, UT_string *out)
{
	for (unsigned role = ROLE_PROPOSER; role <= ROLE_ORCHESTRATOR; role++) {
		unsigned seat = debate_seat_of(d, role);
		struct reader position = rounds_position(d, role);

		utstring_printf(out, "- %s: ", rounds_roles[role - 1].name);
		if (seat)
			brief_seat(d, seat, out);
		else
			utstring_printf(out, "nobody");
		utstring_printf(out, len_of(&position) ? ", for " : "");
		rounds_put_plain(position, out);
		utstring_printf(out, "\n");
	}
}

void
rounds_conclusion(const struct debate *d, UT_string *out)
{
	bool uncontested = d->order.phase == PHASE_UNCONTESTED;
	char time[RECORD_TIME_BYTES];
	struct rounds_texts texts;
	bool unsupported = false;
	unsigned all;

	rounds_read(d, &texts);
	debate_print_cautions(d, out);
	debate_print_end(d, out);
	if (d->n && d->texts[d->n - 1].kind == VERDICT)
		put_verdict(&texts.v[d->n - 1], out);
	else
		utstring_printf(out, "\n%s\n", uncontested ?
			"Nobody challenged the proposer's position, which is all that there is: weigh it as a claim." :
			"There is no verdict: nothing was decided.");
	if (uncontested && d->n)
		put_section(&texts.v[0], "Stance", "The uncontested position", true, out);
	for (size_t i = 0; i < d->n; i++)
		if (d->texts[i].kind == CHALLENGE)
			put_section(&texts.v[i], "Alternative", "The challenger's alternative", true, out);
	rounds_put_standing(d, &texts, STATE(AGREED), ~0u, "## Agreed", out);
	rounds_put_standing(d, &texts, STATE(CONCEDED), ~0u, "## Conceded", out);
	rounds_put_standing(d, &texts, STATE(RESOLVED), ~0u, "## Resolved", out);
	rounds_put_standing(d, &texts, STATE(OPEN), ~0u, "## Unresolved", out);
	rounds_put_standing(d, &texts, STATE(ANSWERED), ~0u, "## Disputed", out);
	rounds_put_standing(d, &texts, STATE(CLAIMED), ~0u, "## Claimed, and not agreed", out);
	for (unsigned i = 1; i <= d->n; i++)
		unsupported |= rounds_put_unsupported(d, &texts, i,
			unsupported ? "" : "\n## Said without evidence\n\n", out);
	utstring_printf(out, "\n## The debate\n\n- ended: %s\n", record_time(d->end.time_ms, time));
	put_seats(d, out);
	utstring_printf(out, "- rounds: %u of %lld are complete\n", d->order.round, (long long)d->terms->rounds);
	rounds_put_lapses(d, out);
	utstring_printf(out,
		"- rigor: marks, references and quotations were checked by rules (%u quotations were found); what "
		"they mean was weighed by those who took part\n"
		"- the whole of it: `debate.md`; as a page: `view.html`\n",
		debate_quotations(d, &all));
	rounds_texts_free(&texts);
}
