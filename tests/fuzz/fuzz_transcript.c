/*
 * Any bytes as a text that is checked without a mount: bytes below 32 stand for whole pieces of a record, so that turns, notes, heads and
 * conclusions come in every order. What is told ends in one verdict, which counts the errors that were told; parts come in order, and
 * lines are those of the text.
 */
/* An assertion must hold in every build of this file. */
#undef NDEBUG
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include "fs/check/transcript.h"
#include "validators/socratic/socratic.h"
#include "validators/text/mem.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TURN(number, who, stance, novel) \
	"## Turn " number " — " who " (claude-code / opus) — " stance "\n\n**Position**\nCaching, says " who ", helps.\n\n" \
	"**Counterpoints**\n- Addresses: a\n  Claim: nobody clears what " who " left\n  Support:\n    - Principle: x\n\n" \
	"**Agreements**\n- Some.\n\n**Novel Argument**\n" novel "\n\nSupport:\n    - Principle: x\n\n**Unresolved Items**\n- y (non-blocking)\n"
#define HEAD(topic, turns, seats) \
	"# Socratic Duel: " topic "\n\nSource path: /srv/plan.md\n\n| Field | Value |\n|---|---|\n| Source path | /srv/plan.md |\n| Topic | " topic \
	" |\n| Max turns | " turns " |\n\n| Participant | Harness | Model | Joined |\n|---|---|---|---|\n" seats
#define SEAT(name) "| " name " | claude-code | opus | 2026-11-20T22:30:00Z |\n"
#define CONCLUSION(outcome, convergence) \
	"## Terminal Conclusion\n\n**Outcome**: " outcome "\n**Candidate Convergence**: " convergence "\n**Reason**: r\n\nCaching, plan.md.\n"

static const char *const pieces[32] = {
	"\n---\n\n", "\n", "",
	TURN("1", "alice", "OPEN_TO_DEBATE", "Every replica that serves an old price loses a customer."),
	TURN("2", "bob", "OPEN_TO_DEBATE", "A cache that is cleared by hand is cleared by nobody."),
	TURN("2", "alice", "OPEN_TO_DEBATE", "Nobody answers the telephone on a public holiday."),
	TURN("3", "alice", "OPEN_TO_DEBATE", "Stale results carry a mark that readers can see."),
	TURN("3", "bob", "CONVERGING", "The night is long and the job is short."),
	TURN("4", "bob", "ACCEPTING_CONSENSUS", "Whoever pays for the storage decides on its size."),
	TURN("5", "alice", "ACCEPTING_CONSENSUS", "Two clocks never agree for longer than a day."),
	TURN("6", "bob", "DISSENTING", "Seven days are the shortest week that there is."),
	TURN("1", "carol", "OPEN_TO_DEBATE", "Words."),
	"## Turn x — alice — NONE\n", "**Stance Revision Support**\n- Turn 1\n",
	"\n> Peer timeout: bob, 2026-11-20T22:30:00Z\n", "\n> Peer timeout: alice, 2026-11-20T22:30:00Z\n",
	"\n> Invalidated by alice: r, 2026-11-20T22:30:00Z\n",
	HEAD("Caching", "6", SEAT("alice") SEAT("bob")), HEAD("Caching", "2", SEAT("alice")), HEAD("x", "0", ""), HEAD("x", "9999999999", SEAT("")),
	CONCLUSION("TIMEOUT", "no"), CONCLUSION("INVALIDATED", "no"), CONCLUSION("DISSENT", "no"), CONCLUSION("ACCEPTED_CONSENSUS", "yes"),
	CONCLUSION("MAX_TURNS", "no"), CONCLUSION("NONE", "perhaps"),
	"<!-- token: xyzzy-secret -->\n", "```\n", ">>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>> x\n", "\r\n", "\xff",
};

struct seen {
	const char *text;
	size_t next, len;
	unsigned judged, heads;
};

static void
see(void *arg, const struct part *p)
{
	struct seen *s = arg;

	assert(p->text >= s->text + s->next && p->text + p->len <= s->text + s->len);
	s->next = (size_t)(p->text - s->text) + p->len;
	s->judged += p->kind == ENTRY_TURN || p->kind == ENTRY_CONCLUSION;
	s->heads += p->kind == ENTRY_HEAD;
	assert(p->line > p->line0);
}

static size_t
count(const char *text, const char *what)
{
	size_t n = 0;

	for (const char *s = text; (s = strstr(s, what)); s += strlen(what))
		n++;
	return n;
}

/* Lines `t:LINE: error: [` and `t: error: [`. */
static size_t
count_errors(const char *said)
{
	size_t n = 0;

	for (const char *s = said; *s; s = strchr(s, '\n') + 1) {
		assert(!strncmp(s, "t:", 2));
		n += !strncmp(s + 2 + strspn(s + 2, "0123456789:"), " error: [", 9);
	}
	return n;
}

static void
check(const struct transcript *t, const char *text, size_t len)
{
	UT_string said;
	const char *last;
	int errors;

	utstring_init(&said);
	errors = transcript_judge(t, text, len, &said);
	last = strrchr(utstring_body(&said), '\n');
	assert(last && !last[1]);
	assert(errors >= 0 && count_errors(utstring_body(&said)) == (size_t)errors);
	assert(!strcmp(last - 4, ": ok\n") == !errors);
	assert(!strstr(utstring_body(&said), "xyzzy") || strncmp(text, "<!-- token: ", 12) || count(text, "xyzzy") > 1);
	utstring_done(&said);
}

/* What says of itself which format it is gets the verdict of that one, and anything else gets none. */
static void
find_format(const struct transcript *t, const char *text, size_t len)
{
	struct transcript unsaid = *t;
	UT_string said;

	utstring_init(&said);
	unsaid.format = NULL;
	if (transcript_judge(&unsaid, text, len, &said) < 0)
		assert(utstring_len(&said) && !strchr(utstring_body(&said), '\n'));
	else
		assert(utstring_body(&said)[utstring_len(&said) - 1] == '\n');
	utstring_done(&said);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct mount_config config;
	char path[] = "/srv/plan.md", plan[] = "# Caching\n\nResults are kept.\n";
	struct source_copy source = { .path = path, .text = plan, .len = sizeof plan - 1 };
	struct transcript t = { .file = "t", .format = &format_socratic, .rules = &config.defaults, .now_ms = 1795213800000 };
	UT_string text;
	struct seen seen = { .judged = 0 };

	if (size < 1)
		return 0;
	if (!config.defaults.format)
		config_default(&config);
	if (data[0] & 1)
		t.source = &source;
	utstring_init(&text);
	for (size_t i = 1; i < size; i++)
		if (data[i] < 32)
			utstring_bincpy(&text, pieces[data[i]], strlen(pieces[data[i]]));
		else
			utstring_bincpy(&text, data + i, 1);
	seen.text = utstring_body(&text);
	seen.len = utstring_len(&text);
	format_socratic.split(seen.text, seen.len, see, &seen);
	assert(seen.heads <= 1 && seen.judged + seen.heads > 0);
	check(&t, seen.text, seen.len);
	find_format(&t, seen.text, seen.len);
	utstring_done(&text);
	return 0;
}
