/* A queue: who waits goes on in order, one at a time, and the last may end its owner. */
#include "tests/unit/test.h"

#include <stdlib.h>
#include <string.h>
#include "fs/util/queue.h"

struct owner {
	struct queue queue;
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
	s->owner->queue.busy = true;
	if (s->ends_at_once)
		queue_next(&s->owner->queue);
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

TEST(nothing_waits_in_an_empty_queue)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', true}, b = {o, 'b', true};
	queue_run(&o->queue, run, &a);
	queue_run(&o->queue, run, &b);
	assert_string_equal(o->order, "ab");
	assert_false(o->queue.busy);
	free(o);
}

TEST(who_waits_goes_on_in_order_and_one_at_a_time)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', false}, b = {o, 'b', true}, c = {o, 'c', false}, d = {o, 'd', true};
	queue_run(&o->queue, run, &a);
	queue_run(&o->queue, run, &b);
	queue_run(&o->queue, run, &c);
	queue_run(&o->queue, run, &d);
	assert_string_equal(o->order, "a");
	queue_next(&o->queue);
	assert_string_equal(o->order, "abc");
	queue_next(&o->queue);
	assert_string_equal(o->order, "abcd");
	assert_false(o->queue.busy);
	free(o);
}

TEST(the_last_one_may_end_the_owner)
{
	bool gone;
	struct owner *o = owner_new(&gone);
	struct step a = {o, 'a', false}, b = {o, 'b', true}, c = {o, 'c', true}, end = {o, 'e', true};
	queue_run(&o->queue, run, &a);
	queue_run(&o->queue, run, &b);
	queue_run(&o->queue, run, &c);
	queue_run(&o->queue, run_end, &end);
	queue_next(&o->queue);
	assert_true(gone);
}
