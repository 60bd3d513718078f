/*
 * A table of duels over a real store in a temporary folder, with a clock that the test sets, and calls that wait for
 * their answer.
 */
#ifndef TESTS_UNIT_FS_FIXTURE_H
#define TESTS_UNIT_FS_FIXTURE_H

#include "tests/unit/test.h"
#include "tests/unit/validators/apply.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>
#include "fs/intake/intake.h"
#include "fs/lock/verbs.h"
#include "fs/duels/duel.h"
#include "fs/duels/duels_inner.h"
#include "fs/show/show.h"

#undef TEST_STATE
#define TEST_STATE struct bed *b

struct bed {
	char dir[64];
	char boot_id[40];
	struct duels *r;
	int64_t events_limit; /* 0: the default */
	int64_t waits_limit, waits_per_uid_limit; /* 0: the default */
	int64_t step_ms; /* the clock goes on by so much at each look */
	int64_t now_ms, clock_ms; /* read by several threads: set only while nothing is under way */
};

static struct moment
bed_clock(void *arg)
{
	struct bed *b = arg;
	int64_t step_ms = __atomic_load_n(&b->step_ms, __ATOMIC_RELAXED);
	return (struct moment){.now_ms = __atomic_load_n(&b->now_ms, __ATOMIC_RELAXED),
		.clock_ms = __atomic_add_fetch(&b->clock_ms, step_ms, __ATOMIC_RELAXED)};
}

static inline void
bed_pass(struct bed *b, int64_t seconds)
{
	__atomic_add_fetch(&b->now_ms, seconds * 1000, __ATOMIC_RELAXED);
	__atomic_add_fetch(&b->clock_ms, seconds * 1000, __ATOMIC_RELAXED);
}

/* Open (again). */
static inline void
bed_open(struct bed *b)
{
	struct duels_options o = {.clock = {.read = bed_clock, .arg = b},
		.store_dir = b->dir, .mountpoint = "/mnt/duels", .version = "test"};
	char *why = NULL;
	if (store_sqlite_open(b->dir, STORE_OPEN_WRITE, b->boot_id, &o.store, &why))
		fail_msg("%s", why ? why : "store");
	config_default(&o.config);
	if (b->events_limit)
		o.config.limits.events = b->events_limit;
	if (b->waits_limit)
		o.config.limits.waits = b->waits_limit;
	if (b->waits_per_uid_limit)
		o.config.limits.waits_per_uid = b->waits_per_uid_limit;
	if (duels_open(&o, &b->r, &why))
		fail_msg("%s", why ? why : "duels");
}

static inline void
bed_close(struct bed *b)
{
	duels_close(b->r);
	b->r = NULL;
}

static inline void
bed_reopen(struct bed *b)
{
	bed_close(b);
	bed_open(b);
}

static inline int
bed_setup(void **state)
{
	struct bed *b = calloc(1, sizeof *b);
	strcpy(b->dir, "/tmp/duelfs-unit-XXXXXX");
	strcpy(b->boot_id, "11111111-1111-1111-1111-111111111111");
	b->now_ms = 1790000000000;
	b->clock_ms = 100000;
	if (!mkdtemp(b->dir))
		return -1;
	bed_open(b);
	*state = b;
	return 0;
}

static inline int
bed_teardown(void **state)
{
	struct bed *b = *state;
	char command[128];
	if (b->r)
		bed_close(b);
	snprintf(command, sizeof command, "rm -rf %s", b->dir);
	int err = system(command);
	free(b);
	return err;
}

/* The work of another thread meanwhile. */
struct meanwhile {
	pthread_t thread;
	int (*fn)(void *arg);
	void *arg;
	int err;
};

static inline void *
meanwhile_run(void *arg)
{
	struct meanwhile *m = arg;
	m->err = m->fn(m->arg);
	return NULL;
}

static inline void
meanwhile(struct meanwhile *m, int (*fn)(void *arg), void *arg)
{
	*m = (struct meanwhile){.fn = fn, .arg = arg};
	assert_int_equal(pthread_create(&m->thread, NULL, meanwhile_run, m), 0);
}

static inline int
answer_of(struct meanwhile *m)
{
	assert_int_equal(pthread_join(m->thread, NULL), 0);
	return m->err;
}

/* A thread that comes here is held, where *hold says so for the next one, until sem_post(&go). */
static sem_t arrived, go;

static inline void
hold_anew(void)
{
	sem_init(&arrived, 0, 0);
	sem_init(&go, 0, 0);
}

static inline void
hold_here(bool *hold)
{
	if (!__atomic_exchange_n(hold, false, __ATOMIC_ACQ_REL))
		return;
	sem_post(&arrived);
	while (sem_wait(&go))
		;
}

static inline void
wait_for_held(void)
{
	while (sem_wait(&arrived))
		;
}

/* With the lock of all duels: a statement, and a value. */
#define LOCKED(b, statement) \
	do { \
		duels_lock((b)->r); \
		statement; \
		duels_unlock((b)->r); \
	} while (0)
#define LOCKED_VALUE(b, value) \
	({ \
		duels_lock((b)->r); \
		__typeof__(value) got = (value); \
		duels_unlock((b)->r); \
		got; \
	})

static inline struct caller
caller_of(uid_t uid)
{
	return (struct caller){.uid = uid, .gid = uid, .pid = getpid()};
}

static inline int
make_duel(struct bed *b, const char *name, uid_t uid)
{
	struct caller who = caller_of(uid);
	return LOCKED_VALUE(b, duels_create(b->r, name, &who));
}

static inline int
remove_duel(struct bed *b, const char *name)
{
	struct caller who = caller_of(0);
	return LOCKED_VALUE(b, duels_remove(b->r, duels_find(b->r, name), &who));
}

static inline struct duel *
the_duel(struct bed *b, const char *name)
{
	duels_lock(b->r);
	struct duel *d = duels_find(b->r, name);
	if (d)
		assert_int_equal(duel_settle(d), 0);
	duels_unlock(b->r);
	assert_non_null(d);
	return d;
}

/* Somebody is in it, and leaves. */
static inline void
enters(struct bed *b, struct duel *d)
{
	LOCKED(b, assert_int_equal(duel_enter(d), 0));
}

static inline void
leaves_it(struct bed *b, struct duel *d)
{
	LOCKED(b, duel_leave(d));
}

/* So many wait for their turn in it. */
static inline void
turns_wait(struct bed *b, struct duel *d, unsigned want)
{
	for (unsigned n = 0; n != want;) {
		n = 0;
		duels_lock(b->r);
		for (const struct entrant *t = d->entrants; t; t = t->next)
			n++;
		duels_unlock(b->r);
	}
}

static inline int
say_as(struct bed *b, const char *duel, uid_t uid, const char *line)
{
	struct caller who = caller_of(uid);
	struct duel *d = the_duel(b, duel);
	duels_lock(b->r);
	duel_hold(d);
	int err = verb_run(d, &who, line, strlen(line));
	duel_drop(d);
	duels_unlock(b->r);
	return err;
}

static inline int
say(struct bed *b, const char *line)
{
	return say_as(b, "d", 0, line);
}

static inline char *
mount_status(struct bed *b)
{
	UT_string *s = test_string();
	LOCKED(b, render_mount_status(b->r, s));
	return utstring_body(s);
}

/* The text of a file, until the test ends, settled by this look alone. */
static inline char *
first_look(struct bed *b, const char *duel, render_fn render, unsigned sub)
{
	UT_string *s = test_string();
	duels_lock(b->r);
	struct duel *d = duels_find(b->r, duel);
	assert_non_null(d);
	assert_int_equal(duel_settle(d), 0);
	render(d, sub, s);
	duels_unlock(b->r);
	return utstring_body(s);
}

static inline char *
shown(struct bed *b, const char *duel, render_fn render, unsigned sub)
{
	the_duel(b, duel);
	return first_look(b, duel, render, sub);
}

static inline char *
bytes_of(struct bed *b, const char *duel, bool events)
{
	const char *bytes;
	size_t len;
	struct duel *d = the_duel(b, duel);
	duels_lock(b->r);
	if (events)
		bytes_events(d, 0, &bytes, &len);
	else
		record_whole(d->fold, &bytes, &len);
	char *copy = strndup(bytes, len);
	duels_unlock(b->r);
	return test_owns(copy);
}
#define record(b, duel) bytes_of(b, duel, false)
#define events(b, duel) bytes_of(b, duel, true)

/* All of these stand in a text. */
#define assert_holds(text, ...) assert_all_stand_in(text, (const char *const[]){__VA_ARGS__, NULL})

static inline void
assert_all_stand_in(const char *text, const char *const *parts)
{
	for (; *parts; parts++)
		if (!strstr(text, *parts))
			fail_msg("\"%s\" is not in:\n%s", *parts, text);
}

/* How often it stands there. */
static inline unsigned
times_in(const char *text, const char *part)
{
	unsigned n = 0;
	for (; (text = strstr(text, part)); text++)
		n++;
	return n;
}

static inline void
assert_lacks(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("\"%s\" is in:\n%s", part, text);
}

static inline int
opened(struct bed *b, const char *duel, int file, uid_t uid, bool truncate, struct intake **out)
{
	struct caller who = caller_of(uid);
	struct duel *d = the_duel(b, duel);
	return LOCKED_VALUE(b, intake_open(d, file, &who, truncate, out));
}

static inline int
written(struct bed *b, struct intake *w, const char *text, int64_t offset)
{
	return LOCKED_VALUE(b, intake_write(w, text, strlen(text), offset < 0 ? 0 : (uint64_t)offset, offset < 0));
}

/* An open file of the duel "d" that holds this, of which nobody has decided yet. */
static inline struct intake *
staged(struct bed *b, int file, uid_t uid, bool truncate, const char *text, int64_t offset)
{
	struct intake *w;
	assert_int_equal(opened(b, "d", file, uid, truncate, &w), 0);
	assert_int_equal(written(b, w, text, offset), 0);
	return w;
}

static inline int
flushed(struct bed *b, struct intake *w, bool by_opener)
{
	return LOCKED_VALUE(b, by_opener || !intake_is_undecided(w) ? intake_decide(w) : 0);
}

static inline int
synced(struct bed *b, struct intake *w)
{
	return LOCKED_VALUE(b, intake_decide(w));
}

static inline int
closed(struct bed *b, struct intake *w)
{
	return LOCKED_VALUE(b, intake_close(w, true));
}

/* These lines are said to the lock of a duel, by a uid, and each is taken. */
#define TAKEN(b, ...) TAKEN_AS(b, "d", 0, __VA_ARGS__)
#define TAKEN_AS(b, duel, uid, ...) all_are_taken(b, duel, uid, (const char *const[]){__VA_ARGS__, NULL})

/* The duel "d" is made, by uid 0, with these lines of config.toml where there are some; then the others are said to its
 * lock. */
#define BEGUN(b, ...) begin_duel(b, (const char *const[]){__VA_ARGS__, NULL})

static inline void
all_are_taken(struct bed *b, const char *duel, uid_t uid, const char *const *lines)
{
	for (int err; *lines; lines++)
		if ((err = say_as(b, duel, uid, *lines)))
			fail_msg("%s: %d\n%s", *lines, err, shown(b, duel, render_last_error, 0));
}

/* One of these calls, for another thread. */
struct call {
	struct bed *b;
	uid_t uid;
	const char *line; /* said; NULL: an intake is flushed, or closed */
	struct intake *intake;
	int (*with)(struct bed *b, struct intake *w);
};

static inline int
flushed_by_opener(struct bed *b, struct intake *w)
{
	return flushed(b, w, true);
}

static inline int
call(void *arg)
{
	struct call *c = arg;
	return c->line ? say_as(c->b, "d", c->uid, c->line) : c->with(c->b, c->intake);
}

/* It is done by another thread, as one of so many that wait for their turn in the duel. */
static inline void
waits_its_turn(struct meanwhile *m, struct duel *d, unsigned n, struct call *c)
{
	meanwhile(m, call, c);
	turns_wait(c->b, d, n);
}

/* Open, one appending write, flush, close: the first error, as a writer that hears everything would get it. */
static inline int
append_to(struct bed *b, const char *duel, int file, uid_t uid, const char *text)
{
	struct intake *w;
	int err = opened(b, duel, file, uid, false, &w);
	if (err)
		return err;
	err = written(b, w, text, -1);
	int flush = flushed(b, w, true);
	closed(b, w);
	return err ? err : flush;
}

/* The whole text in one write, as a program writes a file, by uid 0. */
static inline int
put(struct bed *b, int file, const char *text)
{
	struct intake *w;
	int err = opened(b, "d", file, 0, true, &w);
	if (err)
		return err;
	err = written(b, w, text, 0);
	int flush = flushed(b, w, true);
	closed(b, w);
	return err ? err : flush;
}

static inline int
append(struct bed *b, const char *text)
{
	return append_to(b, "d", INTAKE_FILE_DEBATE, 0, text);
}

/* A valid turn of a duel without a source; `n` also makes its words its own. malloc'd by asprintf into a static ring. */
static inline const char *
turn_text(unsigned n, const char *name, const char *stance)
{
	static char ring[8][2048];
	static unsigned at;
	static const char *const themes[] = {"apples ripen slowly under northern light", "bridges carry freight across wide rivers",
		"candles burn evenly inside sheltered rooms", "dancers rehearse before every public evening",
		"engines need oil whenever mountains rise", "farmers rotate barley against tired ground",
		"glaciers retreat faster after dusty winters", "harbours silt unless dredgers keep working"};
	const char *theme = themes[(n - 1) % 8];
	char *s = ring[at++ % 8];
	char addresses[32];
	if (n > 1)
		snprintf(addresses, sizeof addresses, "Turn %u", n - 1);
	else
		strcpy(addresses, "Source");
	snprintf(s, sizeof ring[0],
		"## Turn %u — %s (unknown / unknown-model) — %s\n\n**Position**\nOn d: position %u holds that %s, as anybody can see who looks at it for long.\n\n**Counterpoints**\n"
		"- Addresses: %s\n  Claim: point %u says that %s only sometimes.\n  Support:\n    - Principle: caution pays %u\n\n**Agreements**\n"
		"- We agree on the terms.\n\n**Novel Argument**\nArgument %u: because %s, costs move with season %u.\n\nSupport:\n"
		"    - Principle: parsimony pays off\n\n**Unresolved Items**\n- scope of %u (non-blocking)\n\n**Stance Revision Support**\n- Principle: candour before consistency\n",
		n, name, stance, n, theme, addresses, n, theme, n, n, theme, n, n);
	return s;
}

static inline void
begin_duel(struct bed *b, const char *const *lines)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	if (*lines)
		assert_int_equal(append_to(b, "d", INTAKE_FILE_CONFIG, 0, *lines), 0);
	all_are_taken(b, "d", 0, lines + 1);
}

static inline void
two_join(struct bed *b)
{
	BEGUN(b, NULL, "join alice", "join bob");
}

/* Claim, append, release. */
static inline void
take_turn(struct bed *b, unsigned n, const char *name, const char *stance)
{
	char line[128];
	snprintf(line, sizeof line, "claim %s", name);
	assert_int_equal(say(b, line), 0);
	int err = append(b, turn_text(n, name, stance));
	if (err)
		fail_msg("turn %u: %d\n%s", n, err, shown(b, "d", render_last_error, 0));
	snprintf(line, sizeof line, "release %s", name);
	assert_int_equal(say(b, line), 0);
}

#endif
