/*
 * Texts that are meant to be slow: each is judged, whole and as a beginning, and has its verdict. How long it takes is told by
 * `make bench`; here only that it ends, and that a text which could not be read is refused for that and nothing else.
 */
#include "tests/unit/validators/socratic_fixture.h"

#include <errno.h>

#define FULL_BYTES 65536

#define HEADING "## Turn 1 — alice (claude-code / opus) — OPEN_TO_DEBATE\n\n**Position**\nCaching helps.\n"
#define REST \
	"\n\n**Counterpoints**\n- Addresses: Source\n  Claim: x\n  Support:\n    - https://a.org\n\n**Agreements**\n- Some.\n\n" \
	"**Novel Argument**\nOld prices.\n\nSupport:\n    - Principle: x\n\n**Unresolved Items**\n- y (blocking)\n"

enum verdict_of { ACCEPTED, NESTED, REFUSED };

static const struct row {
	const char *piece;   /* repeated to the full size, under Position */
	enum verdict_of expected;
	bool lines;          /* broken into lines that are as long as they may be; else it has its own */
} rows[] = {
	{ "[", ACCEPTED, true },
	{ "]", ACCEPTED, true },
	{ "[]", ACCEPTED, true },
	{ "*a_ ", NESTED, true },
	{ "*a **a ", NESTED, true },
	{ "a_", NESTED, true },
	{ "**", ACCEPTED, true },
	{ "*_", NESTED, true },
	{ "![[](", NESTED, true },
	{ "![[]()", NESTED, true },
	{ "[a](b 'c ", ACCEPTED, true },
	{ "[a](<b", ACCEPTED, true },
	{ "`", REFUSED, true },
	{ "a`b``c```", ACCEPTED, true },
	{ "<", ACCEPTED, true },
	{ "x<!--", NESTED, true },
	{ "x<?", NESTED, true },
	{ "x<!A ", NESTED, true },
	{ "x<![CDATA[", NESTED, true },
	{ "<a b=\"", ACCEPTED, true },
	{ "<http://a ", ACCEPTED, true },
	{ "&", ACCEPTED, true },
	{ "&amp;", ACCEPTED, true },
	{ "&#1;", ACCEPTED, true },
	{ "\\", ACCEPTED, true },
	{ "\"a\" ", ACCEPTED, true },
	{ "___]*", NESTED, true },
	{ "![", ACCEPTED, true },
	{ "|a", ACCEPTED, true },
	{ "\n\n> > > > a", ACCEPTED, false },
	{ "\n>", ACCEPTED, false },
	{ "\n\n>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>a", NESTED, false },
	{ "\n- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - a", NESTED, false },
	{ "\n- a", ACCEPTED, false },
	{ "\n-", ACCEPTED, false },
	{ "\n1. a\n* b", ACCEPTED, false },
	{ "\n\n[a]: b", REFUSED, false },
	{ "\n[a]: b 'c", ACCEPTED, false },
	{ "\n\n***", ACCEPTED, false },
	{ "\n\n<div>", ACCEPTED, false },
	{ "\n\n```\n\n```", ACCEPTED, false },
	{ "\na\n===\n", REFUSED, false },
	{ "\n\n**a**\nb", ACCEPTED, false },
	{ "\n\n### a", ACCEPTED, false },
	{ "|a|\n|-|\n", ACCEPTED, false },
	{ "\n\t", ACCEPTED, false },
	{ "\n\n  - a\n\n      - b\n\n          - c", ACCEPTED, false },
};

static char *
make(const struct row *row, size_t *len)
{
	size_t n = strlen(row->piece), room = FULL_BYTES - strlen(REST), column = 0;
	UT_string out;

	utstring_init(&out);
	utstring_reserve(&out, FULL_BYTES + 1);
	utstring_printf(&out, "%s\n", HEADING);
	while (utstring_len(&out) + n + 1 < room) {
		if (row->lines && column + n > 8000) {
			utstring_bincpy(&out, "\n", 1);
			column = 0;
		}
		utstring_bincpy(&out, row->piece, n);
		column += n;
	}
	utstring_printf(&out, "%s", REST);
	*len = utstring_len(&out);
	return utstring_body(&out);
}

static void
assert_verdict(struct duel *d, const char *name, const char *text, size_t len, enum verdict_of expected)
{
	int err = duel_try_bytes(d, text, len, false), early = duel_try_bytes(d, text, len / 2, true);
	bool nested = !err || (duel_try_bytes(d, text, len, false), duel_printed(d, "[limit.nesting]"));

	if ((expected == ACCEPTED && err) || (expected != ACCEPTED && err != -EINVAL) || (expected == NESTED && !nested) || (!err && early))
		fail_msg("%s: %d, %s", name, err, utstring_len(&d->printed) ? utstring_body(&d->printed) : "accepted");
}

static int
open_duel(void **state)
{
	struct duel *d = mem_calloc(1, sizeof *d);

	duel_init(d, "# Plan\n");
	duel_join(d, "alice", "claude-code", "opus");
	duel_join(d, "bob", "codex", "x");
	duel_floor(d, 1, GRANT_TURN);
	*state = d;
	return 0;
}

EACH_TEST(open_duel, close_duel);

TEST(texts_of_one_piece_have_their_verdict)
{
	for (size_t i = 0; i < N(rows); i++) {
		size_t len;
		char *text = make(&rows[i], &len);

		assert_true(len <= FULL_BYTES && len > FULL_BYTES - 300);
		assert_verdict(*state, rows[i].piece, text, len, rows[i].expected);
		free(text);
	}
}

/* A text that `put` writes into a whole turn. */
static void
assert_made(struct duel *d, const char *name, void (*put)(UT_string *out), enum verdict_of expected)
{
	UT_string out;

	utstring_init(&out);
	utstring_printf(&out, "%s\n", HEADING);
	put(&out);
	utstring_printf(&out, "%s", REST);
	assert_true(utstring_len(&out) <= FULL_BYTES);
	assert_verdict(d, name, utstring_body(&out), utstring_len(&out), expected);
	utstring_done(&out);
}

static void
put_growing_backticks(UT_string *out)
{
	for (int n = 1; n < 350; n++) {
		utstring_printf(out, "%*s", n % 20 ? 1 : 0, "");
		for (int i = 0; i < n; i++)
			utstring_bincpy(out, "`", 1);
		if (n % 20 == 0)
			utstring_bincpy(out, "\n", 1);
	}
}

static void
put_growing_lists(UT_string *out)
{
	for (int n = 0; n < 240; n++)
		utstring_printf(out, "%*s- a\n", 2 * n, "");
}

static void
put_deep_lists(UT_string *out)
{
	for (int n = 0; n < 1200; n++)
		utstring_printf(out, "%*s- a\n", 2 * (n % 31), "");
}

static void
put_long_definitions(UT_string *out)
{
	utstring_printf(out, "[a]: ");
	for (int i = 0; i < 7000; i++)
		utstring_bincpy(out, "b", 1);
	for (int i = 0; i < 14000; i++)
		utstring_printf(out, "%s[a]", i % 2000 ? "" : "\n\n");
}

static void
put_definitions_and_uses(UT_string *out)
{
	for (int i = 0; i < 2500; i++)
		utstring_printf(out, "[%d]: b\n", i);
	for (int i = 0; i < 2500; i++)
		utstring_printf(out, "%s[%d]", i % 500 ? " " : "\n", i);
}

TEST(texts_of_growing_pieces_have_their_verdict)
{
	assert_made(*state, "backticks", put_growing_backticks, ACCEPTED);
	assert_made(*state, "growing lists", put_growing_lists, NESTED);
	assert_made(*state, "deep lists", put_deep_lists, ACCEPTED);
	assert_made(*state, "long definitions", put_long_definitions, NESTED);
	assert_made(*state, "definitions and uses", put_definitions_and_uses, ACCEPTED);
}

/* Thousands of entries, each of which is looked up in four million bytes. */
TEST(a_large_source_is_looked_up)
{
	static const char *const entries[] = { "plan.md: \"nowhere\"\n", "plan.md#nowhere\n", "plan.md: \"", "plan.md: “a",
		"plan.md#a:#a:#a:#a:#a\n",
		"plan.md:1 #h1 #h1 #h1 #h1\n", "plan.md:1 and #h1, ./plan.md#h1 or x/../plan.md:1\n", "[a](./plan.md#h1) [b](plan.md#h1)\n", "plan.md#.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;.,:;\n" };
	size_t len = 4 << 20, n = 0;
	char *plan = mem_resize(NULL, len + 64, 1);
	struct duel d;

	for (int i = 0; n < len; i++)
		n += (size_t)sprintf(plan + n, "# h%d\n\nFailures of kind %d are rare.\n\n", i, i);
	duel_init(&d, plan);
	duel_join(&d, "alice", "claude-code", "opus");
	duel_join(&d, "bob", "codex", "x");
	duel_floor(&d, 1, GRANT_TURN);
	for (size_t i = 0; i < N(entries); i++) {
		UT_string out;

		utstring_init(&out);
		utstring_printf(&out, "%s\n\n**Counterpoints**\n- Addresses: h7\n  Claim: x\n  Support:\n", HEADING);
		while (utstring_len(&out) + 100 < FULL_BYTES)
			utstring_printf(&out, "    - %s", entries[i]);
		assert_true(duel_try_bytes(&d, utstring_body(&out), utstring_len(&out), false) < 0);
		assert_int_equal(duel_printed(&d, "[counterpoint.addresses]"), 0);
		utstring_done(&out);
	}
	duel_done(&d);
	free(plan);
}
