/* The next speaker: what the orchestrator's verbs are refused for, and what they do. */
#include "validators/adversarial/adversarial.h"

#include <stdlib.h>
#include "validators/kit/refusal.h"
#include "validators/text/markdown.h"
#include "validators/text/text.h"

/* Behind the last turn that anybody may be named for, is a turn owed to that seat, and it had none since? */
static bool
may_still_speak(const struct debate *d, unsigned seat)
{
	return !adv_is_given_up(d, seat) && adv_is_owed(d, seat, NULL) &&
		!adv_had_turn(d, seat, (unsigned)d->terms->max_turns);
}

bool
adv_is_all_said(const struct debate *d)
{
	for (unsigned seat = 1; seat <= d->n_seats; seat++)
		if (may_still_speak(d, seat))
			return false;
	return d->n >= (size_t)d->terms->max_turns;
}

/* -- verbs -- */

static struct fault
judge_next(const struct debate *d, const struct verb_ask *ask, UT_string *line)
{
	const char *role = ask->to ? ask->to : "", *asks = ask->asks;
	unsigned named = debate_role_named(d, role),
		 seat = named && named != ROLE_ORCHESTRATOR ? debate_seat_of(d, named) : 0;

	if (d->order.phase != PHASE_NAMING && d->order.phase != PHASE_SPEAKING)
		return fault_of(REFUSAL_LEASE_ORDER,
			"nobody is named before the openings are in, or behind the last turn");
	if (!seat) {
		const char *between = " ";
		UT_string why;

		utstring_init(&why);
		utstring_printf(&why, "nobody has the role `%s`: `to=` is", quote(role, strlen(role)).s);
		for (unsigned one = 1; one <= d->n_seats; one++) {
			if (d->seats[one - 1].role == ROLE_ORCHESTRATOR || adv_is_given_up(d, one))
				continue;
			utstring_printf(&why, "%s%s", between, adv_handle(d, one));
			between = " or ";
		}
		return (struct fault){&refusals[REFUSAL_VALUE_BAD], utstring_body(&why)};
	}
	if (!asks || is_blank(asks, strlen(asks)))
		return fault_of(REFUSAL_VALUE_BAD, "`asks=\"…\"` says what is asked");
	if (adv_is_given_up(d, seat))
		return fault_of(REFUSAL_LEASE_ORDER, "%s was given up", d->seats[seat - 1].name);
	if (d->order.last == seat)
		return fault_of(REFUSAL_LEASE_ORDER, "%s spoke last, and nobody speaks twice in a row",
			d->seats[seat - 1].name);
	if (d->n >= (size_t)d->terms->max_turns && !may_still_speak(d, seat))
		return fault_of(REFUSAL_LEASE_ORDER,
			"there are %zu turns: only a seat that is owed one may still be named, once", d->n);
	char *said = mem_strdup(asks);
	for (char *mark = said; (mark = strchr(mark, '"'));)
		*mark = '\''; /* no words of it stand behind those that end it */
	md_escape(line, d->seats[seat - 1].name);
	utstring_printf(line, " speaks next: \"");
	md_escape_paragraph(line, said);
	utstring_printf(line, "\"");
	free(said);
	return NO_FAULT;
}

static void
apply_next(struct debate *d, const struct verb_ask *ask)
{
	unsigned seat = debate_seat_of(d, debate_role_named(d, ask->to));
	struct adversarial *a = d->own;

	if (!seat)
		return;
	if (a->opened == SIZE_MAX) {
		a->opened = d->n;
		a->lapsed = d->n_lapses;
	}
	free(a->asks);
	a->asks = mem_strdup(ask->asks);
	debate_name(d, seat, PHASE_SPEAKING);
}

/* Appends "the cross-examination has ended", and after how many turns where there are to be more. */
static void
print_end(const struct debate *d, size_t turns, UT_string *out)
{
	utstring_printf(out, "the cross-examination has ended");
	if (turns < (size_t)d->terms->min_turns)
		utstring_printf(out, " after %zu turns, fewer than %d", turns, (int)d->terms->min_turns);
}

static struct fault
judge_end(const struct debate *d, const struct verb_ask *ask, UT_string *line)
{
	const struct adversarial *a = adv_of(d);
	struct fault fault = NO_FAULT;
	UT_string why;

	if (d->order.phase != PHASE_NAMING && d->order.phase != PHASE_SPEAKING)
		return fault_of(REFUSAL_LEASE_ORDER, "only the cross-examination is ended so");
	utstring_init(&why);
	for (unsigned seat = 1; seat <= d->n_seats && !fault.rule; seat++) {
		const char *name = d->seats[seat - 1].name;
		bool crossed = adv_position(d, seat) == NO_POSITION;

		if (adv_is_given_up(d, seat))
			continue;
		/* Each debater has had a turn since somebody was named first, which may not have come. */
		for (size_t i = a->opened; i < d->n; i++)
			crossed |= d->texts[i].seat == seat;
		for (size_t i = a->lapsed; i < d->n_lapses; i++)
			crossed |= d->lapses[i].seat == seat;
		if (!crossed)
			fault = fault_of(REFUSAL_LEASE_ORDER, "%s has had no turn in cross-examination", name);
		else if (adv_is_owed(d, seat, &why))
			fault = fault_of(REFUSAL_LEASE_ORDER, "a turn is owed to %s: %s", name, utstring_body(&why));
	}
	utstring_done(&why);
	if (fault.rule)
		return fault;
	print_end(d, d->n, line);
	if (ask->reason && *ask->reason) {
		utstring_printf(line, ": ");
		md_escape_paragraph(line, ask->reason);
	}
	return NO_FAULT;
}

static void
apply_end(struct debate *d, const struct verb_ask *ask)
{
	struct adversarial *a = d->own;

	(void)ask;
	a->ended_after = d->n;
	debate_go(d, PHASE_SYNTHESIS);
}

const struct debate_verb adv_verbs[] = {
	{"next", ROLE_ORCHESTRATOR, judge_next, apply_next, "speaker_named"},
	{"end", ROLE_ORCHESTRATOR, judge_end, apply_end, "synthesis_due"},
	{.word = "fail"},
	{0},
};

void
adv_warn(const struct debate *d, UT_string *out)
{
	const struct adversarial *a = adv_of(d);

	if (a->ended_after && a->ended_after < (size_t)d->terms->min_turns)
		print_end(d, a->ended_after, out);
}

char *
adv_fail_refused(const struct debate *d, unsigned seat)
{
	const char *name = d->seats[seat - 1].name;

	if (d->seats[seat - 1].role == ROLE_ORCHESTRATOR)
		return mem_strdup("the orchestrator is not given up");
	if (adv_is_given_up(d, seat))
		return mem_format("%s was given up already", name);
	if (!adv_is_late(d, seat))
		return mem_format("no turn of %s was given that did not come", name);
	return NULL;
}
