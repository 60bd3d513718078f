/* Points that were raised: which the other side took up, and where those that it did not are shown. */
#include "tests/unit/validators/socratic_fixture.h"

#include "validators/socratic/raised.h"

struct said {
	unsigned number;
	const char *position, *points, *agreements, *novel, *items;
};

static char *
turn(struct said s)
{
	bool odd = s.number % 2;

	return mem_format("## Turn %u — %s (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\n%s\n\n**Counterpoints**\n%s\n**Agreements**\n%s\n\n"
			  "**Novel Argument**\n%s\n\nSupport:\n    - Principle: trust is slow to earn\n\n**Unresolved Items**\n%s\n",
		s.number, odd ? "alice" : "bob", s.position ?: "Caching of results, said in whole words, is worth what it takes to keep it.", s.points,
		s.agreements ?: "- none yet", s.novel ?: odd ? "Zebras quietly outrun every lion." : "Whales dive beneath the heaviest storms.",
		s.items ?: "- how long an hour is (non-blocking)");
}

#define POINT(addresses, claim) "- Addresses: " addresses "\n  Claim: " claim "\n  Support:\n    - https://example.org/log\n"

static void
takes(struct duel *d, struct said s)
{
	char *text = turn(s);

	duel_accept(d, 2 - s.number % 2, text, strlen(text));
	free(text);
}

static int
set_up(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, NULL);
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "claude-code", "opus");
	*state = d;
	return 0;
}
EACH_TEST(set_up, close_duel);

/* Novel arguments stand beside, those of `turn` above. */
#define ZEBRAS "Turn 1 (alice), novel argument: Zebras quietly outrun every lion.\n"
#define WHALES "Turn 2 (bob), novel argument: Whales dive beneath the heaviest storms.\n"

static void
assert_unanswered(const struct duel *d, const char *points)
{
	for (size_t i = 0; i < d->f->n_status; i++) {
		if (strcmp(d->f->status[i].key, "unanswered"))
			continue;
		struct status_value v = d->f->status[i].value(d->state, &d->ctx);
		assert_int_equal(v.type, STATUS_LIST);
		assert_string_equal(v.text ?: "", points);
		free(v.owned);
		return;
	}
	fail_msg("there is no such key");
}

static char *
told(const struct duel *d)
{
	UT_string out;

	utstring_init(&out);
	d->f->hand_ins[1].told(d->state, &d->ctx, 1, &out);
	return utstring_body(&out);
}

TEST(a_point_that_nobody_speaks_of_is_unanswered)
{
	struct duel *d = *state;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\nTurn 1 (alice), claim: memory grows without a bound\n" ZEBRAS);
	takes(d, (struct said){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\nTurn 1 (alice), claim: memory grows without a bound\n" ZEBRAS
			     "Turn 2 (bob), claim: customers dislike waiting rooms\n" WHALES);
}

TEST(a_counterpoint_that_addresses_a_turn_answers_the_nearest_of_its_points_and_no_other)
{
	struct duel *d = *state;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	takes(d, (struct said){.number = 2, .points = POINT("Turn 1", "ours is bounded by two gibibytes")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\n" ZEBRAS "Turn 2 (bob), claim: ours is bounded by two gibibytes\n" WHALES);
	/* Of two that address it without a word of any point each answers one. */
	takes(d, (struct said){.number = 3, .points = POINT("Turn 2, the first", "nobody ordered that hardware") POINT("Turn 2", "fish swim elsewhere"),
			.novel = "Glass breaks whenever hammers fall."});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\n" ZEBRAS
			     "Turn 3 (alice), claim: nobody ordered that hardware\nTurn 3 (alice), claim: fish swim elsewhere\n"
			     "Turn 3 (alice), novel argument: Glass breaks whenever hammers fall.\n");
}

TEST(what_is_granted_or_spoken_of_in_prose_is_taken_up)
{
	struct duel *d = *state;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	takes(d, (struct said){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms"), .agreements = "- True: that job has never deleted an entry.",
			.position = "Caching of results is fine. That memory grows is so, whatever bound anybody writes down for it."});
	assert_unanswered(d, ZEBRAS "Turn 2 (bob), claim: customers dislike waiting rooms\n" WHALES);
	takes(d, (struct said){.number = 3, .points = POINT("the topic", "glass breaks"), .agreements = "- Turn 2 is right.\n- Turn 2 is right again.",
			.novel = "Glass breaks whenever hammers fall."});
	assert_unanswered(d, ZEBRAS "Turn 3 (alice), claim: glass breaks\nTurn 3 (alice), novel argument: Glass breaks whenever hammers fall.\n");
}

TEST(nobody_answers_a_point_of_ones_own_and_one_said_again_is_one)
{
	struct duel *d = *state;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "memory grows without a bound") POINT("the topic", "Memory *grows*, without a bound!")});
	assert_unanswered(d, "Turn 1 (alice), claim: memory grows without a bound\n" ZEBRAS);
	takes(d, (struct said){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms")});
	takes(d, (struct said){.number = 3, .points = POINT("the topic", "memory grows without a bound"), .agreements = "- Memory grows without a bound.",
			.novel = "Glass breaks whenever hammers fall."});
	assert_unanswered(d, "Turn 1 (alice), claim: memory grows without a bound\n" ZEBRAS "Turn 2 (bob), claim: customers dislike waiting rooms\n" WHALES
			     "Turn 3 (alice), novel argument: Glass breaks whenever hammers fall.\n");
}

TEST(points_are_followed_in_any_language)
{
	static const struct {
		const char *first, *second, *answer;
	} rows[] = {
		{"出错的缓存没有人负责清理", "内存的增长没有上限", "夜间任务负责清理出错的缓存"},
		{"испорченные записи никто не очищает", "память растёт без предела", "записи, которые испорчены, очищает ночная задача"},
		{"잘못된 항목은 아무도 지우지 않는다", "메모리가 끝없이 늘어난다", "야간 작업이 잘못된 항목을 지운다"},
		{"κανείς δεν καθαρίζει τις χαλασμένες εγγραφές", "η μνήμη μεγαλώνει χωρίς όριο", "τις χαλασμένες εγγραφές καθαρίζει η νυχτερινή εργασία"},
		{"ไม่มีใครลบรายการที่เสีย", "หน่วยความจำโตขึ้นไม่มีขอบเขต", "งานกลางคืนลบรายการที่เสียแล้ว"},
		{"不良なエントリを誰も消さない", "メモリは際限なく増える", "夜間ジョブが不良なエントリを消している"},
	};
	struct duel *d = *state;

	for (size_t i = 0; i < N(rows); i++) {
		char *points = mem_format(POINT("the topic", "%s") POINT("the topic", "%s"), rows[i].first, rows[i].second);
		char *answer = mem_format(POINT("the topic", "%s"), rows[i].answer);
		char *expected = mem_format("Turn 1 (alice), claim: %s\n" ZEBRAS "Turn 2 (bob), claim: %s\n" WHALES, rows[i].second, rows[i].answer);

		takes(d, (struct said){.number = 1, .points = points});
		takes(d, (struct said){.number = 2, .points = answer});
		assert_unanswered(d, expected);
		duel_done(d);
		duel_init(d, NULL);
		duel_join(d, "alice", "claude-code", "opus");
		duel_join(d, "bob", "claude-code", "opus");
		free(points);
		free(answer);
		free(expected);
	}
}

TEST(who_concludes_is_told_what_nobody_answered)
{
	struct duel *d = *state;
	char *text;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "memory grows *without* a bound...")});
	takes(d, (struct said){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms"), .agreements = "- Zebras outrun lions."});
	text = told(d);
	for (const char *const *what = (const char *const[]){"as far as a program can tell", "\n- turn 1, alice: memory grows without a bound…\n",
		     "Turn 2\nwas the last, and nobody could answer it.\n",
		     "\n- turn 2, bob: customers dislike waiting rooms\n", NULL}; *what; what++)
		if (!strstr(text, *what))
			fail_msg("%s is not in %s", *what, text);
	assert_null(strstr(text, "Zebras"));
	free(text);
}

TEST(where_all_is_answered_nothing_is_told_of_it)
{
	struct duel *d = *state;
	char *text = told(d);

	assert_null(strstr(text, "Raised"));
	assert_non_null(strstr(text, "The result first"));
	free(text);
}

/* `n` claims of which each differs. */
static void
takes_many(struct duel *d, unsigned n, const char *filler)
{
	UT_string points;

	utstring_init(&points);
	for (unsigned i = 0; i < n; i++)
		utstring_printf(&points, POINT("the topic", "w%ux of %s"), i, filler);
	takes(d, (struct said){.number = 1, .points = utstring_body(&points)});
	utstring_done(&points);
}

TEST(many_points_are_told_shorter_and_none_of_them_in_silence)
{
	struct duel *d = *state;
	char *text;

	takes_many(d, 40, "a claim that is long enough to be cut in a list of forty, which it would fill alone with three of its kind");
	text = told(d);
	assert_true(strlen(text) < 4096);
	assert_non_null(strstr(text, "w39x of a claim"));
	assert_non_null(strstr(text, "Zebras"));
	assert_null(strstr(text, "its kind"));
	free(text);
}

TEST(of_very_many_points_the_rest_is_counted)
{
	struct duel *d = *state;
	char *text;

	takes_many(d, RAISED_POINTS_MAX + 10, "it");
	text = told(d);
	assert_true(strlen(text) < 4096);
	assert_non_null(strstr(text, " more, in the turns themselves\n"));
	free(text);
	for (size_t i = 0; i < d->f->n_status; i++) {
		struct status_value v = d->f->status[i].value(d->state, &d->ctx);
		if (!strcmp(d->f->status[i].key, "unanswered"))
			assert_non_null(strstr(v.text, "… and 11 points behind the first 256, which are not followed\n"));
		free(v.owned);
	}
}

TEST(of_very_many_answers_the_first_count)
{
	struct duel *d = *state;
	UT_string points;

	takes(d, (struct said){.number = 1, .points = POINT("the topic", "memory grows without a bound")});
	utstring_init(&points);
	for (unsigned i = 0; i < RAISED_ANSWERS_MAX; i++)
		utstring_printf(&points, POINT("the topic", "q%uq"), i);
	utstring_printf(&points, POINT("Turn 1", "memory is bounded"));
	takes(d, (struct said){.number = 2, .points = utstring_body(&points)});
	utstring_done(&points);
	char *text = told(d);
	assert_non_null(strstr(text, "memory grows without a bound"));
	free(text);
}
