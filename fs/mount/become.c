/* -o setuid=USER: see become.h. */
#include "fs/mount/become.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A name, even one of digits, before a number. */
static const struct passwd *
find(const char *user)
{
	char *end;
	const struct passwd *found = getpwnam(user);
	unsigned long uid = found ? 0 : strtoul(user, &end, 10);
	if (found || *user < '0' || *user > '9' || *end || uid != (uid_t)uid)
		return found;
	return getpwuid((uid_t)uid);
}

int
become_user(const char *user)
{
	const struct passwd *pw = find(user);
	if (!pw) {
		fprintf(stderr, "duelfs: -o setuid=%s: there is no such user\n", user);
		return -EINVAL;
	}
	if (initgroups(pw->pw_name, pw->pw_gid) || setgid(pw->pw_gid) || setuid(pw->pw_uid) ||
		setenv("HOME", pw->pw_dir, 1)) {
		int err = -errno;
		fprintf(stderr, "duelfs: -o setuid=%s: %s\n", user, strerror(-err));
		return err;
	}
	return 0;
}
