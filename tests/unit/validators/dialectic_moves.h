/*
 * What participants of a dialectic do, as entries into a state: each gives the next state, or NULL where the debate has no such move.
 * Before anybody acts all join who have not: proposition, opposition and judge as seats 1, 2 and 3.
 */
#ifndef TESTS_UNIT_VALIDATORS_DIALECTIC_MOVES_H
#define TESTS_UNIT_VALIDATORS_DIALECTIC_MOVES_H

#include <jansson.h>
#include "tests/unit/validators/apply.h"
#include "validators/dialectic/dialectic.h"
#include "validators/dialectic/state.h"
#include "validators/text/mem.h"

static inline struct fstate *
enter(const struct fstate *state, const struct entry *e, const char *role, void *facts)
{
	static const struct terms terms = { .sealed = true };
	const struct seat *seats[ROLES + 2];
	struct seat seat = { .number = e->seat, .name = "somebody", .role = role };
	struct context ctx = { .terms = &terms, .seats = seats, .n_seats = e->seat };

	for (unsigned i = 0; i < e->seat; i++)
		seats[i] = &seat;
	return apply_entry(state, &ctx, e, 0, facts);
}

static inline struct fstate *
debate_seat(const struct fstate *state, enum role role, unsigned seat)
{
	return enter(state, &(struct entry){ .kind = ENTRY_JOIN, .seat = seat }, role < ROLES ? dialectic_role_names[role] : "nobody", NULL);
}

/* All have joined who had not. */
static inline struct fstate *
all_seated(const struct fstate *state)
{
	struct fstate *seated = fstate_hold(state);

	for (enum role role = 0; role < ROLES; role++) {
		struct fstate *next = seated->debate.seats[role] ? NULL : debate_seat(seated, role, role + 1);
		if (next) {
			fstate_drop(seated);
			seated = next;
		}
	}
	return seated;
}

/* Whoever has this role enters it. Takes data. */
static inline struct fstate *
act(const struct fstate *state, enum role role, struct entry e, json_t *data, void *facts)
{
	struct fstate *seated = all_seated(state), *next;

	e.data = data ? json_dumps(data, JSON_COMPACT) : NULL;
	e.data_len = e.data ? strlen(e.data) : 0;
	e.seat = seated->debate.seats[role];
	next = enter(seated, &e, "", facts);
	fstate_drop(seated);
	free(e.data);
	json_decref(data);
	return next;
}

static inline struct fstate *
debate_hand_in(const struct fstate *state, struct handin *h)
{
	struct entry e = { .kind = ENTRY_HANDIN, .time_ms = h->time_ms, .body = "{}", .body_len = 2 };

	return act(state, (enum role)h->side, e, handin_data(h), handin_hold(h));
}

static inline struct fstate *
debate_judge(const struct fstate *state, struct judgement *j)
{
	struct entry e = { .kind = ENTRY_TURN, .time_ms = j->time_ms, .body = "\n## Exchange\n", .body_len = 13 };

	return act(state, ROLE_JUDGE, e, judgement_json(j), judgement_hold(j));
}

static inline struct fstate *
debate_close(const struct fstate *state, const char *outcome, const char *reason, int64_t time_ms)
{
	struct entry e = { .kind = ENTRY_CLOSE, .time_ms = time_ms };

	return act(state, ROLE_JUDGE, e, json_pack("{s:s, s:s}", "outcome", outcome, "reason", reason ? reason : ""), NULL);
}

static inline struct fstate *
debate_report(const struct fstate *state, const char *text, size_t len, int64_t time_ms)
{
	struct entry e = { .kind = ENTRY_REPORT, .time_ms = time_ms, .body = (char *)text, .body_len = len };

	return act(state, ROLE_JUDGE, e, NULL, NULL);
}

#endif
