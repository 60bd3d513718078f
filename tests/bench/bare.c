/*
 * The smallest low-level FUSE server that can be written: what the mount's reads are measured against.
 *
 *     bare MOUNTPOINT N FILE
 *
 * One file, `status`, with a fixed text; N empty directories beside it, listed by plain readdir. direct_io, every
 * timeout 0, one thread. FLUSH is answered by the library (ENOSYS, once), as in any server that does not ask for it. A
 * read of `wait` is answered with that text when somebody reads `go`, right behind that one's own answer. It takes the
 * writes of a duel, too, and decides nothing: all go behind FILE; what is written to `synced` is durable before it is
 * answered, and only then `wait` is.
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
enum { STATUS_INO = 2, WAIT_INO, GO_INO, PLAIN_INO, SYNCED_INO, FILES };
#define DIR_INO 16 /* + index */
#define DIR_FORMAT "duel-%06lu"

static const char *const files[FILES] = {
	[STATUS_INO] = "status", [WAIT_INO] = "wait", [GO_INO] = "go", [PLAIN_INO] = "plain", [SYNCED_INO] = "synced"};

struct bare {
	char status[STATUS_BYTES];
	unsigned long n_dirs;
	int record; /* FILE */
	fuse_req_t *parked;
	size_t n_parked;
};

static bool
attr_of(const struct bare *b, fuse_ino_t ino, struct stat *st)
{
	bool is_file = ino < FILES && files[ino], is_read = is_file && ino < PLAIN_INO;
	*st = (struct stat){.st_ino = ino, .st_mode = S_IFDIR | 0555, .st_nlink = 2};
	if (is_file)
		*st = (struct stat){.st_ino = ino, .st_mode = S_IFREG | (is_read ? 0444 : 0666), .st_nlink = 1,
			.st_size = is_read ? STATUS_BYTES : 0};
	return ino == FUSE_ROOT_ID || is_file || (ino >= DIR_INO && ino < DIR_INO + b->n_dirs);
}

static void
bare_lookup(fuse_req_t req, fuse_ino_t parent, const char *name)
{
	const struct bare *b = fuse_req_userdata(req);
	struct fuse_entry_param e = {0};
	unsigned long index;
	if (sscanf(name, DIR_FORMAT, &index) == 1)
		e.ino = DIR_INO + index;
	for (fuse_ino_t ino = STATUS_INO; ino < FILES; ino++)
		if (!strcmp(name, files[ino]))
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
wake(struct bare *b)
{
	for (size_t i = 0; i < b->n_parked; i++)
		fuse_reply_buf(b->parked[i], b->status, STATUS_BYTES);
	b->n_parked = 0;
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
	if (ino == GO_INO)
		wake(b);
}

static void
bare_write(fuse_req_t req, fuse_ino_t ino, const char *buf, size_t size, off_t off, struct fuse_file_info *fi)
{
	(void)off;
	(void)fi;
	struct bare *b = fuse_req_userdata(req);
	if (write(b->record, buf, size) != (ssize_t)size || (ino == SYNCED_INO && fdatasync(b->record) < 0)) {
		fuse_reply_err(req, EIO);
		return;
	}
	fuse_reply_write(req, size);
	if (ino == SYNCED_INO)
		wake(b);
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
	.write = bare_write,
	.readdir = bare_readdir,
};

int
main(int argc, char **argv)
{
	if (argc != 4) {
		fputs("usage: bare MOUNTPOINT N FILE\n", stderr);
		return 2;
	}
	static struct bare b;
	b.n_dirs = strtoul(argv[2], NULL, 10);
	if ((b.record = open(argv[3], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) < 0) {
		perror(argv[3]);
		return 1;
	}
	for (size_t i = 0; i < STATUS_BYTES; i++)
		b.status[i] = i % 32 == 31 ? '\n' : 's';
	char *fuse_argv[] = {argv[0], "-ofsname=bare,nosuid,nodev", NULL};
	struct fuse_args args = FUSE_ARGS_INIT(2, fuse_argv);
	struct fuse_session *se = fuse_session_new(&args, &bare_ops, sizeof bare_ops, &b);
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
