/* The secret in a file: see secret_file.h. */
#include "fs/store/secret_file.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "validators/text/mem.h"

_Static_assert(SECRET_CHECK_BYTES >= crypto_generichash_BYTES_MIN && SECRET_CHECK_BYTES <= crypto_generichash_BYTES_MAX
		&& SECRET_CHECK_BYTES != SECRET_BYTES && SECRET_BYTES == crypto_generichash_KEYBYTES,
	"a check value is a hash under the secret, and not as long as one");

void
secret_check(const unsigned char secret[SECRET_BYTES], unsigned char out[SECRET_CHECK_BYTES])
{
	static const unsigned char text[] = "the secret of a store of duelfs";
	crypto_generichash(out, SECRET_CHECK_BYTES, text, sizeof text, secret, SECRET_BYTES);
}

/* -- reading -- */

static char *
failed(const char *file, int err)
{
	return mem_format("%s: the store's secret cannot be read from it: %s", file, strerror(err));
}

static char *
look_at(const char *file, int fd)
{
	struct stat st;
	if (fstat(fd, &st) < 0)
		return failed(file, errno);
	if (!S_ISREG(st.st_mode))
		return mem_format("%s: the store's secret is in a plain file, and this is none", file);
	if (st.st_mode & (S_IRWXG | S_IRWXO))
		return mem_format("%s: its group, or others, may read or write the store's secret there (mode %04o): "
				  "chmod 600",
			file, (unsigned)st.st_mode & 07777);
	if (st.st_size != SECRET_BYTES)
		return mem_format("%s: this is not a store's secret: it has %lld bytes, and that has %d", file,
			(long long)st.st_size, SECRET_BYTES);
	return NULL;
}

/* What no plain file is nobody waits for. */
char *
secret_file_read(const char *file, unsigned char out[SECRET_BYTES])
{
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd < 0)
		return failed(file, errno);
	char *fault = look_at(file, fd);
	errno = EIO; /* of a read that is short */
	if (!fault && read(fd, out, SECRET_BYTES) != SECRET_BYTES)
		fault = failed(file, errno);
	close(fd);
	return fault;
}

/* -- making -- */

static int
sync_directory_of(const char *file)
{
	char *path = mem_strdup(file);
	int fd = open(dirname(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0;
	if (fd < 0 || fsync(fd))
		err = -errno;
	if (fd >= 0)
		close(fd);
	free(path);
	return err;
}

/* It is there whole and durable, or not at all. */
static int
write_new(const char *file, const unsigned char secret[SECRET_BYTES])
{
	int fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	errno = EIO; /* of a write that is short */
	int err = write(fd, secret, SECRET_BYTES) != SECRET_BYTES || fsync(fd) ? -errno : 0;
	if (close(fd) && !err)
		err = -errno;
	if (!err)
		err = sync_directory_of(file);
	if (err)
		unlink(file);
	return err;
}

static char *
not_made(const char *file, int err)
{
	return mem_format("%s: the store's secret cannot be written there: %s", file, strerror(-err));
}

char *
secret_file_make(const char *file, unsigned char out[SECRET_BYTES], bool *was_there)
{
	randombytes_buf(out, SECRET_BYTES);
	int err = write_new(file, out);
	*was_there = err == -EEXIST;
	if (*was_there)
		return secret_file_read(file, out);
	return err ? not_made(file, err) : NULL;
}

char *
secret_file_put(const char *file, const unsigned char secret[SECRET_BYTES])
{
	unsigned char there[SECRET_BYTES];
	int err = write_new(file, secret);
	if (err != -EEXIST)
		return err ? not_made(file, err) : NULL;
	char *fault = secret_file_read(file, there);
	if (!fault && sodium_memcmp(there, secret, SECRET_BYTES))
		fault = mem_format(
			"%s: it is there, and has another secret than what is copied: name a file that is not", file);
	sodium_memzero(there, sizeof there);
	return fault;
}

char *
secret_file_fault(const char *file, const unsigned char secret[SECRET_BYTES],
	const unsigned char check[SECRET_CHECK_BYTES])
{
	unsigned char own[SECRET_CHECK_BYTES];
	secret_check(secret, own);
	return sodium_memcmp(own, check, sizeof own)
		? mem_format("%s: this is the secret of another store than this one", file)
		: NULL;
}
