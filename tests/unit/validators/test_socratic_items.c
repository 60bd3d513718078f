/* Open items: how they are numbered, who ends them, and where they are shown. */
#include "tests/unit/validators/socratic_fixture.h"

#define TURN_OF(n, who, stance, addresses, agreements, items, revision) \
	"## Turn " #n " — " who " (claude-code / opus) — " stance "\n\n**Position**\nCaching, says " who " in turn " #n \
	", is worth what it costs in all of these cases, and no more than that.\n\n**Counterpoints**\n- Addresses: " addresses \
	"\n  Claim: nobody clears" #n " what " who " left" #n " behind\n  Support:\n    - Principle: x" #n ", because of y" #n \
	"\n\n**Agreements**\n" agreements "\n\n**Novel Argument**\nEvery" #n " replica" #n " that" #n " serves" #n " loses" #n \
	" trust" #n " for good.\n\nSupport:\n    - Principle: z" #n ", because of x\n\n**Unresolved Items**\n" items revision "\n"
#define REVISED "\n\n**Stance Revision Support**\n- Turn 1"
#define AGREED "\n\n**Consensus**\nWe all pay for what we cache."
#define OPEN "OPEN_TO_DEBATE"

static void
begin(struct duel *d)
{
	duel_init(d, NULL);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "claude-code", "opus");
	duel_accept(d, 1, TURN_OF(1, "alice", OPEN, "the topic", "- none", "- who pays (blocking)\n- how long (non-blocking)\n- why (blocking)", ""),
		strlen(TURN_OF(1, "alice", OPEN, "the topic", "- none", "- who pays (blocking)\n- how long (non-blocking)\n- why (blocking)", "")));
}

static int
set_up(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);
	begin(d);
	*state = d;
	return 0;
}

EACH_TEST(set_up, close_duel);

static void
speak(struct duel *d, unsigned seat, const char *text)
{
	duel_accept(d, seat, text, strlen(text));
}

static void
assert_open(const struct duel *d, const char *items)
{
	for (size_t i = 0; i < d->f->n_status; i++) {
		if (strcmp(d->f->status[i].key, "open_items"))
			continue;
		struct status_value v = d->f->status[i].value(d->state, &d->ctx);
		assert_int_equal(v.type, STATUS_LIST);
		assert_string_equal(v.text, items);
		free(v.owned);
		return;
	}
	fail_msg("there is no such key");
}

TEST(blocking_items_are_numbered_by_turn_and_place)
{
	struct duel *d = *state;
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-2 (alice, turn 1): why\n");
	speak(d, 2, TURN_OF(2, "bob", OPEN, "U-1, U-2", "- none", "- who *else* pays (blocking)", ""));
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-2 (alice, turn 1): why\nU-3 (bob, turn 2): who else pays\n");
}

TEST(only_who_raised_an_item_ends_it)
{
	struct duel *d = *state;
	duel_refuse(d, 2, TURN_OF(2, "bob", OPEN, "Turn 1", "- U-1: settled, since I say so", "- U-2: of no weight (non-blocking)", ""),
		"is alice's, and nobody else settles it: say what you grant (`- U-1: granted, since …`), or answer it in a counterpoint");
	speak(d, 2, TURN_OF(2, "bob", OPEN, "Turn 1", "- U-1: granted, since I say so", "- U-2: of no weight (non-blocking)", ""));
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-2 (alice, turn 1): why\n");
	speak(d, 1, TURN_OF(3, "alice", OPEN, "Turn 2", "- U-1: settled, since bob says so", "- U-2: of no weight (non-blocking)", ""));
	assert_open(d, "");
	/* A number that is settled may be named, and means nothing. */
	speak(d, 2, TURN_OF(4, "bob", OPEN, "U-1", "- none", "- U-1: once more (blocking)\n- x (non-blocking)", ""));
	assert_open(d, "");
}

TEST(an_item_in_the_same_words_is_the_one_that_is_there)
{
	struct duel *d = *state;
	speak(d, 2, TURN_OF(2, "bob", OPEN, "Turn 1", "- none", "- Why? (blocking)\n- “Who” pays. (blocking)", ""));
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-2 (alice, turn 1): why\n");
	speak(d, 1, TURN_OF(3, "alice", OPEN, "U-1", "- none", "- why (non-blocking)\n- how long (blocking)", ""));
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-3 (alice, turn 3): how long\n");
	/* What its raiser has taken back it may raise again. */
	speak(d, 2, TURN_OF(4, "bob", OPEN, "U-1, U-3", "- none", "- x (non-blocking)", ""));
	speak(d, 1, TURN_OF(5, "alice", OPEN, "U-1, U-3", "- none", "- U-2: after all (blocking)", ""));
	assert_open(d, "U-1 (alice, turn 1): who pays\nU-2 (alice, turn 1): why\nU-3 (alice, turn 3): how long\n");
}

TEST(each_open_item_stands_in_the_blank_and_has_to_be_flagged_there)
{
	struct duel *d = *state;
	UT_string blank;
	utstring_init(&blank);
	d->f->hand_ins[0].blank(d->state, &d->ctx, 2, &blank);
	if (!strstr(utstring_body(&blank), "\n- U-1: who pays (blocking|non-blocking)\n- U-2: why (blocking|non-blocking)\n- ... (blocking|non-blocking)\n"))
		fail_msg("%s", utstring_body(&blank));
	utstring_clear(&blank);
	d->f->hand_ins[0].example(d->state, &d->ctx, 2, &blank);
	duel_accept(d, 2, utstring_body(&blank), utstring_len(&blank));
	utstring_clear(&blank);
	/* From turn 3 on what is open is enough. */
	d->f->hand_ins[0].blank(d->state, &d->ctx, 1, &blank);
	if (strstr(utstring_body(&blank), "\n- ... (blocking|"))
		fail_msg("%s", utstring_body(&blank));
	utstring_done(&blank);
}

TEST(what_is_open_keeps_consensus_away)
{
	struct duel *d = *state;
	speak(d, 2, TURN_OF(2, "bob", "ACCEPTING_CONSENSUS", "Turn 1", "- U-1: granted, we all pay\n- U-2: granted, we all know why", "- x (non-blocking)", AGREED));
	duel_refuse(d, 1, TURN_OF(3, "alice", "ACCEPTING_CONSENSUS", "U-1", "- U-2: settled, since bob says why", "- x (non-blocking)", REVISED "\n\n**Consensus**\nAccepts: Turn 2"),
		"[consensus.blocking] a turn that accepts consensus leaves no blocking item, and U-1, \"who pays\", is its own side's");
	speak(d, 1, TURN_OF(3, "alice", "CONVERGING", "U-1", "- U-2: settled, since bob says why", "- x (non-blocking)", REVISED));
	duel_refuse(d, 1, "## Terminal Conclusion\n\n**Outcome**: ACCEPTED_CONSENSUS\n**Candidate Convergence**: yes\n**Reason**: x\n\nCaching of results.\n",
		"U-1, \"who pays\", is open: it ends in a turn of alice");
	assert_int_equal(duel_try(d, 2, "## Terminal Conclusion\n\n**Outcome**: DISSENT\n**Candidate Convergence**: yes\n**Reason**: x\n\nCaching of results.\n\n**Left open**\n- who pays\n", false), 0);
}
