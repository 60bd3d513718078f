/*
 * A duel in memory and the facts that its guide, prompt and template are made of, for the tests of these; and a shell to read them with.
 */
#ifndef TESTS_UNIT_FS_GUIDE_FIXTURE_H
#define TESTS_UNIT_FS_GUIDE_FIXTURE_H

#include "tests/unit/validators/socratic_filler.h"

#include <sys/wait.h>
#include <unistd.h>
#include "fs/show/guide.h"

#undef TEST_STATE
#define TEST_STATE struct telling *t

struct telling {
	struct duel duel;
	struct guide_facts facts;
	struct prompt_facts prompt;
	UT_string out;
};

/* The facts as the duel is now; what a test changes of them it changes afterwards. */
static inline void
telling_look(struct telling *t)
{
	const struct format *f = &socratic_format;
	struct duel *d = &t->duel;

	t->facts = (struct guide_facts){
		.mountpoint = "/mnt/a b",
		.format = f,
		.ctx = &d->ctx,
		.fold = d->state,
		.state = debate_phase_name(d->state),
		.next = format_next(d->state, &d->ctx, 0),
		.next_seat = format_next_seat(d->state, &d->ctx),
		.turns = debate_pieces(d->state),
		.outcome = debate_outcome(d->state),
		.reason = debate_reason(d->state),
	};
	t->prompt = (struct prompt_facts){
		.duel = &t->facts,
		.refusal = "", .waits_for = "", .move_ends = "",
	};
}

static const char telling_source[] = "# Plan\n\nRoll back.\n";

static inline int
telling_setup(void **state)
{
	struct telling *t = mem_calloc(1, sizeof *t);

	duel_init(&t->duel, NULL);
	t->duel.terms.topic = "Who owns the roll-back?";
	t->duel.terms.topic_slug = "who-owns-the-roll-back";
	t->duel.terms.max_turns = 4;
	utstring_init(&t->out);
	telling_look(t);
	*state = t;
	return 0;
}

static inline int
telling_teardown(void **state)
{
	struct telling *t = *state;

	duel_done(&t->duel);
	utstring_done(&t->out);
	free(t);
	return 0;
}

/* Names as odd as names may be. */
static inline void
al_joins(struct telling *t)
{
	duel_join(&t->duel, "Al $HOME o'Hara", "claude code", "a/b\"c");
	telling_look(t);
}

static inline void
two_joined(struct telling *t)
{
	al_joins(t);
	duel_join(&t->duel, "bob", "shell", "human");
	telling_look(t);
}

static inline void
floor_of(struct telling *t, unsigned seat)
{
	duel_floor(&t->duel, seat);
	telling_look(t);
}

/* The next turn, with nothing blocking, of this stance. */
static inline void
speaks(struct telling *t, unsigned seat, const char *stance)
{
	struct duel *d = &t->duel;
	unsigned n = debate_pieces(d->state) + 1;

	UT_string *blank = test_string();
	UT_string *turn = test_string();
	hand_in_blank(d->state, seat, &socratic_format.kinds[0], blank);
	const char *optional = strstr(utstring_body(blank), "**Stance Revision Support**");
	fill(utstring_body(blank), optional ? optional : strstr(utstring_body(blank), "**Consensus**"), n, stance,
		turn);
	utstring_printf(turn, "**Stance Revision Support**\n- Principle: candour before consistency\n");
	if (!strcmp(stance, "ACCEPTING_CONSENSUS") && n % 2)
		utstring_printf(turn, "\n**Consensus**\nWhoever wrote it rolls it back.\n");
	else if (!strcmp(stance, "ACCEPTING_CONSENSUS"))
		utstring_printf(turn, "\n**Consensus**\nAccepts: Turn %u\n", n - 1);
	duel_accept(d, seat, utstring_body(turn), utstring_len(turn));
	telling_look(t);
}

/* Turns one after the other, the first seat's first; the floor is free afterwards. */
static inline void
turns_are_taken(struct telling *t, unsigned turns)
{
	for (unsigned n = 1; n <= turns; n++)
		speaks(t, n % 2 ? 1 : 2, "OPEN_TO_DEBATE");
	floor_of(t, 0);
}

static inline void
consensus_is_earned(struct telling *t)
{
	speaks(t, 1, "ACCEPTING_CONSENSUS");
	speaks(t, 2, "ACCEPTING_CONSENSUS");
	floor_of(t, 0);
}

static inline void
is_closed(struct telling *t, const char *outcome, const char *reason)
{
	t->facts.next = NEXT_CLOSED;
	t->facts.outcome = outcome;
	t->facts.reason = reason;
}

/* -- shells ---------------------------------------------------------------------------------------------------------------------- */

/* A shell's output for a script, fed to its standard input. */
static inline int
run_shell(const char *options, const char *script, char *out, size_t size)
{
	char path[] = "/tmp/duelfs-guide-XXXXXX";
	char command[128];
	int fd = mkstemp(path);
	FILE *p;
	size_t n;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, script, strlen(script)), strlen(script));
	close(fd);
	snprintf(command, sizeof command, "sh %s %s 2>&1", options, path);
	p = popen(command, "r");
	assert_non_null(p);
	n = fread(out, 1, size - 1, p);
	out[n] = '\0';
	unlink(path);
	return WEXITSTATUS(pclose(p));
}

/* The blocks that are marked `sh`, one after the other. */
static inline const char *
shell_blocks(const char *text)
{
	const char *at = text;

	UT_string *out = test_string();
	while ((at = strstr(at, "\n```sh\n"))) {
		const char *end = strstr(at + 7, "\n```\n");

		assert_non_null(end);
		utstring_bincpy(out, at + 7, (size_t)(end + 1 - (at + 7)));
		at = end;
	}
	return utstring_body(out);
}

static inline void
assert_shell_reads(const char *guide)
{
	const char *script = shell_blocks(guide);
	char said[256];

	if (run_shell("-n", script, said, sizeof said))
		fail_msg("%s\n%s", said, script);
}

/* A duel's guide, which a shell can read. */
static inline const char *
guide(struct telling *t)
{
	utstring_clear(&t->out);
	guide_duel(&t->facts, &t->out);
	assert_shell_reads(utstring_body(&t->out));
	return utstring_body(&t->out);
}

/* The prompt of a seat, or with 0 of the duel. */
static inline const char *
prompt(struct telling *t, unsigned seat)
{
	utstring_clear(&t->out);
	prompt_of_seat(&t->prompt, seat ? seat : prompt_seat(&t->facts), &t->out);
	assert_shell_reads(utstring_body(&t->out));
	return utstring_body(&t->out);
}

static inline void
assert_in(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("not in it: %s\n%s", words, text);
}

static inline void
assert_not_in(const char *text, const char *words)
{
	if (strstr(text, words))
		fail_msg("in it: %s\n%s", words, text);
}

#endif
