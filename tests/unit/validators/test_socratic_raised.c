/* Points that were raised: which the other side took up, and where those that it did not are shown. */
#include "tests/unit/validators/socratic_fixture.h"

#include <pthread.h>
#include "validators/socratic/raised.h"
#include "validators/socratic/state.h"
#include "validators/socratic/turn.h"

struct speech {
	unsigned number;
	const char *position, *points, *agreements, *novel, *items;
};

static char *
turn(struct speech s)
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
takes(struct duel *d, struct speech s)
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

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\nTurn 1 (alice), claim: memory grows without a bound\n" ZEBRAS);
	takes(d, (struct speech){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\nTurn 1 (alice), claim: memory grows without a bound\n" ZEBRAS
			     "Turn 2 (bob), claim: customers dislike waiting rooms\n" WHALES);
}

TEST(a_counterpoint_that_addresses_a_turn_answers_the_nearest_of_its_points_and_no_other)
{
	struct duel *d = *state;

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	takes(d, (struct speech){.number = 2, .points = POINT("Turn 1", "ours is bounded by two gibibytes")});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\n" ZEBRAS "Turn 2 (bob), claim: ours is bounded by two gibibytes\n" WHALES);
	/* Of two that address it without a word of any point each answers one. */
	takes(d, (struct speech){.number = 3, .points = POINT("Turn 2, the first", "nobody ordered that hardware") POINT("Turn 2", "fish swim elsewhere"),
			.novel = "Glass breaks whenever hammers fall."});
	assert_unanswered(d, "Turn 1 (alice), claim: the nightly job deletes nothing\n" ZEBRAS
			     "Turn 3 (alice), claim: nobody ordered that hardware\nTurn 3 (alice), claim: fish swim elsewhere\n"
			     "Turn 3 (alice), novel argument: Glass breaks whenever hammers fall.\n");
}

TEST(what_is_granted_or_spoken_of_in_prose_is_taken_up)
{
	struct duel *d = *state;

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "the nightly job deletes nothing") POINT("the topic", "memory grows without a bound")});
	takes(d, (struct speech){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms"), .agreements = "- True: that job has never deleted an entry.",
			.position = "Caching of results is fine. That memory grows is so, whatever bound anybody writes down for it."});
	assert_unanswered(d, ZEBRAS "Turn 2 (bob), claim: customers dislike waiting rooms\n" WHALES);
	takes(d, (struct speech){.number = 3, .points = POINT("the topic", "glass breaks"), .agreements = "- Turn 2 is right.\n- Turn 2 is right again.",
			.novel = "Glass breaks whenever hammers fall."});
	assert_unanswered(d, ZEBRAS "Turn 3 (alice), claim: glass breaks\nTurn 3 (alice), novel argument: Glass breaks whenever hammers fall.\n");
}

TEST(nobody_answers_a_point_of_ones_own_and_one_said_again_is_one)
{
	struct duel *d = *state;

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "memory grows without a bound") POINT("the topic", "Memory *grows*, without a bound!")});
	assert_unanswered(d, "Turn 1 (alice), claim: memory grows without a bound\n" ZEBRAS);
	takes(d, (struct speech){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms")});
	takes(d, (struct speech){.number = 3, .points = POINT("the topic", "memory grows without a bound"), .agreements = "- Memory grows without a bound.",
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

		takes(d, (struct speech){.number = 1, .points = points});
		takes(d, (struct speech){.number = 2, .points = answer});
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

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "memory grows *without* a bound...")});
	takes(d, (struct speech){.number = 2, .points = POINT("the topic", "customers dislike waiting rooms"), .agreements = "- Zebras outrun lions."});
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
	takes(d, (struct speech){.number = 1, .points = utstring_body(&points)});
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

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "memory grows without a bound")});
	utstring_init(&points);
	for (unsigned i = 0; i < RAISED_ANSWERS_MAX; i++)
		utstring_printf(&points, POINT("the topic", "q%uq"), i);
	utstring_printf(&points, POINT("Turn 1", "memory is bounded"));
	takes(d, (struct speech){.number = 2, .points = utstring_body(&points)});
	utstring_done(&points);
	char *text = told(d);
	assert_non_null(strstr(text, "memory grows without a bound"));
	free(text);
}

/* -- when the list is made -- */

/* What a turn leads to, as judging it leaves that to be worked out; NULL: nothing. */
static void *
left_by(const struct duel *d, unsigned number, struct verdict *v)
{
	char *text = turn((struct speech){.number = number, .points = POINT("Turn 1", "memory is bounded by the nightly job")});
	struct context ctx = d->ctx;

	ctx.holder = 2 - number % 2;
	*v = (struct verdict){.n = 0};
	format_judge(d->f, d->state, &ctx, &(struct submission){.row = ROW_DEBATE, .text = text, .len = strlen(text)}, v);
	assert_null(findings_first_error(&v->findings));
	free(text);
	return d->f->ahead(v->drafts[0].kind, v->drafts[0].facts);
}

TEST(what_comes_of_a_turn_may_be_worked_out_before_it_is_in)
{
	struct duel *d = *state;
	struct verdict v;
	const struct point *p;
	size_t at = 0;

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "memory grows without a bound")});
	struct raised *left = left_by(d, 2, &v);
	assert_non_null(left);
	d->f->ahead_work(raised_hold(left));
	p = raised_unanswered(left, &at);
	assert_string_equal(p->words, "Zebras quietly outrun every lion.");
	p = raised_unanswered(left, &at);
	assert_int_equal(p->turn, 2);
	raised_drop(left);
	verdict_free(&v);
	assert_unanswered(d, "Turn 1 (alice), claim: memory grows without a bound\n" ZEBRAS); /* nothing is in */
}

/* Words enough to be sorted otherwise than a few are; which come first is another thing there and back. */
TEST(a_point_of_many_words_is_answered_by_them_in_any_order)
{
	struct duel *d = *state;
	UT_string there, back;

	utstring_init(&there);
	utstring_init(&back);
	for (unsigned i = 0; i < 60; i++) {
		utstring_printf(&there, "%c%c%c%u ", 'b' + i % 20, 'a' + i / 20, 'k' + i % 7, 100 + i);
		utstring_printf(&back, "%c%c%c%u ", 'b' + (59 - i) % 20, 'a' + (59 - i) / 20, 'k' + (59 - i) % 7, 159 - i);
	}
	char *point = mem_format(POINT("the topic", "%s"), utstring_body(&there));
	char *answer = mem_format(POINT("the first claim of the other", "%s"), utstring_body(&back));
	takes(d, (struct speech){.number = 1, .points = point});
	struct raised *before = raised_hold(d->state->raised);
	size_t at = 0;
	const struct point *p = raised_unanswered(before, &at);
	assert_non_null(p);
	assert_int_equal(p->gist.n, 60);
	for (size_t i = 1; i < p->gist.n; i++)
		assert_true(p->gist.v[i - 1] < p->gist.v[i]);
	raised_drop(before);
	takes(d, (struct speech){.number = 2, .points = answer});
	at = 0;
	while ((p = raised_unanswered(d->state->raised, &at)))
		assert_false(p->turn == 1 && !strcmp(p->what, "claim"));
	free(answer);
	free(point);
	utstring_done(&back);
	utstring_done(&there);
}

TEST(turns_that_were_never_asked_about_come_to_the_same)
{
	struct raised *raised = NULL, *next, *known = NULL;
	size_t at = 0, of_known = 0;
	const struct point *p;

	(void)state;
	for (unsigned number = 1; number <= 6; number++) {
		char *claim = mem_format("whale number %u sings in another key than all before", number), *points = mem_format(POINT("the topic", "%s"), claim);
		char *text = turn((struct speech){.number = number, .points = points});
		struct turn_facts *f = turn_facts_read(text, strlen(text));
		assert_non_null(f);
		next = raised_after(raised, 2 - number % 2, f);
		raised_drop(raised);
		raised = next;
		next = raised_after(known, 2 - number % 2, f);
		raised_drop(known);
		known = next;
		raised_know(known);
		turn_facts_free(f);
		free(text);
		free(points);
		free(claim);
	}
	while ((p = raised_unanswered(raised, &at))) {
		const struct point *same = raised_unanswered(known, &of_known);
		assert_non_null(same);
		assert_string_equal(p->words, same->words);
		assert_int_equal(p->turn, same->turn);
	}
	assert_null(raised_unanswered(known, &of_known));
	assert_true(at > 1);
	struct heard *asked = raised_last(known), *never = raised_last(raised);
	assert_non_null(atomic_load(&asked->prints));
	assert_null(atomic_load(&never->prints));
	heard_drop(asked);
	heard_drop(never);
	raised_drop(raised);
	raised_drop(known);
}

static void *
asks(void *arg)
{
	size_t at = 0, n = 0;
	struct heard *last = raised_last(arg);

	while (raised_unanswered(arg, &at))
		n++;
	for (size_t i = 0; i < last->n_said; i++)
		n += heard_prints(last)[i].words == 0; /* there are none */
	heard_drop(last);
	raised_drop(arg);
	return (void *)n;
}

/* A prompt and a status, of the state that the store's thread makes the next one of: run with TSAN=1. */
TEST(several_may_ask_at_once_for_the_first_time)
{
	struct duel *d = *state;
	struct verdict v;
	pthread_t threads[4];
	void *n;

	takes(d, (struct speech){.number = 1, .points = POINT("the topic", "memory grows without a bound")});
	for (unsigned round = 0; round < 50; round++) {
		struct raised *left = left_by(d, 2, &v);
		for (int i = 0; i < 4; i++)
			assert_int_equal(pthread_create(&threads[i], NULL, asks, raised_hold(left)), 0);
		for (int i = 0; i < 4; i++) {
			assert_int_equal(pthread_join(threads[i], &n), 0);
			assert_int_equal((size_t)n, 3);
		}
		raised_drop(left);
		verdict_free(&v);
	}
}
