/* Blanks and examples of what is handed in: what is in place, that a place left open is refused, that a filled one is accepted. */
#include "tests/unit/validators/socratic_filler.h"
#include "validators/formats.h"
#include "validators/socratic/blank.h"
#include "validators/text/markdown.h"

static const char plan[] = "# The plan\n\nCaching of results, step by step.\n";

/* -- a duel in many situations --------------------------------------------------------------------------------------------------- */

static void
two_join(struct duel *d)
{
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "my shell", "x/y z");
}

/* A valid turn of a seat. */
static void
speak(struct duel *d, unsigned seat, const char *stance, const char *flag)
{
	unsigned n = fstate_pieces(d->state) + 1;
	const struct seat *who = &d->seats[seat - 1];
	char addressed[16], text[2048];

	snprintf(addressed, sizeof addressed, n > 1 ? "Turn %u" : "Source", n - 1);
	snprintf(text, sizeof text,
		"## Turn %u — %s (%s / %s) — %s\n\n**Position**\nCaching seen%u from%u here%u.\n\n**Counterpoints**\n- Addresses: %s\n"
		"  Claim: one%u of%u those%u.\n  Support:\n    - Principle: care\n\n**Agreements**\n- none yet\n\n**Novel Argument**\n"
		"new%u to%u all%u of%u them%u.\n\nSupport:\n    - Principle: thrift\n\n**Unresolved Items**\n- the size (%s)\n\n"
		"**Stance Revision Support**\n- Principle: candour\n",
		n, who->name, who->harness, who->model, stance, n, n, n, addressed, n, n, n, n, n, n, n, n, flag);
	if (!strcmp(stance, "ACCEPTING_CONSENSUS") && seat == 1)
		strcat(text, "\n**Consensus**\nThe size is of no *weight* here.\n");
	else if (!strcmp(stance, "ACCEPTING_CONSENSUS"))
		sprintf(text + strlen(text), "\n**Consensus**\nAccepts: Turn %u\n", n - 1);
	duel_accept(d, seat, text, strlen(text));
}

static void
speak_to(struct duel *d, unsigned turns)
{
	two_join(d);
	for (unsigned n = 1; n <= turns; n++)
		speak(d, n % 2 ? 1 : 2, "OPEN_TO_DEBATE", "blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
nobody(struct duel *d)
{
	(void)d;
}

static void
one_joined(struct duel *d)
{
	duel_join(d, "alice", "claude-code", "opus");
}

/* The first to join takes the floor because nobody else came. */
static void
nobody_else_came(struct duel *d)
{
	one_joined(d);
	duel_tick(d, 1200);
	duel_floor(d, 1, GRANT_TIMEOUT_MISSING);
	duel_fold(d, ENTRY_CLAIM, 1, "{\"grant\":\"missing\"}", NULL, 0, NULL);
}

static void
one_turn(struct duel *d)
{
	speak_to(d, 1);
}

static void
two_turns(struct duel *d)
{
	speak_to(d, 2);
}

/* Whoever spoke last has the floor again, because the other is silent. */
static void
silence(struct duel *d, unsigned turns)
{
	static const char note[] = "\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n";
	struct floor_ask ask = { .for_timeout = true };
	struct floor_answer answer;

	speak_to(d, turns);
	ask.seat = turns % 2 ? 1 : 2;
	duel_tick(d, 1200);
	format_socratic.floor(d->state, &d->ctx, &ask, &answer);
	assert_null(answer.rule);
	assert_int_equal(answer.grant, GRANT_TIMEOUT_SILENT);
	free(answer.note.data);
	free(answer.note.body);
	duel_fold(d, ENTRY_NOTE, ask.seat, "{\"note\":\"peer_timeout\",\"seat\":2}", note, strlen(note), NULL);
	duel_floor(d, ask.seat, GRANT_TIMEOUT_SILENT);
}

static void
silent_peer(struct duel *d)
{
	silence(d, 1);
}

/* The turn that a timeout allowed is taken: what it lifted holds again. */
static void
silent_peer_and_a_turn(struct duel *d)
{
	silence(d, 1);
	speak(d, 1, "OPEN_TO_DEBATE", "blocking");
}

static void
both_converge(struct duel *d)
{
	two_join(d);
	speak(d, 1, "CONVERGING", "non-blocking");
	speak(d, 2, "CONVERGING", "non-blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
converging_with_something_left(struct duel *d)
{
	two_join(d);
	speak(d, 1, "CONVERGING", "blocking");
	speak(d, 2, "DISSENTING", "blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
both_dissent(struct duel *d)
{
	two_join(d);
	speak(d, 1, "DISSENTING", "blocking");
	speak(d, 2, "DISSENTING", "blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
one_accepts(struct duel *d)
{
	two_join(d);
	speak(d, 1, "ACCEPTING_CONSENSUS", "non-blocking");
	speak(d, 2, "REVISING", "non-blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
consensus(struct duel *d)
{
	two_join(d);
	speak(d, 1, "ACCEPTING_CONSENSUS", "non-blocking");
	speak(d, 2, "ACCEPTING_CONSENSUS", "non-blocking");
	duel_floor(d, 0, GRANT_NONE);
}

static void
all_turns(struct duel *d)
{
	speak_to(d, 6);
}

static void
all_turns_with_consensus(struct duel *d)
{
	speak_to(d, 4);
	speak(d, 1, "ACCEPTING_CONSENSUS", "non-blocking");
	speak(d, 2, "ACCEPTING_CONSENSUS", "non-blocking");
	duel_floor(d, 0, GRANT_NONE);
}

/* What each seat may hand in: whoever joins next, the first, the second. */
#define O HAND_IN_OVER
#define L HAND_IN_LATER
#define P HAND_IN_OPEN
#define D HAND_IN_DUE
static const struct situation {
	const char *name;
	void (*reach)(struct duel *d);
	enum hand_in_when turn[3], conclusion[3];
} situations[] = {
	/* clang-format off */
	{ "nobody has joined",               nobody,                         { D, O, O }, { L, O, O } },
	{ "one has joined",                  one_joined,                     { D, L, O }, { L, L, O } },
	{ "nobody else came",                nobody_else_came,               { D, L, O }, { L, D, O } },
	{ "two have joined",                 two_join,                       { O, D, D }, { O, L, L } },
	{ "one turn",                        one_turn,                       { O, L, D }, { O, L, L } },
	{ "two turns",                       two_turns,                      { O, D, L }, { O, P, L } },
	{ "a silent peer",                   silent_peer,                    { O, D, D }, { O, P, L } },
	{ "a silent peer, and another turn", silent_peer_and_a_turn,         { O, L, D }, { O, L, L } },
	{ "both converge",                   both_converge,                  { O, D, L }, { O, L, L } },
	{ "one converges, something left",   converging_with_something_left, { O, D, L }, { O, P, L } },
	{ "one accepts, the other revises",  one_accepts,                    { O, D, L }, { O, P, L } },
	{ "both dissent",                    both_dissent,                   { O, D, L }, { O, P, P } },
	{ "consensus",                       consensus,                      { O, P, L }, { O, D, D } },
	{ "all turns",                       all_turns,                      { O, O, O }, { O, D, D } },
	{ "all turns, and consensus",        all_turns_with_consensus,       { O, O, O }, { O, D, D } },
	/* clang-format on */
};
#undef O
#undef L
#undef P
#undef D

/* Every situation with a source and without; what `with` asserts, for each seat that has joined. */
static void
in_every_situation(void (*with)(struct duel *d, const struct situation *s, unsigned seat))
{
	for (size_t i = 0; i < N(situations); i++)
		for (int sourced = 0; sourced < 2; sourced++) {
			struct duel d;

			duel_init(&d, sourced ? plan : NULL);
			situations[i].reach(&d);
			for (unsigned seat = 1; seat <= d.ctx.n_seats; seat++) {
				struct context before = d.ctx;

				with(&d, &situations[i], seat);
				d.ctx = before;
			}
			duel_done(&d);
		}
}

static const struct hand_in *
hand_in(const char *name)
{
	for (size_t i = 0; i < format_socratic.n_hand_ins; i++)
		if (!strcmp(format_socratic.hand_ins[i].name, name))
			return &format_socratic.hand_ins[i];
	fail_msg("no hand-in %s", name);
	return NULL;
}

/* A text of a hand-in; malloc'd. */
static char *
text_of(struct duel *d, hand_in_text text, unsigned seat)
{
	UT_string out;

	utstring_init(&out);
	text(d->state, &d->ctx, seat, &out);
	return utstring_body(&out);
}

static void
assert_text(struct duel *d, hand_in_text text, unsigned seat, const char *what)
{
	char *s = text_of(d, text, seat);

	if (!strstr(s, what))
		fail_msg("expected %s in:\n%s", what, s);
	free(s);
}

static void
assert_no_text(struct duel *d, hand_in_text text, unsigned seat, const char *what)
{
	char *s = text_of(d, text, seat);

	assert_null(strstr(s, what));
	free(s);
}

/* As a seat that has the floor: as it is held in this situation, else by an ordinary claim, or still after its own turn. An errno where
 * it cannot have the floor, or where the text is refused. */
static int
submit(struct duel *d, unsigned seat, const char *text)
{
	struct floor_ask ask = { .seat = seat };
	struct floor_answer answer;

	if (d->ctx.holder != seat) {
		format_socratic.floor(d->state, &d->ctx, &ask, &answer);
		free(answer.text);
		utstring_clear(&d->printed);
		if (answer.rule && d->ctx.n_seats < 2)
			return -answer.rule->err;
		duel_floor(d, seat, GRANT_TURN);
	}
	return duel_try_bytes(d, text, strlen(text), false);
}

/* -- tests ----------------------------------------------------------------------------------------------------------------------- */

TEST(each_situation_has_its_hand_ins)
{
	for (size_t i = 0; i < N(situations); i++) {
		const struct situation *s = &situations[i];
		struct duel d;

		duel_init(&d, NULL);
		s->reach(&d);
		for (unsigned seat = 0; seat <= d.ctx.n_seats; seat++) {
			enum hand_in_when turn = hand_in("turn")->when(d.state, &d.ctx, seat);
			enum hand_in_when conclusion = hand_in("conclusion")->when(d.state, &d.ctx, seat);

			if (turn != s->turn[seat] || conclusion != s->conclusion[seat])
				fail_msg("%s, seat %u: turn %d, conclusion %d", s->name, seat, turn, conclusion);
		}
		duel_done(&d);
	}
}

static void
check_next(struct duel *d, const struct situation *s, unsigned seat)
{
	const struct hand_in *next = hand_in_next(&format_socratic, d->state, &d->ctx, seat);

	assert_non_null(next);
	assert_string_equal(next->name, s->conclusion[seat] > s->turn[seat] ? "conclusion" : "turn");
}

TEST(what_is_due_comes_before_what_is_possible)
{
	in_every_situation(check_next);
}

/* `when` says the truth: an example is accepted where it says so, and nowhere else. */
static void
check_example(struct duel *d, const struct situation *s, unsigned seat)
{
	for (size_t i = 0; i < format_socratic.n_hand_ins; i++) {
		const struct hand_in *h = &format_socratic.hand_ins[i];
		enum hand_in_when when = h->when(d->state, &d->ctx, seat);
		char *text = text_of(d, h->example, seat);
		int err = submit(d, seat, text);

		if ((when >= HAND_IN_OPEN) != !err || (when >= HAND_IN_OPEN && utstring_len(&d->printed)))
			fail_msg("%s, seat %u, %s: %d\n%s%s", s->name, seat, h->name, err,
				utstring_len(&d->printed) ? utstring_body(&d->printed) : "", text);
		free(text);
	}
}

TEST(an_example_is_accepted_as_it_stands_without_a_warning)
{
	in_every_situation(check_example);
}

static void
check_unfilled(struct duel *d, const struct situation *s, unsigned seat)
{
	for (size_t i = 0; i < format_socratic.n_hand_ins; i++) {
		const struct hand_in *h = &format_socratic.hand_ins[i];
		char *blank = text_of(d, h->blank, seat);

		if (!submit(d, seat, blank))
			fail_msg("%s, seat %u: an unfilled %s was accepted", s->name, seat, h->name);
		free(blank);
	}
}

TEST(a_blank_that_nobody_filled_in_is_refused)
{
	in_every_situation(check_unfilled);
}

/* All places filled, or all but one. */
static void
check_filled(struct duel *d, const struct situation *s, unsigned seat)
{
	const struct hand_in *h = hand_in_next(&format_socratic, d->state, &d->ctx, seat);
	char *blank = text_of(d, h->blank, seat);
	int places = (int)places_in(blank);

	for (int left = ALL_PLACES; left < places && h->when(d->state, &d->ctx, seat) >= HAND_IN_OPEN; left++) {
		UT_string filled;

		utstring_init(&filled);
		fill_but(d, blank, left, &filled);
		if ((submit(d, seat, utstring_body(&filled)) == 0) != (left == ALL_PLACES))
			fail_msg("%s, seat %u, place %d left: %s\n%s", s->name, seat, left,
				utstring_len(&d->printed) ? utstring_body(&d->printed) : "accepted", utstring_body(&filled));
		utstring_done(&filled);
	}
	assert_true(places >= 2);
	free(blank);
}

TEST(a_blank_is_accepted_once_each_place_is_filled_and_not_before)
{
	in_every_situation(check_filled);
}

static void
check_same(struct duel *d, const struct situation *s, unsigned seat)
{
	for (size_t i = 0; i < format_socratic.n_hand_ins; i++) {
		const hand_in_text texts[] = { format_socratic.hand_ins[i].label, format_socratic.hand_ins[i].blank,
			format_socratic.hand_ins[i].example };

		for (size_t k = 0; k < N(texts); k++) {
			char *now = text_of(d, texts[k], seat), *later;
			enum hand_in_when when = format_socratic.hand_ins[i].when(d->state, &d->ctx, seat);

			duel_tick(d, 100000);
			later = text_of(d, texts[k], seat);
			assert_string_equal(now, later);
			assert_int_equal(when, format_socratic.hand_ins[i].when(d->state, &d->ctx, seat));
			free(now);
			free(later);
		}
	}
	(void)s;
}

TEST(no_clock_changes_what_is_shown)
{
	in_every_situation(check_same);
}

TEST(a_blank_turn_has_number_names_and_stance_in_place)
{
	struct duel d;

	duel_init(&d, NULL);
	two_turns(&d);
	assert_text(&d, hand_in("turn")->blank, 1, "## Turn 3 — alice (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\n...\n\n");
	assert_text(&d, hand_in("turn")->blank, 2, "## Turn 3 — bob (my shell / x/y z) — OPEN_TO_DEBATE\n");
	assert_text(&d, hand_in("turn")->label, 1, "turn 3");
	duel_done(&d);
}

TEST(the_stance_in_place_is_that_of_the_seats_latest_turn)
{
	struct duel d;

	duel_init(&d, NULL);
	one_accepts(&d);
	assert_text(&d, hand_in("turn")->blank, 1, " — ACCEPTING_CONSENSUS\n");
	assert_text(&d, hand_in("turn")->blank, 2, " — REVISING\n");
	duel_done(&d);
}

TEST(whoever_has_not_joined_stands_as_placeholders)
{
	struct duel d;

	duel_init(&d, NULL);
	assert_text(&d, hand_in("turn")->blank, 0, "## Turn 1 — NAME (HARNESS / MODEL) — OPEN_TO_DEBATE\n");
	one_joined(&d);
	assert_text(&d, hand_in("turn")->blank, 0, "## Turn 1 — NAME (HARNESS / MODEL) — OPEN_TO_DEBATE\n");
	duel_done(&d);
}

TEST(a_stance_is_revised_only_by_who_has_one)
{
	struct duel d;

	duel_init(&d, NULL);
	one_turn(&d);
	assert_text(&d, hand_in("turn")->blank, 1, "\n**Stance Revision Support**\n");
	assert_no_text(&d, hand_in("turn")->blank, 2, "Stance Revision Support");
	duel_done(&d);
}

TEST(another_stance_than_the_one_in_place_wants_its_support)
{
	struct duel d;
	UT_string filled;
	char *blank, *stance;

	duel_init(&d, NULL);
	two_turns(&d);
	blank = text_of(&d, hand_in("turn")->blank, 1);
	utstring_init(&filled);
	fill_but(&d, blank, ALL_PLACES, &filled);
	assert_int_equal(submit(&d, 1, utstring_body(&filled)), 0);
	stance = strstr(utstring_body(&filled), "OPEN_TO_DEBATE");
	assert_non_null(stance);
	memcpy(stance, "DISSENTING    ", 14);
	assert_int_not_equal(submit(&d, 1, utstring_body(&filled)), 0);
	assert_printed(&d, "[stance.revision]");
	utstring_done(&filled);
	free(blank);
	duel_done(&d);
}

TEST(a_blank_conclusion_has_the_outcome_that_is_earned_in_place)
{
	static const struct {
		void (*reach)(struct duel *d);
		const char *words;
	} rows[] = {
		{ one_turn, "**Outcome**: ...\n**Candidate Convergence**: no\n" },
		{ two_turns, "**Outcome**: DISSENT\n**Candidate Convergence**: no\n" },
		{ both_converge, "**Outcome**: ...\n**Candidate Convergence**: yes\n" },
		{ consensus, "**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes\n" },
		{ all_turns, "**Outcome**: MAX_TURNS\n**Candidate Convergence**: no\n" },
		{ all_turns_with_consensus, "**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes\n" },
		{ nobody_else_came, "**Outcome**: TIMEOUT\n**Candidate Convergence**: no\n" },
		{ silent_peer, "**Outcome**: TIMEOUT\n**Candidate Convergence**: no\n" },
	};

	for (size_t i = 0; i < N(rows); i++) {
		struct duel d;

		duel_init(&d, NULL);
		rows[i].reach(&d);
		assert_text(&d, hand_in("conclusion")->blank, 1, rows[i].words);
		duel_done(&d);
	}
}

TEST(a_closed_duel_takes_nothing)
{
	struct duel d;
	char *text;

	duel_init(&d, NULL);
	two_turns(&d);
	text = text_of(&d, hand_in("conclusion")->example, 1);
	duel_accept(&d, 1, text, strlen(text));
	for (unsigned seat = 0; seat <= 2; seat++)
		assert_null(hand_in_next(&format_socratic, d.state, &d.ctx, seat));
	free(text);
	duel_done(&d);
}

/* A topic may have any words; in an example it is plain text, and turn and conclusion speak of it. */
TEST(an_example_speaks_of_any_topic)
{
	static const char *const topics[] = { "`a` *b* [c](d) <!-- e -->", "# heading?", "```", "- item (blocking)", "Größe & <b>Maß</b>",
		"%s %n" };

	for (size_t i = 0; i < N(topics); i++) {
		struct duel d;
		char *text;

		duel_init(&d, NULL);
		d.terms.topic = topics[i];
		two_turns(&d);
		for (size_t k = 0; k < format_socratic.n_hand_ins; k++) {
			text = text_of(&d, format_socratic.hand_ins[k].example, 1);
			if (submit(&d, 1, text))
				fail_msg("%s\n%s", utstring_body(&d.printed), text);
			assert_false(duel_printed(&d, "section.unknown"));
			free(text);
		}
		duel_done(&d);
	}
}

TEST(every_ending_is_an_outcome_with_a_reason)
{
	assert_int_equal(format_socratic.n_endings, 5);
	for (size_t i = 0; i < format_socratic.n_endings; i++) {
		assert_true(strlen(format_socratic.endings[i].name) > 0);
		assert_true(strlen(format_socratic.endings[i].earned) > 0);
	}
}

TEST(every_format_says_what_is_handed_in)
{
	for (const struct format *const *f = formats; *f; f++) {
		assert_true((*f)->n_hand_ins > 0);
		for (size_t i = 0; i < (*f)->n_hand_ins; i++) {
			const struct hand_in *h = &(*f)->hand_ins[i];

			assert_true(h->name && h->title && h->how && h->when && h->label && h->blank && h->example);
			assert_true(!*h->how || h->how[strlen(h->how) - 1] == '\n');
			assert_non_null(format_row_name(*f, h->row));
		}
	}
}

/* Could such a text of this seat's, filled in as the blank asks for, break it? */
static bool
may_break(const struct duel *d, unsigned seat, unsigned what, const char *id)
{
	for (size_t i = 0; i < format_socratic.n_rules; i++)
		if (!strcmp(format_socratic.rules[i].id, id))
			return hand_in_may_break(
				&format_socratic, d->state, &d->ctx, seat, &socratic_hand_ins[what], &format_socratic.rules[i]);
	fail_msg("no rule is called %s", id);
	return false;
}

TEST(a_first_turn_cannot_break_a_rule_about_earlier_ones)
{
	static const char *const earlier[] = {"support.turn", "novel.repeat"};
	struct duel d;

	duel_init(&d, NULL);
	two_join(&d);
	for (size_t i = 0; i < N(earlier); i++)
		assert_false(may_break(&d, 1, HAND_IN_TURN, earlier[i]));
	assert_false(may_break(&d, 1, HAND_IN_TURN, "stance.revision"));
	assert_true(may_break(&d, 1, HAND_IN_TURN, "unresolved.flag"));
	speak(&d, 1, "OPEN_TO_DEBATE", "blocking");
	for (size_t i = 0; i < N(earlier); i++)
		assert_true(may_break(&d, 2, HAND_IN_TURN, earlier[i]));
	assert_false(may_break(&d, 2, HAND_IN_TURN, "stance.revision"));
	assert_false(may_break(&d, 0, HAND_IN_TURN, "stance.revision"));
	assert_true(may_break(&d, 1, HAND_IN_TURN, "stance.revision"));
	duel_done(&d);
}

TEST(a_text_cannot_break_the_rules_of_another_or_of_a_source_that_is_not_there)
{
	struct duel d;

	duel_init(&d, NULL);
	two_join(&d);
	assert_false(may_break(&d, 1, HAND_IN_TURN, "conclusion.form"));
	assert_false(may_break(&d, 1, HAND_IN_CONCLUSION, "counterpoint.none"));
	assert_true(may_break(&d, 1, HAND_IN_CONCLUSION, "conclusion.form"));
	assert_false(may_break(&d, 1, HAND_IN_TURN, "support.source"));
	duel_done(&d);
	duel_init(&d, plan);
	two_join(&d);
	assert_true(may_break(&d, 1, HAND_IN_TURN, "support.source"));
	duel_done(&d);
}

TEST(what_a_blank_has_in_place_is_not_told_as_a_rule)
{
	static const char *const in_place[] = {"turn.one", "turn.number", "turn.participant", "section.missing", "section.order"};
	struct duel d;

	duel_init(&d, NULL);
	two_join(&d);
	for (size_t i = 0; i < N(in_place); i++)
		assert_false(may_break(&d, 1, HAND_IN_TURN, in_place[i]));
	duel_done(&d);
}

/* A rule that is about no text would be told of nowhere. */
TEST(every_rule_of_a_format_is_about_a_text_of_its)
{
	for (const struct format *const *f = formats; *f; f++) {
		unsigned all = 0;

		for (size_t i = 0; i < (*f)->n_hand_ins; i++)
			all |= (*f)->hand_ins[i].of ? ~0u : RULE_OF(i);
		for (size_t i = 0; i < (*f)->n_rules; i++)
			if ((*f)->rules[i].of & ~all)
				fail_msg("%s: %s", (*f)->name, (*f)->rules[i].id);
	}
}
