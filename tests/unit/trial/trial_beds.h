/* The tree `beds` of the format `grove`, as tests use it: "anna" has the floor. */
#ifndef TESTS_UNIT_TRIAL_TRIAL_BEDS_H
#define TESTS_UNIT_TRIAL_TRIAL_BEDS_H

#include "fs/registry/registry_inner.h"
#include "fs/registry/own.h"
#include "fs/show/show.h"
#include "tests/unit/duel/fixture.h"
#include "tests/unit/trial/grove.h"

enum { ANNA = 1000, BORIS = 1001 };

static inline void
beds_begin(struct bed *b)
{
	assert_int_equal(make_duel(b, "d", 0), 0);
	assert_int_equal(append_to(b, "d", DOOR_CONFIG, 0, "format = \"grove\"\n"), 0);
	assert_int_equal(say_as(b, "d", ANNA, "join anna"), 0);
	assert_int_equal(say_as(b, "d", ANNA, "claim anna"), 0);
}

static inline void
next_lease(struct bed *b, uid_t uid, const char *name)
{
	char line[64];
	snprintf(line, sizeof line, "release %s force=yes", name);
	assert_int_equal(say_as(b, "d", uid, line), 0);
	snprintf(line, sizeof line, "claim %s", name);
	assert_int_equal(say_as(b, "d", uid, line), 0);
}

static inline int
hand_in(struct bed *b, uid_t uid, const char *text)
{
	return append_to(b, "d", DOOR_DEBATE, uid, text);
}

/* With the lock held. */
static inline struct duel *
the_duel_locked(struct bed *b)
{
	struct duel *d = registry_find(b->r, "d");
	assert_int_equal(duel_touch(d), 0);
	return d;
}

static inline int
leaf_opened(struct bed *b, uid_t uid, const char *path, bool truncate, struct door **out)
{
	char whole[256];
	struct caller who = caller_of(uid);
	snprintf(whole, sizeof whole, "beds/%s", path);
	registry_lock(b->r);
	int err = door_open_leaf(the_duel_locked(b), whole, &who, truncate, out);
	registry_unlock(b->r);
	return err;
}

/* The whole file is this: the first error. */
static inline int
plant_as(struct bed *b, uid_t uid, const char *path, const char *text)
{
	struct door *w;
	int err = leaf_opened(b, uid, path, true, &w);
	if (err)
		return err;
	err = written(b, w, text, 0);
	int flush = flushed(b, w, true);
	closed(b, w);
	return err ? err : flush;
}

static inline int
unplant_as(struct bed *b, uid_t uid, const char *path)
{
	char whole[256];
	struct answer a = ANSWER;
	struct caller who = caller_of(uid);
	snprintf(whole, sizeof whole, "beds/%s", path);
	registry_lock(b->r);
	door_remove(the_duel_locked(b), whole, &who, answered, &a);
	registry_unlock(b->r);
	return answer_wait(&a);
}

/* With the lock held. */
static inline unsigned
sub_as(struct duel *d, uid_t uid, const char *path)
{
	return own_tree_at(d, own_sub(GROVE_BEDS, 0) | (duel_sees_proposed(d, uid) ? OWN_PROPOSED : 0), path);
}

static inline unsigned
number_as(struct bed *b, uid_t uid, const char *path)
{
	registry_lock(b->r);
	unsigned sub = sub_as(the_duel_locked(b), uid, path);
	registry_unlock(b->r);
	return own_number(sub);
}

/* malloc'd; NULL: there is no such file. */
static inline char *
seen_as(struct bed *b, uid_t uid, const char *path)
{
	const char *bytes;
	size_t len;
	registry_lock(b->r);
	struct duel *d = the_duel_locked(b);
	unsigned sub = sub_as(d, uid, path);
	char *copy = sub && own_bytes(d, sub, &bytes, &len) ? strndup(bytes, len) : NULL;
	registry_unlock(b->r);
	return copy;
}

static inline size_t
size_as(struct bed *b, uid_t uid, const char *path)
{
	char *text = seen_as(b, uid, path);
	assert_non_null(text);
	size_t len = strlen(text);
	free(text);
	return len;
}

static inline void
assert_sees(struct bed *b, uid_t uid, const char *path, const char *want)
{
	char *text = seen_as(b, uid, path);
	if (!want != !text || (want && strcmp(want, text)))
		fail_msg("uid %u sees %s: %s", (unsigned)uid, path, text ? text : "nothing");
	free(text);
}

#endif
