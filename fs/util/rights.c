/* setfsuid, setfsgid and the bare system calls setgroups and capset change the calling thread alone; glibc's setgroups
 * would change them all. */
#include "fs/util/rights.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/openat2.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utstring.h>
#include "validators/text/mem.h"
#include "validators/text/text.h"

/* Bytes of a path quoted in a sentence. */
#define PATH_QUOTE_BYTES 256

/* On machines whose group ids once had 16 bits, the call that takes whole ones has a name of its own. */
#ifdef SYS_setgroups32
#define SETGROUPS SYS_setgroups32
#else
#define SETGROUPS SYS_setgroups
#endif

bool
rights_are_own(uid_t uid)
{
	return geteuid() != 0 && uid == geteuid();
}

int
rights_become(const struct caller *who)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
	size_t n = who->groups ? who->n_groups : 0;
	if (syscall(SETGROUPS, n, n ? who->groups : NULL) < 0)
		return -errno;
	/* These two tell nothing of a failure: asking with an id that is none gives the one in force. */
	setfsgid(who->gid);
	setfsuid(who->uid);
	if (setfsgid((gid_t)-1) != (int)who->gid || setfsuid((uid_t)-1) != (int)who->uid)
		return -EPERM;
	/* Root keeps what lets it read every file; for anyone else nothing of the daemon's may be left. */
	if (who->uid != 0 && syscall(SYS_capset, &header, none) < 0)
		return -errno;
	return 0;
}

int
path_refuse(char **why, const char *path, int err, const char *format, ...)
{
	UT_string out;
	va_list ap;
	utstring_init(&out);
	text_escape(&out, path, strlen(path), PATH_QUOTE_BYTES);
	utstring_printf(&out, ": ");
	va_start(ap, format);
	utstring_printf_va(&out, format, ap);
	va_end(ap);
	*why = utstring_body(&out);
	return -err;
}

int
rights_refuse_open(char **why, const char *path, int err, int flags)
{
	const bool directory = flags & O_DIRECTORY;
	char room[128];
	switch (err) {
	case ENOENT:
		return path_refuse(why, path, err, "there is no such %s", directory ? "directory" : "file");
	case ENOTDIR:
		return directory ? path_refuse(why, path, EINVAL, "it is not a directory")
				 : path_refuse(why, path, err, "there is no such file");
	case EACCES:
	case EPERM:
		return path_refuse(why, path, EACCES, "whoever sets it may not %s",
			directory ? "look into it" : "read it");
	case ELOOP:
		return path_refuse(why, path, EINVAL,
			"it leads through a magic link of /proc, or through too many links");
	case ENXIO:
		return path_refuse(why, path, EINVAL, "it is not a regular file");
	default:
		return path_refuse(why, path, err, "it cannot be opened: %s", strerror_r(err, room, sizeof room));
	}
}

int
rights_open(const char *path, const struct caller *who, int flags, char **why)
{
	struct open_how how = {.flags = (unsigned)(flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC),
		.resolve = RESOLVE_NO_MAGICLINKS};
	if (flags & O_PATH)
		how.flags = (unsigned)(flags | O_CLOEXEC);
	if (*path != '/')
		return path_refuse(why, path, EINVAL, "it is named by its absolute path");
	if (!text_clean_line(path, strlen(path)))
		return path_refuse(why, path, EINVAL, "the path holds bytes that are not clean UTF-8 on one line");
	bool other = who && !rights_are_own(who->uid);
	if (other && geteuid() != 0)
		return path_refuse(why, path, EACCES,
			"only root's daemon can open it with the rights of uid %u; this one runs as uid %u, "
			"which has to set it", (unsigned)who->uid, (unsigned)geteuid());
	if (other && rights_become(who))
		return path_refuse(why, path, EACCES, "the daemon cannot take on the rights of who sets it");
	int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
	return fd < 0 ? rights_refuse_open(why, path, errno, flags) : fd;
}

char *
rights_print(const struct caller *who)
{
	UT_string out;
	utstring_init(&out);
	utstring_printf(&out, "%u:%u:", (unsigned)who->uid, (unsigned)who->gid);
	for (size_t i = 0; who->groups && i < who->n_groups && utstring_len(&out) + 11 < RIGHTS_BYTES; i++)
		utstring_printf(&out, "%s%u", i ? "," : "", (unsigned)who->groups[i]);
	return utstring_body(&out);
}

static bool
read_id(const char **s, char end, unsigned *id)
{
	char *to;
	if (**s < '0' || **s > '9')
		return false;
	errno = 0;
	unsigned long n = strtoul(*s, &to, 10);
	if (errno || n >= (gid_t)-1 || (*to != end && *to))
		return false;
	*id = (unsigned)n;
	*s = *to ? to + 1 : to;
	return *to == end || end == ',';
}

bool
rights_read(const char *text, struct caller *who, gid_t **groups)
{
	unsigned uid, gid, group;
	*who = (struct caller){0};
	*groups = NULL;
	if (!read_id(&text, ':', &uid) || !read_id(&text, ':', &gid))
		return false;
	gid_t *v = mem_calloc(strlen(text) + 1, sizeof *v);
	size_t n = 0;
	while (*text && read_id(&text, ',', &group))
		v[n++] = group;
	if (*text) {
		free(v);
		return false;
	}
	*groups = v;
	*who = (struct caller){.uid = uid, .gid = gid, .groups = v, .n_groups = n};
	return true;
}
