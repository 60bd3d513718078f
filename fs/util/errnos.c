/* See errnos.h. */
#include "fs/util/errnos.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The errnos the mount uses, and no other. */
static const struct {
	int err;
	const char *name;
} errno_names[] = {
	{EACCES, "EACCES"}, {EBUSY, "EBUSY"}, {EINVAL, "EINVAL"}, {EPERM, "EPERM"}, {ECANCELED, "ECANCELED"},
	{EROFS, "EROFS"},
	{EFBIG, "EFBIG"}, {EILSEQ, "EILSEQ"}, {ENOSPC, "ENOSPC"}, {EIO, "EIO"}, {EAGAIN, "EAGAIN"}, {ENOENT, "ENOENT"},
	{EEXIST, "EEXIST"},
};

const char *
errno_name(int err)
{
	for (size_t i = 0; i < sizeof errno_names / sizeof *errno_names; i++)
		if (errno_names[i].err == abs(err))
			return errno_names[i].name;
	return "EIO";
}

int
errno_named(const char *name)
{
	for (size_t i = 0; name && i < sizeof errno_names / sizeof *errno_names; i++)
		if (!strcmp(errno_names[i].name, name))
			return -errno_names[i].err;
	return -EIO;
}
