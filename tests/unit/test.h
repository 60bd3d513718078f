/*
 * A unit test: its sentence once, in place of a function and a row in a table. A file of tests registers them by being
 * linked; all files of a room are one program (main.c), in which each file can be run in a process of its own.
 *
 *	TEST(a_lease_is_held_until_its_last_millisecond)
 *	{
 *		...
 *	}
 *
 * Its parameter is what the set-up has left there: `state`, or what a fixture calls it (TEST_STATE). Two lines of a
 * file say what stands around its tests, as cmocka has it (0 is good; either may be NULL): EACH_TEST around each of
 * them, WHOLE_FILE around all of them. TEST_IN has a set-up of its own.
 */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <utstring.h>
#include "validators/text/mem.h"

#define N(a) (sizeof(a) / sizeof(a)[0])

/* For a number that is not what is tested: under sanitizers each case takes five times as long, and a sample of them shows as much. */
#ifdef __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/*
 * How far apart the rounds of a long loop are: all of them where EACH is set, as scripts/nightly has it; else a share,
 * over which texts of any length meet other places. For a loop over cuts of a text, over calls that fail, or over texts
 * or characters of one kind.
 */
static inline size_t
sample_step(void)
{
	return getenv("EACH") ? 1 : SANITIZED ? 127 : 31;
}

/* So many rounds of a loop whose rounds differ by chance alone; all of them where EACH is set. */
static inline unsigned
sample_of(unsigned rounds)
{
	return getenv("EACH") ? rounds : rounds / (SANITIZED ? 16 : 4);
}

/* Memory that a helper gives and no caller keeps: dropped behind the test. One list in a program; one thread at a time. */
struct test_owned {
	void *what;
	void (*drop)(void *what);
	struct test_owned *next;
};
__attribute__((weak)) struct test_owned *test_owned;

static inline void *
test_owns_by(void *what, void (*drop)(void *what))
{
	struct test_owned *o = mem_calloc(1, sizeof *o);
	*o = (struct test_owned){what, drop, test_owned};
	test_owned = o;
	return what;
}

static inline void *
test_owns(void *what)
{
	return test_owns_by(what, free);
}

static inline void
test_frees(void)
{
	for (struct test_owned *o; (o = test_owned); free(o)) {
		test_owned = o->next;
		o->drop(o->what);
	}
}

#define TEXT(...) ((char *)test_owns(mem_format(__VA_ARGS__)))

static inline void
test_string_drop(void *string)
{
	utstring_done((UT_string *)string);
	free(string);
}

/* An empty string, until the test ends. */
static inline UT_string *
test_string(void)
{
	UT_string *s = test_owns_by(mem_calloc(1, sizeof *s), test_string_drop);
	utstring_init(s);
	utstring_printf(s, "%s", "");
	return s;
}

struct test_around {
	int (*setup)(void **state);
	int (*teardown)(void **state);
};

/* All of it is the test's file's own. */
struct test {
	const char *file; /* as it was compiled: tests/unit/util/test_clock.c */
	int line;
	const char *name;
	void (*run)(void **state);
	const struct test_around *each, *whole;
	struct test *next;
};

/* Before main, from each TEST: the order does not matter. */
void
test_add(struct test *t);

/* A file's hooks that it does not name are none: these become whole where EACH_TEST and WHOLE_FILE define them. */
static const struct test_around test_each __attribute__((unused)), test_whole __attribute__((unused));

#define EACH_TEST(before, after) static const struct test_around test_each = {before, after}
/* For a fixture of a file's own variables: a statement or several, `;` behind each. */
#define EACH_TEST_DOES(before, after) \
	static int before_each(void **state __attribute__((unused))) \
	{ \
		before return 0; \
	} \
	static int after_each(void **state __attribute__((unused))) \
	{ \
		after return 0; \
	} \
	EACH_TEST(before_each, after_each)
#define WHOLE_FILE(before, after) static const struct test_around test_whole = {before, after}

/* The parameter of a test. */
#define TEST_STATE void *state

#define TEST(sentence) TEST_IN(test_each, sentence)
/* For a table of tests: one that is a call. */
#define TEST_ROW(sentence, ...) \
	TEST(sentence) \
	{ \
		__VA_ARGS__; \
	}
#define TEST_IN(around, sentence) \
	static void sentence(TEST_STATE); \
	static void run_##sentence(void **state) \
	{ \
		sentence(*state); \
		test_frees(); \
	} \
	__attribute__((constructor)) static void add_##sentence(void) \
	{ \
		static struct test t = {__FILE__, __LINE__, #sentence, run_##sentence, &(around), &test_whole, NULL}; \
		test_add(&t); \
	} \
	static void sentence(TEST_STATE __attribute__((unused)))

#endif
