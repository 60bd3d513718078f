/* Which inode of the kernel's a reader, a writer and a look at the name are led to. */
#define caller_of bed_caller_of /* the mount has one of this name, which is another */
#include "tests/unit/duel/fixture.h"
#undef caller_of

#include "fs/mount/edition.h"
#include "fs/mount/ino.h"
#include "fs/mount/mount.h"
#include "fs/mount/node.h"
#include "fs/registry/registry_inner.h"

#include <fcntl.h>

#define ME 1000
#define YOU 2000

/* A kernel that takes no sizes but in answers: its protocol is an old one. */
static struct fuse_session *
old_kernel(void)
{
	static const struct fuse_lowlevel_ops ops = {0};
	char *words[] = {"duelfs", NULL};
	struct fuse_args args = FUSE_ARGS_INIT(1, words);
	struct fuse_session *se = fuse_session_new(&args, &ops, sizeof ops, NULL);
	fuse_opt_free_args(&args);
	return se;
}

struct name {
	struct bed *b;
	struct mount m;
	struct duel *d;
};

static int
place_setup(void **state)
{
	struct name *p = calloc(1, sizeof *p);
	if (!p || bed_setup((void **)&p->b))
		return -1;
	p->m.registry = p->b->r;
	p->m.se = old_kernel();
	assert_non_null(p->m.se);
	p->m.notify = notify_start(p->m.se);
	assert_int_equal(make_duel(p->b, "d", 0), 0);
	assert_int_equal(say(p->b, "join alice"), 0);
	assert_int_equal(say(p->b, "join bob"), 0);
	p->d = the_duel(p->b, "d");
	*state = p;
	return 0;
}

static int
place_teardown(void **state)
{
	struct name *p = *state;
	registry_lock(p->b->r);
	editions_end(&p->m);
	registry_unlock(p->b->r);
	assert_int_equal(p->b->r->reader_bytes, 0);
	notify_stop(p->m.notify);
	fuse_session_destroy(p->m.se);
	int err = bed_teardown((void **)&p->b);
	if (p->m.text.d)
		utstring_done(&p->m.text);
	free(p);
	return err;
}

EACH_TEST(place_setup, place_teardown);

static struct node
node_of(struct name *p, enum tree_id row)
{
	struct node dir = {.mount = &p->m, .duel = p->d, .row = TREE_DUEL}, n;
	assert_int_equal(duel_touch(p->d), 0);
	assert_true(tree_find(&dir, tree[row].name, &n));
	return n;
}

/* The inode that a lookup by this thread gives, and the size that it tells. */
static uint64_t
looked_up(struct name *p, enum tree_id row, pid_t thread, off_t *size)
{
	struct fuse_entry_param e;
	registry_lock(p->b->r);
	struct node n = node_of(p, row);
	node_entry(&n, thread, &e);
	registry_unlock(p->b->r);
	assert_int_equal(e.attr.st_ino, node_shown_ino(&n));
	assert_int_equal(ino_file(e.ino), node_ino(&n));
	if (size)
		*size = e.attr.st_size;
	return e.ino;
}

/* 0 and an open file, or -ESTALE. */
static int
opens(struct name *p, uint64_t ino, pid_t thread, int flags, struct handle **h)
{
	struct caller who = {.pid = thread};
	struct edition_opening o = {.ino = ino, .thread = thread, .reading = (flags & O_ACCMODE) != O_WRONLY,
		.writing = (flags & O_ACCMODE) != O_RDONLY};
	struct node n;
	*h = NULL;
	registry_lock(p->b->r);
	assert_int_equal(node_find(&p->m, ino, 0, &n), 0);
	int err = edition_before_open(&n, &o);
	if (!err) {
		*h = handle_new(&n, &who);
		err = tree[n.row].kind->open(*h, &who, flags);
		if (!err)
			err = edition_open(*h, &o);
		if (err)
			handle_shut(*h, NULL);
		(*h)->node.given = NULL;
	}
	edition_after_open(&n, &o);
	registry_unlock(p->b->r);
	if (err && *h) {
		handle_free(*h);
		*h = NULL;
	}
	return err;
}

/* As the kernel opens a name: by the inode that it holds, and where it is sent back by the one that it is told then. */
static struct handle *
reads(struct name *p, enum tree_id row, uint64_t *ino, pid_t thread)
{
	struct handle *h;
	int err = opens(p, *ino, thread, O_RDONLY, &h);
	if (err == -ESTALE) {
		*ino = looked_up(p, row, thread, NULL);
		err = opens(p, *ino, thread, O_RDONLY, &h);
	}
	assert_int_equal(err, 0);
	return h;
}

static void
closes(struct name *p, struct handle *h)
{
	registry_lock(p->b->r);
	handle_shut(h, NULL);
	registry_unlock(p->b->r);
	handle_free(h);
}

/* -1: it shows no text of one moment. */
static off_t
size_shown(struct name *p, enum tree_id row, uint64_t ino)
{
	off_t size = -1;
	registry_lock(p->b->r);
	struct node n = node_of(p, row);
	if (!edition_shows(&n, ino, &size))
		size = -1;
	registry_unlock(p->b->r);
	return size;
}

static void
changes(struct name *p)
{
	assert_int_equal(say(p->b, p->d->fold->lease.holder ? "release alice" : "claim alice"), 0);
}

TEST(readers_of_one_text_share_an_inode_and_a_reading)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL), same = ino;
	struct handle *a = reads(p, TREE_STATUS, &ino, ME), *b = reads(p, TREE_STATUS, &same, YOU);
	assert_int_equal(ino, same);
	assert_ptr_equal(a->reading, b->reading);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), reading_len(a->reading));
	closes(p, a);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), reading_len(b->reading));
	closes(p, b);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), -1);
}

TEST(a_text_that_is_another_has_an_inode_of_its_own_while_the_first_is_read)
{
	struct name *p = *state;
	uint64_t first = looked_up(p, TREE_STATUS, ME, NULL);
	struct handle *a = reads(p, TREE_STATUS, &first, ME), *b;
	size_t len = reading_len(a->reading);
	changes(p);
	assert_int_equal(opens(p, first, YOU, O_RDONLY, &b), -ESTALE);
	uint64_t second = looked_up(p, TREE_STATUS, YOU, NULL);
	assert_int_not_equal(second, first);
	assert_int_equal(opens(p, second, YOU, O_RDONLY, &b), 0);
	assert_ptr_not_equal(a->reading, b->reading);
	assert_int_equal(size_shown(p, TREE_STATUS, first), len);
	assert_int_equal(size_shown(p, TREE_STATUS, second), reading_len(b->reading));
	closes(p, a);
	closes(p, b);
}

TEST(who_was_sent_back_gets_the_text_of_then_though_there_is_another_by_now)
{
	struct name *p = *state;
	off_t then, size;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL);
	struct handle *a = reads(p, TREE_STATUS, &ino, ME), *b;
	changes(p);
	looked_up(p, TREE_STATUS, 3000, &then);
	assert_int_equal(opens(p, ino, YOU, O_RDONLY, &b), -ESTALE);
	changes(p);
	uint64_t given = looked_up(p, TREE_STATUS, YOU, &size);
	assert_int_equal(size, then);
	assert_int_equal(looked_up(p, TREE_STATUS, YOU, &size), given); /* the kernel asks twice where the inode is another */
	assert_int_equal(size, then);
	changes(p);
	assert_int_equal(opens(p, given, YOU, O_RDONLY, &b), 0);
	assert_int_equal(reading_len(b->reading), then);
	closes(p, a);
	closes(p, b);
}

/* Whose name leads there still, and who knows of a size that fits again, does not come in between. */
TEST(an_inode_that_who_was_sent_back_is_led_to_waits_for_it)
{
	struct name *p = *state;
	struct handle *mine, *yours, *theirs;
	off_t before, then, now;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, &before), other;
	changes(p);
	assert_int_equal(opens(p, ino, ME, O_RDONLY, &mine), -ESTALE);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), -1);
	assert_int_equal(looked_up(p, TREE_STATUS, ME, &then), ino); /* nobody else was told of it */
	changes(p);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), then); /* a stat that comes in between tells no other */
	assert_int_equal(opens(p, ino, YOU, O_RDONLY, &yours), -ESTALE);
	other = looked_up(p, TREE_STATUS, YOU, &now);
	assert_int_equal(now, before);
	assert_int_not_equal(other, ino);
	assert_int_not_equal(looked_up(p, TREE_STATUS, 3000, NULL), ino);
	assert_int_equal(opens(p, other, YOU, O_RDONLY, &yours), 0);
	assert_int_equal(opens(p, ino, ME, O_RDONLY, &mine), 0);
	assert_int_equal(reading_len(mine->reading), then);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), then);
	assert_int_equal(size_shown(p, TREE_STATUS, other), now);
	assert_int_equal(opens(p, ino, 3000, O_RDONLY, &theirs), -ESTALE);
	closes(p, mine);
	closes(p, yours);
}

TEST(an_inode_that_others_were_told_of_gets_no_second_size)
{
	struct name *p = *state;
	struct handle *h;
	uint64_t first = looked_up(p, TREE_STATUS, ME, NULL);
	assert_int_equal(looked_up(p, TREE_STATUS, YOU, NULL), first);
	changes(p);
	uint64_t second = looked_up(p, TREE_STATUS, YOU, NULL);
	assert_int_not_equal(second, first);
	changes(p);
	assert_int_equal(looked_up(p, TREE_STATUS, YOU, NULL), second); /* nobody else was told of it */
	assert_int_equal(opens(p, first, ME, O_RDONLY, &h), -ESTALE);
}

/* One message where it became shorter, and by the same inode where it grew. */
TEST(what_others_were_told_long_ago_has_come)
{
	struct name *p = *state;
	bool grew = false, shrank = false;
	off_t before, after;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, &before);
	for (pid_t thread = YOU; !grew || !shrank; thread++, before = after) {
		struct handle *h;
		looked_up(p, TREE_STATUS, thread + 1000, NULL);
		changes(p);
		bed_pass(p->b, ATTR_SETTLES_MS / 1000 + 1);
		int err = opens(p, ino, thread, O_RDONLY, &h);
		if (err) {
			assert_int_equal(looked_up(p, TREE_STATUS, thread, NULL), ino);
			assert_int_equal(opens(p, ino, thread, O_RDONLY, &h), 0);
		}
		after = (off_t)reading_len(h->reading);
		assert_int_equal(err, after > before ? -ESTALE : 0);
		grew = grew || after > before;
		shrank = shrank || after < before;
		closes(p, h);
	}
}

TEST(a_size_that_a_stat_told_makes_the_inode_unsure)
{
	struct name *p = *state;
	struct handle *h;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL);
	changes(p);
	edition_size_sent(&p->m, EDITION_WHOLE, ino, 1, YOU);
	assert_int_equal(opens(p, ino, ME, O_RDONLY, &h), -ESTALE);
}

TEST(a_writer_and_a_reader_have_not_the_same_inode)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_LOCK, ME, NULL);
	struct handle *reader = reads(p, TREE_LOCK, &ino, ME), *writer, *next;
	assert_int_equal(opens(p, ino, YOU, O_WRONLY, &writer), -ESTALE);
	uint64_t written_by = looked_up(p, TREE_LOCK, YOU, NULL);
	assert_int_not_equal(written_by, ino);
	assert_int_equal(opens(p, written_by, YOU, O_WRONLY, &writer), 0);
	assert_int_equal(size_shown(p, TREE_LOCK, written_by), -1);
	assert_int_equal(opens(p, written_by, ME, O_RDONLY, &next), -ESTALE);
	uint64_t third = looked_up(p, TREE_LOCK, ME, NULL);
	assert_int_not_equal(third, written_by);
	assert_int_equal(opens(p, third, ME, O_RDONLY, &next), 0);
	closes(p, writer);
	closes(p, reader);
	closes(p, next);
	assert_int_equal(opens(p, written_by, ME, O_RDONLY, &next), -ESTALE); /* the kernel still counts what was written */
}

TEST(who_cannot_be_sent_back_is_let_in_with_its_own_text)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL);
	struct handle *a = reads(p, TREE_STATUS, &ino, ME), *b;
	off_t before = (off_t)reading_len(a->reading);
	changes(p);
	assert_int_equal(opens(p, ino, 0, O_RDONLY, &b), 0);
	assert_ptr_not_equal(a->reading, b->reading);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), before);
	closes(p, b);
	closes(p, a);
}

TEST(where_all_inodes_of_a_file_are_open_each_reader_still_has_its_own_text)
{
	struct name *p = *state;
	struct handle *held[INO_EDITIONS + 4];
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL);
	for (int i = 0; i < INO_EDITIONS + 4; i++) {
		held[i] = reads(p, TREE_STATUS, &ino, ME + i);
		assert_true(!i || held[i]->reading != held[i - 1]->reading);
		changes(p);
	}
	for (int i = 0; i < INO_EDITIONS; i++)
		for (int j = 0; j < i; j++)
			assert_int_not_equal(held[i]->ino, held[j]->ino);
	for (int i = 0; i < INO_EDITIONS + 4; i++)
		closes(p, held[i]);
	struct handle *h = reads(p, TREE_STATUS, &ino, ME);
	assert_int_equal(size_shown(p, TREE_STATUS, ino), reading_len(h->reading));
	closes(p, h);
}

TEST(what_only_grows_has_one_inode)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_EVENTS, ME, NULL), again = ino;
	struct handle *a = reads(p, TREE_EVENTS, &ino, ME), *b;
	changes(p);
	assert_int_equal(opens(p, ino, YOU, O_RDONLY, &b), -ESTALE); /* the kernel holds less than there is */
	assert_int_equal(looked_up(p, TREE_EVENTS, YOU, NULL), ino);
	b = reads(p, TREE_EVENTS, &again, YOU);
	assert_int_equal(again, ino);
	closes(p, a);
	closes(p, b);
}

TEST(who_comes_late_finds_its_text_however_many_came_and_went)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL), mine;
	struct handle *a = reads(p, TREE_STATUS, &ino, ME), *h;
	off_t size;
	changes(p);
	assert_int_equal(opens(p, ino, ME, O_RDONLY, &h), -ESTALE);
	for (int i = 0; i < 2 * EDITION_PINS; i++) {
		uint64_t theirs = ino;
		assert_int_equal(opens(p, theirs, YOU + i, O_RDONLY, &h), -ESTALE);
		theirs = looked_up(p, TREE_STATUS, YOU + i, NULL);
		assert_int_equal(opens(p, theirs, YOU + i, O_RDONLY, &h), 0);
		closes(p, h);
		changes(p);
	}
	mine = looked_up(p, TREE_STATUS, ME, &size);
	assert_int_equal(opens(p, mine, ME, O_RDONLY, &h), 0);
	assert_int_equal(handle_size(h), size);
	assert_ptr_equal(edition_page(h).text, h->reading);
	assert_ptr_not_equal(h->reading, a->reading);
	closes(p, h);
	closes(p, a);
}

TEST(texts_of_those_who_never_come_again_are_few)
{
	struct name *p = *state;
	uint64_t ino = looked_up(p, TREE_STATUS, ME, NULL);
	struct handle *a = reads(p, TREE_STATUS, &ino, ME), *b;
	for (int i = 0; i < 3 * EDITION_PINS; i++) {
		changes(p);
		assert_int_equal(opens(p, ino, YOU + i, O_RDONLY, &b), -ESTALE);
	}
	assert_true(p->b->r->reader_bytes < (EDITION_PINS + 1) * (2 * (int64_t)reading_len(a->reading) + READING_COST));
	closes(p, a);
}
