/*
 * What a prompt shows of the debate: to a seat that remembers nothing, all that its move is about. What matters most
 * comes first; a part that there is no room for is left out, and it is said where it stands.
 */
#include "validators/adversarial/floor.h"

#include <ctype.h>
#include <string.h>
#include "validators/adversarial/since.h"
#include "validators/adversarial/threads.h"
#include "validators/kit/shown.h"
#include "validators/text/markdown.h"
#include "validators/text/mem.h"

struct brief {
	const struct fstate *state;
	const struct context *ctx;
	unsigned seat;
	size_t side; /* KB_NONE: it speaks for none */
	size_t room;
	UT_string *out;
};

/* Takes what is in `part`; an empty one is not shown. */
static void
put_part(struct brief *b, const char *title, UT_string *part, const char *where)
{
	size_t used = utstring_len(b->out), need = utstring_len(part) + strlen(title) + 16;

	if (utstring_len(part) && (b->room == SHOWN_ALL || used + need <= b->room))
		utstring_printf(b->out, "\n### %s\n\n%s", title, utstring_body(part));
	else if (utstring_len(part))
		utstring_printf(b->out, "\n### %s\n\nLeft out here for its length: `%s` has it.\n", title, where);
	utstring_done(part);
}

/* Is `L-003` among what this seat is asked? Without a claim there, every one is. */
static bool
is_asked(const struct fstate *state, const struct claim *c, bool *any)
{
	bool asked = false;

	*any = false;
	for (const char *at = state->asks; at && (at = strpbrk(at, "Ll")); at++) {
		char *end;
		unsigned long number = at[1] == '-' && isdigit((unsigned char)at[2]) ? strtoul(at + 2, &end, 10) : 0;

		*any = *any || number;
		asked = asked || (number && number == c->number);
	}
	return asked;
}

/* Open claims of other sides, or those that it is asked about; `own`: its side's. */
static bool
is_answered(const struct brief *b, const struct claim *c)
{
	bool any, asked = is_asked(b->state, c, &any);

	return any ? asked : c->side != b->side && (c->status == CLAIM_OPEN || c->status == CLAIM_PARTIALLY_REBUTTED);
}

static void
put_claims(struct brief *b, bool own, const char *title)
{
	UT_string part;

	utstring_init(&part);
	for (unsigned i = 1; i <= ledger_claims(b->state->ledger); i++) {
		const struct claim *c = ledger_claim(b->state->ledger, i);

		if (own ? c->side == b->side : is_answered(b, c))
			claim_put(c, b->state->kb, &part);
	}
	put_part(b, title, &part, "output/claims-ledger.md");
}

static void
put_list(struct brief *b, enum claims_listed which, const char *title)
{
	UT_string part;

	utstring_init(&part);
	claims_put(b->state->ledger, b->state->kb, which, &part);
	put_part(b, title, &part, "output/claims-ledger.md");
}

/* The last turn of another, and what stands between it and one's own: the newest alone where there is no room. */
static void
put_turns(struct brief *b)
{
	const struct record_piece *p = b->state->debate.last;
	unsigned n = 0;

	for (; p && p->seat != b->seat && n < 3; p = p->before, n++) {
		UT_string part;
		char *title = mem_format("Turn %u", p->number);

		utstring_init(&part);
		md_fence(&part, "markdown", ((const struct adversarial_piece *)p)->text,
			strlen(((const struct adversarial_piece *)p)->text));
		put_part(b, title, &part, "debate.md");
		free(title);
	}
}

/* By argument, the first of the debate's own edges that lead to it, and behind each edge the next one: a row and 1; 0:
 * there is none. The argument's file, which the debate does not reword, says nothing of them. */
struct new_edges {
	size_t *first, *next;
};

static struct new_edges
new_edges_of(const struct kb *snapshot, const struct kb *kb)
{
	struct new_edges new = {
		mem_calloc(kb_arguments(kb), sizeof *new.first), mem_calloc(kb_edges(kb), sizeof *new.next)};

	for (size_t i = kb == snapshot ? 0 : kb_edges(kb); i--;) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (!since_edge(snapshot, kb, e))
			continue;
		new.next[i] = new.first[e->to];
		new.first[e->to] = i + 1;
	}
	return new;
}

static void
put_argument(const struct fstate *state, const struct new_edges *new, size_t row, UT_string *out)
{
	const struct kb *kb = state->kb;

	argument_put(state->snapshot, kb, row, out);
	for (size_t i = new->first[row]; i; i = new->next[i - 1])
		utstring_printf(out, "  - %s %s it (new)\n", kb_argument(kb, kb_edge(kb, i - 1)->from)->id,
			kb_edge_names[kb_edge(kb, i - 1)->type]);
}

/* Arguments that the claims at hand cite, and those that an edge has to do with them. */
static void
put_arguments(struct brief *b)
{
	const struct kb *kb = b->state->kb;
	size_t n = kb_arguments(kb);
	bool *cited = mem_calloc(n, sizeof *cited), *near = mem_calloc(n, sizeof *near);
	struct new_edges new = new_edges_of(b->state->snapshot, kb);
	UT_string part;

	for (unsigned i = 1; i <= ledger_claims(b->state->ledger); i++) {
		const struct claim *c = ledger_claim(b->state->ledger, i);

		for (size_t k = 0; k < c->n_cites && is_answered(b, c); k++) {
			size_t row = kb_argument_find(kb, c->cites[k].ref, strlen(c->cites[k].ref));

			if (row != KB_NONE)
				near[row] = cited[row] = true;
		}
	}
	for (size_t i = 0; i < kb_edges(kb); i++) {
		const struct kb_edge *e = kb_edge(kb, i);

		if (e->to != KB_NONE && (cited[e->from] || cited[e->to]))
			near[e->from] = near[e->to] = true;
	}
	utstring_init(&part);
	for (size_t i = 0; i < n; i++)
		if (near[i] || (kb_argument(kb, i)->side == b->side && !ledger_claims(b->state->ledger)))
			put_argument(b->state, &new, i, &part);
	put_part(b, "Arguments at hand", &part, "kb/arguments/index.md");
	free(new.first);
	free(new.next);
	free(cited);
	free(near);
}

/* Of the turns since its last. */
static void
put_warnings(struct brief *b)
{
	UT_string part;

	utstring_init(&part);
	for (const struct record_piece *p = b->state->debate.last; p && p->seat != b->seat; p = p->before)
		for (size_t i = 0; i < p->n_warnings; i++) {
			utstring_printf(&part, "- turn %u: ", p->number);
			md_escape(&part, p->warnings[i]);
			utstring_printf(&part, "\n");
		}
	put_part(b, "Warnings since your last turn", &part, "status");
}

/* By turns since its last; who never speaks has seen all but the newest. */
static void
put_changes(struct brief *b)
{
	bool speaks = fstate_role(b->state, b->seat) != ROLE_ORCHESTRATOR;
	UT_string part;

	utstring_init(&part);
	for (const struct record_piece *p = b->state->debate.last; p && p->seat != b->seat;
		p = speaks ? p->before : NULL) {
		const struct mutations *m = &((const struct adversarial_piece *)p)->changes;

		for (size_t i = 0; i < m->n; i++) {
			utstring_printf(&part, "- turn %u, %s, ", p->number, mutation_type_names[m->v[i].type]);
			md_escape(&part, m->v[i].target);
			utstring_printf(&part, ": ");
			md_escape(&part, m->v[i].change);
			utstring_printf(&part, "\n");
		}
	}
	put_part(b, "Changes of the knowledge base", &part, "kb/revisions.md");
}

static bool
is_lowered(const struct adversarial_piece *turn, const char *id)
{
	for (size_t i = 0; i < turn->changes.n; i++)
		if (turn->changes.v[i].type == MUTATION_STATUS_DOWNGRADE && !strcmp(turn->changes.v[i].target, id))
			return true;
	return false;
}

/* What another side has lowered as far as it may, or speaks of, since its last turn. */
static void
put_doubted(struct brief *b)
{
	const struct fstate *state = b->state;
	UT_string part;

	utstring_init(&part);
	for (size_t i = 0; i < kb_arguments(state->kb); i++) {
		const struct kb_argument *a = kb_argument(state->kb, i);

		if (a->status != KB_CONTESTED && a->status != KB_WEAK)
			continue;
		for (const struct record_piece *p = state->debate.last; p && p->seat != b->seat; p = p->before) {
			size_t side = adversarial_side(state, p->seat);
			bool lowered = is_lowered((const struct adversarial_piece *)p, a->id);

			if (side == a->side || (!lowered && !ledger_turn_cites(state->ledger, p->number, side, a->id)))
				continue;
			utstring_printf(&part, "- %s, %s, of ", a->id, kb_status_names[a->status]);
			md_escape(&part, a->position);
			utstring_printf(&part, ": %s in turn %u by %s\n", lowered ? "lowered" : "cited", p->number,
				context_seat(b->ctx, p->seat)->role);
		}
	}
	put_part(b, "Contested and weak arguments that another side speaks of; only you lower them below weak", &part,
		"threads");
}

static void
put_debater(struct brief *b)
{
	utstring_printf(b->out, "You are `%s`, and argue for the position: ", context_seat(b->ctx, b->seat)->role);
	md_escape(b->out, kb_position(b->state->kb, b->side)->name);
	utstring_printf(b->out, "\n");
	put_claims(b, false, "Claims to answer");
	put_turns(b);
	put_changes(b);
	put_list(b, CLAIMS_CLOSED, "Closed claims, which are only accepted or objected to");
	put_claims(b, true, "Your own claims");
	put_arguments(b);
}

static void
put_moderator(struct brief *b)
{
	utstring_printf(b->out, "You are the moderator: you rule, and advocate nothing.\n");
	put_list(b, CLAIMS_OBJECTED, "Objections to rule on");
	put_warnings(b);
	put_doubted(b);
	put_turns(b);
	put_changes(b);
	put_list(b, CLAIMS_THIN, "Thin claims");
	put_list(b, CLAIMS_OPEN, "Open claims");
	put_arguments(b);
}

/* Why it cannot be named now, or what else is to be known of it; "": nothing. */
static const char *
standing(const struct fstate *state, unsigned role, bool spoke_last)
{
	bool opened = state->opened & 1u << role, opening = state->debate.phase == PHASE_OPENING;

	if (state->failed & 1u << role)
		return ", taken out";
	if (opening && role == ROLE_MODERATOR)
		return ", may be named once each debater has opened";
	if (opening && opened)
		return ", has opened, and may be named again once each debater has";
	if (role >= ROLE_DEBATER && !opened)
		return ", has not opened";
	return spoke_last ? ", spoke last, and may not be named now" : "";
}

/* Who can be named. */
static void
put_seats(struct brief *b)
{
	const struct fstate *state = b->state;
	UT_string part;

	utstring_init(&part);
	for (unsigned seat = 1; seat <= b->ctx->n_seats; seat++) {
		unsigned n = 0, role = fstate_role(state, seat);

		for (const struct record_piece *p = state->debate.last; p; p = p->before)
			n += p->seat == seat;
		if (role >= DEBATE_ROLES_MAX || role == ROLE_ORCHESTRATOR)
			continue;
		utstring_printf(&part, "- ");
		md_escape(&part, context_seat_name(b->ctx, seat));
		utstring_printf(&part, ", `%s`, %u turn%s%s\n", context_seat(b->ctx, seat)->role, n, n == 1 ? "" : "s",
			standing(state, role, seat == state->spoke));
	}
	put_part(b, "Seats", &part, "status");
}

/* What it does by lines to `lock`, and what it has to know for that. */
static void
put_orchestrator(struct brief *b)
{
	const struct fstate *state = b->state;
	const struct terms *t = b->ctx->terms;

	utstring_printf(b->out,
		"You are the orchestrator: whoever you name speaks, and as long as nobody is named everybody waits. "
		"`fail ORCHESTRATOR who=NAME reason=…`, a line to `lock` with your own name in place of the first, "
		"takes out whoever is dead, and `end ORCHESTRATOR reason=\"…\"` begins the synthesis%s.\n",
		state->debate.phase == PHASE_OPENING ? ", once each debater has opened" : "");
	utstring_printf(b->out,
		"\nTurn %u comes next, of at most %lld; an end with fewer than %lld is taken with a warning.\n",
		fstate_pieces(state) + 1, (long long)t->max_turns, (long long)t->min_turns);
	if (state->silent) {
		utstring_printf(b->out, "\n");
		md_escape(b->out, context_seat_name(b->ctx, state->silent));
		utstring_printf(
			b->out, " was named to speak turn %u, and did not come in time.\n", fstate_pieces(state) + 1);
	}
	put_seats(b);
}

void
adversarial_brief(const struct fstate *state, const struct context *ctx, unsigned seat, size_t room, UT_string *out)
{
	struct brief b = {.state = state,
		.ctx = ctx,
		.seat = seat,
		.side = adversarial_side(state, seat),
		.room = room,
		.out = out};
	unsigned role = fstate_role(state, seat);
	UT_string part;

	utstring_printf(out, "## What it is about\n\n");
	if (!state->kb)
		return;
	if (role == ROLE_MODERATOR) {
		put_moderator(&b);
	} else if (b.side != KB_NONE) {
		put_debater(&b);
	} else {
		if (role == ROLE_ORCHESTRATOR && !state->ended)
			put_orchestrator(&b);
		put_changes(&b);
		utstring_init(&part);
		threads_render(state->ledger, state->kb, &part);
		put_part(&b, "Where it stands", &part, "threads");
		put_turns(&b);
	}
}
