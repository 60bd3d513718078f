/*
 * The log's format (https://www.sqlite.org/fileformat2.html#walformat), numbers big-endian:
 *
 *     head, 32 bytes    magic 0x377f0682 or …83, version, page size, checkpoints so far, two salts, two words of
 * checksum over these frames, each      page number; pages of the database after the commit that this frame ends, else
 * 0; the two salts; two words of checksum; the page
 *
 * A frame's checksum goes over its first eight bytes and its page, and goes on from that of the frame before it, the
 * first one's from the head's. It takes the bytes as pairs of words (a, b): s0 += a + s1; s1 += b + s0; the magic's
 * last bit says in which byte order. Each time the log begins anew it gets a new head with other salts, and overwrites
 * the frames of the last time from the first one on.
 *
 * What SQLite's recovery takes: frames from the first on, as long as each has the head's salts and the checksum that
 * follows; of these, those up to the last commit. Where the head does not fit, none. It asks nothing about what comes
 * then: a log that ends there and one of which a bit was turned over look alike to it, and in the second everything
 * accepted behind that bit is gone without a word.
 *
 * What is asked here: is a commit behind that end that was whole once? Then it was accepted, or was about to be when
 * the power went.
 *
 *  1. Frames behind the break are whole where they have the salts and the checksum that follows from the frame before,
 * be that checksum as it is stored there or as it comes out (of a frame with one turned bit one of the two is right).
 *  2. The frame of the break itself counts if turning one bit of it makes it whole: it may be the last. The checksum is
 * linear in every word, so this is a comparison a bit, not a sum over the page.
 *  3. Only commits count. A transaction that was undone for want of room leaves whole frames behind the end, but never
 * a commit, and the next one overwrites only the first of them.
 *  4. Behind a broken head nothing says which salts count: frames then go by those of the frame before them.
 *
 * What a kill in the middle of a write leaves is never taken for a break: writes arrive in their order, so behind it
 * stand zeros, frames of an earlier time, or frames without a commit. Blocks that a power cut brought to the disk out
 * of order may be: "may be missing".
 *
 * The mark. Between a checkpoint that brought over everything and the commit that begins the log anew, the log's frames
 * are all in the database, but after a crash SQLite would read them again, and a turned bit in them would show old
 * pages beside new ones. So where nobody waits the head is overwritten with words that SQLite does not take for one:
 * nothing in such a log counts.
 */
#include "fs/store/sqlite_wal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "fs/store/sqlite_db.h"
#include "fs/store/sqlite_dir.h"
#include "validators/text/mem.h"

#define MAGIC 0x377f0682u
#define FRAME_HEAD_BYTES 24
#define SALT_BYTES 8
#define PAGE_MIN 512
#define PAGE_MAX 65536
#define PAGE_USUAL 4096

static const unsigned char mark[WAL_HEAD_BYTES + 1] = "duelfs: all is in the database.\n";
/* A mark in which bits were turned is still one: a head has none of its bytes but by chance. */
#define MARK_LIKE 24

struct sums {
	uint32_t s0, s1;
};

struct log {
	int fd;
	bool head_holds;
	bool big; /* the byte order of what is summed */
	bool salted;
	uint32_t page_bytes;
	unsigned char salts[SALT_BYTES]; /* where salted: of the head, or of the frame before */
	struct sums stored, comes_to;	 /* of the frame before, or of the head */
	unsigned char *frame;		 /* the one that is looked at */
};

static uint32_t
big_word(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint32_t
word(const unsigned char *p, bool big)
{
	return big ? big_word(p) : __builtin_bswap32(big_word(p));
}

static struct sums
stored_at(const unsigned char *p)
{
	return (struct sums){big_word(p), big_word(p + 4)};
}

static struct sums
sum_on(struct sums s, const unsigned char *p, size_t len, bool big)
{
	for (const unsigned char *end = p + len; p < end; p += 8) {
		s.s0 += word(p, big) + s.s1;
		s.s1 += word(p + 4, big) + s.s0;
	}
	return s;
}

static bool
same(struct sums a, struct sums b)
{
	return a.s0 == b.s0 && a.s1 == b.s1;
}

/* One frame: 0 page number, 4 pages after a commit, 8 salts, 16 checksum, 24 page. */

static size_t
frame_bytes(const struct log *l)
{
	return FRAME_HEAD_BYTES + l->page_bytes;
}

static bool
is_commit(const unsigned char *frame)
{
	return big_word(frame) && big_word(frame + 4);
}

static struct sums
frame_sums(const struct log *l, struct sums before)
{
	return sum_on(sum_on(before, l->frame, 8, l->big), l->frame + FRAME_HEAD_BYTES, l->page_bytes, l->big);
}

static int
salt_bits_off(const struct log *l)
{
	int n = 0;

	for (int i = 0; l->salted && i < SALT_BYTES; i++)
		n += __builtin_popcount(l->frame[8 + i] ^ l->salts[i]);
	return n;
}

/* As SQLite sees it, where all before it are. */
static bool
is_taken(const struct log *l)
{
	return big_word(l->frame) && !salt_bits_off(l) && same(frame_sums(l, l->stored), stored_at(l->frame + 16));
}

/* Behind a break: a whole commit? */
static bool
is_whole_commit(const struct log *l)
{
	struct sums here = stored_at(l->frame + 16);

	if (!is_commit(l->frame) || salt_bits_off(l))
		return false;
	return same(frame_sums(l, l->stored), here) || same(frame_sums(l, l->comes_to), here);
}

/*
 * Turn over the one bit that moves what the frame comes to by `off`; false: there is none. One more in a word moves it
 * by a fixed amount: (1, 1) or (0, 1) in the last pair of words, and from each pair to the one before it (a, b) becomes
 * (a + b, a + 2b).
 */
static bool
turn_bit(const struct log *l, struct sums off)
{
	struct sums effect[2] = {{1, 1}, {0, 1}};

	for (size_t at = 8 + l->page_bytes; at; at -= 4) {
		unsigned char *p = l->frame + at - 4 + (at > 8 ? FRAME_HEAD_BYTES - 8 : 0);
		struct sums *e = &effect[at % 8 == 0];

		for (int bit = 0; bit < 32; bit++) {
			uint32_t by = UINT32_C(1) << bit, more = word(p, l->big) & by ? -by : by;

			if (same((struct sums){e->s0 * more, e->s1 * more}, off)) {
				p[l->big ? 3 - bit / 8 : bit / 8] ^= (unsigned char)(1 << bit % 8);
				return true;
			}
		}
		*e = (struct sums){e->s0 + e->s1, e->s0 + 2 * e->s1};
	}
	return false;
}

/* The frame of the break, behind one of this checksum: a whole commit but for one bit? It is spoilt then. */
static bool
was_commit(const struct log *l, struct sums before)
{
	struct sums here = stored_at(l->frame + 16), comes_to = frame_sums(l, before);
	struct sums off = {here.s0 - comes_to.s0, here.s1 - comes_to.s1};
	int salts_off = salt_bits_off(l);

	if (same(here, comes_to))
		return salts_off == 1 && is_commit(l->frame);
	if (salts_off)
		return false;
	if (__builtin_popcount(here.s0 ^ comes_to.s0) + __builtin_popcount(here.s1 ^ comes_to.s1) == 1)
		return is_commit(l->frame);
	return turn_bit(l, off) && is_commit(l->frame);
}

/* The log. */

static bool
read_head(struct log *l, const unsigned char *head)
{
	uint32_t magic = big_word(head), page = big_word(head + 8);

	l->big = magic & 1;
	l->page_bytes = page;
	l->stored = stored_at(head + 24);
	l->comes_to = sum_on((struct sums){0}, head, 24, l->big);
	memcpy(l->salts, head + 16, SALT_BYTES);
	l->salted = true;
	return (magic & ~1u) == MAGIC && page >= PAGE_MIN && page <= PAGE_MAX && !(page & (page - 1)) &&
		same(l->stored, l->comes_to);
}

/* Nothing of a broken head counts but its checksum, perhaps. The size of a page stands in the database, too. */
static void
do_without_head(struct log *l, const unsigned char *head, int dir, bool big)
{
	unsigned char bytes[2] = {0};
	int fd = openat(dir, STORE_DB, O_RDONLY | O_CLOEXEC);
	uint32_t page = 0;

	if (fd >= 0 && pread(fd, bytes, sizeof(bytes), 16) == sizeof(bytes))
		page = (uint32_t)bytes[0] << 8 | bytes[1];
	if (fd >= 0)
		close(fd);
	l->page_bytes = page == 1 ? PAGE_MAX : page >= PAGE_MIN && !(page & (page - 1)) ? page : PAGE_USUAL;
	l->big = big;
	l->salted = false;
	l->stored = stored_at(head + 24);
	l->comes_to = sum_on((struct sums){0}, head, 24, big);
}

/* What the frame behind this one is held against. */
static void
pass(struct log *l)
{
	l->comes_to = frame_sums(l, l->stored);
	l->stored = stored_at(l->frame + 16);
	if (!l->head_holds) {
		memcpy(l->salts, l->frame + 8, SALT_BYTES);
		l->salted = true;
	}
}

static int
look_at_frames(struct log *l, int64_t *broken_at)
{
	int64_t end = l->head_holds ? -1 : 0;

	for (int64_t at = WAL_HEAD_BYTES;; at += (int64_t)frame_bytes(l)) {
		ssize_t n = pread(l->fd, l->frame, frame_bytes(l), at);
		struct sums before = l->stored;
		bool lost;

		if (n != (ssize_t)frame_bytes(l))
			return n < 0 ? -errno : 0;
		lost = end >= 0 && is_whole_commit(l);
		if (end < 0 && !is_taken(l))
			end = at;
		pass(l);
		if (lost || (end == at && was_commit(l, before))) {
			*broken_at = end;
			return 0;
		}
	}
}

static int
look_with_room(struct log *l, int64_t *broken_at)
{
	int err;

	l->frame = mem_calloc(1, frame_bytes(l));
	err = look_at_frames(l, broken_at);
	free(l->frame);
	return err;
}

static bool
is_mark(const unsigned char *head)
{
	int like = 0;

	for (int i = 0; i < WAL_HEAD_BYTES; i++)
		like += head[i] == mark[i];
	return like >= MARK_LIKE;
}

static int
look_at(int fd, int dir, int64_t *broken_at)
{
	unsigned char head[WAL_HEAD_BYTES];
	struct log l = {.fd = fd};
	ssize_t n = pread(fd, head, sizeof(head), 0);
	int err;

	if (n < 0)
		return -errno;
	if (n < (ssize_t)sizeof(head) || is_mark(head))
		return 0;
	l.head_holds = read_head(&l, head);
	if (l.head_holds)
		return look_with_room(&l, broken_at);
	do_without_head(&l, head, dir, false);
	err = look_with_room(&l, broken_at);
	if (err || *broken_at >= 0)
		return err;
	do_without_head(&l, head, dir, true);
	return look_with_room(&l, broken_at);
}

int
sqlite_wal_look(int dir, int64_t *broken_at)
{
	int err, fd = openat(dir, STORE_DB_WAL, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	*broken_at = -1;
	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	err = look_at(fd, dir, broken_at);
	close(fd);
	return err;
}

int
sqlite_wal_head(int dir, unsigned char head[WAL_HEAD_BYTES])
{
	int fd = openat(dir, STORE_DB_WAL, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return errno == ENOENT ? 0 : -errno;
	n = pread(fd, head, WAL_HEAD_BYTES, 0);
	if (n < 0)
		n = -errno;
	close(fd);
	return n < 0 ? (int)n : n == WAL_HEAD_BYTES && !is_mark(head);
}

/* The mark, through SQLite's own open file. */

static sqlite3_file *
log_file(sqlite3 *db)
{
	sqlite3_file *f = NULL;

	if (sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &f) || !f || !f->pMethods)
		return NULL;
	return f;
}

static int
put_head(sqlite3_file *f, const unsigned char *head)
{
	int rc = f->pMethods->xWrite(f, head, WAL_HEAD_BYTES, 0);

	return rc ? rc : f->pMethods->xSync(f, SQLITE_SYNC_NORMAL);
}

int
sqlite_wal_mark(sqlite3 *db, unsigned char head[WAL_HEAD_BYTES])
{
	sqlite3_file *f = log_file(db);
	int rc;

	if (!f)
		return SQLITE_OK;
	rc = f->pMethods->xRead(f, head, WAL_HEAD_BYTES, 0);
	if (rc == SQLITE_IOERR_SHORT_READ) /* nothing was ever in it */
		return SQLITE_OK;
	return rc ? rc : put_head(f, mark);
}

int
sqlite_wal_unmark(sqlite3 *db, const unsigned char head[WAL_HEAD_BYTES])
{
	sqlite3_file *f = log_file(db);
	unsigned char now[WAL_HEAD_BYTES];

	if (!f || f->pMethods->xRead(f, now, WAL_HEAD_BYTES, 0))
		return SQLITE_IOERR;
	if (memcmp(now, mark, WAL_HEAD_BYTES))
		return SQLITE_OK;
	return put_head(f, head) ? SQLITE_IOERR : SQLITE_OK;
}
