#include "fs/duels/scratch.h"

#include <assert.h>
#include <utlist.h>
#include "fs/duels/duels_inner.h"
#include "validators/kit/debate.h"
#include "validators/text/text.h"

static int
refuse_scratch(struct duel *d, const struct caller *who, const char *name, enum refusal rule, const char *sentence)
{
	UT_string quoted;
	utstring_init(&quoted);
	text_escape(&quoted, name, strlen(name), LIMIT_QUOTE_BYTES);
	int err = refuse_rule(d, 0, who, utstring_body(&quoted), &refusals[rule], "%s", sentence);
	utstring_done(&quoted);
	return err;
}

/* Gives back what is counted, and takes `bytes` instead. */
static void
count_scratch(struct scratch *s, size_t bytes)
{
	struct duels *r = s->duel->duels;
	duels_usage(r, s->uid)->staged += (int64_t)bytes - (int64_t)s->counted;
	s->counted = bytes;
}

static size_t
cost_of_bytes(size_t len)
{
	return len > SCRATCH_COST ? len : SCRATCH_COST;
}

static int
check_room(struct duel *d, const struct caller *who, const char *name, uid_t uid, uint64_t len, size_t counted)
{
	const struct mount_limits *l = &d->duels->given.config.limits;
	if (len > SCRATCH_BYTES)
		return refuse_scratch(d, who, name, REFUSAL_LIMIT_SCRATCH, "a temporary file has at most 1 MiB");
	int64_t more = (int64_t)cost_of_bytes(len) - (int64_t)counted;
	if (more <= 0)
		return 0;
	if (duels_usage(d->duels, uid)->staged + more > l->staged_bytes_per_uid)
		return refuse_scratch(d, who, name, REFUSAL_LIMIT_STAGED,
			"too much is staged in open files of this uid, and in its temporary files; remove some");
	return 0;
}

/* Changed now: the last to fall due. */
static void
touch_scratch(struct scratch *s)
{
	struct duels *r = s->duel->duels;
	struct moment at = duels_moment(r);
	s->changed_ms = at.now_ms;
	s->touched_clock_ms = at.clock_ms;
	if (s->older)
		DL_DELETE2(r->scratch, s, older, newer);
	DL_APPEND2(r->scratch, s, older, newer);
	timer_at(r->timer, s->touched_clock_ms + SCRATCH_SECONDS * 1000);
}

static void
scratch_free(struct scratch *s)
{
	assert(!s->opens);
	count_scratch(s, 0);
	DL_DELETE(s->duel->scratch, s);
	DL_DELETE2(s->duel->duels->scratch, s, older, newer);
	free(s->name);
	free(s->target);
	free(s->bytes);
	free(s);
}

int64_t
scratch_tick(struct duels *r)
{
	assert(duels_is_locked(r));
	struct scratch *s, *next;
	int64_t now = r->scratch ? duels_moment(r).clock_ms : 0;
	DL_FOREACH_SAFE2(r->scratch, s, next, newer) {
		if (s->touched_clock_ms + SCRATCH_SECONDS * 1000 > now)
			return s->touched_clock_ms + SCRATCH_SECONDS * 1000;
		if (!s->opens)
			scratch_free(s);
	}
	return 0;
}

struct scratch *
scratch_find(struct duel *d, unsigned place, uid_t uid, const char *name)
{
	assert(duels_is_locked(d->duels));
	assert(name);
	struct scratch *s;
	DL_FOREACH(d->scratch, s)
		if (s->place == place && s->uid == uid && s->name && !strcmp(s->name, name))
			return s;
	return NULL;
}

struct scratch *
scratch_by_number(struct duel *d, unsigned number)
{
	assert(duels_is_locked(d->duels));
	struct scratch *s;
	DL_FOREACH(d->scratch, s)
		if (s->number == number)
			return s;
	return NULL;
}

struct scratch *
scratch_next(struct duel *d, unsigned place, uid_t uid, unsigned after)
{
	assert(duels_is_locked(d->duels));
	struct scratch *s;
	DL_FOREACH(d->scratch, s)
		if (s->place == place && s->uid == uid && s->name && s->number > after)
			return s;
	return NULL;
}

static int
by_number(const struct scratch *a, const struct scratch *b)
{
	return a->number < b->number ? -1 : a->number > b->number;
}

int
scratch_make(struct duel *d, unsigned place, const struct caller *who, const char *name, const char *target,
	struct scratch **out)
{
	assert(duels_is_locked(d->duels));
	assert(place <= d->fold->n_seats);
	size_t len = target ? strlen(target) : 0;
	struct scratch *s;
	unsigned n = 0;
	DL_FOREACH(d->scratch, s)
		n += s->place == place && s->uid == who->uid; /* also what is open without a name */
	if (n >= SCRATCH_FILES)
		return refuse_scratch(d, who, name, REFUSAL_LIMIT_SCRATCH,
			"this uid has as many temporary files in this directory as it may have; remove some");
	int err = check_room(d, who, name, who->uid, len, 0);
	if (err)
		return err;
	s = mem_calloc(1, sizeof *s);
	*s = (struct scratch){.duel = d,
		.place = place,
		.uid = who->uid,
		.name = mem_strdup(name),
		.target = target ? mem_strdup(target) : NULL,
		.len = len};
	/* Numbers go round: one that comes again soon could be taken for the file that had it before. */
	do {
		s->number = 1 + (unsigned)(d->duels->scratch_serial % SCRATCH_NUMBER_MAX);
		s->generation = d->duels->scratch_serial++ / SCRATCH_NUMBER_MAX;
	} while (scratch_by_number(d, s->number));
	DL_INSERT_INORDER(d->scratch, s, by_number);
	count_scratch(s, cost_of_bytes(len));
	touch_scratch(s);
	*out = s;
	return 0;
}

static int
check_change(struct scratch *s, const struct caller *who, uint64_t size)
{
	const char *name = s->name ? s->name : s->place ? "turn.md" : "debate.md";
	if (s->taken)
		return refuse_scratch(s->duel, who, name, REFUSAL_HISTORY_CHANGED,
			"this open file was renamed, and what is written to it now would go nowhere: open the file "
			"under its name anew");
	return check_room(s->duel, who, name, s->uid, size, s->counted);
}

/* Grown with zeros, or cut. The count is about the bytes that are held: the room of a file that was cut goes back.
 * Behind its end a room is all zeros. */
static void
resize_scratch(struct scratch *s, size_t len)
{
	if (len > s->room || cost_of_bytes(len) < s->room / 2) {
		/* made of zeros by the system: filling tens of megabytes here would hold up everybody */
		size_t room = len < SCRATCH_COST ? SCRATCH_COST : len + len / 8, kept = s->len < len ? s->len : len;
		char *bytes = mem_calloc(1, room);
		if (kept)
			memcpy(bytes, s->bytes, kept);
		free(s->bytes);
		s->bytes = bytes;
		s->room = room;
	} else if (len < s->len) {
		memset(s->bytes + len, 0, s->len - len);
	}
	s->len = len;
	count_scratch(s, cost_of_bytes(len));
}

int
scratch_write(struct scratch *s, const struct caller *who, const char *bytes, size_t len, uint64_t offset)
{
	assert(duels_is_locked(s->duel->duels));
	uint64_t end = offset + len;
	int err = check_change(s, who, end < offset ? UINT64_MAX : end > s->len ? end : s->len);
	if (err)
		return err;
	if (end > s->len)
		resize_scratch(s, end);
	if (len)
		memcpy(s->bytes + offset, bytes, len);
	touch_scratch(s);
	return 0;
}

int
scratch_truncate(struct scratch *s, const struct caller *who, uint64_t size)
{
	assert(duels_is_locked(s->duel->duels));
	int err = check_change(s, who, size);
	if (err)
		return err;
	resize_scratch(s, size);
	touch_scratch(s);
	return 0;
}

int
scratch_copy(struct duel *d, unsigned place, const struct caller *who, const char *name, const char *bytes, size_t len)
{
	assert(duels_is_locked(d->duels));
	struct scratch *old = scratch_find(d, place, who->uid, name), *s;
	int err = 0;
	if (old && !old->opens) {
		err = check_room(d, who, name, who->uid, len, old->counted);
		if (err)
			return err;
		scratch_free(old); /* its place and its bytes are enough for what follows */
		old = NULL;
	}
	err = scratch_make(d, place, who, name, NULL, &s);
	if (err)
		return err;
	err = scratch_write(s, who, bytes, len, 0);
	if (err)
		scratch_free(s);
	else if (old)
		scratch_unlink(old);
	return err;
}

void
scratch_unlink(struct scratch *s)
{
	assert(s->name);
	free(s->name);
	s->name = NULL;
	if (!s->opens)
		scratch_free(s);
}

void
scratch_rename(struct scratch *s, const char *name)
{
	assert(s->name);
	struct scratch *old = scratch_find(s->duel, s->place, s->uid, name);
	if (old == s)
		return;
	if (old)
		scratch_unlink(old);
	free(s->name);
	s->name = mem_strdup(name);
	touch_scratch(s);
}

bool
scratch_is_private(const struct scratch *s)
{
	const struct fold *fold = s->duel->fold;
	assert(duels_is_locked(s->duel->duels));
	for (unsigned seat = 1; seat <= fold->n_seats; seat++) {
		bool its = s->place ? seat == s->place : fold_is_own(fold, seat, s->uid);
		if (its && (fold->secrets[seat - 1].has_token || debate_is_sealed(fold->state)))
			return true;
	}
	return false;
}

void
scratch_hold(struct scratch *s)
{
	assert(duels_is_locked(s->duel->duels));
	s->opens++;
}

void
scratch_drop(struct scratch *s)
{
	assert(s->opens);
	if (!--s->opens && !s->name)
		scratch_free(s);
	else if (!s->opens) /* its hour may have passed meanwhile */
		timer_at(s->duel->duels->timer, s->touched_clock_ms + SCRATCH_SECONDS * 1000);
}

void
scratch_forget(struct duel *d)
{
	struct scratch *s, *next;
	DL_FOREACH_SAFE(d->scratch, s, next)
		scratch_free(s);
}
