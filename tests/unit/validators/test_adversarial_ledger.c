/*
 * The ledger of an adversarial debate: its table of moves, whole, and what a turn leaves in it.
 */
#include "tests/unit/validators/adversarial_fixture.h"

#include <pthread.h>

#define TABS 1 /* rows of the base's positions, in the order of their slugs */
#define SPACES 0

static struct adversarial d;

static int
begin(void **state)
{
	(void)state;
	adversarial_set_up(&d);
	assert_string_equal(kb_position(d.kb, TABS)->slug, "tabs");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	adversarial_done(&d);
	return 0;
}

EACH_TEST(begin, end);

/* -- turns, without a text -- */

static void
take(const struct adversarial_turn *turn, unsigned seat)
{
	struct ledger *after = ledger_after(d.ledger, d.kb, turn, seat, adversarial_side_of(&d, seat));
	ledger_drop(d.ledger);
	d.ledger = after;
}

#define CITES(...) .cites = (struct claim_cite[]){__VA_ARGS__}, .n_cites = N(((struct claim_cite[]){__VA_ARGS__}))

/* One item is the whole turn. */
static void
say(unsigned seat, struct claim_item item)
{
	take(&(struct adversarial_turn){.number = ledger_turns(d.ledger) + 1,
		     .by_moderator = seat == MONA,
		     .items = &item,
		     .n_items = 1},
		seat);
}

static void
claim(unsigned seat, const char *words, const char *ref)
{
	say(seat, (struct claim_item){.move = MOVE_NEW, .words = words, CITES({.ref = ref})});
}

static void
move(unsigned seat, enum claim_move move, unsigned number)
{
	say(seat, (struct claim_item){.move = move, .claim = number, .argument = "arg-001", .words = "since it is so"});
}

static void
call_out(const char *side, const char *cited, const char *unaddressed, unsigned turn)
{
	struct deflection_item item = {.side = side, .cited = cited, .unaddressed = unaddressed, .turns = &turn, .n_turns = 1,
		.words = "it is not to the point"};
	take(&(struct adversarial_turn){.number = ledger_turns(d.ledger) + 1, .by_moderator = true, .deflections = &item,
		     .n_deflections = 1},
		MONA);
}

/* -- the table -- */

enum stands { OPEN, PARTLY, REBUTTED, WITHDRAWN, UNCLAIMABLE, CONCEDED, CLOSED, OBJECTED, ACCEPTED, FINAL, STANDS };
static const char *const stands_names[STANDS] = {"open", "partially-rebutted", "rebutted", "withdrawn", "unclaimable",
	"conceded", "closed", "closed, objected to and not ruled on", "closed, which its side has accepted", "closed for good"};

/* A claim of tess, as it comes to stand so. */
static unsigned
stand(enum stands as)
{
	static const struct {
		unsigned seat;
		enum claim_move move;
	} ways[STANDS][3] = {
		[PARTLY] = {{SAM, MOVE_REBUT}},
		[REBUTTED] = {{MONA, MOVE_FIND_REBUTTED}},
		[WITHDRAWN] = {{TESS, MOVE_WITHDRAW}},
		[UNCLAIMABLE] = {{MONA, MOVE_FIND_UNCLAIMABLE}},
		[CONCEDED] = {{SAM, MOVE_CONCEDE}},
		[CLOSED] = {{MONA, MOVE_CLOSE}},
		[OBJECTED] = {{MONA, MOVE_CLOSE}, {TESS, MOVE_OBJECT}},
		[ACCEPTED] = {{MONA, MOVE_CLOSE}, {TESS, MOVE_ACCEPT}},
		[FINAL] = {{MONA, MOVE_CLOSE}, {TESS, MOVE_OBJECT}, {MONA, MOVE_REAFFIRM}},
	};
	claim(TESS, "tabs adapt", "arg-001");
	unsigned number = ledger_claims(d.ledger);
	for (size_t i = 0; i < 3 && ways[as][i].seat; i++)
		move(ways[as][i].seat, ways[as][i].move, number);
	return number;
}

#define S(stands) (1u << (stands))
#define NOT_CLOSED (S(OPEN) | S(PARTLY) | S(REBUTTED) | S(WITHDRAWN) | S(UNCLAIMABLE) | S(CONCEDED))
static const struct {
	unsigned seat;
	enum claim_move move;
	unsigned from;
	enum claim_status to;
} table[] = {
	{SAM, MOVE_REBUT, S(OPEN) | S(PARTLY), CLAIM_PARTIALLY_REBUTTED},
	{TESS, MOVE_DEFEND, S(PARTLY), CLAIM_OPEN},
	{TESS, MOVE_DEFEND, S(REBUTTED), CLAIM_PARTIALLY_REBUTTED},
	{MONA, MOVE_FIND_REBUTTED, S(OPEN) | S(PARTLY), CLAIM_REBUTTED},
	{MONA, MOVE_FIND_UNCLAIMABLE, S(OPEN) | S(PARTLY), CLAIM_UNCLAIMABLE},
	{SAM, MOVE_CONCEDE, NOT_CLOSED, CLAIM_CONCEDED},
	{TESS, MOVE_WITHDRAW, NOT_CLOSED, CLAIM_REBUTTED},
	{MONA, MOVE_CLOSE, NOT_CLOSED | S(CLOSED) | S(ACCEPTED), CLAIM_CLOSED},
	{TESS, MOVE_ACCEPT, S(CLOSED) | S(OBJECTED) | S(ACCEPTED) | S(FINAL), CLAIM_CLOSED},
	{TESS, MOVE_OBJECT, S(CLOSED), CLAIM_CLOSED},
	{MONA, MOVE_REAFFIRM, S(OBJECTED), CLAIM_CLOSED},
	{MONA, MOVE_REOPEN, S(OBJECTED), CLAIM_PARTIALLY_REBUTTED},
};

/* CLAIM_STATUSES: it is in no row. */
static enum claim_status
table_says(unsigned seat, enum claim_move m, enum stands as)
{
	for (size_t i = 0; i < N(table); i++)
		if (table[i].seat == seat && table[i].move == m && table[i].from & S(as))
			return table[i].to;
	return CLAIM_STATUSES;
}

static bool
says_moves(const char *fault, unsigned seat, enum stands as)
{
	bool any = false;
	for (enum claim_move m = MOVE_REBUT; m < CLAIM_MOVES; m++) {
		char *quoted = mem_format("`%s`", claim_move_names[m]);
		bool would = table_says(seat, m, as) != CLAIM_STATUSES, stands = strstr(strchr(fault, ':'), quoted);
		free(quoted);
		if (would != stands)
			return false;
		any = any || would;
	}
	return any || strstr(fault, "nothing more is done to it");
}

TEST(a_move_is_taken_where_the_table_has_it_and_nowhere_else)
{
	for (enum stands as = OPEN; as < STANDS; as++)
		for (unsigned seat = TESS; seat <= MONA; seat++)
			for (enum claim_move m = MOVE_REBUT; m < CLAIM_MOVES; m++) {
				unsigned number = stand(as);
				enum claim_status to = table_says(seat, m, as);
				char *fault = ledger_move_fault(d.ledger, m, number, adversarial_side_of(&d, seat));
				if ((to == CLAIM_STATUSES) != (fault != NULL))
					fail_msg("%s of what is %s by %u: %s", claim_move_names[m], stands_names[as], seat,
						fault ? fault : "taken");
				if (fault && (!strstr(fault, stands_names[as]) || !says_moves(fault, seat, as)))
					fail_msg("%s", fault);
				if (!fault) {
					move(seat, m, number);
					assert_int_equal(ledger_claim(d.ledger, number)->status, to);
				}
				free(fault);
			}
}

TEST(new_is_a_debaters_and_a_claim_that_is_moved_is_there)
{
	static const struct {
		enum claim_move move;
		unsigned claim;
		size_t side;
		const char *says;
	} refused[] = {
		{MOVE_NEW, 0, KB_NONE, "a moderator makes no claim"},
		{MOVE_REBUT, 1, SPACES, "there is no L-001: no claim has been made yet, and `new: …` makes one"},
	};
	for (size_t i = 0; i < N(refused); i++) {
		char *fault = ledger_move_fault(d.ledger, refused[i].move, refused[i].claim, refused[i].side);
		assert_string_equal(fault, refused[i].says);
		free(fault);
	}
	assert_null(ledger_move_fault(d.ledger, MOVE_NEW, 0, TABS));
	claim(TESS, "tabs adapt", "arg-001");
	char *fault = ledger_move_fault(d.ledger, MOVE_REBUT, 9, SPACES);
	assert_string_equal(fault, "there is no L-009: the last claim is L-001");
	free(fault);
}

TEST(what_was_reopened_may_be_closed_anew_and_objected_to_anew)
{
	unsigned n = stand(OBJECTED);
	move(MONA, MOVE_REOPEN, n);
	move(MONA, MOVE_CLOSE, n);
	assert_null(ledger_move_fault(d.ledger, MOVE_OBJECT, n, TABS));
	move(TESS, MOVE_OBJECT, n);
	move(MONA, MOVE_REAFFIRM, n);
	assert_true(ledger_claim(d.ledger, n)->final);
}

TEST(who_accepts_takes_the_objection_back)
{
	unsigned n = stand(OBJECTED);
	assert_true(ledger_claim(d.ledger, n)->unanswered);
	move(TESS, MOVE_ACCEPT, n);
	assert_false(ledger_claim(d.ledger, n)->unanswered);
	assert_int_equal(ledger_claim(d.ledger, n)->accepted_by, TESS);
}

/* -- the fold -- */

TEST(a_claim_keeps_what_its_side_cited_before_what_others_did)
{
	claim(TESS, "tabs adapt", "arg-001");
	say(SAM, (struct claim_item){.move = MOVE_REBUT, .claim = 1, .words = "no", CITES({.ref = "arg-002"}, {.ref = "arg-004"})});
	say(TESS, (struct claim_item){.move = MOVE_DEFEND, .claim = 1, .words = "but", CITES({.ref = "arg-003"}, {.ref = "arg-004"}, {.ref = "arg-001"})});
	const struct claim *c = ledger_claim(d.ledger, 1);
	static const char *const refs[] = {"arg-001", "arg-003", "arg-004", "arg-002"};
	assert_int_equal(c->n_cites, 4);
	assert_int_equal(c->n_own, 3);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(c->cites[i].ref, refs[i]);
	assert_int_equal(c->n_thread, 3);
	assert_int_equal(c->thread[2], 3);
}

TEST(a_ledger_stays_as_it_was_when_a_turn_gives_the_next)
{
	claim(TESS, "tabs adapt", "arg-001");
	struct ledger *before = ledger_hold(d.ledger);
	move(SAM, MOVE_CONCEDE, 1);
	assert_int_equal(ledger_claim(before, 1)->status, CLAIM_OPEN);
	assert_int_equal(ledger_claim(before, 1)->n_thread, 1);
	assert_int_equal(ledger_claim(d.ledger, 1)->conceded_by, SAM);
	ledger_drop(before);
}

TEST(a_turn_that_answers_or_presses_a_claim_is_in_its_thread_once)
{
	claim(TESS, "tabs adapt", "arg-001");
	struct claim_item items[] = {{.move = MOVE_REBUT, .claim = 1, .words = "no"}};
	take(&(struct adversarial_turn){.number = 2, .answers_claims = (unsigned[]){1}, .n_answers_claims = 1, .items = items, .n_items = 1}, SAM);
	take(&(struct adversarial_turn){.number = 3, .by_moderator = true, .press = (struct claim_item[]){{.claim = 1, .words = "why"}}, .n_press = 1}, MONA);
	take(&(struct adversarial_turn){.number = 4, .answers_claims = (unsigned[]){1}, .n_answers_claims = 1}, TESS);
	const struct claim *c = ledger_claim(d.ledger, 1);
	assert_int_equal(c->n_thread, 4);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(c->thread[i], i + 1);
}

TEST(who_cited_what_is_asked_by_turn_by_side_and_by_claim)
{
	say(TESS, (struct claim_item){.move = MOVE_NEW, .words = "one", CITES({.ref = "arg-001"}, {.ref = "arg-003"})});
	struct claim_item items[] = {{.move = MOVE_NEW, .words = "two", CITES({.ref = "arg-002"})},
		{.move = MOVE_REBUT, .claim = 1, .words = "three", CITES({.ref = "arg-004"})}};
	take(&(struct adversarial_turn){.number = 2, .items = items, .n_items = 2}, SAM);
	say(MONA, (struct claim_item){.move = MOVE_FIND_REBUTTED, .claim = 1, .words = "so", CITES({.ref = "arg-009"})});
	assert_true(ledger_has_cited(d.ledger, "arg-003"));
	assert_false(ledger_has_cited(d.ledger, "arg-005"));
	/* A ruling is no claim. */
	assert_false(ledger_has_cited(d.ledger, "arg-009"));
	assert_true(ledger_turn_cites(d.ledger, 2, SPACES, "arg-004"));
	assert_false(ledger_turn_cites(d.ledger, 2, TABS, "arg-004"));
	assert_false(ledger_turn_cites(d.ledger, 1, TABS, "arg-004"));
	assert_true(ledger_side_cites(d.ledger, TABS, "arg-003", "arg-001"));
	assert_false(ledger_side_cites(d.ledger, SPACES, "arg-003", "arg-001"));
	assert_false(ledger_side_cites(d.ledger, SPACES, "arg-002", "arg-004"));
}

TEST(a_deflection_persists_from_the_second_call_until_a_claim_addresses_the_argument)
{
	claim(SAM, "pay", "arg-004");
	call_out("spaces", "arg-004", "arg-003", 1);
	const struct deflection *one = ledger_deflection(d.ledger, 0);
	assert_int_equal(one->side, SPACES);
	assert_false(deflection_persists(one));
	call_out("spaces", "arg-004", "arg-003", 1);
	assert_int_equal(ledger_deflections(d.ledger), 1);
	assert_true(deflection_persists(ledger_deflection(d.ledger, 0)));
	/* arg-009 addresses arg-003, and is cited by the other side, and then without it. */
	claim(TESS, "choice", "arg-009");
	claim(SAM, "need", "arg-003");
	assert_true(deflection_persists(ledger_deflection(d.ledger, 0)));
	claim(SAM, "choice of readers", "arg-009");
	assert_false(deflection_persists(ledger_deflection(d.ledger, 0)));
	assert_true(ledger_deflection(d.ledger, 0)->answered);
	call_out("spaces", "arg-004", "arg-001", 1);
	call_out("tabs", "arg-004", "arg-003", 1);
	assert_int_equal(ledger_deflections(d.ledger), 3);
}

TEST(called_out_twice_in_one_turn_is_called_out_in_one)
{
	struct deflection_item items[] = {{.side = "spaces", .cited = "arg-004", .unaddressed = "arg-003", .turns = (unsigned[]){1, 3},
						  .n_turns = 2, .words = "it is not to the point"},
		{.side = "spaces", .cited = "arg-004", .unaddressed = "arg-003", .turns = (unsigned[]){3}, .n_turns = 1, .words = "nor is this"}};
	take(&(struct adversarial_turn){.number = 1, .by_moderator = true, .deflections = items, .n_deflections = 2}, MONA);
	const struct deflection *d1 = ledger_deflection(d.ledger, 0);
	assert_int_equal(ledger_deflections(d.ledger), 1);
	assert_int_equal(d1->n_called, 1);
	assert_int_equal(d1->n_turns, 2);
	assert_false(deflection_persists(d1));
}

/* What comes behind the answer takes nothing from it, and a source addresses nothing. */
TEST(what_was_addressed_once_stays_so)
{
	call_out("spaces", "arg-004", "arg-003", 1);
	claim(SAM, "a survey", "kb/sources/surveys/pay-survey-2017-spaces.md");
	assert_false(ledger_deflection(d.ledger, 0)->answered);
	claim(SAM, "choice of readers", "arg-009");
	claim(SAM, "pay", "arg-004");
	call_out("spaces", "arg-004", "arg-003", 1);
	assert_true(ledger_deflection(d.ledger, 0)->answered);
	assert_false(deflection_persists(ledger_deflection(d.ledger, 0)));
}

/* An edge that was added answers nothing where it goes from one layer to another. */
TEST(an_edge_across_layers_does_not_address_what_was_left)
{
	adversarial_change(&d, "edges.md", "arg-004 tangential-to arg-003", "arg-004 addresses arg-003 \"x\"\narg-004 tangential-to arg-003");
	call_out("spaces", "arg-006", "arg-003", 1);
	claim(SAM, "pay", "arg-004");
	assert_false(ledger_deflection(d.ledger, 0)->answered);
}

/* A claim's own words are what is looked for, and not those by which one was granted or withdrawn. */
TEST(what_concedes_or_rules_makes_no_claim_that_could_be_repeated)
{
	static const char words[] = "what each reader can set is set to what that reader sees";
	struct wordprint print;
	enum novelty how;
	claim(TESS, "tabs adapt", "arg-001");
	say(SAM, (struct claim_item){.move = MOVE_CONCEDE, .claim = 1, .words = words});
	say(TESS, (struct claim_item){.move = MOVE_WITHDRAW, .claim = 1, .words = words});
	say(MONA, (struct claim_item){.move = MOVE_FIND_REBUTTED, .claim = 1, .words = words});
	wordprint_make_claim(&print, words, strlen(words));
	assert_int_equal(ledger_repeats(d.ledger, &print, TABS, false, 0.8, &how), 0);
	claim(SAM, words, "arg-002");
	assert_int_equal(ledger_repeats(d.ledger, &print, TABS, false, 0.8, &how), 5);
	assert_int_equal(how, NOVELTY_EQUAL);
	wordprint_free(&print);
}

TEST(findings_stand_in_their_order_with_their_turns)
{
	static const char *const one[] = {"a", "b"}, *const two[] = {"c"};
	take(&(struct adversarial_turn){.number = 1, .by_moderator = true, .findings = one, .n_findings = 2}, MONA);
	claim(TESS, "tabs adapt", "arg-001");
	take(&(struct adversarial_turn){.number = 3, .by_moderator = true, .findings = two, .n_findings = 1}, MONA);
	unsigned turn;
	assert_int_equal(ledger_findings(d.ledger), 3);
	assert_string_equal(ledger_finding(d.ledger, 0, &turn), "a");
	assert_string_equal(ledger_finding(d.ledger, 1, &turn), "b");
	assert_int_equal(turn, 1);
	assert_string_equal(ledger_finding(d.ledger, 2, &turn), "c");
	assert_int_equal(turn, 3);
}

/* -- output/claims-ledger.md -- */

static const char *
name_of(void *arg, unsigned seat)
{
	(void)arg;
	return adversarial_seats[seat - 1].name;
}

static void
assert_rendered(const char *file)
{
	char *path = mem_format(ADVERSARIAL_CORPUS "ledger/%s", file);
	size_t len;
	char *want = read_whole(path, &len);
	UT_string out;
	utstring_init(&out);
	ledger_render(d.ledger, d.kb, name_of, NULL, &out);
	if (strcmp(utstring_body(&out), want))
		fail_msg("%s, and not:\n%s", path, utstring_body(&out));
	utstring_done(&out);
	free(want);
	free(path);
}

TEST(the_ledger_has_a_section_a_claim)
{
	adversarial_play(&d, 5);
	assert_rendered("plain.md");
}

TEST(the_ledger_has_closures_with_their_objections_deflections_and_findings)
{
	static const char *const found[] = {"another | survey, of *readers*, would make arg-003 strong"};
	for (enum stands as = OPEN; as < STANDS; as++)
		stand(as);
	call_out("spaces", "arg-004", "arg-003", 2);
	call_out("spaces", "arg-004", "arg-003", 3);
	call_out("spaces", "arg-006", "arg-003", 3);
	take(&(struct adversarial_turn){.number = ledger_turns(d.ledger) + 1, .by_moderator = true, .findings = found, .n_findings = 1}, MONA);
	assert_rendered("all.md");
}

static void
assert_rendered_has(const char *what)
{
	UT_string out;
	utstring_init(&out);
	ledger_render(d.ledger, d.kb, name_of, NULL, &out);
	if (!strstr(utstring_body(&out), what))
		fail_msg("no %s in:\n%s", what, utstring_body(&out));
	utstring_done(&out);
}

TEST(the_ledger_notes_the_weakest_argument_that_a_claim_stands_on)
{
	static const char source[] = "kb/sources/manuals/make-4-3-recipes.md";
	say(TESS, (struct claim_item){.move = MOVE_NEW, .words = "a", CITES({.ref = "arg-001"}, {.ref = "arg-004"}, {.ref = "arg-002"})});
	assert_rendered_has("- **References**: arg-001 (KB-rated robust), arg-004 (KB-rated weak), arg-002 (KB-rated strong)\n");
	assert_rendered_has("- **Notes**: its weakest argument is arg-004, rated weak\n");
	say(TESS, (struct claim_item){.move = MOVE_NEW, .words = "b", CITES({.ref = source})});
	assert_rendered_has("- **Notes**: it stands on no argument of the graph\n");
	/* What others cite does not carry it. */
	say(SAM, (struct claim_item){.move = MOVE_REBUT, .claim = 2, .words = "c", CITES({.ref = "arg-006"})});
	assert_rendered_has("- **Notes**: it stands on no argument of the graph\n");
	adversarial_change(&d, "arguments/arg-001-tabs-adapt-to-readers.md", "status: robust", "status: refuted");
	assert_rendered_has("- **Notes**: its weakest argument is arg-001, rated refuted\n");
}

TEST(an_empty_ledger_says_what_it_is)
{
	assert_rendered("empty.md");
}

/* -- the threads that share one -- */

static void *
holds(void *arg)
{
	for (unsigned i = 0; i < 20000; i++)
		ledger_drop(ledger_hold(arg));
	return NULL;
}

/* What a seat proposes is judged by a worker, on the state that the store's thread makes the next one of: run with TSAN=1. */
TEST(a_ledger_is_held_and_let_go_of_while_another_thread_makes_the_next)
{
	pthread_t other;
	(void)state;
	claim(TESS, "tabs adapt", "arg-001");
	struct ledger *shared = ledger_hold(d.ledger);
	assert_int_equal(pthread_create(&other, NULL, holds, shared), 0);
	for (unsigned i = 0; i < 2000; i++) {
		claim(TESS, "tabs adapt", "arg-001");
		ledger_drop(d.ledger);
		d.ledger = ledger_hold(shared);
	}
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(ledger_turns(shared), 1);
	ledger_drop(shared);
}
