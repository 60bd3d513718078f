#include "fs/store/sqlite_gather.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include "validators/text/mem.h"

#define NAME "duelfs-gather"
#define BENEATH "unix-excl"
/* SQLite's unix layer takes no more than 128 KiB at once. */
#define KEPT_BYTES 65536

struct gathered {
	sqlite3_file base;
	char *kept;
	int n;            /* bytes of it */
	sqlite3_int64 at; /* where they belong */
	/* the file itself follows */
};

static sqlite3_vfs layer;
static sqlite3_vfs *beneath;

static struct gathered *
gathered_of(sqlite3_file *f)
{
	return (struct gathered *)f;
}

static sqlite3_file *
real_of(sqlite3_file *f)
{
	return (sqlite3_file *)(gathered_of(f) + 1);
}

/* What could not be written is not kept either: who hears of it begins anew. */
static int
write_kept(sqlite3_file *f)
{
	struct gathered *g = gathered_of(f);
	sqlite3_file *real = real_of(f);
	int n = g->n;

	g->n = 0;
	return n ? real->pMethods->xWrite(real, g->kept, n, g->at) : SQLITE_OK;
}

static int
gather_write(sqlite3_file *f, const void *bytes, int n, sqlite3_int64 at)
{
	struct gathered *g = gathered_of(f);
	sqlite3_file *real = real_of(f);
	int rc = SQLITE_OK;

	if (at != g->at + g->n || n > KEPT_BYTES - g->n)
		rc = write_kept(f);
	if (rc)
		return rc;
	if (n > KEPT_BYTES)
		return real->pMethods->xWrite(real, bytes, n, at);
	if (!g->n)
		g->at = at;
	memcpy(g->kept + g->n, bytes, (size_t)n);
	g->n += n;
	return SQLITE_OK;
}

static int
gather_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
	int rc = write_kept(f);

	return rc ? rc : real_of(f)->pMethods->xRead(real_of(f), to, n, at);
}

static int
gather_sync(sqlite3_file *f, int flags)
{
	int rc = write_kept(f);

	return rc ? rc : real_of(f)->pMethods->xSync(real_of(f), flags);
}

static int
gather_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	int rc = write_kept(f);

	return rc ? rc : real_of(f)->pMethods->xTruncate(real_of(f), size);
}

static int
gather_size(sqlite3_file *f, sqlite3_int64 *size)
{
	int rc = write_kept(f);

	return rc ? rc : real_of(f)->pMethods->xFileSize(real_of(f), size);
}

static int
gather_close(sqlite3_file *f)
{
	int wrote = write_kept(f), rc = real_of(f)->pMethods->xClose(real_of(f));

	free(gathered_of(f)->kept);
	return wrote ? wrote : rc;
}

static int
gather_lock(sqlite3_file *f, int level)
{
	return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int
gather_unlock(sqlite3_file *f, int level)
{
	return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int
gather_check_lock(sqlite3_file *f, int *is)
{
	return real_of(f)->pMethods->xCheckReservedLock(real_of(f), is);
}

static int
gather_control(sqlite3_file *f, int op, void *arg)
{
	return real_of(f)->pMethods->xFileControl(real_of(f), op, arg);
}

static int
gather_sector(sqlite3_file *f)
{
	return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int
gather_device(sqlite3_file *f)
{
	return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static const sqlite3_io_methods methods = {
	.iVersion = 1, /* a log is neither mapped nor shared memory */
	.xClose = gather_close,
	.xRead = gather_read,
	.xWrite = gather_write,
	.xTruncate = gather_truncate,
	.xSync = gather_sync,
	.xFileSize = gather_size,
	.xLock = gather_lock,
	.xUnlock = gather_unlock,
	.xCheckReservedLock = gather_check_lock,
	.xFileControl = gather_control,
	.xSectorSize = gather_sector,
	.xDeviceCharacteristics = gather_device,
};

/* Every file but a log is the layer's beneath. */
static int
gather_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags, int *out)
{
	(void)vfs;
	if (!(flags & SQLITE_OPEN_WAL))
		return beneath->xOpen(beneath, name, f, flags, out);
	struct gathered *g = gathered_of(f);
	int rc = beneath->xOpen(beneath, name, real_of(f), flags, out);
	*g = (struct gathered){.base.pMethods = rc ? NULL : &methods, .kept = rc ? NULL : mem_calloc(1, KEPT_BYTES)};
	return rc;
}

static void
install(void)
{
	if (sqlite3_initialize() || !(beneath = sqlite3_vfs_find(BENEATH)))
		return;
	layer = *beneath;
	layer.pNext = NULL;
	layer.zName = NAME;
	layer.szOsFile = (int)sizeof(struct gathered) + beneath->szOsFile;
	layer.xOpen = gather_open;
	sqlite3_vfs_register(&layer, 0);
}

const char *
sqlite_gather(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, install);
	return NAME;
}
