/*
 * The smallest low-level FUSE server that can be written: what the mount's reads are measured against.
 *
 *     bare MOUNTPOINT [N [FILE]]
 *
 * One file, `status`, with a fixed text; N empty directories beside it, listed by plain readdir. direct_io, every timeout 0, one thread.
 * FLUSH is answered by the library (ENOSYS, once), as in any server that does not ask for it. A read of `wait` is answered with that text
 * when somebody reads `go`, right behind that one's own answer.
 *
 * With FILE it takes the writes of a duel, too, and decides nothing: what is written to `lock` is forgotten, what is written to
 * `debate.md` goes behind FILE.
 */
#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATUS_BYTES 1024
enum { STATUS_INO = 2, LOCK_INO, DEBATE_INO, WAIT_INO, GO_INO };
#define DIR_INO 16 /* + index */
#define DIR_FORMAT "duel-%06lu"

struct bare {
	char status[STATUS_BYTES];
	unsigned long n_dirs;
	int record; /* FILE; -1: none */
	fuse_req_t *parked;
	size_t n_parked;
};

static const char *const written[] = {[LOCK_INO] = "lock", [DEBATE_INO] = "debate.md"};

static bool
is_read(fuse_ino_t ino)
{
	return ino == STATUS_INO || ino == WAIT_INO || ino == GO_INO;
}

static bool
is_written(fuse_ino_t ino)
{
	return ino == LOCK_INO || ino == DEBATE_INO;
}

static bool
attr_of(const struct bare *b, fuse_ino_t ino, struct stat *st)
{
	*st = (struct stat){.st_ino = ino, .st_mode = S_IFDIR | 0555, .st_nlink = 2};
	if (is_read(ino)) {
		st->st_mode = S_IFREG | 0444;
		st->st_nlink = 1;
		st->st_size = STATUS_BYTES;
	}
	if (is_written(ino)) {
		st->st_mode = S_IFREG | 0666;
		st->st_nlink = 1;
	}
	return ino == FUSE_ROOT_ID || is_read(ino) || (is_written(ino) && b->record >= 0) || (ino >= DIR_INO && ino < DIR_INO + b->n_dirs);
}

static void
bare_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	const struct bare *b = fuse_req_userdata(req);
	struct fuse_entry_param e = {0};
	unsigned long index;
	if (!strcmp(name, "status"))
		e.ino = STATUS_INO;
	else if (!strcmp(name, "wait"))
		e.ino = WAIT_INO;
	else if (!strcmp(name, "go"))
		e.ino = GO_INO;
	else if (sscanf(name, DIR_FORMAT, &index) == 1)
		e.ino = DIR_INO + index;
	for (fuse_ino_t ino = LOCK_INO; ino <= DEBATE_INO; ino++)
		if (!strcmp(name, written[ino]))
			e.ino = ino;
	if (parent != FUSE_ROOT_ID || !e.ino || !attr_of(b, e.ino, &e.attr))
		fuse_reply_err(req, ENOENT);
	else
		fuse_reply_entry(req, &e);
}

static void
bare_getattr(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	(void)fi;
	struct stat st;
	if (attr_of(fuse_req_userdata(req), ino, &st))
		fuse_reply_attr(req, &st, 0);
	else
		fuse_reply_err(req, ENOENT);
}

static void
bare_open(fuse_req_t req, fuse_ino_t ino, struct fuse_file_info *fi)
{
	(void)ino;
	fi->direct_io = 1;
	fuse_reply_open(req, fi);
}

static void
park(struct bare *b, fuse_req_t req)
{
	if (!(b->n_parked & (b->n_parked - 1))) {
		b->parked = realloc(b->parked, (b->n_parked ? 2 * b->n_parked : 1) * sizeof(fuse_req_t));
		if (!b->parked)
			abort();
	}
	b->parked[b->n_parked++] = req;
}

static void
bare_read(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off, struct fuse_file_info *fi)
{
	(void)fi;
	struct bare *b = fuse_req_userdata(req);
	size_t at = (size_t)off < STATUS_BYTES ? (size_t)off : STATUS_BYTES;
	if (ino == WAIT_INO) {
		park(b, req);
		return;
	}
	fuse_reply_buf(req, b->status + at, STATUS_BYTES - at < size ? STATUS_BYTES - at : size);
	for (size_t i = 0; ino == GO_INO && i < b->n_parked; i++)
		fuse_reply_buf(b->parked[i], b->status, STATUS_BYTES);
	b->n_parked = ino == GO_INO ? 0 : b->n_parked;
}

static void
bare_write(fuse_req_t req, fuse_ino_t ino, const char *buf, size_t size, off_t off, struct fuse_file_info *fi)
{
	(void)off;
	(void)fi;
	const struct bare *b = fuse_req_userdata(req);
	if (ino != LOCK_INO && write(b->record, buf, size) != (ssize_t)size)
		fuse_reply_err(req, EIO);
	else
		fuse_reply_write(req, size);
}

static void
bare_readdir(fuse_req_t req, fuse_ino_t ino, size_t size, off_t off, struct fuse_file_info *fi)
{
	(void)fi;
	const struct bare *b = fuse_req_userdata(req);
	unsigned long end = ino == FUSE_ROOT_ID ? b->n_dirs + 1 : 0;
	char *buf = malloc(size);
	if (!buf)
		abort();
	size_t len = 0;
	for (unsigned long i = (unsigned long)off; i < end; i++) {
		char name[64] = "status";
		struct stat st;
		if (i)
			snprintf(name, sizeof name, DIR_FORMAT, i - 1);
		attr_of(b, i ? DIR_INO + i - 1 : STATUS_INO, &st);
		size_t n = fuse_add_direntry(req, buf + len, size - len, name, &st, (off_t)(i + 1));
		if (n > size - len)
			break;
		len += n;
	}
	fuse_reply_buf(req, buf, len);
	free(buf);
}

static const struct fuse_lowlevel_ops bare_ops = {
	.lookup = bare_lookup,
	.getattr = bare_getattr,
	.open = bare_open,
	.read = bare_read,
	.readdir = bare_readdir,
};

static const struct fuse_lowlevel_ops written_ops = {
	.lookup = bare_lookup,
	.getattr = bare_getattr,
	.open = bare_open,
	.read = bare_read,
	.write = bare_write,
	.readdir = bare_readdir,
};

int
main(int argc, char **argv)
{
	if (argc < 2 || argc > 4) {
		fputs("usage: bare MOUNTPOINT [N [FILE]]\n", stderr);
		return 2;
	}
	static struct bare b = {.record = -1};
	b.n_dirs = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	if (argc > 3 && (b.record = open(argv[3], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) {
		perror(argv[3]);
		return 1;
	}
	for (size_t i = 0; i < STATUS_BYTES; i++)
		b.status[i] = i % 32 == 31 ? '\n' : 's';
	char *fuse_argv[] = {argv[0], argc > 3 ? "-ofsname=bare,nosuid,nodev" : "-ofsname=bare,ro,nosuid,nodev", NULL};
	struct fuse_args args = FUSE_ARGS_INIT(2, fuse_argv);
	const struct fuse_lowlevel_ops *ops = argc > 3 ? &written_ops : &bare_ops;
	struct fuse_session *se = fuse_session_new(&args, ops, sizeof *ops, &b);
	if (!se)
		return 1;
	int err = 1;
	if (fuse_set_signal_handlers(se) == 0) {
		if (fuse_session_mount(se, argv[1]) == 0) {
			err = fuse_session_loop(se) != 0;
			fuse_session_unmount(se);
		}
		fuse_remove_signal_handlers(se);
	}
	fuse_session_destroy(se);
	fuse_opt_free_args(&args);
	free(b.parked);
	return err;
}
