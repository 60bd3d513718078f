/*
 * The fold of a debate: seats, phases, what is sealed, when it may be closed; and a whole debate that comes to the same whichever
 * side hands in first.
 */
#include "tests/unit/validators/dialectic_fixture.h"

#include "validators/dialectic/draw.h"

static void
hand_in_opening(struct played *d, enum side side)
{
	debate_take(d, d->state->exchange ? OPENING : OPENINGS, side);
}

#define SCORE(id, score) "{\"argument_id\": \"" id "\", \"score\": " score ", \"reasoning\": \"What " id " says is weighed.\"}"
static const char opening_scores[] = "{\"scores\": [" SCORE("prop_000a", "0.5") ", " SCORE("prop_000b", "0") ", " SCORE("prop_000c", "0") ", "
	SCORE("opp_000a", "0") ", " SCORE("opp_000b", "0") ", " SCORE("opp_000c", "-0.5") "]}";

/* -- seats ----------------------------------------------------------------------------------------------------------------------- */

TEST(a_role_is_taken_once)
{
	struct played d;

	debate_open(&d);
	assert_int_equal(dialectic_state(d.state), DEBATE_PREPARING);
	debate_move(&d, debate_seat(d.state, ROLE_JUDGE, 1));
	assert_int_equal(dialectic_state(d.state), DEBATE_WAITING);
	debate_move(&d, debate_seat(d.state, ROLE_OPPOSITION, 2));
	assert_int_equal(dialectic_state(d.state), DEBATE_WAITING);
	assert_null(debate_seat(d.state, ROLE_OPPOSITION, 3));
	assert_null(debate_seat(d.state, ROLES, 3));
	debate_move(&d, debate_seat(d.state, ROLE_PROPOSITION, 3));
	assert_int_equal(dialectic_state(d.state), DEBATE_DEBATING);
	assert_int_equal(debate_role(d.state, 2), ROLE_OPPOSITION);
	assert_int_equal(debate_role(d.state, 1), ROLE_JUDGE);
	assert_int_equal(debate_role(d.state, 4), ROLES);
	assert_int_equal(debate_role(d.state, 0), ROLES);
	debate_done(&d);
}

TEST(debating_begins_without_the_judge)
{
	struct played d;

	debate_open(&d);
	debate_move(&d, debate_seat(d.state, ROLE_PROPOSITION, 1));
	assert_int_equal(dialectic_state(d.state), DEBATE_WAITING);
	debate_move(&d, debate_seat(d.state, ROLE_OPPOSITION, 2));
	assert_int_equal(dialectic_state(d.state), DEBATE_DEBATING);
	debate_done(&d);
}

/* -- phases ---------------------------------------------------------------------------------------------------------------------- */

TEST(phases_and_exchanges_follow_the_hand_ins)
{
	struct played d;

	debate_open(&d);
	assert_int_equal(debate_phase(d.state), PHASE_ARGUMENTS);
	hand_in_opening(&d, SIDE_OPPOSITION);
	assert_int_equal(debate_phase(d.state), PHASE_ARGUMENTS);
	hand_in_opening(&d, SIDE_PROPOSITION);
	assert_int_equal(debate_phase(d.state), PHASE_JUDGEMENT);
	assert_int_equal(d.state->exchange, 0);
	debate_take_judgement(&d, opening_scores);
	assert_int_equal(debate_phase(d.state), PHASE_ARGUMENTS);
	assert_int_equal(d.state->exchange, 1);
	assert_true(d.state->totals[SIDE_PROPOSITION].total.value == 0.5);
	assert_int_equal(d.state->totals[SIDE_OPPOSITION].count, 3);
	debate_done(&d);
}

TEST(what_is_not_due_changes_nothing)
{
	struct played d;
	struct handin *opening, *late;
	struct judgement *j;
	int err;

	debate_open(&d);
	opening = hand_in(OPENINGS, SIDE_PROPOSITION, 0, false, &err);
	late = hand_in(OPENING, SIDE_PROPOSITION, 1, false, &err);
	j = hand_in_judgement(opening_scores, 0, NULL, false, &err);
	assert_null(debate_hand_in(d.state, late));
	assert_null(debate_judge(d.state, j));
	debate_move(&d, debate_hand_in(d.state, opening));
	assert_null(debate_hand_in(d.state, opening));
	assert_null(debate_judge(d.state, j));
	hand_in_opening(&d, SIDE_OPPOSITION);
	debate_move(&d, debate_judge(d.state, j));
	assert_null(debate_judge(d.state, j));
	assert_null(debate_hand_in(d.state, opening));
	debate_move(&d, debate_close(d.state, DIALECTIC_COMPLETED, NULL, 0));
	assert_null(debate_hand_in(d.state, late));
	assert_null(debate_seat(d.state, ROLE_JUDGE, 1));
	assert_null(debate_close(d.state, DIALECTIC_INVALIDATED, NULL, 0));
	handin_drop(opening);
	handin_drop(late);
	judgement_drop(j);
	debate_done(&d);
}

TEST(a_state_that_is_held_stays_as_it_was)
{
	struct played d;
	struct fstate *before;
	unsigned n;

	debate_open(&d);
	debate_play(&d, SIDE_PROPOSITION);
	before = fstate_hold(d.state);
	debate_play(&d, SIDE_PROPOSITION);
	debate_play(&d, SIDE_OPPOSITION);
	assert_int_equal(before->exchange, 1);
	free(debate_arguments(before, true, &n));
	assert_int_equal(n, 6);
	assert_true(before->board->scores[0].value == 0.35);
	assert_true(d.state->board->scores[0].value == 0.2);
	debate_done(&d);
	assert_int_equal(debate_last(before)->judgement->n_scores, 6);
	fstate_drop(before);
}

/* -- sealed ---------------------------------------------------------------------------------------------------------------------- */

static unsigned
shown(const struct played *d, bool sealed)
{
	unsigned n;

	free(debate_arguments(d->state, sealed, &n));
	return n;
}

TEST(a_hand_in_is_shown_when_the_other_sides_is_in)
{
	struct argument_id id = { .side = SIDE_OPPOSITION, .letter = 1 };
	struct played d;

	debate_open(&d);
	hand_in_opening(&d, SIDE_OPPOSITION);
	assert_true(debate_has_sealed(d.state, true));
	assert_int_equal(shown(&d, true), 0);
	assert_null(debate_argument(d.state, true, id));
	hand_in_opening(&d, SIDE_PROPOSITION);
	assert_false(debate_has_sealed(d.state, true));
	assert_int_equal(shown(&d, true), 6);
	assert_ptr_equal(debate_argument(d.state, true, id), &d.state->in[SIDE_OPPOSITION]->arguments[1]);
	debate_take_judgement(&d, opening_scores);
	hand_in_opening(&d, SIDE_PROPOSITION);
	assert_int_equal(shown(&d, true), 6);
	assert_non_null(debate_argument(d.state, true, id));
	debate_done(&d);
}

TEST(without_a_seal_it_is_shown_at_once)
{
	struct argument_id id = { .side = SIDE_OPPOSITION };
	struct played d;

	debate_open(&d);
	hand_in_opening(&d, SIDE_OPPOSITION);
	assert_false(debate_has_sealed(d.state, false));
	assert_int_equal(shown(&d, false), 3);
	assert_non_null(debate_argument(d.state, false, id));
	debate_done(&d);
}

TEST(nothing_of_a_sealed_hand_in_is_in_any_file)
{
	char *secret = patched(OPENING, "{\"title\": \"Secret secret secret secret secret\", \"claim\": \"secret as it is\"}");
	char *text = mem_format("[%s, " OPENING_AS("a secret is kept") ", " OPENING_AS("no secret was told") "]", secret);
	struct played d;
	UT_string out;

	debate_open(&d);
	debate_take(&d, text, SIDE_PROPOSITION);
	utstring_init(&out);
	render_front(&corpus_terms, d.state, &out);
	render_head(&corpus_terms, &out);
	render_scores(d.state, &out);
	dialectic_draw(d.state, true, graph_mermaid, &out);
	dialectic_draw(d.state, true, graph_svg, &out);
	assert_null(strstr(utstring_body(&out), "ecret"));
	assert_null(strstr(utstring_body(&out), "prop_000a"));
	hand_in_opening(&d, SIDE_OPPOSITION);
	dialectic_draw(d.state, true, graph_mermaid, &out);
	assert_non_null(strstr(utstring_body(&out), "Secret"));
	utstring_done(&out);
	debate_done(&d);
	free(text);
	free(secret);
}

/* -- the end --------------------------------------------------------------------------------------------------------------------- */

static void
assert_closes(const struct played *d, bool sealed, bool completed)
{
	assert_int_equal(debate_close_fault(d->state, sealed, DIALECTIC_COMPLETED) == NULL, completed);
	assert_null(debate_close_fault(d->state, sealed, DIALECTIC_INVALIDATED));
	assert_non_null(debate_close_fault(d->state, sealed, "DISSENT"));
	assert_non_null(debate_close_fault(d->state, sealed, ""));
}

TEST(a_debate_is_completed_after_a_judgement)
{
	struct played d;

	debate_open(&d);
	assert_closes(&d, true, false);
	hand_in_opening(&d, SIDE_PROPOSITION);
	assert_closes(&d, true, false);
	assert_non_null(strstr(debate_close_fault(d.state, true, DIALECTIC_COMPLETED), "sealed"));
	assert_closes(&d, false, false);
	hand_in_opening(&d, SIDE_OPPOSITION);
	assert_closes(&d, true, false);
	debate_take_judgement(&d, opening_scores);
	assert_closes(&d, true, true);
	hand_in_opening(&d, SIDE_PROPOSITION);
	assert_closes(&d, true, false);
	debate_done(&d);
}

TEST(what_invalidates_a_debate_reveals_what_was_sealed)
{
	struct played d;

	debate_open(&d);
	hand_in_opening(&d, SIDE_PROPOSITION);
	debate_move(&d, debate_close(d.state, DIALECTIC_INVALIDATED, "no more", 0));
	assert_int_equal(dialectic_state(d.state), DEBATE_INVALIDATED);
	assert_string_equal(fstate_reason(d.state), "no more");
	assert_false(debate_has_sealed(d.state, true));
	assert_int_equal(shown(&d, true), 3);
	debate_done(&d);
}

/* -- a whole debate -------------------------------------------------------------------------------------------------------------- */

/* Every file, one behind the other. */
static void
render_all(const struct played *d, UT_string *out)
{
	unsigned n;
	const struct argument **list = debate_arguments(d->state, true, &n);

	render_front(&corpus_terms, d->state, out);
	render_head(&corpus_terms, out);
	utstring_concat(out, &d->record);
	for (unsigned i = 0; i < n; i++)
		render_argument(list[i], out);
	render_scores(d->state, out);
	dialectic_draw(d->state, true, graph_mermaid, out);
	dialectic_draw(d->state, true, graph_svg, out);
	free(list);
}

TEST(five_exchanges_come_to_the_same_in_either_order_of_the_sides)
{
	UT_string files[SIDES];
	struct played d;

	for (enum side first = 0; first < SIDES; first++) {
		debate_play_all(&d, first);
		utstring_init(&files[first]);
		render_all(&d, &files[first]);
		assert_int_equal(d.state->exchange, CORPUS_EXCHANGES);
		debate_done(&d);
	}
	assert_string_equal(utstring_body(&files[0]), utstring_body(&files[1]));
	assert_true(utstring_len(&files[0]) > 20000);
	utstring_done(&files[0]);
	utstring_done(&files[1]);
}

/* Handed in as text, kept as the log keeps it, folded again from that. */
static void
replay_exchange(const struct exchange *x, struct played *d)
{
	for (enum side side = 0; side < SIDES; side++) {
		char *text = corpus_text(x->piece.number - 1, dialectic_sides[side].name);
		struct findings findings = { .n = 0 };
		json_t *value = jsonform_parse(&dialectic_json, text, strlen(text), 0, false, &findings), *data = handin_data(x->in[side]);
		struct handin *h = handin_restore(value, data);

		assert_non_null(h);
		debate_move(d, debate_hand_in(d->state, h));
		handin_drop(h);
		json_decref(value);
		json_decref(data);
		free(text);
	}
}

TEST(five_exchanges_come_to_the_same_out_of_the_log)
{
	struct played d, again;
	UT_string files, files_again;
	const struct exchange **exchanges;
	unsigned n;

	debate_play_all(&d, SIDE_PROPOSITION);
	debate_open(&again);
	exchanges = debate_exchanges(d.state, &n);
	for (unsigned i = 0; i < n; i++) {
		json_t *value = judgement_json(exchanges[i]->judgement);
		struct judgement *j = judgement_restore(value, i);

		replay_exchange(exchanges[i], &again);
		j->time_ms = exchanges[i]->judgement->time_ms;
		render_exchange(again.state->in, j, &again.record);
		debate_move(&again, debate_judge(again.state, j));
		judgement_drop(j);
		json_decref(value);
	}
	utstring_init(&files);
	utstring_init(&files_again);
	render_all(&d, &files);
	render_all(&again, &files_again);
	assert_string_equal(utstring_body(&files), utstring_body(&files_again));
	utstring_done(&files);
	utstring_done(&files_again);
	free(exchanges);
	debate_done(&d);
	debate_done(&again);
}

/* What the scores and rescores of the corpus add up to, computed from its JSON alone. */
TEST(the_totals_are_those_of_the_judges_hand_ins)
{
	struct played d;

	debate_play_all(&d, SIDE_OPPOSITION);
	for (enum side side = 0; side < SIDES; side++) {
		double sum = 0;
		unsigned count = 0;

		for (const struct exchange *x = debate_last(d.state); x; x = (const struct exchange *)x->piece.before) {
			for (unsigned i = 0; i < x->judgement->n_scores; i++) {
				if (x->judgement->scores[i].id.side != side)
					continue;
				sum += x->judgement->scores[i].score.value;
				count++;
			}
			for (unsigned i = 0; i < x->judgement->n_rescores; i++)
				if (x->judgement->rescores[i].id.side == side)
					sum += x->judgement->rescores[i].score.value - x->judgement->rescores[i].old_score.value;
		}
		assert_int_equal(d.state->totals[side].count, count);
		assert_true(d.state->totals[side].total.value - sum < 0.0005 && sum - d.state->totals[side].total.value < 0.0005);
	}
	/* Three rescores of exchange 2 were skipped. */
	assert_int_equal(debate_exchange(d.state, d.state->exchange - 3)->judgement->n_warnings, 3);
	assert_int_equal(debate_exchange(d.state, d.state->exchange - 3)->judgement->n_rescores, 1);
	debate_done(&d);
}
