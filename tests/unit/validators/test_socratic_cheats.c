/*
 * What an idle or a dishonest participant hands in: each is refused with what to write instead, or, where only a reader
 * can judge it, warned of in `status` and in the other's next prompt.
 */
#include "tests/unit/validators/socratic_fixture.h"

#define AGREED "Prices are cached until midnight, and the nightly job is watched."

struct cheat {
	unsigned number;
	const char *stance, *position, *addresses, *claim, *support, *agreements, *novel, *items, *end;
};

/* An honest turn where nothing else is said. */
static char *
turn(struct cheat c)
{
	bool odd = c.number % 2;
	const char *whole[] = {c.stance ?: "OPEN_TO_DEBATE",
		c.position ?: odd ? "Caching results for an hour is too long for prices, since whoever sees an old one stops trusting the shop." :
				    "Caching prices for an hour does no harm, because they change at midnight only and the cache is empty by then.",
		c.addresses ?: odd ? "the topic" : "Turn 1",
		c.claim ?: odd ? "nobody is named who clears an entry that went bad" : "the nightly job clears every entry that went bad",
		c.support ?: "https://example.org/log", c.agreements ?: "- Keeping results saves money.",
		c.novel ?: odd ? "Every replica that serves an old price loses the trust of one customer for good." :
				 "A cache that is cleared by hand is cleared by nobody on a public holiday.",
		c.items ?: "- how long an hour is (non-blocking)"};
	return mem_format("## Turn %u — %s (claude-code / opus) — %s\n\n**Position**\n%s\n\n**Counterpoints**\n- Addresses: %s\n  Claim: %s\n"
			  "  Support:\n    - %s\n\n**Agreements**\n%s\n\n**Novel Argument**\n%s\n\nSupport:\n    - Principle: trust is slow to earn\n\n"
			  "**Unresolved Items**\n%s\n%s",
		c.number, odd ? "alice" : "bob", whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], whole[6], whole[7], c.end ?: "");
}

static void
takes(struct duel *d, struct cheat c)
{
	char *text = turn(c);

	duel_accept(d, 2 - c.number % 2, text, strlen(text));
	free(text);
}

static void
is_refused(struct duel *d, struct cheat c, const char *says)
{
	char *text = turn(c);

	duel_refuse(d, 2 - c.number % 2, text, says);
	free(text);
}

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, NULL);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "claude-code", "opus");
	*state = d;
	return 0;
}
EACH_TEST(open_duel, close_duel);

TEST(a_forged_quotation_of_the_peer_is_refused)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	is_refused(d, (struct cheat){.number = 2, .support = "Turn 1: \"we give up, bob is right in everything\""},
		"[quote.turn] turn 1 says nothing like \"we give up, bob is right in everything\": quote what stands there");
	is_refused(d, (struct cheat){.number = 2, .position = "Turn 1: \"caching is harmless for all of us\", and caching it shall be for now."},
		"[quote.turn] turn 1");
}

TEST(a_quotation_that_is_changed_by_one_word_is_refused)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	is_refused(d, (struct cheat){.number = 2, .support = "Turn 1: \"nobody is named who clears an entry that went well\""},
		"it says \"nobody is named who clears an entry that went bad\": quote that");
	is_refused(d, (struct cheat){.number = 2, .support = "Turn 1: \"somebody is named who clears an entry\""}, "[quote.turn]");
	takes(d, (struct cheat){.number = 2, .support = "Turn 1: \"nobody is named who clears an entry that went bad\""});
}

/* A position that is so much of a turn that the turn is written in its language. */
static char *
spoken(const char *sentence)
{
	UT_string s;

	utstring_init(&s);
	for (unsigned i = 0; i < 24; i++)
		utstring_printf(&s, "%s\n", sentence);
	return utstring_body(&s);
}

static void
speaks(struct duel *d, unsigned number, const char *sentence)
{
	char *position = spoken(sentence);

	takes(d, (struct cheat){.number = number, .position = position});
	free(position);
}

/* Another one, in which nothing was said yet. */
static struct duel *
begin_anew(void **state)
{
	close_duel(state);
	open_duel(state);
	return *state;
}

#define JAPANESE "結果を一時間ためておくのは価格には長すぎる。"
#define CHINESE "结果缓存一小时对价格来说太久了。"
#define KOREAN "가격을 한 시간 동안 저장해 두는 것은 너무 길다."
#define RUSSIAN "Хранить цены целый час слишком долго для магазина."

/* The name of a turn in the writer's own language, and a turn by its place in an order. */
TEST(a_forged_quotation_is_refused_however_its_turn_is_named)
{
	static const struct {
		const char *spoken, *forged;
	} v[] = {
		{JAPANESE, "第1ターン：「我々は諦める、ボブがすべて正しい」。"},
		{JAPANESE, "第一ターン「我々は諦める、ボブがすべて正しい」。"},
		{JAPANESE, "ターン１：「我々は諦める、ボブがすべて正しい」。"},
		{JAPANESE, "「我々は諦める、ボブがすべて正しい」（１ターン目）。"},
		{JAPANESE, "Ｔｕｒｎ　１：「我々は諦める、ボブがすべて正しい」と認めた。"},
		{JAPANESE, "1番目の手番：「我々は諦める、ボブがすべて正しい」と書いてある。"},
		{CHINESE, "第一轮：「我们认输，鲍勃什么都对」。"},
		{CHINESE, "第1回合：「我们认输，鲍勃什么都对」。"},
		{KOREAN, "첫 번째 턴: \"우리는 포기한다, 밥이 모두 옳다\"."},
		{NULL, "In the first turn: \"we give up, bob is right in everything\"."},
		{NULL, "The 1st turn, \"we give up, bob is right in everything\"."},
		{NULL, "Im ersten Zug: „wir geben auf, bob hat mit allem recht“."},
		{RUSSIAN, "В первом ходе: «мы сдаёмся, боб прав во всём»."},
	};
	struct duel *d = *state;

	for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
		if (v[i].spoken)
			speaks(d, 1, v[i].spoken);
		else
			takes(d, (struct cheat){.number = 1});
		is_refused(d, (struct cheat){.number = 2, .position = v[i].forged}, "[quote.turn]");
		d = begin_anew(state);
	}
	takes(d, (struct cheat){.number = 1});
	takes(d, (struct cheat){.number = 2,
			.position = "In the first turn: \"nobody is named who clears an entry that went bad\", and so it is with all caches."});
}

/* "Your second turn" is turn 4 of two who take turns. */
TEST(a_turn_of_an_order_may_be_that_of_a_sides_turns)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	takes(d, (struct cheat){.number = 2, .position = "Whoever waits for an hour has read something that is an hour old, and knows it."});
	is_refused(d, (struct cheat){.number = 3, .position = "Turn 1: \"has read something that is an hour old\", and that is all."},
		"[quote.turn] turn 1");
	takes(d, (struct cheat){.number = 3, .position = "Bob's first turn: \"has read something that is an hour old\", and that is all.",
			.claim = "who reads an old price buys elsewhere", .novel = "Marks on stale answers keep readers honest about what they were told."});
}

TEST(whoever_comes_second_to_a_turn_is_told_who_was_first)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	duel_refuse(d, 2, "## Turn 1 — bob (claude-code / opus) — OPEN_TO_DEBATE\n",
		"[turn.number] \"alice\" handed in turn 1 first: this is turn 2 now; read that one, and write yours from the blank as it is now");
	takes(d, (struct cheat){.number = 2});
	/* Its own number again is no race. */
	duel_refuse(d, 1, "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE\n",
		"[turn.number] the next turn is number 3, and the heading says \"1\"");
}

TEST(a_blocking_item_that_is_dropped_in_silence_is_refused)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1, .items = "- who pays for the outage (blocking)"});
	is_refused(d, (struct cheat){.number = 2}, "[open.dropped] nothing here accounts for U-1, \"who pays for the outage\"");
	is_refused(d, (struct cheat){.number = 2, .items = "- U-2: who asked (blocking)"}, "[open.unknown] there is no item U-2");
	takes(d, (struct cheat){.number = 2, .addresses = "U-1"});
	/* Not even by who raised it. */
	is_refused(d, (struct cheat){.number = 3, .claim = "the job failed twice this month", .novel = "Marks on stale answers keep readers honest about what they were told."},
		"[open.dropped]");
}

TEST(a_turn_of_one_word_sections_is_warned_of_in_status_and_in_the_peers_prompt)
{
	struct duel *d = *state;
	UT_string said;

	takes(d, (struct cheat){.number = 1, .position = "Caching.", .claim = "Wrong.", .support = "Principle: honesty", .agreements = "None.",
			.novel = "Trust."});
	utstring_init(&said);
	d->f->warnings(d->state, print_warning, &said);
	for (const char *const *what = (const char *const[]){"the position \"Caching.\"", "the claim \"Wrong.\"", "the principle \"honesty\"",
		     "the novel argument \"Trust.\"", NULL}; *what; what++)
		if (!strstr(utstring_body(&said), *what))
			fail_msg("%s is not in %s", *what, utstring_body(&said));
	utstring_clear(&said);
	d->f->hand_ins[0].told(d->state, &d->ctx, 2, &said);
	if (!strstr(utstring_body(&said), "- turn 1: the position \"Caching.\" has 1 word: 12 or more"))
		fail_msg("%s", utstring_body(&said));
	utstring_done(&said);
}

TEST(a_near_copy_is_refused_however_it_is_dressed)
{
	static const char *const english[] = {"Every replica that serves an old price loses the trust of one customer for ever.",
		"EVERY replica, that serves an old price, loses the trust of one customer -- for good!!",
		"Every   replica that serves\nan old price loses the trust of one customer for good.", NULL};
	static const char *const chinese[] = {"每一个返回旧价格的副本，都会永远失去一位客户的信任。", "每一个 返回旧价格的副本 ， 都会永久失去一位客户的信任",
		"都会永久失去一位客户的信任，每一个返回旧价格的副本。", NULL};
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1, .position = "每一个返回旧价格的副本，都会永久失去一位客户的信任。（caching of results, said in whole words）"});
	for (const char *const *copy = english; *copy; copy++)
		is_refused(d, (struct cheat){.number = 2, .novel = *copy}, "[novel.repeat]");
	takes(d, (struct cheat){.number = 2, .novel = "每一个返回旧价格的副本，都会永久失去一位客户的信任，这无法用钱补偿。"});
	for (const char *const *copy = chinese; *copy; copy++)
		is_refused(d, (struct cheat){.number = 3, .novel = *copy, .claim = "the job failed twice this month"}, "[novel.repeat]");
}

TEST(an_agreement_with_no_text_to_agree_on_is_refused)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	is_refused(d, (struct cheat){.number = 2, .stance = "ACCEPTING_CONSENSUS"}, "[consensus.text] a turn that accepts consensus ends with `**Consensus**`");
	is_refused(d, (struct cheat){.number = 2, .stance = "ACCEPTING_CONSENSUS", .end = "\n**Consensus**\nI agree.\n"}, "[consensus.text]");
	is_refused(d, (struct cheat){.number = 2, .stance = "ACCEPTING_CONSENSUS", .end = "\n**Consensus**\nAccepts: Turn 1\n"},
		"[consensus.text] there is nothing to accept");
	/* Who accepts is not made to find something new. */
	takes(d, (struct cheat){.number = 2, .stance = "ACCEPTING_CONSENSUS", .end = "\n**Consensus**\n" AGREED "\n"});
}

#define CONCLUSION(outcome, convergence, rest) \
	"## Terminal Conclusion\n\n**Outcome**: " outcome "\n**Candidate Convergence**: " convergence \
	"\n**Reason**: it is so\n\nOn the caching of results.\n" rest

TEST(a_conclusion_that_says_what_nobody_accepted_is_refused)
{
	struct duel *d = *state;

	takes(d, (struct cheat){.number = 1});
	takes(d, (struct cheat){.number = 2, .stance = "ACCEPTING_CONSENSUS", .end = "\n**Consensus**\n" AGREED "\n"});
	duel_refuse(d, 2, CONCLUSION("ACCEPTED_CONSENSUS", "no", "\n**Consensus**\n" AGREED "\n"),
		"[conclusion.unearned] ACCEPTED_CONSENSUS needs both to accept");
	duel_refuse(d, 2, CONCLUSION("DISSENT", "no", "\n**Consensus**\n" AGREED "\n"), "[conclusion.consensus] there is no Consensus with this outcome");
	duel_refuse(d, 2, CONCLUSION("DISSENT", "no", "\nTurn 1: \"we were wrong all along\".\n"), "[quote.turn]");
	takes(d, (struct cheat){.number = 3, .stance = "ACCEPTING_CONSENSUS", .claim = "the watch needs a name",
			.novel = "Marks on stale answers keep readers honest about what they were told.",
			.end = "\n**Stance Revision Support**\n- Turn 2\n\n**Consensus**\nAccepts: Turn 2\n"});
	duel_refuse(d, 1, CONCLUSION("ACCEPTED_CONSENSUS", "yes", ""), "[conclusion.consensus] the section `**Consensus**` is missing");
	duel_refuse(d, 1, CONCLUSION("ACCEPTED_CONSENSUS", "yes", "\n**Consensus**\nPrices are cached until noon, and the nightly job is watched.\n"),
		"[conclusion.consensus] the Consensus is the statement of turn 2, word for word");
	duel_refuse(d, 1, CONCLUSION("DISSENT", "yes", ""), "that is no DISSENT");
	assert_int_equal(duel_try(d, 1, CONCLUSION("ACCEPTED_CONSENSUS", "yes", "\n**Consensus**\n" AGREED "\n"), false), 0);
}
