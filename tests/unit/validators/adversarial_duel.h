/*
 * An adversarial debate over a base of the corpus in memory: who joins, what the orchestrator says, and turns that are
 * handed in, as the core drives the format.
 */
#ifndef TESTS_UNIT_VALIDATORS_ADVERSARIAL_DUEL_H
#define TESTS_UNIT_VALIDATORS_ADVERSARIAL_DUEL_H

#include "tests/unit/validators/adversarial_fixture.h"

#include "tests/unit/validators/duel.h"
#include "validators/adversarial/adversarial.h"
#include "validators/adversarial/state.h"

enum { OLGA = 4 };
#define ROW_SYNTHESIS ROW_OWN

static struct kb_set *set;
static struct source_file *files;
static struct source_folder folder;
static struct duel d;

static inline int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct source_file *)a)->path, ((const struct source_file *)b)->path);
}

/* A run directory with this base. */
static inline void
load_folder(const char *name)
{
	set = kb_set_load(name);
	files = mem_calloc(set->n, sizeof *files);
	for (size_t i = 0; i < set->n; i++)
		files[i] = (struct source_file){mem_format("kb/%s", set->v[i].path), set->v[i].text, set->v[i].len};
	qsort(files, set->n, sizeof *files, by_path);
	folder = (struct source_folder){"/srv/run", "run", files, set->n};
}

static inline void
free_folder(void)
{
	for (size_t i = 0; i < set->n; i++)
		free((char *)files[i].path);
	free(files);
	kb_set_free(set);
}

static inline int
begin(void **state)
{
	(void)state;
	load_folder("small");
	duel_begin_over(&d, &format_adversarial,
		(struct terms){.topic = "Tabs or spaces", .topic_slug = "tabs-or-spaces", .wait_seconds = 1200, .lease_seconds = 900,
			.retry_after_seconds = 30, .novelty_threshold = 0.8, .turn_seconds = 300, .move_seconds = 3600, .min_turns = 4,
			.max_turns = 7},
		NULL, &folder);
	return 0;
}

/* With three positions. */
static inline int
begin_large(void **state)
{
	begin(state);
	duel_done(&d);
	free_folder();
	load_folder("large");
	duel_begin_over(&d, &format_adversarial,
		(struct terms){.topic = "Types", .topic_slug = "types", .wait_seconds = 1200, .lease_seconds = 900,
			.retry_after_seconds = 30, .novelty_threshold = 0.8, .turn_seconds = 300, .move_seconds = 3600, .min_turns = 2,
			.max_turns = 40},
		NULL, &folder);
	return 0;
}

/* Everything comes out the same when the log is folded again. */
static inline int
end(void **state)
{
	(void)state;
	assert_replays(&d);
	duel_done(&d);
	free_folder();
	return 0;
}

static inline const char *
sit(unsigned who)
{
	const struct seat *s = who == OLGA ? NULL : &adversarial_seats[who - 1];
	return s ? duel_sit(&d, s->name, s->role, s->harness, s->model) : duel_sit(&d, "olga", "orchestrator", "codex", "gpt-5");
}

static inline void
all_join(void)
{
	for (unsigned who = TESS; who <= OLGA; who++)
		assert_null(sit(who));
}

/* -- verbs -- */

static inline const char *
say_as(unsigned seat, struct verb_ask ask)
{
	struct verdict v = {.n = 0};
	ask.seat = seat;
	d.f->verb(d.state, &d.ctx, &ask, &v);
	utstring_clear(&d.printed);
	findings_print(&v.findings, "lock", &d.printed);
	const struct finding *error = findings_first_error(&v.findings);
	const char *id = error ? error->rule->id : NULL;
	assert_int_equal(id != NULL, v.n == 0);
	for (unsigned i = 0; i < v.n; i++)
		if (v.drafts[i].kind == ENTRY_EXPIRE || v.drafts[i].kind == ENTRY_CLOSE)
			duel_floor(&d, 0, GRANT_NONE);
	if (!id)
		duel_take(&d, seat, &v);
	verdict_free(&v);
	return id;
}

static inline const char *
next_to(const char *to)
{
	return say_as(OLGA, (struct verb_ask){.verb = "next", .to = to});
}

static inline const char *
end_for(const char *reason)
{
	return say_as(OLGA, (struct verb_ask){.verb = "end", .reason = reason});
}

static inline void
assert_refused(const char *got, const char *id, const char *says)
{
	if (!got || strcmp(got, id))
		fail_msg("%s, not %s: %s", got ? got : "taken", id, duel_said(&d));
	assert_printed(&d, says);
}

/* -- turns -- */

static inline void
hand_in(unsigned seat, int row, const char *text)
{
	if (duel_claim(&d, seat, false))
		fail_msg("no floor: %s", duel_said(&d));
	duel_tick(&d, 10);
	duel_hand_in(&d, row, text, strlen(text));
	if (fstate_is_closed(d.state))
		duel_floor(&d, 0, GRANT_NONE);
	else
		duel_release(&d);
}

static inline void
hand_in_file(unsigned n)
{
	char *path = mem_format(ADVERSARIAL_CORPUS "debate/%s", adversarial_debate[n]);
	size_t len;
	char *text = read_whole(path, &len);
	unsigned seat = adversarial_seat_named(adversarial_debate[n] + 2);
	assert_null(next_to(adversarial_seats[seat - 1].name));
	hand_in(seat, ROW_DEBATE, text);
	free(text);
	free(path);
}

/* The turns from this one on, up to that one. */
static inline void
play_on(unsigned from, unsigned to)
{
	for (; from < to; from++)
		hand_in_file(from);
}

static inline void
play(unsigned n)
{
	play_on(0, n);
}

static inline void
take_example(unsigned seat)
{
	UT_string text;
	utstring_init(&text);
	assert_null(next_to(d.seats[seat - 1].role));
	d.f->hand_ins[0].example(d.state, &d.ctx, seat, &text);
	hand_in(seat, ROW_DEBATE, utstring_body(&text));
	utstring_done(&text);
}

static inline void
synthesize(void)
{
	UT_string text;
	utstring_init(&text);
	d.f->hand_ins[1].example(d.state, &d.ctx, OLGA, &text);
	hand_in(OLGA, ROW_SYNTHESIS, utstring_body(&text));
	utstring_done(&text);
}

/* What the clock brings. */
static inline void
run_out(void)
{
	struct verdict v = {.n = 0};
	int64_t at = d.f->deadline(d.state, &d.ctx, NULL);
	assert_true(at > 0);
	d.ctx.clock_ms = at - 1;
	d.f->deadline(d.state, &d.ctx, &v);
	assert_int_equal(v.n, 0);
	duel_tick(&d, 1);
	d.f->deadline(d.state, &d.ctx, &v);
	assert_true(v.n > 1);
	duel_floor(&d, 0, GRANT_NONE);
	duel_take(&d, 0, &v);
}

/* -- files -- */

static inline const struct format_row *
row_named(const char *name)
{
	for (size_t i = 0; i < d.f->n_rows; i++)
		if (!strcmp(d.f->rows[i].name, name))
			return &d.f->rows[i];
	fail_msg("there is no %s", name);
	return NULL;
}

#endif
