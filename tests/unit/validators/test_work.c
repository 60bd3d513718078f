/*
 * Judging is work in proportion to the text, in every format: of each kind of text that is meant to be slow a small one
 * and one of eight times its size, and how much more work that is. A loop over all pairs of something was once not
 * noticed until a full turn took seconds.
 */

#include "tests/unit/validators/duel.h"
#include "tests/unit/validators/work.h"
#include "validators/formats.h"

#define SMALL_BYTES 6000

static void
assert_proportion(const char *name, work_fn run, void *arg, const char *few, size_t n_few, const char *many, size_t n_many)
{
	uint64_t small, large;

	if (!work_in_proportion(run, arg, few, n_few, many, n_many, &small, &large))
		fail_msg("%s: %zu bytes are %.1f times the work of %zu", name, n_many, (double)large / (double)small, n_few);
}

static void
all_pairs(void *arg, const char *s, size_t len)
{
	volatile unsigned *sum = arg;

	for (size_t i = 0; i < len; i++)
		for (size_t k = 0; k < len; k += 16)
			*sum += s[i] == s[k];
}

TEST(a_loop_over_all_pairs_would_be_noticed)
{
	work_counts();
	uint64_t small, large;
	unsigned sum = 0;
	char *text = test_owns(mem_calloc(1, WORK_GROWTH * SMALL_BYTES));
	assert_false(work_in_proportion(
		all_pairs, &sum, text, SMALL_BYTES / 4, text, WORK_GROWTH * SMALL_BYTES / 4, &small, &large));
}

/* -- whole texts, by the format's own judge -- */

/* The piece with its number in it. */
static size_t
hostile_piece(const char *piece, unsigned number, char *out, size_t room)
{
	size_t n = 0;

	for (const char *s = piece; *s && n + 1 < room; s++) {
		if (*s == '%') {
			n += (size_t)snprintf(out + n, room - n, "%u", number);
			s++;
		} else {
			out[n++] = *s;
		}
	}
	out[n] = '\0';
	return n;
}

/* A text of one format: a piece that is repeated between a beginning and an end. `%u` in it is its number. */
struct text_kind {
	const char *begin, *piece, *end;
};

static char *
text_of(const struct text_kind *k, size_t bytes, size_t *len)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s", k->begin);
	for (unsigned n = 1; utstring_len(&out) < bytes; n++) {
		char piece[512];
		size_t size = hostile_piece(k->piece, n, piece, sizeof piece);

		utstring_bincpy(&out, piece, size);
	}
	utstring_printf(&out, "%s", k->end);
	*len = utstring_len(&out);
	return utstring_body(&out);
}

static void
judge_whole(void *arg, const char *text, size_t len)
{
	struct duel *d = arg;
	struct verdict v = {.n = 0};

	format_judge(d->state, &d->ctx, &(struct submission){.text = text, .len = len}, &v);
	verdict_free(&v);
}

static void
assert_kinds(struct duel *d, const struct text_kind *kinds, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		size_t n_few, n_many;
		char *few = text_of(&kinds[i], SMALL_BYTES, &n_few),
		     *many = text_of(&kinds[i], WORK_GROWTH * SMALL_BYTES, &n_many);

		assert_proportion(kinds[i].piece, judge_whole, d, few, n_few, many, n_many);
		free(few);
		free(many);
	}
}

#define SOCRATIC "## Turn 1 — alice (h / m) — OPEN_TO_DEBATE\n\n**Position**\nCaching helps.\n\n"
#define COUNTERPOINTS SOCRATIC "**Counterpoints**\n"
#define AGREED "\n**Agreements**\n- Some.\n\n"
#define NOVEL "**Novel Argument**\nOld prices.\n\nSupport:\n    - Principle: x\n\n"
#define OPEN "**Unresolved Items**\n- y (blocking)\n"
#define ONE "- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.org\n"

static void
socratic(struct duel *d)
{
	duel_begin(d, format_find("socratic"),
		(struct terms){.topic = "Caching", .topic_slug = "caching", .max_turns = 6, .novelty_threshold = 0.8,
			.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30},
		"# Plan\n\n## Heading 1\n\nWords of plan 1.\n");
	assert_null(duel_sit(d, "alice", "", "h", "m"));
	assert_null(duel_sit(d, "bob", "", "h", "m"));
	duel_floor(d, 1);
}

TEST(a_turn_of_socratic_is_judged_in_proportion_to_its_size)
{
	work_counts();
	static const struct text_kind kinds[] = {
		{COUNTERPOINTS, "- Addresses: Source\n  Claim: x%u\n  Support:\n    - https://a.org/%u\n", AGREED NOVEL OPEN},
		{COUNTERPOINTS ONE, "    - https://a.org/%u\n", AGREED NOVEL OPEN},
		{COUNTERPOINTS ONE, "    - plan.md#heading-%u\n", AGREED NOVEL OPEN},
		{COUNTERPOINTS ONE, "    - plan.md: \"words of plan %u\"\n", AGREED NOVEL OPEN},
		{COUNTERPOINTS ONE, "    - Turn %u: \"words of a turn %u\"\n", AGREED NOVEL OPEN},
		{COUNTERPOINTS ONE AGREED NOVEL "**Unresolved Items**\n", "- item %u (blocking)\n", ""},
		{COUNTERPOINTS ONE AGREED NOVEL "**Unresolved Items**\n", "- U-%u: item %u (blocking)\n", ""},
		{COUNTERPOINTS ONE AGREED, "- U-%u: settled, since %u\n", NOVEL OPEN},
		{COUNTERPOINTS ONE AGREED "**Novel Argument**\n", "word%u a b c d ", "\n\nSupport:\n    - Principle: x\n\n" OPEN},
		{SOCRATIC, "**Section %u**\nx\n\n", COUNTERPOINTS ONE AGREED NOVEL OPEN},
		{SOCRATIC, "### Heading %u\n\n", COUNTERPOINTS ONE AGREED NOVEL OPEN},
		{SOCRATIC, "words `code%u` and [a%u](b%u.md) \"q\"\n", COUNTERPOINTS ONE AGREED NOVEL OPEN},
		{SOCRATIC, "> quoted %u\n\n", COUNTERPOINTS ONE AGREED NOVEL OPEN},
	};
	struct duel d;
	socratic(&d);
	assert_kinds(&d, kinds, N(kinds));
	duel_done(&d);
}

/* A piece behind each other, with no number: credentials, references and quotations that are begun and not ended. */
TEST(hostile_text_of_the_full_size_is_read_in_linear_time)
{
	static const char *const pieces[] = {"ghp_", "AKIA", "AKIAAKIA ", "eyJ", "eyJ.", "eyJaaaaaaaaaa.",
		"eyJaaaaaaaaaa.eyJ ", "://", "://:", "://a:", "://a:a@", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----\n",
		"-----BEGIN PRIVATE KEY-----\na:\n", "sk-ant-a-", "sk-", "\\", "\\u0067hp_",
		" ghp_16C7e42F292c6912E7710c838347Ae178B4a", " ghp_16C7e42F292c6912E7710c838347xxxx8B4a",
		"aws_secret_access_key=", "\"a b c ", "Turn 1: \"a [b [c ", "`", "``a` ", "[", "…", "„a b c ",
		"a/b.c:1-", "**Agreements**\n", "- U-1: ", "- ", "Turn ", "Source#a", "Evidence: ", "**", ">", "「",
		"\"[", "a+", "é", "见", "> \"a\n", "- Addresses: Turn 1, ", "Turn 1: \"words of it\" "};
	struct duel d;

	work_counts();
	socratic(&d);
	for (size_t i = 0; i < N(pieces); i++)
		assert_kinds(&d, &(struct text_kind){SOCRATIC, pieces[i], ""}, 1);
	duel_done(&d);
}

#define GROUND "{\"source\":\"s\",\"content\":\"c\",\"relevance\":\"r\"}"
#define ARGUMENT(claim, more) \
	"{\"title\":\"a b c d e\",\"claim\":\"" claim "\",\"warrant\":\"w\",\"grounds\":[" GROUND "]" more "}"
#define THREE(more) "[" ARGUMENT("a", "") "," ARGUMENT("b", "") "," ARGUMENT("c", more) "]"

TEST(a_hand_in_of_dialectic_is_judged_in_proportion_to_its_size)
{
	work_counts();
	static const struct text_kind kinds[] = {
		{"[" ARGUMENT("a", ""), "," ARGUMENT("claim %u of it", ""), "]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"title\":\"", "word%u a b c d ", "\"}]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"claim\":\"", "word%u a b c d ", "\"}]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"a\":1", ",\"key%u\":%u", "}]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"a\":1", ",\"claim\":\"%u\"", "}]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"grounds\":[" GROUND, "," GROUND, "]}]"},
		{"[" ARGUMENT("a", "") "," ARGUMENT("b", "") ",{\"attacks\":[{\"target_id\":\"opp_000a\"}",
			",{\"target_id\":\"opp_%u\",\"attack_type\":\"claim_attack\",\"content\":\"c%u\"}", "]}]"},
		{"[1", ",%u", "]"},
		{"[\"", "\\u00%u", "\"]"},
		{"[", "[],", "1]"},
		{"", "\n", THREE("")},
		{"```json\n" THREE("") "\n```\n", "words %u\n", ""},
	};
	struct duel d;
	duel_begin(&d, format_find("dialectic"),
		(struct terms){.topic = "Buses", .topic_slug = "buses", .scope = "", .novelty_threshold = 0.8,
			.wait_seconds = 1200, .lease_seconds = 900, .retry_after_seconds = 30},
		NULL);
	assert_null(duel_sit(&d, "alice", "proposition", "h", "m"));
	assert_null(duel_sit(&d, "bob", "opposition", "h", "m"));
	assert_null(duel_sit(&d, "carol", "judge", "h", "m"));
	duel_floor(&d, 1);
	assert_kinds(&d, kinds, N(kinds));
	duel_done(&d);
}
