/*
 * A debate over the base "small" (kb_fixture.h): who sits where, the turns of tests/corpus/adversarial/debate, and a
 * text that is judged behind so many of them.
 */
#ifndef TESTS_UNIT_VALIDATORS_ADVERSARIAL_FIXTURE_H
#define TESTS_UNIT_VALIDATORS_ADVERSARIAL_FIXTURE_H

#include "tests/unit/validators/kb_fixture.h"

#include <stdlib.h>
#include "validators/adversarial/turn.h"
#include "validators/text/limits.h"
#include "validators/text/text.h"

#define ADVERSARIAL_CORPUS "tests/corpus/adversarial/"

enum { TESS = 1, SAM, MONA };
static const struct seat adversarial_seats[] = {
	{.number = TESS, .name = "tess", .key = "tess", .harness = "claude-code", .model = "opus", .role = "debater-tabs"},
	{.number = SAM, .name = "sam", .key = "sam", .harness = "codex", .model = "gpt-5", .role = "debater-spaces"},
	{.number = MONA, .name = "mona", .key = "mona", .harness = "gemini", .model = "pro", .role = "moderator"},
};
static const struct seat *const adversarial_seat_list[] = {
	&adversarial_seats[0], &adversarial_seats[1], &adversarial_seats[2]};
static const char *const adversarial_debate[] = {"1-tess.md", "2-sam.md", "3-tess.md", "4-mona.md", "5-sam.md"};

struct adversarial {
	struct kb_set *set; /* the live base, as files */
	struct kb *snapshot, *kb;
	struct ledger *ledger;
	struct context ctx;
	struct terms terms;
	const char *targets[16];
	size_t n_targets;
	UT_string said;     /* of what was judged last, as compilers print it of the file "t" */
};

static inline void
adversarial_set_up(struct adversarial *d)
{
	*d = (struct adversarial){.set = kb_set_load("small"), .ledger = ledger_start()};
	d->snapshot = kb_set_read(d->set);
	d->kb = kb_hold(d->snapshot);
	d->ctx = (struct context){.name = "d", .id = "1", .terms = &d->terms, .seats = adversarial_seat_list, .n_seats = 3};
	utstring_init(&d->said);
}

static inline void
adversarial_done(struct adversarial *d)
{
	ledger_drop(d->ledger);
	kb_drop(d->kb);
	kb_drop(d->snapshot);
	kb_set_free(d->set);
	utstring_done(&d->said);
}

/* The live base has this in place of that. */
static inline void
adversarial_change(struct adversarial *d, const char *path, const char *from, const char *to)
{
	kb_set_change(d->set, path, from, to);
	kb_drop(d->kb);
	d->kb = kb_set_read(d->set);
}

static inline size_t
adversarial_side_of(const struct adversarial *d, unsigned seat)
{
	for (size_t i = 0; i < kb_positions(d->kb); i++)
		if (seat != MONA && !strcmp(kb_position(d->kb, i)->slug, strchr(adversarial_seats[seat - 1].role, '-') + 1))
			return i;
	return KB_NONE;
}

/* The errno; *t is what was read. */
static inline int
adversarial_read(
	struct adversarial *d, unsigned seat, const char *text, size_t len, bool prefix, bool alone, struct turn_text *t)
{
	struct findings findings = {.n = 0};
	struct hearing h = {.state = (const struct fstate *)d, .ctx = &d->ctx, .out = &findings,
		.s = {.row = ROW_DEBATE, .text = text, .len = len, .prefix = prefix, .alone = alone}};
	unsigned n = ledger_turns(d->ledger);
	struct turn_ask ask = {.kb = d->kb, .before = d->snapshot, .snapshot = d->snapshot, .ledger = d->ledger, .number = n + 1,
		.side = adversarial_side_of(d, seat), .opening = n < 2, .targets = d->targets, .n_targets = d->n_targets,
		.novelty_threshold = 0.8};
	d->ctx.holder = alone ? 0 : seat;
	*t = (struct turn_text){.turn = {.number = 0}};
	if (!text_check(text, len, 1 << 16, 0, prefix, &findings)) {
		if (hearing_begin(&h, &adversarial_heading, 1, MD_INLINES)) {
			if (h.heading.row)
				turn_judge(&h, &ask, t);
			else if (!h.opening.nothing || !prefix)
				turn_judge_start(&h);
		}
		hearing_end(&h);
	}
	utstring_clear(&d->said);
	findings_print(&findings, "t", &d->said);
	for (size_t i = 0; i < findings.n; i++)
		assert_true(text_clean_line(findings.v[i].text, strlen(findings.v[i].text)));
	int err = findings_errno(&findings);
	findings_free(&findings);
	return err;
}

static inline const char *
adversarial_said(const struct adversarial *d)
{
	return utstring_len(&d->said) ? utstring_body(&d->said) : "";
}

static inline int
adversarial_try(struct adversarial *d, unsigned seat, const char *text, size_t len, bool prefix, bool alone)
{
	struct turn_text t;
	int err = adversarial_read(d, seat, text, len, prefix, alone, &t);
	turn_text_free(&t);
	return err;
}

/* It is accepted, and what it says is in the ledger. */
static inline void
adversarial_take(struct adversarial *d, unsigned seat, const char *text)
{
	struct turn_text t;
	if (adversarial_read(d, seat, text, strlen(text), false, false, &t))
		fail_msg("%s\n%s", text, adversarial_said(d));
	struct ledger *after = ledger_after(d->ledger, d->kb, &t.turn, seat, adversarial_side_of(d, seat));
	ledger_drop(d->ledger);
	d->ledger = after;
	turn_text_free(&t);
}

static inline unsigned
adversarial_seat_named(const char *name)
{
	for (unsigned i = 0; i < 3; i++)
		if (!strncmp(adversarial_seats[i].name, name, strlen(adversarial_seats[i].name)))
			return i + 1;
	fail_msg("nobody is %s", name);
	return 0;
}

/* The first so many turns of the debate. */
static inline void
adversarial_play(struct adversarial *d, unsigned turns)
{
	for (unsigned i = 0; i < turns; i++) {
		char *path = mem_format(ADVERSARIAL_CORPUS "debate/%s", adversarial_debate[i]);
		size_t len;
		char *text = read_whole(path, &len);
		adversarial_take(d, adversarial_seat_named(adversarial_debate[i] + 2), text);
		free(text);
		free(path);
	}
}

#endif
