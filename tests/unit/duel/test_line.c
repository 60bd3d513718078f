/* A line: who waits goes on in order, one at a time, and the last may end its owner. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include "fs/duel/line.h"

struct owner {
	struct line line;
	char order[16];
	bool *gone;
};

struct step {
	struct owner *owner;
	char name;
	bool ends_at_once;
};

static void
run(void *arg)
{
	struct step *s = arg;
	strncat(s->owner->order, &s->name, 1);
	s->owner->line.busy = true;
	if (s->ends_at_once)
		line_free(&s->owner->line);
}

static void
run_end(void *arg)
{
	struct step *s = arg;
	*s->owner->gone = true;
	memset(s->owner, 0x5a, sizeof *s->owner);
	free(s->owner);
}

static struct owner *
owner_new(bool *gone)
{
	struct owner *o = calloc(1, sizeof *o);
	*gone = false;
	o->gone = gone;
	return o;
}

static void
nothing_waits_in_an_empty_line(void **state)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', true}, b = {o, 'b', true};
	(void)state;
	line_run(&o->line, run, &a);
	line_run(&o->line, run, &b);
	assert_string_equal(o->order, "ab");
	assert_false(o->line.busy);
	free(o);
}

static void
who_waits_goes_on_in_order_and_one_at_a_time(void **state)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', false}, b = {o, 'b', true}, c = {o, 'c', false}, d = {o, 'd', true};
	(void)state;
	line_run(&o->line, run, &a);
	line_run(&o->line, run, &b);
	line_run(&o->line, run, &c);
	line_run(&o->line, run, &d);
	assert_string_equal(o->order, "a");
	line_free(&o->line);
	assert_string_equal(o->order, "abc");
	line_free(&o->line);
	assert_string_equal(o->order, "abcd");
	assert_false(o->line.busy);
	free(o);
}

static void
the_last_one_may_end_the_owner(void **state)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', false}, b = {o, 'b', true}, c = {o, 'c', true}, end = {o, 'e', true};
	(void)state;
	line_run(&o->line, run, &a);
	line_run(&o->line, run, &b);
	line_run(&o->line, run, &c);
	line_run(&o->line, run_end, &end);
	line_free(&o->line);
	assert_true(gone);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_waits_in_an_empty_line),
		cmocka_unit_test(who_waits_goes_on_in_order_and_one_at_a_time),
		cmocka_unit_test(the_last_one_may_end_the_owner),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
